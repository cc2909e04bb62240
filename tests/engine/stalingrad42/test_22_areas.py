"""Chapter 22: reinforcements, coming on, leaving, passing between areas."""

from __future__ import annotations

import random

import pytest

from engine import catalogue
from engine.errors import Problem
from engine.values import Action
from engine.words import catalogue as words
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import FAR, GERMAN_X, NORTH, WEST, area, boxed, soviet_areas
from tests.engine.zocbond.field import LETTERS, attack, field, forbidden, noting, unit
from tests.marks import rules


@rules("stalingrad42", "22.3.1", "22.3.2", "14.1")
def test_replaced_units_do_not_attack_and_areas_are_left_by_the_edge():
    row = unit("a", "", full=[4, 4, 4])
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0101", "0102"]}
    played = field("stalingrad42", [row], [unit("x", "0505")], areas=[area])
    assert "22.3.1" in forbidden(played, Action("enter", unit="a", path=("0505",)))
    played.apply(Action("enter", unit="a", path=("0102",)))
    assert played.query("place", unit="a") == "0102"


@rules("stalingrad42", "22.1.2", "22.3.1", "22.3.2")
def test_a_unit_comes_on_and_goes_on_with_what_the_first_hex_leaves():
    rows = [unit("t", "", "tank", full=[9, 9, 4]), unit("i", "", full=[4, 4, 3])]
    for row in rows:
        row["box"] = "german-W"
        del row["hex"]
    shape = {
        "areas": [{"id": "german-W", "name": "W", "touches": ["0101", "0104"]}],
        "links": {"road": ["0101 0102 0103 0104 0105 0106 0107 0108 0109"]},
    }
    played = field("stalingrad42", rows, [unit("x", "1212")], **shape)

    def enter(name: str, *path: str) -> Action:
        return Action("enter", unit=name, path=path)

    assert forbidden(played, enter("i", "0101", "0102", "0103")) == ()
    assert "22.1.2" in forbidden(played, enter("i", "0101", "0102", "0103", "0104"))
    column = tuple(f"010{n}" for n in range(1, 9))
    assert forbidden(played, enter("t", *column)) == ()
    assert "22.1.2" in forbidden(played, enter("t", *column, "0109"))
    assert enter("t", *column) in played.choices(unit="t")
    watched = field("stalingrad42", rows, [unit("x", "0201")], **shape)
    assert "6.2" in forbidden(watched, enter("i", "0101", "0102"))
    theirs = field("stalingrad42", rows, [unit("x", "1212")], side="soviet", **shape)
    assert "5.1" in forbidden(theirs, enter("i", "0101"))


@rules("stalingrad42", "22.3.1")
def test_an_advance_may_end_in_an_own_area():
    area = {"id": "german-W", "name": "W", "touches": ["0101"]}
    played = field(
        "stalingrad42",
        [unit("t", "0102", "tank", full=[60, 9, 6])],
        [unit("x", "0101", steps=1)],
        phase="combat",
        areas=[area],
    )
    played.apply(attack("0101", "t"))
    played.apply(Action("advance", units=("t",), path=("0102", "0101", "german-W")))
    assert played.query("place", unit="t") == "german-W"
    assert played.query("phase") == "Combat"


@rules("stalingrad42", "22.3.2", "7.5", "7.2")
def test_nobody_comes_on_through_a_bond_across_the_edge():
    newcomer = unit("n", "")
    newcomer["box"] = "german-W"
    del newcomer["hex"]

    def enter(hex):
        return Action("enter", unit="n", path=(hex,))

    # the two stand two hexes apart, one hex between them: 0102 is the bond
    pair = [unit("x", "0101"), unit("y", "0103")]
    shut = field("stalingrad42", [newcomer], pair, areas=[WEST])
    assert "22.3.2" in forbidden(shut, enter("0102"))
    alone = field("stalingrad42", [newcomer], pair[:1], areas=[WEST])
    assert forbidden(alone, enter("0102")) == ()
    weak = field("stalingrad42", [newcomer], pair, areas=[WEST], marks={"y": ["disrupted"]})
    assert forbidden(weak, enter("0102")) == ()
    broken = field("stalingrad42", [newcomer, unit("b", "0102")], pair, areas=[WEST])
    assert forbidden(broken, enter("0102")) == ()


@rules("stalingrad42", "22.3.2", "6.1", "22.4")
def test_a_unit_that_comes_on_beside_the_enemy_stops_there():
    newcomer = unit("n", "", "tank", full=[9, 9, 6])
    newcomer["box"] = "german-W"
    del newcomer["hex"]
    played = field("stalingrad42", [newcomer], [unit("x", "0202")], areas=[WEST])
    assert forbidden(played, Action("enter", unit="n", path=("0102",))) == ()
    on = Action("enter", unit="n", path=("0102", "0103"))
    assert "6.2" in forbidden(played, on)
    assert "german-W" not in played.query("zoc", side="soviet")


