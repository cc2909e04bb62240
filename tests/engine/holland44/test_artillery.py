"""Chapter 17: guns, their markers and their supply."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import FOE, N, flyer
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules

EAST_M = {"id": "allied-M", "name": "M", "touches": ["1012"]}


def para_gun(turn, zone="0508", **more):
    """A gun that fired, its supply unit, and a drop zone of its division."""
    own = [
        unit("g", "0505", "artillery", steps=1, full=[0, 1, 4], division="82", airborne=True),
        unit("s", "0506", "airborne-supply", steps=1, full=[0, 1, 4], division="82"),
    ]
    plain = {"phase": "rearm", "turn": turn, "marks": {"g": ["fired"]}}
    zones = {"drop-zones": {"82": [zone]}}
    return field("holland44", own, FOE, **{**plain, **zones, **more})


@rules("holland44", "17.3")
def test_movement_markers_are_few():
    guns = [unit(f"g{i}", f"0{i}05", "artillery", steps=1, full=[0, 1, 4]) for i in (1, 3, 5, 7)]
    played = field("holland44", guns, FOE)
    for gun in ("g1", "g3", "g5"):
        played.apply(Action("marker", unit=gun))
    assert forbidden(played, Action("marker", unit="g7")) == ("17.3",)
    assert played.query("allowance", unit="g1") == 5
    assert "17.3" in forbidden(played, Action("marker", unit="g1"))
    german = field("holland44", [unit("a", "1212")], guns, side="german")
    german.apply(Action("marker", unit="g1"))
    german.apply(Action("marker", unit="g3"))
    assert forbidden(german, Action("marker", unit="g5")) == ("17.3",)
    kept = field(
        "holland44", guns, FOE, marks={"g1": ["moving"], "g3": ["moving"], "g5": ["moving"]}
    )
    kept.apply(Action("marker", unit="g1"))
    assert kept.explain(Action("marker", unit="g7"))


@rules("holland44", "17.8.1", "18.4")
def test_allied_guns_are_made_ready_from_area_n():
    def gun(hex):
        return [unit("g", hex, "artillery", steps=1, range=5)]

    more = {"phase": "rearm", "areas": [N, EAST_M], "marks": {"g": ["fired"]}}
    for hex, ready in (("0511", True), ("1011", False)):
        road = {"road": ["0512 0511", "1012 1011"]}
        played = field("holland44", gun(hex), [unit("x", "0101")], links=road, **more)
        assert (played.decision.kind == "h44.rearm") == ready
    out = {**more, "marks": {"g": ["fired", "out"]}}
    cut = field("holland44", gun("0511"), [unit("x", "0101")], links={"road": ["0512 0511"]}, **out)
    assert cut.decision.kind == "zb.move"


@rules("holland44", "17.6.2")
def test_the_second_gun_is_the_divisions_whose_formation_leads():
    gun = {"full": [0, 1, 4], "steps": 1, "range": 6}
    own = [
        unit("e", "0506", "engineer", full=[3, 1, 6], steps=1, formation="30C", corps=True),
        unit("t", "0506", "tank", full=[6, 5, 8], armour=3, formation="gds"),
        unit("ga", "0508", "artillery", formation="gds", **gun),
        unit("ag", "0508", "artillery", formation="30C", corps=True, **gun),
    ]
    named = {"army-guns": ["ag"]}
    played = field("holland44", own, [unit("y", "0505")], phase="combat", **named)
    pair = attack("0505", "e", "t", guns=("ag", "ga"))
    assert played.explain(pair.replaced(lead="gds"))
    assert forbidden(played, pair.replaced(lead="30C")) == ("17.6.2",)


@rules("holland44", "17.3", "22.6")
def test_only_ground_leaves_a_gun_on_the_move_undoubled():
    gun = unit("g", "0505", "artillery", full=[0, 3, 4], steps=1, range=4)
    start = {"phase": "drops", "turn": 3, "sky": "clear", "drop-zones": {"82": ["0505"]}}
    played = field(
        "holland44", [flyer(full=[9, 4, 4])], [gun, *FOE], marks={"g": ["moving"]}, **start
    )
    told = played.apply(Action("drop", unit="p", hex="0505"))
    assert [dict(e.params)["column"] for e in told if e.key == "zb.attack.declared"] == ["2-1"]
    wet = {"sides": {"canal": ["0506 N"]}, "marks": {"g": ["moving"]}, "phase": "combat"}
    fought = field("holland44", [unit("a", "0506", full=[4, 4, 4])], [gun], **wet)
    assert fought.tally(attack("0505", "a")).result == "2-1"


@rules("holland44", "17.3", "11.5.1", "19.3.1")
@pytest.mark.parametrize("marks", [[], ["engaged"]])
def test_an_area_is_the_second_hex_of_a_move(marks):
    kind, face = ("infantry", [4, 4, 4]) if marks else ("artillery", [0, 1, 4])
    for path, shaken in ((("0512",), False), (("0511", "0512"), True)):
        own = [unit("g", path[0], kind, full=face, steps=1)]
        played = field("holland44", own, FOE, areas=[N], marks={"g": marks})
        named = path if len(path) > 1 else None
        played.apply(Action("pass-area", unit="g", area="allied-N", path=named, mode="tactical"))
        assert played.query("place", unit="g") == "allied-N"
        assert ("disrupted" in played.query("marks", unit="g")) == shaken


@rules("holland44", "14.2", "17.3", "8.1")
def test_guns_left_after_one_hex_are_not_disrupted():
    own = [unit("a", "0506"), unit("g", "0506", "artillery", steps=1, full=[0, 1, 4])]
    played = field("holland44", own, FOE)
    one = Action("move", units=("a", "g"), path=("0506", "0505"), mode="tactical", leave=("g",))
    played.apply(one)
    played.apply(Action("march", unit="a", path=("0505", "0504")))
    assert "disrupted" not in played.query("marks", unit="g")
    far = field("holland44", own, FOE)
    far.apply(Action("move", units=("a", "g"), path=("0506", "0505", "0504"), mode="tactical"))
    assert "disrupted" in far.query("marks", unit="g")


@rules("holland44", "17.2")
def test_guns_lead_no_defence_and_stack_free():
    guns = [unit("g", "0505", "artillery", steps=1, full=[0, 1, 4])]
    played = field(
        "holland44",
        [unit("a", "0506", full=[4, 4, 4], formation="f")],
        [*guns, unit("y", "0505"), unit("z", "0505")],
        phase="combat",
    )
    assert played.query("over", side="german", hex="0505") == 0
    alone = field(
        "holland44",
        [unit("a", "0506", full=[4, 4, 4], formation="f")],
        guns,
        phase="combat",
        dice=[5],
    )
    alone.apply(attack("0505", "a", lead="f"))
    assert not any(event.key == "zb.stand.rolled" for event in alone.log)
    assert alone.decision.kind != "zb.stand"


@rules("holland44", "17.8.2")
def test_airborne_guns_are_supplied_from_the_air():
    ready = Action("rearm", unit="g")
    assert para_gun(3).explain(ready)
    far = para_gun(3, "0512")
    assert far.query("phase") == "Movement"
    assert para_gun(6, "0512").explain(ready)
    woods = para_gun(3, ground={"0508": "w"})
    assert woods.query("phase") == "Movement"
    clouds = para_gun(3, sky="overcast")
    assert clouds.query("phase") == "Movement"


@rules("holland44", "17.8.1", "17.8.3", "17.8.4", "20.1")
def test_two_guns_a_day_and_all_german_ones_by_night():
    guns = [unit(f"g{i}", "0101", "artillery", steps=1, range=4) for i in range(3)]
    marks = {f"g{i}": ["fired"] for i in range(3)}
    areas = [{"id": "german-G", "name": "G", "touches": ["0101"]}]
    for turn, left in ((6, 1), (8, 0)):
        played = field(
            "holland44",
            [unit("a", "1212")],
            guns,
            side="german",
            phase="rearm",
            turn=turn,
            marks=marks,
            areas=areas,
        )
        count = 0
        while played.query("phase") == "Rearm" and count < 5:
            played.apply(played.choices()[0])
            count += 1
        fired = [g for g in marks if "fired" in played.query("marks", unit=g)]
        assert len(fired) == left


GUARDS = (
    unit("a", "0403", formation="gds"),
    unit("b", "0605", formation="gds"),
    unit("g", "0402", "artillery", steps=1, full=[0, 1, 4], range=4, formation="gds"),
    unit("h", "0402", "artillery", steps=1, full=[0, 1, 4], range=4, formation="43"),
    unit("c", "0402", "artillery", steps=1, full=[0, 1, 4], range=4, formation="30C", corps=True),
)


def barrage(turn=9, **more):
    """The Guards, their gun, another division's and the army's."""
    foes = [unit("x", "0404", steps=3), unit("y", "0505")]
    named = {"army-guns": ["c"], "prepared-guns": ["c", "g"]}
    return field("holland44", GUARDS, foes, phase="combat", turn=turn, **named, **more)


@rules("holland44", "17.6.1", "17.6.2")
def test_guns_fire_once_for_their_own_formation():
    played = barrage()
    assert forbidden(played, attack("0404", "a", guns=("h",))) == ("17.6.1",)
    assert "17.6.2" in forbidden(played, attack("0404", "a", guns=("g", "h")))
    assert played.tally(attack("0404", "a", guns=("g",))).total == 1
    pair = attack("0404", "a", guns=("g", "c"))
    assert played.tally(pair).total == 2
    assert played.explain(pair)
    assert forbidden(played, attack("0404", "a", guns=("c", "g", "h")))


@rules("holland44", "17.1", "17.5")
def test_a_gun_that_fired_is_turned_and_fires_no_more():
    played = barrage(dice=[6, 1, 1])
    played.apply(attack("0404", "a", guns=("g",)))
    while played.decision.kind != "zb.combat":
        played.apply(played.choices()[-1])
    assert played.query("marks", unit="g") == ["fired"]
    again = attack("0505", "b", guns=("g",))
    assert forbidden(played, again) == ("17.5",)
    assert forbidden(played, attack("0505", "b", guns=("c",))) == ()


@rules("holland44", "17.7")
def test_guns_do_not_attack_themselves():
    own = [unit("a", "0506"), unit("g", "0506", "artillery", steps=1, full=[2, 1, 4], range=4)]
    played = field("holland44", own, [unit("x", "0505")], phase="combat")
    assert forbidden(played, attack("0505", "a", "g")) == ("17.7",)
    assert not any("g" in a.get("units", ()) for a in played.choices())


@rules("holland44", "17.6.1")
def test_a_gun_gives_no_support_in_its_own_hex():
    foes = [unit("x", "0505"), unit("g", "0505", "artillery", steps=1, full=[0, 1, 4], range=4)]
    own = [unit("a", "0506", full=[12, 4, 4])]
    for seat, aids in (("0505", {None}), ("0504", {None, "g"})):
        foes[1]["hex"] = seat
        played = field("holland44", own, foes, phase="combat", dice=[5])
        played.apply(attack("0505", "a"))
        while played.decision.kind == "zb.lose":
            played.apply(played.choices()[0])
        assert played.decision.kind == "zb.stand"
        assert {a.get("aid") for a in played.choices() if a.kind == "stand"} == aids
    # Nor in an attack out of an area, where the gun would have to fire on the hex it is in.
    assert "h44.guns.own-hex" in played.query("guns", gun="g", hex="0504")


@rules("holland44", "23.1.3")
def test_prepared_guns_count_twice_in_turn_1():
    assert barrage(turn=1).tally(attack("0404", "a", guns=("c",))).total == 2
    assert barrage(turn=1).tally(attack("0404", "a", guns=("g", "c"))).total == 4
    assert barrage(turn=2).tally(attack("0404", "a", guns=("g", "c"))).total == 2


@rules("holland44", "17.6.2", "10.2.3")
def test_pairs_of_guns_and_attached_units_are_offered():
    own = [*GUARDS, unit("d", "0403", formation="43", full=[6, 4, 4])]
    named = {"army-guns": ["c"], "air": 1}
    played = field("holland44", own, [unit("x", "0404")], phase="combat", **named)
    offered = [a for a in played.choices(hex="0404") if a.get("units") == ("a", "d")]
    assert {a.get("attached") for a in offered if a["lead"] == "gds"} == {None, "d"}
    assert any(set(a.get("guns", ())) == {"c", "g"} for a in offered if a["lead"] == "gds")
    assert any(set(a.get("guns", ())) == {"c", "h"} for a in offered if a["lead"] == "43")
    best = max(offered, key=lambda a: played.tally(a).parts[0].total)
    assert best.get("attached") in ("a", "d")
    assert all(played.explain(a) for a in offered)


@rules("holland44", "17.8.2")
def test_the_drop_hex_of_airborne_guns_lies_in_no_enemy_zone():
    ready = Action("rearm", unit="g")
    assert para_gun(3).explain(ready)
    foes = [unit("y", "0509")]
    own = [
        unit("g", "0505", "artillery", steps=1, full=[0, 1, 4], division="82", airborne=True),
        unit("s", "0506", "airborne-supply", steps=1, full=[0, 1, 4], division="82"),
    ]
    start = {"phase": "rearm", "turn": 3, "marks": {"g": ["fired"]}, "drop-zones": {"82": ["0508"]}}
    for friend, open_hex in (([], False), ([unit("f", "0508")], True)):
        played = field("holland44", [*own, *friend], foes, **start)
        assert (played.decision.kind == "h44.rearm") == open_hex


@rules("holland44", "23.1.3", "17.6.2")
def test_other_guns_count_once_in_turn_1_too():
    foes = [unit("x", "0404", steps=3)]
    named = {"army-guns": ["c"], "prepared-guns": ["c"]}
    first = field("holland44", GUARDS, foes, phase="combat", turn=1, **named)
    assert first.tally(attack("0404", "a", guns=("g",))).total == 1
    assert first.tally(attack("0404", "a", guns=("g", "c"))).total == 3


@rules("holland44", "17.4")
def test_how_far_a_gun_reaches():
    gun = unit("g", "0509", "artillery", steps=1, full=[0, 1, 4], range=4)
    for seat, reaches in (("0509", True), ("0510", False)):
        own = [unit("a", "0506"), {**gun, "hex": seat}]
        played = field("holland44", own, [unit("x", "0505")], phase="combat")
        fire = attack("0505", "a", guns=("g",))
        assert played.explain(fire).allowed == reaches
        assert reaches or forbidden(played, fire) == ("17.4",)


@rules("holland44", "17.8.2", "4.4")
@pytest.mark.parametrize(("sky", "ready"), [("clear", 2), ("cloudy", 1), ("overcast", 0)])
def test_the_weather_says_how_many_airborne_guns_are_supplied(sky, ready):
    face = {"steps": 1, "full": [0, 1, 4], "division": "82"}
    own = [unit(g, "0505", "artillery", airborne=True, **face) for g in "gh"]
    own.append(unit("s", "0506", "airborne-supply", **face))
    played = field(
        "holland44",
        own,
        FOE,
        phase="rearm",
        turn=3,
        sky=sky,
        marks={"g": ["fired"], "h": ["fired"]},
        **{"drop-zones": {"82": ["0508"]}},
    )
    while played.decision.kind == "h44.rearm":
        played.apply(played.choices()[0])
    assert sum(played.query("marks", unit=g) == [] for g in "gh") == ready


@rules("holland44", "17.8.1", "17.8.3", "20.1")
@pytest.mark.parametrize(
    ("side", "turn", "ready"), [("allied", 8, 2), ("german", 8, 3), ("german", 9, 2)]
)
def test_at_night_the_germans_alone_supply_all_their_guns(side, turn, ready):
    guns = [unit(f"g{i}", "0101", "artillery", steps=1, full=[0, 1, 4]) for i in range(3)]
    area = {"id": f"{side}-{'N' if side == 'allied' else 'G'}", "name": "N", "touches": ["0101"]}
    sides = (guns, FOE) if side == "allied" else ([unit("o", "1212")], guns)
    marks = {f"g{i}": ["fired"] for i in range(3)}
    played = field(
        "holland44", *sides, side=side, phase="rearm", turn=turn, marks=marks, areas=[area]
    )
    while played.decision.kind == "h44.rearm":
        played.apply(played.choices()[0])
    assert sum(played.query("marks", unit=g) == [] for g in marks) == ready
