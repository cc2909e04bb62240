"""The grid of 44 by 44 that a counter is drawn on, and the phases in which its items are painted.

All counters of one height in their stacks are painted phase by phase, so that a painter can send
hundreds of them in a few batches.
"""

from __future__ import annotations

import math
from enum import IntEnum

from tutor.art.items import Circle, Item, Point, Points, Text, fade, fit_size, text_width
from tutor.art.shapes import rounded
from tutor.art.themes import Theme, army
from tutor.art.views import CounterView

GRID = 44.0
Phase = IntEnum(
    "Phase", "SHADOW GLOW BODY BAND RIM BOX SOLID LINE ROUND LETTER VEIL DISC SIGN FRAME TRIM"
)
DARK = "#191714"
LEAST = 4.6
"""The smallest letters of a name."""


class Grid:
    """One counter about a point: lengths are the grid's."""

    def __init__(self, view: CounterView, x: float, y: float, side: float, theme: Theme) -> None:
        self.view, self.theme = view, theme
        self.u = side / GRID
        self.colours = army(view.palette, theme)
        self.ghost = "ghost" in view.states
        self.lift = 3 * self.u if "selected" in view.states else 0.0
        self.left, self.top = x - side / 2 - self.lift * 0.6, y - side / 2 - self.lift
        self.out: list[tuple[Phase, Item]] = []

    def put(self, phase: Phase, *items: Item) -> None:
        """Items of a phase."""
        self.out += [(phase, item) for item in items]

    def paled(self, colour: str, share: float) -> str:
        """A colour, let through on a counter that is not there."""
        return fade(colour, share) if self.ghost else colour

    def w(self, length: float) -> float:
        """A length on the screen."""
        return round(length * self.u, 2)

    def spot(self, px: float, py: float) -> Point:
        """A point on the screen."""
        return round(self.left + px * self.u, 2), round(self.top + py * self.u, 2)

    def plate(self, px: float, py: float, wide: float, high: float, bend: float) -> Points:
        """A rectangle with round corners, from its top left corner."""
        u, (x, y) = self.u, self.spot(px, py)
        return rounded(x, y, wide * u, high * u, bend * u)

    def disc(self, px: float, py: float, r: float, fill: str, rim: str, width: float) -> Circle:
        """A disc with a rim."""
        return Circle(*self.spot(px, py), self.w(r), fill, rim, self.w(width))

    def write(
        self,
        px: float,
        py: float,
        text: str,
        size: float,
        ink: str,
        room: float = math.inf,
        grown: float = 0.0,
    ) -> None:
        """Words about a point, small enough for their room; grown so wide where none could read."""
        letters = step(fit_size(text, size * self.u, room * self.u))
        spot, wide = self.spot(px, py), grown * self.u
        self.put(Phase.LETTER, Text(*spot, text, letters, ink, weight="bold", room=wide))

    def shortened(
        self, name: str, size: float, room: float, slack: float = 1.01
    ) -> tuple[str, float]:
        """A name cut so that it fits, and the size of its letters."""
        letters = fit_size(name, size * self.u, room * self.u, least=LEAST * self.u)
        while text_width(name, letters) > room * self.u * slack and len(name) > 2:
            name = name[:-2] + "…"
        return name, letters / self.u


def step(size: float) -> float:
    """Letter sizes in quarter pixels: few sizes make few batches."""
    return int(size * 4) / 4
