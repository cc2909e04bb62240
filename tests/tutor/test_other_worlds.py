"""Two worlds that look alike to a side give its seat the same letters, byte by byte: what is
listed, refused and reckoned there is the same as well.

Another world is made of one that was played to: what the other side hides is dealt, placed and
drawn otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import catalogue, plain
from engine.chance import Seeded
from engine.game import Game
from engine.stalingrad42.maskirovka.armies import hidden
from engine.stalingrad42.setting import records
from engine.values import replace
from engine.victory_awaits.turn.chits import side_of
from tutor.referee.shared import WATCHER, SharedGame

Other = Callable[[Any, Any, str, random.Random], Any]
WORLDS = 12
"""So many moments of each game are looked at."""


def firefight(rules: Any, state: Any, side: str, luck: random.Random) -> Any:
    """Other hands, another deck, hidden units elsewhere, other markers under hit units."""
    theirs = [one for one in state.hands if one != side]
    pool = [card for one in theirs for card in state.hands[one]] + list(state.deck)
    luck.shuffle(pool)
    hands = dict(state.hands)
    for one in theirs:
        hands[one] = tuple(pool[: len(hands[one])])
        del pool[: len(hands[one])]
    position, counters = state.position, dict(state.counters)
    for unit, counter in state.counters.items():
        if rules.units[unit].side == side:
            continue
        if counter.hidden:
            position = position.moved(unit, luck.choice(rules.board.hexes))
            counters[unit] = replace(counter, facing=luck.randrange(6))
        elif counter.hit is not None and not counter.shown:
            marks = [mark for cup in state.cups.values() for mark in cup]
            counters[unit] = replace(counter, hit=luck.choice([*marks, counter.hit]))
    return replace(state, hands=hands, deck=tuple(pool), position=position, counters=counters)


def maskirovka(rules: Any, state: Any, side: str, luck: random.Random) -> Any:
    """Other units in the boxes, other markers over them."""
    if side == "soviet":
        return state
    units = sorted(hidden(state))
    places = [state.position.place(unit) for unit in units]
    luck.shuffle(places)
    for unit, place in zip(units, places, strict=True):
        state = state.put(unit, "aside").put(unit, place)
    kept = records(state)
    boxes = list(kept.masks.values())
    luck.shuffle(boxes)
    return replace(state, records=replace(kept, masks=dict(zip(kept.masks, boxes, strict=True))))


def plans(rules: Any, state: Any, side: str, luck: random.Random) -> Any:
    """Other cards in the German hand and plan, and in the decks."""
    planner = side == rules.seats["german"]
    sizes = [len(part) for part in state.wehrmacht]
    deck = [card for part in state.wehrmacht for card in part]
    mine = [] if planner else [*state.german_hand, *state.plan]
    pool = [*deck, *mine]
    luck.shuffle(pool)
    tactics = [] if planner else [*state.german_tactics]
    closed = [*tactics, *(card for part in state.tactics for card in part)]
    luck.shuffle(closed)
    changes: dict[str, Any] = {}
    if not planner:
        for name in ("german_hand", "plan"):
            count = len(getattr(state, name))
            changes[name], pool = tuple(pool[:count]), pool[count:]
        count = len(state.german_tactics)
        changes["german_tactics"], closed = tuple(closed[:count]), closed[count:]
    parts, left = [], pool
    for size in sizes:
        parts.append(tuple(left[:size]))
        left = left[size:]
    rows, open_ = [], closed
    for part in state.tactics:
        rows.append(tuple(open_[: len(part)]))
        open_ = open_[len(part) :]
    return replace(state, wehrmacht=tuple(parts), tactics=tuple(rows), **changes)


def chits(rules: Any, state: Any, side: str, luck: random.Random) -> Any:
    """Other chits of the other side in the cup, held back, left over."""
    names = ("cup", "hand", "resting")
    theirs = [
        chit
        for name in names
        for chit in getattr(state, name)
        if side_of(rules, chit) not in (None, side)
    ]
    luck.shuffle(theirs)
    changes: dict[str, Any] = {}
    for name in names:
        pile = [
            theirs.pop() if side_of(rules, chit) not in (None, side) else chit
            for chit in getattr(state, name)
        ]
        luck.shuffle(pile)
        changes[name] = tuple(pile)
    return replace(state, **changes)


def told(rules: Any, state: Any, side: str) -> list[str]:
    """All that a seat can learn of a moment."""
    game = Game(rules, Seeded(1))
    game._steps = [replace_state(game._steps[0], state)]
    shared = SharedGame(game, {})
    letters = [shared.news(side)]
    known = rules.seen(state, side)
    owed = rules.decision(known)
    if owed is not None and owed.side == side:
        listed = list(rules.choices(known, None, None))
        letters += [plain.dumps(action) for action in listed]
        letters += [plain.dumps(rules.tally(known, action)) for action in listed[:20]]
        letters += [plain.dumps(rules.explain(state, action)) for action in listed[:20]]
    return letters


def replace_state(step: Any, state: Any) -> Any:
    """The same step of a history, with another state."""
    return type(step)(step.action, step.answers, state, (), step.numbers)


@pytest.mark.parametrize(
    ("scenario", "other"),
    [
        ("conflict-of-heroes/ambush", firefight),
        ("conflict-of-heroes/granary-with-cards", firefight),
        ("conflict-of-heroes/crossroads-with-cards", firefight),
        ("conflict-of-heroes/four-armies", firefight),
        ("stalingrad42/white-steppe", maskirovka),
        ("pavlovs-house/german-command", plans),
        ("pavlovs-house/three-at-the-table", plans),
        ("victory-awaits/nine-turns", chits),
        ("victory-awaits/land-bridge", chits),
    ],
)
def test_worlds_that_look_alike_are_told_alike(scenario: str, other: Other) -> None:
    rules: Any = catalogue.rules_of(scenario)
    differed = 0
    for seed in range(WORLDS):
        luck, game = random.Random(seed), Game(rules, Seeded(seed))
        for _ in range(luck.randrange(3, 70)):
            if (action := game.sample(luck)) is None:
                break
            game.apply(action)
        if game.decision is None:
            continue
        for side in (*(one.id for one in rules.scenario.sides), WATCHER):
            world = other(rules, game.state, side, luck)
            differed += plain.dumps(world) != plain.dumps(game.state)
            assert told(rules, world, side) == told(rules, game.state, side), (seed, side)
    assert differed >= 3
