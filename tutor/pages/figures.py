"""The kept figures of the strategy page: what many games by each plan came to.

`python -m tutor.pages.figures` plays the games again, in some minutes, and writes the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.files import package_file, read
from engine.pavlovs_house.plans import BARS, GAME, Outcome, counted, plans, play_plans
from engine.record import write_atomically
from engine.results import Row
from engine.spread import add_results, add_spread, results_of, spread_of, stopped

KEPT = Path(str(package_file("engine", "pavlovs_house", "figures.toml")))
GAMES = 1000
FIRST = 3
"""How the first games ended is kept, for the test that they still do."""
HEAD = """\
# What many games by each plan came to, seeds 0 and up: `sum` of the scores, games in each bar,
# sudden defeats by what happened, and how the first three games ended.
"""


@dataclass
class Figures:
    """What many games by one plan came to: counts that can be added up."""

    games: int = 0
    won: int = 0
    total: int = 0
    bars: list[int] = field(default_factory=lambda: [0] * (len(BARS) + 1))
    lost: dict[str, int] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    """How the first few ended: for the test that they still do."""

    @property
    def held(self) -> int:
        """Games that were scored."""
        return sum(self.bars)

    @property
    def mean(self) -> float:
        """The mean of the scores."""
        return self.total / self.held if self.held else 0.0

    def share(self, count: int) -> float:
        """A share of the games in percent."""
        return 100 * count / self.games if self.games else 0.0

    def plus(self, outcome: Outcome) -> Figures:
        """These and some more games."""
        bars = [a + b for a, b in zip(self.bars, outcome.bars(), strict=True)]
        lost = dict(self.lost)
        for key, count in outcome.lost.items():
            lost[key] = lost.get(key, 0) + count
        total = self.total + sum(outcome.scores)
        return Figures(
            self.games + outcome.games, self.won + outcome.won, total, bars, lost, self.first
        )

    def lines(self) -> str:
        """As the file has them."""
        lost = ", ".join(f"{key} = {count}" for key, count in sorted(self.lost.items()))
        return (
            f"games = {self.games}\nlost = {{ {lost} }}\nwon = {self.won}\nsum = {self.total}\n"
            f"bars = {self.bars}\nfirst = {json.dumps(self.first)}\n"
        )


def figures() -> dict[str, Figures]:
    """The kept figures of every plan."""
    top = read(KEPT)
    found = {}
    for name in top.data:
        row = top.table(name)
        lost = row.table("lost")
        found[name] = Figures(
            row.need("games", int),
            row.need("won", int),
            row.need("sum", int),
            [int(n) for n in row.need("bars", list)],
            {key: lost.need(key, int) for key in lost.data},
            tuple(row.texts("first")),
        )
    return found


def first_endings(outcome: Outcome) -> tuple[str, ...]:
    """How a few games ended: the scores, then the defeats."""
    return (*map(str, outcome.scores), *sorted(outcome.lost.elements()))


def played(plan: str, games: Sequence[Row]) -> Figures:
    """The figures of games by a plan, those of the first seeds first."""
    first = first_endings(counted(plan, games[:FIRST]))
    return replace(Figures().plus(counted(plan, games)), first=first)


def text(found: Mapping[str, Figures]) -> str:
    """The whole file."""
    return HEAD + "".join(f"\n[{name}]\n{each.lines()}" for name, each in found.items())


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m tutor.pages.figures`."""
    parser = argparse.ArgumentParser(prog="python -m tutor.pages.figures", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of each plan")
    add_results(parser)
    add_spread(parser)
    args = parser.parse_args(argv)
    asked = [{"plan": name, "seed": seed} for name in plans() for seed in range(args.games)]
    to = results_of(args, asked, GAME)
    games, whole = spread_of(args).run(play_plans, asked, GAME, to)
    if not whole:
        return stopped(args, games, asked)
    by_plan = {name: [game for game in games if game["plan"] == name] for name in plans()}
    write_atomically(KEPT, text({name: played(name, found) for name, found in by_plan.items()}))
    print(f"{args.games} games of each plan: {KEPT.name} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
