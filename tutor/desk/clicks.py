"""What a click on a place means at a desk: pick, go there, ask, or describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.desk import plans, stacks

if TYPE_CHECKING:
    from tutor.desk import Desk


def click(desk: Desk, hex: str | None, unit: str | None = None) -> None:
    """A click or a tap on a hex or a box: pick a unit, go somewhere, or be told why not."""
    hands = desk.hands
    if desk.curtain:
        return
    if hex is None:
        # A frozen desk has nothing to put down, and keeps what a lesson lit.
        if not desk.frozen:
            desk.cancel()
        return
    if hex not in desk.game.scenario.board:
        desk.pick(unit)
        return
    desk.pointer.cursor = hex
    unit = hands.meant(hex, unit)
    said = hands.touch(hex, desk.shown)
    if said is not None:
        desk.tell(said)
        return
    if desk.pointer.target is not None and hands.group(hex) is None:
        desk.pointer.target, desk.pointer.members = None, ()
    if desk.idle:
        desk.tell(hands.describe(hex))
    elif hands.group(hex) is not None:
        plans.click_group(desk, hex, unit)
    elif desk.pointer.unit and desk.pointer.step_by_step:
        plans.extend(desk, hex)
    elif unit is not None and hex in hands.spread and _beside_picked(desk, hex, unit):
        desk.pick(unit)
    elif _in_stack_of_picked(desk, hex, unit):
        cycle(desk, hex)
    elif unit is not None and unit != desk.pointer.unit and hands.may_select(unit):
        _pick_or_join(desk, unit, hex)
    elif desk.pointer.unit and hex != desk.where(desk.pointer.unit):
        _go(desk, desk.pointer.unit, hex)
    elif unit is None and not desk.pointer.unit:
        _do_there(desk, hex)
    else:
        cycle(desk, hex)


def _do_there(desk: Desk, hex: str) -> None:
    """What can be done in a hex by nobody in particular; else what is there."""
    proposal = desk.hands.propose(None, hex)
    if proposal:
        desk.act(proposal.action)
    else:
        desk.tell(desk.hands.describe(hex))


def cycle(desk: Desk, hex: str, way: int = 1) -> None:
    """The next own unit of a stack; after the top one all of them together."""
    own = [unit for unit in desk.at(hex) if desk.hands.may_select(unit)]
    on_top = bool(own) and desk.pointer.unit == own[-1] and not desk.pointer.mates
    if on_top and way > 0 and len(desk.hands.stack(own[-1])) > 1:
        stacks.take_all(desk)
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


def _beside_picked(desk: Desk, hex: str, unit: str) -> bool:
    """Whether a click is on the unit in hand, or on a friend in the same place."""
    return bool(
        desk.pointer.unit and hex == desk.where(desk.pointer.unit) and desk.hands.may_select(unit)
    )


def _in_stack_of_picked(desk: Desk, hex: str, unit: str | None) -> bool:
    """Whether a click is on the top of the stack that the unit in hand stands in."""
    standing = desk.at(hex)
    return bool(desk.pointer.unit in standing and standing[-1] == unit and len(standing) > 2)


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
    stacks.send(desk, proposal, hex)
