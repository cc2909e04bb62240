"""Building notebooks: the same bytes twice, nothing of the machine, and stale ones are found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Problem
from tutor import build

SOURCE = """# %% [markdown]
# # A small page
#
# Words.

# %% tags=["nbval-check-output"]
import os
import ipywidgets

print(os.path.basename(os.environ["STAFFRIDE_PROGRESS"]))
2 + 2

# %%
class Both:
    def _repr_mimebundle_(self, **_):
        view = {"model_id": "0123", "version_major": 2, "version_minor": 0}
        return {"text/plain": "words", "application/vnd.jupyter.widget-view+json": view}

Both()

# %%
ipywidgets.Button()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of lessons with one source."""
    folder = tmp_path / "lessons"
    (folder / "game").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "game" / "page.py").write_text(SOURCE)
    monkeypatch.setattr(build, "LESSONS", folder)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The notebook of the source."""
    path = tmp_path_factory.mktemp("lessons") / "page.py"
    path.write_text(SOURCE)
    return build.build(path)


def cells(text: str) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    found: list[dict[str, Any]] = json.loads(text)["cells"]
    return found


def test_a_source_becomes_an_executed_notebook(built: str) -> None:
    prose, code, both, widget = cells(built)
    assert "".join(prose["source"]) == "# A small page\n\nWords."
    assert code["metadata"] == {"tags": ["nbval-check-output"]}
    assert [out["output_type"] for out in code["outputs"]] == ["stream", "execute_result"]
    assert code["outputs"][1]["data"]["text/plain"] == ["4"]
    assert both["outputs"][0]["data"] == {"text/plain": ["words"]}
    assert "widget-view" not in json.dumps(widget["outputs"])


def test_nothing_in_it_is_of_this_machine_or_this_minute(
    built: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert [cell["id"] for cell in cells(built)] == [f"cell-{n:02d}" for n in (1, 2, 3, 4)]
    codes = [cell for cell in cells(built) if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in codes] == [1, 2, 3]
    assert json.loads(built)["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "title": "A small page",
    }
    assert "iopub" not in built
    assert str(tmp_path_factory.getbasetemp()) not in built
    assert built.endswith("}\n")


def test_two_builds_are_the_same_to_the_byte(built: str, folder: Path) -> None:
    assert build.build(folder / "game" / "page.py") == built


def test_a_build_leaves_nobodys_progress_alone(built: str) -> None:
    assert cells(built)[1]["outputs"][0]["text"] == ["nobody.sqlite\n"]


def test_a_failing_cell_stops_the_build_and_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "game" / "page.py").write_text("# %%\n1 / 0\n")
    with pytest.raises(Problem, match="a cell fails: ZeroDivisionError") as raised:
        build.build(folder / "game" / "page.py")
    assert raised.value.file == "lessons/game/page.py"


def test_sources_are_all_python_files_but_the_packages(folder: Path) -> None:
    (folder / "index.py").write_text(SOURCE)
    assert build.sources(folder) == [folder / "game" / "page.py", folder / "index.py"]


@pytest.fixture
def quick(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, where building is copying."""
    monkeypatch.setattr(build, "sources", lambda: sorted(folder.rglob("page*.py")))
    monkeypatch.setattr(build, "build", lambda source: source.read_text("utf-8"))
    return folder


def test_what_is_stale_is_built_and_what_is_not_is_left(
    quick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build.main([]) == 0
    assert capsys.readouterr().out == "built lessons/game/page.ipynb\n"
    made = quick / "game" / "page.ipynb"
    assert made.read_text("utf-8") == SOURCE
    assert made.stat().st_mode & 0o777 == 0o644
    assert build.main([]) == 0
    assert capsys.readouterr().out == ""


def test_a_check_names_what_is_stale_and_writes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "sources", lambda: [folder / "game" / "page.py"])
    assert build.main(["--check"]) == 1
    assert "lessons/game/page.ipynb is not what its source gives" in capsys.readouterr().err
    assert not (folder / "game" / "page.ipynb").exists()


def test_a_notebook_is_of_its_source_whatever_its_cells_gave(built: str, folder: Path) -> None:
    source, made = folder / "game" / "page.py", folder / "game" / "page.ipynb"
    made.write_text(built)
    assert build.is_of(source, made)
    made.write_text(built.replace("nobody.sqlite", "somebody.sqlite"))
    assert build.is_of(source, made)
    source.write_text(SOURCE + "# and more\n")
    assert not build.is_of(source, made)


@pytest.mark.parametrize(
    ("was", "now"), [('"execution_count": 1', '"execution_count": null'), ("{", "[")]
)
def test_a_notebook_not_run_or_broken_is_not_of_its_source(
    built: str, folder: Path, was: str, now: str
) -> None:
    made = folder / "game" / "page.ipynb"
    made.write_text(built.replace(was, now))
    assert not build.is_of(folder / "game" / "page.py", made)


def test_only_what_is_named_is_built(quick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (quick / "game" / "page-two.py").write_text(SOURCE)
    assert build.main(["page-two"]) == 0
    assert capsys.readouterr().out == "built lessons/game/page-two.ipynb\n"


def test_a_problem_is_one_line(
    quick: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(source: Path) -> str:
        raise Problem("a cell fails", file="lessons/game/page.py", remedy="Mend it.")

    monkeypatch.setattr(build, "build", fail)
    assert build.main([]) == 2
    assert capsys.readouterr().err == "lessons/game/page.py: a cell fails. Mend it.\n"
