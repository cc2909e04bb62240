"""Corrections: what a printed map says otherwise than a board of ours, laid over it.

They are a file of their own, as an owner's tables are, so that neither is lost when the other
changes. It says what is so (`[terrain]`, `[sides]`, `[links]`, `[tags]`, `[[place]]`, `[[area]]`)
and under `[without]` what is not; where the board says the same already, nothing happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from engine import hexes
from engine.board import BoardPlan
from engine.boardfile import NO_SUCH, read_plan
from engine.drawing import Bank, Data, Drawing, Gate, Name, Paint, Sketch, Tag, Way, join
from engine.errors import Problem, closest
from engine.files import Table
from engine.format import Format

KEY = "corrects"
"""The key that only such a file has: which board."""
WITHOUT = "without"
OWNER = "owner"
"""Where what was corrected comes from."""


def laid_over(board: Data, corrections: Table, form: Format) -> Data:
    """A board's table with what its owner corrected; a Problem names what does not fit it."""
    sketch = Sketch(board, form)
    touched: set[tuple[str, ...]] = set()
    for place, stroke, about in _strokes(corrections, sketch):
        try:
            after = stroke.drawn(sketch)
        except Problem as problem:
            raise problem.within(corrections.file, corrections.at(place)) from None
        if after != sketch.data:
            touched |= about
        sketch = sketch.then(after)
    corrections.finish()
    return _by_owner(sketch, touched)


def _strokes(top: Table, sketch: Sketch) -> Iterator[tuple[str, Drawing, set[tuple[str, ...]]]]:
    """What is to be drawn: the place in the file, the stroke, the hexes and pairs it is about."""
    for key in (KEY, "game", "source"):
        top.get(key, str, "")
    for terrain, labels in top.lists("terrain").items():
        yield f"terrain.{terrain}", Paint(labels, terrain), {(label,) for label in labels}
    without = top.table(WITHOUT)
    for table, there in ((without, False), (top, True)):
        path = "" if there else f"{WITHOUT}."
        for kind, lines in table.lists("sides").items():
            for i, text in enumerate(lines):
                yield _banks(top, f"{path}sides.{kind}[{i}]", text, kind, there, sketch)
        for kind, lines in table.lists("links").items():
            for i, text in enumerate(lines):
                way = tuple(text.split())
                steps = {tuple(sorted(step)) for step in pairwise(way)}
                yield f"{path}links.{kind}[{i}]", Way(way, kind, there), steps
        for tag, labels in table.lists("tags").items():
            yield f"{path}tags.{tag}", Tag(labels, tag, there), set()
    for i, label in enumerate(without.texts("places")):
        yield f"{WITHOUT}.places[{i}]", Name(label, ""), set()
    for i, area in enumerate(without.texts("areas")):
        yield f"{WITHOUT}.areas[{i}]", Gate(area, "", ()), set()
    without.finish()
    for row in top.tables("place"):
        place = Name(row.need("hex", str), row.need("name", str), row.need("kind", str))
        row.finish()
        yield row.place, place, set()
    for row in top.tables("area"):
        gate = Gate(row.need("id", str), row.need("name", str), tuple(row.texts("touches")))
        row.finish()
        yield row.place, gate, set()


def _banks(
    top: Table, place: str, text: str, kind: str, there: bool, sketch: Sketch
) -> tuple[str, Drawing, set[tuple[str, ...]]]:
    """The sides that a text names, `0101 N NE`, and the pairs of hexes that they lie between."""
    known = hexes.directions(sketch.labels)
    label, *names = text.split() or [""]
    if not names or not set(names) <= set(known):
        remedy = f"Write a hex and {', '.join(known)}."
        raise top.problem(f"'{text}' names no side of a hex", place, remedy)
    if label not in sketch.spots:
        raise top.problem(NO_SUCH.format(label), place, closest(label, sketch.spots))
    sides = tuple((label, known.index(name)) for name in names)
    pairs = {tuple(sorted((label, sketch.across(side)[0]))) for side in sides}
    return place, Bank(sides, kind, there), pairs


