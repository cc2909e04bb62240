"""A shot is planned before it is let go: shooter, support and spotter, and what they aim at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.action import Action
from engine.verdict import Reason
from tutor.games.conflict_of_heroes import looks, wording
from tutor.games.conflict_of_heroes.turn import PAYS, TURN, CohTurn

SPOTTER = "spotter:"
AIM = "aim:"
WORK = "work:"
COMMAND = "command-action"
NEAR = 2
"""A friend so near to a mortar is worth a look as its spotter (12.0)."""


class CohFire(CohTurn):
    """Pointing at a target (7.0), with support (9.12) and spotters (12.0)."""

    @property
    def aimed(self) -> str | None:
        """A hex that is to be fired at though one could walk into it, or stands in it."""
        hex: str | None = self.pointer.chosen.get("aimed")
        return hex

    def order_of(self, action: Action) -> str:
        """What is done, be it paid for or by a card."""
        return str(action.get("order", action.kind))

    def group(self, hex: str) -> tuple[str, ...] | None:
        """The picked unit, where pointing at the hex means firing at it."""
        unit = self.pointer.unit
        board = self.game.scenario.board
        if self.kind != TURN or unit is None or hex not in board:
            return None
        here = self.seat(unit)
        if here not in board:
            return None
        if self.aimed not in (None, hex) and self._joinable(hex):
            return ()
        wanted = self.aimed == hex or bool(looks.foes(self, hex))
        if wanted or (hex != here and self._worth_a_shot(unit, here, hex)):
            return (unit, *self._eyes(unit, hex))
        return None

    def aim(self, hex: str) -> None:
        """A click on a hex: it is aimed at, somebody there joins in, or the shot is put down."""
        meant = self.group(hex)
        if meant:
            self.pointer.chosen["aimed"] = hex
        elif meant is None:
            self.pointer.chosen["aimed"] = None

    def _joinable(self, hex: str) -> bool:
        """Whether a friend stands in a hex who might take part in the shot, for good or ill."""
        friends = [u for u in self.state.position.at(hex) if u in self._friends()]
        return any(self._may_support(u) or self._may_spot(u) for u in friends)

    def _worth_a_shot(self, unit: str, here: str, hex: str) -> bool:
        """Too far off to walk there: somebody may hide (10.0 fire), or works stand (18.6)."""
        goals = {a["path"][-1] for a in self.of_unit(unit) if "path" in a}
        near = self.game.scenario.board.adjacent(here, hex)
        if hex in goals or near or self.rules.units[unit].impulses:
            return False
        return self._suspect(hex) or bool(self.breakable(unit, hex))

    def _suspect(self, hex: str) -> bool:
        """Whether somebody may hide in a hex that looks empty (10.0 fire)."""
        s = self.state
        hiding = any(s.of(u).hidden for u in s.counters if self.hostile(u))
        return self.rules.setup.section >= 2 and hiding and not s.position.at(hex)

    def breakable(self, unit: str, hex: str) -> tuple[str, ...]:
        """The works of a hex that a shot of a unit may destroy (18.5 clearing, 18.6)."""
        if not self.state.works_in(hex):
            return ()
        found = self.ask("targets", unit=unit, hex=hex)
        return tuple(target for target in found if target.startswith(WORK))

    def works_about(self, unit: str) -> Iterator[str]:
        """Hexes here and next door with works to destroy, where a click means something else."""
        here, board = self.seat(unit), self.game.scenario.board
        for hex in (here, *board.neighbours(here)) if here in board else ():
            if self.breakable(unit, hex) and self.game.explain(self.shot(unit, hex)):
                yield hex

    def works_named(self, unit: str, hex: str) -> str:
        """The works of a hex that a shot would be at, in words."""
        names = [wording.unknown(target) for target in self.breakable(unit, hex)]
        return f"{' and '.join(names)} in " if names else ""

    # ---------------------------------------------------------------- who takes part
    def shot(self, unit: str, hex: str, **more: Any) -> Action:
        """One unit's shot at a hex, paid for as is switched on; a weapon card is thrown."""
        if self.pay not in dict(PAYS):
            thrown = Action("play", card=self.pay, unit=unit, hex=hex)
            if self.game.explain(thrown):
                return thrown
        return self.paid("fire", unit=unit, hex=hex, **more)

    def _eyes(self, unit: str, hex: str) -> tuple[str, ...]:
        """The only pair of eyes by which a mortar may fire, if there is one (12.0)."""
        if self.game.explain(self.shot(unit, hex)):
            return ()
        spotters = [m for m in self.extras(hex) if m.startswith(SPOTTER)]
        return tuple(spotters) if len(spotters) == 1 else ()

    def _friends(self) -> list[str]:
        """Friends on the map who might take part in the picked unit's shot."""
        unit = self.pointer.unit
        return [u for u in self.rules.on_map(self.state, self.side) if u != unit]

    def _cluster(self) -> set[str]:
        """Friends who stand together with the picked unit, hex by hex (9.1)."""
        linked, friends = [self.pointer.unit or ""], self._friends()
        for one in linked:
            near = [u for u in friends if u not in linked]
            linked += [u for u in near if self.ask("together", units=(one, u))]
        return set(linked[1:])

    def _may_support(self, friend: str) -> bool:
        ground = not self.rules.units[friend].impulses
        return self.rules.setup.section >= 2 and ground and friend in self._cluster()

    def _may_spot(self, friend: str) -> bool:
        board, unit = self.game.scenario.board, self.pointer.unit or ""
        near = board.distance(self.seat(unit), self.seat(friend)) <= NEAR
        return bool(self.rules.units[unit].indirect) and near

    def extras(self, hex: str) -> tuple[str, ...]:
        """Friends who can lend support, and spotters for a mortar (9.12, 12.0)."""
        joining = tuple(member for member, reasons in self.company(hex) if not reasons)
        return (*joining, *(AIM + aim for aim in self._aims(hex)))

    def _aims(self, hex: str) -> tuple[str, ...]:
        """Planes over a hex and targets on its ground: its owner says which (20.0)."""
        shots = (a for a in self.of_unit(self.pointer.unit or "") if self.order_of(a) == "fire")
        return tuple(dict.fromkeys(a["aim"] for a in shots if "aim" in a and a["hex"] == hex))

    def company(self, hex: str) -> list[tuple[str, tuple[Reason, ...]]]:
        """Everybody near who might take part in a shot, with the reasons against each."""
        unit = self.pointer.unit
        if unit is None or self.pay not in (*dict(PAYS), COMMAND):
            return []
        if self.seat(unit) not in self.game.scenario.board:
            return []
        alone = set(self.game.explain(self.shot(unit, hex)).reasons)
        found = []
        for friend in self._friends():
            if self._may_support(friend):
                verdict = self.game.explain(self.shot(unit, hex, support=(friend,)))
                # those between may be in the group as well
                against = tuple(
                    r for r in verdict.reasons if r not in alone and r.key != "coh.group.apart"
                )
                found.append((friend, against))
            if self._may_spot(friend):
                verdict = self.game.explain(self.shot(unit, hex, spotter=friend))
                found.append((SPOTTER + friend, verdict.reasons))
        return found

    def with_member(self, members: tuple[str, ...], unit: str) -> tuple[str, ...]:
        """Support adds up; there is one spotter and one aim at a time; somebody has to fire."""
        if self.pointer.target is None:
            return super().with_member(members, unit)
        if self.leads(unit):
            return members
        spots = unit in self.rules.units and not self._may_support(unit) and self._may_spot(unit)
        unit = SPOTTER + unit if spots and unit not in members else unit
        for kind in (SPOTTER, AIM):
            if unit.startswith(kind) and unit not in members:
                members = tuple(one for one in members if not one.startswith(kind))
        return super().with_member(members, unit)

    def members_of(self, action: Action) -> tuple[str, ...]:
        """Shooter, support and spotter, and what is aimed at."""
        eyes = (SPOTTER + action["spotter"],) if "spotter" in action else ()
        aim = (AIM + action["aim"],) if "aim" in action else ()
        return (action["unit"], *action.get("support", ()), *eyes, *aim)

    def member_name(self, member: str) -> str:
        """A member of a shot as its button names it."""
        if member.startswith(SPOTTER):
            return f"{self.unit_name(member.removeprefix(SPOTTER))} as spotter"
        if member.startswith(AIM):
            return f"{wording.AIMS[member.removeprefix(AIM)]}{self.pointer.target} as target"
        return self.unit_name(member)

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """The shot."""
        eyes = [u.removeprefix(SPOTTER) for u in units if u.startswith(SPOTTER)]
        aims = [u.removeprefix(AIM) for u in units if u.startswith(AIM)]
        plain = [u for u in units if not u.startswith((SPOTTER, AIM))]
        lead = self.pointer.unit if self.pointer.unit in plain or not plain else plain[0]
        support = tuple(u for u in plain if u != lead) or None
        spotter = eyes[0] if eyes else None
        aim = aims[0] if aims else None
        return self.shot(lead or "", hex, support=support, spotter=spotter, aim=aim)

    def leads(self, member: str) -> bool:
        """Somebody has to fire."""
        return member == self.pointer.unit

    def beside(self, hex: str) -> list[Action]:
        """Instead of firing one may close in, or lay smoke (7.63, 13.1)."""
        unit = self.pointer.unit or ""
        orders = [a for a in self.of_unit(unit) if self.order_of(a) in ("move", "play")]
        found = [a for a in orders if a.get("path", ("",))[-1] == hex]
        smoke = [a for a in self.of_unit(unit) if self.order_of(a) == "smoke" and a["hex"] == hex]
        return [*found, *smoke]

    def group_hint(self) -> str:
        """The sums are read first."""
        return "Read the sums, then press Fire; a click elsewhere puts the plan down."

    def group_name(self) -> str:
        """The button that fires."""
        return "Fire"
