"""Chapters 2 to 7: paying, moving, firing, hits, rally, the round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.action import Action
from engine.conflict_of_heroes.hits import full_cups, hits_of
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, unit, why
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"


@rules("conflict-of-heroes", "3.0", "2.2 use ap")
def test_ap_belong_to_the_activated_unit() -> None:
    game = fight([G], [S])
    move = {"unit": "G", "path": ["G5"], "pay": "ap"}
    assert why(game, "move", **move) == {("3.0", "coh.pay.nobody-active")}
    do(game, "activate", unit="G")
    assert not why(game, "move", **move)
    assert why(game, "activate", unit="G") == {("3.0", "coh.activate.already")}
    assert ("2.2", "coh.not-yours") in why(game, "activate", unit="S")


@rules("conflict-of-heroes", "9.0")
def test_section_one_knows_no_shared_activation() -> None:
    two = [G, "german-rifles H H4 S"]
    game = fight(two, [S], section=1)
    do(game, "activate", unit="G")
    assert why(game, "move", unit="H", path=["H5"], pay="ap") == {("9.0", "coh.pay.not-active")}
    assert ("9.1", "coh.group.not-yet") in why(
        game, "move", units=["G", "H"], to=["G5", "H5"], pay="cap"
    )
    assert not why(fight(two, [S], section=2), "activate", unit="H")


@rules("conflict-of-heroes", "3.1", "2.2 opportunity action")
def test_an_opportunity_action_is_free_and_spends_the_unit() -> None:
    game = fight([G], [S])
    do(game, "move", unit="G", path=["G5"], facing="S", pay="opportunity")
    assert of(game, "G")["spent"]
    assert game.query("side", side="german")["cap"] == 9
    do(game, "pass")
    assert why(game, "turn", unit="G", facing="N", pay="opportunity") == {("3.1", "coh.pay.spent")}


@rules("conflict-of-heroes", "3.2", "3.22", "2.2 use cap")
def test_cap_pay_for_anybody_while_they_last() -> None:
    game = fight(["german-rifles G G4 S spent"], [S], cap=(3, 3))
    assert not why(game, "fire", unit="G", hex="G7", pay="cap")
    game = fight(["german-rifles G G4 S spent"], [S], cap=(2, 3))
    assert why(game, "fire", unit="G", hex="G7", pay="cap") == {("3.22", "coh.pay.cap")}
    assert why(game, "fire", unit="G", hex="G7", pay="gold") == {("2.2", "coh.pay.how")}


@rules("conflict-of-heroes", "2.2 stall", "2.2 pass", "2.3")
def test_a_stall_costs_one_and_two_passes_end_the_round() -> None:
    game = fight([G], [S])
    assert why(game, "stall", pay="ap") == {("2.2 stall", "coh.stall.no-ap")}
    do(game, "pass")
    do(game, "stall", pay="cap")
    assert game.query("side", side="soviet")["cap"] == 8
    do(game, "pass")
    assert game.query("round") == 1
    assert "coh.round.end" in do(game, "pass")
    assert game.query("round") == 2


@rules("conflict-of-heroes", "3.24", "2.1", "2.0")
def test_a_tie_is_declared_and_rolled_anew() -> None:
    game = fight([G], [S], [3, 3, 2, 4, 6, 6, 1, 1], start={"passes": 1})
    do(game, "pass")
    assert game.decision
    assert game.decision.kind == "coh.initiative"
    assert game.decision.side == "soviet"
    do(game, "add-cap", cap=0)
    assert "coh.initiative.tie" in do(game, "add-cap", cap=0)
    do(game, "add-cap", cap=0)
    assert "coh.initiative.won" in do(game, "add-cap", cap=1)
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "2.4")
def test_hexes_score_at_the_end_of_the_round_for_who_was_last_alone() -> None:
    game = fight([G], [S], points={"G5": 2}, rounds={"last": 1})
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    do(game, "pass")
    do(game, "pass")
    assert game.ending is not None
    assert game.ending.winner == "german"
    assert game.query("side", side="german")["points"] == 2


@rules("conflict-of-heroes", "2.4")
def test_equal_points_lose_both() -> None:
    game = fight([G], [S], rounds={"last": 1})
    do(game, "pass")
    do(game, "pass")
    assert game.ending
    assert game.ending.winner is None


@rules("conflict-of-heroes", "5.0", "4.0")
def test_roads_take_the_place_of_the_terrain() -> None:
    game = fight(["german-rifles G D11 SE", "german-rifles H E12 N"], [S])
    assert cost(game, "move", unit="G", path=["E11"]) == 1
    assert cost(game, "move", unit="H", path=["E11"]) == 2
    assert why(game, "move", unit="G", path=["F11"], pay="cap") == {("5.0", "coh.move.apart")}
    assert why(game, "move", unit="G", path=[], pay="cap") == {("5.0", "coh.move.nowhere")}
    assert why(game, "move", unit="G", path=["Z9"], pay="cap") == {("5.1", "coh.move.off-map")}


@rules("conflict-of-heroes", "5.2", "5.3")
def test_backwards_costs_one_more_and_turning_one() -> None:
    game = fight([G], [S])
    assert cost(game, "move", unit="G", path=["G5"]) == 1
    assert cost(game, "move", unit="G", path=["G3"]) == 2
    assert cost(game, "turn", unit="G", facing="N") == 1
    assert why(game, "turn", unit="G", facing="X", pay="cap") == {("5.3", "coh.move.facing")}


@rules("conflict-of-heroes", "5.01")
def test_cautious_movement_is_optional() -> None:
    plan = {"unit": "G", "path": ["G5"], "facing": "S", "pay": "cap"}
    assert ("5.01", "coh.move.careful-off") in why(fight([G], [S]), "move", **plan, careful=True)
    game = fight([G], [S], on=["cautious-movement"])
    assert cost(game, "move", **plan, careful=True) == 2
    do(game, "move", **plan)
    assert game.query("defence", target="G", unit="S").total == 11


@rules("conflict-of-heroes", "7.0", "6.0", "6.1", "7.61")
def test_fire_wants_range_arc_and_sight() -> None:
    game = fight(["german-rifles G D2 S"], ["soviet-rifles S D7 N"])
    assert why(game, "fire", unit="G", hex="D7", pay="cap") == {("6.0", "coh.fire.blocked")}
    game = fight(["german-rifles G A1 NW"], ["soviet-rifles S L1 N"], section=1)
    assert why(game, "fire", unit="G", hex="L1", pay="cap") == {
        ("7.61", "coh.fire.range"),
        ("6.1", "coh.fire.arc"),
    }
    assert ("7.0", "coh.fire.nobody") in why(game, "fire", unit="G", hex="A2", pay="cap")


@rules("conflict-of-heroes", "7.0", "7.3", "7.4")
@pytest.mark.parametrize(("margin", "hits"), [(-1, 0), (0, 1), (3, 1), (4, 2), (9, 2)])
def test_four_more_is_two_hits(margin: int, hits: int) -> None:
    assert hits_of(margin) == hits


@rules("conflict-of-heroes", "7.4", "15.2")
def test_the_cups_hold_twenty_each() -> None:
    game = fight([G], [S])
    cups = full_cups(game.rules)  # type: ignore[arg-type]
    assert {name: len(cup) for name, cup in cups.items()} == {"infantry": 20, "vehicle": 20}
    assert cups["infantry"].count("pinned") == 5


MARKERS = [
    ("pinned", "move", "7.4 pinned", "coh.move.lost"),
    ("stunned", "move", "7.4 stunned", "coh.stunned"),
    ("panicked", "fire", "7.4 panicked", "coh.fire.lost"),
]


@rules("conflict-of-heroes", "7.4 pinned", "7.4 stunned", "7.4 panicked")
@pytest.mark.parametrize(("hit", "what", "rule", "key"), MARKERS)
def test_a_marker_takes_an_ability(hit: str, what: str, rule: str, key: str) -> None:
    game = fight([f"german-rifles G G4 S hit={hit}"], [S])
    args = {"path": ["G5"]} if what == "move" else {"hex": "G7"}
    assert (rule, key) in why(game, what, unit="G", pay="cap", **args)
    assert not why(game, "rally", unit="G", pay="cap")


@rules("conflict-of-heroes", "7.4 cowering", "7.4 suppressed", "7.4 unnerved")
def test_figures_under_markers() -> None:
    game = fight(
        [f"german-rifles {hit} G4 S hit={hit}" for hit in ("cowering", "suppressed", "unnerved")],
        [S],
    )
    figures = {u: game.query("figures", unit=u) for u in ("cowering", "suppressed", "unnerved")}
    fire_move_red_range = {
        u: (f["fire"], f["move"], f["red"], f["range"]) for u, f in figures.items()
    }
    assert fire_move_red_range == {
        "cowering": (5, 2, 4, 1),
        "suppressed": (4, 1, 2, 5),
        "unnerved": (3, 1, 4, 5),
    }


@rules("conflict-of-heroes", "7.4 killed")
def test_killed_is_gone_at_once() -> None:
    game = fight(["german-rifles G G4 S"], [S], [4, 4, 6])
    do(game, "fire", unit="G", hex="G7", pay="cap")
    assert "coh.destroyed" in do(game, "roll", target="S", cap=0)
    assert of(game, "S")["hex"] == "lost"
    assert game.query("side", side="soviet")["cap"] == 8
    assert game.query("hit_cups")["infantry"] == 20


@rules("conflict-of-heroes", "7.5", "7.51")
def test_rally_with_cover_and_friends() -> None:
    game = fight(
        ["german-rifles G D4 S hit=pinned", "german-rifles H D4 S", "german-rifles I D4 S"], [S]
    )
    assert game.query("rally", unit="G").total == 4
    assert why(game, "rally", unit="H", pay="cap") == {("7.5", "coh.rally.unhurt")}
    assert cost(game, "rally", unit="G") == 5


@rules("conflict-of-heroes", "7.5")
def test_a_failed_rally_changes_nothing() -> None:
    game = fight(["german-rifles G G4 S hit=pinned"], [S], [3, 3])
    assert "coh.rally.failed" in do(game, "rally", unit="G", pay="cap")
    assert of(game, "G")["hit"] == "pinned"
    game.undo()
    assert "coh.rally.done" in do(game, "rally", unit="G", pay="cap", cap=1)


@rules("conflict-of-heroes", "7.63", "7.63 limits")
def test_close_combat_binds_its_units() -> None:
    game = fight(["german-rifles G G7 N"], [S, "soviet-rifles T G5 S"])
    assert ("7.63 limits", "coh.fire.close-only") in why(
        game, "fire", unit="G", hex="G5", pay="cap"
    )
    do(game, "fire", unit="G", hex="G7", pay="cap")
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally
    assert [part.total for part in tally.parts] == [8, 11]


@rules("conflict-of-heroes", "7.63 outside fire", "7.7")
def test_fire_from_outside_rolls_for_friends_too() -> None:
    game = fight(["german-rifles G G7 N", "german-rifles H G4 S"], [S])
    do(game, "fire", unit="H", hex="G7", pay="cap")
    assert {a["target"] for a in game.choices()} == {"G", "S"}


@rules("conflict-of-heroes", "3.23")
@given(st.integers(-5, 5))
def test_at_most_two_cap_either_way_on_a_roll(cap: int) -> None:
    game = fight([G], [S])
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    assert bool(why(game, "roll", target="S", cap=cap)) == (abs(cap) > 2)


@rules("conflict-of-heroes", "7.1", "7.2")
def test_the_chance_to_hit_is_exact() -> None:
    game = fight([G], [S])
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    action = Action("roll", target="S", cap=0)
    hit = sum(
        p.probability
        for p in game.outlook(action)
        if any(e.key in ("coh.shot.hit", "coh.shot.two") for e in p.events)
    )
    tally = game.tally(action)
    assert tally
    assert tally.total == 8
    assert hit * 36 == 15


@rules("conflict-of-heroes", "5.1")
def test_reinforcements_come_in_by_their_hexes_and_leave_by_the_exit() -> None:
    game = fight(
        [G],
        [S],
        entry=[{"units": ["S"], "hexes": ["P12"], "round": 2}],
        exit={"german": ["G4"], "points": 1},
    )
    assert why(game, "enter", unit="G", hex="A1", pay="cap") >= {("5.1", "coh.enter.not-waiting")}
    assert why(game, "exit", unit="S", pay="cap") >= {("2.2", "coh.not-yours")}
    do(game, "exit", unit="G", pay="cap")
    assert of(game, "G")["hex"] == "away"
    assert game.query("side", side="german")["points"] == 1
    assert game.query("side", side="german")["losses"] == 0


@rules("conflict-of-heroes", "5.1", "2.0")
def test_a_reinforcement_waits_for_its_round() -> None:
    away = {"id": "R", "type": "german-rifles", "box": "away"}
    sides = [
        {"id": "german", "name": "German", "units": [away, unit(G)]},
        {"id": "soviet", "name": "Soviet", "units": [unit(S)]},
    ]
    entry = [{"units": ["R"], "hexes": ["A6", "E11"], "round": 1}]
    game = fight([], [], side=sides, entry=entry)
    assert why(game, "move", unit="R", path=["A6"], pay="cap") >= {("2.2", "coh.not-on-map")}
    assert why(game, "enter", unit="R", hex="B6", pay="cap") == {("5.1", "coh.enter.gate")}
    assert cost(game, "enter", unit="R", hex="E11") == 1
    assert Action("enter", unit="R", hex="A6", pay="cap") in game.choices()
    do(game, "enter", unit="R", hex="A6", facing="SE", pay="opportunity")
    assert of(game, "R")["hex"] == "A6"
    assert of(game, "R")["spent"]
