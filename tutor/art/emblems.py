"""The small signs of nations, drawn: they tell sides apart where colour does not."""

from __future__ import annotations

import math

from tutor.art.items import Circle, Item, Points, Polygon, Polyline


def emblem(kind: str, x: float, y: float, r: float, ink: str, ground: str) -> list[Item]:
    """An emblem of a radius about a point; an empty kind draws nothing."""

    def at(*corners: tuple[float, float]) -> Points:
        return tuple((round(x + px * r, 2), round(y + py * r, 2)) for px, py in corners)

    def disc(
        share: float, fill: str | None, stroke: str | None = None, wide: float = 0.2
    ) -> Circle:
        return Circle(
            round(x, 2), round(y, 2), round(r * share, 2), fill, stroke, round(r * wide, 2)
        )

    thick, line = round(r * 0.5, 2), round(r * 0.3, 2)
    match kind:
        case "cross":
            return [
                Polyline(at((-1, 0), (1, 0)), ink, thick, None, "butt"),
                Polyline(at((0, -1), (0, 1)), ink, thick, None, "butt"),
            ]
        case "saltire":
            return [
                Polyline(at((-0.8, -0.8), (0.8, 0.8)), ink, line, None, "butt"),
                Polyline(at((-0.8, 0.8), (0.8, -0.8)), ink, line, None, "butt"),
            ]
        case "star":
            return [Polygon(at(*star()), ink)]
        case "disc-star":
            return [disc(1.0, ink), Polygon(at(*star(0.86)), ground)]
        case "roundel":
            return [disc(0.9, None, ink, 0.3), disc(0.36, ink)]
        case "ring":
            return [disc(0.8, None, ink, 0.34)]
        case "bars":
            return [
                Polyline(at((px, -0.9), (px, 0.9)), ink, line, None, "butt")
                for px in (-0.7, 0.0, 0.7)
            ]
        case "chevron":
            return [
                Polyline(at((-0.9, 0.1 + dy), (0, -0.8 + dy), (0.9, 0.1 + dy)), ink, line)
                for dy in (0.0, 0.75)
            ]
        case "checker":
            quarter = ((-0.9, -0.9), (0, -0.9), (0, 0), (-0.9, 0))
            opposite = tuple((px + 0.9, py + 0.9) for px, py in quarter)
            frame = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
            return [
                Polygon(at(*frame), ground, ink, round(r * 0.16, 2)),
                Polygon(at(*quarter), ink),
                Polygon(at(*opposite), ink),
            ]
        case "leaf":
            half = (
                (0, -1),
                (0.25, -0.5),
                (0.8, -0.55),
                (0.65, 0),
                (0.9, 0.3),
                (0.2, 0.5),
                (0.1, 1),
            )
            mirror = tuple((-px, py) for px, py in reversed(half))
            return [Polygon(at(*half, *mirror), ink)]
        case _:
            return []


def star(
    reach: float = 1.0, points: int = 5, inner: float = 0.42
) -> tuple[tuple[float, float], ...]:
    """The corners of a star with its point up, for a radius of 1."""
    corners = []
    for number in range(points * 2):
        angle = math.pi * number / points - math.pi / 2
        far = reach * (inner if number % 2 else 1.0)
        corners.append((math.cos(angle) * far, math.sin(angle) * far))
    return tuple(corners)
