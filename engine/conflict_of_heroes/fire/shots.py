"""Section 7.7: everything in a hex that an attack rolls for, and the dice for each in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text
from engine.conflict_of_heroes.actions.dice import Rolling, needed, rolled
from engine.conflict_of_heroes.counters.hits import hits_of, marker, show, suffer
from engine.conflict_of_heroes.counters.state import GONE, State, hostile
from engine.conflict_of_heroes.counters.unit import RED
from engine.conflict_of_heroes.fire.attacks import blind_colour, hides, shootable, suspected
from engine.conflict_of_heroes.fire.values import (
    CLOSE,
    Attack,
    defence,
    firepower,
    two_dice,
    work_defence,
)
from engine.conflict_of_heroes.hand.answers import avenge
from engine.conflict_of_heroes.hidden import check, cup, reveal
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


def begin(g: Firefight, s: State, attack: Attack, sniping: bool = False) -> State:
    """Put the dice of an attack on the agenda."""
    targets = shootable(g, s, attack)
    hidden = suspected(g, s, attack)
    units = [unit for unit in targets if unit in g.units]
    if sniping:
        # whose unit was shot at looks for the sniper (10.3, 21.0)
        sides = [g.units[unit].side for unit in units] + [*g.enemies(attack.side)]
        eyes = next(one for one in sides if hostile(one, attack.side))
        s = s.push(Detection(eyes, attack.shooter))
    for unit in units:
        if any(marker(g, s, unit).get(rating) for rating in ("front", "flank")):
            s = show(g, s, unit)
    # whether anybody hides in a hex without counters only the dice may tell (10.0 fire)
    guess = not units and attack.mode != CLOSE and hides(g, s, attack.side)
    if hidden or guess or not targets:
        targets = (*targets, *(hidden[:1] or ("empty",)))
    return s.push(Shots(attack.side, attack, targets, s))


def foreseen(g: Firefight, s: State, attack: Attack) -> list[tuple[str, Tally, Tally]]:
    """What an attack would roll for as far as one sees: firepower and defence value of each."""
    targets = shootable(g, s, attack)
    shots = Shots(attack.side, attack, targets, s)
    return [(target, *shots.values(g, target)) for target in targets]


@dataclass(frozen=True)
class Shots(Rolling):
    """The dice of one attack: each target apart, CAP declared before each roll (3.23, 7.7).

    Values are those at the start of the attack: it strikes everything in the hex at once (17.1,
    18.6).
    """

    attack: Attack
    left: tuple[str, ...]
    scene: State

    rule = "7.7"

    def decision(self, g: Firefight, s: State) -> Decision | None:
        if not self.left:
            return None
        attack = self.attack
        name = g.units[attack.shooter].title if attack.shooter in g.units else attack.card
        return Decision.of(
            attack.side, "coh.aim", "7.7", unit=name, hex=attack.hex, left=len(self.left)
        )

    def named(self, target: str) -> str:
        """What the attacker calls a target; hidden units and empty hexes look alike (10.0)."""
        hidden = target == "empty" or (
            target in self.scene.counters and self.scene.of(target).hidden
        )
        return "suspected" if hidden else target

    def _target(self, name: str) -> str | None:
        return next((t for t in self.left if self.named(t) == name), None)

    def targets(self) -> tuple[str, ...]:
        """What is left to roll for, as the attacker calls it."""
        return tuple(map(self.named, self.left))

    def hexes(self, s: State, units: tuple[str, ...]) -> tuple[str, ...]:
        return (self.attack.hex,)

    def values(self, g: Firefight, target: str) -> tuple[Tally, Tally]:
        """Firepower and defence value against one target."""
        s, attack = self.scene, self.attack
        if target.startswith("work:"):
            return firepower(g, s, attack, RED), work_defence(g, s, attack, target[5:])
        if target == "empty":
            colour = blind_colour(g, s, attack)
            return firepower(g, s, attack, colour), Tally.adding("coh.defence", [], colour)
        shield = defence(g, s, attack, target)
        return firepower(g, s, attack, str(shield.result), target), shield

    def need(self, g: Firefight, s: State, action: Action) -> Tally | None:
        """The lowest roll that hits, from firepower, CAP and defence (7.0, 7.1, 7.2)."""
        target = self._target(text(action, "target"))
        if target is None or self.named(target) == "suspected":
            return None
        power, shield = self.values(g, target)
        lines = [
            Line.of("7.2", "coh.line.defence", shield.total),
            Line.of("7.1", "coh.line.firepower", -power.total),
        ]
        need = needed("coh.need", lines, action)
        return replace(need, result=power.result, parts=(power, shield))

    def thrown(self, g: Firefight, s: State, target: str, cap: int, course: Course) -> State:
        meant = self._target(target)
        assert meant is not None, "explained before"
        s = s.instead(replace(self, left=tuple(t for t in self.left if t != meant)))
        return rolled(g, s, self.attack.side, "coh.attack", Hit(self, meant, cap), course)


@dataclass(frozen=True)
class Hit:
    """What an attack's dice do to one target."""

    shots: Shots
    target: str
    cap: int

    def resolve(self, g: Firefight, s: State, dice: tuple[int, ...], course: Course) -> State:
        """Hit or miss (7.0)."""
        attack, target = self.shots.attack, self.target
        if self.shots.named(target) == "suspected":
            s, target = self._found(g, s, dice, course)
        if not target:
            return s
        value, shield = self._value(g, target, dice)
        count = hits_of(int(value.total) - int(shield.total))
        units = (target,) if target in g.units else ()
        course.tell(
            "7.0",
            ("coh.shot.miss", "coh.shot.hit", "coh.shot.two")[count],
            hexes=(attack.hex,),
            units=units,
            target=g.units[target].title if units else target,
            dice=sum(dice),
            value=value.total,
            defence=shield.total,
        )
        if not units:
            return _break(s, attack.hex, target[5:], course) if count else s
        s = suffer(g, s, target, count, course, attack.side)
        if s.position.place(target) == GONE:
            return avenge(g, s, target, (attack.shooter, *attack.support))
        return s

    def _value(self, g: Firefight, target: str, dice: tuple[int, ...]) -> tuple[Tally, Tally]:
        """The value of the attack on a target, and what it has to reach (7.1, 7.2)."""
        power, shield = self.shots.values(g, target)
        lines = [*power.lines, *two_dice(dice, self.cap)]
        return Tally.adding("coh.attack", lines, power.result), shield

    def _found(
        self, g: Firefight, s: State, dice: tuple[int, ...], course: Course
    ) -> tuple[State, str]:
        """Whom a shot on somebody unseen finds, with his company; empty where it hits nobody.

        A coin stands for everybody in the cup: only a draw tells whom it hides (10.0 fire, 21.2).
        """
        target, coin = self.target, self.target in g.setup.decoys
        meant = cup(g, s) if coin else (target,) if target != "empty" else ()
        values = (self._value(g, one, dice) for one in meant)
        if not any(value.total >= shield.total for value, shield in values):
            # in one colour always, or the figure would tell what hides there
            plain = self._value(g, "empty", dice)[0]
            course.tell("10.0 fire", "coh.shot.nothing", dice=sum(dice), value=plain.total)
            return s, ""
        if coin:
            s, target = check(g, s, target, course)
        for unit in s.position.at(self.shots.attack.hex) if target else ():
            s = reveal(g, s, unit, course, "10.0 fire")
        return s, target


