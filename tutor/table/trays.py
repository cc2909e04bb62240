"""Trays: what stands in a row beside a board and has buttons or fields of its own."""

from __future__ import annotations

import time
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from engine import catalogue, record
from engine.chance import Request, Typed
from engine.game import Game
from engine.words import trouble
from tutor import panels
from tutor.desk import Notice
from tutor.desk.view import die_name
from tutor.table.parts import display, html, put, upload
from tutor.table.repeat import Repeat

if TYPE_CHECKING:
    from tutor.table import Tabletop

BEAT_SECONDS = 0.5
"""From one action to the next while somebody watches."""
PATIENCE_SECONDS = 1.0
"""So long a bot's turn takes in one go; a longer one is shown as it goes on, and can be stopped."""
HURRY_SECONDS = 0.4
"""So long bots in a hurry play before the page is shown again."""


class Tray(widgets.Box):  # type: ignore[misc]  # ipywidgets is untyped
    """Widgets in a row beside a board that keep themselves up to date."""

    def __init__(self, table: Tabletop, *children: widgets.Widget) -> None:
        super().__init__(list(children))
        self.table = table
        self.add_class("sr-row")

    def refresh(self) -> None:
        """Show what there is now."""
        raise NotImplementedError


class Modes(Tray):
    """How a unit goes, whether hex by hex, and which way it faces at the end."""

    def __init__(self, table: Tabletop) -> None:
        self.mode = widgets.ToggleButtons(options=[("", "")])
        self.mode.observe(table.safely(self._moded), "value")
        self.step = widgets.Checkbox(description="Step by step", indent=False)
        self.step.observe(table.safely(self._stepped), "value")
        self.facing = widgets.ToggleButtons(options=[("", "")])
        self.facing.add_class("sr-facing")
        self.facing.observe(table.safely(self._faced), "value")
        step = (self.step,) if "step" in table.tools else ()
        super().__init__(table, self.mode, *step, self.facing)

    def refresh(self) -> None:
        """Offer the ways that the decision has."""
        desk = self.table.desk
        away = desk.idle or desk.curtain
        modes = () if away else desk.hands.modes
        facings = () if away else desk.hands.facings()
        by_path = desk.hands.by_path() and not away
        display(self.mode, bool(modes))
        display(self.facing, bool(facings))
        display(self.step, by_path)
        display(self, bool(modes or facings) or (by_path and "step" in self.table.tools))
        _options(self.facing, facings)
        if _options(self.mode, modes):
            desk.set_mode(self.mode.value or "")

    def _moded(self, change: Any) -> None:
        if change["new"] != self.table.desk.pointer.mode:
            self.table.desk.set_mode(change["new"] or "")
            self.table.refresh()

    def _faced(self, change: Any) -> None:
        self.table.desk.pointer.facing = change["new"] or ""

    def _stepped(self, change: Any) -> None:
        self.table.desk.set_step_by_step(bool(change["new"]))
        self.table.refresh()


def _options(buttons: widgets.ToggleButtons, ways: tuple[tuple[str, str], ...]) -> bool:
    """Offer ways as (key, text); whether that is something new."""
    wanted = [(text, key) for key, text in ways] or [("", "")]
    if list(buttons.options) == wanted:
        return False
    buttons.options = wanted
    return True


