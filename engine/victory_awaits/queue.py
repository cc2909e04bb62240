"""Chapter 19: a campaign of many players, whose controller lets several chits run at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.verdict import Reason, Tally, Verdict
from engine.victory_awaits.chits import chit_name, side_of
from engine.victory_awaits.losses import Losses
from engine.victory_awaits.pursuit import Pursuit
from engine.victory_awaits.retreat import Retreat
from engine.victory_awaits.sequence import LastChits, resolve
from engine.victory_awaits.state import State
from engine.victory_awaits.track import SUPPLY
from engine.victory_awaits.unit import AXIS

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

CONTROLLER = ("draw", "turn-to")
ANSWERS = ("interrupt", "pass")


@dataclass(frozen=True, slots=True)
class Running:
    """A chit turned up and being played: by whom, and what of it is still to do (19.4)."""

    chit: str
    player: str
    agenda: tuple[Phase, ...]


def player_of(g: VictoryAwaits, chit: str) -> str:
    """Whose chit it is (19.2); one that concerns everybody is the controller's."""
    hq = g.setup.interrupts.get(chit, chit)
    for player in g.setup.players:
        if hq in player.hqs:
            return player.id
    side = side_of(g, chit)
    mine = [player.id for player in g.setup.players if player.side == side]
    return mine[0] if side and mine else g.setup.controller


