"""A question of Practice on a page: its position on a board, what is asked, what can be answered,
and why it is so."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from html import escape

import ipywidgets as widgets

from engine.game import Game
from engine.practice.question import Happening, Option, Place, Question, Rule
from engine.values import Action
from engine.verdict import Decision, Event, Line, Reason, Tally
from tutor import panels
from tutor.art.views import Overlay
from tutor.lesson.reading import Wording, taught_in
from tutor.spoken import spoken
from tutor.table import Tabletop
from tutor.table.parts import button, column, html, put, row

SIZE = 36.0
MOST_SAID = 5
"""Reasons and sums that an answer is explained by."""
MARK_BOARD = "Click on the board, or go over it with the arrow keys and press Enter."
MARK_BUTTONS = "Press each that belongs to the answer."
JUDGED = (Action, Happening, Decision, Rule)
"""What is weighed with all that can be looked up at a table."""
SEPARATE = (Action, Happening)
"""What takes more words than a button has room for."""


class QuestionCard:
    """A question, answered once; `answered` hears what was given, `onward` that it was read."""

    def __init__(
        self,
        game: Game,
        posed: Question,
        answered: Callable[[QuestionCard, tuple[str, ...]], None],
        onward: Callable[[], None],
        enough: Callable[[], None],
        headline: str = "",
    ) -> None:
        self.posed, self.answered, self.begun = posed, answered, time.monotonic()
        # where what is lit or reckoned beside the board would tell the answer, nothing is
        unaided = posed.all or not any(isinstance(one.says, JUDGED) for one in posed.options)
        self.table = Tabletop(game, tools=("zoom" if unaided else "overlays",), size=SIZE)
        self.desk = self.table.desk
        self.desk.unaided = unaided
        self.desk.frozen = True
        self.words = Wording(self.desk)
        self.marked: dict[str, None] = {}
        self.over = False
        self.toggles: dict[str, widgets.ToggleButton] = {}
        self.message = html("staffride-alert", "sr-step-message")
        self.marks = html("staffride-status")
        self.next = self.table.button("Next question", onward, look="primary")
        self.next.add_class("sr-next")
        self.enough = self.table.button("Enough for now", enough, look="quiet")
        self.controls = column(*self._controls(), row(self.enough), look="sr-ask")
        page = panels.page("practice")
        shown = self.words.action(posed.action) if posed.action else ""
        happened, may = self.words.told(posed.so_far), self.words.told(posed.of)
        now = "" if posed.kind == "next" else self.desk.prompt
        asks = self.words.asked(posed)
        self.spoken = " ".join(filter(None, (f"{headline}.", shown, asks, *may)))
        """The question, for who hears it."""
        task = page.asked(headline, asks, now, shown, posed.dice, happened, may)
        side = self.table.side
        self.task = html("sr-task", value=task)
        asked = column(self.task, self.controls, self.message, look="sr-ask")
        # what stands beside a board to act by would tell too much
        self.looks = side.children[-1]
        if unaided:
            self.looks.children = [w for w in self.looks.children if w is not self.table.tracks]
        side.children = (asked, self.table.notice, self.looks)
        self._light()
        self.desk.pointer.cursor = self._place()
        self.table.refresh()
        self.widget = self.table.widget

    @property
    def seconds(self) -> float:
        """How long the learner has thought."""
        return time.monotonic() - self.begun

    def _controls(self) -> list[widgets.Widget]:
        options = self.posed.options
        if self.posed.all:
            picks: list[widgets.Widget] = []
            if all(isinstance(option.says, Place) for option in options):
                self.desk.pointed_at = self.mark
            else:
                picks = [row(*map(self._toggle, options), look="sr-marks")]
            self._tell_marks()
            send = self.table.button("Answer", self.send, look="primary")
            # what is told of the marks grows and shrinks: the button stays where the hand is
            return [*picks, row(send), self.marks]
        rows: list[widgets.Widget] = []
        for place, option in enumerate(options, start=1):
            if isinstance(option.says, SEPARATE):
                told = html("sr-option")
                text = escape(self.words.said(option))
                told.value = f"<strong>{place}</strong> {text}"
                pick = self.table.button(f"Answer {place}", partial(self.give, option.name))
                look = []
                if isinstance(option.says, Action):
                    look = [self.table.button(f"Show {place}", partial(self.show, option.says))]
                rows.append(row(told, *look, pick))
            else:
                pick = self.table.button(self.words.said(option), partial(self.give, option.name))
                rows.append(pick)
            pick.add_class("sr-answer")
        if any(isinstance(option.says, SEPARATE) for option in options):
            return rows
        return [row(*rows, look="sr-options")]

    def _toggle(self, option: Option) -> widgets.Widget:
        made = button(self.words.said(option))
        made.on_click(self.table.safely(lambda _: self.mark(option.name)))
        self.toggles[option.name] = made
        return made

    def mark(self, name: str) -> None:
        """A hex or a unit is part of the answer, or no longer."""
        if self.over:
            return
        asked = self.posed.asked
        if asked and name not in asked:
            self._tell_marks(f"{self._place_name(name)} is not one of the lit hexes.")
            return
        if name in self.marked:
            del self.marked[name]
        else:
            self.marked[name] = None
        for one, made in self.toggles.items():
            (made.add_class if one in self.marked else made.remove_class)("sr-button-primary")
        self._tell_marks()
        self._light()
        self.table.refresh()

    def _tell_marks(self, first: str = "") -> None:
        """What is marked; how to mark, as long as nothing is."""
        options = {option.name: option for option in self.posed.options}
        names = [
            self.words.said(options[name]) if name in options else self._place_name(name)
            for name in self.marked
        ]
        if not names and not first:
            first = MARK_BUTTONS if self.toggles else MARK_BOARD
        told = f"Marked: {', '.join(names) or 'nothing yet'}."
        put(self.marks, panels.note("info", f"{first} {told}".strip()))

    def _place_name(self, name: str) -> str:
        return self.desk.hands.place_name(name)

    def show(self, action: Action) -> None:
        """An option on the board."""
        self.desk.extra = self.desk.hands.shown_by(action)

    def _light(self) -> None:
        lit: tuple[Overlay, ...] = ()
        if self.posed.action is not None:
            lit = self.desk.hands.shown_by(self.posed.action)
        units = [*self.posed.about.units]
        seats = [self.desk.where(unit) for unit in units]
        board = self.desk.game.scenario.board
        if seats := [seat for seat in seats if seat in board]:
            lit += (Overlay("selected", tuple(seats)),)
        if self.posed.lit:
            lit += (Overlay("goal", self.posed.lit),)
        if self.posed.asked:
            lit += (Overlay("sight-area", self.posed.asked),)
        if self.marked and not self.toggles:
            lit += (Overlay("reach", tuple(self.marked)),)
        self.desk.extra = lit

    def _place(self) -> str | None:
        """Where there is something to look at."""
        board = self.desk.game.scenario.board
        options = [one.says.name for one in self.posed.options if isinstance(one.says, Place)]
        lit = [hex for one in self.desk.extra for hex in (*one.labels(), *one.path)]
        return next((hex for hex in (*self.posed.asked, *lit, *options) if hex in board), None)

    def send(self) -> None:
        """What is marked is the answer; something always is right, so nothing is none."""
        if self.marked:
            self.give(*self.marked)
        else:
            self._tell_marks("Mark at least one.")

    def give(self, *given: str) -> None:
        """The learner's answer: right or wrong, and why."""
        if self.over:
            return
        self.over = True
        self.answered(self, given)

    def explain(self, given: tuple[str, ...], more: str = "") -> None:
        """Say whether it was right, what is, and why; show it on the board."""
        posed, game = self.posed, self.words.game
        right = posed.judge(given)
        options = {option.name: option for option in posed.options}
        solution = [self.words.said(options[name]).rstrip(".") for name in sorted(posed.right)]
        chosen = [options[name] for name in given if name in options]
        told = (
            []
            if right
            else [self.words.said(one).rstrip(".") for one in chosen[:1] if not posed.all]
        )
        missed = posed.missed(given)
        because: list[str] = []
        said = (*posed.because, *(b for c in chosen if not right for b in c.because))
        for one in said[:MOST_SAID]:
            text = because_html(game, self.words, one)
            if text not in because:
                because.append(text)
        head = panels.note("ok" if right else "no", "Right." if right else "Not quite.")
        page = panels.page("practice")
        where = [(rule, taught_in(game).get(rule)) for rule in posed.rules]
        body = page.explained(game, right, told, solution, missed, where)
        self.message.value = head + str(body) + "".join(because) + more
        self.controls.children = [row(self.next, self.enough)]
        board = self.desk.game.scenario.board
        if posed.all and not self.toggles:
            extra = [Overlay("reach", tuple(sorted(posed.right)))]
            off = [name for name in given if name not in posed.right and name in board]
            if off:
                extra.append(Overlay("denied", tuple(off)))
            self.desk.extra = tuple(extra)
        else:
            hexes = dict.fromkeys(
                hex for one in posed.because if isinstance(one, Reason) for hex in one.hexes
            )
            known = tuple(hex for hex in hexes if hex in board)
            self._light()
            if known:
                self.desk.extra += (Overlay("cause", known),)


def because_html(game: str, words: Wording, one: object) -> str:
    """What the engine says of an answer."""
    match one:
        case Reason():
            return panels.reasons_html(game, (one,))
        case Tally():
            return panels.tally_html(game, one)
        case Line():
            return ""
        case Event():
            (event,) = spoken(words.desk.game.scenario, [one])
            return f'<div class="sr-p">{panels.page("beside").line(game, event)}</div>'
    return ""
