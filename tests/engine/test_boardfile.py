"""Bad board files: each mistake is one line that names the file, the place and the remedy."""

from __future__ import annotations

import pytest

from engine.boardfile import load_plan
from tests.engine.problems import refused, says

GOOD = """
title = "Two by two"
rows = ["01 . w", "02 . ."]
[terrain]
"." = "clear"
w = "lake"
"""


def write(folder, text, name="bad.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_board_is_read(tmp_path):
    plan = load_plan(write(tmp_path, GOOD))
    assert plan.terrain == {"0101": "clear", "0201": "lake", "0102": "clear", "0202": "clear"}


def test_a_dash_is_no_hex_and_columns_begin_where_told(tmp_path):
    text = GOOD.replace("01 . w", "01: - w").replace("rows", "first-column = 9\nrows")
    plan = load_plan(write(tmp_path, text))
    assert sorted(plan.terrain) == ["0902", "1001", "1002"]


def test_a_board_can_number_its_hexes_by_letters(tmp_path):
    plan = load_plan(write(tmp_path, 'labels = "A1"\n' + GOOD))
    assert sorted(plan.terrain) == ["A1", "A2", "B1", "B2"]


BAD = {
    "a hex listed twice": (
        GOOD.replace('"02 . ."', '"01 . ."'),
        "hex 0101 is listed twice",
        "rows[1]",
        "Give each row once",
    ),
    "an unknown terrain letter": (
        GOOD.replace("02 . .", "02 . q"),
        "unknown terrain letter 'q' in hex 0202",
        "rows[1]",
        "known: . w",
    ),
    "a row without its number": (
        GOOD.replace("02 . .", ". ."),
        "has no row number",
        "rows[1]",
        "Begin with it",
    ),
    "an empty row": (GOOD.replace("02 . .", ""), "has no row number", "rows[1]", "Begin"),
    "no rows": (GOOD.replace('["01 . w", "02 . ."]', "[]"), "no rows", "rows", "Write rows"),
    "rows that are no list": (
        GOOD.replace('["01 . w", "02 . ."]', '"01 ."'),
        "'01 .' is not a list",
        "rows",
        "Write a list",
    ),
    "a row that is no text": (
        GOOD.replace('"02 . ."', "2"),
        "2 is not a text",
        "rows[1]",
        "Put it in quotes",
    ),
    "a row number too high to print": (
        GOOD.replace("02 . .", "100 . ."),
        "cannot be numbered",
        "rows[1]",
        "CCRR",
    ),
    "a column too low to print": (
        GOOD.replace("rows", "first-column = -1\nrows"),
        "cannot be numbered",
        "rows[0]",
        "first-column",
    ),
    "a column that has no letter": (
        'labels = "A1"\nfirst-column = 0\n' + GOOD,
        "cannot be numbered",
        "rows[0]",
        "first-column",
    ),
    "a terrain sign of two letters": (
        GOOD + 'ww = "sea"\n',
        "'ww' can't stand for a terrain",
        "terrain",
        "Use one letter",
    ),
    "the sign of no hex as a terrain": (
        GOOD + '"-" = "sea"\n',
        "'-' can't stand for a terrain",
        "terrain",
        "Use one letter",
    ),
    "a terrain that is no text": (GOOD + "v = 3\n", "3 is not a text", "terrain.v", "Write"),
    "a road to a hex that is not there": (
        GOOD + '[links]\nroad = ["0101 0201", "0201 0301"]\n',
        "hex 0301 is not on the board",
        "links.road[1]",
        "Did you mean '0201'?",
    ),
    "a road that jumps": (
        GOOD.replace("01 . w", "01 . . .") + '[links]\nroad = ["0101 0301"]\n',
        "hexes 0101 and 0301 do not touch",
        "links.road[0]",
        "List every hex on the way",
    ),
    "a road of one hex": (
        GOOD + '[links]\nrail = ["0101"]\n',
        "'0101' is no way",
        "links.rail[0]",
        "Name at least two hexes",
    ),
    "a road of no hex": (
        GOOD + '[links]\nrail = [""]\n',
        "'' is no way",
        "links.rail[0]",
        "Name at least two hexes",
    ),
    "a river on a hex that is not there": (
        GOOD + '[sides]\nminor-river = ["0909 N"]\n',
        "hex 0909 is not on the board",
        "sides.minor-river[0]",
        "Use one of",
    ),
    "a river on no side": (
        GOOD + '[sides]\nminor-river = ["0101"]\n',
        "'0101' names no side",
        "sides.minor-river[0]",
        "Write '0101 NE SE'",
    ),
    "a river that names nothing": (
        GOOD + '[sides]\nminor-river = ["0101 N", " "]\n',
        "names no hex",
        "sides.minor-river[1]",
        "'0101 NE SE'",
    ),
    "a side that a hex does not have": (
        GOOD + '[sides]\nminor-river = ["0101 E"]\n',
        "'E' is not a side of a hex",
        "sides.minor-river[0]",
        "N, NE, SE, S, SW, NW",
    ),
    "a side that is no text": (
        GOOD + "[sides]\nminor-river = [101]\n",
        "101 is not a text",
        "sides.minor-river[0]",
        "Put it in quotes",
    ),
    "a tag on a hex that is not there": (
        GOOD + '[tags]\nsource = ["0101", "0103"]\n',
        "hex 0103 is not on the board",
        "tags.source[1]",
        "Did you mean",
    ),
    "a place on a hex that is not there": (
        GOOD + '[[place]]\nhex = "0103"\nname = "X"\nkind = "town"\n',
        "hex 0103 is not on the board",
        "place[0].hex",
        "Did you mean",
    ),
    "two places in one hex": (
        GOOD + '[[place]]\nhex = "0101"\nname = "X"\nkind = "town"\n' * 2,
        "hex 0101 has a place already",
        "place[1].hex",
        "Keep one of them",
    ),
    "a place without a name": (
        GOOD + '[[place]]\nhex = "0101"\nkind = "town"\n',
        "'name' is missing",
        "place[0]",
        "Give it a text",
    ),
    "a place with a key too many": (
        GOOD + '[[place]]\nhex = "0101"\nname = "X"\nkind = "town"\nsize = 3\n',
        "unknown key 'size'",
        "place[0]",
        "Use one of: hex, kind, name",
    ),
    "a place that is no table": (
        GOOD.replace("[terrain]", 'place = ["0101"]\n[terrain]'),
        "'0101' is not a table",
        "place[0]",
        "Write it as [[place]]",
    ),
    "an area that touches a hex that is not there": (
        GOOD + '[[area]]\nid = "w"\nname = "West"\ntouches = ["0101", "0001"]\n',
        "hex 0001 is not on the board",
        "area[0].touches[1]",
        "Did you mean",
    ),
    "two areas of one id": (
        GOOD + '[[area]]\nid = "w"\nname = "West"\n[[area]]\nid = "w"\nname = "East"\n',
        "area 'w' is listed twice",
        "area[1].id",
        "Rename one of them",
    ),
    "an unknown label style": (
        'labels = "CCR"\n' + GOOD,
        "unknown label style 'CCR'",
        "labels",
        "Did you mean 'CCRR'?",
    ),
    "a first column that is no number": (
        'first-column = "1"\n' + GOOD,
        "'1' is not a whole number",
        "first-column",
        "Write a whole number here",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_board_names_file_place_and_remedy(name, tmp_path):
    text, what, place, remedy = BAD[name]
    path = write(tmp_path, text)
    problem = refused(lambda: load_plan(path))
    assert says(problem, what=what, file=str(path), place=place, remedy=remedy)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("text", "what", "remedy"),
    [
        (GOOD.replace('title = "Two by two"', ""), "'title' is missing", "Give it a text"),
        (
            GOOD.replace("title", "titel"),
            "'title' is missing",
            "Did you mean 'titel'?",
        ),
        ("colour = 3\n" + GOOD, "unknown key 'colour'", "Use one of"),
        ("rows = [\n", "not TOML", "Mend the line"),
        ('title = "a"\ntitle = "b"\n', "not TOML", "Mend the line"),
    ],
)
def test_a_mistake_of_the_whole_file_names_file_and_remedy(text, what, remedy, tmp_path):
    path = write(tmp_path, text)
    problem = refused(lambda: load_plan(path))
    assert problem.file == str(path)
    assert what in problem.what
    assert remedy in (problem.remedy or "")


def test_a_file_that_is_not_toml_names_the_line(tmp_path):
    path = write(tmp_path, 'title = "x"\nrows = 3 4\n')
    assert "line 2" in str(refused(lambda: load_plan(path)))


def test_a_file_that_is_not_there_or_not_a_file_or_not_text(tmp_path):
    missing = refused(lambda: load_plan(tmp_path / "none.toml"))
    assert (missing.what, missing.remedy) == ("there is no such file", "Check the name.")
    folder = refused(lambda: load_plan(tmp_path))
    assert folder.what == "this is not a file"
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "caf\xe9"\n')
    latin = refused(lambda: load_plan(path))
    assert (latin.what, latin.place) == ("it is not text in UTF-8", "byte 12")
    assert {missing.file, folder.file, latin.file} == {
        str(tmp_path / "none.toml"),
        str(tmp_path),
        str(path),
    }
