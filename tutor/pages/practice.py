"""Practice: today's questions, any rule that one likes, and how well each rule is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

from engine.catalogue import GAMES
from engine.errors import Problem
from engine.game import Game
from engine.practice.question import Question
from engine.practice.stock import Drill, stock
from engine.rulebook import BINDING, Chapter, Rule
from tutor import panels, visit
from tutor.lesson.reading import taught_in
from tutor.pages.picker import dropdown
from tutor.pages.posing import QuestionCard
from tutor.practice import Posed, Practice
from tutor.progress import Progress
from tutor.table.cell import CellWidget, log
from tutor.table.parts import Place, button, column, html, mark, put, row

SET, TEST = 10, 12
"""Questions of a day's set, and of a test of a chapter."""
TABLES = Chapter(-1, "Tables", "", label="")
"""What the rules of no chapter stand under."""
ASKING = "sr-asking"
"""The class of the page while a question is on it: board and question in one window."""
ROUND = 5
"""Questions about one rule in a row."""


def numbered(rule: Rule) -> int:
    """The chapter under which a rule stands."""
    return TABLES.number if rule.chapter is None else rule.chapter


class PracticePage(CellWidget):
    """Choose a game; answer questions; see what is known."""

    without_kernel = "Practise the rules with questions from the engine: it needs a running page."

    def __init__(self, learner: str | None = None) -> None:
        super().__init__()
        self.learner = learner or visit.learner()
        asked = visit.asked()
        game = asked.get("game", "")
        games = [(info.title, info.id) for info in GAMES.values()]
        self.game = dropdown("Game", games, value=game if game in GAMES else games[0][1])
        self.on(self.game, self.chosen)
        self.today = self.on(button("Today's questions", look="primary"), self.daily)
        self.weak = self.on(button("What I do not know"), self.weakest)
        self.place, self.told = Place(), html("sr-practice")
        self.heard = html("staffride-status", "sr-visually-hidden")
        """Each question, for who hears the page."""
        self.head = row(look="sr-setup")
        self.widget = column(
            self.head, self.message, self.told, self.heard, self.place, look="sr-wide sr-sandbox"
        )
        self.card: QuestionCard | None = None
        self.title = ""
        self.set: list[Drill] = []
        self.right: list[bool] = []
        self.wrong: dict[str, None] = {}
        self.more: Callable[[], Drill | None] | None = None
        self._ready: tuple[Drill, QuestionCard] | None = None
        """What is asked next, laid out while the last answer is read."""
        self.chosen()
        if "rule" in asked:
            self.on_rule(asked["rule"])
        elif "questions" in asked:
            self.these(asked["questions"].split(","))
        elif "chapter" in asked:
            self.on_chapter(asked["chapter"])

    # -- what there is ----------------------------------------------------------------------------

    def chosen(self) -> None:
        """A game: how well its rules are known."""
        game = self.game.value
        progress = Progress()
        begun = dict.fromkeys(done.lesson for done in progress.done(self.learner))
        taught = [rule for rule, (lesson, _) in taught_in(game).items() if lesson in begun]
        self.practice = Practice(
            self.learner, game, stock(game).drills, progress.store, taught=taught
        )
        self.card, self._ready = None, None
        self.set = []
        self.place.set()
        mark(self.widget, ASKING, False)
        self.head.children = [self.game, self.today, self.weak]
        self.overview()

    def overview(self) -> None:
        """The map of the rulebook, coloured by mastery."""
        practice, book = self.practice, GAMES[self.game.value].rulebook
        levels, there = practice.levels(), stock(self.game.value).by_rule
        chapters = []
        for chapter in (*book.chapters, TABLES):
            rules = [
                (rule, levels[rule.id], len(there.get(rule.id, ())))
                for rule in book.rules.values()
                if numbered(rule) == chapter.number and rule.status in BINDING
            ]
            if rules:
                chapters.append((chapter, rules))
        counts = dict.fromkeys(("mastered", "known", "learning", "weak"), 0)
        for level in levels.values():
            if level in counts:
                counts[level] += 1
        due = len(practice.due())
        page = panels.page("practice")
        put(
            self.told,
            str(page.overview(self.game.value, chapters, counts, due, practice.streak())),
        )

    # -- what is asked ----------------------------------------------------------------------------

    def daily(self) -> None:
        """Today's set."""
        self.begin("Today's questions", self.practice.daily(SET))

    def weakest(self) -> None:
        """The rules that the answers speak against, or what would tell most."""
        weak = self.practice.weakest(SET)
        if weak:
            found = [self.practice.next_for(rule) for rule in weak]
            self.begin("What you do not know yet", [one for one in found if one is not None])
        else:
            self.begin("Finding out what you know", [], self.practice.most_telling)

    def on_rule(self, rule: str) -> None:
        """Questions about one rule."""
        book = GAMES[self.game.value].rulebook
        if rule not in book.rules:
            self.say(f"There is no rule '{rule[:40]}'. Choose one below.")
            return
        if rule not in stock(self.game.value).by_rule:
            why = book.undrilled.get(rule, "")
            self.say(f"There are no questions about {rule}{f': {why}' if why else ''}.")
            return
        title = f"{rule} {book.rules[rule].title}"
        self.begin(title, [], partial(self.practice.next_for, rule), ROUND)

    def on_chapter(self, name: str) -> None:
        """A test of the chapter that an address names."""
        there = stock(self.game.value).by_rule
        rules = GAMES[self.game.value].rulebook.rules
        known = {rule.chapter for rule in rules.values() if rule.id in there} - {None}
        chapter = next((one for one in known if str(one) == name), None)
        if chapter is None:
            self.say(f"There are no questions about a chapter '{name[:40]}'. Choose one below.")
        else:
            self.test(chapter)

    def test(self, chapter: int) -> None:
        """Test me out of this chapter."""
        found = self.practice.chapter_test(chapter, TEST)
        self.begin(f"Test of chapter {chapter}", found)

    def these(self, names: Sequence[str]) -> None:
        """Questions that somebody has sent a link to."""
        known = stock(self.game.value).by_id
        found = [known[name] for name in dict.fromkeys(names) if name in known]
        if found:
            self.begin("Questions of a link", found)
        else:
            self.say("There are no such questions any more. Choose others.")

    def begin(
        self,
        title: str,
        questions: Sequence[Posed],
        more: Callable[[], Posed | None] | None = None,
        count: int = SET,
    ) -> None:
        """A set of questions, known beforehand or one after another."""
        self.say("")
        by_id = stock(self.game.value).by_id
        self.set = [by_id[one.id] for one in questions]
        self.more = (lambda: self._found(more())) if more is not None else None
        self.title, self.right, self.wrong = title, [], {}
        self.count = count if more is not None else len(self.set)
        if not self._prepare():
            self.say("There is nothing to ask now: you have answered all of it of late.")
            return
        put(self.told, "")
        self.head.children = []
        self.ask()

    def _found(self, one: Posed | None) -> Drill | None:
        return None if one is None else stock(self.game.value).by_id[one.id]

    def _prepare(self) -> bool:
        """Get the next question ready, while the last answer is read."""
        done = len(self.right)
        self._ready = None
        while done < self.count:
            if self.more is not None:
                drill = self.more()
            else:
                drill = self.set[done] if done < len(self.set) else None
            if drill is None:
                return False
            game = drill.position()
            try:
                self._ready = drill, self._laid(game, drill.pose(game))
            except Problem as problem:
                # the shipped questions are checked; whoever changes rules sees it in the log
                log.error("%s", problem)
                self.count -= 1
                self.set = [one for one in self.set if one is not drill]
                continue
            return True
        return False

    def _laid(self, game: Game, posed: Question) -> QuestionCard:
        headline = f"{self.title} · {len(self.right) + 1} of {self.count}"
        return QuestionCard(game, posed, self.answered, self.ask, self.chosen, headline)

    def ask(self) -> None:
        """The next question, or how it went."""
        if self._ready is None:
            self.finish()
            return
        self.drill, self.card = self._ready
        self.card.begun = time.monotonic()
        self.place.set(self.card.widget)
        put(self.heard, f"<p>{escape(self.card.spoken)}</p>")
        mark(self.widget, ASKING, True)

    def answered(self, card: QuestionCard, given: tuple[str, ...]) -> None:
        """Keep the answer, explain it, and get the next one ready."""
        right, missed = card.posed.judge(given), card.posed.missed(given)
        self.right.append(right)
        if not right:
            self.wrong.update(dict.fromkeys(missed or self.drill.rules[:1]))
        trouble = ""
        try:
            told = missed[0] if len(missed) == 1 else None
            self.practice.record(self.drill, right, " ".join(given), told, card.seconds)
        except Problem as problem:
            trouble = panels.note("warn", f"This answer was not kept: {problem}")
        card.explain(given, trouble)
        card.table.refresh()
        if not self._prepare():
            card.next.description = "How it went"

    def finish(self) -> None:
        """How the set went, and what to do about it."""
        self.card = None
        self.place.set()
        mark(self.widget, ASKING, False)
        self.head.children = [self.game, self.today, self.weak]
        self.overview()
        page = panels.page("practice")
        rules = list(self.wrong)
        told = page.finished(self.game.value, self.title, sum(self.right), len(self.right), rules)
        put(self.told, f"{told}{self.told.value}")
