"""The greedy bot's yardstick for both games: cheap, and no rule of either."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.board import Board
from engine.values import Action
from engine.zocbond.battle.battle import Battle, battle_of, odds
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import over

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

FAR = 40


class Nearest(dict[str, int]):
    """How far it is from a hex to the nearest of some goals, reckoned when it is asked."""

    def __init__(self, board: Board, goals: tuple[str, ...]) -> None:
        self.board, self.goals = board, goals

    def __missing__(self, hex: str) -> int:
        board, goals = self.board, self.goals if hex in self.board else ()
        far = self[hex] = min((board.distance(hex, goal) for goal in goals), default=FAR)
        return far


nearest = lru_cache(maxsize=64)(Nearest)


def _goals(g: Family, s: State, side: str) -> Nearest:
    """The hexes a side wants: those it does not control, or failing that all it could."""
    every = sorted(g.controls)
    wanted = [hex for hex in every if s.control.get(hex) != side]
    return nearest(g.board, tuple(wanted or every))


def _near(g: Family, s: State, side: str, hex: str) -> int:
    return s.once(("goals", side), _goals, g, s, side)[hex]


def _crowds(g: Family, s: State, side: str, action: Action) -> bool:
    """Whether it would end in a hex with more units than fit: some of them would be given up."""
    goal, going = action["path"][-1], action.get("units") or (action["unit"],)
    if goal not in g.board or s.place(going[0]) == goal:
        return False
    staying = tuple(unit for unit in going if unit not in action.get("leave", ()))
    where = goal if s.position.at(goal) else ""  # empty hexes are all alike
    return s.once(("crowds", where, staying), over, g, s, side, goal, staying) > 0


def appeal(g: Family, s: State, action: Action, side: str) -> float:
    """What an action is worth to a side; nothing to end or to pass."""
    match action.kind:
        case "move" | "march" | "advance":
            path = action["path"]
            if _crowds(g, s, side, action):
                return -1.0
            if action.kind == "move" and s.once(("over", path[0]), over, g, s, side, path[0]) > 0:
                return 1.0  # whoever is too many there goes anywhere rather than be given up
            worth = _near(g, s, side, path[0]) - _near(g, s, side, path[-1])
            attacks = side == g.first
            return float(worth) if attacks else 0.5 * worth - 0.2
        case "enter":
            return 1.0
        case "attack":
            return odds(g, s, battle_of(g, s, action, side)).place - 1.5
        case "breakthrough":
            units = action["units"]
            lead = g.named_lead(s, units, action.get("lead", ""))
            battle = Battle(side, action["hex"], units, lead, breakthrough=True)
            return odds(g, s, battle).place - 1.5
        case "command":
            told = s.top.tally(g, s, action)
            return float(told.total) if told is not None else 0.0
        case "auto-ds":
            return 3.0
        case "lose" | "give-up":
            face = g.face(s, action["unit"])
            return -float(face.attack + face.defence)
        case "stand":
            return 1.0 + (0.2 if "aid" in action else 0.0) + 0.1 * g.left(s, action["lead"])
        case "retreat":
            return -0.1 * len(action["path"])
        case "blow":
            return 1.0
        case "rout" | "disengage" | "spend" | "detach" | "merge" | "leave" | "pass-area":
            return -1.0
        case _:
            return 0.0
