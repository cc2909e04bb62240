"""Reach and search, against plain methods that are slow and sure."""

from __future__ import annotations

import itertools

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from engine import hexes
from engine.board import Board, BoardPlan
from engine.paths import BARRED, Steps, reach, search, way_back


@st.composite
def fields(draw):
    """A random small board with random step prices, tolls and closed hexes."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    plan = BoardPlan("random")
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            if draw(st.integers(0, 9)):
                cell = hexes.cell_at(column, row)
                label = hexes.format_label(cell)
                plan.cells[label], plan.terrain[label] = cell, "clear"
    if not plan.cells:
        plan.cells["0101"], plan.terrain["0101"] = hexes.cell_at(1, 1), "clear"
    board = Board(plan)
    size = len(board)
    prices = st.sampled_from([BARRED, 1, 1, 2, 3, 4, 6])
    steps = draw(st.lists(prices, min_size=size * 6, max_size=size * 6))
    spots = st.integers(0, size - 1)
    watched, price = draw(st.sets(spots, max_size=6)), draw(st.integers(1, 4))
    toll = dict.fromkeys(watched, price)
    closed = draw(st.sets(spots, max_size=4))
    return board, draw(spots), draw(st.integers(0, 14)), steps, toll, closed


def cheapest(board, start, budget, steps, toll, closed):
    """Bellman and Ford: try every step again and again until nothing gets cheaper."""
    cost = {start: 0}
    changed = True
    while changed:
        changed = False
        for here in list(cost):
            for direction in range(6):
                price = steps[here * 6 + direction]
                there = board.neighbour_at[here * 6 + direction]
                if there < 0 or price == BARRED or (there in closed and there != start):
                    continue
                total = cost[here] + toll.get(here, 0) + price + toll.get(there, 0)
                if total <= budget and total < cost.get(there, budget + 1):
                    cost[there] = total
                    changed = True
    return cost


def reached(board, start, budget, steps, toll, closed):
    """What the engine finds."""
    grid, price = board.grid, max(toll.values(), default=0)
    priced = Steps(board.neighbour_at, steps.__getitem__)
    shut, slow = (board.set(board.hexes[i] for i in some) for some in (closed, toll))
    return reach(grid, start, budget, priced, shut, slow, price)


@given(fields())
def test_reach_is_what_trying_every_step_again_and_again_finds(field):
    board, start, budget, steps, toll, closed = field
    found = reached(board, start, budget, steps, toll, closed)
    assert dict(found.cost) == cheapest(board, start, budget, steps, toll, closed)


@given(fields())
def test_the_way_that_reach_gives_costs_what_it_says(field):
    board, start, budget, steps, toll, closed = field
    found = reached(board, start, budget, steps, toll, closed)
    for goal, cost in found.cost.items():
        way = found.path(goal)
        assert way[0] == start
        assert way[-1] == goal
        spent = 0
        for here, there in itertools.pairwise(way):
            direction = board.neighbour_at[here * 6 : here * 6 + 6].index(there)
            assert steps[here * 6 + direction] != BARRED
            assert there not in closed
            spent += toll.get(here, 0) + steps[here * 6 + direction] + toll.get(there, 0)
        assert spent == cost <= budget


@given(fields())
def test_reach_agrees_with_networkx(field):
    board, start, budget, steps, toll, closed = field
    graph = nx.DiGraph()
    graph.add_node(start)
    for slot, price in enumerate(steps):
        here, there = slot // 6, board.neighbour_at[slot]
        if price != BARRED and there >= 0 and there not in closed - {start}:
            weight = toll.get(here, 0) + price + toll.get(there, 0)
            graph.add_edge(here, there, weight=weight)
    wanted = nx.single_source_dijkstra_path_length(graph, start, cutoff=budget)
    assert dict(reached(board, start, budget, steps, toll, closed).cost) == dict(wanted)


def test_a_closed_start_may_still_be_left():
    board = Board(_row(3))
    found = reached(board, 0, 9, [1] * 18, {}, {0, 2})
    assert set(found.cost) == {0, 1}


def test_without_a_budget_one_stays():
    board = Board(_row(3))
    assert dict(reached(board, 1, 0, [1] * 18, {}, ()).cost) == {1: 0}


def _row(length):
    plan = BoardPlan("a column of hexes")
    for row in range(1, length + 1):
        cell = hexes.cell_at(1, row)
        label = hexes.format_label(cell)
        plan.cells[label], plan.terrain[label] = cell, "clear"
    return plan


graphs = st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 9), max_size=4), max_size=10)


@given(graphs, st.sets(st.integers(0, 9), max_size=3), st.one_of(st.none(), st.integers(0, 5)))
def test_search_is_breadth_first_like_networkx(edges, starts, limit):
    found, before = search(sorted(starts), lambda here: edges.get(here, ()), limit)
    graph = nx.DiGraph([(a, b) for a, ends in edges.items() for b in ends])
    graph.add_nodes_from([*starts, "source"])
    graph.add_edges_from(("source", start) for start in starts)
    reached = nx.single_source_shortest_path_length(graph, "source")
    wanted = {node: n - 1 for node, n in reached.items() if node != "source"}
    assert found == {node: n for node, n in wanted.items() if limit is None or n <= limit}
    for goal, steps in found.items():
        way = way_back(before, goal)
        assert way[0] in starts
        assert way[-1] == goal
        assert len(way) == steps + 1
        assert all(b in edges[a] for a, b in itertools.pairwise(way))
