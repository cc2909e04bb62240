"""Holland '44 and Stalingrad '42 by pointing: counters, reach, attacks by groups, ZOCs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.action import Action
from engine.words import show
from tutor.art.views import CounterView, Overlay
from tutor.hands.base import Hands, Kind, Proposal

SYMBOLS = {
    "tank": "armor",
    "armour": "armor",
    "armor": "armor",
    "parachute": "airborne",
    "glider": "airborne",
    "flak": "anti-tank",
    "gun": "artillery",
}
ATTACKS = ("attack", "breakthrough", "auto-ds")


class ZocBondHands(Hands):
    """Hands for the two games of the '4x family."""

    overlays = (("zoc-enemy", "Enemy ZOC"), ("zoc-own", "Own ZOC"), ("control", "Control"))

    kinds = {
        "zb.move": Kind("move", unit=True, path=True),
        "zb.retreat": Kind("retreat", unit=True, path=True),
        "zb.advance": Kind("advance", unit=True, path=True),
    }

    def _kind(self) -> str:
        decision = self.game.decision
        return decision.kind if decision else ""

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """Type, size, name, attack-defence-move, and the steps that are left."""
        piece = self.game.scenario.pieces[unit]
        lost = self.game.state.lost.get(unit, 0)
        left = max(piece.steps - lost, 1)
        face = piece.faces[min(lost, piece.steps - 1)]
        return CounterView(
            id=unit,
            side=piece.side,
            palette=self.game.scenario.side(piece.side).palette,
            symbol=SYMBOLS.get(piece.kind, piece.kind),
            size=piece.size,
            name=piece.name,
            numbers=(f"{face.attack}-{face.defence}", str(face.move)),
            reduced=lost > 0,
            states=states,
            steps=left,
        )

    def states(self, unit: str) -> set[str]:
        """The markers a unit bears, and whether it has moved."""
        found = set(self.game.state.marks.get(unit, ()))
        top = self.game.state.top if self.game.state.agenda else None
        if unit in getattr(top, "moved", ()):
            found.add("moved")
        return {"out-of-supply" if mark == "out" else mark for mark in found}

    def pickable(self) -> tuple[str, ...]:
        """While units move: those of the side on the map that have not."""
        top = self.game.state.top if self.game.state.agenda else None
        if self._kind() != "zb.move":
            return super().pickable()
        moved: frozenset[str] = getattr(top, "moved", frozenset())
        return tuple(unit for unit in self._mine() if unit not in moved)

    def _mine(self) -> list[str]:
        decision, board = self.game.decision, self.game.scenario.board
        position = self.game.state.position
        return [
            unit
            for unit in position.units()
            if decision and self.owner(unit) == decision.side and position.place(unit) in board
        ]

    def listed(self, everything: bool = False) -> list[Action]:
        """While units move or fight: what needs no pointing, the end among it."""
        if self._kind() in ("zb.move", "zb.combat"):
            return [Action("end")]
        return super().listed(everything)

    def propose(self, unit: str | None, hex: str, mode: str) -> Proposal | None:
        """While units move: the cheapest way, or the straight one that is refused with reasons."""
        if self._kind() != "zb.move" or unit is None:
            return super().propose(unit, hex, mode)
        here = self.game.state.position.place(unit)
        entry = self._reach(unit).get(hex)
        way = tuple(entry["path"]) if entry else self.straight(here, hex)
        return self._move(unit, way) if len(way) > 1 else None

    def extend(self, unit: str, path: tuple[str, ...], hex: str, mode: str) -> Proposal | None:
        """One hex more on a path."""
        if self._kind() != "zb.move":
            return super().extend(unit, path, hex, mode)
        return self._move(unit, (*path, hex))

    @staticmethod
    def _move(unit: str, way: tuple[str, ...]) -> Proposal:
        return Proposal(Action("move", units=(unit,), path=way), way)

    def _reach(self, unit: str) -> dict[str, Any]:
        if self.game.state.position.place(unit) not in self.game.scenario.board:
            return {}
        found: dict[str, Any] = self.game.query("reach", unit=unit)
        return found

    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """The reach of the unit picked, with its cost; else what the decision names."""
        if self._kind() != "zb.move" or unit is None:
            yield from super().lit(unit, mode)
            return
        if unit in self.pickable():
            costs = {hex: show(entry["cost"]) for hex, entry in self._reach(unit).items()}
            yield Overlay("reach", costs)

    def _attacks(self, hex: str | None = None) -> list[Action]:
        return [a for a in self.game.choices(hex=hex) if a.kind in ATTACKS and "units" in a]

    def group(self, hex: str) -> tuple[str, ...] | None:
        """In combat: the largest group that may attack a hex."""
        if self._kind() != "zb.combat":
            return None
        groups = [tuple(a["units"]) for a in self._attacks(hex)]
        return max(groups, key=len, default=())

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """An attack."""
        return Action("attack", hex=hex, units=units)

    def group_name(self) -> str:
        """The button that attacks."""
        return "Attack"

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """ZOCs and control."""
        decision = self.game.decision
        mine = decision.side if decision else self.game.scenario.sides[0].id
        if key in ("zoc-own", "zoc-enemy"):
            for party in self.game.scenario.sides:
                if (party.id == mine) == (key == "zoc-own"):
                    hexes = tuple(sorted(self.game.query("zoc", side=party.id)))
                    yield Overlay("zoc", hexes, palette=party.palette)
        elif key == "control":
            held = self.game.query("control")
            for party in self.game.scenario.sides:
                hexes = tuple(h for h, owner in held.items() if owner == party.id)
                yield Overlay("control", hexes, palette=party.palette)
