"""Swatches: buttons that show a piece of a map, or a counter, as the board draws it."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from zlib import crc32

import ipywidgets as widgets

from engine import hexes
from engine.board import Board, BoardPlan, Place
from tutor.art.boardart import board_picture
from tutor.art.counters import drawn, in_phases
from tutor.art.items import Item, Text
from tutor.art.layout import Layout
from tutor.art.svg import svg
from tutor.art.themes import DAY
from tutor.art.views import Camera, CounterView
from tutor.table.parts import html, put

SIZE, WIDE = 34.0, 44
"""A hex of a swatch, and how wide the swatch is on the page."""
FINE = 2.0
Swatch = tuple[str, str, str]
"""What is chosen by it, what it is called, its picture."""


@lru_cache(maxsize=512)
def ground_swatch(labels: str, group: str, name: str, bare: str) -> str:
    """A terrain, a kind of hexside, of way or of place, amid the bare ground of its game."""
    middle = hexes.cell_at(5, 5)
    cells = {hexes.format_label(cell, labels): cell for cell in hexes.within(middle, 2)}
    here = hexes.format_label(middle, labels)
    plan = BoardPlan(title="", labels=labels, cells=cells, terrain=dict.fromkeys(cells, bare))
    across = [hexes.format_label(hexes.step(middle, side), labels) for side in range(6)]
    if group == "terrain":
        plan.terrain[here] = name
    elif group == "sides":
        plan.sides = [(here, side, name) for side in ((0,) if name == "ferry" else (5, 0, 1))]
        if name == "ferry":
            plan.sides += [(here, 0, "minor-river")]
    elif group == "links":
        plan.links = [(across[4], here, name), (here, across[1], name)]
    else:
        plan.places = [Place(here, "", name)]
    board = Board(plan)
    layout = Layout(board, SIZE)
    (x, y), wide = layout.centre(here), SIZE * 2.1
    if group == "sides":
        y -= SIZE * 0.5
    camera = Camera(x - wide / 2, y - wide / 2, wide, wide, FINE)
    items = board_picture(board, layout, DAY).seen(camera)
    return _picture([item for item in items if not isinstance(item, Text)], camera)


@lru_cache(maxsize=512)
def counter_swatch(counter: CounterView) -> str:
    """A counter as it lies on the board."""
    side = SIZE * 1.28
    camera = Camera(0.0, 0.0, side * 1.16, side * 1.16, FINE)
    return _picture(tuple(in_phases([drawn(counter, side * 0.56, side * 0.56, side, DAY)])), camera)


def _picture(items: Sequence[Item], camera: Camera) -> str:
    """A part of a scene as an address that holds it."""
    import resvg_py
    from PIL import Image

    whole = svg(camera.width, camera.height, [("swatch", items)])
    seen = f"{camera.left:g} {camera.top:g} {camera.width:g} {camera.height:g}"
    text = re.sub(r'viewBox="[^"]*"', f'viewBox="{seen}"', whole, count=1)
    png = bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=FINE * WIDE / camera.width))
    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"


class Swatches(widgets.Box):  # type: ignore[misc]  # ipywidgets is untyped
    """A row of swatches of which one is chosen; `pick` hears of it."""

    def __init__(self, pick: Callable[[str], object]) -> None:
        self._pick, self._shown, self.chosen = pick, list[Swatch](), ""
        self._style, self._buttons = html(), dict[str, widgets.ToggleButton]()
        super().__init__([self._style])
        self.add_class("sr-swatches")

    def offer(self, swatches: Sequence[Swatch], chosen: str = "") -> None:
        """Other swatches, or another one chosen among them."""
        if list(swatches) != self._shown:
            self._shown = list(swatches)
            rules = dict.fromkeys(
                f".sr-page .sr-swatch.{_named(p)}{{background-image:url({p})}}"
                for _, _, p in swatches
            )
            put(self._style, f"<style>{''.join(rules)}</style>")
            gone, self._buttons = self._buttons, {key: self._made(*one) for key, *one in swatches}
            self.children = (self._style, *self._buttons.values())
            for button in gone.values():
                button.close()
        self.choose(chosen)

    def choose(self, chosen: str) -> None:
        """Show one of them as chosen; nobody hears of it."""
        self.chosen = chosen
        for key, button in self._buttons.items():
            if button.value != (key == chosen):
                button.value = key == chosen

    def _made(self, text: str, picture: str) -> widgets.ToggleButton:
        made = widgets.ToggleButton(description=text, tooltip=text)
        for name in ("sr-swatch", _named(picture)):
            made.add_class(name)
        made.observe(self._pressed, "value")
        return made

    def _pressed(self, change: dict[str, object]) -> None:
        key = next(key for key, button in self._buttons.items() if button is change["owner"])
        if change["new"] == (key == self.chosen):
            return
        if change["new"]:
            self.choose(key)
            self._pick(key)
        else:
            self.choose(self.chosen)


def _named(picture: str) -> str:
    return f"sr-swatch-{crc32(picture.encode()):x}"
