"""Which rules a game uses: those cited by the rules code that runs while it is played.

What a function `@enforces`, or cites in its docstring, counts when it has something to say: it
returns or yields what is not empty, false or just what it was given; a class's docstring counts
with any of its methods. A
string's or a comment's counts when the statement it belongs to runs. What a table or a module
cites counts when a decision, an event, a reason, a line of a tally or an ending carries it.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import CodeType, FrameType, MappingProxyType
from typing import Any

from engine import catalogue
from engine.bots import BOTS, TOO_LONG, make_bot
from engine.catalogue import GameInfo
from engine.chance import Seeded
from engine.coverage import folders, pattern
from engine.game import Decision, Ending, Event, Game
from engine.verdict import Line, Reason, Verdict

CARRIERS = frozenset(id(kind.__init__.__code__) for kind in (Decision, Ending, Event, Line, Reason))
"""The code that makes whatever carries a rule."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
NO_TOPICS: Mapping[str, str] = MappingProxyType({})


@dataclass
class Cites:
    """What a file cites: by a function's first line when it is called, by line when that runs."""

    calls: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    lines: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))


def cites(source: str, ids: re.Pattern[str], topics: Mapping[str, str] = NO_TOPICS) -> Cites:
    """Where the functions of a file cite which rules; in shared code they enforce topics."""
    found, tree = Cites(), ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            found.calls[_first(node)] |= {topics.get(name, name) for name in _enforced(node)}
    spans = sorted(_spans(tree))
    documented = dict(_documented(tree))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in (tokenize.STRING, tokenize.COMMENT):
            continue
        rules = set(ids.findall(token.string))
        line = token.start[0]
        if line in documented:
            for first in documented[line]:
                found.calls[first] |= rules
        elif rules:
            for number in _statement(spans, line, token.type == tokenize.COMMENT):
                found.lines[number] |= rules
    return found


def _enforced(node: Function) -> Iterator[str]:
    """What the marks of a function name: `@enforces("9.2")`."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "enforces":
            yield from (str(ast.literal_eval(arg)) for arg in mark.args)


def _first(node: Function) -> int:
    return min([node.lineno, *(mark.lineno for mark in node.decorator_list)])


def _documented(tree: ast.Module) -> Iterator[tuple[int, list[int]]]:
    """The line of a docstring, and the first lines of the functions it speaks of."""
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef) and ast.get_docstring(node) is not None:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            yield node.body[0].lineno, [_first(f) for f in inside if isinstance(f, Function)]


def _spans(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """First and last line of every statement of a function; of a compound one, its header's."""
    for node in ast.walk(tree):
        if isinstance(node, Function):
            for inner in ast.walk(node):
                if isinstance(inner, ast.stmt | ast.match_case) and inner is not node:
                    yield _header(inner)
        elif isinstance(node, ast.Lambda):
            yield node.lineno, node.end_lineno or node.lineno


def _header(node: ast.stmt | ast.match_case) -> tuple[int, int]:
    if isinstance(node, ast.match_case):
        return node.pattern.lineno, (node.guard or node.pattern).end_lineno or node.pattern.lineno
    if not hasattr(node, "body"):
        if isinstance(node, ast.Match):
            return node.lineno, node.subject.end_lineno or node.lineno
        return node.lineno, node.end_lineno or node.lineno
    ends = [
        child.end_lineno or node.lineno
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.expr)
    ]
    return node.lineno, max([node.lineno, *ends])


def _statement(spans: list[tuple[int, int]], line: int, comment: bool) -> range:
    """The lines of the smallest statement around a line; a comment's may be the next one."""
    around = [span for span in spans if span[0] <= line <= span[1]]
    if around:
        first, last = min(around, key=lambda span: span[1] - span[0])
        return range(first, last + 1)
    after = [span for span in spans if span[0] > line] if comment else []
    return range(after[0][0], after[0][1] + 1) if after else range(0)


@cache
def _cites_of(info: GameInfo) -> dict[str, Cites]:
    ids, found = pattern(info.rulebook.rules), {}
    for folder in folders(info):
        topics = info.rulebook.topics if folder.name == info.family else NO_TOPICS
        for path in sorted(folder.rglob("*.py")):
            found[str(path)] = cites(path.read_text("utf-8"), ids, topics)
    return found


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
