"""Where a board was drawn on, only what has changed is painted anew; it looks like the whole."""

from __future__ import annotations

import io

from PIL import Image, ImageChops
from resvg_py import svg_to_bytes

from engine.board import Board
from engine.drawing import Bank, Drawing, Name, Paint, Way
from engine.workbench import Draw, Workbench
from tutor.art.boardart import board_picture, drawn_from
from tutor.art.camera import Patched
from tutor.art.items import Clipped
from tutor.art.scene import layout_for
from tutor.art.svg import svg
from tutor.art.themes import DAY
from tutor.art.views import BoardView, Camera
from tutor.pages.workbench import Bench

STROKES: tuple[Drawing, ...] = (
    Paint(("0503", "0504", "1510"), "swamp"),
    Bank((("1512", 0), ("1512", 1)), "minor-river"),
    Way(("1009", "1109", "1209", "1308"), "road"),
    Way(("1005", "1006"), "road", False),
    Name("1610", "Newtown by the wood", "town"),
)
FIRST_SPAN = "holland44/first-span"
SEEN = 40
"""A pixel that is so much lighter or darker looks otherwise."""


def painted(board: Board) -> Image.Image:
    """The ground of a board as a picture."""
    layout = layout_for(BoardView(board), 30.0)
    items = board_picture(board, layout, DAY).items
    text = svg(layout.width, layout.height, [("terrain", items)])
    return Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=text)))).convert("L")


def test_what_was_drawn_looks_like_the_whole_painted_anew() -> None:
    bench = Workbench(FIRST_SPAN)
    painted(bench.rules.scenario.board)
    for stroke in STROKES:
        before = bench.rules.scenario.board
        bench.draw(stroke)
        drawn_from(bench.rules.scenario.board, before)
        patched = painted(bench.rules.scenario.board)
    board = bench.rules.scenario.board
    layout = layout_for(BoardView(board), 30.0)
    assert isinstance(board_picture(board, layout, DAY), Patched)
    anew = Workbench(FIRST_SPAN)
    anew.draw(*STROKES)
    counts = ImageChops.difference(patched, painted(anew.rules.scenario.board)).histogram()
    # crowns of trees beside it may be larger or smaller
    assert sum(counts[SEEN:]) < 0.001 * sum(counts)


def test_a_patch_is_sent_to_the_page_alone_and_letters_in_it_are_read() -> None:
    bench = Bench(Workbench(FIRST_SPAN), lambda _: None)
    bench.board._on_ready()
    whole = len(bench.board.batches["terrain"])
    for hex in ("1610", "1608"):
        bench.do(Draw((Name(hex, "Newtown by the wood", "town"),)))
        sent = bench.board.batches["terrain"][whole:]
        assert 0 < len(sent) < whole
        whole += len(sent)
    bench.board.look(Camera(0.0, 0.0, 400.0, 300.0, 0.5), 1.0)
    patches = [one for one in bench.board.scene.layers["terrain"] if isinstance(one, Clipped)]
    assert len(patches) == 2
