"""Chapter 34: reserve armies and their boxes, known to the Soviet player alone: the position, an
action, what happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.agenda import Phase, Reasons, Slots
from engine.stalingrad42.board.calendar import returns_in
from engine.stalingrad42.board.places import ARMY, BOXES, army_of, crammed, inside, letter, shown
from engine.stalingrad42.board.railheads import rail_net
from engine.stalingrad42.forces.reinforcements import due_turn
from engine.stalingrad42.forces.replacements import NORTH
from engine.stalingrad42.setting import SOVIET, Setting, records
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Event, Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Asked
from engine.zocbond.board.state import DISRUPTED, NONE, REPLACED, ROUTED, State
from engine.zocbond.moving.movement import Movement
from engine.zocbond.supply.lines import road_net, within

ARRIVAL_TURN = 21
NORTHERN = "ABCDE"
assert set(NORTH) < set(NORTHERN)


UNSEEN = "unseen"
"""Where a German takes everything to be that is in a box."""
SECRET = {
    "mask": ("box",),
    "army-in": ("army",),
    "rebuild": ("to",),
    "replace": (),
    "swap-masks": ("truly",),
}
"""What a German does not hear of an action."""


def armies_at(g: Setting, s: State, place: str) -> list[str]:
    """The armies in a hex or area that are still masked."""
    gone = records(s).unmasked
    return [
        u
        for u in s.position.at(place)
        if g.units[u].kind == ARMY and u in records(s).masks and u not in gone
    ]


def manned(g: Setting, s: State, place: str) -> str:
    """A masked army in a hex whose box is not empty."""
    return next((a for a in armies_at(g, s, place) if inside(s, a)), "")


def in_play(g: Setting, s: State, unit: str) -> bool:
    """On the map or in an entry area."""
    return s.place(unit) in g.board or s.place(unit) in g.board.areas


def supplied_by(g: Setting, s: State, place: str, letters: str) -> bool:
    """Whether a place is supplied through some of the Soviet areas (34.4.1)."""
    if place in g.board.areas:
        return letter(place) in letters and g.own_area(s, SOVIET, place)
    if place not in g.board:
        return False
    gates = {
        hex
        for area in g.board.areas.values()
        if letter(area.id) in letters and g.own_area(s, SOVIET, area.id)
        for hex in area.touches
    }
    roads = road_net(g, s, SOVIET, gates)
    return not roads.isdisjoint(within(g, s, SOVIET, place, g.line_limit(s)))


def forget(s: State, *armies: str) -> State:
    """What the German had felt of an army holds no more."""
    felt = records(s).felt
    return (
        s.keep(replace(records(s), felt=tuple(a for a in felt if a not in armies))) if felt else s
    )


# ------------------------------------------------------------------------------- arrival
class Mask(Asked[Setting, "MaskArrival"]):
    """An army arrives with a marker under it (34.1.1)."""

    kind, rule = "mask", "34.1.1"

    def slots(self) -> Slots[Setting, State, MaskArrival]:
        return {
            "unit": lambda g, s, p, given: p.waiting(g, s)[:1],
            "hex": lambda g, s, p, given: g.board.areas,
            "box": lambda g, s, p, given: BOXES,
        }

    def reasons(self, g: Setting, s: State, p: MaskArrival, action: Action) -> Reasons:
        army, area, box = text(action, "unit"), text(action, "hex"), text(action, "box")
        if army not in p.waiting(g, s):
            yield Reason.of("34.1.1", "zb.no-unit", unit=g.unit_name(army))
        if area not in g.board.areas or not g.own_area(s, SOVIET, area):
            yield Reason.of("34.1.1", "s42.mask.area", hex=area)
        if box not in BOXES or box in records(s).masks.values():
            yield Reason.of("34.1.1", "s42.mask.taken")

    def apply(self, g: Setting, s: State, p: MaskArrival, action: Action, course: Course) -> State:
        """There; which marker it took stays a secret."""
        army, area = action["unit"], action["hex"]
        masks = {**records(s).masks, army: action["box"]}
        g.tell(course, army, "34.1.1", "s42.mask.arrived", hex=area)
        return s.put(army, area).keep(replace(records(s), masks=masks))


class MaskArrival(Phase):
    """Turn 21: each army goes to a Soviet area with a marker under it (34.1.1)."""

    can = (Mask(),)

    def waiting(self, g: Setting, s: State) -> list[str]:
        """The armies that have not arrived."""
        if not g.scenario.switches["maskirovka"] or s.turn < ARRIVAL_TURN:
            return []
        known = records(s).masks
        return [u for u in s.position.at("pool") if g.units[u].kind == ARMY and u not in known]

    def decision(self, g: Setting, s: State) -> Decision | None:
        return Decision.of(SOVIET, "s42.mask-arrival", "34.1.1") if self.waiting(g, s) else None


def begin_masks(g: Setting, s: State) -> State:
    """Where the armies begin the Soviet turn; what may be done once a turn, counted anew."""
    if not records(s).masks:
        return s
    seats = {army: s.place(army) for army in records(s).masks if in_play(g, s, army)}
    return s.keep(
        replace(records(s), mask_seats=seats, box_moved=False, strategic=False, empty_seen=())
    )


def close_masks(g: Setting, s: State, course: Course) -> State:
    """The end of the Soviet turn: unmasked armies leave, their boxes are emptied (34.7)."""
    for army in records(s).unmasked:
        place = s.place(army)
        if not in_play(g, s, army):
            continue
        for unit in inside(s, army):
            s = s.put(unit, place)
        g.tell(course, army, "34.7", "s42.mask.gone")
        back = {**records(s).returns, army: returns_in(s.turn)}
        s = s.put(army, "pool").keep(replace(records(s), returns=back))
    return s.keep(replace(records(s), unmasked=())) if records(s).unmasked else s


def unmask(g: Setting, s: State, army: str, course: Course) -> State:
    """An army is unmasked; it leaves at the end of the Soviet turn (34.4.2, 34.6.2, 34.7)."""
    if army in records(s).unmasked:
        return s
    g.tell(course, army, "34.7", "s42.mask.unmasked")
    kept = {unit: over for unit, over in records(s).shown.items() if over != army}
    return s.keep(replace(records(s), unmasked=(*records(s).unmasked, army), shown=kept))


# ------------------------------------------------------------------------------- getting in
def box_reasons(g: Setting, s: State, phase: Movement, unit: str, army: str) -> Reasons:
    """Whether an army can take a unit in at all (34.2, 34.4.1)."""
    if army not in records(s).masks or not in_play(g, s, army) or army in records(s).unmasked:
        yield Reason.of("34.2", "s42.mask.no-army", unit=g.unit_name(army))
        return
    if crammed(s, army):
        yield g.against(army, "34.2", "s42.mask.full")
    if unit in phase.moved:
        yield g.against(unit, "34.4.1", "zb.move.again")
    if not s.good(unit):
        yield g.against(unit, "13.2.1", "s42.mask.disorder")
    if s.has(unit, REPLACED):
        yield g.against(unit, "21.4", "s42.mask.replaced")


def into_reasons(g: Setting, s: State, phase: Movement, unit: str, army: str) -> Reasons:
    """The four ways into a box (34.4.1)."""
    place, no = s.place(unit), partial(g.against, unit, "34.4.1")
    mark = g.arrivals.get(unit, "")
    fresh = bool(mark) and due_turn(mark)[0] == s.turn and place in g.board.areas
    if fresh and supplied_by(g, s, s.place(army), "ABCD"):
        return
    if not supplied_by(g, s, s.place(army), NORTHERN):
        yield no("s42.mask.supply")
    if place in g.board.areas:
        if letter(place) not in (*NORTHERN, "F"):
            yield no("s42.mask.no-way")
    elif army_of(s, unit):
        if army_of(s, unit) == army:
            yield no("s42.mask.no-way")
        if records(s).box_moved:
            yield no("s42.mask.one-box")
        if not supplied_by(g, s, s.place(army_of(s, unit)), NORTHERN):
            yield no("s42.mask.supply")
    elif place in g.board:
        yield from g.all_of(Chapter.stuck, s, unit)
        if records(s).strategic:
            yield no("s42.mask.one-strategic")
        if place not in rail_net(g, s, SOVIET):
            yield no("s42.mask.no-rail")
        if not supplied_by(g, s, place, NORTHERN):
            yield no("s42.mask.supply")
    else:
        yield no("s42.mask.no-way")


# ------------------------------------------------------------------------------- the army itself
def slow(g: Setting, s: State, army: str) -> int:
    """Three, or as fast as the slowest unit of the box (34.3.1)."""
    aboard = [*inside(s, army), *shown(s, army)]
    return min((int(g.face(s, u).move) for u in aboard), default=int(g.face(s, army).move))


def burdened(s: State, army: str, *marks: str) -> bool:
    """Whether a unit of the box bears a marker."""
    return any(s.has(u, *marks) for u in (*inside(s, army), *shown(s, army)))


def infect(g: Setting, s: State, army: str, routs: bool, course: Course) -> State:
    """Those left in the box of an army that retreats bear what the defenders bear (34.6.2)."""
    for unit in inside(s, army):
        worse = routs or s.has(unit, DISRUPTED, ROUTED)
        s = s.unmark((unit,), DISRUPTED, ROUTED).mark((unit,), ROUTED if worse else DISRUPTED)
    return s


def hidden(s: State) -> frozenset[str]:
    """The units that lie in a box."""
    return frozenset(unit for box in BOXES for unit in s.position.at(box))


def masked(g: Setting, s: State, side: str) -> State:
    """The position as a side knows it: for all but the Soviet player no box and no marker (34.1.1,
    34.1.2)."""
    if side == SOVIET or not records(s).masks:
        return s
    names, known = hidden(s), dict.fromkeys(records(s).masks, "")
    seen = s
    for unit in sorted(names):
        # in no order that tells who lay where
        seen = seen.put(unit, UNSEEN)
    marks = {**seen.marks, **dict.fromkeys((u for u in names if u in seen.marks), NONE)}
    lost = {unit: steps for unit, steps in seen.lost.items() if unit not in names}
    kept = replace(records(s), masks=known, mask_seats={})
    seen = replace(seen, marks=marks, lost=lost, records=kept)
    agenda = tuple(_blind(phase, {*names, *known}) for phase in seen.agenda)
    return replace(seen, agenda=agenda)


def _blind(phase: Phase, names: set[str]) -> Phase:
    """A phase of the other side without what it tells about boxes."""
    if isinstance(phase, Movement) and phase.side == SOVIET and phase.moved:
        return replace(phase, moved=phase.moved - names)
    return phase


def heard(g: Setting, s: State, action: Action, side: str) -> Action:
    """An action as a side gets to know it, in the state before it: no marker, and no unit that
    was in a box and stays in one (34.1.2, 34.4.1)."""
    if side == SOVIET or action.kind not in SECRET:
        return action
    if action.get("unit") in hidden(s):
        return Action(action.kind)
    secret = SECRET[action.kind]
    boxed = action.kind != "rebuild" or action.get("to") in BOXES
    return Action(action.kind, **{k: v for k, v in action.args if not (boxed and k in secret)})


def told(s: State, after: State, events: Sequence[Event], side: str) -> Iterator[Event]:
    """What a side hears of an action's events: all but the Soviet player nothing of units that
    are in boxes and stay there (34.1.2)."""
    kept = hidden(s) & hidden(after) if side != SOVIET else NONE
    for event in events:
        if kept.isdisjoint(event.units):
            yield event


def learnt(before: State, after: State) -> bool:
    """Whether an army has been felt, shown or unmasked meanwhile (34.4, 34.6)."""
    old, new = records(before), records(after)
    return any(
        not set(now) <= set(then)
        for then, now in (
            (old.felt, new.felt),
            (old.empty_seen, new.empty_seen),
            (old.unmasked, new.unmasked),
            (old.shown, new.shown),
        )
    )
