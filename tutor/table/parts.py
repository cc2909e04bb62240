"""Small widgets that everything beside a board is made of."""

from __future__ import annotations

import ipywidgets as widgets


def html(*classes: str) -> widgets.HTML:
    """An empty piece of HTML with classes."""
    made = widgets.HTML()
    for name in classes:
        made.add_class(name)
    return made


def row(*children: widgets.Widget) -> widgets.Box:
    """Widgets side by side, broken into lines where they are too many."""
    made = widgets.Box(list(children))
    made.add_class("sr-row")
    return made


def put(widget: widgets.HTML, value: str) -> None:
    """Write into a widget; the page hears nothing of what did not change."""
    if widget.value != value:
        widget.value = value


def display(widget: widgets.Widget, shown: bool) -> None:
    """Show a widget or hide it."""
    widget.layout.display = "" if shown else "none"
