"""Conflict of Heroes at the desk: counters, marks and arrows are drawn and named."""

from __future__ import annotations

from typing import Any

from engine import catalogue
from engine.values import Action
from engine.verdict import Event
from engine.words import catalogue as words_of
from tests.marks import rules
from tests.tutor.firefight import GAME, told
from tutor.art.counters import drawn
from tutor.art.squad import SKY
from tutor.art.themes import DAY
from tutor.spoken import spoken

SECOND = '{ id = "S", type = "soviet-rifles", hex = "C5", facing = "N" },'


def test_the_picked_unit_lies_on_top_of_its_stack(field: Any) -> None:
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "C3", facing = "S" },'
        '{ id = "B", type = "german-rifles", hex = "C3", facing = "S" },'
    )
    for unit in ("A", "B", "A"):
        desk.pick(unit)
        assert desk.view().counters["C3"][-1].id == unit


@rules("conflict-of-heroes", "15.2 gun damaged")
def test_a_damaged_gun_shows_no_figure(field: Any) -> None:
    desk = field(
        '{ id = "J", type = "pz3h", hex = "C3", facing = "S", hit = "gun-damaged-blue" },'
        '{ id = "K", type = "pz3h", hex = "D3", facing = "S" },'
    )
    hurt, sound = (desk.hands.counter(unit, frozenset()).figures for unit in ("J", "K"))
    assert (hurt.blue_fire, sound.blue_fire) == ("\u00d7", "5")
    assert hurt.red_fire == sound.red_fire
    assert "no blue: gun damaged" in desk.hands.unit_text("J")
    assert "turret" in desk.hands.unit_text("J")


def test_every_counter_bears_the_letter_that_sentences_use(field: Any) -> None:
    desk = field('{ id = "P", type = "pz3h", hex = "C3", facing = "S" },')
    view = desk.hands.counter("P", frozenset())
    assert view.figures.tag == "P"
    assert desk.hands.unit_name("P") == f"German {view.name} P"
    events = desk.game.apply(Action("activate", unit="P"))
    said = [words_of().say(event.key, event.params) for event in events]
    assert "German PzIIIh P is activated with 7 AP." in said


@rules("conflict-of-heroes", "9.1")
def test_arrows_for_after_the_move_and_buttons_for_friends_say_what_they_are(field: Any) -> None:
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "C3", facing = "S" },'
        '{ id = "B", type = "german-rifles", hex = "C3", facing = "S" },'
    )
    desk.set_mode("cap")
    desk.pick("A")
    assert desk.hands.facings()[0] == ("", "After the move: face ahead")
    assert "friends beside it" in told(desk)


def test_marks_of_kind_are_drawn(field: Any) -> None:
    desk = field(
        '{ id = "P", type = "pz3h", hex = "C3", facing = "S" },'
        '{ id = "F", type = "apc-251-17", hex = "D3", facing = "S" },'
        '{ id = "Q", type = "stuka", hex = "E3", facing = "S" },'
    )
    signs = {u: desk.hands.counter(u, frozenset()).figures.signs for u in ("P", "F", "Q")}
    assert signs == {"P": {"turret"}, "F": {"open-top", "flak"}, "Q": {"impulses"}}
    painted = {
        unit: {
            getattr(item, "fill", None)
            for _, item in drawn(desk.hands.counter(unit, frozenset()), 50, 50, 44, DAY)
        }
        for unit in signs
    }
    assert [unit for unit, fills in painted.items() if SKY in fills] == ["F", "Q"]


def test_events_name_sides_and_cards_in_words() -> None:
    scenario = catalogue.rules_of(f"{GAME}/four-armies").scenario
    event = Event.of("8.1", "coh.card.played", side="german-2", card="mark-as-spent")
    (heard,) = spoken(scenario, [event])
    assert dict(heard.params) == {"side": "German, east", "card": "mark as spent"}
