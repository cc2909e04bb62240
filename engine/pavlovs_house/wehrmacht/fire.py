"""Chapters 3 and 5: the cards that fire at the House - sniper, mortar, shelling, assault - and
bombs; wounds, medic bags, and what damage does to Soviet counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeVar

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.pavlovs_house.board.house import (
    House,
    State,
    Throw,
    against,
    hits,
    recall_weapons,
    succeeds,
    throw,
)
from engine.pavlovs_house.board.pieces import COLOURS, OUT, RESERVE, STOCK, SUPPLY
from engine.pavlovs_house.variants import effect, effect_lines
from engine.values import Action, replace, text, texts
from engine.verdict import Course, Decision, Line, Reason, enforces

SECOND = "3.0 mortar second damage"
SORTIE = "3.0 storm group casualties"
HUNGER = "3.0 resupply"
UNDONE = "5.0 what a bag undoes"
GUNS = ("sfh18", "lefh18", "leig18", "sig33")
AIMING = {
    "sniper": ("3.0 sniper colour", "3.0 sniper position"),
    "mortar": ("3.0 mortar colour", "3.0 mortar position"),
}
"""The rules on the two dice of a card that aims at one position."""
DICE = {"sniper": "3.0 sniper", "mortar": "3.0 mortar"}
"""The rules on how many dice a card throws that is no gun's."""
ANTI_AIRCRAFT, FLAK_RULE = "anti-aircraft", "3.0 bombing anti-aircraft"
PLANE_DEFENCE = 4
BATTALION = "3"
LOWEST = 3
"""The foot of a defence track (3.0 shelling at three)."""


def defeat(s: State, rule: str, key: str, course: Course) -> State:
    """A sudden defeat ends the game on the spot (6.0 immediate loss)."""
    course.tell(rule, key)
    return replace(s, agenda=(), lost=(rule, key))


@enforces("0.0 removed from the game")
def lose_man(g: House, s: State, unit: str, rule: str, course: Course) -> State:
    """A counter is out (0.0 removed from the game); with none left all is lost (6.0)."""
    s = s.without_marks(unit).at(unit, OUT)
    g.tell(course, unit, rule, "pav.wound.lost")
    s = recall_weapons(g, s, course)
    return defeat(s, "6.0 immediate loss", "pav.lost.nobody", course) if not g.men(s) else s


W = TypeVar("W", "Wound", "WhoIsHit", contravariant=True)


class OneOf(Deed[House, State, W]):
    """What can be done about a counter that is hit, and about no other (5.0)."""

    def slots(self) -> Slots[House, State, W]:
        return {"unit": lambda g, s, p, given: p.units}

    def reasons(self, g: House, s: State, p: W, action: Action) -> Reasons:
        if text(action, "unit") not in p.units:
            about = {"units": p.units, "names": tuple(map(g.unit_name, p.units))}
            yield Reason.of(self.rule, "pav.wound.other", **about)


class Bag(OneOf["Wound"]):
    """A medic bag, one a wound (5.0)."""

    kind, rule = "bag", UNDONE

    def apply(self, g: House, s: State, p: Wound, action: Action, course: Course) -> State:
        """He stays; from a sortie he comes back to the reserve."""
        name = g.kit.men[p.unit].name
        course.tell("5.0", "pav.wound.undone", units=(p.unit,), unit=name)
        s = s.pop().shifted("medic", SUPPLY, STOCK)
        if p.rule == SORTIE:
            s = recall_weapons(g, s.at(p.unit, RESERVE), course)
        return s


class LetGo(OneOf["Wound"]):
    """No bag for him: he is removed from the game."""

    kind, rule = "lose", UNDONE

    def apply(self, g: House, s: State, p: Wound, action: Action, course: Course) -> State:
        return lose_man(g, s.pop(), p.unit, p.rule, course)