def _break(s: State, hex: str, kind: str, course: Course) -> State:
    """A work that is hit is gone; whoever was in it is in the open (18.6)."""
    course.tell("18.6", "coh.work.gone", hexes=(hex,), hex=hex, work=kind)
    s = replace(s, works=tuple(w for w in s.works if w.hex != hex or w.kind != kind))
    if kind == "bunker":
        for unit in s.position.at(hex):
            s = s.changed(unit, inside=False)
    return s


@dataclass(frozen=True)
class Detection(Rolling):
    """A hidden sniper has fired: the other side looks for it with one die (10.3)."""

    unit: str

    def decision(self, g: Firefight, s: State) -> Decision | None:
        return Decision.of(self.side, "coh.detect", "10.3")

    def need(self, g: Firefight, s: State, action: Action) -> Tally | None:
        return needed("coh.need", [Line.of("10.3", "coh.line.detect", 6)], action)

    def thrown(self, g: Firefight, s: State, target: str, cap: int, course: Course) -> State:
        s = s.pop()
        if s.position.place(self.unit) not in g.board:
            return s
        total = course.chance.roll("coh.detect") + cap
        if total >= 6:
            return reveal(g, s, self.unit, course, "10.3")
        course.tell("10.3", "coh.sniper.unseen", total=total)
        return s
