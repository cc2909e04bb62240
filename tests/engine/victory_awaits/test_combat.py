"""Chapter 10 but for retreat and pursuit: attacks, odds, results, losses."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tables import load_charts
from engine.values import Action
from engine.victory_awaits.combat.odds import CANCELLED, Columns, attack_tally
from engine.victory_awaits.combat.segment import read_result
from engine.victory_awaits.rules import CHARTS
from tests.engine.victory_awaits.field import THREE, do, fight, owed, place, sound, told, why
from tests.marks import rules

CRT = load_charts("victory_awaits", CHARTS)["crt"]


COLUMNS = Columns(CRT)


ORDER = ["A2", "A1", "-", "R", "RR", "1R", "1RR", "2RR", "3RR"]


@rules("victory-awaits", "10.0", "10.1")
def test_an_attack_needs_an_enemy_beside_it() -> None:
    game = fight([*THREE, "inf 11 1218"], ["rifle 179R 1523", "rifle 5R 1825"])
    assert why(game, "attack", hex="1622", units=["36M"]) == {("10.0", "ava.attack.empty")}
    assert why(game, "attack", hex="1523", units=["11"]) >= {("10.0", "ava.attack.not-adjacent")}
    assert why(game, "attack", hex="9999", units=["36M"]) == {("10.1", "argument.unknown-hex")}
    assert why(game, "attack", hex="1523", units=[]) == {("10.2", "ava.attack.nobody")}
    assert why(game, "attack", units=["36M"]) == {("10.1", "argument.missing")}
    assert ("10.0", "ava.attack.not-yours") in why(game, "attack", hex="1523", units=["5R"])


@rules("victory-awaits", "10.1")
def test_each_unit_and_each_hex_once() -> None:
    game = fight(["pz 1Pz 1522", "pz 6Pz 1522"], ["rifle 179R 1523", "rifle 5R 1623"], [1])
    do(game, "attack", hex="1523", units=["1Pz"])
    assert why(game, "attack", hex="1523", units=["6Pz"]) == {("10.1", "ava.attack.hex-again")}
    assert why(game, "attack", hex="1623", units=["1Pz"]) == {("10.1", "ava.attack.again")}
    assert not why(game, "attack", hex="1623", units=["6Pz"])
    assert why(game, "attack", hex="1623", units=["6Pz", "6Pz"]) == {
        ("10.1", "ava.attack.twice-named")
    }


@rules("victory-awaits", "10.1", "8.1")
def test_units_that_sleep_do_not_attack() -> None:
    game = fight(["hq 18A 1119", "pz 1Pz 1522"], ["rifle 179R 1523"])
    game = fight(THREE, ["rifle 179R 1523"], side="soviet")
    assert ("10.0", "ava.attack.not-yours") in why(game, "attack", hex="1523", units=["36M"])


@rules("victory-awaits", "10.1")
def test_no_attack_over_the_start_line_or_into_mountains() -> None:
    axis = ["inf 21 1122", "inf 22 1322"]
    game = fight(axis, ["tank 1T 1222", "tank 2T 1222"], side="soviet")
    found = why(game, "attack", hex="1122", units=["1T"])
    assert ("10.1", "ava.attack.side-start-line") in found
    game = fight(["pz 1Pz 2327", "alp 1G 2327"], ["weak 5R 2427", "weak 6R 2328"])
    found = why(game, "attack", hex="2427", units=["1Pz"])
    assert ("10.1", "ava.attack.side-mountain") in found
    assert not why(game, "attack", hex="2427", units=["1G"]), "a mountain division climbs"


@rules("victory-awaits", "10.3", "1.2")
def test_halves_are_kept_to_the_end() -> None:
    game = fight(THREE, ["rifle 179R 1523"])
    tally = game.tally(Action("attack", hex="1523", units=["36M", "21"]))
    assert tally is not None
    assert tally.parts[0].total == Fraction(13, 2)
    assert tally.parts[0].result == "6"
    assert tally.result == "3-1"
    assert any(line.rule == "1.2" for line in tally)


@rules("victory-awaits", "10.3", "TEC")
def test_a_bridge_does_not_help_the_attacker() -> None:
    game = fight(["pz 1Pz 1322"], ["rifle 179R 1422"])
    tally = game.tally(Action("attack", hex="1422", units=["1Pz"]))
    assert tally is not None
    assert [line.key for line in tally.parts[0]] == ["ava.attack.major-river"]
    assert tally.parts[0].total == 4
    assert tally.result == "1.5-1", "2-1, and one column for the town of Ostrov"


@rules("victory-awaits", "10.3")
def test_an_attack_below_one_to_one_is_off() -> None:
    game = fight(["inf 21 1423"], ["rifle 179R 1523", "rifle 5R 1523"])
    assert why(game, "attack", hex="1523", units=["21"]) == {("10.3", "ava.attack.cancelled")}
    assert game.query("odds", attack=1, defence=1, shift=1).column == CANCELLED


@rules("victory-awaits", "10.3")
@given(st.integers(1, 99), st.integers(1, 99))
def test_odds_are_rounded_down_for_the_defender(attack: int, defence: int) -> None:
    column = COLUMNS.odds(attack, defence).column
    if column == CANCELLED:
        assert attack < defence
    else:
        ratio = Fraction(*map(Fraction, column.split("-")))  # type: ignore[arg-type]
        assert ratio <= Fraction(attack, defence)
        better = [r for r in COLUMNS.ratios if ratio < r <= Fraction(attack, defence)]
        assert not better


@rules("victory-awaits", "10.3")
@given(st.integers(0, 60), st.integers(0, 20), st.integers(0, 3))
def test_a_shift_never_helps_the_attacker(attack: int, defence: int, shift: int) -> None:
    plain, shifted = COLUMNS.odds(attack, defence), COLUMNS.odds(attack, defence, shift)
    assert len(shifted.steps) == shift + 1
    assert shifted.steps[0] == plain.column
    if not shifted.cancelled:
        names = COLUMNS.names
        assert names.index(shifted.column) == names.index(plain.column) - shift


@rules("victory-awaits", "10.4")
def test_the_reconstructed_table_keeps_what_the_rulebook_pins() -> None:
    assert CRT.reconstructed
    assert CRT.value("4", "4-1") == "RR"
    assert CRT.columns[:4] == ("1-1", "1.5-1", "2-1", "3-1")
    rank = [[ORDER.index(CRT.value(str(die), c)) for c in CRT.columns] for die in range(1, 7)]
    for row in rank:
        assert row == sorted(row), "more strength never hurts"
    for column in zip(*rank, strict=True):
        assert list(column) == sorted(column), "a higher die never hurts"


@rules("victory-awaits", "10.4")
@pytest.mark.parametrize(
    ("code", "attacker", "defender", "retreat"),
    [("A2", 2, 0, 0), ("-", 0, 0, 0), ("R", 0, 0, 1), ("RR", 0, 0, 2), ("1R", 0, 1, 1)],
)
def test_results(code: str, attacker: int, defender: int, retreat: int) -> None:
    result = read_result(code)
    assert (result.attacker, result.defender, result.retreat) == (attacker, defender, retreat)


@rules("victory-awaits", "10.5", "10.8")
def test_the_attacker_chooses_his_losses() -> None:
    game = fight(["inf 21 1522", "inf 22 1522"], ["rifle 1R 1523", "rifle 2R 1523"], [1])
    do(game, "attack", hex="1523", units=["21", "22"])
    assert owed(game) == ("axis", "ava.lose")
    assert why(game, "lose", unit="1R") == {("10.5", "ava.loss.not-concerned")}
    do(game, "lose", unit="22")
    assert game.state.reduced == {"22"}
    apart = fight(["inf 21 1522", "inf 22 1423"], ["rifle 1R 1523", "rifle 2R 1523"], [1])
    do(apart, "attack", hex="1523", units=["21", "22"])
    assert [a["unit"] for a in apart.choices(hex="1423")] == ["22"]


@rules("victory-awaits", "10.8", "12.3", "13.0")
def test_where_the_eliminated_go() -> None:
    surrounded = ["pz 1Pz 1522", "pz 6Pz 1522", "pz 8Pz 1624", "pz 3Pz 1423"]
    game = fight(surrounded, ["hq 27A 1523", "tank 5T 1523"], [6])
    do(game, "attack", hex="1523", units=["1Pz", "6Pz", "8Pz", "3Pz"])
    while owed(game)[1] != "ava.pursue" and owed(game)[0] == "soviet":
        game.apply(game.choices()[0])
    assert place(game, "27A") == "soviet-available"
    assert place(game, "5T") == "soviet-eliminated"
    assert sound(game)


BEHIND = ["pz 1Pz 1522", "inf 217 1424", "pz 8Pz 1724"], ["rifle 1R 1523", "rifle 2R 1624"]
"""The 1R in 1523 can fall back on the 2R in 1624."""


@rules("victory-awaits", "10.3")
def test_who_retreated_adds_nothing_and_suffers_all_the_same() -> None:
    game = fight(*BEHIND, [3, 2], sources={"soviet": ["1624"]})
    do(game, "attack", hex="1523", units=["1Pz"])
    do(game, "attack", hex="1624", units=["8Pz"])
    do(game, "resolve", hex="1523")
    assert owed(game) == ("soviet", "ava.retreat")
    game.apply(next(a for a in game.choices(unit="1R") if a["path"][-1] == "1624"))
    g: Any = game.rules
    while owed(game)[1] == "ava.pursue":
        tally = attack_tally(g, game.state, ["8Pz"], "1624")
        assert {line.key: line.value for line in tally.parts[1].lines} == {
            "ava.defence.full": 2,
            "ava.defence.retreated": 0,
        }
        do(game, "end")
    assert told(game.log, "ava.attack.result")[1]["column"] == "1-1", "4 to 2, dense woods"


@rules("victory-awaits", "10.2")
def test_all_attacks_are_declared_before_the_first_die() -> None:
    axis, soviet = BEHIND
    more = [*axis, "pz 2Pz 1921"], [*soviet, "rifle 3R 1922"]
    game = fight(*more, [6, 6], sources={"soviet": ["1628"]})
    assert do(game, "attack", hex="1523", units=["1Pz"]) == ["ava.attack.declared"]
    assert owed(game) == ("axis", "ava.combat"), "1624 could be attacked too"
    assert why(game, "resolve", hex="1523") == {("10.2", "ava.resolve.early")}
    assert do(game, "attack", hex="1624", units=["8Pz"]) == ["ava.attack.declared"]
    assert why(game, "attack", hex="1523", units=["217"]) >= {("10.1", "ava.attack.hex-again")}
    assert do(game, "end") == [], "the third attack is left out"
    assert owed(game) == ("axis", "ava.resolve")
    assert {action["hex"] for action in game.choices()} == {"1523", "1624"}
    assert {action["hex"] for action in game.choices(unit="8Pz")} == {"1624"}
    late = why(game, "attack", hex="1922", units=["2Pz"])
    assert late == {("10.2", "ava.attack.too-late")}
    assert why(game, "end") == {("10.2", "ava.combat.standing")}
    assert why(game, "resolve", hex="1724") == {("10.2", "ava.resolve.none")}
    tally = game.tally(Action("resolve", hex="1624"))
    assert tally is not None
    assert tally.parts[0].total == 4
    assert "ava.attack.result" in do(game, "resolve", hex="1624")
    while owed(game)[1] != "ava.combat":
        game.apply(game.choices()[-1])
    fought = [event["hex"] for event in told(game.log, "ava.attack.result")]
    assert fought == ["1624", "1523"], "in the order chosen, the last one of itself"
    assert why(game, "attack", hex="1922", units=["2Pz"]) == {("10.2", "ava.attack.too-late")}
    assert [action.kind for action in game.choices()] == ["end"]


@rules("victory-awaits", "10.2")
def test_a_hex_that_is_empty_when_attacks_are_declared_is_never_attacked() -> None:
    game = fight(BEHIND[0], ["rifle 1R 1523"], [3], sources={"soviet": ["1624"]})
    assert why(game, "attack", hex="1624", units=["8Pz"]) == {("10.0", "ava.attack.empty")}
    do(game, "attack", hex="1523", units=["1Pz"])
    game.apply(next(a for a in game.choices(unit="1R") if a["path"][-1] == "1624"))
    while owed(game)[1] == "ava.pursue":
        do(game, "end")
    assert why(game, "attack", hex="1624", units=["8Pz"]) == {("10.2", "ava.attack.too-late")}


@rules("victory-awaits", "10.2")
def test_one_attack_that_leaves_no_other_is_fought_at_once() -> None:
    game = fight(["pz 1Pz 1522"], ["rifle 1R 1523"], [1])
    assert "ava.attack.result" in do(game, "attack", hex="1523", units=["1Pz"])


@rules("victory-awaits", "10.0", "5.0")
def test_combat_is_never_forced() -> None:
    game = fight(THREE, ["rifle 179R 1523"])
    assert do(game, "end") == ["ava.combat.end"]


@rules("victory-awaits", "10.1")
def test_of_many_attackers_all_all_but_one_and_each_alone_are_offered() -> None:
    axis = ["pz 1Pz 1522", "pz 2Pz 1522", "pz 3Pz 1423", "pz 4Pz 1423", "pz 5Pz 1424"]
    game = fight(axis, ["rifle 1R 1523"])
    sizes = Counter(len(a["units"]) for a in game.choices() if a.kind == "attack")
    assert sizes == {5: 1, 4: 5, 1: 5}
    few = fight(axis[:4], ["rifle 1R 1523"])
    sizes = Counter(len(a["units"]) for a in few.choices() if a.kind == "attack")
    assert sizes == {4: 1, 3: 4, 2: 6, 1: 4}, "of four, every group"


@rules("victory-awaits", "10.3")
def test_any_strength_against_none_is_ten_to_one() -> None:
    game = fight(["pz 1Pz 1522"], ["rifle 1R 1523"])
    g: Any = game.rules
    tally = attack_tally(g, replace(game.state, retreated=frozenset({"1R"})), ["1Pz"], "1523")
    assert (tally.total, tally.result) == (10, "10-1")


@rules("victory-awaits", "14.3", "10.1")
def test_a_fortress_never_attacks() -> None:
    game = fight(["inf 21 1522"], ["fort F1 1523", "rifle 1R 1523"], side="soviet")
    found = why(game, "attack", hex="1522", units=["F1"])
    assert ("14.3", "ava.attack.fortress") in found
    assert ("14.3", "ava.attack.fortress") not in why(game, "attack", hex="1522", units=["1R"])
