"""Chapter 19: a campaign of many players, whose controller lets several chits run at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypedDict

from engine.action import Action
from engine.deeds import Deed, Reasons
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.track import SUPPLY
from engine.victory_awaits.components.unit import AXIS
from engine.victory_awaits.turn.abreast import Abreast, Running
from engine.victory_awaits.turn.chits import chit_name, side_of
from engine.victory_awaits.turn.sequence import FromHand, LastChits, draw

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


def players_of(g: VictoryAwaits, chit: str) -> tuple[str, ...]:
    """Whose chit it is (19.2): an HQ's player; all of a side share its reinforcements."""
    hq, side = g.setup.interrupts.get(chit, chit), side_of(g, chit)
    theirs = tuple(player.id for player in g.setup.players if hq in player.hqs)
    concerned = (player.id for player in g.setup.players if side in (player.side, None))
    return theirs or tuple(concerned)


@dataclass(frozen=True)
class Queue(Abreast):
    """Chits in progress, chits that wait face down, and the one just turned up (19.4, 19.5)."""

    waiting: tuple[str, ...] = ()
    judged: int | None = None
    """The place in the queue of the chit that the controller looks at (19.4 steps 5 and 6)."""
    pending: str | None = None
    after: tuple[str, ...] = ()
    """Chits behind the pending one: they go back with it when it is cancelled (19.5)."""

    @property
    def asking(self) -> bool:
        """Whether the controller judges a chit, or the Axis may cancel one."""
        return self.pending is not None or self.judged is not None

    def conflict(self, g: VictoryAwaits, chit: str) -> bool:
        """Whether a chit cannot run beside those in progress: a player of it is busy."""
        busy = {player for run in self.running for player in run.players}
        return not busy.isdisjoint(players_of(g, chit))

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner of the activation in focus; else the controller."""
        side = next((p.side for p in g.setup.players if p.id == g.setup.controller), AXIS)
        if self.pending is not None:
            name = chit_name(g, self.pending)
            return Decision.of(AXIS, "ava.interrupt", "19.5", chit=name)
        if self.judged is not None:
            chit = self.waiting[self.judged]
            player = players_of(g, chit)
            return Decision.of(side, "ava.judge", "19.4", chit=chit_name(g, chit), player=player)
        if self.running:
            return super().decision(g, s)
        if self.waiting or not s.cup:
            return None
        return Decision.of(side, "ava.queue", "19.3", left=len(s.cup))

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Turn up the next waiting chit (19.4 step 6), or go on when all are done (step 8)."""
        if self.running:
            return super().proceed(g, s, course)
        if self.waiting:
            return self.turn_up(g, s, 0, course)
        return s.push(LastChits()) if s.hand else s.pop()

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The chits with which the Axis may cancel the one turned up (19.5)."""
        return [chit for chit in s.hand if side_of(g, chit) == AXIS]

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Answer what is asked; else play on, turn to another activation, or draw a chit."""
        if self.pending is not None:
            return CANCEL, LET_BE
        if self.judged is not None:
            return TURN_UP, LEAVE
        return (*super().deeds(g, s), DRAW)

    def look(self, g: VictoryAwaits, s: State, start: int) -> State:
        """The controller judges the next chit from a place on that could run now (19.4)."""
        able = (
            place
            for place in range(start, len(self.waiting))
            if self.running and not self.conflict(g, self.waiting[place])
        )
        return s.instead(replace(self, judged=next(able, None)))

    def turn_up(self, g: VictoryAwaits, s: State, place: int, course: Course) -> State:
        """A waiting chit is turned up (19.4); the Axis may cancel it (19.5)."""
        chit = self.waiting[place]
        ahead, after = self.waiting[:place], self.waiting[place + 1 :]
        course.tell(
            "19.4",
            "ava.queue.turned-up",
            units=(chit,) if chit in g.units else (),
            chit=chit_name(g, chit),
            player=players_of(g, chit),
        )
        queue = replace(self, waiting=ahead + after, judged=None, pending=chit, after=after)
        if any(side_of(g, held) == AXIS for held in s.hand):
            return s.instead(queue)
        return queue.let_be(g, s.instead(queue), course)

    def let_be(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """The chit turned up begins; then the controller looks at those behind it."""
        assert self.pending is not None, "asked only about a chit turned up"
        queue, chit = replace(self, pending=None, after=()), self.pending
        begun = queue.begin(g, s, chit, players_of(g, chit), course)
        top = begun.agenda[-1] if begun.agenda else None
        ahead = len(self.waiting) - len(self.after)
        fresh = isinstance(top, Queue) and not top.asking
        return top.look(g, begun, ahead) if isinstance(top, Queue) and fresh else begun

    def ended(self, g: VictoryAwaits, s: State, run: Running, course: Course) -> State:
        """The controller judges those that wait (19.4 step 6); the last check ends the game."""
        if run.chit == SUPPLY and s.turn >= g.setup.last_turn:
            return replace(s, agenda=())
        return self.look(g, s, 0)


class Draw(Deed["VictoryAwaits", State, Queue]):
    """One more chit is drawn from the cup (19.4)."""

    kind, rule = "draw", "19.4"

    def reasons(self, g: VictoryAwaits, s: State, p: Queue, action: Action) -> Reasons:
        """Not in the middle of a battle."""
        if not p.settled():
            yield Reason.of("19.4", "ava.queue.battle")
        if not s.cup:
            yield Reason.of("19.4", "ava.queue.empty")

    def apply(self, g: VictoryAwaits, s: State, p: Queue, action: Action, course: Course) -> State:
        """With nothing in progress it is turned up; else it is judged (19.4 steps 2, 5)."""
        chit, s = draw(s, "cup", course)
        queue, last = replace(p, waiting=(*p.waiting, chit)), len(p.waiting)
        if not p.running:
            return queue.turn_up(g, s, last, course)
        key = "waits" if p.conflict(g, chit) else "looks"
        course.tell("19.4", f"ava.queue.{key}", place=last + 1)
        return queue.look(g, s, last)


class TurnUp(Deed["VictoryAwaits", State, Queue]):
    """The controller lets the chit he looks at begin (19.4)."""

    kind, rule = "turn-up", "19.4"

    def apply(self, g: VictoryAwaits, s: State, p: Queue, action: Action, course: Course) -> State:
        """It is turned up."""
        assert p.judged is not None, "he looks at one"
        return p.turn_up(g, s, p.judged, course)


class Leave(Deed["VictoryAwaits", State, Queue]):
    """The controller leaves the chit he looks at in the queue (19.4)."""

    kind, rule = "leave", "19.4"

    def apply(self, g: VictoryAwaits, s: State, p: Queue, action: Action, course: Course) -> State:
        """He looks at the next one."""
        assert p.judged is not None, "he looks at one"
        course.tell("19.4", "ava.queue.waits", place=p.judged + 1)
        return p.look(g, s, p.judged + 1)


class Cancel(FromHand[Queue]):
    """Manstein or Guderian cancels the chit turned up (19.5)."""

    rule = "19.5"

    def apply(self, g: VictoryAwaits, s: State, p: Queue, action: Action, course: Course) -> State:
        """It and those behind it go back."""
        assert p.pending is not None, "asked only about a chit turned up"
        back = (p.pending, *p.after)
        course.tell("19.5", "ava.chit.put-back", chit=chit_name(g, p.pending))
        if p.after:
            course.tell("19.5", "ava.queue.put-back", count=len(p.after))
        drawn, hand = list(s.drawn), list(s.hand)
        for chit in back:
            drawn.remove(chit)
        chit = action["chit"]
        hand.remove(chit)
        s = replace(s, cup=s.cup + back, drawn=(*drawn, chit), hand=tuple(hand))
        waiting = p.waiting[: len(p.waiting) - len(p.after)]
        queue = replace(p, waiting=waiting, pending=None, after=())
        course.tell("7.3", "ava.chit.interrupts", chit=chit_name(g, chit))
        if queue.conflict(g, chit):
            return s.instead(replace(queue, waiting=(chit, *queue.waiting)))
        return queue.begin(g, s.instead(queue), chit, players_of(g, chit), course)


class LetBe(Deed["VictoryAwaits", State, Queue]):
    """The chit turned up is not cancelled (19.5)."""

    kind, rule = "pass", "19.5"

    def apply(self, g: VictoryAwaits, s: State, p: Queue, action: Action, course: Course) -> State:
        """It begins."""
        return p.let_be(g, s, course)


DRAW, TURN_UP, LEAVE, CANCEL, LET_BE = Draw(), TurnUp(), Leave(), Cancel(), LetBe()


class OnTable(TypedDict):
    """The table as all can see it: activations in progress, and the chits that wait (19.4)."""

    running: list[str]
    focus: str | None
    players: dict[str, tuple[str, ...]]
    waiting: list[str]
    drawn_ahead: bool
    left: int


def queue_of(g: VictoryAwaits, s: State) -> OnTable:
    """What lies on the table (19.4)."""
    table = next((phase for phase in s.agenda if isinstance(phase, Abreast)), Abreast())
    drawn_ahead = isinstance(table, Queue)
    return {
        "running": [run.chit for run in table.running],
        "focus": table.running[table.focus].chit if table.running else None,
        "players": {run.chit: run.players for run in table.running},
        "waiting": list(table.waiting) if isinstance(table, Queue) else [],
        "drawn_ahead": drawn_ahead,
        "left": len(s.cup),
    }
