"""Chapters 18 to 34: findings of a fourth reading, on the way to and in battle."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.stalingrad42.areas import PassArea
from engine.stalingrad42.dated import Grows
from engine.stalingrad42.sea import Sea, Strait
from engine.stalingrad42.winter import Prepare
from engine.zocbond.movement import Movement
from tests.engine.stalingrad42.late import ALL, WEST, area, away, boxed, masked, quiet
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

RAIL = {"rail": ["0101 0201 0301 0401 0501 0502 0503 0504 0505 0506 0507"]}
FAR = unit("far", "1212")


def gun(id, hex, kind="army-hq", **more):
    return unit(id, hex, kind, **{"full": [0, 1, 4], "steps": 1, "range": 5, **more})


def on(game, phase):
    """The state with a phase on top."""
    return game.state.push(phase)


def reasons(aside, game, side, action, **places):
    """The rules that forbid an aside in the movement phase of a side."""
    s = on(game, Movement(side))
    for name, place in places.items():
        s = s.put(name, place)
    return {r.rule for r in aside.reasons(game.rules, s, s.top, action)}


# ---------------------------------------------------------------- named twice


@rules("stalingrad42", "8.2", "18.3.1", "18.5")
def test_nobody_attacks_twice_over():
    game = field(
        "stalingrad42",
        [unit("g", "0505")],
        [unit("a", "0504", full=[5, 4, 4]), gun("AD", "0503", "artillery-division")],
        side="soviet",
        phase="combat",
    )
    assert game.explain(attack("0505", "a", guns=("AD",)))
    for twice in (attack("0505", "a", "a"), attack("0505", "a", guns=("AD", "AD"))):
        assert [r.key for r in game.explain(twice).reasons] == ["zb.named-twice"]


@rules("stalingrad42", "8.6.1", "5.1")
def test_nobody_moves_or_shatters_twice_over():
    game = field(
        "stalingrad42", [unit("a", "0504", full=[13, 4, 4])], [unit("x", "0505", full=[1, 1, 4])]
    )
    assert game.explain(move("a", "0504", "0503"))
    for action in (
        Action("auto-ds", hex="0505", units=("a", "a")),
        Action("move", units=("a", "a"), path=("0504", "0503")),
    ):
        assert "zb.named-twice" in {r.key for r in game.explain(action).reasons}


# ---------------------------------------------------------------- the first turn


@rules("stalingrad42", "S1.2", "S4.2")
@pytest.mark.parametrize(("scenario", "rule"), [("S1", "S1.2"), ("S4", "S4.2")])
def test_tactical_only_means_no_train_no_strait_and_no_other_area(scenario, rule):
    game = field(
        "stalingrad42",
        [unit("b", "0502"), away("n", "german-W"), away("sp", "german-W", "supply-point")],
        [FAR],
        turn=1,
        areas=[WEST, area("german-X", "0112")],
        links=RAIL,
        tags={"taman": ["0110"]},
        control={"0110": "german"},
        special={"rule": scenario, "tactical": "german"},
    )
    assert forbidden(game, Action("rail", unit="b", hex="0507")) == (rule,)
    assert forbidden(game, Action("rail", unit="n", hex="0507")) == (rule,)
    assert forbidden(game, Action("pass-area", unit="n", to="german-X")) == (rule,)
    assert rule in reasons(Strait(), game, "german", Action("strait", unit="n"))
    assert game.explain(Action("rail", unit="sp", hex="0507"))
    assert game.explain(Action("pass-area", unit="sp", to="german-X"))


@rules("stalingrad42", "S3.4")
def test_the_first_turn_of_uranus_binds_staffs_and_stores_too():
    game = field(
        "stalingrad42",
        [unit("x", "1212")],
        [
            unit("b", "0502"),
            unit("q", "0502", "soviet-hq", full=[0, 0, 5], steps=1),
            unit("s", "0602", "supply-point", full=[0, 0, 5], steps=1),
            unit("L", "0702", "commander", full=[0, 0, 6], range=5, steps=1),
            away("n", "soviet-A"),
        ],
        side="soviet",
        turn=28,
        areas=[WEST, area("soviet-A", "1201"), area("soviet-B", "1202")],
        links=RAIL,
        tags={"black-sea": ["0502", "0510"]},
        special={"rule": "S3", "tactical": "soviet"},
        mobile=["s"],
    )
    for name, seat in (("b", "0502"), ("q", "0502"), ("s", "0602"), ("L", "0702")):
        way = [seat[:2] + f"{int(seat[2:]) + i:02d}" for i in range(4)]
        assert "S3.4" in forbidden(game, move(name, *way))
        assert "S3.4" not in forbidden(game, move(name, *way[:3], mode="tactical"))
    assert game.explain(Action("rail", unit="b", hex="0507"))
    assert forbidden(game, Action("pass-area", unit="n", to="soviet-B")) == ("S3.4",)
    assert reasons(Sea(), game, "soviet", Action("sea", unit="b", way=("0502", "0510"))) == {"S3.4"}


# ---------------------------------------------------------------- areas


@rules("stalingrad42", "20.7")
def test_bluechers_units_are_free_once_they_are_over_the_strait():
    game = field(
        "stalingrad42",
        [unit("b", "0502", division="bluecher"), away("w", "german-W", division="bluecher")],
        [FAR],
        areas=[WEST, area("german-X", "0112")],
        links=RAIL,
    )
    assert game.explain(Action("rail", unit="b", hex="0507"))
    assert forbidden(game, Action("rail", unit="w", hex="0507")) == ("20.7",)
    to_x = Action("pass-area", unit="w", to="german-X")
    assert forbidden(game, to_x) == ("20.7",)
    moved = reasons(
        PassArea(), game, "german", Action("pass-area", unit="w", to="german-W"), w="german-X"
    )
    assert moved == set()


@rules("stalingrad42", "22.6.2", "S3.1")
def test_germans_pass_among_w_to_z_only():
    areas = [WEST, area("german-Z", "0112"), area("german-Q", "0612"), area("german-R", "0812")]
    game = field("stalingrad42", [away("n", "german-W")], [FAR], areas=areas)
    assert game.explain(Action("pass-area", unit="n", to="german-Z"))
    assert forbidden(game, Action("pass-area", unit="n", to="german-Q")) == ("22.6.2",)


@rules("stalingrad42", "22.6.4", "21.3.1")
def test_the_caspian_box_takes_back_two_combat_units():
    areas = [area("soviet-A", "1201", "1202"), area("soviet-F", "1212"), WEST]
    game = field(
        "stalingrad42",
        [unit("g", "0101")],
        [*(boxed(f"d{i}", "destroyed-soviet") for i in range(3)), unit("x", "1005")],
        side="soviet",
        phase="initial",
        areas=areas,
        replacements={"soviet": {"infantry": 3}},
        lost={f"d{i}": 2 for i in range(3)},
    )
    for name in ("d0", "d1"):
        game.apply(Action("rebuild", unit=name, to="soviet-F"))
    assert forbidden(game, Action("rebuild", unit="d2", to="soviet-F")) == ("22.6.4",)
    assert "soviet-F" not in {a["to"] for a in game.choices(unit="d2") if a.kind == "rebuild"}
    assert game.explain(Action("rebuild", unit="d2", to="soviet-A"))


@rules("stalingrad42", "22.1.2", "2.2.3")
def test_tanks_come_onto_a_mountain_by_road_only():
    own = [away("t", "german-W", "tank"), away("i", "german-W")]
    shape = {"areas": [WEST], "ground": {"0101": "m", "0102": "~", "0103": "m"}}
    game = field("stalingrad42", own, [FAR], links={"road": ["0103 0203"]}, **shape)
    rule = game.rules.rule("terrain")
    for name, hex, why in (
        *(("t", "0101", (rule,)), ("t", "0102", (rule,)), ("t", "0103", ())),
        *(("i", "0101", ()), ("i", "0102", (rule,))),
    ):
        assert forbidden(game, Action("enter", unit=name, path=(hex,))) == why
    assert rule in forbidden(game, Action("enter", unit="t", path=("0101", "0201")))


@rules("stalingrad42", "22.7", "20.1.1")
@pytest.mark.parametrize("staff", [False, True])
def test_an_army_headquarters_stacks_one_more_at_the_edge(staff):
    staffs = [away("q", "soviet-A", "soviet-hq", full=[0, 0, 5], steps=1)] if staff else []
    game = field(
        "stalingrad42",
        [unit("g", "1206", full=[4, 9, 4])],
        [*(away(f"u{i}", "soviet-A") for i in range(8)), *staffs],
        side="soviet",
        phase="combat",
        areas=[WEST, area("soviet-A", "1206")],
    )
    near = len(list(game.rules.board.neighbours("1206")))
    most = 2 * (6 - near)
    units = [f"u{i}" for i in range(8)]
    assert "22.7" not in forbidden(game, attack("1206", *units[:most]))
    assert ("22.7" in forbidden(game, attack("1206", *units[: most + 1]))) is not staff
    assert "22.7" in forbidden(game, attack("1206", *units[: most + 2]))


# ---------------------------------------------------------------- replacements and plans


@rules("stalingrad42", "21.3.1", "16.3.4")
def test_a_city_held_by_its_own_side_takes_units_back_unmarked():
    shape = {
        "side": "soviet",
        "phase": "initial",
        "areas": [area("soviet-A", "1209", "1210"), WEST],
        "ground": {"0909": "C"},
        "links": {"rail": ["1209 1109 1009 0909"], "road": ["1209 1109 1009 0909"]},
        "replacements": {"soviet": {"infantry": 2}},
        "lost": {"d": 2},
    }
    d = boxed("d", "destroyed-soviet")
    back = Action("rebuild", unit="d", to="0909")
    held = field("stalingrad42", [unit("g", "0101")], [d, unit("x", "0909")], **shape)
    assert held.explain(back)
    empty = field("stalingrad42", [unit("g", "0101")], [d, unit("x", "1005")], **shape)
    assert forbidden(empty, back) == ("21.3.1",)


@rules("stalingrad42", "34.2", "34.5")
def test_shown_units_still_fill_a_box():
    rows = [boxed(f"b{i}", "mask-1") for i in range(8)]
    game = masked(foes=[*rows, boxed("d", "destroyed-soviet")], seat="1103", lost={"d": 2})
    assert game.rules.rebuild_boxes(game.state, "d") == ["mask-2"]
    game.apply(Action("show", unit="b0"))
    assert len(game.state.position.at("mask-1")) == 7
    assert game.rules.rebuild_boxes(game.state, "d") == ["mask-2"]


@rules("stalingrad42", "26.2")
@pytest.mark.parametrize(("marks", "why"), [([], ()), (["out"], ()), (["disrupted"], ("26.2",))])
def test_a_plan_asks_for_supply_at_the_moment(marks, why):
    game = field(
        "stalingrad42",
        [gun("h", "0103"), unit("a", "0104")],
        [FAR],
        phase="initial",
        areas=[WEST],
        resources=2,
        marks={"h": marks},
        rules={"planned-offensives": True},
    )
    assert forbidden(game, Action("plan", unit="h")) == why


@rules("stalingrad42", "33.2.1", "26.2")
def test_prepared_supply_goes_to_headquarters_in_disorder_too():
    game = field(
        "stalingrad42",
        [unit("g", "0101")],
        [gun("h", "1202", "front-hq"), {**boxed("s", "used", "supply-point"), "steps": 1}],
        side="soviet",
        turn=26,
        areas=ALL,
        marks={"h": ["disrupted"]},
        rules={"winter-offensive": True, "planned-offensives": True},
    )
    s = on(game, Prepare(("plan", "supply")))
    verdicts = {
        of: s.top.explain(game.rules, s, Action("prepare", unit="h", of=of)).rules
        for of in ("plan", "supply")
    }
    assert verdicts == {"plan": ("26.2",), "supply": ()}


@rules("stalingrad42", "32.4", "21.2")
@pytest.mark.parametrize(
    ("marks", "left"), [([], 2), (["routed"], 1), (["out"], 1), (["replaced"], 1)]
)
def test_a_remnant_of_wiking_takes_its_step_like_any_other(marks, left):
    v = unit("v", "0103", "panzergrenadier", full=[8, 10, 6], steps=4, division="viking")
    game = field(
        "stalingrad42",
        [v],
        [FAR],
        turn=13,
        areas=[WEST],
        lost={"v": 3},
        marks={"v": marks},
        rules={"withdrawals": True},
    )
    s = on(game, Grows("v")).track(remnants=("v",))
    s = Grows("v").take(game.rules, s.pop(), quiet())
    assert game.rules.left(s, "v") == left
    assert (s.tracks["remnants"] == ()) is (left == 2)