class DiceTray(Tray):
    """The die that is asked for; and `own`, which says whether the learner throws."""

    def __init__(self, table: Tabletop) -> None:
        self._asked: Request | None = None
        self.throw = widgets.IntText(
            value=0, description="Die", style={"description_width": "initial"}
        )
        self.asking = html()
        self.own = widgets.Checkbox(description="I throw my own dice", indent=False)
        self.own.observe(table.safely(self._own), "value")
        use = table.button("Use this throw", self._thrown)
        super().__init__(table, self.asking, self.throw, use)
        self.add_class("sr-throw")

    def refresh(self) -> None:
        """Ask for the die that is wanted."""
        desk, asked = self.table.desk, self.table.desk.asked
        display(self, asked is not None)
        if asked is not None:
            waits = desk.match.waiting
            what = f" ({escape(desk.hands.told_name(waits))})" if waits is not None else ""
            put(
                self.asking,
                f"<p>Throw for <strong>{escape(die_name(asked.name))}</strong>{what}, "
                f"1 to {asked.options}.</p>",
            )
        if asked != self._asked:
            # what was thrown for something else is no throw for this
            self._asked, self.throw.value = asked, 0

    def hand_over(self, game: Game) -> None:
        """Another game comes to the table: whoever threw his own dice throws on."""
        if self.own.value:
            game.source = Typed(game.source)

    def _own(self, change: Any) -> None:
        source = self.table.desk.game.source
        if change["new"]:
            self.table.desk.throw_with(Typed(source))
        elif isinstance(source, Typed) and source.then is not None:
            self.table.desk.throw_with(source.then)
        self.table.refresh()

    def _thrown(self) -> None:
        self.table.desk.give_die(int(self.throw.value))


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
        sealed = f'<p class="sr-muted">{panels.say("desk.sealed", ())}</p>'
        put(self.warning, sealed if self._secret() else "")
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
        known = bool(saved.said) or saved.scenario in catalogue.scenario_ids()
        elsewhere = table.bring is not None and known
        game = record.replay(saved, name, None if elsewhere else here)
        if table.bring is not None and saved.scenario != here:
            table = table.bring(game)
        else:
            table.begin(game)
        count = len(game.history) - 1
        played = "1 action" if count == 1 else f"{count} actions"
        table.desk.notice = Notice("ok", f"Loaded: {played} played again.")
        table.refresh()


class BotShow(Tray):
    """Buttons that let bots go on, or stop them: while they play every side, or a long turn."""

    def __init__(self, table: Tabletop) -> None:
        self.hurry = self._more = self._stopped = False
        self.beat = Repeat(self._beat, self.refresh)
        self.words = html()
        self.next = table.button("Next action", table.desk.go_on, look="primary")
        self.play = table.button("Play on", self._play, "Action after action, until you pause")
        self.end = table.button("To the end", self._end, "As fast as they can")
        table.desk.match.patience = PATIENCE_SECONDS
        super().__init__(table, self.words, self.next, self.play, self.end)

    def refresh(self) -> None:
        """Offer to go on while there is something to go on with; a turn goes on by itself."""
        match = self.table.desk.match
        owed = match.game.decision is not None and (match.alone or match.going)
        if not owed:
            self.beat.stop()
            self._stopped = False
        elif match.going and not self._stopped and not self.beat.running:
            self._end()
        display(self, owed and match.asked is None)
        playing = self.beat.running
        self.play.description = "Pause" if playing else "Play on"
        self.next.disabled = self.end.disabled = playing
        every = [self.words, self.next, self.play, self.end]
        self.children = every if match.alone else [self.words, self.play]
        key = f"desk.bots-{'alone' if match.alone else 'turn'}"
        count = {"count": len(match.game.history) - 1}
        put(self.words, f'<p class="sr-muted">{panels.say(key, count.items())}</p>')

    def _play(self) -> None:
        match = self.table.desk.match
        if self.beat.running:
            self.beat.stop()
            self._stopped = True
        elif match.alone:
            self.hurry = False
            self.beat.start(BEAT_SECONDS)
        else:
            self._stopped = False

    def _end(self) -> None:
        self.hurry = True
        self.beat.start(0)

    def _beat(self) -> bool:
        """One action, or in a hurry as many as fit; nothing more once the game stands still."""
        self._more = False
        self.table.safely(self._act)()
        self.table.refresh()
        return self._more

    def _act(self) -> None:
        desk, until = self.table.desk, time.monotonic() + HURRY_SECONDS
        desk.go_on()
        while self.hurry and time.monotonic() < until and self._able():
            desk.go_on()
        self._more = self._able()

    def _able(self) -> bool:
        match = self.table.desk.match
        return (match.alone and match.bots_turn and match.asked is None) or match.going
