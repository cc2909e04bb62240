"""Builds the notebooks: percent-format .py in, executed and normalised .ipynb out.

Two builds of the same sources are the same to the byte. `--check` compares the cells only: that
their outputs are what the cells give is nbval's to say.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from engine.errors import Problem
from engine.record import write_atomically
from engine.words import trouble
from tutor.store import Store

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
WIDGET = "application/vnd.jupyter.widget-view+json"
TIMEOUT = 120


def sources(folder: Path = LESSONS) -> list[Path]:
    """The notebook sources, in order."""
    return sorted(path for path in folder.rglob("*.py") if path.name != "__init__.py")


def unrun(source: Path) -> Any:
    """The notebook of a source before anything runs."""
    import jupytext
    import nbformat

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
    return notebook


def build(source: Path) -> str:
    """The text of the executed notebook of a source."""
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    notebook = unrun(source)
    with tempfile.TemporaryDirectory() as empty:
        # Two that look for free ports at once may find the same one; Windows has nothing else.
        own = {} if sys.platform == "win32" else {"transport": "ipc", "ip": f"{empty}/kernel"}
        client = NotebookClient(
            notebook,
            km=AsyncKernelManager(kernel_name="python3", **own),
            timeout=TIMEOUT,
            resources={"metadata": {"path": str(source.parent)}},
        )
        env = {**os.environ, **Store(Path(empty) / "nobody.sqlite").environment}
        try:
            client.execute(env=env, cleanup_kc=True)
        except CellExecutionError as error:
            told = {"name": error.ename, "why": error.evalue}
            file = str(source.relative_to(LESSONS.parent))
            raise trouble("build.cell", file=file, **told) from None
    _normalise(notebook)
    return _text(notebook)


def is_of(source: Path, target: Path) -> bool:
    """Whether a notebook holds the cells of its source, all of them run."""
    import nbformat

    if not target.exists():
        return False
    try:
        notebook = nbformat.reads(target.read_text("utf-8"), as_version=4)
    except (nbformat.reader.NotJSONError, nbformat.ValidationError):
        return False
    for cell in notebook.cells:
        if cell.cell_type == "code":
            if cell.execution_count is None:
                return False
            cell.execution_count, cell.outputs = None, []
    return _text(notebook) == _text(unrun(source))


def _text(notebook: Any) -> str:
    import nbformat

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


def run(only: Sequence[str] = ()) -> int:
    """Build all notebooks, or those whose path holds a name."""
    wanted = _wanted(only)
    with ThreadPoolExecutor(max_workers=2) as pool:
        for source, text in zip(wanted, pool.map(build, wanted), strict=True):
            target = source.with_suffix(".ipynb")
            if target.exists() and target.read_text("utf-8") == text:
                continue
            write_atomically(target, text)
            target.chmod(0o644)
            print(f"built {target.relative_to(LESSONS.parent).as_posix()}")
    return 0


def check(only: Sequence[str] = ()) -> int:
    """Tell of the notebooks that are not of their sources."""
    stale = [path for path in _wanted(only) if not is_of(path, path.with_suffix(".ipynb"))]
    for source in stale:
        name = source.with_suffix(".ipynb").relative_to(LESSONS.parent).as_posix()
        print(
            f"{name} is not what its source gives. Run 'make lessons' and commit.", file=sys.stderr
        )
    return 1 if stale else 0


def _wanted(only: Sequence[str]) -> list[Path]:
    return [path for path in sources() if not only or any(name in str(path) for name in only)]


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m tutor.build [--check] [NAME ...]`."""
    parser = argparse.ArgumentParser(prog="python -m tutor.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the cells, write nothing")
    parser.add_argument("names", nargs="*", help="only sources whose path holds one of these")
    args = parser.parse_args(argv)
    try:
        return (check if args.check else run)(args.names)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
