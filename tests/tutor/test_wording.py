"""What learners read: none of the sentences that new users could not make sense of."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.words
import lessons
import tutor
from engine import catalogue
from engine.chance import Seeded
from engine.values import Action
from engine.verdict import Event, Line, Tally
from engine.words import catalogue as words
from tutor import panels
from tutor.spoken import spoken
from tutor.table import Tabletop

ODD = (
    "Put it down",
    "further hexes are for full ones",
    "runs through a full hex",
    "Say with which group",
    "How far we are",
    "CAP instead of AP",
    "CAP, the rest in AP",
    "{length} to {most",
    "with CAP or without",
    "facts checked",
    "kept by the board",
    "keeps to himself",
    "That one is legal.",
    "{points} for a hex.",
    "staging area is stocked",
    "only a vehicle's bonus leads further",
    "has no retreat to make",
    "level(s)",
    "hit(s)",
    "Go back",
)
"""Phrases that new users met on the screen and did not understand."""


def texts() -> dict[str, str]:
    """Everything that is said to learners, by the file it stands in."""
    known = [
        *Path(engine.words.__file__).parent.rglob("*.toml"),
        *Path(tutor.__file__).parent.rglob("*.py"),
        *Path(lessons.__file__).parent.rglob("*.toml"),
        *Path(lessons.__file__).parent.rglob("*.py"),
    ]
    return {str(file): file.read_text("utf-8") for file in known}


@pytest.mark.parametrize("phrase", ODD)
def test_no_odd_phrase_is_left(phrase: str) -> None:
    assert [name for name, text in texts().items() if phrase in text] == []


def test_a_printed_result_is_told_with_what_it_means() -> None:
    told = words().say(
        "zb.attack.result", {"die": 4, "column": "3-1", "result": "D1 Adv 3?"}.items()
    )
    assert "D1 Adv 3?, the defenders lose a step and retreat" in told
    stood = {"die": 5, "modified": 5, "column": "other", "result": "S -/1"}
    assert "the defence holds and loses a step" in words().say("zb.stand.rolled", stood.items())
    assert "retreat 2 hexes" in words().say(
        "ava.attack.result", {"hex": "1624", "die": 4, "result": "RR", "column": "4-1"}.items()
    )


@pytest.mark.parametrize("game", ["holland44", "stalingrad42", "victory-awaits"])
def test_every_printed_result_has_its_meaning(game: str) -> None:
    charts = catalogue.load(f"{game}/{catalogue.GAMES[game].first}", Seeded(1)).rules.charts
    cells = {
        str(cell)
        for name in ("crt", "stand")
        if name in charts
        for row in charts[name].rows.values()
        for cell in row.values()
    }
    assert cells
    assert [cell for cell in sorted(cells) if f"result.{cell}" not in words()] == []


def test_a_retreat_tells_steps_and_the_line_apart() -> None:
    way = Tally.adding("ava.retreat.cost", [Line.of("10.6", "ava.retreat.into-zoc", 1)], "3")
    html = panels.tally_html("victory-awaits", way)
    assert "1; the line of communication there is 3 hexes long" in html
    assert "→" not in html
    dice = Tally.adding("pav.dice.total", [Line.of("0.0", "pav.dice.card", 3)], "4+")
    assert "3; each succeeds with 4+" in panels.tally_html("pavlovs-house", dice)


def test_strengths_are_told_once() -> None:
    game = catalogue.load("victory-awaits/drills/assault", Seeded(1))
    hex, units = next(iter(game.query("targets").items()))
    tally = game.tally(Action("attack", hex=hex, units=tuple(units)))
    assert tally is not None
    html = panels.tally_html("victory-awaits", tally).casefold()
    assert html.count("attack strength") == html.count("defence strength") == 1


def test_points_say_for_which_hex() -> None:
    event = Event.of("2.4", "coh.points.hex", hexes=("D7",), side="german", points=1)
    scenario = catalogue.load("conflict-of-heroes/crossroads", Seeded(1)).scenario
    (said,) = spoken(scenario, [event])
    assert words().say(said.key, said.params) == "German scores 1 point for holding D7."


def test_combat_begins_with_the_enemy_and_says_so() -> None:
    table = Tabletop(catalogue.load("victory-awaits/drills/assault", Seeded(1)))
    assert "Click a ringed enemy hex to plan an attack" in table.selection.value
    assert "Click one" not in table.selection.value
