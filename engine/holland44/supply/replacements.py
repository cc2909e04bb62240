"""Sections 11.4, 17.3, 17.8, 20.2 and 22.7: remnants, replacements at night, stragglers who come
back; markers of guns, and guns that are made ready again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.holland44.setting import ALLIED, GERMAN, Setting, letter, records
from engine.holland44.supply.lines import area_ends, reaches_depot
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason
from engine.zocbond.battle.losses import destroy, destroyed
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Way
from engine.zocbond.board.state import ENGAGED, FIRED, MOVING, OUT, REPLACED, State
from engine.zocbond.board.zones import eased, zoc
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.supply.lines import road_net, within

STEPS = 3
POLES = "polish"
"""The nation of the Polish brigade, and the name of what only it has: drop zones, a marker."""
EVERY = 99
AMMUNITION = "N"
"""The area that Allied ammunition comes from."""


def sort_of(g: Setting, unit: str) -> str:
    """Which remnant counter a unit needs: of its division in the air, else of its kind (11.4)."""
    piece = g.units[unit]
    if piece.airborne and piece.division:
        return piece.division
    kind = "tank" if piece.tank else "motorized" if piece.mechanized else "infantry"
    return f"{piece.side}-{kind}"


def at_hand(g: Setting, s: State, sort: str) -> bool:
    """Whether a counter is left on the remnants display; a scenario without one has enough."""
    if sort not in g.remnants:
        return True
    return int(records(s).remnants.get(sort, g.remnants[sort])) > 0


def take(g: Setting, s: State, sort: str, count: int = 1) -> State:
    """A counter off the display, or (-1) back onto it."""
    if sort not in g.remnants:
        return s
    left = int(records(s).remnants.get(sort, g.remnants[sort])) - count
    return s.keep(replace(records(s), remnants={**records(s).remnants, sort: left}))


def strays_of(g: Setting, unit: str) -> str:
    """The marker that counts a unit's stragglers: its division's, or that of the Poles (22.7)."""
    piece = g.units[unit]
    return POLES if piece.nation == POLES else piece.division


def straggle(g: Setting, s: State, unit: str) -> State:
    """A replacement point for a division, of use from the next turn on (22.3.3, 22.7)."""
    name = strays_of(g, unit)
    back = dict(records(s).stragglers)
    fresh = dict(records(s).stragglers_new)
    back[name] = back.get(name, 0) + 1
    fresh[name] = fresh.get(name, 0) + 1
    return s.keep(replace(records(s), stragglers=back, stragglers_new=fresh))


def vanishes(g: Setting, s: State, unit: str) -> bool:
    """Whether the next loss leaves remnants for which no counter is at hand (11.4)."""
    piece = g.units[unit]
    second = piece.steps == STEPS and s.lost.get(unit, 0) == STEPS - 2
    return second and not at_hand(g, s, sort_of(g, unit))


def regain(g: Setting, s: State, unit: str) -> State:
    """A step comes back; the remnant counter of a unit that grows beyond it is free again."""
    lost = s.lost.get(unit, 0)
    s = _with(s, unit, lost - 1)
    piece = g.units[unit]
    if piece.steps == STEPS and lost == STEPS - 1:
        return take(g, s, sort_of(g, unit), -1)
    if piece.steps == STEPS and lost == STEPS:
        return take(g, s, sort_of(g, unit))
    return s


def _with(s: State, unit: str, lost: int) -> State:
    return replace(s, lost={**s.lost, unit: max(0, lost)})


FIRST_TURN = 8
GERMAN_SOURCES = (("west", "BC"), ("east", "FGHI"))
BRITISH_SOURCES = (("south", "N"),)


def sources(side: str) -> tuple[tuple[str, str], ...]:
    """Where a side's replacements of a night come from: letters of areas (20.2.2)."""
    return BRITISH_SOURCES if side == ALLIED else GERMAN_SOURCES


def source_of(side: str, area: str) -> str:
    """The source that an area belongs to; empty when it is none."""
    return next((name for name, letters in sources(side) if letter(area) in letters), "")


