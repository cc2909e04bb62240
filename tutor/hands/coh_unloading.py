"""Legal actions of a firefight that its list of choices leaves out: they are asked for one by one.

The list names every kind of action; some of them can be done in more ways than it counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.actions.payment import PAYS

if TYPE_CHECKING:
    from tutor.hands.coh_turn import CohTurn as Hands


def more_choices(hands: Hands, listed: list[Action]) -> list[Action]:
    """What else is legal in this state, as the rules themselves say."""
    known = set(listed)
    found = []
    for action in _candidates(hands):
        if action not in known and hands.game.explain(action):
            known.add(action)
            found.append(action)
    return found


def _candidates(hands: Hands) -> Iterator[Action]:
    for unit in hands.rules.on_map(hands.state, hands.side):
        yield from _uncoupled(hands, unit)


def _uncoupled(hands: Hands, unit: str) -> Iterator[Action]:
    """A vehicle lets somebody off who does not join its activation (17.0)."""
    if not hands.rules.units[unit].vehicle or hands.rules.setup.section < 4:
        return
    for cargo in hands.state.position.at(hands.where(unit)):
        if hands.state.of(cargo).carrier == unit:
            for pay in PAYS:
                yield Action("unload", unit=unit, cargo=cargo, joined=False, pay=pay)
