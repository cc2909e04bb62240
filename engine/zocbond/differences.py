"""The numbers in which the two games of the family differ, side by side, out of their tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.tables import load_charts

GAMES = ("holland44", "stalingrad42")


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure: its name, and what each game says; None where a game has no such figure."""

    name: str
    holland44: int | None
    stalingrad42: int | None

    @property
    def key(self) -> str:
        """The words for it."""
        return f"zb.figure.{self.name}"


def differences() -> Iterator[Difference]:
    """Every figure that is not the same in both games, in the order of the tables."""
    charts = [load_charts(game, {"figures": ("value",)})["figures"] for game in GAMES]
    names = dict.fromkeys(name for chart in charts for name in chart.rows)
    for name in names:
        first, second = (
            int(chart.value(name, "value")) if name in chart.rows else None for chart in charts
        )
        if first != second:
            yield Difference(name, first, second)
