"""Choices: the buttons beside a board, for everything that is done without pointing at it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import ipywidgets as widgets

from engine.action import Action

if TYPE_CHECKING:
    from tutor.table import Table

LISTED_AT_MOST = 24
GENERATIONS = 12
"""So many times buttons are replaced before the page forgets them for good."""


class Choices(widgets.Box):  # type: ignore[misc]  # ipywidgets is untyped
    """What may be done now, as buttons."""

    children: tuple[widgets.Button, ...]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.actions: list[Action] = []
        """The legal actions that are offered as buttons."""
        self._retired: list[tuple[widgets.Button, ...]] = []
        self.add_class("sr-row")
        self.add_class("sr-choices")

    def refresh(self) -> None:
        """Offer what may be done now."""
        desk = self.table.desk
        self.actions = self._actions()
        if desk.curtain:
            self._offer(self._curtain())
            return
        made = [self._action(action) for action in self.actions]
        if desk.target is not None:
            attack = self._first(self.table.button(desk.hands.group_name(), desk.commit))
            way_back = [] if made else [self.table.button("Put it down", desk.cancel)]
            made[:0] = [attack, *self._members(desk.target), *way_back]
        elif desk.selected:
            made = [*self._helpers(), *made]
        made = [*self._tools(), *made]
        if len(desk.path) > 1:
            made.insert(0, self._first(self.table.button("Go this way", desk.commit)))
        if desk.offer:
            made[:0] = self._offers(desk.offer)
        self._offer(made)

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

    @staticmethod
    def _first(button: widgets.Button) -> widgets.Button:
        button.add_class("sr-button-primary")
        return button

    def _action(self, action: Action) -> widgets.Button:
        desk = self.table.desk
        act = desk.plan if desk.hands.opens_plan(action) else desk.act
        button = self.table.button(desk.hands.action_name(action), partial(act, action))
        if desk.hands.small(action):
            button.add_class("sr-toggle")
        return button

    def _curtain(self) -> list[widgets.Button]:
        """Between two people at one screen: nothing is shown until the other sits down."""
        desk = self.table.desk
        side = desk.game.scenario.side(desk.game.decision.side).name if desk.game.decision else ""
        take = self.table.button(f"I play the {side} side: show me", desk.sit_down)
        keep = self.table.button("We may both see everything", desk.open_hands, "No more curtains")
        return [self._first(take), keep]

    def _tools(self) -> list[widgets.Button]:
        """What changes the plan under way."""
        made = []
        for tool in self.table.desk.hands.tools():
            button = self.table.button(tool.text, partial(self.table.desk.use, tool), tool.tip)
            button.add_class("sr-button-primary" if tool.first else "sr-toggle")
            if tool.on:
                button.add_class("mod-active")
            made.append(button)
        return made

    def _member(self, name: str, joined: bool, act: partial[None], tip: str = "") -> widgets.Button:
        button = self.table.button(f"{'with' if joined else 'without'} {name}", act, tip)
        button.add_class("sr-member")
        if joined:
            button.add_class("mod-active")
        return button

    def _helpers(self) -> list[widgets.Button]:
        """Friends who could act together with the picked unit."""
        hands = self.table.desk.hands
        return [
            self._member(hands.unit_name(unit), joined, partial(hands.join, unit))
            for unit, joined in hands.helpers()
        ]

    def _members(self, target: str) -> list[widgets.Button]:
        """Who could take part, each to be put in or left out."""
        desk = self.table.desk
        made = []
        for unit in desk.hands.offered(target, desk.members):
            joined = unit in desk.members
            tip = "Leave it out" if joined else "Let it take part"
            toggle = partial(desk.toggle_member, unit)
            made.append(self._member(desk.hands.member_name(unit), joined, toggle, tip))
        return made

    def _offers(self, hex: str) -> list[widgets.Button]:
        """Buttons for a click that could mean two things: go there, or pick who stands there."""
        desk, button = self.table.desk, self.table.button
        ways = desk.hands.options(desk.selected, hex) if desk.selected else ()
        if len(ways) > 1:
            return [button(desk.hands.action_name(a), partial(desk.act, a)) for a in ways]
        go = self._first(button(f"Go to {hex}", partial(desk.click, hex, None)))
        friends = [unit for unit in desk.at(hex) if desk.hands.may_select(unit)]
        picks = [
            button(f"Pick {desk.hands.unit_name(unit)}", partial(desk.pick, unit))
            for unit in friends
        ]
        return [go, *picks]

    # -- new for old ------------------------------------------------------------------------------

    def _offer(self, made: list[widgets.Button]) -> None:
        """New buttons for old, where they differ; a page keeps nothing that it offered before."""
        gone = self.children
        if [_face(button) for button in made] == [_face(button) for button in gone]:
            for old, new in zip(gone, made, strict=True):
                old.act = new.act
            gone = tuple(made)
        else:
            self.children = tuple(made)
        for button in gone:
            button.words, button.description, button.tooltip = button.description, "", ""
        # The page may still be drawing them: they are closed some refreshes later. Who presses
        # one that is about to go means what the new one of the same words does.
        self._retired.append(gone)
        acts = {button.description: button.act for button in self.children}
        for button in (one for some in self._retired for one in some):
            button.act = acts.get(button.words, _nothing)
        if len(self._retired) > GENERATIONS:
            for button in self._retired.pop(0):
                button.close()


def _nothing() -> None:
    """What a button does that is offered no more."""


def _face(button: widgets.Button) -> tuple[str, tuple[str, ...]]:
    """What a button looks like."""
    return button.description, tuple(button._dom_classes)
