"""What is foretold is what the dice do: every preview against the real throw, way by way.

Positions come from games of all six scenarios. In each of them the rules themselves are run over
every way the dice can fall, and what happened is compared with what had been said before.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine import catalogue
from engine.bots import GreedyBot
from engine.chance import Chance, Scripted, Seeded
from engine.game import Game
from engine.pavlovs_house import PavlovsHouse
from engine.pavlovs_house.board.house import State, Throw
from engine.pavlovs_house.board.pieces import COLOURS
from engine.pavlovs_house.counters.phase import CounterActions
from engine.pavlovs_house.soviet.commands import Sortie
from engine.pavlovs_house.wehrmacht.cards import settle
from engine.pavlovs_house.wehrmacht.fire import raid
from engine.values import Action
from engine.verdict import Course
from tests.engine.branches import Way, odds, ways
from tests.marks import SOAK, rules

GAMES = SOAK // 100 or 1
"""Games of each scenario: one, and many more for a long run."""
EVERY = 11
"""One position of so many is looked at."""
AIMED = ("sniper", "mortar", "sfh18", "lefh18", "leig18", "sig33")
GROUP = 12 if SOAK else 7
"""Dice beyond which a storm group is too big to try."""


def positions(rules: PavlovsHouse, seed: int) -> Iterator[State]:
    """States of a game played mostly well, so that it lasts."""
    name = f"{rules.scenario.id}/{seed}"
    game, bot, chosen = Game(rules, Seeded(name)), GreedyBot(name), random.Random(name)
    while game.decision is not None:
        if not chosen.randrange(EVERY):
            yield game.state
        pick = chosen.choice(game.choices()) if chosen.random() < 0.15 else bot.choose(game)
        game.apply(pick)


class Oracle:
    """Compares what is said of a position with what comes of it."""

    def __init__(self, g: PavlovsHouse, s: State, chosen: random.Random) -> None:
        self.g, self.s, self.chosen = g, s, chosen
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []

    def same(self, what: str, said: object, real: object, where: object = "") -> None:
        """One comparison."""
        self.done[what] += 1
        if said != real:
            self.wrong.append(f"{what} {where} in {self.g.scenario.id}: {said} said, {real} real")

    def ask(self, name: str, s: State | None = None, **args: Any) -> Any:
        """What the game says."""
        return self.g.query(s or self.s, name, **args)

    def card(self, kind: str, s: State | None = None) -> Any:
        """The settling of a Wehrmacht card of a kind, until somebody must decide."""
        rows = self.g.kit.chart("wehrmacht").rows
        card = next((c for c in rows if rows[c]["kind"] == kind), kind)
        start = replace(s or self.s, agenda=(), german_hand=(), plan=())

        def act(course: Course) -> State:
            return self.g.settle(settle(self.g, start, card, course), course)  # type: ignore[no-any-return]

        return act

    # ------------------------------------------------------------ what is done

    def deeds(self, s: State) -> None:
        """Shots, tokens spent on infantry, guns at planes: whatever has a throw."""
        throws = [a for a in self.g.choices(s, None, None) if self._thrown(s, a)]
        for action in [action for action in throws if action.kind == "join"]:
            throws.remove(action)  # its tally is that of the group it makes
            after = self.g.apply(s, action, Course(_no_dice()))
            group = self.ask("forecast", after, action={"do": "storm"})
            self.same("forecast join", self.ask("forecast", s, action=action.to_json()), group)
        for kind in sorted({action.kind for action in throws}):
            some = [action for action in throws if action.kind == kind]
            for action in self.chosen.sample(some, min(2, len(some))):
                self.deed(s, action)

    def _thrown(self, s: State, action: Action) -> bool:
        tally = self.g.tally(s, action)
        return tally is not None and isinstance((tally, *tally.parts)[-1], Throw)

    def rested(self) -> State:
        """The same position with everybody fit, a gun ready, and the counter phase to come."""
        fit = {key: n for key, n in self.s.tokens.items() if key[1] not in self.g.kit.men}
        s = replace(self.s, tokens=fit, exhausted=frozenset(), agenda=())
        return s.shifted("artillery", "stock", "10").push(CounterActions(3))

    def deed(self, s: State, action: Action) -> None:
        """The forecast of an action, and the total of its tally, against its real throw."""
        tally = self.g.tally(s, action)
        said = self.ask("forecast", s, action=action.to_json())
        dice = [int(part.total) for part in (tally.parts or (tally,))]
        names = ("attack", "repel", "flak", "storm")
        found = ways(lambda course: self.g.apply(s, action, course), names, groups=dice)
        if found is None:
            self.done["too many ways"] += 1
            return
        thrown = {len(way.answers) for way in found}
        self.same(f"tally {action.kind}", {sum(dice)}, thrown)
        if action.kind == "spot":
            for i, part in enumerate(said["parts"]):
                real = odds(found, lambda way, i=i: self._shots(way)[i])  # type: ignore[misc]
                self.same("forecast spot", part, real, action)
        else:
            real = odds(found, lambda way: any(self._shots(way)))
            self.same(f"forecast {action.kind}", said["chance"], real, action)

    @staticmethod
    def _shots(way: Way) -> list[bool]:
        """Whether each shot of an action came off, in turn."""
        good = ("pav.deed.removed", "pav.repel.held", "pav.storm.won")
        ends = (*good, "pav.deed.missed", "pav.repel.failed", "pav.storm.failed")
        shots = [event.key in good for event in way.events if event.key in ends]
        away = [turned["away"] > 0 for turned in way.told("pav.flak.fired")]
        return shots + away or [False]

    def guns(self) -> None:
        """Anti-aircraft fire at a raid that comes now."""
        s = raid(self.g, replace(self.s, agenda=()), 3)
        fire = list(self.g.choices(s, None, None)) if self.g.decision(s) else []
        for action in self.chosen.sample(fire, min(2, len(fire))):
            self.deed(s, action)

    def sorties(self) -> None:
        """Some who can go, against a card that lies there or one that might."""
        card = self.s.storm or self.chosen.choice(list(self.g.kit.storm_groups))
        able = [unit for unit in self.g.men(self.s) if self.s.fresh(unit)]
        for size in {1, min(3, len(able)), min(5, len(able))} - {0}:
            if not able:
                return
            group = tuple(self.chosen.sample(able, size))
            s = replace(self.s, storm=card).push(Sortie(group))
            said = self.ask("storm_chance", s, units=list(group))
            self.same(
                "storm chance", said, self.ask("forecast", s, action={"do": "storm"})["chance"]
            )
            tally = self.g.tally(s, Action("storm"))
            if tally.total <= GROUP:
                self.deed(s, Action("storm"))

    # ------------------------------------------------------------ what cards do

    def fire(self) -> None:
        """Where a card aims, with how many dice, and how often it hits."""
        kind, colours = self.chosen.choice(AIMED), {}
        quiet = ways(self.card(kind), ("colour", "position"), fixed={"fire": 0})
        assert quiet is not None
        for way in quiet:
            (aimed,) = way.told("pav.fire.colour")
            colour = aimed["colour"]
            colours[colour] = aimed["die"]
            self.same("band", self.ask("band", card=kind, die=aimed["die"]), colour)
            for at in way.told("pav.fire.position"):
                target = self.ask("target", colour=colour, number=at["die"])
                there = [event.hexes for event in way.events if event.key == "pav.fire.position"]
                self.same("target", (target,), there[0])
        for colour, face in colours.items():
            fixed = {"colour": face - 1, "position": 0}
            said = self.ask("fire", card=kind, colour=colour)
            found = ways(self.card(kind), ("fire",), groups=(said.dice,), fixed=fixed)
            assert found is not None
            thrown = [way for way in found if way.told("pav.fire.hit") or way.told("pav.fire.miss")]
            if thrown:
                dice = {sum(name == "fire" for name, _ in way.answers) for way in thrown}
                self.same("tally card", {said.dice}, dice)
                real = odds(found, lambda way: bool(way.told("pav.fire.hit")))
                self.same("chance card", said.chance, real, (kind, colour))

    def mines(self) -> None:
        """Who comes onto a mine when a counter enters, and how often it goes."""
        kind = self.chosen.choice(list(self.g.kit.chart("germans").rows))
        unspent = {key: n for key, n in self.s.tokens.items() if key[1] not in COLOURS}
        laid = self.s.count("suppression", "stock")
        laid += sum(self.s.count("suppression", colour) for colour in COLOURS)
        unspent["suppression", "stock"] = laid
        bare = replace(self.s, tokens={key: n for key, n in unspent.items() if n})
        size = self.g.kit.dice("mine") + 2
        found = ways(self.card(kind, bare), ("path", "mine"), groups=(1, size))
        assert found is not None
        for path in {way.answers[0][1] for way in found if way.answers}:
            here = [way for way in found if way.answers[0][1] == path]
            trips = [e for w in here for e in w.events if e.key.startswith("pav.mine.")]
            if trips:
                said = self.ask("mine", bare, unit=trips[0].units[0])
                share = sum((way.probability for way in here), Fraction(0))
                real = odds(here, lambda way: bool(way.told("pav.mine.removes"))) / share
                self.same("chance mine", said.chance, real)
                self.same("tally mine", said.dice, len(here[0].answers) - 1)

    def assault(self) -> None:
        """What each colour throws in an assault, and against what."""
        said = self.ask("assault")
        found = ways(self.card("assault"), ("position",), fixed={"fire": 0}, most=6**3)
        assert found is not None
        for way in found[:6]:
            groups = way.told("pav.assault.group")
            real = Counter({(g["colour"], g["dice"]): 1 for g in groups})
            for colour in COLOURS:
                for kind in ("infantry", "armour"):
                    throw = said[colour][kind]
                    if throw.dice:
                        self.same("tally assault", 1, real[colour, throw.dice])
            dice = sum(group["dice"] for group in groups)
            self.same(
                "dice of an assault",
                dice,
                sum(throw.dice for both in said.values() for throw in both.values()),
            )

    def hunger(self) -> None:
        """Who goes without, and what is eaten."""
        said = self.ask("hunger")
        count, bread = len(self.g.men(self.s)), self.s.count("provision", "supply")
        self.same("unfed", int(said.total), max(0, count - 5 * bread))
        (way,) = ways(self.card("bank"), ()) or ()
        (check,) = way.told("pav.hunger.check")
        self.same("hunger", (count, said.total), (check["men"], check["unfed"]))
        s, course = way.state, Course(_no_dice())
        eaten = bread - s.count("provision", "supply")
        self.same("eaten", min(bread, -(-count // 5)), eaten)
        while not s.lost and s.agenda and self.g.decision(s).kind in ("pav.hungry", "pav.wound"):
            action = next(a for a in self.g.choices(s, None, None) if a.kind == "lose")
            s = self.g.apply(s, action, course)
        self.same("starved", int(said.total), count - len(self.g.men(s)))

    def whole(self) -> None:
        """All of it."""
        self.deeds(self.s)
        self.deeds(self.rested())
        for part in (self.guns, self.sorties, self.fire, self.mines, self.assault, self.hunger):
            part()


def _no_dice() -> Chance:
    return Chance(Scripted(()))


def compare(name: str, games: int, first: int = 0) -> tuple[int, Counter[str], list[str]]:
    """Positions looked at, comparisons made by kind, differences found."""
    g = catalogue.rules_of(name)
    assert isinstance(g, PavlovsHouse)
    done: Counter[str] = Counter()
    wrong: list[str] = []
    seen = 0
    for seed in range(first, first + games):
        for s in positions(g, seed):
            oracle = Oracle(g, s, random.Random(f"{seed}/{seen}"))
            oracle.whole()
            seen, done = seen + 1, done + oracle.done
            wrong += oracle.wrong
    return seen, done, wrong


@rules("pavlovs-house", "3.0 sniper", "3.0 mortar", "3.0 shelling guns", "3.0 placement mines")
@rules("pavlovs-house", "3.0 resupply", "3.0 storm group", "4.0 attack")
@pytest.mark.parametrize("name", catalogue.scenario_ids("pavlovs-house", "play"))
def test_what_is_foretold_is_what_the_dice_do(name: str) -> None:
    seen, done, wrong = compare(name, GAMES)
    assert wrong == []
    assert seen >= 5
    assert {"storm chance", "forecast storm", "chance card", "hunger", "target"} <= set(done)
    assert {"forecast attack", "tally assault"} <= set(done)
