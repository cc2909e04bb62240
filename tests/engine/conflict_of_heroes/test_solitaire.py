"""Section 21.2: coins for hidden units, and what a shot at one or an order to one comes to."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import do, fight, of, why
from tests.marks import rules


def coin(name: str, kind: str, hex: str, decoy: bool) -> dict[str, Any]:
    """A piece in the cup and the hex of its coin."""
    row = {"id": name, "type": kind, "hex": hex, "facing": "S", "hidden": True, "decoy": decoy}
    return row | {"name": "Dummy"} if decoy else row


COINS = [
    coin("1", "soviet-rifles", "D5", False),
    coin("2", "soviet-mg", "K3", False),
    coin("x", "soviet-rifles", "H6", True),
    coin("y", "soviet-rifles", "N8", True),
]
WHO = {1: "1", 2: "2", 3: "x", 4: "y"}


def coins(dice: list[int], turn: str = "german", units: list[dict[str, Any]] = COINS) -> Game:
    """Two units and two dummies in the cup, a German squad before the coin of D5."""
    german = {"type": "german-rifles", "id": "G", "hex": "D8", "facing": "N"}
    side = [
        {"id": "german", "name": "German", "units": [german]},
        {"id": "soviet", "name": "Soviet", "units": units},
    ]
    return fight([], [], dice, side=side, turn=turn)


def shot(draw: int, dice: tuple[int, int] = (6, 4)) -> tuple[Game, list[str]]:
    """The German squad fires at the coin of D5."""
    game = coins([*dice, draw, 4, 4])
    do(game, "fire", unit="G", hex="D5", pay="opportunity")
    return game, do(game, "roll", target="suspected", cap=0)


@rules("conflict-of-heroes", "21.2", "10.0 fire")
@pytest.mark.parametrize("draw", [1, 2])
def test_a_shot_at_a_coin_hits_the_unit_that_is_drawn(draw: int) -> None:
    game, keys = shot(draw)
    other = "2" if draw == 1 else "1"
    assert keys[:2] == ["coh.solitaire.unit", "coh.shot.hit"]
    assert (of(game, WHO[draw])["hex"], bool(of(game, WHO[draw])["hit"])) == ("D5", True)
    assert (of(game, other)["hex"], of(game, other)["hit"]) == ("K3", "")
    assert of(game, other)["hidden"]


@rules("conflict-of-heroes", "21.2", "10.0 fire")
@pytest.mark.parametrize("draw", [3, 4])
def test_a_dummy_takes_the_hit_for_nobody(draw: int) -> None:
    game, keys = shot(draw)
    assert keys == ["coh.solitaire.dummy"]
    assert all(of(game, unit)["hidden"] and not of(game, unit)["hit"] for unit in "12")
    assert of(game, WHO[draw])["hex"] == "away"
    assert "D5" not in game.judge("coins")
    assert len(game.judge("coins")) == 3


@rules("conflict-of-heroes", "21.2")
def test_a_shot_that_would_hit_nobody_of_the_cup_draws_nobody() -> None:
    game, keys = shot(1, (1, 1))
    assert keys == ["coh.shot.nothing"]
    assert game.judge("cup") == ("1", "2", "x", "y")


@rules("conflict-of-heroes", "21.2", "7.2")
def test_who_is_drawn_is_met_at_a_defence_of_its_own() -> None:
    tank = [COINS[0], coin("2", "t34", "K3", False), *COINS[2:]]
    game = coins([6, 4, 2], units=tank)
    do(game, "fire", unit="G", hex="D5", pay="opportunity")
    assert do(game, "roll", target="suspected", cap=0) == ["coh.solitaire.unit", "coh.shot.miss"]
    assert (of(game, "2")["hex"], of(game, "2")["hidden"]) == ("D5", False)


def state(game: Game, unit: str) -> tuple[str, bool, bool]:
    """Where a piece is, whether it hides, and whether it is spent."""
    counter = of(game, unit)
    return counter["hex"], counter["hidden"], counter["spent"]


@rules("conflict-of-heroes", "21.2", "10.0 acting")
@pytest.mark.parametrize("named", ["1", "x"])
def test_a_coin_that_is_told_to_fire_is_checked_first(named: str) -> None:
    seat = of(coins([]), named)["hex"]
    shot = {"hex": "D8", "pay": "opportunity"}
    game = coins([2], "soviet")
    assert do(game, "fire", unit=named, **shot) == ["coh.solitaire.unit"]
    do(game, "face", unit="2", facing="S")
    assert state(game, "2") == (seat, False, False)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.side) == ("coh.turn", "soviet"), "nothing is done yet"
    if seat == "D5":
        do(game, "fire", unit="2", **shot)
        assert of(game, "2")["spent"]


@rules("conflict-of-heroes", "21.2", "10.0 acting")
@pytest.mark.parametrize("pay", ["opportunity", "cap"])
def test_a_dummy_fires_at_nobody_and_costs_nothing(pay: str) -> None:
    game = coins([3], "soviet")
    assert do(game, "fire", unit="1", hex="D8", pay=pay) == ["coh.solitaire.dummy"]
    assert state(game, "1") == ("H6", True, False), "its coin is that of the dummy now"
    assert of(game, "G")["hit"] == ""
    assert game.judge("side", side="soviet")["cap"] == 9
    assert game.decision is not None
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "21.2", "9.0", "10.1")
def test_an_activation_is_the_coins_whoever_it_turns_out_to_be() -> None:
    game = coins([2], "soviet")
    do(game, "activate", unit="1")
    assert len(game.judge("cup")) == 4, "to be activated, and to sneak, tells nobody"
    do(game, "fire", unit="1", hex="D8", pay="ap")
    do(game, "face", unit="2", facing="S")
    assert game.judge("side", side="soviet")["active"] == ["2"]
    assert why(game, "fire", unit="2", hex="D8", pay="ap") == set()
    empty = coins([3], "soviet")
    do(empty, "activate", unit="1")
    do(empty, "fire", unit="1", hex="D8", pay="ap")
    assert (empty.judge("side", side="soviet")["ap"], of(empty, "1")["active"]) == (0, False)


@rules("conflict-of-heroes", "21.2", "10.1")
def test_a_coin_sneaks_unseen() -> None:
    game = coins([], "soviet")
    do(game, "move", unit="x", path=["H5"], pay="cap")
    assert game.judge("coins") == ("D5", "H5", "K3", "N8")
    assert Action("pass") in game.choices()
