"""Chapter 22 and 20.8: reinforcements, volunteers, and areas that units must leave."""

from __future__ import annotations

from collections.abc import Iterator

from engine.stalingrad42.board.calendar import baku_held, winter
from engine.stalingrad42.board.places import TRANSIT, letter
from engine.stalingrad42.forces.replacements import NORTH, return_places, return_spot
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.state import DISRUPTED, REPLACED, State

SOUTH, WEST = "GHIJKL", "WXYZ"
POOL = "pool"
WAY_OF_THEIR_OWN = ("bluecher", "volunteers")
"""Divisions that do not come by the edge where others do (20.7, 20.8)."""


def due_turn(mark: str) -> tuple[int, str]:
    """`12C` is turn 12, south (22.1.1)."""
    digits = mark.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return int(digits), mark[len(digits) :]


@enforces("19.4")
def coming(g: Setting, s: State, side: str) -> list[str]:
    """The reinforcements and returning units of this turn (22.1.2, 19.4)."""
    back = records(s).returns
    found = []
    for unit in s.position.at(POOL):
        if g.units[unit].side != side:
            continue
        if unit in back:
            due = back[unit] <= s.turn
        else:
            due = unit in g.arrivals and due_turn(g.arrivals[unit])[0] <= s.turn
        if due:
            found.append(unit)
    return found


def goals(g: Setting, s: State, unit: str) -> list[str]:
    """The places of arrival: areas (22.1.1), or those of a return (19.4)."""
    returning = unit in records(s).returns
    return list(return_places(g, s, unit) if returning else arrival_areas(g, s, unit))


@enforces("20.8")
def volunteers(g: Setting, s: State) -> list[str]:
    """The Caucasian volunteers that wait, once both cities are German (20.8)."""
    cities = g.board.tagged("volunteers")
    if not cities or any(s.control.get(hex) != GERMAN for hex in cities):
        return []
    return [u for u in s.position.at(POOL) if g.units[u].division == "volunteers"]


class Arrivals(Choice[Setting]):
    """The owner puts reinforcements in their areas, one by one (22.1.2)."""

    side: str
    volunteer: bool = False
    """A volunteer has come this turn (20.8)."""

    forced: bool = False
    """Only units whose area is closed to them now (24.1.3)."""

    kind, rule = "arrive", "22.1.2"

    def ways(self, g: Setting, s: State) -> list[Action]:
        found: list[tuple[str, str]] = []
        if not self.forced:
            found = [(u, a) for u in coming(g, s, self.side) for a in goals(g, s, u)]
        if self.side == GERMAN and not self.volunteer:
            hexes = sorted(g.board.tagged("volunteers"))
            found += [(u, hex) for u in volunteers(g, s) for hex in hexes]
        for area in closed_areas(g, s, self.side):
            for unit in s.position.at(area):
                if g.units[unit].side == self.side:
                    found += [(unit, to) for to in next_areas(g, area)]
        return [Action("arrive", unit=unit, hex=to) for unit, to in found]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Where, and of the volunteers which (20.8), unless there is one way only."""
        ways = self.ways(g, s)
        first = ways[0]["unit"] if ways else ""
        rivals = volunteers(g, s) if ways and g.units[first].division == "volunteers" else [first]
        spots = {way["hex"] for way in ways if way["unit"] == first}
        if not ways or len(rivals) == 1 == len(spots):
            return None
        return Decision.of(self.side, "s42.arrivals", "22.1.2")

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """Only units that are due, only where they may come (22.1.1)."""
        unit = g.unit_name(text(action, "unit"))
        return Reason.of("22.1.1", "s42.arrive.no", unit=unit, hex=text(action, "hex"))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        unit, to = way["unit"], way["hex"]
        from_g = letter(s.place(unit)) == "G"
        rule = "22.1.2"
        if s.lost.get(unit, 0):
            rule = "22.1.3"  # a triangle: it comes reduced
        g.tell(course, unit, rule, "s42.arrive.done", hex=to)
        back = records(s).returns
        if unit in back:
            s = return_spot(g, s, unit, to)
            return s.put(unit, to).keep(
                replace(records(s), returns={u: t for u, t in back.items() if u != unit})
            )
        s = s.put(unit, to)
        if to in g.board:
            return s.instead(Arrivals(self.side, True)).mark((unit,), REPLACED)
        # a routed unit is in worse disorder already
        if from_g and g.units[unit].combat and s.good(unit):
            s = s.mark((unit,), DISRUPTED)
        return s


def settle_plain(g: Setting, s: State, side: str, course: Course) -> State:
    """Who can only come to one area goes there at once (22.1.2)."""
    phase = Arrivals(side)
    for unit in coming(g, s, side):
        to = goals(g, s, unit)
        if len(to) == 1 and to[0] in g.board.areas:
            s = phase.take(g, s, Action("arrive", unit=unit, hex=to[0]), course)
    return s


def next_areas(g: Setting, area: str) -> list[str]:
    """Where units go whose area is closed: H or J for G, J or L for K (24.1.3, 23.4)."""
    letters = {"G": "HJ", "K": "JL"}.get(letter(area), "")
    return [a for a in g.board.areas if a.startswith(SOVIET) and letter(a) in letters]


def closed_areas(g: Setting, s: State, side: str) -> Iterator[str]:
    """Area K in winter (23.4); area G while Germans are in it (24.1.3)."""
    if side != SOVIET:
        return
    for area in g.board.areas:
        if letter(area) == "K" and winter(s):
            yield area
        if letter(area) == "G" and baku_held(g, s):
            yield area


def usual_areas(g: Setting, s: State, unit: str) -> list[str]:
    """The areas on the board where a unit is put (22.1.1)."""
    piece = g.units[unit]
    if piece.division == "volunteers":
        return []
    letters = WEST if piece.side == GERMAN else NORTH
    if piece.division == "bluecher":
        letters = "W"
    elif piece.side == SOVIET and g.arrivals.get(unit, "0").endswith("C"):
        letters = SOUTH
    return [a for a in g.board.areas if letter(a) in letters and g.own_area(s, piece.side, a)]


@enforces("S2.3", "S3.2")
def arrival_areas(g: Setting, s: State, unit: str) -> list[str]:
    """Any own area, for the 5th Reserve Army its own (S1.2); the northern edge (S2.2), but for
    Bluecher and the volunteers (20.7, 20.8); G to L or the Caspian (S2.3); the southern edge
    (S3.2)."""
    special, piece = g.special, g.units[unit]
    suffix = due_turn(g.arrivals.get(unit, "0"))[1]
    areas = [a for a in g.board.areas if g.own_area(s, piece.side, a)]
    if unit in special.fifth:
        return [special.fifth_area]
    if special.arrivals and piece.side == SOVIET:
        return [a for a in areas if a in special.arrivals]
    if special.caspian and piece.side == SOVIET:
        letters = SOUTH if suffix.endswith("C") else TRANSIT
        return [a for a in areas if letter(a) in letters]
    if special.south and piece.side == GERMAN and suffix.endswith("S"):
        return [a for a in areas if letter(a) in special.south]
    usual = usual_areas(g, s, unit)
    if special.gates and piece.side == GERMAN and piece.division not in WAY_OF_THEIR_OWN:
        edge = set(special.gates)
        return [a for a in areas if edge & set(g.board.areas[a].touches)]
    return usual
