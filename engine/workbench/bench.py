"""A scenario on the workbench: the table that its file says, and all the tables it was before."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from itertools import count
from pathlib import Path
from typing import Any

from engine import catalogue
from engine.chance import Seeded, Source
from engine.corrections import KEY, between, laid_over
from engine.drawing import Drawing
from engine.errors import Problem
from engine.faults import faults
from engine.files import Table, as_text, parsed, read, text_of
from engine.format import ONE_OF, UNIT, format_of_board, read_format
from engine.game import Game, Rules
from engine.placeboard import PlaceBoard
from engine.scenario import VALUES, board_file, valued
from engine.verdict import Reason
from engine.workbench.blanks import blank_board, blank_text
from engine.workbench.fields import Field, fields
from engine.workbench.strokes import PLACES, Data, Draw, Layout, Say, Stroke, rows
from engine.workbench.writing import rewritten, written

SHELF = "bench"
"""Where scenarios stand that stand nowhere else: on the bench."""
TYPED = ("kind", "type", "nation")
"""What of a counter's row makes it of a type."""
OWN = (
    "id", "name", "values", "formation", "map", "division", "corps", "turn", "code", "sector",
    "hidden", "decoy", "inside", "dug", "hit", "spent", "bogged",
)  # fmt: skip
"""What of it is one counter's own."""


@dataclass(frozen=True, eq=False)
class Leaf:
    """A position of the workbench: what its file says, and the rules and the game it opens."""

    own: Data
    rules: Rules
    game: Game


