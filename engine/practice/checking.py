"""Checking: every shipped question posed anew, and its answer worked out by another way."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from engine.catalogue import game_info
from engine.errors import Problem
from engine.game import Game
from engine.practice.kinds import kinds_of
from engine.practice.question import Question
from engine.practice.stock import Drill, Line, stock
from engine.rulebook import BINDING

ENOUGH = 20
"""So many questions on a rule are enough to practise it."""


Reader = Callable[[Game, Question], str]
READERS: list[Reader] = []
"""Who reads a question out, and says what is wrong with how it reads; filled by `tutor`."""


def ill_read(game: Game, posed: Question) -> str:
    """What is wrong with how a question reads; empty where nothing is."""
    return next(filter(None, (read(game, posed) for read in READERS)), "")


def by_line(drills: Iterable[Drill]) -> Iterator[tuple[Line, list[Drill]]]:
    """Questions game by game, in the order in which they come up there."""
    found: dict[Line, list[Drill]] = defaultdict(list)
    for drill in drills:
        found[drill.line].append(drill)
    for line, many in found.items():
        yield line, sorted(many, key=lambda drill: drill.ply)


def faults(drills: Iterable[Drill]) -> Iterator[tuple[Drill, str]]:
    """What is wrong with which question."""
    for line, found in by_line(drills):
        game, done = line.start(), 0
        for drill in found:
            for action in line.actions[done : drill.ply]:
                game.apply(action)
            done = max(done, drill.ply)
            for fault in _faults(drill, game):
                yield drill, fault


def _faults(drill: Drill, game: Game) -> Iterator[str]:
    try:
        posed = drill.pose(game)
    except Problem as problem:
        yield str(problem)
        return
    known = game_info(drill.game).rulebook.rules
    yield from (f"there is no rule {rule}" for rule in posed.rules if rule not in known)
    for name in posed.right:
        if not posed.judge(posed.right if posed.all else (name,)):
            yield f"the right answer {name} is not taken"
    for rule, answer in posed.without.items():
        given = tuple(answer if posed.all else answer - posed.right)
        given = given if posed.all else given[:1]
        if given and rule not in posed.missed(given):
            yield f"the answer without {rule} is not known as such"
    if told := ill_read(game, posed):
        yield told
    yield from kinds_of(drill.game)[drill.kind].again(game, drill.args, posed)


@dataclass
class Count:
    """How many questions there are about a game."""

    game: str
    questions: int
    kinds: dict[str, int]
    rules: dict[str, int] = field(default_factory=dict)
    """Questions that practise each rule that is to be enforced."""
    excused: dict[str, str] = field(default_factory=dict)
    """Why there are too few on a rule."""

    @property
    def served(self) -> int:
        """Rules on which there are enough."""
        return sum(count >= ENOUGH for count in self.rules.values())

    @property
    def unexplained(self) -> list[str]:
        """Rules that have too few, and nobody says why."""
        few = (rule for rule, count in self.rules.items() if count < ENOUGH)
        return [rule for rule in few if rule not in self.excused]

    def to_json(self) -> dict[str, object]:
        """As one plain object."""
        return {
            "game": self.game,
            "questions": self.questions,
            "kinds": self.kinds,
            "enforced": len(self.rules),
            "enough": self.served,
            "share": round(self.served / max(len(self.rules), 1), 3),
            "rules": self.rules,
            "excused": self.excused,
            "unexplained": self.unexplained,
        }


def count(game: str) -> Count:
    """The questions about a game, by kind and by rule."""
    book = game_info(game).rulebook
    drills = stock(game).drills
    kinds = Counter(drill.kind for drill in drills)
    by_rule = stock(game).by_rule
    binding = [rule.id for rule in book.rules.values() if rule.status in BINDING]
    return Count(
        game,
        len(drills),
        {kind: kinds[kind] for kind in kinds_of(game) if kinds[kind]},
        {rule: len(by_rule.get(rule, ())) for rule in binding},
        dict(book.undrilled),
    )
