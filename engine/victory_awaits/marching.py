"""Sections 15.3 and 15.4: units march onto the map through a gate, a Soviet supply source."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course, Decision
from engine.given import text, texts
from engine.verdict import Reason, Tally, Verdict
from engine.victory_awaits.concepts import enemies_in, full_hexes
from engine.victory_awaits.control import take
from engine.victory_awaits.movement import Movement
from engine.victory_awaits.state import State
from engine.victory_awaits.walking import MODES, NORMAL, reach_of, walk

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class MarchIn(Movement):
    """Units off the map come on through a gate, by normal or strategic movement (15.3, 15.4)."""

    gates: tuple[str, ...] = ()
    limit: int | None = None
    one_gate: bool = False
    rule: str = "15.3"

    def _due(self, g: VictoryAwaits, s: State) -> list[str]:
        if self.limit is not None and len(self.moved) >= self.limit:
            return []
        return [u for u in self.active if u not in self.moved and self._outside(g, s, u)]

    def _outside(self, g: VictoryAwaits, s: State, unit: str) -> bool:
        return s.position.place(unit) not in g.board

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner brings a unit on, or leaves the rest outside."""
        due = self._due(g, s)
        if not due:
            return None
        return Decision.of(self.side, "ava.march", self.rule, left=len(due), gates=self.gates)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """All are on."""
        return s.pop()

    def _moves(self, g: VictoryAwaits, s: State, unit: str, hex: str | None) -> Moves:
        if unit not in self._due(g, s):
            return
        for gate in self.gates:
            if not enemies_in(g, s, self.side, gate):
                yield from self._through(g, s, unit, hex, gate)

    def _through(self, g: VictoryAwaits, s: State, unit: str, hex: str | None, gate: str) -> Moves:
        full = full_hexes(g, s.position, self.side)
        for mode in MODES:
            barred = walk(g, s, unit, (gate,), mode, gate=True).reasons
            if any(reason.key != "ava.stack.full" for reason in barred):
                continue
            found = reach_of(g, s, unit, mode, gate=gate)
            for there in found.cost:
                label = g.board.hexes[there]
                if hex in (None, label) and label not in full:
                    path = [g.board.hexes[i] for i in found.path(there)]
                    kind = None if mode == NORMAL else mode
                    yield Action("move", unit=unit, path=path, mode=kind)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Chapter 9, from the gate on (15.3, 15.4)."""
        if action.kind == "end":
            return Verdict()
        unit, path = text(action, "unit"), texts(action, "path")
        mode = action.get("mode", NORMAL)
        reasons: list[Reason] = []
        if unit not in g.units:
            return Verdict((Reason.of("9.1", "ava.move.no-unit", unit=unit),))
        name = g.units[unit].name
        if unit not in self.active or not self._outside(g, s, unit):
            reasons.append(Reason.of(self.rule, "ava.march.not-due", units=(unit,), unit=name))
        elif unit not in self._due(g, s):
            limit = self.limit
            reasons.append(Reason.of(self.rule, "ava.march.enough", unit=name, limit=limit))
        if not path or path[0] not in self.gates:
            key = "ava.march.gate"
            reasons.append(Reason.of(self.rule, key, hexes=self.gates, hex=self.gates, unit=name))
        elif not reasons:
            reasons += walk(g, s, unit, path, mode, gate=True).reasons
        return Verdict(tuple(reasons))

    def tally(self, g: VictoryAwaits, s: State, action: Action) -> Tally | None:
        """The cost of the way, the gate included."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units or not path or path[0] not in self.gates:
            return None
        return walk(g, s, unit, path, action.get("mode", NORMAL), gate=True).tally

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Onto the map; with one gate for all, the first unit fixes it (15.3)."""
        if action.kind == "end":
            course.tell(self.rule, "ava.march.end", side=self.side)
            return s.pop()
        unit, path = action["unit"], action["path"]
        course.tell(
            self.rule,
            "ava.march.done",
            units=(unit,),
            hexes=path,
            unit=g.units[unit].name,
            gate=path[0],
            goal=path[-1],
        )
        s = s.at(unit, path[-1])
        for hex in path:
            s = take(g, s, unit, hex, course)
        gates = (path[0],) if self.one_gate else self.gates
        return s.instead(replace(self, moved=self.moved | {unit}, gates=gates))
