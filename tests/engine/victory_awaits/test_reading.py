"""Clauses that a second reading of the rulebook found astray."""

from __future__ import annotations

from engine.chance import Seeded
from engine.game import Game
from tests.engine.sketch import between, read, scenario_data
from tests.engine.victory_awaits.field import do, field, owed, place, told, why
from tests.marks import rules


@rules("victory-awaits", "18.2", "16.3")
def test_a_breakthrough_hex_is_no_supply_source() -> None:
    game = field(
        ["pz 1Pz 2424"],
        ["hq 8A 2517"],
        start={"side": "axis"},
        victory={"points": 10, "breakthrough": ["2425"]},
    )
    events = game.apply(next(a for a in game.choices(unit="1Pz", hex="2425")))
    (taken,) = [event for event in events if event.key == "ava.control.breakthrough"]
    assert taken.rule == "18.2"
    found = {line.key: line.value for line in game.query("points").lines}
    assert found == {"ava.vp.hex": 10, "ava.vp.mechanized": 1, "ava.vp.eliminated": 0}


@rules("victory-awaits", "15.3", "9.2")
def test_nobody_crosses_a_major_river_behind_the_gate_he_came_in_by() -> None:
    rows = [". . . M .", ". . . . ."]
    men = [
        {"id": "19A", "name": "19A", "type": "army-hq", "full": [1, 4]},
        {"id": "alp", "name": "alp", "type": "mountain", "full": [1, 4]},
    ]
    data = scenario_data(
        rows,
        soviet=[{**man, "formation": "19A", "box": "turn-3"} for man in men],
        start={},
        major_river=between("0501", "0402", "0502", "0402"),
        soviet_source=["0501"],
        scenario={
            "chits": ["19A"],
            "turns": {"first": 3, "last": 3},
            "entry": [{"hq": "19A", "gates": ["0501"]}],
        },
    )
    game = Game(read(data), Seeded(1))
    assert owed(game) == ("soviet", "ava.march")
    for name in ("19A", "alp"):
        moves = list(game.choices(unit=name))
        assert {move["path"][-1] for move in moves} == {"0501", "0502"}
        assert all(game.explain(move) for move in moves)
    assert why(game, "move", unit="19A", path=["0501", "0402"]) == {
        ("9.2", "ava.major-river.must-start")
    }


@rules("victory-awaits", "12.2", "5.0")
def test_a_headquarters_that_was_not_relocated_counts_against_the_number() -> None:
    game = field(
        ["hq 18A 1123", "hq 2A box:turn-5", "inf 61 box:axis-available"],
        ["hq 8A 2421"],
        chits=["axis-reinforcements"],
        turns={"first": 4, "last": 5},
        track=[{"turn": 5, "reinforcements": {"german": 1}}],
    )
    assert game.state.turn == 5
    do(game, "arrive", unit="2A", hex="1225")
    assert game.decision is None, "one German unit is due, and that was it"
    assert place(game, "61") == "axis-available"


@rules("victory-awaits", "17.3", "15.3")
def test_the_headquarters_of_the_19th_army_comes_back_by_rail_when_relocated() -> None:
    game = field(
        ["hq 18A 1123"],
        ["hq 8A 2421", "hq 19A box:turn-3 19A", "rifle 127 box:turn-3 19A"],
        dice=[1, 1, 1],
        on=["hq-relocation"],
        chits=["19A"],
        turns={"first": 3, "last": 5},
        track=[{"turn": 4, "chits": ["8A"]}],
        entry=[{"hq": "19A", "gates": ["2520"]}],
    )
    do(game, "move", unit="19A", path=["2520", "2421"])
    while game.state.turn == 3:
        do(game, "end")
    while owed(game)[1] != "ava.relocate":
        do(game, "end")
    do(game, "relocate", unit="19A")
    assert place(game, "19A") == "turn-5"
    events = []
    while game.decision is not None and game.state.turn == 4:
        events += game.apply(next(a for a in game.choices() if a.kind == "end"))
    assert told(events, "ava.turn.box") == [{"unit": "19A"}]
    assert place(game, "19A") == "soviet-available"
    assert "19A" in game.state.extras
