"""Where the pieces are: an immutable two-way index between units and places."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from sys import intern
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.values import UNKNOWN

A = ParamSpec("A")
G = TypeVar("G")
T = TypeVar("T")


class Position:
    """Unit -> place and place -> units, in the order they arrived. A place is a hex or a box."""

    __slots__ = ("_at", "_place", "cache")

    def __init__(self, places: Mapping[str, str]) -> None:
        self._place = {unit: intern(place) for unit, place in places.items()}
        self._at: dict[str, tuple[str, ...]] = {}
        for unit, place in self._place.items():
            self._at[place] = (*self._at.get(place, ()), unit)
        self.cache: dict[Any, Any] = {}
        """What rules code worked out for just this position; no part of its value."""

    def once(self, key: Hashable, find: Callable[A, T], *args: A.args, **named: A.kwargs) -> T:
        """What rules code works out once a position."""
        known: T = self.cache.get(key, UNKNOWN)
        if known is UNKNOWN:
            known = self.cache[key] = find(*args, **named)
        return known

    def place(self, unit: str) -> str:
        """Where a unit is."""
        return self._place[unit]

    def seats(self, units: Iterable[str]) -> Iterator[str]:
        """Where some units are."""
        return map(self._place.__getitem__, units)

    def at(self, place: str) -> tuple[str, ...]:
        """The units in a place, bottom first."""
        return self._at.get(place, ())

    def places(self) -> Iterator[str]:
        """Every place that holds a unit."""
        return iter(self._at)

    def stacks(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Every such place with its units."""
        return self._at.items()

    def units(self) -> Iterator[str]:
        """Every unit."""
        return iter(self._place)

    def __contains__(self, unit: object) -> bool:
        return unit in self._place

    def moved(self, unit: str, to: str, keep: Iterable[Hashable] = ()) -> Position:
        """The position with one unit somewhere else, on top; some of what is known holds on."""
        old = self._place.get(unit)
        if old == to:
            return self
        result = Position.__new__(Position)
        result._place = {**self._place, unit: to}
        result._at = at = dict(self._at)
        if old is not None:
            left = tuple([other for other in at[old] if other != unit])
            if left:
                at[old] = left
            else:
                del at[old]
        at[to] = (*at.get(to, ()), unit)
        result.cache = {key: self.cache[key] for key in keep if key in self.cache}
        return result

    def to_json(self) -> dict[str, str]:
        """Unit -> place as plain data."""
        return dict(self._place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._place == other._place

    def __hash__(self) -> int:
        return hash(frozenset(self._place.items()))


def once_a_position(
    find: Callable[Concatenate[G, Position, A], T],
) -> Callable[Concatenate[G, Position, A], T]:
    """A question of rules and a position that is worked out once a position; what is kept of it
    when a unit moves goes by its name and what it is about."""
    name = find.__name__

    def found(g: G, position: Position, /, *about: A.args, **named: A.kwargs) -> T:
        return position.once((name, *about, *named.items()), find, g, position, *about, **named)

    return found
