"""Sections 18.2.3 and 27.2: airborne supply that comes back; losses of the surrounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.holland44.optional import surround_tally
from engine.holland44.records import keep, records
from engine.holland44.setting import ALLIED, Setting
from engine.verdict import Reason, Verdict
from engine.zocbond.losses import destroyed, lose_step
from engine.zocbond.state import DISRUPTED, OUT, State
from engine.zocbond.supply import endless, road_net, within


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

    def _lost(self, g: Setting, s: State) -> list[str]:
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
        lost = self._lost(g, s)
        if not lost or len(self.spots(g, s, lost[0])) < 2:
            return None
        return Decision.of(ALLIED, "h44.depot", "18.2.3", unit=g.unit_name(lost[0]))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """The one place there is; without any it never comes back."""
        lost = self._lost(g, s)
        if not lost:
            return s.pop()
        spots = self.spots(g, s, lost[0])
        if not spots:
            course.tell("18.2.3", "h44.depot.gone", units=lost[:1], unit=g.unit_name(lost[0]))
            return keep(s, replace(records(s), gone=(*records(s).gone, lost[0])))
        return self._back(g, s, lost[0], spots[0], course)

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Put it somewhere."""
        return ("depot",)

    def choices(self, g: Setting, s: State, unit: str | None, hex: str | None) -> Moves:
        """The first one's places."""
        name = self._lost(g, s)[0]
        for spot in self.spots(g, s, name):
            if unit in (None, name) and hex in (None, spot):
                yield Action("depot", unit=name, hex=spot)

    def explain(self, g: Setting, s: State, action: Action) -> Verdict:
        """Only with its division."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit in self._lost(g, s) and hex in self.spots(g, s, unit):
            return Verdict()
        return Verdict((Reason.of("18.2.3", "h44.depot.division", unit=unit, hex=hex),))

    def apply(self, g: Setting, s: State, action: Action, course: Course) -> State:
        """There."""
        return self._back(g, s, action["unit"], action["hex"], course)

    def _back(self, g: Setting, s: State, unit: str, hex: str, course: Course) -> State:
        name = g.unit_name(unit)
        course.tell("18.2.3", "h44.depot.back", units=(unit,), hexes=(hex,), unit=name, hex=hex)
        s = replace(s, lost={**s.lost, unit: 0}).put(unit, hex)
        dry = records(s).exhausted
        exhausted = tuple(dict.fromkeys((*dry, unit)))
        return keep(s.mark((unit,), DISRUPTED), replace(records(s), exhausted=exhausted))


def surrounded(g: Setting, s: State, side: str) -> Iterator[str]:
    """Units out of supply since last turn without an off-road line of any length (27.2.1)."""
    for unit, piece in g.units.items():
        if piece.side != side or s.place(unit) not in g.board or not s.has(unit, OUT):
            continue
        if piece.kind == "airborne-supply" or endless(g, s, unit):
            continue
        if not reaches_depot(g, s, unit):
            yield unit


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
