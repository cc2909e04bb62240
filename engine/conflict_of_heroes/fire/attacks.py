"""Sections 7.0, 7.7, 10.0, 20.0: what an attack is, what it may hit, the dice for each in turn."""

from __future__ import annotations

from dataclasses import dataclass

from engine.agenda import Reasons
from engine.conflict_of_heroes.actions.payment import Rolling, needed, rolled
from engine.conflict_of_heroes.counters.hits import hits_of, lost, marker, show, suffer
from engine.conflict_of_heroes.counters.state import GONE, Setting, State, Work, hostile
from engine.conflict_of_heroes.counters.unit import BLUE, COLOURS, GUN, PLANE, RED, Unit
from engine.conflict_of_heroes.fire import values
from engine.conflict_of_heroes.fire.values import CLOSE, FROM_ABOVE, INDIRECT, Attack, firepower
from engine.conflict_of_heroes.hand.cards import METAL_ONLY, WEAPONS, avenge, inner
from engine.conflict_of_heroes.hidden import check, cup, reveal
from engine.values import Action, replace, text, texts, whole
from engine.verdict import Course, Decision, Line, Reason, Tally, enforces

CARD_9, OVERRUN = 2, 2
"""Firepower that the card adds to an attack (8.1 firepower), and that overrunning adds (8.3)."""


def attacks(action: Action) -> bool:
    """Whether an action is an attack of a unit: a shot, or a weapon that is thrown (7.0, 8.2)."""
    if "order" in action:
        return attacks(inner(action))
    thrown = text(action, "card") in WEAPONS and not action.get("lay")
    return action.kind == "fire" or (action.kind == "play" and thrown)


def attack_of(g: Setting, s: State, action: Action) -> Attack:
    """The attack that an action describes, by a unit on the map (7.0). A shot or shells (12.0),
    hand to hand (7.63), what a plane does on its way from where it is (20.2), a weapon that a card
    gives (8.2); also the one that a Command Action pays for."""
    if "order" in action:
        return attack_of(g, s, inner(action))
    unit, hex, card = text(action, "unit"), text(action, "hex"), text(action, "card")
    thrown, spotter = card if card in WEAPONS else "", text(action, "spotter")
    # from the hex of a spotter on the map one sees (12.0 spotter)
    spotter = spotter if g.here(s, spotter) else ""
    row = g.charts["cards"].rows[thrown] if thrown else {}
    piece, seat = g.units[unit], s.position.place(unit)
    mode = _mode(piece, thrown, spotter, close=seat == hex)
    near = hex in g.board and g.board.distance(seat, hex) <= 1
    return Attack(
        piece.side,
        unit,
        hex,
        mode,
        s.position.place(spotter) if spotter else seat,
        texts(action, "support"),
        red=int(row["red"]) if row else None,
        blue=int(row["blue"]) if row else None,
        card=thrown,
        bombs=whole(action, "bombs"),
        # no card is played on a plane (20.0)
        bonus=CARD_9 if piece.side in s.firepower and mode != values.AIR else 0,
        overrun=OVERRUN if s.of(unit).overrun and near and not thrown else 0,
        aim=text(action, "aim"),
    )


def _mode(piece: Unit, card: str, spotter: str, close: bool) -> str:
    if card:
        return values.THROWN
    if piece.kind == PLANE:
        return values.AIR
    if spotter:
        return INDIRECT
    if close:
        return CLOSE
    # a mortar that sees its target still drops its shells from above (12.1)
    return INDIRECT if piece.has("mortar") else values.DIRECT


def shells(g: Setting, s: State, side: str, card: str, hex: str) -> Attack:
    """The shells of a battery off the board on one hex of its area (12.3)."""
    row = g.charts["cards"].rows[card]
    return Attack(
        side,
        card,
        hex,
        values.ARTILLERY,
        hex,
        red=int(row["red"]),
        blue=int(row["blue"]),
        card=card,
        bonus=CARD_9 if side in s.firepower else 0,
    )


def used(s: State, attack: Attack) -> State:
    """Cards for one attack are used up by it (8.1 firepower, 8.3 overrun)."""
    s = replace(s, firepower=s.firepower - {attack.side}) if attack.bonus else s
    return s.changed(attack.shooter, overrun=False) if attack.overrun else s


PLANES, GROUND = "planes", "ground"
"""What an anti-aircraft gun, or a plane, aims at in a hex that has both (20.0)."""


