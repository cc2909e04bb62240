"""Section 10.3: strengths, odds, column shifts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.tables import Chart
from engine.values import Names
from engine.verdict import Line, Tally, whole
from engine.victory_awaits.components.state import Setting, State
from engine.victory_awaits.components.terrain import is_town, name_of

CANCELLED = "cancelled"
"""What odds below 1-1 come to (10.3)."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The column of two strengths, and every column on the way to the last one."""

    attack: int
    defence: int
    steps: tuple[str, ...]
    shift: int

    @property
    def ratio(self) -> Fraction | None:
        """The strengths as they compare; None where nothing defends."""
        return Fraction(self.attack, self.defence) if self.defence > 0 else None

    @property
    def column(self) -> str:
        """The column to roll on; `cancelled` where there is none."""
        return self.steps[-1]

    @property
    def cancelled(self) -> bool:
        """Whether the attack is off (10.3)."""
        return self.column == CANCELLED


class Columns:
    """The columns of the CRT, weakest first."""

    def __init__(self, crt: Chart) -> None:
        self.names = crt.columns
        parts = [name.split("-") for name in crt.columns]
        self.ratios = tuple(Fraction(a) / Fraction(b) for a, b in parts)

    def first(self, attack: int, defence: int) -> int:
        """The column before shifts, rounded down for the defender; -1 below the first (10.3)."""
        if defence <= 0:
            return len(self.names) - 1 if attack > 0 else -1
        reached = [r.numerator * defence <= attack * r.denominator for r in self.ratios]
        return sum(reached) - 1

    def odds(self, attack: int, defence: int, shift: int = 0) -> Odds:
        """Over 10-1 counts as 10-1 before it is shifted; below 1-1 the attack is off (10.3)."""
        start = self.first(attack, defence)
        places = range(start, start - shift - 1, -1)
        names = tuple(self.names[i] if i >= 0 else CANCELLED for i in places)
        return Odds(attack, defence, names, shift)


@dataclass(frozen=True, slots=True)
class Fight:
    """The circumstances of a combat segment that bear on strengths."""

    surprise: bool = False
    """15.1: rivers have no effect."""
    halved: frozenset[str] = frozenset()
    """17.2: Reserve units outside every command range fight at half strength."""


ORDINARY = Fight()


QUARTERS = 4
"""Strengths are counted in quarters, because a half may be halved again (10.3, 17.2)."""


def river_before(g: Setting, s: State, unit: str, hex: str, fight: Fight) -> str | None:
    """The river that a unit attacks across (10.3), if it has an effect (15.1)."""
    seat = s.position.place(unit)
    slot = g.board.slot(hex, seat) if seat in g.board else None
    return None if slot is None or fight.surprise else g.ground.river(slot)


def attack_of(g: Setting, s: State, unit: str, hex: str, fight: Fight) -> int:
    """The quarters that an attacker adds; half of it across any river, bridged or not (10.3)."""
    value = QUARTERS * g.face(s, unit).attack
    if river_before(g, s, unit, hex, fight):
        value //= 2
    return value // 2 if unit in fight.halved else value


def attack_lines(
    g: Setting, s: State, units: Iterable[str], hex: str, fight: Fight = ORDINARY
) -> Iterable[Line]:
    """What each attacker adds (10.3), those of a Reserve chit out of command half (17.2)."""
    for unit in units:
        river = river_before(g, s, unit, hex, fight)
        rule, key = "10.3", f"ava.attack.{river or 'full'}"
        if unit in fight.halved:
            rule, key = "17.2", "ava.attack.reserve"
        value = whole(Fraction(attack_of(g, s, unit, hex, fight), QUARTERS))
        printed = g.face(s, unit).attack
        yield Line.of(rule, key, value, unit=g.units[unit].name, printed=printed)


def defence_of(g: Setting, s: State, unit: str) -> int:
    """What a defender adds: nothing if it retreated in this segment (10.3); forts do (14.2)."""
    fell_back = unit in s.retreated and not g.units[unit].fortress
    return 0 if fell_back else g.face(s, unit).defence


def defence_lines(g: Setting, s: State, hex: str) -> Iterable[Line]:
    """What each defender adds."""
    for unit in s.position.at(hex):
        piece, value = g.units[unit], defence_of(g, s, unit)
        if piece.fortress:
            yield Line.of("14.2", "ava.defence.fortress", value, unit=piece.name)
        elif unit in s.retreated:
            yield Line.of("10.3", "ava.defence.retreated", value, unit=piece.name)
        else:
            yield Line.of("10.3", "ava.defence.full", value, unit=piece.name)


def shift_lines(g: Setting, hex: str) -> Iterable[Line]:
    """Columns to the left for the terrain, one more for a town in it (TEC)."""
    terrain = g.board.terrain(hex)
    columns = int(g.charts["terrain"].value(terrain, "shift"))
    if columns:
        yield Line.of("TEC", "ava.shift.terrain", -columns, terrain=terrain)
    if is_town(g.board, hex):
        town = int(g.charts["shifts"].value("town", "columns"))
        yield Line.of("TEC", "ava.shift.town", -town, place=name_of(g.board, hex))


def shift_of(g: Setting, hex: str) -> int:
    """All the columns that a hex is worth to its defender (TEC)."""
    if hex not in g.shifts:
        g.shifts[hex] = -int(sum(line.value or 0 for line in shift_lines(g, hex)))
    return g.shifts[hex]


def odds_of(g: Setting, s: State, units: Names, hex: str, fight: Fight = ORDINARY) -> Odds:
    """The odds of an attack; halves are kept until the sum is done, then dropped (1.2)."""
    attack = sum([attack_of(g, s, unit, hex, fight) for unit in units]) // QUARTERS
    defence = sum([defence_of(g, s, unit) for unit in s.position.at(hex)])
    return g.columns.odds(attack, defence, shift_of(g, hex))


def attack_tally(g: Setting, s: State, units: Names, hex: str, fight: Fight = ORDINARY) -> Tally:
    """Strengths, odds, shifts and the final column of an attack (10.3, 1.2, TEC)."""
    attack = Tally.adding("ava.attack.total", attack_lines(g, s, units, hex, fight))
    defence = Tally.adding("ava.defence.total", defence_lines(g, s, hex))
    attack = Tally(attack.key, attack.lines, attack.total, str(int(attack.total)))
    odds = g.columns.odds(int(attack.total), int(defence.total), shift_of(g, hex))
    lines = [
        Line.of("10.3", "ava.odds.attack", attack.total),
        Line.of("10.3", "ava.odds.defence", defence.total),
    ]
    if attack.total != int(attack.total):
        lines.append(Line.of("1.2", "ava.odds.dropped", None, strength=int(attack.total)))
    lines.append(Line.of("10.3", "ava.odds.first", None, column=odds.steps[0]))
    lines += shift_lines(g, hex)
    total = whole(odds.ratio) if odds.ratio is not None else g.columns.ratios[-1]
    return Tally(
        "ava.odds.total", tuple(lines), whole(Fraction(total)), odds.column, (attack, defence)
    )
