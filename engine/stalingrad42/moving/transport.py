"""Sections 5.6 and 5.7: by rail and over sea; 5.5.3: the Volga Flotilla."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial

from engine.agenda import Deed, Reasons, Slots
from engine.hexset import HexSet, Ways
from engine.stalingrad42.board.railheads import link_open, vladimirovka
from engine.stalingrad42.board.supply_points import enemies, mobile_reasons
from engine.stalingrad42.moving.areas import first_crossing
from engine.stalingrad42.moving.movement import no_way_in
from engine.stalingrad42.scenarios import first_turn_bars, rail_bars
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, remember, replace, text, texts
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle.retreat import disrupt
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import lies
from engine.zocbond.board.state import FIRED, OUT, REPLACED, TRAIN, Passage, State, lasting
from engine.zocbond.board.walking import TACTICAL, walk
from engine.zocbond.board.zones import held, net, zoc
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement

TRAINS = 4
SEAS = ("black-sea", "azov-sea")


@lasting
def no_trains(g: Setting, s: State, side: str) -> HexSet:
    """The hexes where no train of a side comes: enemy units, ZOCs and bonds, for the Soviets
    railheads (5.6.1, 5.6.3, 6.2, 7.2)."""
    foe = g.other[side]
    found = held(g, s, foe) | zoc(g, s, foe) | net(g, s, foe).shut
    return found | g.board.set(records(s).railheads.values()) if side == SOVIET else found


@lasting
def tracks(g: Setting, s: State, side: str) -> Ways:
    """The steps that its trains can take, over no enemy bond (7.2)."""
    now, german = records(s), side == GERMAN
    name = ("tracks", side, now.converted if german else now.vladimirovka)
    lines = remember(lies(g, s).ways, name, _lines, g, s, side)
    return (lines - net(g, s, g.other[side]).walls).into(g.board.grid.all - no_trains(g, s, side))


def _lines(g: Setting, s: State, side: str) -> Ways:
    """The railways that are open to a side; one Soviet unit a turn takes the ferry (5.5.7)."""
    found = [(a, b) for a in g.railways for b in g.railways[a] if link_open(g, s, side, a, b)]
    if side == SOVIET and not records(s).vladimirovka:
        every = ((a, b) for a in g.board.hexes for b in g.board.neighbours(a))
        found += [(a, b) for a, b in every if vladimirovka(g, a, b)]
    return g.board.grid.steps((a, g.ground.slot(a, b) % 6) for a, b in found)


def first_stations(g: Setting, s: State, side: str, start: str) -> list[str]:
    """Where trains start from: a hex, or where railways lead out of an area."""
    if start in g.board:
        return [start]
    shut = no_trains(g, s, side) | g.entry_bonded(s, side)
    return [hex for hex in gates(g, start) if hex not in shut]


@lasting
def stations(g: Setting, s: State, side: str, start: str) -> tuple[str, ...]:
    """Every hex and own area joined by rail (5.6.1), itself included."""
    found = g.board.set(first_stations(g, s, side, start)).flood(tracks(g, s, side))
    own = (area for area in g.board.areas if g.own_area(s, side, area))
    areas = (area for area in own if any(hex in found for hex in g.board.areas[area].touches))
    return tuple(sorted({start, *found, *areas}))


@lasting
def rail_reach(g: Setting, s: State, side: str, start: str) -> dict[str, str]:
    """The same, and where the line comes from."""
    first, open_ = first_stations(g, s, side, start), tracks(g, s, side)
    found, queue = {start: start, **dict.fromkeys(first, start)}, list(first)
    while queue:
        here = queue.pop(0)
        for there in sorted(g.board.neighbours(here), key=lambda hex: vladimirovka(g, here, hex)):
            if there not in found and open_.opens(here, g.ground.slot(here, there) % 6):
                found[there] = here
                queue.append(there)
        for area in g.areas_at(s, here):
            if g.own_area(s, side, area):
                found.setdefault(area, here)
    return found


def rail_way(g: Setting, s: State, side: str, start: str, goal: str) -> tuple[str, ...]:
    """The hexes of the shortest line to a goal, the start left out."""
    before, way = rail_reach(g, s, side, start), [goal]
    while before.get(way[-1], start) != start:
        way.append(before[way[-1]])
    return tuple(hex for hex in reversed(way) if hex in g.board)


def gates(g: Setting, area: str) -> list[str]:
    """The hexes by which a railway leaves an entry area."""
    return [h for h in g.board.areas[area].touches if h in g.railways]


def boards(g: Setting, s: State, side: str, seat: str) -> bool:
    """Whether trains leave a hex or an own area."""
    if seat in g.board:
        return seat in g.railways
    return g.own_area(s, side, seat) and bool(gates(g, seat))


@lasting
def passed_by_rail(g: Setting, s: State, side: str, start: str) -> HexSet:
    """The enemy units that never fight on lines from a place: other such units do not pass."""
    return enemies(g, s, side) & g.board.set(stations(g, s, side, start))


@lasting
def full_stations(g: Setting, s: State, side: str) -> HexSet:
    """The hexes with a combat unit that has come by rail (5.6.3)."""
    came = (unit for unit in s.marks if s.has(unit, TRAIN) and unit in g.fighters(side))
    return g.board.set(s.position.seats(came))


@enforces("5.5.7")
def over_ferry(g: Setting, s: State, start: str, goal: str) -> bool:
    """Whether a trip needs the Vladimirovka ferry (5.5.7)."""
    return goal not in rail_reach(g, s.keep(replace(records(s), vladimirovka=True)), SOVIET, start)


class Rail(Deed[Setting, State, Movement]):
    """A unit in good order goes any distance by rail (5.6.1)."""

    kind, rule = "rail", "5.6.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if unit not in p.moved
            ),
            "hex": lambda g, s, p, given: (
                ()
                if self._unit_reasons(g, s, p, given["unit"])
                else stations(g, s, p.side, s.place(given["unit"]))
            ),
        }

    def choices(
        self, g: Setting, s: State, p: Movement, unit: str | None, hex: str | None
    ) -> Iterator[Action]:
        """Of who stands at a railway and may go, to all that nothing forbids."""
        for one in orders.mine(g, s, p.side):
            if one in p.moved or unit not in (None, one) or not boards(g, s, p.side, s.place(one)):
                continue
            if not self._unit_reasons(g, s, p, one) and not any(self.also_bars(g, s, one)):
                given = Action(self.kind, unit=one)
                for goal in self._goals(g, s, p, one):
                    if hex in (None, goal):
                        yield given.saying("hex", goal)

    def _goals(self, g: Setting, s: State, p: Movement, unit: str) -> Iterable[str]:
        """Where it may get off; who does not fight goes past no enemy."""
        piece, seat, shut = g.units[unit], s.place(unit), zoc(g, s, g.other[p.side])
        if piece.combat:
            shut |= full_stations(g, s, p.side)
        found = (h for h in stations(g, s, p.side, seat) if h != seat and h not in shut)
        if seat in g.board and (piece.combat or not passed_by_rail(g, s, p.side, seat)):
            return found
        return (hex for hex in found if not any(self._goal_reasons(g, s, p, unit, hex)))

    def _unit_reasons(self, g: Setting, s: State, p: Movement, unit: str) -> tuple[Reason, ...]:
        return s.once(("rail", unit), lambda: tuple(self._stays(g, s, p, unit)))

    def _stays(self, g: Setting, s: State, p: Movement, unit: str) -> Reasons:
        piece, seat = g.units[unit], s.place(unit)
        no = partial(g.against, unit)
        area = g.own_area(s, p.side, seat)
        if not area and seat not in g.board:
            yield Reason.of("5.6.1", "zb.no-unit", unit=unit)
            return
        yield from p.stuck(g, s, unit)
        if not s.good(unit):
            yield no("5.6.3", "s42.rail.disorder")
        if s.has(unit, OUT) and piece.mechanized:
            yield no("16.4", "zb.move.only-tactical-out")
        if s.has(unit, REPLACED):
            yield no("21.4", "s42.rail.replaced")
        yield from rail_bars(g, s, unit)
        if piece.division == "bluecher" and seat == "german-W":
            yield no("20.7", "s42.strait.only")
        if not boards(g, s, p.side, seat):
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
        seat = s.place(unit)
        yield from self._unit_reasons(g, s, p, unit)
        if seat in g.board or g.own_area(s, p.side, seat):
            yield from self._goal_reasons(g, s, p, unit, hex)
        yield from self.also_bars(g, s, unit)

    def also_bars(self, g: Setting, s: State, unit: str) -> Reasons:
        """What else keeps a unit off the railway."""
        return iter(())

    def _goal_reasons(self, g: Setting, s: State, p: Movement, unit: str, hex: str) -> Reasons:
        piece, seat = g.units[unit], s.place(unit)
        no = partial(g.against, unit, hex=hex)
        if hex in zoc(g, s, g.other[p.side]):
            yield no("5.6.3", "s42.rail.zoc")
        met = g.board.grid.none if piece.combat else passed_by_rail(g, s, p.side, seat)
        if met and any(passed in met for passed in rail_way(g, s, p.side, seat, hex)):
            yield no_way_in(g, (unit,), hex)
        if hex == seat or hex not in stations(g, s, p.side, seat):
            yield no("5.6.3", "s42.rail.joined")
        elif piece.combat and hex in full_stations(g, s, p.side):
            yield no("5.6.3", "s42.rail.crowded")
        if hex in g.board and seat not in g.board and piece.kind == "supply-point":
            yield from mobile_reasons(g, s, unit)

    @enforces("28.1.5")
    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit, hex = action["unit"], action["hex"]
        seat, kind = s.place(unit), g.units[unit].kind
        way = rail_way(g, s, p.side, seat, hex)
        g.tell(course, unit, "5.6.1", "s42.rail.done", hex=hex)
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
        return g.after_step(s, Passage(p.side, (unit,), (seat, *way)), course) if way else s


def sea_between(g: Setting, a: str, b: str) -> str | None:
    """The sea whose ports two hexes are."""
    return next((sea for sea in SEAS if a != b and {a, b} <= g.board.tagged(sea)), None)


def _ports(g: Setting) -> list[str]:
    return sorted(set().union(*(g.board.tagged(sea) for sea in SEAS)))


class Sea(Deed[Setting, State, Movement]):
    """One Soviet unit on foot, or a supply point, over each sea in a turn (5.7.1)."""

    kind, rule = "sea", "5.7.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: self._ashore(g, s, p),
            "way": lambda g, s, p, given: self._paths(g, given["unit"], s.place(given["unit"])),
        }

    def hexes(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return texts(action, "way")[-1:]

    def _ashore(self, g: Setting, s: State, p: Movement) -> Iterator[str]:
        """The units in or beside a port that have not moved."""
        ports = g.board.set(_ports(g)) if p.side == SOVIET else g.board.grid.none
        near = ports | ports.around()
        return (u for u in orders.mine(g, s, SOVIET) if s.place(u) in near and u not in p.moved)

    def _paths(self, g: Setting, unit: str, seat: str) -> Iterator[tuple[str, ...]]:
        ports = _ports(g)
        for port in ports:
            if sea_between(g, seat, port):
                yield (seat, port)
                if g.units[unit].kind == "marine":
                    yield from ((seat, port, near) for near in g.board.neighbours(port))
        if g.units[unit].kind == "marine":
            for near in g.board.neighbours(seat):
                yield from ((seat, near, port) for port in ports if sea_between(g, near, port))

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """Good order, from own port to own port; marines also to an empty enemy one (5.7.1)."""
        unit, path = text(action, "unit"), texts(action, "way")
        if unit not in g.units or g.units[unit].side != p.side or s.place(unit) not in g.board:
            yield Reason.of("5.7.1", "zb.no-unit", unit=unit)
            return
        piece = g.units[unit]
        no = partial(g.against, unit)
        if p.side != SOVIET:
            yield no("5.7.1", "s42.sea.soviet")
        yield from p.stuck(g, s, unit)
        yield from first_turn_bars(g, s, unit)
        if piece.mechanized and piece.kind != "supply-point":
            yield no("5.7.1", "s42.sea.foot")
        if not s.good(unit):
            yield no("5.7.1", "s42.sea.disorder")
        if s.has(unit, REPLACED):
            yield no("21.4", "s42.sea.replaced")
        legs = list(itertools.pairwise(path))
        sails = [leg for leg in legs if sea_between(g, *leg)]
        marine = piece.kind == "marine"
        if path[:1] != (s.place(unit),) or len(sails) != 1 or len(legs) > (2 if marine else 1):
            yield no("5.7.1", "s42.sea.lane")
            return
        start, goal = sails[0]
        if sea_between(g, start, goal) in records(s).sailed:
            yield no("5.7.1", "s42.sea.once")
        for port in (start, goal):
            hostile = s.control.get(port, SOVIET) != SOVIET
            if port in held(g, s, GERMAN) or (hostile and not (marine and port == goal)):
                yield no("5.7.1", "s42.sea.port")
        if len(legs) == 2 and legs[0][1] in zoc(g, s, GERMAN):
            yield no("6.2", "s42.sea.zoc")
        for leg in legs:
            if leg not in sails:
                yield from walk(g, s.put(unit, leg[0]), (unit,), leg, TACTICAL).reasons
        if len(legs) == 2 and legs[0] in sails:
            # whoever lands did not begin beside the river there (5.4, 5.5.2)
            yield from first_crossing(g, s.put(unit, legs[1][0]), unit, legs[1])

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """Landed; all but marines are disrupted (5.7.1)."""
        unit, path = action["unit"], action["way"]
        sea = next(filter(None, (sea_between(g, *leg) for leg in itertools.pairwise(path))))
        g.tell(course, unit, "5.7.1", "s42.sea.done", hex=path[-1])
        s = s.instead(p.having_moved((unit,)))
        s = s.keep(replace(records(s), sailed=(*records(s).sailed, sea))).put(unit, path[-1])
        if g.units[unit].kind != "marine":
            s = disrupt(g, s, unit, course)
        return g.after_step(s, Passage(p.side, (unit,), path), course)


class Strait(Deed[Setting, State, Movement]):
    """One German unit a turn from area W to Taman (5.7.2)."""

    kind, rule = "strait", "5.7.2"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {"unit": lambda g, s, p, given: s.position.at("german-W")}

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """From W, over the strait, while no Soviet unit is in Taman (5.7.2, 20.7)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("5.7.2", "zb.no-unit", unit=unit)
            return
        piece = g.units[unit]
        no = partial(g.against, unit)
        taman = next(iter(g.board.tagged("taman")), None)
        if piece.side != GERMAN or s.place(unit) != "german-W" or taman is None:
            yield no("5.7.2", "s42.strait.from")
            return
        yield from p.stuck(g, s, unit)
        yield from first_turn_bars(g, s, unit)
        if not s.good(unit):
            yield no("22.3.1", "zb.enter.disorder")
        if any(g.units[u].side == SOVIET for u in s.position.at(taman)):
            yield no("5.7.2", "s42.strait.held")
        if piece.division == "bluecher" and s.control.get(taman) != GERMAN:
            yield no("20.7", "s42.strait.taken")
        if records(s).strait:
            yield no("5.7.2", "s42.strait.one")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """Across, with nothing left to move, and disrupted (5.7.2)."""
        unit, taman = action["unit"], next(iter(g.board.tagged("taman")))
        g.tell(course, unit, "5.7.2", "s42.strait.done")
        s = s.instead(p.having_moved((unit,))).keep(replace(records(s), strait=True))
        s = disrupt(g, s.put(unit, taman), unit, course)
        return g.after_step(s, Passage(p.side, (unit,), ("german-W", taman)), course)


class Flotilla(Deed[Setting, State, Movement]):
    """The marker makes one hex on the Volga north of Stalingrad a ferry (5.5.3)."""

    kind, rule = "flotilla", "5.5.3"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {"hex": lambda g, s, p, given: sorted(g.board.tagged("flotilla"))}

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """To a hex with a Volga side where it may lie, once in a movement phase (5.5.3)."""
        here = text(action, "hex")
        if p.side != SOVIET or records(s).flotilla_moved:
            yield Reason.of("5.5.3", "s42.flotilla.once")
        near = g.board.neighbours(here) if here in g.board.tagged("flotilla") else ()
        if not any("volga" in g.board.side(here, there) for there in near):
            yield Reason.of("5.5.3", "s42.flotilla.where", hex=here)
        elif records(s).flotilla == here:
            yield Reason.of("5.5.3", "s42.flotilla.there", hex=here)

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        here = action["hex"]
        course.tell("5.5.3", "s42.flotilla.done", hexes=(here,), hex=here)
        return s.keep(replace(records(s), flotilla=here, flotilla_moved=True))


class TransportChapter(Chapter[Setting]):
    """Trains, ships and ferries."""

    movement_deeds = (Rail(), Sea(), Strait(), Flotilla())
