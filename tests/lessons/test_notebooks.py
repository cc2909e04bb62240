"""The notebooks as they are committed: whole, the same on every machine, readable without one."""

from __future__ import annotations

import base64
import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.coverage import ROOT
from tutor.build import WIDGET, sources
from tutor.lesson import lesson_ids

LESSONS = ROOT / "lessons"
NOTEBOOKS = sorted(path.relative_to(LESSONS).as_posix() for path in LESSONS.rglob("*.ipynb"))
MACHINE = re.compile(
    rb"(?<![\w.$}])/(?:home|Users|root|work|workspace|mnt|tmp/(?:ipykernel|pytest))[\w/.-]+|[A-Za-z]:\\Users\\"
)
REGISTRY = re.compile(
    rb"--(?:extra-)?index-url|artifactory|nexus\.|devpi|jfrog|pypi\.(?:org|python|internal)"
    rb"|pythonhosted|@ (?:file|https?)://"
)
TEXT = {".py", ".toml", ".md", ".ipynb", ".lock", ".txt", ".cfg", ".js", ".css", ".html", ".j2"}
TEXT |= {".json", ".svg", ".sh", ".yml", ".yaml", ""}


@cache
def notebook(name: str) -> dict[str, Any]:
    """A notebook as plain data."""
    data: dict[str, Any] = json.loads((LESSONS / name).read_text("utf-8"))
    return data


def outputs(name: str) -> list[dict[str, Any]]:
    """Everything that its cells have put out."""
    return [out for cell in notebook(name)["cells"] for out in cell.get("outputs", ())]


