"""Halving and doubling of single units, the sums of both sides, the odds and their columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

SUDDEN = 99
"""The odds against a hex whose defenders add nothing."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one unit brings to a sum: its strength, what halves it, what doubles it."""

    unit: str
    base: int
    halved: tuple[tuple[str, str], ...] = ()
    """(rule, key) of everything that halves it."""
    doubled: tuple[tuple[str, str], ...] = ()


def half(number: int) -> int:
    """Half a strength, rounded up."""
    return (number + 1) // 2


def total(g: Family, shares: Iterable[Share], key: str, rule: str, cap: int = 0) -> Tally:
    """A sum of strengths; ones are pooled before they are halved, the cap comes last."""
    lines: list[Line] = []
    pools: dict[tuple[int, bool], list[Share]] = {}
    for share in shares:
        times = min(len(share.halved), g.figure("halvings"))
        if share.base == 1 and times:
            pools.setdefault((times, bool(share.doubled)), []).append(share)
            continue
        value = share.base
        for _ in range(times):
            value = half(value)
        if share.doubled:
            value *= 2
        lines += _notes(g, [share])
        lines.append(
            Line.of(g.rule("strength"), "zb.sum.unit", value, unit=g.unit_name(share.unit))
        )
    for (times, twice), pool in pools.items():
        value = len(pool)
        for _ in range(times):
            value = half(value)
        lines += _notes(g, pool)
        names = tuple(g.unit_name(share.unit) for share in pool)
        lines.append(
            Line.of(g.rule("halving"), "zb.sum.pool", value * 2 if twice else value, unit=names)
        )
    found = Tally.adding(key, lines)
    if cap and found.total > cap:
        lines.append(Line.of(rule, "zb.sum.cap", cap - int(found.total), cap=cap))
        found = Tally.adding(key, lines)
    return found


def _notes(g: Family, shares: Sequence[Share]) -> list[Line]:
    notes: list[Line] = []
    for share in shares:
        for rule, key in (*share.halved, *share.doubled[:1]):
            notes.append(Line.of(rule, key, unit=g.unit_name(share.unit)))
    return notes


def ratio(attack: int, defence: int) -> int:
    """Odds as a place on a line without ends: 0 is 1-1, 3 is 4-1, -2 is 1-3."""
    if attack <= 0:
        return -SUDDEN
    if defence <= 0:
        return SUDDEN
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def odds_name(place: int) -> str:
    """`4-1` for 3, `1-3` for -2."""
    return f"{place + 1}-1" if place >= 0 else f"1-{1 - place}"


@dataclass(frozen=True, slots=True)
class Odds:
    """From two strengths and shifts to a column of the table."""

    attack: Tally
    defence: Tally
    shifts: tuple[Line, ...]
    start: int
    place: int
    column: str
    """A column, `auto` for an automatic DS, `none` where the attack is not allowed."""

    @property
    def shift(self) -> int:
        """All shifts together, to the right positive."""
        return self.place - self.start


def settle(g: Family, attack: Tally, defence: Tally, shifts: Sequence[Line]) -> Odds:
    """Shift first, then hold the column within the table."""
    start = ratio(int(attack.total), int(defence.total))
    place = start + sum(int(line.value or 0) for line in shifts)
    return Odds(attack, defence, tuple(shifts), start, place, g.column(place))


def bare(g: Family, attack: int, defence: int, shift: int = 0) -> dict[str, object]:
    """The column of two plain numbers, for a question without a board."""
    start = ratio(attack, defence)
    place = start + shift
    return {"start": odds_name(start), "column": g.column(place), "place": place}


def sheet(odds: Odds) -> Tally:
    """The tally of a battle: both sums and every shift; the result is the column."""
    return Tally("zb.odds.total", odds.shifts, odds.shift, odds.column, (odds.attack, odds.defence))
