"""Plans of a Soviet player, as bots: what leaning one way or another is worth (6.0 scoring)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine import catalogue
from engine.chance import Seeded
from engine.files import package_file, read
from engine.game import Game
from engine.pavlovs_house.appeal import SURE, sent_out
from engine.pavlovs_house.board.house import State
from engine.pavlovs_house.board.pieces import GERMAN
from engine.pavlovs_house.rules import PavlovsHouse
from engine.pavlovs_house.soviet.commands import Sortie, sortie_tally
from engine.results import Row
from engine.values import Action

SCENARIO = "pavlovs-house/the-house"
BARS = (-20, -10, 0, 10, 20, 30)
"""Where one bar of a chart of scores ends and the next begins."""
MOST = 40
"""More men than the box holds: no limit."""


@dataclass(frozen=True)
class Plan:
    """How a player leans."""

    id: str
    title: str
    about: str
    lean: Mapping[str, float]
    men: int
    sure: float
    stay: int


@lru_cache(maxsize=1)
def plans() -> Mapping[str, Plan]:
    """The plans of plans.toml, in its order."""
    top = read(package_file("engine", "pavlovs_house", "plans.toml"))
    found = {}
    for name in top.data:
        row = top.table(name)
        lean = row.table("lean")
        found[name] = Plan(
            name,
            row.need("title", str),
            row.need("about", str),
            {key: float(lean.need(key, float)) for key in lean.data},
            row.get("men", int, MOST),
            row.get("sure", float, SURE),
            row.get("stay", int, 8),
        )
        row.finish()
    return found


def key_of(action: Action) -> str:
    """What a plan calls an action: a card's act, a token taken, else its kind."""
    if action.kind == "play":
        return str(action["act"])
    return f"{action.kind}-{action['token']}" if "token" in action else action.kind


def _at(game: Game) -> tuple[PavlovsHouse, State]:
    """The rules and the state of a game of this house."""
    assert isinstance(game.rules, PavlovsHouse), "plans are plans of this game"
    return game.rules, game.state


class PlanBot:
    """The greedy yardstick, leaning as a plan says."""

    def __init__(self, plan: Plan, seed: int | str) -> None:
        self.plan = plan
        self._random = random.Random(f"plan/{seed}")

    def choose(self, game: Game) -> Action:
        """The action that the plan likes best; ties at random."""
        decision = game.decision
        assert decision is not None, "a bot is asked only while something is owed"
        ranked = [(self.worth(game, a, decision.side), a) for a in game.choices()]
        high = max(worth for worth, _ in ranked)
        return self._random.choice([action for worth, action in ranked if worth == high])

    def worth(self, game: Game, action: Action, side: str) -> float:
        """The yardstick's worth and the plan's lean; sorties by the plan's own nerve."""
        rules, s = _at(game)
        if action.kind == "play" and action["act"] == "sortie":
            return 9.0 if self._dares(game) else 0.0
        if isinstance(s.top, Sortie) and action.kind in ("storm", "end"):
            if action.kind == "end":
                return 0.0 if self._dares(game) else 10.0
            assert s.storm is not None, "a sortie is made against a card"
            throw = sortie_tally(rules, s.storm, s.top.members)
            return 20.0 if throw.chance >= self.plan.sure else 0.0
        base = rules.appeal(s, action, side)
        if action.kind == "bring" and action["unit"] in rules.kit.men:
            if len(rules.men(s)) >= self.plan.men:
                return -1.0
            if base < 0 and self.plan.men < MOST:
                return 0.5
        return base + self.plan.lean.get(key_of(action), 0.0) if base > 0 else base

    def _dares(self, game: Game) -> bool:
        """Whether enough fit men make the plan's odds and enough stay behind."""
        rules, s = _at(game)
        count = sent_out(rules, s, self.plan.sure)
        return count is not None and len(rules.men(s)) - count >= self.plan.stay


@dataclass
class Outcome:
    """What many games by one plan came to."""

    plan: str
    games: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    """Sudden defeats, by the key of what happened (6.0 immediate loss)."""
    scores: list[int] = field(default_factory=list)

    def add(self, game: Row) -> None:
        """One game more."""
        self.games += 1
        if game["lost"] is not None:
            self.lost[game["lost"]] += 1
        else:
            self.scores.append(game["score"])

    @property
    def held(self) -> int:
        """Games in which the House held to the last card."""
        return len(self.scores)

    @property
    def won(self) -> int:
        """Games with a point or more (6.0 result)."""
        return sum(score >= 1 for score in self.scores)

    @property
    def mean(self) -> float:
        """The mean score of the games that were scored."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0

    def bars(self) -> list[int]:
        """How many scores fall below -20, from -20 to -11, and so on upwards."""
        counts = [0] * (len(BARS) + 1)
        for score in self.scores:
            counts[sum(score >= edge for edge in BARS)] += 1
        return counts


GAME = ("plan", "seed")
"""What tells one game by a plan from another."""


def play_plans(games: Iterable[Row], scenario: str = SCENARIO) -> list[Row]:
    """Games of a scenario, each by a plan and a seed, the Germans by their cards alone: the score,
    or what happened that lost it."""
    rules = catalogue.rules_of(scenario)
    found = []
    for asked in games:
        game = Game(rules, Seeded(asked["seed"]))
        bot = PlanBot(plans()[asked["plan"]], asked["seed"])
        while (owed := game.decision) is not None:
            assert owed.side != GERMAN, "in this game the Germans only have cards"
            game.apply(bot.choose(game))
        ending = game.ending
        assert ending is not None, "it was played to its end"
        lost = ending.key.rpartition(".")[2] if ending.tally is None else None
        score = int(ending.tally.total) if ending.tally is not None else None
        found.append({**asked, "score": score, "lost": lost})
    return found


def counted(plan: str, games: Iterable[Row]) -> Outcome:
    """What games by a plan came to."""
    result = Outcome(plan)
    for game in games:
        result.add(game)
    return result


def simulate(plan: str, seeds: Iterable[int], scenario: str = SCENARIO) -> Outcome:
    """Games of a scenario by one plan, a seed each, and what they came to."""
    asked = [{"plan": plan, "seed": seed} for seed in seeds]
    return counted(plan, play_plans(asked, scenario))
