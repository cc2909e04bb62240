"""Values as plain data and back, for a wire or a shelf: equal values are the same text, byte by
byte, whatever order a table or a set was made in.

Only what the engine itself defines can be read back: dataclasses, and what its modules name.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Any

from engine.position import Position
from engine.values import Action

OURS = "engine."
IS, OF = "=", "of"
"""The keys of a table that stands for something else: what it is, and what it is made of."""


def dumps(value: object) -> str:
    """A value as a text; equal values have the same."""
    return _text(plain(value))


def loads(text: str) -> Any:
    """The value of a text; a ValueError where there is none."""
    try:
        return value_of(json.loads(text))
    except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"nothing of ours is written like that: {error!r}") from error


def plain(value: Any) -> Any:
    """A value as what JSON can write."""
    kind: Any = type(value)
    if value is None or kind in (str, int, bool, float):
        return value
    if kind is tuple:
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return _table(value)
    if kind in (set, frozenset):
        return _tagged(kind.__name__, sorted(map(plain, value), key=_text))
    if kind is list:
        return _tagged("list", [plain(item) for item in value])
    if kind is Fraction:
        return _tagged("fraction", [value.numerator, value.denominator])
    if kind is Position:
        stacks = {place: list(units) for place, units in value.stacks()}
        return _tagged("position", stacks)
    if kind is Action:
        return _tagged("action", _table(value.named, do=value.kind))
    if kind is FunctionType or kind is type or isinstance(value, Enum):
        return _tagged("name", _name(value))
    if dataclasses.is_dataclass(value):
        told = ((name, getattr(value, name), usual) for name, usual in _parts(kind))
        parts = {name: plain(part) for name, part, usual in told if not _same(part, usual)}
        return _tagged(_name(kind), parts)
    return _tagged("name", _constant(value))


def value_of(data: Any) -> Any:
    """The value that plain data stands for."""
    if isinstance(data, list):
        return tuple([value_of(item) for item in data])
    if not isinstance(data, dict):
        return data
    if IS not in data:
        return {key: value_of(part) for key, part in data.items()}
    kind, made_of = data[IS], data[OF]
    if kind in _MADE:
        return _MADE[kind](made_of)
    found = named(kind)
    if not dataclasses.is_dataclass(found) or not isinstance(found, type):
        raise ValueError(f"{kind} is no dataclass")
    return found(**{name: value_of(part) for name, part in made_of.items()})


def _table(table: Mapping[Any, Any], **more: Any) -> Any:
    parts = {**table, **more}
    if all(type(key) is str for key in parts) and IS not in parts:
        return {key: plain(part) for key, part in parts.items()}
    rows = [[plain(key), plain(part)] for key, part in parts.items()]
    return _tagged("table", sorted(rows, key=_text))


def _position(stacks: Mapping[str, list[str]]) -> Position:
    return Position({unit: place for place, units in stacks.items() for unit in units})


def _action(data: Mapping[str, Any]) -> Action:
    named = {name: value_of(part) for name, part in data.items()}
    kind = named.pop("do")
    if not isinstance(kind, str):
        raise ValueError("an action has a kind")
    return Action(kind, **named)


@cache
def named(name: str) -> Any:
    """What a module of the engine calls so."""
    module, _, inner = name.partition(":")
    try:
        ours = module.startswith(OURS) and not module.endswith("__main__")
        found: Any = import_module(module) if ours else None
    except ImportError as error:
        raise ValueError(f"there is no {module}") from error
    for part in inner.split("."):
        found = getattr(found, part)
    if not found.__module__.startswith(OURS):
        raise ValueError(f"{name} is not ours")
    return found


_MADE: Mapping[str, Callable[[Any], Any]] = {
    "set": lambda items: set(map(value_of, items)),
    "frozenset": lambda items: frozenset(map(value_of, items)),
    "list": lambda items: list(map(value_of, items)),
    "fraction": lambda two: Fraction(*two),
    "table": lambda rows: {value_of(key): value_of(part) for key, part in rows},
    "position": _position,
    "action": _action,
    "name": named,
}


def _tagged(kind: str, made_of: Any) -> dict[str, Any]:
    return {IS: kind, OF: made_of}


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _name(thing: Any) -> str:
    if isinstance(thing, Enum):
        return f"{_name(type(thing))}.{thing.name}"
    name = f"{thing.__module__}:{thing.__qualname__}"
    if not name.startswith(OURS) or "<" in name:
        raise TypeError(f"{name} has no name of ours")
    return name


def _constant(thing: object) -> str:
    """What its module calls a thing that there is one of, such as a deed."""
    module = type(thing).__module__
    names = [name for name, one in vars(sys.modules[module]).items() if one is thing]
    if not names or not module.startswith(OURS):
        raise TypeError(f"{type(thing).__name__} is no value of ours")
    return f"{module}:{names[0]}"


def _same(part: object, usual: object) -> bool:
    return type(part) is type(usual) and part == usual


@cache
def _parts(kind: Any) -> tuple[tuple[str, object], ...]:
    """The parts that a value is made of, and what they are where nobody says so; not what was only
    worked out for it."""
    found = []
    for part in dataclasses.fields(kind):
        made = part.default_factory
        usual = made() if made is not dataclasses.MISSING else part.default
        if part.init and part.compare:
            found.append((part.name, usual))
    return tuple(found)
