"""Chapter 17: the optional rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine import bots
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from tests.engine.sketch import read, scenario_data, unit
from tests.engine.victory_awaits.field import TURNS, do, field, owed, place, told, why
from tests.marks import rules


@rules("victory-awaits", "17.1")
def test_bidding() -> None:
    game = field(
        ["pz 1Pz 1122", "hq 18A 1123"],
        ["hq 8A 2421"],
        on=["bidding"],
        chits=["supply"],
        turns={"first": 1, "last": 1},
        victory={"points": 10},
    )
    assert owed(game) == ("axis", "ava.bid")
    assert why(game, "pass") == {("17.1", "ava.bid.open")}
    do(game, "bid", points=1)
    assert owed(game) == ("soviet", "ava.bid")
    assert why(game, "bid", points=1) == {("17.1", "ava.bid.low")}
    do(game, "pass")
    while game.decision is not None:
        do(game, "end")
    assert game.ending is not None
    assert game.ending.winner == "axis", "one point was bid, one was scored"


@rules("victory-awaits", "17.1")
def test_the_seat_that_bids_more_plays_the_axis() -> None:
    game = field(
        ["hq 18A 1123"],
        ["hq 8A 2421"],
        on=["bidding"],
        chits=["18A", "8A"],
        turns={"first": 1, "last": 1},
        victory={"points": 10},
    )
    do(game, "bid", points=5)
    assert (owed(game)[0], game.player) == ("soviet", "soviet")
    do(game, "bid", points=6)
    assert "ava.bid.swapped" in do(game, "pass")
    assert game.query("seats") == {"axis": "soviet", "soviet": "axis"}
    assert game.query("bid") == 6
    assert {owed(game)[0], game.player} == {"axis", "soviet"}, "the other seat decides"
    taken = bots.answer(game, {"soviet": "random"})
    assert taken >= 1 or game.player == "axis"
    assert game.decision is None or owed(game)[0] == "soviet", "the bot that bid plays the Axis"
    game.reset()
    do(game, "bid", points=5)
    do(game, "pass")
    assert game.query("seats") == {"axis": "axis", "soviet": "soviet"}


def reserve(die: int, **keys: Any) -> Game:
    soviet = ["hq 8A 2421", "rifle 1R 1523", "rifle 2R 2422", "rifle 3R 2423", "rifle 4R 1822"]
    return field(
        ["hq 18A 1123", "weak 21 1522"],
        soviet,
        [1, die],
        on=["reserve-okh"],
        chits=["reserve"],
        turns={"first": 1, "last": 1},
        **keys,
    )


@rules("victory-awaits", "17.2")
def test_the_reserve_chit() -> None:
    for die, count in ((1, 3), (4, 3), (5, 4), (6, 5)):
        game = reserve(die)
        assert told(game.log, "ava.reserve.die")[0]["count"] == count
    game = reserve(1)
    assert owed(game) == ("soviet", "ava.pick")
    assert why(game, "pick", unit="21") == {("17.2", "ava.reserve.no")}
    do(game, "pick", unit="1R")
    do(game, "pick", unit="2R")
    do(game, "end")
    assert owed(game) == ("soviet", "ava.move")
    found = why(game, "move", unit="1R", path=["1523", "1624"], mode="strategic")
    assert ("17.2", "ava.reserve.no-strategic") in found
    found = why(game, "move", unit="2R", path=["2422", "2423"], mode="strategic")
    assert ("17.2", "ava.reserve.no-strategic") not in found, "the 8A commands it"
    do(game, "end")
    tally = game.tally(Action("attack", hex="1522", units=["1R"]))
    assert tally is not None
    assert tally.parts[0].total == 1, "two, halved out of command"


@rules("victory-awaits", "17.2", "18.1", "9.0")
@pytest.mark.parametrize("limits", [{}, {"march": 1}])
def test_what_the_reserve_may_do_is_offered(limits: dict[str, int]) -> None:
    game = reserve(6, limits=limits)
    do(game, "pick", unit="4R")
    if owed(game)[1] == "ava.pick":
        do(game, "end")
    offered = [a for a in game.choices(unit="4R") if a.kind == "move"]
    assert offered
    assert not any(game.explain(action).reasons for action in offered)


@rules("victory-awaits", "17.2", "18.1")
def test_the_reserve_of_leningrad() -> None:
    game = reserve(1, limits={"march": 1})
    assert told(game.log, "ava.reserve.die")[0]["count"] == 1
    do(game, "pick", unit="1R")
    found = why(game, "move", unit="1R", path=["1523", "1624"])
    assert ("18.1", "ava.reserve.aloof") in found
    do(game, "end")
    assert game.decision is None, "it may not attack"


@rules("victory-awaits", "17.2")
def test_without_the_switch_the_chit_stays_out() -> None:
    game = field(
        ["hq 18A 1123"], ["hq 8A 2421"], chits=["reserve", "okh"], turns={"first": 1, "last": 1}
    )
    assert game.decision is None


@rules("victory-awaits", "17.3")
def test_relocating_a_headquarters() -> None:
    game = field(
        ["hq 18A 1123", "hq 16A 1121"],
        ["hq 8A 2421"],
        [1],
        on=["hq-relocation"],
        chits=["18A", "axis-reinforcements"],
        turns={"first": 4, "last": 5},
        track=[{"turn": 4, "german": 2}, {"turn": 5, "reinforcements": {"german": 0}}],
    )
    while owed(game)[1] != "ava.relocate":
        game.apply(game.choices()[-1])
    assert why(game, "relocate", unit="18A") == {("17.3", "ava.relocate.no")}
    do(game, "relocate", unit="16A")
    assert place(game, "16A") == "turn-5"
    for _ in range(20):
        if game.decision is None or owed(game)[1] == "ava.arrive":
            break
        do(game, "end")
    assert owed(game) == ("axis", "ava.arrive"), "beyond the count, which is none"
    do(game, "arrive", unit="16A", hex="1225")


@rules("victory-awaits", "17.4")
def test_soviet_lines_must_follow_a_road_or_a_railway() -> None:
    def line(hex: str, *on: str) -> bool:
        game = field(
            ["inf 1 1026"],
            [f"rifle 1R {hex}"],
            on=on,
            start={"side": "soviet"},
            sources={"soviet": ["2517"]},
        )
        return bool(game.query("communication", unit="1R").exists)

    assert line("1217")
    assert not line("1217", "tight-soviet-supply"), "thirteen hexes, and no road at the source"
    assert line("1317", "tight-soviet-supply"), "twelve"


@rules("victory-awaits", "17.5")
def test_a_german_headquarters_wakes_ten_mechanized_units() -> None:
    hexes = ["1118", "1119", "1120", "1121", "1122", "1123"]
    axis = ["pzhq 4PzG 1020", *(f"pz P{i} {hexes[i // 2]}" for i in range(12))]
    game = field(axis, ["hq 8A 2421"], [1], on=["armour-limit"], chits=["4PzG"], turns=TURNS)
    assert owed(game) == ("axis", "ava.leave-out")
    assert why(game, "leave-out", unit="4PzG") == {("17.5", "ava.leave-out.no")}
    do(game, "leave-out", unit="P0")
    do(game, "leave-out", unit="P1")
    assert owed(game) == ("axis", "ava.move")
    assert ("8.1", "ava.move.not-active") in why(game, "move", unit="P0", path=["1118", "1218"])


@rules("victory-awaits", "17.5")
def test_a_soviet_headquarters_wakes_all_its_mechanized_units() -> None:
    hexes = ["2320", "2321", "2322", "2420", "2422", "2423"]
    soviet = ["hq 8A 2421", *(f"tank T{i} {hexes[i // 2]}" for i in range(12))]
    game = field(["hq 18A 1123"], soviet, [1], on=["armour-limit"], chits=["8A"], turns=TURNS)
    assert owed(game) == ("soviet", "ava.move")
    assert len(game.query("awake")) == 13


@rules("victory-awaits", "17.6")
def test_a_panzer_group_needs_a_line_for_its_second_activation() -> None:
    def second(*soviet: str) -> int:
        game = field(
            ["pzhq 4PzG 1822"],
            ["hq 8A 2421", *soviet],
            [1, 1],
            on=["panzer-hq-limit"],
            chits=["4PzG", "4PzG"],
            turns={"first": 1, "last": 1},
        )
        while game.decision is not None:
            do(game, "end")
        return len(told(game.log, "ava.hq.activates"))

    assert second() == 2
    assert second("rifle 1R 1325") == 1


@rules("victory-awaits", "17.6")
def test_two_panzer_groups_may_not_share_a_railway() -> None:
    game = field(
        ["pzhq 3PzG 1723", "pzhq 4PzG 1822"],
        ["hq 8A 2421"],
        [1, 1, 1],
        on=["panzer-hq-limit"],
        chits=["3PzG", "4PzG", "4PzG"],
        turns={"first": 1, "last": 1},
    )
    while game.decision is not None:
        do(game, "end")
    assert told(game.log, "ava.chit.no-line")[0]["hq"] == "4PzG"


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


@rules("victory-awaits", "17.3", "12.2")
def test_a_relocated_headquarters_keeps_its_status_until_it_arrives() -> None:
    game = field(
        ["hq 18A 1123", "hq 16A 1223", "inf 61 box:axis-available", "inf 93 box:axis-available"],
        ["hq 8A 2421"],
        on=["hq-relocation"],
        source=Seeded(1),
        chits=["18A", "axis-reinforcements"],
        turns={"first": 1, "last": 5},
        track=[{"turn": n, "reinforcements": {"german": 1}} for n in range(1, 6)],
    )
    do(game, "relocate", unit="16A")
    while game.state.turn < 4:
        do(game, "end")
    while owed(game)[1] != "ava.arrive":
        do(game, "end")
    assert game.state.extras == {"16A"}, "no reinforcement chit was in the cup before turn 4"
    do(game, "arrive", unit="61", hex="1225")
    assert why(game, "arrive", unit="93", hex="1225") == {("12.2", "ava.arrive.too-many")}
    do(game, "arrive", unit="16A", hex="1225")
    assert place(game, "16A") == "1225"
    assert game.state.extras == frozenset(), "should it come back once more, it counts"


@rules("victory-awaits", "17.1")
@pytest.mark.parametrize("points", [None, 12])
def test_what_raises_are_offered(points: int | None) -> None:
    game = field(
        ["hq 18A 1123"],
        ["hq 8A 2421"],
        on=["bidding"],
        chits=["18A"],
        turns={"first": 1, "last": 1},
        victory={"points": points} if points else {},
    )
    first = (points or 1) // 2
    assert [a["points"] for a in game.choices()] == [first + 1, first + 5, first + 20]
    assert why(game, "bid", points=401) == {("17.1", "ava.bid.low")}
    do(game, "bid", points=400)
    assert [a.kind for a in game.choices()] == ["pass"], "no higher bid exists"


@rules("victory-awaits", "17.6")
def test_the_limit_on_panzer_groups_concerns_no_army() -> None:
    game = field(
        ["hq 18A 1123", "inf 21 1124"],
        ["hq 8A 2421"],
        [1],
        on=["panzer-hq-limit"],
        chits=["18A"],
        turns={"first": 1, "last": 1},
    )
    assert owed(game) == ("axis", "ava.move")
    assert set(game.query("awake")) == {"18A", "21"}


@rules("victory-awaits", "17.4")
def test_a_soviet_line_leaves_the_nearer_of_road_and_railway() -> None:
    data = scenario_data(
        [". . . . . . . ."],
        [unit("a", "0801")],
        [unit("r", "0601")],
        soviet_source=["0101"],
        rail=["0101 0201 0301 0401"],
        road=["0101 0201"],
        scenario={"rules": {"tight-soviet-supply": True}},
    )
    found = Game(read(data), Seeded(1)).query("communication", unit="r")
    assert (found.exists, found.off_rail) == (True, 2), "by rail to 0401"
