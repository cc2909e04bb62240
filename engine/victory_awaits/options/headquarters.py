"""Sections 17.2 to 17.6: the optional rules about HQs and the units that they wake."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import END, Deed
from engine.game import Course, Decision
from engine.values import replace
from engine.victory_awaits.combat.odds import Fight
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.deeds import OneOf
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.track import OKH, turn_box
from engine.victory_awaits.components.unit import AXIS, PANZER_GROUP_HQ, SOVIET
from engine.victory_awaits.concepts.activation import command_range
from engine.victory_awaits.concepts.communication import Lines, lines_of, linked
from engine.victory_awaits.concepts.zones import put
from engine.victory_awaits.movement.segment import Movement

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

ARMOUR_LIMIT = 10  # 17.5


def in_command(g: VictoryAwaits, s: State, unit: str) -> bool:
    """Whether a unit is in command range of any HQ of its side (17.2)."""
    side, place = g.units[unit].side, s.position.place(unit)
    return any(
        s.position.place(hq.id) in g.board and place in command_range(g, s.position.place(hq.id))
        for hq in g.units.values()
        if hq.hq and hq.side == side
    )


def draw_directly(g: VictoryAwaits, s: State, chit: str, course: Course) -> State:
    """Reserve or OKH: the die says how many units are activated directly (17.2, 18.1)."""
    side = AXIS if chit == OKH else SOVIET
    die = course.chance.roll("reserve")
    table = "short" if side == SOVIET and g.setup.limits.march else "units"
    count = int(g.charts["reserve"].value(str(die), table))
    course.tell("17.2", "ava.reserve.die", die=die, count=count, side=side)
    return s.push(DirectActivation(side, count))


@dataclass(frozen=True)
class DirectActivation(Phase):
    """The owner of a Reserve or OKH chit picks the units that it wakes (17.2)."""

    side: str
    count: int
    picked: tuple[str, ...] = ()

    def may(self, g: VictoryAwaits, s: State) -> Iterator[str]:
        """Own units on the map, each once."""
        for unit in s.position.units():
            piece = g.units[unit]
            mine = piece.side == self.side and not piece.fortress
            if mine and unit not in self.picked and s.position.place(unit) in g.board:
                yield unit

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Pick a unit, HQs too; or no more."""
        left = self.count - len(self.picked)
        if left <= 0 or not any(self.may(g, s)):
            return None
        return Decision.of(self.side, "ava.pick", "17.2", left=left)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """The picked units operate; Soviet ones out of command at a disadvantage."""
        lost = frozenset(u for u in self.picked if self.side == SOVIET and not in_command(g, s, u))
        aloof = self.side == SOVIET and bool(g.setup.limits.march)
        phases: list[Phase] = [Movement(None, self.side, self.picked, plain=lost, aloof=aloof)]
        if g.setup.combat and not aloof:
            phases.append(Combat(None, self.side, self.picked, Fight(halved=lost)))
        return s.instead(*phases)

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Pick a unit; end."""
        return PICK, ENOUGH


class Pick(OneOf[DirectActivation]):
    """One more unit is woken (17.2)."""

    kind, rule, denied = "pick", "17.2", "ava.reserve.no"

    def apply(
        self, g: VictoryAwaits, s: State, p: DirectActivation, action: Action, course: Course
    ) -> State:
        """It operates with the others."""
        return s.instead(replace(p, picked=(*p.picked, action["unit"])))


class Enough(Deed["VictoryAwaits", State, DirectActivation]):
    """Those picked are enough (17.2)."""

    kind, rule = "end", "17.2"

    def apply(
        self, g: VictoryAwaits, s: State, p: DirectActivation, action: Action, course: Course
    ) -> State:
        """They operate."""
        return s.instead(replace(p, count=len(p.picked)))


PICK, ENOUGH = Pick(), Enough()


@dataclass(frozen=True)
class Relocation(Phase):
    """Other HQs in range of an activated one, in supply, may go to the next turn's box (17.3)."""

    hq: str

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """Other HQs of the side, in range and with a line."""
        side, seat = g.units[self.hq].side, s.position.place(self.hq)
        if s.turn >= g.setup.last_turn:
            return []
        near = command_range(g, seat)
        return [
            u.id
            for u in g.units.values()
            if u.hq
            and u.side == side
            and u.id != self.hq
            and s.position.place(u.id) in near
            and linked(g, s, u.id)
        ]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner relocates an HQ, or none."""
        if not self.may(g, s):
            return None
        return Decision.of(g.units[self.hq].side, "ava.relocate", "17.3", hq=g.units[self.hq].name)

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Relocate an HQ; end."""
        return RELOCATE, END


