"""Stalingrad '42 behind the Rules interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from engine.action import Action
from engine.agenda import Phase, Questions
from engine.deeds import Deed
from engine.files import Table
from engine.game import Course, Ending
from engine.stalingrad42.aftermath import AftermathChapter, AftermathRules, city_level
from engine.stalingrad42.air import AirChapter, AirRules
from engine.stalingrad42.areas import AreaChapter
from engine.stalingrad42.calendar import (
    benchmark,
    mud_marker,
    returns_in,
)
from engine.stalingrad42.campaigns import CampaignChapter, victory_points
from engine.stalingrad42.contested import ContestChapter
from engine.stalingrad42.forts import FortChapter
from engine.stalingrad42.guns import gun_trouble
from engine.stalingrad42.initial import INITIAL, Resources
from engine.stalingrad42.late import (
    LATE_BOXES,
    LATE_QUERIES,
    PUBLIC,
    SWITCHES,
    LateRules,
)
from engine.stalingrad42.leaders import LeaderChapter
from engine.stalingrad42.mask_rules import MaskChapter
from engine.stalingrad42.maskirovka import check_masks
from engine.stalingrad42.modifiers import ModifierChapter, ModifierRules
from engine.stalingrad42.movement import GERMAN, SOVIET, MovementChapter, MovementRules, pontoon
from engine.stalingrad42.planned import PLAN_OFFENSIVE, PlanChapter
from engine.stalingrad42.rail import RailChapter
from engine.stalingrad42.railway import rail_net
from engine.stalingrad42.rally import RallyChapter
from engine.stalingrad42.remnants import SecondLoss
from engine.stalingrad42.reserves import ReserveChapter
from engine.stalingrad42.riders import RiderChapter
from engine.stalingrad42.sea import SeaChapter
from engine.stalingrad42.sequence import opening, outcome
from engine.stalingrad42.setting import Setting
from engine.stalingrad42.slip import SlipChapter
from engine.stalingrad42.special import SpecialChapter, SpecialRules
from engine.stalingrad42.start import check_start
from engine.stalingrad42.stores import StoreChapter
from engine.stalingrad42.supply import SupplyChapter, SupplyRules, attrition_loses, attrition_tally
from engine.stalingrad42.transcaucasus import ArmyChapter, FrontChapter
from engine.stalingrad42.winter import WinterChapter
from engine.veiled import Veiled
from engine.zocbond.advance import Advance
from engine.zocbond.battle import Battle
from engine.zocbond.chapter import Chapter
from engine.zocbond.press import PressChapter, PressRules
from engine.zocbond.state import State

BOOK: tuple[Chapter[Stalingrad42], ...] = (
    *(RallyChapter(), SupplyChapter(), RiderChapter(), AftermathChapter(), ModifierChapter()),
    *(MovementChapter(), RailChapter(), SeaChapter(), AreaChapter(), StoreChapter()),
    *(FortChapter(), PressChapter(), SpecialChapter(), AirChapter()),
)
"""The chapters that are always in use, in the order in which they count."""
OPTIONS: tuple[tuple[str, Chapter[Stalingrad42]], ...] = (
    ("winter-offensive", WinterChapter()),
    ("disengagement", SlipChapter()),
    ("planned-offensives", PlanChapter()),
    ("leaders", LeaderChapter()),
    ("reserves", ReserveChapter()),
    ("transcaucasus", FrontChapter()),
    ("reserve-armies", ArmyChapter()),
    ("contested-cities", ContestChapter()),
    ("maskirovka", MaskChapter()),
)
"""Those of chapters 25 to 34, by the switch that puts them in use; scenarios have the last word."""


class Stalingrad42(
    LateRules,
    AirRules,
    SpecialRules,
    PressRules,
    MovementRules,
    ModifierRules,
    AftermathRules,
    SupplyRules,
    Veiled,
    Setting,
):
    """The rules of one scenario."""

    package = "stalingrad42"
    sides = (GERMAN, SOVIET)
    switches = SWITCHES
    OWN_EYES = PUBLIC

    def chapters(self) -> Sequence[Chapter[Self]]:
        """What each chapter adds to the shared rules, in the order in which it counts."""
        on = self.scenario.switches
        options = (chapter for switch, chapter in OPTIONS if on[switch])
        return (*BOOK, *options, CampaignChapter())

    def boxes(self) -> tuple[str, ...]:
        """Supply points used up, divisions gone to the reserve; units that are still to come."""
        return ("used", "pool", *LATE_BOXES)

    def read_start(self, start: Table, top: Table) -> None:
        """What the start sets, as far as the rules can make sense of it."""
        super().read_start(start, top)
        check_masks(self, start.table("masks"))
        check_start(self, start)

    def names(self) -> Iterable[str]:
        """Those of the family, railhead markers and reserve armies."""
        return (*super().names(), *self.railheads, *self.armies)

    def first_tracks(self) -> dict[str, object]:
        """Tracks at the start."""
        return {
            "weather": self.weather,
            "air": self.air.at(self.turn),
            "forts": self.forts,
            "rail-net": self.rails,
            "remnants": self.first_remnants,
            **self.under_way,
            **self.markers,
            **self.late_tracks(),
        }

    def opening_phases(self, s: State) -> tuple[Phase, ...]:
        """A whole turn, one phase of one side, or the opening of a scenario."""
        return opening(self, self.opening, self.first)

    def initial_deeds(self) -> tuple[Deed[Self, State, Resources], ...]:
        """What a side may do in an initial phase."""
        return (
            (*INITIAL, PLAN_OFFENSIVE) if self.scenario.switches["planned-offensives"] else INITIAL
        )

    def appeal(self, state: State, action: Action, side: str) -> float:
        """The greedy bot's yardstick: it keeps what it has, and knows what its side knows."""
        worth = {
            **dict.fromkeys(("exit", "clear-fort", "pass-area", "disband", "flip", "sea"), -1.0),
            **dict.fromkeys(("stay-routed", "merge"), -1.0),
            **dict.fromkeys(("replace", "rebuild", "ready", "feed", "railhead"), 1.0),
            **{"fortify": 0.5, "stock": 0.2, "rail": -0.5, "strait": 1.0, "air-defend": 0.6},
        }
        if action.kind in worth:
            return worth[action.kind]
        return super().appeal(self.seen(state, side), action, side)

    def settle(self, state: State, course: Course) -> State:
        """As ever; a second loss of three is settled before anything else goes on (10.4)."""
        while state.agenda:
            state = self.tidy(state, course)
            owed = state.tracks.get("second-loss", ())
            if owed:
                state = state.track(**{"second-loss": ()})
                state = state.push(*(SecondLoss(unit) for unit in owed))
            if state.top.decision(self, state) is not None:
                break
            state = state.top.proceed(self, state, course)
        return state

    def result(self, s: State) -> Ending:
        """The end of a scenario."""
        return outcome(self, s)

    def more_queries(self) -> Questions:
        """Questions only this game answers."""
        return {**_QUERIES, **LATE_QUERIES}


