"""Sections 8.5, 9.5.3 and 23.3: rivers without a bridge, ferries, engineers and assaults."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

from engine.agenda import Deed, Reasons, Slots
from engine.hexset import HexSet, Ways
from engine.holland44.setting import ALLIED, GERMAN, Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.ground import around, bridge_id, bridged, touching
from engine.zocbond.board.state import Crossing, Passage, State
from engine.zocbond.board.walking import TACTICAL
from engine.zocbond.board.zones import combat_units, eased, held
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.moving.trek import Trek

BOAT = "ferry"
"""A printed ferry among those that could carry a group."""


class Carried(Choice[Setting]):
    """A group crossed where several engineers, or a printed ferry as well, could carry it."""

    side: str
    units: tuple[str, ...]
    here: str
    there: str
    by: tuple[str, ...]

    kind, rule = "carry", "23.3.3"

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Whoever carried is bound to the side for the turn: its owner says who (23.3.3)."""
        names = tuple(g.unit_name(unit) for unit in self.units)
        bridge = bridge_id(self.here, self.there)
        return Decision.of(self.side, "h44.carried", "23.3.3", units=names, bridge=bridge)

    def ways(self, g: Setting, s: State) -> list[Action]:
        """Each of them; no engineer is the printed ferry."""
        return [Action("carry", unit=None if by == BOAT else by) for by in self.by]

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        one = text(action, "unit") or BOAT
        return Reason.of("23.3.3", "h44.ferry.not-this", unit=g.unit_name(one))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        by = text(way, "unit") or BOAT
        return load_ferry(g, s.pop(), self.units, self.here, self.there, by)


def burden(g: Setting, s: State, units: Names) -> tuple[int, int]:
    """The steps of a group, and the technical ones among them (8.5.6)."""
    heavy = sum(g.left(s, u) for u in units if g.units[u].technical)
    return sum(g.left(s, u) for u in units), heavy


def load_ferry(g: Setting, s: State, units: Names, here: str, there: str, by: str = BOAT) -> State:
    """Steps carried over a large river; an engineer that carries them is tied to its side."""
    side = bridge_id(here, there)
    name = side if by == BOAT else by
    old, more = records(s).ferried.get(name, (0, 0)), burden(g, s, units)
    load = (old[0] + more[0], old[1] + more[1])
    now = replace(records(s), ferried={**records(s).ferried, name: load})
    if by != BOAT:
        ferriers, spans = {**now.ferriers, by: side}, {**now.spans, by: side}
        now = replace(now, ferriers=ferriers, spans=spans)
    return s.keep(now)


def wet_sides(g: Setting, s: State, hex: str) -> list[str]:
    """The hexes over a large river without a bridge from a hex (23.3.1)."""
    return [
        near
        for near in (g.board.neighbours(hex) if hex in g.board else ())
        if "large-river" in g.board.side(hex, near) and not bridged(g, s, hex, near)
    ]


def span(g: Setting, s: State, engineer: str) -> str:
    """The one side over which an engineer's ferry lies now; empty where it is not settled. It stays
    where it was laid while the engineer does; one possible side needs no saying."""
    seat = s.place(engineer)
    laid = str(records(s).spans.get(engineer, ""))
    wet = wet_sides(g, s, seat)
    if laid in [bridge_id(seat, near) for near in wet]:
        return laid
    return bridge_id(seat, wet[0]) if len(wet) == 1 else ""


def ferrying(g: Setting, s: State, engineer: str) -> bool:
    """Whether friends have used the ferry of an engineer in this turn (23.3.3)."""
    return engineer in records(s).ferriers


def lay(g: Setting, s: State, engineer: str, hex: str) -> State:
    """The ferry lies over one side from now on, while the engineer stays (23.3.3)."""
    side = bridge_id(s.place(engineer), hex)
    return s.keep(replace(records(s), spans={**records(s).spans, engineer: side}))


