"""Groups of the '4x pair: who attacks a hex, with which guns and aircraft, under which lead.

An attack, an automatic DS and a breakthrough are put together alike: the enemy hex is pointed
at, units join or leave, the sums are read, and the button lets them go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.action import Action
from engine.arguments import texts
from tutor.games.plain import Hands
from tutor.games.zocbond.words import formation_name

LEAD, ATTACHED, AIR, CROSSING, PLAN = "lead", "attached", "air", "crossing", "plan"
"""What a group takes along besides units: written `lead:gds`, `attached:2 Gren`, `air:aircraft`,
`crossing:Eng`, `plan:1-Don Front`."""
ONE = (LEAD, ATTACHED, AIR)
"""Of these a group has one at most."""
PLANS = {"zb.combat": "attack", "zb.move": "auto-ds", "zb.advance": "breakthrough"}
"""What is planned against a hex, by the kind of decision."""
NAMES = {"attack": "Attack", "auto-ds": "Automatic DS", "breakthrough": "Break through"}


class Groups(Hands):
    """How an attack is put together by pointing."""

    def _all(self) -> tuple[Action, ...]:
        raise NotImplementedError

    def _plans(self, hex: str) -> tuple[Action, ...]:
        """The legal attacks on a hex, found once for each state."""

        def find() -> tuple[Action, ...]:
            kind = PLANS[self.kind]
            found = self._all() if kind != "attack" else self.game.choices(hex=hex)
            return tuple(a for a in found if a.kind == kind and a["hex"] == hex)

        plans: tuple[Action, ...] = self.game.state.once(("hands-plans", hex), find)
        return plans

    def targets(self) -> Mapping[str, list[str]]:
        """In combat: every hex that may be attacked, and the units that could, found once."""
        found: Mapping[str, list[str]] = self.ask("targets")
        return found

    # ---------------------------------------------------------------- who takes part
    def group(self, hex: str) -> tuple[str, ...] | None:
        """Against an enemy hex: all that may act together; own hexes belong to a plan."""
        kind = self.kind
        if kind not in PLANS or hex not in self.game.scenario.board:
            return None
        side = self.mover or ""
        standing = [self.owner(unit) for unit in self.state.position.at(hex)]
        if any(owner != side for owner in standing) or hex in self._veiled():
            if kind == "zb.move" and (self.pointer.unit is not None or side in standing):
                return None  # somebody is on the move there, or is to be picked
            return self._band(hex) or None
        return () if self.pointer.target is not None and standing else None

    def _veiled(self) -> Mapping[str, Any]:
        return self.targets() if self.kind == "zb.combat" else {}

    def _band(self, hex: str) -> tuple[str, ...]:
        """The largest group that is legal; else whoever is near, to be told why not."""
        legal = max(self._plans(hex), key=lambda a: len(a["units"]), default=None)
        if legal is not None:
            lead = [f"{LEAD}:{legal[LEAD]}"] if LEAD in legal else []
            return (*legal["units"], *lead, *self._carried(legal))
        able: tuple[str, ...] = self.ask("near", hex=hex)
        if self.kind == "zb.advance" and able:
            seat = self.where(self.pointer.unit if self.pointer.unit in able else able[0])
            able = tuple(unit for unit in able if self.where(unit) == seat)
        return able

    def describe(self, hex: str) -> str:
        """A hex; in combat of an enemy one also why nobody attacks it."""
        said = super().describe(hex)
        standing = [self.owner(unit) for unit in self.state.position.at(hex)]
        side = self.mover or ""
        if self.kind != "zb.combat" or side in standing or not standing or self.group(hex):
            return said
        return f"{said}. None of your units is next to it, so nobody can attack it."

    def extras(self, hex: str) -> tuple[str, ...]:
        """Guns and aircraft that can help, who may lead or be attached, who else could come."""
        found: dict[str, None] = {}
        if self.kind == "zb.combat":
            found |= dict.fromkeys(self.targets().get(hex, ()))
        elif self.kind == "zb.move":
            found |= dict.fromkeys(self._band(hex))
        for action in self._plans(hex):
            found |= dict.fromkeys(action["units"])
            found |= dict.fromkeys(action.get("guns", ()))
            found |= dict.fromkeys((*self._planned(action), *self._carried(action)))
            if AIR in action:
                found[f"{AIR}:{action[AIR]}"] = None
        pieces: Mapping[str, Any] = self.game.scenario.pieces
        group = [unit for unit in found if unit in pieces and not self.ask("gun", unit=unit)]
        leads = self._leads(group)
        if leads:
            found |= dict.fromkeys(f"{LEAD}:{name}" for name in leads)
            found |= dict.fromkeys(
                f"{ATTACHED}:{unit}" for unit in group if self._mixed(unit, group)
            )
        return tuple(found)

    def offered(self, hex: str, members: tuple[str, ...]) -> tuple[str, ...]:
        """Of leads and attached units only those that the group as it stands could have."""
        pieces: Mapping[str, Any] = self.game.scenario.pieces
        formation = self._formation
        formations = {formation(unit) for unit in members if unit in pieces}
        lead = next((m.partition(":")[2] for m in members if m.startswith(f"{LEAD}:")), None)

        def fits(member: str) -> bool:
            key, _, name = member.partition(":")
            if member in members or key not in (LEAD, ATTACHED):
                return True
            if key == LEAD:
                return name in formations
            return lead is not None and name in members and formation(name) != lead

        return tuple(member for member in super().offered(hex, members) if fits(member))

    def _formation(self, unit: str) -> str:
        """The formation of a unit now (10.2.2)."""
        return str(self.ask("formation", unit=unit))

    def _leads(self, units: Iterable[str]) -> tuple[str, ...]:
        """The formations that could lead a group; nobody where there is no choice (10.2.1)."""
        found: tuple[str, ...] = self.ask("leads", units=tuple(units))
        return found if len(found) > 1 else ()

    def _mixed(self, unit: str, group: list[str]) -> bool:
        """Whether a unit stands with one of another formation, or belongs to the corps (10.2.3)."""
        pieces: Mapping[str, Any] = self.game.scenario.pieces
        place = self.game.state.position.place
        return pieces[unit].corps or any(
            place(other) == place(unit) and self._formation(other) != self._formation(unit)
            for other in group
        )

    def with_member(self, members: tuple[str, ...], unit: str) -> tuple[str, ...]:
        """In or out; a new lead takes the place of the old one, of engineers those of one hex."""
        key = unit.partition(":")[0]
        if key in (*ONE, CROSSING) and unit not in members:
            members = tuple(one for one in members if not self._rivals(key, one, unit))
        members = super().with_member(members, unit)
        if self._leads(one for one in members if one in self.game.scenario.pieces):
            return members
        return tuple(one for one in members if not one.startswith(f"{LEAD}:"))

    def _rivals(self, key: str, one: str, other: str) -> bool:
        """Whether of two members only one can be had."""
        mine, _, first = one.partition(":")
        place = self.game.state.position.place
        return mine == key and (key != CROSSING or place(first) == place(other.partition(":")[2]))

    def members_of(self, action: Action) -> tuple[str, ...]:
        """Who and what is in the group of an attack."""
        named = [f"{key}:{action[key]}" for key in ONE if key in action]
        more = (*self._planned(action), *self._carried(action))
        return (*action["units"], *action.get("guns", ()), *more, *named)

    @staticmethod
    def _carried(action: Action) -> list[str]:
        """The engineers that carry an attack over a river."""
        return [f"{CROSSING}:{unit}" for unit in texts(action, CROSSING)]

    @staticmethod
    def _planned(action: Action) -> list[str]:
        """The planned offensives that an attack uses, numbered: two may lie on one counter."""
        return [f"{PLAN}:{n}-{head}" for n, head in enumerate(action.get("plans", ()), 1)]

    def member_name(self, member: str) -> str:
        """A member of a group as its button names it."""
        key, _, name = member.partition(":")
        if key == LEAD:
            return f"{formation_name(name)} in the lead"
        if key == ATTACHED:
            return f"{self.unit_name(name)} attached"
        if key == CROSSING:
            return f"{self.unit_name(name)} carrying them over"
        if key == PLAN:
            return f"the planned offensive of {self.unit_name(name.partition('-')[2])}"
        if key == AIR:
            return "a Romanian aircraft" if name.endswith("romanian") else "an aircraft"
        return self.unit_name(member)

    def member_button(self, member: str, joined: bool) -> str:
        """A lead or an aircraft is had or not; a unit comes with the others or does not."""
        if ":" not in member:
            return super().member_button(member, joined)
        name = self.member_name(member)
        return f"{name[:1].upper()}{name[1:]}: {'yes' if joined else 'no'}"

    # ---------------------------------------------------------------- what they do
    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """An attack, an automatic DS, a breakthrough."""
        kind = PLANS[self.kind]
        parts = [member.split(":", 1) for member in units if ":" in member]
        plans = tuple(name.partition("-")[2] for key, name in parts if key == PLAN)
        crossing = tuple(name for key, name in parts if key == CROSSING)
        named: dict[str, Any] = {key: name for key, name in parts if key in ONE}
        if crossing:
            named[CROSSING] = crossing
        plain = tuple(unit for unit in units if ":" not in unit)
        if kind != "attack":
            return Action(kind, hex=hex, units=plain, **named)
        firing = {gun for a in self._plans(hex) for gun in a.get("guns", ())}
        guns = tuple(unit for unit in plain if unit in firing or self.ask("gun", unit=unit))
        fighters = tuple(unit for unit in plain if unit not in guns)
        return Action(
            kind,
            hex=hex,
            units=fighters,
            guns=guns or None,
            plans=plans or None,
            **named,
        )

    def beside(self, hex: str) -> list[Action] | None:
        """Nothing else is done while a group is put together."""
        return []

    def opens_plan(self, action: Action) -> bool:
        """Who takes part in an automatic DS or a breakthrough is looked at before it is made."""
        return action.kind in ("auto-ds", "breakthrough")

    def group_name(self) -> str:
        """The button that lets the group go."""
        return NAMES[PLANS[self.kind]]

    def group_hint(self) -> str:
        """What is said once a group has its target."""
        hint = "Click your units, or their buttons, to add them or to leave them out"
        if self.kind == "zb.move":
            return f"{hint}. It takes odds of 10-1; guns and aircraft do not count."
        return f"{hint}; then press {self.group_name()}."
