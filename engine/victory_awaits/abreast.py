"""Several activations in progress at once: the controller's (19.4) and those of a team (20.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.verdict import Reason, Tally, Verdict
from engine.victory_awaits.chits import chit_name
from engine.victory_awaits.combat import Combat
from engine.victory_awaits.losses import Losses
from engine.victory_awaits.pursuit import Pursuit
from engine.victory_awaits.retreat import Retreat
from engine.victory_awaits.sequence import resolve
from engine.victory_awaits.state import State

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

TURN_TO = "turn-to"


@dataclass(frozen=True, slots=True)
class Running:
    """A chit turned up and being played: whose it is, and what of it is still to do."""

    chit: str
    players: tuple[str, ...]
    agenda: tuple[Phase, ...]
    retreated: frozenset[str] = frozenset()
    """The units that fell back in this activation's own combat segment (10.3)."""


@dataclass(frozen=True)
class Abreast(Phase):
    """Activations side by side; the owner of the one in focus decides, or turns to another."""

    running: tuple[Running, ...] = ()
    focus: int = 0

    @property
    def rule(self) -> str:
        """The section that lets several run."""
        return "19.4"

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
        return replace(s, agenda=run.agenda, retreated=run.retreated)

    def settled(self) -> bool:
        """Whether no battle is declared or half fought in the activation in focus."""
        top = self.top() if self.running else None
        if isinstance(top, Combat):
            return not top.standing
        return not isinstance(top, Losses | Retreat | Pursuit)

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """What the activation in focus owes."""
        return self.top().decision(g, self.inside(s)) if self.running else None

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """On with an activation that owes nothing, perhaps for what another one did."""
        if self.running:
            return self.returned(g, s, g.settle(self.inside(s), course), course)
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """What the activation in focus can do; turn to another one."""
        return (*(self.top().kinds(g, s) if self.running else ()), TURN_TO)

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """All of that."""
        if self.running:
            yield from self.top().choices(g, self.inside(s), unit, hex)
        if unit is None and hex is None and self.settled():
            for place, run in enumerate(self.running):
                if place != self.focus:
                    yield Action(TURN_TO, chit=run.chit)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """The rules of the activation in focus, or why not to turn away from it."""
        if action.kind == TURN_TO:
            return Verdict(tuple(self._turn_reasons(g, text(action, "chit"))))
        return self.top().explain(g, self.inside(s), action)

    def _turn_reasons(self, g: VictoryAwaits, chit: str) -> Iterator[Reason]:
        if not self.settled():
            yield Reason.of(self.rule, "ava.queue.battle")
        if chit not in [run.chit for run in self.running]:
            yield Reason.of(self.rule, "ava.queue.not-running", chit=chit_name(g, chit))
        elif chit == self.running[self.focus].chit:
            yield Reason.of(self.rule, "ava.queue.in-focus", chit=chit_name(g, chit))

    def tally(self, g: VictoryAwaits, s: State, action: Action) -> Tally | None:
        """The numbers of the activation in focus."""
        if self.asking or not self.running or action.kind not in self.top().kinds(g, s):
            return None
        return self.top().tally(g, self.inside(s), action)

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Turn to another activation, or play on in this one."""
        if action.kind == TURN_TO:
            place = [run.chit for run in self.running].index(action["chit"])
            return s.instead(replace(self, focus=place))
        sub: State = self.top().apply(g, self.inside(s), action, course)
        return self.returned(g, s, g.settle(sub, course), course)

    def begin(
        self, g: VictoryAwaits, s: State, chit: str, players: tuple[str, ...], course: Course
    ) -> State:
        """One activation more, beside those in progress."""
        alone = replace(s, agenda=(), retreated=frozenset())
        sub: State = g.settle(resolve(g, alone, chit, course), course)
        more = (*self.running, Running(chit, players, sub.agenda, sub.retreated))
        return replace(self, running=more, focus=len(more) - 1).returned(g, s, sub, course)

    def returned(self, g: VictoryAwaits, s: State, sub: State, course: Course) -> State:
        """Take over what the activation in focus changed, and see whether it is done."""
        run = replace(self.running[self.focus], agenda=sub.agenda, retreated=sub.retreated)
        before, behind = self.running[: self.focus], self.running[self.focus + 1 :]
        back = replace(sub, agenda=s.agenda, retreated=frozenset())
        if sub.agenda:
            return back.instead(replace(self, running=(*before, run, *behind)))
        course.tell(self.rule, "ava.queue.done", chit=chit_name(g, run.chit), player=run.players)
        return replace(self, running=before + behind, focus=0).ended(g, back, run, course)

    def ended(self, g: VictoryAwaits, s: State, run: Running, course: Course) -> State:
        """What follows when an activation is done."""
        return s.instead(self)


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
