"""Joins rulebook, code, tests, examples and lessons: what no code enforces, no test pins, no
lesson teaches. Code is what `engine.enforcing` finds, with file and line.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from engine import catalogue
from engine.bots import BOTS, TOO_LONG, make_bot
from engine.catalogue import GAMES, GameInfo, shelf
from engine.chance import Seeded
from engine.enforcing import CodePlace, places
from engine.game import Game
from engine.practice.checking import ENOUGH
from engine.practice.stock import stock
from engine.rulebook import BINDING, Rule
from engine.verdict import Decision, Ending, Event, Line, Reason, Verdict

ROOT = Path(__file__).resolve().parent.parent
TESTED = ROOT / "engine" / "tested.json"
"""What the tests pin and what became of their mutants, where Staffride is installed without them:
`setup.py` writes it into the wheel.
"""


@dataclass
class Covered:
    """Where a rule lives."""

    game: str
    rule: Rule
    code: list[CodePlace] = field(default_factory=list)
    """Where it is enforced: what speaks to the player first."""
    tests: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    excuse: str | None = None
    unplayed: str | None = None
    """Why no scenario uses it."""
    drills: int = 0
    """How many questions of Practice are about it."""
    undrilled: str | None = None
    """Why there are few of them."""
    killed: int = 0
    survived: int = 0
    """How many of its mutants a test found out, and how many none did (`make mutants`)."""

    @property
    def binding(self) -> bool:
        """Whether it binds anybody."""
        return self.rule.status in BINDING

    @property
    def missing(self) -> list[str]:
        """What a binding rule lacks."""
        if not self.binding:
            return []
        kinds = (("code", self.code), ("test", self.tests), ("lesson", self.lessons))
        few = self.drills < ENOUGH and self.undrilled is None
        return [*(name for name, found in kinds if not found), *(["questions"] if few else [])]

    @property
    def gap(self) -> str | None:
        """Null where nothing is missing, else why."""
        if not self.missing:
            return None
        lacks = "no " + ", no ".join(self.missing)
        return f"{lacks}: {self.excuse}" if self.excuse else f"unexplained: {lacks}"

    @property
    def unexplained(self) -> bool:
        """Whether nobody says why something is missing."""
        return bool(self.missing) and self.excuse is None

    def to_json(self) -> dict[str, Any]:
        """As one plain object."""
        return {
            "game": self.game,
            "rule": self.rule.id,
            "title": self.rule.title,
            "status": self.rule.status,
            "code": [str(place) for place in self.code],
            "tests": self.tests,
            "examples": self.examples,
            "lessons": self.lessons,
            "drills": self.drills,
            "undrilled": self.undrilled,
            "mutants": {"killed": self.killed, "survived": self.survived},
            "gap": self.gap,
        }


def coverage(game: str | None = None) -> list[Covered]:
    """Every rule of one game or of all, in printed order."""
    found = []
    for info in GAMES.values():
        if game in (None, info.id):
            found += _cover(info)
    return found


@cache
def _cover(info: GameInfo) -> list[Covered]:
    book = info.rulebook
    enforced = places(ROOT, info.package, info.family, book)
    drills = stock(info.id).by_rule
    rules = {
        name: Covered(
            info.id,
            rule,
            enforced.get(name, []),
            excuse=book.gap(rule),
            drills=len(drills.get(name, ())),
            undrilled=book.undrilled.get(name),
            unplayed=book.unplayed.get(name),
        )
        for name, rule in book.rules.items()
    }
    for kind, cites in (
        ("tests", _tests(info)),
        ("examples", _examples(info)),
        ("lessons", _lessons(info)),
    ):
        for where, ids in cites:
            for rule in ids:
                if rule in rules and where not in getattr(rules[rule], kind):
                    getattr(rules[rule], kind).append(where)
    for row in mutants_of(info.id):
        for rule in {*row["rules"]} & rules.keys():
            rules[rule].killed += bool(row["killed"])
            rules[rule].survived += not row["killed"]
    return list(rules.values())


def mutants_of(game: str) -> list[dict[str, Any]]:
    """The mutants that `make mutants` tried last, but for those that change nothing."""
    if TESTED.exists():
        told: list[dict[str, Any]] = _told()["mutants"][game]
        return told
    file = ROOT / "tests" / "mutants" / f"{game}.json"
    if not file.exists():
        return []
    rows: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["mutants"]
    return [row for row in rows if not row["equivalent"]]


def pattern(ids: Iterable[str]) -> re.Pattern[str]:
    """Finds rule ids in text, each by its whole id."""
    longest = sorted(map(re.escape, ids), key=len, reverse=True)
    return re.compile(rf"(?<![\w.])({'|'.join(longest)})(?![\w]|\.\d)")


def folders(info: GameInfo) -> Iterator[Path]:
    """The folders in which a game's rules are written."""
    yield ROOT / "engine" / info.package
    if info.family:
        yield ROOT / "engine" / info.family


