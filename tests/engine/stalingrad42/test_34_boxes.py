"""Chapter 34: what boxes share with the map: moves, supply, disorder, battle."""

from __future__ import annotations

from engine.chance import Chance, Scripted
from engine.stalingrad42.board.places import rebuild_boxes
from engine.values import Action
from engine.verdict import Course
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import destroy
from engine.zocbond.moving.movement import Movement
from tests.engine.stalingrad42.setting import (
    ALL,
    MASKS,
    army,
    boxed,
    kinds,
    masked,
    until,
)
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


@rules("stalingrad42", "34.4.2")
def test_an_army_that_units_have_left_moves_no_more():
    played = masked(foes=[boxed("x", "mask-1"), boxed("y", "mask-2")])
    played.apply(Action("army-out", unit="x", to="soviet-A"))
    assert "5.1" in forbidden(played, move("R", "0703", "0704"))
    other = masked(foes=[boxed("x", "mask-1"), boxed("y", "mask-2")])
    other.apply(Action("army-in", unit="y", army="R"))
    for name, hexes in (("R", ("0703", "0704")), ("Q", ("1003", "1004"))):
        assert "5.1" in forbidden(other, move(name, *hexes))


@rules("stalingrad42", "13.2.1", "21.4", "34.4.1")
def test_units_in_disorder_or_with_a_replacement_go_into_no_box():
    foes = [boxed("d", "soviet-A"), boxed("r", "soviet-A"), boxed("y", "soviet-A")]
    played = masked(foes=foes, marks={"d": ["disrupted"], "r": ["replaced"]})
    assert "13.2.1" in forbidden(played, Action("army-in", unit="d", army="R"))
    assert "21.4" in forbidden(played, Action("army-in", unit="r", army="R"))
    assert played.explain(Action("army-in", unit="y", army="R"))


@rules("stalingrad42", "34.3.2")
def test_an_army_with_a_unit_on_top_takes_no_train():
    links = {"rail": ["1003 0903 0803"], "road": ["1203 1103 1003"]}
    played = masked(foes=[boxed("x", "mask-2")], links=links)
    played.apply(Action("show", unit="x"))
    assert "34.3.2" in forbidden(played, Action("rail", unit="Q", hex="0803"))


@rules("stalingrad42", "21.2", "34.5")
def test_a_replacement_reaches_a_box_only_where_its_army_is_supplied():
    start = {"phase": "initial", "lost": {"x": 1}, "replacements": {"soviet": {"infantry": 1}}}
    near = masked(foes=[boxed("x", "mask-1")], **start)
    until(near, "s42.resources")
    assert near.explain(Action("replace", unit="x"))
    far = masked(foes=[boxed("x", "mask-1"), unit("y", "0203")], lost={"x": 1}, seat="0310")
    assert not far.rules.in_supply(far.state, "x")


@rules("stalingrad42", "13.4", "34.6.2")
def test_disorder_in_a_box_beside_the_enemy_is_rolled_for():
    own = [unit("g", "0603")]
    for dice, marks in (((2,), ["disrupted"]), ((6,), [])):
        played = masked(
            own,
            [boxed("x", "mask-1")],
            phase="recovery",
            marks={"x": ["disrupted"]},
            dice=dice,
        )
        assert sorted(played.state.marks["x"]) == marks
        assert not [e for e in played.told("german") if "x" in e.units]


@rules("stalingrad42", "34.6.2", "19.3")
def test_an_army_lives_on_while_somebody_is_in_its_box():
    rows = [boxed("x", "mask-1", steps=1), boxed("y", "mask-1")]
    played = masked([unit("g", "0603")], rows, side="german", phase="combat")
    g, s = played.rules, played.state.put("x", "0703")
    battle = Battle("german", "0703", ("g",))
    s = s.push(Advance(battle, 1, False))
    course = Course(Chance(Scripted.dice([])))
    after = destroy(g, s, "x", course)
    assert (after.place("R"), after.place("y")) == ("0703", "mask-1")
    gone = destroy(g, after.put("y", "destroyed-soviet"), "x", course)
    assert gone.place("R") == "pool"


@rules("stalingrad42", "34.6.2")
def test_two_armies_of_a_hex_open_their_boxes_one_after_the_other():
    played = field(
        "stalingrad42",
        [unit("g", "0603", "tank", full=[16, 8, 6], dot="red", steps=3)],
        [army("R", "0703"), army("Q", "0703"), boxed("x", "mask-1"), boxed("y", "mask-2")],
        side="german",
        phase="combat",
        turn=22,
        areas=ALL,
        rules=MASKS,
        masks={"R": "mask-1", "Q": "mask-2"},
        dice=[1],
    )
    played.apply(attack("0703", "g"))
    assert played.decision.kind == "s42.come-forth"
    played.apply(Action("defend", units=("y",)))
    assert {played.state.place(u) for u in "xy"} == {"0703"}
    assert set(played.state.records.unmasked) == {"R", "Q"}
    assert played.state.records.mask_asked == ()


