"""Advance after combat and breakthrough combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Line, Reason, Tally, enforces
from engine.zocbond.battle.battle import Battle, odds, sheet
from engine.zocbond.battle.checks import passed
from engine.zocbond.battle.losses import alive
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Party, Together
from engine.zocbond.board.state import Passage, State
from engine.zocbond.board.zones import enemy, held, net

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


class Advance(Phase):
    """Those who attacked may go on; one group of them may attack again."""

    battle: Battle
    length: int
    exploits: bool
    limited: bool = False
    spent: tuple[tuple[str, int], ...] = ()
    """Hexes of advance that each unit has used."""
    done: frozenset[str] = frozenset()
    group: tuple[str, ...] = ()
    """The breakthrough group."""
    follow: str = ""
    """A hex that the group has just cleared and may enter free of charge."""
    advanced: frozenset[str] = frozenset()
    """Units that have gone on; a fight alone takes hexes, but leaves them where they were."""
    entered: frozenset[str] = frozenset()
    """Units that went through the vacated hex."""
    bonus: frozenset[str] = frozenset()
    """Units that need the road bonus for what they did."""
    vacated: tuple[str, ...] = ()
    """Hexes cleared by breakthrough combat."""
    strayed: frozenset[str] = frozenset()
    """Units that left the road."""

    def used(self, unit: str) -> int:
        """Hexes that a unit has used."""
        return dict(self.spent).get(unit, 0)

    def cleared(self) -> tuple[str, ...]:
        """The hexes whose defenders are gone."""
        return (self.battle.hex, *self.vacated)

    def open(self, g: Family, s: State) -> bool:
        """Whether the defenders are gone."""
        return self.battle.hex not in held(g, s, enemy(g, self.battle.side))

    def movers(self, g: Family, s: State) -> list[str]:
        """The units that may still advance."""
        return [
            unit
            for unit in g.advancers(s, self.battle)
            if alive(g, s, unit) and unit not in self.done
        ]

    def decision(self, g: Family, s: State) -> Decision | None:
        if not self.open(g, s) or not self.movers(g, s) or not self.length:
            return None
        return Decision.of(self.battle.side, "zb.advance", g.rule("advance"), hex=self.battle.hex)

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        return (GO_FORWARD, BREAK_THROUGH, *g.advance_deeds, END)

    def stacks(self, g: Family, s: State) -> Iterator[tuple[str, ...]]:
        """Those who may still advance, hex by hex."""
        movers = self.movers(g, s)
        for seat in dict.fromkeys(s.place(unit) for unit in movers):
            if seat in g.board:
                yield tuple(unit for unit in movers if s.place(unit) == seat)

    @enforces("advance-any")
    def paths(self, g: Family, s: State, unit: str) -> Iterator[tuple[str, ...]]:
        """Ways that no single step forbids."""
        seat = s.place(unit)
        most = g.advance_most(s, self, unit) - self.used(unit)
        stack: list[tuple[str, ...]] = [(seat,)]
        while stack:
            path = stack.pop(0)
            if len(path) > 1:
                yield path
            if len(path) > max(most, 1):
                continue
            for there in g.onward(s, path[-1], self.battle):
                if there not in path and not any(
                    self.step_reasons(g, s, unit, (*path, there), len(path))
                ):
                    stack.append((*path, there))

    def step_reasons(self, g: Family, s: State, unit: str, path: Names, number: int) -> Reasons:
        """What forbids one step of an advance."""
        here, there = path[number - 1], path[number]
        piece, board = g.units[unit], g.board
        foe = enemy(g, piece.side)
        into_vacated = there in self.cleared()

        def no(rule: str, key: str, *hexes: str) -> Reason:
            return g.against(unit, rule, key, hexes, hex=there)

        if there in board.areas and g.advances_off(s, unit, here, there):
            return
        if there not in board or (here in board and not board.adjacent(here, there)):
            yield no(g.rule("advance"), "zb.move.not-adjacent")
            return
        if there in held(g, s, foe):
            yield no(g.rule("advance"), "zb.move.enemy", there)
        if self.limited and there != self.battle.hex:
            yield no(g.rule("advance-limited"), "zb.advance.limited", there)
        if (
            here in board
            and not into_vacated
            and net(g, s, foe).stops(board.cell(here), board.cell(there))
        ):
            yield no(g.rule("advance-bond"), "zb.advance.bond", here, there)
        yield from g.all_of(Chapter.advance_zoc, s, self, unit, path, number)
        if here in board:
            yield from g.all_of(Chapter.advance_ground, s, self, unit, path, number)
        else:
            yield from g.all_of(Chapter.edge_ground, s, unit, there)

    def price(self, g: Family, s: State, unit: str, path: Names) -> int:
        """Hexes of advance that a path takes; entering a hex just cleared is free."""
        count = len(path) - 1
        if self.follow and len(path) > 1 and path[1] == self.follow and unit in self.group:
            count -= 1
        return count

    def strangers(self, g: Family, s: State, units: Names) -> Reasons:
        """Who of some units has no part in it."""
        movers = self.movers(g, s)
        if not units:
            yield Reason.of(g.rule("advance"), "zb.attack.nobody")
        for unit in units:
            if unit not in movers:
                yield g.against(unit, g.rule("advance"), "zb.advance.not-this")

    def others_first(self, s: State, units: Names) -> bool:
        """Whether units outside a group went on before it, save those left in the vacated hex."""
        return any(
            used and unit not in units and unit not in self.group
            for unit, used in self.spent
            if s.place(unit) not in (self.battle.hex, *(s.place(u) for u in units))
        )

    def battle_for(self, g: Family, s: State, action: Action) -> Battle:
        """The breakthrough combat that an action declares."""
        units = tuple(u for u in texts(action, "units") if u in g.units)
        lead = g.named_lead(s, units, text(action, "lead"))
        return Battle(
            self.battle.side,
            text(action, "hex"),
            units,
            lead,
            text(action, "attached"),
            (),
            text(action, "air"),
            True,
        )

    def breakthrough_price(self, g: Family, units: Names) -> int:
        """One hex, and one more where the vacated hex was refused."""
        refused = not self.group and not any(unit in self.entered for unit in units)
        return 1 + (g.figure("refusal") if refused else 0)

    def attack_reasons(self, g: Family, s: State, action: Action) -> Reasons:
        """What forbids breakthrough combat."""
        battle = self.battle_for(g, s, action)
        bad = list(self.strangers(g, s, battle.units))
        yield from bad
        if bad:
            return
        yield from g.all_of(Chapter.lead_reasons, s, battle.units, text(action, "lead"))
        if not self.exploits:
            yield Reason.of(g.rule("breakthrough"), "zb.breakthrough.no")
        if battle.hex not in held(g, s, enemy(g, battle.side)):
            yield Reason.of(g.rule("attack"), "zb.attack.empty", hex=battle.hex)
            return
        seats = {s.place(unit) for unit in battle.units}
        if len(seats) > 1:
            yield Reason.of(g.rule("group"), "zb.breakthrough.one-stack", units=battle.units)
            return
        strangers = [unit for unit in battle.units if self.group and unit not in self.group]
        if strangers and not g.any_of(Chapter.joins_group, s, self, battle.units):
            yield Reason.of(g.rule("group"), "zb.breakthrough.other-group", units=strangers)
        seat = seats.pop()
        if seat not in g.board or not g.board.adjacent(seat, battle.hex):
            yield Reason.of(g.rule("attack"), "zb.attack.not-adjacent", hex=battle.hex)
            return
        price = self.breakthrough_price(g, battle.units)
        for unit in battle.units:
            most = g.advance_most(s, self, unit)
            if self.used(unit) + price > most:
                yield g.against(
                    unit,
                    g.rule("breakthrough-cost"),
                    "zb.breakthrough.no-hexes",
                    price=price,
                    left=most - self.used(unit),
                )
            if g.face(s, unit).attack == 0:
                yield g.against(unit, g.rule("attack"), "zb.attack.zero")
        yield from g.all_of(Chapter.breakthrough_reasons, s, self, battle)
        if odds(g, s, battle).column == "none":
            yield Reason.of(g.rule("limits"), "zb.attack.too-weak", hex=battle.hex)


class GoForward(Together[Advance]):
    """A unit, or a group, advances along a path."""

    kind = "advance"

    def who(self, g: Family, s: State, p: Advance) -> list[str]:
        return p.movers(g, s)

    def ways(self, g: Family, s: State, p: Advance, party: Party) -> Iterator[Action]:
        seen: set[str] = set()
        for path in p.paths(g, s, party[0]):
            action = Action(self.kind, units=party, path=path)
            if path[-1] not in seen and not any(self.reasons(g, s, p, action)):
                seen.add(path[-1])
                yield action

    def reasons(self, g: Family, s: State, p: Advance, action: Action) -> Reasons:
        units, path = texts(action, "units"), texts(action, "path")
        bad = list(p.strangers(g, s, units))
        yield from bad
        if bad:
            return
        if len(path) < 2 or any(s.place(unit) != path[0] for unit in units):
            yield Reason.of(g.rule("advance"), "zb.move.wrong-start", units=units)
            return
        for unit in units:
            for number in range(1, len(path)):
                yield from p.step_reasons(g, s, unit, path, number)
            most = g.advance_most(s, p, unit, path)
            used = p.used(unit) + p.price(g, s, unit, path)
            if used > most:
                rule = g.rule("advance-length")
                yield g.against(unit, rule, "zb.advance.too-far", used=used, most=most)
            yield from g.all_of(Chapter.advance_end, s, p, unit, path, units)
        yield from g.all_of(Chapter.advance_crowd, s, units, path[-1])

    def tally(self, g: Family, s: State, p: Advance, action: Action) -> Tally | None:
        units, path = texts(action, "units"), texts(action, "path")
        if not units or units[0] not in g.units:
            return None
        lines = [
            Line.of(g.rule("advance-length"), "zb.advance.hexes", len(path) - 1),
            Line.of(g.rule("advance-length"), "zb.advance.before", p.used(units[0])),
        ]
        most = g.advance_most(s, p, units[0], path)
        return Tally.adding("zb.advance.total", lines, f"{most}")

    def apply(self, g: Family, s: State, p: Advance, action: Action, course: Course) -> State:
        units, path = action["units"], action["path"]
        path, answers = g.break_off(s, p, units, path)
        if len(path) < 2:
            return s.push(*answers)
        spent = dict(p.spent)
        for unit in units:
            spent[unit] = spent.get(unit, 0) + p.price(g, s, unit, path)
        through = set(units) if any(hex in p.cleared() for hex in path[1:]) else set()
        now = replace(
            p,
            spent=tuple(sorted(spent.items())),
            advanced=p.advanced | set(units),
            entered=p.entered | through,
            bonus=p.bonus | {unit for unit in units if g.on_bonus(s, p, unit, path)},
            strayed=p.strayed | (set(units) if g.strays(s, path) else set()),
            follow="" if set(units) & set(p.group) else p.follow,
        )
        stop = {unit for unit in units if g.any_of(Chapter.stops_advance, s, now, unit, path)}
        passage = Passage(p.battle.side, units, tuple(path))
        s = passed(g, s, s.instead(replace(now, done=now.done | stop)), passage, p.cleared())
        for unit in units:
            s = s.put(unit, path[-1])
        course.tell(
            g.rule("advance"),
            "zb.advance.done",
            units=units,
            hexes=path,
            unit=tuple(g.units[unit].name for unit in units),
            start=path[0],
            goal=path[-1],
        )
        s = g.after_step(s, passage, course)
        return s.push(*answers) if answers else s


class BreakThrough(Deed["Family", State, Advance]):
    """Those who stand together attack again."""

    kind = "breakthrough"

    def slots(self) -> Slots[Family, State, Advance]:
        return {
            "units": lambda g, s, p, given: (
                tuple(unit for unit in stack if g.may_exploit(s, p, unit))
                for stack in (p.stacks(g, s) if p.exploits else ())
            ),
            "hex": lambda g, s, p, given: (
                g.board.neighbours(s.place(given["units"][0])) if given["units"] else ()
            ),
            "help": lambda g, s, p, given: (
                dict(way.args)
                for lead in g.leads(s, given["units"])
                for action in (given.replaced(lead=lead or None),)
                for way in (action, *g.all_of(Chapter.breakthrough_ways, s, p, action))
            ),
        }

    def reasons(self, g: Family, s: State, p: Advance, action: Action) -> Reasons:
        return p.attack_reasons(g, s, action)

    def tally(self, g: Family, s: State, p: Advance, action: Action) -> Tally | None:
        battle = p.battle_for(g, s, action)
        return sheet(odds(g, s, battle)) if battle.hex in g.board else None

    def apply(self, g: Family, s: State, p: Advance, action: Action, course: Course) -> State:
        battle = p.battle_for(g, s, action)
        price = p.breakthrough_price(g, battle.units)
        spent = {**dict(p.spent), **{unit: p.used(unit) + price for unit in battle.units}}
        now = replace(p, spent=tuple(sorted(spent.items())), group=battle.units, follow=battle.hex)
        s = s.instead(now)
        course.tell(
            g.rule("breakthrough"), "zb.breakthrough.done", units=battle.units, hexes=(battle.hex,)
        )
        return g.fight_on(s, battle, course)


GO_FORWARD, BREAK_THROUGH = GoForward(), BreakThrough()


class AfterBreakthrough(Phase):
    """How the advance goes on when breakthrough combat is over."""

    battle: Battle
    again: bool
    """Whether the group may go on at all (Stalingrad '42: Adv 3 or 4)."""
    attacks: bool
    """Whether it may attack once more."""
    held: bool = False
    """The defence held the hex, although nobody may be left in it (Holland '44)."""

    @enforces("breakthrough-fails")
    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Note whether the hex is clear; a group that failed is done, save for that hex."""
        s = s.pop()
        top = s.top
        if not isinstance(top, Advance):
            return s
        clear = not self.held and self.battle.hex not in held(g, s, enemy(g, self.battle.side))
        top = replace(
            top,
            follow=self.battle.hex if clear else "",
            vacated=(*top.vacated, self.battle.hex) if clear else top.vacated,
            exploits=top.exploits and self.attacks and clear,
        )
        if not (self.again and clear):
            spent = dict(top.spent)
            for unit in self.battle.units:
                spent[unit] = max(spent.get(unit, 0), g.advance_most(s, top, unit))
            top = replace(top, spent=tuple(sorted(spent.items())))
            if not clear:
                top = replace(top, done=top.done | set(self.battle.units))
        return s.instead(top)
