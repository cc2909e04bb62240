"""Board files: terrain as rows of letters, everything else as short lists."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from engine import hexes
from engine.board import Area, BoardPlan, Place
from engine.errors import closest
from engine.files import Table, parsed, text_of
from engine.format import Format
from engine.hexes import TURNED, Cell, directions

NO_HEX = "-"
NO_SUCH = "hex {} is not on the board"


def load_plan(
    path: Path | Traversable, name: str | None = None, form: Format | None = None
) -> BoardPlan:
    """Read a board file; a Problem names the place of any mistake."""
    shown = name or str(path)
    return _plan(text_of(path, shown), shown, form)


@lru_cache(maxsize=64)
def _plan(text: str, shown: str, form: Format | None) -> BoardPlan:
    """A board file's plan: games on one board share it, and the board that it is compiled to."""
    return read_plan(parsed(text, shown), form)


def read_plan(top: Table, form: Format | None = None) -> BoardPlan:
    """The plan that a board file's table describes, its names those of a game's format."""
    if form is not None:
        form.check_board(top)
    style = top.get("labels", str, "CCRR")
    if style not in hexes.LABEL_STYLES:
        raise top.problem(
            f"unknown label style '{style}'", "labels", closest(style, hexes.LABEL_STYLES)
        )
    title, source = top.need("title", str), top.get("source", str, "")
    plan = BoardPlan(title=title, source=source, labels=style)
    _read_rows(top, plan)
    _read_sides(top.table("sides"), plan)
    _read_links(top.table("links"), plan)
    tags = top.table("tags")
    for tag in tags.data:
        plan.tags[tag] = list(tags.names(tag, plan.cells, NO_SUCH))
    for entry in top.tables("place"):
        hex = entry.name("hex", plan.cells, NO_SUCH)
        place = Place(hex, entry.need("name", str), entry.need("kind", str))
        if any(place.hex == other.hex for other in plan.places):
            raise entry.problem(f"hex {place.hex} has a place already", "hex", "Keep one of them.")
        entry.finish()
        plan.places.append(place)
    for entry in top.tables("area"):
        touches = entry.names("touches", plan.cells, NO_SUCH)
        area = Area(entry.need("id", str), entry.need("name", str), touches)
        if any(area.id == other.id for other in plan.areas):
            raise entry.problem(f"area '{area.id}' is listed twice", "id", "Rename one of them.")
        plan.areas.append(area)
        entry.finish()
    _read_origins(top.table("origin"), plan)
    top.finish()
    return plan


def _read_origins(table: Table, plan: BoardPlan) -> None:
    """Where hexes ("5606") and what lies between two ("1303-1404") come from."""
    default = table.get("default", str, "")
    if default:
        plan.origins[()] = default
    for origin in table.data.keys() - {"default"}:
        for i, text in enumerate(table.texts(origin)):
            labels = sorted(text.split("-"))
            for label in labels:
                _check(plan, label, table, f"{origin}[{i}]")
            if len(labels) > 2:
                raise table.problem(
                    f"'{text}' is no hex and no side", f"{origin}[{i}]", "Write 0101 or 0101-0102."
                )
            plan.origins[tuple(labels)] = origin


def _check(plan: BoardPlan, label: str, table: Table, key: str) -> None:
    if label not in plan.cells:
        raise table.problem(NO_SUCH.format(label), key, closest(label, plan.cells))


def _read_rows(top: Table, plan: BoardPlan) -> None:
    letters = top.table("terrain")
    names = {}
    for letter in letters.data:
        if len(letter) != 1 or letter == NO_HEX or letter.isspace():
            raise letters.problem(
                f"'{letter}' can't stand for a terrain", remedy="Use one letter or sign."
            )
        names[letter] = letters.need(letter, str)
    first_column = top.get("first-column", int, 1)
    rows = top.texts("rows")
    if not rows:
        raise top.problem("the board has no rows", "rows", 'Write rows such as "01  . . w w".')
    seen: dict[int, int] = {}
    for i, text in enumerate(rows):
        where = f"rows[{i}]"
        match = re.fullmatch(r"\s*(\d+)[:\s]\s*(.*?)\s*", text)
        if match is None:
            raise top.problem(f"{text!r} has no row number", where, 'Begin with it: "01  . . w w".')
        row = int(match[1])
        if row in seen:
            label = hexes.format_label(cell_of(plan.labels, first_column, row), plan.labels)
            raise top.problem(
                f"hex {label} is listed twice: row {row} stands in rows[{seen[row]}] already",
                where,
                "Give each row once.",
            )
        seen[row] = i
        for offset, letter in enumerate(re.sub(r"\s", "", match[2])):
            if letter == NO_HEX:
                continue
            cell = cell_of(plan.labels, first_column + offset, row)
            label = hexes.format_label(cell, plan.labels)
            if not _can_be_numbered(cell, label, plan.labels):
                raise top.problem(
                    f"the hex in column {first_column + offset}, row {row} cannot be numbered",
                    where,
                    f"Keep to what the style {plan.labels} can print, or change first-column.",
                )
            if letter not in names:
                raise top.problem(
                    f"unknown terrain letter '{letter}' in hex {label}",
                    where,
                    f"Explain it under [terrain]; known: {' '.join(sorted(names))}.",
                )
            plan.cells[label] = cell
            plan.terrain[label] = names[letter]


def cell_of(labels: str, column: int, row: int) -> Cell:
    """The cell that stands in a row of the file: of a turned map that is a row northwards."""
    return hexes.cell_at(row, column) if labels == TURNED else hexes.cell_at(column, row)


def _can_be_numbered(cell: hexes.Cell, label: str, style: str) -> bool:
    try:
        return hexes.parse_label(label, style) == cell
    except ValueError:
        return False


def _read_sides(table: Table, plan: BoardPlan) -> None:
    known = directions(plan.labels)
    for kind in table.data:
        for i, text in enumerate(table.texts(kind)):
            where = f"{kind}[{i}]"
            label, *names = text.split() or [""]
            if not label:
                raise table.problem(f"'{text}' names no hex", where, "Write it like '0101 NE SE'.")
            _check(plan, label, table, where)
            if not names:
                raise table.problem(f"'{text}' names no side", where, f"Write '{label} NE SE'.")
            for name in names:
                if name not in known:
                    raise table.problem(
                        f"'{name}' is not a side of a hex", where, f"Use {', '.join(known)}."
                    )
                plan.sides.append((label, known.index(name), kind))


def _read_links(table: Table, plan: BoardPlan) -> None:
    for kind in table.data:
        for i, text in enumerate(table.texts(kind)):
            where = f"{kind}[{i}]"
            path = text.split()
            for label in path:
                _check(plan, label, table, where)
            if len(path) < 2:
                raise table.problem(f"'{text}' is no way", where, "Name at least two hexes.")
            for a, b in itertools.pairwise(path):
                if hexes.direction_between(plan.cells[a], plan.cells[b]) is None:
                    raise table.problem(
                        f"hexes {a} and {b} do not touch", where, "List every hex on the way."
                    )
                plan.links.append((a, b, kind))
