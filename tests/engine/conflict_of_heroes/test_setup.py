"""Section 1.0: what players place and choose before the first round."""

from __future__ import annotations

from typing import Any

import pytest

from engine.action import Action
from engine.errors import Problem
from engine.game import Game
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
