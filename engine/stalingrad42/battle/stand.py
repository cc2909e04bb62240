"""Chapters 10 and 11: who bears losses, and determined defence."""

from __future__ import annotations

from engine.agenda import Reasons
from engine.stalingrad42.battle.air import air_aids, use_air
from engine.stalingrad42.battle.modifiers import fortified, sheltered
from engine.stalingrad42.board.calendar import of_germany
from engine.stalingrad42.board.supply_points import use_up
from engine.stalingrad42.setting import CITIES, GERMAN, GUNS, SOVIET, STORE, Setting, records
from engine.stalingrad42.supply import gun_trouble, guns_of, supply_ports
from engine.values import Names, replace
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance, AfterBreakthrough
from engine.zocbond.battle.battle import Battle, Result, defenders, everyone
from engine.zocbond.battle.determined_defence import Stand
from engine.zocbond.battle.losses import ATTACKER
from engine.zocbond.battle.retreat import ways
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import FIRED, State
from engine.zocbond.board.zones import combat_units, enemy
from engine.zocbond.moving import orders
from engine.zocbond.supply.lines import supplied_at


def city_level(s: State, hex: str) -> int:
    """The City Battle marker of a hex (11.6.2)."""
    return int(records(s).city_battles.get(hex, 0))


def steps_back(g: Setting, s: State, battle: Battle, *units: str) -> bool:
    """Before turn 8 Soviet units stand only where something doubled or shifted for them."""
    if enemy(g, battle.side) != SOVIET or s.turn >= 8:
        return False
    helped = records(s).helped
    return not any(unit in helped for unit in units)


