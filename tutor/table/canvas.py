"""The widget that shows a board and listens to it, and what a notebook keeps of one."""

from __future__ import annotations

import base64
import io
import math
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from html import escape
from operator import is_
from typing import Any, TypeAlias

import ipycanvas.canvas as _ipycanvas
import ipywidgets as widgets

from engine.board import Board
from engine.placeboard import PlaceBoard
from tutor.art.boardart import board_picture
from tutor.art.brush import Batch, paint
from tutor.art.camera import Patched
from tutor.art.damage import Damage, outward
from tutor.art.items import Clipped, Item, Polygon, Polygons
from tutor.art.layout import Hit, Layout
from tutor.art.scene import LAYERS, SIZE, Scene, build, layout_for
from tutor.art.svg import svg
from tutor.art.themes import DAY, Theme, army
from tutor.art.views import BoardView, Camera
from tutor.look import framed
from tutor.table.parts import html, mark

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
PICTURES = "STAFFRIDE_PICTURES"
MAX_PIXELS = 16_000_000
"""The largest canvas that every browser draws."""
FIRST = 1_000_000
"""So many pixels has a board before the page has said how large it shows it."""
LOOK = "look-"
"""How a page says what it looks at: see the script, tutor/voila/static/look.js."""
MINI = 200
"""So wide is the small map of the whole, in pixels."""
TALLEST = 190
"""So high it may be on the page, or it hides what it leads to."""

