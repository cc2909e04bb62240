"""What a game answers about a battle up to its result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.game import Course
from engine.verdict import Line, Reason
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle
from engine.zocbond.results import Result
from engine.zocbond.state import State
from engine.zocbond.strength import Share

if TYPE_CHECKING:
    from engine.zocbond.combat import Combat
    from engine.zocbond.stand import How, Stand


class CombatHooks:
    """The combat phase up to the losses."""

    def attack_share(self, s: State, battle: Battle, unit: str) -> Share:
        """What a unit brings to an attack."""
        raise NotImplementedError

    def defence_shares(self, s: State, battle: Battle) -> list[Share]:
        """What the defenders bring."""
        raise NotImplementedError

    def shift_lines(self, s: State, battle: Battle) -> Iterator[Line]:
        """Every shift of the column."""
        raise NotImplementedError

    def attack_bars(self, s: State, battle: Battle, unit: str) -> Iterator[Reason]:
        """What ground keeps a unit from attacking."""
        raise NotImplementedError

    def usual_lead(self, s: State, units: Sequence[str]) -> str:
        """The formation that odds reckon with before anybody names one."""
        return ""

    def named_lead(self, s: State, units: Sequence[str], lead: str) -> str:
        """The formation that an action names to lead, or the one odds reckon with."""
        return lead or self.usual_lead(s, units)

    def leads(self, s: State, units: Sequence[str]) -> Sequence[str]:
        """The formations that one of has to be named as the lead; an empty one needs no naming."""
        return ("",)

    def lead_reasons(self, s: State, units: Sequence[str], lead: str) -> Iterator[Reason]:
        """Whether the attacker has to say which formation leads."""
        return iter(())

    def cannot_attack(self, s: State, battle: Battle, unit: str) -> Iterator[Reason]:
        """Markers that keep a unit from attacking."""
        return iter(())

    def attacked_already(self, s: State, side: str, attacked: Collection[str], hex: str) -> bool:
        """Whether a side may attack a hex no more in this phase."""
        return hex in attacked

    def battle_reasons(self, s: State, battle: Battle) -> Iterator[Reason]:
        """What forbids the battle as a whole."""
        return iter(())

    def support_reasons(self, s: State, battle: Battle) -> Iterator[Reason]:
        """What forbids the guns and aircraft of a battle."""
        return iter(())

    def carrier(self, s: State, unit: str, hex: str) -> str:
        """The engineer that would carry a unit over the water before a hex."""
        return ""

    def indispensable(self, s: State, hex: str, units: Sequence[str]) -> Sequence[str]:
        """Those of some units without whom the others of their hex could not attack."""
        return ()

    def attack_choices(self, s: State, hex: str, units: Sequence[str]) -> Iterator[Action]:
        """The ways to attack a hex with a group."""
        yield Action("attack", hex=hex, units=units)

    def before_fight(self, s: State, battle: Battle, course: Course) -> State:
        """What happens before the odds are settled."""
        return s

    def walkover(self, s: State, battle: Battle, course: Course) -> State:
        """The hex turned out to be empty."""
        return s

    def spend_support(self, s: State, battle: Battle, course: Course) -> State:
        """Flip the guns, take the aircraft."""
        return s

    def combat_asides(self) -> Mapping[str, Aside[Self, Combat]]:
        """What else a side may do in a combat phase."""
        return {}

    def roll_crt(self, s: State, battle: Battle, column: str, course: Course) -> int:
        """The die of a battle."""
        return course.chance.roll("crt")

    def crt_pause(
        self, s: State, battle: Battle, column: str, die: int, course: Course
    ) -> Phase | None:
        """A phase that settles a roll on the table before it counts; None when it stands."""
        return None

    def stand_pause(self, s: State, phase: Stand, lead: str, die: int, how: How) -> Phase | None:
        """A phase that settles a roll of determined defence before it counts."""
        return None

    def slip_pause(self, s: State, side: str, units: Sequence[str], die: int) -> Phase | None:
        """A phase that settles a roll of disengagement before it counts."""
        return None

    def veiled(self, s: State, side: str) -> frozenset[str]:
        """Hexes where a side has something that may or may not be able to fight."""
        return frozenset()

    def inside(self, s: State, side: str, hex: str) -> Sequence[str]:
        """Hexes besides the neighbours from which a hex may be attacked."""
        return ()

    def shrugs_off(self, s: State, battle: Battle, result: Result) -> bool:
        """Whether the defender ignores a loss."""
        return False

    def unharmed(self, s: State, battle: Battle, course: Course) -> State:
        """Say why the defenders bear no loss."""
        return s

    def engage(self, s: State, units: Sequence[str], course: Course) -> State:
        """Tie units down."""
        return s

    def decided(self, s: State, battle: Battle, result: Result) -> State:
        """What a game remembers of a result."""
        return s

    def joiners(self, s: State, battle: Battle) -> tuple[str, ...]:
        """Units that join an attack from a breakthrough with half their strength."""
        return ()

    def after_loss(self, s: State, unit: str, course: Course) -> State:
        """What a step loss that a unit survived brings."""
        return s

    def after_destruction(self, s: State, unit: str, course: Course) -> State:
        """What the loss of a unit brings."""
        return s

    def before_follow(self, s: State, battle: Battle) -> State:
        """What is settled before units follow up an automatic DS."""
        return s

    def follows_any_time(self) -> bool:
        """Whether units follow up an automatic DS while others still attack, or after them."""
        return False

    def end_combat(self, s: State, side: str, course: Course) -> State:
        """The end of a combat phase."""
        return s
