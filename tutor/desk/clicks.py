"""What a click on a place means at a desk: pick, go there, ask, or describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.desk import plans

if TYPE_CHECKING:
    from tutor.desk import Desk


def click(desk: Desk, hex: str | None, unit: str | None = None) -> None:
    """A click or a tap on a hex or a box: pick a unit, go somewhere, or be told why not."""
    hands, at = desk.hands, desk.pointer
    if desk.curtain:
        return
    if hex is None:
        # A frozen desk has nothing to put down, and keeps what a lesson lit.
        if not desk.frozen:
            desk.cancel()
        return
    if hex not in desk.game.scenario.board:
        if not desk.idle:
            desk.pick(unit)
        return
    at.cursor = hex
    if desk.pointed_at is not None:
        desk.pointed_at(hex)
        return
    unit = hands.meant(hex, unit)
    said = hands.touch(hex, desk.shown)
    if said is not None:
        desk.tell(said)
        return
    if at.target is not None and hands.group(hex) is None:
        at.target, at.members = None, ()
    if desk.idle:
        desk.tell(hands.describe(hex))
        return
    if hands.group(hex) is not None:
        plans.click_group(desk, hex, unit)
        return
    if at.unit and at.step_by_step:
        plans.extend(desk, hex)
        return
    standing, here = desk.at(hex), bool(at.unit and hex == desk.where(at.unit))
    own = unit is not None and hands.may_select(unit)
    if own and here and hex in hands.spread:
        desk.pick(unit)
    elif at.unit in standing and standing[-1] == unit and len(standing) > 2:
        cycle(desk, hex)  # on the top of the stack that the unit in hand stands in
    elif unit is not None and own and unit != at.unit:
        _pick_or_join(desk, unit, hex)
    elif at.unit and not here:
        _go(desk, at.unit, hex)
    elif not own and not at.unit:
        # what can be done in a hex by nobody in particular, though an enemy stands there
        proposal = hands.propose(None, hex)
        if proposal and (unit is None or desk.game.explain(proposal.action)):
            desk.act(proposal.action)
        else:
            cycle(desk, hex)
    else:
        cycle(desk, hex)


def cycle(desk: Desk, hex: str, way: int = 1) -> None:
    """The next own unit of a stack; after the top one all of them together."""
    own = [unit for unit in desk.at(hex) if desk.hands.may_select(unit)]
    on_top = bool(own) and desk.pointer.unit == own[-1] and not desk.pointer.mates
    if on_top and way > 0 and len(desk.hands.stack(own[-1])) > 1:
        plans.take_all(desk)
    elif own:
        desk.pick(following(own, desk.pointer.unit, way))
    else:
        desk.tell(desk.hands.describe(hex))


def following(units: list[str] | tuple[str, ...], unit: str | None, way: int) -> str:
    """The one after a unit, round and round; from nowhere the first, or backwards the last."""
    if unit is None or unit not in units:
        return units[0 if way > 0 else -1]
    place = units.index(unit)
    return units[(place + way) % len(units)]


def _pick_or_join(desk: Desk, unit: str, hex: str) -> None:
    """A click on a friend: pick it, unless the unit in hand could join it there; then ask."""
    proposal = desk.hands.propose(desk.pointer.unit, hex) if desk.pointer.unit else None
    if desk.pointer.unit is None or proposal is None or not desk.game.explain(proposal.action):
        desk.pick(unit)
    elif desk.pointer.offer == hex or len(desk.hands.options(desk.pointer.unit, hex)) > 1:
        _go(desk, desk.pointer.unit, hex)
    else:
        desk.pointer.offer = hex
        desk.preview = desk.look(hex, proposal)
        desk.tell(f"Click {desk.hands.place_name(hex)} again to go there.")


def _go(desk: Desk, unit: str, hex: str) -> None:
    """The unit in hand goes to a hex, or is told why not."""
    if len(desk.hands.options(unit, hex)) > 1:
        desk.pointer.offer = hex
        desk.tell("That can be done in several ways: choose one.")
        return
    proposal = desk.hands.propose(unit, hex)
    if proposal is None:
        desk.tell(desk.hands.describe(hex))
        return
    desk.preview = desk.look(hex, proposal)
    plans.send(desk, proposal, hex)
