"""Section 9.3: aircraft in attack, in breakthrough and in defence."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.stalingrad42.board.calendar import sky_of
from engine.stalingrad42.board.railheads import rail_net
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, InBattle, defenders
from engine.zocbond.battle.combat import fight
from engine.zocbond.battle.losses import alive
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State

RANGE, TORCH = 15, 27
ROMANIAN = "romanian"


@enforces("9.3.9", "23.2.1", "23.2 overcast")
def aircraft_now(g: Setting, s: State) -> int:
    """German air units this turn: by the weather, fewer from turn 27 on (9.3.9).

    One flies when it is overcast, none in winter, rain or snow (23.2.1, 23.2 overcast); over mud
    the sky decides (23.3.3)."""
    sky, torch, all_told = sky_of(s), s.turn >= TORCH, g.air.at(s.turn)
    if sky == "clear":
        return min(1, all_told) if torch else all_told
    return min(1, all_told) if sky == "overcast" and not torch else 0


def in_range(g: Setting, s: State, hex: str) -> bool:
    """Within 15 hexes of a place on the German rail net (9.3.5); boards without rail waive it."""
    if not g.railways or hex not in g.board:
        return True
    return any(
        g.board.distance(base, hex) <= RANGE
        for base in rail_net(g, s, GERMAN)
        if base in g.board.place_in or "city" in g.board.terrain(base)
    )


def standing_at(g: Setting, s: State) -> dict[str, tuple[str, ...]]:
    """The hexes where German aircraft stand with a group, and the group (9.3.7)."""
    found = {}
    for group in records(s).standing:
        seats = [s.place(u) for u in group if s.place(u) in g.board]
        if seats:
            found[seats[0]] = group
    return found


def mostly_romanian(g: Setting, s: State, units: Names) -> bool:
    """Whether most of the defence strength of some units is Romanian (9.3.8)."""
    weights = [(g.face(s, u).defence, g.units[u].nation == ROMANIAN) for u in units]
    ours = sum(weight for weight, own in weights if own)
    return ours * 2 > sum(weight for weight, _ in weights)


def air_reasons(g: Setting, s: State, battle: Battle) -> Reasons:
    """A ready air unit of the right nation in range (9.3.1, 9.3.3, 9.3.5, 9.3.8)."""
    if not battle.air:
        return
    now = records(s)
    left = now.air_romanian if battle.air == ROMANIAN else now.air
    if battle.side != GERMAN or left < 1:
        yield Reason.of("9.3.1", "s42.air.none")
    if not in_range(g, s, battle.hex):
        yield Reason.of("9.3.5", "s42.air.range", hexes=(battle.hex,), hex=battle.hex)
    if battle.air == ROMANIAN and not mostly_romanian(g, s, battle.units):
        yield Reason.of("9.3.8", "s42.air.romanian", units=battle.units)


@enforces("9.3.6")
def fly(s: State, battle: Battle) -> State:
    """A Romanian air unit is used up; a German one stays with its group (9.3.6, 9.3.7)."""
    if battle.breakthrough:
        return s.keep(replace(records(s), air_group=battle.units))
    if battle.air == ROMANIAN:
        return s.keep(replace(records(s), air_romanian=0))
    s = s.keep(replace(records(s), air=records(s).air - 1, air_group=()))
    return s.push(AirStays(battle))


def air_choices(s: State, hex: str) -> Iterator[str]:
    """The aircraft that might help an attack."""
    if records(s).air:
        yield "aircraft"
    if records(s).air_romanian:
        yield ROMANIAN


@enforces("9.3.2")
def air_aids(g: Setting, s: State, hex: str, units: Names) -> list[str]:
    """What could fly for German defenders: out of the box, or from one hex away (9.3.4)."""
    if records(s).air_shifted == hex:
        return []
    found = []
    if records(s).air and in_range(g, s, hex):
        found.append("aircraft")
    if records(s).air_romanian and in_range(g, s, hex) and mostly_romanian(g, s, units):
        found.append("air-romanian")
    near = (seat for seat in standing_at(g, s) if g.board.distance(seat, hex) <= 1)
    return found + [f"air@{seat}" for seat in near]


@enforces("9.3.6", "9.3.7 air defence")
def use_air(g: Setting, s: State, aid: str) -> State:
    """Used in defence it goes to its used side and its box (9.3.6, 9.3.7 air defence)."""
    if aid.startswith("air@"):
        gone = standing_at(g, s)[aid[4:]]
        rest = tuple(group for group in records(s).standing if group != gone)
        return s.keep(replace(records(s), standing=rest))
    now = records(s)
    if aid == "air-romanian":
        return s.keep(replace(now, air_romanian=now.air_romanian - 1))
    return s.keep(replace(now, air=now.air - 1))


@enforces("9.3.7 air defence")
def leave_group(s: State, unit: str) -> State:
    """A group that is destroyed or retreats sends its aircraft home (9.3.7 air defence)."""
    groups, home = [], 0
    for group in records(s).standing:
        left = tuple(u for u in group if u != unit)
        if left:
            groups.append(left)
        else:
            home += 1
    return s.keep(replace(records(s), standing=tuple(groups), air=records(s).air + home))


def asks_for_air(g: Setting, s: State, battle: Battle) -> list[str]:
    """The aircraft that the German may send against a Soviet attack (9.3.4)."""
    if battle.side != SOVIET:
        return []
    return air_aids(g, s, battle.hex, defenders(g, s, battle))


def begin_battle(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """The German first says whether aircraft defend (8.3, 9.3.4), in breakthrough combat too."""
    s = s.keep(replace(records(s), air_defence=None, air_shifted=None))
    asked = asks_for_air(g, s, battle)
    return s.push(AirDefence(battle)) if asked else after_air(g, s, battle, course)


def after_air(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """On with the battle."""
    go = fighting.fight_on if battle.breakthrough else fight
    return go(g, s, battle, course)


class AirChapter(Chapter[Setting]):
    """What aircraft do (9.3.2)."""

    @enforces("9.3.7 breakthrough support")
    def breakthrough_ways(
        self, g: Setting, s: State, phase: Advance, action: Action
    ) -> Iterator[Action]:
        """With the aircraft that go along (9.3.7 breakthrough support)."""
        if phase.battle.air == "aircraft":
            yield Action("breakthrough", units=action["units"], hex=action["hex"], air="aircraft")

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        return s.keep(replace(records(s), air_defence=None, air_shifted=None))

    def after_destruction(self, g: Setting, s: State, unit: str, course: Course) -> State:
        return leave_group(s, unit) if g.units[unit].combat else s


class Defend(InBattle[Setting, "AirDefence"]):
    """Aircraft shift the attack a column (9.3.4)."""

    kind, rule = "air-defend", "9.3.4"

    def slots(self) -> Slots[Setting, State, AirDefence]:
        return {"aid": lambda g, s, p, given: asks_for_air(g, s, p.battle)}

    def reasons(self, g: Setting, s: State, p: AirDefence, action: Action) -> Reasons:
        if text(action, "aid") not in asks_for_air(g, s, p.battle):
            yield Reason.of("9.3.4", "s42.air.none")

    def apply(self, g: Setting, s: State, p: AirDefence, action: Action, course: Course) -> State:
        hex = p.battle.hex
        course.tell("9.3.4", "s42.air.defends", hexes=(hex,), hex=hex)
        s = use_air(g, s.pop(), action["aid"])
        return after_air(
            g, s.keep(replace(records(s), air_defence=hex, air_shifted=hex)), p.battle, course
        )


class LetBe(InBattle[Setting, "AirDefence"]):
    """No aircraft."""

    kind, rule = "pass", "9.3.4"

    def apply(self, g: Setting, s: State, p: AirDefence, action: Action, course: Course) -> State:
        return after_air(g, s.pop(), p.battle, course)


class AirDefence(Phase):
    """The German may shift a Soviet attack a column to the left (9.3.4)."""

    battle: Battle

    can = (Defend(), LetBe())

    def decision(self, g: Setting, s: State) -> Decision:
        return Decision.of(GERMAN, "s42.air-defence", "9.3.4", hex=self.battle.hex)


class Station(Deed[Setting, State, "AirStays"]):
    """The hex with which the aircraft stay (9.3.7)."""

    kind, rule = "station", "9.3.7"

    def slots(self) -> Slots[Setting, State, AirStays]:
        return {"hex": lambda g, s, p, given: p.seats(g, s)}

    def units(self, g: Setting, s: State, p: AirStays, action: Action) -> tuple[str, ...]:
        return s.position.at(action["hex"])

    def reasons(self, g: Setting, s: State, p: AirStays, action: Action) -> Reasons:
        hex = text(action, "hex")
        if hex not in p.seats(g, s):
            yield Reason.of("9.3.7", "s42.air.station", hex=hex)

    def apply(self, g: Setting, s: State, p: AirStays, action: Action, course: Course) -> State:
        return p.stay(s, action["hex"])


class AirStays(Phase):
    """After the advance the aircraft stay with a group that they supported (9.3.7)."""

    battle: Battle

    can = (Station(),)

    def seats(self, g: Setting, s: State) -> list[str]:
        """Each hex with some of the group."""
        group = records(s).air_group or self.battle.units
        seats = [s.place(u) for u in group if alive(g, s, u) and s.place(u) in g.board]
        return list(dict.fromkeys(seats))

    def decision(self, g: Setting, s: State) -> Decision | None:
        if len(self.seats(g, s)) < 2:
            return None
        return Decision.of(GERMAN, "s42.air-stays", "9.3.7")

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        seats = self.seats(g, s)
        if not seats:
            return s.pop().keep(replace(records(s), air=records(s).air + 1))
        return self.stay(s, seats[0])

    def stay(self, s: State, seat: str) -> State:
        """There they stand."""
        group = tuple(u for u in self.battle.units if s.place(u) == seat)
        return s.pop().keep(replace(records(s), standing=(*records(s).standing, group)))


def ground_crews(g: Setting, s: State) -> State:
    """The German initial phase: all air units that fly this turn are ready (9.3.1, 9.3.9); the
    Romanians in clear weather only (23.2 overcast), until the winter offensive (9.3.8)."""
    clear = sky_of(s) == "clear" and not records(s).offensive_turn
    romanian = int(bool(g.romanian_air) and clear)
    return s.keep(replace(records(s), air=aircraft_now(g, s), air_romanian=romanian, standing=()))
