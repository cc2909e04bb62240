"""Sections 8.1 and 8.2: what each card needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes import payment
from engine.conflict_of_heroes.aiming import (
    gully_reasons,
    may_fire,
    sight_reasons,
    wall_reasons,
)
from engine.conflict_of_heroes.cardlist import (
    METAL_ONLY,
    RULES,
    WEAPONS,
    card_units,
    inner,
    played_on,
)
from engine.conflict_of_heroes.deploy import unwatched
from engine.conflict_of_heroes.dice import dice_reasons
from engine.conflict_of_heroes.given import ways_of
from engine.conflict_of_heroes.ground import in_arc
from engine.conflict_of_heroes.movement import listed_ways, retreat_reasons
from engine.conflict_of_heroes.orders import facing_reasons, group_reasons
from engine.conflict_of_heroes.payment import CARD
from engine.conflict_of_heroes.rally import rally_reasons
from engine.conflict_of_heroes.state import State, Work, hostile
from engine.conflict_of_heroes.steps import going
from engine.conflict_of_heroes.targets import may_hide
from engine.conflict_of_heroes.unit import GUN, PLANE
from engine.conflict_of_heroes.veterans import PLAYED, veteran_check
from engine.given import text, wholes
from engine.rulebook import enforces
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


NO_RUN = ("suppressed", "stunned", "crew-suppressed", "crew-stunned")
"""Hit markers that keep a unit from running; pinned and immobilized ones stay put anyhow (8.1)."""


def _own(
    g: ConflictOfHeroes, s: State, side: str, action: Action, rule: str, rallying: bool = True
) -> Iterator[Reason]:
    units = card_units(action)
    yield from payment.units_reasons(g, s, side, units, rallying)
    yield from group_reasons(g, s, units, rule)


def plane_reasons(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """No card is played on a plane, neither one's own nor the enemy's (20.0)."""
    for unit in played_on(s, side, action):
        if unit in g.units and g.units[unit].kind == PLANE:
            yield Reason.of("20.0", "coh.card.plane", units=(unit,))


def _nothing(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    return iter(())


def _command_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 2: any one action of a unit or group, free; of an activated one as well (3.0, 9.1)."""
    from engine.conflict_of_heroes.rules import ORDERS
    from engine.conflict_of_heroes.turns import order_reasons

    order = ORDERS.get(text(action, "order"))
    if order is None:
        yield Reason.of("8.1 command action", "coh.card.order", order=text(action, "order"))
        return
    yield from order_reasons(g, s, side, order, inner(action), CARD)


def _rally_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Cards 3 and 4: units that can rally at all."""
    yield from _own(g, s, side, action, "9.13")
    for unit in card_units(action):
        if unit in g.units and s.position.place(unit) in g.board:
            yield from rally_reasons(g, s, unit)


def _move_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 5: two hexes, each of them open to the unit; not the pinned, nor the suppressed."""
    yield from _own(g, s, side, action, "9.11")
    from engine.conflict_of_heroes.rules import ORDERS

    move = ORDERS["move"]
    yield from facing_reasons(action)
    if "units" in action and not listed_ways(action):
        yield Reason.of("9.11", "coh.move.ways")
    yield from _run_dice(g, s, side, action)
    for unit, path in ways_of(action):
        if unit not in g.units or s.position.place(unit) not in g.board:
            continue
        if len(path) != 2:
            yield Reason.of("8.1 move 2 hexes", "coh.card.two-hexes", units=(unit,))
            continue
        if s.of(unit).hit in NO_RUN:
            yield Reason.of("8.1 move 2 hexes", "coh.card.cannot-run", units=(unit,))
        yield from retreat_reasons(g, s, unit, path[1:])
        step = s
        for hex in path:
            yield from move.reasons(g, step, side, Action("move", unit=unit, path=[hex]))
            step = step.at(unit, hex) if hex in g.board else step


def swamps(g: ConflictOfHeroes, s: State, unit: str, path: tuple[str, ...]) -> list[int]:
    """Which hexes of a way a vehicle rolls in, counted from 0 (14.1)."""
    steps = enumerate(zip((s.position.place(unit), *path), path, strict=False))
    return [i for i, (here, to) in steps if to in g.board and going(g, s, unit, here, to).soft]


