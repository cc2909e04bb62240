"""`staffride bench`: speed as ratios, measured beside something plain in the same run."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from typing import Any

from engine.cli import add_json, emit
from engine.words import trouble


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of `bench`."""
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    add_json(parser)


def rows(quick: bool) -> list[dict[str, Any]]:
    """Every benchmark of tests/bench."""
    try:
        folder = importlib.import_module("tests.bench")
    except ImportError:
        raise trouble("bench.none", place="tests/bench") from None
    found: list[dict[str, Any]] = []
    for entry in pkgutil.iter_modules(folder.__path__):
        if entry.name.startswith("bench_"):
            found += importlib.import_module(f"tests.bench.{entry.name}").rows(quick)
    return found


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    measured = rows(args.quick)
    if args.json:
        emit(measured)
        return 0
    for row in measured:
        print(
            f"{row['name']}: {row['seconds'] * 1000:.2f} ms; {row['baseline']}: "
            f"{row['baseline_seconds'] * 1000:.2f} ms; {row['ratio']:.2f} times its time"
        )
    return 0
