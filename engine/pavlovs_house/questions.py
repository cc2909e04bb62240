"""Questions about a position: what stands where, who sees whom, what dice would do; what must
always hold in a game, for a broken one is a mistake of the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.agenda import Reasons
from engine.pavlovs_house.board.house import House, State, Throw, hit_chance, sum_chance
from engine.pavlovs_house.board.pieces import CARGO, COLOURS, OUT, RESERVE, STOCK
from engine.pavlovs_house.counters.phase import Displaced, may_share
from engine.pavlovs_house.soviet.commands import ACTS, acts_of, places_for, sortie_tally
from engine.pavlovs_house.turn import DRAW, GERMAN, WIN, award, score
from engine.pavlovs_house.wehrmacht.cards import TurnOver, german_defence, hunger, mine_tally
from engine.pavlovs_house.wehrmacht.fire import Wound, assault_tallies, card_tally, plane_defence
from engine.rules import Questions
from engine.values import Action
from engine.verdict import Reason, Tally


def _tokens(g: House, s: State, place: str) -> dict[str, int]:
    return {kind: s.count(kind, place) for kind in g.kit.totals if s.count(kind, place)}


def _unit(g: House, s: State, unit: str) -> dict[str, object]:
    """Where a counter is and how it fares (4.0 recovery)."""
    return {
        "place": s.place(unit),
        "damaged": s.damaged(unit),
        "exhausted": unit in s.exhausted,
        "acted": bool(s.count("action", unit)),
        "ordered": bool(s.count("order", unit)),
    }


def _by_deck(g: House, left: Iterable[str]) -> dict[int, dict[str, int]]:
    """Cards by the number of the deck printed on them; resupply cards bear none."""
    rows = g.kit.chart("wehrmacht").rows
    found: dict[int, Counter[str]] = {}
    for card in left:
        if card in rows:
            kinds = found.setdefault(rows[card]["deck"], Counter())
            kinds[g.kit.wehrmacht_kind(card)] += 1
    return {deck: dict(sorted(found[deck].items())) for deck in sorted(found)}


def _decks(g: House, s: State) -> dict[str, object]:
    """What a player may know of the decks: which cards are left, not in which order."""
    left = [card for part in s.wehrmacht for card in part] + list(s.german_hand) + list(s.plan)
    tactics = g.kit.chart("tactics").rows
    closed = [card for part in s.tactics for card in part] + list(s.german_tactics)
    closed += [s.planned_tactic] if s.planned_tactic else []
    unseen = [card for card in s.unseen if card in tactics]
    storms = {*left, *s.unseen}
    return {
        "wehrmacht": dict(sorted(Counter(g.kit.wehrmacht_kind(card) for card in left).items())),
        "wehrmacht_count": len(left),
        "by_deck": _by_deck(g, left),
        "storm": [card for card in g.kit.resupply_cards if card in storms],
        "tactics": dict(sorted(Counter(tactics[c]["name"] for c in (*closed, *unseen)).items())),
        "tactics_count": len(closed),
        "support": [g.kit.chart("support").value(card, "name") for card in sorted(s.support)],
        "soviet_count": len(s.deck),
        "fog": sum(card in g.kit.fog_cards for card in (*s.deck, *s.discard, *s.hand)),
        "fog_stock": len(s.fog),
        "discard": len(s.discard),
    }


def _cards(g: House, s: State) -> dict[str, object]:
    """The cards that lie open: hand, storm group, tactics, support, those won and gone."""
    tactics, groups = g.kit.chart("tactics").rows, g.kit.storm_groups

    def named(cards: Iterable[str]) -> list[str]:
        return [groups[card].id if card in groups else card for card in cards]

    return {
        "hand": list(s.hand),
        "used": list(s.used),
        "discard": sorted(s.discard),
        "storm": groups[s.storm].id if s.storm else None,
        "won": named(s.won),
        "tactics": [tactics[card]["name"] for card in s.open_tactics],
        "support": s.open_support,
        "gone": sorted(named(s.gone)),
    }


def _plan(g: House, s: State, side: str) -> dict[str, object]:
    """What a side may know of the German plan (7.4 planning): all of it, or the numbers."""
    own = side == g.seats["german"]
    return {
        "hand": [g.kit.wehrmacht_kind(card) for card in s.german_hand] if own else [],
        "tactics": list(s.german_tactics) if own else [],
        "laid": [g.kit.wehrmacht_kind(card) for card in s.plan] if own else len(s.plan),
    }


def _assault(g: House, s: State) -> dict[str, dict[str, Tally]]:
    found: dict[str, dict[str, Tally]] = {colour: {} for colour in COLOURS}
    for colour, kind, tally in assault_tallies(g, s):
        found[colour][kind] = tally
    return found


def _place(g: House, s: State, place: str) -> dict[str, object]:
    """What a place on the board is: its colours or its unit, what lies and stands there."""
    rows = g.kit.chart("locations").rows
    return {
        "colours": g.kit.colours_of(place),
        "unit": rows[place]["unit"] if place in rows else None,
        "holds": rows[place]["token"] if place in rows else None,
        "sapper": place in g.kit.sapper_spaces,
        "units": s.position.at(place),
        "tokens": _tokens(g, s, place),
    }


def _storm_chance(g: House, s: State, units: list[str]) -> Fraction:
    return Fraction(0) if s.storm is None else sortie_tally(g, s.storm, tuple(units)).chance


def _forecast(g: House, s: State, action: Mapping[str, object]) -> dict[str, object]:
    """The chance that an action's dice succeed, reckoned and not enumerated. `chance` is that of a
    hit or of a big enough sum; `parts` those of several targets."""
    tally = g.tally(s, Action.from_json(action))
    parts = tally.parts if tally else ()
    return {
        "chance": tally.chance if isinstance(tally, Throw) else None,
        "parts": [part.chance for part in parts if isinstance(part, Throw)],
    }


def _reconstructions(g: House, s: State) -> Mapping[str, str]:
    """The tables that are ours and not the rulebook's, with their sections."""
    return {name: chart.section for name, chart in g.kit.charts.items() if chart.reconstructed}


