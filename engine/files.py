"""Reading TOML with errors that name the file, the key and what was expected."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import Problem, closest

T = TypeVar("T")

_NAMES = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
    float: "a number",
}


class Table:
    """A TOML table that knows where it stands; every wrong or missing key is a Problem."""

    def __init__(self, data: Mapping[str, Any], file: str, place: str = "") -> None:
        self.data = data
        self.file = file
        self.place = place
        self._read: set[str] = set()

    def at(self, key: str) -> str:
        """The dotted place of a key."""
        return f"{self.place}.{key}" if self.place else key

    def problem(self, what: str, key: str | None = None, remedy: str | None = None) -> Problem:
        """A Problem at a key of this table."""
        place = self.at(key) if key else self.place or None
        return Problem(what, file=self.file, place=place, remedy=remedy)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def get(self, key: str, kind: type[T], default: T) -> T:
        """An optional value of a kind."""
        return self.need(key, kind) if key in self.data else self._skip(key, default)

    def _skip(self, key: str, default: T) -> T:
        self._read.add(key)
        return default

    def need(self, key: str, kind: type[T]) -> T:
        """A value that must be there, of a kind."""
        self._read.add(key)
        if key not in self.data:
            near = closest(key, [k for k in self.data if k not in self._read])
            hint = f" {near}" if near.startswith("Did") else ""
            raise self.problem(
                f"'{key}' is missing", remedy=f"Give it {_NAMES.get(kind, kind.__name__)}.{hint}"
            )
        value = self.data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.problem(
                f"{value!r} is not {_NAMES.get(kind, kind.__name__)}",
                key,
                f"Write {_NAMES.get(kind, kind.__name__)} here.",
            )
        return value

    def texts(self, key: str) -> list[str]:
        """An optional list of texts."""
        values = self.get(key, list, [])
        for i, value in enumerate(values):
            if not isinstance(value, str):
                raise self.problem(f"{value!r} is not a text", f"{key}[{i}]", "Put it in quotes.")
        return values

    def table(self, key: str) -> Table:
        """An optional sub-table."""
        return Table(self.get(key, dict, {}), self.file, self.at(key))

    def tables(self, key: str) -> Iterator[Table]:
        """An optional array of tables."""
        for i, value in enumerate(self.get(key, list, [])):
            place = f"{key}[{i}]"
            if not isinstance(value, dict):
                raise self.problem(f"{value!r} is not a table", place, f"Write it as [[{key}]].")
            yield Table(value, self.file, self.at(place))

    def finish(self) -> None:
        """Refuse keys that nobody asked for: they are slips of the pen."""
        for key in self.data:
            if key not in self._read:
                raise self.problem(f"unknown key '{key}'", remedy=closest(key, self._read))


def read(path: Path | Traversable, name: str | None = None) -> Table:
    """A TOML file as a Table."""
    shown = name or str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Problem("there is no such file", file=shown, remedy="Check the name.") from None
    except (IsADirectoryError, NotADirectoryError):
        raise Problem("this is not a file", file=shown, remedy="Name a file.") from None
    except PermissionError:
        raise Problem("it may not be read", file=shown, remedy="Check its rights.") from None
    except UnicodeDecodeError as error:
        raise Problem(
            f"byte {error.start} is not UTF-8", file=shown, remedy="Save it as UTF-8."
        ) from None
    try:
        return Table(pickle.loads(_parsed(text)), shown)
    except tomllib.TOMLDecodeError as error:
        raise Problem(
            f"not TOML: {error}", file=shown, remedy="Mend the line named and try again."
        ) from None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> bytes:
    """What a text says, packed: unpacking it anew is quicker than reading it again."""
    return pickle.dumps(tomllib.loads(text))


def package_file(package: str, *parts: str) -> Traversable:
    """A file of one of our own packages."""
    found = files(package)
    for part in parts:
        found = found / part
    return found
