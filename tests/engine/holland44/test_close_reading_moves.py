"""Chapters 5 to 8, 17 to 23: exceptions, limits and timing of moves, bridges and supply."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.errors import Problem
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

FOE = [unit("x", "1212")]
N = {"id": "allied-N", "name": "N", "touches": ["0512"]}
M = {"id": "allied-M", "name": "M", "touches": ["1012"]}
RIVER = {"sides": {"large-river": ["0506 N"]}, "links": {"road": ["0507 0506", "0506 0505"]}}


@rules("holland44", "5.8")
def test_the_german_does_not_undo_allied_work():
    own = [unit("b", "0506", "bridge", steps=1), unit("a", "0505")]
    more = {**RIVER, "blown": ["0505-0506"], "repairing": {"0505-0506": 5}, "turn": 6}
    played = field("holland44", own, FOE, side="german", phase="bridges", **more)
    assert played.query("track", of="repairing") == {"0505-0506": 5}


@rules("holland44", "5.8", "5.9")
def test_each_side_works_by_itself():
    north = {"id": "german-G", "name": "G", "touches": ["0501"]}
    links = {"road": ["0506 0505 0504 0503 0502 0501"]}
    more = {"blown": ["0505-0506"], "repairing": {"0505-0506": 5}, "turn": 6, "areas": [north]}
    played = field(
        "holland44",
        [unit("a", "1212")],
        [unit("x", "0101")],
        side="german",
        phase="bridges",
        sides=RIVER["sides"],
        links=links,
        **more,
    )
    played.apply(Action("repair", bridge="0505-0506"))
    assert played.query("track", of="blown") == ("0505-0506",)
    assert played.query("track", of="repairing") == {"0505-0506": 6}


@rules("holland44", "8.2.2")
def test_a_group_does_not_end_extended_movement_together():
    own = [unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, FOE)
    pair = Action("move", units=("a", "b"), path=("0506", "0505"), mode="extended")
    assert "8.2.2" in forbidden(played, pair)
    assert played.explain(move("a", "0506", "0505", mode="extended"))


@rules("holland44", "6.1", "18.2.3")
def test_one_airborne_supply_unit_a_hex():
    depots = [unit(n, h, "airborne-supply", steps=1) for n, h in (("d", "0505"), ("e", "0506"))]
    played = field("holland44", depots, FOE)
    assert "6.1" in forbidden(played, move("d", "0505", "0506", mode="tactical"))


@rules("holland44", "8.6.3", "8.3.3", "13.3")
def test_woods_in_polder_are_polder():
    rules_ = field("holland44", [unit("a", "0506")], FOE).rules
    polder, both = (rules_.charts["terrain"].rows[name] for name in ("polder", "polder-woods"))
    for trait in ("foot", "mechanized", "technical", "woods", "stand"):
        assert polder[trait] == both[trait]


@rules("holland44", "8.6.3", "8.3.3")
def test_woods_in_polder_hold_no_way_open():
    own = [unit("a", "0506"), unit("b", "0507")]
    foes = [unit("x", "0606")]
    spend = Action("spend", unit="a")
    for ground, open_way in (("w", True), ("P", False)):
        played = field("holland44", own, foes, ground={"0506": ground})
        assert played.explain(spend).allowed == open_way
        if open_way:
            played.apply(spend)
        through = move("b", "0507", "0506", "0505", mode="tactical")
        assert ("7.2" not in forbidden(played, through)) == open_way


@rules("holland44", "8.6.3", "13.3")
def test_woods_in_polder_are_no_cover_for_a_short_retreat():
    foes = [unit("x", "0505")]
    for ground, cover in (("w", True), ("P", False)):
        played = field("holland44", [unit("a", "0506")], foes, ground={"0504": ground})
        found = played.query("retreats", unit="x", length=2)
        assert (("0505", "0504") in found["open"]) == cover


@rules("holland44", "18.6")
def test_dismounted_infantry_pays_what_infantry_pays():
    own = [unit("a", "0505", "motorized", full=[4, 4, 8], division="d")]
    depot = unit("s", "0509", "airborne-supply", steps=1, division="d")
    canal = {"canal": ["0507 N NE NW", "0407 N NE NW", "0607 N NE NW", "0307 N NE NW"]}
    woods = {"0504": "w", "0503": "w"}
    more = {"ground": woods, "sides": canal, "marks": {"a": ["dismounted"]}}
    played = field("holland44", [*own, depot], FOE, **more)
    assert played.query("allowance", unit="a") == 3
    assert played.query("reach", unit="a")["0504"]["cost"] == 2


@rules("holland44", "18.6")
def test_a_dry_line_beside_the_wet_one_keeps_infantry_mounted():
    own = [unit("a", "0506", "motorized", full=[4, 4, 8], division="d")]
    depot = unit("s", "0504", "airborne-supply", steps=1, division="d")
    around = {"canal": ["0506 N"]}
    wet = {"canal": ["0506 N NE NW S SE SW"]}
    for canal, left in ((around, []), (wet, ["dismounted"])):
        played = field("holland44", [*own, depot], FOE, phase="supply", turn=3, sides=canal)
        assert [m for m in played.query("marks", unit="a") if m == "dismounted"] == left


@rules("holland44", "18.2.2", "18.3.1", "22.7")
def test_a_line_to_airborne_supply_may_go_by_road():
    para = unit("a", "0502", "parachute", division="82")
    depot = unit("s", "0512", "airborne-supply", steps=1, division="82")
    road = {"road": ["0512 0511 0510 0509 0508 0507 0506 0505"]}
    played = field("holland44", [para, depot], FOE, turn=3, links=road)
    assert played.query("supply", unit="a").traced
    bare = field("holland44", [para, depot], FOE, turn=3)
    assert not bare.query("supply", unit="a").traced
    back = {"lost": {"a": 1}, "stragglers": {"82": 1}, "exhausted": ["s"]}
    far = field("holland44", [para, depot], FOE, turn=6, links=road, **back)
    assert far.explain(Action("replace", unit="a"))
    cut = field("holland44", [para, depot], FOE, turn=6, **back)
    assert "22.7" in forbidden(cut, Action("replace", unit="a"))


@rules("holland44", "18.1", "18.4")
def test_a_unit_in_its_area_is_in_supply_again():
    tired = unit("a", "0101", box="allied-N")
    del tired["hex"]
    more = {"areas": [N], "phase": "supply", "marks": {"a": ["out"]}}
    played = field("holland44", [tired], FOE, **more)
    assert played.query("marks", unit="a") == []


@rules("holland44", "17.8.1", "18.4")
def test_allied_guns_are_made_ready_from_area_n():
    def gun(hex):
        return [unit("g", hex, "artillery", steps=1, range=5)]

    more = {"phase": "rearm", "areas": [N, M], "marks": {"g": ["fired"]}}
    for hex, ready in (("0511", True), ("1011", False)):
        road = {"road": ["0512 0511", "1012 1011"]}
        played = field("holland44", gun(hex), [unit("x", "0101")], links=road, **more)
        assert (played.decision.kind == "h44.rearm") == ready
    out = {**more, "marks": {"g": ["fired", "out"]}}
    cut = field("holland44", gun("0511"), [unit("x", "0101")], links={"road": ["0512 0511"]}, **out)
    assert cut.decision.kind == "zb.move"


@rules("holland44", "19.3.1", "15.1")
def test_an_advance_may_end_in_an_own_area():
    own = [unit("a", "0512", full=[12, 4, 4], formation="f")]
    foes = [unit("x", "0511", steps=1, full=[1, 1, 4])]
    more = {"phase": "combat", "areas": [N], "dice": [6]}
    played = field("holland44", own, foes, **more)
    played.apply(Action("attack", hex="0511", units=("a",)))
    assert played.decision.kind == "zb.advance"
    assert "allied-N" in played.query("advances", unit="a")
    played.apply(Action("advance", units=("a",), path=("0512", "allied-N")))
    assert played.query("place", unit="a") == "allied-N"
    wide = field("holland44", own, foes, tags={"river-edge-N": ["0512"]}, **more)
    wide.apply(Action("attack", hex="0511", units=("a",)))
    assert "allied-N" not in wide.query("advances", unit="a")


@rules("holland44", "9.5.1", "19.7", "13.2", "19.3.2", "19.5")
def test_a_large_river_on_the_edge():
    off = unit("a", "0101", box="allied-N")
    del off["hex"]
    tags = {"river-edge": ["0512"], "edge-ferry": ["0512"]}
    more = {"areas": [N], "tags": tags}
    played = field("holland44", [off], [unit("x", "0512")], phase="combat", **more)
    assert "9.5.1" in forbidden(played, Action("attack", hex="0512", units=("a",)))
    back = field("holland44", [unit("b", "0512")], FOE, **more)
    assert "zb.retreat.water" in back.query("deaths", unit="b", path=["0512", "allied-N"])
    free = field("holland44", [unit("b", "0512")], FOE, areas=[N])
    assert free.query("deaths", unit="b", path=["0512", "allied-N"]) == []


@rules("holland44", "19.6", "19.7")
def test_who_left_the_map_may_attack_from_the_area():
    played = field(
        "holland44",
        [unit("a", "0512")],
        [unit("x", "0612")],
        areas=[{"id": "allied-N", "name": "N", "touches": ["0512", "0612"]}],
    )
    played.apply(Action("pass-area", unit="a", area="allied-N"))
    played.apply(Action("end"))
    assert played.explain(Action("attack", hex="0612", units=("a",)))


@rules("holland44", "23.1.2", "19.6")
def test_in_turn_1_germans_pass_to_two_areas_only():
    names = ("B", "C")
    areas = [
        {"id": f"german-{n}", "name": n, "touches": [f"0{i}01"]} for i, n in enumerate(names, 1)
    ]
    off = unit("x", "0101", box="german-B")
    del off["hex"]
    played = field("holland44", [unit("a", "1212")], [off], side="german", turn=1, areas=areas)
    assert "23.1.2" in forbidden(played, Action("pass-area", unit="x", area="german-C"))


@rules("holland44", "20.2.4")
def test_a_city_in_an_enemy_zone_takes_no_rebuilt_unit():
    lost = unit("x", "0101", box="destroyed-german")
    del lost["hex"]
    area = {"id": "german-B", "name": "B", "touches": ["0501"]}
    road = {"road": ["0501 0502 0503 0504 0505"]}
    more = {
        "side": "german",
        "turn": 8,
        "areas": [area],
        "links": road,
        "ground": {"0505": "C"},
        "control": {"0505": "german"},
        "lost": {"x": 2},
    }
    rebuilt = Action("replace", unit="x", area="german-B", hex="0505")
    far = field("holland44", [unit("a", "1212")], [lost, unit("y", "0505")], **more)
    assert far.explain(rebuilt)
    near = field("holland44", [unit("a", "0506")], [lost, unit("y", "0505")], **more)
    assert "20.2.4" in forbidden(near, rebuilt)


@rules("holland44", "21.2")
def test_which_detachment_is_the_players_choice():
    def part(id, **more):
        found = unit(id, "0101", steps=1, size="detachment", box="detachments", **more)
        del found["hex"]
        return found

    whole = unit("a", "0506", steps=3, full=[5, 5, 4])
    parts = [part("d1", full=[1, 2, 3]), part("d2", full=[1, 2, 3]), part("d3", full=[2, 2, 4])]
    played = field("holland44", [whole, *parts], FOE)
    assert "21.2" in forbidden(played, Action("detach", unit="a"))
    assert {a["part"] for a in played.choices() if a.kind == "detach"} == {"d1", "d3"}
    assert "21.2" in forbidden(played, Action("detach", unit="a", part="a"))
    played.apply(Action("detach", unit="a", part="d3"))
    assert played.query("place", unit="d3") == "0506"
    alike = field("holland44", [whole, *parts[:2]], FOE)
    assert alike.explain(Action("detach", unit="a"))
    tanks = [part("m", full=[1, 2, 4], kind="motorized"), part("t", full=[2, 2, 4], kind="tank")]
    german = field(
        "holland44",
        [unit("b", "0101")],
        [
            unit("x", "1212", "tank", steps=2),
            *tanks,
        ],
        side="german",
    )
    german.apply(Action("detach", unit="x"))
    assert german.query("place", unit="m") == "1212"


@rules("holland44", "23.3.3")
def test_an_engineer_serves_one_side_a_turn():
    own = [
        unit("e", "0506", "engineer", steps=1),
        unit("a", "0506"),
        unit("b", "0506"),
    ]
    played = field("holland44", own, FOE, sides={"large-river": ["0506 N NE"]})
    board = played.scenario.board
    over = [h for h in board.neighbours("0506") if "large-river" in board.side("0506", h)]
    assert len(over) == 2
    played.apply(move("a", "0506", over[0], mode="tactical"))
    assert "8.5.4" in forbidden(played, move("b", "0506", over[1], mode="tactical"))
    assert played.explain(move("b", "0506", over[0], mode="tactical"))
    assert "23.3.3" in forbidden(played, move("e", "0506", "0507"))


@rules("holland44", "23.6")
def test_a_garrison_once_woken_stays_awake():
    post = unit("x", "0505", size="garrison")
    played = field("holland44", [unit("a", "0508", full=[4, 4, 8])], [post])
    assert not played.rules.woken(played.state, "x")
    played.apply(move("a", "0508", "0507", "0607", "0608", "0609"))
    assert played.rules.woken(played.state, "x")


@rules("holland44", "22.2.1")
def test_the_code_on_the_counter_counts_on_the_first_days():
    def para(id):
        found = unit(id, "0101", "parachute", division="82", box="in-the-air")
        del found["hex"]
        return found

    zones = {"82": ["0505", "0909"], "A2": ["0909"]}
    for turn, spots in ((1, {"0909"}), (6, {"0505", "0909"})):
        played = field(
            "holland44",
            [para("p"), unit("o", "0101")],
            FOE,
            phase="drops",
            turn=turn,
            **{"drop-zones": zones, "drop-codes": {"p": "A2"}},
        )
        assert spots <= {a["hex"] for a in played.choices() if a.kind == "drop"}
        assert played.explain(Action("drop", unit="p", hex="0505")).allowed == (turn == 6)
    with pytest.raises(Problem, match="A3"):
        field("holland44", [para("p")], FOE, **{"drop-zones": zones, "drop-codes": {"p": "A3"}})


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
