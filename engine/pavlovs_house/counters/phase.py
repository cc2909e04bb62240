"""Chapter 4: the Soviet counter phase - its frame, its moves, changes of place, its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from engine.agenda import Deed, Phase, Reasons, Slots, once_a_state
from engine.pavlovs_house.board.house import (
    ENOUGH,
    OF_SOVIETS,
    OF_THE_HOUSE,
    House,
    State,
    UpTo,
    here_reasons,
    recall_weapons,
)
from engine.pavlovs_house.board.pieces import ORDER, RESERVE, STOCK, Kit
from engine.pavlovs_house.counters.actions import ACTS
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason

USUAL, COMMANDED = 3, 4

RULE, SWAP, CARRY, SHARE = (
    "4.0 movement",
    "4.0 movement swap",
    "4.0 weapons carrying",
    "4.0 weapons sharing",
)


def command_group(g: House, s: State) -> bool:
    """Whether all who have the order mark hold positions (4.0 command group)."""
    return all(g.posted(s, unit) for unit, man in g.kit.men.items() if ORDER in man.marks)


def actions_now(g: House, s: State, course: Course) -> int:
    """Three moves and three actions as the phase begins, or four of each (4.0 command group)."""
    if not command_group(g, s):
        return USUAL
    course.tell("4.0 command group", "pav.phase.command-group", count=COMMANDED)
    return COMMANDED


def begin_counters(g: House, s: State, course: Course) -> State:
    """Moves first, then actions (4.0)."""
    number = actions_now(g, s, course)
    return s.instead(CounterMoves(number), CounterActions(number))


def begin_actions(g: House, s: State, course: Course) -> State:
    """A scenario begins after the moves: the men count where they stand."""
    return s.instead(CounterActions(actions_now(g, s, course)))


class CounterActions(UpTo):
    """Up to three counters act, four with the command group (4.0, 4.0 command group)."""

    role, asks, rule = "counters", "pav.acts", "4.0"
    can = (*ACTS, ENOUGH)

    def open(self, g: House, s: State) -> bool:
        return self.left > 0 and bool(g.men(s))

    def proceed(self, g: House, s: State, course: Course) -> State:
        """All action and order tokens come off the counters (4.0 end of phase)."""
        for (kind, unit), count in s.tokens.items():
            if kind in ("action", "order"):
                s = s.shifted(kind, unit, STOCK, count)
        course.tell("4.0 end of phase", "pav.phase.tokens-off")
        return s.pop()


# ------------------------------------------------------------ moves


def mover_reasons(g: House, s: State, unit: str) -> Reasons:
    """Who may move: a Soviet counter in the House that has not moved yet (4.0 movement). Exhaustion
    and damage bar actions, and a move is none (ruling moving-unfit)."""
    yield from here_reasons(g, s, unit, RULE, RULE)
    if unit in s.moved:
        yield g.against(unit, RULE, "pav.move.again")


def can_carry(g: House, s: State, unit: str) -> list[str]:
    """The weapons that a counter may take along from where it is (4.0 weapons carrying)."""
    place, marks = s.place(unit), g.kit.men[unit].marks
    return [w for w in g.weapons(s, place) if g.kit.weapons[w].mark in marks]


def carry_reasons(g: House, s: State, unit: str, weapon: str) -> Reasons:
    """A weapon in the same place with the counter's own mark (4.0 weapons carrying)."""
    if weapon not in can_carry(g, s, unit):
        yield g.against(unit, CARRY, "pav.move.weapon")


def may_share(kit: Kit, a: str, b: str, present: Iterable[str]) -> bool:
    """Two with one mark, and a weapon of that mark there too (4.0 weapons sharing)."""
    both = kit.men[a].marks & kit.men[b].marks
    return any(kit.weapons[weapon].mark in both for weapon in present)


def parting_reasons(g: House, s: State, unit: str, weapon: str) -> Reasons:
    """A weapon over which the two who stay share the position stays too (4.0 weapons sharing)."""
    place = s.place(unit)
    staying = [other for other in g.holders(s, place) if other != unit]
    left = [other for other in g.weapons(s, place) if other != weapon]
    if len(staying) > 1 and not may_share(g.kit, staying[0], staying[1], left):
        about = {"units": staying, "hexes": (place,), "names": tuple(map(g.unit_name, staying))}
        yield Reason.of(SHARE, "pav.move.parted", **about)


def entry_reasons(g: House, s: State, unit: str, to: str, weapon: str, displace: str) -> Reasons:
    """Into a position: empty, shared over a weapon, or its holder gives way (4.0 movement)."""
    if to not in g.kit.spots:
        yield Reason.of(RULE, "pav.move.no-position", place=to)
        return
    if s.place(unit) == to:
        yield Reason.of(RULE, "pav.move.there", hexes=(to,), unit=g.unit_name(unit), place=to)
        return
    there = g.holders(s, to)
    if displace and displace not in there:
        yield Reason.of(SWAP, "pav.move.not-holder", hexes=(to,), place=to)
        return
    for holder in there:
        if not s.fresh(holder):
            about = {"units": (holder,), "hexes": (to,), "unit": g.unit_name(holder)}
            yield Reason.of(SWAP, "pav.move.unfit", **about)
    staying = [holder for holder in there if holder != displace] if there else []
    if len(staying) > 1:
        yield Reason.of(RULE, "pav.move.full", units=staying, hexes=(to,), place=to)
    elif staying and not shares(g, s, unit, to, weapon, staying[0]):
        about = {"units": staying, "hexes": (to,), "unit": g.unit_name(staying[0])}
        yield Reason.of(SHARE, "pav.move.held", **about)


