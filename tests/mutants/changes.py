"""What can be broken: every mutant of a game's rule code and of its tables."""

from __future__ import annotations

import ast
import copy
import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.catalogue import GameInfo
from engine.coverage import ROOT, folders, pattern

NOT_RULES = {"__init__.py", "appeal.py", "differences.py"}
"""Modules that hold no rule: the bots' yardstick, and what is told about a pair of games."""
NOT_TABLES = {"rulebook.toml", "rulings.toml", "format.toml", "contrasts.toml", "figures.toml"}
NOT_JUDGED = {"violations", "queries", "names", "__str__", "__repr__"}
"""Functions that check the program, not the player."""
OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: where, what stood there, what stands there now, and the rules it touches."""

    file: str
    line: int
    last: int
    place: str
    was: str
    now: str
    start: int
    end: int
    rules: tuple[str, ...]
    at_import: bool = False

    @property
    def name(self) -> str:
        """The same for the same change, wherever its lines have moved to."""
        text = f"{self.file} {self.place} {self.was} {self.now}"
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()

    def applied(self, source: str) -> str:
        """The source with the change in it."""
        return source[: self.start] + self.now + source[self.end :]


def mutants(info: GameInfo) -> list[Mutant]:
    """Every mutant of a game, each change once."""
    ids = pattern(info.rulebook.rules)
    topics = info.rulebook.topics
    found: dict[str, Mutant] = {}
    for folder in folders(info):
        for path in sorted(folder.rglob("*.py")):
            if path.name not in NOT_RULES:
                for mutant in _Finder(path, ids, topics).walk():
                    found.setdefault(mutant.name, mutant)
        for path in sorted(folder.glob("*.toml")):
            if path.name not in NOT_TABLES:
                for mutant in _of_data(path, set(info.rulebook.rules)):
                    found.setdefault(mutant.name, mutant)
    return list(found.values())


class _Finder:
    def __init__(self, path: Path, ids: re.Pattern[str], topics: Mapping[str, str]) -> None:
        self.file = path.relative_to(ROOT).as_posix()
        self.ids = ids
        self.topics = topics
        self.source = path.read_text("utf-8")
        self.tree = ast.parse(self.source)
        self.module_rules = tuple(dict.fromkeys(ids.findall(ast.get_docstring(self.tree) or "")))
        self.starts = [0]
        for line in self.source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def _offset(self, line: int, column: int) -> int:
        # ast counts bytes, text slices count characters
        return len(self.source.encode()[: self.starts[line - 1] + column].decode())

    def _cited(self, node: ast.AST) -> tuple[str, ...]:
        texts = [
            part.value
            for part in ast.walk(node)
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        ]
        asked = [
            self.topics[arg.value]
            for part in ast.walk(node)
            if isinstance(part, ast.Call) and _asks(part.func)
            for arg in part.args
            if isinstance(arg, ast.Constant) and arg.value in self.topics
        ]
        cited = [rule for text in texts for rule in self.ids.findall(text)]
        return tuple(dict.fromkeys([*asked, *cited]))

    def walk(self) -> Iterator[Mutant]:
        yield from self._body(self.tree.body, "", (), top=True)

    def _body(
        self, body: list[ast.stmt], place: str, rules: tuple[str, ...], top: bool
    ) -> Iterator[Mutant]:
        for node in body:
            if isinstance(node, ast.FunctionDef):
                if node.name in NOT_JUDGED:
                    continue
                inner = self._cited(node) or rules
                yield from self._body(node.body, f"{place}.{node.name}".lstrip("."), inner, False)
            elif isinstance(node, ast.ClassDef):
                inner = tuple(self.ids.findall(ast.get_docstring(node) or "")) or rules
                yield from self._body(node.body, f"{place}.{node.name}".lstrip("."), inner, True)
            elif not _left_alone(node):
                yield from self._statement(node, place, rules, top)

    def _statement(
        self, node: ast.stmt, place: str, rules: tuple[str, ...], top: bool
    ) -> Iterator[Mutant]:
        blocks = [
            block
            for name in ("body", "orelse", "finalbody")
            if isinstance(block := getattr(node, name, None), list)
        ]
        inside = {id(part) for block in blocks for stmt in block for part in ast.walk(stmt)}
        if isinstance(node, ast.If) and _guards_input(node):
            return
        own = self._cited(node) or rules or self.module_rules
        for part in _parts(node, inside):
            for now in _changed(part):
                yield self._mutant(part, now, place, own, top)
        for block in blocks:
            yield from self._body(block, place, own, top)

    def _mutant(
        self, node: ast.expr, now: str, place: str, rules: tuple[str, ...], top: bool
    ) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno, node.end_col_offset)
        was = self.source[start:end]
        return Mutant(
            self.file, node.lineno, node.end_lineno, place, was, now, start, end, rules, top
        )


def _asks(called: ast.expr) -> bool:
    """Whether a call names topics: `g.rule("move")`, `@enforces("zoc")`."""
    return ast.unparse(called).rpartition(".")[2] in ("rule", "enforces")


def _left_alone(node: ast.stmt) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Raise | ast.Assert | ast.Global):
        return True
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _guards_input(node: ast.If) -> bool:
    """Whether it only refuses a file or a call that is wrong in form."""
    return all(isinstance(stmt, ast.Raise) for stmt in node.body) and not node.orelse


def _parts(node: ast.stmt, inside: set[int]) -> Iterator[ast.expr]:
    """The expressions of a statement itself, without annotations, texts and inner blocks."""
    queue: list[ast.AST] = [node]
    while queue:
        part = queue.pop(0)
        if isinstance(part, ast.JoinedStr | ast.Lambda):
            continue
        if isinstance(part, ast.expr):
            yield part
        for name, value in ast.iter_fields(part):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and id(child) not in inside:
                    queue.append(child)


def _changed(node: ast.expr) -> Iterator[str]:
    """What may stand in the place of an expression."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        other = OTHER_COMPARISON.get(type(node.ops[0]))
        if other is not None:
            changed = copy.deepcopy(node)
            changed.ops = [other()]
            yield f"({ast.unparse(changed)})"
    elif isinstance(node, ast.BoolOp):
        changed_op = copy.deepcopy(node)
        changed_op.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"({ast.unparse(changed_op)})"
        for left_out in range(len(node.values)):
            rest = [value for i, value in enumerate(node.values) if i != left_out]
            kept = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            yield f"({ast.unparse(kept)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        if not any(_text(side) for side in (node.left, node.right)):
            changed_sum = copy.deepcopy(node)
            changed_sum.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            yield f"({ast.unparse(changed_sum)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield str(node.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in OTHER_CALL:
            arguments = ast.unparse(node).removeprefix(node.func.id)
            yield f"{OTHER_CALL[node.func.id]}{arguments}"
    elif isinstance(node, ast.Yield | ast.YieldFrom):
        yield "(yield from ())"


