"""Chapters 5 and 7: the cup, the chit that is drawn from it and what it does, the turn's end."""

from __future__ import annotations

from engine.agenda import Phase, Reasons
from engine.values import replace
from engine.verdict import Course, Decision, Reason, enforces
from engine.victory_awaits.combat.segment import Combat, operations
from engine.victory_awaits.components.deeds import Answer, OneChit, name_on
from engine.victory_awaits.components.state import AXIS, SOVIET, Setting, State
from engine.victory_awaits.components.track import (
    AVAILABLE,
    OKH,
    REINFORCEMENTS,
    RESERVE,
    SUPPLY,
    turn_box,
)
from engine.victory_awaits.concepts import activated, put
from engine.victory_awaits.movement.segment import MarchIn
from engine.victory_awaits.options import Relocation, Trimming, draw_directly, may_act_twice
from engine.victory_awaits.supply import reinforce, supply_check
from engine.victory_awaits.turn.chits import TakeCommand, side_of


def draw(s: State, cup: str, course: Course) -> tuple[str, State]:
    """A chit at random out of the cup (7.1)."""
    place = course.chance.draw(cup, range(len(s.cup)))
    chit = s.cup[place]
    return chit, replace(s, cup=s.cup[:place] + s.cup[place + 1 :], drawn=(*s.drawn, chit))


class Command(Phase):
    """The command phase (5.0 step 2, 7.1): chits are drawn until the cup is empty."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Draw a chit; who holds an interrupt is asked first (7.3)."""
        if not s.cup:
            return cup_is_empty(s)
        chit, s = draw(s, "cup", course)
        course.tell(
            "7.1",
            "ava.chit.drawn",
            units=(chit,) if chit in g.units else (),
            chit=name_on(g, chit),
            side=side_of(g, chit) or "both",
        )
        if any(side_of(g, held) == AXIS for held in s.hand):
            return s.push(Interrupt(AXIS, chit))
        if s.hand:
            return s.push(Interrupt(SOVIET, chit))
        return resolve(g, s, chit, course)


def cup_is_empty(s: State) -> State:
    """Chits still in hand are played, then the phase is over (7.3)."""
    return s.push(LastChits()) if s.hand else s.pop()


def put_back(g: Setting, s: State, chit: str, course: Course, rule: str = "7.3") -> State:
    """A chit that was drawn is cancelled (7.3, 19.5, 20.2)."""
    course.tell(rule, "ava.chit.put-back", chit=name_on(g, chit))
    drawn = list(s.drawn)
    drawn.remove(chit)
    return replace(s, drawn=tuple(drawn))


NOT_HELD = "ava.interrupt.not-held"


class Interrupt(Phase):
    """A chit has been drawn: put it back and play one from the hand instead (7.3, 18.1)?"""

    side: str
    chit: str

    def may(self, g: Setting, s: State) -> list[str]:
        """The chits of the side that is asked."""
        return [chit for chit in s.hand if side_of(g, chit) == self.side]

    def decision(self, g: Setting, s: State) -> Decision:
        rule = "7.3" if self.side == AXIS else "18.1"
        return Decision.of(self.side, "ava.interrupt", rule, chit=name_on(g, self.chit))

    def not_held(self, g: Setting, s: State, chit: str) -> Reasons:
        """Manstein and Guderian are in hand only when they were chosen (6.3)."""
        rule = "6.3" if chit in g.setup.interrupts else "7.3"
        yield Reason.of(rule, NOT_HELD, chit=name_on(g, chit))

    def play(self, g: Setting, s: State, chit: str, course: Course) -> State:
        """The chit drawn goes back into the cup; the one in hand activates at once (7.3)."""
        s = put_back(g, s.pop(), self.chit, course)
        return play_held(g, replace(s, cup=(*s.cup, self.chit)), chit, course)

    def go_on(self, g: Setting, s: State, course: Course) -> State:
        """It is resolved after all, but the Soviets may hold one and are asked first (18.1)."""
        s = s.pop()
        if self.side == AXIS and any(side_of(g, held) == SOVIET for held in s.hand):
            return s.push(Interrupt(SOVIET, self.chit))
        return resolve(g, s, self.chit, course)


Interrupt.offers(
    OneChit("interrupt", "7.3", Interrupt.play, Interrupt.not_held),
    Answer("pass", "7.3", Interrupt.go_on),
)


