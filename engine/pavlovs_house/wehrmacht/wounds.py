"""Chapter 5: wounds, medic bags, and what damage does to Soviet counters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.house import House, State, recall_weapons
from engine.pavlovs_house.board.pieces import OUT, RESERVE, STOCK, SUPPLY
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason

SECOND = "3.0 mortar second damage"
SORTIE = "3.0 storm group casualties"
HUNGER = "3.0 resupply"
UNDONE = "5.0 what a bag undoes"


def defeat(s: State, rule: str, key: str, course: Course) -> State:
    """A sudden defeat ends the game on the spot (6.0 immediate loss)."""
    course.tell(rule, key)
    return replace(s, agenda=(), lost=(rule, key))


@enforces("0.0 removed from the game")
def lose_man(g: House, s: State, unit: str, rule: str, course: Course) -> State:
    """A counter is out (0.0 removed from the game); with none left all is lost (6.0)."""
    s = s.without_marks(unit).at(unit, OUT)
    course.tell(rule, "pav.wound.lost", units=(unit,), unit=g.kit.men[unit].name)
    s = recall_weapons(g, s, course)
    if not g.men(s):
        return defeat(s, "6.0 immediate loss", "pav.lost.nobody", course)
    return s


W = TypeVar("W", "Wound", "WhoIsHit", contravariant=True)


class OneOf(Deed[House, State, W]):
    """What can be done about a counter that is hit, and about no other (5.0)."""

    def slots(self) -> Slots[House, State, W]:
        return {"unit": lambda g, s, p, given: p.units}

    def reasons(self, g: House, s: State, p: W, action: Action) -> Reasons:
        if text(action, "unit") not in p.units:
            about = {"units": p.units, "names": tuple(map(g.name, p.units))}
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


@dataclass(frozen=True)
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
        """Owed while there is a bag in the supply area."""
        if not s.bags() or not g.inside(s, self.unit):
            return None
        name = g.kit.men[self.unit].name
        return Decision.of(g.seats[self.role], "pav.wound", "5.0", unit=name, bags=s.bags())

    def proceed(self, g: House, s: State, course: Course) -> State:
        """Without a bag the counter is removed from the game."""
        s = s.pop()
        return lose_man(g, s, self.unit, self.rule, course) if g.inside(s, self.unit) else s


class Name(OneOf["WhoIsHit"]):
    """One of the two is hit (4.0 weapons losses); a bag may still undo it."""

    kind, rule = "lose", "4.0 weapons losses"

    def apply(self, g: House, s: State, p: WhoIsHit, action: Action, course: Course) -> State:
        return s.instead(Wound(action["unit"], p.rule))


@dataclass(frozen=True)
class WhoIsHit(Phase):
    """Fire removes one of two on a position: the player says which (4.0 weapons losses)."""

    units: tuple[str, ...]
    rule: str
    can = (Name(),)

    def decision(self, g: House, s: State) -> Decision:
        units = tuple(map(g.name, self.units))
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
