"""Chapters 21 and 25: detachments, their return to the parent, units combined; unknown units, what
is behind them, and how they are shifted."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from engine.agenda import Deed, Reasons, Slots
from engine.hexset import HexSet
from engine.holland44.board.crossings import open_water
from engine.holland44.moving.movement import must_leave, should_leave
from engine.holland44.setting import (
    ALLIED,
    AWAY,
    DETACHMENTS,
    GERMAN,
    UNKNOWN,
    Records,
    Setting,
    Units,
    records,
)
from engine.holland44.supply.replacements import regain, vanishes
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import destroy, destroyed
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import (
    AUTO_DS,
    DISMOUNTED,
    DISRUPTED,
    ENGAGED,
    OUT,
    REPLACED,
    ROUTED,
    SCATTERED,
    SPENT,
    State,
    lasting,
)
from engine.zocbond.board.zones import combat_units, held, watchers
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.moving.trek import Trek
from engine.zocbond.supply.lines import road_net

SHARED = (SPENT, SCATTERED, ENGAGED, DISRUPTED, ROUTED)
COPIED = (SPENT, ENGAGED, OUT, AUTO_DS, REPLACED, DISMOUNTED)
"""What a detachment shares from its first moment on (21.3)."""
RANK = {"elite": 2, "regular": 1, "low": 0}
GUESS = 2
"""The defence an attacker reckons with (25.4)."""


def fits(g: Setting, part: str, parent: str) -> bool:
    """Whether a detachment is of its parent's sort (21.1, 21.2)."""
    a, b = g.units[part], g.units[parent]
    if a.side != b.side:
        return False
    if b.airborne and b.side == ALLIED:
        return a.airborne and a.division == b.division
    if a.airborne:
        return False
    return a.tank == (b.tank and b.side == ALLIED) and a.mechanized == b.mechanized


def at_hand(g: Setting, s: State, part: str) -> bool:
    """Whether a counter is at hand, and not out with its other side up (21.2)."""
    sides = {part, g.backs.get(part, part), *(one for one, back in g.backs.items() if back == part)}
    return all(s.place(side) == DETACHMENTS for side in sides)


def waits(g: Setting, s: State, side: str, unit: str) -> bool:
    """Whether a unit is on the map or in an area of its own (19.1)."""
    return s.place(unit) in g.board or g.own_area(s, side, s.place(unit))


@lasting
def spares(g: Setting, s: State, parent: str) -> tuple[str, ...]:
    """The detachments at hand for a unit, one of each sort that differs from the others."""
    found: dict[tuple[object, ...], str] = {}
    for part in sorted(s.position.at(DETACHMENTS)):
        piece = g.units[part]
        if fits(g, part, parent) and at_hand(g, s, part):
            sort = (piece.kind, piece.faces, piece.morale, piece.armour, piece.formation)
            found.setdefault(sort, part)
    return tuple(found.values())


Going: TypeAlias = Movement | Advance | Trek[Setting]
"""Where a unit may shed a step on its way (21.3)."""


def side_of(p: Going) -> str:
    """Whose move or advance it is."""
    return p.battle.side if isinstance(p, Advance) else p.side


