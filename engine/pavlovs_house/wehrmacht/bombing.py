"""Chapter 3: the Ju-87 cards - anti-aircraft fire, then a bomb from every plane left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import texts
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.dice import Throw, against, hits, throw
from engine.pavlovs_house.board.house import defenders
from engine.pavlovs_house.board.pieces import STOCK
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.variants.cards import effect, effect_lines
from engine.pavlovs_house.wehrmacht.wounds import damage, defeat
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

ANTI_AIRCRAFT = "anti-aircraft"
PLANE_DEFENCE = 4
BATTALION = "3"


def plane_defence(g: PavlovsHouse, s: State) -> int:
    """What a die must reach to turn a plane away (3.0 bombing anti-aircraft)."""
    return PLANE_DEFENCE + effect(g, s, "plane-defence")


def guns_ready(g: PavlovsHouse, s: State) -> list[str]:
    """The locations with an anti-aircraft token."""
    return [place for place in g.kit.locations if s.count(ANTI_AIRCRAFT, place)]


@enforces("3.0 bombing")
def raid(g: PavlovsHouse, s: State, planes: int) -> State:
    """A raid of two to four planes (3.0 bombing)."""
    return s.push(AntiAircraft(planes + effect(g, s, "planes")))


@dataclass(frozen=True)
class AntiAircraft(Phase):
    """The player may spend anti-aircraft tokens before the bombs (3.0 bombing anti-aircraft)."""

    planes: int

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while a token lies on 8, 9, 12 or 13."""
        if not guns_ready(g, s):
            return None
        return Decision.of(
            g.seat("wehrmacht"), "pav.flak", "3.0 bombing anti-aircraft", planes=self.planes
        )

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """No gun is ready."""
        return s.instead(Bombs(self.planes))

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """Fire with the guns of some locations, perhaps of none."""
        return (FLAK,)


def sets_of(ready: list[str]) -> Iterator[tuple[str, ...]]:
    """Every set of locations, none of them first."""
    for count in range(len(ready) + 1):
        yield from combinations(ready, count)


class Flak(Deed["PavlovsHouse", State, AntiAircraft]):
    """Anti-aircraft tokens against a raid (3.0 bombing anti-aircraft)."""

    kind, rule = "flak", "3.0 bombing anti-aircraft"

    def slots(self) -> Slots[PavlovsHouse, State, AntiAircraft]:
        """The locations that fire."""
        return {"places": lambda g, s, p, given: sets_of(guns_ready(g, s))}

    def reasons(self, g: PavlovsHouse, s: State, p: AntiAircraft, action: Action) -> Reasons:
        """Only locations with a token, each once (3.0 bombing anti-aircraft)."""
        ready, places = guns_ready(g, s), texts(action, "places")
        for place in dict.fromkeys(places):
            if place not in ready:
                yield Reason.of(self.rule, "pav.flak.not-ready", hexes=(place,), place=place)
        if len(set(places)) != len(places):
            yield Reason.of(self.rule, "pav.flak.twice")

    def tally(self, g: PavlovsHouse, s: State, p: AntiAircraft, action: Action) -> Throw:
        """Two dice a token against the planes' defence."""
        dice = g.kit.dice("anti-aircraft")
        lines = []
        for place in texts(action, "places"):
            lines.append(Line.of(self.rule, "pav.dice.flak", dice, place=place))
            lines += effect_lines(g, s, "anti-aircraft")
        return against("pav.dice.total", lines, plane_defence(g, s))

    def apply(
        self, g: PavlovsHouse, s: State, p: AntiAircraft, action: Action, course: Course
    ) -> State:
        """The tokens go to the stock; every die that reaches the defence turns a plane away."""
        places, left = texts(action, "places"), p.planes
        for place in places:
            s = s.shifted(ANTI_AIRCRAFT, place, STOCK)
        if places:
            fire = self.tally(g, s, p, action)
            dice = throw(course, "flak", fire.dice)
            away = min(left, hits(dice, fire.need))
            left -= away
            course.tell(self.rule, "pav.flak.fired", hexes=places, dice=dice, away=away, left=left)
        return s.instead(Bombs(left))

    def hexes(self, g: PavlovsHouse, s: State, p: AntiAircraft, action: Action) -> tuple[str, ...]:
        """The locations that fire."""
        return texts(action, "places")


FLAK = Flak()


@dataclass(frozen=True)
class Bombs(Phase):
    """Each plane bombs in turn; one is settled before the next (3.0 bombing)."""

    left: int

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Three dice are the number of the location (3.0 bombing target)."""
        if self.left <= 0:
            return s.pop()
        s = s.instead(Bombs(self.left - 1))
        dice = throw(course, "bomb", g.kit.dice("bomb"))
        place = str(sum(dice))
        course.tell("3.0 bombing target", "pav.bomb.falls", hexes=(place,), dice=dice, place=place)
        return hit(g, s, place, course)


def tokens_on(g: PavlovsHouse, s: State, place: str) -> list[str]:
    """The tokens other than damage on a location."""
    return [kind for kind in g.kit.totals if kind != "damage" and s.count(kind, place)]


def spared_by(g: PavlovsHouse, s: State, place: str) -> Iterator[str]:
    """The locations that a bomb goes through, up to the one it works on (3.0 bombing)."""
    order = list(g.kit.locations)
    for there in order[order.index(place) :]:
        yield there
        if not s.damaged(there) or there == BATTALION or tokens_on(g, s, there):
            return


def hit(g: PavlovsHouse, s: State, place: str, course: Course) -> State:
    """What a bomb does (3.0 bombing target, next location, location 3, fog)."""
    *passed, last = spared_by(g, s, place)
    if passed:
        rule = "3.0 bombing next location"
        course.tell(rule, "pav.bomb.passes", hexes=(*passed, last), place=place, to=last)
    tokens = tokens_on(g, s, last)
    if tokens:
        s = s.shifted(tokens[0], last, STOCK)
        rule = "3.0 bombing target"
        course.tell(rule, "pav.bomb.token", hexes=(last,), token=tokens[0], place=last)
        return s
    if not s.damaged(last):
        return _damage_location(g, s, last, course)
    if last == BATTALION:
        rule = "3.0 bombing location 3"
        course.tell(rule, "pav.bomb.house", hexes=(last,))
        return damage(g, s, defenders(g, s), rule, course)
    return defeat(s, "3.0 bombing next location", "pav.lost.army", course)


def _damage_location(g: PavlovsHouse, s: State, place: str, course: Course) -> State:
    if not s.count("damage", STOCK):
        course.tell("0.0 token limit", "pav.stock.empty", token="damage")
        return s
    s = s.shifted("damage", STOCK, place)
    course.tell("3.0 bombing target", "pav.bomb.damage", hexes=(place,), place=place)
    if place in g.kit.locations_of("signals") and s.fog:
        course.tell("3.0 bombing fog", "pav.bomb.fog", hexes=(place,))
        s = replace(s, fog=s.fog[1:], discard=(*s.discard, s.fog[0]))
    return s
