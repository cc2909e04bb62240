"""Chapters 18 and 19.1: one-map scenarios and campaign, and what they take from the text."""

from __future__ import annotations

from typing import Any

import pytest

from engine import bots, catalogue
from engine.chance import Seeded
from engine.errors import Problem
from engine.files import Table
from engine.game import Game
from engine.scenario import upon
from engine.victory_awaits.components.track import Limits
from engine.victory_awaits.setup.scenario import read_printed, with_bases
from engine.victory_awaits.turn.chits import armies, side_of
from tests.engine.sketch import sketch, unit
from tests.engine.victory_awaits.field import do, field, owed, place, scenario, sound, why
from tests.marks import rules


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
    assert [action.kind for action in game.choices()] == ["declare", "pass"]
    assert not game.choices(unit="36M")
    assert not game.choices(hex="2122")
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


SCENARIOS = {
    "leningrad": (54, 9),
    "smolensk": (85, 9),
    "smolensk-short": (60, 6),
    "kiev": (52, 9),
    "campaign": (191, 9),
    "campaign-controller": (191, 9),
    "campaign-teams": (191, 9),
}


@rules("victory-awaits", "16.4", "18.1", "18.2", "18.3", "19.1")
@pytest.mark.parametrize("name", SCENARIOS)
def test_points_turns_and_what_is_ours_are_said(name: str) -> None:
    found = scenario(name)
    points, last = SCENARIOS[name]
    assert (found.setup.goal.points, found.setup.last_turn) == (points, last)
    assert "our training versions" in found.scenario.summary
    assert found.setup.goal.stand_fast
    heads = {unit.id for unit in found.units.values() if unit.hq}
    chits = set(found.setup.chits).union(*(box.chits for box in found.setup.track.values()))
    extra = {"supply", "okh", "reserve", "axis-reinforcements", "soviet-reinforcements"}
    assert chits - extra - set(found.setup.interrupts) <= heads


@rules("victory-awaits", "16.2", "15.4", "18.2", "4.0")
def test_what_the_text_gives_by_printed_numbers_is_kept() -> None:
    def printed(name: str, what: str) -> set[str]:
        rows = scenario(name).setup.printed
        return {hex for row in rows if row.what == what for hex in row.hexes}

    fast = {"3602", "3603", "3702"}
    assert printed("leningrad", "stand-fast") == fast
    fast |= {"3510", "4112", "3726", "5003", "5009", "5120", "3507", "3607", "3608"}
    assert printed("campaign", "stand-fast") == fast
    assert printed("campaign", "moscow-source") == {"5504", "5507", "5513"}
    assert printed("campaign-teams", "fortress") == {"0927"}
    assert printed("smolensk", "breakthrough") == {"4230", "4730"}
    assert printed("smolensk-short", "breakthrough") == set()
    border = {"2730/2701", "2730/2801", "2801/2830", "2801/2930", "2930/2901"}
    assert printed("smolensk-short", "border") == printed("kiev", "border") == border


@rules("victory-awaits", "16.2")
@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"what": "dragon"}, "dragon"),
        ({"hexes": ["360"]}, "360"),
        ({"hexes": ["3602/3603"]}, "3602/3603"),
        ({"what": "border", "hexes": ["2730"]}, "2730"),
    ],
)
def test_a_printed_number_is_checked(row: dict[str, Any], what: str) -> None:
    whole = {"what": "stand-fast", "rule": "16.2", "name": "Here", "hexes": ["3602"], **row}
    with pytest.raises(Problem, match=what):
        read_printed(Table({"printed": [whole]}, "test.toml"))


@rules("victory-awaits", "18.2")
def test_a_scenario_lies_upon_others() -> None:
    short = scenario("smolensk-short")
    assert short.setup.goal.breakthrough == ()
    assert short.setup.goal.stand_fast == scenario("smolensk").setup.goal.stand_fast
    assert upon({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"c": 4}}) == {"a": {"b": 1, "c": 4}, "d": 3}
    for base in ("smolenks", "../smolenks"):
        with pytest.raises(Problem, match="there is no base"):
            with_bases(Table({"game": "victory-awaits", "base": base}, "test.toml"))


@rules("victory-awaits", "18.1", "19.1")
def test_the_transfer_belongs_to_leningrad_alone() -> None:
    units = {"12Pz", "18M", "20M"}
    assert {place(begin("leningrad"), unit) for unit in units} == {"turn-7"}
    assert not units & set(scenario("campaign").units)


@rules("victory-awaits", "4.0", "15.3", "14.3")
def test_what_stands_ready_in_smolensk_and_the_campaign() -> None:
    for name in ("smolensk", "campaign"):
        game = begin(name)
        assert len(game.state.position.at("turn-3")) == 11, "the 19th Army (15.3)"
        level = game.rules.face(game.state, "F0").defence  # type: ignore[attr-defined]
        assert level == 1, "Brest (4.0 step 7)"
        assert owed(game) == ("soviet", "ava.setup")
    maps = [game.rules.units[f"F{i}"].map for i in range(1, 7)]  # type: ignore[attr-defined]
    assert maps == ["leningrad"] * 3 + ["kiev"] * 3


