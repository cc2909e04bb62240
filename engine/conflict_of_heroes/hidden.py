"""Chapter 10: hidden units, how they are placed (1.0), found, drawn when playing alone (21.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.conflict_of_heroes.counters.hits import leave
from engine.conflict_of_heroes.counters.state import AWAY, Setting, State, Work, hostile
from engine.conflict_of_heroes.counters.unit import DIRECTION, PLANE
from engine.conflict_of_heroes.ground.sight import in_arc, watches
from engine.conflict_of_heroes.ground.steps import covers
from engine.hexes import DIRECTIONS
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Reason

MINE = 8
"""The number on a mine that is not said to have another (18.5)."""
NEAR = 2
"""A hidden unit in the open is found from so many hexes (10.0 detection)."""
SINGLE = ("unit", "spotter", "cargo")
SEVERAL = ("units", "support", "spotters", "cargos")
"""Where an action names those who take part."""
Told = tuple[str, str]
"""A rule, and the words for what happened by it."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Units or mines that a side places where it likes among some hexes (1.0, 10.0, 18.5)."""

    side: str
    hexes: tuple[str, ...]
    units: tuple[str, ...] = ()
    mines: tuple[str, ...] = ()
    """The colours of mines to be laid, one after the other."""
    hidden: bool = False
    inside: bool = False
    """Whether units go straight into a work of their hex."""
    limit: int = 1
    """The most units, or mines, in one hex."""


class Place(Deed[Setting, State, "Deployment"]):
    """A unit or a mine is placed (1.0)."""

    kind, rule = "place", "1.0"

    def slots(self) -> Slots[Setting, State, Deployment]:
        """Every unit, or the next mine; every hex; facing as the firefight says."""
        return {
            "unit": lambda g, s, p, given: (*p.waiting(g, s), *((None,) if p.mine(g) else ())),
            "hex": lambda g, s, p, given: p.ground(g).hexes,
            "facing": lambda g, s, p, given: (
                {"facing": DIRECTIONS[g.units[given["unit"]].opening.facing]}
                if "unit" in given
                else {"mine": p.mine(g)},
            ),
        }

    def reasons(self, g: Setting, s: State, p: Deployment, action: Action) -> Reasons:
        zone, hex, unit = p.ground(g), text(action, "hex"), text(action, "unit")
        mine, facing = text(action, "mine"), text(action, "facing")
        if mine:
            if mine != p.mine(g):
                yield Reason.of("1.0", "coh.place.mine", mine=mine)
        elif unit not in p.waiting(g, s):
            yield Reason.of("1.0", "coh.place.unit", unit=unit)
        if hex not in zone.hexes:
            yield Reason.of("1.0", "coh.place.zone", hex=hex)
            return
        if facing and facing not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=facing)
        if mine:
            there = sum(1 for w in s.works_in(hex) if w.kind == "mine")
        else:
            there = sum(1 for u in s.position.at(hex) if g.units[u].side == p.side)
        if there >= zone.limit:
            yield Reason.of("1.0", "coh.place.full", hexes=(hex,), hex=hex, limit=zone.limit)

    def apply(self, g: Setting, s: State, p: Deployment, action: Action, course: Course) -> State:
        """On the map, or on a sheet of paper that nobody else sees (1.0, 10.0)."""
        zone, hex, unit = p.ground(g), action["hex"], text(action, "unit")
        if zone.hidden:
            course.tell("1.0", "coh.placed-unseen", side=p.side)
        if not unit:
            secret = p.side if zone.hidden else ""
            work = Work("mine", hex, 0, action["mine"], MINE, hidden=secret)
            if not zone.hidden:
                course.tell("1.0", "coh.placed-mine", hexes=(hex,), hex=hex)
            s = replace(s, works=(*s.works, work))
            return s.instead(replace(p, laid=p.laid + 1))
        if not zone.hidden:
            g.tell(course, unit, "1.0", "coh.placed", (hex,), hex=hex)
        facing = DIRECTION.get(text(action, "facing"), g.units[unit].opening.facing)
        return s.at(unit, hex).changed(
            unit, facing=facing, hidden=zone.hidden, inside=zone.inside and bool(s.works_in(hex))
        )


