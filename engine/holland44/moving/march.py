"""A move that something interrupts (5.4, 25.3), onto the map and off it (19.1, 19.3, 19.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Self

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.holland44.board.bridges import Ask, triggers
from engine.holland44.command import led, still_able
from engine.holland44.moving.detachments import DETACH, alone, reveal
from engine.holland44.setting import ALLIED, GERMAN, HANDED_OVER, Setting, letter, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.retreat import goers
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import touching, water
from engine.zocbond.board.reaching import judged
from engine.zocbond.board.state import SPENT, Passage, State
from engine.zocbond.board.walking import NORMAL, TACTICAL, Pace, going, modes
from engine.zocbond.board.zones import enemy, held
from engine.zocbond.moving.orders import gate_bars, gives_way, presses
from engine.zocbond.moving.trek import Trek, going_on


def off_map(g: Setting, s: State, units: Names, area: str, pace: Pace, mode: str) -> Reasons:
    """What keeps units that have come so far from leaving the map (19.3.1, 19.4, 23.1.2). The step
    off it is one like the others, at a point."""
    names, last = tuple(g.unit_name(unit) for unit in units), pace.hex
    no = partial(Reason.of, units=tuple(units), unit=names, area=letter(area), hex=last)
    if area not in g.board.areas or not touching(g, last, area):
        yield no("19.3.1", "h44.area.not-here")
        return
    if not g.own_area(s, g.units[units[0]].side, area):
        yield no("19.4", "h44.area.enemy")
    for unit in units:
        yield from too_early(g, s, unit, area)
    yield from going(g, s, units, mode).step(pace, area).reasons


def over_the_edge(g: Setting, s: State, units: Names, area: str, hex: str, named: str) -> str:
    """The mode in which units go over the edge: the one that was named (8.2, 8.3). Without a name
    the normal one; tactical over a ferry on the edge, or where markers allow nothing else (8.5.4,
    14.2)."""
    wet = water(g, area, hex) == "large-river"
    bound = (named or NORMAL) == NORMAL and NORMAL not in modes(g, s, tuple(units))
    return TACTICAL if wet or bound else named or NORMAL


def way_out(g: Setting, s: State, units: Names, area: str, path: Names, named: str) -> Reasons:
    """What keeps a unit or a stack from leaving the map by a path (8.1, 19.3.1)."""
    mode = leaving_mode(g, s, units, area, path[-1], named)
    found, pace = judged(g, s, units, path, mode, ends=False)
    yield from found
    if pace.hex == path[-1]:
        yield from off_map(g, s, units, area, pace, mode)


def leaving_mode(g: Setting, s: State, units: Names, area: str, last: str, named: str) -> str:
    """The mode of a way that ends beside an area, if it does."""
    if area not in g.board.areas or not touching(g, last, area):
        return named or NORMAL
    return over_the_edge(g, s, units, area, last, named)


def too_early(g: Setting, s: State, unit: str, area: str) -> Reasons:
    """In turn 1 Germans go to areas A and L only (23.1.2)."""
    piece = g.units[unit]
    if s.turn == 1 and piece.side == GERMAN and letter(area) not in HANDED_OVER:
        yield g.against(unit, "23.1.2", "h44.area.first-turn", area=letter(area))


def into_area(
    g: Setting, s: State, units: Iterable[str], area: str, rule: str, course: Course
) -> State:
    """Units are in an entry area now."""
    for unit in units:
        g.tell(course, unit, rule, "h44.area.moved", area=letter(area))
        s = s.put(unit, area)
    return s


def depart(g: Setting, s: State, passage: Passage, course: Course) -> State:
    """Into the area, until the next movement phase (19.3.1); it is the last hex of the move."""
    s = into_area(g, s, passage.units, passage.path[-1], "19.3.1", course)
    return g.in_turn(Chapter.moved, s, passage, course)


class March(Trek[Setting]):
    """A trek on which the German may blow bridges, and unknown units stand in the way."""

    exit: str = ""
    """The entry area into which the group leaves the map at the end of its plan."""

    def tried(self, g: Setting, s: State) -> tuple[str, ...]:
        """The bridges that the German may try now (5.4)."""
        party = self.party(g, s)
        if len(self.walked) > 1:
            return triggers(g, s, party, (*self.walked[-2:], *self.plan), 1)
        return triggers(g, s, party, (self.pace.hex, *self.plan), 0)

    def held_up(self, g: Setting, s: State) -> bool:
        """The German is asked first (5.4)."""
        return bool(self.tried(g, s))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """One hex on; the German may answer; an unknown unit may stand in the way."""
        party = self.party(g, s)
        if not party:
            return s.pop()
        names = self.tried(g, s)
        if names:
            return s.push(Ask(party, self.pace.hex, names))
        foes = held(g, s, enemy(g, self.side))
        if self.plan and not self.blocked(g, s) and self.plan[0] in foes:
            return self._storm(g, s, party, self.plan[0], course)
        if self.exit and not self.plan and not any(self.off(g, s, self.exit)):
            passage = Passage(self.side, party, (*self.walked, self.exit), self.mode)
            return depart(g, s.pop(), passage, course)
        return super().proceed(g, s, course)

    def off(self, g: Setting, s: State, area: str) -> Reasons:
        """What keeps the group from leaving the map here (19.3.1)."""
        party = self.party(g, s)
        if party:
            yield from off_map(g, s, party, area, self.fresh(g, s), self.mode)

    def goes_on(self, g: Setting, s: State) -> bool:
        return super().goes_on(g, s) or any(True for _ in self.exits(g, s))

    def exits(self, g: Setting, s: State) -> Iterator[str]:
        """The areas that the group can leave the map for from where it stands."""
        for area in g.areas_at(s, self.pace.hex) if self.exit else ():
            if not any(self.off(g, s, area)):
                yield area

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """A group that was leaving the map may still do so; a step is shed on the way (21.3)."""
        return (*super().deeds(g, s), WALK_OFF, DETACH)

    def enter(
        self,
        g: Setting,
        s: State,
        party: tuple[str, ...],
        there: str,
        pace: Pace,
        course: Course,
        free: bool | None = None,
    ) -> State:
        """The next hex; whoever comes out of an area is on the map now (19.1)."""
        if self.pace.hex in g.board.areas:
            names = tuple(g.unit_name(unit) for unit in party)
            course.tell("19.1", "zb.entered", units=party, hexes=(there,), unit=names)
        return super().enter(g, s, party, there, pace, course, free)

    def _storm(
        self, g: Setting, s: State, party: tuple[str, ...], there: str, course: Course
    ) -> State:
        """The unknown unit is turned: nobody, or a battle from the hex before (25.3.1)."""
        taken = going(g, s, party, self.mode).step(self.pace, there).pace
        if alone(g, s, there):
            s = reveal(g, s, there, course)
        if there not in held(g, s, enemy(g, self.side)):
            return self.enter(g, s, party, there, taken, course, free=True)
        if gives_way(g, s, self.side, there):
            s = s.instead(replace(self, pace=self.fresh(g, s), free=True))
            return g.flush(s, self.side, goers(g, s, enemy(g, self.side), there))
        battle = storm(g, s, self.side, there, party)
        s = s.push(AfterStorm(battle))
        return led(g, s, battle, course) if battle.units else s


class WalkOff(Deed[Setting, State, March]):
    """The group leaves the map here after all (19.3.1)."""

    kind, rule = "pass-area", "19.3.1"

    def slots(self) -> Slots[Setting, State, March]:
        return {
            "way": lambda g, s, p, given: (
                {"unit": p.party(g, s)[0], "area": area} for area in p.exits(g, s)
            )
        }

    def units(self, g: Setting, s: State, p: March, action: Action) -> tuple[str, ...]:
        return p.party(g, s)

    def reasons(self, g: Setting, s: State, p: March, action: Action) -> Reasons:
        return p.off(g, s, text(action, "area"))

    def apply(self, g: Setting, s: State, p: March, action: Action, course: Course) -> State:
        return s.instead(replace(p, plan=(), exit=action["area"], leave=()))


WALK_OFF = WalkOff()


@enforces("25.3.1")
def storm(g: Setting, s: State, side: str, hex: str, party: Names) -> Battle:
    """The battle in the middle of a move: those who came and may attack at all (25.3.1). What bars
    an attack in the combat phase bars this one (9.5.1, 11.5.1, 20.2.5)."""
    battle = Battle(side, hex, tuple(party), halts=True)
    fit = tuple(
        unit
        for unit in party
        if g.face(s, unit).attack
        and s.good(unit)
        and not any(g.all_of(Chapter.cannot_attack, s, battle, unit))
    )
    return replace(battle, units=still_able(g, s, replace(battle, units=fit)))


class StormStop(Deed[Setting, State, "AfterStorm"]):
    """Where those stop who stormed: in the vacated hex, or where the attack came from (25.3.3)."""

    rule = "25.3.3"

    def __init__(self, kind: str, advances: bool) -> None:
        self.kind, self.advances = kind, advances

    def slots(self) -> Slots[Setting, State, AfterStorm]:
        return {"hex": lambda g, s, p, given: (p.battle.hex,)} if self.advances else {}

    def hexes(self, g: Setting, s: State, p: AfterStorm, action: Action) -> tuple[str, ...]:
        return (p.battle.hex if self.advances else p.march(s).pace.hex,)

    def reasons(self, g: Setting, s: State, p: AfterStorm, action: Action) -> Reasons:
        if action.get("hex", p.battle.hex) != p.battle.hex:
            yield Reason.of("25.3.3", "h44.storm.only", hex=p.battle.hex)

    def apply(self, g: Setting, s: State, p: AfterStorm, action: Action, course: Course) -> State:
        if not self.advances:
            return p.stop(g, s, "", course)
        party, seat, into = p.party(g, s), p.march(s).pace.hex, p.battle.hex
        s = p.stop(g, s, into, course)
        for unit in party:
            s = s.put(unit, into)
        return g.after_step(s, Passage(p.battle.side, party, (seat, into)), course)


class AfterStorm(Phase):
    """The battle in the middle of the move is over: on, or halt as Spent (25.3.2, 25.3.3)."""

    battle: Battle

    can = (StormStop("occupy", True), StormStop("stay", False))

    def _clear(self, g: Setting, s: State) -> bool:
        return self.battle.hex not in held(g, s, enemy(g, self.battle.side))

    def _won(self, s: State) -> bool:
        return records(s).storm in ("DS", "DMR")

    def march(self, s: State) -> March:
        """The move that it interrupts."""
        march = s.agenda[-2]
        assert isinstance(march, March), "a storm is a part of a march"
        return march

    def party(self, g: Setting, s: State) -> tuple[str, ...]:
        """Who stormed and is left."""
        return self.march(s).party(g, s)

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Where to stop: in the vacated hex, or where the attack came from (25.3.3)."""
        if self._won(s) or not self._clear(g, s) or not self.party(g, s):
            return None
        return Decision.of(self.battle.side, "h44.storm-stop", "25.3.3", hex=self.battle.hex)

    @enforces("25.3.2")
    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """After DS or DMR the move goes on as it likes; without success it is over (25.3.2)."""
        if self._won(s) and self._clear(g, s):
            return self.over(s, replace(self.march(s), free=True))
        return self.stop(g, s, "", course)

    def stop(self, g: Setting, s: State, into: str, course: Course) -> State:
        """The march is over, here or in the vacated hex; whoever is left is Spent (25.3.3)."""
        march, party = self.march(s), self.party(g, s)
        course.tell("25.3.3", "h44.storm.spent", units=party)
        if into:
            pace = replace(march.pace, hex=into)
            march = replace(march, pace=pace, walked=(*march.walked, into))
        march = replace(march, plan=(), free=False, leave=(), exit="")
        return self.over(s, march).mark(party, SPENT)

    def over(self, s: State, march: March) -> State:
        """Back to the march, as it is now."""
        return s.pop().keep(replace(records(s), storm="")).instead(march)


