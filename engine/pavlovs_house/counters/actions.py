"""Chapter 4: the actions of Soviet counters, alone or as the two who serve a weapon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from engine.agenda import Deed, Reasons, Slots, Value, once_a_state
from engine.pavlovs_house.board.house import House, State, Throw, UpTo, against, unfit_reasons
from engine.pavlovs_house.board.pieces import (
    ANTI_TANK,
    COLOURS,
    INSPIRATION,
    MACHINE_GUN,
    MORTAR,
    ORDER,
    SPOTTING,
    STOCK,
    SUPPLY,
)
from engine.pavlovs_house.counters.orders import (
    RECOVER,
    RECOVERIES,
    Ordering,
    actor_reasons,
    orderly,
)
from engine.pavlovs_house.soviet.supplies import Reinforcing, reinforcement_reasons
from engine.pavlovs_house.wehrmacht.cards import fire_at, german_defence
from engine.values import Action, replace, text, texts, whole
from engine.verdict import Course, Line, Reason, Tally, enforces

CALLED = 2
"""Points of a reinforcement request (4.0 reinforcement request)."""


def fit_reasons(g: House, s: State, unit: str, rule: str, mark: str = "") -> Reasons:
    """What all actions but recovery ask for: fresh, undamaged, on a position (4.0 recovery)."""
    yield from actor_reasons(g, s, unit, rule)
    if unit not in g.kit.men:
        return
    yield from unfit_reasons(g, s, unit, "4.0 recovery")
    if s.place(unit) not in g.kit.spots:
        yield g.against(unit, rule, "pav.deed.reserve")
    if mark and mark not in g.kit.men[unit].marks:
        yield g.against(unit, "4.0 who may act", "pav.deed.mark")


def fit(g: House, s: State, mark: str = "") -> list[str]:
    """The fresh counters on positions, perhaps only those with a mark."""
    able = fresh_on_positions(g, s)
    return [man for man in able if mark in g.kit.men[man].marks] if mark else able


@once_a_state
def fresh_on_positions(g: House, s: State) -> list[str]:
    """Those who could act by themselves (4.0 recovery)."""
    posted = {man for there in g.held(s).values() for man in there}
    return [man for man in g.men(s) if man in posted and s.fresh(man)]


class Act(Deed[House, State, UpTo]):
    """One of the actions of a counter; it exhausts who takes it (4.0)."""

    mark = ""
    """The mark that it asks for (4.0 who may act)."""
    price = 1
    """How many of the phase's actions it takes."""

    def slots(self) -> Slots[House, State, UpTo]:
        return {"unit": lambda g, s, p, given: fit(g, s, self.mark)}

    def reasons(self, g: House, s: State, p: UpTo, action: Action) -> Reasons:
        unit = text(action, "unit")
        unfit = fit_reasons(g, s, unit, self.rule, self.mark)
        yield from s.once(("unfit", self.kind, unit), tuple, unfit)
        if unit in g.kit.men:
            yield from self.needs(g, s, unit, action)

    def needs(self, g: House, s: State, unit: str, action: Action) -> Reasons:
        """What it asks for beside a counter that is fit."""
        raise NotImplementedError

    def apply(self, g: House, s: State, p: UpTo, action: Action, course: Course) -> State:
        """What it does, exhaustion, and so many actions less - two for a weapon."""
        s = self.act(g, s.instead(replace(p, left=p.left - self.price)), action, course)
        for unit in self.units(g, s, p, action):
            s = tire(s, unit)
        return s

    def act(self, g: House, s: State, action: Action, course: Course) -> State:
        """What it does."""
        raise NotImplementedError

    def hexes(self, g: House, s: State, p: UpTo, action: Action) -> tuple[str, ...]:
        """Where its targets are; without any, where those are who act."""
        target = text(action, "target")
        targets = (target,) if target else texts(action, "targets")
        return tuple(s.place(unit) for unit in targets or self.units(g, s, p, action))


def target_reasons(
    g: House, s: State, unit: str, target: str, rule: str, infantry: bool | None
) -> Reasons:
    """A German of the right kind on a path, in line of sight (1.3, 4.0 attack)."""
    if target not in g.kit.germans or s.place(target) not in g.kit.spaces:
        yield Reason.of(rule, "pav.deed.no-target", unit=target)
        return
    german = g.kit.germans[target]
    if infantry is not None and german.infantry != infantry:
        key = "pav.deed.not-infantry" if infantry else "pav.deed.not-armour"
        yield Reason.of(rule, key, units=(target,), unit=german.name)
    place, space = s.place(unit), s.place(target)
    if place in g.kit.spots and not g.sees(place, space):
        yield Reason.of("1.3", "pav.deed.no-sight", units=(unit, target), hexes=(place, space))


