"""What a battle would bring, asked of any hex before an enemy: who could lead a determined defence,
in which column and with what morale, who could bear a loss, where a unit could retreat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.question import NotGood, Number, Option, Question, Text, good
from engine.verdict import Cited
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import DEFENDER
from engine.zocbond.battle.retreat import all_ways, ways
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import combat_units, enemy, held
from engine.zocbond.practice.leaving import Off, by_rule, family, left_out
from engine.zocbond.practice.marks import Left, fronts, rules_of
from engine.zocbond.rules import Family

COLUMNS = ("city", "other", "clear")
FEWEST, LENGTH = 2, 2


def battle_at(g: Family, s: State, side: str, hex: str) -> Battle:
    """A battle of all enemies beside a hex against a side there."""
    foe = enemy(g, side)
    near = [unit for place in g.board.neighbours(hex) for unit in combat_units(g, s, foe, place)]
    return Battle(foe, hex, tuple(near))


class Defended(Left):
    """Which units of a hex could do something if it were attacked?"""

    units = True

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        g, s = rules_of(seen.game)
        for side in g.sides:
            foes = held(g, s, enemy(g, side))
            stacks = [
                hex
                for hex in held(g, s, side)
                if len(combat_units(g, s, side, hex)) >= FEWEST
                and any(near in foes for near in g.board.neighbours(hex))
            ]
            for hex in random.sample(stacks, min(len(stacks), 2)):
                yield {"side": side, "hex": hex}

    def among(self, game: Game, args: Args) -> frozenset[str]:
        g, s = rules_of(game)
        return frozenset(combat_units(g, s, args["side"], args["hex"]))


class Leads(Defended):
    """Which of them could lead a determined defence?"""

    name, topic = "could-lead", "stand"

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        battle = battle_at(g, s, args["side"], args["hex"])
        units = combat_units(g, s, args["side"], args["hex"])
        return frozenset(unit for unit in units if g.may_lead(s, battle, unit))


class Bears(Defended):
    """Which of them could bear a loss?"""

    name, topic = "could-lose", "lose"

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        battle = battle_at(g, s, args["side"], args["hex"])
        return frozenset(g.loss_pool(s, battle, DEFENDER, "D1"))


class Flight(Left):
    """Where could a unit retreat by two hexes?"""

    name, topic = "flight", "retreat"

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        g, s = rules_of(seen.game)
        for side, hex in fronts(seen, random):
            if mine := combat_units(g, s, side, hex):
                yield {"side": side, "unit": random.choice(mine), "hex": hex}

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        found = ways(g, s, args["unit"], LENGTH, LENGTH)
        return frozenset(way.path[-1] for way in found if way.path[-1] in g.board)

    def beside(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """Every way that does not kill, whatever its rank; every way, whether or not it kills."""
        g, s = rules_of(game)
        every = [w for w in all_ways(g, s, args["unit"], LENGTH, LENGTH) if w.path[-1] in g.board]
        return {
            g.rule("retreat-way"): frozenset(w.path[-1] for w in every if not w.deaths),
            g.rule("retreat-death"): frozenset(w.path[-1] for w in every),
        }


class Stands(Kind):
    """In which column would a defence roll, and what does its leader add?"""

    def __init__(self, offs: Sequence[Off], column: bool) -> None:
        self.offs, self.column = offs, column
        self.name = "stand-column" if column else "stand-morale"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = rules_of(seen.game)
        offs = [off for off in self.offs if self.name in off.of]
        for side, hex in fronts(seen, random):
            mine = combat_units(g, s, side, hex)
            if mine:
                args = {"side": side, "hex": hex, "unit": random.choice(mine)}
                right = self._says(g, s, args)
                rules = [o.rule for o in offs if self._says(*left_out(seen.game, o), args) != right]
                if rules:
                    yield {**args, "rules": rules}

    def _says(self, g: Family, s: State, args: Args) -> str:
        if self.column:
            return g.stand_column(s, args["hex"], args["unit"])
        battle = battle_at(g, s, args["side"], args["hex"])
        return str(g.stand_morale(s, battle, args["unit"]))

    def pose(self, game: Game, args: Args) -> Question:
        g, s = family(game), game.rules.seen(game.state)
        right = self._says(g, s, args)
        off = {
            rule: frozenset((self._says(*left_out(game, by_rule(self.offs, rule)), args),))
            for rule in args["rules"]
        }
        if self.column:
            names = COLUMNS
            options = [Option(one, Text(f"practice.column-{one}")) for one in names]
        else:
            names = ("-1", "0", "1")
            options = [Option(one, Number(one)) for one in names]
        if not {right, *(one for wrong in off.values() for one in wrong)} <= set(names):
            raise NotGood("there is no such column")
        about = Cited.of(
            next(iter(off), ""), f"practice.{self.name}", units=(args["unit"],), hex=args["hex"]
        )
        lit = (args["hex"],)
        return good(Question(self.name, about, tuple(options), frozenset((right,)), off, lit=lit))


def battles(offs: Sequence[Off]) -> tuple[Kind, ...]:
    """Those that both games have."""
    return (Leads(offs), Bears(offs), Flight(offs), Stands(offs, True), Stands(offs, False))
