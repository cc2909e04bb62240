"""Chapters 2.1, 3, 9 and 10 of A Victory Awaits once more, slow and plain, to check the engine by.

Written from the rulebook's text alone: it shares no code with `engine.victory_awaits`, not even
the geometry. A `Field` is a board with units as raw data: a random small one, or the position of
a game.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
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
SHIFT = {
    "clear": 0,
    "light-woods": 1,
    "dense-woods": 2,
    "swamp": 1,
    "large-city": 2,
    "mountain": 2,
}
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
    attack: int = 2
    defence: int = 2
    steps: int = 1

    @property
    def fort(self) -> bool:
        """A fortress marker."""
        return self.type == "fortress"


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
    towns: set[str] = field(default_factory=set)
    tight: bool = False
    """17.4: Soviet lines follow a road or a railway."""
    zones: dict[str, set[str]] = field(default_factory=dict)
    """The zones of control of each side, once asked for."""

    @classmethod
    def of(cls, game: Game) -> Field:
        """The position of a game, on its board of plain numbers."""
        g: Any = game.rules
        board, s = g.board, game.state
        pairs: dict[str, set[Pair]] = {}
        for a in board.hexes:
            for b in board.neighbours(a):
                for kind in (*board.link(a, b), *board.side(a, b)):
                    pairs.setdefault(kind, set()).add(frozenset((a, b)))
        men = []
        for unit, piece in g.units.items():
            hex, face = s.position.place(unit), g.face(s, unit)
            if hex in board:
                steps = len(piece.faces) - (unit in s.reduced)
                row = (unit, piece.side, piece.type, hex, face.move, face.attack, face.defence)
                men.append(Man(*row, steps))
        return cls(
            dict(zip(board.hexes, board.terrain_at, strict=True)),
            *(pairs.get(kind, set()) for kind in ("road", "rail", "minor-river", "major-river")),
            pairs.get("start-line", set()),
            pairs.get("lake", set()) | pairs.get("prohibited", set()),
            {"axis": list(g.sources("axis")), "soviet": list(g.sources("soviet") - s.breached)},
            men,
            {place.hex for place in board.places if place.kind == "town"},
            g.on("tight-soviet-supply"),
        )

    def without(self, gone: Iterable[str]) -> Field:
        """The same without some units."""
        left = [man for man in self.men if man.id not in set(gone)]
        return replace(self, men=left, zones={})

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
        """3.2: the six hexes around every unit, but not all-water and not prohibited hexes.

        14.2: enemy zones have no effect in a hex with a fortress.
        """
        if side not in self.zones:
            forts = {man.hex for man in self.men if man.fort and man.side != side}
            self.zones[side] = {
                there
                for here in self.occupied(side)
                for there in self.around(here)
                if self.ground[there] not in WET and there not in forts
            }
        return self.zones[side]

    def lines(self, side: str) -> dict[str, int]:
        """3.3: every hex that a line reaches, with the fewest hexes off the network."""
        best: dict[str, int] = {}
        for hex, off, _ in self.grown(side):
            best[hex] = min(off, best.get(hex, off))
        return best

    def lengths(self, side: str) -> dict[str, int]:
        """3.3, 10.6 (6): the hexes of the shortest line into every hex, source to goal."""
        best: dict[str, int] = {}
        for hex, _, length in self.grown(side):
            best[hex] = min(length, best.get(hex, length))
        return best

    def grown(self, side: str) -> Iterator[tuple[str, int, int]]:
        """3.3: every hex that lines come to, the hexes off the network, and their length.

        A line grows a hex a round from the sources, along its network first: the railway for
        the Axis; under 17.4 a road or a railway for the Soviets, who need none without it.
        """
        nets: list[tuple[Any, float]] = [(self.by_rail, 6)]
        if side == "soviet":
            nets = [(self.by_road, 12), (self.by_rail, 12)] if self.tight else [(None, math.inf)]
        foe = FOE[side]
        enemies, stops = self.occupied(foe), self.zoc(foe) - self.occupied(side)
        for along, farthest in nets:
            edge = {(hex, 0) for hex in self.sources[side] if hex not in enemies}
            met, length = set(edge), 0
            yield from ((hex, 0, 0) for hex, _ in edge)
            while edge:
                length += 1
                more: set[tuple[str, int]] = set()
                for here, off in edge:
                    if here in stops:
                        continue
                    for there in self.dry_around(here):
                        over = side == "soviet" and frozenset((here, there)) in self.line
                        if there in enemies or over:
                            continue
                        by_road = self.by_road(here, there)
                        if along and off == 0 and along(here, there):
                            more.add((there, 0))
                        if off + 1 > farthest or (self.ground[here] == "mountain" and not by_road):
                            continue
                        far = off + 1 if along else 0
                        if self.ground[there] == "mountain" and not by_road:
                            yield there, far, length  # it may end there and goes no further
                        else:
                            more.add((there, far))
                edge = more - met
                met |= edge
                yield from ((hex, off, length) for hex, off in edge)

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

    # -------------------------------------------------------------- chapter 10

    def river(self, a: str, b: str) -> bool:
        """Whether a river, bridged or not, runs between two hexes."""
        return frozenset((a, b)) in self.minor | self.major

    def in_hex(self, hex: str) -> list[Man]:
        """Who stands there."""
        return [man for man in self.men if man.hex == hex]

    def column(
        self,
        attackers: Collection[str],
        hex: str,
        *,
        beaten: Collection[str] = (),
        rivers: bool = True,
        halved: Collection[str] = (),
    ) -> str:
        """10.3: the column of an attack, "cancelled" below the first."""
        attack = Fraction(0)
        for man in self.men:
            if man.id in attackers:
                share = Fraction(man.attack)
                share /= 2 if rivers and self.river(man.hex, hex) else 1
                attack += share / 2 if man.id in halved else share
        defence = sum(man.defence for man in self.in_hex(hex) if man.id not in beaten)
        whole = math.floor(attack)
        names = ["1-1", "1.5-1", *(f"{n}-1" for n in range(2, 11))]
        at_least = [Fraction(1), Fraction(3, 2), *map(Fraction, range(2, 11))]
        place = -1
        for i, least in enumerate(at_least):
            if whole >= least * defence and whole:
                place = i
        place -= SHIFT[self.ground[hex]] + (hex in self.towns)
        return names[place] if place >= 0 else "cancelled"

    def may_attack(self, man: Man, hex: str) -> bool:
        """10.1: not over a side, nor into a hex, that normal movement is barred from."""
        if man.fort or hex not in self.around(man.hex) or hex not in self.occupied(FOE[man.side]):
            return False
        return self.without([m.id for m in self.in_hex(hex)]).can_step(man, man.hex, hex)

    def can_step(self, man: Man, a: str, b: str) -> bool:
        """Whether normal movement could ever go from a to b, whatever it costs."""
        return self.normal_step(man, a, b) is not None

    def room(self, man: Man, hex: str) -> bool:
        """3.1: whether a unit may end there; fortresses do not count."""
        return sum(not m.fort and m.id != man.id for m in self.in_hex(hex)) < 2

    def retreats(
        self, unit: str, length: int, together: Collection[str], rivers: bool = True
    ) -> dict[tuple[str, ...], tuple[int, int, float]]:
        """10.6: every way back that the unit survives, with steps lost, hexes more, length of line.

        `together` are those of its hex that have still to go: they are in nobody's way.
        """
        man = next(man for man in self.men if man.id == unit)
        left = self.without(together)
        lines, watched = left.lengths(man.side), left.zoc(FOE[man.side])
        found: dict[tuple[str, ...], tuple[int, int, float]] = {}
        open_ = [((man.hex,), 0)]
        while open_:
            path, lost = open_.pop()
            here, done = path[-1], len(path) - 1
            if done >= length and left.room(man, here):
                found[path] = (lost, done - length, lines.get(here, math.inf))
                continue
            if done == length + 6:
                continue
            for there in left.around(here):
                if there in path or not left.can_step(man, here, there):
                    continue
                bridged = left.by_road(here, there) or left.by_rail(here, there)
                if rivers and done and frozenset((here, there)) in left.major and not bridged:
                    continue
                if lost + (there in watched) < man.steps:
                    open_.append(((*path, there), lost + (there in watched)))
        return found

    def pursuits(self, unit: str, hex: str, rivers: bool = True) -> set[tuple[str, ...]]:
        """10.7: every way in which a unit may follow into a hex that is empty now."""
        man = next(man for man in self.men if man.id == unit)
        paths = [(man.hex, hex)]
        plain = self.ground[hex] == "clear" and hex not in self.towns
        if man.type in MECHANIZED and plain and not (rivers and self.river(man.hex, hex)):
            paths += [(man.hex, hex, there) for there in self.around(hex)]
        return {
            path
            for path in paths
            if all(self.can_step(man, a, b) for a, b in itertools.pairwise(path))
            and self.room(man, path[-1])
        }


GROUNDS = ["clear"] * 6 + ["light-woods", "dense-woods", "swamp", "mountain", "mountain"]
GROUNDS += ["large-city", "large-city", "lake", "prohibited"]
TYPES = ["infantry", "armor", "motorized", "cavalry", "mountain", "mountain", "army-hq"]


@st.composite
def fields(draw: Any, columns: int = 4, rows: int = 3, move: int = 3, men: int = 6) -> Field:
    """A random field; the first unit is the mover, and no hex holds too many or both sides."""
    width, height = draw(st.integers(2, columns)), draw(st.integers(2, rows))
    made = Field({}, set(), set(), set(), set(), set(), set(), {}, [])
    for column in range(1, width + 1):
        for row in range(1, height + 1):
            made.ground[f"{column:02d}{row:02d}"] = draw(st.sampled_from(GROUNDS))
    for a in list(made.ground):
        for b in made.around(a):
            if a < b:
                pair = frozenset((a, b))
                river, way = draw(st.integers(0, 11)), draw(st.integers(0, 9))
                for kind, yes in (
                    (made.minor, river in (0, 1)),
                    (made.major, river in (2, 3)),
                    (made.line, river in (3, 4)),
                    (made.shut, river == 5),
                    (made.road, way in (0, 1, 2)),
                    (made.rail, way in (2, 3)),
                ):
                    if yes:
                        kind.add(pair)
    dry = [hex for hex, ground in made.ground.items() if ground not in WET]
    if not dry:
        made.ground["0101"] = "clear"
        dry = ["0101"]
    side = draw(st.sampled_from(["axis", "soviet"]))
    for number in range(draw(st.integers(1, men))):
        owner = side if number == 0 else draw(st.sampled_from([side, FOE[side], FOE[side]]))
        hex = draw(st.sampled_from(dry))
        if hex in made.occupied(FOE[owner]) or sum(man.hex == hex for man in made.men) > 1:
            continue
        kind = draw(st.sampled_from(TYPES))
        made.men.append(Man(f"u{number}", owner, kind, hex, draw(st.integers(0, move))))
    for owner in ("axis", "soviet"):
        hexes = st.lists(st.sampled_from(dry), max_size=2, unique=True)
        made.sources[owner] = draw(hexes)
    return made
