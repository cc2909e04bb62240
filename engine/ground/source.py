"""A game's ground as it is written down: latitudes and longitudes, and what the rulebook prints."""

from __future__ import annotations

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


class Source:
    """One file of `scenarios/ground`, its points laid on the map."""

    def __init__(self, top: Table) -> None:
        self.top = top
        self.game = top.need("game", str)
        self.board = top.need("board", str)
        self.title = top.need("title", str)
        self.source = top.need("source", str)
        style = top.name("labels", (TURNED, "CCRR"), "'{}' is no style of a map that is made here")
        self.sheet = Sheet(top.need("columns", int), top.need("rows", int), style)
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
        found = text.split("/")
        for hex in found:
            if hex not in self.sheet.knots:
                raise self.trouble(entry, "ground.no-hex", hex=hex)
        if len(found) > 1 and found[1] not in self.sheet.neighbours(found[0]):
            raise self.trouble(entry, "ground.apart", pair=found)
        return found

    def _place(self, entry: Table) -> Spotted:
        at = self.point(entry, entry.need("at", str))
        hex = entry.get("hex", str, "") or self.sheet.hex_at(at)
        name = entry.need("name", str)
        if hex is None:
            raise self.trouble(entry, "ground.off-map", name=name)
        self.hexes(entry, hex)
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
            if first[:1].isdigit():
                return self._on_map(entry, text)
            raise self.trouble(entry, "ground.no-point", point=text) from None

    def line(self, entry: Table, key: str) -> list[Point]:
        """A list of points."""
        return [self.point(entry, text) for text in entry.texts(key)]


def read_source(game: str) -> Source:
    """The ground of a game."""
    return Source(read(package_file("scenarios", "ground", f"{game}.toml"), f"ground/{game}.toml"))
