"""The buttons beside a board: each is the same widget for as long as the same thing is offered."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets
import pytest

from engine import catalogue
from engine.chance import Seeded
from tests.tutor.sitting import buttons, click, do, press
from tests.tutor.small import toy
from tutor.table import Tabletop
from tutor.table.choices import KEPT, Keyed, Offer

DRILL = "conflict-of-heroes/drills/09-shared"


@pytest.fixture
def table() -> Tabletop:
    """Germans in a group, who may do many things."""
    return Tabletop(catalogue.load(DRILL, Seeded(1)))


def button() -> widgets.Button:
    """A button as a table makes one."""
    made = widgets.Button()
    made.on_click(lambda _: made.act())
    return made


def models(table: Tabletop) -> dict[str, str]:
    """The model of every button that is offered, by what it says."""
    return {name: found.model_id for name, found in buttons(table.choices).items()}


def test_an_unchanged_choice_keeps_its_widget_and_does_its_action() -> None:
    table = Tabletop(toy())
    before, rest = models(table), buttons(table.choices)["rest"]
    assert len(before) > 1
    for _ in range(3):
        table.refresh()
        assert models(table) == before
    rest.click()
    assert len(table.desk.game.history) == 2
    assert table.desk.game.history[-1].action is not None
    assert table.desk.game.history[-1].action.kind == "rest"


def test_the_row_is_not_laid_out_anew_while_the_same_is_offered(table: Tabletop) -> None:
    laid: list[Any] = []
    table.choices.observe(laid.append, "children")
    table.refresh()
    assert laid == []
    press(table, "n")
    assert len(laid) == 1


def test_a_friend_who_joins_keeps_his_button_and_its_words_change(table: Tabletop) -> None:
    table.modes.mode.value = "cap"
    press(table, "n")
    before = buttons(table.choices)
    mate = before["add German Rifles B"]
    mate.click()
    assert mate.description == "with German Rifles B"
    assert "mod-active" in mate._dom_classes
    assert buttons(table.choices)["with German Rifles B"] is mate
    mate.click()
    assert mate.description == "add German Rifles B"
    assert "mod-active" not in mate._dom_classes
    assert models(table) == {name: one.model_id for name, one in before.items()}


def test_a_button_of_a_plan_tells_on_the_same_widget_what_it_was_told(table: Tabletop) -> None:
    table.modes.mode.value = "cap"
    press(table, "n")
    do(table, "add German Rifles B")
    do(table, "Each to a hex of its own")
    leader = buttons(table.choices)["German Rifles A: click a hex"]
    click(table, "D3")
    assert leader.description == "German Rifles A: D3"
    leader.click()
    assert leader.description == "German Rifles A: click a hex"


def test_what_is_offered_no_more_does_nothing_and_says_nothing() -> None:
    row, done = Keyed(button), list[str]()
    row.offer([Offer("a", "One", lambda: done.append("a")), Offer("b", "Two", lambda: None)])
    gone, stays = row.children
    row.offer([Offer("b", "Two", lambda: done.append("b"))])
    gone.click()
    stays.click()
    assert done == ["b"]
    assert (gone.description, gone.tooltip) == ("", "")
    row.offer([Offer("a", "Again", lambda: done.append("again"))])
    assert row.children == (gone,)
    gone.click()
    assert done == ["b", "again"]


def test_of_two_that_stand_for_the_same_the_first_is_shown() -> None:
    row = Keyed(button)
    row.offer([Offer("a", "First", lambda: None), Offer("a", "Second", lambda: None)])
    assert [one.description for one in row.children] == ["First"]


def test_buttons_long_gone_are_closed() -> None:
    row = Keyed(button)
    row.offer([Offer("first", "First", lambda: None)])
    (first,) = row.children
    for number in range(KEPT + 1):
        assert first.comm is not None
        row.offer([Offer(number, str(number), lambda: None)])
    assert first.comm is None
    assert row.children[0].comm is not None
