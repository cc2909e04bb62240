"""What the kinds of question of this game share: the position as the side sees it that decides, and
questions of which the answer is a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.conflict_of_heroes.counters.state import Setting, State
from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.sums import worth
from engine.practice.question import Because, NotGood, Number, Option, Question, Text, good
from engine.values import replace
from engine.verdict import Cited, Line, Tally, frozen

FEWEST, MOST = 4, 6
"""Numbers to choose from."""


def position(game: Game) -> tuple[Setting, State]:
    """The rules, and the state as the side knows it that decides."""
    rules = game.rules
    assert isinstance(rules, Setting), "a firefight"
    return rules, rules.seen(game.state)


def looked_at(seen: Seen) -> tuple[Setting, State]:
    """The same where questions are looked for."""
    return position(seen.game)


def title(g: Setting, unit: str) -> str:
    """What a question calls a unit."""
    return g.units[unit].title


def spoken(name: str) -> str:
    """A marker as a question calls it."""
    return name.replace("-", " ")


def carded(name: str) -> str:
    """A card as its title has it."""
    return spoken(name).capitalize()


def shown(g: Setting, s: State) -> list[str]:
    """The units on the map that the side sees."""
    on_map = (u for side in g.sides for u in g.on_map(s, side))
    return [u for u in on_map if not s.of(u).hidden]


def need(holds: object, why: str) -> None:
    """The question is none where something does not hold."""
    if not holds:
        raise NotGood(why)


@dataclass(frozen=True)
class Worked:
    """A number that was worked out, and what it would be without a rule."""

    right: int | str
    without: Mapping[str, int | str]
    because: tuple[Because, ...] = ()
    key: str = ""
    """What more the question's words are called by, where they differ."""
    named: Mapping[str, str | int] = field(default_factory=dict)
    lit: tuple[str, ...] = ()


class Numbered(Kind):
    """What number is it? A text may stand for one: that it may not be at all."""

    also: tuple[str, ...] = ()
    """Texts that can always be answered."""
    least = 0
    """No less is offered."""

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        """What is right, and what would be without a rule."""
        raise NotImplementedError

    def pose(self, game: Game, args: Args) -> Question:
        g, s = position(game)
        work = self.work(g, s, args)
        off = {rule: other for rule, other in work.without.items() if other != work.right}
        lines = [line for tally in work.because if isinstance(tally, Tally) for line in tally]
        numbers = [n for n in (work.right, *off.values()) if isinstance(n, int)]
        around = numbers[0] if numbers else 2
        kept = dict.fromkeys([*numbers[:MOST], *self._near(around, work.right)])
        if len(dict.fromkeys(numbers)) > MOST:
            raise NotGood("too many ways to be wrong")
        offered = sorted(list(kept)[: max(FEWEST, len(dict.fromkeys(numbers)))])
        options = [
            Option(str(n), Number(str(n)), _why(n, off, lines) if n != work.right else ())
            for n in offered
        ]
        texts = dict.fromkeys(
            [*self.also, *(n for n in (work.right, *off.values()) if isinstance(n, str))]
        )
        options += [Option(name, Text(f"practice.{name}")) for name in texts]
        key = f"practice.{self.name}{work.key}"
        return good(
            Question(
                self.name,
                Cited(next(iter(off), ""), key, frozen(work.named)),
                tuple(options),
                frozenset((str(work.right),)),
                {rule: frozenset((str(other),)) for rule, other in off.items()},
                because=work.because,
                lit=work.lit,
            )
        )

    def _near(self, number: int, right: int | str) -> Iterator[int]:
        for step in (1, -1, 2, 3, -2):
            if number + step >= min(self.least, number):
                yield number + step

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The lines of its sum are added up anew."""
        if set(self.also) & posed.right:
            return
        for tally in posed.because:
            if isinstance(tally, Tally) and posed.right != {str(sum_of(tally))}:
                yield f"the lines come to {sum_of(tally)}"


def explained(posed: Question, why: Mapping[str, tuple[Because, ...]]) -> Question:
    """The same question with what the rules say of each of its options."""
    options = tuple(replace(o, because=why.get(o.name, o.because)) for o in posed.options)
    return replace(posed, options=options)


def sum_of(tally: Tally) -> int:
    """The lines of a tally together."""
    return sum(int(line.value or 0) for line in tally.lines)


def dropped(tally: Tally, *kept: str) -> dict[str, int]:
    """What a sum would be without each rule's lines, but for some."""
    total = int(tally.total)
    return {rule: total - int(v) for rule, v in worth(tally).items() if rule not in kept}


def _why(number: int, off: Mapping[str, int | str], lines: list[Line]) -> tuple[Line, ...]:
    """The lines that somebody leaves out who answers so."""
    rules = {rule for rule, other in off.items() if other == number}
    return tuple(line for line in lines if line.rule in rules)
