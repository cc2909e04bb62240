"""What a side may do in a firefight's turn, and how it is paid for: AP, opportunity, CAP, cards."""

from __future__ import annotations

from typing import Any, cast

from engine.values import Action
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.groups import Plan
from tutor.games.conflict_of_heroes.settings import Settings
from tutor.games.conflict_of_heroes.view import CALL, TURN, CohView

SMOKE = "smoke:"
COMMAND = "command-action"
CAREFUL = "careful"
"""The way of moving by which nobody is caught in the open (5.01)."""


class CohTurn(CohView):
    """The legal actions of a turn, sorted by the way of paying that is switched on."""

    pays = (("ap", "Pay AP"), ("opportunity", "Opportunity"), ("cap", "Pay CAP"))

    @property
    def plan(self) -> Plan:
        """What is planned by more than one click; forgotten when everything is put down."""
        kept = self.pointer.chosen
        if self not in kept:
            kept[self] = Plan(cast(Any, self))
        return cast(Plan, kept[self])

    @property
    def settings(self) -> Settings:
        """What a click cannot say by itself."""
        return self.plan.settings

    @property
    def in_hand(self) -> tuple[str, ...]:
        """The unit that is picked, and who acts with it."""
        return (self.pointer.unit or "", *self.pointer.mates)

    def order_of(self, action: Action) -> str:
        """What is done, be it paid for or by a card."""
        return str(action.get("order", action.kind))

    def turn_owed(self) -> bool:
        """Whether the decision is a whole turn (2.2)."""
        return self.kind == TURN

    def all_choices(self) -> list[Action]:
        """Every legal action but marches of groups, which say where they go; found once a state."""
        found: list[Action] = self._once("all", self._legal, None)
        return found

    def _legal(self, unit: str | None) -> list[Action]:
        """Those of a unit, or all of them."""
        return [a for a in self.game.choices(unit=unit) if not self.marches(a)]

    def marches(self, action: Action) -> bool:
        """Whether a group moves (9.11)."""
        return "units" in action and self.order_of(action) == "move"

    def mode_of(self, action: Action) -> str:
        """How an action is paid for."""
        if action.kind in ("play", "call"):
            return (SMOKE if action.get("smoke") else "") + str(action.get("card", ""))
        return CAREFUL if action.get("careful") else str(action.get("pay", "ap"))

    @property
    def pay(self) -> str:
        """How the thing under way is paid for: a way to pay, or a card."""
        return "ap" if self.pointer.mode in ("", CAREFUL) else self.pointer.mode

    def paid(self, kind: str, **args: Any) -> Action:
        """An action paid for in the way that is switched on, by a card too (8.1 command action)."""
        if self.pay in dict(self.pays):
            return self.settings.shared(Action(kind, **args, pay=self.pay))
        return Action("play", card=self.pay, order=kind, **args)

    def of_unit(self, unit: str) -> list[Action]:
        """What one unit may do in the way of paying that is switched on."""
        mine = [a for a in self._once(("of", unit), self._legal, unit) if a.get("unit") == unit]
        if self.pointer.mode != CAREFUL:
            return [a for a in mine if self.mode_of(a) == (self.pointer.mode or "ap")]
        steps = (a for a in mine if a.kind == "move" and a["pay"] == "ap")
        careful = (a.replaced(careful=True) for a in steps)
        return [a for a in careful if self.game.explain(a)]

    def on_foes(self) -> list[Action]:
        """What the card that is switched on may do to an enemy unit."""
        plays = [a for a in self.all_choices() if a.kind == "play" and a["card"] == self.pay]
        return [a for a in plays if "unit" in a and self.owner(a["unit"]) != self.side]

    @property
    def modes(self) -> tuple[tuple[str, str], ...]:
        """Three ways to pay, and the cards that are played on a unit; batteries and shells."""
        if self.kind == CALL:
            guns = dict.fromkeys(a["card"] for a in self.all_choices() if a.kind == "call")
            shells = (("", ""), (SMOKE, ", smoke"))
            return tuple(
                (key + gun, words.card_title(gun) + what) for gun in guns for key, what in shells
            )
        if self.kind != TURN:
            return ()
        plays = (a for a in self.all_choices() if a.kind == "play" and "unit" in a)
        cards = dict.fromkeys(a["card"] for a in plays)
        careful = ((CAREFUL, "AP, cautiously"),) if self.rules.on("cautious-movement") else ()
        return (*self.pays, *careful, *((card, words.card_title(card)) for card in cards))

    def other_ways(self, unit: str) -> list[str]:
        """The other ways of paying in which a unit may do something now."""
        can = {self.mode_of(a) for a in self.all_choices() if a.get("unit") == unit}
        now = self.pointer.mode or "ap"
        return [name for key, name in self.modes if key in can and key != now]

    def pickable(self) -> tuple[str, ...]:
        """Own units that may do anything at all, however it is paid for."""
        if self.kind != TURN:
            return super().pickable()
        mine = (a["unit"] for a in self.all_choices() if "unit" in a)
        return tuple(u for u in dict.fromkeys(mine) if self.may_select(u))

    def kept(self, action: Action) -> tuple[str, ...]:
        """Whoever is activated goes on at once, and again when his turn comes (3.0)."""
        unit = action.get("unit")
        if self.kind != TURN or unit not in self.state.active.get(self.side, ()):
            return ()
        return (unit, *self.pointer.mates)

    def trial(self, unit: str) -> Action:
        """A turn on the spot: whatever keeps a unit from acting forbids that too."""
        return self.paid("turn", unit=unit, facing="N")
