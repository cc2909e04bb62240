"""Step losses: who bears them, who chooses, what becomes of a unit without steps; what is given up
for a retreat stopped short and over the stacking limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason
from engine.zocbond.battle.battle import Battle, Result
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.state import NONE, State
from engine.zocbond.board.zones import combat_units, enemy

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

ATTACKER, DEFENDER = "attacker", "defender"


def destroyed(side: str) -> str:
    """The box of a side's destroyed units."""
    return f"destroyed-{side}"


def alive(g: Family, s: State, unit: str) -> bool:
    """Whether a unit is still in play."""
    return s.place(unit) != destroyed(g.units[unit].side)


def lose_step(g: Family, s: State, unit: str, course: Course, rule: str = "") -> State:
    """One step off a unit; the last one sends it to the box of the destroyed."""
    piece = g.units[unit]
    lost = s.lost.get(unit, 0) + 1
    place = s.place(unit)
    g.tell(
        course,
        unit,
        rule or g.rule("steps"),
        "zb.loss.step",
        (place,) if place in g.board else (),
        left=piece.steps - lost,
    )
    s = replace(s, lost={**s.lost, unit: min(lost, piece.steps)})
    return (
        destroy(g, s, unit, course)
        if lost >= piece.steps
        else g.in_turn(Chapter.after_loss, s, unit, course)
    )


def destroy(g: Family, s: State, unit: str, course: Course, rule: str = "") -> State:
    """A unit leaves the map for good, or until it is rebuilt."""
    piece = g.units[unit]
    g.tell(course, unit, rule or g.rule("steps"), "zb.loss.destroyed")
    s = replace(s, lost={**s.lost, unit: piece.steps}, marks={**s.marks, unit: NONE}).put(
        unit, destroyed(piece.side)
    )
    return g.in_turn(Chapter.after_destruction, s, unit, course)


class Choosing(Choice["Family"]):
    """Somebody names one of some units; the only one is named by itself."""

    kind = "lose"

    def pool(self, g: Family, s: State) -> Iterable[str]:
        """Those units."""
        raise NotImplementedError

    def ways(self, g: Family, s: State) -> list[Action]:
        return [Action(self.kind, unit=unit) for unit in self.pool(g, s)]


class Losses(Choosing):
    """A number of steps to take off one side of a battle, one at a time."""

    battle: Battle
    role: str
    chooser: str
    count: int
    code: str

    def pool(self, g: Family, s: State) -> tuple[str, ...]:
        pool = g.loss_pool(s, self.battle, self.role, self.code) if self.count else ()
        return tuple(unit for unit in pool if alive(g, s, unit))

    def decision(self, g: Family, s: State) -> Decision | None:
        if len(self.pool(g, s)) < 2:
            return None
        side = self.battle.side if self.role == ATTACKER else enemy(g, self.battle.side)
        return Decision.of(self.chooser, "zb.lose", g.rule("chooses"), left=self.count, who=side)

    def refusal(self, g: Family, s: State, action: Action) -> Reason:
        """Only units that added strength, and those the game picks out among them."""
        return _not_this(g, g.rule("losses"), "zb.loss.not-this", text(action, "unit"))

    def take(self, g: Family, s: State, way: Action, course: Course) -> State:
        s = s.instead(replace(self, count=self.count - 1)) if self.count > 1 else s.pop()
        return lose_step(g, s, way["unit"], course)


class Price(Choosing):
    """The price of a retreat stopped short: a step of one of those who stopped, as its owner says
    (Holland '44 13.3)."""

    chooser: str
    units: tuple[str, ...]
    count: int = 1

    def pool(self, g: Family, s: State) -> list[str]:
        return [unit for unit in self.units if alive(g, s, unit) and g.units[unit].combat]

    def decision(self, g: Family, s: State) -> Decision | None:
        if len(self.pool(g, s)) < 2:
            return None
        return Decision.of(self.chooser, "zb.stop-price", g.rule("retreat-short"))

    def refusal(self, g: Family, s: State, action: Action) -> Reason:
        rule, unit = g.rule("retreat-short"), text(action, "unit")
        return Reason.of(rule, "zb.retreat.not-stopped", unit=unit)

    def take(self, g: Family, s: State, way: Action, course: Course) -> State:
        s = s.instead(replace(self, count=self.count - 1)) if self.count > 1 else s.pop()
        return lose_step(g, s, way["unit"], course, g.rule("retreat-short"))


class Excess(Choosing):
    """Hexes over the stacking limit at the end of a side's phase: it names what it gives up."""

    side: str
    kind = "give-up"

    def crowded(self, g: Family, s: State) -> list[str]:
        """The hexes over the limit."""
        return [hex for hex in sorted(s.position.places()) if _excess(g, s, self.side, hex)]

    def pool(self, g: Family, s: State) -> Iterator[str]:
        for hex in self.crowded(g, s):
            over = _excess(g, s, self.side, hex)
            for unit in combat_units(g, s, self.side, hex):
                if _excess(g, s.put(unit, destroyed(self.side)), self.side, hex) < over:
                    yield unit

    def decision(self, g: Family, s: State) -> Decision | None:
        if next(self.pool(g, s), None) is None:
            return None
        hexes = tuple(self.crowded(g, s))
        return Decision.of(self.side, "zb.excess", g.rule("overstack"), hex=hexes)

    def refusal(self, g: Family, s: State, action: Action) -> Reason:
        """Only units in a hex over its limit, and of them those that count."""
        return _not_this(g, g.rule("overstack"), "zb.excess.not-this", text(action, "unit"))

    def take(self, g: Family, s: State, way: Action, course: Course) -> State:
        return g.shed(s, way["unit"], course)


def _excess(g: Family, s: State, side: str, hex: str) -> int:
    return g.excess(s, side, hex) if hex in g.board else 0


def _not_this(g: Family, rule: str, key: str, unit: str) -> Reason:
    if unit not in g.units:
        return Reason.of(rule, "zb.no-unit", unit=unit)
    return g.against(unit, rule, key)


class Unharmed(Phase):
    """Defenders who bear no loss where others would: it is said why."""

    battle: Battle

    def proceed(self, g: Family, s: State, course: Course) -> State:
        return g.in_turn(Chapter.unharmed, s.pop(), self.battle, course)


def defender_losses(g: Family, s: State, battle: Battle, result: Result) -> Iterator[Phase]:
    """The steps that a result takes off the defenders; who names them, its table says."""
    if result.defender and not g.any_of(Chapter.shrugs_off, s, battle, result):
        chooser = battle.side if result.enemy_picks else enemy(g, battle.side)
        yield Losses(battle, DEFENDER, chooser, result.defender, result.code)
    elif result.defender:
        yield Unharmed(battle)
