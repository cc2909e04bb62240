"""A pupil's page of a live class: it follows the teacher, asks what is asked, leads to the work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape
from typing import Any

import ipywidgets as widgets

from engine import catalogue
from engine.errors import Problem
from engine.values import Action
from engine.verdict import Reason, Verdict
from engine.words import catalogue as words
from tutor import panels, visit
from tutor.desk import Notice
from tutor.pages.asking import ACTION, CHOICE, Naming, loaded, named
from tutor.pages.member import Member
from tutor.pages.showing import Marks, board_of, follow, game_of, hold
from tutor.referee.seat import Line
from tutor.table import Tabletop
from tutor.table.cell import CellWidget, carefully
from tutor.table.parts import Place, button, column, html, put, row

CAUGHT = "school.caught"
WATCHED = ("overlays", "log")
TRIED = ("overlays", "undo", "reset", "log", "odds", "step")
ANSWERED = ("overlays", "step")


class PupilPage(CellWidget):
    """Join a class, and be where it is."""

    without_kernel = "A class follows its teacher here: it needs a running page."

    def __init__(self) -> None:
        super().__init__()
        self.member: Member | None = None
        self.table: Tabletop | None = None
        self.head, self.mark = html("sr-class-head"), html("sr-mark")
        self.buttons, self.place = row(), Place()
        own = button("Try it yourself", "A board of your own, as it is now")
        self.own = self.on(own, self._try)
        self.back = self.on(button("Back to the teacher", look="primary"), self._follow_again)
        self.words = html("staffride-status")
        """What is asked, and what came of it, beside the board."""
        self.controls = column(look="sr-ask")
        self.trying, self._left_at = False, -1
        """Whether he tries something, and what was on when he left the teacher for it."""
        self.naming: Naming | None = None
        self._question = -1
        self.given: Any = None
        top = row(self.head, self.buttons, look="sr-class-bar")
        inner = (top, self.message, self.mark, self.place)
        self.widget = column(*inner, look="sr-wide sr-sandbox sr-kept sr-class")
        carefully(self._come, self.say)()

    def _come(self) -> None:
        """Take a place in the class that the address names."""
        asked, learner = visit.asked(), visit.learner()
        code = asked.get("class", "").strip().upper()
        named_so = learner != visit.SOMEBODY and not learner.startswith(visit.GUEST)
        if not visit.referee() or not code or not named_so:
            form = panels.page("school").join(code, learner if named_so else "")
            self.place.set(html(value=str(form)))
            return
        line = Line(visit.referee(), visit.seat_key(), learner)
        try:
            line.ask("class-join", code=code, name=learner, key=line.key)
        except Problem:
            self.place.set(html(value=str(panels.page("school").join(code, learner))))
            line.close()
            raise
        self.attend(Member(line, code))
        assert self.member is not None, "it is there now"
        self.member.begin()

    def attend(self, member: Member) -> None:
        """Be in a class from now on."""
        self.member = member
        member.on_news = carefully(self.heard, self.say)
        member.on_lost, member.on_peek = self._lost, self._board
        member.on_point = carefully(self._pointed, self.say)
        query = escape(f"class={member.code}")
        put(self.mark, f'<span hidden data-title="" data-query="{query}"></span>')

    def _board(self) -> dict[str, Any] | None:
        """The board before the pupil; none while it is the teacher's own."""
        assert self.member is not None, "his teacher looks"
        if self.table is None or (self._question < 0 and not self.trying):
            return None
        title = catalogue.title_of(self.table.desk.game.scenario.id)
        return board_of(self.table.desk, self.member.on.get("ask", {}).get("text", title))

    def _changed(self) -> None:
        """Something has been done at the board."""
        if self.member is not None:
            self.member.changed()

    def _lost(self, lost: bool) -> None:
        """The connection is lost, or there again."""
        self.say(words().say("school.lost") if lost else "")

    # -- what is on -------------------------------------------------------------------------------

    def heard(self) -> None:
        """Something has come from the teacher."""
        assert self.member is not None, "news come to who is in a class"
        member = self.member
        if member.gone:
            self._clear()
            self.say(words().say("referee.removed"))
            return
        on, you = member.on, member.news["you"]
        told = f'<strong>{escape(you["name"])}</strong> · class <span class="sr-code">'
        put(self.head, f"<p>{told}{escape(member.code)}</span>{_whose(on)}</p>")
        if on["kind"] == "show":
            self._show(on["show"])
            return
        self.trying = False
        self.buttons.children = []
        if on["kind"] == "ask":
            self._ask(on, you["answer"])
        elif on["kind"] == "work":
            self._work(on["work"], you.get("pair"))
        else:
            over = "ended" if member.news["all"]["ended"] else "waiting"
            self._wait(panels.note("info", words().say(f"school.{over}")))

    def _clear(self) -> None:
        """No board is needed."""
        if self.table is not None:
            self.table.bots.beat.stop()
        self.table, self._question = None, -1

    def _wait(self, told: str) -> None:
        self._clear()
        self.place.set(html("sr-class-card", value=told))

    def _lay(self, table: Tabletop, *beside: widgets.Widget) -> None:
        """A board, and what is said beside it."""
        self._clear()
        self.table = table
        table.side.children = (*beside, *table.side.children)
        table.after.append(self._changed)
        self.place.set(table.widget)

    # -- the teacher shows ------------------------------------------------------------------------

    def _show(self, shown: Mapping[str, Any]) -> None:
        if self.trying:
            if self.member is not None and self.member.number != self._left_at:
                self.say_quietly(words().say("school.gone-on"))
            return
        table, game = self.table, None
        if table is not None and table.desk.frozen and self._question < 0:
            game = follow(table.desk.game, shown["position"])
        if table is not None and game is not None and game is table.desk.game:
            table.desk.overtaken(())
        else:
            table = Tabletop(game or game_of(shown["position"]), tools=WATCHED)
            table.desk.frozen = True
            self._lay(table)
        hold(table.desk, shown)
        table.refresh()
        # of what one side knows nobody can go on alone
        self.buttons.children = [self.own] if "actions" in shown["position"] else []

    def say_quietly(self, text: str) -> None:
        """A word that is no refusal."""
        self.message.value = panels.note("info", text)

    def _pointed(self, hex: str) -> None:
        """The teacher points somewhere."""
        assert self.member is not None, "who is in no class is shown nothing"
        shown = self.member.on.get("show")
        if shown is not None and self.table is not None and not self.trying:
            self.table.desk.drawn = Marks(shown).overlays(hex)
            self.table.refresh(pointing=True)

    def _try(self) -> None:
        """A board of one's own, from where the teacher is."""
        assert self.member is not None, "there is something shown"
        shown = self.member.on["show"]
        table = Tabletop(game_of(shown["position"]), tools=TRIED)
        self.trying, self._left_at = True, self.member.number
        self._lay(table)
        table.desk.tell("This board is yours: try what you like.")
        table.refresh()
        self.buttons.children = [self.back]

    def _follow_again(self) -> None:
        """Back to what the teacher shows."""
        self.trying = False
        self.say("")
        self._clear()
        self.heard()

    # -- the teacher asks -------------------------------------------------------------------------

    def _ask(self, on: Mapping[str, Any], mine: Any) -> None:
        ask = on["ask"]
        if on["question"] != self._question:
            self._put(on["question"], ask)
        if mine is not None:
            self.given = mine
        revealed = on.get("revealed")
        if revealed is None:
            self._told("")
            return
        assert self.naming is not None, "the question has been put"
        answers = loaded(revealed["answers"])
        told = self.naming.histogram(answers, revealed["tried"], revealed["right"])
        self.controls.children = []
        self._told(told)
        if self.table is not None:
            self.table.desk.frozen, self.table.desk.guard = True, None
            self.table.desk.put_down()
            self.table.desk.drawn = self.naming.heat(answers, loaded(revealed["forbidden"]))
            self.table.refresh()

    def _put(self, question: int, ask: Mapping[str, Any]) -> None:
        """A new question."""
        self.naming, self.given = Naming(ask), None
        self.words = html("staffride-status")
        self.text = html("sr-question", value=f"<p>{escape(ask['text'])}</p>")
        self.controls = column(look="sr-ask")
        beside = column(self.text, self.controls, self.words, look="sr-ask")
        if ask["position"]:
            table = Tabletop(game_of(ask["position"]), tools=ANSWERED)
            table.desk.frozen = ask["kind"] != ACTION
            self._lay(table, beside)
            if ask["kind"] == ACTION:
                table.desk.guard = self._catch
                table.desk.on_action.append(self._tried)
            table.refresh()
        else:
            self._clear()
            self.place.set(beside)
        self._question = question
        self.controls.children = self._answers(ask)

    def _answers(self, ask: Mapping[str, Any]) -> list[widgets.Widget]:
        """What one answers by, where that is not the board."""
        if ask["kind"] == ACTION:
            return []
        if ask["kind"] == CHOICE:
            options = ask["options"]
            return [row(*(self.on(button(one), partial(self._vote, one)) for one in options))]
        self.field = widgets.Text(placeholder="your answer", continuous_update=False)
        self.field.on_msg(self._entered)
        return [row(self.field, self.on(button("Answer", look="primary"), self._written))]

    def _entered(self, _: object, message: Mapping[str, Any], __: object) -> None:
        if message.get("event") == "submit":
            carefully(self._written, self.say)()

    def _written(self) -> None:
        if self.field.value.strip():
            self._vote(self.field.value.strip())

    def _vote(self, answer: Any) -> None:
        """The referee counts it; the last one before the reveal counts."""
        assert self.member is not None, "who answers is in a class"
        self.say("")
        self.member.want("answer", question=self._question, answer=answer)
        self.given = answer
        self._told("")

    def _told(self, more: str) -> None:
        """What one has answered, and what everybody has."""
        assert self.naming is not None, "the question has been put"
        mine = ""
        if self.given is not None:
            answer = (("answer", self.naming.answer(self.given)),)
            mine = panels.note("ok", words().say(CAUGHT, answer))
        put(self.words, mine + more)

    def _catch(self, action: Action) -> Verdict:
        """What would be done is the answer, and is not done."""
        assert self.table is not None, "somebody acts at it"
        self._vote(action.to_json())
        answer = named(self.table.desk, action)
        return Verdict((Reason.of("", CAUGHT, answer=answer),))

    def _tried(self, action: Action, verdict: Verdict) -> None:
        """What the rules forbid is told to the teacher; what was caught lies on the board."""
        assert self.table is not None, "somebody acts at it"
        assert self.member is not None, "in a class"
        desk = self.table.desk
        if verdict.reasons[0].key != CAUGHT:
            about = {"action": action.to_json(), "rules": list(verdict.rules)}
            self.member.want("tried", question=self._question, **about)
            return
        desk.put_down()
        desk.notice = Notice("info")
        desk.drawn = desk.hands.shown_by(action)

    # -- the teacher sets work --------------------------------------------------------------------

    def _work(self, work: Mapping[str, Any], pair: Mapping[str, Any] | None) -> None:
        assert self.member is not None, "in a class"
        query = {"class": self.member.code}
        if work["lesson"]:
            address = visit.link(work["lesson"], **query)
            about = "Your teacher sees how you come on, and can look at your board."
        else:
            query["scenario"] = work["scenario"]
            about = "Set it up and play; your teacher can look at your board."
            if pair is not None:
                query |= {"table": pair["table"], "side": pair["seat"]}
                about = f"{_against(pair)} Your teacher can look at your board."
            address = visit.link("sandbox", **query)
        self._wait(str(panels.page("school").onward(work["title"], address, about)))


def _against(pair: Mapping[str, Any]) -> str:
    """What a pupil plays, and with whom."""
    mine = next(one for one in pair["seats"] if one["seat"] == pair["seat"])
    others = [one for one in pair["seats"] if one is not mine]
    alone = all(one["bot"] for one in others)
    who = (f"the {one['bot']} bot" if one["bot"] else one["name"] for one in others)
    told = " and ".join(f"{name} ({one['title']})" for name, one in zip(who, others, strict=True))
    until = ", until somebody comes" if alone else ""
    return f"You play {mine['title']}, at a table with {told}{until}."


def _whose(on: Mapping[str, Any]) -> str:
    """Whose board is shown, if it is a pupil's."""
    of = on.get("show", {}).get("of")
    if of is None:
        return ""
    return f" · the board of {escape(of) if of else 'one of you'}"
