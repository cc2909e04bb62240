"""Chapter 29: contested city hexes, held by both sides at once."""

from __future__ import annotations

from collections.abc import Collection

from engine.agenda import End, Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.stalingrad42.battle import modifiers, stand
from engine.stalingrad42.battle.stand import city_level
from engine.stalingrad42.setting import Setting, records
from engine.values import Action, Names, replace, texts
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, InBattle, Share
from engine.zocbond.battle.losses import alive
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import TRAIN, Passage, State
from engine.zocbond.board.walking import TACTICAL
from engine.zocbond.board.zones import combat_units, eased, enemy, over
from engine.zocbond.moving import orders


@enforces("29.1.4")
def first_holder(s: State, hex: str) -> str:
    """The first defender of a contested hex, who controls it (29.1.4)."""
    return records(s).contested.get(hex, "")


class GoIn(InBattle[Setting, "MoveIn"]):
    """An attacker goes into the city (29.1.1)."""

    kind, rule = "move-in", "29.1.1"

    def slots(self) -> Slots[Setting, State, MoveIn]:
        return {"units": lambda g, s, p, given: ((mover,) for mover in p.movers(g, s))}

    def reasons(self, g: Setting, s: State, p: MoveIn, action: Action) -> Reasons:
        units = texts(action, "units")
        bad = [u for u in units if u not in p.movers(g, s)]
        if bad or len(units) != 1:
            names = tuple(g.unit_name(u) for u in bad)
            yield Reason.of("29.1.1", "s42.contest.not-this", unit=names)

    def apply(self, g: Setting, s: State, p: MoveIn, action: Action, course: Course) -> State:
        (unit,), hex = action["units"], p.battle.hex
        told = {"unit": g.unit_name(unit), "hex": hex}
        course.tell("29.1.1", "s42.contest.in", units=(unit,), hexes=(hex,), **told)
        holders = {**records(s).contested}
        holders.setdefault(hex, enemy(g, p.battle.side))
        s = s.instead(replace(p, inside=True)).put(unit, hex)
        return s.keep(replace(records(s), contested=holders))


class Enough(End[State]):
    """The others stay outside."""

    def reasons(self, g: Setting, s: State, p: MoveIn, action: Action) -> Reasons:
        """One of them must go in (29.1.1)."""
        if not p.inside:
            yield Reason.of("29.1.1", "s42.contest.must")


class MoveIn(Phase):
    """At least one attacker goes into the city and shares the hex (29.1.1)."""

    battle: Battle
    inside: bool = False

    can = (GoIn(), Enough())

    def movers(self, g: Setting, s: State) -> list[str]:
        """The attackers that live, stand outside and still fit in."""
        hex, side = self.battle.hex, self.battle.side
        mine = [u for u in self.battle.units if g.units[u].combat and alive(g, s, u)]
        return [u for u in mine if s.place(u) != hex and not over(g, s, side, hex, (u,))]

    def decision(self, g: Setting, s: State) -> Decision | None:
        hex, side = self.battle.hex, self.battle.side
        if not combat_units(g, s, enemy(g, side), hex) or not self.movers(g, s):
            return None
        return Decision.of(side, "s42.move-in", "29.1.1", hex=hex)


def settle_sieges(g: Setting, s: State) -> State:
    """A City Battle marker goes with its defenders, or when none of those who brought it there
    stands beside the city any more (11.6.2)."""
    levels = records(s).city_battles
    kept = {hex: level for hex, level in levels.items() if besieged(g, s, hex)}
    return s if len(kept) == len(levels) else s.keep(replace(records(s), city_battles=kept))


def besieged(g: Setting, s: State, hex: str) -> bool:
    """Whether defenders and some of their first attackers are still there; of a marker that
    the scenario laid nobody knows who brought it."""
    if g.contested(s, hex):
        return True
    first = records(s).besiegers.get(hex)
    if first is None:
        return any(combat_units(g, s, side, hex) for side in g.sides)
    near = {*g.board.neighbours(hex), *g.areas_at(s, hex)}
    foe = enemy(g, g.units[first[0]].side)
    return bool(combat_units(g, s, foe, hex)) and any(s.place(u) in near for u in first)


def settle_contests(g: Setting, s: State, course: Course) -> State:
    """When one side has left, the marker goes and the other controls the hex (29.1.1)."""
    known = records(s).contested
    over_now = [hex for hex in known if not g.contested(s, hex)]
    if not over_now:
        return s
    control = dict(s.control)
    for hex in over_now:
        left = [side for side in g.sides if combat_units(g, s, side, hex)]
        if left:
            control[hex] = left[0]
            course.tell("29.1.1", "s42.contest.over", hexes=(hex,), hex=hex, side=left[0])
    levels = {h: n for h, n in records(s).city_battles.items() if h not in over_now}
    rest = {hex: side for hex, side in known.items() if hex not in over_now}
    s = replace(s, control=control)
    return s.keep(replace(records(s), contested=rest, city_battles=levels))


