"""Chapter 27, optional: disengagement, losses of surrounded units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from engine.agenda import Deed, End, Reasons, Slots
from engine.holland44.setting import ALLIED, Setting
from engine.holland44.supply.lines import reaches_depot
from engine.values import Action, replace, text, texts
from engine.verdict import Course, Decision, Line, Reason, Tally, enforces
from engine.zocbond.battle.combat import Combat
from engine.zocbond.battle.losses import alive, lose_step
from engine.zocbond.battle.retreat import Retreat, Road, Way, Withdraw, deaths, disrupt
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import AUTO_DS, OUT, State
from engine.zocbond.board.zones import held
from engine.zocbond.moving import orders
from engine.zocbond.rules import Family
from engine.zocbond.supply.lines import endless, within


def disengage_tally(g: Setting, s: State, unit: str) -> Tally:
    """Elite and armoured units find it easier (27.1.2)."""
    piece = g.units[unit]
    lines = []
    morale = {"elite": 1, "low": -1}.get(piece.morale, 0)
    if morale:
        lines.append(Line.of("27.1.2", "zb.disengage.morale", morale, unit=piece.name))
    if piece.tank:
        lines.append(Line.of("27.1.2", "zb.disengage.armour", 1, unit=piece.name))
    return Tally.adding("zb.disengage.total", lines)


class SlipAway(Deed[Setting, State, Combat]):
    """A unit that did not attack tries to slip away (27.1)."""

    kind, rule = "disengage", "27.1"

    @enforces("27", "27.1")
    def slots(self) -> Slots[Setting, State, Combat]:
        def beside(g: Setting, s: State, p: Combat, given: Action) -> Iterator[str]:
            near = held(g, s, g.other[p.side]).around()
            return (unit for unit in orders.mine(g, s, p.side) if s.place(unit) in near)

        return {"unit": beside}

    def reasons(self, g: Setting, s: State, p: Combat, action: Action) -> Reasons:
        """Not after an attack, not in disorder, and with somewhere to go (27.1.2)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("27.1.1", "zb.no-unit", unit=unit)
            return
        if unit in p.fought:
            yield g.against(unit, "27.1.2", "zb.attack.again")
        if s.has(unit, AUTO_DS):
            yield g.against(unit, "8.7", "zb.move.auto-ds")
        if not s.good(unit):
            yield g.against(unit, "27.1.2", "zb.attack.disorder")
        seat = s.place(unit)
        near = g.board.neighbours(seat) if seat in g.board else ()
        if held(g, s, g.other[p.side]).isdisjoint(g.board.set(near)):
            yield g.against(unit, "27.1.1", "h44.disengage.nobody")
        elif not slips(g, s, unit):
            yield g.against(unit, "27.1.1", "zb.disengage.shut-in")

    def apply(self, g: Setting, s: State, p: Combat, action: Action, course: Course) -> State:
        """The roll, perhaps a step, and one or two hexes (27.1.2)."""
        unit = action["unit"]
        die = course.chance.roll("disengage")
        total = max(1, min(6, die + int(disengage_tally(g, s, unit).total)))
        result = str(g.charts["disengage"].value(str(total), "result"))
        g.tell(course, unit, "27.1.2", "zb.disengage.rolled", die=die, result=result)
        s = s.instead(replace(p, fought=p.fought | {unit}))
        if result == "yes-1":
            s = lose_step(g, s, unit, course, "27.1.2")
        if result == "no" or not alive(g, s, unit):
            return s
        return s.push(Slip(p.side, (unit,), 1, 2, False))


def slips(g: Family, s: State, unit: str) -> list[Way]:
    """One or two hexes in any direction, past no enemy ZOC without a friend in it (27.1.1)."""
    if s.place(unit) not in g.board:
        return []
    road = Road(g, s, unit, s.place(unit))
    ways = (path for path in road.alive(2) if not any(hex in road.watched for hex in path[1:]))
    return [Way(path, (), ()) for path in ways]


