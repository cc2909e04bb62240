"""Names of the '4x pair: units, places and what the buttons say, never a code of the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.action import Action
from engine.words import catalogue
from tutor import panels
from tutor.games.plain import Hands
from tutor.games.zocbond import ground

CRAFT = {"aircraft": "an aircraft", "air-romanian": "a Romanian aircraft"}
OVER = "air@"
"""An aircraft that stays over a hex: written `air@0705`."""
AIR = "in-the-air"
"""Where airborne units wait."""
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


FORMATIONS = {
    "gds": "Guards",
    "corps": "Corps troops",
    "1P": "1st Parachute Army",
    "1 Para Army": "1st Parachute Army",
    "15A": "15th Army",
    "30C": "30th Corps",
    "XXX Corps": "30th Corps",
    "II SS": "II SS Corps",
    "Feldt": "Corps Feldt",
    "Land": "Landsturm",
    "Pol": "Polish brigade",
    "polish": "Polish brigade",
    "": "no formation",
}
"""Formations by name, where their key is none."""


def formation_name(key: str) -> str:
    """The Guards, the 43rd."""
    if not key.isdigit():
        return FORMATIONS.get(key, key)
    teen = key[-2:-1] == "1"
    return key + ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(key[-1], "th"))


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
        if why := self.unsupplied(unit, "out" in marks):
            marks.append(why)
        return ", ".join([said, *(MARKED.get(mark, mark) for mark in marks)])

    def unsupplied(self, unit: str, out: bool = False, hex: str = "") -> str:
        """Why a unit has no supply line where it stands, or would stand in a hex; a line that is
        barred and not too long is told of a unit that is marked so."""
        if self.where(unit) not in self.game.scenario.board:
            return ""
        line = self.game.query("supply", unit=unit, hex=hex)
        if line.traced or not (line.length or out):
            return ""
        params = {"length": line.length, "limit": line.limit}
        return catalogue().say(f"zb.supply.{'too-long' if line.length else 'cut'}", params.items())

    def odds_note(self, action: Action) -> str:
        """An advance that leads out of supply says so before it is made."""
        if action.kind != "advance" or "path" not in action:
            return ""
        there = action["path"][-1]
        told = dict.fromkeys(
            f"{self.unit_name(unit)} in {there}: {why}."
            for unit in action["units"]
            if not self.unsupplied(unit) and (why := self.unsupplied(unit, hex=there))
        )
        return "".join(panels.warning_html(text) for text in told)

    def place_name(self, place: str) -> str:
        """An entry area by its letter."""
        area = self.game.scenario.board.areas.get(place)
        if area is not None:
            return f"Area {area.name}"
        if place == AIR:
            return "Transport planes"
        if place.startswith(BOX):
            masks: Mapping[str, str] = self.game.rules.query(self.state, "track", of="masks") or {}
            army = next((name for name, box in masks.items() if box == place), None)
            whose = f": {self.game.scenario.pieces[army].name}" if army is not None else ""
            return f"Box {place.removeprefix(BOX)}{whose}"
        return super().place_name(place)

    def describe(self, hex: str) -> str:
        """A hex, what lies in it besides units, and which entry area it touches."""
        said, lying = super().describe(hex), ", ".join(ground.lying(self, hex))
        return f"{said}. {lying[:1].upper()}{lying[1:]}" if lying else said

    def _called(self, value: Any) -> Any:
        """What an argument of an action is called."""
        if isinstance(value, tuple):
            return tuple(map(self._called, value))
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
        words, decision = catalogue(), self.owed
        if action.kind == "end":
            key = f"action.end-{decision.kind.rpartition('.')[2]}" if decision else ""
            return words.say(key if key in words else "action.enough")
        named = {key: self._called(value) for key, value in action.args if key not in LISTS}
        if "way" in action:
            named["way"] = self._called(action["way"][-1])
        if action.kind == "command":
            named["lead"] = formation_name(action.get("lead", ""))
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
        if action.kind == "command" and ("guns" in action or "air" in action):
            return "h44.command-guns" if "guns" in action else "h44.command-air"
        if action.kind == "stand" and "aid" in action:
            return "stand-aided"
        if action.kind == "disengage" and "units" in action:
            return "s42.disengage-stack"
        if action.kind == "retreat":
            return "go-back-to"
        return ""
