"""Sections 18.2.3 and 27.2: airborne supply that comes back; losses of the surrounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.holland44.records import records
from engine.holland44.setting import ALLIED, Setting
from engine.holland44.supply.surrounded import surround_tally
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.losses import destroyed, lose_step
from engine.zocbond.board.state import DISRUPTED, OUT, State
from engine.zocbond.supply.lines import endless, road_net, within


def depots_of(g: Setting, s: State, unit: str, less: Sequence[str] = ()) -> frozenset[str]:
    """Where airborne supply of a unit's division stands (18.2.2)."""
    piece = g.units[unit]
    return frozenset(
        s.place(other)
        for other in (g.depots if piece.division else ())
        if g.units[other].side == piece.side
        and g.units[other].division == piece.division
        and other not in less
        and s.place(other) in g.board
    )


def reaches_depot(g: Setting, s: State, unit: str) -> bool:
    """A line to the airborne supply of its division, exhausted or not (22.7, 27.2.1)."""
    side, ends = g.units[unit].side, depots_of(g, s, unit)
    near = within(g, s, side, s.place(unit), g.line_limit(s))
    return not near.isdisjoint(g.board.set(ends) | road_net(g, s, side, ends))


@dataclass(frozen=True)
class DepotsBack(Phase):
    """Destroyed airborne supply units return in the next Allied supply phase (18.2.3)."""

    def lost(self, g: Setting, s: State) -> list[str]:
        """Those that are to come back."""
        return [
            unit
            for unit in s.position.at(destroyed(ALLIED))
            if g.units[unit].kind == "airborne-supply" and unit not in records(s).gone
        ]

    def spots(self, g: Setting, s: State, unit: str) -> list[str]:
        """Hexes with a unit of its division and no other supply unit (18.2.3, 6.1)."""
        division = g.units[unit].division
        return sorted(
            {
                s.place(other)
                for other, piece in g.units.items()
                if piece.division == division and piece.side == ALLIED and s.place(other) in g.board
            }
            - {s.place(u) for u, piece in g.units.items() if piece.kind == "airborne-supply"}
        )

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Where, when there is a choice."""
        lost = self.lost(g, s)
        if not lost or len(self.spots(g, s, lost[0])) < 2:
            return None
        return Decision.of(ALLIED, "h44.depot", "18.2.3", unit=g.unit_name(lost[0]))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """The one place there is; without any it never comes back."""
        lost = self.lost(g, s)
        if not lost:
            return s.pop()
        spots = self.spots(g, s, lost[0])
        if not spots:
            course.tell("18.2.3", "h44.depot.gone", units=lost[:1], unit=g.unit_name(lost[0]))
            return s.keep(replace(records(s), gone=(*records(s).gone, lost[0])))
        return self.back(g, s, lost[0], spots[0], course)

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Put it somewhere."""
        return (DEPOT,)

    def back(self, g: Setting, s: State, unit: str, hex: str, course: Course) -> State:
        """Disrupted, and exhausted."""
        name = g.unit_name(unit)
        course.tell("18.2.3", "h44.depot.back", units=(unit,), hexes=(hex,), unit=name, hex=hex)
        s = replace(s, lost={**s.lost, unit: 0}).put(unit, hex)
        dry = records(s).exhausted
        exhausted = tuple(dict.fromkeys((*dry, unit)))
        return s.mark((unit,), DISRUPTED).keep(replace(records(s), exhausted=exhausted))


class Depot(Deed[Setting, State, DepotsBack]):
    """Airborne supply comes back (18.2.3)."""

    kind, rule = "depot", "18.2.3"

    def slots(self) -> Slots[Setting, State, DepotsBack]:
        """The first one, its places."""
        return {
            "unit": lambda g, s, p, given: p.lost(g, s)[:1],
            "hex": lambda g, s, p, given: p.spots(g, s, given["unit"]),
        }

    def reasons(self, g: Setting, s: State, p: DepotsBack, action: Action) -> Reasons:
        """Only with its division."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in p.lost(g, s) or hex not in p.spots(g, s, unit):
            yield Reason.of("18.2.3", "h44.depot.division", unit=unit, hex=hex)

    def apply(self, g: Setting, s: State, p: DepotsBack, action: Action, course: Course) -> State:
        """There."""
        return p.back(g, s, action["unit"], action["hex"], course)


DEPOT = Depot()


@enforces("27.2.1")
def surrounded(g: Setting, s: State, side: str) -> Iterator[str]:
    """Units out of supply since last turn without an off-road line of any length (27.2.1)."""
    for unit, piece in g.units.items():
        if piece.side != side or s.place(unit) not in g.board or not s.has(unit, OUT):
            continue
        if piece.kind == "airborne-supply" or endless(g, s, unit):
            continue
        if not reaches_depot(g, s, unit):
            yield unit


@enforces("27", "27.2")
def starve(g: Setting, s: State, side: str, course: Course) -> State:
    """At night each surrounded unit rolls, where that is played (27.2, 27.2.1, 27.2.2)."""
    if not g.night(s) or not g.scenario.switches["surrounded-losses"]:
        return s
    for unit in list(surrounded(g, s, side)):
        die = course.chance.roll("surround")
        total = max(1, min(6, die + int(surround_tally(g, s, unit).total)))
        course.tell("27.2.2", "h44.surround.rolled", units=(unit,), unit=g.unit_name(unit), die=die)
        for _ in range(int(g.charts["surround"].value(str(total), "steps"))):
            s = lose_step(g, s, unit, course, "27.2.2")
    return s
