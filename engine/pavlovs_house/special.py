"""Chapter 4: the special actions of single counters - orders and artillery spotting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.action import Action
from engine.deeds import Reasons, Slots
from engine.game import Course
from engine.given import text, texts
from engine.pavlovs_house.deeds import (
    Act,
    fire_at,
    fit,
    fit_reasons,
    mark_reasons,
    target_reasons,
    tire,
)
from engine.pavlovs_house.dice import Throw, against
from engine.pavlovs_house.house import in_sight
from engine.pavlovs_house.orders import Ordering, recoveries
from engine.pavlovs_house.pieces import ORDER, SPOTTING, STOCK
from engine.pavlovs_house.placement import german_defence
from engine.pavlovs_house.state import State
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.pavlovs_house.counter_phase import CounterActions
    from engine.pavlovs_house.rules import PavlovsHouse


class Order(Act):
    """4.0 order: a commander on a position gives three recoveries at once."""

    kind, rule = "order", "4.0 order"

    def slots(self) -> Slots[PavlovsHouse, State, CounterActions]:
        """Somebody fit."""
        return {"unit": lambda g, s, p, given: fit(g, s)}

    def reasons(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Reasons:
        """Fit, with the mark, and somebody to recover."""
        rule, unit = self.rule, text(action, "unit")
        yield from fit_reasons(g, s, unit, rule)
        if unit in g.kit.men:
            yield from mark_reasons(g, unit, ORDER, rule)
            if not any(recoveries(g, s, unit)):
                yield Reason.of(rule, "pav.order.nobody")

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """Exhaustion, then three recoveries."""
        unit = action["unit"]
        course.tell("4.0 order", "pav.order.given", units=(unit,), unit=g.name(unit))
        return tire(s, unit).push(Ordering(unit))


class Spot(Act):
    """4.0 artillery spotting: three dice on one German in sight, or on two adjacent ones."""

    kind, rule = "spot", "4.0 artillery spotting"

    def slots(self) -> Slots[PavlovsHouse, State, CounterActions]:
        """A spotter, one German in sight or two side by side, a gun that is ready."""
        return {
            "unit": lambda g, s, p, given: spotters(g, s) if batteries(g, s) else (),
            "targets": lambda g, s, p, given: marks(g, s, given["unit"]),
            "place": lambda g, s, p, given: batteries(g, s),
        }

    def reasons(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Reasons:
        """The mark, a gun, targets in sight and side by side."""
        rule, unit = self.rule, text(action, "unit")
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

    def tally(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Tally | None:
        """Three dice for each target."""
        targets = [t for t in texts(action, "targets") if t in g.kit.germans]
        parts = tuple(spot_tally(g, s, target) for target in targets)
        return Tally("pav.spot.total", (), sum(part.total for part in parts), None, parts)

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """The gun's token goes to the stock; each target is fired at in turn."""
        s = s.shifted("artillery", action["place"], STOCK)
        for target in texts(action, "targets"):
            shot = spot_tally(g, s, target)
            s = fire_at(g, s, target, shot, "4.0 artillery spotting", course)
        return tire(s, action["unit"])

    def hexes(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action
    ) -> tuple[str, ...]:
        """Where the targets are."""
        return tuple(s.place(target) for target in action["targets"])


def spotters(g: PavlovsHouse, s: State) -> Iterator[str]:
    """The counters that may spot."""
    return (man for man in fit(g, s) if SPOTTING in g.kit.men[man].marks)


def marks(g: PavlovsHouse, s: State, unit: str) -> Iterator[tuple[str, ...]]:
    """Every German in sight, every adjacent pair."""
    seen = in_sight(g, s, unit)
    yield from ((one,) for one in seen)
    yield from ((a, b) for a in seen for b in seen if a != b and adjacent(g, s, a, b))


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
