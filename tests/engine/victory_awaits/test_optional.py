"""Chapters 17 and 18: optional rules, and what only one scenario has."""

from __future__ import annotations

from typing import Any

from engine import bots
from engine.action import Action
from engine.chance import Seeded
from engine.game import Game
from engine.victory_awaits.seats import seats
from engine.victory_awaits.track import Limits
from tests.engine.victory_awaits.field import do, field, owed, place, sound, told, why
from tests.marks import rules

TURNS = {"first": 1, "last": 2}


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
    do(game, "end")
    tally = game.tally(Action("attack", hex="1522", units=["1R"]))
    assert tally is not None
    assert tally.parts[0].total == 1, "two, halved out of command"


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


@rules("victory-awaits", "18.1")
def test_zhukov() -> None:
    game = field(
        ["hq 18A 2120", "mot 36M 2019"],
        ["hq 8A 2517"],
        [1, 1, 1, 1, 1, 1, 1],
        chits=["18A", "soviet-reinforcements", "8A"],
        zhukov=["2122", "2222"],
        turns={"first": 4, "last": 6},
    )
    while owed(game)[1] != "ava.move" or owed(game)[0] != "axis":
        game.apply(game.choices()[-1])
    assert "ava.zhukov.possible" in do(game, "move", unit="18A", path=["2120", "2121"])
    while owed(game)[1] != "ava.zhukov":
        do(game, "end")
    do(game, "declare")
    assert owed(game) == ("soviet", "ava.hold")
    do(game, "hold")
    assert game.state.hand == ("soviet-reinforcements",)
    assert owed(game) == ("soviet", "ava.interrupt")
    assert do(game, "interrupt", chit="soviet-reinforcements")[:2] == [
        "ava.chit.put-back",
        "ava.chit.interrupts",
    ]
    assert sound(game)


@rules("victory-awaits", "18.1")
def test_a_transfer_comes_on_top_of_the_reinforcements() -> None:
    game = field(
        ["hq 18A 1123", "pz 9Pz box:turn-5", "inf 61 box:axis-available"],
        ["hq 8A 2421"],
        [1, 1],
        chits=["axis-reinforcements"],
        transfers=["9Pz"],
        turns={"first": 4, "last": 5},
        track=[{"turn": 5, "reinforcements": {"german": 1}}],
    )
    assert game.state.turn == 5
    do(game, "arrive", unit="9Pz", hex="1225")
    do(game, "arrive", unit="61", hex="1225")


@rules("victory-awaits", "18.2")
def test_smolensk_recalls_mechanized_units() -> None:
    game = field(
        ["hq 2A 1123", "pz 1Pz 1121", "pz 2Pz 1121", "mot 36M 1122", "inf 21 1124"],
        ["hq 8A 2421"],
        source=Seeded(1),
        chits=["supply"],
        turns={"first": 6, "last": 6},
        limits={"recall_turn": 6},
        victory={"points": 60, "breakthrough": ["2528"]},
    )
    assert owed(game) == ("axis", "ava.recall")
    assert why(game, "recall", unit="21") == {("18.2", "ava.recall.no")}
    do(game, "recall", unit="1Pz")
    do(game, "recall", unit="2Pz")
    do(game, "recall", unit="36M")
    assert place(game, "36M") == "withdrawn"
    assert game.query("points").total == 0


@rules("victory-awaits", "18.1", "18.3")
def test_leningrad_and_kiev_build_less() -> None:
    game = field(
        ["hq 18A 1123"],
        ["hq 8A 2421", "fort F1 box:fortress-markers", "fort F2 box:fortress-markers"],
        source=Seeded(1),
        chits=["supply"],
        turns={"first": 4, "last": 4},
        limits={"fortress_levels": 1, "fortress_hexes": 3, "reserve_units": 0},
    )
    do(game, "end")
    do(game, "build", hex="2122")
    assert game.decision is None, "one level a check"
    assert Limits().fortress_levels == 2
    assert Limits().fortress_hexes == 6


