"""What every game with an agenda does alike: questions are checked, mistakes told from bugs."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Seeded, catalogue
from engine.agenda import AgendaState, once_a_state
from engine.errors import Problem

GAME = catalogue.load("victory-awaits/nine-turns", Seeded(1))


@pytest.mark.parametrize("system", catalogue.GAMES)
def test_an_unknown_question_gets_the_nearest(system: str) -> None:
    game = catalogue.load(catalogue.scenario_ids(system)[0], Seeded(1))
    name = sorted(game.rules.questions)[0]
    with pytest.raises(Problem, match="there is no question") as caught:
        game.query(f"{name}x")
    assert name in str(caught.value)


def test_a_name_that_is_unknown_is_the_callers_mistake() -> None:
    with pytest.raises(Problem, match="does not know 'nobody'"):
        GAME.query("reach", unit="nobody")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"unit": "x", "colour": "red"}, "does not know 'colour'"),
        ({}, "does not say 'unit'"),
    ],
)
def test_a_question_with_a_wrong_or_missing_argument(args: dict[str, Any], said: str) -> None:
    with pytest.raises(Problem, match=said):
        GAME.query("reach", **args)


def test_a_key_that_nobody_named_is_a_mistake_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It must not be blamed on whoever asks."""
    broken = {"broken": lambda g, s, unit: {}["a row of a table"]}
    monkeypatch.setattr(GAME.rules, "questions", broken)
    with pytest.raises(KeyError, match="a row of a table"):
        GAME.query("broken", unit="x")


def test_what_is_asked_once_a_state_is_asked_anew_about_something_else() -> None:
    asked = []

    @once_a_state
    def count(g: str, s: AgendaState, unit: str, loud: bool = False) -> int:
        asked.append((unit, loud))
        return len(asked)

    state, other = AgendaState(()), AgendaState(())
    found = [count("g", state, "x"), count("g", state, "x"), count("g", state, "x", loud=True)]
    assert found == [1, 1, 2], "what is said by name is part of the question"
    assert [count("g", state, "y"), count("g", other, "x")] == [3, 4]
