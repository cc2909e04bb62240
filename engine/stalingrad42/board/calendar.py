"""Chapters 19, 23 and 24: dates, weather, benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rulebook import enforces
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import Setting
from engine.zocbond.board.state import State

MUD_TURNS = range(20, 27)
"""Rain in these turns leaves mud in the next one (23.3.2)."""


@enforces("19.4")
def returns_in(turn: int) -> int:
    """A non-combat unit comes back two turns after it left (19.4)."""
    return turn + 2


def season(turn: int) -> str:
    """The column of the weather table: summer, September, mud, winter (23.1)."""
    if turn < 17:
        return "summer"
    if turn < 21:
        return "september"
    return "mud" if turn < 28 else "winter"


def sky_roll(g: Setting, turn: int, die: int, before: str) -> str:
    """What the table says; 1 is added after rain or snow where it has a star (23.1)."""
    column = season(turn)
    stormy = before in ("rain", "snow") and column in ("mud", "winter")
    return str(g.charts["weather"].value(str(min(7, die + stormy)), column))


@enforces("23.3.1")
def weather_roll(g: Setting, turn: int, die: int, before: str) -> str:
    """The weather: under a dry sky there is mud the turn after rain, until winter (23.3.1,
    23.3.2)."""
    sky = sky_roll(g, turn, die, before)
    muddy = before == "rain" and turn - 1 in MUD_TURNS and sky in ("clear", "overcast")
    return "mud" if muddy else sky


def mud_marker(g: Setting, rains: Sequence[int]) -> int | None:
    """The turn whose box holds the mud marker after rain in some turns: where a dry sky brings mud
    (23.3.2)."""
    turn = max(rains, default=0) + 1
    return turn if weather_roll(g, turn, 6, "rain" if rains else "") == "mud" else None


@enforces("23.3.3")
def sky_of(s: State) -> str:
    """The sky over the mud, or the weather itself (23.3.3)."""
    weather = records(s).weather
    return records(s).sky if weather == "mud" else weather


def benchmark(g: Setting, points: int, mark: int) -> str | None:
    """Automatic victory: six over or under the benchmark of the turn (24.2)."""
    margin = g.figure("automatic-margin")
    if points >= mark + margin:
        return "german"
    if points <= mark - margin:
        return "soviet"
    return None


def winter(s: State) -> bool:
    """From turn 28 (23.4)."""
    return s.turn >= 28
