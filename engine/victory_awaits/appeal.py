"""The greedy bot's yardstick: how much a side likes an action. Cheap, and no rule of the game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.agenda import once_a_state
from engine.hexset import union
from engine.paths import search
from engine.values import Action
from engine.victory_awaits.combat.odds import odds_of, shift_of
from engine.victory_awaits.combat.retreat import Retreat
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.state import AXIS, Setting, State
from engine.victory_awaits.components.track import SUPPLY
from engine.victory_awaits.concepts import lines_of
from engine.victory_awaits.turn.chits import side_of
from engine.victory_awaits.turn.controller import acting, in_focus
from engine.victory_awaits.turn.sequence import Interrupt

FAR = 30
CUT_OFF = 4.0
GOOD_ODDS = 3
"""The place of the column 3-1 in the CRT."""


def goals(g: Setting, s: State, side: str) -> list[str]:
    """The hexes that a side wants: to take for the one who must, to keep for the other."""
    wanted = g.setup.goal.hexes or tuple(s.control)
    if side == g.setup.goal.side:
        railway = rail_gaps(g, s) if side == AXIS and SUPPLY in s.pool else []
        return [hex for hex in wanted if s.control[hex] != side] + railway
    return [hex for hex in wanted if s.control[hex] == side] or list(wanted)


@once_a_state
def rail_gaps(g: Setting, s: State) -> list[str]:
    """Where the enemy breaks the Axis railway: the hexes it ends before (3.3)."""
    reached = union(g.board.grid, lines_of(g, s, AXIS).traces[0].net)
    return sorted(reached.spread(g.ground.rails) - reached, key=g.board.index.__getitem__)


def pull(g: Setting, s: State, side: str) -> Mapping[int, int]:
    """Hexes to the nearest goal, from everywhere."""
    wanted = tuple(goals(g, s, side))
    key = (side, wanted)
    if key not in g.pulls:
        neighbour_at = g.board.neighbour_at
        starts = [g.board.index[hex] for hex in wanted]
        g.pulls[key], _ = search(
            starts, lambda here: (t for t in neighbour_at[here * 6 : here * 6 + 6] if t >= 0)
        )
    return g.pulls[key]


def _step(g: Setting, s: State, side: str, path: tuple[str, ...]) -> float:
    near, index = pull(g, s, side), g.board.index
    worth = float(near.get(index[path[0]], FAR) - near.get(index[path[-1]], FAR))
    worth += sum(4.0 for hex in path[1:] if s.control.get(hex, side) != side)
    checked = side != AXIS or s.turn + 1 >= g.setup.limits.axis_supply
    if SUPPLY in s.pool and checked and not lines_of(g, s, side).reaches(path[-1]):
        worth -= CUT_OFF
    if side != g.setup.goal.side:
        worth += 0.4 * (shift_of(g, path[-1]) - shift_of(g, path[0])) - 0.2
        worth += 2.0 * ((path[-1] in s.control) - (path[0] in s.control))
    return worth


def _strength(g: Setting, s: State, unit: str) -> float:
    face = g.face(s, unit)
    return face.attack + face.defence + 3.0 * g.units[unit].hq


def appeal(g: Setting, s: State, action: Action, side: str) -> float:
    """What an action is worth to a side; nothing at all to stop or to pass."""
    s, top = in_focus(s), acting(s)
    match action.kind:
        case "move":
            path = action["path"]
            return _step(g, s, side, path) if len(path) > 1 else 1.0
        case "pursue":
            return _step(g, s, side, action["path"]) + 0.5
        case "attack" if isinstance(top, Combat):
            odds = odds_of(g, s, action["units"], action["hex"], top.fight)
            place = g.columns.names.index(odds.column)
            return place - GOOD_ODDS + 0.5 - 0.05 * len(action["units"])
        case "lose":
            return -_strength(g, s, action["unit"])
        case "retreat" if isinstance(top, Retreat):
            return shift_of(g, action["path"][-1])
        case "interrupt" if isinstance(top, Interrupt):
            return 1.0 if side_of(g, top.chit) not in (side, None) else -0.5
        case "arrive":
            near = pull(g, s, side).get(g.board.index[action["hex"]], FAR)
            return (FAR - near) / 10 + _strength(g, s, action["unit"]) / 20
        case "place":
            near = pull(g, s, AXIS).get(g.board.index[action["hex"]], FAR)
            return (FAR - near) / 10 if side == AXIS else shift_of(g, action["hex"])
        case "build":
            return 1.0
        case "withdraw" | "relocate" | "stand-down" | "recall" | "leave-out":
            return -1.0 - (_strength(g, s, action["unit"]) if "unit" in action else 0.0)
        case "pick":
            return _strength(g, s, action["unit"])
        case "turn-to":
            return -1000.0
        case "bid":
            return 0.1 if action["points"] <= (g.setup.goal.points or 0) else -1.0
        case _:
            return 0.0
