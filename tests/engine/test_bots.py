"""Bots: they play by the rules to the end, the same for the same seed."""

from __future__ import annotations

import pytest

from engine import Seeded, load
from engine.bots import PLAYERS, make_bot, play_many, play_out
from tests.engine.play import RIVER_LINE
from tests.engine.problems import refused
from tests.engine.toy import LAST, toy

BATCH = 50


@pytest.mark.parametrize("first", range(1, 201, BATCH))
def test_random_games_end_without_a_broken_invariant(first):
    report = play_many(RIVER_LINE, range(first, first + BATCH))
    assert report.violations == []
    assert report.finished == report.games == BATCH
    assert sum(report.endings.values()) == BATCH


def test_greedy_games_end_without_a_broken_invariant():
    report = play_many(RIVER_LINE, range(1, 11), "greedy")
    assert report.violations == []
    assert report.finished == 10


def played(seed, bot):
    game = load(RIVER_LINE, Seeded(seed))
    sides = [side.id for side in game.scenario.sides]
    assert play_out(game, {side: make_bot(bot, f"{seed}/{side}") for side in sides}) == []
    return game


@pytest.mark.parametrize("bot", PLAYERS)
def test_the_same_seed_is_the_same_game(bot):
    assert played(3, bot).history == played(3, bot).history
    assert played(3, bot).log != played(4, bot).log


def test_a_bot_chooses_among_the_legal_actions():
    for bot in PLAYERS:
        game = load(RIVER_LINE, Seeded(1))
        assert make_bot(bot, 1).choose(game) in game.choices()


def test_greedy_takes_what_the_games_own_yardstick_likes_best():
    game = toy()
    game.rules.appeal = lambda state, action, side: {"roll": 1, "wait": 2}[action.kind]
    assert {make_bot("greedy", seed).choose(game).kind for seed in range(9)} == {"wait"}
    game.rules.appeal = lambda state, action, side: 1
    assert {make_bot("greedy", seed).choose(game).kind for seed in range(9)} == {"roll", "wait"}


@pytest.mark.parametrize("scenario", [RIVER_LINE, "holland44/five-days", "pavlovs-house/the-house"])
def test_brisk_plays_by_the_rules_and_lists_less_often_than_it_acts(scenario, monkeypatch):
    game, lists = load(scenario, Seeded(2)), []
    listed = type(game).choices
    monkeypatch.setattr(type(game), "choices", lambda *of: lists.append(1) or listed(*of))
    sides = [side.id for side in game.scenario.sides]
    assert play_out(game, {side: make_bot("brisk", side) for side in sides}) == []
    assert game.ending is not None
    assert len(lists) < len(game.history) - 1


def test_a_game_is_played_to_its_end():
    game = toy()
    assert play_out(game, {side: make_bot("random", side) for side in ("red", "blue")}) == []
    assert game.decision is None
    assert len(game.history) == LAST + 1


def test_an_unknown_bot_and_an_unknown_side_are_refused():
    assert "no bot 'gredy'" in refused(lambda: make_bot("gredy", 1)).what
    problem = refused(lambda: play_many(RIVER_LINE, [1], {"axes": "greedy"}))
    assert problem.what == "there is no side 'axes'"
    assert problem.remedy == "Did you mean 'axis'?"
