"""The example browser: every worked example, run on the spot, with its position on a board."""

from __future__ import annotations

from html import escape

import ipywidgets as widgets
import pandas as pd

from engine import catalogue, examples
from engine.catalogue import GAMES
from tutor import panels, visit
from tutor.desk import Notice
from tutor.pages.picker import Picker, by_number
from tutor.pages.rules import Words
from tutor.table import Tabletop
from tutor.table.cell import CellWidget, carefully
from tutor.table.parts import Place, html, row
from tutor.table.repeat import Repeat

BEAT_SECONDS = 1.6
"""From one step of an example to the next while it goes on by itself."""
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


def _options(game: str) -> list[tuple[str, str]]:
    return [
        (f"{example} · {title_of(examples.find(example))}", example)
        for example in sorted(examples.example_ids(game), key=by_number)
    ]


class Walk:
    """An example followed on its board, step by step or by itself."""

    def __init__(self, table: Tabletop | None, example: str) -> None:
        self.table, self.example, self.at = table, example, 0
        self.beat = Repeat(self._beat, self.stop)
        self.count = examples.length(example)
        self.controls: tuple[widgets.Widget, ...] = ()
        if table is not None:
            self.caption = html("staffride-status")
            self.play = table.button("Play", self.play_or_pause, "Step after step")
            back, on = table.button("Back", self.backward), table.button("Next step", self.forward)
            self.controls = (self.caption, row(back, on, self.play))
            self._tell(f"{self.count} {'step' if self.count == 1 else 'steps'} to follow.")

    def _tell(self, text: str) -> None:
        inner = f"<strong>{self.at} of {self.count}.</strong> {escape(text)}"
        self.caption.value = f"<p>{inner}</p>"

    def forward(self) -> None:
        """The next step."""
        if self.at < self.count:
            self.go(self.at + 1)

    def backward(self) -> None:
        """One step back."""
        self.stop()
        if self.at:
            self.go(self.at - 1)

    def go(self, count: int) -> None:
        """The board after so many steps."""
        assert self.table is not None, "an example is followed on a board"
        desk, self.at = self.table.desk, count
        moment = examples.follow(self.example, count)
        if moment.action is None:
            self.table.begin(moment.game)
            self._tell("; ".join(moment.facts) or "The position at the start.")
            return
        game, action = moment.game, moment.action
        if moment.done:
            # what an action is called is asked of the game before it
            game.undo()
        self.table.begin(game)
        told = desk.hands.told_name(action)
        if moment.done:
            game.redo()
            self.table.begin(game)
            desk.notice = Notice("ok", "", (), game.history[-1].events)
            self._tell(f"Done: {told}")
        else:
            verdict = game.explain(action)
            self._tell(f"Tried, and {'allowed' if verdict else 'refused'}: {told}")
            desk.extra = desk.hands.shown_by(action)
            if not verdict:
                desk.refuse(verdict)

    def play_or_pause(self) -> None:
        """Go on by itself, or stop."""
        if self.beat.running:
            self.stop()
            return
        if self.at == self.count:
            self.go(0)
        self.beat.start(BEAT_SECONDS)
        self.play.description = "Pause"

    def stop(self) -> None:
        """It goes on by itself no more."""
        self.beat.stop()
        if self.controls:
            self.play.description = "Play"

    def _beat(self) -> bool:
        assert self.table is not None, "an example is followed on a board"
        self.table.safely(self.forward)()
        self.table.refresh()
        return self.at < self.count


class ExampleBrowser(CellWidget):
    """Pick an example; read what it states, see it hold, try it on the board."""

    def __init__(self, example: str | None = None) -> None:
        ids = examples.example_ids()
        wanted = example or visit.asked().get("example", "")
        unknown = wanted if wanted not in ids else ""
        if unknown or not wanted:
            wanted = ids[0]
        game = examples.find(wanted).game
        games = [id for id in GAMES if examples.example_ids(id)]
        self._picker = Picker(games, game, _options, wanted, "Example")
        self.game, self.choose = self._picker.game, self._picker.choose
        self.game.observe(carefully(lambda _: self._picker.follow(), self._say), "value")
        self.choose.observe(carefully(lambda _: self.show(), self._say), "value")
        self.message = html("staffride-alert")
        self.place = Place()
        self.walk = Walk(None, ids[0])
        setup = row(self.game, self.choose)
        setup.add_class("sr-setup")
        self.widget = widgets.VBox([setup, self.message, self.place])
        self.widget.add_class("sr-wide")
        self.widget.add_class("sr-sandbox")
        self.without_kernel = "Pick a worked example and see it checked."
        self.show()
        if unknown:
            self._say(f"There is no example '{unknown[:60]}'. Choose one from the list.")

    def _say(self, text: str) -> None:
        self.message.value = f'<div class="sr-notice sr-no">{escape(text)}</div>' if text else ""

    def show(self) -> None:
        """Show the example chosen."""
        self._say("")
        found = examples.find(self.choose.value)
        result = examples.run(found.id)
        rules = " ".join(panels.rule_chip(found.game, rule) for rule in found.rule)
        state = ("sr-ok", "It holds.") if result.passed else ("sr-no", f"It fails: {result.reason}")
        facts = "".join(f"<li><code>{escape(fact)}</code></li>" for fact in result.facts)
        text = html(
            value=f'<div class="sr-card"><p class="sr-kicker">{escape(GAMES[found.game].title)} · '
            f'{found.kind}</p><h3 class="sr-title">{escape(f"{found.id}: {title_of(found)}")}</h3>'
            f"<p><strong>Given.</strong> {escape(found.given)}</p>"
            f"<p><strong>Expected.</strong> {escape(found.expect)}</p>"
            f'<div class="sr-p">Rules: {rules}</div>'
            f'<div class="sr-notice {state[0]}">{escape(state[1])}</div>'
            f"<details><summary>What the program checked</summary><ul>{facts}</ul></details>"
            "</div>"
        )
        table = Tabletop(catalogue.load(found.scenario), size=34.0)
        self.walk.beat.stop()
        self.walk = Walk(table, found.id)
        # What the example states is read beside the board that shows it.
        table.side.children = (text, *self.walk.controls, *table.side.children)
        self.text = text
        self.place.set(table.widget)
