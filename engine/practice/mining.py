"""Mining: games of bots, drills of the lessons and worked examples are played through, and what is
good of the questions found on the way is kept, until every rule has enough.

It goes in rounds. Whoever looks through a game of a round knows what there was when the round
began; what they find is kept in the order of the games. So the questions are the same, whoever
looks and however many do.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from engine import bots, catalogue, examples, record
from engine.catalogue import SHELVES, on_whole_map, scenario_ids
from engine.chance import Scripted, Seeded
from engine.errors import Problem
from engine.game import Game, Illegal
from engine.plain import dumps, loads
from engine.practice.checking import READERS, Reader, by_line, ill_read
from engine.practice.kinds import Kind, kinds_of
from engine.practice.kinds.kind import Seen
from engine.practice.question import NotGood, Question
from engine.practice.stock import (
    Drill,
    Line,
    catalogue_root,
    drill_of,
    file_of,
    line_of,
    read_stock,
    rules_of,
    stock,
    write_stock,
)
from engine.record import write_atomically
from engine.results import Results, Row
from engine.rulebook import BINDING
from engine.spread import Spread
from engine.values import Action
from engine.verdict import Event, Reason

ENOUGH, PLENTY = 24, 60
"""Questions that every rule should have; that a common one may have."""
NOT_NOW, LATE = "game.not-now", 4
"""What is refused because something else is owed; so many questions about it for a rule."""
LONGEST = (40, 40, 160)
"""Actions of a bots' game that are looked at: some games are followed for long, since much happens
only late."""
A_POSITION, A_GAME, A_KIND = 16, 8, 6
"""Of one position at most; of one game for one rule; of one position and kind."""
KIND_WANTS = 120
"""So many of each kind are kept even where their rules have enough; of many kinds fewer."""
NOBODYS = ("no-unit", "not-yours")
"""Reasons against an action that names a unit of somebody else."""
RULE_KEEPS, KIND_KEEPS = 21, 60
"""So many of each rule and of each kind are left when there are too many in all."""
ALIKE, SCARCE_ALIKE = 3, 12
"""Questions of a kind with the same answer in one scenario; where a rule has too few."""
KEYS = ("game", "seed", "round", "number")
"""What tells one game that is looked through from another."""
PLACES = 4
"""A rule that is met in fewer scenarios may have all its questions from them."""
ANEW = 0.15
"""How often a scenario is looked through again that had nothing on a rule with too few."""


@dataclass
class Mine:
    """A search for questions about one game."""

    game: str
    seed: int = 1
    wanted: int = 2_200
    say: Callable[[str], None] = lambda told: None
    drills: dict[str, Drill] = field(default_factory=dict)
    by_rule: Counter[str] = field(default_factory=Counter)
    by_kind: Counter[str] = field(default_factory=Counter)
    _of_game: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    _answers: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    _where: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The scenarios in which there were questions on a rule."""
    _late: Counter[str] = field(default_factory=Counter)
    _lately: dict[str, str] = field(default_factory=dict)
    """The questions about what is refused because something else is owed, and by which rule."""
    _had: defaultdict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    """The rules on which a kind had questions in a scenario."""
    _values: defaultdict[tuple[str, str], dict[Any, None]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    _round: int = 1
    _told: dict[str, Event] = field(default_factory=dict)
    _met: defaultdict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    _ids: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        book = catalogue.game_info(self.game).rulebook
        self.random = Random(f"mine/{self.game}/{self.seed}")
        self.binding = {rule.id for rule in book.rules.values() if rule.status in BINDING}

        self.kind_wants = min(KIND_WANTS, self.wanted // len(kinds_of(self.game)) // 2)

    @property
    def served(self) -> int:
        """How many rules have enough."""
        return sum(self.by_rule[rule] >= ENOUGH for rule in self.binding)

    def few(self) -> set[str]:
        """The rules that have too few."""
        return {rule for rule in self.binding if self.by_rule[rule] < ENOUGH}

    def _promising(self, name: str) -> bool:
        """Whether a scenario had questions on rules with too few; in the first round they all may
        have."""
        if self._round == 1 or self.random.random() < ANEW:
            return True
        return any(name in self._where[rule] for rule in self.few())

    def _kinds(self, name: str) -> list[Kind]:
        """The kinds of which questions are looked for in a scenario: those that had some on rules
        with too few, or all in the first round."""
        few, every = self.few(), kinds_of(self.game)
        whole = self._round == 1 or self.random.random() < ANEW
        kinds = [kind for n, kind in every.items() if whole or self._had[name, n] & few]
        return self.random.sample(kinds, len(kinds))

    def run(self, rounds: int, spread: Spread, to: Results | None = None) -> bool:
        """Look through so many rounds of games; whether that is done."""
        names = [name for place in SHELVES for name in scenario_ids(self.game, place)]
        lines = [line.to_json() for line in written(self.game)]
        first = 2 if self.drills else 1
        for number in range(first, first + rounds):
            self._round = number
            asked = self._asked(names, lines if number % 2 else [])
            found, whole = spread.run(
                partial(search, self._known(), tuple(READERS)), asked, KEYS, to
            )
            for row in found:
                self._learn(row)
            if not whole:
                return False
            self.say(
                f"{self.game}: round {number}, {len(self.drills)} questions, "
                f"{self.served} of {len(self.binding)} rules have {ENOUGH}"
            )
        return True

    def _asked(self, names: Sequence[str], lines: Sequence[Row]) -> list[Row]:
        """The games of a round."""
        games: list[Row] = [{"line": line} for line in lines if self._promising(line["scenario"])]
        for name in self.random.sample(names, len(names)):
            if self._promising(name):
                whole = on_whole_map(name)
                greedy = self.random.random() < 0.25 and not whole
                longest = LONGEST[0] if whole else self.random.choice(LONGEST)
                seed, bot = f"{self.seed}.{self._round}", "greedy" if greedy else "random"
                games.append({"scenario": name, "seed": seed, "bot": bot, "longest": longest})
        where = self.game, self.seed, self._round
        return [
            {**dict(zip(KEYS, (*where, number), strict=True)), "of": game}
            for number, game in enumerate(games)
        ]

    def _known(self) -> Mine:
        """What whoever searches must know: all but the questions themselves."""
        return replace(self, drills={}, _lately={}, say=print)

    def _learn(self, row: Row) -> None:
        """Keep what somebody has found in a game, unless there is enough of it by now."""
        place, had = row["place"], row["had"]
        for kind, rules in had.items():
            self._had[place, kind].update(rules)
            for rule in rules:
                self._where[rule].add(place)
        for drill in read_stock(self.game, row["found"]).drills:
            late = row["late"].get(drill.id, "")
            if self._wants(drill) and not self._too_late(late):
                self._keep(drill, late)
        met, told, values = loads(row["memory"])
        for kind, rules in met:
            self._met[kind].update(dict.fromkeys(rules))
        self._told.update((event.key, event) for event in told)
        for kind, slot, named in values:
            self._values[kind, slot].update(dict.fromkeys(named))

    def found_in(self, line: Line) -> Row:
        """What there is in a game, for whoever asked."""
        met = {kind: set(rules) for kind, rules in self._met.items()}
        values = {slot: set(named) for slot, named in self._values.items()}
        told, had = dict(self._told), {kind: set[str]() for kind in kinds_of(self.game)}
        for kind in had:
            had[kind] = set(self._had[line.scenario, kind])
        self.follow(line)
        memory = (
            tuple(
                (kind, tuple(rule for rule in rules if rule not in met.get(kind, ())))
                for kind, rules in self._met.items()
            ),
            tuple(event for key, event in self._told.items() if told.get(key) != event),
            tuple(
                (*slot, tuple(one for one in named if one not in values.get(slot, ())))
                for slot, named in self._values.items()
            ),
        )
        return {
            "place": line.scenario,
            "had": {kind: sorted(self._had[line.scenario, kind] - had[kind]) for kind in had},
            "found": write_stock(self.drills.values()),
            "late": self._lately,
            "memory": dumps(memory),
        }

    def follow(self, line: Line) -> None:
        """Look for questions along a game."""
        game = line.start()
        done: list[Action] = []
        for ply in range(len(line.actions) + 1):
            if game.decision is None:
                return
            if ply == 0 or self.random.random() < 0.5:
                self.look(line, ply, game, tuple(self.random.sample(done, min(4, len(done)))))
            if ply < len(line.actions):
                done.append(line.actions[ply])
                game.apply(line.actions[ply])

    def take(self, drills: Iterable[Drill]) -> None:
        """Keep questions that were mined before, those that still hold."""
        for line, found in by_line(drills):
            game, done = line.start(), 0
            for drill in found:
                for action in line.actions[done : drill.ply]:
                    game.apply(action)
                done = drill.ply
                try:
                    posed = drill.pose(game)
                except Problem:
                    continue
                late = not_now(posed)
                if not (ill_read(game, posed) or idle(posed) or self._too_late(late)):
                    self._met_in(drill)
                    self._keep(drill, late)

    def _met_in(self, drill: Drill) -> None:
        """Where there are questions on its rules, and of which kind."""
        for rule in drill.rules:
            self._where[rule].add(drill.place)
            self._had[drill.place, drill.kind].add(rule)

    def look(self, line: Line, ply: int, game: Game, others: tuple[Action, ...]) -> None:
        """Look for questions in one position."""
        seen = Seen(game, self.random, others, self._met)
        seen.told = self._told
        seen.wanted, seen.values = self.few(), self._values
        taken = 0
        for kind in self._kinds(line.scenario):
            of_kind = 0
            for args in kind.mine(seen, self.random):
                if taken == A_POSITION or of_kind == A_KIND:
                    break
                try:
                    posed = kind.pose(game, args)
                except (NotGood, Illegal):
                    continue
                late = not_now(posed)
                if idle(posed) or self._too_late(late):
                    continue
                drill = drill_of(line, ply, kind.name, args, posed)
                self._met_in(drill)
                if self._wants(drill) and not ill_read(game, posed):
                    self._keep(drill, late)
                    taken, of_kind = taken + 1, of_kind + 1

    def _too_late(self, late: str) -> bool:
        """Whether there are enough questions about it."""
        return bool(late) and self._late[late] >= LATE

    def _wants(self, drill: Drill) -> bool:
        """Whether one of its rules has too few, or its kind has."""
        if drill.id in self._ids or not set(drill.rules) <= self.binding:
            return False
        where = drill.line.scenario
        alike = self._answers[where, drill.kind, drill.answer]
        scarce = [rule for rule in drill.rules if self.by_rule[rule] < ENOUGH]
        if alike < SCARCE_ALIKE and any(
            self._of_game[where, drill.kind, rule] < A_GAME or len(self._where[rule]) < PLACES
            for rule in scarce
        ):
            return True
        if alike >= ALIKE:
            return False
        if self.by_kind[drill.kind] < self.kind_wants:
            return self._of_game[where, drill.kind, drill.rules[0]] < 2
        return (
            len(self._ids) < self.wanted
            and min(self.by_rule[rule] for rule in drill.rules) < PLENTY
            and self._of_game[where, drill.kind, drill.rules[0]] < A_GAME
        )

    def _keep(self, drill: Drill, late: str) -> None:
        self.drills[drill.id] = drill
        self._ids.add(drill.id)
        if late:
            self._late[late] += 1
            self._lately[drill.id] = late
        self.by_kind[drill.kind] += 1
        self._answers[drill.line.scenario, drill.kind, drill.answer] += 1
        for rule in drill.rules:
            self.by_rule[rule] += 1
            self._of_game[drill.line.scenario, drill.kind, rule] += 1


def search(known: Mine, readers: Iterable[Reader], rows: Iterable[Row]) -> list[Row]:
    """What there is in each of some games."""
    READERS[:] = readers
    found = []
    for row in rows:
        mine, of = deepcopy(known), row["of"]
        keys = {name: row[name] for name in KEYS}
        mine.random = Random("/".join(map(str, ("mine", *keys.values()))))
        line = line_of(of["line"]) if "line" in of else played(**of)
        found.append({**keys, **mine.found_in(line)})
    return found


def not_now(posed: Question) -> str:
    """The rule by which something else is owed, where a question only asks that once more: it tells
    little of a rule."""
    said = posed.because[0] if len(posed.because) == 1 else None
    return said.rule if isinstance(said, Reason) and said.key == NOT_NOW else ""


def idle(posed: Question) -> bool:
    """Whether it only asks whose a unit is: nobody need know a rule to see that."""
    said = [*posed.because, *(one for option in posed.options for one in option.because)]
    return any(isinstance(one, Reason) and one.key.rpartition(".")[2] in NOBODYS for one in said)


def thinned(drills: Mapping[str, Drill], wanted: int) -> list[Drill]:
    """So many questions that every rule and every kind keeps enough; where that needs more of them,
    as many as it needs. Games of which little is used go first: each takes room in the file."""
    by_rule = Counter(rule for drill in drills.values() for rule in drill.rules)
    by_kind = Counter(drill.kind for drill in drills.values())
    of_line = Counter(drill.line for drill in drills.values())
    left = len(drills)
    gone = set()
    for drill in sorted(drills.values(), key=lambda drill: (of_line[drill.line], drill.id)):
        spare = all(by_rule[rule] > RULE_KEEPS for rule in drill.rules)
        if left > wanted and spare and by_kind[drill.kind] > KIND_KEEPS:
            gone.add(drill.id)
            left -= 1
            by_rule.subtract(drill.rules)
            by_kind[drill.kind] -= 1
    return [drill for drill in drills.values() if drill.id not in gone]


def mine(
    game: str,
    rounds: int,
    say: Callable[[str], None],
    seed: int = 1,
    spread: Spread = Spread(1),  # noqa: B008
    to: Results | None = None,
) -> bool:
    """Look for questions anew, and write them down; with another seed than the first for more,
    beside those that are there and still hold. Whether it was not stopped; what was found by then
    is written down as well, unless it is kept to go on with."""
    if not READERS:
        remedy = "Mine with 'staffride drills --mine'."
        raise Problem("nobody is here who reads the questions out", remedy=remedy)
    found = Mine(game, seed, say=say)
    if seed > 1:
        found.take(stock(game).drills)
    going_on = False
    try:
        whole = found.run(rounds, spread, to)
        going_on = not whole and to is not None
        return whole
    finally:  # a mistake of the rules that mining comes upon costs none of the questions
        if not going_on:
            write_atomically(file_of(game), write_stock(thinned(found.drills, found.wanted)))
            stock.cache_clear()


def played(scenario: str, seed: str, bot: str, longest: int = LONGEST[0]) -> Line:
    """A game of bots, as far as it is looked at."""
    game = Game(rules_of(scenario), Seeded(seed))
    player = bots.make_bot(bot, seed)
    while game.decision is not None and len(game.history) <= longest:
        game.apply(player.choose(game))
    return Line(scenario, seed, tuple(s.action for s in game.history if s.action is not None))


def written(game: str) -> Iterator[Line]:
    """The worked examples of a game and the solutions of its lessons, as games."""
    for example in examples.example_ids(game):
        for count in range(examples.length(example), 0, -1):
            line = _line(examples.follow(example, count).game)
            if line is not None:
                yield line
                break
    for path in sorted((catalogue_root() / "lessons" / game).glob("*.toml")):
        for step in tomllib.loads(path.read_text("utf-8"))["step"]:
            if "solution" in step:
                yield from _solved(f"{game}/{step['start']}", step)


def _solved(scenario: str, step: dict[str, object]) -> Iterator[Line]:
    """The solution of a step, as a game."""
    game = Game(rules_of(scenario), Seeded(1))
    faces, solution, others = step.get("dice", []), step["solution"], step.get("bots", {})
    assert isinstance(faces, list)
    assert isinstance(solution, list)
    assert isinstance(others, dict)
    if faces:
        game.source = Scripted.dice(faces, then=Seeded(1), first=game.history[-1].numbers)
    try:
        bots.answer(game, others)
        for told in solution:
            game.apply(Action.from_json(told))
            bots.answer(game, others)
    except (Illegal, Problem):
        return
    line = _line(game)
    if line is not None:
        yield line


def _line(game: Game) -> Line | None:
    """A game that was played, with the dice that fell; none where its rules were switched."""
    kept = record.record_of(game)
    if kept.switches != rules_of(kept.scenario).scenario.switches:
        return None
    dice = (*kept.opening, *(face for _, faces in kept.actions for face in faces))
    actions = tuple(action for action, _ in kept.actions)
    return Line(kept.scenario, kept.seed, actions, dice)
