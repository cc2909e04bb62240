"""Chapter 5 and section 23.2: mined and intact bridges, demolition, repair."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.board import Board
from engine.holland44.setting import ALLIED, GERMAN, Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import ROADS, bridge_id
from engine.zocbond.board.state import ENGAGED, OUT, State
from engine.zocbond.board.zones import combat_units, eased, held, net
from engine.zocbond.supply.lines import road_net

P = TypeVar("P", contravariant=True)
WATERS = ("large-river", "canal")


class AtBridge(Deed[Setting, State, P]):
    """What is done to a bridge."""

    def hexes(self, g: Setting, s: State, p: P, action: Action) -> tuple[str, ...]:
        return tuple(text(action, "bridge").split("-"))


def first_bridges(board: Board) -> tuple[str, ...]:
    """Every bridge that can be blown: roads and rails over large rivers and canals (5.2, 5.3.1)."""
    found = set()
    for slot, links in enumerate(board.link_at):
        there = board.neighbour_at[slot]
        if links and there >= 0 and any(kind in board.side_at[slot] for kind in WATERS):
            found.add(bridge_id(board.hexes[slot // 6], board.hexes[there]))
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


def unready(g: Setting, s: State, bridge: str) -> Reasons:
    """No bridge, a blown one, or one that bears the intact marker (5.2, 5.3.1)."""
    ends = bridge.split("-")
    if bridge not in records(s).bridges:
        yield Reason.of("5.2", "h44.blow.no-bridge", bridge=bridge)
        return
    if bridge in s.records.blown:
        yield Reason.of("5.2", "h44.blow.blown", hexes=ends, bridge=bridge)
    if bridge in records(s).intact:
        yield Reason.of("5.3.1", "h44.blow.intact", hexes=ends, bridge=bridge)


def never(g: Setting, s: State, bridge: str) -> Reasons:
    """Some bridges cannot be blown, one of them not in the first Allied turn (5.7)."""
    ends = bridge.split("-")
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
        course.tell("5.3.2", "h44.mined", hexes=bridge.split("-"), bridge=bridge)
    intact = tuple(b for b in records(s).intact if b not in gone)
    return s.keep(replace(records(s), intact=intact, mined_now=gone))


def _safe(s: State, more: tuple[str, ...]) -> State:
    """Bridges that bear the intact marker from now on (5.3.1)."""
    return s.keep(replace(records(s), intact=(*records(s).intact, *more)))


def blow_reasons(g: Setting, s: State, bridge: str) -> Reasons:
    """What forbids a try in the German bridge phase (5.2 to 5.5, 5.7)."""
    ends = bridge.split("-")
    no = partial(Reason.of, hexes=ends, bridge=bridge)
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


def _path(g: Setting, s: State, hex: str, ends: Names) -> bool:
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
    ends = bridge.split("-")
    if total >= int(row["blows-from"]):
        course.tell("5.6", "h44.blow.done", hexes=ends, die=die, bridge=bridge)
        return s.keep(replace(s.records, blown=(*s.records.blown, bridge)))
    course.tell("5.6", "h44.blow.failed", hexes=ends, die=die, bridge=bridge)
    return _safe(s, (bridge,))


class BridgeChapter(Chapter[Setting]):
    """Bridges that are taken."""

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """The bridge that may not be blown in turn 1 is intact once the Allies take it then
        (5.7)."""
        taken = tuple(
            bridge
            for bridge in (records(s).bridges if s.turn == 1 and side == ALLIED else ())
            if both_tagged(g, bridge, "not-in-turn-1")
            and not any(unready(g, s, bridge))
            and commands(g, s, ALLIED, bridge)
        )
        for bridge in taken:
            course.tell("5.7", "h44.seized", hexes=bridge.split("-"), bridge=bridge)
        return _safe(s, taken) if taken else s


FAR = 5
"""How far the enemy has to be from a bridge that is repaired by itself (5.9)."""


def by_unit(g: Setting, s: State, side: str, bridge: str) -> Reasons:
    """What keeps a bridge unit from its work (5.8, 23.2)."""
    ends = bridge.split("-")
    no = partial(Reason.of, hexes=ends, bridge=bridge)
    if side != ALLIED:
        yield no("5.8", "h44.repair.german")
        return
    if g.board.set(ends) & (eased(g, s, side) | held(g, s, g.other[side])):
        yield no("5.8", "h44.repair.enemy")
    pontoons = [u for end in ends for u in combat_units(g, s, side, end)]
    pontoons = [u for u in pontoons if g.units[u].kind == "bridge"]
    if not any(s.good(u) and not s.has(u, OUT, ENGAGED) for u in pontoons):
        yield no("23.2", "h44.repair.no-unit")


def by_itself(g: Setting, s: State, side: str, bridge: str) -> Reasons:
    """What keeps a bridge far behind the front from being repaired (5.9)."""
    ends = bridge.split("-")
    no = partial(Reason.of, "5.9", hexes=ends, bridge=bridge)
    foes = held(g, s, g.other[side])
    if any(g.board.distance(foe, end) < FAR for foe in foes for end in ends):
        yield no("h44.repair.near")
    roads = road_net(g, s, side, g.sources(s, side))
    if not any(end in roads for end in ends):
        yield no("h44.repair.no-road")
    if side == ALLIED:
        seats = [s.place(u) for u, piece in g.units.items() if piece.kind == "bridge"]
        rows = [g.souths[seat] for seat in seats if seat in g.board]
        if not rows or max(g.souths[end] for end in ends) <= min(rows):
            yield no("h44.repair.north")


def repair_reasons(g: Setting, s: State, side: str, bridge: str) -> Reasons:
    """Everything against work on a bridge in this phase (5.8, 5.9)."""
    ends = bridge.split("-")
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
    ends = bridge.split("-")
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
            course.tell("5.8", "h44.repair.lost", hexes=bridge.split("-"), bridge=bridge)
    if under == records(s).repairing:
        return s
    return s.keep(replace(records(s), repairing=under))


class Blow(AtBridge["Bridges"]):
    """The German tries to blow a bridge (5.3.2)."""

    kind, rule = "blow", "5.3.2"

    def slots(self) -> Slots[Setting, State, Bridges]:
        return {"bridge": lambda g, s, p, given: records(s).bridges if p.side == GERMAN else ()}

    def reasons(self, g: Setting, s: State, p: Bridges, action: Action) -> Reasons:
        bridge = text(action, "bridge")
        yield from blow_reasons(g, s, bridge)
        if p.side != GERMAN:
            yield Reason.of("5.2", "h44.blow.ally", bridge=bridge)
        if bridge in p.tried:
            yield Reason.of("5.3.3", "h44.blow.tried", bridge=bridge)

    def apply(self, g: Setting, s: State, p: Bridges, action: Action, course: Course) -> State:
        s = s.instead(replace(p, tried=p.tried | {action["bridge"]}))
        return blow(g, s, action["bridge"], course)


class Repair(AtBridge["Bridges"]):
    """An engineer works on a blown bridge (5.8)."""

    kind, rule = "repair", "5.8"

    def slots(self) -> Slots[Setting, State, Bridges]:
        return {"bridge": lambda g, s, p, given: s.records.blown}

    def reasons(self, g: Setting, s: State, p: Bridges, action: Action) -> Reasons:
        return repair_reasons(g, s, p.side, text(action, "bridge"))

    def apply(self, g: Setting, s: State, p: Bridges, action: Action, course: Course) -> State:
        return repair(g, s, p.side, action["bridge"], course)


class Bridges(Phase):
    """The bridge phase: the German mines and blows, both repair (5.1, 5.3.2, 5.5, 5.8)."""

    side: str
    tried: frozenset[str] = frozenset()
    begun: bool = False

    can = (Blow(), Repair(), END)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.begun or not self.has_choice(g, s):
            return None
        key, rule = ("bridges", "5.5") if self.side == GERMAN else ("repairs", "5.8")
        return Decision.of(self.side, f"h44.{key}", rule)

    @enforces("5.1")
    def proceed(self, g: Setting, s: State, course: Course) -> State:
        if self.begun:
            return s.pop()
        s = abandon(g, s.instead(replace(self, begun=True)), self.side, course)
        return mine_again(g, s, course) if self.side == GERMAN else s


def triggers(g: Setting, s: State, units: Names, path: Names, at: int) -> tuple[str, ...]:
    """The bridges that the German may try when a group stands at a place of its path (5.4)."""
    if g.units[units[0]].side != ALLIED:
        return ()
    here = path[at]
    near = g.board.neighbours(here) if at > 0 and here in g.board else ()
    names = dict.fromkeys(bridge_id(here, hex) for hex in (*near, *path[at + 1 : at + 2]))
    spared = records(s).spared
    return tuple(n for n in names if mined(g, s, n) and (n, units[0], here) not in spared)


class Try(AtBridge["Offer"]):
    """The German tries a bridge in the Allied turn (5.4)."""

    kind, rule = "blow", "5.4"

    def slots(self) -> Slots[Setting, State, Offer]:
        return {"bridge": lambda g, s, p, given: p.open(g, s)}

    def reasons(self, g: Setting, s: State, p: Offer, action: Action) -> Reasons:
        """Only the bridges that the Allied unit came to, while they are mined (5.3.1, 5.7)."""
        name = text(action, "bridge")
        if name not in p.open(g, s):
            why = [*never(g, s, name), *unready(g, s, name)]
            yield from why or [Reason.of("5.4", "h44.blow.elsewhere", bridge=name)]

    def apply(self, g: Setting, s: State, p: Offer, action: Action, course: Course) -> State:
        name = action["bridge"]
        rest = tuple(other for other in p.bridges if other != name)
        return blow(g, s.instead(replace(p, bridges=rest)), name, course)


class Offer(Phase):
    """The German tries some of the bridges that an Allied unit came to, or lets them be (5.4)."""

    bridges: tuple[str, ...]

    can = (Try(), END)

    def open(self, g: Setting, s: State) -> list[str]:
        """Those that can still be blown."""
        return [name for name in self.bridges if mined(g, s, name)]

    def decision(self, g: Setting, s: State) -> Decision | None:
        names = self.open(g, s)
        return Decision.of(GERMAN, "h44.offer", "5.4", bridges=tuple(names)) if names else None


class Ask(Phase):
    """A group came to bridges: the offer is made, once for the same move (5.4)."""

    units: tuple[str, ...]
    here: str
    bridges: tuple[str, ...]

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        asked = ((name, unit, self.here) for name in self.bridges for unit in self.units)
        s = s.keep(replace(records(s), spared=(*records(s).spared, *asked)))
        return s.instead(Offer(self.bridges))
