"""What is under way at a desk: a way gone hex by hex, a group gathered against a hex, a stack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tutor.games.pointer import Proposal

if TYPE_CHECKING:
    from engine.values import Action
    from tutor.desk import Desk

WAIT = "Somebody has to decide first; the others wait where they are."


def commit(desk: Desk) -> None:
    """Take the way planned step by step, or let the group act."""
    if desk.pointer.target is not None:
        desk.act(desk.hands.group_action(desk.pointer.target, desk.pointer.members))
        return
    planned, way = desk.hands.planned(), _way(desk)
    if planned is not None:
        desk.act(planned)
    elif way is not None:
        desk.act(way.action)


# -- a way hex by hex ------------------------------------------------------------------------------


def extend(desk: Desk, hex: str) -> None:
    """One hex more, or back to a hex on the way; the last one again takes the way."""
    assert desk.pointer.unit is not None, "only a picked unit has a path"
    if len(desk.pointer.path) > 1 and hex == desk.pointer.path[-1]:
        commit(desk)
        return
    if hex in desk.pointer.path:
        desk.pointer.path = desk.pointer.path[: desk.pointer.path.index(hex) + 1]
        _preview_path(desk)
        return
    path = desk.pointer.path or (desk.where(desk.pointer.unit),)
    proposal = desk.hands.extend(desk.pointer.unit, path, hex)
    if proposal is None:
        return
    look = desk.look(hex, proposal)
    on_the_way = [r for r in look.verdict.reasons if r.key.rpartition(".")[2] != "full"]
    if on_the_way or not desk.game.scenario.board.adjacent(path[-1], hex):
        desk.refuse(look.verdict)
        desk.preview = look
        return
    desk.pointer.path = (*path, hex)
    desk.preview = look
    desk.tell("Click the last hex again, or press Space, to go.")


def back(desk: Desk) -> None:
    """Take the last step of the plan back."""
    if len(desk.pointer.path) > 1:
        desk.pointer.path = desk.pointer.path[:-1]
        _preview_path(desk)
    else:
        desk.hands.back()


def _way(desk: Desk) -> Proposal | None:
    if desk.pointer.unit is None or len(desk.pointer.path) < 2:
        return None
    return desk.hands.extend(desk.pointer.unit, desk.pointer.path[:-1], desk.pointer.path[-1])


def _preview_path(desk: Desk) -> None:
    way = _way(desk)
    desk.preview = desk.look(desk.pointer.path[-1], way) if way else None


# -- a group against a hex -------------------------------------------------------------------------


def click_group(desk: Desk, hex: str, unit: str | None) -> None:
    """Choose what a group acts on, or who is in the group."""
    standing, decision = desk.at(hex), desk.game.decision
    if unit is None and standing:
        unit = standing[-1]
    mover = decision.side if decision else None
    mine = unit is not None and desk.hands.owner(unit) == mover
    if mine and not (desk.pointer.target is None and desk.hands.group(hex)):
        if desk.pointer.target is None:
            desk.tell("First click the enemy hex.")
        elif unit is not None:
            return in_or_out(desk, unit)
    elif standing or desk.hands.group(hex):
        desk.pointer.target, desk.pointer.members = hex, desk.hands.group(hex) or ()
        desk.tell(desk.hands.group_hint())
    else:
        desk.put_down()
        desk.tell(desk.hands.describe(hex))
    preview_group(desk)


def open_plan(desk: Desk, action: Action) -> None:
    """The plan of an action whose group is known."""
    desk.put_down()
    desk.pointer.target, desk.pointer.members = action["hex"], desk.hands.members_of(action)
    desk.tell(desk.hands.group_hint())
    preview_group(desk)


def in_or_out(desk: Desk, unit: str) -> None:
    """A unit joins the group, or leaves it."""
    desk.pointer.members, desk.extra = desk.hands.with_member(desk.pointer.members, unit), ()
    desk.tell(desk.hands.group_hint())
    preview_group(desk)


def preview_group(desk: Desk) -> None:
    """What the group would come to."""
    desk.preview = None
    if desk.pointer.target is not None:
        action = desk.hands.group_action(desk.pointer.target, desk.pointer.members)
        desk.preview = desk.look(desk.pointer.target, Proposal(action))


# -- a stack in hand, sent somewhere together ------------------------------------------------------


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
