"""The workbench: a position with every counter in reach, what is against the rules beside it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import ipywidgets as widgets

from engine.errors import Problem
from engine.game import Game
from engine.workbench import Bring, Data, Field, Put, Stroke, TakeOff, Workbench, said, typed
from tutor import panels
from tutor.art.views import BoardView, Overlay
from tutor.desk import Desk
from tutor.desk.clicks import following
from tutor.desk.keys import ARROWS
from tutor.pages.choosing import offer
from tutor.pages.picker import NARROW, dropdown
from tutor.table.canvas import BoardCanvas
from tutor.table.cell import CellWidget, carefully
from tutor.table.parts import button, column, html, row, upload

SHORT = 40
"""Characters of what a field is about, in a list of fields."""


class Bench(CellWidget):
    """A workbench with its board: `play` is handed the game that is played on from it."""

    without_kernel = "Set up a position: it needs a running page."

    def __init__(self, bench: Workbench, play: Callable[[Game], object]) -> None:
        super().__init__()
        self.bench, self._play = bench, play
        self.unit: str | None = None
        """The counter in hand."""
        self.desk = Desk(bench.game())
        self.desk.frozen = True
        self.board = BoardCanvas(
            self._view(),
            on_hex=self._clicked,
            on_key=self._pressed,
            guard=lambda act: carefully(act, self.say),
        )
        self.against = html("sr-against", "staffride-status")
        self.hand, self.saved = html("sr-prompt", "staffride-status"), html()
        self.undo = self.on(button("Undo", "Take the last stroke back"), self._undo)
        self.redo = self.on(button("Redo", "Do it again"), self._redo)
        self.off = self.on(button("Take it off", "Off the table"), self._take_off)
        self.box = dropdown("Into", [("", "")])
        self.into = self.on(button("Put it there", "Beside the map"), self._into)
        self.palette = dropdown("Counter", [("", None)])
        self.bring = self.on(button("Put it on", "Then click where"), self._bring)
        self.what = self.on(dropdown("Set", [("", None)]), self._asked)
        self.value = widgets.Combobox(description="to", placeholder="not said", style=NARROW)
        self.meant = html("sr-muted")
        self.set = self.on(button("Set it"), self._set)
        self.fresh: Bring | None = None
        """A counter that is to be put on, with no place as yet."""
        play_on = self.on(button("Play on from here", look="primary"), self._play_on)
        save = self.on(button("Save the position"), self._save)
        bring_in = upload("Open a position", carefully(self._opened, self.say), ".toml")
        self.with_hand = row()
        acts = column(
            self.hand,
            self.message,
            self.with_hand,
            row(self.undo, self.redo),
            self.against,
            row(self.palette, self.bring),
            row(self.what, self.value, self.set),
            self.meant,
            row(play_on, save, bring_in),
            self.saved,
            look="sr-acts",
        )
        self.widget = widgets.Box([self.board, column(acts, look="sr-side")])
        self.widget.add_class("sr-columns")
        self.widget.add_class("sr-bench")
        self.refresh()

    # -- what is shown ----------------------------------------------------------------------------
    def _view(self) -> BoardView:
        """The position, with what breaks a rule marked on it."""
        board = self.bench.rules.scenario.board
        broken = {hex for r in self.bench.violations() for hex in r.hexes if hex in board}
        marks = [Overlay("cause-area", tuple(sorted(broken)))] if broken else []
        if self.unit is not None and (place := self.desk.where(self.unit)) in board:
            marks.append(Overlay("goal", (place,)))
        self.desk.extra = tuple(marks)
        return self.desk.view()

    def refresh(self) -> None:
        """Show what there is now."""
        game, broken = self.bench.rules.scenario.game, self.bench.violations()
        self.board.show(self._view())
        reasons = panels.reasons_html(game, broken)
        told = f"<p><strong>Against the rules</strong>; it may stand.</p>{reasons}"
        self.against.value = told if broken else "<p>Nothing is against the rules.</p>"
        self.hand.value = f"<p>{escape(self._in_hand())}</p>"
        self.saved.value = ""
        in_hand = (self.off, self.box, self.into)
        self.with_hand.children = in_hand if self.unit is not None else ()
        self.undo.disabled, self.redo.disabled = not self.bench.can_undo, not self.bench.can_redo
        boxes = sorted(self.bench.rules.scenario.boxes)
        offer(self.box, [(self.desk.hands.place_name(name), name) for name in boxes])
        offer(
            self.palette, [(f"{side}: {unit}", unit) for unit, (side, _) in self._spare().items()]
        )
        offer(self.what, [(_title(field), key) for key, field in self._fields().items()])
        self._asked()

    def _in_hand(self) -> str:
        if self.fresh is not None:
            return f"Click where {self.fresh.row['id']} is to stand."
        if self.unit is None:
            return "Click a counter, then the place where it is to stand."
        name, place = self.desk.hands.unit_name(self.unit), self.desk.where(self.unit)
        return f"In hand: {name}, {self.desk.hands.place_name(place)}. Click where it is to stand."

    def _spare(self) -> dict[str, tuple[str, Data]]:
        return {row["id"]: (side, row) for side, row in self.bench.palette()}

    def _fields(self) -> dict[tuple[str, ...], Field]:
        return {(field.unit, *field.path): field for field in self.bench.fields(self.unit)}

    def _asked(self) -> None:
        """Another field is to be set: what it is now, what it means, what it may be."""
        field = self._fields().get(self.what.value)
        if field is None:
            return
        self.value.options, self.value.value = field.choices, said(field.value)
        chip = panels.rule_chip(self.bench.rules.scenario.game, field.name.rule)
        self.meant.value = f"<p>{escape(field.name.about)} {chip}</p>"

    # -- what is done -----------------------------------------------------------------------------
    def _do(self, stroke: Stroke) -> None:
        self.bench.do(stroke)
        self._changed()

    def _changed(self) -> None:
        """Another position lies on the board."""
        self.say("")
        self.desk.replace(self.bench.game())
        if self.unit not in self.bench.rules.scenario.where:
            self.unit = None
        self.refresh()

    def _clicked(self, place: str | None, unit: str | None) -> None:
        """A place: whatever is in hand goes there; else the top counter is taken in hand."""
        if not place:
            self.unit = self.fresh = None
        elif self.fresh is not None:
            fresh, self.fresh = self.fresh, None
            self._do(Bring(fresh.side, fresh.row, place))
            return
        else:
            standing = self.bench.state.position.at(place)
            here = [one for one in standing if one in self.bench.rules.scenario.where]
            if self.unit is not None and self.unit not in here:
                mover, self.unit = self.unit, None
                self._do(Put(mover, place))
                return
            if here:
                other = unit in here and unit != self.unit
                self.unit = unit if other else following(here, self.unit, -1)
        self.say("")
        self.refresh()

    def _pressed(self, key: str) -> None:
        """The cursor walks as on any board; Enter takes in hand and puts down."""
        if key in ARROWS:
            self.desk.key(key)
            self.refresh()
        elif key == "Enter" and self.desk.pointer.cursor is not None:
            self._clicked(self.desk.pointer.cursor, None)
        elif key == "Escape":
            self._clicked(None, None)
        elif key == "Delete":
            self._take_off()
        elif key == "u":
            self._undo()

    def _take_off(self) -> None:
        if self.unit is not None:
            self._do(TakeOff(self.unit))

    def _into(self) -> None:
        if self.unit is not None and self.box.value:
            self._do(Put(self.unit, self.box.value))

    def _bring(self) -> None:
        if self.palette.value is not None:
            side, counter = self._spare()[self.palette.value]
            self.fresh, self.unit = Bring(side, counter, ""), None
            self.refresh()

    def _set(self) -> None:
        if self.what.value is not None:
            self._do(self._fields()[self.what.value].stroke(typed(self.value.value)))

    def _undo(self) -> None:
        self.bench.undo()
        self._changed()

    def _redo(self) -> None:
        self.bench.redo()
        self._changed()

    def _play_on(self) -> None:
        self._play(self.bench.game())

    def _save(self) -> None:
        """The file of the position, to keep or to be a drill."""
        name = self.bench.name.rpartition("/")[2].removesuffix(".toml")
        self.saved.value = panels.download(f"{name}.toml", self.bench.text())

    def _opened(self, name: str, content: bytes) -> None:
        """A file that was saved before, or written by hand."""
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            what, place = "it is not text in UTF-8", f"byte {error.start}"
            raise Problem(what, file=name, place=place, remedy="Save it as UTF-8.") from None
        self.bench = Workbench(name, text=text)
        self.unit = self.fresh = None
        self._changed()


def _title(field: Field) -> str:
    about = field.name.about
    short = about if len(about) <= SHORT else f"{about[:SHORT].rstrip()}…"
    return f"{' '.join((field.unit, *field.path)).strip()}: {short}"
