"""Chapter 3: sorties of the storm group, and the final one of chapter 6."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.pavlovs_house.dice import Throw, throw, together
from engine.pavlovs_house.house import germans, inside, men, recall_weapons
from engine.pavlovs_house.pieces import RESERVE, STORM
from engine.pavlovs_house.state import State
from engine.pavlovs_house.wounds import SORTIE, Wound
from engine.verdict import Line, Reason, Tally, Verdict

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

WOUNDED = 4
"""The highest casualty die that wounds (3.0 storm group casualties)."""
EXTRA = 2


def sortie_reasons(g: PavlovsHouse, s: State) -> Iterator[Reason]:
    """A card in the storm group area, no German on its colour, somebody to go (3.0 storm group)."""
    if s.storm is None:
        yield Reason.of("2.0 army command storm group", "pav.storm.no-card")
        return
    colour = g.kit.storm_groups[s.storm].colour
    there = germans(g, s, colour)
    if there:
        yield Reason.of("3.0 storm group", "pav.storm.germans", units=there, colour=colour)
    if not any(s.fresh(unit) for unit in men(g, s)):
        yield Reason.of("3.0 storm group members", "pav.storm.nobody")


def member_reasons(
    g: PavlovsHouse, s: State, unit: str, members: tuple[str, ...]
) -> Iterator[Reason]:
    """Counters in the House that are neither exhausted nor damaged (3.0 storm group members)."""
    rule = "3.0 storm group members"
    if unit not in g.kit.men or not inside(g, s, unit):
        yield Reason.of(rule, "pav.unit.not-here", units=(unit,), unit=g.name(unit))
        return
    if unit in members:
        yield Reason.of(rule, "pav.storm.joined", units=(unit,), unit=g.name(unit))
    if unit in s.exhausted:
        yield Reason.of(rule, "pav.unit.exhausted", units=(unit,), unit=g.name(unit))
    if s.damaged(unit):
        yield Reason.of(rule, "pav.unit.damaged", units=(unit,), unit=g.name(unit))


def sortie_tally(g: PavlovsHouse, card: str, members: tuple[str, ...]) -> Throw:
    """One die a counter, two more with the mark, against the card's defence (3.0 storm group)."""
    lines = []
    for unit in members:
        name = g.kit.men[unit].name
        lines.append(Line.of("3.0 storm group", "pav.dice.member", 1, unit=name))
        if STORM in g.kit.men[unit].marks:
            lines.append(Line.of("4.0 storm group ability", "pav.dice.storm", EXTRA, unit=name))
    return together("pav.dice.sum", lines, g.kit.storm_groups[card].defence)


@dataclass(frozen=True)
class Sortie(Phase):
    """The player picks the storm group, one counter after another, and sends it out."""

    members: tuple[str, ...] = ()
    final: bool = False

    def _rule(self) -> str:
        return "6.0 final sortie" if self.final else "3.0 storm group"

    def _role(self) -> str:
        return "counters" if self.final else "cards"

    def decision(self, g: PavlovsHouse, s: State) -> Decision:
        """Who goes; or nobody."""
        assert s.storm is not None, "a sortie has a card"
        group = g.kit.storm_groups[s.storm]
        return Decision.of(
            g.seat(self._role()),
            "pav.sortie",
            self._rule(),
            card=group.name,
            need=group.defence,
            dice=sortie_tally(g, s.storm, self.members).total,
        )

    def kinds(self) -> tuple[str, ...]:
        """Join, go, or call it off."""
        return ("join", "storm", "end")

    def choices(self, g: PavlovsHouse, s: State, unit: str | None, hex: str | None) -> Moves:
        """Everybody who may still join; go once somebody did."""
        for man in men(g, s):
            asked = unit in (None, man) and hex in (None, s.place(man))
            if asked and not any(member_reasons(g, s, man, self.members)):
                yield Action("join", unit=man)
        if unit is None and hex is None:
            if self.members:
                yield Action("storm")
            else:
                yield Action("end")

    def explain(self, g: PavlovsHouse, s: State, action: Action) -> Verdict:
        """Members must be fit; a group has a member; who has joined goes (3.0 storm group)."""
        if action.kind == "join":
            return Verdict(tuple(member_reasons(g, s, text(action, "unit"), self.members)))
        if action.kind == "storm" and not self.members:
            return Verdict((Reason.of("3.0 storm group members", "pav.storm.empty"),))
        if action.kind == "end" and self.members:
            return Verdict((Reason.of(self._rule(), "pav.storm.begun"),))
        return Verdict()

    def tally(self, g: PavlovsHouse, s: State, action: Action) -> Tally | None:
        """The dice of the group, with the newcomer."""
        assert s.storm is not None, "a sortie has a card"
        unit = text(action, "unit")
        more = (unit,) if action.kind == "join" and unit in g.kit.men else ()
        return sortie_tally(g, s.storm, (*self.members, *more))

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """The dice are added up; won or lost, casualties follow (3.0 storm group)."""
        if action.kind == "join":
            return s.instead(replace(self, members=(*self.members, action["unit"])))
        if action.kind == "end":
            course.tell(self._rule(), "pav.storm.off")
            return s.pop()
        card = s.storm
        assert card is not None, "a sortie has a card"
        group = g.kit.storm_groups[card]
        dice = throw(course, "storm", sortie_tally(g, card, self.members).dice)
        won = sum(dice) >= group.defence
        course.tell(
            self._rule(),
            "pav.storm.won" if won else "pav.storm.failed",
            units=self.members,
            card=group.name,
            dice=dice,
            sum=sum(dice),
            need=group.defence,
        )
        if won:
            s = replace(s, storm=None, won=(*s.won, card))
        return s.instead(Casualties(self.members, self._role()))


@dataclass(frozen=True)
class Casualties(Phase):
    """One die for each counter that went, one after another (3.0 storm group casualties)."""

    left: tuple[str, ...]
    role: str
    """In whose phase the sortie was made (7.3)."""

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
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
