"""Chapter 3: the turn and its weather; the initial phase: aircraft, trains, fortifications, then,
in any order, all the rest; the victory check."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Self

from engine.agenda import Deed, End, Moves, Phase, Reasons, Slots
from engine.stalingrad42.battle.air import ground_crews
from engine.stalingrad42.battle.modifiers import fortified
from engine.stalingrad42.board.calendar import (
    benchmark,
    elbrus,
    keep_baku,
    sky_roll,
    supplied_hex,
    weather_roll,
)
from engine.stalingrad42.board.fortifications import CLEAR_FORT, lapse
from engine.stalingrad42.board.railheads import Railheads, rail_net
from engine.stalingrad42.board.supply_points import FEED, Feeding
from engine.stalingrad42.campaign.sleepers import FrontArrives, wake_eighth
from engine.stalingrad42.campaign.winter_offensive import (
    Interlude,
    Vasilevsky,
    can_declare,
    soviet_leads,
)
from engine.stalingrad42.campaign.withdrawals import pay_debt, withdrawals
from engine.stalingrad42.forces.reinforcements import Arrivals, settle_plain
from engine.stalingrad42.forces.replacements import REBUILD, Replace, income
from engine.stalingrad42.maskirovka.armies import MaskArrival, begin_masks, close_masks
from engine.stalingrad42.maskirovka.battles import drop_boxes
from engine.stalingrad42.options.contested_cities import settle_contests, settle_sieges
from engine.stalingrad42.options.dice import PLAN_OFFENSIVE, keep_plans, ripen, wake_leaders
from engine.stalingrad42.scenarios import (
    FirstGerman,
    Preliminary,
    decided_early,
    half_check,
    hold_check,
    new_railhead,
    points_rule,
    scenario_air,
    victory_points,
)
from engine.stalingrad42.setting import GERMAN, GUNS, SOVIET, STORE, Setting, counted_anew, records
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Ending, Reason, enforces
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.choice import Asked
from engine.zocbond.board.state import FIRED, TRAIN, State
from engine.zocbond.board.zones import combat_units, enemy, held, zoc
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.supply.lines import Supply
from engine.zocbond.turn import LastLook, Phases, Recovery
from engine.zocbond.turn import opening as begin

FORTS = {GERMAN: 12, SOVIET: 24}
NO_FORT = ("large-city", "small-city", "mountain", "swamp", "rough-woods")
PIECEMEAL = (Arrivals, MaskArrival)
"""What is due unit by unit: something else may be done in between."""


class Initial(Phase):
    """What happens by itself, then the choices (3.0 initial phase, 18.1)."""

    side: str

    @enforces("5.6.5")
    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Aircraft come back (9.3.1), trains unload (5.6.5), fortifications are ready (9.7.2)."""
        mine = [u for u in s.position.units() if g.units[u].side == self.side]
        s = s.pop().unmark(mine, TRAIN)
        building = dict(records(s).building)
        ready = {hex: side for hex, side in building.items() if side == self.side}
        rest = {hex: side for hex, side in building.items() if side != self.side}
        for hex in ready:
            course.tell("9.7.2", "s42.fort.ready", hexes=(hex,), hex=hex)
        now = replace(records(s), building=rest, forts={**records(s).forts, **ready})
        s = s.keep(counted_anew(now))
        if self.side == GERMAN:
            s = ground_crews(g, s)
        steps = tuple(sorted(pay_debt(s, self.side, income(g, s, self.side)).items()))
        s = settle_plain(g, begin_initial(g, s, self.side, course), self.side, course)
        points = resource_points(g, s, self.side)
        return s.push(Resources(self.side, points, steps, due(g, s, self.side)))


def begin_initial(g: Setting, s: State, side: str, course: Course) -> State:
    """What comes by itself: markers are turned (26.2, 28.1.1), debts paid, sleepers woken."""
    s = wake_leaders(g, ripen(g, s, side, course), side)
    if side == SOVIET:
        return wake_eighth(g, begin_masks(g, s), course)
    owed = records(s).special_debt
    paid = min(owed, income(g, s, GERMAN).get("special", 0))
    s = s.keep(replace(records(s), special_debt=owed - paid)) if paid else s
    return hold_check(g, new_railhead(g, scenario_air(g, s), course), course)


def due(g: Setting, s: State, side: str) -> tuple[Phase, ...]:
    """What these chapters ask of an initial phase, to be done when its owner likes."""
    found = (Arrivals(side), *withdrawals(g, s, side))
    if side == GERMAN:
        return found
    front = (FrontArrives(),) if records(s).transcaucasus else ()
    marker = (Vasilevsky(),) if can_declare(g, s) else ()
    return (*found, *front, MaskArrival(), *marker)


