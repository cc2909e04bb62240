"""A shot is planned before it is let go: shooter, support and spotter, and what they aim at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.values import Action
from engine.verdict import Reason
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.panel import CohPanel
from tutor.games.conflict_of_heroes.turn import COMMAND
from tutor.games.conflict_of_heroes.view import TURN
from tutor.games.pointer import Tool

SPOTTER, AIM, WORK = "spotter:", "aim:", "work:"
APART = "coh.group.apart"


class CohShots(CohPanel):
    """Pointing at a target (7.0), with support (9.12) and spotters (12.0)."""

    @property
    def aimed(self) -> str | None:
        """A hex that is to be fired at though one could walk into it, or stands in it."""
        hex: str | None = self.pointer.chosen.get("aimed")
        return hex

    def group(self, hex: str) -> tuple[str, ...] | None:
        """The picked unit, where pointing at the hex means firing at it; () for who may join it."""
        unit = self.pointer.unit
        if self.kind != TURN or unit is None or not self.on_board(hex):
            return None
        here = self.where(unit)
        if not self.on_board(here):
            return None
        near = {self.where(friend) for friend, _ in self.ask("company", unit=unit)}
        if self.aimed not in (None, hex) and hex in near:
            return ()
        wanted = self.aimed == hex or self.foes(hex)
        if wanted or (hex != here and self._worth_a_shot(unit, here, hex)):
            return (unit, *self._eyes(unit, hex))
        return None

    def aim(self, hex: str) -> None:
        """A click on a hex: it is aimed at, somebody there joins in, or the shot is put down."""
        meant = self.group(hex)
        if meant != ():
            self.pointer.chosen["aimed"] = hex if meant else None

    def _worth_a_shot(self, unit: str, here: str, hex: str) -> bool:
        """Too far off to walk there: somebody may hide (10.0 fire), or works stand (18.6)."""
        s, goals = self.state, {a["path"][-1] for a in self.of_unit(unit) if "path" in a}
        near = self.game.scenario.board.adjacent(here, hex)
        if hex in goals or near or self.rules.units[unit].impulses:
            return False
        hiding = any(s.of(u).hidden for u in s.counters if self.hostile(u))
        suspect = self.rules.setup.section >= 2 and hiding and not s.position.at(hex)
        return suspect or bool(self.breakable(unit, hex))

    def breakable(self, unit: str, hex: str) -> tuple[str, ...]:
        """The works of a hex that a shot of a unit may destroy (18.5 clearing, 18.6)."""
        if not self.state.works_in(hex):
            return ()
        found = self.ask("targets", unit=unit, hex=hex)
        return tuple(target for target in found if target.startswith(WORK))

    def shots(self, unit: str) -> Iterator[Tool]:
        """Whom and what to fire at, works also here and next door, where a click means something
        else: each opens the plan with its sums."""
        here, board = self.where(unit), self.game.scenario.board
        meant = [a["hex"] for a in self.of_unit(unit) if self.order_of(a) == "fire"]
        about = (here, *board.neighbours(here)) if self.on_board(here) else ()
        for hex in dict.fromkeys((*meant, *about)):
            works = [words.unknown(target) for target in self.breakable(unit, hex)]
            if hex not in meant and not (works and self.game.explain(self.shot(unit, hex))):
                continue
            at = f"{' and '.join(works)} in " if works and not self.foes(hex) else ""
            best = self.best_chance(self.group_action(hex, self.group(hex) or (unit,)))
            press = partial(self.pointer.chosen.__setitem__, "aimed", hex)
            tip = "Shows the sums; nothing is fired yet"
            yield Tool(f"Fire at {at}{hex}{best}", press, tip=tip, click=hex, name=("fire", hex))

    # ---------------------------------------------------------------- who takes part
    def shot(self, unit: str, hex: str, **more: Any) -> Action:
        """One unit's shot at a hex, paid for as is switched on; a weapon card is thrown."""
        if self.pay not in dict(self.pays):
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

    def extras(self, hex: str) -> tuple[str, ...]:
        """Friends who can lend support, spotters for a mortar, and what is aimed at: planes over a
        hex or targets on its ground (9.12, 12.0, 20.0)."""
        joining = [member for member, reasons in self.company(hex) if not reasons]
        shots = [a for a in self.of_unit(self.pointer.unit or "") if self.order_of(a) == "fire"]
        aims = [AIM + a["aim"] for a in shots if "aim" in a and a["hex"] == hex]
        return tuple(dict.fromkeys((*joining, *aims)))

    def company(self, hex: str) -> list[tuple[str, tuple[Reason, ...]]]:
        """Everybody near who might take part in a shot, with the reasons against each."""
        unit = self.pointer.unit
        if unit is None or self.pay not in (*dict(self.pays), COMMAND):
            return []
        alone, found = self.game.explain(self.shot(unit, hex)).reasons, []
        for friend, role in self.ask("company", unit=unit):
            if role == "spotter":
                reasons = self.game.explain(self.shot(unit, hex, spotter=friend)).reasons
                found.append((SPOTTER + friend, reasons))
                continue
            reasons = self.game.explain(self.shot(unit, hex, support=(friend,))).reasons
            # those between may be in the group as well
            own = (r for r in reasons if r not in alone and r.key != APART)
            found.append((friend, tuple(own)))
        return found

    def with_member(self, members: tuple[str, ...], unit: str) -> tuple[str, ...]:
        """Support adds up; there is one spotter and one aim at a time; somebody has to fire."""
        if self.pointer.target is None:
            return super().with_member(members, unit)
        if unit == self.pointer.unit:
            return members
        roles = [role for one, role in self.ask("company", unit=self.pointer.unit) if one == unit]
        unit = SPOTTER + unit if roles == ["spotter"] and unit not in members else unit
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
            return f"{words.AIMS[member.removeprefix(AIM)]}{self.pointer.target} as target"
        return self.unit_name(member)

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """The shot."""
        role = {
            name: [u.removeprefix(name) for u in units if u.startswith(name)]
            for name in (SPOTTER, AIM)
        }
        plain = [u for u in units if not u.startswith((SPOTTER, AIM))]
        lead = self.pointer.unit if self.pointer.unit in plain or not plain else plain[0]
        support = tuple(u for u in plain if u != lead) or None
        spotter, aim = (next(iter(role[name]), None) for name in (SPOTTER, AIM))
        return self.shot(lead or "", hex, support=support, spotter=spotter, aim=aim)

    def offered(self, hex: str, members: tuple[str, ...]) -> tuple[str, ...]:
        """Somebody has to fire: he is not left out."""
        found = super().offered(hex, members)
        return tuple(member for member in found if member != self.pointer.unit)

    def beside(self, hex: str) -> list[Action]:
        """Instead of firing one may close in, or lay smoke (7.63, 13.1)."""
        doings = self.of_unit(self.pointer.unit or "")
        into = [a for a in doings if self.order_of(a) in ("move", "play")]
        found = [a for a in into if a.get("path", ("",))[-1] == hex]
        return [*found, *(a for a in doings if self.order_of(a) == "smoke" and a["hex"] == hex)]

    def group_hint(self) -> str:
        """The sums are read first."""
        return words.say("coh.say.read")

    def group_name(self) -> str:
        """The button that fires."""
        return "Fire"
