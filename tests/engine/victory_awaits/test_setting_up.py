"""Chapter 4: who is set up where, and what a scenario's file may say of it."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from engine.game import Game
from tests.engine.victory_awaits.field import (
    AXIS_MEN,
    SOVIET_MEN,
    do,
    field,
    owed,
    place,
    rules_for,
    sound,
    why,
)
from tests.marks import rules

DEPLOY = [
    {"side": "soviet", "formation": "8A", "kind": "area", "hexes": ["1523", "1524"]},
    {"side": "soviet", "formation": "11A", "kind": "range", "center": "1923", "range": 1},
    {"side": "axis", "formation": "18A", "kind": "hex", "hexes": ["1123"]},
]


def setting_up() -> Game:
    axis = ["inf 21 box:axis-setup 18A", "inf 61 box:axis-setup 18A", "hq 18A 1122"]
    soviet = [
        f"rifle {n} box:soviet-setup {f}"
        for n, f in (("1R", "8A"), ("2R", "8A"), ("3R", "11A"), ("4R", "11A"), ("5R", "11A"))
    ]
    return field(axis, soviet, chits=["18A"], deploy=DEPLOY)


@rules("victory-awaits", "4.0")
def test_the_soviets_set_up_first_each_formation_in_its_zone() -> None:
    game = setting_up()
    assert owed(game) == ("soviet", "ava.setup")
    assert why(game, "place", unit="1R", hex="1923") == {("4.0", "ava.setup.outside")}
    assert why(game, "place", unit="21", hex="1123") == {("4.0", "ava.setup.not-yours")}
    assert why(game, "end") == {("4.0", "ava.setup.waiting"), ("4.0", "ava.setup.empty")}
    do(game, "place", unit="1R", hex="1523")
    assert why(game, "place", unit="2R", hex="1523") == {("4.0", "ava.setup.every-hex")}
    assert why(game, "place", unit="1R", hex="1523") == {("4.0", "ava.setup.there-already")}
    do(game, "place", unit="2R", hex="1524")
    do(game, "place", unit="3R", hex="1923")
    do(game, "place", unit="4R", hex="1923")
    assert why(game, "place", unit="5R", hex="1923") == {("4.0", "ava.setup.full")}
    do(game, "place", unit="5R", hex="1922")
    do(game, "place", unit="5R", hex="1924")
    do(game, "end")
    assert owed(game) == ("axis", "ava.setup")
    do(game, "place", unit="21", hex="1123")
    do(game, "place", unit="61", hex="1123")
    do(game, "end")
    assert owed(game) == ("axis", "ava.move")
    assert place(game, "5R") == "1924"


@rules("victory-awaits", "4.0")
def test_any_order_of_placing_ends_well() -> None:
    for seed in range(20):
        game = setting_up()
        turn = seed
        while owed(game)[1] == "ava.setup":
            choices = game.choices()
            game.apply(choices[turn % len(choices)])
            turn = turn * 7 + 3
        assert sound(game)


@rules("victory-awaits", "4.0", "6.2")
def test_mistakes_in_a_scenario_name_the_place() -> None:
    for keys, where in (
        ({"chits": ["99A"]}, "chits[0]"),
        ({"chits": ["8A"], "interrupts": {"Manstein": "21A"}}, "interrupts.Manstein"),
        ({"chits": ["8A"], "track": [{"turn": 1, "chits": ["x"]}]}, "track[0].chits[0]"),
        ({"chits": ["8A"], "limits": {"fortress_hex": 3}}, "limits"),
        ({"chits": ["8A"], "deploy": [{"side": "red", "kind": "hex"}]}, "deploy[0].side"),
        ({"chits": ["8A"], "sources": {"blue": []}}, "sources.blue"),
        ({"chits": ["8A"], "start": {"segment": "tea"}}, "start.segment"),
    ):
        with pytest.raises(Problem) as caught:
            rules_for(AXIS_MEN, SOVIET_MEN, **keys)
        assert caught.value.place == where
        assert caught.value.remedy
