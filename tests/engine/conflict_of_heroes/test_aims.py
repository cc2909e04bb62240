"""Section 20.0: what an attack is aimed at; 18.2: what is seen out of a bunker."""

from __future__ import annotations

import pytest

from engine.game import Game
from tests.engine.conflict_of_heroes.field import do, fight, of, why
from tests.marks import rules

FLAK = "apc-251-17 F G4 S"
OVERHEAD = ["shturmovik P G7 N altitude=1", "soviet-rifles S G7 N"]
BUNKER = [{"kind": "bunker", "hex": "G4", "facing": "N"}]


def rolled_for(game: Game) -> set[str]:
    """What the attack under way rolls for."""
    return {a["target"] for a in game.choices() if a.kind == "roll"}


@rules("conflict-of-heroes", "20.0", "20.0 anti-aircraft", "7.7")
def test_the_owner_of_an_anti_aircraft_gun_says_what_it_fires_at() -> None:
    for aim, target in (("planes", {"P"}), ("ground", {"S"})):
        game = fight([FLAK], OVERHEAD)
        shot = {"unit": "F", "hex": "G7", "pay": "cap"}
        assert why(game, "fire", **shot) == {("20.0", "coh.fire.aim")}
        assert why(game, "fire", **shot, aim="both") == {("20.0", "coh.fire.aim-what")}
        offered = {a.get("aim") for a in game.choices(unit="F") if a.kind == "fire"}
        assert offered == {"planes", "ground"}
        do(game, "fire", **shot, aim=aim)
        assert rolled_for(game) == target


@rules("conflict-of-heroes", "20.0", "20.0 anti-aircraft")
def test_where_there_is_one_kind_of_target_nothing_need_be_said() -> None:
    game = fight([FLAK], OVERHEAD[:1])
    nobody = {("20.0", "coh.fire.nobody")}
    do(game, "fire", unit="F", hex="G7", pay="cap")
    assert rolled_for(game) == {"P"}
    game = fight([FLAK], OVERHEAD[1:])
    assert why(game, "fire", unit="F", hex="G7", pay="cap", aim="planes") == nobody
    do(game, "fire", unit="F", hex="G7", pay="cap")
    assert rolled_for(game) == {"S"}
    # rifles cannot fire at planes, so they are not asked
    game = fight(["german-rifles F G4 S"], OVERHEAD)
    assert why(game, "fire", unit="F", hex="G7", pay="cap", aim="planes") == {
        ("20.0 anti-aircraft", "coh.fire.too-high")
    }
    do(game, "fire", unit="F", hex="G7", pay="cap")
    assert rolled_for(game) == {"S"}


@rules("conflict-of-heroes", "10.0 fire", "20.0")
@pytest.mark.parametrize("shooter", [FLAK, "german-rifles F G4 S"])
def test_below_a_plane_somebody_may_hide(shooter: str) -> None:
    rows = [OVERHEAD[0], "soviet-rifles H G7 N hidden"]
    game = fight([shooter], rows, [6, 6])
    do(game, "fire", unit="F", hex="G7", pay="cap", aim="ground")
    assert rolled_for(game) == {"suspected"}
    do(game, "roll", target="suspected", cap=0)
    assert not game.state.of("H").hidden
    early = fight([shooter], OVERHEAD[:1], section=1)
    found = why(early, "fire", unit="F", hex="G7", pay="cap", aim="ground")
    assert found == {("20.0", "coh.fire.nobody")}


@rules("conflict-of-heroes", "20.0", "18.6")
def test_a_bunker_below_a_plane_is_a_target_on_the_ground() -> None:
    work = [{"kind": "bunker", "hex": "G7"}]
    game = fight([FLAK], OVERHEAD[:1], work=work)
    assert why(game, "fire", unit="F", hex="G7", pay="cap") == {("20.0", "coh.fire.aim")}
    do(game, "fire", unit="F", hex="G7", pay="cap", aim="planes")
    assert rolled_for(game) == {"P"}


