"""Sitting at a table without a browser: clicks, keys and files, and what is read there."""

from __future__ import annotations

import asyncio
import datetime
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import ipywidgets as widgets

from tutor.art.scene import layout_for
from tutor.table import Tabletop


def frontend(table: Tabletop, event: str, **more: Any) -> None:
    """What the browser tells of the canvas."""
    table.board.canvas[-1]._handle_frontend_event(None, {"event": event, **more}, [])


def middle(table: Tabletop, hex: str) -> dict[str, float]:
    """The middle of a hex in the canvas's own pixels."""
    x, y = layout_for(table.board.view, table.board.hex_size).centre(hex)
    scale = table.board.canvas.width / table.board.scene.width
    return {"x": x * scale, "y": y * scale}


def click(table: Tabletop, hex: str) -> None:
    """A click in the middle of a hex."""
    frontend(table, "mouse_down", **middle(table, hex))


def point(table: Tabletop, hex: str) -> None:
    """The pointer comes to a hex."""
    frontend(table, "mouse_move", **middle(table, hex))


def press(table: Tabletop, key: str) -> None:
    """A key on the board."""
    frontend(table, "key_down", key=key, shift_key=False, ctrl_key=False, meta_key=False)


def words(html: str) -> str:
    """HTML as its words."""
    running = re.sub(r"</?(?:a|b|code|em|strong)\b[^>]*>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", running)).split())


def buttons(widget: Any) -> dict[str, widgets.Button]:
    """The buttons in a widget that are shown, by what stands on them."""
    found: dict[str, widgets.Button] = {}
    if widget.layout.display == "none":
        return found
    if isinstance(widget, widgets.Button):
        found[widget.description] = widget
    for child in getattr(widget, "children", ()):
        found.update(buttons(child))
    return found


def do(table: Any, name: str) -> None:
    """Press a button of a table or a page."""
    buttons(table.widget)[name].click()


def place(table: Tabletop, unit: str) -> str:
    """Where a unit stands."""
    return str(table.desk.game.state.position.place(unit))


def upload(field: widgets.FileUpload, content: bytes, name: str = "mine.json") -> None:
    """Choose a file in an upload button."""
    field.value = (
        {
            "name": name,
            "type": "application/json",
            "size": len(content),
            "content": memoryview(content),
            "last_modified": datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC),
        },
    )


def all_widgets(widget: Any) -> list[Any]:
    """A widget and all that it holds."""
    return [widget, *(w for child in getattr(widget, "children", ()) for w in all_widgets(child))]


def in_a_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` in a thread of its own: a browser's test may have left this one's loop running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()