@rules("stalingrad42", "22.1.1", "22.1.2", "3.0 initial phase")
@pytest.mark.parametrize(("mark", "ways"), [("9", "AB"), ("9C", "GJ"), ("10", "")])
def test_reinforcements_are_put_in_their_areas(mark, ways):
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [boxed("a", "pool")],
        side="soviet",
        phase="initial",
        areas=soviet_areas("A", "B", "D", "G", "J"),
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
    rows = [boxed("a", "pool"), boxed("b", "pool", division="bluecher")]
    played = field(
        "stalingrad42",
        rows,
        [],
        phase="initial",
        areas=[WEST, GERMAN_X],
        arrivals={"a": "9", "b": "9"},
        triangles=["a"],
    )
    assert {a["hex"] for a in played.choices(unit="a")} == {"german-W", "german-X"}
    assert played.query("place", unit="b") == "german-W"
    assert played.query("left", unit="a") == 1


@rules("stalingrad42", "22.1.2")
def test_a_wrong_arrival_is_one_clear_message():
    with pytest.raises(Problem, match="no turn"):
        field("stalingrad42", [boxed("a", "pool")], [], arrivals={"a": "soon"})
    with pytest.raises(Problem, match="no unit"):
        field("stalingrad42", [boxed("a", "pool")], [], arrivals={"b": "9"})
    with pytest.raises(Problem, match="'gold'"):
        field("stalingrad42", [unit("a", "0101")], [], replacements={"german": {"gold": 1}})


@rules("stalingrad42", "22.2", "22.3.1", "22.4")
def test_a_unit_walks_off_for_a_point_into_its_own_area_only():
    own = [unit("a", "0105", full=[4, 4, 3])]
    shape = {"areas": [WEST, {**NORTH, "touches": ["0104"]}]}
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
        [boxed("x", "soviet-A")],
        areas=[WEST, {**NORTH, "touches": ["0101"]}],
        phase="combat",
    )
    assert "8.1" in forbidden(played, attack("soviet-A", "a"))
    assert "soviet-A" not in played.query("zoc", side="german")
    crowd = [boxed(n, "german-W") for n in "abcdefgh"]
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
        areas=[{**NORTH, "touches": ["0101"]}, {**WEST, "touches": ["0201", "0202"]}],
    )
    assert played.query("deaths", unit="x", path=["0102", "0101", "soviet-A"]) == []
    assert "zb.retreat.off-map" in played.query(
        "deaths", unit="x", path=["0102", "0202", "german-W"]
    )


@rules("stalingrad42", "22.5", "22.3.1", "13.2.1", "22.6.1")
def test_a_unit_in_disorder_stays_in_its_area():
    played = field(
        "stalingrad42",
        [boxed("a", "german-W")],
        [],
        areas=[WEST, GERMAN_X],
        marks={"a": ["disrupted"]},
    )
    assert "22.3.1" in forbidden(played, Action("enter", unit="a", path=("0101",)))
    assert "22.3.1" in forbidden(played, Action("pass-area", unit="a", to="german-X"))


@rules("stalingrad42", "22.6.1", "22.6.2", "22.7")
def test_germans_pass_between_their_areas_and_do_not_attack_then():
    far = [WEST, {"id": "german-Z", "name": "Z", "touches": ["0105"]}]
    played = field("stalingrad42", [boxed("a", "german-W")], [unit("x", "0105")], areas=far)
    assert "22.6.1" in forbidden(played, Action("pass-area", unit="a", to="german-W"))
    played.apply(Action("pass-area", unit="a", to="german-Z"))
    assert "5.1" in forbidden(played, Action("enter", unit="a", path=("0105",)))
    played.apply(Action("end"))
    assert "22.6.1" in forbidden(played, attack("0105", "a"))
    marked = field(
        "stalingrad42", [boxed("a", "german-W")], [], areas=far, marks={"a": ["replaced"]}
    )
    assert "21.4" in forbidden(marked, Action("pass-area", unit="a", to="german-Z"))


