"""What comes next: who decides what, once something is done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.game import Game
from engine.practice.kinds.dice import scripted, throws
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.question import NotGood, Option, Question, good, shuffled
from engine.values import Action
from engine.verdict import Cited, Decision, frozen


def named(side: str, kind: str) -> str:
    """The name of a decision as an option."""
    return f"{side}/{kind}"


def played_on(game: Game, action: Action) -> Game:
    """The game itself with one more action, beside the one that is asked about."""
    played = Game(game.rules, game.source)
    for step in game.history[1:]:
        assert step.action is not None, "only the opening has no action"
        played.apply(step.action)
    played.apply(action)
    return played


class Next(Kind):
    """Who decides what next?"""

    name = "next"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        game = seen.game
        owed = game.decision
        assert owed is not None, "somebody decides"
        sides = [side.id for side in game.scenario.sides]
        for actions in seen.legal.values():
            for action in random.sample(actions, min(len(actions), 2)):
                if throws(game, action):
                    continue
                state, _ = scripted(game, action, ())
                then = game.rules.decision(state)
                if then is None or then.kind == owed.kind:
                    continue
                others = [[side, owed.kind, owed.rule] for side in sides]
                others += [[side, then.kind, then.rule] for side in sides if side != then.side]
                yield {"action": action.to_json(), "others": others[:4]}

    def pose(self, game: Game, args: Args) -> Question:
        action = Action.from_json(args["action"])
        if not game.explain(action):
            raise NotGood("it is forbidden")
        state, _ = scripted(game, action, ())
        then, owed = game.rules.decision(state), game.decision
        if then is None or owed is None or not then.rule:
            raise NotGood("nothing follows")
        right = named(then.side, then.kind)
        told = {right: then}
        for side, kind, rule in args["others"]:
            told.setdefault(
                named(side, kind), Decision(side, kind, rule, _params(owed, then, kind))
            )
        off = {then.rule: frozenset((named(owed.side, owed.kind),))}
        options = shuffled([Option(name, what) for name, what in told.items()], str(args))
        about = Cited.of(then.rule, "practice.next")
        return good(
            Question(
                self.name,
                about,
                options,
                frozenset((right,)),
                off,
                action=action,
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The game itself, played on."""
        assert posed.action is not None, "something is done"
        then = played_on(game, posed.action).decision
        if then is None or posed.right != {named(then.side, then.kind)}:
            yield "the game itself goes on in another way"


def _params(owed: Decision, then: Decision, kind: str) -> tuple[tuple[str, object], ...]:
    return then.params if kind == then.kind else owed.params if kind == owed.kind else frozen({})
