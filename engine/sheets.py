"""Maps of several sheets: laid side by side or one on another, and cut to the area in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass

from engine import hexes
from engine.board import Area, BoardPlan, Place
from engine.errors import Problem
from engine.hexes import Cell
from engine.values import replace


@dataclass(frozen=True)
class Sheet:
    """A map among others: its labels' prefix, its shift in columns and rows."""

    plan: BoardPlan
    prefix: str = ""
    columns: int = 0
    rows: int = 0
    over: bool = False
    """Whether it is laid on the sheets before it and hides their hexes; else none may meet."""
    tag: str = ""
    """A tag for all its hexes that are to be seen."""


def join(sheets: Iterable[Sheet], title: str) -> BoardPlan:
    """One map of several: where one sheet lies on another, the upper one's hexes count."""
    result = BoardPlan(title=title)
    at: dict[Cell, str] = {}
    for sheet in sheets:
        placed = _placed(sheet)
        result.labels = placed.labels
        for name, cell in placed.cells.items():
            if name in result.cells or (cell in at and not sheet.over):
                raise Problem(
                    f"hex {name} lies on hex {at.get(cell, name)} when the boards are joined",
                    remedy="Change the shift or the prefix of one of the boards, or lay one on"
                    " the other: over = true.",
                )
        hidden = {at[cell]: name for name, cell in placed.cells.items() if cell in at}
        result = _beneath(result, hidden)
        at |= {cell: name for name, cell in placed.cells.items()}
        result.cells |= placed.cells
        result.terrain |= placed.terrain
        result.sides += placed.sides
        result.links += placed.links
        for tag, members in placed.tags.items():
            result.tags.setdefault(tag, []).extend(members)
        result.places += placed.places
        result.areas += placed.areas
    return result


def _placed(sheet: Sheet) -> BoardPlan:
    """A sheet's plan where it lies, its labels behind their prefix."""
    plan, prefix = sheet.plan, sheet.prefix
    if sheet.columns % 2:
        raise Problem(
            f"board '{plan.title}' is shifted by {sheet.columns} columns",
            remedy="Shift by an even number of columns, or odd and even columns change places.",
        )
    shift = hexes.cell_at(sheet.columns, sheet.rows)
    tags = {tag: [prefix + label for label in members] for tag, members in plan.tags.items()}
    if sheet.tag:
        tags[sheet.tag] = [prefix + label for label in plan.cells]
    return BoardPlan(
        title=plan.title,
        labels=plan.labels,
        cells={prefix + a: (c[0] + shift[0], c[1] + shift[1]) for a, c in plan.cells.items()},
        terrain={prefix + label: terrain for label, terrain in plan.terrain.items()},
        sides=[(prefix + a, d, kind) for a, d, kind in plan.sides],
        links=[(prefix + a, prefix + b, kind) for a, b, kind in plan.links],
        tags=tags,
        places=[Place(prefix + p.hex, p.name, p.kind) for p in plan.places],
        areas=[
            Area(prefix + a.id, a.name, tuple(prefix + label for label in a.touches))
            for a in plan.areas
        ],
    )


def _beneath(plan: BoardPlan, hidden: Mapping[str, str]) -> BoardPlan:
    """What is left of a plan under a sheet: `hidden` names the upper hex on each lower one.

    Roads and sides that lead from a hex still seen into a hidden one lead into the upper hex.
    """
    label_at = {cell: label for label, cell in plan.cells.items()}

    def beyond(label: str, direction: int) -> str:
        return label_at.get(hexes.step(plan.cells[label], direction), label)

    sides = [
        (hidden.get(a, a), d, kind)
        for a, d, kind in plan.sides
        if a not in hidden or beyond(a, d) not in hidden
    ]
    links = [
        (hidden.get(a, a), hidden.get(b, b), kind)
        for a, b, kind in plan.links
        if not (a in hidden and b in hidden)
    ]
    return _left(
        replace(plan, sides=sides, links=links),
        plan.cells.keys() - hidden.keys(),
        lambda touched: [hidden.get(label, label) for label in touched],
    )


def _left(
    plan: BoardPlan, inside: Set[str], touches: Callable[[Iterable[str]], Iterable[str]]
) -> BoardPlan:
    """A plan with its roads and sides, of the hexes themselves only some."""
    return replace(
        plan,
        cells={label: cell for label, cell in plan.cells.items() if label in inside},
        terrain={label: what for label, what in plan.terrain.items() if label in inside},
        tags={t: [label for label in m if label in inside] for t, m in plan.tags.items()},
        places=[place for place in plan.places if place.hex in inside],
        areas=[replace(area, touches=tuple(touches(area.touches))) for area in plan.areas],
    )


def rectangle(plan: BoardPlan, text: str) -> list[str]:
    """The hexes that `0101` or `0101-1612` names: one, or all between two corners of the map."""
    corners = text.split("-")
    for label in corners:
        if label not in plan.cells or len(corners) > 2:
            raise Problem(
                f"'{text}' is no hex of the board and no two corners on it",
                remedy="Write one hex, or two: 0101-1612.",
            )
    columns, rows = zip(*(hexes.column_row(plan.cells[label]) for label in corners), strict=True)
    return [
        label
        for label, (column, row) in ((a, hexes.column_row(c)) for a, c in plan.cells.items())
        if min(columns) <= column <= max(columns) and min(rows) <= row <= max(rows)
    ]


def cut(plan: BoardPlan, inside: frozenset[str]) -> BoardPlan:
    """The plan of the area in play: every other hex is off the map."""
    sides = [side for side in plan.sides if side[0] in inside]
    links = [link for link in plan.links if link[0] in inside and link[1] in inside]
    return _left(
        replace(plan, sides=sides, links=links),
        inside,
        lambda touched: [label for label in touched if label in inside],
    )