def _tests(info: GameInfo) -> Iterator[tuple[str, set[str]]]:
    """Tests say what they pin: `@rules("victory-awaits", "9.2")`."""
    for where, game, marked in _marks():
        if game == info.id:
            yield where, set(marked)
    for example, ids in _examples(info):
        yield f"tests/engine/test_examples.py::{example}", ids


def tested() -> str:
    """What is to be known where the tests are not."""
    mutants = {
        game: [{"rules": row["rules"], "killed": row["killed"]} for row in mutants_of(game)]
        for game in GAMES
    }
    return json.dumps({"marks": _marks(), "mutants": mutants}, separators=(",", ":"))


@cache
def _told() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(TESTED.read_text("utf-8"))
    return told


@cache
def _marks() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    if TESTED.exists():
        return tuple((where, game, tuple(ids)) for where, game, ids in _told()["marks"])
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text("utf-8")
        if "@rules(" not in source:
            continue
        where = path.relative_to(ROOT).as_posix()
        for node in _tested(ast.parse(source)):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "rules":
                    game, *ids = [str(a.value) for a in mark.args if isinstance(a, ast.Constant)]
                    found.append((f"{where}::{node.name}", game, tuple(ids)))
    return tuple(found)


def _tested(body: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Test functions and classes, those inside classes too."""
    for node in body.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node
        if isinstance(node, ast.ClassDef):
            yield from _tested(node)


def _examples(info: GameInfo) -> Iterator[tuple[str, set[str]]]:
    for name, file in shelf(info.id, "examples"):
        about = tomllib.loads(file.read_text("utf-8")).get("example", {})
        yield name, set(about.get("rule", ()))


def _lessons(info: GameInfo) -> Iterator[tuple[str, set[str]]]:
    for path in sorted((ROOT / "lessons" / info.id).glob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        ids = set(data.get("rules", ()))
        for step in data.get("step", ()):
            ids |= set(step.get("rules", ()))
        yield f"lessons/{info.id}/{path.stem}", ids


def summary(rules: Iterable[Covered]) -> dict[str, dict[str, int]]:
    """Counts a game: rules, binding ones, those without a gap, explained and unexplained gaps."""
    table: dict[str, dict[str, int]] = defaultdict(
        lambda: {"rules": 0, "binding": 0, "covered": 0, "explained": 0, "unexplained": 0}
    )
    for entry in rules:
        row = table[entry.game]
        row["rules"] += 1
        if entry.binding:
            row["binding"] += 1
            row["covered"] += not entry.missing
            row["explained"] += bool(entry.missing) and not entry.unexplained
            row["unexplained"] += entry.unexplained
    return dict(table)


# ---------------------------------------------------------------- played
# Which rules a game uses: those that the code keeps which runs while it is played. A line that
# enforces a rule (`engine.enforcing`) counts when it runs. What a function `@enforces`, or cites in
# its docstring, counts when it has something to say: it returns or yields what is not empty, false
# or just what it was given; a class's docstring counts with any of its methods. What a table or
# a module keeps counts when a decision, event, reason, line of a tally or ending carries it.
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
    """Sees which rules of a game are used inside `with watch:`; `known` ones need no search. A
    function is watched line by line only while it cites a rule that has not been seen."""

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
    scenarios: Iterable[str], games: int = 1, bots: Iterable[str] = tuple(BOTS), seed: int = 1
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
