"""Chapter 5: railways, sea lanes, the strait, the Volga."""

from __future__ import annotations

from engine.action import Action
from engine.zocbond.battle import Battle
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}
EAST = {"id": "soviet-A", "name": "A", "touches": ["1201", "1202", "1203"]}
LINE = {"rail": ["0101 0102 0103 0104 0105 0106 0107 0108"]}


def rail(name: str, to: str) -> Action:
    """A journey by rail."""
    return Action("rail", unit=name, hex=to)


@rules("stalingrad42", "5.6.1", "5.6.2", "18.6.7")
def test_four_units_go_by_rail_one_of_them_from_the_map():
    own = [unit(n, "0101", box="german-W") for n in "abcde"]
    for row in own:
        del row["hex"]
    own += [unit("m", "0105"), unit("n", "0106")]
    played = field("stalingrad42", own, [unit("x", "1212")], links=LINE, areas=[WEST])
    played.apply(rail("m", "german-W"))
    assert played.query("place", unit="m") == "german-W"
    assert "5.6.2" in forbidden(played, rail("n", "0107"))
    for name, to in (("a", "0103"), ("b", "0104"), ("c", "0105")):
        played.apply(rail(name, to))
    assert "5.6.2" in forbidden(played, rail("d", "0106"))


@rules("stalingrad42", "5.6.4", "5.6.5")
def test_a_train_is_helpless_until_it_unloads():
    played = field(
        "stalingrad42",
        [unit("a", "0103", dot="black", kind="tank"), unit("h", "0106")],
        [unit("x", "0401", full=[9, 9, 9])],
        links=LINE,
        areas=[WEST],
    )
    played.apply(rail("a", "0107"))
    assert played.query("marks", unit="a") == ["train"]
    assert "0208" not in played.query("zoc", side="german")
    assert "5.6.3" in forbidden(played, move("a", "0107", "0108"))
    defence = played.query("battle", side="soviet", hex="0107", units=["x"])["defence"]
    assert defence == 1
    played = field("stalingrad42", [unit("a", "0103")], [], phase="initial", marks={"a": ["train"]})
    assert played.query("marks", unit="a") == []


@rules("stalingrad42", "5.5.7", "5.5.3")
def test_vladimirovka_carries_one_soviet_unit_a_turn():
    own = [unit("a", "0502"), unit("b", "0503", kind="supply-point", full=[0, 0, 0], steps=1)]
    played = field(
        "stalingrad42",
        [unit("g", "1212")],
        own,
        side="soviet",
        links={"rail": ["0502 0503 0504", "0505 0506 0507"]},
        sides={"volga": ["0504 S"], "vladimirovka": ["0504 S"]},
    )
    assert "5.5.3" in forbidden(
        field(
            "stalingrad42",
            [unit("g", "1212")],
            [unit("a", "0504")],
            side="soviet",
            sides={"volga": ["0504 S"], "vladimirovka": ["0504 S"]},
        ),
        move("a", "0504", "0505"),
    )
    played.apply(rail("a", "0506"))
    assert played.query("place", unit="a") == "0506"
    assert "5.6.3" in forbidden(played, rail("b", "0507"))


@rules("stalingrad42", "5.6.6", "17.5")
def test_lines_that_are_not_there_yet():
    links = {"rail": ["0101 0102"], "rail-12": ["0102 0103"], "caspian": ["0103 0104"]}
    for turn, reached in ((11, False), (12, True)):
        played = field("stalingrad42", [unit("a", "0101")], [], links=links, turn=turn)
        assert ("5.6.3" not in forbidden(played, rail("a", "0103"))) is reached
        assert "5.6.3" in forbidden(played, rail("a", "0104"))


def coast(second, first=(), **more):
    """Two ports of the Black Sea and one of the Azov Sea, a Soviet movement phase."""
    return field(
        "stalingrad42",
        [unit("g", "1212"), *first],
        second,
        side="soviet",
        tags={"black-sea": ["0202", "0802"], "azov-sea": ["0402", "0602"]},
        **more,
    )


def sail(name: str, *way: str) -> Action:
    """A voyage."""
    return Action("sea", unit=name, way=way)


