"""The little round signs on a counter that say what state it is in: each with its own glyph."""

from __future__ import annotations

from tutor.art.items import Circle, Item
from tutor.art.signs import signs, square
from tutor.art.themes import Theme

# States that are shown by the counter's body or frame alone.
PLAIN = frozenset({"selected", "ghost"})
_TONES = signs("badge")
# The order in which badges take the corners; a state not listed comes last.
_ORDER = tuple(_TONES)


def badges(states: frozenset[str]) -> list[str]:
    """The states that get a badge, the most telling first."""
    shown = states - PLAIN
    return sorted(shown, key=lambda s: (_ORDER.index(s) if s in _ORDER else len(_ORDER), s))


def badge(state: str, x: float, y: float, r: float, theme: Theme) -> tuple[list[Item], list[Item]]:
    """A badge: its disc, and the glyph to paint on it."""
    ground, ink = {
        "gold": (theme.gold, "#2a1c00"),
        "paper": ("#fbf7ec", "#26211a"),
        "warn": ("#c4201c", "#ffffff"),
        "good": ("#2c8a45", "#ffffff"),
    }[_TONES.get(state, "paper")]
    x, y = round(x, 2), round(y, 2)
    # Disc and rim apart: all discs of a layer go out in one batch, then all rims.
    plate: list[Item] = [
        Circle(x, y, round(r, 2), ground),
        Circle(x, y, round(r, 2), None, "#1c1813", round(r * 0.2, 2)),
    ]
    glyph = square(x, y, r * 0.92, state[:1].upper() or "?", ink=ink)
    return plate, glyph.draw(f"badge/{state}" if state in _TONES else "part/letter")
