"""From latitudes and longitudes to a board: the fit, the snapping, and what it says of mistakes."""

from __future__ import annotations

import itertools
import math
import tomllib

import pytest

from engine import cli, scenario
from engine.boardfile import read_plan
from engine.errors import Problem
from engine.files import parsed
from engine.ground import command, snap
from engine.ground.board import Builder
from engine.ground.fit import Anchor, Fit, Spot
from engine.ground.sheet import ROW, Sheet, between, inside, to_line
from engine.ground.source import Source

SHEET = Sheet(8, 8, "RRCC")
SHEETS = [SHEET, Sheet(8, 8, "CCRR")]
SCALE = 2 / 111.2
"""Degrees of latitude of a hex of two kilometres."""


def spot(x, y):
    """The point of the globe that lies at x hexes and y hexes, near the equator."""
    return Spot(y * SCALE, x * SCALE)


GOOD = """
game = "holland44"
board = "small"
title = "Small"
source = "ours"
labels = "RRCC"
columns = 8
rows = 8
bridges-over = ["large-river", "canal"]
projection = "equirectangular"
[terrain]
"." = "clear"
w = "woods"
C = "city"
[[anchor]]
at = "0.03115 0.03597"
hex = "0202"
[[anchor]]
at = "0.09345 0.10791"
hex = "0606"
[[place]]
name = "Oud"
kind = "village"
at = "0202"
[[place]]
name = "Nieuw"
kind = "city"
at = "0602"
origin = "by hand"
[[water]]
kind = "canal"
name = "Vaart"
line = ["0401/0501", "0408/0508"]
[[bridge]]
name = "Brug"
over = "canal"
at = "0404/0504"
for = ["road"]
section = "5.7"
[[way]]
kind = "road"
by = ["Oud", "Brug", "Nieuw"]
[[ground]]
kind = "woods"
hexes = ["0707", "0708"]
"""


FLAT = """
game = "stalingrad42"
board = "small"
title = "Small"
source = "ours"
labels = "CCRR"
columns = 9
rows = 7
bridges-over = ["major-river"]
projection = "lambert"
meridian = 35.0
[terrain]
"." = "clear"
[[anchor]]
at = "50.0 35.0"
hex = "0202"
[[anchor]]
at = "49.35 36.0"
hex = "0707"
[[water]]
kind = "major-river"
name = "Don"
line = ["0104/0105", "0904/0905"]
[[area]]
id = "soviet-A"
name = "A"
along = ["north 2-4"]
[[area]]
id = "soviet-B"
name = "B"
along = ["east 6-7"]
"""


def built(text):
    """The board of a source."""
    source = Source(parsed(text, "small.toml"))
    return read_plan(parsed(Builder(source).text(source.cuts[0]), "board.toml")).board


# ------------------------------------------------------------------ the plane


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.style)
def test_every_hex_holds_its_own_middle_and_touches_six_at_most(sheet):
    for label in sheet.knots:
        middle = sheet.middle(label)
        assert sheet.hex_at(middle) == label
        near = list(sheet.neighbours(label))
        assert all(between(middle, sheet.middle(hex)) == pytest.approx(1) for hex in near)
        assert len(near) <= 6
    x, y = sheet.middle("0404")
    assert sheet.hex_at((x + 8, y)) is None


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.style)
def test_a_side_has_one_hex_to_its_left_and_one_to_its_right(sheet):
    for (a, b), (left, right) in sheet.sides.items():
        ends = [sheet.at(a), sheet.at(b)]
        assert between(*ends) == pytest.approx(1 / math.sqrt(3))
        assert to_line(sheet.middle(left), ends)[1] > 0 > to_line(sheet.middle(right), ends)[1]
        assert sheet.edge(left, right) == (a, b)


@pytest.mark.parametrize(
    ("sheet", "east", "north"), [(SHEETS[0], "0405", "0504"), (SHEETS[1], "0504", "0403")]
)
def test_points_lie_east_and_north_of_one_another_as_on_the_map(sheet, east, north):
    here = sheet.middle("0404")
    assert sheet.middle(east)[0] > here[0] + 0.8
    assert sheet.middle(north)[1] > here[1] + 0.8


def test_points_within_a_ring():
    ring = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]
    assert inside((1, 1), ring)
    assert not inside((2, 3), ring)


# ------------------------------------------------------------------ the fit


def test_scale_and_shift_are_found_again():
    anchors = [Anchor(spot(x, y), (x + 3, y - 2)) for x, y in ((0, 0), (9, 1), (4, 8))]
    fit = Fit(anchors, "equirectangular")
    assert fit.scale == pytest.approx(0.5, rel=1e-3)
    assert fit(spot(5, 5)) == pytest.approx((8, 3), abs=0.02)


