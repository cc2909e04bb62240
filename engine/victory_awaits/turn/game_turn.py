"""Chapter 5: the turn, put together once for two players, for a controller and for teams; the
surprise attack before turn 1 (15.1); the team variant, with a master cup and a cup of HQ chits for
every player (20.0).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import ClassVar, Self

from engine.agenda import Moves, Phase, Reasons, Slots
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.victory_awaits.combat.odds import Fight
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.deeds import Answer, Deeds, OneChit, OneOf, WithChit, name_on
from engine.victory_awaits.components.state import (
    AXIS,
    PANZER_GROUP_HQ,
    SIDES,
    SOVIET,
    Setting,
    State,
)
from engine.victory_awaits.components.track import (
    COMMON,
    OKH,
    REINFORCEMENTS,
    RESERVE,
    SUPPLY,
    Player,
)
from engine.victory_awaits.concepts import activated
from engine.victory_awaits.options import ARMOUR_LIMIT
from engine.victory_awaits.turn.chits import Choose, Hold, side_of, unlocking
from engine.victory_awaits.turn.controller import Abreast, Queue
from engine.victory_awaits.turn.sequence import (
    NOT_HELD,
    Command,
    EndOfTurn,
    Interrupt,
    cup_is_empty,
    draw,
    play_held,
    put_back,
    resolve,
)

MASTER = {AXIS: "axis-master", SOVIET: "soviet-master"}
DUMMY = "dummy"


def players(g: Setting, side: str) -> list[Player]:
    """The players of a side (20.1)."""
    return [player for player in g.setup.players if player.side == side]


def masters(g: Setting, s: State, side: str) -> int:
    """Master chits of a side: eight for two players, six for three, one less in turn 1 (20.2)."""
    size = "three" if len(players(g, side)) >= 3 else "two"
    return int(g.charts["masters"].value("1" if s.turn == 1 else "2", size))


class FillMasterCup(Phase):
    """Master chits and the common ones go into the master cup, interrupts into the hand (20.2)."""

    @enforces("20.1")
    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Reinforcements from turn 4 on; supply check, OKH and Reserve always."""
        cup = [MASTER[side] for side in SIDES for _ in range(masters(g, s, side))]
        if s.turn >= g.setup.limits.reinforcements:
            cup += [chit for chit in REINFORCEMENTS.values() if chit in s.pool]
        cup += [chit for chit in (SUPPLY, OKH, RESERVE) if chit in s.pool]
        hand = tuple(chit for chit in s.pool if chit in g.setup.interrupts)
        return replace(s.pop(), cup=tuple(cup), hand=hand)


class Dealing(Phase):
    """A team deals its HQ chits to its players' cups as it likes (20.2)."""

    side: str
    dealt: tuple[tuple[str, str], ...] = ()

    def left(self, g: Setting, s: State) -> list[str]:
        """The chits that are still to be dealt."""
        mine = [
            chit
            for chit in s.pool
            if side_of(g, chit) == self.side
            and chit not in COMMON
            and chit not in g.setup.interrupts
        ]
        for chit, _ in self.dealt:
            mine.remove(chit)
        return mine

    def decision(self, g: Setting, s: State) -> Decision | None:
        left = self.left(g, s)
        if not left or len(players(g, self.side)) < 2:
            return None
        return Decision.of(self.side, "ava.deal", "20.2", left=len(left))

    @enforces("20.1")
    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Fill the cups; Soviet players short of chits take dummies (20.2)."""
        team = players(g, self.side)
        left = [(chit, team[0].id) for chit in self.left(g, s)] if team else []
        cups = {
            player.id: tuple(c for c, to in (*self.dealt, *left) if to == player.id)
            for player in team
        }
        if self.side == SOVIET:
            most = max((len(cup) for cup in cups.values()), default=0)
            cups = {who: cup + (DUMMY,) * (most - len(cup)) for who, cup in cups.items()}
        course.tell("20.2", "ava.team.dealt", side=self.side)
        return replace(s.pop(), cups={**s.cups, **cups})


class Deal(WithChit[Dealing]):
    """The first chit that is left goes into a player's cup (20.2)."""

    kind, rule = "deal", "20.2"

    def slots(self) -> Slots[Setting, State, Dealing]:
        return {
            "chit": lambda g, s, p, given: p.left(g, s)[:1],
            "player": lambda g, s, p, given: [mate.id for mate in players(g, p.side)],
        }

    def choices(self, g: Setting, s: State, p: Dealing, unit: str | None, hex: str | None) -> Moves:
        if unit is None or hex is not None:
            return super().choices(g, s, p, unit, hex)
        slots = tuple(self.slots().items())[1:]
        return self.walk(g, s, p, Action("deal", chit=unit), slots)

    def reasons(self, g: Setting, s: State, p: Dealing, action: Action) -> Reasons:
        """Twin chits of one HQ go to one player (20.2)."""
        chit, player = text(action, "chit"), text(action, "player")
        if chit not in p.left(g, s):
            yield Reason.of("20.2", "ava.team.not-left", chit=name_on(g, chit))
        if player not in [mate.id for mate in players(g, p.side)]:
            yield Reason.of("20.2", "ava.team.no-player", player=player)
        twin = next((to for other, to in p.dealt if other == chit), player)
        if twin != player:
            yield Reason.of("20.2", "ava.team.twins", chit=name_on(g, chit), player=twin)

    def apply(self, g: Setting, s: State, p: Dealing, action: Action, course: Course) -> State:
        return s.instead(replace(p, dealt=(*p.dealt, (action["chit"], action["player"]))))


