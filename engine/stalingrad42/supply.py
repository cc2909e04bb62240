"""Chapters 16 and 18: supply lines, control, isolation and attrition; artillery support, whom
it reaches and what keeps it from firing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.agenda import Reasons
from engine.hexset import HexSet
from engine.stalingrad42.board.calendar import all_in_g, cut_in_g, g_isolated, road_to_g
from engine.stalingrad42.board.places import BOXES, letter
from engine.stalingrad42.board.railheads import rail_net
from engine.stalingrad42.moving.movement import WET, volga_open
from engine.stalingrad42.setting import (
    CITIES,
    GERMAN,
    GUNS,
    HEADS,
    NATIONAL,
    SOVIET,
    Setting,
    records,
)
from engine.values import Names
from engine.verdict import Course, Line, Tally, enforces
from engine.zocbond.battle.losses import lose_step
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import road
from engine.zocbond.board.state import (
    DISRUPTED,
    FIRED,
    ISOLATED,
    OUT,
    REPLACED,
    ROUTED,
    TRAIN,
    State,
)
from engine.zocbond.board.zones import combat_units, held, net
from engine.zocbond.moving import orders
from engine.zocbond.supply.lines import endless, off_road, road_net, traced, within

FIELD_RANGE = 15
"""Hexes from an airfield to the rail net at full supply (16.5.4)."""


def near_enemy(g: Setting, s: State, unit: str) -> bool:
    """Whether an enemy combat unit stands beside a unit, or in the same contested city."""
    foes = held(g, s, g.other[g.units[unit].side])
    seat = s.place(unit)
    if seat not in g.board:
        return False
    return seat in foes or any(
        near in foes and not g.parted(s, seat, near) for near in g.board.neighbours(seat)
    )


@enforces("16.3.2", "23.2 rain")
def line_limit(g: Setting, s: State) -> int:
    """The part off the road (16.3.1): five hexes, three in rain and mud (16.3.2, 23.2 rain)."""
    return 3 if records(s).weather in WET else g.figure("off-road")


@enforces("16.3.2")
def line_price(g: Setting, s: State, here: str, there: str) -> int:
    """Mountain and swamp count twice off the road (16.3.2)."""
    if road(g, s, here, there):
        return 1
    return int(g.ground.terrain.value(g.terrain_of(s, there), "line"))


@enforces("16.3.2")
def line_barred(g: Setting, s: State, here: str, there: str) -> bool:
    """Impassable sides, and alpine ones off the road (16.3.2)."""
    if g.parted(s, here, there):
        return True
    return "alpine" in g.board.side(here, there) and not road(g, s, here, there)


def line_closed(g: Setting, s: State, side: str) -> HexSet:
    """Empty cities and victory hexes that the enemy controls (16.3.4)."""
    victory = g.board.tagged("victory")
    kept = (
        hex
        for hex, owner in s.control.items()
        if owner != side
        if hex in g.worth or hex in victory or g.board.terrain(hex) in CITIES
    )
    return g.board.set(kept) - held(g, s, side)


def road_closed(g: Setting, s: State, side: str) -> HexSet:
    """The same on the road (16.3.3)."""
    return g.line_closed(s, side)


def road_joins(g: Setting, s: State, side: str, here: str, there: str) -> bool:
    """Not over an impassable side: the passes close in winter (23.4)."""
    return not g.parted(s, here, there)


@enforces("16.3.3")
def ferry_road(g: Setting, s: State, side: str, here: str, there: str) -> bool:
    """Roads that meet at a ferry, or at the flotilla's, are one: there is one on either bank
    (16.3.3, 5.5.3)."""
    sides = g.board.side(here, there)
    ferry = "ferry" in sides or ("volga" in sides and volga_open(g, s, side, here, there))
    return ferry and all(
        any(road(g, s, bank, near) for near in g.board.neighbours(bank)) for bank in (here, there)
    )


@enforces("16.2.1")
def sources(g: Setting, s: State, side: str) -> frozenset[str]:
    """Own areas, or what a scenario leaves of them (S2.2), and ports of a sea that the side
    controls (16.2.1, 16.2.3 to 16.2.5)."""
    plain = orders.sources(g, s, side)
    if side == GERMAN and g.special.supply:
        plain = frozenset(g.special.supply)
    return plain | supply_ports(g, s, side, plain)


def controls_besides(g: Setting) -> frozenset[str]:
    """Victory hexes (16.3.4), and the ports that supply or take in units."""
    tags = ("taman", "temryuk", "black-sea", "azov-sea", "volunteers", "rostov")
    return frozenset(g.worth).union(*(g.board.tagged(tag) for tag in tags))


def first_control(g: Setting) -> dict[str, str]:
    """Who controls what when a scenario begins and its file does not say: who stands there,
    and in cities west of the start line the German (16.3.4)."""
    west = g.board.tagged("west")
    found = {h: GERMAN for h in west if g.board.terrain(h) in CITIES}
    for unit, place in g.scenario.where.items():
        if g.units[unit].combat and place in g.controls:
            found[place] = g.units[unit].side
    return {**found, **g._control}


def in_supply(g: Setting, s: State, unit: str) -> bool:
    """Germans in area G need a road behind them (24.1.2)."""
    seat = s.place(unit)
    if g.units[unit].side == GERMAN and seat in g.board.areas and letter(seat) == "G":
        return road_to_g(g, s)
    return traced(g, s, unit)


class SupplyChapter(Chapter[Setting]):
    """How Stalingrad '42 supplies its units."""

    @enforces("16.5.1")
    def after_supply(self, g: Setting, s: State, side: str, cut: Names, course: Course) -> State:
        """Isolated combat units beside the enemy roll for attrition (16.5.1, 16.5.3)."""
        alone = [u for u in cut if not endless(g, s, u)]
        stray: list[str] = []
        if side == GERMAN:
            s = s.unmark(all_in_g(g, s), OUT, ISOLATED)
            s = s.mark(cut_in_g(g, s), OUT)
            stray = list(cut_in_g(g, s)) if g_isolated(g, s) else []
        alone += stray
        s = s.mark(alone, ISOLATED)
        for unit in alone:
            piece = g.units[unit]
            if not piece.combat or piece.kind in GUNS:
                continue
            if unit not in stray and not near_enemy(g, s, unit):
                continue
            die = course.chance.roll("attrition")
            more = int(attrition_tally(g, s, unit).total)
            row = str(max(1, min(6, die + more)))
            g.tell(course, unit, "16.5.3", "s42.attrition.rolled", die=die)
            if int(g.charts["attrition"].value(row, "steps")):
                s = lose_step(g, s, unit, course, "16.5.2")
        return s


