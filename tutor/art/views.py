"""What a board shows, as plain values. Whoever knows the rules fills them in; nobody here does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.board import Board


@dataclass(frozen=True, slots=True)
class Figures:
    """What a squad or a tank has printed in its corners: see tutor.art.squad.

    `blue` names those of `front` and `flank` that are blue ratings, `white` the firepower in a
    white box; `band` is a strip across the counter that says what has befallen it. `tag` is the
    letter by which texts call it, `signs` are marks of kind: turret, open-top, flak, impulses.
    """

    fire: str
    move: str
    red_fire: str
    blue_fire: str
    range: str
    front: str
    flank: str
    blue: frozenset[str] = frozenset()
    white: frozenset[str] = frozenset()
    foot: bool = True
    band: str = ""
    tag: str = ""
    signs: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CounterView:
    """One unit counter.

    `numbers` are the texts along the bottom, spread from left to right. `steps` draws that many
    pips; `facing` (0..5, as engine.hexes.DIRECTIONS) points a wedge at that hexside.
    """

    id: str
    side: str
    palette: str
    symbol: str = ""
    size: str = ""
    name: str = ""
    numbers: tuple[str, ...] = ()
    reduced: bool = False
    states: frozenset[str] = frozenset()
    steps: int | None = None
    facing: int | None = None
    figures: Figures | None = None
    dot: str = ""
    """A coloured spot that says what tanks do to the odds: black, red or white."""
    marks: tuple[str, ...] = ()
    """Short words in plates across the middle: what the counter can do besides its figures."""


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A marker in a hex: control, fortress, stand-fast, goal, source, or any other kind.

    Works and smoke (tutor.art.works) are pictures of the whole hex, turned as `facing` says.
    """

    hex: str
    kind: str
    text: str = ""
    palette: str = "marker"
    facing: int | None = None


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something shown for the moment: an area, a path, a cause, a hint.

    `hexes` is an area, as labels or as hex -> label text; `path` the hexes of a line, in order;
    `sides` single hexsides. `palette` names the side it belongs to, `text` a label for the whole.
    """

    kind: str
    hexes: Mapping[str, str] | tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    sides: tuple[tuple[str, int], ...] = ()
    palette: str = ""
    text: str = ""

    def labels(self) -> Mapping[str, str]:
        """Every hex of the area with its label, empty where there is none."""
        if isinstance(self.hexes, Mapping):
            return self.hexes
        return dict.fromkeys(self.hexes, "")


@dataclass(frozen=True, slots=True)
class BoxView:
    """A place beside the map (a reserve, an entry area, a turn track) and who stands in it."""

    id: str
    title: str
    counters: tuple[CounterView, ...] = ()


@dataclass(frozen=True, slots=True)
class Camera:
    """What is seen of a picture: a part of it, and how many pixels of the page make one of its."""

    left: float
    top: float
    width: float
    height: float
    zoom: float = 1.0

    def sees(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point is seen, or no further away than that."""
        return (
            self.left - margin <= x <= self.left + self.width + margin
            and self.top - margin <= y <= self.top + self.height + margin
        )


@dataclass(frozen=True)
class BoardView:
    """All that one picture of a board shows. Stacks run from bottom to top."""

    board: Board
    counters: Mapping[str, tuple[CounterView, ...]] = field(default_factory=dict)
    boxes: tuple[BoxView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    cursor: str | None = None
    fanned: str | None = None
    text: str = ""
    within_reach: tuple[str, ...] = ()
    """Places where a counter can be taken up."""
    camera: Camera | None = None
    """What of it is on the screen; None for a picture of the whole."""

    def standing(self, place: str) -> tuple[CounterView, ...]:
        """Who stands in a hex or in a box beside the map."""
        boxed = next((box.counters for box in self.boxes if box.id == place), ())
        return self.counters.get(place, boxed)
