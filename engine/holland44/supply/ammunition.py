"""Section 17.8: guns that fired are made ready again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.holland44.setting import ALLIED, Setting, letter, records
from engine.holland44.supply.replacements import reaches
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.state import FIRED, OUT, State
from engine.zocbond.board.zones import eased
from engine.zocbond.supply.lines import within

EVERY = 99
AMMUNITION = "N"
"""The area that Allied ammunition comes from."""


def supplied_from_the_air(g: Setting, s: State, gun: str) -> bool:
    """A line to the division's supply unit, and one from there to a drop hex in use (17.8.2)."""
    side, division = g.units[gun].side, g.units[gun].division
    watched = eased(g, s, side)
    near = within(g, s, side, s.place(gun), g.line_limit(s))
    for depot in g.depots:
        seat = s.place(depot)
        if g.units[depot].division != division or seat not in near:
            continue
        zones = {*g.zones.get(division, ()), *g.late_zones.get(division, ())}
        if s.turn > 5:
            zones |= {seat, *g.board.neighbours(seat)}
        for hex in within(g, s, side, seat, g.line_limit(s)):
            open_ground = g.board.terrain(hex) in ("clear", "polder") and not g.ground.town(hex)
            if hex in zones and hex not in watched and open_ground:
                return True
    return False


def supplied_by_land(g: Setting, s: State, gun: str) -> bool:
    """A line to a friendly area, for Allied guns to area N where the map has it (17.8.1)."""
    side, seat = g.units[gun].side, s.place(gun)
    north = [area for area in g.board.areas if letter(area) == AMMUNITION]
    if side != ALLIED or not north:
        return g.in_supply(s, gun)
    return seat in north or (
        seat in g.board and any(reaches(g, s, side, seat, area) for area in north)
    )


class MakeReady(Deed[Setting, State, "Rearm"]):
    """A gun is flipped (17.8.1)."""

    kind, rule = "rearm", "17.8.1"

    def slots(self) -> Slots[Setting, State, Rearm]:
        return {"unit": lambda g, s, p, given: used(g, s, p.side)}

    def reasons(self, g: Setting, s: State, p: Rearm, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side or not s.has(unit, FIRED):
            yield Reason.of("17.8.1", "h44.rearm.not-this", unit=unit)
            return
        piece = g.units[unit]
        no = partial(g.against, unit)
        if not s.good(unit):
            yield no("17.8.4", "h44.rearm.disorder")
        if piece.airborne:
            if not supplied_from_the_air(g, s, unit):
                yield no("17.8.2", "h44.rearm.supply")
        else:
            if s.has(unit, OUT):
                yield no("18.4", "h44.rearm.supply")
            if not supplied_by_land(g, s, unit):
                yield no("17.8.1" if p.side == ALLIED else "17.8.3", "h44.rearm.supply")
        same = [u for u in p.done if g.units[u].airborne == piece.airborne]
        if len(same) >= p.limit(g, s, piece.airborne):
            yield no("17.8.2" if piece.airborne else "17.8.4", "h44.rearm.limit")

    def apply(self, g: Setting, s: State, p: Rearm, action: Action, course: Course) -> State:
        unit = action["unit"]
        course.tell("17.8.1", "h44.rearm.done", units=(unit,), unit=g.units[unit].name)
        return s.instead(replace(p, done=(*p.done, unit))).unmark((unit,), FIRED)


@dataclass(frozen=True)
class Rearm(Phase):
    """The artillery ammunition phase (17.8.1 to 17.8.4)."""

    side: str
    done: tuple[str, ...] = ()

    can = (MakeReady(), END)

    def limit(self, g: Setting, s: State, airborne: bool) -> int:
        """How many guns of a sort may be flipped this turn."""
        if airborne:
            return int(g.charts["sky"].value(records(s).sky, "airborne-guns"))
        return EVERY if self.side != ALLIED and g.night(s) else 2

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.has_choice(g, s):
            return None
        return Decision.of(self.side, "h44.rearm", "17.8.1" if self.side == ALLIED else "17.8.3")


def used(g: Setting, s: State, side: str) -> list[str]:
    """The guns of a side that have fired."""
    return [
        unit
        for unit, piece in g.units.items()
        if piece.side == side and piece.kind == "artillery" and s.has(unit, FIRED)
    ]
