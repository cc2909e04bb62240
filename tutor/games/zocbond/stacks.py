"""Ways of the '4x pair: a unit or a whole stack moves, comes in, advances, goes back.

All of a stack that can go together go; who cannot stays where he is, and it is said why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from engine.values import Action
from tutor.art.views import Overlay
from tutor.games.pointer import Proposal, Staying, Tool
from tutor.games.zocbond.groups import PLANNED, Groups

TOGETHER = ("zb.move", "zb.advance", "zb.retreat")
"""The decisions in which a stack may go as one."""
NAMING = ("zb.retreat", "zb.advance", "zb.lose", "zb.excess")
"""The decisions that begin with naming a unit: those who may be named light up."""
MANY_OF = {"zb.move": ("move", "enter"), "zb.combat": ("attack",)}
"""What there is too much of to be listed: it is pointed at."""
NAMERS = frozenset({"unit", "units", "path"})
"""Arguments that name more than a hex."""


class Stacks(Groups):
    """How units are sent somewhere by pointing."""

    @property
    def stopping(self) -> str:
        """Who of a stack stops where it is sent next, while the others go on."""
        return str(self.pointer.chosen.get("leave", ""))

    @property
    def pausing(self) -> bool:
        """Whether the next hex is only a stop on the way, to detach steps there and go on."""
        return bool(self.pointer.chosen.get("pause"))

    def stack(self, unit: str) -> tuple[str, ...]:
        """A unit and all that stand with it and may go as well."""
        if self.kind not in TOGETHER:
            return ()
        able = [one for one in self.pickable() if one not in self.ask("moved")]
        if unit not in able:
            return ()
        place = self.where(unit)
        return (unit, *(one for one in able if one != unit and self.where(one) == place))

    def helpers(self) -> tuple[tuple[str, bool], ...]:
        """Those in the hex of the picked unit who may go along."""
        unit = self.pointer.unit
        if unit is None or self.where(unit) not in self.game.scenario.board:
            return ()
        return tuple((mate, mate in self.pointer.mates) for mate in self.stack(unit)[1:])

    def tools(self) -> tuple[Tool, ...]:
        """All that stand together in one grip; who of them is left on the way."""
        whole = self.stack(self.pointer.unit) if self.pointer.unit is not None else ()
        parting = (*self._parting(), *self._pause())
        if len(whole) < 2 or set(whole[1:]) == set(self.pointer.mates):
            return parting
        take = partial(setattr, self.pointer, "mates", whole[1:])
        tip = "All that can go together (G)"
        return (Tool(f"The whole stack ({len(whole)})", take, tip=tip), *parting)

    def _parting(self) -> Iterator[Tool]:
        """Each of a moving stack may stop where it is sent, while the others go on from there."""
        for unit in self._moving() if self.pointer.mates else ():
            on = self.stopping == unit
            tip = "The next hex you click is where it stops; the others may go on from there"
            name = f"{self.unit_name(unit)} stays in the next hex"
            turn = partial(self.pointer.chosen.__setitem__, "leave", "" if on else unit)
            yield Tool(name, turn, on, tip, name=("stops", unit))

    def _pause(self) -> Iterator[Tool]:
        """Who could detach a step may do so on the way as well; a stack may look about there."""
        going = self.pickable() if self.kind == "zb.march" else self._sent()
        to_detach = any(a.kind == "detach" and a["unit"] in going for a in self._all())
        if not (to_detach or (self.pointer.mates and self._moving())):
            return
        deed = "detach steps" if to_detach else "do what a movement phase allows besides moving"
        tip = f"In the next hex you click you may {deed}; then the move goes on from there"
        text = f"Pause in the next hex{', to detach' if to_detach else ''}"
        turn = partial(self.pointer.chosen.__setitem__, "pause", not self.pausing)
        yield Tool(text, turn, self.pausing, tip, name="pause")

    def _moving(self) -> tuple[str, ...]:
        """Those on the map who are in hand to be moved."""
        return () if self.pointer.unit is None or self._enters(self.pointer.unit) else self._sent()

    def _sent(self) -> tuple[str, ...]:
        """Those in hand to be moved, on the map or onto it."""
        if self.kind != "zb.move" or self.pointer.unit is None:
            return ()
        return (self.pointer.unit, *self.pointer.mates)

    def _in_hand(self, unit: str) -> tuple[str, ...]:
        """A unit, with those who were taken up together with it."""
        return (unit, *self.pointer.mates) if unit == self.pointer.unit else (unit,)

    def _all(self) -> tuple[Action, ...]:
        """Every legal action but moves and attacks, that are many; the end of a phase that has
        those, and why it may not come yet."""
        found: tuple[Action, ...] = self._once("all", lambda: tuple(self._beside()))
        return found

    def _beside(self, unit: str | None = None) -> Iterator[Action]:
        many = MANY_OF.get(self.kind, ())
        for kind in self.game.kinds():
            if kind not in many and (kind != "end" or not many):
                yield from self.game.choices(unit=unit, kind=kind)
        if many and unit is None:
            yield Action("end")

    # ---------------------------------------------------------------- where to
    def propose(self, unit: str | None, hex: str) -> Proposal | None:
        """The cheapest way, or the straight one that is refused with reasons."""
        if self.kind == "zb.march":
            return self._onward(hex)
        if unit is None:
            return self._unasked(hex)
        if self.kind not in TOGETHER:
            return super().propose(unit, hex)
        units = self._in_hand(unit)
        if units == (unit,) and self._shifts(unit):
            return Proposal(Action("shift-unknown", unit=unit, hex=hex))
        if self.kind == "zb.retreat" or self._enters(unit):
            return self._in_turn(units, hex)
        return self._together(units, hex)

    def _shifts(self, unit: str) -> bool:
        """Whether a unit is not moved but put somewhere else: nobody knows yet what it is."""
        return self.kind == "zb.move" and self.game.scenario.pieces[unit].kind == "unknown"

    def _enters(self, unit: str) -> bool:
        """Whether a unit that moves waits beside the map."""
        return self.kind == "zb.move" and self.where(unit) not in self.game.scenario.board

    def _unasked(self, hex: str) -> Proposal | None:
        """With nobody in hand nobody is sent, but the only one there is; a hex may be enough."""
        if self.kind not in (*TOGETHER, *PLANNED):
            named = (a for a in self.game.choices(hex=hex) if NAMERS.isdisjoint(dict(a.args)))
            return next(map(Proposal, named), None) or self.attempt(None, hex)
        able = self.pickable()
        found = self._alone(able[0], hex) if len(able) == 1 else None
        return found if found and self.game.explain(found.action) else None

    def _onward(self, hex: str) -> Proposal | None:
        """The group on its way goes on: there is only one."""
        for going in self.game.choices(hex=hex, kind="march"):
            return Proposal(going.replaced(pause=self.pausing or None), tuple(going["path"]))
        return self.attempt(next(iter(self.pickable()), None), hex)

    def _alone(self, unit: str, hex: str) -> Proposal | None:
        """One unit on its own."""
        if self.kind == "zb.retreat":
            return super().propose(unit, hex)
        if self._enters(unit):
            action = self._entries(unit).get(hex) or self._in_by(unit, hex)
            return Proposal(action, tuple(action["path"]))
        return self._as_one((unit,), hex)

    def _as_one(self, units: tuple[str, ...], hex: str) -> Proposal | None:
        """These units by one way, legal or not."""
        mode = self.pointer.mode or "normal"
        way: tuple[str, ...] = self.ask("way", units=units, hex=hex, mode=mode)
        return self._go(units, way) if len(way) > 1 else None

    def _together(self, units: tuple[str, ...], hex: str) -> Proposal | None:
        """As many as can by one way; each of the others says what keeps him."""
        best, _, staying = self._sifted(units, lambda party: self._as_one(party, hex))
        return self._as_one(units, hex) if best is None else replace(best, staying=staying)

    def _in_turn(self, units: tuple[str, ...], hex: str) -> Proposal | None:
        """Together beside the map where the game lets them; else one after another in one
        gesture."""
        _, able, staying = self._sifted(units, lambda party: self._alone(party[-1], hex))
        first = self._alone((*able, *units)[0], hex)
        if first is None or not able:
            return first
        group = first.action.replaced(mates=able[1:] or None)
        if self._enters(units[0]) and self.game.explain(group):
            return Proposal(group, first.path, staying=staying)
        return Proposal(first.action, first.path, able[1:], staying)

    def _sifted(
        self, units: tuple[str, ...], going: Callable[[tuple[str, ...]], Proposal | None]
    ) -> tuple[Proposal | None, tuple[str, ...], Staying]:
        """What those of a stack would do who can, who they are, and what keeps the others."""
        best: Proposal | None = None
        able: tuple[str, ...] = ()
        staying: Staying = ()
        for unit in units:
            proposal = going((*able, unit))
            verdict = self.game.explain(proposal.action) if proposal else None
            if verdict:
                best, able = proposal, (*able, unit)
            elif verdict is not None:
                staying = (*staying, (self.unit_name(unit), verdict.reasons))
        return best, able, staying

    def extend(self, unit: str, path: tuple[str, ...], hex: str) -> Proposal | None:
        """One hex more on a path."""
        if self.kind not in ("zb.move", "zb.advance"):
            return super().extend(unit, path, hex)
        if self._enters(unit):
            return Proposal(self._in_by(unit, *path[1:], hex), (*path, hex))
        return self._go(self._in_hand(unit), (*path, hex))

    def _go(self, units: tuple[str, ...], way: tuple[str, ...]) -> Proposal:
        if self.kind == "zb.advance":
            return Proposal(Action("advance", units=units, path=way), way)
        mode = self.pointer.mode
        named = mode if mode in ("extended", "tactical") else None
        left = (self.stopping,) if self.stopping in units and len(units) > 1 else None
        args = {"mode": named, "leave": left, "pause": self.pausing or None}
        return Proposal(Action("move", units=units, path=way, **args), way)

    def _in_by(self, unit: str, *path: str) -> Action:
        # In the first hex everybody may look about anyhow.
        pause = (self.pausing and len(path) > 1) or None
        return Action("enter", unit=unit, path=path, pause=pause)

    def _entries(self, unit: str) -> dict[str, Action]:
        """Where a unit beside the map can come in, and how to each hex."""
        key = ("entries", unit)
        entering = self._once(key, self.game.choices, unit=unit, kind="enter")
        return {action["path"][-1]: action for action in entering}

    # ---------------------------------------------------------------- what lights up
    def lit(self, unit: str | None) -> Iterator[Overlay]:
        """The reach of those in hand, with its cost; else what the decision names."""
        kind = self.kind
        if kind == "zb.combat":
            in_reach = (hex for hex, units in self.ask("targets").items() if unit in units)
            yield Overlay("target", tuple(in_reach) or tuple(self.ask("targets")))
        elif kind == "h44.traffic":
            yield Overlay("reach", {a["hex"]: "" for a in self._all() if "hex" in a})
        elif unit is None and kind in NAMING:
            yield from self.signed(self.where(one) for one in self.pickable())
        elif kind == "zb.move" and unit is None:
            yield from self.signed(goal for a in self.listed() for goal in self.goals(a))
        elif unit is None or kind not in ("zb.move", "zb.advance"):
            yield from super().lit(unit)
        elif kind == "zb.advance" or self._shifts(unit):
            wanted = "path" if kind == "zb.advance" else "hex"
            mine = (a for a in self._all() if unit in self.doers(a) and wanted in a)
            yield from self.signed(goal for action in mine for goal in self.goals(action))
        elif self.where(unit) not in self.game.scenario.board:
            yield from self.signed(self._entries(unit))
        elif unit in self.pickable() and unit not in self.ask("moved"):
            yield from self.reach(*self._in_hand(unit))
