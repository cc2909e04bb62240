"""Where code enforces a rule: file and line of every place that hands its id on.

An id counts as a whole text that stands where a value goes: given to a reason, an event, a line
of a tally, a decision, an ending or any other call, returned, a default, in a table of rules
that code reads, or in `@enforces`. So does the topic of `g.rule("move")`, and a table of
tables.toml that code reads, with its rows: the row `DS` of section 10.1 is rule "10.1 DS".
Docstrings and comments enforce nothing; nor does what is only compared, looked up or put together
while the program runs, or what rates a position, checks the program and answers a screen.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.rulebook import Rulebook

ENFORCES, GIVEN, KEPT, TABLE, ROW = "enforces", "given", "kept", "table", "row"
"""Marked; handed to other code; a constant, a default or an answer; a table's section, its row."""
CARRIERS = {
    "Reason.of": "reason",
    "Event.of": "event",
    "tell": "event",
    "Line.of": "line",
    "Decision.of": "decision",
    "Ending": "ending",
    "enforces": ENFORCES,
}
"""What carries a rule to the player, and the mark of code that carries none."""
BESIDE_THE_RULES = {
    "appeal.py",
    "checks.py",
    "outlook.py",
    "practice",
    "queries.py",
    "questions.py",
}
"""What rates, checks or tells of a game, and enforces nothing."""
HOWS = ("reason", "event", "line", "decision", "ending", ENFORCES, GIVEN, ROW, TABLE, KEPT)


@dataclass(frozen=True, slots=True, order=True)
class CodePlace:
    """A line that enforces a rule, and how."""

    file: str
    line: int
    how: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def order(self) -> tuple[int, str, int]:
        """What speaks to the player first."""
        return HOWS.index(self.how), self.file, self.line


@dataclass(frozen=True, slots=True)
class Text:
    """A text in code, where it stands and how it is used; a topic is what `rule()` is asked."""

    value: str
    line: int
    how: str
    topic: bool = False

    def rule(self, book: Rulebook, shared: bool) -> str:
        """The rule that it names; shared code names topics only."""
        if self.topic or (shared and self.how == ENFORCES):
            return book.topics.get(self.value, "")
        # a bare number is a number, whatever chapter has it
        number = self.how in (GIVEN, KEPT) and self.value.isdigit()
        return "" if shared or number else self.value


def texts(tree: ast.AST, read: frozenset[str]) -> Iterator[Text]:
    """Every whole text of a module that stands where a value goes; `read` are the names in use."""
    yield from _Texts(read).inside(tree, KEPT, False)


class _Texts:
    def __init__(self, read: frozenset[str]) -> None:
        self.read = read

    def inside(self, node: ast.AST, how: str, topic: bool) -> Iterator[Text]:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield Text(node.value, node.lineno, how, topic)
        elif isinstance(node, ast.Call):
            yield from self._call(node, how)
        else:
            for part in self._parts(node):
                yield from self.inside(part, how, topic)

    def _parts(self, node: ast.AST) -> Iterable[ast.AST]:
        """What of a node may be a value: no docstring, annotation, key or side of a comparison."""
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Compare() | ast.JoinedStr():
                return ()
            case ast.ClassDef(body=body) | ast.Module(body=body):
                marks = node.decorator_list if isinstance(node, ast.ClassDef) else []
                return [*marks, *(stmt for stmt in body if not self._unread(stmt))]
            case ast.FunctionDef(args=args, body=body, decorator_list=marks):
                given = (default for default in args.kw_defaults if default is not None)
                return [*marks, *args.defaults, *given, *body]
            case ast.AnnAssign(value=value):
                return [] if value is None else [value]
            case ast.Dict(values=values):
                return values
            case ast.Subscript(value=value):
                return [value]
            case ast.match_case(body=body):
                return body
        return ast.iter_child_nodes(node)

    def _unread(self, node: ast.stmt) -> bool:
        """Whether a module or a class keeps something that no code reads."""
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                return name not in self.read
        return False

    def _call(self, node: ast.Call, how: str) -> Iterator[Text]:
        called = ast.unparse(node.func)
        last = called.rpartition(".")[2]
        yield from self.inside(node.func, how, False)
        given = node.args[1:] if last == "get" else node.args
        asked = last == "rule"
        carries = how if asked else CARRIERS.get(called) or CARRIERS.get(last) or GIVEN
        for part in [*given, *(keyword.value for keyword in node.keywords)]:
            yield from self.inside(part, carries, asked)


def names_read(trees: Iterable[ast.AST]) -> frozenset[str]:
    """Every name and attribute that code asks for."""
    found = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                found.add(node.id if isinstance(node, ast.Name) else node.attr)
    return frozenset(found)


def charts_read(trees: Iterable[ast.AST]) -> re.Pattern[str]:
    """The names of the tables that code reads: `charts["crt"]`, `kit.chart("bands")`."""
    found = {"(?!)"}
    for tree in trees:
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Subscript(value=ast.Attribute(attr="charts"), slice=name)
                    | ast.Call(func=ast.Attribute(attr="chart"), args=[name])
                ):
                    parts = name.values if isinstance(name, ast.JoinedStr) else [name]
                    found.add("".join(_pattern(part) for part in parts))
    return re.compile("|".join(found))


def _pattern(part: ast.expr) -> str:
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        return re.escape(part.value)
    return "[a-z]+" if isinstance(part, ast.FormattedValue) else "(?!)"


def tables(source: str, read: re.Pattern[str]) -> Iterator[tuple[str, int, str]]:
    """(rule, line, how) of every table that code reads, and of its rows."""
    name = section = ""
    for number, line in enumerate(source.splitlines(), start=1):
        if header := re.fullmatch(r"\[(.+)\]", line):
            name = header[1]
        elif named := re.fullmatch(r'section = "(.+)"', line):
            section = named[1] if read.fullmatch(name) else ""
            if section:
                yield section, number, TABLE
        elif section and name.endswith(".rows") and (row := re.match(r'"?([^"=]+?)"? = ', line)):
            yield f"{section} {row[1].replace('-', ' ')}", number, ROW


def places(root: Path, package: str, family: str, book: Rulebook) -> dict[str, list[CodePlace]]:
    """The places of every rule of a game, in its package and in that of its family."""
    folders = {name: root / "engine" / name for name in (package, family) if name}
    paths = {p: name for name, folder in folders.items() for p in sorted(folder.rglob("*.py"))}
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    read, charts = names_read(trees.values()), charts_read(trees.values())
    found: dict[str, set[CodePlace]] = defaultdict(set)
    for path, tree in trees.items():
        beside = BESIDE_THE_RULES & {path.name, path.stem, path.parent.name}
        for text in texts(tree, read) if not beside else ():
            rule = text.rule(book, shared=paths[path] == family)
            if rule in book.rules:
                found[rule].add(CodePlace(path.relative_to(root).as_posix(), text.line, text.how))
    for name, folder in folders.items():
        if (path := folder / "tables.toml").exists():
            for rule, line, how in tables(path.read_text("utf-8"), charts):
                if rule in book.rules:
                    found[rule].add(CodePlace(f"engine/{name}/tables.toml", line, how))
    return {rule: sorted(here, key=CodePlace.order) for rule, here in found.items()}
