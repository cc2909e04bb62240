"""Choices: the buttons beside a board, for everything that is done without pointing at it; each is
the same widget for as long as the same thing is offered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import ipywidgets as widgets

from engine.values import Action
from tutor.games import pointer
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    from tutor.table import Tabletop

LISTED_AT_MOST = 24
KEPT = 80
"""So many buttons wait for what they stood for to be offered again, and then are closed: the page
may still be drawing them."""
FIRST, SMALL, MEMBER, ON = "sr-button-primary", "sr-toggle", "sr-member", "mod-active"
"""How a button looks: set apart, one of many, somebody who may take part, switched on."""
ENDS, ONCE = ("end", "pass", "stall"), "sr-once"
"""What gives a turn or a phase out of hand, and its button: by Enter pressed twice it is done once,
though the next to decide, perhaps the enemy, has a button of the same words."""
BLIND = ("stall", "pass")
"""What may be done from behind the curtain: the screen need not be handed over for it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A button that is offered: what it stands for, and what it says and does now."""

    key: Hashable
    text: str
    act: Callable[[], object]
    tip: str = ""
    looks: tuple[str, ...] = ()


class Keyed(widgets.Box):  # type: ignore[misc]  # ipywidgets is untyped
    """Buttons by what they stand for; the page hears of nothing but what has changed."""

    children: tuple[widgets.Button, ...]

    def __init__(self, make: Callable[[], widgets.Button]) -> None:
        super().__init__()
        self._make = make
        self._known: dict[Hashable, widgets.Button] = {}
        """Every button there is; what was offered last comes last."""

    def offer(self, offers: Iterable[Offer]) -> None:
        """Show these buttons and no others; of two that stand for the same the first."""
        wanted: dict[Hashable, Offer] = {}
        for offer in offers:
            wanted.setdefault(offer.key, offer)
        shown = tuple(map(self._button, wanted.values()))
        if shown != self.children:
            self.children = shown
        gone = [key for key in self._known if key not in wanted]
        for key in gone:
            # A page keeps nothing that it offered before; a late press does nothing.
            button = self._known[key]
            button.description = button.tooltip = ""
            button.act = _nothing
        for key in gone[:-KEPT]:
            self._known.pop(key).close()

    def _button(self, offer: Offer) -> widgets.Button:
        """The button of an offer, saying and doing what it does now."""
        button = self._known.pop(offer.key, None) or self._make()
        self._known[offer.key] = button
        button.description, button.tooltip = offer.text, offer.tip or offer.text
        button._dom_classes = offer.looks
        button.act = offer.act
        return button


def _nothing() -> None:
    """What a button does that is offered no more."""


class Choices(Keyed):
    """What may be done now, as buttons."""

    def __init__(self, table: Tabletop) -> None:
        super().__init__(partial(table.button, "", lambda: None))
        self.table = table
        self.actions: list[Action] = []
        """The legal actions that are offered as buttons."""
        self.add_class("sr-row")
        self.add_class("sr-choices")

    def refresh(self) -> None:
        """Offer what may be done now."""
        self.actions = self._actions()
        self.offer(self._curtain() if self.table.desk.curtain else self._offers())

    def _actions(self) -> list[Action]:
        desk = self.table.desk
        if desk.curtain or desk.match.others_turn:
            return []
        owed = desk.game.decision is not None and not desk.frozen
        actions = desk.hands.listed()[:LISTED_AT_MOST] if owed else []
        if desk.pointer.unit and desk.game.decision:
            ways = [] if desk.unaided else desk.hands.ways(desk.pointer.unit)
            actions = ways + actions
        beside = None if desk.pointer.target is None else desk.hands.beside(desk.pointer.target)
        return actions if beside is None else beside

    # -- the buttons ------------------------------------------------------------------------------

    def _offers(self) -> Iterator[Offer]:
        """From what was begun to what may be begun."""
        desk = self.table.desk
        if desk.pointer.offer:
            yield from self._meant(desk.pointer.offer)
        if len(desk.pointer.path) > 1:
            yield Offer("way", "Go this way", desk.commit, looks=(FIRST,))
        yield from map(self._tool, desk.hands.tools())
        if desk.pointer.target is not None:
            yield self._group()
            yield from self._members()
            yield Offer("down", "Cancel", desk.drop_plan)
        elif desk.pointer.unit:
            yield from self._members()
        rare = [action for action in self.actions if desk.hands.manner(action) == pointer.RARE]
        yield from (self._action(action) for action in self.actions if action not in rare)
        yield from self._rarely(rare)

    def _group(self) -> Offer:
        """The button that lets a group act; it looks ready only where it is."""
        desk, look = self.table.desk, self.table.desk.preview
        ready = look is not None and bool(look.verdict)
        tip = "" if ready else "Not as it stands: the reasons are said beside the board"
        looks = (FIRST,) if ready else (SMALL,)
        return Offer("group", desk.hands.group_name(), desk.commit, tip, looks)

    def _action(self, action: Action) -> Offer:
        desk = self.table.desk
        manner = desk.hands.manner(action)
        act = desk.plan if manner == pointer.PLANNED else desk.act
        looks = (SMALL,) if manner == pointer.SMALL else ()
        # Of the next decision it is another button: who presses Enter twice does not answer it.
        key: tuple[object, ...] = (action, desk.hands.kind, desk.hands.mover)
        if action.kind in ENDS:
            key, looks = (*key, len(desk.game.history)), (*looks, ONCE)
        return Offer(key, desk.hands.action_name(action), partial(act, action), looks=looks)

    def _rarely(self, rare: list[Action]) -> Iterator[Offer]:
        """What is seldom wanted stands apart, and is asked twice."""
        desk = self.table.desk
        opened = desk.pointer.chosen.get("more", False)
        if rare:
            on = (SMALL, ON) if opened else (SMALL,)
            turn = partial(desk.pointer.chosen.__setitem__, "more", not opened)
            yield Offer("more", "More", turn, "What is seldom wanted", on)
        for action in rare if opened else ():
            name = desk.hands.action_name(action)
            asked = desk.pointer.chosen.get("asked") == action
            text = f"Really: {name}?" if asked else name
            yield Offer(("rare", action), text, partial(desk.surely, action), looks=(SMALL,))

    def _curtain(self) -> Iterator[Offer]:
        """Between two people at one screen: nothing is shown until the other sits down."""
        desk = self.table.desk
        side = desk.side
        yield Offer("sit", f"I play the {side} side: show me", desk.sit_down, looks=(FIRST,))
        for action in desk.game.choices() if desk.game.decision else ():
            # nobody needs to see anything for these, and nothing is seen by them
            if action.kind in BLIND and len(action.args) <= 1:
                text = f"{side}: {desk.hands.action_name(action)}"
                key = (action, len(desk.game.history))
                yield Offer(key, text, partial(desk.act, action), looks=(ONCE,))
        yield Offer("open", "We may both see everything", desk.open_hands, "No more curtains")

    def _tool(self, tool: Tool) -> Offer:
        """What changes the plan under way."""
        looks = (FIRST if tool.first else SMALL, *((ON,) if tool.on else ()))
        key = ("tool", tool.name or tool.text)
        return Offer(key, tool.text, partial(self.table.desk.use, tool), tool.tip, looks)

    def _members(self) -> Iterator[Offer]:
        """Who could take part in a plan, or act together with the unit in hand."""
        hands, at = self.table.desk.hands, self.table.desk.pointer
        if at.target is None:
            act, known = hands.join, hands.helpers()
        else:
            offered = hands.offered(at.target, at.members)
            act = self.table.desk.toggle_member
            known = tuple((unit, unit in at.members) for unit in offered)
        for unit, joined in known:
            tip = "Leave it out" if joined else "Let it take part"
            looks = (MEMBER, *((ON,) if joined else ()))
            text = hands.member_button(unit, joined)
            yield Offer(("member", unit), text, partial(act, unit), tip, looks)

    def _meant(self, hex: str) -> Iterator[Offer]:
        """Buttons for a click that could mean two things: go there, or pick who stands there."""
        desk = self.table.desk
        ways = desk.hands.options(desk.pointer.unit, hex) if desk.pointer.unit else ()
        if len(ways) > 1:
            for way in ways:
                yield Offer(way, desk.hands.action_name(way), partial(desk.act, way))
            return
        go = partial(desk.click, hex, None)
        yield Offer(("go", hex), f"Go to {desk.hands.place_name(hex)}", go, looks=(FIRST,))
        for unit in desk.at(hex):
            if desk.hands.may_select(unit):
                name = f"Pick {desk.hands.unit_name(unit)}"
                yield Offer(("pick", unit), name, partial(desk.pick, unit))
