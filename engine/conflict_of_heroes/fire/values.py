"""Chapter 7 and what later chapters add to it: every figure of a unit as a tally."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.conflict_of_heroes.counters.hits import changed, marker
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import BLUE, INFANTRY, PLANE, RED, Unit
from engine.conflict_of_heroes.ground.sight import HOLDING, covered, in_arc, smoke_on
from engine.verdict import Line, Tally, enforces

DIRECT, CLOSE, INDIRECT = "direct", "close", "indirect"
ARTILLERY, AIR, THROWN = "artillery", "air", "thrown"
"""Ways of attacking: in sight, in one hex (7.63), by a spotter (12.0), off the board (12.3),
from a plane (20.2), by a weapon card (8.2)."""
FROM_ABOVE = (INDIRECT, ARTILLERY)
THROWN_FAR = ("extra-grenades", "molotov-cocktail")
"""Range 0, thrown one hex far as at long range (8.2, FAQ)."""
SHORT, LONG, CLOSE_BONUS, WHITE_BOX = 3, -2, 4, -2  # 7.61, 7.62, 7.63


@dataclass(frozen=True)
class Attack:
    """One attack on a hex: who, from where it is seen, how, with whose help."""

    side: str
    shooter: str
    hex: str
    mode: str
    seat: str
    """The hex that the line of sight runs from: the shooter's or the spotter's."""
    support: tuple[str, ...] = ()
    red: int | None = None
    blue: int | None = None
    """Firepower of a card in place of a unit's."""
    card: str = ""
    bombs: int = 0
    bonus: int = 0
    """What the card for more firepower adds (8.1 firepower)."""
    overrun: int = 0
    """What overrunning adds (8.3 overrun)."""
    aim: str = ""
    """At planes or at the ground of a hex that has both (20.0)."""


@enforces("7.6", "15.3")
def reach_of(g: Setting, s: State, unit: str) -> int:
    """A unit's range, which fear cuts short (7.6, 7.4 cowering, 15.3)."""
    return int(marker(g, s, unit).get("range", 0)) or g.units[unit].range


def printed_price(g: Setting, unit: str, indirect: bool) -> int:
    """What is printed on a unit for a shot (7.0, 12.0)."""
    return g.units[unit].indirect if indirect else g.units[unit].fire


def fire_lines(g: Setting, s: State, unit: str, indirect: bool = False) -> list[Line]:
    """What a shot costs, turret aside (7.0, 7.4, 12.0)."""
    piece, price = g.units[unit], printed_price(g, unit, indirect)
    rule = "12.0" if indirect else "7.0"
    return [Line.of(rule, "coh.line.fire", price, unit=piece.name), *changed(g, s, unit, "fire")]


def halved(number: int) -> int:
    """A firepower halved (15.0): a negative one doubles, none stays none."""
    return number * 2 if number < 0 else number // 2


def _range_lines(g: Setting, s: State, attack: Attack) -> Iterator[Line]:
    unit = attack.shooter
    here = s.position.place(unit)
    away = g.board.distance(here, attack.hex)
    if attack.mode == AIR:
        over = away - g.units[unit].range
        if over > 0:
            yield Line.of("20.2", "coh.line.far", -over, hexes=away)
        return
    if away == 1:
        yield Line.of("7.62", "coh.line.short", SHORT)
    elif away > reach_of(g, s, unit):
        yield Line.of("7.61", "coh.line.long", LONG, hexes=away)


def firepower(g: Setting, s: State, attack: Attack, colour: str, target: str = "") -> Tally:
    """The firepower of an attack in one colour (7.1, 7.6, 9.12, 11.2, 20.2)."""
    lines = list(_firepower(g, s, attack, colour, target))
    return Tally.adding("coh.firepower", lines, colour)


@enforces("8.2 extra grenades", "8.2 molotov cocktail")
def _firepower(g: Setting, s: State, attack: Attack, colour: str, target: str) -> Iterator[Line]:
    own = attack.red if colour == RED else attack.blue
    if own is not None:
        yield Line.of("8.2", f"coh.line.{colour}", own)
        if attack.card in THROWN_FAR and attack.hex != s.position.place(attack.shooter):
            yield Line.of("8.2", "coh.line.long", LONG, hexes=1)
        if attack.shooter in g.units:
            yield from changed(g, s, attack.shooter, colour)
        if attack.mode == THROWN:
            yield from _height_lines(g, s, attack, target)
        yield from _card_lines(attack)
        return
    piece = g.units[attack.shooter]
    printed = piece.bomb if attack.bombs else piece.firepower(colour)
    yield Line.of("20.4" if attack.bombs else "7.1", f"coh.line.{colour}", printed, unit=piece.name)
    yield from changed(g, s, attack.shooter, colour)
    if attack.mode == CLOSE:
        if colour in piece.white:
            yield Line.of("7.63", "coh.line.white-box", WHITE_BOX)
        else:
            yield Line.of("7.63", "coh.line.close", CLOSE_BONUS)
    else:
        yield from _range_lines(g, s, attack)
        yield from _height_lines(g, s, attack, target)
    helping = sum(1 for u in attack.support if g.units[u].firepower(colour) > 0)
    if helping:
        yield Line.of("9.12", "coh.line.support", helping)
    yield from _card_lines(attack)


