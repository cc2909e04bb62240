"""Chapter 22: the drop phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, End, Reasons, Slots
from engine.game import Course, Decision
from engine.holland44.airborne.landing import Dives, Rolls, landed_badly, on_ground
from engine.holland44.airborne.landing_table import landing_result, landing_tally
from engine.holland44.moving.movement import second_depot
from engine.holland44.records import records
from engine.holland44.setting import ALLIED, SKY, Setting
from engine.holland44.supply.remnants import POLES
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason, Tally
from engine.zocbond.board.ground import water
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import held

EVERYBODY = 99
MOST_STEPS = 9
"""What may land in a hex in a turn (22.2.3)."""


@dataclass(frozen=True)
class Drops(Phase):
    """Airborne units land, a point each (22.1.1, 22.4)."""

    points: int = -1
    begun: bool = False
    dropped: frozenset[str] = frozenset()

    def points_left(self, g: Setting, s: State) -> int:
        """Points left; in turn 1 everybody due may land (22.4); one drop a day (22.1.2)."""
        if self.points >= 0:
            return self.points
        if s.turn == 1:
            return EVERYBODY
        if records(s).dropped_day == s.turn // 3 or g.night(s):
            return 0
        return int(g.charts["sky"].value(records(s).sky, "drop"))

    @enforces("22.2.2")
    def due(self, g: Setting, s: State) -> list[str]:
        """Who may land, now or late (22.2.2); divers wait for their battle."""
        diving = {u for units in records(s).dives.values() for u in units}
        return [u for u in s.position.at(SKY) if g.schedule.get(u, 1) <= s.turn and u not in diving]

    def spots(self, g: Setting, s: State, unit: str) -> list[str]:
        """Where a unit may aim: its zones, and farther off as the days go by (22.2.1).

        The code on the counter counts on the first two days, the division after that.
        """
        poles = g.units[unit].nation == POLES
        code = g.codes.get(unit, "") if s.turn < 6 else ""
        division = g.units[unit].division
        own = [code or division, *([POLES] if poles else [])]
        if s.turn >= 6:  # the hexes of every code of the division are the division's
            own += [c for u, c in g.codes.items() if g.units[u].division == division]
        names = own if s.turn < 9 else [n for n in (*g.zones, *own) if poles or n != POLES]
        zones = [hex for name in dict.fromkeys(names) for hex in g.zones.get(name, ())]
        if s.turn >= 6:
            zones += [hex for name in names for hex in g.late_zones.get(name, ())]
            zones += self._depots(g, s, own if s.turn < 9 else None)
        if s.turn <= 2:
            return list(dict.fromkeys(zones))
        return sorted({near for zone in zones for near in self._around(g, zone)})

    def _depots(self, g: Setting, s: State, divisions: list[str] | None) -> list[str]:
        return [
            s.place(unit)
            for unit, piece in g.units.items()
            if piece.kind == "airborne-supply"
            and s.place(unit) in g.board
            and (divisions is None or piece.division in divisions)
        ]

    def _around(self, g: Setting, zone: str) -> Iterator[str]:
        """A hex and its neighbours, none of them beyond a river or canal (22.2.3)."""
        yield zone
        for near in g.board.neighbours(zone):
            if water(g, zone, near) is None:
                yield near

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Drop a unit, or end the phase."""
        if not self.begun or not self.due(g, s) or self.points_left(g, s) <= 0:
            return None
        if not any(DROP.choices(g, s, self, None, None)):
            return None
        return Decision.of(ALLIED, "h44.drop", "22.1.1", left=len(self.due(g, s)))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """The glider regiment gathers (22.1.3); at the end battles and rolls are due (22.6)."""
        if not self.begun:
            return self._gather(g, s.instead(replace(self, begun=True)), course)
        return self.close(s)

    def _gather(self, g: Setting, s: State, course: Course) -> State:
        """In turn 2 the British glider regiment stands with its division's supply (22.1.3)."""
        if s.turn != 2:
            return s
        for unit in g.gliders:
            if s.place(unit) != SKY:
                continue
            depots = self._depots(g, s, [g.units[unit].division])
            if depots:
                name = g.unit_name(unit)
                course.tell("22.1.3", "h44.drop.gathered", units=(unit,), unit=name)
                s = on_ground(s, (unit,), depots[0])
        return s

    def close(self, s: State) -> State:
        """Battles for hexes of the enemy, and the landing rolls of turn 1 (22.3.1, 22.6)."""
        phases: tuple[Phase, ...] = ()
        if records(s).dives:
            phases = (Dives(),)
        if s.turn == 1:
            hexes = dict.fromkeys(s.place(u) for u in sorted(self.dropped) if s.place(u) != SKY)
            phases = (*phases, Rolls((*hexes, *records(s).dives)))
        return s.instead(*phases) if phases else s.pop()

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Drop a unit; end."""
        return DROP, LAST_DROP


class Drop(Deed[Setting, State, Drops]):
    """A unit lands (22.1.1)."""

    kind, rule = "drop", "22.1.1"

    def slots(self) -> Slots[Setting, State, Drops]:
        """A unit that is due, a hex it may aim at."""
        return {
            "unit": lambda g, s, p, given: p.due(g, s),
            "hex": lambda g, s, p, given: p.spots(g, s, given["unit"]),
        }

    def reasons(self, g: Setting, s: State, p: Drops, action: Action) -> Reasons:
        """Due, with a point, onto fit ground in its zone."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in p.due(g, s):
            yield Reason.of("22.1.1", "h44.drop.not-due", unit=unit)
            return
        piece = g.units[unit]

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), hexes=(hex,), unit=piece.name, hex=hex)

        if p.points < 0 and s.turn > 1 and records(s).dropped_day == s.turn // 3:
            yield no("22.1.2", "h44.drop.today")
        elif p.points_left(g, s) <= 0:
            yield no("22.4", "h44.drop.no-points")
        if unit in g.gliders and s.turn < 2:
            yield no("22.1.3", "h44.drop.gathers")
        if hex not in p.spots(g, s, unit):
            late = [h for name in g.late_zones for h in g.late_zones[name]]
            poles = hex in g.zones.get(POLES, ())
            rule = "22.5.2" if poles else "22.2.4" if hex in late else "22.2.1"
            yield no(rule, "h44.drop.off-zone")
            return
        terrain = g.board.terrain(hex)
        careful = piece.kind in ("glider", "artillery")
        plain = terrain == "clear" and not g.ground.town(hex)
        if terrain in ("city", "swamp") or (careful and not plain):
            yield no("22.2.3", "h44.drop.ground")
        # Those who were lost in landing have landed too.
        if records(s).landed_steps.get(hex, 0) + self._steps(g, s, unit) > MOST_STEPS:
            yield no("22.2.3", "h44.drop.crowded")
        if second_depot(g, s, unit, hex):
            yield no("6.1", "h44.move.two-depots")
        if hex in held(g, s, g.other[ALLIED]) and not g.face(s, unit).attack:
            yield no("22.6", "h44.drop.on-enemy")
        if piece.nation == POLES:
            if records(s).sky != "clear":
                yield no("22.5.1", "h44.drop.poles")
            if self._second_lift(g, s, p):
                yield no("22.5.1", "h44.drop.poles-wait")

    def _steps(self, g: Setting, s: State, unit: str) -> int:
        """What a unit counts of the nine steps: airborne supply, as ever, nothing (22.2.3, 6.1)."""
        return 0 if g.never_counts(s, unit) else g.left(s, unit)

    def _second_lift(self, g: Setting, s: State, p: Drops) -> bool:
        """Whether units that arrive in turn 3 are still to land before the Poles (22.5.1)."""
        return any(g.units[u].nation != POLES and g.schedule.get(u, 1) == 3 for u in p.due(g, s))

    def tally(self, g: Setting, s: State, p: Drops, action: Action) -> Tally | None:
        """What is added to the landing roll (22.3.2)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or hex not in g.board:
            return None
        return landing_tally(g, s, unit, hex)

    def apply(self, g: Setting, s: State, p: Drops, action: Action, course: Course) -> State:
        """Land, and roll on the landing table; in turn 1 a hex rolls once, later (22.3.1)."""
        unit, hex = action["unit"], action["hex"]
        more = int(landing_tally(g, s, unit, hex).total)
        left = p.points_left(g, s) - 1
        s = s.instead(replace(p, points=left, dropped=p.dropped | {unit}))
        steps = dict(records(s).landed_steps)
        steps[hex] = steps.get(hex, 0) + self._steps(g, s, unit)
        s = s.keep(replace(records(s), dropped_day=s.turn // 3, landed_steps=steps))
        if hex in held(g, s, g.other[ALLIED]):
            dives = dict(records(s).dives)
            course.tell("22.6", "h44.drop.dives", units=(unit,), hexes=(hex,), hex=hex)
            mods = {**records(s).dive_mods, unit: more}
            dives[hex] = (*dives.get(hex, ()), unit)
            return s.keep(replace(records(s), dives=dives, dive_mods=mods))
        s = on_ground(s, (unit,), hex)
        course.tell("22.1.1", "h44.drop.done", units=(unit,), hexes=(hex,), unit=g.unit_name(unit))
        s = g.take(s, ALLIED, (unit,), (hex,), course)
        if s.turn == 1:
            return s
        die = course.chance.roll("landing")
        result = landing_result(g, die + more)
        course.tell("22.3", "h44.drop.rolled", units=(unit,), die=die, result=result)
        return landed_badly(g, s, unit, result, course)


class LastDrop(End[State]):
    """Nobody else lands."""

    def apply(self, g: Setting, s: State, p: Drops, action: Action, course: Course) -> State:
        """Battles and rolls are due."""
        return p.close(s)


DROP, LAST_DROP = Drop(), LastDrop()
