"""Section 5.1 with chapters 14 and 18: what a unit meets and earns as it comes onto the map."""

from __future__ import annotations

from typing import Any

from engine.action import Action
from engine.game import Game
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

FOE = "soviet-rifles S P12 N"
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
    return fight([*units, "german-rifles Z H1 S"], [FOE], entry=entry, **keys)


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
    assert game.query("side", side="german")["cap"] == 8


@rules("conflict-of-heroes", "5.1", "14.0 wheeled", "16.0")
def test_a_truck_has_its_bonus_where_a_road_comes_in_and_waits_in_traffic() -> None:
    game = coming("opel O away S", at=("A10", "A1"))
    assert cost(game, "enter", unit="O", path=["A10", "B11", "C11"], pay="cap") == 1
    assert ("A10", "B11", "C11") in ways_in(game, "O")
    assert why(game, "enter", unit="O", path=["A1", "A2"], pay="cap") == {
        ("14.0", "coh.move.too-far")
    }
    entry = [{"units": ["O"], "hexes": ["A10"], "round": 1}]
    game = fight(["opel O away S", "opel P A10 S"], [FOE], entry=entry)
    assert cost(game, "enter", unit="O", hex="A10", pay="cap") == 2


@rules("conflict-of-heroes", "5.1", "18.4", "3.23")
def test_wire_in_the_entry_hex_asks_for_its_die() -> None:
    wire = [{"kind": "wire", "hex": "A1"}]
    game = coming("german-rifles R away S", at=("A1",), work=wire, dice=[4])
    offers = [a for a in game.choices(unit="R") if a.kind == "enter" and a["pay"] == "cap"]
    assert {a.get("cap", 0) for a in offers} == {0, -1, -2}
    do(game, "enter", unit="R", hex="A1", pay="cap", cap=-1)
    assert game.query("side", side="german")["cap"] == 8
    assert cost(game, "cross") == 1 + 3
    do(game, "cross")
    assert (of(game, "R")["hex"], game.query("side", side="german")["cap"]) == ("A1", 4)


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
