"""The reconstructed maps of A Victory Awaits: what the rulebook says of the printed ones holds."""

from __future__ import annotations

import itertools

import pytest

from engine import bots, catalogue
from engine.board import Board
from engine.boardfile import load_plan
from engine.chance import Seeded
from engine.files import package_file
from engine.game import Game
from engine.scenario import Sheet, cut, join, rectangle
from engine.victory_awaits.components.terrain import off_the_line
from engine.victory_awaits.setup.scenario import bases

FIRST_ROW = {"L": 1, "S": 21, "K": 51}
"""The row of the whole front that is each sheet's first."""
NAMES = {"L": "leningrad", "S": "smolensk", "K": "kiev"}
WET = {"sea", "lake", "prohibited"}


def plan_of(letter):
    """A sheet as it is shipped."""
    file = package_file("scenarios", "victory-awaits", "boards", f"{NAMES[letter]}-map.toml")
    return load_plan(file)


@pytest.fixture(scope="module")
def maps():
    """The three maps, each alone."""
    return {letter: Board(plan_of(letter)) for letter in FIRST_ROW}


@pytest.fixture(scope="module")
def front():
    """The three maps laid one on another (2.1)."""
    sheets = [
        Sheet(plan_of(letter), letter, rows=first - 1, over=True)
        for letter, first in FIRST_ROW.items()
    ]
    return Board(join(sheets, "The whole front"))


def named(board, name):
    """The hex of a named place."""
    return next(place.hex for place in board.places if place.name == name)


def roads(board, hex):
    """The hexes to which roads lead."""
    return [there for there in board.neighbours(hex) if "road" in board.link(hex, there)]


# ------------------------------------------------------------------ how they lie (2.1, 18.2)


def test_the_front_is_55_columns_of_80_rows(front):
    assert len(front) == 55 * 80
    rows = {letter: {hex[3:] for hex in front.hexes if hex[0] == letter} for letter in "LSK"}
    assert [len(rows[letter]) for letter in "LSK"] == [20, 30, 30]


@pytest.mark.parametrize(("upper", "lower", "rows"), [("L", "S", 10), ("S", "K", 1)])
def test_where_two_sheets_overlap_they_agree_hex_by_hex(upper, lower, rows, maps):
    one, other = maps[upper], maps[lower]
    down = FIRST_ROW[lower] - FIRST_ROW[upper]

    def beneath(hex):
        return f"{hex[:2]}{int(hex[2:]) + down:02d}"

    both = [hex for hex in other.hexes if beneath(hex) in one]
    assert len(both) == 55 * rows
    tags = one.tags.keys() | other.tags.keys()
    for hex in both:
        under = beneath(hex)
        assert other.terrain(hex) == one.terrain(under)
        assert other.origin(hex) == one.origin(under)
        names = [board.place_in.get(h) for board, h in ((other, hex), (one, under))]
        assert len({place and (place.name, place.kind) for place in names}) == 1
        for tag in tags:
            assert (hex in other.tagged(tag)) == (under in one.tagged(tag))
        for there in other.neighbours(hex):
            if (under_there := beneath(there)) in one:
                assert other.side(hex, there) == one.side(under, under_there)
                assert other.link(hex, there) == one.link(under, under_there)


@pytest.mark.parametrize(
    ("north", "south"),
    [("2730", "2701"), ("2730", "2801"), ("2830", "2801"), ("2930", "2801"), ("2930", "2901")],
)
def test_five_hexsides_part_smolensk_and_kiev(north, south, front):
    """18.2: hexes of both maps that touch."""
    assert front.adjacent(f"S{north}", f"K{south}")


@pytest.mark.parametrize(("upper", "lower"), [("L", "S"), ("S", "K")])
def test_roads_railways_and_rivers_cross_the_seam(upper, lower, front):
    seam = [
        (hex, there)
        for hex in front.hexes
        if hex[0] == upper
        for there in front.neighbours(hex)
        if there[0] == lower
    ]
    assert len(seam) == 109
    crossed = {kind for pair in seam for kind in front.link(*pair)}
    assert crossed == {"road", "rail"}
    wet = {kind for pair in seam for kind in front.side(*pair)}
    assert wet & {"minor-river", "major-river"}


def test_the_area_in_play_of_smolensk_ends_with_row_30(maps):
    """18.2: there runs the border; row 31 is there for the map of Kiev to lie on."""
    plan = plan_of("S")
    inside = Board(cut(plan, frozenset(rectangle(plan, "0101-5530"))))
    assert {"2730", "2830", "2930", "4230", "4730"} <= set(inside.hexes)
    assert len(inside) == 55 * 30
    assert len(maps["S"]) == 55 * 31


# ------------------------------------------------------------------ places (4.0, 15.4, 16.2, 18.2)

PRINTED = {entry["name"]: entry for entry in bases()["campaign"]["printed"]}
LETTER = {"Leningrad": "L", "Kiev": "K"}


