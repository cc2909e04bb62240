"""Dice against a defence: thrown by the rules, and reckoned beforehand for the player."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.game import Course
from engine.verdict import Line, Tally


def throw(course: Course, name: str, count: int) -> tuple[int, ...]:
    """So many dice."""
    return tuple(course.chance.roll(name) for _ in range(count))


def hits(faces: Iterable[int], need: int) -> int:
    """How many dice reach a defence value (0.0, 3.0 sniper)."""
    return sum(face >= need for face in faces)


def hit_chance(dice: int, need: int) -> Fraction:
    """The chance that one die or more of several reaches a defence value."""
    miss = Fraction(min(max(need - 1, 0), 6), 6)
    return 1 - miss ** max(dice, 0)


def sum_chance(dice: int, need: int) -> Fraction:
    """The chance that several dice add up to a number or more (3.0 storm group)."""
    ways = {0: 1}
    for _ in range(dice):
        rolled: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, 7):
                rolled[total + face] = rolled.get(total + face, 0) + count
        ways = rolled
    return Fraction(sum(n for total, n in ways.items() if total >= need), 6**dice)


def against(key: str, lines: Iterable[Line], need: int) -> Tally:
    """A number of dice as the sum of its lines, with what they must reach."""
    return Tally.adding(key, lines, f"{need}+")
