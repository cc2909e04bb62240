"""What only Holland '44 keeps track of: a part of the state beside what both games share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.zocbond.board.state import Records as Own
from engine.zocbond.board.state import State

Units = tuple[str, ...]


@dataclass(frozen=True)
class Records(Own):
    """Bridges, weather, drops, ferries, counters at hand, and what units did in a turn.

    Blown bridges are with the shared records, for no road leads over them.
    """

    # ---------------------------------------------------------------- bridges (chapter 5)
    bridges: tuple[str, ...] = ()
    """All that can be blown."""
    intact: tuple[str, ...] = ()
    mined_now: tuple[str, ...] = ()
    """Mined again in this bridge phase (5.3.3)."""
    repairing: Mapping[str, int] = field(default_factory=dict)
    """Under repair, with the turn of the last work (5.8)."""
    menders: Mapping[str, str] = field(default_factory=dict)
    """The side that repairs a bridge."""
    spared: tuple[tuple[str, str, str], ...] = ()
    """Bridge, unit and hex of every question that the German was asked (5.4)."""

    # ---------------------------------------------------------------- weather (chapter 4)
    weather: tuple[str, str] = ("clear", "clear")
    """In the morning and in the afternoon."""
    sky: str = "clear"
    """The weather now."""
    air: int = 0
    """Aircraft at hand."""

    # ---------------------------------------------------------------- drops (chapter 22)
    landed: Units = ()
    landed_steps: Mapping[str, int] = field(default_factory=dict)
    """Steps that dropped on a hex in this turn (22.2.3)."""
    dropped_day: int | None = None
    """The day of the last drop (22.1.2)."""
    dives: Mapping[str, Units] = field(default_factory=dict)
    """Who lands on which enemy hex (22.6)."""
    dive_mods: Mapping[str, int] = field(default_factory=dict)
    """What modifies the landing of each of them."""

    # ---------------------------------------------------------------- ferries and engineers (23.3)
    ferried: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Steps a ferry or engineer carried in this turn, and the technical ones among them."""
    ferriers: Mapping[str, str] = field(default_factory=dict)
    """Engineers whose ferry was used, and over which side."""
    spans: Mapping[str, str] = field(default_factory=dict)
    """The side over which the ferry of an engineer lies."""
    laid: Units = ()
    """Engineers whose ferry was turned in this turn."""
    assaults: Units = ()
    """Engineers who carried an assault in this turn (9.5.3)."""

    # ---------------------------------------------------------------- counters
    parents: Mapping[str, str] = field(default_factory=dict)
    """The parent of each detachment (21.1)."""
    remnants: Mapping[str, int] = field(default_factory=dict)
    """Remnant counters left of each sort, where any were taken (11.4)."""
    stragglers: Mapping[str, int] = field(default_factory=dict)
    stragglers_new: Mapping[str, int] = field(default_factory=dict)
    """Those of this turn, of no use yet (22.7)."""
    exhausted: Units = ()
    """Airborne supply that is used up (18.2.2)."""
    gone: Units = ()
    """Airborne supply that never comes back (18.2.3)."""
    traffic: Mapping[str, str] = field(default_factory=dict)
    """Where each traffic marker lies (24.3)."""
    turned: Units = ()
    """An unknown unit that was just turned (25.2.2)."""
    shifted: int | None = None
    """The last turn in which an unknown unit was shifted (25.6)."""

    # ---------------------------------------------------------------- what happened in a turn
    began: Mapping[str, str] = field(default_factory=dict)
    """Where everybody was when it began (9.5.3)."""
    went: Units = ()
    """Who moved."""
    sped: Units = ()
    """Who used extended movement."""
    gave_up: Units = ()
    """Who stayed so that others infiltrate (8.3.3)."""
    passed: Units = ()
    """Who came from another entry area (19.6)."""
    marked: Units = ()
    """Guns that got or lost a movement marker (17.3)."""
    replacements: tuple[str, ...] = ()
    """Sources that sent one (20.2.2)."""
    returned: tuple[str, ...] = ()
    """Divisions with a straggler back (22.7)."""
    storm: str = ""
    """The result of the battle in the middle of a move (25.3.2)."""
    joining: tuple[str, Units] | None = None
    """The hex whose attack a breakthrough group joins, and the group (16.5)."""


def records(s: State) -> Records:
    """The records of a state."""
    assert isinstance(s.records, Records), "a state of Holland '44 has its records"
    return s.records
