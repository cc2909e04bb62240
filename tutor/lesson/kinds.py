"""The six kinds of step: what each puts beside its board, and when it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from engine.values import Action
from engine.verdict import Verdict
from engine.words import catalogue as words
from tutor import panels
from tutor.art.views import Overlay
from tutor.lesson import SEED, STAND_IN, answers, illegal, reached, same_answer, truth
from tutor.lesson.reach import PATIENCE, Hope, done_by, passed
from tutor.table import Tabletop
from tutor.table.parts import html, row
from tutor.table.repeat import Player, Repeat

if TYPE_CHECKING:
    from tutor.lesson.card import StepCard

BOARD_SIZE = 36.0
"""Hex size of a lesson's boards; the page shrinks them where there is less room."""
MISSED = "This was not what the step asks for. Undo, or start again."
NOT_YET = "The goal is not reached yet. Go on, or Undo, or start again."
FEW, LOOKING, RESTING, ENOUGH = 24, 0.1, 0.05, 200
"""Where so few ways lead on, it is looked for in the background whether the goal is still possible:
seconds at a time, seconds between, and so many times; what is not settled by then is left open."""
GONE = "From here the goal is no longer possible in this phase: Undo, or start again."


class Kind:
    """What the kinds share: a step, its table, and the card that speaks for them."""

    tools: tuple[str, ...] = ("overlays",)
    """What stands beside the board."""
    frozen = True
    """Whether the board is there to be looked at only."""
    last_hint = ""
    """What is said when there is no other hint."""

    def __init__(self, card: StepCard) -> None:
        self.card, self.step = card, card.step
        self.game = card.page.lesson.game
        self.table = Tabletop(
            self.step.game(),
            tools=self.tools,
            size=BOARD_SIZE,
            shown=self.step.shown,
            bots=self.step.bots,
        )
        self.table.desk.frozen, self.table.desk.unaided = self.frozen, self.step.unaided
        self.table.desk.extra = tuple(self.lights())
        self.controls = self.build()
        self.table.refresh()

    def build(self) -> list[widgets.Widget]:
        """What the learner answers by, from top to bottom."""
        raise NotImplementedError

    def lights(self) -> list[Overlay]:
        """What is lit up on the board."""
        return [Overlay(li.kind, li.hexes, text=li.text) for li in self.step.lights]

    def behind(self) -> int:
        """So many of the hints are for what is done already."""
        return 0

    def hint_button(self) -> widgets.Button:
        """The next hint."""
        return self.table.button("Hint", self.card.hint, look="quiet")


class Read(Kind):
    """Look at a position and at what is lit up on it."""

    tools = ("overlays", "undo", "reset", "step")
    frozen = False

    def build(self) -> list[widgets.Widget]:
        return [row(self.table.button("Seen it, go on", self.card.done, look="primary"))]


class Try(Kind):
    """Reach a goal on the board."""

    tools = ("overlays", "undo", "step")
    frozen = False
    last_hint = " Show me plays the solution."

    def build(self) -> list[widgets.Widget]:
        self.lost_at = 0
        self.looking = Repeat(self._look_on, lambda: None)
        self.table.desk.on_action.append(self.tried)
        self.table.after.append(self.found_back)
        return [
            row(
                self.hint_button(),
                self.table.button("Start again", self.again),
                self.table.button("Show me", self.show_me),
            )
        ]

    def tried(self, action: Action, verdict: Verdict) -> None:
        """The learner has acted, or would have liked to."""
        card, game = self.card, self.table.desk.game
        if not verdict:
            card.missed(verdict.rules)
            card.say("info", "", answers.practise_html(self.game, verdict.rules[: answers.MOST]))
            return
        self.looking.stop()
        if reached(game, self.step):
            card.done()
        elif game.decision is None:
            card.say("no", MISSED, answers.rules_html(self.game, self.step.rules))
        else:
            self._look(self.taken())

    def _look(self, done: list[Action]) -> None:
        """Whether the goal can still be reached: said now, or in a while if that takes long."""
        self.hope, self.lost_at, self.looks = Hope(self.step, done), len(done), 0
        lost = self.hope.look(PATIENCE)
        if lost:
            self.card.say("no", GONE)
        elif len(done) >= len(self.step.solution):
            self.card.say("info", NOT_YET)
        elif any(told in self.card.message.value for told in (MISSED, NOT_YET, GONE)):
            self.card.say("", "")
        if lost is None and len(self.table.desk.game.choices()) <= FEW:
            with suppress(RuntimeError):  # where nothing goes on by itself it is left open
                asyncio.get_running_loop()
                self.looking.start(RESTING)

    def _look_on(self) -> bool:
        self.looks += 1
        if self.hope.look(LOOKING):
            self.card.say("no", GONE)
        return self.hope.lost is None and self.looks < ENOUGH

    def found_back(self) -> None:
        """What made the goal impossible has been taken back."""
        told = GONE in self.card.message.value
        if (told or self.looking.running) and len(self.taken()) < self.lost_at:
            self.looking.stop()
            if told:
                self.card.say("", "")

    def taken(self) -> list[Action]:
        """What the learner has done."""
        return done_by(self.table.desk.game, tuple(self.table.desk.match.bots))

    def behind(self) -> int:
        """The hints for what is behind the learner: all are for some part of the solution."""
        part = passed(self.step, self.taken()) or 0
        return part * len(self.step.hints) // max(len(self.step.solution), 1)

    def again(self) -> None:
        """From the start."""
        self.table.desk.replace(self.step.game())
        self.card.say("", "")

    def show_me(self) -> None:
        """Play the solution, once all hints have been read and unless a teacher has locked it."""
        if self.card.page.locked:
            self.card.say("info", words().say("school.locked"))
            return
        if self.card.hints_used < len(self.step.hints):
            note = "Read the hints first; then the solution is shown. Here is one."
            self.card.hint(panels.note("info", note))
            return
        self.again()
        for action in self.step.solution:
            self.table.desk.act(action)


