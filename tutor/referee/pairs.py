"""Pairs: who of a class plays with whom, each at a table that the class has opened for them.

Whoever finds nobody plays against bots, and the next who comes takes over from one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from engine import catalogue
from tutor.referee.classbook import Classbook, Seated
from tutor.referee.room import Room
from tutor.referee.shared import Refused

SOMEBODY = "greedy"
"""The bot in the place of whoever is missing."""
TWO = 2


class Tables(Protocol):
    """The tables of the referee, as far as a class has to do with them."""

    def begin(self, scenario: str, players: Mapping[str, str]) -> str:
        """Open a table; its code."""

    def hand(self, table: str, seat: str, bot: str) -> None:
        """A bot takes a seat over from a person, or leaves it to one where `bot` is empty."""

    def standing(self, table: str) -> dict[str, Any]:
        """How a game stands: its turn, whose it is, how it ended."""

    def forget(self, tables: Iterable[str]) -> None:
        """Nothing is left of some tables."""


def chairs_of(scenario: str) -> list[str]:
    """Where people can sit at a scenario for several: none where two cannot play it, or where a
    side is shared by several seats."""
    if scenario not in catalogue.scenario_ids():
        raise Refused("no-scenario")
    chairs = catalogue.rules_of(scenario).chairs
    apart = all(seat == side for seat, side in chairs.items())
    return list(chairs) if apart and len(chairs) >= TWO else []


class Pairs:
    """The pairs of all classes. What is said to whom is said by the school."""

    def __init__(self, book: Classbook, tables: Tables) -> None:
        self._book, self._tables = book, tables
        self._home: dict[str, str] = {}
        """The class of each table that has been looked at."""

    def deal(self, room: Room, scenario: str, number: int) -> None:
        """New pairs of those who are here, in the order in which they joined the class; who is left
        over sits down with the last two where there is a chair, or plays against a bot."""
        chairs = chairs_of(scenario)
        if not chairs:
            raise Refused("not-for-two")
        room.book.pairs, room.book.paired, room.tables = {}, number, {}
        here = [one.number for one in room.pupils if room.here(one.number)]
        groups = [here[at : at + TWO] for at in range(0, len(here), TWO)]
        if len(groups) > 1 and len(groups[-1]) < TWO < len(chairs):
            groups[-2:] = [[*groups[-2], *groups[-1]]]
        for group in groups:
            self._open(room, scenario, dict(zip(chairs, group, strict=False)))

    def _open(self, room: Room, scenario: str, seats: Mapping[str, int]) -> None:
        """A table for some; bots have the chairs that are left."""
        left = [seat for seat in chairs_of(scenario) if seat not in seats]
        table = self._tables.begin(scenario, dict.fromkeys(left, SOMEBODY))
        self._sit(room, {pupil: Seated(table, seat) for seat, pupil in seats.items()})

    def _sit(self, room: Room, who: Mapping[int, Seated]) -> None:
        self._book.pair(room.book.code, room.book.paired, who)
        room.book.pairs |= who
        for seated in who.values():
            self._home[seated.table] = room.book.code
            room.tables.pop(seated.table, None)

    def come(self, room: Room, scenario: str, pupil: int) -> list[int]:
        """Somebody comes later: he joins whoever plays alone, or has a table of his own; with whom
        he sits at one."""
        if pupil in room.book.pairs:
            return []
        for table, seats in room.seats.items():
            free = [seat for seat in chairs_of(scenario) if seat not in seats]
            if len(seats) == 1 and free and not self.standing(room, table)["over"]:
                self._tables.hand(table, free[0], "")
                self._sit(room, {pupil: Seated(table, free[0])})
                return [*seats.values()]
        self._open(room, scenario, {chairs_of(scenario)[0]: pupil})
        return []

    def go(self, room: Room, pupil: int) -> list[int]:
        """Somebody is in the class no more: a bot goes on for him; with whom he sat at a table."""
        seated = room.book.pairs.pop(pupil, None)
        if seated is None:
            return []
        self._book.unpair(room.book.code, room.book.paired, pupil)
        self._tables.hand(seated.table, seated.seat, SOMEBODY)
        room.tables.pop(seated.table, None)
        return [*room.seats.get(seated.table, {}).values()]

    def forget(self, code: str) -> None:
        """Nothing is left of a class's tables."""
        self._tables.forget(self._book.tables(code))

    # -- what is heard ----------------------------------------------------------------------------

    def at_home(self, room: Room) -> None:
        """A class has been read: its tables are known."""
        self._home |= dict.fromkeys(room.seats, room.book.code)

    def home(self, table: str) -> str:
        """The class of a table; none where no class has opened it."""
        if table not in self._home:
            self._home[table] = self._book.class_of(table)
        return self._home[table]

    def standing(self, room: Room, table: str) -> dict[str, Any]:
        """How the game of a table stands, as it was looked at last."""
        if table not in room.tables:
            room.tables[table] = self._tables.standing(table)
        return room.tables[table]

    def changed(self, room: Room, table: str) -> bool:
        """Whether it stands otherwise than when it was looked at last."""
        before = room.tables.pop(table, None)
        return self.standing(room, table) != before

    def waits(self, room: Room, pupil: int) -> bool:
        """Whether others decide at a pupil's table now, or nobody any more."""
        seated = room.book.pairs.get(pupil)
        return seated is not None and seated.seat not in self.standing(room, seated.table)["acting"]

    def told(self, room: Room, table: str) -> dict[str, Any]:
        """A table and who sits there, pupils by their numbers and names."""
        standing, who = self.standing(room, table), room.seats[table]
        names: dict[int | None, str] = {one.number: one.name for one in room.pupils}
        seats = []
        for seat, about in standing["seats"].items():
            pupil = who.get(seat)
            seats.append({**about, "seat": seat, "pupil": pupil, "name": names.get(pupil, "")})
        return {**standing, "table": table, "seats": seats}

    def mine(self, room: Room, pupil: int) -> dict[str, Any] | None:
        """Where a pupil sits, and with whom."""
        seated = room.book.pairs.get(pupil)
        if seated is None:
            return None
        told = self.told(room, seated.table)["seats"]
        return {"table": seated.table, "seat": seated.seat, "seats": told}
