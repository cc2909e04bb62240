"""The order of battle of Market Garden: what the rulebook says of units, set-up and markers."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import catalogue
from engine.bots import RandomBot
from engine.chance import Seeded
from engine.files import read
from engine.game import Game
from engine.holland44.setting import DETACHMENTS, UNKNOWN
from engine.holland44.supply.replacements import sort_of
from engine.values import Action, replace
from tests.marks import rules

BOTH = ("holland44/market-garden", "holland44/race-to-the-waal")
CAMPAIGN, SHORT = BOTH
SKY, COMING = "in-the-air", "reinforcements"
OWN = {"hex", "box", "id", "name", "values", "formation", "division", "corps", "sector", "turn"}
OWN |= {"area", "code", "twin", "palette"}
"""What a unit's row says itself; all else its type says."""


@pytest.fixture(scope="module")
def campaign():
    """The rules of the campaign."""
    return catalogue.rules_of(CAMPAIGN)


@pytest.fixture(scope="module")
def top():
    """Its file."""
    return read(catalogue.find_scenario(CAMPAIGN)[1]).data


def at(rules_, *places):
    """The units that begin in some places."""
    return [unit for unit, place in rules_.scenario.where.items() if place in places]


def of_kind(rules_, kind, **more):
    """The units of a kind."""
    return [
        unit
        for unit, piece in rules_.units.items()
        if piece.kind == kind and all(getattr(piece, key) == value for key, value in more.items())
    ]


# ------------------------------------------------------------------ the file


def test_it_says_that_it_is_a_reconstruction(campaign):
    assert "reconstruction" in campaign.scenario.source.lower()


def test_every_strength_comes_out_of_the_table_of_types(top):
    rows = [row for side in top["side"] for row in side["units"]]
    assert {row["values"] for row in rows} == set(top["values"])
    assert {key for row in rows for key in row} <= OWN


@rules("holland44", "2.3.12", "11.4")
def test_units_have_one_to_three_steps_and_remnants_of_their_sort(campaign):
    for unit, piece in campaign.units.items():
        assert 1 <= piece.steps <= 3, unit
        if piece.steps == 3:
            assert sort_of(campaign, unit) in campaign.remnants, unit


@rules("holland44", "2.3.6", "10.2.2")
def test_germans_are_of_five_formations(campaign):
    fight = [p for p in campaign.units.values() if p.side == "german" and p.kind != "unknown"]
    found = {part for piece in fight for part in piece.formation.split("+")} - {"Land"}
    assert found == {"1 Para Army", "15 Army", "Feldt", "II SS", "Tettau"}


@rules("holland44", "17.6.1")
def test_arko_191_fires_for_two_formations(campaign):
    assert campaign.units["Arko 191"].formation == "II SS+Tettau"


# ------------------------------------------------------------------ counts


@rules("holland44", "25.5")
def test_twenty_unknown_units_and_what_is_behind_them(campaign):
    unknown = of_kind(campaign, "unknown")
    where = [campaign.scenario.where[unit] for unit in unknown]
    assert len(unknown) == len(set(where)) == 20
    assert set(where) <= set(campaign.board.hexes)
    behind = Counter(campaign.units[unit].faces[0].defence for unit in at(campaign, UNKNOWN))
    assert behind.total() == 20
    assert 0 < behind[0] < 20


@rules("holland44", "23.5", "23.2", "17.3", "S1.2", "24.5")
@pytest.mark.parametrize("name", BOTH)
def test_markers_and_counters_are_as_many_as_the_rulebook_counts(name):
    g = catalogue.rules_of(name)
    assert len(g.uncertain) == 6
    assert {g.units[unit].formation for unit in of_kind(g, "bridge")} == {"8C", "30C"}
    assert len(of_kind(g, "bridge")) == 2
    assert sum(g.movement_markers.values()) == 5
    assert (g.under_way.air, g.under_way.sky) == (2, "clear")
    assert (g.traffic, g.markers_at_hand) == (True, 3)
    assert not g.under_way.stragglers


@rules("holland44", "17.8.2", "18.2.2")
def test_each_airborne_division_has_its_guns_and_its_supply(campaign):
    for kind in ("artillery", "airborne-supply"):
        flown = of_kind(campaign, kind, airborne=True)
        assert sorted(campaign.units[unit].division for unit in flown) == ["1", "101", "82"]


