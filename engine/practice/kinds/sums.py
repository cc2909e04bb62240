"""What does it come to: a sum with its total hidden, a column of the results table, the best of
several."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from random import Random

from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen, sums
from engine.practice.question import (
    Answer,
    NotGood,
    Number,
    Option,
    Question,
    good,
    shuffled,
)
from engine.values import Action
from engine.verdict import Cited, Line, Tally, whole

FEWEST, MOST = 3, 5
"""Answers to choose from."""
CRT = "crt"


def worth(tally: Tally) -> dict[str, Fraction]:
    """What each rule adds to a sum."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for line in tally.lines:
        if line.value:
            found[line.rule] += Fraction(line.value)
    return {rule: value for rule, value in found.items() if rule and value}


def counted(
    kind: str,
    about: Cited,
    options: Iterable[Option],
    answers: tuple[Answer, Mapping[str, Answer]],
    action: Action,
    tally: Tally,
) -> Question:
    """A question about what an action comes to: what is right, and what without each rule."""
    right, off = answers
    asked = Question(kind, about, tuple(options), right, off, action=action, because=(tally,))
    return good(asked)


class Sum(Kind):
    """What is the sum?"""

    name = "sum"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for actions in seen.legal.values():
            for action in actions:
                for place, tally in sums(seen.game.tally(action)):
                    if worth(tally):
                        yield {"action": action.to_json(), "part": place}

    def pose(self, game: Game, args: Args) -> Question:
        action = Action.from_json(args["action"])
        if not game.explain(action):
            raise NotGood("it is forbidden")
        tally = dict(sums(game.tally(action))).get(args["part"])
        if tally is None:
            raise NotGood("it is no sum")
        total = Fraction(tally.total)
        right = frozenset((str(whole(total)),))
        off = {rule: frozenset((str(whole(total - v)),)) for rule, v in worth(tally).items()}
        named: dict[Fraction, list[Line]] = {total: []}
        for line in tally.lines:
            if line.value:
                named.setdefault(total - line.value, []).append(line)
        for rule, value in worth(tally).items():
            named.setdefault(total - value, [line for line in tally.lines if line.rule == rule])
        for line in tally.lines:
            if line.value and len(named) < FEWEST + 1:
                named.setdefault(total + line.value, [])
        for step in (1, -1, 2):
            if len(named) < FEWEST + 1 and (total < 0 or total + step >= 0):
                named.setdefault(total + step, [])
        kept = {total, *(Fraction(one) for w in off.values() for one in w)}
        kept |= set([value for value in named if value not in kept][: max(0, MOST - len(kept))])
        if len(kept) > MOST + 1:
            near = sorted(kept - {total}, key=lambda v: (abs(v - total), v))[:MOST]
            kept = {total, *near}
        options = [
            Option(str(whole(value)), Number(str(whole(value))), tuple(named.get(value, ())))
            for value in sorted(kept)
        ]
        about = Cited.of(next(iter(off), ""), "practice.sum", what=tally.key)
        return counted(self.name, about, options, (right, off), action, tally)

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The lines are added up anew; those of a way are the sums of its steps."""
        (tally,) = posed.because
        assert isinstance(tally, Tally), "a sum is explained by itself"
        total = sum((Fraction(line.value) for line in tally.lines if line.value), Fraction(0))
        if posed.right != {str(whole(total))}:
            yield f"the lines come to {total}"


class Column(Kind):
    """Which column of the results table?"""

    name = "column"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        columns = columns_of(seen.game)
        for actions in seen.legal.values() if columns else ():
            for action in actions:
                tally = seen.game.tally(action)
                if tally is not None and tally.result in columns and shifts(tally):
                    yield {"action": action.to_json()}

    def pose(self, game: Game, args: Args) -> Question:
        action = Action.from_json(args["action"])
        if not game.explain(action):
            raise NotGood("it is forbidden")
        tally, columns = game.tally(action), columns_of(game)
        if tally is None or tally.result not in columns:
            raise NotGood("there is no column")
        place = columns.index(tally.result)
        off: dict[str, frozenset[str]] = {}
        why: dict[str, list[Line]] = defaultdict(list)
        for rule, value in shifts(tally).items():
            other = columns[min(max(place - value, 0), len(columns) - 1)]
            if other != tally.result:
                off[rule] = frozenset((other,))
                why[other] += [line for line in tally.lines if line.rule == rule]
        near = sorted(range(len(columns)), key=lambda other: (abs(other - place), other))
        kept = {tally.result, *why}
        kept |= {columns[other] for other in near[: MOST + 1 - len(kept)]}
        options = [Option(c, Number(c), tuple(why[c])) for c in columns if c in kept]
        about = Cited.of(next(iter(off), ""), "practice.column")
        right = frozenset((tally.result,))
        return counted(self.name, about, options, (right, off), action, tally)

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """From the strengths: the odds without a shift, then as many columns as the lines say."""
        (tally,) = posed.because
        assert isinstance(tally, Tally), "a column is explained by its sum"
        if len(tally.parts) < 2 or not tally.parts[1].total:
            return
        columns = columns_of(game)
        odds = Fraction(tally.parts[0].total) / Fraction(tally.parts[1].total)
        fits = [place for place, column in enumerate(columns) if ratio(column) <= odds]
        place = (max(fits) if fits else 0) + sum(shifts(tally).values())
        column = columns[min(max(place, 0), len(columns) - 1)]
        if posed.right != {column}:
            yield f"the strengths and shifts come to {column}"


def ratio(column: str) -> Fraction:
    """What a column of odds stands for: `3-1` is three to one."""
    attack, _, defence = column.partition("-")
    return Fraction(attack) / Fraction(defence)


def columns_of(game: Game) -> tuple[str, ...]:
    """The columns of the game's results table, worst first."""
    chart = game.rules.charts.get(CRT)
    return chart.columns if chart is not None else ()


