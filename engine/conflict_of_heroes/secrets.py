"""What one side may know: the position without the other side's secrets (7.4, 8.0, 10.0, 12.3).

A masked state is an ordinary state. Whatever a side is told (its choices, the reasons against an
action, its odds, its pictures) is worked out from the masked state and so cannot betray more.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.agenda import Phase
from engine.conflict_of_heroes.actions.payment import Rolled
from engine.conflict_of_heroes.counters.hits import UNKNOWN, cup_of
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import Counter
from engine.conflict_of_heroes.fire.artillery import Barrage
from engine.conflict_of_heroes.fire.attacks import Detection, Hit, Shots
from engine.conflict_of_heroes.fire.values import INDIRECT, Attack
from engine.conflict_of_heroes.hand.cards import ANSWERING, Answer
from engine.conflict_of_heroes.hidden import Deployment
from engine.hexes import DIRECTIONS
from engine.values import Action, replace

UNSEEN = "unseen"
"""Where units are that a side knows nothing of; no place of the map."""
OUT_OF_SIGHT = Counter(hidden=True)


def masked(g: Setting, s: State, side: str) -> State:
    """The state as a side knows it."""
    position, counters = s.position, dict(s.counters)
    # a hidden zone still waits for some (1.0, 10.0)
    zones = (g.setup.zones[p.zone] for p in s.agenda if isinstance(p, Deployment))
    waiting = {u for zone in zones if zone.hidden and zone.side != side for u in zone.units}
    for unit, counter in s.counters.items():
        if g.units[unit].side == side:
            continue
        if counter.hidden or unit in waiting:
            position, counters[unit] = position.moved(unit, UNSEEN), OUT_OF_SIGHT
        elif counter.hit is not None and not counter.shown:
            counters[unit] = replace(counter, hit=UNKNOWN)
    active = {
        one: units if one == side else tuple(u for u in units if not s.of(u).hidden)
        for one, units in s.active.items()
    }
    return replace(
        s,
        position=position,
        counters=counters,
        active=active,
        cups=_cups(g, counters),
        works=tuple(w for w in s.works if w.hidden in ("", side)),
        hands={one: h if one == side else _blank(h) for one, h in s.hands.items()},
        goals={one: h if one == side else _blank(h) for one, h in s.goals.items()},
        deck=_blank(s.deck),
        aimed={
            one: shots if one == side else tuple((UNKNOWN, UNKNOWN) for _ in shots)
            for one, shots in s.aimed.items()
        },
        agenda=tuple(p for p in (_phase(g, s, phase, side) for phase in s.agenda) if p is not None),
    )


def _blank(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards face down: their number and no more (8.0)."""
    return (UNKNOWN,) * len(cards)


def _cups(g: Setting, counters: Mapping[str, Counter]) -> dict[str, tuple[str, ...]]:
    """What may still be in the cups for all a side knows (7.4)."""
    cups = {name: [*full] for name, full in g.cups.items()}
    for unit, counter in counters.items():
        if counter.hit and counter.hit in (cup := cups[cup_of(g, unit)]):
            cup.remove(counter.hit)
    return {name: tuple(cup) for name, cup in cups.items()}


def _phase(g: Setting, s: State, phase: Phase, side: str) -> Phase | None:
    """A phase of the agenda without what it says of the other side."""
    if isinstance(phase, Shots):
        return _shots(g, s, phase, side)
    if isinstance(phase, Rolled) and isinstance(phase.outcome, Hit):
        hit = phase.outcome
        target = _guess(hit.shots, hit.target)
        return replace(
            phase, outcome=replace(hit, shots=_shots(g, s, hit.shots, side), target=target)
        )
    if isinstance(phase, Detection) and phase.side == side:
        return replace(phase, unit="")
    # shells that are called for, and cards that could be played now (8.0, 12.3)
    if isinstance(phase, (Barrage, Answer)) and phase.side != side:
        return None
    return phase


def _shots(g: Setting, s: State, phase: Shots, side: str) -> Shots:
    """An attack under way, without a hidden shooter's place or a hidden target's name."""
    left = tuple(_guess(phase, target) for target in phase.left)
    attack = phase.attack
    if attack.side != side and attack.shooter in g.units and s.of(attack.shooter).hidden:
        name = g.units[attack.shooter].name
        attack = replace(attack, shooter="", seat=attack.hex, card=name)
    elif attack.side != side and _unseen_eyes(g, s, attack):
        attack = replace(attack, seat=attack.hex)
    return replace(phase, attack=attack, left=left, scene=masked(g, phase.scene, side))


