"""Section 18.1: Zhukov takes command at Leningrad."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import Deed
from engine.game import Course, Decision
from engine.values import replace
from engine.victory_awaits.components.deeds import PASS
from engine.victory_awaits.components.state import COMMANDS, POSSIBLE, State
from engine.victory_awaits.components.track import REINFORCEMENTS
from engine.victory_awaits.components.unit import SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class TakeCommand(Phase):
    """Zhukov may be declared once the Axis has come beside Leningrad (18.1)."""

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The Soviet player declares, or waits."""
        if s.zhukov != POSSIBLE:
            return None
        return Decision.of(SOVIET, "ava.zhukov", "18.1")

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Declare Zhukov's command; pass."""
        return DECLARE, PASS


class Declare(Deed["VictoryAwaits", State, TakeCommand]):
    """Zhukov commands from the turn after the Axis came up (18.1)."""

    kind, rule = "declare", "18.1"

    def apply(
        self, g: VictoryAwaits, s: State, p: TakeCommand, action: Action, course: Course
    ) -> State:
        """From now on."""
        course.tell("18.1", "ava.zhukov.declared")
        return replace(s.pop(), zhukov=COMMANDS)


DECLARE = Declare()


@dataclass(frozen=True)
class Hold(Phase):
    """Under Zhukov the Soviet reinforcement chit may stay in hand to interrupt (18.1)."""

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Hold the chit back, or leave it in the cup."""
        if s.zhukov != COMMANDS or REINFORCEMENTS[SOVIET] not in s.cup:
            return None
        return Decision.of(SOVIET, "ava.hold", "18.1")

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Hold; pass."""
        return HOLD_BACK, PASS


class HoldBack(Deed["VictoryAwaits", State, Hold]):
    """The Soviet reinforcement chit stays in hand (18.1)."""

    kind, rule = "hold", "18.1"

    def apply(self, g: VictoryAwaits, s: State, p: Hold, action: Action, course: Course) -> State:
        """The chit leaves the cup for the hand."""
        chit = REINFORCEMENTS[SOVIET]
        cup = tuple(held for held in s.cup if held != chit)
        return replace(s.pop(), cup=cup, hand=(*s.hand, chit))


HOLD_BACK = HoldBack()
