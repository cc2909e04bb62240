"""Chits that were chosen in secret (6.1, 20.2): the state as it may be sent to a side, with those
of the other side where they might lie for all that it knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.agenda import Phase
from engine.values import replace
from engine.victory_awaits.components.state import Setting, State
from engine.victory_awaits.turn.chits import Choose, on_offer, side_of
from engine.victory_awaits.turn.game_turn import Dealing


def concealed(g: Setting, s: State, side: str) -> State:
    """Nobody looks into the cup, or at what the other side has chosen, holds back or left (6.1)."""

    def theirs(chit: str) -> bool:
        return side_of(g, chit) not in (None, side)

    piles = (s.cup, s.hand, s.resting, *s.cups.values())
    hidden = iter(sorted(chit for pile in piles for chit in pile if theirs(chit)))

    def laid(chits: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(next(hidden) if theirs(chit) else chit for chit in sorted(chits)))

    return replace(
        s,
        cup=laid(s.cup),
        hand=laid(s.hand),
        resting=laid(s.resting),
        cups={player: laid(chits) for player, chits in s.cups.items()},
        agenda=tuple(_phases(g, s, side)),
    )


def _phases(g: Setting, s: State, side: str) -> Iterator[Phase]:
    for phase in s.agenda:
        if isinstance(phase, Choose) and phase.side != side:
            offer = on_offer(g, s, phase.nation)
            yield replace(phase, chosen=tuple(offer[: len(phase.chosen)]))
        elif isinstance(phase, Dealing) and phase.side != side:
            yield replace(phase, dealt=_any(g, s, phase))
        else:
            yield phase


def _any(g: Setting, s: State, phase: Dealing) -> tuple[tuple[str, str], ...]:
    """As many chits as were dealt, to nobody in particular."""
    left = replace(phase, dealt=()).left(g, s)
    player = phase.dealt[0][1] if phase.dealt else ""
    return tuple((chit, player) for chit in left[: len(phase.dealt)])
