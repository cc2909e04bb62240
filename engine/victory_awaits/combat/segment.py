"""Chapter 10: the combat segment: all attacks are declared, then fought in the order chosen;
attackers enter the hex that the defender left (10.7)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Reason, Tally
from engine.victory_awaits.combat.odds import ORDINARY, Fight, attack_tally, odds_of
from engine.victory_awaits.combat.retreat import Losses, Retreat
from engine.victory_awaits.components.deeds import Answer, ByUnit, Deeds
from engine.victory_awaits.components.state import Setting, State, Unit, enemy
from engine.victory_awaits.components.terrain import is_town
from engine.victory_awaits.concepts import enemies_in, go, held, stacking, woken_by
from engine.victory_awaits.movement.segment import Movement

FOOT_RANGE, MECHANIZED_RANGE = 1, 2


def pursuit_range(
    g: Setting, unit: str, start: str, hex: str, rivers: bool = True
) -> tuple[int, str | None]:
    """How far a unit may pursue into a hex, and what cuts it short (10.7, TEC, 15.1)."""
    if not g.units[unit].mechanized:
        return FOOT_RANGE, "foot"
    board, slot = g.board, g.board.slot(start, hex)
    if rivers and slot is not None and g.ground.river(slot):
        return 1, "river"
    if is_town(board, hex):
        return 1, "town"
    if int(g.charts["terrain"].value(board.terrain(hex), "pursuit")) < MECHANIZED_RANGE:
        return 1, "terrain"
    return MECHANIZED_RANGE, None


class Pursuit(Phase):
    """The attackers of a vacated hex may follow, all, some or none of them (10.7)."""

    side: str
    units: tuple[str, ...]
    hex: str
    done: frozenset[str] = frozenset()
    rivers: bool = True
    """15.1: rivers have no effect in a surprise attack."""

    def left(self, g: Setting, s: State) -> list[str]:
        """Who has not followed yet."""
        return [u for u in self.units if u not in self.done and s.position.place(u) in g.board]

    def paths(self, g: Setting, s: State, unit: str) -> Iterator[tuple[str, ...]]:
        """The ways by which a unit may follow."""
        start = s.position.place(unit)
        one = (start, self.hex)
        paths: list[tuple[str, ...]] = [one]
        if pursuit_range(g, unit, start, self.hex, self.rivers)[0] > 1:
            paths += [(*one, there) for there in g.board.neighbours(self.hex)]
        return (path for path in paths if not any(self.objections(g, s, unit, path)))

    def objections(self, g: Setting, s: State, unit: str, path: Names) -> Reasons:
        """Why a unit may not follow by a way."""
        board, piece = g.board, g.units[unit]

        def no(rule: str, key: str, *hexes: str, **params: object) -> Reason:
            return g.against(unit, rule, key, hexes, **params)

        if path[1] != self.hex:
            yield no("10.7", "ava.pursue.first", path[1], hex=path[1], vacated=self.hex)
        farthest, why = pursuit_range(g, unit, path[0], self.hex, self.rivers)
        if len(path) - 1 > farthest:
            key = f"ava.pursue.short-{why}" if why else "ava.pursue.too-far"
            terrain = board.terrain(self.hex)
            yield no("10.7", key, path[-1], hex=self.hex, limit=farthest, terrain=terrain)
        for here, there in itertools.pairwise(path):
            slot = board.slot(here, there)
            if slot is None:
                yield no("10.7", "ava.move.not-adjacent", here, there, here=here, there=there)
                return
            if enemies_in(g, s, self.side, there):
                yield no("3.1", "ava.pursue.enemy", there, hex=there)
            if g.ground.beyond(slot, piece.side):
                yield no("9.1", "ava.move.start-line", here, there, here=here, there=there)
            bar = g.ground.bar(slot, piece)
            if bar:
                terrain = board.terrain(there)
                yield no("10.7", f"ava.pursue.{bar}", there, hex=there, terrain=terrain)
        yield from stacking(g, s, unit, path[-1])

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not any(any(self.paths(g, s, unit)) for unit in self.left(g, s)):
            return None
        return Decision.of(self.side, "ava.pursue", "10.7", hex=self.hex)

    def over(self, g: Setting, s: State, course: Course) -> State:
        """The others stay where they are."""
        course.tell("10.7", "ava.pursue.end", side=self.side)
        return s.pop()


class Pursue(ByUnit[Pursuit]):
    """A unit follows into the vacated hex, or beyond it (10.7)."""

    kind, rule, sure = "pursue", "10.7", True

    def slots(self) -> Slots[Setting, State, Pursuit]:
        return {
            "unit": lambda g, s, p, given: p.left(g, s),
            "path": lambda g, s, p, given: p.paths(g, s, given["unit"]),
        }

    def objections(self, g: Setting, s: State, p: Pursuit, piece: Unit, action: Action) -> Reasons:
        unit, path = piece.id, texts(action, "path")
        if unit not in p.units:
            yield g.against(unit, "10.7", "ava.pursue.not-in")
        elif unit in p.done:
            yield g.against(unit, "10.7", "ava.pursue.again")
        if len(path) < 2 or path[0] != s.position.place(unit):
            yield g.against(unit, "10.7", "ava.pursue.no-path")
        else:
            yield from p.objections(g, s, unit, path)

    def apply(self, g: Setting, s: State, p: Pursuit, action: Action, course: Course) -> State:
        """Without cost, enemy ZOCs or not."""
        unit, path = action["unit"], action["path"]
        who = {"unit": g.units[unit].name, "goal": path[-1]}
        course.tell("10.7", "ava.pursue.done", units=(unit,), hexes=path, **who)
        s = go(g, s, unit, path[1:], course)
        return s.instead(replace(p, done=p.done | {unit}))


Pursuit.offers(Pursue(), Answer("end", "10.7", Pursuit.over))


EVERY_SUBSET = 4
"""Up to so many units beside a hex, every group of them is offered as an attack."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a cell of the CRT says (10.4)."""

    attacker: int = 0
    defender: int = 0
    retreat: int = 0


