"""Units that go together: a bounded choice of moves and advances of whole stacks (8.1 of both
games), for players without eyes. Whoever sees the board may name any group he likes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves
from engine.zocbond.chapter import Chapter
from engine.zocbond.reaching import reach, stops
from engine.zocbond.state import State
from engine.zocbond.walking import MODES, NORMAL

if TYPE_CHECKING:
    from engine.zocbond.advance import Advance
    from engine.zocbond.movement import Movement
    from engine.zocbond.rules import Family


def stacks(g: Family, s: State, units: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Those of some units that stand together on the map, two or more."""
    found: dict[str, list[str]] = {}
    for unit in units:
        if s.place(unit) in g.board:
            found.setdefault(s.place(unit), []).append(unit)
    return (tuple(stack) for stack in found.values() if len(stack) > 1)


def moves(g: Family, s: State, phase: Movement) -> Moves:
    """Every hex each whole stack can end in, and two ways to stop half-way; the game's own."""
    for stack in stacks(g, s, phase.ready(g, s)):
        yield from _moves(g, s, stack)
        yield from _stops(g, s, phase, stack)
    yield from g.all_of(Chapter.group_choices, s, phase)


def _moves(g: Family, s: State, stack: tuple[str, ...]) -> Moves:
    seen = {s.place(stack[0])}
    for mode in MODES:
        if any(g.all_of(Chapter.mode_reasons, s, stack, mode)):
            continue
        reached = reach(g, s, stack, mode)
        for there in stops(g, s, stack, mode, (hex for hex in reached if hex not in seen)):
            seen.add(there)
            named = None if mode == NORMAL else mode
            yield Action("move", units=stack, path=reached.path(there), mode=named)


def _stops(g: Family, s: State, phase: Movement, stack: tuple[str, ...]) -> Moves:
    """Half the longest way: one unit stays there, or all of them look about."""
    if any(g.all_of(Chapter.mode_reasons, s, stack, NORMAL)):
        return
    reached = reach(g, s, stack, NORMAL)
    way = max((reached.path(hex) for hex in reached), key=len)
    half = way[: len(way) // 2 + 1]
    for how in ({"leave": stack[-1:]}, {"pause": True}):
        action = Action("move", units=stack, path=half, **how)
        if len(half) > 1 and phase.explain(g, s, action):
            yield action


def advances(g: Family, s: State, phase: Advance) -> Moves:
    """Every hex each whole stack can advance to."""
    for stack in stacks(g, s, phase.movers(g, s)):
        seen: set[str] = set()
        for path in phase.paths(g, s, stack[0]):
            action = Action("advance", units=stack, path=path)
            if path[-1] not in seen and phase.explain(g, s, action):
                seen.add(path[-1])
                yield action
