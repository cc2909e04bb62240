"""The initial phase: aircraft, trains, fortifications; then, in any order, all the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.rulebook import enforces
from engine.stalingrad42.air import ground_crews
from engine.stalingrad42.arrivals import Arrivals, settle_plain
from engine.stalingrad42.forts import ClearFort
from engine.stalingrad42.maskirovka import MaskArrival
from engine.stalingrad42.modifiers import fortified
from engine.stalingrad42.railway import has_railways, rail_net
from engine.stalingrad42.replacements import Rebuild, Replace, income
from engine.stalingrad42.stores import GUNS, STORE, feed, feed_choices, feed_reasons
from engine.stalingrad42.victory import supplied_hex
from engine.stalingrad42.withdrawals import pay_debt
from engine.verdict import Reason, Verdict
from engine.zocbond.aside import Aside, UnitAside
from engine.zocbond.state import FIRED, TRAIN, State
from engine.zocbond.zones import combat_units, enemy, held, zoc

if TYPE_CHECKING:
    from engine.stalingrad42.rules import Stalingrad42
    from engine.stalingrad42.setting import Setting

GERMAN = "german"
FORTS = {"german": 12, "soviet": 24}
NO_FORT = ("large-city", "small-city", "mountain", "swamp", "rough-woods")
ONCE = {
    **dict.fromkeys(("railed", "sailed", "flipped", "exited", "passed", "spots"), ()),
    **dict.fromkeys(("rail-left", "vladimirovka", "strait", "flotilla-moved"), False),
}
"""What a side may do so often in its turn, counted anew."""
PIECEMEAL = (Arrivals, MaskArrival)
"""What is due unit by unit: something else may be done in between."""


@dataclass(frozen=True)
class Initial(Phase):
    """What happens by itself, then the choices (3.0 initial phase, 18.1)."""

    side: str

    @enforces("5.6.5")
    def proceed(self, g: Stalingrad42, s: State, course: Course) -> State:
        """Aircraft come back (9.3.1), trains unload (5.6.5), fortifications are ready (9.7.2)."""
        mine = [u for u in s.position.units() if g.units[u].side == self.side]
        s = s.pop().unmark(mine, TRAIN)
        building = dict(s.tracks.get("building", {}))
        ready = {hex: side for hex, side in building.items() if side == self.side}
        rest = {hex: side for hex, side in building.items() if side != self.side}
        for hex in ready:
            course.tell("9.7.2", "s42.fort.ready", hexes=(hex,), hex=hex)
        s = s.track(building=rest, forts={**s.tracks.get("forts", {}), **ready}, **ONCE)
        if self.side == GERMAN:
            s = ground_crews(g, s)
        steps = tuple(sorted(pay_debt(s, self.side, income(g, s, self.side)).items()))
        s = settle_plain(g, g.begin_initial(s, self.side, course), self.side, course)
        points = resource_points(g, s, self.side)
        due = (Arrivals(self.side), *g.due(s, self.side))
        return s.push(Resources(self.side, points, steps, due))


@dataclass(frozen=True)
class Resources(Phase):
    """Resource points, supply points and replacements are spent (18.1, 21.0), and whatever else is
    due is done, in the order the owner likes (3.0 initial phase)."""

    side: str
    points: int
    steps: tuple[tuple[str, int], ...]
    due: tuple[Phase, ...] = ()
    """Reinforcements, withdrawals and the like that are still to be taken up."""
    ended: bool = False
    """Nothing more is spent: the rest of what is due comes in its turn."""

    def decision(self, g: Stalingrad42, s: State) -> Decision | None:
        """Spend something, take up something, or end the phase; asked while there is a choice."""
        waiting = [phase for phase in self.due if any(self._of(phase, g, s, None, None))]
        if self.ended or not (len(waiting) > 1 or any(self._worth(g, s))):
            return None
        steps = sum(count for _, count in self.steps)
        kind, rule = ("initial", "3.0 initial phase") if waiting else ("resources", "18.1")
        return Decision.of(self.side, f"s42.{kind}", rule, points=self.points, steps=steps)

    def _worth(self, g: Stalingrad42, s: State) -> Moves:
        """What is worth asking for: to clear a fortification, only if another could be begun."""
        found = self._spending(g, s, None, None)
        return (action for action in found if self.points or action.kind != "clear-fort")

    def proceed(self, g: Stalingrad42, s: State, course: Course) -> State:
        """What is due comes in its turn; what is left unspent is lost (18.1, 21.1.1)."""
        if not self.due:
            return s.pop()
        return s.instead(self.due[0], replace(self, due=self.due[1:]))

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Make a gun ready, build, take replacements, stock supply; what is due; end."""
        due = (kind for phase in self.due for kind in phase.kinds(g, s))
        return (
            *("ready", "fortify", "clear-fort", "replace", "rebuild", "stock", "feed", "plan"),
            *dict.fromkeys((*due, "end")),
        )

    def _spending(self, g: Stalingrad42, s: State, unit: str | None, hex: str | None) -> Moves:
        for aside in g.initial_asides().values():
            yield from aside.choices(g, s, self, unit, hex)

    @staticmethod
    def _of(phase: Phase, g: Stalingrad42, s: State, unit: str | None, hex: str | None) -> Moves:
        return (action for action in phase.choices(g, s, unit, hex) if action.kind != "end")

    def choices(self, g: Stalingrad42, s: State, unit: str | None, hex: str | None) -> Moves:
        """All of them, then the end."""
        yield from self._spending(g, s, unit, hex)
        for phase in self.due:
            yield from self._of(phase, g, s, unit, hex)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: Stalingrad42, s: State, action: Action) -> Verdict:
        """Everything against it."""
        if action.kind == "end":
            return Verdict()
        aside = g.initial_asides().get(action.kind)
        if aside is not None:
            return Verdict(tuple(aside.reasons(g, s, self, action)))
        told = [p.explain(g, s, action) for p in self.due if action.kind in p.kinds(g, s)]
        if not told:
            return Verdict((Reason.of("18.1", "game.not-now", action=action.kind),))
        return next((verdict for verdict in told if verdict), told[0])

    def apply(self, g: Stalingrad42, s: State, action: Action, course: Course) -> State:
        """Spend it, or take up what is due."""
        if action.kind == "end":
            return s.instead(replace(self, ended=True))
        aside = g.initial_asides().get(action.kind)
        if aside is not None:
            return aside.apply(g, s, self, action, course)
        fit = (p for p in self.due if action.kind in p.kinds(g, s) and p.explain(g, s, action))
        return self._take_up(g, s, next(fit), action, course)

    def _take_up(
        self, g: Stalingrad42, s: State, phase: Phase, action: Action, course: Course
    ) -> State:
        rest = tuple(other for other in self.due if other is not phase)
        s = phase.apply(g, s.instead(replace(self, due=rest)).push(phase), action, course)
        if not isinstance(phase, PIECEMEAL):
            return s
        again = s.top  # the rest of it may wait while something else is done
        return s.pop().instead(replace(self, due=(again, *rest)))

    def spend(self, s: State) -> State:
        """One resource point less."""
        return s.instead(replace(self, points=self.points - 1))


