"""Chapters 2.1, 3 and 9 of A Victory Awaits once more, slow and plain, to check the engine by.

Written from the rulebook's text alone: it shares no code with `engine.victory_awaits`, not even
the geometry. A `Field` is a random small board with units, as raw data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from engine.game import Game
from tests.engine.sketch import LETTERS, between, sketch

FOE = {"axis": "soviet", "soviet": "axis"}
HALF = Fraction(1, 2)
COST = {  # TEC: mechanized, other
    "clear": (1, 1),
    "light-woods": (2, 1),
    "dense-woods": (3, 2),
    "swamp": (3, 2),
    "large-city": (1, 1),
}
MECHANIZED = ("armor", "mechanized", "motorized")
WET = ("lake", "sea", "prohibited")
Pair = frozenset[str]


@dataclass(frozen=True)
class Man:
    """A unit as the reference sees it."""

    id: str
    side: str
    type: str
    hex: str
    move: int


@dataclass
class Field:
    """A board and its units as raw data."""

    ground: dict[str, str]
    road: set[Pair]
    rail: set[Pair]
    minor: set[Pair]
    major: set[Pair]
    line: set[Pair]
    shut: set[Pair]
    sources: dict[str, list[str]]
    men: list[Man]

    @property
    def mover(self) -> Man:
        """The unit that the test is about."""
        return self.men[0]

    def game(self) -> Game:
        """The same field in the engine, the mover's side to move."""
        columns = sorted({label[:2] for label in self.ground})
        rows = sorted({label[2:] for label in self.ground})
        letters = {name: letter for letter, name in LETTERS.items()}
        units: dict[str, list[dict[str, Any]]] = {"axis": [], "soviet": []}
        for man in self.men:
            row = {"id": man.id, "type": man.type, "full": [2, man.move], "hex": man.hex}
            units[man.side].append(row)

        def sides(pairs: set[Pair]) -> list[str]:
            return [side for pair in sorted(map(sorted, pairs)) for side in between(*pair)]

        def ways(pairs: set[Pair]) -> list[str]:
            return [" ".join(pair) for pair in sorted(map(sorted, pairs))]

        return sketch(
            [" ".join(letters[self.ground[c + r]] for c in columns) for r in rows],
            units["axis"],
            units["soviet"],
            start={"side": self.mover.side},
            road=ways(self.road),
            rail=ways(self.rail),
            minor_river=sides(self.minor),
            major_river=sides(self.major),
            start_line=sides(self.line),
            lake=sides(self.shut),
            axis_source=self.sources["axis"],
            soviet_source=self.sources["soviet"],
        )

    # -------------------------------------------------------------- the map (2.1, TEC)

    def around(self, hex: str) -> Iterator[str]:
        """The neighbours on the map; odd columns stand half a hex lower."""
        column, row = int(hex[:2]), int(hex[2:])
        low = column % 2
        spots = [(column, row - 1), (column, row + 1)]
        for beside in (column - 1, column + 1):
            spots += [(beside, row - 1 + low), (beside, row + low)]
        for c, r in spots:
            if f"{c:02d}{r:02d}" in self.ground:
                yield f"{c:02d}{r:02d}"

    def cities(self, a: str, b: str) -> bool:
        """TEC: adjacent large-city hexes are joined by road and rail, and bridged."""
        return self.ground[a] == self.ground[b] == "large-city"

    def by_road(self, a: str, b: str) -> bool:
        """Whether a road runs from a into b."""
        return frozenset((a, b)) in self.road or self.cities(a, b)

    def by_rail(self, a: str, b: str) -> bool:
        """Whether a railway runs from a into b."""
        return frozenset((a, b)) in self.rail or self.cities(a, b)

    def dry_around(self, hex: str) -> Iterator[str]:
        """TEC: the neighbours that somebody can come to, over sides that are not closed."""
        for there in self.around(hex):
            if self.ground[there] not in WET and frozenset((hex, there)) not in self.shut:
                yield there

    # -------------------------------------------------------------- chapter 3

    def occupied(self, side: str) -> set[str]:
        """The hexes that hold a side's units."""
        return {man.hex for man in self.men if man.side == side}

    def zoc(self, side: str) -> set[str]:
        """3.2: the six hexes around every unit, but not all-water and not prohibited hexes."""
        return {
            there
            for here in self.occupied(side)
            for there in self.around(here)
            if self.ground[there] not in WET
        }

    def lines(self, side: str) -> dict[str, int]:
        """3.3: every hex that a line of communication reaches, with the hexes off the railway.

        A line grows hex by hex from the sources: a set of (hex, hexes off the railway) that is
        enlarged until it grows no more.
        """
        foe = FOE[side]
        enemies = self.occupied(foe)
        stops = self.zoc(foe) - self.occupied(side)
        grown = {(hex, 0) for hex in self.sources[side] if hex not in enemies}
        ends: set[tuple[str, int]] = set()
        while True:
            more: set[tuple[str, int]] = set()
            for here, off in grown:
                if here in stops:
                    continue
                for there in self.dry_around(here):
                    if there in enemies:
                        continue
                    if side == "axis" and off == 0 and self.by_rail(here, there):
                        more.add((there, 0))
                    by_road = self.by_road(here, there)
                    if self.ground[here] == "mountain" and not by_road:
                        continue
                    # Off the road a line may climb into a mountain hex but not go on from there.
                    into = ends if self.ground[there] == "mountain" and not by_road else more
                    if side == "axis" and off < 6:
                        into.add((there, off + 1))
                    if side == "soviet" and frozenset((here, there)) not in self.line:
                        into.add((there, 0))
            if more <= grown:
                break
            grown |= more
        best: dict[str, int] = {}
        for hex, off in grown | ends:
            best[hex] = min(off, best.get(hex, off))
        return best

    # -------------------------------------------------------------- chapter 9

    def closed(self, man: Man, a: str, b: str) -> bool:
        """3.1, 9.1, TEC: what no way of moving lets a unit do."""
        wet = b not in self.dry_around(a)
        crossing = man.side == "soviet" and frozenset((a, b)) in self.line
        return wet or crossing or b in self.occupied(FOE[man.side])

    def normal_step(self, man: Man, a: str, b: str) -> Fraction | str | None:
        """9.2: the price of a step, "all" for every movement point, None if it is forbidden."""
        if self.closed(man, a, b):
            return None
        pair, ground = frozenset((a, b)), self.ground[b]
        road = self.by_road(a, b)
        bridged = road or self.by_rail(a, b)
        if ground == "mountain" and not road:
            return "all" if man.type == "mountain" else None
        if pair in self.major and not bridged:
            return "all"
        price = 1
        if not road:
            price = COST[ground][0 if man.type in MECHANIZED else 1]
            price += pair in self.minor and pair not in self.major
        zoc = self.zoc(FOE[man.side])
        return Fraction(price + 2 * (a in zoc) + 2 * (b in zoc))

    def reach(self, man: Man, mode: str) -> dict[str, Fraction]:
        """9.2, 9.3: every hex within a unit's movement points, with the cheapest price."""
        cost = {man.hex: Fraction(0)}
        zoc = self.zoc(FOE[man.side])
        if mode == "strategic" and man.hex in zoc:
            return cost
        changed = True
        while changed:
            changed = False
            for here in list(cost):
                for there in self.around(here):
                    price = self._price(man, mode, here, there, zoc)
                    if price is None:
                        continue
                    total = cost[here] + price
                    if total <= man.move and total < cost.get(there, total + 1):
                        cost[there] = total
                        changed = True
        if mode == "normal" and man.move and man.hex not in zoc:
            for there in self.around(man.hex):
                if self.normal_step(man, man.hex, there) == "all" and there not in zoc:
                    cost.setdefault(there, Fraction(man.move))
        return cost

    def _price(self, man: Man, mode: str, a: str, b: str, zoc: set[str]) -> Fraction | None:
        if mode == "strategic":
            barred = self.closed(man, a, b) or b in zoc or not self.by_road(a, b)
            return None if barred else HALF
        price = self.normal_step(man, a, b)
        return price if isinstance(price, Fraction) else None


