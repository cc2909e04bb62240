"""`staffride notebooks` and `staffride lab`: the lessons as one's own notebooks, and Lab."""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from engine.words import trouble
from tutor.serving.options import CLASSROOM, HOME, find_lessons

FOLDER = Path("staffride-lessons")


def add_notebooks(parser: argparse.ArgumentParser) -> None:
    """Options of `notebooks`."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to; it is made if need be")
    parser.add_argument("--anew", action="store_true", help="write over what you have changed")


def add_lab(parser: argparse.ArgumentParser) -> None:
    """Options of `lab`."""
    told = "where your notebooks are, or shall be (%(default)s)"
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, metavar="DIR", help=told)
    parser.add_argument("--port", type=int, default=8888, help="port to listen on (%(default)s)")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")


def copy(folder: Path, anew: bool = False) -> tuple[int, int]:
    """Put the notebooks into a folder; how many were written, how many changed ones were kept."""
    source = find_lessons(None)
    if folder.exists() and not folder.is_dir():
        raise trouble("lab.no-folder", file=str(folder))
    if folder.resolve() == source:
        raise trouble("lab.source", file=str(folder))
    written = kept = 0
    for notebook in sorted(source.rglob("*.ipynb")):
        place = notebook.relative_to(source)
        # Who learns with a server of his own has no class.
        if str(place) == CLASSROOM or ".ipynb_checkpoints" in place.parts:
            continue
        target = folder / place
        if target.exists() and not anew:
            kept += target.read_bytes() != notebook.read_bytes()
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(notebook, target)
        except OSError as error:
            reason = error.strerror or "it cannot be written"
            raise trouble("lab.unwritten", file=str(target), reason=reason) from error
        written += 1
    return written, kept


def run_notebooks(args: argparse.Namespace) -> int:
    """Copy, and say what was done."""
    written, kept = copy(args.folder, args.anew)
    print(f"{written} notebooks written to {args.folder}", end="")
    print(f"; {kept} that you have changed were left alone (--anew)" if kept else "")
    return 0


def run_lab(args: argparse.Namespace) -> int:
    """Open JupyterLab on one's own notebooks."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise trouble("lab.none")
    copy(args.folder)
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={args.folder.resolve()}"]
    command += [f"--port={args.port}", *(["--no-browser"] if args.no_browser else [])]
    command.append(str(args.folder.resolve() / HOME))
    if sys.platform == "win32":
        return subprocess.call(command)
    # Lab takes our place: what ends us ends it.
    os.execv(sys.executable, command)
