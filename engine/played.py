"""Which rules a game uses: those that the code keeps which runs while it is played.

A line that enforces a rule (`engine.enforcing`) counts when it runs. What a function `@enforces`,
or cites in its docstring, counts when it has something to say: it returns or yields what is not
empty, false or just what it was given; a class's docstring counts with any of its methods. What a
table or a module keeps counts when a decision, an event, a reason, a line of a tally or an ending
carries it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import CodeType, FrameType
from typing import Any

from engine import catalogue
from engine.bots import BOTS, TOO_LONG, make_bot
from engine.catalogue import GameInfo
from engine.chance import Seeded
from engine.coverage import ROOT, folders, pattern
from engine.enforcing import places
from engine.game import Decision, Ending, Event, Game
from engine.verdict import Line, Reason, Verdict

CARRIERS = frozenset(id(kind.__init__.__code__) for kind in (Decision, Ending, Event, Line, Reason))
"""The code that makes whatever carries a rule."""


@dataclass
class Cites:
    """What a file enforces by line, and what its functions mark or cite, by their first line."""

    lines: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    calls: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))


def cites(source: str, ids: re.Pattern[str], enforced: Mapping[int, set[str]]) -> Cites:
    """Where the code of a file keeps which rules; `enforced` are the lines that enforce them."""
    found = Cites()
    found.lines.update(enforced)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            cited = set(ids.findall(ast.get_docstring(node) or ""))
            for one in inside:
                if isinstance(one, ast.FunctionDef):
                    marks = range(_first(one), one.lineno)
                    found.calls[_first(one)] |= cited.union(*(enforced.get(n, ()) for n in marks))
    return found


def _first(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(mark.lineno for mark in node.decorator_list)])


@cache
def _cites_of(info: GameInfo) -> dict[str, Cites]:
    by_line: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for rule, here in places(ROOT, info.package, info.family, info.rulebook).items():
        for place in here:
            by_line[str(ROOT / place.file)][place.line].add(rule)
    ids = pattern(info.rulebook.rules)
    files = [path for folder in folders(info) for path in sorted(folder.rglob("*.py"))]
    return {str(p): cites(p.read_text("utf-8"), ids, by_line[str(p)]) for p in files}


@dataclass
class Sought:
    """What one function cites: by line, and by its docstring; the code, so that its id lasts."""

    code: CodeType
    lines: dict[int, set[str]]
    spoken: set[str]
    over: bool = False

    @cached_property
    def rules(self) -> set[str]:
        """All it cites."""
        return self.spoken.union(*self.lines.values())


class Watch:
    """Sees which rules of a game are used inside `with watch:`; `known` ones need no search.

    A function is watched line by line only while it cites a rule that has not been seen.
    """

    def __init__(self, info: GameInfo, known: Iterable[str] = ()) -> None:
        self.used: set[str] = set(known)
        self._rules = info.rulebook.rules
        self._cites = _cites_of(info)
        self._sought: dict[int, Sought] = {}
        self._before: Any = None

    def __enter__(self) -> Watch:
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(self._before)
        self.used &= self._rules.keys()

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        code = id(frame.f_code)
        if code in CARRIERS:
            self.used.add(frame.f_locals["rule"])
            return None
        sought = self._sought.get(code)
        if sought is None:
            sought = self._sought[code] = self._meet(frame.f_code)
        if sought.over:
            return None
        if sought.rules <= self.used:
            sought.over = True
            return None
        frame.f_trace_lines = bool(sought.lines)
        return self._inside(sought, list(frame.f_locals.values()) if sought.spoken else [])

    def _meet(self, code: CodeType) -> Sought:
        found = self._cites.get(code.co_filename, Cites())
        lines = {line for _, _, line in code.co_lines() if line in found.lines}
        return Sought(
            code,
            {line: found.lines[line] for line in lines},
            found.calls.get(code.co_firstlineno, set()),
        )

    def _inside(self, sought: Sought, given: list[object]) -> Any:
        """Watches one call: the lines it runs, and what it says beside what it was given."""

        def ran(frame: FrameType, event: str, arg: Any) -> Any:
            if event == "line":
                self.used |= sought.lines.get(frame.f_lineno, set())
            elif event == "return" and sought.spoken and _says(arg, given):
                self.used |= sought.spoken
            return ran

        return ran


def _says(answer: object, given: list[object]) -> bool:
    """Whether an answer is more than nothing: a refusal is."""
    if isinstance(answer, Verdict):
        return True
    return bool(answer) and not any(answer is value for value in given)


def play(game: Game, bot: str, seed: int | str, enough: Callable[[], bool] = lambda: False) -> None:
    """Play a game by one bot a side, to its end or until that is enough."""
    players = {side.id: make_bot(bot, f"{seed}/{side.id}") for side in game.scenario.sides}
    for _ in range(TOO_LONG):
        if enough():
            return
        if game.decision is None:
            assert game.ending is not None, "a game that owes nothing has ended"
            return
        action = players[game.decision.side].choose(game)
        game.tally(action)
        game.apply(action)


def played(
    scenarios: Iterable[str],
    games: int = 1,
    bots: Iterable[str] = tuple(BOTS),
    seed: int = 1,
) -> dict[str, set[str]]:
    """Each rule that some game used, with the scenarios that used it; each bot plays `games`."""
    names = list(bots)
    found: dict[str, set[str]] = defaultdict(set)
    for scenario in scenarios:
        info = catalogue.game_info(scenario.partition("/")[0])
        rules = catalogue.rules_of(scenario)
        watch = Watch(info)
        for number in range(seed, seed + games):
            for bot in names:
                with watch:
                    play(Game(rules, Seeded(number)), bot, number)
        for rule in watch.used:
            found[rule].add(scenario)
    return dict(found)