def test_an_anchor_that_is_off_is_pulled_into_its_hex_and_far_places_stay():
    square = [(0, 0), (30, 0), (0, 30), (30, 30)]
    anchors = [Anchor(spot(x, y), (x, y)) for x, y in square]
    fit = Fit([*anchors, Anchor(spot(15, 15), (16, 15))], "equirectangular")
    assert between(fit(spot(15, 15)), (16, 15)) == pytest.approx(0.3, abs=0.02)
    assert between(fit(spot(0, 0)), (0, 0)) < 0.31


FAR = [Spot(52.0, 36.0), Spot(44.0, 38.0), Spot(48.5, 47.0), Spot(50.0, 41.0)]


def test_the_meridian_of_a_conic_is_found_again_where_it_is_not_given():
    given = Fit([Anchor(at, (i * 20.0, i % 2 * 30.0)) for i, at in enumerate(FAR)], "lambert", 34.5)
    found = Fit([Anchor(at, given.rough(at)) for at in FAR], "lambert")
    for at in (Spot(46.0, 40.0), Spot(51.0, 45.0)):
        assert found.rough(at) == pytest.approx(given.rough(at), abs=1e-6)


def test_a_conic_has_north_up_at_its_meridian_and_keeps_small_shapes():
    fit = Fit([Anchor(at, (at.lon * 5, at.lat * 7)) for at in FAR], "lambert", 38.0)
    low, high = (fit.rough(Spot(lat, 38.0)) for lat in (44.0, 52.0))
    assert low[0] == pytest.approx(high[0])
    assert high[1] - low[1] == pytest.approx(8 * 111.2 * fit.scale, rel=2e-3)
    here = fit.rough(Spot(48.0, 46.0))
    north, east = fit.rough(Spot(48.01, 46.0)), fit.rough(Spot(48.0, 46.01))
    assert north[0] < here[0], "east of its meridian north leans to the west"
    wide = between(here, east) / math.cos(math.radians(48.0))
    assert wide == pytest.approx(between(here, north), rel=1e-3)


# ------------------------------------------------------------------ the board


def test_a_small_source_gives_a_board():
    board = built(GOOD)
    assert (board.terrain("0707"), board.terrain("0602"), board.terrain("0101")) == (
        "woods",
        "city",
        "clear",
    )
    assert board.link("0404", "0504") == {"road"}
    assert board.side("0404", "0504") == {"canal"}
    assert board.place_in["0202"].name == "Oud"


def reached(board, start, water):
    """The hexes that can be reached from one without crossing a kind of water."""
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for there in board.neighbours(here):
            if there not in found and water not in board.side(here, there):
                found.add(there)
                todo.append(there)
    return found


def test_a_map_with_flat_tops_gives_a_board():
    board = built(FLAT)
    assert not board.turned
    assert (len(board), board.hexes[0], board.hexes[-1]) == (63, "0101", "0907")
    north = reached(board, "0101", "major-river")
    assert {"0104", "0904"} <= north
    assert not {"0105", "0905"} & north
    touched = {id: area.touches for id, area in board.areas.items()}
    assert touched == {"soviet-A": ("0201", "0301", "0401"), "soviet-B": ("0906", "0907")}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("north 2-4", "above 2-4", "'above 2-4' is no stretch"),
        ("north 2-4", "north 2-40", "hex 1001 is not on the map"),
    ],
)
def test_a_stretch_of_the_edge_that_is_none_is_told_with_its_place(old, new, what):
    with pytest.raises(Problem, match="area\\[0\\]") as caught:
        built(FLAT.replace(old, new))
    assert what in str(caught.value)


TAGS = (
    FLAT
    + """
[[place]]
name = "Port"
kind = "port"
terrain = "sea"
at = "0202"
[[way]]
kind = "rail-12"
with = ["green"]
by = ["0102", "0107"]
[[bridge]]
name = "Bridge"
over = "major-river"
at = "0104/0105"
for = ["rail"]
[[ferry]]
name = "Ferry"
at = "0504/0505"
[[ferry]]
name = "Train ferry"
kind = "vladimirovka"
at = "0704/0705"
section = "5.5.7"
[[tag]]
name = "beyond-don"
bank = "0107"
[[tag]]
name = "west"
inside = ["0101", "0301", "0307", "0107"]
terrain = ["sea"]
[[tag]]
name = "broad-gauge"
way = "rail-12"
[[tag]]
name = "printed-fort"
line = ["0301", "0601"]
"""
)