@pytest.mark.parametrize(
    "name", ["Leningrad", "Vitebsk", "Smolensk", "Gomel", "Rzhev", "Vyazma", "Bryansk", "Kiev"]
)
def test_the_cities_that_stand_fast_are_large_and_in_their_hexes(name, maps):
    board = maps[LETTER.get(name, "S")]
    hexes = PRINTED[name]["hexes"]
    assert board.place_in[hexes[0]].name == name
    for hex in hexes:
        assert board.terrain(hex) == board.place_in[hex].kind == "large-city"
        assert board.place_in[hex].name.startswith(name)
        assert board.origin(hex) == "rulebook"
    assert all(board.adjacent(one, other) for one, other in itertools.combinations(hexes, 2))


def test_leningrad_and_kiev_have_three_hexes_and_no_others(maps):
    for letter, name in (("L", "Leningrad"), ("K", "Kiev")):
        found = {place.hex for place in maps[letter].places if place.name.startswith(name)}
        assert found == set(PRINTED[name]["hexes"])


def test_brest_is_where_its_fortress_stands(maps):
    board = maps["S"]
    assert board.place_in["0927"].name == "Brest"
    assert board.origin("0927") == "rulebook"
    assert "0927" not in board.tagged("axis-territory")
    assert any("start-line" in board.side("0927", there) for there in board.neighbours("0927"))


def test_three_soviet_sources_come_from_moscow_by_the_eastern_edge(maps):
    board = maps["S"]
    moscow = board.tagged("moscow-source")
    assert moscow == set(PRINTED["From Moscow"]["hexes"])
    assert moscow <= board.tagged("soviet-source")
    for hex in moscow:
        assert hex.startswith("55")
        assert board.origin(hex) == "rulebook"
        assert any("rail" in board.link(hex, there) for there in board.neighbours(hex))


@pytest.mark.parametrize("hex", ["4230", "4730"])
def test_the_breakthrough_hexes_can_be_entered(hex, maps, front):
    assert maps["S"].terrain(hex) not in WET
    assert front.adjacent(f"S{hex}", f"K{hex[:2]}01")


# ------------------------------------------------------------------ examples (9.2, 10.3 to 10.7)


def test_the_hexes_of_the_battle_are_as_the_example_tells(maps):
    """The attacked hex touches 1522, 1524 and 1624; nothing in it cuts a pursuit short; two
    attackers come over a river, and whoever stands in 1522 does not."""
    board = maps["L"]
    touched = [set(board.neighbours(hex)) for hex in ("1522", "1524", "1624")]
    (attacked,) = set.intersection(*touched)
    assert (board.terrain(attacked), board.place_in.get(attacked)) == ("clear", None)
    assert board.terrain("1624") == "dense-woods"
    assert board.origin("1624") == "rulebook"
    assert board.adjacent("1624", "1625")
    assert board.adjacent("1524", "1625")
    rivers = {
        hex: bool(board.side(attacked, hex) & {"minor-river", "major-river"})
        for hex in board.neighbours(attacked)
    }
    assert sum(rivers.values()) >= 2
    assert not rivers["1522"]
    assert not rivers["1624"]
    assert {board.terrain(hex) for hex in ("1522", "1524", "1625")} == {"clear"}


def test_the_march_of_the_example_can_be_walked(maps):
    """9.2: light woods, a bridged major river into a town, two clear hexes by road, and over a
    minor river into a clear hex."""
    board = maps["L"]
    found = [
        (woods, town, one, two, end)
        for woods in board.hexes
        if board.terrain(woods) == "light-woods"
        for town in roads(board, woods)
        if town in board.place_in and "major-river" in board.side(woods, town)
        for one in roads(board, town)
        if one != woods and board.terrain(one) == "clear"
        for two in roads(board, one)
        if two != town and board.terrain(two) == "clear" and two not in board.place_in
        for end in board.neighbours(two)
        if board.terrain(end) == "clear" and "minor-river" in board.side(two, end)
    ]
    towns = {board.place_in[town].name for _, town, *_ in found}
    assert "Daugavpils" in towns


# ------------------------------------------------------------------ the start line (2.1, 3.4)


def test_the_start_line_and_the_territory_of_the_axis_agree(maps, front):
    for board in (*maps.values(), front):
        assert board.tagged("axis-territory")
        assert off_the_line(board) is None


@pytest.mark.parametrize(
    ("letter", "axis", "soviet"),
    [
        ("L", "Tilsit", "Taurage Kretinga Kaunas Riga"),
        ("S", "Suwalki Malkinia Siedlce Lyck", "Augustow Grodno Bialystok Lomza"),
        ("K", "Lublin Chelm Hrubieszow Jaroslaw Iasi", "Kovel Sokal Lvov Chernovtsy Kishinev"),
    ],
)
def test_towns_stand_on_their_side_of_the_border_of_1941(letter, axis, soviet, maps):
    board = maps[letter]
    west = board.tagged("axis-territory")
    assert all(named(board, name) in west for name in axis.split())
    assert not any(named(board, name) in west for name in soviet.split())


