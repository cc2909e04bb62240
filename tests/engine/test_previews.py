"""What a game foretells is what comes: outlooks and tallies against real actions, in every game.

Through the public API alone, on positions of random games of every shipped scenario: the
probabilities of an outlook make up 1, whatever really happens is among its outcomes, and where an
event carries a number that the tally had promised, it is that number.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from engine import catalogue
from engine.catalogue import GAMES
from engine.chance import Chance, Request, Seeded
from engine.game import Game, Prospect
from engine.values import Action
from engine.verdict import Course, Tally
from tests.marks import SOAK

STEPS = 300 if SOAK else 40
"""Actions of a game."""
LOOKS = 20 if SOAK else 2
"""Actions of each kind that are looked at in a game: the first ones met."""
MOST = 10_000 if SOAK else 1300
"""Ways of the dice beyond which an outlook is skipped."""
SEEDS = range(12 if SOAK else 4)
"""What really happens is tried with so many seeds."""

FOLDERS = ("play", "drills") if SOAK else ("play",)
SCENARIOS = [name for game in GAMES for f in FOLDERS for name in catalogue.scenario_ids(game, f)]


# ------------------------------------------------------------ how many ways there are


class _Counting:
    """A source that goes down one way at random and multiplies the choices it had."""

    def __init__(self, chosen: random.Random) -> None:
        self.ways, self._random = 1, chosen

    def answer(self, request: Request) -> int:
        """Any answer; the product is an estimate of all ways that errs on neither side."""
        self.ways *= request.options
        return self._random.randrange(request.options)


class _TooMany(Exception):
    """More ways than the bound after all."""


class _Bounded:
    """Rules that refuse to be tried more often than the bound."""

    def __init__(self, rules: Any) -> None:
        self._rules, self._left = rules, MOST

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def apply(self, *args: Any) -> Any:
        """One way more."""
        if not self._left:
            raise _TooMany
        self._left -= 1
        return self._rules.apply(*args)


def outlook(game: Game, action: Action, chosen: random.Random) -> list[Prospect] | None:
    """The outlook of an action; None where it has more ways than the bound."""
    for _ in range(4):
        source = _Counting(chosen)
        game.rules.apply(game.state, action, Course(Chance(source)))
        if source.ways > MOST:
            return None
    rules = game.rules
    game.rules = _Bounded(rules)
    try:
        return game.outlook(action)
    except _TooMany:
        return None
    finally:
        game.rules = rules


# ------------------------------------------------------------ numbers that events carry


def _dice(tally: Tally, told: Mapping[str, Any]) -> bool:
    """So many dice were promised, of one throw or of several."""
    return len(told["dice"]) in {tally.total, *(part.total for part in tally.parts)}


def _column(tally: Tally, told: Mapping[str, Any]) -> bool:
    return str(told["column"]) == tally.result


def _cost(tally: Tally, told: Mapping[str, Any]) -> bool:
    return bool(told["cost"] == tally.total)


def _shot(hit: bool) -> Callable[[Tally, Mapping[str, Any]], bool]:
    def fits(tally: Tally, told: Mapping[str, Any]) -> bool:
        power = told["value"] - told["dice"]
        sums = told["defence"] == tally.parts[1].total == power + tally.total
        return bool(sums and (told["dice"] >= tally.total) == hit)

    return fits


NUMBERS: dict[tuple[str, str], Callable[[Tally, Mapping[str, Any]], bool]] = {
    ("move", "ava.move.done"): _cost,
    ("attack", "ava.attack.declared"): _column,
    ("move", "zb.move.done"): _cost,
    ("march", "zb.move.done"): _cost,
    ("attack", "zb.attack.declared"): _column,
    ("stand", "zb.stand.rolled"): _column,
    ("roll", "coh.shot.hit"): _shot(hit=True),
    ("roll", "coh.shot.two"): _shot(hit=True),
    ("roll", "coh.shot.miss"): _shot(hit=False),
    **{
        (kind, f"pav.{key}"): _dice
        for kind, *keys in (
            ("attack", "deed.removed", "deed.missed"),
            ("anti-tank", "deed.removed", "deed.missed"),
            ("machine-gun", "deed.removed", "deed.missed"),
            ("spot", "deed.removed", "deed.missed"),
            ("repel", "repel.held", "repel.failed"),
            ("storm", "storm.won", "storm.failed"),
            ("flak", "flak.fired"),
        )
        for key in keys
    },
}
"""What the first event of a key must say, by the kind of action and the event."""


# ------------------------------------------------------------ the comparison


def veiled(game: Game) -> bool:
    """Whether something is hidden from whoever decides: then the real thing may surprise him."""
    seen = getattr(game.rules, "seen", None)
    return seen is not None and seen(game.state) != game.state


def look(game: Game, action: Action, chosen: random.Random, done: Counter[str]) -> list[str]:
    """Everything that is said of one action against what comes of it; the differences."""
    where = f"{action} in {game.scenario.id}"
    wrong: list[str] = []
    hidden, tally = veiled(game), game.tally(action)
    found = outlook(game, action, chosen)
    outcomes = {prospect.events: prospect for prospect in found or ()}
    if found is None:
        done["skipped: too many ways"] += 1
    else:
        done["outlooks"] += 1
        total = sum((prospect.probability for prospect in found), Fraction(0))
        if total != 1:
            wrong.append(f"{where}: {total} in all")
    for seed in SEEDS:
        game.source = Seeded(f"{seed}/{chosen.random()}")
        events = game.apply(action)
        if hidden:
            done["veiled"] += 1
        elif found is not None:
            done["outcomes"] += 1
            before = outcomes.get(events)
            if before is None:
                wrong.append(f"{where}: {[event.key for event in events]} was not foretold")
            elif game.decision != game.rules.decision(before.state):
                wrong.append(f"{where}: another decision follows than was foretold")
        told: dict[str, Mapping[str, Any]] = {}
        for event in events:
            told.setdefault(event.key, dict(event.params))
        # who turns out to stand there changes every number (H44 25.1)
        unveiled = any(key.startswith("h44.unknown") for key in told)
        for key, params in told.items() if tally and not hidden and not unveiled else ():
            if fits := NUMBERS.get((action.kind, key)):
                done["numbers"] += 1
                if not fits(tally, params):
                    wrong.append(f"{where}: {tally.total} {tally.result} said, {params} told")
        game.undo()
    return wrong


def compare(name: str, seed: int = 0) -> tuple[Counter[str], list[str]]:
    """Some positions of a random game: comparisons by kind, differences."""
    chosen = random.Random(f"{name}/{seed}")
    source = Seeded(f"{name}/{seed}")
    game = catalogue.load(name, source)
    done, looked = Counter[str](), Counter[str]()
    wrong: list[str] = []
    for _ in range(STEPS):
        if game.decision is None:
            break
        choices = game.choices()
        kind = chosen.choice(sorted({action.kind for action in choices}))
        action = chosen.choice([action for action in choices if action.kind == kind])
        if looked[kind] < LOOKS:
            looked[kind] += 1
            done["positions"] += 1
            wrong += look(game, action, chosen, done)
        game.source = source
        game.apply(action)
    return done, wrong


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_foretold_comes(name: str) -> None:
    done, wrong = compare(name)
    assert wrong == []
    assert done["positions"] > 0
