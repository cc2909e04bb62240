"""Conflict of Heroes at the desk: counters, moves, fire planned first, sight lines, the curtain."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from engine.chance import Scripted, Seeded
from engine.values import Action
from engine.verdict import Verdict
from tests.marks import rules
from tests.tutor.sitting import buttons, do, words
from tutor.desk import Desk
from tutor.games.conflict_of_heroes import words as figures
from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands
from tutor.table import Tabletop

GAME = "conflict-of-heroes"
FIGHT = """
title = "A small fight"
game = "conflict-of-heroes"
board = "practice"
summary = "For tests."
section = {section}

[rounds]
last = 2

[cap]
german = 4
soviet = 3

{more}

[[side]]
id = "german"
name = "German"
palette = "german"
units = [
  {{ id = "GA", type = "german-rifles", hex = "G5", facing = "S" }},
  {{ id = "GB", type = "german-hmg", hex = "G4", facing = "S" }},
]

[[side]]
id = "soviet"
name = "Soviet"
palette = "soviet"
units = [
  {{ id = "SA", type = "soviet-rifles", hex = "G9", facing = "N"{soviet} }},
  {{ id = "SB", type = "soviet-smg", hex = "H3", facing = "N"{second} }},
]
"""
START = '[start]\nturn = "german"'


@pytest.fixture
def fight(tmp_path: Path) -> Iterator[Any]:
    """Open a small firefight."""

    def opened(
        section: int = 1, more: str = START, soviet: str = "", second: str = "", source: Any = None
    ) -> Any:
        file = tmp_path / "fight.toml"
        text = FIGHT.format(section=section, more=more, soviet=soviet, second=second)
        file.write_text(text)
        return catalogue.load(str(file), source or Seeded(1))

    return opened


def seen(desk: Desk) -> dict[str, list[Any]]:
    """The counters on the board and beside it."""
    view = desk.view()
    found = {place: list(stack) for place, stack in view.counters.items()}
    return found | {box.id: list(box.counters) for box in view.boxes}


@rules("conflict-of-heroes", "1.1", "7.1", "7.2", "5.2")
def test_a_counter_bears_its_figures_and_its_facing(fight: Any) -> None:
    counter = seen(Desk(fight()))["G4"][0]
    figures = counter.figures
    assert (figures.fire, figures.move, figures.red_fire, figures.blue_fire) == ("2", "2", "4", "1")
    assert (figures.front, figures.flank, figures.range) == ("12", "11", "8")
    assert figures.white == {"red"}
    assert counter.facing == 3


@rules("conflict-of-heroes", "7.4")
def test_a_hit_is_a_hit_to_the_enemy_and_has_a_name_to_its_owner(fight: Any) -> None:
    desk = Desk(fight(soviet=', hit = "suppressed"'))
    desk.match.bots = {"soviet": "greedy"}
    (counter,) = seen(desk)["G9"]
    assert counter.figures.band == "HIT"
    assert counter.figures.fire == "4", "the marker's figures would tell which it is"
    desk.match.bots = {"german": "greedy"}
    (counter,) = seen(desk)["G9"]
    assert counter.figures.band == "SUPPRESSED"
    assert counter.figures.fire == "5"


@rules("conflict-of-heroes", "10.0", "10.1")
def test_a_hidden_unit_is_a_blank_counter_beside_the_map_to_the_enemy(fight: Any) -> None:
    desk = Desk(fight(2, second=", hidden = true"))
    desk.match.bots = {"soviet": "greedy"}
    board = seen(desk)
    (blank,) = board["hidden-somewhere"]
    assert blank.name == "?"
    assert blank.figures is None
    assert "SB" not in blank.id
    assert "H3" not in board
    assert "SB" not in repr(desk.view())
    assert "SMG" not in desk.hands.describe("H3")
    desk.match.bots = {"german": "greedy"}
    (own,) = seen(desk)["H3"]
    assert own.id == "SB"
    assert "ghost" in own.states


@rules("conflict-of-heroes", "3.0", "3.1", "3.22")
def test_a_unit_is_activated_and_moves_in_the_way_of_paying_that_is_chosen(fight: Any) -> None:
    desk = Desk(fight())
    assert set(desk.hands.pickable()) == {"GA", "GB"}
    desk.pick("GA")
    assert desk.hands.ways("GA") == [Action("activate", unit="GA")]
    desk.click("G6")
    assert [r.rule for r in desk.notice.reasons] == ["3.0"]
    desk.act(Action("activate", unit="GA"))
    desk.pick("GA")
    offered = [desk.hands.action_name(a) for a in desk.hands.ways("GA")]
    assert "Fire at G9: 42%" in [tool.text for tool in desk.hands.tools()]
    assert not any(name.startswith("Move") for name in offered), "moves are pointed at"
    assert "Turn ↗ NE (1 AP)" in offered
    desk.click("G6")
    assert desk.where("GA") == "G6"
    assert desk.game.state.ap["german"] == 6
    desk.act(Action("pass"))
    desk.set_mode("cap")
    desk.pick("GB")
    desk.pointer.facing = "NW"
    desk.click("G5")
    assert (desk.where("GB"), desk.game.state.cap["german"]) == ("G5", 2)
    assert desk.game.state.of("GB").facing == 5


@rules("conflict-of-heroes", "7.0", "3.23")
def test_fire_is_planned_with_its_chances_before_it_is_let_go(fight: Any) -> None:
    game = fight(source=Scripted([2, 2]))
    desk = Desk(game)
    desk.set_mode("opportunity")
    desk.pick("GA")
    desk.click("G9")
    assert (desk.pointer.target, desk.pointer.members) == ("G9", ("GA",))
    assert game.history[-1].action is None, "nothing has been fired yet"
    told = words(desk.hands.plan_html(desk.pointer.target, desk.pointer.members))
    assert "red defence 12 less firepower 4" in told
    assert "0 CAP 8 42%" in told
    assert "1 CAP 7 58%" in told
    assert "2 CAP 6 72%" in told
    desk.commit()
    assert game.decision.kind == "coh.aim"
    names = [desk.hands.action_name(a) for a in desk.hands.listed()]
    assert names == ["Roll with 0 CAP: 42%", "Roll with 1 CAP: 58%", "Roll with 2 CAP: 72%"]
    assert "0 CAP 8 42%" in words(desk.hands.plan_html(None, ()))
    desk.act(Action("roll", target="SA", cap=0))
    assert any(event.key == "coh.shot.miss" for event in game.log)


@rules("conflict-of-heroes", "7.0")
def test_the_chances_are_those_of_two_dice() -> None:
    assert [figures.at_least(n) for n in (2, 7, 12, 13)] == [
        Fraction(1), Fraction(21, 36), Fraction(1, 36), Fraction(0),
    ]  # fmt: skip
    assert figures.at_least(6, dice=1) == Fraction(1, 6)
    assert figures.percent(Fraction(1)) == "100%"
    assert figures.percent(Fraction(0)) == "0%"


@rules("conflict-of-heroes", "7.63")
def test_one_may_close_in_instead_of_firing(fight: Any) -> None:
    game = fight(soviet="").state  # a look at the plain position first
    assert game.position.place("SA") == "G9"
    desk = Desk(fight())
    desk.game.apply(Action("move", unit="GB", path=("H4",), facing="S", pay="opportunity"))
    desk.game.apply(Action("pass"))
    desk.set_mode("opportunity")
    desk.pick("GA")
    assert desk.hands.group("G9") == ("GA",)
    assert desk.hands.beside("G9") == []
    assert desk.hands.group("G6") is None


@rules("conflict-of-heroes", "6.0")
def test_a_sight_line_names_what_is_in_its_way(fight: Any) -> None:
    desk = Desk(fight())
    desk.toggle("sight")
    desk.click("D2")
    assert "D2" in desk.notice.text
    desk.click("D7")
    assert "woods in D4 and woods in D5" in desk.notice.text
    kinds = {overlay.kind: overlay for overlay in desk.view().overlays}
    assert kinds["sight"].path == ("D2", "D7")
    assert set(kinds["cause"].labels()) == {"D4", "D5"}
    desk.click("G2")
    desk.click("G4")
    assert "G2 and G4 see each other, 2 hexes." in desk.notice.text
    desk.click("G2")
    desk.click("G3")
    assert "G2 and G3 see each other, 1 hex." in desk.notice.text


@rules("conflict-of-heroes", "6.0", "6.1")
def test_field_arc_and_range_are_shown_on_demand(fight: Any) -> None:
    desk = Desk(fight())
    desk.pick("GA")
    for key in ("field", "arc"):
        desk.toggle(key)
    overlays = desk.view().overlays
    field = next(o for o in overlays if o.kind == "field")
    assert "G6" in field.labels()
    assert "H1" not in field.labels()
    ranges = [o for o in overlays if o.kind == "range"]
    assert {o.text for o in ranges} == {"range 5", "long range 10, firepower -2"}
    assert "G4" not in ranges[-1].labels(), "behind it"


@rules("conflict-of-heroes", "3.2", "2.4", "8.0")
def test_the_tracks_tell_round_ap_cap_points_and_the_own_hand_only(fight: Any) -> None:
    more = START + '\n[cards]\ngerman = ["bonus-cap"]\nsoviet = ["sniper"]\n'
    desk = Desk(fight(2, more))
    desk.match.bots = {"soviet": "greedy"}
    desk.view()
    told = words(desk.hands.tracks_html())
    assert "Round 1 of 2" in told
    assert "Bonus cap" in told
    assert "Sniper" not in told
    assert "GERMAN" in told.upper()
    assert "round one" in words(desk.hands.key_html())


@rules("conflict-of-heroes", "9.1", "9.11")
def test_a_group_moves_the_way_of_its_leader(fight: Any) -> None:
    desk = Desk(fight(2))
    desk.set_mode("opportunity")
    desk.pick("GA")
    assert desk.hands.helpers() == (("GB", False),)
    desk.hands.join("GB")
    desk.set_mode("opportunity")
    proposal = desk.hands.propose("GA", "G6")
    assert proposal is not None
    assert proposal.action.get("to") == ("G6", "G5")
    desk.click("G6")
    assert (desk.where("GA"), desk.where("GB")) == ("G6", "G5")


@rules("conflict-of-heroes", "9.12")
def test_support_is_put_in_by_its_button(fight: Any) -> None:
    table = Tabletop(fight(2))
    table.desk.set_mode("opportunity")
    table.desk.pick("GA")
    table.desk.click("G9")
    table.refresh()
    names = buttons(table.choices)
    assert "add German HMG 34 GB" in names
    assert "with German Rifles GA" not in names
    do(table, "add German HMG 34 GB")
    assert table.desk.pointer.members == ("GA", "GB")
    assert "less firepower 5" in words(table.plan.value)
    do(table, "Fire")
    assert table.desk.game.decision.kind == "coh.aim"


def everything(table: Tabletop) -> str:
    """All the texts and pictures of a table as the page gets them."""
    from tests.tutor.sitting import all_widgets

    texts = [
        str(getattr(w, name, ""))
        for w in all_widgets(table.widget)
        for name in ("value", "description", "tooltip")
    ]
    return " ".join(texts) + repr(table.desk.view())


SECRET = ("Soviet SMG", "'SB'", "name='SMG'")
"""What would tell of the hidden unit."""


def told(table: Tabletop, *texts: str) -> list[str]:
    """Those of some texts that the page gets to know."""
    whole = everything(table)
    return [text for text in texts if text in whole]


@rules("conflict-of-heroes", "7.4", "8.0", "10.0")
def test_between_two_learners_a_curtain_falls(fight: Any) -> None:
    more = START + '\n[cards]\ngerman = ["bonus-cap"]\nsoviet = ["sniper"]\n'
    table = Tabletop(fight(2, more, second=", hidden = true"), screens=True)
    assert "Hand the screen over" in words(table.selection.value)
    assert set(buttons(table.choices)) == {
        "I play the German side: show me", "We may both see everything",
        "German: Pass", "German: Stall (1 CAP)",
    }  # fmt: skip
    assert not told(table, "Bonus cap", *SECRET)
    do(table, "I play the German side: show me")
    assert told(table, "Bonus cap")
    assert not told(table, "Sniper", *SECRET)
    do(table, "Pass")
    assert not told(table, "Bonus cap", *SECRET)
    table.desk.click("G5", "GA")
    assert table.desk.pointer.unit is None
    do(table, "I play the Soviet side: show me")
    assert told(table, "name='SMG'")
    assert not told(table, "Bonus cap")


@rules("conflict-of-heroes", "10.0")
def test_who_has_nothing_to_hide_needs_no_curtain(fight: Any) -> None:
    table = Tabletop(fight(2, START, second=", hidden = true"), screens=True)
    assert not table.desk.curtain
    for _ in range(2):
        assert table.desk.hands.viewer == "german"
        assert not told(table, *SECRET)
        do(table, "Stall (1 CAP)")
        assert table.desk.curtain
        assert not told(table, *SECRET)
        do(table, "I play the Soviet side: show me")
        assert told(table, "name='SMG'")
        table.desk.click("G5", "GA")
        table.refresh()
        do(table, "Stall (1 CAP)")
    do(table, "Undo")
    assert table.desk.curtain, "the Soviet player may not sit here"
    assert not told(table, *SECRET)


def test_where_nothing_lies_face_down_no_curtain_falls(fight: Any) -> None:
    table = Tabletop(fight(), screens=True)
    do(table, "Pass")
    assert table.desk.game.decision.side == "soviet"
    assert "Pass" in buttons(table.choices)


@rules("conflict-of-heroes", "8.0")
def test_open_hands_are_a_choice_of_the_players(fight: Any) -> None:
    more = START + '\n[cards]\ngerman = ["bonus-cap"]\nsoviet = ["sniper"]\n'
    table = Tabletop(fight(2, more), screens=True)
    do(table, "We may both see everything")
    assert not table.desk.curtain
    do(table, "Pass")
    assert "Sniper" in table.tracks.value


@rules("conflict-of-heroes", "10.0")
def test_a_refusal_of_the_desk_tells_nothing_of_a_hidden_enemy(fight: Any) -> None:
    desk = Desk(fight(2, second=", hidden = true"))
    desk.match.bots = {"soviet": "greedy"}
    told: list[Verdict] = []
    desk.on_action.append(lambda _, verdict: told.append(verdict))
    desk.set_mode("opportunity")
    desk.pick("GB")
    desk.click("H3")
    assert all("SB" not in reason.units for verdict in told for reason in verdict.reasons)


def test_the_hands_are_those_of_the_game(fight: Any) -> None:
    assert isinstance(Desk(fight()).hands, ConflictOfHeroesHands)
