"""Sections 8.1 and 8.3: cards that are played at one moment, in answer to what happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.conflict_of_heroes.counters.hits import destroy
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import DIRECTION
from engine.conflict_of_heroes.hand.cards import SIXTH_SENSE, tied_reasons
from engine.conflict_of_heroes.movement.arrival import Onward
from engine.conflict_of_heroes.movement.moves import MOVE
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


class Keep(Deed["Firefight", State, "Answer"]):
    """The card stays in the hand."""

    kind, rule = "keep", "8.3"

    def apply(self, g: Firefight, s: State, p: Answer, action: Action, course: Course) -> State:
        return s.pop()


class PlayAnswer(Deed["Firefight", State, "Answer"]):
    """The card is played at its moment."""

    kind, rule = "play", "8.3"
    sure = True

    def slots(self) -> Slots[Firefight, State, Answer]:
        return {"card": lambda g, s, p, given: (dict(action.args) for action in p.plays(g, s))}

    def reasons(self, g: Firefight, s: State, p: Answer, action: Action) -> Reasons:
        """One of the ways there are; who moves by it faces any way after it (5.2)."""
        facing = text(action, "facing")
        if facing and facing not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=facing)
        elif action.replaced(facing=None) not in p.plays(g, s):
            yield Reason.of(p.rule, "coh.card.not-so", card=p.card)

    def hexes(self, g: Firefight, s: State, p: Answer, action: Action) -> tuple[str, ...]:
        return (action["hex"],) if "hex" in action else ()

    def apply(self, g: Firefight, s: State, p: Answer, action: Action, course: Course) -> State:
        course.tell(p.rule, "coh.card.played", side=p.side, card=p.card)
        return p.effect(g, s.pop().dropped(p.side, p.card), action, course)


@dataclass(frozen=True)
class Answer(Phase):
    """A card that may be played at this one moment, or kept."""

    side: str

    card = ""
    rule = "8.3"

    can = (Keep(), PlayAnswer())

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """Play it, or keep it; nobody is asked without the card."""
        if self.card not in s.hands.get(self.side, ()) or not any(self.plays(g, s)):
            return None
        return Decision.of(self.side, f"coh.{self.card}", self.rule)

    def plays(self, g: Firefight, s: State) -> Iterator[Action]:
        """Every way of playing it that could do anything."""
        yield Action("play", card=self.card)

    def effect(self, g: Firefight, s: State, action: Action, course: Course) -> State:
        """What it does."""
        raise NotImplementedError


@dataclass(frozen=True)
class CloseCall(Answer):
    """Before shells fall, one unit in their area goes one hex away (8.3 close call)."""

    area: tuple[str, ...] = ()

    card = "close-call"
    rule = "8.3 close call"

    def plays(self, g: Firefight, s: State) -> Iterator[Action]:
        bound = [b for b in g.setup.bonds if b.card == self.card]
        for unit in g.on_map(s, self.side):
            seat, own = s.position.place(unit), not bound or unit in bound[0].units
            if seat not in self.area or s.of(unit).carrier or not own:
                continue
            for hex in g.board.neighbours(seat):
                step = Action("move", unit=unit, path=[hex])
                if not next(MOVE.against(g, s, self.side, step), None):
                    yield Action("play", card=self.card, unit=unit, hex=hex)

    def effect(self, g: Firefight, s: State, action: Action, course: Course) -> State:
        """It moves, turns as it likes and meets what waits there (5.2)."""
        unit, hex = action["unit"], action["hex"]
        if not s.of(unit).hidden:
            start = s.position.place(unit)
            g.tell(course, unit, self.rule, "coh.moved", (hex,), start=start, hex=hex)
        facing = DIRECTION.get(text(action, "facing"), s.of(unit).facing)
        s = s.changed(unit, dug=False, inside=False).facing(unit, facing)
        return Onward(unit, (hex,), asked=True).follow(g, s, course)


@dataclass(frozen=True)
class Warned(Answer):
    """A unit that has just acted, or another, is put on its guard (8.3 sixth sense)."""

    card = "sixth-sense"
    rule = "8.3 sixth sense"

    def plays(self, g: Firefight, s: State) -> Iterator[Action]:
        for unit in g.on_map(s, self.side):
            if not next(SIXTH_SENSE.against(g, s, self.side, unit), None):
                yield Action("play", card=self.card, unit=unit)

    def effect(self, g: Firefight, s: State, action: Action, course: Course) -> State:
        return s.changed(action["unit"], **SIXTH_SENSE.change)


@dataclass(frozen=True)
class Heavier(Answer):
    """Before shells of one's own fall, more firepower for them (8.1 firepower)."""

    card = "firepower"
    rule = "8.1 firepower"

    def effect(self, g: Firefight, s: State, action: Action, course: Course) -> State:
        """For all seven hexes: the battery fires once."""
        return replace(s, firepower=s.firepower | {self.side})