OnPlace: TypeAlias = Callable[[str, str | None], None]
OnHover: TypeAlias = Callable[[str | None, str | None], None]
OnKey: TypeAlias = Callable[[str], None]
OnBrush: TypeAlias = Callable[[str, float, float], None]
"""`down`, `move` or `up`, and where in the scene."""
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
        self._brush: OnBrush | None = None
        self.batches: dict[str, list[Batch]] = {}
        self.damage = {name: Damage() for name in LAYERS}
        self._ready = False
        self._hover = Hit()
        self._fan: str | None = None
        self._camera: Camera | None = None
        self._density = 1.0
        """Pixels of the canvas to one of the page's."""
        self.scene: Scene = build(view, DAY, size)
        self.canvas = canvas = _ipycanvas.MultiCanvas(len(LAYERS))
        canvas.layout = widgets.Layout(height="auto", max_width="100%")
        canvas.add_class("staffride-board")
        self.words = html("staffride-board-text", "sr-visually-hidden", value=self._words())
        self.mini = SmallMap()
        super().__init__([canvas, self.words, self.mini])
        self.add_class("staffride-board-frame")
        self._fit()
        self.scene = build(self._seen(), DAY, size)
        # callbacks of widgets swallow what they raise
        canvas.on_client_ready(guard(self._on_ready))
        canvas.on_mouse_down(guard(self._on_mouse_down))
        canvas.on_mouse_move(guard(self._on_mouse_move))
        canvas.on_mouse_up(guard(partial(self._brushed, "up")))
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
        if self._fan is not None and not view.standing(self._fan):
            self._fan = None
        before, self.scene = self.scene, build(self._seen(), self.theme, self.hex_size)
        if (before.width, before.height) != (self.scene.width, self.scene.height):
            # The page says anew what it sees of it.
            self._camera = None
            self.scene = build(self._seen(), self.theme, self.hex_size)
            self._fit()
            self.redraw()
        else:
            changed = [name for name in LAYERS if before.layers[name] != self.scene.layers[name]]
            more = [name for name in changed if self._is_more(before, name)]
            with held():
                self.redraw(
                    name for name in changed if name not in more and not self._mend(before, name)
                )
                for name in more:
                    self._paint_on(name, self.scene.layers[name][len(before.layers[name]) :])
        self.words.value = self._words()
        self.mini.show(view, self.theme, self.scene, self.hex_size)

    def look(self, camera: Camera, density: float) -> None:
        """The page shows this part, so large: paint that, and as fine as its screen is."""
        if (camera, density) == (self._camera, self._density):
            return
        self._camera, self._density = camera, density
        self.mini.wanted = self.mini.wanted or not _whole(camera, self.scene)
        self.scene = build(self._seen(), self.theme, self.hex_size)
        self.mini.show(self.view, self.theme, self.scene, self.hex_size)
        # First the words: a page that reads of another part waits for its picture.
        self.words.value = self._words()
        self._fit()
        self.redraw()

    def _heard(self, told: str) -> None:
        """What a page says of where it looks; what cannot be is not heard."""
        try:
            left, top, width, height, zoom, density = map(float, told.split())
        except ValueError:
            return
        camera = Camera(left, top, width, height, zoom)
        finite = all(map(math.isfinite, (left, top, width, height, zoom, density)))
        if finite and min(width, height, zoom, density) > 0:
            grain = width * height * (zoom * density) ** 2
            if 1 <= grain <= MAX_PIXELS:
                self.look(camera, density)

    @property
    def _window(self) -> Camera:
        """What the canvas shows: what the page asked for, or all of it."""
        if self._camera is not None:
            return self._camera
        width, height = self.scene.width, self.scene.height
        return Camera(0.0, 0.0, width, height, min(1.0, math.sqrt(FIRST / (width * height))))

    @property
    def _scale(self) -> float:
        """Pixels of the canvas to one of the scene's."""
        return self._window.zoom * self._density

    def _fit(self) -> None:
        """Give the canvas its pixels, and its width on the page."""
        window, scale = self._window, self._scale
        self.canvas.width, self.canvas.height = (
            max(1, round(window.width * scale)),
            max(1, round(window.height * scale)),
        )
        self.canvas.layout.width = _wide(self.scene)

    def _words(self) -> str:
        """The board for a screen reader, and for the page's script where things are: how large the
        whole is and a hex in it, what the canvas shows, the cursor, where to look when nothing
        can be taken up (what is lit, or the counter in the midst of all), and what can."""
        layout = layout_for(self.view, self.hex_size)
        board, cursor, camera = self.view.board, self.view.cursor, self._camera
        hexes = not isinstance(board, PlaceBoard)
        told: dict[str, Iterable[float]] = {
            "scene": (self.scene.width, self.scene.height, self.hex_size if hexes else 0),
        }
        if camera is not None:
            told["tile"] = (camera.left, camera.top, camera.width, camera.height, camera.zoom)
        if cursor is not None and cursor in board:
            told["at"] = layout.centre(cursor)
        lit = (hex for overlay in self.view.overlays for hex in overlay.hexes if hex in board)
        if hexes and (first := next(lit, None)):
            told["home"] = layout.centre(first)
        elif hexes and (
            stood := [layout.centre(hex) for hex in self.view.counters if hex in board]
        ):
            mean = [sum(along) / len(stood) for along in zip(*stood, strict=True)]
            told["home"] = min(stood, key=lambda spot: math.dist(spot, mean))
        told["grab"] = [n for hex in self.view.within_reach for n in layout.centre(hex)]
        data = "".join(
            f' data-{name}="{" ".join(f"{number:.6g}" for number in numbers)}"'
            for name, numbers in told.items()
        )
        data += f' data-hex="{escape(cursor)}"' if cursor is not None and "at" in told else ""
        return f"<p{data}>{escape(self.view.text)}</p>"

    def _is_more(self, before: Scene, name: str) -> bool:
        """Whether a layer is what it was, and something on top of it."""
        old, new = before.layers[name], self.scene.layers[name]
        more = len(new) > len(old) and all(isinstance(item, Clipped) for item in new[len(old) :])
        return more and all(map(is_, old, new))

    def _paint_on(self, name: str, items: Iterable[Item]) -> None:
        """Paint something on top of a layer."""
        if not self._ready:
            return
        with held():
            paint(self.canvas[LAYERS.index(name)], items, self.batches[name])

    def _mend(self, before: Scene, name: str) -> bool:
        """Paint anew only where a layer has changed, if that is quicker."""
        window, scale = self._window, self._scale
        aligned = partial(outward, left=window.left, top=window.top, scale=scale)
        patch = self.damage[name].patch(before.layers[name], self.scene.layers[name], aligned)
        if patch is None:
            return False
        if self._ready:
            surface = self.canvas[LAYERS.index(name)]
            for (left, top), _, (right, bottom), _ in patch.rings:
                surface.clear_rect(left, top, right - left, bottom - top)
            self.batches[name] = []
            paint(surface, (patch,), self.batches[name])
        return True

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
                surface.translate(-self._window.left, -self._window.top)
                self.batches[name] = []
                paint(surface, self.scene.layers[name], self.batches[name])

    def _seen(self) -> BoardView:
        fanned = self.view.fanned if self._fan is None else self._fan
        part = self._camera is not None or self._window.zoom < 1
        return replace(self.view, fanned=fanned, camera=self._window if part else None)

    def _on_ready(self) -> None:
        self._ready = True
        self.redraw()

    def _hit(self, x: float, y: float) -> Hit:
        view = self._seen()
        layout = layout_for(view, self.hex_size)
        window, scale = self._window, self._scale
        return layout.hit(view, window.left + float(x) / scale, window.top + float(y) / scale)

    @property
    def brush(self) -> OnBrush | None:
        """Whoever draws on the board: what is pressed and dragged there is a stroke then, and no
        click."""
        return self._brush

    @brush.setter
    def brush(self, brush: OnBrush | None) -> None:
        self._brush = brush
        mark(self, "sr-paints", brush is not None)

    def _brushed(self, what: str, x: float, y: float) -> None:
        if self._brush is not None:
            window, scale = self._window, self._scale
            self._brush(what, window.left + float(x) / scale, window.top + float(y) / scale)

    def _on_mouse_move(self, x: float, y: float) -> None:
        self._hovered(self._hit(x, y))
        self._brushed("move", x, y)

    def _on_mouse_down(self, x: float, y: float) -> None:
        if self._brush is not None:
            self._brushed("down", x, y)
            return
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
        # what is drawn on is not covered by who stands there
        wanted = bool(stack) and self._brush is None
        wanted = wanted and layout.fans(str(hit.place), len(stack), self._camera)
        fan = hit.place if wanted and (hit.unit or hit.place == self._fan) else None
        if fan != self._fan:
            self._fan = fan
            self.show(self.view)

    def _on_key_down(self, key: str, shift: bool, ctrl: bool, meta: bool) -> None:
        if key.startswith(LOOK):
            self._heard(key.removeprefix(LOOK))
            return
        if self.on_key is None or key in ("Shift", "Control", "Alt", "Meta"):
            return
        held_down = [name for name, down in (("Ctrl", ctrl), ("Meta", meta)) if down]
        # Shift is part of a letter already, but not of a named key.
        if shift and len(key) > 1:
            held_down.append("Shift")
        self.on_key("+".join([*held_down, key]))


