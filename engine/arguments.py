"""Arguments: what each kind of action takes, said in one place a game and checked at its door.

`engine/<game>/arguments.toml` has a table for every kind of action, and in it what may be named
and of which type:

    [attack]
    units = "units"                            # must be named
    air = "perhaps text"                       # may be left out
    mode = "perhaps one of extended, tactical"

An argument of the type `key` picks a further table, `["play sniper"]` for `play` with the card
`sniper`; one of the type `kind` names another kind of action, whose arguments come along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.errors import closest
from engine.files import Table, package_file, read
from engine.values import Action
from engine.verdict import Reason, Verdict

PERHAPS, ONE_OF = "perhaps ", "one of "
NAMED = {"unit": "unit", "units": "unit", "hex": "hex", "hexes": "hex", "place": "place"}
NAMED["places"], NAMED["ways"] = "place", "hex"
LISTS = ("units", "hexes", "places", "ways", "texts", "numbers")
TYPES = (*NAMED, "text", "texts", "number", "numbers", "yes", "key", "kind")
"""`ways` are lists of hexes, each way one text: `["0101 0102", "0201"]`."""

LONGEST, GREATEST, MOST = 200, 1_000_000, 1_000
"""Letters of a text, size of a number, entries of a list that any rule could ask for."""

SHOWN = 40
"""Letters of a wrong value that a sentence shows."""

Knows = Callable[[str, str], bool]
"""Whether there is a unit, a hex or a place of a name."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a kind of action: its name, its type, whether it must be there."""

    name: str
    type: str
    needed: bool
    among: tuple[str, ...] = ()

    def reasons(self, rule: str, value: Any, knows: Knows) -> Iterator[Reason]:
        """Why a value does not fit."""
        if not self._fits(value):
            params = {"name": self.name, "value": clipped(value)}
            yield Reason.of(rule, f"argument.no-{self.type}", **params)
            return
        if self.among:
            if value not in self.among:
                params = {"name": self.name, "value": clipped(value)}
                yield Reason.of(rule, "argument.not-one-of", among=self.among, **params)
            return
        what = NAMED.get(self.type, "")
        for name in dict.fromkeys(self._names(value)) if what else ():
            if not knows(what, name):
                yield Reason.of(rule, f"argument.unknown-{what}", name=self.name, value=name)

    def _names(self, value: Any) -> list[str]:
        if self.type == "ways":
            return [name for way in value for name in way.split()]
        return list(value) if self.type in LISTS else [value]

    def _fits(self, value: Any) -> bool:
        if self.type in LISTS:
            one = _number if self.type == "numbers" else _text
            return isinstance(value, tuple) and len(value) <= MOST and all(map(one, value))
        if self.type == "number":
            return _number(value)
        return isinstance(value, bool) if self.type == "yes" else _text(value)


def _text(value: Any) -> bool:
    """Whether a value is a text that a name could be."""
    return isinstance(value, str) and len(value) <= LONGEST and value.isprintable()


def _number(value: Any) -> bool:
    return type(value) is int and abs(value) <= GREATEST


def clipped(value: Any) -> str:
    """A value as a sentence may show it, whatever it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > GREATEST:
        return "..."
    try:
        shown = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):
        return "..."
    clean = "".join(sign if sign.isprintable() else "?" for sign in shown[: SHOWN + 1])
    return clean if len(clean) <= SHOWN else f"{clean[:SHOWN]}..."


def ill_written(verdict: Verdict) -> tuple[Reason, ...]:
    """The reasons that are none of a rule's: the action names what its kind does not take. In a
    file an action that is to be refused by a rule must not be refused for its spelling; to go where
    the map has no hex is no slip of the pen."""
    keys = ("argument.", "argument.unknown-hex")
    return tuple(r for r in verdict.reasons if r.key.startswith(keys[0]) and r.key != keys[1])


class Arguments:
    """What every kind of action of a game takes."""

    def __init__(self, kinds: Mapping[str, Mapping[str, Argument]]) -> None:
        self.kinds = dict(kinds)

    def slots(self, action: Action) -> dict[str, Argument]:
        """What an action may name, by what it names already."""
        slots = dict(self.kinds.get(action.kind, {}))
        queue = list(slots.values())
        for slot in queue:
            named = action.get(slot.name)
            if slot.type not in ("key", "kind") or not isinstance(named, str):
                continue
            further = f"{action.kind} {named}" if slot.type == "key" else named
            more = self.kinds.get(further, {})
            queue += (new for new in more.values() if new.name not in slots)
            slots |= {name: new for name, new in more.items() if name not in slots}
        return slots

    def wrong(self, rule: str, action: Action, knows: Knows) -> Iterator[Reason]:
        """What an action names that its kind does not take, or that is of the wrong type."""
        slots = self.slots(action)
        for name, value in action.args:
            if name in slots:
                yield from slots[name].reasons(rule, value, knows)
            elif slots:
                yield Reason.of(rule, "argument.unknown", name=clipped(name), known=tuple(slots))
            else:
                yield Reason.of(rule, "argument.none", name=clipped(name))

    def missing(self, rule: str, action: Action) -> Iterator[Reason]:
        """What an action must name and does not."""
        for slot in self.slots(action).values():
            if slot.needed and slot.name not in action:
                yield Reason.of(rule, "argument.missing", name=slot.name)


@cache
def read_arguments(*packages: str) -> Arguments:
    """What the files of some packages say, a later one's tables in place of an earlier one's."""
    kinds: dict[str, dict[str, Argument]] = {}
    for package in packages:
        top = read(
            package_file("engine", package, "arguments.toml"), f"engine/{package}/arguments.toml"
        )
        for kind in top.data:
            table = top.table(kind)
            kinds[kind] = {name: _slot(table, name) for name in table.data}
    return Arguments(kinds)


def _slot(table: Table, name: str) -> Argument:
    words = table.need(name, str)
    kept = words.removeprefix(PERHAPS)
    among = tuple(kept.removeprefix(ONE_OF).split(", ")) if kept.startswith(ONE_OF) else ()
    if not among and kept not in TYPES:
        raise table.problem(f"there is no type '{kept}'", name, closest(kept, TYPES))
    return Argument(name, "text" if among else kept, kept == words, among)