def _text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.Tuple | ast.List) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _of_data(path: Path, ids: set[str]) -> Iterator[Mutant]:
    """A number of a table one higher, a yes a no; `section` says whose."""
    source = path.read_text("utf-8")
    tomllib.loads(source)
    file = path.relative_to(ROOT).as_posix()
    table, section, at = "", "", 0
    for number, line in enumerate(source.splitlines(keepends=True), start=1):
        bare = re.sub(r'"[^"]*"', lambda text: " " * len(text.group()), line).split("#")[0]
        if line.startswith("["):
            table = line.strip().strip("[]")
            section = section if "." in table else ""
        elif named := re.match(r'section\s*=\s*"([^"]*)"', line):
            section = named.group(1)
        else:
            for value in re.finditer(r"(?<![\w.-])(-?\d+|true|false)(?![\w.-])", bare):
                if "=" in bare and value.start() < bare.index("="):
                    continue
                was = value.group()
                now = {"true": "false", "false": "true"}.get(was) or str(int(was) + 1)
                where = f"{table} {bare[: value.start()].strip()}"
                if section not in ids:
                    continue
                rules = (section,)
                yield Mutant(
                    file,
                    number,
                    number,
                    where,
                    was,
                    now,
                    at + value.start(),
                    at + value.end(),
                    rules,
                )
        at += len(line)
