"""What happened, with names in it as the scenario says them: sides, cards, works, hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import Event
from engine.scenario import Scenario
from engine.words import catalogue

SIDES = ("side", "winner")
THINGS = ("card", "work", "hit")


def spoken(scenario: Scenario, events: Sequence[Event]) -> list[Event]:
    """The same events, without ids where there are names."""
    names = {side.id: side.name for side in scenario.sides}
    return [replace(e, params=tuple((k, _named(names, k, v)) for k, v in e.params)) for e in events]


def _named(names: dict[str, str], key: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if key in SIDES:
        return names.get(value, value)
    known = f"{key}.{value}" in catalogue()
    return value.replace("-", " ") if key in THINGS and not known else value
