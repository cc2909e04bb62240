"""Files at the bench: a new board, one of the game's, one of one's own; what is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as widgets

from engine import catalogue
from engine.drawing import Size
from engine.errors import Problem
from engine.format import game_has_board, read_format
from engine.hexes import LABEL_STYLES
from engine.workbench import Draw, Workbench
from tutor import panels
from tutor.pages.choosing import offer, written
from tutor.pages.picker import NARROW, dropdown
from tutor.pages.workbench.mode import Mode
from tutor.table.parts import button, column, html, row, upload

if TYPE_CHECKING:
    from tutor.pages.workbench import Bench

STYLES = {"CCRR": "0104: column, row", "RRCC": "6122: row, column", "A1": "B4: letter, row"}
"""What the ways to number hexes look like."""
USUAL = {"conflict-of-heroes": "A1"}
"""How a game's boards are numbered, if not by column and row."""


class Files(Mode):
    """Begin, open, save."""

    title = "Files"

    def __init__(self, page: Bench) -> None:
        super().__init__(page)
        games = [game for game in catalogue.GAMES if game_has_board(read_format(game))]
        titles = [(catalogue.GAMES[game].title, game) for game in games]
        self.game = page.on(dropdown("New, for", titles), self._usual)
        self.columns, self.rows = (
            widgets.BoundedIntText(value, min=1, max=99, description=text, style=NARROW)
            for value, text in ((10, "Columns"), (8, "Rows"))
        )
        styles = [(STYLES[style], style) for style in LABEL_STYLES]
        self.labels = dropdown("Hexes", styles)
        self.titled = written("Title", "A board of my own")
        begin = page.on(button("Begin it", look="primary"), self._begin)
        tip = "So many columns and rows: bare ground is added where it ends, or it is cut off there"
        self.size = page.on(button("Resize what lies here", tip), self._resize)
        self.shipped = dropdown("Board", [("", None)])
        take = page.on(button("Open it", "By itself, without a scenario"), self._take)
        bring_in = upload("Open a file", page.guarded(self._opened), ".toml")
        self.scenario = page.on(button("Save the scenario"), self._save)
        self.board = page.on(button("Save the board", "The map alone"), self._save_board)
        corrections = "What your printed map says otherwise: a file to lay over the game's board"
        self.corrections = page.on(button("Save corrections", corrections), self._save_corrections)
        self.saved = html()
        for field in (self.columns, self.rows):
            field.add_class("sr-seed")
        self.widget = column(
            row(self.scenario, self.board, self.corrections),
            self.saved,
            row(bring_in, self.shipped, take),
            row(self.game),
            row(self.columns, self.rows, self.labels),
            row(self.titled),
            row(begin, self.size),
            look="sr-mode sr-files",
        )

    def begin(self) -> None:
        game = self.bench.rules.scenario.game
        if game in (one for _, one in self.game.options):
            self.game.value = game
        boards = catalogue.board_ids(game)
        offer(self.shipped, [(name.rpartition("/")[2].replace("-", " "), name) for name in boards])

    def refresh(self) -> None:
        self.saved.value = ""
        self.corrections.disabled = not self.bench.can_be_corrected

    def told(self) -> str:
        return "What is on the bench is yours: it is saved as files on your own machine."

    def _usual(self) -> None:
        self.labels.value = USUAL.get(self.game.value, "CCRR")

    def _begin(self) -> None:
        size = self.columns.value, self.rows.value
        title = self.titled.value.strip() or "A board of my own"
        self.page.lay(Workbench.new(self.game.value, title, size, self.labels.value))

    def _resize(self) -> None:
        self.page.do(Draw((Size(self.columns.value, self.rows.value),)))

    def _take(self) -> None:
        if self.shipped.value:
            self.page.lay(Workbench(self.shipped.value))

    def _save(self) -> None:
        # a board that was opened alone keeps its name to itself
        alone = "-scenario" if self.bench.stem == self.bench.board_name else ""
        self.saved.value = panels.download(f"{self.bench.stem}{alone}.toml", self.bench.text())

    def _save_board(self) -> None:
        name = self.bench.board_name or f"{self.bench.stem}-board"
        self.saved.value = panels.download(f"{name}.toml", self.bench.board_text())

    def _save_corrections(self) -> None:
        name = f"{self.bench.board_name}-corrections.toml"
        self.saved.value = panels.download(name, self.bench.corrections("my printed map"))

    def _opened(self, name: str, content: bytes) -> None:
        """A file that was saved before, or written by hand; corrections of the board that lies
        here are laid over it."""
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            what, place = "it is not text in UTF-8", f"byte {error.start}"
            raise Problem(what, file=name, place=place, remedy="Save it as UTF-8.") from None
        if self.bench.is_corrected_by(text, name):
            self.page.act(lambda: self.bench.lay_over(text, name))
        else:
            self.page.lay(Workbench(name, text=text))
