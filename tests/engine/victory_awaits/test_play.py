"""Whole games: they end, nothing breaks, every reason has words, and replays agree."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import bots, catalogue, record
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from engine.victory_awaits import SWITCHES
from engine.words import catalogue as words
from tests.engine.victory_awaits.field import do, fight, sound
from tests.marks import rules

PLAY = ("minsk-1941", "land-bridge", "nine-turns", "river-line")


KNOWN = catalogue.game_info("victory-awaits").rulebook.rules


def begin(name: str, seed: int, **switches: bool) -> Game:
    return Game(catalogue.rules_of(f"victory-awaits/{name}", switches), Seeded(seed))


@pytest.mark.parametrize("name", PLAY)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end_without_violations(name: str, bot: str) -> None:
    report = bots.play_many(f"victory-awaits/{name}", range(900, 904), bot)
    assert report.violations == []
    assert report.finished == report.games == 4


@rules("victory-awaits", "18.1", "18.2", "18.3", "19.0", "20.0")
@pytest.mark.parametrize(
    ("name", "bot"),
    [
        *((name, bot) for name in ("leningrad", "smolensk-short", "kiev") for bot in bots.BOTS),
        ("smolensk", "random"),
        ("campaign", "random"),
        ("campaign-controller", "random"),
        ("campaign-teams", "random"),
    ],
)
def test_the_scenarios_of_the_rulebook_end_without_violations(name: str, bot: str) -> None:
    report = bots.play_many(f"victory-awaits/{name}", [911], bot)
    assert report.violations == []
    assert report.finished == 1


@rules("victory-awaits", "17.1", "17.2", "17.3", "17.4", "17.5", "17.6")
@pytest.mark.parametrize("name", ["nine-turns", "land-bridge"])
def test_games_with_every_optional_rule(name: str) -> None:
    on = dict.fromkeys(SWITCHES, True)
    report = bots.play_many(f"victory-awaits/{name}", range(4), "random", on)
    assert report.violations == []
    assert report.finished == 4


def spoil(action: Action, game: Game, rnd: random.Random) -> Action:
    """An action that probably cannot be done."""
    board, units = game.rules.board, list(game.rules.units)  # type: ignore[attr-defined]
    changes: dict[str, Any] = {}
    if "path" in action:
        changes["path"] = (*action["path"], rnd.choice(board.hexes))
    if "hex" in action:
        changes["hex"] = rnd.choice(board.hexes)
    if "unit" in action:
        changes["unit"] = rnd.choice(units)
    if "units" in action:
        changes["units"] = rnd.sample(units, 2)
    key = rnd.choice(sorted(changes)) if changes else ""
    return action.replaced(**{key: changes[key]}) if key else action


@given(st.sampled_from(PLAY[:3]), st.integers(0, 10**6))
def test_every_answer_has_a_rule_and_words(name: str, seed: int) -> None:
    rnd = random.Random(seed)
    game = begin(name, seed, **{switch: rnd.random() < 0.5 for switch in SWITCHES})
    says = words()

    def speaks(rule: str, key: str, params: Any) -> None:
        assert rule in KNOWN
        assert key in says
        for text in (says.say(key, params), says.fix(key, params)):
            assert "<" not in text, f"{key}: {text}"

    for _ in range(25):
        if game.decision is None:
            break
        decision = game.decision
        speaks(decision.rule, f"decision.{decision.kind}", decision.params)
        choices = game.choices()
        assert choices, "somebody can always do something"
        chosen = rnd.choice(choices)
        assert game.explain(chosen)
        wrong = spoil(chosen, game, rnd)
        for reason in game.explain(wrong).reasons:
            speaks(reason.rule, reason.key, reason.params)
        for tally in (game.tally(chosen), game.tally(wrong)):
            for part in (tally, *tally.parts) if tally else ():
                for line in part.lines:
                    speaks(line.rule, line.key, line.params)
        for event in game.apply(chosen):
            speaks(event.rule, event.key, event.params)
        assert sound(game)


@given(st.sampled_from(PLAY), st.integers(0, 10**6))
def test_a_greedy_yardstick_is_a_number_and_choices_are_unique(name: str, seed: int) -> None:
    game = begin(name, seed)
    rnd = random.Random(seed)
    for _ in range(8):
        if game.decision is None:
            break
        choices = game.choices()
        assert len(set(choices)) == len(choices)
        side = game.decision.side
        for action in choices[:40]:
            float(game.rules.appeal(game.state, action, side))  # type: ignore[attr-defined]
        game.apply(rnd.choice(choices))


def test_a_save_of_a_whole_game_replays_to_the_same_end() -> None:
    game = begin("nine-turns", 11)
    bots.play_out(game, {s: bots.make_bot("random", f"11/{s}") for s in ("axis", "soviet")})
    again = record.replay(record.loads(record.dumps(record.record_of(game))))
    assert again.state == game.state
    assert again.ending == game.ending


def test_undo_and_redo_meet_the_same_dice() -> None:
    game = begin("minsk-1941", 5)
    attack = next(a for a in game.choices() if a.kind == "attack")
    first = game.apply(attack)
    game.undo()
    assert game.apply(attack) == first


@rules("victory-awaits", "10.6")
@given(st.integers(0, 10**6))
def test_only_the_best_retreats_are_legal(seed: int) -> None:
    rnd = random.Random(seed)
    near = ["1522", "1623", "1524", "1423", "1424"]
    far = ["1625", "1724", "1723", "1622", "1422", "1526", "1626"]
    spots = rnd.sample(near, 3) + rnd.sample(far, 3)
    axis = [f"pz A{i} {hex}" for i, hex in enumerate(spots)]
    soviet = ["rifle 179R 1523", *(f"rifle S{i} {h}" for i, h in enumerate(set(far) - set(spots)))]
    game = fight(axis, soviet[:4], [2], sources={"soviet": ["1628", "2523"]})
    units = [a.split()[1] for a in axis if a.split()[2] in near]
    do(game, "attack", hex="1523", units=units)
    if game.decision is None or game.decision.kind != "ava.retreat":
        return
    legal = set(game.choices())
    best = min(way.rank for way in game.query("retreats", unit="179R"))
    for way in game.query("retreats", unit="179R"):
        action = Action("retreat", unit="179R", path=way.path)
        assert bool(game.explain(action)) == (way.rank == best) == (action in legal)
