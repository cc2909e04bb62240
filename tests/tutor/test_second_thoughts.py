"""What cannot be wanted by mistake: rare things, ends of phases, plans that are not ready, undo."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.chance import Seeded
from tests.engine.zocbond.field import field, unit
from tests.tutor.sitting import buttons, click, do, press, words
from tutor.table import Tabletop

STRONG = {"full": [6, 6, 6]}


def pair(game: str, phase: str = "movement", **more: object) -> Tabletop:
    """A strong unit beside a weak enemy, and another far away."""
    mine = [unit("a", "0505", **STRONG), unit("c", "0909", **STRONG)]
    return Tabletop(field(game, mine, [unit("x", "0504", full=[1, 1, 4])], phase=phase, **more))


def test_a_rout_of_its_own_will_is_hidden_and_asked_twice() -> None:
    table = pair("stalingrad42")
    click(table, "0909")
    rout = f"{table.desk.hands.unit_name('c')} routs of its own will"
    assert rout not in buttons(table.choices)
    do(table, "More")
    do(table, rout)
    assert "once more" in words(table.notice.value)
    assert "routed" not in table.desk.game.state.marks.get("c", ())
    do(table, f"Really: {rout}?")
    assert "routed" in table.desk.game.state.marks["c"]


def test_who_looks_elsewhere_has_not_said_yes() -> None:
    table = pair("stalingrad42")
    click(table, "0909")
    rout = f"{table.desk.hands.unit_name('c')} routs of its own will"
    do(table, "More")
    do(table, rout)
    press(table, "Escape")
    click(table, "0909")
    assert rout not in buttons(table.choices)
    do(table, "More")
    assert rout in buttons(table.choices)


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_the_end_of_the_next_phase_is_another_button(game: str) -> None:
    """The focus that lay on the first goes to the board, so that Enter twice ends one phase."""
    table = pair(game)
    first = buttons(table.choices)["End the movement phase"]
    first.click()
    assert table.desk.hands.kind == "zb.combat"
    assert first not in buttons(table.choices).values()
    first.click()
    assert table.desk.hands.kind == "zb.combat"


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("victory-awaits/river-line", "End the segment"),
        ("conflict-of-heroes/examples/COH-9.0", "Pass"),
        ("conflict-of-heroes/examples/COH-9.0", "Stall (1 CAP)"),
    ],
)
def test_what_ends_a_turn_ends_one_though_the_next_has_a_button_of_the_same_words(
    scenario: str, words: str
) -> None:
    table = Tabletop(catalogue.load(scenario, Seeded(1)))
    first = buttons(table.choices)[words]
    assert "sr-once" in first._dom_classes, "its focus goes to the board, by look.js"
    first.click()
    done = len(table.desk.game.history)
    assert words in buttons(table.choices)
    assert first not in buttons(table.choices).values()
    first.click()
    assert len(table.desk.game.history) == done


def test_a_plan_that_is_not_allowed_does_not_look_ready() -> None:
    table = pair("holland44", "combat")
    click(table, "0504")
    assert "sr-button-primary" in buttons(table.choices)["Attack"]._dom_classes
    for member in table.desk.pointer.members:
        table.desk.toggle_member(member)
    table.refresh()
    attack = buttons(table.choices)["Attack"]
    assert "sr-button-primary" not in attack._dom_classes
    attack.click()
    assert table.desk.notice.reasons


def test_giving_up_a_shot_keeps_the_unit_in_hand() -> None:
    table = Tabletop(catalogue.load("conflict-of-heroes/examples/COH-9.0", Seeded(1)))
    desk = table.desk
    shot = next(a for a in desk.game.choices() if a.kind == "fire" and "unit" in a)
    desk.set_mode(shot["pay"])
    desk.pick(shot["unit"])
    table.refresh()
    click(table, shot["hex"])
    assert desk.pointer.target == shot["hex"]
    do(table, "Cancel")
    assert (desk.pointer.target, desk.pointer.unit) == (None, shot["unit"])


def test_a_plan_beside_which_one_may_close_in_is_given_up_too() -> None:
    table = Tabletop(catalogue.load("conflict-of-heroes/examples/COH-18.4", Seeded(1)))
    desk = table.desk
    desk.pick("S")
    table.refresh()
    click(table, "G5")
    assert desk.pointer.target == "G5"
    assert table.choices.actions, "it may be moved into as well"
    do(table, "Cancel")
    assert (desk.pointer.target, desk.pointer.unit) == (None, "S")
