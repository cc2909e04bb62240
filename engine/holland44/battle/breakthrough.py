"""Sections 16.5 and 25.3.5: a breakthrough that joins another attack, or meets the unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, texts
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.holland44.board.bridges import Ask, Offer, triggers
from engine.holland44.command import AfterAutoOffer, bridges_of_attack, led, offered
from engine.holland44.moving.unknown import unknown_at
from engine.holland44.setting import ALLIED, Setting, records
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.automatic import shatter_or_ask
from engine.zocbond.battle.battle import Battle, note_attacked
from engine.zocbond.battle.combat import Combat
from engine.zocbond.battle.results import Result
from engine.zocbond.battle.retreat import goers
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import enemy, held
from engine.zocbond.moving import routed as press
from engine.zocbond.moving.routed import gives_way


def other_attack(g: Setting, s: State, hex: str, joiners: Sequence[str]) -> bool:
    """Whether other units could still attack a hex in this phase (16.5)."""
    combat = next((phase for phase in s.agenda if isinstance(phase, Combat)), None)
    if combat is None or hex in combat.attacked:
        return False
    units = combat.targets(g, s).get(hex, ())
    return any(unit not in joiners for unit in units)


class Join(Deed[Setting, State, Advance]):
    """The breakthrough group lends half its strength to the next attack of others (16.5)."""

    kind, rule = "join", "16.5"

    def slots(self) -> Slots[Setting, State, Advance]:
        """Each stack of the advance, on each enemy hex beside it."""
        return {
            "units": lambda g, s, p, given: (
                p.stacks(g, s) if p.exploits and not records(s).joining else ()
            ),
            "hex": lambda g, s, p, given: g.board.neighbours(s.place(given["units"][0])),
        }

    def reasons(self, g: Setting, s: State, p: Advance, action: Action) -> Reasons:
        """What breakthrough combat there would need, and somebody else to attack (16.5)."""
        hex, units = text(action, "hex"), texts(action, "units")
        if records(s).joining:
            yield Reason.of("16.5", "h44.join.once", hex=hex)
        if not any(p.used(u) for u in units):
            yield Reason.of("16.5", "h44.join.first", hex=hex)
        yield from p.attack_reasons(g, s, action)
        if hex in held(g, s, enemy(g, p.battle.side)) and not other_attack(g, s, hex, units):
            yield Reason.of("16.5", "h44.join.no-attack", hexes=(hex,), hex=hex)

    def apply(self, g: Setting, s: State, p: Advance, action: Action, course: Course) -> State:
        """The breakthrough combat is spent on it."""
        units, hex = tuple(action["units"]), action["hex"]
        spent = dict(p.spent)
        for unit in units:
            spent[unit] = g.advance_most(s, p, unit)
        course.tell("16.5", "h44.join.done", units=units, hexes=(hex,), hex=hex)
        now = replace(
            p,
            spent=tuple(sorted(spent.items())),
            group=units,
            exploits=False,
            done=p.done | set(units),
        )
        return s.instead(now).keep(replace(records(s), joining=(hex, units)))


def join_reasons(g: Setting, s: State, battle: Battle) -> Iterator[Reason]:
    """The attack that is joined comes next (16.5)."""
    hex, _ = records(s).joining or ("", ())
    due = hex and hex in held(g, s, enemy(g, battle.side)) and isinstance(s.top, Combat)
    if due and battle.hex != hex:
        yield Reason.of("16.5", "h44.join.next", hexes=(hex,), hex=hex)


@enforces("25.3.4")
def give_battle(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """An unknown unit is turned, then the German may try the bridges (9.3, 5.4, 25.3.4)."""
    hidden = battle.side == ALLIED and unknown_at(g, s, battle.hex) is not None
    s = g.in_turn(Chapter.before_fight, s, battle, course)
    if battle.hex not in held(g, s, enemy(g, battle.side)):
        return g.in_turn(Chapter.walkover, s, battle, course)
    asked = offered(g, s, battle, hidden)
    return asked if asked is not None else led(g, s, battle, course, hidden)


def auto_battle(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """The German may try the bridges of an automatic DS as well (5.4, 8.7)."""
    names = bridges_of_attack(g, s, battle)
    if names:
        return s.push(Offer(names), AfterAutoOffer(battle))
    return shatter_or_ask(g, s, battle, course)


@enforces("25.3.5")
def fight_on(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """The same for breakthrough; with nobody there the advance goes on (25.3.5).

    Routed units whom the unknown unit leaves alone give way to it (14.3.2).
    """
    hidden = battle.side == ALLIED and unknown_at(g, s, battle.hex) is not None
    s = g.in_turn(Chapter.before_fight, s, battle, course)
    top, foe = s.top, enemy(g, battle.side)
    routed = hidden and gives_way(g, s, battle.side, battle.hex)
    if (routed or battle.hex not in held(g, s, foe)) and isinstance(top, Advance):
        vacated = (*top.vacated, battle.hex)
        s = s.instead(replace(top, follow=battle.hex, vacated=vacated))
        return g.flush(s, battle.side, goers(g, s, foe, battle.hex)) if routed else s
    asked = offered(g, s, battle)
    return asked if asked is not None else fighting.fight_on(g, s, battle, course)


def resume(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """The owner has named his defenders; the attacker names his support after that (9.3)."""
    if battle.auto or battle.breakthrough or battle.halts:
        return fighting.resume(g, s, battle, course)
    return led(g, s, battle, course, True)


def break_off(
    g: Setting, s: State, phase: Advance, units: Sequence[str], path: Sequence[str]
) -> tuple[Sequence[str], tuple[Phase, ...]]:
    """An advance stops where the German may try a bridge (5.4)."""
    path, answers = press.break_off(g, s, phase, units, path)
    for at in range(len(path)):
        names = triggers(g, s, units, path, at)
        if names:
            return path[: at + 1], (Ask(tuple(units), path[at], names),)
    return path, answers


class ExploitChapter(Chapter[Setting]):
    """Breakthrough, bridges and unknown units on the way of an attack."""

    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Who moved up to a bridge may be asked about again when it advances over it (5.4)."""
        return s.keep(replace(records(s), spared=())) if records(s).spared else s

    def joiners(self, g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
        """The group that joins this attack from its breakthrough (16.5)."""
        hex, units = records(s).joining or ("", ())
        if battle.breakthrough or battle.halts or battle.hex != hex:
            return ()
        return tuple(u for u in units if s.place(u) in g.board and u not in battle.units)

    def decided(self, g: Setting, s: State, battle: Battle, result: Result) -> State:
        """What a battle in the middle of a move came to (25.3.2); who was attacked in the combat
        phase is not attacked again (9.1); the joined attack is over."""
        if battle.halts:
            return s.keep(replace(records(s), storm=result.code))
        if not battle.breakthrough:
            s = note_attacked(g, s, battle)
        hex, _ = records(s).joining or ("", ())
        return s.keep(replace(records(s), joining=None)) if hex == battle.hex else s

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """A joint attack that nobody made is forgone; a unit turned in it counts now (25.2.2)."""
        return s.keep(replace(records(s), struck=(), joining=None, spared=(), turned=()))

    def advance_deeds(self, g: Setting) -> Iterator[Deed[Setting, State, Advance]]:
        """To join an attack from a breakthrough (16.5)."""
        yield from (Join(),)