class Detach(Deed[Setting, State, Going]):
    """A unit sheds a step as a unit of its own (21.1 to 21.3, 8.5.7), in its area too (19.1)."""

    kind, rule = "detach", "21.1"

    def slots(self) -> Slots[Setting, State, Going]:
        """With every sort of counter, where there are several (21.2)."""
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in orders.mine(g, s, side_of(p))
                if g.left(s, unit) > 1 and g.units[unit].size != "detachment"
                if waits(g, s, side_of(p), unit)
            ),
            "part": lambda g, s, p, given: (
                parts if len(parts := spares(g, s, given["unit"])) > 1 else (None,)
            ),
        }

    def reasons(self, g: Setting, s: State, p: Going, action: Action) -> Reasons:
        unit, mine = text(action, "unit"), side_of(p)
        known = unit in g.units and g.units[unit].side == mine
        if not known or not waits(g, s, mine, unit):
            yield Reason.of("21.1", "zb.no-unit", unit=unit)
            return
        no = partial(g.against, unit)
        if isinstance(p, Advance) and unit not in p.movers(g, s):
            yield no("21.1", "zb.advance.not-this")
        if isinstance(p, Trek) and unit not in p.party(g, s):
            yield no("21.3", "h44.detach.elsewhere")
        if g.units[unit].size == "detachment" or g.left(s, unit) < 2:
            yield no("21.1", "h44.detach.one-step")
        if s.has(unit, SCATTERED, DISRUPTED, ROUTED):
            yield no("21.3", "h44.detach.disorder")
        if vanishes(g, s, unit):
            yield no("11.4", "h44.replace.no-remnant")
        parts, part = spares(g, s, unit), text(action, "part")
        if not parts:
            yield no("21.3", "h44.detach.none")
        elif part and not (at_hand(g, s, part) and fits(g, part, unit)):
            yield no("21.2", "h44.detach.misfit")
        elif not part and len(parts) > 1:
            yield no("21.2", "h44.detach.which")

    def apply(self, g: Setting, s: State, p: Going, action: Action, course: Course) -> State:
        """The detachment stands with its parent, and has come as far as it (21.3)."""
        unit = action["unit"]
        part = text(action, "part") or spares(g, s, unit)[0]
        course.tell("21.1", "h44.detached", units=(unit, part), unit=g.units[unit].name)
        here = s.place(unit)
        s = replace(s, lost={**s.lost, unit: s.lost.get(unit, 0) + 1, part: 0})
        s = s.put(part, here).mark((part,), *(m for m in COPIED if s.has(unit, m)))
        s = s.keep(_shared(records(s), unit, part))
        if s.has(part, AUTO_DS):
            s = s.keep(replace(s.records, auto=tuple(_with(b, unit, part) for b in s.records.auto)))
        if isinstance(p, Advance):
            spent = {**dict(p.spent), part: p.used(unit)}
            battle = replace(p.battle, units=(*p.battle.units, part))
            group = (*p.group, part) if unit in p.group else p.group
            now = replace(p, battle=battle, spent=tuple(sorted(spent.items())), group=group)
            s = s.instead(now)
        elif isinstance(p, Trek):
            s = _also_moved(s.instead(replace(p, units=(*p.units, part))), part)
        elif unit in p.moved:
            s = _also_moved(s, part)
        return g.in_turn(Chapter.after_loss, s, unit, course)


DETACH = Detach()


def _shared(kept: Records, unit: str, part: str) -> Records:
    """The parent of a detachment, and the lists of a turn that it shares: who came from another
    area, who landed, who gave up his move (19.6, 18.5, 8.3.3)."""

    def joined(listed: Units) -> Units:
        return (*listed, part) if unit in listed else listed

    return replace(
        kept,
        parents={**kept.parents, part: unit},
        passed=joined(kept.passed),
        landed=joined(kept.landed),
        gave_up=joined(kept.gave_up),
    )


def _also_moved(s: State, part: str) -> State:
    """The movement phase knows that a detachment has moved with its parent (21.3)."""
    agenda = (
        replace(phase, moved=phase.moved | {part}) if isinstance(phase, Movement) else phase
        for phase in s.agenda
    )
    return replace(s, agenda=tuple(agenda))


def _with(battle: Battle, unit: str, part: str) -> Battle:
    """A battle that a detachment has a share in, if its parent has."""
    return replace(battle, units=(*battle.units, part)) if unit in battle.units else battle


