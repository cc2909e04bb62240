"""Section 27.1: disengagement."""

from __future__ import annotations

from engine.values import Action
from tests.engine.holland44.parts import N
from tests.engine.zocbond.field import field, forbidden, unit
from tests.marks import rules


def slip(dice, **more):
    """A unit in contact that tries to slip away."""
    plain = {"phase": "combat", "rules": {"disengagement": True}, "areas": [N]}
    return field(
        "holland44",
        [unit("a", "0506", formation="f"), unit("b", "0101")],
        [unit("x", "0505")],
        dice=dice,
        **{**plain, **more},
    )


@rules("holland44", "27.1.1", "27.1.2", "27")
def test_disengagement():
    away = Action("disengage", unit="a")
    played = slip([4])
    assert "27.1.1" in forbidden(played, Action("disengage", unit="b"))
    played.apply(away)
    assert played.decision.kind == "h44.slip"
    watched = Action("retreat", unit="a", path=("0506", "0606"))
    assert forbidden(played, watched) == ("13.2", "27.1.1")
    ends = {a["path"][-1] for a in played.choices() if a.kind == "retreat"}
    assert "0507" in ends
    assert "0606" not in ends
    assert {"0508", "0407"} <= ends
    played.apply(Action("retreat", unit="a", path=("0506", "0507")))
    assert played.query("place", unit="a") == "0507"
    assert "disrupted" in played.query("marks", unit="a")
    kept = slip([4])
    kept.apply(away)
    kept.apply(Action("stay"))
    assert kept.query("place", unit="a") == "0506"
    assert kept.query("marks", unit="a") == []
    failed = slip([1])
    failed.apply(away)
    assert failed.query("place", unit="a") == "0506"
    assert "27.1.2" in forbidden(failed, away)
    shaken = slip([4], marks={"a": ["disrupted"]})
    assert "27.1.2" in forbidden(shaken, away)
    off = slip([4], rules={})
    assert forbidden(off, away)


@rules("holland44", "8.7", "27.1.2")
def test_who_shattered_a_defence_does_not_slip_away():
    shatter = Action("auto-ds", hex="0505", units=("a",))
    played = field(
        "holland44",
        [unit("a", "0506", full=[40, 4, 4])],
        [unit("x", "0505", full=[1, 1, 4]), unit("y", "0606")],
        rules={"disengagement": True},
    )
    played.apply(shatter)
    while played.decision.kind != "zb.move":
        played.apply(next(iter(played.choices())))
    played.apply(Action("end"))
    assert forbidden(played, Action("disengage", unit="a")) == ("8.7",)


@rules("holland44", "27.1.1")
def test_whoever_got_away_may_stay_all_the_same():
    played = slip([4])
    reasons = played.explain(Action("disengage", unit="x")).reasons
    assert [(r.rule, r.key) for r in reasons] == [("27.1.1", "zb.no-unit")]
    played.apply(Action("disengage", unit="a"))
    assert Action("stay") in played.choices()
