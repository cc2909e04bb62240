"""Chapter 4: weapons served by two - anti-tank weapon, machine gun, mortar; inspiration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course
from engine.given import text
from engine.pavlovs_house.deeds import (
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
from engine.pavlovs_house.dice import Throw, against
from engine.pavlovs_house.house import defenders, in_sight, weapons
from engine.pavlovs_house.pieces import ANTI_TANK, INSPIRATION, MORTAR, SUPPLY
from engine.pavlovs_house.placement import german_defence
from engine.pavlovs_house.state import State
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
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


@dataclass(frozen=True)
class ManWeapon:
    """Two with the mark fire the weapon that shares their position; it takes two actions."""

    mark: str
    price: int = 2

    @property
    def rule(self) -> str:
        """The section on this weapon."""
        return RULES[self.mark]

    def _value(self, g: PavlovsHouse, s: State, weapon: str) -> int:
        tokens = g.kit.weapons[weapon].suppression
        return tokens + sum(int(line.value or 0) for line in inspired(g, s, self.mark))

    def reasons(self, g: PavlovsHouse, s: State, left: int, action: Action) -> Iterator[Reason]:
        """Two fit men with the mark, their weapon, two actions, a target or tokens."""
        unit, mate = text(action, "unit"), text(action, "mate")
        weapon, target = text(action, "weapon"), text(action, "target")
        if left < self.price:
            yield Reason.of(self.rule, "pav.weapon.two-actions", left=left)
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

    def _crews(self, g: PavlovsHouse, s: State, unit: str | None) -> Iterator[tuple[str, str, str]]:
        able = [man for man in fit(g, s, None) if self.mark in g.kit.men[man].marks]
        for i, first in enumerate(able):
            for second in able[i + 1 :]:
                place = s.place(first)
                if s.place(second) != place or unit not in (None, first, second):
                    continue
                for weapon in weapons(g, s, place):
                    if g.kit.weapons[weapon].mark == self.mark:
                        yield first, second, weapon

    def choices(
        self, g: PavlovsHouse, s: State, left: int, unit: str | None, hex: str | None
    ) -> Moves:
        """Every crew at every target, and every way to lay its tokens."""
        if left < self.price:
            return
        for first, second, weapon in self._crews(g, s, unit):
            crew = {"unit": first, "mate": second, "weapon": weapon}
            if self.mark != MORTAR:
                for target in in_sight(g, s, first):
                    armour = not g.kit.germans[target].infantry
                    if armour == (self.mark == ANTI_TANK) and hex in (None, s.place(target)):
                        yield Action(self.mark, **crew, target=target)
            if self.mark != ANTI_TANK and hex in (None, s.place(first)):
                limit = min(self._value(g, s, weapon), s.count("suppression", SUPPLY))
                for counts in splits(g.kit.colours_of(s.place(first)), limit):
                    yield Action(self.mark, **crew, **counts)

    def tally(self, g: PavlovsHouse, s: State, action: Action) -> Tally | None:
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

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """Fire or tokens, and both men are exhausted."""
        target = text(action, "target")
        if not target:
            s = lay(s, action, self.rule, course)
        else:
            shot = self.tally(g, s, action)
            assert isinstance(shot, Throw), (
                "explain let only known weapons at known targets through"
            )
            s = fire_at(g, s, target, shot, self.rule, course)
        return tire(tire(s, action["unit"]), action["mate"])