class Lay(Deed[Setting, State, Movement]):
    """An engineer turns its ferry to one of several sides, for supply (23.3.1)."""

    kind, rule = "lay-ferry", "23.3.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if g.units[unit].kind == "engineer"
            ),
            "hex": lambda g, s, p, given: self._others(g, s, given["unit"]),
        }

    def _others(self, g: Setting, s: State, unit: str) -> Iterator[str]:
        wet = wet_sides(g, s, s.place(unit))
        for hex in wet if len(wet) > 1 else ():
            if bridge_id(s.place(unit), hex) != span(g, s, unit):
                yield hex

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """An Allied engineer on the bank, once a turn, and not after it has carried (23.3.3)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("23.3.1", "zb.no-unit", unit=unit)
            return
        if g.units[unit].kind != "engineer" or hex not in wet_sides(g, s, s.place(unit)):
            yield g.against(unit, "23.3.1", "h44.ferry.not-here", hex=hex)
        if ferrying(g, s, unit):
            yield g.against(unit, "23.3.3", "h44.move.ferrying")
        if unit in records(s).laid:
            yield g.against(unit, "23.3.3", "h44.ferry.laid")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit = action["unit"]
        s = lay(g, s, unit, action["hex"])
        return s.keep(replace(records(s), laid=(*records(s).laid, unit)))


class Spans(Choice[Setting]):
    """Before supply is judged: engineers whose ferry could lie over several sides (23.3.3)."""

    asked: tuple[str, ...] = ()

    kind, rule = "lay-ferry", "23.3.3"

    def next(self, g: Setting, s: State) -> str | None:
        """An engineer whose ferry is not laid, where it matters to somebody's supply."""
        engineers = (u for u, p in g.units.items() if p.kind == "engineer" and p.side == ALLIED)
        done = (*self.asked, *records(s).assaults)
        for unit in (unit for unit in engineers if unit not in done):
            wet = wet_sides(g, s, s.place(unit))
            if len(wet) > 1 and not span(g, s, unit) and self._matters(g, s, unit, wet):
                return unit
        return None

    def _matters(self, g: Setting, s: State, engineer: str, wet: list[str]) -> bool:
        """Whether some side would leave somebody out who has a line as long as all are open."""
        mine = (u for u in orders.mine(g, s, ALLIED) if s.place(u) in g.board)
        fed = [unit for unit in mine if g.in_supply(s, unit)]
        laid = [lay(g, s, engineer, hex) for hex in wet]
        return any(not g.in_supply(there, unit) for there in laid for unit in fed)

    def decision(self, g: Setting, s: State) -> Decision | None:
        unit = self.next(g, s)
        if unit is None:
            return None
        return Decision.of(ALLIED, "h44.span", "23.3.3", unit=g.unit_name(unit))

    def ways(self, g: Setting, s: State) -> list[Action]:
        unit = self.next(g, s)
        wet = wet_sides(g, s, s.place(unit)) if unit else []
        return [Action("lay-ferry", unit=unit, hex=hex) for hex in wet]

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        unit, hex = g.unit_name(text(action, "unit")), text(action, "hex")
        return Reason.of("23.3.1", "h44.ferry.not-here", unit=unit, hex=hex)

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        unit = way["unit"]
        return lay(g, s.instead(Spans((*self.asked, unit))), unit, way["hex"])


def ferry_trouble(
    g: Setting, s: State, units: Names, mode: str, here: str, there: str
) -> tuple[str, str] | None:
    """Why a group may not be ferried over a large river."""
    engineers = engineers_at(g, s, units, here, there)
    printed = "ferry" in g.ground.side(here, there)
    if not engineers and not printed:
        if here in g.board and there in g.board:
            return ("8.5.4", "h44.river.large")
        return ("19.3.2", "h44.area.river")
    if mode != TACTICAL:
        return ("8.5.4", "h44.river.tactical")
    if carriers(g, s, units, here, there):
        return None
    return ("8.5.6", "h44.ferry.full") if engineers else boat_trouble(g, s, units, here, there)


def carriers(g: Setting, s: State, units: Names, here: str, there: str) -> tuple[str, ...]:
    """All that could carry a group over a side: engineers with room, a printed ferry. An engineer
    carries six steps, one of them technical (8.5.6, 23.3.3)."""
    (steps, heavy), found = burden(g, s, units), []
    for engineer in engineers_at(g, s, units, here, there):
        old = records(s).ferried.get(engineer, (0, 0))
        if old[0] + steps <= 6 and old[1] + heavy <= 1:
            found.append(engineer)
    printed = "ferry" in g.ground.side(here, there)
    if printed and boat_trouble(g, s, units, here, there) is None:
        found.append(BOAT)
    return tuple(found)


