"""Chapter 24: the German's traffic markers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agenda import Deed, End, Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.holland44.setting import ALLIED, GERMAN, MARKERS, Setting, letter, records
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.board.state import State

CORPS = "30"
"""The corps of the highway."""
SOUTH = ("M", "N", "O")
"""The areas of the southern edge."""


class Jam(Deed[Setting, State, "Traffic"]):
    """A marker is placed (24.3)."""

    kind, rule = "jam", "24.3"

    def slots(self) -> Slots[Setting, State, Traffic]:
        return {"hex": lambda g, s, p, given: self._behind(g, s)}

    def _behind(self, g: Setting, s: State) -> Iterator[str]:
        reached = s.once("traffic-north", self._reached, g, s)
        if reached is not None:
            yield from (hex for hex, south in g.souths.items() if south >= reached)

    def reasons(self, g: Setting, s: State, p: Traffic, action: Action) -> Reasons:
        """A marker in the box, none close by, not north of the columns (24.4)."""
        hex = text(action, "hex")
        if hex not in g.board or not p.box(g, s):
            yield Reason.of("24.3", "h44.traffic.none", hex=hex)
            return
        if hex in s.fact("jammed", self._close, g, s):
            yield Reason.of("24.4", "h44.traffic.close", hexes=(hex,), hex=hex)
        reached = s.once("traffic-north", self._reached, g, s)
        if reached is None or g.souths[hex] < reached:
            yield Reason.of("24.4", "h44.traffic.north", hexes=(hex,), hex=hex)

    def _close(self, g: Setting, s: State) -> HexSet:
        """The hexes of markers and those beside them (24.4)."""
        jams = g.board.set(records(s).traffic.values())
        return jams | jams.around()

    def _reached(self, g: Setting, s: State) -> int | None:
        """How far north the mechanized 30th Corps, or whoever came in by the south, is (24.4)."""
        seats = (s.place(u) for u in g.units if s.place(u) in g.board and self._leads(g, s, u))
        return min(map(g.souths.__getitem__, seats), default=None)

    def _leads(self, g: Setting, s: State, unit: str) -> bool:
        """Whether a unit opens the road for traffic jams (24.4). A scenario that names no corps has
        one only."""
        piece = g.units[unit]
        if piece.side != ALLIED or piece.airborne:
            return False
        came_from = g.units[records(s).parents.get(unit, unit)].area
        if letter(came_from) in SOUTH or not g.corps_of:
            return True
        corps = {g.units[u].formation for u, name in g.corps_of.items() if name == CORPS}
        return piece.mechanized and piece.formation in (*corps, f"{CORPS}C")

    def apply(self, g: Setting, s: State, p: Traffic, action: Action, course: Course) -> State:
        hex, number = action["hex"], p.box(g, s)[0]
        course.tell("24.3", "h44.traffic.placed", hexes=(hex,), hex=hex, number=number)
        return s.keep(replace(records(s), traffic={**records(s).traffic, number: hex}))


class NoMoreJams(End[State]):
    """No more markers."""

    rule = "24.3"

    def apply(self, g: Setting, s: State, p: Traffic, action: Action, course: Course) -> State:
        """The dice (24.3)."""
        return p.roll(g, s.pop(), course)


class Traffic(Phase):
    """The traffic phase: markers out of the box, then two dice take some back (24.1, 24.3)."""

    can = (Jam(), NoMoreJams())

    @enforces("24.5")
    def box(self, g: Setting, s: State) -> list[str]:
        """The markers at hand: some in turn 1, one more each turn up to six (24.5, S1.2)."""
        out = records(s).traffic
        return [number for number in MARKERS[: g.markers_at_hand + s.turn - 1] if number not in out]

    @enforces("24.1")
    def decision(self, g: Setting, s: State) -> Decision | None:
        if not g.traffic or not self.box(g, s) or not self.has_choice(g, s):
            return None
        return Decision.of(GERMAN, "h44.traffic", "24.3", left=len(self.box(g, s)))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return self.roll(g, s.pop(), course) if g.traffic else s.pop()

    def roll(self, g: Setting, s: State, course: Course) -> State:
        """The markers whose numbers come up go back to the box (24.3)."""
        out = dict(records(s).traffic)
        dice = [course.chance.roll("traffic") for _ in range(2)] if out else []
        gone = [str(die) for die in dict.fromkeys(dice) if str(die) in out]
        for number in gone:
            hex = out.pop(number)
            course.tell("24.3", "h44.traffic.removed", hexes=(hex,), hex=hex, number=number)
        return s.keep(replace(records(s), traffic=out))


def jam_appeal(g: Setting, s: State, hex: str) -> float:
    """Where a jam hurts: on a road, close to the Allied columns; elsewhere it is no use (24.2)."""
    far = s.once("jam-roads", _columns_off, g, s).get(hex)
    return -1.0 if far is None else 1.0 / (1 + far)


def _columns_off(g: Setting, s: State) -> dict[str, int]:
    """How far each hex with a road is from the Allied columns."""
    columns = {
        s.place(unit)
        for unit, piece in g.units.items()
        if piece.side == ALLIED and piece.mechanized and s.place(unit) in g.board
    }
    return {
        here: min((g.board.distance(here, seat) for seat in columns), default=0)
        for here in g.board.hexes
        if any("road" in g.board.link(here, near) for near in g.board.neighbours(here))
    }