# ------------------------------------------------------------------ ground (TEC, 2.1)


def test_towns_and_cities_stand_on_ground_that_can_be_entered(front):
    for place in front.places:
        assert front.terrain(place.hex) not in WET, place.name


def test_no_road_railway_or_river_touches_the_sea(front):
    for hex in front.hexes:
        if front.terrain(hex) in WET:
            for there in front.neighbours(hex):
                assert not front.link(hex, there)
                assert not front.side(hex, there) & {"minor-river", "major-river"}


def test_the_sources_of_both_sides_lie_at_the_edge_and_on_ways(front):
    for tag, side in (("axis-source", True), ("soviet-source", False)):
        for hex in front.tagged(tag):
            assert (hex in front.tagged("axis-territory")) == side
            assert front.edge(hex)
            assert any(front.link(hex, there) for there in front.neighbours(hex))


@pytest.mark.parametrize(
    ("river", "one", "other"),
    [
        ("Dnieper", "Kiev", "Borispol"),
        ("Dnieper", "Cherkassy", "Zolotonosha"),
        ("Dnieper", "Orsha", "Krasny"),
        ("Neva", "Leningrad", "Volkhov"),
        ("Dniester", "Mogilev-Podolsky", "Soroki"),
    ],
)
def test_nobody_walks_from_bank_to_bank_of_a_great_river(river, one, other, front):
    """The shortest way between two places on its banks crosses it."""
    start, goal = named(front, one), named(front, other)
    found, todo = {start: 0}, [start]
    for here in todo:
        for there in front.neighbours(here):
            dry = front.terrain(there) not in WET and "major-river" not in front.side(here, there)
            if dry and there not in found and found[here] < 12:
                found[there] = found[here] + 1
                todo.append(there)
    assert found.get(goal, 99) > front.distance(start, goal), river


def test_the_lakes_and_marshes_are_there(front):
    kinds = {
        kind: {hex for hex in front.hexes if front.terrain(hex) == kind}
        for kind in ("lake", "swamp", "mountain", "sea")
    }
    for kind, least in (("lake", 15), ("swamp", 80), ("mountain", 40), ("sea", 150)):
        assert len(kinds[kind]) >= least
    assert front.terrain(named(front, "Luninets")) == "swamp"


# ------------------------------------------------------------------ what they come from


def test_they_say_that_they_are_reconstructions(maps):
    for board in maps.values():
        assert "reconstruction" in board.title
        assert {board.origin(hex) for hex in board.hexes} == {"rulebook", "geodata", "by hand"}


# ------------------------------------------------------------------ they can be played on

SCENARIOS = ("leningrad-map", "smolensk-map", "kiev-map", "campaign-map")
TWO = """
title = "Two divisions"
game = "victory-awaits"
[start]
side = "axis"
[[boards]]
board = "leningrad-map"
prefix = "L"
[[boards]]
board = "smolensk-map"
prefix = "S"
shift = [0, 20]
over = true
[[boards]]
board = "kiev-map"
prefix = "K"
shift = [0, 50]
over = true
[[side]]
id = "axis"
name = "Axis"
units = [
  { id = "3M", type = "motorized", full = [5, 4, 8], hex = "L2817" },
  { id = "29M", type = "motorized", full = [5, 4, 8], hex = "S3726" },
]
[[side]]
id = "soviet"
name = "Soviet"
units = []
"""


@pytest.mark.parametrize("name", SCENARIOS)
def test_bots_play_on_them_to_the_end(name):
    report = bots.play_many(f"victory-awaits/{name}", range(1, 2), "random")
    assert (report.finished, report.violations) == (1, [])


def test_they_say_it_where_a_scenario_is_chosen():
    for name in SCENARIOS:
        scenario = catalogue.rules_of(f"victory-awaits/{name}").scenario
        assert "reconstruct" in scenario.summary


def test_the_two_red_stars_are_on_the_map_of_smolensk():
    """18.2: in its own scenario only."""
    setups = {name: catalogue.rules_of(f"victory-awaits/{name}").setup for name in SCENARIOS}
    stars = {name: setup.goal.breakthrough for name, setup in setups.items()}
    assert stars.pop("smolensk-map") == ("4230", "4730")
    assert not any(stars.values())


@pytest.mark.parametrize(("unit", "here", "beyond"), [("3M", "L", "S"), ("29M", "S", "K")])
def test_a_unit_drives_over_a_seam(unit, here, beyond, tmp_path):
    file = tmp_path / "two.toml"
    file.write_text(TWO, encoding="utf-8")
    game = Game(catalogue.rules_of(str(file)), Seeded(1))
    assert {hex[0] for hex in game.query("reach", unit=unit)} == {here, beyond}