@enforces("7.63 outside fire")
def shootable(g: Setting, s: State, attack: Attack) -> tuple[str, ...]:
    """Everything in the hex that the attack rolls for (7.63 outside fire, 7.7, 17.1, 18.6)."""
    inside = attack.mode in (CLOSE, values.THROWN) and attack.seat == attack.hex
    sniper = attack.shooter in g.units and g.units[attack.shooter].has("sniper")
    up, damaged = at_planes(g, s, attack), _damaged_gun(g, s, attack)
    found = []
    for unit in s.position.at(attack.hex):
        piece, counter = g.units[unit], s.of(unit)
        if counter.hidden or unit == attack.shooter:
            continue
        if (piece.kind == PLANE) != up:
            continue
        if (inside or sniper) and not hostile(piece.side, attack.side):
            continue
        if attack.card in METAL_ONLY and not (piece.vehicle or piece.kind == GUN):
            continue
        if damaged and damaged == values.colour_against(g, s, attack, unit):
            continue
        found.append(unit)
    # hand to hand a bunker is struck with those in it, or by itself (18.6)
    spared = inside and bool(found) and not any(s.of(u).inside for u in found)
    whole = not up and damaged != RED
    works = (
        w
        for w in (s.works_in(attack.hex) if whole else ())
        if _may_break(g, attack, w) and not (spared and w.kind == "bunker")
    )
    return (*found, *(f"work:{w.kind}" for w in works))


def _may_break(g: Setting, attack: Attack, work: Work) -> bool:
    """Whether a work can be broken; mines from above, or by infantry among them (18.5 clearing)."""
    if attack.card in METAL_ONLY:
        return False
    if not int(g.charts["works"].rows[work.kind]["rating"]):
        return False
    if work.kind != "mine":
        return True
    foot = attack.shooter in g.units and g.units[attack.shooter].foot
    return not work.hidden and (attack.mode in FROM_ABOVE or (attack.mode == CLOSE and foot))


def at_planes(g: Setting, s: State, attack: Attack) -> bool:
    """Whether an attack goes up: as its owner says, or since nothing else is there (20.0)."""
    if attack.card or attack.bombs or attack.aim == GROUND:
        return False
    if attack.shooter not in g.units or not may_fire_up(g, attack.shooter):
        return False
    return attack.aim == PLANES or targets_in(g, s, attack) == (PLANES,)


def targets_in(g: Setting, s: State, attack: Attack) -> tuple[str, ...]:
    """What an attack may be aimed at in its hex: enemy planes, what is on the ground (20.0)."""
    foes = [
        u
        for u in s.position.at(attack.hex)
        if hostile(g.units[u].side, attack.side) and not s.of(u).hidden
    ]
    up = any(g.units[u].kind == PLANE for u in foes)
    down = any(g.units[u].kind != PLANE for u in foes) or any(
        _may_break(g, attack, w) for w in s.works_in(attack.hex)
    )
    return (*((PLANES,) if up else ()), *((GROUND,) if down else ()))


def aims(g: Setting, s: State, attack: Attack) -> tuple[str, ...]:
    """What the owner of an attack must say: at the planes over a hex, or at the ground (20.0)."""
    if attack.bombs or not may_fire_up(g, attack.shooter):
        return ("",)
    both = targets_in(g, s, attack)
    return both if len(both) > 1 else ("",)


def aim_reasons(g: Setting, s: State, attack: Attack) -> Reasons:
    """Who may fire at planes and at the ground of a hex chooses between them (20.0)."""
    hexes = (attack.hex,)
    if attack.aim not in ("", PLANES, GROUND):
        yield Reason.of("20.0", "coh.fire.aim-what", hexes=hexes, aim=attack.aim)
    elif not attack.aim and aims(g, s, attack) != ("",):
        yield Reason.of("20.0", "coh.fire.aim", hexes=hexes, hex=attack.hex)
    elif attack.aim == PLANES and not may_fire_up(g, attack.shooter):
        name = g.units[attack.shooter].title
        yield Reason.of("20.0 anti-aircraft", "coh.fire.too-high", hexes=hexes, unit=name)
    elif attack.aim and attack.aim not in targets_in(g, s, attack) and not blind(g, s, attack):
        yield Reason.of("20.0", "coh.fire.nobody", hexes=hexes, hex=attack.hex)


def blind(g: Setting, s: State, attack: Attack) -> bool:
    """Whether an attack is on whoever may hide in a hex; under a plane it says so (10.0, 20.0)."""
    meant = attack.aim == GROUND or not s.position.at(attack.hex)
    return attack.mode != CLOSE and meant and may_hide(g, s, attack.side, attack.hex)


def may_hide(g: Setting, s: State, side: str, hex: str) -> bool:
    """Whether an enemy of a side may hide in a hex: from section 2 on (10.0 fire). Nobody stays
    hidden in one hex with a unit on the map, save below a plane of his own."""
    there = [g.units[unit] for unit in s.position.at(hex)]
    return g.setup.section >= 2 and all(
        one.kind == PLANE and hostile(one.side, side) for one in there
    )


def may_fire_up(g: Setting, unit: str) -> bool:
    """Whether a unit may fire at planes: anti-aircraft guns and planes (20.0 anti-aircraft)."""
    return g.units[unit].has("anti-aircraft") or g.units[unit].kind == PLANE


