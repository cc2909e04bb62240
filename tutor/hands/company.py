"""Who acts together: with the unit in hand, or as a group against a hex; plans under way.

The plain answers: nobody does anything together. A game's own hands know better.
"""

from __future__ import annotations

from engine.action import Action
from tutor.hands.values import Tool


class Company:
    """The half of the hands that takes up more than one unit."""

    mates: tuple[str, ...] = ()
    """Who acts together with the picked unit."""

    target: str | None = None
    """The hex against which a group is being put together."""

    def unit_name(self, unit: str) -> str:
        """A unit as a sentence names it."""
        raise NotImplementedError

    def stack(self, unit: str) -> tuple[str, ...]:
        """Who goes along when all that stand together are taken in hand; the unit first."""
        return ()

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """Who could act together with the picked unit, and whether he does."""
        return ()

    def join(self, unit: str) -> None:
        """A helper joins the picked unit, or leaves it."""
        self.mates = self.with_member(self.mates, unit)

    def kept(self, action: Action) -> tuple[str, ...]:
        """Who stays in hand after an action, because it only begins what he is to do."""
        return ()

    def with_member(self, members: tuple[str, ...], unit: str) -> tuple[str, ...]:
        """Who is in a group once a unit has joined it, or left it."""
        if unit in members:
            return tuple(one for one in members if one != unit)
        return (*members, unit)

    def tools(self) -> tuple[Tool, ...]:
        """Buttons that change the plan under way."""
        return ()

    def planned(self) -> Action | None:
        """What the plan under way would do, once it is let go."""
        return None

    def back(self) -> None:
        """The last step of the plan under way is taken back."""

    def group(self, hex: str) -> tuple[str, ...] | None:
        """The units that would act together on a hex; None where no decision asks for a group."""
        return None

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """The action of a group on a hex."""
        raise NotImplementedError

    def extras(self, hex: str) -> tuple[str, ...]:
        """What else a group may take along against a hex: guns, aircraft, a lead."""
        return ()

    def members_of(self, action: Action) -> tuple[str, ...]:
        """Who and what takes part in an action of a group."""
        return tuple(action["units"])

    def member_name(self, member: str) -> str:
        """A member of a group as its button names it."""
        return self.unit_name(member)

    def member_button(self, member: str, joined: bool) -> str:
        """What stands on the button that puts a member into a group, or leaves it out."""
        return f"{'with' if joined else 'without'} {self.member_name(member)}"

    def leads(self, member: str) -> bool:
        """Whether a group would be none without this member."""
        return False

    def offered(self, hex: str, members: tuple[str, ...]) -> tuple[str, ...]:
        """Who and what can be put into a group against a hex, or left out of it."""
        found = dict.fromkeys((*(self.group(hex) or ()), *self.extras(hex), *members))
        return tuple(member for member in found if not self.leads(member))

    def opens_plan(self, action: Action) -> bool:
        """Whether the button of an action opens its plan first, to be changed and confirmed."""
        return False

    def beside(self, hex: str) -> list[Action] | None:
        """What else is offered while a group is planned against a hex; None for everything."""
        return None

    def group_hint(self) -> str:
        """What is said once a group has its target."""
        return "Click your units to add them or to leave them out."

    def group_name(self) -> str:
        """What the button says that lets the group act."""
        return "Do it"