def attrition_tally(g: Setting, s: State, unit: str) -> Tally:
    """Airfield, city, headquarters, desert (16.5.4)."""
    piece, seat = g.units[unit], s.place(unit)
    side = piece.side
    if seat not in g.board:
        value = 1 if records(s).weather == "snow" else 2
        line = Line.of("24.1.2", "s42.attrition.airfield", value)
        return Tally.adding("s42.attrition.total", [line])
    ways = within(g, s, side, seat, None)
    lines: list[Line] = []
    field = airfield(g, s, side, ways)
    if field:
        lines.append(Line.of("16.5.4", "s42.attrition.airfield", field))
    if any(
        g.board.terrain(h) in CITIES and (combat_units(g, s, side, h) or s.control.get(h) == side)
        for h in ways
    ):
        lines.append(Line.of("16.5.4", "s42.attrition.city", 1))
    if any(
        g.units[u].kind == HEADS[side] and g.units[u].side == side
        for h in ways
        for u in s.position.at(h)
    ):
        lines.append(Line.of("16.5.4", "s42.attrition.hq", 1))
    if g.board.terrain(seat) == "desert":
        lines.append(Line.of("16.5.4", "s42.attrition.desert", -1))
    return Tally.adding("s42.attrition.total", lines)


def fight_near(g: Setting, s: State, side: str, hexes: Iterable[str]) -> set[str]:
    """Of some hexes those beside an enemy combat unit; one in a contested city does not count as
    beside the hexes round it (29.1.1)."""
    foes = {h for h in held(g, s, g.other[side]) if not g.contested(s, h)}
    return {
        h
        for h in hexes
        if any(near in foes and not g.parted(s, h, near) for near in g.board.neighbours(h))
    }


def airfield(g: Setting, s: State, side: str, ways: Iterable[str]) -> int:
    """+2 German, +1 Soviet; +1 in snow; one less far from the rail net (16.5.4)."""
    watched = fight_near(g, s, side, ways)
    open_hexes = [
        h
        for h in ways
        if (g.terrain_of(s, h) == "clear" or g.ground.village(h)) and h not in watched
    ]
    if not open_hexes:
        return 0
    value = 1 if side == SOVIET or records(s).weather == "snow" else 2
    rails = rail_net(g, s, side)
    far = all(g.board.distance(h, r) > FIELD_RANGE for h in open_hexes for r in rails)
    return value - (far and bool(rails or g.railways))


def attrition_loses(g: Setting, s: State, unit: str) -> list[int]:
    """The faces of the die that cost an isolated unit a step (16.5.2)."""
    more = int(attrition_tally(g, s, unit).total)
    chart = g.charts["attrition"]
    return [
        die for die in range(1, 7) if int(chart.value(str(max(1, min(6, die + more))), "steps"))
    ]


@enforces("16.2.4")
def reaches(g: Setting, s: State, side: str, hex: str, sources: frozenset[str]) -> bool:
    """Whether a line runs from Temryuk to a source that is none of its own sea (16.2.4)."""
    roads = road_net(g, s, side, sources - {hex})
    return not roads.isdisjoint(within(g, s, side, hex, g.line_limit(s)))


