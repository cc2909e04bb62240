"""Chapter 25: unknown units, what is behind them, and how they are shifted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.action import Action
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.hexset import HexSet
from engine.holland44.board.crossings import open_water
from engine.holland44.setting import ALLIED, AWAY, GERMAN, UNKNOWN, Setting, records
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import ROUTED, State
from engine.zocbond.board.zones import combat_units, held, watchers
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.supply.lines import road_net

GUESS = 2
"""The defence an attacker reckons with (25.4)."""


def unknown_at(g: Setting, s: State, hex: str) -> str | None:
    """The unknown unit of a hex; there is one at most (25.2.1)."""
    here = s.position.at(hex)
    return next((unit for unit in here if g.units[unit].kind == "unknown"), None)


@enforces("25.4")
def alone(g: Setting, s: State, hex: str) -> bool:
    """Whether an unknown unit has no company but routed units (25.3, 25.4)."""
    if unknown_at(g, s, hex) is None:
        return False
    others = (u for u in combat_units(g, s, GERMAN, hex) if g.units[u].kind != "unknown")
    return all(s.has(unit, ROUTED) for unit in others)


def lonely(g: Setting, s: State) -> HexSet:
    """The hexes of unknown units without company but routed units."""
    unknown = (unit for unit in g.fighters(GERMAN) if g.units[unit].kind == "unknown")
    return g.board.set(hex for hex in s.position.seats(unknown) if alone(g, s, hex))


@enforces("25.5")
def reveal(g: Setting, s: State, hex: str, course: Course) -> State:
    """The counter is turned: a garrison 0-0-0 leaves play, any other unit stays (25.1, 25.2.2).

    What it was, neither player knew until now (25.5).
    """
    unit = unknown_at(g, s, hex)
    if unit is None:
        return s
    s = s.put(unit, AWAY)
    pool = sorted(s.position.at(UNKNOWN))
    name = course.chance.draw("unknown", pool) if pool else None
    if name is None or g.units[name].faces[0].defence == 0:
        course.tell("25.1", "h44.unknown.nobody", hexes=(hex,), hex=hex)
        return s.put(name, AWAY) if name else s
    course.tell(
        "25.1", "h44.unknown.somebody", hexes=(hex,), units=(name,), unit=g.unit_name(name), hex=hex
    )
    return s.put(name, hex).keep(replace(records(s), turned=(name,)))


class UnknownChapter(Chapter[Setting]):
    """Unknown units in movement and combat."""

    @enforces("25.3.1")
    def enterable(self, g: Setting, s: State, units: Sequence[str]) -> HexSet:
        """Allied units may move upon an unknown unit that stands alone (25.3.1)."""
        allied = g.units[units[0]].side == ALLIED
        return s.fact("lonely", lonely, g, s) if allied else g.board.grid.none

    def bars_at(self, g: Setting, s: State, units: Sequence[str]) -> HexSet:
        return self.enterable(g, s, units)

    def step_bars(
        self, g: Setting, s: State, units: Sequence[str], here: str, there: str
    ) -> Iterator[Reason]:
        """Not over a large river without a bridge: engineers carry no attack in the middle of a
        move (9.5.1, 25.3.1)."""
        if there not in held(g, s, GERMAN) or g.units[units[0]].side != ALLIED:
            return
        if not alone(g, s, there) or not open_water(g, s, here, there):
            return
        key = "h44.unknown.over-water"
        where = (here, there)
        yield Reason.of("9.5.1", key, hexes=where, units=tuple(units), hex=there)

    @enforces("25.2.2")
    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        """From now on it counts like any other unit (25.2.2)."""
        return s.keep(replace(records(s), turned=())) if records(s).turned else s

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """An attacked unknown unit is turned, and fights with the rest (25.3.4, 25.4)."""
        return reveal(g, s, battle.hex, course) if battle.side == ALLIED else s

    @enforces("25.3.4")
    def walkover(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Nobody was there: an advance as after DS or DMR (25.3.4)."""
        if battle.halts:
            return s
        result = g.auto_result()
        return s.push(Advance(battle, result.advance, result.exploits))

    def storms(self, g: Setting, s: State, units: Sequence[str], here: str, there: str) -> bool:
        """Out of the ZOC of the unknown unit alone one goes on into its hex (25.3.1)."""
        if not alone(g, s, there) or g.units[units[0]].side != ALLIED:
            return False
        if here not in g.board:
            return True
        return all(s.place(foe) == there for foe in watchers(g, s, here, GERMAN))

    @enforces("25.4")
    def lends_besides(self, g: Setting, s: State, unit: str) -> bool:
        """Just turned, it adds its strength although the hex is over its limit now (25.4)."""
        return unit in records(s).turned

    def movement_deeds(self, g: Setting) -> Sequence[Deed[Setting, State, Movement]]:
        return (ShiftUnknown(),)


class ShiftUnknown(Deed[Setting, State, Movement]):
    """Once a turn from turn 3 on an unknown unit goes to a town or city (25.6)."""

    kind, rule = "shift-unknown", "25.6"
    sure = True

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in (orders.mine(g, s, GERMAN) if self._open(s, p) else ())
                if g.units[unit].kind == "unknown" and s.place(unit) in g.board
            ),
            "hex": lambda g, s, p, given: s.fact("towns-open", self._spots, g, s),
        }

    def _spots(self, g: Setting, s: State) -> tuple[str, ...]:
        return tuple(hex for hex in g.ground.towns if not any(self._ground(g, s, hex)))

    def _ground(self, g: Setting, s: State, hex: str) -> Iterator[Reason]:
        no = partial(Reason.of, "25.6", hexes=(hex,), hex=hex)
        if hex not in g.ground.towns:
            yield no("h44.unknown.no-town")
            return
        foes = held(g, s, ALLIED)
        if hex in foes or any(near in foes for near in g.board.neighbours(hex)):
            yield no("h44.unknown.ally-near")
        if hex not in s.fact("roads-home", lambda: road_net(g, s, GERMAN, g.sources(s, GERMAN))):
            yield no("h44.unknown.no-road")
        if unknown_at(g, s, hex) is not None:
            yield Reason.of("25.2.1", "h44.unknown.two", hexes=(hex,), hex=hex)

    def _open(self, s: State, p: Movement) -> bool:
        return p.side == GERMAN and s.turn >= 3 and records(s).shifted != s.turn

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """From turn 3, one a turn, far from the Allies, on a road home (25.6)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or g.units[unit].kind != "unknown" or s.place(unit) not in g.board:
            yield Reason.of("25.6", "zb.no-unit", unit=unit)
            return
        if not self._open(s, p):
            yield Reason.of("25.6", "h44.unknown.not-now", units=(unit,))
        if hex not in g.board:
            yield Reason.of("25.6", "h44.unknown.no-town", hex=hex)
            return
        yield from self._ground(g, s, hex)

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit, hex = action["unit"], action["hex"]
        course.tell("25.6", "h44.unknown.shifted", units=(unit,), hexes=(hex,), hex=hex)
        return s.put(unit, hex).keep(replace(records(s), shifted=s.turn))
