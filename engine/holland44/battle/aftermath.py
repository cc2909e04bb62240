"""Chapters 11 to 14: losses, standing fast, retreat, disorder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.hexset import HexSet
from engine.holland44.battle.modifiers import elite_majority, gun_trouble, leading
from engine.holland44.moving.areas import river_edge
from engine.holland44.moving.movement import off_road_barred, second_depot
from engine.holland44.setting import Setting, records
from engine.values import Names, replace
from engine.verdict import Course, enforces
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance, AfterBreakthrough
from engine.zocbond.battle.battle import Battle, Result, defenders, everyone
from engine.zocbond.battle.losses import ATTACKER, alive
from engine.zocbond.battle.retreat import Retreat, Way, deaths, disrupt, friends, overstacks, ways
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import touching, unbridged
from engine.zocbond.board.state import ENGAGED, FIRED, ROUTED, SHELTERED, State
from engine.zocbond.board.zones import combat_units, eased, enemy, held
from engine.zocbond.supply.lines import supplied_at


def _defeated(g: Setting, s: State, battle: Battle) -> list[str]:
    """The defenders, and the routed with them; where nobody lends strength, all the others. Routed
    units are none of those that no loss may fall on (11.2), but who came in by a retreat is
    (13.5)."""
    here = [u for u in everyone(g, s, battle) if not sheltered(g, s, battle, u)]
    fighting = defenders(g, s, battle)
    return [u for u in here if u in fighting or s.has(u, ROUTED)] or here


def sheltered(g: Setting, s: State, battle: Battle, unit: str) -> bool:
    """Whether a unit came in by a retreat earlier, and is attacked in the same phase (13.5)."""
    return s.has(unit, SHELTERED) and not battle.breakthrough


def could_enter(g: Setting, s: State, unit: str, hex: str) -> bool:
    """Whether a unit could advance into the defenders' hex (11.2, 15.6, 23.4)."""
    seat = s.place(unit)
    if not touching(g, seat, hex):  # out of the air (22.6)
        return True
    barred = any(g.all_of(Chapter.step_bars, s, (unit,), seat, hex))
    if barred or off_road_barred(g, s, unit, seat, hex):
        return False
    return not (g.units[unit].technical and unbridged(g, s, seat, hex))


def in_contact(g: Setting, s: State, unit: str, hex: str) -> bool:
    """A friendly unit there touches the enemy, not counting over unbridged rivers (13.1.3)."""
    side = g.units[unit].side
    if not [u for u in combat_units(g, s, side, hex) if u != unit]:
        return False
    foes = held(g, s, g.other[side])
    return any(near in foes and not unbridged(g, s, hex, near) for near in g.board.neighbours(hex))


