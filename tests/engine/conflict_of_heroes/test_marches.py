"""Section 9.11: the moves of a group that are offered, to bots as well."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.bots import make_bot
from engine.chance import Seeded
from engine.conflict_of_heroes.movement.moves import MATES
from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import do, fight, of
from tests.marks import rules

FOE = "soviet-rifles S P12 N"
PAIR = ["german-rifles A G4 S", "german-rifles B H4 S"]


def marches(game: Game) -> list[Action]:
    """The moves of groups on offer."""
    return [a for a in game.choices() if a.kind == "move" and "units" in a]


def ways(game: Game, pay: str) -> set[tuple[str, ...]]:
    """Where groups may go, one way of paying."""
    return {a.get("to") or a["paths"] for a in marches(game) if a["pay"] == pay}


@rules("conflict-of-heroes", "9.11", "9.2")
def test_two_units_side_by_side_may_go_any_way_together() -> None:
    game = fight(PAIR, [FOE])
    assert len(ways(game, "cap")) == 6
    assert ("G5", "H5") in ways(game, "opportunity")
    go = next(a for a in marches(game) if a["to"] == ("G5", "H5") and a["pay"] == "cap")
    game.apply(go)
    assert [of(game, u)["hex"] for u in "AB"] == ["G5", "H5"]
    assert game.judge("side", side="german")["cap"] == 8


@rules("conflict-of-heroes", "9.11", "5.2", "5.3")
def test_who_goes_ahead_turns_and_who_backs_out_does_not() -> None:
    game = fight(["german-rifles A G4 S", "german-rifles B H4 N"], [FOE])
    go = next(a for a in marches(game) if a["to"] == ("G5", "H5"))
    assert go["facings"] == ("S", "N")


@rules("conflict-of-heroes", "9.11", "14.0 tracked")
def test_tanks_drive_on_together_and_men_hold_them_back() -> None:
    tanks = fight(["t34 A G4 S", "t34 B H4 S"], [FOE])
    assert ("G5 G6 G7", "H5 H6 H7") in ways(tanks, "cap")
    mixed = fight(["t34 A G4 S", "german-rifles B H4 S"], [FOE])
    assert ("G5", "H5") in ways(mixed, "cap")


@rules("conflict-of-heroes", "9.11")
def test_no_march_for_who_stands_apart_or_cannot_go() -> None:
    apart = fight(["german-rifles A G4 S", "german-rifles B G6 S"], [FOE])
    pinned = fight(["german-rifles A G4 S", "german-rifles B H4 S hit=pinned"], [FOE])
    carried = fight(["opel A G4 S", "german-rifles B G4 S carried=A"], [FOE])
    assert [marches(game) for game in (apart, pinned, carried)] == [[], [], []]
    assert marches(fight(PAIR, [FOE], section=1)) == []


@rules("conflict-of-heroes", "9.11", "10.1")
def test_hidden_units_sneak_together() -> None:
    game = fight([f"{row} hidden" for row in PAIR], [FOE])
    go = next(a for a in marches(game) if a["to"] == ("G5", "H5") and a["pay"] == "cap")
    game.apply(go)
    assert [of(game, u)["hidden"] for u in "AB"] == [True, True]
    assert game.judge("side", side="german")["cap"] == 2


@rules("conflict-of-heroes", "9.11", "9.0")
def test_a_march_on_ap_brings_the_second_unit_into_the_activation() -> None:
    game = fight(PAIR, [FOE])
    do(game, "activate", unit="B")
    go = next(a for a in marches(game) if a["pay"] == "ap")
    game.apply(go)
    assert set(game.judge("side", side="german")["active"]) == {"A", "B"}


@rules("conflict-of-heroes", "9.11")
def test_the_offer_stays_small_however_many_stand_together() -> None:
    rows = [f"german-rifles A{i} G4 S" for i in range(9)]
    game = fight(rows, [FOE], cap=(0, 0))
    assert len(marches(game)) <= 9 * (MATES + 1) * 6


@rules("conflict-of-heroes", "9.11")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_march_in_groups(bot: str) -> None:
    game = catalogue.load("conflict-of-heroes/ridge", Seeded(2))
    players = {side.id: make_bot(bot, f"march/{side.id}") for side in game.scenario.sides}
    while game.decision is not None:
        game.apply(players[game.decision.side].choose(game))
    done = [step.action for step in game.history if step.action is not None]
    assert any(a.kind == "move" and "units" in a for a in done)
