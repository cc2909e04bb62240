"""Section 9.3: aircraft."""

from __future__ import annotations

import pytest

from engine.stalingrad42.battle.air import air_aids, ground_crews, leave_group, use_air
from engine.values import Action
from tests.engine.stalingrad42.setting import ALL, FAR
from tests.engine.zocbond.field import attack, field, forbidden, noting, unit
from tests.marks import rules

STRONG_GROUP = {"full": [30, 8, 6], "kind": "panzergrenadier"}


def strike(air: int = 1, **more):
    """Two German stacks beside a Soviet unit, in the combat phase."""
    own = [unit("a", "0504", **STRONG_GROUP), unit("b", "0605", **STRONG_GROUP)]
    foes = more.pop("foes", [unit("x", "0505", full=[2, 2, 3])])
    return field("stalingrad42", own, foes, phase="combat", air=air, **more)


@rules("stalingrad42", "9.3.1", "9.3.2", "9.3.3")
def test_an_air_unit_shifts_an_attack():
    played = strike()
    plain = played.query("battle", side="german", hex="0505", units=["a"])
    helped = played.query("battle", side="german", hex="0505", units=["a"], air="aircraft")
    assert helped["shift"] == plain["shift"] + 1
    assert forbidden(played, attack("0505", "a", air="aircraft")) == ()
    assert "9.3.1" in forbidden(strike(0), attack("0505", "a", air="aircraft"))


@rules("stalingrad42", "9.3.5")
def test_aircraft_reach_fifteen_hexes_from_the_rail_net():
    shape = {
        "areas": [{"id": "german-W", "name": "W", "touches": ["0101"]}],
        "size": (24, 12),
        "tags": {},
    }
    near = strike(links={"rail": ["0101 0102"]}, ground={"0101": "c"}, **shape)
    assert "9.3.5" not in forbidden(near, attack("0505", "a", air="aircraft"))
    bare = strike(links={"rail": ["0101 0102"]}, **shape)
    assert "9.3.5" in forbidden(bare, attack("0505", "a", air="aircraft"))
    own = [unit("a", "2204", **STRONG_GROUP)]
    far = field(
        "stalingrad42",
        own,
        [unit("x", "2205")],
        phase="combat",
        air=1,
        links={"rail": ["0101 0102"]},
        ground={"0101": "c"},
        **shape,
    )
    assert "9.3.5" in forbidden(far, attack("2205", "a", air="aircraft"))


@rules("stalingrad42", "9.3.6", "9.3.8")
def test_the_romanian_air_unit_helps_romanians_and_is_used_up():
    own = [
        unit("r", "0504", full=[30, 8, 6], nation="romanian"),
        unit("g", "0504", full=[30, 4, 6]),
        unit("h", "0605", full=[30, 9, 6]),
    ]
    foes = [unit("x", "0505", full=[2, 2, 3])]
    start = {"phase": "combat", "romanian-air": 1, "dice": [6]}
    played = field("stalingrad42", own, foes, **start)
    assert "9.3.8" in forbidden(played, attack("0505", "r", "h", air="romanian"))
    played.apply(attack("0505", "r", "g", air="romanian"))
    assert played.query("track", of="air-romanian") == 0
    assert not played.query("track", of="standing")


