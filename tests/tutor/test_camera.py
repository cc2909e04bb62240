"""What a camera sees of a board: nothing out of sight is drawn, and all letters can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import catalogue
from tests.tutor.test_scene import bounds
from tutor.art.camera import LEGIBLE, PRINTED, Picture, readable
from tutor.art.items import Circles, Polygon, Polygons, Polylines, Text
from tutor.art.layout import READ
from tutor.art.scene import LAYERS, build, layout_for
from tutor.art.views import Camera
from tutor.desk import Desk

SCENARIO = "victory-awaits/river-line"
SIZE = 40.0
CAMERAS = [(0, 0, 300, 200), (250, 300, 200, 260), (500, 100, 90, 400)]


def desk() -> Desk:
    return Desk(catalogue.load(SCENARIO))


def touches(item: object, camera: Camera) -> bool:
    left, top, right, bottom = bounds(item)  # type: ignore[arg-type]
    return (
        left <= camera.left + camera.width
        and right >= camera.left
        and top <= camera.top + camera.height
        and bottom >= camera.top
    )


@pytest.mark.parametrize("window", CAMERAS)
def test_what_touches_the_window_is_kept_and_nothing_else(window) -> None:
    camera = Camera(*window, zoom=2.0)
    items = build(desk().view(), size=SIZE).layers["terrain"]
    seen = Picture(items).seen(camera)
    around = Camera(camera.left - 9, camera.top - 9, camera.width + 18, camera.height + 18)
    assert all(touches(item, around) for item in seen)
    plain = [item for item in items if isinstance(item, Polygon | Text)]
    wanted = [item for item in plain if touches(item, camera)]
    assert [item for item in seen if item in set(wanted)] == wanted
    assert 0 < len(seen) < len(items)


@pytest.mark.parametrize("kind", [Polygons, Polylines, Circles])
def test_of_many_marks_in_one_those_in_sight_are_kept(kind) -> None:
    spots = [((x, 5.0), (x + 3, 5.0), (x, 8.0)) for x in (0.0, 50.0, 100.0)]
    item = {
        Polygons: Polygons(tuple(spots), "#000000"),
        Polylines: Polylines(tuple(spots), "#000000"),
        Circles: Circles(tuple(spot[0] for spot in spots), 2.0, "#000000"),
    }[kind]
    picture = Picture((item,))
    (some,) = picture.seen(Camera(40, 0, 20, 20))
    assert bounds(some)[0] == pytest.approx(bounds(item)[0] + 50)
    assert bounds(some)[2] < 60
    assert picture.seen(Camera(200, 0, 20, 20)) == ()
    assert picture.seen(Camera(-10, 0, 200, 20)) == (item,)


def test_the_same_look_is_the_same_picture() -> None:
    picture = Picture(build(desk().view(), size=SIZE).layers["terrain"])
    camera = Camera(0, 0, 300, 200)
    assert picture.seen(camera) is picture.seen(Camera(0, 0, 300, 200))


@pytest.mark.parametrize("zoom", [0.2, 0.35, 0.5, 0.8, 1.0, 2.0])
def test_letters_are_high_enough_to_be_read_or_left_out(zoom) -> None:
    view = desk().view()
    scene = build(view, size=SIZE)
    seen = build(replace(view, camera=Camera(0, 0, scene.width, scene.height, zoom)), size=SIZE)
    texts: list[Text] = []
    for name, layer in seen.layers.items():
        least = LEGIBLE if name in ("terrain", "overlay") else PRINTED
        mine = [item for item in layer if isinstance(item, Text)]
        assert all(item.size * zoom >= least - 0.01 for item in mine)
        texts += mine
    if zoom >= 0.8:
        numbers = {item.text for item in texts}
        assert set(view.board.hexes) <= numbers, "the numbers of the hexes have room here"


def test_letters_are_made_larger_where_there_is_room() -> None:
    small = Text(0, 0, "0101", 4.0, "#000000", room=60.0)
    tight = replace(small, room=10.0)
    (larger,) = readable((small,), 1.0)
    assert isinstance(larger, Text)
    assert larger.size == LEGIBLE
    assert readable((tight,), 1.0) == ()
    assert readable((replace(small, size=12.0),), 1.0) == (replace(small, size=12.0),)


def test_a_whole_picture_has_every_layer_as_it_was() -> None:
    view = desk().view()
    whole = build(view, size=SIZE)
    seen = build(replace(view, camera=Camera(0, 0, whole.width, whole.height, 4.0)), size=SIZE)
    assert {name: seen.layers[name] for name in LAYERS} == dict(whole.layers)


def test_counters_and_overlays_out_of_sight_are_not_built() -> None:
    table = desk()
    unit = table.hands.pickable()[0]
    table.pick(unit)
    view = table.view()
    x, y = layout_for(view, SIZE).centre(table.where(unit))
    near = build(replace(view, camera=Camera(x - 60, y - 60, 120, 120, 2.0)), size=SIZE)
    whole = build(view, size=SIZE)
    for layer in ("counters", "overlay"):
        assert 0 < len(near.layers[layer]) < len(whole.layers[layer])


def test_a_stack_opens_large_enough_to_be_read_and_inside_the_window() -> None:
    view = desk().view()
    hex = next(iter(view.counters))
    layout = layout_for(view, SIZE)
    x, y = layout.centre(hex)
    camera = Camera(max(0.0, x - 300), max(0.0, y - 300), 600, 600, 0.3)
    assert layout.fan_side(hex, camera) * camera.zoom == pytest.approx(READ)
    assert layout.fan_side(hex, replace(camera, zoom=1.5)) == layout.counter
    panel, _ = layout.fan(hex, 3, camera)
    assert panel.x >= camera.left
    assert panel.x + panel.width <= camera.left + camera.width
    assert panel.y >= camera.top
    assert panel.y + panel.height <= camera.top + camera.height
    fanned = replace(view, fanned=hex, camera=camera)
    counters = layout.fanned(fanned)
    for counter, (cx, cy) in zip(counters, layout.fan(hex, len(counters), camera)[1], strict=True):
        assert layout.hit(fanned, cx, cy).unit == counter.id
