"""A greedy player's yardstick: fire where it is likely to hurt, else close on what counts."""

from __future__ import annotations

from collections import Counter

from engine.agenda import once_a_state
from engine.conflict_of_heroes.actions.orders import units_of, ways_of
from engine.conflict_of_heroes.actions.payment import AP, OPPORTUNITY
from engine.conflict_of_heroes.air import blow, come_over
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import DIRECTION
from engine.conflict_of_heroes.fire.attacks import Shots, attack_of, shootable
from engine.conflict_of_heroes.fire.values import Attack, defence, firepower
from engine.conflict_of_heroes.ground.sight import in_arc, sees
from engine.conflict_of_heroes.hand.cards import inner
from engine.conflict_of_heroes.movement.moves import MOVE
from engine.conflict_of_heroes.works import wired
from engine.values import Action, Names, text, texts

AT_LEAST = {n: sum(6 - abs(7 - k) for k in range(max(n, 2), 13)) / 36 for n in range(-40, 41)}
"""The chance of so much or more on two dice."""
PRICES = {"ap": 0.0, "cap": 0.6, "opportunity": 0.3}
WIRE = 4
"""What a player reckons the die of the wire at (18.4)."""
PLAIN = {
    "cross": 0.1,
    "pass": 1.5,
    "end": 0.5,
    "enter": 2.2,
    "exit": 2.5,
    "occupy": 1.7,
    "unload": 1.4,
}
"""What is worth the same wherever it is done."""


def appeal(g: Setting, s: State, action: Action, side: str) -> float:
    """How much an action is worth to a side."""
    kind, cap = action.kind, abs(int(action.get("cap") or 0))
    price = PRICES.get(text(action, "pay"), 0.0)
    if text(action, "pay") == OPPORTUNITY:
        price *= max(len(units_of(action)), 1)  # all of a group are spent by it (9.2)
    if kind == "roll":
        return _roll(g, s, action) - 0.12 * cap
    if kind == "fire":
        return 2.0 + 6 * _hope(g, s, attack_of(g, s, action), side) - price - 0.2
    if kind == "move" and _stays(g, s, action, side):
        return 0.0
    if kind == "move":
        return 2.0 + _closer(g, s, action, side) - price - 0.1 * cap
    if kind == "fly":
        return 2.0 + 6 * _strike(g, s, action, side) - price - (0.3 if action.get("paid") else 0)
    if kind == "enter" and "steps" in action:
        here = come_over(s, action["unit"], action["hex"], action)
        return PLAIN[kind] + 0.1 + 6 * _strike(g, here, action, side) - price
    if kind == "rally":
        return 2.3 + 0.1 * len(units_of(action)) - price - 0.1 * cap
    if kind == "activate":
        return 1.9 if not s.active[side] else -1.0
    if kind == "play":
        return _card(g, s, action, side) - 0.1 * cap
    if kind == "face":
        return _faced(g, s, action)
    if kind == "smoke":
        return 1.0 + 0.2 * _screens(g, s, side)[text(action, "hex")] - price
    if kind == "call":
        return _called(g, s, action, side)
    if kind == "add-cap":
        return 0.5 - cap
    return PLAIN.get(kind, 0.0) - price


def _stays(g: Setting, s: State, action: Action, side: str) -> bool:
    """Whether wire on the way will most likely cost more than there is (18.4)."""
    pay = text(action, "pay")
    if not wired(g, s, action):
        return False
    have = s.cap[side] + (s.ap[side] if pay == AP else 0)
    return int(MOVE.cost(g, s, action).total) + WIRE > have


def _roll(g: Setting, s: State, action: Action) -> float:
    if not isinstance(s.top, Shots):
        return 0.0
    tally = s.top.need(g, s, action)
    return 3 * AT_LEAST.get(int(tally.total), 0.0) if tally else 0.0


def _hope(g: Setting, s: State, attack: Attack, side: str) -> float:
    """How many enemies an attack is likely to hit, less friends."""
    total = 0.0
    for target in shootable(g, s, attack):
        if target not in g.units:
            continue
        shield = defence(g, s, attack, target)
        power = firepower(g, s, attack, str(shield.result), target)
        chance = AT_LEAST.get(int(shield.total) - int(power.total), 0.0)
        total += chance if hostile(g.units[target].side, side) else -chance
    return total - 0.08


def _strike(g: Setting, s: State, action: Action, side: str) -> float:
    """What a plane's guns or bombs are likely to hit on its way (20.2, 20.4)."""
    unit = action["unit"]
    for step in (step.split() for step in texts(action, "steps")):
        if step[0] in ("attack", "bomb"):
            return _hope(g, s, attack_of(g, s, blow(unit, step)), side)
    return 0.0


def _card(g: Setting, s: State, action: Action, side: str) -> float:
    """A card for one's own action is worth that action; a blow is meant for the enemy."""
    card, unit = action["card"], text(action, "unit")
    if card == "command-action":
        return appeal(g, s, inner(action), side) - 0.2
    if card == "move-2-hexes":
        return 1.6 + _closer(g, s, action, side)
    if card == "bogged-down":
        return 1.7 if hostile(g.units[unit].side, side) else -1.0
    return 1.8


def _faced(g: Setting, s: State, action: Action) -> float:
    """How many enemies lie ahead, the near ones more (10.0)."""
    unit, seat = action["unit"], s.position.place(action["unit"])
    ahead = [
        g.board.distance(seat, s.position.place(u))
        for u in g.foes(s, g.units[unit].side)
        if s.position.place(u) != seat
        and in_arc(g.board, seat, DIRECTION[action["facing"]], s.position.place(u))
    ]
    return sum(1 / (1 + away) for away in ahead)


@once_a_state
def _screens(g: Setting, s: State, side: str) -> Counter[str]:
    """How many lines of the enemy's sight onto one's units pass through each hex (13.0)."""
    lines: Counter[str] = Counter()
    eyes = {s.position.place(u) for u in g.foes(s, side) if not s.of(u).hidden}
    for hex in {s.position.place(u) for u in g.on_map(s, side) if not s.of(u).hidden}:
        for seat in eyes - {hex}:
            if sees(g, s, seat, hex):
                lines.update(group[0] for group in g.ground.way(seat, hex) if len(group) == 1)
    return lines


def _called(g: Setting, s: State, action: Action, side: str) -> float:
    """Shells where enemies stand thick and friends do not; smoke over many lines of sight."""
    area = (action["hex"], *g.board.neighbours(action["hex"]))
    if action.get("smoke"):
        return 0.1 * sum(_screens(g, s, side)[hex] for hex in area)
    units = [u for hex in area for u in s.position.at(hex)]
    return sum(1.0 if hostile(g.units[u].side, side) else -1.5 for u in units)


def _closer(g: Setting, s: State, action: Action, side: str) -> float:
    """How much good the ways of a unit, or of all of a group, do (9.11)."""
    ways = ways_of(action)
    return sum(_nearer(g, s, unit, way, side) for unit, way in ways if way and unit in g.units)


def _nearer(g: Setting, s: State, unit: str, path: Names, side: str) -> float:
    """Steps towards the victory hexes one does not hold, or towards the enemy."""
    goals = [h for h in g.setup.hex_points if s.control.get(h) != side]
    goals = goals or [s.position.place(u) for u in g.foes(s, side)]
    if not goals:
        return -1.0
    here, there = s.position.place(unit), path[-1]
    before = min(g.board.distance(here, goal) for goal in goals)
    after = min(g.board.distance(there, goal) for goal in goals)
    return (before - after) * 0.3 - 0.25 + 0.05 * g.ground.of(there)["dm"]
