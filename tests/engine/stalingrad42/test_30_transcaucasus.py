"""Chapter 30: the Transcaucasus Front."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from engine.values import Action
from tests.engine.stalingrad42.setting import ALL, FAR, boxed, until
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

FRONT = {"transcaucasus": True}


@rules("stalingrad42", "30.0")
def test_germans_in_the_south_call_the_front_one_unit_a_turn():
    played = field(
        "stalingrad42",
        [unit("a", "0304")],
        [unit("x", "1212"), boxed("p", "pool"), boxed("q", "pool")],
        areas=ALL,
        phase="turn",
        turn=12,
        last=14,
        rules=FRONT,
        transcaucasus=["p", "q"],
        **{"front-row": 5},
    )
    until(played, "zb.move", "german")
    played.apply(move("a", "0304", "0305", "0306"))
    until(played, "s42.transcaucasus")
    ways = {(a["unit"], a["hex"]) for a in played.choices()}
    assert ways == {("p", "soviet-H"), ("q", "soviet-H")}
    assert "30.0" in forbidden(played, Action("arrive-front", unit="p", hex="soviet-A"))
    played.apply(Action("arrive-front", unit="q", hex="soviet-H"))
    until(played, "zb.move", "soviet")
    assert played.explain(Action("enter", unit="q", path=("1210",)))
    assert played.state.place("p") == "pool"
    until(played, "zb.move", "german")
    until(played, "zb.move", "soviet")
    assert played.state.place("p") == "soviet-H"


@rules("stalingrad42", "30.0")
def test_nobody_calls_the_front_while_germans_stay_north():
    played = field(
        "stalingrad42",
        [unit("a", "0304")],
        [unit("x", "1212"), boxed("p", "pool")],
        areas=ALL,
        phase="initial",
        side="soviet",
        rules=FRONT,
        transcaucasus=["p"],
    )
    assert played.state.place("p") == "pool"
    with pytest.raises(Problem):
        field("stalingrad42", [], [unit("x", "0101")], rules=FRONT, transcaucasus=["nobody"])


@rules("stalingrad42", "30.0", "31.0", "20.4", "20.6")
def test_a_staff_beside_a_fighter_hides_nobody():
    """A group with one combat unit in it wakes whom that unit wakes; staffs alone wake nobody."""
    staff = unit("m", "0504", "commander", full=[0, 0, 6], steps=1)
    foes = [unit("s", "0909"), boxed("t", "pool"), unit("w", "1010")]
    shape = {
        "rules": {**FRONT, "reserve-armies": True},
        "transcaucasus": ["t"],
        "front-row": 4,
        "asleep": ["s"],
        "tags": {"beyond-don": ["0505"], "saratov": ["1212"]},
        "reserve-armies": {"8": ["w"]},
        "areas": ALL,
    }
    both = field("stalingrad42", [staff, unit("a", "0504")], foes, **shape)
    both.apply(Action("move", units=("m", "a"), path=("0504", "0505")))
    assert both.state.records.transcaucasus
    assert both.state.records.asleep == ()
    alone = field("stalingrad42", [staff], foes, **shape)
    alone.apply(Action("move", units=("m",), path=("0504", "0505")))
    assert not alone.state.records.transcaucasus
    assert alone.state.records.asleep == ("s",)


@rules("stalingrad42", "30.0")
@pytest.mark.parametrize(("path", "called"), [(("0305",), False), (("0305", "0306"), True)])
@pytest.mark.parametrize("front", [("t",), ()])
def test_the_front_is_called_from_the_row_and_only_where_there_is_one(front, path, called):
    played = field(
        "stalingrad42",
        [unit("a", "0304")],
        [FAR, boxed("t", "pool")],
        rules=FRONT,
        transcaucasus=list(front),
        areas=ALL,
        **{"front-row": 5},
    )
    played.apply(move("a", "0304", *path))
    assert played.state.records.transcaucasus is (called and bool(front))
