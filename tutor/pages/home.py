"""The home page: five games, their chapters in order, how far the learner is, the next step."""

from __future__ import annotations

from html import escape

from engine.catalogue import GAMES, GameInfo, scenario_ids
from engine.errors import Problem
from engine.examples import example_ids
from engine.rulebook import Chapter
from tutor import panels, visit
from tutor.lesson import Lesson, lesson_ids, open_lesson
from tutor.look import show_html
from tutor.progress import Progress
from tutor.table.cell import CellWidget, carefully
from tutor.table.parts import button, html, row, upload

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
        """The steps done of each lesson; the lesson that was worked on last comes last."""
        try:
            for done in self.progress.done(self.learner):
                steps = self.finished.pop(done.lesson, set())
                self.finished[done.lesson] = steps | {done.step}
        except Problem as problem:
            self.trouble = str(problem)

    def count(self, lesson: Lesson) -> tuple[int, int]:
        """Steps finished and steps there are."""
        names = {step.id for step in lesson.steps}
        return len(names & self.finished.get(lesson.id, set())), len(names)

    def next_lesson(self, game: str = "") -> Lesson | None:
        """Where to go on, in a game or at all: the lesson worked on last, else the next of its
        game, else the first that is not finished."""
        mine = [lesson for lesson in self.lessons if game in ("", lesson.game)]
        left = [lesson for lesson in mine if self.count(lesson)[0] < self.count(lesson)[1]]
        for name in reversed(self.finished):
            last = next((lesson for lesson in left if lesson.id == name), None)
            after = (n for n in left if n.game == name.partition("/")[0])
            if found := last or next(after, None):
                return found
        return next(iter(left), None)

    def welcome_html(self) -> str:
        """The greeting, and the one thing to do next."""
        parts = []
        if self.trouble:
            parts.append(panels.note("warn", f"Progress is not kept: {self.trouble}"))
        game = visit.asked().get("game", "")
        lesson = self.next_lesson(game if game in GAMES else "")
        if lesson is not None and not (self.finished or game in GAMES):
            parts.append(self._first_html())
        elif lesson is not None:
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
            parts.append(panels.note("ok", "You have finished every lesson there is."))
        parts.append(self._search_html())
        return "".join(parts)

    def _first_html(self) -> str:
        """Nothing is begun: which of the games did one come for?"""
        first = [lesson for info in GAMES.values() if (lesson := self.next_lesson(info.id))]
        games = " · ".join(
            f'<a href="{visit.link(lesson.id)}">{escape(GAMES[lesson.game].title)}</a>'
            for lesson in first
        )
        return (
            '<div class="sr-card sr-next">'
            '<span class="sr-kicker">Begin with the game you have</span>'
            f'<span class="sr-title">{games}</span>'
            '<span class="sr-muted">Each link opens its first lesson.</span></div>'
        )

    def _search_html(self) -> str:
        """A field that leads to the page of rules; works before the kernel is up."""
        who = f'<input type="hidden" name="learner" value="{escape(self.learner)}">'
        return (
            '<form class="sr-row sr-search" action="rules.ipynb" method="get" '
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
            f'<h2 class="sr-title">{self._title(info)}</h2>'
            f"<p>{escape(info.about)}</p>"
            f'<p class="sr-muted sr-small">{" · ".join(facts)}</p>'
            f'<div class="sr-meter" role="img" aria-label="{state}">'
            f'<span style="width:{share:.0f}%"></span></div>'
            f'<p class="sr-small">{state}</p>'
            f"<details{opened}><summary>Chapters of the rulebook</summary>"
            f'<ul class="sr-chapters">{rows}</ul></details></article>'
        )

    def _title(self, info: GameInfo) -> str:
        """A game's title, which leads to where one goes on in it."""
        lesson, title = self.next_lesson(info.id), escape(info.title)
        return f'<a href="{visit.link(lesson.id)}">{title}</a>' if lesson else title

    def _chapter(self, info: GameInfo, chapter: Chapter, lessons: list[Lesson]) -> str:
        lesson = next((found for found in lessons if found.chapter == chapter.number), None)
        called = lesson.title if lesson else chapter.title
        title = f'<span class="sr-number">{escape(chapter.label)}</span> {escape(called)}'
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
NAME = (
    '<form class="sr-row" action="/" method="get"><label for="sr-name">Your name</label>'
    '<input class="sr-field" id="sr-name" name="learner" maxlength="40" required value="{name}">'
    '<button class="sr-button" type="submit">Open my record</button></form>'
)
"""A name counts as soon as it is entered."""


class LearnerRow(CellWidget):
    """A field for the name, and the record to take along or bring in."""

    without_kernel = "Learner's name and record: they need a running page."

    def __init__(self, home: Home) -> None:
        self.home = home
        known = "" if home.learner == visit.SOMEBODY else home.learner
        self.name = html(value=NAME.format(name=escape(known)))
        self.message = self.out = html("staffride-status")
        self.bring = upload("Bring a record in", carefully(self._brought, self.say))
        take = self.on(button("Take my record along"), self._taken)
        own = visit.own_link()
        self.own = html(
            value=f'<a href="{escape(own)}" title="{OWN}">My own link</a>' if own else ""
        )
        self.widget = row(self.name, take, self.bring, self.own, self.out, look="sr-learner")

    def _taken(self) -> None:
        text = self.home.progress.export(self.home.learner)
        self.out.value = panels.download("staffride-progress.json", text)

    def _brought(self, name: str, content: bytes) -> None:
        text = content.decode("utf-8", "replace")
        count = self.home.progress.take_in(text, self.home.learner, name)
        told = f"{count} {'step' if count == 1 else 'steps'} taken in. "
        self.out.value = panels.note("ok", told, '<a href="">Reload</a> to see them.')
