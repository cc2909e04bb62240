"""Questions that have one answer in each game: shared code asks, the game's class answers.

What chapters add up is in `chapter.py`; what both games answer alike is a method of `Family`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.board import Board
from engine.hexset import HexSet, Ways
from engine.values import Action, Names
from engine.zocbond.battle.battle import Battle, Share
from engine.zocbond.board.ground import Ground
from engine.zocbond.board.state import Crossing, Passage, State
from engine.zocbond.board.unit import Unit

if TYPE_CHECKING:
    from engine.zocbond.battle.advance import Advance


class Answers:
    """Those that a game has to answer raise; the others have the usual answer."""

    board: Board
    ground: Ground
    units: Mapping[str, Unit]

    # ---------------------------------------------------------------- ground, zones and stacking
    def limit(self, s: State, side: str, hex: str) -> int:
        """How many units may stack in a hex."""
        raise NotImplementedError

    def edge_limit(self, s: State, side: str, hex: str, areas: Collection[str]) -> int:
        """How many units may attack a hex out of areas that it touches."""
        return self.limit(s, side, hex)

    def free_group(self, s: State, unit: str, named: Names) -> str | None:
        """The group of units, one of which stacks free; None for a unit that counts."""
        raise NotImplementedError

    def never_counts(self, s: State, unit: str) -> bool:
        """A unit that stacks free in any number."""
        return False

    def contested(self, s: State, hex: str) -> bool:
        """A city hex held by both sides has no zone of control."""
        return hex in self.contested_hexes(s)

    def contested_hexes(self, s: State) -> Collection[str]:
        """The city hexes held by both sides."""
        return ()

    def ground_now(self, s: State) -> Hashable:
        """All that decides how the ground lies now beside blown bridges: what the weather does."""
        return ()

    def roads_now(self, s: State) -> Hashable:
        """What decides besides whether a supply line may take a road."""
        return ()

    def side_kind(self, s: State, kind: str, here: str, there: str) -> str:
        """The row of the side chart for a kind of water now, between two hexes (frozen rivers)."""
        return kind

    def terrain_of(self, s: State, hex: str) -> str:
        """The terrain of a hex now (seasonal swamps)."""
        return self.board.terrain(hex)

    def bond_alone(self, s: State, side: str) -> frozenset[str]:
        """Units each of whom makes its hex one that can form bonds, but in a contested city."""
        return frozenset()

    def bond_barred(self, s: State, hex: str) -> bool:
        """Whether no bond runs through a hex."""
        return False

    def barred_between(self, here: str, there: str) -> bool:
        """Whether nothing may cross a side."""
        return "impassable" in self.ground.side(here, there)

    def parted(self, s: State, here: str, there: str) -> bool:
        """Whether a side is impassable now: the hexes on both sides of it are no neighbours."""
        return self.barred_between(here, there)

    def carries(self, s: State, links: frozenset[str]) -> bool:
        """Whether some of the roads and railways over a side make a bridge now."""
        return bool(links)

    def swampy(self, s: State, hex: str) -> bool:
        """Whether attackers out of a hex count as coming over water."""
        raise NotImplementedError

    # ---------------------------------------------------------------- movement
    def road_price(self, s: State, unit: str, kind: str) -> int:
        """Half points for a step by road."""
        raise NotImplementedError

    def crossing(self, s: State, unit: str, over: Crossing) -> tuple[str, str] | None:
        """Why a unit (of a group) may not cross water without a bridge: the rule and a key."""
        raise NotImplementedError

    def ferried(self, mode: str, gone: int, kind: str) -> bool:
        """Whether more decides that than the mode and how a group goes: ferries come and go."""
        return True

    def may_rout(self, s: State, unit: str) -> bool:
        """Whether a unit may be routed of its owner's will."""
        raise NotImplementedError

    def waylaid(self, s: State, passage: Passage) -> Phase | None:
        """A phase of the game's own that carries an entry out; None for a plain one."""
        return None

    def on_foot(self, s: State, unit: str) -> bool:
        """Whether a mechanized unit moves as one on foot."""
        return False

    def uses_road(self, s: State, units: Names) -> bool:
        """Whether a group may pay road prices."""
        return True

    def leaves_barred(self, s: State, units: Names, hex: str) -> bool:
        """Whether a group may not leave a hex off the road."""
        return False

    def woods_extra(self, count: int) -> int:
        """Half points on top for the n-th woods hex."""
        return 0

    def tolls(self, s: State, units: Names) -> Mapping[str, int]:
        """Half points on top for hexes with a marker."""
        return {}

    def bridge_price(self, s: State, unit: str, kind: str) -> int:
        """Half points for crossing water by a railway bridge off the road."""
        return 0

    # ---------------------------------------------------------------- battle
    def attack_share(self, s: State, battle: Battle, unit: str) -> Share:
        """What a unit brings to an attack."""
        raise NotImplementedError

    def defence_shares(self, s: State, battle: Battle) -> list[Share]:
        """What the defenders bring."""
        raise NotImplementedError

    def usual_lead(self, s: State, units: Names) -> str:
        """The formation that odds reckon with before anybody names one."""
        return ""

    def named_lead(self, s: State, units: Names, lead: str) -> str:
        """The formation that an action names to lead, or the one odds reckon with."""
        return lead or self.usual_lead(s, units)

    def leads(self, s: State, units: Names) -> Names:
        """The formations that one of has to be named as the lead; an empty one needs no naming."""
        return ("",)

    def attacked_already(self, s: State, side: str, attacked: Collection[str], hex: str) -> bool:
        """Whether a side may attack a hex no more in this phase."""
        return hex in attacked

    def carrier(self, s: State, unit: str, hex: str) -> str:
        """The engineer that would carry a unit over the water before a hex."""
        return ""

    def indispensable(self, s: State, hex: str, units: Names) -> Names:
        """Those of some units without whom the others of their hex could not attack."""
        return ()

    def attack_choices(self, s: State, hex: str, units: Names) -> Iterator[Action]:
        """The ways to attack a hex with a group."""
        yield Action("attack", hex=hex, units=units)

    follows_any_time = False
    """Whether units follow up an automatic DS while others still attack, or after them."""

    # ---------------------------------------------------------------- retreat, advance
    def retreat_rank(
        self, s: State, unit: str, path: Names, length: int, watched: HexSet
    ) -> tuple[int, ...]:
        """How a way ranks by the priorities; less is better."""
        raise NotImplementedError

    def price_group(self, hex: str) -> str:
        """Which of the units that stopped short in some hex pay together: by default all."""
        return ""

    def stand_morale(self, s: State, battle: Battle, lead: str) -> int:
        """What the lead unit's morale adds to determined defence."""
        raise NotImplementedError

    def stand_column(self, s: State, hex: str, lead: str) -> str:
        """The column of determined defence."""
        raise NotImplementedError

    def partial(self, s: State, battle: Battle, outcome: str, desperate: bool, last: str) -> str:
        """What a partial success comes to: S, F, or W for a withdrawal."""
        return outcome

    def advance_most(self, s: State, phase: Advance, unit: str, path: Names = ()) -> int:
        """How many hexes a unit may advance."""
        raise NotImplementedError

    def weathered(self, s: State, length: int) -> int:
        """What the weather leaves of the hexes that a result gives."""
        return length

    def may_exploit(self, s: State, phase: Advance, unit: str) -> bool:
        """Whether a unit that advances may fight in a breakthrough."""
        return True

    def on_bonus(self, s: State, phase: Advance, unit: str, path: Names) -> bool:
        """Whether an advance used the road bonus."""
        return False

    def strays(self, s: State, path: Names) -> bool:
        """Whether an advance leaves the road."""
        return False

    desperate_binds = True
    """Whether a desperate defence goes on to its end once it has begun."""

    # ---------------------------------------------------------------- supply
    def road_closed(self, s: State, side: str) -> HexSet:
        """The hexes that the road part of a line may not enter: cities the enemy controls."""
        return self.board.grid.none

    def road_joins(self, s: State, side: str, here: str, there: str) -> bool:
        """Whether the road part may go over a side."""
        return True

    def ferry_road(self, s: State, side: str, here: str, there: str) -> bool:
        """Whether roads that meet at a ferry are one."""
        return False

    def line_closed(self, s: State, side: str) -> HexSet:
        """The hexes that the off-road part may not enter."""
        return self.board.grid.none

    def line_ferries(self, s: State, side: str) -> Ways:
        """The sides that a ferry takes the off-road part over."""
        return self.board.grid.nowhere

    def line_price(self, s: State, here: str, there: str) -> int:
        """What a hex counts in the off-road part."""
        return 1

    def direct_sources(self, s: State, side: str) -> frozenset[str]:
        """Sources that units of a side may reach without a road."""
        return frozenset()

    def own_sources(self, s: State, unit: str) -> frozenset[str]:
        """Sources of a unit's own, with or without a road."""
        return frozenset()

    def seat(self, s: State, unit: str) -> str:
        """Where a unit is, for what stands beside it."""
        return s.place(unit)
