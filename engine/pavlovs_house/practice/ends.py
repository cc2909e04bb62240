"""Chapter 6 as questions: what the score is, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.game import Game
from engine.pavlovs_house.practice.fire import sight_of
from engine.pavlovs_house.turn import award, score
from engine.practice.kinds.count import Amount, Found, Pick, amount, forgetting
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.question import Text

Answer = frozenset[str]
SOME = 2
"""Questions of a kind that are tried in a position."""


class Score(Amount):
    """What is the score if the game ends now?"""

    name = "score"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        tally = score(g, s)
        weapons = sum(g.inside(s, weapon) for weapon in g.kit.weapons)
        wrong = [tally.total + weapons, tally.total + 2 * len(g.germans(s))]
        off = forgetting(tally)
        off["6.0 scoring"] = [*off.get("6.0 scoring", ()), *map(int, wrong)][:4]
        return amount(tally.total, off, (tally,), least=None)

    def other(self, game: Game, args: Args) -> str:
        """Counted on the board."""
        g, s = sight_of(game)
        count = sum(s.place(man) in g.kit.inside for man in g.kit.men)
        count -= 3 * sum(s.place(unit) in g.kit.spaces for unit in g.kit.germans)
        for card in s.won:
            groups = g.kit.storm_groups
            count += groups[card].points if card in groups else 0
            if card not in groups:
                count += g.kit.chart("support").rows[card]["points"]
        return str(count)


OVER = {"win": 1, "draw": -9, "loss": -1_000}
"""The least score of each ending (6.0 result)."""


class Result(Pick):
    """Who has won, if the game ends now?"""

    name = "result"
    mixed = False

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        tally = score(g, s)
        right = next(name for name, least in OVER.items() if tally.total >= least)
        plain = "win" if tally.total > 0 else "draw" if tally.total == 0 else "loss"
        men = next(name for name, least in OVER.items() if len(g.men(s)) >= least)
        off = {"6.0 result": [plain], "6.0 scoring": [men]}
        return Found(right, off, {name: Text(f"practice.{name}") for name in OVER}, (tally,))


class Award(Pick):
    """Which award does a score come to?"""

    name = "awarded"
    mixed = False

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        points = random.randint(-25, 55)
        yield {"points": points}
        yield {"points": int(score(g, s).total)}

    def find(self, game: Game, args: Args) -> Found:
        g, _ = sight_of(game)
        rows, points = g.kit.chart("ranks").rows, args["points"]
        right = award(g, points)
        near = min(rows, key=lambda name: (abs(int(rows[name]["least"]) - points), name))
        names = list(rows)
        place = names.index(right)
        off = {"6.0 awards": {near, *names[max(0, place - 1) : place + 2]}}
        kept = names[max(0, min(place - 2, len(names) - 4)) :][:4]
        shown = [name for name in names if name in kept or name in off["6.0 awards"]]
        others = {name: Text(f"pav.score.total-{name.replace(' ', '-')}") for name in shown}
        return Found(right, off, others)


KINDS: tuple[Kind, ...] = (
    Score(),
    Result(),
    Award(),
)