@rules("holland44", "23.1.3", "17.6.2")
def test_the_guns_of_the_first_turn(campaign):
    assert campaign.army_guns == {"5 AGRA"}
    assert campaign.prepared_guns == {"5 AGRA", "Gds Div"}
    assert {campaign.units[u].formation for u in ("5 AGRA", "Gds Div")} == {"30C", "gds"}


@rules("holland44", "8.5.7", "10.4")
def test_values_that_the_text_states(campaign):
    parts = [p for p in campaign.units.values() if p.size == "detachment" and p.side == "german"]
    on_foot = {(p.faces[0].attack, p.faces[0].defence, p.faces[0].move) for p in parts}
    assert on_foot == {(1, 2, 3), (1, 2, 7)}
    assert {campaign.units[unit].armour for unit in of_kind(campaign, "flak")} == {4}


@rules("holland44", "10.3.3")
def test_two_tank_destroyers_alone_are_tanks_and_anti_tank_guns_at_once(campaign):
    both = {u for u, piece in campaign.units.items() if piece.tank and piece.anti_tank}
    assert both == {"Roestel", "559 Hunters"}


@rules("holland44", "21.2")
def test_detachments_wait_beside_the_map(campaign):
    parts = {unit for unit, piece in campaign.units.items() if piece.size == "detachment"}
    assert set(at(campaign, DETACHMENTS)) == parts - {"A/82"}
    assert all(campaign.units[unit].tank or unit in parts for unit in parts)
    assert set(campaign.backs) | set(campaign.backs.values()) < parts


# ------------------------------------------------------------------ set-up


@rules("holland44", "S1.2")
def test_bridges_are_blown_and_whole_as_printed(campaign):
    blown = {"1402-1502", "1306-1407", "1307-1408", "1109-1210"}
    start = Game(campaign, Seeded(1)).state.records
    assert (set(start.blown), start.intact) == (blown, ("1303-1404",))
    assert blown | {"1303-1404"} <= set(start.bridges)


@rules("holland44", "23.6")
def test_two_towns_are_garrisoned(campaign):
    assert {campaign.scenario.where[unit] for unit in campaign.garrisons} == {"5606", "4301"}
    assert all(campaign.units[unit].size == "garrison" for unit in campaign.garrisons)


@rules("holland44", "S1.1", "S2.1", "23.1.1")
@pytest.mark.parametrize(("name", "last", "goal"), [(CAMPAIGN, 20, "points"), (SHORT, 11, "waal")])
def test_both_open_in_the_air_and_nobody_stands_wrong(name, last, goal):
    game = Game(catalogue.rules_of(name), Seeded(1))
    g = game.rules
    assert (game.decision.side, game.decision.kind) == ("allied", "h44.drop")
    assert (game.state.turn, g.last_turn, g.goal) == (1, last, goal)
    assert g.offences(game.state) == []
    assert game.query("points", side="allied").total == 0


@rules("holland44", "26.5.1", "26.3", "S1.3")
def test_points_and_banks_are_those_of_the_map(campaign):
    assert campaign.exits < campaign.waal
    banks = {"Arnhem": [True, True], "Elst": [False, True], "Mook": [False, False]}
    for name, north in banks.items():
        hex = next(place.hex for place in campaign.board.places if place.name == name)
        assert [hex in campaign.exits, hex in campaign.waal] == north


def test_a_canal_parts_the_sides_but_for_the_bridgehead(campaign):
    board = campaign.board
    south, todo = {"1303"}, ["1303"]
    while todo:
        here = todo.pop()
        for there in board.neighbours(here):
            if there not in south and not {"canal", "large-river"} & board.side(here, there):
                south.add(there)
                todo.append(there)
    for side, there in (("allied", True), ("german", False)):
        hexes = {campaign.scenario.where[unit] for unit in campaign.fighters(side)}
        assert {hex for hex in hexes if hex in board and (hex in south) != there} <= {"1404"}


@rules("holland44", "23.4")
def test_every_british_ground_unit_keeps_to_the_sector_in_which_it_begins(campaign):
    for unit, piece in campaign.units.items():
        if piece.side != "allied" or piece.airborne or piece.size == "detachment":
            continue
        corps = piece.sector or piece.formation.removesuffix("C")
        assert corps in campaign.sectors, unit
        place = campaign.scenario.where[unit]
        hexes = campaign.board.areas[piece.area].touches if piece.area else (place,)
        assert set(hexes) <= campaign.board.tagged(f"corps-{corps}"), unit


# ------------------------------------------------------------------ arrivals


