"""Read-only questions: what a picture, an example or a lesson asks of a position; what must always
hold in a firefight, for a broken one is a mistake of the program."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict, Unpack

from engine.agenda import Reasons
from engine.conflict_of_heroes import hidden
from engine.conflict_of_heroes.actions.orders import mates, units_of, ways_of
from engine.conflict_of_heroes.actions.payment import POOL, TOP_DICE, coins
from engine.conflict_of_heroes.air import (
    GO,
    OFF,
    Sortie,
    air_target,
    come_over,
    edge_ahead,
    impulses,
)
from engine.conflict_of_heroes.cards.action_cards import swamps
from engine.conflict_of_heroes.counters.hits import CUPS, DESTROYED_BY, change, cup_of
from engine.conflict_of_heroes.counters.state import GONE, Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import RED
from engine.conflict_of_heroes.fire import values
from engine.conflict_of_heroes.fire.attacks import attack_of, attacks, foreseen, shells, shootable
from engine.conflict_of_heroes.fire.combat import company, spotters
from engine.conflict_of_heroes.fire.rally import rally_need
from engine.conflict_of_heroes.ground import sight
from engine.conflict_of_heroes.ground.sight import hidden_by, in_arc, sees
from engine.conflict_of_heroes.hand.cards import RULES, inner
from engine.conflict_of_heroes.hidden import given_away
from engine.conflict_of_heroes.movement.moves import rollers, sneaks
from engine.conflict_of_heroes.rounds.entering import HIGHEST, gates
from engine.conflict_of_heroes.rounds.rounds import ORDERS, VETERAN, Turn, refreshed
from engine.conflict_of_heroes.secrets import face_down, heard, owed, unit_state, view
from engine.rules import Questions
from engine.values import Action, Names, text
from engine.verdict import Cited, Line, Reason, Tally, frozen

BATTERY = "howitzer-122"
"""The battery that is asked about where none is named; all are met alike (12.1)."""


class Shot(TypedDict, total=False):
    """What else an attack names: who spots, who supports, how many bombs fall."""

    spotter: str | None
    support: Names | None
    bombs: int | None


def _attack(g: Setting, s: State, unit: str, hex: str, **more: Unpack[Shot]) -> values.Attack:
    """A unit's attack on a hex as its action would have it."""
    if unit not in g.units:
        raise KeyError(unit)
    return attack_of(g, s, Action("fire", unit=unit, hex=hex, **more))


def _firepower(
    g: Setting,
    s: State,
    unit: str,
    hex: str,
    colour: str = RED,
    target: str = "",
    **more: Unpack[Shot],
) -> Tally:
    return values.firepower(g, s, _attack(g, s, unit, hex, **more), colour, target)


def _defence(g: Setting, s: State, target: str, unit: str, **more: Unpack[Shot]) -> Tally:
    hex = s.position.place(target)
    return values.defence(g, s, _attack(g, s, unit, hex, **more), target)


def _attack_value(
    g: Setting,
    s: State,
    unit: str,
    hex: str,
    dice: int,
    cap: int = 0,
    colour: str = RED,
    **more: Unpack[Shot],
) -> Tally:
    power = values.firepower(g, s, _attack(g, s, unit, hex, **more), colour)
    return Tally.adding("coh.attack", [*power.lines, *values.two_dice([dice], cap)], colour)


def _shots(g: Setting, s: State, action: Action) -> list[tuple[str, Tally, Tally]]:
    """Every target that an action rolls for, with firepower and defence value (7.7)."""
    if not attacks(action) or s.position.place(text(inner(action), "unit")) == GONE:
        return []
    return foreseen(g, s, attack_of(g, s, action))


def _shelled(g: Setting, s: State, target: str, card: str = BATTERY) -> Tally:
    """Defence against artillery off the board (12.1)."""
    return values.defence(g, s, shells(g, s, "", card, s.position.place(target)), target)


