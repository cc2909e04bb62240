"""What a click cannot say by itself: heights, mines, smoke, CAP on the dice for soft ground.

What has been set becomes arguments of the actions that the unit in hand may do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.values import Action
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.view import AWAY, PLANE
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands

DICED = ("move", "enter")
"""What soft ground and wire roll for (14.1, 18.4)."""
FACED = ("unload", "leave", "enter")
"""Buttons after which somebody may face any way."""
BURIED = ("lay-land-mine", "tellermine")
COLOURS = ("black", "red", "blue")
RUN = "move-2-hexes"
"""The card by which one runs (8.1 move 2 hexes)."""


class Kept:
    """A part of what is planned; it is put down with everything else."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def choice(self, name: str, value: object, text: str, tip: str = "") -> Tool:
        """A button that sets a part of it to a value."""
        return Tool(text, partial(setattr, self, name, value), getattr(self, name) == value, tip)

    def switch(self, name: str, text: str, tip: str = "") -> Tool:
        """A button that switches a part of it on and off."""
        now = getattr(self, name)
        return Tool(text, partial(setattr, self, name, not now), now, tip)


class Settings(Kept):
    """Choices that hold until something else is picked."""

    altitude = cap = from_cap = 0
    colour = COLOURS[0]
    secret = smoking = openly = False

    def suits(self, action: Action) -> bool:
        """Whether an action is of the height, lays the mine, or goes in the way that was chosen;
        the CAP on its dice are put to it when it is done."""
        order = self.hands.order_of(action)
        if "caps" in action or (order in DICED and "cap" in action):
            return False
        if order == "move" and "unit" in action:
            hidden = bool(self.hands.state.of(action["unit"]).hidden)
            return bool(action.get("openly")) == (self.openly and hidden)
        if order == "enter":
            return bool(action.get("altitude", self.altitude) == self.altitude)
        mine = (action.get("colour"), bool(action.get("hidden")))
        return "colour" not in action or mine == (self.colour, self.secret)

    def completed(self, action: Action) -> Action:
        """An action as the choices that were made complete it."""
        hands, order = self.hands, self.hands.order_of(action)
        if self.cap and (order in DICED or action.get("card") == RUN):
            # CAP are added for wheels and taken off for wire; who runs lists them (3.23)
            same = (a for a in hands.all_choices() if a.replaced(cap=None, caps=None) == action)
            action = next((a for a in same if words.spent_on_dice(a) == self.cap), action)
        if order in FACED and hands.pointer.facing:
            action = action.replaced(facing=hands.pointer.facing)
        return self.shared(action)

    def shared(self, action: Action) -> Action:
        """An action paid for with AP, and with the CAP that are to stand in for some (3.21)."""
        by_ap = action.get("pay") == "ap" and action.kind not in ("activate", "stall", "play")
        return action.replaced(from_cap=self.from_cap) if self.from_cap and by_ap else action

    def paced(self, action: Action) -> Action:
        """A group's move with the CAP chosen for its one roll: up for wheels, down for wire."""
        driven = any(self.hands.rules.units[unit].vehicle for unit in action["units"])
        cap = self.cap if driven else -self.cap
        return self.shown(action).replaced(cap=cap or None)

    def shown(self, action: Action) -> Action:
        """A group's move in the open, where those of it who hide are to come out (10.1)."""
        return action.replaced(openly=True) if self.openly and self._hide() else action

    def _hide(self) -> bool:
        """Whether somebody in hand hides."""
        return any(self.hands.state.of(unit).hidden for unit in self.hands.in_hand)

    def smokes(self, unit: str) -> list[Action]:
        """Every way in which a unit may lay smoke now (13.1, 19.0)."""
        return [a for a in self.hands.of_unit(unit) if self.hands.order_of(a) == "smoke"]

    def tools(self) -> Iterator[Tool]:
        """What the picked unit's doings leave open."""
        hands, unit = self.hands, self.hands.pointer.unit
        if unit is None or not hands.turn_owed():
            return
        piece, doings = hands.rules.units[unit], hands.of_unit(unit)
        if hands.where(unit) == AWAY and piece.kind == PLANE:
            for height in range(hands.limit("height") + 1):
                yield self.choice("altitude", height, f"At {words.metres(height)}")
            return
        if not piece.has("engineer") and self.smokes(unit):
            yield self.switch("smoking", "Smoke shells", "Then click a hex that is lit")
        moves = [a for a in doings if hands.order_of(a) in DICED]
        if moves and self._hide():
            tip = "It is put on the map; otherwise it sneaks"
            yield self.switch("openly", "Come out of hiding", tip)
        runs = [a for a in doings if a.get("card") == RUN]
        caps = {words.spent_on_dice(action) for action in (*moves, *runs)}
        # soft ground and wire roll for a move (14.1, 18.4); each of a group on its own way
        for cap in sorted(caps) if len(caps) > 1 and not hands.parting() else ():
            tip = "On one roll; where several roll, send each to a hex of its own"
            yield self.choice("cap", cap, f"{cap} CAP on the dice of the move", tip)
        spare = min(hands.state.cap[hands.side], hands.limit("pool"))
        if hands.pay == "ap" and hands.state.active[hands.side] and spare:
            press = partial(setattr, self, "from_cap", (self.from_cap + 1) % (spare + 1))
            text = f"Pay {self.from_cap} CAP of the price, the rest in AP"
            tip = "CAP pay part of the price, so that AP are left; each press pays one more"
            yield Tool(text, press, self.from_cap > 0, tip, name="from-cap")
        if hands.pay in BURIED:
            for colour in COLOURS:
                foes = words.say(f"coh.against.{colour}")
                yield self.choice("colour", colour, f"Mine against {foes}")
            yield self.switch("secret", "Hidden mine", "Only where no enemy looks")
