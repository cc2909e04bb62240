"""The card of one step of a lesson: what it asks, and what it says to the learner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from engine.action import Action
from engine.verdict import Verdict
from tutor import answers, panels, visit
from tutor.art.views import Overlay
from tutor.canvas import WIDGET_VIEW, bundle, widget_view
from tutor.cell import carefully
from tutor.desk import Desk
from tutor.lesson import (
    SEED,
    STAND_IN,
    Step,
    illegal,
    reached,
    same_answer,
    truth,
)
from tutor.prose import marked
from tutor.repeat import Repeat
from tutor.table import Tabletop
from tutor.table.parts import button, column, html, row

if TYPE_CHECKING:
    from tutor.lesson_page import LessonPage

BOARD_SIZE = 36.0
"""Hex size of a lesson's boards; the page shrinks them where there is less room."""
STILL_SIZE = 20.0
"""Hex size of the picture that stands in for a board where there is no kernel."""
BEAT_SECONDS = 1.6
MISSED = "This was not what the step asks for. Undo, or start again."
NOT_YET = "The goal is not reached yet. Go on, or Undo, or start again."


class StepCard:
    """One step, closed until it is its turn or the learner opens it."""

    def __init__(self, page: LessonPage, step: Step, number: int) -> None:
        self.page, self.step, self.number = page, step, number
        self.tries = self.hints_used = 0
        self.table: Tabletop | None = None
        self.message = html("staffride-alert", "sr-step-message")
        self.body = column()
        self.body.add_class("sr-step-body")
        self.widget = column(self.body, self.message)
        self.widget.add_class("sr-step")
        self.widget.add_class(f"sr-step-{step.id}")
        current = page.next_step
        if current is not None and current.id == step.id:
            self.open()
        else:
            self._closed()

    def _closed(self) -> None:
        text = "Do it again" if self.step.id in self.page.finished else "Open this step"
        closed = button(text)
        closed.on_click(carefully(lambda _: self.open(), partial(self.say, "no")))
        self.body.children = [closed]
        if self.step.id in self.page.finished:
            self.say("ok", "Done.")

    def open(self) -> None:
        """Set the position up and let the learner at it."""
        if self.table is None:
            self.say("", "")
            build: Callable[[], list[widgets.Widget]] = getattr(self, f"_build_{self.step.kind}")
            controls = build()
            assert self.table is not None, "every kind of step sets up a table"
            side = self.table.side
            # Beside the board: question, buttons and answer are seen without scrolling.
            side.children = (*controls, self.message, *side.children)
            self.body.children = [self.table.widget]
            self.widget.children = [self.body]

    def say(self, kind: str, text: str, more: str = "") -> None:
        """What the step has to say to the learner."""
        inner = f"{escape(text)}{more}"
        self.message.value = f'<div class="sr-notice sr-{kind}">{inner}</div>' if inner else ""

    def done(self) -> None:
        """The step is finished."""
        first = self.step.id not in self.page.finished
        self.page.finish(self.step, self.tries, self.hints_used)
        following = self.page.next_step
        tail = " That was the last step."
        if following:
            title = escape(following.title)
            stop = "" if following.title.endswith(("?", "!")) else "."
            tail = f' Next: <a href="#step-{escape(following.id)}">{title}</a>{stop}'
        told = marked(self.page.lesson.game, self.step.done)
        self.say("ok", "Done.", (f" {told}" if told else "") + (tail if first else ""))
        if self.step.id in self.page.unkept:
            told = self.message.value
            self.page.kept.append(lambda: self._kept(told))
        if self.page.untold:
            self.message.value += panels.warning_html(self.page.untold)
            self.page.untold = ""

    def _kept(self, told: str) -> None:
        """It is written down after all: say so where it was said that it was not."""
        if self.message.value.startswith(told) and self.message.value != told:
            self.message.value = f'{told}<div class="sr-notice sr-ok">It is kept now.</div>'

    # -- what all kinds share ---------------------------------------------------------------------

    def _make_table(self, tools: tuple[str, ...], frozen: bool = False) -> Tabletop:
        table = Tabletop(
            self.step.game(),
            tools=tools,
            size=BOARD_SIZE,
            shown=self.step.shown,
            bots=self.step.bots,
        )
        table.desk.frozen = frozen
        table.desk.extra = tuple(
            Overlay(li.kind, li.hexes, text=li.text) for li in self.step.lights
        )
        table.refresh()
        self.table = table
        return table

    def _button(
        self, text: str, act: Callable[[], object], primary: bool = False
    ) -> widgets.Button:
        assert self.table is not None, "the table is there before its buttons"
        made = self.table.button(text, act)
        if primary:
            made.add_class("sr-button-primary")
        return made

    def hint(self) -> None:
        """The next hint of the ladder, and how many are left."""
        listed = self._next_hint()
        left = len(self.step.hints) - self.hints_used
        if left:
            tail = f"{left} more {'hint' if left == 1 else 'hints'}."
        else:
            tail = "These are all the hints."
            tail += " Show me plays the solution." if self.step.kind == "try" else ""
        self.say("info", "", f'{listed}<span class="sr-muted">{tail}</span>')

    def _next_hint(self) -> str:
        hints = self.step.hints
        if self.hints_used < len(hints):
            self.hints_used += 1
        shown = hints[: self.hints_used]
        told = (marked(self.page.lesson.game, text) for text in shown)
        return f"<ol>{''.join(f'<li>{text}</li>' for text in told)}</ol>"

    def _hint_button(self) -> widgets.Button:
        made = self._button("Hint", self.hint)
        made.add_class("sr-button-quiet")
        return made

    # -- read -------------------------------------------------------------------------------------

    def _build_read(self) -> list[widgets.Widget]:
        self._make_table(("overlays", "undo", "step"))
        return [row(self._button("Seen it, go on", self.done, primary=True))]

    # -- try --------------------------------------------------------------------------------------

    def _build_try(self) -> list[widgets.Widget]:
        table = self._make_table(("overlays", "undo", "step"))
        table.desk.on_action.append(self._tried)
        show_me = self._button("Show me", self._show_me)
        return [row(self._hint_button(), self._button("Start again", self._again), show_me)]

    def _tried(self, action: Action, verdict: Verdict) -> None:
        assert self.table is not None, "an action was tried at a table"
        if not verdict:
            self.tries += 1
            return
        if reached(self.table.desk.game, self.step):
            self.done()
        elif self.table.desk.game.decision is None:
            rules = answers.rules_html(self.page.lesson.game, self.step.rules)
            self.say("no", MISSED, rules)
        elif self._taken() >= len(self.step.solution):
            self.say("info", NOT_YET)
        elif MISSED in self.message.value or NOT_YET in self.message.value:
            self.say("", "")

    def _taken(self) -> int:
        """How many actions the learner has taken: bots answer to them by themselves."""
        assert self.table is not None, "actions are taken at a table"
        game, bots = self.table.desk.game, self.table.desk.bots
        return sum(game.player_at(step.state) not in bots for step in game.history[:-1])

    def _again(self) -> None:
        assert self.table is not None, "only an open step is begun again"
        self.table.desk.replace(self.step.game())
        self.say("", "")

    def _show_me(self) -> None:
        if self.hints_used < len(self.step.hints):
            self.hint()
            note = "Read the hints first; then the solution is shown. Here is one."
            self.message.value = f'<div class="sr-notice sr-info">{note}</div>{self.message.value}'
            return
        self._again()
        assert self.table is not None, "only an open step is shown"
        for action in self.step.solution:
            self.table.desk.act(action)

    # -- predict ----------------------------------------------------------------------------------

    def _build_predict(self) -> list[widgets.Widget]:
        table = self._make_table(("overlays",), frozen=True)
        if self.step.ask is not None and "path" in self.step.ask:
            path = self.step.ask["path"]
            table.desk.extra = (*table.desk.extra, Overlay("path", path=path))
            table.refresh()
        elif self.step.ask is not None and "hex" in self.step.ask:
            table.desk.extra = (*table.desk.extra, Overlay("goal", (self.step.ask["hex"],)))
            table.refresh()
        question = html(value=f'<p class="sr-question">{escape(self.step.question)}</p>')
        if self.step.choices:
            fields: list[widgets.Widget] = [
                self._button(choice, partial(self.answer, choice)) for choice in self.step.choices
            ]
        else:
            self.given = widgets.Text(placeholder="your answer")
            self.given.on_msg(self._entered)
            fields = [
                self.given,
                self._button("Answer", lambda: self.answer(self.given.value), primary=True),
            ]
        return [question, row(*fields, self._hint_button())]

    def _entered(self, _: object, message: Mapping[str, Any], __: object) -> None:
        """Enter in the field is as good as the button."""
        if message.get("event") == "submit":
            assert self.table is not None, "questions are asked at a table"
            self.table.safely(self.answer)(self.given.value)

    def answer(self, text: str) -> None:
        """The learner's prediction."""
        if not text.strip():
            self.say("info", "Write your answer first.")
            return
        right = truth(self.step)
        if not same_answer(text, right):
            self.tries += 1
            self.say("info", "", self._next_hint())
            wrong = answers.wrong_html(self.page.lesson.game, self.step, text)
            self.message.value = wrong + self.message.value
            return
        self.done()
        self.message.value += answers.right_html(self.page.lesson.game, self.step)

    # -- find -------------------------------------------------------------------------------------

    def _build_find(self) -> list[widgets.Widget]:
        self._make_table(("overlays",), frozen=True)
        rows: list[widgets.Widget] = []
        for place, option in enumerate(self.step.options):
            # numbers: many a board names its units by letters
            number = place + 1
            told = html("sr-option")
            told.value = f"<strong>{number}</strong> {escape(self._tell(option))}"
            look = self._button(f"Show {number}", partial(self._look_at, option))
            pick = self._button(f"{number} is illegal", partial(self.pick, place))
            rows.append(row(told, look, pick))
        return [*rows, row(self._hint_button())]

    def _tell(self, action: Action) -> str:
        assert self.table is not None, "options are told at a table"
        return self.table.desk.hands.told_name(action)

    def _look_at(self, action: Action) -> None:
        assert self.table is not None, "options are shown at a table"
        self.table.desk.extra = self.table.desk.hands.shown_by(action)

    def pick(self, place: int) -> None:
        """The learner says which option is illegal."""
        wrong = dict(illegal(self.step))
        self._look_at(self.step.options[place])
        if place in wrong:
            self.done()
            self.message.value += panels.reasons_html(self.page.lesson.game, wrong[place].reasons)
        else:
            self.tries += 1
            self.message.value = answers.legal_html(self.page.lesson.game, self.step, place)

    # -- watch ------------------------------------------------------------------------------------

    def _build_watch(self) -> list[widgets.Widget]:
        self._make_table(("overlays",), frozen=True)
        self.caption = html("staffride-status")
        self.place = 0
        self.beat = Repeat(self._beat, self._stop)
        self.play_button = self._button("Play", self.play_or_pause, primary=True)
        self._show_place()
        return [
            self.caption,
            row(
                self._button("Back", self.backward),
                self._button("Next", self.forward),
                self.play_button,
            ),
        ]

    def forward(self) -> None:
        """One action of the demonstration."""
        assert self.table is not None, "a demonstration is played at a table"
        if self.place < len(self.step.solution):
            self.table.desk.act(self.step.solution[self.place])
            self.place += 1
            self._show_place()
            if self.place == len(self.step.solution):
                self._stop()
                self.done()

    def backward(self) -> None:
        """Back one action."""
        assert self.table is not None, "a demonstration is played at a table"
        self._stop()
        if self.place:
            self.table.desk.undo()
            self.place -= 1
            self._show_place()

    def play_or_pause(self) -> None:
        """Play on by itself, or stop."""
        if self.beat.running:
            self._stop()
        elif self.place < len(self.step.solution):
            self.beat.start(BEAT_SECONDS)
            self.play_button.description = "Pause"

    def _stop(self) -> None:
        self.beat.stop()
        self.play_button.description = "Play"

    def _beat(self) -> bool:
        assert self.table is not None, "a demonstration is played at a table"
        before = self.place
        self.table.safely(self.forward)()
        self.table.refresh()
        return before < self.place < len(self.step.solution)

    def _show_place(self) -> None:
        count = len(self.step.solution)
        caption = self.step.captions[self.place] if self.step.captions else ""
        self.caption.value = f"<p><strong>{self.place} of {count}.</strong> {escape(caption)}</p>"

    # -- play -------------------------------------------------------------------------------------

    def _build_play(self) -> list[widgets.Widget]:
        table = self._make_table(("overlays", "undo", "step", "log"))
        self.seed, self.told = SEED, False
        table.desk.seats.owner = self.step.side
        table.after.append(self._played)
        self.stand_in = self._button("Let a bot play for me", self.hand_over)
        return [row(self.stand_in, self._button("Another game", self.another))]

    def hand_over(self) -> None:
        """A bot takes the learner's side, or gives it back."""
        assert self.table is not None, "a game is played at a table"
        desk, mine = self.table.desk, self.step.side
        if mine in desk.bots:
            desk.bots = self.step.bots
            desk.let_bots_play()
        else:
            desk.bots = {**self.step.bots, mine: STAND_IN}
        theirs = mine in desk.bots
        self.stand_in.description = "Play on myself" if theirs else "Let a bot play for me"

    def another(self) -> None:
        """The same scenario from the start, with other dice."""
        assert self.table is not None, "a game is played at a table"
        self.seed, self.told = self.seed + 1, False
        self.table.begin(self.step.game(self.seed))
        self.say("", "")

    def _played(self) -> None:
        """The game is over, whoever won it: the step is done."""
        assert self.table is not None, "a game is played at a table"
        game = self.table.desk.game
        if game.decision is not None or self.told:
            self.told = game.decision is None
            return
        self.told = True
        self.done()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        if visit.served():
            # The page has the notebook's stored picture already; drawing it again would cost time.
            return {WIDGET_VIEW: widget_view(self.widget)}
        desk = Desk(self.step.game(), bots=self.step.bots)
        desk.shown |= set(self.step.shown)
        return dict(bundle(desk.view(), size=STILL_SIZE, widget=self.widget))
