"""A board of places instead of hexes: boxes and circles with a position, a label and links.

It is a Board to whoever asks only which places there are, what they are called and which are
joined; where a place lies and how large it is, its `spots` say, in units of one hex radius.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import NOTHING, Board, BoardPlan, Place
from engine.files import Table

SHAPES = ("box", "round")
SIDEWAYS = 2.0
"""How much more a step of the cursor minds going astray than going far."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: its middle and size, what it is, what is printed in it."""

    id: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    shape: str
    label: str
    name: str
    colours: tuple[str, ...]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        dx, dy = abs(x - self.x) * 2 / self.width, abs(y - self.y) * 2 / self.height
        return dx * dx + dy * dy <= 1 if self.shape == "round" else max(dx, dy) <= 1


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board that is drawn and named, but where nothing stands."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    title: str


class PlaceBoard(Board):
    """A compiled board of places."""

    def __init__(
        self,
        title: str,
        size: tuple[float, float],
        spots: tuple[Spot, ...],
        links: tuple[tuple[str, str], ...] = (),
        regions: tuple[Region, ...] = (),
    ) -> None:
        super().__init__(BoardPlan(title=title))
        self.size = size
        self.spots = {spot.id: spot for spot in spots}
        self.links = links
        self.regions = regions
        self.hexes = tuple(self.spots)
        self.index = {label: i for i, label in enumerate(self.hexes)}
        self.terrain_at = tuple(spot.kind for spot in spots)
        self.places = tuple(Place(spot.id, spot.name, spot.kind) for spot in spots if spot.name)
        joined: dict[str, list[str]] = {}
        for start, end in links:
            joined.setdefault(start, []).append(end)
            joined.setdefault(end, []).append(start)
        self._joined = {label: tuple(others) for label, others in joined.items()}

    def neighbours(self, label: str) -> Iterator[str]:
        """The places linked with one."""
        return iter(self._joined.get(label, ()))

    def adjacent(self, a: str, b: str) -> bool:
        return b in self._joined.get(a, ())

    def direction(self, a: str, b: str) -> int | None:
        """Places have no six sides."""
        return None

    def link(self, a: str, b: str) -> frozenset[str]:
        """Nothing but the link itself runs between two places."""
        return NOTHING

    def edge(self, label: str) -> bool:
        """No place lies on an edge."""
        return False

    def towards(self, label: str, columns: int, rows: int) -> str | None:
        """The next place that way: near, and little off the line."""
        here = self.spots[label]
        best: tuple[float, str] | None = None
        for spot in self.spots.values():
            dx, dy = spot.x - here.x, spot.y - here.y
            ahead, aside = dx * columns + dy * rows, abs(dx * rows) + abs(dy * columns)
            if spot.id == label or ahead <= 0.3 or aside > ahead * SIDEWAYS:
                continue
            found = (ahead + SIDEWAYS * aside, spot.id)
            best = found if best is None or found < best else best
        return best[1] if best else None


def read_places(top: Table) -> PlaceBoard:
    """The board that a file describes: `[[place]]`, `[[region]]`, `[[link]]`."""
    spots: list[Spot] = []
    for row in top.tables("place"):
        shape = row.get("shape", str, "box")
        if shape not in SHAPES:
            raise row.problem(f"there is no shape '{shape}'", "shape", f"Use {' or '.join(SHAPES)}")
        (x, y), (width, height) = _pair(row, "at"), _pair(row, "size")
        id = row.need("id", str)
        if any(spot.id == id for spot in spots):
            raise row.problem(f"two places are called '{id}'", "id", "Rename one.")
        label, name = row.get("label", str, ""), row.get("name", str, "")
        colours = tuple(row.texts("colours"))
        kind = row.need("kind", str)
        spots.append(Spot(id, kind, x, y, width, height, shape, label, name, colours))
        row.finish()
    regions = []
    for row in top.tables("region"):
        (x, y), (width, height) = _pair(row, "at"), _pair(row, "size")
        kind, title = row.need("kind", str), row.get("title", str, "")
        regions.append(Region(kind, x, y, width, height, title))
        row.finish()
    known = {spot.id for spot in spots}
    links = []
    for row in top.tables("link"):
        start, end = row.need("from", str), row.need("to", str)
        for key, label in (("from", start), ("to", end)):
            if label not in known:
                raise row.problem(f"there is no place '{label}'", key, "Name a [[place]].")
        links.append((start, end))
        row.finish()
    board = PlaceBoard(
        top.need("title", str), _pair(top, "size"), tuple(spots), tuple(links), tuple(regions)
    )
    top.finish()
    return board


def _pair(row: Table, key: str) -> tuple[float, float]:
    found = row.need(key, list)
    if len(found) != 2 or not all(isinstance(n, int | float) for n in found):
        raise row.problem(f"{found!r} is no pair of numbers", key, "Write [1.5, 2].")
    return float(found[0]), float(found[1])
