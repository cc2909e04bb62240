"""Sections 5.8, 5.9 and 23.2: bridges repaired where they were blown."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Course
from engine.hexes import Cell
from engine.holland44.records import records
from engine.holland44.setting import ALLIED, Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.ground import ROADS
from engine.zocbond.board.state import ENGAGED, OUT, State
from engine.zocbond.board.zones import combat_units, eased, held
from engine.zocbond.supply.lines import road_net

FAR = 5


def southness(cell: Cell) -> int:
    """How far south a hex lies; larger is farther."""
    return cell[1] * 2 + cell[0]


def by_unit(g: Setting, s: State, side: str, bridge: str) -> Iterator[Reason]:
    """What keeps a bridge unit from its work (5.8, 23.2)."""
    ends = tuple(bridge.split("-"))

    def no(rule: str, key: str) -> Reason:
        return Reason.of(rule, key, hexes=ends, bridge=bridge)

    if side != ALLIED:
        yield no("5.8", "h44.repair.german")
        return
    if g.board.set(ends) & (eased(g, s, side) | held(g, s, g.other[side])):
        yield no("5.8", "h44.repair.enemy")
    pontoons = [u for end in ends for u in combat_units(g, s, side, end)]
    pontoons = [u for u in pontoons if g.units[u].kind == "bridge"]
    if not any(s.good(u) and not s.has(u, OUT, ENGAGED) for u in pontoons):
        yield no("23.2", "h44.repair.no-unit")


def by_itself(g: Setting, s: State, side: str, bridge: str) -> Iterator[Reason]:
    """What keeps a bridge far behind the front from being repaired (5.9)."""
    ends = tuple(bridge.split("-"))

    def no(key: str) -> Reason:
        return Reason.of("5.9", key, hexes=ends, bridge=bridge)

    foes = held(g, s, g.other[side])
    if any(g.board.distance(foe, end) < FAR for foe in foes for end in ends):
        yield no("h44.repair.near")
    roads = road_net(g, s, side, g.sources(s, side))
    if not any(end in roads for end in ends):
        yield no("h44.repair.no-road")
    if side == ALLIED:
        rows = [
            southness(g.board.cell(s.place(u)))
            for u, piece in g.units.items()
            if piece.kind == "bridge" and s.place(u) in g.board
        ]
        if not rows or max(southness(g.board.cell(end)) for end in ends) <= min(rows):
            yield no("h44.repair.north")


def repair_reasons(g: Setting, s: State, side: str, bridge: str) -> Iterator[Reason]:
    """Everything against work on a bridge in this phase (5.8, 5.9)."""
    ends = tuple(bridge.split("-"))
    if bridge not in s.records.blown:
        yield Reason.of("5.8", "h44.repair.stands", bridge=bridge)
        return
    if mender(s, bridge) == side and records(s).repairing[bridge] == s.turn:
        yield Reason.of("5.8", "h44.repair.today", hexes=ends, bridge=bridge)
    link = g.board.link(*ends)
    if "large-river" in g.board.side(*ends) and not any(kind in link for kind in ROADS):
        yield Reason.of("5.8", "h44.repair.railway", hexes=ends, bridge=bridge)
    hands, alone = list(by_unit(g, s, side, bridge)), list(by_itself(g, s, side, bridge))
    if hands and alone:
        yield from hands
        yield from alone


def mender(s: State, bridge: str) -> str | None:
    """Who works on a bridge; what a scenario begins with is Allied work."""
    if bridge not in records(s).repairing:
        return None
    return str(records(s).menders.get(bridge, ALLIED))


def repair(g: Setting, s: State, side: str, bridge: str, course: Course) -> State:
    """First the marker is turned; in a later phase it is taken off (5.8)."""
    ends = tuple(bridge.split("-"))
    under = dict(records(s).repairing)
    if mender(s, bridge) != side:
        course.tell("5.8", "h44.repair.begun", hexes=ends, bridge=bridge)
        menders = {**records(s).menders, bridge: side}
        return s.keep(replace(records(s), repairing={**under, bridge: s.turn}, menders=menders))
    del under[bridge]
    course.tell("5.8", "h44.repair.done", hexes=ends, bridge=bridge)
    blown = tuple(other for other in s.records.blown if other != bridge)
    intact = records(s).intact
    safe = (*intact, bridge) if side == ALLIED else intact
    return s.keep(replace(records(s), blown=blown, repairing=under, intact=safe))


def abandon(g: Setting, s: State, side: str, course: Course) -> State:
    """Work stops where the enemy of whoever repairs controls both ends (5.8)."""
    under = dict(records(s).repairing)
    foes = held(g, s, g.other[side])
    for bridge in list(under):
        if mender(s, bridge) == side and all(end in foes for end in bridge.split("-")):
            del under[bridge]
            course.tell("5.8", "h44.repair.lost", hexes=tuple(bridge.split("-")), bridge=bridge)
    if under == records(s).repairing:
        return s
    return s.keep(replace(records(s), repairing=under))