@enforces("29.0")
def contested_hexes(g: Setting, s: State) -> Collection[str]:
    """City hexes that both sides hold (29.0, 29.1.1)."""
    known = records(s).contested
    return [h for h in known if all(combat_units(g, s, side, h) for side in g.sides)]


def beside(g: Setting, s: State, seat: str, hex: str) -> bool:
    """The hex itself, where both sides are in it (29.1.3)."""
    if seat == hex and g.contested(s, hex):
        return True
    return orders.beside(g, s, seat, hex)


def defence_shares(g: Setting, s: State, battle: Battle) -> list[Share]:
    """Everybody in a contested city is doubled (29.1.1), but for units on trains (5.6.4)."""
    shares = modifiers.defence_shares(g, s, battle)
    if not g.contested(s, battle.hex):
        return shares
    twice = ("29.1.1", "s42.twice.contested")
    return [
        one if s.has(one.unit, TRAIN) else replace(one, doubled=(twice, *one.doubled))
        for one in shares
    ]


def partial(g: Setting, s: State, battle: Battle, outcome: str, desperate: bool, last: str) -> str:
    """A counter-attack by the first defender takes the marker down a level (29.1.3)."""
    back = first_holder(s, battle.hex) == battle.side and g.contested(s, battle.hex)
    if outcome == "P" and back:
        return "C" if city_level(s, battle.hex) > 1 else "W"
    return stand.partial(g, s, battle, outcome, desperate, last)


def held_on(
    g: Setting, s: State, battle: Battle, outcome: str, units: Names, course: Course
) -> State:
    """The marker goes up and an attacker moves in, or it goes down (29.1.1, 29.1.3)."""
    if not g.scenario.switches["contested-cities"]:
        return stand.held_on(g, s, battle, outcome, units, course)
    if outcome == "C" and first_holder(s, battle.hex) == battle.side:
        level = city_level(s, battle.hex) - 1
        course.tell("29.1.3", "s42.city-battle", hexes=(battle.hex,), level=level)
        levels = {**records(s).city_battles, battle.hex: level}
        s = s.keep(replace(records(s), city_battles=levels))
        return s.pop() if isinstance(s.top, Advance) else s
    s = stand.held_on(g, s, battle, outcome, units, course)
    if outcome == "C" and units and not any(s.place(u) == battle.hex for u in battle.units):
        s = s.push(MoveIn(battle))
    return s


class ContestChapter(Chapter[Setting]):
    """Movement, zones and battles of contested cities."""

    def enterable(self, g: Setting, s: State, units: Names) -> HexSet:
        """A contested city (29.1.2)."""
        return g.board.set(g.contested_hexes(s))

    def bars_into(self, g: Setting, s: State, units: Names) -> HexSet:
        return g.board.grid.none

    def bars_out_of(self, g: Setting, s: State, units: Names) -> HexSet:
        return g.board.set(g.contested_hexes(s))

    def stops_at(self, g: Setting, s: State, units: Names, mode: str) -> HexSet:
        return g.board.set(g.contested_hexes(s))

    def stop_reasons(self, g: Setting, s: State, units: Names, hex: str, mode: str) -> Reasons:
        """Into a contested city by tactical movement only (29.1.2)."""
        if mode != TACTICAL and g.contested(s, hex):
            yield Reason.of("29.1.2", "s42.contest.tactical", units=tuple(units), hexes=(hex,))

    def step_bars(self, g: Setting, s: State, units: Names, here: str, there: str) -> Reasons:
        """Not through a contested city, nor out of one into an enemy ZOC (29.1.2)."""
        if not records(s).contested or not g.contested(s, here):
            return
        side = g.units[units[0]].side
        if s.place(units[0]) != here:
            yield Reason.of("29.1.2", "s42.contest.stop", units=tuple(units), hexes=(here,))
        elif there in eased(g, s, side):
            yield Reason.of("29.1.2", "s42.contest.zoc", units=tuple(units), hexes=(there,))

    def cannot_attack(self, g: Setting, s: State, battle: Battle, unit: str) -> Reasons:
        """Nobody inside attacks outward (29.1.3)."""
        seat = s.place(unit)
        if seat != battle.hex and g.contested(s, seat):
            yield g.against(unit, "29.1.3", "s42.contest.outward")

    def breakthrough_reasons(self, g: Setting, s: State, phase: Advance, battle: Battle) -> Reasons:
        """Not out of a contested city either (29.1.3)."""
        for unit in battle.units:
            if s.place(unit) in g.board and g.contested(s, s.place(unit)):
                yield g.against(unit, "29.1.3", "s42.contest.outward")

    def inside(self, g: Setting, s: State, side: str, hex: str) -> Names:
        """Those inside attack the enemy beside them (29.1.3)."""
        return (hex,) if g.contested(s, hex) else ()

    @enforces("29.1.4")
    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Passing in does not win a contested city (29.1.4)."""
        held = {hex: first_holder(s, hex) for hex in passage.hexes if g.contested(s, hex)}
        return replace(s, control={**s.control, **held}) if held else s
