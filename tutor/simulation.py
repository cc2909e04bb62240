"""Games of bots as a pandas frame, and kept in tables: .csv and .parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas

from engine import bots
from engine.errors import Problem
from engine.record import write_atomically
from engine.results import Row, Sheet
from engine.spread import Spread


def simulate(
    scenario: str,
    games: int | Iterable[int],
    bot: str | Mapping[str, str] = "random",
    jobs: int = 0,
    on: str = "",
) -> Any:
    """Whole games by bots as a frame, a row a game: so many by the seeds from 1 on, or by these
    seeds; by so many processes (one a core), or on the workers of a Dask scheduler."""
    seeds = range(1, games + 1) if isinstance(games, int) else games
    asked = bots.games_of(scenario, seeds, bot)
    return frame(Spread(jobs, on).run(bots.play_games, asked, bots.GAME)[0])


def frame(rows: Sequence[Row]) -> Any:
    """Rows as a frame; what is missing is missing, and whole numbers stay whole."""
    return pandas.DataFrame(rows).convert_dtypes()


class Csv:
    """A .csv file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Row]:
        """What it holds."""
        return _rows(pandas.read_csv(self.path))

    def write(self, rows: Sequence[Row]) -> None:
        """Hold this."""
        write_atomically(self.path, frame(rows).to_csv(index=False))


class Parquet:
    """A .parquet file."""

    def __init__(self, path: Path) -> None:
        if find_spec("pyarrow") is None:
            remedy = "Install it, pip install 'staffride[cluster]', or let the name end in .csv."
            raise Problem("nothing here writes Parquet", file=str(path), remedy=remedy)
        self.path = path

    def read(self) -> list[Row]:
        """What it holds."""
        return _rows(pandas.read_parquet(self.path))

    def write(self, rows: Sequence[Row]) -> None:
        """Hold this."""
        write_atomically(self.path, frame(rows).to_parquet(index=False))


def _rows(found: Any) -> list[Row]:
    """A frame as rows."""
    found = found.convert_dtypes()
    rows: list[Row] = found.astype(object).where(found.notna(), None).to_dict("records")
    return rows


TABLES: dict[str, Callable[[Path], Sheet]] = {".csv": Csv, ".parquet": Parquet}
"""Files of rows by the end of their names."""
