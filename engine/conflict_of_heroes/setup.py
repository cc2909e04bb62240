"""How a firefight begins, how long it lasts, what earns points, and how that is read (1.0, 2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.agenda import Phase
from engine.conflict_of_heroes.cards.deck import Aim, Happening
from engine.conflict_of_heroes.counters.state import Setting, State, Work
from engine.conflict_of_heroes.counters.unit import DIRECTION, GERMAN, SIDES, Unit
from engine.conflict_of_heroes.hand.cards import FIGURES, TIED, Bond
from engine.conflict_of_heroes.hidden import Deployment, Zone
from engine.conflict_of_heroes.rounds.entering import Entry
from engine.conflict_of_heroes.rounds.rounds import PreRound, Round
from engine.files import Table
from engine.position import Position


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

    def first_state(self, g: Setting) -> State:
        """The state before the first phase runs."""
        counters = {unit.id: unit.opening for unit in g.units.values()}
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


LAST_SECTION = 6


def _read_zone(row: Table) -> Zone:
    """A zone of set-up (1.0)."""
    zone = Zone(
        side=row.need("side", str),
        hexes=tuple(row.texts("hexes")),
        units=tuple(row.texts("units")),
        mines=tuple(row.texts("mines")),
        hidden=row.get("hidden", bool, False),
        inside=row.get("inside", bool, False),
        limit=row.get("limit", int, 1),
    )
    room = len(zone.hexes) * zone.limit
    if room < max(len(zone.units), len(zone.mines)):
        raise row.problem(
            "the zone has too few hexes for what is placed in it", "hexes", "Add some."
        )
    return zone


def _read_bond(row: Table) -> Bond:
    """A veteran card and its units (8.3)."""
    card = row.need("card", str)
    changes = {name: row.get(name, int, 0) for name in FIGURES}
    figures = {name: change for name, change in changes.items() if change}
    if figures and card != "better-equipped":
        raise row.problem(f"'{card}' changes no figures", next(iter(figures)), "Take it out.")
    if card not in TIED and not row.texts("units"):
        raise row.problem("nobody is named", "units", "Name the units it serves.")
    return Bond(card, tuple(row.texts("units")), figures)


def read_setup(top: Table, units: Mapping[str, Unit], sides: tuple[str, ...] = SIDES) -> Setup:
    """Read and check the keys that only this game has."""
    section = top.get("section", int, LAST_SECTION)
    if not 1 <= section <= LAST_SECTION:
        raise top.problem(f"there is no section {section}", "section", "1 to 6.")
    rounds = top.table("rounds")
    first, last = rounds.get("first", int, 1), rounds.get("last", int, 5)
    if not 1 <= first <= last:
        raise rounds.problem(f"rounds {first} to {last} make no game", "last", "Count upwards.")
    cap, cards, exits = top.table("cap"), top.table("cards"), top.table("exit")
    aims, event, players = top.table("objectives"), top.table("event"), top.table("players")
    nothing = dict.fromkeys(sides, ())
    setup = Setup(
        section=section,
        first_round=first,
        rounds=last,
        cap={side: cap.get(side, int, 0) for side in sides},
        start=_read_start(top),
        hex_points=top.each("points", int),
        works=tuple(_read_work(row) for row in top.tables("work")),
        smoke=_read_smoke(top.table("smoke")),
        control={hex: side for side, hexes in top.lists("control").items() for hex in hexes},
        hands={side: tuple(cards.texts(side)) for side in sides},
        deck=tuple(cards.texts("deck")),
        draw=cards.get("draw", int, 1),
        entries=tuple(
            Entry(tuple(row.texts("units")), tuple(row.texts("hexes")), row.get("round", int, 1))
            for row in top.tables("entry")
        ),
        exits={side: tuple(exits.texts(side)) for side in sides},
        exit_points=exits.get("points", int, 0),
        decoys={unit.id: unit.decoy for unit in units.values() if unit.decoy is not None},
        alternate=players.get("alternate", bool, True),
        together=players.get("together", bool, True),
        zones=tuple(_read_zone(row) for row in top.tables("zone")),
        bonds=tuple(_read_bond(row) for row in top.tables("veteran")),
        scoring=tuple(top.table("score").texts("hexes")),
        happening=Happening(
            cap={**dict.fromkeys(sides, 0), **event.each("cap", int)},
            smoke=tuple(event.texts("smoke")),
            units=tuple(event.texts("units")),
        ),
        aims={
            name: Aim(aim.need("hex", str), aim.get("points", int, 1))
            for name, aim in ((name, aims.table(name)) for name in aims.data)
        },
        tasks=top.lists("tasks"),
        targets={**nothing, **top.lists("targets")},
    )
    for key, kind in (("example", dict), ("step", list), ("figures", list)):
        top.get(key, kind, kind())
    top.finish()
    return setup


def _read_start(top: Table) -> Start | None:
    if "start" not in top:
        return None
    start = top.table("start")
    return Start(
        start.get("turn", str, GERMAN),
        ap=start.each("ap", int),
        cap=start.each("cap", int),
        losses=start.each("losses", int),
        active=start.lists("active"),
        passes=start.get("passes", int, 0),
    )


def _read_work(row: Table) -> Work:
    kind = row.need("kind", str)
    work = Work(
        kind,
        row.need("hex", str),
        DIRECTION[row.get("facing", str, "N")],
        row.get("colour", str, ""),
        row.get("strength", int, 8),
        hidden=row.get("hidden", str, ""),
        barring=row.get("bars-wheels", bool, False),
    )
    if work.barring and kind != "trench":
        raise row.problem("only trenches are marked so", "bars-wheels", "Leave it out.")
    return work


def _read_smoke(table: Table) -> dict[str, tuple[int, ...]]:
    smoke = {}
    for hex in table.data:
        marks = table.need(hex, list)
        if any(mark not in (1, 2) for mark in marks):
            raise table.problem(f"{marks!r} is no smoke for {hex}", hex, "Write [2] or [1, 1].")
        smoke[hex] = tuple(marks)
    return smoke
