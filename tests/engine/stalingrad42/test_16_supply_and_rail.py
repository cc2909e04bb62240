"""Chapters 16 and 17: ports, attrition, railheads, the gauge."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}
EAST = {"id": "soviet-A", "name": "A", "touches": ["1201", "1202", "1203"]}


@rules("stalingrad42", "16.2.1", "16.2.3", "3.0 supply phase")
def test_black_sea_ports_supply_the_soviets():
    shape = {"tags": {"black-sea": ["0606"]}, "links": {"road": ["0605 0606"]}}
    own = [unit("x", "0605")]
    assert field("stalingrad42", [], own, **shape).query("supply", unit="x").traced
    lost = field("stalingrad42", [], own, control={"0606": "german"}, **shape)
    assert not lost.query("supply", unit="x").traced
    held = field("stalingrad42", [unit("g", "0606")], own, **shape)
    assert not held.query("supply", unit="x").traced
    german = field("stalingrad42", [unit("g", "0605")], [], control={"0606": "german"}, **shape)
    assert not german.query("supply", unit="g").traced


@rules("stalingrad42", "16.2.4")
@pytest.mark.parametrize(("owner", "side"), [("german", "german"), ("soviet", "soviet")])
def test_temryuk_rules_the_sea_of_azov(owner, side):
    """Temryuk is near the side's area; the other Azov port lies far away."""
    units = [unit("u", "1105")]
    shape = {
        "tags": {"azov-sea": ["1106"], "temryuk": ["0203"]},
        "areas": [WEST if owner == "german" else {**EAST, "touches": ["0101", "0102"]}],
        "links": {"road": ["1105 1106", "0102 0202 0203"]},
        "control": {"0203": owner, "1106": owner},
    }
    sides = (units, []) if side == "german" else ([], units)
    assert field("stalingrad42", *sides, **shape).query("supply", unit="u").traced
    other = {"german": "soviet", "soviet": "german"}[owner]
    shape["control"] = {"0203": other, "1106": owner}
    assert not field("stalingrad42", *sides, **shape).query("supply", unit="u").traced
    shape["control"] = {"0203": owner, "1106": owner}
    shape["areas"] = []
    assert not field("stalingrad42", *sides, **shape).query("supply", unit="u").traced


@rules("stalingrad42", "16.2.5")
def test_taman_supplies_the_german_only():
    shape = {
        "tags": {"taman": ["0606"], "black-sea": ["0606"]},
        "links": {"road": ["0605 0606"]},
    }
    mine = field("stalingrad42", [unit("g", "0605")], [], control={"0606": "german"}, **shape)
    assert mine.query("supply", unit="g").traced
    theirs = field("stalingrad42", [], [unit("x", "0605")], **shape)
    assert not theirs.query("supply", unit="x").traced


def gauge(*foes, heads=None, converted=("0103", "0104"), phase="supply", side="german", **more):
    """A green line east along column 01 with a fork at 0107."""
    shape = {
        "links": {
            "rail": ["0101 0102 0103 0104 0105 0106 0107 0108 0109", "0107 0207 0307"],
            "green": ["0102 0103 0104 0105 0106 0107 0108 0109", "0107 0207 0307"],
        },
        "tags": {
            "broad-gauge": ["0103", "0104", "0105", "0106", "0107", "0108", "0109", "0207", "0307"]
        },
        "areas": [{**WEST, "touches": ["0101"]}, EAST],
        "converted": list(converted),
        "railheads": heads or {"R1": "0104"},
    }
    own = more.pop("own", [unit("g", "0301")])
    return field(
        "stalingrad42", own, foes or [unit("x", "1212")], phase=phase, side=side, **shape, **more
    )


def push(marker: str, *path: str) -> Action:
    """A railhead goes on."""
    return Action("railhead", marker=marker, path=path)


@rules("stalingrad42", "17.1", "17.2.1", "17.4", "3.0 supply phase")
def test_a_railhead_converts_two_hexes_a_turn():
    played = gauge()
    assert "0105" not in played.query("rail-net", side="german")
    assert "17.2.1" in forbidden(played, push("R1", "0106"))
    assert "17.2.1" in forbidden(played, push("R1", "0105", "0106", "0107"))
    assert "17.2.1" in forbidden(played, push("R9", "0105"))
    played.apply(push("R1", "0105", "0106"))
    assert "0106" in played.query("rail-net", side="german")
    assert played.query("phase") != "Railheads"


@rules("stalingrad42", "17.2.1")
def test_four_markers_move_and_none_into_a_zoc():
    near = gauge(unit("x", "0107"))
    assert "17.2.1" in forbidden(near, push("R1", "0105", "0106"))
    from engine.stalingrad42.railway import Railheads

    phase = Railheads("german", ("R2", "R3", "R4", "R5"))
    spent = phase.explain(near.rules, near.state, push("R1", "0105"))
    assert [r.key for r in spent.reasons] == ["s42.railhead.four"]


