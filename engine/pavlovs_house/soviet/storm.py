"""Chapter 3: sorties of the storm group, and the final one of chapter 6."""

from __future__ import annotations

from dataclasses import dataclass

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.dice import Throw, throw, together
from engine.pavlovs_house.board.house import House, State, recall_weapons, unfit_reasons
from engine.pavlovs_house.board.pieces import RESERVE, STORM
from engine.pavlovs_house.wehrmacht.fire import SORTIE, Wound
from engine.values import replace
from engine.verdict import Line, Reason, Tally

WOUNDED = 4
"""The highest casualty die that wounds (3.0 storm group casualties)."""
EXTRA = 2


def sortie_reasons(g: House, s: State) -> Reasons:
    """A card in the storm group area, no German on its colour, somebody to go (3.0 storm group)."""
    if s.storm is None:
        yield Reason.of("2.0 army command storm group", "pav.storm.no-card")
        return
    colour = g.kit.storm_groups[s.storm].colour
    there = g.germans(s, colour)
    if there:
        yield Reason.of("3.0 storm group", "pav.storm.germans", units=there, colour=colour)
    if not any(s.fresh(unit) for unit in g.men(s)):
        yield Reason.of("3.0 storm group members", "pav.storm.nobody")


def sortie_tally(g: House, card: str, members: tuple[str, ...]) -> Throw:
    """One die a counter, two more with the mark, against the card's defence (3.0 storm group)."""
    lines = []
    for unit in members:
        name = g.kit.men[unit].name
        lines.append(Line.of("3.0 storm group", "pav.dice.member", 1, unit=name))
        if STORM in g.kit.men[unit].marks:
            lines.append(Line.of("4.0 storm group ability", "pav.dice.storm", EXTRA, unit=name))
    return together("pav.dice.sum", lines, g.kit.storm_groups[card].defence)


class OfTheSortie(Deed[House, State, "Sortie"]):
    """What can be done as a storm group gathers (3.0 storm group)."""

    def tally(self, g: House, s: State, p: Sortie, action: Action) -> Tally | None:
        assert s.storm is not None, "a sortie has a card"
        unit = text(action, "unit")
        return sortie_tally(g, s.storm, (*p.members, *((unit,) if unit in g.kit.men else ())))


class Join(OfTheSortie):
    """One more goes (3.0 storm group members)."""

    kind, rule = "join", "3.0 storm group members"

    def slots(self) -> Slots[House, State, Sortie]:
        return {"unit": lambda g, s, p, given: g.men(s)}

    def reasons(self, g: House, s: State, p: Sortie, action: Action) -> Reasons:
        """Counters in the House that are neither exhausted nor damaged."""
        unit = text(action, "unit")
        if unit not in g.kit.men or not g.inside(s, unit):
            yield Reason.of(self.rule, "pav.unit.not-here", units=(unit,), unit=g.name(unit))
            return
        if unit in p.members:
            yield Reason.of(self.rule, "pav.storm.joined", units=(unit,), unit=g.name(unit))
        yield from unfit_reasons(g, s, unit, self.rule)

    def apply(self, g: House, s: State, p: Sortie, action: Action, course: Course) -> State:
        return s.instead(replace(p, members=(*p.members, action["unit"])))


class StormOut(OfTheSortie):
    """The group goes (3.0 storm group)."""

    kind, rule = "storm", "3.0 storm group"

    def reasons(self, g: House, s: State, p: Sortie, action: Action) -> Reasons:
        if not p.members:
            yield Reason.of("3.0 storm group members", "pav.storm.empty")

    def apply(self, g: House, s: State, p: Sortie, action: Action, course: Course) -> State:
        """The dice are added up; won or lost, casualties follow (3.0 storm group)."""
        card = s.storm
        assert card is not None, "a sortie has a card"
        group = g.kit.storm_groups[card]
        dice = throw(course, "storm", sortie_tally(g, card, p.members).dice)
        won = sum(dice) >= group.defence
        key = "pav.storm.won" if won else "pav.storm.failed"
        about = {"card": group.name, "dice": dice, "sum": sum(dice), "need": group.defence}
        course.tell(p.rule(), key, units=p.members, **about)
        if won:
            s = replace(s, storm=None, won=(*s.won, card))
        return s.instead(Casualties(p.members, p.role()))


class CallOff(OfTheSortie):
    """Nobody goes, as long as nobody has joined; the card stays."""

    kind, rule = "end", "3.0 storm group"

    def reasons(self, g: House, s: State, p: Sortie, action: Action) -> Reasons:
        if p.members:
            yield Reason.of(p.rule(), "pav.storm.begun")

    def apply(self, g: House, s: State, p: Sortie, action: Action, course: Course) -> State:
        course.tell(p.rule(), "pav.storm.off")
        return s.pop()


@dataclass(frozen=True)
class Sortie(Phase):
    """The player picks the storm group, one counter after another, and sends it out."""

    members: tuple[str, ...] = ()
    final: bool = False
    can = (Join(), StormOut(), CallOff())

    def rule(self) -> str:
        """The section that lets them go."""
        return "6.0 final sortie" if self.final else "3.0 storm group"

    def role(self) -> str:
        """In whose phase."""
        return "counters" if self.final else "cards"

    def decision(self, g: House, s: State) -> Decision:
        assert s.storm is not None, "a sortie has a card"
        group, dice = g.kit.storm_groups[s.storm], sortie_tally(g, s.storm, self.members).total
        about = {"card": group.name, "need": group.defence, "dice": dice}
        return Decision.of(g.seats[self.role()], "pav.sortie", self.rule(), **about)


@dataclass(frozen=True)
class Casualties(Phase):
    """One die for each counter that went, one after another (3.0 storm group casualties)."""

    left: tuple[str, ...]
    role: str
    """In whose phase the sortie was made (7.3)."""

    def proceed(self, g: House, s: State, course: Course) -> State:
        """1-4 is a wound, 5-6 comes back to the reserve."""
        if not self.left:
            return s.pop()
        unit, *rest = self.left
        s = s.instead(replace(self, left=tuple(rest)))
        name = g.kit.men[unit].name
        die = course.chance.roll("casualty")
        if die <= WOUNDED:
            course.tell(SORTIE, "pav.storm.wounded", units=(unit,), unit=name, die=die)
            return s.push(Wound(unit, SORTIE, self.role))
        course.tell(SORTIE, "pav.storm.back", units=(unit,), unit=name, die=die)
        return recall_weapons(g, s.at(unit, RESERVE), course)
