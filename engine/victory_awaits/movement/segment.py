"""Chapter 9: normal and strategic movement, one unit at a time; units that march onto the map
through a gate, a Soviet supply source (15.3, 15.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.agenda import Candidate, Phase, Reasons, Slots
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Reason, Tally, enforces
from engine.victory_awaits.components.deeds import Answer, ByUnit
from engine.victory_awaits.components.state import Setting, State, Unit, enemy
from engine.victory_awaits.concepts import (
    asleep,
    enemies_in,
    full_hexes,
    go,
    may_wake,
    woken_by,
    zoc,
)
from engine.victory_awaits.movement.costs import (
    MODES,
    NORMAL,
    STRATEGIC,
    Walk,
    Ways,
    reach_of,
    walk,
    whole_points,
)


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

    def decision(self, g: Setting, s: State) -> Decision | None:
        left = len(self.active) - len(self.moved)
        name = woken_by(g, self.hq, self.side)
        return Decision.of(self.side, "ava.move", "9.1", hq=name, left=left)

    @enforces("9.0")
    def ready(self, g: Setting, s: State) -> Iterator[str]:
        """Who has still to move; some may be lost in another activation of the same time (19.4)."""
        for unit in self.active:
            if unit not in self.moved and s.position.place(unit) in g.board:
                yield unit

    def ways(self, g: Setting, s: State, unit: str) -> Iterator[Candidate]:
        """The cheapest way to every hex that a unit may end in."""
        known = {g.board.index[hex] for hex in full_hexes(g, s.position, self.side)}
        for mode in MODES:
            found = reach_of(g, s, unit, mode)
            known.add(found.start)
            goals = [to for to in found.cost if to not in known]
            if not goals:
                continue
            ways = Ways(g, found, unit, mode)
            if self.plain or self.aloof:
                goals = [
                    to for to in goals if not any(self.limits(g, s, unit, ways.path(to), mode))
                ]
            known.update(goals)
            yield from [partial(ways.to, there) for there in goals]

    def walk(self, g: Setting, s: State, action: Action) -> Walk | None:
        """What a unit does on its way; None for one that does not begin where it can."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units or len(path) < 2 or path[0] != s.position.place(unit):
            return None
        return walk(g, s, unit, path, action.get("mode", NORMAL))

    def objections(self, g: Setting, s: State, piece: Unit, action: Action) -> Reasons:
        """Chapter 9, every clause of it."""
        yield from self._who(g, s, piece)
        path, place = texts(action, "path"), s.position.place(piece.id)
        units, hexes, name = (piece.id,), (place,), piece.name
        if place not in g.board:
            yield Reason.of("9.1", "ava.move.not-on-map", units=units, unit=name)
        elif len(path) < 2:
            yield Reason.of("9.1", "ava.move.no-path", hexes=hexes, unit=name)
        elif path[0] != place:
            yield Reason.of("9.1", "ava.move.wrong-start", hexes=hexes, unit=name, hex=place)
        found = self.walk(g, s, action)
        if found is not None:
            yield from found.reasons
            yield from self.limits(g, s, piece.id, path, found.mode)

    def _who(self, g: Setting, s: State, piece: Unit) -> Reasons:
        units, name = (piece.id,), piece.name
        if piece.side != self.side:
            yield Reason.of("9.1", "ava.move.not-yours", units=units, unit=name)
        elif piece.id not in self.active:
            hq = woken_by(g, self.hq, self.side)
            yield Reason.of("8.1", "ava.move.not-active", units=units, unit=name, hq=hq)
            if self.hq and may_wake(g, s, g.units[self.hq], piece):
                yield from filter(None, [asleep(g, s, g.units[self.hq], piece)])
        elif piece.id in self.moved:
            yield Reason.of("9.1", "ava.move.again", units=units, unit=name)

    def limits(self, g: Setting, s: State, unit: str, path: Names, mode: str) -> Reasons:
        """What units woken by the Reserve chit may not do (17.2, 18.1)."""
        if mode == STRATEGIC and unit in self.plain:
            yield g.against(unit, "17.2", "ava.reserve.no-strategic")
        if self.aloof:
            watched = zoc(g, s.position, enemy(self.side))
            near = [hex for hex in path if hex in watched]
            if near:
                yield g.against(unit, "18.1", "ava.reserve.aloof", near, hex=near[0])

    def gone(
        self, g: Setting, s: State, unit: str, path: Names, walk: Walk, course: Course
    ) -> State:
        """A unit goes from hex to hex; towns on the way are taken (3.4)."""
        who = {"unit": g.units[unit].name, "start": path[0], "goal": path[-1]}
        course.tell(
            "9.3" if walk.mode == STRATEGIC else "9.2",
            "ava.move.done",
            units=(unit,),
            hexes=path,
            **who,
            cost=whole_points(walk.spent),
        )
        s = go(g, s, unit, path[1:], course)
        return s.instead(replace(self, moved=self.moved | {unit}))

    def over(self, g: Setting, s: State, course: Course) -> State:
        """Whoever has not moved stays (5.0 step 4)."""
        course.tell("9.1", "ava.move.end", side=self.side)
        return s.pop()


