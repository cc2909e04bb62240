"""Chapter 14: the advance after combat."""

from __future__ import annotations

import pytest

from engine.stalingrad42.battle.aftermath import stacked_with
from engine.values import Action
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from tests.engine.stalingrad42.setting import STRONG, advance, advancing, fought, store, weak
from tests.engine.zocbond.field import attack, field, forbidden, noting, unit
from tests.marks import rules


def objections(played, phase, action) -> tuple[str, ...]:
    """The rules against an action of an advance."""
    return tuple(phase.explain(played.rules, played.state.push(phase), action).rules)


@rules("stalingrad42", "14.4.1", "14.4.2", "15.2.6")
def test_an_advance_stops_in_a_zone_but_not_in_the_vacated_hex():
    played, phase = advancing([unit("x", "0506")])
    through = Action("advance", units=("t",), path=("0504", "0505", "0405"))
    assert objections(played, phase, through) == ()
    stop = Action("advance", units=("t",), path=("0504", "0505", "0605", "0705"))
    assert objections(played, phase, stop) == ()
    beside = Action("advance", units=("t",), path=("0504", "0505", "0606", "0706"))
    assert "14.4.2" in objections(played, phase, beside)


@rules("stalingrad42", "14.1", "15.2.2", "19.3")
def test_who_stood_with_the_attackers_advances_but_does_not_exploit():
    own = [
        unit("t", "0504", "tank", full=[30, 9, 6]),
        unit("p", "0504", "tank", full=[30, 9, 6]),
        unit("h", "0504", "army-hq", full=[0, 1, 4], steps=1, range=5),
        unit("k", "0504", "army-hq", full=[0, 1, 4], steps=1, range=5),
        unit("q", "0605", "infantry"),
    ]
    foes = [unit("x", "0505", full=[2, 5, 3], steps=1), unit("y", "0507")]
    played = field("stalingrad42", own, foes, phase="combat", dice=[6, 6, 6])
    played.apply(attack("0505", "t", guns=("h",)))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    able = {a["units"][0] for a in played.choices() if a.kind == "advance"}
    assert able == {"t", "p", "k"}
    for name in "tp":
        played.apply(Action("advance", units=(name,), path=("0504", "0505", "0506")))
    assert "15.2.2" in forbidden(played, Action("breakthrough", units=("t", "p"), hex="0507"))
    offered = {a["units"] for a in played.choices() if a.kind == "breakthrough"}
    assert offered == {("t",)}


@rules("stalingrad42", "14.5")
def test_only_who_attacked_over_a_river_crosses_it_in_the_advance():
    own = [unit("a", "0504", steps=3), unit("r", "0504", steps=3)]
    river = {"major-river": ["0505 N"]}
    played = field("stalingrad42", own, [unit("x", "1212")], phase="combat", sides=river)
    battle = Battle("german", "0505", ("a",))
    s = noting(played.state, riders={"0505": ("r",)}).push(Advance(battle, 2, False))
    go = [Action("advance", units=(u,), path=("0504", "0505")) for u in "ar"]
    assert [s.top.explain(played.rules, s, action).rules for action in go] == [(), ("14.5",)]


@rules("stalingrad42", "14.1", "18.6.3")
def test_supply_on_the_move_may_follow_an_advance():
    own = [unit("a", "0504", full=[9, 9, 4]), store("s", "0504"), store("t", "0504")]
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", mobile=["s"])
    battle = Battle("german", "0505", ("a",))
    assert stacked_with(played.rules, played.state, battle) == ("s",)


@rules("stalingrad42", "14.1", "4.4")
def test_an_advance_passes_a_full_hex_and_ends_in_none():
    own = [unit(n, "0504", full=STRONG) for n in "ab"]
    own += [unit(n, "0605") for n in "pqr"]
    played = fought(own, [weak("x", "0505")], ("0505", "a", "b"))
    into = advance("a", "0504", "0605")
    assert forbidden(played, into) == ("14.1",)
    assert played.explain(advance("a", "0504", "0605", "0606"))
    together = Action("advance", units=("a", "b"), path=("0504", "0505"))
    assert played.explain(together)
    assert into not in played.choices()


@rules("stalingrad42", "14.1", "4.3")
def test_an_army_headquarters_brings_its_room_with_it():
    own = [unit(n, "0504", full=STRONG) for n in "abc"]
    own.append(unit("hq", "0504", "soviet-hq", full=[0, 0, 5], steps=1))
    foes = [weak("x", "0505")]
    played = fought_by_soviets(own, foes)
    group = Action("advance", units=("a", "b", "c"), path=("0504", "0505"))
    assert forbidden(played, group) == ("14.1",)
    assert played.explain(Action("advance", units=("a", "b", "c", "hq"), path=("0504", "0505")))


