"""Chapter 26: victory points and who wins."""

from __future__ import annotations

from fractions import Fraction

from engine.holland44.setting import ALLIED, Setting
from engine.verdict import Line, Tally
from engine.zocbond.battle.losses import destroyed
from engine.zocbond.board.state import State


def allied_points(g: Setting, s: State) -> Tally:
    """A point a city hex, named place and supplied unit over the Lower Rhine (26.5.1)."""
    lines: list[Line] = []
    for hex in g.board.hexes:
        city = g.board.terrain(hex) == "city" or hex in g.board.tagged("victory")
        if city and s.control.get(hex) == ALLIED:
            place = g.board.place_in.get(hex)
            name = place.name if place else hex
            lines.append(Line.of("26.5.1", "h44.points.city", 1, hex=hex, name=name))
    for unit, piece in g.units.items():
        if piece.side != ALLIED or piece.airborne or piece.size == "detachment":
            continue
        if s.place(unit) in g.exits and g.in_supply(s, unit):
            lines.append(Line.of("26.5.1", "h44.points.north", 1, unit=piece.name))
    return Tally.adding("h44.points.allied", lines)


def german_points(g: Setting, s: State) -> Tally:
    """A point for each three-step Allied unit destroyed, half for others (26.5.2)."""
    lines: list[Line] = []
    for unit in s.position.at(destroyed(ALLIED)):
        piece = g.units[unit]
        if piece.size == "detachment" or piece.kind == "airborne-supply":
            continue
        value = 1 if piece.steps >= 3 else Fraction(1, 2)
        lines.append(Line.of("26.5.2", "h44.points.destroyed", value, unit=piece.name))
    return Tally.adding("h44.points.german", lines)


WAAL_STEPS = 4
"""Steps north of the Waal that win the short scenario (S1.3)."""


def beyond_waal(g: Setting, s: State) -> Tally:
    """Steps of ground units north of the Waal (S1.3)."""
    lines = [
        Line.of("S1.3", "h44.points.waal", g.left(s, unit), unit=piece.name)
        for unit, piece in g.units.items()
        if piece.side == ALLIED and not piece.airborne and s.place(unit) in g.waal
    ]
    return Tally.adding("h44.points.beyond", lines)


def automatic(g: Setting, s: State) -> str | None:
    """An automatic victory in the victory phase (26.2 from turn 2 on, 26.3)."""
    ours = int(allied_points(g, s).total)
    over = any(
        s.place(unit) in g.exits
        for unit, piece in g.units.items()
        if piece.side == ALLIED and not piece.airborne
    )
    if ours >= 10 and over:
        return ALLIED
    north = any(s.place(unit) in g.exits for unit, piece in g.units.items() if piece.side == ALLIED)
    landed = s.turn > 1 and bool(g.exits)
    if german_points(g, s).total >= 12 or (landed and not north):
        return "german"
    return None
