"""Chapter 19: entry areas, reinforcements, off the map and onto it."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import FOE, N, off, places, waiting
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WIDE_N = {"id": "allied-N", "name": "N", "touches": ["0512", "0612"]}


WIDE_G = {"id": "german-G", "name": "G", "touches": ["0101", "0201"]}


WIDE_M = {"id": "allied-M", "name": "M", "touches": ["0312", "0412"]}


FAR = {"id": "allied-O", "name": "O", "touches": ["1012"]}


@rules("holland44", "19.1", "3")
def test_reinforcements_come_to_their_areas_and_drive_on():
    coming = {"turn": 6, "area": "allied-N"}
    fast = off("a", "reinforcements", kind="motorized", full=[4, 4, 6], **coming)
    more = {"phase": "begin", "areas": [WIDE_N, WIDE_G]}
    early = field("holland44", [fast], FOE, turn=5, **more)
    assert early.query("place", unit="a") == "reinforcements"
    played = field("holland44", [fast], FOE, turn=6, **more)
    assert played.query("place", unit="a") == "allied-N"
    played.apply(Action("enter", unit="a", path=("0512",)))
    assert played.decision.kind == "zb.march"
    far = Action("march", unit="a", path=("0512", "0511", "0510", "0509", "0508", "0507", "0506"))
    assert "8.1" in forbidden(played, far)
    played.apply(Action("march", unit="a", path=("0512", "0511", "0510")))
    assert played.query("place", unit="a") == "0510"
    watched = field("holland44", [fast], [unit("x", "0511")], turn=6, **more)
    watched.apply(Action("enter", unit="a", path=("0512",)))
    assert watched.decision.kind == "zb.move"


@rules("holland44", "19.6", "19.3.1")
def test_from_area_to_area():
    played = field(
        "holland44",
        [off("a", "allied-N")],
        [unit("x", "0412")],
        areas=[WIDE_N, WIDE_M, FAR, WIDE_G],
    )
    assert "19.6" in forbidden(played, Action("pass-area", unit="a", area="allied-O"))
    assert "19.6" in forbidden(played, Action("pass-area", unit="a", area="german-G"))
    played.apply(Action("pass-area", unit="a", area="allied-M"))
    assert played.query("place", unit="a") == "allied-M"
    played.apply(Action("end"))
    assert "19.6" in forbidden(played, attack("0412", "a"))


@rules("holland44", "19.3.1", "19.4")
def test_off_the_map_into_an_area():
    played = field("holland44", [unit("a", "0512"), unit("b", "0101")], FOE, areas=[WIDE_N, WIDE_G])
    assert "19.4" in forbidden(played, Action("pass-area", unit="b", area="german-G"))
    assert "19.3.1" in forbidden(played, Action("pass-area", unit="b", area="allied-N"))
    played.apply(Action("pass-area", unit="a", area="allied-N"))
    assert played.query("place", unit="a") == "allied-N"
    assert "8.1" in forbidden(played, Action("pass-area", unit="a", area="allied-N"))
    tired = field("holland44", [unit("a", "0508")], FOE, areas=[WIDE_N, WIDE_G])
    path = ("0508", "0509", "0510", "0511", "0512")
    out = Action("pass-area", unit="a", area="allied-N", path=path)
    assert "19.3.1" in forbidden(tired, out)


@rules("holland44", "19.3.1", "8.1")
def test_a_stack_leaves_the_map_as_one():
    own = [unit("a", "0511", full=[4, 4, 8]), unit("b", "0511"), unit("s", "0511", full=[4, 4, 1])]
    played = field("holland44", [*own, unit("c", "0512")], FOE, areas=[WIDE_N, WIDE_G])
    way = {"area": "allied-N", "path": ("0511", "0512")}
    # A point for 0512 and one for the area: the slowest has only one.
    slow = Action("pass-area", unit="a", mates=("b", "s"), **way)
    assert forbidden(played, slow) == ("19.3.1",)
    assert "8.1" in forbidden(played, Action("pass-area", unit="a", mates=("c",), **way))
    played.apply(Action("pass-area", unit="a", mates=("b",), **way))
    assert [played.query("place", unit=u) for u in "abs"] == ["allied-N", "allied-N", "0511"]
    assert "8.1" in forbidden(played, Action("pass-area", unit="b", area="allied-N"))
    inside = field(
        "holland44", [off("a", "allied-N"), off("b", "allied-N")], FOE, areas=[WIDE_N, WIDE_M]
    )
    inside.apply(Action("pass-area", unit="a", mates=("b",), area="allied-M"))
    assert [inside.query("place", unit=u) for u in "ab"] == ["allied-M"] * 2


@rules("holland44", "19.3.2")
def test_no_way_over_a_large_river():
    tags = {"river-edge": ["0512", "0612"], "edge-ferry": ["0612"]}
    units = [off(u, "allied-N", steps=1) for u in "ab"] + [off("c", "allied-N")]
    played = field("holland44", units, FOE, areas=[WIDE_N, WIDE_G], tags=tags)
    assert "19.3.2" in forbidden(played, Action("enter", unit="a", path=("0512",)))
    over = [Action("enter", unit=u, path=("0612",)) for u in "abc"]
    assert "8.5.7" in forbidden(played, over[2])
    assert played.explain(over[1])
    played.apply(over[0])
    assert "8.3.1" in forbidden(played, Action("march", unit="a", path=("0612", "0611", "0610")))
    played.apply(Action("halt"))
    assert "8.5.6" in forbidden(played, over[1])
    closed = field("holland44", units, [unit("x", "0611")], areas=[WIDE_N, WIDE_G], tags=tags)
    assert "8.5.5" in forbidden(closed, over[0])
    out = field("holland44", [unit("a", "0512")], FOE, areas=[WIDE_N, WIDE_G], tags=tags)
    assert "19.3.2" in forbidden(out, Action("pass-area", unit="a", area="allied-N"))


@rules("holland44", "19.2.1", "19.2.2")
def test_two_areas_change_hands_in_turn_7():
    a = {"id": "german-A", "name": "A", "touches": ["0103", "0104"]}
    b = {"id": "german-B", "name": "B", "touches": ["0102"]}
    c = {"id": "german-C", "name": "C", "touches": ["0105"]}
    units = [off("x", "german-A"), off("y", "german-A")]
    more = {"phase": "hand-over", "turn": 7, "marks": {"y": ["disrupted"]}}
    played = field("holland44", [unit("o", "1212")], units, areas=[a, b], **more)
    assert played.query("place", unit="x") == "german-B"
    assert played.query("marks", unit="x") == ["disrupted"]
    assert played.query("marks", unit="y") == ["routed"]
    choice = field(
        "holland44", [unit("o", "1212")], units[:1], areas=[a, b, c], turn=7, phase="hand-over"
    )
    assert choice.decision.rule == "19.2.2"
    choice.apply(Action("pass-area", unit="x", area="german-C"))
    assert choice.query("place", unit="x") == "german-C"
    friend = field("holland44", [off("m", "german-A")], FOE, areas=[a], turn=7)
    assert friend.explain(Action("enter", unit="m", path=("0103",)))


@rules("holland44", "23.1.2")
def test_german_movement_in_turn_1():
    played = field(
        "holland44", [unit("a", "1212")], [unit("x", "0101")], side="german", turn=1, areas=[WIDE_G]
    )
    assert "23.1.2" in forbidden(played, Action("pass-area", unit="x", area="german-G"))
    assert "23.1.2" in forbidden(played, move("x", "0101", "0102"))
    assert played.explain(move("x", "0101", "0102", mode="tactical"))


@rules("holland44", "24.2", "8.6.1", "19.1")
def test_the_first_hex_on_the_map_costs_what_any_hex_does():
    def coming(**more):
        fast = off("a", "allied-N", kind="motorized", full=[4, 4, 5])
        return field("holland44", [fast, unit("b", "0511")], FOE, areas=[WIDE_N, WIDE_G], **more)

    way = Action("enter", unit="a", path=("0512", "0412", "0312", "0212"))
    assert coming().explain(way)
    jammed = coming(phase="traffic", side="german", traffic=True, dice=[6, 6])
    jammed.apply(Action("jam", hex="0512"))
    jammed.apply(Action("end"))
    assert forbidden(jammed, way) == ("8.1",)
    woods = {"0512": "w", "0412": "w", "0312": "w"}
    on_foot = off("a", "allied-N", full=[4, 4, 6])
    thick = field("holland44", [on_foot], FOE, areas=[WIDE_N], ground=woods)
    # Two points each, and one more for the third woods hex.
    assert forbidden(thick, Action("enter", unit="a", path=("0512", "0412", "0312"))) == ("8.1",)
    assert thick.explain(Action("enter", unit="a", path=("0512", "0412", "0411")))


@rules("holland44", "19.3.1", "8.2.1", "8.3.1")
def test_off_the_map_faster_or_tactically():
    def out(mode=None, *path):
        return Action("pass-area", unit="a", area="allied-N", path=path or None, mode=mode)

    gate = [{**WIDE_N, "touches": ["0512"]}]
    slow = field("holland44", [unit("a", "0511", full=[4, 4, 1])], [unit("x", "0510")], areas=gate)
    assert forbidden(slow, out(None, "0511", "0512")) == ("8.1",)
    assert out("tactical", "0511", "0512") in list(slow.choices(unit="a"))
    slow.apply(out("tactical", "0511", "0512"))
    assert slow.query("place", unit="a") == "allied-N"
    far = ("0508", "0509", "0510", "0511", "0512")
    fast = field("holland44", [unit("a", "0508")], FOE, areas=gate)
    assert forbidden(fast, out(None, *far)) == ("19.3.1",)
    assert "8.3.1" in forbidden(fast, out("tactical", *far))
    assert "8.1" in forbidden(fast, out("flying", *far))
    assert out("extended", *far) in list(fast.choices(unit="a"))
    fast.apply(out("extended", *far))
    assert fast.query("place", unit="a") == "allied-N"
    shaken = field(
        "holland44", [unit("a", "0511")], FOE, areas=[WIDE_N], marks={"a": ["disrupted"]}
    )
    assert "14.2" in forbidden(shaken, out("extended", "0511", "0512"))


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


@rules("holland44", "25.2.1", "7.2", "19.3.1")
def test_the_zone_of_an_unknown_unit_closes_the_way_off_the_map():
    unknown = unit("q", "0511", "unknown", steps=1, full=[0, 0, 0])
    played = field("holland44", [unit("a", "0510")], [unknown, *FOE], areas=[N])
    through = Action("pass-area", unit="a", area="allied-N", path=("0510", "0511", "0512"))
    assert "7.2" in forbidden(played, through)
    assert [a for a in played.choices() if a.kind == "pass-area"] == []


@rules("holland44", "7.2", "19.3.1")
def test_out_of_an_enemy_zone_an_area_costs_two_points_more():
    def leaving(points, foes):
        own = [unit("a", "0512", full=[4, 4, points])]
        played = field("holland44", own, foes, areas=[N])
        return forbidden(played, Action("pass-area", unit="a", area="allied-N"))

    near = [unit("x", "0511")]
    assert leaving(1, FOE) == ()
    assert leaving(2, near) == ("19.3.1",)
    assert leaving(3, near) == ()


@rules("holland44", "19.1", "8.1")
def test_reinforcements_come_in_as_a_group_and_go_on_as_one():
    slow = unit("b", "0101", box="allied-N", full=[4, 4, 3])
    del slow["hex"]
    played = field("holland44", [*waiting("a"), slow], FOE, areas=[N])
    played.apply(Action("enter", unit="a", mates=("b",), path=("0512",)))
    assert places(played, "a", "b") == ["0512", "0512"]
    assert played.decision.kind == "zb.march"
    # A clear hex is paid for; the slower of the two has two points left.
    going = {a["path"][-1] for a in played.choices() if a.kind == "march"}
    assert "0510" in going
    assert "0509" not in going
    played.apply(Action("march", unit="a", path=("0512", "0511", "0510")))
    assert places(played, "a", "b") == ["0510", "0510"]
    assert played.decision.kind == "zb.move"


@rules("holland44", "19.1")
def test_the_first_hex_is_paid_for_on_a_longer_way_too():
    played = field("holland44", waiting("a", full=[4, 4, 3]), FOE, areas=[N])
    way = ("0512", "0511", "0510", "0509")
    assert "8.1" in forbidden(played, Action("enter", unit="a", path=way))
    played.apply(Action("enter", unit="a", path=way[:3]))
    assert places(played, "a") == ["0510"]
    assert played.decision.kind == "zb.move"


@rules("holland44", "19.1", "8.2.2", "8.2.1")
def test_reinforcements_may_come_in_by_extended_movement():
    played = field("holland44", waiting("a", full=[4, 4, 3]), FOE, areas=[N])
    way = ("0512", "0511", "0510", "0509", "0508")
    played.apply(Action("enter", unit="a", path=way, mode="extended"))
    assert places(played, "a") == ["0508"]
    near = field("holland44", waiting("a"), [unit("x", "0511")], areas=[N])
    assert "8.2.2" in forbidden(near, Action("enter", unit="a", path=("0512",), mode="extended"))


@rules("holland44", "19.1", "8.2.2")
@pytest.mark.parametrize(("way", "barred"), [(("0512",), ()), (("0512", "0511"), ("8.2.2",))])
def test_only_the_first_hex_may_be_left_again_though_nobody_could_end_there(way, barred):
    own = [*waiting("a"), unit("f", way[-1])]
    played = field("holland44", own, [unit("x", "1201")], areas=[N])
    assert forbidden(played, Action("enter", unit="a", path=way, mode="extended")) == barred


@rules("holland44", "19.5", "19.7")
def test_out_of_an_area_and_back_into_it():
    area = {"id": "german-G", "name": "G", "touches": ["0501"]}
    held = unit("y", "0101", box="german-G", full=[9, 4, 4], formation="f")
    del held["hex"]
    played = field(
        "holland44",
        [unit("a", "0501", steps=1, full=[1, 1, 4])],
        [held],
        side="german",
        phase="combat",
        areas=[area],
        dice=[6],
    )
    played.apply(attack("0501", "y", lead="f"))
    while played.decision.kind == "zb.retreat":
        played.apply(played.choices()[0])
    assert played.decision.kind == "zb.advance"
    played.apply(Action("advance", units=("y",), path=("german-G", "0501")))
    assert played.query("place", unit="y") == "0501"
    back = field(
        "holland44",
        [unit("a", "0502", full=[9, 4, 4], formation="f")],
        [unit("x", "0501")],
        phase="combat",
        areas=[area],
    )
    ways = back.query("retreats", unit="x", length=2, most=2)
    assert "german-G" in ways["ends"] or "german-G" not in ways["deadly"]


@rules("holland44", "19.7", "19.4")
def test_attackers_out_of_an_area_stack_at_its_edge():
    area = {"id": "german-G", "name": "G", "touches": ["0501"]}
    units = []
    for name in ("x", "y", "z"):
        one = unit(name, "0101", box="german-G", formation="f")
        del one["hex"]
        units.append(one)
    played = field(
        "holland44", [unit("a", "0501")], units, side="german", phase="combat", areas=[area]
    )
    assert "19.7" in forbidden(played, attack("0501", "x", "y", "z", lead="f"))
    assert played.explain(attack("0501", "x", "y", lead="f"))


@rules("holland44", "19.7")
def test_of_many_units_in_an_area_the_strongest_that_fit_are_offered_for_an_attack():
    own = [off(n, "allied-N", full=[k, 4, 4]) for n, k in zip("abcd", (4, 9, 8, 4), strict=True)]
    played = field("holland44", own, [unit("x", "0512")], phase="combat", areas=[N])
    assert {a["units"] for a in played.choices() if a.kind == "attack"} == {("b", "c")}


@rules("holland44", "19.1", "8.6.2", "10.8.4")
def test_vehicles_come_into_the_polder_by_road_only():
    tank = off("t", "allied-N", "tank", full=[4, 4, 8])
    for links, goes in (({}, False), ({"road": ["0512 0511"]}, True)):
        more = {"areas": [N], "ground": {"0512": "p"}, "links": links}
        played = field("holland44", [tank], FOE, **more)
        enter = Action("enter", unit="t", path=("0512",))
        assert played.explain(enter).allowed == goes
        assert goes or forbidden(played, enter) == ("8.6.2",)
        inside = field("holland44", [unit("t", "0512", "tank", full=[4, 4, 8])], FOE, **more)
        leave = Action("pass-area", unit="t", area="allied-N")
        assert inside.explain(leave).allowed == goes


@rules("holland44", "19.1", "7.4.2")
def test_nobody_comes_in_into_an_enemy_bond():
    foes = [unit("x", "0412"), unit("y", "0611")]
    played = field("holland44", waiting("a"), foes, areas=[{**N, "touches": ["0511", "0512"]}])
    bonds = {hex for b in played.query("bonds", side="german") for hex in b.between if not b.broken}
    assert bonds
    shut = [h for h in ("0511", "0512") if h in bonds]
    assert shut
    for hex in shut:
        assert "7.4.2" in forbidden(played, Action("enter", unit="a", path=(hex,)))


@rules("holland44", "19.1", "8.1")
def test_a_unit_of_an_area_does_not_move_as_if_it_stood_on_the_map():
    played = field("holland44", waiting("a"), FOE, areas=[N])
    assert forbidden(played, move("a", "allied-N", "0512")) == ("8.1",)
    assert forbidden(played, Action("move", units=("a",), path=("0512", "0511"))) == ("8.1",)
    beside = field("holland44", [unit("a", "0512")], FOE, areas=[N])
    assert forbidden(beside, move("a", "0512", "allied-N")) == ("8.1",)


@rules("holland44", "19.2.2", "7")
def test_where_a_unit_of_a_lost_area_may_go_is_offered():
    a = {"id": "german-A", "name": "A", "touches": ["0103", "0104"]}
    b = {"id": "german-B", "name": "B", "touches": ["0102"]}
    c = {"id": "german-C", "name": "C", "touches": ["0105"]}
    more = {"areas": [a, b, c], "turn": 7, "phase": "hand-over"}
    played = field("holland44", [unit("o", "1212")], [off("x", "german-A")], **more)
    assert {x["area"] for x in played.choices()} == {"german-B", "german-C"}
    assert {x["area"] for x in played.choices(unit="x")} == {"german-B", "german-C"}
    assert played.choices(unit="o") == played.choices(hex="0103") == []


@rules("holland44", "17.3", "14.2", "19.1")
def test_guns_come_in_tactically_unless_something_else_is_asked_of_them():
    gun = off("g", "allied-N", "artillery", full=[0, 1, 4], steps=1)
    played = field("holland44", [gun], FOE, areas=[N])
    way = Action("enter", unit="g", path=("0512",))
    assert played.explain(way)
    assert forbidden(played, way.replaced(mode="extended")) == ("17.3",)
    assert forbidden(played, way.replaced(path=("0512", "0511", "0510"))) == ("8.3.1",)
    assert not played.explain(way.replaced(path=()))
    assert not played.explain(way.replaced(path=("allied-N",)))


@rules("holland44", "23.1.2")
def test_in_turn_1_germans_may_go_to_the_areas_that_they_will_lose():
    edge = [{"id": f"german-{n}", "name": n, "touches": ["0101"]} for n in "AG"]
    played = field(
        "holland44", [unit("a", "1212")], [unit("x", "0101")], side="german", turn=1, areas=edge
    )
    go = Action("pass-area", unit="x", area="german-A", mode="tactical")
    assert played.explain(go)
    assert forbidden(played, go.replaced(area="german-G")) == ("23.1.2",)