class Wound(Phase):
    """A Soviet counter is about to be removed: a medic bag can undo it (5.0)."""

    unit: str
    rule: str
    role: str = "wehrmacht"
    """In whose phase it happens: a storm group's wounds are not the Wehrmacht phase's (7.3)."""
    can = (Bag(), LetGo())

    @property
    def units(self) -> tuple[str, ...]:
        """Whom it is about."""
        return (self.unit,)

    def decision(self, g: House, s: State) -> Decision | None:
        if not s.bags() or not g.inside(s, self.unit):
            return None
        name = g.kit.men[self.unit].name
        return Decision.of(g.seats[self.role], "pav.wound", "5.0", unit=name, bags=s.bags())

    def proceed(self, g: House, s: State, course: Course) -> State:
        s = s.pop()
        return lose_man(g, s, self.unit, self.rule, course) if g.inside(s, self.unit) else s


class Name(OneOf["WhoIsHit"]):
    """One of the two is hit (4.0 weapons losses); a bag may still undo it."""

    kind, rule = "lose", "4.0 weapons losses"

    def apply(self, g: House, s: State, p: WhoIsHit, action: Action, course: Course) -> State:
        return s.instead(Wound(action["unit"], p.rule))


class WhoIsHit(Phase):
    """Fire removes one of two on a position: the player says which (4.0 weapons losses)."""

    units: tuple[str, ...]
    rule: str
    can = (Name(),)

    def decision(self, g: House, s: State) -> Decision:
        units = tuple(map(g.unit_name, self.units))
        return Decision.of(g.seats["wehrmacht"], "pav.who", "4.0 weapons losses", units=units)


def shoot(g: House, s: State, spot: str, rule: str) -> State:
    """A hit that removes one counter of a position (3.0 sniper)."""
    there = tuple(g.holders(s, spot))
    if len(there) > 1:
        return s.push(WhoIsHit(there, rule))
    return s.push(Wound(there[0], rule)) if there else s


def damage(g: House, s: State, units: Iterable[str], rule: str, course: Course) -> State:
    """A damage token for each counter; a second one removes it (3.0 mortar second damage)."""
    wounds: list[Phase] = []
    for unit in units:
        name = g.kit.men[unit].name
        if s.damaged(unit):
            wounds.append(Wound(unit, SECOND))
        elif s.count("damage", STOCK):
            course.tell(rule, "pav.wound.damaged", units=(unit,), unit=name)
            s = s.shifted("damage", STOCK, unit)
        else:
            course.tell("0.0 token limit", "pav.stock.empty", token="damage")
    return s.push(*wounds)


def card_tally(g: House, s: State, card: str, colour: str) -> Throw:
    """The dice of a sniper, mortar or gun card against a colour's defence (3.0 shelling guns)."""
    rule = DICE.get(card, "3.0 shelling guns")
    lines = [Line.of(rule, "pav.dice.card", g.kit.dice(card), card=card)]
    lines += effect_lines(g, s, "guns" if card in GUNS else card)
    return against("pav.dice.total", lines, s.defence[colour])


def assault_tally(g: House, s: State, colour: str, infantry: bool) -> Throw:
    """What the Germans on a colour's paths throw in an assault (3.0 assault)."""
    rule = "3.0 assault suppression" if infantry else "3.0 assault shelling"
    lines = [
        Line.of(rule, "pav.dice.german", g.kit.germans[unit].value, unit=g.kit.germans[unit].name)
        for unit in g.germans(s, colour)
        if g.kit.germans[unit].infantry == infantry
    ]
    if lines:
        lines += effect_lines(g, s, "assault")
    return against("pav.dice.total", lines, s.defence[colour])


def colour_of(g: House, card: str, rule: str, course: Course) -> str:
    """The first die read on the card's own bands (3.0 sniper colour, 3.0 shelling)."""
    face = course.chance.roll("colour")
    colour = str(g.kit.chart("bands").value(card, str(face)))
    course.tell(rule, "pav.fire.colour", die=face, colour=colour, card=card)
    return colour


def position_of(
    g: House, s: State, colour: str, empty: str, rule: str, course: Course
) -> str | None:
    """A die for a position of the colour; none, by the rule `empty`, if nobody is there."""
    if not g.defenders(s, colour):
        course.tell(empty, "pav.fire.nobody", colour=colour)
        return None
    face = course.chance.roll("position")
    spot = g.aimed_at(s, colour, face)
    assert spot is not None, "somebody holds a position of this colour"
    there = g.holders(s, spot)
    about = {"die": face, "names": tuple(map(g.unit_name, there))}
    course.tell(rule, "pav.fire.position", hexes=(spot,), units=there, **about)
    return spot


