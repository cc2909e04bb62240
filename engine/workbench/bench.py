"""A scenario on the workbench: the table that its file says, and all the tables it was before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine import catalogue
from engine.chance import Seeded, Source
from engine.errors import Problem
from engine.files import Table, as_text, parsed, text_of
from engine.format import read_format
from engine.game import Game, Rules
from engine.verdict import Reason
from engine.workbench.fields import Field, fields
from engine.workbench.strokes import PLACES, Data, Layout, Stroke, rows
from engine.workbench.writing import rewritten


@dataclass(frozen=True, eq=False)
class Leaf:
    """A position of the workbench: what its file says, and the rules and the game it opens."""

    own: Data
    rules: Rules
    game: Game


class Workbench:
    """A position that is changed stroke by stroke; whatever breaks the rules may stand, and is
    named. What the format cannot say, or the game's reader cannot read, is no position."""

    def __init__(
        self,
        name: str,
        switches: Mapping[str, bool] | None = None,
        tables: str | None = None,
        text: str | None = None,
    ) -> None:
        """A scenario by id or by path; or the text of a file that was brought and is called so."""
        self.name = self.file = name
        if text is None:
            info, file, self.file = catalogue.find_scenario(name)
            self._source = text_of(file, self.file)
        top = parsed(self._source if text is None else text, self.file)
        if text is not None:
            info, self._source = catalogue.game_info(top.need("game", str)), text
            _bring_alone(top)
        self._kit, self._form = info.kit(), read_format(info.id)
        self._given = dict(switches or {}), tables
        self._leaves = [self._read(top.data)]
        self._now = 0

    def _read(self, own: Data) -> Leaf:
        """What a table says, by the game's own reader; a Problem where it is no scenario."""
        switches, tables = self._given
        try:
            rules: Rules = self._kit.read(Table(own, self.file), self.name, switches, tables)
            return Leaf(own, rules, Game(rules, Seeded(0)))
        except Problem as problem:
            raise problem.within(self.file) from None

    @property
    def _leaf(self) -> Leaf:
        return self._leaves[self._now]

    @property
    def rules(self) -> Rules:
        """The rules of the position now."""
        return self._leaf.rules

    @property
    def said(self) -> Data:
        """All that the position says, with what it lies upon."""
        return self.rules.scenario.said

    @property
    def state(self) -> Any:
        """The position: the first in which somebody owes a decision."""
        return self._leaf.game.state

    def violations(self) -> list[Reason]:
        """What the position has against the rules; it may stand."""
        return list(dict.fromkeys(self.rules.offences(self.state)))

    def game(self, chance: Source | None = None) -> Game:
        """The position as a game to ask and to play on from."""
        return Game(self.rules, chance or Seeded(0))

    def text(self) -> str:
        """The file of the position: that which was opened, with what has changed."""
        return rewritten(self._source, self._leaf.own)

    # -- strokes ----------------------------------------------------------------------------------
    def do(self, stroke: Stroke) -> None:
        """A stroke; a Problem where its result could not be read, and nothing has changed."""
        board = self.rules.scenario.board
        wanted = stroke.on(self.said, Layout(self._form, lambda place: place in board))
        self._leaves[self._now + 1 :] = [self._turned_to(wanted)]
        self._now += 1

    def _turned_to(self, wanted: Data) -> Leaf:
        """A position that says what is wanted: upon its bases, or alone where they say too much."""
        upon = self._over_bases(wanted)
        try:
            leaf = self._read(upon)
            if as_text(leaf.rules.scenario.said) == as_text(wanted):
                return leaf
        except Problem:
            if upon.keys() <= wanted.keys():
                raise
        return self._read(wanted)

    def _over_bases(self, wanted: Data) -> Data:
        """What the file itself must say so that it says what is wanted."""
        own, said = self._leaf.own, self.said
        stays = {key: value for key, value in own.items() if key not in said or key in wanted}
        new = {key: value for key, value in wanted.items() if value != said.get(key)}
        return {**stays, **new}

    @property
    def can_undo(self) -> bool:
        """Whether there is a stroke to take back."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a stroke to do again."""
        return self._now + 1 < len(self._leaves)

    def undo(self) -> bool:
        """Take a stroke back."""
        self._now -= (could := self.can_undo)
        return could

    def redo(self) -> bool:
        """Do a stroke again that was taken back."""
        self._now += (could := self.can_redo)
        return could

    def fields(self, unit: str | None = None) -> list[Field]:
        """What can be set by name: of a counter in hand, and of the whole position."""
        return fields(self._form, self.said, unit)

    # -- counters beside the map ------------------------------------------------------------------
    def palette(self) -> list[tuple[str, Data]]:
        """The counters of the game that are not on the table, each with its side: those that were
        taken off, and those of the game's other scenarios."""
        here = {row["id"]: side for side, row in rows(self.said)}
        scenario = self.rules.scenario
        sides = [side.id for side in scenario.sides]
        home = {scenario.pieces[unit].side: side for unit, side in here.items()}
        """Where counters are listed whose side several players share."""
        spare = ((home.get(p.side, p.side), {"id": p.id}) for p in scenario.pieces.values())
        found: dict[str, tuple[str, Data]] = {}
        for side, row in (*rows(self._leaves[0].rules.scenario.said), *self._others, *spare):
            if side in sides and row["id"] not in here:
                bare = {key: value for key, value in row.items() if key not in PLACES}
                found.setdefault(row["id"], (side, bare))
        return list(found.values())

    @cached_property
    def _others(self) -> tuple[tuple[str, Data], ...]:
        def read() -> Iterator[tuple[str, Data]]:
            for name in catalogue.scenario_ids(self.rules.scenario.game):
                yield from rows(catalogue.rules_of(name).scenario.said)

        return tuple(read())


def _bring_alone(top: Table) -> None:
    """A file that was brought stands alone: there is none beside it, and none here is its own."""
    sheets = top.data.get("boards", [])
    listed = [sheet.get("board") for sheet in sheets if isinstance(sheet, dict)]
    for board in (top.data.get("board"), *listed):
        if isinstance(board, str) and board.endswith(".toml"):
            raise top.problem("a file was brought without its board", "board", "Write it in.")
