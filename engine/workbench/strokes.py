"""Strokes: what one changes in a position at the workbench, each a small value; what is drawn on
its board stands in engine/drawing.py.

A stroke is done on the table that a scenario file says, so whatever the format can say can be
changed and nothing else; the game's own reader is asked whether the result is a scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.drawing import Drawing, drawn
from engine.errors import Problem, closest
from engine.format import SCENARIO, Format

Data = Mapping[str, Any]
"""The table of a scenario; nobody changes it, every stroke makes another."""
PLACES = ("hex", "box", "at")
"""The keys of a counter's row that say where it stands."""
NAMED_AS = ("unit", "headquarters", "chit")
"""What the format calls the name of a counter where a text must be one: a chit bears that of its
headquarters."""


@dataclass(frozen=True)
class Layout:
    """What strokes must know of a game: its format, and what of its places are hexes."""

    form: Format
    is_hex: Callable[[str], bool]
    ground: Callable[[Data], Data]
    """The table of the board that a scenario lies on."""

    def key(self, place: str) -> str:
        """The key under which a row names a place."""
        if "at" in self.form.group("unit"):
            return "at"
        return "hex" if self.is_hex(place) else "box"


class Stroke(Protocol):
    """One change of a position."""

    def on(self, data: Data, layout: Layout) -> Data:
        """The table after it; a Problem where there is nothing to change."""


@dataclass(frozen=True, slots=True)
class Put:
    """A counter of the scenario somewhere else."""

    unit: str
    place: str

    def on(self, data: Data, layout: Layout) -> Data:
        key = layout.key(self.place)
        return _with_row(data, self.unit, lambda row: _placed(row, key, self.place))


@dataclass(frozen=True)
class Bring:
    """A counter that was not there: its row, and whose it is."""

    side: str
    row: Data
    place: str

    def on(self, data: Data, layout: Layout) -> Data:
        if self.side not in (side.get("id") for side in data["side"]):
            known = [side.get("id") for side in data["side"]]
            raise Problem(f"there is no side '{self.side}'", remedy=closest(self.side, known))
        new = _placed(self.row, layout.key(self.place), self.place)
        sides = [
            {**side, "units": [*side.get("units", ()), new]}
            if side.get("id") == self.side
            else side
            for side in data["side"]
        ]
        return self._with_chit({**data, "side": sides}, layout)

    def _with_chit(self, data: Data, layout: Layout) -> Data:
        """A headquarters brings its chit, as it takes it along when it goes; with the first one the
        game begins with a draw, and with nobody's segment."""
        chits = list(data.get("chits", ()))
        named = layout.form.named(SCENARIO, "chits").value == "chit"
        if (
            not named
            or not str(self.row.get("type", "")).endswith("-hq")
            or self.row["id"] in chits
        ):
            return data
        opens = not chits and data.get("start", {}).keys() == {"side"}
        left = {key: value for key, value in data.items() if key != "start" or not opens}
        return {**left, "chits": [*chits, self.row["id"]]}


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A counter off the table, with all that was said of it."""

    unit: str

    def on(self, data: Data, layout: Layout) -> Data:
        left = _with_row(data, self.unit, lambda row: None)
        for noun in NAMED_AS:
            left = layout.form.without(left, noun, self.unit)
        return left


@dataclass(frozen=True)
class Mark:
    """Something else on a counter's own row: its facing, its steps; None takes it out."""

    unit: str
    key: str
    value: Any

    def on(self, data: Data, layout: Layout) -> Data:
        return _with_row(data, self.unit, lambda row: _said(row, (self.key,), self.value))


@dataclass(frozen=True)
class Say:
    """Something else under a key of the table, `("start", "turn")`, or in a row, `("work", "0")`;
    None takes it out."""

    path: tuple[str, ...]
    value: Any

    def on(self, data: Data, layout: Layout) -> Data:
        return _said(data, self.path, self.value)


@dataclass(frozen=True)
class Draw:
    """Strokes on the board that a scenario lies on, taken back together: the scenario says its
    board itself from then on."""

    strokes: tuple[Drawing, ...]

    def on(self, data: Data, layout: Layout) -> Data:
        board = layout.ground(data)
        changed = drawn(board, layout.form, self.strokes)
        if changed == board:
            return data
        # what was laid over a board of ours is drawn on this one
        left = {key: value for key, value in data.items() if key != "corrections"}
        return {**left, "board": changed}


def rows(data: Data) -> Iterator[tuple[str, Data]]:
    """Every counter's row, and whose it is."""
    for side in data.get("side", ()):
        for row in side.get("units", ()):
            yield side.get("id", ""), row


def _with_row(data: Data, unit: str, change: Callable[[Data], Data | None]) -> Data:
    """The table with a counter's row changed, or without it where nothing is left."""
    names = [row.get("id") for _, row in rows(data)]
    if unit not in names:
        raise Problem(f"there is no counter '{unit}' on the table", remedy=closest(unit, names))
    sides = []
    for side in data["side"]:
        units = [row if row.get("id") != unit else change(row) for row in side.get("units", ())]
        sides.append({**side, "units": [row for row in units if row is not None]})
    return {**data, "side": sides}


def _placed(row: Data, key: str, place: str) -> Data:
    """A row that stands elsewhere; where it stands is said where it was said before."""
    if not any(name in PLACES for name in row):
        return {**row, key: place}
    changed = ((key, place) if name in PLACES else (name, value) for name, value in row.items())
    return dict(changed)


def _said(table: Data, path: tuple[str, ...], value: Any) -> Data:
    key, *rest = path
    if rest and rest[0].isdecimal() and isinstance(table.get(key, []), list):
        listed, at = list(table.get(key, [])), int(rest[0])
        listed[at : at + 1] = [] if value is None else [value]
        return _said(table, (key,), listed or None)
    if rest:
        inner = table.get(key, {})
        if not isinstance(inner, Mapping):
            raise Problem(f"'{key}' is no table", remedy="Name a key of a table.")
        return {**table, key: _said(inner, tuple(rest), value)}
    if value is None:
        return {name: old for name, old in table.items() if name != key}
    return {**table, key: value}