class Deployment(Phase):
    """One zone is filled (1.0)."""

    zone: int
    side: str
    laid: int = 0

    can = (Place(),)

    def ground(self, g: Setting) -> Zone:
        """The zone."""
        return g.setup.zones[self.zone]

    def waiting(self, g: Setting, s: State) -> list[str]:
        """Units that have no place yet."""
        return [u for u in self.ground(g).units if s.position.place(u) == AWAY]

    def mine(self, g: Setting) -> str:
        """The colour of the next mine to lay."""
        mines = self.ground(g).mines
        return mines[self.laid] if self.laid < len(mines) else ""

    def decision(self, g: Setting, s: State) -> Decision | None:
        left = len(self.waiting(g, s)) + len(self.ground(g).mines) - self.laid
        return Decision.of(self.side, "coh.setup", "1.0", left=left) if left else None

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return replace(s.pop(), control=g.control(s))


class Face(Deed[Setting, State, "Facing"]):
    """A unit that is put on the map faces as its owner likes (10.0)."""

    kind, rule = "face", "10.0"

    def slots(self) -> Slots[Setting, State, Facing]:
        return {
            "unit": lambda g, s, p, given: (p.unit,),
            "facing": lambda g, s, p, given: DIRECTIONS,
        }

    def reasons(self, g: Setting, s: State, p: Facing, action: Action) -> Reasons:
        facing, unit = text(action, "facing"), text(action, "unit")
        seat = s.position.place(p.unit)
        if unit != p.unit:
            yield Reason.of("10.0", "coh.face.who", unit=unit)
        elif facing not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=facing)
        elif p.toward not in ("", seat) and not in_arc(g.board, seat, DIRECTION[facing], p.toward):
            yield Reason.of("6.1", "coh.face.away", units=(unit,), hexes=(p.toward,))

    def apply(self, g: Setting, s: State, p: Facing, action: Action, course: Course) -> State:
        unit, facing = p.unit, action["facing"]
        g.tell(course, unit, "10.0", "coh.turned", facing=facing)
        return s.pop().facing(unit, DIRECTION[facing])


