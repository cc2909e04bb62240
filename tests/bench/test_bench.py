"""What the benchmarks compare must be the same answer to the same question."""

from __future__ import annotations

import pytest

from tests.bench import bench_paths as bench


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
