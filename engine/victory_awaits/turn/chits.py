"""Chapter 6: both sides choose activation chits in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import Deed, Reasons
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.deeds import OneChit
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.track import (
    OKH,
    REINFORCEMENTS,
    RESERVE,
    SIDE_OF,
    SUPPLY,
    TurnBox,
)
from engine.victory_awaits.components.unit import ARMY_HQ, AXIS, SOVIET, Unit

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

OPTIONAL = (OKH, RESERVE)  # 17.2


def side_of(g: VictoryAwaits, chit: str) -> str | None:
    """Whose chit it is; the supply chit is nobody's (6.2)."""
    if chit in g.setup.interrupts:
        return AXIS
    return SIDE_OF.get(chit) or (g.units[chit].side if chit in g.units else None)


def nation_of(g: VictoryAwaits, chit: str) -> str:
    """The nation whose number on the turn track a chit counts against (6.2, 6.3)."""
    if chit in g.units:
        return g.units[chit].nation
    return "soviet" if side_of(g, chit) == SOVIET else "german"


def chit_name(g: VictoryAwaits, chit: str) -> str:
    """What is printed on a chit."""
    return g.units[chit].name if chit in g.units else chit


def on_offer(g: VictoryAwaits, s: State, nation: str) -> list[str]:
    """The chits a nation may choose from (6.2): reinforcements from turn 4 (12.0)."""
    return s.once(("on offer", nation), _on_offer, g, s, nation)


def _on_offer(g: VictoryAwaits, s: State, nation: str) -> list[str]:
    return [
        chit
        for chit in s.pool
        if chit != SUPPLY
        and nation_of(g, chit) == nation
        and (chit not in OPTIONAL or g.on("reserve-okh"))
        and chit not in g.setup.without
        and (chit not in REINFORCEMENTS.values() or s.turn >= g.setup.limits.reinforcements)
    ]


@dataclass(frozen=True)
class Choose(Phase):
    """The choice of one nation's chits (6.1, 6.2)."""

    side: str
    nation: str
    chosen: tuple[str, ...] = ()

    def need(self, g: VictoryAwaits, s: State) -> int:
        """How many to choose: the track's number, or all there are."""
        box = g.setup.track.get(s.turn)
        offer = len(on_offer(g, s, self.nation))
        return min(offer, box.choose.get(self.nation, offer)) if box else offer

    def left(self, g: VictoryAwaits, s: State) -> list[str]:
        """The chits that are still to be had; a reinforcement chit must be taken (6.2)."""
        counted = Counter(on_offer(g, s, self.nation))
        counted.subtract(self.chosen)
        left = [chit for chit, n in counted.items() for _ in range(n)]
        must = [chit for chit in left if chit in REINFORCEMENTS.values()]
        return must or left

    def may(self, g: VictoryAwaits, s: State) -> Iterable[str]:
        """Every kind of chit that is left."""
        return dict.fromkeys(self.left(g, s))

    def _forced(self, g: VictoryAwaits, s: State) -> bool:
        offer, need = len(on_offer(g, s, self.nation)), self.need(g, s)
        return len(self.chosen) >= need or offer == need or len(set(self.left(g, s))) == 1

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner picks a chit, unless all of them go in."""
        if self._forced(g, s):
            return None
        left = self.need(g, s) - len(self.chosen)
        return Decision.of(self.side, "ava.choose", "6.1", left=left, nation=self.nation)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Chosen chits go into the cup, interrupts into the hand (6.3), the rest lie aside."""
        need = self.need(g, s)
        if len(self.chosen) < need:
            return s.instead(replace(self, chosen=(*self.chosen, self.left(g, s)[0])))
        rest = Counter(on_offer(g, s, self.nation))
        rest.subtract(self.chosen)
        held = tuple(chit for chit in self.chosen if chit in g.setup.interrupts)
        cup = tuple(chit for chit in self.chosen if chit not in held)
        if need:
            course.tell("6.1", "ava.chit.chosen", nation=self.nation, count=need)
        return replace(
            s.pop(),
            cup=s.cup + cup,
            hand=s.hand + held,
            resting=s.resting + tuple(rest.elements()),
        )

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Choose a chit."""
        return (CHOOSE_CHIT,)


class ChooseChit(OneChit[Choose]):
    """One more chit for the cup (6.1, 6.2)."""

    kind, rule = "choose", "6.1"

    def denials(self, g: VictoryAwaits, s: State, p: Choose, one: str) -> Reasons:
        """Sections 6.2 and 15.2."""
        name, offer = chit_name(g, one), on_offer(g, s, p.nation)
        if one == SUPPLY:
            yield Reason.of("6.2", "ava.choose.shared")
        elif one in REINFORCEMENTS.values() and one in s.pool and one not in offer:
            first = g.setup.limits.reinforcements
            yield Reason.of("12.0", "ava.choose.early", chit=name, turn=first)
        elif one in offer:
            yield Reason.of("6.2", "ava.choose.taken", chit=name)
        elif one in s.pool:
            yield Reason.of("6.2", "ava.choose.nation", chit=name, nation=p.nation)
        else:
            yield Reason.of("15.2", "ava.choose.not-available", chit=name)

    def apply(self, g: VictoryAwaits, s: State, p: Choose, action: Action, course: Course) -> State:
        """Nobody sees which (6.1)."""
        return s.instead(replace(p, chosen=(*p.chosen, action["chit"])))


CHOOSE_CHIT = ChooseChit()


def armies(g: VictoryAwaits) -> list[Unit]:
    """The Soviet army HQs."""
    return [u for u in g.units.values() if u.side == SOVIET and u.type == ARMY_HQ]


def unlocking(g: VictoryAwaits, box: TurnBox | None) -> list[Unlock]:
    """The army HQ chits of the Soviet player's own choice in a turn: so many for each map."""
    maps = dict.fromkeys(unit.map for unit in armies(g))
    return [Unlock(name) for name in maps for _ in range(box.pick if box else 0)]


@dataclass(frozen=True)
class Unlock(Phase):
    """The Soviet player makes an army HQ's chit of a map available (18.1 to 18.3, from turn 4)."""

    map: str = ""

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The army HQs of the map whose chit is not available yet."""
        return [u.id for u in armies(g) if u.map == self.map and u.id not in s.pool]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Which army's chit; nothing is owed when all are there."""
        if not self.may(g, s):
            return None
        return Decision.of(SOVIET, "ava.unlock", "18.0", map=self.map)

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Make a chit available."""
        return (UNLOCK_CHIT,)


class UnlockChit(OneChit[Unlock]):
    """The chit of an army HQ becomes available (18.0)."""

    kind, rule = "unlock", "18.0"

    def denials(self, g: VictoryAwaits, s: State, p: Unlock, one: str) -> Reasons:
        """Only the chit of an army HQ of that map that is not available yet."""
        name = chit_name(g, one)
        if one in [u.id for u in armies(g)] and one not in s.pool:
            yield Reason.of("18.0", "ava.unlock.map", chit=name, map=p.map)
        else:
            yield Reason.of("18.0", "ava.unlock.no", chit=name)

    def apply(self, g: VictoryAwaits, s: State, p: Unlock, action: Action, course: Course) -> State:
        """The chit joins those that can be chosen."""
        chit = action["chit"]
        course.tell("15.2", "ava.chit.available", units=(chit,), chit=chit_name(g, chit))
        return replace(s.pop(), pool=(*s.pool, chit))


UNLOCK_CHIT = UnlockChit()
