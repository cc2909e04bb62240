"""What the ground asks of a kind of group for a step: found out once, for as long as it lies so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.zocbond.board.ground import (
    BARS,
    DRY,
    HALF,
    around,
    bridged,
    hex_price,
    lies,
    road,
    side_price,
    water,
)
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


class Stride(NamedTuple):
    """A step, its price in half points, and what is against it, whoever stands where."""

    there: str
    place: int
    """The place of its bit in a set; -1 for an entry area."""
    parted: bool
    """Whether nobody crosses the side."""
    barred: str
    """The hex whose terrain closes the way off the road: this one or the next."""
    road: int
    """What it costs by road; 0 off it."""
    terrain: int
    woods: bool
    bridge: int
    water: str
    """What is crossed without a bridge, which may be forbidden."""
    river: int

    @property
    def price(self) -> int:
        """All that the ground asks, but for woods."""
        return self.road + self.terrain + self.bridge + self.river

    @property
    def open(self) -> bool:
        """Whether the ground lets the group through."""
        return not self.parted and not self.barred


class Strides:
    """The steps of groups that are alike to the ground."""

    def __init__(self, g: Family) -> None:
        self._known: dict[tuple[str, str], Stride] = {}
        self._out: dict[str, list[tuple[str, int, int, bool, str]]] = {}
        self._place = g.board.grid.place

    def step(self, g: Family, s: State, units: Sequence[str], here: str, there: str) -> Stride:
        """A step of a group, open or not."""
        if (here, there) not in self._known:
            self._known[here, there] = self._step(g, s, units, here, there)
        return self._known[here, there]

    def out(
        self, g: Family, s: State, units: Sequence[str], here: str
    ) -> list[tuple[str, int, int, bool, str]]:
        """The open steps out of a hex: where to, the place of that, price, woods, water."""
        if here not in self._out:
            steps = (self.step(g, s, units, here, there) for there in around(g, here))
            self._out[here] = [
                (step.there, step.place, step.price, step.woods, step.water)
                for step in steps
                if step.open
            ]
        return self._out[here]

    def _step(self, g: Family, s: State, units: Sequence[str], here: str, there: str) -> Stride:
        paved, off_map = road(g, s, here, there), there in g.board.areas
        parted, place = g.parted(s, here, there), self._place.get(there, -1)
        if paved and not off_map and g.uses_road(s, units):
            price = max(g.road_price(s, unit, paved) for unit in units)
            return Stride(there, place, parted, "", price, 0, False, 0, "", 0)
        costs = [HALF] if off_map else [hex_price(g, s, g.units[unit], there) for unit in units]
        barred = "" if paved else self._barred(g, s, units, here, there, BARS in costs)
        woods = not off_map and bool(g.ground.trait(there, "woods"))
        bridge, wet, river = self._water(g, s, units, here, there)
        terrain = max(*costs, 0)
        return Stride(there, place, parted, barred, 0, terrain, woods, bridge, wet, river)

    @staticmethod
    def _barred(
        g: Family, s: State, units: Sequence[str], here: str, there: str, shut: bool
    ) -> str:
        return there if shut else here if g.leaves_barred(s, units, here) else ""

    @staticmethod
    def _water(
        g: Family, s: State, units: Sequence[str], here: str, there: str
    ) -> tuple[int, str, int]:
        """A river or canal on the way: over a bridge, or across it."""
        kind = water(g, here, there)
        if kind is None:
            return 0, "", 0
        if kind not in DRY and bridged(g, s, here, there):
            return max(g.bridge_price(s, unit, kind) for unit in units), "", 0
        prices = (side_price(g, s, g.units[unit], kind, here, there) for unit in units)
        return 0, kind, max(0, *prices)


def strides(g: Family, s: State, units: Sequence[str]) -> Strides:
    """The steps of a group: those of any other that is as much on wheels and as much on foot."""
    pieces = (g.units[unit] for unit in units)
    kinds = frozenset((p.technical, p.mechanized, g.on_foot(s, p.id)) for p in pieces)
    known, key = lies(g, s).strides, (kinds, g.uses_road(s, units))
    if key not in known:
        known[key] = Strides(g)
    return known[key]
