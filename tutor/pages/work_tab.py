"""The teacher's view of the work: who is where, who is stuck, what is missed; and the names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from engine import catalogue
from engine.words import trouble
from tutor import panels
from tutor.lesson import open_lesson
from tutor.pages.choosing import offer
from tutor.pages.picker import dropdown
from tutor.table.parts import button, column, html, put, row, toggle

if TYPE_CHECKING:
    from tutor.pages.teaching import Teaching

STUCK = {"tries": "many tries", "still": "no sign"}
MISSED = 8
"""So many of the rules that are missed most are named."""


class WorkTab:
    """What was set, and how everybody comes on."""

    def __init__(self, page: Teaching) -> None:
        self.page = page
        scenario = page.on(button("Set the scenario of Show for all"), self._set_scenario)
        self.pairs = toggle("In pairs", lambda _: None)
        self.pairs.tooltip = "Two by two, each at a screen; who is left over plays against a bot"
        stop = page.on(button("Nothing is on", "Pupils wait for what comes"), page.clear)
        self.lock = widgets.Checkbox(description="Solutions locked", indent=False)
        page.on(self.lock, self._lock)
        self.progress = html("sr-progress")
        self.one = dropdown("Pupil", [])
        self.name = widgets.Text(placeholder="another name")
        rename = page.on(button("Rename"), self._rename)
        remove = page.on(button("Take out", "The pupil is in the class no more"), self._remove)
        people = row(self.one, self.name, rename, remove, look="sr-setup")
        self.widget = column(
            row(scenario, self.pairs),
            row(stop, self.lock),
            self.progress,
            page.shoulder.list,
            people,
            look="sr-ask",
        )

    def _set_scenario(self) -> None:
        name = self.page.scenarios.choose.value
        self.page.set_work(catalogue.title_of(name), scenario=name, pairs=self.pairs.value)

    def _lock(self) -> None:
        """Pupils may have solutions shown, or not."""
        member = self.page.member
        if member is not None and self.lock.value != member.locked:
            member.want("lock", locked=self.lock.value)

    def _person(self) -> int:
        if self.one.value is None:
            raise trouble("school.nobody")
        return int(self.one.value)

    def _rename(self) -> None:
        assert self.page.member is not None, "a class is taught"
        self.page.member.want("rename", pupil=self._person(), name=self.name.value)
        self.name.value = ""
        self.page.say("")

    def _remove(self) -> None:
        assert self.page.member is not None, "a class is taught"
        self.page.member.want("remove", pupil=self._person())

    def hear(self, news: Mapping[str, Any]) -> None:
        """Somebody has come on, or has come at all."""
        people = [(one["name"], one["pupil"]) for one in news["pupils"]]
        offer(self.one, people)
        self.lock.value = news["locked"]
        idle = panels.note("info", "Nothing is set. Choose today's lesson above.")
        told = self._pairs if "pairs" in news else self._table
        put(self.progress, told(news) if news["kind"] == "work" else idle)

    def _pairs(self, news: Mapping[str, Any]) -> str:
        """Who plays with whom, and how far."""
        work = {one["pupil"]: one for one in news["work"]}
        here = {one["pupil"]: one["here"] for one in news["pupils"]}
        rows = []
        for pair in news["pairs"]:
            people = sum(one["pupil"] is not None for one in pair["seats"])
            until = ", until somebody comes" if people == 1 and not pair["over"] else ""
            seats = []
            for one in pair["seats"]:
                at = work.get(one["pupil"])
                away = at is not None and not here[one["pupil"]]
                late = "not there yet" if at is not None and at["left"] is None else ""
                absent = "away" if away else late
                who = f"the {one['bot']} bot{until}" if one["bot"] else one["name"]
                stuck = STUCK.get(at["stuck"], "") if at is not None else ""
                seats.append({"side": one["title"], "who": who, "absent": absent, "stuck": stuck})
            of = f" of {pair['last']}" if pair["last"] else ""
            rows.append({"seats": seats, "turn": f"{pair['turn']}{of}", "next": _next(pair)})
        return str(panels.page("school").pairs(rows))

    def _table(self, news: Mapping[str, Any]) -> str:
        """Who is where."""
        names = {one["pupil"]: one["name"] for one in news["pupils"]}
        rows = []
        for one in news["work"]:
            lesson = one["lesson"]
            steps = {s.id: s.title for s in open_lesson(lesson).steps} if lesson else {}
            done = f"{one['done']} of {len(steps)}" if steps else ""
            begun = "has not begun" if one["left"] is None else "plays"
            at = "has finished" if one["left"] == 0 else steps.get(one["step"], begun)
            tries = f", {one['tries']} wrong" if one["tries"] and one["left"] else ""
            stuck = STUCK.get(one["stuck"], "")
            name = names[one["pupil"]]
            rows.append({"name": name, "done": done, "at": at + tries, "stuck": stuck})
        return str(panels.page("school").work(rows, news["missed"][:MISSED]))


def _next(pair: Mapping[str, Any]) -> str:
    """Who decides at a table, or who has won there."""
    titles = {one["seat"]: one["title"] for one in pair["seats"]}
    if pair["over"]:
        won = titles.get(pair["winner"])
        return f"over: {won} has won" if won else "over"
    named = {one["seat"]: one["name"] or f"the {one['bot']} bot" for one in pair["seats"]}
    return ", ".join(named[seat] for seat in pair["acting"])
