"""Activation chits are chosen in secret (6.1): neither log nor screen tells the other side."""

from __future__ import annotations

import random
import re

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from engine.words import catalogue as words
from tests.engine.victory_awaits.field import do, field, owed, told
from tests.marks import rules
from tutor.games import hands_for
from tutor.table import Tabletop

PICKS = ("choose", "deal", "hold")


def board_texts(table: Tabletop) -> str:
    """Everything in words beside the board, the buttons apart."""
    table.refresh()
    shown = (table.prompt, table.notice, table.logbook, table.odds, table.preview)
    return " ".join(box.value for box in shown)


@rules("victory-awaits", "6.1", "20.2")
@pytest.mark.parametrize("name", ["nine-turns", "land-bridge", "campaign-teams"])
def test_no_event_of_a_choice_names_a_chit(name: str) -> None:
    game = catalogue.load(f"victory-awaits/{name}", Seeded(2))
    rnd, seen = random.Random(2), 0
    for _ in range(400):
        if game.decision is None:
            break
        action = rnd.choice(game.choices())
        turn = game.state.turn
        events = game.apply(action)
        if action.kind in PICKS and game.state.turn == turn:
            seen += 1
            before = [e for e in events if e.rule in ("6.1", "20.2") and "draw" not in e.key]
            said = " ".join(words().say(e.key, e.params) for e in before)
            assert action.get("chit", "nothing") not in said.split()
    assert seen


@rules("victory-awaits", "6.1")
def test_the_screen_of_the_other_side_does_not_tell_what_was_chosen() -> None:
    game = field(
        ["pzhq 4PzG 1020", "hq 18A 1025", "hq 16A 1027"],
        ["hq 8A 2421", "hq 11A 2423", "hq 27A 2425"],
        source=Seeded(4),
        chits=["4PzG", "18A", "16A", "8A", "11A", "27A"],
        turns={"first": 1, "last": 1},
        track=[{"turn": 1, "german": 1, "soviet": 2}],
    )
    table = Tabletop(game)
    table.act(Action("choose", chit="18A"))
    assert owed(game) == ("soviet", "ava.choose")
    assert "18A" not in board_texts(table)
    assert all("18A" not in button.description for button in table.choices.children)
    table.act(Action("choose", chit="8A"))
    table.act(Action("choose", chit="11A"))
    assert owed(game)[1] == "ava.move"
    asleep = {"18A", "8A", "11A"} - set(game.state.drawn)
    assert asleep
    assert not asleep & set(re.findall(r"\w+", board_texts(table)))


@rules("victory-awaits", "6.1", "19.4")
def test_choices_and_judgements_are_made_behind_a_curtain() -> None:
    game = field(
        ["hq 18A 1025", "hq 16A 1027"],
        ["hq 8A 2421", "hq 11A 2423"],
        [1, 1],
        chits=["18A", "16A", "8A", "11A"],
        turns={"first": 1, "last": 1},
        track=[{"turn": 1, "german": 1, "soviet": 1}],
        player=[
            {"id": "P1", "side": "axis", "hqs": ["18A", "16A"]},
            {"id": "P2", "side": "soviet", "hqs": ["8A", "11A"]},
        ],
        controller="P2",
    )
    table = Tabletop(game, screens=True)
    desk = table.desk
    assert desk.curtain
    desk.sit_down()
    table.act(Action("choose", chit="18A"))
    assert (owed(game)[0], desk.curtain) == ("soviet", True)
    desk.sit_down()
    table.act(Action("choose", chit="8A"))
    assert (owed(game)[1], desk.curtain) == ("ava.queue", False), "the Soviets draw next"
    table.act(Action("draw"))
    assert (owed(game)[0], desk.curtain) == ("axis", False), "18A lies open"
    table.act(Action("draw"))
    assert (owed(game)[1], desk.curtain) == ("ava.judge", True)
    assert "8A" not in (board_texts(table) + table.plan.value).replace("18A", "")
    desk.sit_down()
    table.refresh()
    assert "It is 8A, for P2 to play." in table.plan.value
    assert "Leave it face down" in [button.description for button in table.choices.children]
    table.act(Action("leave"))
    assert (owed(game)[0], desk.curtain) == ("axis", True), "the chit is face down again"
    assert "8A" not in (board_texts(table) + table.plan.value).replace("18A", "")


def test_odds_of_an_open_cup_may_be_told() -> None:
    game = field(
        ["hq 18A 1025", "hq 16A 1027"],
        ["hq 8A 2421"],
        source=Seeded(4),
        chits=["18A", "16A", "8A"],
        turns={"first": 1, "last": 1},
    )
    assert hands_for(game).foreseen(Action("end"))
    table = Tabletop(game)
    assert "Out of the cup" in table.odds.value


def hidden(game: Game) -> bool:
    return not hands_for(game).foreseen(Action("end"))


@rules("victory-awaits", "6.1")
def test_odds_of_what_was_chosen_in_secret_are_not_told() -> None:
    game = field(
        ["hq 18A 1025", "hq 16A 1027"],
        ["hq 8A 2421", "hq 11A 2423"],
        source=Seeded(4),
        chits=["18A", "16A", "8A", "11A"],
        turns={"first": 1, "last": 1},
        track=[{"turn": 1, "soviet": 1}],
    )
    do(game, "choose", chit="8A")
    assert hidden(game)


@rules("victory-awaits", "19.4", "19.5")
def test_chits_face_down_in_the_queue_stay_so_when_they_go_back() -> None:
    game = field(
        ["pzhq 4PzG 1017", "hq 18A 1020", "pzhq 2PzG 1023", "hq 9A 1026"],
        ["hq 8A 2521"],
        [1, 1, 1],
        chits=["4PzG", "18A", "9A", "Guderian"],
        interrupts={"Guderian": "2PzG"},
        player=[
            {"id": "P1", "side": "axis", "hqs": ["4PzG", "18A", "9A"]},
            {"id": "P2", "side": "axis", "hqs": ["2PzG"]},
            {"id": "P4", "side": "soviet", "hqs": ["8A"]},
        ],
        controller="P4",
        turns={"first": 1, "last": 1},
    )
    do(game, "draw")
    do(game, "pass")
    do(game, "draw")
    do(game, "draw")
    assert game.query("queue")["waiting"] == ["18A", "9A"]
    assert game.query("chits", side="axis")["drawn"] == ["4PzG"]
    assert hands_for(game).aside().count("A") == 0
    do(game, "end")
    assert owed(game)[1] == "ava.interrupt"
    events = game.apply(Action("interrupt", chit="Guderian"))
    assert told(events, "ava.chit.put-back") == [{"chit": "18A"}]
    assert told(events, "ava.queue.put-back") == [{"count": 1}]
    assert "9A" not in str([event.params for event in events])
