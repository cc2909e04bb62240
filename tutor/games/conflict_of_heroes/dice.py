"""CAP on the dice of a group whose units go each its own way: soft ground, wire (3.23, 14.1, 18.4).

Dice that fall in the open are asked for when they fall, unless it is one roll only; to ask for
those of hidden vehicles would give them away, so theirs are said beforehand (10.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tutor.games.pointer import Tool

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.groups import March

Roll = tuple[str, int]
"""A unit, and which hex of its way it rolls in: 0 where it rolls once for its whole move."""


class WayDice:
    """The CAP that were put on dice, and the dice on which they may be put."""

    def __init__(self, march: March) -> None:
        self.march, self.hands = march, march.hands
        self.given: dict[Roll, int] = march.so_far.setdefault("given", {})

    def forget(self, unit: str) -> None:
        """It goes another way."""
        for roll in [roll for roll in self.given if roll[0] == unit]:
            del self.given[roll]

    def _hidden(self, unit: str) -> bool:
        return bool(self.hands.state.of(unit).hidden) and not self.hands.settings.openly

    def _rolls(self) -> list[Roll]:
        """The dice that the ways named so far ask for."""
        hands, named = self.hands, self.march.named
        if self.march.running():
            ways = named.items()
            return [(u, i) for u, way in ways for i in hands.ask("soft", unit=u, path=way)]
        kind = self.march.kind()
        moves = (hands.paid(kind, unit=unit, path=way) for unit, way in named.items())
        shown = map(hands.settings.shown, moves)
        return [(u, 0) for move in shown for u in hands.ask("rollers", action=move)]

    def _said(self, rolls: list[Roll]) -> list[Roll]:
        """Those whose CAP are said beforehand: the only roll, and each of a hidden unit."""
        alone = len(rolls) == 1 and not self.march.running()
        return [roll for roll in rolls if alone or self._hidden(roll[0])]

    def tools(self) -> Iterator[Tool]:
        """A button for every number of CAP on every roll."""
        have = range(
            min(self.hands.limit("dice"), self.hands.state.cap.get(self.hands.side, 0)) + 1
        )
        for roll in self._said(self._rolls()):
            unit, number = roll
            where = f" in {self.march.named[unit][number]}" if self.march.running() else ""
            for cap in have:
                yield Tool(
                    f"{cap} CAP on the dice of {self.hands.unit_name(unit)}{where}",
                    partial(self.given.__setitem__, roll, cap),
                    on=self.given.get(roll, 0) == cap,
                    name=("dice", roll, cap),
                )

    def args(self) -> dict[str, object]:
        """Up for wheels, down for wire; a list of them for who rolls unseen (9.11, 10.1)."""
        rolls = self._rolls()
        told = {roll: self.given.get(roll, 0) for roll in self._said(rolls)}
        if not any(told.values()):
            return {}
        pieces, march = self.hands.rules.units, self.march
        spots = [
            (unit, number)
            for unit in march.units
            for number in range(len(march.named[unit]) if march.running() else 1)
        ]
        listed = [told.get(s, 0) * (1 if pieces[s[0]].vehicle else -1) for s in spots]
        alone = len(rolls) == 1 and not march.running()
        return {"cap": sum(listed)} if alone else {"caps": tuple(listed)}