def committed() -> list[Path]:
    """Every file of the repository, also those that are about to be added."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode().split("\0") if name]
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    folders = ("engine", "tutor", "lessons", "scenarios", "tests")
    return [path for folder in folders for path in (ROOT / folder).rglob("*.*") if path.is_file()]


FILES = committed()


def test_there_are_notebooks_and_a_home_among_them() -> None:
    assert "index.ipynb" in NOTEBOOKS
    assert len(NOTEBOOKS) > 5


def test_every_source_has_its_notebook_and_the_other_way_round() -> None:
    made = {path.relative_to(LESSONS).with_suffix(".ipynb").as_posix() for path in sources()}
    assert made == set(NOTEBOOKS)


def test_every_lesson_file_has_its_notebook() -> None:
    lessons = {path.relative_to(LESSONS).with_suffix(".ipynb").as_posix()
               for path in LESSONS.rglob("*.toml")}  # fmt: skip
    assert lessons <= set(NOTEBOOKS)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_normal(name: str) -> None:
    data = notebook(name)
    assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
    assert set(data["metadata"]) == {"kernelspec", "language_info", "title"}
    assert data["metadata"]["kernelspec"]["name"] == "python3"
    assert data["metadata"]["language_info"] == {"name": "python"}
    assert data["metadata"]["title"]
    assert (LESSONS / name).read_text("utf-8").endswith("}\n")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_cells_have_fixed_names_and_no_timings(name: str) -> None:
    cells = notebook(name)["cells"]
    assert [cell["id"] for cell in cells] == [f"cell-{n:02d}" for n in range(1, len(cells) + 1)]
    for cell in cells:
        assert set(cell["metadata"]) <= {"tags"}
    codes = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in codes] == list(range(1, len(codes) + 1))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_nothing_has_failed_and_no_live_widget_is_left(name: str) -> None:
    kinds = {out["output_type"] for out in outputs(name)}
    assert kinds <= {"display_data", "execute_result", "stream"}
    assert [out for out in outputs(name) if out.get("name") == "stderr"] == []
    assert [out for out in outputs(name) if WIDGET in out.get("data", {})] == []
    assert "application/vnd.jupyter.widget-state+json" not in notebook(name)["metadata"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_outputs_say_something_without_a_kernel(name: str) -> None:
    for out in outputs(name):
        if out["output_type"] != "stream":
            assert "text/plain" in out["data"]
            assert out["metadata"] == {}
            assert "object at 0x" not in "".join(out["data"]["text/plain"])


def steps(name: str) -> list[dict[str, Any]]:
    """The cells that place a step."""
    return [c for c in notebook(name)["cells"] if "".join(c["source"]).startswith("page.step(")]


@pytest.mark.parametrize("name", [f"{name}.ipynb" for name in lesson_ids()])
def test_every_board_of_a_lesson_is_shown_without_a_kernel(name: str) -> None:
    assert steps(name)
    for cell in steps(name):
        pictures = [o["data"]["image/png"] for o in cell["outputs"] if "image/png" in o["data"]]
        assert len(pictures) == 1
        head, *_ = base64.b64decode("".join(pictures[0])).partition(b"IHDR")
        assert head.startswith(b"\x89PNG\r\n")
        told = [
            "".join(o["data"]["text/plain"]) for o in cell["outputs"] if "image/png" in o["data"]
        ]
        assert "hexes" in told[0] or len(told[0]) > 40


@pytest.mark.parametrize("name", [name for name in NOTEBOOKS if "/" in name])
def test_worked_examples_on_a_page_hold(name: str) -> None:
    told = [
        "".join(out["data"].get("text/html", ""))
        for out in outputs(name)
        if "data" in out and "sr-example" in "".join(out["data"].get("text/html", ""))
    ]
    assert [html for html in told if "FAILS" in html or 'sr-ok">checked<' not in html] == []


def test_tables_that_are_compared_are_marked() -> None:
    for name in NOTEBOOKS:
        for cell in notebook(name)["cells"]:
            if "".join(cell["source"]).startswith("page.examples("):
                assert cell["metadata"].get("tags") == ["nbval-check-output"], name


def links(name: str) -> set[str]:
    """Where the prose of a notebook leads to."""
    prose = "".join(
        "".join(cell["source"])
        for cell in notebook(name)["cells"]
        if cell["cell_type"] == "markdown"
    )
    return set(re.findall(r"\]\(([^)#?\s]+)", prose))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_links_lead_to_pages_that_are_there(name: str) -> None:
    folder = (LESSONS / name).parent
    broken = [
        link
        for link in links(name)
        if not link.startswith(("http://", "https://")) and not (folder / link).is_file()
    ]
    assert broken == []


# -- the whole repository -------------------------------------------------------------------------


def hits(pattern: re.Pattern[bytes], path: Path) -> list[str]:
    """What a pattern finds in a text file."""
    if path.suffix not in TEXT:
        return []
    data = path.read_bytes()
    # Pictures in notebooks are letters at random.
    data = re.sub(rb'"image/png": "[^"]*"', b"", data)
    where = path.relative_to(ROOT).as_posix()
    return [f"{where}: {found.group().decode()}" for found in pattern.finditer(data)]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    assert len(FILES) > 100
    own = Path(__file__)
    assert [hit for path in FILES if path != own for hit in hits(MACHINE, path)] == []


def test_no_file_names_a_registry_of_packages() -> None:
    own = Path(__file__)
    assert [hit for path in FILES if path != own for hit in hits(REGISTRY, path)] == []


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (MACHINE, b"see /home/ann/staffride/x.py", True),
        (MACHINE, b"File /tmp/ipykernel_31/12.py", True),
        (MACHINE, b"C:\\Users\\ann", True),
        (MACHINE, b"#!/usr/bin/env bash", False),
        (MACHINE, b"/voila/render/index.ipynb", False),
        (MACHINE, b"lessons/tmp/x", False),
        (REGISTRY, b"--index-url http://x/simple", True),
        (REGISTRY, b"numpy @ file:///x.whl", True),
        (REGISTRY, b"numpy==2.4.6", False),
    ],
)
def test_what_is_looked_for_is_found(pattern: re.Pattern[bytes], text: bytes, found: bool) -> None:
    assert bool(pattern.search(text)) is found


def test_nothing_that_is_made_is_committed() -> None:
    made = [
        path.relative_to(ROOT).as_posix()
        for path in FILES
        if path.suffix in (".sqlite", ".pyc", ".log")
        or {"__pycache__", ".ipynb_checkpoints", ".venv"} & set(path.parts[len(ROOT.parts) :])
    ]
    assert made == []
