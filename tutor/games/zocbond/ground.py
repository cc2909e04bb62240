"""What lies on the map of the '4x games besides units: bridges, works, railheads, jams, areas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tutor.art.views import MarkerView

if TYPE_CHECKING:
    from tutor.games.plain import Hands

BRIDGES = (("repairing", "under repair", "R"), ("blown", "blown", "X"), ("intact", "safe", "safe"))
"""What may have become of a bridge, as its hex tells it and as its marker shows it."""
PRINTED = "printed-fort"


def _track(hands: Hands, name: str) -> Any:
    """What a game keeps track of besides units; None for what it does not."""
    return hands.game.rules.query(hands.state, "track", of=name)


def markers(hands: Hands) -> Iterator[MarkerView]:
    """Everything that lies on the map and is no unit."""
    for hex, side in (_track(hands, "forts") or {}).items():
        yield MarkerView(hex, "fortress", palette=_palette(hands, side))
    for hex, side in (_track(hands, "building") or {}).items():
        yield MarkerView(hex, "fortress-begun", palette=_palette(hands, side))
    lapsed = _track(hands, "deactivated") or ()
    for hex in sorted(hands.game.scenario.board.tags.get(PRINTED, ())):
        if hex not in lapsed:
            yield MarkerView(hex, "fortress", palette=_palette(hands, "soviet"))
    signs = {
        b: (kind, sign) for kind, _, sign in reversed(BRIDGES) for b in _track(hands, kind) or ()
    }
    for bridge, (kind, sign) in signs.items():
        yield MarkerView(bridge.partition("-")[0], kind, sign)
    for bridge in (_track(hands, "spans") or {}).values():
        yield MarkerView(bridge.partition("-")[0], "ferry", "F", _palette(hands, "allied"))
    for number, hex in sorted((_track(hands, "traffic") or {}).items()):
        yield MarkerView(hex, "traffic", str(number))
    for name, hex in sorted((_track(hands, "railheads") or {}).items()):
        yield MarkerView(hex, "railhead", name, _palette(hands, "german"))
    if _track(hands, "flotilla"):
        yield MarkerView(_track(hands, "flotilla"), "flotilla", "Flot", _palette(hands, "soviet"))
    levels = _track(hands, "city-battles") or {}
    for hex in dict.fromkeys((*(_track(hands, "contested") or {}), *levels)):
        yield MarkerView(hex, "city-battle", f"CB{levels[hex]}" if hex in levels else "CB")
    for plan in _track(hands, "plans") or ():
        sign, side = ("P!" if plan.ready else "P"), hands.owner(plan.head)
        yield MarkerView(hands.where(plan.head), "plan", sign, _palette(hands, side))


def _palette(hands: Hands, side: str) -> str:
    """The colours of a side; plain ones where the scenario has none of that name."""
    known = (party.palette for party in hands.game.scenario.sides if party.id == side)
    return next(known, "marker")


def lying(hands: Hands, hex: str) -> Iterator[str]:
    """The same things in words, for the text of a hex; and the areas that it touches."""
    board = hands.game.scenario.board
    if (side := (_track(hands, "forts") or {}).get(hex)) is not None:
        yield f"a {_side(hands, side)} fortification"
    if (side := (_track(hands, "building") or {}).get(hex)) is not None:
        yield f"a {_side(hands, side)} fortification being built"
    if hex in board.tags.get(PRINTED, ()):
        lapsed = hex in (_track(hands, "deactivated") or ())
        yield "a printed fortification that has lapsed" if lapsed else "a printed fortification"
    for bridge in _track(hands, "bridges") or ():
        ends = bridge.split("-")
        if hex in ends:
            (far,) = (end for end in ends if end != hex)
            never = set(ends) <= board.tags.get("unblowable", frozenset())
            yield f"the bridge to {far} {_condition(hands, bridge, never)}"
    for unit, bridge in (_track(hands, "spans") or {}).items():
        if hex in bridge.split("-"):
            yield f"the ferry of {hands.unit_name(unit)} over {bridge}"
    for number, jam in sorted((_track(hands, "traffic") or {}).items()):
        if jam == hex:
            yield f"traffic marker {number}"
    for name, head in sorted((_track(hands, "railheads") or {}).items()):
        if head == hex:
            yield f"railhead {name}"
    if hex in board.tags.get("broad-gauge", ()):
        done = hex in (_track(hands, "converted") or ())
        yield "railway converted to the German gauge" if done else "railway of the Soviet gauge"
    if _track(hands, "flotilla") == hex:
        yield "the Volga Flotilla: a ferry"
    if hex in (_track(hands, "contested") or {}):
        holder = _side(hands, _track(hands, "contested")[hex])
        yield f"a contested city, held by the {holder} side"
    if hex in (_track(hands, "city-battles") or {}):
        yield f"City Battle {_track(hands, 'city-battles')[hex]}"
    for plan in _track(hands, "plans") or ():
        if hands.where(plan.head) == hex:
            ready = "is ready" if plan.ready else "is being planned"
            yield f"an offensive of {hands.unit_name(plan.head)} {ready}"
    for area in board.areas.values():
        if hex in area.touches:
            yield f"touches area {area.name}"


def _condition(hands: Hands, bridge: str, never: bool) -> str:
    """What has become of a bridge; without a marker it is mined, unless it is never blown."""
    known = (said for kind, said, _ in BRIDGES if bridge in (_track(hands, kind) or ()))
    plain = "can never be blown" if never else "is mined"
    return next((f"is {said}" for said in known), plain)


def _side(hands: Hands, side: str) -> str:
    """A side by its name."""
    return next((p.name for p in hands.game.scenario.sides if p.id == side), side)
