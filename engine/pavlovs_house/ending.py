"""Chapter 6: the score, its award, and sudden defeats."""

from __future__ import annotations

from engine.game import Ending
from engine.pavlovs_house.board.house import House, State, germans, men
from engine.verdict import Line, Tally

WIN, DRAW = 1, -9
"""The least scores of a victory and of a draw (6.0 result)."""
GERMAN = -3


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
    defenders, enemies = len(men(g, s)), len(germans(g, s))
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
