"""Files of ours with one thing wrong: what a slip of the pen, a bad disk or a bad mood leaves."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lessons
import scenarios
from engine import catalogue, record
from engine.bots import make_bot
from engine.chance import Seeded

Place = tuple[Any, ...]
VALUES: tuple[Any, ...] = (
    0,
    -1,
    7,
    True,
    "",
    "x",
    "nosuch",
    [],
    [1],
    ["x"],
    {},
    {"x": 1},
    1.5,
    10**12,
)

FREE = {
    "prose": ("title", "summary", "source", "name", "note", "given", "expect", "about", "text"),
    "prose of a step": ("hints", "captions", "question", "choices", "done"),
    # what is named there is there by that name: whoever else names it is refused
    "labels": ("id", "formation"),
    # what the rulebook prints, by the numbers of maps that we do not have
    "quoted": ("printed",),
    # which program wrote a save, and a sum that is reckoned anew
    "of a save": ("engine", "checksum"),
}
"""Keys whose texts are free, by reason: every other text is a name that something must know."""
NEITHER = "qz"
"""Letters that no name of ours has side by side: what is spelt with them is no other name."""


def sources() -> list[Path]:
    """Scenarios of every shelf, boards, lessons and tables."""
    found = list(Path(scenarios.__path__[0]).rglob("*.toml"))
    found += [f for f in Path(lessons.__path__[0]).glob("*/*.toml") if "[[step]]" in f.read_text()]
    found += list(Path(catalogue.__file__).parent.glob("*/tables.toml"))
    return sorted(found)


def saves(folder: Path) -> Iterator[Path]:
    """A short game of every first scenario, saved."""
    for info in catalogue.GAMES.values():
        game = catalogue.load(f"{info.id}/{info.first}", Seeded(5))
        bot = make_bot("random", 5)
        for _ in range(4):
            if game.decision is not None:
                game.apply(bot.choose(game))
        path = folder / f"{info.id}.json"
        record.save(game, path)
        yield path


def places(data: Any, here: Place = ()) -> Iterator[Place]:
    """Every place of plain data that has a key or a number."""
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in entries:
        yield (*here, key)
        if isinstance(value, dict | list):
            yield from places(value, (*here, key))


def toml(data: dict[str, Any]) -> str:
    """Plain data as TOML, a line for every key."""
    return "".join(f"{_text(key)} = {_value(value)}\n" for key, value in data.items())


def _text(text: str) -> str:
    return json.dumps(text).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(str(k))} = {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _at(data: Any, place: Place) -> Any:
    for key in place:
        data = data[key]
    return data


def _misspelt(rng: random.Random, name: str) -> str:
    """A name with a letter doubled, dropped or changed; never one that differs by blanks only."""
    at = rng.randrange(len(name)) if name else 0
    doubled, dropped = f"{name[:at]}{name[at : at + 1]}{name[at:]}", f"{name[:at]}{name[at + 1 :]}"
    return rng.choice([f"{name}q", f"{doubled}z", dropped or "q", f"{name[:at]}q{name[at + 1 :]}"])


def _free(data: Any, place: Place) -> bool:
    """Whether the text at a place is free."""
    free = [key for keys in FREE.values() for key in keys]
    if "rows" in place and isinstance(place[-1], int):
        # a cell of a table: free as its column is
        columns = data[place[0]].get("columns", ()) if isinstance(data[place[0]], dict) else ()
        return columns[place[3]] in free if columns else False
    return any(key in free for key in place)


def _misspell(rng: random.Random, data: Any, free: bool) -> str:
    texts = [p for p in places(data) if isinstance(_at(data, p), str) and _free(data, p) == free]
    *above, key = rng.choice(texts)
    table = _at(data, tuple(above))
    at = rng.randint(0, len(table[key]))
    table[key] = f"{table[key][:at]}{NEITHER}{table[key][at + rng.randint(0, 1) :]}"
    return f"{above} {key} = {table[key]!r}"


def misspell_name(rng: random.Random, data: Any) -> str:
    return _misspell(rng, data, free=False)


def misspell_text(rng: random.Random, data: Any) -> str:
    return _misspell(rng, data, free=True)


def delete_key(rng: random.Random, data: Any) -> str:
    *above, key = rng.choice(list(places(data)))
    del _at(data, tuple(above))[key]
    return f"without {above} {key}"


def misspell_key(rng: random.Random, data: Any) -> str:
    # a letter of a board's legend stands for no more than the rows make of it
    keys = [p for p in places(data) if isinstance(p[-1], str) and p[-2:-1] != ("terrain",)]
    *above, key = rng.choice(keys)
    table = _at(data, tuple(above))
    new = _misspelt(rng, key)
    if new in table:
        new = f"{new}q"
    table[new] = table.pop(key)
    return f"{above} {key} called {new}"


def wrong_type(rng: random.Random, data: Any) -> str:
    *above, key = rng.choice(list(places(data)))
    table = _at(data, tuple(above))
    table[key] = copy.deepcopy(rng.choice([v for v in VALUES if type(v) is not type(table[key])]))
    return f"{above} {key} = {table[key]!r}"


def swap_values(rng: random.Random, data: Any) -> str:
    (*one, a), (*two, b) = rng.choice(list(places(data))), rng.choice(list(places(data)))
    left, right = _at(data, tuple(one)), _at(data, tuple(two))
    x, y = copy.deepcopy(left[a]), copy.deepcopy(right[b])
    left[a] = y
    if (*two, b)[: len(one) + 1] != (*one, a):
        right[b] = x
    return f"{one} {a} and {two} {b} swapped"


def truncate(rng: random.Random, text: bytes) -> tuple[str, bytes]:
    at = rng.randrange(len(text))
    return f"cut at {at}", text[:at]


def garbage(rng: random.Random, text: bytes) -> tuple[str, bytes]:
    at = rng.randrange(len(text))
    junk = rng.choice(
        [rng.randbytes(6), b"\x00", b"[[", b'"', b"= =", b"\xff", b"]" * 50, b"9" * 60]
    )
    return f"{junk!r} at {at}", text[:at] + junk + text[at + rng.choice((0, len(junk))) :]


IN_DATA: tuple[Callable[[random.Random, Any], str], ...] = (
    *(delete_key, misspell_key, misspell_key, misspell_name, misspell_name, misspell_text),
    *(wrong_type, swap_values),
)
IN_BYTES = (truncate, garbage)


def corrupted(rng: random.Random, source: Path) -> tuple[str, str, bytes]:
    """A copy of a file with one thing wrong: (kind of mischief, what it is, the bytes)."""
    import tomllib

    raw = source.read_bytes()
    how = rng.choice((*IN_DATA, *IN_BYTES))
    if how in IN_BYTES:
        what, content = how(rng, raw)  # type: ignore[arg-type, misc]
        return how.__name__, what, content
    data = json.loads(raw) if source.suffix == ".json" else tomllib.loads(raw.decode())
    what = how(rng, data)
    if source.suffix == ".json":
        # whoever edits a save knows how to reckon its checksum
        data.pop("checksum", None)
        return how.__name__, what, json.dumps({**data, "checksum": record._checksum(data)}).encode()
    return how.__name__, what, toml(data).encode()
