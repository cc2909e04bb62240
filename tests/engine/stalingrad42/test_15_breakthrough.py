"""Chapter 15: breakthrough."""

from __future__ import annotations

import pytest

from engine.values import Action
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from tests.engine.stalingrad42.setting import ALL, FAR, advancing, onward
from tests.engine.zocbond.field import attack, field, forbidden, noting, unit
from tests.marks import rules


@rules("stalingrad42", "15.2.5", "15.2.2")
def test_targets_of_a_breakthrough_lie_beside_the_group():
    played, phase = advancing([unit("x", "0506"), unit("y", "0508")])
    moved = played.state.put("t", "0505")

    def against(hex: str, *units: str) -> tuple[str, ...]:
        action = Action("breakthrough", units=units, hex=hex)
        return tuple(phase.explain(played.rules, moved.push(phase), action).rules)

    assert against("0506", "t") == ()
    assert "8.1" in against("0508", "t")
    assert "15.2.2" in against("0506", "t", "p")


@rules("stalingrad42", "15.2.2", "15.2.1", "15.2.10")
def test_the_group_goes_first_and_the_others_after_it():
    played, phase = advancing([unit("x", "0506")], spent=[("p", 1), ("t", 1)])
    fight = Action("breakthrough", units=("t",), hex="0506")
    gone = played.state.put("t", "0505").put("p", "0605")
    assert "15.2.1" in phase.explain(played.rules, gone.push(phase), fight).rules
    left = played.state.put("t", "0606").put("p", "0505")
    assert "15.2.1" not in phase.explain(played.rules, left.push(phase), fight).rules
    _, after = advancing([unit("x", "0506")], spent=[("p", 2), ("t", 2)], group=("t",))
    on = Action("advance", units=("t",), path=("0505", "0405"))
    assert "15.2.1" in after.explain(played.rules, gone.push(after), on).rules


@rules("stalingrad42", "15.2.7", "15.2.4")
def test_a_failed_breakthrough_ends_the_advance_of_the_group():
    foes = [unit("x", "0505", full=[1, 1, 3], steps=1), unit("y", "0506", full=[9, 9, 3])]
    own = [unit("t", "0504", "tank", full=[20, 9, 6], steps=3, reduced=[20, 9, 6])]
    played = field("stalingrad42", own, foes, phase="combat", dice=[1])
    played.apply(attack("0505", "t"))
    assert played.query("phase") == "Advance"
    played.apply(Action("advance", units=("t",), path=("0504", "0505")))
    played.apply(Action("breakthrough", units=("t",), hex="0506"))
    while played.query("phase") not in ("Combat", "Advance"):
        played.apply(played.choices()[0])
    assert played.query("place", unit="y") == "0506"
    assert not [a for a in played.choices() if a.kind in ("advance", "breakthrough")]


@rules("stalingrad42", "15.2.3", "9.7.2")
def test_a_breakthrough_group_keeps_to_the_stacking_limit():
    names = ("a", "b", "c", "d")
    own = [unit(n, "0505", "tank", full=[9, 9, 6], steps=3) for n in names]
    foes = [unit("x", "0506")]
    played = field("stalingrad42", own, foes, phase="combat")
    battle = Battle("german", "0505", names)
    phase = Advance(battle, 4, True, spent=tuple((n, 1) for n in names), entered=frozenset(names))
    s = played.state.push(phase)

    def says(units, state=s):
        action = Action("breakthrough", units=units, hex="0506")
        return phase.explain(played.rules, state, action).rules

    assert "15.2.3" in says(names)
    assert says(names[:3]) == ()
    assert "9.7.2" in says(names[:3], noting(s, building={"0505": "german"}))


def shattered(*own, foes, targets):
    """Automatic DS against lone steps, one after the other; then the advances after the combat."""
    played = field("stalingrad42", list(own), [*foes, unit("far", "1212")])
    for hex, units in targets:
        played.apply(Action("auto-ds", hex=hex, units=units))
    played.apply(Action("end"))
    played.apply(Action("end"))
    return played


