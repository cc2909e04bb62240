"""Fields for firefights that no scenario has, and a learner who sits down at one on a page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.tutor import firefight
from tutor.art.scene import layout_for
from tutor.desk import Desk

SIZE = 40.0
"""Hex size of the boards."""
CODE = """
from engine import catalogue
from engine.chance import Seeded
from tutor.table import Tabletop
Tabletop(catalogue.load("{scenario}", Seeded(1)), size={size})
"""


def fields(*german: str, soviet: str = firefight.FOE, more: str = "") -> str:
    """A small field with some units."""
    units = "".join(f"{{ {unit} }}," for unit in german)
    return firefight.FIELD.format(german=units, soviet=soviet, more=more)


def unit(name: str, kind: str, hex: str, more: str = "") -> str:
    """A German who faces south."""
    return f'id = "{name}", type = "{kind}", hex = "{hex}", facing = "S"{more}'


INSIDE, HIDDEN = ", inside = true", ", hidden = true"
SCENES = {
    # Two squads in one hex, and the card that lets them run.
    "runners": fields(
        unit("A", "german-rifles", "C2"),
        unit("B", "german-rifles", "C2"),
        more='[cards]\ngerman = ["move-2-hexes"]\ndraw = 0\n',
    ),
    "trucks": fields(
        unit("K", "opel", "C3"),
        unit("L", "opel", "D3"),
        unit("A", "german-rifles", "C3"),
        unit("B", "german-rifles", "D3"),
        unit("C", "german-rifles", "D3"),
    ),
    "trench": fields(
        unit("A", "german-rifles", "C2", INSIDE),
        unit("B", "german-rifles", "C2", INSIDE),
        more='[[work]]\nkind = "trench"\nhex = "C2"\n',
    ),
    "mortars": fields(
        unit("M", "german-mortar", "C1"),
        unit("N", "german-mortar", "C1"),
        unit("A", "german-rifles", "B2"),
        unit("B", "german-rifles", "D2"),
        more="[smoke]\nC2 = [2]\n",
    ),
    "firing-line": fields(
        unit("A", "german-rifles", "C2"),
        unit("B", "german-rifles", "C2"),
        soviet='{ id = "S", type = "soviet-rifles", hex = "C4", facing = "N" },',
    ),
    # Two tanks in hiding before a swamp.
    "swamp": """
title = "Before a swamp"
game = "conflict-of-heroes"
summary = "For tests."
section = 6
board = "practice"

[cap]
german = 9
soviet = 3

[start]
turn = "german"

[[side]]
id = "german"
name = "German"
units = [ {german} ]

[[side]]
id = "soviet"
name = "Soviet"
units = [ {{ id = "S", type = "soviet-rifles", hex = "P12", facing = "N" }} ]
""".format(german=",".join(f"{{ {unit(name, 'pz3h', 'C9', HIDDEN)} }}" for name in "TU")),
}
"""Fields that no scenario has, by the name of their page."""


@dataclass
class Sat:
    """A table on a page, and a desk that knows where its hexes are."""

    page: Page
    desk: Desk

    def press(self, name: str) -> None:
        """A button by what it says."""
        self.button(name).click()

    def button(self, name: str, more: bool = False) -> Locator:
        """A button that says this, perhaps switched on; or that begins with it, and says more."""
        said = rf"^(✓ )?{re.escape(name)}{'' if more else '$'}"
        return self.page.get_by_role("button", name=re.compile(said))

    def click(self, *hexes: str) -> None:
        """Clicks on hexes of the board."""
        canvas = self.page.locator("canvas")
        layout = layout_for(self.desk.view(), SIZE)
        for hex in hexes:
            box = canvas.bounding_box()
            assert box is not None
            x, y = layout.centre(hex)
            scale = box["width"] / layout.width
            canvas.click(position={"x": x * scale, "y": (y + SIZE * 0.1) * scale})

    def keys(self, *names: str) -> None:
        """Keys on the board."""
        self.page.locator("canvas").focus()
        for name in names:
            self.page.keyboard.press(name)

    def group(self, *units: str) -> None:
        """The first one is picked, the others join; they pay with CAP."""
        self.press("Pay CAP")
        order = [self.desk.hands.unit_name(unit) for unit in self.desk.hands.pickable()]
        for name in order[: order.index(units[0]) + 1]:
            self.keys("n")
            expect(self.picked).to_have_text(name)
        for mate in units[1:]:
            self.press(f"add {mate}")
        expect(self.picked).to_have_text(", ".join(units))

    @property
    def picked(self) -> Locator:
        """Who is in hand."""
        return self.page.locator(".sr-picked strong")

    @property
    def log(self) -> Locator:
        """What happened."""
        return self.page.locator(".sr-log")

    def told(self, what: str, times: int = 1) -> None:
        """The log tells of it, as often as it happened."""
        expect(self.log.locator("li").filter(has_text=what)).to_have_count(times)

    @property
    def facing(self) -> Locator:
        """Where to choose a facing."""
        return self.page.locator(".sr-facing")
