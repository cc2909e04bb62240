"""Chapter 1: the House, the square, and who sees whom by colour (1.2, 1.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from engine.game import Course
from engine.pavlovs_house.board.pieces import RESERVE
from engine.pavlovs_house.board.state import State

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

T = TypeVar("T")


def once(s: State, key: tuple[str, str | None], work: Callable[[], T]) -> T:
    """What follows from where the counters stand is worked out once for a position."""
    found = s.position.cache.get(key)
    if found is None:
        found = s.position.cache[key] = work()
    return found


def men(g: PavlovsHouse, s: State) -> tuple[str, ...]:
    """The Soviet counters in the House, the reserve included, in the order of the box."""

    def look() -> tuple[str, ...]:
        here = {u for place in (RESERVE, *g.kit.spots) for u in s.position.at(place)}
        return tuple(unit for unit in g.kit.men if unit in here)

    return once(s, ("men", None), look)


def inside(g: PavlovsHouse, s: State, unit: str) -> bool:
    """Whether a counter is in the House: on a position or in the reserve."""
    place = s.place(unit)
    return place == RESERVE or place in g.kit.spots


def posted(g: PavlovsHouse, s: State, unit: str) -> bool:
    """Whether a counter holds a fighting position."""
    return s.place(unit) in g.kit.spots


def defenders(g: PavlovsHouse, s: State, colour: str | None = None) -> tuple[str, ...]:
    """The Soviet counters on positions, perhaps only on those of a colour."""

    def look() -> tuple[str, ...]:
        spots = g.kit.by_number[colour] if colour else tuple(g.kit.spots.values())
        return tuple(unit for spot in spots for unit in holders(g, s, spot.id))

    return once(s, ("defenders", colour), look)


def holders(g: PavlovsHouse, s: State, spot: str) -> tuple[str, ...]:
    """The Soviet counters on a position: none, one, or two who share a weapon."""
    here = s.position.at(spot)
    return tuple(unit for unit in here if unit in g.kit.men) if here else ()


def weapons(g: PavlovsHouse, s: State, place: str) -> list[str]:
    """The weapon counters in a place."""
    return [unit for unit in s.position.at(place) if unit in g.kit.weapons]


def germans(g: PavlovsHouse, s: State, colour: str | None = None) -> tuple[str, ...]:
    """The German counters on the paths, those nearest the House last on each path."""

    def look() -> tuple[str, ...]:
        paths = [path for path in g.kit.paths.values() if colour in (None, path.colour)]
        spaces = [space for path in paths for space in path.spaces]
        return tuple(unit for space in spaces for unit in s.position.at(space))

    return once(s, ("germans", colour), look)


def sees(g: PavlovsHouse, spot: str, space: str) -> bool:
    """Line of sight: a colour in common (1.3)."""
    return bool(set(g.kit.colours_of(spot)) & set(g.kit.colours_of(space)))


def in_sight(g: PavlovsHouse, s: State, unit: str) -> list[str]:
    """The German counters that a Soviet counter sees, or the other way round (1.3)."""
    place = s.place(unit)
    if unit in g.kit.germans:
        return [man for man in defenders(g, s) if sees(g, s.place(man), place)]
    return [enemy for enemy in germans(g, s) if sees(g, place, s.place(enemy))]


def aimed_at(g: PavlovsHouse, s: State, colour: str, number: int) -> str | None:
    """The position a die points at: its number, else ever higher, else ever lower (3.0 sniper)."""
    order = g.kit.by_number[colour]
    above = [spot for spot in order if spot.numbers[colour] >= number]
    below = [spot for spot in reversed(order) if spot.numbers[colour] < number]
    return next((spot.id for spot in (*above, *below) if holders(g, s, spot.id)), None)


def recall_weapons(g: PavlovsHouse, s: State, course: Course) -> State:
    """A weapon that is left alone on a position goes to the reserve (4.0 weapons left alone)."""
    for unit in g.kit.weapons:
        place = s.place(unit)
        if place in g.kit.spots and not holders(g, s, place):
            name = g.kit.weapons[unit].name
            course.tell("4.0 weapons left alone", "pav.weapon.recalled", units=(unit,), unit=name)
            s = s.at(unit, RESERVE)
    return s


def names(g: PavlovsHouse, units: Iterable[str]) -> tuple[str, ...]:
    """The names on some counters."""
    return tuple(g.units[unit].name for unit in units)
