"""Chapter 25: unknown units."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import (
    FOE,
    MILITIA,
    NOBODY,
    POST,
    SOMEBODY,
    N,
    behind,
    engineer,
    mark,
    off,
    waiting,
)
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

UNKNOWN = mark("q", "0505")


def two(a="0506", b="0506", **more):
    """Two units of two formations."""
    return [unit("a", a, formation="f", **more), unit("b", b, formation="g", **more)]


def lorries(hex="0506", **more):
    """A fast Allied unit."""
    return unit("a", hex, "motorized", full=[9, 4, 8], formation="f", **more)


def at_the_edge(*hidden, dice=(), company=(), **more):
    """Allied units in an area, an unknown unit in a hex that it touches."""
    waiting = []
    for name in "ab":
        row = unit(name, "0101", "motorized", full=[9, 4, 6], formation="f", box="allied-N")
        del row["hex"]
        waiting.append(row)
    areas = [{"id": "allied-N", "name": "N", "touches": ["0512", "0612"]}]
    foes = [mark("q", "0512"), *hidden, *company]
    return field("holland44", waiting, foes, areas=areas, dice=dice, **more)


def in_by(*path, mates=(), mode=None):
    return Action("enter", unit="a", path=path, mates=mates or None, mode=mode)


@rules("holland44", "10.2.1", "25.3.1")
def test_a_storm_asks_who_leads():
    played = field("holland44", two(a="0507", b="0507"), [UNKNOWN, behind("v", [1, 2, 4])])
    played.apply(Action("move", units=("a", "b"), path=("0507", "0506", "0505")))
    assert played.decision.kind == "h44.command"
    assert {a["lead"] for a in played.choices()} == {"f", "g"}
    assert "9.3" in forbidden(played, Action("command", lead="f", air="aircraft"))
    assert "10.2.1" in forbidden(played, Action("command"))
    assert next(e.key for e in played.apply(Action("command", lead="g"))) == "zb.attack.declared"
    alone = field("holland44", two(a="0507")[:1], [UNKNOWN, behind("v", [1, 2, 4])])
    alone.apply(move("a", "0507", "0506", "0505"))
    assert alone.decision.kind != "h44.command"


@rules("holland44", "9.3", "5.4")
def test_an_unknown_unit_is_turned_before_the_bridges_are_tried():
    more = {
        "phase": "combat",
        "sides": {"large-river": ["0506 N"]},
        "links": {"road": ["0507 0506", "0506 0505"]},
    }
    played = field("holland44", [unit("a", "0506")], [UNKNOWN, behind("v", [1, 2, 4])], **more)
    told = [event.key for event in played.apply(attack("0505", "a"))]
    assert told == ["h44.unknown.somebody"]
    assert played.decision.kind == "h44.offer"
    nobody = field("holland44", [unit("a", "0506")], [UNKNOWN, behind("v", [1, 0, 4])], **more)
    nobody.apply(attack("0505", "a"))
    assert nobody.decision.kind == "zb.advance"


@rules("holland44", "8.3.3", "25.2.1")
def test_unknown_units_hold_no_town_open():
    foes = [unit("u", "0505", "unknown", steps=1, full=[0, 2, 0]), unit("i", "0505")]
    more = {"ground": {"0505": "t"}, "side": "german"}
    played = field("holland44", [unit("a", "0101")], foes, **more)
    assert forbidden(played, Action("spend", unit="u")) == ("25.2.1",)
    assert played.explain(Action("spend", unit="i"))


@rules("holland44", "25.3.1", "20.2.5")
def test_no_storm_out_of_the_hex_of_a_replaced_unit():
    own = [unit("a", "0506"), unit("b", "0506")]
    for marks, fights in (({"b": ["replaced"]}, False), ({}, True)):
        played = field("holland44", own, [mark("q", "0505"), SOMEBODY, *FOE], marks=marks)
        told = played.apply(move("a", "0506", "0505"))
        assert any(e.key == "zb.attack.declared" for e in told) == fights


@rules("holland44", "25.3.1", "11.5.1")
def test_the_engaged_storm_over_no_canal():
    for sides, fights in (({"canal": ["0506 N"]}, False), ({}, True)):
        more = {"marks": {"a": ["engaged"]}, "sides": sides}
        played = field(
            "holland44", [unit("a", "0506")], [mark("q", "0505"), SOMEBODY, *FOE], **more
        )
        told = played.apply(move("a", "0506", "0505", mode="tactical"))
        assert any(e.key == "zb.attack.declared" for e in told) == fights


@rules("holland44", "25.3.1", "9.5.1", "9.5.3")
def test_no_storm_over_a_large_river_without_a_bridge():
    own = [unit("a", "0506"), unit("e", "0506", "engineer", steps=1, full=[1, 1, 6])]
    river = {"sides": {"large-river": ["0506 N"]}, "unmoved": ["a", "e"]}
    over = move("a", "0506", "0505", mode="tactical")
    foes = [mark("q", "0505"), SOMEBODY, *FOE]
    assert forbidden(field("holland44", own, foes, **river), over) == ("9.5.1",)
    bridged = field("holland44", own, foes, **river, links={"road": ["0506 0505"]})
    assert bridged.explain(over)


@rules("holland44", "25.4", "14.3.2", "25.3.1")
def test_routed_units_whom_nobody_shields_give_way():
    own = [unit("a", "0507", "motorized", full=[9, 4, 8])]
    foes = [mark("q", "0505"), NOBODY, unit("r", "0505"), *FOE]
    played = field("holland44", own, foes, marks={"r": ["routed"]})
    played.apply(move("a", "0507", "0506", "0505", "0504"))
    assert played.decision.kind == "zb.retreat"
    assert played.query("left", unit="r") == 2
    played.apply(Action("retreat", unit="r", path=("0505", "0605", "0704")))
    assert played.query("place", unit="a") == "0504"
    assert played.query("marks", unit="a") == []


@rules("holland44", "14.3.2", "25.3.1")
def test_routed_units_beyond_a_large_river_are_no_unknown_unit():
    own = [engineer(), unit("a", "0507", steps=1)]
    foes = [unit("r", "0505"), *FOE]
    sides = {"large-river": ["0506 N"]}
    played = field("holland44", own, foes, sides=sides, marks={"r": ["routed"]})
    # They do not give way over the river, and that is all that bars the ferry.
    assert forbidden(played, move("a", "0507", "0506", "0505", mode="tactical")) == ("14.3.2",)


@rules("holland44", "25.3.5", "14.3.2")
def test_routed_units_give_way_to_a_breakthrough():
    own = [unit("a", "0506", full=[9, 4, 4])]
    foes = [
        unit("y", "0505", full=[1, 1, 4], steps=1),
        mark("q", "0504"),
        NOBODY,
        unit("r", "0504"),
    ]
    more = {"phase": "combat", "dice": [6], "marks": {"r": ["routed"]}}
    played = field("holland44", own, [*foes, *FOE], **more)
    played.apply(attack("0505", "a"))
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    told = played.apply(Action("breakthrough", units=("a",), hex="0504"))
    assert not any(e.key == "zb.attack.declared" for e in told)
    assert played.decision.kind == "zb.retreat"
    played.apply(played.choices()[0])
    assert played.explain(Action("advance", units=("a",), path=("0505", "0504")))


@rules("holland44", "25.4", "25.3.1", "19.7")
@pytest.mark.parametrize("hidden", [NOBODY, SOMEBODY])
def test_routed_units_shield_no_unknown_unit_at_the_edge(hidden):
    own = [off("a", "allied-N", full=[9, 4, 6])]
    foes = [mark("q", "0512"), hidden, unit("r", "0512"), *FOE]
    more = {"areas": [N], "marks": {"r": ["routed"]}}
    played = field("holland44", own, foes, **more)
    told = played.apply(Action("enter", unit="a", path=("0512",)))
    fought = any(e.key == "zb.attack.declared" for e in told)
    assert fought == (hidden is SOMEBODY)
    if not fought:
        assert played.decision.kind == "zb.retreat"
        played.apply(played.choices()[0])
        assert played.query("place", unit="a") == "0512"


@rules("holland44", "25.3.1", "19.1")
def test_a_group_that_came_in_storms_together():
    unknown = unit("q", "0511", "unknown", steps=1, full=[0, 0, 0])
    post = unit("n", "0101", steps=1, full=[1, 1, 4], box="unknown-pool")
    del post["hex"]
    own = waiting("a", "b", full=[4, 4, 6])
    played = field("holland44", own, [unknown, post, *FOE], areas=[N])
    played.apply(Action("enter", unit="a", mates=("b",), path=("0512",)))
    played.apply(Action("march", unit="a", path=("0512", "0511")))
    fought = next(event for event in played.log if event.key == "zb.attack.declared")
    assert fought.units == ("a", "b")


@rules("holland44", "25.1", "25.3.1", "25.5")
def test_nobody_is_there_and_the_move_goes_on():
    played = field("holland44", [lorries()], [mark("q", "0505"), NOBODY])
    played.apply(move("a", "0506", "0505"))
    assert played.query("place", unit="q") == "out-of-play"
    assert played.decision.kind == "zb.march"
    assert played.query("place", unit="a") == "0505"
    played.apply(Action("march", unit="a", path=("0505", "0504")))
    assert played.query("place", unit="a") == "0504"
    assert not played.log[-1].key.startswith("zb.attack")


@rules("holland44", "25.3.1", "25.3.2")
def test_a_battle_on_the_march_and_on_after_a_rout():
    played = field("holland44", [lorries()], [mark("q", "0505"), MILITIA], dice=[0 + 1, 6])
    played.apply(move("a", "0506", "0505", "0504"))
    assert any(event.key == "zb.attack.result" for event in played.log)
    while played.decision.kind == "zb.retreat":
        played.apply(played.choices()[0])
    assert played.decision.kind in ("zb.march", "zb.move")
    assert "spent" not in played.query("marks", unit="a")


@rules("holland44", "25.3.3")
def test_short_of_a_rout_the_unit_halts_spent():
    weak = unit("a", "0506", "motorized", full=[2, 4, 8], formation="f")
    played = field("holland44", [weak], [mark("q", "0505"), MILITIA], dice=[1, 1])
    played.apply(move("a", "0506", "0505"))
    while played.decision.kind != "zb.move":
        played.apply(played.choices()[-1])
    assert "spent" in played.query("marks", unit="a")
    assert played.query("place", unit="a") == "0506"
    played.apply(Action("end"))
    assert "8.3.3" in forbidden(played, attack("0505", "a", lead="f"))


@rules("holland44", "25.2.1", "8.2.2")
def test_what_an_unknown_unit_is():
    played = field(
        "holland44",
        [lorries("0508")],
        [mark("q", "0505"), unit("x", "0305"), unit("y", "0705"), NOBODY],
    )
    assert "0506" in played.query("zoc", side="german")
    fast = move("a", "0508", "0507", "0506", mode="extended")
    assert "8.2.2" in forbidden(played, fast)
    ends = {end for bond in played.query("bonds", side="german") for end in bond.ends}
    assert "0505" not in ends
    theirs = field("holland44", [lorries("0506")], [mark("q", "0505")], side="german")
    assert "25.2.1" in forbidden(theirs, move("q", "0505", "0504"))
    fighting = field(
        "holland44", [lorries("0506")], [mark("q", "0505")], side="german", phase="combat"
    )
    assert "25.2.1" in forbidden(fighting, attack("0506", "q"))


@rules("holland44", "25.3.4", "25.4")
def test_an_attack_in_the_combat_phase_turns_it():
    empty = field("holland44", [lorries()], [mark("q", "0505"), NOBODY], phase="combat")
    empty.apply(attack("0505", "a", lead="f"))
    assert empty.decision.kind == "zb.advance"
    stacked = field(
        "holland44",
        [lorries()],
        [mark("q", "0505"), unit("x", "0505", full=[3, 3, 4]), MILITIA],
        phase="combat",
    )
    assert stacked.tally(attack("0505", "a", lead="f")).parts[1].total == 5
    stacked.apply(attack("0505", "a", lead="f"))
    assert any(e.key == "h44.unknown.somebody" for e in stacked.log)


@rules("holland44", "25.4")
def test_with_company_it_is_not_entered_save_beside_routed_units():
    pair = [mark("q", "0505"), unit("x", "0505"), NOBODY]
    assert "8.1" in forbidden(field("holland44", [lorries()], pair), move("a", "0506", "0505"))
    routed = field("holland44", [lorries("0507")], pair, marks={"x": ["routed"]})
    assert routed.explain(move("a", "0507", "0506", "0505"))


@rules("holland44", "25.2.2", "13.2")
def test_a_turned_unit_that_cannot_move_dies_when_it_retreats():
    strong = unit("a", "0506", full=[4, 4, 8], formation="f")
    played = field("holland44", [strong], [mark("q", "0505"), POST], phase="combat", dice=[1, 6])
    played.apply(attack("0505", "a", lead="f"))
    while played.decision.kind in ("zb.stand", "zb.desperate"):
        played.apply(Action("go-back"))
    assert played.query("left", unit="post") == 0


@rules("holland44", "25.3.5")
def test_an_advance_meets_it_by_breakthrough_only():
    guards = [unit("a", "0507", full=[12, 4, 8], formation="f", kind="infantry")]
    played = field(
        "holland44",
        guards,
        [unit("x", "0506", steps=1, full=[1, 1, 4]), mark("q", "0505"), NOBODY],
        phase="combat",
        dice=[6],
    )
    played.apply(attack("0506", "a", lead="f"))
    assert played.decision.kind == "zb.advance"
    assert "15.1" in forbidden(
        played, Action("advance", units=("a",), path=("0507", "0506", "0505"))
    )
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(Action("breakthrough", units=("a",), hex="0505"))
    assert played.query("place", unit="q") == "out-of-play"
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert played.query("place", unit="a") == "0505"


@rules("holland44", "25.6")
def test_one_a_turn_is_shifted_to_a_town():
    more = {
        "ground": {"0303": "t", "1010": "t", "0808": "t"},
        "links": {"road": ["0301 0302 0303"]},
        "areas": [{"id": "german-G", "name": "G", "touches": ["0301"]}],
        "side": "german",
        "turn": 3,
    }
    played = field("holland44", [unit("a", "0809")], [mark("q", "0505"), mark("r", "0606")], **more)
    shift = Action("shift-unknown", unit="q", hex="0303")
    assert "25.6" in forbidden(played, Action("shift-unknown", unit="q", hex="0808"))
    assert "25.6" in forbidden(played, Action("shift-unknown", unit="q", hex="1010"))
    assert "25.6" in forbidden(played, Action("shift-unknown", unit="q", hex="0404"))
    played.apply(shift)
    assert played.query("place", unit="q") == "0303"
    assert "25.6" in forbidden(played, Action("shift-unknown", unit="r", hex="0303"))
    early = field("holland44", [unit("a", "0809")], [mark("q", "0505")], **{**more, "turn": 2})
    assert "25.6" in forbidden(early, shift)


@rules("holland44", "25.4", "25.2.2", "6.4.2")
def test_what_is_turned_helps_a_full_hex_in_that_phase_only():
    full = [mark("q", "0505"), unit("x", "0505"), unit("y", "0505"), MILITIA]
    played = field("holland44", [lorries()], full, phase="combat", dice=[1])
    played.apply(attack("0505", "a", lead="f"))
    assert not any(event.key == "zb.muster" for event in played.log)
    told = next(event for event in played.log if event.key == "zb.attack.declared")
    assert dict(told.params)["column"] == "1-2"  # 9 against 4 + 4 + 2
    assert played.query("battle", side="allied", hex="0505", units=["a"])["defence"] == 10
    played.apply(Action("end"))
    after = played.query("battle", side="allied", hex="0505", units=["a"])
    assert after["defence"] == 8
    crowd = [mark("q", "0505"), *(unit(u, "0505") for u in "xyz"), MILITIA]
    owner = field("holland44", [lorries()], crowd, phase="combat")
    owner.apply(attack("0505", "a", lead="f"))
    assert owner.decision.kind == "zb.muster"
    groups = {a["units"] for a in owner.choices()}
    assert all("militia" in group and len(group) == 3 for group in groups)


@rules("holland44", "25.3.1", "8.2.2")
def test_nobody_hurries_into_it():
    played = field("holland44", [lorries()], [mark("q", "0505"), NOBODY])
    assert forbidden(played, move("a", "0506", "0505", mode="extended")) == ("8.2.2",)
    assert played.explain(move("a", "0506", "0505"))


@rules("holland44", "25.3.1", "19.1")
def test_out_of_an_area_nobody_is_met_and_the_way_goes_on():
    played = at_the_edge(NOBODY)
    assert in_by("0512") in list(played.choices(unit="a"))
    assert "8.2.2" in forbidden(played, in_by("0512", mode="extended"))
    played.apply(in_by("0512", "0511", mates=("b",)))
    assert [played.query("place", unit=u) for u in "ab"] == ["0511", "0511"]
    held = at_the_edge(NOBODY, company=[unit("x", "0512")])
    assert "8.1" in forbidden(held, in_by("0512"))


@rules("holland44", "25.3.1", "25.3.2", "19.7")
def test_out_of_an_area_a_rout_lets_them_come_in():
    played = at_the_edge(MILITIA, dice=[1, 6])
    played.apply(in_by("0512"))
    while played.decision.kind == "zb.retreat":
        played.apply(played.choices()[0])
    assert played.query("place", unit="a") == "0512"
    assert "spent" not in played.query("marks", unit="a")
    assert Action("march", unit="a", path=("0512", "0511")) in played.choices()


@rules("holland44", "25.3.3", "19.7")
def test_out_of_an_area_a_failure_leaves_them_spent_there():
    played = at_the_edge(behind("guards", [1, 6, 3]), dice=[1, 1])
    played.apply(in_by("0512", mates=("b",)))
    while played.decision.kind != "zb.move":
        played.apply(next(a for a in played.choices()))
    assert "spent" in played.query("marks", unit="b")
    assert "8.1" in forbidden(played, in_by("0612"))
    played.apply(Action("end"))
    assert "8.3.3" in forbidden(played, attack("0512", "b", lead="f"))


@rules("holland44", "25.3.3", "15.1")
def test_out_of_an_area_they_may_move_into_the_vacated_hex():
    played = at_the_edge(MILITIA, dice=[1, 5])
    played.apply(in_by("0512"))
    while played.decision.kind != "h44.storm-stop":
        played.apply(played.choices()[-1])
    assert {a.kind for a in played.choices()} == {"occupy", "stay"}
    played.apply(Action("occupy", hex="0512"))
    assert played.query("place", unit="a") == "0512"
    assert "spent" in played.query("marks", unit="a")


@rules("holland44", "25.3.1", "17.6.3")
def test_no_gun_helps_to_stand_against_a_storm():
    gun = unit("g", "0503", "artillery", steps=1, full=[0, 1, 4], range=4)
    post = behind("post", [1, 4, 4])
    lorry = unit("a", "0507", "motorized", full=[12, 4, 8])
    for start, aids in (("0507", {None}), ("0506", {None, "g"})):
        foes = [mark("q", "0505"), post, gun]
        storming = start == "0507"
        phase = "movement" if storming else "combat"
        played = field("holland44", [{**lorry, "hex": start}], foes, phase=phase, dice=[1, 4])
        path = Action("move", units=("a",), path=("0507", "0506", "0505"))
        played.apply(path if storming else attack("0505", "a"))
        assert played.decision.kind == "zb.stand"
        assert {a.get("aid") for a in played.choices() if a.kind == "stand"} == aids


@rules("holland44", "25.3.1", "7.2")
def test_the_zone_of_another_unit_stops_a_storm():
    own = [lorries("0507")]
    for company, stormed in (([], True), ([unit("x", "0606")], False)):
        played = field("holland44", own, [mark("q", "0505"), NOBODY, *company])
        through = move("a", "0507", "0506", "0505")
        assert played.explain(through).allowed == stormed
        assert stormed or "7.2" in forbidden(played, through)


@rules("holland44", "25.6")
def test_an_unknown_unit_that_is_gone_is_not_shifted():
    gone = {**mark("q", "0505"), "box": "out-of-play"}
    del gone["hex"]
    played = field(
        "holland44",
        [unit("a", "1212")],
        [gone, unit("x", "0909")],
        side="german",
        turn=3,
        ground={"0303": "t"},
        links={"road": ["0301 0302 0303"]},
        areas=[{"id": "german-G", "name": "G", "touches": ["0301"]}],
    )
    assert "25.6" in forbidden(played, Action("shift-unknown", unit="q", hex="0303"))
    assert "25.6" in forbidden(played, Action("shift-unknown", unit="x", hex="0303"))
