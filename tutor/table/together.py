"""Together: who sits at a table that several screens share, and what they settle between them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING

from engine.words import catalogue
from tutor import panels
from tutor.referee.seat import HERE_SECONDS, SeatGame
from tutor.referee.shared import WATCHER
from tutor.table.parts import html, put
from tutor.table.repeat import Repeat
from tutor.table.trays import Tray

if TYPE_CHECKING:
    from tutor.table import Tabletop

WATCHES = "watch"
"""In the place of a side, in the address of whoever only looks on."""


class Together(Tray):
    """The seats, whose turn it is, and what is proposed."""

    def __init__(self, table: Tabletop, game: SeatGame) -> None:
        self.game = game
        self.words = html("sr-together", "staffride-status")
        self.mark = html("sr-mark")
        self.buttons = {
            "back": table.button("Take back", partial(self._want, "back")),
            "draw": table.button("Offer a draw", partial(self._want, "draw")),
            "resign": table.button("Resign", self._resign),
            "agree": table.button("Agree", partial(self._want, "agree"), look="primary"),
            "refuse": table.button("Refuse", partial(self._want, "refuse")),
            "save": table.button("Save the game", self._save, "Everything, to be replayed"),
        }
        self.saved = html()
        ends = (self.saved, self.mark)
        super().__init__(table, self.words, *self.buttons.values(), *ends)
        self._sure = False
        self._offered = list(self.buttons.values())
        self._steps = len(game.history)
        self._lost = False
        game.on_news = table.safely(self._heard)
        self.pulse = Repeat(self._here, lambda: None)

    def begin(self) -> None:
        """Listen as long as the page lives."""
        self.game.line.listen()
        self.pulse.start(HERE_SECONDS)

    def _here(self) -> bool:
        self.game.here()
        self.game.line.drain()
        if self.game.line.lost != self._lost:
            self._lost = self.game.line.lost
            self.refresh()
        put(self.words, "".join(self._told()))
        return True

    def _heard(self) -> None:
        """Something came by itself: others have acted, or come, or gone."""
        steps, self._lost = self.game.history, False
        told = tuple(event for step in steps[self._steps :] for event in step.events)
        if len(steps) != self._steps:
            self.table.desk.overtaken(told)
        self.table.refresh()

    def _want(self, what: str) -> None:
        self._sure = False
        self.game.want(what)
        self.table.desk.overtaken(())

    def _save(self) -> None:
        name = PurePath(self.game.scenario.id).name
        self.saved.value = panels.download(f"{name}.json", self.game.record())

    def _resign(self) -> None:
        if self._sure:
            self._want("resign")
        else:
            self._sure = True
            self.table.desk.tell("Resign: once more, if that is what you want.")

    def refresh(self) -> None:
        """Show who is there and what can be settled."""
        game = self.game
        self._steps = len(game.history)
        asks = bool(game.proposal and game.proposal["asks"])
        mine = bool(game.proposal and game.proposal["by"] == game.seat)
        going = game.decision is not None and game.seat != WATCHER
        shown = {
            "back": len(game.history) > 1 and game.result is None and not game.proposal,
            "draw": going and not game.proposal,
            "resign": going and not game.proposal,
            "agree": asks,
            "refuse": asks or mine,
            "save": game.decision is None and not self.saved.value,
        }
        watches = game.seat == WATCHER
        offered = [self.buttons[what] for what in shown if shown[what] and not watches]
        if offered != self._offered:
            self._offered = offered
            self.children = [self.words, *offered, self.saved, self.mark]
        self.buttons["refuse"].description = "Withdraw it" if mine else "Refuse"
        put(self.words, "".join(self._told()))
        table, turn = game.table, "Your turn" if game.mine else ""
        query = escape(f"table={table['code']}&side={game.seat or WATCHES}")
        put(self.mark, f'<span hidden data-title="{turn}" data-query="{query}"></span>')

    def _thought(self, side: str) -> str:
        """How long a side has thought, where that is counted."""
        table, game = self.game.table, self.game
        if table["clock"] is None or side not in table["clock"]:
            return ""
        running = max(0.0, time.time() - table["since"]) if game.player == side else 0.0
        minutes, seconds = divmod(int(table["clock"][side] + running), 60)
        return f", {minutes}:{seconds:02d}"

    def _told(self) -> Iterator[str]:
        words, game = catalogue(), self.game
        if self._lost:
            yield f'<p class="sr-lost">{escape(words.say("together.lost"))}</p>'
        seats = []
        for side, seat in game.table["seats"].items():
            who = f"the {seat['bot']} bot" if seat["bot"] else seat["name"] or "nobody yet"
            you = " (you)" if side == game.seat else ""
            away = "" if seat["here"] or not seat["name"] else ", not here now"
            name = seat["title"]
            away += self._thought(side)
            seats.append(f"<strong>{escape(name)}</strong>: {escape(who)}{you}{away}")
        watching = game.table["watching"]
        more = f", {watching} watching" if watching else ""
        code = f'Table <strong class="sr-code">{escape(game.table["code"])}</strong>{more}'
        yield f"<p>{code}. {' · '.join(seats)}.</p>"
        if game.proposal is not None:
            name = game.table["seats"][game.proposal["by"]]["title"]
            said = words.say(f"together.{game.proposal['what']}", (("side", name),))
            yield f"<p>{escape(said)}</p>"