@rules("stalingrad42", "9.3.7", "9.3.7 breakthrough support", "15.2.9")
def test_aircraft_go_along_with_the_group_and_stay():
    foes = [
        unit("x", "0505", full=[2, 2, 3], steps=1),
        unit("y", "0507", full=[2, 6, 3]),
    ]
    played = strike(foes=foes, dice=[6, 6])
    played.apply(attack("0505", "a", "b", air="aircraft"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    played.apply(Action("advance", units=("a",), path=("0504", "0505")))
    played.apply(Action("advance", units=("a",), path=("0505", "0506")))
    flown = Action("breakthrough", units=("a",), hex="0507", air="aircraft")
    assert forbidden(played, flown) == ()
    assert flown in played.choices()
    played.apply(flown)
    while played.query("phase") not in ("Advance", "AirStays", "Combat"):
        played.apply(played.choices()[0])
    while played.query("phase") == "Advance":
        played.apply(Action("end"))
    standing = played.query("track", of="standing")
    assert [list(group) for group in standing] == [["a"]]
    assert played.query("track", of="air") == 0


@rules("stalingrad42", "9.3.7", "15.2.9")
def test_no_aircraft_in_a_breakthrough_unless_they_helped_before():
    foes = [unit("x", "0505", full=[2, 2, 3], steps=1), unit("y", "0507", full=[2, 6, 3])]
    played = strike(foes=foes, dice=[6])
    played.apply(attack("0505", "a"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    played.apply(Action("advance", units=("a",), path=("0504", "0505", "0506")))
    flown = Action("breakthrough", units=("a",), hex="0507", air="aircraft")
    assert "15.2.9" in forbidden(played, flown)


@rules("stalingrad42", "9.3.7")
def test_the_german_says_with_which_group_aircraft_stay():
    played = strike(dice=[1])
    played.apply(attack("0505", "a", "b", air="aircraft"))
    while played.decision.kind != "s42.air-stays":
        played.apply(Action("end") if played.query("phase") == "Advance" else played.choices()[0])
    assert "9.3.7" in forbidden(played, Action("station", hex="0505"))
    played.apply(Action("station", hex="0605"))
    assert played.query("track", of="standing") == (("b",),)


def soviet_attack(**tracks):
    """A Soviet attack on a German unit."""
    return field(
        "stalingrad42",
        [unit("a", "0505", full=[4, 5, 4]), unit("b", "0506", full=[4, 5, 4])],
        [unit("x", "0504", full=[12, 5, 4])],
        side="soviet",
        phase="combat",
        **tracks,
    )


@rules("stalingrad42", "9.3.4", "9.3.6", "3.0 combat phase")
@pytest.mark.parametrize("sends", [True, False])
def test_the_german_may_send_aircraft_in_defence(sends):
    played = soviet_attack(air=1, dice=[4])
    plain = played.query("battle", side="soviet", hex="0505", units=["x"])["column"]
    assert plain == "2-1"
    played.apply(attack("0505", "x"))
    assert played.decision.side == "german"
    assert played.decision.kind == "s42.air-defence"
    played.apply(Action("air-defend", aid="aircraft") if sends else Action("pass"))
    said = [e.params for e in played.log if e.key == "zb.attack.result"]
    assert dict(said[-1])["column"] == ("1-1" if sends else "2-1")
    assert played.query("track", of="air") == (0 if sends else 1)


@rules("stalingrad42", "9.3.4", "9.3.2", "11.3")
def test_an_air_unit_shifts_or_helps_the_stand_not_both():
    played = soviet_attack(air=2, dice=[6, 4])
    played.apply(attack("0505", "x"))
    played.apply(Action("pass"))
    while played.query("phase") != "Stand":
        played.apply(played.choices()[0])
    assert Action("stand", lead="a", aid="aircraft") in played.choices()
    played = soviet_attack(air=2, dice=[5, 4])
    played.apply(attack("0505", "x"))
    played.apply(Action("air-defend", aid="aircraft"))
    while played.query("phase") not in ("Stand", "Combat"):
        played.apply(played.choices()[0])
    assert Action("stand", lead="a", aid="aircraft") not in played.choices()


@rules("stalingrad42", "9.3.7 air defence", "9.3.9", "23.2 overcast", "23.2.1")
def test_air_units_by_turn_and_weather():
    from engine.stalingrad42.battle.air import aircraft_now

    found = {}
    for turn in (10, 27):
        for weather in ("clear", "overcast", "rain", "snow", "mud"):
            played = field("stalingrad42", air=3, turn=turn, weather=weather)
            found[turn, weather] = aircraft_now(played.rules, played.state)
    assert found[10, "clear"] == 3
    assert found[10, "overcast"] == 1
    assert found[10, "rain"] == found[10, "snow"] == 0
    assert found[10, "mud"] == 3
    assert found[27, "clear"] == 1
    assert found[27, "overcast"] == found[27, "snow"] == 0


@rules("stalingrad42", "9.3.7 air defence")
def test_standing_aircraft_defend_one_hex_away_and_leave_a_beaten_group():
    played = strike(dice=[1], foes=[unit("x", "0505", full=[9, 2, 3], steps=2)])
    played.apply(attack("0505", "a", air="aircraft"))
    while played.query("phase") != "Combat":
        end = played.query("phase") == "Advance"
        played.apply(Action("end") if end else played.choices()[0])
    rules_of, state = played.rules, played.state
    (group,) = state.records.standing
    seat = state.place(group[0])
    beside = next(iter(rules_of.board.neighbours(seat)))
    assert air_aids(rules_of, state, beside, ()) == [f"air@{seat}"]
    assert air_aids(rules_of, state, "1212", ()) == []
    assert use_air(rules_of, state, f"air@{seat}").records.standing == ()
    home = leave_group(state, group[0])
    assert home.records.standing == ()
    assert home.records.air == 1


@rules("stalingrad42", "9.3.8", "33.2.1")
def test_an_offensive_under_way_has_sent_the_romanian_aircraft_home():
    shape = {"phase": "combat", "turn": 26, "areas": ALL, "romanian-air": 1}
    for offensive, flies in ((0, 1), (25, 0)):
        game = field(
            "stalingrad42", [unit("g", "0101")], [FAR], **{**shape, "offensive-turn": offensive}
        )
        assert game.state.records.air_romanian == flies


@rules("stalingrad42", "9.3.5")
@pytest.mark.parametrize(("column", "reached"), [(15, True), (16, False)])
def test_the_fifteenth_hex_is_reached_and_the_sixteenth_is_not(column, reached):
    played = field(
        "stalingrad42",
        [unit("a", f"{column + 1:02d}05", **STRONG_GROUP)],
        [unit("x", f"{column + 1:02d}06", full=[2, 2, 3])],
        phase="combat",
        air=1,
        size=(24, 24),
        links={"rail": ["0105 0106"]},
        places=[{"hex": "0106", "name": "Base", "kind": "village"}],
        areas=[{"id": "german-W", "name": "W", "touches": ["0105"]}],
    )
    target = f"{column + 1:02d}06"
    assert played.scenario.board.distance("0106", target) == column
    assert ("9.3.5" not in forbidden(played, attack(target, "a", air="aircraft"))) is reached


@rules("stalingrad42", "9.3.1", "9.3.8", "23.2 overcast")
@pytest.mark.parametrize(("weather", "flies"), [("clear", True), ("overcast", False)])
@pytest.mark.parametrize("squadrons", [0, 1])
def test_the_romanian_aircraft_come_back_where_there_are_any(squadrons, weather, flies):
    played = strike(**{"romanian-air": squadrons})
    s = noting(played.state, weather=weather, air_romanian=0)
    assert ground_crews(played.rules, s).records.air_romanian == (squadrons if flies else 0)
