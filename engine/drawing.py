"""Drawing on a board: terrain, hexsides, roads, places, tags and areas, each stroke a small value.

A stroke is done on the table that a board's file says. One board says the same in many ways: what
is there stays as it is written, and what is new joins the line it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol

from engine import hexes
from engine.boardfile import NO_HEX, NO_SUCH, cell_of
from engine.errors import Problem, closest
from engine.format import GROUPS, Format

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
Data = Mapping[str, Any]
"""The table of a board; nobody changes it, every stroke makes another."""
Side = tuple[str, int]
"""A hex and the number of one of its six sides."""


@dataclass(frozen=True)
class Sketch:
    """A board's table with what strokes look up in it."""

    data: Data
    form: Format

    @property
    def labels(self) -> str:
        """How its hexes are numbered."""
        style: str = self.data.get("labels", "CCRR")
        return style

    @cached_property
    def spots(self) -> dict[str, tuple[int, int]]:
        """Where each hex's letter stands: which of the rows, which sign of it."""
        return {label: spot for label, spot, letter in self._signs() if letter != NO_HEX}

    def then(self, data: Data) -> Sketch:
        """The same hexes, of which something else is said."""
        other = Sketch(data, self.form)
        other.__dict__["spots"] = self.spots
        return other

    def _signs(self) -> Iterator[tuple[str, tuple[int, int], str]]:
        first = self.data.get("first-column", 1)
        for number, text in enumerate(self.data.get("rows", ())):
            head = re.match(r"\s*(\d+)[:\s]\s*", text)
            assert head is not None, "a board that is read has numbered rows"
            column, row = first, int(head[1])
            for at in range(head.end(), len(text)):
                if not text[at].isspace():
                    label = hexes.format_label(cell_of(self.labels, column, row), self.labels)
                    yield label, (number, at), text[at]
                    column += 1

    def cell(self, label: str) -> hexes.Cell:
        """The cell of a hex of this board."""
        return hexes.parse_label(label, self.labels)

    def across(self, side: Side) -> Side:
        """The same side as the hex beyond it names it."""
        label, direction = side
        other = hexes.step(self.cell(label), direction)
        return hexes.format_label(other, self.labels), hexes.opposite(direction)

    def need(self, group: str, name: str) -> None:
        """A name that the game's format knows."""
        if not self.form.knows(group, name):
            known = [one.name for one in self.form.group(group).values()]
            raise Problem(f"there is no {GROUPS[group]} '{name}'", remedy=closest(name, known))

    def check(self, labels: Iterable[str]) -> None:
        """Hexes that are on this board."""
        spots = self.spots
        for label in labels:
            if label not in spots:
                raise Problem(NO_SUCH.format(label), remedy=closest(label, spots))


class Drawing(Protocol):
    """One stroke on a board."""

    def drawn(self, sketch: Sketch) -> Data:
        """The board's table after it."""


def drawn(board: Data, form: Format, strokes: Iterable[Drawing]) -> Data:
    """A board's table after some strokes, in their order."""
    sketch = Sketch(board, form)
    for stroke in strokes:
        sketch = sketch.then(stroke.drawn(sketch))
    return sketch.data


@dataclass(frozen=True)
class Paint:
    """Hexes of a terrain."""

    hexes: tuple[str, ...]
    terrain: str

    def drawn(self, sketch: Sketch) -> Data:
        sketch.need("terrain", self.terrain)
        sketch.check(self.hexes)
        known = dict(sketch.data.get("terrain", {}))
        letter = next((sign for sign, name in known.items() if name == self.terrain), None)
        if letter is None:
            letter = _letter_for(self.terrain, known)
            known[letter] = self.terrain
        spots, rows = sketch.spots, [list(text) for text in sketch.data["rows"]]
        for label in self.hexes:
            row, at = spots[label]
            if known[rows[row][at]] != self.terrain:
                rows[row][at] = letter
        return {**sketch.data, "rows": ["".join(row) for row in rows], "terrain": known}


def _letter_for(terrain: str, known: Mapping[str, str]) -> str:
    """A letter for a terrain that a board has not had: one of its own name, if there is one."""
    wanted = [*terrain.replace("-", ""), *terrain.replace("-", "").upper(), *LETTERS]
    free: list[str] = [letter for letter in wanted if letter not in known]
    if terrain in ("clear", "open") and "." not in known:
        return "."
    if not free:
        raise Problem("no letter is left for a terrain", remedy="Paint with fewer of them.")
    return free[0]


@dataclass(frozen=True)
class Bank:
    """Hexsides of a kind: a river along them, or none where `there` is false."""

    sides: tuple[Side, ...]
    kind: str
    there: bool = True

    def drawn(self, sketch: Sketch) -> Data:
        sketch.need("sides", self.kind)
        sketch.check(label for label, _ in self.sides)
        names, spots = hexes.directions(sketch.labels), sketch.spots
        lines = [text.split() for text in sketch.data.get("sides", {}).get(self.kind, ())]
        for side in self.sides:
            twin = sketch.across(side)
            both = [(label, names[d]) for label, d in (side, twin)]
            lying = [line for line in lines for h, name in both if h == line[0] and name in line]
            if not self.there:
                for line in lying:
                    line[1:] = [name for name in line[1:] if (line[0], name) not in both]
                lines = [line for line in lines if len(line) > 1]
            elif not lying:
                on_board = [(h, name) for h, name in both if h in spots]
                found = ((line, name) for h, name in on_board for line in lines if line[0] == h)
                line, name = next(found, (None, ""))
                if line is None:
                    lines.append([*on_board[0]])
                else:
                    line.append(name)
        return _listed(sketch.data, "sides", self.kind, [" ".join(line) for line in lines])