def _at(g: Stalingrad42, s: State, unit: str, at: Mapping[str, str | Sequence[str]]) -> State:
    """The position under another weather or with another rail net, for a what-if question."""
    if "weather" in at:
        s = s.track(weather=at["weather"])
    if "rails" in at:
        s = s.track(**{"rail-net": {g.units[unit].side: tuple(at["rails"])}})
    return s


def breakthrough_cost(g: Stalingrad42, s: State, units: Sequence[str]) -> dict[str, int]:
    """Refusing the vacated hex, the fight, and what the refusal leaves (15.2.4)."""
    top = s.top
    if not isinstance(top, Advance):
        return {}
    price = top.breakthrough_price(g, units)
    left = min(g.advance_most(s, top, unit) - top.used(unit) for unit in units)
    return {"refusal": price - 1, "fight": 1, "left": left - (price - 1)}


def partial_in(g: Stalingrad42, s: State, hex: str, level: int | None) -> str:
    """What a partial success comes to in a hex: C city battle, W withdrawal (11.6)."""
    if level is not None:
        s = s.track(**{"city-battles": {hex: level}})
    return g.partial(s, Battle(GERMAN, hex, ()), "P", False, "")


_QUERIES: Questions = {
    "pontoon": lambda g, s, side, a, b: pontoon(g, s, side, a, b),
    "points": lambda g, s: victory_points(g, s),
    "benchmark": lambda g, s, points, mark: benchmark(g, points, mark) or "none",
    "returns": lambda g, s, turn: returns_in(turn),
    "mud": lambda g, s, rains: mud_marker(g, rains),
    "attrition": lambda g, s, unit, **at: attrition_tally(g, _at(g, s, unit, at), unit),
    "attrition-loses": lambda g, s, unit, **at: attrition_loses(g, _at(g, s, unit, at), unit),
    "guns": lambda g, s, gun, units: [r.key for r in gun_trouble(g, s, gun, units)],
    "entry": lambda g, s, unit, hex: [r.key for r in g.all_of(Chapter.entry_reasons, s, unit, hex)],
    "advance-most": lambda g, s, unit: g.advance_most(s, s.top, unit),
    "advance-left": lambda g, s, unit: g.advance_most(s, s.top, unit) - s.top.used(unit),
    "breakthrough-cost": lambda g, s, units: breakthrough_cost(g, s, units),
    "partial": lambda g, s, hex, level=None: partial_in(g, s, hex, level),
    "rail-net": lambda g, s, side: sorted(rail_net(g, s, side)),
    "city-battle": lambda g, s, hex: city_level(s, hex),
}


def read(
    top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
) -> Stalingrad42:
    """The rules of a scenario's table."""
    return Stalingrad42(top, name, switches, tables)


__all__ = ["SWITCHES", "Stalingrad42", "read"]
