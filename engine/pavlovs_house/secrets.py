"""What lies face down (7.4, 0.0 setup): the state as it may be sent to a side, with every hidden
card where it might lie for all that the side knows."""

from __future__ import annotations

from collections.abc import Iterable

from engine.pavlovs_house.board.house import House, State
from engine.values import replace


def dealt(g: House, s: State, side: str) -> State:
    """Hidden cards in no order but their own: the same for all worlds that a side cannot tell from
    each other. The German player knows hand and plan; nobody what was removed unseen."""
    planned = (s.planned_tactic,) if s.planned_tactic else ()
    own = (*s.german_hand, *s.plan, *s.german_tactics, *planned)
    known = {*own} if g.on("competitive") and side == g.seats["german"] else set()
    piles = (own, *s.wehrmacht, *s.tactics, s.unseen)
    hidden = sorted(card for pile in piles for card in pile if card not in known)
    # storm groups last of all: only such are removed unseen
    hidden.sort(key=lambda card: card in g.kit.storm_groups)
    names = g.kit.chart("tactics").rows
    tactics, deck = (
        iter([c for c in hidden if (c in names) == tactic]) for tactic in (True, False)
    )

    def laid(cards: Iterable[str]) -> tuple[str, ...]:
        held = [c if c in known else next(tactics if c in names else deck) for c in cards]
        return tuple(held)

    return replace(
        s,
        german_hand=laid(s.german_hand),
        plan=laid(s.plan),
        german_tactics=laid(s.german_tactics),
        planned_tactic=next(iter(laid(planned)), None),
        wehrmacht=tuple(map(laid, s.wehrmacht)),
        tactics=tuple(map(laid, s.tactics)),
        unseen=laid(s.unseen),
        deck=tuple(sorted(s.deck)),
        support=tuple(sorted(s.support)),
    )