@dataclass(frozen=True)
class Feared(Answer):
    """After the roll for the first turn its loser may take it all the same (8.3)."""

    card = "feared-reputation"
    rule = "8.3 feared reputation"

    def plays(self, g: Firefight, s: State) -> Iterator[Action]:
        return super().plays(g, s) if s.turn != self.side else iter(())

    def effect(self, g: Firefight, s: State, action: Action, course: Course) -> State:
        return replace(s, turn=self.side)


@dataclass(frozen=True)
class Revenge(Answer):
    """A veteran was destroyed: its killer goes too (8.3 blood and honor)."""

    killers: tuple[str, ...] = ()

    card = "blood-and-honor"
    rule = "8.3 blood and honor"

    def plays(self, g: Firefight, s: State) -> Iterator[Action]:
        return super().plays(g, s) if self._left(g, s) else iter(())

    def _left(self, g: Firefight, s: State) -> tuple[str, ...]:
        return tuple(u for u in self.killers if s.position.place(u) in g.board)

    def effect(self, g: Firefight, s: State, action: Action, course: Course) -> State:
        return s.push(Toll(self.side, self._left(g, s)))


class Lose(Deed["Firefight", State, "Toll"]):
    """A unit that fired is lost (8.3 blood and honor)."""

    kind, rule = "lose", "8.3 blood and honor"

    def slots(self) -> Slots[Firefight, State, Toll]:
        return {"unit": lambda g, s, p, given: p.killers}

    def reasons(self, g: Firefight, s: State, p: Toll, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in p.killers:
            yield Reason.of("8.3 blood and honor", "coh.toll.who", unit=unit)

    def apply(self, g: Firefight, s: State, p: Toll, action: Action, course: Course) -> State:
        return p.lose(g, s, action["unit"], course)


@dataclass(frozen=True)
class Toll(Phase):
    """Which unit of a fire group is lost (8.3 blood and honor)."""

    by: str
    killers: tuple[str, ...]

    can = (Lose(),)

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """Asked only where there is a choice."""
        if len(self.killers) < 2:
            return None
        return Decision.of(g.units[self.killers[0]].side, "coh.toll", "8.3 blood and honor")

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        return self.lose(g, s, self.killers[0], course)

    def lose(self, g: Firefight, s: State, unit: str, course: Course) -> State:
        """It goes as one that is destroyed."""
        return destroy(g, s.pop(), unit, course, "8.3 blood and honor", self.by)


def avenge(g: Firefight, s: State, unit: str, shooters: tuple[str, ...]) -> State:
    """A unit was destroyed by some others: its side may have a card for that."""
    side = g.units[unit].side
    if Revenge.card not in s.hands.get(side, ()):
        return s
    if next(tied_reasons(g, Revenge.card, (unit,)), None):
        return s
    killers = tuple(u for u in shooters if u in g.units)
    return s.push(Revenge(side, killers)) if killers else s


ANSWERING = (
    *("luck", "combat-hardened", "close-call", "feared-reputation", "blood-and-honor"),
    *(Warned.card, Heavier.card),
)
"""Cards that answer a moment: all but the last two are never played in a turn (8.1, 8.3)."""
