"""Sections 8.5.5 to 8.5.7, 18.3.1 and 23.3: what ferries carry, and over which side they lie."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import FOE, engineer
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

RIVER = {"large-river": ["0506 N"]}


def over(*units, path=("0506", "0505"), **more):
    """A tactical move of a group over the river."""
    return Action("move", units=units, path=path, mode="tactical", **more)


FERRY = {"large-river": ["0506 N"], "ferry": ["0506 N"]}


ROUND = "N NE SE S SW NW"


BEND = {"large-river": [f"0505 {ROUND}", f"0606 {ROUND}"]}
"""Two islands beside 0506, each cut off by a large river."""


HOME = {
    "areas": [{"id": "allied-N", "name": "N", "touches": ["0512"]}],
    "links": {"road": ["0512 0511 0510 0509 0508 0507 0506"]},
}


def cut_off(*more_own, phase="supply", **more):
    """Units on two islands, and an engineer between them and home."""
    own = [engineer(), unit("a", "0505"), unit("b", "0606"), *more_own]
    return field("holland44", own, FOE, phase=phase, sides=BEND, **{**HOME, **more})


@rules("holland44", "23.3.3")
def test_an_engineer_serves_one_side_a_turn():
    own = [
        unit("e", "0506", "engineer", steps=1),
        unit("a", "0506"),
        unit("b", "0506"),
    ]
    played = field("holland44", own, FOE, sides={"large-river": ["0506 N NE"]})
    board = played.scenario.board
    over = [h for h in board.neighbours("0506") if "large-river" in board.side("0506", h)]
    assert len(over) == 2
    played.apply(move("a", "0506", over[0], mode="tactical"))
    assert "8.5.4" in forbidden(played, move("b", "0506", over[1], mode="tactical"))
    assert played.explain(move("b", "0506", over[0], mode="tactical"))
    assert "23.3.3" in forbidden(played, move("e", "0506", "0507"))


@rules("holland44", "8.5.6", "23.3.3")
def test_a_group_counts_as_a_whole_against_the_load_of_an_engineer():
    own = [engineer(), *(unit(name, "0506", steps=3) for name in "abc")]
    played = field("holland44", own, FOE, sides=RIVER)
    assert "8.5.6" in forbidden(played, over("a", "b", "c"))
    played.apply(over("a", "b"))
    assert "8.5.6" in forbidden(played, over("c"))


@rules("holland44", "8.5.6", "8.5.7")
def test_a_printed_ferry_takes_one_step_of_a_group():
    own = [unit(name, "0506", steps=1) for name in "ab"]
    played = field("holland44", own, FOE, sides=FERRY)
    assert "8.5.7" in forbidden(played, over("a", "b"))
    played.apply(over("a"))
    assert "8.5.6" in forbidden(played, over("b"))


@rules("holland44", "23.3.3")
def test_which_engineer_carries_is_the_players_choice():
    own = [engineer("e"), engineer("f", "0505"), unit("a", "0506"), unit("b", "0506", steps=3)]
    played = field("holland44", [*own, unit("c", "0506", steps=3)], FOE, sides=RIVER)
    played.apply(over("a"))
    assert played.decision.kind == "h44.carried"
    assert {a["unit"] for a in played.choices()} == {"e", "f"}
    assert "23.3.3" in forbidden(played, Action("carry", unit="a"))
    played.apply(Action("carry", unit="f"))
    assert "23.3.3" in forbidden(played, move("f", "0505", "0504"))
    assert played.explain(move("e", "0506", "0507"))
    # Each has a load of its own: f has carried two steps, so six more take e.
    played.apply(over("b", "c"))
    assert played.decision.kind == "zb.move"
    assert "23.3.3" in forbidden(played, move("e", "0506", "0507"))


@rules("holland44", "23.3.3", "8.5.5")
def test_the_ferry_on_the_map_spares_the_engineer():
    own = [engineer(), unit("a", "0506", steps=1), unit("b", "0506", steps=2)]
    played = field("holland44", own, FOE, sides=FERRY)
    played.apply(over("a"))
    assert Action("carry") in played.choices()
    played.apply(Action("carry"))
    assert played.explain(move("e", "0506", "0507"))
    two = field("holland44", own, FOE, sides=FERRY)
    two.apply(over("b"))
    assert two.decision.kind == "zb.move"
    assert "23.3.3" in forbidden(two, move("e", "0506", "0507"))


@rules("holland44", "23.3.3", "8.5.5")
def test_an_engineer_comes_to_the_bank_and_takes_itself_over():
    own = [engineer(hex="0507"), unit("a", "0507")]
    played = field("holland44", own, FOE, sides=RIVER)
    way = ("0507", "0506", "0505")
    assert "8.5.4" in forbidden(played, over("a", path=way))
    played.apply(over("a", "e", path=way))
    assert [played.query("place", unit=u) for u in "ae"] == ["0505", "0505"]
    beyond = field("holland44", [engineer(), unit("a", "0506")], FOE, sides=RIVER)
    assert "23.3.3" in forbidden(beyond, over("a", "e", path=("0506", "0505", "0504")))
    # Left on the other bank, it lets the others go on.
    beyond.apply(over("a", "e", leave=("e",)))
    beyond.apply(Action("march", unit="a", path=("0505", "0504")))
    assert [beyond.query("place", unit=u) for u in "ae"] == ["0504", "0505"]


@rules("holland44", "23.3.1", "14.2")
def test_engineers_in_disorder_go_on_working():
    own = [engineer(), unit("a", "0506")]
    more = {"sides": RIVER, "marks": {"e": ["disrupted"]}}
    assert field("holland44", own, FOE, **more).explain(over("a"))
    foes = [unit("x", "0505")]
    played = field("holland44", own, foes, phase="combat", unmoved=["a"], **more)
    assert played.explain(attack("0505", "a", crossing=("e",)))


@rules("holland44", "18.3.1", "23.3.1", "23.3.3")
def test_a_ferry_takes_supply_over_one_side():
    for side, dry, wet in (("0505", "a", "b"), ("0606", "b", "a")):
        played = cut_off()
        assert played.decision.kind == "h44.span"
        assert played.decision.side == "allied"
        assert {a["hex"] for a in played.choices()} == {"0505", "0606"}
        assert "23.3.1" in forbidden(played, Action("lay-ferry", unit="e", hex="0507"))
        played.apply(Action("lay-ferry", unit="e", hex=side))
        assert "out" not in played.query("marks", unit=dry)
        assert "out" in played.query("marks", unit=wet)


@rules("holland44", "18.3.1", "23.3.1")
def test_one_river_side_needs_no_question():
    one = {"large-river": [f"0505 {ROUND}"]}
    own = [engineer(), unit("a", "0505")]
    played = field("holland44", own, FOE, phase="supply", sides=one, **HOME)
    assert played.decision.kind == "zb.move"
    assert "out" not in played.query("marks", unit="a")


@rules("holland44", "23.3.1")
def test_nor_does_a_ferry_that_helps_nobody():
    played = field("holland44", [engineer()], FOE, phase="supply", sides=BEND, **HOME)
    assert played.decision.kind == "zb.move"


@rules("holland44", "23.3.3", "18.3.1")
def test_the_ferry_lies_where_it_carried():
    played = cut_off(unit("c", "0506"), phase="movement")
    played.apply(over("c", path=("0506", "0606")))
    assert played.query("supply", unit="b").traced
    assert not played.query("supply", unit="a").traced
    assert "23.3.3" in forbidden(played, Action("lay-ferry", unit="e", hex="0505"))


@rules("holland44", "23.3.3", "23.3.1")
def test_the_ferry_is_turned_once_a_turn():
    played = cut_off(phase="movement")
    assert all(played.query("supply", unit=u).traced for u in "ab")
    played.apply(Action("lay-ferry", unit="e", hex="0505"))
    assert [played.query("supply", unit=u).traced for u in "ab"] == [True, False]
    again = Action("lay-ferry", unit="e", hex="0606")
    assert "23.3.3" in forbidden(played, again)
    assert "23.3.1" in forbidden(played, Action("lay-ferry", unit="a", hex="0606"))
    # Laid for supply, it may still carry over another side (8.5.4 would bar the way).
    assert played.explain(over("e", path=("0506", "0606")))


@rules("holland44", "23.3.3")
def test_engineers_stay_once_their_ferry_was_used() -> None:
    game = field(
        "holland44",
        [unit("a", "0505"), unit("e", "0505", "engineer", steps=1)],
        [unit("b", "1111")],
        sides={"large-river": ["0505 N"]},
    )
    away = Action("move", units=("e",), path=("0505", "0506"), mode="tactical")
    assert game.explain(away)
    game.apply(Action("move", units=("a",), path=("0505", "0504"), mode="tactical"))
    assert "23.3.3" in game.explain(away).rules


@rules("holland44", "8.5.6", "20.1")
@pytest.mark.parametrize(
    ("kind", "turn", "goes"),
    [("infantry", 9, True), ("tank", 9, False), ("tank", 8, True), ("infantry", 8, True)],
)
def test_german_vehicles_are_ferried_by_night(kind, turn, goes):
    own = [unit("x", "0506", kind, steps=1)]
    played = field("holland44", [unit("a", "1212")], own, side="german", turn=turn, sides=FERRY)
    assert played.explain(over("x")).allowed == goes
    assert goes or forbidden(played, over("x")) == ("8.5.6",)


@rules("holland44", "8.5.6", "23.3.3")
def test_an_engineer_ferries_one_vehicle_step_a_turn():
    own = [engineer(), *(unit(name, "0506", "tank", steps=1) for name in "tu"), unit("a", "0506")]
    played = field("holland44", own, FOE, sides=RIVER)
    assert "8.5.6" in forbidden(played, over("t", "u"))
    played.apply(over("t"))
    assert "8.5.6" in forbidden(played, over("u"))
    assert played.explain(over("a"))
