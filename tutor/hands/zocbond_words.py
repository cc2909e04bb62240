"""Names of the '4x pair: units, places and what the buttons say, never a code of the program."""

from __future__ import annotations

from typing import Any

from engine.action import Action
from engine.words import catalogue
from tutor.hands.base import Hands

CRAFT = {"aircraft": "an aircraft", "air-romanian": "a Romanian aircraft"}
OVER = "air@"
"""An aircraft that stays over a hex: written `air@0705`."""
BOX = "mask-"
"""The box of a masked army: written `mask-2`."""
MARKED = {
    "out": "out of supply",
    "auto-ds": "has made an automatic DS",
    "train": "on a train",
    "moving": "under a movement marker",
    "fired": "has fired",
    "replaced": "has taken replacements",
    "retreated": "has retreated in this phase",
    "reserve": "in reserve",
}
"""Markers that do not speak for themselves."""
BRANCHES = {
    "unknown": "an unknown unit: nobody knows what is behind it before it is met",
    "reserve-army": "a reserve army: only its owner knows which units are in its box",
}
"""Counters whose figures say nothing."""
LISTS = ("unit", "units", "path")
"""What every game's buttons name in the same way."""


class Words(Hands):
    """What things are called."""

    def unit_name(self, unit: str) -> str:
        """The Allied 43 RA, the German Kerutt."""
        said = super().unit_name(unit)
        return f"Allied {said.removeprefix('Allies ')}" if said.startswith("Allies ") else said

    def unit_text(self, unit: str) -> str:
        """Its figures, and what has happened to it."""
        marks = sorted(self.state.marks.get(unit, ()))
        said = BRANCHES.get(self.game.scenario.pieces[unit].kind) or super().unit_text(unit)
        return ", ".join([said, *(MARKED.get(mark, mark) for mark in marks)])

    def place_name(self, place: str) -> str:
        """An entry area by its letter."""
        area = self.game.scenario.board.areas.get(place)
        return f"Area {area.name}" if area is not None else super().place_name(place)

    def _called(self, value: Any) -> Any:
        """What an argument of an action is called."""
        if not isinstance(value, str):
            return value
        area = self.game.scenario.board.areas.get(value)
        if area is not None:
            return f"area {area.name}"
        if value.startswith(BOX):
            return f"box {value.removeprefix(BOX)}"
        if value.startswith(OVER):
            return f"the aircraft over {value.removeprefix(OVER)}"
        if value in self.game.scenario.pieces and value not in self.game.scenario.board:
            return self.unit_name(value)
        return CRAFT.get(value, value)

    def action_name(self, action: Action) -> str:
        """An end says what it ends; everything is called by its name."""
        words, decision = catalogue(), self.game.decision
        if action.kind == "end":
            key = f"action.end-{decision.kind.rpartition('.')[2]}" if decision else ""
            return words.say(key if key in words else "action.enough")
        named = {key: self._called(value) for key, value in action.args if key not in LISTS}
        if "way" in action:
            named["way"] = self._called(action["way"][-1])
        if action.kind == "retreat":
            named["goal"], named["count"] = (
                self._called(action["path"][-1]),
                len(action["path"]) - 1,
            )
        action = Action(action.kind, **{**dict(action.args), **named})
        key = self._variant(action)
        if not key:
            return super().action_name(action)
        if "unit" in action:
            named["unit"] = self.unit_name(action["unit"])
        if "units" in action:
            named["units"] = [self.unit_name(unit) for unit in action["units"]]
        return words.say(f"action.{key}", named.items())

    @staticmethod
    def _variant(action: Action) -> str:
        """The words of an action that is done in more than one way."""
        if action.kind == "replace" and "area" in action:
            return "replace-in" if "hex" in action else "replace-from"
        if action.kind == "carry" and "unit" not in action:
            return "h44.carry-ferry"
        if action.kind == "stand" and "aid" in action:
            return "stand-aided"
        if action.kind == "disengage" and "units" in action:
            return "s42.disengage-stack"
        if action.kind == "retreat":
            return "go-back-to"
        return ""
