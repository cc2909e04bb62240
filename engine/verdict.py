"""What the rules say: why not, how much, who decides, what happened, who won. Data only; the words
live in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self, TypeVar

from engine.chance import Chance

Number = int | Fraction


def frozen(params: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Parameters as a hashable, ordered value."""
    return tuple(params.items() if len(params) < 2 else sorted(params.items()))


@dataclass(frozen=True, slots=True)
class Cited:
    """Something the rules say, as data: which rule, what (a catalogue key), who and where."""

    rule: str
    key: str
    params: tuple[tuple[str, Any], ...] = ()
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        rule: str,
        key: str,
        *,
        hexes: Iterable[str] = (),
        units: Iterable[str] = (),
        **params: Any,
    ) -> Self:
        """With its parameters as keywords."""
        return cls(rule, key, frozen(params), tuple(hexes), tuple(units))


@dataclass(frozen=True, slots=True)
class Reason(Cited):
    """One rule that forbids an action: which, why, who and where; the words name the way out."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Allowed, or every reason why not."""

    reasons: tuple[Reason, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether no rule forbids it."""
        return not self.reasons

    def __bool__(self) -> bool:
        return self.allowed

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that forbid it, each once."""
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))


ALLOWED = Verdict()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a tally: what, how much, by which rule. A note has no value."""

    rule: str
    key: str
    value: Number | None = None
    params: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, rule: str, key: str, value: Number | None = None, **params: Any) -> Line:
        """A line with its parameters as keywords."""
        return cls(rule, key, value, frozen(params))


@dataclass(frozen=True, slots=True)
class Tally:
    """A number as the list of its parts; `result` is the total in the rules' own terms."""

    key: str
    lines: tuple[Line, ...] = ()
    total: Number = 0
    result: str | None = None
    parts: tuple[Tally, ...] = ()

    @classmethod
    def adding(cls, key: str, lines: Iterable[Line], result: str | None = None) -> Tally:
        """A tally whose total is the sum of its lines."""
        kept = tuple(lines)
        return cls(key, kept, added(kept), result)

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)


def added(lines: Iterable[Line]) -> Number:
    """The sum of some lines."""
    total: Number = sum([line.value for line in lines if line.value is not None], 0)
    return whole(total)


def whole(number: Number) -> Number:
    """A fraction as an int when it is one."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return number.numerator
    return number


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides what now. `kind` keys the prompt in the catalogue."""

    side: str
    kind: str
    rule: str
    params: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, side: str, kind: str, rule: str, **params: Any) -> Decision:
        """A decision with its parameters as keywords."""
        return cls(side, kind, rule, frozen(params))


@dataclass(frozen=True, slots=True)
class Event(Cited):
    """One thing that happened, with the rule that made it happen."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winner (None for a draw), by which rule, and the score."""

    winner: str | None
    rule: str
    key: str
    tally: Tally | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a scenario of several turns stands: in one line, how it is won, the sums behind it."""

    last: int
    """Its last turn."""
    said: Cited
    aims: tuple[Cited, ...]
    sums: tuple[Tally, ...]
    worth: Mapping[str, int] = field(default_factory=dict)
    """The hexes that are worth points, and how many."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What an action that was begun asks for next: a slot, and what can fill it."""

    slot: str
    candidates: Iterable[Any]


class Course:
    """What rules code is handed while it acts: chance to ask, and a log to write."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.events: list[Event] = []
        self.halted = False
        """Whether what follows is left open, because it has no end where every way is tried."""

    def again(self) -> None:
        """Say that a throw decided nothing and is made again, as often as it takes."""
        self.halted = self.chance.branches

    def tell(self, rule: str, key: str, *, hexes: Any = (), units: Any = (), **params: Any) -> None:
        """Log an event."""
        self.events.append(Event(rule, key, frozen(params), tuple(hexes), tuple(units)))


F = TypeVar("F", bound=Callable[..., object])


def enforces(*rules: str) -> Callable[[F], F]:
    """Say what a function enforces without a word to the player: a permission, a set, a number. In
    code that two games share a topic stands for the rule. `tests/engine/test_coverage.py` sees that
    the rules exist and that the function does something."""
    return lambda function: function
