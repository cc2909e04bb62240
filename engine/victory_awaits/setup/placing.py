"""Chapter 4: each formation is set up in its areas, ranges and hexes, the Soviets first."""

from __future__ import annotations

from collections.abc import Iterable

from engine.agenda import Moves, Phase, Reasons, Slots
from engine.files import Table
from engine.values import Action, text
from engine.verdict import Course, Decision, Reason
from engine.victory_awaits.components.deeds import Answer, ByUnit
from engine.victory_awaits.components.state import AXIS, Setting, State, Unit
from engine.victory_awaits.components.track import SETTING_UP, Zone
from engine.victory_awaits.concepts import STACK_LIMIT, enemies_in, put, stacking

MUST = ("area", "hex", "hq")
"""Zones whose every hex is occupied; in a range some may stay empty."""


def on_own_side(g: Setting, side: str, hex: str) -> bool:
    """Whether a hex lies on a side's own side of the start line (2.1)."""
    west = g.board.tagged("axis-territory")
    return not west or hex not in g.board or (hex in west) == (side == AXIS)


def check_zones(g: Setting, top: Table) -> None:
    """A hex that must be occupied is one where its units may stand (4.0, TEC)."""
    for zone in g.setup.zones:
        for hex in zone.hexes if zone.kind in MUST else ():
            dry = hex in g.ground.dry
            if not (dry and on_own_side(g, zone.side, hex)):
                raise top.problem(
                    f"nobody of the {zone.formation} can stand in hex {hex},"
                    f" {'beyond the start line' if dry else g.board.terrain(hex)}",
                    "deploy",
                    "Name dry hexes on the side's own side of the start line.",
                )


class SettingUp(Phase):
    """A side places its units (4.0 step 2): area, range or single hex of their formation."""

    side: str

    def zones(self, g: Setting, s: State, unit: str) -> list[Zone]:
        """Where a unit may be set up: an HQ in the hex of its symbol, others by formation."""
        return s.once(("zones", self.side, unit), self._zones, g, unit)

    def _zones(self, g: Setting, unit: str) -> list[Zone]:
        mine = [zone for zone in g.setup.zones if zone.side == self.side]
        own = [zone for zone in mine if zone.hq == unit]
        formation = g.units[unit].formation
        return own or [zone for zone in mine if not zone.hq and zone.formation == formation]

    def waiting(self, s: State) -> tuple[str, ...]:
        """The units still beside the map."""
        return s.position.at(SETTING_UP[self.side])

    def empty(self, g: Setting, s: State, formation: str) -> list[str]:
        """The hexes that a formation must still occupy: in areas every one (4.0 a, c)."""
        return [
            hex
            for zone in g.setup.zones
            if zone.side == self.side and zone.formation == formation and zone.kind in MUST
            for hex in zone.hexes
            if not any(g.units[unit].formation == formation for unit in s.position.at(hex))
        ]

    def short(self, g: Setting, s: State, unit: str, hex: str) -> bool:
        """Whether placing here leaves too few units for hexes that must be occupied."""
        empty, left = s.once(("to fill", unit), self.to_fill, g, s, unit)
        return len(empty - {hex}) > left

    def to_fill(self, g: Setting, s: State, unit: str) -> tuple[set[str], int]:
        """What a unit's formation must still occupy, and how many others of it can do so."""
        formation = g.units[unit].formation
        left = [u for u in self.waiting(s) if g.units[u].formation == formation and u != unit]
        bound = {zone.hq: zone.hexes[0] for zone in g.setup.zones if zone.hq in left}
        return set(self.empty(g, s, formation)) - {*bound.values()}, len(left) - len(bound)

    def decision(self, g: Setting, s: State) -> Decision:
        return Decision.of(self.side, "ava.setup", "4.0", left=len(self.waiting(s)))

    def by_choice(self, g: Setting, unit: str) -> bool:
        """Whether a unit is set up by choice, and not on a hex printed for it (4.0 step 4)."""
        return g.scenario.where[unit] == SETTING_UP[self.side]

    def placed(self, g: Setting, s: State) -> list[str]:
        """The units that were set up by choice."""
        units = s.position.units()
        return [u for u in units if self.by_choice(g, u) and s.position.place(u) in g.board]

    def unfinished(self, g: Setting, s: State) -> Reasons:
        """Why the set-up is not done."""
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

    def over(self, g: Setting, s: State, course: Course) -> State:
        """The other side sets up, or the first turn begins."""
        course.tell("4.0", "ava.setup.done", side=self.side)
        return s.pop()


