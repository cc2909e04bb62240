"""Sections 9.5 and 9.6: rivers, lakes, mountains."""

from __future__ import annotations

import pytest

from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import ALPS, FAR
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


@rules("stalingrad42", "9.5.5", "2.2.2")
def test_a_river_inside_a_hex_does_nothing_its_sides_do():
    own = [unit("a", "0504", full=[9, 9, 4]), unit("b", "0405", full=[9, 9, 4])]
    foes = [unit("x", "0505")]
    shape = {"sides": {"major-river": ["0505 N"]}}
    played = field("stalingrad42", own, foes, phase="combat", **shape)
    over = played.query("battle", side="german", hex="0505", units=["a"])
    round_it = played.query("battle", side="german", hex="0505", units=["b"])
    assert (over["attack"], over["defence"]) == (5, 8)
    assert (round_it["attack"], round_it["defence"]) == (9, 4)


@rules("stalingrad42", "9.5.6", "23.4")
@pytest.mark.parametrize(("turn", "barred"), [(20, True), (28, False)])
def test_lakes_of_the_steppe_freeze(turn, barred):
    own = [unit("a", "0504", full=[9, 9, 4])]
    shape = {"ground": {"0505": "d"}, "sides": {"steppe-lake": ["0505 N"]}, "turn": turn}
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", **shape)
    assert ("9.5.6" in forbidden(played, attack("0505", "a"))) is barred
    walk = field("stalingrad42", own, [unit("x", "1212")], **shape)
    assert bool(forbidden(walk, move("a", "0504", "0505"))) is barred
    if not barred:
        found = played.query("battle", side="german", hex="0505", units=["a"])
        assert found["defence"] == 8


@rules("stalingrad42", "9.5.6")
def test_other_lakes_never_freeze():
    own = [unit("a", "0504", full=[9, 9, 4])]
    shape = {"sides": {"lake": ["0505 N"]}, "turn": 30}
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", **shape)
    assert forbidden(played, attack("0505", "a"))


@rules("stalingrad42", "9.6.2", "20.2", "9.5.1", "12.2")
def test_alpine_sides_are_attacked_by_road_double_nobody_and_stop_retreats():
    own = [unit("m", "0504", "mountain", full=[9, 4, 4]), unit("i", "0504", full=[9, 4, 4])]
    foes = [unit("x", "0505", full=[4, 4, 4])]
    bare = field("stalingrad42", own, foes, turn=9, phase="combat", sides=ALPS["sides"])
    assert "9.6.2" in forbidden(bare, attack("0505", "i"))
    assert forbidden(bare, attack("0505", "m")) == ()
    assert bare.query("battle", side="german", hex="0505", units=["m"])["defence"] == 4
    paved = field("stalingrad42", own, foes, turn=9, phase="combat", **ALPS)
    assert forbidden(paved, attack("0505", "i")) == ()
    winter = field("stalingrad42", own, foes, turn=28, phase="combat", **ALPS)
    assert "9.6.2" in forbidden(winter, attack("0505", "m"))

    def stops(played, who):
        return list(
            played.rules.all_of(Chapter.retreat_barriers, played.state, who, "0504", "0505")
        )

    assert stops(bare, "i") == ["zb.retreat.impassable"] == stops(winter, "m")
    assert stops(bare, "m") == [] == stops(paved, "i")


@rules("stalingrad42", "9.5.2", "23.4", "9.5.6", "5.5.2")
def test_a_frozen_lake_of_the_steppe_is_a_frozen_major_river():
    """Who attacks over it is halved, who walks over it pays, who retreats over it lives."""
    own = [unit("a", "0504", full=[9, 9, 6]), unit("t", "0504", "motorized", full=[9, 9, 6])]
    shape = {"sides": {"steppe-lake": ["0504 S"]}, "turn": 28}
    fight = field("stalingrad42", own, [unit("x", "0505")], phase="combat", **shape)
    found = fight.query("battle", side="german", hex="0505", units=["a"])
    assert (found["attack"], found["defence"]) == (4, 8)  # the winter takes one before
    walk = field("stalingrad42", own, [FAR], **shape)
    assert walk.tally(move("a", "0504", "0505")).total == 2
    assert walk.tally(move("t", "0504", "0505")).total == 3
    assert walk.query("deaths", unit="a", path=["0504", "0505"]) == []
    assert "0505" in walk.query("zoc", side="german")


