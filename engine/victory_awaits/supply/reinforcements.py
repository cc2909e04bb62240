"""Chapter 12: reinforcements by rail, and the strategic reserve that follows them (15.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase, once_a_state
from engine.arguments import text
from engine.deeds import END, Reasons, Slots
from engine.game import Course, Decision
from engine.hexset import HexSet
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.deeds import ByUnit, Deeds
from engine.victory_awaits.components.state import SOVIET, State, Unit, enemy
from engine.victory_awaits.components.terrain import RAIL
from engine.victory_awaits.components.track import AVAILABLE
from engine.victory_awaits.concepts.communication import MOSCOW, friendly_sources
from engine.victory_awaits.concepts.zones import (
    denied,
    enemies_in,
    full_hexes,
    put,
    stacking,
    take,
    zoc,
)
from engine.victory_awaits.movement.segment import MarchIn

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@once_a_state
def railheads(g: VictoryAwaits, s: State, side: str) -> HexSet:
    """Railway hexes with a rail line to a source that enters no enemy ZOC at all (12.1)."""
    open_ = g.board.grid.all - denied(g, s.position, enemy(side))
    starts = g.board.set(friendly_sources(g, s, side)) & open_ & g.ground.railway
    return starts.flood(g.ground.along[RAIL, side], among=open_)


def reinforce(g: VictoryAwaits, s: State, side: str, course: Course) -> State:
    """A side's reinforcement chit (12.0): by rail, then the strategic reserve (15.4)."""
    limits, box = g.setup.limits, g.setup.track.get(s.turn)
    if s.turn < limits.reinforcements:
        course.tell("12.0", "ava.arrive.early", turn=limits.reinforcements)
        return s
    arrive = box.arrive if box else {}
    phases: list[Phase] = [Arrival(side, tuple(sorted(arrive.items())))]
    moscow = g.sources(MOSCOW)
    if side == SOVIET and s.turn >= limits.strategic_reserve and limits.reserve_units and moscow:
        phases.append(StrategicReserve())
    return s.push(*phases)


@dataclass(frozen=True)
class Arrival(Phase):
    """Units of the available box are placed on the railway (12.1, 12.2)."""

    side: str
    quota: tuple[tuple[str, int], ...]

    def waiting(self, g: VictoryAwaits, s: State) -> list[str]:
        """The available units that are due."""
        quota = dict(self.quota)
        return [
            unit
            for unit in s.position.at(AVAILABLE[self.side])
            if unit in s.extras or quota.get(g.units[unit].nation, 0) > 0
        ]

    def hexes(self, g: VictoryAwaits, s: State) -> HexSet:
        """The open railway hexes where a unit may arrive."""
        return railheads(g, s, self.side) - g.board.set(full_hexes(g, s, self.side))

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner places a unit, or forfeits the rest."""
        waiting = self.waiting(g, s)
        if not waiting or not self.hexes(g, s):
            return None
        left = sum(n for nation, n in self.quota if (nation == "soviet") == (self.side == SOVIET))
        return Decision.of(self.side, "ava.arrive", "12.2", left=left)

    def deeds(self, g: VictoryAwaits, s: State) -> Deeds[Self]:
        return ARRIVE, END


class Arrive(ByUnit[Arrival]):
    """A unit is placed on the railway (12.1)."""

    kind, rule, sure = "arrive", "12.1", True

    def slots(self) -> Slots[VictoryAwaits, State, Arrival]:
        return {
            "unit": lambda g, s, p, given: p.waiting(g, s),
            "hex": lambda g, s, p, given: p.hexes(g, s),
        }

    def objections(
        self, g: VictoryAwaits, s: State, p: Arrival, piece: Unit, action: Action
    ) -> Reasons:
        unit, hex = piece.id, text(action, "hex")
        seat = s.position.place(unit)

        def no(rule: str, key: str, *hexes: str) -> Reason:
            key, name = f"ava.arrive.{key}", piece.name
            return Reason.of(rule, key, hexes=hexes, units=(unit,), unit=name, hex=hex)

        if piece.side != p.side:
            yield no("12.2", "not-yours")
        elif seat != AVAILABLE[p.side]:
            gone = seat not in g.board and seat.endswith("-eliminated")
            yield no("12.3" if gone else "12.2", "never-again" if gone else "not-available")
        elif unit not in p.waiting(g, s):
            yield no("12.2", "too-many")
        if hex not in g.board:
            yield Reason.of("12.1", "ava.move.off-map", hex=hex)
            return
        if hex not in g.ground.railway:
            yield no("12.1", "no-rail", hex)
        elif enemies_in(g, s, p.side, hex):
            yield no("3.1", "enemy", hex)
        elif hex in zoc(g, s.position, enemy(p.side)):
            yield no("12.1", "in-zoc", hex)
        elif hex not in railheads(g, s, p.side):
            yield no("12.1", "no-line", hex)
        yield from stacking(g, s, unit, hex)

    def apply(
        self, g: VictoryAwaits, s: State, p: Arrival, action: Action, course: Course
    ) -> State:
        """It stands there; a unit off the turn track does not count (17.3)."""
        unit, hex = action["unit"], action["hex"]
        name = g.units[unit].name
        course.tell("12.1", "ava.arrive.done", units=(unit,), hexes=(hex,), unit=name, hex=hex)
        s = take(g, put(g, s, unit, hex), unit, hex, course)
        if unit in s.extras:
            return replace(s, extras=s.extras - {unit})
        nation = g.units[unit].nation
        quota = tuple((n, left - (n == nation)) for n, left in p.quota)
        return s.instead(Arrival(p.side, quota))


ARRIVE = Arrive()


@dataclass(frozen=True)
class StrategicReserve(Phase):
    """Up to twelve more available units march in from Moscow (15.4)."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        s = s.pop()
        units = s.position.at(AVAILABLE[SOVIET])
        gates = tuple(sorted(g.sources(MOSCOW)))
        limit = g.setup.limits.reserve_units
        if not units:
            return s
        return s.push(MarchIn(None, SOVIET, units, gates=gates, limit=limit, rule="15.4"))
