"""File tray: a game saved to a file of the learner's, and loaded again."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from engine import catalogue, record
from engine.game import Game
from engine.words import trouble
from tutor import panels
from tutor.desk import Notice
from tutor.table.parts import Tray, html, put, upload

if TYPE_CHECKING:
    from tutor.table import Tabletop


SEALED = (
    '<p class="sr-muted">Save seals the file, because something lies face down: nobody reads in '
    "it what another side hides. It is an envelope and no lock: whoever loads it may sit down at "
    "either side.</p>"
)


class FileTray(Tray):
    """A button that saves, one that loads, and the link to what was saved."""

    def __init__(self, table: Tabletop) -> None:
        self._saved_at: tuple[Game, int] = (table.desk.game, 0)
        self.saved, self.warning = html(), html()
        self.upload = upload("Load", table.safely(self._loaded))
        save = table.button("Save", self._save, "Save this game to a file")
        super().__init__(table, save, self.upload, self.saved, self.warning)

    def refresh(self) -> None:
        """A save that the game has left behind is not offered any more."""
        game = self.table.desk.game
        put(self.warning, SEALED if self._secret() else "")
        if self.saved.value and self._saved_at != (game, len(game.history)):
            self.saved.value = ""

    def _secret(self) -> bool:
        """Whether the one who looks may not see all that a save holds."""
        hands = self.table.desk.hands
        return hands.viewer is not None and hands.secret()

    def _save(self) -> None:
        game = self.table.desk.game
        text = record.dumps(record.record_of(game), sealed=self._secret())
        name = PurePath(game.scenario.id).name.removesuffix(".toml")
        self._saved_at = game, len(game.history)
        self.saved.value = panels.download(f"{name}.json", text)

    def _loaded(self, name: str, content: bytes) -> None:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise trouble("save.no-text", file=name, place=f"byte {error.start}") from None
        table, here = self.table, self.table.desk.game.scenario.id
        saved = record.loads(text, name)
        elsewhere = table.bring is not None and saved.scenario in catalogue.scenario_ids()
        game = record.replay(saved, name, None if elsewhere else here)
        if table.bring is not None and saved.scenario != here:
            table = table.bring(game)
        else:
            table.begin(game)
        count = len(game.history) - 1
        played = "1 action" if count == 1 else f"{count} actions"
        table.desk.notice = Notice("ok", f"Loaded: {played} played again.")
        table.refresh()
