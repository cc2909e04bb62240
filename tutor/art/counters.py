"""Unit counters and markers as display items, handed out in phases (tutor.art.grid)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product

from tutor.art.badges import badge, badges
from tutor.art.grid import DARK, Grid, Phase, step
from tutor.art.items import (
    Circle,
    Item,
    Point,
    Polygon,
    Polyline,
    Text,
    fade,
    fit_size,
    mix,
    text_width,
    words,
)
from tutor.art.layout import Layout
from tutor.art.shapes import hatch, tidy
from tutor.art.sidebar import Rect
from tutor.art.signs import Frame, emblem
from tutor.art.squad import figures
from tutor.art.symbols import size_mark, symbol
from tutor.art.themes import Theme
from tutor.art.views import BoardView, CounterView

CORNERS = ((39.8, 4.4), (4.2, 4.4), (41.0, 16.0), (3.0, 16.0))
"""Where the badges of a counter sit."""
SIDES = ((43.0, 17.5), (1.0, 17.5), (1.0, 27.5), (43.0, 27.5))
"""The same for a counter with figures in its corners."""
DOTS = {"black": "#141414", "red": "#c8281e", "white": "#ffffff"}
DOT_RIM = "#f4efe2"
LIGHT = ((1.4, 39), (1.4, 5.5), (2.6, 2.6), (5.5, 1.4), (39, 1.4))
"""The edge that the light falls on."""
PHASES: Mapping[type[Item], Phase] = {
    Polygon: Phase.SOLID,
    Polyline: Phase.LINE,
    Circle: Phase.ROUND,
    Text: Phase.LETTER,
}
"""When the parts of a symbol are painted."""
Phased = tuple[tuple[Phase, Item], ...]


def counter_items(view: BoardView, layout: Layout, theme: Theme) -> tuple[Item, ...]:
    """Every counter on the map and in the boxes, the bottom of all stacks first."""
    ranks: list[list[Phased]] = []

    def put(rank: int, counter: CounterView, spot: Point) -> None:
        while len(ranks) <= rank:
            ranks.append([])
        ranks[rank].append(drawn(counter, spot[0], spot[1], layout.counter, theme))

    for label, stack in view.counters.items():
        if label not in view.board:
            continue
        for rank, (counter, spot) in enumerate(
            zip(stack, layout.stack(label, len(stack)), strict=True)
        ):
            put(rank, counter, spot)
    for number, box in enumerate(view.boxes[: len(layout.boxes)]):
        spots = layout.box_middles(number, len(box.counters))
        for rank, (counter, spot) in enumerate(zip(box.counters, spots, strict=True)):
            # Counters in a crowded box overlap, so each is a rank of its own.
            put(rank if layout.crowded(number, len(box.counters)) else 0, counter, spot)
    return tuple(item for rank in ranks for item in in_phases(rank))


def in_phases(counters: Iterable[Phased]) -> list[Item]:
    """The items of counters that do not overlap, sorted so that like follows like."""
    phases: dict[Phase, list[Item]] = {}
    for phased in counters:
        for phase, item in phased:
            phases.setdefault(phase, []).append(item)
    return [item for phase in sorted(phases) for item in sorted(phases[phase], key=_likeness)]


def _likeness(item: Item) -> tuple[object, ...]:
    match item:
        case Polygon():
            return (0, item.fill is None, item.stroke is not None, item.width)
        case Polyline():
            return (1, item.width, item.dash or (), item.cap)
        case Circle():
            return (2, item.fill is None, item.stroke is not None, item.width)
        case Text():
            return (3, item.size, item.weight, item.anchor, item.fill, item.halo or "")
        case _:
            return (4,)


@lru_cache(maxsize=8192)
def drawn(counter: CounterView, x: float, y: float, side: float, theme: Theme) -> Phased:
    """One counter about a point; kept, because most counters stay where they are."""
    return tuple(_Counter(counter, x, y, side, theme).items())


class _Counter(Grid):
    @property
    def ink(self) -> str:
        """What the name and the figures are written with."""
        return fade(self.theme.label, 0.8) if self.ghost else self.colours.ink

    def items(self) -> list[tuple[Phase, Item]]:
        self._body()
        if self.view.figures is not None:
            figures(self, self.view.figures)
        elif self.view.symbol and self.view.symbol != "marker":
            self._symbol()
            self._letters(26.4, 6.6)
        elif self.view.marks:
            self._letters(8.5, 8.4)
            self._marks(self.view.marks)
        else:
            self._letters(13.5, 9.0)
        self._numbers()
        self._pips()
        if self.view.dot:
            # a unit whose tanks or guns shift the odds, left of the symbol
            colour = DOTS.get(self.view.dot, self.ink)
            self.put(Phase.ROUND, self.disc(6.2, 27.0, 2.6, colour, DOT_RIM, 0.8))
        self._states()
        if self.view.facing is not None:
            self._facing(self.view.facing)
        return self.out

    def _body(self) -> None:
        u, body, ghost = self.u, self.colours.body, self.ghost
        drop = 1.5 + self.lift / u * 1.2
        if not ghost:
            shade = self.plate(drop * 0.8, drop, 44, 44, 4.6)
            self.put(Phase.SHADOW, Polygon(shade, self.theme.shadow))
        shape = self.plate(0, 0, 44, 44, 4.6)
        self.put(Phase.BODY, Polygon(shape, self.paled(body, 0.38)))
        if self.view.reduced:
            pale = mix(body, "#fffdf6", 0.66)
            band = Rect(*self.spot(0, 29.2), 44 * u, 13.4 * u).corners
            self.put(Phase.BAND, Polygon(tidy(band), self.paled(pale, 0.5)))
            for edge in (29.2, 42.6):
                ends = (self.spot(0, edge), self.spot(44, edge))
                self.put(Phase.RIM, Polyline(ends, fade(self.colours.ink, 0.55), self.w(0.8)))
        if ghost:
            dash, closed = (self.w(2.6), self.w(2.4)), (*shape, shape[0])
            self.put(Phase.RIM, Polyline(closed, self.theme.label, self.w(1.2), dash, "butt"))
        else:
            light = tuple(self.spot(*spot) for spot in LIGHT)
            self.put(Phase.RIM, Polyline(light, fade("#ffffff", 0.42), self.w(1.1)))
            self.put(Phase.RIM, Polygon(shape, None, mix(body, "#0d0a06", 0.62), self.w(1.0)))

    def _symbol(self) -> None:
        u, ink = self.u, self.paled(DARK, 0.55)
        box = Frame(*self.spot(22, 15.8), 10.2 * u, 6.3 * u, 1.25 * u, {"ink": ink})
        frame = box.at((-1, -1), (1, -1), (1, 1), (-1, 1))
        self.put(Phase.BOX, Polygon(frame, self.paled(self.colours.box, 0.5)))
        for item in symbol(self.view.symbol, box):
            self.put(PHASES[type(item)], item)
        self.put(Phase.ROUND, Polygon(frame, None, ink, self.w(1.3)))
        for item in size_mark(self.view.size, *self.spot(22, 5.7), u * 1.5, self.ink):
            self.put(Phase.LETTER if isinstance(item, Text) else Phase.LINE, item)
        sign = emblem(
            self.colours.emblem, *self.spot(6.2, 15.8), 3.3 * u, self.ink, self.colours.body
        )
        # Its ground first, whatever shape that has.
        self.put(Phase.BOX, *sign[:1])
        self.put(Phase.SOLID, *sign[1:])

    def _marks(self, marks: tuple[str, ...]) -> None:
        """Plates in a row, each with a short word."""
        widths = [max(8.6, 5.2 * len(mark) + 2.4) for mark in marks]
        left = 22 - (sum(widths) + 1.6 * (len(marks) - 1)) / 2
        for mark, wide in zip(marks, widths, strict=True):
            self.put(Phase.BOX, Polygon(self.plate(left, 15.6, wide, 9.2, 2.4), self.colours.ink))
            self.write(left + wide / 2, 20.2, mark, 6.6, self.colours.body)
            left += wide + 1.6

    def _letters(self, py: float, size: float) -> None:
        """The name in the middle, or as far to the right of it as a spot on the left wants."""
        if self.view.name:
            left = 10.4 if self.view.dot else 2.0
            name, letters = self.shortened(self.view.name, size, 42 - left)
            half = text_width(name, step(letters * self.u)) / self.u / 2
            self.write(max(22.0, left + half), py, name, letters, self.ink)

    def _numbers(self) -> None:
        texts = [text for text in self.view.numbers if text]
        if not texts:
            return
        gaps, ink = len(texts) - 1, DARK if self.view.reduced else self.ink
        room = (40.5 - 4.0 * gaps) * self.u
        size = step(fit_size("".join(texts), 13.6 * self.u, room))
        widths = [text_width(text, size) for text in texts]
        left, spare = 2.2 * self.u, 0.0
        if gaps:
            spare = (39.6 * self.u - sum(widths)) / gaps
        else:
            left = 22.0 * self.u - widths[0] / 2
        for text, width in zip(texts, widths, strict=True):
            x, y = self.left + left + width / 2, self.spot(0, 36)[1]
            self.put(Phase.LETTER, words(x, y, text, size, ink))
            left += width + spare

    def _pips(self) -> None:
        """Steps as pips beside the symbol: full ones are left, the hollow one is lost."""
        steps, reduced = self.view.steps, self.view.reduced
        full = steps if steps is not None else (1 if reduced else 0)
        pips = [True] * min(full, 4) + ([False] if reduced else [])
        top = 15.8 - (len(pips) - 1) * 2.3
        r, width = self.w(1.55), self.w(0.8)
        for number, solid in enumerate(reversed(pips)):
            x, y = self.spot(38, top + number * 4.6)
            if solid:
                self.put(Phase.ROUND, Circle(x, y, round(r + width / 2, 2), self.ink))
            else:
                self.put(Phase.ROUND, Circle(x, y, r, None, self.ink, width))

    def _states(self) -> None:
        u, states, theme = self.u, self.view.states, self.theme
        shape = self.plate(0, 0, 44, 44, 4.6)
        if "spent" in states or "moved" in states:
            veil = 0.44 if "spent" in states else 0.26
            self.put(
                Phase.VEIL, Polygon(shape, fade(mix(self.colours.body, "#5b5f63", 0.55), veil))
            )
        if "spent" in states:
            for line in hatch(self.spot(22, 22), 21.5 * u, 135, 6.2 * u):
                self.put(Phase.VEIL, Polyline(line, fade("#20242a", 0.28), self.w(0.9)))
        if "active" in states:
            glow = self.plate(-2.2, -2.2, 48.4, 48.4, 6.6)
            self.put(Phase.GLOW, Polygon(glow, theme.gold))
            self.put(Phase.FRAME, Polygon(glow, None, "#1c1508", self.w(0.9)))
            self.put(Phase.FRAME, Polygon(shape, None, "#1c1508", self.w(0.7)))
        if "selected" in states:
            frame = self.plate(-1.6, -1.6, 47.2, 47.2, 6)
            self.put(Phase.FRAME, Polygon(frame, None, "#12324a", self.w(3.4)))
            self.put(Phase.TRIM, Polygon(frame, None, "#7fd4ff", self.w(1.9)))
            for sx, sy in product((-1, 1), repeat=2):
                bracket = ((18, 26.4), (26.4, 26.4), (26.4, 18))
                ends = tuple(self.spot(22 + sx * px, 22 + sy * py) for px, py in bracket)
                self.put(Phase.TRIM, Polyline(ends, theme.label, self.w(1.5)))
        corners = CORNERS if self.view.figures is None else SIDES
        for state, (px, py) in zip(badges(states), corners, strict=False):
            disc, glyph = badge(state, *self.spot(px, py), 5.0 * u, theme)
            self.put(Phase.DISC, *disc)
            self.put(Phase.SIGN, *glyph)

    def _facing(self, direction: int) -> None:
        """A wedge outside the counter, towards the hexside the unit faces."""
        angle = math.radians(60 * direction - 90)
        cos, sin = math.cos(angle), math.sin(angle)
        points = tuple(
            self.spot(22 + cos * a - sin * b, 22 + sin * a + cos * b)
            for a, b in ((32.5, 0.0), (24.8, 9.0), (26.8, 0.0), (24.8, -9.0))
        )
        self.put(Phase.SIGN, Polygon(points, self.theme.gold, "#1c1508", self.w(0.9)))
