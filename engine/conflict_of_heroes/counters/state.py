"""The state of a firefight, what it sets, and who is where in it: every chapter reads it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, TypedDict, Unpack

from engine.agenda import AgendaState, once_a_state
from engine.board import Board
from engine.conflict_of_heroes.counters.unit import PLANE, Counter, Unit
from engine.position import Position
from engine.rules import Veiled
from engine.values import replace
from engine.verdict import enforces

if TYPE_CHECKING:
    from engine.conflict_of_heroes.ground.sight import Ground
    from engine.conflict_of_heroes.rounds.entering import Entry
    from engine.conflict_of_heroes.setup import Setup


GONE = "lost"
"""The box of destroyed units: the CAP track of their owner (7.3)."""
AWAY = "away"
"""The box of units that are off the map: not yet in, or gone by its edge (5.1)."""


class Change(TypedDict, total=False):
    """What may change about one unit: the fields of its `Counter`."""

    facing: int
    spent: bool
    hit: str | None
    shown: bool
    hidden: bool
    carrier: str | None
    dug: bool
    inside: bool
    bogged: bool
    mired: bool
    exposed: bool
    altitude: int
    bombs: int
    homing: bool
    damaged: bool
    iron: bool
    wary: bool
    covert: bool
    overrun: bool


@dataclass(frozen=True)
class Work:
    """A fortification or an obstacle in a hex (18.0)."""

    kind: str
    hex: str
    facing: int = 0
    colour: str = ""
    strength: int = 0
    barring: bool = False
    """Of a trench: it bears the mark that keeps wheels out (18.2 trench)."""
    hidden: str = ""
    """The side that knows of a hidden mine; empty when it lies open (18.5)."""


@dataclass(frozen=True)
class State(AgendaState):
    """Everything that changes during play."""

    round: int
    position: Position
    counters: Mapping[str, Counter]
    turn: str
    """Whose turn comes next."""
    cap: Mapping[str, int]
    losses: Mapping[str, int]
    cups: Mapping[str, tuple[str, ...]]
    ap: Mapping[str, int]
    active: Mapping[str, tuple[str, ...]]
    points: Mapping[str, int]
    control: Mapping[str, str]
    passes: int
    works: tuple[Work, ...]
    smoke: Mapping[str, tuple[int, ...]]
    """13.0: the defence modifiers of the smoke counters in each hex."""
    hands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...]
    over: bool = False
    came: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """7.63: hexes that a side has entered against an enemy who has not answered yet: the side, and
    the hex it came from."""
    goals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """8.1 objective: the secret aims of each side."""
    aimed: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """12.3: artillery called for by each side: (card, hex)."""
    left: frozenset[str] = frozenset()
    """Units that went off the map for good (5.1)."""
    called_up: frozenset[str] = frozenset()
    """Reinforcements that an event card brought (8.1 firefight event)."""
    firepower: frozenset[str] = frozenset()
    """8.1 firepower: sides whose next attack is stronger by their card."""
    double: str = ""
    """8.1 double action: the side that has said that it acts twice, before it first acts."""
    busy: frozenset[str] = frozenset()
    """8.3 forced march: sides whose activated units have spent AP on more than moving."""

    def of(self, unit: str) -> Counter:
        """A unit's counter."""
        return self.counters[unit]

    def changed(self, unit: str, **fields: Unpack[Change]) -> State:
        """The same state with something about one unit changed."""
        counter = self.counters[unit]
        if all(getattr(counter, name) == value for name, value in fields.items()):
            return self
        counter = replace(counter, **fields)
        return replace(self, counters={**self.counters, unit: counter})

    def at(self, unit: str, place: str) -> State:
        """The same state with a unit in another place."""
        return replace(self, position=self.position.moved(unit, place))

    @property
    def loads(self) -> Mapping[str, tuple[str, ...]]:
        """What each carrier carries or tows (17.0)."""
        return self.once("loads", self._loads)

    def _loads(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for unit, counter in self.counters.items():
            if counter.carrier is not None:
                found[counter.carrier] = (*found.get(counter.carrier, ()), unit)
        return found

    def aboard(self, unit: str) -> tuple[str, ...]:
        """What a unit carries or tows, and what that carries in turn (17.0)."""
        return tuple(one for u in self.loads.get(unit, ()) for one in (u, *self.aboard(u)))

    def facing(self, unit: str, facing: int) -> State:
        """The same state with a unit turned, and whatever it carries with it (5.2, 17.0)."""
        s = self
        for one in (unit, *self.aboard(unit)):
            s = s.changed(one, facing=facing)
        return s

    def with_cap(self, side: str, amount: int) -> State:
        """The same state with another number of CAP; never below none."""
        return replace(self, cap={**self.cap, side: max(amount, 0)})

    def without(self, side: str, units: Collection[str]) -> State:
        """The same state with units out of their activation, its AP gone with the last (9.0)."""
        rest = tuple(unit for unit in self.active[side] if unit not in units)
        ap = self.ap[side] if rest else 0
        return replace(self, ap={**self.ap, side: ap}, active={**self.active, side: rest})

    def scored(self, side: str, worth: int) -> State:
        """The same state with more victory points for a side (2.4)."""
        return replace(self, points={**self.points, side: self.points[side] + worth})

    def dropped(self, side: str, card: str) -> State:
        """The same state with one card less in a hand (8.1)."""
        hand = list(self.hands[side])
        hand.remove(card)
        return replace(self, hands={**self.hands, side: tuple(hand)})

    @enforces("13.0 adding")
    def smoke_in(self, hex: str) -> int:
        """The smoke of a hex, all its counters together (13.0 adding)."""
        return sum(self.smoke.get(hex, ()))

    @property
    def obstacles(self) -> tuple[Work, ...]:
        """The works that make a step another one: wire, and what keeps wheels out (18.2, 18.4)."""
        return self.once("obstacles", self._obstacles) if self.works else ()

    def _obstacles(self) -> tuple[Work, ...]:
        return tuple(work for work in self.works if work.kind == "wire" or work.barring)

    def works_in(self, hex: str) -> tuple[Work, ...]:
        """The fortifications and obstacles of a hex (18.0)."""
        return tuple(work for work in self.works if work.hex == hex)


@cache
def nation(army: str) -> str:
    """The side that an army fights for: of four players two share one (21.0)."""
    return army.partition("-")[0]


@enforces("21.0")
@cache
def hostile(one: str, other: str) -> bool:
    """Whether two armies are enemies (21.0)."""
    return nation(one) != nation(other)


class Setting(Veiled):
    """The rules as far as the chapters of the game are built on them."""

    board: Board
    ground: Ground
    units: Mapping[str, Unit]
    rank: Mapping[str, int]
    """The order in which they are listed."""
    sides: tuple[str, ...]
    order: tuple[str, ...]
    """Whose turn follows whose."""
    setup: Setup
    cups: Mapping[str, tuple[str, ...]]

    def on(self, switch: str) -> bool:
        """Whether an optional rule is in use."""
        return self.scenario.switches[switch]

    @once_a_state
    def on_map(self, s: State, side: str) -> list[str]:
        """A side's units on the map, hidden ones included."""
        place, board = s.position.place, self.board
        own = (u for u in s.position.units() if self.units[u].side == side)
        return [u for u in own if place(u) in board]

    def friends(self, s: State, side: str) -> list[str]:
        """The units of a side and of its allies on the map (21.0)."""
        return [u for one in self.sides if not hostile(one, side) for u in self.on_map(s, one)]

    def foes(self, s: State, side: str) -> list[str]:
        """The units of all enemies of a side on the map, hidden ones included."""
        return [u for one in self.enemies(side) for u in self.on_map(s, one)]

    def enemies(self, side: str) -> tuple[str, ...]:
        """The armies that fight a side (21.0)."""
        return tuple(one for one in self.sides if hostile(one, side))

    @enforces("21.0")
    def after(self, side: str) -> str:
        """Whose turn follows a side's: enemies in turn, or two allies together (21.0)."""
        place = self.order.index(side) + 1
        return self.order[place % len(self.order)]

    no = Veiled.against

    def unit_name(self, unit: str) -> str:
        """With the army that it belongs to."""
        return self.units[unit].title

    def here(self, s: State, unit: str) -> bool:
        """Whether there is a unit of that name, and it is on the map."""
        return unit in self.units and s.position.place(unit) in self.board

    def entry_of(self, unit: str) -> Entry | None:
        """How a unit comes in; None when it does not."""
        return next((entry for entry in self.setup.entries if unit in entry.units), None)

    def waits(self, s: State, unit: str) -> bool:
        """Whether a unit stands at the edge of the map and may come in now (5.1). A plane that is
        spent has flown for this round (20.0)."""
        entry = self.entry_of(unit)
        if self.units[unit].kind == PLANE and s.of(unit).spent:
            return False
        return (
            entry is not None
            and (entry.round <= s.round or unit in s.called_up)
            and unit not in s.left
            and s.position.place(unit) == AWAY
        )

    def foes_in(self, s: State, side: str, hex: str) -> list[str]:
        """Enemy units on the ground of a hex, whom a side may meet in close combat (7.63)."""
        return [
            u
            for u in s.position.at(hex)
            if hostile(self.units[u].side, side)
            and self.units[u].kind != PLANE
            and not s.of(u).hidden
        ]

    def control(self, s: State) -> dict[str, str]:
        """Who holds the hexes that matter: whoever was last alone in them (2.4)."""
        held = dict(s.control)
        for hex in self.setup.counted:
            sides = {
                self.units[u].side
                for u in s.position.at(hex)
                if self.units[u].kind != PLANE and not s.of(u).hidden
            }
            if len({nation(one) for one in sides}) == 1:
                # the army that came first keeps what an ally joins (21.0)
                held[hex] = held[hex] if held.get(hex) in sides else min(sides)
            elif sides:
                held[hex] = ""
        return held
