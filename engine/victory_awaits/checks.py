"""What must always hold in a game; a broken one is a mistake of the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.verdict import Reason
from engine.victory_awaits.components.state import AXIS, NATIONS, SOVIET, State
from engine.victory_awaits.components.track import (
    AVAILABLE,
    ELIMINATED,
    MARKERS,
    SETTING_UP,
    SUPPLY,
    WITHDRAWN,
)
from engine.victory_awaits.concepts import STACK_LIMIT
from engine.victory_awaits.turn.chits import Choose, Unlock, on_offer

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

BOX_SIDE = {
    box: side for boxes in (AVAILABLE, ELIMINATED, SETTING_UP) for side, box in boxes.items()
} | {WITHDRAWN: AXIS, MARKERS: SOVIET}


def violations(g: VictoryAwaits, s: State) -> list[Reason]:
    """Stacks (3.1), water (TEC), the start line (9.1), steps (10.5), boxes (10.8), chits (6.1)."""
    return [*_hexes(g, s), *_boxes(g, s), *_steps(g, s), *_chits(g, s)]


def _hexes(g: VictoryAwaits, s: State) -> Iterator[Reason]:
    west = g.board.tagged("axis-territory")
    for place in s.position.places():
        if place not in g.board:
            continue
        units = s.position.at(place)
        stack = [unit for unit in units if not g.units[unit].fortress]
        if len(stack) > STACK_LIMIT or len(units) - len(stack) > 1:
            yield Reason.of("3.1", "ava.broken.stack", hexes=(place,), units=units)
        if len({g.units[unit].side for unit in units}) > 1:
            yield Reason.of("3.1", "ava.broken.mixed", hexes=(place,), units=units)
        if place not in g.ground.dry:
            yield Reason.of("TEC", "ava.broken.water", hexes=(place,), units=units)
        if place in west:
            strays = [unit for unit in units if g.units[unit].side == SOVIET]
            if strays:
                yield Reason.of("9.1", "ava.broken.west", hexes=(place,), units=strays)


def _boxes(g: VictoryAwaits, s: State) -> Iterator[Reason]:
    for box, side in BOX_SIDE.items():
        wrong = [
            unit
            for unit in s.position.at(box)
            if g.units[unit].side != side or (box == MARKERS) != g.units[unit].fortress
            if not (g.units[unit].fortress and box == ELIMINATED[SOVIET])
        ]
        if wrong:
            yield Reason.of("10.8", "ava.broken.box", units=wrong)
    known = sum(len(s.position.at(place)) for place in s.position.places())
    if known != len(g.units):
        yield Reason.of("10.8", "ava.broken.box")


def _steps(g: VictoryAwaits, s: State) -> Iterator[Reason]:
    wrong = [unit for unit in s.reduced if g.units[unit].steps < 2]
    wrong += [unit for unit in s.position.at(AVAILABLE[SOVIET]) if unit in s.reduced]
    if wrong:
        yield Reason.of("10.5", "ava.broken.steps", units=wrong)


def _chits(g: VictoryAwaits, s: State) -> Iterator[Reason]:
    if g.setup.team or not s.agenda or not (s.cup or s.drawn):
        return
    if any(isinstance(phase, Choose | Unlock) for phase in s.agenda):
        return
    had = Counter(chit for nation in NATIONS for chit in on_offer(g, s, nation))
    had.update(chit for chit in s.pool if chit == SUPPLY)
    now = Counter((*s.cup, *s.hand, *s.drawn, *s.resting))
    if had != now:
        odd = tuple((had - now) + (now - had))
        yield Reason.of("6.1", "ava.broken.chits", chits=odd)
