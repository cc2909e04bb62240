"""Chapters 6, 7, 10 and 16 as questions: what a chit does, strengths with halves, victory
points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import ClassVar

from engine.chance import Chance, Seeded
from engine.game import Game
from engine.practice.kinds.count import Amount, Found, Pick, amount, forgetting
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.mark import Marked
from engine.practice.kinds.supposed import Supposed
from engine.practice.question import NotGood, Text
from engine.values import Action, replace
from engine.verdict import Course
from engine.victory_awaits.combat.odds import attack_tally
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.state import Setting, State
from engine.victory_awaits.components.track import REINFORCEMENTS, SUPPLY
from engine.victory_awaits.practice.board import Answer, few, sight_of, some
from engine.victory_awaits.turn.chits import OPTIONAL, nation_of, on_offer, side_of
from engine.victory_awaits.turn.sequence import resolve
from engine.victory_awaits.victory import points


class Chit(Supposed):
    """A chit is drawn and resolved."""

    name = "chit"

    def begin(self, g: Setting, s: State, args: Args, course: Course) -> State:
        return resolve(g, replace(s, drawn=(*s.drawn, args["chit"])), args["chit"], course)

    def cases(self, g: Setting, s: State, random: Random) -> Iterator[Args]:
        pool = sorted({*s.pool, SUPPLY})
        common = [chit for chit in pool if chit in (SUPPLY, *REINFORCEMENTS.values())]
        lost = [c for c in pool if c in g.units and s.position.place(c) not in g.board]
        for chit in sorted({*some(random, pool), *some(random, common), *some(random, lost, 1)}):
            yield {"chit": chit}

    def named(self, args: Args) -> Args:
        return {"drawn": args["chit"]}


class Does(Pick):
    """What does a chit do now?"""

    name = "chit-does"
    mixed = False
    WAYS = ("wakes", "checks", "brings", "picks", "marches", "nothing")
    BARS: ClassVar[Mapping[str, str]] = {"13.0": "nothing", "12.0": "nothing", "15.3": "marches"}
    """What comes of it instead, by the rule that says so."""

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        _, s = sight_of(seen.game)
        yield from ({"chit": chit} for chit in some(random, {*s.pool, SUPPLY}, 4))

    def _does(self, chit: str) -> str:
        """What it does if nothing is in the way (7.2)."""
        if chit == SUPPLY:
            return "checks"
        if chit in REINFORCEMENTS.values():
            return "brings"
        return "picks" if chit in OPTIONAL else "wakes"

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        chit = args["chit"]
        course = Course(Chance(Seeded(1)))
        resolve(g, replace(s, drawn=(*s.drawn, chit)), chit, course)
        plain, told = self._does(chit), {event.rule for event in course.events}
        bar = next((rule for rule in self.BARS if rule in told), "7.2")
        right = self.BARS.get(bar, plain)
        off = {bar: ["wakes" if bar == "7.2" else plain]}
        others = {way: Text(f"practice.chit-way.{way}") for way in self.WAYS}
        return Found(right, off, others, tuple(course.events[:1]))

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {"drawn": args["chit"]}


class Strength(Amount):
    """With what strength do these attack, halves and all?"""

    name = "strength"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        _, s = sight_of(seen.game)
        if s.agenda and isinstance(s.agenda[-1], Combat):
            for action in seen.legal.get("attack", ()):
                yield {"action": action.to_json()}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        action = Action.from_json(args["action"])
        top = s.agenda[-1] if s.agenda else None
        if not isinstance(top, Combat) or not game.explain(action):
            raise NotGood("it is forbidden")
        tally = attack_tally(g, s, action["units"], action["hex"], top.fight).parts[0]
        shares = [Fraction(line.value or 0) for line in tally.lines]
        printed = sum(g.face(s, unit).attack for unit in action["units"])
        off: dict[str, list[int | Fraction]] = {
            "1.2": [sum(map(math.floor, shares)), sum(map(math.ceil, shares)), sum(shares)],
            "10.3": [printed],
        }
        return amount(math.floor(sum(shares)), off, (tally,), (action["hex"],))

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        g, _ = sight_of(game)
        action = Action.from_json(args["action"])
        return {"names": tuple(g.units[u].name for u in action["units"]), "hex": action["hex"]}


class Points(Amount):
    """How many victory points has the Axis now?"""

    name = "points"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        tally = points(g, s)
        return amount(int(tally.total), forgetting(tally), (tally,))


class Offered(Marked):
    """Which chits may a nation choose from this turn?"""

    name = "offered"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        heads = [unit.id for unit in g.units.values() if unit.hq]
        for nation in ("german", "romanian", "soviet"):
            offer = [chit for chit in on_offer(g, s, nation) if chit in g.units]
            mine = [hq for hq in heads if nation_of(g, hq) == nation and hq not in s.pool]
            others = [hq for hq in heads if nation_of(g, hq) != nation and hq in s.pool]
            if offer:
                named = {*some(random, offer, 3), *some(random, mine, 3), *some(random, others)}
                yield {"nation": nation, "units": sorted(named)}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(on_offer(g, s, args["nation"])) & frozenset(args["units"])

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        named = frozenset(args["units"])
        side = side_of(g, next(iter(self.answer(game, args)), ""))
        return {
            "15.2": frozenset(u for u in named if nation_of(g, u) == args["nation"]),
            "6.2": frozenset(u for u in named & frozenset(s.pool) if g.units[u].side == side),
        }

    def among(self, game: Game, args: Args) -> Answer:
        return few(args["units"])

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {"nation": args["nation"]}

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        return name in s.pool and nation_of(g, name) == args["nation"]


KINDS: tuple[Kind, ...] = (
    Chit(),
    Does(),
    Strength(),
    Points(),
    Offered(),
)
