"""The board's picture as data: geometry, hit testing, and signs that do not rest on colour."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue, hexes
from engine.board import Board, BoardPlan, Place
from engine.boardfile import read_plan
from engine.files import parsed
from tutor.art import lines
from tutor.art.badges import badges
from tutor.art.items import (
    HALO,
    Circle,
    Circles,
    Item,
    Point,
    Polygon,
    Polygons,
    Polyline,
    Polylines,
    Text,
    text_width,
)
from tutor.art.layout import Hit, Layout
from tutor.art.mesh import Mesh
from tutor.art.overlays import KINDS as OVERLAY_KINDS
from tutor.art.scene import LAYERS, SIZE, build, layout_for
from tutor.art.sheet import rim
from tutor.art.sidebar import levelled
from tutor.art.symbols import SYMBOLS
from tutor.art.themes import DAY, NIGHT, Theme, army, known_terrain
from tutor.art.views import BoardView, BoxView, CounterView, MarkerView, Overlay
from tutor.desk import Desk

Bounds = tuple[float, float, float, float]

TERRAINS = [
    "clear",
    "light-woods",
    "dense-woods",
    "woods",
    "swamp",
    "lake",
    "sea",
    "water",
    "large-city",
    "city",
    "mountain",
    "hills",
    "alpine",
    "polder",
    "wheat",
    "prohibited",
]
SIDES = [
    "minor-river",
    "major-river",
    "stream",
    "canal",
    "start-line",
    "border",
    "scenario-edge",
    "ferry",
    "cliff",
]
PLACES = ["village", "town", "city", "large-city", "fort", "airfield", "oil", "source"]
MARKERS = [
    "control",
    "fortress",
    "stand-fast",
    "goal",
    "source",
    "pontoon",
    "destroyed",
    "whatever",
]
STATES = [
    "active",
    "moved",
    "spent",
    "disrupted",
    "out-of-supply",
    "selected",
    "ghost",
    "isolated",
    "fought",
    "dug-in",
    "pinned",
    "suppressed",
    "fresh",
    "eliminated",
    "never-heard-of",
]


def plan(columns: int = 8, rows: int = 7) -> BoardPlan:
    """A small map with something of everything, and two things nobody ever described."""
    result = BoardPlan("Test ground")
    kinds = [*TERRAINS, "salt-steppe"]
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            cell = hexes.cell_at(column, row)
            label = hexes.format_label(cell)
            result.cells[label] = cell
            result.terrain[label] = kinds[(column * 3 + row * 5) % len(kinds)]
    labels = list(result.cells)
    for number, kind in enumerate([*SIDES, "never-heard-of"]):
        result.sides += [(labels[number * 3], d, kind) for d in (2, 3)]
    for number, kind in enumerate(("road", "highway", "track", "rail", "never-heard-of")):
        for row in range(1, rows):
            column = number + 1
            result.links.append((f"{column:02d}{row:02d}", f"{column:02d}{row + 1:02d}", kind))
    for number, kind in enumerate([*PLACES, "never-heard-of"]):
        name = "A name that is much too long for the edge of a map" if not number else kind.title()
        result.places.append(Place(labels[number * 5], name, kind))
    result.tags = {"soviet-source": ["0101"], "axis-source": ["0807"], "nowhere": ["0203"]}
    return result


@cache
def board() -> Board:
    return Board(plan())


def counter(number: int = 1, **changes: object) -> CounterView:
    base = CounterView(
        id=f"u{number}",
        side="axis",
        palette="german",
        symbol="infantry",
        size="XX",
        name=f"{100 + number}",
        numbers=("6-4", "8"),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def full_view() -> BoardView:
    """A view with every kind of thing on it."""
    symbols = iter([*SYMBOLS, "marker", "no-such-thing", ""] * 2)
    palettes = ("german", "soviet", "romanian", "british", "us", "polish", "martian")
    stacks: dict[str, tuple[CounterView, ...]] = {}
    for number, label in enumerate(board().hexes[:30]):
        stacks[label] = tuple(
            counter(
                number * 10 + i,
                symbol=next(symbols, "armor"),
                palette=palettes[(number + i) % len(palettes)],
                reduced=number % 3 == 0,
                states=frozenset({STATES[(number + i) % len(STATES)]}),
                steps=number % 4 or None,
                facing=number % 6 if number % 5 == 0 else None,
            )
            for i in range(1 + number % 3)
        )
    overlays = [overlay(kind) for kind in (*OVERLAY_KINDS, "never-heard-of")]
    markers = tuple(
        MarkerView(board().hexes[number * 2], kind, "2" * (number % 3), "soviet")
        for number, kind in enumerate(MARKERS)
    )
    boxes = (
        BoxView("east", "Eastern entry", tuple(counter(900 + i) for i in range(14))),
        BoxView("pool", "Replacements"),
    )
    return BoardView(
        board(), stacks, boxes, markers, tuple(overlays), "0404", "0301", "Words for the blind."
    )


def overlay(kind: str, palette: str = "german") -> Overlay:
    """An overlay of a kind, with all that any kind draws."""
    area = {"0402": "3", "0403": "5", "0502": ""}
    return Overlay(kind, area, ("0402", "0403", "0404"), (("0402", 1),), palette, "")


def build_layer(
    name: str, view: BoardView, theme: Theme = DAY, size: float = SIZE
) -> tuple[Item, ...]:
    """One layer of a picture."""
    return build(view, theme, size).layers[name]


def bounds(item: Item) -> Bounds:
    """The box an item covers, the width of its stroke included."""
    if isinstance(item, Text):
        width = text_width(item.text, item.size, item.weight == "bold")
        left = {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * width
        half = item.size * (0.5 + (HALO / 2 if item.halo else 0.0))
        return item.x - left, item.y - half, item.x - left + width, item.y + half
    if isinstance(item, Circle):
        return _grown(((item.x, item.y),), item.r + (item.width / 2 if item.stroke else 0.0))
    if isinstance(item, Circles):
        return _grown(item.centres, item.r)
    if isinstance(item, Polygon):
        return _grown(item.points, item.width / 2 if item.stroke else 0.0)
    if isinstance(item, Polyline):
        return _grown(item.points, item.width / 2)
    if isinstance(item, Polygons):
        return _grown((point for ring in item.rings for point in ring), 0.0)
    return _grown((point for line in item.lines for point in line), item.width / 2)


def _grown(points: Iterable[Point], by: float) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


# -- geometry ------------------------------------------------------------------------------------

labels = st.sampled_from(board().hexes)
sizes = st.floats(8, 80)


@given(labels, sizes)
def test_a_hex_is_found_at_its_middle(label: str, size: float) -> None:
    layout = Layout(board(), size)
    assert layout.hex_at(*layout.centre(label)) == label


@given(labels, sizes, st.floats(0, 2 * math.pi), st.floats(0, 0.84))
def test_a_hex_is_found_anywhere_inside_it(
    label: str, size: float, angle: float, share: float
) -> None:
    layout = Layout(board(), size)
    x, y = layout.centre(label)
    spot = (x + math.cos(angle) * size * share, y + math.sin(angle) * size * share)
    assert layout.hex_at(*spot) == label


TURNED = Board(
    read_plan(
        parsed(
            """