def reaches(g: Setting, s: State, side: str, start: str, area: str) -> bool:
    """Whether a hex has a supply line to one area (20.2.3)."""
    ends = g.board.set(area_ends(g, s, side, area)) | road_net(g, s, side, g.area_gates(area))
    return not ends.isdisjoint(within(g, s, side, start, g.line_limit(s)))


class Replace(Deed[Setting, State, Movement]):
    """A step comes back, or a destroyed unit with one step (20.2.1 to 20.2.5, 22.7)."""

    kind, rule = "replace", "20.2.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: self._worn(g, s, p.side),
            "way": lambda g, s, p, given: self._ways(g, s, given["unit"]),
        }

    def _worn(self, g: Setting, s: State, side: str) -> Iterator[str]:
        """Those that lack a step, when there is one to be had."""
        strays = side == ALLIED and any(records(s).stragglers.values())
        if strays or next(self._areas(g, s, side), None) is not None:
            yield from (u for u in orders.mine(g, s, side) if s.lost.get(u, 0))

    def _ways(self, g: Setting, s: State, unit: str) -> Iterator[Way]:
        piece = g.units[unit]
        if piece.airborne:
            yield {}
        for area in self._areas(g, s, piece.side):
            yield {"area": area}
            if s.place(unit) == destroyed(piece.side):
                cities = (hex for hex in g.board.hexes if g.board.terrain(hex) == "city")
                yield from ({"area": area, "hex": city} for city in cities)

    def _areas(self, g: Setting, s: State, side: str) -> Iterator[str]:
        if not g.night(s) or s.turn < FIRST_TURN:
            return
        used = records(s).replacements
        for area in g.board.areas:
            source = source_of(side, area)
            if source and source not in used and g.own_area(s, side, area):
                yield area

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("20.2.1", "zb.no-unit", unit=unit)
            return
        piece = g.units[unit]
        no = partial(g.against, unit)
        if not s.lost.get(unit, 0):
            yield no("20.2.1", "h44.replace.whole")
        if not s.good(unit):
            yield no("20.2.3", "h44.replace.disorder")
        if s.has(unit, ENGAGED):
            yield no("11.5.1", "h44.replace.engaged")
        if unit in p.moved or s.has(unit, REPLACED):
            yield no("20.2.5", "h44.replace.moved")
        if piece.size == "detachment" or piece.kind in ("unknown", "airborne-supply"):
            yield no("20.2.3", "h44.replace.never")
        elif piece.side == ALLIED and piece.airborne:
            yield from self._returning(g, s, unit)
        else:
            yield from self._sent(g, s, unit, action)

    def _returning(self, g: Setting, s: State, unit: str) -> Reasons:
        """A straggler: one a division a turn, not the turn he went astray, with a line (22.7)."""
        name, no = strays_of(g, unit), partial(g.against, unit)
        have = records(s).stragglers.get(name, 0)
        fresh = records(s).stragglers_new.get(name, 0)
        if have - fresh < 1:
            yield no("22.7", "h44.replace.no-stragglers")
        if name in records(s).returned:
            yield no("22.7", "h44.replace.once")
        if s.place(unit) not in g.board:
            yield no("22.7", "h44.replace.off-map")
        elif not reaches_depot(g, s, unit):
            yield no("22.7", "h44.replace.no-depot")

    def _sent(self, g: Setting, s: State, unit: str, action: Action) -> Reasons:
        """A replacement from an area: whose, which, when, with a line (20.2.1 to 20.2.4)."""
        piece, seat, area = g.units[unit], s.place(unit), text(action, "area")
        hex = text(action, "hex")
        no = partial(g.against, unit, area=letter(area), hex=hex)
        if not g.night(s) or s.turn < FIRST_TURN:
            yield no("20.2.1", "h44.replace.night")
        barred = piece.side == GERMAN and (piece.morale == "elite" or piece.technical)
        if piece.kind == "artillery" or barred:
            yield no("20.2.3", "h44.replace.never")
        elif piece.side == GERMAN and not piece.infantry:
            yield no("20.2.2", "h44.replace.infantry")
        elif piece.side == ALLIED and piece.nation not in ("", "british"):
            yield no("20.2.2", "h44.replace.british")
        source = source_of(piece.side, area) if area in g.board.areas else ""
        if not source or not g.own_area(s, piece.side, area):
            yield no("20.2.2", "h44.replace.area")
            return
        if source in records(s).replacements:
            yield no("20.2.2", "h44.replace.used")
        if seat != destroyed(piece.side):
            here = seat == area or (seat in g.board and reaches(g, s, piece.side, seat, area))
            if not here:
                yield no("20.2.3", "h44.replace.no-line")
            return
        if piece.steps == 3 and not at_hand(g, s, sort_of(g, unit)):
            yield no("11.4", "h44.replace.no-remnant")
        if hex:
            own = hex in g.board and s.control.get(hex, GERMAN) == piece.side
            if not own or g.board.terrain(hex) != "city":
                yield no("20.2.4", "h44.replace.no-city")
            elif hex in zoc(g, s, g.other[piece.side]):
                yield no("20.2.4", "h44.replace.zoc")
            elif not reaches(g, s, piece.side, hex, area):
                yield no("20.2.4", "h44.replace.no-line")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """The step, and the marker (20.2.5)."""
        unit = action["unit"]
        piece = g.units[unit]
        if piece.side == ALLIED and piece.airborne:
            back = dict(records(s).stragglers)
            back[strays_of(g, unit)] -= 1
            returned = (*records(s).returned, strays_of(g, unit))
            g.tell(course, unit, "22.7", "h44.returned")
            s = s.keep(replace(records(s), stragglers=back, returned=returned))
        else:
            area = action["area"]
            used = (*records(s).replacements, source_of(piece.side, area))
            s = s.keep(replace(records(s), replacements=used))
            g.tell(course, unit, "20.2.1", "h44.replaced", area=letter(area))
            if s.place(unit) == destroyed(piece.side):
                s = s.put(unit, action.get("hex", area))
        return regain(g, s, unit).mark((unit,), REPLACED)


