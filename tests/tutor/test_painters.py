"""The two painters: SVG and canvas paint the same items, in the same order, without surprises."""

from __future__ import annotations

import base64
import json
import logging
import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import hexes
from engine.board import Board, BoardPlan
from tests.tutor.test_scene import board, counter, full_view
from tutor.art.brush import Batch, paint
from tutor.art.items import (
    BASELINE,
    Circle,
    Circles,
    Item,
    Polygon,
    Polygons,
    Polyline,
    Polylines,
    Text,
    rgba,
)
from tutor.art.scene import LAYERS, build, layout_for
from tutor.art.svg import svg
from tutor.art.themes import DAY, NIGHT
from tutor.art.views import BoardView, BoxView, Overlay
from tutor.look import framed
from tutor.table.canvas import (
    FIRST,
    MAX_PIXELS,
    WIDGET_VIEW,
    BoardCanvas,
    bundle,
    held,
    scene_png,
    scene_svg,
)
from tutor.table.cell import SORRY, carefully

NAMESPACE = "{http://www.w3.org/2000/svg}"

# A stroke as both painters can be asked for it: what, where, colour, width.
Mark = tuple[str, tuple[tuple[float, float], ...], str, float]


class Tape:
    """A canvas that writes down every single shape it is asked to paint, and refuses numpy."""

    def __init__(self) -> None:
        object.__setattr__(self, "marks", [])
        object.__setattr__(self, "calls", 0)
        object.__setattr__(self, "state", {"dash": []})

    def __setattr__(self, name: str, value: Any) -> None:
        json.dumps(value)  # a numpy scalar would stop ipycanvas in the browser's face
        self.state[name] = value

    def set_line_dash(self, segments: list[float]) -> None:
        json.dumps(segments)
        self.state["dash"] = segments

    def _called(self) -> None:
        object.__setattr__(self, "calls", self.calls + 1)

    def _note(self, kind: str, spots: Any, colour: Any, alpha: float, width: float) -> None:
        red, green, blue = (int(part) for part in colour)
        shade = f"#{red:02x}{green:02x}{blue:02x}@{alpha:.2f}"
        line = tuple((round(float(x), 1), round(float(y), 1)) for x, y in spots)
        self.marks.append((kind, line, shade, round(width, 2)))

    def _polygons(self, kind: str, spots: Any, colours: Any, alphas: Any, counts: Any) -> None:
        self._called()
        assert spots.dtype == np.float32
        assert colours.dtype == np.uint8
        assert sum(counts.tolist()) == len(spots)
        width = 0.0 if kind == "fill" else self.state["line_width"]
        for line, colour, alpha in zip(
            np.split(spots, np.cumsum(counts)[:-1]), colours, alphas, strict=True
        ):
            self._note(kind, line.tolist(), colour, float(alpha), width)

    def fill_styled_polygons(self, spots, colours, alphas, points_per_polygon) -> None:
        self._polygons("fill", spots, colours, alphas, points_per_polygon)

    def stroke_styled_polygons(self, spots, colours, alphas, points_per_polygon) -> None:
        self._polygons("outline", spots, colours, alphas, points_per_polygon)

    def stroke_styled_line_segments(self, spots, colours, alphas, points_per_line_segment) -> None:
        dashed = "dashed" if self.state["dash"] else "line"
        self._polygons(dashed, spots, colours, alphas, points_per_line_segment)

    def _circles(self, kind: str, x: Any, y: Any, r: Any, colours: Any, alphas: Any) -> None:
        self._called()
        width = 0.0 if kind == "disc" else self.state["line_width"]
        for cx, cy, radius, colour, alpha in zip(x, y, r, colours, alphas, strict=True):
            self._note(kind, [(cx, cy), (radius, 0.0)], colour, float(alpha), width)

    def fill_styled_circles(self, x, y, r, colours, alphas) -> None:
        self._circles("disc", x, y, r, colours, alphas)

    def stroke_styled_circles(self, x, y, r, colours, alphas) -> None:
        self._circles("ring", x, y, r, colours, alphas)

    def fill_text(self, text: str, x: float, y: float) -> None:
        json.dumps([text, x, y])
        self.marks.append(("text", ((round(x, 1), round(y, 1)),), text, 0.0))

    def stroke_text(self, text: str, x: float, y: float) -> None:
        json.dumps([text, x, y])
        self.marks.append(("halo", ((round(x, 1), round(y, 1)),), text, 0.0))


