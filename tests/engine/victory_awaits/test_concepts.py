"""Chapters 2.1 and 3: stacking, zones of control, lines of communication, towns and cities."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.errors import Problem
from tests.engine.sketch import between, hq, sketch, unit
from tests.engine.victory_awaits.field import move
from tests.engine.victory_awaits.reference import fields
from tests.marks import rules

ROW = [". . . . . . . . . ."]


def denied(game, action):
    """The rules and keys that forbid an action."""
    return {(reason.rule, reason.key) for reason in game.explain(action).reasons}


# ------------------------------------------------------------------ 3.1 stacking


@rules("victory-awaits", "3.1")
def test_two_units_may_share_a_hex():
    game = sketch(ROW, [unit("a", "0101"), unit("b", "0201")])
    assert game.explain(move("a", "0101", "0201"))


@rules("victory-awaits", "3.1")
def test_a_third_unit_may_not_end_its_move_there():
    game = sketch(ROW, [unit("a", "0101"), unit("b", "0201"), unit("c", "0201")])
    assert denied(game, move("a", "0101", "0201")) == {("3.1", "ava.stack.full")}
    (reason,) = game.explain(move("a", "0101", "0201")).reasons
    assert reason.units == ("b", "c")
    assert reason.hexes == ("0201",)


@rules("victory-awaits", "3.1", "13.0")
def test_headquarters_and_reduced_units_count_in_full():
    game = sketch(
        ROW,
        [unit("a", "0101"), unit("b", "0201", reduced=[1, 5]), hq("h", "0201")],
        start={"side": "axis", "reduced": ["b"]},
    )
    assert denied(game, move("a", "0101", "0201")) == {("3.1", "ava.stack.full")}


@rules("victory-awaits", "3.1")
def test_the_limit_does_not_hold_on_the_way():
    game = sketch(ROW, [unit("a", "0101"), unit("b", "0201"), unit("c", "0201")])
    assert game.explain(move("a", "0101", "0201", "0301"))
    reach = game.query("reach", unit="a")
    assert not reach["0201"]["stop"]
    assert reach["0301"]["stop"]
    assert [a["path"][-1] for a in game.choices(unit="a") if a["path"][-1] == "0201"] == []


@rules("victory-awaits", "3.1")
def test_axis_and_soviet_units_never_share_a_hex_not_even_on_the_way():
    game = sketch(ROW, [unit("a", "0101", move=9)], [unit("r", "0301")])
    assert ("3.1", "ava.move.enemy") in denied(game, move("a", "0101", "0201", "0301"))
    assert ("3.1", "ava.move.enemy") in denied(game, move("a", "0101", "0201", "0301", "0401"))
    assert "0301" not in game.query("reach", unit="a")


@rules("victory-awaits", "3.1")
def test_a_unit_does_not_count_against_itself_where_it_stands():
    game = sketch([". .", ". ."], [unit("a", "0101"), unit("b", "0101")])
    assert game.query("stack", unit="a", hex="0101") == ()
    assert game.explain(move("a", "0101", "0201", "0101"))


# ------------------------------------------------------------------ 3.2 zones of control


@rules("victory-awaits", "3.2")
def test_a_unit_controls_the_six_hexes_around_it_and_not_its_own():
    game = sketch([". . . . ."] * 4, [unit("a", "0302")])
    around = {"0301", "0303", "0202", "0203", "0402", "0403"}
    assert game.query("zoc", side="axis") == around


@rules("victory-awaits", "3.2")
@pytest.mark.parametrize("ground", ["w", "W", "x"])
def test_a_zone_does_not_reach_into_water_or_prohibited_ground(ground):
    game = sketch([f". . {ground}"], [unit("a", "0201")])
    assert game.query("zoc", side="axis") == {"0101"}


@rules("victory-awaits", "3.2", "TEC")
@pytest.mark.parametrize("ground", [".", "l", "D", "s", "C", "M"])
def test_a_zone_reaches_into_every_other_terrain(ground):
    game = sketch([f". . {ground}"], [unit("a", "0201")])
    assert game.query("zoc", side="axis") == {"0101", "0301"}


@rules("victory-awaits", "3.2")
@pytest.mark.parametrize("river", ["major_river", "minor_river", "start_line"])
def test_a_zone_reaches_across_rivers(river):
    game = sketch(ROW, [unit("a", "0201")], **{river: between("0101", "0201", "0201", "0301")})
    assert game.query("zoc", side="axis") == {"0101", "0301"}


@rules("victory-awaits", "3.2", "13.0")
def test_headquarters_and_reduced_units_have_zones_too():
    game = sketch(
        ROW,
        [unit("a", "0201", reduced=[1, 5]), hq("h", "0901")],
        start={"side": "axis", "reduced": ["a"]},
    )
    assert game.query("zoc", side="axis") == {"0101", "0301", "0801", "1001"}


@rules("victory-awaits", "3.2")
def test_a_zone_reaches_into_hexes_that_units_of_either_side_hold():
    game = sketch(ROW, [unit("a", "0201"), unit("b", "0101")], [unit("r", "0301")])
    assert game.query("zoc", side="axis") >= {"0101", "0301", "0201"}
    assert game.query("zoc", side="soviet") == {"0201", "0401"}


@rules("victory-awaits", "3.2")
def test_a_unit_beside_the_map_controls_nothing():
    game = sketch(ROW, [unit("a", "0101")], [unit("r", None)])
    assert game.query("zoc", side="soviet") == set()


@rules("victory-awaits", "3.2", "9.2")
def test_several_zones_in_one_hex_cost_no_more_than_one():
    field = [". ."] * 3
    path = move("a", "0101", "0102")
    for enemies in (
        [unit("r", "0103")],
        [unit("r", "0103"), unit("q", "0103")],
        [unit("r", "0103"), unit("q", "0203")],
    ):
        assert sketch(field, [unit("a", "0101")], enemies).tally(path).total == 1 + 2


@rules("victory-awaits", "3.2")
@given(fields(columns=6, rows=5))
def test_zones_are_those_of_the_rulebook_on_any_board(field):
    game = field.game()
    for side in ("axis", "soviet"):
        assert game.query("zoc", side=side) == field.zoc(side)


# ------------------------------------------------------------------ 3.3 communication


def line(game, unit="a"):
    return game.query("communication", unit=unit)


@rules("victory-awaits", "3.3")
def test_a_soviet_line_may_be_of_any_length():
    game = sketch([" ".join("." * 30)], soviet=[unit("a", "3001")], soviet_source=["0101"])
    found = line(game)
    assert found.exists
    assert len(found.path) == 30
    assert (found.path[0], found.path[-1]) == ("0101", "3001")


@rules("victory-awaits", "3.3", "2.1")
def test_a_soviet_line_does_not_cross_the_start_line():
    game = sketch(
        ROW,
        soviet=[unit("a", "0401"), unit("b", "0301")],
        soviet_source=["0101"],
        start_line=between("0301", "0401"),
    )
    assert not line(game, "a").exists
    assert line(game, "b").exists


@rules("victory-awaits", "3.3")
def test_an_axis_line_may_cross_the_start_line():
    game = sketch(
        ROW,
        [unit("a", "0401")],
        axis_source=["0101"],
        start_line=between("0301", "0401"),
    )
    assert line(game).exists


@rules("victory-awaits", "3.3")
@pytest.mark.parametrize(("hex", "exists"), [("0701", True), ("0801", False)])
def test_an_axis_line_runs_at_most_six_hexes_off_the_railway(hex, exists):
    game = sketch(ROW, [unit("a", hex)], axis_source=["0101"])
    assert line(game).exists == exists


@rules("victory-awaits", "3.3")
def test_an_axis_line_follows_an_unbroken_railway_of_any_length_first():
    long = [" ".join("." * 30)]
    hexes = [f"{n:02d}01" for n in range(1, 25)]
    game = sketch(long, [unit("a", "3001")], axis_source=["0101"], rail=[" ".join(hexes)])
    found = line(game)
    assert found.exists
    assert found.off_rail == 6
    assert found.path == tuple(f"{n:02d}01" for n in range(1, 31))


@rules("victory-awaits", "3.3")
def test_a_gap_in_the_railway_ends_it():
    game = sketch(
        [" ".join("." * 20)],
        [unit("a", "1501")],
        axis_source=["0101"],
        rail=["0101 0201 0301", "0401 0501 0601 0701 0801 0901 1001 1101 1201 1301 1401 1501"],
    )
    assert not line(game).exists


@rules("victory-awaits", "3.3", "TEC")
def test_neighbouring_large_cities_join_the_railway():
    game = sketch(
        [". . C C . . . . . ."],
        [unit("a", "1001")],
        axis_source=["0101"],
        rail=["0101 0201 0301"],
    )
    assert line(game).exists
    assert line(game).off_rail == 6


@rules("victory-awaits", "3.3")
def test_a_railway_is_no_help_to_the_soviets_and_none_is_needed():
    game = sketch(ROW, soviet=[unit("a", "1001")], soviet_source=["0101"])
    assert line(game).exists
    assert line(game).off_rail == 0


@rules("victory-awaits", "3.3")
def test_a_line_does_not_enter_a_hex_with_an_enemy():
    game = sketch(ROW, [unit("a", "0401")], [unit("r", "0301")], axis_source=["0101"])
    assert not line(game).exists


@rules("victory-awaits", "3.3")
def test_a_line_may_enter_an_enemy_zone_but_not_pass_through_it():
    """0301 is watched from 0302 below: the line of one row ends there."""
    rows = [". . . . .", "- - . - -"]
    game = sketch(rows, [unit("a", "0501")], [unit("r", "0302")], axis_source=["0101"])
    assert "0301" in game.query("zoc", side="soviet")
    assert not line(game).exists
    closer = sketch(rows, [unit("a", "0301")], [unit("r", "0302")], axis_source=["0101"])
    assert line(closer).exists


@rules("victory-awaits", "3.3")
def test_a_friendly_unit_in_the_hex_carries_the_line_through_an_enemy_zone():
    rows = [". . . . .", "- - . - -"]
    game = sketch(
        rows,
        [unit("a", "0501"), unit("b", "0301")],
        [unit("r", "0302")],
        axis_source=["0101"],
    )
    assert line(game).path == ("0101", "0201", "0301", "0401", "0501")


@rules("victory-awaits", "3.3")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_railway_too_is_cut_by_an_enemy_zone(side):
    rows = [" ".join("." * 12), "- - . " + " ".join("-" * 9)]
    men = {"axis": [unit("a", "1201")], "soviet": [unit("r", "0302")]}
    if side == "soviet":
        men = {"axis": [unit("r", "0302")], "soviet": [unit("a", "1201")]}
    game = sketch(
        rows,
        men["axis"],
        men["soviet"],
        axis_source=["0101"],
        soviet_source=["0101"],
        rail=[" ".join(f"{n:02d}01" for n in range(1, 13))],
    )
    assert not line(game).exists


@rules("victory-awaits", "3.3")
@pytest.mark.parametrize("ground", ["w", "W", "x"])
def test_a_line_does_not_enter_water_or_prohibited_ground(ground):
    game = sketch([f". . {ground} . ."], [unit("a", "0501")], axis_source=["0101"])
    assert not line(game).exists


@rules("victory-awaits", "3.3")
@pytest.mark.parametrize(
    ("road", "exists"), [([], False), (["0201 0301"], False), (["0201 0301 0401"], True)]
)
def test_a_line_crosses_mountains_only_along_a_road(road, exists):
    game = sketch([". . M . ."], [unit("a", "0501")], axis_source=["0101"], road=road)
    assert line(game).exists == exists


@rules("victory-awaits", "3.3")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_line_may_end_in_a_mountain_hex_off_the_road(side):
    men = [unit("a", "0301", type="mountain")]
    game = sketch([". . M . ."], **{side: men}, axis_source=["0101"], soviet_source=["0101"])
    assert line(game).path[-1] == "0301"


@rules("victory-awaits", "3.3")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_line_crosses_rivers(side):
    men = [unit("a", "0401")]
    game = sketch(
        ROW,
        **{side: men},
        axis_source=["0101"],
        soviet_source=["0101"],
        major_river=between("0101", "0201"),
        minor_river=between("0201", "0301"),
    )
    assert line(game).exists


@rules("victory-awaits", "3.3")
def test_a_source_held_by_the_enemy_gives_nothing():
    game = sketch(ROW, [unit("a", "0401")], [unit("r", "0101")], axis_source=["0101"])
    assert not line(game).exists


@rules("victory-awaits", "3.3", "12.1", "16.3")
def test_a_source_that_the_enemy_took_and_left_feeds_nobody_until_it_is_taken_back():
    def game(side):
        return sketch(
            [". . . . . . ."],
            [unit("a", "0601")],
            [unit("r", "0101")],
            start={"side": side, "holds": ["0401"]},
            soviet_source=["0401"],
            rail=["0101 0201 0301 0401"],
        )

    held = game("soviet")
    assert held.state.breached == {"0401"}
    assert not held.query("communication", unit="r").exists
    assert held.query("railheads", side="soviet") == frozenset()
    held.apply(move("r", "0101", "0201", "0301", "0401"))
    assert held.state.breached == frozenset()
    assert held.query("communication", unit="r").exists


@rules("victory-awaits", "3.3")
def test_a_unit_on_its_source_has_a_line_even_in_an_enemy_zone():
    game = sketch(ROW, [unit("a", "0101")], [unit("r", "0201")], axis_source=["0101"])
    assert line(game).path == ("0101",)


@rules("victory-awaits", "3.3")
def test_the_other_sides_sources_do_not_serve():
    axis = sketch(ROW, [unit("a", "0201")], soviet_source=["0101"])
    assert not line(axis).exists
    soviet = sketch(ROW, soviet=[unit("a", "0201")], axis_source=["0101"])
    assert not line(soviet).exists


@rules("victory-awaits", "3.3")
@given(fields(columns=6, rows=5, men=8))
def test_lines_are_those_of_the_rulebook_on_any_board(field):
    game = field.game()
    wanted = {side: field.lines(side) for side in ("axis", "soviet")}
    for man in field.men:
        found = line(game, man.id)
        assert found.exists == (man.hex in wanted[man.side])
        if found.exists:
            assert found.off_rail == wanted[man.side][man.hex]
            assert found.path[0] in field.sources[man.side]
            assert found.path[-1] == man.hex
            pairs = zip(found.path, found.path[1:], strict=False)
            assert all(b in set(field.around(a)) for a, b in pairs)
        else:
            assert found.path == ()


# ------------------------------------------------------------------ 3.4 towns and cities


def town(hex, kind="town"):
    return {"hex": hex, "name": f"Town {hex}", "kind": kind}


@rules("victory-awaits", "3.4", "2.1")
def test_at_the_start_the_line_says_who_holds_a_town():
    game = sketch(
        [". C . . . . . . . ."],
        [unit("a", "0901")],
        axis_territory=["0101", "0201"],
        place=[town("0101"), town("0201", "large-city"), town("0301"), town("0901")],
    )
    assert game.query("control") == {
        "0101": "axis",
        "0201": "axis",
        "0301": "soviet",
        "0901": "soviet",
    }


@rules("victory-awaits", "3.4")
def test_only_towns_and_large_cities_are_held():
    game = sketch(ROW, [unit("a", "0901")], place=[town("0301")])
    assert set(game.query("control")) == {"0301"}


@rules("victory-awaits", "3.4")
def test_the_last_to_enter_holds_a_town_even_by_passing_through():
    row = [". . C . . . . . . ."]
    game = sketch(row, [unit("a", "0101")], place=[town("0201"), town("0301", "large-city")])
    events = game.apply(move("a", "0101", "0201", "0301", "0401"))
    taken = [event for event in events if event.key == "ava.control.taken"]
    assert [(event.rule, event.hexes) for event in taken] == [
        ("3.4", ("0201",)),
        ("3.4", ("0301",)),
    ]
    assert game.query("control") == {"0201": "axis", "0301": "axis"}


@rules("victory-awaits", "3.4", "13.0")
def test_a_headquarters_takes_a_town_as_well_and_the_soviets_take_them_back():
    game = sketch(
        ROW,
        soviet=[hq("h", "0101")],
        start={"side": "soviet"},
        axis_territory=["0201"],
        place=[town("0201")],
    )
    game.apply(move("h", "0101", "0201"))
    assert game.query("control") == {"0201": "soviet"}


@rules("victory-awaits", "3.4")
def test_entering_a_town_of_ones_own_changes_nothing():
    game = sketch(ROW, [unit("a", "0101")], axis_territory=["0201"], place=[town("0201")])
    events = game.apply(move("a", "0101", "0201"))
    assert "ava.control.taken" not in [event.key for event in events]
    assert game.query("control") == {"0201": "axis"}


@rules("victory-awaits", "3.4")
def test_a_zone_of_control_takes_no_town():
    game = sketch(ROW, [unit("a", "0101")], place=[town("0301")])
    game.apply(move("a", "0101", "0201"))
    assert game.query("control") == {"0301": "soviet"}


@rules("victory-awaits", "3.4", "TEC")
@pytest.mark.parametrize("kind", ["town", "large-city"])
def test_a_place_and_the_terrain_under_it_agree_on_large_cities(kind):
    row = [". C"] if kind == "town" else ["C ."]
    with pytest.raises(Problem) as caught:
        sketch(row, [unit("a", "0101")], place=[town("0201", kind)])
    assert "A large city is a terrain" in str(caught.value)


@rules("victory-awaits", "3.1", "14.2")
def test_a_fortress_leaves_room_for_two_units():
    fort = {**unit("F", "0201", "fortress"), "full": [0, 2, 0]}
    game = sketch(
        ROW, soviet=[unit("a", "0101"), unit("b", "0201"), fort], start={"side": "soviet"}
    )
    assert "0201" in {action["path"][-1] for action in game.choices(unit="a")}


@rules("victory-awaits", "3.3")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_from_a_mountain_hex_no_line_climbs_into_the_next_off_the_road(side):
    men = {"axis": [], "soviet": []} | {side: [unit("a", "0401", "mountain")]}
    game = sketch(
        [". . M M . ."],
        **men,
        **{f"{side}_source": ["0101"]},
        rail=["0101 0201"],
        road=["0201 0301"],
    )
    assert not line(game).exists
