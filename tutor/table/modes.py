"""Modes: the ways of doing the current thing, to be chosen beside a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from tutor.table.parts import Tray, display

if TYPE_CHECKING:
    from tutor.table import Tabletop


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
