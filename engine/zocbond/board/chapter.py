"""A chapter: what a part of a game's rulebook, an optional rule or a scenario adds to shared play.

A chapter has only contributions that add up, and each of them adds nothing unless it says so.
`Family.all_of`, `any_of`, `first_of` and `in_turn` ask the chapters of a game, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from engine.agenda import Deed, Phase
from engine.hexset import HexSet
from engine.values import Action, Names
from engine.verdict import Course, Line, Reason
from engine.zocbond.board.state import Passage, State

if TYPE_CHECKING:
    from engine.zocbond.battle.advance import Advance
    from engine.zocbond.battle.battle import Battle, Result
    from engine.zocbond.battle.combat import Combat
    from engine.zocbond.battle.determined_defence import How, Stand
    from engine.zocbond.battle.retreat import Way
    from engine.zocbond.moving.movement import Movement
    from engine.zocbond.turn import Recovery

G = TypeVar("G", contravariant=True)
Bars: TypeAlias = Iterable[Reason]
"""What forbids something, in no matter which collection."""


class Chapter(Generic[G]):
    """What a chapter of the game G adds."""

    movement_deeds: Sequence[Deed[G, State, Movement]] = ()
    """What else a side may do in a movement phase."""
    combat_deeds: Sequence[Deed[G, State, Combat]] = ()
    """What else in a combat phase."""
    advance_deeds: Sequence[Deed[G, State, Advance]] = ()
    """What else in an advance."""

    # ---------------------------------------------------------------- movement
    def stuck(self, g: G, s: State, unit: str) -> Bars:
        """Markers and orders that keep a unit from moving."""
        return ()

    def mode_reasons(self, g: G, s: State, units: Names, mode: str) -> Bars:
        """Why units may not move in a mode."""
        return ()

    def step_bars(self, g: G, s: State, units: Names, here: str, there: str) -> Bars:
        """What else forbids a step."""
        return ()

    def bars_into(self, g: G, s: State, units: Names) -> HexSet | None:
        """The hexes into which `step_bars` may have something to say; None for any."""
        return None

    def bars_out_of(self, g: G, s: State, units: Names) -> HexSet | None:
        """Those out of which it may, wherever to; None for any."""
        return None

    def closed_to(self, g: G, s: State, units: Names) -> HexSet | None:
        """The hexes into which `step_bars` forbids every step; `bars_into` need not name them."""
        return None

    def enterable(self, g: G, s: State, units: Names) -> HexSet | None:
        """The hexes with enemies that may be entered all the same; None for any."""
        return None

    def storms(self, g: G, s: State, units: Names, here: str, there: str) -> bool:
        """Whether a group goes on out of a zone of control into the very hex it comes from."""
        return False

    def slips_through(self, g: G, s: State, units: Names, mode: str) -> HexSet | None:
        """The hexes where an enemy ZOC does not stop a group; None for any."""
        return None

    def free_exit(self, g: G, s: State, units: Names) -> bool:
        """Whether leaving an enemy ZOC costs nothing."""
        return False

    def overfull(self, g: G, s: State, units: Names) -> HexSet | None:
        """The hexes so full of friends that a group comes in tactically only; None for any."""
        return None

    def stop_reasons(self, g: G, s: State, units: Names, hex: str, mode: str) -> Bars:
        """Why a group may not end in a hex."""
        return ()

    def stops_at(self, g: G, s: State, units: Names, mode: str) -> HexSet | None:
        """The hexes of which `stop_reasons` may have something to say; None for any."""
        return None

    def never_ends(self, g: G, s: State, units: Names, mode: str) -> HexSet | None:
        """Those where it forbids every end; `stops_at` need not name them. None for all."""
        return None

    def sets_out(self, g: G, s: State, units: Names) -> State:
        """What changes for units just before they move."""
        return s

    def moved(self, g: G, s: State, passage: Passage, course: Course) -> State:
        """What follows from having moved so."""
        return s

    def arrived(self, g: G, s: State, passage: Passage, course: Course) -> State:
        """What follows from having come into hexes."""
        return s

    def enters_beside(self, g: G, s: State, p: Movement, unit: str) -> Iterable[str]:
        """Who comes in with a unit of its area as one group, as far as it is offered."""
        return ()

    def end_bars(self, g: G, s: State, phase: Movement) -> Bars:
        """What must be done before a movement phase may end."""
        return ()

    def end_movement(self, g: G, s: State, side: str, course: Course) -> State:
        """The end of a movement phase."""
        return s

    # ---------------------------------------------------------------- onto the map
    def enters_together(self, g: G, s: State, units: Names, hex: str) -> bool:
        """Whether units of one entry area may come in as a group."""
        return False

    def entry_reasons(self, g: G, s: State, unit: str, hex: str) -> Bars:
        """Why a unit may not come onto the map in a hex."""
        return ()

    def enters_at(self, g: G, s: State, unit: str) -> HexSet | None:
        """The hexes of which `entry_reasons` may have something to say, of those that its area
        touches; None for any."""
        return None

    def entry_way_reasons(
        self, g: G, s: State, unit: str, path: Names, mode: str, pause: bool = False
    ) -> Bars:
        """What forbids a way onto the map and on, beside its first hex."""
        return ()

    def entry_ways(self, g: G, s: State, unit: str, every: bool) -> Iterable[Action]:
        """Ways onto the map that go farther than its edge, from every gate or the usual ones."""
        return ()

    # ---------------------------------------------------------------- battle
    def inside(self, g: G, s: State, side: str, hex: str) -> Iterable[str]:
        """Hexes besides the neighbours from which a hex may be attacked."""
        return ()

    def veiled(self, g: G, s: State, side: str) -> Iterable[str]:
        """Hexes where a side has something that may or may not be able to fight."""
        return ()

    def attack_bars(self, g: G, s: State, battle: Battle, unit: str) -> Bars:
        """What ground keeps a unit from attacking."""
        return ()

    def cannot_attack(self, g: G, s: State, battle: Battle, unit: str) -> Bars:
        """Markers that keep a unit from attacking."""
        return ()

    def lead_reasons(self, g: G, s: State, units: Names, lead: str) -> Bars:
        """Whether the attacker has to say which formation leads."""
        return ()

    def battle_reasons(self, g: G, s: State, battle: Battle) -> Bars:
        """What forbids the battle as a whole."""
        return ()

    def support_reasons(self, g: G, s: State, battle: Battle) -> Bars:
        """What forbids the guns and aircraft of a battle."""
        return ()

    def shift_lines(self, g: G, s: State, battle: Battle) -> Iterable[Line]:
        """Shifts of the column."""
        return ()

    def lends_besides(self, g: G, s: State, unit: str) -> bool:
        """Whether a unit lends its strength beyond those that the stacking limit lets defend."""
        return False

    def joiners(self, g: G, s: State, battle: Battle) -> Iterable[str]:
        """Units that join an attack from a breakthrough with half their strength."""
        return ()

    def before_fight(self, g: G, s: State, battle: Battle, course: Course) -> State:
        """What happens before the odds are settled."""
        return s

    def walkover(self, g: G, s: State, battle: Battle, course: Course) -> State:
        """The hex turned out to be empty."""
        return s

    def spend_support(self, g: G, s: State, battle: Battle, course: Course) -> State:
        """Flip the guns, take the aircraft."""
        return s

    def crt_pause(
        self, g: G, s: State, battle: Battle, column: str, die: int, course: Course
    ) -> Phase | None:
        """A phase that settles a roll on the table before it counts; None when it stands."""
        return None

    def slip_pause(self, g: G, s: State, side: str, units: Names, die: int) -> Phase | None:
        """A phase that settles a roll of disengagement before it counts."""
        return None

    def decided(self, g: G, s: State, battle: Battle, result: Result) -> State:
        """What a game remembers of a result."""
        return s

    def before_follow(self, g: G, s: State, battle: Battle) -> State:
        """What is settled before units follow up an automatic DS."""
        return s

    def end_combat(self, g: G, s: State, side: str, course: Course) -> State:
        """The end of a combat phase."""
        return s

    # ---------------------------------------------------------------- losses and standing fast
    def shrugs_off(self, g: G, s: State, battle: Battle, result: Result) -> bool:
        """Whether the defender ignores a loss."""
        return False

    def unharmed(self, g: G, s: State, battle: Battle, course: Course) -> State:
        """Say why the defenders bear no loss."""
        return s

    def engage(self, g: G, s: State, units: Names, course: Course) -> State:
        """Tie units down."""
        return s

    def after_loss(self, g: G, s: State, unit: str, course: Course) -> State:
        """What a step loss that a unit survived brings."""
        return s

    def after_destruction(self, g: G, s: State, unit: str, course: Course) -> State:
        """What the loss of a unit brings."""
        return s

    def stand_bars(self, g: G, s: State, battle: Battle, result: Result, desperate: bool) -> Bars:
        """What forbids a determined defence."""
        return ()

    def attack_spent(self, g: G, s: State, battle: Battle, result: Result) -> bool:
        """Whether the defenders may ignore the retreat."""
        return False

    def stand_aids(self, g: G, s: State, battle: Battle, lead: str) -> Iterable[str]:
        """What may support a determined defence."""
        return ()

    def spend_aid(self, g: G, s: State, battle: Battle, aid: str, course: Course) -> State:
        """Use it up."""
        return s

    def stand_pause(
        self, g: G, s: State, phase: Stand, lead: str, die: int, how: How
    ) -> Phase | None:
        """A phase that settles a roll of determined defence before it counts."""
        return None

    # ---------------------------------------------------------------- retreat
    def stays_behind(self, g: G, s: State, unit: str) -> bool:
        """Whether a unit stays in its hex when the others retreat."""
        return False

    def retreat_barriers(self, g: G, s: State, unit: str, here: str, there: str) -> Iterable[str]:
        """Ground that destroys a retreating unit, as keys."""
        return ()

    def edge_barriers(self, g: G, s: State, unit: str, here: str, area: str) -> Iterable[str]:
        """What destroys a unit that retreats off the map into an own area, as keys."""
        return ()

    def short_ways(
        self, g: G, s: State, unit: str, length: int, found: Sequence[Way]
    ) -> Iterable[Way]:
        """Ways that stop short for a price."""
        return ()

    def withdrawn(self, g: G, s: State, passage: Passage, course: Course) -> State:
        """What a retreat does to the hexes on its way, besides taking control of them."""
        return s

    def on_disorder(self, g: G, s: State, unit: str) -> State:
        """What else a disruption does."""
        return s

    # ---------------------------------------------------------------- advance and breakthrough
    def advance_zoc(
        self, g: G, s: State, phase: Advance, unit: str, path: Names, number: int
    ) -> Bars:
        """What enemy ZOCs forbid in an advance."""
        return ()

    def advance_ground(
        self, g: G, s: State, phase: Advance, unit: str, path: Names, number: int
    ) -> Bars:
        """What terrain forbids in an advance."""
        return ()

    def edge_ground(self, g: G, s: State, unit: str, hex: str) -> Bars:
        """What terrain forbids in an advance out of an entry area onto the map."""
        return ()

    def advance_crowd(self, g: G, s: State, units: Names, hex: str) -> Bars:
        """Whether units may end an advance together in a hex."""
        return ()

    def advance_end(
        self, g: G, s: State, phase: Advance, unit: str, path: Names, group: Names
    ) -> Bars:
        """Where a unit (of a group) may not end its advance."""
        return ()

    def stops_advance(self, g: G, s: State, phase: Advance, unit: str, path: Names) -> bool:
        """Whether the advance of a unit is over here."""
        return False

    def joins_group(self, g: G, s: State, phase: Advance, units: Names) -> bool:
        """Whether more units may join the breakthrough group."""
        return False

    def breakthrough_ways(self, g: G, s: State, phase: Advance, action: Action) -> Iterable[Action]:
        """The same breakthrough combat with more help."""
        return ()

    def breakthrough_reasons(self, g: G, s: State, phase: Advance, battle: Battle) -> Bars:
        """What else forbids breakthrough combat."""
        return ()

    # ---------------------------------------------------------------- supply and recovery
    def before_supply(self, g: G, s: State, side: str, course: Course) -> State:
        """What comes first in a supply phase."""
        return s

    def after_supply(self, g: G, s: State, side: str, cut: Names, course: Course) -> State:
        """What comes last in a supply phase."""
        return s

    def before_recovery(self, g: G, s: State, phase: Recovery) -> Phase | None:
        """A phase in which the owner says what is not to recover; None to go on."""
        return None

    def stays_routed(self, g: G, s: State, unit: str) -> bool:
        """Whether its owner leaves a routed unit as it is."""
        return False

    def end_recovery(self, g: G, s: State, side: str, course: Course) -> State:
        """The end of a recovery phase."""
        return s


WHERE = {"bars_into": "step_bars", "stops_at": "stop_reasons", "enters_at": "entry_reasons"}
"""Who says where is whoever adds something there. Out of hexes only who says so adds anything."""


def adding(chapters: Sequence[Chapter[G]]) -> Mapping[str, tuple[Chapter[G], ...]]:
    """Which chapters add something of each kind: nobody else need be asked."""

    def adds(one: Chapter[G], name: str) -> bool:
        return getattr(type(one), name) is not getattr(Chapter, name)

    return {
        name: tuple(one for one in chapters if adds(one, WHERE.get(name, name)))
        for name in vars(Chapter)
        if not name.startswith("_")
    }
