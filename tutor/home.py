"""The home page: five games, their chapters in order, how far the learner is, the next step."""

from __future__ import annotations

import base64
from html import escape
from typing import Any
from urllib.parse import quote

import ipywidgets as widgets

from engine.catalogue import GAMES, GameInfo, scenario_ids
from engine.errors import Problem
from engine.examples import example_ids
from engine.rulebook import Chapter
from tutor import visit
from tutor.cell import CellWidget, carefully
from tutor.lesson import Lesson, lesson_ids, open_lesson
from tutor.lesson_page import show_html
from tutor.progress import Progress

MORE = {
    "pavlovs-house": (
        ("08-game", "8", "The whole game"),
        ("09-plans", "9", "What plans are worth"),
    )
}
"""Pages after the chapters of a rulebook: notebook, number, title."""


class Home:
    """What the home page shows for one learner."""

    def __init__(self, learner: str | None = None) -> None:
        self.learner = learner or visit.learner()
        self.progress = Progress()
        self.lessons = [open_lesson(name) for name in lesson_ids()]
        self.trouble = ""
        self.finished: dict[str, set[str]] = {}
        try:
            for done in self.progress.done(self.learner):
                self.finished.setdefault(done.lesson, set()).add(done.step)
        except Problem as problem:
            self.trouble = str(problem)

    def count(self, lesson: Lesson) -> tuple[int, int]:
        """Steps finished and steps there are."""
        names = {step.id for step in lesson.steps}
        return len(names & self.finished.get(lesson.id, set())), len(names)

    def next_lesson(self) -> Lesson | None:
        """Where to go on: the first lesson that is not finished, one begun before others."""
        open_ones = [
            lesson for lesson in self.lessons if self.count(lesson)[0] < self.count(lesson)[1]
        ]
        begun = [lesson for lesson in open_ones if self.count(lesson)[0]]
        return next(iter(begun or open_ones), None)

    def welcome_html(self) -> str:
        """The greeting, and the one thing to do next."""
        parts = []
        if self.trouble:
            note = f"Progress is not kept: {self.trouble}"
            parts.append(f'<div class="sr-notice sr-warn">{escape(note)}</div>')
        lesson = self.next_lesson()
        if lesson is not None:
            done, total = self.count(lesson)
            step = next(s for s in lesson.steps if s.id not in self.finished.get(lesson.id, set()))
            verb = "Go on with" if done else "Begin with"
            game = GAMES[lesson.game].title
            parts.append(
                f'<a class="sr-card sr-next" href="{visit.link(lesson.id)}">'
                f'<span class="sr-kicker">{verb}</span>'
                f'<span class="sr-title">{escape(game)}, chapter {lesson.chapter}: '
                f"{escape(lesson.title)}</span>"
                f'<span class="sr-muted">Next step: {escape(step.title)} · {done} of {total} done'
                "</span></a>"
            )
        elif self.lessons:
            parts.append(
                '<div class="sr-notice sr-ok">You have finished every lesson there is.</div>'
            )
        parts.append(self._search_html())
        return "".join(parts)

    def _search_html(self) -> str:
        """A field that leads to the page of rules; works before the kernel is up."""
        who = f'<input type="hidden" name="learner" value="{escape(self.learner)}">'
        return (
            '<form class="sr-row sr-search" action="/voila/render/rules.ipynb" method="get" '
            'role="search"><label for="sr-q">Search all rules</label>'
            '<input class="sr-field" id="sr-q" name="q" type="search" '
            'placeholder="English or the original word, or a number">'
            f"{'' if self.learner == visit.SOMEBODY else who}"
            '<button class="sr-button" type="submit">Search</button></form>'
        )

    def games_html(self) -> str:
        """A card for each game."""
        return (
            f'<div class="sr-cards sr-wide">{"".join(self._game(g) for g in GAMES.values())}</div>'
        )

    def _game(self, info: GameInfo) -> str:
        book = info.rulebook
        lessons = [lesson for lesson in self.lessons if lesson.game == info.id]
        steps = [self.count(lesson) for lesson in lessons]
        done, total = sum(d for d, _ in steps), sum(t for _, t in steps)
        share = 100 * done / total if total else 0
        counts = {
            "rules": len(book.rules),
            "worked examples run": len(example_ids(info.id)),
            "scenarios": len(scenario_ids(info.id)),
        }
        facts = [
            f"{count} {name if count > 1 else name.replace('s run', ' run').rstrip('s')}"
            for name, count in counts.items()
            if count
        ]
        state = f"{done} of {total} steps done" if total else "Lessons are still to come"
        rows = "".join(self._chapter(info, chapter, lessons) for chapter in book.chapters)
        rows += "".join(
            f'<li><a href="{visit.link(f"{info.id}/{name}")}">'
            f'<span class="sr-number">{number}</span> {title}</a></li>'
            for name, number, title in MORE.get(info.id, ())
        )
        opened, taught = (" open", " sr-taught") if lessons else ("", "")
        return (
            f'<article class="sr-card sr-game{taught}">'
            f'<h3 class="sr-title">{escape(info.title)}</h3>'
            f"<p>{escape(info.about)}</p>"
            f'<p class="sr-muted sr-small">{" · ".join(facts)}</p>'
            f'<div class="sr-meter" role="img" aria-label="{state}">'
            f'<span style="width:{share:.0f}%"></span></div>'
            f'<p class="sr-small">{state}</p>'
            f"<details{opened}><summary>Chapters of the rulebook</summary>"
            f'<ul class="sr-chapters">{rows}</ul></details></article>'
        )

    def _chapter(self, info: GameInfo, chapter: Chapter, lessons: list[Lesson]) -> str:
        lesson = next((found for found in lessons if found.chapter == chapter.number), None)
        title = f'<span class="sr-number">{escape(chapter.label)}</span> {escape(chapter.title)}'
        original = (
            f'<em lang="{info.rulebook.language}" class="sr-muted">{escape(chapter.original)}</em>'
        )
        if lesson is None:
            return f'<li class="sr-muted">{title} {original}</li>'
        done, total = self.count(lesson)
        badge = (
            '<span class="sr-badge sr-ok">done</span>'
            if done == total
            else f'<span class="sr-badge">{done} of {total}</span>'
        )
        return f'<li><a href="{visit.link(lesson.id)}">{title}</a> {badge} {original}</li>'

    def welcome(self) -> None:
        """Show the greeting."""
        show_html(self.welcome_html())

    def games(self) -> None:
        """Show the games."""
        show_html(self.games_html())

    def learner_row(self) -> LearnerRow:
        """The learner's name and record, for the end of a cell."""
        return LearnerRow(self)