def begin(name: str) -> Game:
    return catalogue.load(f"victory-awaits/{name}", Seeded(3))


@rules("victory-awaits", "6.1", "6.2", "15.2")
@pytest.mark.parametrize("name", ["leningrad", "smolensk", "kiev", "campaign"])
def test_the_soviets_choose_among_their_chits_every_turn(name: str) -> None:
    """The printed numbers are not in the text; ours leave a choice in each turn."""
    g: Any = scenario(name)
    pool = list(g.setup.chits)
    for turn in range(1, 10):
        box = g.setup.track[turn]
        pool += [*box.chits, *(u.id for u in armies(g) if turn >= 5 and u.id not in pool)]
        mine = [chit for chit in pool if side_of(g, chit) == "soviet" and chit != "reserve"]
        assert 0 < box.choose["soviet"] < len(mine), turn
        assert "german" not in box.choose, "6.2: the Axis may choose all it has"


@rules("victory-awaits", "4.0")
def test_the_hq_of_the_2nd_panzer_group_goes_to_its_symbol() -> None:
    game = begin("smolensk")
    bot = bots.RandomBot(3)
    while owed(game) == ("soviet", "ava.setup"):
        game.apply(bot.choose(game))
    assert {a["hex"] for a in game.choices(unit="2PzG")} == {"0208"}


@rules("victory-awaits", "18.2")
@pytest.mark.parametrize(("last", "enough"), [("18M", True), ("9Pz", False)])
def test_the_recall_asks_for_eighteen_points_of_attack(last: str, enough: bool) -> None:
    """8 + 5 + 5 is enough, 8 + 5 + 4 is not."""
    game = field(
        ["hq 2A 1123", "pz 1Pz 1121", "pz 9Pz 1121", "mot 36M 1122", "mot 18M 1122", "pz 2Pz 1222"],
        ["hq 8A 2421"],
        source=Seeded(1),
        chits=["supply"],
        turns={"first": 6, "last": 7},
        limits={"recall_turn": 6},
        start={"reduced": ["9Pz"]},
        victory={"points": 60},
    )
    for name in ("1Pz", "36M", last):
        assert owed(game) == ("axis", "ava.recall")
        do(game, "recall", unit=name)
    assert (owed(game) == ("axis", "ava.recall")) is not enough


@rules("victory-awaits", "18.0")
def test_a_word_above_a_table_replaces_it() -> None:
    below = {"board": {"title": "A sketch"}, "victory": {"points": 3, "need": 1}}
    above = {"board": "velikaya", "victory": {"points": 5}}
    assert upon(below, above) == {"board": "velikaya", "victory": {"points": 5, "need": 1}}
    assert upon(above, below)["board"] == {"title": "A sketch"}


@rules("victory-awaits", "18.1")
def test_zhukov_is_declared_once() -> None:
    game = field(
        ["hq 18A 2120"],
        ["hq 8A 2517"],
        [1] * 9,
        chits=["18A", "8A"],
        zhukov=["2122", "2222"],
        turns={"first": 4, "last": 6},
    )
    do(game, "move", unit="18A", path=["2120", "2121"])
    asked = 0
    while game.decision is not None:
        if owed(game)[1] == "ava.zhukov":
            asked += 1
            do(game, "declare")
        else:
            do(game, "end")
    assert asked == 1


@rules("victory-awaits", "2.2")
@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"full": ["a", 5]}, "no row of strengths"),
        ({"full": [-1, 5]}, "no row of strengths"),
        ({"full": [1]}, "no row of strengths"),
        ({"nation": "soviet"}, "fights for the other side"),
    ],
)
def test_what_is_printed_on_a_counter_is_checked(row: dict[str, Any], what: str) -> None:
    with pytest.raises(Problem) as caught:
        sketch([". ."], [{**unit("a", "0101"), **row}])
    assert what in str(caught.value)


@rules("victory-awaits", "5.0")
def test_a_segment_of_a_side_wakes_its_units_on_the_map() -> None:
    game = field(
        ["inf 21 1123", "inf 61 box:axis-available"],
        ["rifle 1R 2421", "fort F1 2421"],
        start={"side": "axis"},
    )
    assert set(game.query("awake")) == {"21"}
    red = field(["inf 21 1123"], ["rifle 1R 2421", "fort F1 2421"], start={"side": "soviet"})
    assert set(red.query("awake")) == {"1R"}, "and no fortress"


@rules("victory-awaits", "2.1")
def test_single_hexes_may_be_left_out_of_the_area_in_play() -> None:
    board = catalogue.load("victory-awaits/drills/two-sheets").scenario.board
    assert "K1605" in board
    assert "K1606" not in board
