"""Hands of the '4x pair: gaits, areas, groups with guns and leads, what is listed, names."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.action import Action
from engine.chance import Scripted, Seeded
from engine.game import Game
from tutor.desk import Desk
from tutor.hands.base import Hands


def drill(name: str, *dice: int) -> Game:
    """A position of the lessons, its dice thrown already."""
    game = catalogue.load(f"holland44/drills/{name}", Seeded(1))
    if dice:
        first = game.history[-1].numbers
        game.source = Scripted.dice(dice, then=Seeded(1), first=first)
    return game


def hands(name: str) -> Hands:
    """The hands on such a position."""
    return Desk(drill(name)).hands


@pytest.mark.parametrize("mode", ["normal", "extended", "tactical"])
def test_a_gait_is_part_of_the_move(mode: str) -> None:
    found = hands("long-way").propose("5 Dorset", "0409", mode)
    assert found is not None
    assert found.action.get("mode", "normal") == mode
    assert dict(hands("long-way").modes)[mode]


def test_a_way_that_cannot_be_gone_is_proposed_and_refused() -> None:
    desk = Desk(drill("long-way"))
    found = desk.hands.propose("5 Dorset", "0606", "normal")
    assert found is not None
    assert "8.1" in desk.game.explain(found.action).rules


def test_no_gaits_outside_movement() -> None:
    assert hands("guns").modes == ()


def test_a_unit_in_an_area_is_picked_and_comes_in() -> None:
    desk = Desk(drill("come-in"))
    assert "2 Gren" in desk.hands.pickable()
    assert desk.hands.place_name("allied-N") == "Area N"
    (light,) = desk.hands.lit("2 Gren", "normal")
    assert set(light.hexes) == {"0107", "0207", "0307", "0407", "0507"}
    desk.pick("2 Gren")
    desk.click("0507")
    assert desk.where("2 Gren") == "0507"
    assert Action("halt") in desk.hands.listed()


def test_what_one_unit_may_do_besides_moving_goes_with_the_unit() -> None:
    found = hands("infiltrate")
    assert found.listed() == [Action("end")]
    assert Action("spend", unit="4 Dorset") in found.ways("4 Dorset")
    assert found.action_name(Action("end")) == "End the movement phase"


def test_a_destroyed_unit_that_could_come_back_is_listed() -> None:
    listed = {a["unit"] for a in hands("fresh-men").listed() if "unit" in a}
    assert listed == {"1 Cold"}


def test_an_automatic_ds_is_listed_once_it_can_be_declared() -> None:
    desk = Desk(drill("auto-ds"))
    assert desk.hands.listed() == [Action("end")]
    desk.act(Action("move", units=("2 Gren",), path=("0607", "0606")))
    desk.act(Action("move", units=("1 Cold",), path=("0707", "0706", "0705")))
    assert [a.kind for a in desk.hands.listed()] == ["auto-ds", "end"]


def test_guns_aircraft_and_a_lead_can_join_a_group() -> None:
    assert {"5 AGRA", "Gds Div"} <= set(hands("guns").extras("0605"))
    assert hands("aircraft").extras("0605") == ("air:aircraft",)
    found = hands("formations")
    extras = found.extras("0706")
    assert {"lead:gds", "lead:43", "attached:4 Dorset"} <= set(extras)
    members = ("2 Gren", "1 Cold", "4 Dorset", "lead:gds", "attached:4 Dorset")
    action = found.group_action("0706", members)
    assert (action["lead"], action["attached"]) == ("gds", "4 Dorset")
    assert set(found.members_of(action)) == set(members)
    assert all(found.member_name(member) for member in extras)


def test_a_gun_added_to_the_group_supports_and_does_not_attack() -> None:
    action = hands("guns").group_action("0605", ("2 Gren", "Gds Div"))
    assert (action["units"], action["guns"]) == (("2 Gren",), ("Gds Div",))


def test_engineers_carry_an_assault_without_their_own_strength() -> None:
    desk = Desk(drill("over-the-waal"))
    action = desk.hands.group_action("0703", ("5 Dorset", "1 Cold"))
    assert action["crossing"] == "204 RE"
    assert desk.game.explain(action)
    assert not any("7 Hants" in a.get("units", ()) for a in desk.game.choices(hex="0703"))


def test_clicking_a_stack_of_four_comes_round_to_everybody() -> None:
    desk = Desk(drill("eleven-steps"))
    stack = desk.game.state.position.at("0608")
    seen = []
    for _ in stack:
        desk.click("0608", stack[-1])
        seen.append(desk.selected)
    assert set(seen) == set(stack)
    assert len(stack) == 4


def test_buttons_that_mean_different_things_say_so() -> None:
    desk = Desk(drill("stand", 6))
    attackers = ("5 Dorset", "7 Hants", "4 Dorset", "8 Mx")
    desk.act(Action("attack", hex="0606", units=attackers))
    desk.act(Action("lose", unit="8 Mx"))
    names = [desk.hands.action_name(a) for a in desk.hands.listed()]
    assert len(names) == len(set(names)) == 5


def test_jams_are_clicked_and_bridges_marked() -> None:
    desk = Desk(drill("jams"))
    assert desk.hands.listed() == [Action("end")]
    desk.click("0608")
    marks = {(m.kind, m.hex) for m in desk.hands.markers()}
    assert ("traffic", "0608") in marks
    assert any(kind == "intact" for kind, _ in marks)
