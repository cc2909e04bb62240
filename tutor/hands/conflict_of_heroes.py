"""Conflict of Heroes by pointing: its counters, its ways to pay, fire planned before it is fired.

Everything is worked out from the state as the one who looks may know it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

from engine.action import Action
from engine.conflict_of_heroes.actions.orders import together
from engine.conflict_of_heroes.counters.state import AWAY
from engine.conflict_of_heroes.counters.unit import PLANE
from tutor.art.views import Overlay
from tutor.hands import coh_chances, coh_key, coh_looks, coh_names, coh_panels
from tutor.hands.coh_cargo import Handling
from tutor.hands.coh_fire import AIM
from tutor.hands.coh_groups import Leaving, March, Turning
from tutor.hands.coh_moves import CohMoves
from tutor.hands.coh_plans import ClickPlan, Flight
from tutor.hands.coh_salvo import Salvo
from tutor.hands.coh_settings import Settings
from tutor.hands.coh_turn import CALL, ESCAPE, PAYS, RUN, TURN
from tutor.hands.coh_view import SETUP
from tutor.hands.values import Tool

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
    """Hands for Conflict of Heroes."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
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
        if self.kind not in (TURN, SETUP, ESCAPE) or self.picked is None:
            return ()
        if self.kind != TURN and not any(a.get("unit") == self.picked for a in self.all_choices()):
            return ()
        if self.kind == TURN and not self._may_face():
            return ()
        arrows = coh_names.ARROWS.items()
        ahead = self.kind == TURN and self.pay != RUN and not self.mates
        usual = "face ahead" if ahead else f"face as {'they do' if self.mates else 'it does'}"
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
        doings = self.beside(self.target) if self.target else self.of_unit(self.picked or "")
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
        return [*(self.on_foes() if self.mode else []), *found]

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
            return any(coh_looks.foes(self, hex) for hex in path[:-1])
        if order == "smoke":
            unit = action["unit"]
            return self.rules.units[unit].has("engineer") or bool(action["hex"] == self.seat(unit))
        return True

    def _grouped(self, action: Action) -> Action:
        """The same action for the whole group, where groups do such things (9.1)."""
        order = self.order_of(action)
        grouped = order in TOGETHER or (order == "play" and "hex" not in action)
        if not self.mates or not grouped:
            return action
        rest = {key: value for key, value in action.args if key not in ("unit", "cap")}
        if order == "hide":
            rest.pop("hex", None)
        return Action(action.kind, **{**rest, "units": (action["unit"], *self.mates)})

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """From section 2 on: friends who stand, or wait, together with the picked unit (9.1)."""
        if self.kind != TURN or self.picked is None or self.rules.setup.section < 2:
            return ()
        s, group = self.state, (self.picked, *self.mates)
        if self.where(self.picked) == AWAY:
            friends = [u for u in self.pickable() if self.where(u) == AWAY and u != self.picked]
            return tuple((u, u in self.mates) for u in friends)
        if self.where(self.picked) not in self.game.scenario.board or self.flight.plane:
            return ()
        friends = [u for u in self.rules.on_map(s, self.side) if u != self.picked]
        return tuple(
            (u, u in self.mates)
            for u in friends
            if self.rules.units[u].kind != PLANE
            and (u in self.mates or together(self.rules, s, (*group, u)))
        )

    def stack(self, unit: str) -> tuple[str, ...]:
        """From section 2 on whoever stands, or waits, in the same place goes along (9.11)."""
        seat = self.where(unit)
        near = (
            [u for u, _ in self.helpers() if self.where(u) == seat] if self.picked == unit else []
        )
        return (unit, *near) if near else ()

    def let_go(self) -> None:
        """The group is dissolved, and nothing is planned any more."""
        self.mates, self.aimed, self.target = (), None, None
        self.settings.clear()
        for plan in self.plans:
            plan.clear()

    def action_name(self, action: Action) -> str:
        """An action as its button says it, chances on the dice included."""
        name = coh_names.action_name(self, action) or super().action_name(action)
        return name + coh_names.price(self, action) if coh_names.priced(self, action) else name

    def aiming(self) -> bool:
        """Shells are called to a hex, mines and smoke laid in one, whoever stands there."""
        aims = self.settings.smoking or self.parting()
        return self.kind == CALL or aims or self._lays_mines()

    def _places(self, unit: str | None) -> Iterator[str]:
        """Where a unit may be put before the fight, or out of the way of shells; or a mine."""
        actions = (a for a in self.all_choices() if unit in (None, a.get("unit")))
        yield from dict.fromkeys(self.goal(a) for a in actions if "hex" in a or "path" in a)

    def _lays_mines(self) -> bool:
        return self.kind == SETUP and not any("unit" in a for a in self.all_choices())

    def invitation(self, count: int) -> str:
        """Who is activated already, and how to begin."""
        active = self.state.active.get(self.side, ()) if self.kind == TURN else ()
        if not active:
            return super().invitation(count)
        names = ", ".join(map(self.unit_name, active))
        verb = "is" if len(active) == 1 else "are"
        it = "it" if len(active) == 1 else "one of them"
        return (
            f"{names} {verb} activated (gold frame). Click {it} to go on, or press N. "
            "You may also click any other of your units."
        )

    def aside(self) -> str:
        """What is to be placed, and how, while the firefight is set up (1.0)."""
        decision = self.game.decision
        if self.kind != SETUP or decision is None or self.viewer not in (None, decision.side):
            return ""
        if self._lays_mines():
            mine = coh_names.MINES[self.all_choices()[0]["mine"]]
            secret = self.rules.setup.zones[self.game.state.top.zone].hidden
            hidden = " Only your side knows where." if secret else ""
            return f"Click a marked hex to lay {mine} there.{hidden}"
        return "Pick a unit in the box beside the map, then click a marked hex."

    def told_name(self, action: Action) -> str:
        """An action told to be judged: who, what, how paid; no chances that give it away."""
        kind, who = self.order_of(action), self.unit_name(str(self.actor(action)))
        name = super().told_name(action).removesuffix(coh_names.price(self, action))
        if "path" not in action:
            name = name.partition(":")[0] if kind in ("fire", "rally") else name
            name = name if not self.actor(action) or who in name else f"{who}: {name}"
        if action.kind == "fire":
            others = [m for m in self.members_of(action)[1:] if not m.startswith(AIM)]
            name += "".join(f", with {self.member_name(m)}" for m in others)
        played = coh_names.card_title(action["card"]) if action.kind == "play" else ""
        by = dict(PAYS).get(action.get("pay", ""), played).removeprefix("Pay ")
        return f"{name} ({by})" if by and by not in name else name

    # ---------------------------------------------------------------- plans
    def tools(self) -> tuple[Tool, ...]:
        """Buttons that change what is planned; targets that a click alone does not mean."""
        unit = self.picked
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
            best = coh_chances.best_chance(self, self.group_action(hex, self.group(hex) or (unit,)))
            what = "" if coh_looks.foes(self, hex) else self.works_named(unit, hex)
            yield Tool(
                f"Fire at {what}{hex}{f': {best}' if best else ''}",
                tip="Shows the sums; nothing is fired yet",
                click=hex,
                press=partial(setattr, self, "aimed", hex),
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
            self.ends = (hex,) if len(self.ends) != 1 else (*self.ends, hex)
            return coh_looks.sight_text(self)
        self.ends = ()
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
        here, found = self.seat(self.picked or ""), super().beside(hex)
        return [self.chosen(here, a).action for a in found if self.settings.suits(a)]

    def small(self, action: Action) -> bool:
        """What comes by the half dozen."""
        return self.order_of(action) in RANK

    # ---------------------------------------------------------------- what is shown
    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """Where the picked unit may go, what it costs, and whom it may hit, how likely."""
        if self.kind == CALL:
            yield Overlay("field", tuple(a["hex"] for a in self.all_choices() if "hex" in a))
        elif self.kind in (SETUP, ESCAPE):
            if unit is not None or self._lays_mines():
                yield Overlay("reach", tuple(self._places(unit)))
        elif self.kind != TURN:
            yield from super().lit(unit, mode)
        elif unit is not None:
            if self.settings.smoking:
                lit = dict.fromkeys(action["hex"] for action in self.settings.smokes(unit))
                yield Overlay("target", tuple(lit))
                return
            for plan in self.plans:
                yield from plan.overlays()
            if not self.parting():
                yield from coh_looks.lit(self, unit)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """Arc and range, a sight line, a field of view."""
        return coh_looks.overlay(self, key, unit)

    def foreseen(self, action: Action) -> bool:
        """The chances stand on the buttons already; markers still in the cup are nobody's odds."""
        return False

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """The sums of a shot and its chances with no, one and two CAP; or of another plan."""
        return coh_chances.plan_html(self, target, members)

    def tracks_html(self) -> str:
        """Round, AP, CAP, points, losses, and the hand of the one who looks."""
        return coh_panels.tracks_html(self)

    def key_html(self) -> str:
        """How to read a counter and the map, and what a turn can be."""
        return coh_key.key_html()
