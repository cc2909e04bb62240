"""Which rules a game uses: what counts as a use, and the watch over a whole game."""

from __future__ import annotations

import re
import sys

import pytest

import engine
from engine.catalogue import GAMES, game_info
from engine.chance import Seeded
from engine.cli import main
from engine.coverage import Watch, _says, cites, pattern, play, played
from engine.verdict import ALLOWED, Reason, Verdict
from tests.engine.problems import refused

IDS = re.compile("|".join(f"R{n}" for n in range(1, 10)))
SOURCE = '''"""R1."""
TABLE = {"a": "R2"}


@enforces("R4")
@decorated
def plain(a):
    """R3."""
    return "R5"


class Phase:
    """R8."""

    def act(self):
        return [x for x in self if x]
'''


def test_docstrings_belong_to_their_functions_and_classes_to_their_methods():
    calls = cites(SOURCE, IDS, {}).calls
    assert {first: rules for first, rules in calls.items() if rules} == {5: {"R3"}, 15: {"R8"}}


def test_a_line_that_enforces_counts_by_itself_and_a_mark_with_its_function():
    found = cites(SOURCE, IDS, {5: {"R4"}, 9: {"R5"}})
    assert found.calls[5] == {"R3", "R4"}
    assert found.lines[9] == {"R5"}


@pytest.mark.parametrize("rule", ["R1", "R2"])
def test_modules_and_their_tables_do_not_run(rule):
    found = cites(SOURCE, IDS, {})
    assert not any(rule in rules for rules in (*found.calls.values(), *found.lines.values()))


GIVEN = object()


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (None, False),
        (False, False),
        ((), False),
        (0, False),
        (GIVEN, False),
        (True, True),
        ("city", True),
        (ALLOWED, True),
        (Verdict((Reason.of("9.2", "no"),)), True),
    ],
)
def test_an_answer_says_something_or_not(answer, says):
    assert _says(answer, [GIVEN]) is says


def test_a_whole_game_uses_the_rules_of_movement_and_combat():
    game = engine.load("victory-awaits/river-line", chance=Seeded(1))
    watch = Watch(game_info("victory-awaits"))
    with watch:
        play(game, "random", 1)
    assert game.decision is None
    assert {"9.2", "3.1"} <= watch.used <= GAMES["victory-awaits"].rulebook.rules.keys()


def test_nothing_is_used_where_nothing_is_played_and_the_trace_is_given_back():
    before = sys.gettrace()
    watch = Watch(game_info("victory-awaits"))
    with watch:
        assert sys.gettrace() is not before
    assert sys.gettrace() is before
    assert watch.used == set()


def test_what_is_known_needs_no_search_and_stays():
    watch = Watch(game_info("victory-awaits"), ["9.2"])
    with watch:
        pass
    assert watch.used == {"9.2"}


def test_each_rule_names_the_scenarios_that_use_it():
    names = ["holland44/polder-gap", "holland44/hells-highway"]
    found = played(names, bots=["random"])
    assert found["8.1"] == set(names)
    assert "25.3.5" not in found


def test_the_command_lists_what_no_game_used(capsys, monkeypatch):
    names = ["holland44/polder-gap"]
    monkeypatch.setattr("engine.catalogue.scenario_ids", lambda game=None, name="play": names)
    assert main(["coverage", "--game", "holland44", "--played"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"holland44: bots' games of the scenarios used \d+ of 233 rules\.", out)
    assert "25.3.5     " in out
    assert main(["coverage", "--game", "holland44", "--played", "1", "--json"]) == 0
    assert '"holland44/polder-gap"' in capsys.readouterr().out


def test_no_games_cannot_be_played(capsys):
    assert main(["coverage", "--game", "holland44", "--played", "0"]) == 2
    assert "0 games cannot be played" in capsys.readouterr().err


def test_the_ids_of_a_rulebook_are_found_whole():
    ids = pattern(GAMES["stalingrad42"].rulebook.rules)
    assert ids.findall("10.1 DR2 and 20.5.1, not 120.5.1") == ["10.1 DR2", "20.5.1"]


def test_a_scenario_that_does_not_exist_is_refused():
    assert refused(lambda: played(["holland44/nowhere"])).what
