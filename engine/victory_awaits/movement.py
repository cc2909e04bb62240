"""Chapter 9: normal and strategic movement, one unit at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import texts
from engine.verdict import Reason, Tally, Verdict
from engine.victory_awaits.concepts import full_hexes, zoc
from engine.victory_awaits.control import take
from engine.victory_awaits.state import State, enemy
from engine.victory_awaits.walking import MODES, NORMAL, STRATEGIC, reach_of, walk

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

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Move a unit; end the segment."""
        return ("move", "end")

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every hex that each unit may end in, by its cheapest way; then the end."""
        for mover in self.active:
            if mover in self.moved or unit not in (None, mover):
                continue
            yield from self._moves(g, s, mover, hex)
        if unit is None and hex is None:
            yield Action("end")

    def _moves(self, g: VictoryAwaits, s: State, unit: str, hex: str | None) -> Moves:
        if s.position.place(unit) not in g.board:
            return  # 19.4: lost in another activation of the same time
        seen: set[int] = set()
        limited = bool(self.plain or self.aloof)
        full = full_hexes(g, s.position, self.side)
        for mode in MODES:
            found = reach_of(g, s, unit, mode)
            for there in found.cost:
                label = g.board.hexes[there]
                if there in seen or there == found.start or hex not in (None, label):
                    continue
                if label in full:
                    continue
                path = [g.board.hexes[i] for i in found.path(there)]
                if limited and any(self._limits(g, s, unit, path, mode)):
                    continue
                seen.add(there)
                yield Action("move", unit=unit, path=path, mode=None if mode == NORMAL else mode)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Chapter 9, every clause of it."""
        if action.kind == "end":
            return Verdict()
        reasons = list(self._who(g, s, action))
        path = texts(action, "path")
        if action.get("unit") in g.units and len(path) > 1 and not self._malformed(g, s, action):
            reasons += walk(g, s, action["unit"], path, action.get("mode", NORMAL)).reasons
            reasons += self._limits(g, s, action["unit"], path, action.get("mode", NORMAL))
        return Verdict(tuple(reasons))

    def _limits(
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

    def _malformed(self, g: VictoryAwaits, s: State, action: Action) -> bool:
        path = texts(action, "path")
        return path[0] != s.position.place(action["unit"])

    def _who(self, g: VictoryAwaits, s: State, action: Action) -> Iterator[Reason]:
        unit = action.get("unit")
        if unit not in g.units:
            yield Reason.of("9.1", "ava.move.no-unit", unit=unit)
            return
        piece, place = g.units[unit], s.position.place(unit)
        path = texts(action, "path")
        if piece.side != self.side:
            yield Reason.of("9.1", "ava.move.not-yours", units=(unit,), unit=piece.name)
        elif unit not in self.active:
            yield from self._asleep(g, s, unit)
        elif unit in self.moved:
            yield Reason.of("9.1", "ava.move.again", units=(unit,), unit=piece.name)
        if place not in g.board:
            yield Reason.of("9.1", "ava.move.not-on-map", units=(unit,), unit=piece.name)
        elif len(path) < 2:
            yield Reason.of("9.1", "ava.move.no-path", hexes=(place,), unit=piece.name)
        elif path[0] != place:
            yield Reason.of(
                "9.1", "ava.move.wrong-start", hexes=(place,), unit=piece.name, hex=place
            )

    def _asleep(self, g: VictoryAwaits, s: State, unit: str) -> Iterator[Reason]:
        why = g.query(s, "activation", hq=self.hq).get(unit) if self.hq else None
        yield Reason.of(
            "8.1",
            "ava.move.not-active",
            units=(unit,),
            unit=g.units[unit].name,
            hq=g.units[self.hq].name if self.hq else g.scenario.side(self.side).name,
        )
        if why is not None:
            yield why

    def tally(self, g: VictoryAwaits, s: State, action: Action) -> Tally | None:
        """The cost of the path, a line a hex; the parts say why each costs what it does."""
        path = texts(action, "path")
        if action.get("unit") not in g.units or len(path) < 2 or self._malformed(g, s, action):
            return None
        return walk(g, s, action["unit"], path, action.get("mode", NORMAL)).tally

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Move the unit, taking towns on the way (3.4), or end the segment."""
        if action.kind == "end":
            course.tell("9.1", "ava.move.end", side=self.side)
            return s.pop()
        unit, path = action["unit"], action["path"]
        cost = walk(g, s, unit, path, action.get("mode", NORMAL)).tally.total
        course.tell(
            "9.3" if action.get("mode") == STRATEGIC else "9.2",
            "ava.move.done",
            units=(unit,),
            hexes=path,
            unit=g.units[unit].name,
            start=path[0],
            goal=path[-1],
            cost=cost,
        )
        s = s.at(unit, path[-1])
        for hex in path[1:]:
            s = take(g, s, unit, hex, course)
        return s.instead(replace(self, moved=self.moved | {unit}))
