"""Chapter 16: victory points."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game
from engine.values import Action
from engine.victory_awaits.supply import StandDown
from tests.engine.sketch import read, scenario_data, unit
from tests.engine.victory_awaits.field import do, field, owed, why
from tests.marks import rules

NONE = {"ava.vp.mechanized": 0, "ava.vp.eliminated": 0}


def scored(axis: list[str], soviet: list[str], **keys: Any) -> Game:
    return field(
        axis,
        ["hq 8A 2421", *soviet],
        source=Seeded(2),
        chits=["supply"],
        turns={"first": 9, "last": 9},
        victory=keys.pop("victory", {"points": 10}),
        **keys,
    )


def lines(game: Game) -> dict[str, Any]:
    return {line.key: line.value for line in game.query("points").lines}


@rules("victory-awaits", "16.1")
def test_mechanized_units_count() -> None:
    game = scored(["pz 1Pz 1122", "mot 36M 1122", "inf 21 1123"], ["tank 5T box:soviet-eliminated"])
    found = lines(game)
    assert found["ava.vp.mechanized"] == 2
    assert found["ava.vp.eliminated"] == 1


def taking(last: str) -> Game:
    """The Axis drives a division into Porkhov, with or without a line."""
    guards = [] if last == "fed" else ["rifle 9R 1725", "rifle 8R 1525"]
    game = field(
        ["pz 1Pz 2121", "hq 18A 1924", *(["inf 21 1625"] if last == "fed" else [])],
        ["hq 8A 2517", *guards],
        start={"side": "axis"},
        victory={"points": 10, "stand_fast": ["2122"]},
    )
    do(game, "move", unit="1Pz", path=["2121", "2122"])
    return game


@rules("victory-awaits", "16.1", "16.2")
def test_a_city_with_and_without_a_line() -> None:
    fed, alone = taking("fed"), taking("alone")
    assert lines(fed)["ava.vp.city"] == 10
    assert lines(fed)["ava.vp.stand-fast"] == 5
    assert lines(alone)["ava.vp.city-alone"] == 5
    assert lines(alone)["ava.vp.stand-fast-alone"] == 2


@rules("victory-awaits", "16.3")
def test_breakthrough_counts_twice_for_moscow() -> None:
    game = field(
        ["pz 1Pz 2423", "inf 21 1625"],
        ["hq 8A 2517"],
        start={"side": "axis"},
        victory={"points": 10},
        sources={"soviet": ["2523", "2520"], "moscow": ["2523"]},
    )
    do(game, "move", unit="1Pz", path=["2423", "2523"])
    found = lines(game)
    assert found["ava.vp.source"] == 10
    assert found["ava.vp.moscow"] == 10


@rules("victory-awaits", "16.4")
def test_who_has_won() -> None:
    for points, winner in ((2, "axis"), (3, "soviet")):
        game = scored(["pz 1Pz 1122", "pz 2Pz 1122"], [], victory={"points": points})
        while game.decision is not None:
            do(game, "end")
        assert game.ending is not None
        assert game.ending.winner == winner
        assert game.ending.tally is not None
        assert game.ending.tally.total == 2


@rules("victory-awaits", "16.2")
def test_stand_fast_markers_may_go_from_turn_six() -> None:
    def at(turn: int) -> Game:
        game = field(
            ["hq 18A 1123"],
            ["hq 8A 2421"],
            source=Seeded(2),
            chits=["supply"],
            turns={"first": turn, "last": 9},
            victory={"points": 10, "stand_fast": ["2122", "2222"]},
        )
        do(game, "end")
        return game

    late, early = at(6), at(5)
    assert owed(late) == ("soviet", "ava.stand-down")
    assert why(late, "stand-down", hex="1825") == {("16.2", "ava.stand-down.none")}
    do(late, "stand-down", hex="2122")
    assert late.state.stand_fast == {"2222"}, "one marker a check"
    assert owed(early)[1] != "ava.stand-down"


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


@rules("victory-awaits", "16.1", "16.2", "3.4")
def test_a_large_city_without_a_name_counts_like_any_other() -> None:
    data = scenario_data(
        [". C . ."],
        [unit("a", "0101")],
        [unit("r", "0401")],
        axis_source=["0101"],
        rail=["0101 0201"],
        scenario={"victory": {"points": 20, "stand_fast": ["0201"]}},
    )
    game = Game(read(data), Seeded(1))
    assert game.query("points").total == 0
    game.apply(Action("move", unit="a", path=["0101", "0201"]))
    assert game.query("control") == {"0201": "axis"}
    assert lines(game) == {"ava.vp.city": 10, "ava.vp.stand-fast": 5, **NONE}


@rules("victory-awaits", "16.2")
def test_a_stand_fast_marker_lies_in_a_large_city() -> None:
    with pytest.raises(Problem) as caught:
        scored(["pz 1Pz 1122"], [], victory={"points": 1, "stand_fast": ["1123"]})
    assert "hex 1123 is no large city" in str(caught.value)


@rules("victory-awaits", "16.2")
@pytest.mark.parametrize(
    ("axis", "keys", "why_not"),
    [
        ([], {"start": {"holds": ["2122"]}}, "ava.stand-down.lost"),
        (["inf 9 2523"], {"sources": {"soviet": ["2523"]}}, "ava.stand-down.no-line"),
    ],
)
def test_a_marker_goes_from_a_soviet_city_with_a_line(
    axis: list[str], keys: dict[str, Any], why_not: str
) -> None:
    game = field(
        ["hq 18A 1123", *axis],
        ["hq 8A 2421"],
        source=Seeded(2),
        chits=["supply"],
        turns={"first": 6, "last": 9},
        victory={"points": 10, "stand_fast": ["2122", "2222"]},
        **keys,
    )
    check = StandDown()
    g: Any = game.rules
    verdict = check.explain(g, game.state, Action("stand-down", hex="2122"))
    assert {(r.rule, r.key) for r in verdict.reasons} == {("16.2", why_not)}
    listed = {a["hex"] for a in check.choices(g, game.state, None, None) if "hex" in a}
    assert listed == ({"2222"} if why_not.endswith("lost") else set())


@rules("victory-awaits", "16.3")
def test_breakthrough_without_a_line_is_worth_half() -> None:
    game = field(
        ["pz 1Pz 2423"],
        ["hq 8A 2517", "rifle 1R 1624", "rifle 2R 1626", "rifle 3R 1622", "rifle 4R 1628"],
        start={"side": "axis"},
        victory={"points": 10},
        sources={"soviet": ["2523", "2520"], "moscow": ["2523"]},
    )
    do(game, "move", unit="1Pz", path=["2423", "2523"])
    assert not game.query("communication", unit="1Pz").exists
    found = lines(game)
    assert (found["ava.vp.source-alone"], found["ava.vp.moscow-alone"]) == (5, 5)


@rules("victory-awaits", "16.3", "3.3")
def test_only_sources_are_breached_and_it_is_told_once() -> None:
    game = field(
        ["pz 1Pz 2423", "pz 2Pz 2423"],
        ["hq 8A 2517"],
        start={"side": "axis"},
        sources={"soviet": ["2523", "2520"]},
    )
    first = game.apply(Action("move", unit="1Pz", path=["2423", "2523"]))
    assert [event.key for event in first].count("ava.control.source") == 1
    second = game.apply(Action("move", unit="2Pz", path=["2423", "2523"]))
    assert "ava.control.source" not in [event.key for event in second], "it is taken already"
    assert game.state.breached == {"2523"}, "and 2423 is no source"


@rules("victory-awaits", "16.4")
def test_without_a_goal_nobody_wins() -> None:
    game = field(["hq 18A 1123"], ["hq 8A 2421"], start={"side": "axis"})
    while game.decision is not None:
        do(game, "end")
    assert game.ending is not None
    assert (game.ending.winner, game.ending.key) == (None, "ava.ending.over")
