"""Chapter 33: the Vasilevsky marker, the new order of the turn, the German mini-turn."""

from __future__ import annotations

import pytest

from engine.chance import Chance, Scripted
from engine.stalingrad42.campaign.winter_offensive import Interlude, Prepare, soviet_leads
from engine.values import Action
from engine.verdict import Course
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.walking import EXTENDED, NORMAL
from tests.engine.stalingrad42.setting import ALL, FAR, boxed, gun, kinds, on, until
from tests.engine.zocbond.field import attack, field, forbidden, move, noting, unit
from tests.marks import rules


@rules("stalingrad42", "33.1", "3.0 initial phase")
def test_the_offensive_may_open_before_anything_is_spent():
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [unit("x", "0606"), unit("h", "0607", "front-hq", full=[0, 1, 5], steps=1, range=5)],
        side="soviet",
        phase="initial",
        turn=26,
        areas=ALL,
        links={"road": ["0607 0707 0807 0907 1007 1107 1207"]},
        resources=1,
        rules={"winter-offensive": True, "planned-offensives": True},
    )
    assert {"winter-offensive", "fortify", "end"} <= kinds(played)
    played.apply(Action("winter-offensive"))
    assert played.decision.kind == "s42.prepare"
    while played.decision.kind == "s42.prepare":
        played.apply(next(iter(played.choices())))
    assert "fortify" in kinds(played)
    later = field(
        "stalingrad42",
        [unit("g", "0101")],
        [unit("x", "0606")],
        side="soviet",
        phase="initial",
        turn=26,
        areas=ALL,
        resources=1,
        rules={"winter-offensive": True},
        links={"road": ["0606 0706 0806 0906 1006 1106 1206"]},
    )
    later.apply(Action("end"))
    assert later.decision.kind == "s42.vasilevsky"


WINTER = {"winter-offensive": True, "planned-offensives": True}
DECLARE = Action("winter-offensive")


def winter(turn=28, last=31, foes=(), own=(), **more):
    germans = [unit("a", "0303"), unit("t", "0404", "tank", full=[5, 5, 6]), *own]
    soviets = [
        unit("f", "1001", "front-hq", steps=1, range=5),
        unit("z", "0901", "front-hq", steps=1, range=5),
        unit("x", "0910"),
        boxed("s", "used", "supply-point", full=[0, 0, 5], steps=1),
        boxed("u", "used", "supply-point", full=[0, 0, 5], steps=1),
        *foes,
    ]
    return field(
        "stalingrad42",
        germans,
        soviets,
        phase="turn",
        turn=turn,
        last=last,
        areas=ALL,
        links={"road": ["1201 1101 1001 0901"], "rail": ["0404 0405 0406"]},
        rules=WINTER,
        **more,
    )


@rules("stalingrad42", "33.1")
def test_the_marker_is_spent_in_a_soviet_initial_phase_from_turn_25():
    played = winter(turn=24, last=25)
    until(played, "zb.move", "soviet")
    assert played.state.turn == 24
    until(played, "s42.vasilevsky")
    assert played.state.turn == 25
    assert played.decision.side == "soviet"
    played.apply(Action("end"))
    assert played.decision.kind != "s42.prepare"


@rules("stalingrad42", "33.2.1")
def test_it_prepares_two_offensives_and_two_supply_points():
    played = winter(**{"romanian-air": 1})
    until(played, "s42.vasilevsky")
    played.apply(DECLARE)
    assert played.state.records.air_romanian == 0
    assert "26.1" in forbidden(played, Action("prepare", unit="x", of="plan"))
    played.apply(Action("prepare", unit="f", of="plan"))
    played.apply(Action("prepare", unit="f", of="plan"))
    assert "33.2.1" in forbidden(played, Action("prepare", unit="f", of="plan"))
    played.apply(Action("prepare", unit="z", of="supply"))
    played.apply(Action("prepare", unit="f", of="supply"))
    assert played.query("plans") == [("f", True), ("f", True)]
    assert {played.state.place(u) for u in ("s", "u")} == {"1001", "0901"}
    until(played, "zb.move", "german")
    assert played.state.records.air_romanian == 0


@rules("stalingrad42", "33.2.1")
def test_only_supplied_headquarters_are_prepared():
    played = winter()
    until(played, "s42.vasilevsky")
    played.apply(DECLARE)
    state = played.state.mark(("z",), "disrupted")
    verdict = played.rules.explain(state, Action("prepare", unit="z", of="plan"))
    assert "26.2" in verdict.rules


def declared(**more):
    """A game in the mini-turn that follows the declaration."""
    played = winter(**more)
    until(played, "s42.vasilevsky")
    played.apply(DECLARE)
    until(played, "zb.move", "soviet")
    until(played, "zb.move", "german")
    return played


@rules("stalingrad42", "33.2.2")
def test_the_soviet_player_goes_first_from_the_next_turn():
    played = declared()
    assert played.state.turn == 28
    assert not played.query("soviet-first")
    until(played, "zb.move", "soviet")
    assert played.state.turn == 29
    assert played.query("soviet-first")
    until(played, "zb.move", "german")
    assert played.state.turn == 29
    assert not played.state.records.mini


