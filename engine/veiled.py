"""Rules of a game that hides things: whatever a side asks is answered from what that side knows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from engine.action import Action
from engine.agenda import AgendaRules, Moves
from engine.errors import Problem, closest
from engine.game import Decision, Offer
from engine.verdict import Tally, Verdict


class Veiled(AgendaRules):
    """Choices, verdicts, sums and questions from the state as `known_to` shows it to a side.

    `OWN_EYES` are the questions asked as a side: the viewer is that side. `OPEN` are those whose
    answer hides nothing.
    """

    OWN_EYES: Collection[str] = ()
    OPEN: Collection[str] = ()
    sides: Sequence[str]
    _last: tuple[Any, str, Any] | None = None

    def known_to(self, state: Any, side: str) -> Any:
        """The state as a side knows it."""
        raise NotImplementedError

    def hides(self, state: Any) -> bool:
        """Whether there is anything to hide."""
        return True

    def seen(self, state: Any, side: str | None = None) -> Any:
        """The state as a side knows it, or as the side knows it that owes the decision."""
        if side is None and state.agenda:
            owed = state.top.decision(self, state)
            side = owed.side if owed else None
        if side is None or not self.hides(state):
            return state
        if self._last is None or self._last[0] is not state or self._last[1] != side:
            self._last = (state, side, self.known_to(state, side))
        return self._last[2]

    def choices(
        self, state: Any, unit: str | None, hex: str | None, kind: str | None = None
    ) -> Moves:
        return super().choices(self.seen(state), unit, hex, kind)

    def kinds(self, state: Any) -> tuple[str, ...]:
        return super().kinds(self.seen(state))

    def offer(self, state: Any, begun: Action) -> Offer | None:
        return super().offer(self.seen(state), begun)

    def sample(self, state: Any, random: Random) -> Action | None:
        return super().sample(self.seen(state), random)

    def explain(self, state: Any, action: Action) -> Verdict:
        """Every reason against an action, none of them a secret of the other side."""
        return super().explain(self.seen(state), action)

    def tally(self, state: Any, action: Action) -> Tally | None:
        return super().tally(self.seen(state), action)

    def owed(self, state: Any, side: str) -> Decision | None:
        owed = self.decision(state)
        if owed is None or owed.side == side:
            return owed
        return self.decision(self.seen(state, side)) or owed

    def judge(self, state: Any, name: str, **args: Any) -> Any:
        """A question of whoever stands above the sides: answered from all there is."""
        return super().query(state, name, **args)

    def query(self, state: Any, name: str, **args: Any) -> Any:
        """A question of a side: `viewer`, or who owes the decision. Nobody is the viewer ""."""
        owed = self.decision(state)
        asks = args.get("side") if name in self.OWN_EYES else owed.side if owed else None
        viewer = args.pop("viewer", asks)
        if viewer is None:
            return super().query(state, name, **args)
        if viewer not in (*self.sides, ""):
            raise Problem(f"there is no side '{viewer}'", remedy=closest(str(viewer), self.sides))
        if name in self.OWN_EYES:
            if args.setdefault("side", viewer) != viewer:
                raise Problem("a side sees with its own eyes only", remedy=f"Ask as {viewer}.")
        elif name not in self.OPEN:
            state = self.seen(state, viewer)
        return super().query(state, name, **args)
