"""Chapter 22: the drop phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.holland44.airborne import landing_result, landing_tally
from engine.holland44.movement import ALLIED
from engine.verdict import Reason, Tally, Verdict
from engine.zocbond.given import text
from engine.zocbond.losses import alive, destroy, lose_step
from engine.zocbond.state import FIRED, SCATTERED, State
from engine.zocbond.zones import held

if TYPE_CHECKING:
    from engine.holland44.rules import Holland44

SKY = "in-the-air"
"""The box of airborne units that have not dropped."""


@dataclass(frozen=True)
class Drops(Phase):
    """Airborne units land, a point each (22.1.1, 22.4)."""

    points: int = -1

    def _points(self, g: Holland44, s: State) -> int:
        """Points left; in turn 1 everybody due may land (22.4)."""
        if self.points >= 0:
            return self.points
        if s.turn == 1:
            return 99
        if s.tracks.get("dropped-day") == s.turn // 3 or g.night(s):
            return 0
        return int(g.charts["sky"].value(s.tracks.get("sky", "overcast"), "drop"))

    def _due(self, g: Holland44, s: State) -> list[str]:
        return [u for u in s.position.at(SKY) if g.schedule.get(u, 1) <= s.turn]

    def spots(self, g: Holland44, s: State, unit: str) -> list[str]:
        """Where a unit may aim: its zones, and farther from them as the days go by (22.2.1)."""
        piece = g.units[unit]
        zones = list(g.zones.get(piece.division, ()))
        if s.turn >= 9:
            zones = [hex for name in g.zones for hex in g.zones[name]]
        if s.turn <= 2:
            return zones
        return sorted({near for zone in zones for near in g.board.within(zone, 1)})

    def decision(self, g: Holland44, s: State) -> Decision | None:
        """Drop a unit, or end the phase."""
        if not self._due(g, s) or self._points(g, s) <= 0:
            return None
        if next(self.choices(g, s, None, None)).kind == "end":
            return None
        return Decision.of(ALLIED, "h44.drop", "22.1.1", left=len(self._due(g, s)))

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """Nobody lands."""
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """Drop a unit; end."""
        return ("drop", "end")

    def choices(self, g: Holland44, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every unit that is due, on every hex it may aim at."""
        for name in self._due(g, s):
            if unit not in (None, name):
                continue
            for spot in self.spots(g, s, name):
                action = Action("drop", unit=name, hex=spot)
                if hex in (None, spot) and self.explain(g, s, action):
                    yield action
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: Holland44, s: State, action: Action) -> Verdict:
        """Everything against it."""
        if action.kind == "end":
            return Verdict()
        return Verdict(tuple(self._reasons(g, s, text(action, "unit"), text(action, "hex"))))

    def _reasons(self, g: Holland44, s: State, unit: str, hex: str) -> Iterator[Reason]:
        if unit not in self._due(g, s):
            yield Reason.of("22.1.1", "h44.drop.not-due", unit=unit)
            return
        piece = g.units[unit]

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), hexes=(hex,), unit=piece.name, hex=hex)

        if self._points(g, s) <= 0:
            yield no("22.4", "h44.drop.no-points")
        if hex not in self.spots(g, s, unit):
            yield no("22.2.1", "h44.drop.off-zone")
            return
        terrain = g.board.terrain(hex)
        careful = piece.kind in ("glider", "artillery")
        if terrain in ("city", "swamp") or (careful and terrain != "clear"):
            yield no("22.2.3", "h44.drop.ground")
        landed = sum(g.left(s, u) for u in s.tracks.get("landed", ()) if s.place(u) == hex)
        if landed + g.left(s, unit) > 9:
            yield no("22.2.3", "h44.drop.crowded")
        if hex in held(g, s, g.other[ALLIED]):
            yield no("22.6", "h44.drop.on-enemy")
        poles = piece.nation == "polish"
        if poles and s.tracks.get("sky") != "clear":
            yield no("22.5.1", "h44.drop.poles")

    def tally(self, g: Holland44, s: State, action: Action) -> Tally | None:
        """What is added to the landing roll (22.3.2)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or hex not in g.board:
            return None
        return landing_tally(g, s, unit, hex)

    def apply(self, g: Holland44, s: State, action: Action, course: Course) -> State:
        """Land, and roll on the landing table after turn 1 (22.3.1, 23.1.1)."""
        if action.kind == "end":
            return s.pop()
        unit, hex = action["unit"], action["hex"]
        more = int(landing_tally(g, s, unit, hex).total)
        left = self._points(g, s) - 1
        s = s.instead(replace(self, points=left)).put(unit, hex)
        landed = (*s.tracks.get("landed", ()), unit)
        s = s.track(**{"landed": landed, "dropped-day": s.turn // 3})
        course.tell("22.1.1", "h44.drop.done", units=(unit,), hexes=(hex,), unit=g.unit_name(unit))
        if s.turn == 1:
            return s
        die = course.chance.roll("landing")
        result = landing_result(g, die + more)
        course.tell("22.3", "h44.drop.rolled", units=(unit,), die=die, result=result)
        return landed_badly(g, s, unit, result, course)


def landed_badly(g: Holland44, s: State, unit: str, result: str, course: Course) -> State:
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
        back = dict(s.tracks.get("stragglers", {}))
        back[piece.division] = back.get(piece.division, 0) + 1
        s = s.track(stragglers=back)
    for _ in range(losses):
        if alive(g, s, unit):
            s = lose_step(g, s, unit, course, "22.3.3")
    return s
