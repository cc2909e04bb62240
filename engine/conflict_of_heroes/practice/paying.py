"""What an action costs whom, and how its unit stands after it: sections 2.2, 3.0 to 3.22, 9.2."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.conflict_of_heroes.actions.orders import group_reasons, together, units_of
from engine.conflict_of_heroes.actions.payment import AP, CAP, OPPORTUNITY, POOL
from engine.conflict_of_heroes.counters.state import Setting, State
from engine.conflict_of_heroes.practice.cards import undiced
from engine.conflict_of_heroes.practice.markers import marked
from engine.conflict_of_heroes.practice.numbers import (
    Numbered,
    Worked,
    looked_at,
    need,
    position,
    title,
)
from engine.conflict_of_heroes.rounds.rounds import ORDERS, refreshed
from engine.game import Game
from engine.hexes import DIRECTIONS
from engine.practice.kinds.dice import scripted, throws
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.turn import played_on
from engine.practice.question import NotGood, Option, Question, Text, good
from engine.values import Action
from engine.verdict import Cited

FRESH, ACTIVE, SPENT = "fresh", "active", "spent"
STANDINGS = (FRESH, ACTIVE, SPENT)
A_KIND = 2
"""Actions of one kind that are asked about in a position."""


def standing(g: Setting, s: State, unit: str) -> str:
    """How a unit stands (2.2)."""
    if unit in s.active[g.units[unit].side]:
        return ACTIVE
    return SPENT if s.of(unit).spent else FRESH


def without_dice(seen: Seen, random: Random) -> Iterator[Action]:
    """Some legal actions in which no dice fall."""
    for actions in seen.legal.values():
        for action in random.sample(actions, min(len(actions), A_KIND)):
            if not throws(seen.game, action):
                yield action


def after(game: Game, action: Action) -> State:
    """The state once an action is done."""
    need(game.explain(action), "it is forbidden")
    need(not throws(game, action), "dice fall")
    state, _ = scripted(game, action, ())
    assert isinstance(state, State), "a firefight"
    return state


class Stands(Kind):
    """How does a unit stand after an action?"""

    name = "stands"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for action in without_dice(seen, random):
            for unit in (*units_of(action)[:2], *self._pool(g, s, action)):
                if unit in g.units:
                    yield {"action": action.to_json(), "unit": unit}

    def _pool(self, g: Setting, s: State, action: Action) -> tuple[str, ...]:
        owed = g.decision(s)
        passing = action.kind in ("pass", "stall") and owed is not None
        return s.active[owed.side][:1] if passing and owed else ()

    def pose(self, game: Game, args: Args) -> Question:
        action, unit = Action.from_json(args["action"]), args["unit"]
        g, s = position(game)
        then = after(game, action)
        need(g.here(s, unit) and g.here(then, unit), "it is gone")
        was, right = standing(g, s, unit), standing(g, then, unit)
        off = {
            rule: frozenset((other,))
            for rule, other in self._without(g, s, action, unit, was, right).items()
            if other != right
        }
        if not off:
            raise NotGood("no rule of it matters")
        said = Cited.of(next(iter(off)), "practice.stands", unit=title(g, unit))
        options = tuple(Option(name, Text(f"practice.standing.{name}")) for name in STANDINGS)
        lit = (s.position.place(unit),)
        posed = Question(self.name, said, options, frozenset((right,)), off, action, lit=lit)
        return good(posed)

    def _without(
        self, g: Setting, s: State, action: Action, unit: str, was: str, right: str
    ) -> dict[str, str]:
        """How it would stand by the plain reading of another way of paying."""
        pay, group = action.get("pay"), len(units_of(action)) > 1
        side = g.units[unit].side
        if action.kind == "pass":
            return {"2.2 pass": was}
        if action.kind == "stall":
            return {"2.2 stall": SPENT}
        if action.kind == "play":
            if action["card"] == "mark-as-spent":
                return {"8.1 mark as spent": was}
            free = {"8.1 command action": SPENT} if action["card"] == "command-action" else {}
            return {"2.2 action card": SPENT, **free} if right == was and pay != AP else {}
        if action.kind not in ORDERS:
            return {}
        if pay == OPPORTUNITY:
            more = {"9.2": was} if group and unit != units_of(action)[0] else {}
            return {"2.2 opportunity action": was, "3.1": was, **more}
        if pay == CAP:
            more = {"9.2": SPENT} if group and unit != units_of(action)[0] else {}
            return {"2.2 use cap": SPENT, "3.22": SPENT, **more} if right == was else {}
        if pay == AP and right == ACTIVE:
            return {"2.2 use ap": SPENT}
        if pay == AP and right == SPENT:
            if s.of(unit).hidden:
                return {"10.1": ACTIVE}
            return {"9.0" if len(s.active[side]) > 1 or was == FRESH else "3.0": ACTIVE}
        return {}

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The game itself, played on."""
        assert posed.action is not None, "something is done"
        played = played_on(game, posed.action)
        g, _ = position(game)
        if posed.right != {standing(g, played.state, args["unit"])}:
            yield "the game itself goes on in another way"


