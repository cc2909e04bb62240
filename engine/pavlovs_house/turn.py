"""Chapters 1 and 6: the turn and its phases, the last one, the score and its award."""

from __future__ import annotations

from engine.agenda import Phase
from engine.pavlovs_house.board.house import House, Run, State
from engine.pavlovs_house.counters.phase import begin_actions, begin_counters
from engine.pavlovs_house.soviet.commands import Sortie, draw_cards, sortie_reasons
from engine.pavlovs_house.variants import begin_planning
from engine.pavlovs_house.wehrmacht.cards import begin_wehrmacht
from engine.values import replace
from engine.verdict import Course, Ending, Line, Tally, enforces

TURN = {"cards": draw_cards, "wehrmacht": begin_wehrmacht, "counters": begin_counters}
"""The phases of a turn (1.1)."""
AFTER_WEHRMACHT = ("counters", "actions")
"""Where a scenario can begin late; `actions` is the counter phase with its moves made."""
WIN, DRAW = 1, -9
"""The least scores of a victory and of a draw (6.0 result)."""
GERMAN = -3


def phases(g: House, first: str) -> tuple[Phase, ...]:
    """The phases of a turn from one of them on (1.1, 7.4 planning)."""
    if first == "actions":
        return Run(begin_actions), Run(end_of_turn)
    names = list(TURN)[list(TURN).index(first) :] if first in TURN else TURN
    # A turn joined late still needs its plan: without one no Wehrmacht card would open.
    planned = [begin_planning] if g.on("competitive") and first != "counters" else []
    return tuple(map(Run, (*planned, *(TURN[name] for name in names), end_of_turn)))


def begin_turn(g: House, s: State, course: Course) -> State:
    """Soviet cards, Wehrmacht cards, Soviet counters (1.1)."""
    course.tell("1.1", "pav.turn.begins", turn=s.turn)
    return s.instead(*phases(g, "planning"))


@enforces("7.4 end")
def over(g: House, s: State) -> bool:
    """Whether this turn is the last: no cards (6.0), or the Milk House was played (7.4 end)."""
    if g.on("competitive") and s.milk_house_played:
        return True
    if g.last_turn and s.turn >= g.last_turn:
        return True
    return not any(s.wehrmacht) and len(s.german_hand) < 3


def end_of_turn(g: House, s: State, course: Course) -> State:
    """The next turn, or the final sortie and the score (6.0, 6.0 final sortie)."""
    if not over(g, s):
        return begin_turn(g, replace(s, turn=s.turn + 1), course)
    course.tell("6.0", "pav.turn.over", turn=s.turn)
    s = s.pop()
    if s.storm == g.kit.milk_house and not any(sortie_reasons(g, s)):
        return s.push(Sortie(final=True))
    return s


def score(g: House, s: State) -> Tally:
    """Cards won, a point a Soviet counter, three off for each German (6.0 scoring)."""
    lines = []
    for card in s.won:
        if card in g.kit.storm_groups:
            group = g.kit.storm_groups[card]
            lines.append(Line.of("6.0 scoring", "pav.score.card", group.points, card=group.name))
        else:
            row = g.kit.chart("support").rows[card]
            rule = "7.1 support action"
            lines.append(Line.of(rule, "pav.score.card", row["points"], card=row["name"]))
    defenders, enemies = len(g.men(s)), len(g.germans(s))
    lines.append(Line.of("6.0 scoring", "pav.score.men", defenders, count=defenders))
    lines.append(Line.of("6.0 scoring", "pav.score.germans", GERMAN * enemies, count=enemies))
    tally = Tally.adding("pav.score.total", lines)
    return Tally.adding("pav.score.total", lines, award(g, int(tally.total)))


def award(g: House, points: int) -> str:
    """The award for a score (6.0 awards)."""
    rows = g.kit.chart("ranks").rows
    ranked = sorted(rows, key=lambda name: -int(rows[name]["least"]))
    return next(name for name in ranked if points >= rows[name]["least"])


def ending(g: House, s: State) -> Ending:
    """How the game ended, and in what degree (6.0 result, 6.0 awards, 6.0 immediate loss)."""
    if s.lost:
        rule, key = s.lost
        return Ending(g.seats["german"], rule, key)
    tally = score(g, s)
    key = f"pav.end.{g.kit.chart('ranks').value(str(tally.result), 'degree')}"
    if tally.total >= WIN:
        return Ending(g.seats["counters"], "6.0 result", key, tally)
    if tally.total >= DRAW:
        return Ending(None, "6.0 result", key, tally)
    return Ending(g.seats["german"], "6.0 result", key, tally)
