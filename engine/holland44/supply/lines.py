"""Chapters 18 and 19: sources, lines, markers, dismounted infantry, airborne supply."""

from __future__ import annotations

from collections.abc import Hashable

from engine.hexset import HexSet
from engine.holland44.board.bridges import both_tagged
from engine.holland44.setting import ALLIED, LAST_FLOWN, Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.losses import destroyed
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.ground import bridge_id, lay, unbridged, water
from engine.zocbond.board.state import DISMOUNTED, DISRUPTED, State
from engine.zocbond.board.zones import held
from engine.zocbond.supply.lines import line_ways, road_net, supply_goals, traced, within


def depots_of(g: Setting, s: State, unit: str, less: Names = ()) -> frozenset[str]:
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


class DepotsBack(Choice[Setting]):
    """Destroyed airborne supply units return in the next Allied supply phase (18.2.3)."""

    kind, rule = "depot", "18.2.3"

    def lost(self, g: Setting, s: State) -> str | None:
        """The first that is to come back."""
        units = (unit for unit in s.position.at(destroyed(ALLIED)) if unit in g.depots)
        return next((unit for unit in units if unit not in records(s).gone), None)

    def ways(self, g: Setting, s: State) -> list[Action]:
        """To hexes with a unit of its division and no other supply unit (18.2.3, 6.1)."""
        unit = self.lost(g, s)
        if unit is None:
            return []
        division = g.units[unit].division
        friends = (u for u, p in g.units.items() if p.division == division and p.side == ALLIED)
        spots = {s.place(u) for u in friends if s.place(u) in g.board}
        taken = {s.place(depot) for depot in g.depots}
        return [Action(self.kind, unit=unit, hex=hex) for hex in sorted(spots - taken)]

    def decision(self, g: Setting, s: State) -> Decision | None:
        ways = self.ways(g, s)
        if len(ways) < 2:
            return None
        return Decision.of(ALLIED, "h44.depot", "18.2.3", unit=g.unit_name(ways[0]["unit"]))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Without any place it never comes back."""
        unit = self.lost(g, s)
        if unit is None or self.ways(g, s):
            return super().proceed(g, s, course)
        g.tell(course, unit, "18.2.3", "h44.depot.gone")
        return s.keep(replace(records(s), gone=(*records(s).gone, unit)))

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        unit, hex = text(action, "unit"), text(action, "hex")
        return Reason.of("18.2.3", "h44.depot.division", unit=unit, hex=hex)

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        unit, hex = way["unit"], way["hex"]
        g.tell(course, unit, "18.2.3", "h44.depot.back", (hex,), hex=hex)
        s = replace(s, lost={**s.lost, unit: 0}).put(unit, hex)
        exhausted = tuple(dict.fromkeys((*records(s).exhausted, unit)))
        return s.mark((unit,), DISRUPTED).keep(replace(records(s), exhausted=exhausted))


def area_ends(g: Setting, s: State, side: str, area: str) -> frozenset[str]:
    """Where the off-road part may end at an area itself: an enemy ZOC there does not reach
    into the area, a bond closes the hex (18.3.1, 19.4)."""
    gates = g.area_gates(area)
    return frozenset(hex for hex in gates if hex not in g.entry_bonded(s, side))


def line_wet(g: Setting, s: State, unit: str) -> bool:
    """Whether every off-road part it could have crosses a canal without a bridge (18.6)."""
    side, start = g.units[unit].side, s.place(unit)
    if start not in g.board:
        return False
    dry = lay(g, s, "no canal", lambda here, there: unbridged(g, s, here, there) != "canal")
    single, _ = line_ways(g, s, side)
    reached = g.board.set([start]).flood(single & dry, g.line_limit(s))
    return reached.isdisjoint(supply_goals(g, s, unit))


@enforces("18.3.1")
def line_barred(g: Setting, s: State, here: str, there: str) -> bool:
    """Over a large river only by a bridge, or a ferry (18.3.1)."""
    if g.barred_between(here, there):
        return True
    return unbridged(g, s, here, there) == "large-river"


@enforces("18.3.2")
def road_closed(g: Setting, s: State, side: str) -> HexSet:
    """Empty city hexes that the enemy passed last (18.3.2)."""
    lost = (hex for hex, owner in s.control.items() if owner != side and hex in g.board)
    cities = g.board.set(hex for hex in lost if g.board.terrain(hex) == "city")
    return cities - held(g, s, side)


def roads_now(g: Setting, s: State) -> Hashable:
    """The bridges: under repair, mined or safe (5.2, 5.3.1, 5.8)."""
    now = records(s)
    return tuple(now.repairing), now.bridges, now.intact


@enforces("18.3.2")
def road_joins(g: Setting, s: State, side: str, here: str, there: str) -> bool:
    """Allied lines need the intact marker on a bridge, German lines its absence (18.3.2)."""
    if water(g, here, there) not in ("large-river", "canal"):
        return True
    name = bridge_id(here, there)
    if name in s.records.blown or name in records(s).repairing:
        return False
    if both_tagged(g, name, "unblowable"):
        return True
    tracked = name in records(s).bridges
    safe = name in records(s).intact
    return not tracked or safe == (side == ALLIED)


@enforces("18.2.1")
def direct_sources(g: Setting, s: State, side: str) -> frozenset[str]:
    """Own entry areas (18.2.1, 18.3.1)."""
    return s.fact(("area-ends", side), _area_ends, g, s, side)


def _area_ends(g: Setting, s: State, side: str) -> frozenset[str]:
    own = (area for area in g.board.areas if g.own_area(s, side, area))
    return frozenset[str]().union(*(area_ends(g, s, side, area) for area in own))


@enforces("18.2.1")
def own_sources(g: Setting, s: State, unit: str) -> frozenset[str]:
    """The airborne supply unit of its own division, while it lasts (18.2.1, 18.2.2)."""
    return depots_of(g, s, unit, records(s).exhausted)


@enforces("18.5")
def in_supply(g: Setting, s: State, unit: str) -> bool:
    """A line (18.3), or the turn of the drop (18.5)."""
    return traced(g, s, unit) if unit not in records(s).landed else True


class SupplyChapter(Chapter[Setting]):
    """How Holland '44 supplies its units."""

    def after_supply(self, g: Setting, s: State, side: str, cut: Names, course: Course) -> State:
        """Dismounted infantry (18.6), supply units that run dry at the end of turn 5 (18.2.2)."""
        if side != ALLIED:
            return s
        s = s.keep(replace(records(s), landed=(), landed_steps={}))
        for unit, piece in g.units.items():
            if piece.side != side or s.place(unit) not in g.board:
                continue
            rides = piece.mechanized and piece.infantry
            walks = rides and unit not in cut and line_wet(g, s, unit)
            if walks and not s.has(unit, DISMOUNTED):
                course.tell("18.6", "h44.dismounted", units=(unit,), unit=piece.name)
            s = s.mark((unit,), DISMOUNTED) if walks else s.unmark((unit,), DISMOUNTED)
        if s.turn >= LAST_FLOWN:
            s = s.keep(replace(records(s), exhausted=g.depots))
        return s.push(DepotsBack())
