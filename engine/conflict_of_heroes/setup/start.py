"""How a firefight begins, how long it lasts and what earns points in it (1.0, 2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.conflict_of_heroes.cards.deck import Aim, Happening
from engine.conflict_of_heroes.counters.state import Counter, State, Work
from engine.conflict_of_heroes.counters.unit import GERMAN, Unit
from engine.conflict_of_heroes.hand.veterans import Bond
from engine.conflict_of_heroes.hidden.deployment import Deployment, Zone
from engine.conflict_of_heroes.rounds.entering import Entry
from engine.conflict_of_heroes.rounds.rounds import PreRound, Round
from engine.position import Position

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


@dataclass(frozen=True, slots=True)
class Start:
    """A firefight that begins within a round: whose turn it is, and what each side has left."""

    turn: str = GERMAN
    ap: Mapping[str, int] = field(default_factory=dict)
    cap: Mapping[str, int] = field(default_factory=dict)
    losses: Mapping[str, int] = field(default_factory=dict)
    active: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    passes: int = 0


@dataclass(frozen=True)
class Setup:
    """The start of a firefight, its length and what earns points."""

    section: int
    first_round: int
    rounds: int
    cap: Mapping[str, int]
    start: Start | None
    hex_points: Mapping[str, int]
    works: tuple[Work, ...]
    smoke: Mapping[str, tuple[int, ...]]
    control: Mapping[str, str]
    hands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...]
    draw: int
    entries: tuple[Entry, ...]
    exits: Mapping[str, tuple[str, ...]]
    exit_points: int
    decoys: Mapping[str, bool]
    """21.2: marked hexes of solitaire play that hold units drawn from a cup."""
    zones: tuple[Zone, ...]
    bonds: tuple[Bond, ...]
    scoring: tuple[str, ...]
    happening: Happening
    aims: Mapping[str, Aim]
    tasks: Mapping[str, tuple[str, ...]]
    """2.3: hexes that a side must hold, all of them, to end the game at once."""
    targets: Mapping[str, tuple[str, ...]]
    """12.3: hexes that the firefight gives a side's guns as targets."""
    alternate: bool
    """21.0: with three or four players, enemies take turns; else two allies play in a row."""
    together: bool
    """21.0: a side wins together, or each player alone."""

    @cached_property
    def counted(self) -> frozenset[str]:
        """The hexes of which it matters who holds them (2.3, 2.4, 8.1 objective, 8.1 score)."""
        tasks = (hex for hexes in self.tasks.values() for hex in hexes)
        aims = (aim.hex for aim in self.aims.values())
        return frozenset((*self.hex_points, *self.control, *self.scoring, *tasks, *aims))

    def first_state(self, g: Firefight) -> State:
        """The state before the first phase runs."""
        counters = {unit.id: _counter(unit) for unit in g.units.values()}
        start = self.start or Start()
        cups = {name: list(cup) for name, cup in g.cups.items()}
        for counter in counters.values():
            for cup in cups.values():
                if counter.hit in cup:
                    cup.remove(counter.hit)
        cap = {side: start.cap.get(side, self.cap[side]) for side in g.sides}
        state = State(
            agenda=(),
            round=self.first_round,
            position=Position(g.scenario.where),
            counters=counters,
            turn=start.turn,
            cap=cap,
            losses={side: start.losses.get(side, 0) for side in g.sides},
            cups={name: tuple(cup) for name, cup in cups.items()},
            ap={side: start.ap.get(side, 0) for side in g.sides},
            active={side: start.active.get(side, ()) for side in g.sides},
            points=dict.fromkeys(g.sides, 0),
            control=dict(self.control),
            passes=start.passes,
            works=self.works,
            smoke=dict(self.smoke),
            hands={side: tuple(self.hands.get(side, ())) for side in g.sides},
            deck=self.deck,
        )
        opening: Phase = Round() if self.start is not None else PreRound()
        zones = [Deployment(i, zone.side) for i, zone in enumerate(self.zones)]
        return state.push(*zones, opening)


def _counter(unit: Unit) -> Counter:
    begins = unit.opening
    return Counter(
        facing=unit.facing,
        spent=begins.spent,
        hit=begins.hit,
        hidden=begins.hidden,
        carrier=begins.carried,
        dug=begins.dug,
        inside=begins.inside,
        bogged=begins.bogged,
        altitude=begins.altitude,
        bombs=begins.bombs,
    )