Dealing.offers(Deal())


class MasterCup(Phase):
    """Master chits are drawn until the cup is empty (20.2)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """A master makes every player of its side draw; other chits work as ever."""
        if not s.cup:
            return cup_is_empty(s)
        chit, s = draw(s, "master-cup", course)
        course.tell("20.2", "ava.chit.drawn", chit=chit, side="both")
        for side, master in MASTER.items():
            if chit == master:
                return self._draw_all(g, s, side, course)
        if s.hand:
            return s.push(Interrupt(AXIS, chit))
        return resolve(g, s, chit, course)

    def _draw_all(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Every player of the side turns up a chit of his own cup; a dummy does nothing (20.2)."""
        shown: list[tuple[str, str]] = []
        for player in players(g, side):
            cup = s.cups.get(player.id, ())
            if not cup:
                continue
            place = course.chance.draw(f"cup of {player.id}", range(len(cup)))
            chit, left = cup[place], cup[:place] + cup[place + 1 :]
            s = replace(s, cups={**s.cups, player.id: left}, drawn=(*s.drawn, chit))
            course.tell("20.2", "ava.team.drawn", chit=name_on(g, chit), player=player.id)
            if chit == DUMMY:
                course.tell("20.2", "ava.team.dummy", player=player.id)
            else:
                shown.append((player.id, chit))
        return s.push(TeamRun(unanswered=tuple(shown)))


class TeamRun(Abreast):
    """The chits that a team turned up: the Axis may cancel some, then all run at once (20.2)."""

    unanswered: tuple[tuple[str, str], ...] = ()
    """Players and chits about which the Axis has not been asked."""
    ready: tuple[tuple[str, str], ...] = ()
    rule: ClassVar[str] = "20.2"

    @property
    def asking(self) -> bool:
        return bool(self.unanswered)

    def decision(self, g: Setting, s: State) -> Decision | None:
        """The Axis, while it holds a chit to cut in with; then whoever acts."""
        if not self.unanswered:
            return super().decision(g, s)
        if not s.hand:
            return None
        name = name_on(g, self.unanswered[0][1])
        return Decision.of(AXIS, "ava.interrupt", "20.2", chit=name)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """With nothing to cut in with, all that were turned up begin together."""
        if not (self.unanswered or self.ready):
            return super().proceed(g, s, course)
        team = replace(self, unanswered=(), ready=())
        for player, chit in (*self.ready, *self.unanswered):
            s = team.begin(g, s, chit, (player,), course)
            assert isinstance(s.top, TeamRun), "an activation leaves the others as they are"
            team = s.top
        return s.instead(replace(team, focus=0))

    def may(self, g: Setting, s: State) -> tuple[str, ...]:
        """The chits with which the Axis may cut in."""
        return s.hand

    def deeds(self, g: Setting, s: State) -> Deeds[Self]:
        return (CUT_IN, LET_RUN) if self.unanswered else super().deeds(g, s)

    def cut_in(self, g: Setting, s: State, held: str, course: Course) -> State:
        """The chit asked about goes back into its player's cup, one in hand is played (7.3)."""
        (player, chit), *rest = self.unanswered
        s = put_back(g, s, chit, course, "20.2")
        s = replace(s, cups={**s.cups, player: (*s.cups[player], chit)})
        return play_held(g, s.instead(replace(self, unanswered=tuple(rest))), held, course)

    def let_run(self, g: Setting, s: State, course: Course) -> State:
        """The chit asked about is not cancelled: it runs with the others."""
        first, *rest = self.unanswered
        return s.instead(replace(self, unanswered=tuple(rest), ready=(*self.ready, first)))


