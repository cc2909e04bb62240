"""Chapter 27, optional: disengagement and losses of surrounded units."""

from __future__ import annotations

from engine.holland44.setting import ALLIED, Setting
from engine.verdict import Line, Tally
from engine.zocbond.board.state import State
from engine.zocbond.supply.lines import within


def disengage_tally(g: Setting, s: State, unit: str) -> Tally:
    """Elite and armoured units find it easier (27.1.2)."""
    piece = g.units[unit]
    lines = []
    morale = {"elite": 1, "low": -1}.get(piece.morale, 0)
    if morale:
        lines.append(Line.of("27.1.2", "zb.disengage.morale", morale, unit=piece.name))
    if piece.tank:
        lines.append(Line.of("27.1.2", "zb.disengage.armour", 1, unit=piece.name))
    return Tally.adding("zb.disengage.total", lines)


def surround_tally(g: Setting, s: State, unit: str) -> Tally:
    """Elite or Allied +1, low quality -1, a line to a city hex +2 (27.2.3)."""
    piece = g.units[unit]
    lines = []
    if piece.morale == "elite" or piece.side == ALLIED:
        lines.append(Line.of("27.2.3", "h44.surround.tough", 1, unit=piece.name))
    if piece.morale == "low":
        lines.append(Line.of("27.2.3", "h44.surround.low", -1, unit=piece.name))
    seat = s.place(unit)
    ways = within(g, s, piece.side, seat, None)
    if any(g.board.terrain(hex) == "city" for hex in ways):
        lines.append(Line.of("27.2.3", "h44.surround.city", 2))
    return Tally.adding("h44.surround.total", lines)


def surround_losses(g: Setting, s: State, unit: str) -> list[int]:
    """The faces of the die that cost a surrounded unit a step (27.2.2)."""
    more = int(surround_tally(g, s, unit).total)
    chart = g.charts["surround"]
    return [
        die for die in range(1, 7) if int(chart.value(str(max(1, min(6, die + more))), "steps"))
    ]
