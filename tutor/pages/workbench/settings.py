"""Settings at the bench: turn, weather, steps, markers and whatever else a scenario can say."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

import ipywidgets as widgets

from engine.workbench import Field, said, typed
from tutor import panels
from tutor.art.views import Overlay
from tutor.pages.choosing import offer
from tutor.pages.picker import NARROW, dropdown
from tutor.pages.workbench.mode import Mode
from tutor.table.parts import button, column, html, row

if TYPE_CHECKING:
    from tutor.pages.workbench import Bench

SHORT = 40
"""Characters of what a field is about, in a list of fields."""


class Settings(Mode):
    """A list of all that can be set by name, and a line to type into."""

    title = "Settings"

    def __init__(self, page: Bench) -> None:
        super().__init__(page)
        self.what = page.on(dropdown("Set", [("", None)]), self.asked)
        self.value = widgets.Combobox(description="to", placeholder="not said", style=NARROW)
        self.value.add_class("sr-broad")
        self.meant = html("sr-muted")
        self.set = page.on(button("Set it"), self._set)
        self.widget = column(
            row(self.what), row(self.value, self.set), self.meant, look="sr-mode sr-settings"
        )

    def refresh(self) -> None:
        offer(self.what, [(_title(field), key) for key, field in self._fields().items()])
        self.asked()

    def told(self) -> str:
        if self.page.counters.unit is not None:
            return f"Choose what to set of {self.page.counters.held}, or of all."
        return "Choose what to set; click a counter for what can be set of it."

    def marks(self) -> Iterator[Overlay]:
        return self.page.counters.marks()

    def put_down(self) -> None:
        self.page.counters.put_down()

    def _fields(self) -> dict[tuple[str, ...], Field]:
        fields = self.bench.fields(self.page.counters.unit)
        return {(field.unit, *field.path): field for field in fields}

    def begin_with_hand(self) -> None:
        """The first that can be set of the counter in hand is asked for."""
        self.what.value = next(iter(self._fields()))

    def asked(self) -> None:
        """Another field is to be set: what it is now, what it means, what it may be."""
        field = self._fields().get(self.what.value)
        if field is None:
            return
        self.value.options, self.value.value = field.choices, said(field.value)
        chip = panels.rule_chip(self.bench.rules.scenario.game, field.name.rule)
        self.meant.value = f"<p>{escape(field.name.about)} {chip}</p>"

    def clicked(self, place: str, unit: str | None) -> None:
        """A counter is taken in hand, for what is set of it."""
        self.page.counters.take(place, unit)

    def _set(self) -> None:
        if self.what.value is not None:
            self.page.do(self._fields()[self.what.value].stroke(typed(self.value.value)))


def _title(field: Field) -> str:
    about = field.name.about
    short = about if len(about) <= SHORT else f"{about[:SHORT].rstrip()}…"
    return f"{' '.join((field.unit, *field.path)).strip()}: {short}"
