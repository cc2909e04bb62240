"""Section 7.5: rallying, and what helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.given import whole
from engine.conflict_of_heroes.hits import put_back
from engine.conflict_of_heroes.luck import rolled
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.payment import dice_reasons
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.values import hit_rule, marker
from engine.game import Course
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

PRICE = 5


def sheltered(g: ConflictOfHeroes, s: State, unit: str) -> bool:
    """Whether a unit is in cover of any kind but height (7.51)."""
    hex, counter = s.position.place(unit), s.of(unit)
    if g.ground.of(hex)["dm"] or counter.dug or s.smoke_in(hex):
        return True
    kinds = {w.kind for w in s.works_in(hex)}
    if counter.inside and kinds & {"trench", "bunker"}:
        return True
    side = g.units[unit].side
    return g.units[unit].foot and any(
        g.units[u].vehicle and g.units[u].side == side for u in s.position.at(hex)
    )


def rally_need(g: ConflictOfHeroes, s: State, unit: str) -> Tally:
    """What the dice must show (7.4, 7.5, 7.51)."""
    hex = s.position.place(unit)
    lines = [
        Line.of(hit_rule(g, s, unit), "coh.line.rally", int(marker(g, s, unit).get("rally", 0)))
    ]
    if sheltered(g, s, unit):
        lines.append(Line.of("7.51", "coh.line.rally-cover", -1))
    friends = [
        u
        for u in s.position.at(hex)
        if u != unit and g.units[u].side == g.units[unit].side and s.of(u).hit is None
    ]
    if friends:
        lines.append(Line.of("7.51", "coh.line.rally-friends", -len(friends)))
    return Tally.adding("coh.rally.need", lines)


def rally_reasons(g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Reason]:
    """A hit that can be rallied from, and no enemy in the hex (7.5, 15.2)."""
    name, hex = g.units[unit].name, s.position.place(unit)
    if s.of(unit).hit is None:
        yield Reason.of("7.5", "coh.rally.unhurt", units=(unit,), unit=name)
    elif not marker(g, s, unit).get("rally"):
        yield Reason.of(hit_rule(g, s, unit), "coh.rally.never", units=(unit,), unit=name)
    if g.foes_in(s, g.units[unit].side, hex):
        yield Reason.of("7.5", "coh.rally.enemy", units=(unit,), hexes=(hex,), unit=name)


def roll_to_rally(g: ConflictOfHeroes, s: State, unit: str, cap: int, course: Course) -> State:
    """Two dice against the number of the marker (7.5)."""
    side = g.units[unit].side
    return rolled(g, s, side, "coh.rally", Recovery(unit, cap), course)


@dataclass(frozen=True)
class Recovery:
    """What the dice of a rally decide."""

    unit: str
    cap: int

    def resolve(
        self, g: ConflictOfHeroes, s: State, dice: tuple[int, ...], course: Course
    ) -> State:
        """The marker goes, or stays."""
        return recover(g, s, self.unit, sum(dice) + self.cap, course)


def recover(g: ConflictOfHeroes, s: State, unit: str, total: int, course: Course) -> State:
    """A total against the number of the marker (7.5)."""
    need = int(rally_need(g, s, unit).total)
    name = g.units[unit].name
    if total < need:
        # the number that was needed would tell the marker (7.4)
        course.tell("7.5", "coh.rally.failed", units=(unit,), unit=name, total=total)
        return s
    course.tell(
        "7.5",
        "coh.rally.done",
        units=(unit,),
        unit=name,
        total=total,
        need=need,
        hit=s.of(unit).hit,
    )
    return put_back(g, s, unit)


class Rally(Order):
    """An attempt to rally, alone or as a group (7.5, 9.13)."""

    kind = "rally"
    rule = "7.5"
    rallying = True
    group = "9.13"

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """Five, for a whole group as well."""
        return Tally.adding("coh.cost.rally", [Line.of("7.5", "coh.line.rally-price", PRICE)])

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """Each unit must have something to rally from."""
        yield from dice_reasons(whole(action, "cap"), s.cap[side])
        for unit in self.units(action):
            if unit in g.units and s.position.place(unit) in g.board:
                yield from rally_reasons(g, s, unit)

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """With no, one or two CAP on the dice."""
        if s.of(unit).hit is not None:
            for cap in range(min(2, s.cap[g.units[unit].side]) + 1):
                yield Action("rally", unit=unit, cap=cap)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """Each unit rolls for itself; the CAP went on the first roll (9.13, 3.23)."""
        for number, unit in enumerate(self.units(action)):
            cap = 0 if number else whole(action, "cap")
            s = roll_to_rally(g, s, unit, cap, course)
        return s
