"""Ways of the '4x pair: a unit or a whole stack moves, comes in, advances, goes back.

All of a stack that can go together go; who cannot stays where he is, and it is said why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.action import Action
from engine.verdict import Reason
from engine.words import show
from tutor.art.views import Overlay
from tutor.hands.values import Proposal, Tool
from tutor.hands.zocbond_groups import PLANS, Groups

TOGETHER = ("zb.move", "zb.advance", "zb.retreat")
"""The decisions in which a stack may go as one."""
NAMING = ("zb.retreat", "zb.advance", "zb.lose", "zb.excess")
"""The decisions that begin with naming a unit: those who may be named light up."""
NAMERS = frozenset({"unit", "units", "path"})
"""Arguments that name more than a hex."""


class Stacks(Groups):
    """How units are sent somewhere by pointing."""

    stopping = ""
    """Who of a stack stops where it is sent next, while the others go on."""
    pausing = False
    """Whether the next hex is only a stop on the way, to detach steps there and go on."""

    def stack(self, unit: str) -> tuple[str, ...]:
        """A unit and all that stand with it and may go as well."""
        if self._kind() not in TOGETHER:
            return ()
        moved: frozenset[str] = getattr(self.game.state.top, "moved", frozenset())
        able = [one for one in self.pickable() if one not in moved]
        if unit not in able:
            return ()
        place = self.where(unit)
        return (unit, *(one for one in able if one != unit and self.where(one) == place))

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """Those in the hex of the picked unit who may go along."""
        if self.picked is None or self.where(self.picked) not in self.game.scenario.board:
            return ()
        return tuple((unit, unit in self.mates) for unit in self.stack(self.picked)[1:])

    def tools(self) -> tuple[Tool, ...]:
        """All that stand together in one grip; who of them is left on the way."""
        whole = self.stack(self.picked) if self.picked is not None else ()
        parting = (*self._parting(), *self._pause())
        if len(whole) < 2 or set(whole[1:]) == set(self.mates):
            return parting

        def take() -> None:
            self.mates = whole[1:]

        tip = "All that can go together (G)"
        return (Tool(f"The whole stack ({len(whole)})", take, tip=tip), *parting)

    def _parting(self) -> Iterator[Tool]:
        """Each of a moving stack may stop where it is sent, while the others go on from there."""
        for unit in self._moving() if self.mates else ():
            on = self.stopping == unit

            def turn(unit: str = unit, on: bool = on) -> None:
                self.stopping = "" if on else unit

            tip = "The next hex you click is where it stops; the others may go on from there"
            name = f"{self.unit_name(unit)} stays in the next hex"
            yield Tool(name, turn, on, tip, name=("stops", unit))

    def _pause(self) -> Iterator[Tool]:
        """Who could detach a step may do so on the way as well; a stack may look about there."""
        going = self.pickable() if self._kind() == "zb.march" else self._sent()
        sheds = (a for a in self._all() if a.kind == "detach" and a["unit"] in going)
        to_detach = next(sheds, None) is not None
        if not (to_detach or (self.mates and self._moving())):
            return

        def turn() -> None:
            self.pausing = not self.pausing

        deed = "detach steps" if to_detach else "do what a movement phase allows besides moving"
        tip = f"In the next hex you click you may {deed}; then the move goes on from there"
        text = f"Pause in the next hex{', to detach' if to_detach else ''}"
        yield Tool(text, turn, self.pausing, tip, name="pause")

    def _moving(self) -> tuple[str, ...]:
        """Those on the map who are in hand to be moved."""
        return () if self.picked is None or self._enters(self.picked) else self._sent()

    def _sent(self) -> tuple[str, ...]:
        """Those in hand to be moved, on the map or onto it."""
        if self._kind() != "zb.move" or self.picked is None:
            return ()
        return (self.picked, *self.mates)

    def let_go(self) -> None:
        """Nobody is to be left any more, and no pause is to be made."""
        super().let_go()
        self.stopping, self.pausing = "", False

    def _in_hand(self, unit: str) -> tuple[str, ...]:
        """A unit, with those who were taken up together with it."""
        return (unit, *self.mates) if unit == self.picked else (unit,)

    # ---------------------------------------------------------------- where to
    def propose(self, unit: str | None, hex: str, mode: str) -> Proposal | None:
        """The cheapest way, or the straight one that is refused with reasons."""
        if self._kind() == "zb.march":
            return self._onward(hex)
        if unit is None:
            return self._unasked(hex, mode)
        if self._kind() not in TOGETHER:
            return super().propose(unit, hex, mode)
        units = self._in_hand(unit)
        if units == (unit,) and self._shifts(unit):
            return Proposal(Action("shift-unknown", unit=unit, hex=hex))
        if len(units) == 1:
            return self._alone(unit, hex, mode)
        if self._kind() == "zb.retreat" or self._enters(unit):
            return self._in_turn(units, hex, mode)
        return self._together(units, hex, mode)

    def _shifts(self, unit: str) -> bool:
        """Whether a unit is not moved but put somewhere else: nobody knows yet what it is."""
        return self._kind() == "zb.move" and self.game.scenario.pieces[unit].kind == "unknown"

    def _enters(self, unit: str) -> bool:
        """Whether a unit that moves waits beside the map."""
        return self._kind() == "zb.move" and self.where(unit) not in self.game.scenario.board

    def _unasked(self, hex: str, mode: str) -> Proposal | None:
        """With nobody in hand nobody is sent, but the only one there is; a hex may be enough."""
        if self._kind() not in (*TOGETHER, *PLANS):
            named = (a for a in self.game.choices(hex=hex) if NAMERS.isdisjoint(dict(a.args)))
            return next(map(Proposal, named), None) or self.attempt(None, hex)
        able = self.pickable()
        found = self._alone(able[0], hex, mode) if len(able) == 1 else None
        return found if found and self.game.explain(found.action) else None

    def _onward(self, hex: str) -> Proposal | None:
        """The group on its way goes on: there is only one."""
        going = next((a for a in self.game.choices(hex=hex) if a.kind == "march"), None)
        if going is None:
            return self.attempt(next(iter(self.pickable()), None), hex)
        return Proposal(going.replaced(pause=self.pausing or None), tuple(going["path"]))

    def _alone(self, unit: str, hex: str, mode: str) -> Proposal | None:
        """One unit on its own."""
        if self._kind() == "zb.retreat":
            return super().propose(unit, hex, mode)
        if self._enters(unit):
            action = self._entries(unit).get(hex) or self._in_by(unit, hex)
            return Proposal(action, tuple(action["path"]))
        return self._as_one((unit,), hex, mode)

    def _as_one(self, units: tuple[str, ...], hex: str, mode: str) -> Proposal | None:
        """These units by one way, legal or not."""
        here = self.where(units[0])
        ways = list(self._ways_to(units, hex, mode))
        for way in ways:
            proposal = self._go(units, way, mode)
            if self.game.explain(proposal.action):
                return proposal
        way = ways[0] if ways else self.straight(here, hex)
        return self._go(units, self._as_far(units, way, mode), mode) if len(way) > 1 else None

    def _as_far(self, units: tuple[str, ...], way: tuple[str, ...], mode: str) -> tuple[str, ...]:
        """A way up to the first step that is forbidden: what comes after it is nobody's concern."""
        against = set(self.game.explain(self._go(units, way, mode).action).reasons)
        for length in range(2, len(way)):
            begun = self._go(units, way[:length], mode).action
            if not against.isdisjoint(self.game.explain(begun).reasons):
                return way[:length]
        return way

    def _ways_to(self, units: tuple[str, ...], hex: str, mode: str) -> Iterator[tuple[str, ...]]:
        if self._kind() == "zb.advance":
            found = (
                tuple(a["path"])
                for a in self._all()
                if a.get("path", ("",))[-1] == hex and a["units"][0] in units
            )
            yield from dict.fromkeys(found)
        elif hex in self._reach(units, mode):
            yield tuple(self._reach(units, mode)[hex]["path"])

    def _together(self, units: tuple[str, ...], hex: str, mode: str) -> Proposal | None:
        """As many as can by one way; each of the others says what keeps him."""
        able, staying = self._asked(units, hex, mode)
        best: Proposal | None = None
        going: tuple[str, ...] = ()
        for unit in able:
            proposal = self._as_one((*going, unit), hex, mode)
            verdict = self.game.explain(proposal.action) if proposal else None
            if verdict:
                best, going = proposal, (*going, unit)
            elif verdict is not None:
                staying.append((self.unit_name(unit), verdict.reasons))
        if best is None:
            return self._as_one(units, hex, mode)
        return Proposal(best.action, best.path, staying=tuple(staying))

    def _in_turn(self, units: tuple[str, ...], hex: str, mode: str) -> Proposal | None:
        """Together beside the map where the game lets them; else one after another in one
        gesture."""
        able, staying = self._asked(units, hex, mode)
        first = self._alone(able[0] if able else units[0], hex, mode)
        if first is None or not able:
            return first
        group = first.action.replaced(mates=tuple(able[1:]) or None)
        if self._enters(units[0]) and self.game.explain(group):
            return Proposal(group, first.path, staying=tuple(staying))
        return Proposal(first.action, first.path, tuple(able[1:]), tuple(staying))

    def _asked(
        self, units: tuple[str, ...], hex: str, mode: str
    ) -> tuple[list[str], list[tuple[str, tuple[Reason, ...]]]]:
        """Who could go there on his own, and what keeps each of the others."""
        able: list[str] = []
        staying: list[tuple[str, tuple[Reason, ...]]] = []
        for unit in units:
            proposal = self._alone(unit, hex, mode)
            verdict = self.game.explain(proposal.action) if proposal else None
            if verdict:
                able.append(unit)
            elif verdict is not None:
                staying.append((self.unit_name(unit), verdict.reasons))
        return able, staying

    def extend(self, unit: str, path: tuple[str, ...], hex: str, mode: str) -> Proposal | None:
        """One hex more on a path."""
        if self._kind() not in ("zb.move", "zb.advance"):
            return super().extend(unit, path, hex, mode)
        if self._enters(unit):
            return Proposal(self._in_by(unit, *path[1:], hex), (*path, hex))
        return self._go(self._in_hand(unit), (*path, hex), mode)

    def _go(self, units: tuple[str, ...], way: tuple[str, ...], mode: str) -> Proposal:
        if self._kind() == "zb.advance":
            return Proposal(Action("advance", units=units, path=way), way)
        named = mode if mode in ("extended", "tactical") else None
        left = (self.stopping,) if self.stopping in units and len(units) > 1 else None
        args = {"mode": named, "leave": left, "pause": self.pausing or None}
        return Proposal(Action("move", units=units, path=way, **args), way)

    def _in_by(self, unit: str, *path: str) -> Action:
        # In the first hex everybody may look about anyhow.
        pause = (self.pausing and len(path) > 1) or None
        return Action("enter", unit=unit, path=path, pause=pause)

    def _entries(self, unit: str) -> dict[str, Action]:
        """Where a unit beside the map can come in, and how to each hex; found once."""

        def find() -> dict[str, Action]:
            entering = (a for a in self.game.choices(unit=unit) if a.kind == "enter")
            return {a["path"][-1]: a for a in entering}

        found: dict[str, Action] = self.game.state.once(("hands-entries", unit), find)
        return found

    def _reach(self, units: Sequence[str], mode: str) -> dict[str, Any]:
        if self.where(units[0]) not in self.game.scenario.board:
            return {}
        asked = {"unit": units[0], "mode": mode or "normal", "mates": tuple(units[1:])}
        found: dict[str, Any] = self.game.query("reach", **asked)
        return found

    # ---------------------------------------------------------------- what lights up
    def lit(self, unit: str | None, mode: str) -> Iterator[Overlay]:
        """The reach of those in hand, with its cost; else what the decision names."""
        kind = self._kind()
        if kind == "zb.combat":
            in_reach = (hex for hex, units in self.targets().items() if unit in units)
            yield Overlay("target", tuple(in_reach) or tuple(self.targets()))
        elif kind == "h44.traffic":
            yield Overlay("reach", {a["hex"]: "" for a in self._all() if "hex" in a})
        elif unit is None and kind in NAMING:
            yield from self._signed(self.where(one) for one in self.pickable())
        elif unit is None or kind not in ("zb.move", "zb.advance"):
            for overlay in super().lit(unit, mode):
                yield from self._signed(overlay.labels())
        elif kind == "zb.advance":
            mine = [a for a in self._all() if unit in a.get("units", ()) and "path" in a]
            yield from self._signed(a["path"][-1] for a in mine)
        elif self._shifts(unit):
            mine = [a for a in self._all() if a.get("unit") == unit and "hex" in a]
            yield from self._signed(a["hex"] for a in mine)
        elif self.where(unit) in self.game.scenario.board.areas:
            yield from self._signed(self._entries(unit))
        elif unit in self.pickable():
            costs = {
                hex: "" if mode == "tactical" else show(entry["cost"])
                for hex, entry in self._reach(self._in_hand(unit), mode).items()
                if hex != self.where(unit)
            }
            yield Overlay("reach-strategic" if mode == "extended" else "reach", costs)

    def _signed(self, hexes: Iterable[str]) -> Iterator[Overlay]:
        """Hexes that are named: a red ring where the enemy stands, green for one's own and empty
        ones."""
        board, own = self.game.scenario.board, set(self._own())
        found = dict.fromkeys(hex for hex in hexes if hex in board)
        held = {hex: self.state.position.at(hex) for hex in found}
        foes = tuple(hex for hex, units in held.items() if units and own.isdisjoint(units))
        rest = tuple(hex for hex in found if hex not in foes)
        if foes:
            yield Overlay("target", foes)
        if rest:
            yield Overlay("reach", rest)
