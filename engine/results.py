"""Results: rows kept in a file as they are found, so that whoever was stopped can go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from engine.errors import Problem
from engine.record import write_atomically

Row = dict[str, Any]
"""One result: names and plain values."""


class Sheet(Protocol):
    """A file of rows that is read and written whole."""

    def read(self) -> list[Row]:
        """What it holds."""

    def write(self, rows: Sequence[Row]) -> None:
        """Hold this."""


class Lines:
    """A row a line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Row]:
        """What it holds; a line that was cut off as it was written is not there."""
        text = self.path.read_text("utf-8")
        rows = [json.loads(line) for line in text[: text.rfind("\n") + 1].split("\n") if line]
        if not all(isinstance(row, dict) for row in rows):
            raise ValueError("a line is no row")
        return rows

    def write(self, rows: Sequence[Row]) -> None:
        """Hold this."""
        write_atomically(self.path, "".join(map(self._line, rows)))

    def add(self, rows: Sequence[Row]) -> None:
        """Hold this as well."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(map(self._line, rows)))

    def _line(self, row: Row) -> str:
        return json.dumps(row, ensure_ascii=False) + "\n"


SHEETS: dict[str, Callable[[Path], Sheet]] = {".jsonl": Lines}
"""Files of rows by the end of their names; `tutor` has more."""


class Results:
    """A file of rows. One of lines grows as rows are found; any other is written at the end."""

    def __init__(self, path: Path, ours: Callable[[Row], bool]) -> None:
        """Open one, perhaps to go on; every row that it has must be one of ours."""
        if path.suffix not in SHEETS:
            what = f"nothing is written as '{path.suffix}'"
            raise Problem(what, file=str(path), remedy=f"Let its name end in {', '.join(SHEETS)}.")
        self._sheet, self.rows = SHEETS[path.suffix](path), list[Row]()
        if path.exists():
            try:
                self.rows = self._sheet.read()
            except (OSError, ValueError):
                remedy = "Name another file, or take this one away."
                raise Problem("it holds no results", file=str(path), remedy=remedy) from None
        for row in self.rows:
            if not ours(row):
                told = ", ".join(f"{name} {value}" for name, value in list(row.items())[:3])
                what = "it holds results of another command"
                remedy = "Go on with the command that made it, or name another file."
                raise Problem(what, file=str(path), place=told, remedy=remedy)
        self.end(self.rows)

    def add(self, rows: Sequence[Row]) -> None:
        """Some more were found."""
        if isinstance(self._sheet, Lines):
            self._sheet.add(rows)

    def end(self, rows: Sequence[Row]) -> None:
        """All that was found, in order: whoever found it, the file is the same."""
        self.rows = list(rows)
        self._sheet.write(rows)
