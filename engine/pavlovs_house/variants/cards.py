"""Chapter 7: tactics cards and operational support (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.game import Course
from engine.pavlovs_house.board.pieces import OUT, STOCK
from engine.pavlovs_house.board.state import State
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

REMOVED = {"veteran": (3, 2, 2, 2), "guards": (2, 2, 2, 2), "competitive": (1, 2, 2, 2)}
"""Cards taken off each tactics deck (7.2.1 setup, 7.2.2 setup, 7.4 setup)."""


def level(g: PavlovsHouse) -> str | None:
    """Which of the uses of tactics cards is on."""
    return next((name for name in ("competitive", "guards", "veteran") if g.on(name)), None)


def effect_lines(g: PavlovsHouse, s: State, effect: str) -> list[Line]:
    """What the open tactics cards add to a number for the rest of the turn (7.2.1, 7.2.2 play)."""
    if s.tactics_turn != s.turn:
        return []
    rows = g.kit.chart("tactics").rows
    rule = {"guards": "7.2.2 play", "competitive": "7.4 wehrmacht phase"}.get(
        level(g) or "", "7.2.1 play"
    )
    return [
        Line.of(rule, "pav.dice.tactics", rows[card]["amount"], card=rows[card]["name"])
        for card in s.open_tactics
        if rows[card]["effect"] == effect
    ]


def effect(g: PavlovsHouse, s: State, name: str) -> int:
    """The sum of what the open tactics cards add to a number."""
    return sum(int(line.value or 0) for line in effect_lines(g, s, name))


@enforces("0.0 setup tactics cards", "7.2.1 setup", "7.2.2 setup", "7.4 setup")
def build_tactics(g: PavlovsHouse, s: State, course: Course) -> State:
    """Four decks, some cards of each removed unseen, stacked 1 to 4 (7.2.1, 7.2.2, 7.4 setup)."""
    use = level(g)
    if use is None or s.tactics:
        return s  # 0.0 setup tactics cards: they stay in the box, or the scenario stacked them.
    rows = g.kit.chart("tactics").rows
    parts: list[tuple[str, ...]] = []
    gone: list[str] = []
    for deck, count in enumerate(REMOVED[use], start=1):
        cards = [card for card in rows if rows[card]["deck"] == deck]
        for _ in range(count):
            card = course.chance.draw("tactics", cards)
            cards.remove(card)
            gone.append(card)
        parts.append(tuple(cards))
    return replace(s, tactics=tuple(parts), unseen=(*s.unseen, *gone))


def draw_part(
    parts: tuple[tuple[str, ...], ...], name: str, course: Course
) -> tuple[str | None, tuple[tuple[str, ...], ...]]:
    """The top card of a deck of shuffled parts, and the deck without it."""
    for i, part in enumerate(parts):
        if part:
            card = part[0] if len(part) == 1 else course.chance.draw(name, part)
            rest = tuple(other for other in part if other != card)
            return card, (rest, *parts[i + 1 :])
    return None, ()


@enforces("7.2.1", "7.2.2")
def open_tactics(g: PavlovsHouse, s: State, course: Course) -> State:
    """As the Wehrmacht phase begins the oldest card leaves and a new one opens (7.2.1, 7.2.2)."""
    use = level(g)
    if use is None:
        return s
    if use == "competitive":
        new = [s.planned_tactic] if s.planned_tactic else []
        s = replace(s, planned_tactic=None)
        leaving = s.open_tactics
    else:
        count = 2 if use == "guards" and not s.open_tactics else 1
        new = []
        for _ in range(count):
            card, parts = draw_part(s.tactics, "tactics", course)
            s = replace(s, tactics=parts)
            new += [card] if card else []
        leaving = s.open_tactics[:1]
    staying = tuple(card for card in s.open_tactics if card not in leaving)
    rows = g.kit.chart("tactics").rows
    rule = {"guards": "7.2.2 play", "veteran": "7.2.1 play"}.get(use, "7.4 wehrmacht phase")
    for card in new:
        course.tell(rule, "pav.tactics.opened", card=rows[card]["name"])
    opened = (*staying, *new)
    return replace(s, open_tactics=opened, tactics_turn=s.turn, gone=(*s.gone, *leaving))


@enforces("0.0 setup support cards")
def build_support(g: PavlovsHouse, s: State, course: Course) -> State:
    """The eight cards are shuffled and the top one opened (7.1 setup)."""
    if not g.on("operational-support"):
        return s  # 0.0 setup support cards: they stay in the box.
    cards = s.support or tuple(g.kit.chart("support").rows)
    s = replace(s, support=cards)
    return s if s.open_support else open_support(g, s, "7.1 setup", course)


def open_support(g: PavlovsHouse, s: State, rule: str, course: Course) -> State:
    """The next support card is turned up (7.1 setup, 7.1 support action)."""
    if not s.support:
        return replace(s, open_support=None)
    fixed = g.layout.support
    cards = s.support
    card = cards[0] if fixed or len(cards) == 1 else course.chance.draw("support", cards)
    name = g.kit.chart("support").value(card, "name")
    course.tell(rule, "pav.support.opened", card=name)
    rest = tuple(other for other in cards if other != card)
    return replace(s, support=rest, open_support=card)


def support_reasons(g: PavlovsHouse, s: State) -> Iterator[Reason]:
    """Tokens in the stock, no damage on the locations named (7.1 support action)."""
    rule = "7.1 support action"
    if s.open_support is None:
        yield Reason.of("7.1", "pav.support.none")
        return
    row = g.kit.chart("support").rows[s.open_support]
    for token in dict.fromkeys(row["tokens"]):
        need, have = row["tokens"].count(token), s.count(token, STOCK)
        if have < need:
            yield Reason.of(rule, "pav.support.token", token=token, need=need, have=have)
    broken = tuple(place for place in row["locations"] if s.damaged(place))
    if broken:
        yield Reason.of(rule, "pav.support.damaged", hexes=broken, places=broken)


def meet_support(g: PavlovsHouse, s: State, course: Course) -> State:
    """The tokens leave the game, the card is kept for its points (7.1 support action)."""
    card = s.open_support
    assert card is not None, "support_reasons found a card"
    row = g.kit.chart("support").rows[card]
    for token in row["tokens"]:
        s = s.shifted(token, STOCK, OUT)
    rule, name, points = "7.1 support action", row["name"], row["points"]
    course.tell(rule, "pav.support.met", card=name, points=points)
    return open_support(g, replace(s, won=(*s.won, card)), rule, course)
