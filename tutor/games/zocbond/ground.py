"""What lies on the map of the '4x games besides units, as signs and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.words import catalogue
from tutor.art.views import MarkerView

if TYPE_CHECKING:
    from engine.verdict import Cited
    from tutor.games.plain import Hands

SIGNS = {
    "forts": ("fortress", ""),
    "building": ("fortress-begun", ""),
    "printed": ("fortress", ""),
    "repairing": ("repairing", "R"),
    "blown": ("blown", "X"),
    "intact": ("intact", "safe"),
    "ferry": ("ferry", "F"),
    "traffic": ("traffic", "{number}"),
    "railhead": ("railhead", "{name}"),
    "flotilla": ("flotilla", "Flot"),
    "contested-only": ("city-battle", "CB"),
    "city-battle": ("city-battle", "CB{level}"),
    "plan": ("plan", "P"),
    "plan-ready": ("plan", "P!"),
}
"""How what lies there is drawn: its marker, and what stands on it."""


def _all(hands: Hands) -> tuple[Cited, ...]:
    """What lies on the map, as far as the one may know it who looks."""
    return tuple(hands.game.rules.query(hands.state, "lying"))


def markers(hands: Hands) -> Iterator[MarkerView]:
    """A sign for everything that is drawn; of what spans two hexes, in the first."""
    palettes = {side.id: side.palette for side in hands.game.scenario.sides}
    for thing in _all(hands):
        kind, sign = SIGNS.get(thing.key.rpartition(".")[2], ("", ""))
        params = dict(thing.params)
        palette = palettes.get(params.get("side", ""), "marker")
        if kind:
            yield MarkerView(thing.hexes[0], kind, sign.format(**params), palette)


def lying(hands: Hands, hex: str) -> Iterator[str]:
    """The same things in words, for the text of a hex; and the areas that it touches."""
    names = {side.id: side.name for side in hands.game.scenario.sides}
    for thing in _all(hands):
        if hex in thing.hexes:
            named = dict(thing.params)
            named["whose"] = names.get(named.get("side", named.get("holder", "")), "")
            if "unit" in named:
                named["unit"] = hands.unit_name(named["unit"])
            named["far"] = next((end for end in thing.hexes if end != hex), "")
            yield catalogue().say(thing.key, named.items())