def read_result(code: str) -> Result:
    """Ax, -, R, RR, xR, xRR (10.4)."""
    match = re.fullmatch(r"A(\d)|-|(\d?)(R{0,2})", code)
    if match is None or not code:
        raise ValueError(f"'{code}' is no combat result")
    return Result(int(match[1] or 0), int(match[2] or 0), len(match[3] or ""))


def at_fortress(result: Result) -> Result:
    """In a fortress hex each hex of retreat becomes one more loss (14.2)."""
    return Result(result.attacker, result.defender + result.retreat, 0)


def side_forbidden(g: Setting, s: State, unit: str, hex: str) -> str | None:
    """Why normal movement, and so an attack (10.1), is forbidden over a hexside."""
    seat, piece = s.position.place(unit), g.units[unit]
    slot = g.board.slot(seat, hex)
    assert slot is not None, "asked only of neighbours"
    return "start-line" if g.ground.beyond(slot, piece.side) else g.ground.bar(slot, piece)


@dataclass(frozen=True, slots=True)
class Attack:
    """A declared attack: a hex, and the units that attack it together (10.1)."""

    hex: str
    units: tuple[str, ...]


class Combat(Phase):
    """The combat segment of one activation (5.0 step 4, chapter 10). Attacks are declared, all of
    them before the first die; then they are fought (10.2)."""

    hq: str | None
    side: str
    active: tuple[str, ...]
    fight: Fight = ORDINARY
    declared: tuple[Attack, ...] = ()
    closed: bool = False
    """Whether all attacks are declared."""
    fought: frozenset[str] = frozenset()
    """The hexes whose attack has been resolved."""

    @property
    def standing(self) -> tuple[Attack, ...]:
        """The attacks that are declared and not yet fought."""
        return tuple(attack for attack in self.declared if attack.hex not in self.fought)

    @property
    def busy(self) -> frozenset[str]:
        """The units that take part in an attack."""
        return frozenset(unit for attack in self.declared for unit in attack.units)

    @property
    def attacked(self) -> frozenset[str]:
        """The hexes against which an attack is declared."""
        return frozenset(attack.hex for attack in self.declared)

    def _ready(self, g: Setting, s: State) -> Iterator[str]:
        busy = self.busy
        for unit in self.active:
            if unit not in busy and s.position.place(unit) in g.board:
                yield unit

    def targets(self, g: Setting, s: State) -> dict[str, list[str]]:
        """Every enemy hex that may be attacked, and the units that may attack it (10.1)."""
        return s.once(("targets", self), self._targets, g, s)

    def _targets(self, g: Setting, s: State) -> dict[str, list[str]]:
        if self.closed:
            return {}
        board, attacked = g.board, self.attacked
        foes = held(g, s.position, enemy(self.side))
        beside, found = foes.around(), dict[str, list[str]]()
        for unit in self._ready(g, s):
            if s.position.place(unit) not in beside:
                continue
            for hex in board.neighbours(s.position.place(unit)):
                free = hex in foes and hex not in attacked
                if free and side_forbidden(g, s, unit, hex) is None:
                    found.setdefault(hex, []).append(unit)
        return found

    def _more(self, g: Setting, s: State) -> bool:
        """Whether one more attack could be declared: by all who stand beside some hex."""
        targets = self.targets(g, s).items()
        return any(not odds_of(g, s, units, hex, self.fight).cancelled for hex, units in targets)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if self.closed and self.standing:
            if len(self.standing) == 1:
                return None
            return Decision.of(self.side, "ava.resolve", "10.2", left=len(self.standing))
        targets = self.targets(g, s)
        if not self.closed and (not targets if not self.declared else not self._more(g, s)):
            return None
        count = {"targets": len(targets), "declared": len(self.standing)}
        name = woken_by(g, self.hq, self.side)
        return Decision.of(self.side, "ava.combat", "10.1", hq=name, **count)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """No attack is left to declare: they are fought; the last one asks nobody for its turn."""
        if self.closed:
            return self.fought_out(g, s, self.standing[0], course)
        if self.declared:
            return s.instead(replace(self, closed=True))
        return replace(s.pop(), retreated=frozenset())

    def deeds(self, g: Setting, s: State) -> Deeds[Self]:
        if self.closed:
            return RESOLVE, DECLARE, END_COMBAT
        return DECLARE, RESOLVE, END_COMBAT

    def groups(self, g: Setting, s: State, hex: str) -> Iterator[tuple[str, ...]]:
        """Who may attack a hex together; of many, all, all but one, and each alone (10.3)."""
        for group in _groups(self.targets(g, s)[hex]):
            if not odds_of(g, s, group, hex, self.fight).cancelled:
                yield group

    def fought_out(self, g: Setting, s: State, attack: Attack, course: Course) -> State:
        """Find the column, roll the die, and hand losses, retreat and pursuit on (10.2)."""
        hex = attack.hex
        column = odds_of(g, s, attack.units, hex, self.fight).column
        die = course.chance.roll("crt")
        code = str(g.charts["crt"].value(str(die), column))
        said = {"hex": hex, "die": die, "column": column, "result": code}
        course.tell("10.4", "ava.attack.result", hexes=(hex,), **said)
        s = s.instead(replace(self, fought=self.fought | {hex}))
        return s.push(*self._aftermath(g, s, attack, read_result(code), course))

    def _aftermath(
        self, g: Setting, s: State, attack: Attack, result: Result, course: Course
    ) -> Iterator[Phase]:
        """What a result demands, in order: losses, retreat, pursuit (10.4 to 10.7)."""
        hex, defenders, foe = attack.hex, s.position.at(attack.hex), enemy(self.side)
        rivers = not self.fight.surprise
        if result.retreat and any(g.units[unit].fortress for unit in defenders):
            course.tell("14.2", "ava.attack.fortress-holds", hexes=(hex,), more=result.retreat)
            result = at_fortress(result)
        if result.attacker:
            yield Losses(self.side, attack.units, result.attacker)
        if result.defender:
            yield Losses(foe, defenders, result.defender)
        if result.retreat:
            yield Retreat(foe, defenders, hex, result.retreat, rivers)
        if result.defender or result.retreat:
            yield Pursuit(self.side, attack.units, hex, rivers=rivers)

    def unfought(self, g: Setting, s: State) -> Reasons:
        """What stands must be fought before the segment ends (10.2)."""
        open_ = [attack.hex for attack in self.standing] if self.closed else []
        if open_:
            yield Reason.of("10.2", "ava.combat.standing", hexes=open_, list=tuple(open_))

    def over(self, g: Setting, s: State, course: Course) -> State:
        """The declared attacks are fought; where there are none, the segment is over (10.2)."""
        if self.standing:
            return s.instead(replace(self, closed=True))
        course.tell("10.1", "ava.combat.end", side=self.side)
        return replace(s.pop(), retreated=frozenset())


