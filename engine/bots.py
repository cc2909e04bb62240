"""Players that need no person: random, greedy and brisk, each the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from engine import catalogue
from engine.chance import Seeded
from engine.errors import Problem, closest
from engine.game import Game, Rules
from engine.results import Row
from engine.values import Action

END = Action("end")
MOST_PLANS = 4
TOO_LONG = 20_000
"""Actions after which a game is called endless: a violation, not a result."""


class Bot(Protocol):
    """Chooses one of the legal actions."""

    def choose(self, game: Game) -> Action:
        """The action to take now."""

    def pick(self, game: Game, legal: Sequence[Action]) -> Action:
        """The one of these legal actions to take now."""


class RandomBot:
    """Any legal action."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(f"bot/{seed}")

    def choose(self, game: Game) -> Action:
        """A legal action at random."""
        drawn = game.sample(self._random)
        assert drawn is not None, "whoever owes a decision can do something"
        return drawn

    def pick(self, game: Game, legal: Sequence[Action]) -> Action:
        """One of these at random."""
        return self._random.choice(legal)


class GreedyBot:
    """The action whose outcome the game's own yardstick likes best; ties at random."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(f"bot/{seed}")

    def choose(self, game: Game) -> Action:
        """The best action one step ahead."""
        return self.pick(game, game.choices())

    def pick(self, game: Game, legal: Sequence[Action]) -> Action:
        """The best of these one step ahead."""
        decision = game.decision
        assert decision is not None, "a bot is asked only while something is owed"
        best: list[Action] = []
        high: float | None = None
        for action in legal:
            worth = game.rules.appeal(game.state, action, decision.side)
            if high is None or worth > high:
                high, best = worth, [action]
            elif worth == high:
                best.append(action)
        return self._random.choice(best)


class BriskBot(GreedyBot):
    """Greedy, but out of one list it plans the best action of every unit and does one after the
    other, while each is still legal and worth as much: for many games on a large map."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self._plans: dict[str, list[tuple[float, Action]]] = {}
        """What is left of the plan for a kind of decision, the best last."""
        self._made = Counter[str]()

    def choose(self, game: Game) -> Action:
        """The next action of the plan, or the best of a new one; after so many plans for one kind
        of decision it ends, if it may."""
        decision, rules = game.decision, game.rules
        assert decision is not None, "a bot is asked only while something is owed"
        kind, side = decision.kind, decision.side
        plan = self._plans.get(kind, [])
        while plan:
            worth, action = plan.pop()
            if game.explain(action) and rules.appeal(game.state, action, side) >= worth:
                return action
        if self._made[kind] == MOST_PLANS and game.explain(END):
            self._made[kind] = 0
            return END
        self._made[kind] = min(self._made[kind] + 1, MOST_PLANS)
        legal, best = game.choices(), dict[str, tuple[float, Action]]()
        for action in legal:
            units = (action["unit"],) if "unit" in action else action.get("units", ())
            worth = rules.appeal(game.state, action, side)
            if units and worth > 0 and worth > best.get(units[0], (0.0,))[0]:
                best[units[0]] = worth, action
        plan = self._plans[kind] = sorted(best.values(), key=lambda one: one[0])
        return plan.pop()[1] if plan else self.pick(game, legal)


