"""Chapter 6: both sides choose activation chits in secret; Zhukov takes command (18.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.agenda import Phase, Reasons
from engine.values import replace
from engine.verdict import Course, Decision, Reason
from engine.victory_awaits.components.deeds import Answer, OneChit, name_on
from engine.victory_awaits.components.state import (
    ARMY_HQ,
    AXIS,
    COMMANDS,
    POSSIBLE,
    SOVIET,
    Setting,
    State,
    Unit,
)
from engine.victory_awaits.components.track import (
    OKH,
    REINFORCEMENTS,
    RESERVE,
    SIDE_OF,
    SUPPLY,
    TurnBox,
)

OPTIONAL = (OKH, RESERVE)  # 17.2


def side_of(g: Setting, chit: str) -> str | None:
    """Whose chit it is; the supply chit is nobody's (6.2)."""
    if chit in g.setup.interrupts:
        return AXIS
    return SIDE_OF.get(chit) or (g.units[chit].side if chit in g.units else None)


def nation_of(g: Setting, chit: str) -> str:
    """The nation whose number on the turn track a chit counts against (6.2, 6.3)."""
    if chit in g.units:
        return g.units[chit].nation
    return "soviet" if side_of(g, chit) == SOVIET else "german"


def on_offer(g: Setting, s: State, nation: str) -> list[str]:
    """The chits a nation may choose from (6.2): reinforcements from turn 4 (12.0)."""
    return s.position.once(("on offer", nation, s.turn, s.pool), _on_offer, g, s, nation)


def _on_offer(g: Setting, s: State, nation: str) -> list[str]:
    return [
        chit
        for chit in s.pool
        if chit != SUPPLY
        and nation_of(g, chit) == nation
        and (chit not in OPTIONAL or g.on("reserve-okh"))
        and chit not in g.setup.without
        and (chit not in REINFORCEMENTS.values() or s.turn >= g.setup.limits.reinforcements)
    ]


class Choose(Phase):
    """The choice of one nation's chits (6.1, 6.2)."""

    side: str
    nation: str
    chosen: tuple[str, ...] = ()

    def need(self, g: Setting, s: State) -> int:
        """How many to choose: the track's number, or all there are."""
        box = g.setup.track.get(s.turn)
        offer = len(on_offer(g, s, self.nation))
        return min(offer, box.choose.get(self.nation, offer)) if box else offer

    def left(self, g: Setting, s: State) -> list[str]:
        """The chits that are still to be had; a reinforcement chit must be taken (6.2)."""
        counted = Counter(on_offer(g, s, self.nation))
        counted.subtract(self.chosen)
        left = [chit for chit, n in counted.items() for _ in range(n)]
        must = [chit for chit in left if chit in REINFORCEMENTS.values()]
        return must or left

    def may(self, g: Setting, s: State) -> Iterable[str]:
        """Every kind of chit that is left."""
        return dict.fromkeys(self.left(g, s))

    def _forced(self, g: Setting, s: State) -> bool:
        offer, need = len(on_offer(g, s, self.nation)), self.need(g, s)
        return len(self.chosen) >= need or offer == need or len(set(self.left(g, s))) == 1

    def decision(self, g: Setting, s: State) -> Decision | None:
        """The owner picks a chit, unless all of them go in."""
        if self._forced(g, s):
            return None
        left = self.need(g, s) - len(self.chosen)
        return Decision.of(self.side, "ava.choose", "6.1", left=left, nation=self.nation)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
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
            s.pop(), cup=s.cup + cup, hand=s.hand + held, resting=s.resting + tuple(rest.elements())
        )

    def not_to_be_had(self, g: Setting, s: State, chit: str) -> Reasons:
        """Why a chit is not among those that are left (6.2, 15.2)."""
        name, offer = name_on(g, chit), on_offer(g, s, self.nation)
        if chit == SUPPLY:
            yield Reason.of("6.2", "ava.choose.shared")
        elif chit in REINFORCEMENTS.values() and chit in s.pool and chit not in offer:
            first = g.setup.limits.reinforcements
            yield Reason.of("12.0", "ava.choose.early", chit=name, turn=first)
        elif chit in offer:
            yield Reason.of("6.2", "ava.choose.taken", chit=name)
        elif chit in s.pool:
            yield Reason.of("6.2", "ava.choose.nation", chit=name, nation=self.nation)
        else:
            yield Reason.of("15.2", "ava.choose.not-available", chit=name)

    def choose(self, g: Setting, s: State, chit: str, course: Course) -> State:
        """One more chit for the cup; nobody sees which (6.1)."""
        return s.instead(replace(self, chosen=(*self.chosen, chit)))