@rules("stalingrad42", "17.2.2")
def test_a_junction_gets_another_marker():
    played = gauge(heads={"R1": "0106"}, converted=("0103", "0104", "0105", "0106"))
    from engine.stalingrad42.railway import Railheads

    phase = Railheads("german")
    state = phase.apply(played.rules, played.state, push("R1", "0107"), Mute())
    assert sorted(state.tracks["railheads"].values()) == ["0107", "0107"]
    (fresh,) = state.top.fresh
    refused = state.top.explain(played.rules, state, push(fresh, "0207"))
    assert "17.2.2" in refused.rules


class Mute:
    """A course that hears nothing."""

    def tell(self, *_, **__):
        """Nothing is told."""


@rules("stalingrad42", "17.3", "17.3.1", "5.6.3")
def test_soviet_units_push_a_railhead_back():
    played = gauge(unit("x", "0307"), phase="movement", side="soviet", own=[unit("g", "1212")])
    assert "5.6.3" in forbidden(played, Action("rail", unit="x", hex="0103"))
    assert forbidden(played, Action("rail", unit="x", hex="0105")) == ()
    played.apply(move("x", "0307", "0308"))
    assert played.query("track", of="railheads") == {"R1": "0104"}
    played = gauge(unit("x", "0306"), phase="movement", side="soviet", own=[unit("g", "1212")])
    played.apply(move("x", "0306", "0206", "0205"))
    heads = played.query("track", of="railheads")
    assert heads == {"R1": "0103"}
    assert played.query("track", of="converted") == ("0103",)


@rules("stalingrad42", "17.3.2")
def test_a_railhead_cut_off_stays():
    played = gauge(unit("x", "0102"))
    from engine.stalingrad42.railway import Railheads

    found = Railheads("german").explain(played.rules, played.state, push("R1", "0105"))
    assert "17.3.2" in found.rules


@rules("stalingrad42", "17.1")
def test_a_side_line_is_converted_when_both_ends_are_and_dead_ends_never():
    def net(*converted):
        played = field(
            "stalingrad42",
            [unit("g", "1212")],
            [],
            links={
                "rail": ["0101 0102 0103 0104", "0102 0203 0303 0304", "0203 0202"],
                "green": ["0101 0102 0103 0104"],
            },
            tags={"broad-gauge": ["0102", "0103", "0104", "0202", "0203", "0303", "0304"]},
            areas=[{**WEST, "touches": ["0101"]}],
            converted=list(converted),
        )
        return played.query("rail-net", side="german")

    assert "0203" not in net("0102", "0103", "0104")

    def ring(*converted):
        played = field(
            "stalingrad42",
            [unit("g", "1212")],
            [],
            links={
                "rail": ["0101 0102 0103 0104", "0102 0203 0204 0104", "0203 0302"],
                "green": ["0101 0102 0103 0104"],
            },
            tags={"broad-gauge": ["0102", "0103", "0104", "0203", "0204", "0302"]},
            areas=[{**WEST, "touches": ["0101"]}],
            converted=list(converted),
        )
        return played.query("rail-net", side="german")

    assert "0203" not in ring("0102", "0103")
    whole = ring("0102", "0103", "0104")
    assert {"0203", "0204"} <= set(whole)
    assert "0302" not in whole


@rules("stalingrad42", "16.5.1", "16.5.3", "16.5.4", "19.2")
def test_attrition_strikes_isolated_units_beside_the_enemy_only():
    ring = [unit(f"x{i}", h) for i, h in enumerate(("0503", "0505", "0704", "0603"))]
    ring += [unit("y", "0605"), unit("z", "0703")]
    own = [unit("a", "0604"), unit("s", "0604", "supply-point", full=[0, 0, 0], steps=1)]
    played = field(
        "stalingrad42",
        own,
        ring,
        phase="supply",
        areas=[{**WEST, "touches": ["0101"]}],
        links={"road": ["0101 0102"]},
        ground={"0604": "d"},
        dice=[1],
    )
    assert played.query("isolated", unit="a")
    assert played.query("left", unit="a") == 1
    assert played.query("left", unit="s") == 1
    assert "out" in played.query("marks", unit="s")


@rules("stalingrad42", "16.5.1", "16.1")
def test_who_is_relieved_by_a_long_line_is_out_of_supply_and_no_longer_isolated():
    played = field(
        "stalingrad42",
        [unit("a", "1212")],
        [unit("x", "0712")],
        phase="supply",
        areas=[{**WEST, "touches": ["0101"]}],
        marks={"a": ["out", "isolated"]},
    )
    assert not played.query("isolated", unit="a")
    assert played.query("marks", unit="a") == ["out"]
