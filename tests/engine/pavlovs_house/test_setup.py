"""Chapters 0 and 1: the box, the setup, the turn, line of sight; scenario files of this game."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue, load
from engine.chance import Seeded
from engine.cli import check_file
from engine.errors import Problem
from engine.pavlovs_house.board.pieces import Kit
from tests.engine.pavlovs_house.post import (
    do,
    offered,
    opens,
    owed,
    place,
    post,
    rules_for,
    tokens,
    why,
)
from tests.marks import rules

HOUSE = "pavlovs-house/the-house"


@rules("pavlovs-house", "0.0 setup wehrmacht deck")
def test_the_wehrmacht_deck_is_built_from_five_parts_and_three_resupply_cards() -> None:
    game = load(HOUSE, Seeded(3))
    kit = game.rules.kit  # type: ignore[attr-defined]
    rows = kit.chart("wehrmacht").rows
    parts = game.state.wehrmacht
    assert len(rows) == 61
    assert len(kit.resupply_cards) == 6
    assert [len(part) for part in parts] == [12, 1, 12, 1, 12, 1, 12, 12]
    for part, deck in zip((parts[0], *parts[2::2], parts[7]), (1, 2, 3, 4, 5), strict=False):
        assert {rows[card]["deck"] for card in part} == {deck}
    assert all(parts[i][0] in kit.resupply_cards for i in (1, 3, 5))
    assert not any(rows[card]["competitive"] for part in (parts[0], parts[2]) for card in part)
    assert len(game.state.unseen) == 3, "three resupply cards leave the game unseen"
    assert [rows[card]["competitive"] for card in game.state.gone] == [True]
    assert not set(game.query("cards")["gone"]) & set(game.state.unseen)


@rules("pavlovs-house", "0.0 setup soviet deck", "2.1")
def test_three_fog_cards_are_in_the_deck_and_four_in_the_stock() -> None:
    game = load(HOUSE, Seeded(3))
    decks = game.query("decks")
    assert decks["fog"] == 3
    assert decks["fog_stock"] == 4
    assert len(game.query("cards")["hand"]) == 4
    assert decks["soviet_count"] == 35 - 4 - 4


@rules(
    "pavlovs-house",
    "0.0 setup soviet counters",
    "0.0 starting supply",
    "0.0 setup defence markers",
    "0.0 stock",
)
def test_four_counters_ten_rounds_two_provisions_and_three_sixes() -> None:
    game = load(HOUSE, Seeded(3))
    kit = game.rules.kit  # type: ignore[attr-defined]
    starters = {unit for unit, man in kit.men.items() if "start" in man.marks}
    assert set(game.query("units", place="reserve")) == starters
    assert len(starters) == 4
    assert tokens(game, "supply") == {"suppression": 10, "provision": 2}
    assert game.query("defence") == {"green": 6, "red": 6, "purple": 6}
    assert tokens(game, "stock")["suppression"] == 10
    assert tokens(game, "stock")["provision"] == 4
    assert Counter(kit.totals) == Counter(
        action=4,
        order=9,
        damage=36,
        suppression=20,
        sapper=6,
        ammunition=4,
        medic=4,
        wire=4,
        artillery=2,
        provision=6,
        **{"anti-aircraft": 4},
    )
    assert sum(kit.totals.values()) == 99
    assert (len(kit.men), len(kit.weapons), len(kit.germans)) == (34, 7, 39)


@rules("pavlovs-house", "1.1")
def test_a_turn_is_soviet_cards_then_wehrmacht_cards_then_counters() -> None:
    game = load(HOUSE, Seeded(3))
    assert game.decision is not None
    assert game.decision.kind == "pav.cards"
    while game.decision is not None and game.state.turn == 1:
        do(game, game.choices()[-1].kind, **dict(game.choices()[-1].args))
    rules_told = [event.key for event in game.log]
    first = [
        rules_told.index(key)
        for key in ("pav.turn.begins", "pav.card.discarded", "pav.wehrmacht.begins")
    ]
    assert first == sorted(first)
    assert rules_told.count("pav.wehrmacht.card") == 3
    assert rules_told.index("pav.phase.tokens-off") > first[-1]


@rules("pavlovs-house", "1.3")
def test_line_of_sight_goes_by_colour() -> None:
    game = post(
        ["chekhov green-1", "pavlov green-red", "khait purple-3", "naumov reserve"],
        ["riflemen-1 1-2", "riflemen-2 3-5", "riflemen-3 6-1"],
    )
    assert game.query("sight", unit="chekhov") == ["riflemen-1"]
    assert game.query("sight", unit="pavlov") == ["riflemen-1", "riflemen-2"]
    assert game.query("sight", unit="khait") == ["riflemen-3"]
    assert game.query("sight", unit="naumov") == []
    assert game.query("sight", unit="riflemen-2") == ["pavlov"]


@rules("pavlovs-house", "0.0 removed from the game", "0.0 token limit")
def test_what_is_removed_never_comes_back_and_what_is_not_there_is_not_taken() -> None:
    game = post(
        ["pavlov red-2"],
        phase="cards",
        cards={"hand": ["68", "75", "96", "97"], "soviet": ["95"], "wehrmacht": []},
        tokens={
            "supply": {"medic": 4, "provision": 6, "ammunition": 0},
            "staging": {"ammunition": 4, "sapper": 5},
            "green": {"suppression": 1},
        },
    )
    do(game, "play", card="68", command="army-command", act="stock")
    assert [action["token"] for action in game.choices() if action.kind == "take"] == ["sapper"]
    refused = game.explain(game.choices()[0].replaced(token="medic"))
    assert refused.rules == ("0.0 token limit",)
    do(game, "take", token="sapper")
    assert game.decision is not None
    assert game.decision.kind == "pav.cards", "the stock is empty: no more can be taken"


@rules("pavlovs-house", "0.0 removed from the game")
def test_a_counter_that_was_removed_is_not_in_the_stock() -> None:
    game, _ = opens("W06", [3, 2, 6, 1, 1, 1], ["pavlov red-2", "khait green-6"])
    assert place(game, "pavlov") == "out"
    do(game, "end")
    do(game, "call", unit="khait")
    assert not offered(game, "bring", unit="pavlov")
    assert why(game, "bring", unit="pavlov") == {("0.0 stock", "pav.bring.not-stock")}


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"tokens": {"nowhere": {"medic": 1}}}, "there is no place 'nowhere'", "tokens.nowhere"),
    ({"tokens": {"supply": {"medics": 1}}}, "there is no token 'medics'", "tokens.supply.medics"),
    ({"tokens": {"supply": {"medic": 9}}}, "9 tokens of kind 'medic'", "tokens"),
    ({"tokens": {"supply": {"sapper": 4}, "staging": {"sapper": 4}}}, "8 tokens of kind", "tokens"),
    ({"tokens": {"10": {"wire": 1}}}, "cannot lie in 10", "tokens.10.wire"),
    ({"tokens": {"red": {"medic": 1}}}, "cannot lie in red", "tokens.red.medic"),
    ({"tokens": {"5": {"medic": 1, "sapper": 1}}}, "5 holds two tokens", "tokens.5"),
    ({"tokens": {"supply": {"medic": -1}}}, "-1 tokens", "tokens.supply.medic"),
    ({"defence": {"blue": 5}}, "unknown key 'blue'", "defence"),
    ({"defence": {"red": 7}}, "7 is not on the track", "defence.red"),
    ({"cards": {"hand": ["67"]}}, "there is no card '67'", "cards.hand[0]"),
    ({"cards": {"hand": ["68", "68"]}}, "card '68' is listed twice", "cards.hand[1]"),
    ({"cards": {"storm": "castle"}}, "there is no storm group 'castle'", "cards.storm"),
    ({"start": {"phase": "tea"}}, "there is no phase 'tea'", "start.phase"),
    ({"start": {"turn": 4, "last": 2}}, "turns 4 to 2", "start.turn"),
    ({"board": "velikaya"}, "this game's board is always the same", "board"),
    ({"weather": "mud"}, "unknown key 'weather'", ""),
]


@pytest.mark.parametrize(("keys", "what", "where"), BAD)
def test_a_slip_in_a_scenario_is_named(keys: dict[str, Any], what: str, where: str) -> None:
    with pytest.raises(Problem) as caught:
        rules_for(["pavlov red-2"], **keys)
    assert what in caught.value.what
    assert caught.value.file == "test.toml"
    assert where in (caught.value.place or "")
    assert caught.value.remedy


UNITS = [
    (["stalin red-2"], [], "there is no counter 'stalin'"),
    (["riflemen-1 1-1"], [], "'riflemen-1' is on the other side"),
    (["pavlov 1-1"], [], "'pavlov' cannot stand in 1-1"),
    (["pavlov red-2"], ["riflemen-1 red-3"], "'riflemen-1' cannot stand in red-3"),
    (["pavlov red-2"], ["riflemen-1 reserve"], "'riflemen-1' cannot stand in reserve"),
    (["pavlov red-2"], ["riflemen-1 1-1 damaged"], "'riflemen-1' is no man"),
    (["pavlov red-2", "53-k reserve exhausted"], [], "'53-k' is no man"),
    (["pavlov red-2", "chekhov out damaged"], [], "'chekhov' is not in the House"),
    (["pavlov red-9"], [], "there is no place 'red-9'"),
    (["pavlov red-2", "pavlov red-3"], [], "listed twice"),
]


@pytest.mark.parametrize(("soviet", "german", "what"), UNITS)
def test_a_counter_that_cannot_stand_there_is_refused(
    soviet: list[str], german: list[str], what: str
) -> None:
    with pytest.raises(Problem) as caught:
        rules_for(soviet, german)
    assert what in caught.value.what
    assert caught.value.remedy


AGAINST = [
    (["pavlov red-2"], ["riflemen-1 1-1", "scouts-1 1-1"], {"pav.broken.space"}),
    (["pavlov red-2", "53-k red-3"], [], {"pav.broken.weapon"}),
    (["pavlov red-2", "chekhov red-2"], [], {"pav.broken.sharing"}),
    (["sobgaida red-2", "murzaev red-2", "bm-82 red-2"], [], {"pav.broken.sharing"}),
    (
        ["sobgaida red-2", "murzaev red-2", "dronov red-2", "53-k red-2"],
        [],
        {"pav.broken.crowd"},
    ),
]


@rules("pavlovs-house", "3.0 placement advance", "4.0 weapons")
@pytest.mark.parametrize(("soviet", "german", "what"), AGAINST)
def test_counters_that_cannot_stand_together_are_read_and_named(
    soviet: list[str], german: list[str], what: set[str]
) -> None:
    game = post(soviet, german)
    assert {reason.key for reason in game.rules.offences(game.state)} == what


@rules("pavlovs-house", "1.1")
def test_a_scenario_may_begin_when_the_moves_are_made() -> None:
    game = post(["pavlov red-2"], ["riflemen-1 3-1"], phase="actions")
    assert owed(game) == ("soviet", "pav.acts")
    do(game, "attack", [4, 1, 1], unit="pavlov", target="riflemen-1")
    assert game.query("germans") == []


def test_the_three_uses_of_tactics_cards_exclude_one_another() -> None:
    with pytest.raises(Problem, match="one way only"):
        rules_for(["pavlov red-2"], on=["veteran", "guards"])


def test_an_owner_can_replace_a_reconstructed_table(tmp_path: Any) -> None:
    rows = Kit().chart("storm").rows
    lines = [f'{key} = ["{r["name"]}", "{r["colour"]}", 9, 1]' for key, r in rows.items()]
    text = '[storm]\nsection = "3.0 storm group card"\nsource = "owner"\n'
    text += 'columns = ["name", "colour", "defence", "points"]\n[storm.rows]\n' + "\n".join(lines)
    own = tmp_path / "mine.toml"
    own.write_text(text, encoding="utf-8")
    rules = catalogue.rules_of(HOUSE, None, str(own))
    assert rules.kit.chart("storm").value("bank", "defence") == 9  # type: ignore[attr-defined]
    ours = catalogue.load(HOUSE)
    assert set(ours.query("reconstructions")) >= {"men", "wehrmacht", "bands", "storm", "tactics"}
    assert not {"tokens", "locations", "dice", "ranks"} & set(ours.query("reconstructions"))


@pytest.mark.parametrize(
    ("table", "was", "now", "place"),
    [
        ("tactics", '"plane-defence"', '"plane-defense"', "tactics.rows.T02"),
        ("men", '["spotting"]', '["spoting"]', "men.rows.potansky"),
        ("wehrmacht", '"panzer-2"', '"panzer-22"', "wehrmacht.rows.W05"),
        ("soviet", '"flotilla"]', '"flottilla"]', "soviet.rows.72"),
        ("bands", '"purple"]', '"violet"]', "bands.rows.sniper"),
        ("support", '["18", "4"]', '["19", "4"]', "support.rows.elevator"),
        ("storm", '"green", 15', '"blue", 15', "storm.rows.railwaymen"),
    ],
)
def test_a_name_in_an_owners_table_that_no_rule_reads_is_refused(
    tmp_path: Any, table: str, was: str, now: str, place: str
) -> None:
    ours = Path(catalogue.__file__).parent / "pavlovs_house" / "tables.toml"
    _, head, rest = ours.read_text("utf-8").partition(f"\n[{table}]")
    own = tmp_path / "mine.toml"
    text = (head + re.split(r"\n\[(?![a-z]+\.)", rest)[0]).replace(was, now, 1)
    own.write_text(text, encoding="utf-8")
    with pytest.raises(Problem, match="no rule knows") as caught:
        catalogue.rules_of(HOUSE, None, str(own))
    assert (caught.value.file, caught.value.place) == (str(own), place)
    assert caught.value.remedy


def test_check_says_what_a_scenario_without_hexes_is() -> None:
    path = Path(catalogue.__file__).parent.parent / "scenarios/pavlovs-house/play/the-house.toml"
    assert check_file(path) == "a scenario of 80 units on named places"
