"""Tables: figures copied from a rulebook, or reconstructed within what it pins down.

Every table says its `section` and its `source`: `rulebook` for what is printed there,
`reconstruction` for what sat on a player aid that we do not have. An owner of the game can lay a
file of their own over ours; a table in it replaces ours whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import closest
from engine.files import Table, package_file, read

SOURCES = ("rulebook", "reconstruction", "owner")


@dataclass(frozen=True, eq=False)
class Chart:
    """One table: named rows, each with the same columns."""

    name: str
    section: str
    source: str
    columns: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Any]]

    def value(self, row: str, column: str) -> Any:
        """One figure."""
        return self.rows[row][column]

    @property
    def reconstructed(self) -> bool:
        """Whether the figures are ours and not the rulebook's."""
        return self.source == "reconstruction"


def read_charts(top: Table) -> dict[str, Chart]:
    """The charts of a tables file; every row must have every column."""
    charts = {}
    for name in top.data:
        table = top.table(name)
        source = table.need("source", str)
        if source not in SOURCES:
            raise table.problem(f"unknown source '{source}'", "source", closest(source, SOURCES))
        columns = tuple(table.texts("columns"))
        if not columns:
            raise table.problem("the table has no columns", "columns", "Name them in a list.")
        rows_table = table.table("rows")
        rows: dict[str, dict[str, Any]] = {}
        for row in rows_table.data:
            cells = rows_table.need(row, list)
            if len(cells) != len(columns):
                missing = columns[len(cells) :] if len(cells) < len(columns) else ()
                what = (
                    f"row '{row}' lacks the column '{missing[0]}'"
                    if missing
                    else f"row '{row}' has {len(cells)} cells for {len(columns)} columns"
                )
                raise rows_table.problem(what, row, f"Columns: {', '.join(columns)}.")
            rows[row] = dict(zip(columns, cells, strict=True))
        charts[name] = Chart(name, table.need("section", str), source, columns, rows)
        table.get("note", str, "")
        table.finish()
    return charts


FREE = ("name",)
"""Columns whose texts name nothing else: what is printed on a card or a counter."""


def _words(chart: Chart) -> set[str]:
    """The words of a table's texts, whatever their numbers: `A1/D2 Adv 3` has A0, D0, Adv, 0."""
    return {
        word
        for cells in chart.rows.values()
        for column, cell in cells.items()
        if column not in FREE
        for word in _words_in(cell)
    }


def _words_in(cell: Any) -> Iterator[str]:
    for text in cell if isinstance(cell, list) else [cell]:
        if isinstance(text, str):
            yield from re.split(r"[ /]", re.sub(r"[0-9]+", "0", text))


def _fits(top: Table, own: Chart, ours: Chart, results: Iterable[str]) -> None:
    """An owner's table serves the same section, has every row of ours, numbers where ours has
    numbers, and texts made of the words of ours."""
    if own.section != ours.section:
        raise top.problem(
            f"the table '{own.name}' is that of section {ours.section}",
            f"{own.name}.section",
            f'Write section = "{ours.section}".',
        )
    for row in ours.rows:
        if row not in own.rows:
            raise top.problem(
                f"the table '{own.name}' has no row '{row}'", f"{own.name}.rows", f"Add '{row}'."
            )
    for column in ours.columns:
        if column not in own.columns:
            what = f"the table '{own.name}' has no column '{column}'"
            raise top.problem(what, f"{own.name}.columns", f"Add '{column}'.")
        if any(type(cells[column]) is not int for cells in ours.rows.values()):
            continue
        for row, cells in own.rows.items():
            if column in cells and type(cells[column]) is not int:
                raise top.problem(
                    f"{cells[column]!r} is no figure for '{column}'",
                    f"{own.name}.rows.{row}",
                    "Write a whole number.",
                )
    known = _words(ours) | {word for name in results for word in _words_in(name)}
    for row, cells in own.rows.items():
        for column, cell in cells.items():
            strange = [w for w in _words_in(cell) if w not in known and column not in FREE]
            if strange:
                raise top.problem(
                    f"{cell!r} is no figure, and no rule knows it in the column '{column}'",
                    f"{own.name}.rows.{row}",
                    closest(str(cell), [w for w in known if w]),
                )


def _laid_over(top: Table, charts: dict[str, Chart]) -> dict[str, Chart]:
    """The charts of a game with those of a file in their place; each must fit."""
    found = dict(charts)
    for key, chart in read_charts(top).items():
        if key not in charts:
            raise top.problem(f"the game has no table '{key}'", key, closest(key, charts))
        results = charts["results"].rows if "results" in charts else ()
        _fits(top, chart, charts[key], results)
        found[key] = chart
    return found


@cache
def _ours(package: str) -> dict[str, Chart]:
    name = f"engine/{package}/tables.toml"
    return read_charts(read(package_file("engine", package, "tables.toml"), name))


def check_charts(top: Table, packages: Iterable[str]) -> int:
    """How many tables a file has, all of them fit for the game that has most of them."""
    games = [_ours(package) for package in packages]
    _laid_over(top, max(games, key=lambda charts: len(set(charts) & set(top.data))))
    return len(top.data)


def load_charts(
    package: str, needed: Mapping[str, Iterable[str]], own: str | None = None
) -> dict[str, Chart]:
    """A game's charts, an owner's file laid over them; `needed` columns must be there."""
    top, charts = Table({}, f"engine/{package}/tables.toml"), _ours(package)
    if own is not None:
        top = read(Path(own))
        charts = _laid_over(top, charts)
    for key, columns in needed.items():
        if key not in charts:
            raise top.problem(f"the table '{key}' is missing", key, "Add it.")
        for column in columns:
            if column not in charts[key].columns:
                raise top.problem(
                    f"the table '{key}' has no column '{column}'",
                    f"{key}.columns",
                    f"Add '{column}' and its figures.",
                )
    return dict(charts)
