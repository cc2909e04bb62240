"""Names of the '4x pair: units, places and what the buttons say, never a code of the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.values import Action
from engine.words import catalogue
from tutor import panels
from tutor.games.plain import Hands
from tutor.games.zocbond import ground

OVER = "air@"
"""An aircraft that stays over a hex: written `air@0705`."""
AIR, COMING = "in-the-air", "reinforcements"
"""Where airborne units wait, and all others."""
BOX = "mask-"
"""The box of a masked army: written `mask-2`."""


def named_in(group: str, key: str, plain: str, **params: object) -> str:
    """What something is called in a group of the catalogue; where it has no name there, plain."""
    words, name = catalogue(), f"zb.{group}.{key}"
    return words.say(name, params.items()) if name in words else plain


def formation_name(key: str) -> str:
    """The Guards, the 43rd."""
    if not key.isdigit():
        return named_in("formation", key, key)
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
        said = named_in("branch", self.game.scenario.pieces[unit].kind, super().unit_text(unit))
        if why := self.unsupplied(unit, "out" in marks):
            marks.append(why)
        mine = self.game.scenario.pieces[unit].formation
        whose = formation_name(mine) if mine else ""
        told = [said, whose, *(named_in("marked", mark, mark) for mark in marks), self.due(unit)]
        return ", ".join(filter(None, told))

    def due(self, unit: str, told: str = "due") -> str:
        """When and where somebody comes who is still to come, as the counter says; `stamp` says it
        as briefly."""
        piece = self.game.scenario.pieces[unit]
        if self.where(unit) not in (AIR, COMING) or not (piece.turn or piece.area):
            return ""
        key = (
            "zone" if piece.code else "turn" if not piece.area else "area" if piece.turn else "die"
        )
        area = piece.area.rpartition("-")[2]
        params = {"turn": piece.turn, "area": area, "zone": piece.code}
        return catalogue().say(f"zb.{told}.{key}", params.items())

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
        return "".join(panels.note("warn", text) for text in told)

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

    def called(self, name: str, value: Any) -> Any:
        """What an argument of an action is called: units, areas, boxes, aircraft by their names."""
        if name in ("unit", "units", "path"):
            return super().called(name, value)
        if isinstance(value, tuple):
            return tuple(self.called(name, one) for one in value)
        if not isinstance(value, str):
            return value
        board = self.game.scenario.board
        if value in board.areas:
            return f"area {board.areas[value].name}"
        if value.startswith(BOX):
            return f"box {value.removeprefix(BOX)}"
        if value.startswith(OVER):
            return f"the aircraft over {value.removeprefix(OVER)}"
        if value in self.game.scenario.pieces and value not in board:
            return self.unit_name(value)
        return named_in("craft", value, value)

    def named(self, action: Action) -> dict[str, Any]:
        """Of a way where it ends; of a retreat how far it is as well."""
        found = super().named(action)
        if "way" in action:
            found["way"] = self.called("way", action["way"][-1])
        if action.kind == "command":
            found["lead"] = formation_name(action.get("lead", ""))
        if action.kind == "retreat":
            found["goal"] = self.called("hex", action["path"][-1])
            found["count"] = len(action["path"]) - 1
        return found
