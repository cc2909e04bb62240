"""Figures that the text does not state are a table of ours, which an owner may replace (1.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.conflict_of_heroes.counters.unit import roster
from engine.errors import Problem
from engine.files import package_file
from engine.tables import load_charts
from tests.engine.conflict_of_heroes.field import fight
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


PRINTED = {
    # fire, move, red, blue, range, front, flank; tracks or wheels, least range, spotted, impulses
    "german-rifles": "3 1 4 0 5 12r 11r 0 0 0 0",
    "german-hmg": "2 2 4 1 8 12r 11r 0 0 0 0",
    "german-hmg-42": "3 2 5 1 8 12r 11r 0 0 0 0",
    "german-grenadiers": "3 1 5 0 5 12r 11r 0 0 0 0",
    "german-pioneers": "3 1 4 1 4 12r 11r 0 0 0 0",
    "german-mortar": "3 2 4 0 12 12r 11r 0 3 4 0",
    "soviet-rifles": "4 1 3 0 5 12r 11r 0 0 0 0",
    "soviet-smg": "3 2 4 0 6 12r 11r 0 0 0 0",
    "soviet-mg": "4 2 3 0 6 12r 10r 0 0 0 0",
    "soviet-hmg": "3 2 5 0 8 12r 11r 0 0 0 0",
    "soviet-dshk": "3 2 5 2 9 12r 11r 0 0 0 0",
    "soviet-sniper": "3 1 4 0 8 13r 12r 0 0 0 0",
    "soviet-mortar": "3 2 4 0 12 12r 11r 0 3 4 0",
    "t34": "4 1 4 8 8 17b 14b 2 0 0 0",
    "pz3e": "3 1 4 4 6 14b 12b 1 0 0 0",
    "pz3h": "3 1 4 5 6 16b 14b 1 0 0 0",
    "pz2f": "2 1 3 2 5 13b 11b 1 0 0 0",
    "tiger": "3 2 6 12 10 20b 17b 1 0 0 0",
    "marder": "3 1 4 9 10 13b 12b 1 0 0 0",
    "apc-251": "2 1 3 0 5 12b 11b 1 0 0 0",
    "apc-251-17": "2 1 4 4 6 12b 11b 1 0 0 0",
    "m3-aa": "2 1 5 2 7 12b 11b 1 0 0 0",
    "opel": "3 1 -2 -2 0 11r 10r 1 0 0 0",
    "pak38": "3 4 3 7 9 12b 10r 0 0 0 0",
    "pak40": "3 5 4 9 10 13b 10r 0 0 0 0",
    "at57": "5 4 3 9 9 12b 10r 0 0 0 0",
    "shturmovik": "1 1 6 10 3 13b 12b 0 2 0 4",
    "stuka": "1 1 6 9 3 12b 11b 0 2 0 4",
    "hs129": "1 1 5 10 3 13b 12b 0 2 0 4",
}


@rules("conflict-of-heroes", "1.1", "7.1", "7.2", "14.0", "15.0", "20.0")
@pytest.mark.parametrize("kind", sorted(roster()))
def test_a_counter_has_the_figures_that_text_and_table_give_it(kind: str) -> None:
    side = roster()[kind]["side"]
    rows = {"german": [], "soviet": [], side: [f"{kind} U G4 S"]}
    piece = fight(rows["german"], rows["soviet"]).scenario.pieces["U"]
    ratings = (f"{rating.value}{rating.colour[0]}" for rating in (piece.front, piece.flank))
    figures = (piece.fire, piece.move, piece.red, piece.blue, piece.range, *ratings)
    more = (piece.bonus, piece.minimum, piece.indirect, piece.impulses)
    assert " ".join(map(str, (*figures, *more))) == PRINTED[kind]
    assert piece.points == 1
