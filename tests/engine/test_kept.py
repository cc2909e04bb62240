"""What is known of a position and kept when a unit moves is what would be found anew."""

import random

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.game import Game
from engine.pavlovs_house.board.house import OF_SOVIETS
from engine.pavlovs_house.rules import PavlovsHouse
from engine.position import Position
from engine.values import replace
from engine.victory_awaits.components.state import SIDES
from engine.victory_awaits.concepts import Lines, lines_of
from engine.victory_awaits.rules import VictoryAwaits


@pytest.mark.parametrize("seed", range(3))
def test_lines_that_are_kept_are_those_that_there_are(seed: int) -> None:
    game, luck = (
        Game(catalogue.rules_of("victory-awaits/nine-turns"), Seeded(seed)),
        random.Random(seed),
    )
    rules = game.rules
    assert isinstance(rules, VictoryAwaits)
    while game.decision is not None:
        s = game.state
        anew = replace(s, position=Position(s.position.to_json()))
        for side in SIDES:
            assert lines_of(rules, s, side).reached == Lines(rules, anew, side).reached
        action = game.sample(luck)
        assert action is not None
        game.apply(action)


@pytest.mark.parametrize("seed", range(3))
def test_the_house_is_known_as_it_is(seed: int) -> None:
    game, luck = (
        Game(catalogue.rules_of("pavlovs-house/the-house"), Seeded(seed)),
        random.Random(seed),
    )
    rules = game.rules
    assert isinstance(rules, PavlovsHouse)
    kept = 0
    while game.decision is not None:
        s = game.state
        kept += sum(key in s.position.cache for key in OF_SOVIETS)
        anew = replace(s, position=Position(s.position.to_json()))
        assert rules.men(s) == rules.men(anew)
        assert {k: v for k, v in rules.held(s).items() if v} == {
            spot: there for spot in rules.kit.spots if (there := rules.holders(s, spot))
        }
        for colour in (None, "green", "red", "purple"):
            assert set(rules.defenders(s, colour)) == set(rules.defenders(anew, colour))
        action = game.sample(luck)
        assert action is not None
        game.apply(action)
    assert kept
