"""Section 5.6: movement by rail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course
from engine.verdict import Reason
from engine.zocbond.aside import Aside
from engine.zocbond.given import text
from engine.zocbond.state import REPLACED, TRAIN
from engine.zocbond.zones import combat_units, held, zoc


def rail_reach(g: Any, s: Any, side: str, start: str) -> set[str]:
    """Every hex joined by rail to a hex: past no enemy unit (5.6.3)."""
    foes = held(g, s, g.other[side])
    found, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for there in g.board.neighbours(here):
            if there not in found and there not in foes and "rail" in g.board.link(here, there):
                found.add(there)
                queue.append(there)
    return found


def on_rail(g: Any, hex: str) -> bool:
    """Whether a railway runs through a hex."""
    return any("rail" in g.board.link(hex, near) for near in g.board.neighbours(hex))


class Rail(Aside):
    """A unit in good order goes any distance by rail (5.6.1)."""

    kind = "rail"

    def choices(self, g: Any, s: Any, phase: Any, unit: str | None, hex: str | None) -> Moves:
        """Every unit on a railway, to every hex of it."""
        for name in s.position.units():
            seat = s.place(name)
            if unit not in (None, name) or seat not in g.board or g.units[name].side != phase.side:
                continue
            if not on_rail(g, seat):
                continue
            for there in sorted(rail_reach(g, s, phase.side, seat)):
                action = Action("rail", unit=name, hex=there)
                if hex in (None, there) and not any(self.reasons(g, s, phase, action)):
                    yield action

    def reasons(self, g: Any, s: Any, phase: Any, action: Action) -> Iterator[Reason]:
        """From rail to rail, out of enemy ZOCs at both ends, one a turn from the map (5.6.2)."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if unit not in g.units or g.units[unit].side != phase.side or s.place(unit) not in g.board:
            yield Reason.of("5.6.1", "zb.no-unit", unit=unit)
            return
        piece, seat = g.units[unit], s.place(unit)

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), unit=piece.name, hex=hex)

        if unit in phase.moved or any(g.stuck(s, unit)):
            yield no("5.1", "zb.move.again")
        if not s.good(unit):
            yield no("5.6.3", "s42.rail.disorder")
        if s.has(unit, REPLACED):
            yield no("21.4", "s42.rail.replaced")
        if s.tracks.get("railed"):
            yield no("5.6.2", "s42.rail.one")
        watched = zoc(g, s, g.other[phase.side])
        if seat in watched or hex in watched:
            yield no("5.6.3", "s42.rail.zoc")
        if hex == seat or hex not in rail_reach(g, s, phase.side, seat):
            yield no("5.6.3", "s42.rail.joined")
        elif any(s.has(u, TRAIN) for u in combat_units(g, s, phase.side, hex)):
            yield no("5.6.3", "s42.rail.crowded")

    def apply(self, g: Any, s: Any, phase: Any, action: Action, course: Course) -> Any:
        """There, under a train marker (5.6.1)."""
        unit, hex = action["unit"], action["hex"]
        course.tell("5.6.1", "s42.rail.done", units=(unit,), unit=g.units[unit].name, hex=hex)
        s = s.instead(replace(phase, moved=phase.moved | {unit})).track(railed=(unit,))
        s = s.put(unit, hex)
        return s.mark((unit,), TRAIN) if g.units[unit].kind != "commander" else s
