"""Clauses found by reading the rulebook line by line: sections 2 to 7 and 9 to 13."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.game import Game
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"
OPEN_HEX = "E6"


def offered(game: Game, kind: str, **args: object) -> list[Action]:
    """The legal actions of a kind with some arguments."""
    return [
        a
        for a in game.choices()
        if a.kind == kind and all(a.get(key) == value for key, value in args.items())
    ]


@rules("conflict-of-heroes", "2.4")
def test_the_last_unit_in_a_hex_holds_it_when_the_other_is_destroyed() -> None:
    game = fight(
        ["german-rifles G G4 S", "german-rifles H A1 S"],
        ["soviet-rifles S G4 N hit=pinned", "soviet-rifles T P12 N"],
        [6, 5],
        points={"G4": 1},
        control={"soviet": ["G4"]},
    )
    do(game, "fire", unit="G", hex="G4", pay="cap")
    do(game, "roll", target="S", cap=0)
    do(game, "pass")
    do(game, "move", unit="G", path=["G5"], pay="cap")
    assert game.query("control")["G4"] == "german"


@rules("conflict-of-heroes", "3.23", "18.4")
def test_cap_change_the_die_of_the_wire() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    game = fight([G], [S], [4], work=wire)
    assert {a.get("cap", 0) for a in offered(game, "move", unit="G", path=("G5",))} >= {0, -1, -2}
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap", cap=-2)
    assert game.query("side", side="german")["cap"] == 7
    assert cost(game, "cross") == 3
    do(game, "cross")
    assert game.query("side", side="german")["cap"] == 4


@rules("conflict-of-heroes", "14.1", "3.23")
def test_cap_for_the_dice_in_a_swamp_are_on_offer() -> None:
    game = fight(["pz3h T C9 S"], [S])
    caps = {a.get("cap", 0) for a in offered(game, "move", unit="T", path=("C10",))}
    assert caps == {0, 1, 2}
    assert {a.get("cap", 0) for a in offered(game, "move", unit="T", path=("D9",))} == {0}


@rules("conflict-of-heroes", "9.13", "3.23")
def test_a_group_rallies_one_by_one_with_cap_for_each_roll() -> None:
    hurt = ["german-rifles G G4 S hit=unnerved", "german-rifles H G3 S hit=unnerved"]
    game = fight(hurt, [S], [3, 3, 2, 3], cap=(9, 9))
    do(game, "rally", units=["G", "H"], pay="cap")
    assert game.query("side", side="german")["cap"] == 4
    assert game.decision
    assert game.decision.kind == "coh.rallying"
    do(game, "roll", target="H", cap=1)
    assert of(game, "H")["hit"] == ""
    assert why(game, "roll", target="H", cap=0) == {("9.13", "coh.aim.target")}
    do(game, "roll", target="G", cap=2)
    assert (of(game, "G")["hit"], game.query("side", side="german")["cap"]) == ("", 1)
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "5.1", "4.0")
def test_reinforcements_come_in_over_ground_that_is_open_to_them() -> None:
    entry = [{"units": ["O", "T"], "hexes": ["D4"], "round": 1}]
    game = fight([G, "opel O away S", "pz3h T away S"], [S], entry=entry)
    assert why(game, "enter", unit="O", hex="D4", pay="opportunity") == {
        ("14.0", "coh.move.terrain")
    }
    assert not why(game, "enter", unit="T", hex="D4", pay="opportunity")


@rules("conflict-of-heroes", "5.1", "17.0 passenger")
def test_a_passenger_comes_in_with_its_truck_only() -> None:
    entry = [{"units": ["O", "R"], "hexes": ["A1"], "round": 1}]
    game = fight([G, "opel O away S", "german-rifles R away S carried=O"], [S], entry=entry)
    assert ("17.0 passenger", "coh.move.carried") in why(
        game, "enter", unit="R", hex="A1", pay="opportunity"
    )
    do(game, "enter", unit="O", hex="A1", facing="S", pay="opportunity")
    assert of(game, "R")["hex"] == "A1"


@rules("conflict-of-heroes", "7.63 limits", "10.0 detection")
def test_close_combat_finds_nobody_in_other_hexes() -> None:
    game = fight(
        ["german-rifles G G5 S", "german-rifles H A1 S"],
        ["soviet-rifles S G5 N", "soviet-rifles T G6 N hidden"],
    )
    do(game, "move", unit="H", path=["A2"], facing="S", pay="cap")
    assert of(game, "T")["hidden"]


@rules("conflict-of-heroes", "20.3", "10.0 detection")
def test_a_plane_finds_hidden_units_over_smoke() -> None:
    game = fight(
        ["german-rifles G G4 N hidden"],
        ["shturmovik P G8 N", "soviet-rifles S P12 N"],
        turn="soviet",
        smoke={"G5": [2]},
        start={"ap": {"soviet": 7}, "active": {"soviet": ["P"]}},
    )
    do(game, "fly", unit="P", steps=["go G7", "go G6"], pay="ap")
    assert not of(game, "G")["hidden"]


@rules("conflict-of-heroes", "7.63 retreat", "9.11")
def test_nobody_backs_out_to_where_any_of_a_group_came_from() -> None:
    game = fight(["german-rifles G G5 S", "german-rifles H F6 SE"], ["soviet-rifles S G6 N"])
    do(game, "move", units=["H", "G"], to=["G6", "G6"], facings=["S", "S"], pay="cap")
    for hex in ("F7", "H6"):  # the one touches F6, the other G5
        assert why(game, "move", unit="S", path=[hex], pay="cap") == {
            ("7.63 retreat", "coh.move.retreat")
        }
    assert not why(game, "move", unit="S", path=["G7"], pay="cap")


@rules("conflict-of-heroes", "9.12", "7.1")
def test_support_adds_only_in_a_colour_in_which_it_has_firepower() -> None:
    game = fight(
        ["german-hmg-42 G G4 S", "german-rifles H F4 S"],
        ["soviet-rifles S G7 N", "t34 T G7 N"],
    )
    do(game, "fire", unit="G", hex="G7", support=["H"], pay="cap")
    red = game.tally(Action("roll", target="S", cap=0))
    blue = game.tally(Action("roll", target="T", cap=0))
    assert red
    assert blue
    assert "9.12" in {line.rule for line in red.parts[0].lines}
    assert "9.12" not in {line.rule for line in blue.parts[0].lines}


@rules("conflict-of-heroes", "10.0 acting", "9.12")
def test_hidden_support_shows_itself_as_well() -> None:
    game = fight(["german-rifles G G4 S", "german-rifles H G3 S hidden"], [S])
    do(game, "fire", unit="G", hex="G7", support=["H"], pay="cap")
    assert not of(game, "H")["hidden"]


@rules("conflict-of-heroes", "10.0", "10.0 fire")
def test_the_facing_of_a_hidden_unit_is_chosen_when_it_is_found() -> None:
    game = fight([G], ["soviet-rifles S H6 N hidden", "soviet-rifles T A12 N"], board="practice")
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    assert not of(game, "S")["hidden"]
    assert game.decision
    assert (game.decision.side, game.decision.kind) == ("soviet", "coh.face")
    assert {a["facing"] for a in offered(game, "face", unit="S")} == {
        "N",
        "NE",
        "SE",
        "S",
        "SW",
        "NW",
    }
    assert why(game, "face", unit="S", facing="up") == {("5.2", "coh.move.facing")}
    do(game, "face", unit="S", facing="NW")
    assert of(game, "S")["facing"] == "NW"


@rules("conflict-of-heroes", "10.0 acting", "6.1")
def test_a_hidden_unit_fires_any_way_and_faces_what_it_fired_at() -> None:
    game = fight([G, "german-rifles H A1 S"], ["soviet-rifles S G7 S hidden"], turn="soviet")
    do(game, "fire", unit="S", hex="G4", pay="cap")
    assert game.decision
    assert game.decision.kind == "coh.face"
    assert {a["facing"] for a in offered(game, "face", unit="S")} == {"N", "NE", "NW"}
    assert why(game, "face", unit="S", facing="S") == {("6.1", "coh.face.away")}
    do(game, "face", unit="S", facing="N")
    assert game.decision.kind == "coh.aim"


@rules("conflict-of-heroes", "10.0 acting", "10.1")
def test_a_hidden_unit_sneaks_or_moves_in_the_open() -> None:
    pair = ["soviet-rifles S D4 S hidden", "soviet-rifles T D4 S hidden"]
    game = fight([G], pair, turn="soviet")
    sneak = {"unit": "S", "path": ["D5"], "pay": "cap"}
    assert cost(game, "move", **sneak) == 4
    assert cost(game, "move", **sneak, openly=True) == 2
    do(game, "move", **sneak, openly=True, facing="S")
    assert not of(game, "S")["hidden"]
    assert of(game, "S")["hex"] == "D5"
    assert not of(game, "T")["hidden"], "who is in the hex of a unit that acts is found with it"


@rules("conflict-of-heroes", "10.1")
def test_a_hidden_vehicle_sneaks_too() -> None:
    game = fight([G], ["t34 T P12 N hidden"], turn="soviet")
    assert not why(game, "move", unit="T", path=["P11"], pay="opportunity")
    assert cost(game, "move", unit="T", path=["P11"], pay="opportunity") == 7
    far = why(game, "move", unit="T", path=["P11", "P10"], pay="opportunity")
    assert far == {("10.1", "coh.move.sneak-far")}


@rules("conflict-of-heroes", "10.2", "9.1")
def test_a_group_hides_together() -> None:
    pair = ["german-rifles G A1 S", "german-rifles H A2 S"]
    game = fight(pair, ["soviet-rifles S D5 N"], board="practice", work=[])
    assert ("10.2", "coh.hide.seen") in why(game, "hide", units=["G", "H"], pay="opportunity")
    game = fight(pair, ["soviet-rifles S D5 N hidden"])
    do(game, "hide", units=["G", "H"], to=["B1", "A2"], pay="opportunity")
    assert (of(game, "G")["hex"], of(game, "H")["hex"]) == ("B1", "A2")
    assert of(game, "G")["hidden"]
    assert of(game, "H")["hidden"]


@rules("conflict-of-heroes", "10.2", "18.2")
def test_who_hides_next_door_is_out_of_its_trench() -> None:
    trench = [{"kind": "trench", "hex": "G4"}]
    game = fight([G + " inside"], ["soviet-rifles S P12 N hidden"], work=trench)
    do(game, "hide", unit="G", hex="G5", pay="opportunity")
    assert not of(game, "G")["inside"]


@rules("conflict-of-heroes", "9.1", "9.12", "20.0")
@pytest.mark.parametrize("kind", ["fly", "fire"])
def test_planes_fly_alone_and_fire_has_a_leader(kind: str) -> None:
    pair = ["german-mortar G G4 S", "german-mortar H G4 S"]
    game = fight(pair, [S])
    assert why(game, kind, units=["G", "H"], hex="G7", pay="cap")


@rules("conflict-of-heroes", "11.5 small", "20.0")
def test_a_small_gully_covers_against_planes_as_well() -> None:
    game = fight(["german-rifles G A1 S"], ["shturmovik P A6 N"], turn="soviet", board="ridge")
    edges = [
        (a, b)
        for a in game.scenario.board.hexes
        for b in game.scenario.board.neighbours(a)
        if "small-gully" in game.scenario.board.side(a, b)
    ]
    near, seat = edges[0]
    game = fight(
        [f"german-rifles G {seat} S"], [f"shturmovik P {near} N"], turn="soviet", board="ridge"
    )
    assert "11.5 small" in {line.rule for line in game.query("defence", target="G", unit="P").lines}


@rules("conflict-of-heroes", "13.1", "12.0 spotter")
def test_smoke_shells_over_a_spotters_eyes() -> None:
    game = fight(["german-mortar M D3 S", "german-rifles G E4 S"], [S])
    blind = {"unit": "M", "hex": "D9", "pay": "opportunity"}
    assert ("6.0", "coh.fire.blocked") in why(game, "smoke", **blind)
    assert not why(game, "smoke", **blind, spotter="G")
    assert cost(game, "smoke", **blind, spotter="G") == 4
    assert offered(game, "smoke", unit="M", hex="D9", spotter="G")


@rules("conflict-of-heroes", "13.1", "7.4 panicked", "7.63 limits", "17.0 passenger")
def test_who_cannot_fire_makes_no_smoke() -> None:
    game = fight(["german-mortar M D3 S hit=panicked"], [S])
    assert ("7.4 panicked", "coh.fire.lost") in why(game, "smoke", unit="M", hex="E8", pay="cap")
    game = fight(["german-mortar M E4 S"], [S, "soviet-rifles T E4 N"])
    assert ("7.63 limits", "coh.fire.close-only") in why(
        game, "smoke", unit="M", hex="E8", pay="cap"
    )
    game = fight(["opel O E4 S", "german-mortar M E4 S carried=O"], [S])
    assert ("17.0 passenger", "coh.fire.carried") in why(
        game, "smoke", unit="M", hex="E8", pay="cap"
    )


@rules("conflict-of-heroes", "7.51", "15.6", "21.0")
def test_an_ally_helps_as_a_friend_does() -> None:
    game = fight([G + " hit=pinned"], [S])
    assert game.query("rally", unit="G").total == 7
    from engine.catalogue import load
    from engine.chance import Seeded

    four = load("conflict-of-heroes/four-armies", Seeded(1))
    pieces = four.scenario.pieces
    one = next(u for u, p in pieces.items() if p.side == "german" and p.foot)
    other = next(u for u, p in pieces.items() if p.side == "german-2" and p.foot)
    state = four.state.at(one, "E5").at(other, "E5").changed(one, hit="pinned")
    need = four.rules.query(state, "rally", unit=one)
    assert "coh.line.rally-friends" in {line.key for line in need.lines}