@dataclass(frozen=True)
class Way:
    """A road or a railway from hex to hex, or none where `there` is false."""

    hexes: tuple[str, ...]
    kind: str
    there: bool = True

    def drawn(self, sketch: Sketch) -> Data:
        sketch.need("links", self.kind)
        sketch.check(self.hexes)
        for a, b in pairwise(self.hexes):
            if hexes.direction_between(sketch.cell(a), sketch.cell(b)) is None:
                raise Problem(f"hexes {a} and {b} do not touch", remedy="Name every hex on it.")
        ways = [text.split() for text in sketch.data.get("links", {}).get(self.kind, ())]
        wanted = {frozenset(pair) for pair in pairwise(self.hexes)}
        if self.there:
            lying = {frozenset(pair) for way in ways for pair in pairwise(way)}
            for run in _runs(self.hexes, wanted - lying):
                join(ways, run)
        else:
            all_runs = ((way, {frozenset(p) for p in pairwise(way)}) for way in ways)
            ways = [run for way, pairs in all_runs for run in (_runs(way, pairs - wanted) or [])]
        return _listed(sketch.data, "links", self.kind, [" ".join(way) for way in ways])


def _runs(way: Sequence[str], pairs: Iterable[frozenset[str]]) -> list[list[str]]:
    """The stretches of a way whose steps are among some."""
    left, found, run = set(pairs), list[list[str]](), list[str]()
    for a, b in pairwise(way):
        if frozenset((a, b)) in left:
            left.discard(frozenset((a, b)))
            run = [*run, b] if run else [a, b]
            continue
        if run:
            found.append(run)
        run = []
    return [*found, run] if run else found


def join(ways: list[list[str]], run: list[str]) -> None:
    """A new stretch: it goes on where a way ends, or is a way of its own."""
    for way in ways:
        for longer in (run, run[::-1]):
            if way[-1] == longer[0] and not set(longer[1:]) & set(way):
                way += longer[1:]
                return
            if way[0] == longer[-1] and not set(longer[:-1]) & set(way):
                way[:0] = longer[:-1]
                return
    ways.append(run)


@dataclass(frozen=True)
class Name:
    """A place in a hex by name and kind; none where the name is empty."""

    hex: str
    name: str
    kind: str = ""

    def drawn(self, sketch: Sketch) -> Data:
        sketch.check([self.hex])
        new = {"hex": self.hex, "name": self.name, "kind": self.kind}
        if self.name:
            sketch.need("places", self.kind)
        return _row(sketch.data, "place", "hex", self.hex, new if self.name else None)


@dataclass(frozen=True)
class Gate:
    """An area beside the map and the hexes that it touches; none where it touches nothing."""

    id: str
    name: str
    hexes: tuple[str, ...]

    def drawn(self, sketch: Sketch) -> Data:
        sketch.need("areas", self.id)
        sketch.check(self.hexes)
        new = {"id": self.id, "name": self.name, "touches": list(self.hexes)}
        return _row(sketch.data, "area", "id", self.id, new if self.hexes else None)


@dataclass(frozen=True)
class Tag:
    """Hexes with a tag, or without it where `there` is false."""

    hexes: tuple[str, ...]
    tag: str
    there: bool = True

    def drawn(self, sketch: Sketch) -> Data:
        sketch.need("tags", self.tag)
        sketch.check(self.hexes)
        before = list(sketch.data.get("tags", {}).get(self.tag, ()))
        after = [label for label in before if self.there or label not in self.hexes]
        for label in dict.fromkeys(self.hexes):
            if self.there and label not in after:
                sorted_so_far = after == sorted(after)
                after.append(label)
                after = sorted(after) if sorted_so_far else after
        return _listed(sketch.data, "tags", self.tag, after)


def _listed(board: Data, group: str, name: str, lines: list[str]) -> Data:
    """A board with another list in one of its groups; what is empty is left out."""
    table = {**board.get(group, {}), name: lines}
    if not lines:
        del table[name]
    left = {key: value for key, value in board.items() if key != group}
    if not table:
        return left
    return {**board, group: table}


def _row(board: Data, group: str, key: str, name: str, new: Data | None) -> Data:
    """A board with another row of a group: in the place of the one so called, or at the end."""
    rows: list[Any] = list(board.get(group, ()))
    at = next((i for i, row in enumerate(rows) if row.get(key) == name), len(rows))
    rows[at : at + 1] = [] if new is None else [new]
    left = {other: value for other, value in board.items() if other != group}
    return {**board, group: rows} if rows else left
