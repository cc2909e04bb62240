"""What a desk shows: the prompt, the board's view, and the board in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.placeboard import PlaceBoard
from engine.verdict import Tally
from engine.words import catalogue, show
from tutor.art.views import BoardView, BoxView, CounterView, Overlay

if TYPE_CHECKING:
    from tutor.desk import Desk, Preview


def prompt_of(desk: Desk) -> str:
    """What is owed now, in words."""
    decision = desk.game.owed(desk.hands.viewer)
    words = catalogue()
    if decision is None:
        ending = desk.game.ending
        if ending is None:
            return words.say("game.over")
        winner = desk.game.scenario.side(ending.winner).name if ending.winner else None
        said = words.say(ending.key)
        return f"{said} The {winner} side wins." if winner else said
    asked = words.say(f"decision.{decision.kind}", decision.params)
    return f"{asked} {desk.hands.aside()}".strip()


def view_of(desk: Desk) -> BoardView:
    """Everything the board shows now."""
    desk.see()
    stacks: dict[str, tuple[CounterView, ...]] = {}
    boxes: dict[str, tuple[CounterView, ...]] = {}
    board = desk.game.scenario.board
    chosen = desk.pointer.members or (
        (desk.pointer.unit, *desk.pointer.mates) if desk.pointer.unit else ()
    )
    for place, counter in desk.hands.counters(chosen):
        into = stacks if place in board else boxes
        into[place] = (*into.get(place, ()), counter)
    # a box that has emptied keeps its place: the map would grow under the pointer
    desk.boxes.update(boxes)
    return BoardView(
        board=board,
        counters=stacks,
        boxes=tuple(
            BoxView(name, desk.hands.place_name(name), boxes.get(name, ()))
            for name in sorted(desk.boxes)
        ),
        markers=tuple(desk.hands.markers()),
        overlays=tuple(_overlays(desk)),
        cursor=desk.pointer.cursor,
        fanned=desk.hands.drawer(),
        text=text_of(desk),
        within_reach=_within_reach(desk),
    )


def _within_reach(desk: Desk) -> tuple[str, ...]:
    """The hexes of the units that can be picked."""
    if desk.game.decision is None or desk.idle or desk.curtain:
        return ()
    places = dict.fromkeys(map(desk.hands.where, desk.hands.pickable()))
    return tuple(place for place in places if place in desk.game.scenario.board)


def _overlays(desk: Desk) -> list[Overlay]:
    found: list[Overlay] = []
    for key in sorted(desk.shown):
        found += desk.hands.overlay(key, desk.pointer.unit)
    if desk.game.decision is not None and not (desk.frozen or desk.curtain or desk.unaided):
        found += desk.hands.lit(desk.pointer.unit)
    if desk.preview is not None and desk.preview.proposal.path:
        found += _path_overlay(desk, desk.preview)
    elif len(desk.pointer.path) > 1:
        found.append(Overlay("path", path=desk.pointer.path))
    if desk.pointer.target is not None:
        found.append(Overlay("goal", (desk.pointer.target,)))
    if desk.pointer.pointed is not None and not desk.unaided:
        found += desk.hands.glow(desk.pointer.pointed)
    found += desk.extra
    found += desk.drawn
    return found


def _path_overlay(desk: Desk, look: Preview) -> list[Overlay]:
    path = look.proposal.path
    costs = _running(look.tally, path)
    overlays = [Overlay("path", costs, path=path)]
    if not look.verdict:
        overlays.append(Overlay("denied", (look.hex,)))
        board = desk.game.scenario.board
        hexes = {h for r in look.verdict.reasons for h in r.hexes if h in board}
        overlays.append(Overlay("cause", tuple(sorted(hexes))))
        overlays += desk.hands.causes(look.verdict.reasons)
    return overlays


def text_of(desk: Desk) -> str:
    """The board in words, for a screen reader."""
    board = desk.game.scenario.board
    what = "places" if isinstance(board, PlaceBoard) else "hexes"
    parts = [f"{board.title}, a map of {len(board)} {what}.", prompt_of(desk)]
    if desk.pointer.unit:
        place = desk.hands.place_name(desk.where(desk.pointer.unit))
        parts.append(f"Picked: {desk.hands.unit_name(desk.pointer.unit)} in {place}.")
    if desk.pointer.cursor and desk.pointer.cursor in board:
        parts.append(f"Cursor: {desk.hands.describe(desk.pointer.cursor).removesuffix('.')}.")
    parts.append(catalogue().say("desk.keys"))
    return " ".join(parts)


def die_name(name: str) -> str:
    """What a throw decides, in words where there are some."""
    key = f"die.{name}"
    return catalogue().say(key) if key in catalogue() else name


def _running(tally: Tally | None, path: tuple[str, ...]) -> Mapping[str, str] | tuple[str, ...]:
    """The running cost at each hex of a path."""
    if tally is None or not tally.lines:
        return ()
    if len(tally.lines) != len(path) - 1 and not tally.parts:
        # the lines of one step are what makes it dear, not hexes on the way
        return {path[-1]: show(tally.total)} if len(path) == 2 else ()
    costs: dict[str, str] = {}
    total: object = 0
    for line, hex in zip(tally.lines, path[1:], strict=False):
        if line.value is not None:
            total = total + line.value  # type: ignore[operator]
            costs[hex] = show(total)
    return costs
