"""Bonds, zones of control and supply lines of the '4x games laid over the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.verdict import Reason
from tutor.art.views import Overlay

if TYPE_CHECKING:
    from tutor.games.zocbond.hands import ZocBondHands

BOND_KEYS = ("zb.move.into-bond", "zb.move.over-bond", "zb.retreat.bond", "zb.advance.bond")
"""Reasons that a bond stands behind."""
BREAKS = ("enemy", "terrain", "city", "river")
"""Why a bond does not stand, where it is worth a mark."""


def overlay(hands: ZocBondHands, key: str, unit: str | None) -> Iterator[Overlay]:
    """Bonds and lines of supply, of both sides."""
    for party in hands.game.scenario.sides:
        if key == "bonds":
            yield from bonds(hands, party.id)
        elif key == "supply" and (unit is None or hands.owner(unit) == party.id):
            yield from supply(hands, party.id, unit)


# -- bonds ---------------------------------------------------------------------------------------


def bonds(hands: ZocBondHands, side: str) -> Iterator[Overlay]:
    """The bonds of a side: those that stand as chains, those that are broken as dotted lines."""
    palette = hands.game.scenario.side(side).palette
    found = hands.game.query("bonds", side=side)
    position = hands.game.state.position
    filled = {place for place in position.places() if _holds(hands, side, place)}
    # A friend in between closes the way himself: what is drawn then is only his hex.
    standing = [b for b in found if b.broken is None and not filled & set(b.between)]
    if standing:
        yield drawn(hands, standing, palette)
    for bond in found:
        if bond.broken in BREAKS and not filled & set(bond.between):
            yield Overlay("bond-broken", path=tuple(bond.ends), palette=palette)


def _holds(hands: ZocBondHands, side: str, place: str) -> bool:
    """Whether a side has a unit in a hex."""
    return any(hands.owner(unit) == side for unit in hands.game.state.position.at(place))


def drawn(hands: ZocBondHands, standing: Sequence[Any], palette: str) -> Overlay:
    """Standing bonds as one overlay: hexes between, hexsides between."""
    board = hands.game.scenario.board
    hexes = dict.fromkeys(h for bond in standing if bond.kind == "hex" for h in bond.between)
    pairs = [bond.between for bond in standing if bond.kind != "hex" and len(bond.between) == 2]
    sides = [(a, way) for a, b in pairs if (way := board.direction(a, b)) is not None]
    return Overlay("bond", tuple(hexes), sides=tuple(dict.fromkeys(sides)), palette=palette)


def causes(hands: ZocBondHands, reasons: Iterable[Reason]) -> Iterator[Overlay]:
    """The bonds that a refusal speaks of, with the units that form them."""
    for reason in reasons:
        if reason.key not in BOND_KEYS or not reason.units:
            continue
        mine = hands.owner(reason.units[0])
        for party in (side for side in hands.game.scenario.sides if side.id != mine):
            theirs = hands.game.query("bonds", side=party.id)
            met = [b for b in theirs if b.broken is None and _meets(b, reason.hexes)]
            if met:
                board = hands.game.scenario.board
                ends = dict.fromkeys(end for bond in met for end in bond.ends if end in board)
                yield drawn(hands, met, party.palette)
                yield Overlay("selected", tuple(ends))


def _meets(bond: Any, hexes: tuple[str, ...]) -> bool:
    """Whether a refused step goes into a bond or over it."""
    if bond.kind == "hex":
        return bool(bond.between[0] == hexes[-1])
    return set(bond.between) == set(hexes[-2:])


# -- supply --------------------------------------------------------------------------------------


def supply(hands: ZocBondHands, side: str, unit: str | None) -> Iterator[Overlay]:
    """The lines of a side's units, or of one: dashes off the road, a full line along it."""
    game, board = hands.game, hands.game.scenario.board
    palette = game.scenario.side(side).palette
    units = [unit] if unit else [u for u in game.state.position.units() if hands.owner(u) == side]
    roads: set[str] = set()
    seen: set[str] = set()
    for each in units:
        place = game.state.position.place(each)
        if place not in board or place in seen:
            continue
        seen.add(place)
        line = game.query("supply", unit=each)
        if not line.traced:
            yield Overlay("denied", (place,))
        if len(line.off_road) > 1:
            yield Overlay("trace", path=tuple(line.off_road), palette=palette)
        way = []
        for hex in line.on_road if line.traced else ():
            way.append(hex)
            if hex in roads:
                break
            roads.add(hex)
        if len(way) > 1 or (way and way[-1] == line.source):
            yield Overlay("trace-road", path=tuple(way), palette=palette)
