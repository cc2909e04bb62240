"""Chapter 15 and what only one scenario has (18.1): surprise, the 19th Army, Zhukov."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import Deed
from engine.game import Course, Decision
from engine.values import replace
from engine.victory_awaits.activation import activated
from engine.victory_awaits.combat import Combat
from engine.victory_awaits.deeds import PASS
from engine.victory_awaits.marching import MarchIn
from engine.victory_awaits.odds import Fight
from engine.victory_awaits.optional import ARMOUR_LIMIT, TooMuchArmour
from engine.victory_awaits.state import COMMANDS, POSSIBLE, State
from engine.victory_awaits.track import REINFORCEMENTS
from engine.victory_awaits.unit import AXIS, PANZER_GROUP_HQ, SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class SurpriseAttack(TooMuchArmour):
    """Before turn 1 the panzer groups fight one combat segment, rivers ignored (15.1)."""

    out: frozenset[str] = frozenset()
    """Units that the limit on armour leaves asleep (17.5)."""

    def _woken(self, g: VictoryAwaits, s: State) -> dict[str, list[str]]:
        """By panzer group HQ: itself, and of the units in range those of its own formation."""
        found = {}
        for hq in g.units.values():
            if hq.type != PANZER_GROUP_HQ or hq.side != AXIS:
                continue
            if s.position.place(hq.id) in g.board:
                found[hq.id] = [
                    unit
                    for unit in activated(g, s, hq.id)
                    if unit not in self.out
                    and (unit == hq.id or _of_formation(g, unit, hq.formation))
                ]
        return found

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The armour of the first HQ that woke more of it than it may (17.5)."""
        if not g.on("armour-limit"):
            return []
        for units in self._woken(g, s).values():
            armour = [unit for unit in units if g.units[unit].mechanized]
            if len(armour) > ARMOUR_LIMIT:
                return armour
        return []

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Which units stay asleep, where the limit on armour is in use (17.5)."""
        armour = self.may(g, s)
        if not armour:
            return None
        return Decision.of(AXIS, "ava.leave-out", "17.5", over=len(armour) - ARMOUR_LIMIT)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """All that were woken fight."""
        woken = self._woken(g, s)
        units = tuple(dict.fromkeys(unit for group in woken.values() for unit in group))
        course.tell("15.1", "ava.surprise.begins", units=units, count=len(units))
        return s.instead(Combat(None, AXIS, units, Fight(surprise=True)))

    def without(self, unit: str) -> SurpriseAttack:
        """One unit sleeps on."""
        return replace(self, out=self.out | {unit})


def _of_formation(g: VictoryAwaits, unit: str, formation: str) -> bool:
    """Whether a unit belongs to a formation; whoever bears none belongs to none (15.1)."""
    return bool(formation) and g.units[unit].formation == formation


def marching_in(g: VictoryAwaits, s: State, hq: str, course: Course) -> State | None:
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


@dataclass(frozen=True)
class TakeCommand(Phase):
    """Zhukov may be declared once the Axis has come beside Leningrad (18.1)."""

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The Soviet player declares, or waits."""
        if s.zhukov != POSSIBLE:
            return None
        return Decision.of(SOVIET, "ava.zhukov", "18.1")

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """It is not the time, or no longer."""
        return s.pop()

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

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """There is nothing to hold."""
        return s.pop()

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
