"""Chapters 19 and 20: the controller's queue, and the team variant with its master cup."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.action import Action
from engine.chance import Seeded
from engine.game import Game
from engine.victory_awaits.abreast import in_focus
from tests.engine.victory_awaits.field import do, field, owed, sound, told, why
from tests.marks import rules
from tutor.hands import hands_for

TURNS = {"first": 1, "last": 2}
PLAYERS = [
    {"id": "P1", "side": "axis", "hqs": ["4PzG", "18A"]},
    {"id": "P2", "side": "axis", "hqs": ["2PzG", "9A"]},
    {"id": "P4", "side": "soviet", "hqs": ["8A", "11A"]},
]
MANY = (
    ["pzhq 4PzG 1017", "hq 18A 1020", "pzhq 2PzG 1023", "hq 9A 1026"],
    ["hq 8A 2521", "hq 11A 2524"],
)


def queue(dice: list[int], chits: list[str], **keys: Any) -> Game:
    return field(*MANY, dice, chits=chits, player=PLAYERS, controller="P4", turns=TURNS, **keys)


@rules("victory-awaits", "19.2", "19.3", "19.4")
def test_the_supply_chit_runs_alone() -> None:
    game = queue([2, 1], ["supply", "4PzG"])
    assert owed(game) == ("soviet", "ava.queue"), "the controller draws"
    do(game, "draw")
    assert "ava.queue.waits" in do(game, "draw")
    assert game.query("queue")["waiting"] == ["supply"]
    assert why(game, "draw") == {("19.4", "ava.queue.empty")}
    assert why(game, "turn-to", chit="8A") == {("19.4", "ava.queue.not-running")}
    do(game, "end")
    assert game.query("queue")["running"] == ["supply"]


@rules("victory-awaits", "19.3", "19.4")
def test_the_controller_judges_what_may_run_beside_the_others() -> None:
    game = queue([1, 1, 1], ["4PzG", "9A", "18A", "8A"])
    do(game, "draw")
    assert do(game, "draw") == ["ava.queue.looks"]
    assert game.decision is not None
    assert dict(game.decision.params) == {"chit": "9A", "player": "P2"}
    assert owed(game) == ("soviet", "ava.judge")
    assert why(game, "draw") == {("19.4", "game.not-now")}
    assert do(game, "leave") == ["ava.queue.waits"]
    assert game.query("queue")["waiting"] == ["9A"]
    assert owed(game) == ("axis", "ava.move"), "4PzG goes on"
    assert do(game, "draw") == ["ava.queue.waits"], "18A is P1's, who is busy: nothing to judge"
    do(game, "draw")
    do(game, "turn-up")
    assert game.query("queue")["running"] == ["4PzG", "8A"]
    do(game, "turn-to", chit="4PzG")
    do(game, "end")
    assert dict(game.decision.params)["chit"] == "9A", "those that wait are judged in their order"
    do(game, "leave")
    assert dict(game.decision.params)["chit"] == "18A", "P1 is free again"
    do(game, "turn-up")
    assert game.query("queue")["running"] == ["8A", "18A"]
    do(game, "end")
    do(game, "leave")
    do(game, "end")
    assert game.query("queue")["running"] == ["9A"], "nothing else goes on"


@rules("victory-awaits", "19.4", "10.3")
def test_each_activation_has_a_combat_segment_of_its_own() -> None:
    game = field(
        ["pzhq 4PzG 1520", "pz 1Pz 1522", "pz 2Pz 1522", "pzhq 2PzG 1525", "pz 3Pz 1624"],
        ["hq 8A 2521", "rifle 1R 1623", "rifle 2R 2422"],
        [1, 1],
        chits=["4PzG", "2PzG"],
        player=[
            {"id": "P1", "side": "axis", "hqs": ["4PzG"]},
            {"id": "P2", "side": "axis", "hqs": ["2PzG"]},
            {"id": "P4", "side": "soviet", "hqs": ["8A"]},
        ],
        controller="P4",
        turns={"first": 1, "last": 1},
    )
    do(game, "draw")
    do(game, "draw")
    do(game, "turn-up")
    do(game, "end")
    assert owed(game)[1] == "ava.combat"
    state = in_focus(game.state)
    assert state.retreated == frozenset()
    do(game, "turn-to", chit="4PzG")
    do(game, "end")
    first: Any = game.state.top
    run = replace(first.running[0], retreated=frozenset({"1R"}))
    table = replace(first, running=(run, first.running[1]))
    s = game.state.instead(table)
    g: Any = game.rules
    attack = Action("attack", hex="1623", units=["1Pz"])
    assert g.tally(s, attack).parts[1].total == 0, "it fell back in this segment"
    aside = s.instead(replace(table, focus=1))
    attack = Action("attack", hex="1623", units=["3Pz"])
    assert g.tally(aside, attack).parts[1].total == 2, "not in this one"


@rules("victory-awaits", "19.5")
def test_an_interrupt_sends_back_what_stands_behind() -> None:
    game = queue(
        [2, 2, 1], ["4PzG", "18A", "9A", "8A", "Guderian"], interrupts={"Guderian": "2PzG"}
    )
    do(game, "draw")
    assert owed(game) == ("axis", "ava.interrupt")
    do(game, "pass")
    assert game.query("queue")["running"] == ["18A"]
    do(game, "draw")
    assert owed(game) == ("soviet", "ava.judge"), "9A disturbs nobody; the controller decides"
    do(game, "turn-up")
    events = do(game, "interrupt", chit="Guderian")
    assert "ava.chit.put-back" in events
    assert game.query("queue")["running"] == ["18A", "Guderian"], "what runs goes on"
    assert "9A" in game.state.cup
    assert sound(game)


@rules("victory-awaits", "19.4")
def test_the_queue_plays_to_the_end() -> None:
    for seed in range(5):
        game = field(
            *MANY,
            source=Seeded(seed),
            chits=["supply", "4PzG", "18A", "9A", "8A", "11A"],
            player=PLAYERS,
            controller="P4",
            turns=TURNS,
        )
        while game.decision is not None:
            kinds = {action.kind: action for action in game.choices()}
            for kind in ("draw", "turn-up", "pass", "end"):
                if kind in kinds:
                    game.apply(kinds[kind])
                    break
            assert sound(game)
        assert game.state.turn == 2


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


MANSTEIN = {"Manstein": "4PzG"}


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
