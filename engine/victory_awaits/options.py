"""The optional rules that have phases of their own: an auction for the Axis (17.1), HQs and the
units that they wake (17.2 to 17.6).
"""

from __future__ import annotations

import itertools

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.values import Action, replace
from engine.verdict import Course, Decision, Reason
from engine.victory_awaits.combat.odds import Fight
from engine.victory_awaits.combat.segment import Combat, operations
from engine.victory_awaits.components.deeds import Answer, OneOf
from engine.victory_awaits.components.state import (
    AXIS,
    PANZER_GROUP_HQ,
    SOVIET,
    Setting,
    State,
    enemy,
)
from engine.victory_awaits.components.track import OKH, headquarters, turn_box
from engine.victory_awaits.concepts import Lines, command_range, lines_of, linked, on_map, put
from engine.victory_awaits.movement.segment import Movement

HIGHEST_BID = 400
RAISES = (1, 5, 20)
"""Raises that are offered; any higher bid is legal (17.1)."""
ARMOUR_LIMIT = 10  # 17.5


class Bidding(Phase):
    """An auction for the Axis: who bids more plays it and must reach the bid (17.1). The bidders
    are the two seats, named for the sides that they play if nobody changes."""

    bidder: str = AXIS
    high: int = -1
    holder: str = ""

    def decision(self, g: Setting, s: State) -> Decision:
        return Decision.of(self.bidder, "ava.bid", "17.1", high=max(self.high, 0))

    def nobody_bid(self, g: Setting, s: State) -> Reasons:
        """Nobody stands back before there is a bid."""
        if not self.holder:
            yield Reason.of("17.1", "ava.bid.open")

    def over(self, g: Setting, s: State, course: Course) -> State:
        """The last bid stands: who made it plays the Axis."""
        course.tell("17.1", "ava.bid.won", holder=self.holder, points=self.high)
        swapped = self.holder == SOVIET
        if swapped:
            course.tell("17.1", "ava.bid.swapped")
        return replace(s.pop(), bid=self.high, swapped=swapped)


