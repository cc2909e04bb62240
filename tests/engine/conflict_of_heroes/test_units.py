"""Figures that the text does not state are a table of ours, which an owner may replace (1.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.conflict_of_heroes.unit import roster
from engine.errors import Problem
from engine.files import package_file
from engine.tables import load_charts
from tests.marks import rules

FIGURES = {"fire", "move", "red", "blue", "range", "front", "flank"}


def own_table(tmp_path: Path, old: str, new: str) -> str:
    text = package_file("engine", "conflict_of_heroes", "tables.toml").read_text("utf-8")
    table = text[text.index("[units]") :]
    assert old in table
    path = tmp_path / "mine.toml"
    path.write_text(table.replace(old, new).replace('"reconstruction"', '"owner"', 1), "utf-8")
    return str(path)


def test_every_figure_is_stated_by_the_text_or_marked_as_ours() -> None:
    chart = load_charts("conflict_of_heroes", {})["units"]
    assert chart.reconstructed
    assert set(chart.rows) == set(roster())
    for name, given in roster().items():
        ours = {key for key, cell in chart.rows[name].items() if cell != ""}
        assert not ours & set(given), name
        assert set(given) | ours >= FIGURES, name


@rules("conflict-of-heroes", "1.1")
def test_an_owner_lays_the_printed_figures_over_ours(tmp_path: Path) -> None:
    chart = load_charts("conflict_of_heroes", {})["units"]
    row = chart.rows["german-hmg"]
    old = f'german-hmg = ["", "", "", {row["blue"]}, {row["range"]}'
    mine = own_table(tmp_path, old, f'german-hmg = ["", "", "", {row["blue"]}, 11')
    game = catalogue.load("conflict-of-heroes/crossroads", Seeded(1), tables=mine)
    assert game.judge("figures", unit="H1")["range"] == 11
    assert game.judge("figures", unit="H1")["fire"] == 2
    bad = own_table(tmp_path, old, f'german-hmg = ["", "", "", {row["blue"]}, "far"')
    with pytest.raises(Problem, match="no figure"):
        catalogue.load("conflict-of-heroes/crossroads", Seeded(1), tables=bad)
