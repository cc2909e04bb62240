"""Chapter 4: the actions of Soviet counters - attack, suppress, order, call, spot, recover."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text, texts, whole
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.pavlovs_house.board.dice import Throw, against, hits, throw
from engine.pavlovs_house.board.house import in_sight, inside, men, sees
from engine.pavlovs_house.board.pieces import COLOURS, ORDER, SPOTTING, STOCK, SUPPLY
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.counters.orders import (
    WAYS,
    Ordering,
    recover,
    recoveries,
    recovery_reasons,
)
from engine.pavlovs_house.soviet.reinforcements import Reinforcing, reinforcement_reasons
from engine.pavlovs_house.wehrmacht.placement import german_defence
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.pavlovs_house.counters.phase import CounterActions
    from engine.pavlovs_house.rules import PavlovsHouse

CALLED = 2
"""Points of a reinforcement request (4.0 reinforcement request)."""


class Act(Deed["PavlovsHouse", State, "CounterActions"]):
    """One of the actions of a counter (4.0)."""

    price = 1
    """How many of the phase's actions it takes."""

    def apply(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """The action, and so many less - two for a weapon."""
        s = s.instead(replace(p, left=p.left - self.price))
        return self.act(g, s, p, action, course)

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """What it does."""
        raise NotImplementedError


def actor_reasons(g: PavlovsHouse, s: State, unit: str, rule: str) -> Iterator[Reason]:
    """Who may act: in the House, once a turn, neither exhausted nor damaged (4.0 who may act)."""
    if unit not in g.kit.men:
        yield Reason.of("4.0 who may act", "pav.unit.none", unit=unit)
        return
    name = g.name(unit)
    if not inside(g, s, unit):
        yield Reason.of(rule, "pav.unit.not-here", units=(unit,), unit=name)
    if s.count("action", unit):
        yield Reason.of("4.0", "pav.deed.acted", units=(unit,), unit=name)
    if s.count("order", unit):
        yield Reason.of("4.0 order", "pav.deed.ordered", units=(unit,), unit=name)


def fit_reasons(g: PavlovsHouse, s: State, unit: str, rule: str) -> Iterator[Reason]:
    """What all actions but recovery ask for: fresh, undamaged, on a position (4.0 recovery)."""
    yield from actor_reasons(g, s, unit, rule)
    if unit not in g.kit.men:
        return
    name = g.name(unit)
    if unit in s.exhausted:
        yield Reason.of("4.0 recovery", "pav.unit.exhausted", units=(unit,), unit=name)
    if s.damaged(unit):
        yield Reason.of("4.0 recovery", "pav.unit.damaged", units=(unit,), unit=name)
    if s.place(unit) not in g.kit.spots:
        yield Reason.of(rule, "pav.deed.reserve", units=(unit,), unit=name)


def fit(g: PavlovsHouse, s: State) -> list[str]:
    """The counters on positions that may act."""
    return s.once("fit", _fit, g, s)


def _fit(g: PavlovsHouse, s: State) -> list[str]:
    return [m for m in men(g, s) if not any(fit_reasons(g, s, m, "4.0"))]


def target_reasons(
    g: PavlovsHouse, s: State, unit: str, target: str, rule: str, infantry: bool | None
) -> Iterator[Reason]:
    """A German of the right kind on a path, in line of sight (1.3, 4.0 attack)."""
    if target not in g.kit.germans or s.place(target) not in g.kit.spaces:
        yield Reason.of(rule, "pav.deed.no-target", unit=target)
        return
    german = g.kit.germans[target]
    if infantry is not None and german.infantry != infantry:
        key = "pav.deed.not-infantry" if infantry else "pav.deed.not-armour"
        yield Reason.of(rule, key, units=(target,), unit=german.name)
    place, space = s.place(unit), s.place(target)
    if place in g.kit.spots and not sees(g, place, space):
        yield Reason.of("1.3", "pav.deed.no-sight", units=(unit, target), hexes=(place, space))


@enforces("4.0 exhaustion")
def tire(s: State, unit: str) -> State:
    """An action token, and over to the grey side (4.0 exhaustion)."""
    s = s.shifted("action", STOCK, unit)
    return replace(s, exhausted=s.exhausted | {unit})


def fire_at(
    g: PavlovsHouse, s: State, target: str, shot: Throw, rule: str, course: Course
) -> State:
    """The dice of an attack; one success sends the German to the stock (4.0 attack)."""
    dice = throw(course, "attack", shot.dice)
    hit = bool(hits(dice, shot.need))
    name = g.name(target)
    key = "pav.deed.removed" if hit else "pav.deed.missed"
    space = s.place(target)
    course.tell(rule, key, units=(target,), hexes=(space,), unit=name, dice=dice, need=shot.need)
    return s.at(target, STOCK) if hit else s


def split(action: Action) -> dict[str, int]:
    """Suppression tokens by colour, as an action gives them."""
    return {colour: whole(action, colour, wrong=-1) for colour in COLOURS if colour in action}


def splits(colours: tuple[str, ...], limit: int) -> Iterator[Mapping[str, int]]:
    """Every way of laying 1 to so many tokens on one or two colours."""
    for counts in product(range(limit + 1), repeat=len(colours)):
        if 0 < sum(counts) <= limit:
            yield {c: n for c, n in zip(colours, counts, strict=True) if n}


def split_reasons(
    g: PavlovsHouse, s: State, unit: str, action: Action, value: int, rule: str
) -> Iterator[Reason]:
    """Tokens of the position's colours, within the value and the supply area (4.0 suppression)."""
    counts = split(action)
    colours = g.kit.colours_of(s.place(unit))
    wrong = tuple(colour for colour in counts if colour not in colours)
    if wrong and colours:
        yield Reason.of(rule, "pav.deed.colour", colours=colours, wrong=wrong)
    total = sum(counts.values())
    if total < 1 or min(counts.values(), default=0) < 0:
        yield Reason.of(rule, "pav.deed.no-tokens", value=value)
    elif total > value:
        yield Reason.of(rule, "pav.deed.too-many", total=total, value=value, unit=g.name(unit))
    have = s.count("suppression", SUPPLY)
    if total > have:
        yield Reason.of(rule, "pav.deed.supply", total=total, have=have)


def lay(s: State, action: Action, rule: str, course: Course) -> State:
    """Tokens from the supply area to the suppression areas (4.0 suppression)."""
    for colour, count in split(action).items():
        if count:
            course.tell(rule, "pav.deed.laid", colour=colour, count=count)
            s = s.shifted("suppression", SUPPLY, colour, count)
    return s


class Attack(Act):
    """4.0 attack: dice of the attack value against a German infantry counter in sight."""

    kind, rule = "attack", "4.0 attack"

    def slots(self) -> Slots[PavlovsHouse, State, CounterActions]:
        """A counter with an attack value, and infantry that it sees."""
        return {
            "unit": lambda g, s, p, given: (m for m in fit(g, s) if g.kit.men[m].attack),
            "target": lambda g, s, p, given: in_sight(g, s, given["unit"]),
        }

    def reasons(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Reasons:
        """Fit, with an attack value, and a target."""
        rule, unit = self.rule, text(action, "unit")
        yield from fit_reasons(g, s, unit, rule)
        if unit in g.kit.men:
            if not g.kit.men[unit].attack:
                yield Reason.of(rule, "pav.deed.no-value", units=(unit,), unit=g.name(unit))
            yield from target_reasons(g, s, unit, text(action, "target"), rule, True)

    def tally(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Throw | None:
        """The attack value against the defence."""
        unit, target = text(action, "unit"), text(action, "target")
        if unit not in g.kit.men or target not in g.kit.germans:
            return None
        man = g.kit.men[unit]
        lines = [Line.of("4.0 attack", "pav.dice.man", man.attack, unit=man.name)]
        return against("pav.dice.total", lines, german_defence(g, s, target))

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """Fire, and exhaustion."""
        shot = self.tally(g, s, p, action)
        assert shot is not None, "explain let only known counters through"
        s = fire_at(g, s, action["target"], shot, "4.0 attack", course)
        return tire(s, action["unit"])

    def hexes(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action
    ) -> tuple[str, ...]:
        """Where the target is."""
        return (s.place(action["target"]),)


class Suppress(Act):
    """4.0 suppression: tokens from supply to the area of the position's colour."""

    kind, rule = "suppress", "4.0 suppression"

    def slots(self) -> Slots[PavlovsHouse, State, CounterActions]:
        """A counter, and a number of tokens in the colours of its position."""
        return {
            "unit": lambda g, s, p, given: fit(g, s),
            "tokens": lambda g, s, p, given: splits(
                g.kit.colours_of(s.place(given["unit"])),
                min(s.count("suppression", SUPPLY), g.kit.men[given["unit"]].suppression),
            ),
        }

    def reasons(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Reasons:
        """Fit, and tokens that may be laid."""
        rule, unit = self.rule, text(action, "unit")
        yield from fit_reasons(g, s, unit, rule)
        if unit in g.kit.men:
            yield from split_reasons(g, s, unit, action, g.kit.men[unit].suppression, rule)

    def tally(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Tally | None:
        """The suppression value."""
        unit = text(action, "unit")
        if unit not in g.kit.men:
            return None
        man = g.kit.men[unit]
        line = Line.of("4.0 suppression", "pav.tokens.man", man.suppression, unit=man.name)
        return Tally.adding("pav.tokens.total", (line,))

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """The tokens, and exhaustion."""
        return tire(lay(s, action, "4.0 suppression", course), action["unit"])


class Call(Act):
    """4.0 reinforcement request: from the radio, counters for two points."""

    kind, rule = "call", "4.0 reinforcement request"

    def slots(self) -> Slots[PavlovsHouse, State, CounterActions]:
        """Somebody fit."""
        return {"unit": lambda g, s, p, given: fit(g, s)}

    def reasons(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Reasons:
        """On green 6, location 4 whole."""
        rule, unit = self.rule, text(action, "unit")
        yield from fit_reasons(g, s, unit, rule)
        if unit in g.kit.men:
            spot = g.kit.spots.get(s.place(unit))
            if spot is None or not spot.radio:
                yield Reason.of(rule, "pav.deed.radio", units=(unit,), unit=g.name(unit))
        yield from reinforcement_reasons(g, s, CALLED, rule)

    def tally(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Tally | None:
        """Two points."""
        line = Line.of("4.0 reinforcement request", "pav.bring.points", CALLED)
        return Tally.adding("pav.bring.total", (line,))

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """Exhaustion, then the counters."""
        rule, unit = self.rule, action["unit"]
        course.tell(rule, "pav.deed.called", units=(unit,), unit=g.name(unit))
        return tire(s, unit).push(Reinforcing(CALLED, rule))


def mark_reasons(g: PavlovsHouse, unit: str, mark: str, rule: str) -> Iterator[Reason]:
    """Special actions need their mark on the counter (4.0 who may act)."""
    if mark not in g.kit.men[unit].marks:
        yield Reason.of("4.0 who may act", "pav.deed.mark", units=(unit,), unit=g.name(unit))


class Recover(Act):
    """4.0 recovery: fresh again, or the damage off; it does not exhaust."""

    kind, rule = "recover", "4.0 recovery"

    def slots(self) -> Slots[PavlovsHouse, State, CounterActions]:
        """Anybody in the House, and from what."""
        return {
            "unit": lambda g, s, p, given: men(g, s),
            "how": lambda g, s, p, given: WAYS,
        }

    def reasons(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Reasons:
        """Anybody in the House who needs it."""
        unit = text(action, "unit")
        yield from actor_reasons(g, s, unit, "4.0 recovery")
        yield from recovery_reasons(g, s, unit, text(action, "how"))

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """The recovery, and an action token."""
        unit = action["unit"]
        s = recover(g, s, unit, action["how"], "4.0 recovery", course)
        return s.shifted("action", STOCK, unit)


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
