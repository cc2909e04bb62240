"""The initial phase: aircraft, trains, fortifications, resource points, replacements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.stalingrad42.movement import GERMAN, GUNS
from engine.verdict import Reason, Verdict
from engine.zocbond.given import text
from engine.zocbond.losses import alive
from engine.zocbond.state import FIRED, OUT, REPLACED, TRAIN, State
from engine.zocbond.supply import supplied_at
from engine.zocbond.zones import combat_units, enemy, held, zoc

if TYPE_CHECKING:
    from engine.stalingrad42.rules import Stalingrad42

POINTS = 2
FORTS = {"german": 12, "soviet": 24}
NO_FORT = ("large-city", "small-city", "mountain", "swamp", "rough-woods")


@dataclass(frozen=True)
class Initial(Phase):
    """What happens by itself, then the resource points (3.0 initial phase, 18.1)."""

    side: str

    def proceed(self, g: Stalingrad42, s: State, course: Course) -> State:
        """Aircraft come back (9.3.1), trains unload (5.6.5), fortifications are ready (9.7.2)."""
        mine = [u for u in s.position.units() if g.units[u].side == self.side]
        s = s.pop().unmark(mine, TRAIN)
        building = dict(s.tracks.get("building", {}))
        ready = {hex: side for hex, side in building.items() if side == self.side}
        rest = {hex: side for hex, side in building.items() if side != self.side}
        for hex in ready:
            course.tell("9.7.2", "s42.fort.ready", hexes=(hex,))
        s = s.track(building=rest, forts={**s.tracks.get("forts", {}), **ready}, railed=())
        if self.side == GERMAN:
            weather = str(s.tracks.get("weather"))
            air = {"clear": g.air, "mud": g.air, "overcast": min(1, g.air)}.get(weather, 0)
            s = s.track(air=0 if weather == "overcast" and s.turn >= 28 else air)
        budget = (g.resources, g.replacements.get(self.side, 0))
        return s.push(Resources(self.side, *budget)) if any(budget) else s


@dataclass(frozen=True)
class Resources(Phase):
    """Resource points and replacements are spent (18.1, 21.0)."""

    side: str
    points: int
    steps: int
    rebuilt: tuple[str, ...] = ()

    def decision(self, g: Stalingrad42, s: State) -> Decision | None:
        """Spend a point, or end the phase."""
        if next(self.choices(g, s, None, None)).kind == "end":
            return None
        return Decision.of(self.side, "s42.resources", "18.1", points=self.points, steps=self.steps)

    def proceed(self, g: Stalingrad42, s: State, course: Course) -> State:
        """Nothing can be done with what is left; it is lost (18.1, 21.1.1)."""
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """Make a gun ready, build a fortification, replace a step; end."""
        return ("ready", "fortify", "replace", "end")

    def choices(self, g: Stalingrad42, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every gun, every hex with own units, every unit that lacks a step."""
        for name in s.position.units():
            if unit in (None, name) and hex in (None, s.place(name)):
                for kind in ("ready", "replace"):
                    action = Action(kind, unit=name)
                    if self.explain(g, s, action):
                        yield action
        if unit is None:
            for spot in sorted(held(g, s, self.side)):
                action = Action("fortify", hex=spot)
                if hex in (None, spot) and self.explain(g, s, action):
                    yield action
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: Stalingrad42, s: State, action: Action) -> Verdict:
        """Everything against it."""
        if action.kind == "end":
            return Verdict()
        if action.kind == "fortify":
            return Verdict(tuple(self._fort(g, s, text(action, "hex"))))
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != self.side:
            return Verdict((Reason.of("18.1", "zb.no-unit", unit=unit),))
        which = self._ready if action.kind == "ready" else self._replace
        return Verdict(tuple(which(g, s, unit)))

    def _fort(self, g: Stalingrad42, s: State, hex: str) -> Iterator[Reason]:
        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, hexes=(hex,), hex=hex)

        if self.points < 1:
            yield no("18.1", "s42.resources.none")
        if hex not in g.board:
            yield no("9.7.2", "s42.fort.where")
            return
        if g.terrain_of(s, hex) in NO_FORT:
            yield no("9.7.3", "s42.fort.ground")
        here = hex in s.tracks.get("forts", {}) or hex in s.tracks.get("building", {})
        if here or g.fortified(s, hex, self.side):
            yield no("9.7.3", "s42.fort.one")
        own = combat_units(g, s, self.side, hex)
        if hex in zoc(g, s, enemy(g, self.side)) and not own:
            yield no("9.7.3", "s42.fort.zoc")
        if not own or not supplied_at(g, s, own[0], hex):
            yield no("9.7.2", "s42.fort.where")
        built = [*s.tracks.get("forts", {}).values(), *s.tracks.get("building", {}).values()]
        if built.count(self.side) >= FORTS[self.side]:
            yield no("9.7.3", "s42.fort.counters")

    def _ready(self, g: Stalingrad42, s: State, unit: str) -> Iterator[Reason]:
        piece = g.units[unit]

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), unit=piece.name)

        if self.points < 1:
            yield no("18.1", "s42.resources.none")
        if piece.kind not in GUNS or not s.has(unit, FIRED):
            yield no("18.1", "s42.resources.not-used")
        elif not s.good(unit) or s.place(unit) not in g.board:
            yield no("18.2.3", "zb.guns.state")
        elif g.rails.get(self.side) and s.place(unit) not in g.rails[self.side]:
            yield no("18.1", "s42.resources.rail")

    def _replace(self, g: Stalingrad42, s: State, unit: str) -> Iterator[Reason]:
        piece = g.units[unit]

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), unit=piece.name)

        if self.steps < 1:
            yield no("21.1.1", "s42.replace.none")
        if not s.lost.get(unit, 0) or not alive(g, s, unit):
            yield no("21.1.1", "s42.replace.full")
        if unit in self.rebuilt:
            yield no("21.2", "s42.replace.once")
        if not s.good(unit):
            yield no("21.2", "s42.replace.disorder")
        if s.place(unit) in g.board and (s.has(unit, OUT) or not g.in_supply(s, unit)):
            yield no("21.2", "s42.replace.supply")

    def apply(self, g: Stalingrad42, s: State, action: Action, course: Course) -> State:
        """Spend it."""
        if action.kind == "end":
            return s.pop()
        if action.kind == "fortify":
            hex = action["hex"]
            course.tell("9.7.2", "s42.fort.begun", hexes=(hex,))
            s = s.instead(replace(self, points=self.points - 1))
            return s.track(building={**s.tracks.get("building", {}), hex: self.side})
        unit = action["unit"]
        name = g.units[unit].name
        if action.kind == "ready":
            course.tell("18.1", "s42.resources.ready", units=(unit,), unit=name)
            return s.instead(replace(self, points=self.points - 1)).unmark((unit,), FIRED)
        course.tell("21.1.1", "s42.replace.done", units=(unit,), unit=name)
        rebuilt = (*self.rebuilt, unit)
        s = s.instead(replace(self, steps=self.steps - 1, rebuilt=rebuilt))
        s = replace(s, lost={**s.lost, unit: s.lost[unit] - 1})
        return s.mark((unit,), REPLACED)
