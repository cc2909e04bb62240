"""A TOML text made to say something else: its comments stay, and so does every line that need not
change."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array, InlineTable

from engine.files import as_text

WIDE = 100
"""Characters in a line."""
HEAD = re.compile(r"\[\[?[^\[\],]+\]\]?\s*(#.*)?")
"""The head of a table."""
ROWS = ("units", "solution")
"""Lists of tables that stand one in a line; others have heads of their own."""


def rewritten(text: str, data: Mapping[str, Any]) -> str:
    """The text of a file that says what `data` says, with the smallest difference to `text`."""
    if not text:
        return written(data)
    for lay in (_lay, _lay_whole):
        document = tomlkit.parse(text)
        lay(document, data)
        found = tomlkit.dumps(document)
        for tried in (_spaced(text, found), found):
            if _alike(tomllib.loads(tried), data):
                return tried
    return written(data)


def _spaced(before: str, after: str) -> str:
    """New heads with a gap before them, and no gap at the end."""
    old = before.split("\n")
    known = set(pairwise(old))
    lines: list[str] = []
    for text in after.split("\n"):
        above = lines[-1] if lines else ""
        tight = above and not above.startswith("#") and (above, text) not in known
        if tight and HEAD.fullmatch(text):
            lines.append("")
        lines.append(text)
    gaps = before.endswith("\n\n")
    return after if old == lines else "\n".join(lines).rstrip("\n") + "\n" * (2 if gaps else 1)


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
            table[key] = _item(key, value, table)
        elif not _alike(_plain(old), value):
            if isinstance(value, Mapping) and isinstance(old, Mapping) and _fits(old, value):
                _lay(old, value)
            elif isinstance(value, list) and _takes(old, value):
                _lay_list(old, value)
            elif isinstance(value, Mapping):
                # a table in the place of a line would take the lines below it for its own
                del table[key]
                table[key] = _item(key, value, table)
            else:
                table[key] = _item(key, value, table)


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
    """Whether a list can be changed where it stands: one of [[tables]] holds tables, and some; an
    empty one is laid out anew."""
    rows = bool(value) and all(isinstance(row, Mapping) for row in value)
    return (isinstance(old, Array) and len(old) > 0) or (isinstance(old, AoT) and rows)


def _lay_list(array: Any, values: Sequence[Any]) -> None:
    """Rows that are gone go, new ones come where they belong, the others are changed in place."""
    before, after = [_name(item) for item in array.unwrap()], [_name(item) for item in values]
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for what, start, end, first, last in reversed(changes):
        # what is replaced is changed where it stands, as far as there is something to change
        kept = min(end - start, last - first) if what in ("equal", "replace") else 0
        for at in reversed(range(start + kept, end)):
            del array[at]
        for value in reversed(values[first + kept : last]):
            array.insert(start + kept, _row(array, value))
        for at, value in zip(range(start, start + kept), values[first:], strict=False):
            _lay_row(array, at, value)


def _lay_row(array: Any, at: int, value: Any) -> None:
    old = array[at]
    if _alike(_plain(old), value):
        return
    if isinstance(old, Mapping) and _fits(old, value):
        _lay(old, value)
    else:
        array[at] = _row(array, value)


def _row(array: Any, value: Any) -> Any:
    return tomlkit.value(line(value)) if isinstance(array, Array) else tomlkit.item(value)


def _name(item: Any) -> str:
    """By what a row is known again: its id, or all that it says."""
    named = item.get("id") if isinstance(item, Mapping) else None
    return as_text(item) if named is None else f"id {named}"


def _item(key: str, value: Any, within: Any) -> Any:
    """A new value as our files have them: rows in one line with gaps inside the braces, long lists
    in several, a table under a head of its own."""
    if isinstance(within, InlineTable):
        return tomlkit.value(line(value))
    return tomlkit.parse("\n".join(_said({key: value}, "")) + "\n")[key]


def written(data: Mapping[str, Any]) -> str:
    """A file that says what `data` says, as our files are laid out."""
    return "\n".join(_said(data, "")).lstrip("\n") + "\n"


def _said(table: Mapping[str, Any], path: str) -> Iterator[str]:
    """A table's lines, what has a head of its own last."""
    headed = {key for key, value in table.items() if _headed(key, value)}
    for key, value in table.items():
        if key not in headed:
            yield f"{_key(key)} = {_laid_out(key, value)}"
    for key, value in table.items():
        if key in headed:
            inner = f"{path}{_key(key)}"
            for part in value if isinstance(value, list) else [value]:
                yield ""
                yield f"[[{inner}]]" if isinstance(value, list) else f"[{inner}]"
                yield from _said(part, f"{inner}.")


def _headed(key: str, value: Any) -> bool:
    """Whether a value stands under a head: a table, or some that are no rows."""
    if isinstance(value, Mapping):
        return True
    listed = isinstance(value, list) and key not in ROWS and bool(value)
    return listed and all(isinstance(part, Mapping) for part in value)


def _laid_out(key: str, value: Any) -> str:
    """A value in one line; a list that is too long in several, rows one by one."""
    whole = line(value)
    if not isinstance(value, list) or not value:
        return whole
    alone = key == "rows" or isinstance(value[0], Mapping)
    if not alone and len(_key(key)) + len(whole) + 3 <= WIDE:
        return whole
    lines: list[str] = []
    for part in map(line, value):
        if alone or not lines or len(lines[-1]) + len(part) + 5 > WIDE:
            lines.append(part)
        else:
            lines[-1] += f", {part}"
    return "".join(["[\n", *(f"  {one},\n" for one in lines), "]"])


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
