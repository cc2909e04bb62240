"""Dice and draws: thrown by the rules, and reckoned beforehand for the player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.game import Course
from engine.verdict import Line, Tally, added


def throw(course: Course, name: str, count: int) -> tuple[int, ...]:
    """So many dice."""
    return tuple([course.chance.roll(name) for _ in range(count)])


def draw(cards: Sequence[str], name: str, course: Course) -> tuple[str, tuple[str, ...]]:
    """One of some shuffled cards - the last without chance - and those that are left."""
    card = cards[0] if len(cards) == 1 else course.chance.draw(name, cards)
    return card, tuple([other for other in cards if other != card])


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


@dataclass(frozen=True, slots=True)
class Throw(Tally):
    """Dice about to be thrown: how many, as the sum of its lines, and what they must come to."""

    need: int = 0
    """What one of them must reach, or all of them together."""
    summed: bool = False

    @property
    def dice(self) -> int:
        """How many; a line may take off more than there are."""
        return max(0, int(self.total))

    @property
    def chance(self) -> Fraction:
        """The chance of success, reckoned and not enumerated."""
        return (sum_chance if self.summed else hit_chance)(self.dice, self.need)


def against(key: str, lines: Iterable[Line], need: int) -> Throw:
    """Dice of which one must reach a defence value (0.0, 3.0 sniper)."""
    kept = tuple(lines)
    return Throw(key, kept, added(kept), f"{need}+", need=need)


def together(key: str, lines: Iterable[Line], need: int) -> Throw:
    """Dice that must add up to a number (3.0 storm group)."""
    kept = tuple(lines)
    return Throw(key, kept, added(kept), f"sum {need}", need=need, summed=True)


def succeeds(
    fire: Throw, name: str, rule: str, keys: tuple[str, str], course: Course, **about: object
) -> bool:
    """Throw the dice; whether one of them reaches the defence, told by the first of two keys."""
    dice = throw(course, name, fire.dice)
    hit = hits(dice, fire.need) > 0
    course.tell(rule, keys[0 if hit else 1], dice=dice, need=fire.need, **about)
    return hit
