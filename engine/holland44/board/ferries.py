"""Sections 23.3.1 and 23.3.3: which engineer carries, and over which side its ferry lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.action import Action
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.holland44.setting import ALLIED, Setting, records
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.ground import bridge_id, bridged
from engine.zocbond.board.state import State
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement

BOAT = "ferry"
"""A printed ferry among those that could carry a group."""


@dataclass(frozen=True)
class Carried(Choice[Setting]):
    """A group crossed where several engineers, or a printed ferry as well, could carry it."""

    side: str
    units: tuple[str, ...]
    here: str
    there: str
    by: tuple[str, ...]

    kind, rule = "carry", "23.3.3"

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Whoever carried is bound to the side for the turn: its owner says who (23.3.3)."""
        names = tuple(g.unit_name(unit) for unit in self.units)
        bridge = bridge_id(self.here, self.there)
        return Decision.of(self.side, "h44.carried", "23.3.3", units=names, bridge=bridge)

    def ways(self, g: Setting, s: State) -> list[Action]:
        """Each of them; no engineer is the printed ferry."""
        return [Action("carry", unit=None if by == BOAT else by) for by in self.by]

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """Only who was there with room."""
        one = text(action, "unit") or BOAT
        return Reason.of("23.3.3", "h44.ferry.not-this", unit=g.unit_name(one))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """It is loaded."""
        by = text(way, "unit") or BOAT
        return load_ferry(g, s.pop(), self.units, self.here, self.there, by)


def load_ferry(
    g: Setting, s: State, units: Sequence[str], here: str, there: str, by: str = BOAT
) -> State:
    """Steps carried over a large river; an engineer that carries them is tied to its side."""
    side = bridge_id(here, there)
    name = side if by == BOAT else by
    old = records(s).ferried.get(name, (0, 0))
    steps = sum(g.left(s, u) for u in units)
    heavy = sum(g.left(s, u) for u in units if g.units[u].technical)
    load = (old[0] + steps, old[1] + heavy)
    now = replace(records(s), ferried={**records(s).ferried, name: load})
    if by != BOAT:
        ferriers, spans = {**now.ferriers, by: side}, {**now.spans, by: side}
        now = replace(now, ferriers=ferriers, spans=spans)
    return s.keep(now)


def wet_sides(g: Setting, s: State, hex: str) -> list[str]:
    """The hexes over a large river without a bridge from a hex (23.3.1)."""
    return [
        near
        for near in (g.board.neighbours(hex) if hex in g.board else ())
        if "large-river" in g.board.side(hex, near) and not bridged(g, s, hex, near)
    ]


def span(g: Setting, s: State, engineer: str) -> str:
    """The one side over which an engineer's ferry lies now; empty where it is not settled.

    It stays where it was laid while the engineer does; one possible side needs no saying.
    """
    seat = s.place(engineer)
    laid = str(records(s).spans.get(engineer, ""))
    wet = wet_sides(g, s, seat)
    if laid in [bridge_id(seat, near) for near in wet]:
        return laid
    return bridge_id(seat, wet[0]) if len(wet) == 1 else ""


def ferrying(g: Setting, s: State, engineer: str) -> bool:
    """Whether friends have used the ferry of an engineer in this turn (23.3.3)."""
    return engineer in records(s).ferriers


def lay(g: Setting, s: State, engineer: str, hex: str) -> State:
    """The ferry lies over one side from now on, while the engineer stays (23.3.3)."""
    side = bridge_id(s.place(engineer), hex)
    return s.keep(replace(records(s), spans={**records(s).spans, engineer: side}))


class Lay(Deed[Setting, State, Movement]):
    """An engineer turns its ferry to one of several sides, for supply (23.3.1)."""

    kind, rule = "lay-ferry", "23.3.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        """Each engineer, over each side but the one where its ferry lies."""
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if g.units[unit].kind == "engineer"
            ),
            "hex": lambda g, s, p, given: self._others(g, s, given["unit"]),
        }

    def _others(self, g: Setting, s: State, unit: str) -> Iterator[str]:
        wet = wet_sides(g, s, s.place(unit))
        for hex in wet if len(wet) > 1 else ():
            if bridge_id(s.place(unit), hex) != span(g, s, unit):
                yield hex

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """An Allied engineer on the bank, once a turn, and not after it has carried (23.3.3)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("23.3.1", "zb.no-unit", unit=unit)
            return
        name = g.units[unit].name
        if g.units[unit].kind != "engineer" or hex not in wet_sides(g, s, s.place(unit)):
            yield Reason.of("23.3.1", "h44.ferry.not-here", units=(unit,), unit=name, hex=hex)
        if ferrying(g, s, unit):
            yield Reason.of("23.3.3", "h44.move.ferrying", units=(unit,), unit=name)
        if unit in records(s).laid:
            yield Reason.of("23.3.3", "h44.ferry.laid", units=(unit,), unit=name)

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """The counter is turned."""
        unit = action["unit"]
        s = lay(g, s, unit, action["hex"])
        return s.keep(replace(records(s), laid=(*records(s).laid, unit)))


@dataclass(frozen=True)
class Spans(Choice[Setting]):
    """Before supply is judged: engineers whose ferry could lie over several sides (23.3.3)."""

    asked: tuple[str, ...] = ()

    kind, rule = "lay-ferry", "23.3.3"

    def next(self, g: Setting, s: State) -> str | None:
        """An engineer whose ferry is not laid, where it matters to somebody's supply."""
        for unit, piece in g.units.items():
            if piece.kind != "engineer" or piece.side != ALLIED or unit in self.asked:
                continue
            wet = wet_sides(g, s, s.place(unit))
            busy = unit in records(s).assaults
            if (
                len(wet) > 1
                and not busy
                and not span(g, s, unit)
                and self._matters(g, s, unit, wet)
            ):
                return unit
        return None

    def _matters(self, g: Setting, s: State, engineer: str, wet: list[str]) -> bool:
        """Whether some side would leave somebody out who has a line as long as all are open."""
        fed = [
            u
            for u, piece in g.units.items()
            if piece.side == ALLIED and s.place(u) in g.board and g.in_supply(s, u)
        ]
        laid = [lay(g, s, engineer, hex) for hex in wet]
        return any(not g.in_supply(there, unit) for there in laid for unit in fed)

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Over which side."""
        unit = self.next(g, s)
        if unit is None:
            return None
        return Decision.of(ALLIED, "h44.span", "23.3.3", unit=g.unit_name(unit))

    def ways(self, g: Setting, s: State) -> list[Action]:
        """Each side."""
        unit = self.next(g, s)
        wet = wet_sides(g, s, s.place(unit)) if unit else []
        return [Action("lay-ferry", unit=unit, hex=hex) for hex in wet]

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """A side of its own hex."""
        unit, hex = g.unit_name(text(action, "unit")), text(action, "hex")
        return Reason.of("23.3.1", "h44.ferry.not-here", unit=unit, hex=hex)

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """It lies there."""
        unit = way["unit"]
        return lay(g, s.instead(Spans((*self.asked, unit))), unit, way["hex"])


class FerryChapter(Chapter[Setting]):
    """Ferries of engineers."""

    def movement_deeds(self, g: Setting) -> Iterator[Deed[Setting, State, Movement]]:
        """To lay a ferry (23.3.3)."""
        yield from (Lay(),)
