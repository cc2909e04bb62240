"""The catalogue of words: what a rule key says to a person. One folder a language."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from engine.errors import Problem
from engine.files import Table, package_file, read


@dataclass(frozen=True, slots=True)
class Entry:
    """The words of one key: what it says, and for a reason what would make it legal."""

    text: str
    fix: str = ""


class _Formatter(string.Formatter):
    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), f"<{key}>")

    def format_field(self, value: Any, spec: str) -> str:
        # "{left:step|steps}" reads as "1 step" or "2 steps".
        one, bar, many = spec.partition("|")
        return f"{show(value)} {one if value == 1 else many}" if bar else show(value)


def show(value: Any) -> str:
    """A parameter as a person reads it: halves as a glyph, lists with commas."""
    if isinstance(value, Fraction) and value.denominator != 1:
        sign = "-" if value < 0 else ""
        units, rest = divmod(abs(value), 1)
        glyph = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(rest)
        tail = glyph or f" {rest.numerator}/{rest.denominator}"
        return f"{sign}{units or ''}{tail}".strip()
    if isinstance(value, Fraction):
        return str(value.numerator)
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(show(item) for item in value)
    return str(value)


class Catalogue:
    """All the words of a language."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = dict(entries)
        self._format = _Formatter()

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def say(self, key: str, params: Iterable[tuple[str, Any]] = ()) -> str:
        """The text of a key, filled in; the key itself when the catalogue lacks it."""
        entry = self.entries.get(key)
        return self._format.vformat(entry.text, (), self._named(params)) if entry else key

    def fix(self, key: str, params: Iterable[tuple[str, Any]] = ()) -> str:
        """What would make the action legal; empty when nothing would."""
        entry = self.entries.get(key)
        return self._format.vformat(entry.fix, (), self._named(params)) if entry else ""

    def _named(self, params: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """Parameters with their names put in: side=axis reads as the words of `side.axis`."""
        return {
            name: self.entries[f"{name}.{value}"].text
            if isinstance(value, str) and f"{name}.{value}" in self.entries
            else value
            for name, value in params
        }


def _collect(table: Table, prefix: str, into: dict[str, Entry]) -> None:
    for key, value in table.data.items():
        name = f"{prefix}.{key}" if prefix else key
        if isinstance(value, str):
            into[name] = Entry(value)
        elif isinstance(value, dict) and "text" in value:
            entry = Table(value, table.file, name)
            into[name] = Entry(entry.need("text", str), entry.get("fix", str, ""))
            entry.finish()
        elif isinstance(value, dict):
            _collect(Table(value, table.file, name), name, into)
        else:
            raise table.problem(f"{value!r} is no text", key, "Put it in quotes.")


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The words of a language."""
    entries: dict[str, Entry] = {}
    folder = package_file("engine", "words", language)
    for file in sorted(folder.iterdir(), key=lambda found: found.name):
        if file.name.endswith(".toml"):
            _collect(read(file, f"engine/words/{language}/{file.name}"), "", entries)
    return Catalogue(entries)


def trouble(
    key: str, *, file: str | None = None, place: str | None = None, **named: object
) -> Problem:
    """What went wrong, and the remedy, in the words of a key."""
    words, given = catalogue(), named.items()
    remedy = words.fix(key, given) or None
    return Problem(words.say(key, given), file=file, place=place, remedy=remedy)