def test_tags_are_laid_by_terrain_ways_banks_polygons_and_lines():
    board = built(TAGS.replace('"." = "clear"', '"." = "clear"\n"~" = "sea"'))
    assert board.tagged("west") == {"0202"}
    assert board.tagged("broad-gauge") == {f"010{row}" for row in range(2, 8)}
    assert "green" in board.link("0104", "0105")
    assert board.tagged("printed-fort") == {"0301", "0401", "0501", "0601"}
    assert board.tagged("beyond-don") == reached(board, "0107", "major-river")
    assert board.side("0504", "0505") == {"major-river", "ferry"}
    assert board.side("0704", "0705") == {"major-river", "vladimirovka"}
    assert board.origin("0704", "0705") == "rulebook"
    assert "0201" in board.areas["soviet-A"].touches


def test_a_canal_is_one_line_without_a_gap():
    board = built(GOOD)
    south = reached(board, "0101", "canal")
    assert {hex[:2] for hex in south} <= {"01", "02", "03", "04", "05"}
    assert "0801" not in south


def test_the_rulebook_geodata_and_the_hand_are_told_apart():
    board = built(GOOD)
    assert board.origin("0404", "0504") == board.origin("0504", "0404") == "rulebook"
    assert (board.origin("0202"), board.origin("0602")) == ("geodata", "by hand")


def test_water_leaves_places_on_their_own_bank():
    line = [(1.0, 3 * ROW), (8.0, 3 * ROW)]
    places = {"0304": (4.5, 3 * ROW + 0.1), "0305": (5.5, 3 * ROW - 0.1)}
    banks = snap.Banks(SHEET, line, places)
    ends = [min(SHEET.ways, key=lambda k, p=p: between(SHEET.at(k), p)) for p in line]
    way = snap.shore(SHEET, line, *ends, banks)
    sides = [SHEET.sides[pair] for pair in itertools.pairwise(way)]
    assert "0304" in {left for left, _ in sides}
    assert "0304" not in {right for _, right in sides}
    assert "0305" in {right for _, right in sides}


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('at = "0202"', 'at = "Nowhere"', "'Nowhere' is no point"),
        ('at = "0602"', 'at = "1.0 1.0"', "'Nieuw' lies off the map"),
        ('at = "0602"', 'at = "0202"', "'Nieuw' lies in hex 0202, and so does 'Oud'"),
        ('name = "Nieuw"', 'name = "Oud"', "'Oud' is there twice"),
        ('hex = "0606"', 'hex = "0909"', "hex 0909 is not on the map"),
        ('at = "0404/0504"', 'at = "0404/0604"', "hexes 0404, 0604 do not touch"),
        ('at = "0404/0504"', 'at = "0404/0403"', "'Brug' crosses no such water"),
        ('by = ["Oud", "Brug", "Nieuw"]', 'by = ["Oud", "0101"]\n[[x]]', "unknown key 'x'"),
        ('for = ["road"]', 'for = ["rail"]', "no way leads from 0404 to 0504"),
        ('labels = "RRCC"', 'labels = "A1"', "'A1' is no style"),
        ('projection = "equirectangular"', 'projection = "flat"', "'flat' is no projection"),
        ('over = "canal"', 'over = "large-river"', "'Brug' crosses no such water"),
        ('kind = "canal"', 'kind = "canal"\ncolour = "blue"', "unknown key 'colour'"),
    ],
)
def test_a_mistake_names_the_file_and_the_place(old, new, what):
    assert old in GOOD
    with pytest.raises(Problem) as caught:
        built(GOOD.replace(old, new, 1))
    assert what in str(caught.value)
    assert str(caught.value).startswith("small.toml")


# ------------------------------------------------------------------ the command


def test_the_shipped_boards_are_what_their_sources_give(capsys):
    for game in command.grounds():
        assert cli.main(["ground", game, "--check"]) == 0
    assert "is what its sources give" in capsys.readouterr().out


def test_a_board_that_was_changed_by_hand_is_told_with_its_line(monkeypatch, capsys):
    monkeypatch.setattr(command, "text_of", lambda file, shown: "title = 'Mine'\n")
    assert cli.main(["ground", "holland44", "--check"]) == cli.BAD_INPUT
    assert "line 1" in capsys.readouterr().err


def test_it_writes_the_board(monkeypatch, tmp_path, capsys):
    (tmp_path / "holland44" / "boards").mkdir(parents=True)
    monkeypatch.setattr(command, "folder_of", lambda package: tmp_path)
    assert cli.main(["ground", "holland44", "--json"]) == 0
    written = (tmp_path / "holland44" / "boards" / "market-garden.toml").read_text("utf-8")
    assert tomllib.loads(written)["labels"] == "RRCC"
    assert '"hexes": 1890' in capsys.readouterr().out


def test_there_is_no_ground_of_other_games(capsys):
    assert cli.main(["ground", "chess"]) == cli.BAD_INPUT
    assert "no ground of 'chess'" in capsys.readouterr().err


# ------------------------------------------------------------------ a map of several sheets

