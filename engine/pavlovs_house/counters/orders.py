"""Chapter 4: recoveries, and the orders that give three of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.agenda import Deed, Reasons, Slots
from engine.pavlovs_house.board.house import ENOUGH, House, State, UpTo, here_reasons
from engine.pavlovs_house.board.pieces import ORDER, STOCK
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason

LIMITS = "4.0 order limits"
RECOVERIES = 3
WAYS = ("fresh", "damage")
Whom: TypeAlias = Callable[[House, State, str], Reasons]


def actor_reasons(g: House, s: State, unit: str, rule: str = "4.0 recovery") -> Reasons:
    """Who may act: in the House, once a turn (4.0 who may act)."""
    yield from here_reasons(g, s, unit, rule, "4.0 who may act")
    if s.count("action", unit):
        yield g.against(unit, "4.0", "pav.deed.acted")
    if s.count("order", unit):
        yield g.against(unit, "4.0 order", "pav.deed.ordered")


def limit_reasons(g: House, s: State, unit: str) -> Reasons:
    """Whom an order reaches: others in the House, no actor, no commander (4.0 order limits)."""
    yield from here_reasons(g, s, unit, "4.0 order", LIMITS)
    if unit in g.kit.men and ORDER in g.kit.men[unit].marks:
        yield g.against(unit, LIMITS, "pav.order.commander")
    if s.count("action", unit):
        yield g.against(unit, LIMITS, "pav.order.acted")


def unfit(g: House, s: State) -> list[str]:
    """Those in the House who have something to recover from (4.0 recovery)."""
    return [unit for unit in g.men(s) if not s.fresh(unit)]


def orderly(g: House, s: State) -> bool:
    """Whether an order can give anybody a recovery now."""
    return any(not any(limit_reasons(g, s, unit)) for unit in unfit(g, s))


class Recover(Deed[House, State, UpTo]):
    """Fresh again, or the damage off; it does not exhaust (4.0 recovery)."""

    kind = "recover"

    def __init__(self, rule: str, token: str, whom: Whom) -> None:
        self.rule, self.token, self.whom = rule, token, whom

    def slots(self) -> Slots[House, State, UpTo]:
        return {"unit": lambda g, s, p, given: unfit(g, s), "how": lambda g, s, p, given: WAYS}

    def reasons(self, g: House, s: State, p: UpTo, action: Action) -> Reasons:
        unit, how = text(action, "unit"), text(action, "how")
        yield from self.whom(g, s, unit)
        if how not in WAYS:
            yield Reason.of("4.0 recovery", "pav.recover.how", how=how)
        if unit not in g.kit.men:
            return
        about = {"units": (unit,), "unit": g.unit_name(unit)}
        if how == "fresh" and unit not in s.exhausted:
            yield Reason.of("4.0 recovery", "pav.recover.fresh", **about)
        if how == "damage" and not s.damaged(unit):
            yield Reason.of("4.0 recovery", "pav.recover.whole", **about)

    def apply(self, g: House, s: State, p: UpTo, action: Action, course: Course) -> State:
        """Fresh side up, or the damage token off; one token more shows that it was his turn."""
        unit, how = action["unit"], action["how"]
        g.tell(course, unit, self.rule, f"pav.recover.done-{how}")
        if how == "damage":
            s = s.shifted("damage", unit, STOCK)
        else:
            s = replace(s, exhausted=s.exhausted - {unit})
        if not s.count(self.token, unit):
            s = s.shifted(self.token, STOCK, unit)
        return s.instead(replace(p, left=p.left - 1))


RECOVER = Recover("4.0 recovery", "action", actor_reasons)
RECOVERY = Recover("4.0 order", "order", limit_reasons)


class Ordering(UpTo):
    """Three recoveries for others, even two for the same one (4.0 order)."""

    commander: str
    can = (RECOVERY, ENOUGH)

    def decision(self, g: House, s: State) -> Decision | None:
        if not self.left or not orderly(g, s):
            return None
        about = {"unit": g.unit_name(self.commander), "left": self.left}
        return Decision.of(g.seats["counters"], "pav.ordering", "4.0 order", **about)