class Workbench:
    """A position and its board, changed stroke by stroke; whatever breaks the rules may stand, and
    is named. What the format cannot say, or the game's reader cannot read, is no position."""

    def __init__(
        self,
        name: str,
        switches: Mapping[str, bool] | None = None,
        tables: str | None = None,
        text: str | None = None,
    ) -> None:
        """A scenario, a board or corrections of one by id or by path; or the text of a file that
        was brought and is called so. A board lies on a scenario that says little else."""
        self.name = self.file = name
        if brought := text is not None:
            _bring_alone(parsed(text, name))
        else:
            text, self.file = _opened(name)
        top = parsed(text, self.file)
        self._ground_text = self._ground_file = ""
        self._source, board = text, None
        if KEY in top:
            game, board = catalogue.check_corrections(top)
            name = f"{game}/{catalogue.BOARDS}/{top.data[KEY]}"
            self._ground_text, self._ground_file = _opened(name)
        elif "rows" in top:
            game, board = format_of_board(top, catalogue.GAMES).game, top.data
            self._ground_text, self._ground_file = text, self.file
        if board is not None:
            self._source = blank_text(game)
            top = parsed(self._source, self.file)
        info = catalogue.game_info(top.need("game", str))
        self._kit, self._form = info.kit(), read_format(info.id)
        self._given = dict(switches or {}), tables
        own = top.data if board is None else {**top.data, "board": board}
        self._first: Data | None = own if board is None and not brought else None
        """What stands on a shelf, and is called as there."""
        self._leaves = [self._read(own)]
        self._now = 0
        if isinstance(self.said.get("board"), str):
            file, self._ground_file = self._board_file(self.said)
            self._ground_text = text_of(file, self._ground_file)

    @classmethod
    def new(cls, game: str, title: str, size: tuple[int, int], labels: str = "CCRR") -> Workbench:
        """A scenario of one's own on an empty board of so many columns and rows."""
        source, form = blank_text(game), read_format(game)
        board = blank_board(form, title, size, labels)
        own = {**parsed(source, game).data, "title": title, "board": board}
        return cls(f"{game}.toml", text=rewritten(source, own))

    def _read(self, own: Data) -> Leaf:
        """What a table says, by the game's own reader; a Problem where it is no scenario."""
        switches, tables = self._given
        name = self.name if own is self._first else f"{own.get('game', '')}/{SHELF}/{self.stem}"
        try:
            rules: Rules = self._kit.read(Table(own, self.file), name, switches, tables)
            return Leaf(own, rules, Game(rules, Seeded(0)))
        except Problem as problem:
            raise problem.within(self.file) from None

    @property
    def stem(self) -> str:
        """What its file is called, without folders and ending."""
        return self.name.rpartition("/")[2].removesuffix(".toml")

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
        scenario, broken = self.rules.scenario, list(self.rules.offences(self.state))
        if not self._bare:
            told = {hex for reason in broken for hex in reason.hexes}
            where = {unit: hex for unit, hex in scenario.where.items() if hex not in told}
            broken += faults(scenario.board, self._form, where)
        return list(dict.fromkeys(broken))

    @property
    def _bare(self) -> bool:
        """Whether its game has a board of places, always the same."""
        return isinstance(self.rules.scenario.board, PlaceBoard)

    def game(self, chance: Source | None = None) -> Game:
        """The position as a game to ask and to play on from."""
        return Game(self.rules, chance or Seeded(0))

    def step(self, game: Game, captions: Sequence[str]) -> str:
        """A lesson's step in which is watched what was done from the position: it stands among the
        drills of its game."""
        done = [step for step in game.history if step.action is not None]
        steps = zip(game.history, done, strict=False)
        rules = [owed.rule for before, _ in steps if (owed := game.rules.decision(before.state))]
        dice = [face for step in game.history for _, face in step.answers]
        said = {
            "id": self.stem,
            "kind": "watch",
            "title": game.scenario.title,
            "text": game.scenario.summary or game.scenario.title,
            "start": f"drills/{self.stem}",
            "rules": list(dict.fromkeys(rules)),
            "solution": [step.action.to_json() for step in done if step.action is not None],
            "captions": list(captions),
            **({"dice": dice} if dice else {}),
        }
        return written({"step": [said]})

    def text(self) -> str:
        """The file of the position: that which was opened, with what has changed."""
        return rewritten(self._source, self._leaf.own)

    # -- the board --------------------------------------------------------------------------------
    @property
    def board(self) -> Data:
        """The table of the board, as its own file would say it."""
        return self._ground(self.said)

    @property
    def board_name(self) -> str:
        """The name of the file that the board came from; empty where it was none."""
        return Path(self._ground_file).name.removesuffix(".toml")

    def board_text(self) -> str:
        """The board as a file of its own: that which it came from, with what has changed."""
        return rewritten(self._ground_text, self.board)

    @property
    def can_be_corrected(self) -> bool:
        """Whether its board came from one of the game's."""
        known = (name.rpartition("/")[2] for name in catalogue.board_ids(self.game_id))
        return self.board_name in known

    def corrections(self, source: str = "") -> str:
        """The board as corrections of the one that comes with the game, a file to lay over it."""
        if not self.can_be_corrected:
            remedy = "Save the board itself."
            raise Problem("this board is none of the game's", file=self.file, remedy=remedy)
        before = parsed(self._ground_text, self._ground_file).data
        found = between(before, self.board, self._form)
        head = {
            KEY: self.board_name,
            "game": self.game_id,
            **({"source": source} if source else {}),
        }
        return written({**head, **found})

    @property
    def game_id(self) -> str:
        """Which of the five games it is of."""
        return self.rules.scenario.game

    def is_corrected_by(self, text: str, name: str) -> bool:
        """Whether a text is corrections of a board that the scenario lies on by name."""
        top, sheets = parsed(text, name), self.said.get("boards", [self.said])
        return KEY in top and top.data[KEY] in [sheet.get("board") for sheet in sheets]

    def lay_over(self, text: str, name: str) -> None:
        """Corrections laid over the board of the scenario, which says so from then on."""
        own = parsed(text, name)
        catalogue.check_corrections(own)
        others = [one for one in self.said.get("corrections", []) if one[KEY] != own.data[KEY]]
        self.do(Say(("corrections",), [*others, own.data]))

    def _ground(self, data: Data) -> Data:
        board = data.get("board")
        if isinstance(board, Mapping):
            return board
        if "boards" in data:
            remedy = "Open one of them by itself."
            raise Problem("this scenario lies on several maps", file=self.file, remedy=remedy)
        if board is None:
            remedy = "Only what stands on it can be changed."
            raise Problem("this game's board is always the same", file=self.file, remedy=remedy)
        found = read(*self._board_file(data)).data
        for own in Table(data, self.file).tables("corrections"):
            found = laid_over(found, own, self._form)
        return found

    def _board_file(self, data: Data) -> tuple[Path | Traversable, str]:
        return board_file(Table(data, self.file), "board", data["game"])

    # -- strokes ----------------------------------------------------------------------------------
    def do(self, stroke: Stroke) -> None:
        """A stroke; a Problem where its result could not be read, and nothing has changed."""
        board = self.rules.scenario.board
        layout = Layout(self._form, lambda place: place in board, self._ground)
        wanted = stroke.on(self.said, layout)
        if wanted is self.said:
            return
        self._leaves[self._now + 1 :] = [self._turned_to(wanted)]
        self._now += 1

    def draw(self, *strokes: Drawing) -> None:
        """Strokes on the board that are one."""
        self.do(Draw(strokes))

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
        for side, row in (
            *rows(self._leaves[0].rules.scenario.said),
            *_counters_of(self.game_id),
            *spare,
        ):
            if side in sides and row["id"] not in here:
                bare = {key: value for key, value in row.items() if key not in PLACES}
                found.setdefault(row["id"], (side, bare))
        return list(found.values())

    def types(self) -> list[tuple[str, Data]]:
        """The types of unit that the game's scenarios hold, each with its side and, as a row says
        them, the values most of them have; those of this scenario's own sides."""
        sides = {side.id for side in self.rules.scenario.sides}
        here = ((side, self._valued(row)) for side, row in rows(self.said))
        found: dict[tuple[str, ...], Counter[str]] = {}
        for side, row in (*_counters_of(self.game_id), *here):
            bare = {key: value for key, value in row.items() if self._of_type(key)}
            kind = (side, *(str(row.get(key, "")) for key in TYPED))
            if side in sides and any(kind[1:]):
                found.setdefault(kind, Counter())[json.dumps(bare)] += 1
        most = ((kind[0], json.loads(many.most_common(1)[0][0])) for kind, many in found.items())
        return sorted(
            most, key=lambda one: (one[0], as_text(one[1].get("kind", one[1].get("type"))))
        )

    def _of_type(self, key: str) -> bool:
        """Whether a key says what all counters of a type have: it names nothing of a scenario."""
        named = self._form.named(UNIT, key).value
        return key not in (*PLACES, *OWN) and (not named or named.startswith(ONE_OF))

    def _valued(self, row: Data) -> Data:
        return valued(row, self.said.get(VALUES, {}))

    def tray(self, types: Sequence[tuple[str, Data]]) -> Game:
        """A game in which a counter of each of some types lies alone, called by its number."""
        first = self.game_id
        said = parsed(blank_text(first), first).data
        units = [(side, {**row, "id": str(n)}) for n, (side, row) in enumerate(types)]
        sides = [
            {
                **{key: value for key, value in side.items() if key != "units"},
                "units": [{**row, "hex": "0101"} for owner, row in units if owner == side["id"]],
            }
            for side in self.said["side"]
        ]
        board = blank_board(self._form, "", (1, 1), "CCRR")
        data = {**said, "side": sides, "board": board}
        if "cap" in said:
            data["cap"] = {side["id"]: 0 for side in sides}
        rules: Rules = self._kit.read(Table(data, self.file), self.name, {}, None)
        return Game(rules, Seeded(0))

    def fresh(self, stem: str) -> str:
        """A name that no counter of the table has."""
        here = {row["id"] for _, row in rows(self.said)}
        return next(name for n in count(1) if (name := f"{stem}{n}") not in here)


