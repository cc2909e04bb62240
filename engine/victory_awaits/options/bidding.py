"""Section 17.1: an auction for the Axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.state import State, enemy
from engine.victory_awaits.components.unit import AXIS, SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

HIGHEST_BID = 400
RAISES = (1, 5, 20)
"""Raises that are offered; any higher bid is legal (17.1)."""


@dataclass(frozen=True)
class Bidding(Phase):
    """An auction for the Axis: who bids more plays it and must reach the bid (17.1).

    The bidders are the two seats, named for the sides that they play if nobody changes.
    """

    bidder: str = AXIS
    high: int = -1
    holder: str = ""

    def decision(self, g: VictoryAwaits, s: State) -> Decision:
        """Raise, or leave the Axis to the other seat."""
        return Decision.of(self.bidder, "ava.bid", "17.1", high=max(self.high, 0))

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Bid; pass, once there is a bid."""
        return BID, STAND_BACK


class Bid(Deed["VictoryAwaits", State, Bidding]):
    """More than the last bid (17.1)."""

    kind, rule = "bid", "17.1"

    def slots(self) -> Slots[VictoryAwaits, State, Bidding]:
        """A few raises."""

        def raises(g: VictoryAwaits, s: State, p: Bidding, given: Action) -> list[int]:
            first = max(p.high, (g.setup.goal.points or 1) // 2)
            return [first + more for more in RAISES]

        return {"points": raises}

    def reasons(self, g: VictoryAwaits, s: State, p: Bidding, action: Action) -> Reasons:
        """A bid must be higher than the last."""
        points = action.get("points")
        if not isinstance(points, int) or not p.high < points <= HIGHEST_BID:
            yield Reason.of("17.1", "ava.bid.low", high=p.high)

    def apply(
        self, g: VictoryAwaits, s: State, p: Bidding, action: Action, course: Course
    ) -> State:
        """The other seat is asked."""
        course.tell("17.1", "ava.bid.raised", bidder=p.bidder, points=action["points"])
        return s.instead(Bidding(enemy(p.bidder), action["points"], p.bidder))


class StandBack(Deed["VictoryAwaits", State, Bidding]):
    """The last bid stands (17.1)."""

    kind, rule = "pass", "17.1"

    def reasons(self, g: VictoryAwaits, s: State, p: Bidding, action: Action) -> Reasons:
        """There is one."""
        if not p.holder:
            yield Reason.of("17.1", "ava.bid.open")

    def apply(
        self, g: VictoryAwaits, s: State, p: Bidding, action: Action, course: Course
    ) -> State:
        """Who made it plays the Axis."""
        course.tell("17.1", "ava.bid.won", holder=p.holder, points=p.high)
        swapped = p.holder == SOVIET
        if swapped:
            course.tell("17.1", "ava.bid.swapped")
        return replace(s.pop(), bid=p.high, swapped=swapped)


BID, STAND_BACK = Bid(), StandBack()
