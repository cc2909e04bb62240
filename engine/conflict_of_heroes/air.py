"""Chapter 20: aircraft and their impulses."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agenda import Candidate, Phase, Reasons, Slots
from engine.board import Board
from engine.conflict_of_heroes.actions.orders import Bills, Order, Turn, leaving
from engine.conflict_of_heroes.actions.payment import CAP
from engine.conflict_of_heroes.counters.hits import leave
from engine.conflict_of_heroes.counters.state import AWAY, Setting, State, Work
from engine.conflict_of_heroes.counters.unit import DIRECTION, PLANE, RED
from engine.conflict_of_heroes.fire.attacks import aim_reasons, aims, attack_of, begin
from engine.conflict_of_heroes.ground.sight import FRONT, front_hexes, in_arc
from engine.conflict_of_heroes.ground.steps import next_hex
from engine.conflict_of_heroes.hidden import MINE, reveal_near
from engine.hexes import DIRECTIONS
from engine.values import Action, Names, replace, text, texts, whole
from engine.verdict import Course, Line, Reason

GO, TURN, UP, DOWN, ATTACK, BOMB = "go", "turn", "up", "down", "attack", "bomb"
WORDS = (GO, TURN, UP, DOWN, ATTACK, BOMB)
ONCE, LEVELS = (TURN, ATTACK, BOMB), (UP, DOWN)
OFF = "off"
"""Where a plane goes that flies over the edge of the map."""


def impulses(action: Action) -> list[list[str]]:
    """The impulses of an action, as words: `go H5`, `turn NE`, `up`, `attack H7`, `bomb H7 2`."""
    return [step.split() for step in texts(action, "steps")]


def edge_ahead(board: Board, here: str, facing: int) -> bool:
    """Whether one of the three hexes in front lies off the map: a plane may go there (20.0)."""
    return len(front_hexes(board, here, facing)) < len(FRONT)


def set_lines(steps: list[list[str]]) -> list[Line]:
    """1 for a set of impulses, 1 more for each attack and climb (20.0 impulses, 20.1)."""
    attacks = sum(1 for step in steps if step and step[0] in (ATTACK, BOMB))
    climbs = sum(1 for step in steps if step and step[0] == UP)
    lines = [Line.of("20.0 impulses", "coh.line.impulses", 1)]
    if attacks:
        lines.append(Line.of("20.0 impulses", "coh.line.air-attack", attacks))
    if climbs:
        lines.append(Line.of("20.1", "coh.line.climbing", climbs))
    return lines


def form_reasons(g: Setting, unit: str, steps: list[list[str]], room: int) -> Reasons:
    """Impulses that a plane knows, and no more of them than it has (20.0 impulses)."""
    piece = g.units[unit]
    named = {"units": (unit,), "unit": piece.title}
    if any(not step or step[0] not in WORDS for step in steps):
        yield Reason.of("20.0 impulses", "coh.fly.words", **named)
    elif len(steps) > room:
        yield Reason.of("20.0 impulses", "coh.fly.count", limit=piece.impulses, **named)


class Sortie:
    """A plane followed over its impulses: where it has come to, and what it may not do there."""

    def __init__(self, g: Setting, s: State, unit: str, since: Names = (GO,)) -> None:
        self.g, self.s, self.unit = g, s, unit
        counter = s.of(unit)
        self.here, self.facing = s.position.place(unit), counter.facing
        self.altitude, self.bombs = counter.altitude, counter.bombs
        self.since = list(since)
        """What it has done since it last went on."""

    def reasons(self, steps: list[list[str]]) -> Reasons:
        """What forbids them, up to where nobody knows any more which way it goes (20.0)."""
        for word, *rest in steps:
            if word == GO and rest[:1] in ([], [OFF]):
                if not edge_ahead(self.g.board, self.here, self.facing):
                    yield self.no("20.0 impulses", "coh.fly.edge")
                return
            found = list(self._impulse(word, rest))
            yield from found
            if any(reason.key in ("coh.fly.ahead", "coh.fly.words") for reason in found):
                return

    def no(self, rule: str, key: str, **params: object) -> Reason:
        """An objection to this plane."""
        return self.g.no(self.unit, rule, key, (), **params)

    def _impulse(self, word: str, rest: list[str]) -> Reasons:
        if word == GO:
            yield from self._go(rest[0])
            return
        yield from self._again(word)
        self.since.append(word)
        if word == TURN:
            yield from self._turn(rest)
        elif word in (UP, DOWN):
            self.altitude += 1 if word == UP else -1
            if self.altitude < 0:
                yield self.no("20.1", "coh.fly.ground-level")
        else:
            yield from self._strike(word, rest)

    def _go(self, hex: str) -> Reasons:
        """On into the hex ahead or beside it (20.0 impulses)."""
        self.since = []
        board = self.g.board
        if hex not in board or hex not in front_hexes(board, self.here, self.facing):
            yield self.no("20.0 impulses", "coh.fly.ahead", hex=hex)
        else:
            self.here = hex

    def _again(self, word: str) -> Reasons:
        """Between two hexes one turn or attack, and one level (20.0 impulses, 20.1)."""
        if word in ONCE and any(before in ONCE for before in self.since):
            yield self.no("20.0 impulses", "coh.fly.one-after-go")
        if word in LEVELS and any(before in LEVELS for before in self.since):
            yield self.no("20.1", "coh.fly.one-level")

    def _turn(self, rest: list[str]) -> Reasons:
        """By a sixth (20.0 impulses)."""
        if not rest or rest[0] not in DIRECTION:
            yield self.no("20.0 impulses", "coh.fly.words")
            return
        new = DIRECTION[rest[0]]
        if (new - self.facing) % 6 not in (1, 5):
            yield self.no("20.0 impulses", "coh.fly.sixth")
        self.facing = new

    def _strike(self, word: str, target: list[str]) -> Reasons:
        """An attack or bombs (20.0, 20.2, 20.4)."""
        g, s, unit = self.g, self.s, self.unit
        hex = target[0] if target else ""
        if hex not in g.board:
            yield Reason.of("20.2", "coh.fire.off-map", hex=hex)
        else:
            if s.of(unit).damaged:
                yield self.no("20.0", "coh.fly.damaged")
            yield from air_target(g, unit, self.here, self.facing, hex)
            if word == ATTACK:
                here = s.at(unit, self.here)
                yield from aim_reasons(g, here, attack_of(g, here, blow(unit, [word, *target])))
        if word == BOMB:
            self.bombs -= _count(target)
            if self.bombs < 0:
                yield self.no("20.4", "coh.fly.no-bombs", have=s.of(unit).bombs)


class Fly(Order):
    """One set of impulses of a plane (20.0 impulses)."""

    kind, section, single = "fly", 6, True
    rule, bill = "20.0", "coh.cost.fly"

    def bills(self, g: Setting, s: State, action: Action) -> Bills:
        """1 for the set, 1 more for each attack and climb; a spent one may leave free (20.0)."""
        unit, steps = text(action, "unit"), impulses(action)
        home = unit in g.units and self._homeward(g, s, unit, steps, action)
        free = [Line.of("20.0 spent", "coh.line.leaving", 0)]
        yield unit, free if home else set_lines(steps)

    def _homeward(
        self, g: Setting, s: State, unit: str, steps: list[list[str]], action: Action
    ) -> bool:
        """Whether this is the free flight of a spent plane; CAP may pay for it (20.0 spent)."""
        free = s.of(unit).spent and not action.get("paid")
        return free and self._straight(g, s, unit, steps)

    def _straight(self, g: Setting, s: State, unit: str, steps: list[list[str]]) -> bool:
        """Whether it goes straight on with every impulse, or over the edge (20.0 spent)."""
        way = _ahead(g, s.position.place(unit), s.of(unit).facing, g.units[unit].impulses)
        return steps == [step.split() for step in way]

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        unit, steps = text(action, "unit"), impulses(action)
        if not g.here(s, unit):
            return
        piece, counter = g.units[unit], s.of(unit)

        if piece.kind != PLANE:
            yield g.no(unit, "20.0", "coh.fly.ground")
            return
        unsound = list(form_reasons(g, unit, steps, piece.impulses))
        yield from unsound
        if any(reason.key == "coh.fly.words" for reason in unsound):
            return
        if not steps or steps[0][0] != GO:
            yield g.no(unit, "20.0 impulses", "coh.fly.first")
        if counter.spent and not self._homeward(g, s, unit, steps, action):
            # CAP still pay for real actions of it, until its free flight has begun (errata)
            if text(action, "pay") not in ("", CAP):
                yield g.no(unit, "20.0 spent", "coh.fly.straight")
            elif counter.homing:
                yield g.no(unit, "20.0 spent", "coh.fly.homing")
        yield from Sortie(g, s, unit).reasons(steps)

    def delays(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """Not for a spent plane itself, which is to leave (20.0 spent)."""
        if text(action, "unit") not in leaving(g, s, p.side):
            yield from super().delays(g, s, p, action)

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return g.units[unit].kind == PLANE

    def ways(self) -> Slots[Setting, State, Turn]:
        """Straight on; with a turn, a change of height, an attack or bombs after one hex of it."""
        return {
            "steps": lambda g, s, p, given: self._sets(g, s, given["unit"]),
            "paid": lambda g, s, p, given: (
                (None, True)
                if s.of(given["unit"]).spent
                and not s.of(given["unit"]).homing
                and self._straight(g, s, given["unit"], impulses(given))
                else (None,)
            ),
        }

    def _sets(self, g: Setting, s: State, unit: str) -> Iterator[list[str]]:
        piece, counter = g.units[unit], s.of(unit)
        way = _ahead(g, s.position.place(unit), counter.facing, piece.impulses)
        yield way
        if not counter.homing:
            yield from _bends(g, s, unit, way)
            yield from blows(g, s, unit, way)

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        unit = text(action, "unit")
        if self._homeward(g, s, unit, impulses(action), action):
            s = s.changed(unit, homing=True)
        return s.push(Flight(text(action, "unit"), texts(action, "steps")))


FLY = Fly()


def _ahead(g: Setting, here: str, facing: int, count: int) -> list[str]:
    """So many hexes straight on, or to the edge of the map and over it."""
    way: list[str] = []
    for _ in range(count):
        here = next_hex(g.board, here, facing)
        if not here:
            return [*way, f"{GO} {OFF}"]
        way.append(f"{GO} {here}")
    return way


def _over_map(g: Setting, unit: str, way: list[str]) -> list[str]:
    """A way as far as it stays over the map, and leaves room for another impulse."""
    onto = way[:-1] if way[-1].endswith(OFF) else way
    return onto[: g.units[unit].impulses - 1]


def _bends(g: Setting, s: State, unit: str, way: list[str]) -> Iterator[list[str]]:
    """A way straight on with a turn, or a change of height (20.0 impulses, 20.1)."""
    last, room = _over_map(g, unit, way), g.units[unit].impulses
    if not last:
        return
    for turn in (1, 5):
        facing = (s.of(unit).facing + turn) % 6
        name = f"{TURN} {DIRECTIONS[facing]}"
        yield [*last, name]
        if room > 2:
            yield [way[0], name, *_ahead(g, way[0].split()[1], facing, room - 2)]
    for level in (UP, DOWN):
        yield [*last, level]


def blows(g: Setting, s: State, unit: str, way: list[str]) -> Iterator[list[str]]:
    """A way straight on with an attack or bombs after one hex of it (20.0 impulses, 20.4)."""
    piece, last = g.units[unit], _over_map(g, unit, way)
    for hex in dict.fromkeys(s.position.place(foe) for foe in g.foes(s, piece.side)):
        drops = [f"{BOMB} {hex} {n}" for n in range(1, s.of(unit).bombs + 1)]
        free = attack_of(g, s, blow(unit, [ATTACK, hex]))
        shots = (f"{ATTACK} {hex} {aim}".rstrip() for aim in aims(g, s, free))
        for strike in (*shots, *drops):
            for after in range(1, len(last) + 1):
                yield [*way[:after], strike, *way[after : piece.impulses - 1]]


# ------------------------------------------------------------------ coming in


def come_over(s: State, unit: str, hex: str, action: Action) -> State:
    """A plane over the hex that it comes in by, facing any way and at any height (20.0)."""
    facing = DIRECTION.get(text(action, "facing"), s.of(unit).facing)
    here = s.at(unit, hex)
    return here.changed(unit, facing=facing, altitude=whole(action, "altitude"), homing=False)


def coming_reasons(g: Setting, s: State, unit: str, hex: str, action: Action) -> Reasons:
    """The hex that a plane comes in by is the first impulse of a set (20.0 impulses)."""
    steps = impulses(action)
    unsound = list(form_reasons(g, unit, steps, g.units[unit].impulses - 1))
    yield from unsound
    if not unsound:
        yield from Sortie(g, come_over(s, unit, hex, action), unit, since=()).reasons(steps)


def coming_sets(g: Setting, s: State, unit: str, hex: str, height: int) -> Iterator[Candidate]:
    """A plane's way in: over one hex, straight on, or on with an attack (20.0 impulses)."""
    here = come_over(s, unit, hex, Action("enter", altitude=height))
    ahead = _ahead(g, hex, here.of(unit).facing, g.units[unit].impulses - 1)
    way = [f"{GO} {hex}", *ahead]
    yield {"altitude": height}
    for steps in (way, *blows(g, here, unit, way)):
        yield {"altitude": height, "steps": steps[1:]}


