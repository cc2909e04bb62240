"""Builds the notebooks: percent-format .py in, executed and normalised .ipynb out.

Two builds of the same sources are the same to the byte, so `--check` can rebuild and compare.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from engine.errors import Problem
from engine.record import write_atomically
from tutor.canvas import PICTURES

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
WIDGET = "application/vnd.jupyter.widget-view+json"
TIMEOUT = 120


def sources(folder: Path = LESSONS) -> list[Path]:
    """The notebook sources, in order."""
    return sorted(path for path in folder.rglob("*.py") if path.name != "__init__.py")


def build(source: Path, pictures: bool = True) -> str:
    """The text of the executed notebook of a source; without pictures for a comparison."""
    import jupytext
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    notebook = jupytext.reads(source.read_text("utf-8"), fmt="py:percent")
    for number, cell in enumerate(notebook.cells, start=1):
        cell["id"] = f"cell-{number:02d}"
        tags = cell.metadata.get("tags")
        cell.metadata = nbformat.from_dict({"tags": tags} if tags else {})
    title = notebook.cells[0].source.splitlines()[0].lstrip("# ")
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "title": title,
        }
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    with tempfile.TemporaryDirectory() as empty:
        client = NotebookClient(
            notebook, timeout=TIMEOUT, resources={"metadata": {"path": str(source.parent)}}
        )
        env = {**os.environ, "STAFFRIDE_PROGRESS": str(Path(empty) / "nobody.sqlite")}
        env[PICTURES] = "yes" if pictures else "no"
        try:
            client.execute(env=env)
        except CellExecutionError as error:
            raise Problem(
                f"a cell fails: {error.ename} {error.evalue}",
                file=str(source.relative_to(LESSONS.parent)),
                remedy="Mend the cell and build again.",
            ) from None
    _normalise(notebook)
    text: str = nbformat.writes(notebook, version=4)
    return text.rstrip("\n") + "\n"


def _normalise(notebook: Any) -> None:
    """Drop what differs between two runs: widget ids, timings, counts of streams."""
    count = 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.metadata.pop("execution", None)
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
            if "data" in output:
                output.data.pop(WIDGET, None)
                output.metadata = {}
        cell.outputs = [out for out in cell.outputs if out.get("data") != {}]
    notebook.metadata.pop("widgets", None)
    # What ran it told its version; a build with another one must give the same.
    notebook.metadata["language_info"] = {"name": "python"}


def _blind(text: str) -> str:
    """A notebook without the bytes of its pictures: they depend on the machine's fonts."""
    return re.sub(r'"image/png": "[^"]*"', '"image/png": ""', text)


def run(check: bool, only: Sequence[str] = ()) -> int:
    """Build all notebooks, or check that the committed ones are what a build gives."""
    wanted = [path for path in sources() if not only or any(name in str(path) for name in only)]
    stale = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        built = pool.map(lambda source: build(source, pictures=not check), wanted)
        for source, text in zip(wanted, built, strict=True):
            target = source.with_suffix(".ipynb")
            old = target.read_text("utf-8") if target.exists() else ""
            if old == text or (check and _blind(old) == _blind(text)):
                continue
            if check:
                stale.append(target.relative_to(LESSONS.parent).as_posix())
            else:
                write_atomically(target, text)
                target.chmod(0o644)
                print(f"built {target.relative_to(LESSONS.parent).as_posix()}")
    for name in stale:
        print(
            f"{name} is not what its source gives. Run 'make lessons' and commit.", file=sys.stderr
        )
    return 1 if stale else 0


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m tutor.build [--check] [NAME ...]`."""
    parser = argparse.ArgumentParser(prog="python -m tutor.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    parser.add_argument("names", nargs="*", help="only sources whose path holds one of these")
    args = parser.parse_args(argv)
    try:
        return run(args.check, args.names)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
