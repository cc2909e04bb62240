"""Whole firefights, opened and played to their end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bots import make_bot, play_out
from engine.catalogue import load, scenario_ids
from engine.chance import Seeded
from tests.marks import rules

SHORT = ["crossroads", "granary", "armour"]


PLAY = Path(__file__).parents[3] / "scenarios" / "conflict-of-heroes" / "play"


FIREFIGHTS = sorted(path.stem for path in PLAY.glob("*.toml"))


@pytest.mark.parametrize("name", scenario_ids("conflict-of-heroes"))
def test_every_firefight_opens_and_offers_legal_actions(name: str) -> None:
    game = load(name)
    actions = game.choices()
    assert actions
    assert all(game.explain(action) for action in actions[:200])


@rules("conflict-of-heroes", "2.3", "2.4", "7.4", "9.0")
@pytest.mark.parametrize("name", SHORT)
def test_a_random_game_ends_and_breaks_nothing(name: str) -> None:
    game = load(f"conflict-of-heroes/{name}", chance=Seeded(3))
    bots = {side.id: make_bot("random", f"3/{side.id}") for side in game.scenario.sides}
    assert play_out(game, bots) == []
    assert game.ending is not None


@rules("conflict-of-heroes", "2.3", "2.4", "3.2", "7.4", "9.0")
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", FIREFIGHTS)
def test_every_firefight_ends_by_the_rules(name: str, bot: str) -> None:
    game = load(f"conflict-of-heroes/{name}", chance=Seeded(f"{bot}/11"))
    bots = {side.id: make_bot(bot, f"11/{side.id}") for side in game.scenario.sides}
    assert play_out(game, bots) == []
    assert game.ending is not None
    assert game.ending.rule == "2.4"
