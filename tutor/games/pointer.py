"""Pointer: what a learner has in hand at a board, and where he points. Nobody else keeps it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from engine.values import Action
from engine.verdict import Reason

SMALL, RARE, PLANNED = "small", "rare", "planned"
"""How the button of an action is pressed: it is one of many; it is seldom wanted and ends badly, so
that it stands apart and is asked twice; it opens a plan first, to be changed and confirmed."""


@dataclass
class Pointer:
    """What is picked, the way and the group planned, and how the next thing is to be done."""

    unit: str | None = None
    """Who is in hand: a unit, or a card."""
    mates: tuple[str, ...] = ()
    """Who acts together with him."""
    mode: str = ""
    facing: str = ""
    path: tuple[str, ...] = ()
    """The way planned hex by hex."""
    step_by_step: bool = False
    offer: str | None = None
    """A place that was clicked and may mean more than one thing."""
    target: str | None = None
    """The hex against which a group is being put together."""
    members: tuple[str, ...] = ()
    """Who and what is in the group."""
    cursor: str | None = None
    pointed: str | None = None
    ends: tuple[str, ...] = ()
    """Where the sight line that is being drawn begins and ends."""
    chosen: dict[Hashable, Any] = field(default_factory=dict)
    """What else was chosen for what is being planned, by its name."""

    def let_go(self) -> None:
        """Who goes along and what was chosen is forgotten."""
        self.mates = ()
        self.chosen.clear()

    def take_up(self, unit: str, mates: tuple[str, ...], seat: str) -> None:
        """A unit comes into the hand, perhaps with others."""
        self.let_go()
        self.unit, self.mates, self.offer, self.target, self.members = unit, mates, None, None, ()
        self.path = (seat,) if self.step_by_step else ()

    def put_down(self) -> None:
        """Nothing is in hand any more, and nothing is planned."""
        self.let_go()
        self.unit, self.path, self.offer, self.target, self.members = None, (), None, None, ()


Staying = tuple[tuple[str, tuple[Reason, ...]], ...]
"""Who of a stack does not come along, and why."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What pointing somewhere would mean: an action, legal or not, and the way it takes."""

    action: Action
    path: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    """Who does the same after it, one at a time, in the same gesture."""
    staying: Staying = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the plan under way: it changes the plan, or lets it go.

    What `press` returns, if it is a text, is told: what to do next.
    `click` names a hex that is clicked once the tool is switched, `action` what is done then;
    `first` sets a button apart. `name` says which button it is, where its text changes.
    """

    text: str
    press: Callable[[], object] | None = None
    on: bool = False
    tip: str = ""
    click: str | None = None
    action: Action | None = None
    first: bool = False
    name: Hashable = None