class Slip(Retreat):
    """The retreat of a unit that slipped away; it may also stay, and is disrupted if it goes."""

    def ways(self, g: Family, s: State, unit: str) -> list[Way]:
        return s.once(("slips", unit), slips, g, s, unit)

    def decision(self, g: Family, s: State) -> Decision | None:
        if not self.units:
            return None
        return Decision.of(self.side, "h44.slip", "27.1.2", unit=g.unit_name(self.units[0]))

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        return GO, STAY


class Go(Withdraw):
    """A unit slips away."""

    rule = "27.1.1"

    def reasons(self, g: Family, s: State, p: Retreat, action: Action) -> Reasons:
        """What destroys it, or an enemy ZOC on the way (27.1.1)."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit in p.units and any(way.path == path for way in p.ways(g, s, unit)):
            return
        if unit not in p.units or not 2 <= len(path) <= 3 or path[0] != s.place(unit):
            yield Reason.of("27.1.1", "zb.retreat.not-this", unit=g.unit_name(unit))
            return
        yield from deaths(g, s, unit, path)
        yield g.against(unit, "27.1.1", "h44.disengage.zoc", path[1:])

    def apply(self, g: Family, s: State, p: Retreat, action: Action, course: Course) -> State:
        """Gone and disrupted, however far (27.1.2)."""
        s = super().apply(g, s, p, action, course)
        unit = action["unit"]
        return disrupt(g, s, unit, course) if alive(g, s, unit) and s.good(unit) else s


class Stay(End[State]):
    """Still there (27.1.2)."""

    kind, rule = "stay", "27.1.2"

    def units(self, g: object, s: State, p: Slip, action: Action) -> tuple[str, ...]:
        return p.units


GO, STAY = Go(), Stay()


class SlipChapter(Chapter[Setting]):
    """Disengagement, an optional rule (27.1)."""

    combat_deeds = (SlipAway(),)


def surround_tally(g: Setting, s: State, unit: str) -> Tally:
    """Elite or Allied +1, low quality -1, a line to a city hex +2 (27.2.3)."""
    piece = g.units[unit]
    lines = []
    if piece.morale == "elite" or piece.side == ALLIED:
        lines.append(Line.of("27.2.3", "h44.surround.tough", 1, unit=piece.name))
    if piece.morale == "low":
        lines.append(Line.of("27.2.3", "h44.surround.low", -1, unit=piece.name))
    seat = s.place(unit)
    ways = within(g, s, piece.side, seat, None)
    if any(g.board.terrain(hex) == "city" for hex in ways):
        lines.append(Line.of("27.2.3", "h44.surround.city", 2))
    return Tally.adding("h44.surround.total", lines)


def surround_losses(g: Setting, s: State, unit: str) -> list[int]:
    """The faces of the die that cost a surrounded unit a step (27.2.2)."""
    more = int(surround_tally(g, s, unit).total)
    return [die for die in range(1, 7) if _steps(g, die + more)]


def _steps(g: Setting, total: int) -> int:
    """What a surrounded unit loses by a modified roll (27.2.2)."""
    return int(g.charts["surround"].value(str(max(1, min(6, total))), "steps"))


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


class SurroundChapter(Chapter[Setting]):
    """Losses of the surrounded, an optional rule (27.2)."""

    @enforces("27", "27.2")
    def before_supply(self, g: Setting, s: State, side: str, course: Course) -> State:
        """At night each surrounded unit rolls (27.2.1, 27.2.2)."""
        for unit in list(surrounded(g, s, side)) if g.night(s) else ():
            die = course.chance.roll("surround")
            more = int(surround_tally(g, s, unit).total)
            g.tell(course, unit, "27.2.2", "h44.surround.rolled", die=die)
            for _ in range(_steps(g, die + more)):
                s = lose_step(g, s, unit, course, "27.2.2")
        return s
