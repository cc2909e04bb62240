"""Chapter 8: who may attack whom, and automatic DS."""

from __future__ import annotations

from engine.values import Action
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import (
    SLIP,
    STRONG,
    WEST,
    course,
    fought,
    gun,
    slip,
    weak,
)
from tests.engine.zocbond.field import attack, field, forbidden, move, noting, unit
from tests.marks import rules


@rules("stalingrad42", "8.6.2", "14.1")
def test_after_an_automatic_ds_only_those_still_there_ride_along():
    own = [
        unit("t", "0504", "tank", full=[40, 9, 6]),
        unit("p", "0504"),
        unit("q", "0504"),
    ]
    played = field("stalingrad42", own, [unit("x", "0505", full=[1, 2, 3], steps=1)])
    played.apply(Action("auto-ds", hex="0505", units=("t",)))
    played.apply(move("q", "0504", "0503"))
    played.apply(Action("end"))
    played.apply(Action("end"))
    assert played.query("phase") == "Advance"
    able = {a["units"][0] for a in played.choices() if a.kind == "advance"}
    assert able == {"t", "p"}


@rules("stalingrad42", "8.1", "12.4")
def test_who_was_attacked_is_not_attacked_alone_where_it_goes():
    own = [unit("a", "0504", full=[9, 9, 4]), unit("b", "0506", full=[9, 9, 4])]
    played = field("stalingrad42", own, [unit("x", "0507"), unit("y", "0911")], phase="combat")
    g, s = played.rules, noting(played.state, struck=("x",))
    assert "8.1" in g.explain(s, attack("0507", "b")).rules
    joined = s.put("y", "0507")
    assert g.explain(joined, attack("0507", "b"))
    fought = g.in_turn(
        Chapter.before_fight, played.state, Battle("german", "0507", ("b",)), course()
    )
    assert fought.records.struck == ("x",)
    assert g.in_turn(Chapter.end_combat, fought, "german", course()).records.struck == ()


@rules("stalingrad42", "8.6.1", "22.7")
def test_no_automatic_ds_out_of_an_area():
    row = unit("a", "", full=[40, 9, 4])
    row["box"] = row.pop("hex") or "german-W"
    played = field("stalingrad42", [row], [unit("x", "0102")], areas=[WEST])
    assert "8.6.1" in forbidden(played, Action("auto-ds", hex="0102", units=("a",)))


@rules("stalingrad42", "8.6.1", "27.2.1")
def test_who_shattered_a_defence_does_not_slip_away():
    played = field(
        "stalingrad42",
        [unit("a", "0303", full=[40, 4, 4])],
        [unit("x", "0304", full=[1, 1, 4]), unit("y", "0403")],
        rules=SLIP,
    )
    played.apply(Action("auto-ds", hex="0304", units=("a",)))
    while played.decision.kind != "zb.move":
        played.apply(next(iter(played.choices())))
    played.apply(Action("end"))
    assert forbidden(played, slip("a")) == ("8.6.1",)


@rules("stalingrad42", "8.1", "12.4")
def test_a_hex_is_attacked_again_when_others_have_come_in():
    own = [unit("a", "0504", full=STRONG), unit("b", "0606", full=STRONG)]
    foes = [weak("x", "0505"), unit("y", "0707"), unit("z", "0708")]
    played = fought(own, foes, ("0505", "a"))
    played.apply(Action("end"))
    g, s = played.rules, played.state
    again, fresh = attack("0505", "b"), s.put("y", "0505")
    assert g.explain(fresh, again)
    assert "0505" in fresh.top.targets(g, fresh)
    struck = noting(fresh, struck=("x", "y"))
    assert "8.1" in g.explain(struck, again).rules
    joined = struck.put("z", "0505")
    assert "8.1" in g.explain(joined, again).rules
    assert "0505" not in joined.top.targets(g, joined)
    assert g.explain(joined.mark(("y",), "retreated", "sheltered"), again)


@rules("stalingrad42", "8.2", "18.3.1", "18.5")
def test_nobody_attacks_twice_over():
    game = field(
        "stalingrad42",
        [unit("g", "0505")],
        [unit("a", "0504", full=[5, 4, 4]), gun("AD", "0503", "artillery-division")],
        side="soviet",
        phase="combat",
    )
    assert game.explain(attack("0505", "a", guns=("AD",)))
    for twice in (attack("0505", "a", "a"), attack("0505", "a", guns=("AD", "AD"))):
        assert [r.key for r in game.explain(twice).reasons] == ["zb.named-twice"]


@rules("stalingrad42", "8.6.1", "5.1")
def test_nobody_moves_or_shatters_twice_over():
    game = field(
        "stalingrad42", [unit("a", "0504", full=[13, 4, 4])], [unit("x", "0505", full=[1, 1, 4])]
    )
    assert game.explain(move("a", "0504", "0503"))
    for action in (
        Action("auto-ds", hex="0505", units=("a", "a")),
        Action("move", units=("a", "a"), path=("0504", "0503")),
    ):
        assert "zb.named-twice" in {r.key for r in game.explain(action).reasons}


@rules("stalingrad42", "9.1", "8.3")
def test_ones_are_pooled_only_when_they_are_halved():
    own = [unit(n, "0504", full=[1, 4, 4]) for n in "abc"]
    for sides, total, lines in (({}, 3, 3), ({"major-river": ["0504 S"]}, 2, 1)):
        played = field(
            "stalingrad42", own, [unit("x", "0505", full=[1, 1, 4])], phase="combat", sides=sides
        )
        sheet = played.query("battle", side="german", hex="0505", units=["a", "b", "c"])["sheet"]
        sums = [line for line in sheet.parts[0].lines if line.value]
        assert sheet.parts[0].total == total
        assert len(sums) == lines


@rules("stalingrad42", "8.6.1", "8.1")
def test_an_automatic_ds_of_nobody_or_on_nobody_is_not_told_its_odds():
    played = field("stalingrad42", [unit("a", "0504")], [unit("x", "0505")])
    for action, keys in (
        (Action("auto-ds", hex="0505", units=("a",)), ["zb.auto.odds"]),
        (Action("auto-ds", hex="0505", units=()), ["zb.attack.nobody"]),
        (Action("auto-ds", hex="0305", units=("a",)), ["zb.attack.empty"]),
    ):
        assert [r.key for r in played.explain(action).reasons] == keys
