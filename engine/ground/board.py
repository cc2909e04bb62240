"""The board that a ground's sources give, and where each hex, side and link of it comes from."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping

from engine import hexes
from engine.files import Table
from engine.ground import snap
from engine.ground.sheet import Edge, Knot, Point, between, to_line
from engine.ground.source import BY_HAND, GEODATA, RULEBOOK, Cut, Source

SHUT = ("sea", "lake", "prohibited")
"""No line or way leads through such ground, and no area touches it."""
USED = 0.35
"""What a step costs beside a way of the same kind, against 1: roads run together."""
MOUTH = 1.0
"""A line that ends so near to other water flows into it, in hexes."""
WIDE = 110


class Builder:
    """Lays a source's lists on the map, one after another."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.sheet = source.sheet
        self.terrain = dict.fromkeys(self.sheet.knots, "clear")
        self.sides: dict[Edge, str] = {}
        self.wet_knots: set[Knot] = set()
        self.borders: dict[str, list[tuple[str, str]]] = {}
        self.links: dict[tuple[str, str], dict[str, None]] = {}
        self.paths: dict[str, list[list[str]]] = {}
        self.bridges: dict[frozenset[str], tuple[str, ...]] = {}
        self.bridge_names: dict[str, tuple[str, str]] = {}
        self.tags: dict[str, set[str]] = {}
        self.areas: list[tuple[str, str, list[str]]] = []
        self.origin: dict[str, set[str]] = {RULEBOOK: set(), GEODATA: set()}
        self.inner = source.top.texts("rivers-inside")
        """Ground in which a minor river is drawn inside the hex."""
        self.wide = source.top.texts("bridges-over")
        """The widest first: only a named bridge leads a road or a railway over such water."""
        self.crossing = source.top.get("bridge-price", float, 0.0)
        """What any other water costs a way beside a step of 1, so that it stays on its bank."""
        self._ground()
        for entry in source.top.tables("water"):
            self._water(entry)
        for entry in source.top.tables("bridge"):
            self._bridge(entry)
        self.ferries: dict[str, list[tuple[str, str]]] = {}
        for entry in source.top.tables("ferry"):
            self._ferry(entry)
        for entry in source.top.tables("way"):
            self._way(entry)
        self._tags()
        self._frontiers()
        self._areas()
        source.top.finish()

    def _from(self, origin: str, names: Iterable[str]) -> None:
        """Hexes, or pairs of them, come from somewhere."""
        if origin != BY_HAND:
            self.origin[origin].update(names)

    def _ground(self) -> None:
        """Polygons, then single hexes, then towns and cities: they stand on land."""
        for entry in self.source.top.tables("ground"):
            kind = entry.need("kind", str)
            entry.get("name", str, "")
            found = {hex for text in entry.texts("hexes") for hex in self.source.hexes(entry, text)}
            if "inside" in entry:
                found |= snap.covered(self.sheet, self.source.line(entry, "inside"))
            for hex in found:
                self.terrain[hex] = kind
            self._from(entry.get("origin", str, BY_HAND), found)
            entry.finish()
        built = set(self.source.letters.values())
        for place in self.source.places.values():
            if place.terrain:
                self.terrain[place.hex] = place.terrain
            elif place.kind in built and self.terrain[place.hex] == "clear":
                self.terrain[place.hex] = place.kind
            elif self.terrain[place.hex] in SHUT:
                self.terrain[place.hex] = "clear"
            self._from(place.origin, [place.hex])

    def _water(self, entry: Table) -> None:
        """A line along hexsides; a minor river runs inside cities and swamps."""
        kind, name = entry.need("kind", str), entry.need("name", str)
        texts, line = entry.texts("line"), self.source.line(entry, "line")
        origin = entry.get("origin", str, BY_HAND)
        entry.finish()
        spots = {place.hex: place.at for place in self.source.places.values()}
        banks = snap.Banks(self.sheet, line, spots)
        inner = set()

        def outside(point: Point) -> bool:
            hex = self.sheet.hex_at(point)
            if hex and kind == "minor-river" and self.terrain[hex] in self.inner:
                inner.add(hex)
                return False
            return hex is not None and self.terrain[hex] not in SHUT

        begun = 0
        fixed = [i for i, text in enumerate(texts) if "/" in text]
        for at in (*fixed, len(line) - 1):
            stretch = line[begun : at + 1]
            for first, last in snap.runs(stretch, outside):
                start = self._corner(entry, texts, line, begun, first)
                goal = self._corner(entry, texts, line, at, last)
                knots = snap.shore(self.sheet, stretch, start, goal, banks)
                if not knots:
                    raise self.source.trouble(entry, "ground.no-shore", name=name)
                for edge in itertools.pairwise(knots):
                    self._wet(edge, kind, origin)
            if at in fixed:
                self._wet(self.sheet.edge(*self.source.hexes(entry, texts[at])), kind, origin)
            begun = at
        if inner:
            self.tags.setdefault("inner-river", set()).update(inner)

    def _corner(
        self, entry: Table, texts: list[str], line: list[Point], at: int, end: Point
    ) -> Knot:
        """The corner at which a stretch ends: of a side that is given the nearer one; where a
        line begins or ends near other water it flows into that."""
        if "/" in texts[at] and between(line[at], end) <= 1:
            knots: Iterable[Knot] = self.sheet.edge(*self.source.hexes(entry, texts[at]))
        else:
            around = self.sheet.around(end)
            near = {k for k in around & self.wet_knots if between(self.sheet.at(k), end) < MOUTH}
            knots = (at in (0, len(line) - 1) and near) or around
        return min(knots, key=lambda knot: (round(between(self.sheet.at(knot), end), 6), knot))

    def _wet(self, edge: Edge, kind: str, origin: str) -> None:
        """Water along a side: what is there stays, unless the new is wider."""
        if any(self.terrain[hex] in SHUT for hex in self.sheet.sides[edge]):
            return
        key = edge if edge in self.sides else edge[::-1]
        old = self.sides.get(key)
        if old is None or kind in self.wide[: self._rank(old)]:
            self.sides[key] = kind
            self.wet_knots.update(key)
            self._from(origin, ["-".join(sorted(self.sheet.sides[edge]))])

    def _rank(self, kind: str) -> int:
        return self.wide.index(kind) if kind in self.wide else len(self.wide)

    def wet(self, a: str, b: str) -> str | None:
        """What water lies between two hexes."""
        edge = self.sheet.edge(a, b)
        return self.sides.get(edge) or self.sides.get(edge[::-1])

    def _bridge(self, entry: Table) -> None:
        """A bridge over the nearest water, or between the two hexes that are named."""
        name, over = entry.need("name", str), entry.need("over", str)
        text = entry.need("at", str)
        if "/" in text:
            pair = tuple(self.source.hexes(entry, text))
        else:
            wet = [edge for edge, kind in self.sides.items() if kind == over]
            edge = snap.nearest_side(self.sheet, self.source.point(entry, text), wet)
            pair = self.sheet.sides[edge]
        if self.wet(*pair) != over:
            raise self.source.trouble(entry, "ground.no-bridge", name=name)
        self.bridges[frozenset(pair)] = (
            *self.bridges.get(frozenset(pair), ()),
            *entry.texts("for"),
        )
        self.bridge_names[name] = (pair[0], pair[1])
        printed = entry.get("printed", str, "")
        if entry.get("section", str, ""):
            self._from(RULEBOOK, [printed or "-".join(sorted(pair))])
        tag = entry.get("tag", str, "")
        if tag:
            self.tags.setdefault(tag, set()).update(pair)
        entry.finish()

    def _ferry(self, entry: Table) -> None:
        """A crossing of the widest water, where it is nearest or between two hexes."""
        entry.need("name", str)
        kind = entry.get("kind", str, "ferry")
        text = entry.need("at", str)
        if "/" in text:
            one, other = self.source.hexes(entry, text)
        else:
            wet = [edge for edge, kind in self.sides.items() if kind in self.wide[:1]]
            one, other = self.sheet.sides[
                snap.nearest_side(self.sheet, self.source.point(entry, text), wet)
            ]
        pair = min(one, other), max(one, other)
        self._from(RULEBOOK if entry.get("section", str, "") else BY_HAND, ["-".join(pair)])
        entry.finish()
        self.ferries.setdefault(kind, []).append(pair)

    def _way(self, entry: Table) -> None:
        """A road or a railway from stop to stop: places, bridges, points."""
        kind, stops = entry.need("kind", str), entry.texts("by")
        kinds = [kind, *entry.texts("with")]
        entry.finish()
        if stops and stops[0] in self.bridge_names:
            stops.reverse()  # which end of a bridge is near shows only where one comes from
        way: list[str] = []
        for stop in stops:
            legs = [
                [*self._leg(entry, kind, way[-1], hexes[0]), *hexes[1:]] if way else list(hexes)
                for hexes in self._stop(entry, kind, stop)
            ]
            way += min(legs, key=len)[1 if way else 0 :]
        for one in kinds:
            for pair in itertools.pairwise(way):
                self.links.setdefault((min(pair), max(pair)), {})[one] = None
            self.paths.setdefault(one, []).append(way)

    def _stop(self, entry: Table, kind: str, stop: str) -> list[tuple[str, ...]]:
        """The hexes of a stop; a bridge may be crossed either way."""
        if stop in self.bridge_names:
            pair = self.bridge_names[stop]
            if not self._bears(pair, kind):
                raise self.source.trouble(entry, "ground.no-way", start=pair[0], goal=pair[1])
            return [pair, pair[::-1]]
        if stop in self.source.places:
            return [(self.source.places[stop].hex,)]
        hex = self.sheet.hex_at(self.source.point(entry, stop))
        if hex is None:
            raise self.source.trouble(entry, "ground.off-map", name=stop)
        return [(hex,)]

    def _bears(self, pair: tuple[str, str], kind: str) -> bool:
        """Whether a bridge leads a kind of way from hex to hex."""
        load = "rail" if kind.startswith("rail") else "road"
        return load in self.bridges.get(frozenset(pair), ())

    def _leg(self, entry: Table, kind: str, start: str, goal: str) -> list[str]:
        """The hexes from one to another, over bridges that bear it."""
        if start == goal:
            return [start]
        line = [self.sheet.middle(start), self.sheet.middle(goal)]

        def price(a: str, b: str) -> float | None:
            if self.wet(a, b) in self.wide and not self._bears((a, b), kind):
                return None
            if self.terrain[b] in SHUT:
                return None
            if kind in self.links.get((min(a, b), max(a, b)), {}):
                return USED
            return 1.0 + self.crossing * bool(self.crossing and self.wet(a, b))

        found = snap.path(self.sheet, start, goal, line, price)
        if not found:
            raise self.source.trouble(entry, "ground.no-way", start=start, goal=goal)
        return found

    def _tags(self) -> None:
        """Tags by hexes, and the sectors between boundaries."""
        for entry in self.source.top.tables("tag"):
            tags = [entry.need("name", str), *entry.texts("with")]
            section = entry.get("section", str, "")
            found = {hex for text in entry.texts("hexes") for hex in self.source.hexes(entry, text)}
            points = [self.source.point(entry, text) for text in entry.texts("at")]
            if "line" in entry:
                points += snap.along(self.source.line(entry, "line"))
            found |= {hex for point in points if (hex := self.sheet.hex_at(point))}
            found |= self._wanted(entry)
            entry.finish()
            for tag in tags:
                self.tags.setdefault(tag, set()).update(found)
            self._from(RULEBOOK if section else BY_HAND, found)
        lines = []
        names: list[str] = []
        for entry in self.source.top.tables("boundary"):
            names = [*(names or [entry.need("west", str)]), entry.need("east", str)]
            lines.append(self.source.line(entry, "line"))
            last = entry.need("last-row", int)
            entry.get("west", str, "")
            entry.finish()
        for hex, (_, y) in self.sheet.knots.items():
            if lines and y <= 3 * last:
                at = self.sheet.middle(hex)
                east = sum(to_line(at, line)[1] < 0 for line in lines)
                self.tags.setdefault(f"corps-{names[east]}", set()).add(hex)

    def _wanted(self, entry: Table) -> set[str]:
        """All hexes of a terrain, on a kind of way, beside a kind of water, within a polygon, on a
        bank: whatever of these an entry asks for."""
        found: set[str] = set()
        if not {"terrain", "way", "beside", "inside", "bank"}.isdisjoint(entry.data):
            found.update(self.sheet.knots)
        if "inside" in entry:
            found &= snap.covered(self.sheet, self.source.line(entry, "inside"))
        if "terrain" in entry:
            kinds = entry.texts("terrain")
            found = {hex for hex in found if self.terrain[hex] in kinds}
        if "way" in entry:
            kind = entry.need("way", str)
            found &= {hex for pair, kinds in self.links.items() if kind in kinds for hex in pair}
        if "beside" in entry:
            kind = entry.need("beside", str)
            wet = [edge for edge, water in self.sides.items() if water == kind]
            found &= {hex for edge in wet for hex in self.sheet.sides[edge]}
        if "bank" in entry:
            text = entry.need("bank", str)
            start = self.sheet.hex_at(self.source.point(entry, text))
            if start is None:
                raise self.source.trouble(entry, "ground.off-map", name=text)
            found &= self._bank(start)
        return found

    def _bank(self, start: str) -> set[str]:
        """The hexes that can be reached from one over land, across no wide water."""
        found, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for there in self.sheet.neighbours(here):
                dry = self.terrain[there] not in SHUT and self.wet(here, there) not in self.wide
                if dry and there not in found:
                    found.add(there)
                    todo.append(there)
        return found

    def _frontiers(self) -> None:
        """Lines along the edge of a country, and the tag of all hexes in it."""
        for entry in self.source.top.tables("frontier"):
            kind, tag = entry.need("kind", str), entry.need("tag", str)
            inside = snap.covered(self.sheet, self.source.line(entry, "inside"))
            entry.finish()
            self.tags.setdefault(tag, set()).update(inside)
            self.borders[kind] = [
                pair
                for (a, b), pair in self.sheet.sides.items()
                if a < b and (pair[0] in inside) != (pair[1] in inside)
            ]

    def _areas(self) -> None:
        """Entry areas by the stretch of the edge that they touch."""
        for entry in self.source.top.tables("area"):
            touches = [hex for text in entry.texts("along") for hex in self._stretch(entry, text)]
            touches = [hex for hex in touches if self.terrain[hex] not in SHUT]
            self.areas.append((entry.need("id", str), entry.need("name", str), touches))
            entry.finish()

    def _stretch(self, entry: Table, text: str) -> list[str]:
        """The hexes of a stretch of the edge: 'west 1-20'."""
        sheet = self.sheet
        south, north = (1, sheet.rows) if sheet.turned else (sheet.rows, 1)
        match = re.fullmatch(r"(west|east|south|north) (\d+)-(\d+)", text)
        if match is None:
            raise self.source.trouble(entry, "ground.no-stretch", text=text)
        along = range(int(match[2]), int(match[3]) + 1)
        found = {
            "west": [sheet.label(1, n) for n in along],
            "east": [sheet.label(sheet.columns, n) for n in along],
            "south": [sheet.label(n, south) for n in along],
            "north": [sheet.label(n, north) for n in along],
        }[match[1]]
        return [self.source.hexes(entry, hex)[0] for hex in found]

    def text(self, cut: Cut) -> str:
        """The board file of a sheet."""
        return "\n".join(self._lines(cut)) + "\n"

    def _lines(self, cut: Cut) -> Iterator[str]:
        source, sheet = self.source, self.sheet
        on = {hex: name for hex in sheet.knots if (name := source.printed(cut, hex))}
        yield f"# Written by `staffride ground {source.game}`: change scenarios/ground and run it."
        yield f"title = {_text(cut.title)}"
        yield f"source = {_text(source.source)}"
        yield f'labels = "{sheet.style}"'
        yield "first-column = 1"
        letter = {kind: sign for sign, kind in source.letters.items()}
        yield "rows = ["
        for row in sorted(range(1, cut.rows + 1), reverse=sheet.turned):
            whole = row + cut.north - 1
            hexes_of_row = (sheet.label(column, whole) for column in range(1, sheet.columns + 1))
            signs = (letter[self.terrain[hex]] for hex in hexes_of_row)
            yield f'  "{row:02d}  {" ".join(signs)}",'
        yield "]"
        yield from ("", "[terrain]")
        yield from (f"{_text(sign)} = {_text(kind)}" for sign, kind in source.letters.items())
        yield from ("", "[sides]")
        by_kind = dict(self.borders)
        for edge, kind in self.sides.items():
            by_kind.setdefault(kind, []).append(sheet.sides[edge])
        by_kind.update(self.ferries)
        for kind in sorted(by_kind):
            pairs = [(on[a], on[b]) for a, b in by_kind[kind] if a in on and b in on]
            yield from _list(kind, _sides(pairs, sheet.style))
        yield from ("", "[links]")
        for kind, ways in self.paths.items():
            yield from _list(kind, (" ".join(part) for way in ways for part in _parts(way, on)))
        yield from ("", "[tags]")
        for tag, found in sorted(self.tags.items()):
            if here := sorted(on[hex] for hex in found if hex in on):
                yield from _list(tag, here)
        for place in sorted(source.places.values(), key=lambda place: place.hex):
            if place.hex in on:
                yield from ("", "[[place]]", f'hex = "{on[place.hex]}"')
                yield from (f"name = {_text(place.name)}", f"kind = {_text(place.kind)}")
        for id, name, touches in self.areas:
            yield from ("", "[[area]]", f'id = "{id}"', f"name = {_text(name)}")
            yield from _list("touches", [on[hex] for hex in touches if hex in on])
        yield from self._origins(on)

    def _origins(self, on: Mapping[str, str]) -> Iterator[str]:
        """What comes from the rulebook and what from geodata; the rest was laid by hand."""
        yield from ("", "[origin]", f"default = {_text(BY_HAND)}")
        known: set[str] = set()
        for who, found in self.origin.items():
            here = [hexes for name in found - known if (hexes := name.split("-"))]
            names = ("-".join(on[hex] for hex in hexes) for hexes in here if on.keys() >= {*hexes})
            yield from _list(who, sorted(names))
            known |= found


