"""Chapter 3: resupply checks, and the storm group cards on their backs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.house import men
from engine.pavlovs_house.board.pieces import STOCK, SUPPLY
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.wehrmacht.wounds import HUNGER, Wound
from engine.values import replace
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

FED = 5
"""Soviet counters that one provision token feeds (3.0 resupply)."""


def eaten(g: PavlovsHouse, s: State) -> int:
    """The provision tokens that a check takes: one for five men or part of five (3.0 resupply)."""
    return min(s.count("provision", SUPPLY), -(-len(men(g, s)) // FED))


def hunger(g: PavlovsHouse, s: State) -> Tally:
    """How many Soviet counters the provisions of the House leave unfed (3.0 resupply)."""
    count, used = len(men(g, s)), eaten(g, s)
    lines = (
        Line.of("3.0 resupply", "pav.hunger.men", count),
        Line.of("3.0 resupply", "pav.hunger.fed", -min(count, used * FED), tokens=used),
    )
    return Tally.adding("pav.hunger.total", lines, f"{used} provision")


def resupply(g: PavlovsHouse, s: State, card: str, course: Course) -> State:
    """The check, and the card turned over into the storm group area (3.0 resupply)."""
    unfed, used = int(hunger(g, s).total), eaten(g, s)
    s = s.shifted("provision", SUPPLY, STOCK, used)
    course.tell("3.0 resupply", "pav.hunger.check", men=len(men(g, s)), used=used, unfed=unfed)
    s = s.push(TurnOver(card))
    return s.push(Hungry(unfed, ())) if unfed else s


@dataclass(frozen=True)
class TurnOver(Phase):
    """The resupply card becomes the storm group card (3.0 resupply turned over)."""

    card: str

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """It lies in the storm group area."""
        return open_storm(g, s.pop(), self.card, course)


def open_storm(g: PavlovsHouse, s: State, card: str, course: Course) -> State:
    """A new storm group card; the one that lies there is out of the game (3.0 storm group card)."""
    group, last = g.kit.storm_groups[card], card == g.kit.milk_house
    gone = (s.storm,) if s.storm else ()
    rule = "3.0 milk house" if last else "3.0 resupply turned over"
    course.tell(rule, "pav.storm.opened", card=group.name, colour=group.colour)
    if gone:
        old = g.kit.storm_groups[gone[0]].name
        course.tell("3.0 storm group card", "pav.storm.removed", card=old)
    return replace(
        s,
        storm=card,
        gone=(*s.gone, *gone),
        milk_house_played=s.milk_house_played or last,
    )


@dataclass(frozen=True)
class Hungry(Phase):
    """The player says which Soviet counters go without (3.0 resupply)."""

    left: int
    named: tuple[str, ...]

    def open(self, g: PavlovsHouse, s: State) -> list[str]:
        """Who has not been named yet."""
        return [unit for unit in men(g, s) if unit not in self.named]

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while some are unfed."""
        if self.left <= 0 or not self.open(g, s):
            return None
        return Decision.of(g.seat("wehrmacht"), "pav.hungry", HUNGER, left=self.left)

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """Name a counter."""
        return (GO_HUNGRY,)


class GoHungry(Deed["PavlovsHouse", State, Hungry]):
    """A Soviet counter that goes without (3.0 resupply)."""

    kind, rule = "lose", HUNGER

    def slots(self) -> Slots[PavlovsHouse, State, Hungry]:
        """Everybody not named yet."""
        return {"unit": lambda g, s, p, given: p.open(g, s)}

    def reasons(self, g: PavlovsHouse, s: State, p: Hungry, action: Action) -> Reasons:
        """A Soviet counter in the House that has not been named yet."""
        unit = text(action, "unit")
        if unit not in p.open(g, s):
            key = "pav.hungry.named" if unit in p.named else "pav.unit.not-here"
            yield Reason.of(HUNGER, key, units=(unit,), unit=g.name(unit))

    def apply(self, g: PavlovsHouse, s: State, p: Hungry, action: Action, course: Course) -> State:
        """He goes without; a medic bag may keep him (5.0 what a bag undoes)."""
        unit = action["unit"]
        return s.instead(Wound(unit, HUNGER), Hungry(p.left - 1, (*p.named, unit)))


GO_HUNGRY = GoHungry()
