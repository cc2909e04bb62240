"""Chapter 9, the terrain effects chart and the bridges of 2.1: moving units."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.values import Action
from tests.engine.sketch import between, hq, sketch, unit
from tests.engine.victory_awaits.field import move
from tests.engine.victory_awaits.reference import fields
from tests.marks import rules

ROW = [". . . . . . . . . . . ."]


WAY = " ".join(f"{n:02d}01" for n in range(1, 13))


MODES = ("normal", "strategic")


def march(count, unit="a", mode=None):
    """From 0101 along the row, `count` hexes."""
    return move(unit, *(f"{n:02d}01" for n in range(1, count + 2)), mode=mode)


def keys(game, action):
    """The keys of the reasons that forbid an action."""
    return [reason.key for reason in game.explain(action).reasons]


def price(game, action):
    """The price of each hex of a path, and the sum of all."""
    tally = game.tally(action)
    return [line.value for line in tally.lines], tally.total


def into(ground, kind="infantry", **more):
    """What a unit pays for one step into a terrain."""
    game = sketch([f". {ground} ."], [unit("a", "0101", kind, move=6)], **more)
    return price(game, march(1))[1]


# ------------------------------------------------------------------ 9.0, 9.1 moving in general


@rules("victory-awaits", "9.0", "9.1")
def test_only_activated_units_move():
    game = sketch(ROW, [hq("h", "0101"), unit("a", "0201"), unit("b", "0901")], start={"hq": "h"})
    assert game.explain(move("a", "0201", "0301"))
    assert "ava.move.not-active" in keys(game, move("b", "0901", "1001"))


@rules("victory-awaits", "9.0")
def test_the_other_sides_units_do_not_move():
    game = sketch(ROW, [unit("a", "0101")], [unit("r", "0901")])
    assert keys(game, move("r", "0901", "1001")) == ["ava.move.not-yours"]


@rules("victory-awaits", "9.1")
def test_units_move_one_at_a_time_in_any_order_and_each_once():
    game = sketch(ROW, [unit("a", "0101"), unit("b", "0501"), unit("c", "0901")])
    game.apply(move("c", "0901", "1001"))
    game.apply(move("a", "0101", "0201"))
    assert keys(game, move("c", "1001", "1101")) == ["ava.move.again"]
    assert keys(game, move("a", "0201", "0301")) == ["ava.move.again"]
    assert {action.get("unit") for action in game.choices()} == {"b", None}


@rules("victory-awaits", "9.1")
def test_activated_units_need_not_move():
    game = sketch(ROW, [unit("a", "0101"), unit("b", "0501")])
    assert game.explain(Action("end"))
    assert Action("end") in game.choices()
    where = game.state.position
    game.apply(Action("end"))
    assert game.state.position == where


@rules("victory-awaits", "9.1")
def test_a_unit_moves_from_hex_to_neighbouring_hex():
    game = sketch([". . .", ". . ."], [unit("a", "0101")])
    assert keys(game, move("a", "0101", "0301")) == ["ava.move.not-adjacent"]
    assert keys(game, move("a", "0101", "0201", "0102")) == ["ava.move.not-adjacent"]
    assert keys(game, move("a", "0101", "0101")) == ["ava.move.not-adjacent"]


@rules("victory-awaits", "9.1")
@pytest.mark.parametrize("goal", ["0302", "0304", "0203", "0204", "0403", "0404"])
def test_a_unit_moves_in_any_direction(goal):
    game = sketch([". . . . ."] * 4, [unit("a", "0303")])
    assert game.explain(move("a", "0303", goal))
    assert len(game.choices(unit="a")) > 6


@rules("victory-awaits", "9.1")
def test_a_unit_stays_on_the_map():
    game = sketch(ROW, [unit("a", "0101")])
    assert keys(game, move("a", "0101", "0102")) == ["argument.unknown-hex"]
    assert keys(game, move("a", "0101", "9999")) == ["argument.unknown-hex"]


@rules("victory-awaits", "9.1")
def test_each_unit_takes_one_way_of_moving_normal_or_strategic():
    game = sketch(ROW, [unit("a", "0101"), unit("b", "0101")], road=[WAY])
    game.apply(march(8, mode="strategic"))
    assert game.explain(march(2, unit="b"))
    assert keys(game, march(1, unit="b", mode="by-rail")) == ["argument.not-one-of"]


@rules("victory-awaits", "9.1", "2.1")
@pytest.mark.parametrize("mode", MODES)
def test_soviet_units_never_cross_the_start_line(mode):
    game = sketch(
        ROW,
        soviet=[unit("a", "0101")],
        start={"side": "soviet"},
        road=[WAY],
        start_line=between("0201", "0301"),
    )
    assert game.explain(march(1, mode=mode))
    assert keys(game, march(2, mode=mode)) == ["ava.move.start-line"]
    assert [r.rule for r in game.explain(march(2, mode=mode)).reasons] == ["9.1"]
    assert set(game.query("reach", unit="a", mode=mode)) == {"0101", "0201"}


@rules("victory-awaits", "9.1", "2.1")
@pytest.mark.parametrize("mode", MODES)
def test_axis_units_cross_the_start_line_freely(mode):
    game = sketch(ROW, [unit("a", "0101")], road=[WAY], start_line=between("0201", "0301"))
    assert game.explain(march(3, mode=mode))


@rules("victory-awaits", "9.1")
def test_what_is_no_move_at_all_is_refused_with_its_reason():
    game = sketch(ROW, [unit("a", "0101"), unit("b", None)])
    assert keys(game, move("nobody", "0101", "0201")) == ["argument.unknown-unit"]
    assert keys(game, move("a", "0101")) == ["ava.move.no-path"]
    assert keys(game, Action("move", unit="a")) == ["ava.move.no-path"]
    assert keys(game, move("a", "0301", "0401")) == ["ava.move.wrong-start"]
    assert "ava.move.not-on-map" in keys(game, move("b", "0101", "0201"))
    assert keys(game, Action("fly")) == ["game.not-now"]


PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 9), st.text("0123ax", max_size=5), st.just("a")
)


MESS = st.recursive(PLAIN, lambda kids: st.lists(kids, max_size=4), max_leaves=8)


@rules("victory-awaits", "9.1")
@given(st.just("a") | MESS, MESS, st.none() | MESS)
def test_no_mess_of_arguments_is_more_than_illegal(who, path, mode):
    game = sketch(ROW, [unit("a", "0101"), unit("b", None)], road=[WAY])
    action = Action("move", unit=who, path=path, mode=mode)
    verdict = game.explain(action)
    legal = who == "a" and mode in (None, *MODES)
    assert not verdict.allowed or (legal and isinstance(path, list))
    assert verdict.allowed or all(reason.rule and reason.key for reason in verdict.reasons)
    game.tally(action)


# ------------------------------------------------------------------ 9.2 and TEC: terrain


@rules("victory-awaits", "9.2", "TEC")
@pytest.mark.parametrize(
    ("ground", "mechanized", "foot"),
    [(".", 1, 1), ("l", 2, 1), ("D", 3, 2), ("s", 3, 2), ("C", 1, 1)],
)
def test_a_hex_costs_what_the_terrain_effects_chart_says(ground, mechanized, foot):
    for kind in ("armor", "mechanized", "motorized"):
        assert into(ground, kind, place=[]) == mechanized
    for kind in ("infantry", "cavalry", "mountain", "security", "marine"):
        assert into(ground, kind) == foot
    for kind in ("army-hq", "panzer-group-hq"):
        assert into(ground, kind) == foot


@rules("victory-awaits", "TEC")
@pytest.mark.parametrize(("ground", "cost"), [(".", 1), ("l", 1), ("D", 2), ("s", 2)])
def test_a_town_costs_what_the_ground_in_its_hex_costs(ground, cost):
    town = {"hex": "0201", "name": "X", "kind": "town"}
    assert into(ground, place=[town]) == cost


@rules("victory-awaits", "TEC", "9.2")
@pytest.mark.parametrize(("ground", "key"), [("w", "water"), ("W", "water"), ("x", "forbidden")])
@pytest.mark.parametrize("mode", MODES)
def test_water_and_prohibited_ground_are_closed_even_to_roads(ground, key, mode):
    game = sketch([f". {ground} ."], [unit("a", "0101", "mountain")], road=["0101 0201 0301"])
    assert keys(game, march(1, mode=mode)) == [f"ava.move.{key}"]
    assert f"ava.move.{key}" in keys(game, march(2, mode=mode))
    assert set(game.query("reach", unit="a", mode=mode)) == {"0101"}


@rules("victory-awaits", "9.2")
def test_a_unit_pays_for_each_hex_it_enters_and_none_for_the_one_it_leaves():
    game = sketch(["s . D l ."], [unit("a", "0101", move=9)])
    assert price(game, march(4)) == ([1, 2, 1, 1], 5)


@rules("victory-awaits", "9.2")
def test_the_allowance_may_be_spent_to_the_last_point_and_no_further():
    game = sketch(ROW, [unit("a", "0101", move=5)])
    assert game.explain(march(5))
    (reason,) = game.explain(march(6)).reasons
    assert (reason.rule, reason.key, reason.hexes) == ("9.2", "ava.move.points", ("0701",))
    params = dict(reason.params)
    assert (params["cost"], params["left"], params["need"], params["have"]) == (1, 0, 6, 5)


@rules("victory-awaits", "9.2")
def test_a_hex_that_costs_more_than_is_left_cannot_be_entered():
    game = sketch([". . D ."], [unit("a", "0101", "armor", full=[5, 4, 3])])
    assert game.explain(march(1))
    assert keys(game, march(2)) == ["ava.move.points"]
    assert "0301" not in game.query("reach", unit="a")


@rules("victory-awaits", "9.2")
def test_a_unit_without_movement_points_does_not_move():
    game = sketch(
        [". . M"], [unit("a", "0201", "mountain", move=0)], major_river=between("0101", "0201")
    )
    assert set(game.query("reach", unit="a")) == {"0201"}
    assert not game.explain(move("a", "0201", "0101"))
    assert not game.explain(move("a", "0201", "0301"))


@rules("victory-awaits", "9.2", "2.2")
def test_a_reduced_unit_has_the_allowance_of_its_reduced_side():
    game = sketch(
        ROW,
        [unit("a", "0101", "armor", full=[7, 5, 8], reduced=[4, 3, 6])],
        start={"side": "axis", "reduced": ["a"]},
    )
    assert game.explain(march(6))
    assert keys(game, march(7)) == ["ava.move.points"]


# ------------------------------------------------------------------ 9.2: minor rivers and roads


@rules("victory-awaits", "9.2", "TEC")
@pytest.mark.parametrize("ground", [".", "l", "D", "s"])
def test_a_minor_river_costs_one_more(ground):
    river = between("0101", "0201")
    assert into(ground, minor_river=river) == into(ground) + 1
    assert into(ground, "armor", minor_river=river) == into(ground, "armor") + 1


@rules("victory-awaits", "9.2", "TEC")
@pytest.mark.parametrize("ground", [".", "l", "D", "s", "C", "M"])
@pytest.mark.parametrize("kind", ["infantry", "armor"])
def test_along_a_road_every_hex_costs_one(ground, kind):
    assert into(ground, kind, road=["0101 0201"]) == 1


@rules("victory-awaits", "9.2", "2.1")
def test_a_road_carries_a_unit_over_a_minor_river_for_its_one_point():
    river = between("0101", "0201")
    assert into("s", minor_river=river, road=["0101 0201"]) == 1


@rules("victory-awaits", "9.2")
def test_a_road_in_the_hex_is_no_help_to_who_comes_from_elsewhere():
    game = sketch(["- . -", ". D ."], [unit("a", "0201")], road=["0102 0202 0302"])
    assert price(game, move("a", "0201", "0202"))[1] == 2


@rules("victory-awaits", "9.2", "TEC")
@pytest.mark.parametrize(("ground", "foot", "mechanized"), [(".", 1, 1), ("l", 1, 2), ("D", 2, 3)])
def test_a_railway_is_no_road(ground, foot, mechanized):
    assert into(ground, rail=["0101 0201"]) == foot
    assert into(ground, "armor", rail=["0101 0201"]) == mechanized


@rules("victory-awaits", "9.2", "2.1")
def test_a_railway_bridge_does_not_spare_the_point_for_a_minor_river():
    assert into(".", rail=["0101 0201"], minor_river=between("0101", "0201")) == 2


@rules("victory-awaits", "9.2", "TEC")
def test_neighbouring_large_cities_are_joined_by_road():
    game = sketch(["C C ."], [unit("a", "0101")], minor_river=between("0101", "0201"))
    assert price(game, march(1))[1] == 1
    assert game.explain(march(1, mode="strategic"))
    assert keys(game, march(2, mode="strategic")) == ["ava.strategic.off-road"]


# ------------------------------------------------------------------ 9.2: zones of control


@rules("victory-awaits", "9.2", "3.2")
def test_entering_an_enemy_zone_costs_two_more():
    game = sketch(ROW, [unit("a", "0101")], [unit("r", "0401")])
    assert price(game, march(2)) == ([1, 3], 4)
    parts = game.tally(march(2)).parts
    assert [(line.rule, line.key, line.value) for line in parts[1].lines] == [
        ("TEC", "ava.cost.terrain", 1),
        ("9.2", "ava.cost.enter-zoc", 2),
    ]


@rules("victory-awaits", "9.2", "3.2")
def test_leaving_an_enemy_zone_costs_two_more():
    game = sketch(ROW, [unit("a", "0301")], [unit("r", "0401")])
    assert price(game, move("a", "0301", "0201", "0101")) == ([3, 1], 4)


@rules("victory-awaits", "9.2", "3.2")
def test_from_one_enemy_zone_straight_into_the_next_costs_four_more():
    game = sketch([". . ."] * 3, [unit("a", "0201", move=9)], [unit("r", "0202")])
    assert {"0201", "0101"} <= game.query("zoc", side="soviet")
    assert price(game, move("a", "0201", "0101"))[1] == 1 + 4


@rules("victory-awaits", "9.2", "3.2")
def test_a_road_does_not_spare_the_price_of_a_zone():
    game = sketch(["s s s ."], [unit("a", "0101")], [unit("r", "0401")], road=[WAY[:14]])
    assert price(game, march(2)) == ([1, 3], 4)


@rules("victory-awaits", "9.2", "3.2")
def test_a_friendly_unit_in_the_hex_does_not_lift_the_price_of_a_zone():
    game = sketch(ROW, [unit("a", "0101"), unit("b", "0301")], [unit("r", "0401")])
    assert price(game, march(2)) == ([1, 3], 4)


@rules("victory-awaits", "9.2", "13.0")
def test_an_enemy_headquarters_has_a_zone_to_pay_for():
    game = sketch(ROW, [unit("a", "0101")], [hq("r", "0401")])
    assert price(game, march(2)) == ([1, 3], 4)


@rules("victory-awaits", "9.2", "3.2")
def test_a_zone_stops_nobody_who_can_pay():
    game = sketch([". . .", "- . -"], [unit("a", "0101", move=10)], [unit("r", "0202")])
    path = move("a", "0101", "0201", "0301")
    assert game.explain(path)
    zoc = game.query("zoc", side="soviet")
    costs = [1 + 2 * (a in zoc) + 2 * (b in zoc) for a, b in (("0101", "0201"), ("0201", "0301"))]
    assert price(game, path) == (costs, sum(costs))


# ------------------------------------------------------------------ 9.2: major rivers


BANK = between("0201", "0301")


def river(*men, ground=". . . . . .", soviet=(), **more):
    """A row with a major river between 0201 and 0301."""
    return sketch([ground], list(men), list(soviet), major_river=BANK, **more)


@rules("victory-awaits", "9.2", "TEC")
@pytest.mark.parametrize("points", [1, 5, 8])
@pytest.mark.parametrize("ground", [".", "D", "s"])
def test_a_major_river_without_a_bridge_takes_every_point(points, ground):
    game = river(unit("a", "0201", move=points), ground=f". . {ground} . . .")
    assert game.explain(move("a", "0201", "0301"))
    assert price(game, move("a", "0201", "0301"))[1] == points
    assert game.query("reach", unit="a")["0301"]["cost"] == points


@rules("victory-awaits", "9.2")
def test_nothing_is_left_after_the_crossing():
    game = river(unit("a", "0201"))
    assert keys(game, move("a", "0201", "0301", "0401")) == ["ava.move.after-major-river"]
    assert "0401" not in game.query("reach", unit="a")


@rules("victory-awaits", "9.2")
def test_the_crossing_begins_on_the_bank_and_is_the_whole_move():
    game = river(unit("a", "0101"))
    assert "ava.major-river.must-start" in keys(game, march(2))
    assert "0301" not in game.query("reach", unit="a")


@rules("victory-awaits", "9.2", "3.2")
@pytest.mark.parametrize(
    ("enemy", "watched"), [("0401", "0301"), ("0101", "0201"), ("0302", "0301"), ("0202", "0201")]
)
def test_neither_bank_may_be_in_an_enemy_zone(enemy, watched):
    rows = [". . . . . .", "- . . - - -"] if enemy.endswith("02") else [". . . . . ."]
    game = sketch(rows, [unit("a", "0201")], [unit("r", enemy)], major_river=BANK)
    reasons = game.explain(move("a", "0201", "0301")).reasons
    assert {reason.key for reason in reasons} == {"ava.major-river.zoc"}
    assert watched in [hex for reason in reasons for hex in reason.hexes]
    assert "0301" not in game.query("reach", unit="a")


@rules("victory-awaits", "9.2", "2.1")
@pytest.mark.parametrize(("way", "cost"), [("road", 1), ("rail", 2)])
def test_a_bridge_lifts_every_limit_of_a_major_river(way, cost):
    game = river(
        unit("a", "0101", move=9),
        ground=". . D . . .",
        soviet=[unit("r", "0401")],
        **{way: ["0101 0201 0301"]},
    )
    assert game.explain(march(2))
    assert price(game, march(2)) == ([1, cost + 2], cost + 3)


@rules("victory-awaits", "2.1", "9.2")
def test_a_road_elsewhere_in_the_hex_is_no_bridge():
    game = river(unit("a", "0201"), road=["0101 0201"], rail=["0301 0401"])
    assert price(game, move("a", "0201", "0301"))[1] == 5
    assert keys(game, move("a", "0201", "0301", "0401")) == ["ava.move.after-major-river"]


@rules("victory-awaits", "TEC", "2.1")
def test_between_neighbouring_large_cities_a_major_river_is_bridged():
    game = river(unit("a", "0101"), ground=". C C . . .")
    assert game.explain(march(3))
    assert price(game, march(3)) == ([1, 1, 1], 3)


@rules("victory-awaits", "9.2")
def test_a_major_river_counts_before_a_minor_one_on_the_same_side():
    game = river(unit("a", "0201"), minor_river=BANK)
    assert price(game, move("a", "0201", "0301"))[1] == 5


@rules("victory-awaits", "9.2")
def test_moving_along_the_bank_costs_nothing_special():
    game = sketch([". .", ". ."], [unit("a", "0101")], major_river=between("0101", "0201"))
    assert price(game, move("a", "0101", "0102"))[1] == 1


# ------------------------------------------------------------------ 9.2: mountains


PEAK = ". . M . . ."


@rules("victory-awaits", "9.2", "TEC")
@pytest.mark.parametrize("kind", ["infantry", "armor", "cavalry", "army-hq", "panzer-group-hq"])
def test_mountains_are_closed_to_most(kind):
    game = sketch([PEAK], [unit("a", "0201", kind, move=6)])
    assert keys(game, move("a", "0201", "0301")) == ["ava.move.mountain"]
    assert "0301" not in game.query("reach", unit="a")


@rules("victory-awaits", "9.2", "TEC")
@pytest.mark.parametrize("kind", ["infantry", "armor", "army-hq", "mountain"])
def test_along_a_road_anybody_enters_mountains(kind):
    game = sketch([PEAK], [unit("a", "0101", kind, move=4)], road=["0101 0201 0301 0401"])
    assert price(game, march(3)) == ([1, 1, 1], 3)
    assert game.explain(march(3))


@rules("victory-awaits", "9.2", "TEC")
def test_a_mountain_division_climbs_with_all_its_points():
    game = sketch([PEAK], [unit("a", "0201", "mountain", move=4)])
    assert price(game, move("a", "0201", "0301"))[1] == 4
    assert game.explain(move("a", "0201", "0301"))
    assert keys(game, move("a", "0201", "0301", "0401")) == ["ava.move.after-mountain"]


@rules("victory-awaits", "9.2")
def test_a_climb_is_the_whole_move():
    game = sketch([PEAK], [unit("a", "0101", "mountain")])
    assert "ava.mountain.must-start" in keys(game, march(2))
    assert "0301" not in game.query("reach", unit="a")


@rules("victory-awaits", "9.2", "3.2")
@pytest.mark.parametrize("enemy", ["0401", "0101"])
def test_a_climb_begins_and_ends_outside_enemy_zones(enemy):
    game = sketch([PEAK], [unit("a", "0201", "mountain")], [unit("r", enemy)])
    assert keys(game, move("a", "0201", "0301")) == ["ava.mountain.zoc"]
    assert "0301" not in game.query("reach", unit="a")


@rules("victory-awaits", "9.2")
@pytest.mark.parametrize("kind", ["infantry", "mountain"])
def test_out_of_the_mountains_every_unit_comes_down_at_the_price_of_the_hex(kind):
    game = sketch([PEAK], [unit("a", "0301", kind)])
    assert price(game, move("a", "0301", "0401", "0501")) == ([1, 1], 2)


@rules("victory-awaits", "9.2")
def test_a_climb_over_a_major_river_is_one_step_with_all_points():
    game = river(unit("a", "0201", "mountain"), ground=PEAK)
    assert game.explain(move("a", "0201", "0301"))
    assert price(game, move("a", "0201", "0301"))[1] == 5


# ------------------------------------------------------------------ 9.3 strategic movement


def column(*men, soviet=(), ground=ROW, **more):
    """A road along the row."""
    return sketch(ground, list(men), list(soviet), road=more.pop("road", [WAY]), **more)


@rules("victory-awaits", "9.3", "TEC")
def test_a_hex_costs_half_a_point():
    game = column(unit("a", "0101"), ground=[". s D M C . . . . . . ."])
    lines, total = price(game, march(5, mode="strategic"))
    assert lines == [Fraction(1, 2)] * 5
    assert total == Fraction(5, 2)


@rules("victory-awaits", "9.3")
def test_five_points_are_ten_hexes_and_not_eleven():
    game = column(unit("a", "0101", move=5))
    assert price(game, march(10, mode="strategic"))[1] == 5
    assert game.explain(march(10, mode="strategic"))
    (reason,) = game.explain(march(11, mode="strategic")).reasons
    assert (reason.rule, reason.key) == ("9.2", "ava.move.points")


@rules("victory-awaits", "9.3")
def test_it_begins_on_a_road():
    game = column(unit("a", "0101"), road=["0201 0301 0401"])
    assert "ava.strategic.start-off-road" in keys(game, march(2, mode="strategic"))
    assert set(game.query("reach", unit="a", mode="strategic")) == {"0101"}


@rules("victory-awaits", "9.3")
def test_it_stays_on_the_road_all_the_way():
    game = column(unit("a", "0101"), road=["0101 0201", "0301 0401"])
    assert game.explain(march(1, mode="strategic"))
    assert keys(game, march(3, mode="strategic")) == ["ava.strategic.off-road"]
    assert set(game.query("reach", unit="a", mode="strategic")) == {"0101", "0201"}


@rules("victory-awaits", "9.3", "3.2")
def test_it_does_not_begin_in_an_enemy_zone():
    game = column(unit("a", "0101"), ground=[ROW[0], ". ."], soviet=[unit("r", "0102")])
    assert "ava.strategic.start-in-zoc" in keys(game, march(3, mode="strategic"))
    assert set(game.query("reach", unit="a", mode="strategic")) == {"0101"}


@rules("victory-awaits", "9.3", "3.2")
def test_it_does_not_enter_an_enemy_zone_not_even_under_a_friend():
    game = column(unit("a", "0101"), unit("b", "0601"), soviet=[unit("r", "0701")])
    assert game.explain(march(4, mode="strategic"))
    assert keys(game, march(5, mode="strategic")) == ["ava.strategic.zoc"]
    assert "0601" not in game.query("reach", unit="a", mode="strategic")


@rules("victory-awaits", "9.3")
def test_a_railway_does_not_serve():
    game = column(unit("a", "0101"), road=["0101 0201"], rail=[WAY])
    assert keys(game, march(2, mode="strategic")) == ["ava.strategic.rail"]


@rules("victory-awaits", "9.3", "2.1")
def test_it_crosses_rivers_by_the_bridges_of_the_road():
    game = column(unit("a", "0101"), major_river=BANK, minor_river=between("0301", "0401"))
    assert price(game, march(4, mode="strategic"))[1] == 2
    assert game.explain(march(4, mode="strategic"))


@rules("victory-awaits", "9.3", "3.1")
def test_in_all_else_it_obeys_the_rules_of_normal_movement():
    game = column(unit("a", "0101"), unit("b", "0301"), unit("c", "0301"), soviet=[unit("r", None)])
    assert keys(game, march(2, mode="strategic")) == ["ava.stack.full"]
    assert game.explain(march(3, mode="strategic"))
    blocked = column(unit("a", "0101"), soviet=[unit("r", "0301")])
    assert "ava.move.enemy" in keys(blocked, march(2, mode="strategic"))


@rules("victory-awaits", "9.3")
def test_there_is_no_need_of_it_where_normal_movement_gets_one_as_far():
    game = column(unit("a", "0101", move=2))
    ways = {action["path"][-1]: action.get("mode", "normal") for action in game.choices(unit="a")}
    assert ways == {
        "0201": "normal",
        "0301": "normal",
        "0401": "strategic",
        "0501": "strategic",
    }


# ------------------------------------------------------------------ all of it together


def ways_by_explain(game, mover, mode):
    """Every path that `explain` lets a unit take, by trying each neighbour of each hex.

    Only stacking is left aside: it forbids to stop in a hex, not to pass it (3.1).
    """
    cheapest = {mover.hex: Fraction(0)}
    paths = [(mover.hex,)]
    while paths:
        longer = []
        for path in paths:
            for there in game.scenario.board.neighbours(path[-1]):
                action = move(mover.id, *path, there, mode=mode)
                if [key for key in keys(game, action) if key != "ava.stack.full"]:
                    continue
                total = Fraction(game.tally(action).total)
                if total < cheapest.get(there, total + 1):
                    cheapest[there] = total
                longer.append((*path, there))
        paths = longer
    return cheapest


@rules("victory-awaits", "9.1", "9.2", "9.3")
@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=150)
@given(fields(columns=4, rows=3, move=3))
def test_reach_is_what_trying_every_path_finds(mode, field):
    game, mover = field.game(), field.mover
    reach = game.query("reach", unit=mover.id, mode=mode)
    assert {hex: found["cost"] for hex, found in reach.items()} == ways_by_explain(
        game, mover, mode
    )
    for hex, found in reach.items():
        if hex == mover.hex:
            continue
        action = move(mover.id, *found["path"], mode=mode)
        assert action["path"][-1] == hex
        assert game.tally(action).total == found["cost"]
        assert game.explain(action).allowed == found["stop"]


@rules("victory-awaits", "9.1", "9.2", "9.3", "TEC", "2.1")
@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=300)
@given(fields(columns=6, rows=5, move=8, men=7))
def test_reach_is_that_of_the_rulebook_on_any_board(mode, field):
    game, mover = field.game(), field.mover
    reach = game.query("reach", unit=mover.id, mode=mode)
    assert {hex: found["cost"] for hex, found in reach.items()} == field.reach(mover, mode)


@rules("victory-awaits", "9.1", "3.1")
@given(fields(columns=5, rows=4, move=5, men=7))
def test_the_choices_are_the_hexes_in_reach_where_one_may_stop(field):
    game = field.game()
    for man in (man for man in field.men if man.side == field.mover.side):
        offered = {action["path"][-1]: action for action in game.choices(unit=man.id)}
        reach = [game.query("reach", unit=man.id, mode=mode) for mode in MODES]
        assert set(offered) == {
            hex for found in reach for hex, to in found.items() if to["stop"] and hex != man.hex
        }
        assert all(game.explain(action) for action in offered.values())
        assert all(
            game.choices(unit=man.id, hex=hex) == [action] for hex, action in offered.items()
        )


@rules("victory-awaits", "9.2")
@given(fields(columns=4, rows=3, move=4), st.data())
def test_a_tally_is_the_sum_of_its_lines_and_parts(field, data):
    game = field.game()
    path = [field.mover.hex]
    for _ in range(data.draw(st.integers(1, 5))):
        path.append(data.draw(st.sampled_from(sorted(field.around(path[-1])))))
    for mode in MODES:
        tally = game.tally(move(field.mover.id, *path, mode=mode))
        assert tally.total == sum(line.value for line in tally.lines)
        assert [line.value for line in tally.lines] == [part.total for part in tally.parts]
        assert len(tally.lines) <= len(path) - 1


@rules("victory-awaits", "9.2")
def test_a_way_that_is_too_long_is_refused_once():
    game = sketch(ROW, [unit("a", "0101", move=2)])
    found = [why.key for why in game.explain(march(7)).reasons]
    assert found == ["ava.move.points"]


@rules("victory-awaits", "9.1", "9.2")
def test_what_is_told_of_a_move_and_what_has_no_price():
    game = sketch(ROW, [unit("a", "0101")], [unit("r", "1201")])
    assert game.tally(move("nobody", "0101", "0201")) is None
    assert game.tally(move("a", "0201", "0301")) is None, "it does not stand there"
    assert game.tally(move("a", "0101")) is None
    assert game.tally(Action("move", path=["0101", "0201"])) is None, "nobody is named"
    assert game.choices(hex="1201") == [], "nobody gets there, and the end is no hex"
    (done, *_) = game.apply(move("a", "0101", "0201", "0301"))
    told = dict(done.params)
    assert (told["start"], told["goal"], told["cost"]) == ("0101", "0301", 2)


@rules("victory-awaits", "3.1", "9.3", "3.2")
def test_a_refusal_names_the_enemies_and_nobody_else():
    game = sketch(
        ROW,
        [unit("a", "0101"), unit("b", "0201")],
        [unit("r", "0301"), unit("s", "0301")],
        road=[WAY],
    )
    into = game.explain(move("b", "0201", "0301")).reasons
    assert {why.key for why in into} == {"ava.move.enemy"}, "two enemies are no full hex of ours"
    (watched, *_) = game.explain(move("a", "0101", "0201", mode="strategic")).reasons
    assert watched.key == "ava.strategic.zoc"
    assert set(watched.units) == {"r", "s"}
