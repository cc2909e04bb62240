"""Chapter 12, 15.3 and 15.4: who comes by rail, and who marches in."""

from __future__ import annotations

from typing import Any

from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from tests.engine.sketch import between, read, scenario_data
from tests.engine.victory_awaits.field import HQS, do, field, owed, place, sound, told, why
from tests.marks import rules


def arrive(side: str, turn: int = 4, *units: str, **keys: Any) -> Game:
    """A game whose first chit is a side's reinforcements."""
    other = keys.pop("others", [])
    box = [f"{text} box:{side}-available" for text in units]
    axis, soviet = (box, other) if side == "axis" else (other, box)
    track = keys.pop("arrive", {"german": 2, "soviet": 2, "romanian": 0})
    return field(
        [*HQS[0], *axis],
        [*HQS[1], *soviet],
        source=Seeded(5),
        chits=[f"{side}-reinforcements"],
        turns={"first": turn, "last": turn},
        track=[{"turn": turn, "reinforcements": track}],
        **keys,
    )


@rules("victory-awaits", "12.0", "12.1", "12.2")
def test_reinforcements_arrive_on_an_open_railway() -> None:
    game = arrive("axis", 4, "inf 61", "inf 93", "inf 94")
    assert owed(game) == ("axis", "ava.arrive")
    assert why(game, "arrive", unit="61", hex="1119") == {("12.1", "ava.arrive.no-rail")}
    do(game, "arrive", unit="61", hex="1225")
    do(game, "arrive", unit="93", hex="1225")
    assert place(game, "94") == "axis-available", "two are due, and no more"
    assert game.decision is None


@rules("victory-awaits", "12.1", "3.1")
def test_no_enemy_zoc_may_lie_on_the_railway() -> None:
    others = ["rifle 9R 1424"]
    game = arrive("axis", 4, "inf 61", others=others)
    assert why(game, "arrive", unit="61", hex="1425") == {("12.1", "ava.arrive.in-zoc")}
    assert why(game, "arrive", unit="61", hex="1625") == {("12.1", "ava.arrive.no-line")}
    assert not why(game, "arrive", unit="61", hex="1225")
    assert "1225" in game.query("railheads", side="axis")


@rules("victory-awaits", "12.2", "12.3")
def test_who_may_arrive() -> None:
    game = arrive("axis", 4, "inf 61")
    assert why(game, "arrive", unit="8A", hex="1225") == {("12.2", "ava.arrive.not-yours")}
    assert why(game, "arrive", unit="18A", hex="1225") >= {("12.2", "ava.arrive.not-available")}


@rules("victory-awaits", "12.3")
def test_the_starved_never_return() -> None:
    game = field(
        HQS[0],
        [*HQS[1], "rifle 1R box:soviet-eliminated", "rifle 2R box:soviet-available"],
        chits=["soviet-reinforcements"],
        turns={"first": 4, "last": 4},
        track=[{"turn": 4, "reinforcements": {"soviet": 2}}],
    )
    assert ("12.3", "ava.arrive.never-again") in why(game, "arrive", unit="1R", hex="2420")
    do(game, "arrive", unit="2R", hex="2420")


@rules("victory-awaits", "12.2")
def test_the_romanians_have_a_number_of_their_own() -> None:
    game = field(
        [*HQS[0], "inf R1 box:axis-available rum", "inf 61 box:axis-available"],
        HQS[1],
        chits=["axis-reinforcements"],
        turns={"first": 4, "last": 4},
        track=[{"turn": 4, "reinforcements": {"romanian": 1}}],
    )
    assert why(game, "arrive", unit="61", hex="1225") == {("12.2", "ava.arrive.too-many")}
    do(game, "arrive", unit="R1", hex="1225")


