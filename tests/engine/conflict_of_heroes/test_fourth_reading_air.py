"""Clauses found by a fourth reading: aircraft, chapter 20."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.game import Game
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

FAR = "soviet-rifles S P12 N"
FLYING = {"ap": {"german": 7}, "active": {"german": ["P"]}}


@rules("conflict-of-heroes", "20.0 impulses", "20.0 spent")
@pytest.mark.parametrize(
    ("seat", "leaves"), [("G6 N", False), ("G1 N", True), ("G1 S", False), ("A6 N", True)]
)
def test_a_plane_leaves_over_an_edge_in_front_of_it_only(seat: str, leaves: bool) -> None:
    game = fight([f"stuka P {seat}"], [FAR], start=FLYING)
    off = {"unit": "P", "steps": ["go off"], "pay": "ap"}
    assert why(game, "fly", **off) == (set() if leaves else {("20.0 impulses", "coh.fly.edge")})
    offered = {a["steps"][0] for a in game.choices() if a.kind == "fly"}
    assert ("go off" in offered) is (seat == "G1 N"), "straight on it is offered"


@rules("conflict-of-heroes", "20.0 spent")
def test_a_spent_plane_vanishes_nowhere_and_flies_home_with_every_impulse() -> None:
    game = fight(["stuka P G6 N spent", "german-rifles R A1 N"], [FAR], cap=(0, 9))
    assert ("20.0 impulses", "coh.fly.edge") in why(
        game, "fly", unit="P", steps=["go off"], pay="cap"
    )
    # too short for the free flight, it is an action that nobody can pay for
    assert why(game, "fly", unit="P", steps=["go G5"], pay="cap") == {("3.22", "coh.pay.cap")}
    assert why(game, "fly", unit="P", steps=["go G5"], pay="ap") >= {
        ("20.0 spent", "coh.fly.straight")
    }
    do(game, "fly", unit="P", steps=["go G5", "go G4", "go G3", "go G2"], pay="cap")
    do(game, "pass")
    assert ("20.0 spent", "coh.fly.homing") in why(
        game, "fly", unit="P", steps=["go G1"], pay="cap"
    )
    do(game, "fly", unit="P", steps=["go G1", "go off"], pay="cap")
    assert of(game, "P")["hex"] == "away"


@rules("conflict-of-heroes", "20.0 spent")
def test_beside_an_edge_the_way_home_is_still_straight() -> None:
    # the edge lies ahead to the left of A6, but the way home goes north
    game = fight(["stuka P A6 N spent"], [FAR], cap=(0, 9))
    assert ("3.22", "coh.pay.cap") in why(game, "fly", unit="P", steps=["go off"], pay="cap")


def coming(pay: str, *foes: str) -> tuple[Game, dict[str, str]]:
    """A plane that waits over the northern edge, and what is the same of all its entries."""
    entry = [{"units": ["P"], "hexes": ["G1"], "round": 1}]
    start = FLYING if pay == "ap" else None
    game = fight(["stuka P away S", "german-rifles R A1 N"], [*foes, FAR], entry=entry, start=start)
    return game, {"unit": "P", "hex": "G1", "pay": pay}


@rules("conflict-of-heroes", "20.0", "20.0 impulses", "20.1")
def test_the_hex_a_plane_comes_in_by_is_the_first_impulse_of_a_set() -> None:
    game, by = coming("ap", "soviet-rifles T G4 N")
    assert cost(game, "enter", **by) == 1
    assert cost(game, "enter", **by, steps=["attack G4", "go G2", "up"]) == 3
    for steps, key in (
        (["go G2", "go G3", "go G4", "go G5"], "coh.fly.count"),
        (["attack G4", "turn SE"], "coh.fly.one-after-go"),
        (["go G3"], "coh.fly.ahead"),
        (["climb"], "coh.fly.words"),
    ):
        assert ("20.0 impulses", key) in why(game, "enter", **by, steps=steps)
    do(game, "enter", **by, altitude=1, steps=["attack G4", "go G2", "down"])
    while game.decision and game.decision.kind == "coh.aim":
        do(game, "roll", target="T", cap=0)
    plane = of(game, "P")
    assert (plane["hex"], plane["facing"], plane["altitude"]) == ("G2", "S", 0)
    assert game.query("side", side="german")["ap"] == 5


@rules("conflict-of-heroes", "20.0", "20.0 impulses")
def test_a_plane_may_face_aside_as_it_comes_in_and_flies_on_that_way() -> None:
    game, by = coming("cap")
    assert ("20.0 impulses", "coh.fly.ahead") in why(
        game, "enter", **by, facing="SW", steps=["go H2"]
    )
    do(game, "enter", **by, facing="SE", steps=["go H2", "go I2", "go J3"])
    assert of(game, "P")["hex"] == "J3"


@rules("conflict-of-heroes", "20.0")
def test_a_bot_is_offered_a_whole_set_of_impulses_to_come_in_with() -> None:
    game, _ = coming("ap", "soviet-rifles T G4 N")
    offered = {a.get("steps") for a in game.choices() if a.kind == "enter"}
    assert {None, ("go G2", "go G3", "go G4"), ("attack G4", "go G2", "go G3")} <= offered
    best = max(game.choices(), key=lambda a: game.rules.appeal(game.state, a, "german"))
    assert best.get("steps", ()) == ("attack G4", "go G2", "go G3")


@rules("conflict-of-heroes", "5.1", "20.0")
def test_nobody_else_comes_in_by_impulses_nor_a_plane_twice_in_a_round() -> None:
    entry = [{"units": ["P", "R"], "hexes": ["G1"], "round": 1}]
    game = fight(["stuka P G1 N spent", "german-rifles R away N"], [FAR], entry=entry)
    do(game, "fly", unit="P", steps=["go off"], pay="cap")
    do(game, "pass")
    assert why(game, "enter", unit="R", hex="G1", steps=["go G2"], pay="cap") == {
        ("20.0", "coh.fly.ground")
    }
    assert ("5.1", "coh.enter.not-waiting") in why(game, "enter", unit="P", hex="G1", pay="cap")
    assert Action("enter", unit="R", hex="G1", pay="cap") in game.choices()