@rules("stalingrad42", "33.2.3")
def test_in_the_mini_turn_germans_move_tactically_or_rout():
    played = declared()
    far = move("t", "0404", "0405", "0406", "0407")
    assert "33.2.3" in forbidden(played, far)
    assert played.explain(move("t", "0404", "0405", "0406", mode="tactical"))
    assert "33.2.3" in forbidden(played, Action("rail", unit="t", hex="0406"))
    assert "33.2.3" in forbidden(played, Action("auto-ds", hex="0910", units=("t",)))
    assert "rail" not in kinds(played)
    played.apply(Action("rout", unit="t"))
    assert played.explain(far)


@rules("stalingrad42", "33.2.3")
def test_in_the_mini_turn_trains_are_unloaded_if_their_owner_likes():
    played = winter()
    until(played, "s42.vasilevsky")
    played.apply(DECLARE)
    until(played, "zb.move", "soviet")
    g, s = played.rules, played.state.mark(("a", "t"), "train")
    course = Course(Chance(Scripted.dice([])))
    s = Interlude().proceed(g, s.push(Interlude()), course)
    assert s.has("a", "train")
    step = move("a", "0303", "0302", mode="tactical")
    assert "5.6.3" in g.explain(s, step).rules
    unload = Action("unload", unit="a")
    assert unload in list(g.choices(s, None, None))
    s = g.apply(s, unload, course)
    assert g.explain(s, step)
    assert s.has("t", "train")
    assert "33.2.3" in g.explain(s, unload).rules
    assert not g.explain(s, Action("strait", unit="a"))


@rules("stalingrad42", "33.2.3")
def test_in_the_mini_turn_nobody_attacks_but_units_slip_away_and_recover():
    played = declared(
        own=[unit("b", "0505"), unit("r", "0101")],
        foes=[unit("y", "0506")],
        marks={"r": ["disrupted"]},
    )
    played.apply(Action("end"))
    assert played.decision.kind == "zb.combat"
    assert "33.2.3" in forbidden(played, attack("0506", "b"))
    assert kinds(played) <= {"disengage", "end"}
    assert "disengage" in kinds(played)
    played.apply(Action("end"))
    assert played.state.turn == 29
    assert played.query("marks", unit="r") == []


@rules("stalingrad42", "33.2.1", "18.6.8")
def test_supply_beyond_the_mobile_ones_comes_as_a_dump():
    rows = [unit(f"s{i}", f"11{i:02d}", "supply-point", full=[0, 0, 5], steps=1) for i in (3, 4, 5)]
    played = winter(foes=rows)
    until(played, "s42.vasilevsky")
    played.apply(DECLARE)
    for name in ("s", "u"):
        played.apply(Action("prepare", unit="f", of="supply"))
        assert played.state.place(name) == "1001"
    assert "s" not in played.state.records.dumps
    assert "u" in played.state.records.dumps


@rules("stalingrad42", "33.2.1", "26.2")
def test_prepared_supply_goes_to_headquarters_in_disorder_too():
    game = field(
        "stalingrad42",
        [unit("g", "0101")],
        [gun("h", "1202", "front-hq"), {**boxed("s", "used", "supply-point"), "steps": 1}],
        side="soviet",
        turn=26,
        areas=ALL,
        marks={"h": ["disrupted"]},
        rules={"winter-offensive": True, "planned-offensives": True},
    )
    s = on(game, Prepare(("plan", "supply")))
    verdicts = {
        of: s.top.explain(game.rules, s, Action("prepare", unit="h", of=of)).rules
        for of in ("plan", "supply")
    }
    assert verdicts == {"plan": ("26.2",), "supply": ()}


@rules("stalingrad42", "33.2.3")
def test_routed_units_have_their_allowance_in_the_mini_turn_and_no_more():
    game = field("stalingrad42", [unit("a", "0504")], [FAR], marks={"a": ["routed"]}, rules=WINTER)
    s = noting(game.state, mini=True)
    extended = {r.rule for r in game.rules.all_of(Chapter.mode_reasons, s, ("a",), EXTENDED)}
    assert extended == {"33.2.3"}
    assert not list(game.rules.all_of(Chapter.mode_reasons, s, ("a",), NORMAL))


@rules("stalingrad42", "33.2.2", "S3.3", "3.0")
@pytest.mark.parametrize(
    ("start", "turn", "first"),
    [
        ({}, 30, "german"),
        ({"offensive-turn": 28}, 28, "german"),
        ({"offensive-turn": 28}, 29, "soviet"),
        ({"soviet-first": True}, 29, "soviet"),
    ],
)
def test_who_goes_first(start, turn, first):
    played = field(
        "stalingrad42", [unit("g", "0101")], [unit("x", "1212")], phase="turn", turn=turn, **start
    )
    assert soviet_leads(played.rules, played.state) is (first == "soviet")
    until(played, "zb.move")
    assert played.decision.side == first