class Merge(Deed[Setting, State, Movement]):
    """A detachment goes back, or one German unit fills up another (21.4, 21.5)."""

    kind, rule = "merge", "21.4"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if len(s.position.at(s.place(unit))) > 1
            ),
            "into": lambda g, s, p, given: (
                unit for unit in s.position.at(s.place(given["unit"])) if s.lost.get(unit, 0)
            ),
        }

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        giver, into = text(action, "unit"), text(action, "into")
        known = all(u in g.units and g.units[u].side == p.side for u in (giver, into))
        if not known or giver == into or not waits(g, s, p.side, giver):
            yield Reason.of("21.4", "zb.no-unit", unit=giver)
            return
        a, b = g.units[giver], g.units[into]
        no = partial(Reason.of, units=(giver, into), unit=a.name, other=b.name)
        if s.place(giver) != s.place(into):
            yield no("21.4", "h44.merge.apart")
        for unit in (giver, into):
            if unit not in p.moved and should_leave(g, s, unit):
                yield must_leave(g.units[unit])
        if not s.lost.get(into, 0) or b.size == "detachment":
            yield no("21.4", "h44.merge.whole")
        if a.size == "detachment":
            parent = records(s).parents.get(giver)
            free = a.side == ALLIED and (a.airborne or a.tank)
            if not (fits(g, giver, into) if free else parent == into):
                yield no("21.4", "h44.merge.parent")
            return
        if p.side != GERMAN:
            yield no("21.5", "h44.merge.german")
        if vanishes(g, s, giver):
            yield no("11.4", "h44.replace.no-remnant")
        if a.formation != b.formation:
            yield no("21.5", "h44.merge.formation")
        if a.kind != b.kind or a.kind == "unknown":
            yield no("21.5", "h44.merge.kind")
        if RANK[a.morale] < RANK[b.morale]:
            yield no("21.5", "h44.merge.morale")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """A step goes over, and with it the state of who gives it; both have moved."""
        giver, into = action["unit"], action["into"]
        a, b = g.units[giver], g.units[into]
        rule = "21.4" if a.size == "detachment" else "21.5"
        course.tell(rule, "h44.merged", units=(giver, into), unit=a.name, other=b.name)
        marks = tuple(mark for mark in SHARED if s.has(giver, mark))
        s = s.instead(p.having_moved((giver, into)))
        s = regain(g, s, into).mark((into,), *marks)
        if s.has(into, ROUTED, DISRUPTED):
            s = s.unmark((into,), ENGAGED)
        if s.has(into, ROUTED):
            s = s.unmark((into,), DISRUPTED)
        if a.size == "detachment":
            s = replace(s, marks={**s.marks, giver: frozenset()}).put(giver, DETACHMENTS)
            return replace(s, lost={**s.lost, giver: 0})
        lost = s.lost.get(giver, 0) + 1
        s = replace(s, lost={**s.lost, giver: lost})
        if lost >= a.steps:
            return destroy(g, s, giver, course, "21.5")
        return g.in_turn(Chapter.after_loss, s, giver, course)


def used_again(g: Setting, s: State) -> State:
    """Destroyed detachments go back to their display (21.1)."""
    for side in (ALLIED, GERMAN):
        for unit in s.position.at(destroyed(side)):
            if g.units[unit].size == "detachment":
                s = replace(s, lost={**s.lost, unit: 0}).put(unit, DETACHMENTS)
    return s


class BreakdownChapter(Chapter[Setting]):
    """Detachments."""

    movement_deeds = (DETACH, Merge())
    advance_deeds = (DETACH,)


def unknown_at(g: Setting, s: State, hex: str) -> str | None:
    """The unknown unit of a hex; there is one at most (25.2.1)."""
    here = s.position.at(hex)
    return next((unit for unit in here if g.units[unit].kind == "unknown"), None)


@enforces("25.4")
def alone(g: Setting, s: State, hex: str) -> bool:
    """Whether an unknown unit has no company but routed units (25.3, 25.4)."""
    if unknown_at(g, s, hex) is None:
        return False
    others = (u for u in combat_units(g, s, GERMAN, hex) if g.units[u].kind != "unknown")
    return all(s.has(unit, ROUTED) for unit in others)


def lonely(g: Setting, s: State) -> HexSet:
    """The hexes of unknown units without company but routed units."""
    unknown = (unit for unit in g.fighters(GERMAN) if g.units[unit].kind == "unknown")
    return g.board.set(hex for hex in s.position.seats(unknown) if alone(g, s, hex))


@enforces("25.5")
def reveal(g: Setting, s: State, hex: str, course: Course) -> State:
    """The counter is turned: a garrison 0-0-0 leaves play, any other unit stays (25.1, 25.2.2).
    What it was, neither player knew until now (25.5)."""
    unit = unknown_at(g, s, hex)
    if unit is None:
        return s
    s = s.put(unit, AWAY)
    pool = sorted(s.position.at(UNKNOWN))
    name = course.chance.draw("unknown", pool) if pool else None
    if name is None or g.units[name].faces[0].defence == 0:
        course.tell("25.1", "h44.unknown.nobody", hexes=(hex,), hex=hex)
        return s.put(name, AWAY) if name else s
    g.tell(course, name, "25.1", "h44.unknown.somebody", hexes=(hex,), hex=hex)
    return s.put(name, hex).keep(replace(records(s), turned=(name,)))


