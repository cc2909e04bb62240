"""Section 10.7: attackers enter the hex that the defender left."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text, texts
from engine.verdict import Reason, Verdict
from engine.victory_awaits.cities import is_town
from engine.victory_awaits.concepts import enemies_in, stacking
from engine.victory_awaits.control import take
from engine.victory_awaits.state import State
from engine.victory_awaits.unit import SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

FOOT_RANGE, MECHANIZED_RANGE = 1, 2


def pursuit_range(
    g: VictoryAwaits, unit: str, start: str, hex: str, rivers: bool = True
) -> tuple[int, str | None]:
    """How far a unit may pursue into a hex, and what cuts it short (10.7, TEC, 15.1)."""
    if not g.units[unit].mechanized:
        return FOOT_RANGE, "foot"
    board = g.board
    direction = board.direction(start, hex)
    if rivers and direction is not None and g.ground.river(board.index[start] * 6 + direction):
        return 1, "river"
    if is_town(board, hex):
        return 1, "town"
    if int(g.charts["terrain"].value(board.terrain(hex), "pursuit")) < MECHANIZED_RANGE:
        return 1, "terrain"
    return MECHANIZED_RANGE, None


@dataclass(frozen=True)
class Pursuit(Phase):
    """The attackers of a vacated hex may follow, all, some or none of them (10.7)."""

    side: str
    units: tuple[str, ...]
    hex: str
    done: frozenset[str] = frozenset()
    rivers: bool = True
    """15.1: rivers have no effect in a surprise attack."""

    def _vacated(self, g: VictoryAwaits, s: State) -> bool:
        return not enemies_in(g, s, self.side, self.hex)

    def _left(self, g: VictoryAwaits, s: State) -> list[str]:
        return [u for u in self.units if u not in self.done and s.position.place(u) in g.board]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The attacker pursues, or lets it be; nothing is owed where nobody can."""
        if not self._vacated(g, s) or not any(self._paths(g, s, u) for u in self._left(g, s)):
            return None
        return Decision.of(self.side, "ava.pursue", "10.7", hex=self.hex)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Nobody can pursue."""
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Pursue with a unit; end the pursuit."""
        return ("pursue", "end")

    def _paths(self, g: VictoryAwaits, s: State, unit: str) -> list[tuple[str, ...]]:
        start = s.position.place(unit)
        one = (start, self.hex)
        paths: list[tuple[str, ...]] = [one]
        if pursuit_range(g, unit, start, self.hex, self.rivers)[0] > 1:
            paths += [(*one, there) for there in g.board.neighbours(self.hex)]
        return [path for path in paths if not any(self._path(g, s, unit, path))]

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every way each attacker may follow; then the end."""
        for one in self._left(g, s):
            if unit in (None, one):
                for path in self._paths(g, s, one):
                    if hex in (None, path[-1]):
                        yield Action("pursue", unit=one, path=path)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Section 10.7, every clause."""
        if action.kind == "end":
            return Verdict()
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in g.units:
            return Verdict((Reason.of("10.7", "ava.move.no-unit", unit=unit),))
        reasons = []
        name = g.units[unit].name
        if unit not in self.units:
            reasons.append(Reason.of("10.7", "ava.pursue.not-in", units=(unit,), unit=name))
        elif unit in self.done:
            reasons.append(Reason.of("10.7", "ava.pursue.again", units=(unit,), unit=name))
        if len(path) < 2 or path[0] != s.position.place(unit):
            reasons.append(Reason.of("10.7", "ava.pursue.no-path", units=(unit,), unit=name))
        else:
            reasons += self._path(g, s, unit, path)
        return Verdict(tuple(reasons))

    def _path(self, g: VictoryAwaits, s: State, unit: str, path: Sequence[str]) -> Iterator[Reason]:
        board, piece = g.board, g.units[unit]

        def no(rule: str, key: str, *hexes: str, **params: object) -> Reason:
            return Reason.of(rule, key, units=(unit,), hexes=hexes, unit=piece.name, **params)

        if path[1] != self.hex:
            yield no("10.7", "ava.pursue.first", path[1], hex=path[1], vacated=self.hex)
        farthest, why = pursuit_range(g, unit, path[0], self.hex, self.rivers)
        if len(path) - 1 > farthest:
            key = f"ava.pursue.short-{why}" if why else "ava.pursue.too-far"
            terrain = board.terrain(self.hex)
            yield no("10.7", key, path[-1], hex=self.hex, limit=farthest, terrain=terrain)
        for here, there in itertools.pairwise(path):
            direction = board.direction(here, there)
            if direction is None:
                yield no("10.7", "ava.move.not-adjacent", here, there, here=here, there=there)
                return
            slot = board.index[here] * 6 + direction
            if enemies_in(g, s, self.side, there):
                yield no("3.1", "ava.pursue.enemy", there, hex=there)
            if g.ground.bar(slot, piece.side == SOVIET) == "start-line":
                yield no("9.1", "ava.move.start-line", here, there, here=here, there=there)
            step = g.ground.step(slot, piece.mechanized, piece.type == "mountain")
            if step.barred:
                terrain = board.terrain(there)
                yield no("10.7", f"ava.pursue.{step.way}", there, hex=there, terrain=terrain)
        yield from stacking(g, s, unit, path[-1])

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Follow without cost, enemy ZOCs or not, or let it be."""
        if action.kind == "end":
            course.tell("10.7", "ava.pursue.end", side=self.side)
            return s.pop()
        unit, path = action["unit"], action["path"]
        course.tell(
            "10.7",
            "ava.pursue.done",
            units=(unit,),
            hexes=path,
            unit=g.units[unit].name,
            goal=path[-1],
        )
        s = s.at(unit, path[-1])
        for hex in path[1:]:
            s = take(g, s, unit, hex, course)
        return s.instead(replace(self, done=self.done | {unit}))