class Marker(Deed[Setting, State, Movement]):
    """Movement markers: two German, three Allied; kept, moved on or taken off (17.3)."""

    kind, rule = "marker", "17.3"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if g.units[unit].kind == "artillery"
            )
        }

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """A gun of one's own that has not moved; the markers are few (17.3)."""
        unit = text(action, "unit")
        piece = g.units.get(unit)
        if piece is None or piece.side != p.side or piece.kind != "artillery":
            yield Reason.of("17.3", "zb.no-unit", unit=unit)
            return
        if s.place(unit) not in g.board and s.place(unit) not in g.board.areas:
            yield Reason.of("17.3", "zb.no-unit", unit=unit)
            return
        no = partial(g.against, unit, "17.3")
        if unit in p.moved:
            yield no("zb.move.again")
        if unit in records(s).marked:
            yield no("h44.marker.once")
        if s.has(unit, MOVING):
            return
        out = [u for u in orders.mine(g, s, p.side) if s.has(u, MOVING)]
        if len(out) >= g.movement_markers[p.side]:
            yield no("h44.marker.none")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit = action["unit"]
        s = s.keep(replace(records(s), marked=(*records(s).marked, unit)))
        if s.has(unit, MOVING):
            g.tell(course, unit, "17.3", "h44.marker.off")
            return s.unmark((unit,), MOVING)
        g.tell(course, unit, "17.3", "h44.marker.on")
        return s.mark((unit,), MOVING)


