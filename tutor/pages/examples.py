"""The example browser: every worked example, run on the spot, with its position on a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from engine import catalogue, examples
from engine.catalogue import GAMES
from engine.examples import Asked
from engine.words import catalogue as catalogue_of_words
from engine.words import show
from tutor import panels
from tutor.desk import Notice
from tutor.games.plain import Hands
from tutor.pages.picker import Picker
from tutor.pages.rules import Words
from tutor.table import Tabletop
from tutor.table.parts import column, html, row
from tutor.table.repeat import Player

COLUMNS = ["example", "game", "rules", "kind", "checked"]


def overview(game: str | None = None) -> Words:
    """All worked examples with their rules and whether they hold."""
    rows = []
    for example in examples.example_ids(game):
        found, result = examples.find(example), examples.run(example)
        rows.append(
            {
                "example": example,
                "game": GAMES[found.game].title,
                "rules": ", ".join(found.rule),
                "kind": found.kind,
                "checked": "yes" if result.passed else "NO",
            }
        )
    return Words(pd.DataFrame(rows, columns=COLUMNS).set_index("example"))


def title_of(example: examples.Example) -> str:
    """What an example is about: the title of the rule that it is named after."""
    named = [rule for rule in example.rule if rule in example.id]
    rule = max(named, key=len, default=example.rule[0])
    return GAMES[example.game].rulebook.rules[rule].title


def fact(hands: Hands, asked: Asked) -> str:
    """What an example looked up, in words."""
    key = "fact." + "-".join((asked.name, *filter(None, asked.pick.split("."))))
    of = {name: _plainly(hands, value) for name, value in asked.of.items()}
    how = {"equals": "{}.", "holds": "{} among others.", "lacks": "not {}."}[asked.how]
    return (
        f"{catalogue_of_words().say(key, of.items())}: {how.format(_plainly(hands, asked.answer))}"
    )


def _plainly(hands: Hands, value: Any) -> str:
    """An answer, or what it is of, as a person reads it."""
    words = catalogue_of_words()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        parts = [f"{name.replace('_', ' ')} {_plainly(hands, v)}" for name, v in value.items()]
        return ", ".join(parts) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(_plainly(hands, item) for item in value) or "nothing"
    if not isinstance(value, str):
        return "nothing" if value is None else show(value)
    if value in hands.game.scenario.pieces:
        return hands.unit_name(value)
    if value in hands.game.state.position.places():
        return hands.place_name(value)
    named = next((key for key in (value, f"side.{value}") if key in words), None)
    if named is None:
        return value.replace("_", " ") or "nothing"
    said = words.say(named).rstrip(".")
    return said if "<" not in said else "a rule of the game"


def follow(table: Tabletop, example: str, count: int) -> str:
    """Bring a table so many steps on in an example, and say what is done there."""
    moment, desk = examples.follow(example, count), table.desk
    game, action = moment.game, moment.action
    if action is not None and moment.done:
        # what an action is called is asked of the game before it
        game.undo()
    table.begin(game)
    if action is None:
        looked_up = [fact(desk.hands, asked) for asked in moment.asked]
        return " ".join(filter(None, (moment.note, *looked_up))) or "The position at the start."
    told = desk.hands.told_name(action)
    told = f"{told}. {moment.note}" if moment.note else told
    if moment.done:
        game.redo()
        table.begin(game)
        desk.notice = Notice("ok", "", (), game.history[-1].events)
        return f"Done: {told}"
    verdict = game.explain(action)
    desk.extra = desk.hands.shown_by(action)
    if not verdict:
        desk.refuse(verdict)
    return f"Tried, and {'allowed' if verdict else 'refused'}: {told}"


class ExampleBrowser(Picker):
    """Pick an example; read what it states, see it hold, try it on the board."""

    noun = "Example"
    without_kernel = "Pick a worked example and see it checked."

    def __init__(self, example: str | None = None) -> None:
        super().__init__(example)
        self.walk: Player | None = None
        setup = row(self.game, self.choose, look="sr-setup")
        self.widget = column(setup, self.message, self.place, look="sr-wide sr-sandbox")
        self.chosen()
        self.say_lost()

    def ids(self, game: str) -> list[str]:
        """The worked examples of a game."""
        return examples.example_ids(game)

    def title(self, name: str) -> str:
        """An example's number, and the title of its rule."""
        return f"{name} · {title_of(examples.find(name))}"

    def chosen(self) -> None:
        """Show the example chosen."""
        self.say("")
        found = examples.find(self.choose.value)
        result = examples.run(found.id)
        shown = panels.page("lesson").example(found, result, title_of(found))
        self.text = html(value=shown)
        if self.walk is not None:
            self.walk.beat.stop()
        table = Tabletop(catalogue.load(found.scenario), size=34.0)
        count = examples.length(found.id)
        begin = f"{count} {'step' if count == 1 else 'steps'} to follow."
        self.walk = Player(table, count, partial(follow, table, found.id), begin, "Next step")
        # What the example states is read beside the board that shows it.
        table.side.children = (self.text, *self.walk.controls, *table.side.children)
        self.place.set(table.widget)
