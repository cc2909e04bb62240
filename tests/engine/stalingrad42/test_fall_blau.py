"""The reconstructed map of Stalingrad '42: whatever the rulebook says of the printed ones holds."""

from __future__ import annotations

import dataclasses
import tomllib

import pytest

from engine import bots, catalogue, hexes
from engine.board import Board
from engine.boardfile import load_plan
from engine.chance import Seeded
from engine.files import package_file
from engine.game import Game
from engine.ground.board import Builder
from engine.ground.fit import Fit
from engine.ground.sheet import between
from engine.ground.source import read_source

FILE = package_file("scenarios", "stalingrad42", "boards", "fall-blau.toml")
SHUT = {"sea", "prohibited"}
MAP_A = "stalingrad42/fall-blau-map-a"


@pytest.fixture(scope="module")
def board():
    """The map as it is shipped."""
    return Board(load_plan(FILE))


@pytest.fixture(scope="module")
def source():
    """What it is made of."""
    return read_source("stalingrad42")


def place(board, name):
    """The hex of a named place."""
    return next(found.hex for found in board.places if found.name == name)


def wet(board, hex, kind):
    """The hexes over a kind of water from a hex."""
    return {there for there in board.neighbours(hex) if kind in board.side(hex, there)}


def joined(board, hex, kind):
    """The hexes to which a kind of way leads from a hex."""
    return {there for there in board.neighbours(hex) if kind in board.link(hex, there)}


def reached(board, start, kind):
    """The hexes to which a kind of way leads at last."""
    found, todo = {start}, [start]
    while todo:
        new = joined(board, todo.pop(), kind) - found
        found |= new
        todo += new
    return found


def far(board, a, b):
    """How far apart two hexes are."""
    return hexes.distance(board.cell(a), board.cell(b))


def edge(board, id):
    """The hexes that an area touches."""
    return set(board.areas[id].touches)


def test_the_board_is_what_its_sources_give(source):
    assert FILE.read_text("utf-8") == Builder(source).text(source.cuts[0])


def test_it_says_that_it_is_a_reconstruction(board, source):
    assert "reconstruction" in board.title
    assert "not the printed maps" in source.source


# ------------------------------------------------------------------ the grid (2.2.1)


def test_hexes_are_ten_miles_in_one_grid_over_four_maps(board, source):
    assert not board.turned
    assert (len(board), board.hexes[0], board.hexes[-1]) == (74 * 65, "0101", "7465")
    assert 1 / source.fit.scale == pytest.approx(16.09, rel=0.02)


def test_a_conic_with_three_figures_fits_eleven_printed_hexes(source):
    table = tomllib.loads(
        package_file("scenarios", "ground", "stalingrad42.toml").read_text("utf-8")
    )
    entries = [source.top.__class__(entry, "ground") for entry in table["anchor"]]
    anchors = [source._anchor(entry) for entry in entries]
    missed = [between(source.fit.rough(anchor.spot), anchor.target) for anchor in anchors]
    assert (sum(miss * miss for miss in missed) / 11) ** 0.5 == pytest.approx(0.83, abs=0.02)
    for anchor in anchors:
        assert between(source.fit(anchor.spot), anchor.target) < 0.35
    left_out = []
    for anchor in anchors:
        others = [other for other in anchors if other is not anchor]
        fit = Fit(others, "lambert", source.fit.meridian)
        left_out.append(between(fit(anchor.spot), anchor.target))
    assert sum(miss < 1.05 for miss in left_out) >= 8
    assert max(left_out) < 1.6
    flat = Fit([dataclasses.replace(anchor) for anchor in anchors], "equirectangular")
    assert max(between(flat.rough(a.spot), a.target) for a in anchors) > 3, "a plane will not do"


# ------------------------------------------------------------------ the Volga (5.5.3, 5.5.7, 31.0)


def test_a_railway_bridge_crosses_the_volga_by_saratov(board):
    over = wet(board, "5902", "volga") & joined(board, "5902", "rail")
    assert len(over) == 1
    assert "ferry" not in board.side("5902", *over)
    assert board.origin("5902") == "rulebook"
    assert board.tagged("saratov") == {place(board, "Saratov")}
    assert far(board, "5902", place(board, "Saratov")) == 1
    bridges = {
        frozenset((hex, there))
        for hex in board.hexes
        for there in wet(board, hex, "volga")
        if board.link(hex, there)
    }
    assert bridges == {frozenset({"5902", *over})}


def test_the_train_ferry_of_vladimirovka_joins_two_railways(board):
    assert board.side("6424", "6523") == {"volga", "vladimirovka"}
    assert board.origin("6424", "6523") == "rulebook"
    assert joined(board, "6424", "rail")
    assert joined(board, "6523", "rail")
    assert not board.link("6424", "6523")