def _count(rest: list[str]) -> int:
    return int(rest[1]) if len(rest) > 1 and rest[1].isdigit() else 1


def air_target(g: Setting, unit: str, here: str, facing: int, hex: str) -> Reasons:
    """Range 2 to twice 3, ahead, not in a blind spot (20.2, 20.3)."""
    piece = g.units[unit]
    away = g.board.distance(here, hex)
    if away < piece.minimum:
        yield g.no(unit, "20.2", "coh.fly.near", hexes=(hex,))
    if away > 2 * piece.range:
        yield g.no(unit, "20.2", "coh.fly.far", hexes=(hex,))
    if not in_arc(g.board, here, facing, hex):
        yield g.no(unit, "6.1", "coh.fire.arc", hexes=(here, hex))
    blind = g.ground.blind_from_air(here, hex)
    if blind:
        yield g.no(unit, "20.3", "coh.fly.blind", hexes=blind)


def blow(unit: str, step: Names) -> Action:
    """What a plane does in one impulse: `attack H7`, `attack H7 planes`, `bomb H7 2` (20.2, 20.4).
    Each bomb is an attack of its own."""
    word, hex, *rest = step
    if word == BOMB:
        return Action("fire", unit=unit, hex=hex, bombs=1)
    return Action("fire", unit=unit, hex=hex, aim="".join(rest) or None)