@rules("holland44", "19.1", "19.2")
def test_whoever_comes_comes_by_an_area_of_his_own_side(campaign):
    game = Game(campaign, Seeded(1))
    for unit in at(campaign, COMING):
        piece = campaign.units[unit]
        turn = piece.turn or 4
        assert 1 <= turn <= 20
        then = replace(game.state, turn=turn)
        assert campaign.area_of(then, piece.area) == piece.side, unit


@rules("holland44", "22.2.1", "22.2.4", "22.3.2")
def test_every_code_has_its_zone_and_every_zone_its_ground(campaign):
    flown = at(campaign, SKY)
    assert all(campaign.units[unit].airborne for unit in flown)
    for unit in flown:
        piece = campaign.units[unit]
        if piece.nation != "polish":
            assert piece.code in campaign.zones, unit
    assert campaign.zones[campaign.units["1/501"].code] == ("4008",)
    fourth = ("10 Para", "11 Para", "156 Para")
    assert {campaign.zones[campaign.units[unit].code] for unit in fourth} == {("6516",)}
    assert campaign.late_zones == {"101": ("3909",)}
    assert len(campaign.zones["polish"]) == 3


@rules("holland44", "22.1.1", "22.2.1", "22.2.3", "22.1.3", "22.3.5")
def test_the_whole_first_lift_finds_ground_and_room():
    game = Game(catalogue.rules_of(CAMPAIGN), Seeded(1))
    steps = Counter()
    while (drops := [a for a in game.choices() if a.kind == "drop"]) and game.state.turn == 1:
        game.apply(drops[0])
        hex = drops[0]["hex"]
        steps[hex] += game.rules.left(game.state, drops[0]["unit"])
    first = [u for u in at(game.rules, SKY) if game.rules.units[u].turn == 1]
    left = [unit for unit in first if game.state.place(unit) == SKY]
    assert left == ["Glider Pilots"]
    assert game.rules.gliders == {"Glider Pilots"}
    assert game.state.place("A/82") in game.rules.zones["A82"]
    assert game.state.place("1/501") == "4008"


@rules("holland44", "22.4", "22.5.1")
def test_a_clear_day_carries_each_later_lift(campaign):
    lifts = Counter(campaign.units[unit].turn for unit in at(campaign, SKY))
    assert set(lifts) == {1, 3, 6}
    assert max(lifts[3], lifts[6]) <= 8
    poles = [unit for unit in at(campaign, SKY) if campaign.units[unit].nation == "polish"]
    assert {campaign.units[unit].turn for unit in poles} == {6}


# ------------------------------------------------------------------ one set-up for both


def test_the_short_scenario_is_the_campaign_but_for_its_end(campaign):
    short = catalogue.rules_of(SHORT)
    own = read(catalogue.find_scenario(SHORT)[1]).data
    assert own["start"] == {"last": 11, "goal": "waal"}
    assert short.units == campaign.units
    assert short.scenario.where == campaign.scenario.where
    assert short.scenario.source == campaign.scenario.source


@rules("holland44", "25.3.1")
def test_a_unit_of_the_second_lift_is_not_there_in_turn_1():
    game = Game(catalogue.rules_of(CAMPAIGN), Seeded(1))
    early = Action("drop", unit="10 Para", hex="6516")
    assert not game.explain(early)


@rules("holland44", "3")
@pytest.mark.parametrize("name", BOTH)
def test_a_random_bot_breaks_nothing_on_the_whole_map(name):
    game, bot = Game(catalogue.rules_of(name), Seeded(4)), RandomBot(4)
    for _ in range(250):
        game.apply(bot.choose(game))
        assert game.rules.violations(game.state) == []
    assert game.state.turn > 1


def test_whoever_has_the_counters_lays_their_values_over_ours(tmp_path, campaign):
    mine = tmp_path / "mine.toml"
    row = 'kind = "parachute", full = [7, 6, 4], nation = "american"'
    lines = ('title = "As printed"', 'game = "holland44"', f'base = "../{CAMPAIGN.split("/")[1]}"')
    mine.write_text("\n".join([*lines, "[values]", f"us-parachute = {{ {row} }}"]), "utf-8")
    units = catalogue.rules_of(str(mine)).units
    face = units["1/501"].faces[0]
    assert (face.attack, face.defence, face.move, units["1/501"].steps) == (7, 6, 4, 1)
    assert units["2 Irish Gds"] == campaign.units["2 Irish Gds"]
