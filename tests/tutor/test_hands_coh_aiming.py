"""Conflict of Heroes at the desk: batteries, smoke by a click, and options told to be judged."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.values import Action
from tests.marks import rules
from tutor.desk import Desk

DRILLS = "conflict-of-heroes/drills/"


def sit(drill: str) -> Desk:
    """A desk over a drill of the lessons."""
    return Desk(catalogue.load(DRILLS + drill, Seeded(1)))


@rules("conflict-of-heroes", "12.3", "13.1", "8.2 off-board artillery")
@pytest.mark.parametrize(
    ("mode", "order"), [("", "howitzer-105"), ("smoke:howitzer-105", "smoke:howitzer-105")]
)
def test_a_battery_is_called_by_a_click_on_the_hex(mode: str, order: str) -> None:
    desk = sit("12-guns")
    assert [key for key, _ in desk.hands.modes] == ["howitzer-105", "smoke:howitzer-105"]
    assert [action.kind for action in desk.hands.listed()] == ["end"]
    desk.set_mode(mode)
    desk.click("E6", "S")
    assert desk.game.judge("aimed", side="german") == [[order, "E6"]]


@rules("conflict-of-heroes", "12.3 spotter")
def test_a_call_on_a_hex_that_nobody_sees_is_explained() -> None:
    desk = sit("12-guns")
    desk.click("F7")
    assert desk.notice is not None
    assert "12.3 spotter" in [reason.rule for reason in desk.notice.reasons]
    assert desk.game.judge("aimed", side="german") == []


@rules("conflict-of-heroes", "13.0", "13.1")
def test_a_mortar_lays_smoke_into_an_empty_hex_by_a_click() -> None:
    desk = sit("13-screen")
    desk.set_mode("opportunity")
    desk.pick("M")
    desk.click("D6")
    assert desk.game.judge("smoke", hex="D6") == 2
    assert not desk.game.judge("sees", a="D8", b="D3")


def test_an_option_to_judge_names_who_and_how_it_is_paid_but_no_chance() -> None:
    hands = sit("12-mortar").hands
    shot = Action("fire", unit="M", hex="D6", spotter="A", pay="cap")
    told = hands.told_name(shot)
    assert "Mortar" in told
    assert told.endswith("with German Rifles A as spotter (CAP)")
    assert "%" not in told
    walk = Action("move", unit="A", path=["C3"], facing="S", pay="opportunity")
    assert hands.told_name(walk) == "German Rifles A: C3 (Opportunity)"
