"""What a click costs: how often the rules are asked, and how often they judge."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.rules import AgendaRules
from tests.bench.bench_paths import MOVER, campaign
from tests.tutor.sitting import click
from tutor.table import Tabletop

HANDFUL = 5


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the questions that reach the rules."""
    counts: Counter[str] = Counter()

    def counting(name: str) -> None:
        answer = getattr(AgendaRules, name)

        def count(self: AgendaRules, *args: Any, **named: Any) -> Any:
            counts[name] += 1
            return answer(self, *args, **named)

        monkeypatch.setattr(AgendaRules, name, count)

    for name in ("explain", "decision", "query", "choices"):
        counting(name)
    return counts


def test_a_click_that_moves_a_unit_asks_little(asked: Counter[str]) -> None:
    table = Tabletop(campaign(), tools=("overlays", "undo", "log", "step"))  # no odds foreseen
    start = table.desk.where(MOVER)
    asked.clear()
    table.desk.click(start, MOVER)
    table.refresh()
    assert asked["explain"] == 0
    assert asked["decision"] <= HANDFUL
    assert asked["query"] <= HANDFUL
    found = table.desk.game.query("reach", unit=MOVER)
    goal = next(hex for hex, way in found.items() if way["stop"] and way["cost"] > 2)
    asked.clear()
    click(table, goal)
    assert table.desk.where(MOVER) == goal
    assert asked["explain"] == 1
    assert asked["decision"] <= HANDFUL
    assert asked["query"] <= 2 * HANDFUL


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_so_it_is_in_the_pair(game: str, asked: Counter[str]) -> None:
    table = Tabletop(catalogue.load(f"{game}/drills/bonds-line", Seeded(1)))
    desk = table.desk
    unit = desk.hands.pickable()[0]
    desk.pick(unit)
    reach = desk.game.query("reach", unit=unit)
    goal = next(
        hex
        for hex in reach
        if hex != desk.where(unit) and not desk.at(hex) and desk.hands.propose(unit, hex)
    )
    asked.clear()
    desk.click(goal)
    assert desk.where(unit) == goal
    assert asked["explain"] <= 2, "once for the way that is meant, once to do it"
    assert asked["decision"] <= 2 * HANDFUL