class Bid(Deed[Setting, State, Bidding]):
    """More than the last bid (17.1); a few raises are offered."""

    kind, rule = "bid", "17.1"

    def slots(self) -> Slots[Setting, State, Bidding]:
        def raises(g: Setting, s: State, p: Bidding, given: Action) -> list[int]:
            first = max(p.high, (g.setup.goal.points or 1) // 2)
            return [first + more for more in RAISES]

        return {"points": raises}

    def reasons(self, g: Setting, s: State, p: Bidding, action: Action) -> Reasons:
        points = action.get("points")
        if not isinstance(points, int) or not p.high < points <= HIGHEST_BID:
            yield Reason.of("17.1", "ava.bid.low", high=p.high)

    def apply(self, g: Setting, s: State, p: Bidding, action: Action, course: Course) -> State:
        course.tell("17.1", "ava.bid.raised", bidder=p.bidder, points=action["points"])
        return s.instead(Bidding(enemy(p.bidder), action["points"], p.bidder))


Bidding.offers(Bid(), Answer("pass", "17.1", Bidding.over, Bidding.nobody_bid))


def in_command(g: Setting, s: State, unit: str) -> bool:
    """Whether a unit is in command range of any HQ of its side (17.2)."""
    side, place = g.units[unit].side, s.position.place(unit)
    seats = s.position.seats(headquarters(g.units, side))
    return any(seat in g.board and place in command_range(g, seat) for seat in seats)


def draw_directly(g: Setting, s: State, chit: str, course: Course) -> State:
    """Reserve or OKH: the die says how many units are activated directly (17.2, 18.1)."""
    side = AXIS if chit == OKH else SOVIET
    die = course.chance.roll("reserve")
    table = "short" if side == SOVIET and g.setup.limits.march else "units"
    count = int(g.charts["reserve"].value(str(die), table))
    course.tell("17.2", "ava.reserve.die", die=die, count=count, side=side)
    return s.push(DirectActivation(side, count))


class DirectActivation(Phase):
    """The owner of a Reserve or OKH chit picks the units that it wakes (17.2)."""

    side: str
    count: int
    picked: tuple[str, ...] = ()

    def may(self, g: Setting, s: State) -> list[str]:
        """Own units on the map, each once."""
        return [unit for unit in on_map(g, s, self.side) if unit not in self.picked]

    def decision(self, g: Setting, s: State) -> Decision | None:
        left = self.count - len(self.picked)
        if left <= 0 or not self.may(g, s):
            return None
        return Decision.of(self.side, "ava.pick", "17.2", left=left)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """The picked units operate; Soviet ones out of command at a disadvantage."""
        lost = frozenset(u for u in self.picked if self.side == SOVIET and not in_command(g, s, u))
        aloof = self.side == SOVIET and bool(g.setup.limits.march)
        phases: list[Phase] = [Movement(None, self.side, self.picked, plain=lost, aloof=aloof)]
        if g.setup.combat and not aloof:
            phases.append(Combat(None, self.side, self.picked, Fight(halved=lost)))
        return s.instead(*phases)

    def pick(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """One more unit operates with the others."""
        return s.instead(replace(self, picked=(*self.picked, unit)))


ENOUGH = Answer("end", "17.2", DirectActivation.proceed)
DirectActivation.offers(OneOf("pick", "17.2", DirectActivation.pick, "ava.reserve.no"), ENOUGH)


class Relocation(Phase):
    """Other HQs in range of an activated one, in supply, may go to the next turn's box (17.3)."""

    hq: str

    def may(self, g: Setting, s: State) -> list[str]:
        """Other HQs of the side, in range and with a line."""
        if s.turn >= g.setup.last_turn:
            return []
        near = command_range(g, s.position.place(self.hq))
        others = [hq for hq in headquarters(g.units, g.units[self.hq].side) if hq != self.hq]
        return [hq for hq in others if s.position.place(hq) in near and linked(g, s, hq)]

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.may(g, s):
            return None
        return Decision.of(g.units[self.hq].side, "ava.relocate", "17.3", hq=g.units[self.hq].name)

    def relocate(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """It comes back with next turn's reinforcements, beyond their count."""
        g.tell(course, unit, "17.3", "ava.relocate.done")
        return put(g, s, unit, turn_box(s.turn + 1))


Relocation.offers(OneOf("relocate", "17.3", Relocation.relocate, "ava.relocate.no"), END)


class Trimming(Phase):
    """A German HQ wakes ten mechanized units at most: the owner leaves the others out (17.5)."""

    hq: str
    side: str
    awake: tuple[str, ...]

    def may(self, g: Setting, s: State) -> list[str]:
        """The mechanized units that the HQ woke."""
        return [unit for unit in self.awake if g.units[unit].mechanized]

    def decision(self, g: Setting, s: State) -> Decision | None:
        over = len(self.may(g, s)) - ARMOUR_LIMIT
        if over <= 0 or g.units[self.hq].nation != "german":
            return None
        return Decision.of(self.side, "ava.leave-out", "17.5", over=over)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return s.instead(*operations(g, self.hq, self.side, self.awake))

    def leave_out(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """One unit sleeps on; the others are woken."""
        awake = tuple(other for other in self.awake if other != unit)
        return s.instead(replace(self, awake=awake))


Trimming.offers(OneOf("leave-out", "17.5", Trimming.leave_out, "ava.leave-out.no"))


def rail_sides(g: Setting, s: State, hq: str, closed: frozenset[int]) -> frozenset[int] | None:
    """The rail hexsides of an HQ's line that shuns some others; None without a line (17.6)."""
    lines = Lines(g, s, AXIS, closed) if closed else lines_of(g, s, AXIS)
    found = lines.into(s.position.place(hq))
    if not found.exists:
        return None
    rail = found.path[: len(found.path) - found.off_rail]
    along = (*itertools.pairwise(rail), *itertools.pairwise(reversed(rail)))
    sides = (g.board.slot(here, there) for here, there in along)
    return frozenset(slot for slot in sides if slot is not None)


def may_act_twice(g: Setting, s: State, hq: str, course: Course) -> tuple[bool, State]:
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
