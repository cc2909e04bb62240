"""Colours: a printed map by day, a night map by lamp light, and the counters of the armies."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from zlib import crc32

from engine.files import package_file, read
from tutor.art.items import mix


@dataclass(frozen=True, slots=True)
class Ground:
    """The colours of one terrain: its fill and edge, and three inks from dark to light."""

    fill: str
    edge: str
    dark: str
    mid: str
    light: str


@dataclass(frozen=True, slots=True)
class Army:
    """The colours and signs of one army's counters.

    `emblem` and `hatch` (degrees) tell two armies apart where colour does not.
    """

    body: str
    ink: str
    box: str
    emblem: str
    hatch: int


@dataclass(frozen=True, eq=False)
class Theme:
    """Every colour of a board that is not an army's."""

    name: str
    page: str
    frame: str
    panel: str
    clear: Sequence[str]
    fleck: str
    grid: str
    number: str
    label: str
    halo: str
    ground: Mapping[str, Ground]
    river: str
    river_core: str
    road: str
    road_core: str
    highway_core: str
    rail: str
    bridge: str
    block: str
    block_edge: str
    window: str  # empty: no lights
    line_red: str
    line_black: str
    shadow: str
    reach: str
    strategic: str
    warn: str
    gold: str
    path: str
    path_edge: str
    trace: str
    paper: str  # behind labels and glyphs
    ink: str  # on that paper
    dim: float  # how much of the night falls on counters


_WRITTEN = read(package_file("tutor.art", "themes.toml"), "themes.toml").data
_ALIASES: Mapping[str, str] = _WRITTEN["ground-as"]
_SYNONYMS: Mapping[str, str] = _WRITTEN["army-as"]
_ARMIES = {name: Army(*values) for name, values in _WRITTEN["army"].items()}


def _theme(number: int) -> Theme:
    grounds = {
        name: Ground(*colours[number].split()) for name, colours in _WRITTEN["ground"].items()
    }
    values = {name: pair[number] for name, pair in _WRITTEN["theme"].items()}
    return Theme(ground=grounds, **values)


DAY, NIGHT = _theme(0), _theme(1)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (DAY, NIGHT)}


def palettes() -> tuple[str, ...]:
    """The palettes that are described, by all their names."""
    return (*_ARMIES, *_SYNONYMS)


@lru_cache(maxsize=256)
def army(palette: str, theme: Theme) -> Army:
    """An army's colours; a palette nobody described gets a steady colour of its own."""
    known = _ARMIES.get(_SYNONYMS.get(palette, palette))
    if known is None:
        turn = crc32(palette.encode())
        body = mix(hue(turn % 360, 0.45, 0.68), "#c9c4b8", 0.25)
        known = Army(body, "#191714", mix(body, "#ffffff", 0.75), "ring", 30 + turn // 360 % 5 * 30)
    if not theme.dim:
        return known
    night = "#0c1016"
    return replace(
        known,
        body=mix(known.body, night, theme.dim),
        box=mix(known.box, night, theme.dim * 0.6),
    )


@lru_cache(maxsize=256)
def ground(terrain: str, theme: Theme) -> Ground:
    """A terrain's colours; an unknown one gets a pale tint of its own."""
    known = theme.ground.get(_ALIASES.get(terrain, terrain))
    if known is not None:
        return known
    tint = hue(crc32(terrain.encode()) % 360, 0.5, 0.5)
    paper = theme.clear[0]
    return Ground(*(mix(paper, tint, share) for share in (0.28, 0.55, 0.85, 0.6, 0.15)))


def known_terrain(terrain: str) -> str | None:
    """The terrain whose art a name calls for; None when there is none."""
    name = _ALIASES.get(terrain, terrain)
    return name if name in DAY.ground or name == "clear" else None


def hue(degrees: int, saturation: float, lightness: float) -> str:
    """A colour from the colour wheel."""
    parts = colorsys.hls_to_rgb(degrees / 360, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
