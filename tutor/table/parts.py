"""Small widgets that everything beside a board is made of.

Every widget has a layout and a style, each a model of its own that a page has to hear of. Those
made here share theirs: nobody changes them, and a board is on the page twice as soon.
"""

from __future__ import annotations

from functools import cache

import ipywidgets as widgets
from ipywidgets.widgets.widget_string import HTMLStyle


@cache
def common(kind: type[widgets.Widget]) -> widgets.Widget:
    """The one of its kind that all share who leave it as it is."""
    return kind()


def html(*classes: str, value: str = "") -> widgets.HTML:
    """A piece of HTML with classes, empty at first."""
    made = widgets.HTML(value, layout=common(widgets.Layout), style=common(HTMLStyle))
    for name in classes:
        made.add_class(name)
    return made


def button(text: str, tip: str = "") -> widgets.Button:
    """A button."""
    return widgets.Button(
        description=text,
        tooltip=tip or text,
        layout=common(widgets.Layout),
        style=common(widgets.ButtonStyle),
    )


def row(*children: widgets.Widget) -> widgets.Box:
    """Widgets side by side, broken into lines where they are too many."""
    made = widgets.Box(list(children), layout=common(widgets.Layout))
    made.add_class("sr-row")
    return made


def column(*children: widgets.Widget) -> widgets.VBox:
    """Widgets one below the other."""
    return widgets.VBox(list(children), layout=common(widgets.Layout))


class Place(widgets.VBox):  # type: ignore[misc]  # ipywidgets is untyped
    """Where one thing stands at a time. What stood there before the last is closed for good: the
    page may still be drawing the last."""

    children: tuple[widgets.Widget, ...]

    def __init__(self) -> None:
        super().__init__(layout=common(widgets.Layout))
        self._last: tuple[widgets.Widget, ...] = ()

    def set(self, *standing: widgets.Widget) -> None:
        """Something else stands here now."""
        gone, self._last, self.children = self._last, self.children, standing
        for one in gone:
            _close(one)


def _close(widget: widgets.Widget) -> None:
    """A widget and all that it holds is needed no more."""
    for child in getattr(widget, "children", ()):
        _close(child)
    widget.close()


def put(widget: widgets.HTML, value: str) -> None:
    """Write into a widget; the page hears nothing of what did not change."""
    if widget.value != value:
        widget.value = value


def display(widget: widgets.Widget, shown: bool) -> None:
    """Show a widget or hide it."""
    widget.layout.display = "" if shown else "none"
