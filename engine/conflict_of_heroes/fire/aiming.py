"""Chapters 6, 7 and 12: who may fire where. Shots, shells and smoke ask the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.conflict_of_heroes.actions.payment import CARD, OPPORTUNITY
from engine.conflict_of_heroes.counters.markers import hit_rule, lost
from engine.conflict_of_heroes.counters.state import State, hostile
from engine.conflict_of_heroes.counters.unit import GUN, PLANE
from engine.conflict_of_heroes.fire.values import reach_of
from engine.conflict_of_heroes.ground.sight import behind_walls, hidden_by, in_arc
from engine.deeds import Reasons
from engine.verdict import Line, Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

SPOTTING = 2
"""A mortar's spotter stands so near (12.0)."""


def may_fire(g: Firefight, s: State, side: str, unit: str, hex: str) -> Reasons:
    """Passengers, the panicked and units in close combat do not fire (7.4, 7.63, 17.0)."""
    seat = s.position.place(unit)
    if s.of(unit).carrier:
        yield g.no(unit, "17.0 passenger", "coh.fire.carried", hexes=(seat,))
    if lost(g, s, unit) == "fire":
        rule, hit = hit_rule(g, s, unit), s.of(unit).hit
        yield g.no(unit, rule, "coh.fire.lost", hexes=(seat,), hit=hit)
    if seat != hex and g.foes_in(s, side, seat):
        yield g.no(unit, "7.63 limits", "coh.fire.close-only", hexes=(seat,))


def sight_reasons(
    g: Firefight, s: State, side: str, unit: str, spotter: str, hex: str, up: bool = False
) -> Reasons:
    """The shooter sees the hex, or a spotter does (6.0, 12.0 spotter).

    A plane over the hex is seen by whom it sees itself (6.0, 20.3).
    """
    if spotter:
        yield from spotter_reasons(g, s, side, unit, spotter, hex)
        return
    seat = s.position.place(unit)
    blockers = g.ground.blind_from_air(hex, seat) if up else hidden_by(g, s, seat, hex)
    if blockers:
        yield g.no(unit, "6.0", "coh.fire.blocked", hexes=blockers, hex=hex, blockers=blockers)


def place_reasons(g: Firefight, s: State, unit: str, hex: str) -> Reasons:
    """Range and arc (6.1, 7.6, 12.0, 15.5)."""
    piece, seat = g.units[unit], s.position.place(unit)
    away, reach = g.board.distance(seat, hex), reach_of(g, s, unit)
    params = {"unit": piece.title, "away": away, "range": reach}
    if away > 2 * reach:
        yield Reason.of("7.61", "coh.fire.range", units=(unit,), hexes=(hex,), **params)
    least = piece.minimum
    if away < least:
        yield Reason.of(
            "12.0", "coh.fire.minimum", units=(unit,), hexes=(hex,), least=least, **params
        )
    blind = not in_arc(g.board, seat, s.of(unit).facing, hex)
    # a hidden unit faces no way until it is found (10.0)
    if blind and not piece.has("turret") and not s.of(unit).hidden:
        yield Reason.of("6.1", "coh.fire.arc", units=(unit,), hexes=(seat, hex), **params)
    yield from wall_reasons(g, s, unit, hex)


def swing_lines(g: Firefight, s: State, unit: str, hex: str, pay: str) -> Iterator[Line]:
    """What a turret pays to fire out of its arc, shells or smoke (15.5).

    An opportunity action or a card swings it for nothing.
    """
    seat = s.position.place(unit)
    if pay in (OPPORTUNITY, CARD) or not g.units[unit].has("turret"):
        return
    away = hex in g.board and hex != seat and not s.of(unit).hidden
    if away and not in_arc(g.board, seat, s.of(unit).facing, hex):
        yield Line.of("15.5", "coh.line.turret", 1)


def gully_reasons(g: Firefight, s: State, unit: str, hex: str) -> Reasons:
    """Vehicles and guns fire, and throw, nothing down into a gully (11.5 sight)."""
    piece, seat = g.units[unit], s.position.place(unit)
    heavy = piece.vehicle or piece.kind == GUN
    if heavy and g.ground.gully(hex) and not g.ground.gully(seat):
        hexes = (seat, hex)
        yield g.no(unit, "11.5 sight", "coh.fire.into-gully", hexes=hexes)


def wall_reasons(g: Firefight, s: State, unit: str, hex: str) -> Reasons:
    """Out of a bunker one sees and fires into its arc only (18.2 bunker)."""
    seat = s.position.place(unit)
    if seat != hex and behind_walls(g, s, unit, hex):
        hexes = (seat, hex)
        yield g.no(unit, "18.2 bunker", "coh.fire.bunker", hexes=hexes)


def spotter_reasons(
    g: Firefight, s: State, side: str, unit: str, spotter: str, hex: str
) -> Reasons:
    """Firing over a friend's eyes (12.0 spotter)."""
    piece = g.units[unit]
    if not piece.indirect:
        yield g.no(unit, "12.0", "coh.fire.no-indirect")
    if spotter not in g.units or hostile(g.units[spotter].side, side):
        yield Reason.of("12.0 spotter", "coh.fire.no-spotter", spotter=spotter)
        return
    near, seat = s.position.place(spotter), s.position.place(unit)
    name = g.units[spotter].title
    if near not in g.board:
        yield Reason.of("12.0 spotter", "coh.fire.no-spotter", spotter=name)
        return
    if g.board.distance(near, seat) > SPOTTING:
        yield Reason.of(
            "12.0 spotter",
            "coh.fire.spotter-far",
            units=(spotter,),
            hexes=(near, seat),
            spotter=name,
            limit=SPOTTING,
        )
    yield from wall_reasons(g, s, spotter, hex)
    flies = g.units[spotter].kind == PLANE
    blockers = g.ground.blind_from_air(near, hex) if flies else hidden_by(g, s, near, hex)
    if blockers or (not flies and g.foes_in(s, side, near)):
        yield Reason.of(
            "12.0 spotter",
            "coh.fire.spotter-blind",
            units=(spotter,),
            hexes=blockers,
            spotter=name,
            hex=hex,
        )
