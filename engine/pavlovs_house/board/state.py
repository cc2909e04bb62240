"""The state of a game of Pavlov's House: an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.agenda import AgendaState
from engine.pavlovs_house.board.pieces import STOCK, SUPPLY
from engine.position import Position
from engine.values import replace

Tokens = Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class State(AgendaState):
    """Everything that changes during play."""

    turn: int
    position: Position
    tokens: Tokens
    """How many tokens of a kind lie in a place; a place may be a Soviet counter."""
    defence: Mapping[str, int]
    exhausted: frozenset[str] = frozenset()
    deck: tuple[str, ...] = ()
    """Soviet cards still to come, in no order: a draw is one of them at random."""
    hand: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    fog: tuple[str, ...] = ()
    """Fog of war cards in the stock."""
    wehrmacht: tuple[tuple[str, ...], ...] = ()
    """The Wehrmacht deck as its parts, top first; within a part the order is not known."""
    played: tuple[str, ...] = ()
    """Wehrmacht cards that have been settled."""
    storm: str | None = None
    """The card in the storm group area."""
    won: tuple[str, ...] = ()
    """Storm group and support cards kept for their points."""
    gone: tuple[str, ...] = ()
    """Cards removed from the game."""
    unseen: tuple[str, ...] = ()
    """Cards removed at the start that nobody may look at (0.0 setup wehrmacht deck)."""
    moved: frozenset[str] = frozenset()
    """Counters that have made their move of this phase."""
    tactics: tuple[tuple[str, ...], ...] = ()
    open_tactics: tuple[str, ...] = ()
    tactics_turn: int = 0
    """The turn for whose rest the open tactics cards hold (7.2.1 play)."""
    support: tuple[str, ...] = ()
    open_support: str | None = None
    german_hand: tuple[str, ...] = ()
    german_tactics: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    planned_tactic: str | None = None
    milk_house_played: bool = False
    lost: tuple[str, str] | None = None
    """The rule and the key of a sudden defeat (6.0 immediate loss)."""

    # ------------------------------------------------------------ tokens

    def count(self, kind: str, place: str) -> int:
        """How many tokens of a kind lie in a place."""
        return self.tokens.get((kind, place), 0)

    def shifted(self, kind: str, start: str, goal: str, number: int = 1) -> State:
        """Tokens from one place to another; what is not there does not move (0.0 token limit)."""
        number = min(number, self.count(kind, start))
        if number <= 0 or start == goal:
            return self
        tokens = dict(self.tokens)
        tokens[kind, start] -= number
        if not tokens[kind, start]:
            del tokens[kind, start]
        tokens[kind, goal] = tokens.get((kind, goal), 0) + number
        return replace(self, tokens=tokens)

    def damaged(self, place: str) -> bool:
        """Whether a location or a Soviet counter has a damage token."""
        return ("damage", place) in self.tokens

    def bags(self) -> int:
        """Medic bags in the supply area (5.0)."""
        return self.count("medic", SUPPLY)

    # ------------------------------------------------------------ counters

    def place(self, unit: str) -> str:
        """Where a counter is."""
        return self.position.place(unit)

    def at(self, unit: str, place: str) -> State:
        """The same state with a counter in another place."""
        return replace(self, position=self.position.moved(unit, place))

    def fresh(self, unit: str) -> bool:
        """Whether a Soviet counter is neither exhausted nor damaged."""
        return unit not in self.exhausted and not self.damaged(unit)

    def without_marks(self, unit: str) -> State:
        """A Soviet counter that leaves play: its tokens go back to the stock."""
        s = self
        for kind in ("damage", "action", "order"):
            s = s.shifted(kind, unit, STOCK, s.count(kind, unit))
        return replace(s, exhausted=s.exhausted - {unit})
