"""Sections 9.2 and 9.3: what a path costs, and how far a unit can go."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from engine.paths import Reach, reach
from engine.values import Action, Names
from engine.verdict import Line, Reason, Tally, whole
from engine.victory_awaits.components.state import Setting, State, Unit, enemy
from engine.victory_awaits.components.terrain import HALF, MAJOR, MINOR, MOUNTAIN, RAIL, ROAD
from engine.victory_awaits.concepts import denied, enemies_in, held, stacking, zoc, zoc_sources

NORMAL, STRATEGIC = "normal", "strategic"
MODES = (NORMAL, STRATEGIC)


@dataclass(frozen=True, slots=True)
class Fee:
    """What is paid for a step, in half points, and why."""

    rule: str
    key: str
    price: int
    terrain: str = ""
    watched: str = ""
    """The hex whose enemies make it dearer."""


class Walk:
    """A path, step by step: what it costs, and what forbids it."""

    def __init__(self, g: Setting, s: State, unit: Unit, mode: str) -> None:
        self.g, self.s, self.unit, self.mode = g, s, unit, mode
        self.allowance = HALF * g.face(s, unit.id).move
        self.foes = held(g, s.position, enemy(unit.side))
        self.zoc = zoc(g, s.position, enemy(unit.side))
        self.spent = 0  # half points
        self.all_spent_by = ""
        self.reasons: list[Reason] = []
        self.paid: list[tuple[str, list[Fee]]] = []
        """Each hex entered, and what it cost."""
        self.short = False

    @property
    def tally(self) -> Tally:
        """The cost, a line a hex; the parts say why each costs what it does."""
        parts = [Tally.adding("ava.cost.step", map(self._line, fees)) for _, fees in self.paid]
        rule = "9.2" if self.mode == NORMAL else "9.3"
        lines = [
            Line.of(rule, "ava.cost.into", part.total, hex=hex)
            for part, (hex, _) in zip(parts, self.paid, strict=True)
        ]
        have = str(self.g.face(self.s, self.unit.id).move)
        return Tally("ava.cost.total", tuple(lines), whole_points(self.spent), have, tuple(parts))

    def _line(self, fee: Fee) -> Line:
        params: dict[str, object] = {"terrain": fee.terrain} if fee.terrain else {}
        if fee.watched:
            params = {"hex": fee.watched, "enemies": self.names(self.watchers(fee.watched))}
        return Line.of(fee.rule, fee.key, whole_points(fee.price), **params)

    def deny(self, rule: str, key: str, *hexes: str, units: Names = (), **p: object) -> None:
        name = self.unit.name
        self.reasons.append(Reason.of(rule, key, hexes=hexes, units=units, unit=name, **p))

    def deny_for(self, enemies: Names, rule: str, key: str, hex: str) -> None:
        """Why a hex is not entered or left: for enemies in it or beside it."""
        self.deny(rule, key, hex, units=enemies, hex=hex, enemies=self.names(enemies))

    def watchers(self, hex: str) -> tuple[str, ...]:
        return zoc_sources(self.g, self.s, hex, enemy(self.unit.side))

    def names(self, units: Names) -> tuple[str, ...]:
        return tuple(self.g.units[unit].name for unit in units)

    def enter(self, gate: str) -> None:
        """Come onto the map: the gate costs what any hex does (15.3, 15.4)."""
        blockers = enemies_in(self.g, self.s, self.unit.side, gate)
        if blockers:
            self.deny_for(blockers, "3.1", "ava.move.enemy", gate)
        self._pay(gate, entry_fees(self, self.g.board.index[gate]))

    def begin(self, start: str) -> None:
        if self.mode != STRATEGIC:
            return
        if start not in self.g.ground.on_road:
            self.deny("9.3", "ava.strategic.start-off-road", start, hex=start)
        if start in self.zoc:
            self.deny_for(self.watchers(start), "9.3", "ava.strategic.start-in-zoc", start)

    def step(self, here: str, there: str) -> bool:
        board = self.g.board
        slot = board.slot(here, there)
        if slot is None:
            self.deny("9.1", "ava.move.not-adjacent", here, there, here=here, there=there)
            return False
        self._forbidden_anyway(slot, here, there)
        fees = self._strategic if self.mode == STRATEGIC else self._normal
        self._pay(there, fees(slot))
        return True

    def _forbidden_anyway(self, slot: int, here: str, there: str) -> None:
        if there in self.foes:
            blockers = enemies_in(self.g, self.s, self.unit.side, there)
            self.deny_for(blockers, "3.1", "ava.move.enemy", there)
        ground = self.g.ground
        if ground.beyond(slot, self.unit.side):
            self.deny("9.1", "ava.move.start-line", here, there, here=here, there=there)
        bar = ground.bar(slot)
        if bar == "closed":
            self.deny("TEC", "ava.move.closed", here, there, here=here, there=there)
        if bar and there not in ground.dry:
            number = self.g.board.index[there]
            entry, terrain = ground.entry_at[number], self.g.board.terrain_at[number]
            self.deny("TEC", f"ava.move.{entry}", there, hex=there, terrain=terrain)

    def _normal(self, slot: int) -> list[Fee]:
        board, ground = self.g.board, self.g.ground
        here, there = board.hexes[slot // 6], board.hexes[board.neighbour_at[slot]]
        terrain = board.terrain(there)
        way, bar = ground.way_at[slot], ground.bar(slot, self.unit)
        if bar:
            if bar == MOUNTAIN:
                self.deny("9.2", "ava.move.mountain", there, hex=there, terrain=terrain)
            return []
        if way in (MAJOR, MOUNTAIN):
            return self._all_points(here, there, way, terrain)
        if way == ROAD:
            fees = [Fee("9.2", "ava.cost.road", ground.road, terrain)]
        else:
            price = ground.price_at[self.unit.mechanized][board.neighbour_at[slot]]
            fees = [Fee("TEC", "ava.cost.terrain", price, terrain)]
            if way == MINOR:
                fees.append(Fee("9.2", "ava.cost.minor-river", ground.minor))
        for hex, key in ((here, "ava.cost.leave-zoc"), (there, "ava.cost.enter-zoc")):
            if hex in self.zoc:
                fees.append(Fee("9.2", key, ground.zoc, watched=hex))
        return fees

    def _all_points(self, here: str, there: str, kind: str, terrain: str) -> list[Fee]:
        if self.spent:
            spent = whole_points(self.spent)
            self.deny("9.2", f"ava.{kind}.must-start", here, there, here=here, spent=spent)
        for hex in (here, there):
            if hex in self.zoc:
                self.deny_for(self.watchers(hex), "9.2", f"ava.{kind}.zoc", hex)
        self.all_spent_by = kind
        left = max(self.allowance - self.spent, 0 if self.spent else HALF)
        return [Fee("9.2", f"ava.cost.{kind}", left, terrain)]

    def _strategic(self, slot: int) -> list[Fee]:
        board, ground = self.g.board, self.g.ground
        here, there = board.hexes[slot // 6], board.hexes[board.neighbour_at[slot]]
        if not ground.linked(slot, ROAD):
            kind = "rail" if ground.linked(slot, RAIL) else "off-road"
            self.deny("9.3", f"ava.strategic.{kind}", here, there, here=here, there=there)
        if there in self.zoc:
            self.deny_for(self.watchers(there), "9.3", "ava.strategic.zoc", there)
        return [Fee("9.3", "ava.cost.strategic", 1)]

    def _pay(self, there: str, fees: list[Fee]) -> None:
        price = sum([fee.price for fee in fees])
        stopped_by = self.all_spent_by if self.paid and self.spent >= self.allowance else ""
        self.paid.append((there, fees))
        self.spent += price
        if self.spent > self.allowance and not self.short:
            self.short = True
            key = f"ava.move.after-{stopped_by}" if stopped_by else "ava.move.points"
            left = whole_points(max(self.allowance - (self.spent - price), 0))
            cost = whole_points(price)
            need, have = whole_points(self.spent), whole_points(self.allowance)
            self.deny("9.2", key, there, hex=there, cost=cost, left=left, need=need, have=have)


def entry_fees(walk: Walk, gate: int) -> list[Fee]:
    """What a unit pays to come onto the map in a hex (15.3, 15.4)."""
    g, unit = walk.g, walk.unit
    ground, terrain = g.ground, g.board.terrain_at[gate]
    if walk.mode == STRATEGIC:
        return [Fee("9.3", "ava.cost.strategic", 1)]
    if g.board.hexes[gate] in ground.on_road:
        fees = [Fee("9.2", "ava.cost.road", ground.road, terrain)]
    else:
        fees = [Fee("TEC", "ava.cost.terrain", ground.price_at[unit.mechanized][gate], terrain)]
    if (hex := g.board.hexes[gate]) in walk.zoc:
        fees.append(Fee("9.2", "ava.cost.enter-zoc", ground.zoc, watched=hex))
    return fees


@cache
def in_points(halves: int) -> Fraction:
    """Half points as movement points."""
    return Fraction(halves, HALF)


@cache
def whole_points(halves: int) -> int | Fraction:
    """The same, as a whole number where it is one."""
    return whole(in_points(halves))


def walk(g: Setting, s: State, unit: str, path: Names, mode: str, gate: bool = False) -> Walk:
    """Everything there is to say about a path (9.1 to 9.3, 3.1); from off the map by a gate."""
    found = Walk(g, s, g.units[unit], mode)
    if gate:
        found.enter(path[0])
    found.begin(path[0])
    for here, there in itertools.pairwise(path):
        if not found.step(here, there):
            break
    else:
        found.reasons += stacking(g, s, unit, path[-1])
    return found


class Ways:
    """The cheapest ways to all that is in reach, told hex by hex when they are wanted."""

    def __init__(self, g: Setting, found: Reach, unit: str, mode: str) -> None:
        self.before, self.hexes = found.before, g.board.hexes
        self.told: dict[int, tuple[str, ...]] = {found.start: (self.hexes[found.start],)}
        self.move = Action("move", unit=unit, mode=None if mode == NORMAL else mode)

    def path(self, goal: int) -> tuple[str, ...]:
        """The cheapest way to a hex."""
        path = self.told.get(goal)
        if path is None:
            path = self.told[goal] = (*self.path(self.before[goal]), self.hexes[goal])
        return path

    def to(self, goal: int) -> Action:
        """The move there."""
        return self.move.saying("path", self.path(goal))


def reach_of(
    g: Setting,
    s: State,
    unit: str,
    mode: str = NORMAL,
    points: int | None = None,
    gate: str | None = None,
) -> Reach:
    """Every hex a unit can pay its way to, and the cheapest way there (9.2, 9.3). `points` asks
    what it could do with more or fewer movement points than it has; `gate` is the hex by which it
    comes onto the map, paid for beforehand."""
    piece, board, ground = g.units[unit], g.board, g.ground
    start = board.index[gate or s.position.place(unit)]
    budget = HALF * (g.face(s, unit).move if points is None else points)
    if gate is not None:
        budget -= walk(g, s, unit, (gate,), mode, gate=True).spent
    foe = enemy(piece.side)
    watched = zoc(g, s.position, foe)
    if mode == STRATEGIC:
        roads = ground.road_steps(piece.side)
        if not roads[start] or board.hexes[start] in watched:
            return Reach(start, {start: 0}, {})
        return reach(board.grid, start, budget, roads, closed=denied(g, s.position, foe))
    steps, foes = ground.steps(piece.mechanized, piece.side), held(g, s.position, foe)
    found = reach(board.grid, start, budget, steps, foes, watched, ground.zoc)
    unspent = budget > 0 and gate is None  # 9.2: whoever paid for a gate lacks some of his points
    if not unspent or board.hexes[start] in watched:
        return found
    fresh = [there for there in ground.all_points(start, piece) if there not in found.cost]
    if not fresh:
        return found
    shut = denied(g, s.position, foe)
    fresh = [there for there in fresh if board.hexes[there] not in shut]
    cost = {**found.cost, **dict.fromkeys(fresh, budget)}
    return Reach(start, cost, {**found.before, **dict.fromkeys(fresh, start)})
