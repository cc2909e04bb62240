"""Section 14.1: who advances beside those who attacked."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Course
from engine.rulebook import enforces
from engine.stalingrad42.board.supply_points import MOVING
from engine.stalingrad42.board.supply_points import mode as store_mode
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import Setting
from engine.values import replace
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import AUTO_DS, REPLACED, TRAIN, State

Seats = Mapping[str, str]
"""Units, and where they stood."""


def _riders(s: State, battle: Battle) -> Mapping[str, Seats]:
    """Those who may advance with the attackers, by hex: one that an automatic DS cleared may be
    fought for once more before they follow it up."""
    return records(s).auto_riders if battle.auto else records(s).riders


def _keep_riders(s: State, battle: Battle, seats: Seats) -> State:
    """The state with those of a hex."""
    now = {**_riders(s, battle), battle.hex: seats}
    if battle.auto:
        return s.keep(replace(records(s), auto_riders=now))
    return s.keep(replace(records(s), riders=now))


def stacked_with(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """Who stands with the attackers without attacking, in good order or not (14.1, 13.2.1), but
    for guns that lend a shift and units with a replacement (21.4); an activated reserve has had
    its advance, and rides no other (25.2.3)."""
    passed = (*battle.units, *battle.guns, *records(s).activated)
    return tuple(
        u
        for seat in dict.fromkeys(s.place(u) for u in battle.units)
        for u in s.position.at(seat)
        if seat in g.board
        and u not in passed
        and not s.has(u, REPLACED, TRAIN, AUTO_DS)
        and (not g.any_of(Chapter.stays_behind, s, u) or store_mode(s, u) == MOVING)
    )


@enforces("15.4", "20.1.3")
def advancers(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """Those who attacked, in any direction (14.3), whether the enemy left or died (12.3), and
    non-combat units stacked with them (14.1, 20.1.3), also after an automatic DS (8.6.2,
    15.4)."""
    return (*battle.units, *_riders(s, battle).get(battle.hex, ()))


def may_exploit(g: Setting, s: State, phase: Advance, unit: str) -> bool:
    """Only those who fought the first battle (15.2.2)."""
    return unit in phase.battle.units


class RiderChapter(Chapter[Setting]):
    """Who may advance, and who may fight on."""

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Who may advance beside the attackers is settled before anybody moves (14.1)."""
        if battle.breakthrough:
            return s
        seats = {u: s.place(u) for u in stacked_with(g, s, battle)}
        return _keep_riders(s, battle, seats)

    @enforces("8.6.2")
    def before_follow(self, g: Setting, s: State, battle: Battle) -> State:
        """After an automatic DS those who moved on stand with the attackers no more, and who
        shattered others has an advance of his own (14.1, 8.6.2)."""
        seats = _riders(s, battle).get(battle.hex, {})
        still = {u: at for u, at in seats.items() if s.place(u) == at and not s.has(u, AUTO_DS)}
        return _keep_riders(s, battle, still)

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Nobody rides along any more."""
        return s.keep(replace(records(s), riders={}, auto_riders={}))
