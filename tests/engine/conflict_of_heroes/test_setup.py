"""Section 1.0: what players place and choose before the first round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.catalogue import load
from engine.chance import Seeded
from engine.conflict_of_heroes.cards.deck import occur
from engine.conflict_of_heroes.counters.unit import roster
from engine.errors import Problem
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from tests.engine.conflict_of_heroes.field import do, fight, of, why
from tests.marks import rules


def zoned(**zone: Any) -> Game:
    unit = {"id": "G", "type": "german-rifles", "box": "away", "facing": "S"}
    foe = {"id": "S", "type": "soviet-rifles", "hex": "G7", "facing": "N"}
    sides = [
        {"id": "german", "name": "German", "units": [unit]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    base = {"side": "german", "units": ["G"], "hexes": ["G4", "H4"]}
    return fight([], [], side=sides, zone=[{**base, **zone}])


@rules("conflict-of-heroes", "1.0")
def test_units_are_placed_in_their_zone() -> None:
    game = zoned()
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("german", "coh.setup")
    assert {a["hex"] for a in game.choices()} == {"G4", "H4"}
    assert why(game, "place", unit="S", hex="A1") == {
        ("1.0", "coh.place.unit"),
        ("1.0", "coh.place.zone"),
    }
    assert ("5.2", "coh.move.facing") in why(game, "place", unit="G", hex="G4", facing="up")
    assert do(game, "place", unit="G", hex="H4", facing="NE") == ["coh.placed"]
    assert (of(game, "G")["hex"], of(game, "G")["facing"]) == ("H4", "NE")
    with pytest.raises(Problem):
        zoned(hexes=[])
    with pytest.raises(Problem):
        zoned(mines=["pink"])


@rules("conflict-of-heroes", "1.0", "10.0", "18.5")
def test_what_is_placed_in_secret_nobody_else_sees() -> None:
    game = zoned(hidden=True, mines=["red"])
    events = game.apply(Action("place", unit="G", hex="H4"))
    assert [(e.key, e.units, e.hexes) for e in events] == [("coh.placed-unseen", (), ())]
    assert ("1.0", "coh.place.mine") in why(game, "place", mine="blue", hex="G4")
    do(game, "place", mine="red", hex="G4")
    assert "G" not in game.query("view", side="soviet")
    assert game.query("works", hex="G4", viewer="soviet") == []
    assert game.query("works", hex="G4", viewer="german") == ["mine"]


@rules("conflict-of-heroes", "1.0", "18.2")
@pytest.mark.parametrize(("hex", "inside"), [("G4", True), ("H4", False)])
def test_units_are_placed_in_a_work_where_there_is_one(hex: str, inside: bool) -> None:
    unit = {"id": "G", "type": "german-rifles", "box": "away", "facing": "S"}
    foe = {"id": "S", "type": "soviet-rifles", "hex": "G9", "facing": "N"}
    sides = [
        {"id": "german", "name": "German", "units": [unit]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    zone = [{"side": "german", "units": ["G"], "hexes": ["G4", "H4"], "inside": True}]
    game = fight([], [], side=sides, zone=zone, work=[{"kind": "trench", "hex": "G4"}])
    do(game, "place", unit="G", hex=hex, facing="S")
    assert of(game, "G")["inside"] == inside


@rules("conflict-of-heroes", "1.0", "18.2", "8.3 better equipped", "12.3", "5.1", "2.3")
def test_a_firefight_of_ones_own_says_what_it_needs() -> None:
    game = load("conflict-of-heroes/drills/own-firefight", Seeded(1))
    setup, units = game.rules.setup, game.rules.units
    assert game.state.round == 3
    for unit in ("S1", "S2"):
        do(game, "place", unit=unit, hex="J6", facing="NW")
        assert of(game, unit)["inside"]
    assert setup.tasks == {"german": ("J6", "L9"), "soviet": ("J6",)}
    assert setup.targets["german"] == ("L9",)
    assert (setup.exits["soviet"], setup.exit_points) == (("A1", "B1"), 2)
    assert setup.aims["objective-1"].points == 2
    plain = roster()["german-rifles"]
    assert [units["G1"].fire - plain["fire"], units["G1"].red - plain["red"]] == [-1, 1]
    assert (units["G1"].range, units["G1"].front.value) == (plain["range"] + 2, 13)
    assert (units["G3"].minimum, units["G3"].indirect, units["G3"].white) == (3, 5, {"red"})
    assert (units["G4"].front.value, units["G4"].bonus) == (17, 2)
    assert (units["G5"].impulses, units["G5"].bomb) == (5, 7)
    assert of(game, "G2")["dug"]


@rules("conflict-of-heroes", "8.1 firefight event", "8.1 score")
def test_what_the_cards_of_a_firefight_of_ones_own_do() -> None:
    game = load("conflict-of-heroes/drills/own-firefight", Seeded(1))
    g, s = game.rules, replace(game.state, control={"L9": "german"})
    course = Course(Seeded(1))
    after = occur(g, s, "firefight-event", course)
    assert after.cap["soviet"] == s.cap["soviet"] + 2
    assert "H6" in after.smoke
    assert after.called_up == {"S4"}
    assert occur(g, s, "score", course).points["german"] == 1


@rules("conflict-of-heroes", "2.3", "3.2")
def test_a_round_may_have_begun() -> None:
    game = load("conflict-of-heroes/drills/under-way", Seeded(1))
    assert dict(game.state.cap) == {"german": 3, "soviet": 2}
    assert dict(game.state.losses) == {"german": 1, "soviet": 2}
    assert game.decision is not None
    assert game.decision.side == "german"
    do(game, "pass")
    assert game.state.round == 2
    assert dict(game.state.cap) == {"german": 5, "soviet": 4}


@pytest.mark.parametrize(
    ("state", "what"),
    [
        ({"hit": True}, "True is not a text"),
        ({"carried": 3}, "3 is not a text"),
        ({"spent": "yes"}, "'yes' is not true or false"),
        ({"bombs": True}, "True is not a whole number"),
    ],
)
def test_how_a_counter_stands_is_said_in_the_right_way(state: dict[str, Any], what: str) -> None:
    unit = {"id": "G", "type": "german-rifles", "hex": "G4", "facing": "S", **state}
    sides = [
        {"id": "german", "name": "German", "units": [unit]},
        {"id": "soviet", "name": "Soviet", "units": []},
    ]
    with pytest.raises(Problem, match=what) as caught:
        fight([], [], side=sides)
    assert next(iter(state)) in caught.value.place


@pytest.mark.parametrize("key", ["kind", "colour"])
def test_a_unit_is_of_the_kind_that_its_type_says(key: str) -> None:
    with pytest.raises(Problem, match=f"unknown key '{key}'"):
        fight(
            [],
            [],
            side=[
                {
                    "id": "german",
                    "name": "German",
                    "units": [{"id": "G", "type": "german-rifles", "hex": "G4", key: "gun"}],
                },
                {"id": "soviet", "name": "Soviet", "units": []},
            ],
        )


@rules("conflict-of-heroes", "5.0")
def test_two_boards_side_by_side_and_part_of_them() -> None:
    game = load("conflict-of-heroes/drills/two-boards", Seeded(1))
    board = game.rules.board
    assert board.distance("P5", "2D5") == 4
    assert "H5" not in board
    do(game, "activate", unit="A")
    assert do(game, "move", unit="A", path=("2A5",), facing="SE", pay="ap")
    assert of(game, "A")["hex"] == "2A5"
