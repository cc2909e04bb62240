"""The table of differences between the two games."""

from __future__ import annotations

from engine.catalogue import GAMES as KNOWN
from engine.words import catalogue
from engine.zocbond.questions.queries import GAMES, contrasts, differences


def test_every_difference_has_words_and_two_values():
    found = dict(differences())
    assert found["extended"] == {"holland44": 2, "stalingrad42": 3}
    assert found["off-road"] == {"holland44": 4, "stalingrad42": 5}
    assert "leave-zoc" not in found
    for name in found:
        assert f"zb.figure.{name}" in catalogue()


def test_every_contrast_has_words_and_both_games_say_something():
    found = dict(contrasts())
    assert len(found) > 10
    for topic, sections in found.items():
        assert f"zb.contrast.{topic}" in catalogue()
        assert set(sections) == set(GAMES)
        for game, rules in sections.items():
            assert rules
            assert all(KNOWN[game].rulebook.rules[rule].summary for rule in rules)
