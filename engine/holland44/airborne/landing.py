"""Sections 22.3 and 22.6: the landing rolls of a hex, and landings on top of the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.game import Course, Decision
from engine.holland44.airborne.landing_table import landing_result
from engine.holland44.command import led
from engine.holland44.records import records
from engine.holland44.setting import ALLIED, Setting
from engine.holland44.supply.remnants import straggle
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import alive, destroy, lose_step
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.state import FIRED, SCATTERED, State
from engine.zocbond.board.zones import enemy, held


def landed_badly(g: Setting, s: State, unit: str, result: str, course: Course) -> State:
    """S, S1, S2: scattered, and steps lost; one of them may come back (22.3.3 to 22.3.6)."""
    if result == "-":
        return s
    s = s.mark((unit,), SCATTERED)
    piece = g.units[unit]
    losses = {"S1": 1, "S2": 2}.get(result, 0)
    if piece.kind == "artillery":
        if losses == 2:
            return destroy(g, s, unit, course, "22.3.4")
        return s.mark((unit,), FIRED) if losses else s
    if losses:
        s = straggle(g, s, unit)
    rule = "22.3.5" if g.left(s, unit) == 1 else "22.3.3"
    for _ in range(losses):
        if alive(g, s, unit):
            s = lose_step(g, s, unit, course, rule)
    return s


@enforces("18.5")
def on_ground(s: State, units: Sequence[str], hex: str) -> State:
    """Units stand where they dropped, in supply for the turn (18.5)."""
    for unit in units:
        s = s.put(unit, hex)
    return s.keep(replace(records(s), landed=(*records(s).landed, *units)))


@dataclass(frozen=True)
class Rolls(Choice[Setting]):
    """Turn 1: one roll a drop hex; the Allied player says which infantry bears it (22.3.1)."""

    hexes: tuple[str, ...]
    result: str = ""

    kind, rule = "bear", "22.3.1"

    def ways(self, g: Setting, s: State) -> list[Action]:
        """The infantry that landed there."""
        return [
            Action("bear", unit=unit)
            for unit in s.position.at(self.hexes[0])
            if unit in records(s).landed and g.units[unit].infantry
        ]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Who bears the result."""
        if not self.result or len(self.ways(g, s)) < 2:
            return None
        return Decision.of(
            ALLIED, "h44.landing-pick", "22.3.1", hex=self.hexes[0], result=self.result
        )

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Roll for the next hex; with one unit to bear the result it does."""
        if not self.hexes:
            return s.pop()
        ways = self.ways(g, s)
        if self.result:
            return self.take(g, s, ways[0], course)
        if not ways:
            return s.instead(replace(self, hexes=self.hexes[1:]))
        die = course.chance.roll("landing")
        result = landing_result(g, die)
        course.tell("22.3.1", "h44.drop.rolled", hexes=self.hexes[:1], die=die, result=result)
        if result == "-":
            return s.instead(replace(self, hexes=self.hexes[1:]))
        return s.instead(replace(self, result=result))

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """Airborne infantry of the hex only."""
        return Reason.of("22.3.1", "h44.landing.not-this", unit=text(action, "unit"))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """The unit bears the result."""
        s = s.instead(Rolls(self.hexes[1:]))
        return landed_badly(g, s, way["unit"], self.result, course)


@dataclass(frozen=True)
class Dives(Choice[Setting]):
    """Landings on enemy hexes: a battle each, in the order the Allied player likes (22.6)."""

    kind, rule = "dive", "22.6"

    def ways(self, g: Setting, s: State) -> list[Action]:
        """Each hex that somebody lands on."""
        return [Action("dive", hex=hex) for hex in records(s).dives]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Which battle first."""
        dives = records(s).dives
        return Decision.of(ALLIED, "h44.dive", "22.6", left=len(dives)) if len(dives) > 1 else None

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """Nobody lands elsewhere."""
        return Reason.of("22.6", "h44.drop.nobody", hex=text(action, "hex"))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """The battle, if the enemy is still there."""
        hex = way["hex"]
        units = records(s).dives[hex]
        if hex not in held(g, s, enemy(g, ALLIED)):
            return s.push(AfterDive(hex))
        return led(g, s.push(AfterDive(hex)), Battle(ALLIED, hex, units, halts=True), course)


@dataclass(frozen=True)
class AfterDive(Phase):
    """Did the landing clear the hex? Then its units still roll; else they are lost (22.6)."""

    hex: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Land, or die; what modifies the roll was settled when they jumped (22.3.2)."""
        s = s.pop()
        dives = dict(records(s).dives)
        units = [unit for unit in dives.pop(self.hex) if alive(g, s, unit)]
        s = s.keep(replace(records(s), dives=dives))
        if self.hex in held(g, s, enemy(g, ALLIED)):
            for unit in units:
                s = destroy(g, s, unit, course, "22.6")
            return s
        mods = records(s).dive_mods
        s = g.take(on_ground(s, units, self.hex), ALLIED, units, (self.hex,), course)
        if s.turn == 1:
            return s
        for unit in units:
            die = course.chance.roll("landing")
            result = landing_result(g, die + mods[unit])
            course.tell("22.3", "h44.drop.rolled", units=(unit,), die=die, result=result)
            s = landed_badly(g, s, unit, result, course)
        return s
