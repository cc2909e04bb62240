"""Chapter 2: rounds, the first turn, stalls and passes, and what scores."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    do,
    fight,
    why,
)
from tests.marks import rules


@rules("conflict-of-heroes", "2.2 stall", "2.2 pass", "2.3")
def test_a_stall_costs_one_and_two_passes_end_the_round() -> None:
    game = fight([G], [S])
    assert why(game, "stall", pay="ap") == {("2.2 stall", "coh.stall.no-ap")}
    do(game, "pass")
    do(game, "stall", pay="cap")
    assert game.judge("side", side="soviet")["cap"] == 8
    do(game, "pass")
    assert game.judge("round") == 1
    assert "coh.round.end" in do(game, "pass")
    assert game.judge("round") == 2


@rules("conflict-of-heroes", "2.3", "2.4")
def test_the_game_ends_when_one_side_has_done_all_it_was_asked() -> None:
    game = fight([G], [FAR], tasks={"german": ["G5", "G6"]}, points={"G6": 3})
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    assert game.ending is None
    do(game, "pass")
    keys = do(game, "move", unit="G", path=["G6"], facing="S", pay="cap")
    assert "coh.tasks" in keys
    assert game.ending is not None
    assert game.ending.winner is None, "points are for whoever has them: here nobody"


@rules("conflict-of-heroes", "2.4")
def test_the_last_unit_in_a_hex_holds_it_when_the_other_is_destroyed() -> None:
    game = fight(
        ["german-rifles G G4 S", "german-rifles H A1 S"],
        ["soviet-rifles S G4 N hit=pinned", "soviet-rifles T P12 N"],
        [6, 5],
        points={"G4": 1},
        control={"soviet": ["G4"]},
    )
    do(game, "fire", unit="G", hex="G4", pay="cap")
    do(game, "roll", target="S", cap=0)
    do(game, "pass")
    do(game, "move", unit="G", path=["G5"], pay="cap")
    assert game.judge("control")["G4"] == "german"


@rules("conflict-of-heroes", "2.4")
def test_hexes_score_at_the_end_of_the_round_for_who_was_last_alone() -> None:
    game = fight([G], [S], points={"G5": 2}, rounds={"last": 1})
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    do(game, "pass")
    do(game, "pass")
    assert game.ending is not None
    assert game.ending.winner == "german"
    assert game.judge("side", side="german")["points"] == 2


@rules("conflict-of-heroes", "2.4")
def test_equal_points_lose_both() -> None:
    game = fight([G], [S], rounds={"last": 1})
    do(game, "pass")
    do(game, "pass")
    assert game.ending
    assert game.ending.winner is None


@rules("conflict-of-heroes", "2.3", "2.2 pass")
def test_a_card_that_is_no_action_does_not_part_two_passes() -> None:
    game = fight([G], [S], cards={"soviet": ["firepower"]})
    do(game, "pass")
    do(game, "play", card="firepower")
    assert "coh.round.end" in do(game, "pass")
    acted = fight([G], [S])
    do(acted, "pass")
    do(acted, "turn", unit="S", facing="S", pay="cap")
    do(acted, "pass")
    assert "coh.round.end" not in [event.key for event in acted.log]


@rules("conflict-of-heroes", "2.4")
def test_a_unit_lost_to_its_own_side_is_a_point_for_the_enemy() -> None:
    both = ["german-rifles G G4 S", "german-rifles H G6 S hit=pinned"]
    game = fight(both, ["soviet-rifles S G6 N"], [6, 6, 1, 1])
    do(game, "fire", unit="G", hex="G6", pay="opportunity")
    do(game, "roll", target="H", cap=0)
    assert game.judge("unit", unit="H")["hex"] == "lost"
    points = {side: game.judge("side", side=side)["points"] for side in ("german", "soviet")}
    assert points == {"german": 0, "soviet": 1}


@rules("conflict-of-heroes", "2.4")
def test_a_hex_that_both_are_in_is_nobodys_and_scores_for_nobody() -> None:
    held: dict[str, Any] = {"points": {"G5": 2}, "control": {"german": ["G5"]}}
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S G6 N"], **held)
    assert game.judge("control") == {"G5": "german"}
    do(game, "move", unit="G", path=["G5"], pay="opportunity")
    assert game.judge("control") == {"G5": "german"}
    do(game, "move", unit="S", path=["G5"], pay="opportunity")
    assert game.judge("control") == {"G5": ""}
    do(game, "pass")
    do(game, "pass")
    points = [game.judge("side", side=side)["points"] for side in ("german", "soviet")]
    assert points == [0, 0]
    passing = fight(
        ["pz3h G G4 S"], ["soviet-rifles S P12 N"], **held | {"control": {"soviet": ["G5"]}}
    )
    do(passing, "move", unit="G", path=["G5", "G6"], pay="opportunity")
    assert passing.judge("control") == {"G5": "german"}, "who was there last, be it on its way"


@rules("conflict-of-heroes", "2.0", "7.3", "3.2")
@pytest.mark.parametrize(("losses", "cap"), [(0, 9), (2, 7), (12, 0)])
def test_every_unit_lost_is_a_cap_less_next_round(losses: int, cap: int) -> None:
    game = fight([G], [S], start={"turn": "german", "losses": {"german": losses}}, cap=(9, 0))
    assert game.judge("side", side="german")["next"] == cap


@rules("conflict-of-heroes", "3.24", "2.1")
def test_who_has_no_cap_is_not_asked_before_the_roll() -> None:
    game = fight([G], [S], [1, 2, 6, 6], cap=(2, 0))
    do(game, "pass")
    do(game, "pass")
    assert game.decision
    assert (game.decision.side, game.decision.kind) == ("german", "coh.initiative")
    do(game, "add-cap", cap=0)
    assert game.decision.kind == "coh.turn"


@rules("conflict-of-heroes", "3.24", "2.1")
def test_the_outlook_of_a_roll_that_is_made_until_it_decides_has_an_end() -> None:
    game = fight([G], [S], cap=(0, 0), start={"passes": 1})
    odds: dict[str, Fraction] = defaultdict(Fraction)
    for prospect in game.outlook(Action("pass")):
        odds[prospect.events[-1].key] += prospect.probability
    assert odds == {
        "coh.initiative.tie": Fraction(146, 1296),
        "coh.initiative.won": Fraction(1150, 1296),
    }
    do(game, "pass")
    assert game.decision
    assert game.decision.kind == "coh.turn"


@rules("conflict-of-heroes", "2.3", "2.2 pass")
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("play", {"card": "bonus-cap"}),
        ("stall", {"pay": "cap"}),
        ("turn", {"unit": "S", "facing": "S", "pay": "cap"}),
    ],
)
def test_whatever_is_an_action_parts_two_passes(kind: str, args: dict[str, Any]) -> None:
    start = {"ap": {"soviet": 3}, "active": {"soviet": ["S"]}}
    game = fight([G], [S], cards={"soviet": ["bonus-cap"]}, start=start)
    do(game, "pass")
    do(game, kind, **args)
    do(game, "pass")
    assert "coh.round.end" not in [event.key for event in game.log]
    assert game.judge("round") == 1


@rules("conflict-of-heroes", "2.4", "8.1 objective")
@pytest.mark.parametrize(("holder", "points"), [("german", 3), ("soviet", 0)])
def test_an_objective_that_is_held_scores_when_the_game_ends(holder: str, points: int) -> None:
    aims = {name: {"hex": "G5", "points": 3} for name in ("objective-1", "objective-2")}
    keys = {"objectives": aims, "control": {holder: ["G5"]}, "rounds": {"last": 1}}
    game = fight([G], [FAR], **keys)
    goals = {"german": ("objective-1",), "soviet": ()}
    game._steps[0] = replace(game._steps[0], state=replace(game.state, goals=goals))
    do(game, "pass")
    do(game, "pass")
    assert game.ending
    assert game.judge("side", side="german")["points"] == points


@rules("conflict-of-heroes", "2.0", "8.1 objective")
def test_objectives_are_drawn_before_the_first_round_and_then_no_more() -> None:
    aims = {
        name: {"hex": "G5", "points": 3} for name in ("objective-1", "objective-2", "objective-3")
    }
    game = fight([G], [S], objectives=aims, turn="")
    goals = {side: game.judge("goals", side=side) for side in ("german", "soviet")}
    assert [len(drawn) for drawn in goals.values()] == [1, 1]
    while game.decision and game.judge("round") == 1:
        game.apply(next(a for a in game.choices() if a.kind in ("pass", "add-cap")))
    assert {side: game.judge("goals", side=side) for side in ("german", "soviet")} == goals


@rules("conflict-of-heroes", "2.0", "13.0 second round", "8.1")
def test_the_first_round_leaves_smoke_as_it_is_and_every_round_deals_cards() -> None:
    cards = {"deck": ["luck"] * 10, "draw": 2}
    game = fight([G], [S], smoke={"G5": [2]}, cards=cards, turn="")
    assert game.judge("smoke", hex="G5") == 2
    assert len(game.judge("hand", side="german")) == 2
    while game.decision and game.judge("round") == 1:
        game.apply(next(a for a in game.choices() if a.kind in ("pass", "add-cap")))
    assert game.judge("smoke", hex="G5") == 1
    assert len(game.judge("hand", side="german")) == 4
