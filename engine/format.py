"""The format of a game's scenarios: every name that a board or a scenario may use.

`engine/<game>/format.toml` has a table for every group of names, `[tags]`, `[links]`, and for the
keys of every table of a scenario, `[start]`, `["start.special"]`. A name is followed by the rule
that it serves and what it means; `"level-*"` stands for a family of names, `"*"` for any name (a
turn), which the game itself looks up, and `"*unit"`, `"*hex"` for the name of any unit or hex that
is there. What is not listed there is an error.

A third word says what the texts of a key must name: `"hex"`, `"unit"`, `"side"`, `"bridge"` (two
hexes: `"0607-0608"`), or `"one of clear, rain"`. Where it is left out the text is free (a title, a
label), or the game looks it up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from engine.errors import Problem, closest
from engine.files import Table, package_file, read

GROUPS = {
    "terrain": "terrain",
    "sides": "kind of hexside",
    "links": "kind of link",
    "tags": "tag",
    "places": "kind of place",
    "areas": "area",
    "boxes": "box",
    "switches": "rule switch",
}
"""The groups of names, and what one of a group is called."""
COMMON, FAMILY = "common", "zocbond"
SCENARIO, UNIT = "scenario", "unit"
"""The keys of the whole file and of a row of units; other tables go by their place."""
ONE_OF = "one of "
ANY = "*"

Known = Mapping[str, Collection[str]]
"""The names that a scenario has: its hexes, units, sides, places, bridges."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name: the rule it serves ("" for none), what it means, what its texts name; of a family
    `"*hex"`, what the names themselves name."""

    name: str
    rule: str
    about: str
    value: str = ""
    key: str = ""

    @property
    def family(self) -> bool:
        """Whether it stands for many names."""
        return "*" in self.name or "[" in self.name


@dataclass(frozen=True, eq=False)
class Format:
    """All names of a game, by group and by table."""

    game: str
    names: Mapping[str, Mapping[str, Name]]

    def group(self, group: str) -> Mapping[str, Name]:
        """The names of a group or the keys of a table."""
        return self.names.get(group, {})

    def knows(self, group: str, name: str) -> bool:
        """Whether a group has a name, by itself or in a family."""
        return self._found(group, name) is not None

    def need(self, group: str, name: str, table: Table, key: str) -> None:
        """A name of a group, or a Problem that says where and names the nearest."""
        if not self.knows(group, name):
            known = [n.name for n in self.group(group).values()]
            raise table.problem(f"there is no {GROUPS[group]} '{name}'", key, closest(name, known))

    def check_board(self, board: Table) -> None:
        """Every name of a board: terrain, hexsides, links, tags, places, areas."""
        for group in ("sides", "links", "tags"):
            table = board.table(group)
            for name in table.data:
                self.need(group, name, table, name)
        letters = board.table("terrain")
        for letter, name in letters.data.items():
            if isinstance(name, str):
                self.need("terrain", name, letters, letter)
        for rows, key, group in (("place", "kind", "places"), ("area", "id", "areas")):
            for row in board.tables(rows):
                if isinstance(row.data.get(key), str):
                    self.need(group, row.data[key], row, key)

    def _found(self, group: str, name: str) -> Name | None:
        known = self.group(group)
        families = (n for n in known.values() if n.family and fnmatchcase(name, n.name))
        return known.get(name) or next(families, None)

    def named(self, group: str, name: str) -> Name:
        """What a name of a group means, by itself or in a family; of one unknown nothing."""
        return self._found(group, name) or Name(name, "", "")

    def without(
        self, table: Mapping[str, Any], noun: str, name: str, group: str = SCENARIO
    ) -> dict[str, Any]:
        """A scenario in which no key and no text names something any more; a list that named
        nothing else goes too."""
        kept: dict[str, Any] = {}
        for key, value in table.items():
            named = self.named(group, key)
            if named.key == noun and key == name:
                continue
            if named.value == noun and isinstance(value, list) and name in value:
                value = [text for text in value if text != name]
            if named.value == noun and value in (name, []):
                continue
            further = self._further(group, key)
            if further is not None and isinstance(value, dict):
                value = self.without(value, noun, name, further)
            elif further is not None and isinstance(value, list):
                value = [
                    self.without(row, noun, name, further) if isinstance(row, dict) else row
                    for row in value
                ]
            kept[key] = value
        return kept

    def check_keys(self, top: Table, known: Known | None = None) -> None:
        """Every key of a scenario, however deep, and what the texts of its values name, where it
        is known what is there."""
        self._keys(top, SCENARIO, known)

    def _keys(self, table: Table, group: str, there: Known | None) -> None:
        known = self.group(group)
        for key, value in table.data.items():
            if not self.knows(group, key):
                raise table.problem(f"unknown key '{key}'", key, closest(key, known))
            named = self.named(group, key)
            if named.key and there is not None and key not in there[named.key]:
                what = f"there is no {named.key} '{key}'"
                raise table.problem(what, key, closest(key, there[named.key]))
            if named.value and there is not None:
                _check_texts(table, key, named, there)
            further = self._further(group, key)
            if further is None:
                continue
            if isinstance(value, dict):
                self._keys(Table(value, table.file, table.at(key)), further, there)
            elif isinstance(value, list):
                for i, row in enumerate(value):
                    if isinstance(row, dict):
                        place = table.at(f"{key}[{i}]")
                        self._keys(Table(row, table.file, place), further, there)

    def _further(self, group: str, key: str) -> str | None:
        """The group of keys of a table within a table; None where anything may stand."""
        outer = "" if group == SCENARIO else f"{group}."
        for name in (f"{outer}{key}", f"{outer}*"):
            if name in ("side.units", "values.*"):
                return UNIT
            if name in self.names and name not in GROUPS:
                return name
        return None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            group: {
                name: {"rule": n.rule, "about": n.about, "value": n.value}
                for name, n in names.items()
            }
            for group, names in self.names.items()
        }

    def lines(self) -> Iterator[str]:
        """The format as a page to read."""
        for group, names in self.names.items():
            one = f" (each a {GROUPS[group]})" if group in GROUPS else ""
            yield f"[{group}]{one}"
            for name, n in names.items():
                value = f": {n.value}" if n.value else ""
                yield f"  {name:<22} {n.about}{value}" + (f" ({n.rule})" if n.rule else "")
            yield ""


@cache
def read_format(game: str) -> Format:
    """The format of a game: what all games know, what its family knows, what it knows alone."""
    package = game.replace("-", "_")
    own = _read(package)
    family = [FAMILY] if own.get("family", bool, False) else []
    names: dict[str, dict[str, Name]] = {}
    for table in (*(_read(p) for p in (COMMON, *family)), own):
        for group in table.data:
            if group != "family":
                names.setdefault(group, {}).update(_group(table.table(group)))
    first = [*GROUPS, SCENARIO, "side", UNIT]
    order = [g for g in first if g in names] + [g for g in names if g not in first]
    return Format(game, {group: names[group] for group in order})


def _read(package: str) -> Table:
    parts = ("format.toml",) if package == COMMON else (package, "format.toml")
    return read(package_file("engine", *parts), f"engine/{'/'.join(parts)}")


def _group(table: Table) -> dict[str, Name]:
    found = {}
    for listed in table.data:
        said = table.texts(listed)
        if not 2 <= len(said) <= 3:
            raise table.problem("a name has a rule and a meaning", listed, 'Write ["5.2", "..."].')
        rule, about, value = *said, *[""] * (3 - len(said))
        name, key = (ANY, listed[1:]) if listed[:1] == ANY else (listed, "")
        found[listed] = Name(name, rule, about, value, key)
    return found


def _check_texts(table: Table, key: str, named: Name, there: Known) -> None:
    """Every text of a value, or of the list that it is, names something that is there."""
    data = table.data[key]
    texts = enumerate(data) if isinstance(data, list) else [(None, data)]
    listed = named.value.startswith(ONE_OF)
    among = named.value.removeprefix(ONE_OF).split(", ") if listed else there[named.value]
    noun = table.place.partition("[")[0] if key == "id" else key
    what = "" if listed and named.family else f" {noun if listed else named.value}"
    for i, text in texts:
        if isinstance(text, str) and text not in among:
            place = key if i is None else f"{key}[{i}]"
            raise table.problem(f"there is no{what} '{text}'", place, closest(text, among))


def format_of_board(board: Table, games: Mapping[str, object]) -> Format:
    """The game whose names a board uses, where nothing says whose it is: the one that fits best."""
    within = re.search(r"scenarios/([a-z0-9-]+)/boards/", board.file.replace("\\", "/"))
    if within and within[1] in games:
        return read_format(within[1])

    def unknown(form: Format) -> bool:
        try:
            form.check_board(Table(board.data, board.file))
        except Problem:
            return True
        return False

    def familiar(form: Format) -> int:
        named = [(g, n) for g in ("sides", "links", "tags") for n in _dict(board.data.get(g))]
        named += [("terrain", n) for n in _dict(board.data.get("terrain")).values()]
        return sum(isinstance(n, str) and form.knows(g, n) for g, n in named)

    forms = [read_format(game) for game in games if game_has_board(read_format(game))]
    return min(forms, key=lambda form: (unknown(form), -familiar(form)))


def game_has_board(form: Format) -> bool:
    """Whether a game's scenarios have boards of their own."""
    return bool(form.group("terrain"))


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
