"""Colours: a printed map by day, a night map by lamp light, and the counters of the armies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

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
    clear: tuple[str, ...]
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
    window: str | None
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


_DAY = {
    "light-woods": Ground("#dfe6bd", "#b9c78c", "#6d8f4d", "#8fae66", "#b9cf8d"),
    "woods": Ground("#cddcab", "#a0b876", "#54793e", "#769c56", "#a5c07e"),
    "dense-woods": Ground("#b4cb94", "#86a465", "#3d6233", "#5b8548", "#87aa66"),
    "swamp": Ground("#d9e3cf", "#b2c6b0", "#54807c", "#6a9fb0", "#9cc0c4"),
    "lake": Ground("#a8cfe0", "#5489a6", "#7fb0c9", "#bcdce8", "#d2e8ef"),
    "sea": Ground("#98c5dc", "#4a7f9f", "#70a6c4", "#aed4e6", "#c9e4ee"),
    "mountain": Ground("#e4d3ae", "#c8b180", "#7a5f38", "#b7976a", "#f2e6cb"),
    "alpine": Ground("#ddd8cc", "#b9b2a3", "#6c675f", "#a7a195", "#fdfcf8"),
    "hills": Ground("#ebdcb6", "#d0b987", "#94774a", "#b89a68", "#f4ead0"),
    "polder": Ground("#dfe9bd", "#b5c795", "#639cb4", "#8dbccb", "#eef3d6"),
    "wheat": Ground("#f1dd9d", "#d6b963", "#bd9136", "#d8b45b", "#f8ecc4"),
    "city": Ground("#dccabb", "#a98c78", "#6f4a3c", "#a36f5a", "#efe4d8"),
    "large-city": Ground("#d3bbaa", "#957463", "#5f3d32", "#94604d", "#ecdfd2"),
    "prohibited": Ground("#d3cdc0", "#a39a89", "#8c8372", "#aaa192", "#e2ddd2"),
    "corn": Ground("#d3dc8c", "#a5b45a", "#5f7a2a", "#88a243", "#e4ebb0"),
    "wooden-building": Ground("#e9dfc6", "#c7b48d", "#5a3719", "#a8713c", "#f4ecd9"),
    "stone-building": Ground("#e2ded2", "#b3ab98", "#3f4046", "#8f949b", "#f0eee8"),
}
_NIGHT = {
    "light-woods": Ground("#2b3a30", "#3a4f3c", "#17271c", "#3b5f41", "#56815a"),
    "woods": Ground("#26392d", "#35503c", "#132319", "#31553a", "#4a7750"),
    "dense-woods": Ground("#1f3428", "#2f4d38", "#0e1d14", "#284b33", "#3f6b47"),
    "swamp": Ground("#263637", "#345052", "#5b8f86", "#3f7a8c", "#2f5a63"),
    "lake": Ground("#123245", "#4588a6", "#2b6280", "#194257", "#225269"),
    "sea": Ground("#0e2a3d", "#3d7c9b", "#245670", "#153a51", "#1c4862"),
    "mountain": Ground("#39342b", "#584e3d", "#15120d", "#4f4433", "#8c7b5c"),
    "alpine": Ground("#3a3d41", "#565b61", "#17191c", "#4c5157", "#b9c2cb"),
    "hills": Ground("#35322a", "#4f4838", "#8b7a58", "#6a5d45", "#4a4334"),
    "polder": Ground("#2c382d", "#3d4f3c", "#3d7d96", "#2b5a6c", "#35432f"),
    "wheat": Ground("#403a26", "#5d5230", "#8f7a3c", "#6d5f33", "#544a2c"),
    "city": Ground("#393330", "#5d4f47", "#191513", "#7a6255", "#2a2523"),
    "large-city": Ground("#40362f", "#6b584c", "#191412", "#866855", "#2b2420"),
    "prohibited": Ground("#1d2022", "#34393c", "#4b5154", "#3d4346", "#24282a"),
    "corn": Ground("#363c20", "#4d5629", "#93a851", "#6f8438", "#464d2a"),
    "wooden-building": Ground("#2e2820", "#4b3f2e", "#1a1008", "#7b5430", "#3a3226"),
    "stone-building": Ground("#2a2b2c", "#45474a", "#101114", "#74797f", "#35373a"),
}
_ALIASES = {
    "water": "sea",
    "forest": "woods",
    "heavy-woods": "dense-woods",
    "marsh": "swamp",
    "mountains": "mountain",
    "rough": "hills",
    "rough-woods": "dense-woods",
    "town": "city",
    "field": "wheat",
    "open": "clear",
    "river": "lake",
    "brush": "light-woods",
    "polder-woods": "light-woods",
    "small-city": "city",
    "seasonal-swamp": "swamp",
    "desert": "wheat",
    "ford": "lake",
}

DAY = Theme(
    name="light",
    page="#e3dac5",
    frame="#6d5c44",
    panel="#f1e9d8",
    clear=("#f5eedc", "#f2ead6", "#f0e6cf", "#f7f1e2"),
    fleck="#cfc09a",
    grid="#7d6b4c5c",
    number="#7b6b50",
    label="#33291d",
    halo="#f8f2e4e6",
    ground=_DAY,
    river="#3f7ea3",
    river_core="#8fc3dc",
    road="#6b4a2f",
    road_core="#f3e3bd",
    highway_core="#e0894f",
    rail="#4a4a4c",
    bridge="#f8f1df",
    block="#8d5c4a",
    block_edge="#4e3025",
    window=None,
    line_red="#c2281f",
    line_black="#2c251d",
    shadow="#2a1f0f47",
    reach="#2f9b4b",
    strategic="#2473b8",
    warn="#c9211e",
    gold="#d99a00",
    path="#ffd23f",
    path_edge="#4a3208",
    trace="#6a3fa0",
    paper="#fffaf0",
    ink="#1f1a14",
    dim=0.0,
)
NIGHT = Theme(
    name="dark",
    page="#0d1115",
    frame="#59626a",
    panel="#1a2026",
    clear=("#2c3134", "#2a2f32", "#282d31", "#2e3437"),
    fleck="#3d4448",
    grid="#aab9c430",
    number="#8996a0",
    label="#efe6d2",
    halo="#14181ce6",
    ground=_NIGHT,
    river="#2f7396",
    river_core="#4c97bb",
    road="#0f0d0a",
    road_core="#b08f5c",
    highway_core="#d07a45",
    rail="#98a1a8",
    bridge="#d8cdb4",
    block="#8c6f5d",
    block_edge="#14100e",
    window="#ffd27a",
    line_red="#ff5a4d",
    line_black="#dfe4e8",
    shadow="#00000080",
    reach="#4fd07a",
    strategic="#5fb4f5",
    warn="#ff5148",
    gold="#ffc53d",
    path="#ffe16b",
    path_edge="#171204",
    trace="#c79bff",
    paper="#1b2127",
    ink="#f3ede0",
    dim=0.14,
)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (DAY, NIGHT)}

_DARK, _PALE = "#191714", "#f7f3ea"
_ARMIES: Mapping[str, Army] = {
    "german": Army("#a9b0a4", _DARK, "#eceee6", "cross", 45),
    "german-elite": Army("#8c96a0", _DARK, "#edf0f2", "cross", 45),
    "ss": Army("#3a3d40", _PALE, "#d9dad6", "cross", 45),
    "luftwaffe": Army("#9fc0d8", _DARK, "#edf4f8", "cross", 45),
    "romanian": Army("#cdbf6c", _DARK, "#f6f1d5", "saltire", 30),
    "italian": Army("#b3c886", _DARK, "#f0f5e0", "bars", 60),
    "hungarian": Army("#b9a58a", _DARK, "#f2ebe0", "chevron", 60),
    "finnish": Army("#c5d6e2", _DARK, "#f4f8fb", "ring", 30),
    "soviet": Army("#d39a67", _DARK, "#f8e8d6", "star", 135),
    "soviet-guards": Army("#b5402f", _PALE, "#f6ddd3", "star", 135),
    "british": Army("#d9c08c", _DARK, "#f8f0dc", "roundel", 135),
    "british-airborne": Army("#a3414a", _PALE, "#f5dfe0", "roundel", 135),
    "us": Army("#8fa468", _DARK, "#eef3e0", "disc-star", 135),
    "us-airborne": Army("#6f8b56", _PALE, "#e8f0de", "disc-star", 135),
    "polish": Army("#dc9aa3", _DARK, "#faeaec", "checker", 120),
    "canadian": Army("#c9a27c", _DARK, "#f6ebde", "leaf", 120),
    "dutch": Army("#e6a44f", _DARK, "#fbeed9", "ring", 120),
    "civilian": Army("#c8c0d6", _DARK, "#f3f0f8", "ring", 90),
    "neutral": Army("#d5d0c2", _DARK, "#f6f4ee", "ring", 90),
    "marker": Army("#f4efe2", _DARK, "#fffdf7", "", 90),
}
_SYNONYMS = {
    "axis": "german",
    "germany": "german",
    "wehrmacht": "german",
    "allied": "british",
    "allies": "british",
    "american": "us",
    "guards": "soviet-guards",
    "russian": "soviet",
    "german-ss": "ss",
}


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
        known = Army(body, _DARK, mix(body, "#ffffff", 0.75), "ring", 30 + turn // 360 % 5 * 30)
    if not theme.dim:
        return known
    night = "#0c1016"
    return Army(
        mix(known.body, night, theme.dim),
        known.ink,
        mix(known.box, night, theme.dim * 0.6),
        known.emblem,
        known.hatch,
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
    return name if name in _DAY or name == "clear" else None


def hue(degrees: int, saturation: float, lightness: float) -> str:
    """A colour from the colour wheel."""
    import colorsys

    parts = colorsys.hls_to_rgb(degrees / 360, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
