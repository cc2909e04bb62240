"""Values as plain data: read back they are the same, and equal values are the same text."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue, plain
from engine.chance import Seeded
from engine.game import Game
from engine.position import Position
from engine.values import Action

MOST = 60
"""So many actions of each scenario are looked at."""
ATOMS = st.none() | st.booleans() | st.integers() | st.text() | st.fractions()
KEYS = st.text() | st.tuples(st.text(), st.integers())
VALUES: st.SearchStrategy[Any] = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner),
        st.lists(inner).map(tuple),
        st.dictionaries(KEYS, inner),
        st.frozensets(ATOMS),
    ),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    back = plain.loads(plain.dumps(value))
    assert back == value
    assert type(back) is type(value)


@given(st.dictionaries(KEYS, ATOMS), st.randoms())
def test_the_order_in_which_a_table_was_made_is_not_written(
    table: dict[Any, Any], luck: random.Random
) -> None:
    rows = list(table.items())
    luck.shuffle(rows)
    assert plain.dumps(dict(rows)) == plain.dumps(table)
    assert plain.dumps(set(rows)) == plain.dumps(set(table.items()))


def test_stacks_keep_their_order_and_positions_their_units() -> None:
    position = Position({"a": "0101", "b": "0102", "c": "0101"}).moved("a", "0102")
    back = plain.loads(plain.dumps(position))
    assert back == position
    assert back.at("0102") == ("b", "a")


def test_an_action_is_read_back_with_its_arguments() -> None:
    action = Action("move", unit="21", path=("0101", "0102"), odds=Fraction(1, 2))
    assert plain.loads(plain.dumps(action)) == action


@pytest.mark.parametrize("scenario", catalogue.scenario_ids())
def test_every_state_of_a_random_game_is_read_back(scenario: str) -> None:
    """As it is, as each side knows it, and that is all that this side can make of it."""
    rules, luck = catalogue.rules_of(scenario), random.Random(scenario)
    game = Game(rules, Seeded(1))
    while (owed := game.decision) is not None and len(game.history) < MOST:
        assert plain.loads(plain.dumps(game.state)) == game.state
        for side in (side.id for side in rules.scenario.sides):
            text = plain.dumps(rules.seen(game.state, side))
            known = plain.loads(text)
            if side == owed.side:
                assert rules.decision(known) == owed
                assert plain.dumps(rules.seen(known, side)) == text
        action = game.sample(luck)
        assert action is not None
        events = game.apply(action)
        assert plain.loads(plain.dumps(events)) == events
    assert len(game.history) > 10


@pytest.mark.parametrize(
    "text",
    [
        "[",
        '{"=": "os:system", "of": {}}',
        '{"=": "engine.values:Action", "of": {}}',
        '{"=": "engine.plain:dumps", "of": {}}',
        '{"=": "name", "of": "engine.plain:sys.exit"}',
        '{"=": "name", "of": "os:system"}',
        '{"=": "engine.nowhere:Nothing", "of": {}}',
        '{"=": "action", "of": {}}',
        '{"=": "fraction", "of": [1, 0]}',
        '{"=": "position", "of": 3}',
        '{"=": "frozenset", "of": [{}]}',
    ],
)
def test_what_is_not_ours_is_no_value(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        plain.loads(text)


def test_what_has_no_name_is_not_written() -> None:
    with pytest.raises(TypeError, match="lambda"):
        plain.dumps(lambda: None)
    with pytest.raises(TypeError, match="Seeded"):
        plain.dumps(Seeded(1))
