"""Chapter 23: weather and winter."""

from __future__ import annotations

import pytest

from engine.stalingrad42.battle.air import ground_crews
from engine.stalingrad42.battle.modifiers import freezing
from engine.stalingrad42.board.calendar import weather_roll
from engine.stalingrad42.supply import near_enemy
from engine.values import Action
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import ALPS, FAR, area, boxed, soviet_areas
from tests.engine.zocbond.field import field, forbidden, move, noting, unit
from tests.marks import rules


@rules("stalingrad42", "23.3.3", "23.2 overcast", "9.3.8")
@pytest.mark.parametrize(("sky", "flies"), [("clear", (3, 1)), ("overcast", (1, 0))])
def test_over_the_mud_the_sky_decides_and_romanians_need_it_clear(sky, flies):
    played = field("stalingrad42", [unit("g", "0101")], [], air=3, **{"romanian-air": 1})
    for weather in (sky, "mud"):
        ready = ground_crews(played.rules, noting(played.state, weather=weather, sky=sky)).records
        assert (ready.air, ready.air_romanian) == flies


@rules("stalingrad42", "23.4", "22.6.3")
def test_area_k_closes_in_winter():
    rows = [boxed("a", "soviet-K")]
    played = field(
        "stalingrad42",
        [],
        rows,
        side="soviet",
        phase="initial",
        turn=28,
        areas=soviet_areas("J", "K", "L"),
    )
    assert {a["hex"] for a in played.choices()} == {"soviet-J", "soviet-L"}
    played.apply(Action("arrive", unit="a", hex="soviet-L"))
    assert "22.4" in forbidden(played, Action("pass-area", unit="a", to="soviet-K"))


@rules("stalingrad42", "23.2 rain", "23.3.3", "5.2", "5.5.1", "16.3.2")
@pytest.mark.parametrize("weather", ["clear", "rain", "mud"])
def test_rain_and_mud(weather):
    wet = weather != "clear"
    own = [unit("t", "0101", "tank"), unit("i", "0501")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "1212")],
        weather=weather,
        links={"minor-road": ["0101 0102"], "road": ["0101 0201"]},
        sides={"minor-river": ["0501 S"]},
    )
    assert played.query("reach", unit="t")["0102"]["cost"] == (1 if wet else 0.5)
    assert played.query("reach", unit="t")["0201"]["cost"] == 0.5
    assert played.query("reach", unit="i")["0502"]["cost"] == (2 if wet else 1)
    assert played.rules.line_limit(played.state) == (3 if wet else 5)


@rules("stalingrad42", "23.2 rain")
def test_seasonal_swamps_fill_with_the_first_rain():
    played = field("stalingrad42", [unit("a", "0504")], [], ground={"0505": "S"})
    assert played.rules.terrain_of(played.state, "0505") == "clear"
    soaked = noting(played.state, soaked=True)
    assert played.rules.terrain_of(soaked, "0505") == "swamp"


def advance_in(weather: str, length: int) -> int:
    """How far a tank advances."""

    played = field("stalingrad42", [unit("t", "0504", "tank")], [], weather=weather)
    phase = Advance(Battle("german", "0505", ("t",)), length, True)
    return played.rules.advance_most(played.state, phase, "t")


@rules("stalingrad42", "23.2 rain", "23.2.3", "14.2.1")
@pytest.mark.parametrize(
    ("weather", "lengths"),
    [("clear", (1, 2, 3, 4)), ("rain", (1, 1, 2, 2)), ("snow", (1, 1, 2, 3))],
)
def test_weather_shortens_advances(weather, lengths):
    assert tuple(advance_in(weather, n) for n in (1, 2, 3, 4)) == lengths


@rules("stalingrad42", "23.2.3")
def test_snow_takes_a_point_off_every_allowance():
    played = field("stalingrad42", [unit("a", "0504", full=[4, 4, 3])], [], weather="snow")
    assert played.query("allowance", unit="a") == 2


