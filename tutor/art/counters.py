"""Unit counters and markers as display items.

A counter is drawn on a grid of 44 by 44. Its items are handed out in phases (shadows, bodies,
symbols, letters, badges); all counters of one height in their stacks are painted phase by phase,
so that a painter can send hundreds of them in a few batches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from tutor.art.badges import badge, badges
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
)
from tutor.art.layout import Layout
from tutor.art.shapes import hatch, rounded, tidy
from tutor.art.signs import Frame, emblem
from tutor.art.squad import Squad
from tutor.art.symbols import size_mark, symbol
from tutor.art.themes import Army, Theme, army
from tutor.art.views import BoardView, CounterView

GRID = 44.0
SHADOW, GLOW, BODY, BAND, RIM, BOX, SOLID, LINE, ROUND, LETTER, VEIL, DISC, SIGN, FRAME, TRIM = (
    range(15)
)
CORNERS = ((39.8, 4.4), (4.2, 4.4), (41.0, 16.0), (3.0, 16.0))
"""Where the badges of a counter sit."""
SIDES = ((43.0, 17.5), (1.0, 17.5), (1.0, 27.5), (43.0, 27.5))
"""The same for a counter with figures in its corners."""
DOTS = {"black": "#141414", "red": "#c8281e", "white": "#ffffff"}
DOT_RIM = "#f4efe2"
Phased = tuple[tuple[int, Item], ...]


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
    phases: dict[int, list[Item]] = {}
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


def _step(size: float) -> float:
    """Letter sizes in quarter pixels: few sizes make few batches."""
    return int(size * 4) / 4


class _Counter:
    def __init__(self, view: CounterView, x: float, y: float, side: float, theme: Theme) -> None:
        self.view, self.theme, self.side = view, theme, side
        self.u = side / GRID
        self.colours: Army = army(view.palette, theme)
        self.ghost = "ghost" in view.states
        lift = 3 * self.u if "selected" in view.states else 0.0
        self.left, self.top = x - side / 2 - lift * 0.6, y - side / 2 - lift
        self.lift = lift
        self.ink = fade(theme.label, 0.8) if self.ghost else self.colours.ink
        self.out: list[tuple[int, Item]] = []

    def put(self, phase: int, *items: Item) -> None:
        self.out += [(phase, item) for item in items]

    def spot(self, px: float, py: float) -> Point:
        return round(self.left + px * self.u, 2), round(self.top + py * self.u, 2)

    def plate(self, px: float, py: float, wide: float, high: float, bend: float) -> Polygon:
        u, (x, y) = self.u, self.spot(px, py)
        return Polygon(rounded(x, y, wide * u, high * u, bend * u))

    def items(self) -> list[tuple[int, Item]]:
        self._body()
        if self.view.figures is not None:
            self._squad()
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
            self._dot(self.view.dot)
        self._states()
        if self.view.facing is not None:
            self._facing(self.view.facing)
        return self.out

    def _body(self) -> None:
        u, body, ghost = self.u, self.colours.body, self.ghost
        drop = 1.5 + self.lift / u * 1.2
        if not ghost:
            shade = self.plate(drop * 0.8, drop, 44, 44, 4.6)
            self.put(SHADOW, Polygon(shade.points, self.theme.shadow))
        fill = fade(body, 0.38) if ghost else body
        shape = self.plate(0, 0, 44, 44, 4.6).points
        self.put(BODY, Polygon(shape, fill))
        if self.view.reduced:
            pale = mix(body, "#fffdf6", 0.66)
            x, y = self.spot(0, 29.2)
            band = ((x, y), (x + 44 * u, y), (x + 44 * u, y + 13.4 * u), (x, y + 13.4 * u))
            self.put(BAND, Polygon(tidy(band), fade(pale, 0.5) if ghost else pale))
            for edge in (29.2, 42.6):
                ends = (self.spot(0, edge), self.spot(44, edge))
                self.put(RIM, Polyline(ends, fade(self.colours.ink, 0.55), round(0.8 * u, 2)))
        if not ghost:
            light = tidy([self.spot(1.4, 39), self.spot(1.4, 5.5), self.spot(2.6, 2.6),
                          self.spot(5.5, 1.4), self.spot(39, 1.4)])  # fmt: skip
            self.put(RIM, Polyline(light, fade("#ffffff", 0.42), round(1.1 * u, 2)))
        rim = mix(body, "#0d0a06", 0.62)
        if ghost:
            dash = (round(2.6 * u, 2), round(2.4 * u, 2))
            closed = (*shape, shape[0])
            self.put(RIM, Polyline(closed, self.theme.label, round(1.2 * u, 2), dash, "butt"))
        else:
            self.put(RIM, Polygon(shape, None, rim, round(1.0 * u, 2)))

    def _squad(self) -> None:
        """Figures in the corners about a small symbol (tutor.art.squad)."""
        squad = Squad(self.view, self.spot, self.u, self.colours, self.ghost)
        for item in squad.texts():
            self.put(LETTER if isinstance(item, Text) else LINE, item)
        for item in squad.marks():
            self.put(BOX, item)
        for item in squad.chips():
            self.put(SOLID, item)
        for item in squad.sign():
            self.put(ROUND if not isinstance(item, Text) else LETTER, item)

    def _symbol(self) -> None:
        u, ink = self.u, "#191714"
        if self.ghost:
            ink = fade(ink, 0.55)
        (x, y) = self.spot(22, 15.8)
        box = Frame(x, y, 10.2 * u, 6.3 * u, 1.25 * u, {"ink": ink})
        frame = box.at((-1, -1), (1, -1), (1, 1), (-1, 1))
        self.put(
            BOX, Polygon(frame, fade(self.colours.box, 0.5) if self.ghost else self.colours.box)
        )
        for item in symbol(self.view.symbol, box):
            match item:
                case Polygon():
                    self.put(SOLID, item)
                case Polyline():
                    self.put(LINE, item)
                case Circle():
                    self.put(ROUND, item)
                case _:
                    self.put(LETTER, item)
        self.put(ROUND, Polygon(frame, None, ink, round(1.3 * u, 2)))
        mark = size_mark(self.view.size, *self.spot(22, 5.7), u * 1.5, self.ink)
        for item in mark:
            self.put(LETTER if isinstance(item, Text) else LINE, item)
        ex, ey = self.spot(6.2, 15.8)
        sign = emblem(self.colours.emblem, ex, ey, 3.3 * u, self.ink, self.colours.body)
        for number, item in enumerate(sign):
            # Its ground first, whatever shape that has.
            self.put(SOLID if number else BOX, item)

    def _marks(self, marks: tuple[str, ...]) -> None:
        """Plates in a row, each with a short word."""
        widths = [max(8.6, 5.2 * len(mark) + 2.4) for mark in marks]
        left = 22 - (sum(widths) + 1.6 * (len(marks) - 1)) / 2
        for mark, wide in zip(marks, widths, strict=True):
            plate = self.plate(left, 15.6, wide, 9.2, 2.4).points
            self.put(BOX, Polygon(plate, self.colours.ink))
            x, y = self.spot(left + wide / 2, 20.2)
            self.put(
                LETTER, Text(x, y, mark, _step(6.6 * self.u), self.colours.body, weight="bold")
            )
            left += wide + 1.6

    def _letters(self, py: float, size: float) -> None:
        """The name in the middle, or as far to the right of it as a spot on the left wants."""
        name = self.view.name
        if name:
            left = 10.4 if self.view.dot else 2.0
            room = (42 - left) * self.u
            letters = fit_size(name, size * self.u, room, least=4.6 * self.u)
            while text_width(name, letters) > room * 1.01 and len(name) > 2:
                name = name[:-2] + "…"
            half = text_width(name, _step(letters)) / self.u / 2
            x, y = self.spot(max(22.0, left + half), py)
            self.put(LETTER, Text(x, y, name, _step(letters), self.ink, weight="bold"))

    def _numbers(self) -> None:
        texts = [text for text in self.view.numbers if text]
        if not texts:
            return
        u = self.u
        room, gap = 40.5 * u, 4.0 * u * (len(texts) - 1)
        whole = "".join(texts)
        size = _step(fit_size(whole, 13.6 * u, room - gap))
        ink = "#191714" if self.view.reduced else self.ink
        spot = 22.0
        if len(texts) == 1:
            x, y = self.spot(spot, 36)
            self.put(LETTER, Text(x, y, texts[0], size, ink, weight="bold"))
            return
        widths = [text_width(text, size) for text in texts]
        left = 2.2 * u
        spare = (39.6 * u - sum(widths)) / (len(texts) - 1)
        for text, width in zip(texts, widths, strict=True):
            x, y = self.left + left + width / 2, self.spot(0, 36)[1]
            self.put(LETTER, Text(round(x, 2), y, text, size, ink, weight="bold"))
            left += width + spare

    def _pips(self) -> None:
        """Steps as pips beside the symbol: full ones are left, the hollow one is lost."""
        steps, reduced = self.view.steps, self.view.reduced
        full = steps if steps is not None else (1 if reduced else 0)
        pips = [True] * min(full, 4) + ([False] if reduced else [])
        top = 15.8 - (len(pips) - 1) * 2.3
        for number, solid in enumerate(reversed(pips)):
            x, y = self.spot(38, top + number * 4.6)
            r, width = round(1.55 * self.u, 2), round(0.8 * self.u, 2)
            if solid:
                self.put(ROUND, Circle(x, y, round(r + width / 2, 2), self.ink))
            else:
                self.put(ROUND, Circle(x, y, r, None, self.ink, width))

    def _dot(self, colour: str) -> None:
        """The spot of a unit whose tanks or guns shift the odds, left of the symbol."""
        x, y = self.spot(6.2, 27.0)
        r, width = round(2.6 * self.u, 2), round(0.8 * self.u, 2)
        self.put(ROUND, Circle(x, y, r, DOTS.get(colour, self.ink), DOT_RIM, width))

    def _states(self) -> None:
        u, states, theme = self.u, self.view.states, self.theme
        shape = self.plate(0, 0, 44, 44, 4.6).points
        if "spent" in states or "moved" in states:
            veil = 0.44 if "spent" in states else 0.26
            self.put(VEIL, Polygon(shape, fade(mix(self.colours.body, "#5b5f63", 0.55), veil)))
        if "spent" in states:
            (x, y), radius = self.spot(22, 22), 21.5 * u
            for line in hatch((x, y), radius, 135, 6.2 * u):
                self.put(VEIL, Polyline(line, fade("#20242a", 0.28), round(0.9 * u, 2)))
        if "active" in states:
            glow = self.plate(-2.2, -2.2, 48.4, 48.4, 6.6).points
            self.put(GLOW, Polygon(glow, theme.gold))
            self.put(FRAME, Polygon(glow, None, "#1c1508", round(0.9 * u, 2)))
            self.put(FRAME, Polygon(shape, None, "#1c1508", round(0.7 * u, 2)))
        if "selected" in states:
            frame = self.plate(-1.6, -1.6, 47.2, 47.2, 6).points
            self.put(FRAME, Polygon(frame, None, "#12324a", round(3.4 * u, 2)))
            self.put(TRIM, Polygon(frame, None, "#7fd4ff", round(1.9 * u, 2)))
            for sx in (-1, 1):
                for sy in (-1, 1):
                    corner = [(22 + sx * 18, 22 + sy * 26.4), (22 + sx * 26.4, 22 + sy * 26.4),
                              (22 + sx * 26.4, 22 + sy * 18)]  # fmt: skip
                    ends = tuple(self.spot(*spot) for spot in corner)
                    self.put(TRIM, Polyline(ends, theme.label, round(1.5 * u, 2)))
        corners = CORNERS if self.view.figures is None else SIDES
        for state, (px, py) in zip(badges(states), corners, strict=False):
            disc, glyph = badge(state, *self.spot(px, py), 5.0 * u, theme)
            self.put(DISC, *disc)
            self.put(SIGN, *glyph)

    def _facing(self, direction: int) -> None:
        """A wedge outside the counter, towards the hexside the unit faces."""
        angle = math.radians(60 * direction - 90)
        cos, sin = math.cos(angle), math.sin(angle)
        wedge = [
            (22 + cos * a - sin * b, 22 + sin * a + cos * b)
            for a, b in ((32.5, 0.0), (24.8, 9.0), (26.8, 0.0), (24.8, -9.0))
        ]
        points = tuple(self.spot(px, py) for px, py in wedge)
        self.put(SIGN, Polygon(points, self.theme.gold, "#1c1508", round(0.9 * self.u, 2)))
