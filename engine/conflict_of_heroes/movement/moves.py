"""Chapters 5, 9.11, 11 and 14: who may go where, alone or together, and turning in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import once_a_state
from engine.arguments import whole, wholes
from engine.conflict_of_heroes.actions.dice import caps, dice_reasons
from engine.conflict_of_heroes.actions.orders import (
    Bills,
    Order,
    facing_reasons,
    facings_of,
    listed_ways,
    units_of,
    ways_of,
)
from engine.conflict_of_heroes.actions.payment import AP, Price, tire
from engine.conflict_of_heroes.counters.hits import hit_rule, lost
from engine.conflict_of_heroes.counters.state import State, hostile
from engine.conflict_of_heroes.counters.unit import DIRECTION, PLANE
from engine.conflict_of_heroes.ground.steps import CAREFUL, backing, free_hexes, going, path_lines
from engine.conflict_of_heroes.hidden import covert, reveal_near, tell_of
from engine.conflict_of_heroes.movement.arrival import Onward
from engine.conflict_of_heroes.works import mines_under, try_wire, wired
from engine.deeds import Candidate, Reasons, Slots, Value
from engine.game import Course
from engine.hexes import DIRECTIONS
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rounds.turns import Turn
    from engine.conflict_of_heroes.rules import Firefight


MATES = 3
"""So many companions of a unit are looked at."""


def companies(g: Firefight, s: State, unit: str) -> Iterator[tuple[str, ...]]:
    """A unit with each of its companions, and with all of them (9.11)."""
    mates = company(g, s, unit) if g.setup.section >= 2 else ()
    yield from ((unit, mate) for mate in mates)
    if len(mates) > 1:
        yield (unit, *mates)


def marches(g: Firefight, s: State, units: Sequence[str]) -> Iterator[Candidate]:
    """The ways of a group, one way or another for all (9.11)."""
    # a group with men, or unseen, makes no use of the bonus of its vehicles (10.1, 14.0)
    drive = all(g.units[one].vehicle and not s.of(one).hidden for one in units)
    for ahead in range(len(DIRECTIONS)):
        ways = [way_ahead(g, s, one, ahead, drive) for one in units]
        if not all(ways):
            continue
        # who backs out faces as before (5.2)
        faces = [
            DIRECTIONS[s.of(one).facing if backing(g, s, one, way[0]) else ahead]
            for one, way in zip(units, ways, strict=True)
        ]
        if all(len(way) == 1 for way in ways):
            yield {"facings": faces, "to": [way[0] for way in ways]}
        else:
            yield {"facings": faces, "paths": [" ".join(way) for way in ways]}


def company(g: Firefight, s: State, unit: str) -> tuple[str, ...]:
    """Units that could go along, each pair named once: by the one that is listed first (9.11)."""
    seat, side, hidden = s.position.place(unit), g.units[unit].side, s.of(unit).hidden
    listed = list(g.units)
    later = listed[listed.index(unit) + 1 :]
    found = (
        other
        for other in later
        if g.units[other].side == side
        and g.units[other].kind != PLANE
        and s.position.place(other) in g.board
        and g.board.distance(seat, s.position.place(other)) <= 1
        and s.of(other).hidden == hidden
        and not (s.of(other).carrier or s.of(other).bogged)
        and lost(g, s, other) not in ("move", "all")
    )
    return tuple(other for other, _ in zip(found, range(MATES), strict=False))


def way_ahead(g: Firefight, s: State, unit: str, ahead: int, drive: bool) -> tuple[str, ...]:
    """A paid step one way, and the free hexes that follow straight on (5.0, 14.0)."""
    seat = s.position.place(unit)
    there = _next(g, seat, ahead)
    if not there:
        return ()
    drives = drive and not backing(g, s, unit, there)
    way = [there]
    for _ in range(free_hexes(g, s, unit, seat, there) if drives else 0):
        here, there = there, _next(g, there, ahead)
        if not there or not going(g, s, unit, here, there).bonus:
            break
        way.append(there)
    return tuple(way)


def _next(g: Firefight, here: str, ahead: int) -> str:
    """The hex that lies one way; empty where the map ends."""
    near = {g.board.direction(here, hex): hex for hex in g.board.neighbours(here)}
    return near.get(ahead, "")


def sneaks(s: State, unit: str, action: Action) -> bool:
    """Whether a unit moves unseen; a hidden one may also move in the open, and is found (10.1)."""
    return s.of(unit).hidden and not action.get("openly")


def rollers(g: Firefight, s: State, action: Action) -> list[str]:
    """Who needs dice to move: vehicles on soft ground, men before wire (14.1, 18.4)."""
    found = list(wired(g, s, action))
    for unit, path in ways_of(action):
        here = s.position.place(unit)
        for there in path if g.units[unit].vehicle else ():
            if there in g.board and going(g, s, unit, here, there).soft:
                found.append(unit)
                break
            here = there
    return found


def roll_reasons(g: Firefight, s: State, side: str, action: Action) -> Reasons:
    """CAP declared with a move change its one roll; of several each is asked for (3.23, 9.1).

    To ask would give hidden vehicles away: a group lists in `caps` what theirs get (10.1, 14.1).
    """
    cap = whole(action, "cap")
    yield from dice_reasons(cap, s.cap[side])
    if "caps" in action:
        yield from _listed_reasons(g, s, side, action)
    if cap:
        found = rollers(g, s, action)
        if not found:
            yield Reason.of("3.23", "coh.dice.none")
        elif len(found) > 1:
            yield Reason.of("3.23", "coh.dice.each", units=found)


def _listed_reasons(g: Firefight, s: State, side: str, action: Action) -> Reasons:
    """`caps` has an entry for each unit; hidden ones that roll use theirs (3.23, 10.1)."""
    units, listed = units_of(action), wholes(action, "caps")
    if len(listed) != len(units):
        yield Reason.of("9.1", "coh.group.each", units=units, name="caps")
    found = rollers(g, s, action)
    for unit, cap in zip(units, listed, strict=False):
        yield from dice_reasons(cap, s.cap[side])
        if cap and unit not in found:
            yield Reason.of("3.23", "coh.dice.none", units=(unit,))
        elif cap and not sneaks(s, unit, action):
            yield Reason.of("3.23", "coh.dice.each", units=(unit,))


class Advance(Order):
    """Units go over the map or onto it, into wire perhaps; a group as well (5.0, 5.1, 9.11)."""

    moving = rolls = True
    group = "9.11"
    bill = "coh.cost.move"

    def bills(self, g: Firefight, s: State, action: Action) -> Bills:
        """The way of each unit, and 1 more to go cautiously on foot (5.01)."""
        for unit, path in ways_of(action):
            careful = action.get("careful") and g.units[unit].foot
            more = [Line.of("5.01", "coh.line.careful", CAREFUL)] if careful else []
            yield unit, [*self.lines(g, s, unit, path, action), *more]

    def lines(
        self, g: Firefight, s: State, unit: str, path: tuple[str, ...], action: Action
    ) -> list[Line]:
        """What the way of a unit costs it."""
        return path_lines(g, s, unit, path, sneaks(s, unit, action))

    def against(self, g: Firefight, s: State, side: str, action: Action) -> Reasons:
        """Facings and ways for all, and cautious movement for who has switched it on (5.01)."""
        yield from facing_reasons(action)
        if self.parted(action) and not listed_ways(action):
            yield Reason.of("9.11", "coh.move.ways")
        if action.get("careful") and not g.on("cautious-movement"):
            yield Reason.of("5.01", "coh.move.careful-off")
        for unit, path in ways_of(action):
            yield from self.astray(g, s, side, unit, path, action)

    def astray(
        self, g: Firefight, s: State, side: str, unit: str, path: tuple[str, ...], action: Action
    ) -> Reasons:
        """Why a unit may not go a way."""
        raise NotImplementedError

    def parted(self, action: Action) -> bool:
        """Whether it must say where each of a group goes (9.11)."""
        return "units" in action

    def dues(self, g: Firefight, s: State, side: str, action: Action, price: Price) -> Reasons:
        """CAP for dice that fall on the way; whether any do may hang on how it is paid (18.4)."""
        if "cap" in action or "caps" in action:
            yield from roll_reasons(g, s, side, action)
        yield from super().dues(g, s, side, action, price)

    def carry_out(self, g: Firefight, s: State, side: str, action: Action, course: Course) -> State:
        """Through wire they throw before they pay (18.4)."""
        if wired(g, s, action):
            return try_wire(g, s, side, self, action, course)
        return super().carry_out(g, s, side, action, course)


class Move(Advance):
    """One hex on foot, or a vehicle's hex and the free ones after it; or a group (9.11)."""

    kind = "move"
    rule = "5.0"

    def astray(
        self, g: Firefight, s: State, side: str, unit: str, path: tuple[str, ...], action: Action
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

    def suits(self, g: Firefight, s: State, unit: str) -> bool:
        return g.units[unit].kind != PLANE and not stuck(g, s, unit)

    def judged(self, given: Action) -> bool:
        return "units" not in given

    def ways(self) -> Slots[Firefight, State, Turn]:
        """With whom, which way, in the open or unseen, with CAP where dice are rolled."""
        return {
            "mates": lambda g, s, p, given: (
                None,
                *({"unit": None, "units": units} for units in companies(g, s, given["unit"])),
            ),
            "path": lambda g, s, p, given: (
                marches(g, s, given["units"]) if "units" in given else self._paths(g, s, given)
            ),
            "cap": lambda g, s, p, given: (
                (None,) if "units" in given else self._manners(g, s, given)
            ),
        }

    def _manners(self, g: Firefight, s: State, given: Action) -> Iterator[Candidate]:
        """With CAP or without, and out of hiding into the open (10.1)."""
        yield from roll_caps(g, s, given)
        if s.of(given["unit"]).hidden:
            yield {"openly": True}

    def _paths(self, g: Firefight, s: State, given: Action) -> Iterator[Candidate]:
        """Every neighbour that is open to it, and what a vehicle's bonus reaches."""
        unit = given["unit"]
        seat, piece, counter = s.position.place(unit), g.units[unit], s.of(unit)
        for there in g.board.neighbours(seat):
            if shut(g, s, unit, seat, there):
                continue
            if backing(g, s, unit, there):
                yield {"path": (there,), "facing": DIRECTIONS[counter.facing]}
                continue
            yield {"path": (there,), "facing": toward(g, seat, there)}
            if piece.vehicle and not counter.hidden:
                yield from onward(g, s, unit, (seat, there))

    def perform(self, g: Firefight, s: State, side: str, action: Action, course: Course) -> State:
        """Everybody moves, turns free of charge, and meets what waits there (5.0, 5.2)."""
        for way, facing in zip(journeys(g, s, action), facings_of(action), strict=True):
            if s.of(way.unit).hidden and action.get("openly"):
                # its company is found with it (10.0 acting); it turns as it moves
                s = reveal_near(g, s.changed(way.unit, hidden=False), course)
            s = walk(g, s, way, facing, course, bool(action.get("careful")))
        sneaked = [u for u in self.doers(action) if s.of(u).hidden and u in s.active[side]]
        # whoever has sneaked is spent, whatever is left of its AP (10.1)
        return tire(g, s, side, sneaked, course) if action.get("pay") == AP else s


@once_a_state
def stuck(g: Firefight, s: State, unit: str, hexes: tuple[str, ...] = ()) -> tuple[Reason, ...]:
    """Why a unit neither moves nor turns: carried, pinned or bogged (7.4, 14.1, 17.0)."""
    found, counter = [], s.of(unit)
    if counter.carrier:
        found.append(g.no(unit, "17.0 passenger", "coh.move.carried", hexes))
    if lost(g, s, unit) == "move":
        found.append(g.no(unit, hit_rule(g, s, unit), "coh.move.lost", hexes, hit=counter.hit))
    if counter.bogged:
        found.append(g.no(unit, "14.1", "coh.move.bogged", hexes))
    return tuple(found)


def retreat_reasons(g: Firefight, s: State, unit: str, path: tuple[str, ...]) -> Reasons:
    """In answer to an enemy's arrival: nowhere to where he came from or beside it (7.63).

    Of one who has driven on through the hex nobody backs out.
    """
    side, seat = g.units[unit].side, s.position.place(unit)
    steps = s.came.get(seat, ())
    met = [came for army, came in steps if hostile(army, side) and came in g.board]
    for came in met if met and g.foes_in(s, side, seat) else ():
        for there in path:
            if there == came or (there in g.board and g.board.adjacent(there, came)):
                where = {"hex": there, "came": came}
                yield g.no(unit, "7.63 retreat", "coh.move.retreat", (there, came), **where)


def way_reasons(
    g: Firefight, s: State, unit: str, path: tuple[str, ...], sneaking: bool = False
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
            alone = len(path) == 1 or backing(g, s, unit, there)
            free = 0 if alone else free_hexes(g, s, unit, here, there)
        elif free > 0 and going(g, s, unit, here, there).bonus:
            free -= 1
        else:
            rule = "14.0" if piece.vehicle else "5.0"
            yield no(rule, "coh.move.too-far", there, hex=there)
            return
        for rule, key in going(g, s, unit, here, there).bars:
            yield no(rule, key, *(h for h in (here, there) if h in g.board), here=here, hex=there)
        here = there


def roll_caps(g: Firefight, s: State, given: Action) -> Iterator[int | None]:
    """No CAP, or those that are of use: more for wheels and tracks, fewer before wire (3.23)."""
    yield None
    piece = g.units[given["unit"]]
    if (s.works or piece.vehicle) and s.cap[piece.side] and rollers(g, s, given):
        yield from (cap if piece.vehicle else -cap for cap in caps(s.cap[piece.side])[1:])


def onward(
    g: Firefight, s: State, unit: str, way: tuple[str, ...]
) -> Iterator[Mapping[str, Value]]:
    """Every way on from a paid step over free hexes, its start left out (14.0)."""

    def further(way: tuple[str, ...], free: int) -> Iterator[Mapping[str, Value]]:
        here = way[-1]
        for there in g.board.neighbours(here) if free else ():
            bonus = there not in way and going(g, s, unit, here, there).bonus
            if bonus and not shut(g, s, unit, here, there):
                longer = (*way, there)
                yield {"path": longer[1:], "facing": toward(g, here, there)}
                yield from further(longer, free - 1)

    return further(way, free_hexes(g, s, unit, *way))


def shut(g: Firefight, s: State, unit: str, here: str, there: str) -> bool:
    """Whether a step to the next hex is barred (5.0, 7.63 retreat, 14.0)."""
    return bool(going(g, s, unit, here, there).bars) or any(retreat_reasons(g, s, unit, (there,)))


def toward(g: Firefight, here: str, there: str) -> str:
    """Which way the next hex lies."""
    facing = g.board.direction(here, there)
    assert facing is not None
    return DIRECTIONS[facing]


def journeys(g: Firefight, s: State, action: Action) -> list[Onward]:
    """The ways of a move with the CAP for their dice; those for wire are spent already (18.4)."""
    ways, cap = ways_of(action), 0 if wired(g, s, action) else whole(action, "cap")
    asked, caps = len(rollers(g, s, action)) > 1, wholes(action, "caps") or (cap,) * len(ways)
    return [Onward(*way, (cap,), asked) for way, cap in zip(ways, caps, strict=True)]


def walk(
    g: Firefight, s: State, way: Onward, facing: str, course: Course, careful: bool = False
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
    g: Firefight, s: State, way: Onward, facing: str, course: Course, careful: bool = False
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

    kind = "turn"
    rule = "5.3"
    fixed = Tally.adding("coh.cost.turn", [Line.of("5.3", "coh.line.turn", 1)])

    def against(self, g: Firefight, s: State, side: str, action: Action) -> Reasons:
        """Nobody turns who is pinned, stuck or carried (5.3, 7.4, 14.1, 17.0)."""
        yield from facing_reasons(action, "5.3")
        if not all(facings_of(action)):
            yield Reason.of("5.3", "coh.move.facing", facing="")
        yield from super().against(g, s, side, action)

    def unfit(self, g: Firefight, s: State, side: str, unit: str) -> Reasons:
        if g.units[unit].kind == PLANE:
            yield g.no(unit, "20.0", "coh.move.plane")
        yield from stuck(g, s, unit)

    def suits(self, g: Firefight, s: State, unit: str) -> bool:
        return not any(self.unfit(g, s, g.units[unit].side, unit))

    def judged(self, given: Action) -> bool:
        return True

    def ways(self) -> Slots[Firefight, State, Turn]:
        return {
            "facing": lambda g, s, p, given: (
                name for n, name in enumerate(DIRECTIONS) if n != s.of(given["unit"]).facing
            )
        }

    def perform(self, g: Firefight, s: State, side: str, action: Action, course: Course) -> State:
        """Face another way; a foxhole is given up (18.1)."""
        for unit, facing in zip(self.doers(action), facings_of(action), strict=True):
            tell_of(g, s, (unit,), course, ("5.3", "coh.turned"), facing=facing)
            s = s.changed(unit, dug=False, hidden=covert(g, s, unit))
            s = s.facing(unit, DIRECTION[facing])
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return s


MOVE, PIVOT = Move(), Pivot()
