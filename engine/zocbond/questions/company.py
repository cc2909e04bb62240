"""Who and what can be put together against a hex: attack, automatic DS, breakthrough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.values import Action, texts
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.state import State
from engine.zocbond.moving.movement import Movement
from engine.zocbond.moving.orders import mine

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

KINDS = ((Combat, "attack"), (Movement, "auto-ds"), (Advance, "breakthrough"))
"""What is planned against a hex, phase by phase."""
GUNS = frozenset({"artillery", "artillery-division", "army-hq", "front-hq", "supply-point"})
"""The kinds that help an attack from afar."""
Role = tuple[str, str]
"""An argument of the action, and who or what is named by it."""


def planned(g: Family, s: State) -> str:
    """The kind of action that a group is put together for now; empty where there is none."""
    top = s.top if s.agenda else None
    return next((kind for phase, kind in KINDS if isinstance(top, phase)), "")


def gun(g: Family, s: State, unit: str) -> bool:
    """Whether a unit helps from afar and has no attack strength of its own."""
    piece = g.units[unit]
    return piece.kind in GUNS and not piece.faces[0].attack


def targets(g: Family, s: State) -> dict[str, list[str]]:
    """In combat: enemy hexes in reach of an attack, and the units that may attack each."""
    return s.once("targets", s.top.targets, g, s) if isinstance(s.top, Combat) else {}


def near(g: Family, s: State, hex: str) -> tuple[str, ...]:
    """Who of the side that decides could act together against a hex, if it were allowed."""
    top, around = s.top, {*g.board.neighbours(hex)}
    if isinstance(top, Movement):
        return tuple(top.shatterers(g, s, hex))
    if isinstance(top, Combat) and hex in targets(g, s):
        return tuple(targets(g, s)[hex])
    side = owed.side if (owed := g.decision(s)) else ""
    movers = top.movers(g, s) if isinstance(top, Advance) else mine(g, s, side)
    return tuple(u for u in movers if s.place(u) in around and not gun(g, s, u))


def _legal(g: Family, s: State, hex: str) -> tuple[Action, ...]:
    """All that is legal of the kind against a hex."""

    def find() -> tuple[Action, ...]:
        found = s.top.choices(g, s, None, hex, planned(g, s))
        return tuple(action for action in found if action["hex"] == hex)

    return s.once(("against", hex), find)


def band(g: Family, s: State, hex: str, unit: str = "") -> Action | None:
    """The largest group that is legal, without guns; else whoever is near, and in an advance
    stands where a unit does, to be told why not."""
    legal = max(_legal(g, s, hex), key=lambda action: len(action["units"]), default=None)
    if legal is not None:
        kept = {name: legal.get(name) for name in ("units", "lead", "crossing")}
        return Action(legal.kind, hex=hex, **kept)
    able = near(g, s, hex)
    if able and isinstance(s.top, Advance):
        seat = s.place(unit if unit in able else able[0])
        able = tuple(one for one in able if s.place(one) == seat)
    return Action(planned(g, s), hex=hex, units=able) if able else None


def company(
    g: Family, s: State, hex: str, among: Sequence[str] | None = None, lead: str = ""
) -> tuple[Role, ...]:
    """Who and what could take part against a hex, guns, aircraft and plans with them; the leads
    and the attached units that those who are in it already could have (10.2)."""
    return tuple(dict.fromkeys(_company(g, s, hex, among, lead)))


def _company(
    g: Family, s: State, hex: str, among: Sequence[str] | None, lead: str
) -> Iterator[Role]:
    first = band(g, s, hex) if isinstance(s.top, Movement) else None
    able = [*targets(g, s).get(hex, ()), *(texts(first, "units") if first else ())]
    found = [("units", unit) for unit in able]
    for action in _legal(g, s, hex):
        found += [("units", unit) for unit in action["units"]]
        found += [("guns", unit) for unit in texts(action, "guns")]
        found += [("plans", f"{n}-{u}") for n, u in enumerate(texts(action, "plans"), 1)]
        found += [("crossing", unit) for unit in texts(action, "crossing")]
        found += [("air", action["air"])] if "air" in action else []
    yield from found
    named = dict.fromkeys(unit for role, unit in found if role in ("units", "guns"))
    group = [unit for unit in named if not gun(g, s, unit)]
    leads = g.leads(s, tuple(group))
    if len(leads) < 2:
        return
    formations = {g.formation(s, unit) for unit in (group if among is None else among)}
    yield from (("lead", name) for name in leads if name in formations)
    for unit in group:
        fits = among is None or (lead and unit in among and g.formation(s, unit) != lead)
        if fits and _mixed(g, s, unit, group):
            yield "attached", unit


def _mixed(g: Family, s: State, unit: str, group: Sequence[str]) -> bool:
    """Whether a unit stands with one of another formation, or belongs to the corps (10.2.3)."""
    own, seat = g.formation(s, unit), s.place(unit)
    return g.units[unit].corps or any(
        s.place(other) == seat and g.formation(s, other) != own for other in group
    )
