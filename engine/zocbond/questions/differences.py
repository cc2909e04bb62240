"""In what the two games of the family differ, side by side, out of their tables and rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.files import package_file, read
from engine.tables import load_charts

GAMES = ("holland44", "stalingrad42")


def differences() -> Iterator[tuple[str, Mapping[str, int]]]:
    """Every figure that is not the same in both games, by its name; one game may have none."""
    charts = {game: load_charts(game, {"figures": ("value",)})["figures"] for game in GAMES}
    for name in dict.fromkeys(name for chart in charts.values() for name in chart.rows):
        found = {
            game: int(chart.value(name, "value"))
            for game, chart in charts.items()
            if name in chart.rows
        }
        if len(set(found.values())) > 1 or len(found) < len(GAMES):
            yield name, found


def contrasts() -> Iterator[tuple[str, Mapping[str, tuple[str, ...]]]]:
    """Every topic that both rulebooks treat, each in its own way: the sections of each game."""
    top = read(package_file("engine", "zocbond", "contrasts.toml"))
    for topic in top.data:
        yield topic, top.lists(topic)
