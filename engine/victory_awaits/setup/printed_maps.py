"""What the rulebook gives by the numbers of the printed maps (2.1, 4.0, 15.4, 16.2, 18.2).

Information only: training boards have numbers of their own. A scenario on the printed maps takes
its goals, sources and markers from here.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import closest
from engine.files import Table
from engine.hexes import parse_label

WHAT = ("stand-fast", "moscow-source", "fortress", "breakthrough", "border")
PAIRS = ("border",)
"""Kinds that name hexsides, as two hexes: `2730/2701`."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One thing that the text places on the printed maps."""

    what: str
    rule: str
    name: str
    hexes: tuple[str, ...]


def read_printed(top: Table) -> tuple[Printed, ...]:
    """The [[printed]] tables, every number checked for its form."""
    found = []
    for entry in top.tables("printed"):
        what = entry.need("what", str)
        if what not in WHAT:
            raise entry.problem(f"nothing printed is a '{what}'", "what", closest(what, WHAT))
        hexes = entry.texts("hexes")
        for i, text in enumerate(hexes):
            parts = text.split("/")
            if len(parts) != 1 + (what in PAIRS) or not all(map(_is_number, parts)):
                wanted = "1234/1235" if what in PAIRS else "1234"
                raise entry.problem(
                    f"'{text}' is no number of a map", f"hexes[{i}]", f"Write it like {wanted}."
                )
        found.append(Printed(what, entry.need("rule", str), entry.need("name", str), tuple(hexes)))
        entry.finish()
    return tuple(found)


def _is_number(text: str) -> bool:
    try:
        parse_label(text, "CCRR")
    except ValueError:
        return False
    return True
