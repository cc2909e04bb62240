"""Chapter 9: normal and strategic movement, one unit at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.paths import Reach, reach
from engine.verdict import Line, Reason, Tally, Verdict, whole
from engine.victory_awaits.concepts import enemies_in, held, stacking, zoc, zoc_sources
from engine.victory_awaits.ground import HALF, START_LINE
from engine.victory_awaits.state import State, enemy
from engine.victory_awaits.unit import SOVIET, Unit

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

NORMAL, STRATEGIC = "normal", "strategic"
MODES = (NORMAL, STRATEGIC)


@dataclass(frozen=True, slots=True)
class Walk:
    """A path, step by step: what it costs, and what forbids it."""

    tally: Tally
    reasons: tuple[Reason, ...]
    spent: int  # half points


class _Walker:
    """Follows a path and writes down every price and every objection."""

    def __init__(self, g: VictoryAwaits, s: State, unit: Unit, mode: str) -> None:
        self.g, self.s, self.unit, self.mode = g, s, unit, mode
        self.allowance = HALF * g.face(s, unit.id).move
        self.zoc = zoc(g, s.position, enemy(unit.side))
        self.spent = 0
        self.all_spent_by = ""
        self.reasons: list[Reason] = []
        self.parts: list[Tally] = []
        self.short = False

    def deny(self, rule: str, key: str, *hexes: str, units: Sequence[str] = (), **p: Any) -> None:
        self.reasons.append(
            Reason.of(rule, key, hexes=hexes, units=units, unit=self.unit.name, **p)
        )

    def watchers(self, hex: str) -> tuple[str, ...]:
        return zoc_sources(self.g, self.s, hex, enemy(self.unit.side))

    def names(self, units: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.g.units[unit].name for unit in units)

    def begin(self, start: str) -> None:
        if self.mode != STRATEGIC:
            return
        board, ground = self.g.board, self.g.ground
        base = board.index[start] * 6
        if not any(ground.linked(slot, "road") for slot in range(base, base + 6)):
            self.deny("9.3", "ava.strategic.start-off-road", start, hex=start)
        if board.index[start] in self.zoc:
            watchers = self.watchers(start)
            self.deny(
                "9.3",
                "ava.strategic.start-in-zoc",
                start,
                units=watchers,
                hex=start,
                enemies=self.names(watchers),
            )

    def step(self, here: str, there: str) -> bool:
        board = self.g.board
        if there not in board:
            self.deny("9.1", "ava.move.off-map", here, hex=there)
            return False
        direction = board.direction(here, there)
        if direction is None:
            self.deny("9.1", "ava.move.not-adjacent", here, there, here=here, there=there)
            return False
        slot = board.index[here] * 6 + direction
        self._forbidden_anyway(slot, here, there)
        lines = self._strategic(slot, there) if self.mode == STRATEGIC else self._normal(slot)
        self._pay(here, there, lines)
        return True

    def _forbidden_anyway(self, slot: int, here: str, there: str) -> None:
        blockers = enemies_in(self.g, self.s, self.unit.side, there)
        if blockers:
            self.deny(
                "3.1",
                "ava.move.enemy",
                there,
                units=blockers,
                hex=there,
                enemies=self.names(blockers),
            )
        if self.unit.side == SOVIET and START_LINE in self.g.board.side_at[slot]:
            self.deny("9.1", "ava.move.start-line", here, there, here=here, there=there)

    def _normal(self, slot: int) -> list[Line]:
        board, ground = self.g.board, self.g.ground
        here, there = board.hexes[slot // 6], board.hexes[board.neighbour_at[slot]]
        terrain = board.terrain(there)
        step = ground.step(slot, self.unit.mechanized, self.unit.type == "mountain")
        if step.barred:
            rule = "9.2" if step.way == "mountain" else "TEC"
            self.deny(rule, f"ava.move.{step.way}", there, hex=there, terrain=terrain)
            return []
        if step.way == "all":
            return self._all_points(here, there, step.river, terrain)
        lines = []
        if step.way == "road":
            lines.append(Line.of("9.2", "ava.cost.road", _points(step.price), terrain=terrain))
        else:
            river = ground.minor if step.river else 0
            lines.append(
                Line.of("TEC", "ava.cost.terrain", _points(step.price - river), terrain=terrain)
            )
            if river:
                lines.append(Line.of("9.2", "ava.cost.minor-river", _points(river)))
        for hex, key in ((here, "ava.cost.leave-zoc"), (there, "ava.cost.enter-zoc")):
            if board.index[hex] in self.zoc:
                enemies = self.names(self.watchers(hex))
                lines.append(Line.of("9.2", key, _points(ground.zoc), hex=hex, enemies=enemies))
        return lines

    def _all_points(self, here: str, there: str, river: bool, terrain: str) -> list[Line]:
        kind = "major-river" if river else "mountain"
        if self.spent:
            spent = _points(self.spent)
            self.deny("9.2", f"ava.{kind}.must-start", here, there, here=here, spent=spent)
        for hex in (here, there):
            if self.g.board.index[hex] in self.zoc:
                watchers = self.watchers(hex)
                self.deny(
                    "9.2",
                    f"ava.{kind}.zoc",
                    hex,
                    units=watchers,
                    hex=hex,
                    enemies=self.names(watchers),
                )
        self.all_spent_by = kind
        left = _points(max(self.allowance - self.spent, 0))
        return [Line.of("9.2", f"ava.cost.{kind}", left, terrain=terrain)]

    def _strategic(self, slot: int, there: str) -> list[Line]:
        board, ground = self.g.board, self.g.ground
        if not ground.linked(slot, "road"):
            here = board.hexes[slot // 6]
            kind = "rail" if ground.linked(slot, "rail") else "off-road"
            self.deny("9.3", f"ava.strategic.{kind}", here, there, here=here, there=there)
        if board.index[there] in self.zoc:
            watchers = self.watchers(there)
            self.deny(
                "9.3",
                "ava.strategic.zoc",
                there,
                units=watchers,
                hex=there,
                enemies=self.names(watchers),
            )
        return [Line.of("9.3", "ava.cost.strategic", _points(1))]

    def _pay(self, here: str, there: str, lines: list[Line]) -> None:
        part = Tally.adding("ava.cost.step", lines)
        price = int(part.total * HALF)
        stopped_by = self.all_spent_by if self.parts and self.spent >= self.allowance else ""
        self.parts.append(part)
        self.spent += price
        if self.spent > self.allowance and not self.short:
            self.short = True
            key = f"ava.move.after-{stopped_by}" if stopped_by else "ava.move.points"
            self.deny(
                "9.2",
                key,
                there,
                hex=there,
                cost=_points(price),
                left=_points(max(self.allowance - (self.spent - price), 0)),
                need=_points(self.spent),
                have=_points(self.allowance),
            )


def _points(halves: int) -> int | Fraction:
    return whole(Fraction(halves, HALF))


def walk(g: VictoryAwaits, s: State, unit: str, path: Sequence[str], mode: str) -> Walk:
    """Everything there is to say about a path (9.1 to 9.3, 3.1)."""
    walker = _Walker(g, s, g.units[unit], mode)
    walker.begin(path[0])
    done = 0
    for here, there in itertools.pairwise(path):
        if not walker.step(here, there):
            break
        done += 1
    else:
        walker.reasons += stacking(g, s, unit, path[-1])
    lines = [
        Line.of("9.2" if mode == NORMAL else "9.3", "ava.cost.into", part.total, hex=hex)
        for part, hex in zip(walker.parts, path[1 : done + 1], strict=True)
    ]
    tally = Tally(
        "ava.cost.total",
        tuple(lines),
        _points(walker.spent),
        f"{g.face(s, unit).move}",
        tuple(walker.parts),
    )
    return Walk(tally, tuple(walker.reasons), walker.spent)


def reach_of(g: VictoryAwaits, s: State, unit: str, mode: str = NORMAL) -> Reach:
    """Every hex a unit can pay its way to, and the cheapest way there (9.2, 9.3)."""
    piece, board, ground = g.units[unit], g.board, g.ground
    start = board.index[s.position.place(unit)]
    budget = HALF * g.face(s, unit).move
    foes = held(g, s.position, enemy(piece.side))
    watched = zoc(g, s.position, enemy(piece.side))
    if mode == STRATEGIC:
        if start in watched:
            return Reach(start, {start: 0}, {})
        roads = ground.road_steps(piece.side == SOVIET)
        return reach(board.neighbour_at, start, budget, roads, closed=foes | watched)
    toll = dict.fromkeys(watched, ground.zoc)
    steps = ground.steps(piece.mechanized, piece.side == SOVIET)
    found = reach(board.neighbour_at, start, budget, steps, toll, foes)
    extra = dict(_all_points_steps(g, s, piece, start, foes, watched))
    fresh = {there: budget for there in extra if there not in found.cost}
    if not fresh:
        return found
    return Reach(start, {**found.cost, **fresh}, {**found.before, **dict.fromkeys(fresh, start)})


def _all_points_steps(
    g: VictoryAwaits,
    s: State,
    piece: Unit,
    start: int,
    foes: frozenset[int],
    watched: frozenset[int],
) -> Iterator[tuple[int, int]]:
    if start in watched or not g.face(s, piece.id).move:
        return
    for slot in range(start * 6, start * 6 + 6):
        step = g.ground.step(slot, piece.mechanized, piece.type == "mountain")
        there = g.board.neighbour_at[slot]
        if step.way != "all" or there in foes or there in watched:
            continue
        if piece.side == SOVIET and START_LINE in g.board.side_at[slot]:
            continue
        yield there, start


@dataclass(frozen=True)
class Movement(Phase):
    """The movement segment of one activation (5.0 step 4, chapter 9)."""

    hq: str | None
    side: str
    active: tuple[str, ...]
    moved: frozenset[str] = frozenset()

    def decision(self, g: VictoryAwaits, s: State) -> Decision:
        """The owner of the chit moves units, or ends the segment."""
        name = g.units[self.hq].name if self.hq else ""
        left = len(self.active) - len(self.moved)
        return Decision.of(self.side, "ava.move", "9.1", hq=name, left=left)

    def kinds(self) -> tuple[str, ...]:
        """Move a unit; end the segment."""
        return ("move", "end")

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every hex that each unit may end in, by its cheapest way; then the end."""
        for mover in self.active:
            if mover in self.moved or unit not in (None, mover):
                continue
            yield from self._moves(g, s, mover, hex)
        if unit is None and hex is None:
            yield Action("end")

    def _moves(self, g: VictoryAwaits, s: State, unit: str, hex: str | None) -> Moves:
        seen: set[int] = set()
        for mode in MODES:
            found = reach_of(g, s, unit, mode)
            for there in found.cost:
                label = g.board.hexes[there]
                if there in seen or there == found.start or hex not in (None, label):
                    continue
                if any(stacking(g, s, unit, label)):
                    continue
                seen.add(there)
                path = [g.board.hexes[i] for i in found.path(there)]
                yield Action("move", unit=unit, path=path, mode=None if mode == NORMAL else mode)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Chapter 9, every clause of it."""
        if action.kind == "end":
            return Verdict()
        reasons = [*self._who(g, s, action), *self._how(action)]
        path = action.get("path", ())
        if action.get("unit") in g.units and len(path) > 1 and not self._malformed(g, s, action):
            reasons += walk(g, s, action["unit"], path, action.get("mode", NORMAL)).reasons
        return Verdict(tuple(reasons))

    def _malformed(self, g: VictoryAwaits, s: State, action: Action) -> bool:
        path = action["path"]
        return path[0] not in g.board or path[0] != s.position.place(action["unit"])

    def _who(self, g: VictoryAwaits, s: State, action: Action) -> Iterator[Reason]:
        unit = action.get("unit")
        if unit not in g.units:
            yield Reason.of("9.1", "ava.move.no-unit", unit=unit)
            return
        piece, place = g.units[unit], s.position.place(unit)
        path = action.get("path", ())
        if piece.side != self.side:
            yield Reason.of("9.1", "ava.move.not-yours", units=(unit,), unit=piece.name)
        elif unit not in self.active:
            yield from self._asleep(g, s, unit)
        elif unit in self.moved:
            yield Reason.of("9.1", "ava.move.again", units=(unit,), unit=piece.name)
        if place not in g.board:
            yield Reason.of("9.1", "ava.move.not-on-map", units=(unit,), unit=piece.name)
        elif len(path) < 2:
            yield Reason.of("9.1", "ava.move.no-path", hexes=(place,), unit=piece.name)
        elif path[0] != place:
            yield Reason.of(
                "9.1", "ava.move.wrong-start", hexes=(place,), unit=piece.name, hex=place
            )

    def _asleep(self, g: VictoryAwaits, s: State, unit: str) -> Iterator[Reason]:
        why = g.query(s, "activation", hq=self.hq).get(unit) if self.hq else None
        yield Reason.of(
            "8.1",
            "ava.move.not-active",
            units=(unit,),
            unit=g.units[unit].name,
            hq=g.units[self.hq].name if self.hq else "",
        )
        if why is not None:
            yield why

    def _how(self, action: Action) -> Iterator[Reason]:
        mode = action.get("mode", NORMAL)
        if mode not in MODES:
            yield Reason.of("9.1", "ava.move.no-mode", mode=mode)

    def tally(self, g: VictoryAwaits, s: State, action: Action) -> Tally | None:
        """The cost of the path, a line a hex; the parts say why each costs what it does."""
        path = action.get("path", ())
        if action.get("unit") not in g.units or len(path) < 2 or self._malformed(g, s, action):
            return None
        return walk(g, s, action["unit"], path, action.get("mode", NORMAL)).tally

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Move the unit, taking towns on the way (3.4), or end the segment."""
        if action.kind == "end":
            course.tell("9.1", "ava.move.end", side=self.side)
            return s.pop()
        unit, path = action["unit"], action["path"]
        cost = walk(g, s, unit, path, action.get("mode", NORMAL)).tally.total
        course.tell(
            "9.3" if action.get("mode") == STRATEGIC else "9.2",
            "ava.move.done",
            units=(unit,),
            hexes=path,
            unit=g.units[unit].name,
            start=path[0],
            goal=path[-1],
            cost=cost,
        )
        s = s.at(unit, path[-1])
        for hex in path[1:]:
            s = take(g, s, unit, hex, course)
        return s.instead(replace(self, moved=self.moved | {unit}))


def take(g: VictoryAwaits, s: State, unit: str, hex: str, course: Course) -> State:
    """A unit enters a hex: a town or city there changes hands (3.4)."""
    side = g.units[unit].side
    if hex not in s.control or s.control[hex] == side:
        return s
    name = g.board.place_in[hex].name
    course.tell("3.4", "ava.control.taken", hexes=(hex,), units=(unit,), place=name, side=side)
    return s.controlled(hex, side)
