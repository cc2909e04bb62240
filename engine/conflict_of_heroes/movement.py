"""Chapters 5, 11 and 14: what a step costs, who may take it, and turning in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.arrival import arrive, covert, mines_under
from engine.conflict_of_heroes.given import text, texts
from engine.conflict_of_heroes.ground import ROAD, SMALL_GULLY, front_hexes
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.payment import dice_reasons
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.unit import DIRECTION, GUN, PLANE, TRACKED, WHEELED
from engine.conflict_of_heroes.values import changed, hit_rule, lost
from engine.game import Course
from engine.hexes import DIRECTIONS
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

BACK, CLIMB, GULLY_BANK, DITCH, WIRE_TRACKS, CAREFUL = 1, 1, 3, 2, 2, 1
NOT_ALLOWED = -1


def by_road(g: ConflictOfHeroes, here: str, there: str) -> bool:
    """Whether a step follows a road or a bridge from hex to hex (5.0, 14.0 road)."""
    return ROAD in g.board.link(here, there)


def climb(g: ConflictOfHeroes, here: str, there: str) -> int:
    """Levels of hill gained by a step (11.0)."""
    return max(0, max(g.ground.level(there), 0) - max(g.ground.level(here), 0))


def bank(g: ConflictOfHeroes, here: str, there: str) -> bool:
    """Whether a step goes over the bank of a large gully and not by its end (11.5 entry)."""
    if g.ground.gully(here) == g.ground.gully(there):
        return False
    deep = here if g.ground.gully(here) else there
    return deep not in g.board.tagged("gully-end")


def column(g: ConflictOfHeroes, unit: str) -> str:
    """The column of the terrain chart a unit reads; guns are pushed by hand."""
    kind = g.units[unit].kind
    return kind if kind in (TRACKED, WHEELED) else "infantry"


def rolls_on(g: ConflictOfHeroes, unit: str, here: str, there: str) -> bool:
    """Whether a step earns a vehicle its bonus (14.0 tracked, 14.0 wheeled)."""
    piece = g.units[unit]
    if piece.kind == TRACKED:
        return by_road(g, here, there) or bool(g.ground.of(there)["bonus"])
    return piece.kind == WHEELED and by_road(g, here, there)


def bonus_hexes(g: ConflictOfHeroes, unit: str) -> int:
    """The free hexes that follow a paid one: symbols, and one more for wheels (14.0)."""
    piece = g.units[unit]
    return piece.bonus + (piece.kind == WHEELED)


def backing(g: ConflictOfHeroes, s: State, unit: str, there: str) -> bool:
    """Whether a step leads out of the front hexes (5.2, 14.0 backward)."""
    seat = s.position.place(unit)
    return there not in front_hexes(g.board, seat, s.of(unit).facing)


def surcharges(g: ConflictOfHeroes, s: State, unit: str, here: str, there: str) -> Iterator[Line]:
    """What hills, banks, ditches, wire and traffic add to a step."""
    piece, up = g.units[unit], climb(g, here, there)
    if up:
        yield Line.of("11.1" if up > 1 else "11.0", "coh.line.climb", up * CLIMB, levels=up)
    if bank(g, here, there) and not piece.vehicle:
        yield Line.of("11.5 entry", "coh.line.bank", GULLY_BANK)
    if there in g.board.tagged("ditch") and piece.foot:
        yield Line.of("18.3", "coh.line.ditch", DITCH)
    if piece.kind == TRACKED and any(w.kind == "wire" for w in s.works_in(there)):
        yield Line.of("18.4 vehicles", "coh.line.wire", WIRE_TRACKS)
    if piece.kind == WHEELED and by_road(g, here, there):
        jam = [
            u
            for u in s.position.at(there)
            if g.units[u].vehicle and (g.units[u].side == piece.side or not s.of(u).hidden)
        ]
        if jam:
            yield Line.of("16.0", "coh.line.traffic", len(jam))


def step_lines(
    g: ConflictOfHeroes, s: State, unit: str, here: str, there: str, back: bool
) -> Iterator[Line]:
    """What a paid step costs (5.0, 5.2, 14.0)."""
    piece = g.units[unit]
    rule = "14.0" if piece.vehicle else "5.0"
    yield Line.of(rule, "coh.line.move", piece.move, unit=piece.name)
    yield from changed(g, s, unit, "move")
    extra = g.ground.of(there)[column(g, unit)]
    if by_road(g, here, there):
        if extra:
            yield Line.of("14.0 road" if piece.vehicle else "5.0", "coh.line.road", 0)
    elif extra > 0:
        yield Line.of(rule, "coh.line.into", extra, terrain=g.board.terrain(there))
    yield from surcharges(g, s, unit, here, there)
    if back and piece.has("organized-retreat"):
        yield Line.of("8.3 organized retreat", "coh.line.back", 0)
    elif back:
        backward = "14.0 backward" if piece.vehicle else "5.2"
        yield Line.of(backward, "coh.line.back", BACK)


def sneak_lines(g: ConflictOfHeroes, s: State, unit: str, there: str) -> list[Line]:
    """Sneaking: 3 more in cover, 6 more in the open, and nothing else counts (10.1)."""
    piece = g.units[unit]
    covered = covers(g, s, there)
    key, more = ("coh.line.sneak-cover", 3) if covered else ("coh.line.sneak-open", 6)
    return [
        Line.of("5.0", "coh.line.move", piece.move, unit=piece.name),
        Line.of("10.1", key, more),
    ]


def covers(g: ConflictOfHeroes, s: State, hex: str) -> bool:
    """Whether a hex hides units: a defence modifier of its ground or works (10.0 detection)."""
    works = any(w.kind in ("trench", "gun-pit", "bunker") for w in s.works_in(hex))
    return bool(g.ground.of(hex)["dm"]) or works


def path_lines(g: ConflictOfHeroes, s: State, unit: str, path: Sequence[str]) -> list[Line]:
    """What a way costs: its first hex paid, the rest bonus (14.0)."""
    here = s.position.place(unit)
    if s.of(unit).hidden and path:
        return sneak_lines(g, s, unit, path[0])
    lines: list[Line] = []
    for number, there in enumerate(path):
        if number == 0:
            lines += step_lines(g, s, unit, here, there, backing(g, s, unit, there))
        else:
            lines += surcharges(g, s, unit, here, there)
        here = there
    return lines


def _tows(g: ConflictOfHeroes, s: State, unit: str) -> bool:
    """Whether a vehicle drags another: neither has a bonus then (14.1 towing)."""
    return any(c.carrier == unit and g.units[u].vehicle for u, c in s.counters.items())


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
            lines = path_lines(g, s, unit, path)
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
        yield from dice_reasons(int(action.get("cap") or 0), s.cap[side])
        for unit, path in self._ways(action):
            if unit in g.units and s.position.place(unit) in g.board:
                yield from self._unit_reasons(g, s, unit, path)

    def _unit_reasons(
        self, g: ConflictOfHeroes, s: State, unit: str, path: tuple[str, ...]
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
            if number == 0:
                back = backing(g, s, unit, there)
                if rolls_on(g, unit, here, there) and not back:
                    free = 0 if _tows(g, s, unit) else bonus_hexes(g, unit)
            elif free > 0 and rolls_on(g, unit, here, there):
                free -= 1
            else:
                rule = "14.0" if piece.vehicle else "5.0"
                yield no(rule, "coh.move.too-far", there, hex=there)
                return
            for rule, key in self._barred(g, s, unit, here, there):
                yield no(rule, key, here, there, here=here, hex=there)
            here = there
        if counter.hidden and piece.vehicle:
            yield no("10.1", "coh.move.hidden-vehicle")
        yield from self._retreat(g, s, unit, path[0])

    def _barred(
        self, g: ConflictOfHeroes, s: State, unit: str, here: str, there: str
    ) -> Iterator[tuple[str, str]]:
        """Ground a unit may not cross (4.0, 11.1, 11.5, 14.0, 18.2, 18.3, 18.4)."""
        piece = g.units[unit]
        heavy = piece.vehicle or piece.kind == GUN
        road = by_road(g, here, there)
        if not road and g.ground.of(there)[column(g, unit)] == NOT_ALLOWED:
            yield "14.0" if piece.vehicle else "4.0", "coh.move.terrain"
        if not road and piece.kind == GUN and g.board.terrain(there) == "river":
            yield "4.0 river", "coh.move.terrain"
        if piece.vehicle and climb(g, here, there) > 1:
            yield "11.1", "coh.move.steep"
        if piece.vehicle and bank(g, here, there):
            yield "11.5 entry", "coh.move.bank"
        if piece.vehicle and SMALL_GULLY in g.board.side(here, there):
            yield "11.5 small", "coh.move.small-gully"
        if heavy and there in g.board.tagged("ditch"):
            yield "18.3", "coh.move.ditch"
        if piece.kind == WHEELED:
            kinds = {w.kind for w in s.works_in(there)}
            if "wire" in kinds:
                yield "18.4 vehicles", "coh.move.wire"
            if "trench" in kinds:
                yield "18.2 trench", "coh.move.trench"

    def _retreat(self, g: ConflictOfHeroes, s: State, unit: str, there: str) -> Iterator[Reason]:
        """In answer to an enemy's arrival: not to where he came from or beside it (7.63)."""
        seat = s.position.place(unit)
        came = s.came.get(seat)
        if came is None or there not in g.board or came not in g.board:
            return
        if there == came or g.board.adjacent(there, came):
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
        """Every neighbour, and for vehicles the hexes that the bonus reaches."""
        seat = s.position.place(unit)
        piece, counter = g.units[unit], s.of(unit)
        if piece.kind == PLANE or counter.carrier:
            return
        for there in g.board.neighbours(seat):
            facing = g.board.direction(seat, there)
            assert facing is not None
            own = DIRECTIONS[counter.facing]
            if backing(g, s, unit, there):
                yield Action("move", unit=unit, path=[there], facing=own)
            else:
                yield Action("move", unit=unit, path=[there], facing=DIRECTIONS[facing])
                if piece.vehicle and rolls_on(g, unit, seat, there):
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
            start = s.position.place(unit)
            counter = s.of(unit)
            exposed = (
                g.on("cautious-movement")
                and g.units[unit].foot
                and not action.get("careful")
                and not g.ground.of(path[-1])["dm"]
            )
            if counter.hidden:
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
            s = s.changed(unit, dug=False, inside=False, exposed=exposed)
            if facing:
                s = s.changed(unit, facing=DIRECTION[facing])
            s = arrive(g, s, unit, path, course, int(action.get("cap") or 0))
        return s


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