@rules("stalingrad42", "22.6.3", "22.6.4")
def test_soviets_pass_north_south_and_by_the_transit_box():
    rows = [boxed(n, "soviet-A") for n in "abcd"] + [boxed("j", "soviet-J"), boxed("f", "soviet-F")]
    played = field(
        "stalingrad42", [], rows, side="soviet", areas=soviet_areas("A", "E", "F", "G", "J")
    )

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
    rows = [boxed(n, "german-W", full=[9, 9, 4]) for n in "abcdefghij"]
    played = field(
        "stalingrad42",
        rows,
        [unit("x", "0105", steps=1)],
        areas=[{**WEST, "touches": ["0105"]}],
        phase="combat",
    )
    assert forbidden(played, attack("0105", "a", "b")) == ()
    assert "22.7" in forbidden(played, attack("0105", *"abcdefghij"))
    offered = [a["units"] for a in played.choices() if a.kind == "attack"]
    assert offered
    assert all("22.7" not in forbidden(played, attack("0105", *units)) for units in offered)
    played = field(
        "stalingrad42",
        rows,
        [unit("x", "0105", steps=1)],
        areas=[{**WEST, "touches": ["0105"]}],
        phase="combat",
    )
    played.apply(attack("0105", *"abcd"))
    assert Action("advance", units=("a",), path=("german-W", "0105")) in played.choices()


@rules("stalingrad42", "22.1.2", "22.3.1", "5.3")
def test_a_unit_may_come_on_by_extended_movement_clear_of_the_enemy():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    row = boxed("a", "german-W", full=[4, 4, 3])
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
    row = boxed("a", "german-W", full=[4, 4, 3])
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


@rules("stalingrad42", "22.1.2", "13.3.2")
def test_who_comes_on_drives_routed_units_before_it_and_goes_on():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    row = boxed("a", "german-W", full=[4, 4, 4])
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


@rules("stalingrad42", "22.6.2", "S3.1")
def test_germans_pass_among_w_to_z_only():
    areas = [WEST, area("german-Z", "0112"), area("german-Q", "0612"), area("german-R", "0812")]
    game = field("stalingrad42", [boxed("n", "german-W")], [FAR], areas=areas)
    assert game.explain(Action("pass-area", unit="n", to="german-Z"))
    assert forbidden(game, Action("pass-area", unit="n", to="german-Q")) == ("22.6.2",)


@rules("stalingrad42", "22.6.4", "21.3.1")
def test_the_caspian_box_takes_back_two_combat_units():
    areas = [area("soviet-A", "1201", "1202"), area("soviet-F", "1212"), WEST]
    game = field(
        "stalingrad42",
        [unit("g", "0101")],
        [*(boxed(f"d{i}", "destroyed-soviet") for i in range(3)), unit("x", "1005")],
        side="soviet",
        phase="initial",
        areas=areas,
        replacements={"soviet": {"infantry": 3}},
        lost={f"d{i}": 2 for i in range(3)},
    )
    for name in ("d0", "d1"):
        game.apply(Action("rebuild", unit=name, to="soviet-F"))
    assert forbidden(game, Action("rebuild", unit="d2", to="soviet-F")) == ("22.6.4",)
    assert "soviet-F" not in {a["to"] for a in game.choices(unit="d2") if a.kind == "rebuild"}
    assert game.explain(Action("rebuild", unit="d2", to="soviet-A"))


@rules("stalingrad42", "22.1.2", "2.2.3")
def test_tanks_come_onto_a_mountain_by_road_only():
    own = [boxed("t", "german-W", "tank"), boxed("i", "german-W")]
    shape = {"areas": [WEST], "ground": {"0101": "m", "0102": "~", "0103": "m"}}
    game = field("stalingrad42", own, [FAR], links={"road": ["0103 0203"]}, **shape)
    rule = game.rules.rule("terrain")
    for name, hex, why in (
        *(("t", "0101", (rule,)), ("t", "0102", (rule,)), ("t", "0103", ())),
        *(("i", "0101", ()), ("i", "0102", (rule,))),
    ):
        assert forbidden(game, Action("enter", unit=name, path=(hex,))) == why
    assert rule in forbidden(game, Action("enter", unit="t", path=("0101", "0201")))


@rules("stalingrad42", "22.7", "20.1.1")
@pytest.mark.parametrize("staff", [False, True])
def test_an_army_headquarters_stacks_one_more_at_the_edge(staff):
    staffs = [boxed("q", "soviet-A", "soviet-hq", full=[0, 0, 5], steps=1)] if staff else []
    game = field(
        "stalingrad42",
        [unit("g", "1206", full=[4, 9, 4])],
        [*(boxed(f"u{i}", "soviet-A") for i in range(8)), *staffs],
        side="soviet",
        phase="combat",
        areas=[WEST, area("soviet-A", "1206")],
    )
    near = len(list(game.rules.board.neighbours("1206")))
    most = 2 * (6 - near)
    units = [f"u{i}" for i in range(8)]
    assert "22.7" not in forbidden(game, attack("1206", *units[:most]))
    assert ("22.7" in forbidden(game, attack("1206", *units[: most + 1]))) is not staff
    assert "22.7" in forbidden(game, attack("1206", *units[: most + 2]))