def volley(fire: Throw, rule: str, course: Course) -> bool:
    """Throw the dice; whether one of them reaches the defence."""
    return succeeds(fire, "fire", rule, ("pav.fire.hit", "pav.fire.miss"), course)


def aim(g: House, s: State, card: str, course: Course) -> State:
    """Two dice aim at one position: a sniper removes one on it, a mortar damages all there."""
    (first, second), rule = AIMING[card], DICE[card]
    colour = colour_of(g, card, first, course)
    spot = position_of(g, s, colour, first, second, course)
    if not spot or not volley(card_tally(g, s, card, colour), rule, course):
        return s
    if card == "sniper":
        return shoot(g, s, spot, rule)
    return damage(g, s, g.holders(s, spot), rule, course)


def shelling(g: House, s: State, card: str, course: Course) -> State:
    """3.0 shelling: the card's bands give the colour, its dice try the defence."""
    rule = "3.0 shelling"
    colour = colour_of(g, card, rule, course)
    return shell(g, s, card_tally(g, s, card, colour), colour, rule, course)


def shell(g: House, s: State, fire: Throw, colour: str, rule: str, course: Course) -> State:
    """A success lowers the track by 1, or at 3 damages everybody there (3.0 shelling at three)."""
    if not volley(fire, rule, course):
        return s
    if s.defence[colour] > LOWEST:
        s = s.with_defence(colour, -1)
        course.tell(rule, "pav.fire.lowered", colour=colour, value=s.defence[colour])
        return s
    return damage(g, s, g.defenders(s, colour), "3.0 shelling at three", course)


class Assault(Phase):
    """3.0 assault: colour by colour infantry suppresses, then armour shells."""

    todo: tuple[tuple[str, bool], ...]

    @classmethod
    def whole(cls) -> Assault:
        """Green, red, purple, each with infantry first."""
        return cls(tuple((colour, infantry) for colour in COLOURS for infantry in (True, False)))

    def proceed(self, g: House, s: State, course: Course) -> State:
        """The next group of Germans fires; losses are settled before the one after."""
        rest = list(self.todo)
        while rest:
            colour, infantry = rest.pop(0)
            fire = assault_tally(g, s, colour, infantry)
            if fire.dice:
                break
        s = s.instead(Assault(tuple(rest))) if rest else s.pop()
        if not fire.dice:
            return s
        course.tell("3.0 assault", "pav.assault.group", colour=colour, dice=fire.dice)
        if not infantry:
            return shell(g, s, fire, colour, "3.0 assault shelling", course)
        rule = "3.0 assault suppression"
        spot = position_of(g, s, colour, rule, rule, course)
        hit = spot and volley(fire, rule, course)
        return damage(g, s, g.holders(s, spot), rule, course) if spot and hit else s


def assault_tallies(g: House, s: State) -> Iterator[tuple[str, str, Throw]]:
    """What an assault would throw now: colour, `infantry` or `armour`, the dice."""
    for colour, infantry in Assault.whole().todo:
        kind = "infantry" if infantry else "armour"
        yield colour, kind, assault_tally(g, s, colour, infantry)


# ------------------------------------------------------------ bombing


def plane_defence(g: House, s: State) -> int:
    """What a die must reach to turn a plane away (3.0 bombing anti-aircraft)."""
    return PLANE_DEFENCE + effect(g, s, "plane-defence")


def guns_ready(g: House, s: State) -> list[str]:
    """The locations with an anti-aircraft token."""
    return [place for place in g.kit.locations if s.count(ANTI_AIRCRAFT, place)]


@enforces("3.0 bombing")
def raid(g: House, s: State, planes: int) -> State:
    """A raid of two to four planes (3.0 bombing)."""
    return s.push(AntiAircraft(planes + effect(g, s, "planes")))


