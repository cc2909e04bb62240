"""Where the two games part: every question that shared code asks a game, with a plain answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.action import Action
from engine.game import Course
from engine.verdict import Line, Reason
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle
from engine.zocbond.results import Result
from engine.zocbond.state import State
from engine.zocbond.strength import Share


class Hooks:
    """The questions; a game overrides what it answers in its own way."""

    units: Any
    board: Any

    # ---------------------------------------------------------------- each game must answer
    def limit(self, s: State, side: str, hex: str) -> int:
        """How many units may stack in a hex."""
        raise NotImplementedError

    def free_group(self, s: State, unit: str, named: Sequence[str]) -> str | None:
        """The group of units, one of which stacks free; None for a unit that counts."""
        raise NotImplementedError

    def road_price(self, s: State, unit: str, kind: str) -> int:
        """Half points for a step by road."""
        raise NotImplementedError

    def tactical_hexes(self, s: State, units: Sequence[str]) -> int:
        """Hexes of tactical movement."""
        raise NotImplementedError

    def crossing(
        self, s: State, unit: str, mode: str, here: str, there: str, kind: str, gone: int
    ) -> tuple[str, str] | None:
        """Why a unit may not cross water without a bridge: a topic and a key."""
        raise NotImplementedError

    def stop_reasons(self, s: State, units: Sequence[str], hex: str, mode: str) -> Iterator[Reason]:
        """Why a group may not end in a hex."""
        raise NotImplementedError

    def mode_reasons(self, s: State, units: Sequence[str], mode: str) -> Iterator[Reason]:
        """Why units may not move in a mode."""
        raise NotImplementedError

    def entry_reasons(self, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """Why a unit may not come onto the map in a hex."""
        raise NotImplementedError

    def may_rout(self, s: State, unit: str) -> bool:
        """Whether a unit may be routed of its owner's will."""
        raise NotImplementedError

    def swampy(self, s: State, hex: str) -> bool:
        """Whether attackers out of a hex count as coming over water."""
        raise NotImplementedError

    def attack_share(self, s: State, battle: Battle, unit: str) -> Share:
        """What a unit brings to an attack."""
        raise NotImplementedError

    def defence_shares(self, s: State, battle: Battle) -> list[Share]:
        """What the defenders bring."""
        raise NotImplementedError

    def shift_lines(self, s: State, battle: Battle) -> Iterator[Line]:
        """Every shift of the column."""
        raise NotImplementedError

    def attack_bars(self, s: State, battle: Battle, unit: str) -> Iterator[Reason]:
        """What ground keeps a unit from attacking."""
        raise NotImplementedError

    def retreat_barriers(self, s: State, unit: str, here: str, there: str) -> Iterator[str]:
        """Ground that destroys a retreating unit, as keys."""
        raise NotImplementedError

    def retreat_rank(
        self, s: State, unit: str, path: Sequence[str], length: int, watched: frozenset[str]
    ) -> tuple[int, ...]:
        """How a way ranks by the priorities; less is better."""
        raise NotImplementedError

    def stand_morale(self, s: State, battle: Battle, lead: str) -> int:
        """What the lead unit's morale adds to determined defence."""
        raise NotImplementedError

    def stand_column(self, s: State, hex: str, lead: str) -> str:
        """The column of determined defence."""
        raise NotImplementedError

    def advance_most(self, s: State, phase: Any, unit: str, path: Sequence[str] = ()) -> int:
        """How many hexes a unit may advance."""
        raise NotImplementedError

    def advance_zoc(
        self, s: State, phase: Any, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """What enemy ZOCs forbid in an advance."""
        raise NotImplementedError

    def advance_ground(
        self, s: State, phase: Any, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """What terrain forbids in an advance."""
        raise NotImplementedError

    # ---------------------------------------------------------------- ground and zones
    def contested(self, s: State, hex: str) -> bool:
        """A city hex held by both sides has no zone of control."""
        return False

    def side_kind(self, s: State, kind: str) -> str:
        """The row of the side chart for a kind of water now (frozen rivers)."""
        return kind

    def terrain_of(self, s: State, hex: str) -> str:
        """The terrain of a hex now (seasonal swamps)."""
        return str(self.board.terrain(hex))

    def bond_barred(self, s: State, hex: str) -> bool:
        """Whether no bond runs through a hex."""
        return False

    def never_counts(self, s: State, unit: str) -> bool:
        """A unit that stacks free in any number."""
        return False

    def lends(self, s: State, unit: str) -> bool:
        """Whether a unit may lend its strength at all."""
        return True

    # ---------------------------------------------------------------- movement
    def may_enter_enemy(self, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether a hex with enemies may be entered."""
        return False

    def entry_way_reasons(self, s: State, unit: str, path: Sequence[str]) -> Iterator[Reason]:
        """What forbids a way onto the map and on, beside its first hex."""
        return iter(())

    def entry_ways(self, s: State, unit: str, every: bool) -> Iterator[Sequence[str]]:
        """Ways onto the map that go farther than its edge, from every gate or the usual ones."""
        return iter(())

    def slips_through(self, s: State, units: Sequence[str], mode: str, hex: str) -> bool:
        """Whether an enemy ZOC does not stop a group here."""
        return False

    def barred_between(self, here: str, there: str) -> bool:
        """Whether nothing may cross a side."""
        return "impassable" in self.board.side(here, there)

    def uses_road(self, s: State, units: Sequence[str]) -> bool:
        """Whether a group may pay road prices."""
        return True

    def leaves_barred(self, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether a group may not leave a hex off the road."""
        return False

    def village_eases(self, hex: str) -> bool:
        """Whether a hex does not count among the woods."""
        return False

    def woods_extra(self, count: int) -> int:
        """Half points on top for the n-th woods hex."""
        return 0

    def toll(self, s: State, units: Sequence[str], hex: str) -> int:
        """Half points on top for a hex with a marker."""
        return 0

    def free_exit(self, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether leaving an enemy ZOC costs nothing."""
        return False

    def bridge_price(self, s: State, unit: str, kind: str) -> int:
        """Half points for crossing water by a railway bridge off the road."""
        return 0

    def stuck(self, s: State, unit: str) -> Iterator[Reason]:
        """Markers and orders that keep a unit from moving."""
        return iter(())

    def moved(
        self, s: State, units: Sequence[str], path: Sequence[str], mode: str, course: Course
    ) -> State:
        """What follows from having moved so."""
        return s

    def storms(self, s: State, units: Sequence[str], here: str, there: str) -> bool:
        """Whether a group goes on out of a zone of control into the very hex it comes from."""
        return False

    def too_crowded(self, s: State, units: Sequence[str], there: str) -> bool:
        """Whether a hex holds so many friends that a group comes in tactically only."""
        return False

    def end_bars(self, s: State, phase: Any) -> Sequence[Reason]:
        """What must be done before a movement phase may end."""
        return ()

    def step_bars(self, s: State, units: Sequence[str], here: str, there: str) -> Sequence[Reason]:
        """What else forbids a step."""
        return ()

    def march(self, s: State, units: Sequence[str], path: Sequence[str], mode: str) -> Any:
        """A phase of the game's own that carries a move out; None for a plain one."""
        return None

    def end_movement(self, s: State, side: str, course: Course) -> State:
        """The end of a movement phase."""
        return s

    def asides(self, phase: str) -> dict[str, Aside]:
        """What else a side may do in a phase."""
        return {}

    # ---------------------------------------------------------------- combat
    def usual_lead(self, s: State, units: Sequence[str]) -> str:
        """The lead formation when nobody names one."""
        return ""

    def cannot_attack(self, s: State, battle: Battle, unit: str) -> Iterator[Reason]:
        """Markers that keep a unit from attacking."""
        return iter(())

    def battle_reasons(self, s: State, battle: Battle) -> Iterator[Reason]:
        """What forbids the battle as a whole."""
        return iter(())

    def support_reasons(self, s: State, battle: Battle) -> Iterator[Reason]:
        """What forbids the guns and aircraft of a battle."""
        return iter(())

    def carrier(self, s: State, unit: str, hex: str) -> str:
        """The engineer that would carry a unit over the water before a hex."""
        return ""

    def attack_choices(self, s: State, hex: str, units: Sequence[str]) -> Iterator[Action]:
        """The ways to attack a hex with a group."""
        yield Action("attack", hex=hex, units=units)

    def before_fight(self, s: State, battle: Battle, course: Course) -> State:
        """What happens before the odds are settled."""
        return s

    def walkover(self, s: State, battle: Battle, course: Course) -> State:
        """The hex turned out to be empty."""
        return s

    def spend_support(self, s: State, battle: Battle, course: Course) -> State:
        """Flip the guns, take the aircraft."""
        return s

    def roll_crt(self, s: State, battle: Battle, column: str, course: Course) -> int:
        """The die of a battle."""
        return course.chance.roll("crt")

    def crt_pause(self, s: State, battle: Battle, column: str, die: int, course: Course) -> Any:
        """A phase that settles a roll on the table before it counts; None when it stands."""
        return None

    def stand_pause(self, s: State, phase: Any, lead: str, die: int) -> Any:
        """A phase that settles a roll of determined defence before it counts."""
        return None

    def slip_pause(self, s: State, side: str, units: Sequence[str], die: int) -> Any:
        """A phase that settles a roll of disengagement before it counts."""
        return None

    def veiled(self, s: State, side: str) -> frozenset[str]:
        """Hexes where a side has something that may or may not be able to fight."""
        return frozenset()

    def inside(self, s: State, side: str, hex: str) -> Sequence[str]:
        """Hexes besides the neighbours from which a hex may be attacked."""
        return ()

    def shrugs_off(self, s: State, battle: Battle, result: Result) -> bool:
        """Whether the defender ignores a loss."""
        return False

    def engage(self, s: State, units: Sequence[str], course: Course) -> State:
        """Tie units down."""
        return s

    def decided(self, s: State, battle: Battle, result: Result) -> State:
        """What a game remembers of a result."""
        return s

    def joiners(self, s: State, battle: Battle) -> tuple[str, ...]:
        """Units that join an attack from a breakthrough with half their strength."""
        return ()

    def after_loss(self, s: State, unit: str, course: Course) -> State:
        """What a step loss that a unit survived brings."""
        return s

    def advance_asides(self) -> dict[str, Aside]:
        """What else a side may do in an advance."""
        return {}

    def break_off(
        self, s: State, phase: Any, units: Sequence[str], path: Sequence[str]
    ) -> tuple[Sequence[str], tuple[Any, ...]]:
        """How far an advance goes before the enemy may answer, and the phases that ask him."""
        return path, ()

    def end_combat(self, s: State, side: str, course: Course) -> State:
        """The end of a combat phase."""
        return s

    def after_destruction(self, s: State, unit: str, course: Course) -> State:
        """What the loss of a unit brings."""
        return s

    # ---------------------------------------------------------------- retreat
    def stays_behind(self, s: State, unit: str) -> bool:
        """Whether a unit stays in its hex when the others retreat."""
        return False

    def short_ways(self, s: State, unit: str, length: int, found: list[Any]) -> list[Any]:
        """Ways that stop short for a price."""
        return []

    def allowed_short(self, paid: list[Any], free: list[Any]) -> list[Any]:
        """Which of them are open beside the full ones."""
        return paid

    def on_disorder(self, s: State, unit: str) -> State:
        """What else a disruption does."""
        return s

    def withdraws(self, s: State, unit: str) -> bool:
        """Whether a non-combat unit may retreat with the others."""
        return True

    def retreat_key(self, place: int) -> str:
        """The words for a broken priority."""
        return f"zb.retreat.priority-{place}"

    # ---------------------------------------------------------------- stand and advance
    def stand_bars(
        self, s: State, battle: Battle, result: Result, desperate: bool
    ) -> Iterator[Reason]:
        """What forbids a determined defence."""
        return iter(())

    def attack_spent(self, s: State, battle: Battle, result: Result) -> bool:
        """Whether the defenders may ignore the retreat."""
        return False

    def stand_aids(self, s: State, battle: Battle, lead: str) -> list[str]:
        """What may support a determined defence."""
        return []

    def spend_aid(self, s: State, battle: Battle, aid: str, course: Course) -> State:
        """Use it up."""
        return s

    def partial(self, s: State, battle: Battle, outcome: str, desperate: bool, last: str) -> str:
        """What a partial success comes to: S, F, or W for a withdrawal."""
        return outcome

    def may_exploit(self, s: State, phase: Any, unit: str) -> bool:
        """Whether a unit that advances may fight in a breakthrough."""
        return True

    def joins_group(self, s: State, phase: Any, units: Sequence[str]) -> bool:
        """Whether more units may join the breakthrough group."""
        return False

    def advances_off(self, s: State, unit: str, here: str, there: str) -> bool:
        """Whether an advance may go off the map here."""
        return False

    def breakthrough_ways(self, s: State, phase: Any, action: Action) -> Iterator[Action]:
        """The same breakthrough combat with more help."""
        return iter(())

    def breakthrough_reasons(self, s: State, phase: Any, battle: Battle) -> Iterator[Reason]:
        """What else forbids breakthrough combat."""
        return iter(())

    def advance_end(self, s: State, phase: Any, unit: str, path: Sequence[str]) -> Iterator[Reason]:
        """Where an advance may not end."""
        return iter(())

    def on_bonus(self, s: State, phase: Any, unit: str, path: Sequence[str]) -> bool:
        """Whether an advance used the road bonus."""
        return False

    def strays(self, s: State, path: Sequence[str]) -> bool:
        """Whether an advance leaves the road."""
        return False

    def stops_advance(self, s: State, phase: Any, unit: str, path: Sequence[str]) -> bool:
        """Whether the advance of a unit is over here."""
        return False

    # ---------------------------------------------------------------- supply and turns
    def road_closed(self, s: State, side: str, hex: str) -> bool:
        """A city hex the enemy controls closes the road part of a line."""
        return False

    def road_joins(self, s: State, side: str, here: str, there: str) -> bool:
        """Whether the road part may go over a side."""
        return True

    def ferry_road(self, s: State, side: str, here: str, there: str) -> bool:
        """Whether roads that meet at a ferry are one."""
        return False

    def closed_off(self, s: State, side: str, hex: str) -> bool:
        """Whether the off-road part may not enter a hex."""
        return False

    def line_price(self, s: State, here: str, there: str) -> int:
        """What a hex counts in the off-road part."""
        return 1

    def direct_sources(self, s: State, unit: str) -> frozenset[str]:
        """Sources a unit may reach without a road."""
        return frozenset()

    def before_supply(self, s: State, side: str, course: Course) -> State:
        """What comes first in a supply phase."""
        return s

    def after_supply(self, s: State, side: str, cut: Sequence[str], course: Course) -> State:
        """What comes last in a supply phase."""
        return s

    def end_recovery(self, s: State, side: str, course: Course) -> State:
        """The end of a recovery phase."""
        return s
