"""Reading TOML with errors that name the file, the key and what was expected."""

from __future__ import annotations

import json
import pickle
import stat
import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
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

    def name(self, key: str, known: Collection[str], wrong: str, default: str | None = None) -> str:
        """A text that names something known; `wrong` says of any other, as `{}`, what it is not."""
        value = self.need(key, str) if default is None else self.get(key, str, default)
        if value != default and value not in known:
            raise self.problem(wrong.format(value), key, closest(value, known))
        return value

    def names(self, key: str, known: Collection[str], wrong: str) -> tuple[str, ...]:
        """An optional list of such texts."""
        values = self.texts(key)
        for i, value in enumerate(values):
            if value not in known:
                raise self.problem(wrong.format(value), f"{key}[{i}]", closest(value, known))
        return tuple(values)

    def table(self, key: str) -> Table:
        """An optional sub-table."""
        return Table(self.get(key, dict, {}), self.file, self.at(key))

    def each(self, key: str, kind: type[T]) -> dict[str, T]:
        """An optional sub-table with a value of one kind under every name."""
        table = self.table(key)
        return {name: table.need(name, kind) for name in table.data}

    def lists(self, key: str) -> dict[str, tuple[str, ...]]:
        """All lists of texts of an optional sub-table."""
        table = self.table(key)
        return {name: tuple(table.texts(name)) for name in table.data}

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


LARGEST = 8_000_000
"""Bytes of the largest file that is read; our own have a tenth of it."""
DEEPEST = 40
"""How deep tables and lists may lie in one another."""


def text_of(path: Path | Traversable, shown: str, noun: str = "file") -> str:
    """The text of a file; whatever keeps it from being read is a Problem."""

    def problem(what: str, remedy: str, place: str | None = None) -> Problem:
        return Problem(what, file=shown, place=place, remedy=remedy)

    try:
        if isinstance(path, Path):
            found = path.stat()
            if not stat.S_ISREG(found.st_mode):
                raise problem("this is not a file", "Name a file.")
            if found.st_size > LARGEST:
                what = f"it has {found.st_size} bytes; at most {LARGEST} are read"
                raise problem(what, "Name a smaller file.")
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise problem(f"there is no such {noun}", "Check the name.") from None
    except (IsADirectoryError, NotADirectoryError):
        raise problem("this is not a file", "Name a file.") from None
    except PermissionError:
        raise problem("it may not be read", "Check its rights.") from None
    except UnicodeDecodeError as error:
        remedy = f"Save it as UTF-8, or take an earlier {noun}."
        raise problem("it is not text in UTF-8", remedy, f"byte {error.start}") from None
    except OSError as error:
        raise problem(f"it cannot be read ({error.strerror})", "Check the name.") from None
    except ValueError:
        raise problem("no file has such a name", "Check the name.") from None


def too_deep(data: object) -> bool:
    """Whether tables and lists lie deeper in one another than in anything of ours."""
    layer = [data]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for item in layer:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        layer = inner
    return bool(layer)


def read(path: Path | Traversable, name: str | None = None) -> Table:
    """A TOML file as a Table."""
    shown = name or str(path)
    return parsed(text_of(path, shown), shown)


def parsed(text: str, shown: str) -> Table:
    """The text of a TOML file as a Table."""
    try:
        return Table(pickle.loads(_parsed(text)), shown)
    except tomllib.TOMLDecodeError as error:
        raise Problem(
            f"not TOML: {error}", file=shown, remedy="Mend the line named and try again."
        ) from None
    except (ValueError, RecursionError):
        raise Problem(
            "no file of ours holds such numbers or so many lists in lists",
            file=shown,
            remedy="Write shorter numbers and fewer lists.",
        ) from None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> bytes:
    """What a text says, packed: unpacking it anew is quicker than reading it again."""
    data = tomllib.loads(text)
    if too_deep(data):
        raise RecursionError
    return pickle.dumps(data)


def as_text(data: object) -> str:
    """Plain data as one line, the same for the same data."""
    return json.dumps(data, sort_keys=True, default=str, ensure_ascii=False)


folder_of = cache(files)


def package_file(package: str, *parts: str) -> Traversable:
    """A file of one of our own packages."""
    found = folder_of(package)
    for part in parts:
        found = found / part
    return found
