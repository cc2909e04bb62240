"""Chapters 5, 11 and 14: what a step costs, who may take it, and turning in place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.arrival import arrive, covert, mines_under, reveal_near
from engine.conflict_of_heroes.given import text, texts, whole
from engine.conflict_of_heroes.ground import ROAD
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.payment import TOP_DICE, dice_reasons
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.steps import (
    CAREFUL,
    backing,
    barred,
    bonus_hexes,
    path_lines,
    rolls_on,
    tows,
)
from engine.conflict_of_heroes.unit import DIRECTION, PLANE
from engine.conflict_of_heroes.values import hit_rule, lost
from engine.conflict_of_heroes.wire import wired
from engine.game import Course
from engine.hexes import DIRECTIONS
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


def sneaks(s: State, unit: str, action: Action) -> bool:
    """Whether a unit moves unseen; a hidden one may also move in the open, and is found (10.1)."""
    return s.of(unit).hidden and not action.get("openly")


def rolls_for(g: ConflictOfHeroes, s: State, order: Order, action: Action) -> bool:
    """Whether a move asks for dice: a vehicle on soft ground, men before wire (14.1, 18.4)."""
    if wired(g, s, order, action):
        return True
    unit, here = text(action, "unit"), s.position.place(text(action, "unit"))
    for there in texts(action, "path") if g.units[unit].vehicle else ():
        if g.ground.of(there)["bog"] and ROAD not in g.board.link(here, there):
            return True
        here = there
    return False


class Move(Order):
    """One hex on foot, or a vehicle's hex and the free ones after it; or a group (9.11)."""

    kind = "move"
    rule = "5.0"
    group = "9.11"

    def _ways(self, action: Action) -> list[tuple[str, tuple[str, ...]]]:
        if "units" in action:
            return [
                (u, (to,))
                for u, to in zip(texts(action, "units"), texts(action, "to"), strict=False)
            ]
        return [(text(action, "unit"), texts(action, "path"))]

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """The dearest way of the group (9.11), and 1 more to go cautiously (5.01)."""
        parts = []
        for unit, path in self._ways(action):
            lines = path_lines(g, s, unit, path, sneaks(s, unit, action))
            if action.get("careful") and g.units[unit].foot:
                lines.append(Line.of("5.01", "coh.line.careful", CAREFUL))
            parts.append(Tally.adding("coh.cost.move", lines, unit))
        if len(parts) == 1:
            return Tally("coh.cost.move", parts[0].lines, parts[0].total)
        dearest = max((int(part.total) for part in parts), default=0)
        line = Line.of("9.11", "coh.line.dearest", dearest)
        return Tally("coh.cost.move", (line,), dearest, None, tuple(parts))

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """Chapters 5, 11, 14 and 18, every clause, for each unit that moves."""
        facings = texts(action, "facings") or (text(action, "facing"),)
        for facing in facings:
            if facing and facing not in DIRECTION:
                yield Reason.of("5.2", "coh.move.facing", facing=facing)
        if "units" in action and len(texts(action, "to")) != len(texts(action, "units")):
            yield Reason.of("9.11", "coh.move.ways")
        if action.get("careful") and not g.on("cautious-movement"):
            yield Reason.of("5.01", "coh.move.careful-off")
        sound = True
        for unit, path in self._ways(action):
            if unit in g.units and s.position.place(unit) in g.board:
                for reason in self._unit_reasons(g, s, unit, path, sneaks(s, unit, action)):
                    sound = False
                    yield reason
        cap = whole(action, "cap")
        yield from dice_reasons(cap, s.cap[side])
        known = all(u in g.units and s.position.place(u) in g.board for u in self.units(action))
        if cap and sound and known and not rolls_for(g, s, self, action):
            yield Reason.of("3.23", "coh.dice.none")

    def _unit_reasons(
        self, g: ConflictOfHeroes, s: State, unit: str, path: tuple[str, ...], sneaking: bool
    ) -> Iterator[Reason]:
        piece, counter = g.units[unit], s.of(unit)
        seat = s.position.place(unit)

        def no(rule: str, key: str, *hexes: str, **params: object) -> Reason:
            return Reason.of(rule, key, units=(unit,), hexes=hexes, unit=piece.name, **params)

        if piece.kind == PLANE:
            yield no("20.0", "coh.move.plane")
        if counter.carrier:
            yield no("17.0 passenger", "coh.move.carried", seat)
        if lost(g, s, unit) == "move":
            yield no(hit_rule(g, s, unit), "coh.move.lost", seat, hit=counter.hit)
        if counter.bogged:
            yield no("14.1", "coh.move.bogged", seat)
        if not path:
            yield no("5.0", "coh.move.nowhere", seat)
            return
        here, free = seat, 0
        for number, there in enumerate(path):
            if there not in g.board:
                yield no("5.1", "coh.move.off-map", hex=there)
                return
            if not g.board.adjacent(here, there):
                yield no("5.0", "coh.move.apart", here, there, here=here, there=there)
                return
            if number and sneaking:
                yield no("10.1", "coh.move.sneak-far", there)
                return
            if number == 0:
                back = backing(g, s, unit, there)
                if rolls_on(g, unit, here, there) and not back:
                    free = 0 if tows(g, s, unit) else bonus_hexes(g, unit)
            elif free > 0 and rolls_on(g, unit, here, there):
                free -= 1
            else:
                rule = "14.0" if piece.vehicle else "5.0"
                yield no(rule, "coh.move.too-far", there, hex=there)
                return
            for rule, key in barred(g, s, unit, here, there):
                yield no(rule, key, here, there, here=here, hex=there)
            here = there
        yield from self._retreat(g, s, unit, path[0])

    def _retreat(self, g: ConflictOfHeroes, s: State, unit: str, there: str) -> Iterator[Reason]:
        """In answer to an enemy's arrival: not to where he came from or beside it (7.63)."""
        seat = s.position.place(unit)
        for came in s.came.get(seat, ()):
            if came in g.board and (there == came or g.board.adjacent(there, came)):
                yield Reason.of(
                    "7.63 retreat",
                    "coh.move.retreat",
                    units=(unit,),
                    hexes=(there, came),
                    unit=g.units[unit].name,
                    hex=there,
                    came=came,
                )

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """Every neighbour, with CAP where dice are rolled, and what a vehicle's bonus reaches."""
        if g.units[unit].kind == PLANE or s.of(unit).carrier:
            return
        have = min(TOP_DICE, s.cap[g.units[unit].side])
        better = 1 if g.units[unit].vehicle else -1
        for way in self._ways_on(g, s, unit):
            yield way
            if s.of(unit).hidden:
                yield way.replaced(openly=True)
            if have and rolls_for(g, s, self, way):
                for cap in range(1, have + 1):
                    yield way.replaced(cap=better * cap)

    def _ways_on(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        seat, piece, counter = s.position.place(unit), g.units[unit], s.of(unit)
        for there in g.board.neighbours(seat):
            facing = g.board.direction(seat, there)
            assert facing is not None
            own = DIRECTIONS[counter.facing]
            if backing(g, s, unit, there):
                yield Action("move", unit=unit, path=[there], facing=own)
            else:
                yield Action("move", unit=unit, path=[there], facing=DIRECTIONS[facing])
                if piece.vehicle and not counter.hidden and rolls_on(g, unit, seat, there):
                    yield from self._onward(g, unit, [seat, there], bonus_hexes(g, unit))

    def _onward(
        self, g: ConflictOfHeroes, unit: str, way: list[str], free: int
    ) -> Iterator[Action]:
        if not free:
            return
        here = way[-1]
        for there in g.board.neighbours(here):
            if there not in way and rolls_on(g, unit, here, there):
                facing = g.board.direction(here, there)
                assert facing is not None
                longer = [*way, there]
                yield Action("move", unit=unit, path=longer[1:], facing=DIRECTIONS[facing])
                yield from self._onward(g, unit, longer, free - 1)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """Everybody moves, turns free of charge, and meets what waits there (5.0, 5.2)."""
        ways = self._ways(action)
        facings = texts(action, "facings") or (text(action, "facing"),) * len(ways)
        for (unit, path), facing in zip(ways, facings, strict=False):
            if s.of(unit).hidden and action.get("openly"):
                # its company is found with it (10.0 acting); it turns as it moves
                s = reveal_near(g, s.changed(unit, hidden=False), course)
            cap = 0 if wired(g, s, self, action) else whole(action, "cap")
            s = walk(g, s, unit, path, facing, bool(action.get("careful")), cap, course)
        return s


def walk(
    g: ConflictOfHeroes,
    s: State,
    unit: str,
    path: tuple[str, ...],
    facing: str,
    careful: bool,
    cap: int,
    course: Course,
) -> State:
    """A unit goes its way, turns as it likes and is out of any cover it had (5.0, 5.01, 5.2)."""
    start, side = s.position.place(unit), g.units[unit].side
    if s.of(unit).hidden:
        course.tell("10.1", "coh.sneaked", side=side)
    else:
        course.tell(
            "5.0",
            "coh.moved",
            units=(unit,),
            hexes=path,
            unit=g.units[unit].name,
            start=start,
            hex=path[-1],
        )
    bare = g.units[unit].foot and not careful and not g.ground.of(path[-1])["dm"]
    s = s.changed(unit, dug=False, inside=False, exposed=g.on("cautious-movement") and bare)
    if facing:
        s = s.changed(unit, facing=DIRECTION[facing])
    return arrive(g, s, unit, path, course, cap)


class Pivot(Order):
    """Turning in place (5.3)."""

    kind = "turn"
    rule = "5.3"

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """Always 1."""
        return Tally.adding("coh.cost.turn", [Line.of("5.3", "coh.line.turn", 1)])

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """Nobody turns who is pinned, stuck or carried (5.3, 7.4, 14.1, 17.0)."""
        if text(action, "facing") not in DIRECTION:
            yield Reason.of("5.3", "coh.move.facing", facing=text(action, "facing"))
        for unit in self.units(action):
            if unit not in g.units or s.position.place(unit) not in g.board:
                continue
            piece, counter = g.units[unit], s.of(unit)
            if piece.kind == PLANE:
                yield Reason.of("20.0", "coh.move.plane", units=(unit,), unit=piece.name)
            if counter.carrier:
                rule = "17.0 passenger"
                yield Reason.of(rule, "coh.move.carried", units=(unit,), unit=piece.name)
            if lost(g, s, unit) == "move":
                rule = hit_rule(g, s, unit)
                yield Reason.of(
                    rule, "coh.move.lost", units=(unit,), unit=piece.name, hit=counter.hit
                )
            if counter.bogged:
                yield Reason.of("14.1", "coh.move.bogged", units=(unit,), unit=piece.name)

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """Every other facing."""
        for number, name in enumerate(DIRECTIONS):
            if number != s.of(unit).facing:
                yield Action("turn", unit=unit, facing=name)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """Face another way; a foxhole is given up (18.1)."""
        facing = text(action, "facing")
        for unit in self.units(action):
            course.tell("5.3", "coh.turned", units=(unit,), unit=g.units[unit].name, facing=facing)
            s = s.changed(unit, facing=DIRECTION[facing], dug=False, hidden=covert(g, s, unit))
            s = mines_under(g, s, unit, s.position.place(unit), course)
            for other, counter in s.counters.items():
                if counter.carrier == unit:
                    s = s.changed(other, facing=DIRECTION[facing])
        return s
