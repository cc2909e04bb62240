"""Turns, ranges and numbers that the sections give, at the border of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.stalingrad42.battle.air import aircraft_now
from engine.stalingrad42.battle.modifiers import WINTER_ROW
from engine.stalingrad42.board.calendar import mud_marker, returns_in, season
from engine.stalingrad42.board.places import crammed
from engine.stalingrad42.board.supply_points import MOBILE, mobile_count
from engine.stalingrad42.campaign.sleepers import Wake, wake_eighth, wake_south
from engine.stalingrad42.campaign.winter_offensive import can_declare
from engine.stalingrad42.maskirovka.armies import MaskArrival
from engine.stalingrad42.options.reserves import REACH, Activate, Follow
from engine.values import Action
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import Passage
from engine.zocbond.moving.movement import Movement
from tests.engine.stalingrad42.setting import ALL, FAR, army, boxed, course, gun, masked, store
from tests.engine.zocbond.field import field, forbidden, noting, unit
from tests.marks import rules


def at(turn, own=(), foes=(), **more):
    """A field in a turn."""
    return field(
        "stalingrad42", list(own) or [unit("g", "0101")], list(foes) or [FAR], turn=turn, **more
    )


@rules("stalingrad42", "33.1")
@pytest.mark.parametrize(("turn", "may"), [(24, False), (25, True), (36, True)])
def test_the_vasilevsky_marker_comes_in_turn_25(turn, may):
    played = at(turn, rules={"winter-offensive": True})
    assert can_declare(played.rules, played.state) is may
    assert not can_declare(played.rules, noting(played.state, offensive_turn=25))


@rules("stalingrad42", "34.1.1")
@pytest.mark.parametrize(("turn", "come"), [(20, []), (21, ["R"])])
def test_reserve_armies_arrive_in_turn_21(turn, come):
    row = {**army("R", ""), "box": "pool"}
    del row["hex"]
    played = at(turn, foes=[row, FAR], rules={"maskirovka": True}, areas=ALL)
    assert MaskArrival().waiting(played.rules, played.state) == come


@rules("stalingrad42", "34.2")
@pytest.mark.parametrize(("count", "full"), [(7, False), (8, True)])
def test_a_box_holds_eight_units(count, full):
    played = masked(foes=[boxed(f"x{i}", "mask-1") for i in range(count)])
    assert crammed(played.state, "R") is full


@rules("stalingrad42", "31.0")
@pytest.mark.parametrize(("turn", "early"), [(1, True), (2, False)])
def test_armies_are_woken_from_turn_2_on(turn, early):
    shape = {"rules": {"reserve-armies": True}, "reserve-armies": {"5": ["far"]}, "side": "soviet"}
    assert (forbidden(at(turn, **shape), Action(Wake.kind, army="5")) == ("31.0",)) is early


@rules("stalingrad42", "31.0")
@pytest.mark.parametrize(
    ("turn", "hex", "wakes"), [(14, "0112", False), (15, "0112", True), (3, "0606", True)]
)
def test_the_eighth_wakes_in_turn_15_or_six_hexes_from_saratov(turn, hex, wakes):
    shape = {"rules": {"reserve-armies": True}, "reserve-armies": {"8": ["far"]}}
    played = at(turn, [unit("g", hex)], tags={"saratov": ["1206"]}, **shape)
    assert ("8" not in wake_eighth(played.rules, played.state, course()).records.armies) is wakes


@rules("stalingrad42", "31.0")
@pytest.mark.parametrize(("column", "wakes"), [("06", True), ("05", False)])
def test_the_sixth_hex_from_saratov_is_near(column, wakes):
    shape = {"rules": {"reserve-armies": True}, "reserve-armies": {"8": ["far"]}}
    played = at(3, [unit("g", f"{column}06")], tags={"saratov": ["1206"]}, **shape)
    assert ("8" not in wake_eighth(played.rules, played.state, course()).records.armies) is wakes


@rules("stalingrad42", "20.6")
@pytest.mark.parametrize(("row", "wakes"), [("06", True), ("07", False)])
def test_five_hexes_from_stalingrad_wake_the_caucasus(row, wakes):
    played = at(3, tags={"stalingrad": ["0501"]}, asleep=["far"])
    s = wake_south(
        played.rules, played.state, Passage("german", ("g",), ("0501", f"05{row}")), course()
    )
    assert (s.records.asleep == ()) is wakes


@rules("stalingrad42", "9.3.9")
@pytest.mark.parametrize(("turn", "planes"), [(26, 3), (27, 1), (28, 1)])
def test_two_aircraft_leave_for_africa_in_turn_27(turn, planes):
    played = at(turn, air=3)
    assert aircraft_now(played.rules, played.state) == planes
    overcast = noting(played.state, weather="overcast")
    assert aircraft_now(played.rules, overcast) == (1 if turn < 27 else 0)
    for weather in ("rain", "snow"):
        assert aircraft_now(played.rules, noting(played.state, weather=weather)) == 0


@rules("stalingrad42", "18.6.2", "18.6.3", "23.2.3")
@pytest.mark.parametrize(("weather", "points"), [("clear", 5), ("snow", 4)])
def test_a_supply_point_has_five_points(weather, points):
    played = at(9, [store("s", "0404")], mobile=["s"], weather=weather)
    assert played.rules.allowance(played.state, "s") == points


@rules("stalingrad42", "18.6.8")
@pytest.mark.parametrize(("side", "most"), [("german", 5), ("soviet", 4)])
def test_so_many_supply_points_are_mobile(side, most):
    rows = [store(f"s{i}", "0404") for i in range(most + 1)] + [unit("a", "0404")]
    sides = (rows, [FAR]) if side == "german" else ([unit("g", "0101")], [*rows, FAR])
    played = field("stalingrad42", *sides, side=side, dumps=["s0"])
    assert MOBILE[side] == mobile_count(played.rules, played.state, side) == most
    assert "18.6.8" in forbidden(played, Action("flip", unit="s0", to="moving"))
    assert played.explain(Action("flip", unit="s1", to="dump"))


@rules("stalingrad42", "26.2")
@pytest.mark.parametrize(("goal", "stays"), [("0506", True), ("0507", False)])
def test_a_staff_two_hexes_away_keeps_its_plan(goal, stays):
    shape = {"plans": {"h": "ready"}, "rules": {"planned-offensives": True}}
    played = at(9, [gun("h", "0504")], **shape)
    s = played.rules.in_turn(Chapter.end_movement, played.state.put("h", goal), "german", course())
    assert bool(s.records.plans) is stays


@rules("stalingrad42", "25.2.3")
def test_an_activated_reserve_of_tanks_goes_two_hexes_too():
    marks = {"t": ["reserve"]}
    played = at(
        9, [unit("t", "0504", "tank")], phase="combat", rules={"reserves": True}, marks=marks
    )
    phase = Combat("german")
    s = Activate().apply(
        played.rules, played.state, phase, Action("activate", units=("t",)), course()
    )
    assert isinstance(s.top, Follow)
    assert (s.top.length, REACH) == (2, 2)
    assert not s.top.exploits


@rules("stalingrad42", "19.4", "23.3.2", "23.1")
def test_dates_of_returns_mud_and_seasons():
    g = at(9).rules
    assert returns_in(3) == 5
    assert [mud_marker(g, rains) for rains in ((), (20,), (20, 21), (26,), (27,))] == [
        *(None, 21, 22, 27, None)
    ]
    assert [season(turn) for turn in (16, 17, 20, 21, 27, 28)] == [
        *("summer", "september", "september", "mud", "mud", "winter")
    ]
    assert WINTER_ROW == 43


@rules("stalingrad42", "34.3.3", "22.6.1")
def test_a_masked_army_passes_between_areas_like_any_unit():
    played = masked(seat="0703")
    s = played.state.put("R", "soviet-A").push(Movement("soviet"))
    fine, far = (Action("pass-area", unit="R", to=to) for to in ("soviet-C", "soviet-H"))
    assert played.rules.explain(s, fine)
    assert [r.rule for r in played.rules.explain(s, far).reasons] == ["22.6.3"]
    gone = s.instead(replace(s.top, moved=frozenset({"R"})))
    assert [r.rule for r in played.rules.explain(gone, fine).reasons] == ["5.1"]