def shares(g: House, s: State, unit: str, to: str, weapon: str, holder: str) -> bool:
    """Whether a counter shares a position with who stays there, over a weapon there or its own."""
    present = g.weapons(s, to)
    if weapon in g.kit.weapons:
        present.append(weapon)
    return bool(present) and may_share(g.kit, unit, holder, present)


@once_a_state
def enterable(g: House, s: State) -> list[tuple[str, tuple[str, ...]]]:
    """Positions whose holders, if there are any, can give way or share: all of them are fit."""
    held = g.held(s)
    tired = {to for to, there in held.items() if not all(map(s.fresh, there))}
    return [(to, held.get(to, ())) for to in g.kit.spots if to not in tired]


def ways(g: House, s: State, unit: str) -> Iterator[str | dict[str, str | None]]:
    """Where a counter can go, with what, and who gives way; an empty position is open to all."""
    carried, place = (None, *can_carry(g, s, unit)), s.place(unit)
    for to, there in enterable(g, s):
        if not there and len(carried) == 1:
            yield to
            continue
        for weapon, displace in product(carried, (None, *there) if to != place else ()):
            staying = [holder for holder in there if holder != displace]
            if not staying or (
                len(staying) == 1 and shares(g, s, unit, to, weapon or "", staying[0])
            ):
                alone = weapon is None and displace is None
                yield to if alone else {"to": to, "weapon": weapon, "displace": displace}


class Move(Deed[House, State, "CounterMoves"]):
    """A counter goes to a position, alone or with a weapon (4.0 movement)."""

    kind, rule, sure = "move", RULE, True

    def slots(self) -> Slots[House, State, CounterMoves]:
        return {
            "unit": lambda g, s, p, given: (man for man in g.men(s) if man not in s.moved),
            "to": lambda g, s, p, given: ways(g, s, given["unit"]),
        }

    def reasons(self, g: House, s: State, p: CounterMoves, action: Action) -> Reasons:
        unit, to = text(action, "unit"), text(action, "to")
        weapon, displace = text(action, "weapon"), text(action, "displace")
        yield from mover_reasons(g, s, unit)
        if unit in g.kit.men:
            if weapon:
                yield from carry_reasons(g, s, unit, weapon)
            yield from entry_reasons(g, s, unit, to, weapon, displace)

    def apply(self, g: House, s: State, p: CounterMoves, action: Action, course: Course) -> State:
        """The counter moves, with its weapon; a displaced holder is asked where to."""
        unit, to, displaced = action["unit"], action["to"], text(action, "displace")
        s = carry(g, s, unit, to, text(action, "weapon"), RULE, course)
        s = replace(s, moved=s.moved | {unit}).instead(CounterMoves(p.left - 1))
        s = recall_weapons(g, s, course)
        return s.push(Displaced(displaced)) if displaced else s


class CounterMoves(UpTo):
    """Up to three counters move, four with the command group (4.0, 4.0 command group)."""

    role, asks, rule = "counters", "pav.moves", RULE
    can = (Move(), ENOUGH)

    def open(self, g: House, s: State) -> bool:
        return self.left > 0 and bool(g.men(s))

    def proceed(self, g: House, s: State, course: Course) -> State:
        """All may move again in the next phase."""
        return replace(s.pop(), moved=frozenset())


def carry(g: House, s: State, unit: str, to: str, weapon: str, rule: str, course: Course) -> State:
    """A counter goes somewhere in the House, perhaps with a weapon (4.0 weapons carrying)."""
    g.tell(course, unit, rule, "pav.move.done", hexes=(to,), place=to)
    s = s.at(unit, to, OF_THE_HOUSE)
    if weapon:
        g.tell(course, weapon, CARRY, "pav.move.carried", hexes=(to,))
        s = s.at(weapon, to, OF_SOVIETS)
    return s


class Yield(Deed[House, State, "Displaced"]):
    """A holder gives way (4.0 movement swap)."""

    kind, rule = "yield", SWAP

    def slots(self) -> Slots[House, State, Displaced]:
        return {
            "unit": lambda g, s, p, given: (p.unit,),
            "to": lambda g, s, p, given: (RESERVE, *g.kit.spots),
            "weapon": lambda g, s, p, given: (None, *can_carry(g, s, p.unit)),
        }

    def reasons(self, g: House, s: State, p: Displaced, action: Action) -> Reasons:
        """Only the displaced counter, only to an empty position or the reserve."""
        unit, to, weapon = (text(action, key) for key in ("unit", "to", "weapon"))
        if unit != p.unit:
            yield Reason.of(SWAP, "pav.move.not-displaced", unit=g.unit_name(p.unit))
        if to != RESERVE and to not in g.kit.spots:
            yield Reason.of(SWAP, "pav.move.no-position", place=to)
        elif to != RESERVE and (there := g.holders(s, to)):
            yield Reason.of(SWAP, "pav.move.not-empty", units=there, hexes=(to,), place=to)
        if weapon:
            yield from carry_reasons(g, s, p.unit, weapon)
        yield from parting_reasons(g, s, p.unit, weapon)

    def apply(self, g: House, s: State, p: Displaced, action: Action, course: Course) -> State:
        """The change of place is complete; it took one move only."""
        s = carry(g, s.pop(), p.unit, action["to"], text(action, "weapon"), SWAP, course)
        return recall_weapons(g, s, course)


class Displaced(Phase):
    """A holder who gave way goes to an empty position or the reserve (4.0 movement swap)."""

    unit: str
    can = (Yield(),)

    def decision(self, g: House, s: State) -> Decision:
        name = g.unit_name(self.unit)
        return Decision.of(g.seats["counters"], "pav.displaced", SWAP, unit=name)
