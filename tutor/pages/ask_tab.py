"""The teacher's questions: put together by hand or taken from a lesson, counted, revealed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from engine.catalogue import GAMES
from engine.game import Game
from engine.practice.stock import Drill, stock
from engine.words import trouble
from tutor.art.views import Overlay
from tutor.lesson import open_lesson
from tutor.pages.asking import (
    ACTION,
    CHOICE,
    FITTING,
    KINDS,
    Naming,
    Question,
    fits_a_class,
    posed_as,
    question_of,
)
from tutor.pages.choosing import Lessons, offer, written
from tutor.pages.picker import dropdown
from tutor.pages.showing import position_of
from tutor.referee.seen import SeenGame
from tutor.table.cell import carefully
from tutor.table.parts import button, column, html, put, row, toggle

if TYPE_CHECKING:
    from tutor.pages.teaching import Teaching


class AskTab:
    """What is asked, or a form to ask something."""

    def __init__(self, page: Teaching) -> None:
        self.page = page
        self._naming: tuple[int, Naming] | None = None
        """The question that is on, and how its answers are called."""
        self.kind = dropdown("Answer by", KINDS)
        self.text = widgets.Textarea(placeholder="What everybody is to answer", rows=2)
        self.text.add_class("sr-broad")
        self.options = written("Of", "One; another; a third")
        self.right = written("Right", "optional")
        page.on(self.kind, self._kinded)
        self.form, self.go = column(look="sr-ask"), row()
        self.go.children = [page.on(button("Ask everybody", look="primary"), self.ask)]
        self.source, self.steps = Lessons(None), dropdown("Step", [])
        page.on(self.source.choose, self._list_steps)
        take = page.on(button("Take this step"), self._take_step)
        steps = row(self.source.game, self.source.choose, self.steps, take, look="sr-setup")
        self.from_lesson = column(html(value="<p>Or a step of a lesson:</p>"), steps)
        self.rules = dropdown("Rule", [])
        page.on(self.source.game, self._list_rules)
        drill = page.on(button("Take a question"), self._take_drill)
        told = html(value="<p>Or a question of Practice about the same game:</p>")
        self.from_practice = column(told, row(self.rules, drill, look="sr-setup"))
        self.counted, self.votes = html("staffride-status", "sr-counted"), html()
        self.seen = toggle("See the answers", carefully(lambda _: page.heard(), page.say))
        self.reveal = page.on(button("Reveal", look="primary"), self._reveal)
        self.again = page.on(button("Ask something else"), page.clear)
        self.asked = row(look="sr-asked")
        self.widget = column(look="sr-ask")
        self._kinded()
        self._list_steps()
        self._list_rules()

    def _kinded(self) -> None:
        """What the kind of question needs."""
        more = [self.options] if self.kind.value == CHOICE else []
        right = [] if self.kind.value == ACTION else [self.right]
        asked = [row(self.kind), self.text, *more, *right, self.page.eyed, self.go]
        self.form.children = asked

    def _list_steps(self) -> None:
        lesson = open_lesson(self.source.choose.value)
        offer(self.steps, [(s.title, s.id) for s in lesson.steps if s.kind in FITTING])

    def _take_step(self) -> None:
        """A step of a lesson becomes the question, its position the board."""
        if self.steps.value is None:
            raise trouble("school.no-text")
        step = open_lesson(self.source.choose.value).step(self.steps.value)
        self._take(question_of(step), step.game())

    def _list_rules(self) -> None:
        """The rules of the game that there are questions about."""
        book, there = GAMES[self.source.game.value].rulebook, self._drills()
        told = [(f"{rule} {book.rules[rule].title}", rule) for rule in book.rules if rule in there]
        offer(self.rules, told)

    def _drills(self) -> dict[str, list[Drill]]:
        by_rule = stock(self.source.game.value).by_rule
        found = {rule: [d for d in some if fits_a_class(d)] for rule, some in by_rule.items()}
        return {rule: some for rule, some in found.items() if some}

    def _take_drill(self) -> None:
        """A question of Practice about the rule, another each time."""
        if self.rules.value is None:
            raise trouble("school.no-text")
        question, game = posed_as(random.choice(self._drills()[self.rules.value]))
        self._take(question, game)

    def _take(self, question: Question, game: Game) -> None:
        """Somebody else's question, and its position on the board."""
        self.kind.value, self.text.value = question.kind, question.text
        self.options.value, self.right.value = "; ".join(question.options), question.right
        self.page.stop_showing()
        self.page.set_up(game)

    def ask(self) -> None:
        """Put the question to everybody, about what is on the board."""
        page = self.page
        assert page.table is not None, "there is a board"
        assert page.member is not None, "and a class"
        text, kind = self.text.value.strip(), self.kind.value
        options = tuple(one.strip() for one in self.options.value.split(";") if one.strip())
        if not text:
            raise trouble("school.no-text")
        if kind == CHOICE and len(options) < 2:
            raise trouble("school.no-options")
        right = "" if kind == ACTION else self.right.value.strip()
        page.shoulder.keep_hidden()
        game, eyes = page.table.desk.game, page.eyes.value
        seat = game.seat if isinstance(game, SeenGame) else eyes
        if kind == ACTION and seat is not None and seat not in game.rules.acting(game.state):
            raise trouble("school.eyes")
        position = position_of(game, eyes)
        question = Question(kind, text, options if kind == CHOICE else (), right, position)
        self.seen.value = False
        page.stop_showing()
        # what is asked about is the teacher's board from now on, whosever it was
        page.shoulder.forget()
        page.say("")
        page.member.want("ask", ask=question.told(), right=question.right, own=page.own)

    def _reveal(self) -> None:
        assert self.page.member is not None, "a class is asked"
        self.page.member.want("reveal", question=self.page.member.on["question"])

    def rest(self) -> None:
        """Nothing is asked: the form stands here."""
        self._naming = None
        wanted = [self.form, self.from_lesson, self.from_practice]
        if list(self.widget.children) != wanted:
            self.widget.children = wanted

    def hear(self, news: Mapping[str, Any]) -> None:
        """Somebody has answered, or tried what is forbidden."""
        assert self.page.member is not None, "a class is asked"
        on, answers = self.page.member.on, news["answers"]
        if self._naming is None or self._naming[0] != on["question"]:
            self._naming = on["question"], Naming(on["ask"])
        told = f"<strong>{len(answers)}</strong> of {len(news['pupils'])} have answered."
        put(self.counted, f'<p class="sr-question">{escape(on["ask"]["text"])}</p><p>{told}</p>')
        votes = [(answer, 1) for _, answer in answers]
        rules = Counter(
            rule
            for who in {who for who, *_ in news["tried"]}
            for rule in {r for one, _, rules in news["tried"] if one == who for r in rules}
        )
        told = self._naming[1].histogram(votes, rules.most_common(), on["right"])
        put(self.votes, told if self._open() else "")
        buttons = [self.again] if on["revealed"] else [self.reveal, self.seen, self.again]
        if list(self.asked.children) != buttons:
            self.asked.children = buttons
        wanted = [self.counted, self.asked, self.votes]
        if on["revealed"]:
            wanted.append(self.page.shoulder.list)
        if list(self.widget.children) != wanted:
            self.widget.children = wanted

    def _open(self) -> bool:
        """Whether the answers stand on the teacher's screen, which all may see."""
        assert self.page.member is not None, "a class is asked"
        return bool(self.seen.value or self.page.member.on["revealed"])

    def heat(self) -> tuple[Overlay, ...]:
        """Where the answers lead, on a board that shows what was asked."""
        assert self.page.member is not None, "a class is asked"
        answers = self.page.member.news.get("answers")
        if self._naming is None or answers is None or not self._open():
            return ()
        tried = self.page.member.news["tried"]
        return self._naming[1].heat(
            ((answer, 1) for _, answer in answers), ((action, 1) for _, action, _ in tried)
        )
