"""One battle: who attacks which hex, under which lead, with what help; who defends it; halving and
doubling of single units, the sums of both sides, the odds and their columns; its results."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Line, Reason, Tally
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import river
from engine.zocbond.board.state import ROUTED, SHELTERED, State
from engine.zocbond.board.zones import combat_units, enemy, fighters, fighting, lenders

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


SUDDEN = 99
"""The odds against a hex whose defenders add nothing."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one unit brings to a sum: its strength, what halves it, what doubles it."""

    unit: str
    base: int
    halved: tuple[tuple[str, str], ...] = ()
    """(rule, key) of everything that halves it."""
    doubled: tuple[tuple[str, str], ...] = ()


def half(number: int) -> int:
    """Half a strength, rounded up."""
    return (number + 1) // 2


def total(g: Family, shares: Iterable[Share], key: str, rule: str, cap: int = 0) -> Tally:
    """A sum of strengths; ones are pooled before they are halved, the cap comes last."""
    lines: list[Line] = []
    pools: dict[tuple[int, bool], list[Share]] = {}
    for share in shares:
        times = min(len(share.halved), g.figure("halvings"))
        if share.base == 1 and times:
            pools.setdefault((times, bool(share.doubled)), []).append(share)
            continue
        value = share.base
        for _ in range(times):
            value = half(value)
        if share.doubled:
            value *= 2
        lines += _notes(g, [share])
        lines.append(
            Line.of(g.rule("strength"), "zb.sum.unit", value, unit=g.unit_name(share.unit))
        )
    for (times, twice), pool in pools.items():
        value = len(pool)
        for _ in range(times):
            value = half(value)
        lines += _notes(g, pool)
        names = tuple(g.unit_name(share.unit) for share in pool)
        lines.append(
            Line.of(g.rule("halving"), "zb.sum.pool", value * 2 if twice else value, unit=names)
        )
    found = Tally.adding(key, lines)
    if cap and found.total > cap:
        lines.append(Line.of(rule, "zb.sum.cap", cap - int(found.total), cap=cap))
        found = Tally.adding(key, lines)
    return found


def _notes(g: Family, shares: Sequence[Share]) -> list[Line]:
    notes: list[Line] = []
    for share in shares:
        for rule, key in (*share.halved, *share.doubled[:1]):
            notes.append(Line.of(rule, key, unit=g.unit_name(share.unit)))
    return notes


def ratio(attack: int, defence: int) -> int:
    """Odds as a place on a line without ends: 0 is 1-1, 3 is 4-1, -2 is 1-3."""
    if attack <= 0:
        return -SUDDEN
    if defence <= 0:
        return SUDDEN
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def odds_name(place: int) -> str:
    """`4-1` for 3, `1-3` for -2."""
    return f"{place + 1}-1" if place >= 0 else f"1-{1 - place}"


@dataclass(frozen=True, slots=True)
class Odds:
    """From two strengths and shifts to a column of the table."""

    attack: Tally
    defence: Tally
    shifts: tuple[Line, ...]
    start: int
    place: int
    column: str
    """A column, `auto` for an automatic DS, `none` where the attack is not allowed."""

    @property
    def shift(self) -> int:
        """All shifts together, to the right positive."""
        return self.place - self.start


def settle(g: Family, attack: Tally, defence: Tally, shifts: Sequence[Line]) -> Odds:
    """Shift first, then hold the column within the table."""
    start = ratio(int(attack.total), int(defence.total))
    place = start + sum(int(line.value or 0) for line in shifts)
    return Odds(attack, defence, tuple(shifts), start, place, g.column(place))


def bare(g: Family, attack: int, defence: int, shift: int = 0) -> dict[str, object]:
    """The column of two plain numbers, for a question without a board."""
    start = ratio(attack, defence)
    place = start + shift
    return {"start": odds_name(start), "column": g.column(place), "place": place}


def sheet(odds: Odds) -> Tally:
    """The tally of a battle: both sums and every shift; the result is the column."""
    return Tally("zb.odds.total", odds.shifts, odds.shift, odds.column, (odds.attack, odds.defence))