class Relocate(OneOf[Relocation]):
    """An HQ goes to the next turn's box (17.3)."""

    kind, rule, denied = "relocate", "17.3", "ava.relocate.no"

    def apply(
        self, g: VictoryAwaits, s: State, p: Relocation, action: Action, course: Course
    ) -> State:
        """It comes back with next turn's reinforcements, beyond their count."""
        unit = action["unit"]
        course.tell("17.3", "ava.relocate.done", units=(unit,), unit=g.units[unit].name)
        return put(g, s, unit, turn_box(s.turn + 1))


RELOCATE = Relocate()


class TooMuchArmour(Phase):
    """More mechanized units have been woken than may be: the owner leaves some out (17.5)."""

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The mechanized units that were woken."""
        raise NotImplementedError

    def without(self, unit: str) -> Phase:
        """One unit sleeps on."""
        raise NotImplementedError

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Leave a unit out."""
        return (LEAVE_OUT,)


class LeaveOut(OneOf[TooMuchArmour]):
    """A mechanized unit sleeps on (17.5)."""

    kind, rule, denied = "leave-out", "17.5", "ava.leave-out.no"

    def apply(
        self, g: VictoryAwaits, s: State, p: TooMuchArmour, action: Action, course: Course
    ) -> State:
        """The others are woken."""
        return s.instead(p.without(action["unit"]))


LEAVE_OUT = LeaveOut()


@dataclass(frozen=True)
class Trimming(TooMuchArmour):
    """A German HQ wakes ten mechanized units at most: the owner leaves the others out (17.5)."""

    hq: str
    side: str
    awake: tuple[str, ...]

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The mechanized units that the HQ woke."""
        return [unit for unit in self.awake if g.units[unit].mechanized]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Which units stay asleep."""
        over = len(self.may(g, s)) - ARMOUR_LIMIT
        if over <= 0 or g.units[self.hq].nation != "german":
            return None
        return Decision.of(self.side, "ava.leave-out", "17.5", over=over)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """The operations phase of those that are left."""
        phases = (Movement(self.hq, self.side, self.awake), Combat(self.hq, self.side, self.awake))
        return s.instead(*phases[: 1 + g.setup.combat])

    def without(self, unit: str) -> Trimming:
        """One unit sleeps on."""
        return replace(self, awake=tuple(other for other in self.awake if other != unit))


def rail_sides(
    g: VictoryAwaits, s: State, hq: str, closed: frozenset[int]
) -> frozenset[int] | None:
    """The rail hexsides of an HQ's line that shuns some others; None without a line (17.6)."""
    lines = Lines(g, s, AXIS, closed) if closed else lines_of(g, s, AXIS)
    found = lines.into(s.position.place(hq))
    if not found.exists:
        return None
    rail = found.path[: len(found.path) - found.off_rail]
    used = set()
    for here, there in itertools.pairwise(rail):
        direction = g.board.direction(here, there)
        assert direction is not None, "a line runs from hex to hex"
        back = g.board.direction(there, here)
        assert back is not None, "and back"
        used |= {g.board.index[here] * 6 + direction, g.board.index[there] * 6 + back}
    return frozenset(used)


def may_act_twice(g: VictoryAwaits, s: State, hq: str, course: Course) -> tuple[bool, State]:
    """A panzer group's second activation needs a line at its first, on its own railway (17.6)."""
    head = g.units[hq]
    if head.type != PANZER_GROUP_HQ:
        return True, s
    if hq in s.rails:
        if s.rails[hq] != NO_RAILWAY:
            return True, s
        course.tell("17.6", "ava.chit.no-line", units=(hq,), hq=head.name)
        return False, s
    others = frozenset(side for sides in s.rails.values() for side in sides)
    used = rail_sides(g, s, hq, others)
    return True, replace(s, rails={**s.rails, hq: NO_RAILWAY if used is None else used})


NO_RAILWAY = frozenset({-1})
"""17.6: the HQ had no line at its first activation."""