@rules("stalingrad42", "5.7.1")
def test_one_unit_on_foot_sails_on_each_sea():
    own = [
        unit("a", "0202"),
        unit("b", "0202"),
        unit("t", "0202", "tank"),
        unit("z", "0402"),
        unit("m", "0201", "marine"),
    ]
    played = coast(own)
    assert "5.7.1" in forbidden(played, sail("t", "0202", "0802"))
    assert "5.7.1" in forbidden(played, sail("a", "0202", "0602"))
    played.apply(sail("a", "0202", "0802"))
    assert played.query("marks", unit="a") == ["disrupted"]
    assert "5.7.1" in forbidden(played, sail("b", "0202", "0802"))
    played.apply(sail("z", "0402", "0602"))
    assert played.query("place", unit="z") == "0602"


@rules("stalingrad42", "5.7.1")
def test_marines_land_in_an_empty_german_port_in_good_order():
    own = [unit("m", "0201", "marine"), unit("a", "0202")]
    played = coast(own, control={"0802": "german"})
    assert "5.7.1" in forbidden(played, sail("a", "0202", "0802"))
    played.apply(sail("m", "0201", "0202", "0802"))
    assert played.query("marks", unit="m") == []
    assert played.query("control")["0802"] == "soviet"
    held = coast([unit("m", "0202", "marine")], [unit("k", "0802")])
    assert "5.7.1" in forbidden(held, sail("m", "0202", "0802"))
    assert "5.7.1" in forbidden(
        field("stalingrad42", [unit("a", "0202")], [], tags={"black-sea": ["0202", "0802"]}),
        sail("a", "0202", "0802"),
    )


@rules("stalingrad42", "5.7.2", "20.7")
def test_one_german_unit_a_turn_crosses_the_strait():
    own = [unit(n, "0101", box="german-W", division=d) for n, d in (("a", ""), ("b", "bluecher"))]
    for row in own:
        del row["hex"]
    cross = {"areas": [WEST], "tags": {"taman": ["0302"]}}
    played = field("stalingrad42", own, [unit("x", "0302")], **cross)
    assert forbidden(played, Action("strait", unit="a")) == ("5.7.2",)
    played = field("stalingrad42", own, [unit("x", "1212")], **cross)
    assert forbidden(played, Action("strait", unit="b")) == ("20.7",)
    assert "20.7" in forbidden(played, Action("enter", unit="b", path=("0101",)))
    played.apply(Action("strait", unit="a"))
    assert played.query("place", unit="a") == "0302"
    assert played.query("marks", unit="a") == ["disrupted"]
    assert forbidden(played, Action("strait", unit="b")) == ("5.7.2",)


@rules("stalingrad42", "5.7.3", "12.2")
def test_nobody_retreats_by_sea():
    played = field(
        "stalingrad42",
        [unit("g", "0603")],
        [unit("a", "0604")],
        ground={"0605": "~", "0606": "~"},
    )
    keys = played.query("deaths", unit="a", path=["0604", "0605"])
    assert "s42.retreat.sea" in keys


@rules("stalingrad42", "5.5.3", "9.5.3")
def test_the_flotilla_is_a_ferry():
    shape = {"sides": {"volga": ["0504 S", "0604 S"]}, "tags": {"flotilla": ["0504"]}}
    own = [unit("a", "0504"), unit("b", "0604")]
    played = field("stalingrad42", [unit("g", "0505")], own, side="soviet", **shape)
    played.apply(Action("flotilla", hex="0504"))
    assert "5.5.3" in forbidden(played, Action("flotilla", hex="0504"))
    assert "5.5.3" in forbidden(played, move("b", "0604", "0605"))
    played.apply(Action("end"))
    assert "9.5.3" not in forbidden(played, Action("attack", hex="0505", units=("a",)))
    dry = field("stalingrad42", [unit("g", "0505")], own, side="soviet", phase="combat", **shape)
    assert "9.5.3" in forbidden(dry, Action("attack", hex="0505", units=("a",)))


@rules("stalingrad42", "3.0 movement phase", "3.0 soviet turn", "3.0 weather phase")
def test_the_turn_runs_in_its_order():
    played = field(
        "stalingrad42",
        [unit("g", "0105")],
        [unit("x", "1105")],
        phase="turn",
        turn=17,
        last=17,
        areas=[WEST, EAST],
        dice=[1],
    )
    seen = []
    while played.ending is None:
        seen.append((played.decision.side, played.query("phase")))
        played.apply(Action("end"))
    assert seen == [
        ("german", "Movement"),
        ("german", "Combat"),
        ("soviet", "Movement"),
        ("soviet", "Combat"),
    ]
    assert played.query("track", of="weather") == "overcast"


