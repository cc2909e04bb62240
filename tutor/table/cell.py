"""What a notebook cell ends with: a widget, and words for where there is no kernel."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from engine.errors import Problem
from tutor import panels
from tutor.table.canvas import WIDGET_VIEW, widget_view
from tutor.table.parts import html

log = logging.getLogger("staffride")

SORRY = "Something went wrong in the program; nothing was lost. Please try another way."


def carefully(handler: Callable[..., object], say: Callable[[str], object]) -> Callable[..., None]:
    """A handler whose errors reach the learner as words, and the log in full."""

    def wrapped(*args: Any) -> None:
        try:
            handler(*args)
        except Problem as problem:
            say(str(problem))
        except Exception as error:  # widgets swallow what their handlers raise
            log.error("a handler failed", exc_info=error)
            say(SORRY)

    return wrapped


class CellWidget:
    """Something with a widget that a notebook cell can end with."""

    widget: widgets.Widget
    without_kernel: str = ""

    def __init__(self) -> None:
        self.message = html("staffride-alert")

    def say(self, text: str) -> None:
        """Tell the learner what is not possible; an empty text takes it back."""
        self.message.value = panels.note("no", text)

    def on(self, field: widgets.Widget, act: Callable[[], object]) -> Any:
        """Do something when a button is pressed or a field is changed; the same field."""
        handler = carefully(lambda _: act(), self.say)
        if isinstance(field, widgets.Button):
            field.on_click(handler)
        else:
            field.observe(handler, "value")
        return field

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/plain": self.without_kernel, WIDGET_VIEW: widget_view(self.widget)}
