"""How a player turn begins and ends, and what follows from any change of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.stalingrad42.board.victory import keep_baku
from engine.stalingrad42.campaign.departures import withdrawals
from engine.stalingrad42.campaign.transcaucasus import FrontArrives, wake_eighth
from engine.stalingrad42.campaign.winter_offensive import Vasilevsky, can_declare
from engine.stalingrad42.forces.replacements import income
from engine.stalingrad42.maskirovka.armies import MaskArrival, begin_masks, close_masks
from engine.stalingrad42.maskirovka.battles import drop_boxes
from engine.stalingrad42.options.contested_cities import settle_contests, settle_sieges
from engine.stalingrad42.options.leaders import wake_leaders
from engine.stalingrad42.options.planned_offensives import keep_plans, ripen
from engine.stalingrad42.records import records
from engine.stalingrad42.scenarios import (
    half_check,
    hold_check,
    new_railhead,
    scenario_air,
)
from engine.values import replace
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.stalingrad42.rules import Stalingrad42

GERMAN, SOVIET = "german", "soviet"


def begin_initial(g: Stalingrad42, s: State, side: str, course: Course) -> State:
    """What comes by itself: markers are turned (26.2, 28.1.1), debts paid, sleepers woken."""
    s = wake_leaders(g, ripen(g, s, side, course), side)
    if side == SOVIET:
        return wake_eighth(g, begin_masks(g, s), course)
    owed = records(s).special_debt
    paid = min(owed, income(g, s, GERMAN).get("special", 0))
    s = s.keep(replace(records(s), special_debt=owed - paid)) if paid else s
    return hold_check(g, new_railhead(g, scenario_air(g, s), course), course)


def due(g: Stalingrad42, s: State, side: str) -> tuple[Phase, ...]:
    """What these chapters ask of an initial phase, to be done when its owner likes."""
    found = withdrawals(g, s, side)
    if side == GERMAN:
        return found
    front = (FrontArrives(),) if records(s).transcaucasus else ()
    marker = (Vasilevsky(),) if can_declare(g, s) else ()
    return (*found, *front, MaskArrival(), *marker)


def tidy(g: Stalingrad42, s: State, course: Course) -> State:
    """What follows from any change: plans lost, contests over, Baku and boxes lost."""
    if records(s).plans:
        s = keep_plans(g, s)
    if records(s).contested:
        s = settle_contests(g, s, course)
    if records(s).city_battles:
        s = settle_sieges(g, s)
    s = keep_baku(g, s)
    return drop_boxes(g, s, course) if records(s).masks else s


def close_turn(g: Stalingrad42, s: State, side: str, course: Course) -> State:
    """The end of a player turn: unmasked armies leave (34.7)."""
    s = close_masks(g, s, course) if side == SOVIET else s
    return half_check(g, s, side, course)
