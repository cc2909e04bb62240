"""Chapter 17: the rail net, conversion of the gauge, railhead markers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, replace, text, texts
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import Passage, State
from engine.zocbond.board.zones import eased, held, zoc

MARKERS, STRIDE = 4, 2


@enforces("5.6.6", "17.5")
def rail_link(g: Setting, s: State, a: str, b: str) -> bool:
    """A railway between two hexes, finished by now (17.5); the Caspian line never is (5.6.6)."""
    return any(kind.startswith("rail") and finished(s, kind) for kind in g.board.link(a, b))


@enforces("17.5")
def finished(s: State, kind: str) -> bool:
    """Whether a link is there by now: `rail-12` is built in turn 12 (17.5)."""
    head, _, turn = kind.partition("-")
    return head != "rail" or not turn or (turn.isdigit() and bool(s.turn >= int(turn)))


@enforces("17.1")
def converted(g: Setting, s: State, hex: str) -> bool:
    """Whether German trains run here: west of the start line, or re-gauged (17.1)."""
    return (
        hex not in g.board.tagged("broad-gauge")
        or hex in records(s).converted
        or hex in branches(g, s)
    )


def branches(g: Setting, s: State) -> frozenset[str]:
    """Lines off the green ones, converted once each of their ends is; dead ends never (17.1)."""
    return s.fact(("branches",), lambda: frozenset(_branches(g, s)))


@enforces("17.1")
def _branches(g: Setting, s: State) -> Iterator[str]:
    broad, done = g.board.tagged("broad-gauge"), set(records(s).converted)
    ways: dict[str, set[str]] = {}
    for here in broad:
        for there in g.board.neighbours(here):
            if rail_link(g, s, here, there) and "green" not in g.board.link(here, there):
                ways.setdefault(here, set()).add(there)
                ways.setdefault(there, set()).add(here)
    ends = {h for h in ways if h not in broad or _green(g, h)}
    loose = [h for h, near in ways.items() if len(near) < 2 and h not in ends]
    while loose:
        gone = loose.pop()
        for near in ways.pop(gone, set()):
            ways[near].discard(gone)
            if len(ways[near]) < 2 and near not in ends:
                loose.append(near)
    seen: set[str] = set()
    for start in ways:
        if start in seen or start in ends:
            continue
        line, queue, met = {start}, [start], set()
        while queue:
            for near in ways.get(queue.pop(), ()):
                if near in ends:
                    met.add(near)
                elif near not in line:
                    line.add(near)
                    queue.append(near)
        seen |= line
        if len(met) >= 2 and all(end not in broad or end in done for end in met):
            yield from line


def _green(g: Setting, hex: str) -> bool:
    return any("green" in g.board.link(hex, near) for near in g.board.neighbours(hex))


def link_open(g: Setting, s: State, side: str, a: str, b: str) -> bool:
    """Whether a side's trains run between two hexes (5.6.3, 17.1)."""
    if not rail_link(g, s, a, b):
        return False
    return side == SOVIET or (converted(g, s, a) and converted(g, s, b))


@enforces("5.5.7")
def vladimirovka(g: Setting, a: str, b: str) -> bool:
    """The railway ferry: a rail link that carries one Soviet unit a turn (5.5.7)."""
    return "vladimirovka" in g.board.side(a, b)


@enforces("17.4")
def joins(g: Setting, s: State, side: str, a: str, b: str) -> bool:
    """Whether two hexes belong to one net: by a line or the Soviet ferry (17.4, 5.5.7)."""
    return link_open(g, s, side, a, b) or (side == SOVIET and vladimirovka(g, a, b))


def rail_net(g: Setting, s: State, side: str) -> frozenset[str]:
    """Rail hexes joined to a source, clear of enemies and their ZOCs (17.4)."""
    given = records(s).rail_net.get(side, ())
    return frozenset(given) if given else s.fact(("rail-net", side), _rail_net, g, s, side)


@enforces("17.4")
def _rail_net(g: Setting, s: State, side: str) -> frozenset[str]:
    closed = held(g, s, g.other[side]) | eased(g, s, side)
    queue = [h for h in sorted(g.sources(s, side)) if h in g.railways and h not in closed]
    if side == GERMAN:
        queue = [h for h in queue if converted(g, s, h)]
    found = set(queue)
    while queue:
        here = queue.pop()
        for there in g.board.neighbours(here):
            if there not in found and there not in closed and joins(g, s, side, here, there):
                found.add(there)
                queue.append(there)
    return frozenset(found)


def forward(g: Setting, s: State, hex: str) -> list[str]:
    """The next hexes of green line that are still to be converted."""
    return [
        there
        for there in g.board.neighbours(hex)
        if "green" in g.board.link(hex, there) and not converted(g, s, there)
    ]


@enforces("17.3")
def push_back(g: Setting, s: State, course: Course) -> State:
    """Railheads that Soviet units or their ZOCs reach go west until clear (17.3, 17.3.1)."""
    for marker, hex in records(s).railheads.items():
        here = hex
        while here in held(g, s, SOVIET) or here in eased(g, s, GERMAN):
            back = _behind(g, s, here)
            if back is None:
                break
            s = s.keep(
                replace(records(s), converted=tuple(h for h in records(s).converted if h != here))
            )
            here = back
        if here != hex:
            course.tell("17.3.1", "s42.railhead.pushed", hexes=(hex, here), hex=here)
            s = s.keep(replace(records(s), railheads={**records(s).railheads, marker: here}))
    return s


