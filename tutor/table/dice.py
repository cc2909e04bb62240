"""Dice tray: a learner who throws real dice types in what they show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from engine.chance import Request, Typed
from engine.game import Game
from tutor.desk.view import die_name
from tutor.table.parts import Tray, display, html, put

if TYPE_CHECKING:
    from tutor.table import Tabletop


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
