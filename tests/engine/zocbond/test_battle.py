"""Battles: who may attack, strengths, shifts, support."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules

BOTH = ("holland44", "stalingrad42")


@rules("holland44", "9.1", "9.2")
@rules("stalingrad42", "8.1", "8.2")
@pytest.mark.parametrize(("game", "rule"), [("holland44", "9.1"), ("stalingrad42", "8.1")])
def test_every_unit_and_every_hex_fights_once(game, rule):
    own = [unit("a", "0403"), unit("b", "0403"), unit("z", "0403", full=[0, 4, 4])]
    foes = [unit("x", "0404"), unit("y", "0503")]
    played = field(game, own, foes, phase="combat", dice=[1, 1])
    assert rule in forbidden(played, attack("0404", "z"))
    assert rule in forbidden(played, attack("0909", "a"))
    played.apply(attack("0404", "a"))
    while played.decision is not None and played.decision.kind != "zb.combat":
        played.apply(played.choices()[0])
    assert rule in forbidden(played, attack("0404", "b"))
    if played.query("place", unit="a") == "0403":
        assert rule in forbidden(played, attack("0503", "a"))
    assert played.explain(attack("0503", "b"))


@rules("holland44", "9.4")
@rules("stalingrad42", "8.4")
def test_odds_below_the_table():
    own, foes = [unit("a", "0403", full=[1, 4, 4])], [unit("x", "0404", full=[4, 9, 4])]
    assert field("holland44", own, foes, phase="combat").tally(attack("0404", "a")).result == "1-3"
    weak = field("stalingrad42", own, foes, phase="combat")
    assert forbidden(weak, attack("0404", "a")) == ("8.4",)


@rules("stalingrad42", "8.4", "8.6.1", "8.6.2", "15.4")
def test_ten_to_one_is_an_automatic_ds_also_in_combat():
    own, foes = [unit("a", "0403", full=[20, 4, 4])], [unit("x", "0404", full=[4, 2, 4])]
    played = field("stalingrad42", own, foes, phase="combat")
    played.apply(attack("0404", "a"))
    assert played.query("phase") == "Retreat"
    moving = field("stalingrad42", own, foes)
    moving.apply(Action("auto-ds", hex="0404", units=("a",)))
    moving.apply(moving.choices()[0])
    moving.apply(Action("end"))
    assert "8.6.1" in forbidden(moving, attack("0404", "a"))
    moving.apply(Action("end"))
    assert moving.query("phase") == "Advance"


@rules("holland44", "9.5.1", "9.5.2")
def test_a_large_river_is_attacked_over_by_a_bridge_at_half():
    river = {"large-river": ["0404 N"]}
    own, foes = [unit("a", "0403", full=[8, 4, 4])], [unit("x", "0404")]
    bare = field("holland44", own, foes, phase="combat", sides=river)
    assert forbidden(bare, attack("0404", "a")) == ("9.5.3",)
    links = {"road": ["0403 0404"]}
    played = field("holland44", own, foes, phase="combat", sides=river, links=links)
    assert played.tally(attack("0404", "a")).parts[0].total == 4
    assert played.tally(attack("0404", "a")).parts[1].total == 8


@rules("holland44", "10.1", "10.5.1", "10.8.1", "14.2")
def test_halving_comes_before_doubling_and_each_counts_once():
    foes = [unit("x", "0404", full=[4, 5, 4]), unit("t", "0404", "tank", armour=2, full=[4, 5, 4])]
    own = [unit("a", "0403", full=[9, 4, 4])]
    marks = {"x": ["disrupted"], "a": ["out", "engaged"]}
    played = field("holland44", own, foes, phase="combat", ground={"0404": "t"}, marks=marks)
    attack_sum, defence_sum = played.tally(attack("0404", "a")).parts
    assert attack_sum.total == 5
    assert [line.value for line in defence_sum.lines if line.value] == [6, 5]


@rules("holland44", "10.2.1", "10.2.2", "10.2.4")
def test_corps_troops_are_attached_from_any_hex():
    own = [
        unit("a", "0403", formation="gds"),
        unit("c", "0503", formation="corps", corps=True),
        unit("d", "0504", formation="101"),
    ]
    played = field("holland44", own, [unit("x", "0404")], phase="combat")
    with_corps = attack("0404", "a", "c", "d", lead="gds", attached="c")
    assert played.explain(with_corps)
    assert [line.value for line in played.tally(with_corps).parts[0] if line.value] == [4, 4, 2]
    assert "10.2.3" in forbidden(played, attack("0404", "a", "d", lead="gds", attached="d"))
    assert "10.2.1" in forbidden(played, attack("0404", "a", lead="82"))


@rules("holland44", "10.7")
def test_aircraft_need_a_british_ground_unit_near():
    own = [unit("a", "0403", nation="british")]
    played = field("holland44", own, [unit("x", "0404")], phase="combat", air=1)
    assert played.tally(attack("0404", "a", air="aircraft")).total == 1
    assert played.explain(attack("0404", "a", air="aircraft"))
    yanks = field("holland44", [unit("a", "0403")], [unit("x", "0404")], phase="combat", air=1)
    assert forbidden(yanks, attack("0404", "a", air="aircraft")) == ("10.7",)


@rules("stalingrad42", "9.2.4", "9.3.1", "9.3.3", "9.4")
def test_white_dots_cancel_the_ordinary_tank_shift_only():
    own = [unit("b", "0403", "tank", dot="black"), unit("r", "0703", "tank", dot="red")]
    foes = [
        unit("x", "0404", "anti-tank", dot="white"),
        unit("y", "0704", "anti-tank", dot="white"),
    ]
    played = field("stalingrad42", own, foes, phase="combat", air=1)
    assert played.tally(attack("0404", "b")).total == 0
    assert played.tally(attack("0704", "r")).total == 1
    assert played.tally(attack("0704", "r", air="aircraft")).total == 2


@rules("stalingrad42", "9.2.1", "9.2.2", "9.5.3", "9.6.1", "9.6.2", "9.7.1", "9.7.6", "9.9", "20.2")
def test_ground_fortifications_and_mountains():
    own = [unit("t", "0403", "tank", dot="black"), unit("m", "0703", "mountain")]
    foes = [unit("x", "0404"), unit("y", "0704")]
    ground = {"0404": "r", "0704": "m"}
    played = field("stalingrad42", own, foes, phase="combat", ground=ground)
    assert played.tally(attack("0404", "t")).total == 0
    assert [part.total for part in played.tally(attack("0704", "m")).parts] == [8, 8]
    fort = field("stalingrad42", own, foes, phase="combat", ground=ground, forts={"0404": "soviet"})
    assert fort.tally(attack("0404", "t")).total == -2
    printed = field("stalingrad42", own, foes, phase="combat", tags={"printed-fort": ["0404"]})
    assert printed.tally(attack("0404", "t")).total == -1
    alpine = {"alpine": ["0404 N", "0704 N"], "volga": ["0404 S"]}
    steep = field("stalingrad42", own, foes, phase="combat", sides=alpine)
    assert forbidden(steep, attack("0404", "t")) == ("9.6.2",)
    assert steep.explain(attack("0704", "m"))


@rules("stalingrad42", "9.8", "5.6.4", "10.2.3")
def test_bracketed_units_and_trains():
    foes = [
        unit("p", "0404", bracketed=True, full=[0, 2, 4]),
        unit("q", "0404", bracketed=True, full=[0, 3, 4]),
    ]
    own = [unit("a", "0403", full=[9, 4, 4])]
    played = field("stalingrad42", own, foes, phase="combat")
    assert played.tally(attack("0404", "a")).parts[1].total == 3
    with_line = field("stalingrad42", own, [*foes, unit("x", "0404")], phase="combat")
    assert with_line.tally(attack("0404", "a")).parts[1].total == 4
    assert with_line.query("losses", side="german", hex="0404", units=["a"]) == ("x",)
    train = field("stalingrad42", own, [unit("x", "0404")], phase="combat", marks={"x": ["train"]})
    assert train.tally(attack("0404", "a")).parts[1].total == 1


@rules("stalingrad42", "20.5.1", "20.5.2", "20.9")
def test_allies_of_germany():
    own = [
        unit("r", "0403", nation="romanian"),
        unit("i", "0403", nation="italian"),
        unit("g", "0403", nation="german"),
        unit("e", "0403", "engineer", full=[3, 3, 4]),
    ]
    played = field("stalingrad42", own, [unit("x", "0404")], phase="combat", ground={"0404": "c"})
    assert forbidden(played, attack("0404", "r", "i")) == ("20.5.1",)
    assert played.explain(attack("0404", "r", "g"))
    assert played.tally(attack("0404", "e")).parts[0].total == 6


@rules("stalingrad42", "18.2.1", "18.2.3", "18.3.1", "18.5", "18.3.3")
def test_massed_artillery_needs_a_division():
    own = [
        unit("a", "0404"),
        unit("d", "0403", "artillery-division", steps=1, range=3),
        unit("f", "0403", "front-hq", steps=1, range=3),
        unit("h", "0403", "front-hq", steps=1, range=3),
    ]
    played = field(
        "stalingrad42", [unit("x", "0405")], own, phase="combat", side="soviet", dice=[1]
    )
    assert "18.5" in forbidden(played, attack("0405", "a", guns=("f", "h")))
    assert played.tally(attack("0405", "a", guns=("d", "f"))).total == 2
    played.apply(attack("0405", "a", guns=("d", "f")))
    assert played.query("place", unit="d") == "used"


@rules("stalingrad42", "23.4")
def test_winter_weakens_german_units_in_the_north():
    own = [unit("a", "0403")]
    for turn, strength in ((27, 4), (28, 3)):
        played = field("stalingrad42", own, [unit("x", "0404")], phase="combat", turn=turn)
        assert played.tally(attack("0404", "a")).parts[0].total == strength


@rules("holland44", "8.7", "11.2")
@rules("stalingrad42", "8.6.1", "10.2.2")
@pytest.mark.parametrize(("game", "chooser"), [("holland44", "german"), ("stalingrad42", "german")])
def test_the_loss_of_an_automatic_ds_is_chosen(game, chooser):
    """By the owner in Holland '44, by the enemy in Stalingrad '42."""
    own = [unit("a", "0403", full=[40, 4, 4]), unit("b", "0403", full=[40, 4, 4])]
    foes = [unit("x", "0404", full=[1, 1, 4]), unit("y", "0404", full=[2, 2, 4])]
    played = field(game, own, foes)
    played.apply(Action("auto-ds", hex="0404", units=("a", "b")))
    assert played.decision.kind == "zb.lose"
    assert played.decision.side == chooser
    assert {a["unit"] for a in played.choices()} == {"x", "y"}
    played.apply(Action("lose", unit="x"))
    assert (played.query("left", unit="x"), played.query("left", unit="y")) == (1, 2)
    assert played.query("phase") == "Retreat"


@rules("holland44", "8.7")
@rules("stalingrad42", "8.6.2")
@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_two_automatic_ds_are_followed_up_in_an_order_of_the_players_choice(game):
    own = [unit("a", "0403", full=[30, 4, 4]), unit("b", "0903", full=[30, 4, 4])]
    foes = [unit("x", "0404", full=[1, 1, 4]), unit("y", "0904", full=[1, 1, 4])]
    played = field(game, own, foes)
    for name, hex in (("a", "0404"), ("b", "0904")):
        played.apply(Action("auto-ds", hex=hex, units=(name,)))
        while played.query("phase") == "Retreat":
            played.apply(played.choices()[0])
    played.apply(Action("end"))
    played.apply(Action("end"))
    assert played.decision.kind == "zb.auto-order"
    assert {a["hex"] for a in played.choices()} == {"0404", "0904"}
    assert forbidden(played, Action("advance-auto", hex="0101"))
    played.apply(Action("advance-auto", hex="0904"))
    assert {a["units"] for a in played.choices() if "units" in a} == {("b",)}
    played.apply(Action("end"))
    assert {a["units"] for a in played.choices() if "units" in a} == {("a",)}
    played.apply(Action("end"))
    assert played.decision is None or played.query("phase") not in ("Combat", "Advance")


@rules("holland44", "6.4.2")
@rules("stalingrad42", "10.2.1")
@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_the_owner_of_an_overstacked_hex_says_who_defends(game):
    own = [unit("a", "0403", full=[6, 4, 4])]
    foes = [unit(name, "0404", full=[1, n, 4]) for n, name in enumerate("wxyz", start=2)]
    played = field(game, own, foes, phase="combat", dice=[3])
    strongest = int(played.tally(attack("0404", "a")).parts[1].total)
    played.apply(attack("0404", "a"))
    assert played.decision.kind == "zb.muster"
    assert played.decision.side != "allied"
    groups = [set(a["units"]) for a in played.choices()]
    limit = played.rules.limit(played.state, played.decision.side, "0404")
    assert {len(group) for group in groups} == {limit}
    assert len(groups) == len(set(map(str, groups)))
    assert forbidden(played, Action("muster", units=("w",)))
    weak = tuple("wxyz"[:limit])
    found = played.apply(Action("muster", units=weak))
    assert strongest > sum(range(2, 2 + limit))
    assert any(event.key == "zb.attack.declared" for event in found)
