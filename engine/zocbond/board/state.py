"""The state both games share: where units are, the steps they lost, the markers they bear."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from engine.agenda import AgendaState
from engine.position import Position
from engine.values import Names, remember, replace
from engine.verdict import enforces

if TYPE_CHECKING:
    from engine.hexset import HexSet, Ways
    from engine.verdict import Reason
    from engine.zocbond.battle.battle import Battle
    from engine.zocbond.board.reaching import Answer
    from engine.zocbond.board.walking import Strides
    from engine.zocbond.board.zones import Gap

DISRUPTED, ROUTED = "disrupted", "routed"
ENGAGED, SPENT, SCATTERED = "engaged", "spent", "scattered"
OUT, ISOLATED = "out", "isolated"
AUTO_DS, TRAIN, MOVING, FIRED = "auto-ds", "train", "moving", "fired"
REPLACED, RETREATED, DISMOUNTED, RESERVE = "replaced", "retreated", "dismounted", "reserve"
SHELTERED = "sheltered"
"""Retreated in this phase into a hex with friends who did not."""
MARKS = (
    *(DISRUPTED, ROUTED, ENGAGED, SPENT, SCATTERED, OUT, ISOLATED, AUTO_DS, TRAIN, MOVING),
    *(FIRED, REPLACED, RETREATED, SHELTERED, DISMOUNTED, RESERVE),
)
NONE: frozenset[str] = frozenset()
P = ParamSpec("P")
T = TypeVar("T")
G = TypeVar("G")


class Lie:
    """What was found out about the ground while it lies in one way."""

    __slots__ = ("blown", "edges", "gaps", "hexes", "searches", "strides", "ways")

    def __init__(self, blown: tuple[str, ...]) -> None:
        self.blown = blown
        self.ways: dict[Hashable, Ways] = {}
        self.hexes: dict[Hashable, HexSet] = {}
        self.edges: dict[str, frozenset[str]] = {}
        self.gaps: dict[tuple[int, str], Gap] = {}
        self.strides: dict[Hashable, Strides] = {}
        self.searches: dict[Hashable, Answer] = {}

    def after(self, blown: tuple[str, ...]) -> Lie:
        """What holds of it all the same when other bridges are down."""
        lie, changed = Lie(blown), set(self.blown).symmetric_difference(blown)
        ends = {hex for bridge in changed for hex in bridge.split("-")}
        lie.strides = {kind: steps.but_at(ends) for kind, steps in self.strides.items()}
        return lie


Lays: TypeAlias = dict[tuple[Hashable, tuple[str, ...]], Lie]
"""However the ground has lain so far: by what the weather did, and the bridges that were down."""


class Kept:
    """Facts about a position, and the parts of the state they were worked out from."""

    __slots__ = ("asked_by", "facts", "lays", "stamp")

    def __init__(self, stamp: tuple[object, ...], lays: Lays) -> None:
        self.stamp = stamp
        self.lays = lays
        """What was found out about the ground, however it has lain so far."""
        self.asked_by: dict[Hashable, object] | None = None
        """The facts of the state that asked last: it is no use comparing it again."""
        self.facts: dict[Hashable, object] = {}


class Passage(NamedTuple):
    """Units of a side that go along a path, in a mode of movement."""

    side: str
    units: tuple[str, ...]
    path: tuple[str, ...]
    """From where they are, a hex or an entry area, to where they come."""
    mode: str = ""
    """Empty where they do not move in any, but advance."""

    @property
    def hexes(self) -> tuple[str, ...]:
        """Those they come into."""
        return self.path[1:]


class Crossing(NamedTuple):
    """Water that a group comes to where no bridge leads over it."""

    units: Names
    mode: str
    gone: int
    """The hexes they have gone before."""
    here: str
    there: str
    kind: str


@dataclass(frozen=True)
class Records:
    """What is kept beside where units are and how they stand; each game has more of its own."""

    blown: tuple[str, ...] = ()
    """Bridges that are down: no road leads over them."""
    willing: tuple[str, ...] = ()
    """Who routed of his own will in this phase."""
    auto: tuple[Battle, ...] = ()
    """Automatic DS results that are still to be followed up."""
    struck: tuple[str, ...] = ()
    """Who was attacked in this combat phase."""
    roused: tuple[str, ...] = ()
    """Garrisons that have been woken."""
    winner: str | None = None
    """Who has won before the last turn."""
    broken: tuple[Reason, ...] = ()
    """Mistakes of the program that were noted on the way."""


@dataclass(frozen=True)
class State(AgendaState):
    """A position of either game."""

    turn: int
    position: Position
    lost: Mapping[str, int]
    marks: Mapping[str, frozenset[str]]
    control: Mapping[str, str] = field(default_factory=dict)
    records: Records = field(default_factory=Records)
    kept: Kept = field(default_factory=lambda: Kept((), {}), compare=False, repr=False)

    def fact(self, key: Hashable, find: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What rules code works out once for all states that differ in their agenda at most."""
        kept = self.kept if self.kept.asked_by is self.facts else self._keep()
        return remember(kept.facts, key, find, *args, **named)

    def _keep(self) -> Kept:
        """The facts that hold in this state too, or none yet."""
        kept = self.kept
        stamp = (self.position, self.lost, self.marks, self.control, self.records, self.turn)
        if len(kept.stamp) != len(stamp) or any(
            a is not b for a, b in zip(kept.stamp, stamp, strict=True)
        ):
            kept = Kept(stamp, kept.lays)
            object.__setattr__(self, "kept", kept)
        kept.asked_by = self.facts
        return kept

    def forget(self) -> None:
        """Drop what was worked out for this state; of a game on a whole map that is megabytes."""
        self.facts.clear()
        object.__setattr__(self, "kept", Kept((), self.kept.lays))

    @property
    def lays(self) -> Lays:
        """What was found out about the ground, by how it lies: kept from state to state."""
        return self.kept.lays

    def has(self, unit: str, *marks: str) -> bool:
        """Whether a unit bears any of some markers."""
        mine = self.marks.get(unit)
        return mine is not None and not mine.isdisjoint(marks)

    @enforces("good-order")
    def good(self, unit: str) -> bool:
        """Good order: neither disrupted nor routed."""
        return not self.has(unit, DISRUPTED, ROUTED)

    def mark(self, units: Iterable[str], *marks: str) -> State:
        """Put markers on units."""
        more = {unit: self.marks.get(unit, NONE) | set(marks) for unit in units}
        return replace(self, marks={**self.marks, **more}) if more else self

    def unmark(self, units: Iterable[str], *marks: str) -> State:
        """Take markers off units."""
        less = {unit: self.marks.get(unit, NONE) - set(marks) for unit in units}
        return replace(self, marks={**self.marks, **less}) if less else self

    def keep(self, records: Records) -> State:
        """The state with other records."""
        return replace(self, records=records)

    def place(self, unit: str) -> str:
        """Where a unit is: a hex, an entry area or a box."""
        return self.position.place(unit)

    def put(self, unit: str, to: str) -> State:
        """A unit somewhere else."""
        return replace(self, position=self.position.moved(unit, to))


def lasting(find: Callable[Concatenate[G, State, P], T]) -> Callable[Concatenate[G, State, P], T]:
    """A question that is worked out once for all states that differ in their agenda at most."""

    def found(g: G, s: State, /, *about: P.args, **named: P.kwargs) -> T:
        return s.fact((find, *about, *named.items()), find, g, s, *about, **named)

    return found
