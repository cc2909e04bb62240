"""Chapter 26 and S1.3: points and who wins."""

from __future__ import annotations

from engine.values import Action
from tests.engine.zocbond.field import attack, field, unit
from tests.marks import rules


def at_the_end(*units, **more):
    """The victory check of the last turn, by ending every phase."""
    played = field(
        "holland44",
        units,
        [unit("x", "1212")],
        phase="turn",
        turn=11,
        **{"last": 11, "tags": {"beyond-waal": ["0101", "0102", "0103"]}, **more},
    )
    while played.decision is not None:
        played.apply(Action("end"))
    return played.ending


@rules("holland44", "26.5.1", "18.3.2")
def test_who_retreats_through_a_city_has_it_again():
    own = [unit("m", "0505", full=[20, 4, 8])]
    cities = {"ground": {"0502": "C", "0503": "C"}, "control": {"0502": "allied", "0503": "allied"}}
    foes = [unit("r", "0504", full=[1, 6, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[5, 1, 1], **cities)
    assert played.query("points", side="allied").total == 2
    played.apply(attack("0504", "m"))
    if played.decision.kind == "zb.stand":
        played.apply(Action("go-back"))
    played.apply(Action("retreat", unit="r", path=("0504", "0503", "0502")))
    assert played.query("control") == {"0502": "german", "0503": "german"}
    assert played.query("points", side="allied").total == 0


@rules("holland44", "S1.3")
def test_four_steps_beyond_the_waal_win_the_short_game():
    two = [unit("a", "0101"), unit("b", "0102")]
    won = at_the_end(*two, goal="waal")
    assert (won.winner, won.rule) == ("allied", "S1.3")
    assert at_the_end(unit("a", "0101"), unit("b", "0505"), goal="waal").winner == "german"
    para = unit("p", "0102", "parachute", division="82")
    assert at_the_end(unit("a", "0101"), para, goal="waal").winner == "german"


@rules("holland44", "S2.3", "26.1", "26.4")
def test_the_campaign_goes_by_points():
    tie = at_the_end(unit("a", "0505"))
    assert (tie.winner, tie.rule) == ("german", "26.4")
    ahead = at_the_end(unit("a", "0505"), ground={"0909": "C"}, control={"0909": "allied"})
    assert (ahead.winner, ahead.rule) == ("allied", "26.4")


@rules("holland44", "26.2", "26.3", "26.1")
def test_automatic_victories():
    north = {"tags": {"beyond-lower-rhine": ["0101"]}, "last": 12}
    cities = {f"0{n}05": "C" for n in range(1, 10)}
    owned = dict.fromkeys([*cities, "1005"], "allied")
    area = [{"id": "allied-N", "name": "N", "touches": ["0101"]}]
    ours = at_the_end(
        unit("a", "0101"), ground={**cities, "1005": "C"}, control=owned, areas=area, **north
    )
    assert (ours.winner, ours.rule) == ("allied", "26.3")
    theirs = at_the_end(unit("a", "0505"), **north)
    assert (theirs.winner, theirs.rule) == ("german", "26.2")


@rules("holland44", "26.3", "26.2")
def test_parachutists_alone_win_nothing_beyond_the_river():
    north = {"tags": {"beyond-lower-rhine": ["0101"]}, "last": 12}
    cities = {f"{n:02d}05": "C" for n in range(1, 11)}
    owned = dict.fromkeys(cities, "allied")
    area = [{"id": "allied-N", "name": "N", "touches": ["0101"]}]
    para = unit("a", "0101", "parachute", division="82")
    for lander, early in ((para, False), (unit("a", "0101"), True)):
        ended = at_the_end(lander, ground=cities, control=owned, areas=area, **north)
        assert ended.winner == "allied"
        assert (ended.rule == "26.3") == early