Choose.offers(OneChit("choose", "6.1", Choose.choose, Choose.not_to_be_had))


def armies(g: Setting) -> list[Unit]:
    """The Soviet army HQs."""
    return [u for u in g.units.values() if u.side == SOVIET and u.type == ARMY_HQ]


def unlocking(g: Setting, box: TurnBox | None) -> list[Unlock]:
    """The army HQ chits of the Soviet player's own choice in a turn: so many for each map."""
    maps = dict.fromkeys(unit.map for unit in armies(g))
    return [Unlock(name) for name in maps for _ in range(box.pick if box else 0)]


class Unlock(Phase):
    """The Soviet player makes an army HQ's chit of a map available (18.1 to 18.3, from turn 4)."""

    map: str = ""

    def may(self, g: Setting, s: State) -> list[str]:
        """The army HQs of the map whose chit is not available yet."""
        return [u.id for u in armies(g) if u.map == self.map and u.id not in s.pool]

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.may(g, s):
            return None
        return Decision.of(SOVIET, "ava.unlock", "18.0", map=self.map)

    def not_locked(self, g: Setting, s: State, chit: str) -> Reasons:
        """Only the chit of an army HQ of that map that is not available yet."""
        name = name_on(g, chit)
        if chit in [u.id for u in armies(g)] and chit not in s.pool:
            yield Reason.of("18.0", "ava.unlock.map", chit=name, map=self.map)
        else:
            yield Reason.of("18.0", "ava.unlock.no", chit=name)

    def unlock(self, g: Setting, s: State, chit: str, course: Course) -> State:
        """The chit joins those that can be chosen."""
        course.tell("15.2", "ava.chit.available", units=(chit,), chit=name_on(g, chit))
        return replace(s.pop(), pool=(*s.pool, chit))


Unlock.offers(OneChit("unlock", "18.0", Unlock.unlock, Unlock.not_locked))


class TakeCommand(Phase):
    """Zhukov may be declared once the Axis has come beside Leningrad (18.1)."""

    def decision(self, g: Setting, s: State) -> Decision | None:
        return Decision.of(SOVIET, "ava.zhukov", "18.1") if s.zhukov == POSSIBLE else None

    def declare(self, g: Setting, s: State, course: Course) -> State:
        """Zhukov commands from the turn after the Axis came up."""
        course.tell("18.1", "ava.zhukov.declared")
        return replace(s.pop(), zhukov=COMMANDS)


class Hold(Phase):
    """Under Zhukov the Soviet reinforcement chit may stay in hand to interrupt (18.1)."""

    def decision(self, g: Setting, s: State) -> Decision | None:
        if s.zhukov != COMMANDS or REINFORCEMENTS[SOVIET] not in s.cup:
            return None
        return Decision.of(SOVIET, "ava.hold", "18.1")

    def hold_back(self, g: Setting, s: State, course: Course) -> State:
        """The chit leaves the cup for the hand."""
        chit = REINFORCEMENTS[SOVIET]
        cup = tuple(held for held in s.cup if held != chit)
        return replace(s.pop(), cup=cup, hand=(*s.hand, chit))


PASS = Answer[Phase]("pass", "18.1", Phase.proceed)
TakeCommand.offers(Answer("declare", "18.1", TakeCommand.declare), PASS)
Hold.offers(Answer("hold", "18.1", Hold.hold_back), PASS)
