"""Section 11.4: remnants, and the limited pool of their counters."""

from __future__ import annotations

from engine.game import Course
from engine.holland44.records import records
from engine.holland44.setting import Setting
from engine.values import replace
from engine.zocbond.battle.losses import destroy
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State

STEPS = 3
POLES = "polish"
"""The nation of the Polish brigade, and the name of what only it has: drop zones, a marker."""


def sort_of(g: Setting, unit: str) -> str:
    """Which remnant counter a unit needs: of its division in the air, else of its kind (11.4)."""
    piece = g.units[unit]
    if piece.airborne and piece.division:
        return piece.division
    kind = "tank" if piece.tank else "motorized" if piece.mechanized else "infantry"
    return f"{piece.side}-{kind}"


def at_hand(g: Setting, s: State, sort: str) -> bool:
    """Whether a counter is left on the remnants display; a scenario without one has enough."""
    if sort not in g.remnants:
        return True
    return int(records(s).remnants.get(sort, g.remnants[sort])) > 0


def take(g: Setting, s: State, sort: str, count: int = 1) -> State:
    """A counter off the display, or (-1) back onto it."""
    if sort not in g.remnants:
        return s
    left = int(records(s).remnants.get(sort, g.remnants[sort])) - count
    return s.keep(replace(records(s), remnants={**records(s).remnants, sort: left}))


def strays_of(g: Setting, unit: str) -> str:
    """The marker that counts a unit's stragglers: its division's, or that of the Poles (22.7)."""
    piece = g.units[unit]
    return POLES if piece.nation == POLES else piece.division


def straggle(g: Setting, s: State, unit: str) -> State:
    """A replacement point for a division, of use from the next turn on (22.3.3, 22.7)."""
    name = strays_of(g, unit)
    back = dict(records(s).stragglers)
    fresh = dict(records(s).stragglers_new)
    back[name] = back.get(name, 0) + 1
    fresh[name] = fresh.get(name, 0) + 1
    return s.keep(replace(records(s), stragglers=back, stragglers_new=fresh))


def vanishes(g: Setting, s: State, unit: str) -> bool:
    """Whether the next loss leaves remnants for which no counter is at hand (11.4)."""
    piece = g.units[unit]
    second = piece.steps == STEPS and s.lost.get(unit, 0) == STEPS - 2
    return second and not at_hand(g, s, sort_of(g, unit))


class RemnantChapter(Chapter[Setting]):
    """What the second loss of a three-step unit does."""

    def after_loss(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """It becomes a remnant, if a counter is left (11.4)."""
        piece = g.units[unit]
        if piece.steps != STEPS or s.lost.get(unit, 0) != STEPS - 1:
            return s
        sort = sort_of(g, unit)
        if at_hand(g, s, sort):
            return take(g, s, sort)
        course.tell("11.4", "h44.no-remnant", units=(unit,), unit=piece.name)
        s = destroy(g, s, unit, course, "11.4")
        return straggle(g, s, unit) if piece.airborne and piece.division else s


def regain(g: Setting, s: State, unit: str) -> State:
    """A step comes back; the remnant counter of a unit that grows beyond it is free again."""
    lost = s.lost.get(unit, 0)
    s = _with(s, unit, lost - 1)
    piece = g.units[unit]
    if piece.steps == STEPS and lost == STEPS - 1:
        return take(g, s, sort_of(g, unit), -1)
    if piece.steps == STEPS and lost == STEPS:
        return take(g, s, sort_of(g, unit))
    return s


def _with(s: State, unit: str, lost: int) -> State:
    return replace(s, lost={**s.lost, unit: max(0, lost)})
