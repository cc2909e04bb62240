"""Chapter 11: hills, slopes and gullies."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.values import Action
from tests.engine.conflict_of_heroes.field import S, cost, do, fight, plot, why
from tests.marks import rules

HILLS = {
    "title": "Hills",
    "labels": "A1",
    "rows": [f"{row:02d}  . . . . . . . ." for row in range(1, 10)],
    "terrain": {".": "open"},
    "tags": {
        "level-1": ["D4"],
        "level-2": ["D3", "G4"],
        "gully": ["B6"],
        "gully-end": ["B7"],
        "ditch": ["F8"],
    },
}


SUNKEN = {
    "title": "A plot",
    "labels": "A1",
    "rows": ["01 . . .", "02 . . .", "03 . . ."],
    "terrain": {".": "open"},
    "tags": {"gully": ["A2", "B2"]},
}


FAR_IN = "soviet-rifles S A3 N"


@rules("conflict-of-heroes", "11.1", "11.5", "11.5 entry")
def test_from_a_gully_to_a_hill_is_a_steep_slope() -> None:
    board = plot(tags={"gully-end": ["B2"], "level-1": ["B1"]})
    game = fight(["pz3h P B2 N", "german-rifles R B2 N"], ["soviet-rifles S C3 N"], board=board)
    assert why(game, "move", unit="P", path=["B1"], pay="cap") == {("11.1", "coh.move.steep")}
    assert why(game, "move", unit="P", path=["B3"], pay="cap") == set()
    assert cost(game, "move", unit="R", path=["B1"]) == 1 + 2
    assert cost(game, "move", unit="R", path=["B3"]) == 1 + 1, "a step back, and no slope"


@rules("conflict-of-heroes", "11.1", "11.2", "11.5 entry", "11.5", "18.3")
def test_heights_gullies_and_ditches() -> None:
    german = ["german-rifles G D3 S", "pz3h T G5 N", "german-rifles H B5 S", "pz3h U E8 SE"]
    game = fight(german, ["soviet-rifles S D6 N"], board=HILLS)
    assert game.judge("firepower", unit="G", hex="D6").total == 5
    assert game.judge("defence", target="G", unit="S").total == 13
    assert ("11.1", "coh.move.steep") in why(game, "move", unit="T", path=["G4"], pay="cap")
    assert cost(game, "move", unit="H", path=["B6"]) == 4
    assert ("18.3", "coh.move.ditch") in why(game, "move", unit="U", path=["F8"], pay="cap")


@rules("conflict-of-heroes", "11.1", "11.0")
def test_two_levels_at_once_are_steep_up_and_down() -> None:
    board = plot(tags={"level-2": ["A2"], "level-1": ["B1"]})
    game = fight(["german-rifles R A2 S", "pz3h T A2 S"], ["soviet-rifles S C3 N"], board=board)
    assert cost(game, "move", unit="R", path=["A3"], pay="cap") == 3
    assert cost(game, "move", unit="R", path=["B1"], pay="cap") == 2  # one level, and backwards
    assert why(game, "move", unit="T", path=["A3"], pay="cap") == {("11.1", "coh.move.steep")}


@rules("conflict-of-heroes", "11.2", "8.2 flamethrower")
def test_a_weapon_thrown_down_has_its_height_and_thrown_up_no_ground_helps() -> None:
    board = {**SUNKEN, "tags": {"level-1": ["A1"]}}
    cards = {"german": ["flamethrower"], "soviet": ["flamethrower"]}
    game = fight(
        ["german-rifles G A1 S"], ["soviet-rifles S A2 N"], [1, 1], board=board, cards=cards
    )
    do(game, "play", card="flamethrower", unit="G", hex="A2")
    roll = game.tally(Action("roll", target="S", cap=0))
    assert roll is not None
    assert "11.2" in {line.rule for line in roll.parts[0].lines}
    do(game, "roll", target="S", cap=0)
    do(game, "play", card="flamethrower", unit="S", hex="A1")
    roll = game.tally(Action("roll", target="G", cap=0))
    assert roll is not None
    assert "11.2" not in {line.rule for part in roll.parts for line in part.lines}


@rules("conflict-of-heroes", "11.5 sight", "11.5 small")
def test_gullies_cover_who_is_behind_them() -> None:
    game = catalogue.load("conflict-of-heroes/ridge", Seeded(1))
    ground = game.rules.ground  # type: ignore[attr-defined]
    assert ground.gully("J5")
    assert not ground.gully("G7")
    heavy = fight(["pz3h T G4 S"], ["soviet-rifles S J5 N"], board="ridge")
    assert ("11.5 sight", "coh.fire.into-gully") in why(
        heavy, "fire", unit="T", hex="J5", pay="cap"
    )
    small = fight(["pz3h T D4 N"], [S], board="ridge")
    assert ("11.5 small", "coh.move.small-gully") in why(
        small, "move", unit="T", path=["D3"], pay="cap"
    )
    infantry = fight(["german-rifles G D4 N"], ["soviet-rifles S D2 S"], board="ridge")
    lines = infantry.judge("defence", target="G", unit="S").lines
    assert "coh.line.small-gully" in [line.key for line in lines]


@rules("conflict-of-heroes", "11.5 sight", "8.2 molotov cocktail")
@pytest.mark.parametrize(
    ("thrower", "faults"),
    [
        ("pz3h", {("11.5 sight", "coh.fire.into-gully")}),
        ("pak38", {("11.5 sight", "coh.fire.into-gully")}),
        ("german-rifles", set()),
    ],
)
def test_vehicles_and_guns_throw_nothing_into_a_gully(thrower: str, faults: set[object]) -> None:
    card = "molotov-cocktail"
    game = fight(
        [f"{thrower} T A1 S"], ["soviet-rifles S A2 N"], board=SUNKEN, cards={"german": [card]}
    )
    assert why(game, "play", card=card, unit="T", hex="A2") == faults
    below = fight([f"{thrower} T A2 S"], [FAR_IN], board=SUNKEN, cards={"german": [card]})
    assert why(below, "play", card=card, unit="T", hex="A3") == set(), "out of it they do"


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
    assert "11.5 small" in {line.rule for line in game.judge("defence", target="G", unit="P").lines}


@rules("conflict-of-heroes", "11.5 small", "14.0 road")
@pytest.mark.parametrize(
    ("roads", "faults"), [([], {("11.5 small", "coh.move.small-gully")}), (["A1 A2"], set())]
)
def test_a_road_leads_over_a_small_gully(roads: list[str], faults: set[object]) -> None:
    board = plot(links={"road": roads}, sides={"small-gully": ["A1 S"]})
    game = fight(["pz3h T A1 S"], ["soviet-rifles S C3 N"], board=board)
    assert why(game, "move", unit="T", path=["A2"], pay="cap") == faults


SLOPES = {
    "title": "Slopes",
    "labels": "A1",
    "rows": ["01 . . . .", "02 . . . .", "03 . . . ."],
    "terrain": {".": "open"},
    "tags": {
        "level-1": ["A2"],
        "level-2": ["B2"],
        "gully": ["C2"],
        "gully-end": ["D2"],
        "ditch": ["D3"],
    },
    "sides": {"small-gully": ["A1 SE"]},
}


def prices(unit: str, seat: str, hexes: str) -> list[object]:
    """What each step costs, or the rules against it."""
    rows = [f"{unit} U {seat} {'N' if seat.endswith('3') else 'S'}"]
    game = fight(rows, ["soviet-rifles Z A3 N"], board=SLOPES)
    found: list[object] = []
    for hex in hexes.split():
        against = {rule for rule, _ in why(game, "move", unit="U", path=[hex], pay="cap")}
        found.append(against or cost(game, "move", unit="U", path=[hex], pay="cap"))
    return found


@rules("conflict-of-heroes", "11.0", "11.1", "11.5", "11.5 entry", "11.5 small", "18.3")
def test_what_a_slope_a_bank_and_a_ditch_cost() -> None:
    assert prices("german-rifles", "A1", "A2") == [2]
    assert prices("german-rifles", "B1", "B2") == [3], "two levels"
    assert prices("german-rifles", "C1", "C2") == [4], "over the bank of a gully"
    assert prices("german-rifles", "D1", "D2") == [1], "by its end"
    assert prices("german-rifles", "D2", "D3") == [3], "a ditch"
    assert prices("pz3h", "A1", "A2") == [2]
    assert prices("pz3h", "B1", "B2") == [{"11.1"}]
    assert prices("pz3h", "C1", "C2") == [{"11.5 entry"}]
    assert prices("pz3h", "D1", "D2") == [1]
    assert prices("pz3h", "D2", "D3") == [{"18.3"}]
    assert prices("pak38", "D2", "D3") == [{"18.3"}]


@rules("conflict-of-heroes", "11.5 small")
def test_only_vehicles_stop_at_a_small_gully() -> None:
    board = fight([], [FAR_IN], board=SLOPES).scenario.board
    (over,) = (hex for hex in board.neighbours("A1") if "small-gully" in board.side("A1", hex))
    (tank,) = prices("pz3h", "A1", over)
    assert isinstance(tank, set)
    assert "11.5 small" in tank
    for unit in ("pak38", "german-rifles"):
        assert "11.5 small" not in str(prices(unit, "A1", over))


@rules("conflict-of-heroes", "11.5 sight")
def test_from_gully_to_gully_tanks_may_fire() -> None:
    board = {
        "title": "A gully",
        "labels": "A1",
        "rows": ["01 . .", "02 . .", "03 . ."],
        "terrain": {".": "open"},
        "tags": {"gully": ["A1", "A2"]},
    }
    into = ("11.5 sight", "coh.fire.into-gully")
    game = fight(["pz3h T A1 S", "pz3h U A3 N"], ["soviet-rifles S A2 N"], board=board)
    assert into not in why(game, "fire", unit="T", hex="A2", pay="cap")
    assert into in why(game, "fire", unit="U", hex="A2", pay="cap")
