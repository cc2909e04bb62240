"""What lies on a board of places: tokens with their glyphs, tracks, cards and notes."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.art.items import Circle, Item, Polygon, Polyline, fade, fit_size, mix, words
from tutor.art.placelayout import TITLE, PlaceLayout
from tutor.art.shapes import rounded
from tutor.art.sidebar import Rect
from tutor.art.signs import signs, square
from tutor.art.themes import Theme
from tutor.art.views import BoardView, MarkerView

COLOURS: Mapping[str, str] = {"green": "#4f8f4a", "red": "#c0483d", "purple": "#7d5aa6"}
TOKENS: Mapping[str, tuple[str, str]] = {
    "suppression": ("#8b8f94", "#ffffff"),
    "damage": ("#e07b1f", "#fff6e6"),
    "sapper": ("#5b3d24", "#ffe9c9"),
    "ammunition": ("#26282b", "#ffd94d"),
    "medic": ("#e9ebec", "#c62828"),
    "wire": ("#c29a63", "#2a1c00"),
    "artillery": ("#7b4fa0", "#ffffff"),
    "provision": ("#7fc4e8", "#123044"),
    "anti-aircraft": ("#3f8a4a", "#ffffff"),
    "action": ("#d83a2e", "#ffffff"),
    "order": ("#a3231b", "#ffffff"),
}
LADDER = (6, 5, 4, 3)


def token_items(kind: str, x: float, y: float, r: float, count: str, theme: Theme) -> list[Item]:
    """One token about a point, with its number where there are several."""
    body, ink = TOKENS.get(kind, ("#cccccc", "#222222"))
    if theme.dim:
        body = mix(body, "#0c1016", theme.dim * 0.4)
    line = round(max(0.8, r * 0.1), 2)
    frame = rounded(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.4)
    items: list[Item] = [Polygon(frame, body, "#1c1813", line)]
    glyph = square(x, y, r * 0.92, kind[:1].upper(), ink=ink)
    items += glyph.draw(f"token/{kind}" if kind in signs("token") else "part/letter")
    if count and count != "1":
        cx, cy, half = x + r * 0.8, y - r * 0.78, r * 0.52
        items.append(Circle(round(cx, 2), round(cy, 2), round(half, 2), "#ffffff", "#1c1813", line))
        size = fit_size(count, r * 0.78, half * 1.7)
        items.append(words(cx, cy, count, size, "#1c1813"))
    return items


def place_markers(view: BoardView, layout: PlaceLayout, theme: Theme) -> list[Item]:
    """Everything that lies on the places: tokens in rows, the rest as its kind asks."""
    tokens: dict[str, list[MarkerView]] = {}
    items: list[Item] = []
    for marker in view.markers:
        if marker.hex not in view.board:
            continue
        if marker.kind in TOKENS:
            tokens.setdefault(marker.hex, []).append(marker)
        elif marker.kind == "track":
            items += _track(layout.frame(marker.hex), marker, layout.size, theme)
        elif marker.kind == "note":
            items += _note(layout, marker, theme)
        elif marker.kind.startswith("card"):
            items += _card(layout.frame(marker.hex, 0.97), marker, layout.size, theme)
    for place, held in tokens.items():
        items += _tokens(layout, place, held, bool(view.counters.get(place)), theme)
    for place in view.counters:
        if place in view.board and layout.spot(place).kind == "position":
            items += _numbers(layout, place, theme)
    return items


def _numbers(layout: PlaceLayout, place: str, theme: Theme) -> list[Item]:
    """The number of a position in its corner, where a counter covers the large one."""
    spot, rect, u = layout.spot(place), layout.frame(place), layout.size
    return [
        words(
            rect.x + 0.03 * u, rect.y + (spot.height - 0.13 if row else 0.13) * u,
            word.split()[0], u * 0.26, theme.label, "start", halo=theme.halo,
        )
        for row, word in enumerate(spot.label.split(" · "))
    ]  # fmt: skip


def _tokens(
    layout: PlaceLayout, place: str, held: list[MarkerView], crowded: bool, theme: Theme
) -> list[Item]:
    spot, rect, u = layout.spot(place), layout.frame(place), layout.size
    items: list[Item] = []
    if spot.kind == "area":
        r, step = 0.36 * u, 1.02 * u
        x, y = rect.x + 0.62 * u, rect.y + rect.height - 0.52 * u
    elif spot.kind == "track":
        r, step = 0.36 * u, 0.0
        x, y = rect.x + rect.width / 2, rect.y + rect.height - 0.6 * u
    elif spot.kind == "location":
        # its number stays to be read, below the token
        r, step = 0.34 * u, 0.3 * u
        x, y = layout.centre(place)
        items += [
            Circle(x, y, round(u * 0.47, 2), theme.paper),
            words(x, y + 0.36 * u, spot.label, u * 0.26, theme.ink),
        ]
        y -= 0.12 * u
    else:
        r, step = 0.3 * u, 0.5 * u
        x, y = layout.centre(place)
        if crowded:
            x, y, r = x - 0.55 * u, y + 0.6 * u, 0.22 * u
    for number, marker in enumerate(held):
        items += token_items(
            marker.kind, round(x + step * number, 2), round(y, 2), r, marker.text, theme
        )
    return items


def _track(rect: Rect, marker: MarkerView, u: float, theme: Theme) -> list[Item]:
    """A defence track: 6 to 3 from the top, the marker on the present value."""
    items: list[Item] = []
    colour = COLOURS.get(marker.palette, theme.frame)
    high = (rect.height - 1.3 * u) / len(LADDER)
    for row, value in enumerate(LADDER):
        x, y = rect.x + 0.16 * u, rect.y + 0.12 * u + row * high
        wide = rect.width - 0.32 * u
        here = marker.text == str(value)
        frame = rounded(x, y, wide, high * 0.9, u * 0.1)
        items.append(
            Polygon(
                frame, colour if here else fade(theme.paper, 0.55), theme.ink, 1.6 if here else 0.8
            )
        )
        ink = "#ffffff" if here else fade(theme.ink, 0.75)
        size, middle = u * (0.42 if here else 0.3), y + high * 0.45
        items.append(words(x + wide / 2, middle, str(value), size, ink))
    return items


def _note(layout: PlaceLayout, marker: MarkerView, theme: Theme) -> list[Item]:
    """Lines of words under the name of a place; a first line with `!` stands out."""
    rect, u = layout.frame(marker.hex), layout.size
    items: list[Item] = []
    y = rect.y + (TITLE + 0.32) * u
    for line in marker.text.split("\n"):
        bold = line.startswith("!")
        text = line.removeprefix("!")
        size = fit_size(text, u * (0.34 if bold else 0.28), rect.width - 0.3 * u, bold)
        weight = "bold" if bold else "normal"
        items.append(words(rect.x + 0.16 * u, y, text, size, theme.ink, "start", weight))
        y += u * (0.42 if bold else 0.36)
    return items


def _card(rect: Rect, marker: MarkerView, u: float, theme: Theme) -> list[Item]:
    """A Soviet card: number, upper and lower half; used and fog cards are pale."""
    pale = marker.kind != "card"
    face = mix("#f4ead2", "#0c1016", theme.dim * 0.5)
    face = mix(face, theme.page, 0.6) if pale else face
    ink = mix("#2a2016", face, 0.45) if pale else "#2a2016"
    bend = u * 0.16
    shape = rounded(rect.x, rect.y, rect.width, rect.height, bend)
    chosen = marker.kind == "card-chosen"
    if chosen:
        face, ink = "#ffeeb0", "#2a2016"
    items: list[Item] = [
        Polygon(rounded(rect.x + 2, rect.y + 3, rect.width, rect.height, bend), theme.shadow),
        Polygon(shape, face, "#12324a" if chosen else ink, 3.0 if chosen else 1.2),
    ]
    number, *halves = marker.text.split("\n")
    items.append(words(rect.x + 0.2 * u, rect.y + 0.27 * u, number, u * 0.26, ink, "start"))
    centre, room = rect.x + rect.width / 2, rect.width - 0.4 * u
    top = rect.y + 0.46 * u
    high = (rect.height - 0.58 * u) / max(1, len(halves))
    for row, half in enumerate(halves):
        y = top + row * high
        if row:
            ends = ((rect.x + 0.2 * u, y), (rect.x + rect.width - 0.2 * u, y))
            items.append(Polyline(ends, fade(ink, 0.5), 1.0))
        title, _, rest = half.partition("|")
        middle = y + high * (0.36 if rest else 0.5)
        items.append(words(centre, middle, title, fit_size(title, u * 0.34, room), ink))
        if rest:
            small = fit_size(rest, u * 0.27, room, False)
            items.append(words(centre, y + high * 0.72, rest, small, ink, weight="normal"))
    return items
