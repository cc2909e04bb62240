"""A counter with figures in its corners: a squad, a gun or a tank of one firefight.

Upper left the price of a shot, upper right the price of a step; lower left the two firepowers,
lower right the two defence ratings, flank above front; the range below in the middle. Red
figures stand on square plates, blue ones on round plates, so that colour is not the only sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from tutor.art.symbols import Box, symbol
from tutor.art.views import CounterView
from tutor.themes import Army

RED, BLUE = "#b3201a", "#1c4f9c"
PLATE = 11.6
"""The side of a plate on the counter's grid of 44."""
BETWEEN = 16.4
"""The room between the plates of the lowest line."""
TOP, MIDDLE, UPPER, LOWER = 6.6, 22.2, 26.6, 37.4


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
            fill, rim = ("#ffffff", tint) if white else (tint, "#ffffff")
            x, y = self.spot(px, py)
            wide = round(0.9 * u, 2)
            if blue:
                yield Circle(x, y, round(half * u, 2), fill, rim, wide)
            else:
                left, top = self.spot(px - half, py - half * 0.92)
                shape = rounded(left, top, PLATE * u, PLATE * 0.92 * u, 1.8 * u)
                yield Polygon(shape, fill, rim, wide)

    def sign(self) -> Iterator[Item]:
        """What kind of unit it is, small in the middle; the band of a hit over all."""
        u, ink = self.u, "#191714"
        x, y = self.spot(22, 8.2)
        box = Box(x, y, 8.0 * u, 5.0 * u, ink, 1.0 * u)
        frame = box.at((-1, -1), (1, -1), (1, 1), (-1, 1))
        yield Polygon(frame, fade(self.colours.box, 0.5) if self.ghost else self.colours.box)
        yield from symbol(self.view.symbol, box)
        yield Polygon(frame, None, ink, round(1.0 * u, 2))
        if self.figures.band:
            left, top = self.spot(0.6, 14.6)
            yield Polygon(
                rounded(left, top, 42.8 * u, 7.8 * u, 1.4 * u), "#ffd23f", "#231a08", round(u, 2)
            )
            bx, by = self.spot(22, 18.5)
            size = fit_size(self.figures.band, 6.4 * u, 40 * u)
            yield Text(bx, by, self.figures.band, _step(size), "#231a08", weight="bold")

    def texts(self) -> Iterator[Item]:
        """The figures and the name."""
        f, u = self.figures, self.u
        ink = fade(self.colours.ink, 0.8) if self.ghost else self.colours.ink
        size = _step(10.4 * u)
        x, y = self.spot(6.6, TOP)
        yield Text(x, y, f.fire, size, ink, weight="bold")
        x, y = self.spot(37.4, TOP)
        yield Text(x, y, f.move, size, RED if f.foot and not self.ghost else ink, weight="bold")
        if not f.band:
            yield self._line(self.view.name, 18.2, 7.4, ink)
        x, y = self.spot(22, LOWER)
        letters = fit_size(f.range, 9.2 * u, BETWEEN * u)
        yield Text(x, y, f.range, _step(letters), ink, weight="bold")
        for text, px, py, blue, white in self._corners():
            x, y = self.spot(px, py)
            tint = (BLUE if blue else RED) if white else "#ffffff"
            letters = fit_size(text, 9.6 * u, (PLATE - 1.6) * u)
            yield Text(x, y, text, _step(letters), tint, weight="bold")

    def _line(self, text: str, py: float, size: float, ink: str) -> Text:
        x, y = self.spot(22, py)
        room = 41 * self.u
        letters = fit_size(text, size * self.u, room, least=4.6 * self.u)
        while text_width(text, letters) > room and len(text) > 2:
            text = text[:-2] + "…"
        return Text(x, y, text, _step(letters), ink, weight="bold")


def _step(size: float) -> float:
    """Letter sizes in quarter pixels: few sizes make few batches."""
    return int(size * 4) / 4
