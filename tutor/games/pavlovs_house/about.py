"""A place of Pavlov's House pointed at: what lies there, what it does, what its deck may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from tutor import panels
from tutor.games.pavlovs_house.wording import (
    COLOURS,
    GAME,
    RESERVE,
    SHORT,
    STAGING,
    STOCK,
    SUPPLY,
    describe,
    tokens_text,
    unit_text,
    word,
)

if TYPE_CHECKING:
    from tutor.games.pavlovs_house.hands import PavlovsHouseHands

FLAK = (("Holds an anti-aircraft token: two dice against Ju-87s.", "3.0 bombing anti-aircraft"),)
DOES = {
    "battalion": (
        ("One bomb damages it; a second, every man on a position.", "3.0 bombing location 3"),
        ("Repaired by the sappers, for a sapper token.", "2.0 sappers fortify"),
    ),
    "division-command": (
        ("Whole, it sends men for 6 points.", "2.0 division command reinforcements"),
        ("While it is damaged the radio brings nobody either.", "4.0 reinforcement request"),
    ),
    "flotilla": (
        ("Carries one supply token, unless damaged.", "2.0 flotilla loading"),
        ("In the House ammunition becomes five suppression tokens.", "2.0 flotilla delivery"),
    ),
    "anti-aircraft-1083": FLAK,
    "anti-aircraft-267": FLAK,
    "artillery": (("Holds a token that a spotter in the House spends.", "4.0 artillery spotting"),),
    "signals": (
        ("Holds wire; four wires give a fourth card action.", "2.0 unbroken signals"),
        ("With all four damaged no fog can be cleared.", "2.0 signals decision"),
        ("Damage here sends fog of war to the discards.", "3.0 bombing fog"),
    ),
    "army-command": (
        ("Damaged, it neither stocks nor sends storm groups.", "2.0 army command stocking"),
        ("A second damage token here loses the game.", "6.0 immediate loss"),
    ),
}
"""What the locations do, by their unit."""
KEEPS = {
    STAGING: (
        ("Supplies from the stock gather here, without limit.", "2.0 army command stocking"),
        ("The flotilla loads them, one token to a location.", "2.0 flotilla loading"),
    ),
    SUPPLY: (
        ("Suppression, for men who suppress.", "4.0 suppression"),
        ("Provisions, one for five men at a check.", "3.0 resupply"),
        ("Sappers, to fortify or to lay mines.", "2.0 sappers fortify"),
        ("Medic bags, each to undo one wound.", "5.0"),
    ),
    RESERVE: (
        ("Men and weapons wait here, and move to positions.", "4.0 movement"),
        ("They eat, count for the score and may join storm groups.", "3.0 storm group members"),
        ("Nobody fires at them, and they do nothing but recover.", "4.0 recovery"),
    ),
}
"""What the areas are for."""
LAST = "18"
"""A hit on its damage is passed on to nobody (6.0 immediate loss)."""


def about_html(h: PavlovsHouseHands, place: str) -> str:
    """A place pointed at: what is there, what it does, with the rules."""
    lines = [f"<strong>{escape(describe(h, place))}</strong>"]
    if place in h.kit.locations:
        lines += _location(h, place)
    elif place in h.kit.spots or place in h.kit.spaces:
        lines += _in_sight(h, place)
    elif place in COLOURS:
        text = "Its dice must reach the defence; tokens here keep infantry off its paths."
        lines.append(_ruled(text, "3.0 placement suppressing fire"))
    elif place in KEEPS:
        lines += [_ruled(text, rule) for text, rule in KEEPS[place]]
    elif place in PILES:
        lines += PILES[place](h)
    elif place.startswith("hand-") and (card := h.card_at(place)):
        lines += [_half(h, command) for command in h.kit.soviet_halves(card)]
    return f'<div class="sr-p sr-small">{"<br>".join(lines)}</div>'


def _ruled(text: str, rule: str) -> str:
    """A line with the rule that it is from."""
    return f"{escape(text)} {panels.rule_chip(GAME, rule)}"


def _location(h: PavlovsHouseHands, place: str) -> Iterator[str]:
    """Whose it is, what cards do for it, what it does, and how likely a bomb finds it."""
    unit = h.kit.chart("locations").value(place, "unit")
    if unit == "battalion":
        yield "42nd Guards Regiment"
    else:
        yield _half(h, unit)
    yield from (_ruled(text, rule) for text, rule in DOES[unit])
    least, more = (h.ask("sum_chance", dice=3, need=int(place) + more) for more in (0, 1))
    chance = least - more
    yield _ruled(f"Of all bombs {panels.percent(chance)} are aimed here.", "3.0 bombing target")
    if not h.state.damaged(place):
        yield _ruled("A bomb here takes its token, or damages it.", "3.0 bombing target")
    elif unit != "battalion" and place != LAST:
        text = "Damaged: a bomb here goes on to the next higher place."
        yield _ruled(text, "3.0 bombing next location")


def _in_sight(h: PavlovsHouseHands, place: str) -> Iterator[str]:
    """Who sees whom, and what those who stand there can do."""
    seen = [u for p in h.sights(place) for u in h.state.position.at(p) if u not in h.kit.weapons]
    names = ", ".join(h.unit_name(unit) for unit in seen) or "nobody"
    yield _ruled(f"In line of sight: {names}", "1.3")
    for unit in h.state.position.at(place):
        yield escape(unit_text(h, unit))


def _half(h: PavlovsHouseHands, command: str) -> str:
    """What the half of a card can do."""
    acts = [
        f"{escape(word('act', act))} {panels.rule_chip(GAME, rule)}"
        for act, rule in h.ask("acts", command=command).items()
    ]
    return f"{escape(SHORT[command])}: {', '.join(acts)}"


def _times(counts: Mapping[str, int]) -> str:
    """Names, with how many of those that are there more than once."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts.items())


