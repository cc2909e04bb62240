"""Chapter 12: mortars, spotters and artillery off the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.chance import Chance, Seeded
from engine.conflict_of_heroes.fire.artillery import Calling
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    do,
    fight,
    labels,
    offered,
    why,
)
from tests.marks import rules


def row(type: str, id: str, hex: str) -> dict[str, str]:
    """A unit that faces south."""
    return {"type": type, "id": id, "hex": hex, "facing": "S"}


@rules("conflict-of-heroes", "12.0", "12.1", "12.2")
def test_mortars_meet_the_flank_and_burst_in_the_trees() -> None:
    game = fight(["german-mortar M D8 N"], ["soviet-rifles S D5 N", "soviet-rifles T D7 N"])
    assert game.judge("defence", target="S", unit="M").total == 11
    assert ("12.0", "coh.fire.minimum") in why(game, "fire", unit="M", hex="D7", pay="cap")


@rules("conflict-of-heroes", "12.0", "13.1")
def test_a_spotter_brings_no_shell_nearer_than_the_minimum() -> None:
    game = fight(["german-mortar M G4 S", "german-rifles R H4 S"], ["soviet-rifles S G4 N"])
    too_near = ("12.0", "coh.fire.minimum")
    assert too_near in why(game, "fire", unit="M", hex="G4", spotter="R", pay="cap")
    alone = fight(["german-mortar M G4 S"], [FAR])
    assert why(alone, "smoke", unit="M", hex="G4", pay="cap") == {too_near}


@rules("conflict-of-heroes", "12.0 spotter", "21.0", "13.1")
def test_an_ally_spots_for_a_mortar() -> None:
    sides = [
        {"id": "german", "name": "G", "units": [row("german-mortar", "M", "D2")]},
        {"id": "soviet", "name": "S", "units": [row("soviet-rifles", "S", "D8")]},
        {"id": "german-2", "name": "H", "units": [row("german-rifles", "R", "C3")]},
        {"id": "soviet-2", "name": "T", "units": [row("soviet-rifles", "T", "P1")]},
    ]
    game = fight([], [], side=sides)
    shot = {"unit": "M", "hex": "D8", "pay": "cap"}
    assert ("6.0", "coh.fire.blocked") in why(game, "fire", **shot)
    assert why(game, "fire", **shot, spotter="R") == set()
    assert {a.get("spotter") for a in game.choices() if a.kind == "fire"} == {"R"}
    assert game.judge("spotters", unit="M", hex="D8") == ["R"]


@rules("conflict-of-heroes", "12.0 spotter", "20.3")
def test_a_plane_spots_over_what_hides_the_ground() -> None:
    rows = ["german-mortar M E4 S", "stuka P E6 S"]
    game = fight(rows, ["soviet-rifles S E11 N"])
    shot = {"unit": "M", "hex": "E11", "spotter": "P", "pay": "cap"}
    assert ("12.0 spotter", "coh.fire.spotter-blind") not in why(game, "fire", **shot)
    assert Action("fire", **shot) in game.choices()


@rules("conflict-of-heroes", "12.2", "18.6")
def test_shells_in_the_trees_spare_a_bunker() -> None:
    bunker = [{"kind": "bunker", "hex": "D4", "facing": "S"}]
    game = fight(["german-rifles G D4 S inside"], [FAR], work=bunker)
    assert game.judge("work", hex="D4", kind="bunker").total == 17
    assert labels(game, "shelled", target="G")["12.2"] == 0


@rules("conflict-of-heroes", "12.3", "13.1")
def test_smoke_of_guns_off_the_board_covers_the_whole_area() -> None:
    guns = {"german": ["howitzer-105"]}
    game = fight([G], [S], cards=guns, rounds={"last": 3})
    do(game, "pass")
    do(game, "pass")
    assert game.decision
    assert game.decision.kind == "coh.call"
    assert offered(game, "call", smoke=True, hex="G7")
    do(game, "call", card="howitzer-105", hex="G7", smoke=True)
    while game.judge("round") == 2:
        kind = game.decision.kind
        do(game, "add-cap", cap=0) if kind == "coh.initiative" else do(game, "pass")
    area = ["G7", *game.scenario.board.neighbours("G7")]
    assert {game.judge("smoke", hex=hex) for hex in area} == {2}


@rules("conflict-of-heroes", "12.3", "12.3 spotter", "8.2 off-board artillery")
def test_artillery_is_called_by_who_sees_and_falls_a_round_later() -> None:
    game = fight(
        ["german-rifles G D2 S"],
        ["soviet-rifles S D7 N", "soviet-rifles T D3 N"],
        cap=(0, 0),
        start={"passes": 1},
        cards={"german": ["howitzer-105"]},
    )
    do(game, "pass")
    assert game.decision
    assert game.decision.kind == "coh.call"
    assert why(game, "call", card="howitzer-105", hex="D7") == {("12.3 spotter", "coh.call.unseen")}
    assert why(game, "call", card="katyusha", hex="D4") == {("12.3", "coh.call.card")}
    do(game, "call", card="howitzer-105", hex="D4")
    assert game.judge("hand", side="german") == []
    do(game, "pass")
    assert "coh.barrage" in do(game, "pass")
    assert {a["target"] for a in game.choices()} == {"T"}
    tally = game.tally(Action("roll", target="T", cap=0))
    assert tally
    assert tally.parts[1].total == 11


@rules("conflict-of-heroes", "12.3", "12.3 spotter")
def test_a_call_names_a_hex() -> None:
    game = fight([G], [S], cards={"german": ["howitzer-105"]}, start={"passes": 1})
    do(game, "pass")
    assert why(game, "call", card="howitzer-105") == {("12.3", "coh.fire.off-map")}
    assert why(game, "call", card="howitzer-105", hex="G7") == set()


@rules("conflict-of-heroes", "12.3", "7.7")
def test_shells_fall_on_friend_and_foe() -> None:
    game = fight(
        ["german-rifles G D2 S", "german-rifles H D3 S"],
        ["soviet-rifles T D3 N"],
        cap=(0, 0),
        start={"passes": 1},
        cards={"german": ["howitzer-105"]},
    )
    do(game, "pass")
    do(game, "call", card="howitzer-105", hex="D4")
    do(game, "pass")
    assert "coh.barrage" in do(game, "pass")
    assert {a["target"] for a in game.choices()} == {"H", "T"}


@rules("conflict-of-heroes", "12.3")
def test_who_looks_ahead_does_not_see_where_the_others_shells_will_fall() -> None:
    game = fight(
        ["german-rifles G D2 S"],
        ["soviet-rifles T D3 N"],
        cap=(0, 0),
        start={"passes": 1},
        cards={"german": ["howitzer-105"]},
    )
    do(game, "pass")
    do(game, "call", card="howitzer-105", hex="D4")
    do(game, "pass")
    assert game.decision
    assert game.decision.side == "soviet"
    course = Course(Chance(Seeded(1)))
    known = game.rules.seen(game.state)  # type: ignore[attr-defined]
    game.rules.apply(known, Action("pass"), course)
    assert "coh.barrage" not in {event.key for event in course.events}
    assert "coh.barrage" in do(game, "pass"), "and yet they come"


@rules("conflict-of-heroes", "12.3", "13.1")
def test_artillery_may_lay_smoke() -> None:
    game = fight(
        ["german-rifles G D2 S"],
        ["soviet-rifles T D3 N"],
        cap=(0, 0),
        start={"passes": 1},
        cards={"german": ["howitzer-105"]},
    )
    do(game, "pass")
    do(game, "call", card="howitzer-105", hex="D4", smoke=True)
    do(game, "pass")
    do(game, "pass")
    assert game.judge("smoke", hex="D4") == 2


@rules("conflict-of-heroes", "12.3", "8.2")
def test_artillery_is_not_played_in_a_turn() -> None:
    game = fight([G], [S], cards={"german": ["howitzer-105"]})
    assert why(game, "play", card="howitzer-105") == {("12.3", "coh.card.artillery")}
    assert not any(a.kind == "play" for a in game.choices())


@rules("conflict-of-heroes", "12.3")
def test_a_target_of_the_firefight_needs_no_spotter() -> None:
    for targets, found in (([], {"12.3 spotter"}), (["C12"], set())):
        game = fight(
            ["german-rifles G C1 S"],
            ["soviet-rifles S G10 N"],
            cards={"german": ["howitzer-105"]},
            targets={"german": targets},
            board="farm",
        )
        assert not game.judge("sees", a="C1", b="C12")
        rules_: Any = game.rules
        state = replace(game.state, agenda=(Calling("german"),))
        verdict = rules_.explain(state, Action("call", card="howitzer-105", hex="C12"))
        assert {reason.rule for reason in verdict.reasons} == found


@rules("conflict-of-heroes", "12.0 spotter")
@pytest.mark.parametrize(("hex", "faults"), [("C5", set()), ("C6", {"coh.fire.spotter-far"})])
def test_a_spotter_stands_within_two_hexes(hex: str, faults: set[str]) -> None:
    rows = ["german-mortar M C3 S", f"german-rifles A {hex} S"]
    game = fight(rows, ["soviet-rifles S C11 N"])
    shot = {"unit": "M", "hex": "C11", "spotter": "A", "pay": "cap"}
    assert {key for _, key in why(game, "fire", **shot)} == faults


@rules("conflict-of-heroes", "12.0 spotter", "12.0")
def test_nobody_of_the_enemy_nor_off_the_map_spots() -> None:
    rows = ["german-mortar M C3 S", "german-rifles A away S", "german-rifles R C4 S"]
    game = fight(rows, ["soviet-rifles S C8 N", "soviet-rifles T C5 N"])
    shot = {"hex": "C8", "pay": "cap"}
    for spotter in ("T", "A"):
        found = why(game, "fire", unit="M", spotter=spotter, **shot)
        assert ("12.0 spotter", "coh.fire.no-spotter") in found
    assert ("12.0", "coh.fire.no-indirect") in why(game, "fire", unit="R", spotter="M", **shot)


def next_round(game: Game) -> None:
    """Both pass."""
    do(game, "pass")
    do(game, "pass")


@rules("conflict-of-heroes", "12.3")
def test_a_call_may_be_left_and_a_battery_fires_once() -> None:
    game = fight([G], [S], cards={"german": ["howitzer-105"]})
    next_round(game)
    while game.decision and game.decision.kind != "coh.call":
        game.apply(game.choices()[0])
    kinds = {action.kind for action in game.choices()}
    assert kinds == {"call", "end"}
    do(game, "end")
    assert game.judge("hand", side="german") == ["howitzer-105"]
    assert game.decision
    assert game.decision.kind != "coh.call"


BATTERIES = {
    "howitzer-105": 5,
    "howitzer-150": 7,
    "nebelwerfer": 7,
    "howitzer-122": 6,
    "howitzer-152": 7,
    "katyusha": 6,
}


@rules("conflict-of-heroes", "8.2 off-board artillery", "12.3")
@pytest.mark.parametrize("card", BATTERIES)
def test_what_a_battery_is_worth(card: str) -> None:
    game = fight([G], [S], cards={"german": [card]})
    next_round(game)
    while game.decision and game.decision.kind != "coh.call":
        game.apply(game.choices()[0])
    tally = game.tally(Action("call", card=card, hex="G7"))
    assert tally
    assert tally.total == BATTERIES[card]


@rules("conflict-of-heroes", "12.3", "12.3 spotter", "13.1")
def test_shells_and_smoke_are_offered_where_somebody_looks() -> None:
    game = fight(["german-rifles G D3 S"], [S], cards={"german": ["howitzer-105"]})
    next_round(game)
    calls = [action for action in game.choices() if action.kind == "call"]
    seen = set(game.judge("field", hex="D3"))
    for smoke in (None, True):
        hexes = {call["hex"] for call in calls if call.get("smoke") == smoke}
        assert hexes == {hex for hex in seen if hex in game.scenario.board}
    assert "D7" not in seen, "the wood is in the way"
    assert why(game, "call", card="howitzer-105", hex="D7") == {("12.3 spotter", "coh.call.unseen")}


@rules("conflict-of-heroes", "12.2", "4.0")
@pytest.mark.parametrize(
    ("terrain", "kept"), [("woods", 0), ("brush", 1), ("wooden-building", 1), ("stone-building", 3)]
)
def test_shells_burst_in_woods_alone(terrain: str, kept: int) -> None:
    rows = [f"{row:02} {'x' if row == 6 else '.'}" for row in range(1, 7)]
    names = {".": "open", "x": terrain}
    board = {"title": "Cover", "labels": "A1", "rows": rows, "terrain": names}
    game = fight(["german-mortar M A1 S"], ["soviet-rifles S A6 N"], board=board)
    assert game.judge("defence", target="S", unit="M").total == 11 + kept
