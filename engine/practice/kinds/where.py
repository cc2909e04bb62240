"""Where can it go? Every hex and no other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from random import Random

from engine.arguments import ill_written
from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen, only
from engine.practice.question import NotGood, Option, Place, Question, good
from engine.values import Action
from engine.verdict import Cited, Reason

MOST_PLACES, MOST_WAYS = 12, 400
"""Hexes that somebody can be asked to point at; ways that are looked through for them."""
GOALS = ("path", "to", "hex", "place")


def goal_of(action: Action) -> str:
    """Where an action leads; empty where it does not say."""
    for name in GOALS:
        where = action.get(name)
        if isinstance(where, str):
            return where
        if isinstance(where, tuple) and where and isinstance(where[-1], str):
            return str(where[-1])
    return ""


def doer_of(action: Action) -> str:
    """The one unit that acts; empty where there are several or none."""
    units = action.get("units", ())
    one = action.get("unit") or (units[0] if len(units) == 1 else "")
    return one if isinstance(one, str) else ""


class Where(Kind):
    """Where can a unit go, retreat, shoot, land?"""

    name = "where"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        asked = set()
        for kind, actions in seen.legal.items():
            for action in actions:
                unit = doer_of(action)
                mode = action.get("mode")
                if unit and goal_of(action) and (kind, unit, mode) not in asked:
                    asked.add((kind, unit, mode))
                    yield {"do": kind, "unit": unit, **({"mode": mode} if mode else {})}

    def pose(self, game: Game, args: Args) -> Question:
        kind, unit, mode = args["do"], args["unit"], args.get("mode")
        found = game.rules.choices(game.state, unit, None, kind)
        ways: dict[str, list[Action]] = defaultdict(list)
        for count, action in enumerate(found):
            if count == MOST_WAYS:
                raise NotGood("too many ways")
            if doer_of(action) == unit and action.get("mode") == mode:
                ways[goal_of(action)].append(action)
        board = game.scenario.board
        ways = {goal: actions for goal, actions in ways.items() if goal in board}
        if not 0 < len(ways) <= MOST_PLACES:
            raise NotGood("nothing to point at, or too much")
        refused: dict[str, list[Reason]] = defaultdict(list)
        opened: dict[str, set[str]] = defaultdict(set)
        for goal, action in self._beyond(game, ways):
            verdict = game.explain(action)
            if verdict:
                raise NotGood("the list of choices has gaps")
            refused[goal] += [r for r in verdict.reasons if r not in refused[goal]]
            if (rule := only(verdict)) and not ill_written(verdict):
                opened[rule].add(goal)
        right = frozenset(ways)
        off = {rule: right | goals for rule, goals in opened.items()}
        options = [Option(goal, Place(goal)) for goal in sorted(ways)]
        options += [Option(goal, Place(goal), tuple(why)) for goal, why in sorted(refused.items())]
        said = tuple(reason for why in refused.values() for reason in why)
        about = Cited.of(next(iter(off), ""), "practice.where", units=(unit,), do=kind)
        return good(Question(self.name, about, tuple(options), right, off, all=True, because=said))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """Every place of the board is tried where an action names just its goal."""
        for action in game.rules.choices(game.state, args["unit"], None, args["do"]):
            if doer_of(action) != args["unit"] or action.get("mode") != args.get("mode"):
                continue
            name = next((n for n in GOALS if n in action), "")
            if name == "path" or len(action.named) > 2:
                return
            fits = {
                hex for hex in game.scenario.board.hexes if game.explain(action.filled({name: hex}))
            }
            if fits != posed.right:
                yield f"tried one by one it is {', '.join(sorted(fits))}"
            return

    def _beyond(self, game: Game, ways: dict[str, list[Action]]) -> Iterator[tuple[str, Action]]:
        """The same one step further, or beside: where somebody might point by mistake."""
        board = game.scenario.board
        for goal, actions in sorted(ways.items()):
            for there in sorted(board.neighbours(goal)):
                if there in ways:
                    continue
                for action in islice(actions, 2):
                    if (path := action.get("path")) is not None:
                        yield there, action.filled({"path": (*path, there)})
                    else:
                        name = next(n for n in GOALS if isinstance(action.get(n), str))
                        yield there, action.filled({name: there})
