"""Chapters 5 to 7 and 15.2: a turn; chits become available, are chosen, drawn, interrupt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game
from engine.victory_awaits.concepts import put
from tests.engine.victory_awaits.field import (
    AXIS_MEN,
    HQS,
    MANSTEIN,
    SOVIET_MEN,
    TURNS,
    do,
    field,
    owed,
    place,
    scenario,
    sound,
    told,
    why,
)
from tests.marks import rules


@rules("victory-awaits", "5.0")
def test_units_on_the_turn_track_become_available_with_their_turn() -> None:
    game = field(
        [*HQS[0], "pz 9Pz box:turn-2"], HQS[1], chits=["18A"], turns={"first": 1, "last": 2}
    )
    do(game, "end")
    assert place(game, "9Pz") == "axis-available"


@rules("victory-awaits", "7.3")
def test_two_chits_left_in_hand_are_played_in_the_order_of_their_owner() -> None:
    game = field(
        ["pzhq 4PzG 1121", "pzhq 2PzG 1123"],
        ["hq 8A 2421"],
        [1],
        chits=["Manstein", "Guderian"],
        interrupts={"Manstein": "4PzG", "Guderian": "2PzG"},
        turns={"first": 1, "last": 1},
    )
    assert owed(game) == ("axis", "ava.last-chits")
    assert why(game, "interrupt", chit="8A") == {("7.3", "ava.interrupt.not-held")}
    do(game, "interrupt", chit="Guderian")
    do(game, "end")
    assert game.state.drawn == ("Guderian", "Manstein")


CHITS = ["supply", "4PzG", "Manstein", "18A", "8A", "11A"]


def table(dice: list[int] | None = None, **keys: Any) -> Game:
    base: dict[str, Any] = {"chits": CHITS, "turns": TURNS, "interrupts": MANSTEIN}
    source = None if dice is not None else Seeded(3)
    return field(AXIS_MEN, SOVIET_MEN, dice or (), source=source, **{**base, **keys})


def to_the_end(game: Game, first: str = "end") -> None:
    """Do as little as the rules allow until the game is over."""
    while game.decision is not None:
        choices = game.choices()
        quiet = [a for a in choices if a.kind in ("end", "pass")]
        game.apply((quiet or choices)[0])


@rules("victory-awaits", "6.1", "6.2")
def test_a_side_chooses_as_many_as_the_track_says() -> None:
    game = table(track=[{"turn": 1, "soviet": 1, "german": 3}])
    assert owed(game) == ("soviet", "ava.choose"), "the Axis takes all it has, unasked"
    assert why(game, "choose", chit="18A") == {("6.2", "ava.choose.nation")}
    assert why(game, "choose", chit="supply") == {("6.2", "ava.choose.shared")}
    assert why(game, "choose", chit="27A") == {("15.2", "ava.choose.not-available")}
    events = do(game, "choose", chit="11A")
    assert "ava.chit.chosen" in events
    assert game.state.resting == ("8A",)
    assert "8A" not in (*game.state.cup, *game.state.drawn)


@rules("victory-awaits", "6.2", "15.2")
def test_only_a_headquarters_has_a_chit_of_its_own() -> None:
    assert table(chits=["4PzG", "8A"]).state.pool == ("4PzG", "8A")
    with pytest.raises(Problem) as caught:
        table(chits=["4PzG", "1Pz"])
    assert "there is no chit '1Pz'" in str(caught.value)


@rules("victory-awaits", "6.1")
def test_what_a_side_may_see() -> None:
    game = table(track=[{"turn": 1, "soviet": 1}])
    do(game, "choose", chit="11A")
    seen = game.query("chits", side="axis")
    assert "11A" not in [*seen["chosen"], *seen["resting"], *seen["available"]]
    chosen = told(game.log, "ava.chit.chosen")
    assert all("chit" not in params for params in chosen), "the log keeps the secret"


@rules("victory-awaits", "6.2", "12.0", "15.2")
def test_a_reinforcement_chit_must_be_chosen_first_and_not_too_early() -> None:
    chits = [*CHITS, "soviet-reinforcements"]
    game = table(chits=chits, track=[{"turn": 1, "soviet": 1}])
    assert why(game, "choose", chit="soviet-reinforcements") == {("12.0", "ava.choose.early")}
    late = {"first": 4, "last": 5}
    game = table(chits=chits, turns=late, track=[{"turn": 4, "soviet": 2}])
    assert "soviet-reinforcements" not in [a["chit"] for a in game.choices() if "chit" in a]
    game = table(chits=chits, turns=late, track=[{"turn": 4, "soviet": 1}])
    assert owed(game)[1] != "ava.choose", "the only place is taken by the reinforcements"


@rules("victory-awaits", "6.3", "7.3")
def test_manstein_waits_in_hand_and_interrupts() -> None:
    game = table([1])
    assert game.state.hand == ("Manstein",)
    assert owed(game) == ("axis", "ava.interrupt")
    drawn = game.state.drawn[0]
    events = do(game, "interrupt", chit="Manstein")
    assert events[:2] == ["ava.chit.put-back", "ava.chit.interrupts"]
    assert drawn in game.state.cup
    assert drawn not in game.state.drawn
    assert owed(game) == ("axis", "ava.move")
    assert sound(game)


@rules("victory-awaits", "7.3", "6.3")
def test_only_a_chit_in_hand_interrupts() -> None:
    game = table([1])
    assert why(game, "interrupt", chit="18A") == {("7.3", "ava.interrupt.not-held")}
    game = field(AXIS_MEN, SOVIET_MEN, chits=["4PzG", "8A"], turns=TURNS)
    assert owed(game)[1] != "ava.interrupt"


@rules("victory-awaits", "7.3")
def test_an_unused_interrupt_is_played_last() -> None:
    game = table()
    while owed(game)[1] != "ava.choose" and game.state.turn == 1:
        if "Manstein" in game.state.drawn:
            break
        quiet = [a for a in game.choices() if a.kind in ("end", "pass")]
        game.apply(quiet[0])
    assert not game.state.cup
    assert game.state.drawn[-1] == "Manstein"


@rules("victory-awaits", "7.1", "7.2", "5.0")
def test_every_chit_is_drawn_once_a_turn() -> None:
    game = table(chits=["4PzG", "18A", "8A", "11A"], interrupts={})
    to_the_end(game)
    drawn = [params["chit"] for params in told(game.log, "ava.chit.drawn")]
    assert sorted(drawn) == sorted(["4PzG", "18A", "8A", "11A"] * 2)
    assert [p["turn"] for p in told(game.log, "ava.turn.begins")] == [1, 2]


@rules("victory-awaits", "13.0")
def test_the_chit_of_a_headquarters_off_the_map_does_nothing() -> None:
    soviet = ["hq 8A box:soviet-available", "rifle 5R 1925"]
    game = field(AXIS_MEN, soviet, chits=["8A"], turns={"first": 1, "last": 1})
    assert game.decision is None
    assert told(game.log, "ava.chit.no-hq")


@rules("victory-awaits", "16.4", "5.0")
def test_the_game_ends_with_the_last_supply_check() -> None:
    game = table(turns={"first": 1, "last": 1}, chits=["supply", "8A"], interrupts={})
    to_the_end(game)
    assert [e.key for e in game.log][-1] == "ava.turn.over"
    assert game.ending is not None


@rules("victory-awaits", "15.2")
def test_new_chits_come_with_their_turn() -> None:
    game = table(chits=["4PzG", "8A"], interrupts={}, track=[{"turn": 2, "chits": ["11A"]}])
    to_the_end(game)
    assert told(game.log, "ava.chit.available")
    assert [p["chit"] for p in told(game.log, "ava.chit.drawn")].count("11A") == 1


@rules("victory-awaits", "18.0", "18.1")
def test_the_soviets_pick_an_army_from_turn_four_on() -> None:
    game = table(chits=["4PzG", "8A"], interrupts={}, track=[{"turn": 1, "pick": 1}])
    assert owed(game) == ("soviet", "ava.unlock")
    assert why(game, "unlock", chit="8A") == {("18.0", "ava.unlock.no")}
    do(game, "unlock", chit="11A")
    assert "11A" in game.state.pool


ALL = [
    {"id": "P1", "side": "axis", "hqs": ["18A"]},
    {"id": "P4", "side": "soviet", "hqs": ["8A", "48A"]},
    {"id": "P5", "side": "soviet", "hqs": ["37A", "38A"]},
]
FORMS: dict[str, dict[str, Any]] = {
    "for two": {},
    "with a controller": {"player": ALL, "controller": "P5"},
    "in teams": {"player": ALL, "team": True},
}


@rules("victory-awaits", "15.2", "18.0", "19.4", "20.2")
@pytest.mark.parametrize("form", FORMS)
def test_the_soviets_unlock_an_army_of_each_map_in_every_form_of_the_game(form: str) -> None:
    game = field(
        ["hq 18A 1123"],
        [
            "hq 8A 2421 map:leningrad",
            "hq 48A 2420 map:leningrad",
            "hq 37A 2422 map:kiev",
            "hq 38A 2423 map:kiev",
        ],
        source=Seeded(1),
        chits=["supply", "18A", "8A"],
        turns={"first": 4, "last": 5},
        track=[{"turn": 4, "pick": 1}, {"turn": 5, "pick": 1}],
        **FORMS[form],
    )
    assert owed(game) == ("soviet", "ava.unlock")
    assert {action["chit"] for action in game.choices()} == {"48A"}, "8A is there already"
    assert why(game, "unlock", chit="37A") == {("18.0", "ava.unlock.map")}
    do(game, "unlock", chit="48A")
    assert {action["chit"] for action in game.choices()} == {"37A", "38A"}
    assert why(game, "unlock", chit="48A") == {("18.0", "ava.unlock.no")}
    do(game, "unlock", chit="37A")
    assert owed(game)[1] != "ava.unlock", "one for each map and turn"
    assert {"48A", "37A"} <= set(game.state.pool)
    while game.state.turn == 4:
        game.apply(next((a for a in game.choices() if a.kind == "end"), game.choices()[0]))
    assert owed(game) == ("soviet", "ava.unlock")
    assert {action["chit"] for action in game.choices()} == {"38A"}, "none is left on the other map"


@rules("victory-awaits", "15.2", "20.2")
def test_the_campaign_in_teams_brings_up_the_armies_of_the_other_forms() -> None:
    plain, teams = scenario("campaign").setup, scenario("campaign-teams").setup
    assert plain.track == teams.track
    assert all(plain.track[turn].pick == 1 for turn in range(4, 10)), "one for each of three maps"


@rules("victory-awaits", "6.2", "12.0", "15.2")
def test_why_a_reinforcement_chit_cannot_be_chosen() -> None:
    late: dict[str, Any] = {"turns": {"first": 4, "last": 5}, "track": [{"turn": 4, "soviet": 2}]}
    without = table(**{**late, "track": [{"turn": 4, "soviet": 1}]})
    chit = "soviet-reinforcements"
    assert why(without, "choose", chit=chit) == {("15.2", "ava.choose.not-available")}
    taken = table(chits=[*CHITS, chit], **late)
    assert owed(taken) == ("soviet", "ava.choose")
    assert why(taken, "choose", chit=chit) == {("6.2", "ava.choose.taken")}, "it had to be"


@rules("victory-awaits", "7.1", "7.2")
def test_whose_chit_it_is_is_told_when_it_is_drawn() -> None:
    game = field(
        ["hq 18A 1123"],
        ["hq 8A 2421"],
        [2, 2, 1],
        chits=["18A", "8A", "supply"],
        turns={"first": 1, "last": 1},
    )
    while game.decision is not None:
        do(game, "end")
    sides = {event["chit"]: event["side"] for event in told(game.log, "ava.chit.drawn")}
    assert sides == {"18A": "axis", "8A": "soviet", "supply": "both"}


@rules("victory-awaits", "7.3")
def test_when_the_axis_lets_a_chit_be_nobody_else_is_asked_who_holds_none() -> None:
    game = table([1])
    assert owed(game) == ("axis", "ava.interrupt")
    do(game, "pass")
    assert owed(game)[1] != "ava.interrupt"


@rules("victory-awaits", "15.2", "18.0")
def test_only_soviet_army_headquarters_are_unlocked() -> None:
    game = field(
        ["hq 18A 1123", "hq 16A 1223"],
        ["hq 8A 2421", "hq 48A 2420", "rifle 5R 2422", "tank 5T 2423"],
        source=Seeded(1),
        chits=["18A", "8A"],
        turns={"first": 4, "last": 4},
        track=[{"turn": 4, "pick": 1}],
    )
    assert {action["chit"] for action in game.choices()} == {"48A"}
    assert game.choices(hex="2420") == [], "a chit is no hex"


@rules("victory-awaits", "6.1", "10.5", "10.8", "3.1")
def test_what_must_always_hold_is_seen_when_it_does_not() -> None:
    game = table([1])
    g: Any = game.rules
    s = game.state

    def broken(state: Any) -> set[str]:
        return {reason.key for reason in g.violations(state)}

    assert broken(s) == set()
    gone = replace(s, cup=(), drawn=s.drawn)
    assert broken(gone) == {"ava.broken.chits"}, "chits are missing, and the cup is empty"
    assert broken(replace(s, cup=s.cup + s.drawn + ("8A",), drawn=())) == {"ava.broken.chits"}
    assert broken(put(g, s, "18A", "soviet-available")) == {"ava.broken.box"}
    assert broken(replace(s, reduced=frozenset({"18A"}))) == {"ava.broken.steps"}
    assert broken(put(g, s, "18A", "1925")) == {"ava.broken.mixed"}
