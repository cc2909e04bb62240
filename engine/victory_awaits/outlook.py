"""What a whole battle can come to: every die, losses and retreats chosen by a stated policy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.action import Action
from engine.chance import Chance, enumerate_branches
from engine.errors import Problem
from engine.game import Course
from engine.victory_awaits.combat.odds import odds_of
from engine.victory_awaits.combat.retreat import Losses, Retreat, steps_left
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.state import State
from engine.victory_awaits.turn.controller import in_focus

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

POLICY = "spread"
"""Losses go to the unit with most steps and least attack; of equal retreats, the first."""


def spread(g: VictoryAwaits, s: State) -> Action:
    """What the policy does with a loss (10.5) or a retreat (10.6)."""
    actions = list(s.top.choices(g, s, None, None))
    if isinstance(s.top, Losses):
        return min(
            actions,
            key=lambda a: (-steps_left(g, s, a["unit"]), g.face(s, a["unit"]).attack, a["unit"]),
        )
    return actions[0]


def battle_outlook(g: VictoryAwaits, s: State, hex: str, units: Sequence[str]) -> dict[str, object]:
    """Exact odds of an attack's results, step losses, a vacated hex and where defenders end."""
    s = in_focus(s)
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, Combat):
        raise Problem("no combat segment is under way", remedy="Ask while attacks are declared.")
    action = Action("attack", hex=hex, units=units)
    combat = Combat(None, top.side, tuple(units), top.fight)
    defenders = s.position.at(hex)
    answer: dict[str, object] = {"policy": POLICY, "column": None}
    if not combat.explain(g, s, action):
        return answer
    answer["column"] = odds_of(g, s, units, hex, top.fight).column
    start = s.instead(combat)
    before = {unit: steps_left(g, s, unit) for unit in (*units, *defenders)}

    def run(chance: Chance) -> tuple[State, str]:
        course = Course(chance)
        state: State = g.settle(combat.apply(g, start, action, course), course)
        code = next(dict(e.params)["result"] for e in course.events if e.rule == "10.4")
        while isinstance(state.top, Losses | Retreat):
            state = g.apply(state, spread(g, state), course)
        return state, code

    found: dict[str, dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for weight, (state, code) in enumerate_branches(run):
        lost = {unit: steps - steps_left(g, state, unit) for unit, steps in before.items()}
        found["results"][code] += weight
        found["attacker_losses"][sum(lost[unit] for unit in units)] += weight
        found["defender_losses"][sum(lost[unit] for unit in defenders)] += weight
        found["vacated"][all(state.position.place(u) != hex for u in defenders)] += weight
        for unit in defenders:
            found[f"place of {unit}"][state.position.place(unit)] += weight
    return answer | {name: dict(odds) for name, odds in found.items()}