ARMIES = {
    "leningrad": (["4PzG", "16A", "18A"], ["S8A", "S11A", "S23A", "S27A", "S48A"]),
    "smolensk": (
        ["2PzG", "3PzG", "4A", "9A", "2A"],
        ["S3A", "S4A", "S10A", "S13A", "S16A", "S19A", "S20A", "S21A", "S22A"],
    ),
    "kiev": (
        ["1PzG", "6A", "17A", "11A", "R3A", "R4A"],
        ["S5A", "S6A", "S26A", "S9A", "S12A", "S18A"],
    ),
}


def one_map(base: str) -> Game:
    axis, soviet = ARMIES[base.removesuffix("-short")]
    return field(
        [f"{'pzhq' if hq.endswith('G') else 'hq'} {hq} 10{17 + i}" for i, hq in enumerate(axis)],
        [f"hq {hq} {24 + i // 9}{20 + i % 8}" for i, hq in enumerate(soviet)],
        source=Seeded(1),
        base=base,
    )


@rules("victory-awaits", "18.0", "18.1", "18.2", "18.3", "15.2", "16.4")
def test_the_one_map_scenarios_as_the_rulebook_gives_them() -> None:
    for base, points, last, levels, hexes, strategic in (
        ("leningrad", 54, 9, 1, 3, 0),
        ("smolensk", 85, 9, 0, 6, 6),
        ("smolensk-short", 60, 6, 0, 6, 6),
        ("kiev", 52, 9, 1, 3, 0),
    ):
        setup = one_map(base).rules.setup  # type: ignore[attr-defined]
        assert setup.goal.points == points
        assert setup.last_turn == last
        assert setup.limits.fortress_levels == levels
        assert setup.limits.fortress_hexes == hexes
        assert setup.limits.reserve_units == strategic
        assert all(setup.track[turn].pick == 1 for turn in range(4, 10))
        assert setup.surprise


@rules("victory-awaits", "15.2", "18.1", "18.3")
def test_chits_become_available_as_the_scenario_says() -> None:
    leningrad = one_map("leningrad").rules.setup  # type: ignore[attr-defined]
    assert leningrad.chits.count("S8A") == 1
    assert leningrad.track[2].chits == ("S27A",)
    assert leningrad.track[3].chits == ("S23A",)
    kiev = one_map("kiev").rules.setup  # type: ignore[attr-defined]
    assert kiev.chits.count("1PzG") == 2
    assert set(kiev.track[2].chits) >= {"11A", "R3A", "R4A"}
    assert "okh" in kiev.without


@rules("victory-awaits", "19.2", "19.3")
def test_the_tables_of_four_to_eight_players() -> None:
    for number, controller in ((4, "P4"), (5, "P5"), (6, "P6"), (7, "P5"), (8, "P5")):
        players, seat = seats(number)
        assert len(players) == number
        assert seat == controller
        hqs = [hq for player in players for hq in player.hqs]
        assert len(hqs) == len(set(hqs)), "every headquarters has one seat"
        assert {"4PzG", "3PzG", "2PzG", "1PzG", "S8A", "S16A", "S26A"} <= set(hqs)
    assert seats(3) == ((), "")
    assert not seats(8)[0][4].hqs[0].startswith("S"), "the Romanian seat is the controller's"


@rules("victory-awaits", "7.3")
def test_two_chits_left_in_hand_are_played_in_the_order_of_their_owner() -> None:
    game = field(
        ["pzhq 4PzG 1121", "pzhq 2PzG 1123"],
        ["hq 8A 2421"],
        [1],
        chits=["Manstein", "Guderian"],
        interrupts={"Manstein": "4PzG", "Guderian": "2PzG"},
        turns={"first": 1, "last": 1},
    )
    assert owed(game) == ("axis", "ava.last-chits")
    assert why(game, "interrupt", chit="8A") == {("7.3", "ava.interrupt.not-held")}
    do(game, "interrupt", chit="Guderian")
    do(game, "end")
    assert game.state.drawn == ("Guderian", "Manstein")
