"""Whole games by bots end by the rules and break nothing."""

from __future__ import annotations

import pytest

from engine.bots import play_many


@pytest.mark.parametrize("scenario", ["holland44/first-span", "stalingrad42/to-the-bend"])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end(scenario, bot):
    report = play_many(scenario, [5], bot)
    assert not report.violations
    assert report.finished == 1
