"""Clauses found by a fourth reading: vehicles, their guns, cargoes and slopes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.action import Action
from engine.game import Game
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, plot, why
from tests.marks import rules

FAR = "soviet-rifles S P12 N"
WIRE = [{"kind": "wire", "hex": "G7"}]
SHOT = {"unit": "P", "hex": "G7", "pay": "cap"}


def shooter(hit: str, *foes: str, **keys: Any) -> Game:
    """A tank whose gun is damaged, and what is before it in G7."""
    return fight([f"pz3h P G4 S hit=gun-damaged-{hit}"], foes, **keys)


@rules("conflict-of-heroes", "15.2 gun damaged", "18.6")
@pytest.mark.parametrize(("hit", "struck"), [("red", {"S"}), ("blue", {"work:bunker"})])
def test_a_gun_that_is_damaged_breaks_no_work_of_its_colour(hit: str, struck: set[str]) -> None:
    bunker = [{"kind": "bunker", "hex": "G7"}]
    game = shooter(hit, "t34 S G7 N", work=bunker)
    do(game, "fire", **SHOT)
    assert {action["target"] for action in game.choices()} == struck


@rules("conflict-of-heroes", "15.2 gun damaged", "18.4 cutting")
def test_who_has_lost_red_is_offered_no_wire_to_break() -> None:
    for hit, offered in (("red", False), ("blue", True)):
        game = shooter(hit, FAR, work=WIRE)
        shots = {a["hex"] for a in game.choices() if a.kind == "fire"}
        assert ("G7" in shots) is offered


@rules("conflict-of-heroes", "15.2 gun damaged", "10.0 fire")
@pytest.mark.parametrize(
    ("hit", "foe", "found"),
    [
        ("red", "soviet-rifles", False),
        ("blue", "soviet-rifles", True),
        ("red", "at57", True),
        ("blue", "at57", False),
    ],
)
def test_a_blind_shot_finds_nobody_in_the_colour_of_a_damaged_gun(
    hit: str, foe: str, found: bool
) -> None:
    game = shooter(hit, f"{foe} S G7 N hidden", dice=[6, 6])
    do(game, "fire", **SHOT)
    assert [action["target"] for action in game.choices()][:1] == ["suspected"]
    keys = do(game, "roll", target="suspected", cap=0)
    assert ("coh.shot.nothing" in keys) is not found
    assert of(game, "S")["hidden"] is not found


@rules("conflict-of-heroes", "14.1 towing", "17.0")
def test_two_stuck_trucks_do_not_tow_each_other() -> None:
    game = fight(["opel A G5 N bogged", "opel B G5 N bogged", "german-rifles R G5 N"], [FAR])
    do(game, "load", unit="A", cargo="B", pay="cap")
    do(game, "pass")
    for cargo in "AR":
        assert why(game, "load", unit="B", cargo=cargo, pay="cap") >= {
            ("14.1 towing", "coh.load.towed")
        }
    assert not [a for a in game.choices() if a.kind == "load"]


@rules("conflict-of-heroes", "17.0", "9.11")
def test_nobody_is_taken_aboard_without_acting() -> None:
    game = fight(["opel O G8 N", "german-rifles R G8 N spent"], [FAR])
    up = {"unit": "O", "cargo": "R"}
    assert why(game, "load", **up, pay="opportunity") == {("3.1", "coh.pay.spent")}
    assert why(game, "load", **up, joined=False, pay="opportunity") == {("17.0", "coh.load.joined")}
    do(game, "load", **up, pay="cap")
    do(game, "pass")
    assert why(game, "unload", **up, joined=False, pay="opportunity") == set()


@rules("conflict-of-heroes", "17.0", "18.2")
def test_a_squad_comes_out_of_its_trench_before_it_mounts() -> None:
    trench = [{"kind": "trench", "hex": "G8"}]
    game = fight(["pz3h P G8 N", "german-rifles R G8 N inside"], [FAR], work=trench)
    assert why(game, "load", unit="P", cargo="R", pay="cap") == {("18.2", "coh.load.inside")}
    do(game, "leave", unit="R", pay="cap")
    do(game, "pass")
    assert why(game, "load", unit="P", cargo="R", pay="cap") == set()


@rules("conflict-of-heroes", "14.1 towing", "17.1")
@pytest.mark.parametrize(("ground", "free"), [("open", True), ("swamp", False)])
def test_who_was_towed_out_of_the_swamp_is_free_when_its_tow_is_lost(
    ground: str, free: bool
) -> None:
    board = plot(terrain={".": ground})
    rows = ["pz2f P B2 N", "opel O B2 N bogged carried=P"]
    game = fight(rows, ["t34 S B1 S"], [6, 6, 1, 1], board=board, turn="soviet")
    do(game, "fire", unit="S", hex="B2", pay="cap")
    do(game, "roll", target="P", cap=0)
    assert of(game, "P")["hex"] == "lost"
    assert of(game, "O")["bogged"] is not free


@rules("conflict-of-heroes", "15.5", "13.1")
def test_a_turret_pays_to_lay_smoke_out_of_its_arc() -> None:
    tank = {"type": "pz3h", "id": "P", "hex": "G5", "facing": "N", "traits": ["turret", "smoke"]}
    foe = {"type": "soviet-rifles", "id": "S", "hex": "P12"}
    side = [
        {"id": "german", "name": "German", "units": [tank]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    game = fight([], [], side=side)
    for hex, pay, more in (("G9", "cap", 1), ("G9", "opportunity", 0), ("G2", "cap", 0)):
        usual = cost(game, "smoke", unit="P", hex="G2", pay="opportunity")
        assert cost(game, "smoke", unit="P", hex=hex, pay=pay) == usual + more
    assert Action("smoke", unit="P", hex="G9", pay="opportunity") in game.choices()


@rules("conflict-of-heroes", "11.1", "11.5", "11.5 entry")
def test_from_a_gully_to_a_hill_is_a_steep_slope() -> None:
    board = plot(tags={"gully-end": ["B2"], "level-1": ["B1"]})
    game = fight(["pz3h P B2 N", "german-rifles R B2 N"], ["soviet-rifles S C3 N"], board=board)
    assert why(game, "move", unit="P", path=["B1"], pay="cap") == {("11.1", "coh.move.steep")}
    assert why(game, "move", unit="P", path=["B3"], pay="cap") == set()
    assert cost(game, "move", unit="R", path=["B1"]) == 1 + 2
    assert cost(game, "move", unit="R", path=["B3"]) == 1 + 1, "a step back, and no slope"
