"""The table of differences between the two games."""

from __future__ import annotations

from engine.words import catalogue
from engine.zocbond.questions.differences import GAMES, contrasts, differences


def test_every_difference_has_words_and_two_values():
    found = {entry.name: entry for entry in differences()}
    assert (found["extended"].holland44, found["extended"].stalingrad42) == (2, 3)
    assert (found["off-road"].holland44, found["off-road"].stalingrad42) == (4, 5)
    assert "leave-zoc" not in found
    for entry in found.values():
        assert entry.key in catalogue()


def test_every_contrast_has_words_and_both_games_say_something():
    found = list(contrasts())
    assert len(found) > 10
    for entry in found:
        assert entry.key in catalogue()
        assert {game for game, _ in entry.rules} == set(GAMES)
        assert all(entry.summary(rule) for rule in entry.rules)
