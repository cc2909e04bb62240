"""Chapter 3: the turn, its weather, the victory check."""

from __future__ import annotations

from dataclasses import dataclass

from engine.agenda import Phase
from engine.game import Course, Ending
from engine.rulebook import enforces
from engine.stalingrad42.board.calendar import benchmark, elbrus, keep_baku, sky_roll, weather_roll
from engine.stalingrad42.board.fortifications import lapse
from engine.stalingrad42.board.railheads import Railheads
from engine.stalingrad42.board.supply_points import Feeding
from engine.stalingrad42.campaign.winter_offensive import Interlude, soviet_leads
from engine.stalingrad42.maskirovka.armies import close_masks
from engine.stalingrad42.maskirovka.battles import drop_boxes
from engine.stalingrad42.options.contested_cities import settle_contests, settle_sieges
from engine.stalingrad42.options.dice import keep_plans
from engine.stalingrad42.records import records
from engine.stalingrad42.scenarios import (
    FirstGerman,
    Preliminary,
    decided_early,
    half_check,
    points_rule,
    victory_points,
)
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting
from engine.stalingrad42.turn.initial import Initial
from engine.values import replace
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.state import State
from engine.zocbond.moving.movement import Movement
from engine.zocbond.supply.lines import Supply
from engine.zocbond.turn import LastLook, Phases, Recovery
from engine.zocbond.turn import opening as begin


@enforces("S2.1", "S3.1")
def opening(g: Setting, phase: str, side: str) -> Phases:
    """The phases a position begins with; some scenarios have a first turn of their own (S2.1,
    S2.4, S3.1, S3.4)."""
    if g.special.opening == "preliminary":
        german, soviet = player_turn(GERMAN)[1:], player_turn(SOVIET)
        return (Preliminary(SOVIET), FirstGerman(), *german, *soviet, VictoryCheck())
    if g.special.opening:
        return (*player_turn(SOVIET)[1:], Interlude(), VictoryCheck())
    more: dict[str, Phases] = {
        "supply": (Railheads(side), Supply(side), Feeding(side), Close(side), Movement(side)),
        "initial": (Initial(side), Movement(side), Combat(side)),
    }
    return begin(g, phase, side, GameTurn(), more)


@dataclass(frozen=True)
class GameTurn(Phase):
    """One turn (3.0), from its weather on (3.0 weather phase)."""

    @enforces("3.0 weather phase")
    def proceed(self, g: Setting, s: State, course: Course) -> State:
        course.tell("3.0", "zb.turn", turn=s.turn, last=g.last_turn)
        before = records(s).weather
        die = course.chance.roll("weather") if s.turn >= 17 else 6
        weather, sky = weather_roll(g, s.turn, die, before), sky_roll(g, s.turn, die, before)
        if s.turn >= 17:
            course.tell("23.1", "s42.weather", weather=weather, die=die)
        soaked = records(s).soaked or weather == "rain"
        s = s.keep(replace(records(s), weather=weather, sky=sky, soaked=soaked))
        order = (SOVIET, GERMAN) if soviet_leads(g, s) else (GERMAN, SOVIET)
        turns = (*player_turn(order[0]), *player_turn(order[1]))
        return s.instead(*turns, Interlude(), VictoryCheck())


@enforces(
    "3.0 movement phase",
    "3.0 combat phase",
    "3.0 recovery phase",
    "3.0 supply phase",
    "3.0 soviet turn",
)
def player_turn(side: str) -> tuple[Phase, ...]:
    """The phases of a player turn, alike for both sides (3.0 soviet turn).

    They are the 3.0 initial phase, 3.0 movement phase, 3.0 combat phase, 3.0 recovery phase and
    3.0 supply phase; the last has four steps.
    """
    return (
        *(Initial(side), Movement(side), Combat(side), Recovery(side)),
        *(Railheads(side), Supply(side), Feeding(side), Close(side)),
    )


@dataclass(frozen=True)
class Close(Phase):
    """The end of a player turn: printed fortifications may lapse (9.7.7)."""

    side: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s = close_turn(g, s.pop(), self.side, course)
        if not s.agenda:
            return s
        return lapse(g, s, course) if self.side == SOVIET else s


@dataclass(frozen=True)
class VictoryCheck(LastLook[Setting]):
    """The victory phase (3.0 victory phase, 24.2)."""

    @enforces("3.0 victory phase")
    def winner(self, g: Setting, s: State) -> str | None:
        mark = g.benchmarks.get(s.turn)
        points = int(victory_points(g, s).total) + len(list(elbrus(g, s)))
        winner = benchmark(g, points, mark) if mark is not None else None
        return winner or decided_early(g, s) or None

    def rule(self) -> tuple[str, str]:
        return "24.2", "s42.victory.automatic"

    def next(self) -> Phase:
        return GameTurn()


def outcome(g: Setting, s: State) -> Ending:
    """Automatic, or by the points the scenario asks for (24.2)."""
    points = victory_points(g, s)
    winner = s.records.winner
    if winner is not None:
        return Ending(winner, "24.2", "s42.victory.automatic", points)
    lost = records(s).stalingrad_lost
    winner = GERMAN if points.total >= g.goal and not lost else SOVIET
    asked = replace(points, result=str(g.goal))
    return Ending(winner, points_rule(g), "s42.victory.points", asked)


def tidy(g: Setting, s: State, course: Course) -> State:
    """What follows from any change: plans lost, contests over, Baku and boxes lost."""
    if records(s).plans:
        s = keep_plans(g, s)
    if records(s).contested:
        s = settle_contests(g, s, course)
    if records(s).city_battles:
        s = settle_sieges(g, s)
    s = keep_baku(g, s)
    return drop_boxes(g, s, course) if records(s).masks else s


def close_turn(g: Setting, s: State, side: str, course: Course) -> State:
    """The end of a player turn: unmasked armies leave (34.7)."""
    s = close_masks(g, s, course) if side == SOVIET else s
    return half_check(g, s, side, course)
