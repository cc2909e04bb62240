"""Chapter 33: the winter offensive, the new order of the turn, and the German mini-turn."""

from __future__ import annotations

from typing import Self

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.stalingrad42.board.supply_points import DUMP, MOBILE, READY, mobile_count, set_mode
from engine.stalingrad42.options.dice import head_reasons, plan_reasons, with_plan
from engine.stalingrad42.options.reserves import SLIP_AWAY
from engine.stalingrad42.setting import GERMAN, SOVIET, STORE, PlannedOffensive, Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.combat import END_COMBAT, Combat
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import ROUTED, TRAIN, State
from engine.zocbond.board.walking import EXTENDED, TACTICAL
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.rules import Family
from engine.zocbond.turn import Recovery

FROM_TURN = 25
"""The Vasilevsky marker comes in this turn (33.1)."""
PLAN, SUPPLY = "plan", "supply"
MINI_DEEDS = ("move", "enter", "rout", "exit", "flip", "merge", "clear-fort", "end")
"""What the German does in the movement of his mini-turn (33.2.3)."""
PREPARED = (PLAN, PLAN, SUPPLY, SUPPLY)
"""What is placed beside supplied headquarters (33.2.1)."""


def can_declare(g: Setting, s: State) -> bool:
    """Whether the Soviet player holds the marker (33.1)."""
    on = g.scenario.switches["winter-offensive"]
    return on and s.turn >= FROM_TURN and not records(s).offensive_turn


class Declare(Deed[Setting, State, "Vasilevsky"]):
    """The winter offensive begins (33.1)."""

    kind, rule = "winter-offensive", "33.1"

    def apply(self, g: Setting, s: State, p: Vasilevsky, action: Action, course: Course) -> State:
        """The Romanian aircraft go, the preparations begin (33.2.1)."""
        s = s.pop()
        course.tell("33.1", "s42.winter.declared", turn=s.turn)
        kept = tuple(p for p in records(s).plans if g.units[p.head].side != SOVIET)
        s = s.keep(replace(records(s), offensive_turn=s.turn, air_romanian=0, plans=kept))
        return s.push(Prepare(PREPARED))


class Vasilevsky(Phase):
    """Spend the marker, or wait for another turn (33.1)."""

    can = (Declare(), END)

    def decision(self, g: Setting, s: State) -> Decision | None:
        return Decision.of(SOVIET, "s42.vasilevsky", "33.1") if can_declare(g, s) else None


class Place(Deed[Setting, State, "Prepare"]):
    """A planned offensive or a supply point goes to a headquarters (33.2.1)."""

    kind, rule = "prepare", "33.2.1"

    def slots(self) -> Slots[Setting, State, Prepare]:
        return {
            "unit": lambda g, s, p, given: (u for u in g.units if g.units[u].kind == "front-hq"),
            "of": lambda g, s, p, given: dict.fromkeys(p.left),
        }

    def reasons(self, g: Setting, s: State, p: Prepare, action: Action) -> Reasons:
        unit, of = text(action, "unit"), text(action, "of")
        if of not in p.left:
            yield Reason.of("33.2.1", "s42.prepare.none", of=of)
        if of == SUPPLY and p.spare(g, s) is None:
            yield Reason.of("33.2.1", "s42.prepare.none", of=of)
        # a supply point goes to any supplied headquarters, in order or not
        yield from (plan_reasons if of == PLAN else head_reasons)(g, s, SOVIET, unit)

    def apply(self, g: Setting, s: State, p: Prepare, action: Action, course: Course) -> State:
        unit, of = action["unit"], action["of"]
        rest = list(p.left)
        rest.remove(of)
        g.tell(course, unit, "33.2.1", f"s42.prepare.{of}")
        s = s.instead(replace(p, left=tuple(rest)))
        if of == PLAN:
            return with_plan(s, PlannedOffensive(unit, True, s.place(unit)))
        point = p.spare(g, s)
        assert point is not None
        side = DUMP if mobile_count(g, s, SOVIET) >= MOBILE[SOVIET] else READY
        return set_mode(s, point, side).put(point, s.place(unit))


