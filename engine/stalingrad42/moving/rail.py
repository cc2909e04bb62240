"""Section 5.6: movement by rail, on and off the map."""

from __future__ import annotations

from collections.abc import Iterator

from engine.action import Action
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.rulebook import enforces
from engine.stalingrad42.board.railheads import link_open, on_rail, spent, vladimirovka
from engine.stalingrad42.board.supply_points import mobile_reasons, unarmed
from engine.stalingrad42.moving.movement import no_way_in
from engine.stalingrad42.records import records
from engine.stalingrad42.scenarios import rail_bars
from engine.stalingrad42.setting import SOVIET, Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import FIRED, OUT, REPLACED, TRAIN, State
from engine.zocbond.board.zones import combat_units, held, net, zoc
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement

TRAINS = 4


def rail_reach(g: Setting, s: State, side: str, start: str) -> dict[str, str]:
    """Every hex and own area joined by rail, and where the line comes from: past no enemy unit, ZOC
    or bond, no railhead (5.6.1, 5.6.3, 6.2, 7.2)."""
    return s.fact(("rail-reach", side, start), _rail_reach, g, s, side, start)


def rail_way(g: Setting, s: State, side: str, start: str, goal: str) -> tuple[str, ...]:
    """The hexes of the shortest line to a goal, the start left out."""
    before, way = rail_reach(g, s, side, start), [goal]
    while before.get(way[-1], start) != start:
        way.append(before[way[-1]])
    return tuple(hex for hex in reversed(way) if hex in g.board)


def _rail_reach(g: Setting, s: State, side: str, start: str) -> dict[str, str]:
    foe = g.other[side]
    closed, bonded = held(g, s, foe) | zoc(g, s, foe), net(g, s, foe)
    if side == SOVIET:
        closed = closed | g.board.set(records(s).railheads.values())
    first = [start]
    if start not in g.board:
        first = [h for h in gates(g, start) if h not in closed and not g.entry_bonded(s, side, h)]
    found, queue = {start: start, **dict.fromkeys(first, start)}, list(first)
    while queue:
        here = queue.pop(0)
        near = [t for t in g.board.neighbours(here) if link_open(g, s, side, here, t)]
        if side == SOVIET and not records(s).vladimirovka:
            near += [t for t in g.board.neighbours(here) if vladimirovka(g, here, t)]
        for there in near:
            if there not in found and there not in closed and not bonded.bars(g.board, here, there):
                found[there] = here
                queue.append(there)
        for area in g.areas_at(s, here):
            if g.own_area(s, side, area):
                found.setdefault(area, here)
    return found


def gates(g: Setting, area: str) -> list[str]:
    """The hexes by which a railway leaves an entry area."""
    return [h for h in g.board.areas[area].touches if on_rail(g, h)]


@enforces("5.5.7")
def over_ferry(g: Setting, s: State, start: str, goal: str) -> bool:
    """Whether a trip needs the Vladimirovka ferry (5.5.7)."""
    return goal not in rail_reach(g, s.keep(replace(records(s), vladimirovka=True)), SOVIET, start)


class Rail(Deed[Setting, State, Movement]):
    """A unit in good order goes any distance by rail (5.6.1)."""

    kind = "rail"

    def slots(self) -> Slots[Setting, State, Movement]:
        """Every unit on a railway or in an area that one leaves, to every hex of it."""
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if unit not in p.moved
            ),
            "hex": lambda g, s, p, given: (
                ()
                if any(self._unit_reasons(g, s, p, given["unit"]))
                else sorted(rail_reach(g, s, p.side, s.place(given["unit"])))
            ),
        }

    def _unit_reasons(self, g: Setting, s: State, p: Movement, unit: str) -> Reasons:
        piece, seat = g.units[unit], s.place(unit)

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), unit=piece.name)

        area = g.own_area(s, p.side, seat)
        if not area and seat not in g.board:
            yield Reason.of("5.6.1", "zb.no-unit", unit=unit)
            return
        yield from spent(g, s, p, unit)
        if not s.good(unit):
            yield no("5.6.3", "s42.rail.disorder")
        if s.has(unit, OUT) and piece.mechanized:
            yield no("16.4", "zb.move.only-tactical-out")
        if s.has(unit, REPLACED):
            yield no("21.4", "s42.rail.replaced")
        yield from rail_bars(g, s, unit)
        if piece.division == "bluecher" and seat == "german-W":
            yield no("20.7", "s42.strait.only")
        if (area and not gates(g, seat)) or (not area and not on_rail(g, seat)):
            yield no("5.6.3", "s42.rail.off")
        if not area and seat in zoc(g, s, g.other[p.side]):
            yield no("5.6.3", "s42.rail.zoc")
        if piece.kind != "commander":
            if not area and records(s).rail_left:
                yield no("5.6.2", "s42.rail.one")
            if len(records(s).railed) >= TRAINS:
                yield no("5.6.2", "s42.rail.four")

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """From rail to rail, out of enemy ZOCs at both ends, four a turn, one of them from the
        map (5.6.2, 5.6.3); supply points are counted too (18.6.7)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("5.6.1", "zb.no-unit", unit=unit)
            return
        piece, seat = g.units[unit], s.place(unit)
        yield from self._unit_reasons(g, s, p, unit)
        if seat not in g.board and not g.own_area(s, p.side, seat):
            return

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), unit=piece.name, hex=hex)

        if hex in zoc(g, s, g.other[p.side]):
            yield no("5.6.3", "s42.rail.zoc")
        if any(unarmed(g, s, (unit,), way) for way in rail_way(g, s, p.side, seat, hex)):
            yield no_way_in(g, (unit,), hex)
        if hex == seat or hex not in rail_reach(g, s, p.side, seat):
            yield no("5.6.3", "s42.rail.joined")
        elif (
            hex in g.board
            and piece.combat
            and any(s.has(u, TRAIN) for u in combat_units(g, s, p.side, hex))
        ):
            yield no("5.6.3", "s42.rail.crowded")
        if hex in g.board and seat not in g.board and piece.kind == "supply-point":
            yield from mobile_reasons(g, s, unit)

    @enforces("28.1.5")
    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """There, under a train marker (5.6.1)."""
        unit, hex = action["unit"], action["hex"]
        seat, kind = s.place(unit), g.units[unit].kind
        way = rail_way(g, s, p.side, seat, hex)
        course.tell("5.6.1", "s42.rail.done", units=(unit,), unit=g.units[unit].name, hex=hex)
        if p.side == SOVIET and over_ferry(g, s, seat, hex):
            s = s.keep(replace(records(s), vladimirovka=True))
        s = s.instead(p.having_moved((unit,)))
        if kind != "commander":
            s = s.keep(replace(records(s), railed=(*records(s).railed, unit)))
            if seat in g.board:
                s = s.keep(replace(records(s), rail_left=True))
        # a leader goes to his used side instead (28.1.5)
        s = s.put(unit, hex).mark((unit,), FIRED if kind == "commander" else TRAIN)
        # whoever rides through a hex is the last to have passed it (16.3.4)
        return g.after_step(s, p.side, (unit,), way, course) if way else s


class RailChapter(Chapter[Setting]):
    """Trains."""

    def movement_deeds(self, g: Setting) -> Iterator[Deed[Setting, State, Movement]]:
        """To go by rail (5.6)."""
        yield from (Rail(),)