title = "Turned"
labels = "RRCC"
rows = ["16 . . . . .", "15 . . . . .", "14 . . . . .", "13 . . . . ."]
terrain = { "." = "clear" }
sides = { river = ["1403 NW NE"] }
""",
            "turned.toml",
        )
    )
)


@given(st.sampled_from(TURNED.hexes), sizes, st.floats(0, 2 * math.pi), st.floats(0, 0.84))
def test_a_hex_of_a_turned_map_is_found_anywhere_inside_it(
    label: str, size: float, angle: float, share: float
) -> None:
    layout = Layout(TURNED, size)
    x, y = layout.centre(label)
    spot = (x + math.cos(angle) * size * share, y + math.sin(angle) * size * share)
    assert layout.hex_at(*spot) == label
    assert 0 < x < layout.map_width
    assert 0 < y < layout.map_height


def test_on_a_turned_map_rows_lie_northwards_and_hexes_have_their_points_there() -> None:
    layout = Layout(TURNED, 40)
    (x, y), (east, level), (_, above) = map(layout.centre, ("1402", "1403", "1502"))
    assert (east - x, level) == (pytest.approx(40 * math.sqrt(3)), y)
    assert above < y
    assert min(corner[1] for corner in layout.corners("1402")) == pytest.approx(y - 40)
    assert TURNED.towards("1402", 1, 0) == "1403"
    assert TURNED.towards("1402", 0, -1) == "1502"
    assert TURNED.adjacent("1402", "1502")
    assert TURNED.adjacent("1303", "1404")
    # the river is the north side of 1403
    assert TURNED.side("1403", "1503") == TURNED.side("1403", "1502") == {"river"}
    assert TURNED.side("1403", "1304") == frozenset()
    for side in range(6):
        (ax, ay), (bx, by) = layout.side_ends("1403", side)
        cx, cy = layout.centre("1403")
        way = math.atan2((ay + by) / 2 - cy, (ax + bx) / 2 - cx)
        assert math.cos(way - layout.outward(side)) == pytest.approx(1)


@given(labels, st.integers(0, 5), sizes)
def test_neighbours_share_a_side_exactly(label: str, direction: int, size: float) -> None:
    layout = Layout(board(), size)
    other = board().label_of(hexes.step(board().cell(label), direction))
    if other is None:
        return
    start, end = layout.side_ends(label, direction)
    assert layout.side_ends(other, hexes.opposite(direction)) == (end, start)
    assert {start, end} == set(layout.corners(label)) & set(layout.corners(other))


def test_odd_columns_stand_half_a_hex_lower() -> None:
    layout = Layout(board())
    half = math.sqrt(3) * layout.size / 2
    assert layout.centre("0102")[1] - layout.centre("0202")[1] == pytest.approx(half, abs=0.01)
    assert layout.centre("0302")[1] == layout.centre("0102")[1]


def test_north_is_up_and_the_sides_run_clockwise() -> None:
    layout = Layout(board())
    x, y = layout.centre("0404")
    for direction in range(6):
        (ax, ay), (bx, by) = layout.side_ends("0404", direction)
        assert (ax - x) * (by - y) - (ay - y) * (bx - x) > 0
    (_, top), (_, also) = layout.side_ends("0404", 0)
    assert top == also < y


def test_off_the_map_there_is_no_hex() -> None:
    layout = Layout(board())
    assert layout.hex_at(-5, -5) is None
    assert layout.hex_at(layout.width + 1, 10) is None


def test_a_map_that_does_not_begin_at_one_starts_in_the_corner() -> None:
    far = BoardPlan("Far")
    for column in (41, 42):
        far.cells[f"{column}30"] = hexes.cell_at(column, 30)
        far.terrain[f"{column}30"] = "clear"
    layout = Layout(Board(far), 30)
    assert layout.width < 150
    assert layout.hex_at(*layout.centre("4130")) == "4130"


@given(st.permutations(board().hexes[:12]))
def test_the_rim_of_an_area_begins_where_it_always_does(labels: list[str]) -> None:
    layout = Layout(board())
    assert rim(layout, labels) == rim(layout, board().hexes[:12])


def test_an_area_has_one_closed_rim() -> None:
    layout = Layout(board())
    (line,) = rim(layout, ["0404", "0405", "0504"])
    assert line[0] == line[-1]
    assert len(line) == 13  # twelve outer sides


def test_neighbours_draw_their_common_side_alike_and_the_edge_of_the_map_is_straight() -> None:
    layout = Layout(board())
    mesh = Mesh(board(), layout)
    for slot, other in enumerate(board().neighbour_at):
        number, direction = divmod(slot, 6)
        line = [*mesh.sides[number, direction].tolist(),
                mesh.drawn[number, (direction + 1) % 6].tolist()]  # fmt: skip
        if other >= 0:
            back = hexes.opposite(direction)
            twin = [*mesh.sides[other, back].tolist(), mesh.drawn[other, (back + 1) % 6].tolist()]
            assert line == pytest.approx(np.array(twin[::-1]))
        else:
            (ax, ay), (bx, by) = layout.side_ends(board().hexes[number], direction)
            for x, y in line:
                assert abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 1
        strays = math.dist(line[0], layout.corners(board().hexes[number])[direction])
        assert strays <= 0.08 * layout.size


# -- what is under the pointer ---------------------------------------------------------------------


def test_the_top_counter_of_a_stack_is_the_one_under_the_pointer() -> None:
    view = BoardView(board(), {"0404": (counter(1), counter(2), counter(3))})
    layout = layout_for(view)
    assert layout.hit(view, *layout.stack("0404", 3)[-1]).unit == "u3"
    left, bottom = layout.stack("0404", 3)[0]
    corner = (left - layout.counter * 0.48, bottom + layout.counter * 0.48)
    assert layout.hit(view, *corner).unit == "u1"


def test_stacks_are_offset_up_and_to_the_right() -> None:
    spots = Layout(board()).stack("0404", 4)
    assert [x for x, _ in spots] == sorted(x for x, _ in spots)
    assert [y for _, y in spots] == sorted((y for _, y in spots), reverse=True)


@given(st.integers(2, 14), labels, st.sampled_from([20.0, 34.0]))
def test_a_fanned_stack_shows_every_counter(count: int, label: str, size: float) -> None:
    stack = tuple(counter(number) for number in range(count))
    view = BoardView(board(), {label: stack}, fanned=label)
    layout = layout_for(view, size)
    panel, middles = layout.fan(label, count)
    found = [layout.hit(view, x, y) for x, y in middles]
    assert found == [Hit(label, unit.id) for unit in stack]
    for (ax, ay), (bx, by) in pairwise(middles):
        assert max(abs(ax - bx), abs(ay - by)) >= layout.counter
    assert panel.x >= 0
    assert panel.y >= 0
    assert panel.x + panel.width <= max(layout.width, panel.width + 2)


def test_a_stack_keeps_its_top_counter_in_place_when_it_fans_out() -> None:
    layout = Layout(board())
    assert layout.fan("0504", 3)[1][-1] == pytest.approx(layout.stack("0504", 3)[-1])


def test_a_fan_lies_over_its_neighbours_and_a_lone_counter_has_none() -> None:
    view = BoardView(board(), {"0404": (counter(1), counter(2)), "0303": (counter(3),)})
    fanned = replace(view, fanned="0404")
    layout = layout_for(view)
    panel, _ = layout.fan("0404", 2)
    spot = (panel.x + 3, panel.y + 3)
    assert layout.hit(view, *spot).place != "0404"
    assert layout.hit(fanned, *spot).place == "0404"
    assert build_layer("cursor", replace(view, fanned="0303")) == ()
    assert build_layer("cursor", fanned) != ()


def test_boxes_beside_the_map_are_hit_by_their_ids() -> None:
    view = full_view()
    layout = layout_for(view)
    for number, box in enumerate(view.boxes):
        frame = layout.box(number)
        title = (frame.x + frame.width / 2, frame.y + 4)
        assert layout.hit(view, *title) == Hit(box.id, None)
        middles = layout.box_middles(number, len(box.counters))
        assert all(layout.hit(view, *spot).place == box.id for spot in middles)
        if box.counters:
            assert layout.hit(view, *middles[-1]).unit == box.counters[-1].id


@pytest.mark.parametrize("count", [1, 5, 12, 40])
def test_a_box_holds_any_number_of_counters(count) -> None:
    layout = Layout(board(), boxes=("a", "b"))
    frame, half = layout.box(0), layout.counter / 2
    for x, y in layout.box_middles(0, count):
        assert frame.holds(x - half, y - half)
        assert frame.holds(x + half, y + half)


def boxed(*counts: int) -> BoardView:
    """A map with boxes beside it, and so many counters in each."""
    boxes = tuple(
        BoxView(f"box-{number}", "Box", tuple(counter(n) for n in range(count)))
        for number, count in enumerate(counts)
    )
    return BoardView(board(), boxes=boxes)


def apart(spots: Iterable[tuple[float, float]], side: float) -> bool:
    """Whether counters of a size about these middles do not overlap."""
    return all(
        max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= side - 0.1
        for a, b in combinations(tuple(spots), 2)
    )


@pytest.mark.parametrize("counts", [(1,), (9, 0, 2), (12, 1), (0, 0, 0, 0)])
def test_boxes_are_as_high_as_their_counters_need(counts: tuple[int, ...]) -> None:
    view = boxed(*counts)
    layout = layout_for(view)
    for number, count in enumerate(counts):
        assert not layout.crowded(number, count)
        assert not layout.fans(f"box-{number}", count)
        assert apart(layout.box_middles(number, count), layout.counter)
    for above, below in pairwise(layout.box(number) for number in range(len(counts))):
        assert above.y + above.height < below.y


@pytest.mark.parametrize("counts", [(60,), (60, 2, 50), (40, 40, 40, 40, 40)])
def test_boxes_share_the_room_there_is(counts: tuple[int, ...]) -> None:
    view = boxed(*counts)
    layout = layout_for(view)
    frames = [layout.box(number) for number in range(len(counts))]
    assert all(frame.y + frame.height <= layout.height for frame in frames)
    assert not layout.crowded(1, counts[1]) if 2 in counts else layout.crowded(0, counts[0])


def test_a_crowded_box_opens_over_the_map_while_it_is_pointed_at() -> None:
    view = replace(boxed(60, 2), fanned="box-0")
    layout = layout_for(view)
    assert layout.fans("box-0", 60)
    panel, middles = layout.fan("box-0", 60)
    assert apart(middles, layout.counter)
    held = view.boxes[0].counters
    for one, spot in zip(held, middles, strict=True):
        assert layout.hit(view, *spot) == Hit("box-0", one.id)
        assert panel.holds(*spot)
    assert len(build_layer("cursor", view)) > len(held)
    assert build_layer("cursor", replace(view, fanned="nowhere")) == ()


@given(st.lists(st.floats(10, 900), min_size=1, max_size=9), st.floats(200, 2000))
def test_only_the_tallest_are_cut(wanted: list[float], room: float) -> None:
    heights = levelled(wanted, room)
    assert sum(heights) <= room + 0.01 or heights == wanted
    cut = {round(have, 6) for have, want in zip(heights, wanted, strict=True) if have < want}
    assert len(cut) <= 1
    assert all(height <= want for height, want in zip(heights, wanted, strict=True))
    if cut:
        assert max(heights) <= min(cut) + 0.01
        assert sum(heights) == pytest.approx(room)


def test_a_map_without_boxes_is_narrower() -> None:
    assert Layout(board(), boxes=("a",)).width > Layout(board()).width


# -- the picture ---------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("size", [14.0, 34.0, 60.0])
def test_every_item_lies_within_the_picture(theme, size) -> None:
    scene = build(full_view(), theme, size)
    assert tuple(scene.layers) == LAYERS
    for name, items in scene.layers.items():
        for item in items:
            left, top, right, bottom = bounds(item)
            assert left >= -0.5, (name, item)
            assert top >= -0.5, (name, item)
            assert right <= scene.width + 0.5, (name, item)
            assert bottom <= scene.height + 0.5, (name, item)


def test_the_same_view_makes_the_same_picture() -> None:
    first, second = build(full_view()), build(full_view())
    assert first.layers == second.layers
    again = build(replace(full_view(), board=Board(plan())))
    assert again.layers == first.layers


def test_the_map_is_painted_once_and_kept() -> None:
    view = BoardView(board())
    assert build(view).layers["terrain"] is build(replace(view, cursor="0404")).layers["terrain"]
    assert build(view, NIGHT).layers["terrain"] != build(view).layers["terrain"]


def test_every_terrain_has_its_own_marks_and_an_unknown_one_says_its_name() -> None:
    drawings = {}
    for terrain in [*TERRAINS, "salt-steppe"]:
        patch = BoardPlan("Patch")
        for label in ("0505", "0605", "0506"):
            patch.cells[label] = hexes.parse_label(label)
            patch.terrain[label] = terrain
        drawings[terrain] = colourless(build(BoardView(Board(patch))).layers["terrain"])
        assert (known_terrain(terrain) is None) == (terrain == "salt-steppe")
    names = [item.text for item in build(BoardView(board())).layers["terrain"] if _is_text(item)]
    assert "salt-steppe" in names
    assert len(set(drawings.values())) >= len(TERRAINS) - 2  # water is sea, lakes look like seas


def _is_text(item: Item) -> bool:
    return isinstance(item, Text)


def test_hex_numbers_give_way_on_small_maps() -> None:
    def numbers(size: float) -> set[str]:
        items = build(BoardView(board()), DAY, size).layers["terrain"]
        return {item.text for item in items if isinstance(item, Text)}

    assert set(board().hexes) <= numbers(34)
    assert not set(board().hexes) & numbers(12)


# -- no meaning by colour alone --------------------------------------------------------------------


def colourless(items: Iterable[Item]) -> str:
    """A drawing without its colours, to be compared by shape."""
    return re.sub(r"#[0-9a-f]{6,8}", "#", repr(tuple(items)))


def test_every_overlay_differs_by_more_than_colour() -> None:
    seen: dict[str, str] = {}
    for kind in (*OVERLAY_KINDS, "never-heard-of"):
        view = BoardView(board(), overlays=(overlay(kind),))
        drawing = colourless(build_layer("overlay", view) + build_layer("cursor", view))
        assert drawing != "()", kind
        assert drawing not in seen, (kind, seen.get(drawing))
        seen[drawing] = kind


def test_the_zones_of_two_sides_are_hatched_two_ways() -> None:
    def zone(palette: str) -> str:
        view = BoardView(board(), overlays=(overlay("zoc", palette),))
        return colourless(build_layer("overlay", view))

    assert zone("german") != zone("soviet")
    assert zone("german") != zone("british")


@pytest.mark.parametrize("label", ["0101", "0107", "0801", "0807"])
def test_labels_on_the_edge_of_the_map_stay_within_the_picture(label) -> None:
    for kind in (*OVERLAY_KINDS, "never-heard-of"):
        other = next(iter(board().neighbours(label)))
        words = "a rather long remark"
        shown = Overlay(kind, {label: "12345"}, (label, other), ((label, 0),), "soviet", words)
        scene = build(BoardView(board(), overlays=(shown,)))
        for item in scene.layers["overlay"] + scene.layers["cursor"]:
            left, top, right, bottom = bounds(item)
            assert min(left, top) >= -0.5, item
            assert right <= scene.width + 0.5, item
            assert bottom <= scene.height + 0.5, item


@pytest.mark.parametrize("occupied", [False, True])
def test_overlays_show_with_and_without_counters_in_the_hex(occupied) -> None:
    stacks = {label: (counter(n),) for n, label in enumerate(("0402", "0403", "0404"))}
    for kind in OVERLAY_KINDS:
        view = BoardView(board(), stacks if occupied else {}, overlays=(overlay(kind),))
        assert build_layer("overlay", view) + build_layer("cursor", view), kind


def test_an_overlay_of_hexes_off_the_map_draws_nothing_and_does_not_fail() -> None:
    for kind in (*OVERLAY_KINDS, "never-heard-of"):
        strange = Overlay(kind, ("9999",), ("9998", "9999"), (("9999", 2),))
        view = BoardView(board(), {"9999": (counter(),)}, overlays=(strange,), cursor="9999")
        assert build_layer("overlay", view) == ()
        assert build_layer("cursor", view) == ()
        assert build_layer("counters", view) == ()


def test_every_state_of_a_counter_differs_by_more_than_colour() -> None:
    seen: dict[str, str] = {}
    for state in ("", *STATES):
        states = frozenset({state} - {""})
        view = BoardView(board(), {"0404": (counter(states=states),)})
        drawing = colourless(build_layer("counters", view))
        assert drawing not in seen, (state, seen.get(drawing))
        seen[drawing] = state


def test_states_together_have_a_badge_each() -> None:
    assert badges(frozenset({"moved", "active", "selected"})) == ["active", "moved"]
    both = frozenset({"moved", "out-of-supply"})
    view = BoardView(board(), {"0404": (counter(states=both),)})
    one = BoardView(board(), {"0404": (counter(states=frozenset({"moved"})),)})
    assert len(build_layer("counters", view)) > len(build_layer("counters", one))


def test_symbols_reduced_sides_steps_and_facings_differ_by_more_than_colour() -> None:
    variants = [counter(symbol=symbol) for symbol in (*SYMBOLS, "marker", "no-such-thing")]
    variants += [counter(reduced=True), counter(steps=2), counter(steps=3), counter(facing=1)]
    variants += [counter(facing=4), counter(size="III"), counter(size="X"), counter(size="")]
    drawings = {
        colourless(build_layer("counters", BoardView(board(), {"0404": (unit,)})))
        for unit in variants
    }
    aliases = 3  # hq and hq-army look alike; infantry is the plain counter; unknown ones are words
    assert len(drawings) > len(variants) - aliases


def test_armies_are_told_apart_by_their_emblems() -> None:
    names = ("german", "soviet", "romanian", "british", "us", "polish")
    assert len({army(name, DAY).emblem for name in names}) == len(names)
    assert army("martian", DAY) == army("martian", DAY)
    assert army("martian", DAY).body != army("venusian", DAY).body


def test_markers_differ_by_more_than_colour() -> None:
    seen = set()
    for kind in MARKERS:
        view = BoardView(board(), markers=(MarkerView("0404", kind, "", "soviet"),))
        seen.add(colourless(build_layer("counters", view)))
    assert len(seen) == len(MARKERS)


@pytest.mark.parametrize("name", ["24 Pz", "13 Tank", "Grossdeutschland"])
def test_a_name_keeps_clear_of_the_spot_on_its_left(name: str) -> None:
    plain, spotted = (
        build_layer("counters", BoardView(board(), {"0404": (counter(name=name, dot=dot),)}))
        for dot in ("", "red")
    )
    (spot,) = (i for i in spotted if isinstance(i, Circle) and i not in plain)
    (words,) = (i for i in spotted if isinstance(i, Text) and i.text.startswith(name[:4]))
    assert bounds(words)[0] >= spot.x + spot.r


@given(st.text(max_size=30), st.lists(st.text(max_size=8), max_size=4))
def test_any_words_fit_on_a_counter(name: str, numbers: list[str]) -> None:
    unit = counter(name=name, numbers=tuple(numbers))
    layout = Layout(board())
    x, y = layout.stack("0404", 1)[0]
    half = layout.counter / 2 + 1
    for item in build_layer("counters", BoardView(board(), {"0404": (unit,)})):
        if isinstance(item, Text):
            left, _, right, _ = bounds(item)
            assert x - half <= left
            assert right <= x + half
            assert abs(item.y - y) <= half


def test_a_place_is_named_though_somebody_stands_there() -> None:
    game = catalogue.load("victory-awaits/river-line")
    view = Desk(game).view()
    stack = next(iter(view.counters.values()))
    taken = {place.hex: stack for place in view.board.places if place.name == "Ostrov"}
    for counters, named in (({}, []), (taken, ["Ostrov"])):
        layer = build(replace(view, counters=counters)).layers["counters"]
        names = {place.name for place in view.board.places}
        assert [item.text for item in layer if isinstance(item, Text) and item.text in names] == (
            named
        )


def test_a_river_is_seen_under_a_border_that_runs_along_it() -> None:
    text = """
title = "Bug"
rows = ["01  . .", "02  . ."]
[terrain]
"." = "clear"
[sides]
major-river = ["0101 S"]
start-line = ["0101 S", "0201 S"]
"""
    board = Board(read_plan(parsed(text, "bug.toml")))
    drawn = lines.works(board, Mesh(board, layout_for(BoardView(board=board))), DAY)
    red = [one for one in drawn if isinstance(one, Polylines) and one.stroke == DAY.line_red]
    assert sorted(bool(item.dash) for item in red) == [False, True]
