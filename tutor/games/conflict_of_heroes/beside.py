"""The texts beside a firefight: tracks, cards in hand, a hex and a unit in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from tutor import panels
from tutor.games.conflict_of_heroes import legend, looks, wording

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands
    from tutor.games.conflict_of_heroes.view import CohView

PIPS = 12
TRAITS = {"turret": "turret", "open-top": "open top", "flak": "fires at planes"}


def unit_text(hands: CohView, unit: str) -> str:
    """Figures and condition in words."""
    now, piece, counter = (
        hands.ask("figures", unit=unit),
        hands.rules.units[unit],
        hands.state.of(unit),
    )
    active = unit in hands.state.active[piece.side]
    condition = "activated" if active else "spent" if counter.spent else "fresh"
    found = [
        f"shot {now['fire']} AP, step {now['move']} AP",
        _firepower(now, looks.gun_out(counter)),
        f"range {now['range']}",
        f"defence {now['front']} front, {now['flank']} flank",
        *(TRAITS[sign] for sign in sorted(looks.signs_of(piece)) if sign in TRAITS),
        *([f"{piece.impulses} impulses"] if piece.impulses else ()),
        condition,
    ]
    if counter.hit:
        found.append("hit" if counter.hit == "?" else f"hit: {counter.hit.replace('-', ' ')}")
    if counter.hidden:
        found.append("hidden")
    return "; ".join(found)


def _firepower(now: Mapping[str, Any], out: str) -> str:
    """Both figures, and a gun that is damaged for one of them (15.2)."""
    told = (f"no {c}: gun damaged" if c == out else f"{now[c]} {c}" for c in ("red", "blue"))
    return f"firepower {', '.join(told)}"


def describe(hands: CohView, hex: str) -> str:
    """The ground of a hex, what it is worth, and who is seen there."""
    board, ground = hands.game.scenario.board, hands.rules.ground
    row, level = ground.of(hex), ground.level(hex)
    found = [board.terrain(hex).replace("-", " ")]
    place = board.place_in.get(hex)
    if place:
        found.insert(0, place.name)
    if level:
        found.append(f"level {level}" if level > 0 else "in a gully")
    if row["dm"]:
        found.append(f"defence +{row['dm']}")
    if row["height"]:
        found.append("blocks sight")
    found += [legend.short(work) for work in hands.state.works_in(hex)]
    if hands.state.smoke_in(hex):
        found.append(f"smoke +{hands.state.smoke_in(hex)}")
    worth = hands.rules.setup.hex_points.get(hex)
    if worth:
        found.append(f"worth {worth} a round")
    who = [hands.unit_name(unit) for unit in hands.state.position.at(hex)]
    return f"Hex {hex}: {', '.join(found)}" + (f". {', '.join(who)}" if who else "")


# ------------------------------------------------------------------ tracks and cards


def _pips(have: int, full: int) -> str:
    """A track as a row of dots: what is left, and what is gone."""
    full = max(have, full)
    if full > PIPS:
        return ""
    return f'<span class="sr-pips" aria-hidden="true">{"●" * have}{"○" * (full - have)}</span>'


def tracks_html(hands: Hands) -> str:
    """The tracks of both sides, and the cards of the one who looks."""
    s, rules = hands.state, hands.rules
    rows = []
    for side in hands.game.scenario.sides:
        id = side.id
        turn = ' class="sr-now"' if hands.mover == id else ""
        cards = len(s.hands.get(id, ()))
        full = max(rules.setup.cap[id] - s.losses[id], 0)
        rows.append(
            f"<tr{turn}><th>{escape(side.name)}</th>"
            f"<td><strong>{s.ap[id]}</strong> {_pips(s.ap[id], 7 if s.active[id] else 0)}</td>"
            f"<td><strong>{s.cap[id]}</strong> {_pips(s.cap[id], full)}</td>"
            f"<td><strong>{s.points[id]}</strong></td><td>{s.losses[id]}</td>"
            + (f"<td>{cards}</td>" if _carded(hands) else "")
            + "</tr>"
        )
    titles = ["AP", "CAP", "VP", "lost", *(["cards"] if _carded(hands) else [])]
    head = "<td></td>" + "".join(f"<th>{title}</th>" for title in titles)
    return (
        f'<p class="sr-kicker">Round {s.round} of {rules.setup.rounds}</p>'
        f'<table class="sr-track"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>{_winning(hands)}{_hidden_html(hands)}"
        f"{hand_html(hands)}"
    )


def _winning(hands: Hands) -> str:
    """What earns victory points, and when the firefight is over (2.3, 2.4)."""
    setup, names = hands.rules.setup, {s.id: s.name for s in hands.game.scenario.sides}
    held = [f"{points} for {hex}" for hex, points in setup.hex_points.items()]
    aim = [f"The side with more victory points after round {setup.rounds} wins; a tie both lose."]
    if held:
        aim.append(f"At the end of every round whoever holds a hex scores: {', '.join(held)}.")
    aim.append("Every enemy unit that is destroyed scores too.")
    aim += [f"{names[side]} units score by leaving the map." for side in setup.exits]
    aim += [
        f"{names[side]} ends the firefight at once by holding {' and '.join(hexes)}."
        for side, hexes in setup.tasks.items()
    ]
    if setup.aims:
        aim.append("Each side has a secret objective besides.")
    return panels.winning_html(hands.game.scenario.game, " ".join(aim), "2.4")


def _carded(hands: Hands) -> bool:
    s = hands.state
    return bool(hands.rules.setup.deck or any(s.hands.values()))


def _hidden_html(hands: Hands) -> str:
    """How many units the other side keeps hidden: their counters lie beside the map (10.1)."""
    s = hands.state
    count = sum(1 for u, c in s.counters.items() if c.hidden and hands.hostile(u))
    if not count or hands.viewer is None:
        return ""
    return f'<p class="sr-muted">Hidden somewhere: {count} of the other side.</p>'


def hand_html(hands: Hands) -> str:
    """The cards in hand and what each does; of a hand face down nothing."""
    owner = hands.side if hands.viewer != "" else ""
    cards: Iterable[str] = hands.state.hands.get(owner, ()) if owner else ()
    known = [card for card in cards if card != "?"]
    if not known:
        return ""
    rows: Any = hands.rules.charts["cards"].rows
    items = []
    for card, count in Counter(known).items():
        times = f" ×{count}" if count > 1 else ""
        price = int(rows[card]["cap"])
        pays = f" <em>{price} CAP.</em>" if price else ""
        items.append(
            f"<li><strong>{escape(wording.card_title(card))}{times}</strong>: "
            f"{escape(wording.card_text(hands, card))}{pays}</li>"
        )
    total = len(known)
    title = f"Your {'card' if total == 1 else f'{total} cards'}"
    inner = f"<summary>{title}</summary><ul>{''.join(items)}</ul>"
    return f'<details class="sr-hand" open>{inner}</details>'
