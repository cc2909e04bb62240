"""In what the two games of the family differ, side by side, out of their tables and rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.catalogue import GAMES as KNOWN
from engine.files import package_file, read
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


@dataclass(frozen=True, slots=True)
class Contrast:
    """A topic that both rulebooks treat, each in its own way: the sections and what they say."""

    topic: str
    rules: tuple[tuple[str, str], ...]
    """(game, rule id) of every section that the topic has."""

    @property
    def key(self) -> str:
        """The words for the topic."""
        return f"zb.contrast.{self.topic}"

    def summary(self, rule: tuple[str, str]) -> str:
        """What a section says, in our words."""
        game, name = rule
        return KNOWN[game].rulebook.rules[name].summary


def contrasts() -> Iterator[Contrast]:
    """Every topic of `contrasts.toml`."""
    top = read(package_file("engine", "zocbond", "contrasts.toml"))
    for topic in top.data:
        row = top.table(topic)
        yield Contrast(topic, tuple((game, rule) for game in GAMES for rule in row.texts(game)))
