"""Section 8.7: automatic DS, and the advance after it."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import N, engineer
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules

BANK = {"large-river": ["0505 N NE NW SE S SW"]}


def run(played, stop):
    """Take the last choice on offer until a kind of decision comes up."""
    while played.decision.kind != stop:
        played.apply(played.choices()[-1])


def shattered(**more):
    """A has made an automatic DS; b may still attack y."""
    own = [unit("a", "0506", full=[80, 4, 4]), unit("b", "0806", full=[20, 4, 4])]
    foes = [unit("x", "0505", full=[1, 1, 4], steps=1), unit("y", "0805")]
    foes.append(unit("z", "0706", full=[1, 1, 4], steps=1))
    played = field("holland44", own, foes, **more)
    played.apply(Action("auto-ds", hex="0505", units=("a",)))
    run(played, "zb.move")
    played.apply(Action("end"))
    return played


@rules("holland44", "8.7", "6.4.2")
def test_the_owner_of_a_crowded_hex_names_who_is_shattered():
    crowd = [unit(name, "0505", full=[1, 1, 4]) for name in "xyz"]
    own = [unit("a", "0506", full=[30, 4, 4])]
    played = field("holland44", own, crowd)
    played.apply(Action("auto-ds", hex="0505", units=("a",)))
    assert played.decision.kind == "zb.muster"
    assert played.decision.side == "german"
    played.apply(Action("muster", units=("x", "y")))
    assert {a["unit"] for a in played.choices()} == {"x", "y"}
    assert "auto-ds" in played.query("marks", unit="a")
    played.apply(Action("lose", unit="x"))
    assert played.decision.kind == "zb.retreat"


@rules("holland44", "8.7", "6.4.2", "10.3.2")
def test_an_automatic_ds_holds_against_every_choice_of_defenders():
    foes = [unit("t", "0505", "tank", full=[1, 1, 4], armour=3, steps=2)]
    foes += [unit(name, "0505", full=[1, 1, 4]) for name in "yz"]
    own = [unit("a", "0506", full=[20, 4, 4])]
    played = field("holland44", own, foes)
    assert "8.7" in forbidden(played, Action("auto-ds", hex="0505", units=("a",)))
    even = field("holland44", own, foes[1:])
    assert even.explain(Action("auto-ds", hex="0505", units=("a",)))


@rules("holland44", "9.5.3", "8.7", "23.3.2")
def test_no_assault_makes_an_automatic_ds():
    own = [engineer(), unit("a", "0506", full=[80, 4, 4])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    shatter = Action("auto-ds", hex="0505", units=("a",), crossing=("e",))
    played = field("holland44", own, foes, sides=BANK, unmoved=["a"])
    assert forbidden(played, shatter) == ("9.5.3",)
    bridged = field("holland44", own, foes, sides=BANK, links={"road": ["0506 0505"]})
    assert bridged.explain(Action("auto-ds", hex="0505", units=("a",)))


@rules("holland44", "8.7", "9.1")
@pytest.mark.parametrize("first", ["advance", "attack"])
def test_who_made_an_automatic_ds_goes_on_before_or_after_the_attacks(first):
    played = shattered(dice=[6])
    follow = Action("advance-auto", hex="0505")
    assert played.decision.kind == "zb.combat"
    assert follow in played.choices()
    if first == "attack":
        played.apply(attack("0805", "b"))
        run(played, "zb.combat")
    played.apply(follow)
    assert played.decision.kind == "zb.advance"
    played.apply(Action("advance", units=("a",), path=("0506", "0606")))
    run(played, "zb.combat")
    assert follow not in played.choices()
    assert played.query("marks", unit="a") == []
    # He advanced next to z, and attacks nobody in this phase but by breakthrough (8.7).
    assert played.query("place", unit="a") == "0606"
    assert "9.1" in forbidden(played, attack("0706", "a"))


@rules("holland44", "5.4", "8.7", "9.3")
def test_the_german_may_blow_the_bridge_of_an_automatic_ds():
    own = [unit("a", "0506", full=[40, 4, 4]), unit("b", "0506", full=[40, 4, 4])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    more = {"sides": {"large-river": ["0506 N"]}, "links": {"road": ["0506 0505"]}}
    auto = Action("auto-ds", hex="0505", units=("a", "b"))
    for die, falls in ((6, True), (1, False)):
        played = field("holland44", own, foes, dice=[die], **more)
        played.apply(auto)
        assert played.decision.kind == "h44.offer"
        played.apply(Action("blow", bridge="0505-0506"))
        assert (played.query("place", unit="x") == "0505") == falls
        assert ("auto-ds" in played.query("marks", unit="a")) != falls
    kept = field("holland44", own, foes, **more)
    kept.apply(auto)
    kept.apply(Action("end"))
    assert kept.query("place", unit="x") != "0505"


@rules("holland44", "8.7", "19.3.1")
def test_who_made_an_automatic_ds_does_not_leave_the_map():
    own = [unit("a", "0512", full=[40, 4, 4])]
    played = field("holland44", own, [unit("x", "0511", steps=1, full=[1, 1, 4])], areas=[N])
    played.apply(Action("auto-ds", hex="0511", units=("a",)))
    assert forbidden(played, Action("pass-area", unit="a", area="allied-N")) == ("8.7",)


@rules("holland44", "25.4", "8.7")
def test_an_automatic_ds_reckons_with_two_and_turns_the_counter():
    own = [unit(f"a{i}", f"0{4 + i}06", full=[30, 4, 4], formation="f") for i in range(2)]
    foes = [
        unit("q", "0505", "unknown", full=[0, 2, 0], steps=1),
        unit("x", "0505", full=[2, 2, 4]),
    ]
    played = field("holland44", own, foes)
    shatter = Action("auto-ds", hex="0505", units=("a0", "a1"))
    assert played.tally(shatter).parts[1].total == 4
    played.apply(shatter)
    assert played.query("place", unit="q") == "out-of-play"