@dataclass(frozen=True)
class Battle:
    """An attack as declared."""

    side: str
    hex: str
    units: tuple[str, ...]
    lead: str = ""
    attached: str = ""
    guns: tuple[str, ...] = ()
    air: str = ""
    breakthrough: bool = False
    crossing: tuple[str, ...] = ()
    """The engineers that carry an assault over a large river, one in each hex of it."""
    plans: tuple[str, ...] = ()
    halved: tuple[str, ...] = ()
    """Units that join with half their strength."""
    halts: bool = False
    """No advance follows: a battle in the middle of a move or a landing."""
    auto: bool = False
    """An automatic DS."""
    picked: tuple[str, ...] = ()
    """The units that its owner lets defend an overstacked hex."""

    @property
    def own(self) -> tuple[str, ...]:
        """Everything a record of it needs."""
        return self.units


class Battling(Protocol):
    """A phase of a battle."""

    @property
    def battle(self) -> Battle:
        """Which."""


G = TypeVar("G", contravariant=True)
P = TypeVar("P", bound=Battling, contravariant=True)


class InBattle(Deed[G, State, P]):
    """What is done in a battle."""

    def hexes(self, g: G, s: State, p: P, action: Action) -> tuple[str, ...]:
        return (p.battle.hex,)


def battle_of(g: Family, s: State, action: Action, side: str) -> Battle:
    """The battle that an action declares."""
    units = tuple(unit for unit in texts(action, "units") if unit in g.units)
    lead = g.named_lead(s, units, text(action, "lead"))
    return Battle(
        side,
        text(action, "hex"),
        units,
        lead,
        text(action, "attached"),
        tuple(gun for gun in texts(action, "guns") if gun in g.units),
        text(action, "air"),
        False,
        tuple(unit for unit in texts(action, "crossing") if unit in g.units),
        texts(action, "plans"),
    )


def idle(g: Family, s: State, battle: Battle) -> frozenset[str]:
    """Who adds nothing to a defence: routed units; outside breakthrough combat also those that
    retreated in to others earlier in the phase."""
    return frozenset(
        unit
        for unit in s.position.at(battle.hex)
        if s.has(unit, ROUTED) or (s.has(unit, SHELTERED) and not battle.breakthrough)
    )


def defenders(g: Family, s: State, battle: Battle) -> tuple[str, ...]:
    """The units that defend: of an overstacked hex those that its owner named."""
    foe, out = enemy(g, battle.side), idle(g, s, battle)
    if battle.picked:
        here = lenders(g, s, foe, battle.hex, out)
        return tuple(unit for unit in here if unit in battle.picked)
    return fighting(g, s, foe, battle.hex, out)


def everyone(g: Family, s: State, battle: Battle) -> tuple[str, ...]:
    """All enemy units in the hex, whether they add strength or not."""
    return tuple(combat_units(g, s, enemy(g, battle.side), battle.hex))


def attacked_before(g: Family, s: State, battle: Battle) -> Reasons:
    """Whoever was attacked in this combat phase is not attacked once more where it went."""
    there, hex = everyone(g, s, battle), battle.hex
    if there and set(there) <= set(s.records.struck):
        yield Reason.of(g.rule("attack"), "zb.attack.twice", hexes=(hex,), hex=hex)


def note_attacked(g: Family, s: State, battle: Battle) -> State:
    """Keep in mind who was attacked; cleared at the end of the phase."""
    return s.keep(replace(s.records, struck=(*s.records.struck, *everyone(g, s, battle))))


def from_wet(g: Family, s: State, battle: Battle) -> bool:
    """Whether every attacker comes over water or out of a swamp."""
    seats = [s.place(unit) for unit in (*battle.units, *g.all_of(Chapter.joiners, s, battle))]
    return bool(seats) and all(
        seat in g.board and (river(g, seat, battle.hex) is not None or g.swampy(s, seat))
        for seat in seats
    )


def odds(g: Family, s: State, battle: Battle) -> Odds:
    """Both sums and all shifts."""
    attack = total(
        g,
        [
            g.attack_share(s, battle, u)
            for u in (*battle.units, *g.all_of(Chapter.joiners, s, battle))
        ],
        "zb.sum.attack",
        g.rule("attack-cap"),
        g.figure("attack-cap"),
    )
    defence = total(
        g,
        g.defence_shares(s, battle),
        "zb.sum.defence",
        g.rule("defence-cap"),
        g.figure("defence-cap"),
    )
    return settle(g, attack, defence, list(shifts(g, s, battle)))