@enforces("16.2.3", "16.2.4", "16.2.5")
def supply_ports(g: Setting, s: State, side: str, plain: frozenset[str]) -> frozenset[str]:
    """The ports that supply a side (16.2.3)."""
    board, foes = g.board, held(g, s, g.other[side])
    taman = board.tagged("taman")

    def own(hex: str) -> bool:
        return hex not in foes and s.control.get(hex, SOVIET) == side

    coast = taman if side == GERMAN else board.tagged("black-sea") - taman
    found = {hex for hex in coast if own(hex)}
    for key in board.tagged("temryuk"):
        if own(key) and reaches(g, s, side, key, plain | found):
            found |= {hex for hex in board.tagged("azov-sea") - taman if own(hex)}
    return frozenset(found)


def guns_of(g: Setting, s: State, side: str) -> list[str]:
    """Guns and supply points on the map or in an own area (18.2.1, 18.3.3)."""
    return [
        gun
        for gun, piece in g.units.items()
        if piece.side == side
        and piece.kind in (*GUNS, "supply-point")
        and (s.place(gun) in g.board or g.own_area(s, side, s.place(gun)))
    ]


def gun_trouble(g: Setting, s: State, gun: str, units: Names) -> Reasons:
    """Ready, in good order, and with a path in range to a unit in the battle (18.2, 18.4); not in
    the box of a reserve army (34.6.3)."""
    piece = g.units[gun]
    no = partial(g.against, gun)
    if s.place(gun) in BOXES:
        yield no("34.6.3", "s42.mask.gun")
    elif piece.kind == "supply-point":
        heads = [u for u in s.position.at(s.place(gun)) if g.units[u].kind in GUNS]
        ways = [list(range_trouble(g, s, u, units)) for u in heads if s.good(u)]
        if not ways or s.has(gun, TRAIN) or gun in records(s).mobile:
            yield no("18.6.5", "s42.guns.supply")
        else:
            yield from min(ways, key=len)
    elif piece.kind not in GUNS:
        yield no("18.2.1", "zb.guns.not-artillery")
    else:
        if s.has(gun, FIRED):
            yield no("18.2.1", "zb.guns.fired")
        yield from range_trouble(g, s, gun, units)


def range_trouble(g: Setting, s: State, gun: str, units: Names) -> Reasons:
    """The part of it that ready supply does not mend: nation, state, range (18.6.5)."""
    piece = g.units[gun]
    no = partial(g.against, gun)
    if piece.nation in NATIONAL and all(g.units[u].nation != piece.nation for u in units):
        yield no("18.3.3", "s42.guns.nation")
    if s.has(gun, DISRUPTED, ROUTED, TRAIN, REPLACED):
        yield no("18.2.3", "zb.guns.state")
    if not in_reach(g, s, gun, units):
        yield g.against(gun, "18.4", "zb.guns.range", distance=0, range=piece.range)


def in_reach(g: Setting, s: State, gun: str, units: Names) -> bool:
    """Whether one of some units is in range of a gun, a headquarters or a leader (18.4)."""
    reached = gun_reach(g, s, gun)
    return any(s.place(unit) in reached for unit in units)


def gun_reach(g: Setting, s: State, gun: str) -> dict[str, int]:
    """Every hex in range, past no bonds, not two ZOCs in a row, through no enemy (18.4); and
    the areas in range, from where units attack too (18.3.3, 22.7). Each with its distance."""
    piece, seat, far = g.units[gun], s.place(gun), g.units[gun].range
    found: dict[str, int] = {}
    if seat in g.board:
        found = ranges(g, s, piece.side, seat, far)
    elif seat in g.board.areas:
        found[seat] = 0
        closed = held(g, s, g.other[piece.side])
        for gate in g.board.areas[seat].touches:
            if gate not in closed and gate not in g.entry_bonded(s, piece.side):
                found.update(ranges(g, s, piece.side, gate, far - 1))
    else:
        return found
    found.update(into_contested(g, s, piece.side, found, far))
    for area in g.board.areas.values():
        close = [hex for hex in area.touches if found.get(hex, far) < far]
        if close and g.own_area(s, piece.side, area.id):
            found.setdefault(area.id, found[close[0]])
    return found


def ranges(g: Setting, s: State, side: str, seat: str, far: int) -> dict[str, int]:
    """The hexes in range of a hex, with their distance (18.4)."""
    rings = off_road(g, s, side, seat, far, True)
    return {hex: length for length, ring in enumerate(rings) for hex in ring}


def into_contested(
    g: Setting, s: State, side: str, ways: dict[str, int], far: int
) -> Iterator[tuple[str, int]]:
    """A path ends with one's own units in a contested city, it does not lead through (18.4)."""
    bonded = net(g, s, g.other[side])
    for hex in records(s).contested:
        if hex in ways or not g.contested(s, hex):
            continue
        near = (
            ways[here]
            for here in g.board.neighbours(hex)
            if here in ways
            and not g.line_barred(s, here, hex)
            and not bonded.bars(g.board, here, hex)
        )
        length = min(near, default=far)
        if length < far:
            yield hex, length + 1
