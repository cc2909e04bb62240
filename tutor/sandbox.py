"""The sandbox: any scenario of any game, for two people at one screen or against a bot."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from engine import catalogue
from engine.bots import BOTS, TOO_LONG, Bot, make_bot
from engine.catalogue import GAMES
from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game
from tutor import visit
from tutor.shown import Shown
from tutor.table import Table

PERSON = "person"
NARROW = {"description_width": "initial"}


class Sandbox(Shown):
    """Choose a scenario, who plays each side, and a seed; then play."""

    def __init__(self, scenario: str | None = None) -> None:
        names = catalogue.scenario_ids()
        wanted = scenario or visit.asked().get("scenario", "")
        self.table: Table | None = None
        self.bots: dict[str, Bot] = {}
        self.busy = False
        self.choose = widgets.Dropdown(
            options=[(_label(name), name) for name in names],
            value=wanted if wanted in names else names[0],
            description="Scenario",
            style=NARROW,
        )
        self.seed = widgets.Text(value="1", description="Seed", style=NARROW)
        self.players = widgets.Box()
        self.players.add_class("sr-row")
        self.about = widgets.HTML()
        self.message = widgets.HTML()
        self.message.add_class("staffride-alert")
        self.start_button = widgets.Button(description="Set it up")
        self.start_button.add_class("sr-button-primary")
        self.start_button.on_click(self._safely(lambda _: self.start()))
        self.choose.observe(self._safely(lambda _: self._chosen()), "value")
        row = widgets.Box([self.choose, self.seed, self.players, self.start_button])
        row.add_class("sr-row")
        self.place = widgets.VBox()
        self.widget = widgets.VBox([row, self.about, self.message, self.place])
        self.widget.add_class("sr-wide")
        self.without_kernel = "Choose a scenario and play it: it needs a running page."
        self._chosen()
        self.start()

    def _safely(self, handler: Any) -> Any:
        def wrapped(event: Any) -> None:
            try:
                handler(event)
            except Problem as problem:
                self._say(str(problem))

        return wrapped

    def _say(self, text: str) -> None:
        from html import escape

        self.message.value = f'<div class="sr-notice sr-no">{escape(text)}</div>' if text else ""

    def _chosen(self) -> None:
        scenario = catalogue.rules_of(self.choose.value).scenario
        self.about.value = f'<p class="sr-prose">{scenario.summary}</p>'
        options = [("a person", PERSON), *((f"the {name} bot", name) for name in BOTS)]
        self.players.children = [
            widgets.Dropdown(options=options, value=PERSON, description=side.name, style=NARROW)
            for side in scenario.sides
        ]
        for side, box in zip(scenario.sides, self.players.children, strict=True):
            box.side = side.id
            box.observe(self._safely(lambda _: self._seat()), "value")

    def start(self) -> None:
        """Set the scenario up."""
        self._say("")
        text = self.seed.value.strip()
        if not text.lstrip("-").isdigit():
            raise Problem(f"'{text}' is no seed", remedy="Type a whole number.")
        game = catalogue.load(self.choose.value, Seeded(int(text)))
        self.table = Table(game)
        self.table.after.append(self._let_bots_play)
        self.place.children = [self.table.widget]
        self._seat()

    def _seat(self) -> None:
        """Who plays which side."""
        self.bots = {
            box.side: make_bot(box.value, f"{self.seed.value}/{box.side}")
            for box in self.players.children
            if box.value != PERSON
        }
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        """While a bot owes the decision, it plays; people see the result and the log."""
        if self.table is None or self.busy or not self.bots:
            return
        game = self.table.desk.game
        if game.can_redo or not self._bot_to_move(game):
            return
        self.busy = True
        try:
            for _ in range(TOO_LONG):
                if not self._bot_to_move(game) or (
                    len(self.bots) == len(game.scenario.sides) and (game.decision is None)
                ):
                    break
                assert game.decision is not None, "a bot moves only while something is owed"
                game.apply(self.bots[game.decision.side].choose(game))
            self.table.desk.cancel()
            self.table.refresh()
        finally:
            self.busy = False

    def _bot_to_move(self, game: Game) -> bool:
        return game.decision is not None and game.decision.side in self.bots


def _label(name: str) -> str:
    game, _, rest = name.partition("/")
    return f"{GAMES[game].title}: {rest.replace('-', ' ')}"
