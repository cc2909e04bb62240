"""What lies on the places of Pavlov's House: tracks, tokens, cards, and what the decks show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tutor.art.views import MarkerView
from tutor.games.pavlovs_house.wording import COLOURS, SHORT, STOCK, SUPPLY, plural, word

if TYPE_CHECKING:
    from tutor.games.pavlovs_house.hands import PavlovsHouseHands

ON_CARD = {
    "army-command": "repair · stock · storm group",
    "division-command": "repair · reinforcements",
    "sappers": "fortify · mine",
    "signals": "repair · decision · wire",
    "artillery": "repair · make ready",
    "flotilla": "repair · load · deliver",
    "anti-aircraft-267": "repair · make ready",
    "anti-aircraft-1083": "repair · make ready",
}


def markers(h: PavlovsHouseHands) -> Iterator[MarkerView]:
    """Tracks, tokens, cards, decks."""
    s = h.state
    for colour in COLOURS:
        yield MarkerView(colour, "track", str(s.defence[colour]), colour)
    for kind in h.kit.totals:
        for place in (*COLOURS, SUPPLY, "staging", *h.kit.locations, *h.kit.sapper_spaces):
            count = s.count(kind, place)
            if count:
                yield MarkerView(place, kind, str(count))
    for number, card in enumerate(s.hand[:4], start=1):
        yield _card(h, f"hand-{number}", card)
    yield from _decks(h)


def _card(h: PavlovsHouseHands, place: str, card: str) -> MarkerView:
    halves = h.kit.soviet_halves(card)
    state = "-used" if card in h.state.used or not halves else ""
    if h.pointer.unit == card:
        state = "-chosen"
    lines = [f"{SHORT[half]}|{ON_CARD[half]}" for half in halves] or ["Fog of war|no action"]
    head = f"{card} (used)" if card in h.state.used else card
    return MarkerView(place, f"card{state}", "\n".join([head, *lines]))


def _decks(h: PavlovsHouseHands) -> Iterator[MarkerView]:
    found, cards = h.game.query("decks"), h.game.query("cards")
    soviet = (
        f"!{found['soviet_count']} to draw\n{found['discard']} discarded\n"
        f"{found['fog']} fog in play"
    )
    yield MarkerView("soviet-deck", "note", soviet)
    kept = int(h.rules.on("competitive"))  # 7.4 end: one card is never played
    turns = -(-(found["wehrmacht_count"] - kept) // 3)
    checks = found["wehrmacht"].get("resupply", 0)
    yield MarkerView(
        "wehrmacht-deck",
        "note",
        f"!{plural(found['wehrmacht_count'], 'card')}: {plural(turns, 'turn')}\n"
        f"{plural(checks, 'resupply check')} to come\n"
        f"turn {h.state.turn} under way",
    )
    storm = cards["storm"]
    if storm:
        row = h.kit.chart("storm").rows[storm]
        text = (
            f"!{row['name']}\nif {word('colour', row['colour'])} is clear:\n"
            f"sum {row['defence']} for {plural(row['points'], 'point')}"
        )
    else:
        text = "no card yet"
    yield MarkerView("storm", "note", text)
    yield MarkerView("plans", "note", "\n".join(_plans(h)))
    men = sum(h.state.place(man) == STOCK for man in h.kit.men)
    arms = sum(h.state.place(weapon) == STOCK for weapon in h.kit.weapons)
    text = f"!{plural(men, 'man', 'men')}\n{plural(arms, 'weapon')}"
    yield MarkerView("stock", "note", text)


def _plans(h: PavlovsHouseHands) -> list[str]:
    cards = h.game.query("cards")
    lines = [f"!{name}" for name in cards["tactics"]]
    if cards["support"]:
        row = h.kit.chart("support").rows[cards["support"]]
        lines.append(f"!{row['name']}: {plural(row['points'], 'point')}")
        lines.append("gives up " + ", ".join(word("token", token) for token in row["tokens"]))
    return lines or ["not in this game"]