class Ready(UnitAside["Stalingrad42", Resources]):
    """A gun on the rail net is made ready (18.1)."""

    kind = "ready"

    def reasons(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action
    ) -> Iterator[Reason]:
        """A used artillery support unit in good order, on the rail net (18.1, 18.2.3)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != phase.side:
            yield Reason.of("18.1", "zb.no-unit", unit=unit)
            return
        piece, seat = g.units[unit], s.place(unit)

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), unit=piece.name)

        if phase.points < 1:
            yield no("18.1", "s42.resources.none")
        if piece.kind not in GUNS or not s.has(unit, FIRED):
            yield no("18.1", "s42.resources.not-used")
        elif not s.good(unit) or seat not in g.board:
            yield no("18.2.3", "zb.guns.state")
        elif (has_railways(g) or s.tracks.get("rail-net", {}).get(phase.side)) and (
            seat not in rail_net(g, s, phase.side)
        ):
            yield no("18.1", "s42.resources.rail")

    def apply(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action, course: Course
    ) -> State:
        """Ready."""
        unit = action["unit"]
        course.tell("18.1", "s42.resources.ready", units=(unit,), unit=g.unit_name(unit))
        return phase.spend(s).unmark((unit,), FIRED)


class Fortify(Aside["Stalingrad42", Resources]):
    """A fortification is begun (9.7.2)."""

    kind = "fortify"

    def choices(
        self, g: Stalingrad42, s: State, phase: Resources, unit: str | None, hex: str | None
    ) -> Moves:
        """Every hex with own units; any hex that is asked for."""
        if unit is not None or phase.points < 1:
            return
        for spot in [hex] if hex is not None else sorted(held(g, s, phase.side)):
            action = Action("fortify", hex=spot)
            if not any(self.reasons(g, s, phase, action)):
                yield action

    def reasons(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action
    ) -> Iterator[Reason]:
        """In supply, not the enemy's, on fit ground, one a hex (9.7.2, 9.7.3)."""
        hex, side = text(action, "hex"), phase.side

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, hexes=(hex,), hex=hex)

        if phase.points < 1:
            yield no("18.1", "s42.resources.none")
        if hex not in g.board:
            yield no("9.7.2", "s42.fort.where")
            return
        if g.terrain_of(s, hex) in NO_FORT:
            yield no("9.7.3", "s42.fort.ground")
        here = hex in s.tracks.get("forts", {}) or hex in s.tracks.get("building", {})
        if here or fortified(g, s, hex, side):
            yield no("9.7.3", "s42.fort.one")
        foe = enemy(g, side)
        if hex in zoc(g, s, foe) and not combat_units(g, s, side, hex):
            yield no("9.7.3", "s42.fort.zoc")
        hostile = hex in held(g, s, foe) or s.control.get(hex, side) != side
        if hostile or not supplied_hex(g, s, side, hex):
            yield no("9.7.2", "s42.fort.where")
        built = [*s.tracks.get("forts", {}).values(), *s.tracks.get("building", {}).values()]
        if built.count(side) >= FORTS[side]:
            yield no("9.7.3", "s42.fort.counters")

    def apply(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action, course: Course
    ) -> State:
        """Under construction until the next initial phase (9.7.2)."""
        hex = action["hex"]
        course.tell("9.7.2", "s42.fort.begun", hexes=(hex,), hex=hex)
        s = phase.spend(s)
        return s.track(building={**s.tracks.get("building", {}), hex: phase.side})