def _unseen_eyes(g: Setting, s: State, attack: Attack) -> bool:
    """Whether only hidden units spot for an attack: to look is not to act (10.0, 12.1)."""
    eyes = [u for u in s.position.at(attack.seat) if not hostile(g.units[u].side, attack.side)]
    return attack.mode == INDIRECT and all(s.of(unit).hidden for unit in eyes)


def _guess(shots: Shots, target: str) -> str:
    """A target as the dice know it: a hidden unit is no other than an empty hex (10.0 fire)."""
    return "empty" if shots.named(target) == "suspected" else target


def view(g: Setting, s: State, side: str) -> dict[str, dict[str, object]]:
    """Every unit that a side knows of; of the enemy's hits only that there is one (7.4, 10.0)."""
    seen = masked(g, s, side)
    return {
        unit: unit_state(g, seen, unit)
        for unit in seen.position.units()
        if seen.position.place(unit) != UNSEEN
    }


def face_down(g: Setting, s: State, side: str | None = None) -> bool:
    """Whether anything lies face down, or anything of one side: a hidden unit, a hit, a card, a
    target, a mine (7.4, 8.0, 10.0, 12.3, 18.5)."""
    return (
        any(
            side in (None, g.units[unit].side) and (c.hidden or (c.hit is not None and not c.shown))
            for unit, c in s.counters.items()
        )
        or any(
            held[one] for held in (s.hands, s.goals, s.aimed) for one in held if side in (None, one)
        )
        or any(work.hidden and side in (None, work.hidden) for work in s.works)
    )


ASIDE = ("coh.call", "coh.rolled", *(f"coh.{card}" for card in ANSWERING))
"""Decisions that tell what is in a hand."""


def owed(g: Setting, s: State, side: str) -> dict[str, str]:
    """Who decides what, as a side may know it."""
    decision = g.owed(s, side)
    return {"side": decision.side, "kind": decision.kind} if decision else {}


def uncovered(g: Setting, before: State, after: State, side: str) -> bool:
    """Whether a side has come to see units, markers or mines of others (7.4, 10.0, 18.5)."""
    theirs = [u for u in g.units if g.units[u].side != side]
    old, new = before.counters, after.counters
    found = any(old[u].hidden and not new[u].hidden for u in theirs)
    shown = any(new[u].shown and old[u].hit == new[u].hit and not old[u].shown for u in theirs)
    buried = {work.hex for work in before.works if work.hidden not in ("", side)}
    still = {work.hex for work in after.works if work.hidden not in ("", side)}
    return found or shown or bool(buried - still)


SECRET_ARGS = {
    "hide": ("unit", "hex", "units", "to"),
    "call": ("card", "hex", "smoke"),
    "place": (),
}
"""What the others do not hear of an action (10.2, 12.3, 1.0)."""
BURIED = ("lay-land-mine", "tellermine")


def heard(g: Setting, s: State, action: Action, side: str) -> Action:
    """An action as another side than the acting one gets to know it, in the state before it."""
    owed = s.top.decision(g, s) if s.agenda else None
    if owed is None or owed.side == side:
        return action
    named = action.get("units") or (action.get("unit"),)
    hidden = any(u in s.counters and s.of(u).hidden for u in named if isinstance(u, str))
    if action.kind == "place":
        return Action("place")
    if action.kind == "keep":
        return Action("keep")
    if action.kind in SECRET_ARGS:
        return _without(action, SECRET_ARGS[action.kind])
    if action.kind == "play" and (hidden or action.get("card") in BURIED):
        return Action("play", card=action.get("card"))
    spotter = action.get("spotter")
    if isinstance(spotter, str) and spotter in s.counters and s.of(spotter).hidden:
        action = _without(action, ("spotter",))
    if action.kind in ("roll", "fire"):
        return _without(action, ("unit", "units", "support")) if hidden else action
    if hidden and not action.get("openly"):
        return Action(action.kind, pay=action.get("pay") or "")
    return action


def _without(action: Action, names: tuple[str, ...]) -> Action:
    return Action(action.kind, **{k: v for k, v in action.args if k not in names})


IN_PLAIN_VIEW = ("spent", "hidden", "dug", "inside", "bogged", "altitude", "bombs", "damaged")


def unit_state(g: Setting, s: State, unit: str) -> dict[str, object]:
    """What can be seen of a unit by its owner."""
    counter = s.of(unit)
    return {
        "hex": s.position.place(unit),
        "facing": DIRECTIONS[counter.facing],
        "active": unit in s.active[g.units[unit].side],
        "hit": counter.hit or "",
        "carrier": counter.carrier or "",
        **{name: getattr(counter, name) for name in IN_PLAIN_VIEW},
    }
