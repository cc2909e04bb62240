"""A list of display items that grows stroke by stroke."""

from __future__ import annotations

from tutor.art.items import (
    Circle,
    Circles,
    Dash,
    Item,
    Points,
    Polygon,
    Polygons,
    Polyline,
    Polylines,
)


class Layer(list[Item]):
    """Items one over the other; their widths and radii are given in hex radii."""

    def __init__(self, size: float, places: int = 2) -> None:
        super().__init__()
        self.size, self.places = size, places
        """How large a hex is, and the decimals of dashes."""

    def _stroke(self, width: float, dash: Dash) -> tuple[float, Dash | None]:
        dashes = tuple(round(self.size * part, self.places) for part in dash)
        return round(self.size * width, 2), dashes or None

    def line(
        self, points: Points, ink: str, width: float, dash: Dash = (), cap: str = "round"
    ) -> None:
        """An open line."""
        self.append(Polyline(points, ink, *self._stroke(width, dash), cap))

    def lines(
        self, lines: tuple[Points, ...], ink: str, width: float, dash: Dash = (), cap: str = "round"
    ) -> None:
        """Many open lines, if there are any."""
        if lines:
            self.append(Polylines(lines, ink, *self._stroke(width, dash), cap))

    def shape(self, points: Points, fill: str | None, rim: str, width: float) -> None:
        """A closed shape with a rim."""
        self.append(Polygon(points, fill, rim, round(self.size * width, 2)))

    def disc(
        self,
        x: float,
        y: float,
        r: float,
        fill: str | None,
        rim: str | None = None,
        width: float = 0,
    ) -> None:
        """A disc, a ring or both."""
        r, width = round(self.size * r, 2), round(self.size * width, 2)
        self.append(Circle(round(x, 2), round(y, 2), r, fill, rim, width))

    def shapes(self, rings: tuple[Points, ...], fill: str) -> None:
        """Many filled shapes, if there are any."""
        if rings:
            self.append(Polygons(rings, fill))

    def discs(self, centres: Points, r: float, fill: str) -> None:
        """Many discs, if there are any."""
        if centres:
            self.append(Circles(centres, round(self.size * r, 2), fill))
