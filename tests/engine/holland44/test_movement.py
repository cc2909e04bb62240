"""Chapter 8: groups, modes, ground, moves that go hex by hex."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from engine.values import Action
from tests.engine.holland44.parts import FOE, N, places, waiting
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules


@rules("holland44", "2.2.3")
def test_a_river_inside_a_hex_is_for_cities_and_swamps():
    ground = {"0505": "s"}
    plain = field("holland44", [unit("a", "0506")], FOE, ground=ground)
    inner = field(
        "holland44", [unit("a", "0506")], FOE, ground=ground, tags={"inner-river": ["0505"]}
    )
    step = move("a", "0506", "0505")
    assert inner.tally(step).total == plain.tally(step).total
    with pytest.raises(Problem, match="inside hex 0606"):
        field("holland44", [unit("a", "0506")], FOE, tags={"inner-river": ["0606"]})


@rules("holland44", "8.2.2")
def test_a_group_does_not_end_extended_movement_together():
    own = [unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, FOE)
    pair = Action("move", units=("a", "b"), path=("0506", "0505"), mode="extended")
    assert "8.2.2" in forbidden(played, pair)
    assert played.explain(move("a", "0506", "0505", mode="extended"))


@rules("holland44", "8.6.3", "8.3.3", "13.3")
def test_woods_in_polder_are_polder():
    rules_ = field("holland44", [unit("a", "0506")], FOE).rules
    polder, both = (rules_.charts["terrain"].rows[name] for name in ("polder", "polder-woods"))
    for trait in ("foot", "mechanized", "technical", "woods", "stand"):
        assert polder[trait] == both[trait]


@rules("holland44", "8.6.3", "8.3.3")
def test_woods_in_polder_hold_no_way_open():
    own = [unit("a", "0506"), unit("b", "0507")]
    foes = [unit("x", "0606")]
    spend = Action("spend", unit="a")
    for ground, open_way in (("w", True), ("P", False)):
        played = field("holland44", own, foes, ground={"0506": ground})
        assert played.explain(spend).allowed == open_way
        if open_way:
            played.apply(spend)
        through = move("b", "0507", "0506", "0505", mode="tactical")
        assert ("7.2" not in forbidden(played, through)) == open_way


@rules("holland44", "8.6.3", "13.3")
def test_woods_in_polder_are_no_cover_for_a_short_retreat():
    foes = [unit("x", "0505")]
    for ground, cover in (("w", True), ("P", False)):
        played = field("holland44", [unit("a", "0506")], foes, ground={"0504": ground})
        found = played.query("retreats", unit="x", length=2)
        assert (("0505", "0504") in found["open"]) == cover


@rules("holland44", "8.1", "8.2.1", "8.3.1", "25.2.2")
@pytest.mark.parametrize("mode", [None, "extended", "tactical"])
def test_no_allowance_is_no_move(mode):
    foes = [unit("u", "0505", full=[0, 2, 0], steps=1)]
    played = field("holland44", [unit("a", "0101")], foes, side="german")
    assert "8.1" in forbidden(played, move("u", "0505", "0506", mode=mode))
    assert not played.choices(unit="u")


@rules("holland44", "8.1")
def test_a_group_leaves_a_unit_on_the_way_and_goes_on():
    own = [unit("a", "0506", full=[4, 4, 6]), unit("b", "0506", full=[4, 4, 3]), unit("c", "0506")]
    played = field("holland44", own, FOE)
    played.apply(Action("move", units=("a", "b", "c"), path=("0506", "0505", "0504"), leave=("b",)))
    assert played.decision.kind == "zb.march"
    assert places(played, "a", "b", "c") == ["0504", "0504", "0504"]
    # b sets the pace of the group (3); without it c does (4), and two points are gone.
    going = {a["path"][-1] for a in played.choices() if a.kind == "march"}
    assert "0502" in going
    assert "0501" not in going
    # a alone has 6: with c left behind as well it goes on by four.
    played.apply(Action("march", unit="a", path=("0504", "0503"), leave=("c",)))
    assert {a["path"][-1] for a in played.choices() if a.kind == "march"} >= {"0501"}
    played.apply(Action("march", unit="a", path=("0503", "0502", "0501")))
    assert places(played, "a", "b", "c") == ["0501", "0504", "0503"]
    assert played.decision.kind == "zb.move"
    for name, hex in (("b", "0504"), ("c", "0503")):
        assert "8.1" in forbidden(played, move(name, hex, "0604"))


@rules("holland44", "8.1")
def test_one_of_a_group_stops_here():
    played = field("holland44", waiting("a", "b"), FOE, areas=[N])
    played.apply(Action("enter", unit="a", mates=("b",), path=("0512",)))
    assert Action("leave", unit="b") in played.choices()
    played.apply(Action("leave", unit="b"))
    played.apply(Action("march", unit="a", path=("0512", "0511")))
    assert places(played, "a", "b") == ["0511", "0512"]


@rules("holland44", "8.1")
def test_some_are_left_and_some_go_on():
    own = [unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, FOE)
    for left in (("a", "b"), ("x",)):
        all_stay = Action("move", units=("a", "b"), path=("0506", "0505"), leave=left)
        assert "8.1" in forbidden(played, all_stay)
    spent = ("0506", "0505", "0504", "0503", "0502")
    assert "8.1" in forbidden(played, Action("move", units=("a", "b"), path=spent, leave=("b",)))


@rules("holland44", "8.2.2", "8.1")
def test_in_extended_movement_each_stops_in_a_hex_of_its_own():
    own = [unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, FOE)
    both = Action("move", units=("a", "b"), path=("0506", "0505"), mode="extended")
    assert "8.2.2" in forbidden(played, both)
    played.apply(both.replaced(leave=("b",)))
    assert "8.2.2" in forbidden(played, Action("halt"))
    played.apply(Action("march", unit="a", path=("0505", "0504")))
    assert places(played, "a", "b") == ["0504", "0505"]


@rules("holland44", "2.3.14", "2.3.16", "8.6.2")
@pytest.mark.parametrize("kind", ["infantry", "motorized", "engineer", "tank", "artillery"])
def test_technical_units_keep_to_roads_and_bridges(kind):
    technical = kind in ("tank", "artillery")
    own = [unit("a", "0506", kind, steps=1, full=[1, 4, 6])]
    over = field("holland44", own, FOE, sides={"minor-river": ["0506 N"]})
    step = move("a", "0506", "0505", mode="tactical")
    assert bool(forbidden(over, step)) == technical
    swamp = field("holland44", own, FOE, ground={"0505": "s"})
    assert bool(forbidden(swamp, step)) == technical
    road = field("holland44", own, FOE, ground={"0505": "s"}, links={"road": ["0506 0505"]})
    assert forbidden(road, step) == ()


@rules("holland44", "8.3.3", "25.3.3")
def test_only_who_gave_up_his_move_holds_a_hex_open():
    through = move("b", "0507", "0506", "0505", mode="tactical")
    own = [unit("a", "0506"), unit("b", "0507")]
    for spent in (False, True):
        more = {"ground": {"0506": "w"}, "marks": {"a": ["spent"] if spent else []}}
        played = field("holland44", own, [unit("x", "0606")], **more)
        if not spent:
            played.apply(Action("spend", unit="a"))
        # A Spent marker from a storm says only that the unit has fought.
        assert "spent" in played.query("marks", unit="a")
        assert played.explain(through).allowed == (not spent)


@rules("holland44", "8.3.3", "21.3")
def test_two_steps_have_to_give_up_their_move():
    own = [unit("a", "0506", steps=1), unit("c", "0506", steps=1), unit("b", "0507")]
    through = move("b", "0507", "0506", "0505", mode="tactical")
    played = field("holland44", own, [unit("x", "0606")], ground={"0506": "t"})
    played.apply(Action("spend", unit="a"))
    assert forbidden(played, through) == ("7.2",)
    played.apply(Action("spend", unit="c"))
    assert played.explain(through)


@rules("holland44", "14.3.2")
def test_routed_units_do_not_hurry():
    played = field("holland44", [unit("a", "0505")], FOE, marks={"a": ["routed"]})
    assert played.explain(move("a", "0505", "0504", "0503"))
    assert forbidden(played, move("a", "0505", "0504", mode="extended")) == ("14.3.2",)