BOTS: Mapping[str, type[RandomBot] | type[GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}
"""Who sits down with people."""
PLAYERS = {**BOTS, "brisk": BriskBot}
"""Who plays whole games."""


def make_bot(name: str, seed: int | str) -> Bot:
    """A bot by name."""
    if name not in PLAYERS:
        raise Problem(f"there is no bot '{name}'", remedy=closest(name, PLAYERS))
    return PLAYERS[name](seed)


def answer(game: Game, names: Mapping[str, str], seed: int | str = 0, most: int = TOO_LONG) -> int:
    """Let bots take the decisions of their sides until somebody else owes one; how many it took.
    Each decision has a bot of its own, so what it does depends on the position and not on how often
    anybody took actions back."""
    count = 0
    while (player := game.player) is not None and player in names and count < most:
        bot = make_bot(names[player], f"{seed}/{len(game.history)}")
        game.apply(bot.choose(game))
        count += 1
    return count


def play_out(game: Game, bots: Mapping[str, Bot]) -> list[str]:
    """Play a game to its end; what it returns should be empty: broken invariants."""
    count = 0
    broken = _broken(game)
    while not broken and (player := game.player) is not None:
        game.apply(bots[player].choose(game))
        count += 1
        broken = _broken(game)
        if count >= TOO_LONG:
            broken = [f"no end after {count} actions"]
    return broken


def _broken(game: Game) -> list[str]:
    return [
        f"{reason.rule} {reason.key} {' '.join((*reason.hexes, *reason.units))}"
        for reason in game.rules.violations(game.state)
    ]


@dataclass
class Report:
    """What many games came to."""

    scenario: str
    games: int = 0
    finished: int = 0
    violations: list[str] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """As one plain object."""
        return {
            "scenario": self.scenario,
            "games": self.games,
            "finished": self.finished,
            "violations": self.violations,
            "endings": dict(sorted(self.endings.items())),
        }


GAME = ("scenario", "seed", "bots")
"""What tells one whole game from another."""
BETWEEN = "; "


Switches = tuple[tuple[str, bool], ...]
"""Optional rules that are switched, as what can be a key."""


def games_of(
    scenario: str, seeds: Iterable[int], bots: str | Mapping[str, str] = "random"
) -> list[Row]:
    """Games to be played, a seed each; a Problem names a side that is not there."""
    sides = [side.id for side in catalogue.rules_of(scenario).scenario.sides]
    names = {} if isinstance(bots, str) else bots
    for name in names:
        if name not in sides:
            raise Problem(f"there is no side '{name}'", remedy=closest(name, sides))
    pairs = ",".join(f"{side}={names.get(side, 'random')}" for side in sides)
    called = bots if isinstance(bots, str) else pairs
    return [dict(zip(GAME, (scenario, seed, called), strict=True)) for seed in seeds]


@lru_cache(maxsize=24)
def _rules(scenario: str, switches: Switches, written: int) -> Rules:
    """The rules of a scenario, read once by whoever plays it often."""
    return catalogue.rules_of(scenario, dict(switches))


def play_games(games: Iterable[Row], switches: Switches = ()) -> list[Row]:
    """Games played to their end, and how each ended."""
    found = []
    for asked in games:
        name = asked["scenario"]
        written = Path(name).stat().st_mtime_ns if name.endswith(".toml") else 0
        found.append(_play(_rules(name, switches, written), asked))
    return found


def _play(rules: Rules, asked: Row) -> Row:
    """A game by bots, and how it ended."""
    seed, told = asked["seed"], asked["bots"]
    names = dict(pair.split("=") for pair in told.split(",")) if "=" in told else {}
    sides = [side.id for side in rules.scenario.sides]
    game = Game(rules, Seeded(seed))
    players = {side: make_bot(names.get(side) or told, f"{seed}/{side}") for side in sides}
    broken = play_out(game, players)
    ending = game.ending
    return {
        **asked,
        "winner": ending.winner if ending else None,
        "ending": ending.key if ending else None,
        "score": float(ending.tally.total) if ending and ending.tally else None,
        "actions": len(game.history) - 1,
        "violations": BETWEEN.join(broken),
    }


def report(scenario: str, games: Iterable[Row]) -> Report:
    """What games of a scenario came to."""
    found = Report(scenario)
    for game in games:
        found.games += 1
        broken = game["violations"] or ""
        found.violations += [
            f"seed {game['seed']}: {text}" for text in broken.split(BETWEEN) if text
        ]
        if game["ending"] is not None:
            found.finished += 1
            found.endings[game["winner"] or "nobody"] += 1
    return found


def play_many(
    scenario: str,
    seeds: Iterable[int],
    bots: str | Mapping[str, str] = "random",
    switches: Mapping[str, bool] | None = None,
) -> Report:
    """Many games of a scenario by bots, a seed each, played here."""
    games = games_of(scenario, seeds, bots)
    return report(scenario, play_games(games, tuple(sorted((switches or {}).items()))))