class Resources(Phase):
    """Resource points, supply points and replacements are spent (18.1, 21.0), and whatever else is
    due is done, in the order the owner likes (3.0 initial phase)."""

    side: str
    points: int
    steps: tuple[tuple[str, int], ...]
    due: tuple[Phase, ...] = ()
    """Reinforcements, withdrawals and the like that are still to be taken up."""
    ended: bool = False
    """Nothing more is spent: the rest of what is due comes in its turn."""

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Spend something, take up something, or end the phase; asked while there is a choice."""
        waiting = [
            phase
            for phase in self.due
            if any(action.kind != "end" for action in phase.choices(g, s, None, None))
        ]
        if self.ended or not (len(waiting) > 1 or any(self._worth(g, s))):
            return None
        steps = sum(count for _, count in self.steps)
        kind, rule = ("initial", "3.0 initial phase") if waiting else ("resources", "18.1")
        return Decision.of(self.side, f"s42.{kind}", rule, points=self.points, steps=steps)

    def _worth(self, g: Setting, s: State) -> Moves:
        """What is worth asking for: to clear a fortification, only if another could be begun."""
        for deed in initial_deeds(g):
            if self.points or deed is not CLEAR_FORT:
                yield from deed.choices(g, s, self, None, None)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """What is due comes in its turn; what is left unspent is lost (18.1, 21.1.1)."""
        if not self.due:
            return s.pop()
        return s.instead(self.due[0], replace(self, due=self.due[1:]))

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        kinds = dict.fromkeys(k for phase in self.due for k in phase.kinds(g, s) if k != "end")
        return (*initial_deeds(g), *(take_up(kind) for kind in kinds), CLOSE)

    def take_up(self, g: Setting, s: State, phase: Phase, action: Action, course: Course) -> State:
        """One of the things that are due."""
        rest = tuple(other for other in self.due if other is not phase)
        s = phase.apply(g, s.instead(replace(self, due=rest)).push(phase), action, course)
        if not isinstance(phase, PIECEMEAL):
            return s
        again = s.top  # the rest of it may wait while something else is done
        return s.pop().instead(replace(self, due=(again, *rest)))

    def spend(self, s: State) -> State:
        """One resource point less."""
        return s.instead(replace(self, points=self.points - 1))


class TakeUp(Deed[Setting, State, Resources]):
    """Something that is due is taken up, as its own phase would have it."""

    sure = True

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def slots(self) -> Slots[Setting, State, Resources]:
        return {
            "way": lambda g, s, p, given: (
                dict(action.args) for action in self.choices(g, s, p, None, None)
            )
        }

    def _due(self, g: Setting, s: State, p: Resources) -> list[Phase]:
        return [phase for phase in p.due if self.kind in phase.kinds(g, s)]

    def choices(
        self, g: Setting, s: State, p: Resources, unit: str | None, hex: str | None
    ) -> Moves:
        for phase in self._due(g, s, p):
            yield from phase.choices(g, s, unit, hex, self.kind)

    def reasons(self, g: Setting, s: State, p: Resources, action: Action) -> Reasons:
        """What the first phase says, if none lets it pass."""
        told = [phase.explain(g, s, action) for phase in self._due(g, s, p)]
        yield from next((verdict for verdict in told if verdict), told[0]).reasons

    def apply(self, g: Setting, s: State, p: Resources, action: Action, course: Course) -> State:
        fit = (phase for phase in self._due(g, s, p) if phase.explain(g, s, action))
        return p.take_up(g, s, next(fit), action, course)


@cache
def take_up(kind: str) -> TakeUp:
    """What is due, by its kind."""
    return TakeUp(kind)


class NoMore(End[State]):
    """Nothing more is spent."""

    def apply(self, g: object, s: State, p: Resources, action: Action, course: Course) -> State:
        return s.instead(replace(p, ended=True))


CLOSE = NoMore()


class Ready(Deed[Setting, State, Resources]):
    """A gun on the rail net is made ready (18.1)."""

    kind, rule = "ready", "18.1"

    def slots(self) -> Slots[Setting, State, Resources]:
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in orders.mine(g, s, p.side)
                if g.units[unit].kind in GUNS and s.has(unit, FIRED)
            )
        }

    def reasons(self, g: Setting, s: State, p: Resources, action: Action) -> Reasons:
        """A used artillery support unit in good order, on the rail net (18.1, 18.2.3)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("18.1", "zb.no-unit", unit=unit)
            return
        piece, seat = g.units[unit], s.place(unit)
        no = partial(g.against, unit)
        if p.points < 1:
            yield no("18.1", "s42.resources.none")
        if piece.kind not in GUNS or not s.has(unit, FIRED):
            yield no("18.1", "s42.resources.not-used")
        elif not s.good(unit) or seat not in g.board:
            yield no("18.2.3", "zb.guns.state")
        elif (g.railways or records(s).rail_net.get(p.side)) and (
            seat not in rail_net(g, s, p.side)
        ):
            yield no("18.1", "s42.resources.rail")

    def apply(self, g: Setting, s: State, p: Resources, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, "18.1", "s42.resources.ready")
        return p.spend(s).unmark((unit,), FIRED)