def _whole(camera: Camera, scene: Scene) -> bool:
    """Whether a camera sees all of a scene."""
    return camera.width >= scene.width - 1 and camera.height >= scene.height - 1


def _wide(scene: Scene) -> str:
    """As wide as the scene, or as the page has room for, but no taller than the window below the
    page's header.
    """
    share = scene.width / scene.height
    fitting = f"calc(var(--sr-board-height, 90vh) * {share:.4f})"
    return f"min(var(--sr-board-width, {scene.width}px), {fitting})"


class SmallMap(widgets.Box):  # type: ignore[misc]  # ipywidgets is untyped
    """The whole map, small, in a corner of a board that is larger than its window."""

    def __init__(self) -> None:
        self.wanted = False
        self._drawn: object = None
        super().__init__()
        self.add_class("sr-mini")

    def show(self, view: BoardView, theme: Theme, scene: Scene, size: float) -> None:
        """The ground, painted once, and a dot where counters stand."""
        if not self.wanted:
            return
        layout = layout_for(view, size)
        patched = isinstance(board_picture(view.board, layout, theme), Patched)
        if self._drawn != (view.board, theme, scene.width, scene.height) and not (
            patched and self._drawn is not None
        ):
            self._drawn = (view.board, theme, scene.width, scene.height)
            picture = _ground_png(view.board, layout, theme)
            ground = widgets.HTML(f'<img alt="" src="data:image/png;base64,{picture}">')
            self.children = [ground, widgets.HTML()]
            self.layout.max_width = f"{TALLEST * scene.width / scene.height:.0f}px"
        dots = (
            (*layout.centre(hex), army(stack[-1].palette, theme).body)
            for hex, stack in view.counters.items()
            if hex in view.board and stack
        )
        marks = "".join(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{size:.0f}" fill="{colour}"/>'
            for x, y, colour in dots
        )
        box = f"0 0 {scene.width} {scene.height}"
        self.children[1].value = f'<svg viewBox="{box}" aria-hidden="true">{marks}</svg>'


@lru_cache(maxsize=4)
def _ground_png(board: Board, layout: Layout, theme: Theme) -> str:
    """The ground without its letters and lines."""
    from PIL import Image, ImageDraw

    share = MINI / layout.width
    picture = Image.new("RGB", (MINI, math.ceil(layout.height * share)), theme.page)
    pen = ImageDraw.Draw(picture, "RGBA")
    for item in board_picture(board, layout, theme).items:
        if isinstance(item, Polygon | Polygons) and item.fill is not None:
            for ring in item.rings if isinstance(item, Polygons) else (item.points,):
                if len(ring) > 2:
                    pen.polygon([(x * share, y * share) for x, y in ring], item.fill)
    out = io.BytesIO()
    picture.quantize(64).save(out, "PNG", optimize=True)
    return base64.b64encode(out.getvalue()).decode("ascii")


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