def _lay_mine(s: State, hex: str, course: Course) -> State:
    """The mine that cluster bombs leave; one in a hex, as of every work (18.0, 20.4)."""
    if any(work.kind == "mine" for work in s.works_in(hex)):
        return s
    course.tell("20.4", "coh.placed-mine", hexes=(hex,), hex=hex)
    return replace(s, works=(*s.works, Work("mine", hex, 0, RED, MINE)))


class Flight(Phase):
    """The impulses that a plane has still to make in this action (20.0)."""

    unit: str
    left: tuple[str, ...]

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        unit = self.unit
        if not self.left or s.position.place(unit) not in g.board:
            return s.pop()
        step, *rest = self.left
        s = s.instead(replace(self, left=tuple(rest)))
        word, *args = step.split()
        if word == GO:
            if args[:1] == [OFF] or not args:
                g.tell(course, unit, "20.0 spent", "coh.fly.left")
                return leave(g, s, unit, AWAY)
            return reveal_near(g, s.at(unit, args[0]), course)
        if word == TURN:
            return s.changed(unit, facing=DIRECTION[args[0]])
        if word in (UP, DOWN):
            return s.changed(unit, altitude=s.of(unit).altitude + (1 if word == UP else -1))
        bombs = word == BOMB
        attack = attack_of(g, s, blow(unit, [word, *args]))
        for _ in range(_count(args) if bombs else 1):
            if bombs and g.units[unit].has("cluster"):
                # cluster bombs leave a mine against soft targets where they land (20.4)
                s = _lay_mine(s, args[0], course)
            else:
                s = begin(g, s, attack)
        if bombs:
            s = s.changed(unit, bombs=s.of(unit).bombs - _count(args))
        return s
