"""Stalingrad '42 behind the Rules interface, and the questions that only it answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from engine.agenda import Phase
from engine.files import Table
from engine.rules import Questions, Veiled
from engine.stalingrad42 import scenarios, sequence, supply
from engine.stalingrad42.battle import aftermath, air, modifiers, stand
from engine.stalingrad42.board import calendar, fortifications, railheads, supply_points
from engine.stalingrad42.board.places import BOXES
from engine.stalingrad42.campaign import sleepers, winter_offensive
from engine.stalingrad42.campaign.withdrawals import REMOVED
from engine.stalingrad42.forces import replacements
from engine.stalingrad42.maskirovka import armies, battles
from engine.stalingrad42.moving import areas, movement, transport
from engine.stalingrad42.options import contested_cities as contested
from engine.stalingrad42.options import dice, reserves
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, Names, replace
from engine.verdict import Course, Ending, Event
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.moving.orders import PressChapter
from engine.zocbond.questions import queries

SWITCHES = (
    *("reserves", "planned-offensives", "disengagement", "leaders", "contested-cities"),
    *("transcaucasus", "reserve-armies", "withdrawals", "winter-offensive", "maskirovka"),
)
"""Chapters 25 to 29 by agreement; 30 to 34 in the campaign."""
BOOK: tuple[Chapter[Stalingrad42], ...] = (
    *(supply.SupplyChapter(), stand.StandChapter(), aftermath.AftermathChapter()),
    *(modifiers.ModifierChapter(), movement.MovementChapter(), PressChapter()),
    *(transport.TransportChapter(), areas.AreaChapter(), fortifications.FortChapter()),
    *(supply_points.StoreChapter(), calendar.VictoryChapter(), sleepers.SleeperChapter()),
    *(railheads.RailwayChapter(), replacements.RemnantChapter(), air.AirChapter()),
)
"""The chapters that are always in use, in the order in which they count."""
OPTIONS: tuple[tuple[str, Chapter[Stalingrad42]], ...] = (
    ("reserve-armies", sleepers.WakeChapter()),
    ("winter-offensive", winter_offensive.WinterChapter()),
    ("disengagement", reserves.SlipChapter()),
    ("planned-offensives", dice.PlanChapter()),
    ("leaders", dice.LeaderChapter()),
    ("reserves", reserves.ReserveChapter()),
    ("contested-cities", contested.ContestChapter()),
    ("maskirovka", battles.MaskChapter()),
)
"""Those of chapters 25 to 34, by the switch that puts them in use; scenarios have the last word."""


def view(g: Setting, s: State, side: str) -> Mapping[str, str]:
    """Where a side knows every unit to be (34.1.1)."""
    seen = armies.masked(g, s, side)
    return {unit: seen.place(unit) for unit in seen.position.units()}


def _at(g: Setting, s: State, unit: str, weather: str = "", rails: Names | None = None) -> State:
    """The position under another weather or with another rail net, for a what-if question."""
    now = replace(records(s), weather=weather or records(s).weather)
    net = now.rail_net if rails is None else {g.units[unit].side: tuple(rails)}
    return s.keep(replace(now, rail_net=net))


def breakthrough_cost(g: Setting, s: State, units: Names) -> dict[str, int]:
    """Refusing the vacated hex, the fight, and what the refusal leaves (15.2.4)."""
    top = s.top
    if not isinstance(top, Advance):
        return {}
    price = top.breakthrough_price(g, units)
    left = min(g.advance_most(s, top, unit) - top.used(unit) for unit in units)
    return {"refusal": price - 1, "fight": 1, "left": left - (price - 1)}


def partial_in(g: Setting, s: State, hex: str, level: int | None) -> str:
    """What a partial success comes to in a hex: C city battle, W withdrawal (11.6)."""
    if level is not None:
        s = s.keep(replace(records(s), city_battles={hex: level}))
    return g.partial(s, Battle(GERMAN, hex, ()), "P", False, "")


QUERIES: Questions = {
    **queries.QUERIES,
    "pontoon": lambda g, s, side, a, b: movement.pontoon(g, s, side, a, b),
    "points": lambda g, s: scenarios.victory_points(g, s),
    "standing": lambda g, s: scenarios.standing(g, s),
    "benchmark": lambda g, s, points, mark: calendar.benchmark(g, points, mark) or "none",
    "returns": lambda g, s, turn: calendar.returns_in(turn),
    "mud": lambda g, s, rains: calendar.mud_marker(g, rains),
    "attrition": lambda g, s, unit, **at: supply.attrition_tally(g, _at(g, s, unit, **at), unit),
    "attrition-loses": lambda g, s, unit, **at: supply.attrition_loses(
        g, _at(g, s, unit, **at), unit
    ),
    "guns": lambda g, s, gun, units: [r.key for r in supply.gun_trouble(g, s, gun, units)],
    "entry": lambda g, s, unit, hex: [r.key for r in g.all_of(Chapter.entry_reasons, s, unit, hex)],
    "advance-most": lambda g, s, unit: g.advance_most(s, s.top, unit),
    "breakthrough-cost": lambda g, s, units: breakthrough_cost(g, s, units),
    "partial": lambda g, s, hex, level=None: partial_in(g, s, hex, level),
    "rail-net": lambda g, s, side: sorted(railheads.rail_net(g, s, side)),
    "city-battle": lambda g, s, hex: stand.city_level(s, hex),
    "view": view,
    "heard": lambda g, s, side, action: armies.heard(g, s, action, side),
    "plans": lambda g, s: [(p.head, p.ready) for p in records(s).plans],
    "plan-count": lambda g, s, unit: sum(p.head == unit and p.ready for p in records(s).plans),
    "contested": lambda g, s: sorted(h for h in records(s).contested),
    "boxes": lambda g, s: {
        a: list(s.position.at(box)) for a, box in records(s).masks.items() if box
    },
    "slip": reserves.disengage_tally,
    "soviet-first": lambda g, s: winter_offensive.soviet_leads(g, s),
}
PUBLIC = frozenset({"view", "heard"})


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
    ferried = movement.ferried
    may_rout = movement.may_rout
    excess = movement.excess
    limit = sleepers.limit
    edge_limit = areas.edge_limit
    own_area = areas.own_area
    attacked_already = modifiers.attacked_already
    attack_share = modifiers.attack_share
    swampy = modifiers.swampy
    armour_ground = modifiers.armour_ground
    column = modifiers.column
    attack_choices = dice.attack_choices
    loss_pool = stand.loss_pool
    may_lead = stand.may_lead
    desperate = stand.desperate
    stand_column = stand.stand_column
    stand_morale = stand.stand_morale
    rooted = aftermath.rooted
    retreat_rank = aftermath.retreat_rank
    price_group = aftermath.price_group
    weathered = aftermath.weathered
    advance_most = aftermath.advance_most
    advancers = aftermath.advancers
    may_exploit = aftermath.may_exploit
    contested_hexes = contested.contested_hexes
    beside = contested.beside
    defence_shares = contested.defence_shares
    partial = contested.partial
    held_on = contested.held_on
    allowance = battles.allowance
    tactical_hexes = battles.tactical_hexes
    march = battles.march
    waylaid = battles.waylaid
    break_off = battles.break_off
    give_battle = fight_on = battles.begin_battle
    disorder = battles.disorder
    seat = battles.seat
    in_supply = battles.in_supply
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
    points_rule = scenarios.points_rule

    def chapters(self) -> Sequence[Chapter[Self]]:
        on = self.scenario.switches
        options = (chapter for switch, chapter in OPTIONS if on[switch])
        return (*BOOK, *options, scenarios.CampaignChapter())

    def boxes(self) -> tuple[str, ...]:
        """Supply points used up, divisions gone to the reserve; units that are still to come."""
        return ("used", "pool", REMOVED, *BOXES, armies.UNSEEN)

    def read_start(self, start: Table, top: Table) -> None:
        super().read_start(start, top)
        weak = replacements.read_remnants(self, start)
        self.under_way = replace(self.under_way, remnants=weak)
        scenarios.check_start(self, start)

    def names(self) -> Iterable[str]:
        return (*super().names(), *self.under_way.railheads, *self.armies)

    def opening_phases(self, s: State) -> tuple[Phase, ...]:
        """A whole turn, one phase of one side, or the opening of a scenario."""
        return sequence.opening(self, self.opening, self.first)

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
            state = sequence.tidy(self, state, course)
            owed = records(state).second_loss
            if owed:
                state = state.keep(replace(records(state), second_loss=()))
                state = state.push(*(replacements.SecondLoss(unit) for unit in owed))
            if state.top.decision(self, state) is not None:
                break
            state = state.top.proceed(self, state, course)
        return state

    def hides(self, state: State) -> bool:
        """Armies under their masks (34.1.2)."""
        return bool(records(state).masks)

    def uncovers(self, before: State, after: State, side: str) -> bool:
        """Whether somebody has learnt what is in a box (34.4)."""
        return side != SOVIET and armies.learnt(before, after)

    def known_to(self, state: State, side: str) -> State:
        return armies.masked(self, state, side)

    def told(
        self, before: State, after: State, events: Sequence[Event], side: str
    ) -> Iterator[Event]:
        return armies.told(before, after, events, side)

    def result(self, s: State) -> Ending:
        return sequence.outcome(self, s)

    questions = QUERIES


read = Stalingrad42
"""The rules of a scenario's table."""


__all__ = ["SWITCHES", "Stalingrad42", "read"]
