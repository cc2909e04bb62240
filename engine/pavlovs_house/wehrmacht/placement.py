"""Chapter 3: German counters enter a path, and those before them advance on the House."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import whole
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.dice import Throw, against, hits, throw
from engine.pavlovs_house.board.pieces import STOCK
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.variants.cards import effect, effect_lines
from engine.pavlovs_house.wehrmacht.wounds import defeat
from engine.rulebook import enforces
from engine.verdict import Line, Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

FIRE = "3.0 placement suppressing fire"


def german_defence(g: PavlovsHouse, s: State, unit: str) -> int:
    """A German counter's defence, with what a tactics card adds (7.2)."""
    german = g.kit.germans[unit]
    kind = "infantry-defence" if german.infantry else "armour-defence"
    return german.defence + effect(g, s, kind)


@enforces("3.0 placement")
def place_german(g: PavlovsHouse, s: State, kind: str, course: Course) -> State:
    """A counter of the kind from the stock, on a path (3.0 placement, 3.0 placement path)."""
    waiting = [u for u in s.position.at(STOCK) if u in g.kit.germans]
    units = sorted(u for u in waiting if g.kit.germans[u].kind == kind)
    if not units:
        name = g.kit.chart("germans").value(kind, "name")
        course.tell("0.0 token limit", "pav.stock.empty", token=name)
        return s
    path = str(course.chance.roll("path"))
    unit = units[0]
    name, colour = g.kit.germans[unit].name, g.kit.paths[path].colour
    course.tell(
        "3.0 placement path", "pav.place.path", units=(unit,), unit=name, path=path, colour=colour
    )
    return s.push(SuppressingFire(unit, path))


@dataclass(frozen=True)
class SuppressingFire(Phase):
    """Infantry may be kept off with tokens of the path's colour (3.0 placement kinds)."""

    unit: str
    path: str

    @enforces("3.0 placement kinds")
    def ready(self, g: PavlovsHouse, s: State) -> int:
        """The tokens that can be spent on it."""
        infantry = g.kit.germans[self.unit].infantry
        return s.count("suppression", g.kit.paths[self.path].colour) if infantry else 0

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed for infantry while tokens of the colour are ready."""
        if not self.ready(g, s):
            return None
        return Decision.of(
            g.seat("wehrmacht"),
            "pav.repel",
            FIRE,
            unit=g.kit.germans[self.unit].name,
            path=self.path,
            left=self.ready(g, s),
            need=german_defence(g, s, self.unit),
        )

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Armour, or no tokens: it enters."""
        return advance(g, s.pop(), self.unit, self.path, course)

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """Spend so many tokens."""
        return (REPEL,)


class Repel(Deed["PavlovsHouse", State, SuppressingFire]):
    """Tokens against a counter that enters (3.0 placement suppressing fire)."""

    kind, rule = "repel", FIRE

    def slots(self) -> Slots[PavlovsHouse, State, SuppressingFire]:
        """None, or as many as are ready."""
        return {"count": lambda g, s, p, given: range(p.ready(g, s) + 1)}

    def reasons(self, g: PavlovsHouse, s: State, p: SuppressingFire, action: Action) -> Reasons:
        """No more tokens than are ready in that colour."""
        count, have = whole(action, "count", wrong=-1), p.ready(g, s)
        if not 0 <= count <= have:
            colour = g.kit.paths[p.path].colour
            yield Reason.of(FIRE, "pav.repel.tokens", have=have, colour=colour)

    def tally(self, g: PavlovsHouse, s: State, p: SuppressingFire, action: Action) -> Throw:
        """One die a token against the counter's defence."""
        lines = [Line.of(FIRE, "pav.dice.token", whole(action, "count", wrong=-1))]
        return against("pav.dice.total", lines, german_defence(g, s, p.unit))

    def apply(
        self, g: PavlovsHouse, s: State, p: SuppressingFire, action: Action, course: Course
    ) -> State:
        """The tokens go to the stock; a success keeps the counter off the board."""
        fire, colour = self.tally(g, s, p, action), g.kit.paths[p.path].colour
        s = s.pop().shifted("suppression", colour, STOCK, fire.dice)
        if fire.dice:
            dice = throw(course, "repel", fire.dice)
            name = g.kit.germans[p.unit].name
            held = bool(hits(dice, fire.need))
            key = "pav.repel.held" if held else "pav.repel.failed"
            course.tell(FIRE, key, units=(p.unit,), unit=name, dice=dice, need=fire.need)
            if held:
                return s
        return advance(g, s, p.unit, p.path, course)

    def units(
        self, g: PavlovsHouse, s: State, p: SuppressingFire, action: Action
    ) -> tuple[str, ...]:
        """The counter that enters."""
        return (p.unit,)

    def hexes(
        self, g: PavlovsHouse, s: State, p: SuppressingFire, action: Action
    ) -> tuple[str, ...]:
        """Where it enters."""
        return g.kit.paths[p.path].spaces[:1]


REPEL = Repel()


def advance(g: PavlovsHouse, s: State, unit: str, path: str, course: Course) -> State:
    """The newcomer enters and pushes on what stands before it (3.0 placement advance)."""
    column = [unit]
    for space in g.kit.paths[path].spaces:
        there = s.position.at(space)
        if not there:
            break
        column.append(there[0])
    spaces = g.kit.paths[path].spaces
    if len(column) > len(spaces):
        course.tell("3.0 placement advance", "pav.place.through", units=(column[-1],), path=path)
        return defeat(s, "3.0 placement breakthrough", "pav.lost.breakthrough", course)
    for mover, space in reversed(list(zip(column, spaces, strict=False))):
        s = s.at(mover, space)
        name = g.kit.germans[mover].name
        course.tell(
            "3.0 placement advance",
            "pav.place.enters",
            units=(mover,),
            hexes=(space,),
            unit=name,
            space=space,
        )
        if s.count("sapper", space):
            s = trip(g, s, mover, space, course)
    return s


def mine_tally(g: PavlovsHouse, s: State, unit: str) -> Throw:
    """Three dice of a mine against the counter's defence (3.0 placement mines)."""
    rule = "3.0 placement mines"
    lines = [Line.of(rule, "pav.dice.mine", g.kit.dice("mine")), *effect_lines(g, s, "mines")]
    return against("pav.dice.total", lines, german_defence(g, s, unit))


def trip(g: PavlovsHouse, s: State, unit: str, space: str, course: Course) -> State:
    """A counter on a sapper token: three dice may remove it (3.0 placement mines)."""
    rule = "3.0 placement mines"
    s = s.shifted("sapper", space, STOCK)
    mine = mine_tally(g, s, unit)
    dice = throw(course, "mine", mine.dice)
    hit = bool(hits(dice, mine.need))
    key = "pav.mine.removes" if hit else "pav.mine.fails"
    name = g.kit.germans[unit].name
    course.tell(rule, key, units=(unit,), hexes=(space,), unit=name, dice=dice, need=mine.need)
    return s.at(unit, STOCK) if hit else s
