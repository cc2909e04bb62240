"""Stalingrad '42 behind the Rules interface."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from engine.action import Action
from engine.agenda import Phase, Questions
from engine.files import Table
from engine.game import Course, Ending, Event
from engine.stalingrad42 import scenarios as campaigns
from engine.stalingrad42.battle import advance as riders
from engine.stalingrad42.battle import aftermath, modifiers
from engine.stalingrad42.battle.advance import RiderChapter
from engine.stalingrad42.battle.aftermath import AftermathChapter
from engine.stalingrad42.battle.air import AirChapter
from engine.stalingrad42.battle.modifiers import ModifierChapter
from engine.stalingrad42.battle.rally import RallyChapter
from engine.stalingrad42.board.army_boxes import BOXES
from engine.stalingrad42.board.fortifications import FortChapter
from engine.stalingrad42.board.railheads import RailwayChapter
from engine.stalingrad42.board.supply_points import StoreChapter
from engine.stalingrad42.board.victory import VictoryChapter
from engine.stalingrad42.campaign import transcaucasus
from engine.stalingrad42.campaign.transcaucasus import ArmyChapter, FrontChapter
from engine.stalingrad42.campaign.winter_offensive import WinterChapter
from engine.stalingrad42.campaign.withdrawals import REMOVED
from engine.stalingrad42.forces.remnants import RemnantChapter, SecondLoss, read_remnants
from engine.stalingrad42.forces.sleepers import SleeperChapter
from engine.stalingrad42.maskirovka import battles as mask_rules
from engine.stalingrad42.maskirovka.armies import check_masks
from engine.stalingrad42.maskirovka.battles import MaskChapter
from engine.stalingrad42.maskirovka.secrets import UNSEEN, masked, told
from engine.stalingrad42.moving import entering, movement
from engine.stalingrad42.moving.areas import AreaChapter
from engine.stalingrad42.moving.entering import EntryChapter
from engine.stalingrad42.moving.movement import MovementChapter
from engine.stalingrad42.moving.rail import RailChapter
from engine.stalingrad42.moving.sea import SeaChapter
from engine.stalingrad42.options import contested_cities as contested
from engine.stalingrad42.options import planned_offensives as planned
from engine.stalingrad42.options.contested_cities import ContestChapter
from engine.stalingrad42.options.disengagement import SlipChapter
from engine.stalingrad42.options.leaders import LeaderChapter
from engine.stalingrad42.options.planned_offensives import PlanChapter
from engine.stalingrad42.options.reserves import ReserveChapter
from engine.stalingrad42.queries import PUBLIC, QUERIES
from engine.stalingrad42.records import PlannedOffensive, Records, records
from engine.stalingrad42.scenarios import CampaignChapter, check_start
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting
from engine.stalingrad42.supply import lines as supply
from engine.stalingrad42.supply.lines import SupplyChapter
from engine.stalingrad42.turn.sequence import opening, outcome, tidy
from engine.values import replace
from engine.veiled import Veiled
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.moving.routed import PressChapter

SWITCHES = (
    *("reserves", "planned-offensives", "disengagement", "leaders", "contested-cities"),
    *("transcaucasus", "reserve-armies", "withdrawals", "winter-offensive", "maskirovka"),
)
"""Chapters 25 to 29 by agreement; 30 to 34 in the campaign."""
BOOK: tuple[Chapter[Stalingrad42], ...] = (
    *(RallyChapter(), SupplyChapter(), RiderChapter(), AftermathChapter(), ModifierChapter()),
    *(MovementChapter(), PressChapter(), RailChapter(), SeaChapter(), AreaChapter()),
    *(FortChapter(), StoreChapter(), VictoryChapter(), SleeperChapter(), RailwayChapter()),
    *(EntryChapter(), RemnantChapter(), AirChapter()),
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


class Stalingrad42(Veiled, Setting):
    """The rules of one scenario."""

    package = "stalingrad42"
    sides = (GERMAN, SOVIET)
    switches = SWITCHES
    OWN_EYES = PUBLIC

    never_counts = movement.never_counts
    free_group = movement.free_group
    ground_now = movement.ground_now
    bonding = movement.bonding
    bond_alone = movement.bond_alone
    side_kind = movement.side_kind
    terrain_of = movement.terrain_of
    barred_between = movement.barred_between
    parted = movement.parted
    carries = movement.carries
    road_price = movement.road_price
    bridge_price = movement.bridge_price
    crossing = movement.crossing
    may_rout = movement.may_rout
    excess = movement.excess
    limit = transcaucasus.limit
    own_area = entering.own_area
    entered = entering.entered
    attacked_already = modifiers.attacked_already
    attack_share = modifiers.attack_share
    swampy = modifiers.swampy
    column = modifiers.column
    attack_choices = planned.attack_choices
    loss_pool = aftermath.loss_pool
    may_lead = aftermath.may_lead
    desperate = aftermath.desperate
    stand_column = aftermath.stand_column
    stand_morale = aftermath.stand_morale
    rooted = aftermath.rooted
    retreat_rank = aftermath.retreat_rank
    price_group = aftermath.price_group
    weathered = aftermath.weathered
    advance_most = aftermath.advance_most
    advancers = riders.advancers
    may_exploit = riders.may_exploit
    contested_hexes = contested.contested_hexes
    beside = contested.beside
    defence_shares = contested.defence_shares
    partial = contested.partial
    held_on = contested.held_on
    allowance = mask_rules.allowance
    tactical_hexes = mask_rules.tactical_hexes
    march = mask_rules.march
    waylaid = mask_rules.waylaid
    break_off = mask_rules.break_off
    give_battle = mask_rules.give_battle
    fight_on = mask_rules.fight_on
    disorder = mask_rules.disorder
    seat = mask_rules.seat
    in_supply = mask_rules.in_supply
    sources = supply.sources
    controls_besides = supply.controls_besides
    first_control = supply.first_control
    line_limit = supply.line_limit
    line_price = supply.line_price
    line_barred = supply.line_barred
    line_closed = supply.line_closed
    road_closed = supply.road_closed
    road_joins = supply.road_joins
    ferry_road = supply.ferry_road
    points_rule = campaigns.points_rule

    def chapters(self) -> Sequence[Chapter[Self]]:
        """What each chapter adds to the shared rules, in the order in which it counts."""
        on = self.scenario.switches
        options = (chapter for switch, chapter in OPTIONS if on[switch])
        return (*BOOK, *options, CampaignChapter())

    def boxes(self) -> tuple[str, ...]:
        """Supply points used up, divisions gone to the reserve; units that are still to come."""
        return ("used", "pool", REMOVED, *BOXES, UNSEEN)

    def read_start(self, start: Table, top: Table) -> None:
        """What the start sets, as far as the rules can make sense of it."""
        super().read_start(start, top)
        self.first_remnants = read_remnants(self, start)
        check_masks(self, start.table("masks"))
        check_start(self, start)

    def names(self) -> Iterable[str]:
        """Those of the family, railhead markers and reserve armies."""
        return (*super().names(), *self.railheads, *self.armies)

    def first_records(self) -> Records:
        """What a scenario begins with."""
        on, where = self.scenario.switches, self.scenario.where
        return replace(
            self.under_way,
            weather=self.weather,
            air=self.air.at(self.turn),
            # an offensive that is under way has sent the Romanian aircraft home (9.3.8)
            air_romanian=0 if self.offensive else self.romanian_air,
            forts=self.forts,
            rail_net=self.rails,
            railheads=self.railheads,
            remnants=self.first_remnants,
            armies=self.armies if on["reserve-armies"] else {},
            masks=self.first_masks if on["maskirovka"] else {},
            city_battles=self.city_levels,
            contested=self.first_contests,
            offensive_turn=self.offensive,
            transcaucasus=self.front_called,
            plans=tuple(
                PlannedOffensive(head, side == "ready", where[head])
                for head, side in self.first_plans.items()
            ),
            tactical_only=self.special.tactical,
            preliminary=self.special.opening == "preliminary",
            first_turn=self.turn,
        )

    def opening_phases(self, s: State) -> tuple[Phase, ...]:
        """A whole turn, one phase of one side, or the opening of a scenario."""
        return opening(self, self.opening, self.first)

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
            state = tidy(self, state, course)
            owed = records(state).second_loss
            if owed:
                state = state.keep(replace(records(state), second_loss=()))
                state = state.push(*(SecondLoss(unit) for unit in owed))
            if state.top.decision(self, state) is not None:
                break
            state = state.top.proceed(self, state, course)
        return state

    def hides(self, state: State) -> bool:
        """Armies under their masks (34.1.2)."""
        return bool(records(state).masks)

    def known_to(self, state: State, side: str) -> State:
        """The state as a side knows it (34.1.2)."""
        return masked(self, state, side)

    def told(
        self, before: State, after: State, events: Sequence[Event], side: str
    ) -> Iterator[Event]:
        """What a side hears of what happened (34.1.2)."""
        return told(before, after, events, side)

    def result(self, s: State) -> Ending:
        """The end of a scenario."""
        return outcome(self, s)

    def more_queries(self) -> Questions:
        """Questions only this game answers."""
        return QUERIES


def read(
    top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
) -> Stalingrad42:
    """The rules of a scenario's table."""
    return Stalingrad42(top, name, switches, tables)


__all__ = ["SWITCHES", "Stalingrad42", "read"]
