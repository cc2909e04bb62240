"""What the start of a scenario of Stalingrad '42 sets, and every chapter reads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.errors import Problem, closest
from engine.files import Table
from engine.stalingrad42.start import (
    check_opening,
    known_unit,
    read_by_side,
    read_mark,
    read_remnants,
    read_replacements,
    read_schedule,
    read_special,
    read_turns,
    read_types,
    read_under_way,
)
from engine.zocbond.rules import Family


class Setting(Family):
    """The family's rules with what a scenario sets: the chapters of the game are built on it."""

    def read_start(self, start: Table, top: Table) -> None:
        """Weather, aircraft, fortifications, benchmarks and points of a position; who has a
        triangle begins reduced. Then the rules in use and the scenario's own (chapters 25 to
        34)."""
        self.weather = start.get("weather", str, "clear")
        self.air = read_schedule(start, "air")
        self.soviet_first = start.get("soviet-first", bool, False)
        self.resources = read_by_side(start, "resources", self.sides)
        self.romanian_air = start.get("romanian-air", int, 0)
        self.replacements = read_replacements(start.table("replacements"))
        tracks = start.table("replacement-track")
        self.replacement_track = {
            side: {
                int(turn): read_types(tracks.table(side).table(turn))
                for turn in tracks.table(side).data
            }
            for side in tracks.data
        }
        coming = start.table("arrivals")
        self.arrivals = {unit: read_mark(coming, unit, self.units) for unit in coming.data}
        left = start.table("remnants")
        self.remnants = {kind: left.need(kind, int) for kind in left.data}
        for unit in start.texts("triangles"):
            self._lost[known_unit(self, start, "triangles", unit)] = max(1, self._lost.get(unit, 0))
        self.first_remnants = read_remnants(self, start)
        self.under_way = read_under_way(self, start)
        heads = start.table("railheads")
        self.railheads = {marker: heads.need(marker, str) for marker in heads.data}
        self.goal = start.get("goal", int, 0)
        forts = start.table("forts")
        self.forts = {hex: forts.need(hex, str) for hex in forts.data}
        marks = start.table("benchmarks")
        self.benchmarks = read_turns(marks)
        worth = start.table("points")
        self.worth = {hex: worth.need(hex, int) for hex in worth.data}
        rails = start.table("rail-net")
        self.rails = {side: tuple(rails.texts(side)) for side in rails.data}
        self._read_options(start)

    def _read_options(self, start: Table) -> None:
        """The keys of chapters 25 to 34."""
        on = self.scenario.switches
        self.transcaucasus = tuple(start.texts("transcaucasus")) if on["transcaucasus"] else ()
        start.texts("transcaucasus")
        self.front_row = start.get("front-row", int, 40)
        armies = start.table("reserve-armies")
        self.armies = {number: tuple(armies.texts(number)) for number in armies.data}
        out = start.table("corps-withdrawals")
        self.corps_out = read_turns(out)
        given = start.table("masks")
        self.first_masks = {army: given.need(army, str) for army in given.data}
        levels = start.table("city-battles")
        self.city_levels = {hex: levels.need(hex, int) for hex in levels.data}
        holders = start.table("contested")
        self.first_contests = {hex: holders.need(hex, str) for hex in holders.data}
        self.special = read_special(start.table("special"))
        check_opening(self.special, self.opening)
        first = start.table("plans")
        self.first_plans = {head: first.need(head, str) for head in first.data}
        self.front_called = start.get("front-called", bool, False)
        self.offensive = start.get("offensive-turn", int, 0)
        for unit in (
            *self.first_plans,
            *self.transcaucasus,
            *(u for us in self.armies.values() for u in us),
        ):
            if unit not in self.units:
                raise Problem(f"there is no unit '{unit}'", remedy=closest(unit, self.units))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The kinds of roads and railways on the board."""
        return tuple(sorted({kind for kinds in self.board.link_at for kind in kinds}))

    @cached_property
    def counting(self) -> Mapping[str, frozenset[str]]:
        """The combat units of each side that count for stacking."""
        free = {unit for unit, piece in self.units.items() if piece.free}
        return {side: self.fighters(side) - free for side in self.sides}

    def first_losses(self) -> Mapping[str, int]:
        """The steps that units have lost when the scenario begins."""
        return self._lost
