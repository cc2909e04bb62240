"""Conflict of Heroes at the desk: where a click leads, what it costs, and why it leads nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import catalogue
from engine.chance import Seeded
from engine.values import Action
from tests.marks import rules
from tests.tutor.firefight import GAME, sit, told
from tutor.desk import Desk

SECOND = '{ id = "S", type = "soviet-rifles", hex = "C5", facing = "N" },'


def lit(desk: Desk, kind: str) -> Mapping[str, str]:
    """The hexes that light up in one way, with what stands in them."""
    found = [o for o in desk.hands.lit(desk.pointer.unit) if o.kind == kind]
    return {hex: text for overlay in found for hex, text in overlay.labels().items()}


@rules("conflict-of-heroes", "10.1")
def test_a_hidden_unit_shows_the_prices_of_sneaking_until_it_comes_out(field: Any) -> None:
    desk = field('{ id = "A", type = "german-rifles", hex = "C3", facing = "S", hidden = true },')
    desk.set_mode("cap")
    desk.pick("A")
    for openly in (False, True):
        desk.hands.settings.openly = openly
        assert ("sneaks there" in told(desk)) is not openly
        for hex, price in lit(desk, "reach").items():
            meant = desk.hands.propose("A", hex)
            assert meant is not None
            assert str(desk.game.tally(meant.action).total) == price
    assert lit(desk, "reach")["C4"] == "1"


@rules("conflict-of-heroes", "5.01")
def test_whoever_may_go_cautiously_is_not_told_that_he_can_do_nothing() -> None:
    desk = sit("05-cautious", "careful", "A")
    assert lit(desk, "reach")["E4"] == "2"
    assert "nothing" not in told(desk)


@rules("conflict-of-heroes", "3.1", "3.21", "3.22")
def test_buttons_say_which_coins_they_take() -> None:
    desk = Desk(catalogue.load(f"{GAME}/examples/COH-3.21", Seeded(1)))
    desk.pick("C")
    desk.click("G4")
    assert "Fire at G4 (3 AP and 1 CAP)" in told(desk)
    turn = Action("turn", unit="C", facing="NE", pay="ap")
    assert desk.hands.action_name(turn).endswith("(1 AP)")
    assert desk.hands.action_name(turn.replaced(pay="cap")).endswith("(1 CAP)")
    assert "(free, then spent)" in desk.hands.action_name(turn.replaced(pay="opportunity"))
    assert "1 AP" not in desk.hands.told_name(turn), "a price would give an answer away"


def test_a_price_all_in_cap_says_why_though_ap_were_chosen() -> None:
    desk = Desk(catalogue.load(f"{GAME}/examples/COH-3.21", Seeded(1)))
    desk.game.apply(Action("fire", unit="C", hex="G4", pay="ap"))
    while desk.game.decision is not None and desk.game.decision.kind != "coh.turn":
        desk.game.apply(desk.game.choices()[0])
    while desk.game.decision is not None and desk.game.decision.side != "german":
        desk.game.apply(Action("pass"))
    turn = Action("turn", unit="C", facing="NE", pay="ap")
    assert desk.hands.state.ap[desk.hands.side] == 0
    assert desk.hands.action_name(turn).endswith("(1 CAP, as no AP are left)")


def test_units_that_can_act_with_cap_only_are_counted_apart(field: Any) -> None:
    unit = '{{ id = "{}", type = "german-rifles", hex = "{}", facing = "S"{} }},'
    desk = field(unit.format("A", "C3", "") + unit.format("B", "D3", ", spent = true"))
    told_now = desk.hands.invitation(len(desk.hands.pickable()))
    assert "2 units can act" in told_now
    assert "1 of them, grey, only with CAP or a card." in told_now


@rules("conflict-of-heroes", "1.0")
def test_the_hexes_of_a_zone_are_lit_and_others_say_why_not() -> None:
    desk = Desk(catalogue.load(f"{GAME}/drills/01-place", Seeded(1)))
    unit = desk.hands.pickable()[0]
    desk.pick(unit)
    zone = lit(desk, "reach")
    assert zone
    assert not lit(desk, "target")
    other = next(hex for hex in desk.game.scenario.board.hexes if hex not in zone)
    desk.click(other)
    assert [reason.key for reason in desk.notice.reasons] == ["coh.place.zone"]


@rules("conflict-of-heroes", "5.1")
def test_entry_hexes_show_their_price_and_others_say_why_not() -> None:
    desk = sit("05-reserves", "opportunity", "A")
    assert set(lit(desk, "reach")) == {"D1", "E1"}
    desk.click("A4")
    assert [reason.key for reason in desk.notice.reasons] == ["coh.enter.gate"]
    desk.click("E1")
    assert desk.where("A") == "E1"


@rules("conflict-of-heroes", "6.0")
def test_a_shot_that_cannot_be_fired_shows_the_refusal_and_no_chances(field: Any) -> None:
    desk = field('{ id = "A", type = "german-rifles", hex = "C3", facing = "N" },', SECOND)
    desk.set_mode("cap")
    desk.pick("A")
    desk.click("C5")
    assert "outside the arc of German Rifles A" in told(desk)
    assert "%" not in told(desk)


@rules("conflict-of-heroes", "3.0", "3.22")
def test_who_can_do_nothing_in_this_way_of_paying_says_in_which_he_can(field: Any) -> None:
    desk = field('{ id = "A", type = "german-rifles", hex = "C3", facing = "S", spent = true },')
    desk.pick("A")
    assert "Choose Pay CAP above." in told(desk)


@rules("conflict-of-heroes", "17.0 passenger")
def test_who_can_do_nothing_at_all_is_told_why_and_nothing_else(field: Any) -> None:
    desk = field(
        '{ id = "K", type = "opel", hex = "C3", facing = "S" },'
        '{ id = "R", type = "german-rifles", hex = "C3", facing = "S", carried = "K",'
        " spent = true },"
    )
    desk.set_mode("cap")
    desk.pick("R")
    assert [reason.rule for reason in desk.notice.reasons] == ["17.0 passenger"]
    assert desk.hands.facings() == ()
