"""Chapters 8 and 13: whom a headquarters wakes."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.chance import Scripted, Seeded
from engine.errors import Problem
from engine.values import Action
from engine.words import catalogue
from tests.engine.sketch import between, hq, sketch, unit
from tests.engine.victory_awaits.reference import FOE, fields
from tests.marks import rules

ROW = [". . . . . . . . . ."]


BY_H = {"hq": "h"}


def woken(game, head="h"):
    """The units that a headquarters wakes."""
    return set(game.query("activated", hq=head))


def why_not(game, unit, head="h"):
    """The reason for which a headquarters does not wake a unit."""
    return game.query("activation", hq=head)[unit]


def move(unit, *path):
    return Action("move", unit=unit, path=path)


# ------------------------------------------------------------------ 8.1 who is activated


@rules("victory-awaits", "8.1", "8.2")
def test_every_unit_in_range_wakes_and_the_headquarters_itself():
    game = sketch(
        ROW, [hq("h", "0101"), unit("a", "0201"), unit("b", "0501"), unit("c", "0601")], start=BY_H
    )
    assert woken(game) == {"h", "a", "b"}


@rules("victory-awaits", "8.1")
def test_formation_and_type_of_unit_do_not_matter():
    men = [
        unit("a", "0201", "armor", full=[5, 4, 8], formation="18A"),
        unit("b", "0201", "cavalry", formation="16A"),
        unit("c", "0301", "security"),
        unit("d", "0301", "mountain", formation="4PzG"),
    ]
    game = sketch(ROW, [hq("h", "0101", formation="18A"), *men], start=BY_H)
    assert woken(game) == {"h", "a", "b", "c", "d"}


@rules("victory-awaits", "8.1")
def test_enemies_do_not_wake():
    game = sketch(ROW, [hq("h", "0101")], [unit("r", "0301")], start=BY_H)
    assert woken(game) == {"h"}
    assert "r" not in game.query("activation", hq="h")


@rules("victory-awaits", "8.1", "13.0")
def test_a_headquarters_never_wakes_another():
    game = sketch(ROW, [hq("h", "0101"), hq("k", "0201")], start=BY_H)
    assert woken(game) == {"h"}
    assert why_not(game, "k").rule == "13.0"


@rules("victory-awaits", "8.1", "9.0")
def test_only_what_was_woken_may_move():
    game = sketch(ROW, [hq("h", "0101"), unit("a", "0501"), unit("b", "0801")], start=BY_H)
    assert game.explain(move("a", "0501", "0601"))
    verdict = game.explain(move("b", "0801", "0901"))
    assert set(verdict.rules) == {"8.1", "8.2"}
    assert {action.get("unit") for action in game.choices()} == {"h", "a", None}


@rules("victory-awaits", "8.1")
def test_a_woken_unit_moves_once_in_an_activation():
    game = sketch(ROW, [hq("h", "0101"), unit("a", "0301")], start=BY_H)
    game.apply(move("a", "0301", "0401"))
    reasons = game.explain(move("a", "0401", "0501")).reasons
    assert [reason.key for reason in reasons] == ["ava.move.again"]


@rules("victory-awaits", "8.1")
def test_another_headquarters_may_wake_the_same_unit():
    game = sketch(ROW, [hq("h", "0101"), hq("k", "0501"), unit("a", "0301")], start=BY_H)
    assert "a" in woken(game, "h")
    assert "a" in woken(game, "k")


# ------------------------------------------------------------------ 8.2 command range


@rules("victory-awaits", "8.2")
@pytest.mark.parametrize(("hex", "near"), [("0501", True), ("0601", False)])
def test_the_range_is_four_hexes_with_at_most_three_between(hex, near):
    game = sketch(ROW, [hq("h", "0101"), unit("a", hex)], start=BY_H)
    assert ("a" in woken(game)) == near
    if not near:
        reason = why_not(game, "a")
        assert (reason.rule, reason.key) == ("8.2", "ava.activate.range")
        assert dict(reason.params)["distance"] == 5
        assert dict(reason.params)["limit"] == 4


@rules("victory-awaits", "8.2")
def test_the_range_runs_in_every_direction():
    game = sketch([" ".join("." * 11)] * 11, [hq("h", "0606")], start=BY_H)
    near = game.query("range", hq="h")
    board = game.scenario.board
    assert near == {hex: board.distance("0606", hex) for hex in board.within("0606", 4)}
    assert len(near) == 61


@rules("victory-awaits", "8.2")
@pytest.mark.parametrize("kind", ["major_river", "minor_river", "start_line"])
def test_rivers_and_the_start_line_do_not_shorten_it(kind):
    sides = between("0101", "0201", "0201", "0301")
    game = sketch(ROW, [hq("h", "0101"), unit("a", "0501")], start=BY_H, **{kind: sides})
    assert "a" in woken(game)


@rules("victory-awaits", "8.2")
def test_enemies_and_their_zones_do_not_shorten_it():
    game = sketch(ROW, [hq("h", "0101"), unit("a", "0501")], [unit("r", "0301")], start=BY_H)
    assert "a" in woken(game)


@rules("victory-awaits", "8.2")
@pytest.mark.parametrize("ground", ["l", "D", "s", "C", "M"])
def test_terrain_that_can_be_entered_does_not_shorten_it(ground):
    game = sketch([f". . {ground} . ."], [hq("h", "0101"), unit("a", "0501")], start=BY_H)
    assert "a" in woken(game)


@rules("victory-awaits", "8.2")
def test_supply_does_not_matter():
    game = sketch(ROW, [hq("h", "0101"), unit("a", "0501")], start=BY_H)
    assert not game.query("communication", unit="a").exists
    assert "a" in woken(game)


@rules("victory-awaits", "8.2")
@pytest.mark.parametrize("ground", ["w", "W", "x"])
def test_water_and_prohibited_ground_stop_it(ground):
    game = sketch([f". . {ground} . ."], [hq("h", "0101"), unit("a", "0401")], start=BY_H)
    assert "a" not in woken(game)
    assert why_not(game, "a").rule == "8.2"


@rules("victory-awaits", "8.2")
@pytest.mark.parametrize(("hex", "near"), [("0301", True), ("0401", False)])
def test_the_range_goes_round_water(hex, near):
    """Four steps round the lake to 0301 and five to 0401, two and three as the crow flies."""
    rows = [". w . .", ". w . .", ". . . ."]
    game = sketch(rows, [hq("h", "0101"), unit("a", hex)], start=BY_H)
    assert ("a" in woken(game)) == near


@rules("victory-awaits", "8.2")
def test_a_unit_cut_off_by_water_is_told_so_and_not_that_it_is_too_far():
    game = sketch([". . w . ."], [hq("h", "0101"), unit("a", "0501")], start=BY_H)
    reason = why_not(game, "a")
    assert (reason.rule, reason.key) == ("8.2", "ava.activate.blocked")
    text = catalogue().say(reason.key, reason.params)
    assert "is 4 hexes from" not in text
    assert "water" in text


@rules("victory-awaits", "8.2")
def test_the_range_is_taken_when_the_headquarters_is_activated_and_not_afterwards():
    game = sketch(ROW, [hq("h", "0101"), unit("a", "0501"), unit("b", "0601")], start=BY_H)
    game.apply(move("h", "0101", "0201"))
    assert "b" in woken(game)
    assert not game.explain(move("b", "0601", "0701"))
    assert game.explain(move("a", "0501", "0601", "0701", "0801"))


@rules("victory-awaits", "8.2")
@given(fields(columns=6, rows=5))
def test_ranges_are_those_of_the_rulebook_on_any_board(field):
    game = field.game()
    for head in (man for man in field.men if man.type == "army-hq"):
        reached = {head.hex}
        for _ in range(4):
            reached |= {there for here in reached for there in field.dry_around(here)}
        assert set(game.query("range", hq=head.id)) == reached
        wanted = {
            man.id
            for man in field.men
            if man.side == head.side
            and man.hex in reached
            and (man.type != "army-hq" or man == head)
        }
        assert woken(game, head.id) == wanted
        assert not any(man.id in wanted for man in field.men if man.side == FOE[head.side])


# ------------------------------------------------------------------ 8.3 own nation only


@rules("victory-awaits", "8.3")
@pytest.mark.parametrize(("nation", "other"), [("german", "romanian"), ("romanian", "german")])
def test_an_axis_headquarters_wakes_its_own_nation_only(nation, other):
    game = sketch(
        ROW,
        [
            hq("h", "0101", nation=nation),
            unit("a", "0201", nation=nation),
            unit("b", "0301", nation=other),
        ],
        start=BY_H,
    )
    assert woken(game) == {"h", "a"}
    reason = why_not(game, "b")
    assert (reason.rule, dict(reason.params)["nation"]) == ("8.3", nation)
    assert set(game.explain(move("b", "0301", "0401")).rules) == {"8.1", "8.3"}


@rules("victory-awaits", "8.3")
def test_the_soviets_have_no_such_limit():
    men = [hq("h", "0101"), unit("a", "0301"), unit("b", "0401", nation="romanian")]
    game = sketch(ROW, soviet=men, start=BY_H)
    assert woken(game) == {"h", "a", "b"}


# ------------------------------------------------------------------ 13.0 headquarters


@rules("victory-awaits", "13.0", "2.2")
@pytest.mark.parametrize("type", ["army-hq", "panzer-group-hq"])
def test_a_headquarters_moves_as_infantry(type):
    game = sketch([". D . . ."], [unit("h", "0101", type, full=[2, 2, 3])], start=BY_H)
    assert game.tally(move("h", "0101", "0201")).total == 2
    assert game.explain(move("h", "0101", "0201", "0301"))


@rules("victory-awaits", "13.0")
def test_the_chit_of_a_headquarters_off_the_map_wakes_nobody():
    game = sketch(
        ROW,
        [hq("h", None), hq("k", "0101"), unit("a", "0201")],
        start={},
        scenario={"chits": ["h", "k"]},
        chance=Scripted([0, 0], then=Seeded(1)),
    )
    lost = [event for event in game.log if event.rule == "13.0"]
    assert [event.units for event in lost] == [("h",)]
    woke = [event.units for event in game.log if event.rule == "8.1"]
    assert all("h" not in units for units in woke)


@rules("victory-awaits", "13.0")
def test_a_headquarters_off_the_map_has_no_range_to_ask_for():
    game = sketch(ROW, [hq("h", None), hq("k", "0101")], start={"hq": "k"})
    with pytest.raises(Problem):
        game.query("activated", hq="h")
    assert woken(game, "k") == {"k"}


@rules("victory-awaits", "13.0")
def test_units_off_the_map_do_not_wake():
    game = sketch(ROW, [hq("h", "0101"), unit("a", None), unit("b", "0201")], start=BY_H)
    assert woken(game) == {"h", "b"}
    assert not game.explain(move("a", "0201", "0301"))


@rules("victory-awaits", "8.1", "14.3")
def test_a_fortress_is_not_woken():
    game = sketch(
        ROW,
        soviet=[hq("h", "0101"), {**unit("F", "0201", "fortress"), "full": [0, 2, 0]}],
        start=BY_H,
    )
    assert woken(game) == {"h"}
    assert "F" not in game.query("activation", hq="h")
