"""What hit markers do: what is left to a unit, what becomes of its figures, what rallies it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import cast

from engine.chance import Chance, Scripted
from engine.conflict_of_heroes.actions.payment import units_reasons
from engine.conflict_of_heroes.counters.hits import CUPS, cup_of, hit_rule, lost, marker, suffer
from engine.conflict_of_heroes.counters.state import GONE, Setting, State
from engine.conflict_of_heroes.counters.unit import BLUE, PLANE, RED
from engine.conflict_of_heroes.fire.rally import rally_need
from engine.conflict_of_heroes.movement.hiding import HIDE as HIDING
from engine.conflict_of_heroes.practice.numbers import (
    Numbered,
    Worked,
    dropped,
    looked_at,
    need,
    position,
    shown,
    spoken,
    title,
)
from engine.conflict_of_heroes.rounds.rounds import ORDERS
from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.question import Number, Option, Question, Text, good
from engine.values import Action
from engine.verdict import Cited, Course, frozen

FIRE, MOVE, TURN, RALLY, HIDE, SUPPORT = "fire", "move", "turn", "rally", "hide", "support"
DEEDS = (FIRE, MOVE, TURN, RALLY, HIDE, SUPPORT)
FIGURES = ("fire", "move", "red", "blue", "front", "flank", "range")
UNITS = 5
"""Units that are asked about in a position."""
COUNTED = 7
"""The number that most markers of men are rallied with (7.4)."""
COUNTED_WHEELS = 8
"""And those of vehicles (15.2)."""


BOGGED = "bogged-down"
"""The card that stops a unit as if it were stuck (8.1 bogged down)."""


def marked(g: Setting, s: State, unit: str, hit: str) -> State:
    """The position with a marker on a unit, or the card that stops it."""
    need(g.here(s, unit) and s.of(unit).hit is None, "it is hit already")
    if hit == BOGGED:
        need(not s.of(unit).bogged, "it is stuck already")
        return s.changed(unit, bogged=True, mired=True)
    return s.changed(unit, hit=hit, shown=True)


def markers_for(g: Setting, unit: str) -> list[str]:
    """The markers that a unit may draw and live with."""
    rows = g.charts[f"{cup_of(g, unit)}-hits"].rows
    return [name for name, row in rows.items() if row["lost"] != "dead" and row["count"]]


def unhurt(g: Setting, s: State, random: Random) -> list[str]:
    """Some units that have no marker."""
    units = [u for u in shown(g, s) if s.of(u).hit is None and g.units[u].kind != PLANE]
    return random.sample(units, min(len(units), UNITS))


def allowed(g: Setting, s: State, unit: str) -> frozenset[str]:
    """What a unit may do as far as its marker goes (7.4, 7.5, 9.12, 10.2, 15.2)."""
    piece, gone, row = g.units[unit], lost(g, s, unit), marker(g, s, unit)
    armed = {c for c in (RED, BLUE) if piece.firepower(c) and gone != c}
    may = {
        FIRE: gone not in ("fire", "all") and bool(armed),
        MOVE: gone not in ("move", "all") and not s.of(unit).bogged,
        TURN: gone not in ("move", "all") and not s.of(unit).bogged,
        RALLY: bool(row.get("rally")),
        HIDE: s.of(unit).hit is None,
        SUPPORT: gone not in ("fire", "all", RED, BLUE)
        and bool(armed)
        and not (row.get("red") or row.get("blue")),
    }
    return frozenset(name for name in DEEDS if may[name])


class MarkerDoes(Kind):
    """What may a unit still do under a marker?"""

    name = "marker-does"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit in unhurt(g, s, random):
            for hit in (*random.sample(markers_for(g, unit), 3), BOGGED):
                yield {"unit": unit, "hit": hit}

    def pose(self, game: Game, args: Args) -> Question:
        g, s = position(game)
        unit, hit = args["unit"], args["hit"]
        then = marked(g, s, unit, hit)
        need(g.setup.section >= HIDING.section, "nobody hides yet")
        right, plain = allowed(g, then, unit), allowed(g, s, unit)
        rule = "8.1 bogged down" if hit == BOGGED else hit_rule(g, then, unit)
        off: dict[str, frozenset[str]] = {rule: plain}
        if hit == BOGGED:
            off["14.1"] = right | {TURN}
        elif HIDE not in right:
            off["10.2"] = right | {HIDE}
        if SUPPORT not in right and FIRE in right:
            off["9.12"] = right | {SUPPORT}
        if RALLY not in right and hit != BOGGED:
            off["15.2"] = right | {RALLY}
        key = "practice.marker-does-bogged" if hit == BOGGED else "practice.marker-does"
        said = Cited.of(rule, key, unit=title(g, unit), hit=spoken(hit))
        options = tuple(Option(name, Text(f"practice.deed.{name}")) for name in DEEDS)
        lit = (s.position.place(unit),)
        return good(Question(self.name, said, options, right, off, all=True, lit=lit))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """Each order is given, and whether the marker's section or what follows from a marker
        stands against it."""
        g, s = position(game)
        unit = args["unit"]
        then, side = marked(g, s, unit, args["hit"]), g.units[unit].side
        here = s.position.place(unit)
        there = next(iter(g.board.neighbours(here)))
        rules = {hit_rule(g, then, unit), "7.5", "15.2 gun damaged", "14.1"}
        tried = {
            MOVE: Action("move", unit=unit, path=[there]),
            TURN: Action("turn", unit=unit, facing="N"),
            RALLY: Action("rally", unit=unit),
            HIDE: Action("hide", unit=unit, hex=here),
        }
        for name, action in tried.items():
            order = ORDERS[action.kind]
            reasons = [*order.against(g, then, side, action)]
            reasons += units_reasons(g, then, side, (unit,), name == RALLY)
            hurt = any(r.rule in rules or r.key == "coh.hide.hurt" for r in reasons)
            foes = any(r.key == "coh.rally.enemy" for r in reasons)
            if not foes and hurt == (name in posed.right):
                yield f"{name} is judged otherwise when it is ordered"


def figure(g: Setting, s: State, unit: str, name: str) -> int:
    """A figure of a unit under its marker."""
    return cast("Mapping[str, int]", g.questions["figures"](g, s, unit))[name]


class MarkerFigure(Numbered):
    """What does a figure become under a marker?"""

    name = "marker-figure"
    least = -9

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit in unhurt(g, s, random):
            for hit in markers_for(g, unit):
                row = g.charts[f"{cup_of(g, unit)}-hits"].rows[hit]
                for name in FIGURES:
                    if row[name]:
                        yield {"unit": unit, "hit": hit, "figure": name}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        unit, name = args["unit"], args["figure"]
        then = marked(g, s, unit, args["hit"])
        need(name not in (RED, BLUE) or g.units[unit].firepower(name), "it has none")
        rule = hit_rule(g, then, unit)
        named = {"unit": title(g, unit), "hit": spoken(args["hit"]), "figure": name}
        lit = (s.position.place(unit),)
        right, plain = figure(g, then, unit, name), figure(g, s, unit, name)
        return Worked(right, {rule: plain}, (), "", named, lit)

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """What is printed, and what the table of markers adds to it."""
        g, _ = position(game)
        unit, name, piece = args["unit"], args["figure"], g.units[args["unit"]]
        change = int(g.charts[f"{cup_of(g, unit)}-hits"].rows[args["hit"]][name])
        printed = getattr(piece, name)
        number = printed.value if name in ("front", "flank") else printed
        if posed.right != {str(change if name == "range" else number + change)}:
            yield f"printed is {number}, the marker says {change}"


class Rallying(Numbered):
    """What must the dice show to rally?"""

    name = "rally-need"
    also = ("never",)
    least = 2

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit in unhurt(g, s, random):
            for hit in random.sample(markers_for(g, unit), 3):
                yield {"unit": unit, "hit": hit}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        unit = args["unit"]
        then = marked(g, s, unit, args["hit"])
        hex, rule = s.position.place(unit), hit_rule(g, then, unit)
        need(not g.foes_in(then, g.units[unit].side, hex), "an enemy is there")
        tally = rally_need(g, then, unit)
        counted = COUNTED_WHEELS if cup_of(g, unit) == CUPS[1] else COUNTED
        own, *more = [int(line.value or 0) for line in tally]
        usual = counted + sum(more)
        named = {"unit": title(g, unit), "hit": spoken(args["hit"])}
        if not marker(g, then, unit).get("rally"):
            return Worked("never", {rule: usual}, (), "", named, (hex,))
        off: dict[str, int | str] = {**dropped(tally, rule)}
        if own != counted:
            off[rule] = usual
        return Worked(int(tally.total), off, (tally,), "", named, (hex,))


DEAD = {"infantry": "7.4 killed", "vehicle": "15.2 destroyed"}
"""The sections of the markers that destroy at once."""


class Cup(Kind):
    """How likely does a first hit destroy?"""

    name = "cup"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit in unhurt(g, s, random):
            yield {"unit": unit}

    def pose(self, game: Game, args: Args) -> Question:
        g, s = position(game)
        unit = args["unit"]
        need(g.here(s, unit) and s.of(unit).hit is None, "it is hit already")
        cup = cup_of(g, unit)
        held, rows = s.cups[cup], g.charts[f"{cup}-hits"].rows
        dead = sum(rows[name]["lost"] == "dead" for name in held)
        need(dead, "no such marker is left")
        chance = Fraction(dead, len(held))
        near = [Fraction(dead, len(held) + 4), Fraction(dead + 1, len(held)), Fraction(0)]
        options = tuple(Option(str(n), Number(str(n))) for n in sorted({chance, *near}))
        said = {"unit": title(g, unit), "cup": cup, "held": len(held)}
        about = Cited(DEAD[cup], "practice.cup", frozen(said))
        off = {DEAD[cup]: frozenset(("0",))}
        lit = (s.position.place(unit),)
        right = frozenset((str(chance),))
        return good(Question(self.name, about, options, right, off, lit=lit))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The unit is hit once for every marker of the cup."""
        g, s = position(game)
        unit = args["unit"]
        held = s.cups[cup_of(g, unit)]
        gone = 0
        for place in range(len(held)):
            course = Course(Chance(Scripted((place,))))
            gone += suffer(g, s, unit, 1, course).position.place(unit) == GONE
        if posed.right != {str(Fraction(gone, len(held)))}:
            yield f"{gone} of {len(held)} markers destroy it"
