"""Retreats: the order of priorities, what destroys a retreating unit, stopping short."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.battle import Battle, Result
from engine.zocbond.battle.checks import note, passed
from engine.zocbond.battle.losses import Price, alive, destroy, lose_step
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import (
    DISRUPTED,
    MOVING,
    RETREATED,
    ROUTED,
    SHELTERED,
    TRAIN,
    Passage,
    State,
)
from engine.zocbond.board.zones import combat_units, eased, enemy, held, net, over

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@dataclass(frozen=True, slots=True)
class Way:
    """A way to retreat: what kills on it, how it ranks, the steps it costs to stop short."""

    path: tuple[str, ...]
    deaths: tuple[Reason, ...]
    rank: tuple[int, ...]
    cost: int = 0
    shared: bool = False
    """Whether all who stop short in one retreat bear one step together."""


class Road:
    """What every step of a unit's retreat has to reckon with; steps are judged once."""

    def __init__(self, g: Family, s: State, unit: str, start: str) -> None:
        self.g, self.s, self.unit, self.start = g, s, unit, start
        self.side = g.units[unit].side
        foe = enemy(g, self.side)
        self.bonded, self.foes = net(g, s, foe), held(g, s, foe)
        leaving = frozenset(u for u in s.position.at(start) if g.units[u].side == self.side)
        self.watched = eased(g, s, self.side, leaving | g.retreated_units(s))
        self._judged: dict[tuple[str, str], tuple[tuple[str, tuple[str, ...]], ...]] = {}

    def step(self, here: str, there: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The clauses that kill on a step, with their hexes."""
        key = (here, there)
        if key not in self._judged:
            self._judged[key] = tuple(self._step(here, there))
        return self._judged[key]

    @enforces("retreat-off")
    def _step(self, here: str, there: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        board = self.g.board
        if there not in board:
            if not self.g.own_area(self.s, self.side, there):
                yield "zb.retreat.off-map", (here,)
            for key in self.g.all_of(Chapter.edge_barriers, self.s, self.unit, here, there):
                yield key, (here,)
            return
        if there in self.foes:
            yield "zb.retreat.enemy", (there,)
        if self.bonded.bars(self.g.board, here, there):
            yield "zb.retreat.bond", (here, there)
        for key in self.g.all_of(Chapter.retreat_barriers, self.s, self.unit, here, there):
            yield key, (here, there)

    def kills(self, path: Names) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The clauses that kill on a path."""
        if self.g.rooted(self.s, self.unit):
            yield "zb.retreat.immobile", (path[0],)
        ring = 0
        for here, there in itertools.pairwise(path):
            yield from self.step(here, there)
            ring = ring + 1 if there in self.watched else 0
            if ring >= 2:
                yield "zb.retreat.two-zocs", (here, there)
        if path[-1] in self.watched:
            yield "zb.retreat.ends-in-zoc", (path[-1],)

    def alive(self, most: int) -> Iterator[tuple[str, ...]]:
        """Every path that kills at its last hex at most: an enemy ZOC there."""
        g, s = self.g, self.s
        if g.rooted(s, self.unit):
            return
        stack: list[tuple[tuple[str, ...], bool]] = [((self.start,), False)]
        while stack:
            path, ring = stack.pop()
            if len(path) > 1:
                yield path
            if len(path) > most or path[-1] not in g.board:
                continue
            for there in (*g.board.neighbours(path[-1]), *g.areas_at(s, path[-1])):
                watched = there in self.watched
                if there in path or (ring and watched) or self.step(path[-1], there):
                    continue
                stack.append(((*path, there), watched))


def deaths(g: Family, s: State, unit: str, path: Names, road: Road | None = None) -> Reasons:
    """Every clause that destroys a unit on a path."""
    for key, hexes in (road or Road(g, s, unit, path[0])).kills(path):
        yield g.against(unit, g.rule("retreat-death"), key, hexes, hex=hexes[-1])


def all_ways(g: Family, s: State, unit: str, length: int, most: int) -> list[Way]:
    """Every path of the lengths a result allows, judged; the game adds its shorter ones."""
    road = Road(g, s, unit, s.place(unit))
    found: list[Way] = []
    for path in _paths(g, s, road.side, road.start, most):
        size = len(path) - 1
        if size >= length or (path[-1] not in g.board):
            kills = tuple(deaths(g, s, unit, path, road))
            found.append(Way(path, kills, _rank(g, s, unit, path, kills, length, road.watched)))
    found += g.all_of(Chapter.short_ways, s, unit, length, found)
    return found


def safe_ways(g: Family, s: State, unit: str, length: int, most: int) -> list[Way]:
    """Those of all the ways on which nothing kills."""
    road = Road(g, s, unit, s.place(unit))
    found: list[Way] = []
    for path in road.alive(most):
        if path[-1] in road.watched:
            continue
        if len(path) > length or path[-1] not in g.board:
            found.append(Way(path, (), _rank(g, s, unit, path, (), length, road.watched)))
    return found + [
        way for way in g.all_of(Chapter.short_ways, s, unit, length, found) if not way.deaths
    ]


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
    path: Names,
    kills: tuple[Reason, ...],
    length: int,
    watched: HexSet,
) -> tuple[int, ...]:
    if kills:
        return (True,)
    return (False, *g.retreat_rank(s, unit, path, length, watched))


