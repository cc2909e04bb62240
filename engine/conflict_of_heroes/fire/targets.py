"""Sections 7.0, 10.0 and 20.0: what an attack on a hex may hit, in the air or on the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.conflict_of_heroes.counters.markers import lost
from engine.conflict_of_heroes.counters.state import State, Work, hostile
from engine.conflict_of_heroes.counters.unit import BLUE, GUN, PLANE, RED
from engine.conflict_of_heroes.fire.values import CLOSE, FROM_ABOVE, THROWN, Attack, colour_against
from engine.conflict_of_heroes.hand.card import METAL_ONLY
from engine.deeds import Reasons
from engine.rulebook import enforces
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

PLANES, GROUND = "planes", "ground"
"""What an anti-aircraft gun, or a plane, aims at in a hex that has both (20.0)."""


@enforces("7.63 outside fire")
def shootable(g: Firefight, s: State, attack: Attack) -> tuple[str, ...]:
    """Everything in the hex that the attack rolls for (7.63 outside fire, 7.7, 17.1, 18.6)."""
    inside = attack.mode in (CLOSE, THROWN) and attack.seat == attack.hex
    sniper = attack.shooter in g.units and g.units[attack.shooter].has("sniper")
    up = at_planes(g, s, attack)
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
        if _colour_lost(g, s, attack, colour_against(g, s, attack, unit)):
            continue
        found.append(unit)
    # hand to hand a bunker is struck with those in it, or by itself (18.6)
    spared = inside and bool(found) and not any(s.of(u).inside for u in found)
    whole = not up and not _colour_lost(g, s, attack, RED)
    works = (
        w
        for w in (s.works_in(attack.hex) if whole else ())
        if _may_break(g, attack, w) and not (spared and w.kind == "bunker")
    )
    return (*found, *(f"work:{w.kind}" for w in works))


def _may_break(g: Firefight, attack: Attack, work: Work) -> bool:
    """Whether a work can be broken; mines from above, or by infantry among them (18.5 clearing)."""
    if attack.card in METAL_ONLY:
        return False
    if not int(g.charts["works"].rows[work.kind]["rating"]):
        return False
    if work.kind != "mine":
        return True
    foot = attack.shooter in g.units and g.units[attack.shooter].foot
    return not work.hidden and (attack.mode in FROM_ABOVE or (attack.mode == CLOSE and foot))


def at_planes(g: Firefight, s: State, attack: Attack) -> bool:
    """Whether an attack goes up: as its owner says, or since nothing else is there (20.0)."""
    if attack.card or attack.bombs or attack.aim == GROUND:
        return False
    if attack.shooter not in g.units or not may_fire_up(g, attack.shooter):
        return False
    return attack.aim == PLANES or targets_in(g, s, attack) == (PLANES,)


def targets_in(g: Firefight, s: State, attack: Attack) -> tuple[str, ...]:
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


def aims(g: Firefight, s: State, attack: Attack) -> tuple[str, ...]:
    """What the owner of an attack must say: at the planes over a hex, or at the ground (20.0)."""
    if attack.bombs or not may_fire_up(g, attack.shooter):
        return ("",)
    both = targets_in(g, s, attack)
    return both if len(both) > 1 else ("",)


def aim_reasons(g: Firefight, s: State, attack: Attack) -> Reasons:
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


def blind(g: Firefight, s: State, attack: Attack) -> bool:
    """Whether an attack is on whoever may hide in a hex; under a plane it says so (10.0, 20.0)."""
    meant = attack.aim == GROUND or not s.position.at(attack.hex)
    return attack.mode != CLOSE and meant and may_hide(g, s, attack.side, attack.hex)


def may_hide(g: Firefight, s: State, side: str, hex: str) -> bool:
    """Whether an enemy of a side may hide in a hex: from section 2 on (10.0 fire).

    Nobody stays hidden in one hex with a unit on the map, save below a plane of his own.
    """
    there = [g.units[unit] for unit in s.position.at(hex)]
    return g.setup.section >= 2 and all(
        one.kind == PLANE and hostile(one.side, side) for one in there
    )


def may_fire_up(g: Firefight, unit: str) -> bool:
    """Whether a unit may fire at planes: anti-aircraft guns and planes (20.0 anti-aircraft)."""
    return g.units[unit].has("anti-aircraft") or g.units[unit].kind == PLANE


def _colour_lost(g: Firefight, s: State, attack: Attack, colour: str) -> bool:
    """Whether the gun of a colour is damaged (15.2 gun damaged)."""
    return attack.shooter in g.units and not attack.card and lost(g, s, attack.shooter) == colour


def blind_colour(g: Firefight, s: State, attack: Attack) -> str:
    """The colour of a shot at nobody in sight: red, unless that gun is damaged (10.0, 15.2)."""
    return BLUE if _colour_lost(g, s, attack, RED) else RED


def suspected(g: Firefight, s: State, attack: Attack) -> tuple[str, ...]:
    """Hidden units of the enemy in the hex, weakest first: only that one is rolled for (10.0)."""
    hidden = [
        u
        for u in s.position.at(attack.hex)
        if s.of(u).hidden
        and hostile(g.units[u].side, attack.side)
        and not _colour_lost(g, s, attack, colour_against(g, s, attack, u))
    ]
    above = attack.mode in FROM_ABOVE
    return tuple(
        sorted(hidden, key=lambda u: (g.units[u].flank if above else g.units[u].front).value)
    )


def hides(g: Firefight, s: State, side: str) -> bool:
    """Whether an enemy of a side has hidden units: their counters lie beside the map (10.1)."""
    return any(c.hidden and hostile(g.units[u].side, side) for u, c in s.counters.items())
