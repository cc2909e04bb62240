"""The teacher's page of a live class: show a board to all, ask all, set work for all."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from functools import partial
from html import escape
from typing import Any
from urllib.parse import urlsplit

import ipywidgets as widgets

from engine import catalogue
from engine.catalogue import GAMES
from engine.chance import Seeded
from engine.game import Game
from engine.words import trouble
from tutor import panels, visit
from tutor.lesson import lesson_ids, open_lesson
from tutor.look import address
from tutor.pages import records
from tutor.pages.asking import ACTION, CHOICE, FITTING, KINDS, Naming, Question, question_of
from tutor.pages.member import Member
from tutor.pages.picker import NARROW, Picker, dropdown
from tutor.pages.showing import Marks, game_of, position_of, shown_of
from tutor.referee.seat import Line
from tutor.table import Tabletop
from tutor.table.cell import CellWidget, carefully
from tutor.table.parts import Place, button, column, html, mark, put, row, toggle

TOOLS = ("overlays", "undo", "reset", "dice", "log", "odds", "step")
SHOW, ASK, WORK = "Show", "Ask", "Work"
MOVE, ARROW, MARK = "move", "arrow", "mark"
PENS = (("Move", MOVE), ("Draw arrows", ARROW), ("Mark hexes", MARK))
POINT_SECONDS = 0.15
SEED = 1
"""What was tried before a lesson comes out the same in it."""
STUCK = {"tries": "many tries", "still": "no sign"}


class Lessons(Picker):
    """A lesson to choose."""

    noun = "Lesson"

    def ids(self, game: str) -> list[str]:
        """The lessons of a game."""
        return lesson_ids(game)

    def title(self, name: str) -> str:
        """What a lesson is called."""
        lesson = open_lesson(name)
        return f"{lesson.chapter} {lesson.title}"

    def chosen(self) -> None:
        """Nothing hangs on it yet."""

    @property
    def whole(self) -> str:
        """The chosen lesson with its game."""
        return f"{GAMES[self.game.value].title} {self.title(self.choose.value)}"


class Scenarios(Picker):
    """A scenario to choose."""

    noun = "Scenario"

    def ids(self, game: str) -> list[str]:
        """The scenarios of a game."""
        return catalogue.scenario_ids(game)

    def title(self, name: str) -> str:
        """What a scenario is called."""
        return catalogue.title_of(name)

    def first(self, game: str) -> str:
        """The scenario of a game that a newcomer is shown."""
        return f"{game}/{GAMES[game].first}"

    def chosen(self) -> None:
        """Nothing hangs on it yet."""


class Teaching(CellWidget):
    """Open a class, and teach it."""

    without_kernel = "Open a class: it needs a running page."

    def __init__(self) -> None:
        super().__init__()
        self.member: Member | None = None
        self.table: Tabletop | None = None
        self.head, self.mark = column(look="sr-teach-head"), html("sr-mark")
        self.place = Place()
        look = "sr-wide sr-kept sr-teaching"
        self.widget = column(self.head, self.message, self.mark, self.place, look=look)
        self.marks, self.pen = Marks(), MOVE
        self._shown: Mapping[str, Any] | None = None
        """What was shown last, as it was told."""
        self._naming: tuple[int, Naming] | None = None
        self._pointed = 0.0
        if not visit.referee():
            self.say(str(trouble("school.no-server")))
            return
        carefully(self._come, self.say)()

    def _line(self) -> Line:
        return Line(visit.referee(), visit.seat_key(), visit.learner())

    def _come(self) -> None:
        """Go on with the class that the address names, or offer to open one."""
        code = visit.asked().get("class", "").strip().upper()
        if code:
            line = self._line()
            if not line.ask("class-look", code=code)["ended"]:
                self._teach(Member(line, code))
                return
            line.close()
        self._offer()

    # -- before and after a class -----------------------------------------------------------------

    def _offer(self) -> None:
        """Open a class, or look at what is left of those before."""
        line = self._line()
        mine = line.ask("class-mine", key=line.key)["teaches"]
        line.close()
        opened = self.on(button("Open a class", look="primary"), self._open)
        parts: list[widgets.Widget] = [opened]
        if mine:
            options = [(_dated(one), one["code"]) for one in mine]
            self.before = dropdown("Earlier classes", options)
            going = {one["code"] for one in mine if not one["ended"]}
            again = self.on(button("Go on with it"), partial(self._again, going))
            kept = self.on(button("Its records"), self._records)
            gone = self.on(button("Delete its records"), self._forget)
            parts += [self.before, again, kept, gone]
        self.head.children = [row(*parts)]
        put(self.mark, "")

    def _open(self) -> None:
        line = self._line()
        self._teach(Member(line, line.ask("class-open", key=line.key)["code"]))

    def _again(self, going: set[str]) -> None:
        """A class that has not ended goes on."""
        if self.before.value not in going:
            raise trouble("referee.class-over")
        self._teach(Member(self._line(), self.before.value))

    def _want(self, code: str, do: str) -> dict[str, Any]:
        line = self._line()
        try:
            return line.ask(f"class-{do}", code=code, key=line.key)
        finally:
            line.close()

    def _records(self) -> None:
        """What a class has left, to read and to take along."""
        kept = self._want(self.before.value, "records")["records"]
        self.place.set(html(value=records.records_html(self.before.value, kept)))

    def _forget(self) -> None:
        """Delete what is kept, at the second press."""
        code = self.before.value
        if getattr(self, "_sure", "") != code:
            self._sure = code
            self.say(f"Delete all records of class {code}? Once more, if that is what you want.")
            return
        self._want(code, "delete")
        self.say("")
        self.place.set()
        self._offer()

    # -- a class ----------------------------------------------------------------------------------

    def _teach(self, member: Member) -> None:
        """Teach a class from now on."""
        self.member = member
        member.want("here", number=-1, version=-1)
        member.on_news = carefully(self.heard, self.say)
        self._build()
        query = escape(f"class={member.code}")
        put(self.mark, f'<span hidden data-title="" data-query="{query}"></span>')
        shown = member.on.get("show")
        self.marks = Marks(shown)
        position = shown["position"] if shown else (member.on.get("ask") or {}).get("position")
        self.shows.value = shown is not None
        if member.on["kind"] == "ask":
            self.tabs.value = ASK
        elif member.on["kind"] == "work":
            self.tabs.value = WORK
        self._lay(game_of(position) if position else self._chosen())
        self.heard()
        member.begin()

    def _build(self) -> None:
        """All that a class is taught by."""
        assert self.member is not None, "a class is taught"
        origin = urlsplit(address())
        host = f"{origin.scheme}://{origin.netloc}" if origin.netloc else ""
        title = html(value=str(panels.page("school").head(self.member.code, host)))
        end = self.on(button("End the class"), self._end)
        self.lessons = Lessons(None)
        today = self.on(
            button("Set it for all", "Every pupil is led there", "primary"), self._set_lesson
        )
        choice = (html(value="<strong>Today's lesson</strong>"), self.lessons.game)
        self.today = row(*choice, self.lessons.choose, today, look="sr-setup")
        self.who = html("sr-class-who")
        bar = row(title, self.who, end, look="sr-class-bar")
        self.head.children = [bar, self.today]
        self.tabs = widgets.ToggleButtons(options=[SHOW, ASK, WORK])
        self.on(self.tabs, self._turned)
        self.body = column(look="sr-ask")
        self.panel = column(self.tabs, self.body, look="sr-ask sr-teach")
        self._build_show()
        self._build_ask()
        self._build_work()

    def _build_show(self) -> None:
        self.scenarios = Scenarios(None)
        lay = self.on(button("Set it up"), self._set_up)
        self.shows = toggle("Everybody sees this board", carefully(self._switched, self.say))
        self.pens = widgets.ToggleButtons(options=PENS)
        self.on(self.pens, self._took_pen)
        rub = self.on(button("Rub out"), self._rub_out)
        choose = row(self.scenarios.game, self.scenarios.choose, lay, look="sr-setup")
        self.showing = column(choose, row(self.shows), row(self.pens, rub), look="sr-ask")

    def _build_ask(self) -> None:
        self.kind = dropdown("Answer by", KINDS)
        self.text = widgets.Textarea(placeholder="What everybody is to answer", rows=2)
        self.options = _field("Of", "One; another; a third")
        self.right = _field("Right", "optional")
        self.text.add_class("sr-broad")
        self.on(self.kind, self._kinded)
        ask = self.on(button("Ask everybody", look="primary"), self._ask)
        self.form = column(look="sr-ask")
        self.ask_row = row(ask)
        self.source = Lessons(None)
        self.steps = dropdown("Step", [])
        self.on(self.source.choose, self._list_steps)
        take = self.on(button("Take this step"), self._take_step)
        steps = row(self.source.game, self.source.choose, self.steps, take, look="sr-setup")
        self.from_lesson = widgets.VBox([html(value="<p>Or from a lesson:</p>"), steps])
        self.counted, self.votes = html("staffride-status", "sr-counted"), html()
        reveal = self.on(button("Reveal", look="primary"), self._reveal)
        again = self.on(button("Ask something else"), self._clear)
        self.reveal, self.again = reveal, again
        self.asked = row(look="sr-asked")
        self.asking = column(look="sr-ask")
        self._kinded()
        self._list_steps()

    def _build_work(self) -> None:
        self.set_scenario = self.on(button("Set the scenario of Show for all"), self._set_scenario)
        self.progress = html("sr-progress")
        self.one = dropdown("Pupil", [])
        self.name = widgets.Text(placeholder="another name")
        rename = self.on(button("Rename"), self._rename)
        remove = self.on(button("Take out", "The pupil is in the class no more"), self._remove)
        stop = self.on(button("Nothing is on", "Pupils wait for what comes"), self._clear)
        people = row(self.one, self.name, rename, remove, look="sr-setup")
        self.working = column(row(self.set_scenario, stop), self.progress, people, look="sr-ask")

    def _turned(self) -> None:
        """Another tab."""
        panel = {SHOW: self.showing, ASK: self.asking, WORK: self.working}[self.tabs.value]
        if list(self.body.children) != [panel]:
            self.body.children = [panel]

    # -- the board --------------------------------------------------------------------------------

    def _chosen(self) -> Game:
        return catalogue.load(self.scenarios.choose.value, Seeded(SEED))

    def _set_up(self) -> None:
        self.marks.clear()
        self._lay(self._chosen())

    def _lay(self, game: Game) -> None:
        """A game on the teacher's board."""
        if self.table is not None:
            self.table.bots.beat.stop()
            # the panel goes along; what is left of the old table is closed
            self.table.side.children = [
                one for one in self.table.side.children if one is not self.panel
            ]
        self.table = table = Tabletop(game, tools=TOOLS)
        table.side.children = (self.panel, *table.side.children)
        clicked, pointed = table.board.on_hex, table.board.on_hover
        assert clicked is not None, "a table hears clicks"
        assert pointed is not None, "and where the pointer is"
        table.board.on_hex = table.safely(partial(self._clicked, clicked))
        table.board.on_hover = table.safely(partial(self._hovered, pointed))
        table.after.append(self._publish)
        self.place.set(table.widget)
        self._turned()
        self._draw()

    def _clicked(self, usual: Any, hex: str, unit: str | None) -> None:
        """A click draws, or does what it always does."""
        assert self.table is not None, "it was clicked"
        if self.pen == MOVE or hex not in self.table.desk.game.scenario.board:
            usual(hex, unit)
            return
        (self.marks.arrow if self.pen == ARROW else self.marks.mark)(hex)
        self._draw()

    def _hovered(self, usual: Any, hex: str | None, unit: str | None) -> None:
        """Pupils see where the teacher points."""
        usual(hex, unit)
        now = time.monotonic()
        if self.member is not None and self.shows.value and now - self._pointed > POINT_SECONDS:
            self._pointed = now
            self.member.say("point", hex=hex or "")

    def _took_pen(self) -> None:
        self.pen, self.marks.begun = self.pens.value, None
        self._draw()

    def _rub_out(self) -> None:
        self.marks.clear()
        self._draw()

    def _draw(self) -> None:
        """What is drawn lies on the board: arrows and marks, or how many answered what."""
        if self.table is None:
            return
        heat = self._heat() if self.member is not None else ()
        self.table.desk.drawn = (*self.marks.overlays(), *heat)
        self.table.refresh()

    def _switched(self, _: object) -> None:
        if self.shows.value:
            self._shown = None
            self._publish()
        elif self.member is not None and self.member.news.get("kind") == "show":
            self.member.want("clear")

    def _publish(self) -> None:
        """What has changed on the board is shown to everybody, while it is shown at all."""
        if self.table is None or self.member is None or not self.shows.value:
            return
        shown = shown_of(self.table.desk, self.marks)
        if shown != self._shown:
            self._shown = shown
            self.member.want("show", show=shown)

    # -- questions --------------------------------------------------------------------------------

    def _kinded(self) -> None:
        """What the kind of question needs."""
        more = [self.options] if self.kind.value == CHOICE else []
        right = [] if self.kind.value == ACTION else [self.right]
        self.form.children = [row(self.kind), self.text, *more, *right, self.ask_row]

    def _list_steps(self) -> None:
        lesson = open_lesson(self.source.choose.value)
        self.steps.options = [(s.title, s.id) for s in lesson.steps if s.kind in FITTING]

    def _take_step(self) -> None:
        """A step of a lesson becomes the question, its position the board."""
        if self.steps.value is None:
            raise trouble("school.no-text")
        step = open_lesson(self.source.choose.value).step(self.steps.value)
        question = question_of(step)
        self.kind.value, self.text.value = question.kind, question.text
        self.options.value, self.right.value = "; ".join(question.options), question.right
        self.shows.value = False
        self.marks.clear()
        self._lay(step.game())

    def _ask(self) -> None:
        assert self.table is not None, "there is a board"
        assert self.member is not None, "and a class"
        text, kind = self.text.value.strip(), self.kind.value
        options = tuple(one.strip() for one in self.options.value.split(";") if one.strip())
        if not text:
            raise trouble("school.no-text")
        if kind == CHOICE and len(options) < 2:
            raise trouble("school.no-options")
        right = "" if kind == ACTION else self.right.value.strip()
        position = position_of(self.table.desk.game)
        question = Question(kind, text, options if kind == CHOICE else (), right, position)
        self.shows.value = False
        self.say("")
        self.member.want("ask", ask=question.told(), right=question.right)

    def _reveal(self) -> None:
        assert self.member is not None, "a class is asked"
        self.member.want("reveal", question=self.member.on["question"])

    def _clear(self) -> None:
        """Nothing is on."""
        assert self.member is not None, "a class is taught"
        self.shows.value = False
        self.member.want("clear")

    # -- work, and people -------------------------------------------------------------------------

    def _set_lesson(self) -> None:
        self._set(self.lessons.whole, lesson=self.lessons.choose.value)

    def _set_scenario(self) -> None:
        name = self.scenarios.choose.value
        self._set(catalogue.title_of(name), scenario=name)

    def _set(self, title: str, **what: str) -> None:
        assert self.member is not None, "a class is taught"
        self.shows.value = False
        self.member.want("work", title=title, **what)
        self.tabs.value = WORK

    def _person(self) -> int:
        if self.one.value is None:
            raise trouble("school.nobody")
        return int(self.one.value)

    def _rename(self) -> None:
        assert self.member is not None, "a class is taught"
        self.member.want("rename", pupil=self._person(), name=self.name.value)
        self.name.value = ""
        self.say("")

    def _remove(self) -> None:
        assert self.member is not None, "a class is taught"
        self.member.want("remove", pupil=self._person())

    def _end(self) -> None:
        """The class is over; what it leaves is offered."""
        assert self.member is not None, "a class is taught"
        self.member.want("end")
        self.member.leave()
        code, self.member = self.member.code, None
        if self.table is not None:
            self.table.bots.beat.stop()
        self.table = None
        self.place.set()
        self._offer()
        self.before.value = code
        self._records()

    # -- what is heard ----------------------------------------------------------------------------

    def heard(self) -> None:
        """The class has changed: somebody has come, answered, come on."""
        assert self.member is not None, "a class is taught"
        news, school = self.member.news, panels.page("school")
        pupils, kind = news["pupils"], news["kind"]
        stuck = {row["pupil"]: row["stuck"] for row in news.get("work", ())}
        answered = {who for who, _ in news.get("answers", ())}
        put(self.who, str(school.who(pupils, stuck, answered)))
        people = [(one["name"], one["pupil"]) for one in pupils]
        if list(self.one.options) != people:
            self.one.options = people
        self._hear_ask(news, len(pupils)) if kind == "ask" else self._no_ask()
        put(self.progress, self._work_html(news) if kind == "work" else self._idle(kind))
        mark(self.widget, "sr-live-show", kind == "show")
        if self.table is not None:
            self._draw_votes()

    def _idle(self, kind: str) -> str:
        return "" if kind else panels.note("info", "Nothing is set. Choose today's lesson above.")

    def _no_ask(self) -> None:
        self._naming = None
        wanted = [self.form, self.from_lesson]
        if list(self.asking.children) != wanted:
            self.asking.children = wanted

    def _hear_ask(self, news: Mapping[str, Any], count: int) -> None:
        assert self.member is not None, "a class is asked"
        on, answers = self.member.on, news["answers"]
        if self._naming is None or self._naming[0] != on["question"]:
            self._naming = on["question"], Naming(on["ask"])
        told = f"<strong>{len(answers)}</strong> of {count} have answered."
        put(self.counted, f'<p class="sr-question">{escape(on["ask"]["text"])}</p><p>{told}</p>')
        votes = [(answer, 1) for _, answer in answers]
        rules = Counter(
            rule
            for who in {who for who, *_ in news["tried"]}
            for rule in {r for one, _, rules in news["tried"] if one == who for r in rules}
        )
        put(self.votes, self._naming[1].histogram(votes, rules.most_common(), on["right"]))
        buttons = [self.again] if on["revealed"] else [self.reveal, self.again]
        if list(self.asked.children) != buttons:
            self.asked.children = buttons
        wanted = [self.counted, self.asked, self.votes]
        if list(self.asking.children) != wanted:
            self.asking.children = wanted

    def _heat(self) -> tuple[Any, ...]:
        """Where the answers lead, on a board that shows what was asked."""
        assert self.member is not None, "a class is asked"
        answers = self.member.news.get("answers")
        if self._naming is None or answers is None:
            return ()
        return self._naming[1].heat((answer, 1) for _, answer in answers)

    def _draw_votes(self) -> None:
        assert self.table is not None, "there is a board"
        drawn = (*self.marks.overlays(), *self._heat())
        if drawn != self.table.desk.drawn:
            self._draw()

    def _work_html(self, news: Mapping[str, Any]) -> str:
        """Who is where."""
        assert self.member is not None, "a class is taught"
        names = {one["pupil"]: one["name"] for one in news["pupils"]}
        rows = []
        for one in news["work"]:
            lesson = one["lesson"]
            steps = {s.id: s.title for s in open_lesson(lesson).steps} if lesson else {}
            done = f"{one['done']} of {len(steps)}" if steps else ""
            at = "has finished" if one["left"] == 0 else steps.get(one["step"], "has not begun")
            tries = f", {one['tries']} wrong" if one["tries"] and one["left"] else ""
            stuck = STUCK.get(one["stuck"], "")
            name = names[one["pupil"]]
            rows.append({"name": name, "done": done, "at": at + tries, "stuck": stuck})
        return str(panels.page("school").work(rows, news["missed"][:8]))


def _field(name: str, hint: str) -> widgets.Text:
    """A line to write into."""
    made = widgets.Text(placeholder=hint, description=name, style=NARROW)
    made.add_class("sr-broad")
    return made


def _dated(one: Mapping[str, Any]) -> str:
    """A class in a list: its code, and when it was."""
    at = time.strftime("%d %b, %H:%M", time.localtime(one["begun"])).lstrip("0")
    return f"{one['code']}, {at}" + ("" if one["ended"] else ", going on")