def _card_lines(attack: Attack) -> Iterator[Line]:
    """What cards played before an attack add to it."""
    if attack.bonus:
        yield Line.of("8.1 firepower", "coh.line.card", attack.bonus)
    if attack.overrun:
        yield Line.of("8.3 overrun", "coh.line.card", attack.overrun)


@enforces("8.2 flamethrower", "8.2 magnetic mine", "8.2 tellermine")
def bare(attack: Attack) -> bool:
    """Whether the ground is no help against a weapon card (8.2)."""
    return attack.card.startswith(("flame", "magnetic", "teller"))


def _height_lines(g: Setting, s: State, attack: Attack, target: str) -> Iterator[Line]:
    counter = s.of(attack.shooter)
    aloft = target in g.units and g.units[target].kind == PLANE
    if attack.mode == AIR and aloft:
        if counter.altitude > s.of(target).altitude:
            yield Line.of("20.2", "coh.line.higher-plane", 1)
    elif attack.mode == AIR:
        if counter.altitude:
            yield Line.of("20.1", "coh.line.altitude", -counter.altitude)
    elif not aloft and g.ground.level(attack.seat) > g.ground.level(attack.hex):
        yield Line.of("11.2", "coh.line.down", 1)


# ------------------------------------------------------------------ defence


def is_flank(g: Setting, s: State, attack: Attack, target: str) -> str | None:
    """The rule by which an attack meets the flank rating; None at the front (7.2)."""
    if attack.mode in FROM_ABOVE:
        return "12.1"
    if attack.mode == CLOSE or attack.seat == attack.hex:
        return "7.63"
    if s.of(target).carrier:
        return "17.1"
    if attack.shooter in g.units and g.units[attack.shooter].has("sniper") and not attack.card:
        return "10.3"
    if behind_bunker(g, s, attack, target):
        return "18.2 bunker"
    if s.of(target).hidden:
        return None  # it faces no way until it is found, and is met at its front (10.0 fire)
    if not in_arc(g.board, attack.hex, s.of(target).facing, attack.seat):
        return "7.2"
    return None


def behind_bunker(g: Setting, s: State, attack: Attack, target: str) -> bool:
    """Whether direct fire comes at the rear of the bunker that a unit is in (18.2 bunker, 18.6)."""
    return s.of(target).inside and any(
        w.kind == "bunker" and not in_arc(g.board, attack.hex, w.facing, attack.seat)
        for w in s.works_in(attack.hex)
    )


@enforces("15.0", "15.1")
def colour_against(g: Setting, s: State, attack: Attack, target: str) -> str:
    """The colour of the rating that an attack meets, and so of its firepower (7.1, 15.1)."""
    piece = g.units[target]
    flank = is_flank(g, s, attack, target)
    if flank and _opened(g, attack, piece):
        return RED
    return (piece.flank if flank else piece.front).colour


def _opened(g: Setting, attack: Attack, piece: Unit) -> bool:
    """Whether an open top turns the flank rating red (15.4)."""
    if not piece.has("open-top"):
        return False
    if attack.mode in FROM_ABOVE:
        return True
    shooter = g.units.get(attack.shooter)
    return attack.seat == attack.hex and shooter is not None and shooter.kind == INFANTRY


def defence(g: Setting, s: State, attack: Attack, target: str) -> Tally:
    """A unit's defence value against an attack (7.2 and every modifier to it)."""
    colour = colour_against(g, s, attack, target)
    return Tally.adding("coh.defence", _defence(g, s, attack, target, colour), colour)


def _defence(g: Setting, s: State, attack: Attack, target: str, colour: str) -> Iterator[Line]:
    piece, counter = g.units[target], s.of(target)
    flank = is_flank(g, s, attack, target)
    rating = piece.flank if flank else piece.front
    key = "coh.line.flank" if flank else "coh.line.front"
    yield Line.of(flank or "7.2", key, rating.value, unit=piece.name)
    if flank and colour != rating.colour:
        yield Line.of("15.4", "coh.line.open-top")
    yield from changed(g, s, target, "flank" if flank else "front")
    if piece.kind == PLANE:
        yield from _plane_lines(g, s, attack, target)
        return
    yield from terrain_lines(g, s, attack, colour)
    yield from _shelter_lines(g, s, attack, target, colour, flank is not None)
    if counter.wary:
        yield Line.of("8.3 sixth sense", "coh.line.wary", 1)
    if piece.has("use-of-terrain") and g.ground.of(attack.hex)["dm"]:
        yield Line.of("8.3 use of terrain", "coh.line.use-of-terrain", 1)
    if counter.exposed and colour == RED and not (counter.carrier or covered(g, s, target)):
        yield Line.of("5.01", "coh.line.exposed", -1)