OWN = "Opens your record in another browser. Whoever has it is you."


class LearnerRow(CellWidget):
    """A field for the name, and the record to take along or bring in."""

    without_kernel = "Learner's name and record: they need a running page."

    def __init__(self, home: Home) -> None:
        self.home = home
        self.name = widgets.Text(
            value="" if home.learner == visit.SOMEBODY else home.learner,
            placeholder="your name",
            description="Learner",
            style={"description_width": "initial"},
        )
        self.go = widgets.HTML()
        self.out = widgets.HTML()
        self.out.add_class("staffride-status")
        self.bring = widgets.FileUpload(
            accept=".json",
            multiple=False,
            description="Bring a record in",
            tooltip="Bring a record in",
        )
        take = widgets.Button(description="Take my record along")
        self.name.observe(carefully(self._named, self._say), "value")
        take.on_click(carefully(self._taken, self._say))
        self.bring.observe(carefully(self._brought, self._say), "value")
        own = visit.own_link()
        self.own = widgets.HTML(
            f'<a href="{escape(own)}" title="{OWN}">My own link</a>' if own else ""
        )
        self.widget = widgets.Box([self.name, self.go, take, self.bring, self.own, self.out])
        self.widget.add_class("sr-row")
        self.widget.add_class("sr-learner")

    def _say(self, text: str) -> None:
        self.out.value = f'<div class="sr-notice sr-no">{escape(text)}</div>'

    def _named(self, _: Any) -> None:
        who = visit.clean_name(self.name.value)
        different = bool(self.name.value.strip()) and who != self.home.learner
        href = f"/?learner={quote(who)}"
        self.go.value = (
            f'<a class="sr-button" href="{href}">Continue as {escape(who)}</a>' if different else ""
        )

    def _taken(self, _: Any) -> None:
        text = self.home.progress.export(self.home.learner)
        data = base64.b64encode(text.encode()).decode()
        self.out.value = (
            '<a class="sr-button" download="staffride-progress.json" '
            f'href="data:application/json;base64,{data}">Download staffride-progress.json</a>'
        )

    def _brought(self, change: Any) -> None:
        if not change["new"]:
            return
        upload = change["new"][0]
        self.bring.value = ()
        text = bytes(upload["content"]).decode("utf-8", "replace")
        count = self.home.progress.take_in(text, self.home.learner, upload["name"])
        self.out.value = (
            f'<div class="sr-notice sr-ok">{count} {"step" if count == 1 else "steps"} taken in. '
            '<a href="">Reload</a> to see them.</div>'
        )
