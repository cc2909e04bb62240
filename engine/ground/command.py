"""`staffride ground`: write a game's boards from its sources, or check that they are what those
give."""

from __future__ import annotations

import argparse
import json
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.files import Table, folder_of, package_file, text_of
from engine.ground.board import Builder
from engine.ground.source import Source, read_source
from engine.words import catalogue as words
from engine.words import trouble


def grounds() -> list[str]:
    """The games whose ground is written down."""
    folder = package_file("scenarios", "ground")
    return sorted(
        f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `ground`."""
    parser.add_argument("game", help="such as holland44")
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing, and say whether the board is what its sources give",
    )
    parser.add_argument("--json", action="store_true", help="print plain data")


def run(args: argparse.Namespace) -> int:
    """Write the boards, or check them."""
    if args.game not in grounds():
        raise trouble("ground.none", place="GAME", game=args.game, known=grounds())
    source = read_source(args.game)
    builder = Builder(source)
    reports = []
    for cut in source.cuts:
        text = builder.text(cut)
        file: Traversable = folder_of("scenarios") / source.game / "boards" / f"{cut.board}.toml"
        shown = f"scenarios/{source.game}/boards/{cut.board}.toml"
        if args.check:
            line = first_difference(text_of(file, shown), text)
            if line:
                raise trouble("ground.differs", file=shown, line=line, game=source.game)
        else:
            Path(str(file)).write_text(text, encoding="utf-8")
        on = [hex for hex in source.sheet.knots if source.printed(cut, hex)]
        places = sum(place.hex in on for place in source.places.values())
        reports.append({"board": shown, "hexes": len(on), "places": places})
    key = "ground.same" if args.check else "ground.written"
    if args.json:
        print(json.dumps(reports))
    else:
        print("\n".join(words().say(key, report.items()) for report in reports))
    return 0


def check(top: Table) -> str:
    """What a file of a game's ground is, once a board can be made of it."""
    source = Source(top)
    Builder(source)
    return f"the ground of {len(source.places)} places on {len(source.sheet.knots)} hexes"


def first_difference(one: str, other: str) -> int:
    """The number of the first line in which two texts differ; 0 when they are the same."""
    if one == other:
        return 0
    lines = one.splitlines(), other.splitlines()
    pairs = enumerate(zip(*lines, strict=False), 1)
    return next((n for n, (a, b) in pairs if a != b), min(map(len, lines)) + 1)
