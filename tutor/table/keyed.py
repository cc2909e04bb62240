"""Keyed: buttons in a row, each the same widget for as long as the same thing is offered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

import ipywidgets as widgets

KEPT = 80
"""So many buttons wait for what they stood for to be offered again, and then are closed: the page
may still be drawing them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A button that is offered: what it stands for, and what it says and does now."""

    key: Hashable
    text: str
    act: Callable[[], object]
    tip: str = ""
    looks: tuple[str, ...] = ()


class Keyed(widgets.Box):  # type: ignore[misc]  # ipywidgets is untyped
    """Buttons by what they stand for; the page hears of nothing but what has changed."""

    children: tuple[widgets.Button, ...]

    def __init__(self, make: Callable[[], widgets.Button]) -> None:
        super().__init__()
        self._make = make
        self._known: dict[Hashable, widgets.Button] = {}
        """Every button there is; what was offered last comes last."""

    def offer(self, offers: Iterable[Offer]) -> None:
        """Show these buttons and no others; of two that stand for the same the first."""
        wanted: dict[Hashable, Offer] = {}
        for offer in offers:
            wanted.setdefault(offer.key, offer)
        shown = tuple(map(self._button, wanted.values()))
        if shown != self.children:
            self.children = shown
        gone = [key for key in self._known if key not in wanted]
        for key in gone:
            # A page keeps nothing that it offered before; a late press does nothing.
            button = self._known[key]
            button.description = button.tooltip = ""
            button.act = _nothing
        for key in gone[:-KEPT]:
            self._known.pop(key).close()

    def _button(self, offer: Offer) -> widgets.Button:
        """The button of an offer, saying and doing what it does now."""
        button = self._known.pop(offer.key, None) or self._make()
        self._known[offer.key] = button
        button.description, button.tooltip = offer.text, offer.tip or offer.text
        button._dom_classes = offer.looks
        button.act = offer.act
        return button


def _nothing() -> None:
    """What a button does that is offered no more."""
