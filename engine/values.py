"""Values: what a player does, as a value that can be compared, saved and read back, and what it
names; quick copies of frozen dataclasses with some parts changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, Protocol, TypeAlias, TypeVar

from engine.errors import Problem

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        """As `dataclasses.replace`, without asking each unchanged part again. A state has thirty
        parts, of which an action changes two."""
        own = _own(type(value))
        if own is None:
            return dataclasses.replace(value, **changes)
        made = object.__new__(type(value))
        parts = {**value.__dict__, **changes}
        for name, make in own:
            parts[name] = make()
        object.__setattr__(made, "__dict__", parts)
        return made


Names: TypeAlias = Sequence[str]
"""Units, hexes or whatever else goes by a name, one after another."""
LONG = 200
"""Bits of a number that nobody reads out."""


LISTS = (list, tuple)
TEXT = frozenset((str,))


def _freeze(value: Any) -> Any:
    if not isinstance(value, LISTS):
        return value
    if type(value) is tuple and TEXT.issuperset(map(type, value)):
        return value
    return tuple([_freeze(item) if isinstance(item, LISTS) else item for item in value])


def _plain(value: object) -> bool:
    """Whether an argument is a text, a number, yes or no, nothing, or a list of those."""
    if isinstance(value, LISTS):
        return all(_plain(item) for item in value)
    return value is None or isinstance(value, str | int | float)


def _thaw(value: Any) -> Any:
    return [_thaw(item) for item in value] if isinstance(value, tuple) else value


_set = object.__setattr__
Args = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Action:
    """A kind and its arguments: `Action("move", unit="21", path=("0101", "0102"))`."""

    kind: str
    named: Mapping[str, Any]
    """The arguments by name."""

    def __init__(self, kind: str, /, **args: Any) -> None:
        _set(self, "kind", kind)
        _set(self, "named", {k: _freeze(v) for k, v in args.items() if v is not None})

    @property
    def args(self) -> Args:
        """The arguments, by the order of their names."""
        return tuple(sorted(self.named.items()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self.kind == other.kind and self.named == other.named

    def __hash__(self) -> int:
        return hash((self.kind, frozenset(self.named.items())))

    def __repr__(self) -> str:
        return f"Action({self})"

    def __getitem__(self, name: str) -> Any:
        return self.named[name]

    def get(self, name: str, default: Any = None) -> Any:
        """An argument, or a default."""
        return self.named.get(name, default)

    def __contains__(self, name: str) -> bool:
        return name in self.named

    def replaced(self, **args: Any) -> Action:
        """The same action with some arguments changed."""
        return self.filled(args)

    def filled(self, args: Mapping[str, Any]) -> Action:
        """The same action with some arguments changed, by name."""
        named = {**self.named, **args}
        for name, value in args.items():
            if value is None:
                del named[name]
            elif type(value) is not str:
                named[name] = _freeze(value)
        return self._with(named)

    def saying(self, name: str, text: str | tuple[str, ...]) -> Action:
        """The same action with one more argument, a text or several."""
        return self._with({**self.named, name: text})

    def _with(self, named: Mapping[str, Any]) -> Action:
        made = object.__new__(Action)
        _set(made, "kind", self.kind)
        _set(made, "named", named)
        return made

    def __str__(self) -> str:
        def show(value: Any) -> str:
            if isinstance(value, int) and value.bit_length() > LONG:
                return "..."
            return "-".join(show(v) for v in value) if isinstance(value, tuple) else str(value)

        return " ".join([self.kind, *(f"{k}={show(v)}" for k, v in self.args)])

    def to_json(self) -> dict[str, Any]:
        """Plain data, `do` being the kind."""
        return {"do": self.kind, **{k: _thaw(v) for k, v in self.args}}

    @classmethod
    def from_json(cls, data: object) -> Action:
        """The action that plain data describes."""
        if not isinstance(data, Mapping) or not isinstance(data.get("do"), str):
            raise Problem(
                f"{data!r} is no action", remedy='Write a table with a key "do" such as "move".'
            )
        args = {str(k): v for k, v in data.items() if k != "do"}
        for key, value in args.items():
            if not _plain(value):
                raise Problem(
                    f"{value!r} is no argument of an action",
                    place=key,
                    remedy="Write texts, numbers and lists of them.",
                )
        return cls(data["do"], **args)


# ------------------------------------------------------------------ reading an argument


def text(action: Action, name: str) -> str:
    """A text, such as a unit or a hex; empty where there is none."""
    value = action.named.get(name)
    return value if isinstance(value, str) else ""


def texts(action: Action, name: str) -> tuple[str, ...]:
    """A list of texts, such as a path or units; empty where there is none."""
    value = action.named.get(name)
    if not isinstance(value, tuple):
        return ()
    for item in value:
        if not isinstance(item, str):
            return ()
    return value


def whole(action: Action, name: str, wrong: int = 0) -> int:
    """A whole number; 0 where there is none, `wrong` where something else stands there."""
    value = action.named.get(name, 0)
    return value if type(value) is int else wrong


def wholes(action: Action, name: str) -> tuple[int, ...]:
    """A list of whole numbers; empty where there is none."""
    value = action.named.get(name)
    if not isinstance(value, tuple) or not all(type(item) is int for item in value):
        return ()
    return value


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
