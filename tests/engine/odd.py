"""Odd actions: what somebody might write by mistake, by malice or by rolling on the keyboard."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from engine import catalogue
from engine.arguments import Arguments
from engine.chance import Seeded
from engine.game import Game, Illegal
from engine.values import Action
from engine.verdict import Verdict
from engine.words import catalogue as words

ODD: tuple[Any, ...] = (
    "",
    " ",
    "nosuch",
    "ZZ99",
    "9999",
    "\ud800",
    "a\x00b",
    "x" * 5000,
    "-1",
    0,
    1,
    -1,
    2,
    10**30,
    -(10**5000),
    True,
    False,
    1.5,
    float("nan"),
    float("inf"),
    (),
    ("",),
    ("nosuch",),
    (1,),
    (True, None),
    (("a",),),
    ("x",) * 2000,
)
"""Values that no rule asks for, or not there."""
BRANCHES = 500
"""How many ways the dice may fall before an outlook takes too long for a test."""


class Writer:
    """Writes actions for a game: listed ones with something changed, or put together anew."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        rules: Any = game.rules
        self.rng, self.takes = rng, rules.takes
        self.names = {
            "unit": list(rules.units) or [""],
            "hex": list(rules.scenario.board.hexes) or [""],
            "place": [*rules.scenario.board.areas, *rules.scenario.boxes] or [""],
        }
        self.slots = sorted({name for kind in self.takes.kinds.values() for name in kind})

    def value(self, name: str, type: str) -> Any:
        """A value for an argument: often of its type, sometimes of none."""
        rng = self.rng
        if rng.random() < 0.25:
            return rng.choice(ODD)
        what = {"units": "unit", "hexes": "hex", "ways": "hex", "places": "place"}.get(type, type)
        pool = self.names.get(what) or ["no", "yes", "1", "N", "cap", "ready", "black", "A", name]
        if type in ("number", "numbers"):
            pool = [-3, -1, 0, 1, 2, 3, 7]
        if type == "yes":
            return rng.choice((True, False))
        if type in ("units", "hexes", "places", "texts", "numbers", "ways"):
            return tuple(rng.choice(pool) for _ in range(rng.randrange(4)))
        return rng.choice(pool)

    def action(self, kinds: tuple[str, ...], listed: list[Action]) -> Action:
        """One odd action; `kinds` are those that are asked for now."""
        rng = self.rng
        if listed and rng.random() < 0.6:
            action = rng.choice(listed)
            slots = self.takes.slots(action)
            known = [*slots, *rng.sample(self.slots, 1)]
            for name in rng.sample(known, min(len(known), rng.choice((1, 1, 2, 3)))):
                type = slots[name].type if name in slots else "text"
                dropped = rng.random() < 0.15
                action = action.replaced(**{name: None if dropped else self.value(name, type)})
            return action
        kind = rng.choice(kinds or tuple(self.takes.kinds))
        if rng.random() < 0.1:
            kind = rng.choice((*self.takes.kinds, "nosuch", "", "\ud800"))
        slots = self.takes.slots(Action(kind))
        args = {
            n: self.value(n, s.type) for n, s in slots.items() if s.needed or rng.random() < 0.3
        }
        if rng.random() < 0.15:
            name = rng.choice((*self.slots, "nosuch", "dice"))
            args[name] = self.value(name, "text")
        return Action(kind, **args)


def _told(verdict: Verdict) -> None:
    """Every reason has its words, and they can be written down."""
    for reason in verdict.reasons:
        for said in (
            words().say(reason.key, reason.params),
            words().fix(reason.key, reason.params),
        ):
            said.encode()
        assert reason.key in words(), f"no words for {reason.key}"


def fault(game: Game, action: Action) -> str | None:
    """What goes wrong with an action at the public door; None when all is as it should be."""
    step = "explain"
    try:
        verdict = game.explain(action)
        _told(verdict)
        step = "tally"
        game.tally(action)
        for step, do in (("outlook", _outlook), ("apply", Game.apply)):
            try:
                do(game, action)
            except Illegal as refused:
                if verdict:
                    return f"{step} refuses what explain allows: {refused}"
            else:
                if not verdict:
                    return f"{step} does what explain forbids"
        if verdict:
            game.undo()
    except Exception as error:
        return f"{step}: {type(error).__name__}: {str(error)[:120]}"
    return None


class _Enough(Exception):
    """So many branches say that the rest will do."""


def _outlook(game: Game, action: Action) -> None:
    """The outlook, as far as it can be had in a moment."""
    real, count = game.rules.apply, itertools.count()

    def counted(*args: Any) -> Any:
        if next(count) >= BRANCHES:
            raise _Enough
        return real(*args)

    game.rules.apply = counted  # type: ignore[method-assign]
    try:
        game.outlook(action)
    except _Enough:
        pass
    finally:
        del game.rules.apply


def faults(name: str, seed: int, moves: int, odd: int, every: int = 1) -> Iterator[tuple[str, str]]:
    """Play a scenario at random and try odd actions on the way: (what, which action)."""
    rng = random.Random(f"odd/{name}/{seed}")
    game = catalogue.load(name, Seeded(seed))
    writer = Writer(game, rng)
    for move in range(moves):
        if game.decision is None:
            return
        listed = game.choices()
        if move % every == 0:
            kinds = game.state.top.kinds(game.rules, game.state)
            some = rng.sample(listed, min(len(listed), 60))
            for _ in range(odd):
                action = writer.action(kinds, some)
                what = fault(game, action)
                if what:
                    yield what, f"{name}/{seed} move {move}: {str(action)!r:.300}"
        game.apply(rng.choice(listed))


def arguments_of(game: Game) -> Arguments:
    """What the kinds of action of a game take."""
    rules: Any = game.rules
    takes: Arguments = rules.takes
    return takes
