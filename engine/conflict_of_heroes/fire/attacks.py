"""Chapter 7: the one builder of an attack, for what is shown beforehand and for what is rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text, texts, whole
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import PLANE, Unit
from engine.conflict_of_heroes.fire.values import (
    AIR,
    ARTILLERY,
    CLOSE,
    DIRECT,
    INDIRECT,
    THROWN,
    Attack,
)
from engine.conflict_of_heroes.hand.card import WEAPONS, inner
from engine.values import replace

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

CARD_9, OVERRUN = 2, 2
"""Firepower that the card adds to an attack (8.1 firepower), and that overrunning adds (8.3)."""


def attacks(action: Action) -> bool:
    """Whether an action is an attack of a unit: a shot, or a weapon that is thrown (7.0, 8.2)."""
    if "order" in action:
        return attacks(inner(action))
    thrown = text(action, "card") in WEAPONS and not action.get("lay")
    return action.kind == "fire" or (action.kind == "play" and thrown)


def attack_of(g: Firefight, s: State, action: Action) -> Attack:
    """The attack that an action describes, by a unit on the map (7.0).

    A shot or shells (12.0), hand to hand (7.63), what a plane does on its way from where it is
    (20.2), a weapon that a card gives (8.2); also the one that a Command Action pays for.
    """
    if "order" in action:
        return attack_of(g, s, inner(action))
    unit, hex, card = text(action, "unit"), text(action, "hex"), text(action, "card")
    thrown, spotter = card if card in WEAPONS else "", spotter_of(g, s, action)
    row = g.charts["cards"].rows[thrown] if thrown else {}
    piece, seat = g.units[unit], s.position.place(unit)
    mode = _mode(piece, thrown, spotter, close=seat == hex)
    near = hex in g.board and g.board.distance(seat, hex) <= 1
    return Attack(
        piece.side,
        unit,
        hex,
        mode,
        s.position.place(spotter) if spotter else seat,
        texts(action, "support"),
        red=int(row["red"]) if row else None,
        blue=int(row["blue"]) if row else None,
        card=thrown,
        bombs=whole(action, "bombs"),
        # no card is played on a plane (20.0)
        bonus=CARD_9 if piece.side in s.firepower and mode != AIR else 0,
        overrun=OVERRUN if s.of(unit).overrun and near and not thrown else 0,
        aim=text(action, "aim"),
    )


def spotter_of(g: Firefight, s: State, action: Action) -> str:
    """Who spots for an attack: somebody on the map, from whose hex one sees (12.0 spotter)."""
    spotter = text(action, "spotter")
    return spotter if g.here(s, spotter) else ""


def _mode(piece: Unit, card: str, spotter: str, close: bool) -> str:
    if card:
        return THROWN
    if piece.kind == PLANE:
        return AIR
    if spotter:
        return INDIRECT
    if close:
        return CLOSE
    # a mortar that sees its target still drops its shells from above (12.1)
    return INDIRECT if piece.has("mortar") else DIRECT


def shells(g: Firefight, s: State, side: str, card: str, hex: str) -> Attack:
    """The shells of a battery off the board on one hex of its area (12.3)."""
    row = g.charts["cards"].rows[card]
    return Attack(
        side,
        card,
        hex,
        ARTILLERY,
        hex,
        red=int(row["red"]),
        blue=int(row["blue"]),
        card=card,
        bonus=CARD_9 if side in s.firepower else 0,
    )


def used(s: State, attack: Attack) -> State:
    """Cards for one attack are used up by it (8.1 firepower, 8.3 overrun)."""
    s = replace(s, firepower=s.firepower - {attack.side}) if attack.bonus else s
    return s.changed(attack.shooter, overrun=False) if attack.overrun else s
