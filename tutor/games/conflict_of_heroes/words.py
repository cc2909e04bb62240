"""Words and figures of a firefight: heights, facings, cards, impulses, chances on the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.values import Action
from engine.words import catalogue

GAME = "conflict-of-heroes"
ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
AIMS = {"planes": "the planes over ", "ground": "the ground of "}
TWO_DICE = Counter(a + b for a in range(1, 7) for b in range(1, 7))


def say(key: str, **params: Any) -> str:
    """The words of a key, filled in."""
    return catalogue().say(key, params.items())


def metres(altitude: int) -> str:
    """A height as the counters of a plane say it (20.1)."""
    return f"{50 * (altitude + 1)} m"


def facing_name(facing: str) -> str:
    """A side of a hex, with its arrow."""
    return f"{ARROWS[facing]} {facing}"


def card_title(card: str) -> str:
    """A card as its title has it."""
    return card.replace("-", " ").capitalize()


def unknown(target: str) -> str:
    """A target that is no unit: works, or whoever may hide there."""
    kind, _, work = target.partition(":")
    return say(f"coh.named.{kind}", work=work.replace("-", " "))


def flight(steps: Sequence[str]) -> str:
    """Impulses of a plane in words (20.0 impulses)."""
    return ", ".join(_impulse(*step.split()) for step in steps)


def _impulse(word: str, what: str = "", more: str = "") -> str:
    if word == "bomb":
        return f"{more or 1} bomb{'s' if more not in ('', '1') else ''} on {what}"
    if word == "go":
        return "off the map" if what == "off" else what
    return " ".join(filter(None, (word, what, more)))


def spent_on_dice(action: Action) -> int:
    """The CAP that go with the dice of a move (3.23)."""
    return abs(int(action.get("cap", 0))) + sum(abs(int(cap)) for cap in action.get("caps", ()))


def at_least(need: int, dice: int = 2) -> Fraction:
    """The chance that two dice, or one, show so much."""
    if dice == 1:
        return Fraction(max(0, min(6, 7 - need)), 6)
    return Fraction(sum(n for total, n in TWO_DICE.items() if total >= need), 36)


def percent(chance: Fraction) -> str:
    """A chance as a person reads it; never a rounded certainty."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    return f"{min(max(round(float(chance) * 100), 1), 99)}%"
