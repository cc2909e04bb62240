"""The worked examples: one file each, one runner for pytest, nbval, the lessons and the browser.

A step of an example is one of
    try = { do = "move", ... }     with `allowed`, `rules`, `total`, `lines`, `parts`, `result`
    do  = { do = "move", ... }     applied, with `dice` and the `events` that must come of it
    ask = "reach"                  with its arguments in `of`, and `equals`, `holds` or `lacks`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from typing import Any

from engine import catalogue
from engine.arguments import ill_written
from engine.chance import Scripted
from engine.errors import Problem, closest
from engine.files import Table
from engine.format import read_format
from engine.game import Game, Illegal
from engine.values import Action, texts_in
from engine.verdict import Tally
from engine.words import catalogue as words

KINDS = ("sum", "position", "play")


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example as its file describes it."""

    id: str
    game: str
    rule: tuple[str, ...]
    kind: str
    given: str
    expect: str
    scenario: str


@dataclass
class Result:
    """How an example went: the facts checked, and the first one that failed."""

    id: str
    game: str
    passed: bool = True
    reason: str | None = None
    facts: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As one plain object."""
        return {"id": self.id, "game": self.game, "passed": self.passed, "reason": self.reason}


def example_ids(game: str | None = None) -> list[str]:
    """The ids of all worked examples, or of one game's."""
    return [name.rpartition("/")[2] for name in catalogue.scenario_ids(game, "examples")]


def find(example: str) -> Example:
    """An example by id."""
    for name in catalogue.scenario_ids(None, "examples"):
        if name.endswith(f"/{example}"):
            info, top = catalogue.open_scenario(name)
            return _read(info.id, name, top)[0]
    raise Problem(f"there is no example '{example}'", remedy=closest(example, example_ids()))


def _read(game: str, name: str, top: Table) -> tuple[Example, list[Table]]:
    about = top.table("example")
    example = Example(
        id=about.need("id", str),
        game=game,
        rule=tuple(about.texts("rule")),
        kind=about.need("kind", str),
        given=about.need("given", str),
        expect=about.need("expect", str),
        scenario=name,
    )
    if example.kind not in KINDS:
        raise about.problem(f"unknown kind '{example.kind}'", "kind", closest(example.kind, KINDS))
    if example.id != name.rpartition("/")[2].removesuffix(".toml"):
        raise about.problem(f"the id is not the file's name: '{example.id}'", "id", "Rename one.")
    book = catalogue.game_info(game).rulebook
    for i, rule in enumerate(example.rule):
        if rule not in book.rules:
            raise about.problem(f"there is no rule {rule}", f"rule[{i}]", closest(rule, book.rules))
    about.finish()
    return example, list(top.tables("step"))


class _Failed(Exception):
    pass


def run(example: str) -> Result:
    """Run an example; every fact that it states must hold."""
    return run_in(find(example).scenario)


def run_in(scenario: str) -> Result:
    """Run the example that stands in a scenario, named by its id or its file."""
    info, top = catalogue.open_scenario(scenario)
    found, steps = _read(info.id, scenario, top)
    result = Result(found.id, found.game)
    try:
        if not steps:
            raise _Failed("the example states no facts")
        game: Game | None = None
        for number, step in enumerate(steps, start=1):
            game = _game(found, game, step)
            before = len(result.facts)
            for fact in _facts(game, step):
                result.facts.append(fact)
            step.finish()
            if len(result.facts) == before:
                raise _Failed(f"step {number} states no fact")
    except _Failed as failed:
        result.passed, result.reason = False, str(failed)
    except (Problem, Illegal) as error:
        result.passed, result.reason = False, str(error)
    return result


@dataclass(frozen=True)
class Asked:
    """What a step looked up: the question, what of, which part of the answer, and what it is."""

    name: str
    of: Mapping[str, Any]
    pick: str
    how: str
    """Whether the answer `equals` this, `holds` it among others, or `lacks` it."""
    answer: Any


@dataclass(frozen=True)
class Moment:
    """A step of an example as it has just been taken: the game, what was done in it or tried, or
    looked up, and what is noted of it."""

    game: Game
    action: Action | None = None
    done: bool = False
    asked: tuple[Asked, ...] = ()
    note: str = ""


def length(example: str) -> int:
    """How many steps an example has."""
    return len(_opened(example)[1])