@dataclass(frozen=True)
class Queue(Phase):
    """Chits in progress, chits that wait face down, and the one just turned up (19.4, 19.5)."""

    running: tuple[Running, ...] = ()
    waiting: tuple[str, ...] = ()
    pending: str | None = None
    after: tuple[str, ...] = ()
    """Chits behind the pending one: they go back with it when it is cancelled (19.5)."""
    focus: int = 0

    def conflict(self, g: VictoryAwaits, chit: str) -> bool:
        """Whether a chit would disturb those in progress: its player is busy, or all are (19.4)."""
        if not self.running:
            return False
        busy = {run.player for run in self.running}
        common = side_of(g, chit) is None or any(r.chit == SUPPLY for r in self.running)
        return common or player_of(g, chit) in busy

    def _top(self) -> Phase:
        return self.running[self.focus].agenda[-1]

    def _inside(self, s: State) -> State:
        """The state as the activation in focus sees it."""
        return replace(s, agenda=self.running[self.focus].agenda)

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner of the activation in focus; else the controller."""
        if self.pending is not None:
            name = chit_name(g, self.pending)
            return Decision.of(AXIS, "ava.interrupt", "19.5", chit=name)
        if self.running:
            return self._top().decision(g, self._inside(s))
        if self.waiting or not s.cup:
            return None
        side = next((p.side for p in g.setup.players if p.id == g.setup.controller), AXIS)
        return Decision.of(side, "ava.queue", "19.3", left=len(s.cup))

    def _settled(self) -> bool:
        """Whether no battle is half fought in the activation in focus."""
        return not (self.running and isinstance(self._top(), Losses | Retreat | Pursuit))

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Turn up the next waiting chit (19.4 step 6), or go on when all are done (step 8).

        An activation may have nothing left to do because of what another one did.
        """
        if self.running:
            return self._returned(g, s, g.settle(self._inside(s), course), course)
        if self.waiting:
            return self._turn_up(g, s, 0, course)
        if s.hand:
            return s.push(LastChits())
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """What the activation in focus can do; draw a chit; turn to another activation."""
        if self.pending is not None:
            return ANSWERS
        inner = self._top().kinds() if self.running else ()
        return (*inner, *CONTROLLER)

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """All of that."""
        whole = unit is None and hex is None
        if self.pending is not None:
            if whole:
                yield from (Action("interrupt", chit=c) for c in s.hand if side_of(g, c) == AXIS)
                yield Action("pass")
            return
        if self.running:
            yield from self._top().choices(g, self._inside(s), unit, hex)
        if whole and s.cup and self._settled():
            yield Action("draw")
        if whole and self._settled():
            for place, run in enumerate(self.running):
                if place != self.focus:
                    yield Action("turn-to", chit=run.chit)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """The rules of the activation in focus, or of the queue."""
        if action.kind in CONTROLLER or self.pending is not None:
            return Verdict(tuple(self._reasons(g, s, action)))
        return self._top().explain(g, self._inside(s), action)

    def _reasons(self, g: VictoryAwaits, s: State, action: Action) -> Iterator[Reason]:
        chit = text(action, "chit")
        if action.kind in CONTROLLER and not self._settled():
            yield Reason.of("19.4", "ava.queue.battle")
        if action.kind == "draw" and not s.cup:
            yield Reason.of("19.4", "ava.queue.empty")
        if action.kind == "turn-to" and chit not in [run.chit for run in self.running]:
            yield Reason.of("19.4", "ava.queue.not-running", chit=chit_name(g, chit))
        if action.kind == "interrupt" and (chit not in s.hand or side_of(g, chit) != AXIS):
            yield Reason.of("19.5", "ava.interrupt.not-held", chit=chit_name(g, chit))

    def tally(self, g: VictoryAwaits, s: State, action: Action) -> Tally | None:
        """The numbers of the activation in focus."""
        if action.kind in CONTROLLER or self.pending is not None or not self.running:
            return None
        return self._top().tally(g, self._inside(s), action)

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Draw, turn to another activation, answer a chit turned up, or play on."""
        if action.kind == "draw":
            return self._draw(g, s, course)
        if action.kind == "turn-to":
            place = [run.chit for run in self.running].index(action["chit"])
            return s.instead(replace(self, focus=place))
        if self.pending is not None:
            return self._answer(g, s, action, course)
        sub: State = self._top().apply(g, self._inside(s), action, course)
        return self._returned(g, s, g.settle(sub, course), course)

    def _draw(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """A chit is turned up if it disturbs nobody, else it waits face down (19.4 step 5)."""
        place = course.chance.draw("cup", range(len(s.cup)))
        chit = s.cup[place]
        s = replace(s, cup=s.cup[:place] + s.cup[place + 1 :], drawn=(*s.drawn, chit))
        queue = replace(self, waiting=(*self.waiting, chit))
        if self.conflict(g, chit):
            course.tell("19.4", "ava.queue.waits", place=len(queue.waiting))
            return s.instead(queue)
        return queue._turn_up(g, s, len(queue.waiting) - 1, course)

    def _turn_up(self, g: VictoryAwaits, s: State, place: int, course: Course) -> State:
        chit = self.waiting[place]
        ahead, after = self.waiting[:place], self.waiting[place + 1 :]
        course.tell(
            "19.4",
            "ava.queue.turned-up",
            units=(chit,) if chit in g.units else (),
            chit=chit_name(g, chit),
            player=player_of(g, chit),
        )
        queue = replace(self, waiting=ahead + after, pending=chit, after=after)
        s = s.instead(queue)
        if any(side_of(g, held) == AXIS for held in s.hand):
            return s
        return queue._start(g, s, chit, course)

    def _start(self, g: VictoryAwaits, s: State, chit: str, course: Course) -> State:
        """Begin an activation beside those in progress."""
        sub: State = g.settle(resolve(g, replace(s, agenda=()), chit, course), course)
        run = Running(chit, player_of(g, chit), sub.agenda)
        queue = replace(self, running=(*self.running, run), pending=None, after=())
        queue = replace(queue, focus=len(queue.running) - 1)
        return queue._returned(g, s, sub, course)

    def _returned(self, g: VictoryAwaits, s: State, sub: State, course: Course) -> State:
        """Take over what an activation changed; when it is done, look at those that wait."""
        run = replace(self.running[self.focus], agenda=sub.agenda)
        before, behind = self.running[: self.focus], self.running[self.focus + 1 :]
        if sub.agenda:
            queue = replace(self, running=(*before, run, *behind))
            return replace(sub, agenda=(*s.agenda[:-1], queue))
        course.tell("19.4", "ava.queue.done", chit=chit_name(g, run.chit), player=run.player)
        if run.chit == SUPPLY and s.turn >= g.setup.last_turn:
            return sub
        queue = replace(self, running=before + behind, focus=0)
        back = replace(sub, agenda=(*s.agenda[:-1], queue))
        for place, chit in enumerate(queue.waiting):
            if not queue.conflict(g, chit):
                return queue._turn_up(g, back, place, course)
        return back

    def _answer(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Manstein or Guderian cancels the chit; it and those behind it go back (19.5)."""
        assert self.pending is not None, "asked only about a chit turned up"
        if action.kind == "pass":
            return self._start(g, s, self.pending, course)
        back = (self.pending, *self.after)
        course.tell("19.5", "ava.chit.put-back", chit=chit_name(g, self.pending))
        if self.after:
            course.tell("19.5", "ava.queue.put-back", count=len(self.after))
        drawn, hand = list(s.drawn), list(s.hand)
        for chit in back:
            drawn.remove(chit)
        chit = action["chit"]
        hand.remove(chit)
        s = replace(s, cup=s.cup + back, drawn=(*drawn, chit), hand=tuple(hand))
        waiting = self.waiting[: len(self.waiting) - len(self.after)]
        queue = replace(self, waiting=waiting, pending=None, after=())
        course.tell("7.3", "ava.chit.interrupts", chit=chit_name(g, chit))
        if queue.conflict(g, chit):
            return s.instead(replace(queue, waiting=(chit, *queue.waiting)))
        return queue._start(g, s.instead(queue), chit, course)


def acting(s: State) -> Phase | None:
    """The phase that acts now: in a campaign of many that of the activation in focus (19.4)."""
    top: Phase | None = s.agenda[-1] if s.agenda else None
    if isinstance(top, Queue) and top.running and top.pending is None:
        return top.running[top.focus].agenda[-1]
    return top


def queue_of(g: VictoryAwaits, s: State) -> dict[str, Any]:
    """The table as all can see it: activations in progress, and how many chits wait (19.4)."""
    queue = next((phase for phase in s.agenda if isinstance(phase, Queue)), Queue())
    return {
        "running": [run.chit for run in queue.running],
        "focus": queue.running[queue.focus].chit if queue.running else None,
        "players": {run.chit: run.player for run in queue.running},
        "waiting": list(queue.waiting),
        "left": len(s.cup),
    }