class Prepare(Phase):
    """Two planned offensives and two supply points, all ready, go to headquarters (33.2.1)."""

    left: tuple[str, ...]

    can = (Place(),)

    def spare(self, g: Setting, s: State) -> str | None:
        """A supply point that is off the map."""
        spare = (u for u in s.position.at("used") if g.units[u].kind == STORE)
        return next((u for u in spare if g.units[u].side == SOVIET), None)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not any(self.choices(g, s, None, None)):
            return None
        return Decision.of(SOVIET, "s42.prepare", "33.2.1", left=self.left)


# ------------------------------------------------------------------------------- the mini-turn
class Interlude(Phase):
    """After the Soviet turn in which the offensive began: the German mini-turn (33.2.2)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Only in that turn; nothing of an initial phase comes before it (33.2.3)."""
        s = s.pop()
        if records(s).offensive_turn != s.turn:
            return s
        course.tell("33.2.3", "s42.winter.mini", turn=s.turn)
        s = s.keep(replace(records(s), mini=True))
        return s.push(MiniMovement(GERMAN), MiniCombat(GERMAN), Recovery(GERMAN), MiniEnd())


class MiniEnd(Phase):
    """The mini-turn is over."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """From now on the Soviet player goes first (33.2.2)."""
        course.tell("33.2.2", "s42.winter.order")
        return s.pop().keep(replace(records(s), mini=False))


class Unload(Deed[Family, State, Movement]):
    """A unit leaves its train, if its owner likes, before it moves (33.2.3)."""

    kind, rule = "unload", "33.2.3"

    def slots(self) -> Slots[Family, State, Movement]:
        mine = orders.mine
        return {"unit": lambda g, s, p, given: (u for u in mine(g, s, p.side) if s.has(u, TRAIN))}

    def reasons(self, g: Family, s: State, p: Movement, action: Action) -> Reasons:
        unit = text(action, "unit")
        known = unit in g.units and g.units[unit].side == p.side
        if not known or not s.has(unit, TRAIN):
            yield Reason.of("33.2.3", "s42.mini.no-train", unit=g.unit_name(unit))

    def apply(self, g: Family, s: State, p: Movement, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, "33.2.3", "s42.mini.unloaded")
        return s.unmark((unit,), TRAIN)


UNLOAD = Unload()


class Barred(Deed[Family, State, Phase]):
    """What is not done in the mini-turn (33.2.3)."""

    rule = "33.2.3"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def reasons(self, g: Family, s: State, p: Phase, action: Action) -> Reasons:
        yield Reason.of(self.rule, f"s42.mini.{self.kind}")


NO_AUTO_DS, NO_RAIL, NO_ATTACK = Barred("auto-ds"), Barred("rail"), Barred("attack")


class MiniMovement(Movement):
    """Tactical movement; routed units with their whole allowance; no railway, no attack."""

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        """What is part of a tactical move or none at all; no trains and no strait (33.2.3)."""
        kept = (deed for deed in super().deeds(g, s) if deed.kind in MINI_DEEDS)
        return (*kept, UNLOAD, NO_AUTO_DS, NO_RAIL)


class MiniCombat(Combat):
    """Units may slip away, and that is all (33.2.3)."""

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        """Disengagement, whether the optional rule is in use or not."""
        return (SLIP_AWAY, NO_ATTACK, END_COMBAT)

    def targets(self, g: Family, s: State) -> dict[str, list[str]]:
        return {}


@enforces("S3.3")
def soviet_leads(g: Setting, s: State) -> bool:
    """From the turn after the offensive was declared, to the end (33.2.2, S3.3)."""
    begun = records(s).offensive_turn
    return bool(g.soviet_first or (begun and s.turn > begun))


class WinterChapter(Chapter[Setting]):
    """Who goes first, and how units move in the mini-turn and in first turns."""

    def mode_reasons(self, g: Setting, s: State, units: Names, mode: str) -> Reasons:
        """In the mini-turn only routed units do more than a tactical move, with their whole
        allowance and not beyond it (33.2.3)."""
        if not records(s).mini or mode == TACTICAL:
            return
        for unit in units:
            routed = s.has(unit, ROUTED)
            if mode == EXTENDED or not routed:
                key = "s42.mini.extended" if routed else "s42.mini.tactical"
                yield g.against(unit, "33.2.3", key)
