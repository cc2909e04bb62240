"""What the arguments of an action say about groups and their CAP."""

from __future__ import annotations

from engine.action import Action
from engine.given import text, texts, whole, wholes


def listed_cap(action: Action) -> int:
    """The CAP that a group lists for the dice of its hidden units (3.23, 10.1)."""
    return sum(map(abs, wholes(action, "caps")))


def dice_cap(action: Action) -> int:
    """All the CAP declared with an action for its dice (3.23)."""
    return abs(whole(action, "cap")) + listed_cap(action)


def each(action: Action, many: str, one: str, count: int) -> tuple[str, ...]:
    """A text for each unit of a group: listed one by one, or the same for all."""
    return texts(action, many) or (text(action, one),) * count


def units_of(action: Action) -> tuple[str, ...]:
    """Who acts: the units of a group, or one."""
    one = text(action, "unit")
    return texts(action, "units") or ((one,) if one else ())


def ways_of(action: Action) -> list[tuple[str, tuple[str, ...]]]:
    """Who goes which way: one unit by `path`; of a group each by a way in `paths`, or `to` a hex.

    One `hex` stands for the way of everybody.
    """
    units, hex = units_of(action), text(action, "hex")
    here = (hex,) if hex else ()
    if "units" not in action:
        way = texts(action, "path") or here
        return [(unit, way) for unit in units]
    ways = [tuple(way.split()) for way in texts(action, "paths")]
    ways = ways or [(hex,) for hex in texts(action, "to")] or [here] * len(units)
    return list(zip(units, (*ways, *[()] * len(units)), strict=False))
