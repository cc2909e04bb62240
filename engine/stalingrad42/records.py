"""What only Stalingrad '42 keeps track of, beside what both games share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.values import replace
from engine.zocbond.board.state import Records as Own
from engine.zocbond.board.state import State

Units = tuple[str, ...]
Hexes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedOffensive:
    """A marker on a headquarters: in planning, or ready; where the headquarters began the turn."""

    head: str
    ready: bool
    seat: str


@dataclass(frozen=True)
class Records(Own):
    """Weather, aircraft, works, railways, supply, sieges, counters at hand, and what a side did."""

    # ---------------------------------------------------------------- travel (chapter 5)
    railed: Units = ()
    """Who went by rail in this turn, of so many trains (5.6)."""
    rail_left: bool = False
    """Whether a train has left the map by an area."""
    vladimirovka: bool = False
    """Whether the line by Vladimirovka was used in this turn."""
    sailed: tuple[str, ...] = ()
    """The seas that were crossed in this turn (5.7)."""
    strait: bool = False
    """Whether the strait of Kerch was crossed in this turn (5.7.2)."""
    flotilla: str = ""
    """The hex of the Volga flotilla (5.5.3)."""
    flotilla_moved: bool = False

    # ---------------------------------------------------------------- aircraft (9.3)
    air: int = 0
    """German aircraft at hand."""
    air_romanian: int = 0
    air_group: Units = ()
    """The group whose aircraft flies on with it in a breakthrough."""
    standing: tuple[Units, ...] = ()
    """The groups whose aircraft stayed with them (9.3.7)."""
    air_defence: str | None = None
    """The hex that an aircraft defends in this battle."""
    air_shifted: str | None = None

    # ---------------------------------------------------------------- fortifications (9.7)
    forts: Mapping[str, str] = field(default_factory=dict)
    """The hexes of finished ones, and whose they are."""
    building: Mapping[str, str] = field(default_factory=dict)
    deactivated: Hexes = ()
    """Printed ones that have lapsed (9.7.7)."""

    # ---------------------------------------------------------------- losses (chapter 10)
    remnants: Units = ()
    """Units that are a remnant counter (10.4.1)."""
    second_loss: Units = ()
    """Who has just lost a second step of three."""
    gone: Units = ()
    """Destroyed for good."""

    # ---------------------------------------------------------------- battles (11 to 15)
    helped: Units = ()
    """Who has the help of the ground in this battle."""
    stood: Units = ()
    """Who stood in the hex before this battle (19.3)."""
    city_battles: Mapping[str, int] = field(default_factory=dict)
    """The level of each City Battle marker (11.6)."""
    besiegers: Mapping[str, Units] = field(default_factory=dict)
    """Who brought the marker (11.6.2)."""
    staying_routed: Units = ()
    """Who is to stay routed in this recovery phase (13.4)."""
    riders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Who may advance beside the attackers of a hex, and where they stood (14.1)."""
    auto_riders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The same after an automatic DS (8.6.2)."""

    # ---------------------------------------------------------------- railways and supply (17, 18)
    railheads: Mapping[str, str] = field(default_factory=dict)
    converted: Hexes = ()
    """The hexes beyond the railheads that are converted (17.3)."""
    rail_net: Mapping[str, Hexes] = field(default_factory=dict)
    """The net of a side where a scenario gives it."""
    mobile: Units = ()
    """Supply points on their mobile side (18.6.2)."""
    dumps: Units = ()
    double_dumps: Units = ()
    """Dumps of two supply points (18.6.8)."""
    flipped: Units = ()
    """Supply points that were turned in this turn."""

    # ---------------------------------------------------------------- units that come (19 to 22)
    asleep: Units = ()
    """Soviet units that wait for the enemy to come near (20.1)."""
    returns: Mapping[str, int] = field(default_factory=dict)
    """The turn in which a unit in the pool comes back (19.4)."""
    spots: tuple[str, ...] = ()
    """What has taken back a unit in this turn (21.3.1)."""
    exited: Units = ()
    """Who left the map for an area in this turn."""
    passed: Units = ()
    """Who passed from area to area in this turn."""

    # ---------------------------------------------------------------- weather (chapter 23)
    weather: str = "clear"
    sky: str = "clear"
    """What the aircraft see of it in mud."""
    soaked: bool = False
    """Whether it has rained: seasonal swamps are swamps (23.2)."""

    # ---------------------------------------------------------------- victory (chapter 24)
    baku: bool = False
    """Whether the German has won Baku (24.1.2)."""
    elbrus: bool = False
    """Whether the top was climbed (24.3)."""
    stalingrad_lost: bool = False
    """Whether the German has failed to hold the city (S3)."""

    # ---------------------------------------------------------------- options (25 to 33)
    activated: Units = ()
    """Reserves that advanced into a battle of this phase (25.2)."""
    one_hex: Units = ()
    """Those of them who stopped after one hex."""
    last_battle: str = ""
    plans: tuple[PlannedOffensive, ...] = ()
    """Planned offensives (26)."""
    contested: Mapping[str, str] = field(default_factory=dict)
    """Contested cities, and who held each first (29.1)."""
    transcaucasus: bool = False
    """Whether the front has been called (30)."""
    armies: Mapping[str, Units] = field(default_factory=dict)
    """Reserve armies that sleep (31)."""
    army_woken: int = 0
    """The last turn in which one was woken."""
    special_debt: int = 0
    """Special replacements that are owed (32.3)."""
    viking: bool = False
    """Whether Wiking has its third regiment (32.4)."""
    offensive_turn: int = 0
    """The turn in which the winter offensive began (33.1)."""
    mini: bool = False
    """Whether the German mini-turn goes on (33.2.2)."""

    # ---------------------------------------------------------------- maskirovka (chapter 34)
    masks: Mapping[str, str] = field(default_factory=dict)
    """The box of each reserve army."""
    mask_seats: Mapping[str, str] = field(default_factory=dict)
    """Where each began the turn."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """Units out of a box, and the army they lie over."""
    unmasked: Units = ()
    felt: Units = ()
    """Armies that the German has felt out."""
    mask_asked: Units = ()
    """Armies that were asked in this battle."""
    empty_seen: Units = ()
    """An army whose empty box was shown."""
    box_moved: bool = False
    strategic: bool = False
    """Whether an army has gone by strategic movement in this turn."""
    swapped: tuple[int, str, str] | None = None
    """The turn in which two armies changed markers, and both."""

    # ---------------------------------------------------------------- scenarios
    tactical_only: str = ""
    """The side that moves only tactically in the first turn (S1.2, S3.4, S4.2)."""
    preliminary: bool = False
    """Whether the opening of the scenario goes on (S2)."""
    first_turn: int = 0


def counted_anew(now: Records) -> Records:
    """What a side may do so often in its turn, at the beginning of it."""
    return replace(
        now,
        railed=(),
        rail_left=False,
        vladimirovka=False,
        sailed=(),
        strait=False,
        flotilla_moved=False,
        flipped=(),
        exited=(),
        passed=(),
        spots=(),
    )


def records(s: State) -> Records:
    """The records of a state."""
    assert isinstance(s.records, Records), "a state of Stalingrad '42 has its records"
    return s.records