def loss_pool(g: Setting, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
    """Attacker: lead formation that can advance, elite where the shift was used (11.2)."""
    if role == ATTACKER:
        around = {*g.board.neighbours(battle.hex), *g.areas_at(s, battle.hex)}
        around |= {s.place(u) for u in battle.units if battle.halts}
        lead = [u for u in leading(g, s, battle) if s.place(u) in around]
        if elite_majority(g, s, lead) and code in ("A1", "A1/ENG", "A1/DR", "A1/D1"):
            lead = [u for u in lead if g.units[u].morale == "elite"] or lead
        able = [u for u in lead if could_enter(g, s, u, battle.hex)]
        return tuple(able or lead)
    units = _defeated(g, s, battle)
    fighters = [u for u in units if g.units[u].kind != "airborne-supply"]
    return tuple(fighters or units)


@enforces("17.2")
def may_lead(g: Setting, s: State, battle: Battle, unit: str) -> bool:
    """Not artillery, not airborne supply, in good order (12.1.2, 13.5, 14.1.1, 17.2)."""
    fights = g.units[unit].kind not in ("artillery", "airborne-supply")
    return fights and fighting.may_lead(g, s, battle, unit)


def desperate(g: Setting, s: State, battle: Battle, result: Result, units: Names) -> bool:
    """All face destruction, or an overstacked hex, by retreating (12.4, 13.5)."""

    def threatened(unit: str) -> bool:
        return sheltered(g, s, battle, unit) or all(
            overstacks(g, s, unit, way.path[-1])
            for way in ways(g, s, unit, result.retreat, result.most)
        )

    return bool(units) and all(threatened(unit) for unit in units)


@enforces("12.1.3")
def stand_column(g: Setting, s: State, hex: str, lead: str) -> str:
    """City, Clear/Polder, Other; technical units in swamp use Clear/Polder (12.1.3)."""
    terrain = g.board.terrain(hex)
    if terrain == "swamp" and g.units[lead].technical:
        return "clear"
    if g.ground.town(hex):
        return "other"
    return str(g.ground.terrain.value(terrain, "stand"))


def stand_morale(g: Setting, s: State, battle: Battle, lead: str) -> int:
    """+1 elite, -1 low quality (12.2)."""
    return {"elite": 1, "low": -1}.get(g.units[lead].morale, 0)


def held_on(
    g: Setting, s: State, battle: Battle, outcome: str, units: Names, course: Course
) -> State:
    """No advance, even when the last step fell; survivors are engaged (12.3)."""
    if isinstance(s.top, Advance):
        s = s.pop()
    elif isinstance(s.top, AfterBreakthrough):
        s = s.instead(replace(s.top, held=True))
    left = combat_units(g, s, enemy(g, battle.side), battle.hex)
    return g.in_turn(Chapter.engage, s, left, course)


@enforces("13.1.4")
def retreat_rank(
    g: Setting, s: State, unit: str, path: Names, length: int, watched: HexSet
) -> tuple[int, ...]:
    """Priorities 2 to 6 of 13.1.3: two hexes away, no ZOC, no contact, supply, stacking. Each unit
    of a stack finds its own way (13.1.2); one into a friendly area leaves the map for a while
    (19.5); a crowded hex is the last resort and allowed (13.1.4)."""
    way, last = [hex for hex in path[1:] if hex in g.board], path[-1]
    through = any(hex in watched for hex in way)
    contact = any(in_contact(g, s, unit, hex) for hex in way)
    if last not in g.board:  # an area is far away, a source, and takes everybody
        return (0, through, contact, 0, 0)
    near = g.board.distance(path[0], last) < 2
    cut = not supplied_at(g, s, unit, last)
    over = overstacks(g, s, unit, last) or second_depot(g, s, unit, last)
    return (near, through, contact, cut, over)


@enforces("11.5.2", "19.5")
def disorder(g: Setting, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
    """Two hexes or more disrupt, or leaving the map; one hex only the engaged. So say 13.1.1, 13.3,
    11.5.2 and 19.5."""
    shaken = gone >= 2 or routs or s.has(unit, ENGAGED) or s.place(unit) not in g.board
    return disrupt(g, s, unit, course, routs) if shaken else s


class AftermathChapter(Chapter[Setting]):
    """What a Holland '44 battle leads to."""

    def shrugs_off(self, g: Setting, s: State, battle: Battle, result: Result) -> bool:
        """Recon units with nobody else ignore the loss of D1 and DS (23.7)."""
        units = combat_units(g, s, enemy(g, battle.side), battle.hex)
        return result.code in ("D1", "DS") and all(g.units[u].kind == "recon" for u in units)

    def unharmed(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Recon units ignore the loss, not the retreat (23.7)."""
        units = combat_units(g, s, enemy(g, battle.side), battle.hex)
        names = tuple(g.unit_name(unit) for unit in units)
        course.tell("23.7", "h44.shrugged", units=units, hexes=(battle.hex,), unit=names)
        return s

    def engage(self, g: Setting, s: State, units: Names, course: Course) -> State:
        """Engaged unless in disorder (11.5.1, 11.5.2); recovery ends it (11.5.3, 14.4.3)."""
        fresh = [u for u in units if s.good(u)]
        for unit in fresh:
            g.tell(course, unit, "11.5.1", "h44.engaged")
        return s.mark(fresh, ENGAGED)

    @enforces("12.6")
    def attack_spent(self, g: Setting, s: State, battle: Battle, result: Result) -> bool:
        """The last step of the lead formation fell in A1/DR or A1/D1 (12.6). Who is attached to it
        (10.2.3) is not of it."""
        lead = (u for u in leading(g, s, battle) if g.formation(s, u) == battle.lead)
        return result.code in ("A1/DR", "A1/D1") and not any(alive(g, s, u) for u in lead)

    def stand_aids(self, g: Setting, s: State, battle: Battle, lead: str) -> list[str]:
        """One ready gun in range, of any friendly formation (17.6.1, 17.6.3). None in breakthrough
        combat or against a storm on an unknown unit (16.3.5, 25.3.1)."""
        storm = battle.halts and battle.hex not in records(s).dives
        if battle.breakthrough or storm:
            return []
        return [
            gun
            for gun, piece in g.units.items()
            if piece.side == g.units[lead].side
            and piece.kind == "artillery"
            and not any(gun_trouble(g, s, gun, battle.hex))
        ]

    def spend_aid(self, g: Setting, s: State, battle: Battle, aid: str, course: Course) -> State:
        """The gun is flipped (17.1)."""
        g.tell(course, aid, "17.1", "zb.guns.spent")
        return s.mark((aid,), FIRED)

    def retreat_barriers(
        self, g: Setting, s: State, unit: str, here: str, there: str
    ) -> Iterator[str]:
        """Large rivers and canals without a bridge kill; small ones kill technical units (13.2)."""
        piece = g.units[unit]
        kind = unbridged(g, s, here, there)
        if kind in ("large-river", "canal"):
            yield "zb.retreat.water"
        elif kind is not None and piece.technical:
            yield "zb.retreat.impassable"
        if off_road_barred(g, s, unit, here, there):
            yield "zb.retreat.impassable"

    def edge_barriers(self, g: Setting, s: State, unit: str, here: str, area: str) -> Iterator[str]:
        """A large river on the edge; a ferry is no way for a retreat either (13.2, 19.3.2)."""
        if river_edge(g, here, area):
            yield "zb.retreat.water"

    def short_ways(
        self, g: Setting, s: State, unit: str, length: int, found: Sequence[Way]
    ) -> list[Way]:
        """One hex only, for a step: into cover or a friend's hex, out of enemy ZOCs (13.3). All
        units of a retreat that stop bear one step together."""
        start = s.place(unit)
        party = {*combat_units(g, s, g.units[unit].side, start)}
        if isinstance(s.top, Retreat):
            party |= {stopped for stopped, *_ in s.top.stopped}
        if length < 2 or sum(g.left(s, u) for u in party) < 2:
            return []
        ways = []
        leaving = frozenset(
            u for u in s.position.at(start) if g.units[u].side == g.units[unit].side
        )
        watched = eased(g, s, g.units[unit].side, leaving | g.retreated_units(s))
        for there in g.board.neighbours(start):
            cover = g.board.terrain(there) in ("city", "woods")
            cover = cover or g.ground.town(there) or g.ground.village(there)
            if not cover and not friends(g, s, unit, there):
                continue
            if there in watched:
                continue
            kills = tuple(deaths(g, s, unit, (start, there)))
            ways.append(Way((start, there), kills, (bool(kills), 0, 0, 0, 0, 0), 1, shared=True))
        return ways

    @enforces("11.5.2")
    def on_disorder(self, g: Setting, s: State, unit: str) -> State:
        """The marker replaces the engaged one (11.5.2)."""
        return s.unmark((unit,), ENGAGED)