@enforces("4.0 exhaustion")
def tire(s: State, unit: str) -> State:
    """An action token, and over to the grey side (4.0 exhaustion)."""
    s = s.shifted("action", STOCK, unit)
    return replace(s, exhausted=s.exhausted | {unit})


def split(action: Action) -> dict[str, int]:
    """Suppression tokens by colour, as an action gives them."""
    return {colour: whole(action, colour, wrong=-1) for colour in COLOURS if colour in action}


def splits(g: House, s: State, unit: str, value: int) -> Iterator[Mapping[str, int]]:
    """Every way of laying 1 to so many tokens, as far as there are, in a position's colours."""
    colours = g.kit.colours_of(s.place(unit))
    limit = min(value, s.count("suppression", SUPPLY))
    for counts in product(range(limit + 1), repeat=len(colours)):
        if 0 < sum(counts) <= limit:
            yield {c: n for c, n in zip(colours, counts, strict=True) if n}


def split_reasons(g: House, s: State, unit: str, action: Action, value: int, rule: str) -> Reasons:
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
        yield Reason.of(rule, "pav.deed.too-many", total=total, value=value, unit=g.unit_name(unit))
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

    def slots(self) -> Slots[House, State, UpTo]:
        return {
            "unit": lambda g, s, p, given: (m for m in fit(g, s) if g.kit.men[m].attack),
            "target": lambda g, s, p, given: g.in_sight(s, given["unit"]),
        }

    def needs(self, g: House, s: State, unit: str, action: Action) -> Reasons:
        if not g.kit.men[unit].attack:
            yield g.against(unit, self.rule, "pav.deed.no-value")
        yield from target_reasons(g, s, unit, text(action, "target"), self.rule, True)

    def tally(self, g: House, s: State, p: UpTo, action: Action) -> Throw | None:
        known = text(action, "unit") in g.kit.men and text(action, "target") in g.kit.germans
        return self._shot(g, s, action) if known else None

    def _shot(self, g: House, s: State, action: Action) -> Throw:
        man = g.kit.men[action["unit"]]
        line = Line.of(self.rule, "pav.dice.man", man.attack, unit=man.name)
        return against("pav.dice.total", (line,), german_defence(g, s, action["target"]))

    def act(self, g: House, s: State, action: Action, course: Course) -> State:
        shot = self._shot(g, s, action)
        return fire_at(g, s, action["target"], "attack", shot, self.rule, course)


class Suppress(Act):
    """4.0 suppression: tokens from supply to the area of the position's colour."""

    kind, rule = "suppress", "4.0 suppression"

    def slots(self) -> Slots[House, State, UpTo]:
        return {
            "unit": lambda g, s, p, given: fit(g, s),
            "tokens": lambda g, s, p, given: splits(
                g, s, given["unit"], g.kit.men[given["unit"]].suppression
            ),
        }

    def needs(self, g: House, s: State, unit: str, action: Action) -> Reasons:
        yield from split_reasons(g, s, unit, action, g.kit.men[unit].suppression, self.rule)

    def tally(self, g: House, s: State, p: UpTo, action: Action) -> Tally | None:
        unit = text(action, "unit")
        if unit not in g.kit.men:
            return None
        man = g.kit.men[unit]
        line = Line.of(self.rule, "pav.tokens.man", man.suppression, unit=man.name)
        return Tally.adding("pav.tokens.total", (line,))

    def act(self, g: House, s: State, action: Action, course: Course) -> State:
        return lay(s, action, self.rule, course)


class Call(Act):
    """4.0 reinforcement request: from the radio on green 6, counters for two points."""

    kind, rule = "call", "4.0 reinforcement request"

    def slots(self) -> Slots[House, State, UpTo]:
        return {
            "unit": lambda g, s, p, given: (m for m in fit(g, s) if g.kit.spots[s.place(m)].radio)
        }

    def reasons(self, g: House, s: State, p: UpTo, action: Action) -> Reasons:
        yield from super().reasons(g, s, p, action)
        yield from reinforcement_reasons(g, s, CALLED, self.rule)

    def needs(self, g: House, s: State, unit: str, action: Action) -> Reasons:
        spot = g.kit.spots.get(s.place(unit))
        if spot is None or not spot.radio:
            yield g.against(unit, self.rule, "pav.deed.radio")

    def tally(self, g: House, s: State, p: UpTo, action: Action) -> Tally | None:
        line = Line.of(self.rule, "pav.bring.points", CALLED)
        return Tally.adding("pav.bring.total", (line,))

    def act(self, g: House, s: State, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, self.rule, "pav.deed.called")
        return s.push(Reinforcing(CALLED, self.rule, "counters"))


