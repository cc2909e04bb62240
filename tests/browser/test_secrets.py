"""Two learners play a whole firefight on one screen; what the page gets to know is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from engine import catalogue
from engine.chance import Seeded
from engine.values import Action
from tests.browser.conftest import Served, write_notebook
from tests.marks import rules
from tutor.art.scene import layout_for
from tutor.desk import Desk
from tutor.games.conflict_of_heroes import words as firefight

SIZE, SEED = 64.0, 11
"""So large that the name on a counter can be read on a large screen, and is therefore painted."""
FIGHT = """
title = "Two at one screen"
game = "conflict-of-heroes"
board = "practice"
summary = "A short fight with a hidden squad, cards and hits."
section = 2

[rounds]
last = 2

[cap]
german = 5
soviet = 6

[cards]
draw = 0
german = ["bonus-cap"]
soviet = ["hasty-defense"]

[[side]]
id = "german"
name = "German"
palette = "german"
units = [
  { id = "GA", type = "german-rifles", name = "Falcon", hex = "G6", facing = "S" },
  { id = "GB", type = "german-hmg", name = "Osprey", hex = "H5", facing = "S" },
]

[[side]]
id = "soviet"
name = "Soviet"
palette = "soviet"
units = [
  { id = "SA", type = "soviet-rifles", name = "Heron", hex = "G8", facing = "N" },
  { id = "SB", type = "soviet-smg", name = "Nightjar", hex = "E8", facing = "N", hidden = true },
]
"""
PAGE = """
from engine import catalogue
from engine.chance import Seeded
from tutor.table import Tabletop
Tabletop(catalogue.load("{file}", Seeded({seed})), size={size}, screens=True)
"""
CARDS = {"german": "Bonus cap", "soviet": "Hasty defense"}
SIDES = ("german", "soviet")


class Ears:
    """Everything a page receives: frames of its websockets, as text."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, payload: str | bytes) -> None:
        self.heard.append(
            payload if isinstance(payload, str) else payload.decode("utf-8", "replace")
        )

    def take(self) -> str:
        """What was heard since the last time."""
        text, self.heard = "\n".join(self.heard), []
        return text


def secrets_of(desk: Desk, side: str) -> set[str]:
    """What the other side's screen must not say: hidden units, cards, unseen hit markers."""
    state, rules = desk.game.state, desk.game.rules
    found = {CARDS[side]} if state.hands[side] else set()
    for unit, counter in state.counters.items():
        if rules.units[unit].side != side:
            continue
        if counter.hidden:
            found.add(rules.units[unit].name)
        if counter.hit is not None and not counter.shown:
            found.add(counter.hit.upper())
    return found


def shown_bands(desk: Desk, side: str) -> set[str]:
    """The markers that a side may read: its own, and those that were used."""
    state, rules = desk.game.state, desk.game.rules
    return {
        counter.hit.upper()
        for unit, counter in state.counters.items()
        if counter.hit and (counter.shown or rules.units[unit].side == side)
    }


