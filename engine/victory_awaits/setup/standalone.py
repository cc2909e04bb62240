"""Chapter 18: the campaign and the one-map scenarios, as far as the rulebook gives them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.errors import closest
from engine.files import Table, package_file, read
from engine.rulebook import enforces


@cache
def bases() -> dict[str, dict[str, object]]:
    """What each scenario of 4.0, 18.1, 18.2 and 18.3 says apart from map and units."""
    name = "engine/victory_awaits/standalone.toml"
    top = read(package_file("engine", "victory_awaits", "standalone.toml"), name)
    found: dict[str, dict[str, object]] = {}
    for key in top.data:
        table = dict(top.need(key, dict))
        found[key] = upon(found.get(table.pop("base", ""), {}), table)
    return found


def upon(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    """One table laid upon another: its keys win, and tables within are joined key by key."""
    joined = dict(below)
    for key, value in above.items():
        under = joined.get(key)
        if isinstance(value, dict) and isinstance(under, dict):
            value = {**under, **value}
        joined[key] = value
    return joined


@enforces("18.3")
def with_base(top: Table) -> Table:
    """A scenario's table upon the bases that it names, the last one uppermost (18.0).

    A base is a table of the rulebook, or another scenario: `base = ["../smolensk", ...]`.
    """
    if "base" not in top:
        return top
    named = top.data["base"]
    names = top.texts("base") if isinstance(named, list) else [top.need("base", str)]
    merged: dict[str, object] = {}
    for name in names:
        merged = upon(merged, _base(top, name))
    own = {key: value for key, value in top.data.items() if key != "base"}
    return Table(upon(merged, own), top.file, top.place)


def _base(top: Table, name: str) -> Mapping[str, object]:
    if name in bases():
        return bases()[name]
    folder = package_file("scenarios", "victory-awaits", "play")
    file = folder / f"{name.removeprefix('../')}.toml"
    if not (name.startswith("../") and file.is_file()):
        raise top.problem(f"there is no base '{name}'", "base", closest(name, bases()))
    return with_base(read(file, name)).data
