"""Chapter 3: the Wehrmacht card phase - three cards, each settled before the next; resupply."""

from __future__ import annotations

from dataclasses import dataclass

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.pavlovs_house.board.house import House, State, UpTo
from engine.pavlovs_house.board.pieces import STOCK, SUPPLY
from engine.pavlovs_house.variants import draw_top, open_tactics
from engine.pavlovs_house.wehrmacht.fire import AIMING, GUNS, Assault, aim, raid, shelling
from engine.pavlovs_house.wehrmacht.placement import place_german
from engine.pavlovs_house.wehrmacht.wounds import HUNGER, Wound
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Reason, Tally

CARDS = 3
"""Cards opened in a phase (3.0)."""
FED = 5
"""Soviet counters that one provision token feeds (3.0 resupply)."""


def begin_wehrmacht(g: House, s: State, course: Course) -> State:
    """The phase begins; the tactics cards of a harder game open first (7.2.1 play, 7.4)."""
    course.tell("3.0", "pav.wehrmacht.begins", turn=s.turn)
    return open_tactics(g, s, course).instead(WehrmachtCards(CARDS))


@dataclass(frozen=True)
class WehrmachtCards(Phase):
    """Cards are opened one by one (3.0)."""

    left: int

    @enforces("7.4")
    def proceed(self, g: House, s: State, course: Course) -> State:
        if not self.left:
            return s.pop()
        s = s.instead(WehrmachtCards(self.left - 1))
        if g.on("competitive"):
            top, s = s.plan[:1], replace(s, plan=s.plan[1:])
        else:
            top, parts = draw_top(s.wehrmacht, "wehrmacht", course)
            s = replace(s, wehrmacht=parts)
        return settle(g, s, top[0], course) if top else s.pop()


def settle(g: House, s: State, card: str, course: Course) -> State:
    """What a card does, by its kind (3.0, 3.0 special cards)."""
    kind = g.kit.wehrmacht_kind(card)
    course.tell("3.0", "pav.wehrmacht.card", card=kind)
    if kind == "resupply":
        return resupply(g, s, card, course)
    if card == g.kit.milk_house:
        return open_storm(g, s, card, course)
    s = replace(s, played=(*s.played, card))
    if kind in AIMING:
        return aim(g, s, kind, course)
    if kind in GUNS:
        return shelling(g, s, kind, course)
    if kind == "ju87":
        return raid(g, s, g.kit.chart("wehrmacht").value(card, "planes"))
    if kind == "assault":
        return s.push(Assault.whole())
    return place_german(g, s, kind, course)


# ------------------------------------------------------------ resupply


def eaten(g: House, s: State) -> int:
    """The provision tokens that a check takes: one for five men or part of five (3.0 resupply)."""
    return min(s.count("provision", SUPPLY), -(-len(g.men(s)) // FED))


def hunger(g: House, s: State) -> Tally:
    """How many Soviet counters the provisions of the House leave unfed (3.0 resupply)."""
    count, used = len(g.men(s)), eaten(g, s)
    lines = (
        Line.of("3.0 resupply", "pav.hunger.men", count),
        Line.of("3.0 resupply", "pav.hunger.fed", -min(count, used * FED), tokens=used),
    )
    return Tally.adding("pav.hunger.total", lines, f"{used} provision")


def resupply(g: House, s: State, card: str, course: Course) -> State:
    """The check, and the card turned over into the storm group area (3.0 resupply)."""
    unfed, used = int(hunger(g, s).total), eaten(g, s)
    s = s.shifted("provision", SUPPLY, STOCK, used)
    course.tell("3.0 resupply", "pav.hunger.check", men=len(g.men(s)), used=used, unfed=unfed)
    s = s.push(TurnOver(card))
    return s.push(Hungry(unfed)) if unfed else s


@dataclass(frozen=True)
class TurnOver(Phase):
    """The resupply card becomes the storm group card (3.0 resupply turned over)."""

    card: str

    def proceed(self, g: House, s: State, course: Course) -> State:
        return open_storm(g, s.pop(), self.card, course)


def open_storm(g: House, s: State, card: str, course: Course) -> State:
    """A new storm group card; the one that lies there is out of the game (3.0 storm group card)."""
    group, last = g.kit.storm_groups[card], card == g.kit.milk_house
    gone = (s.storm,) if s.storm else ()
    rule = "3.0 milk house" if last else "3.0 resupply turned over"
    course.tell(rule, "pav.storm.opened", card=group.name, colour=group.colour)
    if gone:
        old = g.kit.storm_groups[gone[0]].name
        course.tell("3.0 storm group card", "pav.storm.removed", card=old)
    played = s.milk_house_played or last
    return replace(s, storm=card, gone=(*s.gone, *gone), milk_house_played=played)


class GoHungry(Deed[House, State, "Hungry"]):
    """A Soviet counter goes without; a medic bag may keep him (5.0 what a bag undoes)."""

    kind, rule = "lose", HUNGER

    def slots(self) -> Slots[House, State, Hungry]:
        return {"unit": lambda g, s, p, given: p.fed(g, s)}

    def reasons(self, g: House, s: State, p: Hungry, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in p.fed(g, s):
            key = "pav.hungry.named" if unit in p.named else "pav.unit.not-here"
            yield Reason.of(HUNGER, key, units=(unit,), unit=g.name(unit))

    def apply(self, g: House, s: State, p: Hungry, action: Action, course: Course) -> State:
        unit = action["unit"]
        return s.instead(Wound(unit, HUNGER), Hungry(p.left - 1, (*p.named, unit)))


@dataclass(frozen=True)
class Hungry(UpTo):
    """The player says which Soviet counters go without (3.0 resupply)."""

    named: tuple[str, ...] = ()
    role, asks, rule = "wehrmacht", "pav.hungry", HUNGER
    can = (GoHungry(),)

    def fed(self, g: House, s: State) -> list[str]:
        """Who has not been named yet."""
        return [unit for unit in g.men(s) if unit not in self.named]

    def open(self, g: House, s: State) -> bool:
        return self.left > 0 and bool(self.fed(g, s))
