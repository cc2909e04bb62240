"""Section 8.2: weapons that cards give, each an attack of one unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text
from engine.conflict_of_heroes.actions.payment import units_reasons
from engine.conflict_of_heroes.cards.action_cards import LayMine
from engine.conflict_of_heroes.counters.state import State, hostile
from engine.conflict_of_heroes.counters.unit import GUN, PLANE
from engine.conflict_of_heroes.fire.aiming import (
    gully_reasons,
    may_fire,
    sight_reasons,
    wall_reasons,
)
from engine.conflict_of_heroes.fire.combat import throw
from engine.conflict_of_heroes.fire.targets import may_hide
from engine.conflict_of_heroes.ground.sight import in_arc
from engine.conflict_of_heroes.hand.card import METAL_ONLY, Card
from engine.deeds import Candidate, Reasons
from engine.game import Course
from engine.rulebook import enforces
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rounds.turns import Turn
    from engine.conflict_of_heroes.rules import Firefight


class Weapon(Card):
    """Thrown into the hex of the unit, or next door (8.2)."""

    discreet = True
    """It betrays who throws it as a shot does, when it has been thrown."""
    reach = 1

    def ways(self, g: Firefight, s: State, p: Turn, given: Action) -> Iterator[Candidate]:
        """Where there is something to hit."""
        seat = s.position.place(given["unit"])
        for hex in (seat, *g.board.neighbours(seat)):
            if worth_throwing(g, s, p.side, hex):
                yield {"hex": hex}

    @enforces("8.2 demolition charge", "8.2 magnetic mine")
    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """Near, in sight, in arc, and something to hit."""
        side, unit, hex = p.side, text(action, "unit"), text(action, "hex")
        yield from units_reasons(g, s, side, (unit,))
        if not g.here(s, unit):
            return
        seat = s.position.place(unit)
        if hex not in g.board:
            yield Reason.of("7.0", "coh.fire.off-map", hex=hex)
            return
        yield from may_fire(g, s, side, unit, hex)
        if g.board.distance(seat, hex) > self.reach:
            yield Reason.of(self.rule, "coh.card.range", hexes=(hex,))
        if seat != hex:
            yield from sight_reasons(g, s, side, unit, "", hex)
            yield from wall_reasons(g, s, unit, hex)
            yield from gully_reasons(g, s, unit, hex)
            if not s.of(unit).hidden and not in_arc(g.board, seat, s.of(unit).facing, hex):
                yield g.no(unit, "6.1", "coh.fire.arc", hexes=(seat, hex))
        if self.name in METAL_ONLY:
            foes = (g.units[u] for u in s.position.at(hex) if hostile(g.units[u].side, side))
            if not any(foe.vehicle or foe.kind == GUN for foe in foes):
                yield Reason.of(self.rule, "coh.card.metal", hexes=(hex,))
        elif seat != hex and may_hide(g, s, side, hex):
            return
        elif not worth_throwing(g, s, side, hex):
            yield Reason.of("7.0", "coh.fire.nobody", hexes=(hex,), hex=hex)

    def effect(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """It is thrown."""
        return throw(g, s, action, course)


class Demolition(Weapon):
    """In the hex of the unit only (8.2 demolition charge)."""

    reach = 0


class Tellermine(Weapon):
    """Thrown at metal, or laid as a mine (8.2 tellermine)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.mine = LayMine(name)

    def ways(self, g: Firefight, s: State, p: Turn, given: Action) -> Iterator[Candidate]:
        """Both."""
        yield from super().ways(g, s, p, given)
        yield from ({**laid, "lay": True} for laid in self.mine.ways(g, s, p, given))

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """What forbids the one or the other."""
        if action.get("lay"):
            return self.mine.forbidden(g, s, p, action)
        return super().forbidden(g, s, p, action)

    def effect(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """The one or the other."""
        if action.get("lay"):
            return self.mine.effect(g, s, p, action, course)
        return super().effect(g, s, p, action, course)


def worth_throwing(g: Firefight, s: State, side: str, hex: str) -> bool:
    """Whether there is anything in a hex, as far as one sees, for a weapon card to hit (8.2)."""
    foes = (g.units[u] for u in s.position.at(hex) if hostile(g.units[u].side, side))
    works = (w.kind in ("bunker", "wire") for w in s.works_in(hex))
    return any(foe.kind != PLANE for foe in foes) or any(works)
