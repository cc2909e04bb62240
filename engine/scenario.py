"""Scenario files: board, sides, units, switches. What only one game knows, that game reads.

A scenario's errors name the file, the key and the remedy, like those of every file here.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engine import hexes
from engine.board import Area, Board, BoardPlan, Place
from engine.boardfile import load_plan, read_plan
from engine.corrections import KEY, laid_over
from engine.errors import Problem, closest
from engine.files import Table, as_text, package_file, read
from engine.format import Known, read_format
from engine.hexes import Cell


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a scenario."""

    id: str
    name: str
    palette: str


class Piece(Protocol):
    """What every game's units have in common."""

    @property
    def id(self) -> str:
        """Unique in the scenario."""

    @property
    def name(self) -> str:
        """As on the counter."""

    @property
    def side(self) -> str:
        """Whose it is."""


P = TypeVar("P", bound=Piece)


@dataclass(frozen=True)
class Measured:
    """What so many games between bots of one kind came to."""

    bots: str
    games: int
    won: Mapping[str, int]


UNTOLD = ("earlier", "measured")
"""What a scenario says of itself and not of the game."""


@dataclass(frozen=True)
class Scenario:
    """What all games' scenarios have in common."""

    id: str
    game: str
    title: str
    summary: str
    board: Board
    sides: tuple[Side, ...]
    pieces: Mapping[str, Any]
    where: Mapping[str, str]
    switches: Mapping[str, bool]
    fingerprint: str
    earlier: tuple[str, ...] = ()
    """Fingerprints of the same game written otherwise: its saves are still good."""
    measured: Measured | None = None
    """What whole games between bots came to, if somebody let them play."""
    boxes: frozenset[str] = frozenset()
    said: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The table that was read, with what it lies upon."""
    source: str = ""
    """Where units and set-up come from, if not from the rulebook."""

    def side(self, name: str) -> Side:
        """A side by its id."""
        return next(side for side in self.sides if side.id == name)


def fingerprint(data: Mapping[str, Any], plan: BoardPlan) -> str:
    """A short hash of all that a scenario says, to know a save's scenario by."""
    told = {key: value for key, value in data.items() if key not in UNTOLD}
    text = f"[{as_text(told)}, {plan.said}]"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


NOTHING: Mapping[str, Any] = {}
ANOTHER = "../"
"""What the name of a base begins with that is a scenario of the same game."""


