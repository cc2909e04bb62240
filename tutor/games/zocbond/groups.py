"""Groups of the '4x pair: who attacks a hex, with which guns and aircraft, under which lead.

An attack, an automatic DS and a breakthrough are put together alike: the enemy hex is pointed
at, units join or leave, the sums are read, and the button lets them go.
"""

from __future__ import annotations

from engine.values import Action, texts
from tutor.games.plain import Hands
from tutor.games.zocbond.words import formation_name, named_in

ONE = ("lead", "attached", "air")
"""What a group takes along besides units, written `lead:gds`, `attached:2 Gren`, `air:aircraft`,
`crossing:Eng`, `plans:1-Don Front`. Of these it has one at most."""
CROSSING, PLANS = "crossing", "plans"
"""Of these several; plans are numbered, for two may lie on one counter."""
PLANNED = {"zb.combat": "attack", "zb.move": "auto-ds", "zb.advance": "breakthrough"}
"""What is planned against a hex, by the kind of decision."""
NAMES = {"attack": "Attack", "auto-ds": "Automatic DS", "breakthrough": "Break through"}


class Groups(Hands):
    """How an attack is put together by pointing: with guns, aircraft, a lead."""

    # ---------------------------------------------------------------- who takes part
    def group(self, hex: str) -> tuple[str, ...] | None:
        """Against an enemy hex: all that may act together; own hexes belong to a plan."""
        if self.kind not in PLANNED or hex not in self.game.scenario.board:
            return None
        standing = [self.owner(unit) for unit in self.state.position.at(hex)]
        if {*standing} <= {self.mover} and hex not in self.ask("targets"):
            return () if self.pointer.target is not None and standing else None
        if self.kind == "zb.move" and (self.pointer.unit is not None or self.mover in standing):
            return None  # somebody is on the move there, or is to be picked
        found: Action | None = self.ask("band", hex=hex, unit=self.pointer.unit or "")
        return self.members_of(found) if found is not None else None

    def describe(self, hex: str) -> str:
        """A hex; in combat of an enemy one also why nobody attacks it."""
        said = super().describe(hex)
        standing = [self.owner(unit) for unit in self.state.position.at(hex)]
        if self.kind != "zb.combat" or self.mover in standing or not standing or self.group(hex):
            return said
        return f"{said}. None of your units is next to it, so nobody can attack it."

    def extras(self, hex: str) -> tuple[str, ...]:
        """Guns, aircraft, plans, who else could come; of leads and attached units those that the
        group as it stands could have."""
        pieces = self.game.scenario.pieces
        among = tuple(member for member in self.pointer.members if member in pieces)
        lead = next((m for m in self.pointer.members if m.startswith("lead:")), "")
        found = self.ask("company", hex=hex, among=among, lead=lead.removeprefix("lead:"))
        return tuple(who if role in ("units", "guns") else f"{role}:{who}" for role, who in found)

    def offered(self, hex: str, members: tuple[str, ...]) -> tuple[str, ...]:
        """No lead that the group as it stands could not have."""
        known = (*members, *self.extras(hex))
        found = super().offered(hex, members)
        return tuple(one for one in found if one in known or not one.startswith("lead:"))

    def with_member(self, members: tuple[str, ...], unit: str) -> tuple[str, ...]:
        """In or out; a new lead takes the place of the old one, of engineers those of one hex."""
        if unit not in members:
            members = tuple(one for one in members if not self._rivals(one, unit))
        members = super().with_member(members, unit)
        units = tuple(one for one in members if one in self.game.scenario.pieces)
        if len(self.ask("leads", units=units)) > 1:
            return members
        return tuple(one for one in members if not one.startswith("lead:"))

    def _rivals(self, one: str, other: str) -> bool:
        """Whether of two members only one can be had."""
        (role, _, first), (wanted, _, second) = one.partition(":"), other.partition(":")
        if role != wanted or role not in (*ONE, CROSSING):
            return False
        return role in ONE or self.where(first) == self.where(second)

    def members_of(self, action: Action) -> tuple[str, ...]:
        """Who and what is in the group of an attack."""
        plans = (f"{PLANS}:{n}-{head}" for n, head in enumerate(texts(action, PLANS), 1))
        carrying = (f"{CROSSING}:{unit}" for unit in texts(action, CROSSING))
        named = (f"{role}:{action[role]}" for role in ONE if role in action)
        return (*action["units"], *texts(action, "guns"), *plans, *carrying, *named)

    def member_name(self, member: str) -> str:
        """A member of a group as its button names it."""
        role, _, name = member.rpartition(":")
        match role:
            case "lead":
                return f"{formation_name(name)} in the lead"
            case "attached":
                return f"{self.unit_name(name)} attached"
            case "crossing":
                return f"{self.unit_name(name)} carrying them over"
            case "plans":
                return f"the planned offensive of {self.unit_name(name.partition('-')[2])}"
            case "air":
                return named_in("craft", name, "an aircraft")
            case _:
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
        kind = PLANNED[self.kind]
        firing = {who for role, who in self.ask("company", hex=hex) if role == "guns"}
        roles: dict[str, tuple[str, ...]] = {"units": ()}
        for member in units:
            role, _, name = member.rpartition(":")
            if not role:
                fires = kind == "attack" and (name in firing or self.ask("gun", unit=name))
                role = "guns" if fires else "units"
            name = name.partition("-")[2] if role == PLANS else name
            roles[role] = (*roles.get(role, ()), name)
        one = {role: names[-1] for role, names in roles.items() if role in ONE}
        return Action(kind, hex=hex, **{**roles, **one})

    def beside(self, hex: str) -> list[Action] | None:
        """Nothing else is done while a group is put together."""
        return []

    def group_name(self) -> str:
        """The button that lets the group go."""
        return NAMES[PLANNED[self.kind]]

    def group_hint(self) -> str:
        """What is said once a group has its target."""
        hint = "Click your units, or their buttons, to add them or to leave them out"
        if self.kind == "zb.move":
            return f"{hint}. It takes odds of 10-1; guns and aircraft do not count."
        return f"{hint}; then press {self.group_name()}."
