"""Values: frozen dataclasses, and quick copies of them with some parts changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        """As `dataclasses.replace`, without asking each unchanged part again.

        A state has thirty parts, of which an action changes two.
        """
        own = _own(type(value))
        if own is None:
            return dataclasses.replace(value, **changes)
        made = object.__new__(type(value))
        parts = {**value.__dict__, **changes}
        for name, make in own:
            parts[name] = make()
        object.__setattr__(made, "__dict__", parts)
        return made


class Value(Protocol):
    """A dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


A = ParamSpec("A")
T = TypeVar("T")
V = TypeVar("V", bound=Value)
UNKNOWN: Any = object()
"""What nothing has been worked out for."""


def changed(value: V, parts: Mapping[str, object]) -> V:
    """A copy with some parts changed that are named while the program runs."""
    changes: dict[str, Any] = dict(parts)
    return replace(value, **changes)


def remember(
    store: dict[Hashable, Any],
    key: Hashable,
    find: Callable[A, T],
    *args: A.args,
    **named: A.kwargs,
) -> T:
    """What is stored under a key, worked out and stored where it is not."""
    found: T = store.get(key, UNKNOWN)
    if found is UNKNOWN:
        found = store[key] = find(*args, **named)
    return found


def texts_in(values: Iterable[object]) -> Iterator[str]:
    """Every text among some values, those in lists and tables too."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from texts_in(value.values())
        elif isinstance(value, list | tuple | set | frozenset):
            yield from texts_in(value)


@cache
def _own(kind: type[Any]) -> tuple[tuple[str, Callable[[], object]], ...] | None:
    """The parts that no copy takes over, and what they begin as; None for a kind of value that has
    slots or is made in a way of its own."""
    if hasattr(kind, "__slots__") or hasattr(kind, "__post_init__"):
        return None
    return tuple(
        (field.name, field.default_factory)
        for field in dataclasses.fields(kind)
        if not field.init and field.default_factory is not dataclasses.MISSING
    )


__all__ = ["changed", "remember", "replace", "texts_in"]
