"""Beside a whole scenario of the '4x games: which turn it is, how it stands, how it is won."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from engine.words import show
from tutor import panels
from tutor.art.views import MarkerView

if TYPE_CHECKING:
    from tutor.games.plain import Hands


RHINE = (
    " He does so too if no Allied unit is left north of the Lower Rhine after turn 1. The Allies "
    "win at once with 10 points and a ground unit there."
)


def _rules(hands: Hands) -> Any:
    """The rules of either game."""
    return hands.game.rules


def whole(hands: Hands) -> bool:
    """Whether this is a scenario of several turns, and no drill about one of them."""
    rules = _rules(hands)
    return bool(rules.last_turn > rules.turn)


def tracks_html(hands: Hands) -> str:
    """The turn, the points and the aim."""
    if not whole(hands):
        return ""
    rules = _rules(hands)
    turn = f'<p class="sr-kicker">Turn {hands.state.turn} of {rules.last_turn}</p>'
    told = _german(hands) if hands.game.scenario.game == "stalingrad42" else _allied(hands)
    return turn + told


def _panel(hands: Hands, standing: str, aim: str, rule: str, more: str) -> str:
    """How it stands in one line; how it is won and where points come from, to be opened."""
    aims = panels.winning_html(hands.game.scenario.game, aim, rule, more)
    return f"<p><strong>{escape(standing)}</strong></p>{aims}"


# -- Holland '44 -----------------------------------------------------------------------------------


def _allied(hands: Hands) -> str:
    game, rules = hands.game.scenario.game, _rules(hands)
    if rules.goal == "waal":
        crossed, wanted = hands.ask("beyond-waal"), hands.ask("waal-steps")
        standing = f"Allied steps north of the Waal: {show(crossed.total)} of {wanted}"
        aim = (
            f"The Allies win with {wanted} steps of ground units north of the Waal at the end; "
            "else the German wins."
        )
        return _panel(hands, standing, aim, "S1.3", panels.tally_html(game, crossed))
    ours, theirs = (hands.game.query("points", side=side) for side in ("allied", "german"))
    standing = f"Victory points: Allies {show(ours.total)}, German {show(theirs.total)}"
    aim = (
        "After the last turn the side with more points wins; a tie is German. The Allies have a "
        "point for each hex with a star that they control{north}. The German has a point for each "
        "Allied unit of three steps that is destroyed, half a point for any other, and wins at "
        "once with 12.{rhine}"
    ).format(
        north=" and for each supplied ground unit north of the Lower Rhine" if rules.exits else "",
        rhine=RHINE if rules.exits else "",
    )
    sums = "".join(panels.tally_html(game, tally) for tally in (ours, theirs))
    return _panel(hands, standing, aim, "26.4", f"{sums}{_holders(hands)}")


# -- Stalingrad '42 --------------------------------------------------------------------------------


def _german(hands: Hands) -> str:
    rules = _rules(hands)
    points = hands.game.query("points")
    have = show(points.total)
    standing = f"Victory points of the German: {have}; he needs {rules.goal} at the end"
    aim = (
        f"Only the German has points: he wins with {rules.goal} or more after the last turn, else "
        "the Soviet side does. They come from the hexes with a star that he controls and supplies."
    )
    mark = rules.benchmarks.get(hands.state.turn)
    if mark is not None:
        margin = rules.figure("automatic-margin")
        aim += (
            f" At the victory check of this turn he wins at once with {mark + margin} or more, the "
            f"Soviet side if he has {mark - margin} or fewer."
        )
    if rules.special.win_at:
        aim += f" {rules.special.win_at} win at once at any check."
    sums = panels.tally_html(hands.game.scenario.game, points)
    return _panel(hands, standing, aim, rules.points_rule(), f"{sums}{_holders(hands)}")


# -- both ------------------------------------------------------------------------------------------


def worth(hands: Hands) -> Iterator[tuple[str, int]]:
    """The hexes that are worth points in a whole scenario, and how many."""
    rules = _rules(hands)
    board = hands.game.scenario.board
    if not whole(hands):
        return
    if hands.game.scenario.game == "stalingrad42":
        yield from rules.worth.items()
    elif rules.goal == "points":
        for hex in board.hexes:
            if board.terrain(hex) == "city" or hex in board.tags.get("victory", ()):
                yield hex, 1


def stars(hands: Hands) -> Iterator[MarkerView]:
    """A star on each of them."""
    for hex, value in worth(hands):
        yield MarkerView(hex, "objective", str(value))


def _holders(hands: Hands) -> str:
    """Who controls each of them."""
    board, control = hands.game.scenario.board, hands.state.control
    names = {side.id: side.name for side in hands.game.scenario.sides}
    rows = []
    for hex, value in worth(hands):
        place = board.place_in.get(hex)
        name = f"{place.name} ({hex})" if place else hex
        holder = names.get(control.get(hex, ""), "nobody")
        rows.append(f"<li>{escape(name)}, {value}: {escape(holder)}</li>")
    return f"<p>Who controls the stars:</p><ul>{''.join(rows)}</ul>" if rows else ""
