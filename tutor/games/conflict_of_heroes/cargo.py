"""Vehicles that act as a group, each with a cargo of its own: taken up, or let off (17.0, 9.11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.action import Action
from tutor.games.conflict_of_heroes import wording
from tutor.games.conflict_of_heroes.groups import Parting
from tutor.games.conflict_of_heroes.plans import kept
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands


class Handling(Parting):
    """Whom each vehicle takes up, or lets off and facing which way."""

    def __init__(self, hands: Hands, order: str) -> None:
        self.order = order
        up = order == "load"
        self.switch = "Each takes somebody aboard" if up else "Each lets somebody off"
        self.together = "Take them aboard together" if up else "Let them off together"
        self.faced = not up
        super().__init__(hands)

    alone = kept("alone", bool)
    """Whether nobody who is carried joins the activation."""

    @property
    def units(self) -> tuple[str, ...]:
        """The vehicles of the group; who stands with them may be what they carry."""
        pieces = self.hands.rules.units
        return tuple(unit for unit in super().units if unit in pieces and pieces[unit].vehicle)

    def may(self) -> bool:
        """Where several vehicles have somebody each."""
        return super().may() and len(self.units) > 1 and all(map(self.cargoes, self.units))

    def cargoes(self, unit: str) -> list[str]:
        """Whom a vehicle can take up or let off, the price aside."""
        ways = self.hands.ask("doable", action=Action(self.order, unit=unit))
        return [way["cargo"] for way in ways]

    def free(self, unit: str) -> list[str]:
        """Whom nobody else has been told to handle."""
        others = {way for one, way in self.named.items() if one != unit}
        return [cargo for cargo in self.cargoes(unit) if (cargo,) not in others]

    def take(self, unit: str, hex: str) -> None:
        """A click on the vehicle's hex, where only one can be meant; else a button says who."""
        found = self.free(unit)
        if hex == self.hands.where(unit) and len(found) == 1:
            self.give(unit, found[0])

    def give(self, unit: str, cargo: str) -> str:
        """A vehicle is told; who gets off faces as was chosen before (17.0)."""
        self.named[unit] = (cargo,)
        self.faces[unit] = self.hands.pointer.facing if self.order == "unload" else ""
        return self.ask()

    def wanted(self, name: str) -> str:
        """Somebody; by a click where there is no doubt."""
        return f"Choose for {name} beside the map; where there is only one, click the hex."

    def told(self, unit: str) -> str:
        """Who, and facing which way."""
        if unit not in self.named:
            return "choose who"
        face = self.faces.get(unit, "")
        facing = f", facing {wording.ARROWS[face]} {face}" if face else ""
        return f"{self.hands.unit_name(self.named[unit][0])}{facing}"

    def tools(self) -> Iterator[Tool]:
        """Everybody who may be meant for the next vehicle; who takes part."""
        yield from super().tools()
        if not self.on:
            return
        unit = self.next()
        if unit is not None:
            for cargo in self.free(unit):
                text = wording.handling(self.hands, Action(self.order, unit=unit, cargo=cargo))
                yield Tool(text, partial(self.give, unit, cargo), name=(unit, cargo))
        if self.order == "unload":
            tip = "Nobody who is carried joins the activation; the vehicles alone pay"
            yield Tool("Only the vehicles act", self._part, on=self.alone, tip=tip)

    def _part(self) -> None:
        self.alone = not self.alone

    def more(self) -> dict[str, object]:
        """Each his own; whether who is carried joins."""
        cargos = tuple(self.named[unit][0] for unit in self.units)
        return {"cargos": cargos, "joined": False if self.alone else None}