def _work(g: Setting, s: State, hex: str, kind: str, unit: str = "", **more: Unpack[Shot]) -> Tally:
    """A work's defence against a unit's attack, or against artillery off the board (18.6)."""
    attack = _attack(g, s, unit, hex, **more) if unit else shells(g, s, "", BATTERY, hex)
    return values.work_defence(g, s, attack, kind)


def _figures(g: Setting, s: State, unit: str) -> dict[str, int]:
    """A unit's figures under its hit marker (7.4)."""
    piece = g.units[unit]

    def total(base: int, column: str) -> int:
        return base + change(g, s, unit, column)

    return {
        "fire": int(Tally.adding("", values.fire_lines(g, s, unit)).total),
        "move": total(piece.move, "move"),
        "red": total(piece.red, "red"),
        "blue": total(piece.blue, "blue"),
        "front": total(piece.front.value, "front"),
        "flank": total(piece.flank.value, "flank"),
        "range": values.reach_of(g, s, unit),
    }


def _side(g: Setting, s: State, side: str) -> dict[str, object]:
    """A player's tracks (2.0, 3.2)."""
    return {
        "ap": s.ap[side],
        "cap": s.cap[side],
        "points": s.points[side],
        "losses": s.losses[side],
        "active": list(s.active[side]),
        "next": refreshed(g, s).cap[side],
    }


def _doable(g: Setting, s: State, action: Action) -> list[Action]:
    """What a unit may be told to do that begins like this, the price and who pays it aside."""
    order, unit = ORDERS[action.kind], action["unit"]
    side = g.units[unit].side
    ways = order.options(g, s, Turn(side), unit) if len(action.named) == 1 else [action]
    return [way for way in ways if not any(order.against(g, s, side, way))]


def _paid(g: Setting, s: State, action: Action) -> tuple[int, int]:
    """The AP and the CAP that an order takes, CAP for its dice aside (3.21, 3.22)."""
    order, units = ORDERS.get(action.kind), units_of(action)
    if order is None or "pay" not in action:
        return 0, 0
    return coins(s, g.units[units[0]].side, order.price(g, s, action, action["pay"]))


def _way_dice(g: Setting, s: State, action: Action) -> dict[str, object]:
    """The dice on the ways of a group: what CAP for them are listed as, and for each place in that
    list who rolls in which hex, with what sign, and whether the CAP are said beforehand.

    Dice that fall in the open are asked for when they fall, unless it is one roll only; to ask for
    those of hidden units would give them away (3.23, 9.11, 10.1).
    """
    runs, ways = action.kind == "play" and "order" not in action, ways_of(action)
    if runs:
        diced = {(unit, i) for unit, path in ways for i in swamps(g, s, unit, path)}
    else:
        diced = {(unit, 0) for unit in rollers(g, s, action)}
    places = [(unit, i, hex) for unit, path in ways for i, hex in enumerate(path) if runs or not i]
    alone = len(diced) == 1 and not runs
    dice = [
        {
            "unit": unit,
            "hex": hex if runs else "",
            "sign": 1 if g.units[unit].vehicle else -1,
            "said": (unit, i) in diced and (alone or sneaks(s, unit, action)),
        }
        for unit, i, hex in places
    ]
    return {"listed": "cap" if alone else "caps", "dice": dice}


def _flown(g: Setting, s: State, action: Action) -> dict[str, object]:
    """Where the impulses of an action bring a plane, and the hexes that it can go on to (20.0)."""
    unit, hex, steps = action["unit"], action.get("hex"), impulses(action)
    entering = action.kind == "enter"
    here = come_over(s, unit, hex or s.position.place(unit), action) if entering else s
    plane = Sortie(g, here, unit)
    [*plane.reasons(steps)]
    over = plane.here in g.board and [GO, OFF] not in steps
    ahead = sight.front_hexes(g.board, plane.here, plane.facing) if over else ()
    return {
        "over": over,
        "facing": plane.facing,
        "altitude": plane.altitude,
        "bombs": plane.bombs,
        "ahead": gates(g, s, unit) if entering and not hex else ahead,
        "edge": over and edge_ahead(g.board, plane.here, plane.facing),
    }


