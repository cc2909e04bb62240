"""Is this allowed, and if not, by which rule? And: which of these is?"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen, listed, only
from engine.practice.question import NotGood, Option, Question, Rule, Text, good, shuffled
from engine.values import Action
from engine.verdict import Cited

LEGAL = "legal"
OTHERS, MOST = 3, 2
"""Wrong rules to choose from; rules that may meet in one action."""


class Allowed(Kind):
    """Is this allowed? If not, which rule forbids it?"""

    name = "allowed"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for kind, tried in seen.forbidden.items():
            near = dict.fromkeys(rule for _, verdict in tried for rule in verdict.rules)
            far = [rule for rules in seen.met.values() for rule in rules]
            for action, verdict in tried:
                if len(verdict.rules) > MOST or (kind not in seen.legal and random.random() < 0.8):
                    continue
                kin = list(dict.fromkeys([*near, *seen.met[kind]]))
                wrong = [rule for rule in kin if rule not in verdict.rules]
                if len(wrong) < OTHERS:
                    others = [r for r in dict.fromkeys(far) if r not in (*wrong, *verdict.rules)]
                    wrong += random.sample(others, min(OTHERS - len(wrong), len(others)))
                if len(wrong) >= OTHERS:
                    chosen = random.sample(wrong, OTHERS)
                    yield {"action": action.to_json(), "rules": chosen}

    def pose(self, game: Game, args: Args) -> Question:
        action = Action.from_json(args["action"])
        verdict = game.explain(action)
        if verdict or len(verdict.rules) > MOST:
            raise NotGood("it is allowed")
        right = frozenset(verdict.rules)
        if right & set(args["rules"]):
            raise NotGood("what was wrong is right")
        said = [
            Option(rule, Rule(rule), tuple(r for r in verdict.reasons if r.rule == rule))
            for rule in verdict.rules
        ]
        wrong = [Option(rule, Rule(rule)) for rule in args["rules"]]
        options = [*shuffled([*said, *wrong], str(action)), Option(LEGAL, Text("practice.legal"))]
        off = {rule: right - {rule} or frozenset((LEGAL,)) for rule in verdict.rules}
        return good(
            Question(
                self.name,
                Cited.of(verdict.rules[0], "practice.allowed"),
                tuple(options),
                right,
                off,
                action=action,
                because=verdict.reasons,
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """It is not listed among what can be done."""
        if posed.action is not None and listed(game, posed.action):
            yield f"{posed.action} is listed as legal"


class Which(Kind):
    """Which of these is allowed?"""

    name = "which"
    COUNT: ClassVar[int] = 4

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for kind, tried in seen.forbidden.items():
            legal = seen.legal.get(kind, ())
            plain = [(action, only(verdict)) for action, verdict in tried if only(verdict)]
            if not legal or len(plain) < self.COUNT - 1:
                continue
            for _ in range(4):
                wrong = random.sample(plain, self.COUNT - 1)
                if len({rule for _, rule in wrong}) == 1 and random.random() < 0.5:
                    continue
                chosen = [random.choice(legal), *(action for action, _ in wrong)]
                yield {"actions": [action.to_json() for action in chosen]}

    def pose(self, game: Game, args: Args) -> Question:
        actions = [Action.from_json(told) for told in args["actions"]]
        verdicts = [game.explain(action) for action in actions]
        options = [
            Option(str(place), action, verdict.reasons)
            for place, (action, verdict) in enumerate(zip(actions, verdicts, strict=True))
        ]
        right = frozenset(str(place) for place, verdict in enumerate(verdicts) if verdict)
        off: dict[str, frozenset[str]] = {}
        for place, verdict in enumerate(verdicts):
            if rule := only(verdict):
                off[rule] = off.get(rule, right) | {str(place)}
        said = tuple(reason for verdict in verdicts for reason in verdict.reasons)
        about = Cited.of(next(iter(off), ""), "practice.which")
        options_in_order = shuffled(options, str(args))
        return good(Question(self.name, about, options_in_order, right, off, because=said))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """What is forbidden is not listed."""
        for option in posed.options:
            assert isinstance(option.says, Action), "actions are to choose from"
            if option.name not in posed.right and listed(game, option.says):
                yield f"{option.says} is listed as legal"
