"""The reconstructed map of Holland '44: whatever the rulebook says of the printed one holds."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.board import Board
from engine.boardfile import load_plan
from engine.chance import Seeded
from engine.files import package_file
from engine.game import Game
from engine.ground.board import Builder
from engine.ground.source import read_source
from engine.holland44.board.bridges import first_bridges

STUB = """
title = "Stub"
game = "holland44"
summary = "One column at Joe's Bridge."
board = "market-garden"
[start]
turn = 1
last = 20
phase = "movement"
side = "allied"
[[side]]
id = "allied"
name = "Allies"
palette = "allied"
units = [{ id = "gds", kind = "tank", full = [6, 5, 8], hex = "1303" }]
[[side]]
id = "german"
name = "Germans"
palette = "german"
units = [{ id = "x", kind = "infantry", full = [1, 2, 3], hex = "6513" }]
"""
WATER = {"large-river", "canal"}
BLOWN = [("1402", "1502"), ("1306", "1407"), ("1307", "1408"), ("1109", "1210")]


@pytest.fixture(scope="module")
def board():
    """The map as it is shipped."""
    file = package_file("scenarios", "holland44", "boards", "market-garden.toml")
    return Board(load_plan(file))


@pytest.fixture(scope="module")
def source():
    """What it is made of."""
    return read_source("holland44")


def place(board, name):
    """The hex of a named place."""
    return next(found.hex for found in board.places if found.name == name)


def bank(board, start):
    """The hexes that can be reached from one without crossing a large river."""
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for there in board.neighbours(here):
            if there not in found and "large-river" not in board.side(here, there):
                found.add(there)
                todo.append(there)
    return found


def test_the_board_is_what_its_sources_give(source):
    file = package_file("scenarios", "holland44", "boards", "market-garden.toml")
    assert file.read_text("utf-8") == Builder(source).text(source.cuts[0])


def test_it_says_that_it_is_a_reconstruction(board, source):
    assert "reconstruction" in board.title
    assert "not the printed map" in source.source


# ------------------------------------------------------------------ numbers (2.2, S1.2, 23.4)


def test_rows_are_counted_northwards_and_hexes_are_two_kilometres(board, source):
    assert board.turned
    assert (len(board), board.hexes[0], board.hexes[-1]) == (27 * 70, "7001", "0127")
    assert 1 / source.fit.scale == pytest.approx(2.0, abs=0.05)


@pytest.mark.parametrize(("one", "other"), [*BLOWN, ("1303", "1404")])
def test_bridges_that_the_set_up_names_cross_one_canal(one, other, board):
    assert "canal" in board.side(one, other)
    assert board.link(one, other) & {"road", "minor-road"}


def test_the_canal_parts_the_start_of_the_corps_from_the_north(board):
    south, todo = {"1303"}, ["1303"]
    while todo:
        here = todo.pop()
        for there in board.neighbours(here):
            if there not in south and not WATER & board.side(here, there):
                south.add(there)
                todo.append(there)
    assert {"1402", "1306", "1307", "1109"} <= south
    assert not {"1404", "1502", "1407", "1408", "1210"} & south


# ------------------------------------------------------------------ bridges (5.7)


@pytest.mark.parametrize(("hex", "north"), [("6122", "Arnhem"), ("5321", "Lent"), ("6124", "Velp")])
def test_three_road_bridges_are_never_blown(hex, north, board):
    ends = [
        there
        for there in board.neighbours(hex)
        if "large-river" in board.side(hex, there) and "road" in board.link(hex, there)
    ]
    assert len(ends) == 1
    assert {hex, *ends} <= board.tagged("unblowable")
    assert place(board, north) in bank(board, hex) | bank(board, ends[0])


def test_the_bridge_at_grave_stands_in_turn_1(board):
    assert board.tagged("not-in-turn-1") == {"4816", "4916"}
    assert "large-river" in board.side("4816", "4916")
    assert "road" in board.link("4816", "4916")
    assert place(board, "Grave") == "4816"


def test_tags_of_bridges_name_no_other_bridge(board):
    for tag, number in (("unblowable", 3), ("not-in-turn-1", 1)):
        both = [b for b in first_bridges(board) if set(b.split("-")) <= board.tagged(tag)]
        assert len(both) == number


# ------------------------------------------------------------------ places (23.6, 26.5.1, 22.3.2)


@pytest.mark.parametrize(
    ("hex", "name"),
    [("5606", "Tiel"), ("4301", "'s-Hertogenbosch"), ("3524", "Overloon"), ("3225", "Venray")],
)
def test_places_stand_in_their_printed_hexes(hex, name, board):
    assert place(board, name) == hex
    assert board.origin(hex) == "rulebook"


def test_overloon_venray_and_every_city_are_worth_a_point(board):
    cities = {hex for hex in board.hexes if board.terrain(hex) == "city"}
    assert board.tagged("victory") == cities | {"3524", "3225"}


@pytest.mark.parametrize(("name", "number"), [("Eindhoven", 3), ("Nijmegen", 2)])
def test_two_cities_have_as_many_hexes_as_the_example_counts(name, number, board):
    city, todo = set(), [place(board, name)]
    while todo:
        here = todo.pop()
        if board.terrain(here) == "city" and here not in city:
            city.add(here)
            todo += board.neighbours(here)
    assert len(city) == number


def test_ginkel_heath_is_open_with_three_hexes_of_woods_around_it(board):
    assert board.terrain("6516") == "clear"
    around = [board.terrain(hex) for hex in board.neighbours("6516")]
    assert around.count("woods") >= 3
    assert "6516" not in board.place_in


def test_rivers_inside_hexes_are_in_cities_and_swamps(board):
    inner = board.tagged("inner-river")
    assert inner
    assert {board.terrain(hex) for hex in inner} <= {"city", "swamp"}


# ------------------------------------------------------------------ rivers (26.3, S1.3)


def test_waal_and_lower_rhine_part_the_map_in_banks(board):
    north, betuwe, south = (bank(board, place(board, n)) for n in ("Ede", "Elst", "Eindhoven"))
    assert not north & betuwe
    assert not betuwe & south
    assert {place(board, n) for n in ("Arnhem", "Oosterbeek", "Wageningen", "Rhenen")} <= north
    assert {place(board, n) for n in ("Lent", "Driel", "Tiel", "Huissen", "Bemmel")} <= betuwe
    between = bank(board, place(board, "Nijmegen"))
    assert {place(board, n) for n in ("Wijchen", "Groesbeek", "Mook", "Overasselt")} <= between
    assert not between & (south | betuwe)


# ------------------------------------------------------------------ drop zones (22)


def test_drop_zones_are_where_the_rulebook_says(board):
    assert board.tagged("drop-A2") == {"4008"}
    assert board.tagged("drop-A1")
    assert board.tagged("drop-Y") == {"6516"}
    assert len(board.tagged("drop-polish")) == 3


def test_nobody_drops_into_a_city_or_a_swamp(board):
    zones = set().union(*(hexes for tag, hexes in board.tags.items() if tag.startswith("drop-")))
    assert not {board.terrain(hex) for hex in zones} & {"city", "swamp"}
    assert {board.terrain(hex) for tag in "NTOXZSL" for hex in board.tagged(f"drop-{tag}")} == {
        "clear"
    }


# ------------------------------------------------------------------ sectors and areas (19, 23.4)


def test_sectors_of_three_corps_end_at_row_20(board):
    sectors = {corps: board.tagged(f"corps-{corps}") for corps in ("12", "30", "8")}
    rows = {hex[:2] for hexes in sectors.values() for hex in hexes}
    assert (min(rows), max(rows)) == ("01", "20")
    assert sum(map(len, sectors.values())) == 20 * 27
    assert {"1303", "1404"} <= sectors["30"]
    assert "1402" in sectors["12"]
    assert {"1307", "1109"} <= sectors["8"]
    assert {"0127", "2027"} <= sectors["8"]


@pytest.mark.parametrize(("area", "corps"), [("O", "12"), ("N", "30"), ("M", "8")])
def test_each_corps_has_its_area_at_the_southern_edge(area, corps, board):
    touches = set(board.areas[f"allied-{area}"].touches)
    assert all(hex.startswith("01") for hex in touches)
    assert touches <= board.tagged(f"corps-{corps}")


def test_areas_a_to_l_are_german_at_first_and_m_to_o_allied(board):
    german = {f"german-{letter}" for letter in "ABCDEFGHIJKL"}
    assert set(board.areas) == german | {"allied-M", "allied-N", "allied-O"}


def test_areas_lie_on_the_edges_that_replacements_name(board):
    for letters, edges in (("BC", ("01",)), ("GHI", ("27",))):
        for letter in letters:
            assert {hex[2:] for hex in board.areas[f"german-{letter}"].touches} <= set(edges)
    assert {hex[:2] for hex in board.areas["german-F"].touches} == {"70"}


def test_areas_h_and_i_do_not_touch_and_all_others_do(board):
    ring = [f"german-{letter}" for letter in "ABCDEFGHIJKL"]
    ring += ["allied-M", "allied-N", "allied-O"]
    apart = []
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        near = set(board.areas[one].touches)
        near |= {there for hex in near for there in board.neighbours(hex)}
        if not near & set(board.areas[other].touches):
            apart.append((one[-1], other[-1]))
    assert apart == [("H", "I")]


def test_a_ferry_leads_over_the_river_at_the_edge_to_area_h(board):
    (ferry,) = board.tagged("edge-ferry")
    assert ferry in board.areas["german-H"].touches
    assert ferry in board.tagged("river-edge-H")
    assert ferry in bank(board, place(board, "Elst"))


# ------------------------------------------------------------------ what it comes from


def test_every_hex_says_where_it_comes_from(board):
    found = {hex: board.origin(hex) for hex in board.hexes}
    assert set(found.values()) == {"rulebook", "geodata", "by hand"}
    assert (found["4008"], found["2707"], found["0127"]) == ("rulebook", "geodata", "by hand")


def test_sides_and_roads_say_it_too(board):
    assert board.origin("1404", "1303") == board.origin("1303", "1404") == "rulebook"
    assert board.origin("3107", "3108") == "by hand"


def test_every_control_place_of_the_fit_lies_in_its_hex(source):
    for anchor in source.top.tables("anchor"):
        lat, lon = anchor.need("at", str).split()
        hexes = anchor.need("hex", str).split("/")
        assert source.sheet.hex_at(source.point(anchor, f"{lat} {lon}")) in hexes


# ------------------------------------------------------------------ ways


def test_no_road_or_railway_turns_back(board, source):
    for ways in Builder(source).paths.values():
        for way in ways:
            assert len(set(way)) == len(way), " ".join(way)


def test_the_corridor_is_one_road_from_hechtel_to_arnhem(board):
    names = ("Hechtel", "Valkenswaard", "Eindhoven", "Son", "Sint-Oedenrode", "Veghel", "Uden")
    names += ("Grave", "Nijmegen", "Lent", "Elst", "Arnhem")
    found, todo = set(), [place(board, "Hechtel")]
    while todo:
        here = todo.pop()
        if here not in found:
            found.add(here)
            todo += [there for there in board.neighbours(here) if "road" in board.link(here, there)]
    assert {place(board, name) for name in names} <= found


# ------------------------------------------------------------------ it can be played on


def test_a_unit_drives_up_the_corridor(board, tmp_path):
    file = tmp_path / "stub.toml"
    file.write_text(STUB, encoding="utf-8")
    game = Game(catalogue.rules_of(str(file)), Seeded(1))
    assert len(game.scenario.board) == 1890
    reach = game.query("reach", unit="gds")
    assert {"1404", place(board, "Valkenswaard")} <= set(reach)
