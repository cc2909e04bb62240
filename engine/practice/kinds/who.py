"""Which of these are allowed: the same action with one thing in it changed, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.arguments import ill_written
from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen, listed, only
from engine.practice.question import NotGood, Option, Question, good
from engine.values import Action
from engine.verdict import Cited, Reason

RIGHT, WRONG = 4, 5
"""Right ones and wrong ones at most."""


class Who(Kind):
    """Which of these are allowed, and which are not? They differ in one unit, hex or name."""

    name = "who"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for kind, actions in seen.legal.items():
            for action in random.sample(actions, min(len(actions), 2)):
                for slot, value in action.args:
                    base = action.filled({slot: None})
                    if not seen.names_in(kind, slot):
                        continue
                    right, wrong = self._sorted(seen, random, base, slot, value)
                    if right and wrong:
                        names = sorted((*right[:RIGHT], *wrong))
                        yield {"action": base.to_json(), "slot": slot, "names": names}

    def _sorted(
        self, seen: Seen, random: Random, base: Action, slot: str, value: object
    ) -> tuple[list[str], list[str]]:
        """The names that fit, and some that each of several rules forbids."""
        tried = [name for name in seen.candidates(base, slot, value, random) if name]
        right: list[str] = []
        wrong: dict[str, list[str]] = {}
        many = isinstance(value, tuple)
        for name in tried:
            verdict = seen.game.explain(named(base, slot, name, many))
            if verdict:
                right.append(name)
            elif (rule := only(verdict)) and not ill_written(verdict):
                wrong.setdefault(rule, []).append(name)
        random.shuffle(right)
        rules = sorted(wrong, key=lambda rule: (rule not in seen.wanted, random.random()))
        chosen: list[str] = []
        for turn in range(2):
            for rule in rules:
                if len(chosen) < WRONG and len(wrong[rule]) > turn:
                    chosen.append(wrong[rule][turn])
        return right, chosen

    def pose(self, game: Game, args: Args) -> Question:
        base, slot = Action.from_json(args["action"]), args["slot"]
        type_ = game.takes(base.kind)[slot].type
        right: set[str] = set()
        off: dict[str, set[str]] = {}
        options, said = [], list[Reason]()
        for name in args["names"]:
            action = named(base, slot, name, type_ == "units")
            verdict = game.explain(action)
            if verdict:
                right.add(name)
            elif rule := only(verdict):
                off.setdefault(rule, set()).add(name)
            else:
                raise NotGood("several rules forbid one of them")
            options.append(Option(name, action, verdict.reasons))
            said += verdict.reasons
        about = Cited.of(next(iter(off), ""), "practice.who")
        without = {rule: frozenset(right | more) for rule, more in off.items()}
        return good(
            Question(
                self.name,
                about,
                tuple(options),
                frozenset(right),
                without,
                all=True,
                because=tuple(said),
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """What is listed as legal, and no other."""
        base, slot = Action.from_json(args["action"]), args["slot"]
        many = game.takes(base.kind)[slot].type == "units"
        for name in args["names"]:
            if listed(game, named(base, slot, name, many)) and name not in posed.right:
                yield f"{name} is listed as legal"


def named(base: Action, slot: str, name: str, many: bool) -> Action:
    """An action with a name in its open slot."""
    return base.filled({slot: (name,) if many else name})
