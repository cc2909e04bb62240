"""Sections 15.3 and 15.4: units march onto the map through a gate, a Soviet supply source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.arguments import text, texts
from engine.deeds import Candidate, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason, Tally
from engine.victory_awaits.components.state import State
from engine.victory_awaits.concepts.zones import enemies_in, full_hexes, put, take
from engine.victory_awaits.movement.costs import MODES, NORMAL, Ways, reach_of, walk
from engine.victory_awaits.movement.segment import Movement

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class MarchIn(Movement):
    """Units off the map come on through a gate, by normal or strategic movement (15.3, 15.4)."""

    gates: tuple[str, ...] = ()
    limit: int | None = None
    one_gate: bool = False
    rule: str = "15.3"

    def due(self, g: VictoryAwaits, s: State) -> list[str]:
        """Who may still come on."""
        if self.limit is not None and len(self.moved) >= self.limit:
            return []
        return [u for u in self.active if u not in self.moved and self.outside(g, s, u)]

    def outside(self, g: VictoryAwaits, s: State, unit: str) -> bool:
        """Whether a unit is off the map."""
        return s.position.place(unit) not in g.board

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner brings a unit on, or leaves the rest outside."""
        due = self.due(g, s)
        if not due:
            return None
        return Decision.of(self.side, "ava.march", self.rule, left=len(due), gates=self.gates)

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Bring a unit on; end."""
        return MARCH, END_MARCH


class March(Deed["VictoryAwaits", State, MarchIn]):
    """A unit comes on through a gate (15.3, 15.4)."""

    kind, rule, sure = "move", "15.3", True

    def slots(self) -> Slots[VictoryAwaits, State, MarchIn]:
        """A unit that is due, and its ways."""
        return {"unit": lambda g, s, p, given: p.due(g, s), "way": self._ways}

    def _ways(self, g: VictoryAwaits, s: State, p: MarchIn, given: Action) -> Iterator[Candidate]:
        for gate in p.gates:
            if not enemies_in(g, s, p.side, gate):
                yield from self._through(g, s, p, given["unit"], gate)

    def _through(
        self, g: VictoryAwaits, s: State, p: MarchIn, unit: str, gate: str
    ) -> Iterator[Candidate]:
        full = full_hexes(g, s, p.side)
        for mode in MODES:
            barred = walk(g, s, unit, (gate,), mode, gate=True).reasons
            if any(reason.key != "ava.stack.full" for reason in barred):
                continue
            found = reach_of(g, s, unit, mode, gate=gate)
            ways = Ways(g, found, mode)
            for there in found.cost:
                if g.board.hexes[there] not in full:
                    yield partial(ways.to, there)

    def reasons(self, g: VictoryAwaits, s: State, p: MarchIn, action: Action) -> Reasons:
        """Chapter 9, from the gate on (15.3, 15.4)."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units:
            yield Reason.of("9.1", "ava.move.no-unit", unit=unit)
            return
        name, due = g.units[unit].name, unit in p.due(g, s)
        if unit not in p.active or not p.outside(g, s, unit):
            yield Reason.of(p.rule, "ava.march.not-due", units=(unit,), unit=name)
        elif not due:
            yield Reason.of(p.rule, "ava.march.enough", unit=name, limit=p.limit)
        if not path or path[0] not in p.gates:
            yield Reason.of(p.rule, "ava.march.gate", hexes=p.gates, hex=p.gates, unit=name)
        elif due:
            yield from walk(g, s, unit, path, action.get("mode", NORMAL), gate=True).reasons

    def tally(self, g: VictoryAwaits, s: State, p: MarchIn, action: Action) -> Tally | None:
        """The cost of the way, the gate included."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units or not path or path[0] not in p.gates:
            return None
        return walk(g, s, unit, path, action.get("mode", NORMAL), gate=True).tally

    def apply(
        self, g: VictoryAwaits, s: State, p: MarchIn, action: Action, course: Course
    ) -> State:
        """Onto the map; with one gate for all, the first unit fixes it (15.3)."""
        unit, path = action["unit"], action["path"]
        course.tell(
            p.rule,
            "ava.march.done",
            units=(unit,),
            hexes=path,
            unit=g.units[unit].name,
            gate=path[0],
            goal=path[-1],
        )
        s = put(g, s, unit, path[-1])
        for hex in path:
            s = take(g, s, unit, hex, course)
        gates = (path[0],) if p.one_gate else p.gates
        return s.instead(replace(p, moved=p.moved | {unit}, gates=gates))


class EndMarch(Deed["VictoryAwaits", State, MarchIn]):
    """The rest stay outside (15.3, 15.4)."""

    kind, rule = "end", "15.3"

    def apply(
        self, g: VictoryAwaits, s: State, p: MarchIn, action: Action, course: Course
    ) -> State:
        """Nobody else comes on now."""
        course.tell(p.rule, "ava.march.end", side=p.side)
        return s.pop()


MARCH, END_MARCH = March(), EndMarch()