QUESTIONS: Questions = {
    "tokens": _tokens,
    "unit": _unit,
    "place": _place,
    "units": lambda g, s, place: s.position.at(place),
    "men": lambda g, s: list(g.men(s)),
    "germans": lambda g, s, colour=None: list(g.germans(s, colour)),
    "defence": lambda g, s: dict(s.defence),
    "german_defence": german_defence,
    "sight": House.in_sight,
    "target": House.aimed_at,
    "band": lambda g, s, card, die: g.kit.chart("bands").value(card, str(die)),
    "decks": _decks,
    "scoring": lambda g, s: {"win": WIN, "draw": DRAW, "german": GERMAN},
    "acts": lambda g, s, command: {act: ACTS[command, act] for act in acts_of(g, command)},
    "act_places": lambda g, s, command, act: [
        place for place in places_for(g, command, act) if place is not None
    ],
    "cards": _cards,
    "plan": _plan,
    "wounds": lambda g, s: [p.unit for p in reversed(s.agenda) if isinstance(p, Wound)],
    "assault": _assault,
    "fire": card_tally,
    "mine": mine_tally,
    "plane_defence": plane_defence,
    "hunger": hunger,
    "score": score,
    "award": lambda g, s, points: award(g, points),
    "hit_chance": lambda g, s, dice, need: hit_chance(dice, need),
    "sum_chance": lambda g, s, dice, need: sum_chance(dice, need),
    "storm_chance": _storm_chance,
    "forecast": _forecast,
    "cargo": lambda g, s: {kind: s.count(kind, "supply") for kind in CARGO},
    "turn": lambda g, s: s.turn,
    "lost": lambda g, s: s.lost[1] if s.lost else None,
    "reconstructions": _reconstructions,
}
"""The questions by name."""


def violations(g: House, s: State) -> list[Reason]:
    """Tokens (0.0), cards (2.1, 3.0), counters (3.0, 4.0), tracks and the end (6.0) add up."""
    over = [Reason.of("6.0 immediate loss", "pav.broken.over")] if s.lost and s.agenda else []
    return [*_token_sums(g, s), *_counters(g, s), *_card_sums(g, s), *_tracks(s), *over]


def _token_sums(g: House, s: State) -> Reasons:
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


def _counters(g: House, s: State) -> Reasons:
    giving_way = tuple(phase.unit for phase in s.agenda if isinstance(phase, Displaced))
    key = ("broken", "+".join(giving_way))
    yield from s.position.once(key, tuple, _placed(g, s, giving_way))


def _placed(g: House, s: State, giving_way: tuple[str, ...]) -> Reasons:
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


def _card_sums(g: House, s: State) -> Reasons:
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


def _tracks(s: State) -> Reasons:
    for colour in COLOURS:
        if not 3 <= s.defence[colour] <= 6:
            yield Reason.of("0.0 setup defence markers", "pav.broken.track", colour=colour)
