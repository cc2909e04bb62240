"""Chapter 32: withdrawals and upgrades."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.chance import Chance, Scripted
from engine.errors import Problem
from engine.stalingrad42.campaign.withdrawals import Corps, Gift, Grows, Owe
from engine.stalingrad42.forces.replacements import lacks_regiment, lost_on_return
from engine.values import Action
from engine.verdict import Course
from engine.zocbond.battle.losses import lose_step
from tests.engine.stalingrad42.setting import (
    ALL,
    FAR,
    NORTH,
    SOUTH,
    WEST,
    boxed,
    course,
    german_initial,
    kinds,
    masked,
    on,
    until,
)
from tests.engine.zocbond.field import field, forbidden, noting, unit
from tests.marks import rules


@rules("stalingrad42", "32.3", "3.0 initial phase")
def test_rfss_may_be_restored_before_it_leaves():
    row = unit("rfss", "0201", "motorized", division="1-rfss")
    given = {"replacements": {"german": {"special": 1}}}
    played = german_initial(11, row, unit("other", "0202"), lost={"rfss": 1}, **given)
    assert kinds(played) == {"replace", "withdraw", "end"}
    assert "32.3" in forbidden(played, Action("withdraw", unit="other"))
    played.apply(Action("replace", unit="rfss"))
    assert played.state.place("rfss") == "removed"
    assert played.state.records.special_debt == 0
    hasty = german_initial(
        11, row, unit("m", "0202", "motorized"), lost={"rfss": 1, "m": 1}, **given
    )
    hasty.apply(Action("withdraw", unit="rfss"))
    assert hasty.state.records.special_debt == 1
    assert kinds(hasty) == {"replace", "end"}


@rules("stalingrad42", "32.3", "21.1.1", "3.0 initial phase")
def test_a_division_may_be_brought_to_strength_and_then_withdrawn():
    rows = unit("a", "0201", steps=3), unit("b", "0202", steps=3)
    played = german_initial(9, *rows, lost={"a": 1}, replacements={"german": {"infantry": 1}})
    assert {a["unit"] for a in played.choices() if a.kind == "withdraw"} == {"b"}
    played.apply(Action("replace", unit="a"))
    assert {a["unit"] for a in played.choices() if a.kind == "withdraw"} == {"a", "b"}
    played.apply(Action("withdraw", unit="a"))
    assert played.decision.kind == "zb.move"


@rules("stalingrad42", "32.5", "21.3.1", "3.0 initial phase")
def test_michalik_may_be_rebuilt_before_the_27th_panzer_takes_its_place():
    rows = [
        boxed("m", "destroyed-german", "tank", division="michalik"),
        boxed("n", "pool", "tank", steps=3, division="27-panzer"),
        unit("a", "0202"),
    ]
    played = german_initial(20, *rows, lost={"m": 2}, replacements={"german": {"tank": 1}})
    assert {"rebuild", "grow"} < kinds(played)
    played.apply(Action("rebuild", unit="m", to="german-W"))
    assert (played.state.place("n"), played.query("left", unit="n")) == ("german-W", 3)
    assert played.query("marks", unit="n") == ["replaced"]


@rules("stalingrad42", "32.4", "2.3.5")
def test_the_grown_wiking_shows_each_of_its_four_faces():
    viking = unit(
        "v",
        "0201",
        "panzergrenadier",
        full=[8, 10, 6],
        former=[7, 8, 6],
        reduced=[4, 5, 6],
        remnant=[2, 3, 6],
        steps=4,
        division="viking",
    )
    played = german_initial(12, viking, lost={"v": 1})
    g, s = played.rules, played.state
    shown = [g.face(replace(s, lost={"v": lost}), "v") for lost in range(4)]
    assert [(f.attack, f.defence) for f in shown] == [(8, 10), (7, 8), (4, 5), (2, 3)]
    grown = german_initial(13, viking, lost={"v": 1})
    assert grown.rules.face(grown.state, "v").attack == 8
    with pytest.raises(Problem, match="four steps"):
        german_initial(12, unit("a", "0201", former=[3, 3, 3]))


@rules("stalingrad42", "32.4", "21.2", "21.3.4")
def test_a_remnant_of_wiking_takes_one_replacement_a_turn():
    viking = unit("v", "0201", "panzergrenadier", steps=4, division="viking")
    played = german_initial(13, viking, lost={"v": 3}, replacements={"german": {"special": 2}})
    g, s = played.rules, noting(played.state, remnants=("v",))
    grown = s.top.apply(g, s, Action("grow", unit="v"), course())
    assert (g.left(grown, "v"), grown.records.remnants) == (2, ())
    again = grown.top.explain(g, grown, Action("replace", unit="v"))
    assert "21.2" in again.rules


LEAVE = {"withdrawals": True}


def panzer(id, hex, **more):
    return unit(id, hex, "tank", full=[8, 8, 6], steps=3, reduced=[5, 5, 6], dot="red", **more)


@rules("stalingrad42", "32.1")
def test_two_panzers_and_grossdeutschland_leave_in_turn_ten():
    gd = unit("gd", "0302", "panzergrenadier", steps=3, division="grossdeutschland")
    played = german_initial(10, panzer("p", "0201"), panzer("q", "0202"), panzer("r", "0301"), gd)
    assert played.decision.kind == "s42.withdraw"
    assert "32.1" in forbidden(played, Action("withdraw", unit="gd"))
    played.apply(Action("withdraw", unit="p"))
    played.apply(Action("withdraw", unit="q"))
    assert {u: played.state.place(u) for u in ("p", "q", "gd")} == dict.fromkeys(
        ("p", "q", "gd"), "removed"
    )
    assert played.query("left", unit="r") == 3


@rules("stalingrad42", "32.1")
def test_missing_steps_come_off_others_and_spare_ones_are_given():
    boxed_panzers = [
        {**panzer("p", ""), "box": "destroyed-german"},
        {**panzer("q", ""), "box": "destroyed-german"},
    ]
    for row in boxed_panzers:
        del row["hex"]
    rest = [panzer("r", "0201"), panzer("t", "0202"), panzer("u", "0301")]
    played = german_initial(10, *boxed_panzers, *rest, lost={"p": 3, "q": 3})
    played.apply(Action("withdraw", unit="p"))
    played.apply(Action("withdraw", unit="q"))
    assert dict(played.decision.params)["left"] == 7
    owed = 0
    while played.decision.kind in ("s42.owe", "s42.remnant"):
        owed += played.decision.kind == "s42.owe"
        played.apply(next(iter(played.choices())))
    assert owed == 7
    assert sum(played.query("left", unit=u) for u in "rtu") == 2

    reduced = [panzer("p", "0201"), panzer("q", "0202"), panzer("r", "0301"), panzer("far", "1010")]
    great = unit("gd", "0302", "panzergrenadier", steps=3, division="grossdeutschland")
    played = german_initial(10, *reduced, great, lost={"r": 2, "far": 1})
    played.apply(Action("withdraw", unit="p"))
    played.apply(Action("withdraw", unit="q"))
    assert played.decision.kind == "s42.gift"
    assert "32.1" in forbidden(played, Action("gift", unit="far"))
    played.apply(Action("gift", unit="r"))
    played.apply(Action("gift", unit="r"))
    assert played.query("left", unit="r") == 3
    assert "replaced" not in played.query("marks", unit="r")


@rules("stalingrad42", "32.1")
def test_panzers_that_are_not_isolated_go_first():
    ring = [unit(f"s{i}", hex) for i, hex in enumerate(("0907", "0909"))]
    ring += [unit("s2", "1007"), unit("s3", "1008"), unit("s4", "0807"), unit("s5", "0808")]
    played = german_initial(
        10, panzer("p", "0201"), panzer("cut", "0908"), panzer("q", "0202"), foes=ring
    )
    names = {a["unit"] for a in played.choices()}
    assert names == {"p", "q"}


@rules("stalingrad42", "32.3")
@pytest.mark.parametrize("turn", [9, 17])
def test_a_full_infantry_division_leaves(turn):
    full = unit("a", "0201", steps=3)
    weak, small = unit("b", "0202", steps=3), unit("c", "0301")
    ally = unit("d", "0102", steps=3, nation="romanian")
    played = german_initial(
        turn, full, unit("e", "0101", steps=3), weak, small, ally, lost={"b": 1}
    )
    assert {a["unit"] for a in played.choices()} == {"a", "e"}
    played.apply(Action("withdraw", unit="a"))
    assert played.state.place("a") == "removed"


@rules("stalingrad42", "32.3")
@pytest.mark.parametrize(("lost", "special"), [(0, 1), (1, 0)])
def test_rfss_costs_a_special_replacement_when_it_is_harmed(lost, special):
    row = unit("rfss", "0201", "motorized", division="1-rfss")
    weak = unit("m", "0202", "motorized")
    played = field(
        "stalingrad42",
        [row, weak],
        [unit("x", "1212")],
        phase="turn",
        turn=11,
        last=13,
        areas=ALL,
        links={"road": ["0101 0201 0301"]},
        rules=LEAVE,
        lost={"rfss": lost, "m": 1} if lost else {"m": 1},
        replacements={"german": {"special": 1}},
    )
    until(played, "zb.move", "german")
    assert played.state.place("rfss") == "removed"
    until(played, "zb.move", "soviet")
    while played.state.turn == 11:
        actions = list(played.choices())
        played.apply(next((a for a in actions if a.kind == "end"), actions[0]))
    assert ("replace" in kinds(played)) == bool(special)
    assert played.state.records.special_debt == 0


@rules("stalingrad42", "32.3")
def test_barbo_leaves_in_turn_23_whatever_its_state():
    barbo = unit("b", "0201", "cavalry", nation="italian", division="barbo")
    played = german_initial(23, barbo, unit("c", "0202"))
    assert played.state.place("b") == "removed"


@rules("stalingrad42", "32.4")
@pytest.mark.parametrize(("lost", "left"), [(1, 4), (2, 3)])
def test_wiking_gains_a_step(lost, left):
    viking = unit("v", "0201", "panzergrenadier", full=[8, 10, 6], steps=4, division="viking")
    played = german_initial(13, viking, lost={"v": lost})
    assert played.query("left", unit="v") == left
    before = german_initial(12, viking, lost={"v": 1}, replacements={"german": {"special": 1}})
    assert not [a for a in before.choices() if a.kind == "replace"]


@rules("stalingrad42", "32.4")
def test_wiking_comes_out_of_the_box_as_with_a_replacement():
    viking = boxed("v", "destroyed-german", "panzergrenadier", steps=4, division="viking")
    played = german_initial(13, viking, unit("a", "0201"), lost={"v": 4})
    assert played.decision.kind == "s42.return"
    assert "32.5" in forbidden(played, Action("return", unit="v", hex="0909"))
    played.apply(Action("return", unit="v", hex="german-W"))
    assert played.query("left", unit="v") == 2
    assert "replaced" in played.query("marks", unit="v")


@rules("stalingrad42", "32.4", "10.4.1", "21.3.1")
def test_wiking_leaves_a_remnant_and_returns_reduced_before_turn_13_too():
    viking = unit("v", "0504", "panzergrenadier", steps=4, division="viking")
    played = field("stalingrad42", [viking], [unit("x", "0505")], lost={"v": 2})
    course = Course(Chance(Scripted.dice([])))
    s = played.rules.settle(lose_step(played.rules, played.state, "v", course), course)
    assert played.rules.decision(s).kind == "s42.remnant"
    assert [lost_on_return(played.rules.units[u]) for u in ("v", "x")] == [2, 1]


@rules("stalingrad42", "32.1", "21.3.4")
def test_steps_to_spare_bring_a_remnant_back_and_then_make_it_full():
    pz = unit("p", "0201", "tank", steps=3)
    played = german_initial(9, pz, lost={"p": 2})
    g, s = played.rules, played.state.push(Gift("german", 3))
    assert s.records.remnants == ("p",)
    for lost in (1, 0):
        assert s.top.pool(g, s) == ["p"]
        s = s.top.apply(g, s, Action("gift", unit="p"), course())
        assert (s.lost["p"], s.records.remnants) == (lost, ())
    assert s.top.pool(g, s) == []


@rules("stalingrad42", "32.5")
def test_the_27th_panzer_takes_the_place_of_michalik():
    group = unit("m", "0201", "tank", division="michalik")
    new = boxed("n", "pool", "tank", steps=3, division="27-panzer")
    played = german_initial(20, group, new, unit("a", "0202"))
    assert played.state.place("m") == "removed"
    assert (played.state.place("n"), played.query("left", unit="n")) == ("0201", 3)
    dead = boxed("m", "destroyed-german", "tank", division="michalik")
    played = german_initial(20, dead, new, unit("a", "0202"), lost={"m": 2})
    played.apply(Action("return", unit="n", hex="german-W"))
    assert (played.state.place("n"), played.query("left", unit="n")) == ("german-W", 2)


def corps(id, hex, **more):
    return unit(id, hex, "tank", full=[7, 5, 5], size="corps", dot="black", **more)


def soviet_initial(*units, lost=None, box=()):
    return field(
        "stalingrad42",
        [unit("g", "0101")],
        [*units, *box],
        side="soviet",
        phase="initial",
        turn=12,
        areas=[WEST, NORTH, SOUTH],
        links={"road": ["1201 1101 1001 0901"]},
        rules=LEAVE,
        lost=lost or {},
        **{"corps-withdrawals": {"12": 1}},
    )


@rules("stalingrad42", "32.2")
def test_a_tank_corps_leaves_and_a_spare_step_is_not_lost():
    brigade = boxed("b", "destroyed-soviet", "tank", free=True, steps=1)
    guards = boxed("gb", "destroyed-soviet", "tank", free=True, steps=1, morale="elite")
    played = soviet_initial(
        corps("p", "1101"),
        corps("q", "1001"),
        corps("cut", "0308"),
        lost={"q": 1, "b": 1, "gb": 1},
        box=(brigade, guards),
    )
    assert {a["unit"] for a in played.choices()} == {"p", "q"}
    played.apply(Action("withdraw", unit="p"))
    assert played.decision.kind == "s42.gift"
    assert {a["unit"] for a in played.choices() if a.kind == "gift"} == {"q", "b"}
    played.apply(Action("gift", unit="b"))
    assert played.state.place("b") == "1101"


@rules("stalingrad42", "32.2")
def test_a_corps_out_of_the_box_costs_another_a_step():
    dead = {**corps("p", ""), "box": "destroyed-soviet"}
    del dead["hex"]
    played = soviet_initial(corps("q", "1001"), box=(dead,), lost={"p": 2})
    played.apply(Action("withdraw", unit="p"))
    played.apply(Action("owe", unit="q"))
    assert played.query("left", unit="q") == 1
    assert boxed("z", "soviet-A")["box"] == "soviet-A"


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
    s = noting(on(game, Grows("v")), remnants=("v",))
    s = Grows("v").proceed(game.rules, s, course())
    assert game.rules.left(s, "v") == left
    assert (s.records.remnants == ()) is (left == 2)


@rules("stalingrad42", "32.2", "34.2")
def test_a_corps_in_the_box_of_an_army_may_leave():
    corps = boxed("tc", "mask-1", "tank", full=[7, 5, 5], size="corps", dot="black")
    game = masked(foes=[corps], seat="1103")
    assert Corps("soviet", 1).pool(game.rules, game.state) == ["tc"]
    assert Owe("soviet", 1).pool(game.rules, game.state) == ["tc"]


@rules("stalingrad42", "32.1")
def test_the_allies_lend_no_tanks_and_nobody_is_destroyed_while_others_can_pay():
    own = [
        unit("p", "0103", "tank", full=[8, 7, 6], steps=3),
        unit("weak", "0203", "tank", full=[8, 7, 6], steps=3),
        unit("rom", "0303", "tank", nation="romanian"),
    ]
    lost = {"weak": 2, "rom": 1}
    game = field("stalingrad42", own, [FAR], lost=lost, areas=ALL)
    g, s = game.rules, game.state
    assert Owe("german", 3).pool(g, s) == ["p"]
    assert Owe("german", 3).pool(g, replace(s, lost={**s.lost, "p": 2})) == ["p", "weak"]
    assert Gift("german", 2).pool(g, s) == ["weak"]


@rules("stalingrad42", "32.4", "21.2")
def test_from_turn_14_on_wiking_begins_with_its_third_regiment():
    def full_again(turn, **more):
        row = {"full": [8, 10, 6], "former": [7, 8, 6], "reduced": [6, 6, 6], "steps": 4}
        wiking = unit("w", "0101", "motorized", division="viking", **row)
        given = {"replacements": {"german": {"special": 1}}, "lost": {"w": 1}}
        played = german_initial(turn, wiking, unit("b", "0102", steps=2), **given, **more)
        return not lacks_regiment(played.rules, played.state, "w")

    assert not full_again(12)
    assert full_again(30)
    assert not full_again(30, **{"third-regiment": False})
    assert full_again(12, **{"third-regiment": True})


@rules("stalingrad42", "32.1", "9.2.2")
def test_the_elite_of_the_tanks_are_those_with_a_red_dot():
    red, black = panzer("r", "0201"), {**panzer("b", "0202"), "dot": "black", "morale": "elite"}
    played = german_initial(10, red, black, panzer("s", "0301"))
    assert {a["unit"] for a in played.choices()} == {"r", "s"}


@rules("stalingrad42", "32.4")
@pytest.mark.parametrize(("turn", "capped"), [(12, True), (13, True), (14, False)])
def test_a_scenario_that_begins_with_turn_13_has_the_third_regiment_still_to_come(turn, capped):
    wiking = unit("w", "0101", "motorized", steps=4, division="viking")
    played = field("stalingrad42", [wiking], [FAR], turn=turn, lost={"w": 1})
    assert lacks_regiment(played.rules, played.state, "w") is capped
