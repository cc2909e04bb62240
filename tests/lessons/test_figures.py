"""The 31 figures of one rulebook, rebuilt as positions, each shown in a lesson."""

from __future__ import annotations

import pytest

from engine.catalogue import load
from engine.chance import Seeded
from engine.coverage import ROOT
from engine.files import read
from tutor.lesson import lesson_ids, open_lesson

GAME = "conflict-of-heroes"
FOLDER = ROOT / "scenarios" / GAME


def rebuilt() -> dict[int, list[str]]:
    """The positions that show each figure."""
    found: dict[int, list[str]] = {}
    for path in sorted(FOLDER.rglob("*.toml")):
        name = path.relative_to(FOLDER).with_suffix("").as_posix()
        for figure in read(path).get("figures", list, []):
            found.setdefault(figure, []).append(f"{GAME}/{name}")
    return found


FIGURES = rebuilt()
STARTS = {step.start for name in lesson_ids(GAME) for step in open_lesson(name).steps}


def test_every_figure_of_the_rulebook_is_there_and_no_other() -> None:
    assert sorted(FIGURES) == list(range(1, 32))


@pytest.mark.parametrize("figure", sorted(FIGURES))
def test_a_figure_loads_as_a_position_and_a_lesson_shows_it(figure: int) -> None:
    for name in FIGURES[figure]:
        game = load(name, Seeded(1))
        assert game.scenario.pieces
        assert game.rules.violations(game.state) == []
        assert name in STARTS
