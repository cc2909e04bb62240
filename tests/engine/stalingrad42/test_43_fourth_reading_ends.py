"""Chapters 15 to 34 and the scenarios: findings of a fourth reading, in battle and at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine.action import Action
from engine.chance import Seeded
from engine.stalingrad42.areas import PassArea, joined
from engine.stalingrad42.calendar import weather_roll
from engine.stalingrad42.withdrawals import Corps, Gift, Owe
from engine.zocbond.movement import Movement
from engine.zocbond.walking import EXTENDED, NORMAL
from tests.engine.stalingrad42.late import ALL, area, away, boxed, masked
from tests.engine.stalingrad42.test_23_weather_and_victory import FIVE, baku, leave
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules

FAR = unit("far", "1212")


def onward(game, *kinds):
    """Ends and first ways until somebody owes one of some decisions."""
    for _ in range(60):
        if game.decision.kind in kinds:
            return game
        actions = list(game.choices())
        ends = [a for a in actions if a.kind in ("end", "go-back")]
        game.apply((ends or actions)[0])
    raise AssertionError(f"none of {kinds}")


def drill(number):
    names = {1: "c1-fall-blau", 2: "c2-caucasus", 3: "c3-uranus"}
    return engine.load(f"stalingrad42/drills/{names[number]}", chance=Seeded(3))


# ---------------------------------------------------------------- battle


@rules("stalingrad42", "19.3")
@pytest.mark.parametrize("first", [False, True])
def test_a_staff_dies_with_its_own_defenders(first):
    own = [unit("a", "0304", full=[40, 9, 4]), unit("b", "0804", full=[12, 9, 4])]
    foes = [
        unit("x", "0305", full=[2, 3, 3], steps=1),
        unit("q", "0305", "soviet-hq", full=[0, 0, 5], steps=1),
        unit("y", "0805", full=[2, 3, 4]),
    ]
    game = field("stalingrad42", own, foes, phase="combat", dice=[5, 1], areas=ALL)
    if first:
        game.apply(attack("0805", "b"))
        onward(game, "zb.combat")
        assert "retreated" in game.state.marks["y"]
    game.apply(attack("0305", "a"))
    onward(game, "zb.combat")
    assert game.state.place("x") == "destroyed-soviet"
    assert game.state.place("q") == "pool"


@rules("stalingrad42", "25.1", "25.2.1", "8.6.1")
def test_who_has_shattered_a_hex_is_no_reserve():
    own = [unit("a", "0504", full=[40, 9, 5]), unit("b", "0504")]
    foes = [unit("x", "0505", full=[2, 2, 4]), FAR]
    game = field("stalingrad42", own, foes, rules={"reserves": True}, areas=ALL)
    game.apply(Action("auto-ds", hex="0505", units=("a",)))
    onward(game, "zb.move")
    assert "25.1" in forbidden(game, Action("reserve", units=("a",)))
    assert game.explain(Action("reserve", units=("b",)))


@rules("stalingrad42", "25.2.1", "25.2.3", "27.2.1")
@pytest.mark.parametrize("die", [1, 6])
def test_a_reserve_that_tries_to_slip_away_is_none_any_more(die):
    game = field(
        "stalingrad42",
        [unit("a", "0504")],
        [unit("x", "0505")],
        phase="combat",
        rules={"disengagement": True, "reserves": True},
        marks={"a": ["reserve"]},
        dice=[die],
        areas=ALL,
    )
    assert game.explain(Action("activate", units=("a",)))
    game.apply(Action("disengage", unit="a"))
    onward(game, "zb.combat")
    assert "25.2.3" in forbidden(game, Action("activate", units=("a",)))


@rules("stalingrad42", "25.2.1", "25.2.3")
def test_a_reserve_in_disorder_is_not_activated():
    game = field(
        "stalingrad42",
        [unit("a", "0504")],
        [FAR],
        phase="combat",
        rules={"reserves": True},
        marks={"a": ["reserve", "disrupted"]},
    )
    assert forbidden(game, Action("activate", units=("a",))) == ("25.2.1",)
    assert not [a for a in game.choices() if a.kind == "activate"]


@rules("stalingrad42", "21.4")
@pytest.mark.parametrize("marks", [{}, {"r": ["replaced"]}])
def test_a_replacement_forbids_breakthrough_out_of_its_hex_too(marks):
    own = [unit("t", "0504", "tank", full=[40, 9, 6], dot="black"), unit("r", "0605")]
    foes = [unit("x", "0505", full=[2, 2, 4], steps=1), unit("y", "0606", full=[2, 2, 4])]
    game = field("stalingrad42", own, foes, phase="combat", marks=marks, areas=ALL)
    game.apply(attack("0505", "t"))
    onward(game, "zb.advance")
    game.apply(Action("advance", units=("t",), path=("0504", "0505", "0605")))
    assert game.state.place("t") == "0605"
    again = forbidden(game, Action("breakthrough", units=("t",), hex="0606"))
    assert ("21.4" in again) is bool(marks)


@rules("stalingrad42", "15.2.7", "15.2.8", "23.2.3", "23.2 rain")
@pytest.mark.parametrize(
    ("weather", "die", "goes_on"),
    [
        *(("clear", 2, True), ("clear", 4, True), ("snow", 2, False), ("snow", 4, True)),
        *(("rain", 4, False), ("mud", 4, False)),
    ],
)
def test_weather_shortens_breakthrough_results_too(weather, die, goes_on):
    game = field(
        "stalingrad42",
        [unit("t", "0504", "tank", full=[20, 9, 6], dot="red", steps=3)],
        [unit("x", "0505", full=[2, 2, 4], steps=1), unit("y", "0506", full=[1, 4, 4])],
        phase="combat",
        weather=weather,
        turn=27,
        areas=ALL,
        dice=[die, 1, 1, 1],
    )
    game.apply(attack("0505", "t"))
    onward(game, "zb.advance")
    game.apply(Action("advance", units=("t",), path=("0504", "0505")))
    game.apply(Action("breakthrough", units=("t",), hex="0506"))
    onward(game, "zb.advance")
    ends = {a["path"][-1] for a in game.choices() if a.kind == "advance"}
    assert "0506" in ends
    assert (ends != {"0506"}) is goes_on


# ---------------------------------------------------------------- weather and victory


@rules("stalingrad42", "23.3.2")
def test_rain_leaves_mud_from_turn_20_to_turn_26():
    r = field("stalingrad42", [unit("g", "0101")], [FAR]).rules
    wet = [turn for turn in range(18, 30) if weather_roll(r, turn, 6, "rain") == "mud"]
    assert wet == list(range(21, 28))


@rules("stalingrad42", "24.1.2")
def test_baku_is_lost_with_the_fifth_division():
    won = leave(baku(FIVE), 5)
    g, s = won.rules, won.state
    assert g.query(s, "points").total == 3
    back = g.tidy(s.put("d4", "0105"), None)
    assert g.query(back.put("d4", "soviet-G"), "points").total == 0
    no_tanks = g.tidy(s.put("d0", "0101").put("x", "soviet-J"), None)
    assert not no_tanks.tracks["baku"]
    assert g.tidy(s, None).tracks["baku"]


@rules("stalingrad42", "24.1.2")
def test_a_panzergrenadier_is_no_tank_division():
    game = leave(baku(["panzergrenadier", *["infantry"] * 4], d0={"dot": "black"}), 5)
    assert game.query("points").total == 0


@rules("stalingrad42", "24.1.3", "13.1.2")
def test_a_routed_unit_leaves_g_routed():
    areas = [area("german-W", "0112"), area("soviet-G", "0101"), area("soviet-J", "1202")]
    for marks in ([], ["disrupted"], ["routed"]):
        game = field(
            "stalingrad42",
            [unit("t", "0101", "tank")],
            [away("x", "soviet-G"), FAR],
            areas=areas,
            marks={"x": marks},
        )
        game.apply(Action("exit", unit="t", way=("0101",), to="soviet-G"))
        assert game.state.place("x") == "soviet-J"
        assert game.state.marks["x"] == frozenset(marks or ["disrupted"])
        assert game.rules.violations(game.state) == []


@rules("stalingrad42", "23.4", "24.1.3")
def test_who_leaves_k_for_the_winter_stays_in_order():
    areas = [
        *(area("german-W", "0112"), area("soviet-G", "0101"), area("soviet-K", "0606")),
        *(area("soviet-J", "1202"), area("soviet-L", "1210")),
    ]
    game = field(
        "stalingrad42",
        [away("t", "soviet-G", "tank"), unit("g", "0105")],
        [away("k", "soviet-K"), unit("x", "1005")],
        side="soviet",
        phase="initial",
        turn=28,
        areas=areas,
    )
    game.apply(Action("arrive", unit="k", hex="soviet-J"))
    assert game.state.good("k")


@rules("stalingrad42", "9.3.8", "33.2.1")
def test_an_offensive_under_way_has_sent_the_romanian_aircraft_home():
    shape = {"phase": "combat", "turn": 26, "areas": ALL, "romanian-air": 1}
    for offensive, flies in ((0, 1), (25, 0)):
        game = field(
            "stalingrad42", [unit("g", "0101")], [FAR], **{**shape, "offensive-turn": offensive}
        )
        assert game.state.tracks["air-romanian"] == flies


# ---------------------------------------------------------------- withdrawals


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


@rules("stalingrad42", "33.2.3")
def test_routed_units_have_their_allowance_in_the_mini_turn_and_no_more():
    game = field("stalingrad42", [unit("a", "0504")], [FAR], marks={"a": ["routed"]})
    s = game.state.track(mini=True)
    extended = {r.rule for r in game.rules.mode_reasons(s, ("a",), EXTENDED)}
    assert extended == {"33.2.3"}
    assert not list(game.rules.mode_reasons(s, ("a",), NORMAL))


# ---------------------------------------------------------------- the scenarios


def points(game, s):
    return [(line.key, dict(line.params)) for line in game.rules.query(s, "points").lines]


@pytest.fixture
def blau():
    """Fall Blau with the road to the east in German hands."""
    game = drill(1)
    return game, replace(game.state, control={**game.state.control, "4020": "german"})


EAST = ("s42.points.exit", {"edge": "east"})


@rules("stalingrad42", "S1.3")
def test_steps_are_counted_by_edge(blau):
    game, s = blau
    assert EAST not in points(game, s.put("24 Pz", "soviet-M"))
    assert EAST not in points(game, s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-R"))
    assert EAST in points(game, s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M"))
    assert dict(game.rules.special.exits) == {"east": "MNOP", "south": "QR"}


@rules("stalingrad42", "S1.3", "19.1")
def test_a_supply_point_is_no_step(blau):
    game, s = blau
    out = s.put("24 Pz", "soviet-M").put("Supply", "soviet-M")
    east = game.rules.board.areas["soviet-M"]
    assert game.rules.steps_out(out, east) == 3


@rules("stalingrad42", "S1.3", "16.3.1")
def test_the_line_to_the_edge_may_end_off_the_road(blau):
    game, s = blau
    out = s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M")
    off = replace(out, control={**out.control, "4020": "soviet"}).put("Line", "3404")
    assert EAST in points(game, off)
    cut = off.put("Line", "3408").put("6A 1", "3420")
    assert EAST not in points(game, cut)


@rules("stalingrad42", "S1.3", "20.5")
def test_an_ally_alone_holds_no_bridgehead():
    game = drill(1)
    g, s = game.rules, game.state.put("3 Mot", "3832")
    assert "s42.points.don" in {key for key, _ in points(game, s)}
    units = {**g.units, "3 Mot": replace(g.units["3 Mot"], nation="romanian")}
    g.units = units
    assert "s42.points.don" not in {key for key, _ in points(game, s)}


@rules("stalingrad42", "S1.2", "22.6.3")
def test_soviets_use_every_area_of_fall_blau():
    game = drill(1)
    s = game.state.put("New", "soviet-A").push(Movement("soviet"))
    for here, there in (("A", "B"), ("A", "E"), ("A", "M"), ("M", "R"), ("R", "A")):
        now = s.put("New", f"soviet-{here}")
        action = Action("pass-area", unit="New", to=f"soviet-{there}")
        assert not list(PassArea().reasons(game.rules, now, now.top, action))
    assert not joined("soviet", "A", "G")
    on_foot = s.put("New", "soviet-M").put("5A 1", "soviet-M")
    for name in ("New", "5A 1"):
        assert [r.rule for r in game.rules.entry_reasons(on_foot, name, "4312")] == ["S1.2"]
    train = s.put("New", "soviet-M")
    assert game.rules.explain(train, Action("rail", unit="New", hex="4212"))


@rules("stalingrad42", "S2.2")
def test_the_caucasus_is_supplied_west_of_4440_only():
    game = drill(2)
    found = game.rules.sources(game.state, "german")
    assert found == {"3140"}
    far = game.state.put("3 Pz", "4741")
    assert game.rules.in_supply(far, "3 Pz")
    far = far.put("9 A", "3143")
    assert not game.rules.in_supply(far, "3 Pz")
    assert game.rules.in_supply(game.state.put("3 Pz", "3141"), "3 Pz")
