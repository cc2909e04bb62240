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

MOST = 99
"""Columns and rows of the largest board: more have no numbers."""
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


@dataclass(frozen=True, slots=True)
class Size:
    """A board of so many columns and rows: bare ground is added where it ends, what is cut off goes
    with all that was said of it."""

    columns: int
    rows: int

    def drawn(self, sketch: Sketch) -> Data:
        if not (1 <= self.columns <= MOST and 1 <= self.rows <= MOST):
            what = f"a board of {self.columns} by {self.rows} hexes has no numbers"
            raise Problem(what, remedy=f"Make it 1 to {MOST} hexes wide and high.")
        data, known = sketch.data, dict(sketch.data["terrain"])
        bare = next(iter(sketch.form.group("terrain")))
        letter = next((sign for sign, name in known.items() if name == bare), None)
        if letter is None:
            letter = _letter_for(bare, known)
            known[letter] = bare
        lines = {int(text.split(None, 1)[0].rstrip(":")): text for text in data["rows"]}
        first = min(lines)
        wanted = range(first, first + self.rows)
        rows = {row: self._wide(lines.get(row, f"{row:02d} "), letter) for row in wanted}
        order = [row for row in lines if row in rows]
        more = [row for row in wanted if row not in lines]
        order = more[::-1] + order if sketch.labels == hexes.TURNED else order + more
        return _within({**data, "rows": [rows[row] for row in order], "terrain": known}, sketch)

    def _wide(self, text: str, letter: str) -> str:
        """A row with so many letters."""
        head = re.match(r"\s*\d+[:\s]\s*", text)
        assert head is not None, "a board that is read has numbered rows"
        at = [n for n in range(head.end(), len(text)) if not text[n].isspace()]
        if len(at) >= self.columns:
            return text[: at[self.columns - 1] + 1]
        return text.rstrip() + ("" if at else " ") + f" {letter}" * (self.columns - len(at))


def _within(board: Data, before: Sketch) -> Data:
    """A board that names only hexes that it still has."""
    here = Sketch(board, before.form).spots
    names = hexes.directions(before.labels)
    sides: dict[str, list[str]] = {}
    for kind, listed in board.get("sides", {}).items():
        for text in listed:
            label, *at = text.split()
            if label in here:
                sides.setdefault(kind, []).append(text)
                continue
            twins = (before.across((label, names.index(name))) for name in at)
            kept = [f"{hex} {names[side]}" for hex, side in twins if hex in here]
            sides.setdefault(kind, []).extend(kept)
    links: dict[str, list[str]] = {}
    for kind, listed in board.get("links", {}).items():
        for way in (text.split() for text in listed):
            steps = [frozenset(step) for step in pairwise(way) if set(step) <= here.keys()]
            links.setdefault(kind, []).extend(" ".join(run) for run in _runs(way, steps))
    tags = {tag: [a for a in all_ if a in here] for tag, all_ in board.get("tags", {}).items()}
    areas = [
        {**area, "touches": [a for a in area["touches"] if a in here]}
        for area in board.get("area", ())
    ]
    origin = {
        name: said
        if isinstance(said, str)
        else [a for a in said if set(a.split("-")) <= here.keys()]
        for name, said in board.get("origin", {}).items()
    }
    said: dict[str, Any] = {
        "sides": {kind: lines for kind, lines in sides.items() if lines},
        "links": {kind: lines for kind, lines in links.items() if lines},
        "tags": {tag: labels for tag, labels in tags.items() if labels},
        "place": [place for place in board.get("place", ()) if place["hex"] in here],
        "area": [area for area in areas if area["touches"]],
        "origin": origin,
    }
    left = {key: said.get(key, value) for key, value in board.items()}
    return {key: value for key, value in left.items() if value or not board[key]}


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
