"""Sections 10.5, 10.6 and 10.8: steps lost, the boxes where eliminated units go, and retreat: its
seven clauses, and the way that avoids most.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.agenda import Phase, Reasons, Slots
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Line, Reason, Tally
from engine.victory_awaits.components.deeds import ByUnit, OneOf
from engine.victory_awaits.components.state import SOVIET, Setting, State, Unit, enemy
from engine.victory_awaits.components.terrain import MAJOR
from engine.victory_awaits.components.track import AVAILABLE, ELIMINATED
from engine.victory_awaits.concepts import STACK_LIMIT, Lines, held, put, take, zoc

FARTHEST = 6
"""Hexes beyond the stated ones that a unit is followed through full hexes (10.6 clause 5)."""
NO_LINE = 10**6
IN_THE_AIR = "retreating"


def steps_left(g: Setting, s: State, unit: str) -> int:
    """The steps that a unit has left (10.5); none off the map."""
    if s.position.place(unit) not in g.board:
        return 0
    return g.units[unit].steps - (unit in s.reduced)


def box_of(piece: Unit, in_combat: bool) -> str:
    """Where an eliminated unit goes (10.8): Soviet foot and HQs lost in combat may return."""
    returns = piece.side == SOVIET and not piece.mechanized and not piece.fortress
    return AVAILABLE[SOVIET] if in_combat and returns else ELIMINATED[piece.side]


def eliminate(
    g: Setting, s: State, unit: str, course: Course, rule: str = "10.8", combat: bool = True
) -> State:
    """Take a unit off the map into its box (10.8); what comes back comes at full strength."""
    piece, hex = g.units[unit], s.position.place(unit)
    box = box_of(piece, combat)
    who = {"unit": piece.name, "hex": hex, "box": box}
    course.tell(rule, "ava.loss.eliminated", units=(unit,), hexes=(hex,), **who)
    s = replace(put(g, s, unit, box), retreated=s.retreated - {unit})
    return replace(s, reduced=s.reduced - {unit}) if box == AVAILABLE[SOVIET] else s


def lose_step(
    g: Setting, s: State, unit: str, course: Course, rule: str = "10.5", combat: bool = True
) -> State:
    """Flip a full unit, or eliminate one that has no other side left (10.5)."""
    if steps_left(g, s, unit) < 2:
        return eliminate(g, s, unit, course, "10.8" if combat else rule, combat)
    hex = s.position.place(unit)
    g.tell(course, unit, rule, "ava.loss.reduced", (hex,), hex=hex)
    return replace(s, reduced=s.reduced | {unit})


class Losses(Phase):
    """A side takes step losses among some units, as it likes (10.5)."""

    side: str
    units: tuple[str, ...]
    count: int

    def may(self, g: Setting, s: State) -> list[str]:
        return [unit for unit in self.units if steps_left(g, s, unit)]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """The owner picks the unit that takes the next loss; nobody does without a choice."""
        alive = self.may(g, s)
        steps = sum(steps_left(g, s, unit) for unit in alive)
        if self.count <= 0 or len(alive) < 2 or self.count >= steps:
            return None
        return Decision.of(self.side, "ava.lose", "10.5", left=self.count)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Losses that leave no choice; what cannot be taken is waived."""
        left = self.count
        for unit in self.may(g, s):
            while left > 0 and steps_left(g, s, unit):
                s = lose_step(g, s, unit, course)
                left -= 1
        return s.pop()

    def not_concerned(self, g: Setting, s: State, unit: str) -> Reasons:
        """Only units of this combat lose steps (10.4)."""
        if unit not in g.units:
            yield Reason.of("10.5", "ava.move.no-unit", unit=unit)
        else:
            yield g.against(unit, "10.5", "ava.loss.not-concerned")

    def take(self, g: Setting, s: State, unit: str, course: Course) -> State:
        return lose_step(g, s, unit, course).instead(replace(self, count=self.count - 1))


class Lose(OneOf[Losses]):
    """A unit of this combat takes a loss (10.4, 10.5)."""

    def tally(self, g: Setting, s: State, p: Losses, action: Action) -> Tally | None:
        unit = text(action, "unit")
        if unit not in g.units:
            return None
        name = g.units[unit].name
        lines = [
            Line.of("10.5", "ava.loss.steps", steps_left(g, s, unit), unit=name),
            Line.of("10.5", "ava.loss.step", -1, unit=name),
        ]
        return Tally.adding("ava.loss.left", lines)