class Order(Act):
    """4.0 order: a commander on a position gives three recoveries at once."""

    kind, rule, mark = "order", "4.0 order", ORDER

    def needs(self, g: House, s: State, unit: str, action: Action) -> Reasons:
        if not orderly(g, s):
            yield Reason.of(self.rule, "pav.order.nobody")

    def act(self, g: House, s: State, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, self.rule, "pav.order.given")
        return s.push(Ordering(RECOVERIES, unit))


class Spot(Act):
    """4.0 artillery spotting: three dice on one German in sight, or on two adjacent ones."""

    kind, rule, mark = "spot", "4.0 artillery spotting", SPOTTING

    def slots(self) -> Slots[House, State, UpTo]:
        return {
            "unit": lambda g, s, p, given: fit(g, s, self.mark) if batteries(g, s) else (),
            "targets": lambda g, s, p, given: aims(g, s, given["unit"]),
            "place": lambda g, s, p, given: batteries(g, s),
        }

    def needs(self, g: House, s: State, unit: str, action: Action) -> Reasons:
        if text(action, "place") not in batteries(g, s):
            yield Reason.of(self.rule, "pav.spot.no-gun", hexes=g.kit.locations_of("artillery"))
        targets = texts(action, "targets")
        if not 1 <= len(set(targets)) == len(targets) <= 2:
            yield Reason.of(self.rule, "pav.spot.number")
        for target in targets:
            yield from target_reasons(g, s, unit, target, self.rule, None)
        if len(targets) == 2 and not adjacent(g, s, *targets):
            yield Reason.of(self.rule, "pav.spot.apart", units=targets)

    def tally(self, g: House, s: State, p: UpTo, action: Action) -> Tally | None:
        targets = [t for t in texts(action, "targets") if t in g.kit.germans]
        parts = tuple(self._shot(g, s, target) for target in targets)
        return Tally("pav.spot.total", (), sum(part.total for part in parts), None, parts)

    def _shot(self, g: House, s: State, target: str) -> Throw:
        line = Line.of(self.rule, "pav.dice.guns", g.kit.dice("spotting"))
        return against("pav.dice.total", (line,), german_defence(g, s, target))

    def act(self, g: House, s: State, action: Action, course: Course) -> State:
        """The gun's token goes to the stock; each target is fired at in turn."""
        s = s.shifted("artillery", action["place"], STOCK)
        for target in texts(action, "targets"):
            s = fire_at(g, s, target, "attack", self._shot(g, s, target), self.rule, course)
        return s


def aims(g: House, s: State, unit: str) -> Iterator[tuple[str, ...]]:
    """Every German in sight, every adjacent pair."""
    seen = g.in_sight(s, unit)
    yield from ((one,) for one in seen)
    yield from ((a, b) for a in seen for b in seen if a != b and adjacent(g, s, a, b))


def batteries(g: House, s: State) -> list[str]:
    """The artillery locations with a token (2.0 artillery ready)."""
    return [place for place in g.kit.locations_of("artillery") if s.count("artillery", place)]


def adjacent(g: House, s: State, a: str, b: str) -> bool:
    """Whether two Germans stand one behind the other on a path (4.0 artillery spotting)."""
    first, second = s.place(a), s.place(b)
    path = g.kit.spaces.get(first)
    if path is None or g.kit.spaces.get(second) is not path:
        return False
    return abs(path.spaces.index(first) - path.spaces.index(second)) == 1


def inspired(g: House, s: State, mark: str) -> list[Line]:
    """One die or token more while an inspiring man of the mark is on a position, never twice."""
    if mark == MORTAR:
        return []
    for unit in g.defenders(s):
        man = g.kit.men[unit]
        if INSPIRATION in man.marks and mark in man.marks:
            return [Line.of("4.0 inspiration", "pav.dice.inspired", 1, unit=man.name)]
    return []


