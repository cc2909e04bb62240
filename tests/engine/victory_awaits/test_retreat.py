"""Section 10.6: the way back."""

from __future__ import annotations

from engine.chance import Scripted
from engine.values import Action
from tests.engine.sketch import sketch, unit
from tests.engine.victory_awaits.field import SOUTH, THREE, do, fight, owed, place, sound, why
from tests.marks import rules

ATTACK = {"hex": "1523", "units": ["36M", "21", "217"]}


@rules("victory-awaits", "10.6")
def test_clauses_of_a_path() -> None:
    game = fight(THREE, ["rifle 179R 1523"], [4], sources=SOUTH)
    do(game, "attack", **ATTACK)

    def no(*path: str) -> set[str]:
        found = why(game, "retreat", unit="179R", path=["1523", *path])
        return {key.removeprefix("ava.retreat.") for _, key in found}

    assert no("1624") == {"too-short"}
    assert no("1624", "1625", "1626") >= {"too-far"}
    assert no("1423", "1424") >= {"enemy"}
    assert no("1625", "1626") == {"not-adjacent"}
    assert "round" in no("1624", "1523")
    assert no("1524", "1625") == {"loss-avoidable"}
    assert no("1624", "1724") == {"line-longer"}
    assert no("1624", "1625") == set()
    assert why(game, "retreat", unit="21", path=["1423", "1323"]) == {
        ("10.6", "ava.retreat.not-concerned")
    }


@rules("victory-awaits", "10.6", "3.1")
def test_a_full_hex_drives_a_unit_on() -> None:
    soviet = ["rifle 179R 1523", "rifle 1R 1625", "rifle 2R 1625"]
    game = fight(THREE, soviet, [4], sources=SOUTH)
    do(game, "attack", **ATTACK)
    assert ("10.6", "ava.retreat.full") in why(
        game, "retreat", unit="179R", path=["1523", "1624", "1625"]
    )
    for action in game.choices():
        assert len(action["path"]) == 3, "a way without a full hex is better"
    assert why(game, "retreat", unit="179R", path=["1523", "1624", "1625", "1725"]) == {
        ("10.6", "ava.retreat.stack-avoidable")
    }


@rules("victory-awaits", "10.6", "3.1")
def test_full_hexes_in_a_row_drive_a_unit_on_and_on() -> None:
    row = ["0301", "0401", "0501", "0601", "0701", "0801"]
    full = [unit(f"{hex}-{i}", hex, "security") for hex in row for i in (1, 2)]
    man = unit("r", "0201", full=[2, 4], reduced=[1, 4])
    game = sketch(
        [" ".join("." * 12)],
        [unit("a", "0101", "armor", full=[8, 5, 8])],
        [man, *full],
        start={"side": "axis", "segment": "combat"},
        soviet_source=["1201"],
        chance=Scripted.dice([2]),
    )
    do(game, "attack", hex="0201", units=["a"])
    assert [action["path"] for action in game.choices()] == [("0201", *row, "0901")]


@rules("victory-awaits", "10.6")
def test_a_zoc_costs_a_step_when_there_is_no_other_way() -> None:
    axis = [*THREE, "inf 61 1724"]
    game = fight(axis, ["rifle 179R 1523"], [2], sources=SOUTH)
    do(game, "attack", **ATTACK)
    assert owed(game) == ("soviet", "ava.retreat")
    assert game.tally(game.choices()[0]).total == 1  # type: ignore[union-attr]
    assert "ava.loss.reduced" in [e.key for e in game.apply(game.choices()[0])]
    assert "179R" in game.state.reduced


@rules("victory-awaits", "10.6", "12.3")
def test_who_cannot_retreat_is_eliminated() -> None:
    axis = [*THREE, "inf 61 1624", "inf 93 1623", "inf 94 1524"]
    game = fight(axis, ["rifle 179R 1523"], [2])
    assert "ava.retreat.none" in do(game, "attack", **ATTACK)
    assert place(game, "179R") == "soviet-available"
    assert sound(game)


@rules("victory-awaits", "10.6")
def test_only_the_first_hex_may_lie_over_a_major_river() -> None:
    axis = ["inf 21 1419"]
    soviet = ["tank 1T 1519", "tank 2T 1519", "tank 3T 1418", "tank 4T 1418"]
    game = fight(axis, soviet, [5], side="soviet", sources={"axis": ["1018"]})
    do(game, "attack", hex="1419", units=["1T", "2T", "3T", "4T"])
    assert owed(game)[1] == "ava.lose" or owed(game) == ("axis", "ava.retreat")
    paths = [a["path"] for a in game.choices() if a.kind == "retreat"]
    for path in paths:
        assert path[1].startswith("13"), "over the river first"
        assert not why(game, "retreat", unit="21", path=path)
    closed = why(game, "retreat", unit="21", path=["1419", "1420", "1320"])
    assert ("10.6", "ava.retreat.major-river") in closed


@rules("victory-awaits", "10.6", "2.1")
def test_the_start_line_is_closed_to_a_retreat() -> None:
    game = fight(["pz 1Pz 1322", "pz 2Pz 1322"], ["rifle 179R 1222"], [3])
    do(game, "attack", hex="1222", units=["1Pz", "2Pz"])
    while owed(game)[1] == "ava.lose":
        game.apply(game.choices()[0])
    if owed(game)[1] == "ava.retreat":
        found = why(game, "retreat", unit="179R", path=["1222", "1121", "1021"])
        assert ("2.1", "ava.retreat.start-line") in found


@rules("victory-awaits", "10.6")
def test_a_stack_may_part() -> None:
    axis = ["pz 1Pz 1522", "pz 6Pz 1522"]
    game = fight(axis, ["rifle 1R 1523", "rifle 2R 1523"], [4], sources=SOUTH)
    do(game, "attack", hex="1523", units=["1Pz", "6Pz"])
    first = game.choices(unit="1R")[0]
    game.apply(first)
    assert owed(game) == ("soviet", "ava.retreat")
    assert game.choices(unit="2R")
    assert {u for a in game.choices() for u in [a["unit"]]} == {"2R"}


def test_the_retreat_query_lists_every_surviving_way() -> None:
    game = fight(THREE, ["rifle 179R 1523"], [4], sources=SOUTH)
    do(game, "attack", **ATTACK)
    ways = game.query("retreats", unit="179R")
    best = min(way.rank for way in ways)
    assert [w.path for w in ways if w.rank == best] == [a["path"] for a in game.choices()]
    assert Action("retreat", unit="179R", path=("1523", "1624", "1625")) in game.choices()
