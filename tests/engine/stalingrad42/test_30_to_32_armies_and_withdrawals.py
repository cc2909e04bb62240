"""Chapters 30 to 32: the Transcaucasus Front, sleeping armies, withdrawals and upgrades."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.chance import Chance, Scripted
from engine.errors import Problem
from engine.game import Course
from engine.stalingrad42.replacements import lost_on_return
from engine.stalingrad42.withdrawals import Gift
from engine.zocbond.losses import lose_step
from tests.engine.stalingrad42.late import ALL, NORTH, SOUTH, WEST, away, boxed, kinds, until
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

FRONT = {"transcaucasus": True}
ARMIES = {"reserve-armies": True}
LEAVE = {"withdrawals": True}


# ---------------------------------------------------------------- 30


@rules("stalingrad42", "30.0")
def test_germans_in_the_south_call_the_front_one_unit_a_turn():
    played = field(
        "stalingrad42",
        [unit("a", "0304")],
        [unit("x", "1212"), boxed("p", "pool"), boxed("q", "pool")],
        areas=ALL,
        phase="turn",
        turn=12,
        last=14,
        rules=FRONT,
        transcaucasus=["p", "q"],
        **{"front-row": 5},
    )
    until(played, "zb.move", "german")
    played.apply(move("a", "0304", "0305", "0306"))
    until(played, "s42.transcaucasus")
    ways = {(a["unit"], a["hex"]) for a in played.choices()}
    assert ways == {("p", "soviet-H"), ("q", "soviet-H")}
    assert "30.0" in forbidden(played, Action("arrive-front", unit="p", hex="soviet-A"))
    played.apply(Action("arrive-front", unit="q", hex="soviet-H"))
    until(played, "zb.move", "soviet")
    assert played.explain(Action("enter", unit="q", path=("1210",)))
    assert played.state.place("p") == "pool"
    until(played, "zb.move", "german")
    until(played, "zb.move", "soviet")
    assert played.state.place("p") == "soviet-H"


@rules("stalingrad42", "30.0")
def test_nobody_calls_the_front_while_germans_stay_north():
    played = field(
        "stalingrad42",
        [unit("a", "0304")],
        [unit("x", "1212"), boxed("p", "pool")],
        areas=ALL,
        phase="initial",
        side="soviet",
        rules=FRONT,
        transcaucasus=["p"],
    )
    assert played.state.place("p") == "pool"
    with pytest.raises(Problem):
        field("stalingrad42", [], [unit("x", "0101")], rules=FRONT, transcaucasus=["nobody"])


# ---------------------------------------------------------------- 31


def sleepers(turn=2, **more):
    own = [unit(name, "1010") for name in "abc"] + [unit("d", "0909"), unit("e", "0808")]
    return field(
        "stalingrad42",
        [unit("g", "0101")],
        own,
        side="soviet",
        turn=turn,
        areas=ALL,
        rules=ARMIES,
        tags={"saratov": ["0808"]},
        **{"reserve-armies": {"5": ["a", "b", "c"], "6": ["d"], "8": ["e"]}},
        **more,
    )


@rules("stalingrad42", "31.0")
def test_armies_sleep_without_stacking_limits_until_one_is_woken():
    played = sleepers()
    assert "31.0" in forbidden(played, move("a", "1010", "1009"))
    assert played.rules.excess(played.state, "soviet", "1010") == 0
    assert "31.0" in forbidden(played, Action("wake", army="8"))
    played.apply(Action("wake", army="5"))
    assert played.explain(move("a", "1010", "1009"))
    assert played.rules.excess(played.state, "soviet", "1010") == 1
    assert "31.0" in forbidden(played, Action("wake", army="6"))
    assert "31.0" in forbidden(played, Action("wake", army="9"))


@rules("stalingrad42", "31.0")
def test_nobody_is_woken_in_turn_one():
    assert "31.0" in forbidden(sleepers(1), Action("wake", army="6"))


@rules("stalingrad42", "31.0")
@pytest.mark.parametrize(
    ("turn", "seat", "awake"), [(14, "0101", 0), (15, "0101", 1), (3, "0508", 1)]
)
def test_the_eighth_wakes_by_turn_or_by_germans_near_saratov(turn, seat, awake):
    played = field(
        "stalingrad42",
        [unit("g", seat)],
        [unit("e", "0808")],
        side="soviet",
        phase="initial",
        turn=turn,
        areas=ALL,
        rules=ARMIES,
        tags={"saratov": ["0808"]},
        **{"reserve-armies": {"8": ["e"]}},
    )
    until(played, "zb.move")
    assert ("31.0" not in forbidden(played, move("e", "0808", "0807"))) == bool(awake)


# ---------------------------------------------------------------- 32


def panzer(id, hex, **more):
    return unit(id, hex, "tank", full=[8, 8, 6], steps=3, reduced=[5, 5, 6], dot="red", **more)


def german(turn, *units, foes=(), **more):
    return field(
        "stalingrad42",
        list(units),
        [unit("x", "1212"), *foes],
        phase="initial",
        turn=turn,
        areas=ALL,
        links={"road": ["0101 0201 0301 0401 0501 0601"]},
        rules=LEAVE,
        **more,
    )


@rules("stalingrad42", "32.1")
def test_two_panzers_and_grossdeutschland_leave_in_turn_ten():
    gd = unit("gd", "0302", "panzergrenadier", steps=3, division="grossdeutschland")
    played = german(10, panzer("p", "0201"), panzer("q", "0202"), panzer("r", "0301"), gd)
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
    played = german(10, *boxed_panzers, *rest, lost={"p": 3, "q": 3})
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
    played = german(10, *reduced, great, lost={"r": 2, "far": 1})
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
    played = german(10, panzer("p", "0201"), panzer("cut", "0908"), panzer("q", "0202"), foes=ring)
    names = {a["unit"] for a in played.choices()}
    assert names == {"p", "q"}


@rules("stalingrad42", "32.3")
@pytest.mark.parametrize("turn", [9, 17])
def test_a_full_infantry_division_leaves(turn):
    full = unit("a", "0201", steps=3)
    weak, small = unit("b", "0202", steps=3), unit("c", "0301")
    ally = unit("d", "0102", steps=3, nation="romanian")
    played = german(turn, full, unit("e", "0101", steps=3), weak, small, ally, lost={"b": 1})
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
    assert played.state.tracks.get("special-debt", 0) == 0


@rules("stalingrad42", "32.3")
def test_barbo_leaves_in_turn_23_whatever_its_state():
    barbo = unit("b", "0201", "cavalry", nation="italian", division="barbo")
    played = german(23, barbo, unit("c", "0202"))
    assert played.state.place("b") == "removed"


@rules("stalingrad42", "32.4")
@pytest.mark.parametrize(("lost", "left"), [(1, 4), (2, 3)])
def test_wiking_gains_a_step(lost, left):
    viking = unit("v", "0201", "panzergrenadier", full=[8, 10, 6], steps=4, division="viking")
    played = german(13, viking, lost={"v": lost})
    assert played.query("left", unit="v") == left
    before = german(12, viking, lost={"v": 1}, replacements={"german": {"special": 1}})
    assert not [a for a in before.choices() if a.kind == "replace"]


@rules("stalingrad42", "32.4")
def test_wiking_comes_out_of_the_box_as_with_a_replacement():
    viking = boxed("v", "destroyed-german", "panzergrenadier", steps=4, division="viking")
    played = german(13, viking, unit("a", "0201"), lost={"v": 4})
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
def test_steps_to_spare_are_no_gift_to_a_remnant():
    pz = unit("p", "0201", "tank", steps=3)
    played = german(9, pz, lost={"p": 2})
    whole = Gift("german", 1).pool(played.rules, played.state)
    ended = Gift("german", 1).pool(played.rules, played.state.track(remnants=("p",)))
    assert ("p" in whole, "p" in ended) == (True, False)


@rules("stalingrad42", "32.5")
def test_the_27th_panzer_takes_the_place_of_michalik():
    group = unit("m", "0201", "tank", division="michalik")
    new = boxed("n", "pool", "tank", steps=3, division="27-panzer")
    played = german(20, group, new, unit("a", "0202"))
    assert played.state.place("m") == "removed"
    assert (played.state.place("n"), played.query("left", unit="n")) == ("0201", 3)
    dead = boxed("m", "destroyed-german", "tank", division="michalik")
    played = german(20, dead, new, unit("a", "0202"), lost={"m": 2})
    played.apply(Action("return", unit="n", hex="german-W"))
    assert (played.state.place("n"), played.query("left", unit="n")) == ("german-W", 2)


def corps(id, hex, **more):
    return unit(id, hex, "tank", full=[7, 5, 5], size="corps", dot="black", **more)


def soviet(*units, lost=None, box=()):
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
    played = soviet(
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
    played = soviet(corps("q", "1001"), box=(dead,), lost={"p": 2})
    played.apply(Action("withdraw", unit="p"))
    played.apply(Action("owe", unit="q"))
    assert played.query("left", unit="q") == 1
    assert away("z", "soviet-A")["box"] == "soviet-A"


@rules("stalingrad42", "31.0", "4.1")
def test_sleepers_leave_the_room_of_a_hex_to_others():
    rows = [unit(n, "0505") for n in "abc"] + [unit("x", "0505"), unit("y", "0505")]
    armies = {"5": ["a", "b", "c"]}
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        rows,
        side="soviet",
        rules={"reserve-armies": True},
        **{"reserve-armies": armies},
    )
    g, s = played.rules, played.state
    assert g.excess(s, "soviet", "0505") == 0
    assert g.excess(s.track(armies={}), "soviet", "0505") == 3
