"""What the benchmarks compare must be the same answer to the same question."""

from __future__ import annotations

import pytest

from tests.bench import bench_class, bench_pavlovs_house, bench_sight, bench_spread
from tests.bench import bench_paths as bench
from tests.bench import bench_zocbond as zb


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_engine_and_networkx_reach_the_same_hexes_at_the_same_cost(seed):
    game = bench.campaign(seed, width=24, height=20, enemies=25)
    costs, ways = bench.dijkstra(bench.plain_graph(game), game)
    found = bench.reach_cold(game)
    assert {hex: to["cost"] for hex, to in found.items()} == costs
    assert len(found) > 5
    assert all(to["path"][0] == ways[hex][0] for hex, to in found.items())
    assert bench.reach(game) == found


def test_the_map_of_the_benchmark_is_of_the_size_it_says():
    game = bench.campaign()
    assert len(game.scenario.board) == 4000
    assert len(bench.enemy_hexes(game)) == bench.ENEMIES
    costs, _ = bench.dijkstra(bench.plain_graph(game), game)
    assert {hex: to["cost"] for hex, to in bench.reach(game).items()} == costs


def test_a_row_has_what_the_command_prints():
    for row in bench.rows(quick=True):
        assert list(row) == ["name", "seconds", "baseline", "baseline_seconds", "ratio"]
        assert row["ratio"] == row["seconds"] / row["baseline_seconds"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_field_of_view_and_the_plain_walk_see_the_same_hexes(seed):
    sight = bench_sight.relief(seed)
    assert len(sight.board) == 1000
    for hex in (0, 417, 640 + seed, 999):
        assert sight.field(hex) == bench_sight.per_target(sight, hex)


def test_the_row_of_the_field_of_view_has_what_the_command_prints():
    (row,) = bench_sight.rows(quick=True)
    assert list(row) == ["name", "seconds", "baseline", "baseline_seconds", "ratio"]
    assert row["ratio"] == row["seconds"] / row["baseline_seconds"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_both_answer_alike_about_bonds_zones_supply_and_reach(seed):
    game = zb.campaign(seed, width=26, height=20, units=30)
    plain = zb.Plain(game)
    state = zb.fresh(game)
    for side, found in zb.engine_zoc(game, state).items():
        assert set(found) == plain.zoc(side)
    for side, found in zb.engine_bonds(game, state).items():
        standing = [bond for bond in found if bond.broken is None]
        hexes = {bond.between[0] for bond in standing if bond.kind == "hex"}
        sides = {frozenset(bond.between) for bond in standing if len(bond.between) == 2}
        assert (hexes, sides) == plain.bonds(side)
    supplied = zb.engine_supply(game, state)
    assert supplied == plain.supply("allied") | plain.supply("german")
    assert 5 < len(supplied) < 60
    assert zb.engine_reach(game, state) == plain.reach()
    assert len(plain.reach()) > 3


def test_the_map_of_the_4x_games_is_of_the_size_it_says():
    game = zb.campaign()
    assert len(game.scenario.board) == 4000
    assert len(game.scenario.pieces) == 300


def test_the_games_of_the_benchmark_are_whole_ones():
    played = bench_pavlovs_house.game(2)
    assert played.ending is not None
    assert played.rules.violations(played.state) == []
    assert bench_pavlovs_house.bare(3, 4) == bench_pavlovs_house.bare(3, 4)
    (row,) = bench_pavlovs_house.rows(quick=True)
    assert list(row) == ["name", "seconds", "baseline", "baseline_seconds", "ratio"]
    assert "games per second" in row["name"]


def test_the_row_of_the_class_has_what_the_command_prints():
    (row,) = bench_class.rows(quick=True)
    assert list(row) == ["name", "seconds", "baseline", "baseline_seconds", "ratio"]
    assert row["ratio"] == row["seconds"] / row["baseline_seconds"]


def test_the_row_of_two_processes_has_what_the_command_prints():
    (row,) = bench_spread.rows(quick=True)
    assert list(row) == ["name", "seconds", "baseline", "baseline_seconds", "ratio"]
    assert bench_spread.played(1, 3) == bench_spread.played(2, 3)
