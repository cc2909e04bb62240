"""Chapter 24: what counts besides the victory hexes: Baku, deductions, Elbrus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import Course
from engine.verdict import Line
from engine.zocbond.supply import off_road, road_net

GERMAN, SOVIET = "german", "soviet"
BAKU, DIVISIONS = 3, 10
"""Points for Baku, and five divisions counted in halves (24.1.2)."""
SMALL = ("garrison", "battalion", "regiment", "brigade", "II", "III", "X")
"""Sizes below a division, in words or as printed."""
FRONT = "XYZ"


def supplied_hex(g: Any, s: Any, side: str, hex: str) -> bool:
    """Whether a supply line runs to a hex (24.1.1)."""
    roads = road_net(g, s, side, g.sources(s, side))
    return any(h in roads for h in off_road(g, s, side, hex, g.line_limit(s)))


def of_germany(piece: Any) -> bool:
    """Whether a unit is Germany's own, and not of her allies (20.5)."""
    return bool(piece.side == GERMAN and piece.nation in ("", GERMAN))


def halves(g: Any, s: Any, unit: str) -> int:
    """What a unit counts towards Baku, in half divisions (24.1.2)."""
    piece, lost = g.units[unit], s.lost.get(unit, 0)
    if piece.side != GERMAN or not piece.combat or piece.free or piece.size in SMALL:
        return 0
    ally = not of_germany(piece)
    if unit in s.tracks.get("remnants", ()) or (lost and ally):
        return 0
    return 1 if ally or lost else 2


def area_g(g: Any) -> str | None:
    """The area on the way to Baku."""
    return next((a for a in g.board.areas if a.rpartition("-")[2] == "G"), None)


def enough(g: Any, s: Any, units: Any) -> bool:
    """Five divisions, one of them of tanks (24.1.2)."""
    panzers = any(g.units[u].kind == "tank" and halves(g, s, u) for u in units)
    return panzers and sum(halves(g, s, u) for u in units) >= DIVISIONS


def road_to_g(g: Any, s: Any) -> bool:
    """Whether a road line runs from area G to a German source (24.1.2)."""
    area = area_g(g)
    if area is None:
        return False
    roads = road_net(g, s, GERMAN, g.sources(s, GERMAN))
    return any(gate in roads for gate in g.board.areas[area].touches)


def note_exits(g: Any, s: Any, course: Course) -> Any:
    """Five divisions that left in one movement phase win Baku (24.1.2)."""
    area = area_g(g)
    gone = [u for u in s.tracks.get("exited", ()) if area is not None and s.place(u) == area]
    if gone and enough(g, s, gone) and not s.tracks.get("baku"):
        course.tell("24.1.2", "s42.points.baku-won", units=tuple(gone))
        s = s.track(baku=True)
    return s


def keep_baku(g: Any, s: Any) -> Any:
    """Who does not keep five divisions there has to send five again (24.1.2)."""
    area = area_g(g)
    if area is None or not s.tracks.get("baku") or enough(g, s, s.position.at(area)):
        return s
    return s.track(baku=False)


def baku_lines(g: Any, s: Any) -> Iterator[Line]:
    """3 points, kept while five divisions stay there with a road behind them (24.1.2)."""
    area = area_g(g)
    if area is None or not s.tracks.get("baku"):
        return
    if enough(g, s, s.position.at(area)) and road_to_g(g, s):
        yield Line.of("24.1.2", "s42.points.baku", BAKU)


def deductions(g: Any, s: Any) -> Iterator[Line]:
    """Soviet units of any kind beside X, Y or Z, and in cities west of the start line (24.1.4)."""
    ours = {
        place
        for place in s.position.places()
        if place in g.board and any(g.units[u].side == SOVIET for u in s.position.at(place))
    }
    for area in g.board.areas.values():
        front = area.id.startswith(GERMAN) and area.id.rpartition("-")[2] in FRONT
        if front and any(hex in ours for hex in area.touches):
            yield Line.of("24.1.4", "s42.points.area", -3, area=area.name)
    for hex in sorted(g.board.tagged("west") & ours):
        worth = {"large-city": -3, "small-city": -1}.get(g.board.terrain(hex))
        if worth:
            yield Line.of("24.1.4", "s42.points.city", worth, hex=hex)


def elbrus(g: Any, s: Any) -> Iterator[Line]:
    """A point for the mountain, for automatic victory only and not in the last turn (24.3)."""
    if s.tracks.get("elbrus") and s.turn < g.last_turn:
        yield Line.of("24.3", "s42.points.elbrus", 1)


def climb(g: Any, s: Any, units: Any, path: Any, course: Course) -> Any:
    """German mountain troops on Mount Elbrus (24.3)."""
    top = g.board.tagged("elbrus")
    if s.tracks.get("elbrus") or not top or path[-1] not in top:
        return s
    if any(g.units[u].kind == "mountain" and g.units[u].side == GERMAN for u in units):
        course.tell("24.3", "s42.points.climbed", units=tuple(units))
        return s.track(elbrus=True)
    return s
