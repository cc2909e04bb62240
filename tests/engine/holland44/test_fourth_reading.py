"""Chapters 5 to 13: what a second close reading of the text brought up."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

BANK = {"large-river": ["0505 N NE NW SE S SW"]}


def sapper(id="e", hex="0506"):
    """An engineer."""
    return unit(id, hex, "engineer", steps=1, full=[1, 1, 4])


def run(played, stop):
    """Take the last choice on offer until a kind of decision comes up."""
    while played.decision.kind != stop:
        played.apply(played.choices()[-1])


# ---------------------------------------------------------------- 9.5.3: assaults
def two_banks(*more, **start):
    """Two seats beside 0505, an engineer and infantry that waited in each."""
    own = [sapper(), unit("a", "0506"), sapper("f", "0605"), unit("b", "0605"), *more]
    start.setdefault("unmoved", ["a", "b"])
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    return field("holland44", own, foes, phase="combat", sides=BANK, **start)


@rules("holland44", "9.5.3", "8.7", "23.3.2")
def test_no_assault_makes_an_automatic_ds():
    own = [sapper(), unit("a", "0506", full=[80, 4, 4])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    shatter = Action("auto-ds", hex="0505", units=("a",), crossing=("e",))
    played = field("holland44", own, foes, sides=BANK, unmoved=["a"])
    assert forbidden(played, shatter) == ("9.5.3",)
    bridged = field("holland44", own, foes, sides=BANK, links={"road": ["0506 0505"]})
    assert bridged.explain(Action("auto-ds", hex="0505", units=("a",)))


@rules("holland44", "9.5.3", "9.2")
def test_two_assaults_join_in_one_attack():
    played = two_banks(dice=[6])
    assert "9.5.3" in forbidden(played, attack("0505", "a", "b", crossing=("e",)))
    both = attack("0505", "a", "b", crossing=("e", "f"))
    assert played.explain(both)
    offered = [a for a in played.choices(hex="0505") if a.kind == "attack"]
    assert any(set(a["units"]) >= {"a", "b"} and set(a["crossing"]) == {"e", "f"} for a in offered)
    told = played.apply(both)
    assert [e.units for e in told if e.key == "h44.assault"] == [("e",), ("f",)]
    run(played, "zb.advance")
    for name, seat in (("a", "0506"), ("e", "0506"), ("b", "0605"), ("f", "0605")):
        assert played.explain(Action("advance", units=(name,), path=(seat, "0505"))), name


@rules("holland44", "9.5.3")
def test_each_hex_of_an_assault_needs_infantry_that_waited():
    played = two_banks(unmoved=["a"])
    assert "9.5.3" in forbidden(played, attack("0505", "a", "b", crossing=("e", "f")))
    assert played.explain(attack("0505", "a", crossing=("e",)))


@rules("holland44", "9.5.3", "6.4.2")
def test_in_a_full_hex_the_infantry_that_waited_is_in_the_group_that_is_offered():
    tanks = [unit(name, "0506", "tank", full=[9, 4, 8]) for name in "st"]
    offered = [a for a in two_banks(*tanks).choices(hex="0505") if a.kind == "attack"]
    assert offered
    assert all({"a", "b"} <= set(a["units"]) for a in offered)


# ---------------------------------------------------------------- 6: stacking
@rules("holland44", "6.4.1")
@pytest.mark.parametrize(("third", "asked"), [("engineer", False), ("infantry", True)])
def test_only_overstacked_hexes_give_up_steps_over_nine(third, asked):
    own = [unit(name, "0506", steps=4) for name in "ab"]
    played = field("holland44", [*own, unit("c", "0506", third)], [unit("x", "0101")])
    played.apply(Action("end"))
    assert (played.decision is not None and played.decision.kind == "zb.excess") == asked


@rules("holland44", "6.2", "6.4.2")
def test_of_two_light_tanks_none_fights_free_in_an_overstacked_hex():
    own = [unit(t, "0506", "tank", steps=1, armour=2) for t in ("t1", "t2")]
    own += [unit(name, "0506") for name in "ab"]
    played = field("holland44", own, [unit("x", "0505")], phase="combat")
    assert forbidden(played, attack("0505", "a", "b", "t1")) == ("6.4.2",)
    assert played.explain(attack("0505", "a", "t1"))
    alone = [u for u in own if u["id"] != "t2"]
    free = field("holland44", [*alone, unit("c", "0506")], [unit("x", "0505")], phase="combat")
    assert free.explain(attack("0505", "a", "b", "t1"))


@rules("holland44", "6.2", "6.4.2")
def test_nor_does_one_of_them_defend_free():
    foes = [unit(t, "0505", "tank", steps=1, armour=2) for t in ("t1", "t2")]
    foes += [unit(name, "0505") for name in "ab"]
    played = field("holland44", [unit("a1", "0506", full=[30, 1, 4])], foes, phase="combat")
    played.apply(attack("0505", "a1"))
    assert all(len(a["units"]) == 2 for a in played.choices())
    assert "6.4.2" in forbidden(played, Action("muster", units=("a", "b", "t1")))


@rules("holland44", "6.3", "6.4.2")
def test_any_two_units_defend_where_there_are_halves_of_a_battalion():
    foes = [unit("h1", "0505", twin="h2"), unit("h2", "0505", twin="h1")]
    foes += [unit("c", "0505"), unit("d", "0505")]
    played = field("holland44", [unit("a", "0506")], foes, phase="combat")
    played.apply(attack("0505", "a"))
    found = {frozenset(action["units"]) for action in played.choices()}
    assert found == {frozenset(g) for g in (("h1", "h2", "c"), ("h1", "h2", "d"), ("c", "d"))}


@rules("holland44", "6.4.2", "19.1")
def test_vehicles_come_onto_a_crowded_edge_hex_tactically_only():
    area = {"id": "allied-N", "name": "N", "touches": ["0512"]}
    lorry = unit("m", "", "motorized", full=[4, 4, 8], box="allied-N")
    del lorry["hex"]
    crowd = [unit(name, "0512") for name in "abc"]
    for mates, barred in ((crowd, ("6.4.2",)), (crowd[:2], ())):
        played = field("holland44", [lorry, *mates], [unit("x", "0101")], areas=[area])
        assert forbidden(played, Action("enter", unit="m", path=("0512",))) == barred
        slowly = Action("enter", unit="m", path=("0512",), mode="tactical")
        assert played.explain(slowly)
        assert (slowly in played.choices(unit="m")) == bool(barred)


# ---------------------------------------------------------------- 5.4: bridges
@rules("holland44", "5.4")
@pytest.mark.parametrize("start", ["0506", "0507"])
def test_a_bridge_that_was_spared_in_movement_is_asked_about_before_the_advance(start):
    own = [unit("a", start, full=[90, 4, 6], morale="elite")]
    foes = [unit("x", "0505", full=[1, 1, 4], steps=1)]
    links = {"road": ["0507 0506 0505 0504"]}
    sides = {"large-river": ["0506 N"]}
    played = field("holland44", own, foes, sides=sides, links=links, dice=[6, 6, 6])
    if start != "0506":
        played.apply(move("a", start, "0506"))
        assert played.decision.kind == "h44.offer"
        played.apply(Action("end"))
    run(played, "zb.combat")
    assert not played.query("track", of="spared")
    played.apply(attack("0505", "a"))
    run(played, "zb.advance")
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert played.decision.kind == "h44.offer"


# ---------------------------------------------------------------- 12.4 with 13.5
@rules("holland44", "12.4", "13.5")
@pytest.mark.parametrize("came", [True, False])
def test_who_came_in_by_a_retreat_faces_destruction_too(came):
    foes = [unit("f", "0505", "flak", full=[0, 3, 0])]
    foes.append(unit("b", "0505", full=[1, 0, 4], steps=1))
    marks = {"b": ["retreated", "sheltered"] if came else []}
    own = [unit("a", "0506", full=[9, 4, 4])]
    played = field("holland44", own, foes, phase="combat", marks=marks, dice=[5, 2])
    played.apply(attack("0505", "a"))
    assert played.decision.kind == ("zb.desperate" if came else "zb.stand")
    played.apply(Action("stand", lead="f"))
    # No success is a step lost and another roll, where both would die; else the flak is lost.
    assert played.query("left", unit="f") == (1 if came else 0)
    assert played.query("place", unit="b") == "0505"
    assert played.decision.kind == ("zb.desperate" if came else "zb.retreat")


# ---------------------------------------------------------------- 8.7: the advance
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


# ---------------------------------------------------------------- what rulings settle
@rules("holland44", "8.1", "8.2.1", "8.3.1", "25.2.2")
@pytest.mark.parametrize("mode", [None, "extended", "tactical"])
def test_no_allowance_is_no_move(mode):
    foes = [unit("u", "0505", full=[0, 2, 0], steps=1)]
    played = field("holland44", [unit("a", "0101")], foes, side="german")
    assert "8.1" in forbidden(played, move("u", "0505", "0506", mode=mode))
    assert not played.choices(unit="u")


@rules("holland44", "8.3.3", "25.2.1")
def test_unknown_units_hold_no_town_open():
    foes = [unit("u", "0505", "unknown", steps=1, full=[0, 2, 0]), unit("i", "0505")]
    more = {"ground": {"0505": "t"}, "side": "german"}
    played = field("holland44", [unit("a", "0101")], foes, **more)
    assert forbidden(played, Action("spend", unit="u")) == ("25.2.1",)
    assert played.explain(Action("spend", unit="i"))


@rules("holland44", "6.2", "11.4")
@pytest.mark.parametrize(("steps", "lost", "over"), [(3, 2, 0), (3, 1, 1), (2, 1, 1), (1, 0, 0)])
def test_the_remnants_of_a_tank_unit_stack_free(steps, lost, over):
    own = [unit("t", "0506", "tank", steps=steps), unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, [unit("x", "0101")], lost={"t": lost})
    assert played.query("over", side="allied", hex="0506") == over
