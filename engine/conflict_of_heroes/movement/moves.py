"""Chapters 5, 9.11, 11 and 14: who may go where, alone or together, and turning in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from engine.agenda import Candidate, Reasons, Slots, Value, once_a_state
from engine.conflict_of_heroes.actions import orders, payment
from engine.conflict_of_heroes.actions.orders import (
    Bills,
    Order,
    Turn,
    group_reasons,
    units_of,
    ways_of,
)
from engine.conflict_of_heroes.actions.payment import Price, affordable, units_reasons
from engine.conflict_of_heroes.counters.hits import hit_rule, lost
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import DIRECTION, PLANE
from engine.conflict_of_heroes.ground import steps
from engine.conflict_of_heroes.ground.steps import Lane, Path
from engine.conflict_of_heroes.hidden import covert, reveal_near, tell_of
from engine.conflict_of_heroes.movement.arrival import Onward
from engine.conflict_of_heroes.works import mines_under, try_wire, wired
from engine.hexes import DIRECTIONS
from engine.values import Action, Names, whole, wholes
from engine.verdict import Course, Line, Reason, Tally

MATES = 3
"""So many companions of a unit are looked at."""


def companies(g: Setting, s: State, unit: str) -> Iterator[tuple[str, ...]]:
    """A unit with each of its companions, and with all of them; each pair is named once, by the
    one that is listed first (9.11)."""
    if g.setup.section < 2:
        return
    seat, hidden = s.position.place(unit), s.of(unit).hidden
    near, listed = {seat, *g.board.neighbours(seat)}, g.rank[unit]
    found = (
        other
        for other in _walkers(g, s, g.units[unit].side)
        if g.rank[other] > listed
        and s.position.place(other) in near
        and s.of(other).hidden == hidden
    )
    mates = tuple(islice(found, MATES))
    yield from ((unit, mate) for mate in mates)
    if len(mates) > 1:
        yield (unit, *mates)


def marches(
    g: Setting, s: State, units: Names
) -> Iterator[tuple[Mapping[str, Value], tuple[Path, ...]]]:
    """What a group may be told, one direction or another for all, and the way of each (9.11)."""
    # a group with men, or unseen, makes no use of the bonus of its vehicles (10.1, 14.0)
    drive = all(g.units[one].vehicle and not s.of(one).hidden for one in units)
    each = [steps.straight(g, s, one, drive) for one in units]
    for ahead in zip(*each, strict=True):
        ways, faces = tuple(way for way, _ in ahead), tuple(face for _, face in ahead)
        if all(len(way) == 1 for way in ways):
            yield {"facings": faces, "to": tuple(way[0] for way in ways)}, ways
        elif all(ways):
            yield {"facings": faces, "paths": tuple(map(" ".join, ways))}, ways


@once_a_state
def _walkers(g: Setting, s: State, side: str) -> list[str]:
    """Who of a side could go along with others, as they are listed (9.11)."""
    return [
        u
        for u in g.units
        if g.units[u].side == side
        and g.units[u].kind != PLANE
        and s.position.place(u) in g.board
        and not (s.of(u).carrier or s.of(u).bogged)
        and lost(g, s, u) not in ("move", "all")
    ]


def sneaks(s: State, unit: str, action: Action) -> bool:
    """Whether a unit moves unseen; a hidden one may also move in the open, and is found (10.1)."""
    return s.of(unit).hidden and not action.get("openly")


def rollers(g: Setting, s: State, action: Action) -> list[str]:
    """Who needs dice to move: vehicles on soft ground, men before wire (14.1, 18.4)."""
    found = list(wired(g, s, action))
    for unit, path in ways_of(action):
        here = s.position.place(unit)
        risky = g.units[unit].vehicle and not g.ground.bogs.isdisjoint(path)
        for there in path if risky else ():
            if there in g.board and steps.going(g, s, unit, here, there).soft:
                found.append(unit)
                break
            here = there
    return found


def roll_reasons(g: Setting, s: State, side: str, action: Action) -> Reasons:
    """CAP declared with a move change its one roll; of several each is asked for (3.23, 9.1). To
    ask would give hidden vehicles away: a group lists in `caps` what theirs get (10.1, 14.1)."""
    cap, listed, units = whole(action, "cap"), wholes(action, "caps"), units_of(action)
    found = rollers(g, s, action)
    yield from payment.dice_reasons(cap, s.cap[side])
    if "caps" in action and len(listed) != len(units):
        yield Reason.of("9.1", "coh.group.each", units=units, name="caps")
    for unit, own in zip(units, listed, strict=False):
        yield from payment.dice_reasons(own, s.cap[side])
        if own and unit not in found:
            yield Reason.of("3.23", "coh.dice.none", units=(unit,))
        elif own and not sneaks(s, unit, action):
            yield Reason.of("3.23", "coh.dice.each", units=(unit,))
    if cap and not found:
        yield Reason.of("3.23", "coh.dice.none")
    elif cap and len(found) > 1:
        yield Reason.of("3.23", "coh.dice.each", units=found)


class Advance(Order):
    """Units go over the map or onto it, into wire perhaps; a group as well (5.0, 5.1, 9.11)."""

    moving = rolls = True
    group, bill = "9.11", "coh.cost.move"

    def bills(self, g: Setting, s: State, action: Action) -> Bills:
        """The way of each unit, and 1 more to go cautiously on foot (5.01)."""
        for unit, path in ways_of(action):
            careful = action.get("careful") and g.units[unit].foot
            more = [Line.of("5.01", "coh.line.careful", steps.CAREFUL)] if careful else []
            yield unit, [*self.lines(g, s, unit, path, action), *more]

    def lines(
        self, g: Setting, s: State, unit: str, path: tuple[str, ...], action: Action
    ) -> list[Line]:
        """What the way of a unit costs it."""
        return steps.path_lines(g, s, unit, path, sneaks(s, unit, action))

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """Facings and ways for all, and cautious movement for who has switched it on (5.01)."""
        yield from orders.facing_reasons(action)
        if self.parted(action) and not orders.listed_ways(action):
            yield Reason.of("9.11", "coh.move.ways")
        if action.get("careful") and not g.on("cautious-movement"):
            yield Reason.of("5.01", "coh.move.careful-off")
        for unit, path in ways_of(action):
            yield from self.astray(g, s, side, unit, path, action)

    def astray(
        self, g: Setting, s: State, side: str, unit: str, path: tuple[str, ...], action: Action
    ) -> Reasons:
        """Why a unit may not go a way."""
        raise NotImplementedError

    def parted(self, action: Action) -> bool:
        """Whether it must say where each of a group goes (9.11)."""
        return "units" in action

    def dues(self, g: Setting, s: State, side: str, action: Action, price: Price) -> Reasons:
        """CAP for dice that fall on the way; whether any do may hang on how it is paid (18.4)."""
        if "cap" in action or "caps" in action:
            yield from roll_reasons(g, s, side, action)
        yield from super().dues(g, s, side, action, price)

    def carry_out(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Through wire they throw before they pay (18.4)."""
        if wired(g, s, action):
            return try_wire(g, s, side, self, action, course)
        return super().carry_out(g, s, side, action, course)


