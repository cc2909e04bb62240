"""Retreats: the order of priorities, what destroys a retreating unit, stopping short."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.verdict import Reason, Verdict
from engine.zocbond.given import text, texts
from engine.zocbond.losses import alive, destroy, lose_step
from engine.zocbond.stacking import over
from engine.zocbond.state import DISRUPTED, MOVING, RETREATED, ROUTED, TRAIN, State
from engine.zocbond.zones import combat_units, eased, enemy, held, net

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@dataclass(frozen=True, slots=True)
class Way:
    """A way to retreat: what kills on it, how it ranks, the steps it costs to stop short."""

    path: tuple[str, ...]
    deaths: tuple[Reason, ...]
    rank: tuple[int, ...]
    cost: int = 0


def deaths(g: Family, s: State, unit: str, path: Sequence[str]) -> Iterator[Reason]:
    """Every clause that destroys a unit on a path."""
    piece = g.units[unit]
    foe = enemy(g, piece.side)
    bonded, foes = net(g, s, foe), held(g, s, foe)
    leaving = frozenset(u for u in s.position.at(path[0]) if g.units[u].side == piece.side)
    watched = eased(g, s, piece.side, leaving | g.retreated_units(s))

    def dead(key: str, *hexes: str) -> Reason:
        return Reason.of(
            g.rule("retreat-death"), key, hexes=hexes, units=(unit,), unit=piece.name, hex=hexes[-1]
        )

    if g.face(s, unit).move == 0:
        yield dead("zb.retreat.immobile", path[0])
    ring = 0
    for here, there in itertools.pairwise(path):
        if there not in g.board:
            if not g.own_area(s, piece.side, there):
                yield dead("zb.retreat.off-map", here)
            continue
        if there in foes:
            yield dead("zb.retreat.enemy", there)
        a, b = g.board.cell(here), g.board.cell(there)
        if bonded.stops(a, b):
            yield dead("zb.retreat.bond", here, there)
        for key in g.retreat_barriers(s, unit, here, there):
            yield dead(key, here, there)
        ring = ring + 1 if there in watched else 0
        if ring >= 2:
            yield dead("zb.retreat.two-zocs", here, there)
    if path[-1] in watched and path[-1] in g.board:
        yield dead("zb.retreat.ends-in-zoc", path[-1])


def all_ways(g: Family, s: State, unit: str, length: int, most: int) -> list[Way]:
    """Every path of the lengths a result allows, judged; the game adds its shorter ones."""
    side, start = g.units[unit].side, s.place(unit)
    leaving = frozenset(u for u in s.position.at(start) if g.units[u].side == side)
    watched = eased(g, s, side, leaving | g.retreated_units(s))
    found: list[Way] = []
    for path in _paths(g, s, side, start, most):
        size = len(path) - 1
        if size >= length or (path[-1] not in g.board):
            kills = tuple(deaths(g, s, unit, path))
            found.append(Way(path, kills, _rank(g, s, unit, path, kills, length, watched)))
    found += g.short_ways(s, unit, length, found)
    return found


def _paths(g: Family, s: State, side: str, start: str, most: int) -> Iterator[tuple[str, ...]]:
    stack: list[tuple[str, ...]] = [(start,)]
    while stack:
        path = stack.pop()
        if len(path) > 1:
            yield path
        if len(path) > most or path[-1] not in g.board:
            continue
        for there in (*g.board.neighbours(path[-1]), *g.areas_at(s, path[-1])):
            if there not in path:
                stack.append((*path, there))


def _rank(
    g: Family,
    s: State,
    unit: str,
    path: Sequence[str],
    kills: tuple[Reason, ...],
    length: int,
    watched: frozenset[str],
) -> tuple[int, ...]:
    return (bool(kills), *g.retreat_rank(s, unit, path, length, watched))


def ways(g: Family, s: State, unit: str, length: int, most: int) -> list[Way]:
    """The ways that the priorities leave open; none when all of them kill."""
    found = [way for way in all_ways(g, s, unit, length, most) if not way.deaths]
    if not found:
        return []
    paid = [way for way in found if way.cost]
    free = [way for way in found if not way.cost]
    best = min((way.rank for way in free), default=None)
    return [way for way in free if way.rank == best] + g.allowed_short(paid, free)


def doomed(g: Family, s: State, units: Sequence[str], length: int, most: int) -> bool:
    """Whether every one of some units would be destroyed by retreating."""
    return bool(units) and not any(ways(g, s, unit, length, most) for unit in units)


def withdraw(
    g: Family, s: State, unit: str, way: Way, routs: bool, course: Course, rule: str = ""
) -> State:
    """Carry a retreat out and put the marker on."""
    piece = g.units[unit]
    course.tell(
        rule or g.rule("retreat"),
        "zb.retreat.done",
        units=(unit,),
        hexes=tuple(hex for hex in way.path if hex in g.board),
        unit=piece.name,
        start=way.path[0],
        goal=way.path[-1],
    )
    s = s.put(unit, way.path[-1])
    for _ in range(way.cost):
        if alive(g, s, unit):
            s = lose_step(g, s, unit, course, g.rule("retreat-short"))
    if not alive(g, s, unit):
        return s
    s = s.mark((unit,), RETREATED).unmark((unit,), TRAIN, MOVING)
    return g.disorder(s, unit, len(way.path) - 1, routs, course)


def disrupt(g: Family, s: State, unit: str, course: Course, routs: bool = False) -> State:
    """Disrupted, or routed when it was disrupted before."""
    if not g.units[unit].combat:
        return s
    worse = routs or s.has(unit, DISRUPTED, ROUTED)
    mark = ROUTED if worse else DISRUPTED
    course.tell(g.rule("becomes"), f"zb.{mark}", units=(unit,), unit=g.units[unit].name)
    return g.on_disorder(s.unmark((unit,), DISRUPTED, ROUTED).mark((unit,), mark), unit)


@dataclass(frozen=True)
class Retreat(Phase):
    """Units that must go back, one at a time."""

    side: str
    units: tuple[str, ...]
    length: int
    most: int
    routs: bool
    again: bool = False
    """Units that retreated in earlier die here (not in breakthrough combat)."""
    cause: str = "retreat"

    def _left(self, g: Family, s: State) -> list[str]:
        return [unit for unit in self.units if alive(g, s, unit)]

    def decision(self, g: Family, s: State) -> Decision | None:
        """The owner picks a unit and its way."""
        left = self._left(g, s)
        if not left or any(self._doomed(g, s, unit) for unit in left):
            return None
        names = tuple(g.units[unit].name for unit in left)
        return Decision.of(
            self.side, "zb.retreat", g.rule("retreat"), units=names, length=self.length
        )

    def _doomed(self, g: Family, s: State, unit: str) -> bool:
        if not g.units[unit].combat and not g.withdraws(s, unit):
            return True
        if self.again and s.has(unit, RETREATED):
            return True
        return not self._ways(g, s, unit)

    def _ways(self, g: Family, s: State, unit: str) -> list[Way]:
        key = ("ways", unit, self.length, self.most)
        if key not in s.cache:
            s.cache[key] = ways(g, s, unit, self.length, self.most)
        found: list[Way] = s.cache[key]
        return found

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Units without a way out are destroyed; then the retreat is over."""
        for unit in self._left(g, s):
            if self._doomed(g, s, unit):
                for reason in itertools.islice(self._why(g, s, unit), 1):
                    course.tell(reason.rule, reason.key, units=(unit,), **dict(reason.params))
                s = destroy(g, s, unit, course, g.rule("retreat-death"))
                return self._without(s, unit)
        return s.pop()

    def _why(self, g: Family, s: State, unit: str) -> Iterator[Reason]:
        if self.again and s.has(unit, RETREATED):
            name = g.units[unit].name
            yield Reason.of(g.rule("again"), "zb.retreat.twice", units=(unit,), unit=name)
            return
        found = all_ways(g, s, unit, self.length, self.most)
        for way in sorted(found, key=lambda w: len(w.deaths))[:1]:
            yield from way.deaths

    def _without(self, s: State, unit: str) -> State:
        rest = tuple(other for other in self.units if other != unit)
        return s.instead(replace(self, units=rest)) if rest else s.pop()

    def kinds(self) -> tuple[str, ...]:
        """Retreat a unit along a path."""
        return ("retreat",)

    def choices(self, g: Family, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every way open to each unit, one for each hex it can end in."""
        for name in self._left(g, s):
            if unit not in (None, name):
                continue
            seen: set[tuple[str, int]] = set()
            for way in self._ways(g, s, name):
                mark = (way.path[-1], way.cost)
                if hex in (None, way.path[-1]) and mark not in seen:
                    seen.add(mark)
                    yield Action("retreat", unit=name, path=way.path)

    def explain(self, g: Family, s: State, action: Action) -> Verdict:
        """What the way breaks: deadly clauses, then priorities."""
        return Verdict(tuple(self._reasons(g, s, text(action, "unit"), texts(action, "path"))))

    def _reasons(self, g: Family, s: State, unit: str, path: tuple[str, ...]) -> Iterator[Reason]:
        if unit not in self._left(g, s):
            yield Reason.of(g.rule("retreat"), "zb.retreat.not-this", unit=unit)
            return
        if any(way.path == path for way in self._ways(g, s, unit)):
            return
        name = g.units[unit].name
        given = [w for w in all_ways(g, s, unit, self.length, self.most) if w.path == path]
        if not given:
            yield Reason.of(
                g.rule("retreat"),
                "zb.retreat.no-way",
                units=(unit,),
                unit=name,
                length=self.length,
                most=self.most,
            )
            return
        yield from given[0].deaths
        if not given[0].deaths:
            best = self._ways(g, s, unit)[0]
            place = next(
                (i for i, (a, b) in enumerate(zip(given[0].rank, best.rank, strict=True)) if a > b),
                0,
            )
            yield Reason.of(
                g.rule("retreat-way"),
                g.retreat_key(place),
                units=(unit,),
                hexes=path[1:],
                unit=name,
                priority=place + 1,
                path=best.path[1:],
            )

    def apply(self, g: Family, s: State, action: Action, course: Course) -> State:
        """Go."""
        unit = action["unit"]
        way = next(w for w in self._ways(g, s, unit) if w.path == action["path"])
        return withdraw(g, self._without(s, unit), unit, way, self.routs, course)


def overstacks(g: Family, s: State, unit: str, hex: str) -> bool:
    """Whether a unit would put a hex over its limit."""
    return hex in g.board and over(g, s, g.units[unit].side, hex, (unit,)) > 0


def friends(g: Family, s: State, unit: str, hex: str) -> list[str]:
    """Friendly combat units in a hex that did not retreat in this combat phase."""
    return [
        other
        for other in combat_units(g, s, g.units[unit].side, hex)
        if other != unit and not s.has(other, RETREATED)
    ]
