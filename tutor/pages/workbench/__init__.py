"""The workbench: a position and its board, every part of them within reach, and beside it what is
against the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape

import ipywidgets as widgets

from engine.errors import Problem
from engine.game import Game
from engine.workbench import Stroke, Workbench
from tutor import panels
from tutor.art.boardart import drawn_from
from tutor.art.themes import THEMES
from tutor.art.views import BoardView, Overlay
from tutor.desk import Desk
from tutor.desk.keys import ARROWS
from tutor.pages.workbench.counters import Counters
from tutor.pages.workbench.files import Files
from tutor.pages.workbench.mode import Mode
from tutor.pages.workbench.painting import Painting
from tutor.pages.workbench.settings import Settings
from tutor.table.canvas import BoardCanvas
from tutor.table.cell import CellWidget, carefully
from tutor.table.parts import button, column, html, put, row

KEYS = (
    "Arrow keys move the cursor, Enter takes up, puts down and draws, 1 to 6 draw along a side, "
    "Delete takes off, Escape puts down, U takes back, + and - zoom, 0 shows the whole."
)
"""What the keys do, for who does not see the board."""


class Bench(CellWidget):
    """A workbench with its board: `play` is handed the game that is played on from it, `ask` one
    that is only asked."""

    without_kernel = "Set up a position or draw a board: it needs a running page."

    def __init__(
        self,
        bench: Workbench,
        play: Callable[[Game], object],
        ask: Callable[[Game], object] | None = None,
    ) -> None:
        super().__init__()
        self.bench, self._play, self._ask = bench, play, ask
        self._benches, self._at = [bench], 0
        """What lay here before and after: opening another file is taken back as a stroke is."""
        self._refused: tuple[str, ...] = ()
        """Where a stroke was refused."""
        self.desk = Desk(bench.game())
        self.desk.frozen = True
        self.hand, self.about = html("sr-prompt", "staffride-status"), html("sr-hex")
        self.against = html("sr-against", "staffride-status")
        self.counters, self.painting = Counters(self), Painting(self)
        self.settings, self.files = Settings(self), Files(self)
        modes: tuple[Mode, ...] = (self.counters, self.painting, self.settings, self.files)
        self._modes = {mode.title: mode for mode in modes}
        self.board = BoardCanvas(
            self._view(),
            on_hex=self._clicked,
            on_hover=self._pointed,
            on_key=self._pressed,
            guard=lambda act: carefully(act, self.say),
        )
        self.tabs = self.on(widgets.ToggleButtons(options=list(self._modes)), self._turned)
        self.tabs.add_class("sr-tabs")
        self.undo = self.on(button("Undo", "Take the last stroke back (Ctrl+Z)"), self._undo)
        self.redo = self.on(button("Redo", "Do it again (Ctrl+Y)"), self._redo)
        self.undo.add_class("sr-bench-undo")
        self.redo.add_class("sr-bench-redo")
        play_on = self.on(button("Play on from here", look="primary"), self._play_on)
        tip = "Reach, odds, supply, why not: try it out and come back; the position stays as it is"
        ask_it = self.on(button("Ask it", tip), self._ask_it)
        self.place = column()
        acts = column(
            self.tabs,
            self.hand,
            self.message,
            self.about,
            self.place,
            row(self.undo, self.redo, play_on, *((ask_it,) if ask else ())),
            self.against,
            look="sr-acts",
        )
        self.widget = widgets.Box([self.board, column(acts, look="sr-side")])
        self.widget.add_class("sr-columns")
        self.widget.add_class("sr-bench")
        for mode in modes:
            mode.begin()
        self._turned()

    @property
    def mode(self) -> Mode:
        """What one does now."""
        return self._modes[self.tabs.value]

    # -- what is shown ----------------------------------------------------------------------------
    def _view(self) -> BoardView:
        """The position, with what breaks a rule marked on it."""
        board = self.bench.rules.scenario.board
        broken = {hex for r in self.bench.violations() for hex in r.hexes if hex in board}
        broken |= {hex for hex in self._refused if hex in board}
        marks = [Overlay("cause-area", tuple(sorted(broken)))] if broken else []
        if hasattr(self, "tabs"):
            marks += self.mode.marks()
        self.desk.extra = tuple(marks)
        told = f"{board.title}, on the workbench: {len(board)} places. {KEYS}"
        return replace(self.desk.view(), text=told)

    def show(self) -> None:
        """Show the board as it is now."""
        self.board.show(self._view())

    def refresh(self) -> None:
        """Show what there is now."""
        game, broken = self.bench.rules.scenario.game, self.bench.violations()
        self.mode.refresh()
        self.show()
        reasons = panels.reasons_html(game, broken)
        told = f"<p><strong>Against the rules</strong>; it may stand.</p>{reasons}"
        put(self.against, told if broken else "<p>Nothing is against the rules.</p>")
        told = self.mode.told()
        put(self.hand, f"<p>{escape(told)}</p>" if told else "")
        self.undo.disabled = not (self.bench.can_undo or self._at)
        self.redo.disabled = not (self.bench.can_redo or self._at + 1 < len(self._benches))

    def _turned(self) -> None:
        """Another way to work."""
        self.place.children = (self.mode.widget,)
        self.painting.put_down()
        self.counters.fresh = None
        self.board.brush = self.mode.brush
        self.refresh()

    # -- what is done -----------------------------------------------------------------------------
    def guarded(self, act: Callable[..., object]) -> Callable[..., None]:
        """A handler whose errors are said here."""
        return carefully(act, self.say)

    def do(self, stroke: Stroke) -> None:
        """A stroke; where it is refused its hexes are marked."""
        before = self.bench.rules.scenario.board
        try:
            self.bench.do(stroke)
            drawn_from(self.bench.rules.scenario.board, before)
        except Problem:
            self._refused = _hexes(stroke)
            self.show()
            raise
        self._changed()

    def act(self, change: Callable[[], object]) -> None:
        """Something else that changes what lies here."""
        change()
        self._changed()

    def lay(self, bench: Workbench) -> None:
        """Another file lies on the bench."""
        self._at += 1
        self._benches[self._at :] = [bench]
        self._turn_to(bench)

    def _turn_to(self, bench: Workbench) -> None:
        self.bench = bench
        for mode in self._modes.values():
            mode.begin()
        self._changed()

    def _changed(self) -> None:
        """Something else lies on the board."""
        self.say("")
        self._refused = ()
        self.desk.replace(self.bench.game())
        self.refresh()

    def _clicked(self, place: str | None, unit: str | None) -> None:
        self.say("")
        self._refused = ()
        if not place:
            self.mode.put_down()
            self.refresh()
        else:
            self.mode.clicked(place, unit)

    def _pointed(self, place: str | None, unit: str | None) -> None:
        put(self.about, f"<p>{escape(self.painting.about(place or ''))}</p>")

    def _pressed(self, key: str) -> None:
        """The cursor walks as on any board; Enter takes in hand and puts down."""
        kind, _, told = key.partition("-")
        if kind == "theme":
            self.board.show(self._view(), THEMES.get(told))
        elif kind == "hex":
            # its number is pointed at in a text
            view = self._view()
            self.board.show(replace(view, cursor=told) if told in view.board else view)
        elif key in ARROWS:
            self.desk.key(key)
            put(self.about, f"<p>{escape(self.painting.about(self.desk.pointer.cursor or ''))}</p>")
            self.show()
        elif key == "Escape":
            self._clicked(None, None)
        elif key == "u":
            self._undo()
        elif key == "Enter" and self.mode.brush is None:
            if self.desk.pointer.cursor is not None:
                self._clicked(self.desk.pointer.cursor, None)
        else:
            self.mode.pressed(key)

    def _undo(self) -> None:
        if self.bench.undo() or not self._at:
            self._changed()
        else:
            self._at -= 1
            self._turn_to(self._benches[self._at])

    def _redo(self) -> None:
        if self.bench.redo() or self._at + 1 == len(self._benches):
            self._changed()
        else:
            self._at += 1
            self._turn_to(self._benches[self._at])

    def _ask_it(self) -> None:
        if self._ask is not None:
            self._ask(self.bench.game())

    def _play_on(self) -> None:
        self._play(self.bench.game())


def _hexes(stroke: Stroke) -> tuple[str, ...]:
    """The hexes that a stroke is about."""
    found: list[str] = []
    for part in getattr(stroke, "strokes", (stroke,)):
        found += getattr(part, "hexes", ())
        found += [hex for hex, _ in getattr(part, "sides", ())]
        found += [place for name in ("hex", "place") if (place := getattr(part, name, ""))]
    return tuple(dict.fromkeys(found))
