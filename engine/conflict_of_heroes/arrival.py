"""What a unit meets in the hexes it enters: control, hidden units, bogging, wire, mines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.conflict_of_heroes.bog import Bog, bog
from engine.conflict_of_heroes.deploy import Deployment
from engine.conflict_of_heroes.dice import Rolling
from engine.conflict_of_heroes.facing import Facing
from engine.conflict_of_heroes.ground import watches
from engine.conflict_of_heroes.hits import hits_of, suffer
from engine.conflict_of_heroes.luck import rolled
from engine.conflict_of_heroes.state import State, Work, hostile
from engine.conflict_of_heroes.steps import covers, going
from engine.conflict_of_heroes.unit import PLANE, TRACKED
from engine.conflict_of_heroes.values import lost
from engine.game import Course, Decision
from engine.given import whole
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

Told = tuple[str, str]
"""A rule, and the words for what happened by it."""
NEAR = 2
"""A hidden unit in the open is found from so many hexes (10.0 detection)."""


def arrive(
    g: ConflictOfHeroes,
    s: State,
    unit: str,
    path: Sequence[str],
    course: Course,
    caps: tuple[int, ...] = (),
    asked: bool = False,
) -> State:
    """A unit goes hex by hex, its passengers with it.

    `caps` are declared for the dice of each hex; else it is `asked` before they fall (3.23).
    """
    for number, there in enumerate(path):
        rest = Onward(unit, tuple(path[number + 1 :]), caps[number + 1 :], asked)
        cap = caps[number] if number < len(caps) else 0
        s = _enter(g, s.push(rest), unit, there, course, cap, asked)
        if s.top is not rest:
            return s
        s = s.pop()
        if s.of(unit).bogged:
            break
    return s


def _enter(
    g: ConflictOfHeroes,
    s: State,
    unit: str,
    there: str,
    course: Course,
    cap: int,
    asked: bool,
) -> State:
    """One hex of a way, and everything that waits in it (5.0, 14.1, 18.4, 18.5)."""
    here = s.position.place(unit)
    side = g.units[unit].side
    for one in (unit, *s.aboard(unit)):
        s = s.at(one, there)
    if g.units[unit].kind == PLANE:
        return reveal_near(g, s, course)  # over the hex it meets nothing on the ground (20.0)
    s = replace(s, control=g.control(s))
    if going(g, s, unit, here, there).soft:
        # a decision would give a hidden one away (10.1)
        open_roll = asked and not s.of(unit).hidden
        s = s.push(Bog(unit)) if open_roll else bog(g, s, unit, cap, course)
    s = _crush(g, s, unit, there, course)
    s = reveal_near(g, s, course)
    if g.foes_in(s, side, there):
        # those it finds there have been met as well (10.0 shared hex)
        s = replace(s, came={**s.came, there: (*s.came.get(there, ()), (side, here))})
    return mines_under(g, s, unit, there, course, entered=True)


@dataclass(frozen=True)
class Onward(Phase):
    """The rest of a way, when what waited in a hex of it is dealt with (8.1, 14.0, 18.5)."""

    unit: str
    path: tuple[str, ...]
    caps: tuple[int, ...]
    asked: bool

    def proceed(self, g: ConflictOfHeroes, s: State, course: Course) -> State:
        """On, unless it is stuck there, hit so that it cannot move, or no more."""
        s, unit = s.pop(), self.unit
        stopped = s.position.place(unit) not in g.board or s.of(unit).bogged
        if stopped or lost(g, s, unit) in ("move", "all"):
            return s
        return arrive(g, s, unit, self.path, course, self.caps, self.asked)


def _crush(g: ConflictOfHeroes, s: State, unit: str, there: str, course: Course) -> State:
    """Tracks destroy the wire they enter (18.4 vehicles)."""
    wire = [w for w in s.works_in(there) if w.kind == "wire"]
    if g.units[unit].kind != TRACKED or not wire:
        return s
    course.tell("18.4 vehicles", "coh.wire.crushed", hexes=(there,), hex=there)
    return replace(s, works=tuple(w for w in s.works if w not in wire))


def reveal(
    g: ConflictOfHeroes, s: State, unit: str, course: Course, rule: str, toward: str = ""
) -> State:
    """A hidden unit is put on the map, and faces as its owner likes (10.0)."""
    if not s.of(unit).hidden:
        return s
    if rule == "10.0 acting" and covert(g, s, unit):
        return s
    hex = s.position.place(unit)
    if unit in g.setup.decoys:
        from engine.conflict_of_heroes.solitaire import uncover

        return uncover(g, s, unit, course)
    course.tell(
        rule, "coh.revealed", units=(unit,), hexes=(hex,), unit=g.units[unit].title, hex=hex
    )
    return s.changed(unit, hidden=False).push(Facing(g.units[unit].side, unit, toward))


def come_out(g: ConflictOfHeroes, s: State, units: Iterable[str], course: Course) -> State:
    """Hidden units that act are found (10.0 acting)."""
    for unit in units:
        s = reveal(g, s, unit, course, "10.0 acting")
    return s


def covert(g: ConflictOfHeroes, s: State, unit: str) -> bool:
    """Whether a hidden unit may act and stay hidden (8.3 hidden action)."""
    return s.of(unit).hidden and s.of(unit).covert


def tell_of(
    g: ConflictOfHeroes, s: State, units: Sequence[str], course: Course, key: Told, **params: object
) -> None:
    """What units do, by their names; of one that acts unseen no more than that somebody does."""
    rule, name = key
    if any(covert(g, s, unit) for unit in units):
        course.tell("8.3 hidden action", "coh.acted-unseen", side=g.units[units[0]].side)
    else:
        course.tell(rule, name, units=tuple(units), unit=g.units[units[0]].title, **params)


def reveal_near(g: ConflictOfHeroes, s: State, course: Course) -> State:
    """Every hidden unit that company or a near enemy gives away (10.0)."""
    for unit in s.counters:
        rule = given_away(g, s, unit)
        if rule:
            s = reveal(g, s, unit, course, rule)
    return s


def given_away(g: ConflictOfHeroes, s: State, unit: str) -> str:
    """The rule by which a hidden unit is found where it stands; empty while it stays hidden.

    Nobody looks before everybody has been placed (1.0).
    """
    seat, counter = s.position.place(unit), s.of(unit)
    if not counter.hidden or seat not in g.board or placing(s):
        return ""
    side = g.units[unit].side
    if any(not s.of(u).hidden and _beside(g, u, side) for u in s.position.at(seat)):
        return "10.0 shared hex"
    if counter.dug or covers(g, s, seat):
        return ""
    for foe in g.foes(s, side):
        here = s.position.place(foe)
        near = g.board.distance(here, seat) <= NEAR and not s.of(foe).hidden
        if near and watches(g, s, foe, seat) and not _behind_gully(g, here, seat):
            return "10.0 detection"
    return ""


def placing(s: State) -> bool:
    """Whether units are still being placed (1.0)."""
    return any(isinstance(phase, Deployment) for phase in s.agenda)


def _beside(g: ConflictOfHeroes, unit: str, side: str) -> bool:
    """Whether a unit in the hex of a hidden one finds it: all but an own plane overhead (20.3)."""
    return g.units[unit].kind != PLANE or hostile(g.units[unit].side, side)


def _behind_gully(g: ConflictOfHeroes, seat: str, hex: str) -> bool:
    """Whether a small gully covers a hidden unit against this observer (10.0 detection)."""
    return seat != hex and g.ground.gully_side(seat, hex)


# ------------------------------------------------------------------ mines


@enforces("18.5 colours")
def sets_off(g: ConflictOfHeroes, s: State, unit: str, mine: Work) -> bool:
    """Whether a unit sets a mine off: not engineers, nor passengers (18.5 colours, 19.0)."""
    piece = g.units[unit]
    if piece.has("engineer") or s.of(unit).carrier:
        return False
    if mine.colour == "blue":
        return piece.vehicle
    return mine.colour != "red" or not piece.vehicle


def mines_under(
    g: ConflictOfHeroes, s: State, unit: str, hex: str, course: Course, entered: bool = False
) -> State:
    """Mines go off under whoever enters or acts among them, and are found by whoever enters,
    unless it sneaks or acts unseen (8.3 hidden action, 10.1, 18.5)."""
    unnoticed = s.of(unit).hidden and (entered or covert(g, s, unit))
    for mine in s.works_in(hex):
        if mine.kind != "mine":
            continue
        goes_off = not unnoticed and sets_off(g, s, unit, mine)
        finds = g.units[unit].has("engineer") or (entered and not unnoticed)
        if mine.hidden and (finds or goes_off):
            course.tell("18.5", "coh.mine.found", hexes=(hex,), hex=hex)
            shown = replace(mine, hidden="")
            s = replace(s, works=tuple(shown if w == mine else w for w in s.works))
            mine = shown
        if goes_off:
            s = s.push(Blast(unit, mine.strength))
    return s


@dataclass(frozen=True)
class Blast(Rolling):
    """A mine under a unit: two dice against its number, CAP declared before (18.5)."""

    unit: str
    strength: int

    better = -1

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """The unit's commander may change the dice with CAP."""
        side = g.units[self.unit].side
        if self._over(g, s) or not s.cap[side]:
            return None
        return Decision.of(side, "coh.mine", "18.5", unit=g.units[self.unit].title)

    @enforces("18.5 clearing")
    def _over(self, g: ConflictOfHeroes, s: State) -> bool:
        """Whether the unit, or the mine, is gone: a mine may be cleared first (18.5 clearing)."""
        hex = s.position.place(self.unit)
        return not any(work.kind == "mine" for work in s.works_in(hex))

    def proceed(self, g: ConflictOfHeroes, s: State, course: Course) -> State:
        """Nobody has CAP to change the dice with."""
        return self.thrown(g, s, "", 0, course)

    def roller(self, g: ConflictOfHeroes) -> str:
        """The unit's commander."""
        return g.units[self.unit].side

    def units(self, action: Action) -> tuple[str, ...]:
        """The one on the mine."""
        return (self.unit,)

    def need(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally | None:
        """What the dice must show to hit."""
        return Tally.adding(
            "coh.mine.need",
            [
                Line.of("18.5", "coh.line.mine", self.strength),
                Line.of("3.23", "coh.line.cap", -whole(action, "cap")),
            ],
        )

    def thrown(self, g: ConflictOfHeroes, s: State, target: str, cap: int, course: Course) -> State:
        """It goes off, if it is still there."""
        over = self._over(g, s)
        s = s.pop()
        if over:
            return s
        side = g.units[self.unit].side
        return rolled(g, s, side, "coh.mine", Burst(self.unit, self.strength, cap), course)


@dataclass(frozen=True)
class Burst:
    """What the dice of a mine decide."""

    unit: str
    strength: int
    cap: int

    def resolve(
        self, g: ConflictOfHeroes, s: State, dice: tuple[int, ...], course: Course
    ) -> State:
        """A hit, two, or none."""
        total = sum(dice) + self.cap
        count = hits_of(total - self.strength)
        course.tell(
            "18.5",
            "coh.mine.blast",
            units=(self.unit,),
            total=total,
            need=self.strength,
            hits=count,
        )
        return suffer(g, s, self.unit, count, course)