@rules("stalingrad42", "5.5.3", "5.5.6", "9.5.3")
def test_the_volga_costs_as_a_large_river_and_its_bridge_is_no_german_way():
    volga = {"volga": ["0504 S", "0604 S"], "ferry": ["0504 S"]}
    own = [unit("a", "0504"), unit("t", "0504", "tank", full=[4, 4, 8]), unit("b", "0604")]
    links = {"rail": ["0604 0605"]}
    played = field("stalingrad42", own, [unit("x", "1212")], sides=volga, links=links)
    assert played.tally(move("a", "0504", "0505")).total == 3
    assert played.tally(move("t", "0504", "0505")).total == 4
    assert "5.5.3" in forbidden(played, move("b", "0604", "0605"))
    foes = [unit("x", "0604")]
    soviet = field(
        "stalingrad42", [unit("g", "0101")], foes, side="soviet", sides=volga, links=links
    )
    assert forbidden(soviet, move("x", "0604", "0605")) == ()


@rules("stalingrad42", "7.2", "6.2", "5.6.3")
def test_no_train_passes_an_enemy_zone_or_bond():
    rail = {"rail": ["0104 0204 0304 0404 0504 0604 0704 0804"]}
    own = [unit("a", "0104")]
    alone = field("stalingrad42", own, [unit("x", "0502")], links=rail)
    assert forbidden(alone, Action("rail", unit="a", hex="0804")) == ()
    watched = field("stalingrad42", own, [unit("x", "0503")], links=rail)
    assert "5.6.3" in forbidden(watched, Action("rail", unit="a", hex="0804"))
    assert forbidden(watched, Action("rail", unit="a", hex="0304")) == ()


@rules("stalingrad42", "5.6.1", "5.6.4", "22.7")
def test_who_came_to_an_area_by_train_does_not_attack_out_of_it():
    rail = {"rail": ["0101 0102 0103 0104 0105 0106"]}
    own = [unit("a", "0106"), unit("l", "0106", "commander", full=[0, 0, 6], steps=1)]
    away = field("stalingrad42", own, [unit("x", "0903")], areas=[WEST], links=rail)
    away.apply(Action("rail", unit="a", hex="german-W"))
    away.apply(Action("rail", unit="l", hex="german-W"))
    assert away.query("marks", unit="a") == ["train"]
    assert away.query("marks", unit="l") == ["fired"]
    assert "5.6.1" in forbidden(away, Action("enter", unit="a", path=("0101",)))
    out = Battle("german", "0102", ("a",))
    assert "5.6.4" in [r.rule for r in away.rules.cannot_attack(away.state, out, "a")]


@rules("stalingrad42", "5.5.5", "12.2", "14.5")
def test_a_pontoon_serves_whoever_comes_to_its_near_bank():
    foes = [unit("x", "0505", full=[2, 2, 3], steps=2), unit("y", "0508", steps=3)]
    river = {"major-river": ["0506 S", "0506 SE", "0506 SW", "0406 S", "0606 S"]}
    played = field("stalingrad42", [unit("g", "0101")], foes, sides=river)
    g, s = played.rules, played.state
    assert "zb.retreat.water" in list(g.retreat_barriers(s, "x", "0506", "0507"))
    near = s.put("y", "0507")
    assert list(g.retreat_barriers(near, "x", "0506", "0507")) == []
    store = unit("s", "0505", "soviet-hq", full=[0, 0, 5], steps=1)
    other = field("stalingrad42", [unit("g", "0101")], [store, unit("y", "0507")], sides=river)
    assert not other.rules.over_pontoon(other.state, "s", "0506", "0507")


@rules("stalingrad42", "5.7.1", "6.2")
def test_marines_stop_in_an_enemy_zone_on_the_way():
    ports = {"black-sea": ["0505", "0909"]}
    foes = [unit("m", "0504", "marine", full=[3, 3, 4])]
    for watcher, stopped in (("0606", True), ("0206", False)):
        played = field("stalingrad42", [unit("g", watcher)], foes, side="soviet", tags=ports)
        trip = Action("sea", unit="m", way=("0504", "0505", "0909"))
        assert ("6.2" in forbidden(played, trip)) is stopped


@rules("stalingrad42", "17.5", "5.5.4")
def test_an_unfinished_railway_makes_no_bridge():
    shape = {"sides": {"major-river": ["0505 S"]}, "links": {"rail-12": ["0505 0506"]}}
    for turn, open_ in ((11, False), (12, True)):
        own = [unit("a", "0504", full=[4, 4, 6])]
        played = field("stalingrad42", own, [unit("x", "1212")], turn=turn, **shape)
        assert (forbidden(played, move("a", "0504", "0505", "0506")) == ()) is open_
