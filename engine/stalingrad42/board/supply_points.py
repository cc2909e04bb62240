"""Section 18.6 and chapter 19: supply points, and what never fights."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import partial
from typing import Protocol

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.stalingrad42.board.calendar import returns_in
from engine.stalingrad42.board.places import shelters
from engine.stalingrad42.setting import GERMAN, GUNS, SOVIET, STORE, Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.battle import Battle, everyone
from engine.zocbond.battle.losses import alive
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import FIRED, TRAIN, Passage, State, lasting
from engine.zocbond.board.zones import combat_units
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement

MOBILE = {GERMAN: 5, SOVIET: 4}
READY, MOVING, DUMP = "ready", "moving", "dump"


def mode(s: State, unit: str) -> str:
    """The side of a supply point that is up (18.6.2), or that it is not mobile (18.6.8)."""
    if unit in records(s).dumps:
        return DUMP
    return MOVING if unit in records(s).mobile else READY


@lasting
def mobile_count(g: Setting, s: State, side: str) -> int:
    """Mobile supply points on the map (18.6.8)."""
    return sum(
        piece.kind == STORE
        and piece.side == side
        and s.place(unit) in g.board
        and mode(s, unit) != DUMP
        for unit, piece in g.units.items()
    )


def set_mode(s: State, unit: str, to: str) -> State:
    """Turn a supply point to a side."""
    mobile = tuple(u for u in records(s).mobile if u != unit)
    dumps = tuple(u for u in records(s).dumps if u != unit)
    return s.keep(
        replace(
            records(s),
            mobile=(*mobile, unit) if to == MOVING else mobile,
            dumps=(*dumps, unit) if to == DUMP else dumps,
        )
    )


class Turn(Deed[Setting, State, Movement]):
    """A supply point is turned before it moves (18.6.2, 18.6.8)."""

    kind, rule = "flip", "18.6.2"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if g.units[unit].kind == STORE
            ),
            "to": lambda g, s, p, given: (READY, MOVING, DUMP),
        }

    def hexes(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return (s.place(action["unit"]),)

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """Before it moves, once a turn, and within the limit of mobile ones (18.6.2, 18.6.8)."""
        unit, to = text(action, "unit"), text(action, "to")
        known = unit in g.units and g.units[unit].side == p.side
        if not known or g.units[unit].kind != STORE or s.place(unit) == "used":
            yield Reason.of("18.6.2", "zb.no-unit", unit=unit)
            return
        piece = g.units[unit]
        no = partial(g.against, unit)
        if unit in p.moved or s.has(unit, TRAIN):
            yield no("18.6.2", "s42.store.moved")
        if to not in (READY, MOVING, DUMP) or to == mode(s, unit):
            yield no("18.6.2", "s42.store.same")
        if unit in records(s).flipped:
            yield no("18.6.2", "s42.store.once")
        if unit in records(s).double_dumps:
            yield no("18.6.8", "s42.store.two")
        crowd = mobile_count(g, s, piece.side) >= MOBILE[piece.side]
        if to != DUMP and mode(s, unit) == DUMP and s.place(unit) in g.board and crowd:
            yield no("18.6.8", "s42.store.limit")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit, to = action["unit"], action["to"]
        g.tell(course, unit, "18.6.2", "s42.store.turned", to=to)
        s = s.keep(replace(records(s), flipped=(*records(s).flipped, unit)))
        return set_mode(s, unit, to)


class Merge(Deed[Setting, State, Movement]):
    """Two dumps of a hex become one counter, which is turned over (18.6.8)."""

    kind, rule = "merge", "18.6.8"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "pair": lambda g, s, p, given: (
                {"unit": second, "into": first}
                for first, second in itertools.combinations(
                    sorted(u for u in records(s).dumps if g.units[u].side == p.side), 2
                )
            )
        }

    def units(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return (action["unit"], action["into"])

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """Two that are not mobile, of one hex, with one supply point each, off the train."""
        pair = (text(action, "unit"), text(action, "into"))
        if any(u not in g.units or g.units[u].side != p.side for u in pair):
            yield Reason.of("18.6.8", "zb.no-unit", unit=pair[0])
            return
        names = tuple(g.unit_name(u) for u in pair)
        no = partial(Reason.of, "18.6.8", units=pair, unit=names)
        if pair[0] == pair[1] or any(u not in records(s).dumps for u in pair):
            yield no("s42.store.no-dumps")
        if s.place(pair[0]) != s.place(pair[1]) or s.place(pair[0]) not in g.board:
            yield no("s42.store.apart")
        if any(u in records(s).double_dumps for u in pair):
            yield no("s42.store.two")
        if any(s.has(u, TRAIN) for u in pair):
            yield Reason.of("18.6.7", "s42.store.train", units=pair)

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """The counter that is free can be used again; what one has moved, both have."""
        gone, kept = action["unit"], action["into"]
        names = tuple(g.unit_name(u) for u in (gone, kept))
        course.tell("18.6.8", "s42.store.merged", units=(gone, kept), unit=names)
        if gone in p.moved:
            s = s.instead(p.having_moved((kept,)))
        s = use_up(s, gone)
        return s.keep(replace(records(s), double_dumps=(*records(s).double_dumps, kept)))


class Spender(Protocol):
    """A phase in which a side spends what it has."""

    @property
    def side(self) -> str:
        """Which."""


class Feed(Deed[Setting, State, Spender]):
    """A supply point makes a gun in its hex ready (18.6.4)."""

    kind, rule = "feed", "18.6.4"

    def slots(self) -> Slots[Setting, State, Spender]:
        return {
            "way": lambda g, s, p, given: (
                {"unit": gun, "point": point}
                for gun in orders.mine(g, s, p.side)
                if g.units[gun].kind in GUNS and s.has(gun, FIRED)
                for point in s.position.at(s.place(gun))
            )
        }

    def units(self, g: Setting, s: State, p: Spender, action: Action) -> tuple[str, ...]:
        return (action["unit"], action["point"])

    def reasons(self, g: Setting, s: State, p: Spender, action: Action) -> Reasons:
        """A supply point in the hex, whatever its side, and a used gun in good order."""
        gun, point = text(action, "unit"), text(action, "point")
        known = gun in g.units and point in g.units and g.units[gun].side == p.side
        if not known or g.units[gun].kind not in GUNS or g.units[point].kind != STORE:
            yield Reason.of("18.6.4", "zb.no-unit", unit=gun)
            return
        no = partial(Reason.of, units=(gun, point), unit=g.unit_name(gun))
        if not s.has(gun, FIRED):
            yield no("18.6.4", "s42.resources.not-used")
        if not s.good(gun):
            yield no("18.6.4", "zb.guns.state")
        if s.place(gun) != s.place(point) or g.units[point].side != p.side:
            yield no("18.6.4", "s42.store.together")
        if s.has(point, TRAIN) or s.has(gun, TRAIN):
            yield no("18.6.7", "s42.store.train")

    def apply(self, g: Setting, s: State, p: Spender, action: Action, course: Course) -> State:
        gun, point = action["unit"], action["point"]
        g.tell(course, gun, "18.6.4", "s42.resources.ready")
        return use_up(s, point).unmark((gun,), FIRED)


FEED = Feed()


def use_up(s: State, point: str) -> State:
    """One of two is used (18.6.8), or the counter leaves the map: a resource point brings it back
    (19.4)."""
    if point in records(s).double_dumps:
        return _single(s, point)
    return set_mode(s, point, READY).put(point, "used")


def _single(s: State, point: str) -> State:
    rest = tuple(u for u in records(s).double_dumps if u != point)
    return s.keep(replace(records(s), double_dumps=rest))


class Feeding(Phase):
    """The last step of the supply phase: supply points for guns (18.6.4)."""

    side: str

    can = (FEED, END)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not any(FEED.choices(g, s, self, None, None)):
            return None
        return Decision.of(self.side, "s42.feeding", "18.6.4")


def lose_store(g: Setting, s: State, unit: str, course: Course, rule: str) -> State:
    """A non-combat unit leaves the map: a supply point to the box, others for two turns (19.4)."""
    g.tell(course, unit, rule, "s42.store.lost")
    return off_the_map(g, s, unit)


@enforces("19.4")
def off_the_map(g: Setting, s: State, unit: str) -> State:
    """A supply point goes with all it holds, others come back in two turns (19.4)."""
    if g.units[unit].kind == STORE:
        return use_up(_single(s, unit), unit)
    due = {**records(s).returns, unit: returns_in(s.turn)}
    return s.keep(replace(records(s), returns=due)).put(unit, "pool")


@enforces("19.2")
def unarmed(g: Setting, s: State, units: Iterable[str], hex: str) -> bool:
    """Whether an enemy unit bars a hex to units that do not fight: only combat units drive off what
    never fights (5.1, 19.2)."""
    group = tuple(units)
    if any(g.units[unit].combat for unit in group):
        return False
    return hex in enemies(g, s, g.units[group[0]].side)


@lasting
def enemies(g: Setting, s: State, side: str) -> HexSet:
    """The hexes with any enemy unit, also one that never fights."""
    return g.board.set(s.position.seats(orders.mine(g, s, g.other[side])))


@enforces("19.2")
def run_over(g: Setting, s: State, side: str, path: Names, course: Course) -> State:
    """An enemy combat unit enters: what stands there alone and never fights is removed (19.2,
    19.3), supply points left behind among it (18.6.6)."""
    for hex in path:
        if hex not in g.board or combat_units(g, s, g.other[side], hex):
            continue
        for unit in s.position.at(hex):
            if g.units[unit].side != side and not g.units[unit].combat:
                rule = "18.6.6" if g.units[unit].kind == STORE else "19.3"
                s = lose_store(g, s, unit, course, rule)
    return s


def mobile_reasons(g: Setting, s: State, unit: str) -> Reasons:
    """Only so many mobile supply points on the map (18.6.8)."""
    piece = g.units[unit]
    if unit in records(s).dumps:
        return
    if mobile_count(g, s, piece.side) >= MOBILE[piece.side]:
        yield g.against(unit, "18.6.8", "s42.store.limit")


def forsaken(g: Setting, s: State, side: str, course: Course) -> State:
    """Where no defender of the hex survived, non-combat units but supply points are removed
    (19.3)."""
    found = [getattr(phase, "battle", None) for phase in reversed(s.agenda)]
    battle = next((b for b in found if isinstance(b, Battle)), None)
    if battle is None or battle.side == side or combat_units(g, s, side, battle.hex):
        return s
    if any(alive(g, s, u) for u in records(s).stood):
        return s
    for other in s.position.at(battle.hex):
        piece = g.units[other]
        fighters = piece.combat or shelters(g, s, other)
        if piece.side == side and not fighters and piece.kind != STORE:
            s = lose_store(g, s, other, course, "19.3")
    return s


class StoreChapter(Chapter[Setting]):
    """Supply points."""

    movement_deeds = (Turn(), Merge())

    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Lone units that never fight give way to those that do (19.2)."""
        if not any(g.units[u].combat for u in passage.units):
            return s
        return run_over(g, s, passage.side, passage.hexes, course)

    withdrawn = arrived
    """To those that retreat as well (19.2)."""

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Who stood in the hex: those that live on went away (19.3)."""
        return s.keep(replace(records(s), stood=everyone(g, s, battle)))

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        return s.keep(replace(records(s), stood=()))

    def after_destruction(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """Non-combat units come back or not (19.4), and do not outlive their escort (19.3)."""
        if not g.units[unit].combat:
            return off_the_map(g, replace(s, lost={**s.lost, unit: 0}), unit)
        return forsaken(g, s, g.units[unit].side, course)

    def stays_behind(self, g: Setting, s: State, unit: str) -> bool:
        """Supply points never retreat (18.6.6)."""
        return g.units[unit].kind == STORE
