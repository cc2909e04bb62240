"""Section 10.4: what is left of a unit of three steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import Deed, Reasons, Slots
from engine.files import Table
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.losses import alive, destroy
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State

THREE = 3


def spare(g: Setting, unit: str, taken: Iterable[str]) -> bool:
    """Whether a remnant counter of the right type is left on the display, beside those that stand
    in for some units (10.4.2)."""
    piece = g.units[unit]
    most = g.remnants.get(f"{piece.side}-{piece.kind}", g.remnants.get(piece.side))
    if most is None:
        return True
    used = [u for u in taken if g.units[u].side == piece.side]
    if f"{piece.side}-{piece.kind}" in g.remnants:
        used = [u for u in used if g.units[u].kind == piece.kind]
    return len(used) < most


def down_to_one(g: Setting, unit: str, lost: int) -> bool:
    """Whether these losses leave one step of a unit that has three or more (10.4.1)."""
    return g.units[unit].steps >= THREE and g.units[unit].steps - lost == 1


def read_remnants(g: Setting, start: Table) -> tuple[str, ...]:
    """The units that begin as remnants: down to the last of three steps or more (10.4.1)."""
    found: list[str] = []
    for unit, lost in g.first_losses().items():
        if g.scenario.where[unit].startswith("destroyed") or not down_to_one(g, unit, lost):
            continue
        if not spare(g, unit, found):
            what = f"there is no remnant counter left for '{unit}'"
            raise start.problem(what, f"lost.{unit}", "Raise the number in [start.remnants].")
        found.append(unit)
    return tuple(found)


class Disband(Deed[Setting, State, "SecondLoss"]):
    """The unit is set aside (10.4.2)."""

    kind, rule = "disband", "10.4.2"

    def slots(self) -> Slots[Setting, State, SecondLoss]:
        return {"unit": lambda g, s, p, given: (p.unit,)}

    def reasons(self, g: Setting, s: State, p: SecondLoss, action: Action) -> Reasons:
        if action.get("unit") != p.unit:
            yield Reason.of("10.4.1", "s42.remnant.other")

    def apply(self, g: Setting, s: State, p: SecondLoss, action: Action, course: Course) -> State:
        return destroy(g, s.pop(), p.unit, course, "10.4.2")


class Form(Disband):
    """A remnant stands in for the unit (10.4.1)."""

    kind, rule = "form", "10.4.1"

    def apply(self, g: Setting, s: State, p: SecondLoss, action: Action, course: Course) -> State:
        course.tell("10.4.1", "s42.remnant.formed", units=(p.unit,), unit=g.unit_name(p.unit))
        return s.pop().keep(replace(records(s), remnants=(*records(s).remnants, p.unit)))


@dataclass(frozen=True)
class SecondLoss(Phase):
    """Form a remnant, or set the unit aside to be rebuilt (10.4.1, 10.4.2)."""

    unit: str

    can = (Form(), Disband())

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.open(g, s) or not spare(g, self.unit, records(s).remnants):
            return None
        piece = g.units[self.unit]
        return Decision.of(piece.side, "s42.remnant", "10.4.1", unit=piece.name)

    def open(self, g: Setting, s: State) -> bool:
        """Whether it still has the one step."""
        return alive(g, s, self.unit) and g.left(s, self.unit) == 1

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Without a counter the unit must go (10.4.2)."""
        s = s.pop()
        return destroy(g, s, self.unit, course, "10.4.2") if self.open(g, s) else s


class RemnantChapter(Chapter[Setting]):
    """Remnants of units of three steps."""

    @enforces("2.3.5")
    def after_loss(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """A unit of three steps took its second loss: its owner will say what becomes of it
        (2.3.5); or one of four, as Wiking is in the end, its third (32.4)."""
        if not down_to_one(g, unit, s.lost[unit]):
            return s
        return s.keep(replace(records(s), second_loss=(*records(s).second_loss, unit)))

    def after_destruction(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """A destroyed remnant frees its counter; the unit is out for good (10.4.3)."""
        if unit not in records(s).remnants:
            return s
        rest = tuple(u for u in records(s).remnants if u != unit)
        return s.keep(replace(records(s), remnants=rest, gone=(*records(s).gone, unit)))