def march(g: Setting, s: State, passage: Passage) -> March | None:
    """A march where a plain move will not do: routed units, bridges or unknown units on the way. So
    say 14.3.2, 5.4 and 25.3."""
    side, units, path, _ = passage
    surprise = side == ALLIED and any(hex in held(g, s, enemy(g, side)) for hex in path[1:])
    if (
        not surprise
        and not presses(g, s, passage)
        and not any(triggers(g, s, units, path, i) for i in range(len(path)))
    ):
        return None
    return March.begun(passage)


def way_in(g: Setting, s: State, units: Names, path: Names, mode: str, pause: bool) -> Reasons:
    """What forbids the way: its first hex is a step like the others (19.1). After one hex alone a
    group may go on as long as it has points left."""
    key = ("way in", tuple(units), tuple(path), mode, pause)
    yield from s.once(key, lambda: tuple(_way_in(g, s, units, path, mode, pause)))


def _way_in(g: Setting, s: State, units: Names, path: Names, mode: str, pause: bool) -> Reasons:
    if gate_bars(g, s, units[0], path[0]):
        return
    area, free = s.place(units[0]), pause or len(path) == 1
    mode = over_the_edge(g, s, units, area, path[0], mode)
    yield from g.all_of(Chapter.mode_reasons, s, units, mode)
    found, pace = judged(g, s, units, (area, *path), mode, not free)
    yield from found
    if found:
        return
    stays = () if pause else tuple(g.all_of(Chapter.stop_reasons, s, units, path[-1], mode))
    if pause or stays:
        begun = March.begun(Passage(g.units[units[0]].side, tuple(units), (area, *path), mode))
        stuck = tuple(going_on(g, s, replace(begun, pace=pace, free=True), units, ()))
        yield from stuck if pause else stays if stuck else ()


def waylaid(g: Setting, s: State, passage: Passage) -> March:
    """Coming in is a march, on which all may happen that does on any (5.4, 14.3.2, 25.3.1). It is
    tactical where nothing else will do (8.5.4, 14.2)."""
    _, units, (area, gate, *_), mode = passage
    mode = over_the_edge(g, s, units, area, gate, mode)
    return replace(March.begun(passage._replace(mode=mode)), free=len(passage.path) == 2)