@rules("conflict-of-heroes", "20.0", "9.12")
def test_only_anti_aircraft_units_support_fire_at_planes() -> None:
    rows = [FLAK, "apc-251-17 G G4 S", "german-rifles R G4 S"]
    game = fight(rows, OVERHEAD)
    shot = {"unit": "F", "hex": "G7", "pay": "cap", "aim": "planes"}
    assert why(game, "fire", **shot, support=["G"]) == set()
    assert ("20.0 anti-aircraft", "coh.fire.too-high") in why(game, "fire", **shot, support=["R"])


@rules("conflict-of-heroes", "20.0", "20.2", "20.4")
def test_a_plane_says_what_it_attacks_and_bombs_fall_on_the_ground() -> None:
    for step, target in (
        ("attack G7 planes", {"P"}),
        ("attack G7 ground", {"S"}),
        ("bomb G7 1", {"S"}),
    ):
        game = fight(["stuka F G3 S altitude=1 bombs=1"], OVERHEAD)
        fly = {"unit": "F", "pay": "cap"}
        assert why(game, "fly", **fly, steps=["go G4", "attack G7"]) == {("20.0", "coh.fire.aim")}
        offered = {s for a in game.choices() if a.kind == "fly" for s in a["steps"]}
        assert {"attack G7 planes", "attack G7 ground", "bomb G7 1"} <= offered
        assert "attack G7" not in offered
        do(game, "fly", **fly, steps=["go G4", step])
        assert rolled_for(game) == target


@rules("conflict-of-heroes", "18.2 bunker", "10.0 detection", "8.1 reveal hidden")
def test_out_of_a_bunker_nobody_behind_it_is_found() -> None:
    # G6 is two hexes behind a bunker that looks north, G2 two before it
    for place, found in (("G6", False), ("G2", True)):
        game = fight(
            ["german-rifles G G4 S inside", "german-rifles Z P1 S"],
            [f"soviet-rifles S {place} N hidden"],
            work=BUNKER,
            cards={"german": ["reveal-hidden"]},
        )
        do(game, "play", card="reveal-hidden", unit="G")
        assert of(game, "S")["hidden"] != found


@rules("conflict-of-heroes", "18.2 bunker", "10.2")
def test_behind_a_bunker_one_may_hide() -> None:
    for inside, seen in (("", True), (" inside", False)):
        game = fight(
            ["german-rifles G G4 N" + inside],
            ["soviet-rifles S G8 N"],
            turn="soviet",
            work=BUNKER,
        )
        barred = ("10.2", "coh.hide.seen") in why(game, "hide", unit="S", hex="G8", pay="cap")
        assert barred == seen


@rules("conflict-of-heroes", "18.2 bunker", "12.0 spotter", "13.1")
def test_who_is_in_a_bunker_spots_ahead_only() -> None:
    rows = ["german-mortar M G5 S", "german-rifles G G4 N inside"]
    game = fight(rows, ["soviet-rifles S G9 N"], work=BUNKER)
    shell = {"unit": "M", "hex": "G9", "spotter": "G", "pay": "cap"}
    assert why(game, "fire", **shell) == {("18.2 bunker", "coh.fire.bunker")}
    assert why(game, "smoke", **shell) == {("18.2 bunker", "coh.fire.bunker")}
    assert game.query("spotters", unit="M", hex="G9") == []


@rules("conflict-of-heroes", "18.2 bunker", "8.2 extra grenades")
def test_nothing_is_thrown_out_of_the_back_of_a_bunker() -> None:
    cards = {"german": ["extra-grenades"]}
    rows = ["german-rifles G G4 S inside"]
    game = fight(rows, ["soviet-rifles S G5 N"], work=BUNKER, cards=cards)
    assert why(game, "play", card="extra-grenades", unit="G", hex="G5") == {
        ("18.2 bunker", "coh.fire.bunker")
    }


@rules("conflict-of-heroes", "18.2 bunker", "6.0")
def test_a_bunker_is_fired_at_from_behind_all_the_same() -> None:
    game = fight(
        ["german-rifles G G7 N"],
        ["soviet-rifles S G4 N inside"],
        work=BUNKER,
    )
    assert why(game, "fire", unit="G", hex="G4", pay="cap") == set()