@rules("stalingrad42", "7.6", "6.1", "9.5.6")
@pytest.mark.parametrize("lake", ["lake", "steppe-lake"])
def test_no_zone_and_no_bond_crosses_an_open_lake(lake):
    own = [unit("a", "0504"), unit("b", "0506")]
    for turn, stands in ((20, False), (28, lake == "steppe-lake")):
        shape = {"sides": {lake: ["0504 S"]}, "turn": turn}
        played = field("stalingrad42", own, [], **shape)
        assert played.query("bond", side="german", ends=["0504", "0506"])["stands"] is stands
        alone = field("stalingrad42", own[:1], [], **shape)
        assert ("0505" in alone.query("zoc", side="german")) is stands


@rules("stalingrad42", "9.2.3", "2.2.2", "9.5.5")
def test_tanks_give_no_shift_over_a_river_or_out_of_a_swamp():
    own = [unit("t", "0504", "tank", full=[9, 4, 6], dot="black")]
    for sides, ground, shift in (
        ({}, {}, 1),
        ({"minor-river": ["0504 S"]}, {}, 0),
        ({"major-river": ["0504 S"]}, {}, 0),
        ({}, {"0504": "s"}, 0),
        ({"minor-river": ["0504 S"]}, {"0504": "s"}, 0),
        ({"minor-river": ["0504 SE"]}, {}, 1),
    ):
        played = field(
            "stalingrad42", own, [unit("x", "0505")], phase="combat", sides=sides, ground=ground
        )
        found = played.query("battle", side="german", hex="0505", units=["t"])
        assert found["shift"] == shift


@rules("stalingrad42", "9.2.1", "9.2.2", "9.2.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [
        (("",), ("",), 0),
        (("black",), ("",), 1),
        (("red",), ("",), 2),
        (("black",), ("black",), 0),
        (("red",), ("black",), 1),
        (("black",), ("white",), 0),
        (("red",), ("white",), 1),
        (("",), ("black",), -1),
        (("",), ("red",), -2),
        (("black",), ("red",), -1),
        (("red",), ("red",), 0),
        (("",), ("white",), 0),
        (("white",), ("black",), -1),
        (("black", "red", "black"), ("",), 2),
    ],
)
def test_tank_shifts_of_both_sides(attackers, defenders, shift):
    own = [unit(f"a{i}", "0504", "tank", dot=dot) for i, dot in enumerate(attackers)]
    foes = [unit(f"d{i}", "0505", "tank", dot=dot) for i, dot in enumerate(defenders)]
    played = field("stalingrad42", own, foes, phase="combat")
    names = [row["id"] for row in own]
    assert played.query("battle", side="german", hex="0505", units=names)["shift"] == shift


@rules("stalingrad42", "5.5.4", "5.5.2")
def test_a_railway_bridge_costs_one_on_foot_and_two_on_wheels():
    own = [unit("i", "0504", full=[4, 4, 6]), unit("m", "0504", "motorized", full=[4, 4, 6])]
    sides = {"major-river": ["0504 S"]}
    for links, prices in (
        ({"rail": ["0504 0505"]}, (2, 3)),
        ({"road": ["0504 0505"]}, (1, 0.5)),
        ({"road": ["0504 0505"], "rail": ["0504 0505"]}, (1, 0.5)),
        ({}, (3, 4)),
    ):
        played = field("stalingrad42", own, [FAR], sides=sides, links=links)
        found = tuple(played.tally(move(n, "0504", "0505")).total for n in "im")
        assert found == prices
