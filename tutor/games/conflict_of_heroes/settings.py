"""What a click cannot say by itself: heights, mines, smoke, CAP on the dice for soft ground."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.action import Action
from tutor.games.conflict_of_heroes.plans import Kept, kept, metres
from tutor.games.conflict_of_heroes.turn import RUN
from tutor.games.conflict_of_heroes.view import AWAY, PLANE
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    pass

AP = "ap"
COLOURS = ("black", "red", "blue")
DICED = ("move", "enter")
"""What soft ground and wire roll for (14.1, 18.4)."""
BURIED = ("lay-land-mine", "tellermine")
MEANT = {"black": "everybody", "red": "men on foot and guns", "blue": "vehicles"}


def spent_on_dice(action: Action) -> int:
    """The CAP that go with the dice of a move (3.23)."""
    return abs(int(action.get("cap", 0))) + sum(abs(int(cap)) for cap in action.get("caps", ()))


class Settings(Kept):
    """Choices that hold until something else is picked."""

    altitude = kept("altitude", int)
    cap = kept("cap", int)
    from_cap = kept("from_cap", int)
    colour = kept("colour", lambda: COLOURS[0])
    secret = kept("secret", bool)
    smoking = kept("smoking", bool)
    openly = kept("openly", bool)

    def suits(self, action: Action) -> bool:
        """Whether an action is of the height, lays the mine, or goes in the way that was chosen."""
        if self.hands.order_of(action) == "move" and "unit" in action:
            hiding = self.hands.state.of(action["unit"]).hidden
            return "cap" not in action and (not hiding or bool(action.get("openly")) == self.openly)
        if self.hands.order_of(action) == "enter":
            return "cap" not in action and action.get("altitude") in (None, self.altitude)
        if "caps" in action:
            return False
        if "colour" in action:
            return (action["colour"], bool(action.get("hidden"))) == (self.colour, self.secret)
        return True

    def completed(self, action: Action) -> Action:
        """An action as the choices that were made complete it."""
        hands, kind = self.hands, self.hands.order_of(action)
        if kind in DICED and self.cap:
            known = set(hands.all_choices())
            better = (action.replaced(cap=sign * self.cap) for sign in (1, -1))
            action = next((one for one in better if one in known), action)
        if self.cap and action.get("card") == RUN:
            runs = (a for a in hands.all_choices() if a.replaced(caps=None) == action)
            action = next((a for a in runs if spent_on_dice(a) == self.cap), action)
        if kind in ("unload", "leave", "enter") and hands.pointer.facing:
            action = action.replaced(facing=hands.pointer.facing)
        return self.shared(action)

    def shared(self, action: Action) -> Action:
        """An action paid for with AP, and with the CAP that are to stand in for some (3.21)."""
        by_ap = action.get("pay") == AP and action.kind not in ("activate", "stall", "play")
        return action.replaced(from_cap=self.from_cap) if self.from_cap and by_ap else action

    def paced(self, action: Action) -> Action:
        """A group's move with the CAP chosen for its one roll: up for wheels, down for wire."""
        action = self.shown(action)
        if not self.cap:
            return action
        driven = any(self.hands.rules.units[unit].vehicle for unit in action["units"])
        return action.replaced(cap=self.cap if driven else -self.cap)

    def shown(self, action: Action) -> Action:
        """A group's move in the open, where those of it who hide are to come out (10.1)."""
        return action.replaced(openly=True) if self.openly and self._hide() else action

    def _hide(self) -> bool:
        """Whether somebody in hand hides."""
        in_hand = (self.hands.pointer.unit or "", *self.hands.pointer.mates)
        return any(self.hands.state.of(unit).hidden for unit in in_hand)

    # ---------------------------------------------------------------- buttons
    def tools(self) -> Iterator[Tool]:
        """What the picked unit's doings leave open."""
        hands, unit = self.hands, self.hands.pointer.unit
        if unit is None or not hands.turn_owed():
            return
        piece = hands.rules.units[unit]
        if hands.where(unit) == AWAY and piece.kind == PLANE:
            for height in range(hands.limit("height") + 1):
                yield self._choice("altitude", height, f"At {metres(height)}")
            return
        if not piece.has("engineer") and self._may_smoke(unit):
            yield Tool("Smoke shells", self._smoke, self.smoking, "Then click a hex that is lit")
        moves = [a for a in hands.of_unit(unit) if hands.order_of(a) in DICED]
        runs = [a for a in hands.of_unit(unit) if a.get("card") == RUN]
        if moves and self._hide():
            tip = "It is put on the map; otherwise it sneaks"
            yield Tool("Come out of hiding", self._come_out, self.openly, tip)
        caps = {spent_on_dice(action) for action in (*moves, *runs)}
        # soft ground and wire roll for a move (14.1, 18.4); each of a group on its own way
        for cap in sorted(caps) if len(caps) > 1 and not hands.parting() else ():
            tip = "On one roll; where several roll, send each to a hex of its own"
            yield self._choice("cap", cap, f"{cap} CAP on the dice of the move", tip)
        spare = min(hands.state.cap[hands.side], hands.limit("pool"))
        if hands.pay == AP and hands.state.active[hands.side] and spare:
            text = f"{self.from_cap} CAP, the rest in AP"
            tip = "CAP pay part of the price, so that AP are left; each press pays one more"
            yield Tool(text, partial(self._spare, spare), self.from_cap > 0, tip, name="from-cap")
        if hands.pay in BURIED:
            for colour in COLOURS:
                yield self._choice("colour", colour, f"Mine against {MEANT[colour]}")
            yield Tool("Hidden mine", self._bury, self.secret, "Only where no enemy looks")

    def _come_out(self) -> None:
        self.openly = not self.openly

    def _choice(self, name: str, value: object, text: str, tip: str = "") -> Tool:
        return Tool(text, partial(setattr, self, name, value), getattr(self, name) == value, tip)

    def _spare(self, most: int) -> None:
        self.from_cap = (self.from_cap + 1) % (most + 1)

    def _smoke(self) -> None:
        self.smoking = not self.smoking

    def _bury(self) -> None:
        self.secret = not self.secret

    def _may_smoke(self, unit: str) -> bool:
        return next(self.smokes(unit), None) is not None

    def smokes(self, unit: str) -> Iterator[Action]:
        """Every way in which a unit may lay smoke now (13.1, 19.0)."""
        return (a for a in self.hands.of_unit(unit) if self.hands.order_of(a) == "smoke")
