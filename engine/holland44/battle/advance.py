"""Chapters 15 and 16: advance after combat, breakthrough combat."""

from __future__ import annotations

import itertools
from functools import partial

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.holland44.board.bridges import Ask, Offer, triggers
from engine.holland44.command import AfterAutoOffer, bridges_of_attack, led, offered
from engine.holland44.moving.detachments import unknown_at
from engine.holland44.moving.movement import mounted, off_road_barred
from engine.holland44.setting import ALLIED, Setting, records
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, Result, note_attacked
from engine.zocbond.battle.combat import Combat
from engine.zocbond.battle.fighting import shatter_or_ask
from engine.zocbond.battle.retreat import goers
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import road, unbridged, water
from engine.zocbond.board.state import OUT, State
from engine.zocbond.board.zones import combat_units, counted, enemy, held, over, watchers
from engine.zocbond.moving import orders
from engine.zocbond.moving.orders import gives_way


def advancers(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """All but artillery; over a large river only infantry with the engineer (15.1, 9.5.3)."""
    units = [u for u in battle.units if g.units[u].kind != "artillery"]
    return tuple(dict.fromkeys((*units, *battle.crossing)))


def advance_most(g: Setting, s: State, phase: Advance, unit: str, path: Names = ()) -> int:
    """Hexes of the result in any direction, one more by road for mechanized units (15.2, 15.3). It
    is in full also when nobody went back two hexes (13.4), and breakthrough combat adds nothing to
    it (16.3.3)."""
    bonus = phase.length and not phase.limited and mounted(g, s, unit)
    bonus = bonus and not s.has(unit, OUT) and unit not in phase.strayed
    bonus = bonus and not g.strays(s, path)
    return phase.length + bool(bonus)


def on_bonus(g: Setting, s: State, phase: Advance, unit: str, path: Names) -> bool:
    """Whether the path needs the road bonus."""
    return phase.used(unit) + phase.price(g, s, unit, path) > phase.length


def strays(g: Setting, s: State, path: Names) -> bool:
    """Whether a path leaves the road (15.2)."""
    return not all(
        a in g.board and b in g.board and road(g, s, a, b) for a, b in itertools.pairwise(path)
    )


def other_attack(g: Setting, s: State, hex: str, joiners: Names) -> bool:
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


def join_reasons(g: Setting, s: State, battle: Battle) -> Reasons:
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
    """The same for breakthrough; with nobody there the advance goes on (25.3.5). Routed units whom
    the unknown unit leaves alone give way to it (14.3.2)."""
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
    g: Setting, s: State, phase: Advance, units: Names, path: Names
) -> tuple[Names, tuple[Phase, ...]]:
    """An advance stops where the German may try a bridge (5.4)."""
    path, answers = orders.break_off(g, s, phase, units, path)
    for at in range(len(path)):
        names = triggers(g, s, units, path, at)
        if names:
            return path[: at + 1], (Ask(tuple(units), path[at], names),)
    return path, answers