GROUNDS = ["clear"] * 6 + ["light-woods", "dense-woods", "swamp", "mountain", "mountain"]
GROUNDS += ["large-city", "large-city", "lake", "prohibited"]
TYPES = ["infantry", "armor", "motorized", "cavalry", "mountain", "mountain", "army-hq"]


@st.composite
def fields(draw: Any, columns: int = 4, rows: int = 3, move: int = 3, men: int = 6) -> Field:
    """A random field; the first unit is the mover, and no hex holds too many or both sides."""
    width, height = draw(st.integers(2, columns)), draw(st.integers(2, rows))
    field = Field({}, set(), set(), set(), set(), set(), set(), {}, [])
    for column in range(1, width + 1):
        for row in range(1, height + 1):
            field.ground[f"{column:02d}{row:02d}"] = draw(st.sampled_from(GROUNDS))
    for a in list(field.ground):
        for b in field.around(a):
            if a < b:
                pair = frozenset((a, b))
                river, way = draw(st.integers(0, 11)), draw(st.integers(0, 9))
                for kind, yes in (
                    (field.minor, river in (0, 1)),
                    (field.major, river in (2, 3)),
                    (field.line, river in (3, 4)),
                    (field.shut, river == 5),
                    (field.road, way in (0, 1, 2)),
                    (field.rail, way in (2, 3)),
                ):
                    if yes:
                        kind.add(pair)
    dry = [hex for hex, ground in field.ground.items() if ground not in WET]
    if not dry:
        field.ground["0101"] = "clear"
        dry = ["0101"]
    side = draw(st.sampled_from(["axis", "soviet"]))
    for number in range(draw(st.integers(1, men))):
        owner = side if number == 0 else draw(st.sampled_from([side, FOE[side], FOE[side]]))
        hex = draw(st.sampled_from(dry))
        if hex in field.occupied(FOE[owner]) or sum(man.hex == hex for man in field.men) > 1:
            continue
        kind = draw(st.sampled_from(TYPES))
        field.men.append(Man(f"u{number}", owner, kind, hex, draw(st.integers(0, move))))
    for owner in ("axis", "soviet"):
        hexes = st.lists(st.sampled_from(dry), max_size=2, unique=True)
        field.sources[owner] = draw(hexes)
    return field