def lines_of(data: str) -> list[list[tuple[float, float]]]:
    """The points of SVG path data made of M, relative l, h0 and z."""
    lines: list[list[tuple[float, float]]] = []
    for command, text in re.findall(r"([Mlhz])([^Mlhz]*)", data):
        numbers = [float(part) for part in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        if command == "M":
            lines.append([(numbers[0], numbers[1])])
        elif command == "l":
            x, y = lines[-1][-1]
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                x, y = x + dx, y + dy
                lines[-1].append((x, y))
    return lines


def marks_of(text: str) -> list[Mark]:
    """Every single shape of an SVG, in painting order, written as the tape writes it."""
    marks: list[Mark] = []

    def shade(node: ElementTree.Element, name: str) -> str:
        opacity = float(node.get(f"{name}-opacity", "1"))
        return f"{node.get(name)}@{opacity:.2f}"

    def note(kind: str, spots: Any, colour: str, width: float = 0.0) -> None:
        line = tuple((round(x, 1), round(y, 1)) for x, y in spots)
        marks.append((kind, line, colour, round(width, 2)))

    for group in ElementTree.fromstring(text).iter(f"{NAMESPACE}g"):
        for node in group:
            kind = node.tag.removeprefix(NAMESPACE)
            width = float(node.get("stroke-width", "0"))
            filled, stroked = node.get("fill") != "none", node.get("stroke") is not None
            if kind == "text":
                spot = ((float(node.get("x", "")), float(node.get("y", ""))),)
                if stroked:
                    assert node.get("paint-order") == "stroke"
                    note("halo", spot, node.text or "")
                note("text", spot, node.text or "")
            elif kind == "circle":
                x, y, r = (float(node.get(name, "")) for name in ("cx", "cy", "r"))
                if filled:
                    note("disc", ((x, y), (r, 0.0)), shade(node, "fill"))
                if stroked:
                    note("ring", ((x, y), (r, 0.0)), shade(node, "stroke"), width)
            else:
                data = node.get("d", "")
                dots = "h0" in data
                for line in lines_of(data):
                    if dots:
                        note("disc", (line[0], (width / 2, 0.0)), shade(node, "stroke"))
                        continue
                    if filled:
                        note("fill", line, shade(node, "fill"))
                    if stroked:
                        dashed = "dashed" if node.get("stroke-dasharray") else "line"
                        style = "outline" if data.endswith("z") else dashed
                        note(style, line, shade(node, "stroke"), width)
    return marks


def same(first: Mark, second: Mark) -> bool:
    """Equal but for the rounding of a single to a double."""
    return (
        first[0] == second[0]
        and first[2] == second[2]
        and abs(first[3] - second[3]) < 0.011
        and len(first[1]) == len(second[1])
        and all(math.dist(a, b) < 0.16 for a, b in zip(first[1], second[1], strict=True))
    )


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
def test_both_painters_paint_the_same_shapes_in_the_same_order(theme) -> None:
    scene = build(full_view(), theme)
    tape = Tape()
    for name in LAYERS:
        paint(tape, scene.layers[name])
    drawn = marks_of(scene_svg(scene))
    assert len(drawn) == len(tape.marks) > 3000
    for number, (one, other) in enumerate(zip(drawn, tape.marks, strict=True)):
        assert same(one, other), number


spots = st.tuples(st.integers(0, 900), st.integers(0, 900)).map(lambda p: (p[0] / 10, p[1] / 10))
line = st.lists(spots, min_size=3, max_size=5).map(tuple)
tints = st.sampled_from(["#123456", "#abcdef80", "#ff0000"])
widths = st.sampled_from([0.5, 1.0, 2.25])
dashes = st.sampled_from([None, (2.0, 1.0)])
some_items: st.SearchStrategy[Item] = st.one_of(
    st.builds(Polygon, line, tints),
    st.builds(Polygon, line, tints, tints, widths),
    st.builds(Polygon, line, st.none(), tints, widths),
    st.builds(Polyline, line, tints, widths, dashes, st.sampled_from(["round", "butt"])),
    st.builds(Circle, st.just(5.5), st.just(6.5), widths, tints, tints, widths),
    st.builds(Text, st.just(5.0), st.just(9.0), st.text("abc<&>\"'", min_size=1), widths, tints),
    st.builds(
        Text, st.just(5.0), st.just(9.0), st.just("x"), widths, tints, st.just("end"),
        st.just("bold"), tints,
    ),
    st.builds(Polygons, st.lists(line, min_size=1, max_size=3).map(tuple), tints),
    st.builds(Polylines, st.lists(line, min_size=1, max_size=3).map(tuple), tints, widths, dashes),
    st.builds(Circles, line, widths, tints),
)  # fmt: skip


@given(st.lists(some_items, max_size=12))
def test_any_items_keep_their_order_in_both_painters(items: list[Item]) -> None:
    tape = Tape()
    paint(tape, items)
    drawn = marks_of(svg(90, 90, [("all", items)]))
    assert len(drawn) == len(tape.marks)
    assert all(same(one, other) for one, other in zip(drawn, tape.marks, strict=True))


def test_like_items_go_out_together() -> None:
    items = [Polygon(((0, 0), (1, 0), (0, 1)), tint) for tint in ("#000000", "#ff0000", "#00ff00")]
    items += [Polygons((((0, 0), (1, 0), (0, 1)),) * 5, "#123456")]
    tape, record = Tape(), list[Batch]()
    paint(tape, items, record)
    assert tape.calls == 1
    assert record == [Batch("polygons", 8, (0.0, 0.0, 1.0, 1.0))]


def test_a_whole_board_needs_few_batches() -> None:
    view = BoardView(board(), {label: (counter(n),) for n, label in enumerate(board().hexes)})
    scene = build(view)
    tape = Tape()
    paint(tape, scene.layers["counters"])
    assert tape.calls < 30
    terrain, record = Tape(), list[Batch]()
    paint(terrain, scene.layers["terrain"], record)
    assert len(record) < 200
    assert sum(batch.count for batch in record) > 1000


def test_letters_stand_on_the_same_line_in_both_painters() -> None:
    item = Text(10, 20, "X", 10, "#000000")
    tape = Tape()
    paint(tape, [item])
    assert tape.marks == [("text", ((10.0, 20 + 10 * BASELINE),), "X", 0.0)]
    assert 'y="23.6"' in svg(40, 40, [("all", [item])])


def test_colours_are_read_with_and_without_opacity() -> None:
    assert rgba("#ff8000") == (255, 128, 0, 1.0)
    assert rgba("#ff800080") == (255, 128, 0, 0.502)


# -- SVG -----------------------------------------------------------------------------------------


def test_an_svg_is_complete_in_itself() -> None:
    view = full_view()
    text = scene_svg(build(view))
    root = ElementTree.fromstring(text)
    scene = build(view)
    assert root.get("viewBox") == f"0 0 {scene.width} {scene.height}"
    assert root.findtext(f"{NAMESPACE}title") == "Test ground"
    assert root.findtext(f"{NAMESPACE}desc") == "Words for the blind."
    assert [group.get("class") for group in root.iter(f"{NAMESPACE}g")] == [
        f"staffride-{name}" for name in LAYERS
    ]
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_an_svg_is_the_same_every_time() -> None:
    assert scene_svg(build(full_view())) == scene_svg(build(full_view()))
    assert not re.search(r"\d\.\d{3}|e-\d|nan|inf", scene_svg(build(full_view())))


@given(st.text(max_size=40))
def test_any_words_make_good_xml(text: str) -> None:
    item = Text(1, 1, text or "x", 3, "#000000")
    root = ElementTree.fromstring(svg(9, 9, [("all", [item])], text, text))
    assert root.findtext(f"{NAMESPACE}title") is not None


def test_a_picture_comes_out_as_png() -> None:
    picture = scene_png(build(BoardView(board()), DAY, 16))
    assert picture.startswith(b"\x89PNG")


def test_a_bundle_serves_pages_with_and_without_a_kernel() -> None:
    view = BoardView(board(), text="A quiet front.")
    data = bundle(view, size=16)
    assert data["text/plain"] == "A quiet front."
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert WIDGET_VIEW not in data
    live = BoardCanvas(view, size=16)
    data = bundle(view, size=16, widget=live)
    assert data[WIDGET_VIEW]["model_id"] == framed(live).model_id
    assert bundle(view, size=16) == bundle(view, size=16)


# -- the widget ----------------------------------------------------------------------------------


class Wire:
    """What the canvas manager would have sent to the browser."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import ipycanvas.canvas

        self.manager = ipycanvas.canvas._CANVAS_MANAGER
        self.sent: list[int] = []
        monkeypatch.setattr(self.manager, "_send_custom", self._send)

    def _send(self, command: list[Any], buffers: object = ()) -> None:
        json.dumps(command)
        self.sent.append(len(command))

    def took(self) -> list[int]:
        """The sizes of the messages since the last look."""
        sent, self.sent = self.sent, []
        return sent


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return Wire(monkeypatch)


def event(widget: BoardCanvas, kind: str, **content: object) -> None:
    widget.canvas[-1]._handle_frontend_event(None, {"event": kind, **content}, [])


def click(widget: BoardCanvas, spot: tuple[float, float], kind: str = "mouse_down") -> None:
    scale = widget.canvas.width / widget.scene.width
    event(widget, kind, x=spot[0] * scale, y=spot[1] * scale)


def test_a_board_waits_for_its_page_and_is_then_one_message(wire) -> None:
    widget = BoardCanvas(full_view())
    widget.show(replace(full_view(), cursor="0505"))
    assert wire.took() == []
    event(widget, "client_ready")
    assert len(wire.took()) == 1
    assert set(widget.batches) == set(LAYERS)


def test_only_the_layers_that_changed_are_painted_again(wire) -> None:
    view = BoardView(board(), {"0404": (counter(),)})
    widget = BoardCanvas(view)
    event(widget, "client_ready")
    for changed, layers in (
        (replace(view, cursor="0303"), {"cursor"}),
        (replace(view, cursor="0303", overlays=(Overlay("reach", {"0302": "2"}),)), {"overlay"}),
        (replace(view, counters={}), {"overlay", "counters", "cursor"}),
        (replace(view, counters={}), set()),
    ):
        wire.took()
        widget.batches.clear()
        widget.show(changed)
        assert set(widget.batches) == layers
        assert len(wire.took()) == (1 if layers else 0)


def test_a_board_that_grows_is_painted_whole_at_its_new_size(wire) -> None:
    view = BoardView(board())
    widget = BoardCanvas(view)
    event(widget, "client_ready")
    widget.batches.clear()
    width = widget.canvas.width
    widget.show(replace(view, boxes=(BoxView("east", "East"),)))
    assert widget.canvas.width > width
    assert widget.canvas[0].width == widget.canvas.width
    assert set(widget.batches) == set(LAYERS)


def strip(columns: int, rows: int) -> Board:
    """A board of clear hexes."""
    plan = BoardPlan("Strip")
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            cell = hexes.cell_at(column, row)
            plan.cells[hexes.format_label(cell)] = cell
            plan.terrain[hexes.format_label(cell)] = "clear"
    return Board(plan)


def looks(widget: BoardCanvas, told: str) -> None:
    """The page says what it shows of a board."""
    event(widget, "key_down", key=f"look-{told}", shift_key=False, ctrl_key=False, meta_key=False)


@pytest.mark.parametrize("columns", [3, 20, 60])
def test_a_board_nobody_has_looked_at_has_pixels_enough_and_no_more(columns: int) -> None:
    widget = BoardCanvas(BoardView(strip(columns, 8)))
    area = widget.scene.width * widget.scene.height
    painted = widget.canvas.width * widget.canvas.height
    assert painted == pytest.approx(min(area, FIRST), rel=0.01)


def test_a_board_has_the_pixels_of_the_page_that_shows_it(wire) -> None:
    widget = BoardCanvas(BoardView(strip(20, 8)))
    event(widget, "client_ready")
    looks(widget, "100 50 400 300 0.5 2")
    assert (widget.canvas.width, widget.canvas.height) == (400, 300)
    assert 'data-tile="100 50 400 300 0.5"' in widget.words.value
    x, y = layout_for(widget.view).centre("0504")
    heard: list[object] = []
    widget.on_hex = lambda *hit: heard.append(hit)
    event(widget, "mouse_down", x=x - 100, y=y - 50)
    assert heard == [("0504", None)]


@pytest.mark.parametrize(
    "told",
    [
        "",
        "1 2 3",
        "0 0 400 300 0.5 x",
        "0 0 nan 300 0.5 2",
        "0 0 inf 300 0.5 2",
        "0 0 -400 300 0.5 2",
        "0 0 400 300 0 2",
        f"0 0 {MAX_PIXELS} 300 1 1",
        "0 0 400 300 1e-9 1",
    ],
)
def test_a_look_that_cannot_be_is_not_heard(wire, told: str) -> None:
    widget = BoardCanvas(BoardView(strip(5, 5)))
    before = widget.canvas.width, widget.words.value
    looks(widget, told)
    assert (widget.canvas.width, widget.words.value) == before


def test_a_board_tells_its_page_where_the_cursor_and_the_units_are(wire) -> None:
    widget = BoardCanvas(BoardView(strip(5, 30)))
    assert "data-at" not in widget.words.value
    widget.show(replace(widget.view, cursor="0315", within_reach=("0101", "0203")))
    numbers = {
        name: [float(part) for part in told.split()]
        for name, told in re.findall(r'data-(\w+)="([^"]*)"', widget.words.value)
    }
    layout = layout_for(widget.view)
    assert numbers["scene"][:2] == [widget.scene.width, widget.scene.height]
    assert numbers["at"] == pytest.approx(layout.centre("0315"), abs=0.01)
    spots = [*layout.centre("0101"), *layout.centre("0203")]
    assert numbers["grab"] == pytest.approx(spots, abs=0.01)


def test_the_small_map_is_made_once_a_part_is_looked_at(wire) -> None:
    view = BoardView(strip(20, 8), {"0504": (counter(1),)})
    widget = BoardCanvas(view)
    event(widget, "client_ready")
    looks(widget, f"0 0 {widget.scene.width} {widget.scene.height} 0.5 1")
    assert widget.mini.children == ()
    looks(widget, "0 0 200 200 2 1")
    ground, units = widget.mini.children
    assert "data:image/png" in ground.value
    assert units.value.count("<circle") == 1
    widget.show(replace(view, counters={}))
    assert widget.mini.children[0] is ground
    assert "<circle" not in widget.mini.children[1].value


def test_a_change_of_theme_repaints_the_map(wire) -> None:
    widget = BoardCanvas(BoardView(board()))
    event(widget, "client_ready")
    widget.batches.clear()
    widget.show(BoardView(board()), theme=NIGHT)
    assert "terrain" in widget.batches


def test_clicks_and_keys_reach_the_callbacks(wire) -> None:
    heard: list[object] = []
    view = BoardView(board(), {"0404": (counter(1), counter(2))}, (BoxView("east", "East"),))
    widget = BoardCanvas(view, on_hex=lambda *hit: heard.append(hit), on_key=heard.append)
    layout = layout_for(view)
    click(widget, layout.centre("0202"))
    click(widget, layout.stack("0404", 2)[-1])
    frame = layout.box(0)
    click(widget, (frame.x + 5, frame.y + 5))
    click(widget, (1, 1))
    for key, shift, ctrl in (("a", False, False), ("A", True, False), ("Tab", True, False),
                             ("z", False, True), ("Shift", True, False)):  # fmt: skip
        event(widget, "key_down", key=key, shift_key=shift, ctrl_key=ctrl, meta_key=False)
    assert heard == [("0202", None), ("0404", "u2"), ("east", None), "a", "A", "Shift+Tab",
                     "Ctrl+z"]  # fmt: skip


def test_hovering_is_told_once_and_fans_a_stack(wire) -> None:
    heard: list[object] = []
    view = BoardView(board(), {"0504": (counter(1), counter(2), counter(3))})
    widget = BoardCanvas(view, on_hover=lambda *hit: heard.append(hit))
    event(widget, "client_ready")
    layout = layout_for(view)
    top = layout.stack("0504", 3)[-1]
    for _ in range(3):
        click(widget, top, "mouse_move")
    assert heard == [("0504", "u3")]
    first = layout.fan("0504", 3)[1][0]
    click(widget, first, "mouse_move")
    assert heard[-1] == ("0504", "u1")
    assert len(widget.scene.layers["cursor"]) > 10
    widget.show(view)
    assert len(widget.scene.layers["cursor"]) > 10
    event(widget, "mouse_out", x=0, y=0)
    assert heard[-1] == (None, None)
    assert widget.scene.layers["cursor"] == ()


def test_hovering_opens_a_box_too_full_to_read(wire) -> None:
    view = BoardView(board(), boxes=(BoxView("east", "East", tuple(map(counter, range(60)))),))
    widget = BoardCanvas(view)
    event(widget, "client_ready")
    layout = layout_for(view)
    click(widget, layout.box_middles(0, 60)[-1], "mouse_move")
    assert len(widget.scene.layers["cursor"]) > 60
    event(widget, "mouse_out", x=0, y=0)
    assert widget.scene.layers["cursor"] == ()


def test_a_box_that_fills_up_leaves_the_map_as_it_is(wire) -> None:
    held = tuple(map(counter, range(9)))
    widget = BoardCanvas(BoardView(board(), boxes=(BoxView("east", "East", held[:2]),)))
    event(widget, "client_ready")
    widget.batches.clear()
    widget.show(BoardView(board(), boxes=(BoxView("east", "East", held),)))
    assert set(widget.batches) == {"overlay", "counters"}


def test_an_error_in_a_callback_is_told_and_written_down(wire, caplog) -> None:
    told: list[str] = []

    def broken(place: str, unit: str | None) -> None:
        raise RuntimeError("the bridge is out")

    widget = BoardCanvas(
        BoardView(board()), on_hex=broken, guard=lambda handler: carefully(handler, told.append)
    )
    with caplog.at_level(logging.ERROR, "staffride"):
        click(widget, layout_for(widget.view).centre("0404"))
    assert told == [SORRY]
    assert "the bridge is out" in caplog.text


def _paint_and_fail(widget: BoardCanvas) -> None:
    with held():
        widget.canvas[0].fill_rect(0, 0, 5, 5)
        raise ZeroDivisionError


def test_a_failed_painting_leaves_the_canvas_usable(wire, monkeypatch) -> None:
    widget = BoardCanvas(BoardView(board()))
    event(widget, "client_ready")
    wire.took()
    with pytest.raises(ZeroDivisionError):
        _paint_and_fail(widget)
    assert wire.took() == []
    with held(), held():
        widget.canvas[0].fill_rect(0, 0, 5, 5)
    assert len(wire.took()) == 1
    assert not wire.manager._caching


def test_the_words_stand_beside_the_canvas_for_screen_readers() -> None:
    widget = BoardCanvas(BoardView(board(), text="Two <armies> & a river"))
    assert "Two &lt;armies&gt; &amp; a river" in widget.words.value
    assert {"staffride-board-text", "sr-visually-hidden"} <= set(widget.words._dom_classes)
    assert "staffride-board" in widget.canvas._dom_classes
    assert "staffride-board-frame" in widget._dom_classes
    widget.show(BoardView(board(), text="Later"))
    assert "Later" in widget.words.value


def test_a_huge_board_stays_within_what_browsers_can_draw() -> None:
    widget = BoardCanvas(BoardView(board()), size=400)
    assert widget.canvas.width * widget.canvas.height <= 16_000_000
    heard: list[object] = []
    widget.on_hex = lambda *hit: heard.append(hit)
    x, y = layout_for(widget.view, 400).centre("0706")
    share = widget.canvas.width / widget.scene.width
    event(widget, "mouse_down", x=x * share, y=y * share)
    assert heard == [("0706", None)]


def test_a_picture_is_the_same_whatever_order_sets_have() -> None:
    """Python orders sets of words differently in each process, unless it is told how."""
    code = "from tests.tutor.test_painters import *; print(scene_svg(build(full_view())))"
    drawn = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(drawn) == 1
