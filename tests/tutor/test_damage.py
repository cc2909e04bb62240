"""Where a picture has changed only that is painted anew, and nobody sees the difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from tests.tutor.test_painters import Wire, event, wire  # noqa: F401
from tests.tutor.test_scene import board, counter, full_view
from tutor.art.camera import _boxes_of
from tutor.art.damage import FEW, Box, Damage, around, outward
from tutor.art.items import Item, Polygon
from tutor.art.scene import build
from tutor.art.views import BoardView
from tutor.table.canvas import BoardCanvas

WIDE, HIGH = 40, 30
Pixels = dict[tuple[int, int], str]


def tile(left: int, top: int, wide: int, high: int, colour: int) -> Polygon:
    """A rectangle that covers whole pixels."""
    right, bottom = left + wide, top + high
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Polygon(corners, f"#{colour:06x}", width=0)


def inside(box: Box) -> Iterable[tuple[int, int]]:
    left, top, right, bottom = (round(side) for side in box)
    return ((x, y) for x in range(left, right) for y in range(top, bottom))


def painted(items: Sequence[Item], pixels: Pixels, clip: set[tuple[int, int]] | None) -> Pixels:
    """Pixel after pixel, the last item on top."""
    for item in items:
        assert isinstance(item, Polygon)
        for spot in inside(around(item)):
            if clip is None or spot in clip:
                pixels[spot] = str(item.fill)
    return pixels


tiles = st.builds(
    tile,
    st.integers(0, WIDE), st.integers(0, HIGH), st.integers(1, 6), st.integers(1, 6),
    st.integers(0, 0xFFFFFF),
)  # fmt: skip


@given(st.data())
def test_what_is_painted_anew_is_what_painting_all_would_be(data: st.DataObject) -> None:
    before = [tile(n % WIDE, n * 7 % HIGH, 2, 3, n) for n in range(FEW + 20)]
    after = list(before)
    swapped = False
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(after) - 1))
        match data.draw(st.sampled_from(["new", "gone", "other", "swapped"])):
            case "new":
                after.insert(place, data.draw(tiles))
            case "gone":
                del after[place]
            case "other":
                after[place] = data.draw(tiles)
            case "swapped":
                after[place - 1], after[place] = after[place], after[place - 1]
                swapped = True
    whole = partial(outward, left=0.0, top=0.0, scale=1.0)
    patch = Damage().patch(before, after, whole)
    if patch is None:
        assert swapped
        return
    shown = painted(before, {}, None)
    spots = {spot for ring in patch.rings for spot in inside((*ring[0], *ring[2]))}
    for spot in spots:
        shown.pop(spot, None)
    assert painted(patch.items, shown, spots) == painted(after, {}, None)


def test_one_counter_of_many_is_a_small_part() -> None:
    view = BoardView(board(), {label: (counter(n),) for n, label in enumerate(board().hexes)})
    label = next(iter(view.counters))
    chosen = (replace(view.counters[label][0], states=frozenset({"selected"})),)
    before, after = build(view), build(replace(view, counters={**view.counters, label: chosen}))
    items = after.layers["counters"]
    whole = partial(outward, left=0.0, top=0.0, scale=1.0)
    patch = Damage().patch(before.layers["counters"], items, whole)
    assert patch is not None
    assert len(patch.rings) == 1
    assert 0 < len(patch.items) < len(items) / 2


def test_what_lies_in_another_order_is_painted_whole() -> None:
    before = [tile(0, 0, 2, 2, n) for n in range(FEW)]
    assert Damage().patch(before, before[::-1], lambda box: box) is None


def test_nothing_reaches_out_of_its_box() -> None:
    for name, items in build(full_view()).layers.items():
        for item in items:
            left, top, right, bottom = around(item)
            for mark in _boxes_of(item).tolist():
                assert left - 0.01 <= mark[0] <= mark[2] <= right + 0.01, (name, item)
                assert top - 0.01 <= mark[1] <= mark[3] <= bottom + 0.01, (name, item)


def test_sides_go_outward_to_where_pixels_begin() -> None:
    left, top, right, bottom = outward((10.3, 20.6, 30.2, 40.9), 4.0, 2.0, 0.5)
    for side, begin in ((left, 4.0), (right, 4.0), (top, 2.0), (bottom, 2.0)):
        assert ((side - begin) * 0.5).is_integer()
    assert (left, top) < (10.3, 20.6)
    assert (right, bottom) > (30.2, 40.9)


def test_a_board_mends_only_the_counter_that_was_taken_up(wire: Wire) -> None:  # noqa: F811
    stacks = {label: (counter(n),) for n, label in enumerate(board().hexes)}
    view, label = BoardView(board(), stacks), board().hexes[5]
    widget = BoardCanvas(view)
    event(widget, "client_ready")
    all_of_them = sum(batch.count for batch in widget.batches["counters"])
    chosen = (replace(stacks[label][0], states=frozenset({"selected"})),)
    wire.took()
    widget.show(replace(view, counters={**stacks, label: chosen}))
    assert len(wire.took()) == 1
    assert 0 < sum(batch.count for batch in widget.batches["counters"]) < all_of_them / 2
