"""Chapters 3 and 4: the turn, the weather, the victory check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.errors import Problem
from engine.game import Course, Decision, Ending
from engine.holland44.bridges import blow, blow_reasons
from engine.holland44.drops import Drops
from engine.holland44.movement import ALLIED, GERMAN
from engine.holland44.rearm import Rearm
from engine.holland44.traffic import Traffic
from engine.holland44.victory import allied_points, automatic, german_points
from engine.verdict import Reason, Verdict
from engine.zocbond.combat import Combat
from engine.zocbond.given import text
from engine.zocbond.movement import Movement
from engine.zocbond.recovery import Recovery
from engine.zocbond.state import State
from engine.zocbond.supply import Supply

if TYPE_CHECKING:
    from engine.holland44.rules import Holland44

NIGHT = "night"


def opening(g: Holland44, phase: str, side: str) -> tuple[Phase, ...]:
    """The phases a position begins with."""
    if phase == "turn":
        return (GameTurn(),)
    known: dict[str, tuple[Phase, ...]] = {
        "movement": (Movement(side), Combat(side), Recovery(side), Supply(side)),
        "combat": (Combat(side), Recovery(side), Supply(side)),
        "recovery": (Recovery(side), Supply(side), Movement(g.other[side])),
        "supply": (Supply(side), Movement(side)),
        "bridges": (Bridges(side), Movement(side)),
        "rearm": (Rearm(side), Movement(side)),
        "drops": (Drops(), Movement(side)),
        "traffic": (Traffic(), Movement(g.other[side])),
    }
    if phase not in known:
        raise Problem(f"there is no phase '{phase}'", remedy=f"Use {', '.join(known)} or turn.")
    return known[phase]


@dataclass(frozen=True)
class GameTurn(Phase):
    """One turn: weather, the Allied and the German player turn, the victory check (3)."""

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """Lay the phases out."""
        course.tell("3", "zb.turn", turn=s.turn, last=g.last_turn)
        s = _weather(g, s, course)
        return s.instead(
            *player_turn(g, ALLIED),
            *player_turn(g, GERMAN),
            VictoryCheck(),
        )


def player_turn(g: Holland44, side: str) -> tuple[Phase, ...]:
    """The phases of a player turn that are built (3)."""
    drops = (Drops(),) if side == ALLIED else ()
    traffic = (Traffic(),) if side == GERMAN else ()
    return (
        Begin(side),
        Rearm(side),
        Bridges(side),
        *drops,
        Movement(side),
        Combat(side),
        Recovery(side),
        Supply(side),
        *traffic,
    )


@dataclass(frozen=True)
class Begin(Phase):
    """The begin of a player turn: where units are, ferries empty (9.5.3, 8.5.6)."""

    side: str

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """Note where everybody stands; clear what lasts a turn."""
        began = {unit: s.place(unit) for unit in s.position.units()}
        return s.pop().track(began=began, ferried={}, assaults=())


def _weather(g: Holland44, s: State, course: Course) -> State:
    """Rolled in the morning for morning and afternoon; clear in turn 1 (4.1, 4.2)."""
    phase = s.turn % 3
    weather = s.tracks.get("weather", ("clear", "clear"))
    if s.turn > 1 and phase == 0:
        more = {3: -1, 4: -1, 6: 2, 7: 2}.get(s.turn, 0)
        faces = []
        for name in ("am", "pm"):
            die = max(1, min(6, course.chance.roll(f"weather {name}") + more))
            faces.append(str(g.charts["weather"].value(str(die), name)))
        weather = (faces[0], faces[1])
        course.tell("4.1", "h44.weather", am=faces[0], pm=faces[1])
    now = "overcast" if g.night(s) else weather[0 if phase == 0 else 1]
    air = int(g.charts["sky"].value(now, "air"))
    return s.track(weather=weather, sky=now, air=air)


@dataclass(frozen=True)
class Bridges(Phase):
    """The bridge phase: the German blows mined bridges (5.1, 5.5)."""

    side: str
    tried: frozenset[str] = frozenset()

    def _open(self, g: Holland44, s: State) -> Iterator[str]:
        for bridge in s.tracks.get("bridges", ()):
            if bridge not in self.tried and not any(blow_reasons(g, s, bridge)):
                yield bridge

    def decision(self, g: Holland44, s: State) -> Decision | None:
        """The German tries a bridge, or ends the phase."""
        if self.side != GERMAN or next(self._open(g, s), None) is None:
            return None
        return Decision.of(GERMAN, "h44.bridges", "5.5")

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """Nothing to blow."""
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """Blow a bridge; end."""
        return ("blow", "end")

    def choices(self, g: Holland44, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every bridge that may be tried."""
        for bridge in self._open(g, s):
            if hex is None or hex in bridge.split("-"):
                yield Action("blow", bridge=bridge)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: Holland44, s: State, action: Action) -> Verdict:
        """Every objection to a try."""
        if action.kind == "end":
            return Verdict()
        bridge = text(action, "bridge")
        reasons = list(blow_reasons(g, s, bridge))
        if bridge in self.tried:
            reasons.append(Reason.of("5.3.3", "h44.blow.tried", bridge=bridge))
        return Verdict(tuple(reasons))

    def apply(self, g: Holland44, s: State, action: Action, course: Course) -> State:
        """Roll."""
        if action.kind == "end":
            return s.pop()
        s = s.instead(replace(self, tried=self.tried | {action["bridge"]}))
        return blow(g, s, action["bridge"], course)


@dataclass(frozen=True)
class VictoryCheck(Phase):
    """The victory phase (26.1)."""

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """An automatic victory, the last turn, or the next one."""
        winner = automatic(g, s)
        if winner is not None:
            course.tell("26.1", "h44.victory.automatic", side=winner)
            return replace(s.track(winner=winner), agenda=())
        if s.turn >= g.last_turn:
            return replace(s, agenda=())
        return replace(s.instead(GameTurn()), turn=s.turn + 1)


def outcome(g: Holland44, s: State) -> Ending:
    """Automatic, or by points; a tie is German (26.2 to 26.4)."""
    winner = s.tracks.get("winner")
    ours, theirs = allied_points(g, s), german_points(g, s)
    if winner is None:
        winner = ALLIED if ours.total > theirs.total else GERMAN
        return Ending(winner, "26.4", "h44.victory.points", ours)
    return Ending(winner, "26.3" if winner == ALLIED else "26.2", "h44.victory.automatic", ours)
