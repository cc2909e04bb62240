"""Pointing in the '4x games: overlays, legends, choices in the middle of a battle."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine import catalogue, load
from engine.values import Action
from tests.engine.zocbond.field import attack, field, home, unit
from tests.tutor.sitting import press
from tutor import panels
from tutor.art.symbols import SYMBOLS
from tutor.desk import Desk
from tutor.games import hands_for
from tutor.pages.contrast import differences_html
from tutor.table import Tabletop

GAMES = ("holland44", "stalingrad42")


@pytest.mark.parametrize("game", GAMES)
def test_the_bonds_of_both_sides_are_laid_over_the_map(game):
    hands = hands_for(load(f"{game}/drills/bonds-line"))
    drawn = [overlay for overlay in hands.overlay("bonds", None) if overlay.kind == "bond"]
    assert [overlay.hexes for overlay in drawn] == [("0605",)]
    assert drawn[0].sides in ((("0503", 3),), (("0504", 0),))


def test_a_broken_bond_is_shown_as_broken():
    hands = hands_for(load("holland44/drills/bonds-rivers"))
    broken = [o.path for o in hands.overlay("bonds", None) if o.kind == "bond-broken"]
    assert set(broken) == {("0408", "0608"), ("0604", "0804")}


@pytest.mark.parametrize("game", GAMES)
def test_a_move_into_a_bond_shows_the_bond_and_its_ends(game):
    played = load(f"{game}/drills/bonds-line")
    unit_there = next(u for u in ("Dorset", "76") if u in played.scenario.pieces)
    refused = played.explain(Action("move", units=(unit_there,), path=("0505", "0605")))
    found = list(hands_for(played).causes(refused.reasons))
    assert [overlay.kind for overlay in found] == ["bond", "selected"]
    assert set(found[1].hexes) == {"0604", "0606"}


@pytest.mark.parametrize("game", GAMES)
def test_supply_lines_have_an_off_road_and_a_road_part(game):
    own = [unit("a", "0405")]
    links = {"road": ["0403 0402 0401"]}
    side = "allied" if game == "holland44" else "german"
    played = field(game, own, links=links, areas=[home(side, "0401")])
    kinds = {o.kind: o.path for o in hands_for(played).overlay("supply", "a")}
    assert kinds["trace"][0] == "0405"
    assert kinds["trace-road"][-1] == "0401"
    cut = field(game, own)
    assert [o.kind for o in hands_for(cut).overlay("supply", "a")] == ["denied"]


@pytest.mark.parametrize("game", GAMES)
def test_every_overlay_has_a_line_in_the_legend(game):
    hands = hands_for(load(f"{game}/drills/bonds-line"))
    legend = hands.legend()
    assert set(legend) == {key for key, _ in hands.overlays}
    shown = panels.legend_html(legend, {"bonds"})
    assert "chain" in shown
    assert panels.legend_html(legend, set()) == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_owner_of_a_crowded_hex_finds_his_choices_as_buttons(game):
    foes = [unit(name, "0404", full=[1, 2, 4]) for name in "wxyz"]
    played = field(game, [unit("a", "0403", full=[6, 4, 4])], foes, phase="combat", dice=[3])
    played.apply(attack("0404", "a"))
    hands = hands_for(played)
    assert {action.kind for action in hands.listed()} == {"muster"}
    assert all("defend" in hands.action_name(action) for action in hands.listed())


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_battle_is_told_before_the_attack(game):
    foes = [unit("x", "0404")]
    played = field(game, [unit("a", "0403", full=[12, 4, 4])], foes, phase="combat")
    desk = Desk(played)
    outlook = desk.hands.whole_battle(attack("0404", "a"))
    assert sum(outlook["vacated"].values()) == Fraction(1)
    told = panels.battle_html(outlook)
    assert "given up" in told
    assert "Reckoned" in told
    assert panels.battle_html(desk.hands.whole_battle(Action("end"))) == ""


def test_the_differences_name_both_games_and_cite_both_rulebooks():
    html = differences_html("stalingrad42", "holland44")
    assert html.index("Stalingrad") < html.index("Holland")
    assert "7.4.1" in html
    assert "no limit" in html


def test_the_log_tells_the_german_nothing_of_a_change_of_boxes():
    armies = [unit(n, h, "reserve-army", full=[0, 0, 3], steps=1) for n, h in HEADS.items()]
    rows = [unit("x", "")]
    rows[0]["box"] = "mask-1"
    del rows[0]["hex"]
    game = field(
        "stalingrad42",
        [unit("g", "0101")],
        [*armies, *rows],
        side="soviet",
        turn=22,
        areas=[{"id": "soviet-A", "name": "A", "touches": ["1201", "1202", "1203"]}],
        rules={"maskirovka": True},
        masks={"R": "mask-1", "Q": "mask-2"},
        links={"road": ["1203 1103 1003 0903 0803 0703"]},
    )
    game.apply(Action("army-in", unit="x", army="Q"))
    desk = Desk(game)
    for viewer, heard in ((None, True), ("soviet", True), ("german", False), ("", False)):
        desk.hands.viewer = viewer
        assert ("s42.mask.in" in {event.key for event in desk.heard(game.log)}) is heard


HEADS = {"R": "0703", "Q": "1003"}


def test_a_box_beside_the_map_is_named_with_the_names_of_the_sides():
    hands = hands_for(load("holland44/drills/bonds-line"))
    assert hands.place_name("destroyed-allied") == "Destroyed Allies"
    assert hands.place_name("destroyed-german") == "Destroyed German"
    assert hands.place_name("in-the-air") == "Transport planes"


@pytest.mark.parametrize("game", GAMES)
def test_every_branch_has_a_symbol_of_its_own(game):
    kinds = {
        (piece.kind, hands.counter(name, frozenset()).symbol)
        for scenario in catalogue.scenario_ids(game)
        for hands in [hands_for(load(scenario))]
        for name, piece in hands.game.scenario.pieces.items()
    }
    assert kinds
    unknown = {kind for kind, symbol in kinds if symbol not in (*SYMBOLS, "?")}
    assert not unknown, "letters in the box are codes nobody explains"


def test_a_counter_with_a_question_mark_is_explained():
    kinds = {"stalingrad42": "reserve-army", "holland44": "unknown"}
    for scenario in ("stalingrad42/white-steppe", "holland44/five-days"):
        hands = hands_for(load(scenario))
        game, pieces = hands.game.scenario.game, hands.game.scenario.pieces
        hidden = next(name for name, piece in pieces.items() if piece.kind == kinds[game])
        assert hands.counter(hidden, frozenset()).symbol == "?"
        assert "know" in hands.unit_text(hidden)
        assert "<strong>?</strong>" in hands.key_html()


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_phase_is_not_reckoned_into_the_next_turn(game, monkeypatch):
    desk = Desk(load(f"{game}/drills/bonds-line"))
    asked = []
    monkeypatch.setattr(desk.game, "outlook", lambda action: asked.append(action) or [])
    assert panels.foreseen_html(desk, [Action("end")]) == ""
    assert not asked


def test_who_comes_in_may_pause_on_a_further_hex_to_detach():
    rows = [unit(n, "", kind="motorized", full=[9, 4, 6]) for n in "ap"]
    rows[0]["box"], rows[1]["box"] = "allied-N", "detachments"
    rows[1] |= {"steps": 1, "size": "detachment"}
    for row in rows:
        del row["hex"]
    areas = [{"id": "allied-N", "name": "N", "touches": ["0512"]}]
    hands = hands_for(field("holland44", rows, [unit("x", "0101")], areas=areas))
    hands.pointer.unit = "a"
    (pause,) = (tool for tool in hands.tools() if tool.text.startswith("Pause in the next hex"))
    pause.press()
    into = hands.extend("a", ("allied-N", "0512"), "0511")
    assert into.action == Action("enter", unit="a", path=("0512", "0511"), pause=True)
    assert hands.game.explain(into.action)
    first = hands.extend("a", ("allied-N",), "0512")
    assert "pause" not in first.action


def test_a_defence_in_brackets_is_drawn_in_brackets():
    hands = hands_for(load("stalingrad42/drills/parade"))
    assert hands.counter("6A", frozenset()).numbers == ("0-(1)", "4")
    assert hands.counter("71", frozenset()).numbers == ("4-6", "3")


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_who_has_moved_or_can_only_rout_is_not_said_to_be_able(game: str) -> None:
    mine = [unit("a", "0505"), unit("b", "0707")]
    table = Tabletop(field(game, mine, [unit("x", "0101")]))
    desk = table.desk
    assert set(desk.hands.pickable()) == {"a", "b"}
    desk.act(Action("move", units=("a",), path=("0505", "0506")))
    table.refresh()
    assert desk.hands.pickable() == ("b",)
    assert "1 unit can act. Click it" in table.selection.value
    for _ in range(3):
        press(table, "n")
        assert desk.pointer.unit == "b"
    desk.pick("a")
    assert "zb.move.again" in {reason.key for reason in desk.notice.reasons}
    assert not [over for over in desk.hands.lit("a") if over.kind.startswith("reach")]


@pytest.mark.parametrize("game", GAMES)
def test_who_is_clicked_and_has_nothing_to_do_is_answered(game: str) -> None:
    mine = [unit("a", "0505"), unit("b", "0909")]
    desk = Desk(field(game, mine, [unit("x", "0504")], phase="combat"))
    desk.pick("b")
    assert desk.notice.text == f"{desk.hands.unit_name('b')} has nothing to do now."
    assert not desk.notice.reasons, "that it stands where it stands is no reason"
