"""Chapter 9: normal and strategic movement, one unit at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, texts
from engine.deeds import Candidate, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason, Tally
from engine.victory_awaits.components.state import State, enemy
from engine.victory_awaits.concepts.activation import asleep, may_wake
from engine.victory_awaits.concepts.zones import full_hexes, put, take, zoc
from engine.victory_awaits.movement.costs import (
    MODES,
    NORMAL,
    STRATEGIC,
    Ways,
    reach_of,
    walk,
    whole_points,
)

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class Movement(Phase):
    """The movement segment of one activation (5.0 step 4, 9.0)."""

    hq: str | None
    side: str
    active: tuple[str, ...]
    moved: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    """17.2: Reserve units outside every command range use normal movement only."""
    aloof: bool = False
    """18.1: units that neither enter nor leave an enemy ZOC."""

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner of the chit moves units, or ends the segment."""
        name = g.units[self.hq].name if self.hq else g.scenario.side(self.side).name
        left = len(self.active) - len(self.moved)
        return Decision.of(self.side, "ava.move", "9.1", hq=name, left=left)

    @enforces("9.0")
    def ready(self, g: VictoryAwaits, s: State) -> Iterator[str]:
        """Who has still to move; some may be lost in another activation of the same time (19.4)."""
        for unit in self.active:
            if unit not in self.moved and s.position.place(unit) in g.board:
                yield unit

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Move a unit; end the segment."""
        return MOVE, END_MOVEMENT

    def limits(
        self, g: VictoryAwaits, s: State, unit: str, path: Sequence[str], mode: str
    ) -> Iterator[Reason]:
        """What units woken by the Reserve chit may not do (17.2, 18.1)."""
        name = g.units[unit].name
        if mode == STRATEGIC and unit in self.plain:
            yield Reason.of("17.2", "ava.reserve.no-strategic", units=(unit,), unit=name)
        if self.aloof:
            watched = zoc(g, s.position, enemy(self.side))
            near = [hex for hex in path if hex in watched]
            if near:
                yield Reason.of(
                    "18.1", "ava.reserve.aloof", hexes=near, units=(unit,), unit=name, hex=near[0]
                )


class Move(Deed["VictoryAwaits", State, Movement]):
    """A unit goes from hex to hex (9.1)."""

    kind, rule, sure = "move", "9.1", True

    def slots(self) -> Slots[VictoryAwaits, State, Movement]:
        """A unit, and the cheapest way to every hex that it may end in."""
        return {"unit": lambda g, s, p, given: p.ready(g, s), "way": self._ways}

    def _ways(self, g: VictoryAwaits, s: State, p: Movement, given: Action) -> Iterator[Candidate]:
        unit, known = given["unit"], {g.board.index[hex] for hex in full_hexes(g, s, p.side)}
        for mode in MODES:
            found = reach_of(g, s, unit, mode)
            known.add(found.start)
            ways, goals = Ways(g, found, mode), [to for to in found.cost if to not in known]
            if p.plain or p.aloof:
                goals = [to for to in goals if not any(p.limits(g, s, unit, ways.path(to), mode))]
            known.update(goals)
            yield from [partial(ways.to, there) for there in goals]

    def reasons(self, g: VictoryAwaits, s: State, p: Movement, action: Action) -> Reasons:
        """Chapter 9, every clause of it."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units:
            yield Reason.of("9.1", "ava.move.no-unit", unit=action.get("unit"))
            return
        yield from self._who(g, s, p, unit)
        piece, place = g.units[unit], s.position.place(unit)
        if place not in g.board:
            yield Reason.of("9.1", "ava.move.not-on-map", units=(unit,), unit=piece.name)
        elif len(path) < 2:
            yield Reason.of("9.1", "ava.move.no-path", hexes=(place,), unit=piece.name)
        elif path[0] != place:
            yield Reason.of(
                "9.1", "ava.move.wrong-start", hexes=(place,), unit=piece.name, hex=place
            )
        if len(path) > 1 and path[0] == place:
            mode = action.get("mode", NORMAL)
            yield from walk(g, s, unit, path, mode).reasons
            yield from p.limits(g, s, unit, path, mode)

    def _who(self, g: VictoryAwaits, s: State, p: Movement, unit: str) -> Reasons:
        name = g.units[unit].name
        if g.units[unit].side != p.side:
            yield Reason.of("9.1", "ava.move.not-yours", units=(unit,), unit=name)
        elif unit not in p.active:
            hq = g.units[p.hq].name if p.hq else g.scenario.side(p.side).name
            yield Reason.of("8.1", "ava.move.not-active", units=(unit,), unit=name, hq=hq)
            if p.hq and may_wake(g, s, g.units[p.hq], g.units[unit]):
                yield from filter(None, [asleep(g, s, g.units[p.hq], g.units[unit])])
        elif unit in p.moved:
            yield Reason.of("9.1", "ava.move.again", units=(unit,), unit=name)

    def tally(self, g: VictoryAwaits, s: State, p: Movement, action: Action) -> Tally | None:
        """The cost of the path, a line a hex; the parts say why each costs what it does."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units or len(path) < 2 or path[0] != s.position.place(unit):
            return None
        return walk(g, s, unit, path, action.get("mode", NORMAL)).tally

    def apply(
        self, g: VictoryAwaits, s: State, p: Movement, action: Action, course: Course
    ) -> State:
        """Towns on the way are taken (3.4)."""
        unit, path = action["unit"], action["path"]
        spent = walk(g, s, unit, path, action.get("mode", NORMAL)).spent
        course.tell(
            "9.3" if action.get("mode") == STRATEGIC else "9.2",
            "ava.move.done",
            units=(unit,),
            hexes=path,
            unit=g.units[unit].name,
            start=path[0],
            goal=path[-1],
            cost=whole_points(spent),
        )
        s = put(g, s, unit, path[-1])
        for hex in path[1:]:
            s = take(g, s, unit, hex, course)
        return s.instead(replace(p, moved=p.moved | {unit}))


class EndMovement(Deed["VictoryAwaits", State, Movement]):
    """The segment is over (5.0 step 4)."""

    kind, rule = "end", "9.1"

    def apply(
        self, g: VictoryAwaits, s: State, p: Movement, action: Action, course: Course
    ) -> State:
        """Whoever has not moved stays."""
        course.tell("9.1", "ava.move.end", side=p.side)
        return s.pop()


MOVE, END_MOVEMENT = Move(), EndMovement()