class Predict(Kind):
    """Answer before the sum, or the dice, are shown."""

    def lights(self) -> list[Overlay]:
        asked: Mapping[str, Any] = self.step.ask.named if self.step.ask is not None else {}
        lit = super().lights()
        if "path" in asked:
            lit.append(Overlay("path", path=asked["path"]))
        elif "hex" in asked:
            lit.append(Overlay("goal", (asked["hex"],)))
        return lit

    def build(self) -> list[widgets.Widget]:
        question = html(value=f'<p class="sr-question">{escape(self.step.question)}</p>')
        if self.step.choices:
            told = [
                self.table.button(each, partial(self.answer, each)) for each in self.step.choices
            ]
            return [question, row(*told, self.hint_button())]
        # Told as a whole: letter by letter, the last could come after the button that was pressed.
        self.given = widgets.Text(placeholder="your answer", continuous_update=False)
        self.given.on_msg(self.entered)
        send = self.table.button("Answer", lambda: self.answer(self.given.value), look="primary")
        return [question, row(self.given, send, self.hint_button())]

    def entered(self, _: object, message: Mapping[str, Any], __: object) -> None:
        """Enter in the field is as good as the button."""
        if message.get("event") == "submit":
            self.table.safely(self.answer)(self.given.value)

    def answer(self, text: str) -> None:
        """The learner's prediction."""
        card = self.card
        if not text.strip():
            card.say("info", "Write your answer first.")
        elif same_answer(text, truth(self.step)):
            card.done(answers.right_html(self.game, self.step))
        else:
            card.missed(self.step.rules)
            card.say("info", "", card.next_hint())
            card.message.value = answers.wrong_html(self.game, self.step, text) + card.message.value


class Find(Kind):
    """Of several actions, find the illegal one."""

    def build(self) -> list[widgets.Widget]:
        rows: list[widgets.Widget] = []
        for place, option in enumerate(self.step.options):
            # numbers: many a board names its units by letters
            number = place + 1
            told = html("sr-option")
            text = escape(self.table.desk.hands.told_name(option))
            told.value = f"<strong>{number}</strong> {text}"
            look = self.table.button(f"Show {number}", partial(self.look_at, option))
            pick = self.table.button(f"{number} is illegal", partial(self.pick, place))
            rows.append(row(told, look, pick))
        return [*rows, row(self.hint_button())]

    def look_at(self, action: Action) -> None:
        """Show an option on the board."""
        self.table.desk.extra = self.table.desk.hands.shown_by(action)

    def pick(self, place: int) -> None:
        """The learner says which option is illegal."""
        wrong = dict(illegal(self.step))
        self.look_at(self.step.options[place])
        if place in wrong:
            self.card.done(panels.reasons_html(self.game, wrong[place].reasons))
        else:
            self.card.missed(self.step.rules)
            self.card.message.value = answers.legal_html(self.game, self.step, place)


class Watch(Kind):
    """A played demonstration, with pause and step."""

    def build(self) -> list[widgets.Widget]:
        count, captions = len(self.step.solution), self.step.captions
        self.player = Player(self.table, count, self.show, captions[0] if captions else "")
        self.player.play.add_class("sr-button-primary")
        return [*self.player.controls]

    def show(self, place: int) -> str:
        """So many actions of the demonstration are done."""
        desk, done = self.table.desk, self.player.place
        for _ in range(place, done):
            desk.undo()
        for action in self.step.solution[done:place]:
            desk.act(action)
        if done < place == len(self.step.solution):
            self.card.done()
        return self.step.captions[place] if self.step.captions else ""


class Play(Kind):
    """A whole game against bots, to its end."""

    tools = ("overlays", "undo", "step", "log")
    frozen = False

    def build(self) -> list[widgets.Widget]:
        self.seed, self.told = SEED, False
        self.table.desk.seats.owner = self.step.side
        self.table.after.append(self.played)
        self.stand_in = self.table.button("Let a bot play for me", self.hand_over)
        return [row(self.stand_in, self.table.button("Another game", self.another))]

    def hand_over(self) -> None:
        """A bot takes the learner's side, or gives it back."""
        desk, mine = self.table.desk, self.step.side
        if mine in desk.match.bots:
            desk.match.bots = dict(self.step.bots)
            desk.let_bots_play()
        else:
            desk.match.bots = {**self.step.bots, mine: STAND_IN}
        theirs = mine in desk.match.bots
        self.stand_in.description = "Play on myself" if theirs else "Let a bot play for me"

    def another(self) -> None:
        """The same scenario from the start, with other dice."""
        self.seed, self.told = self.seed + 1, False
        self.table.begin(self.step.game(self.seed))
        self.card.say("", "")

    def played(self) -> None:
        """The game is over, whoever won it: the step is done."""
        if self.table.desk.game.decision is not None:
            self.told = False
        elif not self.told:
            self.told = True
            self.card.done()


KINDS: Mapping[str, type[Kind]] = {
    "read": Read,
    "watch": Watch,
    "try": Try,
    "predict": Predict,
    "find": Find,
    "play": Play,
}
"""By the names that lesson files have for them."""
