"""What a whole battle can come to: every die up to the advance, choices by a stated policy.

Losses, determined and desperate defence and the retreat are played out in every way the dice can
fall. Positions that come to the same are taken together, so a desperate defence of many steps
stays small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from engine.action import Action
from engine.chance import Chance, enumerate_branches
from engine.errors import Problem
from engine.game import Course
from engine.zocbond.battle.battle import battle_of, odds
from engine.zocbond.battle.determined_defence import Stand
from engine.zocbond.battle.losses import Losses, Price
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

POLICY = "stands"
"""Defenders stand where they may; who chooses a loss spares what it needs most."""
OVER = ("zb.combat", "zb.advance", "zb.move")
"""Decisions at which the battle itself is over."""
DECLINES = ("pass", "decline", "go-on", "end")
"""What is chosen where a game asks something else in the middle of a battle."""


def choose(g: Family, s: State, stands: bool = True) -> Action:
    """The policy: what a side does with a decision in the middle of a battle."""
    actions = list(s.top.choices(g, s, None, None))
    top = s.top
    if isinstance(top, Losses | Price):
        return min(actions, key=lambda a: _loss_rank(g, s, top.chooser, a["unit"]))
    if isinstance(top, Stand):
        return max(actions, key=lambda a: _stand_rank(g, s, top, a, stands))
    if actions and actions[0].kind == "muster":
        return max(actions, key=lambda a: sum(g.face(s, unit).defence for unit in a["units"]))
    return next((a for a in actions if a.kind in DECLINES), actions[0])


def _loss_rank(g: Family, s: State, chooser: str, unit: str) -> tuple[int, int, str]:
    """The owner spreads losses and spares the strong; the enemy strikes at the strong."""
    face = g.face(s, unit)
    worth = face.attack + face.defence
    if g.units[unit].side == chooser:
        return -g.left(s, unit), worth, unit
    return -worth, g.left(s, unit), unit


def _stand_rank(
    g: Family, s: State, top: Stand, action: Action, stands: bool
) -> tuple[int, int, int]:
    """Hold where the attack spent itself; stand under the steadiest; or go."""
    if action.kind == "hold":
        return 9, 0, 0
    if action.kind == "go-back":
        return (0 if stands else 8), 0, 0
    tally = top.tally(g, s, action)
    return 1, int(tally.total) if tally else 0, g.left(s, action["lead"])


def ahead(
    g: Family, s: State, action: Action, stands: bool = True
) -> list[tuple[Fraction, State, str]]:
    """Every way a battle can end: its probability, the position, the result of the table."""
    frontier: dict[Hashable, tuple[Fraction, State, str, Action]] = {
        "": (Fraction(1), s, "", action)
    }
    over: dict[Hashable, tuple[Fraction, State, str]] = {}
    while frontier:
        chance, state, code, act = frontier.pop(next(iter(frontier)))
        for weight, (after, told) in enumerate_branches(partial(_run, g, state, act)):
            owed = g.decision(after)
            result = code or told
            key = (result, _key(s, after))
            if owed is None or owed.kind in OVER:
                before = over[key][0] if key in over else Fraction(0)
                over[key] = (before + chance * weight, after, result)
                continue
            known = frontier.get(key)
            total = chance * weight + (known[0] if known else 0)
            step = known[3] if known else choose(g, after, stands)
            frontier[key] = (total, after, result, step)
    return list(over.values())


def _run(g: Family, s: State, action: Action, chance: Chance) -> tuple[State, str]:
    course = Course(chance)
    state: State = g.apply(s, action, course)
    for event in course.events:
        if event.key == "zb.attack.result":
            return state, str(dict(event.params)["result"])
        if event.key == "zb.attack.declared" and dict(event.params)["column"] == "auto":
            return state, g.auto_result().code
    return state, ""


def _key(start: State, s: State) -> Hashable:
    """What sets a position apart from others that came of the same start."""
    units = tuple(
        (unit, s.place(unit), s.lost.get(unit, 0), s.marks.get(unit))
        for unit in s.position.units()
        if s.place(unit) != start.place(unit)
        or s.lost.get(unit, 0) != start.lost.get(unit, 0)
        or s.marks.get(unit) != start.marks.get(unit)
    )
    before = vars(start.records)
    kept = tuple(
        (name, repr(value)) for name, value in vars(s.records).items() if before[name] is not value
    )
    return s.agenda, units, kept


def battle_outlook(
    g: Family, s: State, hex: str, units: Sequence[str], stands: bool = True, **more: object
) -> dict[str, object]:
    """Exact odds of an attack's results, step losses, a vacated hex and where defenders end."""
    action = Action("attack", hex=hex, units=tuple(units), **more)
    kinds = s.top.kinds(g, s) if s.agenda else ()
    if "attack" not in kinds and "breakthrough" in kinds:
        action = Action("breakthrough", hex=hex, units=tuple(units), **more)
    elif "attack" not in kinds:
        raise Problem("no combat phase is under way", remedy="Ask while attacks are declared.")
    defenders = [u for u in s.position.at(hex) if g.units[u].side != g.units[units[0]].side]
    answer: dict[str, object] = {"policy": POLICY if stands else "goes", "column": None}
    if not s.top.explain(g, s, action):
        return answer
    battle = battle_of(g, s, action, g.units[units[0]].side)
    answer["column"] = odds(g, s, battle).column
    found: dict[str, dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for weight, state, code in ahead(g, s, action, stands):
        lost = {
            unit: state.lost.get(unit, 0) - s.lost.get(unit, 0) for unit in (*units, *defenders)
        }
        found["results"][code] += weight
        found["attacker_losses"][sum(lost[unit] for unit in units)] += weight
        found["defender_losses"][sum(lost[unit] for unit in defenders)] += weight
        found["vacated"][all(state.place(unit) != hex for unit in defenders)] += weight
        for unit in defenders:
            found[f"place of {unit}"][state.place(unit)] += weight
    return answer | {name: dict(odds) for name, odds in found.items()}
