"""What is listed is what is allowed, and narrowing it to a unit or a hex leaves what names it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import catalogue
from engine.bots import GreedyBot
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from tests.marks import rules

NAMES = [
    *catalogue.scenario_ids("victory-awaits", "drills"),
    *catalogue.scenario_ids("victory-awaits", "examples"),
    *catalogue.scenario_ids("victory-awaits", "play"),
]
STEPS = 30
FEW = 6
"""So many units, and so many hexes, are tried together."""
ONE = {
    "unit": ("lose", "withdraw", "recall", "relocate", "leave-out", "pick"),
    "chit": ("choose", "unlock", "interrupt", "turn-to"),
    "hex": ("build", "stand-down", "resolve"),
}
"""Kinds of action that name one thing and nothing else."""
PLAIN = ("end", "pass", "hold", "declare", "draw", "turn-up", "leave")
"""Kinds that name nothing."""
CHITS = ("supply", "okh", "reserve", "axis-reinforcements", "soviet-reinforcements", "nobody")


def conceivable(game: Game, kind: str, chosen: random.Random) -> Iterator[Action]:
    """Actions of a kind that somebody might think of, legal ones or not."""
    g: Any = game.rules
    units = [*g.units, "nobody"]
    hexes = [*game.scenario.board.hexes, "9999"]
    chits = [*CHITS, *g.setup.interrupts, *(unit.id for unit in g.units.values() if unit.hq)]
    things = {"unit": units, "chit": chits, "hex": hexes}
    for what, kinds in ONE.items():
        if kind in kinds:
            yield from (Action(kind, **{what: thing}) for thing in things[what])
    if kind in PLAIN:
        yield Action(kind)
    if kind in ("arrive", "place"):
        some = chosen.sample(units, min(FEW, len(units))), chosen.sample(hexes, FEW)
        yield from (Action(kind, unit=u, hex=h) for u, h in itertools.product(*some))
        known = [a for a in game.choices() if a.kind == kind]
        for one in chosen.sample(known, min(FEW, len(known))):
            yield one
            yield from (Action(kind, unit=u, hex=one["hex"]) for u in some[0])
            yield from (Action(kind, unit=one["unit"], hex=h) for h in some[1])
    if kind == "deal":
        players = [player.id for player in g.setup.players]
        yield from (Action(kind, chit=c, player=p) for c in chits for p in players)


def names(game: Game, action: Action, unit: str) -> bool:
    """Whether an action is about a unit, its chit, or a chit that activates it."""
    chit = action.get("chit") if action.kind != "turn-to" else None
    g: Any = game.rules
    hq, units = g.setup.interrupts.get(chit), action.get("units", ())
    if action.kind == "resolve":
        standing = game.query("acting").standing
        units = next(attack.units for attack in standing if attack.hex == action["hex"])
    return unit in (action.get("unit"), chit, hq, *units)


def where(game: Game, action: Action) -> str:
    """The hex that one points at for an action."""
    if "path" in action:
        return str(action["path"][-1])
    if "hex" in action:
        return str(action["hex"])
    return str(game.state.position.place(action["unit"])) if "unit" in action else ""


def played(name: str) -> Iterator[tuple[Game, random.Random]]:
    """A game of a scenario, half well and half badly played."""
    game = Game(catalogue.rules_of(name), Seeded(name))
    chosen, bot = random.Random(name), GreedyBot(name)
    for _ in range(STEPS):
        if game.decision is None:
            return
        yield game, chosen
        wild = chosen.random() < 0.6
        game.apply(chosen.choice(game.choices()) if wild else bot.choose(game))


@rules(
    "victory-awaits",
    "4.0",
    "6.2",
    "6.3",
    "7.3",
    "10.2",
    "10.5",
    "11.2",
    "11.3",
    "12.1",
    "12.2",
    "12.3",
    "14.0",
    "14.1",
    "14.3",
    "15.2",
    "15.4",
    "16.2",
    "17.2",
    "17.3",
    "17.5",
    "18.0",
    "18.1",
    "18.2",
    "19.4",
    "19.5",
    "20.2",
)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_listed_is_what_is_allowed(name: str) -> None:
    for game, chosen in played(name):
        listed = set(game.choices())
        assert all(game.explain(action) for action in listed)
        assert game.sample(chosen) in listed
        for kind in game.state.top.kinds(game.rules, game.state):
            for action in conceivable(game, kind, chosen):
                allowed = bool(game.explain(action))
                assert allowed == (action in listed) or (allowed and unlisted(game, action)), action


def unlisted(game: Game, action: Action) -> bool:
    """What may be done and is not offered: to deal another chit first, to place a unit anew."""
    if action.kind == "place":
        return game.state.position.place(action["unit"]) in game.scenario.board
    return action.kind == "deal"


@rules(
    "victory-awaits",
    "4.0",
    "6.2",
    "6.3",
    "7.3",
    "10.2",
    "10.5",
    "11.2",
    "11.3",
    "12.1",
    "12.2",
    "12.3",
    "14.0",
    "14.1",
    "14.3",
    "15.2",
    "15.4",
    "16.2",
    "17.2",
    "17.3",
    "17.5",
    "18.0",
    "18.1",
    "18.2",
    "19.4",
    "19.5",
    "20.2",
    "9.1",
    "10.1",
    "10.6",
    "10.7",
    "15.3",
)
@pytest.mark.parametrize("name", NAMES)
def test_narrowed_to_a_unit_or_a_hex_the_list_holds_what_names_it(name: str) -> None:
    for game, chosen in played(name):
        if chosen.randrange(3):
            continue
        listed = game.choices()
        about = sorted({u for a in listed for u in game.rules.units if names(game, a, u)})  # type: ignore[attr-defined]
        anybody = chosen.sample(sorted(game.rules.units), 2)  # type: ignore[attr-defined]
        for unit in (*chosen.sample(about, min(FEW, len(about))), *anybody):
            wanted = {action for action in listed if names(game, action, unit)}
            found = set(game.choices(unit=unit))
            assert wanted <= found, unit
            assert all(unlisted(game, action) for action in found - wanted), unit
        spots = sorted({where(game, a) for a in listed} & set(game.scenario.board.hexes))
        anywhere = chosen.sample(game.scenario.board.hexes, 2)
        for hex in (*chosen.sample(spots, min(FEW, len(spots))), *anywhere):
            wanted = {action for action in listed if where(game, action) == hex}
            found = set(game.choices(hex=hex))
            assert wanted <= found, hex
            assert all(unlisted(game, action) for action in found - wanted), hex
