"""Tables: figures with their section and source, and the owner's own laid over ours."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.files import Table, read
from engine.tables import load_charts, read_charts
from tests.engine.problems import refused, says
from tests.engine.sketch import read as read_scenario
from tests.engine.sketch import scenario_data, unit

NEEDED = {"terrain": ("mechanized", "infantry"), "costs": ("points",)}
OWN = """
[costs]
section = "9.2"
source = "owner"
columns = ["points"]
[costs.rows]
minor-river = [2]
road = [1]
zoc = [3]
"""


def own(folder, text):
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def load(path):
    return load_charts("victory_awaits", NEEDED, str(path))


def test_our_own_tables_say_section_and_source():
    for info in catalogue.GAMES.values():
        top = read(catalogue.package_file("engine", info.package, "tables.toml"))
        charts = read_charts(top)
        assert charts
        for chart in charts.values():
            assert chart.section in info.rulebook.rules
            assert chart.source in ("rulebook", "reconstruction")
            assert chart.reconstructed == (chart.source == "reconstruction")


def test_a_figure_is_found_by_row_and_column():
    charts = load_charts("victory_awaits", NEEDED)
    assert charts["terrain"].value("dense-woods", "mechanized") == 3
    assert not charts["terrain"].reconstructed


def test_the_owners_table_replaces_ours_whole_and_the_rest_stays(tmp_path):
    ours, theirs = load_charts("victory_awaits", NEEDED), load(own(tmp_path, OWN))
    assert theirs["costs"].value("minor-river", "points") == 2
    assert theirs["costs"].source == "owner"
    assert theirs["terrain"] == ours["terrain"]
    assert ours["costs"].value("minor-river", "points") == 1


def test_the_owners_figures_are_the_ones_that_count(tmp_path):
    data = scenario_data([". ."], [unit("21", "0101")], minor_river=["0101 NE"])
    path = own(tmp_path, OWN)

    def cost(tables):
        rules = read_scenario(data, tables)
        from engine.chance import Seeded
        from engine.game import Game

        return Game(rules, Seeded(1)).query("reach", unit="21")["0201"]["cost"]

    assert cost(None) == 2
    assert cost(str(path)) == 3


BAD = {
    "a missing column": (
        OWN.replace('["points"]', '["price"]'),
        "the table 'costs' has no column 'points'",
        "costs.columns",
        "Add 'points'",
    ),
    "a row too short": (
        OWN.replace('["points"]', '["points", "half"]'),
        "row 'minor-river' lacks the column 'half'",
        "costs.rows.minor-river",
        "Columns: points, half",
    ),
    "a row too long": (
        OWN.replace("road = [1]", "road = [1, 2]"),
        "row 'road' has 2 cells for 1 columns",
        "costs.rows.road",
        "Columns: points",
    ),
    "a row that is no list": (
        OWN.replace("road = [1]", "road = 1"),
        "1 is not a list",
        "costs.rows.road",
        "Write a list",
    ),
    "a figure that is no number": (
        OWN.replace("road = [1]", 'road = ["one"]'),
        "'one'",
        "costs.rows.road",
        "whole number",
    ),
    "a missing row": (
        OWN.replace("zoc = [3]\n", ""),
        "the table 'costs' has no row 'zoc'",
        "costs.rows",
        "Add 'zoc'",
    ),
    "an unknown source": (
        OWN.replace('"owner"', '"hearsay"'),
        "unknown source 'hearsay'",
        "costs.source",
        "Use one of: owner, reconstruction, rulebook",
    ),
    "no source": (OWN.replace('source = "owner"', ""), "'source' is missing", "costs", "a text"),
    "no section": (OWN.replace('section = "9.2"', ""), "'section' is missing", "costs", "a text"),
    "no columns": (
        OWN.replace('["points"]', "[]"),
        "the table has no columns",
        "costs.columns",
        "Name them",
    ),
    "a table that the game does not have": (
        OWN.replace("[costs", "[cost"),
        "the game has no table 'cost'",
        "cost",
        "Did you mean 'costs'?",
    ),
    "a slip of the pen": (
        OWN.replace('section = "9.2"', 'section = "9.2"\ncolour = "red"'),
        "unknown key 'colour'",
        "costs",
        "Did you mean 'columns'?",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_table_names_file_place_and_remedy(name, tmp_path):
    text, what, place, remedy = BAD[name]
    path = own(tmp_path, text)
    problem = refused(lambda: load(path))
    assert says(problem, what=what, file=str(path), place=place, remedy=remedy)
    assert path.read_text(encoding="utf-8") == text


def test_an_owners_file_that_is_not_there(tmp_path):
    problem = refused(lambda: load(tmp_path / "none.toml"))
    assert (problem.what, problem.remedy) == ("there is no such file", "Check the name.")


def test_a_table_of_ours_that_the_rules_need_must_be_there():
    problem = refused(lambda: load_charts("victory_awaits", {"weather": ("mud",)}))
    assert says(
        problem,
        what="the table 'weather' is missing",
        file="engine/victory_awaits/tables.toml",
        place="weather",
        remedy="Add it",
    )


def test_a_chart_keeps_the_order_of_its_rows():
    rows = {"b": [1], "a": [2]}
    data = {"t": {"section": "9.2", "source": "rulebook", "columns": ["n"], "rows": rows}}
    chart = read_charts(Table(data, "t.toml"))["t"]
    assert list(chart.rows) == ["b", "a"]
    assert chart.columns == ("n",)
