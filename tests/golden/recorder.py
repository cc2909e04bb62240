"""Plays a game and writes down all that a player could have seen of it.

17 german ava.move 8.1            who owes what, by which rule
  of move 57, end-phase 1 #3f2a   the legal actions: how many of each kind, and a digest
  > move path=0101-0102 unit=21   what was done
  dice crt 4                      what was rolled or drawn
  ! 8.2 moved unit=21             what happened
  + 8.2 cost 3 ...                sampled: the tally of the action done
  % 1/6 ...                       sampled: what could have come of it
  x move ... | 8.5 enemy-there    sampled: an action next to the legal ones, and why not
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path

from engine import catalogue
from engine.bots import make_bot
from engine.chance import Chance, Seeded, enumerate_branches
from engine.game import Game
from engine.values import Action
from engine.verdict import Cited, Course, Event, Line, Tally
from engine.words import catalogue as catalogue_of_words

FOLDER = Path(__file__).parent / "games"
GAMES_EACH = (("random", 1), ("greedy", 2))
"""The bots and seeds of the games recorded of each scenario."""
MOST_BRANCHES = 300
"""Outlooks with more ways for the dice to fall are left to the tests of outlooks."""

Recipe = tuple[str, str, int]
"""Scenario, bot, seed."""


def recipes() -> list[Recipe]:
    """Every game that is recorded: none on a whole map, where it lasts minutes."""
    names = [name for name in catalogue.scenario_ids() if not catalogue.on_whole_map(name)]
    return [(name, bot, seed) for name in names for bot, seed in GAMES_EACH]


def file_of(recipe: Recipe) -> Path:
    """Where a recording stands."""
    scenario, bot, seed = recipe
    return FOLDER / f"{scenario}.{bot}-{seed}.txt"


def record(recipe: Recipe, kept: Sequence[str] = ()) -> str:
    """The recording of a game; `kept` are actions to take again for as long as they are legal."""
    scenario, bot, seed = recipe
    game = Game(catalogue.rules_of(scenario), Seeded(seed))
    player = make_bot(bot, f"golden/{seed}")
    lines = [f"{scenario} by {bot} bots, seed {seed}", *_happened(game.history[-1].events)]
    earlier = list(kept)
    while (owed := game.decision) is not None:
        legal = sorted(game.choices(), key=str)
        lines.append(f"{len(game.history)} {owed.side} {owed.kind} {owed.rule}".rstrip())
        lines.append(f"  of {_kinds(legal)} #{_digest(legal)}")
        action = _again(earlier, legal)
        if action is None:
            earlier.clear()
            action = player.pick(game, legal)
        luck = random.Random(f"{scenario}/{seed}/{len(game.history)}")
        asides = list(_asides(game, action, legal, luck))
        lines.append(f"  > {action}")
        game.apply(action)
        step = game.history[-1]
        if step.answers:
            lines.append(f"  dice {', '.join(f'{name} {n + 1}' for name, n in step.answers)}")
        lines += [*_happened(step.events, action), *asides]
    ending = game.ending
    assert ending is not None
    lines.append(f"end: {ending.winner or 'nobody'} by {ending.rule} {ending.key}")
    lines += [f"  + {text}" for text in _tallied(ending.tally)]
    return "\n".join(lines) + "\n"


def actions_in(text: str) -> list[str]:
    """The actions of a recording."""
    return [line[4:] for line in text.splitlines() if line.startswith("  > ")]


def _again(earlier: list[str], legal: Sequence[Action]) -> Action | None:
    """The next action of an earlier recording, if it is still legal."""
    if not earlier:
        return None
    wanted = earlier.pop(0)
    return next((action for action in legal if str(action) == wanted), None)


def _kinds(legal: Sequence[Action]) -> str:
    counts = Counter(action.kind for action in legal)
    return ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts))


def _digest(legal: Sequence[Action]) -> str:
    text = "\n".join(map(str, legal))
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def _worded(cited: Cited | Line) -> None:
    """All that is written down can be told to a person: nothing is left unnamed in its words."""
    words, params = catalogue_of_words(), cited.params
    if isinstance(cited, Event) and cited.hexes:
        # a log says in which hexes something happened (tutor/spoken.py)
        params = (("hexes", cited.hexes), *params)
    told = f"{words.say(cited.key, params)} {words.fix(cited.key, params)}"
    assert "<" not in told, f"{cited.key}: {told}"


def _said(cited: Cited, action: Action | None = None) -> str:
    """A citation; hexes and units that stand beside it, or in the action, are not repeated."""
    _worded(cited)
    params = [f"{key}={_plain(value)}" for key, value in cited.params]
    named = {str(value) for _, value in cited.params}
    for _, value in action.args if action else ():
        named.update(map(str, value if isinstance(value, tuple) else (value,)))
    hexes = [] if named.issuperset(cited.hexes) else [f"@{'-'.join(cited.hexes)}"]
    units = [] if named.issuperset(cited.units) else [f":{'+'.join(cited.units)}"]
    return " ".join([cited.rule, cited.key, *params, *hexes, *units]).strip()


def _plain(value: object) -> str:
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(_plain, value)) + ")"
    if isinstance(value, Tally):
        return "[" + "; ".join(_tallied(value)) + "]"
    return str(value)


def _happened(events: Sequence[Event], action: Action | None = None) -> list[str]:
    return [f"  ! {_said(event, action)}" for event in events]


def _tallied(tally: Tally | None) -> Iterator[str]:
    if tally is None:
        return
    parts = ", ".join(_line(line) for line in tally.lines)
    yield f"{tally.key} {tally.total} {tally.result or ''}: {parts}"
    for part in tally.parts:
        yield from _tallied(part)


def _line(line: Line) -> str:
    _worded(line)
    value = "" if line.value is None else f" {line.value}"
    return f"{line.rule} {line.key}{value}"


def _asides(
    game: Game, action: Action, legal: Sequence[Action], luck: random.Random
) -> Iterator[str]:
    if luck.random() < 0.12:
        yield from (f"  + {text}" for text in _tallied(game.tally(action)))
    if luck.random() < 0.1:
        yield from _outlook(game, action)
    if luck.random() < 0.15:
        for odd in _odd(game, legal, luck):
            reasons = game.explain(odd).reasons
            said = " | ".join(_said(reason, odd) for reason in reasons)
            yield f"  x {odd} | {said or 'legal'}"


def _outlook(game: Game, action: Action) -> Iterator[str]:
    def run(chance: Chance) -> Chance:
        game.rules.apply(game.state, action, Course(chance))
        return chance

    ways = sum(1 for _ in islice(enumerate_branches(run), MOST_BRANCHES + 1))
    if not 1 < ways <= MOST_BRANCHES:
        return
    found: dict[str, Fraction] = defaultdict(Fraction)
    for prospect in game.outlook(action):
        found[" ".join(dict.fromkeys(event.key for event in prospect.events))] += (
            prospect.probability
        )
    for keys, probability in sorted(found.items(), key=lambda one: (-one[1], one[0])):
        yield f"  % {probability} {keys}"


def _odd(game: Game, legal: Sequence[Action], luck: random.Random) -> Iterator[Action]:
    """Actions beside the legal ones: somebody else, somewhere else, or another's argument."""
    one, other = luck.choice(legal), luck.choice(legal)
    names = [name for name, _ in one.args]
    if not names:
        return
    name = luck.choice(names)
    value = one[name]
    if isinstance(value, tuple) and len(value) > 1:
        yield one.replaced(**{name: value[:-1]})
        yield one.replaced(**{name: (*value[1:], value[0])})
    if name in other and other[name] != value:
        yield one.replaced(**{name: other[name]})
    if name == "unit":
        yield one.replaced(unit=luck.choice(sorted(game.scenario.pieces)))