class Place(ByUnit[SettingUp]):
    """A unit is set up, or moved again before the set-up is done (4.0 step 2)."""

    kind, rule = "place", "4.0"

    def slots(self) -> Slots[Setting, State, SettingUp]:
        """One that waits, or when they fit nowhere one that stands; a hex of its zones."""
        return {"unit": self._who, "hex": self._where}

    def _who(
        self, g: Setting, s: State, p: SettingUp, given: Action
    ) -> tuple[str, ...] | list[str]:
        waiting = p.waiting(s)
        if any(any(self._fits(g, s, p, unit)) for unit in waiting) or not any(p.unfinished(g, s)):
            return waiting
        return p.placed(g, s)

    def _where(self, g: Setting, s: State, p: SettingUp, given: Action) -> Iterable[str]:
        return dict.fromkeys(hex for zone in p.zones(g, s, given["unit"]) for hex in zone.hexes)

    def _fits(self, g: Setting, s: State, p: SettingUp, unit: str) -> Moves:
        slots = tuple(self.slots().items())[1:]
        return self.walk(g, s, p, Action("place", unit=unit), slots)

    def choices(
        self, g: Setting, s: State, p: SettingUp, unit: str | None, hex: str | None
    ) -> Moves:
        """Somebody who stands may be moved too, if one asks about him."""
        if unit is None or unit not in p.placed(g, s):
            yield from super().choices(g, s, p, unit, hex)
        elif any(p.unfinished(g, s)):
            yield from (a for a in self._fits(g, s, p, unit) if hex in (None, a["hex"]))

    def objections(
        self, g: Setting, s: State, p: SettingUp, piece: Unit, action: Action
    ) -> Reasons:
        unit, hex = piece.id, text(action, "hex")
        seat, zones = s.position.place(unit), p.zones(g, s, unit)
        hexes = (hex,) if hex in g.board else ()
        params = {"unit": piece.name, "hex": hex, "formation": piece.formation}

        def no(key: str, **more: object) -> Reason:
            return Reason.of(
                "4.0", f"ava.setup.{key}", units=(unit,), hexes=hexes, **params, **more
            )

        if piece.side != p.side:
            yield no("not-yours")
            return
        if not p.by_choice(g, unit):
            yield no("not-waiting")
            return
        if seat == hex:
            yield no("there-already")
        if hex in g.board and hex not in g.ground.dry:
            yield no("closed", terrain=g.board.terrain(hex))
        elif not on_own_side(g, p.side, hex):
            yield no("start-line")
        elif not any(hex in zone.hexes for zone in zones):
            yield no("outside", kind=tuple(dict.fromkeys(zone.kind for zone in zones)))
        elif hex in g.board:
            if enemies_in(g, s, p.side, hex):
                yield no("enemy")
            if seat == SETTING_UP[p.side] and p.short(g, s, unit, hex):
                yield no("every-hex")
            if any(stacking(g, s, unit, hex)):
                yield no("full", limit=STACK_LIMIT)

    def apply(self, g: Setting, s: State, p: SettingUp, action: Action, course: Course) -> State:
        """It stands there, at full strength (4.0 step 5)."""
        unit, hex = action["unit"], action["hex"]
        g.tell(course, unit, "4.0", "ava.setup.placed", (hex,), hex=hex)
        return put(g, s, unit, hex)


SettingUp.offers(Place(), Answer("end", "4.0", SettingUp.over, SettingUp.unfinished))
