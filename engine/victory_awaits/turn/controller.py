"""Several activations in progress at once: those of a campaign of many players, whose controller
lets several chits run (chapter 19), and those of a team (20.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Self, TypedDict

from engine.agenda import Deed, Phase, Reasons, Slot, Slots
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason, Tally
from engine.victory_awaits.combat.retreat import Losses, Retreat
from engine.victory_awaits.combat.segment import Combat, Pursuit
from engine.victory_awaits.components.deeds import Answer, Deeds, OneChit, name_on
from engine.victory_awaits.components.state import AXIS, Setting, State
from engine.victory_awaits.components.track import SUPPLY
from engine.victory_awaits.turn.chits import side_of
from engine.victory_awaits.turn.sequence import (
    NOT_HELD,
    cup_is_empty,
    draw,
    from_hand,
    put_back,
    resolve,
)


@dataclass(frozen=True)
class Running:
    """A chit turned up and being played: whose it is, and what of it is still to do."""

    chit: str
    players: tuple[str, ...]
    agenda: tuple[Phase, ...]
    retreated: frozenset[str] = frozenset()
    """The units that fell back in this activation's own combat segment (10.3)."""


class Abreast(Phase):
    """Activations side by side; the owner of the one in focus decides, or turns to another."""

    running: tuple[Running, ...] = ()
    focus: int = 0
    rule: ClassVar[str] = "19.4"
    """The section that lets several run."""

    @property
    def asking(self) -> bool:
        """Whether something else is to be answered before any of them goes on."""
        return False

    def top(self) -> Phase:
        """The phase under way in the activation in focus."""
        return self.running[self.focus].agenda[-1]

    def inside(self, s: State) -> State:
        """The state as the activation in focus sees it."""
        run = self.running[self.focus]
        return s.once("inside", replace, s, agenda=run.agenda, retreated=run.retreated)

    def settled(self) -> bool:
        """Whether no battle is declared or half fought in the activation in focus."""
        top = self.top() if self.running else None
        if isinstance(top, Combat):
            return not top.standing
        return not isinstance(top, Losses | Retreat | Pursuit)

    def decision(self, g: Setting, s: State) -> Decision | None:
        return self.top().decision(g, self.inside(s)) if self.running else None

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """On with an activation that owes nothing, perhaps for what another one did."""
        if self.running:
            return self.returned(g, s, g.settle(self.inside(s), course), course)
        return s.pop()

    def deeds(self, g: Setting, s: State) -> Deeds[Self]:
        inner = self.top().deeds(g, self.inside(s)) if self.running else ()
        return (*map(within, inner), TURN_TO)

    def begin(
        self, g: Setting, s: State, chit: str, players: tuple[str, ...], course: Course
    ) -> State:
        """One activation more, beside those in progress."""
        alone = replace(s, agenda=(), retreated=frozenset())
        sub: State = g.settle(resolve(g, alone, chit, course), course)
        more = (*self.running, Running(chit, players, sub.agenda, sub.retreated))
        return replace(self, running=more, focus=len(more) - 1).returned(g, s, sub, course)

    def returned(self, g: Setting, s: State, sub: State, course: Course) -> State:
        """Take over what the activation in focus changed, and see whether it is done."""
        run = replace(self.running[self.focus], agenda=sub.agenda, retreated=sub.retreated)
        before, behind = self.running[: self.focus], self.running[self.focus + 1 :]
        back = replace(sub, agenda=s.agenda, retreated=frozenset())
        if sub.agenda:
            return back.instead(replace(self, running=(*before, run, *behind)))
        course.tell(self.rule, "ava.queue.done", chit=name_on(g, run.chit), player=run.players)
        return replace(self, running=before + behind, focus=0).ended(g, back, run, course)

    def ended(self, g: Setting, s: State, run: Running, course: Course) -> State:
        """What follows when an activation is done."""
        return s.instead(self)


