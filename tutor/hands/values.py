"""What hands hand over: an action proposed, how a decision is pointed at, a button of a plan."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from engine.action import Action
from engine.verdict import Reason


@dataclass(frozen=True, slots=True)
class Proposal:
    """What pointing somewhere would mean: an action, legal or not, and the way it takes."""

    action: Action
    path: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    """Who does the same after it, one at a time, in the same gesture."""
    staying: tuple[tuple[str, tuple[Reason, ...]], ...] = ()
    """Who of the stack in hand does not come along, and why."""


@dataclass(frozen=True, slots=True)
class Kind:
    """An action that answers a decision, and which arguments pointing gives it."""

    action: str
    unit: bool = False
    hex: bool = False
    path: bool = False


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
