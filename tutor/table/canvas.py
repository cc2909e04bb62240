"""The widget that shows a board and listens to it, and what a notebook keeps of one."""

from __future__ import annotations

import base64
import io
import math
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from typing import Any, TypeAlias

import ipycanvas.canvas as _ipycanvas
import ipywidgets as widgets

from tutor.art.brush import Batch, paint
from tutor.art.layout import Hit
from tutor.art.scene import LAYERS, SIZE, Scene, build, layout_for
from tutor.art.svg import svg
from tutor.art.themes import DAY, Theme
from tutor.art.views import BoardView
from tutor.look import framed
from tutor.table.parts import html

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
PICTURES = "STAFFRIDE_PICTURES"
MAX_PIXELS = 16_000_000
"""The largest canvas that every browser draws; above it a board gets fewer pixels, not none."""
DENSITY = 2.0
"""The most pixels of a canvas to one of the scene's: what a fine screen shows of a small board."""
ENOUGH = 1600
"""A board wider than its column is shown smaller: so many pixels are sharp there on any screen,
and more of them would make every page open later."""
TALL = 1.25
"""A board that is so many times as high as wide is scrolled rather than made too small to read."""
LEAST = 0.5
"""As small as a tall board may become, of its full size."""

OnPlace: TypeAlias = Callable[[str, str | None], None]
OnHover: TypeAlias = Callable[[str | None, str | None], None]
OnKey: TypeAlias = Callable[[str], None]
Handler: TypeAlias = Callable[..., None]


@contextmanager
def held() -> Iterator[None]:
    """Collect drawing commands and send them as one message; inside another hold do nothing.

    ipycanvas's own hold stays closed for ever when something is raised inside it, and sends early
    when nested. Here an error drops the half-drawn picture and leaves the canvas usable.
    """
    manager = _ipycanvas._CANVAS_MANAGER
    if manager._caching:
        yield
        return
    manager._caching = True
    try:
        yield
        manager.flush()
    finally:
        manager._commands_cache, manager._buffers_cache = [], []
        manager._caching = False
        # The dropped commands may have held the switch to this canvas: say it again next time.
        manager._current_canvas = None


# -- the widget ----------------------------------------------------------------------------------


class BoardCanvas(widgets.Box):  # type: ignore[misc]  # ipywidgets is untyped
    """A live board: paints views, repaints only the layers that changed, and reports input.

    `on_hex(place, unit)` is a click on a hex or a box beside the map, `on_hover(place, unit)` the
    pointer coming to another place or unit, `on_key(key)` a key as "a", "Shift+Tab", "Ctrl+z".
    """

    def __init__(
        self,
        view: BoardView,
        size: float = SIZE,
        *,
        on_hex: OnPlace | None = None,
        on_key: OnKey | None = None,
        on_hover: OnHover | None = None,
        guard: Callable[[Handler], Handler] = lambda handler: handler,
    ) -> None:
        self.view, self.theme, self.hex_size = view, DAY, size
        self.on_hex, self.on_key, self.on_hover = on_hex, on_key, on_hover
        self.batches: dict[str, list[Batch]] = {}
        self._ready = False
        self._hover = Hit()
        self._fan: str | None = None
        self.full = False
        self.scene: Scene = build(view, DAY, size)
        width, height, self._scale = _pixels(self.scene)
        canvas = _ipycanvas.MultiCanvas(len(LAYERS), width=width, height=height)
        self.canvas = canvas
        canvas.layout = widgets.Layout(height="auto")
        canvas.add_class("staffride-board")
        self.words = html("staffride-board-text", "sr-visually-hidden", value=self._words())
        super().__init__([canvas, self.words])
        self.add_class("staffride-board-frame")
        self._fit()
        # callbacks of widgets swallow what they raise
        canvas.on_client_ready(guard(self._on_ready))
        canvas.on_mouse_down(guard(self._on_mouse_down))
        canvas.on_mouse_move(guard(lambda x, y: self._hovered(self._hit(x, y))))
        canvas.on_mouse_out(guard(lambda x, y: self._hovered(Hit())))
        canvas.on_key_down(guard(self._on_key_down))

    def close(self) -> None:
        """The board is needed no more: a page lets go of every layer it painted."""
        for layer in self.canvas._canvases:
            layer.close()
        super().close()

    def show(self, view: BoardView, theme: Theme | None = None) -> None:
        """Show another view; what did not change is not painted again."""
        if theme is not None:
            self.theme = theme
        self.view = view
        if self._fan is not None and len(view.standing(self._fan)) < 2:
            self._fan = None
        before, self.scene = self.scene, build(self._seen(), self.theme, self.hex_size)
        self.words.value = self._words()
        if (before.width, before.height) != (self.scene.width, self.scene.height):
            width, height, self._scale = _pixels(self.scene)
            self.canvas.width, self.canvas.height = width, height
            self._fit()
            self.redraw()
            return
        self.redraw([name for name in LAYERS if before.layers[name] != self.scene.layers[name]])

    def show_full(self, full: bool) -> None:
        """Show the board in its full size, to be scrolled, or whole on the screen."""
        self.full = full
        self._fit()
        (self.add_class if full else self.remove_class)("staffride-full")

    def _fit(self) -> None:
        """Give the canvas its width on the page."""
        layout = self.canvas.layout
        layout.width = f"{self.scene.width}px" if self.full else _wide(self.scene)
        layout.max_width = "none" if self.full else "100%"
        tall = self.scene.height > TALL * self.scene.width
        (self.add_class if tall else self.remove_class)("staffride-tall")

    def _words(self) -> str:
        """The board for a screen reader, and where its cursor is: a page keeps it in view."""
        spot, cursor = "", self.view.cursor
        if cursor is not None and cursor in self.view.board:
            x, y = layout_for(self.view, self.hex_size).centre(cursor)
            spot = f' data-at="{x / self.scene.width:.3f} {y / self.scene.height:.3f}"'
        return f"<p{spot}>{escape(self.view.text)}</p>"

    def redraw(self, layers: Iterable[str] = LAYERS) -> None:
        """Paint layers of the present view; nothing before a page is there to show them."""
        names = list(layers)
        if not self._ready or not names:
            return
        with held():
            for name in names:
                surface = self.canvas[LAYERS.index(name)]
                surface.reset_transform()
                surface.clear()
                surface.scale(self._scale, self._scale)
                self.batches[name] = []
                paint(surface, self.scene.layers[name], self.batches[name])

    def _seen(self) -> BoardView:
        return replace(self.view, fanned=self._fan) if self._fan is not None else self.view

    def _on_ready(self) -> None:
        self._ready = True
        self.redraw()

    def _hit(self, x: float, y: float) -> Hit:
        view = self._seen()
        layout = layout_for(view, self.hex_size)
        return layout.hit(view, float(x) / self._scale, float(y) / self._scale)

    def _on_mouse_down(self, x: float, y: float) -> None:
        hit = self._hit(x, y)
        if self.on_hex is not None and hit.place is not None:
            self.on_hex(hit.place, hit.unit)

    def _hovered(self, hit: Hit) -> None:
        if hit == self._hover:
            return
        self._hover = hit
        self._fan_out(hit)
        if self.on_hover is not None:
            self.on_hover(hit.place, hit.unit)

    def _fan_out(self, hit: Hit) -> None:
        """Spread the stack under the pointer, until the pointer leaves it."""
        stack = self.view.standing(hit.place) if hit.place else ()
        layout = layout_for(self._seen(), self.hex_size)
        wanted = hit.place is not None and layout.fans(hit.place, len(stack)) if stack else False
        fan = hit.place if wanted and (hit.unit or hit.place == self._fan) else None
        if fan != self._fan:
            self._fan = fan
            self.show(self.view)

    def _on_key_down(self, key: str, shift: bool, ctrl: bool, meta: bool) -> None:
        if self.on_key is None or key in ("Shift", "Control", "Alt", "Meta"):
            return
        held_down = [name for name, down in (("Ctrl", ctrl), ("Meta", meta)) if down]
        # Shift is part of a letter already, but not of a named key.
        if shift and len(key) > 1:
            held_down.append("Shift")
        self.on_key("+".join([*held_down, key]))


