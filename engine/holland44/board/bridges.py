"""Chapter 5: mined and intact bridges, demolition, repair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from engine.action import Action
from engine.arguments import text
from engine.board import Board
from engine.deeds import Deed
from engine.game import Course
from engine.hexes import opposite
from engine.holland44.records import records
from engine.holland44.setting import ALLIED, GERMAN, Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import bridge_id
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import combat_units, eased, held, net

P = TypeVar("P", contravariant=True)
WATERS = ("large-river", "canal")


class AtBridge(Deed[Setting, State, P]):
    """What is done to a bridge."""

    def hexes(self, g: Setting, s: State, p: P, action: Action) -> tuple[str, ...]:
        """Its two ends."""
        return tuple(text(action, "bridge").split("-"))


def first_bridges(board: Board) -> tuple[str, ...]:
    """Every bridge that can be blown: roads and rails over large rivers and canals (5.2, 5.3.1)."""
    found = set()
    for slot, links in enumerate(board.link_at):
        there = board.neighbour_at[slot]
        if links and there >= 0 and any(kind in board.side_at[slot] for kind in WATERS):
            found.add(bridge_id(board.hexes[slot // 6], board.hexes[there]))
            assert opposite(slot % 6) != slot % 6, "a side has two faces"
    return tuple(sorted(found))


def within_one(g: Setting, s: State, side: str, bridge: str) -> list[str]:
    """Hexes with combat units of a side at a bridge or one hex from it (5.5)."""
    ends = bridge.split("-")
    return [
        hex
        for hex in sorted(held(g, s, side))
        if min(g.board.distance(hex, end) for end in ends) <= 1
    ]


def both_tagged(g: Setting, bridge: str, tag: str) -> bool:
    """Whether both hexes of a bridge bear a tag of the board."""
    return all(end in g.board.tagged(tag) for end in bridge.split("-"))


def unready(g: Setting, s: State, bridge: str) -> Iterator[Reason]:
    """No bridge, a blown one, or one that bears the intact marker (5.2, 5.3.1)."""
    ends = tuple(bridge.split("-"))
    if bridge not in records(s).bridges:
        yield Reason.of("5.2", "h44.blow.no-bridge", bridge=bridge)
        return
    if bridge in s.records.blown:
        yield Reason.of("5.2", "h44.blow.blown", hexes=ends, bridge=bridge)
    if bridge in records(s).intact:
        yield Reason.of("5.3.1", "h44.blow.intact", hexes=ends, bridge=bridge)


def never(g: Setting, s: State, bridge: str) -> Iterator[Reason]:
    """Some bridges cannot be blown, one of them not in the first Allied turn (5.7)."""
    ends = tuple(bridge.split("-"))
    if both_tagged(g, bridge, "unblowable"):
        yield Reason.of("5.7", "h44.blow.never", hexes=ends, bridge=bridge)
    if s.turn == 1 and both_tagged(g, bridge, "not-in-turn-1"):
        yield Reason.of("5.7", "h44.blow.first-turn", hexes=ends, bridge=bridge)


def mined(g: Setting, s: State, bridge: str) -> bool:
    """Whether the German may try a bridge at all (5.3.1, 5.7)."""
    if bridge not in records(s).bridges:
        return False
    return not any(unready(g, s, bridge)) and not any(never(g, s, bridge))


def commands(g: Setting, s: State, side: str, bridge: str) -> bool:
    """Control of a bridge: a unit at one end, the other free of enemies and their ZOC (5.3.2)."""
    ends = bridge.split("-")
    mine, foes = held(g, s, side), held(g, s, g.other[side])
    watched = eased(g, s, side)
    return any(
        end in mine and far not in foes and far not in watched
        for end, far in (ends, reversed(ends))
    )


def mine_again(g: Setting, s: State, course: Course) -> State:
    """Intact markers go where the German controls the bridge (5.3.2)."""
    gone = tuple(b for b in records(s).intact if commands(g, s, GERMAN, b))
    for bridge in gone:
        course.tell("5.3.2", "h44.mined", hexes=tuple(bridge.split("-")), bridge=bridge)
    intact = tuple(b for b in records(s).intact if b not in gone)
    return s.keep(replace(records(s), intact=intact, mined_now=gone))


def _safe(s: State, more: tuple[str, ...]) -> State:
    """Bridges that bear the intact marker from now on (5.3.1)."""
    return s.keep(replace(records(s), intact=(*records(s).intact, *more)))


def seize(g: Setting, s: State, course: Course) -> State:
    """The bridge that may not be blown in turn 1 is intact once the Allies take it then (5.7)."""
    taken = tuple(
        bridge
        for bridge in records(s).bridges
        if both_tagged(g, bridge, "not-in-turn-1")
        and not any(unready(g, s, bridge))
        and commands(g, s, ALLIED, bridge)
    )
    for bridge in taken:
        course.tell("5.7", "h44.seized", hexes=tuple(bridge.split("-")), bridge=bridge)
    return _safe(s, taken) if taken else s


def blow_reasons(g: Setting, s: State, bridge: str) -> Iterator[Reason]:
    """What forbids a try in the German bridge phase (5.2 to 5.5, 5.7)."""
    ends = tuple(bridge.split("-"))

    def no(rule: str, key: str) -> Reason:
        return Reason.of(rule, key, hexes=ends, bridge=bridge)

    yield from unready(g, s, bridge)
    if bridge not in records(s).bridges:
        return
    if both_tagged(g, bridge, "unblowable"):
        yield no("5.7", "h44.blow.never")
    if bridge in records(s).mined_now:
        yield no("5.3.3", "h44.blow.just-mined")
    if not within_one(g, s, ALLIED, bridge):
        yield no("5.5", "h44.blow.no-ally")
    near = within_one(g, s, GERMAN, bridge)
    good = [h for h in near if any(s.good(u) for u in combat_units(g, s, GERMAN, h))]
    if not good:
        yield no("5.5", "h44.blow.no-german")
    elif not any(_path(g, s, hex, ends) for hex in good):
        yield no("5.5", "h44.blow.no-path")


def _path(g: Setting, s: State, hex: str, ends: tuple[str, ...]) -> bool:
    """From a German unit to the bridge, free of enemy units and bonds (5.5)."""
    if hex in ends:
        return True
    foes, bonded = held(g, s, ALLIED), net(g, s, ALLIED)
    return any(
        g.board.adjacent(hex, end)
        and end not in foes
        and not bonded.stops(g.board.cell(hex), g.board.cell(end))
        for end in ends
    )


def blow(g: Setting, s: State, bridge: str, course: Course) -> State:
    """The roll: blown, or safe from now on (5.6, 5.4)."""
    die = course.chance.roll("demolition")
    row = g.charts["demolition"].rows["bridge"]
    total = die + (int(row["first-turn"]) if s.turn == 1 else 0)
    ends = tuple(bridge.split("-"))
    if total >= int(row["blows-from"]):
        course.tell("5.6", "h44.blow.done", hexes=ends, die=die, bridge=bridge)
        return s.keep(replace(s.records, blown=(*s.records.blown, bridge)))
    course.tell("5.6", "h44.blow.failed", hexes=ends, die=die, bridge=bridge)
    return _safe(s, (bridge,))


class BridgeChapter(Chapter[Setting]):
    """Bridges that are taken."""

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """A bridge taken in turn 1 is safe (5.7)."""
        return seize(g, s, course) if s.turn == 1 and side == ALLIED else s