def _plane_lines(g: Setting, s: State, attack: Attack, target: str) -> Iterator[Line]:
    altitude = s.of(target).altitude
    if altitude:
        yield Line.of("20.1", "coh.line.altitude", altitude)
    shooter = g.units.get(attack.shooter)
    if shooter and shooter.kind == PLANE and altitude > s.of(attack.shooter).altitude:
        yield Line.of("20.2", "coh.line.higher-plane", 1)
    yield from smoke_lines(g, s, attack, aloft=True)


def terrain_lines(g: Setting, s: State, attack: Attack, colour: str = RED) -> Iterator[Line]:
    """What the ground, its height and smoke add (7.2, 11.2, 11.5, 12.2, 13.0)."""
    hex, terrain = attack.hex, g.board.terrain(attack.hex)
    cover = g.ground.of(hex)["dm"]
    if cover and not bare(attack):
        if terrain == "woods" and attack.mode in FROM_ABOVE and colour == RED:
            yield Line.of("12.2", "coh.line.air-burst", 0)
        else:
            yield Line.of("4.0", "coh.line.terrain", cover, terrain=terrain)
    aimed = not bare(attack)
    if aimed and attack.mode != AIR and g.ground.level(attack.seat) < g.ground.level(hex):
        yield Line.of("11.2", "coh.line.up", 1)
    if aimed and attack.seat != hex and g.ground.gully_side(attack.seat, hex):
        yield Line.of("11.5 small", "coh.line.small-gully", 1)
    if not attack.card.startswith("flame"):
        yield from smoke_lines(g, s, attack)


def smoke_lines(g: Setting, s: State, attack: Attack, aloft: bool = False) -> Iterator[Line]:
    """Smoke on the target, on the shooter and thin smoke on the way (13.0)."""
    inside = s.smoke_in(attack.hex)
    if inside:
        yield Line.of("13.0", "coh.line.smoke", inside, hex=attack.hex)
    if attack.seat == attack.hex or attack.mode == ARTILLERY:
        return
    # shells come out of the mortar's smoke too, though another unit spots for it (12.0)
    here = s.position.place(attack.shooter) if attack.mode == INDIRECT else attack.seat
    for seat in dict.fromkeys((here, attack.seat)):
        out = s.smoke_in(seat)
        if out:
            yield Line.of("13.0", "coh.line.smoke", out, hex=seat)
    # planes look over the ground, not over the smoke on it (20.3)
    way = g.ground.way if aloft or attack.mode == AIR else g.ground.gaps
    groups = way(attack.seat, attack.hex)
    for group, amount in zip(groups, smoke_on(s, groups), strict=True):
        if amount:
            hex = min(group, key=s.smoke_in)
            yield Line.of("13.0 second round", "coh.line.smoke", amount, hex=hex)


def _shelter_lines(
    g: Setting, s: State, attack: Attack, target: str, colour: str, flank: bool
) -> Iterator[Line]:
    piece, counter = g.units[target], s.of(target)
    if counter.inside:
        yield from _works_lines(g, s, attack, colour, flank)
    if counter.dug:
        yield Line.of("18.1", "coh.line.foxhole", 1)
    if counter.carrier:
        if g.units[counter.carrier].has("apc"):
            yield Line.of("16.1", "coh.line.apc", 2)
    elif piece.foot:
        cover = [
            u
            for u in s.position.at(attack.hex)
            if g.units[u].vehicle and not hostile(g.units[u].side, piece.side)
        ]
        if cover:
            yield Line.of("15.6", "coh.line.vehicle-cover", len(cover))


def _works_lines(g: Setting, s: State, attack: Attack, colour: str, flank: bool) -> Iterator[Line]:
    """What a work adds: 18.2 trench, 18.2 gun pit, 18.2 bunker; of several the best, for a unit
    is under one counter only (18.0)."""
    lines = []
    for work in s.works_in(attack.hex):
        if work.kind not in HOLDING or (work.kind == "gun-pit" and (flank or colour != BLUE)):
            continue
        ahead = in_arc(g.board, attack.hex, work.facing, attack.seat)
        behind = attack.mode not in FROM_ABOVE and not ahead
        bonus = int(g.charts["works"].rows[work.kind]["rear" if behind else "front"])
        if bonus:
            lines.append(Line.of(HOLDING[work.kind], f"coh.line.{work.kind}", bonus))
    if lines:
        yield max(lines, key=lambda line: int(line.value or 0))


def work_defence(g: Setting, s: State, attack: Attack, kind: str) -> Tally:
    """The defence value of a fortification or obstacle (18.4 cutting, 18.5 clearing, 18.6)."""
    rating = int(g.charts["works"].rows[kind]["rating"])
    lines = [Line.of("18.6", "coh.line.work", rating, work=kind)]
    # shells burst in the trees over men, not over works: these have no colour there (12.2)
    ground = [line for line in terrain_lines(g, s, attack, "") if line.rule != "11.2"]
    return Tally.adding("coh.defence", [*lines, *ground], RED)


# ------------------------------------------------------------------ attack value


def two_dice(rolled: Sequence[int], cap: int) -> list[Line]:
    """The dice of a roll and the CAP declared before it (3.23)."""
    lines = [Line.of("7.1", "coh.line.dice", sum(rolled))]
    if cap:
        lines.append(Line.of("3.23", "coh.line.cap", cap))
    return lines