class AdvanceChapter(Chapter[Setting]):
    """Breakthrough, bridges and unknown units on the way of an attack."""

    advance_deeds = (Join(),)

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

    def advance_end(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Names, group: Names
    ) -> Reasons:
        """The road bonus ends in a hex without a friend that counts (15.4); 16.2."""
        if unit in phase.group and phase.others_first(s, phase.group):
            yield Reason.of("16.2", "h44.breakthrough.order", units=(unit,))
        if not g.on_bonus(s, phase, unit, path):
            return
        there = dict.fromkeys((*combat_units(g, s, g.units[unit].side, path[-1]), *group))
        crowd = [*(u for u in there if u != unit), unit]
        others = [u for u in counted(g, s, crowd) if u != unit]
        if others:
            yield Reason.of("15.4", "h44.advance.bonus-alone", hexes=(path[-1],), units=others)

    def advance_crowd(self, g: Setting, s: State, units: Names, hex: str) -> Reasons:
        """The stacking limit holds where an advance ends (15.1)."""
        if hex not in g.board:
            return
        side = g.units[units[0]].side
        if over(g, s, side, hex, units) > over(g, s, side, hex):
            yield Reason.of("15.1", "h44.advance.crowd", hexes=(hex,), units=units, hex=hex)

    def advance_zoc(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Names, number: int
    ) -> Reasons:
        """From ZOC to ZOC of one unit only into the vacated hex or a friend's (15.5.2)."""
        here, there = path[number - 1], path[number]
        if here not in g.board or there in phase.cleared():
            return
        side = g.units[unit].side
        foe = g.other[side]
        if combat_units(g, s, side, there):
            return
        same = set(watchers(g, s, here, foe)) & set(watchers(g, s, there, foe))
        if same:
            yield Reason.of(
                "15.5.2", "h44.advance.zoc", hexes=(here, there), units=tuple(same), hex=there
            )

    def advance_ground(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Names, number: int
    ) -> Reasons:
        """Rivers in the first hex only, canals and large rivers where attacked over (15.6)."""
        here, there = path[number - 1], path[number]
        piece = g.units[unit]
        no = partial(g.against, unit, "15.6", hexes=(here, there), hex=there)
        yield from g.all_of(Chapter.step_bars, s, (unit,), here, there)
        first = number == 1 and not phase.used(unit)
        kind = unbridged(g, s, here, there)
        if number > 1 and g.ground.trait(here, "swamp") and not road(g, s, path[number - 2], here):
            yield no("h44.advance.swamp-stops")
        if (
            number > 1
            and here in records(s).traffic.values()
            and piece.side == ALLIED
            and mounted(g, s, unit)
        ):
            yield Reason.of("24.2", "h44.advance.traffic", hexes=(here,), unit=piece.name)
        if off_road_barred(g, s, unit, here, there):
            yield no("h44.advance.road-only")
        if kind is None:
            return
        if piece.technical:
            yield no("h44.advance.water-technical")
        elif not first:
            yield no("h44.advance.first-hex")
        elif (kind != "minor-river" and not g.board.adjacent(here, phase.battle.hex)) or (
            kind == "canal" and kind != water(g, here, phase.battle.hex)
        ):
            yield no("h44.advance.attacked-over")
        elif kind == "large-river" and there != phase.battle.hex:
            yield Reason.of("9.5.3", "h44.advance.vacated-first", hexes=(there,), unit=piece.name)
        elif kind == "large-river" and not phase.battle.crossing:
            yield g.against(unit, "9.5.3", "h44.advance.engineer")

    def stops_advance(self, g: Setting, s: State, phase: Advance, unit: str, path: Names) -> bool:
        """A swamp off the road, a traffic marker, an entry area end the advance. So say 15.6, 24.2
        and 19.3.1."""
        if path[-1] not in g.board:
            return True
        if g.ground.trait(path[-1], "swamp") and not road(g, s, path[-2], path[-1]):
            return True
        traffic = path[-1] in records(s).traffic.values()
        return traffic and g.units[unit].side == ALLIED and mounted(g, s, unit)

    def joins_group(self, g: Setting, s: State, phase: Advance, units: Names) -> bool:
        """The group picks up units of the same attack on its way (16.2)."""
        return any(unit in phase.group for unit in units)

    def breakthrough_reasons(self, g: Setting, s: State, phase: Advance, battle: Battle) -> Reasons:
        """One combat only (16.3.2), also against units that retreated (16.4); 16.3.4, 16.3.5."""
        seat = s.place(battle.units[0])
        mates = combat_units(g, s, battle.side, seat)
        first = phase.battle
        took_part = (*first.units, *first.guns, *first.crossing)
        strangers = [u for u in mates if u not in took_part]
        if strangers:
            yield Reason.of("16.3.5", "h44.breakthrough.jam", hexes=(seat,), units=strangers)
        if unbridged(g, s, seat, battle.hex):
            yield Reason.of("16.3.5", "h44.breakthrough.water", hexes=(seat, battle.hex))
        if phase.others_first(s, battle.units):
            yield Reason.of("16.2", "h44.breakthrough.order", units=battle.units)
        everybody = dict.fromkeys((*battle.units, *mates))
        counting = [u for u in counted(g, s, everybody) if u in battle.units]
        price = phase.breakthrough_price(g, battle.units)
        over = [u for u in counting if phase.used(u) + price > phase.length]
        if over and len(counting) > 1:
            yield Reason.of("16.3.4", "h44.breakthrough.bonus", units=battle.units)
        if over and any(u in phase.strayed for u in over):
            yield Reason.of("16.3.4", "h44.breakthrough.no-bonus", units=over)
