"""What a board has against itself: a road through a lake, a place at sea, a ferry on dry land.

A map may be drawn so; whoever draws one is told at the hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.board import Board
from engine.format import Format
from engine.verdict import Reason

NOBODY = ("lake", "sea", "prohibited")
"""Ground that nobody enters, in every game that has it."""
NOWHERE: Mapping[str, str] = {}
WATERS = ("minor-river", "major-river", "large-river", "canal", "volga", "vladimirovka")
"""Hexsides that a ferry crosses."""


def faults(board: Board, form: Format, where: Mapping[str, str] = NOWHERE) -> Iterator[Reason]:
    """What of a map of hexes cannot be meant, or of where units stand on it, with its hexes."""
    shut = {hex for hex in board.hexes if board.terrain(hex) in NOBODY}
    for unit, hex in where.items():
        if hex in shut:
            ground = board.terrain(hex)
            rule = form.named("terrain", ground).rule
            yield Reason.of(
                rule, "board.broken.unit", hexes=(hex,), units=(unit,), hex=hex, terrain=ground
            )
    ways: dict[str, str] = {}
    for slot, kinds in enumerate(board.link_at):
        if kinds and board.hexes[slot // 6] in shut:
            ways.setdefault(board.hexes[slot // 6], min(kinds))
    for hex, kind in ways.items():
        ground = board.terrain(hex)
        rule = form.named("terrain", ground).rule
        way = form.named("links", kind).about
        yield Reason.of(rule, "board.broken.way", hexes=(hex,), hex=hex, way=way, terrain=ground)
    for place in board.places:
        if place.hex in shut:
            ground = board.terrain(place.hex)
            rule = form.named("terrain", ground).rule
            yield Reason.of(
                rule, "board.broken.place", hexes=(place.hex,), hex=place.hex, name=place.name,
                terrain=ground,
            )  # fmt: skip
    for slot, kinds in enumerate(board.side_at):
        number, other = slot // 6, board.neighbour_at[slot]
        if "ferry" in kinds and not kinds & set(WATERS) and not 0 <= other < number:
            ends = (board.hexes[number], *((board.hexes[other],) if other >= 0 else ()))
            rule = form.named("sides", "ferry").rule
            yield Reason.of(rule, "board.broken.ferry", hexes=ends, hex=ends[0])
