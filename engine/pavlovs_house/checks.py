"""What must always hold in a game; a broken one is a mistake of the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.pavlovs_house.board.house import House, State
from engine.pavlovs_house.board.pieces import COLOURS, OUT, RESERVE, STOCK
from engine.pavlovs_house.counters.phase import Displaced, may_share
from engine.pavlovs_house.wehrmacht.cards import TurnOver
from engine.verdict import Reason


def violations(g: House, s: State) -> list[Reason]:
    """Tokens (0.0), cards (2.1, 3.0), counters (3.0, 4.0), tracks and the end (6.0) add up."""
    over = [Reason.of("6.0 immediate loss", "pav.broken.over")] if s.lost and s.agenda else []
    return [*_tokens(g, s), *_counters(g, s), *_cards(g, s), *_tracks(s), *over]


def _tokens(g: House, s: State) -> Iterator[Reason]:
    counted: Counter[str] = Counter()
    lying: Counter[str] = Counter()
    for (kind, place), count in s.tokens.items():
        counted[kind] += count
        lying[place] += count if kind in g.kit.totals else 0
        if not 0 < count <= g.kit.most(kind, place):
            yield Reason.of("0.0 setup tokens", "pav.broken.token", token=kind, place=place)
    for kind in g.kit.totals:
        if counted[kind] != g.kit.totals[kind]:
            yield Reason.of("0.0 setup tokens", "pav.broken.total", token=kind)
    for place in lying:
        if lying[place] > 1 and (place in g.kit.locations or place in g.kit.sapper_spaces):
            yield Reason.of("3.0 bombing target", "pav.broken.two-tokens", hexes=(place,))
    for man in (*s.position.at(STOCK), *s.position.at(OUT)):
        if man in g.kit.men and (not s.fresh(man) or s.count("action", man)):
            yield Reason.of("3.0 mortar second damage", "pav.broken.marks", units=(man,))


def _counters(g: House, s: State) -> Iterator[Reason]:
    giving_way = tuple(phase.unit for phase in s.agenda if isinstance(phase, Displaced))
    key = ("broken", "+".join(giving_way))
    yield from s.position.once(key, tuple, _placed(g, s, giving_way))


def _placed(g: House, s: State, giving_way: tuple[str, ...]) -> Iterator[Reason]:
    if set(s.position.units()) != g.units.keys():
        yield Reason.of("0.0 stock", "pav.broken.counters")
    for place in s.position.places():
        units = s.position.at(place)
        if place not in g.kit.places:
            yield Reason.of("1.2", "pav.broken.place", hexes=(place,), units=units)
        soviets = [unit for unit in units if unit not in g.kit.germans]
        if place in g.kit.spaces and (soviets or len(units) > 1):
            yield Reason.of("3.0 placement advance", "pav.broken.space", hexes=(place,))
        if len(soviets) != len(units) and (place == RESERVE or place in g.kit.spots):
            yield Reason.of("3.0 placement breakthrough", "pav.broken.inside", hexes=(place,))
        if place not in g.kit.spots:
            continue
        arms = g.weapons(s, place)
        there = [unit for unit in g.holders(s, place) if unit not in giving_way]
        if len(there) > 2:
            yield Reason.of("4.0 movement", "pav.broken.crowd", hexes=(place,), units=there)
        if len(there) == 2 and not may_share(g.kit, there[0], there[1], arms):
            yield Reason.of(
                "4.0 weapons sharing", "pav.broken.sharing", hexes=(place,), units=there
            )
        if arms and not g.holders(s, place):
            yield Reason.of("4.0 weapons left alone", "pav.broken.weapon", hexes=(place,))


def _cards(g: House, s: State) -> Iterator[Reason]:
    soviet = (*s.deck, *s.hand, *s.discard, *s.fog)
    rows = g.kit.chart("soviet").rows
    if len(soviet) != len(rows) or set(soviet) != rows.keys() or not set(s.used) <= set(s.hand):
        yield Reason.of("2.1", "pav.broken.soviet-cards")
    turning = [phase.card for phase in s.agenda if isinstance(phase, TurnOver)]
    piles = [card for part in (*s.wehrmacht, *s.tactics) for card in part]
    hands = [*s.german_hand, *s.german_tactics, *s.plan, *s.open_tactics, *turning]
    single = [card for card in (s.storm, s.planned_tactic, s.open_support) if card]
    cards = [*piles, *hands, *single, *s.support, *s.played, *s.won, *s.gone, *s.unseen]
    known = set(cards)
    if len(known) < len(cards):
        twice = tuple(card for card, count in Counter(cards).items() if count > 1)
        yield Reason.of("3.0", "pav.broken.card-twice", cards=twice)
    rows = g.kit.chart("wehrmacht").rows
    lost = tuple(card for card in (*rows, *g.kit.resupply_cards) if card not in known)
    if lost and not s.lost:
        yield Reason.of("3.0", "pav.broken.card-lost", cards=lost)


def _tracks(s: State) -> Iterator[Reason]:
    for colour in COLOURS:
        if not 3 <= s.defence[colour] <= 6:
            yield Reason.of("0.0 setup defence markers", "pav.broken.track", colour=colour)
