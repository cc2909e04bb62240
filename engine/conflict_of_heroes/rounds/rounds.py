"""Chapter 2: the pre-round phase, the roll for the first turn, the end of a round and the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import whole
from engine.conflict_of_heroes.actions.dice import caps, dice_reasons
from engine.conflict_of_heroes.cards import deck
from engine.conflict_of_heroes.counters.hits import leave
from engine.conflict_of_heroes.counters.state import AWAY, GONE, Change, State, hostile, nation
from engine.conflict_of_heroes.counters.unit import GERMAN, PLANE
from engine.conflict_of_heroes.fire.artillery import Barrage, Calling, thin_out
from engine.conflict_of_heroes.hand.answers import Feared
from engine.conflict_of_heroes.rounds.turns import Turn
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision, Ending
from engine.values import replace
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


@dataclass(frozen=True)
class Round(Phase):
    """The turns of one round, until both sides pass in a row (2.3)."""

    last: str = ""
    """Whose turn was the last one."""

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        if s.over:
            return replace(deck.reveal_objectives(g, s, course), agenda=())
        s = replace(s, control=g.control(s))
        done = next((side for side in g.sides if all_done(g, s, side)), None)
        if done is not None:
            course.tell("2.3", "coh.tasks", hexes=g.setup.tasks[done], side=done)
            return replace(s, over=True)
        if s.passes < max(2, len(g.sides) - 1):
            s = lapsed(g, s, s.turn, self.last)
            return s.instead(Round(s.turn)).push(Turn(s.turn))
        return end_of_round(g, s, course)


LAPSED: Change = {"wary": False, "covert": False, "overrun": False}
"""What cards gave a unit, when its side's next turn comes (8.3)."""
RESTED: Change = {**LAPSED, "spent": False, "exposed": False, "mired": False, "iron": False}
"""What all units are at the start of a round (2.0)."""


def lapsed(g: Firefight, s: State, side: str, last: str) -> State:
    """What lasts until a side's next turn, or for the one turn after another's, is over (5.01).

    Of cards: 8.1 firepower, 8.1 double action, 8.3 sixth sense, 8.3 iron will, 8.3 hidden action,
    8.3 overrun.
    """
    for unit, counter in s.counters.items():
        if g.units[unit].side != last:
            s = s.changed(unit, exposed=False)
        if g.units[unit].side == side:
            iron = counter.iron and unit in s.active[side]
            s = s.changed(unit, iron=iron).changed(unit, **LAPSED)
    return replace(s, firepower=s.firepower - {side}, double="")


def all_done(g: Firefight, s: State, side: str) -> bool:
    """Whether a side has carried out all that the firefight asks of it (2.3)."""
    tasks = g.setup.tasks.get(side, ())
    held = [s.control.get(hex, "") for hex in tasks]
    return bool(tasks) and all(army and not hostile(army, side) for army in held)


def end_of_round(g: Firefight, s: State, course: Course) -> State:
    """Points for the hexes held; the next pre-round phase, or the end (2.3, 2.4)."""
    course.tell("2.3", "coh.round.end", round=s.round)
    s = replace(s, control=g.control(s))
    s = deck.points_for(g, s, g.setup.hex_points, "2.4", course)
    for unit in s.position.units():
        if g.units[unit].kind == PLANE and s.position.place(unit) in g.board:
            s = leave(g, s, unit, AWAY)
    if s.round >= g.setup.rounds:
        s = deck.reveal_objectives(g, s, course)
        return replace(s, agenda=(), over=True)
    return replace(s.pop(), round=s.round + 1).push(PreRound())


@dataclass(frozen=True)
class PreRound(Phase):
    """Everything before the first turn of a round (2.0)."""

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        """Fresh units, thinner smoke, CAP, cards, artillery, then the roll (2.0)."""
        course.tell("2.0", "coh.round.begin", round=s.round)
        s = refreshed(g, s)
        if s.round > g.setup.first_round:
            s = thin_out(s)
        if s.round == g.setup.first_round:
            s = deck.draw_objectives(g, s, course)
        s = deck.deal(g, s, course)
        if s.over:
            s = replace(s, control=g.control(s))
            return replace(deck.reveal_objectives(g, s, course), agenda=())
        fired = [Barrage(side, *shot) for side in g.sides for shot in s.aimed.get(side, ())]
        s = replace(s, aimed={}, passes=0)
        s = s.instead(Initiative(), Round())
        calling = [Calling(side) for side in g.sides]
        return s.push(*calling, *fired)


