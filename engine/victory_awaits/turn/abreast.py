"""Several activations in progress at once: the controller's (19.4) and those of a team (20.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slot, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason, Tally
from engine.victory_awaits.combat.losses import Losses
from engine.victory_awaits.combat.pursuit import Pursuit
from engine.victory_awaits.combat.retreat import Retreat
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.state import State
from engine.victory_awaits.turn.chits import chit_name
from engine.victory_awaits.turn.sequence import resolve

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
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
        return s.once("inside", replace, s, agenda=run.agenda, retreated=run.retreated)

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

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """What the activation in focus can do; turn to another one."""
        inner = self.top().deeds(g, self.inside(s)) if self.running else ()
        return (*map(within, inner), TURN_TO)

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


class Within(Deed["VictoryAwaits", State, Abreast]):
    """A deed of the activation in focus: done to the state as that one sees it."""

    def __init__(self, deed: Deed[VictoryAwaits, State, Phase]) -> None:
        self.deed = deed
        self.kind, self.rule, self.sure = deed.kind, deed.rule, deed.sure

    def slots(self) -> Slots[VictoryAwaits, State, Abreast]:
        """Its own."""

        def inside(slot: Slot[VictoryAwaits, State, Phase]) -> Slot[VictoryAwaits, State, Abreast]:
            return lambda g, s, p, given: slot(g, p.inside(s), p.top(), given)

        return {name: inside(slot) for name, slot in self.deed.slots().items()}

    def reasons(self, g: VictoryAwaits, s: State, p: Abreast, action: Action) -> Reasons:
        """Its own."""
        return self.deed.reasons(g, p.inside(s), p.top(), action)

    def tally(self, g: VictoryAwaits, s: State, p: Abreast, action: Action) -> Tally | None:
        """Its own."""
        return self.deed.tally(g, p.inside(s), p.top(), action)

    def units(self, g: VictoryAwaits, s: State, p: Abreast, action: Action) -> tuple[str, ...]:
        """Its own."""
        return self.deed.units(g, p.inside(s), p.top(), action)

    def hexes(self, g: VictoryAwaits, s: State, p: Abreast, action: Action) -> tuple[str, ...]:
        """Its own."""
        return self.deed.hexes(g, p.inside(s), p.top(), action)

    def apply(
        self, g: VictoryAwaits, s: State, p: Abreast, action: Action, course: Course
    ) -> State:
        """On with the activation, and with the others when it is done."""
        sub = self.deed.apply(g, p.inside(s), p.top(), action, course)
        return p.returned(g, s, g.settle(sub, course), course)


within = cache(Within)


class TurnTo(Deed["VictoryAwaits", State, Abreast]):
    """Another activation comes into focus (19.4, 20.2)."""

    kind, rule = "turn-to", "19.4"

    def slots(self) -> Slots[VictoryAwaits, State, Abreast]:
        """One of those in progress."""
        return {"chit": lambda g, s, p, given: [run.chit for run in p.running]}

    def reasons(self, g: VictoryAwaits, s: State, p: Abreast, action: Action) -> Reasons:
        """Another one, and not in the middle of a battle."""
        chit = text(action, "chit")
        if not p.settled():
            yield Reason.of(p.rule, "ava.queue.battle")
        if chit not in [run.chit for run in p.running]:
            yield Reason.of(p.rule, "ava.queue.not-running", chit=chit_name(g, chit))
        elif chit == p.running[p.focus].chit:
            yield Reason.of(p.rule, "ava.queue.in-focus", chit=chit_name(g, chit))

    def apply(
        self, g: VictoryAwaits, s: State, p: Abreast, action: Action, course: Course
    ) -> State:
        """It goes on where it was left."""
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
