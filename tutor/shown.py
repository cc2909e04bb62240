"""Shown: a page's widget as a notebook keeps it, with words for where there is no kernel."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from tutor.canvas import WIDGET_VIEW


class Shown:
    """Something with a widget that a notebook cell can end with."""

    widget: widgets.Widget
    without_kernel: str = ""

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        view = {"version_major": 2, "version_minor": 0, "model_id": self.widget.model_id}
        return {"text/plain": self.without_kernel, WIDGET_VIEW: view}
