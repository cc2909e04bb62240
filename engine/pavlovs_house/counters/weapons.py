"""Chapter 4: weapons served by two - anti-tank weapon, machine gun, mortar; inspiration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text
from engine.deeds import Reasons, Slots, Value
from engine.game import Course
from engine.pavlovs_house.board.dice import Throw, against
from engine.pavlovs_house.board.house import defenders, in_sight, weapons
from engine.pavlovs_house.board.pieces import ANTI_TANK, INSPIRATION, MORTAR, SUPPLY
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.counters.actions import (
    Act,
    fire_at,
    fit,
    fit_reasons,
    lay,
    mark_reasons,
    split_reasons,
    splits,
    target_reasons,
    tire,
)
from engine.pavlovs_house.wehrmacht.placement import german_defence
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.pavlovs_house.counters.phase import CounterActions
    from engine.pavlovs_house.rules import PavlovsHouse

RULES = {
    "anti-tank": "4.0 anti-tank weapon",
    "machine-gun": "4.0 machine gun",
    "mortar": "4.0 mortar",
}


def inspired(g: PavlovsHouse, s: State, mark: str) -> list[Line]:
    """One die or token more while an inspiring man of the mark is on a position, never twice."""
    if mark == MORTAR:
        return []
    for unit in defenders(g, s):
        man = g.kit.men[unit]
        if INSPIRATION in man.marks and mark in man.marks:
            return [Line.of("4.0 inspiration", "pav.dice.inspired", 1, unit=man.name)]
    return []


class ManWeapon(Act):
    """Two with the mark fire the weapon that shares their position; it takes two actions."""

    price = 2

    def __init__(self, mark: str) -> None:
        self.mark = self.kind = mark
        self.rule = RULES[mark]

    def _value(self, g: PavlovsHouse, s: State, weapon: str) -> int:
        tokens = g.kit.weapons[weapon].suppression
        return tokens + sum(int(line.value or 0) for line in inspired(g, s, self.mark))

    def reasons(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Reasons:
        """Two fit men with the mark, their weapon, two actions, a target or tokens."""
        unit, mate = text(action, "unit"), text(action, "mate")
        weapon, target = text(action, "weapon"), text(action, "target")
        if p.left < self.price:
            yield Reason.of(self.rule, "pav.weapon.two-actions", left=p.left)
        for man in (unit, mate):
            yield from fit_reasons(g, s, man, self.rule)
            if man in g.kit.men:
                yield from mark_reasons(g, man, self.mark, self.rule)
        if unit not in g.kit.men or mate not in g.kit.men:
            return
        place = s.place(unit)
        if unit == mate or s.place(mate) != place:
            yield Reason.of("4.0 weapons", "pav.weapon.pair", units=(unit, mate))
        right = weapon in g.kit.weapons and g.kit.weapons[weapon].mark == self.mark
        if not right or s.place(weapon) != place:
            yield Reason.of("4.0 weapons", "pav.weapon.missing", hexes=(place,), mark=self.mark)
            return
        if target or self.mark == ANTI_TANK:
            yield from self._target_reasons(g, s, unit, weapon, target)
        else:
            value = self._value(g, s, weapon)
            yield from split_reasons(g, s, unit, action, value, self.rule)

    def _target_reasons(
        self, g: PavlovsHouse, s: State, unit: str, weapon: str, target: str
    ) -> Iterator[Reason]:
        """Anti-tank weapons fire at armour, machine guns at infantry, mortars at nobody."""
        if self.mark == MORTAR:
            yield Reason.of(self.rule, "pav.weapon.no-attack", unit=g.name(weapon))
        else:
            infantry = self.mark != ANTI_TANK
            yield from target_reasons(g, s, unit, target, self.rule, infantry)

    def _crews(self, g: PavlovsHouse, s: State) -> Iterator[dict[str, str]]:
        """Two with the mark on one position, and a weapon of theirs there."""
        able = [man for man in fit(g, s) if self.mark in g.kit.men[man].marks]
        for i, first in enumerate(able):
            for second in able[i + 1 :]:
                if s.place(second) != (place := s.place(first)):
                    continue
                for weapon in weapons(g, s, place):
                    if g.kit.weapons[weapon].mark == self.mark:
                        yield {"unit": first, "mate": second, "weapon": weapon}

    def slots(self) -> Slots[PavlovsHouse, State, CounterActions]:
        """A crew, and what it fires at or the tokens it lays."""
        return {
            "crew": lambda g, s, p, given: self._crews(g, s) if p.left >= self.price else (),
            "use": lambda g, s, p, given: self._uses(g, s, given),
        }

    def _uses(self, g: PavlovsHouse, s: State, given: Action) -> Iterator[Mapping[str, Value]]:
        first = given["unit"]
        if self.mark != MORTAR:
            yield from ({"target": target} for target in in_sight(g, s, first))
        if self.mark != ANTI_TANK:
            limit = min(self._value(g, s, given["weapon"]), s.count("suppression", SUPPLY))
            yield from splits(g.kit.colours_of(s.place(first)), limit)

    def units(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action
    ) -> tuple[str, ...]:
        """Both men."""
        return action["unit"], action["mate"]

    def hexes(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action
    ) -> tuple[str, ...]:
        """Where the target is; else where they are."""
        return (s.place(action["target"] if "target" in action else action["unit"]),)

    def tally(self, g: PavlovsHouse, s: State, p: CounterActions, action: Action) -> Tally | None:
        """The weapon's value, with inspiration (4.0 inspiration)."""
        weapon, target = text(action, "weapon"), text(action, "target")
        if weapon not in g.kit.weapons:
            return None
        piece = g.kit.weapons[weapon]
        if target in g.kit.germans:
            line = Line.of(self.rule, "pav.dice.weapon", piece.attack, unit=piece.name)
            lines = (line, *inspired(g, s, self.mark))
            return against("pav.dice.total", lines, german_defence(g, s, target))
        line = Line.of(self.rule, "pav.tokens.weapon", piece.suppression, unit=piece.name)
        return Tally.adding("pav.tokens.total", (line, *inspired(g, s, self.mark)))

    def act(
        self, g: PavlovsHouse, s: State, p: CounterActions, action: Action, course: Course
    ) -> State:
        """Fire or tokens, and both men are exhausted."""
        target = text(action, "target")
        if not target:
            s = lay(s, action, self.rule, course)
        else:
            shot = self.tally(g, s, p, action)
            assert isinstance(shot, Throw), (
                "explain let only known weapons at known targets through"
            )
            s = fire_at(g, s, target, shot, self.rule, course)
        return tire(tire(s, action["unit"]), action["mate"])