@rules("stalingrad42", "23.2 overcast", "23.2.1")
def test_overcast_does_nothing_on_the_ground():
    clear, overcast = (
        field("stalingrad42", [unit("a", "0504")], [], weather=w) for w in ("clear", "overcast")
    )
    assert clear.query("reach", unit="a") == overcast.query("reach", unit="a")
    assert clear.query("allowance", unit="a") == overcast.query("allowance", unit="a")


@rules("stalingrad42", "23.4")
def test_winter_weakens_germans_outside():
    own = [unit("a", "0504", full=[5, 3, 4]), unit("b", "0604", full=[1, 2, 4])]
    foes = [unit("x", "0505", full=[3, 3, 3]), unit("y", "0704", full=[9, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat", turn=28)
    assert played.query("battle", side="german", hex="0505", units=["a"])["attack"] == 4
    assert played.query("battle", side="german", hex="0704", units=["b"])["attack"] == 1
    assert played.query("battle", side="soviet", hex="0504", units=["x"])["defence"] == 2
    assert played.query("battle", side="soviet", hex="0604", units=["y"])["defence"] == 2
    warm = field("stalingrad42", own, foes, phase="combat", turn=28, ground={"0504": "c"})
    assert warm.query("battle", side="german", hex="0505", units=["a"])["attack"] == 5


@rules("stalingrad42", "23.4", "5.5.2")
def test_major_rivers_freeze():
    own = [unit("a", "0503"), unit("t", "0603", "panzergrenadier", full=[4, 4, 6])]
    rivers = {"sides": {"major-river": ["0504 S", "0604 S"]}}
    frozen = field("stalingrad42", own, [], turn=28, **rivers)
    on_foot, on_wheels = move("a", "0503", "0504", "0505"), move("t", "0603", "0604", "0605")
    assert frozen.tally(on_foot).total == 3
    assert frozen.tally(on_wheels).total == 4
    assert forbidden(frozen, on_foot) == forbidden(frozen, on_wheels) == ()
    flowing = field("stalingrad42", own, [], turn=20, **rivers)
    assert "5.5.2" in forbidden(flowing, on_foot)
    mild = {"tags": {"never-freezes": ["0504", "0505"]}}
    south = field("stalingrad42", own, [], turn=28, **rivers, **mild)
    assert "5.5.2" in forbidden(south, on_foot)
    assert forbidden(south, on_wheels) == ()
    assert "zb.retreat.water" in list(
        south.rules.all_of(Chapter.retreat_barriers, south.state, "a", "0504", "0505")
    )


@rules("stalingrad42", "23.4")
def test_alpine_sides_close_in_winter():
    own = [unit("m", "0504", "mountain")]
    shape = {"sides": {"alpine": ["0504 S"]}, "ground": {"0505": "m"}}
    step = move("m", "0504", "0505", mode="tactical")
    assert forbidden(field("stalingrad42", own, [], turn=20, **shape), step) == ()
    assert forbidden(field("stalingrad42", own, [], turn=28, **shape), step)


@rules("stalingrad42", "23.4", "2.2.3", "6.1")
def test_alpine_sides_in_winter_part_neighbours_on_the_road_as_well():
    own, foes = [unit("m", "0504", "mountain")], [unit("x", "0505")]
    summer, winter = (field("stalingrad42", own, foes, turn=n, **ALPS) for n in (20, 28))
    assert "0504" in summer.query("zoc", side="soviet")
    assert "0504" not in winter.query("zoc", side="soviet")
    assert (
        near_enemy(summer.rules, summer.state, "m"),
        near_enemy(winter.rules, winter.state, "m"),
    ) == (
        True,
        False,
    )
    walk = move("m", "0504", "0505", mode="tactical")
    empty = field("stalingrad42", own, [], turn=28, **ALPS)
    assert "2.2.3" in forbidden(empty, walk)
    assert forbidden(field("stalingrad42", own, [], turn=20, **ALPS), walk) == ()
    far = field("stalingrad42", [unit("a", "0502")], foes, turn=28, **ALPS)
    assert forbidden(far, move("a", "0502", "0503", "0504", mode="extended")) == ()


@rules("stalingrad42", "23.3.2")
def test_rain_leaves_mud_from_turn_20_to_turn_26():
    r = field("stalingrad42", [unit("g", "0101")], [FAR]).rules
    wet = [turn for turn in range(18, 30) if weather_roll(r, turn, 6, "rain") == "mud"]
    assert wet == list(range(21, 28))


@rules("stalingrad42", "23.4", "24.1.3")
def test_who_leaves_k_for_the_winter_stays_in_order():
    areas = [
        *(area("german-W", "0112"), area("soviet-G", "0101"), area("soviet-K", "0606")),
        *(area("soviet-J", "1202"), area("soviet-L", "1210")),
    ]
    game = field(
        "stalingrad42",
        [boxed("t", "soviet-G", "tank"), unit("g", "0105")],
        [boxed("k", "soviet-K"), unit("x", "1005")],
        side="soviet",
        phase="initial",
        turn=28,
        areas=areas,
    )
    game.apply(Action("arrive", unit="k", hex="soviet-J"))
    assert game.state.good("k")


@rules("stalingrad42", "23.4", "9.9")
def test_winter_bites_on_row_43_and_north_of_it():
    own = [unit("n", "0242", full=[5, 5, 4]), unit("s", "0244", full=[5, 5, 4])]
    own += [unit("m", "0443", full=[5, 5, 4]), unit("w", "0642", full=[1, 2, 4])]
    played = field("stalingrad42", own, [FAR], size=(12, 46), turn=28)
    g, s = played.rules, played.state
    assert [freezing(g, s, u) for u in "nmsw"] == [True, True, False, True]
    battle = Battle("german", "0101", tuple("nmsw"))
    assert [g.attack_share(s, battle, u).base for u in "nmsw"] == [4, 4, 5, 1]
    for hex, strength in (("0242", 4), ("0443", 4), ("0244", 5), ("0642", 2)):
        shares = g.defence_shares(s, Battle("soviet", hex, ("far",)))
        assert [share.base for share in shares] == [strength]
    autumn = field("stalingrad42", own, [FAR], size=(12, 46), turn=27)
    assert not freezing(autumn.rules, autumn.state, "n")


@rules("stalingrad42", "3.0 weather phase", "23.1")
@pytest.mark.parametrize(("turn", "weather"), [(16, "clear"), (17, "overcast"), (28, "snow")])
def test_the_sky_is_rolled_for_from_turn_17_on(turn, weather):
    played = field("stalingrad42", [unit("a", "0101")], [FAR], phase="turn", turn=turn, dice=[1])
    assert played.state.records.weather == weather
    assert ("23.1" in {event.rule for event in played.log}) is (turn >= 17)


@rules("stalingrad42", "23.4", "5.5.1", "23.2 rain")
def test_minor_rivers_do_not_freeze_and_swell_in_rain():
    own = [unit("i", "0504", full=[4, 4, 6]), unit("m", "0504", "motorized", full=[4, 4, 6])]
    sides = {"minor-river": ["0504 S"]}
    for turn, weather, prices in (
        (20, "clear", (1, 1)),
        (30, "clear", (1, 1)),
        (22, "rain", (2, 2)),
    ):
        played = field("stalingrad42", own, [FAR], sides=sides, turn=turn, weather=weather)
        found = tuple(played.tally(move(n, "0504", "0505")).total for n in "im")
        assert found == prices
    mild = {"sides": {"major-river": ["0504 S"]}, "tags": {"never-freezes": ["0504"]}}
    half = field("stalingrad42", own, [FAR], turn=30, **mild)
    assert half.tally(move("i", "0504", "0505")).total == 2  # one bank alone does not count
    both = {**mild, "tags": {"never-freezes": ["0504", "0505"]}}
    assert (
        field("stalingrad42", own, [FAR], turn=30, **both).tally(move("i", "0504", "0505")).total
        == 3
    )
