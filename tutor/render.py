"""`staffride render`: a board or a position as SVG or PNG."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from engine import catalogue, examples, record
from engine.board import Board
from engine.boardfile import load_plan
from engine.errors import Problem, closest
from engine.files import read
from engine.game import Game
from engine.record import write_atomically
from engine.words import trouble
from tutor.art.scene import build, layout_for
from tutor.art.themes import THEMES
from tutor.art.views import BoardView, Camera
from tutor.desk import Desk
from tutor.games.plain import origins
from tutor.table.canvas import scene_png, scene_svg, small_png

SIZES = (6, 120)
FAR_OFF = 17
"""Smaller hexes are drawn as on a screen that shows the whole: only what can be read is written."""
SCALES = (0.1, 8)
MILLIONS = 200
"""Pixels that a picture may have, in millions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `render`."""
    told = "a scenario (victory-awaits/river-line), an example id, or a board, scenario or save"
    parser.add_argument("what", help=told)
    told = ".svg or .png; - is stdout"
    parser.add_argument("-o", "--output", default="-", metavar="FILE", help=told)
    parser.add_argument("--theme", default="light", help="light or dark")
    parser.add_argument("--size", type=float, default=34.0, help="hex radius in pixels")
    parser.add_argument("--scale", type=float, default=2.0, help="PNG pixels for each pixel")
    parser.add_argument("--select", metavar="UNIT", help="a unit picked, its reach lit up")
    told = "overlays, such as zoc-enemy,control"
    parser.add_argument("--show", default="", metavar="KEYS", help=told)
    parser.add_argument("--point", metavar="HEX", help="a hex pointed at: the way there or why not")


def view_of(args: argparse.Namespace) -> BoardView:
    """What is to be drawn."""
    game = _game(args.what)
    if game is None:
        board = Board(load_plan(Path(args.what)))
        for key in filter(None, args.show.split(",")):
            _known("--show", "overlay", key, ["origin"] if board.origins else [])
        return BoardView(board=board, overlays=tuple(origins(board)) if args.show else ())
    desk = Desk(game)
    known = [key for key, _ in desk.hands.switches]
    for key in filter(None, args.show.split(",")):
        _known("--show", "overlay", key, known)
        desk.toggle(key)
    if args.select:
        _known("--select", "unit", args.select, tuple(game.state.position.units()))
        desk.pointer.unit = args.select
    if args.point:
        _known("--point", "hex", args.point, game.scenario.board.hexes)
        desk.point(args.point)
    return desk.view()


def _game(what: str) -> Game | None:
    if what.endswith(".json"):
        return record.load(Path(what))
    if what.endswith(".toml"):
        return None if "rows" in read(Path(what)) else catalogue.load(what)
    if "/" in what:
        return catalogue.load(what)
    if what in examples.example_ids():
        return examples.start(what)
    known = [*examples.example_ids(), *catalogue.scenario_ids()]
    raise Problem(f"there is nothing called '{what}'", remedy=closest(what, known))


def _between(place: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        told = {name: f"{n:g}" for name, n in (("value", value), ("low", low), ("high", high))}
        raise trouble("render.range", place=place, **told)


def _known(place: str, noun: str, name: str, known: Iterable[object]) -> None:
    """Refuse what there is not."""
    if name not in known:
        raise Problem(f"there is no {noun} '{name}'", place=place, remedy=closest(name, known))


def run(args: argparse.Namespace) -> int:
    """Draw it and write it."""
    _known("--theme", "theme", args.theme, THEMES)
    _between("--size", args.size, *SIZES)
    _between("--scale", args.scale, *SCALES)
    view = view_of(args)
    if args.size < FAR_OFF:
        layout = layout_for(view, args.size)
        view = replace(view, camera=Camera(0, 0, layout.width, layout.height))
    scene = build(view, THEMES[args.theme], args.size)
    text = scene_svg(scene)
    if args.output == "-":
        print(text)
        return 0
    path = Path(args.output)
    if path.suffix == ".png":
        millions = scene.width * scene.height * args.scale**2 / 1e6
        if millions > MILLIONS:
            raise trouble("render.pixels", place="--scale", millions=f"{millions:.0f}")
        try:
            path.write_bytes(small_png(scene_png(scene, args.scale), 255))
        except OSError as error:
            raise trouble("render.unwritten", file=str(path), reason=error.strerror) from None
    elif path.suffix == ".svg":
        write_atomically(path, text)
    else:
        raise trouble("render.no-picture", file=str(path), suffix=path.suffix)
    print(f"{path}: drawn")
    return 0
