"""Section 8.1: mines that cards lay and take away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.counters.state import State, Work
from engine.conflict_of_heroes.hand.card import Card
from engine.conflict_of_heroes.hidden.deployment import MINE, unwatched
from engine.conflict_of_heroes.works.mines import mines_under
from engine.deeds import Candidate, Reasons, Value
from engine.game import Course
from engine.given import text
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rounds.turns import Turn
    from engine.conflict_of_heroes.rules import Firefight

COLOURS = ("black", "red", "blue")


class Miners(Card):
    """Cards 40 and 41: infantry, here or next door, out of close combat."""

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """A unit that can, and a hex that will do (18.5)."""
        colour = text(action, "colour")
        if colour not in ("", *COLOURS):
            yield Reason.of("18.5", "coh.place.mine", mine=colour)
        yield from self.alone(action)
        yield from self.own(g, s, p, action, "9.14", rallying=False)
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or s.position.place(unit) not in g.board:
            return
        yield from carried(g, s, unit)
        yield from self.skill(g, unit)
        seat = s.position.place(unit)
        if g.foes_in(s, p.side, seat):
            yield Reason.of(self.rule, "coh.card.close", units=(unit,))
        if hex not in g.board or g.board.distance(seat, hex) > 1:
            yield Reason.of(self.rule, "coh.card.far", hexes=(hex,) if hex in g.board else ())
        else:
            yield from self.place(g, s, p, action)

    def skill(self, g: Firefight, unit: str) -> Reasons:
        """Why a unit cannot do it."""
        return iter(())

    def place(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """Why it cannot be done in a hex."""
        raise NotImplementedError


class LayMine(Miners):
    """Card 40, a Tellermine too: a mine is laid (18.5)."""

    discreet = True

    def ways(self, g: Firefight, s: State, p: Turn, given: Action) -> Iterator[Mapping[str, Value]]:
        """Here or next door, of each colour, openly or in secret."""
        seat = s.position.place(given["unit"])
        for hex in (seat, *g.board.neighbours(seat)):
            for colour in COLOURS:
                yield {"hex": hex, "colour": colour}
                yield {"hex": hex, "colour": colour, "hidden": True}

    def skill(self, g: Firefight, unit: str) -> Reasons:
        """Infantry."""
        if not g.units[unit].foot:
            name = g.units[unit].title
            yield Reason.of(self.rule, "coh.dig.infantry", units=(unit,), unit=name)

    def place(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """One mine in a hex, none under an enemy, none in secret before his eyes."""
        hex = text(action, "hex")
        if g.foes_in(s, p.side, hex):
            yield Reason.of(self.rule, "coh.card.enemy-there", hexes=(hex,))
        if mines_in(s, hex):
            yield Reason.of("18.0", "coh.card.mine-there", hexes=(hex,))
        if action.get("hidden") and not unwatched(g, s, p.side, hex):
            yield Reason.of(self.rule, "coh.card.watched", hexes=(hex,))

    @enforces("8.1 lay land mine")
    def effect(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """It lies there; who lays it next door acts among the mines of its own hex."""
        hex, unit = text(action, "hex"), text(action, "unit")
        secret = p.side if action.get("hidden") else ""
        mine = Work("mine", hex, 0, text(action, "colour") or "black", MINE, hidden=secret)
        if not secret:
            course.tell("8.1 lay land mine", "coh.placed-mine", hexes=(hex,), hex=hex)
        if s.position.place(unit) != hex:
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return replace(s, works=(*s.works, mine))


class DefuseMine(Miners):
    """Card 41: a mine is taken away (8.1 defuse land mine)."""

    def ways(self, g: Firefight, s: State, p: Turn, given: Action) -> Iterable[Candidate]:
        """Here or next door."""
        seat = s.position.place(given["unit"])
        return ({"hex": hex} for hex in (seat, *g.board.neighbours(seat)))

    def place(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """A mine that one knows of."""
        hex = text(action, "hex")
        if not mines_in(s, hex):
            yield Reason.of(self.rule, "coh.card.no-mine", hexes=(hex,))

    @enforces("8.1 defuse land mine")
    def effect(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """It is gone; others may go off."""
        gone = mines_in(s, text(action, "hex"))[0]
        s = replace(s, works=tuple(w for w in s.works if w is not gone))
        unit = text(action, "unit")
        return mines_under(g, s, unit, s.position.place(unit), course)


def mines_in(s: State, hex: str) -> list[Work]:
    """The mines of a hex."""
    return [w for w in s.works_in(hex) if w.kind == "mine"]


def carried(g: Firefight, s: State, unit: str) -> Reasons:
    """Who is carried neither digs nor handles mines (17.0 passenger)."""
    if s.of(unit).carrier:
        name = g.units[unit].title
        yield Reason.of("17.0 passenger", "coh.move.carried", units=(unit,), unit=name)