@enforces("10.2.3", "20.5.2")
def loss_pool(g: Setting, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
    """Who lent strength to the battle (10.1, 10.2.1), whoever picks (10.2.3); bracketed ones
    last, Germans before allies (20.5.2)."""
    units = list(battle.units)
    if role != ATTACKER:
        # only where nobody defends do those suffer who add no strength
        units = list(defenders(g, s, battle) or everyone(g, s, battle))
    plain = [u for u in units if not g.face(s, u).bracketed] or units
    fresh = [u for u in plain if of_germany(g.units[u]) and not s.lost.get(u, 0)]
    if fresh:
        plain = [
            u
            for u in plain
            if of_germany(g.units[u]) or not (s.lost.get(u, 0) and g.left(s, u) == 1)
        ]
    return tuple(plain)


@enforces("20.3")
def may_lead(g: Setting, s: State, battle: Battle, unit: str) -> bool:
    """Any combat unit in good order but artillery support and trains (11.2.3); before turn 8
    the NKVD, and whom the ground helps (11.1.2, 20.3)."""
    if not fighting.may_lead(g, s, battle, unit) or g.units[unit].kind in GUNS:
        return False
    if g.units[unit].kind == "nkvd" or not steps_back(g, s, battle, unit):
        return True
    return isinstance(s.top, Stand) and s.top.desperate(g, s)


def stand_column(g: Setting, s: State, hex: str, lead: str) -> str:
    """City, Clear/Desert without village or fortification, Other (11.2.1)."""
    column = str(g.ground.terrain.value(g.terrain_of(s, hex), "stand"))
    strong = sheltered(g, hex) or fortified(g, s, hex, g.units[lead].side)
    return "other" if column == "clear" and strong else column


def stand_morale(g: Setting, s: State, battle: Battle, lead: str) -> int:
    """Elite +1, low -1; Germans in cities and fortifications count as elite (11.2.4)."""
    piece = g.units[lead]
    strong = g.board.terrain(battle.hex) in CITIES or fortified(g, s, battle.hex, piece.side)
    if of_germany(piece) and strong:
        return 1
    return {"elite": 1, "low": -1}.get(g.face(s, lead).morale, 0)


@enforces("11.4.3", "11.6", "11.6.1")
def partial(g: Setting, s: State, battle: Battle, outcome: str, desperate: bool, last: str) -> str:
    """A partial success: city battle, or fighting withdrawal (11.6, 11.6.1, 11.6.2); a failure
    is one (11.4.3)."""
    if outcome != "P":
        return outcome
    terrain = g.board.terrain(battle.hex)
    most = {"large-city": 2, "small-city": 1}.get(terrain, 0)
    if city_level(s, battle.hex) < most:
        return "C"
    if desperate and last == "P":
        return "S-after-P"
    return "W"


@enforces("11.4.2")
def held_on(
    g: Setting, s: State, battle: Battle, outcome: str, units: Names, course: Course
) -> State:
    """A limited advance when the last step fell (11.4.2); city markers (11.6.2)."""
    if outcome == "C":
        level, first = city_level(s, battle.hex) + 1, records(s).besiegers
        course.tell("11.6.2", "s42.city-battle", hexes=(battle.hex,), level=level)
        levels = {**records(s).city_battles, battle.hex: level}
        first = first if level > 1 else {**first, battle.hex: battle.units}
        s = s.keep(replace(records(s), city_battles=levels, besiegers=first))
    if isinstance(s.top, AfterBreakthrough):
        return s.instead(replace(s.top, again=False))
    if not isinstance(s.top, Advance):
        return s
    if units:
        return s.pop()
    return s.instead(replace(s.top, length=1, exploits=False, limited=True))


def desperate(g: Setting, s: State, battle: Battle, result: Result, units: Names) -> bool:
    """Retreat is the end of them, or gives up the port that supplies them (11.5.1)."""
    if fighting.desperate(g, s, battle, result, units):
        return True
    foe, here = g.other[battle.side], battle.hex
    plain = orders.sources(g, s, foe)
    if here not in supply_ports(g, s, foe, plain) or not units:
        return False
    lost = replace(s, control={**s.control, here: battle.side})
    return not any(
        supplied_at(g, lost, unit, way.path[-1])
        for unit in units
        for way in ways(g, s, unit, result.retreat, result.most)
    )


class StandChapter(Chapter[Setting]):
    """Who may stand, and with what help."""

    @enforces("20.3")
    def stand_bars(
        self, g: Setting, s: State, battle: Battle, result: Result, desperate: bool
    ) -> Reasons:
        """Not one step back, but for the NKVD (11.1.2, 20.3); the table's colours (11.2.2)."""
        victory = battle.hex in g.worth or battle.hex in g.board.tagged("victory")
        if result.colour == "?" and not victory and not desperate:
            yield Reason.of("11.2.2", "s42.stand.colour", hexes=(battle.hex,))
        here = combat_units(g, s, SOVIET, battle.hex)
        nkvd = any(g.units[u].kind == "nkvd" for u in here)
        if steps_back(g, s, battle, *here) and not (desperate or nkvd):
            yield Reason.of("11.1.2", "s42.stand.step-back", hexes=(battle.hex,))

    @enforces("18.3.2")
    def stand_aids(self, g: Setting, s: State, battle: Battle, lead: str) -> list[str]:
        """One ready artillery support unit in range, or an aircraft (11.3, 18.3.2)."""
        aids = [
            gun
            for gun in guns_of(g, s, g.units[lead].side)
            if not any(gun_trouble(g, s, gun, (lead,)))
        ]
        if g.units[lead].side == GERMAN:
            aids += air_aids(g, s, battle.hex, (lead,))
        return aids

    def spend_aid(self, g: Setting, s: State, battle: Battle, aid: str, course: Course) -> State:
        """It goes to its used side (11.3)."""
        course.tell("11.3", "zb.guns.spent", unit=g.unit_name(aid))
        if aid not in g.units:
            return use_air(g, s, aid)
        if g.units[aid].kind == STORE:
            return use_up(s, aid)
        return s.mark((aid,), FIRED)
