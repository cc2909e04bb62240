"""Chapter 20 (20.0): the team variant, with a master cup and a cup of HQ chits for every player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.verdict import Reason, Verdict
from engine.victory_awaits.chits import chit_name, side_of
from engine.victory_awaits.sequence import EndOfTurn, Interrupt, LastChits, resolve
from engine.victory_awaits.state import State
from engine.victory_awaits.track import COMMON, OKH, REINFORCEMENTS, RESERVE, SUPPLY, Player
from engine.victory_awaits.unit import AXIS, SIDES, SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

MASTER = {AXIS: "axis-master", SOVIET: "soviet-master"}
DUMMY = "dummy"


def players(g: VictoryAwaits, side: str) -> list[Player]:
    """The players of a side (20.1)."""
    return [player for player in g.setup.players if player.side == side]


def masters(g: VictoryAwaits, s: State, side: str) -> int:
    """Master chits of a side: eight for two players, six for three, one less in turn 1 (20.2)."""
    size = "three" if len(players(g, side)) >= 3 else "two"
    return int(g.charts["masters"].value("1" if s.turn == 1 else "2", size))


def begin_team_turn(g: VictoryAwaits, s: State) -> State:
    """Teams deal their HQ chits, and the master cup is filled (20.2)."""
    cup = [MASTER[side] for side in SIDES for _ in range(masters(g, s, side))]
    if s.turn >= g.setup.limits.reinforcements:
        cup += [chit for chit in REINFORCEMENTS.values() if chit in s.pool]
    cup += [chit for chit in (SUPPLY, OKH, RESERVE) if chit in s.pool]
    hand = tuple(chit for chit in s.pool if chit in g.setup.interrupts)
    s = replace(s, cup=tuple(cup), hand=hand, cups={})
    return s.instead(Dealing(AXIS), Dealing(SOVIET), MasterCup(), EndOfTurn())


@dataclass(frozen=True)
class Dealing(Phase):
    """A team deals its HQ chits to its players' cups as it likes (20.2)."""

    side: str
    dealt: tuple[tuple[str, str], ...] = ()

    def _left(self, g: VictoryAwaits, s: State) -> list[str]:
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

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Who gets the next chit."""
        left = self._left(g, s)
        if not left or len(players(g, self.side)) < 2:
            return None
        return Decision.of(self.side, "ava.deal", "20.2", left=len(left))

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Fill the cups; Soviet players short of chits take dummies (20.2)."""
        team = players(g, self.side)
        left = [(chit, team[0].id) for chit in self._left(g, s)] if team else []
        cups = {
            player.id: tuple(c for c, to in (*self.dealt, *left) if to == player.id)
            for player in team
        }
        if self.side == SOVIET:
            most = max((len(cup) for cup in cups.values()), default=0)
            cups = {who: cup + (DUMMY,) * (most - len(cup)) for who, cup in cups.items()}
        course.tell("20.2", "ava.team.dealt", side=self.side)
        return replace(s.pop(), cups={**s.cups, **cups})

    def kinds(self) -> tuple[str, ...]:
        """Deal a chit to a player."""
        return ("deal",)

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """The first chit that is left, to each player that may have it."""
        if hex is not None:
            return
        for chit in self._left(g, s)[:1] if unit is None else [unit]:
            for player in players(g, self.side):
                action = Action("deal", chit=chit, player=player.id)
                if self.explain(g, s, action):
                    yield action

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Twin chits of one HQ go to one player (20.2)."""
        return Verdict(tuple(self._reasons(g, s, text(action, "chit"), text(action, "player"))))

    def _reasons(self, g: VictoryAwaits, s: State, chit: str, player: str) -> Iterator[Reason]:
        if chit not in self._left(g, s):
            yield Reason.of("20.2", "ava.team.not-left", chit=chit_name(g, chit))
        if player not in [mate.id for mate in players(g, self.side)]:
            yield Reason.of("20.2", "ava.team.no-player", player=player)
        twin = next((to for other, to in self.dealt if other == chit), player)
        if twin != player:
            yield Reason.of("20.2", "ava.team.twins", chit=chit_name(g, chit), player=twin)

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Into that player's cup."""
        return s.instead(replace(self, dealt=(*self.dealt, (action["chit"], action["player"]))))


@dataclass(frozen=True)
class MasterCup(Phase):
    """Master chits are drawn until the cup is empty (20.2)."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """A master makes every player of its side draw; other chits work as ever."""
        if not s.cup:
            return s.push(LastChits()) if s.hand else s.pop()
        place = course.chance.draw("master-cup", range(len(s.cup)))
        chit = s.cup[place]
        s = replace(s, cup=s.cup[:place] + s.cup[place + 1 :], drawn=(*s.drawn, chit))
        course.tell("20.2", "ava.chit.drawn", chit=chit, side="both")
        for side, master in MASTER.items():
            if chit == master:
                return s.push(*(PlayerDraw(player.id) for player in players(g, side)))
        if s.hand:
            return s.push(Interrupt(AXIS, chit))
        return resolve(g, s, chit, course)


@dataclass(frozen=True)
class PlayerDraw(Phase):
    """One player draws an HQ chit from his own cup and runs it (20.2)."""

    player: str

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """A dummy stands for an HQ that is not on the map, and does nothing."""
        s = s.pop()
        cup = s.cups.get(self.player, ())
        if not cup:
            return s
        place = course.chance.draw(f"cup of {self.player}", range(len(cup)))
        chit = cup[place]
        s = replace(
            s,
            cups={**s.cups, self.player: cup[:place] + cup[place + 1 :]},
            drawn=(*s.drawn, chit),
        )
        course.tell("20.2", "ava.team.drawn", chit=chit_name(g, chit), player=self.player)
        if chit == DUMMY:
            course.tell("20.2", "ava.team.dummy", player=self.player)
            return s
        if s.hand:
            return s.push(Interrupt(AXIS, chit, self.player))
        return resolve(g, s, chit, course)
