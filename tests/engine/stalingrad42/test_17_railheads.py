"""Chapter 17: railheads, the gauge."""

from __future__ import annotations

from engine.stalingrad42.board.railheads import Railheads
from engine.values import Action
from tests.engine.stalingrad42.setting import NORTH, WEST, Mute, gun
from tests.engine.zocbond.field import field, forbidden, home, move, unit
from tests.marks import rules


@rules("stalingrad42", "17.5", "5.5.4")
def test_an_unfinished_railway_makes_no_bridge():
    shape = {"sides": {"major-river": ["0505 S"]}, "links": {"rail-12": ["0505 0506"]}}
    for turn, open_ in ((11, False), (12, True)):
        own = [unit("a", "0504", full=[4, 4, 6])]
        played = field("stalingrad42", own, [unit("x", "1212")], turn=turn, **shape)
        assert (forbidden(played, move("a", "0504", "0505", "0506")) == ()) is open_


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
        "areas": [{**WEST, "touches": ["0101"]}, NORTH],
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
    from engine.stalingrad42.board.railheads import Railheads

    phase = Railheads("german", ("R2", "R3", "R4", "R5"))
    spent = phase.explain(near.rules, near.state, push("R1", "0105"))
    assert [r.key for r in spent.reasons] == ["s42.railhead.four"]


@rules("stalingrad42", "17.2.2")
def test_a_junction_gets_another_marker():
    played = gauge(heads={"R1": "0106"}, converted=("0103", "0104", "0105", "0106"))
    from engine.stalingrad42.board.railheads import Railheads

    phase = Railheads("german")
    state = phase.apply(played.rules, played.state, push("R1", "0107"), Mute())
    assert sorted(state.records.railheads.values()) == ["0107", "0107"]
    (fresh,) = state.top.fresh
    refused = state.top.explain(played.rules, state, push(fresh, "0207"))
    assert "17.2.2" in refused.rules


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
    from engine.stalingrad42.board.railheads import Railheads

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


@rules("stalingrad42", "5.5.7", "17.4", "18.1")
def test_the_ferry_of_vladimirovka_joins_the_soviet_net_on_both_banks():
    shape = {
        "links": {"rail": ["0101 0102 0103", "0203 0303 0403"]},
        "sides": {"volga": ["0103 NE"], "vladimirovka": ["0103 NE"]},
        "areas": [home("soviet", "0101"), home("german", "0101")],
    }
    played = field("stalingrad42", [], [gun("h", "0303", "front-hq")], **shape)
    assert played.rules.board.adjacent("0103", "0203")
    assert {"0203", "0303", "0403"} <= set(played.query("rail-net", side="soviet"))
    assert "0203" not in played.query("rail-net", side="german")


@rules("stalingrad42", "17.2.2")
def test_a_marker_of_a_junction_takes_the_place_of_no_other():
    """Named after the first number that is free, whatever the others are called."""
    played = gauge(heads={"R2": "0104", "R3": "0307"}, converted=("0103", "0104", "0307"))
    played.apply(Action("railhead", marker="R2", path=("0105", "0106")))
    if played.decision.kind == "s42.railheads":
        played.apply(Action("end"))
    heads = played.state.records.railheads
    assert heads["R3"] == "0307"
    s = played.state.push(Railheads("german"))
    s = s.top.apply(played.rules, s, Action("railhead", marker="R2", path=("0107",)), Mute())
    assert s.records.railheads == {"R1": "0107", "R2": "0107", "R3": "0307"}
