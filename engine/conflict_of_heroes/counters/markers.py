"""Section 7.4 and 15.2: what the hit marker of a unit does to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.conflict_of_heroes.counters.state import State
from engine.rulebook import enforces
from engine.verdict import Line

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


HITS = {
    "stunned": "7.4 stunned",
    "unnerved": "7.4 unnerved",
    "killed": "7.4 killed",
    "panicked": "7.4 panicked",
    "pinned": "7.4 pinned",
    "suppressed": "7.4 suppressed",
    "cowering": "7.4 cowering",
    "destroyed": "15.2 destroyed",
    "gun-damaged-red": "15.2 gun damaged",
    "gun-damaged-blue": "15.2 gun damaged",
    "immobilized": "15.2 immobilized",
    "light-damage": "15.2 light damage",
    "crew-panicked": "15.2 panicked",
    "crew-stunned": "15.2 stunned",
    "crew-suppressed": "15.2 suppressed",
}
"""The section of each hit marker."""
UNKNOWN = "?"
"""A marker or card that lies face down (7.4, 8.0)."""


def lost(g: Firefight, s: State, unit: str) -> str:
    """The ability that a unit's hit marker takes: all, fire, move, a colour, or none."""
    return str(marker(g, s, unit).get("lost", ""))


@enforces("8.3 iron will")
def marker(g: Firefight, s: State, unit: str) -> Mapping[str, int | str]:
    """The row of a unit's hit marker; empty without one (7.4, 15.2)."""
    hit = s.of(unit).hit
    if hit is None or hit == UNKNOWN:
        return {}
    chart = g.charts["infantry-hits"]
    row = chart.rows[hit] if hit in chart.rows else g.charts["vehicle-hits"].rows[hit]
    if s.of(unit).iron:
        # 8.3 iron will: only movement still suffers
        stuck = "move" if row["lost"] in ("all", "move") else ""
        return {"move": row["move"], "lost": stuck, "rally": row["rally"]}
    return row


def hit_rule(g: Firefight, s: State, unit: str) -> str:
    """The section of a unit's hit marker; berserk and unknown ones have none of their own."""
    return HITS.get(s.of(unit).hit or "", "7.4")


def changed(g: Firefight, s: State, unit: str, column: str) -> Iterator[Line]:
    """What a hit marker does to one figure (7.4); nothing where it is silent."""
    value = int(marker(g, s, unit).get(column, 0))
    if value:
        yield Line.of(hit_rule(g, s, unit), "coh.line.hit", value, hit=s.of(unit).hit)