def ways(
    g: Family, s: State, unit: str, length: int, most: int, anywhere: bool = False
) -> list[Way]:
    """The ways that the priorities leave open; none when all of them kill."""
    found = safe_ways(g, s, unit, length, most)
    if not found or anywhere:
        return found
    paid = [way for way in found if way.cost]
    free = [way for way in found if not way.cost]
    best = min((way.rank for way in free), default=None)
    return [way for way in free if way.rank == best] + paid


def withdraw(
    g: Family, s: State, unit: str, way: Way, routs: bool, course: Course, rule: str = ""
) -> State:
    """Carry a retreat out and put the marker on."""
    piece = g.units[unit]
    g.tell(
        course,
        unit,
        rule or g.rule("retreat"),
        "zb.retreat.done",
        tuple(hex for hex in way.path if hex in g.board),
        start=way.path[0],
        goal=way.path[-1],
    )
    back = Passage(piece.side, (unit,), way.path)
    s = passed(g, s, s.put(unit, way.path[-1]), back)
    s = g.take(s, back.side, back.units, back.hexes, course)
    s = g.in_turn(Chapter.withdrawn, s, back, course)
    for _ in range(0 if way.shared else way.cost):
        if alive(g, s, unit):
            s = lose_step(g, s, unit, course, g.rule("retreat-short"))
    if not alive(g, s, unit):
        return s
    again = s.has(unit, RETREATED)
    shelter = (SHELTERED,) if friends(g, s, unit, way.path[-1]) else ()
    s = s.mark((unit,), RETREATED, *shelter).unmark((unit,), TRAIN, MOVING)
    return g.disorder(s, unit, len(way.path) - 1, routs or again, course)


def disrupt(g: Family, s: State, unit: str, course: Course, routs: bool = False) -> State:
    """Disrupted, or routed when it was disrupted before."""
    if not g.units[unit].combat:
        return s
    worse = routs or s.has(unit, DISRUPTED, ROUTED)
    mark = ROUTED if worse else DISRUPTED
    g.tell(course, unit, g.rule("becomes"), f"zb.{mark}")
    return g.in_turn(
        Chapter.on_disorder, s.unmark((unit,), DISRUPTED, ROUTED).mark((unit,), mark), unit
    )


class Withdraw(Deed["Family", State, "Retreat"]):
    """A unit goes back along a path."""

    kind, sure = "retreat", True

    def slots(self) -> Slots[Family, State, Retreat]:
        """Every way open to each unit, one for each hex it can end in."""
        return {
            "unit": lambda g, s, p, given: p.left(g, s),
            "path": lambda g, s, p, given: p.paths(g, s, given["unit"]),
        }

    def reasons(self, g: Family, s: State, p: Retreat, action: Action) -> Reasons:
        """What the way breaks: deadly clauses, then priorities."""
        unit, path = text(action, "unit"), texts(action, "path")
        if unit not in p.left(g, s):
            yield Reason.of(g.rule("retreat"), "zb.retreat.not-this", unit=g.unit_name(unit))
            return
        if any(way.path == path for way in p.ways(g, s, unit)):
            return
        given = [w for w in all_ways(g, s, unit, p.length, p.most) if w.path == path]
        if not given:
            yield g.against(
                unit, g.rule("retreat"), "zb.retreat.no-way", length=p.length, most=p.most
            )
            return
        yield from given[0].deaths
        if not given[0].deaths:
            best = p.ways(g, s, unit)[0]
            place = next(
                (i for i, (a, b) in enumerate(zip(given[0].rank, best.rank, strict=True)) if a > b),
                0,
            )
            yield g.against(
                unit,
                g.rule("retreat-way"),
                f"zb.retreat.priority-{place}",
                path[1:],
                priority=place + 1,
                path=best.path[1:],
            )

    def apply(self, g: Family, s: State, p: Retreat, action: Action, course: Course) -> State:
        unit = action["unit"]
        way = next(w for w in p.ways(g, s, unit) if w.path == action["path"])
        short = ((unit, way.path[-1], way.cost),) if way.shared else ()
        now = replace(p, stopped=(*p.stopped, *short))
        return withdraw(g, now.without(s, unit), unit, way, p.routs, course)


