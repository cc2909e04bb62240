"""`staffride render`: a board or a position as SVG or PNG."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine import catalogue, record
from engine.board import Board
from engine.boardfile import load_plan
from engine.errors import Problem, closest
from engine.files import read
from engine.game import Game
from engine.record import write_atomically
from tutor.art.scene import Scene, build
from tutor.art.themes import THEMES
from tutor.art.views import BoardView
from tutor.desk import Desk
from tutor.table.canvas import scene_png, scene_svg, small_png

SIZES = (6, 120)
SCALES = (0.1, 8)
MILLIONS = 200
"""Pixels that a picture may have, in millions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `render`."""
    parser.add_argument(
        "what",
        help="a scenario (victory-awaits/river-line), an example id, or a board, scenario or save",
    )
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE", help=".svg or .png; - is stdout"
    )
    parser.add_argument("--theme", default="light", help="light or dark")
    parser.add_argument("--size", type=float, default=34.0, help="hex radius in pixels")
    parser.add_argument("--scale", type=float, default=2.0, help="PNG pixels for each pixel")
    parser.add_argument("--select", metavar="UNIT", help="a unit picked, its reach lit up")
    parser.add_argument(
        "--show", default="", metavar="KEYS", help="overlays, such as zoc-enemy,control"
    )
    parser.add_argument("--point", metavar="HEX", help="a hex pointed at: the way there or why not")


def view_of(args: argparse.Namespace) -> BoardView:
    """What is to be drawn."""
    game = _game(args.what)
    if game is None:
        return BoardView(board=_board(args.what))
    desk = Desk(game)
    known = [key for key, _ in desk.hands.overlays]
    for key in filter(None, args.show.split(",")):
        if key not in known:
            raise Problem(
                f"there is no overlay '{key}'", place="--show", remedy=closest(key, known)
            )
        desk.toggle(key)
    if args.select:
        if args.select not in game.state.position:
            raise Problem(
                f"there is no unit '{args.select}'",
                place="--select",
                remedy=closest(args.select, game.state.position.units()),
            )
        desk.pointer.unit = args.select
    if args.point:
        if args.point not in game.scenario.board:
            raise Problem(
                f"there is no hex {args.point}",
                place="--point",
                remedy=closest(args.point, game.scenario.board.hexes),
            )
        desk.point(args.point)
    return desk.view()


def _game(what: str) -> Game | None:
    if what.endswith(".json"):
        return record.load(Path(what))
    if what.endswith(".toml"):
        top = read(Path(what))
        return None if "rows" in top else catalogue.load(what)
    if "/" in what:
        return catalogue.load(what)
    from engine import examples

    if what in examples.example_ids():
        return examples.start(what)
    known = [*examples.example_ids(), *catalogue.scenario_ids()]
    raise Problem(f"there is nothing called '{what}'", remedy=closest(what, known))


def _board(what: str) -> Board:
    return Board(load_plan(Path(what)))


def _between(place: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise Problem(
            f"{value:g} is too much or too little",
            place=place,
            remedy=f"Choose a number from {low:g} to {high:g}.",
        )


def _fits(scene: Scene, scale: float) -> None:
    millions = scene.width * scene.height * scale**2 / 1e6
    if millions > MILLIONS:
        raise Problem(
            f"the picture would have {millions:.0f} million pixels",
            place="--scale",
            remedy="Choose a smaller --scale or --size, or draw an .svg.",
        )


def run(args: argparse.Namespace) -> int:
    """Draw it and write it."""
    if args.theme not in THEMES:
        raise Problem(
            f"there is no theme '{args.theme}'", place="--theme", remedy=closest(args.theme, THEMES)
        )
    _between("--size", args.size, *SIZES)
    _between("--scale", args.scale, *SCALES)
    scene = build(view_of(args), THEMES[args.theme], args.size)
    text = scene_svg(scene)
    if args.output == "-":
        print(text)
        return 0
    path = Path(args.output)
    if path.suffix == ".png":
        _fits(scene, args.scale)
        try:
            path.write_bytes(small_png(scene_png(scene, args.scale), 255))
        except OSError as error:
            raise Problem(
                f"it could not be written ({error.strerror})",
                file=str(path),
                remedy="Choose another.",
            ) from None
    elif path.suffix == ".svg":
        write_atomically(path, text)
    else:
        raise Problem(
            f"'{path.suffix}' is no picture", file=str(path), remedy="End the name in .svg or .png."
        )
    print(f"{path}: drawn")
    return 0