class Within(Deed[Setting, State, Abreast]):
    """A deed of the activation in focus: done to the state as that one sees it."""

    def __init__(self, deed: Deed[Setting, State, Phase]) -> None:
        self.deed = deed
        self.kind, self.rule, self.sure = deed.kind, deed.rule, deed.sure

    def slots(self) -> Slots[Setting, State, Abreast]:
        def inside(slot: Slot[Setting, State, Phase]) -> Slot[Setting, State, Abreast]:
            return lambda g, s, p, given: slot(g, p.inside(s), p.top(), given)

        return {name: inside(slot) for name, slot in self.deed.slots().items()}

    def reasons(self, g: Setting, s: State, p: Abreast, action: Action) -> Reasons:
        return self.deed.reasons(g, p.inside(s), p.top(), action)

    def tally(self, g: Setting, s: State, p: Abreast, action: Action) -> Tally | None:
        return self.deed.tally(g, p.inside(s), p.top(), action)

    def units(self, g: Setting, s: State, p: Abreast, action: Action) -> tuple[str, ...]:
        return self.deed.units(g, p.inside(s), p.top(), action)

    def hexes(self, g: Setting, s: State, p: Abreast, action: Action) -> tuple[str, ...]:
        return self.deed.hexes(g, p.inside(s), p.top(), action)

    def apply(self, g: Setting, s: State, p: Abreast, action: Action, course: Course) -> State:
        sub = self.deed.apply(g, p.inside(s), p.top(), action, course)
        return p.returned(g, s, g.settle(sub, course), course)


within = cache(Within)


class TurnTo(Deed[Setting, State, Abreast]):
    """Another activation comes into focus and goes on where it was left (19.4, 20.2)."""

    kind, rule = "turn-to", "19.4"

    def slots(self) -> Slots[Setting, State, Abreast]:
        return {"chit": lambda g, s, p, given: [run.chit for run in p.running]}

    def reasons(self, g: Setting, s: State, p: Abreast, action: Action) -> Reasons:
        chit = text(action, "chit")
        if not p.settled():
            yield Reason.of(p.rule, "ava.queue.battle")
        if chit not in [run.chit for run in p.running]:
            yield Reason.of(p.rule, "ava.queue.not-running", chit=name_on(g, chit))
        elif chit == p.running[p.focus].chit:
            yield Reason.of(p.rule, "ava.queue.in-focus", chit=name_on(g, chit))

    def apply(self, g: Setting, s: State, p: Abreast, action: Action, course: Course) -> State:
        place = [run.chit for run in p.running].index(action["chit"])
        return s.instead(replace(p, focus=place))


TURN_TO = TurnTo()


def in_focus(s: State) -> State:
    """The state as the activation that acts now sees it (19.4, 20.2)."""
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Abreast) and top.running and not top.asking:
        return top.inside(s)
    return s


def acting(s: State) -> Phase | None:
    """The phase that acts now: with several side by side, that of the one in focus."""
    seen = in_focus(s)
    return seen.agenda[-1] if seen.agenda else None