def boat_trouble(
    g: Setting, s: State, units: Names, here: str, there: str
) -> tuple[str, str] | None:
    """Why a printed ferry does not take a group (8.5.5, 8.5.6, 8.5.7)."""
    side, steps = g.units[units[0]].side, sum(g.left(s, u) for u in units)
    load = records(s).ferried.get(bridge_id(here, there), (0, 0))
    if not ferry_open(g, s, side, here, there):
        return ("8.5.5", "h44.ferry.closed")
    if steps > 1:
        return ("8.5.7", "h44.ferry.one-step")
    if load[0] + steps > 1:
        return ("8.5.6", "h44.ferry.full")
    if side == GERMAN and any(g.units[u].technical for u in units) and not g.night(s):
        return ("8.5.6", "h44.ferry.infantry")
    return None


def ferry_open(g: Setting, s: State, side: str, here: str, there: str) -> bool:
    """Open: no enemy and no enemy ZOC on either bank, friends cancelling ZOCs (8.5.5)."""
    watched = eased(g, s, side)
    foes = held(g, s, g.other[side])
    return not g.board.set((here, there)) & (watched | foes)


def open_water(g: Setting, s: State, here: str, there: str) -> bool:
    """Whether a step goes over a large river without a bridge."""
    if not touching(g, here, there):
        return False
    return "large-river" in g.ground.side(here, there) and not bridged(g, s, here, there)


def engineers_at(g: Setting, s: State, units: Names, here: str, there: str) -> list[str]:
    """The Allied engineers on either bank, also in the group, that may ferry (23.3.1, 23.3.3). None
    that carries an assault; in a turn each serves one hexside, and none the edge of the map
    (19.3.2)."""
    if not (here in g.board and there in g.board):
        return []
    side, name = g.units[units[0]].side, bridge_id(here, there)
    standing = [u for hex in (here, there) for u in combat_units(g, s, side, hex)]
    among = [u for u in (*standing, *units) if g.units[u].kind == "engineer"]
    served, busy = records(s).ferriers, records(s).assaults
    return [
        unit
        for unit in dict.fromkeys(among)
        if side == ALLIED and unit not in busy and served.get(unit, name) == name
    ]


def may_assault(g: Setting, s: State, engineer: str) -> bool:
    """Whether an engineer can carry an assault now (9.5.3)."""
    return not any(assault_reasons(g, s, engineer))


def assault_reasons(g: Setting, s: State, engineer: str) -> Reasons:
    """An Allied engineer with infantry that began here and did not move (9.5.3). One assault a
    turn, not after extended movement and not beside a ferry (23.3.2, 23.3.3)."""
    piece, seat = g.units[engineer], s.place(engineer)
    no = partial(g.against, engineer, hexes=(seat,))
    if piece.kind != "engineer" or piece.side != ALLIED:
        yield no("9.5.3", "h44.attack.no-engineer")
        return
    if not waiting(g, s, s.position.at(seat), seat):
        yield no("9.5.3", "h44.attack.no-assault")
    if engineer in records(s).assaults or engineer in records(s).sped:
        yield no("23.3.2", "h44.attack.assault-once")
    if ferrying(g, s, engineer):
        yield no("23.3.3", "h44.attack.assault-or-ferry")


def waiting(g: Setting, s: State, units: Names, seat: str) -> list[str]:
    """The Allied infantry among some units that began the turn in a hex and stayed (9.5.3)."""
    began, went = records(s).began, records(s).went
    return [
        u
        for u in units
        if g.units[u].side == ALLIED
        and g.units[u].infantry
        and g.units[u].kind != "engineer"
        and began.get(u) == seat == s.place(u)
        and u not in went
    ]


@enforces("2.3.14", "2.3.16")
def crossing(g: Setting, s: State, unit: str, over: Crossing) -> tuple[str, str] | None:
    """Rivers and canals without a bridge, for technical units and infantry (2.3.14, 2.3.16).
    Sections 8.5.2 to 8.5.7 and 23.3.3 say how; all infantry may, and by tactical movement over a
    canal only from its bank (8.3.2)."""
    if over.kind == "large-river":
        return ferry_trouble(g, s, over.units, over.mode, over.here, over.there)
    if g.units[unit].technical:
        return ("8.5.2", "h44.river.technical")
    if over.kind == "canal" and (over.mode != TACTICAL or over.gone):
        return ("8.5.3", "h44.river.canal")
    return None


