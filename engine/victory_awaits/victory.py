"""Chapter 16: victory points, breakthrough, and who won."""

from __future__ import annotations

from collections.abc import Iterator

from engine.verdict import Cited, Ending, Line, Standing, Tally, frozen
from engine.victory_awaits.components.state import AXIS, MOSCOW, SOVIET, Setting, State, enemy
from engine.victory_awaits.components.terrain import name_of
from engine.victory_awaits.components.track import ELIMINATED
from engine.victory_awaits.concepts import lines_of, on_map

CITY, CITY_ALONE = 10, 5  # 16.1: with and without a line of communication
FAST, FAST_ALONE = 5, 2  # 16.2
BREAKTHROUGH, BREAKTHROUGH_ALONE = 10, 5  # 16.3


def towns_held(g: Setting, s: State) -> Tally:
    """The towns and cities of a training goal in the hands of the side that wants them (3.4)."""
    goal = g.setup.goal
    lines = [
        Line.of(
            "3.4",
            "ava.victory.held" if held else "ava.victory.missed",
            int(held),
            place=name_of(g.board, hex),
        )
        for hex in goal.hexes
        for held in [s.control[hex] == goal.side]
    ]
    return Tally.adding("ava.victory.total", lines, str(goal.need))


def _city_lines(g: Setting, s: State) -> Iterator[Line]:
    lines = lines_of(g, s, AXIS)
    for hex in g.cities:
        if s.control[hex] != AXIS:
            continue
        place, fed = name_of(g.board, hex), lines.reaches(hex)
        tail = "" if fed else "-alone"
        yield Line.of("16.1", f"ava.vp.city{tail}", CITY if fed else CITY_ALONE, place=place)
        if hex in s.stand_fast:
            value = FAST if fed else FAST_ALONE
            yield Line.of("16.2", f"ava.vp.stand-fast{tail}", value, place=place)


def _breakthrough_lines(g: Setting, s: State) -> Iterator[Line]:
    lines = lines_of(g, s, AXIS)
    sources = s.breached & g.sources(SOVIET)  # a breakthrough hex of 18.2 is none of them
    awards = [("source", sources), ("moscow", s.breached & g.sources(MOSCOW))]
    awards += [("hex", s.breached & {hex}) for hex in g.setup.goal.breakthrough]  # 18.2
    for name, hexes in awards:
        if hexes:
            fed = any(lines.reaches(hex) for hex in hexes)
            value = BREAKTHROUGH if fed else BREAKTHROUGH_ALONE
            tail = "" if fed else "-alone"
            rule = "18.2" if name == "hex" else "16.3"
            yield Line.of(rule, f"ava.vp.{name}{tail}", value, hex=tuple(sorted(hexes)))


def points(g: Setting, s: State) -> Tally:
    """The Axis victory points as they stand (16.1 to 16.3)."""
    whole = [
        unit
        for unit in on_map(g, s, AXIS)
        if g.units[unit].nation == "german" and g.units[unit].mechanized and unit not in s.reduced
    ]
    lost = [u for u in s.position.at(ELIMINATED[SOVIET]) if g.units[u].mechanized]
    lines = [
        *_city_lines(g, s),
        Line.of("16.1", "ava.vp.mechanized", len(whole)),
        Line.of("16.1", "ava.vp.eliminated", len(lost)),
        *_breakthrough_lines(g, s),
    ]
    return Tally.adding("ava.vp.total", lines, str(target(g, s)))


def target(g: Setting, s: State) -> int:
    """The points that the Axis needs: the scenario's, or its own bid (16.4, 17.1)."""
    return s.bid if s.bid is not None else g.setup.goal.points or 0


def score(g: Setting, s: State) -> Tally:
    """What decides the scenario."""
    return towns_held(g, s) if g.setup.goal.points is None else points(g, s)


def standing(g: Setting, s: State) -> Standing | None:
    """How it stands, and how it is won (3.4, 16.4); nothing in a drill about one turn."""
    setup, tally = g.setup, score(g, s)
    goal = setup.goal
    if setup.last_turn <= setup.first_turn or not (goal.hexes or goal.points):
        return None
    towns, rule = goal.points is None, "3.4" if goal.points is None else "16.4"
    params: dict[str, object] = {"have": tally.total, "need": tally.result, "last": setup.last_turn}
    if towns:
        params["winner"] = g.scenario.side(goal.side).name
        params["towns"] = [f"{name_of(g.board, hex)} ({hex})" for hex in goal.hexes]
    said, aim = (
        Cited(rule, f"ava.standing.{'towns' if towns else 'points'}{part}", frozen(params))
        for part in ("", "-aim")
    )
    return Standing(setup.last_turn, said, (aim,), (tally,))


def ending(g: Setting, s: State) -> Ending | None:
    """The winner at the end of the last turn (16.4)."""
    goal = g.setup.goal
    if goal.points is not None:
        tally = points(g, s)
        winner = AXIS if tally.total >= target(g, s) else SOVIET
        return Ending(winner, "16.4", "ava.ending.points", tally)
    if not goal.hexes:
        return Ending(None, "16.4", "ava.ending.over")
    tally = towns_held(g, s)
    winner = goal.side if tally.total >= goal.need else enemy(goal.side)
    return Ending(winner, "16.4", "ava.ending.towns", tally)
