"""Chapters 13 and 14: retreat, disorder, routed units that give way."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import places, struck
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


@rules("holland44", "19.5", "14.1.2")
def test_a_unit_that_retreats_off_the_map_is_disrupted():
    area = {"id": "german-G", "name": "G", "touches": ["0501"]}
    played = field(
        "holland44",
        [unit("a", "0502", full=[8, 4, 4])],
        [unit("x", "0501", steps=2)],
        phase="combat",
        areas=[area],
        dice=[5],
    )
    played.apply(attack("0501", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    played.apply(Action("retreat", unit="x", path=("0501", "german-G")))
    assert "disrupted" in played.query("marks", unit="x")


@rules("holland44", "13.2", "8.6.2")
def test_a_railway_is_no_road_into_the_polder():
    foes = [unit("x", "0505", "tank", steps=2)]
    more = {"ground": {"0504": "p"}, "links": {"rail": ["0505 0504 0503"]}}
    played = field("holland44", [unit("a", "0506")], foes, **more)
    assert "zb.retreat.impassable" in played.query("deaths", unit="x", path=["0505", "0504"])


@rules("holland44", "13.3")
def test_one_step_pays_for_a_whole_stack_that_stops():
    foes = [unit("x", "0505", steps=2), unit("y", "0505", steps=2)]
    more = {"phase": "combat", "ground": {"0504": "w"}, "dice": [5]}
    played = field("holland44", [unit("a", "0506", full=[16, 4, 4])], foes, **more)
    played.apply(attack("0505", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    before = sum(played.query("left", unit=u) for u in "xy")
    for name in "xy":
        played.apply(Action("retreat", unit=name, path=("0505", "0504")))
    assert played.decision.kind == "zb.stop-price"
    assert "13.3" in forbidden(played, Action("lose", unit="a"))
    played.apply(Action("lose", unit="y"))
    assert sum(played.query("left", unit=u) for u in "xy") == before - 1


@rules("holland44", "13.3")
def test_a_single_step_cannot_pay_for_itself():
    foes = [unit("x", "0505", steps=1)]
    played = field("holland44", [unit("a", "0506")], foes, ground={"0504": "w"})
    ends = played.query("retreats", unit="x", length=2)["open"]
    assert ends
    assert all(len(path) == 3 for path in ends)


@rules("holland44", "13.5", "16.4")
def test_units_that_went_back_alone_fight_on():
    foes = [unit("x", "0505", full=[4, 6, 4])]
    marks = {"x": ["retreated", "disrupted"]}
    played = field("holland44", [unit("a", "0506")], foes, phase="combat", marks=marks)
    assert played.query("battle", side="allied", hex="0505", units=["a"])["defence"] == 3


@rules("holland44", "16.4")
def test_a_second_retreat_routs():
    foes = [unit("x", "0505", full=[4, 2, 4])]
    marks = {"x": ["retreated"]}
    own = [unit("a", "0506", full=[8, 4, 4])]
    played = field("holland44", own, foes, phase="combat", marks=marks, dice=[4])
    played.apply(attack("0505", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    way = next(a for a in played.choices() if len(a["path"]) == 3)
    played.apply(way)
    assert "routed" in played.query("marks", unit="x")


@rules("holland44", "14.2", "8.3.3", "21.5")
def test_no_marker_and_no_merging_frees_from_the_duty_to_leave():
    foes = [unit("l", "0506", morale="low", formation="f"), unit("m", "0506", formation="f")]
    more = {"ground": {"0506": "w"}, "marks": {"l": ["disrupted"]}, "lost": {"m": 1}}
    played = field("holland44", [unit("x", "0606")], foes, side="german", **more)
    assert forbidden(played, Action("spend", unit="l")) == ("14.2",)
    assert "14.2" in forbidden(played, Action("merge", unit="l", into="m"))
    assert played.explain(Action("spend", unit="m"))


@rules("holland44", "14.3.2")
def test_routed_units_give_way_and_the_move_goes_on():
    for side, own, foes in (
        ("allied", unit("a", "0508"), unit("x", "0505")),
        ("german", unit("x", "0508"), unit("a", "0505")),
    ):
        mover, routed = own["id"], foes["id"]
        first, second = ([own], [foes]) if side == "allied" else ([foes], [own])
        played = field(
            "holland44", first, second, side=side, marks={routed: ["routed"]}, dice=[1] * 4
        )
        # 0506 is beside the routed unit: it goes back two hexes; then its own hex is entered.
        played.apply(move(mover, "0508", "0507", "0506", "0505"))
        assert played.decision.kind == "zb.retreat"
        assert played.decision.side != side
        assert places(played, mover) == ["0506"]
        played.apply(played.choices()[0])
        assert places(played, mover) == ["0505"]
        assert played.scenario.board.distance("0505", played.query("place", unit=routed)) == 2


@rules("holland44", "14.3.2", "7.1")
def test_they_give_way_to_who_comes_near_and_not_over_a_large_river():
    foes = [unit("x", "0505")]
    more = {"marks": {"x": ["routed"]}}
    beside = field("holland44", [unit("a", "0506")], foes, **more)
    assert "14.3.2" in forbidden(beside, move("a", "0506", "0505"))
    wet = {"large-river": ["0505 S"]}
    own = [unit("a", "0507"), unit("e", "0506", "engineer", steps=1)]
    over = field("holland44", own, foes, sides=wet, **more)
    assert "14.3.2" in forbidden(over, move("a", "0507", "0506", "0505", mode="tactical"))
    over.apply(move("a", "0507", "0506"))
    assert places(over, "x") == ["0505"]


@rules("holland44", "14.3.2", "8.1")
def test_the_group_chooses_anew_where_somebody_comes_into_its_way():
    foes = [unit("x", "0505"), unit("y", "0303")]
    played = field("holland44", [unit("a", "0508", full=[4, 4, 8])], foes, marks={"x": ["routed"]})
    played.apply(move("a", "0508", "0507", "0506", "0505", "0504", "0503"))
    into_way = [a for a in played.choices() if a["path"][-1] == "0503"]
    assert into_way
    played.apply(into_way[0])
    # The routed unit came to stand in the way: it gives way again once the move comes near.
    while played.decision.kind == "zb.retreat":
        played.apply(played.choices()[0])
    assert places(played, "a")[0] in ("0503", "0504", "0505")


@rules("holland44", "14.3.2", "15.1")
def test_an_advance_stops_while_routed_units_give_way_and_goes_on():
    own = [unit("a", "0507", full=[30, 4, 4])]
    foes = [unit("x", "0506", steps=1, full=[1, 1, 4]), unit("y", "0606", full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", marks={"y": ["routed"]}, dice=[6])
    played.apply(Action("attack", hex="0506", units=("a",)))
    # 0506 is beside the routed unit: it goes before the advance does.
    played.apply(Action("advance", units=("a",), path=("0507", "0506", "0505")))
    assert played.decision.kind == "zb.retreat"
    assert places(played, "a") == ["0506"]
    played.apply(played.choices()[0])
    assert played.decision.kind == "zb.advance"
    # Of the two hexes one is left, and it may lead to where the routed unit stood.
    assert played.explain(Action("advance", units=("a",), path=("0506", "0606")))
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert places(played, "a") == ["0505"]


@rules("holland44", "14.2")
def test_low_quality_units_in_disorder_get_out_of_enemy_zones_first() -> None:
    game = field(
        "holland44",
        [unit("a", "0505", morale="low")],
        [unit("x", "0504")],
        marks={"a": ["disrupted"]},
    )
    aside = Action("move", units=("a",), path=("0505", "0605"), mode="tactical")
    away = Action("move", units=("a",), path=("0505", "0506"), mode="tactical")
    assert game.explain(Action("end")).rules == ("14.2",)
    assert Action("end") not in list(game.choices())
    assert ("14.2" in game.explain(aside).rules) == ("0605" in game.query("zoc", side="german"))
    game.apply(away)
    assert game.explain(Action("end"))


@rules("holland44", "14.2")
@pytest.mark.parametrize(
    ("more", "marks"),
    [({}, ["disrupted"]), ({"morale": "low"}, []), ({"morale": "elite"}, ["disrupted"])],
)
def test_nobody_else_has_to_leave(more: dict[str, str], marks: list[str]) -> None:
    game = field("holland44", [unit("a", "0505", **more)], [unit("x", "0504")], marks={"a": marks})
    assert game.explain(Action("end"))


@rules("holland44", "14.2")
def test_who_has_nowhere_to_go_stays() -> None:
    ring = [unit(f"x{i}", hex) for i, hex in enumerate(("0503", "0703", "0705", "0505"))]
    game = field(
        "holland44",
        [unit("a", "0604", morale="low")],
        ring,
        marks={"a": ["disrupted"]},
    )
    assert game.explain(Action("end"))


@rules("holland44", "13.1.3", "19.5")
def test_off_the_map_through_an_enemy_zone_only_where_no_way_is_clean():
    own = [unit("a", "0503", full=[9, 4, 4]), unit("b", "0301")]
    edge = {"id": "german-G", "name": "G", "touches": ["0401", "0402"]}
    foes = [unit("x", "0502")]
    played = field("holland44", own, foes, areas=[edge])
    found = played.query("retreats", unit="x", length=2)
    assert found["open"]
    assert not any(
        hex in played.query("zoc", side="allied") for way in found["open"] for hex in way[1:]
    )
    assert "german-G" not in found["ends"]
    clean = {**edge, "touches": ["0501"]}
    free = field("holland44", own[:1], foes, areas=[clean])
    assert "german-G" in free.query("retreats", unit="x", length=2)["ends"]


@rules("holland44", "13.3")
def test_no_short_stop_in_an_enemy_zone_without_a_friend():
    foes = [unit("x", "0505")]
    own = [unit("a", "0506"), unit("b", "0503")]
    woods = {"ground": {"0504": "w"}}
    quiet = field("holland44", own[:1], foes, **woods)
    assert ("0505", "0504") in quiet.query("retreats", unit="x", length=2)["open"]
    watched = field("holland44", own, foes, **woods)
    assert "0504" in watched.query("zoc", side="allied")
    assert ("0505", "0504") not in watched.query("retreats", unit="x", length=2)["open"]
    eased = field("holland44", own, [*foes, unit("y", "0504")], **woods)
    assert ("0505", "0504") in eased.query("retreats", unit="x", length=2)["open"]


@rules("holland44", "13.4", "13.3")
@pytest.mark.parametrize(("code", "far"), [("DMR", 2), ("DR", 1)])
def test_the_advance_is_full_though_the_defender_went_one_hex(code, far):
    strength = {"DMR": 20, "DR": 12}[code]
    own = [unit("a", "0506", full=[strength, 4, 4])]
    played = struck(code, own, [unit("x", "0505")], "a", ground={"0504": "w"})
    if played.decision.kind == "zb.stand":
        played.apply(Action("go-back"))
    played.apply(Action("retreat", unit="x", path=("0505", "0504")))
    assert (played.query("place", unit="x"), played.query("left", unit="x")) == ("0504", 1)
    board = played.scenario.board
    reached = {board.distance("0506", hex) for hex in played.query("advances", unit="a")}
    assert max(reached) == far


@rules("holland44", "13.4")
def test_the_advance_is_full_though_the_defender_died():
    own = [unit("a", "0506", full=[30, 4, 4])]
    played = struck("DS", own, [unit("x", "0505", steps=1)], "a")
    board = played.scenario.board
    assert max(board.distance("0506", h) for h in played.query("advances", unit="a")) == 2


@rules("holland44", "13.1.3", "13.1.4", "6.1")
def test_the_last_priority_is_room():
    own = [unit("a", "0506"), unit("b", "0406"), unit("c", "0606")]
    friends = [unit(n, "0503") for n in "yz"]
    played = field("holland44", own, [unit("x", "0505"), *friends])
    found = played.query("retreats", unit="x", length=2)
    assert found["ends"]
    assert "0503" not in found["ends"]
    thin = field("holland44", own, [unit("x", "0505"), friends[0]])
    assert "0503" in thin.query("retreats", unit="x", length=2)["ends"]


@rules("holland44", "13.1.3")
def test_the_priority_that_a_way_breaks_is_named():
    own = [unit("a", "0506"), unit("b", "0406"), unit("c", "0606")]
    foes = [unit("x", "0505", steps=3), *(unit(n, "0503") for n in "yz")]
    played = struck("DR", [{**own[0], "full": [12, 4, 4]}, *own[1:]], foes, "a")
    played.apply(Action("go-back"))
    full = Action("retreat", unit="x", path=("0505", "0504", "0503"))
    found = [r for r in played.explain(full).reasons if r.rule == "13.1.3"]
    assert [dict(reason.params)["priority"] for reason in found] == [6]


@rules("holland44", "14.1.2", "14.3.1")
@pytest.mark.parametrize(("marks", "after"), [([], "disrupted"), (["disrupted"], "routed")])
def test_who_is_disrupted_twice_is_routed(marks, after):
    foes = [unit("x", "0505"), unit("y", "0505", full=[1, 2, 4])]
    own = [unit("a", "0506", full=[18 if not marks else 12, 4, 4])]
    played = struck("DR", own, foes, "a", marks={"x": marks} if marks else {})
    played.apply(Action("go-back"))
    while played.decision.kind == "zb.retreat":
        played.apply(played.choices(unit=played.choices()[0]["unit"])[0])
    assert after in played.query("marks", unit="x")
    assert "disrupted" in played.query("marks", unit="y")


@rules("holland44", "14.3.1")
def test_one_routs_ones_own_units():
    foes = [unit("x", "0909")]
    marks = {"a": ["disrupted"], "x": ["disrupted"]}
    played = field("holland44", [unit("a", "0505")], foes, marks=marks)
    assert played.explain(Action("rout", unit="a"))
    reasons = played.explain(Action("rout", unit="x")).reasons
    assert [(r.rule, r.key) for r in reasons] == [("14.3.1", "zb.no-unit")]