class Declare(Deed[Setting, State, Combat]):
    """An attack is declared: a hex, and the units that attack it together (10.1)."""

    kind, rule, sure = "attack", "10.1", True

    def slots(self) -> Slots[Setting, State, Combat]:
        return {
            "hex": lambda g, s, p, given: p.targets(g, s),
            "units": lambda g, s, p, given: p.groups(g, s, given["hex"]),
        }

    def reasons(self, g: Setting, s: State, p: Combat, action: Action) -> Reasons:
        units, hex = texts(action, "units"), text(action, "hex")
        yield from self._target(g, s, p, hex)
        if p.closed:
            yield Reason.of("10.2", "ava.attack.too-late", hexes=(hex,), hex=hex)
        if not units:
            yield Reason.of("10.2", "ava.attack.nobody")
        if len(set(units)) < len(units):
            yield Reason.of("10.1", "ava.attack.twice-named")
        known = [unit for unit in units if unit in g.units]
        for unit in units:
            if unit not in g.units:
                yield Reason.of("10.1", "ava.move.no-unit", unit=unit)
            else:
                yield from self._attacker(g, s, p, unit, hex)
        met = hex in g.board and known and enemies_in(g, s, p.side, hex)
        if met and odds_of(g, s, known, hex, p.fight).cancelled:
            yield Reason.of("10.3", "ava.attack.cancelled", hexes=(hex,), units=known, hex=hex)

    def _target(self, g: Setting, s: State, p: Combat, hex: str) -> Reasons:
        if hex and not enemies_in(g, s, p.side, hex):
            yield Reason.of("10.0", "ava.attack.empty", hexes=(hex,), hex=hex)
        if hex in p.attacked:
            yield Reason.of("10.1", "ava.attack.hex-again", hexes=(hex,), hex=hex)

    def _attacker(self, g: Setting, s: State, p: Combat, unit: str, hex: str) -> Reasons:
        piece, seat = g.units[unit], s.position.place(unit)

        def no(rule: str, key: str, *hexes: str) -> Reason:
            return g.against(unit, rule, key, hexes, here=seat, hex=hex)

        if piece.side != p.side:
            yield no("10.0", "ava.attack.not-yours")
            return
        if piece.fortress:
            yield no("14.3", "ava.attack.fortress", seat)
        elif unit not in p.active:
            yield no("10.1", "ava.attack.asleep", seat)
        elif unit in p.busy:
            yield no("10.1", "ava.attack.again", seat)
        if seat not in g.board:
            yield no("10.0", "ava.move.not-on-map")
        elif hex in g.board:
            if not g.board.adjacent(seat, hex):
                yield no("10.0", "ava.attack.not-adjacent", seat, hex)
            else:
                why = side_forbidden(g, s, unit, hex)
                if why is not None:
                    yield no("10.1", f"ava.attack.side-{why}", seat, hex)

    def tally(self, g: Setting, s: State, p: Combat, action: Action) -> Tally | None:
        hex = text(action, "hex")
        if hex not in g.board:
            return None
        known = [unit for unit in self.units(g, s, p, action) if unit in g.units]
        return attack_tally(g, s, known, hex, p.fight)

    def units(self, g: Setting, s: State, p: Combat, action: Action) -> tuple[str, ...]:
        return texts(action, "units")

    def apply(self, g: Setting, s: State, p: Combat, action: Action, course: Course) -> State:
        """Nobody rolls before all are declared (10.2)."""
        attack = Attack(action["hex"], action["units"])
        names = tuple(g.units[unit].name for unit in attack.units)
        column = odds_of(g, s, attack.units, attack.hex, p.fight).column
        who = {"units": attack.units, "hexes": (attack.hex,), "names": names}
        course.tell("10.2", "ava.attack.declared", **who, hex=attack.hex, column=column)
        return s.instead(replace(p, declared=(*p.declared, attack)))


