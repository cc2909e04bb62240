"""Positions of games of every scenario against the reference, previews against the real die.

What the engine says of zones, lines, reach, attacks, odds, retreats and pursuits is compared with
the slow reference; the outlook of a battle with six battles, one for each face of the die.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from engine import catalogue
from engine.bots import GreedyBot
from engine.chance import Chance, Scripted, Seeded
from engine.files import package_file
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from engine.victory_awaits.combat.retreat import NO_LINE, Retreat, steps_left
from engine.victory_awaits.combat.segment import Combat, Pursuit
from engine.victory_awaits.turn.controller import in_focus
from tests.engine.victory_awaits.reference import Field
from tests.marks import SOAK, rules

SEEDS = range(1000, 1000 + (SOAK // 200 or 1))
STEPS = 2000 if SOAK else 140
"""Actions of a game that are watched; in a long run the games are played to the end."""
EVERY = 8 if SOAK else 16
"""One position of so many is looked at from all sides."""
SAMPLE = [f"victory-awaits/drills/{name}" for name in ("tight", "reserve", "falling-back")]
NAMES = [
    name
    for name in (
        *catalogue.scenario_ids("victory-awaits", "play"),
        *(catalogue.scenario_ids("victory-awaits", "drills") if SOAK else SAMPLE),
    )
    if not name.endswith(("two-sheets", "campaign-map"))  # whose numbers bear a letter
]
"""All of them in a long run; else those to be played, and three drills."""
CRT = tomllib.loads(
    package_file("engine", "victory_awaits", "tables.toml").read_text(encoding="utf-8")
)["crt"]


class Oracle:
    """Compares what is said of one position after another."""

    def __init__(self, game: Game, chosen: random.Random) -> None:
        self.game, self.chosen = game, chosen
        self.g: Any = game.rules
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []

    def same(self, what: str, said: object, real: object, where: object = "") -> None:
        """One comparison."""
        self.done[what] += 1
        if said != real:
            at = len(self.game.history)
            self.wrong.append(f"{what} {where} at {at}: {said} said, {real} real")

    def look(self) -> None:
        """What is asked in this position."""
        if self.game.decision is None:
            return
        self.field = Field.of(self.game)
        top = self.game.query("acting")
        if not self.done or not self.chosen.randrange(EVERY):
            self.ground()
        if isinstance(top, Combat) and not top.declared:
            self.attacks(top)
        elif isinstance(top, Retreat):
            self.retreats(top)
        elif isinstance(top, Pursuit):
            self.pursuits(top)

    # ------------------------------------------------------------ chapters 3 and 9

    def ground(self) -> None:
        """Zones of control, lines of communication, and the reach of some units."""
        for side in ("axis", "soviet"):
            self.same("zones", self.game.query("zoc", side=side), self.field.zoc(side), side)
            lines, lengths = self.field.lines(side), self.field.lengths(side)
            mine = [man for man in self.field.men if man.side == side]
            for man in mine:
                found = self.game.query("communication", unit=man.id)
                off = lines.get(man.hex, 0)
                said = (found.exists, found.off_rail)
                self.same("lines", said, (man.hex in lines, off), man)
                self.same("supply", man.hex in lengths, found.exists, man)
            movers = [man for man in mine if not man.fort]
            for man in self.chosen.sample(movers, min(2, len(movers))):
                for mode in ("normal", "strategic"):
                    reach = self.game.query("reach", unit=man.id, mode=mode)
                    said_costs = {hex: entry["cost"] for hex, entry in reach.items()}
                    self.same("reach", said_costs, self.field.reach(man, mode), (man, mode))

    # ------------------------------------------------------------ chapter 10

    def attacks(self, top: Combat) -> None:
        """Who may attack what; odds and outlook of some attacks."""
        ready = [man for man in self.field.men if man.id in top.active]
        real: dict[str, set[str]] = {}
        for man in ready:
            for hex in self.field.around(man.hex):
                if self.field.may_attack(man, hex):
                    real.setdefault(hex, set()).add(man.id)
        said = {hex: set(units) for hex, units in self.game.query("targets").items()}
        self.same("targets", said, real)
        beaten = in_focus(self.game.state).retreated
        legal = [action for action in self.game.choices() if action.kind == "attack"]
        for action in self.chosen.sample(legal, min(2, len(legal))):
            hex, units = action["hex"], action["units"]
            column = self.field.column(
                units,
                hex,
                beaten=beaten,
                rivers=not top.fight.surprise,
                halved=top.fight.halved,
            )
            tally = self.game.tally(action)
            self.same("odds", tally and tally.result, column, action)
            self.outlook(action, column)

    def outlook(self, action: Action, column: str) -> None:
        """The outlook of a battle against six battles."""
        said = self.game.query("battle_outlook", hex=action["hex"], units=action["units"])
        odds: dict[str, Counter[Any]] = {}
        for die in range(1, 7):
            code = CRT["rows"][str(die)][CRT["columns"].index(column)]
            for what, value in self.battle(action, die, code):
                odds.setdefault(what, Counter())[value] += Fraction(1, 6)
        for what, real in odds.items():
            self.same("outlook", said[what], dict(real), (action, what))

    def battle(self, action: Action, die: int, code: str) -> Iterator[tuple[str, Any]]:
        """What comes of a battle with one face of the die, by the policy that is stated."""
        g, before = self.g, self.game.state
        course = Course(Chance(Scripted.dice([die])))
        state = g.apply(before, action, course)
        if not any(event.key == "ava.attack.result" for event in course.events):
            state = g.apply(state, Action("end"), course)
        while (owed := g.decision(state)) is not None and owed.kind in ("ava.lose", "ava.retreat"):
            actions = list(g.choices(state, None, None))
            pick = actions[0]
            if owed.kind == "ava.lose":
                pick = min(actions, key=lambda a: self._spread(state, a["unit"]))
            state = g.apply(state, pick, course)
        defenders = before.position.at(action["hex"])
        yield "results", code
        for name, units in (("attacker", action["units"]), ("defender", defenders)):
            lost = (steps_left(g, before, unit) - steps_left(g, state, unit) for unit in units)
            yield f"{name}_losses", sum(lost)
        yield "vacated", all(state.position.place(unit) != action["hex"] for unit in defenders)
        for unit in defenders:
            yield f"place of {unit}", state.position.place(unit)

    def _spread(self, s: Any, unit: str) -> tuple[int, int, str]:
        return -steps_left(self.g, s, unit), self.g.face(s, unit).attack, unit

    def retreats(self, top: Retreat) -> None:
        """Every way back, what it costs, and which of them are allowed."""
        left = [man.id for man in self.field.in_hex(top.hex) if man.id in top.units]
        for unit in left:
            real = self.field.retreats(unit, top.length, left, top.rivers)
            said = {
                way.path: (way.losses, way.extra, math.inf if way.line == NO_LINE else way.line)
                for way in self.game.query("retreats", unit=unit)
            }
            self.same("ways back", said, real, unit)
            least = min(real.values())
            best = {path for path, rank in real.items() if rank == least}
            legal = {action["path"] for action in self.game.choices(unit=unit)}
            self.same("best ways back", legal, best, unit)

    def pursuits(self, top: Pursuit) -> None:
        """Every way of following."""
        for man in self.field.men:
            if man.id in top.units and man.id not in top.done:
                real = self.field.pursuits(man.id, top.hex, top.rivers)
                legal = {action["path"] for action in self.game.choices(unit=man.id)}
                self.same("pursuits", legal, real, man)


def watched(name: str, seed: int) -> Oracle:
    """A game played half well, looked at on the way."""
    label = f"{name}/{seed}"
    game, chosen = Game(catalogue.rules_of(name), Seeded(label)), random.Random(label)
    oracle, bot = Oracle(game, chosen), GreedyBot(label)
    for _ in range(STEPS):
        if game.decision is None:
            break
        oracle.look()
        wild = chosen.random() < 0.3
        game.apply(chosen.choice(game.choices()) if wild else bot.choose(game))
    return oracle


@rules("victory-awaits", "3.2", "3.3", "9.2", "9.3", "10.1", "10.3", "10.4", "10.6", "10.7", "TEC")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_a_position_is_what_the_rulebook_says_and_the_die_does(name: str) -> None:
    for seed in SEEDS:
        oracle = watched(name, seed)
        assert oracle.wrong == []
        assert oracle.done, "something was compared"
