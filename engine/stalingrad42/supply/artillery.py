"""Chapter 18: artillery support, whom it reaches and what keeps it from firing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.deeds import Reasons
from engine.stalingrad42.board.places import BOXES
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import GUNS, NATIONAL, Setting
from engine.zocbond.board.state import DISRUPTED, FIRED, REPLACED, ROUTED, TRAIN, State
from engine.zocbond.board.zones import held, net
from engine.zocbond.supply.lines import off_road


def guns_of(g: Setting, s: State, side: str) -> list[str]:
    """Guns and supply points on the map or in an own area (18.2.1, 18.3.3)."""
    return [
        gun
        for gun, piece in g.units.items()
        if piece.side == side
        and piece.kind in (*GUNS, "supply-point")
        and (s.place(gun) in g.board or g.own_area(s, side, s.place(gun)))
    ]


def gun_trouble(g: Setting, s: State, gun: str, units: Sequence[str]) -> Reasons:
    """Ready, in good order, and with a path in range to a unit in the battle (18.2, 18.4); not in
    the box of a reserve army (34.6.3)."""
    piece = g.units[gun]
    no = partial(g.against, gun)
    if s.place(gun) in BOXES:
        yield no("34.6.3", "s42.mask.gun")
    elif piece.kind == "supply-point":
        heads = [u for u in s.position.at(s.place(gun)) if g.units[u].kind in GUNS]
        ways = [list(range_trouble(g, s, u, units)) for u in heads if s.good(u)]
        if not ways or s.has(gun, TRAIN) or gun in records(s).mobile:
            yield no("18.6.5", "s42.guns.supply")
        else:
            yield from min(ways, key=len)
    elif piece.kind not in GUNS:
        yield no("18.2.1", "zb.guns.not-artillery")
    else:
        if s.has(gun, FIRED):
            yield no("18.2.1", "zb.guns.fired")
        yield from range_trouble(g, s, gun, units)


def range_trouble(g: Setting, s: State, gun: str, units: Sequence[str]) -> Reasons:
    """The part of it that ready supply does not mend: nation, state, range (18.6.5)."""
    piece = g.units[gun]
    no = partial(g.against, gun)
    if piece.nation in NATIONAL and all(g.units[u].nation != piece.nation for u in units):
        yield no("18.3.3", "s42.guns.nation")
    if s.has(gun, DISRUPTED, ROUTED, TRAIN, REPLACED):
        yield no("18.2.3", "zb.guns.state")
    if not in_reach(g, s, gun, units):
        yield g.against(gun, "18.4", "zb.guns.range", distance=0, range=piece.range)


def in_reach(g: Setting, s: State, gun: str, units: Sequence[str]) -> bool:
    """Whether one of some units is in range of a gun, a headquarters or a leader (18.4)."""
    reached = gun_reach(g, s, gun)
    return any(s.place(unit) in reached for unit in units)


def gun_reach(g: Setting, s: State, gun: str) -> dict[str, int]:
    """Every hex in range, past no bonds, not two ZOCs in a row, through no enemy (18.4); and
    the areas in range, from where units attack too (18.3.3, 22.7). Each with its distance."""
    piece, seat, far = g.units[gun], s.place(gun), g.units[gun].range
    found: dict[str, int] = {}
    if seat in g.board:
        found = ranges(g, s, piece.side, seat, far)
    elif seat in g.board.areas:
        found[seat] = 0
        closed = held(g, s, g.other[piece.side])
        for gate in g.board.areas[seat].touches:
            if gate not in closed and not g.entry_bonded(s, piece.side, gate):
                found.update(ranges(g, s, piece.side, gate, far - 1))
    else:
        return found
    found.update(into_contested(g, s, piece.side, found, far))
    for area in g.board.areas.values():
        close = [hex for hex in area.touches if found.get(hex, far) < far]
        if close and g.own_area(s, piece.side, area.id):
            found.setdefault(area.id, found[close[0]])
    return found


def ranges(g: Setting, s: State, side: str, seat: str, far: int) -> dict[str, int]:
    """The hexes in range of a hex, with their distance (18.4)."""
    rings = off_road(g, s, side, seat, far, True)
    return {hex: length for length, ring in enumerate(rings) for hex in ring}


def into_contested(
    g: Setting, s: State, side: str, ways: dict[str, int], far: int
) -> Iterator[tuple[str, int]]:
    """A path ends with one's own units in a contested city, it does not lead through (18.4)."""
    bonded = net(g, s, g.other[side])
    for hex in records(s).contested:
        if hex in ways or not g.contested(s, hex):
            continue
        near = (
            ways[here]
            for here in g.board.neighbours(hex)
            if here in ways
            and not g.line_barred(s, here, hex)
            and not bonded.bars(g.board, here, hex)
        )
        length = min(near, default=far)
        if length < far:
            yield hex, length + 1
