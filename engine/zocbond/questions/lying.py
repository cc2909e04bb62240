"""What lies on the map besides units: works, bridges, jams, railheads, plans, areas that touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.verdict import Cited, frozen
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

BRIDGES = ("repairing", "blown", "intact")
"""What may have become of a bridge, the most telling first."""


def lying(g: Family, s: State) -> Iterator[Cited]:
    """Each thing with its hexes: one, or the two that it spans."""
    kept, tags = vars(s.records), g.board.tags

    def one(kind: str, *hexes: str, **params: object) -> Cited:
        return Cited("", f"zb.lying.{kind}", frozen(params), hexes)

    for kind in ("forts", "building"):
        for hex, side in (kept.get(kind) or {}).items():
            yield one(kind, hex, side=side)
    lapsed = kept.get("deactivated") or ()
    for hex in sorted(tags.get("printed-fort", ())):
        yield one("lapsed", hex) if hex in lapsed else one("printed", hex, side="soviet")
    for bridge in kept.get("bridges") or ():
        ends = bridge.split("-")
        plain = "unblowable" if set(ends) <= tags.get("unblowable", frozenset()) else "mined"
        yield one(next((kind for kind in BRIDGES if bridge in kept[kind]), plain), *ends)
    for unit, bridge in (kept.get("spans") or {}).items():
        yield one("ferry", *bridge.split("-"), side="allied", unit=unit, bridge=bridge)
    for number, hex in sorted((kept.get("traffic") or {}).items()):
        yield one("traffic", hex, number=number)
    for name, hex in sorted((kept.get("railheads") or {}).items()):
        yield one("railhead", hex, side="german", name=name)
    for hex in sorted(tags.get("broad-gauge", ())):
        yield one("converted" if hex in (kept.get("converted") or ()) else "broad-gauge", hex)
    if kept.get("flotilla"):
        yield one("flotilla", kept["flotilla"], side="soviet")
    levels = kept.get("city_battles") or {}
    for hex, holder in (kept.get("contested") or {}).items():
        yield one("contested" if hex in levels else "contested-only", hex, holder=holder)
    for hex, level in levels.items():
        yield one("city-battle", hex, level=level)
    for plan in kept.get("plans") or ():
        side, kind = g.units[plan.head].side, "plan-ready" if plan.ready else "plan"
        yield one(kind, s.place(plan.head), side=side, unit=plan.head)
    for area in g.board.areas.values():
        for hex in area.touches:
            yield one("touches", hex, area=area.name)
