"""Chapter 11: the supply check, and what both sides may do at it: withdraw, build fortresses
(chapter 14), remove Stand Fast markers (16.2); chapter 12: reinforcements by rail, and the
strategic reserve that follows them (15.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.agenda import END, Phase, Reasons, Slots, once_a_state
from engine.hexset import HexSet
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.victory_awaits.combat.retreat import lose_step
from engine.victory_awaits.components.deeds import ByUnit, InHex, OneOf
from engine.victory_awaits.components.state import (
    AXIS,
    MAPS,
    MOSCOW,
    SOVIET,
    Setting,
    State,
    Unit,
    enemy,
)
from engine.victory_awaits.components.terrain import RAIL, name_of
from engine.victory_awaits.components.track import AVAILABLE, MARKERS, WITHDRAWN
from engine.victory_awaits.concepts import (
    denied,
    enemies_in,
    friendly_sources,
    full_hexes,
    lines_of,
    on_map,
    put,
    stacking,
    take,
    zoc,
    zoc_sources,
)
from engine.victory_awaits.movement.segment import MarchIn


def starving(g: Setting, s: State, side: str) -> list[str]:
    """The units of a side that would lose a step now (11.1); never a fortress (14.2)."""
    if side == AXIS and s.turn < g.setup.limits.axis_supply:
        return []  # 15.1
    lines = lines_of(g, s, side)
    return [unit for unit in on_map(g, s, side) if not lines.reaches(s.position.place(unit))]


@enforces("11.0")
def supply_check(g: Setting, s: State, course: Course) -> State:
    """The supply chit (7.2, 11.0): Soviet units first, then the Axis, then what each may do."""
    for side in (SOVIET, AXIS):
        if side == AXIS and s.turn < g.setup.limits.axis_supply:
            course.tell("15.1", "ava.supply.surprise", turn=s.turn)
            continue
        hungry = starving(g, s, side)
        course.tell("11.1", "ava.supply.check", side=side, units=hungry, count=len(hungry))
        for unit in hungry:
            s = lose_step(g, s, unit, course, "11.1", combat=False)
    phases: list[Phase] = [Withdrawal(), Building(), StandDown()]
    if s.turn == g.setup.limits.recall_turn:
        phases.insert(0, Recall())
    if s.turn >= g.setup.last_turn:
        phases.append(Over())
    return s.push(*phases)


class Over(Phase):
    """The game ends with the supply check of its last turn (16.4)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Chits still in the cup are not played."""
        course.tell("16.4", "ava.turn.over", turn=s.turn)
        return replace(s, agenda=())


@once_a_state
def on_lines(g: Setting, s: State) -> list[str]:
    """The Axis units with a line."""
    lines = lines_of(g, s, AXIS)
    return [unit for unit in on_map(g, s, AXIS) if lines.reaches(s.position.place(unit))]


class Withdrawal(Phase):
    """The Axis may take units with a line off the map, to come back later (11.2)."""

    def may(self, g: Setting, s: State) -> list[str]:
        """Those with a line."""
        return on_lines(g, s)

    def decision(self, g: Setting, s: State) -> Decision | None:
        return Decision.of(AXIS, "ava.withdraw", "11.2") if self.may(g, s) else None

    def not_withdrawn(self, g: Setting, s: State, unit: str) -> Reasons:
        """Only an Axis unit on the map with a line to an Axis source leaves it."""
        if unit not in g.units:
            yield Reason.of("11.2", "ava.move.no-unit", unit=unit)
            return
        if g.units[unit].side != AXIS:
            key = "ava.withdraw.not-yours"
        elif s.position.place(unit) not in g.board:
            key = "ava.move.not-on-map"
        else:
            key = "ava.withdraw.no-line"
        yield g.against(unit, "11.2", key)

    def withdraw(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """Into the available box, at the strength it has."""
        g.tell(course, unit, "11.2", "ava.withdraw.done")
        return put(g, s, unit, AVAILABLE[AXIS])


Withdrawal.offers(OneOf("withdraw", "11.2", Withdrawal.withdraw, Withdrawal.not_withdrawn), END)


class Recall(Phase):
    """Smolensk, turn 6: mechanized units with so much attack strength must leave (18.2)."""

    gone: int = 0

    def may(self, g: Setting, s: State) -> list[str]:
        """The mechanized units on the map."""
        return [unit for unit in on_map(g, s, AXIS) if g.units[unit].mechanized]

    def decision(self, g: Setting, s: State) -> Decision | None:
        need = g.setup.limits.recall_strength
        if self.gone >= need or not self.may(g, s):
            return None
        return Decision.of(AXIS, "ava.recall", "18.2", left=need - self.gone)

    def recall(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """A mechanized unit leaves the game; it scores nothing."""
        strength = g.face(s, unit).attack
        g.tell(course, unit, "18.2", "ava.recall.done", strength=strength)
        return put(g, s, unit, WITHDRAWN).instead(Recall(self.gone + strength))


Recall.offers(OneOf("recall", "18.2", Recall.recall, "ava.recall.no"))


def marker_in(g: Setting, s: State, hex: str) -> str | None:
    """The fortress marker in a hex."""
    return next((unit for unit in s.position.at(hex) if g.units[unit].fortress), None)


def spare_marker(g: Setting, s: State, hex: str) -> str | None:
    """A marker that may still be placed there; one that bears a map belongs to it (14.3)."""
    return next((u for u in s.position.at(MARKERS) if on_map_of(g, g.units[u], hex)), None)


def on_map_of(g: Setting, piece: Unit, hex: str) -> bool:
    """Whether a hex lies on the map that a counter bears; a board of one map names none (2.1)."""
    several = any(g.board.tagged(tag) for tag in MAPS.values())
    return not (piece.map and several) or hex in g.board.tagged(MAPS[piece.map])


def fortified_hexes(g: Setting, s: State) -> list[str]:
    """The hexes with a fortress."""
    places = map(s.position.place, g.fortresses)
    return [place for place in places if place in g.board]


class Building(Phase):
    """At a supply check the Soviets may build fortress levels (11.3, 14.1)."""

    built: int = 0

    def may(self, g: Setting, s: State) -> Iterator[str]:
        """The cities where a level may be built."""
        return (hex for hex in g.cities if not any(self.objections(g, s, hex)))

    def decision(self, g: Setting, s: State) -> Decision | None:
        left = g.setup.limits.fortress_levels - self.built
        if left <= 0 or not any(self.may(g, s)):
            return None
        return Decision.of(SOVIET, "ava.build", "14.1", left=left)

    def objections(self, g: Setting, s: State, hex: str) -> Reasons:
        """Why no fortress level may be built in a hex (14.0, 14.1, 11.3)."""
        if hex not in g.board:
            yield Reason.of("14.1", "ava.move.off-map", hex=hex)
            return
        limits = g.setup.limits

        def no(rule: str, key: str, *units: str, **params: object) -> Reason:
            return Reason.of(rule, f"ava.build.{key}", hexes=(hex,), units=units, hex=hex, **params)

        if s.turn < limits.fortresses:
            yield no("14.0", "early", turn=limits.fortresses)
        if hex not in g.cities:
            yield no("14.1", "no-city")
        if s.control.get(hex) == AXIS or any(g.units[u].side == AXIS for u in s.position.at(hex)):
            yield no("14.1", "not-held")
        if not lines_of(g, s, SOVIET).reaches(hex):
            yield no("11.3", "no-line")
        near = zoc_sources(g, s, hex, AXIS)
        if near:
            names = tuple(g.units[unit].name for unit in near)
            yield no("14.1", "enemy-near", *near, enemies=names)
        marker = marker_in(g, s, hex)
        if marker is not None and marker not in s.reduced:
            yield no("14.1", "highest", marker)
        if marker is None:
            if len(fortified_hexes(g, s)) >= limits.fortress_hexes:
                yield no("14.0", "too-many", limit=limits.fortress_hexes)
            if spare_marker(g, s, hex) is None:
                yield no("14.3", "no-marker")

    def build(self, g: Setting, s: State, hex: str, course: Course) -> State:
        """A marker on its +1 side, or flipped to +2 (14.1 steps 4 and 5)."""
        marker = marker_in(g, s, hex)
        if marker is None:
            marker = spare_marker(g, s, hex)
            assert marker is not None, "a legal build has a marker"
            s = replace(put(g, s, marker, hex), reduced=s.reduced | {marker})
        else:
            s = replace(s, reduced=s.reduced - {marker})
        said = {"place": name_of(g.board, hex), "level": g.face(s, marker).defence}
        course.tell("14.1", "ava.build.done", hexes=(hex,), units=(marker,), **said)
        return s.instead(Building(self.built + 1))


Building.offers(InHex("build", "14.1", Building.build, Building.objections), END)


class StandDown(Phase):
    """From turn 6 the Soviets may remove a Stand Fast marker at a supply check (16.2)."""

    def may(self, g: Setting, s: State) -> Iterator[str]:
        """The cities that may be given up more cheaply."""
        return (hex for hex in sorted(s.stand_fast) if not any(self.objections(g, s, hex)))

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not any(self.may(g, s)):
            return None
        return Decision.of(SOVIET, "ava.stand-down", "16.2")

    def objections(self, g: Setting, s: State, hex: str) -> Reasons:
        """Why a Stand Fast marker may not be removed (16.2)."""
        first = g.setup.limits.stand_fast
        if s.turn < first:
            yield Reason.of("16.2", "ava.stand-down.early", hexes=(hex,), hex=hex, turn=first)
        if hex not in s.stand_fast:
            yield Reason.of("16.2", "ava.stand-down.none", hexes=(hex,), hex=hex)
            return
        if s.control.get(hex) != SOVIET:
            yield Reason.of("16.2", "ava.stand-down.lost", hexes=(hex,), hex=hex)
        if not lines_of(g, s, SOVIET).reaches(hex):
            yield Reason.of("16.2", "ava.stand-down.no-line", hexes=(hex,), hex=hex)

    def remove(self, g: Setting, s: State, hex: str, course: Course) -> State:
        """One marker goes, and no more."""
        place = name_of(g.board, hex)
        course.tell("16.2", "ava.stand-down.done", hexes=(hex,), place=place)
        return replace(s.pop(), stand_fast=s.stand_fast - {hex})


StandDown.offers(InHex("stand-down", "16.2", StandDown.remove, StandDown.objections), END)


@once_a_state
def railheads(g: Setting, s: State, side: str) -> HexSet:
    """Railway hexes with a rail line to a source that enters no enemy ZOC at all (12.1)."""
    open_ = g.board.grid.all - denied(g, s.position, enemy(side))
    starts = g.board.set(friendly_sources(g, s, side)) & open_ & g.ground.railway
    return starts.flood(g.ground.along[RAIL, side], among=open_)


def reinforce(g: Setting, s: State, side: str, course: Course) -> State:
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


class Arrival(Phase):
    """Units of the available box are placed on the railway (12.1, 12.2)."""

    side: str
    quota: tuple[tuple[str, int], ...]

    def waiting(self, g: Setting, s: State) -> list[str]:
        """The available units that are due."""
        quota = dict(self.quota)
        return [
            unit
            for unit in s.position.at(AVAILABLE[self.side])
            if unit in s.extras or quota.get(g.units[unit].nation, 0) > 0
        ]

    def hexes(self, g: Setting, s: State) -> HexSet:
        """The open railway hexes where a unit may arrive."""
        return railheads(g, s, self.side) - g.board.set(full_hexes(g, s.position, self.side))

    def decision(self, g: Setting, s: State) -> Decision | None:
        waiting = self.waiting(g, s)
        if not waiting or not self.hexes(g, s):
            return None
        left = sum(n for nation, n in self.quota if (nation == "soviet") == (self.side == SOVIET))
        return Decision.of(self.side, "ava.arrive", "12.2", left=left)


class Arrive(ByUnit[Arrival]):
    """A unit is placed on the railway (12.1)."""

    kind, rule, sure = "arrive", "12.1", True

    def slots(self) -> Slots[Setting, State, Arrival]:
        return {
            "unit": lambda g, s, p, given: p.waiting(g, s),
            "hex": lambda g, s, p, given: p.hexes(g, s),
        }

    def objections(self, g: Setting, s: State, p: Arrival, piece: Unit, action: Action) -> Reasons:
        unit, hex = piece.id, text(action, "hex")
        seat = s.position.place(unit)

        def no(rule: str, key: str, *hexes: str) -> Reason:
            key = f"ava.arrive.{key}"
            return g.against(unit, rule, key, hexes, hex=hex)

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

    def apply(self, g: Setting, s: State, p: Arrival, action: Action, course: Course) -> State:
        """It stands there; a unit off the turn track does not count (17.3)."""
        unit, hex = action["unit"], action["hex"]
        g.tell(course, unit, "12.1", "ava.arrive.done", (hex,), hex=hex)
        s = take(g, put(g, s, unit, hex), unit, hex, course)
        if unit in s.extras:
            return replace(s, extras=s.extras - {unit})
        nation = g.units[unit].nation
        quota = tuple((n, left - (n == nation)) for n, left in p.quota)
        return s.instead(Arrival(p.side, quota))


Arrival.offers(Arrive(), END)


class StrategicReserve(Phase):
    """Up to twelve more available units march in from Moscow (15.4)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s = s.pop()
        units = s.position.at(AVAILABLE[SOVIET])
        gates = tuple(sorted(g.sources(MOSCOW)))
        limit = g.setup.limits.reserve_units
        if not units:
            return s
        return s.push(MarchIn(None, SOVIET, units, gates=gates, limit=limit, rule="15.4"))
