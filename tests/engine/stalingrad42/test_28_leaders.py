"""Chapter 28: leaders and their rerolls."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

LEADERS = {"leaders": True, "disengagement": True}


def manstein(hex, **more):
    return unit("m", hex, "commander", full=[0, 0, 6], steps=1, range=3, **more)


@rules("stalingrad42", "28.1.1", "28.1.2", "28.1.4")
def test_manstein_has_an_attack_rolled_again_and_the_new_roll_stands():
    played = field(
        "stalingrad42",
        [unit("a", "0303", full=[8, 4, 4]), manstein("0302")],
        [unit("x", "0304", full=[2, 2, 4])],
        rules=LEADERS,
        phase="combat",
        dice=[1, 6],
    )
    played.apply(attack("0304", "a"))
    assert (played.decision.kind, played.decision.side) == ("s42.reroll", "german")
    assert "28.1.1" in forbidden(played, Action("reroll", unit="m", die=4))
    played.apply(Action("reroll", unit="m", die=1))
    assert "fired" in played.query("marks", unit="m")
    said = [e for e in played.history[-1].events if e.key == "zb.attack.result"]
    assert dict(said[0].params)["die"] == 6


@rules("stalingrad42", "28.1.1", "28.1.2", "28.1.4")
@pytest.mark.parametrize(("hex", "marks"), [("0308", {}), ("0302", {"m": ["fired"]})])
def test_a_leader_is_silent_out_of_range_and_when_used(hex, marks):
    played = field(
        "stalingrad42",
        [unit("a", "0303", full=[8, 4, 4]), manstein(hex)],
        [unit("x", "0304", full=[2, 2, 4])],
        rules=LEADERS,
        phase="combat",
        marks=marks,
        dice=[1],
    )
    played.apply(attack("0304", "a"))
    assert played.decision.kind != "s42.reroll"


@rules("stalingrad42", "28.1.4")
def test_manstein_speaks_up_against_a_soviet_attack_too():
    played = field(
        "stalingrad42",
        [unit("a", "0303"), manstein("0302")],
        [unit("x", "0304", full=[9, 4, 4])],
        rules=LEADERS,
        phase="combat",
        side="soviet",
        dice=[6],
    )
    played.apply(attack("0303", "x"))
    assert (played.decision.kind, played.decision.side) == ("s42.reroll", "german")
    played.apply(Action("keep"))
    assert "fired" not in played.query("marks", unit="m")


@rules("stalingrad42", "28.1.3")
def test_chuikov_repeats_a_soviet_stand_and_nothing_else():
    chuikov = unit("k", "0405", "commander", full=[0, 0, 5], steps=1, range=3)
    played = field(
        "stalingrad42",
        [unit("a", "0303", full=[8, 4, 4])],
        [unit("x", "0304", full=[2, 2, 4], morale="elite"), chuikov],
        rules=LEADERS,
        phase="combat",
        ground={"0304": "C"},
        turn=12,
        dice=[5, 1, 6, 6],
    )
    played.apply(attack("0304", "a"))
    assert played.decision.kind != "s42.reroll"
    while played.decision.kind not in ("zb.stand", "zb.desperate"):
        played.apply(next(iter(played.choices())))
    played.apply(Action("stand", lead="x"))
    assert (played.decision.kind, played.decision.side) == ("s42.reroll", "soviet")
    played.apply(next(a for a in played.choices() if a.kind == "reroll"))
    assert "fired" in played.query("marks", unit="k")


@rules("stalingrad42", "28.1.4")
def test_manstein_repeats_a_disengagement():
    played = field(
        "stalingrad42",
        [unit("a", "0303"), manstein("0302")],
        [unit("x", "0304")],
        rules=LEADERS,
        phase="combat",
        dice=[1, 5],
    )
    played.apply(Action("disengage", unit="a"))
    assert played.decision.kind == "s42.reroll"
    played.apply(Action("reroll", unit="m", die=1))
    assert played.decision.kind == "zb.retreat"


@rules("stalingrad42", "28.1.1", "28.1.5")
def test_a_leader_moves_as_mechanized_and_is_used_after_a_train():
    links = {"rail": ["0404 0405 0406 0407 0408"], "road": ["0404 0304 0204"]}
    played = field(
        "stalingrad42",
        [unit("a", "0910"), manstein("0404")],
        [unit("x", "1209")],
        rules=LEADERS,
        links=links,
    )
    assert played.scenario.pieces["m"].mechanized
    assert not played.scenario.pieces["m"].combat
    assert played.tally(move("m", "0404", "0304", "0204")).total == 1
    played.apply(Action("rail", unit="m", hex="0407"))
    assert played.query("marks", unit="m") == ["fired"]


@rules("stalingrad42", "28.1.1")
def test_leaders_wake_in_their_own_initial_phase():
    played = field(
        "stalingrad42",
        [unit("a", "0101"), manstein("0102")],
        [unit("x", "1212")],
        rules=LEADERS,
        phase="initial",
        marks={"m": ["fired"]},
    )
    assert played.query("marks", unit="m") == []