class Play:
    """Two learners at one screen, and a desk that knows what they know."""

    def __init__(self, page: Page, desk: Desk, ears: Ears) -> None:
        self.page, self.desk, self.ears = page, desk, ears
        self.read = {"german": "", "soviet": "", "": ""}
        """Everything the page got while each of them looked, and behind the curtain."""

    def settle(self) -> None:
        """The page shows what the desk knows."""
        self.desk.view()
        expect(self.page.locator(".sr-prompt")).to_have_text(self.desk.prompt)
        curtain = self.page.locator(".sr-curtain")
        expect(curtain).to_have_count(1 if self.desk.curtain else 0)
        if self.desk.curtain:
            return
        # Buttons come first and the ways to pay last: with both the page has all it gets.
        hands = self.desk.hands
        shown = [hands.action_name(action) for action in hands.listed()[-1:]]
        shown += [name for _, name in hands.modes[-1:]]
        for name in shown:
            expect(self.page.get_by_role("button", name=name, exact=True)).to_be_visible()

    def listen(self, looks: str) -> None:
        """Read the page and what it has received: nothing of it is for other eyes."""
        text = self.ears.take() + self.page.content()
        self.read[looks] += text
        allowed = shown_bands(self.desk, looks)
        for side in SIDES:
            if side != looks:
                for secret in secrets_of(self.desk, side) - allowed:
                    assert not re.search(rf"\b{re.escape(secret)}\b", text), (looks, secret)

    def press(self, name: str) -> None:
        """A button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def click(self, hex: str) -> None:
        """A click on the board."""
        canvas = self.page.locator("canvas")
        box = canvas.bounding_box()
        assert box is not None
        layout = layout_for(self.desk.view(), SIZE)
        x, y = layout.centre(hex)
        scale = box["width"] / layout.width
        canvas.click(position={"x": x * scale, "y": (y + SIZE * 0.1) * scale})

    def do(self, action: Action) -> None:
        """One action as a learner does it."""
        hands = self.desk.hands
        if "unit" in action and action.kind in ("fire", "move"):
            self.press(dict(hands.modes)[action["pay"]])
            self.click(self.desk.where(action["unit"]))
            expect(self.page.locator(".sr-picked strong")).to_have_text(
                hands.unit_name(action["unit"])
            )
            self.click(hands.goals(action)[-1])
            if action.kind == "fire":
                self.listen(self.desk.hands.viewer or "")
                self.press("Fire")
        else:
            self.press(hands.action_name(action))
        self.desk.set_mode(action.get("pay", "ap"))
        assert self.desk.act(action)


def choice(desk: Desk) -> Action:
    """Sneak once, fire at whom one sees, else pass; no CAP on the dice."""
    actions = desk.game.choices()
    kinds = {action.kind: action for action in reversed(actions)}
    if desk.game.decision is not None and desk.game.decision.kind != "coh.turn":
        return actions[0]
    hidden = {u for u, c in desk.game.state.counters.items() if c.hidden}
    for action in actions:
        sneaks = action.kind == "move" and action["unit"] in hidden and "openly" not in action
        if sneaks and action["pay"] == "cap":
            return action
    for action in actions:
        plain = "support" not in action and action.get("pay") == "opportunity"
        if action.kind == "fire" and plain and action["unit"] not in hidden:
            return action
    return kinds["pass"]


@rules("conflict-of-heroes", "7.4", "8.0", "10.0", "10.1")
def test_two_learners_on_one_screen_learn_nothing_of_each_others_secrets(
    serve_folder: Callable[..., Served], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "two.toml"
    file.write_text(FIGHT)
    folder = tmp_path / "notebooks"
    write_notebook(folder / "index.ipynb", PAGE.format(file=file, seed=SEED, size=SIZE))
    desk = Desk(catalogue.load(str(file), Seeded(SEED)), screens=True)
    page = open_page("about:blank", state="", viewport={"width": 2200, "height": 1700})
    play = Play(page, desk, Ears(page))
    page.goto(serve_folder(folder).page("index.ipynb"))
    page.wait_for_selector("html[data-state=ready]", state="attached")
    expect(page.locator("canvas")).to_be_visible()
    curtains = hits = 0
    while desk.game.decision is not None:
        play.settle()
        if desk.curtain:
            play.listen("")
            curtains += 1
            side = desk.game.scenario.side(desk.game.decision.side).name
            play.press(f"I play the {side} side: show me")
            desk.sit_down()
            play.settle()
        looks = desk.hands.viewer or ""
        play.listen(looks)
        play.do(choice(desk))
        desk.view()
        hits += sum(event.key == "coh.hit.drawn" for event in desk.notice.events)
    expect(page.locator(".sr-prompt")).to_have_text(desk.prompt)
    play.listen("")
    # The test reads what it should: each learner did see his own.
    assert CARDS["german"] in play.read["german"]
    assert CARDS["soviet"] in play.read["soviet"]
    assert "Nightjar" in play.read["soviet"]
    assert "Nightjar" not in play.read["german"] + play.read[""]
    assert hits, "somebody was hit"
    assert any(name in play.read["german"] + play.read["soviet"] for name in BANDS)
    assert curtains > 4
    assert desk.game.ending is not None


BANDS = ("PINNED", "SUPPRESSED", "STUNNED", "UNNERVED", "PANICKED", "COWERING")


def test_the_titles_that_are_looked_for_are_those_of_the_page() -> None:
    assert firefight.card_title("bonus-cap") == CARDS["german"]
    assert firefight.card_title("hasty-defense") == CARDS["soviet"]
