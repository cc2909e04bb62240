"""Section 10.7: attackers enter the hex that the defender left."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import texts
from engine.deeds import Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.deeds import Answer, ByUnit, Deeds
from engine.victory_awaits.components.state import State, Unit
from engine.victory_awaits.components.terrain import is_town
from engine.victory_awaits.concepts import enemies_in, go, stacking

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

FOOT_RANGE, MECHANIZED_RANGE = 1, 2


def pursuit_range(
    g: VictoryAwaits, unit: str, start: str, hex: str, rivers: bool = True
) -> tuple[int, str | None]:
    """How far a unit may pursue into a hex, and what cuts it short (10.7, TEC, 15.1)."""
    if not g.units[unit].mechanized:
        return FOOT_RANGE, "foot"
    board, slot = g.board, g.board.slot(start, hex)
    if rivers and slot is not None and g.ground.river(slot):
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

    def left(self, g: VictoryAwaits, s: State) -> list[str]:
        """Who has not followed yet."""
        return [u for u in self.units if u not in self.done and s.position.place(u) in g.board]

    def paths(self, g: VictoryAwaits, s: State, unit: str) -> Iterator[tuple[str, ...]]:
        """The ways by which a unit may follow."""
        start = s.position.place(unit)
        one = (start, self.hex)
        paths: list[tuple[str, ...]] = [one]
        if pursuit_range(g, unit, start, self.hex, self.rivers)[0] > 1:
            paths += [(*one, there) for there in g.board.neighbours(self.hex)]
        return (path for path in paths if not any(self.objections(g, s, unit, path)))

    def objections(
        self, g: VictoryAwaits, s: State, unit: str, path: Sequence[str]
    ) -> Iterator[Reason]:
        """Why a unit may not follow by a way."""
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
            slot = board.slot(here, there)
            if slot is None:
                yield no("10.7", "ava.move.not-adjacent", here, there, here=here, there=there)
                return
            if enemies_in(g, s, self.side, there):
                yield no("3.1", "ava.pursue.enemy", there, hex=there)
            if g.ground.beyond(slot, piece.side):
                yield no("9.1", "ava.move.start-line", here, there, here=here, there=there)
            bar = g.ground.bar(slot, piece)
            if bar:
                terrain = board.terrain(there)
                yield no("10.7", f"ava.pursue.{bar}", there, hex=there, terrain=terrain)
        yield from stacking(g, s, unit, path[-1])

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        if not any(any(self.paths(g, s, unit)) for unit in self.left(g, s)):
            return None
        return Decision.of(self.side, "ava.pursue", "10.7", hex=self.hex)

    def deeds(self, g: VictoryAwaits, s: State) -> Deeds[Self]:
        return PURSUE, END_PURSUIT

    def over(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """The others stay where they are."""
        course.tell("10.7", "ava.pursue.end", side=self.side)
        return s.pop()


class Pursue(ByUnit[Pursuit]):
    """A unit follows into the vacated hex, or beyond it (10.7)."""

    kind, rule, sure = "pursue", "10.7", True

    def slots(self) -> Slots[VictoryAwaits, State, Pursuit]:
        return {
            "unit": lambda g, s, p, given: p.left(g, s),
            "path": lambda g, s, p, given: p.paths(g, s, given["unit"]),
        }

    def objections(
        self, g: VictoryAwaits, s: State, p: Pursuit, piece: Unit, action: Action
    ) -> Reasons:
        unit, path = piece.id, texts(action, "path")
        if unit not in p.units:
            yield Reason.of("10.7", "ava.pursue.not-in", units=(unit,), unit=piece.name)
        elif unit in p.done:
            yield Reason.of("10.7", "ava.pursue.again", units=(unit,), unit=piece.name)
        if len(path) < 2 or path[0] != s.position.place(unit):
            yield Reason.of("10.7", "ava.pursue.no-path", units=(unit,), unit=piece.name)
        else:
            yield from p.objections(g, s, unit, path)

    def apply(
        self, g: VictoryAwaits, s: State, p: Pursuit, action: Action, course: Course
    ) -> State:
        """Without cost, enemy ZOCs or not."""
        unit, path = action["unit"], action["path"]
        who = {"unit": g.units[unit].name, "goal": path[-1]}
        course.tell("10.7", "ava.pursue.done", units=(unit,), hexes=path, **who)
        s = go(g, s, unit, path[1:], course)
        return s.instead(replace(p, done=p.done | {unit}))


PURSUE, END_PURSUIT = Pursue(), Answer("end", "10.7", Pursuit.over)
