"""Sections 20.4 and 20.6, chapters 30 and 31: garrisons and armies that sleep until Germans come
near, and the Transcaucasus Front that they bring in.
"""

from __future__ import annotations

from engine.agenda import Deed, Reasons, Slots
from engine.stalingrad42.board.places import letter, row
from engine.stalingrad42.forces.reinforcements import SOUTH
from engine.stalingrad42.moving import movement
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.state import Passage, State
from engine.zocbond.board.zones import counted, held
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement

WAKE_RANGE = 5
FIRST_WAKE = 2
"""The Soviet player wakes armies from this turn on (31.0)."""
EIGHTH, EIGHTH_TURN, SARATOV_RANGE = "8", 15, 6


def wake_south(g: Setting, s: State, passage: Passage, course: Course) -> State:
    """The armies south of Rostov wake when a German crosses the Don or nears Stalingrad
    (20.6)."""
    if not records(s).asleep:
        return s
    path, goal, board = passage.hexes, g.board.tagged("stalingrad"), g.board
    near = any(board.distance(a, b) <= WAKE_RANGE for a in path if a in board for b in goal)
    if near or set(path) & board.tagged("beyond-don"):
        course.tell("20.6", "s42.woken", units=passage.units)
        return s.keep(replace(records(s), asleep=()))
    return s


class FrontArrives(Choice[Setting]):
    """One unit of the Transcaucasus Front a turn, in an area south of the Caspian (30.0)."""

    kind, rule = "arrive-front", "30.0"

    def ways(self, g: Setting, s: State) -> list[Action]:
        south = [a for a in g.board.areas if letter(a) in SOUTH and g.own_area(s, SOVIET, a)]
        waiting = [u for u in g.transcaucasus if s.place(u) == "pool"]
        called = waiting if records(s).transcaucasus else ()
        return [Action(self.kind, unit=unit, hex=area) for unit in called for area in south]

    def decision(self, g: Setting, s: State) -> Decision | None:
        if len(self.ways(g, s)) < 2:
            return None
        return Decision.of(SOVIET, "s42.transcaucasus", "30.0")

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        name = g.unit_name(text(action, "unit"))
        return Reason.of("30.0", "s42.front.no", unit=name, hex=text(action, "hex"))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """There; it moves this turn as any other (30.0)."""
        unit, area = way["unit"], way["hex"]
        g.tell(course, unit, "30.0", "s42.front.arrived", hex=area)
        return s.pop().put(unit, area)


def call_front(g: Setting, s: State, passage: Passage, course: Course) -> State:
    """Germans south of row 40 bring the front in (30.0)."""
    far = any(hex in g.board and row(hex) > g.front_row for hex in passage.hexes)
    if g.transcaucasus and far and not records(s).transcaucasus:
        course.tell("30.0", "s42.front.called", units=passage.units)
        s = s.keep(replace(records(s), transcaucasus=True))
    return s


def rouse(s: State, army: str, course: Course) -> State:
    """An army wakes (31.0)."""
    units = records(s).armies.get(army, ())
    course.tell("31.0", "s42.army.woken", units=units, army=army)
    return s.keep(
        replace(
            records(s),
            armies={name: units for name, units in records(s).armies.items() if name != army},
        )
    )


class Wake(Deed[Setting, State, Movement]):
    """The Soviet player wakes one of the 5th, 6th and 7th Reserve Armies a turn (31.0)."""

    kind, rule = "wake", "31.0"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {"army": lambda g, s, p, given: records(s).armies}

    def units(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return records(s).armies.get(action["army"], ())

    def hexes(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return ()

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """One a turn, from turn 2; the 8th wakes by itself (31.0)."""
        army = text(action, "army")
        if p.side != SOVIET or army not in records(s).armies:
            yield Reason.of("31.0", "s42.army.none", army=army)
            return
        if army == EIGHTH:
            yield Reason.of("31.0", "s42.army.eighth")
        if s.turn < FIRST_WAKE:
            yield Reason.of("31.0", "s42.army.early", turn=FIRST_WAKE)
        if records(s).army_woken == s.turn:
            yield Reason.of("31.0", "s42.army.one")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        s = s.keep(replace(records(s), army_woken=s.turn))
        return rouse(s, action["army"], course)


def wake_eighth(g: Setting, s: State, course: Course) -> State:
    """The 8th wakes in turn 15, or with a German within six hexes of Saratov (31.0)."""
    if EIGHTH not in records(s).armies:
        return s
    goal, foes = g.board.tagged("saratov"), held(g, s, GERMAN)
    near = any(g.board.distance(a, b) <= SARATOV_RANGE for a in goal for b in foes)
    return rouse(s, EIGHTH, course) if near or s.turn >= EIGHTH_TURN else s


def still_bound(g: Setting, s: State) -> frozenset[str]:
    """Armies that may not move yet: asleep (31.0), or waiting for their turn (S1.2)."""
    asleep = (unit for units in records(s).armies.values() for unit in units)
    return frozenset((*asleep, *(u for u, turn in g.special.waits.items() if s.turn < turn)))


def limit(g: Setting, s: State, side: str, hex: str) -> int:
    """They are free of stacking limits as long (31.0, S1.2): their room is their own."""
    most = movement.limit(g, s, side, hex)
    bound = still_bound(g, s) if side == SOVIET else ()
    if not bound:
        return most
    return most + len(counted(g, s, (u for u in s.position.at(hex) if u in bound)))


class SleeperChapter(Chapter[Setting]):
    """Who sleeps, and who wakes him."""

    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Germans who fight and come near (20.4, 20.6, 30.0, 31.0)."""
        if passage.side != GERMAN or not any(g.units[u].combat for u in passage.units):
            return s
        s = orders.rouse(g, wake_south(g, s, passage, course), passage.units, passage.hexes)
        return wake_eighth(g, call_front(g, s, passage, course), course)

    def stuck(self, g: Setting, s: State, unit: str) -> Reasons:
        """Reserve armies do not move until they wake (31.0)."""
        if any(unit in units for units in records(s).armies.values()):
            yield g.against(unit, "31.0", "s42.army.asleep")


class WakeChapter(Chapter[Setting]):
    """Armies that the Soviet player wakes (31.0)."""

    movement_deeds = (Wake(),)