def _ranges(g: Setting, s: State, unit: str) -> dict[str, object]:
    """Its range, the hexes within it that a unit may fire at where it stands, and those at long
    range, twice as far (6.1, 7.61, 15.5, 18.2 bunker)."""
    piece, here, reach = g.units[unit], s.position.place(unit), values.reach_of(g, s, unit)
    whole = piece.has("turret")
    arc = [
        hex
        for hex in g.board.hexes
        if hex != here
        and (whole or in_arc(g.board, here, s.of(unit).facing, hex))
        and not sight.behind_walls(g, s, unit, hex)
    ]
    away = {hex: g.board.distance(here, hex) for hex in arc}
    near, far = (
        [hex for hex in arc if piece.minimum <= away[hex] <= limit] for limit in (reach, 2 * reach)
    )
    return {"range": reach, "near": near, "far": far}


def _in_the_way(g: Setting, s: State, a: str, b: str) -> tuple[list[Cited], list[str]]:
    """What hides two hexes from each other: ground, by what stands there or by its height, and
    smoke (6.0, 13.0)."""
    low = min(g.ground.level(a), g.ground.level(b))
    # along a side the smoke of one hex hides with the ground of the other
    smoke = [hex for hex in sight.smoke_between(g, s, a, b) if s.smoke_in(hex)]
    solid = []
    for hex in dict.fromkeys(h for h in hidden_by(g, s, a, b) if h not in smoke):
        level = g.ground.level(hex)
        key = "height" if not g.ground.of(hex)["height"] else "raised" if level > 0 else "ground"
        terrain = g.board.terrain(hex).replace("-", " ")
        told = {"hex": hex, "level": level, "low": low, "terrain": terrain}
        solid.append(Cited("6.0", f"coh.sight.{key}", frozen(told), (hex,)))
    return solid, smoke


def _bunker(g: Setting, s: State, hex: str) -> list[str]:
    """The arc of the bunker of a hex (18.2 bunker)."""
    facings = [work.facing for work in s.works_in(hex) if work.kind == "bunker"]
    return [h for facing in facings for h in g.board.hexes if in_arc(g.board, hex, facing, h)]


def _in_arc(g: Setting, s: State, unit: str, hex: str) -> bool:
    return in_arc(g.board, s.position.place(unit), s.of(unit).facing, hex)


