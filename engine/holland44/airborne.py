"""Chapter 22: the drop phase, the landing table, landings on top of the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.agenda import Deed, End, Phase, Reasons, Slots
from engine.holland44.command import led
from engine.holland44.moving.movement import second_depot
from engine.holland44.setting import ALLIED, GERMAN, SKY, Setting, records
from engine.holland44.supply.replacements import POLES, straggle
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Line, Reason, Tally, enforces
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import alive, destroy, lose_step
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.ground import water
from engine.zocbond.board.state import FIRED, SCATTERED, State
from engine.zocbond.board.zones import combat_units, held


def nature(g: Setting, s: State, hex: str) -> str:
    """Contested, enemy or free, by who stood near when the phase began (22.3.2)."""
    seat = g.board.set([hex])
    near = seat.around()
    if not near & held(g, s, GERMAN):
        return "free"
    landed = records(s).landed
    friends = any(
        unit not in landed
        for spot in (near | seat) & held(g, s, ALLIED)
        for unit in combat_units(g, s, ALLIED, spot)
    )
    return "contested" if friends else "enemy"


def landing_tally(g: Setting, s: State, unit: str, hex: str) -> Tally:
    """What is added to the landing roll; nothing in turn 1 (22.3.2)."""
    chart = g.charts["landing-modifiers"]
    lines: list[Line] = []
    if s.turn > 1:
        terrain = g.board.terrain(hex)
        if terrain in ("polder", "polder-woods"):
            lines.append(_line("polder", int(chart.value("polder", "value"))))
        kind = nature(g, s, hex)
        if kind != "free":
            lines.append(_line(kind, int(chart.value(kind, "value"))))
        if terrain == "woods" or g.ground.town(hex):
            lines.append(_line("cover", int(chart.value("cover", "value"))))
    return Tally.adding("h44.landing.total", lines)


def _line(name: str, value: int) -> Line:
    return Line.of("22.3.2", f"h44.landing.{name}", value)


def drop_appeal(g: Setting, s: State, unit: str, hex: str) -> float:
    """What a landing is worth to the greedy bot: safe ground first, nobody's head."""
    if hex in held(g, s, GERMAN):
        return -1.0
    return 1.0 - 0.2 * float(landing_tally(g, s, unit, hex).total)


def landing_result(g: Setting, total: int) -> str:
    """-, S, S1 or S2 (22.3)."""
    return str(g.charts["landing"].value(str(max(1, min(8, total))), "result"))


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


def roll(g: Setting, s: State, unit: str, more: int, course: Course) -> State:
    """The landing roll of a unit by itself, after turn 1 (22.3)."""
    die = course.chance.roll("landing")
    result = landing_result(g, die + more)
    course.tell("22.3", "h44.drop.rolled", units=(unit,), die=die, result=result)
    return landed_badly(g, s, unit, result, course)


@enforces("18.5")
def on_ground(s: State, units: Names, hex: str) -> State:
    """Units stand where they dropped, in supply for the turn (18.5)."""
    for unit in units:
        s = s.put(unit, hex)
    return s.keep(replace(records(s), landed=(*records(s).landed, *units)))


class Rolls(Choice[Setting]):
    """Turn 1: one roll a drop hex; the Allied player says which infantry bears it (22.3.1)."""

    hexes: tuple[str, ...]
    result: str = ""

    kind, rule = "bear", "22.3.1"

    def ways(self, g: Setting, s: State) -> list[Action]:
        return [
            Action("bear", unit=unit)
            for unit in s.position.at(self.hexes[0])
            if unit in records(s).landed and g.units[unit].infantry
        ]

    def decision(self, g: Setting, s: State) -> Decision | None:
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
        return Reason.of("22.3.1", "h44.landing.not-this", unit=text(action, "unit"))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        s = s.instead(Rolls(self.hexes[1:]))
        return landed_badly(g, s, way["unit"], self.result, course)


class Dives(Choice[Setting]):
    """Landings on enemy hexes: a battle each, in the order the Allied player likes (22.6)."""

    kind, rule = "dive", "22.6"

    def ways(self, g: Setting, s: State) -> list[Action]:
        return [Action("dive", hex=hex) for hex in records(s).dives]

    def decision(self, g: Setting, s: State) -> Decision | None:
        dives = records(s).dives
        return Decision.of(ALLIED, "h44.dive", "22.6", left=len(dives)) if len(dives) > 1 else None

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        return Reason.of("22.6", "h44.drop.nobody", hex=text(action, "hex"))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        hex = way["hex"]
        battle, s = Battle(ALLIED, hex, records(s).dives[hex], halts=True), s.push(AfterDive(hex))
        return led(g, s, battle, course) if hex in held(g, s, GERMAN) else s


