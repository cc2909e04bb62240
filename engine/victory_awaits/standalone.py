"""Chapter 18: the campaign and the one-map scenarios, as far as the rulebook gives them."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.errors import closest
from engine.files import Table, package_file, read


@cache
def bases() -> dict[str, dict[str, Any]]:
    """What each scenario of 4.0, 18.1, 18.2 and 18.3 says apart from map and units."""
    name = "engine/victory_awaits/standalone.toml"
    top = read(package_file("engine", "victory_awaits", "standalone.toml"), name)
    found: dict[str, dict[str, Any]] = {}
    for key in top.data:
        table = dict(top.need(key, dict))
        found[key] = {**found.get(table.pop("base", ""), {}), **table}
    return found


def with_base(top: Table) -> Table:
    """A scenario's table upon the base that it names; its own keys win (18.0)."""
    if "base" not in top:
        return top
    name = top.need("base", str)
    if name not in bases():
        raise top.problem(f"there is no base '{name}'", "base", closest(name, bases()))
    merged = {**bases()[name], **{key: v for key, v in top.data.items() if key != "base"}}
    return Table(merged, top.file, top.place)
