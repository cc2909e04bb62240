"""Chapter 22: reinforcements and entry areas."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.errors import Problem
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}
SOUTH = {"id": "german-X", "name": "X", "touches": ["0112"]}
EAST = {"id": "soviet-A", "name": "A", "touches": ["1201", "1202", "1203"]}


def box(id: str, place: str, kind: str = "infantry", **more):
    """A unit off the map."""
    row = unit(id, "", kind, **more)
    row["box"] = place
    del row["hex"]
    return row


def soviet(*letters: str):
    """Soviet areas that touch nothing in common."""
    return [
        {"id": f"soviet-{name}", "name": name, "touches": [f"12{row:02d}"]}
        for row, name in enumerate(letters, 1)
    ]


@rules("stalingrad42", "22.1.1", "22.1.2", "3.0 initial phase")
@pytest.mark.parametrize(("mark", "ways"), [("9", "AB"), ("9C", "GJ"), ("10", "")])
def test_reinforcements_are_put_in_their_areas(mark, ways):
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [box("a", "pool")],
        side="soviet",
        phase="initial",
        areas=soviet("A", "B", "D", "G", "J"),
        arrivals={"a": mark},
    )
    if not ways:
        assert played.query("place", unit="a") == "pool"
        return
    offered = {a["hex"] for a in played.choices()}
    assert offered == {f"soviet-{letter}" for letter in ways}
    assert "22.1.1" in forbidden(played, Action("arrive", unit="a", hex="soviet-D"))
    played.apply(Action("arrive", unit="a", hex=f"soviet-{ways[0]}"))
    assert played.query("place", unit="a") == f"soviet-{ways[0]}"


@rules("stalingrad42", "22.1.1", "22.1.3", "20.7")
def test_germans_come_to_the_western_areas_some_of_them_reduced():
    rows = [box("a", "pool"), box("b", "pool", division="bluecher")]
    played = field(
        "stalingrad42",
        rows,
        [],
        phase="initial",
        areas=[WEST, SOUTH],
        arrivals={"a": "9", "b": "9"},
        triangles=["a"],
    )
    assert {a["hex"] for a in played.choices(unit="a")} == {"german-W", "german-X"}
    assert played.query("place", unit="b") == "german-W"
    assert played.query("left", unit="a") == 1


@rules("stalingrad42", "22.1.2")
def test_a_wrong_arrival_is_one_clear_message():
    with pytest.raises(Problem, match="no turn"):
        field("stalingrad42", [box("a", "pool")], [], arrivals={"a": "soon"})
    with pytest.raises(Problem, match="no unit"):
        field("stalingrad42", [box("a", "pool")], [], arrivals={"b": "9"})
    with pytest.raises(Problem, match="no replacement"):
        field("stalingrad42", [unit("a", "0101")], [], replacements={"german": {"gold": 1}})


@rules("stalingrad42", "22.2", "22.3.1", "22.4")
def test_a_unit_walks_off_for_a_point_into_its_own_area_only():
    own = [unit("a", "0105", full=[4, 4, 3])]
    shape = {"areas": [WEST, {**EAST, "touches": ["0104"]}]}
    played = field("stalingrad42", own, [unit("x", "1212")], **shape)
    out = Action("exit", unit="a", way=("0105", "0104", "0103"), to="german-W")
    assert forbidden(played, out) == ()
    assert out in played.choices(unit="a")
    assert "22.4" in forbidden(
        played, Action("exit", unit="a", way=("0105", "0104"), to="soviet-A")
    )
    slow = field("stalingrad42", [unit("a", "0105", full=[4, 4, 2])], [], **shape)
    assert "22.3.1" in forbidden(slow, out)
    played.apply(out)
    assert played.query("place", unit="a") == "german-W"
    assert "5.1" in forbidden(played, Action("enter", unit="a", path=("0103",)))
    watched = field("stalingrad42", own, [unit("x", "0203")], **shape)
    assert forbidden(watched, out)


@rules("stalingrad42", "22.2", "22.4")
def test_no_zones_into_areas_and_no_attack_on_them():
    played = field(
        "stalingrad42",
        [unit("a", "0202", full=[9, 9, 4])],
        [box("x", "soviet-A")],
        areas=[WEST, {**EAST, "touches": ["0101"]}],
        phase="combat",
    )
    assert "8.1" in forbidden(played, attack("soviet-A", "a"))
    assert "soviet-A" not in played.query("zoc", side="german")
    crowd = [box(n, "german-W") for n in "abcdefgh"]
    many = field("stalingrad42", crowd, [], areas=[WEST])
    assert many.query("over", side="german", hex="german-W") == 5
    many.apply(Action("end"))
    assert all(many.query("place", unit=n) == "german-W" for n in "abcdefgh")


@rules("stalingrad42", "22.5", "12.2")
def test_a_retreat_off_the_map():
    played = field(
        "stalingrad42",
        [unit("g", "0103", full=[30, 9, 4])],
        [unit("x", "0102")],
        areas=[{**EAST, "touches": ["0101"]}, {**WEST, "touches": ["0201", "0202"]}],
    )
    assert played.query("deaths", unit="x", path=["0102", "0101", "soviet-A"]) == []
    assert "zb.retreat.off-map" in played.query(
        "deaths", unit="x", path=["0102", "0202", "german-W"]
    )


@rules("stalingrad42", "22.5", "22.3.1", "13.2.1", "22.6.1")
def test_a_unit_in_disorder_stays_in_its_area():
    played = field(
        "stalingrad42",
        [box("a", "german-W")],
        [],
        areas=[WEST, SOUTH],
        marks={"a": ["disrupted"]},
    )
    assert "22.3.1" in forbidden(played, Action("enter", unit="a", path=("0101",)))
    assert "22.3.1" in forbidden(played, Action("pass-area", unit="a", to="german-X"))


@rules("stalingrad42", "22.6.1", "22.6.2", "22.7")
def test_germans_pass_between_their_areas_and_do_not_attack_then():
    far = [WEST, {"id": "german-Z", "name": "Z", "touches": ["0105"]}]
    played = field("stalingrad42", [box("a", "german-W")], [unit("x", "0105")], areas=far)
    assert "22.6.1" in forbidden(played, Action("pass-area", unit="a", to="german-W"))
    played.apply(Action("pass-area", unit="a", to="german-Z"))
    assert "5.1" in forbidden(played, Action("enter", unit="a", path=("0105",)))
    played.apply(Action("end"))
    assert "22.6.1" in forbidden(played, attack("0105", "a"))
    marked = field("stalingrad42", [box("a", "german-W")], [], areas=far, marks={"a": ["replaced"]})
    assert "21.4" in forbidden(marked, Action("pass-area", unit="a", to="german-Z"))


@rules("stalingrad42", "22.6.3", "22.6.4")
def test_soviets_pass_north_south_and_by_the_transit_box():
    rows = [box(n, "soviet-A") for n in "abcd"] + [box("j", "soviet-J"), box("f", "soviet-F")]
    played = field("stalingrad42", [], rows, side="soviet", areas=soviet("A", "E", "F", "G", "J"))

    def go(name: str, to: str) -> Action:
        return Action("pass-area", unit=name, to=f"soviet-{to}")

    assert forbidden(played, go("a", "E")) == ()
    assert "22.6.3" in forbidden(played, go("a", "G"))
    assert forbidden(played, go("j", "G")) == ()
    assert forbidden(played, go("f", "A")) == ()
    played.apply(go("a", "F"))
    assert "22.6.4" in forbidden(played, go("b", "F"))
    played.apply(go("f", "J"))
    assert forbidden(played, go("b", "F")) == ()


@rules("stalingrad42", "22.7", "14.1")
def test_an_attack_out_of_an_area_is_stacked_at_the_edge():
    rows = [box(n, "german-W", full=[9, 9, 4]) for n in "abcdefghij"]
    played = field(
        "stalingrad42",
        rows,
        [unit("x", "0105", steps=1)],
        areas=[{**WEST, "touches": ["0105"]}],
        phase="combat",
    )
    assert forbidden(played, attack("0105", "a", "b")) == ()
    assert "22.7" in forbidden(played, attack("0105", *"abcdefghij"))
    played = field(
        "stalingrad42",
        rows,
        [unit("x", "0105", steps=1)],
        areas=[{**WEST, "touches": ["0105"]}],
        phase="combat",
    )
    played.apply(attack("0105", *"abcd"))
    assert Action("advance", units=("a",), path=("german-W", "0105")) in played.choices()


@rules("stalingrad42", "23.4", "22.6.3")
def test_area_k_closes_in_winter():
    rows = [box("a", "soviet-K")]
    played = field(
        "stalingrad42",
        [],
        rows,
        side="soviet",
        phase="initial",
        turn=28,
        areas=soviet("J", "K", "L"),
    )
    assert {a["hex"] for a in played.choices()} == {"soviet-J", "soviet-L"}
    played.apply(Action("arrive", unit="a", hex="soviet-L"))
    assert "22.4" in forbidden(played, Action("pass-area", unit="a", to="soviet-K"))


@rules("stalingrad42", "4.4", "12.1.4")
def test_a_crowded_hex_is_thinned_at_the_end_of_movement():
    rows = [unit(n, "0505") for n in "abc"]
    played = field("stalingrad42", [], rows, side="soviet", phase="movement")
    played.apply(Action("end"))
    assert played.decision.kind == "zb.excess"
    played.apply(Action("give-up", unit="a"))
    assert played.query("phase") == "Combat"
    free = field("stalingrad42", [], rows, side="soviet")
    free.apply(move("a", "0505", "0504"))
    free.apply(Action("end"))
    assert free.query("phase") == "Combat"


@rules("stalingrad42", "5.5.2", "22.1.2")
def test_who_comes_on_did_not_begin_beside_the_river_behind_the_edge():
    row = unit("a", "", full=[4, 4, 9])
    row["box"] = "german-W"
    del row["hex"]
    river = {"major-river": ["0102 S", "0102 SE", "0102 NE"]}
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    played = field("stalingrad42", [row], [unit("x", "1212")], areas=[area], sides=river)
    assert forbidden(played, Action("enter", unit="a", path=("0102",))) == ()
    for there in ("0103", "0202"):
        path = ("0102", there)
        if there in played.rules.board.neighbours("0102"):
            assert "5.5.2" in forbidden(played, Action("enter", unit="a", path=path))


@rules("stalingrad42", "18.2.2", "22.1.2")
def test_guns_that_come_on_and_go_far_are_disrupted():
    row = unit("h", "", "army-hq", full=[0, 1, 8], steps=1, range=5)
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    links = {"road": ["0102 0103 0104"]}
    for path, marks in ((("0102", "0103"), []), (("0102", "0103", "0104"), ["disrupted"])):
        played = field("stalingrad42", [row], [unit("x", "1212")], areas=[area], links=links)
        played.apply(Action("enter", unit="h", path=path))
        assert played.query("marks", unit="h") == marks


@rules("stalingrad42", "18.2.2", "13.3.2", "22.1.2")
def test_the_first_hex_counts_for_guns_that_drive_routed_units_off_their_way_too():
    row = unit("h", "", "army-hq", full=[0, 1, 8], steps=1, range=5)
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    foes, more = [unit("x", "0203")], {"marks": {"x": ["routed"]}, "areas": [area]}
    for path, marks in ((("0102", "0103"), []), (("0102", "0103", "0104"), ["disrupted"])):
        played = field("stalingrad42", [row], foes, **more)
        played.apply(Action("enter", unit="h", path=path))
        assert played.decision.kind == "zb.retreat"
        while played.decision.kind == "zb.retreat":
            off = {
                played.scenario.board.distance("0104", a["path"][-1]): a for a in played.choices()
            }
            played.apply(off[max(off)])
        assert played.query("place", unit="h") == path[-1]
        assert played.query("marks", unit="h") == marks


@rules("stalingrad42", "16.1", "16.2.2")
def test_a_unit_that_comes_to_its_area_is_in_supply_again():
    row = unit("a", "")
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    played = field(
        "stalingrad42",
        [row, unit("b", "0909")],
        [unit("x", "1212")],
        areas=[area],
        phase="supply",
        marks={"a": ["out", "isolated"]},
    )
    assert played.query("marks", unit="a") == []
    assert "out" in played.query("marks", unit="b")


@rules("stalingrad42", "22.1.2", "22.3.1", "5.3")
def test_a_unit_may_come_on_by_extended_movement_clear_of_the_enemy():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    row = box("a", "german-W", full=[4, 4, 3])
    way = ("0102", "0202", "0302", "0402", "0502")

    def come(path, mode=None):
        return Action("enter", unit="a", path=path, mode=mode)

    played = field("stalingrad42", [row], [unit("x", "1212")], areas=[area])
    assert "22.1.2" in forbidden(played, come(way))
    assert forbidden(played, come(way, "extended")) == ()
    farther = (*way, "0602", "0702")  # seven hexes: three points and three more are six
    assert "22.1.2" in forbidden(played, come(farther, "extended"))
    assert forbidden(played, come(way[:3])) == ()
    offered = {(a["path"][-1], a.get("mode")) for a in played.choices(unit="a", hex="0502")}
    assert offered == {("0502", "extended")}
    played.apply(come(way, "extended"))
    assert played.query("place", unit="a") == "0502"
    near = field("stalingrad42", [row], [unit("x", "0403")], areas=[area])
    assert "5.3" in forbidden(near, come(way[:3], "extended"))
    gate = field("stalingrad42", [row], [unit("x", "0103")], areas=[area])
    assert forbidden(gate, come(way[:1])) == ()
    assert "5.3" in forbidden(gate, come(way[:1], "extended"))
    assert "5.1" in forbidden(gate, come(way[:1], "flying"))


@rules("stalingrad42", "22.1.2", "5.4", "21.4")
def test_two_hexes_of_rough_ground_are_a_tactical_move_onto_the_map():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    ground = {"0102": "s", "0202": "s", "0302": "s"}
    row = box("a", "german-W", full=[4, 4, 3])
    played = field("stalingrad42", [row], [unit("x", "1212")], areas=[area], ground=ground)

    def come(*path, mode="tactical"):
        return Action("enter", unit="a", path=path, mode=mode)

    assert "22.1.2" in forbidden(played, come("0102", "0202", mode=None))
    assert forbidden(played, come("0102", "0202")) == ()
    assert "5.4" in forbidden(played, come("0102", "0202", "0302"))
    new = field(
        "stalingrad42",
        [row],
        [unit("x", "1212")],
        areas=[area],
        ground=ground,
        marks={"a": ["replaced"]},
    )
    assert forbidden(new, come("0102")) == ()
    assert "5.4" in forbidden(new, come("0102", "0202"))


@rules("stalingrad42", "22.3.1", "5.3")
def test_a_unit_may_leave_the_map_by_extended_movement():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    played = field(
        "stalingrad42", [unit("a", "0502", full=[4, 4, 3])], [unit("x", "1212")], areas=[area]
    )
    way = ("0502", "0402", "0302", "0202", "0102")
    out = Action("exit", unit="a", way=way, to="german-W")
    assert "22.3.1" in forbidden(played, out)
    assert "5.1" in forbidden(played, Action("exit", unit="a", way=way, to="german-W", mode="no"))
    fast = next(a for a in played.choices(unit="a") if a.kind == "exit")
    assert fast["mode"] == "extended"
    played.apply(fast)
    assert played.query("place", unit="a") == "german-W"


@rules("stalingrad42", "2.3.2", "5.3", "22.1.2")
def test_an_allowance_in_a_black_box_bars_extended_movement():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    rows = [
        unit("a", "0502", black_box=True),
        unit("b", "0502"),
        box("c", "german-W", black_box=True),
    ]
    played = field("stalingrad42", rows, [unit("x", "1212")], areas=[area])
    for name, against in (("a", ("5.3",)), ("b", ())):
        assert forbidden(played, move(name, "0502", "0503", mode="extended")) == against
    assert forbidden(played, move("a", "0502", "0503")) == ()
    assert forbidden(played, move("a", "0502", "0503", mode="tactical")) == ()
    both = Action("move", units=("a", "b"), path=("0502", "0503"), mode="extended")
    assert forbidden(played, both) == ("5.3",)
    enter = Action("enter", unit="c", path=("0102", "0202"), mode="extended")
    assert "5.3" in forbidden(played, enter)


@rules("stalingrad42", "22.1.2", "13.3.2")
def test_who_comes_on_drives_routed_units_before_it_and_goes_on():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    row = box("a", "german-W", full=[4, 4, 4])
    foes, marks = [unit("x", "0302")], {"x": ["routed"]}
    played = field("stalingrad42", [row], foes, areas=[area], marks=marks)
    way = ("0102", "0202", "0302", "0402")
    fast = Action("enter", unit="a", path=way, mode="extended")
    assert "5.3" in forbidden(played, fast)
    played.apply(Action("enter", unit="a", path=way))
    assert played.query("phase") == "Retreat"
    played.apply(Action("retreat", unit="x", path=("0302", "0301", "0401")))
    assert played.query("place", unit="a") == "0402"
    assert played.query("phase") == "Retreat"  # from 0401, beside the hex it has come to
