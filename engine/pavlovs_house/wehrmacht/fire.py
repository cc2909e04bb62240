"""Chapter 3: the cards that fire at the House - sniper, mortar, shelling, assault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.pavlovs_house.board.dice import Throw, against, hits, throw
from engine.pavlovs_house.board.house import aimed_at, defenders, germans, holders, names
from engine.pavlovs_house.board.pieces import COLOURS
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.variants.cards import effect_lines
from engine.pavlovs_house.wehrmacht.wounds import damage, shoot
from engine.verdict import Line

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

GUNS = ("sfh18", "lefh18", "leig18", "sig33")
AIMING = {
    "sniper": ("3.0 sniper colour", "3.0 sniper position"),
    "mortar": ("3.0 mortar colour", "3.0 mortar position"),
}
"""The rules on the two dice of a card that aims at one position."""
DICE = {"sniper": "3.0 sniper", "mortar": "3.0 mortar"}
"""The rules on how many dice a card throws that is no gun's."""
LOWEST = 3
"""The foot of a defence track (3.0 shelling at three)."""


def card_tally(g: PavlovsHouse, s: State, card: str, colour: str) -> Throw:
    """The dice of a sniper, mortar or gun card against a colour's defence (3.0 shelling guns)."""
    rule = DICE.get(card, "3.0 shelling guns")
    lines = [Line.of(rule, "pav.dice.card", g.kit.dice(card), card=card)]
    lines += effect_lines(g, s, "guns" if card in GUNS else card)
    return against("pav.dice.total", lines, s.defence[colour])


def assault_tally(g: PavlovsHouse, s: State, colour: str, infantry: bool) -> Throw:
    """What the Germans on a colour's paths throw in an assault (3.0 assault)."""
    rule = "3.0 assault suppression" if infantry else "3.0 assault shelling"
    lines = [
        Line.of(rule, "pav.dice.german", g.kit.germans[unit].value, unit=g.kit.germans[unit].name)
        for unit in germans(g, s, colour)
        if g.kit.germans[unit].infantry == infantry
    ]
    if lines:
        lines += effect_lines(g, s, "assault")
    return against("pav.dice.total", lines, s.defence[colour])


def colour_of(g: PavlovsHouse, card: str, rule: str, course: Course) -> str:
    """The first die read on the card's own bands (3.0 sniper colour, 3.0 shelling)."""
    face = course.chance.roll("colour")
    colour = str(g.kit.chart("bands").value(card, str(face)))
    course.tell(rule, "pav.fire.colour", die=face, colour=colour, card=card)
    return colour


def position_of(
    g: PavlovsHouse, s: State, colour: str, empty: str, rule: str, course: Course
) -> str | None:
    """A die for a position of the colour; none, by the rule `empty`, if nobody is there."""
    if not defenders(g, s, colour):
        course.tell(empty, "pav.fire.nobody", colour=colour)
        return None
    face = course.chance.roll("position")
    spot = aimed_at(g, s, colour, face)
    assert spot is not None, "somebody holds a position of this colour"
    there = holders(g, s, spot)
    course.tell(
        rule,
        "pav.fire.position",
        hexes=(spot,),
        units=there,
        die=face,
        names=names(g, there),
    )
    return spot


def aim(g: PavlovsHouse, s: State, card: str, course: Course) -> tuple[str, str | None]:
    """The two dice of a card that aims at one position (3.0 sniper, 3.0 mortar)."""
    first, second = AIMING[card]
    colour = colour_of(g, card, first, course)
    return colour, position_of(g, s, colour, first, second, course)


def volley(fire: Throw, rule: str, course: Course) -> bool:
    """Throw the dice; whether one of them reaches the defence."""
    dice = throw(course, "fire", fire.dice)
    hit = hits(dice, fire.need) > 0
    course.tell(rule, "pav.fire.hit" if hit else "pav.fire.miss", dice=dice, need=fire.need)
    return hit


def sniper(g: PavlovsHouse, s: State, course: Course) -> State:
    """3.0 sniper: one of four dice at the colour's defence removes the target."""
    colour, spot = aim(g, s, "sniper", course)
    if spot and volley(card_tally(g, s, "sniper", colour), "3.0 sniper", course):
        return shoot(g, s, spot, "3.0 sniper")
    return s


def mortar(g: PavlovsHouse, s: State, course: Course) -> State:
    """3.0 mortar: one of four dice at the colour's defence damages all on the position."""
    colour, spot = aim(g, s, "mortar", course)
    return suppress(g, s, spot, card_tally(g, s, "mortar", colour), "3.0 mortar", course)


def suppress(
    g: PavlovsHouse,
    s: State,
    spot: str | None,
    fire: Throw,
    rule: str,
    course: Course,
) -> State:
    """Fire on one position: damage for both who share it (4.0 weapons losses)."""
    if spot and volley(fire, rule, course):
        return damage(g, s, holders(g, s, spot), rule, course)
    return s


def shelling(g: PavlovsHouse, s: State, card: str, course: Course) -> State:
    """3.0 shelling: the card's bands give the colour, its dice try the defence."""
    rule = "3.0 shelling"
    colour = colour_of(g, card, rule, course)
    return shell(g, s, card_tally(g, s, card, colour), colour, rule, course)


def shell(g: PavlovsHouse, s: State, fire: Throw, colour: str, rule: str, course: Course) -> State:
    """A success lowers the track by 1, or at 3 damages everybody there (3.0 shelling at three)."""
    if not volley(fire, rule, course):
        return s
    if s.defence[colour] > LOWEST:
        s = g.with_defence(s, colour, s.defence[colour] - 1)
        course.tell(rule, "pav.fire.lowered", colour=colour, value=s.defence[colour])
        return s
    return damage(g, s, defenders(g, s, colour), "3.0 shelling at three", course)


@dataclass(frozen=True)
class Assault(Phase):
    """3.0 assault: colour by colour infantry suppresses, then armour shells."""

    todo: tuple[tuple[str, bool], ...]

    @classmethod
    def whole(cls) -> Assault:
        """Green, red, purple, each with infantry first."""
        return cls(tuple((colour, infantry) for colour in COLOURS for infantry in (True, False)))

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """The next group of Germans fires; losses are settled before the one after."""
        (colour, infantry), *rest = self.todo
        s = s.instead(Assault(tuple(rest))) if rest else s.pop()
        fire = assault_tally(g, s, colour, infantry)
        if not fire.dice:
            return s
        course.tell("3.0 assault", "pav.assault.group", colour=colour, dice=fire.dice)
        if not infantry:
            return shell(g, s, fire, colour, "3.0 assault shelling", course)
        rule = "3.0 assault suppression"
        spot = position_of(g, s, colour, rule, rule, course)
        return suppress(g, s, spot, fire, rule, course)


def assault_tallies(g: PavlovsHouse, s: State) -> Iterator[tuple[str, str, Throw]]:
    """What an assault would throw now: colour, `infantry` or `armour`, the dice."""
    for colour, infantry in Assault.whole().todo:
        kind = "infantry" if infantry else "armour"
        yield colour, kind, assault_tally(g, s, colour, infantry)
