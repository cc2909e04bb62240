"""What lies on the places of Pavlov's House: tracks, tokens, cards, and what the decks show."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.art.views import MarkerView
from tutor.games.pavlovs_house.words import COLOURS, STOCK, SUPPLY, Words, word


def markers(h: Words) -> Iterator[MarkerView]:
    """Tracks, tokens, cards, decks."""
    s = h.state
    for colour in COLOURS:
        yield MarkerView(colour, "track", str(s.defence[colour]), colour)
    for kind in h.kit.totals:
        for place in (*COLOURS, SUPPLY, "staging", *h.kit.locations, *h.kit.sapper_spaces):
            if count := s.count(kind, place):
                yield MarkerView(place, kind, str(count))
    for number, card in enumerate(s.hand[:4], start=1):
        yield _card(h, f"hand-{number}", card)
    for place, note in _notes(h):
        yield MarkerView(place, "note", note)


def _card(h: Words, place: str, card: str) -> MarkerView:
    halves, used = h.kit.soviet_halves(card), card in h.state.used
    state = "-used" if used or not halves else ""
    if h.pointer.unit == card:
        state = "-chosen"
    lines = [word(f"pav.card-line.{half}") for half in halves or ("fog",)]
    return MarkerView(place, f"card{state}", "\n".join([card + " (used)" * used, *lines]))


def _notes(h: Words) -> Iterator[tuple[str, str]]:
    """What is written on each pile."""
    found, cards, place = h.game.query("decks"), h.game.query("cards"), h.state.place
    yield "soviet-deck", word("pav.note.soviet", **found)
    kept = int(h.rules.on("competitive"))  # 7.4 end: one card is never played
    left = found["wehrmacht_count"]
    params = {"cards": left, "turns": -(-(left - kept) // 3), "turn": h.state.turn}
    checks = found["wehrmacht"].get("resupply", 0)
    yield "wehrmacht-deck", word("pav.note.wehrmacht", checks=checks, **params)
    storm = h.kit.chart("storm").rows[cards["storm"]] if cards["storm"] else None
    yield "storm", word("pav.note.storm", **storm) if storm else word("pav.note.no-storm")
    notes = [f"!{name}" for name in cards["tactics"]]
    if cards["support"]:
        row = h.kit.chart("support").rows[cards["support"]]
        tokens = ", ".join(word(f"token.{token}") for token in row["tokens"])
        notes.append(word("pav.note.support", **{**row, "tokens": tokens}))
    yield "plans", "\n".join(notes) or word("pav.note.no-plans")
    men, arms = (sum(place(u) == STOCK for u in kind) for kind in (h.kit.men, h.kit.weapons))
    yield "stock", word("pav.note.stock", men=men, arms=arms)
