"""A stack in hand at a desk: taken up together, sent somewhere together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tutor.games.pointer import Proposal

if TYPE_CHECKING:
    from tutor.desk import Desk

WAIT = "Somebody has to decide first; the others wait where they are."


def take_all(desk: Desk) -> None:
    """The unit in hand, or at the cursor, and all that can go along with it."""
    unit = desk.pointer.unit
    if unit is None and desk.pointer.cursor is not None:
        unit = next(
            (u for u in reversed(desk.at(desk.pointer.cursor)) if desk.hands.stack(u)), None
        )
    whole = desk.hands.stack(unit) if unit is not None else ()
    if len(whole) < 2:
        desk.tell("There is no stack in hand that could go together.")
        return
    desk.pick(whole[0])
    desk.pointer.mates = whole[1:]
    desk.tell("The whole stack is picked. Click where it goes; a button leaves somebody out.")


def send(desk: Desk, proposal: Proposal, hex: str) -> None:
    """Do what was proposed; who follows one at a time does the same, as one gesture.

    It stops where somebody else has to decide, or the same player something else.
    """
    match, owed = desk.match, desk.game.decision
    start = len(match.game.history)
    if not desk.act(proposal.action):
        return
    events, staying, waiting = list(desk.notice.events), list(proposal.staying), ""
    for unit in proposal.chain:
        now = match.game.decision
        if now is None or owed is None or (now.kind, now.side) != (owed.kind, owed.side):
            waiting = WAIT
            break
        following = desk.hands.propose(unit, hex)
        verdict = match.game.explain(following.action) if following else None
        if following is None or not verdict:
            staying.append((desk.hands.unit_name(unit), verdict.reasons if verdict else ()))
        elif desk.act(following.action):
            events += desk.notice.events
        else:
            waiting = WAIT
            break
    match.gestures.note(start, len(match.game.history))
    if proposal.chain or staying:
        desk.notice = replace(
            desk.notice, text=waiting, events=tuple(events), staying=tuple(staying)
        )
