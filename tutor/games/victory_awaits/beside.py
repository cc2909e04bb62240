"""Beside the board of A Victory Awaits: which turn it is, how it stands, how it is won."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from engine.words import show
from tutor import panels

if TYPE_CHECKING:
    from tutor.games.plain import Hands

GAME = "victory-awaits"


def tracks_html(hands: Hands) -> str:
    """The turn, how it stands, how it is won; nothing where a drill is about one turn."""
    rules: Any = hands.game.rules
    setup = rules.setup
    if setup.last_turn <= setup.first_turn or not (setup.goal.hexes or setup.goal.points):
        return ""
    tally = hands.game.query("score")
    have, need = show(tally.total), tally.result
    if setup.goal.points is None:
        side = hands.game.scenario.side(setup.goal.side).name
        known = hands.game.scenario.board.place_in
        towns = ", ".join(
            f"{known[hex].name if hex in known else hex} ({hex})" for hex in setup.goal.hexes
        )
        standing = f"{side} holds {have} of the towns that count; it needs {need}"
        end = f"After turn {setup.last_turn}"
        aim = f"{end} {side} wins with {need} of these, else it loses: {towns}."
        rule = "3.4"
    else:
        standing = f"Axis victory points: {have}; they need {need}"
        aim = (
            f"After turn {setup.last_turn} the Axis wins with {need} victory points or more, else "
            "the Soviet side wins. A large city counts 10 with a line of communication and 5 "
            "without, a German mechanized division at full strength 1, an eliminated Soviet one 1, "
            "a broken-through source of supply 10 or 5."
        )
        rule = "16.4"
    return (
        f'<p class="sr-kicker">Turn {hands.state.turn} of {setup.last_turn}</p>'
        f"<p><strong>{escape(standing)}</strong></p>"
        + panels.winning_html(GAME, aim, rule, panels.tally_html(GAME, tally))
    )