def _to_draw(h: PavlovsHouseHands) -> Iterator[str]:
    """What the Soviet deck still holds, since the discards lie open (2.1)."""
    halves = Counter(half for card in h.state.deck for half in h.kit.soviet_halves(card))
    fog = sum(card in h.kit.fog_cards for card in h.state.deck)
    told = ", ".join(f"{SHORT[half]} {halves[half]}" for half in SHORT if halves[half])
    yield _ruled(f"Still to be drawn: {told}; fog of war {fog}.", "2.1")


def _to_come(h: PavlovsHouseHands) -> Iterator[str]:
    """What the Wehrmacht decks still hold: they come in their order, each of them shuffled."""
    found = h.game.query("decks")
    rule = "0.0 setup wehrmacht deck"
    for deck, counts in found["by_deck"].items():
        named = {word("card", kind): count for kind, count in counts.items()}
        yield escape(f"Deck {deck}, in no known order: {_times(named)}.")
    checks = found["wehrmacht"].get("resupply", 0)
    yield _ruled(f"Resupply checks on decks 2, 3 and 4: {checks} to come.", rule)


def _storm(h: PavlovsHouseHands) -> Iterator[str]:
    """The storm groups that nobody has seen yet; three of the six are never played."""
    rows = h.kit.chart("storm").rows
    unseen = h.game.query("decks")["storm"]
    told = [
        f"{rows[card]['name']} ({word('colour', rows[card]['colour'])}, "
        f"{rows[card]['defence']} for {rows[card]['points']})"
        for card in unseen
    ]
    yield _ruled("A new card removes the one that lies here.", "3.0 storm group card")
    yield _ruled(f"Not seen yet: {_joined(told)}.", "3.0 resupply turned over")


def _plans(h: PavlovsHouseHands) -> Iterator[str]:
    """The variant decks, as far as their cards have not been seen (7.1, 7.2)."""
    found = h.game.query("decks")
    if found["tactics"]:
        left, count = _times(found["tactics"]), found["tactics_count"]
        text = f"Tactics cards not seen: {left}; {count} of them can still come."
        yield _ruled(text, "7.2")
    if h.rules.on("operational-support"):
        yield _ruled(f"Support cards not opened: {_joined(found['support'])}.", "7.1")


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _stock(h: PavlovsHouseHands) -> Iterator[str]:
    yield _ruled(f"Here lie {_joined(tokens_text(h, STOCK))}.", "0.0 token limit")


PILES: Mapping[str, Callable[[PavlovsHouseHands], Iterator[str]]] = {
    "wehrmacht-deck": _to_come,
    "soviet-deck": _to_draw,
    "storm": _storm,
    "plans": _plans,
    STOCK: _stock,
}
"""What the piles may still hold."""
