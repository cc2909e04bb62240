"""Chapter 4: the special actions of single counters - orders and artillery spotting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course
from engine.given import text, texts
from engine.pavlovs_house.deeds import fire_at, fit, fit_reasons, mark_reasons, target_reasons, tire
from engine.pavlovs_house.dice import Throw, against
from engine.pavlovs_house.house import in_sight
from engine.pavlovs_house.orders import Ordering, recoveries
from engine.pavlovs_house.pieces import ORDER, SPOTTING, STOCK
from engine.pavlovs_house.placement import german_defence
from engine.pavlovs_house.state import State
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse


@dataclass(frozen=True)
class Order:
    """4.0 order: a commander on a position gives three recoveries at once."""

    price: int = 1

    def reasons(self, g: PavlovsHouse, s: State, left: int, action: Action) -> Iterator[Reason]:
        """Fit, with the mark, and somebody to recover."""
        rule, unit = "4.0 order", text(action, "unit")
        yield from fit_reasons(g, s, unit, rule)
        if unit in g.kit.men:
            yield from mark_reasons(g, unit, ORDER, rule)
            if not any(recoveries(g, s, unit)):
                yield Reason.of(rule, "pav.order.nobody")

    def choices(
        self, g: PavlovsHouse, s: State, left: int, unit: str | None, hex: str | None
    ) -> Moves:
        """Every commander."""
        for man in fit(g, s, unit):
            action = Action("order", unit=man)
            here = ORDER in g.kit.men[man].marks and hex in (None, s.place(man))
            if here and not any(self.reasons(g, s, left, action)):
                yield action

    def tally(self, g: PavlovsHouse, s: State, action: Action) -> Tally | None:
        """Nothing to count."""
        return None

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """Exhaustion, then three recoveries."""
        unit = action["unit"]
        course.tell("4.0 order", "pav.order.given", units=(unit,), unit=g.name(unit))
        return tire(s, unit).push(Ordering(unit))


@dataclass(frozen=True)
class Spot:
    """4.0 artillery spotting: three dice on one German in sight, or on two adjacent ones."""

    price: int = 1

    def reasons(self, g: PavlovsHouse, s: State, left: int, action: Action) -> Iterator[Reason]:
        """The mark, a gun, targets in sight and side by side."""
        rule, unit = "4.0 artillery spotting", text(action, "unit")
        yield from fit_reasons(g, s, unit, rule)
        if unit not in g.kit.men:
            return
        yield from mark_reasons(g, unit, SPOTTING, rule)
        battery = text(action, "place")
        if battery not in batteries(g, s):
            yield Reason.of(rule, "pav.spot.no-gun", hexes=g.kit.locations_of("artillery"))
        targets = texts(action, "targets")
        if not 1 <= len(set(targets)) == len(targets) <= 2:
            yield Reason.of(rule, "pav.spot.number")
        for target in targets:
            yield from target_reasons(g, s, unit, target, rule, None)
        if len(targets) == 2 and not adjacent(g, s, *targets):
            yield Reason.of(rule, "pav.spot.apart", units=targets)

    def choices(
        self, g: PavlovsHouse, s: State, left: int, unit: str | None, hex: str | None
    ) -> Moves:
        """Every German in sight, every adjacent pair, with any gun that is ready."""
        ready = batteries(g, s)
        for man in fit(g, s, unit) if ready else []:
            if SPOTTING not in g.kit.men[man].marks:
                continue
            seen = in_sight(g, s, man)
            pairs = [(a, b) for a in seen for b in seen if a != b and adjacent(g, s, a, b)]
            for targets in [*((one,) for one in seen), *pairs]:
                if hex is None or hex in {s.place(target) for target in targets}:
                    for place in ready:
                        yield Action("spot", unit=man, targets=targets, place=place)

    def tally(self, g: PavlovsHouse, s: State, action: Action) -> Tally | None:
        """Three dice for each target."""
        targets = [t for t in texts(action, "targets") if t in g.kit.germans]
        parts = tuple(spot_tally(g, s, target) for target in targets)
        return Tally("pav.spot.total", (), sum(part.total for part in parts), None, parts)

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """The gun's token goes to the stock; each target is fired at in turn."""
        s = s.shifted("artillery", action["place"], STOCK)
        for target in texts(action, "targets"):
            shot = spot_tally(g, s, target)
            s = fire_at(g, s, target, shot, "4.0 artillery spotting", course)
        return tire(s, action["unit"])


def spot_tally(g: PavlovsHouse, s: State, target: str) -> Throw:
    """Three dice against one German (4.0 artillery spotting)."""
    line = Line.of("4.0 artillery spotting", "pav.dice.guns", g.kit.dice("spotting"))
    return against("pav.dice.total", (line,), german_defence(g, s, target))


def batteries(g: PavlovsHouse, s: State) -> list[str]:
    """The artillery locations with a token (2.0 artillery ready)."""
    return [place for place in g.kit.locations_of("artillery") if s.count("artillery", place)]


def adjacent(g: PavlovsHouse, s: State, a: str, b: str) -> bool:
    """Whether two Germans stand one behind the other on a path (4.0 artillery spotting)."""
    first, second = s.place(a), s.place(b)
    path = g.kit.spaces.get(first)
    if path is None or g.kit.spaces.get(second) is not path:
        return False
    return abs(path.spaces.index(first) - path.spaces.index(second)) == 1
