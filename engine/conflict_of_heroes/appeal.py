"""A greedy player's yardstick: fire where it is likely to hurt, else close on what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.combat import attack_of
from engine.conflict_of_heroes.given import text, texts
from engine.conflict_of_heroes.shots import Shots, shootable
from engine.conflict_of_heroes.state import State, hostile
from engine.conflict_of_heroes.values import defence, firepower

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

AT_LEAST = {n: sum(6 - abs(7 - k) for k in range(max(n, 2), 13)) / 36 for n in range(-40, 41)}
"""The chance of so much or more on two dice."""


def appeal(g: ConflictOfHeroes, s: State, action: Action, side: str) -> float:
    """How much an action is worth to a side."""
    kind = action.kind
    cap = abs(int(action.get("cap") or 0))
    price = {"ap": 0.0, "cap": 0.6, "opportunity": 0.3}.get(text(action, "pay"), 0.0)
    if kind == "roll":
        return _roll(g, s, action) - 0.12 * cap
    if kind == "fire":
        return 2.0 + 6 * _hope(g, s, action, side) - price - 0.2
    if kind in ("move", "fly"):
        return 2.0 + _closer(g, s, action, side) - price
    if kind == "rally":
        return 2.4 - price - 0.1 * cap
    if kind == "activate":
        return 1.9 if not s.active[side] else -1.0
    if kind == "play":
        return 1.8
    return {"pass": 1.5, "end": 0.5, "call": 1.0, "add-cap": 0.5 - cap}.get(kind, 0.0) - price


def _roll(g: ConflictOfHeroes, s: State, action: Action) -> float:
    if not isinstance(s.top, Shots):
        return 0.0
    tally = s.top.tally(g, s, action)
    return 3 * AT_LEAST.get(int(tally.total), 0.0) if tally else 0.0


def _hope(g: ConflictOfHeroes, s: State, action: Action, side: str) -> float:
    attack = attack_of(g, s, action)
    total = 0.0
    for target in shootable(g, s, attack):
        if target not in g.units:
            continue
        shield = defence(g, s, attack, target)
        power = firepower(g, s, attack, str(shield.result))
        chance = AT_LEAST.get(int(shield.total) - int(power.total), 0.0)
        total += chance if hostile(g.units[target].side, side) else -chance
    return total - 0.08


def _closer(g: ConflictOfHeroes, s: State, action: Action, side: str) -> float:
    path = texts(action, "path")
    unit = text(action, "unit")
    if not path or unit not in g.units:
        return 0.0
    goals = [h for h in g.setup.hex_points if s.control.get(h) != side]
    goals = goals or [s.position.place(u) for u in g.foes(s, side)]
    if not goals:
        return -1.0
    here, there = s.position.place(unit), path[-1]
    before = min(g.board.distance(here, goal) for goal in goals)
    after = min(g.board.distance(there, goal) for goal in goals)
    return (before - after) * 0.3 - 0.25 + 0.05 * g.ground.of(there)["dm"]
