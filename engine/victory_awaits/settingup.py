"""Chapter 4: each formation is set up in its areas, ranges and hexes, the Soviets first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.files import Table
from engine.game import Course, Decision
from engine.given import text
from engine.verdict import Reason, Verdict
from engine.victory_awaits.boxes import SETTING_UP
from engine.victory_awaits.concepts import STACK_LIMIT, enemies_in, stacking
from engine.victory_awaits.state import State
from engine.victory_awaits.track import Zone
from engine.victory_awaits.unit import AXIS

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


MUST = ("area", "hex", "hq")
"""Zones whose every hex is occupied; in a range some may stay empty."""


def on_own_side(g: VictoryAwaits, side: str, hex: str) -> bool:
    """Whether a hex lies on a side's own side of the start line (2.1)."""
    west = g.board.tagged("axis-territory")
    return not west or hex not in g.board or (hex in west) == (side == AXIS)


def check_zones(g: VictoryAwaits, top: Table) -> None:
    """A hex that must be occupied is one where its units may stand (4.0, TEC)."""
    for zone in g.setup.zones:
        for hex in zone.hexes if zone.kind in MUST else ():
            dry = g.ground.dry(g.board.index[hex])
            if not (dry and on_own_side(g, zone.side, hex)):
                raise top.problem(
                    f"nobody of the {zone.formation} can stand in hex {hex},"
                    f" {'beyond the start line' if dry else g.board.terrain(hex)}",
                    "deploy",
                    "Name dry hexes on the side's own side of the start line.",
                )


@dataclass(frozen=True)
class SettingUp(Phase):
    """A side places its units (4.0 step 2): area, range or single hex of their formation."""

    side: str

    def zones(self, g: VictoryAwaits, unit: str) -> list[Zone]:
        """Where a unit may be set up: an HQ in the hex of its symbol, others by formation."""
        mine = [zone for zone in g.setup.zones if zone.side == self.side]
        own = [zone for zone in mine if zone.hq == unit]
        formation = g.units[unit].formation
        return own or [zone for zone in mine if not zone.hq and zone.formation == formation]

    def waiting(self, s: State) -> tuple[str, ...]:
        """The units still beside the map."""
        return s.position.at(SETTING_UP[self.side])

    def empty(self, g: VictoryAwaits, s: State, formation: str) -> list[str]:
        """The hexes that a formation must still occupy: in areas every one (4.0 a, c)."""
        return [
            hex
            for zone in g.setup.zones
            if zone.side == self.side and zone.formation == formation and zone.kind in MUST
            for hex in zone.hexes
            if not any(g.units[unit].formation == formation for unit in s.position.at(hex))
        ]

    def _short(self, g: VictoryAwaits, s: State, unit: str, hex: str) -> bool:
        """Whether placing here leaves too few units for hexes that must be occupied."""
        formation = g.units[unit].formation
        left = [u for u in self.waiting(s) if g.units[u].formation == formation and u != unit]
        bound = {zone.hq: zone.hexes[0] for zone in g.setup.zones if zone.hq in left}
        empty = set(self.empty(g, s, formation)) - {hex, *bound.values()}
        return len(empty) > len(left) - len(bound)

    def decision(self, g: VictoryAwaits, s: State) -> Decision:
        """The owner places or moves a unit, or declares the set-up done."""
        return Decision.of(self.side, "ava.setup", "4.0", left=len(self.waiting(s)))

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Place a unit; end."""
        return ("place", "end")

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every zone hex of the units that wait; when they fit nowhere, those that stand."""
        found = False
        for one in self.waiting(s):
            if unit in (None, one):
                for action in self._places(g, s, one, hex):
                    found = True
                    yield action
        done = not any(self._unfinished(g, s))
        if not found and not done:
            for one in self._placed(g, s):
                if unit in (None, one):
                    yield from self._places(g, s, one, hex)
        if unit is None and hex is None and done:
            yield Action("end")

    def _placed(self, g: VictoryAwaits, s: State) -> Iterator[str]:
        for unit in s.position.units():
            if self._by_choice(g, unit) and s.position.place(unit) in g.board:
                yield unit

    def _by_choice(self, g: VictoryAwaits, unit: str) -> bool:
        """Whether a unit is set up by choice, and not on a hex printed for it (4.0 step 4)."""
        return g.scenario.where[unit] == SETTING_UP[self.side]

    def _places(self, g: VictoryAwaits, s: State, unit: str, hex: str | None) -> Moves:
        zones = self.zones(g, unit)
        for there in dict.fromkeys(h for zone in zones for h in zone.hexes):
            if hex in (None, there) and not any(self._reasons(g, s, unit, there)):
                yield Action("place", unit=unit, hex=there)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Chapter 4 step 2, every clause."""
        if action.kind == "end":
            return Verdict(tuple(self._unfinished(g, s)))
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units:
            return Verdict((Reason.of("4.0", "ava.move.no-unit", unit=unit),))
        return Verdict(tuple(self._reasons(g, s, unit, hex)))

    def _unfinished(self, g: VictoryAwaits, s: State) -> Iterator[Reason]:
        waiting = self.waiting(s)
        if waiting:
            names = tuple(g.units[unit].name for unit in waiting)
            yield Reason.of("4.0", "ava.setup.waiting", units=waiting, names=names)
        formations = dict.fromkeys(z.formation for z in g.setup.zones if z.side == self.side)
        for formation in formations:
            empty = self.empty(g, s, formation)
            if empty:
                yield Reason.of(
                    "4.0", "ava.setup.empty", hexes=empty, formation=formation, list=tuple(empty)
                )

    def _reasons(self, g: VictoryAwaits, s: State, unit: str, hex: str) -> Iterator[Reason]:
        piece, seat = g.units[unit], s.position.place(unit)
        zones = self.zones(g, unit)

        def no(key: str, **params: object) -> Reason:
            return Reason.of(
                "4.0",
                f"ava.setup.{key}",
                units=(unit,),
                hexes=(hex,) if hex in g.board else (),
                unit=piece.name,
                hex=hex,
                formation=piece.formation,
                **params,
            )

        if piece.side != self.side:
            yield no("not-yours")
            return
        if not self._by_choice(g, unit):
            yield no("not-waiting")
            return
        if seat == hex:
            yield no("there-already")
        if hex in g.board and not g.ground.dry(g.board.index[hex]):
            yield no("closed", terrain=g.board.terrain(hex))
        elif not on_own_side(g, self.side, hex):
            yield no("start-line")
        elif not any(hex in zone.hexes for zone in zones):
            kinds = tuple(dict.fromkeys(zone.kind for zone in zones))
            yield no("outside", kind=kinds)
        elif hex in g.board:
            if enemies_in(g, s, self.side, hex):
                yield no("enemy")
            if seat == SETTING_UP[self.side] and self._short(g, s, unit, hex):
                yield no("every-hex")
            if any(stacking(g, s, unit, hex)):
                yield no("full", limit=STACK_LIMIT)

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """The unit stands there, at full strength (4.0 step 5)."""
        if action.kind == "end":
            course.tell("4.0", "ava.setup.done", side=self.side)
            return s.pop()
        unit, hex = action["unit"], action["hex"]
        name = g.units[unit].name
        course.tell("4.0", "ava.setup.placed", units=(unit,), hexes=(hex,), unit=name, hex=hex)
        return s.at(unit, hex)