GROUPS = {"move": "9.11", "fire": "9.12", "rally": "9.13"}


class Left(Numbered):
    """How many AP or CAP are left after an action?"""

    name = "left"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for action in without_dice(seen, random):
            for what in ("ap", "cap"):
                yield {"action": action.to_json(), "what": what}
        g, s = looked_at(seen)
        for side in g.sides:
            if s.losses[side]:
                yield {"side": side, "what": "next"}

    def pose(self, game: Game, args: Args) -> Question:
        posed = super().pose(game, args)
        if "action" not in args:
            return posed
        action = Action.from_json(args["action"])
        after(game, action)  # it is legal, and without dice
        return Question(**{**vars(posed), "action": action})

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        if args["what"] == "next":
            side = args["side"]
            full = g.setup.cap[side]
            right = refreshed(g, s).cap[side]
            named: dict[str, str | int] = {"side": side, "lost": s.losses[side], "full": full}
            return Worked(right, {"7.3": full}, (), "-next", named)
        action, what = Action.from_json(args["action"]), args["what"]
        owed = g.decision(s)
        need(owed is not None and g.explain(s, action), "it is forbidden")
        assert owed is not None
        side = owed.side
        state = undiced(g, s, action)
        have = (s.ap if what == "ap" else s.cap)[side]
        now = (state.ap if what == "ap" else state.cap)[side]
        off = self._without(g, s, action, what, side, have, now)
        named = {"side": side, "have": have}
        return Worked(now, off, (), f"-{what}", named)

    def _without(
        self, g: Setting, s: State, action: Action, what: str, side: str, have: int, now: int
    ) -> dict[str, int]:
        """What would be left to who leaves out one rule of paying."""
        pay, units = action.get("pay"), units_of(action)
        if action.kind == "activate" and what == "ap" and now > POOL:
            return {"8.3 experience": POOL}
        if action.kind == "pass" and what == "ap":
            return {"2.2 pass": have}
        order = ORDERS.get(action.kind)
        if order is None or pay not in (AP, CAP):
            if pay == OPPORTUNITY and order is not None and what == "cap":
                due = order.due(g, s, action)
                return {"3.1": have - due} if 0 < due <= have else {}
            return {}
        cost = order.due(g, s, action)
        if pay == AP and what == "cap":
            return {"3.21": have} if now < have else {}
        off: dict[str, int] = {}
        if pay == CAP and what == "ap" and have:
            off["3.22"] = max(have - cost, 0)
        if (pay == AP) == (what == "ap") and len(units) > 1:
            tally = order.cost(g, s, action)
            parts = [int(part.total) for part in tally.parts]
            every = sum(parts) if parts else cost * len(units)
            rule = GROUPS.get(action.kind, "9.14")
            other = have - every
            if 0 <= other != now:
                off[rule] = other
                off["9.2"] = other
        return off


class GroupPrice(Numbered):
    """What do several pay who act together?"""

    name = "group-price"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        owed = g.decision(s)
        if owed is None or owed.kind != "coh.turn" or g.setup.section < 2:
            return
        own = [u for u in g.on_map(s, owed.side) if not s.of(u).hidden and s.of(u).hit is None]
        own = [u for u in own if g.units[u].foot]
        pairs = [(a, b) for a in own for b in own if a < b and together(g, s, (a, b))]
        for units in random.sample(pairs, min(len(pairs), 3)):
            third = [u for u in own if u not in units and together(g, s, (*units, u))]
            many = [*units, *third[:1]] if random.random() < 0.5 else [*units]
            yield {"do": "rally", "units": many}
            yield {"do": "turn", "units": many, "facing": random.choice(DIRECTIONS)}
            yield {"do": "dig", "units": many}
            to = [random.choice(list(g.board.neighbours(s.position.place(u)))) for u in many]
            yield {"do": "move", "units": many, "to": to}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        kind, units = args["do"], args["units"]
        need(all(g.here(s, unit) for unit in units), "somebody is gone")
        side, then, order = g.units[units[0]].side, s, ORDERS[kind]
        need(order.section <= g.setup.section, "it is not in the game yet")
        more = {name: args[name] for name in ("facing", "to") if name in args}
        action = Action(kind, units=tuple(units), **more)
        for unit in units if kind == "rally" else ():
            then = marked(g, then, unit, "pinned")
        need(not any(order.against(g, then, side, action)), "it is forbidden")
        need(not any(group_reasons(g, then, tuple(units), order.group)), "they are no group")
        tally = order.cost(g, then, action)
        parts = [int(part.total) for part in tally.parts]
        each = parts or [int(tally.total)] * len(units)
        rule = GROUPS.get(kind, "9.14")
        off = {rule: sum(each), "9.2": sum(each)}
        if len(set(each)) > 1:
            off["9.11"] = each[0] if each[0] != max(each) else min(each)
        named: dict[str, str | int] = {"group": ", ".join(title(g, u) for u in units)}
        named |= {"to": ", ".join(args.get("to", ())), "facing": args.get("facing", "")}
        lit = tuple(dict.fromkeys(s.position.place(u) for u in units))
        return Worked(int(tally.total), off, (tally,), f"-{kind}", named, lit)
