"""Conflict of Heroes by pointing: its ways to pay, fire planned before it is fired, groups, planes.

Everything is worked out from the state as the one who looks may know it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from engine.game import Prospect
from engine.hexes import DIRECTIONS
from engine.values import Action
from engine.verdict import Event
from engine.words import show
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.chances import CohChances
from tutor.games.conflict_of_heroes.groups import Salvo
from tutor.games.conflict_of_heroes.settings import RUN
from tutor.games.conflict_of_heroes.turn import CAREFUL, SMOKE
from tutor.games.conflict_of_heroes.view import AWAY, CALL, ESCAPE, SETUP, TURN
from tutor.games.conflict_of_heroes.words import say
from tutor.games.pointer import SMALL, Proposal, Tool

RANK = {"fire": 1, "fly": 2, "hide": 3, "smoke": 3, "move": 4, "turn": 5}
"""In what order things are offered, where there are many of a kind."""
MOST = 60
"""So many buttons are enough for one unit."""
TOGETHER = ("rally", "turn", "hide", "dig", "occupy", "leave", "enter", "exit")
"""What a group does at the press of a button (9.13, 9.14)."""
TURNING = ("move", "enter", "unload", "leave")
"""After these a unit may face any way, free of charge (5.2, 17.0, 18.2)."""
POINTED = ("move", "play", "enter", "smoke")
"""What a click on a hex may mean besides a shot; a card that is thrown is a play."""


class ConflictOfHeroesHands(CohChances):
    """Hands for Conflict of Heroes.

    Its pointing differs: everything is paid for in a way that is chosen first (`turn`), a shot is
    planned with its support and spotter (`shots`), a plane makes impulses (`plans`), and of a group
    each goes his own way (`groups`).
    """

    def parting(self) -> bool:
        """Whether clicks say where each unit of a group goes or faces."""
        return self.plan.parting is not None

    # ---------------------------------------------------------------- what a click means
    def propose(self, unit: str | None, hex: str) -> Proposal | None:
        """A move to a hex, of a unit or of its group; what is switched on: smoke, a card, guns."""
        if self.kind == CALL:
            guns = [key for key, _ in self.modes]
            chosen = self.pointer.mode if self.pointer.mode in guns else guns[0]
            smoke = True if chosen.startswith(SMOKE) else None
            return Proposal(Action("call", card=chosen.removeprefix(SMOKE), hex=hex, smoke=smoke))
        if self.kind != TURN:
            found = super().propose(unit, hex)
            faced = found and self.pointer.facing and self.kind in (SETUP, ESCAPE)
            if found is None or not faced or "unit" not in found.action:
                return found
            return Proposal(found.action.replaced(facing=self.pointer.facing))
        if unit is None:
            there = [a for a in self.on_foes() if self.where(a["unit"]) == hex]
            return Proposal(there[0]) if self.pointer.mode and len(there) == 1 else None
        if self.settings.smoking:
            return Proposal(self._smoke(unit, hex))
        if self.pointer.mates:
            return None if self.parting() else self._march(unit, hex)
        meant = [
            action
            for action in self.of_unit(unit)
            if hex in (action.get("hex"), *action.get("path", ())[-1:])
            and self.order_of(action) in POINTED
            and self.settings.suits(action)
        ]
        return self.chosen(min(meant, key=self._dear)) if meant else self.attempt(unit, hex)

    def attempt(self, unit: str | None, hex: str) -> Proposal | None:
        """As it would be paid for; where mines are laid, the next of them (1.0)."""
        if self.kind == SETUP and unit is None:
            mines = [a["mine"] for a in self.all_choices()[:1] if "mine" in a]
            return Proposal(Action("place", mine=mines[0], hex=hex)) if mines else None
        if self.kind != TURN or unit is None:
            return super().attempt(unit, hex)
        here = self.where(unit)
        if here == AWAY and not self.rules.units[unit].impulses:
            return Proposal(self.paid("enter", unit=unit, hex=hex))
        way = self.game.scenario.board.straight(here, hex)
        return Proposal(self.paid("move", unit=unit, path=way[1:]), way) if way[1:] else None

    def _smoke(self, unit: str, hex: str) -> Action:
        """Smoke of one mortar, or of a group into the same hex (13.1, 9.1)."""
        if self.pointer.mates:
            return Salvo(self, "smoke").on_one(hex)
        return next(iter(self.options(unit, hex)), self.paid("smoke", unit=unit, hex=hex))

    def options(self, unit: str, hex: str) -> tuple[Action, ...]:
        """Several spotters for the smoke of a mortar (12.0, 13.1)."""
        if not self.settings.smoking or self.pointer.mates:
            return ()
        found = tuple(a for a in self.settings.smokes(unit) if a["hex"] == hex)
        return tuple(a for a in found if "spotter" not in a) or found

    def _dear(self, action: Action) -> tuple[object, ...]:
        """Moves before all else; the cheapest way, and of equal ones the shortest."""
        tally = self.game.tally(action) if "path" in action else None
        cost = int(tally.total) if tally is not None else 0
        return ("path" not in action, cost, len(action.get("path", ())), self.order_of(action))

    def chosen(self, action: Action) -> Proposal:
        """An action as the choices complete it, facing as was chosen."""
        action, here = self.settings.completed(action), self.where(action["unit"])
        if "path" not in action:
            return Proposal(action)
        if self.pointer.facing:
            action = action.replaced(facing=self.pointer.facing)
        return Proposal(action, (*((here,) if self.on_board(here) else ()), *action["path"]))

    def _march(self, unit: str, hex: str) -> Proposal | None:
        """A group goes the way its leader goes, or comes in by one hex (9.11, 5.1)."""
        board, here, facing = self.game.scenario.board, self.where(unit), self.pointer.facing
        if here == AWAY:
            march = self.paid("enter", units=self.in_hand, hex=hex, facing=facing or None)
            return Proposal(self.settings.paced(march))
        step = board.direction(here, hex) if board.adjacent(here, hex) else None
        if step is None:
            return None
        goals = []
        for seat in map(self.where, self.in_hand):
            near = {board.direction(seat, other): other for other in board.neighbours(seat)}
            goals.append(near.get(step, seat))
        facings = (facing,) * len(goals) if facing else None
        march = self.paid("move", units=self.in_hand, to=tuple(goals), facings=facings)
        return Proposal(self.settings.paced(march), (here, hex))

    def by_path(self) -> bool:
        """Whether a way of several hexes may be clicked hex by hex: vehicles, and running men."""
        unit = self.pointer.unit
        if self.kind != TURN or unit is None or self.pointer.mates:
            return False
        return any(len(action.get("path", ())) > 1 for action in self.of_unit(unit))

    def extend(self, unit: str, path: tuple[str, ...], hex: str) -> Proposal | None:
        """One hex more on a way (14.0, 8.1 move 2 hexes)."""
        board, way, facing = self.game.scenario.board, (*path, hex), self.pointer.facing or None
        if self.kind != TURN or not self.on_board(path[0]):
            return None
        known = [a for a in self.of_unit(unit) if a.get("path", ())[: len(path)] == way[1:]]
        if self.pay == RUN:
            # while only one hex is named, any way that begins with it
            run = Action("play", card=RUN, unit=unit, path=way[1:], facing=facing)
            run = known[0] if known and len(way) == 2 else run
            return Proposal(self.settings.completed(run), way)
        if facing is None and len(way) == 2:
            # a vehicle may go back
            facing = next((a.get("facing") for a in known if a["path"] == way[1:]), None)
        ahead = board.direction(way[-2], hex)
        if facing is None and ahead is not None:
            facing = DIRECTIONS[ahead]
        careful = True if self.pointer.mode == CAREFUL else None
        action = self.paid("move", unit=unit, path=way[1:], facing=facing, careful=careful)
        return Proposal(self.settings.completed(action), way)

    def facings(self) -> tuple[tuple[str, str], ...]:
        """Where to face after the move: ahead, or any side, free of charge (5.2)."""
        unit, turn = self.pointer.unit, self.kind == TURN
        if unit is None or self.kind not in (TURN, SETUP, ESCAPE):
            return ()
        if not (self._may_face(unit) if turn else self.doings(unit)):
            return ()
        usual = "face as they do" if self.pointer.mates else "face as it does"
        if turn:
            # beside the arrows that turn on the spot these must say what they are for
            ahead = self.pay != RUN and not self.pointer.mates
            usual = f"After the move: {'face ahead' if ahead else usual}"
        return (("", usual), *((name, words.facing_name(name)) for name in words.ARROWS))

    def _may_face(self, unit: str) -> bool:
        """Whether the next click or button leaves open where somebody faces."""
        plan, flight = self.plan.parting, self.plan.flight
        if plan is not None:
            return plan.faced
        if self.settings.smoking or (flight.on and not flight.coming):
            return False
        target = self.pointer.target
        doings = self.beside(target) if target else self.of_unit(unit)
        return any(self.order_of(a) in TURNING or a.get("card") == RUN for a in doings)

    def meant(self, hex: str, unit: str | None) -> str | None:
        """Shells are called to a hex, mines and smoke laid in one, whoever stands there."""
        laying = self.kind == SETUP and not any("unit" in a for a in self.all_choices())
        aims = self.kind == CALL or laying or self.settings.smoking or self.parting()
        return None if aims else unit

    def touch(self, hex: str, shown: Collection[str]) -> str | None:
        """The two ends of a sight line; the next step of a plan."""
        if "sight" in shown:
            ends = self.pointer.ends
            self.pointer.ends = (hex,) if len(ends) != 1 else (*ends, hex)
            return self.sight_text()
        self.pointer.ends = ()
        said = (plan.touch(hex) for plan in self.plan.all)
        text = next((text for text in said if text is not None), None)
        if text is None:
            self.aim(hex)
        return text

    def group(self, hex: str) -> tuple[str, ...] | None:
        """Nobody fires while smoke is laid or a plane is flown."""
        if self.settings.smoking or self.plan.flight.on or self.parting():
            return None
        return super().group(hex)

    # ---------------------------------------------------------------- buttons
    @staticmethod
    def pointed(action: Action) -> bool:
        """What is set up, and guns that are called, are pointed at as well."""
        return action.kind in ("place", "call") or CohChances.pointed(action)

    def listed(self, everything: bool = False) -> list[Action]:
        """What needs no unit in hand: passing, stalling, cards, dice."""
        if self.kind != TURN:
            return super().listed(everything)
        found = [a for a in self.all_choices() if "unit" not in a]
        done = Action("mark-spent")
        if self.state.active.get(self.side) and self.game.explain(done):
            found.append(done)
        return [*(self.on_foes() if self.pointer.mode else []), *found]

    def ways(self, unit: str) -> list[Action]:
        """Everything the picked unit may do, turns last; what pointing says better is left out."""
        if self.kind != TURN:
            return super().ways(unit)
        if self.plan.flight.steps or self.parting():
            return []
        found = [
            self._grouped(self.settings.completed(action))
            for action in self.of_unit(unit)
            if self._pressed(action) and self.settings.suits(action)
        ]
        found.sort(key=lambda a: RANK.get(self.order_of(a), 0))
        return list(dict.fromkeys(found))[:MOST]

    def _pressed(self, action: Action) -> bool:
        """Whether an action is done by its button: what is aimed or leads far is pointed at."""
        order, path, unit = self.order_of(action), action.get("path", ()), action["unit"]
        if path and order != "fire":
            # a click on an enemy's hex on the way would mean to fire at him
            return any(map(self.foes, path[:-1]))
        if order == "smoke":
            return bool(self.rules.units[unit].has("engineer") or action["hex"] == self.where(unit))
        return order != "fire"

    def _grouped(self, action: Action) -> Action:
        """The same action for the whole group, where groups do such things (9.1)."""
        order = self.order_of(action)
        grouped = order in TOGETHER or (order == "play" and "hex" not in action)
        if not self.pointer.mates or not grouped:
            return action
        own = {"unit": None, "cap": None, "units": (action["unit"], *self.pointer.mates)}
        return action.replaced(**own, **({"hex": None} if order == "hide" else {}))

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """From section 2 on: friends who stand, or wait, together with the picked unit (9.1)."""
        if self.kind != TURN or self.pointer.unit is None:
            return ()
        found = self.ask("mates", units=self.in_hand)
        return tuple((unit, unit in self.pointer.mates) for unit in found)

    def stack(self, unit: str) -> tuple[str, ...]:
        """From section 2 on whoever stands, or waits, in the same place goes along (9.11)."""
        friends = self.helpers() if self.pointer.unit == unit else ()
        near = [friend for friend, _ in friends if self.where(friend) == self.where(unit)]
        return (unit, *near) if near else ()

    def tools(self) -> tuple[Tool, ...]:
        """Buttons that change what is planned; targets that a click alone does not mean."""
        unit = self.pointer.unit
        if self.kind != TURN or unit is None or self.aimed is not None:
            return ()
        found = [tool for plan in self.plan.all for tool in plan.tools()]
        if not self.parting() and not self.plan.flight.on:
            found += self.shots(unit)
        return (*found, *self.settings.tools())

    def planned(self) -> Action | None:
        """The march or the flight as it is planned."""
        return next((a for plan in self.plan.all if (a := plan.action()) is not None), None)

    def back(self) -> None:
        """The last step of the plan is taken back."""
        for plan in self.plan.all:
            plan.back()

    def beside(self, hex: str) -> list[Action]:
        """Closing in instead of firing, facing as was chosen and with CAP on the dice."""
        return [self.chosen(a).action for a in super().beside(hex) if self.settings.suits(a)]

    def manner(self, action: Action) -> str:
        """What comes by the half dozen is small."""
        return SMALL if self.order_of(action) in RANK else ""

    # ---------------------------------------------------------------- what is said and shown
    def invitation(self, count: int) -> str:
        """Who is activated already, and how to begin."""
        active = self.state.active.get(self.side, ()) if self.kind == TURN else ()
        if active:
            many = len(active) > 1
            names, it = ", ".join(map(self.unit_name, active)), "one of them" if many else "it"
            return say("coh.say.go-on", names=names, **{"is": "are" if many else "is"}, it=it)
        text, spent = (
            super().invitation(count),
            sum(self.state.of(u).spent for u in self.pickable()),
        )
        return say("coh.say.spent-too", text=text, count=spent) if spent else text

    def costs(self, before: Any, after: Any) -> Iterator[Event]:
        """CAP that were spent, or fell with a loss (3.2, 7.3)."""
        for side in self.rules.sides if before.round == after.round else ():
            fell, left = before.cap[side] - after.cap[side], after.cap[side]
            lost = after.losses[side] > before.losses[side]
            if fell > 0:
                key, rule = ("coh.purse.fell", "7.3") if lost else ("coh.purse.spent", "3.2")
                yield Event.of(rule, key, side=side, cap=fell, left=left)

    def aside(self) -> str:
        """What is to be placed, and how, while the firefight is set up (1.0)."""
        if self.kind != SETUP or self.viewer not in (None, self.mover):
            return ""
        first = self.all_choices()[0]
        if "mine" not in first:
            return say("coh.say.place")
        secret = self.rules.setup.zones[self.game.state.top.zone].hidden
        return say("coh.say.lay-hidden" if secret else "coh.say.lay", laid=first["mine"] or "black")

    def foreseen(self, action: Action) -> Sequence[Prospect]:
        """The chances stand on the buttons already; markers still in the cup are nobody's odds."""
        return ()

    def lit(self, unit: str | None) -> Iterator[Overlay]:
        """Where the picked unit may go, what it costs, and whom it may hit, how likely."""
        if self.kind in (SETUP, CALL) and unit is None:
            goals = (goal for a in self.all_choices() if "unit" not in a for goal in self.goals(a))
            if hexes := tuple(dict.fromkeys(goals)):
                yield Overlay("field" if self.kind == CALL else "reach", hexes)
        elif self.kind != TURN:
            yield from super().lit(unit)
        elif unit is not None and self.settings.smoking:
            yield Overlay(
                "target", tuple(dict.fromkeys(a["hex"] for a in self.settings.smokes(unit)))
            )
        elif unit is not None:
            for plan in self.plan.all:
                yield from plan.overlays()
            if not self.parting():
                yield from self._reach(unit)

    def _reach(self, unit: str) -> Iterator[Overlay]:
        """Costs in the hexes of a move, as a click would pay them; chances on those of a shot."""
        costs: dict[str, Any] = {}
        shots: dict[str, str] = {}
        for action in self.of_unit(unit):
            order, hex = self.order_of(action), next(iter(self.goals(action)), "")
            if order == "fire" or (order == "play" and hex and "path" not in action):
                if hex not in shots:
                    shots[hex] = self.best_chance(self.group_action(hex, (unit,)))[2:]
            elif ("path" in action or order == "enter") and self.settings.suits(action):
                tally = self.game.tally(action)
                cost, known = tally.total if tally is not None else None, costs.get(hex)
                if not self.foes(hex) and (known is None or cost is None or cost < known):
                    costs[hex] = cost
        if costs:
            told = {hex: "" if cost is None else show(cost) for hex, cost in costs.items()}
            yield Overlay("reach", told)
        if shots:
            yield Overlay("target", shots)
