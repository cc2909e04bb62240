"""A TOML text made to say something else: its comments stay, and so does every line that need not
change."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array, InlineTable

from engine.files import as_text


def rewritten(text: str, data: Mapping[str, Any]) -> str:
    """The text of a file that says what `data` says, with the smallest difference to `text`."""
    for lay in (_lay, _lay_whole):
        document = tomlkit.parse(text)
        lay(document, data)
        found = tomlkit.dumps(document)
        if _alike(tomllib.loads(found), data):
            return found
    return tomlkit.dumps(data)


def _alike(one: object, other: object) -> bool:
    """Whether two values are written alike: 1, 1.0 and true are equal, and not the same."""
    return as_text(one) == as_text(other)


def _plain(item: Any) -> object:
    """What an item of the file says; a true or false is handed over bare."""
    return item.unwrap() if hasattr(item, "unwrap") else item


def _lay(table: Any, data: Mapping[str, Any]) -> None:
    """Table by table and row by row."""
    _drop(table, data)
    for key, value in data.items():
        old = table.get(key)
        if old is None:
            table[key] = _item(value)
        elif not _alike(_plain(old), value):
            if isinstance(value, Mapping) and isinstance(old, Mapping) and _fits(old, value):
                _lay(old, value)
            elif isinstance(value, list) and _takes(old, value):
                _lay_list(old, value)
            else:
                table[key] = _item(value)


def _lay_whole(table: Any, data: Mapping[str, Any]) -> None:
    """What has changed is written anew from the top."""
    _drop(table, data)
    for key, value in data.items():
        if key not in table or not _alike(_plain(table[key]), value):
            table[key] = value


def _drop(table: Any, data: Mapping[str, Any]) -> None:
    for key in [key for key in table if key not in data]:
        del table[key]


def _fits(old: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    """Whether a table can be changed where it stands: one in a line is written anew where its keys
    are others, or its gaps and commas would go astray."""
    return not isinstance(old, InlineTable) or list(old) == list(value)


def _takes(old: Any, value: Sequence[Any]) -> bool:
    """Whether a list can be changed where it stands: one of [[tables]] holds tables, and some."""
    rows = bool(value) and all(isinstance(row, Mapping) for row in value)
    return isinstance(old, Array) or (isinstance(old, AoT) and rows)


def _lay_list(array: Any, values: Sequence[Any]) -> None:
    """Rows that are gone go, new ones come where they belong, the others are changed in place."""
    before, after = [_name(item) for item in array.unwrap()], [_name(item) for item in values]
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for what, start, end, first, last in reversed(changes):
        if what == "equal":
            for at, value in zip(range(start, end), values[first:last], strict=True):
                _lay_row(array, at, value)
            continue
        for at in reversed(range(start, end)):
            del array[at]
        for value in reversed(values[first:last]):
            array.insert(start, _item(value, isinstance(array, Array)))


def _lay_row(array: Any, at: int, value: Any) -> None:
    old = array[at]
    if _alike(_plain(old), value):
        return
    if isinstance(old, Mapping) and _fits(old, value):
        _lay(old, value)
    else:
        array[at] = _item(value, isinstance(array, Array))


def _name(item: Any) -> str:
    """By what a row is known again: its id, or all that it says."""
    named = item.get("id") if isinstance(item, Mapping) else None
    return as_text(item) if named is None else f"id {named}"


def _item(value: Any, inline: bool = False) -> Any:
    """A new value as our files have them: rows in one line with gaps inside the braces."""
    if isinstance(value, Mapping) and inline:
        return tomlkit.value(line(value))
    if isinstance(value, list) and not any(isinstance(part, Mapping) for part in value):
        return tomlkit.value(line(value))
    return tomlkit.item(value)


def line(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        said = ", ".join(f"{_key(key)} = {line(part)}" for key, part in value.items())
        return f"{{ {said} }}" if said else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(line, value))}]"
    return str(tomlkit.item(value).as_string())


def _key(key: str) -> str:
    return str(tomlkit.key(key).as_string())
