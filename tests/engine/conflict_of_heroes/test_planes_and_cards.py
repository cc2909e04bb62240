"""Chapters 8, 10 and 20: what no card does to a plane, spent planes, hidden units that act."""

from __future__ import annotations

import pytest

from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

FOE = "soviet-rifles S P12 N"
NO = ("20.0", "coh.card.plane")


@rules(
    "conflict-of-heroes", "20.0", "8.1 command action", "8.1 mark as spent", "8.2 molotov cocktail"
)
def test_no_card_is_played_on_a_plane_or_thrown_at_one() -> None:
    held = ["command-action", "mark-as-spent", "molotov-cocktail", "bonus-ap", "bonus-cap"]
    game = fight(
        ["stuka P G4 S", "german-rifles R G8 S"],
        ["shturmovik Q G9 N", FOE],
        cards={"german": held},
        start={"ap": {"german": 7}, "active": {"german": ["P"]}},
    )
    flight = {"order": "fly", "unit": "P", "steps": ["go G5"]}
    assert NO in why(game, "play", card="command-action", **flight)
    assert why(game, "play", card="mark-as-spent", unit="Q") == {NO}
    assert NO in why(game, "play", card="molotov-cocktail", unit="P", hex="G4")
    assert why(game, "play", card="bonus-ap") == {NO}
    assert why(game, "play", card="bonus-cap") == {NO}
    # what is thrown below a plane is meant for whoever may hide there (10.0 fire)
    do(game, "play", card="molotov-cocktail", unit="R", hex="G9")
    assert {a["target"] for a in game.choices()} == {"suspected"}


@rules("conflict-of-heroes", "8.1 command action", "3.0", "2.2 action card")
def test_an_activated_unit_acts_by_card_and_keeps_its_ap() -> None:
    cards = {"german": ["command-action"]}
    game = fight(["german-rifles G G4 S"], [FOE], cards=cards)
    do(game, "activate", unit="G")
    do(game, "play", card="command-action", order="move", unit="G", path=["G5"], facing="S")
    assert of(game, "G")["hex"] == "G5"
    assert not of(game, "G")["spent"]
    assert game.query("side", side="german")["ap"] == 7


@rules("conflict-of-heroes", "20.0 spent", "3.22")
def test_cap_pay_for_a_spent_plane_until_its_free_flight_begins() -> None:
    rows = ["stuka P D3 S spent", "german-rifles G F3 S"]
    game = fight(rows, [FOE], cap=(3, 2))
    turn = {"unit": "P", "steps": ["go D4", "turn SE"]}
    assert why(game, "fly", **turn, pay="opportunity") >= {("20.0 spent", "coh.fly.straight")}
    assert cost(game, "fly", **turn) == 1
    assert turn["steps"][1] in {s for a in game.choices() for s in a["steps"]}
    do(game, "fly", **turn, pay="cap")
    assert (of(game, "P")["facing"], game.query("side", side="german")["cap"]) == ("SE", 2)
    do(game, "pass")
    do(game, "fly", unit="P", steps=["go E4", "go F5", "go G5", "go H6"], pay="cap")
    assert game.query("side", side="german")["cap"] == 2
    do(game, "pass")
    assert why(game, "fly", unit="P", steps=["go I6", "turn S"], pay="cap") == {
        ("20.0 spent", "coh.fly.homing")
    }
    assert {a["steps"] for a in game.choices()} == {("go I6", "go J7", "go K7", "go L8")}


@rules("conflict-of-heroes", "10.0", "10.0 acting", "18.1")
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("dig", {"unit": "A"}),
        ("occupy", {"unit": "A"}),
        ("load", {"unit": "O", "cargo": "A"}),
    ],
)
def test_who_acts_out_of_hiding_is_found_with_its_company_and_then_faces(
    kind: str, args: dict[str, str]
) -> None:
    rows = [
        *("german-rifles A D4 S hidden", "german-rifles B D4 S hidden"),
        "opel O D4 S hidden",
    ]
    game = fight(rows, [FOE], work=[{"kind": "trench", "hex": "D4"}])
    events = do(game, kind, **args, pay="cap")
    assert events.count("coh.revealed") == 3
    assert not any(of(game, unit)["hidden"] for unit in "ABO")
    faced = set()
    while game.decision and game.decision.kind == "coh.face":
        action = next(iter(game.choices()))
        faced.add(action["unit"])
        game.apply(action)
    # who is aboard faces as the truck does
    assert faced == ({"B", "O"} if kind == "load" else {"A", "B", "O"})


@rules("conflict-of-heroes", "10.0 acting", "5.3")
def test_who_turns_out_of_hiding_gives_its_company_away() -> None:
    rows = ["german-rifles A D4 S hidden", "german-rifles B D4 S hidden"]
    game = fight(rows, [FOE])
    assert "coh.revealed" in do(game, "turn", unit="A", facing="NE", pay="cap")
    assert not of(game, "B")["hidden"]
    assert of(game, "A")["facing"] == "NE"


@rules("conflict-of-heroes", "10.2", "14.0", "4.0")
def test_nobody_hides_where_it_cannot_go() -> None:
    game = fight(["opel O D3 S", "german-rifles R D3 S"], ["soviet-rifles S P12 N hidden"])
    assert why(game, "hide", unit="O", hex="D4", pay="opportunity") == {
        ("14.0", "coh.move.terrain")
    }
    assert why(game, "hide", unit="R", hex="D4", pay="opportunity") == set()
    game = fight(["stuka P D3 S"], ["soviet-rifles S P12 N hidden"], exit={"german": ["D3"]})
    assert ("20.0", "coh.move.plane") in why(game, "hide", unit="P", hex="D3", pay="opportunity")
    assert ("20.0", "coh.move.plane") in why(game, "exit", unit="P", pay="cap")


@rules("conflict-of-heroes", "10.1", "14.1")
def test_nobody_hears_of_a_hidden_tank_in_a_swamp() -> None:
    for dice, stuck in (([2, 3], True), ([2, 4], False)):
        game = fight(["pz3h T C9 S hidden"], [FOE], dice)
        events = do(game, "move", unit="T", path=["C10"], pay="opportunity")
        assert of(game, "T")["bogged"] == stuck
        assert not any(key.startswith("coh.bog") for key in events)
