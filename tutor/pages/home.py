"""The home page: five games, their chapters in order, how far the learner is, the next step."""

from __future__ import annotations

from engine.catalogue import GAMES, GameInfo, scenario_ids
from engine.errors import Problem
from engine.examples import example_ids
from tutor import panels, visit
from tutor.lesson import Lesson, lesson_ids, open_lesson
from tutor.look import show_html
from tutor.pages.attendance import attended
from tutor.practice import taking
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
        self.known = "" if self.learner == visit.SOMEBODY else self.learner
        self.trouble = ""
        self.wanted = visit.asked().get("class", "").upper()
        """The code of a class that is to be joined."""
        self.classes = attended() if visit.referee() else []
        self.finished: dict[str, set[str]] = {}
        """The steps done of each lesson; the lesson that was worked on last comes last."""
        try:
            for done in self.progress.done(self.learner):
                steps = self.finished.pop(done.lesson, set())
                self.finished[done.lesson] = steps | {done.step}
        except Problem as problem:
            self.trouble = str(problem)

    def count(self, *lessons: Lesson) -> tuple[int, int]:
        """Steps finished and steps there are of some lessons."""
        known = [(step.id, self.finished.get(one.id, ())) for one in lessons for step in one.steps]
        return sum(name in done for name, done in known), len(known)

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

    def facts(self, info: GameInfo) -> list[str]:
        """What there is of a game, counted."""
        counts = {
            "rules": len(info.rulebook.rules),
            "worked examples run": len(example_ids(info.id)),
            "scenarios": len(scenario_ids(info.id)),
        }
        return [
            f"{count} {name if count > 1 else name.replace('s run', ' run').rstrip('s')}"
            for name, count in counts.items()
            if count
        ]

    def welcome_html(self) -> str:
        """The greeting, and the one thing to do next."""
        game = visit.asked().get("game", "")
        lesson = self.next_lesson(game if game in GAMES else "")
        told = str(panels.page("home").welcome(self, lesson, self.finished or game in GAMES))
        return self.classes_html() + told

    def classes_html(self) -> str:
        """The classes one is in, and the way into another."""
        if not visit.referee():
            return ""
        school = panels.page("school")
        cards = "".join(str(school.attends(one["code"], one["on"])) for one in self.classes)
        known = "" if self.known.startswith(visit.GUEST) else self.known
        return cards + str(school.join(self.wanted, known, visit.named()))

    def games_html(self) -> str:
        """A card for each game."""
        return str(panels.page("home").cards(self, MORE))

    def welcome(self) -> None:
        """Show the greeting."""
        show_html(self.welcome_html())

    def games(self) -> None:
        """Show the games."""
        show_html(self.games_html())

    def learner_row(self) -> LearnerRow:
        """The learner's name and record, for the end of a cell."""
        return LearnerRow(self)


class LearnerRow(CellWidget):
    """A field for the name, and the record to take along or bring in."""

    without_kernel = "Learner's name and record: they need a running page."

    def __init__(self, home: Home) -> None:
        self.home = home
        self.name = html(value=panels.page("home").name(home.known, visit.named()))
        self.message = self.out = html("staffride-status")
        self.bring = upload("Bring a record in", carefully(self._brought, self.say))
        take = self.on(button("Take my record along"), self._taken)
        self.own = html(value=panels.page("home").own(visit.own_link()))
        self.widget = row(self.name, take, self.bring, self.own, self.out, look="sr-learner")

    def _taken(self) -> None:
        text = taking.export(self.home.progress, self.home.learner)
        self.out.value = panels.download("staffride-progress.json", text)

    def _brought(self, name: str, content: bytes) -> None:
        text = content.decode("utf-8", "replace")
        steps, answers = taking.take_in(self.home.progress, text, self.home.learner, name)
        told = f"{steps} {'step' if steps == 1 else 'steps'}"
        if answers:
            told += f" and {answers} {'answer' if answers == 1 else 'answers'} of practice"
        told += " taken in. "
        self.out.value = panels.note("ok", told, '<a href="">Reload</a> to see them.')
