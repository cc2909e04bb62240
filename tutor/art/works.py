"""What has been dug, built and laid in a hex, and the smoke over it: pictures under the counters.

Each picture reaches beyond a counter in the middle of the hex, so that it is seen whoever stands
there.
"""

from __future__ import annotations

from tutor.art.items import Item, fade, mix
from tutor.art.layout import Layout
from tutor.art.signs import signs, square
from tutor.art.themes import Theme
from tutor.art.views import BoardView, MarkerView

STEEL = "#4b5058"
MINES = {"red": "#b3201a", "blue": "#1c4f9c"}
KINDS = frozenset(signs("work"))
"""The markers that are pictures of a whole hex."""
LAST = "smoke"
TURNED = ("gun-pit", "bunker")
"""Those that face a hexside."""


def drawn_work(
    marker: MarkerView, x: float, y: float, size: float, night: bool = False
) -> list[Item]:
    """One picture about the middle of a hex; mines against men on foot are square."""
    thick = marker.text not in ("", "+1")  # thick smoke, where nobody sees through
    turn = 60.0 * (marker.facing or 0) if marker.kind in TURNED else 0.0
    frame = square(
        x, y, size, marker.text, turn,
        ink="#ffffff", body=MINES.get(marker.palette, "#23262a"),
        # Bare metal has no rim of its own, and stands out from the ground by day and by night.
        metal=mix(STEEL, "#ffffff", 0.55) if night else STEEL,
        haze=fade("#5c6670", 0.8 if thick else 0.5),
        puff=fade("#f2f3f4", 0.94 if thick else 0.55),
    )  # fmt: skip
    red = marker.kind == "mine" and marker.palette == "red"
    return frame.draw("part/red-mine" if red else f"work/{marker.kind}")


def works_items(view: BoardView, layout: Layout, theme: Theme) -> list[Item]:
    """Every work of a view, smoke over all of them."""
    found = [m for m in view.markers if m.kind in KINDS and m.hex in view.board]
    found.sort(key=lambda marker: marker.kind == LAST)
    return [
        item
        for marker in found
        for item in drawn_work(marker, *layout.centre(marker.hex), layout.size, theme.dim > 0)
    ]
