"""What an installed Staffride knows of the tests, which are not installed with it; and lessons that
keep a picture of the same board once, since they are installed with what draws it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class Installed(build_py):
    """Writes what the tests pin beside the code that is copied, and lightens the notebooks."""

    def run(self) -> None:
        """Copy, then write."""
        super().run()
        if self.editable_mode:
            return
        if (HERE / "tests").is_dir():
            sys.path.insert(0, str(HERE))
            from engine.coverage import TESTED, tested

            Path(self.build_lib, "engine", TESTED.name).write_text(tested(), encoding="utf-8")
        for notebook in Path(self.build_lib, "lessons").rglob("*.ipynb"):
            lighten(notebook)


def lighten(notebook: Path) -> None:
    """Leave out a picture that stands above already."""
    told = json.loads(notebook.read_text("utf-8"))
    seen = set()
    for cell in told["cells"]:
        for output in cell.get("outputs", ()):
            picture = str(output.get("data", {}).get("image/png", ""))
            if picture and picture in seen:
                del output["data"]["image/png"]
            seen.add(picture)
    notebook.write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")


setup(cmdclass={"build_py": Installed})
