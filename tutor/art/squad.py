"""A counter with figures in its corners: a squad, a gun or a tank of one firefight.

Upper left the price of a shot, upper right the price of a step; lower left the two firepowers,
lower right the two defence ratings, flank above front; the range below in the middle. Red
figures stand on square plates, blue ones on round plates, so that colour is not the only sign.
The letter that texts call it by stands in the middle, whatever band lies over its name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from tutor.art.badges import badges
from tutor.art.grid import DARK, Grid, Phase
from tutor.art.items import Polygon, Text
from tutor.art.signs import Frame
from tutor.art.symbols import symbol
from tutor.art.views import Figures

RED, BLUE, SKY, WHITE = "#b3201a", "#1c4f9c", "#8fd3f7", "#ffffff"
PLATE, WIDE = 11.6, 16.4
"""The side of a plate on the counter's grid of 44; how wide one of two figures is."""
GROWN = 18
"""So wide figures may become where the counter is small."""
ONE = 7.4
"""So wide one figure on a plate may become there."""
BETWEEN = 13.0
"""The room between the plates of the lowest line."""
TOP, UPPER, LOWER = 6.6, 26.6, 37.4
MIDDLE, RIGHT = 20.2, 35.2
"""Down the middle between the plates, and down those at the right."""
BADGE = (6.4, 37.4)
"""How far badges at the sides leave room for the name: the left one comes second."""


def figures(grid: Grid, told: Figures) -> None:
    """Everything that is printed on such a counter."""
    _texts(grid, told)
    _marks(grid, told)
    for text, px, py, _, fill, rim in _corners(told):
        if text:
            wide, high = _plate(text), PLATE * 0.92
            bend = high / 2 if BLUE in (fill, rim) else 1.8
            shape = grid.plate(px - wide / 2, py - high / 2, wide, high, bend)
            grid.put(Phase.SOLID, Polygon(shape, fill, rim, grid.w(0.9)))
    _sign(grid, told)


def _plate(text: str) -> float:
    """How wide a plate is."""
    return WIDE if len(text) > 1 else PLATE


def _corners(told: Figures) -> Iterator[tuple[str, float, float, str, str, str]]:
    """Every plate: its text, its place, and the colours of its letters, its ground and its rim."""
    # a firepower of none in blue is no news, and leaves its place to the name
    if told.blue_fire not in ("", "0"):
        yield told.blue_fire, 7.4, UPPER, *_tints(True, "blue" in told.white)
    yield told.red_fire, 7.4, LOWER, *_tints(False, "red" in told.white)
    flank, opened = "flank" in told.blue, "open-top" in told.signs
    # an open top's is white, with a red frame (15.4)
    yield told.flank, RIGHT, UPPER, *(_tints(flank, opened)[:2]), RED if opened else WHITE
    yield told.front, RIGHT, LOWER, *_tints("front" in told.blue, False)


def _tints(blue: bool, white: bool) -> tuple[str, str, str]:
    tint = BLUE if blue else RED
    return (tint, WHITE, tint) if white else (WHITE, tint, WHITE)


def _marks(grid: Grid, told: Figures) -> None:
    """Under the figures: a turret, an anti-aircraft gun, the impulses of a plane."""
    if "turret" in told.signs:
        grid.put(Phase.BOX, grid.disc(6.6, TOP, 5.8, WHITE, DARK, 0.8))
    if "flak" in told.signs:
        grid.put(Phase.BOX, grid.disc(7.4, LOWER, 7.4, SKY, BLUE, 0.8))
    if "impulses" in told.signs:
        turns = [math.radians(60 * n) for n in range(6)]
        at = [grid.spot(37.4 + 6.4 * math.cos(a), TOP + 6.4 * math.sin(a)) for a in turns]
        grid.put(Phase.BOX, Polygon(tuple(at), SKY, DARK, grid.w(0.8)))


def _room(grid: Grid) -> tuple[float, float]:
    """From where to where the line of the name, or the band, is free."""
    shown = len(badges(grid.view.states))
    return (BADGE[0] if shown > 1 else 1.5, BADGE[1] if shown else 42.5)


def _sign(grid: Grid, told: Figures) -> None:
    """What kind of unit it is, small in the middle; the band of a hit over all."""
    u = grid.u
    box = Frame(*grid.spot(22, 8.2), 8.0 * u, 5.0 * u, u, {"ink": DARK})
    frame = box.at((-1, -1), (1, -1), (1, 1), (-1, 1))
    grid.put(Phase.ROUND, Polygon(frame, grid.paled(grid.colours.box, 0.5)))
    for item in symbol(grid.view.symbol, box):
        grid.put(Phase.LETTER if isinstance(item, Text) else Phase.ROUND, item)
    grid.put(Phase.ROUND, Polygon(frame, None, DARK, grid.w(1.0)))
    if told.band:
        band = grid.plate(0.6, 14.6, 42.8, 7.8, 1.4)
        grid.put(Phase.ROUND, Polygon(band, "#ffd23f", "#231a08", grid.w(1.0)))
        start, end = _room(grid)
        grid.write((start + end) / 2, 18.5, told.band, 6.4, "#231a08", end - start - 1)


def _texts(grid: Grid, told: Figures) -> None:
    """The figures and the name."""
    ink = grid.paled(grid.colours.ink, 0.8)
    dark = DARK if "turret" in told.signs else ink
    grid.write(6.6, TOP, told.fire, 10.4, dark, grown=GROWN)
    tint = DARK if "impulses" in told.signs else RED if told.foot and not grid.ghost else ink
    grid.write(37.4, TOP, told.move, 10.4, tint, grown=GROWN)
    grid.write(MIDDLE, 28.2, told.tag, 10.6, ink, BETWEEN, BETWEEN)
    if not told.band:
        start, end = _room(grid)
        name, size = grid.shortened(grid.view.name, 7.4, end - start, 1.0)
        grid.write((start + end) / 2, 18.2, name, size, ink)
    grid.write(MIDDLE, LOWER, told.range, 8.6, ink, BETWEEN, BETWEEN)
    for text, px, py, letters, _, _ in _corners(told):
        room = _plate(text) - 1.6
        grid.write(px, py, text, 9.6, letters, room, min(room, ONE * len(text)))
