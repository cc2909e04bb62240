"""Section 5.1: what a unit meets and earns as it comes onto the map or leaves it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import FAR, G, S, cost, do, fight, of, unit, why
from tests.marks import rules

DITCHED = {
    "title": "A ditch at the edge",
    "labels": "A1",
    "rows": [f"{row:02d}  . . . . . . . . . . . . . . . ." for row in range(1, 13)],
    "terrain": {".": "open"},
    "tags": {"ditch": ["A1", "A4"]},
}


def coming(*units: str, at: tuple[str, ...], **keys: Any) -> Game:
    """German units at the edge of the map, and the hexes they may come in by."""
    ids = [row.split()[1] for row in units]
    entry = [{"units": ids, "hexes": list(at), "round": 1}]
    return fight([*units, "german-rifles Z H1 S"], [FAR], entry=entry, **keys)


def ways_in(game: Game, unit: str) -> set[tuple[str, ...]]:
    """Every way in that is offered to a unit."""
    return {
        a.get("path") or (a["hex"],)
        for a in game.choices(unit=unit)
        if a.kind == "enter" and a.get("pay") == "cap"
    }


@rules("conflict-of-heroes", "5.1", "14.0 tracked")
def test_a_tank_comes_in_with_its_bonus() -> None:
    game = coming("pz3h T away S", at=("D1",))
    assert cost(game, "enter", unit="T", path=["D1", "D2"], pay="cap") == 1
    assert {("D1",), ("D1", "D2")} <= ways_in(game, "T")
    assert why(game, "enter", unit="T", path=["D1", "D2", "D3"], pay="cap") == {
        ("14.0", "coh.move.too-far")
    }
    assert why(game, "enter", unit="T", path=["D1", "D3"], pay="cap") == {("5.0", "coh.move.apart")}
    do(game, "enter", unit="T", path=["D1", "D2"], facing="SE", pay="cap")
    assert (of(game, "T")["hex"], of(game, "T")["facing"]) == ("D2", "SE")
    assert game.judge("side", side="german")["cap"] == 8


@rules("conflict-of-heroes", "5.1", "14.0 wheeled", "16.0")
def test_a_truck_has_its_bonus_where_a_road_comes_in_and_waits_in_traffic() -> None:
    game = coming("opel O away S", at=("A10", "A1"))
    assert cost(game, "enter", unit="O", path=["A10", "B11", "C11"], pay="cap") == 1
    assert ("A10", "B11", "C11") in ways_in(game, "O")
    assert why(game, "enter", unit="O", path=["A1", "A2"], pay="cap") == {
        ("14.0", "coh.move.too-far")
    }
    entry = [{"units": ["O"], "hexes": ["A10"], "round": 1}]
    game = fight(["opel O away S", "opel P A10 S"], [FAR], entry=entry)
    assert cost(game, "enter", unit="O", hex="A10", pay="cap") == 2


@rules("conflict-of-heroes", "5.1", "18.4", "3.23")
def test_wire_in_the_entry_hex_asks_for_its_die() -> None:
    wire = [{"kind": "wire", "hex": "A1"}]
    game = coming("german-rifles R away S", at=("A1",), work=wire, dice=[4])
    offers = [a for a in game.choices(unit="R") if a.kind == "enter" and a["pay"] == "cap"]
    assert {a.get("cap", 0) for a in offers} == {0, -1, -2}
    do(game, "enter", unit="R", hex="A1", pay="cap", cap=-1)
    assert game.judge("side", side="german")["cap"] == 8
    assert cost(game, "cross") == 1 + 3
    do(game, "cross")
    assert (of(game, "R")["hex"], game.judge("side", side="german")["cap"]) == ("A1", 4)


@rules("conflict-of-heroes", "5.1", "18.4", "3.1")
def test_an_opportunity_action_comes_in_through_wire_without_a_die() -> None:
    wire = [{"kind": "wire", "hex": "A1"}]
    game = coming("german-rifles R away S", at=("A1",), work=wire)
    do(game, "enter", unit="R", hex="A1", pay="opportunity")
    assert of(game, "R")["hex"] == "A1"
    game = coming("pz3h T away S", at=("A1",), work=wire)
    assert cost(game, "enter", unit="T", hex="A1", pay="cap") == 1 + 2
    assert "coh.wire.crushed" in do(game, "enter", unit="T", hex="A1", pay="cap")


@rules("conflict-of-heroes", "5.1", "18.3")
def test_a_ditch_in_the_entry_hex_costs_men_two_more() -> None:
    game = coming("german-rifles R away S", at=("A1",), board=DITCHED)
    assert cost(game, "enter", unit="R", hex="A1", pay="cap") == 1 + 2


@rules("conflict-of-heroes", "5.1", "14.1", "3.23")
def test_a_tank_comes_in_through_a_swamp_with_cap_on_its_dice() -> None:
    game = coming("pz3h T away S", at=("C10",), dice=[2, 3])
    caps = {a.get("cap", 0) for a in game.choices(unit="T") if a.kind == "enter"}
    assert caps == {0, 1, 2}
    do(game, "enter", unit="T", hex="C10", pay="opportunity", cap=1)
    assert not of(game, "T")["bogged"]


@rules("conflict-of-heroes", "5.1", "10.1", "14.1", "3.23")
@pytest.mark.parametrize(
    ("caps", "stuck"), [([1, 0], [False, True]), ([0, 1], [True, False]), ([1, 1], [False, False])]
)
def test_cap_are_listed_for_hidden_tanks_that_come_in_by_a_swamp(
    caps: list[int], stuck: list[bool]
) -> None:
    tanks = ("pz3h T away S hidden", "pz3h U away S hidden")
    game = coming(*tanks, at=("C10",), dice=[2, 3, 2, 3])
    come = {"units": ["T", "U"], "hex": "C10", "pay": "opportunity"}
    assert why(game, "enter", **come, caps=[1]) == {("9.1", "coh.group.each")}
    do(game, "enter", **come, caps=caps)
    assert [of(game, u)["bogged"] for u in "TU"] == stuck
    assert game.judge("side", side="german")["cap"] == 9 - sum(caps)
    assert game.decision
    assert game.decision.side == "soviet", "nobody is asked for the dice of hidden tanks"


@rules("conflict-of-heroes", "5.1", "5.01")
def test_men_come_in_cautiously_or_are_caught_in_the_open() -> None:
    game = coming("german-rifles R away S", at=("A1",), on=["cautious-movement"])
    assert cost(game, "enter", unit="R", hex="A1", pay="cap", careful=True) == 2
    do(game, "enter", unit="R", hex="A1", pay="cap")
    assert game.state.of("R").exposed
    game = coming("german-rifles R away S", at=("A1",))
    assert why(game, "enter", unit="R", hex="A1", pay="cap", careful=True) == {
        ("5.01", "coh.move.careful-off")
    }


@rules("conflict-of-heroes", "5.1", "18.3")
def test_the_nearest_free_hex_is_one_the_unit_can_enter() -> None:
    entry = [{"units": ["T"], "hexes": ["A5"], "round": 1}]
    there = ["soviet-rifles S A5 N"]
    game = fight(["pz3h T away S"], there, entry=entry, board=DITCHED)
    gates = {a["hex"] for a in game.choices(unit="T") if "hex" in a}
    assert gates == {"A6"}


@rules("conflict-of-heroes", "9.11", "5.1", "20.0")
def test_a_group_comes_in_each_its_own_way_but_without_planes() -> None:
    game = coming("pz3h T away S", "pz3h U away S", "stuka P away S", at=("D1", "E1"))
    both = {"units": ["T", "U"], "pay": "cap"}
    go = {**both, "paths": ["D1 D2", "E1 E2"]}
    assert cost(game, "enter", **go) == 1
    assert why(game, "enter", **both, paths=["D1 D2"]) >= {("9.11", "coh.move.ways")}
    assert ("9.1", "coh.group.each") in why(game, "enter", **go, facings=["S"])
    assert ("20.0", "coh.group.plane") in why(
        game, "enter", units=["T", "P"], pay="cap", to=["D1", "E1"]
    )
    do(game, "enter", **go, facings=["S", "SW"])
    assert [(of(game, u)["hex"], of(game, u)["facing"]) for u in "TU"] == [
        ("D2", "S"),
        ("E2", "SW"),
    ]


@rules("conflict-of-heroes", "5.1", "20.0")
def test_a_plane_comes_in_over_one_hex_at_a_height() -> None:
    game = coming("stuka P away S", at=("D1",))
    assert why(game, "enter", unit="P", path=["D1", "D2"], pay="cap") == {
        ("20.0", "coh.move.plane")
    }
    assert game.explain(Action("enter", unit="P", hex="D1", altitude=2, pay="cap"))


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


@rules("conflict-of-heroes", "5.1", "9.11")
def test_a_group_of_reinforcements_comes_in_at_once() -> None:
    away = [
        {"id": "R", "type": "german-rifles", "box": "away", "facing": "S"},
        {"id": "H", "type": "german-hmg", "box": "away", "facing": "S"},
    ]
    foe = {"id": "S", "type": "soviet-rifles", "hex": "G7", "facing": "N"}
    sides = [
        {"id": "german", "name": "German", "units": away},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    entry = [{"units": ["R", "H"], "hexes": ["A1", "A2", "A5"], "round": 1}]
    game = fight([], [], side=sides, entry=entry)
    both = {"units": ["R", "H"], "pay": "opportunity"}
    assert cost(game, "enter", **both, to=["A1", "A2"]) == 2
    assert ("9.11", "coh.group.apart") in why(game, "enter", **both, to=["A1", "A5"])
    assert ("9.11", "coh.move.ways") in why(game, "enter", **both, to=["A1"])
    assert ("5.1", "coh.enter.gate") in why(game, "enter", **both, hex="B3")
    do(game, "enter", **both, to=["A1", "A2"])
    assert (of(game, "R")["hex"], of(game, "H")["hex"]) == ("A1", "A2")


@rules("conflict-of-heroes", "5.1")
def test_reinforcements_come_in_by_their_hexes_and_leave_by_the_exit() -> None:
    game = fight(
        [G],
        [S],
        entry=[{"units": ["S"], "hexes": ["P12"], "round": 2}],
        exit={"german": ["G4"], "points": 1},
    )
    assert why(game, "enter", unit="G", hex="A1", pay="cap") >= {("5.1", "coh.enter.not-waiting")}
    assert why(game, "exit", unit="S", pay="cap") >= {("2.2", "coh.not-yours")}
    do(game, "exit", unit="G", pay="cap")
    assert of(game, "G")["hex"] == "away"
    assert game.judge("side", side="german")["points"] == 1
    assert game.judge("side", side="german")["losses"] == 0


@rules("conflict-of-heroes", "5.1", "2.0")
def test_a_reinforcement_waits_for_its_round() -> None:
    away = {"id": "R", "type": "german-rifles", "box": "away"}
    sides = [
        {"id": "german", "name": "German", "units": [away, unit(G)]},
        {"id": "soviet", "name": "Soviet", "units": [unit(S)]},
    ]
    entry = [{"units": ["R"], "hexes": ["A6", "E11"], "round": 1}]
    game = fight([], [], side=sides, entry=entry)
    assert why(game, "move", unit="R", path=["A6"], pay="cap") >= {("2.2", "coh.not-on-map")}
    assert why(game, "enter", unit="R", hex="B6", pay="cap") == {("5.1", "coh.enter.gate")}
    assert cost(game, "enter", unit="R", hex="E11") == 1
    assert Action("enter", unit="R", hex="A6", pay="cap") in game.choices()
    do(game, "enter", unit="R", hex="A6", facing="SE", pay="opportunity")
    assert of(game, "R")["hex"] == "A6"
    assert of(game, "R")["spent"]
