"""Sections 9.2 and 9.3: what a path costs, and how far a unit can go."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.hexset import HexSet
from engine.paths import Reach, reach
from engine.verdict import Line, Reason, Tally, whole
from engine.victory_awaits.concepts import enemies_in, held, stacking, zoc, zoc_sources
from engine.victory_awaits.ground import HALF
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

    def deny(
        self, rule: str, key: str, *hexes: str, units: Sequence[str] = (), **p: object
    ) -> None:
        self.reasons.append(
            Reason.of(rule, key, hexes=hexes, units=units, unit=self.unit.name, **p)
        )

    def watchers(self, hex: str) -> tuple[str, ...]:
        return zoc_sources(self.g, self.s, hex, enemy(self.unit.side))

    def names(self, units: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.g.units[unit].name for unit in units)

    def enter(self, gate: str) -> None:
        """Come onto the map: the gate costs what any hex does (15.3, 15.4)."""
        board, ground = self.g.board, self.g.ground
        blockers = enemies_in(self.g, self.s, self.unit.side, gate)
        if blockers:
            names = self.names(blockers)
            self.deny("3.1", "ava.move.enemy", gate, units=blockers, hex=gate, enemies=names)
        self._pay(gate, gate, entry_lines(self, board.index[gate]))
        base = board.index[gate] * 6
        if self.mode == STRATEGIC and not any(
            ground.linked(slot, "road") for slot in range(base, base + 6)
        ):
            self.deny("9.3", "ava.strategic.start-off-road", gate, hex=gate)

    def begin(self, start: str) -> None:
        if self.mode != STRATEGIC:
            return
        board, ground = self.g.board, self.g.ground
        base = board.index[start] * 6
        if not any(ground.linked(slot, "road") for slot in range(base, base + 6)):
            self.deny("9.3", "ava.strategic.start-off-road", start, hex=start)
        if start in self.zoc:
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
        ground = self.g.ground
        if ground.bar(slot, self.unit.side == SOVIET) == "start-line":
            self.deny("9.1", "ava.move.start-line", here, there, here=here, there=there)
        if ground.bar(slot) == "closed":
            self.deny("TEC", "ava.move.closed", here, there, here=here, there=there)
        number = self.g.board.index[there]
        if not ground.dry(number):
            entry, terrain = ground.entry_at[number], self.g.board.terrain_at[number]
            self.deny("TEC", f"ava.move.{entry}", there, hex=there, terrain=terrain)

    def _normal(self, slot: int) -> list[Line]:
        board, ground = self.g.board, self.g.ground
        here, there = board.hexes[slot // 6], board.hexes[board.neighbour_at[slot]]
        terrain = board.terrain(there)
        step = ground.step(slot, self.unit.mechanized, self.unit.type == "mountain")
        if step.barred:
            if step.way == "mountain":
                self.deny("9.2", "ava.move.mountain", there, hex=there, terrain=terrain)
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
            if hex in self.zoc:
                enemies = self.names(self.watchers(hex))
                lines.append(Line.of("9.2", key, _points(ground.zoc), hex=hex, enemies=enemies))
        return lines

    def _all_points(self, here: str, there: str, river: bool, terrain: str) -> list[Line]:
        kind = "major-river" if river else "mountain"
        if self.spent:
            spent = _points(self.spent)
            self.deny("9.2", f"ava.{kind}.must-start", here, there, here=here, spent=spent)
        for hex in (here, there):
            if hex in self.zoc:
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
        left = _points(max(self.allowance - self.spent, 0 if self.spent else HALF))
        return [Line.of("9.2", f"ava.cost.{kind}", left, terrain=terrain)]

    def _strategic(self, slot: int, there: str) -> list[Line]:
        board, ground = self.g.board, self.g.ground
        if not ground.linked(slot, "road"):
            here = board.hexes[slot // 6]
            kind = "rail" if ground.linked(slot, "rail") else "off-road"
            self.deny("9.3", f"ava.strategic.{kind}", here, there, here=here, there=there)
        if there in self.zoc:
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


def entry_lines(walker: _Walker, gate: int) -> list[Line]:
    """What a unit pays to come onto the map in a hex (15.3, 15.4)."""
    g, unit = walker.g, walker.unit
    ground, terrain = g.ground, g.board.terrain_at[gate]
    if walker.mode == STRATEGIC:
        return [Line.of("9.3", "ava.cost.strategic", _points(1))]
    road = any(ground.linked(slot, "road") for slot in range(gate * 6, gate * 6 + 6))
    if road:
        lines = [Line.of("9.2", "ava.cost.road", _points(ground.road), terrain=terrain)]
    else:
        price = ground.price(gate, unit.mechanized)
        lines = [Line.of("TEC", "ava.cost.terrain", _points(price), terrain=terrain)]
    if (hex := g.board.hexes[gate]) in walker.zoc:
        names = walker.names(walker.watchers(hex))
        lines.append(
            Line.of("9.2", "ava.cost.enter-zoc", _points(ground.zoc), hex=hex, enemies=names)
        )
    return lines


def _points(halves: int) -> int | Fraction:
    return whole(Fraction(halves, HALF))


def walk(
    g: VictoryAwaits, s: State, unit: str, path: Sequence[str], mode: str, gate: bool = False
) -> Walk:
    """Everything there is to say about a path (9.1 to 9.3, 3.1); from off the map by a gate."""
    walker = _Walker(g, s, g.units[unit], mode)
    if gate:
        walker.enter(path[0])
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
        for part, hex in zip(walker.parts, path[not gate : done + 1], strict=True)
    ]
    tally = Tally(
        "ava.cost.total",
        tuple(lines),
        _points(walker.spent),
        f"{g.face(s, unit).move}",
        tuple(walker.parts),
    )
    return Walk(tally, tuple(walker.reasons), walker.spent)


def reach_of(
    g: VictoryAwaits,
    s: State,
    unit: str,
    mode: str = NORMAL,
    points: int | None = None,
    gate: str | None = None,
) -> Reach:
    """Every hex a unit can pay its way to, and the cheapest way there (9.2, 9.3).

    `points` asks what it could do with more or fewer movement points than it has; `gate` is the
    hex by which it comes onto the map, paid for beforehand.
    """
    piece, board, ground = g.units[unit], g.board, g.ground
    start = board.index[gate or s.position.place(unit)]
    budget = HALF * (g.face(s, unit).move if points is None else points)
    if gate is not None:
        budget -= walk(g, s, unit, (gate,), mode, gate=True).spent
    foes = held(g, s.position, enemy(piece.side))
    watched = zoc(g, s.position, enemy(piece.side))
    if mode == STRATEGIC:
        if board.hexes[start] in watched:
            return Reach(start, {start: 0}, {})
        roads = ground.road_steps(piece.side == SOVIET)
        return reach(board.grid, start, budget, roads, closed=foes | watched)
    steps = ground.steps(piece.mechanized, piece.side == SOVIET)
    found = reach(board.grid, start, budget, steps, foes, watched, ground.zoc)
    unspent = budget > 0 and gate is None  # 9.2: whoever paid for a gate lacks some of his points
    extra = _all_points_steps(g, piece, start, foes | watched) if unspent else ()
    fresh = {there: budget for there in extra if there not in found.cost}
    if not fresh or board.hexes[start] in watched:
        return found
    return Reach(start, {**found.cost, **fresh}, {**found.before, **dict.fromkeys(fresh, start)})


def _all_points_steps(g: VictoryAwaits, piece: Unit, start: int, shut: HexSet) -> Iterator[int]:
    for slot in range(start * 6, start * 6 + 6):
        step = g.ground.step(slot, piece.mechanized, piece.type == "mountain")
        there = g.board.neighbour_at[slot]
        open_ = step.way == "all" and g.ground.bar(slot, piece.side == SOVIET) is None
        if open_ and g.board.hexes[there] not in shut:
            yield there
