"""What happened, with names in it as the scenario says them: sides, cards, works, hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.scenario import Scenario
from engine.verdict import Event
from engine.words import catalogue

if TYPE_CHECKING:
    from tutor.desk import Desk

SIDES = ("side", "winner")
THINGS = ("card", "work", "hit")


def spoken(scenario: Scenario, events: Sequence[Event]) -> list[Event]:
    """The same events, without ids where there are names."""
    names = {side.id: side.name for side in scenario.sides}
    return [
        replace(e, params=tuple((k, _named(names, k, v)) for k, v in placed(e))) for e in events
    ]


def log_of(desk: Desk) -> list[Event]:
    """What has happened as the one knows it who looks, and what each action cost in the open."""
    steps, viewer = desk.game.history, desk.hands.viewer
    known = None if viewer is None else set(desk.game.told(viewer))
    told = [event for event in steps[0].events if known is None or event in known]
    for before, step in pairwise(steps):
        told += (event for event in step.events if known is None or event in known)
        told += desk.hands.costs(before.state, step.state)
    return told


def placed(event: Event) -> tuple[tuple[str, object], ...]:
    """What an event tells, and in which hexes."""
    return (*((("hexes", event.hexes),) if event.hexes else ()), *event.params)


def _named(names: dict[str, str], key: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if key in SIDES:
        return names.get(value, value)
    known = f"{key}.{value}" in catalogue()
    return value.replace("-", " ") if key in THINGS and not known else value