PUBLIC = frozenset({"face_down", "cup", "coins", "hit_cups", "view", "heard", "owed", "turn"})
"""Questions that tell nobody a secret, or hide it themselves; asked of the whole state."""
QUERIES: Questions = {
    "firepower": _firepower,
    "defence": _defence,
    "attack": _attack_value,
    "shelled": _shelled,
    "work": _work,
    "figures": _figures,
    "unit": unit_state,
    "side": _side,
    "sees": lambda g, s, a, b: not hidden_by(g, s, a, b),
    "blockers": lambda g, s, a, b: hidden_by(g, s, a, b),
    "field": lambda g, s, hex: [other for other in g.board.hexes if sees(g, s, hex, other)],
    "arc": lambda g, s, unit: [
        hex for hex in g.board.hexes if hex != s.position.place(unit) and _in_arc(g, s, unit, hex)
    ],
    "in_arc": _in_arc,
    "from_air": lambda g, s, unit, hex: not g.ground.blind_from_air(s.position.place(unit), hex),
    "air_attack": lambda g, s, unit, hex: [
        reason.rule
        for reason in air_target(g, unit, s.position.place(unit), s.of(unit).facing, hex)
    ],
    "targets": lambda g, s, unit, hex: shootable(g, s, _attack(g, s, unit, hex)),
    "shots": _shots,
    "rally": lambda g, s, unit: rally_need(g, s, unit),
    "spotters": lambda g, s, unit, hex: list(spotters(g, s, unit, hex)),
    "halved": lambda g, s, firepower: Tally.adding(
        "coh.firepower", [Line.of("15.0", "coh.line.halved", values.halved(firepower))]
    ),
    "level": lambda g, s, hex: g.ground.level(hex),
    "smoke": lambda g, s, hex: s.smoke_in(hex),
    "works": lambda g, s, hex: [w.kind for w in s.works_in(hex)],
    "goals": lambda g, s, side: list(s.goals.get(side, ())),
    "aimed": lambda g, s, side: [list(shot) for shot in s.aimed.get(side, ())],
    "deck": lambda g, s: len(s.deck),
    "view": view,
    "owed": owed,
    "heard": lambda g, s, side, action: heard(g, s, action, side),
    "hand": lambda g, s, side: list(s.hands[side]),
    "round": lambda g, s: s.round,
    "turn": lambda g, s: g.decision(s).side if g.decision(s) else "",
    "control": lambda g, s: dict(s.control),
    "cup": lambda g, s: hidden.cup(g, s),
    "coins": lambda g, s: hidden.marked(g, s),
    "hostile": lambda g, s, a, b: hostile(a, b),
    "mates": lambda g, s, units: mates(g, s, units),
    "company": lambda g, s, unit: company(g, s, unit),
    "flown": _flown,
    "paid": _paid,
    "way_dice": _way_dice,
    "ranges": _ranges,
    "bunker": _bunker,
    "face_down": face_down,
    "in_the_way": _in_the_way,
    "doable": _doable,
    "limits": lambda g, s: {
        "dice": TOP_DICE,
        "destroyed": DESTROYED_BY,
        "pool": POOL,
        "veteran": VETERAN,
        "height": HIGHEST,
    },
    "card_rule": lambda g, s, card: RULES.get(card, "8.2 off-board artillery"),
    "hit_cups": lambda g, s: {name: len(cup) for name, cup in s.cups.items()},
}


def violations(g: Setting, s: State) -> list[Reason]:
    """AP and CAP (3.0, 3.2), one pool a side (9.0), the cups (7.4), hidden units (10.0),
    passengers (17.0)."""
    return [*_tracks(g, s), *_cups(g, s), *_passengers(g, s), *_hidden(g, s)]


def _hidden(g: Setting, s: State) -> Reasons:
    """Nobody is hidden whom company or a near enemy gives away (10.0)."""
    for unit in s.counters:
        rule = given_away(g, s, unit)
        if rule:
            yield Reason.of(rule, "coh.broken.hidden", units=(unit,))


def _tracks(g: Setting, s: State) -> Reasons:
    for side in g.sides:
        if s.ap[side] < 0 or s.cap[side] < 0:
            yield Reason.of("3.2", "coh.broken.negative", side=side)
        if bool(s.active[side]) != (s.ap[side] > 0):
            yield Reason.of("9.0", "coh.broken.pool", side=side, units=s.active[side])
        if any(s.of(u).spent for u in s.active[side]):
            yield Reason.of("3.0", "coh.broken.spent", side=side, units=s.active[side])


def _cups(g: Setting, s: State) -> Reasons:
    for cup in CUPS:
        held = Counter(s.cups[cup])
        held.update(
            str(c.hit) for u, c in s.counters.items() if c.hit is not None and cup_of(g, u) == cup
        )
        held.pop("berserk", None)
        if held != Counter(g.cups[cup]):
            yield Reason.of("7.4", "coh.broken.cup", cup=cup)


def _passengers(g: Setting, s: State) -> Reasons:
    for unit, counter in s.counters.items():
        if counter.carrier and s.position.place(counter.carrier) != s.position.place(unit):
            yield Reason.of("17.0", "coh.broken.carrier", units=(unit, counter.carrier))
