"""The command line: `staffride serve | lab | examples | coverage | play | bench | render | ...`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from engine.cli import CHECKS, COMMANDS, Command, run_command
from engine.practice.checking import READERS
from engine.results import SHEETS
from tutor import bench, render, simulation
from tutor.lesson import check as lesson_check
from tutor.lesson import reading
from tutor.serving import lab, serve

CHECKS["step"] = lesson_check.check_lesson
READERS.append(reading.ill_read)
SHEETS.update(simulation.TABLES)


def commands() -> dict[str, Command]:
    """All commands, those of the engine included."""
    return {
        "serve": ("open the tutor in a browser", serve.add_arguments, serve.run),
        "notebooks": ("copy the lessons as notebooks", lab.add_notebooks, lab.run_notebooks),
        "lab": ("open the lessons in JupyterLab", lab.add_lab, lab.run_lab),
        **COMMANDS,
        "bench": ("measure speed beside plain methods", bench.add_arguments, bench.run),
        "render": ("draw a board or a position", render.add_arguments, render.run),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """`staffride`."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return run_command(commands(), "staffride", argv)


if __name__ == "__main__":
    sys.exit(main())