@rules("stalingrad42", "34.6.1", "34.6.3")
def test_nobody_attacks_and_no_gun_helps_out_of_a_box():
    gun = boxed("h", "mask-1", "front-hq", steps=1, range=5)
    foes = [boxed("x", "mask-1"), gun, unit("y", "0702")]
    played = masked([unit("g", "0603")], foes, phase="combat")
    assert "34.6.1" in forbidden(played, attack("0603", "x"))
    assert "34.6.3" in forbidden(played, attack("0603", "y", guns=("h",)))


@rules("stalingrad42", "34.6.3")
def test_a_gun_in_a_box_is_not_disrupted_by_the_march():
    gun = boxed("h", "mask-1", "front-hq", steps=1, range=5, full=[0, 1, 5])
    played = masked(foes=[gun])
    played.apply(move("R", "0703", "0704", "0705", "0706"))
    assert played.query("marks", unit="h") == []


def assault(*foes, dice=(6,), **more):
    return masked(
        [unit("g", "0603", "tank", full=[16, 8, 6], dot="red", steps=3)],
        list(foes),
        side="german",
        phase="combat",
        dice=dice,
        **more,
    )


@rules("stalingrad42", "34.6.2")
def test_an_army_attacked_sends_up_to_three_out_to_defend():
    names = ("x", "y", "z", "w")
    played = assault(*(boxed(n, "mask-1") for n in names), dice=(4, 6))
    assert any(a.kind == "attack" and a["hex"] == "0703" for a in played.choices())
    played.apply(attack("0703", "g"))
    assert (played.decision.kind, played.decision.side) == ("s42.come-forth", "soviet")
    groups = [set(a["units"]) for a in played.choices()]
    assert {"x", "y"} in groups
    assert all(len(group) <= 2 for group in groups)
    assert "34.6.2" in forbidden(played, Action("defend", units=("x", "y", "z")))
    played.apply(Action("defend", units=("x",)))
    assert "R" in played.state.records.unmasked
    said = [e for step in played.history for e in step.events if e.key == "zb.attack.declared"]
    assert dict(said[0].params)["column"] == "6-1"


@rules("stalingrad42", "34.6.2")
def test_those_left_inside_share_the_disorder_and_the_fate_of_the_army():
    played = assault(boxed("x", "mask-1"), boxed("y", "mask-1"), dice=(4,), links={})
    from engine.stalingrad42.maskirovka.armies import infect

    g, s = played.rules, played.state
    course = Course(Chance(Scripted.dice([])))
    shaken = infect(g, s, "R", False, course)
    assert all(shaken.has(u, "disrupted") for u in "xy")
    assert all(infect(g, shaken, "R", False, course).has(u, "routed") for u in "xy")
    gone = destroy(g, s, "R", course)
    assert {gone.place(u) for u in "xy"} == {"destroyed-soviet"}
    assert gone.place("R") == "pool"


@rules("stalingrad42", "34.6.2", "19.3")
def test_an_attack_on_an_empty_box_meets_nobody():
    played = assault(unit("x", "1010"))
    played.apply(attack("0703", "g"))
    assert played.decision.kind == "zb.advance"
    played.apply(Action("advance", units=("g",), path=("0603", "0703")))
    assert played.state.place("R") == "pool"
    assert "attack" not in kinds(played)


@rules("stalingrad42", "34.6.2")
def test_no_automatic_ds_against_an_unknown_army():
    played = masked(
        [unit("g", "0603", "tank", full=[40, 8, 6], dot="red")], [unit("x", "1010")], side="german"
    )
    assert "34.6.2" in forbidden(played, Action("auto-ds", hex="0703", units=("g",)))


@rules("stalingrad42", "34.2", "34.5")
def test_shown_units_still_fill_a_box():
    rows = [boxed(f"b{i}", "mask-1") for i in range(8)]
    game = masked(foes=[*rows, boxed("d", "destroyed-soviet")], seat="1103", lost={"d": 2})
    assert rebuild_boxes(game.rules, game.state, "d") == ["mask-2"]
    game.apply(Action("show", unit="b0"))
    assert len(game.state.position.at("mask-1")) == 7
    assert rebuild_boxes(game.rules, game.state, "d") == ["mask-2"]


@rules("stalingrad42", "34.4.2", "34.2")
def test_asked_for_a_unit_or_a_hex_only_its_box_opens():
    played = masked(foes=[boxed("x", "mask-1"), boxed("y", "mask-1"), boxed("z", "mask-2")])

    def out(**asked):
        return {a["unit"] for a in played.choices(**asked) if a.kind == "come-out"}

    assert out() == {"x", "y", "z"}
    assert out(unit="x") == {"x"}
    assert out(hex="0703") == {"x", "y"}
    assert out(hex="1003") == {"z"}
    german = played.state.push(Movement("german"))
    told = played.rules.explain(german, Action("come-out", unit="x"))
    assert ("34.4.2", "s42.mask.not-inside") in {(r.rule, r.key) for r in told.reasons}
