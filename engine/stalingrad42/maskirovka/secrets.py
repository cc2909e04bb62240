"""Chapter 34: what the German knows of the boxes: the position, an action, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.action import Action
from engine.agenda import Phase
from engine.game import Event
from engine.stalingrad42.board.army_boxes import BOXES
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting
from engine.values import replace
from engine.zocbond.board.state import NONE, State
from engine.zocbond.moving.movement import Movement

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


def hidden(s: State) -> frozenset[str]:
    """The units that lie in a box."""
    return frozenset(unit for box in BOXES for unit in s.position.at(box))


def masked(g: Setting, s: State, side: str) -> State:
    """The position as a side knows it: for the German no box and no marker (34.1.1, 34.1.2)."""
    if side != GERMAN or not records(s).masks:
        return s
    names, known = hidden(s), dict.fromkeys(records(s).masks, "")
    seen = s
    for unit in names:
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
    if side != GERMAN or action.kind not in SECRET:
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