def _damaged_gun(g: Setting, s: State, attack: Attack) -> str:
    """The colour of the gun that is damaged, if one is (15.2 gun damaged)."""
    if attack.shooter not in g.units or attack.card:
        return ""
    gone = lost(g, s, attack.shooter)
    return gone if gone in COLOURS else ""


def blind_colour(g: Setting, s: State, attack: Attack) -> str:
    """The colour of a shot at nobody in sight: red, unless that gun is damaged (10.0, 15.2)."""
    return BLUE if _damaged_gun(g, s, attack) == RED else RED


def suspected(g: Setting, s: State, attack: Attack) -> tuple[str, ...]:
    """Hidden units of the enemy in the hex, weakest first: only that one is rolled for (10.0)."""
    damaged = _damaged_gun(g, s, attack)
    hidden = [
        u
        for u in s.position.at(attack.hex)
        if s.of(u).hidden
        and hostile(g.units[u].side, attack.side)
        and not (damaged and damaged == values.colour_against(g, s, attack, u))
    ]
    above = attack.mode in FROM_ABOVE
    return tuple(
        sorted(hidden, key=lambda u: (g.units[u].flank if above else g.units[u].front).value)
    )


def hides(g: Setting, s: State, side: str) -> bool:
    """Whether an enemy of a side has hidden units: their counters lie beside the map (10.1)."""
    return any(c.hidden and hostile(g.units[u].side, side) for u, c in s.counters.items())


def begin(g: Setting, s: State, attack: Attack, sniping: bool = False) -> State:
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


def foreseen(g: Setting, s: State, attack: Attack) -> list[tuple[str, Tally, Tally]]:
    """What an attack would roll for as far as one sees: firepower and defence value of each."""
    targets = shootable(g, s, attack)
    shots = Shots(attack.side, attack, targets, s)
    return [(target, *shots.values(g, target)) for target in targets]


class Shots(Rolling):
    """The dice of one attack: each target apart, CAP declared before each roll (3.23, 7.7). Values
    are those at the start of the attack: it strikes everything in the hex at once (17.1, 18.6)."""

    attack: Attack
    left: tuple[str, ...]
    scene: State

    rule = "7.7"

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.left:
            return None
        attack = self.attack
        called = attack.card.replace("-", " ").capitalize()
        name = g.units[attack.shooter].title if attack.shooter in g.units else called
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
        return tuple(map(self.named, self.left))

    def hexes(self, s: State, units: tuple[str, ...]) -> tuple[str, ...]:
        return (self.attack.hex,)

    def values(self, g: Setting, target: str) -> tuple[Tally, Tally]:
        """Firepower and defence value against one target."""
        s, attack = self.scene, self.attack
        if target.startswith("work:"):
            return firepower(g, s, attack, RED), values.work_defence(g, s, attack, target[5:])
        if target == "empty":
            colour = blind_colour(g, s, attack)
            return firepower(g, s, attack, colour), Tally.adding("coh.defence", [], colour)
        shield = values.defence(g, s, attack, target)
        return firepower(g, s, attack, str(shield.result), target), shield

    def need(self, g: Setting, s: State, action: Action) -> Tally | None:
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

    def thrown(self, g: Setting, s: State, target: str, cap: int, course: Course) -> State:
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

    def resolve(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
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

    def _value(self, g: Setting, target: str, dice: tuple[int, ...]) -> tuple[Tally, Tally]:
        """The value of the attack on a target, and what it has to reach (7.1, 7.2)."""
        power, shield = self.shots.values(g, target)
        lines = [*power.lines, *values.two_dice(dice, self.cap)]
        return Tally.adding("coh.attack", lines, power.result), shield

    def _found(
        self, g: Setting, s: State, dice: tuple[int, ...], course: Course
    ) -> tuple[State, str]:
        """Whom a shot on somebody unseen finds, with his company; empty where it hits nobody. A
        coin stands for everybody in the cup: only a draw tells whom it hides (10.0 fire, 21.2)."""
        target, coin = self.target, self.target in g.setup.decoys
        meant = cup(g, s) if coin else (target,) if target != "empty" else ()
        struck = (self._value(g, one, dice) for one in meant)
        if not any(value.total >= shield.total for value, shield in struck):
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


class Detection(Rolling):
    """A hidden sniper has fired: the other side looks for it with one die (10.3)."""

    unit: str

    def decision(self, g: Setting, s: State) -> Decision | None:
        return Decision.of(self.side, "coh.detect", "10.3")

    def need(self, g: Setting, s: State, action: Action) -> Tally | None:
        return needed("coh.need", [Line.of("10.3", "coh.line.detect", 6)], action)

    def thrown(self, g: Setting, s: State, target: str, cap: int, course: Course) -> State:
        s = s.pop()
        # whoever looks for it does not know which it is
        if self.unit and s.position.place(self.unit) not in g.board:
            return s
        total = course.chance.roll("coh.detect") + cap
        if total >= 6:
            return reveal(g, s, self.unit, course, "10.3") if self.unit else s
        course.tell("10.3", "coh.sniper.unseen", total=total)
        return s
