"""Movement: modes, prices, zones, stacking."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.values import Action
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

BOTH = ("holland44", "stalingrad42")


@rules("holland44", "7.2")
@rules("stalingrad42", "6.2")
@pytest.mark.parametrize(("game", "rule"), [("holland44", "7.2"), ("stalingrad42", "6.2")])
def test_an_enemy_zone_stops_and_leaving_it_costs_two(game, rule):
    played = field(game, [unit("a", "0404")], [unit("x", "0603")])
    assert rule in forbidden(played, move("a", "0404", "0503", "0502"))
    inside = field(game, [unit("a", "0503")], [unit("x", "0603")])
    tally = inside.tally(move("a", "0503", "0504"))
    assert tally is not None
    assert tally.total == 3


@rules("holland44", "8.1", "8.2.1", "8.2.2")
@rules("stalingrad42", "5.1", "5.3")
@pytest.mark.parametrize(("game", "more"), [("holland44", 2), ("stalingrad42", 3)])
def test_extended_movement_adds_its_points_and_keeps_away(game, more):
    played = field(game, [unit("a", "0104")], [unit("x", "1204")], size=(12, 12))
    far = played.query("reach", unit="a", mode="extended")
    assert max(entry["cost"] for entry in far.values()) == 4 + more
    near = field(game, [unit("a", "0404")], [unit("x", "0604")])
    assert not near.explain(move("a", "0404", "0504", mode="extended"))
    assert near.explain(move("a", "0404", "0405", mode="extended"))


@rules("holland44", "8.3.1", "8.3.2")
@rules("stalingrad42", "5.4")
@pytest.mark.parametrize("game", BOTH)
def test_tactical_movement_is_two_hexes_whatever_they_cost(game):
    played = field(game, [unit("a", "0404", full=[4, 4, 1])], ground={"0403": "s", "0402": "s"})
    assert played.explain(move("a", "0404", "0403", "0402", mode="tactical"))
    assert not played.explain(move("a", "0404", "0403", "0402", "0401", mode="tactical"))
    assert not played.explain(move("a", "0404", "0403"))


@rules("holland44", "8.4")
@rules("stalingrad42", "5.2")
@pytest.mark.parametrize("game", BOTH)
def test_a_road_costs_half_a_point_on_wheels_and_one_on_foot(game):
    links = {"road": ["0404 0403 0402"]}
    own = [unit("a", "0404"), unit("m", "0404", "motorized")]
    played = field(game, own, links=links, ground={"0403": "w"})
    assert played.tally(move("a", "0404", "0403")).total == 1
    assert played.tally(move("m", "0404", "0403")).total == Fraction(1, 2)


@rules("holland44", "8.5.1", "8.5.2", "8.5.3", "8.5.4")
def test_holland_rivers():
    sides = {"minor-river": ["0404 N"], "canal": ["0404 S"], "large-river": ["0404 NE"]}
    own = [unit("a", "0404"), unit("t", "0404", "tank", armour=3)]
    played = field("holland44", own, sides=sides)
    assert played.explain(move("a", "0404", "0403"))
    assert forbidden(played, move("t", "0404", "0403")) == ("8.5.2",)
    assert forbidden(played, move("a", "0404", "0405")) == ("8.5.3",)
    assert played.explain(move("a", "0404", "0405", mode="tactical"))
    assert forbidden(played, move("a", "0404", "0503", mode="tactical")) == ("8.5.4",)


@rules("holland44", "8.6.2", "8.6.3")
def test_technical_units_keep_to_the_road_in_polder_and_swamp():
    own = [unit("t", "0404", "tank", armour=3)]
    ground = {"0403": "p", "0405": "s"}
    assert not field("holland44", own, ground=ground).explain(move("t", "0404", "0403"))
    road = field("holland44", own, ground=ground, links={"road": ["0404 0403"]})
    assert road.explain(move("t", "0404", "0403"))


@rules("holland44", "8.5.6", "8.5.7", "23.3.1", "23.3.3")
def test_a_ferry_carries_one_step_and_an_engineer_six():
    sides = {"large-river": ["0404 N"], "ferry": ["0404 N"]}
    one = unit("a", "0404", steps=1)
    played = field("holland44", [one, unit("b", "0404", steps=1), unit("c", "0404")], sides=sides)
    step = move("a", "0404", "0403", mode="tactical")
    assert forbidden(played, move("c", "0404", "0403", mode="tactical")) == ("8.5.7",)
    played.apply(step)
    assert forbidden(played, move("b", "0404", "0403", mode="tactical")) == ("8.5.6",)
    sides = {"large-river": ["0404 N"]}
    own = [unit("c", "0404"), unit("d", "0404"), unit("e", "0404", "engineer", steps=1)]
    built = field("holland44", own, sides=sides)
    built.apply(move("c", "0404", "0403", mode="tactical"))
    assert built.explain(move("d", "0404", "0403", mode="tactical"))


@rules("stalingrad42", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.6")
def test_stalingrad_rivers():
    sides = {
        "minor-river": ["0404 N"],
        "major-river": ["0404 S"],
        "volga": ["0404 NE SE"],
        "ferry": ["0404 SE"],
    }
    played = field("stalingrad42", [unit("a", "0404"), unit("b", "0304")], sides=sides)
    assert played.tally(move("a", "0404", "0403")).total == 1
    assert played.tally(move("a", "0404", "0405")).total == 3
    assert forbidden(played, move("a", "0404", "0503")) == ("5.5.3",)
    assert played.explain(move("a", "0404", "0504", mode="tactical"))


@rules("stalingrad42", "23.4")
def test_winter_freezes_the_rivers():
    sides = {"major-river": ["0404 N"]}
    own = [unit("a", "0405", full=[4, 4, 5])]
    way = move("a", "0405", "0404", "0403")
    assert forbidden(field("stalingrad42", own, sides=sides, turn=20), way) == ("5.5.2",)
    assert field("stalingrad42", own, sides=sides, turn=28).explain(way)


@rules("stalingrad42", "23.2.3", "23.2 rain")
def test_snow_slows_and_mud_spoils_minor_roads():
    own = [unit("m", "0404", "motorized")]
    links = {"minor-road": ["0404 0403"]}
    snow = field("stalingrad42", own, links=links, weather="snow")
    assert snow.query("allowance", unit="m") == 3
    rain = field("stalingrad42", own, links=links, weather="rain")
    assert rain.tally(move("m", "0404", "0403")).total == 1


@rules("holland44", "6.1", "6.2", "6.4.1")
def test_holland_stacking():
    own = [unit(name, "0404") for name in "ab"]
    guns = [unit("g", "0404", "artillery", steps=1), unit("f", "0404", "flak", steps=1)]
    light = unit("t", "0404", "tank", steps=1, armour=2)
    played = field("holland44", [*own, *guns, light])
    assert played.query("over", side="allied", hex="0404") == 0
    more = field("holland44", [*own, unit("c", "0404", steps=3), unit("d", "0404", steps=3)])
    assert more.query("over", side="allied", hex="0404") == 2
    more.apply(Action("end"))
    assert more.decision.kind == "zb.excess"
    assert more.decision.side == "allied"
    more.apply(Action("give-up", unit="c"))
    assert sum(more.query("left", unit=name) for name in "abcd") == 9
    assert more.query("left", unit="c") == 2
    assert more.query("phase") == "Combat"


@rules("stalingrad42", "4.1", "4.2", "4.3", "4.4")
def test_stalingrad_stacking():
    own = [unit(name, "0404") for name in "abc"]
    assert field("stalingrad42", own).query("over", side="german", hex="0404") == 0
    soviet = field("stalingrad42", (), own)
    assert soviet.query("over", side="soviet", hex="0404") == 1
    hq = unit("hq", "0404", "soviet-hq", full=[0, 0, 5], steps=1)
    assert field("stalingrad42", (), [*own, hq]).query("over", side="soviet", hex="0404") == 0
    many = field("stalingrad42", [*own, unit("d", "0404")])
    many.apply(Action("end"))
    assert {a["unit"] for a in many.choices()} == set("abcd")
    assert forbidden(many, Action("give-up", unit="z")) == ("4.4",)
    many.apply(Action("give-up", unit="b"))
    assert many.query("over", side="german", hex="0404") == 0
    assert many.query("left", unit="b") == 0
    assert many.query("phase") == "Combat"


@rules("holland44", "14.2", "14.3.1", "14.3.2", "18.4", "11.5.1", "22.3.6")
@pytest.mark.parametrize("mark", ["disrupted", "out", "engaged", "scattered"])
def test_markers_that_leave_only_tactical_movement(mark):
    played = field("holland44", [unit("a", "0404")], marks={"a": [mark]})
    assert not played.explain(move("a", "0404", "0403"))
    assert played.explain(move("a", "0404", "0403", mode="tactical"))


@rules("stalingrad42", "13.2.1", "13.1.3", "13.3.1", "16.4")
def test_a_disrupted_unit_moves_tactically_or_routs():
    played = field("stalingrad42", [unit("a", "0404")], marks={"a": ["disrupted"]})
    assert forbidden(played, move("a", "0404", "0403")) == ("13.2.1",)
    played.apply(Action("rout", unit="a"))
    assert played.query("marks", unit="a") == ["routed"]
    assert played.explain(move("a", "0404", "0403"))


@rules("stalingrad42", "13.1.3", "13.3.1")
def test_any_unit_may_be_routed_at_will_before_or_after_it_moves():
    played = field("stalingrad42", [unit(n, "0404") for n in "abc"], marks={"b": ["disrupted"]})
    played.apply(move("a", "0404", "0403"))
    played.apply(move("b", "0404", "0503", mode="tactical"))
    for name in "abc":
        assert Action("rout", unit=name) in played.choices(unit=name)
        played.apply(Action("rout", unit=name))
        assert played.query("marks", unit=name) == ["routed"]
    assert "5.1" in forbidden(played, move("a", "0403", "0402"))
    assert forbidden(played, move("c", "0404", "0405", mode="extended")) == ()
    assert "13.1.3" in forbidden(played, Action("rout", unit="a"))


@rules("holland44", "14.3.2")
@rules("stalingrad42", "13.3.2")
@pytest.mark.parametrize("game", BOTH)
def test_a_lone_routed_unit_gives_way(game):
    played = field(game, [unit("a", "0406")], [unit("x", "0404")], marks={"x": ["routed"]})
    played.apply(move("a", "0406", "0405"))
    assert played.query("phase") == "Retreat"
    played.apply(played.choices()[0])
    assert played.query("place", unit="x") != "0404"


@rules("stalingrad42", "13.3.2", "5.1")
@pytest.mark.parametrize(("units", "barred"), [(("a", "q"), ()), (("q",), ("5.1",))])
def test_a_routed_unit_gives_way_to_whom_a_combat_unit_leads(units, barred):
    staff = unit("q", "0507", "soviet-hq", full=[0, 0, 8], steps=1)
    own = [staff, unit("a", "0507", full=[4, 4, 8])]
    marks = {"x": ["routed"]}
    played = field("stalingrad42", [unit("x", "0505")], own, side="soviet", marks=marks)
    path = ("0507", "0506", "0505")
    assert forbidden(played, Action("move", units=units, path=path)) == barred


@rules("holland44", "23.6")
@rules("stalingrad42", "20.4")
@pytest.mark.parametrize(
    ("game", "far", "near"), [("holland44", "0409", "0406"), ("stalingrad42", "0410", "0409")]
)
def test_garrisons_wait(game, far, near):
    active = "german" if game == "holland44" else "soviet"
    for hex, free in ((far, False), (near, True)):
        garrison, foe = unit("g", "0404", size="garrison"), unit("x", hex)
        sides = ([foe], [garrison])
        played = field(game, *sides, side=active)
        assert bool(played.explain(move("g", "0404", "0403"))) is free


@rules("stalingrad42", "22.3.1", "22.3.2", "22.1.2")
@rules("holland44", "19.1", "19.3.1")
@pytest.mark.parametrize("game", BOTH)
def test_units_come_in_from_their_area(game):
    own, _ = field(game).rules.sides
    area = {"id": f"{own}-X", "name": "x", "touches": ["0101", "0201"]}
    newcomer = {"id": "n", "kind": "infantry", "full": [4, 4, 4], "box": f"{own}-X"}
    played = field(game, [newcomer], [unit("x", "0909")], areas=[area])
    assert not played.explain(Action("enter", unit="n", path=("0505",)))
    played.apply(Action("enter", unit="n", path=("0201",)))
    assert played.query("place", unit="n") == "0201"


@pytest.mark.parametrize("mode", ["normal", "extended", "tactical"])
@pytest.mark.parametrize(("game", "kind"), [("holland44", "engineer"), ("stalingrad42", "tank")])
def test_out_of_a_box_nobody_moves_and_it_is_said_why(game: str, kind: str, mode: str) -> None:
    side = {"holland44": "allied", "stalingrad42": "german"}[game]
    box = f"destroyed-{side}"
    gone = {**unit("e", "", kind, size="garrison"), "box": box}
    del gone["hex"]
    played = field(game, [gone, unit("a", "0404")], [unit("x", "0903")])
    for path in ([box, "0405"], ["0404", "0405"]):
        action = Action("move", units=["e"], path=path, mode=mode)
        assert not played.explain(action)
        assert played.tally(action) is None
