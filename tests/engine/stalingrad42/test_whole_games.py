"""Training scenarios played to their end by bots."""

from __future__ import annotations

import pytest

from engine import bots, catalogue
from engine.bots import make_bot
from engine.chance import Seeded
from engine.game import Game
from tests.engine.stalingrad42.setting import WHITE_STEPPE
from tests.marks import rules


@rules("stalingrad42", "33.2.3", "34.1.1", "25.2.1", "32.2", "31.0")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_winter_operation_ends_by_the_rules(bot):
    report = bots.play_many(WHITE_STEPPE, [11], bot)
    assert report.finished == 1
    assert report.violations == []


SUMMER_DRIVE = "stalingrad42/summer-drive"


def played_by(seed: int, bot: str) -> tuple[Game, set[str], set[str]]:
    """A game by bots: what was done, and what was broken."""
    game = Game(catalogue.rules_of(SUMMER_DRIVE), Seeded(seed))
    players = {side: make_bot(bot, f"{seed}/{side}") for side in game.rules.sides}
    kinds: set[str] = set()
    broken: set[str] = set()
    while game.ending is None:
        action = players[game.decision.side].choose(game)
        kinds.add(action.kind)
        game.apply(action)
        broken |= {reason.key for reason in game.rules.violations(game.state)}
    return game, kinds, broken


@rules("stalingrad42", "3.0", "24.2", "17.2.1", "18.1", "22.1.2")
@pytest.mark.parametrize(
    ("seed", "bot", "used"),
    [
        (15, "random", {"move", "attack", "retreat", "advance"}),
        (3, "greedy", {"move", "attack", "railhead", "fortify", "arrive"}),
    ],
)
def test_the_operation_ends_by_the_rules(seed, bot, used):
    game, kinds, broken = played_by(seed, bot)
    assert not broken
    assert game.ending.winner in ("german", "soviet")
    assert used <= kinds


@rules("stalingrad42", "18.1", "18.6.1", "9.7.2")
def test_it_offers_what_it_teaches():
    game = Game(catalogue.rules_of(SUMMER_DRIVE), Seeded(1))
    assert {a.kind for a in game.choices()} >= {"fortify", "stock"}
