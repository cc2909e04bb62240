"""What Conflict of Heroes shows on the map: reach, chances, arcs, sight lines, fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.verdict import Number
from engine.words import show
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes.chances import best_chance

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands
    from tutor.games.conflict_of_heroes.view import CohView

AHEAD = 6
"""How far the arc of a bunker is drawn."""
DAMAGED = "gun-damaged-"
LOST = "×"
TRAIT_SYMBOLS = (
    ("sniper", "sniper"),
    ("mortar", "mortar"),
    ("engineer", "engineer"),
    ("apc", "mechanized"),
    ("truck", "truck"),
    ("open-top", "self-propelled"),
)
KIND_SYMBOLS = {"gun": "anti-tank", "plane": "air", "tracked": "armor"}


def symbol_of(piece: Any) -> str:
    """What kind of unit a counter shows."""
    for trait, sign in TRAIT_SYMBOLS:
        if piece.has(trait):
            return sign
    return KIND_SYMBOLS.get(piece.kind) or ("machine-gun" if piece.white else "infantry")


def band_of(piece: Any, counter: Any) -> str:
    """What has befallen a unit, across its counter; a marker face down is only a hit (7.4)."""
    if counter.hit == "?":
        return "HIT"
    if counter.hit:
        return "GUN OUT" if gun_out(counter) else str(counter.hit).removeprefix("crew-").upper()
    if counter.carrier:
        return "ABOARD"
    if counter.bogged:
        return "STUCK"
    if piece.kind == "plane":
        return "DAMAGED" if counter.damaged else f"{50 * (counter.altitude + 1)} M"
    return ""


def gun_out(counter: Any) -> str:
    """The colour for which a gun is damaged, and "" where none is known to be (15.2)."""
    damaged = str(counter.hit or "")
    return damaged.removeprefix(DAMAGED) if damaged.startswith(DAMAGED) else ""


def signs_of(piece: Any) -> frozenset[str]:
    """The marks of what a unit can do: fire all round, fire at planes, fly; or be open above."""
    found = {"turret", "open-top"} & piece.traits
    if piece.has("anti-aircraft"):
        found.add("flak")
    if piece.impulses:
        found.add("impulses")
    return frozenset(found)


def foes(hands: CohView, hex: str) -> list[str]:
    """Enemies of the one who looks that he sees in a hex."""
    s = hands.state
    return [u for u in s.position.at(hex) if hands.hostile(u) and not s.of(u).hidden]


def lit(hands: Hands, unit: str) -> Iterator[Overlay]:
    """Costs in the hexes of a move, those that a click would pay; chances on those of a shot."""
    costs: dict[str, Number | None] = {}
    shots: dict[str, str] = {}
    for action in hands.of_unit(unit):
        kind = action.get("order", action.kind)
        if kind == "fire" or (kind == "play" and "hex" in action and "path" not in action):
            hex = action["hex"]
            if hex not in shots:
                shots[hex] = best_chance(hands, hands.group_action(hex, (unit,)))
        elif ("path" in action or kind == "enter") and hands.settings.suits(action):
            tally = hands.game.tally(action)
            hex, cost = hands.goals(action)[-1], tally.total if tally is not None else None
            known = costs.get(hex)
            if not foes(hands, hex) and (known is None or cost is None or cost < known):
                costs[hex] = cost
    if costs:
        told = {hex: "" if cost is None else show(cost) for hex, cost in costs.items()}
        yield Overlay("reach", told)
    if shots:
        yield Overlay("target", shots)


def origin(hands: Hands, unit: str | None) -> str | None:
    """Where one looks from: the picked unit's hex, or the hex under the cursor."""
    board = hands.game.scenario.board
    here = hands.state.position.place(unit) if unit is not None else hands.pointer.cursor
    return here if here in board else None


def overlay(hands: Hands, key: str, unit: str | None) -> Iterator[Overlay]:
    """One of the overlays that can be switched on."""
    if key == "sight":
        yield from _sight(hands)
        return
    here = origin(hands, unit)
    if here is None:
        return
    if key == "field":
        seen = (here, *hands.ask("field", hex=here))
        yield Overlay("field", seen)
        if not hands.state.position.at(here):
            yield Overlay("selected", (here,))
    elif key == "arc" and unit is not None:
        yield from _arc(hands, unit, here)


