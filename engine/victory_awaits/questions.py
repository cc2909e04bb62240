"""Beside the rules: what a whole battle can come to, every die, losses and retreats chosen by a
stated policy; what must always hold in a game, for a broken one is a mistake of the program."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from engine.agenda import Reasons
from engine.chance import Chance, enumerate_branches
from engine.errors import Problem
from engine.values import Action, Names
from engine.verdict import Course, Reason
from engine.victory_awaits.combat.odds import odds_of
from engine.victory_awaits.combat.retreat import Losses, Retreat, steps_left
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.state import AXIS, NATIONS, SOVIET, Setting, State
from engine.victory_awaits.components.terrain import off_the_line
from engine.victory_awaits.components.track import (
    AVAILABLE,
    ELIMINATED,
    MARKERS,
    SETTING_UP,
    SUPPLY,
    WITHDRAWN,
)
from engine.victory_awaits.concepts import STACK_LIMIT
from engine.victory_awaits.turn.chits import Choose, Unlock, on_offer
from engine.victory_awaits.turn.controller import in_focus

POLICY = "spread"
"""Losses go to the unit with most steps and least attack; of equal retreats, the first."""


def spread(g: Setting, s: State) -> Action:
    """What the policy does with a loss (10.5) or a retreat (10.6)."""
    actions = list(s.top.choices(g, s, None, None))
    if isinstance(s.top, Losses):
        return min(
            actions,
            key=lambda a: (-steps_left(g, s, a["unit"]), g.face(s, a["unit"]).attack, a["unit"]),
        )
    return actions[0]


def battle_outlook(g: Setting, s: State, hex: str, units: Names) -> dict[str, object]:
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


BOX_SIDE = {
    box: side for boxes in (AVAILABLE, ELIMINATED, SETTING_UP) for side, box in boxes.items()
} | {WITHDRAWN: AXIS, MARKERS: SOVIET}


def violations(g: Setting, s: State) -> list[Reason]:
    """The start line (2.1, 9.1), stacks (3.1), water (TEC), steps (10.5), boxes (10.8), chits
    (6.1)."""
    return [*_line(g), *_hexes(g, s), *_boxes(g, s), *_steps(g, s), *_chits(g, s)]


def _line(g: Setting) -> Reasons:
    if astray := off_the_line(g.board):
        yield Reason.of("2.1", "ava.broken.line", hexes=astray)


def _hexes(g: Setting, s: State) -> Reasons:
    west = g.board.tagged("axis-territory")
    for place in s.position.places():
        if place not in g.board:
            continue
        units = s.position.at(place)
        stack = [unit for unit in units if not g.units[unit].fortress]
        if len(stack) > STACK_LIMIT or len(units) - len(stack) > 1:
            yield Reason.of("3.1", "ava.broken.stack", hexes=(place,), units=units)
        if len({g.units[unit].side for unit in units}) > 1:
            yield Reason.of("3.1", "ava.broken.mixed", hexes=(place,), units=units)
        if place not in g.ground.dry:
            yield Reason.of("TEC", "ava.broken.water", hexes=(place,), units=units)
        if place in west:
            strays = [unit for unit in units if g.units[unit].side == SOVIET]
            if strays:
                yield Reason.of("9.1", "ava.broken.west", hexes=(place,), units=strays)


def _boxes(g: Setting, s: State) -> Reasons:
    for box, side in BOX_SIDE.items():
        wrong = [
            unit
            for unit in s.position.at(box)
            if g.units[unit].side != side or (box == MARKERS) != g.units[unit].fortress
            if not (g.units[unit].fortress and box == ELIMINATED[SOVIET])
        ]
        if wrong:
            yield Reason.of("10.8", "ava.broken.box", units=wrong)
    known = sum(len(s.position.at(place)) for place in s.position.places())
    if known != len(g.units):
        yield Reason.of("10.8", "ava.broken.box")


def _steps(g: Setting, s: State) -> Reasons:
    wrong = [unit for unit in s.reduced if g.units[unit].steps < 2]
    wrong += [unit for unit in s.position.at(AVAILABLE[SOVIET]) if unit in s.reduced]
    if wrong:
        yield Reason.of("10.5", "ava.broken.steps", units=wrong)


def _chits(g: Setting, s: State) -> Reasons:
    if g.setup.team or not s.agenda or not (s.cup or s.drawn):
        return
    if any(isinstance(phase, Choose | Unlock) for phase in s.agenda):
        return
    had = Counter(chit for nation in NATIONS for chit in on_offer(g, s, nation))
    had.update(chit for chit in s.pool if chit == SUPPLY)
    now = Counter((*s.cup, *s.hand, *s.drawn, *s.resting))
    if had != now:
        odd = tuple((had - now) + (now - had))
        yield Reason.of("6.1", "ava.broken.chits", chits=odd)
