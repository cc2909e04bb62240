"""A player who tries everything: what the rules say of moves and attacks, allowed or not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.game import Game
from engine.values import Action
from tests.engine.stalingrad42.setting import until

FAR = 12
"""Hexes of a walk that no allowance pays for."""


def units_of(game: Game, side: str) -> list[str]:
    """The units of a side on the map."""
    board = game.rules.board
    return [
        u for u, p in game.rules.units.items() if p.side == side and game.state.place(u) in board
    ]


def walks(game: Game, start: str) -> Iterator[tuple[str, ...]]:
    """Every step from a hex, every second step, and one long way each way."""
    board = game.rules.board
    for near in board.neighbours(start):
        yield (start, near)
        for far in board.neighbours(near):
            yield (start, near, far)
    for direction in range(6):
        path = [start]
        while len(path) < FAR:
            ahead = [
                n for n in board.neighbours(path[-1]) if board.direction(path[-1], n) == direction
            ]
            if not ahead:
                break
            path += ahead
        yield tuple(path)


def pry_moves(game: Game) -> None:
    """Ask of every unit of the side to move about every walk, in every mode."""
    assert game.decision is not None
    for unit in units_of(game, game.decision.side):
        for path in walks(game, game.state.place(unit)):
            for mode in (None, "extended", "tactical"):
                action = Action("move", units=(unit,), path=path, mode=mode)
                game.explain(action)
                game.tally(action)


def pry_attacks(game: Game) -> None:
    """Ask about every attack: each unit alone, all those around a hex, every sum."""
    assert game.decision is not None
    side = game.decision.side
    foes = [unit for other in game.rules.sides if other != side for unit in units_of(game, other)]
    own = units_of(game, side)
    for hex in sorted({game.state.place(unit) for unit in foes}):
        game.tally(Action("attack", hex=hex, units=tuple(own)))
        for unit in own:
            game.tally(Action("attack", hex=hex, units=(unit,)))
        around = [u for u in own if game.rules.board.adjacent(game.state.place(u), hex)]
        groups = [(u,) for u in around] + list(itertools.combinations(around, 2)) + [tuple(around)]
        for group in groups:
            game.explain(Action("attack", hex=hex, units=group))


def pry(game: Game) -> None:
    """Ask both sides, in their first movement and their first combat phase."""
    for _ in game.rules.sides:
        until(game, "zb.move")
        pry_moves(game)
        game.apply(Action("end"))
        until(game, "zb.combat")
        pry_attacks(game)
        game.apply(Action("end"))
