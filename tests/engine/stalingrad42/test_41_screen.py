"""What a screen shows of masked armies, by whose eyes look."""

from __future__ import annotations

import engine
from tests.marks import rules
from tutor.hands.zocbond import ZocBondHands


@rules("stalingrad42", "34.1.1", "34.1.2")
def test_a_german_screen_shows_no_box():
    game = engine.load("stalingrad42/drills/masks-german")
    hands = ZocBondHands(game)
    assert hands.secret()
    everything = {view.id for _, view in hands.counters()}
    assert {"5 TC", "119", "124", "First"} <= everything
    hands.viewer = "soviet"
    assert "5 TC" in {view.id for _, view in hands.counters()}
    for eyes in ("german", ""):
        hands.viewer = eyes
        shown = {view.id: place for place, view in hands.counters()}
        assert "5 TC" not in shown
        assert shown["First"] == "0604"
        assert not any(place.startswith("mask") for place in shown.values())
