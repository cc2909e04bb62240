"""What is listed at once is what slots, reasons and itemised prices say one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.conflict_of_heroes.actions.orders import Order
from engine.conflict_of_heroes.actions.payment import PAYS
from engine.conflict_of_heroes.ground.sight import hidden_by, sees
from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.positions import made


def met(name: str) -> Iterator[Game]:
    """A random game, now and then on its way."""
    luck, game = random.Random(name), catalogue.load(name, Seeded(name))
    while game.decision is not None and len(game.history) < 90:
        if len(game.history) % 11 == 0:
            yield game
        drawn = game.sample(luck)
        assert drawn is not None
        game.apply(drawn)


def doubted(order: Order, g: Any, s: Any) -> Iterator[Action]:
    """Every way of filling the slots of an order, and every payment, that no reason forbids."""
    given, slots = order.begun
    sure, order.sure = order.sure, False
    try:
        yield from order.walk(g, s, s.top, given, [*slots[:-1], ("pay", lambda *_: PAYS)])
    finally:
        order.sure = sure


def orders(game: Game) -> Iterator[tuple[Order, Any]]:
    """What can be ordered now, and the state as its side knows it."""
    s = game.rules.seen(game.state)
    deeds = s.top.deeds(game.rules, s) if game.decision is not None else ()
    return ((deed, s) for deed in deeds if isinstance(deed, Order))


@pytest.mark.parametrize("name", [*catalogue.scenario_ids("conflict-of-heroes"), "made"])
def test_what_is_listed_at_once_is_what_is_found_one_by_one(name: str) -> None:
    games = map(made, range(6)) if name == "made" else met(name)
    seen = Counter[str]()
    for game in games:
        for order, s in orders(game):
            listed = list(order.choices(game.rules, s, s.top, None, None))
            assert listed == list(doubted(order, game.rules, s)), order.kind
            for action in listed:
                cost = order.cost(game.rules, s, action)
                assert order.due(game.rules, s, action) == cost.total, action
                seen[order.kind] += 1
    assert seen["move"]
    assert seen["turn"]


def test_a_field_of_sight_holds_what_nothing_hides() -> None:
    for game in map(made, range(4)):
        g, s = game.rules, game.state
        luck = random.Random(len(s.counters))
        for seat in luck.sample(g.board.hexes, 12):
            for hex in g.board.hexes:
                assert sees(g, s, seat, hex) == (not hidden_by(g, s, seat, hex))
