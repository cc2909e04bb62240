"""Kinds of question that one game has: what is right, and what is right without a rule."""

from __future__ import annotations

import pytest

import engine
from engine.chance import Seeded
from engine.game import Game
from engine.practice.kinds import kinds_of
from engine.practice.question import NotGood, Question
from engine.practice.stock import stock

HOUSE, AWAITS = "pavlovs-house", "victory-awaits"


def opened(name: str) -> Game:
    """A scenario at its start."""
    return engine.load(name, chance=Seeded(1))


def posed(game: Game, kind: str, **args: object) -> Question:
    """A question of a kind, which holds when it is worked out by another way."""
    found = kinds_of(game.scenario.game)[kind]
    question = found.pose(game, args)
    assert list(found.again(game, args, question)) == []
    return question


def test_a_mortar_goes_up_from_an_empty_position_before_it_goes_down() -> None:
    game = opened(f"{HOUSE}/drills/04-acts")
    asked = posed(game, "aimed", card="mortar", colour_die=2, position_die=2)
    assert asked.right == {"green-3"}
    assert asked.without["3.0 mortar position"] == {"green-1", "nobody"}


def test_only_dice_that_reach_the_planes_turn_them_away() -> None:
    game = opened(f"{HOUSE}/drills/raid")
    asked = posed(game, "raid", planes=4, guns=1, dice=[6, 5])
    assert asked.right == {"2"}
    assert asked.without["3.0 bombing anti-aircraft"] == {"3"}


def test_awards_go_by_the_score_alone() -> None:
    game = opened(f"{HOUSE}/drills/raid")
    assert posed(game, "awarded", points=29).right == {"suvorov"}
    assert posed(game, "awarded", points=0).right == {"no award"}


def test_a_card_that_is_turned_up_is_told_step_by_step() -> None:
    game = opened(f"{HOUSE}/the-house")
    args = {"row": "W10", "card": "lefh18", "dice": [3, 0, 0, 0, 0], "place": 1, "others": []}
    with pytest.raises(NotGood):
        posed(game, "card", **{**args, "place": 9})
    others = [["4.0", key, [], [], []] for key in ("pav.phase.tokens-off", "pav.turn.over")]
    asked = posed(game, "card", **{**args, "others": others})
    assert asked.rules == ("3.0 shelling",)
    assert asked.dice == (4,)


def test_a_german_hq_wakes_no_romanians_and_no_other_hq() -> None:
    game = opened(f"{AWAITS}/kiev")
    heads = [unit for unit in game.rules.units.values() if unit.name == "17A"]
    woken = game.query("activated", hq=heads[0].id)
    asked = posed(game, "woken", hq=heads[0].id)
    assert asked.right == set(woken) - {heads[0].id}


def test_beside_a_unit_the_zones_of_its_enemies_are_pointed_at() -> None:
    drills = [drill for drill in stock(AWAITS).drills if drill.kind == "zone"][:5]
    for drill in drills:
        game = drill.position()
        unit = game.rules.units[drill.args["unit"]]
        foe = "soviet" if unit.side == "axis" else "axis"
        near = set(game.scenario.board.neighbours(game.state.position.place(unit.id)))
        assert drill.pose(game).right == near & game.query("zoc", side=foe)
    assert drills