def _pixels(scene: Scene) -> tuple[int, int, float]:
    """The canvas's size in its own pixels, and how many of them make one of the scene's."""
    most = math.sqrt(MAX_PIXELS / (scene.width * scene.height))
    wanted = min(DENSITY, max(1.0, ENOUGH / scene.width))
    width = int(scene.width * min(wanted, most))
    scale = width / scene.width
    return width, int(scene.height * scale), scale


def _wide(scene: Scene) -> str:
    """As wide as the scene, or as the page has room for, but no taller than the window below the
    page's header.
    """
    share = scene.width / scene.height
    fitting = f"calc(var(--sr-board-height, 90vh) * {share:.4f})"
    if scene.height > TALL * scene.width:
        fitting = f"max({fitting}, {int(scene.width * LEAST)}px)"
    return f"min(var(--sr-board-width, {scene.width}px), {fitting})"


# -- without a kernel ----------------------------------------------------------------------------


def scene_svg(scene: Scene) -> str:
    """A scene as a complete SVG file."""
    return svg(scene.width, scene.height, scene.layers.items(), scene.title, scene.text)


def scene_png(scene: Scene, zoom: float = 1.0) -> bytes:
    """A scene as a PNG picture."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=scene_svg(scene), zoom=zoom))


def small_png(picture: bytes, colours: int = 32) -> bytes:
    """A PNG with a palette: a fifth of the size, for pictures that a repository keeps.

    The octree finds the few dots of a counter's colour, where counting pixels would lose them.
    """
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as opened:
        flat = opened.convert("RGB").quantize(
            colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    out = io.BytesIO()
    flat.save(out, "PNG", optimize=True)
    return out.getvalue()


def widget_view(widget: widgets.Widget) -> dict[str, Any]:
    """What a notebook needs to show a live widget, style and script included."""
    return {"version_major": 2, "version_minor": 0, "model_id": framed(widget).model_id}


def bundle(view: BoardView, size: float, widget: widgets.Widget | None = None) -> dict[str, Any]:
    """What a notebook keeps of a board: `IPython.display.display(bundle(...), raw=True)`.

    With a kernel the widget is shown, without one the picture, and in a terminal the words. The
    picture is a PNG because notebook viewers hide an SVG that they do not trust. Checks that
    compare everything but pictures set PICTURES to `no`.
    """
    scene = build(view, DAY, size)
    drawn = os.environ.get(PICTURES) != "no"
    picture = small_png(scene_png(scene)) if drawn else b""
    data: dict[str, Any] = {
        "text/plain": scene.text or scene.title,
        "image/png": base64.b64encode(picture).decode("ascii"),
    }
    if widget is not None:
        data[WIDGET_VIEW] = widget_view(widget)
    return data
