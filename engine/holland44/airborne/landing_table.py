"""Chapter 22: where airborne units land, and the landing table."""

from __future__ import annotations

from engine.holland44.records import records
from engine.holland44.setting import ALLIED, GERMAN, Setting
from engine.verdict import Line, Tally
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import combat_units, held


def nature(g: Setting, s: State, hex: str) -> str:
    """Contested, enemy or free, by who stood near when the phase began (22.3.2)."""
    seat = g.board.set([hex])
    near = seat.around()
    if not near & held(g, s, GERMAN):
        return "free"
    landed = records(s).landed
    friends = any(
        unit not in landed
        for spot in (near | seat) & held(g, s, ALLIED)
        for unit in combat_units(g, s, ALLIED, spot)
    )
    return "contested" if friends else "enemy"


def landing_tally(g: Setting, s: State, unit: str, hex: str) -> Tally:
    """What is added to the landing roll; nothing in turn 1 (22.3.2)."""
    chart = g.charts["landing-modifiers"]
    lines: list[Line] = []
    if s.turn > 1:
        terrain = g.board.terrain(hex)
        if terrain in ("polder", "polder-woods"):
            lines.append(_line("polder", int(chart.value("polder", "value"))))
        kind = nature(g, s, hex)
        if kind != "free":
            lines.append(_line(kind, int(chart.value(kind, "value"))))
        if terrain == "woods" or g.ground.town(hex):
            lines.append(_line("cover", int(chart.value("cover", "value"))))
    return Tally.adding("h44.landing.total", lines)


def _line(name: str, value: int) -> Line:
    return Line.of("22.3.2", f"h44.landing.{name}", value)


def landing_result(g: Setting, total: int) -> str:
    """-, S, S1 or S2 (22.3)."""
    return str(g.charts["landing"].value(str(max(1, min(8, total))), "result"))