class Facing(Phase):
    """A unit is put on the map; one that has just fired faces what it fired at (10.0, 6.1)."""

    side: str
    unit: str
    toward: str = ""

    can = (Face(),)

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Which way; nobody is asked for a unit that is gone, or aboard another."""
        if s.position.place(self.unit) not in g.board or s.of(self.unit).carrier:
            return None
        return Decision.of(self.side, "coh.face", "10.0", unit=g.units[self.unit].title)


def cup(g: Setting, s: State) -> tuple[str, ...]:
    """What is left to draw: units and dummies whose hexes are still marked (21.2)."""
    return tuple(u for u in sorted(g.setup.decoys) if s.of(u).hidden)


def marked(g: Setting, s: State) -> tuple[str, ...]:
    """The hexes that still bear a coin (21.2)."""
    return tuple(sorted(s.position.place(u) for u in cup(g, s)))


def check(g: Setting, s: State, unit: str, course: Course) -> tuple[State, str]:
    """One draw tells whether a unit stands where a coin lies; a dummy is nobody (21.2)."""
    hex = s.position.place(unit)
    found = course.chance.draw("coh.solitaire", cup(g, s))
    s = _change_coins(g, s, unit, found).changed(found, hidden=False)
    if not g.setup.decoys[found]:
        g.tell(course, found, "21.2", "coh.solitaire.unit", (hex,), hex=hex)
        return s.push(Facing(g.units[found].side, found)), found
    course.tell("21.2", "coh.solitaire.dummy", hexes=(hex,), hex=hex)
    return leave(g, s, found, AWAY), ""


def _change_coins(g: Setting, s: State, unit: str, found: str) -> State:
    """The piece drawn stands here, the other where that one's coin lies (21.2). A coin keeps what
    has been done with it: whether it is spent, activated, in a trench."""
    here, there = s.position.place(unit), s.position.place(found)
    counters = {**s.counters, unit: s.of(found), found: s.of(unit)}
    trade = {unit: found, found: unit}
    active = {one: tuple(trade.get(u, u) for u in units) for one, units in s.active.items()}
    return replace(s.at(unit, there).at(found, here), counters=counters, active=active)


def acting(g: Setting, s: State, action: Action) -> str:
    """The coin that an action sets to work; it sneaks and is activated unseen (10.1, 21.2)."""
    sneaks = action.kind == "move" and not action.get("openly")
    owed = g.decision(s)
    if not g.setup.decoys or owed is None or sneaks or action.kind == "activate":
        return ""
    named = [text(action, key) for key in SINGLE]
    named += [name for key in SEVERAL for name in texts(action, key)]
    return next((u for u in named if u in cup(g, s) and g.units[u].side == owed.side), "")


def reveal(g: Setting, s: State, unit: str, course: Course, rule: str, toward: str = "") -> State:
    """A hidden unit is put on the map, and faces as its owner likes (10.0)."""
    if not s.of(unit).hidden:
        return s
    if rule == "10.0 acting" and covert(g, s, unit):
        return s
    hex = s.position.place(unit)
    if unit in g.setup.decoys:
        return check(g, s, unit, course)[0]
    g.tell(course, unit, rule, "coh.revealed", (hex,), hex=hex)
    return s.changed(unit, hidden=False).push(Facing(g.units[unit].side, unit, toward))


def come_out(g: Setting, s: State, units: Iterable[str], course: Course) -> State:
    """Hidden units that act are found (10.0 acting)."""
    for unit in units:
        s = reveal(g, s, unit, course, "10.0 acting")
    return s


def covert(g: Setting, s: State, unit: str) -> bool:
    """Whether a hidden unit may act and stay hidden (8.3 hidden action)."""
    return s.of(unit).hidden and s.of(unit).covert


def tell_of(
    g: Setting, s: State, units: Names, course: Course, key: Told, **params: object
) -> None:
    """What units do, by their names; of one that acts unseen no more than that somebody does."""
    rule, name = key
    if any(covert(g, s, unit) for unit in units):
        course.tell("8.3 hidden action", "coh.acted-unseen", side=g.units[units[0]].side)
    else:
        course.tell(rule, name, units=tuple(units), unit=g.units[units[0]].title, **params)


def reveal_near(g: Setting, s: State, course: Course) -> State:
    """Every hidden unit that company or a near enemy gives away (10.0)."""
    for unit in s.counters:
        rule = given_away(g, s, unit)
        if rule:
            s = reveal(g, s, unit, course, rule)
    return s


def given_away(g: Setting, s: State, unit: str) -> str:
    """The rule by which a hidden unit is found where it stands; empty while it stays hidden. Nobody
    looks before everybody has been placed (1.0)."""
    seat, counter = s.position.place(unit), s.of(unit)
    if not counter.hidden or seat not in g.board:
        return ""
    if any(isinstance(phase, Deployment) for phase in s.agenda):
        return ""
    side = g.units[unit].side
    for one in (g.units[u] for u in s.position.at(seat) if not s.of(u).hidden):
        # all find it but an own plane overhead (20.3)
        if one.kind != PLANE or hostile(one.side, side):
            return "10.0 shared hex"
    if counter.dug or covers(g, s, seat):
        return ""
    for foe in g.foes(s, side):
        here = s.position.place(foe)
        near = g.board.distance(here, seat) <= NEAR and not s.of(foe).hidden
        gully = here != seat and g.ground.gully_side(here, seat)
        if near and watches(g, s, foe, seat) and not gully:
            return "10.0 detection"
    return ""