def test_the_flotilla_lies_on_the_volga_north_of_stalingrad(board):
    places = board.tagged("flotilla")
    assert places
    for hex in places:
        assert wet(board, hex, "volga")
        assert int(hex[2:]) <= int(place(board, "Stalingrad")[2:])


def test_volga_and_caspian_part_the_map_but_for_ferries(board):
    ferries = [
        (hex, there)
        for hex in board.hexes
        for there in board.neighbours(hex)
        if "ferry" in board.side(hex, there)
    ]
    assert ferries
    assert all("volga" in board.side(*pair) for pair in ferries)


# ------------------------------------------------------------------ rivers (9.5.5, 29.1.3, 20.6)


def test_in_the_izyum_bend_the_river_runs_through_the_hex(board):
    assert place(board, "Izyum") == "1521"
    over = wet(board, "1521", "major-river")
    assert len(over) == 2
    one, other = over
    assert other not in set(board.neighbours(one)), "it comes in on one side and leaves on another"


def test_voronezh_is_attacked_across_the_don_from_2403(board):
    city = place(board, "Voronezh")
    assert "city" in board.terrain(city)
    assert city in wet(board, "2403", "major-river")


def test_the_lower_don_runs_along_row_31(board):
    south = board.tagged("south-of-don")
    banks = {hex for hex in south if wet(board, hex, "major-river") - south}
    rows = sorted(int(hex[2:]) for hex in banks if 34 <= int(hex[:2]) <= 42)
    assert rows
    assert abs(rows[len(rows) // 2] - 31) <= 1


def test_sleepers_lie_beyond_the_don_between_the_sea_and_kalach(board):
    beyond = board.tagged("beyond-don")
    for name in ("Bataysk", "Salsk", "Kotelnikovo", "Kalach", "Tikhoretsk", "Krasnodar", "Grozny"):
        assert place(board, name) in beyond, name
    for name in ("Rostov", "Novocherkassk", "Morozovsk", "Surovikino", "Voronezh", "Veshenskaya"):
        assert place(board, name) not in beyond, name
    assert not SHUT & {board.terrain(hex) for hex in beyond}


def test_only_major_rivers_of_maps_c_do_not_freeze(board):
    warm = board.tagged("never-freezes")
    assert warm
    assert all(int(hex[2:]) >= 40 and wet(board, hex, "major-river") for hex in warm)


# ------------------------------------------------------------------ railways (17.1, S2.2, 5.6.6)


@pytest.mark.parametrize(("hex", "name"), [("2002", "Kastornoye"), ("2013", "Valuiki")])
def test_green_lines_end_at_two_junctions_with_a_plain_one_between(hex, name, board):
    assert place(board, name) == hex
    assert joined(board, hex, "green")
    assert joined(board, hex, "rail") - joined(board, hex, "green")


def test_the_line_between_them_is_not_green(board):
    plain = {"2013"}
    todo = ["2013"]
    while todo:
        here = todo.pop()
        for there in joined(board, here, "rail") - joined(board, here, "green") - plain:
            plain.add(there)
            todo.append(there)
    assert "2002" in plain


def test_a_blind_railway_leads_to_yeysk(board):
    assert (place(board, "Yeysk"), place(board, "Starominskaya")) == ("2338", "2839")
    assert len(joined(board, "2338", "rail")) == 1
    assert "2839" in reached(board, "2338", "rail")
    here, before = "2338", ""
    while here != "2839":
        assert "green" not in board.link(here, *(joined(board, here, "rail") - {before}))
        here, before = next(iter(joined(board, here, "rail") - {before})), here


def test_railheads_go_from_3140_to_the_caucasus_and_from_tikhoretsk_to_taman(board):
    assert place(board, "Tikhoretsk") == "3443"
    green = reached(board, "3443", "green")
    assert {"3140", "1549", place(board, "Mozdok")} <= green


def test_the_railway_over_the_caspian_is_drawn_and_used_by_nobody(board):
    drawn = reached(board, place(board, "Kizlyar"), "caspian")
    assert drawn & edge(board, "soviet-E")
    for hex in drawn:
        assert all(board.link(hex, there) == {"caspian"} for there in joined(board, hex, "caspian"))


def test_germans_convert_railways_east_of_the_start_line_only(board):
    broad = board.tagged("broad-gauge")
    assert {"2002", "2013", "3443", "1549"} <= broad
    assert not {place(board, name) for name in ("Kharkov", "Stalino", "Kursk")} & broad
    assert all(joined(board, hex, "rail") for hex in broad)


# ------------------------------------------------------------------ ports and seas (16.2, 5.7.2)


@pytest.mark.parametrize(
    ("hex", "name", "tag"), [("1949", "Temryuk", "temryuk"), ("1549", "Taman", "taman")]
)
def test_two_ports_stand_in_their_printed_hexes(hex, name, tag, board):
    assert place(board, name) == hex
    assert board.place_in[hex].kind == "port"
    assert board.tagged(tag) == {hex}
    assert board.origin(hex) == "rulebook"


@pytest.mark.parametrize("sea", ["black-sea", "azov-sea"])
def test_ports_lie_by_the_sea(sea, board):
    for hex in board.tagged(sea):
        assert board.place_in[hex].kind == "port"
        assert any(board.terrain(near) == "sea" for near in board.neighbours(hex)), hex


def test_area_w_is_beyond_the_strait_of_kerch(board):
    assert edge(board, "german-W") == set()
    west = [hex for hex in board.hexes if board.terrain(hex) == "prohibited"]
    assert west
    assert max(int(hex[:2]) for hex in west) < 15


# ------------------------------------------------------------------ edges (S1.2, S2.2, 22.2, 30.0)


def test_row_40_is_the_first_of_maps_c(board):
    for column in range(21, 48):
        assert board.terrain(f"{column:02d}40") not in SHUT
    assert int(place(board, "Rostov")[2:]) < 40 < int(place(board, "Tikhoretsk")[2:])


def test_roads_lead_over_the_northern_edge_of_maps_c(board):
    gates = [
        f"{column:02d}40"
        for column in range(21, 45)
        if any(joined(board, f"{column:02d}40", kind) for kind in ("road", "minor-road"))
    ]
    assert len(gates) >= 3
    assert joined(board, "3140", "rail")


def test_row_43_parts_winter_from_the_south(board):
    rows = {name: int(place(board, name)[2:]) for name in ("Stalingrad", "Rostov", "Krasnodar")}
    assert max(rows["Stalingrad"], rows["Rostov"]) <= 43 < rows["Krasnodar"]


def test_map_a_ends_at_column_42(board):
    for hex in ("4210", "4209", "4201", "3806"):
        assert board.terrain(hex) not in SHUT
    assert place(board, "Novokhopersk") == "3806"


def test_map_a_alone_has_areas_of_its_own_along_its_edges():
    alone = catalogue.rules_of(MAP_A).scenario.board
    assert len(alone) == 42 * 39
    assert {area[-1] for area in alone.areas if edge(alone, area)} == set("XYZABMNOPQR")
    assert edge(alone, "soviet-M") == {f"42{row:02d}" for row in range(1, 10)}
    assert edge(alone, "soviet-C") == set()
    for letter in "MNOP":
        assert {hex[:2] for hex in edge(alone, f"soviet-{letter}")} == {"42"}
    assert {hex[2:] for letter in "QR" for hex in edge(alone, f"soviet-{letter}")} == {"39"}


SECOND = """
title = "S2"
game = "stalingrad42"
summary = "The second scenario, laid on maps C."
board = "fall-blau"
[start]
turn = 10
last = 27
phase = "turn"
arrivals = { p = "10" }
[start.special]
rule = "S2"
opening = "preliminary"
caspian = true
german-supply = ["3140"]
first-gates = FIRST
[start.special.railhead]
turn = 13
hex = "3140"
[mask]
only = ["0140-7465"]
[[mask.area]]
id = "german-N"
name = "N"
touches = ["2140-4740"]
[[side]]
id = "german"
name = "German"
palette = "german"
units = [{ id = "p", kind = "tank", full = [8, 7, 6], box = "pool" }]
[[side]]
id = "soviet"
name = "Soviet"
palette = "soviet"
units = [{ id = "r", kind = "infantry", full = [3, 5, 3], hex = "3443" }]
"""


def test_the_second_scenario_can_be_laid_on_maps_c(tmp_path):
    first = [f"{column}40" for column in range(27, 43)]
    file = tmp_path / "second.toml"
    file.write_text(SECOND.replace("FIRST", str(first)), "utf-8")
    alone = catalogue.rules_of(str(file)).scenario.board
    north = edge(alone, "german-N")
    assert north == {f"{column}40" for column in range(21, 48)}
    assert set(first) < north
    assert not SHUT & {alone.terrain(hex) for hex in north}
    assert edge(alone, "german-X") == {"0140", "0141"}


@pytest.mark.parametrize("name", ["stalingrad42/fall-blau", MAP_A])
def test_scenarios_on_it_say_that_the_map_is_a_reconstruction(name):
    scenario = catalogue.rules_of(name).scenario
    assert "reconstruct" in scenario.summary


def test_bots_play_the_first_scenario_on_map_a_to_its_end():
    report = bots.play_many(MAP_A, [3], "random")
    assert report.finished == 1
    assert report.violations == []


def test_bots_play_on_the_whole_map():
    game = Game(catalogue.rules_of("stalingrad42/fall-blau"), Seeded(3))
    players = {side: bots.make_bot("random", f"3/{side}") for side in game.rules.sides}
    while game.state.turn < 3 and game.ending is None:
        game.apply(players[game.decision.side].choose(game))
        assert not list(game.rules.violations(game.state))
    assert game.state.turn == 3


def test_entry_areas_have_the_letters_of_the_rulebook(board):
    letters = {area.rpartition("-")[2]: area.partition("-")[0] for area in board.areas}
    assert letters == {**dict.fromkeys("ABCDEFGHJKL", "soviet"), **dict.fromkeys("WXYZ", "german")}
    assert edge(board, "soviet-F") == set()
    seen = [hex for area in board.areas.values() for hex in area.touches]
    assert len(seen) == len(set(seen))
    assert all(board.terrain(hex) not in SHUT for hex in seen)
    north = {int(hex[2:]) for letter in "ABCDE" for hex in edge(board, f"soviet-{letter}")}
    south = {int(hex[2:]) for letter in "GHJKL" for hex in edge(board, f"soviet-{letter}")}
    assert max(north) < min(south)


# ------------------------------------------------------------------ forts, cities (9.7.7, 24, 20.8)


def test_forts_are_printed_in_three_groups(board):
    groups = [board.tagged(tag) for tag in ("fort-north", "fort-south", "fort-rostov")]
    assert set().union(*groups) == board.tagged("printed-fort")
    assert sum(map(len, groups)) == len(board.tagged("printed-fort"))
    assert all(board.terrain(hex) not in SHUT for hex in board.tagged("printed-fort"))
    kharkov = int(place(board, "Kharkov")[2:])
    assert all(int(hex[2:]) < kharkov for hex in groups[0])
    assert all(int(hex[2:]) > kharkov for hex in groups[1])


def test_four_forts_stand_round_rostov(board):
    rostov = place(board, "Rostov")
    assert board.tagged("rostov") == {rostov}
    assert len(board.tagged("fort-rostov")) == 4
    assert all(far(board, hex, rostov) <= 2 for hex in board.tagged("fort-rostov"))


def test_kharkov_and_stalino_are_the_large_cities_west_of_the_start_line(board):
    west = board.tagged("west")
    large = {hex for hex in west if board.terrain(hex) == "large-city"}
    assert large == {place(board, "Kharkov"), place(board, "Stalino")}
    assert {board.terrain(hex) for hex in west} == {"large-city", "small-city"}
    assert all(far(board, hex, there) > 1 for hex in west for there in board.tagged("fort-rostov"))


def test_volunteers_come_in_two_cities(board):
    cities = {place(board, "Krasnodar"), place(board, "Voroshilovsk")}
    assert board.tagged("volunteers") == cities
    assert all("city" in board.terrain(hex) for hex in cities)


def test_stalingrad_has_several_hexes_on_the_right_bank(board):
    city = board.tagged("stalingrad")
    assert len(city) > 1
    assert place(board, "Stalingrad") in city
    for hex in city:
        assert board.terrain(hex) == "large-city"
        assert any(int(there[:2]) > int(hex[:2]) for there in wet(board, hex, "volga"))


def test_elbrus_is_a_mountain(board):
    assert place(board, "Elbrus") == "4860"
    assert board.terrain("4860") == "mountain"
    assert board.tagged("elbrus") == {"4860"}


def test_lakes_of_the_kalmyk_steppe_freeze_and_others_do_not(board):
    lakes = {hex for hex in board.hexes if wet(board, hex, "steppe-lake")}
    near = lakes | {there for hex in lakes for there in board.neighbours(hex)}
    assert "desert" in {board.terrain(hex) for hex in near}
    assert board.terrain(place(board, "Yashkul")) == "desert"


def test_every_hex_side_and_way_says_where_it_comes_from(board):
    assert board.origin("0101") == "by hand"
    assert board.origin(place(board, "Rostov")) == "geodata"
    shore = next(hex for hex in board.hexes if board.terrain(hex) == "sea")
    assert board.origin(shore) == "geodata"


def test_a_mode_of_movement_that_is_forbidden_reaches_nothing():
    """In the first turn German combat units move only tactically (S1.2)."""
    game = Game(catalogue.rules_of(MAP_A), Seeded(1))
    while game.decision.kind != "zb.move":
        game.apply(game.choices()[-1])
    unit = next(one["units"][0] for one in game.choices() if one.kind == "move")
    assert game.query("reach", unit=unit) == {}
    assert game.query("reach", unit=unit, mode="tactical")
