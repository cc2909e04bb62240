"""Chapter 19: a campaign of many players and its controller."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game
from engine.values import Action
from engine.victory_awaits.movement.segment import Movement
from engine.victory_awaits.setup.scenario import seats
from engine.victory_awaits.turn.controller import in_focus, players_of
from tests.engine.victory_awaits.field import (
    MANY,
    PLAYERS,
    TURNS,
    do,
    field,
    owed,
    rules_for,
    scenario,
    sound,
    told,
    why,
)
from tests.marks import rules


@rules("victory-awaits", "19.2", "19.3")
def test_the_tables_of_four_to_eight_players() -> None:
    campaign = scenario("campaign")
    heads = {unit.id for unit in campaign.units.values() if unit.hq}
    for number, controller in ((4, "P4"), (5, "P5"), (6, "P6"), (7, "P5"), (8, "P5")):
        players, seat = seats(number, campaign.units)
        assert len(players) == number
        assert seat == controller
        hqs = [hq for player in players for hq in player.hqs]
        assert len(hqs) == len(set(hqs)), "every headquarters has one seat"
        assert set(hqs) == heads, "and every headquarters has one"
    assert seats(3, campaign.units) == ((), "")
    assert not seats(8, campaign.units)[0][4].hqs[0].startswith("S"), (
        "the Romanian seat is the controller's"
    )


@rules("victory-awaits", "19.2", "20.2")
def test_who_sits_at_the_tables() -> None:
    four, teams = scenario("campaign-controller").setup, scenario("campaign-teams").setup
    assert [player.id for player in four.players] == ["P1", "P2", "P3", "P4"]
    assert four.controller == "P4"
    assert teams.team
    assert [player.side for player in teams.players] == ["axis"] * 3 + ["soviet"] * 3


@rules("victory-awaits", "19.4")
def test_nobody_turns_away_from_a_battle_half_fought() -> None:
    game = field(
        ["pzhq 4PzG 1522", "pz 1Pz 1423", "inf 21 1424", "pzhq 2PzG 1024"],
        ["hq 8A 2521", "rifle 1R 1523"],
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
    do(game, "end")
    attack = Action("attack", hex="1523", units=["1Pz", "21"])
    for seed in range(60):
        game.source = Seeded(seed)
        events = game.apply(attack)
        if told(events, "ava.attack.result") and owed(game)[1] in ("ava.retreat", "ava.lose"):
            break
        game.undo()
    assert why(game, "draw") == {("19.4", "ava.queue.battle")}
    assert not {"draw", "turn-to"} & {action.kind for action in game.choices()}


@rules("victory-awaits", "19.4", "10.2")
def test_nobody_turns_away_from_attacks_that_are_declared() -> None:
    game = field(
        ["pzhq 4PzG 1522", "pz 1Pz 1423", "pz 2Pz 1724", "pzhq 2PzG 1024"],
        ["hq 8A 2521", "rifle 1R 1523", "rifle 2R 1624"],
        [1],
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
    do(game, "end")
    assert not why(game, "draw"), "nothing is declared"
    do(game, "attack", hex="1523", units=["1Pz"])
    assert owed(game)[1] == "ava.combat", "1624 could be attacked as well"
    assert why(game, "draw") == {("19.4", "ava.queue.battle")}


@rules("victory-awaits", "19.4")
def test_who_fell_in_another_activation_does_not_move() -> None:
    game = field(
        ["hq 18A 1122"], ["rifle 1R box:soviet-available", "hq 8A 2521"], start={"side": "soviet"}
    )
    fallen = Movement(None, "soviet", ("1R", "8A"))
    rules_: Any = game.rules
    found = fallen.choices(rules_, game.state, None, None)
    units = {action["unit"] for action in found if "unit" in action}
    assert units == {"8A"}


QUEUE: dict[str, Any] = {"player": PLAYERS, "controller": "P4", "turns": TURNS}


def queue(dice: list[int], chits: list[str], **keys: Any) -> Game:
    return field(*MANY, dice, chits=chits, **QUEUE, **keys)


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
    assert dict(game.decision.params) == {"chit": "9A", "player": ("P2",)}
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


@rules("victory-awaits", "19.2", "19.4")
def test_a_chit_belongs_to_the_player_of_its_map_and_reinforcements_to_a_whole_side() -> None:
    rules_: Any = catalogue.rules_of("victory-awaits/campaign-controller")
    five = replace(rules_.setup, players=seats(5, rules_.units)[0], controller="P5")
    rules_.setup = five
    assert players_of(rules_, "S37A") == ("P5",), "an army that is unlocked later has a player too"
    assert players_of(rules_, "S48A") == ("P4",)
    assert players_of(rules_, "R3A") == ("P3",)
    assert players_of(rules_, "Guderian") == ("P2",)
    assert players_of(rules_, "axis-reinforcements") == ("P1", "P2", "P3")
    assert players_of(rules_, "okh") == ("P1", "P2", "P3")
    assert players_of(rules_, "soviet-reinforcements") == ("P4", "P5")
    assert players_of(rules_, "supply") == ("P1", "P2", "P3", "P4", "P5")


@rules("victory-awaits", "19.4")
def test_reinforcements_wait_while_any_player_of_the_side_is_busy() -> None:
    chits = ["9A", "axis-reinforcements", "8A", "soviet-reinforcements"]
    game = field(*MANY, [2, 1, 2, 1], chits=chits, **{**QUEUE, "turns": {"first": 4, "last": 9}})
    do(game, "draw")
    assert game.query("queue")["running"] == ["9A"], "P2 is busy, and P1 is not"
    assert do(game, "draw") == ["ava.queue.waits"], "the Axis reinforcements are P2's as well"
    assert game.query("queue")["waiting"] == ["axis-reinforcements"]
    assert do(game, "draw") == ["ava.queue.looks"], "8A disturbs nobody"
    do(game, "turn-up")
    assert do(game, "draw") == ["ava.queue.waits"], "8A's player shares these"


@rules("victory-awaits", "19.2")
def test_a_table_of_seats_needs_to_know_each_armys_map() -> None:
    with pytest.raises(Problem) as caught:
        rules_for(["hq 18A 1123"], ["hq 8A 2421"], seats=4, chits=["18A"])
    assert "'8A', which bears no map" in str(caught.value)


@rules("victory-awaits", "19.3")
def test_the_last_player_is_the_controller_unless_it_is_said() -> None:
    game = field(*MANY, [1], chits=["4PzG"], player=PLAYERS, turns=TURNS)
    assert game.rules.setup.controller == "P4"  # type: ignore[attr-defined]
    other = field(*MANY, [1], chits=["4PzG"], player=PLAYERS, controller="P1", turns=TURNS)
    assert other.rules.setup.controller == "P1"  # type: ignore[attr-defined]
    assert owed(other) == ("axis", "ava.queue"), "and his side draws"


@rules("victory-awaits", "19.4", "13.0")
def test_a_chit_that_wakes_nobody_leaves_the_first_that_waits_to_be_judged() -> None:
    gone = [row.replace("hq 8A 2521", "hq 8A box:soviet-eliminated") for row in MANY[1]]
    game = field(MANY[0], gone, [1, 1, 1], chits=["4PzG", "9A", "8A"], **QUEUE)
    do(game, "draw")
    do(game, "draw")
    assert do(game, "leave") == ["ava.queue.waits"], "9A could run beside 4PzG"
    do(game, "draw")
    assert game.decision is not None
    assert dict(game.decision.params)["chit"] == "8A"
    assert "ava.queue.done" in do(game, "turn-up"), "nobody is there to be woken"
    assert game.decision is not None
    assert (game.decision.kind, dict(game.decision.params)["chit"]) == ("ava.judge", "9A")
