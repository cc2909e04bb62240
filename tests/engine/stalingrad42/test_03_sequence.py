"""Chapter 3: the turn in its order, and the initial phase in the order its owner likes."""

from __future__ import annotations

from engine.values import Action
from tests.engine.stalingrad42.setting import (
    ALL,
    GERMAN_X,
    NORTH,
    WEST,
    boxed,
    german_initial,
    kinds,
)
from tests.engine.zocbond.field import field, forbidden, unit
from tests.marks import rules


@rules("stalingrad42", "3.0 initial phase", "22.1.2", "18.1")
def test_reinforcements_and_fortifications_come_in_any_order():
    rows = [unit("a", "0201"), boxed("b", "pool"), boxed("c", "pool"), unit("d", "0202")]
    played = german_initial(
        5, *rows, areas=[*ALL, GERMAN_X], resources=2, arrivals={"b": "5", "c": "5"}, lost={"d": 1}
    )
    assert played.decision.kind == "s42.initial"
    assert played.decision.rule == "3.0 initial phase"
    assert kinds(played) == {"arrive", "fortify", "end"}
    played.apply(Action("arrive", unit="b", hex="german-X"))
    played.apply(Action("fortify", hex="0201"))
    played.apply(Action("arrive", unit="c", hex="german-W"))
    assert kinds(played) == {"fortify", "clear-fort", "end"}
    assert "22.1.1" in forbidden(played, Action("arrive", unit="c", hex="german-X"))
    played.apply(Action("end"))
    assert played.decision.kind == "zb.move"


@rules("stalingrad42", "3.0 initial phase", "22.1.2")
def test_whoever_ends_early_still_places_what_is_due():
    rows = [unit("a", "0201"), boxed("b", "pool")]
    played = german_initial(5, *rows, areas=[*ALL, GERMAN_X], resources=1, arrivals={"b": "5"})
    played.apply(Action("end"))
    assert played.decision.kind == "s42.arrivals"
    assert kinds(played) == {"arrive"}
    played.apply(Action("arrive", unit="b", hex="german-W"))
    assert played.decision.kind == "zb.move"


@rules("stalingrad42", "3.0 movement phase", "3.0 soviet turn", "3.0 weather phase")
def test_the_turn_runs_in_its_order():
    played = field(
        "stalingrad42",
        [unit("g", "0105")],
        [unit("x", "1105")],
        phase="turn",
        turn=17,
        last=17,
        areas=[WEST, NORTH],
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