def sets_of(ready: list[str]) -> Iterator[tuple[str, ...]]:
    """Every set of locations, none of them first."""
    for count in range(len(ready) + 1):
        yield from combinations(ready, count)


class Flak(Deed[House, State, "AntiAircraft"]):
    """Anti-aircraft tokens against a raid (3.0 bombing anti-aircraft)."""

    kind, rule = "flak", FLAK_RULE

    def slots(self) -> Slots[House, State, AntiAircraft]:
        return {"places": lambda g, s, p, given: sets_of(guns_ready(g, s))}

    def reasons(self, g: House, s: State, p: AntiAircraft, action: Action) -> Reasons:
        ready, places = guns_ready(g, s), texts(action, "places")
        for place in dict.fromkeys(places):
            if place not in ready:
                yield Reason.of(self.rule, "pav.flak.not-ready", hexes=(place,), place=place)
        if len(set(places)) != len(places):
            yield Reason.of(self.rule, "pav.flak.twice")

    def tally(self, g: House, s: State, p: AntiAircraft, action: Action) -> Throw:
        """Two dice a token against the planes' defence."""
        dice = g.kit.dice("anti-aircraft")
        lines = []
        for place in texts(action, "places"):
            lines.append(Line.of(self.rule, "pav.dice.flak", dice, place=place))
            lines += effect_lines(g, s, "anti-aircraft")
        return against("pav.dice.total", lines, plane_defence(g, s))

    def apply(self, g: House, s: State, p: AntiAircraft, action: Action, course: Course) -> State:
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

    def hexes(self, g: House, s: State, p: AntiAircraft, action: Action) -> tuple[str, ...]:
        return texts(action, "places")


class AntiAircraft(Phase):
    """The player may spend anti-aircraft tokens before the bombs (3.0 bombing anti-aircraft)."""

    planes: int
    can = (Flak(),)

    def decision(self, g: House, s: State) -> Decision | None:
        """Owed while a token lies on 8, 9, 12 or 13."""
        if not guns_ready(g, s):
            return None
        return Decision.of(g.seats["wehrmacht"], "pav.flak", FLAK_RULE, planes=self.planes)

    def proceed(self, g: House, s: State, course: Course) -> State:
        return s.instead(Bombs(self.planes))


class Bombs(Phase):
    """Each plane bombs in turn; one is settled before the next (3.0 bombing)."""

    left: int

    def proceed(self, g: House, s: State, course: Course) -> State:
        """Three dice are the number of the location (3.0 bombing target)."""
        if self.left <= 0:
            return s.pop()
        s = s.instead(Bombs(self.left - 1))
        dice = throw(course, "bomb", g.kit.dice("bomb"))
        place = str(sum(dice))
        course.tell("3.0 bombing target", "pav.bomb.falls", hexes=(place,), dice=dice, place=place)
        return hit(g, s, place, course)


def tokens_on(g: House, s: State, place: str) -> list[str]:
    """The tokens other than damage on a location."""
    return [kind for kind in g.kit.totals if kind != "damage" and s.count(kind, place)]


def spared_by(g: House, s: State, place: str) -> Iterator[str]:
    """The locations that a bomb goes through, up to the one it works on (3.0 bombing)."""
    order = list(g.kit.locations)
    for there in order[order.index(place) :]:
        yield there
        if not s.damaged(there) or there == BATTALION or tokens_on(g, s, there):
            return


def hit(g: House, s: State, place: str, course: Course) -> State:
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
        return damage(g, s, g.defenders(s), rule, course)
    return defeat(s, "3.0 bombing next location", "pav.lost.army", course)


def _damage_location(g: House, s: State, place: str, course: Course) -> State:
    if not s.count("damage", STOCK):
        course.tell("0.0 token limit", "pav.stock.empty", token="damage")
        return s
    s = s.shifted("damage", STOCK, place)
    course.tell("3.0 bombing target", "pav.bomb.damage", hexes=(place,), place=place)
    if place in g.kit.locations_of("signals") and s.fog:
        course.tell("3.0 bombing fog", "pav.bomb.fog", hexes=(place,))
        s = replace(s, fog=s.fog[1:], discard=(*s.discard, s.fog[0]))
    return s
