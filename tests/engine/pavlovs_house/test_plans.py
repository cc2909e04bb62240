"""Plans that the strategy page compares: they lean as they say, and the kept figures are theirs."""

from __future__ import annotations

import pytest

from engine.catalogue import load
from engine.chance import Seeded
from engine.pavlovs_house.board.pieces import CARGO
from engine.pavlovs_house.counters.phase import ACTS as COUNTER_ACTS
from engine.pavlovs_house.plans import (
    BARS,
    MOST,
    Outcome,
    PlanBot,
    key_of,
    plans,
    play_plans,
    simulate,
)
from engine.pavlovs_house.soviet.commands import ACTS
from engine.values import Action
from tests.marks import rules
from tutor.pages.figures import KEPT, figures, first_endings, played, text

SAMPLE = 3


def test_every_plan_has_figures_and_they_add_up() -> None:
    assert set(figures()) == set(plans())
    for name, found in figures().items():
        assert found.games >= 150, name
        assert len(found.bars) == len(BARS) + 1
        assert found.held + sum(found.lost.values()) == found.games
        assert 0 <= found.won <= sum(found.bars[-4:])


@pytest.mark.parametrize("name", list(plans()))
def test_the_kept_figures_are_those_of_the_games_played_now(name: str) -> None:
    outcome = simulate(name, range(SAMPLE))
    kept = figures()[name]
    assert outcome.games == SAMPLE
    assert outcome.held + sum(outcome.lost.values()) == SAMPLE
    for key, count in outcome.lost.items():
        assert kept.lost.get(key, 0) >= count
    assert all(now <= before for now, before in zip(outcome.bars(), kept.bars, strict=True))
    # Another result means that the figures are out of date.
    assert first_endings(outcome) == kept.first


def test_the_file_is_what_its_maker_writes() -> None:
    assert text(figures()) == KEPT.read_text("utf-8")
    few = played("feed", play_plans([{"plan": "feed", "seed": seed} for seed in range(SAMPLE)]))
    assert (few.games, few.first) == (SAMPLE, figures()["feed"].first)


@rules("pavlovs-house", "6.0 scoring")
def test_an_outcome_counts_wins_losses_and_bars() -> None:
    outcome = Outcome("feed", games=4, scores=[1, 0, -9, 31])
    assert (outcome.held, outcome.won, outcome.mean) == (4, 2, 5.75)
    assert outcome.bars() == [0, 0, 1, 2, 0, 0, 1]
    assert Outcome("feed").mean == 0


def test_a_plan_leans_only_to_what_can_be_done() -> None:
    cargo = {f"{kind}-{token}" for kind in ("take", "load") for token in CARGO}
    known = {act for _, act in ACTS} | {deed.kind for deed in COUNTER_ACTS} | cargo
    for plan in plans().values():
        assert set(plan.lean) <= known, plan.id


def test_a_plan_leans() -> None:
    assert key_of(Action("play", card="68", command="x", act="mine", place="3-3")) == "mine"
    assert key_of(Action("take", token="provision")) == "take-provision"
    assert key_of(Action("recover", unit="pavlov", how="fresh")) == "recover"
    game = load("pavlovs-house/drills/02-sappers", Seeded(1))
    mine, plain = PlanBot(plans()["mines"], 1), PlanBot(plans()["feed"], 1)
    action = next(a for a in game.choices() if a.get("act") == "mine")
    leaning = mine.worth(game, action, "soviet") - plain.worth(game, action, "soviet")
    assert leaning == plans()["mines"].lean["mine"]


@rules("pavlovs-house", "3.0 storm group")
def test_the_bold_go_where_the_careful_stay() -> None:
    game = load("pavlovs-house/drills/storm-group", Seeded(1))
    sortie = Action("play", card="68", command="army-command", act="sortie")
    assert PlanBot(plans()["bold"], 1).worth(game, sortie, "soviet") > 0
    assert PlanBot(plans()["feed"], 1).worth(game, sortie, "soviet") == 0
    assert plans()["few"].men < plans()["feed"].men == MOST