def follow(example: str, count: int) -> Moment:
    """An example after so many of its steps, from its start."""
    found, steps = _opened(example)
    game: Game | None = None
    moment = Moment(catalogue.load(found.scenario))
    for step in steps[:count]:
        game = _game(found, game, step)
        told = next((step.need(key, dict) for key in ("do", "try") if key in step), None)
        asked = tuple(_asked(step)) if "ask" in step else ()
        for _ in _facts(game, step):
            pass  # what is done is done by checking it
        action = None if told is None else Action.from_json(told)
        moment = Moment(game, action, "do" in step, asked, step.get("note", str, ""))
    return moment


def _asked(step: Table) -> Iterator[Asked]:
    name, of, pick = step.need("ask", str), step.get("of", dict, {}), step.get("pick", str, "")
    for how in ("equals", "holds", "lacks"):
        if how in step:
            yield Asked(name, of, pick, how, step.need(how, object))


def _opened(example: str) -> tuple[Example, list[Table]]:
    name = find(example).scenario
    info, top = catalogue.open_scenario(name)
    return _read(info.id, name, top)


def start(example: str) -> Game:
    """The position of an example, for a board."""
    return catalogue.load(find(example).scenario)


def _game(example: Example, before: Game | None, step: Table) -> Game:
    """The game a step speaks of: the one so far, or the start again with `fresh = true`."""
    dice = step.get("dice", list, [])
    for i, face in enumerate(dice):
        if type(face) is not int:
            raise step.problem(f"{face!r} is no die", f"dice[{i}]", "Write whole numbers.")
    fresh = step.get("fresh", bool, False)
    game = before
    if game is None or fresh:
        game = catalogue.load(example.scenario)
    if dice:
        game.source = Scripted.dice(dice, then=game.source, first=game.history[-1].numbers)
    return game


def _facts(game: Game, step: Table) -> Iterator[str]:
    if "note" in step:
        step.need("note", str)
    for key in ("do", "try"):
        told = strange_in(game.rules, Action.from_json(step.need(key, dict))) if key in step else ""
        if told:
            raise step.problem(told, key)
    if "do" in step:
        action = Action.from_json(step.need("do", dict))
        events = game.apply(action)
        keys = [event.key for event in events]
        for key in step.texts("events"):
            _check(key in keys, f"{action}: no event {key}; there were {', '.join(keys)}")
        yield f"{action}: {', '.join(keys)}"
    elif "try" in step:
        yield from _try(game, step, Action.from_json(step.need("try", dict)))
    elif "ask" in step:
        yield from _ask(game, step)
    else:
        raise step.problem("a step needs one of do, try, ask", remedy="Add one.")


def _try(game: Game, step: Table, action: Action) -> Iterator[str]:
    verdict = game.explain(action)
    for reason in ill_written(verdict):
        told = words().say(reason.key, reason.params)
        raise step.problem(f"{action}: {told}", "try", "Write it as its kind takes it.")
    if "allowed" in step:
        wanted = step.need("allowed", bool)
        why = ", ".join(f"{reason.rule} {reason.key}" for reason in verdict.reasons)
        _check(verdict.allowed == wanted, f"{action}: allowed is {verdict.allowed} ({why})")
        yield f"{action}: {'legal' if wanted else f'illegal by {why}'}"
    for rule in step.texts("rules"):
        _check(rule in verdict.rules, f"{action}: not forbidden by {rule} but {verdict.rules}")
        yield f"{action}: forbidden by {rule}"
    if any(key in step for key in ("total", "lines", "parts", "result")):
        tally = game.tally(action)
        _check(tally is not None, f"{action}: has no tally")
        assert tally is not None
        yield from _tally(step, action, tally)


def _tally(step: Table, action: Action, tally: Tally) -> Iterator[str]:
    if "total" in step:
        _same(tally.total, step.need("total", object), f"{action}: total")
        yield f"{action}: total {tally.total}"
    if "lines" in step:
        values = [line.value for line in tally.lines if line.value is not None]
        _same(values, step.need("lines", list), f"{action}: lines")
        yield f"{action}: {' + '.join(map(str, values))}"
    if "result" in step:
        _same(tally.result, step.need("result", str), f"{action}: result")
        yield f"{action}: {tally.result}"
    parts = step.table("parts")
    for name in parts.data:
        known = {str(i) for i in range(len(tally.parts))}
        _check(name in known, f"{action}: has no part {name}")
        values = [line.value for line in tally.parts[int(name)].lines if line.value is not None]
        _same(values, parts.need(name, list), f"{action}: part {name}")
        yield f"{action}: part {name} is {' + '.join(map(str, values))}"


