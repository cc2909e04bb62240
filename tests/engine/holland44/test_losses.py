"""Chapter 11: losses, remnants, engaged units."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.zocbond.field import attack, field, unit
from tests.marks import rules


def gun(id="gun", hex="0508", **more):
    """A gun that reaches far."""
    return unit(id, hex, "artillery", steps=1, full=[0, 1, 4], range=6, **more)


@rules("holland44", "11.3", "11.4")
def test_the_pool_of_remnants_is_limited():
    own = [unit(u, "0506", steps=3, formation="f", full=[4, 4, 4]) for u in ("a", "b")]
    foes = [unit("x", "0505", full=[8, 8, 4])]
    more = {"phase": "combat", "remnants": {"allied-infantry": 1}, "lost": {"a": 1, "b": 1}}
    played = field("holland44", own, foes, dice=[1], **more)
    played.apply(attack("0505", "a", lead="f"))
    assert played.query("left", unit="a") == 1
    none = field("holland44", own, foes, dice=[1], **{**more, "remnants": {"allied-infantry": 0}})
    none.apply(attack("0505", "a", lead="f"))
    assert none.query("left", unit="a") == 0
    para = [unit("p", "0506", "parachute", steps=3, formation="82", division="82")]
    flown = field(
        "holland44",
        para,
        foes,
        dice=[1],
        phase="combat",
        remnants={"82": 0},
        lost={"p": 1},
    )
    flown.apply(attack("0505", "p", lead="82"))
    assert flown.query("track", of="stragglers") == {"82": 1}


@rules("holland44", "11.2")
def test_who_bears_a_loss():
    own = [
        unit("a", "0506", formation="f", morale="elite"),
        unit("b", "0506", formation="f"),
        unit("c", "0406", formation="g"),
    ]
    foes = [unit("x", "0505", full=[8, 8, 4], steps=3)]
    played = field("holland44", own, foes, phase="combat", dice=[1])
    played.apply(attack("0505", "a", "b", "c", lead="f"))
    assert {a["unit"] for a in played.choices()} <= {"a", "b"}
    assert "c" not in {e.units[0] for e in played.log if e.key == "zb.loss.step"}


@rules("holland44", "11.2")
def test_a_gun_that_fired_elsewhere_may_still_be_lost():
    foes = [unit("x", "0505"), gun("g", "0505")]
    played = field("holland44", [unit("a", "0506")], foes, phase="combat", marks={"g": ["fired"]})
    pool = played.query("losses", side="allied", hex="0505", units=["a"])
    assert set(pool) == {"x", "g"}


@rules("holland44", "11.2", "15.6")
def test_who_could_not_advance_off_the_polder_loses_last():
    own = [unit("t", "0506", "tank", steps=2), unit("a", "0606")]
    played = field(
        "holland44", own, [unit("x", "0505")], phase="combat", ground={"0506": "p"}, dice=[1]
    )
    told = played.apply(attack("0505", "t", "a"))
    assert [e.units for e in told if e.key == "zb.loss.step"] == [("a",)]


@rules("holland44", "11.5.2", "13.3")
@pytest.mark.parametrize(("marks", "shaken"), [([], False), (["engaged"], True)])
def test_engaged_units_that_retreat_are_disrupted(marks, shaken):
    foes = [unit("x", "0505", steps=2)]
    played = field(
        "holland44",
        [unit("a", "0506", full=[8, 4, 4])],
        foes,
        phase="combat",
        ground={"0504": "w"},
        dice=[5],
        marks={"x": marks},
    )
    played.apply(attack("0505", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    played.apply(Action("retreat", unit="x", path=("0505", "0504")))
    assert ("disrupted" in played.query("marks", unit="x")) == shaken


@rules("holland44", "11.2", "13.5", "14.3.2")
def test_routed_units_may_bear_a_loss_but_not_those_that_just_came_in():
    foes = [unit("x", "0505"), unit("y", "0505")]
    pool = {"side": "allied", "hex": "0505", "units": ["a"]}
    both = field(
        "holland44",
        [unit("a", "0506")],
        foes,
        phase="combat",
        marks={"x": ["routed"], "y": ["routed"]},
    )
    assert set(both.query("losses", **pool)) == {"x", "y"}
    for marks, bearers in ((["routed"], {"x", "y"}), (["routed", "sheltered"], {"y"})):
        one = field("holland44", [unit("a", "0506")], foes, phase="combat", marks={"x": marks})
        assert set(one.query("losses", **pool)) == bearers


@rules("holland44", "11.2")
def test_tanks_on_dry_ground_bear_losses_like_infantry():
    own = [unit("t", "0506", "tank"), unit("a", "0506")]
    played = field("holland44", own, [unit("x", "0505", full=[1, 9, 4])], phase="combat", dice=[1])
    played.apply(attack("0505", "t", "a"))
    assert played.decision.kind == "zb.lose"
    assert {a["unit"] for a in played.choices()} == {"t", "a"}


@rules("holland44", "11.2", "10.6")
def test_the_elite_who_brought_the_shift_pay_for_it():
    for morale, bearers in (("elite", ["a"]), ("regular", ["a", "b"])):
        own = [unit("a", "0506", steps=3, morale=morale), unit("b", "0506", steps=1)]
        played = field(
            "holland44", own, [unit("x", "0505", full=[1, 9, 4])], phase="combat", dice=[1]
        )
        played.apply(attack("0505", "a", "b"))
        if len(bearers) > 1:
            assert sorted(a["unit"] for a in played.choices()) == bearers
        else:
            assert [e.units for e in played.log if e.key == "zb.loss.step"] == [("a",)]