def upon(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """One table laid upon another: its keys win, and tables within are joined key by key."""
    joined = dict(below)
    for key, value in above.items():
        under = joined.get(key)
        if isinstance(value, dict) and isinstance(under, dict):
            value = {**under, **value}
        joined[key] = value
    return joined


def with_base(top: Table, tables: Mapping[str, Mapping[str, Any]] = NOTHING) -> Table:
    """A scenario's table upon the bases that it names, the last one uppermost: another scenario of
    its game, `base = "../smolensk"`, or one of the `tables` that the game has for all."""
    named = top.get("base", object, [])
    names = top.texts("base") if isinstance(named, list) else [top.need("base", str)]
    if not names:
        return top
    merged: dict[str, Any] = {}
    for name in names:
        merged = upon(merged, _base(top, name, tables))
    own = {key: value for key, value in top.data.items() if key != "base"}
    return Table(upon(merged, own), top.file, top.place)


def _base(top: Table, name: str, tables: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    if name in tables:
        return tables[name]
    folder = package_file("scenarios", top.need("game", str), "play")
    file = folder / f"{name.removeprefix(ANOTHER)}.toml"
    if name.startswith(ANOTHER) and file.is_file():
        told = with_base(read(file, name), tables).data
        return {key: value for key, value in told.items() if key not in UNTOLD}
    known = [ANOTHER + f.name.removesuffix(".toml") for f in folder.iterdir()]
    raise top.problem(f"there is no base '{name}'", "base", closest(name, [*tables, *known]))


def valued(row: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A unit's row with what its row of [values] says; its own words win."""
    own = {key: value for key, value in row.items() if key != VALUES}
    return {**values.get(row.get(VALUES, ""), NOTHING), **own}


VALUES = "values"
"""The table of what units of one type have in common, and the key by which a unit names its row."""


def _valued(row: Table, values: Table) -> Table:
    if not row.name(VALUES, values.data, "[values] has no row '{}'", default=""):
        return row
    return Table(valued(row.data, values.data), row.file, row.place)


def read_scenario(
    top: Table,
    name: str,
    read_piece: Callable[[Table, str], P],
    *,
    boxes: Iterable[str] = (),
    places: Iterable[str] | None = None,
    place_board: Board | None = None,
    known_switches: Iterable[str] = (),
    switches: Mapping[str, bool] | None = None,
    more: Callable[[Mapping[str, Any]], Known] = lambda pieces: {},
    values: Table | None = None,
) -> Scenario:
    """The common part of a scenario; the caller reads its own keys and calls `top.finish()`.

    `more` is what else the game's format says that texts name: headquarters, cards; `values` is
    the table of types whose rows its units may name.

    A game without hexes names its `places`: its scenarios have no board to load, and its units
    stand `at` one of the places; `place_board` is the board that shows them, always the same.
    """
    game = top.need("game", str)
    plan = _read_board(top, game) if places is None else _no_board(top)
    board = place_board or plan.board
    named = None if places is None else set(places)
    sides: list[Side] = []
    pieces: dict[str, Any] = {}
    where: dict[str, str] = {}
    known_boxes = set(boxes) | set(board.areas)
    places_by = {"box": known_boxes, "hex": board.index} if named is None else {"at": named}
    for entry in top.tables("side"):
        side = Side(
            entry.need("id", str), entry.need("name", str), entry.get("palette", str, "neutral")
        )
        for other in sides:
            if side.id == other.id or side.name == other.name:
                raise entry.problem(
                    f"two sides of one name: '{side.name}'", "id", "Give each side its own."
                )
        sides.append(side)
        for listed in entry.tables("units"):
            row = _valued(listed, values) if values else listed
            piece = read_piece(row, side.id)
            if not piece.id.strip():
                raise row.problem("a unit has no id", "id", "Give it one of its own.")
            if piece.id in pieces:
                raise row.problem(f"unit '{piece.id}' is listed twice", "id", "Rename one of them.")
            pieces[piece.id] = piece
            where[piece.id] = _read_place(row, piece.id, places_by)
            row.finish()
        entry.finish()
    known = {**there(board, known_boxes, sides, pieces), **more(pieces)}
    read_format(game).check_keys(top, known)
    if len(sides) < 2:
        raise top.problem("a scenario has two sides or more", "side", "Add a [[side]].")
    scenario = Scenario(
        id=name,
        game=game,
        title=top.need("title", str),
        summary=top.get("summary", str, ""),
        source=top.get("source", str, ""),
        board=board,
        sides=tuple(sides),
        pieces=pieces,
        where=where,
        boxes=frozenset(known_boxes if named is None else named),
        switches=_read_switches(top, set(known_switches), switches or {}),
        fingerprint=fingerprint(top.data, plan),
        measured=_read_measured(top),
        earlier=tuple(top.texts("earlier")),
        said=top.data,
    )
    return scenario


def _read_measured(top: Table) -> Measured | None:
    told = top.table("measured")
    if not told.data:
        return None
    won = told.each("won", int)
    found = Measured(told.need("bots", str), told.need("games", int), won)
    told.finish()
    return found


def there(
    board: Board, boxes: set[str], sides: Iterable[Side], units: Iterable[str]
) -> dict[str, Collection[str]]:
    """What the texts of a scenario may name."""
    crossed = (
        (board.hexes[slot // 6], board.hexes[board.neighbour_at[slot]])
        for slot, links in enumerate(board.link_at)
        if links
    )
    return {
        "hex": board.index,
        "unit": tuple(units),
        "side": [side.id for side in sides],
        "bridge": {f"{a}-{b}" for a, b in crossed if a < b},
        "area": board.areas,
        "place": {*board.index, *boxes},
    }


def _read_place(row: Table, unit: str, known: Mapping[str, Collection[str]]) -> str:
    """Where a unit stands: a name under one of the keys that say so."""
    for key, names in known.items():
        if key in row:
            noun = "place" if key == "at" else key
            return row.name(key, names, f"there is no {noun} '{{}}'")
    ways = " or ".join(f'{key} = "..."' for key in known)
    raise row.problem(f"unit '{unit}' stands nowhere", remedy=f"Give it {ways}.")


def _no_board(top: Table) -> BoardPlan:
    """The empty plan of a game whose places are named and need no hexes."""
    for key in ("board", "boards"):
        if key in top:
            what = "this game's board is always the same"
            raise top.problem(what, key, "Leave the key out; name places.")
    return BoardPlan(title=top.need("title", str))


def _read_switches(top: Table, known: set[str], given: Mapping[str, bool]) -> dict[str, bool]:
    table = top.table("rules")
    result = dict.fromkeys(sorted(known), False)
    for key in table.data:
        if key not in known:
            raise table.problem(f"there is no rule switch '{key}'", key, closest(key, known))
        result[key] = table.need(key, bool)
    for key, value in given.items():
        if key not in known:
            raise Problem(f"there is no rule switch '{key}'", remedy=closest(key, known))
        result[key] = value
    return result


def _read_board(top: Table, game: str) -> BoardPlan:
    """The board of a scenario, cut to the area in play where the scenario says so."""
    plan = _read_sheets(top, game, _corrections(top))
    if "mask" not in top:
        return plan
    mask = top.table("mask")
    inside = _named(mask, "only", plan) if "only" in mask else frozenset(plan.cells)
    inside -= _named(mask, "without", plan)
    areas = list(mask.tables("area"))
    mask.finish()
    if not inside:
        raise mask.problem("nothing is left of the board", remedy="Leave some hexes in play.")
    plan = cut(plan, inside)
    own = [_edge_area(entry, plan, game) for entry in areas]
    kept = [area for area in plan.areas if area.id not in {other.id for other in own}]
    return replace(plan, areas=[*kept, *own])


def _edge_area(entry: Table, plan: BoardPlan, game: str) -> Area:
    """An area beside the edge that the cut has made; it stands for one of the board's own with the
    same id."""
    id, name = entry.need("id", str), entry.need("name", str)
    read_format(game).need("areas", id, entry, "id")
    area = Area(id, name, tuple(sorted(_named(entry, "touches", plan))))
    entry.finish()
    return area


def _named(mask: Table, key: str, plan: BoardPlan) -> frozenset[str]:
    found: set[str] = set()
    for i, text in enumerate(mask.texts(key)):
        try:
            found.update(rectangle(plan, text))
        except Problem as problem:
            raise problem.within(mask.file, mask.at(f"{key}[{i}]")) from None
    return frozenset(found)


Laid = Mapping[str, Table]
"""Corrections by the board that they are laid over."""


def _corrections(top: Table) -> Laid:
    """What the owners of printed maps say otherwise than boards that the scenario lies on."""
    found = {own.need(KEY, str): own for own in top.tables("corrections")}
    sheets = top.data.get("boards", [{"board": top.data.get("board")}])
    named = [sheet.get("board") for sheet in sheets if isinstance(sheet, dict)]
    for board, own in found.items():
        if board not in named:
            what = f"the scenario does not lie on the board '{board}'"
            raise own.problem(what, KEY, closest(board, [n for n in named if isinstance(n, str)]))
    return found


def _read_sheets(top: Table, game: str, laid: Laid) -> BoardPlan:
    if isinstance(top.data.get("board"), dict):
        board = top.table("board")
        return _own_plan(pickle.dumps(board.data), board.file, board.place, game)
    if "boards" in top:
        sheets = []
        for entry in top.tables("boards"):
            shift = entry.get("shift", list, [0, 0])
            if len(shift) != 2 or not all(isinstance(n, int) for n in shift):
                raise entry.problem(f"{shift!r} is no shift", "shift", "Write [columns, rows].")
            sheet = Sheet(
                _board_file(entry, "board", game, laid),
                prefix=entry.get("prefix", str, ""),
                columns=shift[0],
                rows=shift[1],
                over=entry.get("over", bool, False),
                tag=entry.get("tag", str, ""),
            )
            if sheet.tag:
                read_format(game).need("tags", sheet.tag, entry, "tag")
            sheets.append(sheet)
            entry.finish()
        try:
            return join(sheets, top.need("title", str))
        except Problem as problem:
            raise problem.within(top.file, "boards") from None
    return _board_file(top, "board", game, laid)


def _board_file(table: Table, key: str, game: str, laid: Laid) -> BoardPlan:
    file, shown = board_file(table, key, game)
    if (own := laid.get(table.need(key, str))) is None:
        return load_plan(file, shown, read_format(game))
    board = laid_over(read(file, shown).data, own, read_format(game))
    return _own_plan(pickle.dumps(board), shown, "", game)


def board_file(table: Table, key: str, game: str) -> tuple[Path | Traversable, str]:
    """The file of the board that a table names, beside it or one of the game's, and what it is
    called."""
    name = table.need(key, str)
    beside = Path(table.file).parent / name
    if name.endswith(".toml") and beside.exists():
        return beside, str(beside)
    folder = package_file("scenarios", game, "boards")
    file = folder / f"{name}.toml"
    if not file.is_file():
        known = (
            [f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")]
            if folder.is_dir()
            else []
        )
        raise table.problem(f"there is no board '{name}'", key, closest(name, known))
    return file, f"scenarios/{game}/boards/{name}.toml"


@lru_cache(maxsize=16)
def _own_plan(said: bytes, file: str, place: str, game: str) -> BoardPlan:
    """The plan of a board that a scenario says itself: whoever changes only what stands on it has
    the same board as before."""
    return read_plan(Table(pickle.loads(said), file, place), read_format(game))


# Maps of several sheets: laid side by side or one on another, and cut to the area in play.
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
        result.source = result.source or placed.source
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
        result.origins |= placed.origins
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
        source=plan.source,
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
        origins={tuple(prefix + a for a in at): who for at, who in plan.origins.items()},
    )


def _beneath(plan: BoardPlan, hidden: Mapping[str, str]) -> BoardPlan:
    """What is left of a plan under a sheet: `hidden` names the upper hex on each lower one. Roads
    and sides that lead from a hex still seen into a hidden one lead into the upper hex."""
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
