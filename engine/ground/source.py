"""A game's ground as it is written down: latitudes and longitudes, and what the rulebook prints."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import Problem
from engine.files import Table, package_file, read
from engine.ground.fit import PROJECTIONS, Anchor, Fit, Spot
from engine.ground.sheet import Point, Sheet
from engine.hexes import TURNED
from engine.words import trouble

RULEBOOK, GEODATA, BY_HAND = ("rulebook", "geodata", "by hand")


@dataclass(frozen=True, slots=True)
class Spotted:
    """A named place: its hex, its true spot on the map, and who says so; its terrain, where it
    has one of its own."""

    name: str
    kind: str
    terrain: str
    hex: str
    at: Point
    origin: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A printed sheet of the map: so many of its rows, numbered from 1 again."""

    board: str
    title: str
    letter: str
    """What stands before its numbers in the lists; nothing where there is one sheet."""
    north: int
    """The row of the whole map that is its first."""
    rows: int


class Source:
    """One file of `scenarios/ground`, its points laid on the map."""

    def __init__(self, top: Table) -> None:
        self.top = top
        self.game = top.need("game", str)
        self.source = top.need("source", str)
        style = top.name("labels", (TURNED, "CCRR"), "'{}' is no style of a map that is made here")
        self.sheet = Sheet(top.need("columns", int), top.need("rows", int), style)
        self.cuts = self._cuts() or (
            Cut(top.need("board", str), top.need("title", str), "", 1, self.sheet.rows),
        )
        self.letters = top.each("terrain", str)
        self.places: dict[str, Spotted] = {}
        projection = top.name("projection", PROJECTIONS, "'{}' is no projection")
        meridian = top.need("meridian", float) if "meridian" in top else None
        anchors = [self._anchor(entry) for entry in top.tables("anchor")]
        self.fit = Fit(anchors, projection, meridian)
        for entry in top.tables("place"):
            place = self._place(entry)
            if place.name in self.places:
                raise self.trouble(entry, "ground.twice", name=place.name)
            for other in self.places.values():
                if place.hex == other.hex:
                    names = {"name": place.name, "other": other.name}
                    raise self.trouble(entry, "ground.taken", hex=place.hex, **names)
            self.places[place.name] = place

    def _cuts(self) -> tuple[Cut, ...]:
        """The sheets of a map that was printed on several, one laid on another."""
        found = []
        for entry in self.top.tables("sheet"):
            cut = Cut(
                entry.need("board", str),
                entry.need("title", str),
                entry.need("letter", str),
                entry.need("first-row", int),
                entry.need("rows", int),
            )
            if not 1 <= cut.north <= cut.north + cut.rows - 1 <= self.sheet.rows:
                raise self.trouble(entry, "ground.sheet", board=cut.board, rows=self.sheet.rows)
            entry.finish()
            found.append(cut)
        return tuple(found)

    def printed(self, cut: Cut, hex: str) -> str | None:
        """The number of a hex on one sheet; None beyond it."""
        if not cut.letter:
            return hex
        row = int(hex[2:]) - cut.north + 1
        return f"{hex[:2]}{row:02d}" if 1 <= row <= cut.rows else None

    def _whole(self, hex: str) -> str:
        """The hex of the whole map that a sheet's letter and number name."""
        for cut in self.cuts:
            if cut.letter and (match := re.fullmatch(rf"{cut.letter}(\d\d)(\d\d)", hex)):
                row = int(match[2])
                return f"{match[1]}{row + cut.north - 1:02d}" if row <= cut.rows else hex
        return "" if self.cuts[0].letter else hex

    @staticmethod
    def trouble(entry: Table, key: str, **named: object) -> Problem:
        """What is wrong with an entry."""
        return trouble(key, file=entry.file, place=entry.place, **named)

    def _anchor(self, entry: Table) -> Anchor:
        lat, lon = (float(text) for text in entry.need("at", str).split())
        target = self._on_map(entry, entry.need("hex", str))
        entry.get("name", str, "")
        entry.get("section", str, "")
        entry.finish()
        return Anchor(Spot(lat, lon), target)

    def _on_map(self, entry: Table, text: str) -> Point:
        """The middle of a hex, or of the side between two."""
        points = [self.sheet.middle(hex) for hex in self.hexes(entry, text)]
        return (
            sum(x for x, _ in points) / len(points),
            sum(y for _, y in points) / len(points),
        )

    def hexes(self, entry: Table, text: str) -> list[str]:
        """One hex, or the two of a side: '1303/1404'."""
        found = [self._whole(hex) for hex in text.split("/")]
        if not all(hex in self.sheet.knots for hex in found):
            raise self.trouble(entry, "ground.no-hex", hex=text)
        if len(found) > 1 and found[1] not in self.sheet.neighbours(found[0]):
            raise self.trouble(entry, "ground.apart", pair=found)
        return found

    def _place(self, entry: Table) -> Spotted:
        at = self.point(entry, entry.need("at", str))
        given = entry.get("hex", str, "")
        hex = self.hexes(entry, given)[0] if given else self.sheet.hex_at(at)
        name = entry.need("name", str)
        if hex is None:
            raise self.trouble(entry, "ground.off-map", name=name)
        kind = entry.need("kind", str)
        terrain = kind if kind in self.letters.values() and kind != "town" else ""
        terrain = entry.name("terrain", self.letters.values(), "'{}' is no terrain", terrain)
        origin = entry.get("origin", str, GEODATA)
        entry.finish()
        if self.sheet.hex_at(at) != hex:
            at = self.sheet.middle(hex)
        return Spotted(name, kind, terrain, hex, at, origin)

    def point(self, entry: Table, text: str) -> Point:
        """Where a point of a list lies: '51.84 5.85', the name of a place, a hex or two."""
        if text in self.places:
            return self.places[text].at
        first, _, second = text.partition(" ")
        try:
            return self.fit(Spot(float(first), float(second)))
        except ValueError:
            if re.match(r"[A-Z]?\d", first):
                return self._on_map(entry, text)
            raise self.trouble(entry, "ground.no-point", point=text) from None

    def line(self, entry: Table, key: str) -> list[Point]:
        """A list of points."""
        return [self.point(entry, text) for text in entry.texts(key)]


def read_source(game: str) -> Source:
    """The ground of a game."""
    return Source(read(package_file("scenarios", "ground", f"{game}.toml"), f"ground/{game}.toml"))
