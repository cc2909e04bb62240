"""Chapter 21: three and four players, and the handicap."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Scripted, Seeded
from engine.conflict_of_heroes import read
from engine.errors import Problem
from engine.files import Table
from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    HOMES,
    G,
    S,
    do,
    fight,
    four,
    why,
)
from tests.marks import rules

PLACES = {"italian": "A1", "german": "A1", "soviet": "P1", "german-2": "A12", "soviet-2": "P12"}


def armies(*sides: str, dice: list[int] | None = None, cap: int = 0, **keys: Any) -> Game:
    """A small game of several players on the practice ground, from before its first round."""
    rows = [
        {
            "id": side,
            "name": side,
            "units": [
                {
                    "id": f"U{number}",
                    "type": f"{side.partition('-')[0]}-rifles",
                    "hex": PLACES[side],
                    "facing": "S",
                }
            ],
        }
        for number, side in enumerate(sides)
    ]
    data = {
        "title": "t",
        "game": "conflict-of-heroes",
        "board": "practice",
        "cap": dict.fromkeys(sides, cap),
        "side": rows,
        **keys,
    }
    rules_ = read(Table(data, "test.toml"), "test", {})
    return Game(rules_, Scripted.dice(dice or [], then=Seeded(1)))


FOUR = ("german", "soviet", "german-2", "soviet-2")


def turns(game: Game, count: int) -> list[str]:
    """Whose turns come when everybody passes or stalls."""
    found = []
    for _ in range(count):
        assert game.decision is not None
        found.append(game.decision.side)
        game.apply(Action("stall", pay="cap"))
    return found


@rules("conflict-of-heroes", "21.0", "2.1")
def test_sides_that_do_not_alternate_begin_with_their_first_army() -> None:
    rows = [(side, f"{side.partition('-')[0]}-rifles {side} {hex} S") for side, hex in HOMES]
    # the Soviets roll first; German two wins with 12
    dice = [1, 1, 1, 2, 2, 2, 6, 6]
    game = four(*rows, dice=dice, cap=0, start=None, players={"alternate": False})
    assert game.decision is not None
    assert game.decision.side == "german"


@rules("conflict-of-heroes", "21.0", "2.1")
def test_four_players_roll_each_and_enemies_take_turns() -> None:
    # the Soviets roll first; German two wins with 12
    game = armies(*FOUR, dice=[1, 1, 1, 2, 2, 2, 6, 6], start={"turn": "german-2"}, cap=3)
    assert turns(game, 4) == ["german-2", "soviet-2", "german", "soviet"]
    game = armies(*FOUR, start={"turn": "german"}, cap=3, players={"alternate": False})
    assert turns(game, 4) == ["german", "german-2", "soviet", "soviet-2"]
    game = armies("german", "soviet", "soviet-2", dice=[1, 1, 2, 1, 6, 6])
    assert game.decision is not None
    assert game.decision.side == "german"


@rules("conflict-of-heroes", "21.0", "2.3")
def test_the_round_ends_when_all_players_but_one_pass_in_a_row() -> None:
    game = armies(*FOUR, start={"turn": "german"}, cap=3)
    for side in ("german", "soviet"):
        assert game.decision is not None
        assert game.decision.side == side
        assert "coh.round.end" not in do(game, "pass")
    assert "coh.round.end" in do(game, "pass")


@rules("conflict-of-heroes", "21.0", "2.4")
def test_sides_win_together_or_each_player_alone() -> None:
    points = {"A1": 2, "A12": 2, "P1": 3}
    for together, winner in ((True, "german"), (False, "soviet")):
        game = armies(
            *FOUR,
            start={"turn": "german"},
            points=points,
            rounds={"last": 1},
            players={"together": together},
        )
        while game.decision is not None:
            do(game, "pass")
        assert game.ending is not None
        assert game.ending.winner == winner


@rules("conflict-of-heroes", "21.0", "8.0")
def test_every_army_has_its_own_hand_cap_and_units() -> None:
    game = armies(*FOUR, start={"turn": "german"}, cap=3, cards={"german-2": ["command-action"]})
    assert ("2.2", "coh.not-yours") in why(game, "activate", unit="U2")
    assert ("8.1", "coh.card.not-held") in why(
        game, "play", card="command-action", unit="U0", order="turn", facing="N"
    )
    assert game.query("hand", side="german-2", viewer="german") == ["?"]
    assert game.rules.enemies("german") == ("soviet", "soviet-2")  # type: ignore[attr-defined]
    with pytest.raises(Problem):
        armies("german", "italian")


@rules("conflict-of-heroes", "21.3")
def test_a_handicap_is_one_or_two_cap_more() -> None:
    for on, total in (([], 9), (["german-cap-1"], 10), (["german-cap-1", "german-cap-2"], 11)):
        game = fight([G], [S], on=on)
        assert game.judge("side", side="german")["cap"] == total
        assert game.judge("side", side="german")["next"] == total
        assert game.judge("side", side="soviet")["cap"] == 9


@rules("conflict-of-heroes", "21.0", "2.1", "3.24")
def test_only_a_tie_of_the_best_is_rolled_anew() -> None:
    rows = [
        (side, f"{side.partition('-')[0]}-rifles U{number} {hex} S")
        for number, (side, hex) in enumerate(HOMES)
    ]
    game = four(*rows, dice=[1, 1, 1, 1, 6, 6, 1, 2], cap=0, start=None)
    assert "coh.initiative.tie" not in [event.key for event in game.log]
    totals = [dict(e.params)["total"] for e in game.log if e.key == "coh.initiative.roll"]
    assert sorted(totals) == [2, 2, 3, 12]
