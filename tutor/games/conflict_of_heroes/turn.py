"""What a side may do in a firefight's turn, and how it is paid for: AP, opportunity, CAP, cards."""

from __future__ import annotations

from typing import Any

from engine.action import Action
from tutor.games.conflict_of_heroes import wording
from tutor.games.conflict_of_heroes.view import CohView

TURN = "coh.turn"
CALL = "coh.call"
ESCAPE = "coh.close-call"
"""Out from under the shells, facing any way (8.3 close call)."""
SMOKE = "smoke:"
RUN = "move-2-hexes"
PAYS = (("ap", "Pay AP"), ("opportunity", "Opportunity"), ("cap", "Pay CAP"))
CAREFUL = "careful"
"""The way of moving by which nobody is caught in the open (5.01)."""


class CohTurn(CohView):
    """The legal actions of a turn, sorted by the way of paying that is switched on."""

    def all_choices(self) -> list[Action]:
        """Every legal action but marches of groups, which say where they go; found once a state."""
        found: list[Action] = self._once("all", self._all)
        return found

    def _all(self) -> list[Action]:
        listed = [a for a in self.game.choices() if not self.marches(a)]
        loaded = dict.fromkeys(a["unit"] for a in listed if a.kind == "unload")
        alone = (a for unit in loaded for a in self.game.choices(unit=unit, kind="unload"))
        return [*listed, *(a for a in alone if "joined" in a)]

    def marches(self, action: Action) -> bool:
        """Whether a group moves (9.11)."""
        return "units" in action and "move" in (action.kind, action.get("order"))

    def fits(self, action: Action) -> bool:
        """Whether an action is paid for in the way that is switched on."""
        mode = self.pointer.mode or PAYS[0][0]
        if action.kind == "activate":
            return mode == "ap"
        if action.kind == "play":
            return bool(action.get("card") == mode)
        if mode == CAREFUL:
            return action.kind == "move" and action.get("pay") == "ap"
        return bool(action.get("pay") == mode)

    @property
    def pay(self) -> str:
        """How the thing under way is paid for: a way to pay, or a card."""
        return PAYS[0][0] if self.pointer.mode in ("", CAREFUL) else self.pointer.mode

    def paid(self, kind: str, **args: Any) -> Action:
        """An action paid for in the way that is switched on, by a card too (8.1 command action)."""
        if self.pay in dict(PAYS):
            return self.shared(Action(kind, **args, pay=self.pay))
        return Action("play", card=self.pay, order=kind, **args)

    def shared(self, action: Action) -> Action:
        """An action with what has been chosen about its price (3.21)."""
        return action

    def of_unit(self, unit: str) -> list[Action]:
        """What one unit may do in the way of paying that is switched on."""
        found = [a for a in self.all_choices() if a.get("unit") == unit and self.fits(a)]
        if self.pointer.mode != CAREFUL:
            return found
        careful = [a.replaced(careful=True) for a in found]
        return [a for a in careful if self.game.explain(a)]

    @property
    def modes(self) -> tuple[tuple[str, str], ...]:
        """Three ways to pay, and the cards that are played on a unit; batteries and shells."""
        if self.kind == CALL:
            guns = dict.fromkeys(a["card"] for a in self.all_choices() if a.kind == "call")
            shells = (("", ""), (SMOKE, ", smoke"))
            return tuple(
                (key + gun, wording.card_title(gun) + what) for gun in guns for key, what in shells
            )
        if self.kind != TURN:
            return ()
        plays = (a for a in self.all_choices() if a.kind == "play" and "unit" in a)
        cards = dict.fromkeys(a["card"] for a in plays)
        careful = ((CAREFUL, "AP, cautiously"),) if self.rules.on("cautious-movement") else ()
        return (*PAYS, *careful, *((card, wording.card_title(card)) for card in cards))

    def mode_of(self, action: Action) -> str:
        """How an action is paid for."""
        if action.kind in ("play", "call"):
            return (SMOKE if action.get("smoke") else "") + str(action.get("card", ""))
        if action.get("careful"):
            return CAREFUL
        return str(action.get("pay", PAYS[0][0]))

    def pickable(self) -> tuple[str, ...]:
        """Own units that may do anything at all, however it is paid for."""
        if self.kind != TURN:
            return super().pickable()
        mine = (a["unit"] for a in self.all_choices() if "unit" in a)
        return tuple(u for u in dict.fromkeys(mine) if self.may_select(u))

    def seat(self, unit: str) -> str:
        """Where a unit stands, as the one who looks knows it."""
        return self.where(unit)

    def kept(self, action: Action) -> tuple[str, ...]:
        """Whoever is activated goes on at once, and again when his turn comes (3.0)."""
        unit = action.get("unit")
        if self.kind != TURN or unit not in self.state.active.get(self.side, ()):
            return ()
        return (unit, *self.pointer.mates)

    def trial(self, unit: str) -> Action:
        """A turn on the spot: whatever keeps a unit from acting forbids that too."""
        return self.paid("turn", unit=unit, facing="N")

    def other_ways(self, unit: str) -> list[str]:
        """The other ways of paying in which a unit may do something now."""
        can = {self.mode_of(a) for a in self.all_choices() if a.get("unit") == unit}
        return [
            name for key, name in self.modes if key in can and key != (self.pointer.mode or "ap")
        ]
