"""Tabletop: the widget a learner sits at: a board, and beside it what the rules say about it.

What has buttons or fields of its own stands in a room of its own: choices and trays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

import ipywidgets as widgets

from engine.game import Game
from engine.placeboard import PlaceBoard
from engine.tables import Chart
from engine.values import Action
from tutor import panels
from tutor.art.themes import THEMES
from tutor.desk import Desk, Notice
from tutor.referee.seat import SeatGame
from tutor.spoken import log_of, spoken
from tutor.table.canvas import BoardCanvas, bundle
from tutor.table.cell import SORRY, carefully
from tutor.table.choices import Choices
from tutor.table.parts import button, column, html, put, row, toggle
from tutor.table.together import Together
from tutor.table.trays import BotShow, DiceTray, FileTray, Modes, Tray

LOGGED = 60
"""So many of the last events are read in the log."""


class Tabletop:
    """A desk with its screen. `tools` names what stands beside the board."""

    ALL = ("overlays", "undo", "reset", "file", "dice", "log", "odds", "step")

    def __init__(
        self,
        game: Game,
        *,
        tools: Iterable[str] = ALL,
        size: float = 40.0,
        shown: Iterable[str] = (),
        hide_tally: bool = False,
        screens: bool = False,
        bots: Mapping[str, str] | None = None,
    ) -> None:
        self.desk = Desk(game, screens, bots)
        self.desk.shown |= set(shown)
        self.tools = set(tools)
        self.hide_tally = hide_tally
        self.after: list[Callable[[], None]] = []
        self.bring: Callable[[Game], Tabletop] | None = None
        """Where there is one: it lays out a game of another scenario."""
        self.board = BoardCanvas(
            self.desk.view(),
            size=size,
            on_hex=self._clicked,
            on_hover=self._pointed,
            on_key=self._pressed,
            guard=self.safely,
        )
        self._build()
        self.refresh()

    # -- building ---------------------------------------------------------------------------------

    def _build(self) -> None:
        self.turn = html("sr-turn")
        self.prompt = html("staffride-status", "sr-prompt")
        self.selection = html()
        self.notice = html("staffride-alert")
        self.preview = html("sr-preview-panel")
        self.about = html("sr-about")
        self._told_of: str | None = None
        self._noticed = ""
        self.logbook = html("sr-logbook")
        self.odds = html()
        self.ours = html()
        self._charts: Mapping[str, Chart] | None = None
        self.plan = html("sr-plan")
        self.tracks = html("sr-tracks")
        self.counter_key = html()
        self.legend = html("sr-legend")
        self.choices = Choices(self)
        self.modes = Modes(self)
        self.bots = BotShow(self)
        self.trays: list[Tray] = [self.bots, self.modes]
        if "dice" in self.tools:
            self.dice = DiceTray(self)
            self.trays.append(self.dice)
        if "file" in self.tools:
            self.file = FileTray(self)
            self.trays.append(self.file)
        if isinstance(game := self.desk.game, SeatGame):
            self.together = Together(self, game)
            self.trays.append(self.together)
        self.undo = self.button("Undo", self.desk.undo, "Take the last action back")
        self.undo.add_class("sr-undo")
        self.redo = self.button("Redo", self.desk.redo, "Do it again")
        self.reset = self.button("Reset", self.desk.reset, "Back to the start")
        acts = column(*self._acts(), look="sr-acts")
        self.side = column(acts, column(*self._looks(), look="sr-looks"), look="sr-side")
        self.widget = widgets.Box([self.board, self.side])
        self.widget.add_class("sr-columns")
        if isinstance(self.desk.game.scenario.board, PlaceBoard):
            self.widget.add_class("sr-places")

    def _acts(self) -> Iterator[widgets.Widget]:
        """What one acts by; what has to be in sight comes before what may be long."""
        yield from (self.turn, self.prompt)
        if "dice" in self.tools:
            yield self.dice
        yield from (self.bots, self.selection, self.modes, self.choices)
        if isinstance(self.desk.game, SeatGame):
            yield self.together
        if "undo" in self.tools:
            reset = (self.reset,) if "reset" in self.tools else ()
            yield row(self.undo, self.redo, *reset)
        yield from (self.notice, self.plan, self.preview)

    def _looks(self) -> Iterator[widgets.Widget]:
        """What one looks up, below it."""
        yield from (self.about, self.tracks)
        if "dice" in self.tools:
            yield row(self.dice.own)
        yield from (self.odds, self.ours, self.counter_key)
        if self.tools & {"overlays", "zoom"}:
            yield self._overlay_row()
        if "overlays" in self.tools:
            yield self.legend
        if "file" in self.tools:
            yield self.file
        if "log" in self.tools:
            yield self.logbook

    def button(
        self, text: str, act: Callable[[], object], tip: str = "", look: str = ""
    ) -> widgets.Button:
        """A button that does something and then refreshes the screen."""
        made = button(text, tip, look)
        made.act = act

        def clicked(_: object) -> None:
            self._freshly(made.act)
            self.refresh()

        made.on_click(self.safely(clicked))
        return made

    def _overlay_row(self) -> widgets.Widget:
        boxes = []
        for key, text in self.desk.hands.switches if "overlays" in self.tools else ():
            box = toggle(text, self.safely(partial(self._toggled, key)))
            box.value = key in self.desk.shown
            boxes.append(box)
        # The page's script zooms; the kernel only paints what is seen.
        nearer = button("Zoom in", "Nearer to the map (+, or the wheel); 0 shows the whole")
        nearer.add_class("sr-zoom-in")
        return row(*boxes, nearer)

    def _toggled(self, key: str, change: Any) -> None:
        if (key in self.desk.shown) != change["new"]:
            self.desk.toggle(key)
            self.refresh()

    def _freshly(self, act: Callable[[], object]) -> None:
        """Do something; a refusal of before is no word about what is planned now."""
        before = self.desk.notice
        act()
        if self.desk.notice is before and before.kind == "no":
            self.desk.notice = Notice("info")

    # -- what happens -----------------------------------------------------------------------------

    def safely(self, handler: Callable[..., object]) -> Callable[..., None]:
        """A handler whose errors reach the learner as words, and the log in full."""
        return carefully(handler, self._say)

    def _say(self, text: str) -> None:
        if text != SORRY:
            self.desk.notice = Notice("no", text)
            self.refresh()
        else:
            # What failed may be the refreshing itself.
            self.notice.value = panels.note("no", SORRY)

    def _clicked(self, hex: str | None, unit: str | None) -> None:
        # A tap points too, and a quick click comes before the pointer's own message.
        self.desk.pointer.pointed = hex if hex in self.desk.game.scenario.board else None
        self._freshly(lambda: self.desk.click(hex, unit))
        self.refresh()

    def _pointed(self, hex: str | None, unit: str | None) -> None:
        desk, about = self.desk, self._about(self.desk.pointer.pointed)
        before = desk.preview
        desk.point(hex)
        if desk.preview != before or self._about(desk.pointer.pointed) != about:
            self.refresh(pointing=True)

    def _about(self, hex: str | None) -> tuple[str, object]:
        """What is said and lit of a place pointed at."""
        desk, hands = self.desk, self.desk.hands
        if hex is None or desk.unaided:
            return "", ()
        whence = panels.whence_html(desk.game.scenario.board, hex) if "origin" in desk.shown else ""
        return hands.about(hex) + whence, hands.glow(hex)

    def _pressed(self, key: str) -> None:
        if key.startswith("theme-"):
            self.board.show(self.desk.view(), THEMES.get(key.removeprefix("theme-")))
            return
        if key.startswith("hex-"):
            # its number is pointed at in a text
            view, hex = self.desk.view(), key.removeprefix("hex-")
            self.board.show(replace(view, cursor=hex) if hex in view.board else view)
            return
        self._freshly(lambda: self.desk.key(key))
        self.refresh()

    def act(self, action: Action) -> None:
        """Do an action as if its button were pressed."""
        self.desk.act(action)
        self.refresh()

    def begin(self, game: Game) -> None:
        """Another game comes to this table."""
        if "dice" in self.tools:
            self.dice.hand_over(game)
        self.desk.replace(game)

    # -- what is shown ----------------------------------------------------------------------------

    def refresh(self, pointing: bool = False) -> None:
        """Bring the screen up to date; while somebody only points, what that may change."""
        self.board.show(self.desk.view())
        self._refresh_pointed()
        if pointing:
            self._show_notice()
            return
        self._refresh_texts()
        self.choices.refresh()
        if "odds" in self.tools:
            put(self.odds, panels.foreseen_html(self.desk, self.choices.actions))
        for tray in self.trays:
            tray.refresh()
        desk = self.desk
        self.undo.disabled = self.reset.disabled = not (desk.match.begun and desk.game.can_undo)
        self.redo.disabled = not desk.game.can_redo
        # Last of all: a prompt that has changed means that the buttons have.
        done = len(desk.game.history)
        put(self.prompt, "" if desk.frozen else f'<p data-done="{done}">{escape(desk.prompt)}</p>')
        for listener in self.after:
            listener()

    def _refresh_pointed(self) -> None:
        desk, look = self.desk, self.desk.preview
        told = look is not None and look.verdict.reasons == desk.notice.reasons
        game = desk.game.scenario.game
        inner = panels.preview_html(game, look, self.hide_tally, told) if look else ""
        if look and look.verdict and not self.hide_tally:
            inner += desk.hands.odds_note(look.proposal.action)
        put(self.preview, inner)
        # What was told last stays: its rules are to be opened with the same pointer.
        self._told_of = desk.pointer.pointed or self._told_of
        put(self.about, self._about(self._told_of)[0])

    def _show_notice(self) -> None:
        """What was said last; a refusal does not stand beside a plan that is legal."""
        look = self.desk.preview
        stale = look is not None and look.verdict.allowed and self.desk.notice.kind == "no"
        put(self.notice, "" if stale else self._noticed)

    def _refresh_texts(self) -> None:
        desk, hands, game = self.desk, self.desk.hands, self.desk.game.scenario.game
        put(self.turn, panels.turn_html(desk))
        put(self.tracks, hands.tracks_html())
        put(
            self.plan,
            "" if desk.curtain else hands.plan_html(desk.pointer.target, desk.pointer.members),
        )
        put(self.counter_key, hands.key_html())
        put(self.legend, panels.legend_html(hands.legend(), desk.shown))
        put(self.selection, panels.curtain_html(desk) or panels.selection_html(desk))
        scenario, notice = desk.game.scenario, desk.notice
        told = tuple(spoken(scenario, desk.heard(notice.events)))
        self._noticed = panels.notice_html(game, replace(notice, events=told))
        self._show_notice()
        if "log" in self.tools:
            log = log_of(desk)
            inner = panels.log_html(game, spoken(scenario, log[-LOGGED:]), len(log))
            put(self.logbook, f"<details open><summary>What happened</summary>{inner}</details>")
        charts = desk.game.rules.charts
        wanted = charts if "odds" in self.tools or desk.pointer.target is not None else {}
        if wanted is not self._charts:
            self._charts = wanted
            put(self.ours, panels.reconstructions_html(wanted.values(), desk.game.scenario))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return bundle(self.desk.view(), self.board.hex_size, self.widget)
