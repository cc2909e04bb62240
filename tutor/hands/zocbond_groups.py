"""Groups of the '4x pair: who attacks a hex, with which guns and aircraft, under which lead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.action import Action
from tutor.hands.base import Hands

LEAD, ATTACHED, AIR, PLAN = "lead", "attached", "air", "plan"
"""What a group takes along besides units: written `lead:gds`, `attached:2 Gren`, `air:aircraft`,
`plan:1-Don Front`."""


class Groups(Hands):
    """How an attack is put together by pointing."""

    def _kind(self) -> str:
        decision = self.game.decision
        return decision.kind if decision else ""

    def _all(self) -> tuple[Action, ...]:
        raise NotImplementedError

    def _attacks(self, hex: str | None = None) -> list[Action]:
        return [a for a in self._all() if a.kind == "attack" and hex in (None, a["hex"])]

    def group(self, hex: str) -> tuple[str, ...] | None:
        """In combat: the largest group that may attack a hex."""
        if self._kind() != "zb.combat":
            return None
        groups = [tuple(a["units"]) for a in self._attacks(hex)]
        return max(groups, key=len, default=())

    def extras(self, hex: str) -> tuple[str, ...]:
        """Guns and aircraft that can help, and who may lead or be attached."""
        found: dict[str, None] = {}
        for action in self._attacks(hex):
            found |= dict.fromkeys(action.get("guns", ()))
            found |= dict.fromkeys(self._planned(action))
            if AIR in action:
                found[f"{AIR}:{action[AIR]}"] = None
        pieces: Mapping[str, Any] = self.game.scenario.pieces
        group = self.group(hex) or ()
        leads = dict.fromkeys(pieces[unit].formation for unit in group)
        if len(leads) > 1 and any(LEAD in a for a in self._attacks(hex)):
            found |= dict.fromkeys(f"{LEAD}:{name}" for name in leads)
            found |= dict.fromkeys(
                f"{ATTACHED}:{unit}" for unit in group if self._mixed(unit, group)
            )
        return tuple(found)

    def _mixed(self, unit: str, group: tuple[str, ...]) -> bool:
        """Whether a unit stands with one of another formation, or belongs to the corps (10.2.3)."""
        pieces: Mapping[str, Any] = self.game.scenario.pieces
        place = self.game.state.position.place
        return pieces[unit].corps or any(
            place(other) == place(unit) and pieces[other].formation != pieces[unit].formation
            for other in group
        )

    def members_of(self, action: Action) -> tuple[str, ...]:
        """Who and what is in the group of an attack."""
        named = [f"{key}:{action[key]}" for key in (LEAD, ATTACHED, AIR) if key in action]
        return (*action["units"], *action.get("guns", ()), *self._planned(action), *named)

    @staticmethod
    def _planned(action: Action) -> list[str]:
        """The planned offensives that an attack uses, numbered: two may lie on one counter."""
        return [f"{PLAN}:{n}-{head}" for n, head in enumerate(action.get("plans", ()), 1)]

    def member_name(self, member: str) -> str:
        """A member of a group as its button names it."""
        key, _, name = member.partition(":")
        if key == LEAD:
            return f"{name or 'no formation'} in the lead"
        if key == ATTACHED:
            return f"{self.unit_name(name)} attached"
        if key == PLAN:
            return f"the planned offensive of {self.unit_name(name.partition('-')[2])}"
        return "an aircraft" if key == AIR else self.unit_name(member)

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """An attack."""
        guns = {gun for a in self._attacks(hex) for gun in a.get("guns", ())}
        plans = tuple(member.partition("-")[2] for member in units if member.startswith(f"{PLAN}:"))
        named = dict(
            member.split(":", 1)
            for member in units
            if ":" in member and not member.startswith(f"{PLAN}:")
        )
        plain = tuple(unit for unit in units if ":" not in unit)
        fighters = tuple(unit for unit in plain if unit not in guns)
        crossing = next(
            (a["crossing"] for a in self._attacks(hex) if "crossing" in a and fighters), None
        )
        return Action(
            "attack",
            hex=hex,
            units=fighters,
            guns=tuple(unit for unit in plain if unit in guns) or None,
            crossing=crossing,
            plans=plans or None,
            **named,
        )

    def group_name(self) -> str:
        """The button that attacks."""
        return "Attack"
