"""Step losses: who bears them, who chooses, what becomes of a unit without steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import NONE, State
from engine.zocbond.board.zones import enemy

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

ATTACKER, DEFENDER = "attacker", "defender"


def destroyed(side: str) -> str:
    """The box of a side's destroyed units."""
    return f"destroyed-{side}"


def alive(g: Family, s: State, unit: str) -> bool:
    """Whether a unit is still in play."""
    return s.place(unit) != destroyed(g.units[unit].side)


def lose_step(g: Family, s: State, unit: str, course: Course, rule: str = "") -> State:
    """One step off a unit; the last one sends it to the box of the destroyed."""
    piece = g.units[unit]
    lost = s.lost.get(unit, 0) + 1
    place = s.place(unit)
    course.tell(
        rule or g.rule("steps"),
        "zb.loss.step",
        units=(unit,),
        hexes=(place,) if place in g.board else (),
        unit=piece.name,
        left=piece.steps - lost,
    )
    s = replace(s, lost={**s.lost, unit: min(lost, piece.steps)})
    return (
        destroy(g, s, unit, course)
        if lost >= piece.steps
        else g.in_turn(Chapter.after_loss, s, unit, course)
    )


def destroy(g: Family, s: State, unit: str, course: Course, rule: str = "") -> State:
    """A unit leaves the map for good, or until it is rebuilt."""
    piece = g.units[unit]
    course.tell(rule or g.rule("steps"), "zb.loss.destroyed", units=(unit,), unit=piece.name)
    s = replace(
        s,
        lost={**s.lost, unit: piece.steps},
        marks={**s.marks, unit: NONE},
    ).put(unit, destroyed(piece.side))
    return g.in_turn(Chapter.after_destruction, s, unit, course)


@dataclass(frozen=True)
class Losses(Phase):
    """A number of steps to take off one side of a battle, one at a time."""

    battle: Battle
    role: str
    chooser: str
    count: int
    code: str

    def pool(self, g: Family, s: State) -> tuple[str, ...]:
        """Those still in play among whom it falls."""
        pool = g.loss_pool(s, self.battle, self.role, self.code)
        return tuple(unit for unit in pool if alive(g, s, unit))

    def decision(self, g: Family, s: State) -> Decision | None:
        """The chooser names a unit, when there is a choice."""
        if self.count == 0 or len(self.pool(g, s)) < 2:
            return None
        side = self.battle.side if self.role == ATTACKER else enemy(g, self.battle.side)
        return Decision.of(self.chooser, "zb.lose", g.rule("chooses"), left=self.count, who=side)

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Nobody is left to choose from, or only one."""
        pool = self.pool(g, s)
        if not pool or not self.count:
            return s.pop()
        return self.take(g, s, pool[0], course)

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        """Name a unit."""
        return (LOSE,)

    def barred(self, g: Family, unit: str) -> Reason:
        """Only units that added strength, and those the game picks out among them."""
        if unit not in g.units:
            return Reason.of(g.rule("losses"), "zb.no-unit", unit=unit)
        name = g.units[unit].name
        return Reason.of(g.rule("losses"), "zb.loss.not-this", units=(unit,), unit=name)

    def take(self, g: Family, s: State, unit: str, course: Course) -> State:
        """A step off it."""
        s = s.instead(replace(self, count=self.count - 1)) if self.count > 1 else s.pop()
        return lose_step(g, s, unit, course)


class Choosing(Protocol):
    """A phase in which somebody names one of some units."""

    def pool(self, g: Family, s: State) -> Iterable[str]:
        """Those units."""

    def barred(self, g: Family, unit: str) -> Reason:
        """Why it may be no other."""

    def take(self, g: Family, s: State, unit: str, course: Course) -> State:
        """What becomes of it."""


class Pick(Deed["Family", State, Choosing]):
    """One of the units of a phase is named."""

    sure = True

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def slots(self) -> Slots[Family, State, Choosing]:
        """Each of them."""
        return {"unit": lambda g, s, p, given: p.pool(g, s)}

    def reasons(self, g: Family, s: State, p: Choosing, action: Action) -> Reasons:
        """Nobody else."""
        if text(action, "unit") not in p.pool(g, s):
            yield p.barred(g, text(action, "unit"))

    def apply(self, g: Family, s: State, p: Choosing, action: Action, course: Course) -> State:
        """Whatever the phase has in mind."""
        return p.take(g, s, action["unit"], course)


LOSE, GIVE_UP = Pick("lose"), Pick("give-up")


@dataclass(frozen=True)
class Unharmed(Phase):
    """Defenders who bear no loss where others would: it is said why."""

    battle: Battle

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """On with the battle."""
        return g.in_turn(Chapter.unharmed, s.pop(), self.battle, course)
