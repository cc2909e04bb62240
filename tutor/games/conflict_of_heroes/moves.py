"""Pointing at a hex where nobody is fired at: moves of one unit or of a group, smoke, guns called.

A group that does the same goes the way of its leader; where each goes its own way, see groups.
"""

from __future__ import annotations

from engine.action import Action
from engine.hexes import DIRECTIONS
from tutor.games.conflict_of_heroes.fire import CohFire
from tutor.games.conflict_of_heroes.groups import Parting
from tutor.games.conflict_of_heroes.salvo import Salvo
from tutor.games.conflict_of_heroes.settings import Settings
from tutor.games.conflict_of_heroes.turn import CALL, CAREFUL, ESCAPE, RUN, SMOKE, TURN
from tutor.games.conflict_of_heroes.view import AWAY, SETUP
from tutor.games.pointer import Proposal

POINTED = ("move", "play", "enter", "smoke")
"""What a click on a hex may mean besides a shot; a card that is thrown is a play."""


class CohMoves(CohFire):
    """What a click on a hex means that is no shot."""

    settings: Settings
    partings: tuple[Parting, ...]
    salvo: Salvo

    def parting(self) -> bool:
        """Whether clicks say where each unit of a group goes or faces."""
        return any(plan.on for plan in self.partings)

    def on_foes(self) -> list[Action]:
        """What the card that is switched on may do to an enemy unit."""
        plays = (a for a in self.all_choices() if a.kind == "play" and self.fits(a))
        return [a for a in plays if "unit" in a and self.owner(a["unit"]) != self.side]

    def propose(self, unit: str | None, hex: str) -> Proposal | None:
        """A move to a hex, of one unit or of its group; the card that is switched on."""
        if self.kind == CALL:
            guns = [key for key, _ in self.modes]
            chosen = self.pointer.mode if self.pointer.mode in guns else guns[0]
            call = Action("call", card=chosen.removeprefix(SMOKE), hex=hex)
            return Proposal(call.replaced(smoke=True) if chosen.startswith(SMOKE) else call)
        if self.kind != TURN:
            found = super().propose(unit, hex)
            turns = "play" if self.kind == ESCAPE else "place"
            if (
                found
                and self.pointer.facing
                and "unit" in found.action
                and found.action.kind == turns
            ):
                return Proposal(found.action.replaced(facing=self.pointer.facing))
            return found or self._misplaced(unit, hex)
        if unit is None:
            there = [a for a in self.on_foes() if self.where(a["unit"]) == hex]
            return Proposal(there[0]) if self.pointer.mode and len(there) == 1 else None
        here = self.seat(unit)
        if self.settings.smoking:
            return Proposal(self._smoke(unit, hex))
        if self.pointer.mates:
            return None if self.parting() else self._march(unit, here, hex)
        goals = [
            action
            for action in self.of_unit(unit)
            if hex in (action.get("hex"), *action.get("path", ())[-1:])
            and self.order_of(action) in POINTED
            and self.settings.suits(action)
        ]
        if goals:
            return self.chosen(here, min(goals, key=self._dear))
        if here == AWAY and not self.rules.units[unit].impulses:
            return Proposal(self.paid("enter", unit=unit, hex=hex))
        way = self.game.scenario.board.straight(here, hex)
        if len(way) < 2:
            return None
        return Proposal(self.paid("move", unit=unit, path=way[1:]), way)

    def _misplaced(self, unit: str | None, hex: str) -> Proposal | None:
        """A hex where nothing is to be set up, tried so that it is told why (1.0)."""
        mines = [a["mine"] for a in self.all_choices()[:1] if "mine" in a]
        if self.kind != SETUP or (unit is None and not mines):
            return None
        what = {"unit": unit} if unit is not None else {"mine": mines[0]}
        return Proposal(Action("place", **what, hex=hex))

    def _smoke(self, unit: str, hex: str) -> Action:
        """Smoke of one mortar, or of a group into the same hex (13.1, 9.1)."""
        if self.pointer.mates:
            return self.salvo.on_one(hex)
        ways = self.options(unit, hex)
        return ways[0] if ways else self.paid("smoke", unit=unit, hex=hex)

    def options(self, unit: str, hex: str) -> tuple[Action, ...]:
        """Several spotters for the smoke of a mortar (12.0, 13.1)."""
        if not self.settings.smoking or self.pointer.mates:
            return ()
        ways = tuple(a for a in self.settings.smokes(unit) if a["hex"] == hex)
        return tuple(a for a in ways if "spotter" not in a) or ways

    def _dear(self, action: Action) -> tuple[object, ...]:
        """Moves before all else; the cheapest way, and of equal ones the shortest."""
        tally = self.game.tally(action) if "path" in action else None
        cost = int(tally.total) if tally is not None else 0
        return ("path" not in action, cost, len(action.get("path", ())), self.order_of(action))

    def chosen(self, here: str, action: Action) -> Proposal:
        """An action as the choices complete it, facing as was chosen."""
        action = self.settings.completed(action)
        if self.pointer.facing and "path" in action:
            action = action.replaced(facing=self.pointer.facing)
        start = (here,) if here in self.game.scenario.board else ()
        return Proposal(action, (*start, *action["path"]) if "path" in action else ())

    def _march(self, unit: str, here: str, hex: str) -> Proposal | None:
        """A group goes the way its leader goes, or comes in by one hex (9.11, 5.1)."""
        board, units = self.game.scenario.board, (unit, *self.pointer.mates)
        if here == AWAY:
            march = self.paid("enter", units=units, hex=hex, facing=self.pointer.facing or None)
            return Proposal(self.settings.paced(march))
        step = board.direction(here, hex) if board.adjacent(here, hex) else None
        if step is None:
            return None
        goals = [hex]
        for mate in self.pointer.mates:
            seat = self.seat(mate)
            near = {board.direction(seat, other): other for other in board.neighbours(seat)}
            goals.append(near.get(step, seat))
        facings = (self.pointer.facing,) * len(goals) if self.pointer.facing else None
        march = self.paid("move", units=units, to=tuple(goals), facings=facings)
        return Proposal(self.settings.paced(march), (here, hex))

    def by_path(self) -> bool:
        """Whether a way of several hexes may be clicked hex by hex: vehicles, and running men."""
        unit = self.pointer.unit
        if self.kind != TURN or unit is None or self.pointer.mates:
            return False
        return any(len(action.get("path", ())) > 1 for action in self.of_unit(unit))

    def extend(self, unit: str, path: tuple[str, ...], hex: str) -> Proposal | None:
        """One hex more on a way (14.0, 8.1 move 2 hexes)."""
        board, way = self.game.scenario.board, (*path, hex)
        if self.kind != TURN or path[0] not in board:
            return None
        if self.pay == RUN:
            return Proposal(self.settings.completed(self._run(unit, way[1:])), way)
        ahead = board.direction(way[-2], hex)
        facing = self.pointer.facing or (DIRECTIONS[ahead] if ahead is not None else None)
        backs = len(way) == 2 and not self.pointer.facing
        if backs:
            known = [a for a in self.of_unit(unit) if a.get("path") == way[1:]]
            facing = known[0].get("facing") if known else facing
        careful = True if self.pointer.mode == CAREFUL else None
        action = self.paid("move", unit=unit, path=way[1:], facing=facing, careful=careful)
        return Proposal(self.settings.completed(action), way)

    def _run(self, unit: str, steps: tuple[str, ...]) -> Action:
        """Two hexes by the card; while only one is named, any way that begins with it."""
        ways = (a for a in self.of_unit(unit) if a.get("path", ())[:1] == steps)
        exact = Action("play", card=RUN, unit=unit, path=steps, facing=self.pointer.facing or None)
        return next(ways, exact) if len(steps) == 1 else exact