def _behind(g: Setting, s: State, hex: str) -> str | None:
    """The converted hex before this one on the way from the west, enemies or not."""
    roots = [h for h in sorted(g.sources(s, GERMAN)) if h in g.railways] or [
        h for h in g.railways if h not in g.board.tagged("broad-gauge")
    ]
    before: dict[str, str | None] = dict.fromkeys(roots)
    queue = list(roots)
    while queue:
        here = queue.pop(0)
        for there in g.board.neighbours(here):
            if there not in before and link_open(g, s, GERMAN, here, there):
                before[there] = here
                queue.append(there)
    return before.get(hex)


def strides(g: Setting, s: State, seat: str) -> Iterator[tuple[str, ...]]:
    """The ways of one or two hexes."""
    for one in forward(g, s, seat):
        yield (one,)
        for two in forward(g, s, one):
            if two != seat:
                yield (one, two)


class AdvanceRailhead(Deed[Setting, State, "Railheads"]):
    """A marker goes on along the railway (17.2.1)."""

    kind, rule = "railhead", "17.2.1"

    def slots(self) -> Slots[Setting, State, Railheads]:
        return {
            "marker": lambda g, s, p, given: sorted(records(s).railheads),
            "path": lambda g, s, p, given: strides(g, s, records(s).railheads[given["marker"]]),
        }

    def reasons(self, g: Setting, s: State, p: Railheads, action: Action) -> Reasons:
        """Four markers, in supply, along the green line, away from the enemy (17.2, 17.3.2)."""
        marker, path = text(action, "marker"), texts(action, "path")
        seat = records(s).railheads.get(marker)
        if seat is None or not path:
            yield Reason.of("17.2.1", "s42.railhead.none", marker=marker)
            return

        def no(rule: str, key: str, *hexes: str) -> Reason:
            return Reason.of(rule, key, hexes=hexes, hex=hexes[-1], marker=marker)

        if marker in p.done:
            yield no("17.2.1", "s42.railhead.again", seat)
        elif len(p.done) >= MARKERS:
            yield no("17.2.1", "s42.railhead.four", seat)
        if marker in p.fresh:
            yield no("17.2.2", "s42.railhead.fresh", seat)
        if seat not in rail_net(g, s, GERMAN):
            yield no("17.3.2", "s42.railhead.cut", seat)
        if len(path) > STRIDE:
            yield no("17.2.1", "s42.railhead.two", path[-1])
        here = seat
        for there in path:
            if there not in g.board or there not in forward(g, s, here):
                yield no("17.2.1", "s42.railhead.green", there)
            elif there in held(g, s, SOVIET) or there in zoc(g, s, SOVIET):
                yield no("17.2.1", "s42.railhead.enemy", there)
            here = there

    def apply(self, g: Setting, s: State, p: Railheads, action: Action, course: Course) -> State:
        """The hexes are converted; a junction gets another marker (17.2.2)."""
        marker, path = action["marker"], action["path"]
        heads, fresh = dict(records(s).railheads), list(p.fresh)
        course.tell("17.2.1", "s42.railhead.moved", hexes=path, hex=path[-1])
        for there in path:
            s = s.keep(replace(records(s), converted=(*records(s).converted, there)))
        heads[marker] = path[-1]
        for number, hex in enumerate(path):
            ahead = [h for h in forward(g, s, hex) if h not in path]
            spare = len(ahead) - (1 if number == len(path) - 1 else 0)
            for _ in range(spare):
                new = next(f"R{n}" for n in itertools.count(1) if f"R{n}" not in heads)
                heads[new] = hex
                fresh.append(new)
                course.tell("17.2.2", "s42.railhead.junction", hexes=(hex,), hex=hex)
        after = replace(p, done=(*p.done, marker), fresh=tuple(fresh))
        return s.keep(replace(records(s), railheads=heads)).instead(after)


ADVANCE = AdvanceRailhead()


class Railheads(Phase):
    """Up to four markers go up to two hexes each (17.2.1)."""

    side: str
    done: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    """Markers put on a junction in this phase: they wait (17.2.2)."""

    can = (ADVANCE, END)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if self.side != GERMAN or not any(ADVANCE.choices(g, s, self, None, None)):
            return None
        left = MARKERS - len(self.done)
        return Decision.of(self.side, "s42.railheads", "17.2.1", left=left)


def pushed(g: Setting, s: State, side: str, course: Course) -> State:
    """Railheads after something that the Soviets did (17.3)."""
    return push_back(g, s, course) if side == SOVIET and records(s).railheads else s


class RailwayChapter(Chapter[Setting]):
    """Railheads that Soviets push back."""

    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """By coming near (17.3)."""
        return pushed(g, s, passage.side, course)

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """By what German retreats have bared (17.3.1)."""
        return pushed(g, s, side, course)
