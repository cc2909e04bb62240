"""What of a position can be set by name, as the game's format lists it: turn, weather, a facing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import Problem
from engine.format import ANY, ONE_OF, SCENARIO, UNIT, Format, Name
from engine.workbench.strokes import PLACES, Data, Mark, Say, Stroke, rows
from engine.workbench.writing import line

PLAIN = (str, int, float, list, dict)
APART = ("game", "base", "board", "boards", "mask", "corrections", "example", "step", "printed")
"""What of a scenario is about no position, or has a place of its own."""
ROWS = "[["
"""What the format says of a key that holds many tables."""


@dataclass(frozen=True)
class Field:
    """One thing that can be set: where it stands, what it means, what it may be, what it is."""

    path: tuple[str, ...]
    name: Name
    choices: tuple[str, ...]
    value: Any
    unit: str = ""
    """The counter on whose row it stands, if it is one's own."""

    def stroke(self, value: Any) -> Stroke:
        """The stroke that sets it; None takes it out."""
        return Mark(self.unit, self.path[0], value) if self.unit else Say(self.path, value)


def fields(form: Format, data: Data, unit: str | None = None) -> list[Field]:
    """All that can be set of a position, and of one counter in hand before it."""
    found = [] if unit is None else [*_of_row(form, data, unit), *_of_tables(form, data, unit)]
    return [*found, *_of_tables(form, data)]


def _of_row(form: Format, data: Data, unit: str) -> Iterator[Field]:
    row: Data = next((row for _, row in rows(data) if row.get("id") == unit), {})
    for key, name in form.group(UNIT).items():
        if key not in (*PLACES, "id"):
            yield Field((key,), name, _choices(name, data), row.get(key), unit)


def _of_tables(form: Format, data: Data, unit: str | None = None) -> Iterator[Field]:
    """The keys of the scenario's own tables, or those by which they name a counter."""
    for outer, name in form.group(SCENARIO).items():
        if outer in (*APART, "side"):
            continue
        table = data.get(outer)
        if name.about.startswith(ROWS):
            listed = table if isinstance(table, list) else []
            for number, row in enumerate([*listed, None] if unit is None else ()):
                yield Field((outer, str(number)), name, (), row)
        elif outer in form.names and isinstance(table, Mapping | None):
            yield from _of_table(form, data, (outer,), table or {}, unit)
        elif outer not in form.names and unit is None:
            yield Field((outer,), name, _choices(name, data), table)


def _of_table(
    form: Format, data: Data, path: tuple[str, ...], table: Data, unit: str | None
) -> Iterator[Field]:
    group = ".".join(path)
    for key, name in form.group(group).items():
        inner = f"{group}.{key}"
        known = [unit] if unit is not None else _names(name.key, data)
        within = table.get(key, {})
        if inner in form.names and not name.family and isinstance(within, Mapping):
            yield from _of_table(form, data, (*path, key), within, unit)
        elif name.name == ANY and (name.key == "unit") == (unit is not None):
            for one in known:
                yield Field((*path, one), name, _choices(name, data), table.get(one))
        elif not name.family and unit is None:
            yield Field((*path, key), name, _choices(name, data), table.get(key))


def _names(noun: str, data: Data) -> list[str]:
    """The names of a kind that a scenario has few of."""
    return [side["id"] for side in data.get("side", ())] if noun == "side" else []


def _choices(name: Name, data: Data) -> tuple[str, ...]:
    if name.value.startswith(ONE_OF):
        return tuple(name.value.removeprefix(ONE_OF).split(", "))
    return tuple(_names(name.value, data))


def said(value: Any) -> str:
    """A value as one types it: a text without its quotes, nothing where there is none."""
    if value is None:
        return ""
    if isinstance(value, str) and typed(value) == value:
        return value
    return line(value)


def typed(text: str) -> Any:
    """The value that somebody types: a number, a list in brackets, else a text."""
    text = text.strip()
    if not text:
        return None
    try:
        value = tomllib.loads(f"typed = {text}")["typed"]
    except tomllib.TOMLDecodeError:
        if text[0] in "[{\"'":
            raise Problem(f"'{text}' is no value", remedy="Close its bracket or quote.") from None
        return text
    return value if isinstance(value, PLAIN) else text