class LastChits(Phase):
    """Chits still in hand when the cup is empty are played before the end phase (7.3)."""

    def may(self, g: Setting, s: State) -> list[str]:
        """The chits of whoever holds the first, the Axis before the Soviets."""
        owner = AXIS if any(side_of(g, chit) == AXIS for chit in s.hand) else SOVIET
        return [chit for chit in s.hand if side_of(g, chit) == owner]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """With several, which the Axis alone can hold, it picks the order."""
        if len(self.may(g, s)) < 2:
            return None
        return Decision.of(AXIS, "ava.last-chits", "7.3")

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        held = self.may(g, s)
        s = s.pop()
        return play_held(g, s, held[0], course) if held else s

    def play(self, g: Setting, s: State, chit: str, course: Course) -> State:
        """It activates as ever."""
        return play_held(g, s.pop(), chit, course)


LastChits.offers(OneChit("interrupt", "7.3", LastChits.play, NOT_HELD))


def from_hand(g: Setting, s: State, chit: str, course: Course) -> State:
    """A chit from the hand is played (7.3)."""
    hand = list(s.hand)
    hand.remove(chit)
    course.tell("7.3", "ava.chit.interrupts", chit=name_on(g, chit))
    return replace(s, hand=tuple(hand), drawn=(*s.drawn, chit))


def play_held(g: Setting, s: State, chit: str, course: Course) -> State:
    """A chit from the hand activates at once: Manstein and Guderian their HQ (7.3)."""
    return resolve(g, from_hand(g, s, chit, course), chit, course)


@enforces("7.2")
def resolve(g: Setting, s: State, chit: str, course: Course) -> State:
    """What a chit does (7.2)."""
    if chit == SUPPLY:
        return supply_check(g, s, course)
    for side, name in REINFORCEMENTS.items():
        if chit == name:
            return reinforce(g, s, side, course)
    if chit in (OKH, RESERVE):
        return draw_directly(g, s, chit, course)
    hq = g.setup.interrupts.get(chit, chit)
    march = marching_in(g, s, hq, course)
    return activate(g, s, hq, course) if march is None else march


def marching_in(g: Setting, s: State, hq: str, course: Course) -> State | None:
    """The 19th Army: its chit brings the formation in from the turn track (15.3)."""
    entry = next((entry for entry in g.setup.entries if entry.hq == hq), None)
    if entry is None:
        return None
    waiting = tuple(
        unit
        for unit in entry.units
        if s.position.place(unit).startswith("turn-")
        and int(s.position.place(unit).removeprefix("turn-")) <= s.turn
    )
    if not waiting:
        return None
    side = g.units[hq].side
    name = g.units[hq].name
    course.tell("15.3", "ava.march.begins", units=waiting, hq=name, count=len(waiting))
    march = MarchIn(hq, side, waiting, gates=entry.gates, one_gate=True, rule="15.3")
    fight = (Combat(hq, side, waiting),) if g.setup.combat else ()
    return s.push(march, *fight)


def activate(g: Setting, s: State, hq: str, course: Course) -> State:
    """An HQ wakes the units in its range for one operations phase (5.0 step 3, 8.1, 13.0)."""
    head = g.units[hq]
    if s.position.place(hq) not in g.board:
        course.tell("13.0", "ava.chit.no-hq", units=(hq,), hq=head.name)
        return s
    if g.on("panzer-hq-limit"):
        allowed, s = may_act_twice(g, s, hq, course)
        if not allowed:
            return s
    awake = activated(g, s, hq)
    course.tell("8.1", "ava.hq.activates", units=awake, hq=head.name, count=len(awake) - 1)
    phases: list[Phase] = [Relocation(hq)] if g.on("hq-relocation") else []
    if g.on("armour-limit"):
        phases.append(Trimming(hq, head.side, awake))
    else:
        phases += operations(g, hq, head.side, awake)
    return s.push(*phases)


class EndOfTurn(Phase):
    """The end phase (5.0 step 5): the next turn, or the end of the game."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Advance the turn marker; units in the new turn's box become available."""
        if s.turn >= g.setup.last_turn:
            course.tell("16.4", "ava.turn.over", turn=s.turn)
            return replace(s, agenda=())
        turn = s.turn + 1
        box = turn_box(turn)
        # 17.3: an HQ that did not begin in this box was relocated to it.
        began = {u for u in s.position.at(box) if g.scenario.where[u] == box}
        arrivals = [u for u in s.position.at(box) if u not in began & g.setup.entering]
        for unit in arrivals:
            g.tell(course, unit, "5.0", "ava.turn.box")
            s = put(g, s, unit, AVAILABLE[g.units[unit].side])
        waiting = {u for u in s.extras - g.setup.transfers if s.position.place(u) not in g.board}
        fresh = {u for u in arrivals if u not in began or u in g.setup.transfers}
        s = replace(s, turn=turn, extras=frozenset(waiting | fresh))
        return s.instead(TakeCommand())
