"""Conflict of Heroes by pointing: its counters, its ways to pay, fire planned before it is fired.

Everything is worked out from the state as the one who looks may know it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from engine.action import Action
from engine.conflict_of_heroes.orders import together
from engine.conflict_of_heroes.secrets import UNSEEN
from engine.conflict_of_heroes.state import AWAY, GONE, hostile
from engine.conflict_of_heroes.unit import PLANE
from engine.game import Prospect
from engine.words import catalogue
from tutor.art.views import CounterView, Figures, MarkerView, Overlay
from tutor.hands import coh_looks, coh_panels
from tutor.hands.base import Hands, Proposal

TURN, SETUP = "coh.turn", "coh.setup"
PAYS = (("ap", "Pay AP"), ("opportunity", "Opportunity"), ("cap", "Pay CAP"))
ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
POINTED = ("move", "fire", "fly")
"""What is done by pointing at a hex, or is too much for a list."""
SPOTTER = "spotter:"
CAREFUL = "careful"
"""The way of moving by which nobody is caught in the open (5.01)."""
BLANK = "hidden-somewhere"
WAITING = "coming-in"
WORKS = {"trench": "T", "gun-pit": "G", "bunker": "B", "wire": "W", "mine": "M"}


class ConflictOfHeroesHands(Hands):
    """Hands for Conflict of Heroes."""

    overlays = (("arc", "Arc and range"), ("sight", "Sight line"), ("field", "Field of view"))

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.ends: tuple[str, ...] = ()
        """The hexes of the sight line that is being drawn."""
        self.mates: tuple[str, ...] = ()
        """Who acts together with the picked unit (9.1)."""
        self._known: tuple[Any, str, Any] | None = None
        self._options: tuple[Any, list[Action]] | None = None

    @property
    def rules(self) -> Any:
        """The rules of this firefight."""
        return self.game.rules

    @property
    def state(self) -> Any:
        """The state without what the one who looks may not know."""
        whole = self.game.state
        if self.viewer is None:
            return whole
        if self._known is None or self._known[:2] != (whole, self.viewer):
            self._known = (whole, self.viewer, self.rules.seen(whole, self.viewer))
        return self._known[2]

    def ask(self, name: str, **args: Any) -> Any:
        """A question about the state as the one who looks knows it."""
        return self.rules.query(self.state, name, **args)

    @property
    def kind(self) -> str:
        """The kind of decision that is owed."""
        return self.game.decision.kind if self.game.decision else ""

    @property
    def side(self) -> str:
        """Whose screen it is: the one who looks, or the one who decides."""
        if self.viewer:
            return self.viewer
        return self.game.decision.side if self.game.decision else ""

    def secret(self) -> bool:
        """Whether anything lies face down: a hidden unit, a hit, a card, a target, a mine."""
        s = self.game.state
        counters = s.counters.values()
        if self.kind == SETUP and any(zone.hidden for zone in self.rules.setup.zones):
            return True
        return (
            any(c.hidden or (c.hit is not None and not c.shown) for c in counters)
            or any(s.hands.values())
            or any(s.goals.values())
            or any(s.aimed.values())
            or any(work.hidden for work in s.works)
        )

    # ---------------------------------------------------------------- counters
    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """Units on the map and those coming in; blank ones for what the other side hides."""
        s = self.state
        unseen = 0
        for place in s.position.places():
            for unit in s.position.at(place):
                if place == UNSEEN:
                    unseen += 1
                    yield BLANK, self._blank(unit, unseen)
                elif place != GONE and (place != AWAY or self._coming(unit)):
                    states = self.states(unit) | ({"selected"} if unit in chosen else set())
                    shown = WAITING if place == AWAY else place
                    yield shown, self.counter(unit, frozenset(states))

    def _coming(self, unit: str) -> bool:
        """Whether a unit off the map may come in, or is about to be set up (1.0, 5.1)."""
        mine = self.owner(unit) == self.side
        return self.rules.waits(self.state, unit) or (mine and unit in super().pickable())

    def _blank(self, unit: str, number: int) -> CounterView:
        side = self.game.scenario.side(self.owner(unit))
        return CounterView(f"unseen-{number}", side.id, side.palette, name="?")

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """The figures as they stand, the facing, and what has befallen the unit."""
        piece, counter = self.rules.units[unit], self.state.of(unit)
        now = self.ask("figures", unit=unit)
        low = f"{piece.minimum}-" if piece.minimum else ""
        blue = {name for name in ("front", "flank") if getattr(piece, name).colour == "blue"}
        return CounterView(
            id=unit,
            side=piece.side,
            palette=self.game.scenario.side(piece.side).palette,
            symbol=coh_looks.symbol_of(piece),
            name=self._short(unit),
            states=states,
            facing=None if counter.carrier else counter.facing,
            figures=Figures(
                fire=str(now["fire"]),
                move=str(now["move"]),
                red_fire=str(now["red"]),
                blue_fire=str(now["blue"]),
                range=f"{low}{now['range']}",
                front=str(now["front"]),
                flank=str(now["flank"]),
                blue=frozenset(blue),
                white=piece.white,
                foot=piece.foot,
                band=coh_looks.band_of(piece, counter),
            ),
        )

    def states(self, unit: str) -> set[str]:
        """Fresh, active or spent; dug in; a hidden unit of one's own is a ghost."""
        s = self.state
        counter = s.of(unit)
        found = {"spent"} if counter.spent else set()
        if unit in s.active[self.rules.units[unit].side]:
            found.add("active")
        if counter.hidden:
            found.add("ghost")
        if counter.dug or counter.inside:
            found.add("dug-in")
        return found

    def markers(self) -> Iterator[MarkerView]:
        """What hexes are worth, who holds them, smoke and works."""
        s, rules = self.state, self.rules
        for hex, worth in rules.setup.hex_points.items():
            yield MarkerView(hex, "goal", str(worth))
        for hex, holder in sorted(rules.control(s).items()):
            if holder in rules.sides:
                yield MarkerView(hex, "control", "", self.game.scenario.side(holder).palette)
        for hex in sorted(s.smoke):
            yield MarkerView(hex, "smoke", f"+{s.smoke_in(hex)}")
        for work in s.works:
            yield MarkerView(work.hex, work.kind, WORKS.get(work.kind, "?"))

    def _short(self, unit: str) -> str:
        """The name on a counter: with its id where several are called the same."""
        piece = self.rules.units[unit]
        alike = [u for u in self.rules.units.values() if u.name == piece.name]
        return f"{piece.name} {unit}" if len(alike) > 1 else piece.name

    def unit_name(self, unit: str) -> str:
        """A unit as a sentence names it."""
        if unit not in self.rules.units:
            return catalogue().say(f"coh.named.{unit.partition(':')[0]}", self._work(unit).items())
        return f"{self.game.scenario.side(self.owner(unit)).name} {self._short(unit)}"

    @staticmethod
    def _work(target: str) -> dict[str, str]:
        return {"work": target.partition(":")[2].replace("-", " ")}

    def place_name(self, place: str) -> str:
        """Off the map a unit waits at its edge."""
        return "reserve" if place == AWAY else super().place_name(place)

    def unit_text(self, unit: str) -> str:
        """Figures and condition in words."""
        return coh_panels.unit_text(self, unit)

    def describe(self, hex: str) -> str:
        """The ground, what it gives, and who stands there."""
        return coh_panels.describe(self, hex)

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
        return [a for a in self._all() if a.get("unit") == unit and self._fits(a)]

    @property
    def modes(self) -> tuple[tuple[str, str], ...]:  # type: ignore[override]
        """Three ways to pay, and the cards that are played on a unit."""
        if self.kind != TURN:
            return ()
        cards = dict.fromkeys(a["card"] for a in self._all() if a.kind == "play" and "unit" in a)
        careful = ((CAREFUL, "AP, cautiously"),) if self.rules.on("cautious-movement") else ()
        return (*PAYS, *careful, *((card, coh_panels.card_title(card)) for card in cards))

    def mode_of(self, action: Action) -> str:
        """How an action is paid for."""
        if action.kind == "play":
            return str(action.get("card", ""))
        if action.get("careful"):
            return CAREFUL
        return str(action.get("pay", PAYS[0][0]))

    def facings(self) -> tuple[tuple[str, str], ...]:
        """Where to face after the move: ahead, or any side, free of charge (5.2)."""
        if self.kind not in (TURN, SETUP) or self.picked is None:
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

    def owner(self, unit: str) -> str:
        """Whose a unit is; nobody's where there is no such unit."""
        piece = self.game.scenario.pieces.get(unit)
        return piece.side if piece is not None else self.side

    def ways(self, unit: str) -> list[Action]:
        """What the picked unit may do without a hex being pointed at."""
        if self.kind != TURN:
            return super().ways(unit)
        found = []
        for action in self.of_unit(unit):
            kind = action.get("order", action.kind)
            into = action["path"][-1] if kind == "move" and "path" in action else ""
            if kind not in POINTED or (into and coh_looks.foes(self, into)):
                found.append(self._grouped(action))
        return found if len(found) <= 24 else [a for a in found if "hex" not in a]

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

    def commit_name(self, action: Action) -> str:
        """Fire is planned first and then let go."""
        return self.group_name() if action.get("order", action.kind) == "fire" else ""

    # ---------------------------------------------------------------- moving
    def propose(self, unit: str | None, hex: str, mode: str) -> Proposal | None:
        """A move to a hex, of one unit or of its group; the card that is switched on."""
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
        way = self.straight(here, hex)
        if len(way) < 2:
            return None
        pay = self._pay()
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
        """Turns come by the half dozen."""
        return action.kind == "turn"

    def group_hint(self) -> str:
        """The sums are read first."""
        return "Read the sums, then press Fire; a click elsewhere puts the plan down."

    def group_name(self) -> str:
        """The button that fires."""
        return "Fire"

    # ---------------------------------------------------------------- what is shown
    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """Where the picked unit may go, what it costs, and whom it may hit, how likely."""
        if self.kind != TURN:
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
