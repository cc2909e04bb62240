"""Set-up choices (1.0), three and four players (21.0), the handicap (21.3), whole firefights."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue, load
from engine.action import Action
from engine.bots import make_bot, play_out
from engine.chance import Chance, Scripted, Seeded
from engine.conflict_of_heroes import read
from engine.conflict_of_heroes.artillery import Calling
from engine.conflict_of_heroes.planes import Flight
from engine.errors import Problem
from engine.files import Table
from engine.game import Course, Game
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

PLAY = Path(__file__).parents[3] / "scenarios" / "conflict-of-heroes" / "play"
FIREFIGHTS = sorted(path.stem for path in PLAY.glob("*.toml"))
G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"
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
        assert game.query("side", side="german")["cap"] == total
        assert game.query("side", side="german")["next"] == total
        assert game.query("side", side="soviet")["cap"] == 9


def zoned(**zone: Any) -> Game:
    unit = {"id": "G", "type": "german-rifles", "box": "away", "facing": "S"}
    foe = {"id": "S", "type": "soviet-rifles", "hex": "G7", "facing": "N"}
    sides = [
        {"id": "german", "name": "German", "units": [unit]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    base = {"side": "german", "units": ["G"], "hexes": ["G4", "H4"]}
    return fight([], [], side=sides, zone=[{**base, **zone}])


@rules("conflict-of-heroes", "1.0")
def test_units_are_placed_in_their_zone() -> None:
    game = zoned()
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("german", "coh.setup")
    assert {a["hex"] for a in game.choices()} == {"G4", "H4"}
    assert why(game, "place", unit="S", hex="A1") == {
        ("1.0", "coh.place.unit"),
        ("1.0", "coh.place.zone"),
    }
    assert ("5.2", "coh.move.facing") in why(game, "place", unit="G", hex="G4", facing="up")
    assert do(game, "place", unit="G", hex="H4", facing="NE") == ["coh.placed"]
    assert (of(game, "G")["hex"], of(game, "G")["facing"]) == ("H4", "NE")
    with pytest.raises(Problem):
        zoned(hexes=[])
    with pytest.raises(Problem):
        zoned(mines=["pink"])


@rules("conflict-of-heroes", "1.0", "10.0", "18.5")
def test_what_is_placed_in_secret_nobody_else_sees() -> None:
    game = zoned(hidden=True, mines=["red"])
    events = game.apply(Action("place", unit="G", hex="H4"))
    assert [(e.key, e.units, e.hexes) for e in events] == [("coh.placed-unseen", (), ())]
    assert ("1.0", "coh.place.mine") in why(game, "place", mine="blue", hex="G4")
    do(game, "place", mine="red", hex="G4")
    assert "G" not in game.query("view", side="soviet")
    assert game.query("works", hex="G4", viewer="soviet") == []
    assert game.query("works", hex="G4", viewer="german") == ["mine"]


@rules("conflict-of-heroes", "5.1", "9.11")
def test_a_group_of_reinforcements_comes_in_at_once() -> None:
    away = [
        {"id": "R", "type": "german-rifles", "box": "away", "facing": "S"},
        {"id": "H", "type": "german-hmg", "box": "away", "facing": "S"},
    ]
    foe = {"id": "S", "type": "soviet-rifles", "hex": "G7", "facing": "N"}
    sides = [
        {"id": "german", "name": "German", "units": away},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    entry = [{"units": ["R", "H"], "hexes": ["A1", "A2", "A5"], "round": 1}]
    game = fight([], [], side=sides, entry=entry)
    both = {"units": ["R", "H"], "pay": "opportunity"}
    assert cost(game, "enter", **both, to=["A1", "A2"]) == 2
    assert ("9.11", "coh.group.apart") in why(game, "enter", **both, to=["A1", "A5"])
    assert ("9.11", "coh.move.ways") in why(game, "enter", **both, to=["A1"])
    assert ("5.1", "coh.enter.gate") in why(game, "enter", **both, hex="B3")
    do(game, "enter", **both, to=["A1", "A2"])
    assert (of(game, "R")["hex"], of(game, "H")["hex"]) == ("A1", "A2")


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
        assert not game.query("sees", a="C1", b="C12")
        rules_: Any = game.rules
        state = replace(game.state, agenda=(Calling("german"),))
        verdict = rules_.explain(state, Action("call", card="howitzer-105", hex="C12"))
        assert {reason.rule for reason in verdict.reasons} == found


@rules("conflict-of-heroes", "20.4")
def test_cluster_bombs_leave_a_mine() -> None:
    plane = {"id": "P", "type": "stuka", "hex": "G2", "facing": "S", "bombs": 1}
    foe = {"id": "S", "type": "soviet-rifles", "hex": "G7", "facing": "N"}
    sides = [
        {"id": "german", "name": "German", "units": [{**plane, "traits": ["cluster"]}]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    game = fight([], [], side=sides)
    rules_: Any = game.rules
    course = Course(Chance(game.source))
    state = rules_.settle(game.state.push(Flight("P", ("go G3", "bomb G7"))), course)
    works = state.works_in("G7")
    assert [(w.kind, w.colour) for w in works] == [("mine", "red")]
    assert "coh.placed-mine" in [event.key for event in course.events]


@rules("conflict-of-heroes", "11.5 sight", "11.5 small")
def test_gullies_cover_who_is_behind_them() -> None:
    game = catalogue.load("conflict-of-heroes/ridge", Seeded(1))
    ground = game.rules.ground  # type: ignore[attr-defined]
    assert ground.gully("J5")
    assert not ground.gully("G7")
    heavy = fight(["pz3h T G4 S"], ["soviet-rifles S J5 N"], board="ridge")
    assert ("11.5 sight", "coh.fire.into-gully") in why(
        heavy, "fire", unit="T", hex="J5", pay="cap"
    )
    small = fight(["pz3h T D4 N"], [S], board="ridge")
    assert ("11.5 small", "coh.move.small-gully") in why(
        small, "move", unit="T", path=["D3"], pay="cap"
    )
    infantry = fight(["german-rifles G D4 N"], ["soviet-rifles S D2 S"], board="ridge")
    lines = infantry.query("defence", target="G", unit="S").lines
    assert "coh.line.small-gully" in [line.key for line in lines]


@rules("conflict-of-heroes", "20.0 impulses")
def test_impulses_follow_the_nose_of_the_plane() -> None:
    game = fight(["stuka P G4 S"], [S])
    assert ("20.0 impulses", "coh.fly.ahead") in why(
        game, "fly", unit="P", steps=["go G3"], pay="cap"
    )
    assert ("20.0 impulses", "coh.fly.sixth") in why(
        game, "fly", unit="P", steps=["go G5", "turn N"], pay="cap"
    )
    assert cost(game, "fly", unit="P", steps=["go G5"]) >= 1


@rules("conflict-of-heroes", "2.3", "2.4", "3.2", "7.4", "9.0")
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", FIREFIGHTS)
def test_every_firefight_ends_by_the_rules(name: str, bot: str) -> None:
    game = load(f"conflict-of-heroes/{name}", chance=Seeded(f"{bot}/11"))
    bots = {side.id: make_bot(bot, f"11/{side.id}") for side in game.scenario.sides}
    assert play_out(game, bots) == []
    assert game.ending is not None
    assert game.ending.rule == "2.4"