class ShiftUnknown(Deed[Setting, State, Movement]):
    """Once a turn from turn 3 on an unknown unit goes to a town or city (25.6)."""

    kind, rule, sure = "shift-unknown", "25.6", True

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in (orders.mine(g, s, GERMAN) if self._open(s, p) else ())
                if g.units[unit].kind == "unknown" and s.place(unit) in g.board
            ),
            "hex": lambda g, s, p, given: s.fact("towns-open", self._spots, g, s),
        }

    def _spots(self, g: Setting, s: State) -> tuple[str, ...]:
        return tuple(hex for hex in g.ground.towns if not any(self._ground(g, s, hex)))

    def _ground(self, g: Setting, s: State, hex: str) -> Reasons:
        no = partial(Reason.of, "25.6", hexes=(hex,), hex=hex)
        if hex not in g.ground.towns:
            yield no("h44.unknown.no-town")
            return
        foes = held(g, s, ALLIED)
        if hex in foes or any(near in foes for near in g.board.neighbours(hex)):
            yield no("h44.unknown.ally-near")
        if hex not in s.fact("roads-home", lambda: road_net(g, s, GERMAN, g.sources(s, GERMAN))):
            yield no("h44.unknown.no-road")
        if unknown_at(g, s, hex) is not None:
            yield Reason.of("25.2.1", "h44.unknown.two", hexes=(hex,), hex=hex)

    def _open(self, s: State, p: Movement) -> bool:
        return p.side == GERMAN and s.turn >= 3 and records(s).shifted != s.turn

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """From turn 3, one a turn, far from the Allies, on a road home (25.6)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or g.units[unit].kind != "unknown" or s.place(unit) not in g.board:
            yield Reason.of("25.6", "zb.no-unit", unit=unit)
            return
        if not self._open(s, p):
            yield Reason.of("25.6", "h44.unknown.not-now", units=(unit,))
        if hex not in g.board:
            yield Reason.of("25.6", "h44.unknown.no-town", hex=hex)
            return
        yield from self._ground(g, s, hex)

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit, hex = action["unit"], action["hex"]
        course.tell("25.6", "h44.unknown.shifted", units=(unit,), hexes=(hex,), hex=hex)
        return s.put(unit, hex).keep(replace(records(s), shifted=s.turn))


class UnknownChapter(Chapter[Setting]):
    """Unknown units in movement and combat."""

    movement_deeds = (ShiftUnknown(),)

    @enforces("25.3.1")
    def enterable(self, g: Setting, s: State, units: Names) -> HexSet:
        """Allied units may move upon an unknown unit that stands alone (25.3.1)."""
        allied = g.units[units[0]].side == ALLIED
        return s.fact("lonely", lonely, g, s) if allied else g.board.grid.none

    def bars_into(self, g: Setting, s: State, units: Names) -> HexSet:
        return self.enterable(g, s, units)

    def step_bars(self, g: Setting, s: State, units: Names, here: str, there: str) -> Reasons:
        """Not over a large river without a bridge: engineers carry no attack in the middle of a
        move (9.5.1, 25.3.1)."""
        if there not in held(g, s, GERMAN) or g.units[units[0]].side != ALLIED:
            return
        if not alone(g, s, there) or not open_water(g, s, here, there):
            return
        key = "h44.unknown.over-water"
        where = (here, there)
        yield Reason.of("9.5.1", key, hexes=where, units=tuple(units), hex=there)

    @enforces("25.2.2")
    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        """From now on it counts like any other unit (25.2.2)."""
        return s.keep(replace(records(s), turned=())) if records(s).turned else s

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """An attacked unknown unit is turned, and fights with the rest (25.3.4, 25.4)."""
        return reveal(g, s, battle.hex, course) if battle.side == ALLIED else s

    @enforces("25.3.4")
    def walkover(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Nobody was there: an advance as after DS or DMR (25.3.4)."""
        if battle.halts:
            return s
        result = g.auto_result()
        return s.push(Advance(battle, result.advance, result.exploits))

    def storms(self, g: Setting, s: State, units: Names, here: str, there: str) -> bool:
        """Out of the ZOC of the unknown unit alone one goes on into its hex (25.3.1)."""
        if not alone(g, s, there) or g.units[units[0]].side != ALLIED:
            return False
        if here not in g.board:
            return True
        return all(s.place(foe) == there for foe in watchers(g, s, here, GERMAN))

    @enforces("25.4")
    def lends_besides(self, g: Setting, s: State, unit: str) -> bool:
        """Just turned, it adds its strength although the hex is over its limit now (25.4)."""
        return unit in records(s).turned
