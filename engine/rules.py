"""Rules that follow from an agenda; those of a game that hides things answer whatever a side asks
from what that side knows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from inspect import signature
from random import Random
from typing import Any, TypeAlias

from engine.agenda import Moves
from engine.arguments import Argument, Arguments
from engine.errors import Problem, closest
from engine.game import Rules
from engine.scenario import Scenario
from engine.values import Action, texts_in
from engine.verdict import Course, Decision, Offer, Reason, Tally, Verdict, frozen

Question: TypeAlias = Callable[..., object]
Questions: TypeAlias = Mapping[str, Question]
"""The questions a game answers, by name; each takes the rules, the state, and its own."""
ANY = "**"
"""A question that hands on whatever it gets."""


@cache
def _asked_with(question: Callable[..., object]) -> dict[str, bool]:
    """What a question takes beside the rules and the state, and whether it must be given."""
    parameters = list(signature(question).parameters.values())[2:]
    return {
        ANY if p.kind == p.VAR_KEYWORD else p.name: p.kind != p.VAR_KEYWORD and p.default is p.empty
        for p in parameters
    }


class AgendaRules(Rules):
    """The half of Rules that follows from an agenda; a game adds start, query, ending. `takes` says
    what its kinds of action may name; nothing else ever reaches a phase."""

    takes: Arguments
    units: Mapping[str, Any]
    scenario: Scenario
    questions: Questions = {}
    """What may be asked."""

    def decision(self, state: Any) -> Decision | None:
        if not state.agenda:
            return None
        facts = state.facts
        if "decision" not in facts:
            facts["decision"] = state.agenda[-1].decision(self, state)
        owed: Decision | None = facts["decision"]
        return owed

    def choices(
        self, state: Any, unit: str | None, hex: str | None, kind: str | None = None
    ) -> Moves:
        return iter(state.top.choices(self, state, unit, hex, kind))

    def kinds(self, state: Any) -> tuple[str, ...]:
        kinds: tuple[str, ...] = state.top.kinds(self, state)
        return kinds

    def takes_of(self, kind: str) -> Mapping[str, Argument]:
        return self.takes.kinds.get(kind, {})

    def offer(self, state: Any, begun: Action) -> Offer | None:
        """The first slot of the deed that is not filled yet."""
        deed = state.top.deed(self, state, begun.kind)
        open_ = (slot for slot in deed.slots().items() if slot[0] not in begun) if deed else ()
        for name, candidates in open_:
            return Offer(name, candidates(self, state, state.top, begun))
        return None

    def sample(self, state: Any, random: Random) -> Action | None:
        return state.top.sample(self, state, random) if state.agenda else None

    def knows(self, state: Any, what: str, name: str) -> bool:
        """Whether there is a unit, a hex or a place of a name."""
        board = self.scenario.board
        if what == "unit":
            return name in self.units
        return name in board or (
            what == "place" and (name in board.areas or name in self.scenario.boxes)
        )

    def unit_name(self, unit: str) -> str:
        """The name on a counter; what was written if there is none."""
        name: str = self.units[unit].name if unit in self.units else unit
        return name

    def against(
        self, unit: str, rule: str, key: str, hexes: Iterable[str] = (), **more: Any
    ) -> Reason:
        """An objection to what a unit is to do, with its name."""
        params = frozen({"unit": self.unit_name(unit), **more})
        return Reason(rule, key, params, tuple(hexes), (unit,))

    def tell(
        self, course: Course, unit: str, rule: str, key: str, hexes: Iterable[str] = (), **more: Any
    ) -> None:
        """What happens to a unit, with its name."""
        course.tell(rule, key, units=(unit,), hexes=hexes, unit=self.unit_name(unit), **more)

    def wrong(self, state: Any, action: Action) -> tuple[Reason, ...]:
        """Why a phase is not even asked: it is not now, or the action names what it cannot."""
        if action.kind not in state.top.kinds(self, state):
            not_now: tuple[Reason, ...] = state.top.not_now(self, state, action)
            return not_now
        owed = state.top.decision(self, state)
        return tuple(self.takes.wrong(owed.rule, action, partial(self.knows, state)))

    def explain(self, state: Any, action: Action) -> Verdict:
        """What the phase on top says; an action that nothing else forbids must name all it needs.
        Somebody may ask what forbids an action before he has named everything."""
        wrong = self.wrong(state, action)
        if wrong:
            return Verdict(wrong)
        said: Verdict = state.top.explain(self, state, action)
        if not said:
            return said
        rule = state.top.decision(self, state).rule
        return Verdict(tuple(self.takes.missing(rule, action)))

    def tally(self, state: Any, action: Action) -> Tally | None:
        if self.wrong(state, action):
            return None
        counted: Tally | None = state.top.tally(self, state, action)
        return counted

    def apply(self, state: Any, action: Action, course: Course) -> Any:
        """The action, and whatever follows without anybody deciding."""
        return self.settle(state.top.apply(self, state, action, course), course)

    def names(self) -> Iterable[str]:
        """What a question may name: units, hexes, places."""
        return ()

    def query(self, state: Any, name: str, **args: Any) -> Any:
        """A read-only question; an unknown one, or an unknown name in it, is a Problem."""
        known = self.questions
        if name not in known:
            raise Problem(f"there is no question '{name}'", remedy=closest(name, known))
        takes = _asked_with(known[name])
        for given in args if ANY not in takes else ():
            if given not in takes:
                what = f"the question '{name}' does not know '{given}'"
                raise Problem(what, remedy=closest(given, takes))
        for wanted, needed in takes.items():
            if needed and wanted not in args:
                what = f"the question '{name}' does not say '{wanted}'"
                raise Problem(what, remedy=f"Name its {wanted}.")
        try:
            return known[name](self, state, **args)
        except KeyError as error:
            missing = error.args[0]
            if missing not in list(texts_in(args.values())):
                raise
            what = f"the question '{name}' does not know '{missing}'"
            raise Problem(what, remedy=closest(missing, list(self.names()))) from None
        except (ValueError, TypeError, AttributeError) as error:
            if type(error) is not ValueError and all(isinstance(v, str) for v in args.values()):
                raise
            what = f"the question '{name}' has no answer: {error}"
            raise Problem(what, remedy="Ask in another way.") from None

    def settle(self, state: Any, course: Course) -> Any:
        """Run phases until one owes a decision or the game is over."""
        while state.agenda and not course.halted and self.decision(state) is None:
            state = state.top.proceed(self, state, course)
        return state


class Veiled(AgendaRules):
    """Choices, verdicts, sums and questions from the state as `known_to` shows it to a side.
    `OWN_EYES` are the questions asked as a side: the viewer is that side. `OPEN` are those whose
    answer hides nothing."""

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