def _ask(game: Game, step: Table) -> Iterator[str]:
    name = step.need("ask", str)
    args = step.get("of", dict, {})
    label = f"{name} {' '.join(str(v) for v in args.values())}".strip()
    try:
        value = game.judge(name, **args)
    except (TypeError, KeyError):
        raise _Failed(f"{label}: not how one asks for {name}") from None
    if told := strange(game.rules, args, step.data.get("lacks")):
        raise step.problem(told, "of")
    for key in filter(None, step.get("pick", str, "").split(".")):
        try:
            value = getattr(value, key) if is_dataclass(value) else value[key]
        except (AttributeError, LookupError, TypeError):
            raise _Failed(f"{label}: there is no '{key}' to pick") from None
    checks: Mapping[str, Callable[[Any], None]] = {
        "equals": lambda wanted: _same(value, wanted, label),
        "holds": lambda wanted: _check(
            all(item in value for item in wanted), f"{label}: {wanted} not all in {_plain(value)}"
        ),
        "lacks": lambda wanted: _check(
            not any(item in value for item in wanted), f"{label}: {wanted} in {_plain(value)}"
        ),
    }
    for key, check in checks.items():
        if key in step:
            wanted = step.need(key, object)
            try:
                check(wanted)
            except TypeError:
                raise _Failed(f"{label}: nothing that has parts, or could be {wanted}") from None
            yield f"{label} {key} {wanted}"


def _check(true: bool, message: str) -> None:
    if not true:
        raise _Failed(message)


def _same(value: Any, wanted: Any, label: str) -> None:
    _check(_plain(value) == _plain(wanted), f"{label} is {_plain(value)}, not {_plain(wanted)}")


def _plain(value: Any) -> Any:
    """A value as the files write it: fractions as numbers, sets in order."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float | Fraction):
        number = Fraction(value).limit_denominator(1000)
        return number.numerator if number.denominator == 1 else number
    if isinstance(value, set | frozenset):
        return sorted(_plain(item) for item in value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return value


# ---------------------------------------------------------------- names
# Names in the actions and questions of examples and lessons: each must be known to the game.
# A rule that forbids an action does not care how the rest of it is spelt, and what is not in a list
# is not there under a wrong name either. So every text is held against the words of the game: those
# of the scenario, of its kinds of action, its tables and its format (`[words]`).
_PARTS = re.compile(r"[ :]|(?<=\d)-(?=\d)")
"""Between the words of a text: `go G7`, `work:mine`, `0604-0605`."""


def words_of(rules: Any) -> frozenset[str]:
    """Every word that an action or a question in a scenario may use."""
    scenario = rules.scenario
    found: set[str] = {*scenario.boxes, *scenario.board.areas, *rules.names()}
    found.update(side.id for side in scenario.sides)
    for piece in scenario.pieces.values():
        found.update(texts_in(getattr(piece, field.name) for field in fields(piece)))
    for kind, slots in rules.takes.kinds.items():
        found.update((kind, *(name for slot in slots.values() for name in slot.among)))
    for chart in rules.charts.values():
        found.update(chart.rows)
        for row in chart.rows.values():
            found.update(texts_in(row.values()))
    form = read_format(scenario.game)
    found.update(
        *(form.group(group) for group in ("tags", "terrain", "sides", "links", "start", "words"))
    )
    return frozenset(found - {""})


def strange(rules: Any, *values: Any) -> str | None:
    """What is wrong with the first text of some values that names nothing, if there is one."""
    words = words_of(rules)
    board = rules.scenario.board
    numbers = {_shape(hex) for hex in board.hexes}
    if board.labels == "A1":
        numbers |= {f"{number}0" for number in numbers if number.count("0") == 1}
    for text in texts_in(values):
        if text in words or not text:
            continue
        for word in _PARTS.split(text):
            # a number as hexes have it may lie beyond the map
            if word not in words and _shape(word) not in numbers and not _count(text, word):
                return f"'{word}' names nothing here. {closest(word, words)}"
    return None


def strange_in(rules: Any, *actions: Action) -> str | None:
    """What is wrong with the first of some actions that names something that is not there."""
    for action in actions:
        if action.kind not in rules.takes.kinds:
            known = [kind for kind in rules.takes.kinds if " " not in kind]
            return f"there is no kind of action '{action.kind}'. {closest(action.kind, known)}"
        slots = rules.takes.slots(action)
        for name, _ in action.args:
            if name not in slots:
                return f"{action}: it does not take '{name}'. {closest(name, slots)}"
        told = strange(rules, [value for _, value in action.args])
        if told:
            return f"{action}: {told}"
    return None


def _count(text: str, word: str) -> bool:
    """Whether a word of several is a number of things: `bomb G7 2`."""
    return word.isdigit() and len(word) < 3 and " " in text


def _shape(label: str) -> str:
    return re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", label))