def _arc(hands: Hands, unit: str, here: str) -> Iterator[Overlay]:
    """The hexes in the arc within range, and those at long range, twice as far (6.1, 7.61)."""
    board, piece = hands.game.scenario.board, hands.rules.units[unit]
    facing, reach = hands.state.of(unit).facing, hands.ask("figures", unit=unit)["range"]
    whole = piece.has("turret")
    arc = [*board.hexes] if whole else hands.ask("arc_of", hex=here, facing=facing)
    for work in hands.state.works_in(here) if hands.state.of(unit).inside else ():
        if work.kind == "bunker":
            arc = [h for h in arc if h in hands.ask("arc_of", hex=here, facing=work.facing)]
    for limit in (2 * reach, reach):
        hexes = tuple(
            h for h in arc if h != here and piece.minimum <= board.distance(here, h) <= limit
        )
        title = f"range {reach}" if limit == reach else f"long range {limit}, firepower -2"
        if hexes:
            yield Overlay("range", hexes, text=title)


def bunker_arc(hands: CohView, hex: str) -> tuple[Overlay, ...]:
    """What can be fired at out of the bunker of a hex (18.2 bunker)."""
    board = hands.game.scenario.board
    for work in hands.state.works_in(hex):
        if work.kind == "bunker":
            whole = hands.ask("arc_of", hex=hex, facing=work.facing)
            arc = tuple(h for h in whole if board.distance(hex, h) <= AHEAD)
            return (Overlay("range", arc, text="the arc of the bunker"),)
    return ()


def _sight(hands: Hands) -> Iterator[Overlay]:
    """The line between two hexes, and what is in its way."""
    if len(hands.pointer.ends) == 1:
        yield Overlay("selected", hands.pointer.ends)
    elif len(hands.pointer.ends) == 2 and hands.pointer.ends[0] != hands.pointer.ends[1]:
        a, b = hands.pointer.ends
        blocked = tuple(dict.fromkeys(hands.ask("blockers", a=a, b=b)))
        edges = [g for g in hands.rules.ground.way(a, b) if len(g) == 2]
        board = hands.game.scenario.board
        sides = tuple(
            (one, board.direction(one, other) or 0)
            for one, other in edges
            if one in blocked and other in blocked
        )
        yield Overlay("sight", path=(a, b), text="blocked" if blocked else "clear")
        if blocked:
            yield Overlay("cause", blocked, sides=sides)


def ground_text(hands: Hands, hex: str, low: int) -> str:
    """A hex as an obstacle: what stands there, or its height."""
    ground, terrain = hands.rules.ground, hands.game.scenario.board.terrain(hex)
    words = f"{terrain.replace('-', ' ')} in {hex}"
    if ground.of(hex)["height"]:
        level = ground.level(hex)
        return f"{words} on level {level}" if level > 0 else words
    return f"the height of {hex} (level {ground.level(hex)}, higher than level {low})"


def sight_text(hands: Hands) -> str:
    """A sight line in words: from where to where, what hides them, which edges it follows."""
    if not hands.pointer.ends:
        return "Click the hex to look from."
    a, b = hands.pointer.ends[0], hands.pointer.ends[-1]
    if len(hands.pointer.ends) == 1:
        return f"From {a}. Now click the hex to look at."
    if a == b:
        return f"{a} is one hex: whoever stands there sees all of it."
    ground, s = hands.rules.ground, hands.state
    blocked = hands.ask("blockers", a=a, b=b)
    low = min(ground.level(a), ground.level(b))
    # along a side the smoke of one hex hides with the ground of the other (6.0, 13.0)
    smoke = [h for h in hands.ask("screens", a=a, b=b) if s.smoke_in(h)]
    parts = []
    solid = [h for h in blocked if h not in smoke]
    if solid:
        parts.append(" and ".join(ground_text(hands, h, low) for h in dict.fromkeys(solid)))
    if smoke:
        parts.append("smoke in " + " and ".join(smoke))
    sides = (g for g in ground.way(a, b) if len(g) == 2)
    edges = [f"between {' and '.join(h or 'the edge of the map' for h in side)}" for side in sides]
    tail = ""
    if edges:
        named = ", ".join(edges)
        tail = f" The line runs along the edge {named}; there the clear side of the two counts."
    if parts:
        return f"{a} and {b} do not see each other: {'; '.join(parts)} in the way.{tail}"
    away = hands.game.scenario.board.distance(a, b)
    return f"{a} and {b} see each other, {away} {'hex' if away == 1 else 'hexes'}.{tail}"