def players_of(g: Setting, chit: str) -> tuple[str, ...]:
    """Whose chit it is (19.2): an HQ's player; all of a side share its reinforcements."""
    hq, side = g.setup.interrupts.get(chit, chit), side_of(g, chit)
    theirs = tuple(player.id for player in g.setup.players if hq in player.hqs)
    concerned = (player.id for player in g.setup.players if side in (player.side, None))
    return theirs or tuple(concerned)


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

    def conflict(self, g: Setting, chit: str) -> bool:
        """Whether a chit cannot run beside those in progress: a player of it is busy."""
        busy = {player for run in self.running for player in run.players}
        return not busy.isdisjoint(players_of(g, chit))

    def decision(self, g: Setting, s: State) -> Decision | None:
        side = next((p.side for p in g.setup.players if p.id == g.setup.controller), AXIS)
        if self.pending is not None:
            name = name_on(g, self.pending)
            return Decision.of(AXIS, "ava.interrupt", "19.5", chit=name)
        if self.judged is not None:
            chit = self.waiting[self.judged]
            player = players_of(g, chit)
            return Decision.of(side, "ava.judge", "19.4", chit=name_on(g, chit), player=player)
        if self.running:
            return super().decision(g, s)
        if self.waiting or not s.cup:
            return None
        return Decision.of(side, "ava.queue", "19.3", left=len(s.cup))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Turn up the next waiting chit (19.4 step 6), or go on when all are done (step 8)."""
        if self.running:
            return super().proceed(g, s, course)
        if self.waiting:
            return self.turn_up(g, s, 0, course)
        return cup_is_empty(s)

    def may(self, g: Setting, s: State) -> list[str]:
        """The chits with which the Axis may cancel the one turned up (19.5)."""
        return [chit for chit in s.hand if side_of(g, chit) == AXIS]

    def deeds(self, g: Setting, s: State) -> Deeds[Self]:
        if self.pending is not None:
            return CANCEL, LET_BE
        if self.judged is not None:
            return TURN_UP, LEAVE
        return (*super().deeds(g, s), DRAW)

    def look(self, g: Setting, s: State, start: int) -> State:
        """The controller judges the next chit from a place on that could run now (19.4)."""
        able = (
            place
            for place in range(start, len(self.waiting))
            if self.running and not self.conflict(g, self.waiting[place])
        )
        return s.instead(replace(self, judged=next(able, None)))

    def turn_up(self, g: Setting, s: State, place: int, course: Course) -> State:
        """A waiting chit is turned up (19.4); the Axis may cancel it (19.5)."""
        chit = self.waiting[place]
        ahead, after = self.waiting[:place], self.waiting[place + 1 :]
        course.tell(
            "19.4",
            "ava.queue.turned-up",
            units=(chit,) if chit in g.units else (),
            chit=name_on(g, chit),
            player=players_of(g, chit),
        )
        queue = replace(self, waiting=ahead + after, judged=None, pending=chit, after=after)
        if any(side_of(g, held) == AXIS for held in s.hand):
            return s.instead(queue)
        return queue.let_be(g, s.instead(queue), course)

    def let_be(self, g: Setting, s: State, course: Course) -> State:
        """The chit turned up begins; then the controller looks at those behind it."""
        assert self.pending is not None, "asked only about a chit turned up"
        queue, chit = replace(self, pending=None, after=()), self.pending
        begun = queue.begin(g, s, chit, players_of(g, chit), course)
        top = begun.agenda[-1] if begun.agenda else None
        ahead = len(self.waiting) - len(self.after)
        if isinstance(top, Queue) and not top.asking:
            return top.look(g, begun, ahead)
        return begun

    def ended(self, g: Setting, s: State, run: Running, course: Course) -> State:
        """The controller judges those that wait (19.4 step 6); the last check ends the game."""
        if run.chit == SUPPLY and s.turn >= g.setup.last_turn:
            return replace(s, agenda=())
        return self.look(g, s, 0)

    def not_drawn(self, g: Setting, s: State) -> Reasons:
        """No chit is drawn in the middle of a battle, or from an empty cup."""
        if not self.settled():
            yield Reason.of("19.4", "ava.queue.battle")
        if not s.cup:
            yield Reason.of("19.4", "ava.queue.empty")

    def draw(self, g: Setting, s: State, course: Course) -> State:
        """With nothing in progress a chit is turned up; else it is judged (19.4 steps 2, 5)."""
        chit, s = draw(s, "cup", course)
        queue, last = replace(self, waiting=(*self.waiting, chit)), len(self.waiting)
        if not self.running:
            return queue.turn_up(g, s, last, course)
        key = "waits" if self.conflict(g, chit) else "looks"
        course.tell("19.4", f"ava.queue.{key}", place=last + 1)
        return queue.look(g, s, last)

    def begins(self, g: Setting, s: State, course: Course) -> State:
        """The controller lets the chit he looks at begin: it is turned up (19.4)."""
        assert self.judged is not None, "he looks at one"
        return self.turn_up(g, s, self.judged, course)

    def leave(self, g: Setting, s: State, course: Course) -> State:
        """He leaves it in the queue, and looks at the next one (19.4)."""
        assert self.judged is not None, "he looks at one"
        course.tell("19.4", "ava.queue.waits", place=self.judged + 1)
        return self.look(g, s, self.judged + 1)

    def cancel(self, g: Setting, s: State, chit: str, course: Course) -> State:
        """Manstein or Guderian: the chit turned up and those behind it go back (19.5)."""
        assert self.pending is not None, "asked only about a chit turned up"
        s = put_back(g, s, self.pending, course, "19.5")
        if self.after:
            course.tell("19.5", "ava.queue.put-back", count=len(self.after))
        drawn = list(s.drawn)
        for behind in self.after:
            drawn.remove(behind)
        s = replace(s, cup=(*s.cup, self.pending, *self.after), drawn=tuple(drawn))
        s = from_hand(g, s, chit, course)
        waiting = self.waiting[: len(self.waiting) - len(self.after)]
        queue = replace(self, waiting=waiting, pending=None, after=())
        if queue.conflict(g, chit):
            return s.instead(replace(queue, waiting=(chit, *queue.waiting)))
        return queue.begin(g, s.instead(queue), chit, players_of(g, chit), course)


DRAW = Answer("draw", "19.4", Queue.draw, Queue.not_drawn)
TURN_UP = Answer("turn-up", "19.4", Queue.begins)
LEAVE = Answer("leave", "19.4", Queue.leave)
CANCEL = OneChit("interrupt", "19.5", Queue.cancel, NOT_HELD)
LET_BE = Answer("pass", "19.5", Queue.let_be)


class OnTable(TypedDict):
    """The table as all can see it: activations in progress, and the chits that wait (19.4)."""

    running: list[str]
    focus: str | None
    players: dict[str, tuple[str, ...]]
    waiting: list[str]
    drawn_ahead: bool
    left: int


def queue_of(g: Setting, s: State) -> OnTable:
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
