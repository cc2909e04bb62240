"""Holland '44 behind the Rules interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine.agenda import Phase
from engine.holland44.airborne import drop_appeal, landing_tally
from engine.holland44.battle import advance, aftermath, modifiers
from engine.holland44.board import bridges, crossings
from engine.holland44.board.traffic import jam_appeal
from engine.holland44.moving import areas, detachments, march, movement
from engine.holland44.options import SlipChapter, SurroundChapter, surround_losses, surround_tally
from engine.holland44.sequence import (
    allied_points,
    beyond_waal,
    german_points,
    opening,
    outcome,
    standing,
)
from engine.holland44.setting import (
    ALLIED,
    GERMAN,
    HANDED_OVER,
    TURN_OVER,
    Records,
    Setting,
    letter,
)
from engine.holland44.supply import lines as supply
from engine.holland44.supply import replacements
from engine.values import Action, replace
from engine.verdict import Ending, enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.moving import orders
from engine.zocbond.moving.orders import PressChapter
from engine.zocbond.questions.queries import QUERIES

OPTIONS = {"disengagement": SlipChapter, "surrounded-losses": SurroundChapter}
"""The optional rules (27.1, 27.2)."""
SWITCHES = tuple(OPTIONS)


class Holland44(Setting):
    """The rules of one scenario."""

    package = "holland44"
    sides = (ALLIED, GERMAN)
    switches = SWITCHES
    trek = march.March
    follows_any_time = True
    """The advance comes in the combat phase; no order is given (8.7, 9.1)."""
    desperate_binds = False
    """Further rolls are allowed, not ordered (12.4)."""

    limit = movement.limit
    never_counts = movement.never_counts
    free_group = movement.free_group
    excess = movement.excess
    shed = movement.shed
    bonding = movement.bonding
    bond_alone = movement.bond_alone
    bond_barred = movement.bond_barred
    allowance = movement.allowance
    on_foot = movement.on_foot
    uses_road = movement.uses_road
    road_price = movement.road_price
    leaves_barred = movement.leaves_barred
    woods_extra = movement.woods_extra
    tolls = movement.tolls
    may_rout = movement.may_rout
    flushes = movement.flushes
    crossing = crossings.crossing
    ferried = crossings.ferried
    line_ferries = crossings.line_ferries
    carrier = crossings.carrier
    indispensable = crossings.indispensable
    way_in = march.way_in
    waylaid = march.waylaid
    area_gates = areas.area_gates
    advances_off = areas.advances_off
    march = march.march
    formation = modifiers.formation
    armour_ground = modifiers.armour_ground
    named_lead = modifiers.named_lead
    leads = modifiers.leads
    usual_lead = modifiers.usual_lead
    attack_share = modifiers.attack_share
    defence_shares = modifiers.defence_shares
    swampy = modifiers.swampy
    column = modifiers.column
    attack_choices = modifiers.attack_choices
    give_battle = advance.give_battle
    auto_battle = advance.auto_battle
    fight_on = advance.fight_on
    resume = advance.resume
    break_off = advance.break_off
    loss_pool = aftermath.loss_pool
    may_lead = aftermath.may_lead
    desperate = aftermath.desperate
    stand_column = aftermath.stand_column
    stand_morale = aftermath.stand_morale
    held_on = aftermath.held_on
    retreat_rank = aftermath.retreat_rank
    disorder = aftermath.disorder
    advancers = advance.advancers
    advance_most = advance.advance_most
    on_bonus = advance.on_bonus
    strays = advance.strays
    line_barred = supply.line_barred
    road_closed = supply.road_closed
    roads_now = supply.roads_now
    road_joins = supply.road_joins
    direct_sources = supply.direct_sources
    own_sources = supply.own_sources
    in_supply = supply.in_supply

    def chapters(self) -> Sequence[Chapter[Self]]:
        return (
            PressChapter(),
            supply.SupplyChapter(),
            aftermath.AftermathChapter(),
            modifiers.ModifierChapter(),
            movement.MovementChapter(),
            replacements.ReplacementChapter(),
            detachments.BreakdownChapter(),
            crossings.CrossingChapter(),
            advance.AdvanceChapter(),
            areas.AreaChapter(),
            detachments.UnknownChapter(),
            bridges.BridgeChapter(),
            *(chapter() for switch, chapter in OPTIONS.items() if self.scenario.switches[switch]),
        )

    def first_records(self) -> Records:
        return replace(self.under_way, bridges=bridges.first_bridges(self.board))

    def opening_phases(self, s: State) -> tuple[Phase, ...]:
        return opening(self, self.opening, self.first)

    @enforces("19.2.1")
    def area_of(self, s: State, area: str) -> str:
        """M, N, O are Allied, B to K German; A and L change hands in turn 7 (19.2.1, 19.2.2)."""
        name = letter(area)
        if name in ("M", "N", "O"):
            return ALLIED
        if name in HANDED_OVER:
            return ALLIED if s.turn >= TURN_OVER else GERMAN
        return GERMAN if name in "BCDEFGHIJK" else orders.area_of(self, s, area)

    def appeal(self, state: State, action: Action, side: str) -> float:
        """The greedy bot's yardstick: traffic stops on the enemy's road, and whoever can lands."""
        if action.kind == "jam":
            return jam_appeal(self, state, action["hex"])
        if action.kind == "drop":
            return drop_appeal(self, state, action["unit"], action["hex"])
        return super().appeal(state, action, side)

    def result(self, s: State) -> Ending:
        return outcome(self, s)


Holland44.questions = {
    **QUERIES,
    "ferry": lambda g, s, side, a, b: crossings.ferry_open(g, s, side, a, b),
    "blow": lambda g, s, bridge: [one.key for one in bridges.blow_reasons(g, s, bridge)],
    "demolition": lambda g, s, turn=None: {
        "from": g.charts["demolition"].value("bridge", "blows-from"),
        "modifier": g.charts["demolition"].value("bridge", "first-turn")
        if (turn or s.turn) == 1
        else 0,
    },
    "armour-shift": modifiers.armour_shift,
    "landing": landing_tally,
    "points": lambda g, s, side: allied_points(g, s) if side == ALLIED else german_points(g, s),
    "surround": surround_tally,
    "surround-loses": surround_losses,
    "guns": lambda g, s, gun, hex: [one.key for one in modifiers.gun_trouble(g, s, gun, hex)],
    "gun-distance": modifiers.gun_distance,
    "repair": lambda g, s, side, bridge: [
        one.key for one in bridges.repair_reasons(g, s, side, bridge)
    ],
    "beyond-waal": beyond_waal,
    "standing": standing,
    "printed": lambda g, s, of: g.printed[of],
    "assault": crossings.may_assault,
}


read = Holland44
"""The rules of a scenario's table."""