class Retreat(Phase):
    """Units that must go back, one at a time."""

    side: str
    units: tuple[str, ...]
    length: int
    most: int
    routs: bool
    again: bool = False
    """Units that retreated in to others earlier die here (not in breakthrough combat)."""
    stopped: tuple[tuple[str, str, int], ...] = ()
    """Units that stopped short, where, at what price; those of a group bear it together."""
    anywhere: bool = False
    """The priorities do not count: who slips away in Stalingrad '42."""
    can = (Withdraw(),)

    def left(self, g: Family, s: State) -> list[str]:
        """Those who still live."""
        return [unit for unit in self.units if alive(g, s, unit)]

    def decision(self, g: Family, s: State) -> Decision | None:
        left = self.left(g, s)
        if not left or any(self._doomed(g, s, unit) for unit in left):
            return None
        names = tuple(g.units[unit].name for unit in left)
        return Decision.of(
            self.side, "zb.retreat", g.rule("retreat"), units=names, length=self.length
        )

    def _doomed(self, g: Family, s: State, unit: str) -> bool:
        if self.again and s.has(unit, SHELTERED):
            return True
        return not self.ways(g, s, unit)

    @enforces("retreat-apart")
    def ways(self, g: Family, s: State, unit: str) -> list[Way]:
        """The ways open to one of them."""
        key = ("ways", unit, self.length, self.most)
        return s.once(key, ways, g, s, unit, self.length, self.most, self.anywhere)

    def paths(self, g: Family, s: State, unit: str) -> Iterable[tuple[str, ...]]:
        """One for each hex it can end in, and its price."""
        found: dict[tuple[str, int], tuple[str, ...]] = {}
        for way in self.ways(g, s, unit):
            found.setdefault((way.path[-1], way.cost), way.path)
        return found.values()

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Units without a way out are destroyed; then the retreat is over."""
        for unit in self.left(g, s):
            if self._doomed(g, s, unit):
                why = list(itertools.islice(self._why(g, s, unit), 1))
                for reason in why:
                    course.tell(reason.rule, reason.key, units=(unit,), **dict(reason.params))
                if not why and g.units[unit].combat:
                    rule = g.rule("retreat-death")
                    s = note(s, Reason.of(rule, "zb.broken.death", units=(unit,)))
                s = destroy(g, s, unit, course, g.rule("retreat-death"))
                return self.without(s, unit)
        return s.instead(*self._prices(g))

    def _prices(self, g: Family) -> Iterator[Price]:
        groups: dict[str, list[tuple[str, int]]] = {}
        for unit, hex, cost in self.stopped:
            groups.setdefault(g.price_group(hex), []).append((unit, cost))
        for group in groups.values():
            units = tuple(unit for unit, _ in group)
            yield Price(self.side, units, max(cost for _, cost in group))

    def _why(self, g: Family, s: State, unit: str) -> Reasons:
        if self.again and s.has(unit, SHELTERED):
            yield g.against(unit, g.rule("again"), "zb.retreat.twice")
            return
        found = all_ways(g, s, unit, self.length, self.most)
        # Of ways with as few clauses the one that says most: not the one into an enemy's arms.
        plain = ("zb.retreat.enemy", "zb.retreat.off-map")
        for way in sorted(found, key=lambda w: (len(w.deaths), w.deaths[0].key in plain))[:1]:
            yield from way.deaths

    def without(self, s: State, unit: str) -> State:
        """One of them is out of it."""
        return s.instead(replace(self, units=tuple(u for u in self.units if u != unit)))


class GoBack(Phase):
    """A retreat without a chance to stand."""

    battle: Battle
    result: Result

    @enforces("attacker-stays", "retreat-again")
    def proceed(self, g: Family, s: State, course: Course) -> State:
        foe = enemy(g, self.battle.side)
        units = goers(g, s, foe, self.battle.hex)
        if not units:
            return s.pop()
        r = self.result
        again = not self.battle.breakthrough
        return s.instead(Retreat(foe, units, r.retreat, r.most, r.routs, again))


def goers(g: Family, s: State, side: str, hex: str) -> tuple[str, ...]:
    """The units of a hex that go when it is given up: those who never retreat stay behind."""
    mine = [u for u in s.position.at(hex) if g.units[u].side == side]
    return tuple(u for u in mine if not g.any_of(Chapter.stays_behind, s, u))


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