def ferried(g: Setting, mode: str, gone: int, kind: str) -> bool:
    """Large rivers, by tactical movement: no other goes over them without a bridge (8.5.4)."""
    return kind == "large-river" and mode == TACTICAL


@enforces("18.3.1")
def line_ferries(g: Setting, s: State, side: str) -> Ways:
    """The large rivers over which an engineer's ferry takes a line (18.3.1, 23.1, 23.3.3). One that
    is not laid yet may be laid there."""
    busy = records(s).assaults
    free = (u for u in g.fighters(ALLIED) if g.units[u].kind == "engineer")
    steps: list[tuple[str, int]] = []
    for unit in free if side == ALLIED else ():
        seat = s.place(unit)
        for near in wet_sides(g, s, seat) if unit not in busy else ():
            if g.barred_between(seat, near):
                continue
            if span(g, s, unit) in ("", bridge_id(seat, near)):
                for here, there in ((seat, near), (near, seat)):
                    if (way := g.board.direction(here, there)) is not None:
                        steps.append((here, way))
    return g.board.grid.steps(steps)


def carrier(g: Setting, s: State, unit: str, hex: str) -> str:
    """An engineer beside a unit that can carry an assault over a large river (9.5.3)."""
    seat = s.place(unit)
    if seat not in g.board or "large-river" not in g.board.side(seat, hex):
        return ""
    if bridged(g, s, seat, hex):
        return ""
    engineers = (u for u in s.position.at(seat) if g.units[u].kind == "engineer")
    return next((u for u in engineers if may_assault(g, s, u)), "")


def indispensable(g: Setting, s: State, hex: str, units: Names) -> Names:
    """Of each hex that needs engineers to attack the strongest that waited there (9.5.3)."""
    best: dict[str, str] = {}
    for unit in units:
        seat = s.place(unit)
        if not g.carrier(s, unit, hex) or not waiting(g, s, (unit,), seat):
            continue
        rival = best.get(seat)
        if rival is None or g.face(s, unit).attack > g.face(s, rival).attack:
            best[seat] = unit
    return tuple(best.values())


class CrossingChapter(Chapter[Setting]):
    """Over the water."""

    movement_deeds = (Lay(),)

    def moved(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Ferries fill up; of several that could have carried a group one is named (23.3.3)."""
        side, units, path, _ = passage
        start = s
        for unit in units:
            start = start.put(unit, path[0])
        for here, there in itertools.pairwise(path):
            if not open_water(g, s, here, there):
                continue
            gone_on = units if there != path[-1] else ()
            by = [e for e in carriers(g, start, units, here, there) if e not in gone_on]
            if len(by) > 1:
                s = s.push(Carried(side, units, here, there, tuple(by)))
            else:
                s = load_ferry(g, s, units, here, there, *by)
        return s

    def bars_into(self, g: Setting, s: State, units: Names) -> HexSet:
        return g.board.grid.none

    def bars_out_of(self, g: Setting, s: State, units: Names) -> HexSet:
        """Around where an engineer set out from, or where it came from last."""
        own = [unit for unit in units if g.units[unit].kind == "engineer"]
        found = [s.place(own[0])] if own else []
        if own and isinstance(s.top, Trek):
            found += s.top.walked[-2:-1]
        return g.board.set(hex for before in found for hex in around(g, before))

    def step_bars(self, g: Setting, s: State, units: Names, here: str, there: str) -> Reasons:
        """An engineer whose ferry was used moves no more, not even ferried by itself (23.3.3)."""
        own = [unit for unit in units if g.units[unit].kind == "engineer"]
        if not own:
            return
        before = s.place(own[0])
        if before == here and isinstance(s.top, Trek) and len(s.top.walked) > 1:
            before = s.top.walked[-2]
        if before != here and open_water(g, s, before, here):
            by = carriers(g, s, units, before, here)
            if by and set(by) <= set(own):
                for unit in own:
                    yield g.against(unit, "23.3.3", "h44.move.ferrying")
