"""Section 7.5: rallying, and what helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.agenda import Candidate, Reasons, Slots
from engine.conflict_of_heroes.actions.orders import Order, Turn
from engine.conflict_of_heroes.actions.payment import Rolling, caps, dice_reasons, needed, rolled
from engine.conflict_of_heroes.counters.hits import hit_rule, marker, put_back
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.ground.sight import covered
from engine.values import Action, replace, text, whole
from engine.verdict import Course, Decision, Line, Reason, Tally


def rally_need(g: Setting, s: State, unit: str) -> Tally:
    """What the dice must show (7.4, 7.5, 7.51)."""
    hex = s.position.place(unit)
    lines = [
        Line.of(hit_rule(g, s, unit), "coh.line.rally", int(marker(g, s, unit).get("rally", 0)))
    ]
    if covered(g, s, unit):
        lines.append(Line.of("7.51", "coh.line.rally-cover", -1))
    side = g.units[unit].side
    friends = [
        u
        for u in s.position.at(hex)
        # a plane is over the hex, not in it (20.0)
        if g.units[u].kind != PLANE and not hostile(g.units[u].side, side) and s.of(u).hit is None
    ]
    if friends:
        lines.append(Line.of("7.51", "coh.line.rally-friends", -len(friends)))
    return Tally.adding("coh.rally.need", lines)


def rally_reasons(g: Setting, s: State, unit: str) -> Reasons:
    """A hit that can be rallied from, and no enemy in the hex (7.5, 15.2)."""
    hex = s.position.place(unit)
    if s.of(unit).hit is None:
        yield g.no(unit, "7.5", "coh.rally.unhurt")
    elif not marker(g, s, unit).get("rally"):
        yield g.no(unit, hit_rule(g, s, unit), "coh.rally.never")
    if g.foes_in(s, g.units[unit].side, hex):
        yield g.no(unit, "7.5", "coh.rally.enemy", hexes=(hex,))


def roll_to_rally(g: Setting, s: State, unit: str, cap: int, course: Course) -> State:
    """Two dice against the number of the marker (7.5)."""
    side = g.units[unit].side
    return rolled(g, s, side, "coh.rally", Recovery(unit, cap), course)


@dataclass(frozen=True)
class Recovery:
    """What the dice of a rally decide."""

    unit: str
    cap: int

    def resolve(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """A total against the number of the marker, which goes, or stays (7.5)."""
        unit, total = self.unit, sum(dice) + self.cap
        need = int(rally_need(g, s, unit).total)
        if total < need:
            # the number that was needed would tell the marker (7.4)
            g.tell(course, unit, "7.5", "coh.rally.failed", total=total)
            return s
        hit = s.of(unit).hit
        g.tell(course, unit, "7.5", "coh.rally.done", total=total, need=need, hit=hit)
        return put_back(g, s, unit)


def attempt(g: Setting, s: State, units: tuple[str, ...], cap: int, course: Course) -> State:
    """One unit rolls at once, with the CAP declared; a group unit by unit (7.5, 9.13)."""
    if len(units) == 1:
        return roll_to_rally(g, s, units[0], cap, course)
    return s.push(Rallying(g.units[units[0]].side, units))


class Rallying(Rolling):
    """A group rallies: dice for each unit apart, CAP declared before each roll (9.13, 3.23)."""

    left: tuple[str, ...]

    rule = "9.13"

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.left:
            return None
        return Decision.of(self.side, "coh.rallying", "9.13", left=len(self.left))

    def targets(self) -> tuple[str, ...]:
        return self.left

    def need(self, g: Setting, s: State, action: Action) -> Tally | None:
        unit = text(action, "target")
        if unit not in self.left:
            return None
        return needed("coh.rally.need", rally_need(g, s, unit), action)

    def thrown(self, g: Setting, s: State, target: str, cap: int, course: Course) -> State:
        s = s.instead(replace(self, left=tuple(u for u in self.left if u != target)))
        return roll_to_rally(g, s, target, cap, course)


class Rally(Order):
    """An attempt to rally, alone or as a group (7.5, 9.13)."""

    kind, rule, rallying = "rally", "7.5", True
    rolls, group = True, "9.13"
    fixed = Tally.adding("coh.cost.rally", [Line.of("7.5", "coh.line.rally-price", 5)])

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        yield from dice_reasons(whole(action, "cap"), s.cap[side])
        if whole(action, "cap") and len(self.doers(action)) > 1:
            yield Reason.of("9.13", "coh.rally.one-by-one", units=self.doers(action))
        yield from super().against(g, s, side, action)

    def unfit(self, g: Setting, s: State, side: str, unit: str) -> Reasons:
        return rally_reasons(g, s, unit)

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return s.of(unit).hit is not None

    def ways(self) -> Slots[Setting, State, Turn]:
        """Alone, or all of its hex that can, together (9.13); with no, one or two CAP."""
        return {
            "mates": lambda g, s, p, given: (None, *self._all_of_hex(g, s, given["unit"])),
            "cap": lambda g, s, p, given: (
                (None,) if "units" in given else caps(s.cap[g.units[given["unit"]].side])
            ),
        }

    def _all_of_hex(self, g: Setting, s: State, unit: str) -> Iterator[Candidate]:
        side = g.units[unit].side
        hurt = [
            u
            for u in s.position.at(s.position.place(unit))
            if g.units[u].side == side and marker(g, s, u).get("rally")
        ]
        if g.setup.section >= 2 and len(hurt) > 1 and unit == hurt[0]:
            yield {"unit": None, "units": hurt}

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        return attempt(g, s, self.doers(action), whole(action, "cap"), course)


RALLY = Rally()
