"""Who won. A training scenario counts the towns and cities it names (3.4, 16.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Ending
from engine.verdict import Line, Tally
from engine.victory_awaits.state import State, enemy

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


def score(g: VictoryAwaits, s: State) -> Tally:
    """The towns and cities of the goal in the hands of the side that wants them."""
    lines = [
        Line.of(
            "3.4",
            "ava.victory.held" if held else "ava.victory.missed",
            int(held),
            place=g.board.place_in[hex].name,
        )
        for hex in g.setup.goal_hexes
        for held in [s.control[hex] == g.setup.goal_side]
    ]
    return Tally.adding("ava.victory.total", lines, str(g.setup.goal_need))


def ending(g: VictoryAwaits, s: State) -> Ending | None:
    """The winner at the end of the last turn."""
    if not g.setup.goal_hexes:
        return Ending(None, "16.4", "ava.ending.over")
    tally = score(g, s)
    side = g.setup.goal_side
    winner = side if tally.total >= g.setup.goal_need else enemy(side)
    return Ending(winner, "16.4", "ava.ending.towns", tally)