FRONT = """
game = "victory-awaits"
source = "ours"
labels = "CCRR"
columns = 6
rows = 8
projection = "lambert"
[terrain]
"." = "clear"
C = "large-city"
w = "sea"
[[sheet]]
board = "upper"
title = "Upper"
letter = "U"
first-row = 1
rows = 5
[[sheet]]
board = "lower"
title = "Lower"
letter = "V"
first-row = 4
rows = 5
[[anchor]]
at = "52.0 20.0"
hex = "U0101"
[[anchor]]
at = "50.0 22.0"
hex = "V0605"
[[place]]
name = "Oben"
kind = "town"
at = "U0302"
[[place]]
name = "Unten"
kind = "large-city"
at = "V0304"
[[ground]]
kind = "sea"
hexes = ["U0604", "V0603"]
[[water]]
kind = "minor-river"
name = "Bach"
origin = "geodata"
line = ["V0402/V0403", "V0602/V0603"]
[[way]]
kind = "rail"
by = ["Oben", "Unten"]
[[frontier]]
kind = "start-line"
tag = "axis-territory"
inside = ["U0101", "U0201", "V0205", "V0105"]
"""


def sheets(text=FRONT):
    """The boards of a source's sheets."""
    source = Source(parsed(text, "front.toml"))
    built = Builder(source)
    return [read_plan(parsed(built.text(cut), "board.toml")).board for cut in source.cuts]


def test_sheets_of_one_map_are_numbered_from_1_each_and_agree_where_they_overlap():
    upper, lower = sheets()
    assert (len(upper), len(lower)) == (30, 30)
    assert lower.place_in["0304"].name == "Unten"
    assert upper.terrain("0604") == lower.terrain("0601") == "sea"
    for column, row in itertools.product(range(1, 7), (1, 2)):
        hex, other = f"{column:02d}{row:02d}", f"{column:02d}{row + 3:02d}"
        assert lower.terrain(hex) == upper.terrain(other)
        assert lower.origin(hex) == upper.origin(other)


def test_a_way_over_the_seam_is_on_both_sheets_as_far_as_each_goes():
    upper, lower = sheets()
    for board, rows in ((upper, (2, 3, 4, 5)), (lower, (1, 2, 3, 4))):
        on_rails = {h for h in board.hexes for o in board.neighbours(h) if board.link(h, o)}
        assert on_rails == {f"03{row:02d}" for row in rows}


def test_no_water_runs_into_the_sea_and_it_says_where_it_comes_from():
    _, lower = sheets()
    assert lower.side("0402", "0403") == {"minor-river"}
    assert not any("minor-river" in lower.side("0603", hex) for hex in lower.neighbours("0603"))
    assert lower.origin("0402", "0403") == "geodata"


def test_a_frontier_runs_around_the_hexes_that_it_tags():
    for board in sheets():
        west = board.tagged("axis-territory")
        assert west
        for hex in board.hexes:
            for other in board.neighbours(hex):
                parted = (hex in west) != (other in west)
                assert ("start-line" in board.side(hex, other)) == parted


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("first-row = 4", "first-row = 5", "does not lie on the map"),
        ('at = "V0304"', 'at = "V0306"', "hex V0306 is not on the map"),
        ('hex = "U0101"', 'hex = "0101"', "hex 0101 is not on the map"),
    ],
)
def test_a_sheet_that_is_wrong_is_told(old, new, said):
    with pytest.raises(Problem, match=said):
        sheets(FRONT.replace(old, new))


# ------------------------------------------------------------------ origins in board files

FIELD = """
title = "Field"
rows = ["01  . .", "02  . ."]
[terrain]
"." = "clear"
[origin]
default = "by hand"
"""


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('rulebook = ["0303"]', "hex 0303 is not on the board"),
        ('rulebook = ["0101-0102-0202"]', "'0101-0102-0202' is no hex and no side"),
        ("rulebook = [7]", "7 is not a text"),
    ],
)
def test_an_origin_of_something_else_is_told_with_its_place(line, what):
    with pytest.raises(Problem) as caught:
        read_plan(parsed(FIELD + line, "field.toml"))
    assert what in str(caught.value)
    assert "origin.rulebook[0]" in str(caught.value)


def test_origins_go_with_a_sheet_that_is_joined_to_others():
    plan = read_plan(parsed(FIELD + 'rulebook = ["0101", "0101-0102"]', "field.toml"))
    board = scenario.join([scenario.Sheet(plan, prefix="A")], "Joined").board
    assert board.origin("A0101") == board.origin("A0102", "A0101") == "rulebook"
    assert board.origin("A0202") == "by hand"


def test_a_board_that_does_not_say_says_nothing():
    plan = read_plan(parsed(FIELD.partition("[origin]")[0], "field.toml"))
    assert plan.board.origin("0101") == ""
