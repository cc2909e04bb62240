"""Every golden game is played again and comes out as it was recorded."""

from __future__ import annotations

import difflib

import pytest

from tests.golden.__main__ import changes
from tests.golden.recorder import FOLDER, Recipe, actions_in, file_of, recipes, record


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: "-".join(map(str, recipe)))
def test_the_game_goes_as_recorded(recipe: Recipe) -> None:
    file = file_of(recipe)
    assert file.exists(), "not recorded yet: make golden"
    before = file.read_text("utf-8")
    after = record(recipe, actions_in(before))
    if after != before:
        told = "\n".join(changes(before, after))
        pieces = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=4)
        shown = "\n".join(list(pieces)[:40])
        pytest.fail(f"{told}\n{shown}\nIf that is meant: make golden, and say why.", pytrace=False)


def test_no_recording_is_left_over() -> None:
    assert set(FOLDER.rglob("*.txt")) == set(map(file_of, recipes()))


def test_a_change_is_told_in_words() -> None:
    recipe = ("victory-awaits/river-line", "random", 1)
    before = file_of(recipe).read_text("utf-8")
    move = next(line for line in before.splitlines() if line.startswith("  of "))
    after = before.replace(move, "  of nothing 0 #00000000", 1)
    told = list(changes(before, after))
    assert told[0].startswith("first at 1: was 'of ")
    assert told[1].startswith("other legal actions at 1 of ")
    assert list(changes(before, before)) == []


def test_an_action_that_is_no_longer_legal_is_left() -> None:
    recipe = ("victory-awaits/river-line", "random", 1)
    kept = actions_in(file_of(recipe).read_text("utf-8"))
    again = actions_in(record(recipe, [*kept[:5], "fly unit=36M"]))
    assert again[:5] == kept[:5]
