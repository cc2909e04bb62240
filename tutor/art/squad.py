"""A counter with figures in its corners: a squad, a gun or a tank of one firefight.

Upper left the price of a shot, upper right the price of a step; lower left the two firepowers,
lower right the two defence ratings, flank above front; the range below in the middle. Red
figures stand on square plates, blue ones on round plates, so that colour is not the only sign.
The letter that texts call it by stands in the middle, whatever band lies over its name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from tutor.art.badges import badges
from tutor.art.items import (
    Circle,
    Item,
    Point,
    Polygon,
    Text,
    fade,
    fit_size,
    text_width,
)
from tutor.art.shapes import rounded
from tutor.art.signs import Frame
from tutor.art.symbols import symbol
from tutor.art.themes import Army
from tutor.art.views import CounterView

RED, BLUE, SKY = "#b3201a", "#1c4f9c", "#8fd3f7"
PLATE = 11.6
"""The side of a plate on the counter's grid of 44."""
BETWEEN = 16.4
"""The room between the plates of the lowest line."""
TOP, MIDDLE, UPPER, LOWER = 6.6, 22.2, 26.6, 37.4
BADGE = (6.4, 37.4)
"""How far badges at the sides leave room for the name: the left one comes second."""


class Squad:
    """The items of one counter, in the order of its phases."""

    def __init__(
        self,
        view: CounterView,
        spot: Callable[[float, float], Point],
        unit: float,
        colours: Army,
        ghost: bool,
    ) -> None:
        assert view.figures is not None, "only a counter with figures is drawn so"
        self.view, self.figures = view, view.figures
        self.spot, self.u, self.colours, self.ghost = spot, unit, colours, ghost

        shown = len(badges(view.states))
        self.room = (BADGE[0] if shown > 1 else 1.5, BADGE[1] if shown else 42.5)
        """From where to where the line of the name, or the band, is free."""

    def _corners(self) -> Iterator[tuple[str, float, float, bool, bool]]:
        """Every plate: text, place, whether it is blue, whether its box is white."""
        f = self.figures
        # a firepower of none in blue is no news, and leaves its place to the name
        if f.blue_fire not in ("", "0"):
            yield f.blue_fire, 7.4, UPPER, True, "blue" in f.white
        yield f.red_fire, 7.4, LOWER, False, "red" in f.white
        yield f.flank, 36.6, UPPER, "flank" in f.blue, False
        yield f.front, 36.6, LOWER, "front" in f.blue, False

    def chips(self) -> Iterator[Item]:
        """The plates under the figures, and the band of a hit."""
        u, half = self.u, PLATE / 2
        for text, px, py, blue, white in self._corners():
            if not text:
                continue
            tint = BLUE if blue else RED
            if self._opened(px, py):
                blue, white, tint = False, True, RED
            fill, rim = ("#ffffff", tint) if white else (tint, "#ffffff")
            x, y = self.spot(px, py)
            wide = round(0.9 * u, 2)
            if blue:
                yield Circle(x, y, round(half * u, 2), fill, rim, wide)
            else:
                left, top = self.spot(px - half, py - half * 0.92)
                shape = rounded(left, top, PLATE * u, PLATE * 0.92 * u, 1.8 * u)
                yield Polygon(shape, fill, rim, wide)

    def _opened(self, px: float, py: float) -> bool:
        """Whether a plate is the flank of an open top: white, with a red frame (15.4)."""
        return "open-top" in self.figures.signs and (px, py) == (36.6, UPPER)

    def marks(self) -> Iterator[Item]:
        """Under the figures: a turret, an anti-aircraft gun, the impulses of a plane."""
        signs, u = self.figures.signs, self.u
        if "turret" in signs:
            x, y = self.spot(6.6, TOP)
            yield Circle(x, y, round(5.8 * u, 2), "#ffffff", "#191714", round(0.8 * u, 2))
        if "flak" in signs:
            x, y = self.spot(7.4, LOWER)
            yield Circle(x, y, round(7.4 * u, 2), SKY, BLUE, round(0.8 * u, 2))
        if "impulses" in signs:
            turns = [math.radians(60 * n) for n in range(6)]
            at = [self.spot(37.4 + 6.4 * math.cos(a), TOP + 6.4 * math.sin(a)) for a in turns]
            yield Polygon(tuple(at), SKY, "#191714", round(0.8 * u, 2))

    def sign(self) -> Iterator[Item]:
        """What kind of unit it is, small in the middle; the band of a hit over all."""
        u, ink = self.u, "#191714"
        x, y = self.spot(22, 8.2)
        box = Frame(x, y, 8.0 * u, 5.0 * u, u, {"ink": ink})
        frame = box.at((-1, -1), (1, -1), (1, 1), (-1, 1))
        yield Polygon(frame, fade(self.colours.box, 0.5) if self.ghost else self.colours.box)
        yield from symbol(self.view.symbol, box)
        yield Polygon(frame, None, ink, round(1.0 * u, 2))
        if self.figures.band:
            left, top = self.spot(0.6, 14.6)
            yield Polygon(
                rounded(left, top, 42.8 * u, 7.8 * u, 1.4 * u), "#ffd23f", "#231a08", round(u, 2)
            )
            start, end = self.room
            bx, by = self.spot((start + end) / 2, 18.5)
            size = fit_size(self.figures.band, 6.4 * u, (end - start - 1) * u)
            yield Text(bx, by, self.figures.band, _step(size), "#231a08", weight="bold")

    def texts(self) -> Iterator[Item]:
        """The figures and the name."""
        f, u = self.figures, self.u
        ink = fade(self.colours.ink, 0.8) if self.ghost else self.colours.ink
        size = _step(10.4 * u)
        x, y = self.spot(6.6, TOP)
        dark = "#191714"
        yield Text(x, y, f.fire, size, dark if "turret" in f.signs else ink, weight="bold")
        x, y = self.spot(37.4, TOP)
        tint = RED if f.foot and not self.ghost else ink
        yield Text(x, y, f.move, size, dark if "impulses" in f.signs else tint, weight="bold")
        x, y = self.spot(22, 28.2)
        letters = fit_size(f.tag, 10.6 * u, BETWEEN * u)
        yield Text(x, y, f.tag, _step(letters), ink, weight="bold")
        if not f.band:
            yield self._line(self.view.name, 18.2, 7.4, ink)
        x, y = self.spot(22, LOWER)
        letters = fit_size(f.range, 8.6 * u, BETWEEN * u)
        yield Text(x, y, f.range, _step(letters), ink, weight="bold")
        for text, px, py, blue, white in self._corners():
            x, y = self.spot(px, py)
            tint = (BLUE if blue else RED) if white or self._opened(px, py) else "#ffffff"
            letters = fit_size(text, 9.6 * u, (PLATE - 1.6) * u)
            yield Text(x, y, text, _step(letters), tint, weight="bold")

    def _line(self, text: str, py: float, size: float, ink: str) -> Text:
        start, end = self.room
        x, y = self.spot((start + end) / 2, py)
        room = (end - start) * self.u
        letters = fit_size(text, size * self.u, room, least=4.6 * self.u)
        while text_width(text, letters) > room and len(text) > 2:
            text = text[:-2] + "…"
        return Text(x, y, text, _step(letters), ink, weight="bold")


def _step(size: float) -> float:
    """Letter sizes in quarter pixels: few sizes make few batches."""
    return int(size * 4) / 4
