"""Chapter 20: the team variant."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Seeded
from engine.game import Game
from engine.victory_awaits.components.track import REINFORCEMENTS
from tests.engine.victory_awaits.field import (
    MANSTEIN,
    MANY,
    PLAYERS,
    do,
    field,
    owed,
    sound,
    told,
    why,
)
from tests.marks import rules
from tutor.games import hands_for

SIDES = ("axis", "axis", "soviet", "soviet")


TEAM = [*PLAYERS, {"id": "P5", "side": "soviet", "hqs": []}]


def team(seed: int = 1, **keys: Any) -> Game:
    return field(
        *MANY,
        source=Seeded(seed),
        player=TEAM,
        team=True,
        turns={"first": 1, "last": 2},
        **{"chits": ["supply", "4PzG", "4PzG", "18A", "9A", "8A", "11A"], **keys},
    )


def deal_to_all(game: Game) -> None:
    """Everybody gets what is theirs, and P5 the 11A."""
    for chit, player in (("4PzG", "P1"), ("18A", "P1"), ("9A", "P2"), ("8A", "P4"), ("11A", "P5")):
        do(game, "deal", chit=chit, player=player)


@rules("victory-awaits", "20.0", "20.1", "20.2")
def test_the_team_variant() -> None:
    game = team()
    assert owed(game) == ("axis", "ava.deal")
    do(game, "deal", chit="4PzG", player="P1")
    assert why(game, "deal", chit="4PzG", player="P2") == {("20.2", "ava.team.twins")}
    assert why(game, "deal", chit="18A", player="P5") == {("20.2", "ava.team.no-player")}
    assert why(game, "deal", chit="8A", player="P2") == {("20.2", "ava.team.not-left")}
    for chit, player in (("4PzG", "P1"), ("18A", "P1"), ("9A", "P2"), ("8A", "P4")):
        do(game, "deal", chit=chit, player=player)
    do(game, "deal", chit="11A", player="P4")
    before = [step.state for step in game.history][-2]
    assert before.cup.count("axis-master") == 7
    assert before.cup.count("soviet-master") == 7
    seats = 0
    while game.decision is not None and game.state.turn == 1:
        do(game, "end")
        seats += 1
    drawn = told(game.log, "ava.team.drawn")
    assert {params["player"] for params in drawn} == {"P1", "P2", "P4", "P5"}
    assert len(told(game.log, "ava.team.dummy")) >= 1, "P5 has fewer chits, so he has dummies"


@rules("victory-awaits", "20.2", "7.3")
def test_interrupts_in_the_team_variant_go_back_to_the_players_cup() -> None:
    game = team(chits=["4PzG", "18A", "9A", "8A", "11A", "Manstein"], interrupts=MANSTEIN)
    deal_to_all(game)
    while owed(game)[1] != "ava.interrupt":
        do(game, "end")
    assert game.decision is not None
    chit = dict(game.decision.params)["chit"]
    shown = told(game.history[-1].events, "ava.team.drawn")
    assert len(shown) == 2, "both draw before anybody acts"
    assert chit == shown[0]["chit"]
    assert why(game, "interrupt", chit="Guderian") == {("7.3", "ava.interrupt.not-held")}
    do(game, "interrupt", chit="Manstein")
    assert chit in game.state.cups[shown[0]["player"]]
    assert game.query("queue")["running"] == [], "Manstein is played at once, alone"
    assert "4PzG" in game.state.top.active
    do(game, "end")
    assert game.query("queue")["running"] == [shown[1]["chit"]], "then those who were let be"
    assert sound(game)


@rules("victory-awaits", "20.2")
def test_a_master_sets_the_whole_team_going_at_once() -> None:
    game = team(chits=["4PzG", "18A", "9A", "8A", "11A"])
    deal_to_all(game)
    while len(running := game.query("queue")["running"]) < 2:
        do(game, "end")
    assert game.query("queue")["drawn_ahead"] is False
    assert "side by side" in hands_for(game).aside()
    assert "draw" not in {action.kind for action in game.choices()}
    here, there = running
    assert game.query("queue")["focus"] == here
    assert why(game, "turn-to", chit="27A") == {("20.2", "ava.queue.not-running")}
    do(game, "turn-to", chit=there)
    assert game.query("queue")["focus"] == there
    assert do(game, "end")[-1] == "ava.queue.done"
    assert game.query("queue")["running"] == [here]
    assert sound(game)


@rules("victory-awaits", "20.2", "15.1")
def test_in_teams_the_surprise_attack_follows_the_deal() -> None:
    game = field(
        ["pzhq 4PzG 1422 4PzG", "pz 1Pz 1423 4PzG", "hq 18A 1020"],
        ["rifle 1R 1523", "hq 8A 2521"],
        chits=["4PzG", "18A", "8A"],
        player=[{"id": f"P{n}", "side": side} for n, side in enumerate(SIDES)],
        team=True,
        surprise=True,
        turns={"first": 1, "last": 2},
    )
    while owed(game)[1] == "ava.deal":
        assert not told(game.log, "ava.surprise.begins")
        game.apply(game.choices()[0])
    assert owed(game) == ("axis", "ava.combat")
    assert told(game.log, "ava.surprise.begins")
    while game.decision is not None:
        game.apply(game.choices()[-1])
    assert game.state.turn == 2
    assert len(told(game.log, "ava.surprise.begins")) == 1, "before turn 1 only"


@rules("victory-awaits", "20.2")
@pytest.mark.parametrize(("size", "first", "later"), [(2, 7, 8), (3, 5, 6)])
def test_the_number_of_masters_goes_by_the_size_of_the_team(
    size: int, first: int, later: int
) -> None:
    for turn, number in ((1, first), (2, later), (4, later)):
        game = field(
            *MANY,
            source=Seeded(1),
            team=True,
            chits=["supply", "okh", "reserve", "4PzG", "8A", *REINFORCEMENTS.values()],
            turns={"first": turn, "last": turn},
            player=[
                {"id": f"{side}{n}", "side": side}
                for side in ("axis", "soviet")
                for n in range(size)
            ],
        )
        cup = game.state.cup
        assert cup.count("axis-master") == cup.count("soviet-master") == number
        assert {"supply", "okh", "reserve"} <= set(cup)
        arrivals = [chit for chit in cup if chit in REINFORCEMENTS.values()]
        assert len(arrivals) == (2 if turn == 4 else 0)
