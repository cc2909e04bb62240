"""How Staffride's widgets look and what their keys do: brought along to wherever they are shown.

A page of our own server is read before there is a kernel, and so has the same style sheets in its
head; what its policy lets it run must come from the server by address. Any other page, JupyterLab's
or Notebook's, is given the text of both.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from weakref import WeakKeyDictionary

import anywidget
import ipywidgets as widgets
from IPython import display as ipython
from traitlets import Unicode

FOLDER = Path(__file__).parent / "voila" / "static"
SHEETS = ("look.css", "widgets.css", "vocabulary.css", "lesson.css")
SCRIPT = "look.js"
SCRIPT_VARIABLE = "STAFFRIDE_SCRIPT"
"""Where a kernel is told the script's address, by the server whose page it serves."""
OURS = "sr-page"
"""The class of all that is ours: our own pages, and what stands on the pages of others."""


class Look(anywidget.AnyWidget):
    """Style and script in a model of their own: nothing is seen of it, and one serves a kernel."""

    _esm = Unicode().tag(sync=True)
    _css = Unicode().tag(sync=True)

    def __init__(self) -> None:
        script = address() or (FOLDER / SCRIPT).read_text("utf-8")
        super().__init__(_esm=script, _css="" if address() else sheet())


def address() -> str:
    """Where a page of our own server finds the script; empty on any other page."""
    return os.environ.get(SCRIPT_VARIABLE, "")


def sheet() -> str:
    """The style sheets for a page of somebody else's: each rule outweighs one of that page's."""
    texts = [(FOLDER / name).read_text("utf-8") for name in SHEETS]
    return "\n".join([":root:root {", *texts, "}"])


@cache
def _look() -> Look:
    return Look()


_FRAMES: WeakKeyDictionary[widgets.Widget, widgets.Box] = WeakKeyDictionary()


def framed(widget: widgets.Widget) -> widgets.Widget:
    """A widget as a cell ends with it: where not all of the page is ours, in a box that is."""
    _look()
    if address():
        return widget
    if widget not in _FRAMES:
        _FRAMES[widget] = widgets.VBox([widget])
        _FRAMES[widget].add_class(OURS)
    return _FRAMES[widget]


def framed_html(html: str) -> str:
    """HTML as a cell ends with it, likewise."""
    _look()
    return html if address() else f'<div class="{OURS} sr-html">{html}</div>'


def show_html(html: str) -> None:
    """Put HTML on the page."""
    ipython.display(ipython.HTML(framed_html(html)))