@rules("stalingrad42", "15.4", "15.2.2", "8.6.2")
def test_an_automatic_ds_forms_one_breakthrough_group_of_its_two_stacks():
    played = shattered(
        unit("a", "0504", "tank", full=[40, 9, 6]),
        unit("b", "0606", "tank", full=[40, 9, 6]),
        foes=[
            unit("x", "0505", full=[1, 2, 3], steps=1),
            unit("y", "0404", full=[1, 1, 3]),
            unit("z", "0607", full=[1, 1, 3]),
        ],
        targets=[("0505", ("a", "b"))],
    )
    assert played.query("phase") == "Advance"
    fights = {(a["units"], a["hex"]) for a in played.choices() if a.kind == "breakthrough"}
    assert fights == {(("a",), "0404"), (("b",), "0607")}
    played.apply(Action("breakthrough", units=("a",), hex="0404"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    assert "15.2.2" in forbidden(played, Action("breakthrough", units=("b",), hex="0607"))
    assert not [a for a in played.choices(unit="b") if a.kind == "breakthrough"]


@rules("stalingrad42", "15.4", "8.6.2")
def test_each_automatic_ds_has_a_group_of_its_own():
    played = shattered(
        unit("a", "0504", "tank", full=[40, 9, 6]),
        unit("b", "0904", "tank", full=[40, 9, 6]),
        foes=[
            unit("x", "0505", full=[1, 2, 3], steps=1),
            unit("y", "0404", full=[1, 1, 3]),
            unit("v", "0905", full=[1, 2, 3], steps=1),
            unit("w", "1004", full=[1, 1, 3]),
        ],
        targets=[("0505", ("a",)), ("0905", ("b",))],
    )
    assert played.decision.kind == "zb.auto-order"
    for first, target in (("0905", "1004"), ("0505", "0404")):
        if played.decision.kind == "zb.auto-order":
            played.apply(Action("advance-auto", hex=first))
        fights = {a["hex"] for a in played.choices() if a.kind == "breakthrough"}
        assert fights == {target}
        played.apply(Action("end"))
    assert played.state.records.auto == ()


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


@rules("stalingrad42", "15.2.3", "23.2.3", "14.2.1")
@pytest.mark.parametrize(("weather", "left"), [("clear", 3), ("snow", 2), ("rain", 1)])
def test_a_group_in_the_vacated_hex_pays_for_it_in_snow_as_well(weather, left):
    """The hex for forming there comes on top of what the weather takes."""
    foes = [unit("x", "0505", full=[1, 1, 3], steps=1), unit("far", "1212")]
    own = [unit("t", "0504", "tank", full=[30, 9, 6], steps=3)]
    played = field("stalingrad42", own, foes, phase="combat", dice=[6], weather=weather)
    played.apply(attack("0505", "t"))
    played.apply(Action("advance", units=("t",), path=("0504", "0505")))
    assert played.query("advance-left", unit="t") == left


@rules("stalingrad42", "15.2.5", "15.2.9", "14.5")
@pytest.mark.parametrize(
    ("ground", "sides", "links", "barred"),
    [
        ({}, {}, {}, False),
        ({"0506": "m"}, {}, {}, True),
        ({"0506": "m"}, {}, {"road": ["0505 0506"]}, False),
        ({}, {"alpine": ["0505 S"]}, {}, True),
        ({}, {"major-river": ["0505 S"]}, {}, True),
        ({}, {"minor-river": ["0505 S"]}, {}, False),
        ({}, {"volga": ["0505 S"]}, {}, True),
        ({}, {"lake": ["0505 S"]}, {}, True),
    ],
)
def test_a_breakthrough_goes_where_the_group_could_advance(ground, sides, links, barred):
    foes = [unit("x", "0505", full=[1, 1, 3], steps=1), unit("y", "0506", full=[2, 2, 3]), FAR]
    own = [unit("t", "0504", "tank", full=[30, 9, 6], steps=3)]
    played = field(
        "stalingrad42",
        own,
        foes,
        phase="combat",
        dice=[6],
        ground=ground,
        sides=sides,
        links=links,
    )
    played.apply(attack("0505", "t"))
    played.apply(Action("advance", units=("t",), path=("0504", "0505")))
    fight = Action("breakthrough", units=("t",), hex="0506")
    assert ("14.5" in forbidden(played, fight)) is barred
    assert (fight in played.choices()) is not barred


@rules("stalingrad42", "14.4.2", "15.2.6", "15.2.8")
def test_a_group_that_has_cleared_its_way_enters_past_the_zones_beside_it():
    """Other units of the attack may not: only the group follows into what it has cleared."""
    foes = [
        unit("x", "0505", full=[1, 1, 3], steps=1),
        unit("y", "0506", full=[1, 1, 3], steps=1),
        unit("z", "0606", full=[9, 9, 3]),
        FAR,
    ]
    own = [unit(n, "0504", "tank", full=[30, 9, 6], steps=3) for n in "tu"]
    played = field("stalingrad42", own, foes, phase="combat", dice=[6, 6])
    played.apply(attack("0505", "t", "u"))
    for name in "tu":
        played.apply(Action("advance", units=(name,), path=("0504", "0505")))
    assert "0505" in played.query("zoc", side="soviet")
    played.apply(Action("breakthrough", units=("t",), hex="0506"))
    onward(played, "zb.advance")
    assert played.explain(Action("advance", units=("t",), path=("0505", "0506")))
    assert played.state.top.follow == "0506"


@rules("stalingrad42", "14.4.2", "15.2.6", "15.2.8")
def test_out_of_a_zone_a_group_goes_on_only_where_it_has_fought():
    foes = [
        unit("x", "0505", full=[1, 1, 3], steps=1),
        unit("y", "0606", full=[1, 1, 3], steps=1),
        unit("z", "0705", full=[9, 9, 3]),
        FAR,
    ]
    own = [unit("t", "0504", "tank", full=[30, 9, 6], steps=3)]
    played = field("stalingrad42", own, foes, phase="combat", dice=[6, 6])
    played.apply(attack("0505", "t"))
    played.apply(Action("advance", units=("t",), path=("0504", "0605")))
    watched = played.query("zoc", side="soviet")
    assert "0605" in watched
    assert "14.4.2" in forbidden(played, Action("advance", units=("t",), path=("0605", "0604")))
    played.apply(Action("breakthrough", units=("t",), hex="0606"))
    onward(played, "zb.advance")
    assert "0605" in played.query("zoc", side="soviet")
    assert played.explain(Action("advance", units=("t",), path=("0605", "0606")))
    assert "14.4.2" in forbidden(played, Action("advance", units=("t",), path=("0605", "0604")))


@rules("stalingrad42", "15.2.8", "15.2.2", "15.2.4")
def test_one_group_breaks_through_again_and_again_while_hexes_are_left():
    foes = [
        unit(n, h, full=[1, 1, 3], steps=1)
        for n, h in (("x", "0505"), ("y", "0506"), ("z", "0507"))
    ]
    own = [unit(n, "0504", "tank", full=[20, 9, 6], steps=3) for n in "tu"]
    played = field("stalingrad42", own, [*foes, FAR], phase="combat", dice=[6, 6, 6])
    played.apply(attack("0505", "t", "u"))
    both = ("t", "u")
    played.apply(Action("advance", units=both, path=("0504", "0505")))
    for hex, before, left in (("0506", 3, 2), ("0507", 2, 1)):
        assert played.query("advance-left", unit="t") == before
        played.apply(Action("breakthrough", units=both, hex=hex))
        onward(played, "zb.advance")
        assert played.query("advance-left", unit="t") == left
        here = played.query("place", unit="t")
        played.apply(Action("advance", units=both, path=(here, hex)))
        assert played.query("advance-left", unit="t") == left
