"""Whole firefights, opened and played to their end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.bots import make_bot, play_out
from engine.catalogue import load, scenario_ids
from engine.chance import Seeded
from engine.values import Action
from tests.engine.conflict_of_heroes.positions import played
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


def named(action: Action) -> set[object]:
    """The units that an action names."""
    alone = (action.get(name) for name in ("unit", "target", "cargo"))
    return {*alone, *action.get("units", ())}


@rules("conflict-of-heroes", "2.2", "3.23", "7.7", "9.13")
def test_what_is_offered_to_a_unit_or_in_a_hex_is_part_of_all_that_is_offered() -> None:
    for number, game in enumerate(played(3)):
        if number % 6:
            continue
        everything = set(game.choices())
        for unit in list(game.scenario.pieces)[:10]:
            mine = set(game.choices(unit=unit))
            # of a vehicle that is asked about also how it lets somebody off and acts alone (17.0)
            alone = {action for action in mine if not action.get("joined", True)}
            assert all(map(game.explain, alone))
            assert mine - alone <= everything
            assert all(unit in named(action) for action in mine)
            assert not any(unit in (a.get("unit"), a.get("target")) for a in everything - mine)
        for hex in list(game.scenario.board.hexes)[::9]:
            there = set(game.choices(hex=hex))
            assert there <= everything
            assert not any(
                hex in (a.get("hex"), (a.get("path") or ("",))[-1]) for a in everything - there
            )
