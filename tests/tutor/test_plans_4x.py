"""Attacks, automatic DS and breakthroughs of the '4x games, put together by pointing."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.zocbond.field import attack, field, unit
from tests.tutor.sitting import buttons, click, do, place, press, words
from tutor.desk import Desk
from tutor.table import Tabletop

GAMES = ("holland44", "stalingrad42")
WEAK = [unit("x", "0504", full=[1, 1, 4], steps=1)]


def near(**more: object) -> list[dict[str, object]]:
    """Two strong units beside 0504, and one far away."""
    strong = {"full": [6, 6, 6], **more}
    return [
        unit("a", "0505", **strong),
        unit("b", "0604", **strong),
        unit("c", "0909", **strong),
    ]


def board(game: str, phase: str, **more: object) -> Game:
    """Two strong units beside a weak one."""
    return field(game, near(), WEAK, phase=phase, **more)


def told(table: Tabletop) -> str:
    """What the panel says, as words."""
    return words(table.preview.value + table.notice.value + table.plan.value)


# -- automatic DS ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_who_makes_an_automatic_ds_is_chosen_by_clicking(game: str) -> None:
    table = Tabletop(board(game, "movement"))
    click(table, "0504")
    assert table.desk.pointer.target == "0504"
    assert set(table.desk.pointer.members) == {"a", "b"}
    click(table, "0604")
    assert table.desk.pointer.members == ("a",)
    assert "an automatic DS takes 10-1" in told(table)
    assert table.desk.game.rules.rule("auto-ds") in told(table)
    do(table, "Automatic DS")
    assert place(table, "x") == "0504"
    click(table, "0604")
    assert "an automatic DS takes 10-1" not in told(table)
    do(table, "Automatic DS")
    assert place(table, "x") != "0504"
    marked = {u for u in "abc" if "auto-ds" in table.desk.game.state.marks.get(u, ())}
    assert marked == {"a", "b"}


@pytest.mark.parametrize("game", GAMES)
def test_the_button_of_an_automatic_ds_opens_its_plan(game: str) -> None:
    table = Tabletop(board(game, "movement"))
    do(table, "Automatic DS against 0504")
    assert place(table, "x") == "0504"
    assert set(table.desk.pointer.members) == {"a", "b"}
    shown = buttons(table.widget)
    assert "with " + table.desk.hands.unit_name("a") in shown
    assert "End the movement phase" not in shown
    do(table, "Cancel")
    assert table.desk.pointer.target is None
    assert "End the movement phase" in buttons(table.widget)


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_out_of_touch_is_no_help_and_the_reason_is_given(game: str) -> None:
    table = Tabletop(board(game, "movement"))
    click(table, "0504")
    click(table, "0909")
    assert "c" in table.desk.pointer.members
    assert "do not touch 0504" in told(table)


@pytest.mark.parametrize("game", GAMES)
def test_an_automatic_ds_is_made_by_keys_alone(game: str) -> None:
    table = Tabletop(board(game, "movement"))
    press(table, "n")
    press(table, "Escape")
    press(table, "ArrowUp")
    press(table, "Enter")
    assert table.desk.pointer.target == "0504"
    press(table, " ")
    assert place(table, "x") != "0504"


@pytest.mark.parametrize("game", GAMES)
def test_with_a_unit_in_hand_the_enemy_hex_is_where_it_would_go(game: str) -> None:
    desk = Desk(board(game, "movement"))
    desk.click("0505", "a")
    desk.click("0504", "x")
    assert desk.pointer.target is None
    assert "zb.move.enemy" in {reason.key for reason in desk.notice.reasons}


# -- attacks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_enemy_out_of_reach_is_described_with_why_nobody_attacks_it(game: str) -> None:
    foes = [*WEAK, unit("far", "0101")]
    desk = Desk(field(game, near(), foes, phase="combat"))
    desk.click("0101", "far")
    assert desk.pointer.target is None
    assert "None of your units is next to it" in desk.notice.text


@pytest.mark.parametrize("game", GAMES)
def test_one_who_cannot_attack_says_why_when_the_hex_is_chosen(game: str) -> None:
    mine = [unit("a", "0505")]
    marks = {"a": ["disrupted"]}
    table = Tabletop(field(game, mine, WEAK, phase="combat", marks=marks))
    click(table, "0504")
    assert table.desk.pointer.members == ("a",)
    assert "disorder" in told(table)


@pytest.mark.parametrize("game", GAMES)
def test_own_unit_first_or_enemy_first_lead_to_the_same_plan(game: str) -> None:
    one, two = Desk(board(game, "combat")), Desk(board(game, "combat"))
    one.click("0504", "x")
    two.click("0505", "a")
    two.click("0504", "x")
    assert one.pointer.target == two.pointer.target == "0504"
    assert set(one.pointer.members) == set(two.pointer.members) == {"a", "b"}


@pytest.mark.parametrize("game", GAMES)
def test_sums_column_and_odds_follow_every_unit_put_in_or_out(game: str) -> None:
    table = Tabletop(field(game, near(), [unit("x", "0504", full=[3, 3, 4])], phase="combat"))
    click(table, "0504")
    both, odds = told(table), table.odds.value
    assert "12" in both
    do(table, "with " + table.desk.hands.unit_name("b"))
    alone = told(table)
    assert alone != both
    assert "12" not in alone
    assert odds
    assert table.odds.value


def test_guns_out_of_range_say_so_when_they_are_named() -> None:
    gun = unit("g", "1111", kind="artillery", full=[0, 1, 4], steps=1, range=2)
    table = Tabletop(field("holland44", [*near(), gun], WEAK, phase="combat"))
    click(table, "0504")
    click(table, "1111")
    action = table.desk.hands.group_action("0504", table.desk.pointer.members)
    assert action["guns"] == ("g",)
    assert "out of range" in told(table)


def test_a_new_lead_takes_the_place_of_the_old_one() -> None:
    mine = [unit("a", "0505", formation="gds"), unit("b", "0604", formation="43")]
    desk = Desk(field("holland44", mine, WEAK, phase="combat"))
    desk.click("0504", "x")
    for lead in ("lead:gds", "lead:43"):
        if lead not in desk.pointer.members:
            desk.toggle_member(lead)
        leads = [member for member in desk.pointer.members if member.startswith("lead:")]
        assert leads == [lead]
        assert (
            desk.hands.group_action("0504", desk.pointer.members)["lead"] == lead.partition(":")[2]
        )


# -- breakthrough ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_breakthrough_is_planned_like_an_attack(game: str) -> None:
    tank = {"kind": "tank", "full": [9, 6, 8]}
    mine = [unit("a", "0505", **tank), unit("b", "0505", **tank)]
    foes = [*WEAK, unit("y", "0503", full=[1, 1, 4], steps=1)]
    played = field(game, mine, foes, phase="combat", dice=[6, 6, 6])
    played.apply(attack("0504", "a", "b"))
    while played.decision is not None and played.decision.kind != "zb.advance":
        played.apply(played.choices()[0])
    desk = Desk(played)
    desk.pick("a")
    desk.take_all()
    desk.click("0504")
    assert [a.kind for a in desk.hands.listed()].count("breakthrough") == 1
    desk.click("0503", "y")
    assert desk.pointer.target == "0503"
    assert set(desk.pointer.members) == {"a", "b"}
    assert desk.hands.group_name() == "Break through"
    desk.toggle_member("b")
    assert desk.hands.group_action("0503", desk.pointer.members) == Action(
        "breakthrough", hex="0503", units=("a",)
    )
    desk.commit()
    assert desk.game.state.position.place("y") != "0503"


def test_only_units_of_another_formation_than_the_lead_can_be_attached() -> None:
    mine = [unit("a", "0505", formation="gds"), unit("b", "0505", formation="43")]
    table = Tabletop(field("holland44", mine, WEAK, phase="combat"))
    desk = table.desk
    click(table, "0504")
    lead = next(member for member in desk.pointer.members if member.startswith("lead:"))
    other = "b" if lead == "lead:gds" else "a"
    attached = [name for name in buttons(table.widget) if " attached" in name]
    assert attached == [_button(table, f"attached:{other}")]
    do(table, attached[0])
    assert desk.hands.group_action("0504", desk.pointer.members)["attached"] == other


# -- over a large river ---------------------------------------------------------------------------


def test_two_engineers_carry_one_attack_and_each_is_left_out_by_its_button() -> None:
    mine = [unit("a", "0506"), unit("b", "0605")]
    mine += [unit(e, hex, "engineer", steps=1) for e, hex in (("e", "0506"), ("f", "0605"))]
    foes = [unit("x", "0505", full=[1, 1, 4], steps=1)]
    river = {"large-river": ["0505 N NE NW SE S SW"]}
    game = field("holland44", mine, foes, phase="combat", sides=river, unmoved=["a", "b"])
    table = Tabletop(game)
    desk = table.desk
    click(table, "0505")
    assert {"a", "b", "crossing:e", "crossing:f"} <= set(desk.pointer.members)
    do(table, _button(table, "crossing:f"))
    assert desk.hands.group_action("0505", desk.pointer.members)["crossing"] == ("e",)
    assert "9.5.3" in told(table)
    do(table, _button(table, "crossing:f"))
    whole = desk.hands.group_action("0505", desk.pointer.members)
    assert set(whole["crossing"]) == {"e", "f"}
    assert set(desk.hands.members_of(whole)) == set(desk.pointer.members)
    desk.commit()
    assert set(desk.game.query("track", of="assaults")) == {"e", "f"}


def test_the_advance_after_an_automatic_ds_is_a_button_among_the_attacks() -> None:
    game = board("holland44", "movement")
    game.apply(Action("auto-ds", hex="0504", units=("a", "b")))
    while game.decision is not None and game.decision.kind != "zb.combat":
        ends = [action for action in game.choices() if action.kind == "end"]
        game.apply(ends[0] if ends else game.choices()[0])
    table = Tabletop(game)
    do(table, "Follow up against 0504")
    assert table.desk.game.decision is not None
    assert table.desk.game.decision.kind == "zb.advance"


def _button(table: Tabletop, member: str) -> str:
    """The button of a member, as it reads now."""
    name = table.desk.hands.member_name(member)
    (found,) = (text for text in buttons(table.widget) if name.lower() in text.lower())
    return found