def shifts(g: Family, s: State, battle: Battle) -> Iterator[Line]:
    """Every shift of the column, right positive."""
    yield from g.all_of(Chapter.shift_lines, s, battle)


_CELL = re.compile(r"([A-Z0-9/]+)(?: Adv (\d))?([!?]?)")


@dataclass(frozen=True, slots=True)
class Result:
    """What a cell demands."""

    code: str
    attacker: int
    defender: int
    enemy_picks: bool
    attacker_picked: bool
    """Whether the enemy picks the attacker's loss too (exchanges)."""
    retreat: int
    most: int
    stands: bool
    routs: bool
    engages: bool
    advance: int
    limited: bool
    exploits: bool
    colour: str = ""
    """`!`: no determined defence; `?`: at -1 and only where the rules allow it (Stalingrad '42)."""


def read_result(g: Family, cell: str) -> Result:
    """A cell such as `A1/DR` or `DR2 Adv 3?`."""
    match = _CELL.fullmatch(cell)
    if match is None:
        raise ValueError(f"'{cell}' is no combat result")
    code = match[1]
    row = g.charts["results"].rows[code]
    advance = int(match[2]) if match[2] else int(row["advance"])
    return Result(
        code,
        int(row["attacker"]),
        int(row["defender"]),
        row["picks"] != "owner",
        row["picks"] == "enemy",
        int(row["retreat"]),
        int(row["most"]),
        bool(row["stands"]) and match[3] != "!",
        bool(row["routs"]),
        bool(row["engages"]),
        advance,
        bool(row["limited"]),
        advance >= g.figure("exploits-from"),
        match[3],
    )


def musters(g: Family, s: State, battle: Battle) -> list[tuple[str, ...]]:
    """The groups that may defend an overstacked hex, nobody left out who fits in; none where
    everybody may. They differ in size where two halves count as one."""
    foe = enemy(g, battle.side)
    units = lenders(g, s, foe, battle.hex, idle(g, s, battle))
    bound = [unit for unit in units if not g.any_of(Chapter.lends_besides, s, unit)]

    def fits(group: Names) -> bool:
        found = fighters(g, s, foe, battle.hex, group)
        return len(found) <= g.limit(s, foe, battle.hex)

    if battle.picked or fits(bound):
        return []
    full: list[set[str]] = []
    for size in range(len(bound), 0, -1):
        for group in itertools.combinations(bound, size):
            if fits(group) and not any(set(group) < more for more in full):
                full.append(set(group))
    return [tuple(u for u in units if u in group or u not in bound) for group in full]


class Defend(Deed["Family", State, "Muster"]):
    """As many as the limit lets defend lend their strength."""

    kind = "muster"

    def slots(self) -> Slots[Family, State, Muster]:
        return {"units": lambda g, s, p, given: musters(g, s, p.battle)}

    def reasons(self, g: Family, s: State, p: Muster, action: Action) -> Reasons:
        """All of them able to, and nobody left out who fits in."""
        units, hex = texts(action, "units"), p.battle.hex
        if set(units) not in [set(group) for group in musters(g, s, p.battle)]:
            yield Reason.of(
                g.rule("overstack-fight"),
                "zb.muster.not-these",
                hexes=(hex,),
                units=tuple(unit for unit in units if unit in g.units),
                hex=hex,
            )

    def apply(self, g: Family, s: State, p: Muster, action: Action, course: Course) -> State:
        return p.go_on(g, s, action["units"], course)


class Muster(Phase):
    """The owner of an overstacked hex names the units that lend their strength."""

    battle: Battle
    can = (Defend(),)

    def decision(self, g: Family, s: State) -> Decision | None:
        if len(musters(g, s, self.battle)) < 2:
            return None
        side = enemy(g, self.battle.side)
        return Decision.of(side, "zb.muster", g.rule("overstack-fight"), hex=self.battle.hex)

    def proceed(self, g: Family, s: State, course: Course) -> State:
        groups = musters(g, s, self.battle)
        return self.go_on(g, s, groups[0] if groups else (), course)

    def go_on(self, g: Family, s: State, units: tuple[str, ...], course: Course) -> State:
        """On with the battle."""
        return g.resume(s.pop(), replace(self.battle, picked=units), course)
