"""Units that lay smoke as a group, in one hex or one each, and who spots for them (13.1, 9.14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.action import Action
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes.groups import Parting
from tutor.games.conflict_of_heroes.plans import kept
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    pass


class Salvo(Parting):
    """Where the smoke of each is to fall, and who spots for it."""

    order = "smoke"
    switch = "Each lays smoke in a hex of its own"
    together = "Lay smoke together"

    eyes = kept("eyes", dict)
    """Who spots for whom."""

    def _can(self, action: Action) -> bool:
        """Whether one unit may lay its smoke so, the price aside."""
        return bool(self.hands.ask("doable", action=action))

    def spotters(self, unit: str, hex: str) -> list[str]:
        """Who can spot for a unit; nobody need where it sees the hex itself (12.0)."""
        own = Action("smoke", unit=unit, hex=hex)
        if self._can(own):
            return []
        friends = self.hands.rules.on_map(self.hands.state, self.hands.side)
        return [u for u in friends if u != unit and self._can(own.replaced(spotter=u))]

    def take(self, unit: str, hex: str) -> None:
        """A hex; the first who sees it spots, until another is chosen."""
        self.named[unit] = (hex,)
        self.eyes[unit] = next(iter(self.spotters(unit, hex)), "")

    def wanted(self, name: str) -> str:
        """A hex."""
        return f"Click the hex where {name} is to lay smoke."

    def told(self, unit: str) -> str:
        """Where, and over whose eyes."""
        if unit not in self.named:
            return "click a hex"
        eyes = self.eyes[unit]
        spots = f", {self.hands.unit_name(eyes)} spots" if eyes else ""
        return f"{self.named[unit][0]}{spots}"

    def tools(self) -> Iterator[Tool]:
        """Where several could spot, one of them is chosen (12.0)."""
        yield from super().tools()
        for unit in self.units if self.on else ():
            found = self.spotters(unit, *self.named[unit]) if unit in self.named else []
            for eyes in found if len(found) > 1 else ():
                text = f"{self.hands.unit_name(eyes)} spots for {self.hands.unit_name(unit)}"
                on = self.eyes[unit] == eyes
                yield Tool(text, partial(self._spot, unit, eyes), on, name=("spots", eyes, unit))

    def _spot(self, unit: str, eyes: str) -> None:
        self.eyes[unit] = eyes

    def whole(self) -> Action:
        """A hex each."""
        goals = tuple(self.named[unit][0] for unit in self.units)
        return self._laid({"to": goals}, tuple(self.eyes[unit] for unit in self.units))

    def on_one(self, hex: str) -> Action:
        """The smoke of the whole group in one hex."""
        eyes = (next(iter(self.spotters(unit, hex)), "") for unit in self.units)
        return self._laid({"hex": hex}, tuple(eyes))

    def _laid(self, goals: dict[str, str | tuple[str, ...]], eyes: tuple[str, ...]) -> Action:
        spotters = eyes if any(eyes) else None
        return self.hands.paid("smoke", units=self.units, **goals, spotters=spotters)

    def overlays(self) -> Iterator[Overlay]:
        """Where the next one can lay smoke; the hexes that are named."""
        hands, unit = self.hands, self.next() if self.on else None
        if unit is not None:
            ways = hands.ask("doable", action=Action("smoke", unit=unit))
            yield Overlay("target", tuple(dict.fromkeys(a["hex"] for a in ways)))
        if self.named:
            yield Overlay("goal", tuple(hex for (hex,) in self.named.values()))