Losses.offers(Lose("lose", "10.5", Losses.take, Losses.not_concerned))


@dataclass(frozen=True, slots=True)
class Way:
    """A retreat and what it costs, worst first: steps, further hexes, length of the line."""

    path: tuple[str, ...]
    losses: int
    extra: int
    line: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Smaller is better (10.6 clause 6)."""
        return (self.losses, self.extra, self.line)


class Paths:
    """All retreats of one unit, whose comrades in the hex have still to go."""

    def __init__(self, g: Setting, s: State, unit: str, retreat: Retreat) -> None:
        self.g, self.piece = g, g.units[unit]
        self.length, self.rivers = retreat.length, retreat.rivers
        self.start = s.position.place(unit)
        self.lifted = s.position
        """Where everybody is but those who have yet to retreat."""
        for comrade in retreat.left(s):
            self.lifted = self.lifted.moved(comrade, IN_THE_AIR)
        self.foes = held(g, s.position, enemy(self.piece.side))
        self.zoc = zoc(g, s.position, enemy(self.piece.side))
        self.steps = steps_left(g, s, unit)
        self.lines = Lines(g, replace(s, position=self.lifted), self.piece.side)

    def full(self, hex: str) -> bool:
        """Whether a unit may not end its retreat there (3.1, clause 5)."""
        friends = [u for u in self.lifted.at(hex) if not self.g.units[u].fortress]
        return len(friends) >= STACK_LIMIT

    def barred(self, here: str, there: str, step: int) -> tuple[str, str] | None:
        """The rule and key that close a step of the retreat, 1 being the first (clause 3)."""
        ground, slot = self.g.ground, self.g.board.slot(here, there)
        if slot is None:
            return "10.6", "not-adjacent"
        if there in self.foes:
            return "3.1", "enemy"
        if ground.beyond(slot, self.piece.side):
            return "2.1", "start-line"
        bar = ground.bar(slot, self.piece)
        if bar:
            return "10.6", bar
        if self.rivers and step > 1 and ground.river(slot) == MAJOR and not ground.bridged(slot):
            return "10.6", "major-river"
        return None

    def line(self, hex: str) -> int:
        """The length of the shortest line of communication into a hex (3.3)."""
        found = self.lines.length(hex)
        return NO_LINE if found is None else found

    def cost(self, path: Names) -> Way:
        """What a path costs."""
        losses = sum(hex in self.zoc for hex in path[1:])
        return Way(tuple(path), losses, len(path) - 1 - self.length, self.line(path[-1]))

    def all(self) -> Iterator[Way]:
        """Every retreat that the unit survives."""
        yield from self._from((self.start,), 0)

    def _from(self, path: tuple[str, ...], losses: int) -> Iterator[Way]:
        here, done = path[-1], len(path) - 1
        if done >= self.length and not self.full(here):
            yield Way(path, losses, done - self.length, self.line(here))
            return
        if done >= self.length + FARTHEST:
            return
        for there in self.g.board.neighbours(here):
            if there in path or self.barred(here, there, done + 1) is not None:
                continue
            lost = losses + (there in self.zoc)
            if lost < self.steps:
                yield from self._from((*path, there), lost)

    @cached_property
    def best(self) -> list[Way]:
        """The ways that avoid most (clause 6); none where the unit cannot live (clause 7)."""
        ways = list(self.all())
        if not ways:
            return []
        rank = min(way.rank for way in ways)
        return [way for way in ways if way.rank == rank]


class Retreat(Phase):
    """The defenders of a hex fall back (10.4, 10.6), each where its owner sends it."""

    side: str
    units: tuple[str, ...]
    hex: str
    length: int
    rivers: bool = True
    """15.1: rivers have no effect in a surprise attack."""

    def left(self, s: State) -> list[str]:
        """Who has still to fall back."""
        return [unit for unit in self.units if s.position.place(unit) == self.hex]

    def paths(self, g: Setting, s: State, unit: str) -> Paths:
        """The retreats of one unit, worked out once for a position."""
        key = ("retreat", unit, self, unit in s.reduced, s.breached)
        return s.position.once(key, Paths, g, s, unit, self)

    def decision(self, g: Setting, s: State) -> Decision | None:
        """The owner sends a unit back; one without a way is eliminated unasked."""
        left = self.left(s)
        if not left or any(not self.paths(g, s, unit).best for unit in left):
            return None
        names = tuple(g.units[unit].name for unit in left)
        return Decision.of(
            self.side, "ava.retreat", "10.6", hex=self.hex, length=self.length, units=names
        )

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """A unit that cannot retreat is eliminated (clauses 3 and 7)."""
        for unit in self.left(s):
            if not self.paths(g, s, unit).best:
                g.tell(course, unit, "10.6", "ava.retreat.none", (self.hex,))
                return eliminate(g, s, unit, course)
        return s.pop()


class FallBack(ByUnit[Retreat]):
    """A unit of the hex retreats (10.6), by one of its best ways."""

    kind, rule, sure = "retreat", "10.6", True

    def slots(self) -> Slots[Setting, State, Retreat]:
        return {
            "unit": lambda g, s, p, given: p.left(s),
            "path": lambda g, s, p, given: [way.path for way in p.paths(g, s, given["unit"]).best],
        }

    def objections(self, g: Setting, s: State, p: Retreat, piece: Unit, action: Action) -> Reasons:
        unit, path = piece.id, texts(action, "path")

        def no(rule: str, key: str, *hexes: str, **params: object) -> Reason:
            params["unit"] = piece.name
            return Reason.of(rule, f"ava.retreat.{key}", units=(unit,), hexes=hexes, **params)

        if unit not in p.left(s):
            yield no("10.6", "not-concerned")
            return
        if len(path) < 2 or path[0] != p.hex:
            yield no("10.6", "no-path", hex=p.hex)
            return
        paths = p.paths(g, s, unit)
        for step, (here, there) in enumerate(itertools.pairwise(path), start=1):
            closed = paths.barred(here, there, step)
            if closed is not None:
                yield no(*closed, here, there, here=here, hex=there)
                if closed[1] == "not-adjacent":
                    return
            if there in path[:step]:
                yield no("10.6", "round", there, hex=there)
            if step >= p.length and step < len(path) - 1 and not paths.full(there):
                yield no("10.6", "too-far", there, hex=there, length=p.length)
        if len(path) - 1 < p.length:
            yield no("10.6", "too-short", path[-1], length=p.length, done=len(path) - 1)
            return
        goal = path[-1]
        if paths.full(goal):
            yield no("10.6", "full", goal, hex=goal, limit=STACK_LIMIT)
        way, best = paths.cost(path), paths.best[0]
        better = "-".join(best.path)
        if way.losses > best.losses:
            entered = [h for h in path[1:] if h in paths.zoc]
            lost = {"losses": way.losses, "fewest": best.losses}
            yield no("10.6", "loss-avoidable", *entered, hex=entered[0], **lost, better=better)
        elif way.losses == best.losses and way.extra > best.extra:
            yield no("10.6", "stack-avoidable", goal, better=better)
        elif way.rank[:2] == best.rank[:2] and way.line > best.line:
            key = "line-longer" if way.line < NO_LINE else "line-none"
            lines = {"line": way.line, "shortest": best.line}
            yield no("10.6", key, goal, hex=goal, **lines, better=best.path[-1])

    def tally(self, g: Setting, s: State, p: Retreat, action: Action) -> Tally | None:
        """The steps that the way costs; `result` is the length of the line at its end."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in p.left(s) or len(path) < 2:
            return None
        paths = p.paths(g, s, unit)
        lines = [
            Line.of("10.6", f"ava.retreat.into{'-zoc' if lost else ''}", int(lost), hex=hex)
            for hex in path[1:]
            for lost in [hex in paths.zoc]
        ]
        line = paths.line(path[-1])
        return Tally.adding("ava.retreat.cost", lines, None if line == NO_LINE else str(line))

    def apply(self, g: Setting, s: State, p: Retreat, action: Action, course: Course) -> State:
        """Hex by hex, a step lost in every enemy ZOC entered (clause 4)."""
        unit, path = action["unit"], action["path"]
        watched = p.paths(g, s, unit).zoc
        who = {"unit": g.units[unit].name, "start": path[0], "goal": path[-1]}
        course.tell("10.6", "ava.retreat.done", units=(unit,), hexes=path, **who)
        s = replace(put(g, s, unit, path[-1]), retreated=s.retreated | {unit})
        for hex in path[1:]:
            s = take(g, s, unit, hex, course)
            if hex in watched:
                s = lose_step(g, s, unit, course, "10.6")
        return s


Retreat.offers(FallBack())
