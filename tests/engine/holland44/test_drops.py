"""Chapter 22: landings."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from engine.values import Action
from tests.engine.holland44.parts import FOE, flyer
from tests.engine.zocbond.field import field, forbidden, unit
from tests.marks import rules


def to(hex, id="p"):
    """A drop."""
    return Action("drop", unit=id, hex=hex)


def drops(units, foes=(), *, turn=3, zones=None, **more):
    """A drop phase."""
    start = {"drop-zones": zones or {"82": ["0505"]}}
    return field("holland44", units, foes or FOE, phase="drops", turn=turn, **start, **more)


@rules("holland44", "22.2.1")
def test_the_code_on_the_counter_counts_on_the_first_days():
    def para(id, code):
        found = unit(id, "0101", "parachute", division="82", code=code, box="in-the-air")
        del found["hex"]
        return found

    zones = {"82": ["0505", "0909"], "A2": ["0909"]}
    for turn, spots in ((1, {"0909"}), (6, {"0505", "0909"})):
        played = field(
            "holland44",
            [para("p", "A2"), unit("o", "0101")],
            FOE,
            phase="drops",
            turn=turn,
            **{"drop-zones": zones},
        )
        assert spots <= {a["hex"] for a in played.choices() if a.kind == "drop"}
        assert played.explain(Action("drop", unit="p", hex="0505")).allowed == (turn == 6)
    with pytest.raises(Problem, match="A3"):
        field("holland44", [para("p", "A3")], FOE, **{"drop-zones": zones})


@rules("holland44", "22.6", "22.3.1", "22.3.2")
def test_a_hex_taken_from_above_is_rolled_for():
    def para(id):
        found = unit(id, "0101", "parachute", division="82", full=[9, 9, 4], box="in-the-air")
        del found["hex"]
        return found

    foes = [unit("x", "0505", steps=1, full=[0, 1, 4])]
    played = field(
        "holland44",
        [para("a"), para("b")],
        foes,
        phase="drops",
        turn=1,
        dice=[6, 5],
        **{"drop-zones": {"82": ["0505"]}},
    )
    for name in ("a", "b"):
        played.apply(Action("drop", unit=name, hex="0505"))
    while played.decision.kind in ("zb.retreat", "zb.lose"):
        played.apply(played.choices()[0])
    assert played.decision.kind == "h44.landing-pick"
    played.apply(Action("bear", unit="b"))
    assert "scattered" in played.query("marks", unit="b")


@rules("holland44", "22.6", "10.2.1")
def test_a_landing_on_the_enemy_asks_who_leads():
    def para(id, formation):
        found = unit(id, "0101", "parachute", division="82", formation=formation, box="in-the-air")
        del found["hex"]
        return found

    units = [para("a", "f"), para("b", "g"), unit("s", "0404")]
    played = field(
        "holland44",
        units,
        [unit("x", "0505")],
        phase="drops",
        turn=3,
        **{"drop-zones": {"82": ["0505"]}},
    )
    for name in ("a", "b"):
        played.apply(Action("drop", unit=name, hex="0505"))
    assert played.decision.kind == "h44.command"
    assert {a["lead"] for a in played.choices()} == {"f", "g"}


@rules("holland44", "22.1.2", "22.4", "22.2.2")
def test_one_drop_a_day_a_point_each():
    more = {"phase": "turn", "turn": 3, "last": 4, "drop-zones": {"82": ["0505"]}}
    played = field("holland44", [flyer(), flyer("q")], FOE, dice=[1, 1, 2], **more)
    assert played.decision.kind == "h44.drop"
    played.apply(to("0505"))
    while played.decision.kind != "zb.move" or played.state.turn == 3:
        assert played.state.turn == 3 or played.decision.kind != "h44.drop"
        played.apply(Action("end"))
    assert played.query("place", unit="q") == "in-the-air"


@rules("holland44", "22.2.1", "22.2.3")
def test_how_far_from_the_zone_by_turn():
    first = drops([flyer()], turn=1)
    assert first.explain(to("0505"))
    assert "22.2.1" in forbidden(first, to("0504"))
    assert drops([flyer()], turn=3).explain(to("0504"))
    depot = unit("s", "0909", "airborne-supply", division="82", steps=1, full=[0, 1, 4])
    assert "22.2.1" in forbidden(drops([flyer(), depot], turn=4), to("0908"))
    assert drops([flyer(), depot], turn=6).explain(to("0908"))
    others = {"82": ["0505"], "101": ["0202"]}
    assert "22.2.1" in forbidden(drops([flyer()], turn=7, zones=others), to("0202"))
    assert drops([flyer()], turn=9, zones=others).explain(to("0202"))
    wet = drops([flyer()], turn=3, sides={"canal": ["0505 N"]})
    assert "22.2.1" in forbidden(wet, to("0504"))


@rules("holland44", "22.2.4")
def test_a_zone_that_opens_in_turn_6():
    more = {"late-zones": {"82": ["0909"]}}
    assert "22.2.4" in forbidden(drops([flyer()], turn=3, **more), to("0909"))
    assert drops([flyer()], turn=6, **more).explain(to("0909"))


@rules("holland44", "22.5.1", "22.5.2")
def test_the_poles():
    pole = flyer("z", division="1", nation="polish", turn=3)
    zones = {"1": ["0303"], "82": ["0505"], "polish": ["0707"]}
    played = drops([pole, flyer(turn=3)], zones=zones, dice=[1])
    assert "22.5.1" in forbidden(played, to("0707", "z"))
    assert "22.5.2" in forbidden(played, to("0707"))
    played.apply(to("0505"))
    assert played.explain(to("0707", "z"))
    assert played.explain(to("0303", "z"))
    cloudy = drops([pole, flyer()], zones=zones, sky="cloudy")
    assert "22.5.1" in forbidden(cloudy, to("0707", "z"))


@rules("holland44", "22.1.3")
def test_the_glider_regiment_gathers_for_a_turn():
    depot = unit("s", "0909", "airborne-supply", division="1", steps=1, full=[0, 1, 4])
    glider = flyer("g", "glider", division="1")
    zones = {"1": ["0505"]}
    more = {"glider-regiment": ["g"]}
    early = drops([glider, depot, flyer("o", division="1")], turn=1, zones=zones, **more)
    assert "22.1.3" in forbidden(early, to("0505", "g"))
    played = drops([glider, depot], turn=2, zones=zones, **more)
    assert played.query("place", unit="g") == "0909"


@rules("holland44", "22.3.1", "23.1.1")
def test_in_turn_1_a_hex_rolls_once_and_the_player_says_who_bears_it():
    played = drops([flyer(), flyer("q")], turn=1, dice=[6])
    played.apply(to("0505"))
    assert played.query("marks", unit="p") == []
    played.apply(to("0505", "q"))
    assert played.decision.kind == "h44.landing-pick"
    played.apply(Action("bear", unit="q"))
    assert (played.query("left", unit="p"), played.query("left", unit="q")) == (2, 1)


@rules("holland44", "22.3.4", "22.3.5", "22.3.3")
def test_guns_and_single_steps():
    gun = flyer("g", "artillery", steps=1, full=[0, 1, 4], airborne=True)
    flipped = drops([gun], dice=[6])
    flipped.apply(to("0505", "g"))
    assert flipped.query("marks", unit="g") == ["fired", "scattered"]
    lost = drops([gun], [unit("x", "0504")], dice=[5])
    lost.apply(to("0505", "g"))
    assert lost.query("left", unit="g") == 0
    assert not lost.query("track", of="stragglers")
    small = drops([flyer(steps=1)], dice=[6])
    small.apply(to("0505"))
    assert small.query("left", unit="p") == 0
    assert small.query("track", of="stragglers") == {"82": 1}


@rules("holland44", "22.6")
def test_a_landing_on_top_of_the_enemy():
    strong = flyer(full=[12, 4, 4])
    weak = unit("x", "0505", steps=1, full=[1, 1, 4])
    played = drops([strong], [weak], dice=[6, 1])
    played.apply(to("0505"))
    while played.decision is not None and played.decision.kind != "zb.move":
        played.apply(played.choices()[0])
    assert played.query("place", unit="p") == "0505"
    doubled = unit("x", "0505", steps=2, full=[6, 6, 4])
    failed = drops([flyer(full=[4, 4, 4])], [doubled], dice=[1])
    failed.apply(to("0505"))
    while failed.decision is not None and failed.decision.kind != "zb.move":
        failed.apply(failed.choices()[0])
    assert failed.query("left", unit="p") == 0
    declared = next(e for e in failed.log if e.key == "zb.attack.declared")
    assert dict(declared.params)["column"] == "1-3"


@rules("holland44", "22.3.2")
def test_hexes_are_judged_as_they_were_when_the_phase_began():
    played = drops([flyer(), flyer("q")], [unit("x", "0504")], dice=[1])
    assert played.query("landing", unit="p", hex="0505").total == 3
    played.apply(to("0505"))
    assert played.query("landing", unit="q", hex="0505").total == 3


@rules("holland44", "22.5.1")
def test_the_poles_wait_for_the_second_lift_alone():
    zones = {"82": ["0505"], "polish": ["0808"]}
    for due, waits in ((1, ()), (3, ("22.5.1",))):
        pole = flyer("w", division="1", nation="polish", turn=3)
        own = [flyer(full=[9, 4, 4], turn=due), pole]
        more = {"drop-zones": zones, "sky": "clear"}
        played = field("holland44", own, FOE, phase="drops", turn=6, **more)
        assert forbidden(played, Action("drop", unit="w", hex="0808")) == waits


@rules("holland44", "26.5.1", "22.1.1", "22.6")
@pytest.mark.parametrize("foes", [[], [unit("g", "0505", steps=1, full=[1, 1, 4])]])
def test_who_lands_in_a_town_has_it(foes):
    town = {"ground": {"0505": "t"}, "tags": {"victory": ["0505"]}, "control": {"0505": "german"}}
    start = {"phase": "drops", "turn": 3, "sky": "clear", "drop-zones": {"82": ["0505"]}}
    lander = flyer(full=[40, 4, 4], steps=3)
    played = field("holland44", [lander], [*foes, *FOE], dice=[6, 1, 1], **town, **start)
    played.apply(Action("drop", unit="p", hex="0505"))
    while played.decision.kind not in ("zb.move", "h44.drop"):
        played.apply(played.choices()[0])
    assert played.query("place", unit="p") == "0505"
    assert played.query("control") == {"0505": "allied"}
    assert played.query("points", side="allied").total == 1


@rules("holland44", "22.2.3")
def test_steps_lost_in_landing_have_landed_too():
    def para(id):
        found = unit(id, "0101", "parachute", division="82", steps=3, box="in-the-air")
        del found["hex"]
        return found

    own = [*(para(name) for name in "abcd"), unit("o", "0101")]
    zones = {"drop-zones": {"82": ["0505"]}}
    played = field("holland44", own, FOE, phase="drops", turn=6, dice=[6, 6, 6], **zones)
    for name in "abc":
        played.apply(Action("drop", unit=name, hex="0505"))
    assert sum(played.query("left", unit=name) for name in "abc") < 9
    assert "22.2.3" in forbidden(played, Action("drop", unit="d", hex="0505"))


@rules("holland44", "22.1.1", "22.2.1", "22.2.3", "22.3", "22.3.1", "22.3.3", "22.3.6", "22.4")
def test_a_drop():
    flyer = unit("p", "0101", "parachute", division="82", steps=3)
    flyer["box"] = "in-the-air"
    del flyer["hex"]
    more = {"drop-zones": {"82": ["0505"]}}
    played = field(
        "holland44",
        [flyer],
        [unit("x", "1212")],
        phase="drops",
        turn=3,
        dice=[6],
        ground={"0504": "C"},
        **more,
    )
    assert "22.2.1" in forbidden(played, Action("drop", unit="p", hex="0909"))
    assert "22.2.3" in forbidden(played, Action("drop", unit="p", hex="0504"))
    played.apply(Action("drop", unit="p", hex="0506"))
    assert played.query("left", unit="p") == 2
    assert played.query("marks", unit="p") == ["scattered"]
    assert played.query("track", of="stragglers") == {"82": 1}
    overcast = field(
        "holland44", [flyer], [unit("x", "1212")], phase="drops", turn=3, sky="overcast", **more
    )
    assert overcast.query("phase") == "Movement"


def ready_for(*units, **more):
    """Units of the first lift over one zone."""
    return drops([*units], turn=1, zones={"82": ["0505", "0909"]}, **more)


def depot(id="s", **more):
    """An airborne supply unit in the air."""
    return flyer(id, "airborne-supply", steps=1, full=[0, 1, 4], **more)


@rules("holland44", "22.2.3", "6.1", "6.4.1")
@pytest.mark.parametrize("order", ["sabc", "abcs"])
def test_airborne_supply_is_none_of_the_nine_steps(order):
    own = [depot(), *(flyer(name, steps=3) for name in "abcd")]
    played = ready_for(*own)
    for name in order:
        played.apply(to("0505", name))
    assert {played.query("place", unit=name) for name in order} == {"0505"}
    assert forbidden(played, to("0505", "d")) == ("22.2.3",)


@rules("holland44", "6.1", "22.2.3")
def test_one_airborne_supply_unit_lands_in_a_hex():
    played = ready_for(depot("s"), depot("t"), flyer("a"))
    played.apply(to("0505", "s"))
    assert forbidden(played, to("0505", "t")) == ("6.1",)
    assert played.explain(to("0909", "t"))
    there = ready_for(depot("s"), unit("t", "0909", "airborne-supply", division="82", steps=1))
    assert forbidden(there, to("0909", "s")) == ("6.1",)
    assert there.explain(to("0505", "s"))


@rules("holland44", "22.3.2", "22.6")
def test_the_enemy_below_is_no_enemy_beside():
    alone = drops([flyer(full=[40, 4, 4])], [unit("x", "0505", steps=1)], turn=3)
    assert alone.query("landing", unit="p", hex="0505").total == 0
    beside = [unit("x", "0505", steps=1), unit("y", "0504")]
    assert drops([flyer()], beside, turn=3).query("landing", unit="p", hex="0505").total == 3


@rules("holland44", "22.3.1", "22.3.2", "22.6")
@pytest.mark.parametrize(("turn", "rolls"), [(1, 1), (3, 2)])
def test_who_fought_on_landing_rolls_as_all_others_do(turn, rolls):
    own = [flyer(name, full=[20, 9, 4]) for name in "ab"]
    foes = [unit("x", "0505", steps=1, full=[0, 1, 4])]
    played = drops(own, foes, turn=turn, dice=[6, 5])
    for name in "ab":
        played.apply(to("0505", name))
    if turn == 1:
        while played.decision.kind in ("zb.retreat", "zb.lose"):
            played.apply(played.choices()[0])
        assert {a["unit"] for a in played.choices(hex="0505")} == {"a", "b"}
        assert played.choices(hex="0504") == []
        played.apply(Action("bear", unit="a"))
    while played.decision.kind not in ("zb.move", "h44.drop"):
        played.apply(played.choices()[0])
    assert sum(e.key == "h44.drop.rolled" for e in played.log) == rolls


@rules("holland44", "22.3.5", "22.3.3")
def test_by_which_rule_a_landing_costs_a_step():
    for steps, rule in ((1, "22.3.5"), (2, "22.3.3")):
        played = drops([flyer(steps=steps)], dice=[6])
        played.apply(to("0505"))
        assert [e.rule for e in played.log if e.key == "zb.loss.step"] == [rule]


@rules("holland44", "22.2.3")
@pytest.mark.parametrize(
    ("letter", "parachute", "glider"),
    [
        (".", True, True),
        ("w", True, False),
        ("t", True, False),
        ("p", True, False),
        ("C", False, False),
    ],
)
def test_on_what_ground_one_lands(letter, parachute, glider):
    for kind, lands in (("parachute", parachute), ("glider", glider), ("artillery", glider)):
        one = flyer("p", kind, airborne=True, full=[1, 1, 4])
        played = drops([one], turn=3, ground={"0505": letter})
        assert played.explain(to("0505")).allowed == lands
        assert lands or forbidden(played, to("0505")) == ("22.2.3",)


@rules("holland44", "22.3.2")
def test_a_greedy_bot_lands_where_it_is_safe_and_on_nobodys_head():
    played = drops([flyer()], [unit("x", "0407")], zones={"82": ["0505", "0407", "1010"]}, turn=3)
    worth = {
        hex: played.rules.appeal(played.state, to(hex), "allied")
        for hex in ("0505", "0406", "0407")
    }
    assert worth["0505"] > 0 > worth["0407"]
    assert worth["0505"] > worth["0406"]