class ReplacementChapter(Chapter[Setting]):
    """Replacements, and movement markers of guns."""

    movement_deeds = (Marker(), Replace())

    def after_loss(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """It becomes a remnant, if a counter is left (11.4)."""
        piece = g.units[unit]
        if piece.steps != STEPS or s.lost.get(unit, 0) != STEPS - 1:
            return s
        sort = sort_of(g, unit)
        if at_hand(g, s, sort):
            return take(g, s, sort)
        g.tell(course, unit, "11.4", "h44.no-remnant")
        s = destroy(g, s, unit, course, "11.4")
        return straggle(g, s, unit) if piece.airborne and piece.division else s


def supplied_from_the_air(g: Setting, s: State, gun: str) -> bool:
    """A line to the division's supply unit, and one from there to a drop hex in use (17.8.2)."""
    side, division = g.units[gun].side, g.units[gun].division
    watched = eased(g, s, side)
    near = within(g, s, side, s.place(gun), g.line_limit(s))
    for depot in g.depots:
        seat = s.place(depot)
        if g.units[depot].division != division or seat not in near:
            continue
        zones = {*g.zones.get(division, ()), *g.late_zones.get(division, ())}
        if s.turn > 5:
            zones |= {seat, *g.board.neighbours(seat)}
        for hex in within(g, s, side, seat, g.line_limit(s)):
            open_ground = g.board.terrain(hex) in ("clear", "polder") and not g.ground.town(hex)
            if hex in zones and hex not in watched and open_ground:
                return True
    return False


def supplied_by_land(g: Setting, s: State, gun: str) -> bool:
    """A line to a friendly area, for Allied guns to area N where the map has it (17.8.1)."""
    side, seat = g.units[gun].side, s.place(gun)
    north = [area for area in g.board.areas if letter(area) == AMMUNITION]
    if side != ALLIED or not north:
        return g.in_supply(s, gun)
    return seat in north or (
        seat in g.board and any(reaches(g, s, side, seat, area) for area in north)
    )


class MakeReady(Deed[Setting, State, "Rearm"]):
    """A gun is flipped (17.8.1)."""

    kind, rule = "rearm", "17.8.1"

    def slots(self) -> Slots[Setting, State, Rearm]:
        return {"unit": lambda g, s, p, given: used(g, s, p.side)}

    def reasons(self, g: Setting, s: State, p: Rearm, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side or not s.has(unit, FIRED):
            yield Reason.of("17.8.1", "h44.rearm.not-this", unit=g.unit_name(unit))
            return
        piece = g.units[unit]
        no = partial(g.against, unit)
        if not s.good(unit):
            yield no("17.8.4", "h44.rearm.disorder")
        if piece.airborne:
            if not supplied_from_the_air(g, s, unit):
                yield no("17.8.2", "h44.rearm.supply")
        else:
            if s.has(unit, OUT):
                yield no("18.4", "h44.rearm.supply")
            if not supplied_by_land(g, s, unit):
                yield no("17.8.1" if p.side == ALLIED else "17.8.3", "h44.rearm.supply")
        same = [u for u in p.done if g.units[u].airborne == piece.airborne]
        if len(same) >= p.limit(g, s, piece.airborne):
            yield no("17.8.2" if piece.airborne else "17.8.4", "h44.rearm.limit")

    def apply(self, g: Setting, s: State, p: Rearm, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, "17.8.1", "h44.rearm.done")
        return s.instead(replace(p, done=(*p.done, unit))).unmark((unit,), FIRED)


class Rearm(Phase):
    """The artillery ammunition phase (17.8.1 to 17.8.4)."""

    side: str
    done: tuple[str, ...] = ()

    can = (MakeReady(), END)

    def limit(self, g: Setting, s: State, airborne: bool) -> int:
        """How many guns of a sort may be flipped this turn."""
        if airborne:
            return int(g.charts["sky"].value(records(s).sky, "airborne-guns"))
        return EVERY if self.side != ALLIED and g.night(s) else 2

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.has_choice(g, s):
            return None
        return Decision.of(self.side, "h44.rearm", "17.8.1" if self.side == ALLIED else "17.8.3")


def used(g: Setting, s: State, side: str) -> list[str]:
    """The guns of a side that have fired."""
    return [
        unit
        for unit, piece in g.units.items()
        if piece.side == side and piece.kind == "artillery" and s.has(unit, FIRED)
    ]