@cache
def _counters_of(game: str) -> tuple[tuple[str, Data], ...]:
    """The counters of all the scenarios of a game, each with its side."""
    said = [catalogue.rules_of(name).scenario.said for name in catalogue.scenario_ids(game)]
    return tuple(
        (side, valued(row, one.get(VALUES, {}))) for one in said for side, row in rows(one)
    )


def _opened(name: str) -> tuple[str, str]:
    """The text of a scenario or a board, and what its file is called."""
    game, _, rest = name.partition("/")
    if rest.startswith(f"{catalogue.BOARDS}/") and game in catalogue.GAMES:
        shown = rest.removeprefix(f"{catalogue.BOARDS}/")
        file, called = board_file(Table({"board": shown}, name), "board", game)
        return text_of(file, called), called
    path = Path(name)
    if path.suffix == ".toml" and {"rows", KEY} & read(path).data.keys():
        return text_of(path, name), name
    file, called = catalogue.find_scenario(name)[1:]
    return text_of(file, called), called


def _bring_alone(top: Table) -> None:
    """A file that was brought stands alone: there is none beside it, and none here is its own."""
    sheets = top.data.get("boards", [])
    listed = [sheet.get("board") for sheet in sheets if isinstance(sheet, dict)]
    for board in (top.data.get("board"), *listed):
        if isinstance(board, str) and board.endswith(".toml"):
            raise top.problem("a file was brought without its board", "board", "Write it in.")
