"""The scenarios of chapters 4 and 18 to 20 on our training boards: what they take from the text."""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalogue
from engine.action import Action
from engine.chance import Seeded
from engine.errors import Problem
from engine.files import Table
from engine.game import Game
from engine.victory_awaits.movement import Movement
from engine.victory_awaits.printed import read_printed
from engine.victory_awaits.standalone import upon, with_base
from tests.engine.victory_awaits.field import do, field, owed, place, told, why
from tests.marks import rules

SCENARIOS = {
    "leningrad": (54, 9),
    "smolensk": (85, 9),
    "smolensk-short": (60, 6),
    "kiev": (52, 9),
    "campaign": (191, 9),
    "campaign-controller": (191, 9),
    "campaign-teams": (191, 9),
}


def scenario(name: str) -> Any:
    return catalogue.rules_of(f"victory-awaits/{name}")


@rules("victory-awaits", "16.4", "18.1", "18.2", "18.3", "19.1")
@pytest.mark.parametrize("name", SCENARIOS)
def test_points_turns_and_what_is_ours_are_said(name: str) -> None:
    found = scenario(name)
    points, last = SCENARIOS[name]
    assert (found.setup.goal.points, found.setup.last_turn) == (points, last)
    assert "our training versions" in found.scenario.summary
    assert found.setup.goal.stand_fast
    heads = {unit.id for unit in found.units.values() if unit.hq}
    chits = set(found.setup.chits).union(*(box.chits for box in found.setup.track.values()))
    extra = {"supply", "okh", "reserve", "axis-reinforcements", "soviet-reinforcements"}
    assert chits - extra - set(found.setup.interrupts) <= heads


@rules("victory-awaits", "16.2", "15.4", "18.2", "4.0")
def test_what_the_text_gives_by_printed_numbers_is_kept() -> None:
    def printed(name: str, what: str) -> set[str]:
        rows = scenario(name).setup.printed
        return {hex for row in rows if row.what == what for hex in row.hexes}

    fast = {"3602", "3603", "3702"}
    assert printed("leningrad", "stand-fast") == fast
    fast |= {"3510", "4112", "3726", "5003", "5009", "5120", "3507", "3607", "3608"}
    assert printed("campaign", "stand-fast") == fast
    assert printed("campaign", "moscow-source") == {"5504", "5507", "5513"}
    assert printed("campaign-teams", "fortress") == {"0927"}
    assert printed("smolensk", "breakthrough") == {"4230", "4730"}
    assert printed("smolensk-short", "breakthrough") == set()
    border = {"2730/2701", "2730/2801", "2801/2830", "2801/2930", "2930/2901"}
    assert printed("smolensk-short", "border") == printed("kiev", "border") == border


@rules("victory-awaits", "16.2")
@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"what": "dragon"}, "dragon"),
        ({"hexes": ["360"]}, "360"),
        ({"hexes": ["3602/3603"]}, "3602/3603"),
        ({"what": "border", "hexes": ["2730"]}, "2730"),
    ],
)
def test_a_printed_number_is_checked(row: dict[str, Any], what: str) -> None:
    whole = {"what": "stand-fast", "rule": "16.2", "name": "Here", "hexes": ["3602"], **row}
    with pytest.raises(Problem, match=what):
        read_printed(Table({"printed": [whole]}, "test.toml"))


@rules("victory-awaits", "18.2")
def test_a_scenario_lies_upon_others() -> None:
    short = scenario("smolensk-short")
    assert short.setup.goal.breakthrough == ()
    assert short.setup.goal.stand_fast == scenario("smolensk").setup.goal.stand_fast
    assert upon({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"c": 4}}) == {"a": {"b": 1, "c": 4}, "d": 3}
    for base in ("smolenks", "../smolenks"):
        with pytest.raises(Problem, match="there is no base"):
            with_base(Table({"base": base}, "test.toml"))


@rules("victory-awaits", "18.1", "19.1")
def test_the_transfer_belongs_to_leningrad_alone() -> None:
    units = {"12Pz", "18M", "20M"}
    assert {place(begin("leningrad"), unit) for unit in units} == {"turn-7"}
    assert not units & set(scenario("campaign").units)


@rules("victory-awaits", "4.0", "15.3", "14.3")
def test_what_stands_ready_in_smolensk_and_the_campaign() -> None:
    for name in ("smolensk", "campaign"):
        game = begin(name)
        assert len(game.state.position.at("turn-3")) == 11, "the 19th Army (15.3)"
        level = game.rules.face(game.state, "F0").defence  # type: ignore[attr-defined]
        assert level == 1, "Brest (4.0 step 7)"
        assert owed(game) == ("soviet", "ava.setup")
    maps = [game.rules.units[f"F{i}"].formation for i in range(1, 7)]  # type: ignore[attr-defined]
    assert maps == ["leningrad"] * 3 + ["kiev"] * 3


@rules("victory-awaits", "19.2", "20.2")
def test_who_sits_at_the_tables() -> None:
    four, teams = scenario("campaign-controller").setup, scenario("campaign-teams").setup
    assert [player.id for player in four.players] == ["P1", "P2", "P3", "P4"]
    assert four.controller == "P4"
    assert teams.team
    assert [player.side for player in teams.players] == ["axis"] * 3 + ["soviet"] * 3


def begin(name: str) -> Game:
    return catalogue.load(f"victory-awaits/{name}", Seeded(3))


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
