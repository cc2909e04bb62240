"""Chapter 3: German counters enter a path, and those before them advance on the House."""

from __future__ import annotations

from dataclasses import dataclass

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import whole
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.dice import Throw, against, succeeds
from engine.pavlovs_house.board.house import House, State
from engine.pavlovs_house.board.pieces import STOCK
from engine.pavlovs_house.variants import effect, effect_lines
from engine.pavlovs_house.wehrmacht.wounds import defeat
from engine.rulebook import enforces
from engine.verdict import Line, Reason

FIRE = "3.0 placement suppressing fire"
MINES = "3.0 placement mines"
TOLD = {
    "attack": ("pav.deed.removed", "pav.deed.missed"),
    "mine": ("pav.mine.removes", "pav.mine.fails"),
}
"""How a success and a failure are told, by the name of the dice."""


def german_defence(g: House, s: State, unit: str) -> int:
    """A German counter's defence, with what a tactics card adds (7.2)."""
    german = g.kit.germans[unit]
    kind = "infantry-defence" if german.infantry else "armour-defence"
    return german.defence + effect(g, s, kind)


@enforces("3.0 placement")
def place_german(g: House, s: State, kind: str, course: Course) -> State:
    """A counter of the kind from the stock, on a path (3.0 placement, 3.0 placement path)."""
    like = (unit.id for unit in g.kit.germans.values() if unit.kind == kind)
    unit = min((one for one in like if s.place(one) == STOCK), default=None)
    if unit is None:
        name = g.kit.chart("germans").value(kind, "name")
        course.tell("0.0 token limit", "pav.stock.empty", token=name)
        return s
    path = str(course.chance.roll("path"))
    about = {"unit": g.name(unit), "path": path, "colour": g.kit.paths[path].colour}
    course.tell("3.0 placement path", "pav.place.path", units=(unit,), **about)
    return s.push(Entry(unit, path))


class Repel(Deed[House, State, "Entry"]):
    """Tokens against a counter that enters (3.0 placement suppressing fire)."""

    kind, rule = "repel", FIRE

    def slots(self) -> Slots[House, State, Entry]:
        return {"count": lambda g, s, p, given: range(p.ready(g, s) + 1)}

    def reasons(self, g: House, s: State, p: Entry, action: Action) -> Reasons:
        count, have = whole(action, "count", wrong=-1), p.ready(g, s)
        if not 0 <= count <= have:
            colour = g.kit.paths[p.path].colour
            yield Reason.of(FIRE, "pav.repel.tokens", have=have, colour=colour)

    def tally(self, g: House, s: State, p: Entry, action: Action) -> Throw:
        """One die a token against the counter's defence."""
        lines = [Line.of(FIRE, "pav.dice.token", whole(action, "count", wrong=-1))]
        return against("pav.dice.total", lines, german_defence(g, s, p.unit))

    def apply(self, g: House, s: State, p: Entry, action: Action, course: Course) -> State:
        """The tokens go to the stock; a success keeps the counter off the board."""
        fire, colour = self.tally(g, s, p, action), g.kit.paths[p.path].colour
        s = s.pop().shifted("suppression", colour, STOCK, fire.dice)
        about = {"units": (p.unit,), "unit": g.name(p.unit)}
        keys = ("pav.repel.held", "pav.repel.failed")
        if fire.dice and succeeds(fire, "repel", FIRE, keys, course, **about):
            return s
        return advance(g, s, p.unit, p.path, course)

    def units(self, g: House, s: State, p: Entry, action: Action) -> tuple[str, ...]:
        return (p.unit,)

    def hexes(self, g: House, s: State, p: Entry, action: Action) -> tuple[str, ...]:
        return g.kit.paths[p.path].spaces[:1]


@dataclass(frozen=True)
class Entry(Phase):
    """Infantry may be kept off with tokens of the path's colour (3.0 placement kinds)."""

    unit: str
    path: str
    can = (Repel(),)

    @enforces("3.0 placement kinds")
    def ready(self, g: House, s: State) -> int:
        """The tokens that can be spent on it."""
        infantry = g.kit.germans[self.unit].infantry
        return s.count("suppression", g.kit.paths[self.path].colour) if infantry else 0

    def decision(self, g: House, s: State) -> Decision | None:
        """Owed for infantry while tokens of the colour are ready."""
        left, need = self.ready(g, s), german_defence(g, s, self.unit)
        if not left:
            return None
        about = {"unit": g.name(self.unit), "path": self.path, "left": left, "need": need}
        return Decision.of(g.seats["wehrmacht"], "pav.repel", FIRE, **about)

    def proceed(self, g: House, s: State, course: Course) -> State:
        """Armour, or no tokens: it enters."""
        return advance(g, s.pop(), self.unit, self.path, course)


def advance(g: House, s: State, unit: str, path: str, course: Course) -> State:
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
        about = {"units": (mover,), "unit": g.name(mover), "space": space}
        course.tell("3.0 placement advance", "pav.place.enters", hexes=(space,), **about)
        if s.count("sapper", space):
            s = s.shifted("sapper", space, STOCK)
            s = fire_at(g, s, mover, "mine", mine_tally(g, s, mover), MINES, course)
    return s


def mine_tally(g: House, s: State, unit: str) -> Throw:
    """Three dice of a mine against the counter's defence (3.0 placement mines)."""
    lines = [Line.of(MINES, "pav.dice.mine", g.kit.dice("mine")), *effect_lines(g, s, "mines")]
    return against("pav.dice.total", lines, german_defence(g, s, unit))


def fire_at(
    g: House, s: State, unit: str, name: str, fire: Throw, rule: str, course: Course
) -> State:
    """Dice against a German counter; one success sends it to the stock."""
    space = s.place(unit)
    about = {"units": (unit,), "hexes": (space,), "unit": g.name(unit)}
    hit = succeeds(fire, name, rule, TOLD[name], course, **about)
    return s.at(unit, STOCK) if hit else s