def fought_by_soviets(own, foes):
    """The same from the Soviet side."""
    played = field("stalingrad42", [*foes, unit("far", "1212")], own, phase="combat", side="soviet")
    played.apply(attack("0505", "a", "b", "c"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    return played


@rules("stalingrad42", "14.1", "13.2.1", "13.3.2")
def test_disrupted_and_routed_units_advance_with_the_attackers():
    own = [unit("a", "0504", full=STRONG), unit("d", "0504"), unit("r", "0504")]
    marks = {"d": ["disrupted"], "r": ["routed"]}
    played = fought(own, [weak("x", "0505"), unit("z", "0606")], ("0505", "a"), marks=marks)
    assert played.explain(advance("d", "0504", "0505"))
    assert played.explain(advance("r", "0504", "0503"))
    assert forbidden(played, advance("r", "0504", "0505")) == ("13.3.2",)
    played.apply(advance("d", "0504", "0505"))
    assert played.explain(advance("r", "0504", "0505"))


@rules("stalingrad42", "14.1", "8.6.2")
def test_who_shattered_a_second_hex_does_not_ride_after_the_first():
    own = [unit(n, "0504", "tank", full=STRONG) for n in "ar"]
    played = field("stalingrad42", own, [weak("x", "0505"), weak("y", "0404"), unit("far", "1212")])
    played.apply(Action("auto-ds", hex="0505", units=("a",)))
    played.apply(Action("auto-ds", hex="0404", units=("r",)))
    played.apply(Action("end"))
    played.apply(Action("end"))
    played.apply(Action("advance-auto", hex="0505"))
    assert played.query("phase") == "Advance"
    assert forbidden(played, advance("r", "0504", "0505")) == ("14.1",)
    played.apply(Action("end"))
    assert played.explain(advance("r", "0504", "0404"))


@rules("stalingrad42", "14.1", "8.6.2")
@pytest.mark.parametrize(("seat", "beyond"), [("0504", "0503"), ("0404", "0403")])
def test_who_went_on_after_another_battle_rides_no_more(seat, beyond):
    own = [unit("a", "0504", "tank", full=STRONG), unit("r", "0504", "tank", full=[30, 9, 6])]
    foes = [weak("x", "0505"), unit("y", "0404", full=[4, 4, 3], steps=1), unit("far", "1212")]
    played = field("stalingrad42", own, foes, dice=[6])
    played.apply(Action("auto-ds", hex="0505", units=("a",)))
    played.apply(Action("end"))
    played.apply(attack("0404", "r"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    if seat != "0504":
        played.apply(advance("r", "0504", seat))
    played.apply(Action("end"))
    played.apply(Action("end"))
    assert played.query("phase") == "Advance"
    assert bool(played.explain(advance("r", seat, beyond))) is (seat == "0504")


@rules("stalingrad42", "14.4.2", "15.2.6", "15.2.8")
def test_a_group_that_only_fought_has_not_advanced_into_a_zoc():
    own = [unit("a", "0505", "tank", full=STRONG)]
    foes = [weak("x", "0504"), weak("y", "0506"), unit("z", "0606")]
    played = fought(own, foes, ("0504", "a"))
    played.apply(Action("breakthrough", units=("a",), hex="0506"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    assert "0505" in played.query("zoc", side="soviet")
    assert played.explain(advance("a", "0505", "0405", "0305"))
    played.apply(advance("a", "0505", "0405"))
    assert played.explain(advance("a", "0405", "0305"))
    assert "14.4.2" in forbidden(played, advance("a", "0405", "0505", "0605"))


@rules("stalingrad42", "14.2.4", "11.6.1")
@pytest.mark.parametrize("weather", ["clear", "rain", "snow"])
def test_after_a_fighting_withdrawal_one_hex_in_any_direction_and_no_breakthrough(weather):
    """The table gave two hexes; the partial success leaves one, whatever the weather."""
    own = [unit("t", "0504", "motorized", full=[12, 9, 6], steps=3)]
    foes = [unit("x", "0505", full=[2, 4, 4], steps=3), unit("y", "0604"), unit("far", "1212")]
    played = field(
        "stalingrad42",
        own,
        foes,
        phase="combat",
        turn=10,
        ground={"0505": "w"},
        dice=[5, 4],
        weather=weather,
    )
    played.apply(attack("0505", "t"))
    played.apply(Action("stand", lead="x"))
    assert played.decision.kind == "zb.retreat"
    way = {a["path"] for a in played.choices()}
    assert {len(path) for path in way} <= {2, 3}
    played.apply(played.choices()[0])
    assert played.query("marks", unit="x") == ["disrupted", "retreated"]
    assert played.decision.kind == "zb.advance"
    ends = {a["path"][-1] for a in played.choices() if a.kind == "advance"}
    near = set(played.scenario.board.neighbours("0504"))
    assert ends == near - {"0604"}
    assert not [a for a in played.choices() if a.kind == "breakthrough"]
    fight = Action("breakthrough", units=("t",), hex="0604")
    assert "15.1" in forbidden(played, fight)


@rules("stalingrad42", "14.2.2", "20.1.3", "2.3.6")
@pytest.mark.parametrize(
    ("kind", "move", "speed"),
    [
        ("soviet-hq", 3, 2),
        ("soviet-hq", 5, 4),
        ("tank", 3, 4),
        ("motorized", 3, 4),
        ("infantry", 6, 2),
    ],
)
def test_only_staffs_on_foot_are_slow_among_the_mechanized(kind, move, speed):
    foes = [unit("q", "0504", kind, full=[4, 4, move])]
    played = field("stalingrad42", [], foes, side="soviet")
    phase = Advance(Battle("soviet", "0505", ("q",)), 4, True)
    assert played.rules.advance_most(played.state, phase, "q") == speed


@rules("stalingrad42", "14.1")
def test_no_advance_is_offered_that_comes_by_a_hex_twice():
    played = fought([unit("a", "0504", full=STRONG)], [weak("x", "0505")], ("0505", "a"))
    offered = [a["path"] for a in played.choices() if a.kind == "advance"]
    assert max(len(path) for path in offered) > 2
    assert all(len(set(path)) == len(path) for path in offered)