def refreshed(g: Firefight, s: State) -> State:
    """All units fresh, nobody active, CAP at the start less one a unit lost (2.0, 7.3)."""
    counters = {
        unit: replace(replace(counter, bogged=counter.bogged and not counter.mired), **RESTED)
        if s.position.place(unit) != GONE
        else counter
        for unit, counter in s.counters.items()
    }
    cap = {side: max(g.setup.cap[side] - s.losses[side], 0) for side in g.sides}
    none: Mapping[str, tuple[str, ...]] = dict.fromkeys(g.sides, ())
    return replace(
        s,
        counters=counters,
        cap=cap,
        active=none,
        ap=dict.fromkeys(g.sides, 0),
        came={},
        firepower=frozenset(),
        double="",
        busy=frozenset(),
    )


class AddCap(Deed["Firefight", State, "Initiative"]):
    """CAP are declared for the roll for the first turn (3.24)."""

    kind, rule = "add-cap", "3.24"

    def slots(self) -> Slots[Firefight, State, Initiative]:
        """None, one or two; taking away is legal as well (3.23)."""
        return {"cap": lambda g, s, p, given: caps(s.cap[self._side(g, s, p)])}

    def _side(self, g: Firefight, s: State, p: Initiative) -> str:
        side = p.declarer(g, s)
        assert side is not None, "asked only while somebody declares"
        return side

    def reasons(self, g: Firefight, s: State, p: Initiative, action: Action) -> Reasons:
        return dice_reasons(whole(action, "cap"), s.cap[self._side(g, s, p)])

    def tally(self, g: Firefight, s: State, p: Initiative, action: Action) -> Tally:
        lines = [
            Line.of("3.2", "coh.line.cap-left", s.cap[self._side(g, s, p)]),
            Line.of("3.24", "coh.line.cap-spent", -abs(whole(action, "cap"))),
        ]
        return Tally.adding("coh.cap", lines)

    def apply(self, g: Firefight, s: State, p: Initiative, action: Action, course: Course) -> State:
        """CAP are spent whatever the dice show (3.24)."""
        side, cap = self._side(g, s, p), whole(action, "cap")
        course.tell("3.24", "coh.initiative.declared", side=side, cap=cap)
        s = s.with_cap(side, s.cap[side] - abs(cap))
        return s.instead(replace(p, declared={**p.declared, side: cap}))


@dataclass(frozen=True)
class Initiative(Phase):
    """Who goes first: two dice each, CAP declared before them (2.1, 3.24)."""

    declared: Mapping[str, int] = field(default_factory=dict)

    can = (AddCap(),)

    def declarer(self, g: Firefight, s: State) -> str | None:
        """The richer in CAP first, the Soviets on a tie (3.24); each player by himself (21.0)."""
        left = [one for one in g.sides if one not in self.declared]
        return min(left, key=lambda one: (-s.cap[one], nation(one) == GERMAN), default=None)

    def decision(self, g: Firefight, s: State) -> Decision | None:
        side = self.declarer(g, s)
        if side is None or not s.cap[side]:
            return None
        return Decision.of(side, "coh.initiative", "3.24", cap=s.cap[side])

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        """Pass over a side without CAP; roll when both have declared."""
        side = self.declarer(g, s)
        if side is not None:
            return s.instead(replace(self, declared={**self.declared, side: 0}))
        totals = {}
        for one in sorted(g.sides, key=lambda one: nation(one) == GERMAN):
            dice = course.chance.roll("coh.initiative") + course.chance.roll("coh.initiative")
            totals[one] = dice + self.declared[one]
            course.tell("2.1", "coh.initiative.roll", side=one, dice=dice, total=totals[one])
        if list(totals.values()).count(max(totals.values())) > 1:
            course.tell("3.24", "coh.initiative.tie")
            course.again()
            return s.instead(Initiative())
        first = max(totals, key=lambda one: totals[one])
        if not g.setup.alternate:
            # the armies of the winning side go one after another (21.0)
            first = next(one for one in g.order if not hostile(one, first))
        course.tell("2.1", "coh.initiative.won", side=first)
        fearsome = [Feared(one) for one in g.sides if one != first]
        return replace(s.pop(), turn=first).push(*fearsome)


def score(g: Firefight, s: State, side: str) -> Tally:
    """A side's victory points (2.4)."""
    return Tally.adding("coh.score", [Line.of("2.4", "coh.line.points", s.points[side])])


def ending(g: Firefight, s: State) -> Ending:
    """More points win; on equal points both have lost (2.4); sides together or each (21.0)."""
    lines = [Line.of("2.4", "coh.line.points-of", s.points[side], side=side) for side in g.sides]
    totals: dict[str, int] = {}
    for side in g.sides:
        team = nation(side) if g.setup.together else side
        totals[team] = totals.get(team, 0) + s.points[side]
    best, second, *_ = sorted(totals.values(), reverse=True)
    winner = None if best == second else max(totals, key=lambda one: totals[one])
    tally = Tally("coh.ending.ahead", tuple(lines), best - second)
    return Ending(winner, "2.4", "coh.ending.draw" if winner is None else "coh.ending.won", tally)