def _parts(way: list[str], on: Mapping[str, str]) -> Iterator[list[str]]:
    """The stretches of a way that lie on a sheet, by its own numbers."""
    for here, stretch in itertools.groupby(way, on.__contains__):
        part = [on[hex] for hex in stretch if here]
        if len(part) > 1:
            yield part


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _list(key: str, values: Iterable[str]) -> Iterator[str]:
    """A list of texts, so many to a line that it can be read."""
    yield f"{key} = ["
    line = " "
    for value in values:
        item = f" {_text(value)},"
        if len(line) + len(item) > WIDE and line.strip():
            yield line
            line = " "
        line += item
    if line.strip():
        yield line
    yield "]"


def _sides(pairs: Iterable[tuple[str, str]], style: str) -> Iterator[str]:
    """Sides by that of their two hexes that has them among its first three: '1303 NW NE'."""
    found: dict[str, set[int]] = {}
    for a, b in pairs:
        side = hexes.direction_between(hexes.parse_label(a, style), hexes.parse_label(b, style))
        assert side is not None, "water lies between neighbours"
        hex, side = (a, side) if side < 3 else (b, hexes.opposite(side))
        found.setdefault(hex, set()).add(side)
    for hex, sides in sorted(found.items()):
        yield " ".join((hex, *(hexes.directions(style)[side] for side in sorted(sides))))
