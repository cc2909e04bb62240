"""What one does at a bench at a time: its widgets, and what a click and a key mean there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import ipywidgets as widgets

from engine.board import Board
from engine.workbench import Workbench
from tutor.art.views import Overlay
from tutor.table.canvas import OnBrush

if TYPE_CHECKING:
    from tutor.pages.workbench import Bench


class Mode:
    """One way to work at a bench."""

    title = ""
    widget: widgets.Widget
    brush: OnBrush | None = None
    """Whoever draws on the board, where a drag is a stroke."""

    def __init__(self, page: Bench) -> None:
        self.page = page

    @property
    def bench(self) -> Workbench:
        """The position that is worked at."""
        return self.page.bench

    @property
    def lies_on(self) -> Board:
        """Its board."""
        return self.bench.rules.scenario.board

    def begin(self) -> None:
        """Another file lies on the bench."""

    def refresh(self) -> None:
        """Show what there is now."""

    def told(self) -> str:
        """What one does next, as words."""
        return ""

    def marks(self) -> Iterator[Overlay]:
        """What is laid over the board."""
        return iter(())

    def clicked(self, place: str, unit: str | None) -> None:
        """A place was clicked."""

    def pressed(self, key: str) -> None:
        """A key on the board."""

    def put_down(self) -> None:
        """Nothing is in hand any more."""
