"""Choices: the buttons beside a board, for everything that is done without pointing at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.action import Action
from tutor.hands.values import Tool
from tutor.table.keyed import Keyed, Offer

if TYPE_CHECKING:
    from tutor.table import Tabletop

LISTED_AT_MOST = 24
FIRST, SMALL, MEMBER, ON = "sr-button-primary", "sr-toggle", "sr-member", "mod-active"
"""How a button looks: set apart, one of many, somebody who may take part, switched on."""


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
        if desk.curtain or desk.match.bots_turn:
            return []
        owed = desk.game.decision is not None and not desk.frozen
        actions = desk.hands.listed()[:LISTED_AT_MOST] if owed else []
        if desk.selected and desk.game.decision:
            actions = desk.hands.ways(desk.selected) + actions
        beside = None if desk.target is None else desk.hands.beside(desk.target)
        return actions if beside is None else beside

    # -- the buttons ------------------------------------------------------------------------------

    def _offers(self) -> Iterator[Offer]:
        """From what was begun to what may be begun."""
        desk = self.table.desk
        if desk.offer:
            yield from self._meant(desk.offer)
        if len(desk.path) > 1:
            yield Offer("way", "Go this way", desk.commit, looks=(FIRST,))
        yield from map(self._tool, desk.hands.tools())
        if desk.target is not None:
            yield Offer("group", desk.hands.group_name(), desk.commit, looks=(FIRST,))
            yield from self._members(desk.target)
            if not self.actions:
                yield Offer("down", "Put it down", desk.cancel)
        elif desk.selected:
            yield from self._helpers()
        yield from map(self._action, self.actions)

    def _action(self, action: Action) -> Offer:
        desk = self.table.desk
        act = desk.plan if desk.hands.opens_plan(action) else desk.act
        looks = (SMALL,) if desk.hands.small(action) else ()
        return Offer(action, desk.hands.action_name(action), partial(act, action), looks=looks)

    def _curtain(self) -> Iterator[Offer]:
        """Between two people at one screen: nothing is shown until the other sits down."""
        desk = self.table.desk
        side = desk.game.scenario.side(desk.game.decision.side).name if desk.game.decision else ""
        yield Offer("sit", f"I play the {side} side: show me", desk.sit_down, looks=(FIRST,))
        yield Offer("open", "We may both see everything", desk.open_hands, "No more curtains")

    def _tool(self, tool: Tool) -> Offer:
        """What changes the plan under way."""
        looks = (FIRST if tool.first else SMALL, *((ON,) if tool.on else ()))
        key = ("tool", tool.name or tool.text)
        return Offer(key, tool.text, partial(self.table.desk.use, tool), tool.tip, looks)

    @staticmethod
    def _member(unit: str, text: str, joined: bool, act: Callable[[], object]) -> Offer:
        """Somebody who takes part or does not; a press changes that."""
        tip = "Leave it out" if joined else "Let it take part"
        return Offer(("member", unit), text, act, tip, (MEMBER, *((ON,) if joined else ())))

    def _helpers(self) -> Iterator[Offer]:
        """Friends who could act together with the picked unit."""
        hands = self.table.desk.hands
        for unit, joined in hands.helpers():
            text = hands.member_button(unit, joined)
            yield self._member(unit, text, joined, partial(hands.join, unit))

    def _members(self, target: str) -> Iterator[Offer]:
        """Who could take part, each to be put in or left out."""
        desk = self.table.desk
        for unit in desk.hands.offered(target, desk.members):
            joined = unit in desk.members
            toggle = partial(desk.toggle_member, unit)
            yield self._member(unit, desk.hands.member_button(unit, joined), joined, toggle)

    def _meant(self, hex: str) -> Iterator[Offer]:
        """Buttons for a click that could mean two things: go there, or pick who stands there."""
        desk = self.table.desk
        ways = desk.hands.options(desk.selected, hex) if desk.selected else ()
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
