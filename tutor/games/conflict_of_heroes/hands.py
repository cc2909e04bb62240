"""Conflict of Heroes by pointing: its counters, its ways to pay, fire planned before it is fired.

Everything is worked out from the state as the one who looks may know it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

from engine.action import Action
from engine.game import Event, Game
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes import beside, chances, legend, looks, wording
from tutor.games.conflict_of_heroes.cargo import Handling
from tutor.games.conflict_of_heroes.fire import AIM
from tutor.games.conflict_of_heroes.groups import Leaving, March, Turning
from tutor.games.conflict_of_heroes.moves import CohMoves
from tutor.games.conflict_of_heroes.plans import ClickPlan, Flight
from tutor.games.conflict_of_heroes.salvo import Salvo
from tutor.games.conflict_of_heroes.settings import Settings
from tutor.games.conflict_of_heroes.turn import CALL, ESCAPE, PAYS, RUN, TURN
from tutor.games.conflict_of_heroes.view import AWAY, PLANE, SETUP
from tutor.games.pointer import Pointer, Tool

RANK = {"fire": 1, "fly": 2, "hide": 3, "smoke": 3, "move": 4, "turn": 5}
"""In what order things are offered, where there are many of a kind."""
MOST = 60
"""So many buttons are enough for one unit."""
TOGETHER = ("rally", "turn", "hide", "dig", "occupy", "leave", "enter", "exit")
"""What a group does at the press of a button (9.13, 9.14)."""
TURNING = {"move", "enter", "unload", "leave"}
"""After these a unit may face any way, free of charge (5.2, 17.0, 18.2)."""


def _runs(action: Action) -> bool:
    """Whether it is the card by which one runs (8.1 move 2 hexes)."""
    return bool(action.get("card") == RUN)


class ConflictOfHeroesHands(CohMoves):
    """Hands for Conflict of Heroes.

    Its pointing differs: everything is paid for in a way that is chosen first (`turn`), a shot is
    planned with its support and spotter (`fire`), and there are plans of several clicks, a plane's
    impulses (`plans`) and groups of whom each goes his own way (`groups`, `cargo`, `salvo`).
    """

    def __init__(self, game: Game, pointer: Pointer | None = None) -> None:
        super().__init__(game, pointer)
        self.settings = Settings(self)
        self.flight = Flight(self)
        self.salvo = Salvo(self)
        self.partings = (
            March(self),
            Turning(self),
            Leaving(self),
            Handling(self, "load"),
            Handling(self, "unload"),
            self.salvo,
        )
        self.plans: tuple[ClickPlan, ...] = (*self.partings, self.flight)

    def shared(self, action: Action) -> Action:
        """CAP stand in for AP where that was chosen (3.21)."""
        return self.settings.shared(action)

    def turn_owed(self) -> bool:
        """Whether the decision is a whole turn (2.2)."""
        return self.kind == TURN

    # ---------------------------------------------------------------- what may be done
    def facings(self) -> tuple[tuple[str, str], ...]:
        """Where to face after the move: ahead, or any side, free of charge (5.2)."""
        if self.kind not in (TURN, SETUP, ESCAPE) or self.pointer.unit is None:
            return ()
        if self.kind != TURN and not any(
            a.get("unit") == self.pointer.unit for a in self.all_choices()
        ):
            return ()
        if self.kind == TURN and not self._may_face():
            return ()
        arrows = wording.ARROWS.items()
        ahead = self.kind == TURN and self.pay != RUN and not self.pointer.mates
        usual = (
            "face ahead" if ahead else f"face as {'they do' if self.pointer.mates else 'it does'}"
        )
        # beside the arrows that turn on the spot these must say what they are for
        first = f"After the move: {usual}" if self.kind == TURN else usual
        return (("", first), *((name, f"{arrow} {name}") for name, arrow in arrows))

    def _may_face(self) -> bool:
        """Whether the next click or button leaves open where somebody faces."""
        plan = next((plan for plan in self.partings if plan.on), None)
        if plan is not None:
            return plan.faced
        if self.settings.smoking or (self.flight.on and not self.flight.coming):
            return False
        doings = (
            self.beside(self.pointer.target)
            if self.pointer.target
            else self.of_unit(self.pointer.unit or "")
        )
        return any(self.order_of(action) in TURNING or _runs(action) for action in doings)

    def listed(self, everything: bool = False) -> list[Action]:
        """What needs no unit in hand: passing, stalling, cards, dice."""
        if self.kind == CALL and not everything:
            return [a for a in self.all_choices() if "hex" not in a]
        if self.kind == SETUP and not everything:
            return []
        if self.kind != TURN:
            return super().listed(everything)
        found = [a for a in self.all_choices() if "unit" not in a]
        done = Action("mark-spent")
        if self.game.state.active.get(self.side) and self.game.explain(done):
            found.append(done)
        return [*(self.on_foes() if self.pointer.mode else []), *found]

    def ways(self, unit: str) -> list[Action]:
        """Everything the picked unit may do, turns last; what pointing says better is left out."""
        if self.kind != TURN:
            return super().ways(unit)
        if self.flight.steps or self.parting():
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
        order, path = self.order_of(action), action.get("path", ())
        if order == "fire":
            return False
        if path:
            # a click on an enemy's hex on the way would mean to fire at him
            return any(looks.foes(self, hex) for hex in path[:-1])
        if order == "smoke":
            unit = action["unit"]
            return self.rules.units[unit].has("engineer") or bool(action["hex"] == self.seat(unit))
        return True

    def _grouped(self, action: Action) -> Action:
        """The same action for the whole group, where groups do such things (9.1)."""
        order = self.order_of(action)
        grouped = order in TOGETHER or (order == "play" and "hex" not in action)
        if not self.pointer.mates or not grouped:
            return action
        rest = {key: value for key, value in action.args if key not in ("unit", "cap")}
        if order == "hide":
            rest.pop("hex", None)
        return Action(action.kind, **{**rest, "units": (action["unit"], *self.pointer.mates)})

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """From section 2 on: friends who stand, or wait, together with the picked unit (9.1)."""
        if self.kind != TURN or self.pointer.unit is None or self.rules.setup.section < 2:
            return ()
        s, group = self.state, (self.pointer.unit, *self.pointer.mates)
        if self.where(self.pointer.unit) == AWAY:
            friends = [
                u for u in self.pickable() if self.where(u) == AWAY and u != self.pointer.unit
            ]
            return tuple((u, u in self.pointer.mates) for u in friends)
        if self.where(self.pointer.unit) not in self.game.scenario.board or self.flight.plane:
            return ()
        friends = [u for u in self.rules.on_map(s, self.side) if u != self.pointer.unit]
        return tuple(
            (u, u in self.pointer.mates)
            for u in friends
            if self.rules.units[u].kind != PLANE
            and (u in self.pointer.mates or self.ask("together", units=(*group, u)))
        )

    def stack(self, unit: str) -> tuple[str, ...]:
        """From section 2 on whoever stands, or waits, in the same place goes along (9.11)."""
        seat = self.where(unit)
        near = (
            [u for u, _ in self.helpers() if self.where(u) == seat]
            if self.pointer.unit == unit
            else []
        )
        return (unit, *near) if near else ()

    def action_name(self, action: Action) -> str:
        """An action as its button says it, chances on the dice included."""
        name = wording.action_name(self, action) or super().action_name(action)
        return name + wording.price(self, action) if wording.priced(self, action) else name

    def aiming(self) -> bool:
        """Shells are called to a hex, mines and smoke laid in one, whoever stands there."""
        aims = self.settings.smoking or self.parting()
        return self.kind == CALL or aims or self._lays_mines()

    def _places(self, unit: str | None) -> Iterator[str]:
        """Where a unit may be put before the fight, or out of the way of shells; or a mine."""
        actions = (a for a in self.all_choices() if unit in (None, a.get("unit")))
        yield from dict.fromkeys(self.goals(a)[-1] for a in actions if "hex" in a or "path" in a)

    def _lays_mines(self) -> bool:
        return self.kind == SETUP and not any("unit" in a for a in self.all_choices())

    def invitation(self, count: int) -> str:
        """Who is activated already, and how to begin."""
        active = self.state.active.get(self.side, ()) if self.kind == TURN else ()
        if not active:
            spent = sum(self.state.of(unit).spent for unit in self.pickable())
            more = f" {spent} of them, grey, only with CAP or a card." if spent else ""
            return super().invitation(count) + more
        names = ", ".join(map(self.unit_name, active))
        verb = "is" if len(active) == 1 else "are"
        it = "it" if len(active) == 1 else "one of them"
        return (
            f"{names} {verb} activated (gold frame). Click {it} to go on, or press N. "
            "You may also click any other of your units."
        )

    def costs(self, before: Any, after: Any) -> Iterator[Event]:
        """CAP that were spent, or fell with a loss (3.2, 7.3)."""
        for side in self.rules.sides if before.round == after.round else ():
            fell, lost = (
                before.cap[side] - after.cap[side],
                after.losses[side] - before.losses[side],
            )
            if fell > 0:
                key, rule = ("coh.purse.fell", "7.3") if lost else ("coh.purse.spent", "3.2")
                yield Event.of(rule, key, side=side, cap=fell, left=after.cap[side])

    def aside(self) -> str:
        """What is to be placed, and how, while the firefight is set up (1.0)."""
        decision = self.owed
        if self.kind != SETUP or decision is None or self.viewer not in (None, decision.side):
            return ""
        if self._lays_mines():
            mine = wording.MINES[self.all_choices()[0]["mine"]]
            secret = self.rules.setup.zones[self.game.state.top.zone].hidden
            hidden = " Only your side knows where." if secret else ""
            return f"Click a marked hex to lay {mine} there.{hidden}"
        return "Pick a unit in the box beside the map, then click a marked hex."

    def told_name(self, action: Action) -> str:
        """An action told to be judged: who, what, how paid; no chances that give it away."""
        kind, who = self.order_of(action), self.unit_name(str(self.actor(action)))
        name = super().told_name(action).removesuffix(wording.price(self, action))
        if "path" not in action:
            name = name.partition(":")[0] if kind in ("fire", "rally") else name
            name = name if not self.actor(action) or who in name else f"{who}: {name}"
        if action.kind == "fire":
            others = [m for m in self.members_of(action)[1:] if not m.startswith(AIM)]
            name += "".join(f", with {self.member_name(m)}" for m in others)
        played = wording.card_title(action["card"]) if action.kind == "play" else ""
        by = dict(PAYS).get(action.get("pay", ""), played).removeprefix("Pay ")
        return f"{name} ({by})" if by and by not in name else name

    # ---------------------------------------------------------------- plans
    def tools(self) -> tuple[Tool, ...]:
        """Buttons that change what is planned; targets that a click alone does not mean."""
        unit = self.pointer.unit
        if self.kind != TURN or unit is None or self.aimed is not None:
            return ()
        found = [tool for plan in self.plans for tool in plan.tools()]
        if not self.parting() and not self.flight.on:
            found += self._targets(unit)
        return (*found, *self.settings.tools())

    def _targets(self, unit: str) -> Iterator[Tool]:
        """Whom and what to fire at: each opens the plan with its sums."""
        shots = (a["hex"] for a in self.of_unit(unit) if self.order_of(a) == "fire")
        for hex in dict.fromkeys((*shots, *self.works_about(unit))):
            best = chances.best_chance(self, self.group_action(hex, self.group(hex) or (unit,)))
            what = "" if looks.foes(self, hex) else self.works_named(unit, hex)
            yield Tool(
                f"Fire at {what}{hex}{f': {best}' if best else ''}",
                tip="Shows the sums; nothing is fired yet",
                click=hex,
                press=partial(self.pointer.chosen.__setitem__, "aimed", hex),
                name=("fire", hex),
            )

    def planned(self) -> Action | None:
        """The march or the flight as it is planned."""
        return next((a for plan in self.plans if (a := plan.action()) is not None), None)

    def back(self) -> None:
        """The last step of the plan is taken back."""
        for plan in self.plans:
            plan.back()

    def touch(self, hex: str, shown: Collection[str]) -> str | None:
        """The two ends of a sight line; the next step of a plan."""
        if "sight" in shown:
            ends = self.pointer.ends
            self.pointer.ends = (hex,) if len(ends) != 1 else (*ends, hex)
            return looks.sight_text(self)
        self.pointer.ends = ()
        said = (plan.touch(hex) for plan in self.plans)
        text = next((text for text in said if text is not None), None)
        if text is None:
            self.aim(hex)
        return text

    def group(self, hex: str) -> tuple[str, ...] | None:
        """Nobody fires while smoke is laid or a plane is flown."""
        if self.settings.smoking or self.flight.on or self.parting():
            return None
        return super().group(hex)

    def beside(self, hex: str) -> list[Action]:
        """Closing in instead of firing, facing as was chosen and with CAP on the dice."""
        here, found = self.seat(self.pointer.unit or ""), super().beside(hex)
        return [self.chosen(here, a).action for a in found if self.settings.suits(a)]

    def small(self, action: Action) -> bool:
        """What comes by the half dozen."""
        return self.order_of(action) in RANK

    # ---------------------------------------------------------------- what is shown
    def lit(self, unit: str | None) -> Iterator[Overlay]:
        """Where the picked unit may go, what it costs, and whom it may hit, how likely."""
        if self.kind == CALL:
            yield Overlay("field", tuple(a["hex"] for a in self.all_choices() if "hex" in a))
        elif self.kind in (SETUP, ESCAPE):
            if unit is not None or self._lays_mines():
                yield Overlay("reach", tuple(self._places(unit)))
        elif self.kind != TURN:
            yield from super().lit(unit)
        elif unit is not None:
            if self.settings.smoking:
                lit = dict.fromkeys(action["hex"] for action in self.settings.smokes(unit))
                yield Overlay("target", tuple(lit))
                return
            for plan in self.plans:
                yield from plan.overlays()
            if not self.parting():
                yield from looks.lit(self, unit)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """Arc and range, a sight line, a field of view."""
        return looks.overlay(self, key, unit)

    def switched(self, key: str, on: bool) -> str:
        """A sight line begins anew, and says where."""
        if key == "sight":
            self.pointer.ends = ()
        return looks.sight_text(self) if on and key == "sight" else ""

    def foreseen(self, action: Action) -> bool:
        """The chances stand on the buttons already; markers still in the cup are nobody's odds."""
        return False

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """The sums of a shot and its chances with no, one and two CAP; or of another plan."""
        return chances.plan_html(self, target, members)

    def tracks_html(self) -> str:
        """Round, AP, CAP, points, losses, and the hand of the one who looks."""
        return beside.tracks_html(self)

    def key_html(self) -> str:
        """How to read a counter and the map, and what a turn can be."""
        return legend.key_html()
