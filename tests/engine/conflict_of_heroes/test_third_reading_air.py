"""Clauses found by a third reading: aircraft, chapter 20."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.conflict_of_heroes.field import do, fight, labels, of, plot, why
from tests.marks import rules

FAR = "soviet-rifles S P12 N"


@rules("conflict-of-heroes", "20.3", "6.0", "20.0 anti-aircraft")
def test_who_is_seen_from_a_plane_sees_the_plane() -> None:
    flak = "apc-251-17 A E6 S"
    start = {"active": {"soviet": ["P"]}, "ap": {"soviet": 3}}
    over = fight([flak], ["shturmovik P E10 N", FAR], start=start)  # E8 is woods
    blind = fight(["apc-251-17 A E7 S"], ["shturmovik P E10 N", FAR], start=start)
    assert why(over, "fire", unit="A", hex="E10", pay="cap") == set()
    assert why(blind, "fire", unit="A", hex="E10", pay="cap") == {("6.0", "coh.fire.blocked")}


@rules("conflict-of-heroes", "20.3", "13.0", "11.2")
def test_smoke_shields_a_plane_and_the_ground_below_does_not_matter() -> None:
    start = {"active": {"soviet": ["P"]}, "ap": {"soviet": 3}}
    planes = ["shturmovik P G8 N", FAR]
    game = fight(["apc-251-17 A G5 S"], planes, start=start, smoke={"G8": [2]})
    assert labels(game, "defence", target="P", unit="A")["13.0"] == 2
    hill = plot(tags={"level-1": ["A1"]})
    high = fight(["apc-251-17 A A1 S"], ["shturmovik P A3 N", "soviet-rifles S C3 N"], board=hill)
    assert "11.2" not in labels(high, "firepower", unit="A", hex="A3", colour="blue", target="P")


@rules("conflict-of-heroes", "20.0", "20.4")
def test_a_plane_comes_back_as_hurt_and_as_loaded_as_it_left() -> None:
    plane = "shturmovik P G1 N bombs=2"
    start = {"active": {"soviet": ["P"]}, "ap": {"soviet": 7}}
    game = fight(["apc-251-17 A G4 N"], [plane, FAR], [6, 5], start=start)
    do(game, "fire", unit="A", hex="G1", pay="cap")
    do(game, "roll", target="P", cap=0)
    assert of(game, "P")["damaged"]
    do(game, "fly", unit="P", steps=["go off"], pay="ap")
    assert of(game, "P")["hex"] == "away"
    assert (of(game, "P")["damaged"], of(game, "P")["bombs"]) == (True, 2)


@rules("conflict-of-heroes", "20.4", "18.0")
def test_two_cluster_bombs_leave_one_mine() -> None:
    game = fight(
        ["german-rifles G G8 N"],
        ["shturmovik P G12 N bombs=2"],
        turn="soviet",
        start={"active": {"soviet": ["P"]}, "ap": {"soviet": 7}},
        side=cluster(),
    )
    do(game, "fly", unit="P", steps=["go G11", "bomb G8 2"], pay="ap")
    assert game.query("works", hex="G8") == ["mine"]


def cluster() -> list[dict[str, object]]:
    """A plane with cluster bombs, and a man on the ground."""
    plane = {"type": "shturmovik", "id": "P", "hex": "G12", "bombs": 2, "traits": ["cluster"]}
    man = {"type": "german-rifles", "id": "G", "hex": "G8"}
    return [
        {"id": "german", "name": "German", "units": [man]},
        {"id": "soviet", "name": "Soviet", "units": [plane]},
    ]


@rules("conflict-of-heroes", "12.0 spotter", "20.3")
def test_a_plane_spots_over_what_hides_the_ground() -> None:
    rows = ["german-mortar M E4 S", "stuka P E6 S"]
    game = fight(rows, ["soviet-rifles S E11 N"])
    shot = {"unit": "M", "hex": "E11", "spotter": "P", "pay": "cap"}
    assert ("12.0 spotter", "coh.fire.spotter-blind") not in why(game, "fire", **shot)
    assert Action("fire", **shot) in game.choices()


@rules("conflict-of-heroes", "20.0", "18.5", "7.63 retreat", "20.1")
def test_a_plane_comes_in_over_mines_and_men_and_at_any_height() -> None:
    entry = [{"units": ["P"], "hexes": ["G1"], "round": 1}]
    mine = [{"kind": "mine", "hex": "G1", "colour": "black"}]
    rows = ["shturmovik P away S", FAR]
    game = fight(["german-rifles G G1 N"], rows, turn="soviet", entry=entry, work=mine)
    assert why(game, "enter", unit="P", hex="G1", altitude=-1, pay="cap") == {
        ("20.1", "coh.fly.ground-level")
    }
    do(game, "enter", unit="P", hex="G1", facing="S", altitude=6, pay="cap")
    assert of(game, "P")["altitude"] == 6
    assert game.decision is not None
    assert game.decision.side == "german", "no mine goes off"
    assert why(game, "move", unit="G", path=["G2"], pay="cap") == set()


@rules("conflict-of-heroes", "20.3", "10.0 shared hex")
@pytest.mark.parametrize(("plane", "found"), [("stuka", False), ("shturmovik", True)])
def test_only_an_enemy_plane_overhead_finds_who_hides_in_a_wood(plane: str, found: bool) -> None:
    side = "german" if plane == "stuka" else "soviet"
    rows = {"german": ["german-rifles G E8 S hidden"], "soviet": [FAR]}
    rows[side] = [*rows[side], f"{plane} P E10 N"]
    start = {"ap": {side: 7}, "active": {side: ["P"]}}
    game = fight(rows["german"], rows["soviet"], turn=side, start=start)
    do(game, "fly", unit="P", steps=["go E9", "go E8", "go E7"], pay="ap")
    assert of(game, "G")["hidden"] is not found
