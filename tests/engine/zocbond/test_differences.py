"""The table of differences between the two games."""

from __future__ import annotations

from engine.words import catalogue
from engine.zocbond.differences import differences


def test_every_difference_has_words_and_two_values():
    found = {entry.name: entry for entry in differences()}
    assert (found["extended"].holland44, found["extended"].stalingrad42) == (2, 3)
    assert (found["off-road"].holland44, found["off-road"].stalingrad42) == (4, 5)
    assert "leave-zoc" not in found
    for entry in found.values():
        assert entry.key in catalogue()