class Stock(Aside["Stalingrad42", Resources]):
    """A supply point is put in an own entry area (18.1, 18.6.1, 19.4)."""

    kind = "stock"

    def choices(
        self, g: Stalingrad42, s: State, phase: Resources, unit: str | None, hex: str | None
    ) -> Moves:
        """The first counter off the map, to every area."""
        if phase.points < 1:
            return
        spare = [
            u
            for u in s.position.at("used")
            if g.units[u].kind == STORE and g.units[u].side == phase.side and unit in (None, u)
        ]
        for to in g.board.areas if spare else ():
            action = Action("stock", unit=spare[0], to=to)
            if hex in (None, to) and not any(self.reasons(g, s, phase, action)):
                yield action

    def reasons(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action
    ) -> Iterator[Reason]:
        """A counter that is off the map, an own area (18.6.1)."""
        unit, to = text(action, "unit"), text(action, "to")
        known = unit in g.units and g.units[unit].side == phase.side
        if not known or g.units[unit].kind != STORE or s.place(unit) != "used":
            yield Reason.of("18.6.1", "s42.store.none", unit=unit)
            return
        if phase.points < 1:
            yield Reason.of("18.1", "s42.resources.none", unit=unit)
        if not g.own_area(s, phase.side, to):
            yield Reason.of("18.6.1", "s42.store.area", units=(unit,), hex=to)

    def apply(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action, course: Course
    ) -> State:
        """There."""
        unit, to = action["unit"], action["to"]
        course.tell("18.6.1", "s42.store.stocked", units=(unit,), unit=g.unit_name(unit), hex=to)
        return phase.spend(s).put(unit, to)


class Feed(Aside["Stalingrad42", Resources]):
    """A supply point makes a gun in its hex ready (18.6.4)."""

    kind = "feed"

    def choices(
        self, g: Stalingrad42, s: State, phase: Resources, unit: str | None, hex: str | None
    ) -> Moves:
        """Every used gun with a supply point in its hex."""
        return feed_choices(g, s, phase.side, unit, hex)

    def reasons(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action
    ) -> Iterator[Reason]:
        """Together, the gun used and in good order (18.6.4)."""
        return feed_reasons(g, s, phase.side, text(action, "unit"), text(action, "point"))

    def apply(
        self, g: Stalingrad42, s: State, phase: Resources, action: Action, course: Course
    ) -> State:
        """Ready."""
        return feed(g, s, action, course)


INITIAL: tuple[Aside[Stalingrad42, Resources], ...] = (
    *(Ready(), Feed(), Fortify(), ClearFort(), Replace(), Rebuild(), Stock()),
)


def resource_points(g: Setting, s: State, side: str) -> int:
    """Two a turn, as the scenario says (18.1)."""
    return g.resources[side].at(s.turn)