def _run_dice(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """CAP for the dice of hidden vehicles, listed for each hex of each way (3.23, 10.1, 14.1)."""
    if "caps" not in action:
        return
    caps, hexes = (
        wholes(action, "caps"),
        [(u, i) for u, p in ways_of(action) for i in range(len(p))],
    )
    if len(caps) != len(hexes):
        yield Reason.of("8.1 move 2 hexes", "coh.card.caps", count=len(hexes))
        return
    if any(unit not in g.units for unit, _ in hexes):
        return
    diced = {(unit, i) for unit, path in ways_of(action) for i in swamps(g, s, unit, path)}
    for (unit, number), cap in zip(hexes, caps, strict=True):
        yield from dice_reasons(cap, s.cap[side])
        if cap and (unit, number) not in diced:
            yield Reason.of("3.23", "coh.dice.none", units=(unit,))
        elif cap and not s.of(unit).hidden:
            yield Reason.of("3.23", "coh.dice.each", units=(unit,))


def _alone(action: Action, rule: str) -> Iterator[Reason]:
    """Some cards are for one unit, and never for a group (8.1)."""
    if "units" in action:
        yield Reason.of(rule, "coh.group.single", units=card_units(action))


def _spent_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 6: one enemy unit on the map that can be seen there."""
    unit = text(action, "unit")
    known = unit in g.units and hostile(g.units[unit].side, side)
    if not known or s.position.place(unit) not in g.board or s.of(unit).hidden:
        yield Reason.of("8.1 mark as spent", "coh.card.enemy", unit=unit)


def _ap_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Cards 7 and 8: an activated unit or group."""
    if not s.active[side]:
        yield Reason.of(RULES[text(action, "card")], "coh.pay.nobody-active")


def _carried(g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Reason]:
    """Who is carried neither digs nor handles mines (17.0 passenger)."""
    if s.of(unit).carrier:
        name = g.units[unit].title
        yield Reason.of("17.0 passenger", "coh.move.carried", units=(unit,), unit=name)


def _dig_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 11: anybody but units in close combat; the stunned do not dig (7.4 stunned)."""
    yield from _own(g, s, side, action, "9.14", rallying=False)
    for unit in card_units(action):
        if unit not in g.units or s.position.place(unit) not in g.board:
            continue
        if g.foes_in(s, side, s.position.place(unit)):
            yield Reason.of("8.1 hasty defense", "coh.card.close", units=(unit,))
        yield from _carried(g, s, unit)
        if s.of(unit).dug:
            yield Reason.of("18.1", "coh.dig.already", units=(unit,), unit=g.units[unit].title)


def _stuck_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 20: any one unit on the ground, activated or not, whoever's it is (2.2 action card)."""
    unit = text(action, "unit")
    if unit not in g.units or s.position.place(unit) not in g.board:
        yield Reason.of("8.1 bogged down", "coh.no-unit", unit=unit)


def _look_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 30: one of one's own units looks."""
    yield from _alone(action, "8.1 reveal hidden")
    yield from _own(g, s, side, action, "9.14")


def _mine_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Cards 40 and 41, a Tellermine too: infantry, here or next door, out of close combat."""
    colour = text(action, "colour")
    if colour not in ("", "black", "red", "blue"):
        yield Reason.of("18.5", "coh.place.mine", mine=colour)
    rule = RULES[text(action, "card")]
    yield from _alone(action, rule)
    yield from _own(g, s, side, action, "9.14", rallying=False)
    unit, hex = text(action, "unit"), text(action, "hex")
    if unit not in g.units or s.position.place(unit) not in g.board:
        return
    yield from _carried(g, s, unit)
    seat = s.position.place(unit)
    lays = text(action, "card") != "defuse-land-mine"
    if lays and not g.units[unit].foot:
        yield Reason.of(rule, "coh.dig.infantry", units=(unit,), unit=g.units[unit].title)
    if g.foes_in(s, side, seat):
        yield Reason.of(rule, "coh.card.close", units=(unit,))
    if hex not in g.board or g.board.distance(seat, hex) > 1:
        yield Reason.of(rule, "coh.card.far", hexes=(hex,) if hex in g.board else ())
    elif not lays:
        if not mines_in(s, hex):
            yield Reason.of(rule, "coh.card.no-mine", hexes=(hex,))
    else:
        if g.foes_in(s, side, hex):
            yield Reason.of(rule, "coh.card.enemy-there", hexes=(hex,))
        if mines_in(s, hex):
            yield Reason.of("18.0", "coh.card.mine-there", hexes=(hex,))
        if action.get("hidden") and not unwatched(g, s, side, hex):
            yield Reason.of(rule, "coh.card.watched", hexes=(hex,))


def _attack_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 9: one for an attack; the next one waits for the next attack (8.1 firepower)."""
    if side in s.firepower:
        yield Reason.of("8.1 firepower", "coh.card.in-force")


def _double_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 10: before the first of two actions, and two are all (8.1 double action)."""
    if s.double == side:
        yield Reason.of("8.1 double action", "coh.card.in-force")


def _sniper_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Card 13: an enemy player is chosen, where there are several (21.0)."""
    named = text(action, "side")
    if named and named not in g.enemies(side):
        yield Reason.of("8.1 sniper", "coh.card.player", side=named)


def mines_in(s: State, hex: str) -> list[Work]:
    return [w for w in s.works_in(hex) if w.kind == "mine"]


def worth_throwing(g: ConflictOfHeroes, s: State, side: str, hex: str) -> bool:
    """Whether there is anything in a hex, as far as one sees, for a weapon card to hit (8.2)."""
    foes = (g.units[u] for u in s.position.at(hex) if hostile(g.units[u].side, side))
    works = (w.kind in ("bunker", "wire") for w in s.works_in(hex))
    return any(foe.kind != PLANE for foe in foes) or any(works)


@enforces("8.2 demolition charge", "8.2 magnetic mine")
def _weapon_check(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """A weapon card is an attack of one unit (8.2), never of a group."""
    card, rule = text(action, "card"), RULES[text(action, "card")]
    if action.get("lay"):
        if card != "tellermine":
            yield Reason.of(rule, "coh.card.not-so", card=card)
        yield from _mine_check(g, s, side, action)
        return
    unit, hex = text(action, "unit"), text(action, "hex")
    yield from payment.units_reasons(g, s, side, (unit,))
    if unit not in g.units or s.position.place(unit) not in g.board:
        return
    seat = s.position.place(unit)
    if hex not in g.board:
        yield Reason.of("7.0", "coh.fire.off-map", hex=hex)
        return
    yield from may_fire(g, s, side, unit, hex)
    piece, away = g.units[unit], g.board.distance(seat, hex)
    if away > (0 if card == "demolition-charge" else 1):
        yield Reason.of(rule, "coh.card.range", hexes=(hex,))
    if seat != hex:
        yield from sight_reasons(g, s, side, unit, "", hex)
        yield from wall_reasons(g, s, unit, hex)
        yield from gully_reasons(g, s, unit, hex)
        if not s.of(unit).hidden and not in_arc(g.board, seat, s.of(unit).facing, hex):
            yield Reason.of(
                "6.1", "coh.fire.arc", units=(unit,), hexes=(seat, hex), unit=piece.title
            )
    if card in METAL_ONLY:
        foes = (g.units[u] for u in s.position.at(hex) if hostile(g.units[u].side, side))
        if not any(foe.vehicle or foe.kind == GUN for foe in foes):
            yield Reason.of(rule, "coh.card.metal", hexes=(hex,))
    elif seat != hex and may_hide(g, s, side, hex):
        return
    elif not worth_throwing(g, s, side, hex):
        yield Reason.of("7.0", "coh.fire.nobody", hexes=(hex,), hex=hex)


Check = Callable[["ConflictOfHeroes", State, str, Action], Iterator[Reason]]
_CHECKS: Mapping[str, Check] = {
    "command-action": _command_check,
    "auto-rally": _rally_check,
    "good-leadership": _rally_check,
    "rally-attempt": _rally_check,
    "move-2-hexes": _move_check,
    "mark-as-spent": _spent_check,
    "bonus-ap": _ap_check,
    "bonus-cap": _ap_check,
    "hasty-defense": _dig_check,
    "bogged-down": _stuck_check,
    "reveal-hidden": _look_check,
    "lay-land-mine": _mine_check,
    "defuse-land-mine": _mine_check,
    "sniper": _sniper_check,
    "firepower": _attack_check,
    "double-action": _double_check,
    **dict.fromkeys(PLAYED, veteran_check),
}


def card_check(card: str) -> Check:
    """What a card needs."""
    return _CHECKS.get(card, _weapon_check if card in WEAPONS else _nothing)