class Resolve(Declare):
    """One of the declared attacks is fought (10.2)."""

    kind, rule, sure = "resolve", "10.2", False

    def slots(self) -> Slots[Setting, State, Combat]:
        return {"hex": lambda g, s, p, given: [attack.hex for attack in p.standing]}

    def units(self, g: Setting, s: State, p: Combat, action: Action) -> tuple[str, ...]:
        hex = action.get("hex")
        return next((attack.units for attack in p.standing if attack.hex == hex), ())

    def reasons(self, g: Setting, s: State, p: Combat, action: Action) -> Reasons:
        hex = text(action, "hex")
        if not p.closed:
            yield Reason.of("10.2", "ava.resolve.early", hexes=(hex,), hex=hex)
        if hex not in [attack.hex for attack in p.standing]:
            key = "again" if hex in p.fought else "none"
            yield Reason.of("10.2", f"ava.resolve.{key}", hexes=(hex,), hex=hex)

    def apply(self, g: Setting, s: State, p: Combat, action: Action, course: Course) -> State:
        attack = next(one for one in p.standing if one.hex == action["hex"])
        return p.fought_out(g, s, attack, course)


DECLARE, RESOLVE = Declare(), Resolve()
END_COMBAT = Answer("end", "10.2", Combat.over, Combat.unfought)


def _groups(units: Names) -> Iterable[tuple[str, ...]]:
    if len(units) <= EVERY_SUBSET:
        sizes: Iterable[int] = range(len(units), 0, -1)
    else:
        sizes = (len(units), len(units) - 1, 1)
    return itertools.chain.from_iterable(itertools.combinations(units, n) for n in sizes)


def operations(g: Setting, hq: str | None, side: str, awake: tuple[str, ...]) -> tuple[Phase, ...]:
    """The segments of movement and combat of the units that were woken (5.0 step 4)."""
    phases = (Movement(hq, side, awake), Combat(hq, side, awake))
    return phases[: 1 + g.setup.combat]
