"""Chapter 16: breakthrough combat, and attacks that it joins."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import struck
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules


def second_attack(*more):
    """A group that has taken 0505 could join an attack on 0706, beside 0606."""
    own = [unit("a", "0506", full=[30, 4, 4], formation="f"), *more]
    own += [unit("z", "0807", formation="h")]
    foes = [unit("r", "0505", full=[1, 1, 4], steps=1), unit("y", "0706")]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0505", "a"))
    return played


@rules("holland44", "16.5")
def test_a_breakthrough_joins_the_next_attack():
    own = [
        unit("a", "0507", full=[12, 4, 4], formation="f"),
        unit("b", "0406", full=[4, 4, 4], formation="h"),
        unit("c", "0908", full=[4, 4, 4], formation="h"),
    ]
    foes = [
        unit("x", "0506", steps=1, full=[1, 1, 4]),
        unit("y", "0505", full=[4, 4, 4]),
        unit("z", "0907", full=[4, 4, 4]),
    ]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    join = Action("join", units=("a",), hex="0505")
    played.apply(attack("0506", "a", lead="f"))
    assert "16.5" in forbidden(played, join)
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(join)
    while played.decision.kind != "zb.combat":
        played.apply(Action("end"))
    assert "16.5" in forbidden(played, attack("0907", "c", lead="h"))
    tally = played.tally(attack("0505", "b", lead="h"))
    assert tally.parts[0].total == 10
    played.apply(attack("0505", "b", lead="h"))
    assert not played.query("track", of="joining")


@rules("holland44", "16.2")
def test_the_breakthrough_group_goes_first():
    own = [unit("a", "0506", full=[20, 4, 4]), unit("b", "0406", full=[20, 4, 4])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4]), unit("y", "0504", full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0505", "a", "b"))
    played.apply(Action("advance", units=("b",), path=("0406", "0405")))
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    through = Action("breakthrough", units=("a",), hex="0504")
    assert "16.2" in forbidden(played, through)
    orderly = field("holland44", own, foes, phase="combat", dice=[6, 6])
    orderly.apply(attack("0505", "a", "b"))
    orderly.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert orderly.explain(through)
    orderly.apply(through)
    while orderly.decision.kind != "zb.advance":
        orderly.apply(orderly.choices()[-1])
    on = Action("advance", units=("a",), path=("0505", "0504"))
    assert orderly.explain(on)
    orderly.apply(Action("advance", units=("b",), path=("0406", "0405")))
    assert "16.2" in forbidden(orderly, on)


@rules("holland44", "16.3.4", "6.2")
def test_a_tank_on_the_bonus_attacks_without_a_second_tank():
    tank = {"full": [20, 5, 8], "armour": 3, "formation": "f"}
    own = [unit("t1", "0405", "tank", **tank), unit("t2", "0405", "tank", steps=1, **tank)]
    foes = [unit("r", "0404", full=[1, 2, 3], steps=1), unit("s", "0604", full=[2, 4, 4])]
    links = {"road": ["0405 0404 0504 0604"]}
    played = field("holland44", own, foes, phase="combat", links=links, dice=[6])
    played.apply(attack("0404", "t1", "t2"))
    played.apply(Action("advance", units=("t1", "t2"), path=("0405", "0404", "0504")))
    both = Action("breakthrough", units=("t1", "t2"), hex="0604")
    assert forbidden(played, both) == ("16.3.4",)
    assert played.explain(both.replaced(units=("t1",)))


@rules("holland44", "16.3.5")
def test_a_gun_that_gave_support_does_not_jam_the_hex():
    gun = unit("g", "0606", "artillery", full=[0, 1, 4], steps=1, range=5)
    own = [unit("a", "0506", full=[9, 4, 4]), gun]
    foes = [unit("r", "0505", full=[1, 1, 4], steps=1), unit("s", "0706", full=[1, 1, 4])]
    for guns, jam in ((("g",), ()), (None, ("16.3.5",))):
        played = field("holland44", own, foes, phase="combat", dice=[6])
        played.apply(attack("0505", "a", guns=guns))
        played.apply(Action("advance", units=("a",), path=("0506", "0606")))
        assert forbidden(played, Action("breakthrough", units=("a",), hex="0706")) == jam


@rules("holland44", "16.5", "15.3")
def test_a_group_joins_from_any_hex_it_advanced_to():
    played = second_attack()
    join = Action("join", units=("a",), hex="0706")
    assert "16.5" in forbidden(played, join)
    played.apply(Action("advance", units=("a",), path=("0506", "0606")))
    assert played.explain(join)


@rules("holland44", "17.6.1", "16.5")
def test_guns_of_a_formation_that_joins_give_support():
    gun = unit("g", "0707", "artillery", full=[0, 1, 4], steps=1, range=4, formation="f")
    played = second_attack(gun)
    supported = attack("0706", "z", lead="h", guns=("g",))
    played.apply(Action("advance", units=("a",), path=("0506", "0606")))
    played.apply(Action("join", units=("a",), hex="0706"))
    while played.decision.kind != "zb.combat":
        played.apply(Action("end"))
    assert played.explain(supported)
    alone = field(
        "holland44", [unit("z", "0807", formation="h"), gun], [unit("y", "0706")], phase="combat"
    )
    assert forbidden(alone, supported) == ("17.6.1",)


@rules("holland44", "16.4", "16.3.2")
def test_breakthrough_against_units_that_retreated():
    own = [unit("a", "0507", full=[12, 4, 4], formation="f")]
    foes = [unit("x", "0506", full=[1, 1, 4]), unit("y", "0505", full=[4, 4, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0506", "a", lead="f"))
    while played.decision.kind != "zb.advance":
        played.apply(played.choices()[0])
    assert "routed" in played.query("marks", unit="x")
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    through = Action("breakthrough", units=("a",), hex="0505")
    assert played.explain(through)
    played.apply(through)
    while played.decision.kind not in ("zb.advance", "zb.combat"):
        played.apply(played.choices()[0])
    again = Action("breakthrough", units=("a",), hex="0505")
    assert forbidden(played, again)


COLUMN = {"road": ["0508 0507 0506 0505 0504 0503"]}


def through(code="DS", strength=60, kind="motorized", dice=(6,)):
    """A column on a road, three weak posts before it: the first falls, the second is near."""
    own = [unit("a", "0507", kind, full=[strength, 4, 8])]
    foes = [
        unit(name, hex, steps=1, full=[1, 4, 4])
        for name, hex in (("x", "0506"), ("y", "0505"), ("z", "0504"))
    ]
    return struck(code, own, foes, "a", hex="0506", dice=dice, links=COLUMN)


@rules("holland44", "16.1", "15.2")
@pytest.mark.parametrize(("code", "strength"), [("DS", 24), ("DMR", 20), ("D1", 16)])
def test_only_ds_and_dmr_lead_to_breakthrough_combat(code, strength):
    own = [unit("a", "0507", full=[strength, 4, 4])]
    foes = [unit("x", "0506", steps=1), unit("y", "0505", steps=1)]
    played = struck(code, own, foes, "a", hex="0506")
    while played.decision.kind != "zb.advance":
        played.apply(played.choices()[0])
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    attack_on = Action("breakthrough", units=("a",), hex="0505")
    assert ("16.1" in forbidden(played, attack_on)) == (code == "D1")
    assert (attack_on in played.choices()) == (code != "D1")


@rules("holland44", "16.3.2", "16.3.3")
def test_one_breakthrough_combat_though_hexes_are_left():
    played = through(dice=(6, 6))
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(Action("breakthrough", units=("a",), hex="0505"))
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert played.query("place", unit="a") == "0505"
    # By road it has a hex left, enough for another attack, were another one allowed.
    assert played.decision.kind == "zb.advance"
    assert forbidden(played, Action("breakthrough", units=("a",), hex="0504")) == ("16.1",)
    assert "breakthrough" not in {a.kind for a in played.choices()}


@rules("holland44", "16.3.3", "16.3.1")
def test_breakthrough_combat_gives_no_hexes():
    played = through(kind="infantry", dice=(6, 6))
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(Action("breakthrough", units=("a",), hex="0505"))
    far = Action("advance", units=("a",), path=("0506", "0505", "0606"))
    assert forbidden(played, far) == ("15.2",)
    # A hex beside the vacated one is not: both hexes of the advance are used.
    assert forbidden(played, Action("advance", units=("a",), path=("0506", "0606"))) == ("15.2",)
    # The vacated hex is free, and the group may as well stay.
    assert played.explain(Action("advance", units=("a",), path=("0506", "0505")))
    assert played.explain(Action("end"))


@rules("holland44", "16.3.5", "16.3.4")
def test_two_units_within_their_length_break_through_without_aircraft():
    own = [unit(name, "0507", full=[30, 4, 4]) for name in "ab"]
    foes = [unit("x", "0506", steps=1, full=[1, 4, 4]), unit("y", "0505", steps=1, full=[1, 4, 4])]
    played = struck("DS", own, foes, "a", "b", hex="0506", air=2)
    played.apply(Action("advance", units=("a", "b"), path=("0507", "0506")))
    both = Action("breakthrough", units=("a", "b"), hex="0505")
    assert played.explain(both)
    for support in ({"air": "aircraft"}, {"guns": ("g",)}):
        assert not played.explain(both.replaced(**support))
        assert not any(key in a for key in support for a in played.choices())


@rules("holland44", "13.5", "16.4", "11.2")
def test_who_came_in_by_a_retreat_fights_in_breakthrough_combat():
    own = [unit("a", "0507", full=[30, 4, 4])]
    near = [unit("y", "0505", steps=2), unit("z", "0505", steps=2)]
    foes = [unit("x", "0506", steps=1, full=[1, 4, 4]), *near]
    marks = {"marks": {"z": ["retreated", "sheltered"]}}
    played = struck("DS", own, foes, "a", hex="0506", dice=(6,), **marks)
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(Action("breakthrough", units=("a",), hex="0505"))
    assert played.decision.kind == "zb.lose"
    assert {a["unit"] for a in played.choices()} == {"y", "z"}


@rules("holland44", "16.3.5")
@pytest.mark.parametrize("water", ["minor-river", "canal", "large-river"])
def test_breakthrough_combat_crosses_water_by_bridges_only(water):
    own = [unit("a", "0507", full=[30, 4, 4])]
    foes = [unit("x", "0506", steps=1, full=[1, 4, 4]), unit("y", "0505", steps=1, full=[1, 4, 4])]
    on = Action("breakthrough", units=("a",), hex="0505")
    for links, crosses in (({}, False), ({"road": ["0506 0505"]}, True)):
        intact = ["0505-0506"] if links else []
        more = {"sides": {water: ["0506 N"]}, "links": links, "intact": intact}
        played = struck("DS", own, foes, "a", hex="0506", **more)
        played.apply(Action("advance", units=("a",), path=("0507", "0506")))
        assert played.explain(on).allowed == crosses
        assert crosses or forbidden(played, on) == ("16.3.5",)
