"""Chapter 4: recoveries, and the orders that give three of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.house import inside, men
from engine.pavlovs_house.board.pieces import ORDER, STOCK
from engine.pavlovs_house.board.state import State
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

LIMITS = "4.0 order limits"
RECOVERIES = 3
WAYS = ("fresh", "damage")


def recovery_reasons(g: PavlovsHouse, s: State, unit: str, how: str) -> Iterator[Reason]:
    """There must be something to recover from (4.0 recovery)."""
    rule = "4.0 recovery"
    if how not in WAYS:
        yield Reason.of(rule, "pav.recover.how", how=how)
    if unit not in g.kit.men:
        return
    if how == "fresh" and unit not in s.exhausted:
        yield Reason.of(rule, "pav.recover.fresh", units=(unit,), unit=g.name(unit))
    if how == "damage" and not s.damaged(unit):
        yield Reason.of(rule, "pav.recover.whole", units=(unit,), unit=g.name(unit))


def recover(g: PavlovsHouse, s: State, unit: str, how: str, rule: str, course: Course) -> State:
    """Fresh side up, or the damage token off (4.0 recovery)."""
    course.tell(rule, f"pav.recover.done-{how}", units=(unit,), unit=g.name(unit))
    if how == "damage":
        return s.shifted("damage", unit, STOCK)
    return replace(s, exhausted=s.exhausted - {unit})


def limit_reasons(g: PavlovsHouse, s: State, unit: str) -> Iterator[Reason]:
    """Whom an order reaches: others in the House, no actor, no commander (4.0 order limits)."""
    if unit not in g.kit.men:
        yield Reason.of(LIMITS, "pav.unit.none", unit=unit)
        return
    name = g.name(unit)
    if not inside(g, s, unit):
        yield Reason.of("4.0 order", "pav.unit.not-here", units=(unit,), unit=name)
    if ORDER in g.kit.men[unit].marks:
        yield Reason.of(LIMITS, "pav.order.commander", units=(unit,), unit=name)
    if s.count("action", unit):
        yield Reason.of(LIMITS, "pav.order.acted", units=(unit,), unit=name)


def recoveries(g: PavlovsHouse, s: State, commander: str) -> Iterator[Action]:
    """The recoveries that an order can give now."""
    for unit in men(g, s):
        if unit != commander and not any(limit_reasons(g, s, unit)):
            for how in WAYS:
                if not any(recovery_reasons(g, s, unit, how)):
                    yield Action("recover", unit=unit, how=how)


@dataclass(frozen=True)
class Ordering(Phase):
    """Three recoveries for others, even two for the same one (4.0 order)."""

    commander: str
    left: int = RECOVERIES

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while somebody needs one."""
        if not self.left or not any(recoveries(g, s, self.commander)):
            return None
        name = g.name(self.commander)
        return Decision.of(
            g.seat("counters"), "pav.ordering", "4.0 order", unit=name, left=self.left
        )

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """A recovery; enough."""
        return RECOVERY, END


class Recovery(Deed["PavlovsHouse", State, Ordering]):
    """One of the recoveries of an order (4.0 order)."""

    kind, rule = "recover", "4.0 order"

    def slots(self) -> Slots[PavlovsHouse, State, Ordering]:
        """Whom the order reaches, and from what."""
        return {
            "unit": lambda g, s, p, given: (u for u in men(g, s) if u != p.commander),
            "how": lambda g, s, p, given: WAYS,
        }

    def reasons(self, g: PavlovsHouse, s: State, p: Ordering, action: Action) -> Reasons:
        """The limits of an order, and what there is to recover from."""
        unit = text(action, "unit")
        yield from limit_reasons(g, s, unit)
        yield from recovery_reasons(g, s, unit, text(action, "how"))

    def apply(
        self, g: PavlovsHouse, s: State, p: Ordering, action: Action, course: Course
    ) -> State:
        """The recovery, and one order token for the counter."""
        unit = action["unit"]
        s = recover(g, s, unit, action["how"], self.rule, course)
        if not s.count("order", unit):
            s = s.shifted("order", STOCK, unit)
        return s.instead(replace(p, left=p.left - 1))


RECOVERY = Recovery()