class Move(Advance):
    """One hex on foot, or a vehicle's hex and the free ones after it; or a group (9.11)."""

    kind, rule = "move", "5.0"

    def astray(
        self, g: Setting, s: State, side: str, unit: str, path: tuple[str, ...], action: Action
    ) -> Reasons:
        """Chapters 5, 11, 14 and 18, every clause."""
        seat = (s.position.place(unit),)
        if seat[0] not in g.board:
            return
        yield from stuck(g, s, unit, seat)
        if g.units[unit].kind == PLANE:
            yield g.no(unit, "20.0", "coh.move.plane", seat)
        elif not path:
            yield g.no(unit, "5.0", "coh.move.nowhere", seat)
        else:
            yield from way_reasons(g, s, unit, path, sneaks(s, unit, action))
            yield from retreat_reasons(g, s, unit, path)

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return g.units[unit].kind != PLANE and not stuck(g, s, unit)

    def sound(self, g: Setting, s: State, side: str, given: Action) -> bool:
        """The ways of one unit lie open; of a group each its own, to units that act as one."""
        return "units" not in given or (
            self._acts_as_one(g, s, side, units_of(given))
            and dearest_way(g, s, ways_of(given)) is not None
        )

    def due(self, g: Setting, s: State, action: Action) -> int:
        cost = None
        if "careful" not in action:
            cost = dearest_way(g, s, ways_of(action), bool(action.get("openly")))
        return super().due(g, s, action) if cost is None else cost

    def ways(self) -> Slots[Setting, State, Turn]:
        """With whom, which way, in the open or unseen, with CAP where dice are rolled."""
        return {
            "mates": lambda g, s, p, given: (
                None,
                *({"unit": None, "units": units} for units in companies(g, s, given["unit"])),
            ),
            "path": lambda g, s, p, given: (
                (choice for choice, _ in marches(g, s, given["units"]))
                if "units" in given
                else (lane.choice for lane, _ in open_ways(g, s, given["unit"]).values())
            ),
            "cap": lambda g, s, p, given: (
                (None,) if "units" in given else self._manners(g, s, given)
            ),
        }

    def listed(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Action]:
        """The ways of one unit and those of its groups with their payments at once; slot by slot
        where dice or hiding have a say (3.23, 10.1)."""
        unit, slots = given["unit"], self.begun[1]
        if s.of(unit).hidden or any(work.kind == "wire" for work in s.obstacles):
            yield from self.walk(g, s, p, given, slots[1:])
            return
        purses = payment.purses(g, s, p.side, (unit,))
        for lane, cost in open_ways(g, s, unit).values():
            one = given.filled(lane.choice)
            if lane.soft and s.cap[p.side]:
                yield from self.walk(g, s, p, one, slots[3:])
            else:
                yield from [one.saying("pay", pay) for pay, most in purses if cost <= most]
        for units in companies(g, s, unit):
            if not self._acts_as_one(g, s, p.side, units):
                continue
            group = given.filled({"unit": None, "units": units})
            for choice, ways in marches(g, s, units):
                dearest = dearest_way(g, s, zip(units, ways, strict=True))
                if dearest is not None:
                    pays = affordable(g, s, p.side, units, dearest)
                    yield from orders.paid(group.filled(choice), pays)

    def _acts_as_one(self, g: Setting, s: State, side: str, units: tuple[str, ...]) -> bool:
        """Whether nothing stands against a group that moves, whichever way (9.11)."""
        return not (units_reasons(g, s, side, units) or group_reasons(g, s, units, self.group))

    def _manners(self, g: Setting, s: State, given: Action) -> Iterable[Candidate]:
        """With CAP or without, and out of hiding into the open (10.1)."""
        openly = ({"openly": True},) if s.of(given["unit"]).hidden else ()
        return (*roll_caps(g, s, given), *openly)

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Everybody moves, turns free of charge, and meets what waits there (5.0, 5.2)."""
        for way, facing in zip(journeys(g, s, action), orders.facings_of(action), strict=True):
            if s.of(way.unit).hidden and action.get("openly"):
                # its company is found with it (10.0 acting); it turns as it moves
                s = reveal_near(g, s.changed(way.unit, hidden=False), course)
            s = walk(g, s, way, facing, course, bool(action.get("careful")))
        sneaked = [u for u in self.doers(action) if s.of(u).hidden and u in s.active[side]]
        # whoever has sneaked is spent, whatever is left of its AP (10.1)
        return payment.tire(g, s, side, sneaked, course) if action.get("pay") == payment.AP else s


@once_a_state
def open_ways(
    g: Setting, s: State, unit: str, openly: bool = False
) -> Mapping[Path, tuple[Lane, int]]:
    """The ways that are open to a unit, and what each costs it; a hidden one sneaks, unless it
    goes openly (5.0, 10.1)."""
    if g.units[unit].kind == PLANE or stuck(g, s, unit):
        return {}
    ways = steps.lanes(g, s, unit)
    if s.came.get(s.position.place(unit)):
        ways = {p: lane for p, lane in ways.items() if not any(retreat_reasons(g, s, unit, p))}
    return steps.priced(g, s, unit, ways, s.of(unit).hidden and not openly)


def dearest_way(
    g: Setting, s: State, ways: Iterable[tuple[str, Path]], openly: bool = False
) -> int | None:
    """What the dearest of some ways costs (9.11); None if one of them is not open."""
    open_ = [open_ways(g, s, unit, *((True,) if openly else ())).get(path) for unit, path in ways]
    return max((way[1] for way in open_ if way), default=None) if all(open_) else None


@once_a_state
def stuck(g: Setting, s: State, unit: str, hexes: tuple[str, ...] = ()) -> tuple[Reason, ...]:
    """Why a unit neither moves nor turns: carried, pinned or bogged (7.4, 14.1, 17.0)."""
    found, counter = [], s.of(unit)
    if counter.carrier:
        found.append(g.no(unit, "17.0 passenger", "coh.move.carried", hexes))
    if lost(g, s, unit) == "move":
        found.append(g.no(unit, hit_rule(g, s, unit), "coh.move.lost", hexes, hit=counter.hit))
    if counter.bogged:
        found.append(g.no(unit, "14.1", "coh.move.bogged", hexes))
    return tuple(found)


def retreat_reasons(g: Setting, s: State, unit: str, path: tuple[str, ...]) -> Reasons:
    """In answer to an enemy's arrival: nowhere to where he came from or beside it (7.63). Of one
    who has driven on through the hex nobody backs out."""
    side, seat = g.units[unit].side, s.position.place(unit)
    enemies = ((army, came) for army, came in s.came.get(seat, ()) if hostile(army, side))
    met = [came for _, came in enemies if came in g.board]
    for came in met if met and g.foes_in(s, side, seat) else ():
        for there in path:
            if there == came or (there in g.board and g.board.adjacent(there, came)):
                where = {"hex": there, "came": came}
                yield g.no(unit, "7.63 retreat", "coh.move.retreat", (there, came), **where)


def way_reasons(
    g: Setting, s: State, unit: str, path: tuple[str, ...], sneaking: bool = False
) -> Reasons:
    """Hex by hex over open ground, the first paid, the rest a bonus (5.0, 14.0); also from off
    the map (5.1)."""
    piece, here, free = g.units[unit], s.position.place(unit), 0

    def no(rule: str, key: str, *hexes: str, **params: object) -> Reason:
        return g.no(unit, rule, key, hexes, **params)

    for number, there in enumerate(path):
        if there not in g.board:
            yield no("5.1", "coh.move.off-map", hex=there)
            return
        if here in g.board and not g.board.adjacent(here, there):
            yield no("5.0", "coh.move.apart", here, there, here=here, there=there)
            return
        if number and sneaking:
            yield no("10.1", "coh.move.sneak-far", there)
            return
        if number == 0:
            alone = len(path) == 1 or steps.backing(g, s, unit, there)
            free = 0 if alone else steps.free_hexes(g, s, unit, here, there)
        elif free > 0 and steps.going(g, s, unit, here, there).bonus:
            free -= 1
        else:
            rule = "14.0" if piece.vehicle else "5.0"
            yield no(rule, "coh.move.too-far", there, hex=there)
            return
        for rule, key in steps.going(g, s, unit, here, there).bars:
            yield no(rule, key, *(h for h in (here, there) if h in g.board), here=here, hex=there)
        here = there


def roll_caps(g: Setting, s: State, given: Action) -> tuple[int | None, ...]:
    """No CAP, or those that are of use: more for wheels and tracks, fewer before wire (3.23)."""
    piece = g.units[given["unit"]]
    if not ((s.works or piece.vehicle) and s.cap[piece.side] and rollers(g, s, given)):
        return (None,)
    better = 1 if piece.vehicle else -1
    return (None, *(cap * better for cap in payment.caps(s.cap[piece.side])[1:]))


def journeys(g: Setting, s: State, action: Action) -> list[Onward]:
    """The ways of a move with the CAP for their dice; those for wire are spent already (18.4)."""
    ways, cap = ways_of(action), 0 if wired(g, s, action) else whole(action, "cap")
    asked, listed = len(rollers(g, s, action)) > 1, wholes(action, "caps") or (cap,) * len(ways)
    return [Onward(*way, (cap,), asked) for way, cap in zip(ways, listed, strict=True)]


def walk(
    g: Setting, s: State, way: Onward, facing: str, course: Course, careful: bool = False
) -> State:
    """A unit goes its way over the map (5.0), seen or not (10.1)."""
    unit, path = way.unit, way.path
    if s.of(unit).hidden:
        course.tell("10.1", "coh.sneaked", side=g.units[unit].side)
    else:
        start = s.position.place(unit)
        g.tell(course, unit, "5.0", "coh.moved", path, start=start, hex=path[-1])
    return go(g, s, way, facing, course, careful)


def go(
    g: Setting, s: State, way: Onward, facing: str, course: Course, careful: bool = False
) -> State:
    """It turns as it likes, is out of any cover it had and meets what waits (5.01, 5.2)."""
    unit = way.unit
    bare = g.units[unit].foot and not careful and not g.ground.of(way.path[-1])["dm"]
    s = s.changed(unit, dug=False, inside=False, exposed=g.on("cautious-movement") and bare)
    if facing:
        s = s.facing(unit, DIRECTION[facing])
    return way.follow(g, s, course)


class Pivot(Order):
    """Turning in place (5.3)."""

    kind, rule, plain = "turn", "5.3", True
    fixed = Tally.adding("coh.cost.turn", [Line.of("5.3", "coh.line.turn", 1)])

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """Nobody turns who is pinned, stuck or carried (5.3, 7.4, 14.1, 17.0)."""
        yield from orders.facing_reasons(action, "5.3")
        if not all(orders.facings_of(action)):
            yield Reason.of("5.3", "coh.move.facing", facing="")
        yield from super().against(g, s, side, action)

    def unfit(self, g: Setting, s: State, side: str, unit: str) -> Reasons:
        if g.units[unit].kind == PLANE:
            yield g.no(unit, "20.0", "coh.move.plane")
        yield from stuck(g, s, unit)

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return not any(self.unfit(g, s, g.units[unit].side, unit))

    def ways(self) -> Slots[Setting, State, Turn]:
        return {
            "facing": lambda g, s, p, given: (
                name for n, name in enumerate(DIRECTIONS) if n != s.of(given["unit"]).facing
            )
        }

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Face another way; a foxhole is given up (18.1)."""
        for unit, facing in zip(self.doers(action), orders.facings_of(action), strict=True):
            tell_of(g, s, (unit,), course, ("5.3", "coh.turned"), facing=facing)
            s = s.changed(unit, dug=False, hidden=covert(g, s, unit))
            s = s.facing(unit, DIRECTION[facing])
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return s


MOVE, PIVOT = Move(), Pivot()