@rules("victory-awaits", "15.4")
def test_the_strategic_reserve_marches_in_from_moscow() -> None:
    game = arrive(
        "soviet",
        6,
        "rifle 1R",
        "rifle 2R",
        "rifle 3R",
        "rifle 4R",
        arrive={"soviet": 1},
        sources={"moscow": ["2523"]},
        limits={"reserve_units": 2},
    )
    do(game, "arrive", unit="1R", hex="2420")
    assert owed(game) == ("soviet", "ava.march")
    assert why(game, "move", unit="2R", path=["2520"]) == {("15.4", "ava.march.gate")}
    found = game.tally(next(a for a in game.choices(unit="2R") if a["path"] == ("2523", "2423")))
    assert found is not None
    assert found.total == 2, "a point for the gate's road, a point for the next"
    do(game, "move", unit="2R", path=["2523", "2423"])
    do(game, "move", unit="3R", path=["2523"], mode="strategic")
    assert place(game, "4R") == "soviet-available"
    assert game.decision is None, "no more than the limit"


@rules("victory-awaits", "15.3")
def test_the_19th_army_marches_in_by_one_gate() -> None:
    soviet = ["hq 19A box:turn-3 19A", "rifle 1R box:turn-3 19A", "rifle 2R 1922"]
    game = field(
        HQS[0],
        [*HQS[1], *soviet],
        chits=["19A"],
        turns={"first": 3, "last": 3},
        entry=[{"hq": "19A", "gates": ["2523", "2528"]}],
    )
    assert owed(game) == ("soviet", "ava.march")
    assert ("15.3", "ava.march.not-due") in why(game, "move", unit="2R", path=["2523"])
    do(game, "move", unit="19A", path=["2523", "2423"])
    assert ("15.3", "ava.march.gate") in why(game, "move", unit="1R", path=["2528"])
    assert game.tally(Action("move", unit="1R", path=["2528"])) is None, "it cannot come there"
    again = why(game, "move", unit="19A", path=["2523", "2423"])
    assert ("15.3", "ava.march.not-due") in again, "it is on the map"
    do(game, "move", unit="1R", path=["2523"])
    assert sound(game)


@rules("victory-awaits", "15.3", "13.0")
def test_before_its_turn_the_19th_army_does_nothing() -> None:
    game = field(
        HQS[0],
        [*HQS[1], "hq 19A box:turn-3 19A"],
        chits=["19A"],
        turns={"first": 2, "last": 2},
        entry=[{"hq": "19A", "gates": ["2523"]}],
    )
    assert game.decision is None
    assert told(game.log, "ava.chit.no-hq")


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


@rules("victory-awaits", "15.4")
def test_the_strategic_reserve_brings_twelve_units_from_turn_six_on() -> None:
    men = [f"rifle {n}R" for n in range(1, 15)]
    early = arrive("soviet", 5, *men, arrive={"soviet": 1}, sources={"moscow": ["2523"]})
    do(early, "arrive", unit="1R", hex="2420")
    assert early.decision is None, "no reserve before turn 6"
    game = arrive("soviet", 6, *men, arrive={"soviet": 1}, sources={"moscow": ["2523"]})
    do(game, "arrive", unit="1R", hex="2420")
    for number in range(2, 14):
        assert owed(game) == ("soviet", "ava.march")
        game.apply(next(game_move for game_move in game.choices(unit=f"{number}R")))
    assert game.decision is None, "twelve beyond the number of reinforcements"
    assert place(game, "14R") == "soviet-available"


@rules("victory-awaits", "15.3")
def test_a_headquarters_without_a_formation_marches_in_alone() -> None:
    game = field(
        HQS[0],
        [*HQS[1], "hq 19A box:turn-3", "rifle 1R box:turn-3"],
        [1],
        chits=["19A"],
        turns={"first": 3, "last": 3},
        entry=[{"hq": "19A", "gates": ["2523"]}],
    )
    assert owed(game) == ("soviet", "ava.march")
    assert {a["unit"] for a in game.choices() if a.kind == "move"} == {"19A"}


@rules("victory-awaits", "12.1", "3.1")
def test_no_third_unit_arrives_in_a_hex() -> None:
    game = arrive("soviet", 4, "rifle 1R", "rifle 2R", "rifle 3R", arrive={"soviet": 3})
    do(game, "arrive", unit="1R", hex="2420")
    do(game, "arrive", unit="2R", hex="2420")
    assert why(game, "arrive", unit="3R", hex="2420") == {("3.1", "ava.stack.full")}
    assert "2420" not in {a["hex"] for a in game.choices(unit="3R") if "hex" in a}