class MarchIn(Movement):
    """Units off the map come on through a gate, by normal or strategic movement (15.3, 15.4)."""

    gates: tuple[str, ...] = ()
    limit: int | None = None
    one_gate: bool = False
    rule: str = "15.3"

    def decision(self, g: Setting, s: State) -> Decision | None:
        due = list(self.ready(g, s))
        if not due:
            return None
        return Decision.of(self.side, "ava.march", self.rule, left=len(due), gates=self.gates)

    def ready(self, g: Setting, s: State) -> Iterator[str]:
        if self.limit is None or len(self.moved) < self.limit:
            for unit in self.active:
                if unit not in self.moved and s.position.place(unit) not in g.board:
                    yield unit

    def ways(self, g: Setting, s: State, unit: str) -> Iterator[Candidate]:
        for gate in self.gates:
            if not enemies_in(g, s, self.side, gate):
                yield from self._through(g, s, unit, gate)

    def _through(self, g: Setting, s: State, unit: str, gate: str) -> Iterator[Candidate]:
        full = full_hexes(g, s.position, self.side)
        for mode in MODES:
            barred = walk(g, s, unit, (gate,), mode, gate=True).reasons
            if any(reason.key != "ava.stack.full" for reason in barred):
                continue
            found = reach_of(g, s, unit, mode, gate=gate)
            ways = Ways(g, found, unit, mode)
            for there in found.cost:
                if g.board.hexes[there] not in full:
                    yield partial(ways.to, there)

    def walk(self, g: Setting, s: State, action: Action) -> Walk | None:
        """The gate is paid for too."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units or not path or path[0] not in self.gates:
            return None
        return walk(g, s, unit, path, action.get("mode", NORMAL), gate=True)

    def objections(self, g: Setting, s: State, piece: Unit, action: Action) -> Reasons:
        """Chapter 9, from the gate on (15.3, 15.4)."""
        name, due = piece.name, piece.id in self.ready(g, s)
        if piece.id not in self.active or s.position.place(piece.id) in g.board:
            yield g.against(piece.id, self.rule, "ava.march.not-due")
        elif not due:
            yield Reason.of(self.rule, "ava.march.enough", unit=name, limit=self.limit)
        found = self.walk(g, s, action)
        if found is None:
            gates = self.gates
            yield Reason.of(self.rule, "ava.march.gate", hexes=gates, hex=gates, unit=name)
        elif due:
            yield from found.reasons

    def gone(
        self, g: Setting, s: State, unit: str, path: Names, walk: Walk, course: Course
    ) -> State:
        """Onto the map; with one gate for all, the first unit fixes it (15.3)."""
        who = {"unit": g.units[unit].name, "gate": path[0], "goal": path[-1]}
        course.tell(self.rule, "ava.march.done", units=(unit,), hexes=path, **who)
        s = go(g, s, unit, path, course)
        gates = (path[0],) if self.one_gate else self.gates
        return s.instead(replace(self, moved=self.moved | {unit}, gates=gates))

    def over(self, g: Setting, s: State, course: Course) -> State:
        """The rest stay outside (15.3, 15.4)."""
        course.tell(self.rule, "ava.march.end", side=self.side)
        return s.pop()


class Move(ByUnit[Movement]):
    """A unit goes from hex to hex (9.1), or comes on through a gate (15.3, 15.4)."""

    kind, rule, sure = "move", "9.1", True

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: p.ready(g, s),
            "way": lambda g, s, p, given: p.ways(g, s, given["unit"]),
        }

    def objections(self, g: Setting, s: State, p: Movement, piece: Unit, action: Action) -> Reasons:
        return p.objections(g, s, piece, action)

    def tally(self, g: Setting, s: State, p: Movement, action: Action) -> Tally | None:
        found = p.walk(g, s, action)
        return None if found is None else found.tally

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        found = p.walk(g, s, action)
        assert found is not None, "a legal move is a walk"
        return p.gone(g, s, action["unit"], action["path"], found, course)


MOVE = Move()
Movement.offers(MOVE, Answer("end", "9.1", Movement.over))
MarchIn.offers(MOVE, Answer("end", "15.3", MarchIn.over))