class AfterDive(Phase):
    """Did the landing clear the hex? Then its units still roll; else they are lost (22.6)."""

    hex: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Land, or die; what modifies the roll was settled when they jumped (22.3.2)."""
        s = s.pop()
        dives = dict(records(s).dives)
        units = [unit for unit in dives.pop(self.hex) if alive(g, s, unit)]
        s = s.keep(replace(records(s), dives=dives))
        if self.hex in held(g, s, GERMAN):
            for unit in units:
                s = destroy(g, s, unit, course, "22.6")
            return s
        mods = records(s).dive_mods
        s = g.take(on_ground(s, units, self.hex), ALLIED, units, (self.hex,), course)
        for unit in units if s.turn > 1 else ():
            s = roll(g, s, unit, mods[unit], course)
        return s


EVERYBODY = 99
MOST_STEPS = 9
"""What may land in a hex in a turn (22.2.3)."""


class Drop(Deed[Setting, State, "Drops"]):
    """A unit lands (22.1.1)."""

    kind, rule = "drop", "22.1.1"

    def slots(self) -> Slots[Setting, State, Drops]:
        return {
            "unit": lambda g, s, p, given: p.due(g, s),
            "hex": lambda g, s, p, given: p.spots(g, s, given["unit"]),
        }

    def reasons(self, g: Setting, s: State, p: Drops, action: Action) -> Reasons:
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in p.due(g, s):
            yield Reason.of("22.1.1", "h44.drop.not-due", unit=unit)
            return
        piece = g.units[unit]
        no = partial(g.against, unit, hexes=(hex,), hex=hex)
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
        if hex in held(g, s, GERMAN) and not g.face(s, unit).attack:
            yield no("22.6", "h44.drop.on-enemy")
        if piece.nation == POLES:
            if records(s).sky != "clear":
                yield no("22.5.1", "h44.drop.poles")
            # Units that arrive in turn 3 land before them.
            if any(g.units[u].nation != POLES and g.schedule.get(u, 1) == 3 for u in p.due(g, s)):
                yield no("22.5.1", "h44.drop.poles-wait")

    def _steps(self, g: Setting, s: State, unit: str) -> int:
        """What a unit counts of the nine steps: airborne supply, as ever, nothing (22.2.3, 6.1)."""
        return 0 if g.never_counts(s, unit) else g.left(s, unit)

    def tally(self, g: Setting, s: State, p: Drops, action: Action) -> Tally | None:
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
        if hex in held(g, s, GERMAN):
            dives = dict(records(s).dives)
            course.tell("22.6", "h44.drop.dives", units=(unit,), hexes=(hex,), hex=hex)
            mods = {**records(s).dive_mods, unit: more}
            dives[hex] = (*dives.get(hex, ()), unit)
            return s.keep(replace(records(s), dives=dives, dive_mods=mods))
        s = on_ground(s, (unit,), hex)
        g.tell(course, unit, "22.1.1", "h44.drop.done", hexes=(hex,))
        s = g.take(s, ALLIED, (unit,), (hex,), course)
        return s if s.turn == 1 else roll(g, s, unit, more, course)


class LastDrop(End[State]):
    """Nobody else lands."""

    rule = "22.2.2"

    def apply(self, g: Setting, s: State, p: Drops, action: Action, course: Course) -> State:
        return p.close(s)


class Drops(Phase):
    """Airborne units land, a point each (22.1.1, 22.4)."""

    points: int = -1
    begun: bool = False
    dropped: frozenset[str] = frozenset()

    can = (Drop(), LastDrop())

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
        """Where a unit may aim: its zones, and farther off as the days go by (22.2.1). The code on
        the counter counts on the first two days, the division after that."""
        poles = g.units[unit].nation == POLES
        piece = g.units[unit]
        code, division = piece.code if s.turn < 6 else "", piece.division
        own = [code or division, *([POLES] if poles else [])]
        if s.turn >= 6:  # the hexes of every code of the division are the division's
            own += [one.code for one in g.units.values() if one.code and one.division == division]
        names = own if s.turn < 9 else [n for n in (*g.zones, *own) if poles or n != POLES]
        zones = [hex for name in dict.fromkeys(names) for hex in g.zones.get(name, ())]
        if s.turn >= 6:
            zones += [hex for name in names for hex in g.late_zones.get(name, ())]
            zones += self._depots(g, s, own if s.turn < 9 else None)
        if s.turn <= 2:
            return list(dict.fromkeys(zones))
        return sorted({near for zone in zones for near in self._around(g, zone)})

    def _depots(self, g: Setting, s: State, divisions: list[str] | None) -> list[str]:
        own = (u for u in g.depots if divisions is None or g.units[u].division in divisions)
        return [s.place(unit) for unit in own if s.place(unit) in g.board]

    def _around(self, g: Setting, zone: str) -> Iterator[str]:
        """A hex and its neighbours, none of them beyond a river or canal (22.2.3)."""
        yield zone
        for near in g.board.neighbours(zone):
            if water(g, zone, near) is None:
                yield near

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.begun or not self.due(g, s) or self.points_left(g, s) <= 0:
            return None
        if not self.has_choice(g, s):
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
                g.tell(course, unit, "22.1.3", "h44.drop.gathered")
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