def _by_owner(sketch: Sketch, touched: set[tuple[str, ...]]) -> Data:
    """What was corrected comes from the owner of the printed map, where a board tells origins."""
    on_map = (labels for labels in touched if sketch.spots.keys() >= set(labels))
    names = sorted("-".join(labels) for labels in on_map)
    board = sketch.data
    if "origin" not in board or not names:
        return board
    known = {
        origin: [name for name in said if name not in names] if isinstance(said, list) else said
        for origin, said in board["origin"].items()
    }
    return {**board, "origin": {**known, OWNER: names}}


def between(before: Data, after: Data, form: Format) -> dict[str, Any]:
    """What must be laid over one board so that it says what another does."""
    old, new = (read_plan(Table(board, "board"), form) for board in (before, after))
    if old.cells != new.cells:
        remedy = "Save the board as a file of its own."
        raise Problem("corrections leave the hexes of a board as they are", remedy=remedy)
    changed = (label for label in new.cells if new.terrain[label] != old.terrain[label])
    said: dict[str, Any] = {"terrain": _grouped((new.terrain[at], at) for at in changed)}
    without: dict[str, Any] = {}
    for group, (gone, come) in {
        "sides": _apart(_sides(old), _sides(new)),
        "links": _apart(_links(old), _links(new)),
        "tags": _apart(_tags(old), _tags(new)),
    }.items():
        without[group], said[group] = _grouped(gone), _grouped(come)
    without["sides"], said["sides"] = (_by_hex(part["sides"]) for part in (without, said))
    for part in (without, said):
        part["links"] = {kind: _ways(steps) for kind, steps in part["links"].items()}
    places = {place.hex: place for place in old.places}
    kept = {place.hex: place for place in new.places}
    without["places"] = [hex for hex in places if hex not in kept]
    said["place"] = [
        {"hex": place.hex, "name": place.name, "kind": place.kind}
        for place in new.places
        if places.get(place.hex) != place
    ]
    areas = {area.id: area for area in old.areas}
    without["areas"] = [id for id in areas if id not in {area.id for area in new.areas}]
    said["area"] = [
        {"id": area.id, "name": area.name, "touches": list(area.touches)}
        for area in new.areas
        if areas.get(area.id) != area
    ]
    whole = {**said, WITHOUT: {key: value for key, value in without.items() if value}}
    return {key: value for key, value in whole.items() if value}


Marked = set[tuple[str, str]]
"""What a board says of a group: a kind, and where."""


def _sides(plan: BoardPlan) -> Marked:
    """Every side once, by the hex of the map that comes first."""
    names, at = hexes.directions(plan.labels), {cell: label for label, cell in plan.cells.items()}
    found = set()
    for label, direction, kind in plan.sides:
        other = at.get(hexes.step(plan.cells[label], direction))
        twin = (other, hexes.opposite(direction)) if other is not None else (label, direction)
        first = min((label, direction), twin)
        found.add((kind, f"{first[0]} {names[first[1]]}"))
    return found


def _links(plan: BoardPlan) -> Marked:
    return {(kind, " ".join(sorted((a, b)))) for a, b, kind in plan.links}


def _tags(plan: BoardPlan) -> Marked:
    return {(tag, label) for tag, members in plan.tags.items() for label in members}


def _apart(old: Marked, new: Marked) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What only the old one has, and only the new one."""
    return sorted(old - new), sorted(new - old)


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for kind, what in pairs:
        found.setdefault(kind, []).append(what)
    return found


def _by_hex(kinds: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Sides of one hex in one text: `0101 N NE`."""
    found = {}
    for kind, sides in kinds.items():
        held = _grouped((hex, name) for hex, name in (side.split() for side in sides))
        found[kind] = [" ".join((hex, *names)) for hex, names in held.items()]
    return found


def _ways(steps: list[str]) -> list[str]:
    """Steps joined into ways."""
    ways: list[list[str]] = []
    for step in steps:
        join(ways, step.split())
    return [" ".join(way) for way in ways]
