"""Sections 7.0, 10.0, 20.0: what an attack is, and what it may hit, in the air or on the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text, texts, whole
from engine.conflict_of_heroes.counters.hits import lost
from engine.conflict_of_heroes.counters.state import State, Work, hostile
from engine.conflict_of_heroes.counters.unit import BLUE, GUN, PLANE, RED, Unit
from engine.conflict_of_heroes.fire.values import (
    AIR,
    ARTILLERY,
    CLOSE,
    DIRECT,
    FROM_ABOVE,
    INDIRECT,
    THROWN,
    Attack,
    colour_against,
)
from engine.conflict_of_heroes.hand.cards import METAL_ONLY, WEAPONS, inner
from engine.deeds import Reasons
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


CARD_9, OVERRUN = 2, 2
"""Firepower that the card adds to an attack (8.1 firepower), and that overrunning adds (8.3)."""


def attacks(action: Action) -> bool:
    """Whether an action is an attack of a unit: a shot, or a weapon that is thrown (7.0, 8.2)."""
    if "order" in action:
        return attacks(inner(action))
    thrown = text(action, "card") in WEAPONS and not action.get("lay")
    return action.kind == "fire" or (action.kind == "play" and thrown)


def attack_of(g: Firefight, s: State, action: Action) -> Attack:
    """The attack that an action describes, by a unit on the map (7.0).

    A shot or shells (12.0), hand to hand (7.63), what a plane does on its way from where it is
    (20.2), a weapon that a card gives (8.2); also the one that a Command Action pays for.
    """
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
        bonus=CARD_9 if piece.side in s.firepower and mode != AIR else 0,
        overrun=OVERRUN if s.of(unit).overrun and near and not thrown else 0,
        aim=text(action, "aim"),
    )


def _mode(piece: Unit, card: str, spotter: str, close: bool) -> str:
    if card:
        return THROWN
    if piece.kind == PLANE:
        return AIR
    if spotter:
        return INDIRECT
    if close:
        return CLOSE
    # a mortar that sees its target still drops its shells from above (12.1)
    return INDIRECT if piece.has("mortar") else DIRECT


def shells(g: Firefight, s: State, side: str, card: str, hex: str) -> Attack:
    """The shells of a battery off the board on one hex of its area (12.3)."""
    row = g.charts["cards"].rows[card]
    return Attack(
        side,
        card,
        hex,
        ARTILLERY,
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
