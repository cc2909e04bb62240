"""The teacher's page of a live class: show a board to all, ask all, set work for all."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from html import escape
from typing import Any
from urllib.parse import urlsplit

import ipywidgets as widgets
import segno

from engine import catalogue
from engine.chance import Seeded
from engine.game import Game
from engine.words import catalogue as words
from engine.words import trouble
from tutor import panels, visit
from tutor.art.views import Overlay
from tutor.look import address
from tutor.pages import records
from tutor.pages.ask_tab import AskTab
from tutor.pages.choosing import Lessons, Scenarios, offer
from tutor.pages.member import Member
from tutor.pages.picker import dropdown
from tutor.pages.shoulder import Shoulder
from tutor.pages.showing import Marks, eyes_of, game_of, position_of, shown_of
from tutor.pages.work_tab import WorkTab
from tutor.referee.seat import Line
from tutor.table import Tabletop
from tutor.table.cell import CellWidget, carefully
from tutor.table.parts import Place, button, column, html, put, row, toggle

TOOLS = ("overlays", "undo", "reset", "dice", "log", "odds", "step")
SHOW, ASK, WORK = "Show", "Ask", "Work"
MOVE, ARROW, MARK = "move", "arrow", "mark"
PENS = (("Move", MOVE), ("Draw arrows", ARROW), ("Mark hexes", MARK))
POINT_SECONDS = 0.15
SEED = 1
"""What was tried before a lesson comes out the same in it."""


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
        self.shoulder = Shoulder(self)
        inner = (self.head, self.shoulder.bar, self.message, self.mark, self.place)
        self.widget = column(*inner, look=look)
        self.marks, self.pen = Marks(), MOVE
        self._shown: Mapping[str, Any] | None = None
        """What was shown last, as it was told."""
        self._pointed, self._quiet, self._sure = 0.0, False, ""
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
        if self._sure != code:
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
        member.on_news, member.on_lost = carefully(self.heard, self.say), self._lost
        member.on_board = carefully(self.shoulder.seen, self.say)
        self._build()
        query = escape(f"class={member.code}")
        put(self.mark, f'<span hidden data-title="" data-query="{query}"></span>')
        shown = member.on.get("show")
        self.marks = Marks(shown)
        position = shown["position"] if shown else (member.on.get("ask") or {}).get("position")
        seat = (position or {}).get("seat")
        position = member.on.get("own") or position
        self.shows.value = shown is not None
        if member.on["kind"] == "ask":
            self.tabs.value = ASK
        elif member.on["kind"] == "work":
            self.tabs.value = WORK
        self.lay(game_of(position) if position else self._chosen(), seat)
        self.heard()
        member.begin()

    def _build(self) -> None:
        """All that a class is taught by."""
        assert self.member is not None, "a class is taught"
        origin = urlsplit(address())
        host = f"{origin.scheme}://{origin.netloc}" if origin.netloc else ""
        code = self.member.code
        picture = segno.make(f"{host}/?class={code}").png_data_uri(scale=8, border=4)
        title = html(value=str(panels.page("school").head(code, host, picture)))
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
        self.ask, self.work = AskTab(self), WorkTab(self)

    def _build_show(self) -> None:
        self.scenarios = Scenarios(None)
        lay = self.on(button("Set it up"), lambda: self.set_up(self._chosen()))
        self.shows = toggle("Everybody sees this board", carefully(self._switched, self.say))
        self.eyes, self.eyed = dropdown("Pupils see", []), row()
        self.on(self.eyes, self._eyes_changed)
        self.pens = widgets.ToggleButtons(options=PENS)
        self.on(self.pens, self._took_pen)
        rub = self.on(button("Rub out"), self._rub_out)
        choose = row(self.scenarios.game, self.scenarios.choose, lay, look="sr-setup")
        pens = row(self.pens, rub)
        self.showing = column(choose, row(self.shows), self.eyed, pens, look="sr-ask")

    def _turned(self) -> None:
        """Another tab."""
        panel = {SHOW: self.showing, ASK: self.ask.widget, WORK: self.work.widget}[self.tabs.value]
        if list(self.body.children) != [panel]:
            self.body.children = [panel]

    # -- the board --------------------------------------------------------------------------------

    def _chosen(self) -> Game:
        return catalogue.load(self.scenarios.choose.value, Seeded(SEED))

    def set_up(self, game: Game) -> None:
        """Another game on the board, and nothing drawn on it."""
        self.shoulder.forget()
        self.marks = Marks()
        self.lay(game)

    def lay(self, game: Game, eyes: str | None = None) -> None:
        """A game on the teacher's board; with whose eyes pupils are to see it."""
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
        table.after.append(self.publish)
        self._quiet = True
        offer(self.eyes, eyes_of(game))
        self.eyes.value = eyes if eyes in [value for _, value in self.eyes.options] else None
        self._quiet = False
        self.place.set(table.widget)
        self._turned()
        self.draw()

    def _clicked(self, usual: Any, hex: str, unit: str | None) -> None:
        """A click draws, or does what it always does."""
        assert self.table is not None, "it was clicked"
        if self.pen == MOVE or hex not in self.table.desk.game.scenario.board:
            usual(hex, unit)
            return
        (self.marks.arrow if self.pen == ARROW else self.marks.mark)(hex)
        self.draw()

    def _hovered(self, usual: Any, hex: str | None, unit: str | None) -> None:
        """Pupils see where the teacher points."""
        usual(hex, unit)
        now = time.monotonic()
        shown = self.shows.value and not self.shoulder.private
        if self.member is not None and shown and now - self._pointed > POINT_SECONDS:
            self._pointed = now
            self.member.say("point", hex=hex or "")

    def _took_pen(self) -> None:
        self.pen, self.marks.begun = self.pens.value, None
        self.draw()

    def _rub_out(self) -> None:
        self.marks.clear()
        self.draw()

    def draw(self) -> None:
        """What is drawn lies on the board: arrows and marks, or how many answered what."""
        if self.table is None:
            return
        self.table.desk.drawn = self._drawn()
        self.table.refresh()

    def _drawn(self) -> tuple[Overlay, ...]:
        heat = () if self.shoulder.looking else self.ask.heat()
        return (*self.marks.overlays(), *heat)

    def _switched(self, _: object) -> None:
        if self._quiet:
            return
        if self.shows.value and self.shoulder.private:
            self.shoulder.to_wall()
        elif self.shows.value:
            self.show()
        else:
            self.shoulder.came_down()
            self._take_down()

    def _take_down(self) -> None:
        """The board is shown no more, if it was."""
        if self.member is not None and self.member.news.get("kind") == "show":
            self.member.want("clear")

    def show(self) -> None:
        """Everybody sees what stands on the board, whatever they have seen before."""
        self._shown = None
        if self.shows.value:
            self.publish()
        else:
            self.shows.value = True

    def _look_round(self) -> None:
        """With whose eyes pupils see is asked where somebody has something to hide."""
        assert self.table is not None, "there is a board"
        asked = len(self.eyes.options) > 1 and self.table.desk.hands.secret()
        wanted = [self.eyes] if asked or self.eyes.value is not None else []
        if list(self.eyed.children) != wanted:
            self.eyed.children = wanted

    def _eyes_changed(self) -> None:
        if not self._quiet:
            self.publish()

    @property
    def own(self) -> dict[str, Any] | None:
        """The whole game on the board, where pupils do not see all of it: for the teacher alone."""
        assert self.table is not None, "there is a board"
        return None if self.eyes.value is None else position_of(self.table.desk.game)

    def publish(self) -> None:
        """What has changed on the board is shown to everybody, while it is shown at all."""
        if self.table is None or self.member is None:
            return
        self._look_round()
        if not self.shows.value or self.shoulder.private:
            return
        shown = shown_of(self.table.desk, self.marks, self.eyes.value)
        shown |= self.shoulder.told
        if shown != self._shown:
            self._shown = shown
            self.member.want("show", show=shown, own=self.own)

    def stop_showing(self) -> None:
        """The board is the teacher's own again; what is on next is said by who calls."""
        self.shoulder.came_down()
        self._quiet, self.shows.value = True, False
        self._quiet = False

    def clear(self) -> None:
        """Nothing is on."""
        assert self.member is not None, "a class is taught"
        self.stop_showing()
        self.member.want("clear")

    def _set_lesson(self) -> None:
        self.set_work(self.lessons.whole, lesson=self.lessons.choose.value)

    def set_work(self, title: str, **what: Any) -> None:
        """A lesson or a scenario for all."""
        assert self.member is not None, "a class is taught"
        self.stop_showing()
        self.member.want("work", title=title, **what)
        self.tabs.value = WORK

    def _end(self) -> None:
        """The class is over; what it leaves is offered."""
        assert self.member is not None, "a class is taught"
        self.member.want("end")
        self.member.leave()
        code, self.member = self.member.code, None
        if self.table is not None:
            self.table.bots.beat.stop()
        self.table = None
        self.shoulder.forget()
        self.place.set()
        self._offer()
        self.before.value = code
        self._records()

    # -- what is heard ----------------------------------------------------------------------------

    def heard(self) -> None:
        """The class has changed: somebody has come, answered, come on."""
        assert self.member is not None, "a class is taught"
        news = self.member.news
        stuck = {row["pupil"]: row["stuck"] for row in news.get("work", ())}
        answered = {who for who, _ in news.get("answers", ())}
        put(self.who, str(panels.page("school").who(news["pupils"], stuck, answered)))
        if news["kind"] == "ask":
            self.ask.hear(news)
        else:
            self.ask.rest()
        self.work.hear(news)
        self.shoulder.hear(news)
        if self.table is not None and self._drawn() != self.table.desk.drawn:
            self.draw()

    def _lost(self, lost: bool) -> None:
        """The connection is lost, or there again."""
        self.say(words().say("school.lost") if lost else "")


def _dated(one: Mapping[str, Any]) -> str:
    """A class in a list: its code, and when it was."""
    at = time.strftime("%d %b, %H:%M", time.localtime(one["begun"])).lstrip("0")
    return f"{one['code']}, {at}" + ("" if one["ended"] else ", going on")
