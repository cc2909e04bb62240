"""Holland '44 behind the Rules interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from engine.action import Action
from engine.agenda import Phase, Questions
from engine.files import Table
from engine.game import Ending
from engine.holland44.airborne import landing_tally
from engine.holland44.battle import advance, aftermath, modifiers
from engine.holland44.battle import breakthrough as exploit
from engine.holland44.battle.advance import AdvanceChapter
from engine.holland44.battle.aftermath import AftermathChapter
from engine.holland44.battle.breakthrough import ExploitChapter
from engine.holland44.battle.modifiers import (
    ModifierChapter,
    gun_distance,
    gun_trouble,
    leading,
    tank_shift,
    tank_shift_back,
)
from engine.holland44.board import crossings
from engine.holland44.board.bridges import (
    BridgeChapter,
    blow_reasons,
    first_bridges,
    repair_reasons,
)
from engine.holland44.board.crossings import CrossingChapter, ferry_open, may_assault
from engine.holland44.board.ferries import FerryChapter
from engine.holland44.board.traffic import jam_appeal
from engine.holland44.moving import areas, entering, march, movement
from engine.holland44.moving.areas import AreaChapter
from engine.holland44.moving.detachments import BreakdownChapter
from engine.holland44.moving.entering import EntryChapter
from engine.holland44.moving.march import March
from engine.holland44.moving.movement import MovementChapter
from engine.holland44.moving.unknown import UnknownChapter
from engine.holland44.options import SlipChapter, SurroundChapter, surround_losses, surround_tally
from engine.holland44.sequence import allied_points, beyond_waal, german_points, opening, outcome
from engine.holland44.setting import ALLIED, GERMAN, Records, Setting
from engine.holland44.supply import lines as supply
from engine.holland44.supply.lines import LAST_FLOWN, SupplyChapter
from engine.holland44.supply.replacements import RemnantChapter, ReplacementChapter
from engine.rulebook import enforces
from engine.zocbond.battle.battle import Battle, defenders
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.moving import edges
from engine.zocbond.moving.routed import PressChapter

OPTIONS = {"disengagement": SlipChapter, "surrounded-losses": SurroundChapter}
"""The optional rules (27.1, 27.2)."""
SWITCHES = tuple(OPTIONS)


class Holland44(Setting):
    """The rules of one scenario."""

    package = "holland44"
    sides = (ALLIED, GERMAN)
    switches = SWITCHES
    trek = March
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
    line_ferries = crossings.line_ferries
    carrier = crossings.carrier
    indispensable = crossings.indispensable
    way_in = entering.way_in
    waylaid = entering.waylaid
    area_gates = areas.area_gates
    advances_off = areas.advances_off
    march = march.march
    formation = modifiers.formation
    named_lead = modifiers.named_lead
    leads = modifiers.leads
    usual_lead = modifiers.usual_lead
    attack_share = modifiers.attack_share
    defence_shares = modifiers.defence_shares
    swampy = modifiers.swampy
    column = modifiers.column
    attack_choices = modifiers.attack_choices
    give_battle = exploit.give_battle
    auto_battle = exploit.auto_battle
    fight_on = exploit.fight_on
    resume = exploit.resume
    break_off = exploit.break_off
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
        """What each chapter adds to the shared rules, in the order in which it counts."""
        return (
            PressChapter(),
            SupplyChapter(),
            AdvanceChapter(),
            AftermathChapter(),
            ModifierChapter(),
            MovementChapter(),
            ReplacementChapter(),
            BreakdownChapter(),
            CrossingChapter(),
            FerryChapter(),
            ExploitChapter(),
            RemnantChapter(),
            EntryChapter(),
            AreaChapter(),
            UnknownChapter(),
            BridgeChapter(),
            *(chapter() for switch, chapter in OPTIONS.items() if self.scenario.switches[switch]),
        )

    def first_records(self) -> Records:
        """Bridges mined or safe, aircraft, units that have not moved."""
        where = self.scenario.where
        return Records(
            blown=self.blown,
            bridges=first_bridges(self.board),
            intact=self.intact,
            air=self.air,
            began={unit: where[unit] for unit in self.began_here},
            weather=(self.sky, self.sky),
            sky=self.sky,
            stragglers=self.first_stragglers,
            traffic=self.jams,
            exhausted=self.depots if self.turn > LAST_FLOWN else self.dry,
            repairing=self.repairing,
        )

    def opening_phases(self, s: State) -> tuple[Phase, ...]:
        """A whole turn, or one phase of one side."""
        return opening(self, self.opening, self.first)

    @enforces("19.2.1")
    def area_of(self, s: State, area: str) -> str:
        """M, N, O are Allied, B to K German; A and L change hands in turn 7 (19.2.1, 19.2.2)."""
        letter = area.rpartition("-")[2]
        if letter in ("M", "N", "O"):
            return ALLIED
        if letter in ("A", "L"):
            return ALLIED if s.turn >= 7 else GERMAN
        return GERMAN if letter in "BCDEFGHIJK" else edges.area_of(self, s, area)

    def appeal(self, state: State, action: Action, side: str) -> float:
        """The greedy bot's yardstick: traffic stops on the enemy's road."""
        if action.kind == "jam":
            return jam_appeal(self, state, action["hex"])
        return super().appeal(state, action, side)

    def result(self, s: State) -> Ending:
        """The end of a scenario (26.4)."""
        return outcome(self, s)

    def more_queries(self) -> Questions:
        """Questions only this game answers."""
        return _QUERIES


def armour_shift(g: Setting, s: State, side: str, hex: str, units: Sequence[str]) -> int:
    """The tank shift alone: 1 for the attacker, -1 for the defender, 0 for neither (10.3)."""
    battle = Battle(side, hex, tuple(units), g.usual_lead(s, tuple(units)))
    lead, foes = leading(g, s, battle), defenders(g, s, battle)
    return int(tank_shift(g, s, battle, lead, foes)) - int(tank_shift_back(g, lead, foes))


_QUERIES: Questions = {
    "ferry": lambda g, s, side, a, b: ferry_open(g, s, side, a, b),
    "blow": lambda g, s, bridge: [reason.key for reason in blow_reasons(g, s, bridge)],
    "demolition": lambda g, s, turn=None: {
        "from": g.charts["demolition"].value("bridge", "blows-from"),
        "modifier": g.charts["demolition"].value("bridge", "first-turn")
        if (turn or s.turn) == 1
        else 0,
    },
    "armour-shift": lambda g, s, **args: armour_shift(g, s, **args),
    "landing": lambda g, s, unit, hex: landing_tally(g, s, unit, hex),
    "points": lambda g, s, side: allied_points(g, s) if side == ALLIED else german_points(g, s),
    "surround": lambda g, s, unit: surround_tally(g, s, unit),
    "surround-loses": lambda g, s, unit: surround_losses(g, s, unit),
    "guns": lambda g, s, gun, hex: [reason.key for reason in gun_trouble(g, s, gun, hex)],
    "gun-distance": lambda g, s, gun, hex: gun_distance(g, s, gun, hex),
    "repair": lambda g, s, side, bridge: [
        reason.key for reason in repair_reasons(g, s, side, bridge)
    ],
    "beyond-waal": lambda g, s: beyond_waal(g, s),
    "printed": lambda g, s, of: g.printed[of],
    "assault": lambda g, s, engineer: may_assault(g, s, engineer),
}


def read(
    top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
) -> Holland44:
    """The rules of a scenario's table."""
    return Holland44(top, name, switches, tables)
