"""Section 19.1: onto the map from an entry area, alone or as a group, and on from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.action import Action
from engine.game import Course
from engine.holland44.march import March
from engine.verdict import Reason
from engine.zocbond.ground import BARS, hex_price, on_road
from engine.zocbond.hooks import Hooks
from engine.zocbond.state import REPLACED, State
from engine.zocbond.walking import EXTENDED, NORMAL, TACTICAL, Pace, touched
from engine.zocbond.zones import zoc


class EntryRules(Hooks):
    """The first hex and what comes after it."""

    def enters_together(self: Any, s: State, units: Sequence[str], hex: str) -> bool:
        """Units of an area may come in as a group (8.1, 19.1), not by a ferry of one step."""
        return not self.river_edge(hex, s.place(units[0]))

    def _first_hex(
        self: Any, s: State, units: Sequence[str], area: str, hex: str, mode: str
    ) -> tuple[Pace, str]:
        """What the first hex costs the slowest and dearest of a group, and how it goes on (19.1).

        Traffic there makes it dearer (24.2), and it is the first of its woods (8.6.1). Who may
        only move tactically does; so does who is ferried in (8.5.4).
        """
        by_road = self.uses_road(s, units) and on_road(self, hex)
        prices, woods = [hex_price(self, s, self.units[unit], hex) for unit in units], 0
        if by_road or BARS in prices:
            price = max(self.road_price(s, unit, "road") for unit in units)
        else:
            price = max(prices)
            woods = int(self.ground.trait(hex, "woods"))
        price += self.toll(s, units, hex)
        bound = mode == NORMAL and any(self.mode_reasons(s, units, NORMAL))
        if bound or self.river_edge(hex, area):
            mode = TACTICAL
        watched = zoc(self, s, self.other[self.units[units[0]].side])
        return Pace(hex, price, 1, woods, hex if hex in watched else ""), mode

    def entry_way_reasons(
        self: Any, s: State, unit: str, path: Sequence[str], mode: str, pause: bool = False
    ) -> Iterator[Reason]:
        """The ways of moving hold from the first hex on (6.4.2, 8.2.2, 19.1)."""
        area, hex = s.place(unit), path[0]
        if mode != NORMAL:
            yield from self.mode_reasons(s, (unit,), mode)
        pace, way = self._first_hex(s, (unit,), area, hex, mode)
        if way != TACTICAL and self.too_crowded(s, (unit,), hex):
            yield Reason.of("6.4.2", "zb.move.crowded", hexes=(hex,), units=(unit,), hex=hex)
        if mode == EXTENDED:
            if hex in touched(self, s, self.other[self.units[unit].side]):
                name = self.units[unit].name
                key = "zb.move.extended-near"
                yield Reason.of("8.2.2", key, hexes=(hex,), units=(unit,), unit=name, hex=hex)
            if len(path) == 1 and not any(True for _ in self._beyond(s, (unit,), area, hex, mode)):
                yield from self.stop_reasons(s, (unit,), hex, mode)
        if len(path) > 1:
            march = March(self.units[unit].side, (unit,), way, pace, (), (area, hex))
            action = Action("march", unit=unit, path=tuple(path), pause=pause or None)
            yield from march.explain(self, s.put(unit, hex), action).reasons

    def entry_ways(self: Any, s: State, unit: str, every: bool) -> Iterator[tuple[Any, str]]:
        """Tactically into crowded hexes, where there is no other way in (6.4.2)."""
        for gate in self.board.areas[s.place(unit)].touches:
            if any(self.entry_reasons(s, unit, gate)):
                continue
            plain, careful = (
                not any(self.entry_way_reasons(s, unit, (gate,), mode))
                for mode in (NORMAL, TACTICAL)
            )
            if careful and not plain:
                yield (gate,), TACTICAL

    def _beyond(
        self: Any, s: State, units: Sequence[str], area: str, hex: str, mode: str
    ) -> Iterator[str]:
        """Where units that come in at a hex could go on to."""
        pace, mode = self._first_hex(s, units, area, hex, mode)
        for unit in units:
            s = s.put(unit, hex)
        yield from March(self.units[units[0]].side, tuple(units), mode, pace, (), ()).ways(self, s)

    def entered(
        self: Any,
        s: State,
        units: Sequence[str],
        area: str,
        path: Sequence[str],
        mode: str,
        course: Course,
    ) -> State:
        """The first hex costs its price; with what is left the group goes on (19.1)."""
        side, hex = self.units[units[0]].side, path[0]
        for unit in units:
            s = s.put(unit, hex)
        pace, mode = self._first_hex(s, units, area, hex, mode)
        s = self.after_step(s, side, units, (hex,), course)
        if self.river_edge(hex, area):
            s = self.load_ferry(s, units, area, hex)
        if any(s.has(unit, REPLACED) for unit in units):
            return s
        plan = tuple(path[1:])
        march = March(side, tuple(units), mode, pace, plan, (area, hex), free=not plan)
        under = s.agenda[-1]
        if not hasattr(under, "moved"):
            return replace(s, agenda=(*s.agenda[:-1], march, under))
        return s.push(march)