class ManWeapon(Act):
    """Two with the mark fire the weapon that shares their position; it takes two actions."""

    price = 2

    def __init__(self, mark: str, rule: str) -> None:
        self.mark = self.kind = mark
        self.rule = rule

    def reasons(self, g: House, s: State, p: UpTo, action: Action) -> Reasons:
        """Anti-tank weapons fire at armour, machine guns at infantry, mortars at nobody."""
        unit, mate = text(action, "unit"), text(action, "mate")
        weapon, target = text(action, "weapon"), text(action, "target")
        if p.left < self.price:
            yield Reason.of(self.rule, "pav.weapon.two-actions", left=p.left)
        for man in (unit, mate):
            yield from fit_reasons(g, s, man, self.rule, self.mark)
        if unit not in g.kit.men or mate not in g.kit.men:
            return
        place = s.place(unit)
        if unit == mate or s.place(mate) != place:
            yield Reason.of("4.0 weapons", "pav.weapon.pair", units=(unit, mate))
        right = weapon in g.kit.weapons and g.kit.weapons[weapon].mark == self.mark
        if not right or s.place(weapon) != place:
            yield Reason.of("4.0 weapons", "pav.weapon.missing", hexes=(place,), mark=self.mark)
            return
        if not target and self.mark != ANTI_TANK:
            value = int(self._tokens(g, s, weapon).total)
            yield from split_reasons(g, s, unit, action, value, self.rule)
        elif self.mark == MORTAR:
            yield Reason.of(self.rule, "pav.weapon.no-attack", unit=g.unit_name(weapon))
        else:
            infantry = self.mark != ANTI_TANK
            yield from target_reasons(g, s, unit, target, self.rule, infantry)

    def _crews(self, g: House, s: State) -> Iterator[dict[str, str]]:
        """Two with the mark on one position, and a weapon of theirs there."""
        able = fit(g, s, self.mark)
        for i, first in enumerate(able):
            for second in able[i + 1 :]:
                if s.place(second) != (place := s.place(first)):
                    continue
                for weapon in g.weapons(s, place):
                    if g.kit.weapons[weapon].mark == self.mark:
                        yield {"unit": first, "mate": second, "weapon": weapon}

    def slots(self) -> Slots[House, State, UpTo]:
        return {
            "crew": lambda g, s, p, given: self._crews(g, s) if p.left >= self.price else (),
            "use": lambda g, s, p, given: self._uses(g, s, given),
        }

    def _uses(self, g: House, s: State, given: Action) -> Iterator[Mapping[str, Value]]:
        if self.mark != MORTAR:
            yield from ({"target": target} for target in g.in_sight(s, given["unit"]))
        if self.mark != ANTI_TANK:
            yield from splits(g, s, given["unit"], int(self._tokens(g, s, given["weapon"]).total))

    def units(self, g: House, s: State, p: UpTo, action: Action) -> tuple[str, ...]:
        return action["unit"], action["mate"]

    def tally(self, g: House, s: State, p: UpTo, action: Action) -> Tally | None:
        """The weapon's value, with inspiration (4.0 inspiration)."""
        weapon, target = text(action, "weapon"), text(action, "target")
        if weapon not in g.kit.weapons:
            return None
        if target in g.kit.germans:
            return self._shot(g, s, weapon, target)
        return self._tokens(g, s, weapon)

    def _tokens(self, g: House, s: State, weapon: str) -> Tally:
        piece = g.kit.weapons[weapon]
        line = Line.of(self.rule, "pav.tokens.weapon", piece.suppression, unit=piece.name)
        return Tally.adding("pav.tokens.total", (line, *inspired(g, s, self.mark)))

    def _shot(self, g: House, s: State, weapon: str, target: str) -> Throw:
        piece = g.kit.weapons[weapon]
        line = Line.of(self.rule, "pav.dice.weapon", piece.attack, unit=piece.name)
        lines = (line, *inspired(g, s, self.mark))
        return against("pav.dice.total", lines, german_defence(g, s, target))

    def act(self, g: House, s: State, action: Action, course: Course) -> State:
        target = text(action, "target")
        if not target:
            return lay(s, action, self.rule, course)
        shot = self._shot(g, s, action["weapon"], target)
        return fire_at(g, s, target, "attack", shot, self.rule, course)


ACTS: tuple[Deed[House, State, UpTo], ...] = (
    *(Attack(), Suppress(), Order(), Call(), Spot()),
    ManWeapon(ANTI_TANK, "4.0 anti-tank weapon"),
    ManWeapon(MACHINE_GUN, "4.0 machine gun"),
    ManWeapon(MORTAR, "4.0 mortar"),
    RECOVER,
)
"""The actions of chapter 4."""
