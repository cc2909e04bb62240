"""Conflict of Heroes by pointing: its counters, its ways to pay, fire planned before it is fired.

Everything is worked out from the state as the one who looks may know it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from engine.action import Action
from engine.conflict_of_heroes.orders import together
from engine.conflict_of_heroes.state import hostile
from engine.conflict_of_heroes.unit import PLANE
from engine.game import Prospect
from tutor.art.views import Overlay
from tutor.hands import coh_looks, coh_panels
from tutor.hands.base import Proposal
from tutor.hands.coh_view import SETUP, CohView

TURN = "coh.turn"
CALL = "coh.call"
SMOKE = "smoke:"
PAYS = (("ap", "Pay AP"), ("opportunity", "Opportunity"), ("cap", "Pay CAP"))
ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
POINTED = ("move", "fire")
"""What is done by pointing at a hex: a group does it by pointing only."""
RANK = {"fire": 1, "fly": 2, "hide": 3, "smoke": 3, "move": 4, "turn": 5}
"""In what order things are offered, where there are many of a kind."""
MOST = 60
"""So many buttons are enough for one unit."""
SPOTTER = "spotter:"
CAREFUL = "careful"
"""The way of moving by which nobody is caught in the open (5.01)."""


class ConflictOfHeroesHands(CohView):
    """Hands for Conflict of Heroes."""

    # ---------------------------------------------------------------- what may be done
    def _all(self) -> list[Action]:
        """Every legal action, found once for each state."""
        if self._options is None or self._options[0] is not self.game.state:
            self._options = (self.game.state, self.game.choices())
        return self._options[1]

    def _fits(self, action: Action) -> bool:
        """Whether an action is paid for in the way that is switched on."""
        mode = self.mode or PAYS[0][0]
        if action.kind == "activate":
            return mode == "ap"
        if action.kind == "play":
            return bool(action.get("card") == mode)
        if mode == CAREFUL:
            return action.kind == "move" and action.get("pay") == "ap"
        return bool(action.get("pay") == mode)

    def _pay(self) -> str:
        """How the thing under way is paid for: a way to pay, or a card."""
        return PAYS[0][0] if self.mode in ("", CAREFUL) else self.mode

    def of_unit(self, unit: str) -> list[Action]:
        """What one unit may do in the way of paying that is switched on."""
        found = [a for a in self._all() if a.get("unit") == unit and self._fits(a)]
        if self.mode != CAREFUL:
            return found
        careful = [a.replaced(careful=True) for a in found]
        return [a for a in careful if self.game.explain(a)]

    @property
    def modes(self) -> tuple[tuple[str, str], ...]:  # type: ignore[override]
        """Three ways to pay, and the cards that are played on a unit; batteries and shells."""
        if self.kind == CALL:
            guns = dict.fromkeys(a["card"] for a in self._all() if a.kind == "call")
            shells = (("", ""), (SMOKE, ", smoke"))
            return tuple(
                (key + gun, coh_panels.card_title(gun) + what)
                for gun in guns
                for key, what in shells
            )
        if self.kind != TURN:
            return ()
        cards = dict.fromkeys(a["card"] for a in self._all() if a.kind == "play" and "unit" in a)
        careful = ((CAREFUL, "AP, cautiously"),) if self.rules.on("cautious-movement") else ()
        return (*PAYS, *careful, *((card, coh_panels.card_title(card)) for card in cards))

    def mode_of(self, action: Action) -> str:
        """How an action is paid for."""
        if action.kind in ("play", "call"):
            return (SMOKE if action.get("smoke") else "") + str(action.get("card", ""))
        if action.get("careful"):
            return CAREFUL
        return str(action.get("pay", PAYS[0][0]))

    def facings(self) -> tuple[tuple[str, str], ...]:
        """Where to face after the move: ahead, or any side, free of charge (5.2)."""
        if self.kind not in (TURN, SETUP) or self.picked is None:
            return ()
        if any(action.kind == "fly" for action in self.of_unit(self.picked)):
            return ()
        return (("", "face ahead"), *((name, f"{ARROWS[name]} {name}") for name in ARROWS))

    def pickable(self) -> tuple[str, ...]:
        """Own units that may do anything at all, however it is paid for."""
        if self.kind != TURN:
            return super().pickable()
        mine = (a["unit"] for a in self._all() if "unit" in a)
        return tuple(u for u in dict.fromkeys(mine) if self.may_select(u))

    def listed(self, everything: bool = False) -> list[Action]:
        """What needs no unit in hand: passing, stalling, cards, dice."""
        if self.kind == CALL and not everything:
            return [a for a in self._all() if "hex" not in a]
        if self.kind != TURN:
            return super().listed(everything)
        side = self.side
        found = [a for a in self._all() if "unit" not in a]
        foes = (
            [
                a
                for a in self._all()
                if a.kind == "play" and self._fits(a) and self.owner(a.get("unit", "")) != side
            ]
            if self.mode
            else []
        )
        done = Action("mark-spent")
        if self.game.state.active.get(side) and self.game.explain(done):
            found.append(done)
        return [*foes, *found]

    def ways(self, unit: str) -> list[Action]:
        """Everything the picked unit may do, turns last; what pointing says better is left out."""
        if self.kind != TURN:
            return super().ways(unit)
        found = []
        for action in self.of_unit(unit):
            helped = "support" in action or "spotter" in action
            far = len(action.get("path", ())) > 1
            if not helped and not far and not (self.mates and action.kind in POINTED):
                found.append(self._grouped(action))
        found.sort(key=lambda a: RANK.get(a.get("order", a.kind), 0))
        return found[:MOST]

    def _grouped(self, action: Action) -> Action:
        """The same action for the whole group, where groups do such things (9.1)."""
        if not self.mates or action.kind not in ("rally", "turn", "hide", "dig"):
            return action
        rest = {key: value for key, value in action.args if key not in ("unit", "hex")}
        return Action(action.kind, units=(action["unit"], *self.mates), **rest)

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """From section 2 on: friends who stand together with the picked unit (9.1)."""
        if self.kind != TURN or self.picked is None or self.rules.setup.section < 2:
            return ()
        s, board = self.state, self.game.scenario.board
        group = (self.picked, *self.mates)
        if s.position.place(self.picked) not in board:
            return ()
        friends = [u for u in self.rules.on_map(s, self.side) if u != self.picked]
        return tuple(
            (u, u in self.mates)
            for u in friends
            if self.rules.units[u].kind != PLANE
            and (u in self.mates or together(self.rules, s, (*group, u)))
        )

    def join(self, unit: str) -> None:
        """A friend joins the group, or leaves it."""
        if unit in self.mates:
            self.mates = tuple(one for one in self.mates if one != unit)
        else:
            self.mates = (*self.mates, unit)

    def let_go(self) -> None:
        """The group is dissolved."""
        self.mates = ()

    def action_name(self, action: Action) -> str:
        """An action as its button says it, chances on the dice included."""
        return coh_panels.action_name(self, action) or super().action_name(action)

    def aiming(self) -> bool:
        """Shells are called to a hex (12.3)."""
        return self.kind == CALL

    def told_name(self, action: Action) -> str:
        """An action told to be judged: who, what, how paid; no chances that give it away."""
        kind, who = action.get("order", action.kind), self.unit_name(str(self.actor(action)))
        name = super().told_name(action)
        if "path" not in action:
            name = name.partition(":")[0] if kind in ("fire", "rally") else name
            name = name if not self.actor(action) or who in name else f"{who}: {name}"
        if action.kind == "fire":
            name += "".join(f", with {self.member_name(m)}" for m in self.members_of(action)[1:])
        played = coh_panels.card_title(action["card"]) if action.kind == "play" else ""
        by = dict(PAYS).get(action.get("pay", ""), played).removeprefix("Pay ")
        return f"{name} ({by})" if by and by not in name else name

    def commit_name(self, action: Action) -> str:
        """Fire is planned first and then let go."""
        return self.group_name() if action.get("order", action.kind) == "fire" else ""

    # ---------------------------------------------------------------- moving
    def propose(self, unit: str | None, hex: str, mode: str) -> Proposal | None:
        """A move to a hex, of one unit or of its group; the card that is switched on."""
        if self.kind == CALL:
            guns = [key for key, _ in self.modes]
            chosen = self.mode if self.mode in guns else guns[0]
            call = Action("call", card=chosen.removeprefix(SMOKE), hex=hex)
            return Proposal(call.replaced(smoke=True) if chosen.startswith(SMOKE) else call)
        if self.kind != TURN or unit is None:
            found = super().propose(unit, hex, mode)
            if found and self.facing and found.action.kind == "place":
                return Proposal(found.action.replaced(facing=self.facing))
            return found
        here = self.state.position.place(unit)
        if self.mates:
            return self._march(unit, here, hex)
        goals = [a for a in self.of_unit(unit) if hex in (a.get("hex"), *a.get("path", ())[-1:])]
        goals = [a for a in goals if a.get("order", a.kind) != "fire"]
        if goals:
            best = min(goals, key=lambda a: (a.kind != "move", len(a.get("path", ()))))
            if self.facing and "path" in best:
                best = best.replaced(facing=self.facing)
            if self.mode == CAREFUL:
                best = best.replaced(careful=True)
            return Proposal(best, (here, *best["path"]) if "path" in best else ())
        pay = self._pay()
        smoke = Action("smoke", unit=unit, hex=hex, pay=pay)
        if pay in dict(PAYS) and self.game.explain(smoke):
            return Proposal(smoke)
        way = self.straight(here, hex)
        if len(way) < 2:
            return None
        if pay in dict(PAYS):
            return Proposal(Action("move", unit=unit, path=way[1:], pay=pay), way)
        return Proposal(Action("play", card=pay, order="move", unit=unit, path=way[1:]), way)

    def _march(self, unit: str, here: str, hex: str) -> Proposal | None:
        """A group goes the way its leader goes (9.11)."""
        board, s = self.game.scenario.board, self.state
        step = board.direction(here, hex) if board.adjacent(here, hex) else None
        if step is None:
            return None
        goals = [hex]
        for mate in self.mates:
            seat = s.position.place(mate)
            near = {board.direction(seat, other): other for other in board.neighbours(seat)}
            goals.append(near.get(step, seat))
        args: dict[str, Any] = {"units": (unit, *self.mates), "to": tuple(goals)}
        if self.facing:
            args["facings"] = (self.facing,) * len(goals)
        pay = self._pay()
        if pay in dict(PAYS):
            return Proposal(Action("move", **args, pay=pay), (here, hex))
        return Proposal(Action("play", card=pay, order="move", **args), (here, hex))

    # ---------------------------------------------------------------- firing
    def group(self, hex: str) -> tuple[str, ...] | None:
        """The picked unit, where pointing at the hex means firing at it."""
        unit = self.picked
        if self.kind != TURN or unit is None or hex not in self.game.scenario.board:
            return None
        here = self.state.position.place(unit)
        if here not in self.game.scenario.board:
            return None
        if coh_looks.foes(self, hex) or (hex != here and self._suspect(unit, here, hex)):
            return (unit, *self._eyes(unit, hex))
        return None

    def _suspect(self, unit: str, here: str, hex: str) -> bool:
        """Whether somebody may hide in an empty hex, too far off to walk there (10.0 fire)."""
        s = self.state
        hiding = any(s.of(u).hidden for u in s.counters if hostile(self.owner(u), self.side))
        near = self.game.scenario.board.adjacent(here, hex) or s.position.at(hex)
        goals = {a["path"][-1] for a in self.of_unit(unit) if "path" in a}
        return self.rules.setup.section >= 2 and hiding and not near and hex not in goals

    def _eyes(self, unit: str, hex: str) -> tuple[str, ...]:
        """The only pair of eyes by which a mortar may fire, if there is one (12.0)."""
        shots = [a for a in self._shots(unit, hex) if "support" not in a]
        if shots and all("spotter" in a for a in shots) and len(shots) == 1:
            return (SPOTTER + shots[0]["spotter"],)
        return ()

    def _shots(self, unit: str, hex: str) -> list[Action]:
        return [
            a
            for a in self.of_unit(unit)
            if a.get("order", a.kind) == "fire" and a.get("hex") == hex
        ]

    def extras(self, hex: str) -> tuple[str, ...]:
        """Friends who can lend support, and spotters for a mortar (9.12, 12.0)."""
        found: dict[str, None] = {}
        for action in self._shots(self.picked or "", hex):
            found |= dict.fromkeys(action.get("support", ()))
            if "spotter" in action:
                found[SPOTTER + action["spotter"]] = None
        return tuple(found)

    def members_of(self, action: Action) -> tuple[str, ...]:
        """Shooter, support and spotter."""
        eyes = (SPOTTER + action["spotter"],) if "spotter" in action else ()
        return (action["unit"], *action.get("support", ()), *eyes)

    def member_name(self, member: str) -> str:
        """A member of a shot as its button names it."""
        if member.startswith(SPOTTER):
            return f"{self.unit_name(member.removeprefix(SPOTTER))} as spotter"
        return self.unit_name(member)

    def group_action(self, hex: str, units: tuple[str, ...]) -> Action:
        """The shot."""
        eyes = [u.removeprefix(SPOTTER) for u in units if u.startswith(SPOTTER)]
        plain = [u for u in units if not u.startswith(SPOTTER)]
        lead = self.picked if self.picked in plain or not plain else plain[0]
        args: dict[str, Any] = {
            "unit": lead,
            "hex": hex,
            "support": tuple(u for u in plain if u != lead) or None,
            "spotter": eyes[0] if eyes else None,
        }
        pay = self._pay()
        if pay in dict(PAYS):
            return Action("fire", **args, pay=pay)
        thrown = Action("play", card=pay, unit=lead, hex=hex)
        if self.game.explain(thrown):
            return thrown
        return Action("play", card=pay, order="fire", **args)

    def leads(self, member: str) -> bool:
        """Somebody has to fire."""
        return member == self.picked

    def beside(self, hex: str) -> list[Action]:
        """Instead of firing one may close in (7.63)."""
        moves = self.of_unit(self.picked or "")
        return [a for a in moves if a.kind == "move" and a["path"][-1] == hex]

    def small(self, action: Action) -> bool:
        """What comes by the half dozen."""
        return action.get("order", action.kind) in RANK

    def group_hint(self) -> str:
        """The sums are read first."""
        return "Read the sums, then press Fire; a click elsewhere puts the plan down."

    def group_name(self) -> str:
        """The button that fires."""
        return "Fire"

    # ---------------------------------------------------------------- what is shown
    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """Where the picked unit may go, what it costs, and whom it may hit, how likely."""
        if self.kind == CALL:
            yield Overlay("field", tuple(a["hex"] for a in self._all() if "hex" in a))
        elif self.kind != TURN:
            yield from super().lit(unit, mode)
        elif unit is not None:
            yield from coh_looks.lit(self, unit)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """Arc and range, a sight line, a field of view."""
        return coh_looks.overlay(self, key, unit)

    def touch(self, hex: str, shown: Collection[str]) -> str | None:
        """The two ends of a sight line."""
        if "sight" not in shown:
            self.ends = ()
            return None
        self.ends = (hex,) if len(self.ends) != 1 else (*self.ends, hex)
        return coh_looks.sight_text(self)

    def may_tell(self, prospects: Iterable[Prospect]) -> bool:
        """The chances stand on the buttons already; markers still in the cup are nobody's odds."""
        return False

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """The sums of a shot and its chances with no, one and two CAP."""
        return coh_panels.plan_html(self, target, members)

    def tracks_html(self) -> str:
        """Round, AP, CAP, points, losses, and the hand of the one who looks."""
        return coh_panels.tracks_html(self)

    def key_html(self) -> str:
        """How to read a counter."""
        return coh_panels.KEY
