"""Sections 8.5, 9.5.3 and 23.3: rivers without a bridge, ferries, engineers and assaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.holland44.movement import ALLIED, GERMAN
from engine.verdict import Reason
from engine.zocbond.ground import bridge_id, bridged
from engine.zocbond.hooks import Hooks
from engine.zocbond.state import State
from engine.zocbond.walking import TACTICAL
from engine.zocbond.zones import combat_units, eased, held


class CrossingRules(Hooks):
    """Over the water."""

    def crossing(
        self: Any, s: State, unit: str, mode: str, here: str, there: str, kind: str, gone: int
    ) -> tuple[str, str] | None:
        """Rivers and canals without a bridge, for technical units and infantry (2.3.14, 2.3.16).

        Sections 8.5.2 to 8.5.7 and 23.3.3 say how; all infantry may, and by tactical movement
        over a canal only from its bank (8.3.2).
        """
        piece = self.units[unit]
        if kind == "large-river":
            return self.ferry_trouble(s, unit, mode, here, there)  # type: ignore[no-any-return]
        if piece.technical:
            return ("river-technical", "h44.river.technical")
        if kind == "canal" and (mode != TACTICAL or gone):
            return ("canal", "h44.river.canal")
        return None

    def ferry_trouble(
        self: Any, s: State, unit: str, mode: str, here: str, there: str
    ) -> tuple[str, str] | None:
        """Why a unit may not be ferried over a large river."""
        piece = self.units[unit]
        engineer = self.engineer_at(s, piece.side, here, there)
        if engineer is None and "ferry" not in self.board.side(here, there):
            return ("large-river", "h44.river.large")
        if mode != TACTICAL:
            return ("large-river", "h44.river.tactical")
        if engineer is None:
            return self.boat_trouble(s, unit, here, there)  # type: ignore[no-any-return]
        steps, heavy = s.tracks.get("ferried", {}).get(bridge_id(here, there), (0, 0))
        more = self.left(s, unit)
        if steps + more > 6 or heavy + (more if piece.technical else 0) > 1:
            return ("ferry-load", "h44.ferry.full")
        return None

    def boat_trouble(
        self: Any, s: State, unit: str, here: str, there: str
    ) -> tuple[str, str] | None:
        """Why a printed ferry does not take a unit (8.5.5, 8.5.6, 8.5.7)."""
        piece, steps = self.units[unit], self.left(s, unit)
        load = s.tracks.get("ferried", {}).get(bridge_id(here, there), (0, 0))
        if not self.ferry_open(s, piece.side, here, there):
            return ("ferry", "h44.ferry.closed")
        if steps > 1:
            return ("ferry-steps", "h44.ferry.one-step")
        if load[0] + steps > 1:
            return ("ferry-load", "h44.ferry.full")
        if piece.side == GERMAN and piece.technical and not self.night(s):
            return ("ferry-load", "h44.ferry.infantry")
        return None

    def ferry_open(self: Any, s: State, side: str, here: str, there: str) -> bool:
        """Open: no enemy and no enemy ZOC on either bank, friends cancelling ZOCs (8.5.5)."""
        watched = eased(self, s, side)
        foes = held(self, s, self.other[side])
        return not {here, there} & (watched | foes)

    def load_ferry(self: Any, s: State, units: Sequence[str], here: str, there: str) -> State:
        """Steps carried over a large river; an engineer that carries them is tied to its side."""
        name = bridge_id(here, there)
        old = s.tracks.get("ferried", {}).get(name, (0, 0))
        steps = sum(self.left(s, u) for u in units)
        heavy = sum(self.left(s, u) for u in units if self.units[u].technical)
        load = (old[0] + steps, old[1] + heavy)
        return s.track(ferried={**s.tracks.get("ferried", {}), name: load})

    def engineer_at(self: Any, s: State, side: str, here: str, there: str) -> str | None:
        """An Allied engineer on a bank, in good order, that carries no assault (23.3.1, 23.3.3).

        In a turn it serves one hexside.
        """
        served = s.tracks.get("ferriers", {})
        for hex in (here, there) if side == ALLIED else ():
            for unit in combat_units(self, s, side, hex):
                if (
                    self.units[unit].kind == "engineer"
                    and s.good(unit)
                    and unit not in s.tracks.get("assaults", ())
                    and served.get(unit, bridge_id(here, there)) == bridge_id(here, there)
                ):
                    return unit
        return None

    def ferrier(self: Any, s: State, units: Sequence[str], here: str, there: str) -> str | None:
        """The engineer that carried units over a hexside, perhaps itself (23.3.3)."""
        side = self.units[units[0]].side
        stayed = self.engineer_at(s, side, here, there)
        moved = (u for u in units if self.units[u].kind == "engineer" and side == ALLIED)
        return stayed or next(moved, None)

    def ferrying(self: Any, s: State, engineer: str) -> bool:
        """Whether friends have used the ferry of an engineer in this turn (23.3.3)."""
        return engineer in s.tracks.get("ferriers", {})

    def carrier(self: Any, s: State, unit: str, hex: str) -> str:
        """An engineer beside a unit that can carry an assault over a large river (9.5.3)."""
        seat = s.place(unit)
        if seat not in self.board or "large-river" not in self.board.side(seat, hex):
            return ""
        if bridged(self, s, seat, hex):
            return ""
        engineers = (u for u in s.position.at(seat) if self.units[u].kind == "engineer")
        return next((u for u in engineers if self.may_assault(s, u)), "")

    def may_assault(self: Any, s: State, engineer: str) -> bool:
        """Whether an engineer can carry an assault now (9.5.3)."""
        return not any(self.assault_reasons(s, engineer))

    def assault_reasons(self: Any, s: State, engineer: str) -> Iterator[Reason]:
        """An Allied engineer with infantry that began here and did not move (9.5.3).

        One assault a turn, not after extended movement and not beside a ferry (23.3.2, 23.3.3).
        """
        piece, seat = self.units[engineer], s.place(engineer)

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(engineer,), hexes=(seat,), unit=piece.name)

        if piece.kind != "engineer" or piece.side != ALLIED or not s.good(engineer):
            yield no("9.5.3", "h44.attack.no-engineer")
            return
        if not self.waiting(s, s.position.at(seat), seat):
            yield no("9.5.3", "h44.attack.no-assault")
        if engineer in s.tracks.get("assaults", ()) or engineer in s.tracks.get("sped", ()):
            yield no("23.3.2", "h44.attack.assault-once")
        if self.ferrying(s, engineer):
            yield no("23.3.3", "h44.attack.assault-or-ferry")

    def waiting(self: Any, s: State, units: Sequence[str], seat: str) -> list[str]:
        """The Allied infantry among some units that began the turn in a hex and stayed (9.5.3)."""
        began = s.tracks.get("began", {})
        return [
            u
            for u in units
            if self.units[u].side == ALLIED
            and self.units[u].infantry
            and self.units[u].kind != "engineer"
            and began.get(u) == seat == s.place(u)
        ]
