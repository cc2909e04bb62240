"""Chapters 25 to 34 together: what a scenario says of them, and what begins a player turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.agenda import Phase, Questions
from engine.game import Course, Event
from engine.stalingrad42.campaigns import (
    CampaignRules,
    half_check,
    hold_check,
    new_railhead,
    scenario_air,
)
from engine.stalingrad42.contested import ContestRules, settle_contests, settle_sieges
from engine.stalingrad42.dated import withdrawals
from engine.stalingrad42.leaders import wake_leaders
from engine.stalingrad42.mask_rules import MaskRules, drop_boxes
from engine.stalingrad42.maskirovka import (
    BOXES,
    MaskArrival,
    begin_masks,
    close_masks,
    masks,
)
from engine.stalingrad42.planned import Plan, PlanRules, keep_plans, plans, ripen
from engine.stalingrad42.replacements import income
from engine.stalingrad42.secrets import UNSEEN, heard, masked, told
from engine.stalingrad42.slip import disengage_tally
from engine.stalingrad42.transcaucasus import FrontArrives, FrontRules, wake_eighth
from engine.stalingrad42.victory import keep_baku
from engine.stalingrad42.winter import Vasilevsky, can_declare, soviet_leads
from engine.stalingrad42.withdrawals import REMOVED
from engine.zocbond.state import State

if TYPE_CHECKING:
    from engine.stalingrad42.rules import Stalingrad42

GERMAN, SOVIET = "german", "soviet"
SWITCHES = (
    *("reserves", "planned-offensives", "disengagement", "leaders", "contested-cities"),
    *("transcaucasus", "reserve-armies", "withdrawals", "winter-offensive", "maskirovka"),
)
"""Chapters 25 to 29 by agreement; 30 to 34 in the campaign."""
LATE_BOXES = (REMOVED, *BOXES, UNSEEN)


class LateRules(
    CampaignRules,
    MaskRules,
    ContestRules,
    PlanRules,
    FrontRules,
):
    """Every hook of chapters 25 to 34."""

    def late_tracks(self) -> dict[str, object]:
        """Their tracks at the start."""
        return {
            "armies": self.armies if self.scenario.switches["reserve-armies"] else {},
            "masks": self.first_masks if self.scenario.switches["maskirovka"] else {},
            "city-battles": self.city_levels,
            "contested": self.first_contests,
            "offensive-turn": self.offensive,
            # an offensive that is under way has sent the Romanian aircraft home (9.3.8)
            **({"air-romanian": 0} if self.offensive else {}),
            **self.special_tracks(),
            "transcaucasus": self.front_called,
            "plans": tuple(
                Plan(head, side == "ready", self.scenario.where[head])
                for head, side in self.first_plans.items()
            ),
        }

    def begin_initial(self, s: State, side: str, course: Course) -> State:
        """What comes by itself: markers are turned (26.2, 28.1.1), debts paid, sleepers woken."""
        s = wake_leaders(self, ripen(self, s, side, course), side)
        if side == SOVIET:
            return wake_eighth(self, begin_masks(self, s), course)
        owed = int(s.tracks.get("special-debt", 0))
        paid = min(owed, income(self, s, GERMAN).get("special", 0))
        s = s.track(**{"special-debt": owed - paid}) if paid else s
        return hold_check(self, new_railhead(self, scenario_air(self, s), course), course)

    def due(self, s: State, side: str) -> tuple[Phase, ...]:
        """What these chapters ask of an initial phase, to be done when its owner likes."""
        found = withdrawals(self, s, side)
        if side == GERMAN:
            return found
        front = (FrontArrives(),) if s.tracks.get("transcaucasus") else ()
        marker = (Vasilevsky(),) if can_declare(self, s) else ()
        return (*found, *front, MaskArrival(), *marker)

    def tidy(self, s: State, course: Course) -> State:
        """What follows from any change: plans lost, contests over, Baku and boxes lost."""
        if plans(s):
            s = keep_plans(self, s)
        if s.tracks.get("contested"):
            s = settle_contests(self, s, course)
        if s.tracks.get("city-battles"):
            s = settle_sieges(self, s)
        s = keep_baku(self, s)
        return drop_boxes(self, s, course) if masks(s) else s

    def close_turn(self, s: State, side: str, course: Course) -> State:
        """The end of a player turn: unmasked armies leave (34.7)."""
        s = close_masks(self, s, course) if side == SOVIET else s
        return half_check(self, s, side, course)

    # ---------------------------------------------------------------- secrets
    def hides(self, state: State) -> bool:
        """Armies under their masks (34.1.2)."""
        return bool(state.tracks.get("masks"))

    def known_to(self, state: State, side: str) -> State:
        """The state as a side knows it (34.1.2)."""
        return masked(self, state, side)

    def told(
        self, before: State, after: State, events: Sequence[Event], side: str
    ) -> Iterator[Event]:
        """What a side hears of what happened (34.1.2)."""
        return told(before, after, events, side)


def view(g: Stalingrad42, s: State, side: str) -> Mapping[str, str]:
    """Where a side knows every unit to be (34.1.1)."""
    seen = masked(g, s, side)
    return {unit: seen.place(unit) for unit in seen.position.units()}


LATE_QUERIES: Questions = {
    "view": view,
    "heard": lambda g, s, side, action: heard(g, s, action, side),
    "plans": lambda g, s: [(p.head, p.ready) for p in plans(s)],
    "plan-count": lambda g, s, unit: sum(p.head == unit and p.ready for p in plans(s)),
    "contested": lambda g, s: sorted(h for h in s.tracks.get("contested", {})),
    "boxes": lambda g, s: {a: list(s.position.at(box)) for a, box in masks(s).items() if box},
    "slip": disengage_tally,
    "soviet-first": lambda g, s: soviet_leads(g, s),
}
PUBLIC = frozenset({"view", "heard"})
