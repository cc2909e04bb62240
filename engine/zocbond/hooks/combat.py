"""What a game answers about a battle up to its result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.zocbond.battle import Battle
from engine.zocbond.state import State
from engine.zocbond.strength import Share

if TYPE_CHECKING:
    pass


class CombatHooks:
    """The combat phase up to the losses."""

    def attack_share(self, s: State, battle: Battle, unit: str) -> Share:
        """What a unit brings to an attack."""
        raise NotImplementedError

    def defence_shares(self, s: State, battle: Battle) -> list[Share]:
        """What the defenders bring."""
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

    def attacked_already(self, s: State, side: str, attacked: Collection[str], hex: str) -> bool:
        """Whether a side may attack a hex no more in this phase."""
        return hex in attacked

    def carrier(self, s: State, unit: str, hex: str) -> str:
        """The engineer that would carry a unit over the water before a hex."""
        return ""

    def indispensable(self, s: State, hex: str, units: Sequence[str]) -> Sequence[str]:
        """Those of some units without whom the others of their hex could not attack."""
        return ()

    def attack_choices(self, s: State, hex: str, units: Sequence[str]) -> Iterator[Action]:
        """The ways to attack a hex with a group."""
        yield Action("attack", hex=hex, units=units)

    def follows_any_time(self) -> bool:
        """Whether units follow up an automatic DS while others still attack, or after them."""
        return False
