"""Over a shoulder: the teacher looks at a pupil's board, and may put it on the wall for all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from engine.game import Game
from engine.words import catalogue as words
from engine.words import trouble
from tutor.pages.showing import Marks, follow, game_of, hold
from tutor.referee.seen import SeenGame
from tutor.table.parts import button, column, html, put, row

if TYPE_CHECKING:
    from tutor.pages.teaching import Teaching

WALL = "To the wall"


class Shoulder:
    """Buttons for each pupil, and a line that says whose board it is that stands there."""

    def __init__(self, page: Teaching) -> None:
        self.page = page
        self.list = column(look="sr-shoulders")
        self.bar, self.whose = row(look="sr-looking"), html("staffride-status")
        self.back = page.on(button("Back to my board", look="primary"), self.leave)
        self.wall = page.on(button(WALL, "Everybody sees this board"), self.to_wall)
        self.named = widgets.Checkbox(description="With the name", indent=False)
        page.on(self.named, page.publish)
        self._rows: dict[tuple[int, str], widgets.Widget] = {}
        self._names: dict[int, str] = {}
        self._wanted: tuple[int, bool] | None = None
        """At whose board to look, and whether all are to see it."""
        self._mine: tuple[Game, Marks, str | None] | None = None
        """The teacher's own board meanwhile."""
        self._before: Mapping[str, Any] | None = None
        """What was on before a pupil's board came to the wall."""
        self._walled, self._name = False, ""
        self._pupil = 0
        """Whose board stands there: it follows what he does."""

    @property
    def looking(self) -> bool:
        """Whether a pupil's board stands there."""
        return self._mine is not None

    @property
    def private(self) -> bool:
        """Whether what stands there is for the teacher's eyes only."""
        return self.looking and (not self._walled or self._hides)

    @property
    def _hides(self) -> bool:
        """Whether the board shows what a pupil hides from another whom he plays with."""
        assert self.page.table is not None, "a board stands there"
        desk = self.page.table.desk
        going = isinstance(desk.game, SeenGame) and desk.game.decision is not None
        return going and desk.hands.secret()

    @property
    def told(self) -> dict[str, str]:
        """Whose board all see; of whom only if the teacher says so."""
        return {"of": self._name if self.named.value else ""} if self.looking else {}

    def hear(self, news: Mapping[str, Any]) -> None:
        """Somebody has come, or has another name."""
        self._names = {one["pupil"]: one["name"] for one in news["pupils"]}
        wanted = [self._row(*who) for who in self._names.items()]
        if list(self.list.children) != wanted:
            self.list.children = wanted

    def _row(self, pupil: int, name: str) -> widgets.Widget:
        if (pupil, name) not in self._rows:
            look = button(f"Look at {name}", "Look over the shoulder")
            wall = button(WALL, f"Everybody sees the board of {name}")
            self._rows[pupil, name] = row(
                self.page.on(look, partial(self.look, pupil)),
                self.page.on(wall, partial(self.look, pupil, wall=True)),
            )
        return self._rows[pupil, name]

    def look(self, pupil: int, wall: bool = False) -> None:
        """Ask for a pupil's board."""
        assert self.page.member is not None, "a class is taught"
        self._wanted = pupil, wall
        self.page.say("")
        self.page.member.want("peek", pupil=pupil)

    def seen(self, pupil: int, board: Mapping[str, Any] | None) -> None:
        """What a pupil has before him, if he has something; what he does there comes by itself."""
        page = self.page
        if page.table is None:
            return
        if self._wanted is None or self._wanted[0] != pupil:
            if pupil == self._pupil and board is not None:
                self._follow(board)
            return
        (_, wall), self._wanted = self._wanted, None
        name = self._names.get(pupil, "")
        if board is None:
            page.say(words().say("school.no-board", (("name", name),)))
            return
        assert page.member is not None, "a class is taught"
        page.member.looking = self._pupil = pupil
        game = game_of(board["position"])
        self._mine = self._mine or (page.table.desk.game, page.marks, page.eyes.value)
        self._name, self._walled, self.named.value = name, False, False
        self.bar.children = [self.whose, self.back, self.wall, self.named]
        page.marks = self._answered(pupil)
        self._lay(game, board)
        if wall:
            self.to_wall()

    def _follow(self, board: Mapping[str, Any]) -> None:
        """The pupil has done something: so it is here."""
        assert self.page.table is not None, "his board stands there"
        desk = self.page.table.desk
        game = follow(desk.game, board["position"])
        if game is desk.game:
            desk.overtaken(())
        self._lay(game, board)

    def _lay(self, game: Game, board: Mapping[str, Any]) -> None:
        page = self.page
        put(self.whose, f"<p><strong>{escape(self._name)}</strong>: {escape(board['about'])}</p>")
        if page.table is None or game is not page.table.desk.game:
            page.lay(game)
        assert page.table is not None, "it is laid"
        # what one side knows is all there is of it: nobody goes on from there
        page.table.desk.frozen = isinstance(game, SeenGame)
        hold(page.table.desk, board)
        page.draw()

    def _answered(self, pupil: int) -> Marks:
        """An arrow where the pupil's answer led, once answers are open."""
        assert self.page.member is not None, "a class is taught"
        given = dict(self.page.member.news.get("answers", ())).get(pupil)
        path = given.get("path") if isinstance(given, dict) else None
        return Marks({"arrows": [(path[0], path[-1])]} if path else None)

    def keep_hidden(self) -> None:
        """A Problem where others would see what a pupil hides from another."""
        if self._hides:
            raise trouble("school.not-to-the-wall", name=self._name)

    def to_wall(self) -> None:
        """Everybody sees the pupil's board that stands there."""
        member = self.page.member
        assert member is not None, "a class is taught"
        self.keep_hidden()
        if self._before is None:
            shown = member.news["kind"] == "show"
            self._before = {"kind": "show"} if shown else member.on
        self._walled = True
        self.page.show()

    def leave(self) -> None:
        """The teacher's own board again, and on is what was on before."""
        assert self._mine is not None, "a pupil's board is looked at"
        page, (game, page.marks, eyes), before = self.page, self._mine, self._before
        self.forget()
        if before is None or before["kind"] == "show":
            page.lay(game, eyes)
            return
        page.stop_showing()
        page.lay(game, eyes)
        if before["kind"] == "work":
            page.set_work(**before["work"])
        else:
            page.clear()

    def came_down(self) -> None:
        """Nobody else sees the board any more: something else is on."""
        self._walled, self._before = False, None

    def forget(self) -> None:
        """Another board stands there."""
        if self._pupil and self.page.member is not None:
            self.page.member.say("unpeek")
            self.page.member.looking = 0
        self._pupil = 0
        self._mine, self.bar.children = None, []
        self.came_down()