class Fortify(Deed[Setting, State, Resources]):
    """A fortification is begun (9.7.2)."""

    kind, rule = "fortify", "9.7.2"

    def slots(self) -> Slots[Setting, State, Resources]:
        return {"hex": lambda g, s, p, given: sorted(held(g, s, p.side)) if p.points > 0 else ()}

    def choices(
        self, g: Setting, s: State, p: Resources, unit: str | None, hex: str | None
    ) -> Iterator[Action]:
        if hex is None:
            yield from super().choices(g, s, p, unit, hex)
        elif unit is None:
            yield from self.walk(g, s, p, Action(self.kind, hex=hex), ())

    def reasons(self, g: Setting, s: State, p: Resources, action: Action) -> Reasons:
        """In supply, not the enemy's, on fit ground, one a hex (9.7.2, 9.7.3)."""
        hex, side = text(action, "hex"), p.side
        no = partial(Reason.of, hexes=(hex,), hex=hex)
        if p.points < 1:
            yield no("18.1", "s42.resources.none")
        if hex not in g.board:
            yield no("9.7.2", "s42.fort.where")
            return
        if g.terrain_of(s, hex) in NO_FORT:
            yield no("9.7.3", "s42.fort.ground")
        here = hex in records(s).forts or hex in records(s).building
        if here or fortified(g, s, hex, side):
            yield no("9.7.3", "s42.fort.one")
        foe = enemy(g, side)
        if hex in zoc(g, s, foe) and not combat_units(g, s, side, hex):
            yield no("9.7.3", "s42.fort.zoc")
        hostile = hex in held(g, s, foe) or s.control.get(hex, side) != side
        if hostile or not supplied_hex(g, s, side, hex):
            yield no("9.7.2", "s42.fort.where")
        built = [*records(s).forts.values(), *records(s).building.values()]
        if built.count(side) >= FORTS[side]:
            yield no("9.7.3", "s42.fort.counters")

    def apply(self, g: Setting, s: State, p: Resources, action: Action, course: Course) -> State:
        """Under construction until the next initial phase (9.7.2)."""
        hex = action["hex"]
        course.tell("9.7.2", "s42.fort.begun", hexes=(hex,), hex=hex)
        s = p.spend(s)
        return s.keep(replace(records(s), building={**records(s).building, hex: p.side}))


class Stock(Asked[Setting, Resources]):
    """A supply point is put in an own entry area (18.1, 18.6.1, 19.4)."""

    kind, rule = "stock", "18.6.1"

    def slots(self) -> Slots[Setting, State, Resources]:
        return {
            "unit": lambda g, s, p, given: self._spare(g, s, p.side)[:1] if p.points > 0 else (),
            "to": lambda g, s, p, given: g.board.areas,
        }

    def _spare(self, g: Setting, s: State, side: str) -> list[str]:
        mine = (u for u in s.position.at("used") if g.units[u].side == side)
        return [u for u in mine if g.units[u].kind == STORE]

    def reasons(self, g: Setting, s: State, p: Resources, action: Action) -> Reasons:
        """A counter that is off the map, an own area (18.6.1)."""
        unit, to = text(action, "unit"), text(action, "to")
        known = unit in g.units and g.units[unit].side == p.side
        if not known or g.units[unit].kind != STORE or s.place(unit) != "used":
            yield Reason.of("18.6.1", "s42.store.none", unit=unit)
            return
        if p.points < 1:
            yield Reason.of("18.1", "s42.resources.none", unit=unit)
        if not g.own_area(s, p.side, to):
            yield Reason.of("18.6.1", "s42.store.area", units=(unit,), hex=to)

    def apply(self, g: Setting, s: State, p: Resources, action: Action, course: Course) -> State:
        unit, to = action["unit"], action["to"]
        g.tell(course, unit, "18.6.1", "s42.store.stocked", hex=to)
        return p.spend(s).put(unit, to)


INITIAL: tuple[Deed[Setting, State, Resources], ...] = (
    *(Ready(), FEED, Fortify(), CLEAR_FORT, Replace(), REBUILD, Stock()),
)


def initial_deeds(g: Setting) -> tuple[Deed[Setting, State, Resources], ...]:
    """What a side may do in an initial phase."""
    return (*INITIAL, PLAN_OFFENSIVE) if g.scenario.switches["planned-offensives"] else INITIAL