CUT_IN = OneChit("interrupt", "7.3", TeamRun.cut_in, NOT_HELD)
LET_RUN = Answer("pass", "20.2", TeamRun.let_run)


class SurpriseAttack(Phase):
    """Before turn 1 the panzer groups fight one combat segment, rivers ignored (15.1)."""

    out: frozenset[str] = frozenset()
    """Units that the limit on armour leaves asleep (17.5)."""

    def _woken(self, g: Setting, s: State) -> Iterator[list[str]]:
        """By each panzer group HQ: itself, and of the units in range those of its own formation."""
        heads = [u for u in g.units.values() if u.type == PANZER_GROUP_HQ and u.side == AXIS]
        for hq in heads:
            if s.position.place(hq.id) in g.board:
                mine = hq.formation  # whoever bears none belongs to none
                woken = [unit for unit in activated(g, s, hq.id) if unit not in self.out]
                yield [u for u in woken if u == hq.id or (mine and g.units[u].formation == mine)]

    def may(self, g: Setting, s: State) -> list[str]:
        """The armour of the first HQ that woke more of it than it may (17.5)."""
        groups = self._woken(g, s) if g.on("armour-limit") else ()
        armour = ([unit for unit in units if g.units[unit].mechanized] for units in groups)
        return next((units for units in armour if len(units) > ARMOUR_LIMIT), [])

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Which units stay asleep, where the limit on armour is in use (17.5)."""
        armour = self.may(g, s)
        if not armour:
            return None
        return Decision.of(AXIS, "ava.leave-out", "17.5", over=len(armour) - ARMOUR_LIMIT)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        units = tuple(dict.fromkeys(itertools.chain.from_iterable(self._woken(g, s))))
        course.tell("15.1", "ava.surprise.begins", units=units, count=len(units))
        return s.instead(Combat(None, AXIS, units, Fight(surprise=True)))

    def leave_out(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """One unit sleeps on; the others are woken (17.5)."""
        return s.instead(replace(self, out=self.out | {unit}))


SurpriseAttack.offers(OneOf("leave-out", "17.5", SurpriseAttack.leave_out, "ava.leave-out.no"))


class GameTurn(Phase):
    """Turn after turn (5.0), at the bottom of the agenda as long as the game lasts."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """New chits become available (15.2), the cup is filled (6.0) and drawn empty (7.0)."""
        course.tell("5.0", "ava.turn.begins", turn=s.turn, last=g.setup.last_turn)
        box = g.setup.track.get(s.turn)
        fresh = box.chits if box else ()
        if fresh:
            names = tuple(name_on(g, chit) for chit in fresh)
            course.tell("15.2", "ava.chit.available", chit=names)
        pool = s.pool + fresh
        cup = (SUPPLY,) if SUPPLY in pool else ()
        s = replace(s, pool=pool, cup=cup, drawn=(), resting=(), hand=(), rails={}, cups={})
        return s.push(*unlocking(g, box), *chits_and_draw(g, s), EndOfTurn())


@enforces("20.0")
def chits_and_draw(g: Setting, s: State) -> tuple[Phase, ...]:
    """How chits come into the cup and out of it: chosen (6.0), for a controller (19.0), for teams.
    In teams nobody chooses, the HQ chits are dealt, and in turn 1 the surprise attack follows the
    deal (20.2)."""
    if not g.setup.team:
        choices = (Choose(AXIS, "german"), Choose(AXIS, "romanian"), Choose(SOVIET, "soviet"))
        return (*choices, Hold(), Queue() if g.setup.players else Command())
    first = g.setup.surprise and s.turn == g.setup.first_turn
    attack = (SurpriseAttack(),) if first else ()
    return (FillMasterCup(), Dealing(AXIS), Dealing(SOVIET), *attack, MasterCup())