@rules("stalingrad42", "22.2", "22.4", "22.7")
@pytest.mark.parametrize("seed", range(16))
def test_areas_are_no_hexes_whatever_lies_at_the_edge(seed):
    """Random boards full of every terrain, everybody at the edge or beyond it, played at random:
    nobody asks an area for its neighbours, and every action offered is allowed."""
    luck = random.Random(seed)
    letters = [letter for letter in LETTERS["stalingrad42"] if letter != "~"]
    spots = [f"{c:02d}{r:02d}" for c in range(1, 7) for r in range(1, 7)]
    edge = [f"{c:02d}{r:02d}" for c in (1, 6) for r in range(1, 7)]
    kinds = ("infantry", "tank", "motorized", "mountain", "cavalry", "army-hq")

    def force(name, area, hexes):
        rows = []
        for i in range(6):
            face = {"full": [luck.randint(2, 12), luck.randint(1, 6), luck.randint(3, 6)]}
            kind = luck.choice(kinds)
            here = area if luck.random() < 0.5 else luck.choice(hexes)
            row = unit(f"{name}{i}", here, kind, range=4, **face)
            if here == area:
                row["box"] = row.pop("hex")
            rows.append(row)
        return rows

    played = field(
        "stalingrad42",
        force("g", "german-W", edge[:6]),
        force("s", "soviet-A", edge[6:] + spots[18:30]),
        phase=luck.choice(["movement", "combat"]),
        side=luck.choice(["german", "soviet"]),
        turn=luck.choice([9, 30]),
        ground={hex: luck.choice(letters) for hex in spots},
        size=(6, 6),
        sides={
            "major-river": [f"{luck.choice(spots)} NE SE"],
            "alpine": [f"{luck.choice(spots)} S"],
        },
        links={"road": ["0103 0203 0303 0403 0503 0603"], "rail": ["0101 0102", "0604 0605"]},
        areas=[
            {"id": "german-W", "name": "W", "touches": edge[:6]},
            {"id": "soviet-A", "name": "A", "touches": edge[6:]},
        ],
    )
    for _ in range(60):
        if played.decision is None:
            break
        actions = played.choices()
        action = luck.choice([a for a in actions if a.kind != "end"] or actions)
        assert played.explain(action)
        played.tally(action)
        played.apply(action)
        assert played.rules.violations(played.state) == []
        for name in ("g0", "s0"):
            played.judge("supply", unit=name)


@rules("stalingrad42", "22.3.1", "6.2", "13.3.1")
def test_leaving_the_map_out_of_a_zone_costs_two_more():
    """A point for the way out, two for the zone; who ran of his own will pays one."""
    for points, willing, why in (
        (3, (), ()),
        (2, (), ("22.3.1",)),
        (2, ("a",), ()),
        (1, ("a",), ()),
    ):
        own = [unit("a", "0102", full=[4, 4, points])]
        marks = {"a": ["routed"]} if willing else {}
        played = field("stalingrad42", own, [unit("x", "0202")], areas=[WEST], marks=marks)
        s = noting(played.state, willing=willing)
        action = Action("exit", unit="a", way=("0102",), to="german-W")
        assert played.rules.explain(s, action).rules == why


@rules("stalingrad42", "22.1.2", "5.3", "22.3.1", "22.3.2")
def test_one_hex_onto_the_map_in_each_mode():
    rows = [boxed("a", "german-W"), boxed("d", "german-W"), unit("g", "0505")]
    foes = [unit("x", "0202")]
    played = field("stalingrad42", rows, foes, areas=[WEST], marks={"d": ["disrupted"]})

    def enter(name, hex, mode=None):
        return forbidden(played, Action("enter", unit=name, path=(hex,), mode=mode))

    assert enter("a", "0102") == ()
    assert enter("a", "0102", "tactical") == ()
    assert enter("a", "0102", "extended") == ("5.3",)
    assert enter("a", "0505") == ("22.3.1",)
    assert enter("a", "0110") == ("22.3.1",)
    assert "22.3.1" in enter("d", "0102")
    assert enter("x", "0102")


@rules("stalingrad42", "14.5", "2.2.3")
def test_whoever_may_not_enter_the_sea_out_of_an_area_is_named():
    played = catalogue.load("stalingrad42/to-the-passes")
    (reason,) = [
        r for r in played.rules.all_of(Chapter.edge_ground, played.state, "46", "0106") if r.hexes
    ]
    assert reason.units == ("46",)
    told = words().say(reason.key, reason.params)
    assert told == "46 enters or leaves 0106 (sea) by road only."
