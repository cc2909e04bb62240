"""Chapter 14: fortresses, where they may be built and how far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.terrain import name_of
from engine.victory_awaits.components.track import MARKERS
from engine.victory_awaits.components.unit import AXIS, MAPS, SOVIET, Unit
from engine.victory_awaits.concepts.communication import lines_of
from engine.victory_awaits.concepts.zones import put

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


def marker_in(g: VictoryAwaits, s: State, hex: str) -> str | None:
    """The fortress marker in a hex."""
    return next((unit for unit in s.position.at(hex) if g.units[unit].fortress), None)


def spare_marker(g: VictoryAwaits, s: State, hex: str) -> str | None:
    """A marker that may still be placed there; one that bears a map belongs to it (14.3)."""
    return next((u for u in s.position.at(MARKERS) if on_map_of(g, g.units[u], hex)), None)


def on_map_of(g: VictoryAwaits, piece: Unit, hex: str) -> bool:
    """Whether a hex lies on the map that a counter bears; a board of one map names none (2.1)."""
    several = any(g.board.tagged(tag) for tag in MAPS.values())
    return not (piece.map and several) or hex in g.board.tagged(MAPS[piece.map])


def fortified_hexes(g: VictoryAwaits, s: State) -> list[str]:
    """The hexes with a fortress."""
    places = map(s.position.place, g.fortresses)
    return [place for place in places if place in g.board]


def objections(g: VictoryAwaits, s: State, hex: str) -> Iterator[Reason]:
    """Why no fortress level may be built in a hex (14.0, 14.1, 11.3)."""
    if hex not in g.board:
        yield Reason.of("14.1", "ava.move.off-map", hex=hex)
        return
    limits = g.setup.limits

    def no(rule: str, key: str, *units: str, **params: object) -> Reason:
        return Reason.of(rule, f"ava.build.{key}", hexes=(hex,), units=units, hex=hex, **params)

    if s.turn < limits.fortresses:
        yield no("14.0", "early", turn=limits.fortresses)
    if hex not in g.cities:
        yield no("14.1", "no-city")
    if s.control.get(hex) == AXIS or any(g.units[u].side == AXIS for u in s.position.at(hex)):
        yield no("14.1", "not-held")
    if not lines_of(g, s, SOVIET).reaches(hex):
        yield no("11.3", "no-line")
    near = [
        unit
        for there in g.board.neighbours(hex)
        for unit in s.position.at(there)
        if g.units[unit].side == AXIS
    ]
    if near:
        names = tuple(g.units[unit].name for unit in near)
        yield no("14.1", "enemy-near", *near, enemies=names)
    marker = marker_in(g, s, hex)
    if marker is not None and marker not in s.reduced:
        yield no("14.1", "highest", marker)
    if marker is None:
        if len(fortified_hexes(g, s)) >= limits.fortress_hexes:
            yield no("14.0", "too-many", limit=limits.fortress_hexes)
        if spare_marker(g, s, hex) is None:
            yield no("14.3", "no-marker")


@dataclass(frozen=True)
class Building(Phase):
    """At a supply check the Soviets may build fortress levels (11.3, 14.1)."""

    built: int = 0

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The Soviets build a level, or no more of them."""
        left = g.setup.limits.fortress_levels - self.built
        if left <= 0 or all(any(objections(g, s, hex)) for hex in s.control):
            return None
        return Decision.of(SOVIET, "ava.build", "14.1", left=left)

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Build a level; end."""
        return BUILD, END


class Build(Deed["VictoryAwaits", State, Building]):
    """A fortress level in a city (14.1)."""

    kind, rule = "build", "14.1"

    def slots(self) -> Slots[VictoryAwaits, State, Building]:
        """A town or city."""
        return {"hex": lambda g, s, p, given: s.control}

    def reasons(self, g: VictoryAwaits, s: State, p: Building, action: Action) -> Reasons:
        """Section 14.1, every clause."""
        return objections(g, s, text(action, "hex"))

    def apply(
        self, g: VictoryAwaits, s: State, p: Building, action: Action, course: Course
    ) -> State:
        """A marker on its +1 side, or flipped to +2 (14.1 steps 4 and 5)."""
        hex = action["hex"]
        marker = marker_in(g, s, hex)
        if marker is None:
            marker = spare_marker(g, s, hex)
            assert marker is not None, "a legal build has a marker"
            s = replace(put(g, s, marker, hex), reduced=s.reduced | {marker})
        else:
            s = replace(s, reduced=s.reduced - {marker})
        level = g.face(s, marker).defence
        place = name_of(g.board, hex)
        course.tell(
            "14.1", "ava.build.done", hexes=(hex,), units=(marker,), place=place, level=level
        )
        return s.instead(Building(p.built + 1))


BUILD = Build()