def shifts(tally: Tally) -> dict[str, int]:
    """By how many columns each rule shifts."""
    found: dict[str, int] = defaultdict(int)
    for line in tally.lines:
        if ".shift." in line.key and isinstance(line.value, int):
            found[line.rule] += line.value
    return {rule: value for rule, value in found.items() if value}


class Best(Kind):
    """Which of these comes to the most?"""

    name = "best"
    COUNT = 4

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for actions in seen.legal.values():
            by_key = defaultdict(list)
            for action in actions:
                tally = seen.game.tally(action)
                if (tally is not None and "" in dict(sums(tally))) or (
                    tally is not None and tally.result in columns_of(seen.game)
                ):
                    by_key[tally.key].append(action)
            for found in by_key.values():
                if len(found) >= FEWEST:
                    chosen = random.sample(found, min(len(found), self.COUNT))
                    yield {"actions": [action.to_json() for action in chosen]}

    def pose(self, game: Game, args: Args) -> Question:
        actions = [Action.from_json(told) for told in args["actions"]]
        columns = columns_of(game)
        tallies = []
        for action in actions:
            tally = game.tally(action)
            if tally is None or not game.explain(action):
                raise NotGood("one of them is forbidden")
            tallies.append(tally)
        if len({tally.key for tally in tallies}) > 1:
            raise NotGood("they are no sums of one kind")
        by_column = all(tally.result in columns for tally in tallies)

        def value(tally: Tally, rule: str = "") -> Fraction:
            if by_column:
                return Fraction(columns.index(str(tally.result)) - shifts(tally).get(rule, 0))
            return Fraction(tally.total) - worth(tally).get(rule, 0)

        def best(rule: str = "") -> frozenset[str]:
            values = [value(tally, rule) for tally in tallies]
            return frozenset(str(n) for n, v in enumerate(values) if v == max(values))

        rules = dict.fromkeys(line.rule for tally in tallies for line in tally.lines if line.value)
        right = best()
        off = {rule: best(rule) for rule in rules if rule and best(rule) != right}
        options = shuffled(
            [
                Option(str(place), action, (tally,))
                for place, (action, tally) in enumerate(zip(actions, tallies, strict=True))
            ],
            str(args),
        )
        about = Cited.of(next(iter(off), ""), "practice.best", what=tallies[0].key)
        said = tuple(tallies)
        return good(Question(self.name, about, options, right, off, because=said))