def resource_points(g: Setting, s: State, side: str) -> int:
    """Two a turn, as the scenario says (18.1)."""
    return g.resources[side].at(s.turn)


@enforces("S2.1", "S3.1")
def opening(g: Setting, phase: str, side: str) -> Phases:
    """The phases a position begins with; some scenarios have a first turn of their own (S2.1,
    S2.4, S3.1, S3.4)."""
    if g.special.opening == "preliminary":
        german, soviet = player_turn(GERMAN)[1:], player_turn(SOVIET)
        return (Preliminary(SOVIET), FirstGerman(), *german, *soviet, VictoryCheck())
    if g.special.opening:
        return (*player_turn(SOVIET)[1:], Interlude(), VictoryCheck())
    more: dict[str, Phases] = {
        "supply": (Railheads(side), Supply(side), Feeding(side), Close(side), Movement(side)),
        "initial": (Initial(side), Movement(side), Combat(side)),
    }
    return begin(g, phase, side, GameTurn(), more)


class GameTurn(Phase):
    """One turn (3.0), from its weather on (3.0 weather phase)."""

    @enforces("3.0 weather phase")
    def proceed(self, g: Setting, s: State, course: Course) -> State:
        course.tell("3.0", "zb.turn", turn=s.turn, last=g.last_turn)
        before = records(s).weather
        die = course.chance.roll("weather") if s.turn >= 17 else 6
        weather, sky = weather_roll(g, s.turn, die, before), sky_roll(g, s.turn, die, before)
        if s.turn >= 17:
            course.tell("23.1", "s42.weather", weather=weather, die=die)
        soaked = records(s).soaked or weather == "rain"
        s = s.keep(replace(records(s), weather=weather, sky=sky, soaked=soaked))
        order = (SOVIET, GERMAN) if soviet_leads(g, s) else (GERMAN, SOVIET)
        turns = (*player_turn(order[0]), *player_turn(order[1]))
        return s.instead(*turns, Interlude(), VictoryCheck())


@enforces(
    "3.0 movement phase",
    "3.0 combat phase",
    "3.0 recovery phase",
    "3.0 supply phase",
    "3.0 soviet turn",
)
def player_turn(side: str) -> tuple[Phase, ...]:
    """The phases of a player turn, alike for both sides (3.0 soviet turn). They are the 3.0 initial
    phase, 3.0 movement phase, 3.0 combat phase, 3.0 recovery phase and 3.0 supply phase; the last
    has four steps."""
    return (
        *(Initial(side), Movement(side), Combat(side), Recovery(side)),
        *(Railheads(side), Supply(side), Feeding(side), Close(side)),
    )


class Close(Phase):
    """The end of a player turn: printed fortifications may lapse (9.7.7)."""

    side: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s = close_turn(g, s.pop(), self.side, course)
        if not s.agenda:
            return s
        return lapse(g, s, course) if self.side == SOVIET else s


class VictoryCheck(LastLook[Setting]):
    """The victory phase (3.0 victory phase, 24.2)."""

    @enforces("3.0 victory phase")
    def winner(self, g: Setting, s: State) -> str | None:
        mark = g.benchmarks.get(s.turn)
        points = int(victory_points(g, s).total) + len(list(elbrus(g, s)))
        winner = benchmark(g, points, mark) if mark is not None else None
        return winner or decided_early(g, s) or None

    def rule(self) -> tuple[str, str]:
        return "24.2", "s42.victory.automatic"

    def next(self) -> Phase:
        return GameTurn()


def outcome(g: Setting, s: State) -> Ending:
    """Automatic, or by the points the scenario asks for (24.2)."""
    points = victory_points(g, s)
    winner = s.records.winner
    if winner is not None:
        return Ending(winner, "24.2", "s42.victory.automatic", points)
    lost = records(s).stalingrad_lost
    winner = GERMAN if points.total >= g.goal and not lost else SOVIET
    asked = replace(points, result=str(g.goal))
    return Ending(winner, points_rule(g), "s42.victory.points", asked)


def tidy(g: Setting, s: State, course: Course) -> State:
    """What follows from any change: plans lost, contests over, Baku and boxes lost."""
    if records(s).plans:
        s = keep_plans(g, s)
    if records(s).contested:
        s = settle_contests(g, s, course)
    if records(s).city_battles:
        s = settle_sieges(g, s)
    s = keep_baku(g, s)
    return drop_boxes(g, s, course) if records(s).masks else s


def close_turn(g: Setting, s: State, side: str, course: Course) -> State:
    """The end of a player turn: unmasked armies leave (34.7)."""
    s = close_masks(g, s, course) if side == SOVIET else s
    return half_check(g, s, side, course)
