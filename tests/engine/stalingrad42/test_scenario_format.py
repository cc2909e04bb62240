"""What a scenario file can say of a position: one drill uses it all, and slips are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine.chance import Seeded
from engine.errors import Problem
from engine.stalingrad42.battle.modifiers import fortified
from engine.stalingrad42.board.supply_points import mode
from engine.stalingrad42.forces.replacements import income, lacks_regiment
from engine.stalingrad42.moving.movement import frozen, volga_open
from engine.stalingrad42.options.contested_cities import besieged
from engine.stalingrad42.sequence import resource_points
from engine.stalingrad42.setting import Schedule, records
from engine.values import Action
from tests.engine.stalingrad42.setting import boxed, until
from tests.engine.zocbond.field import field, forbidden, move, noting, unit
from tests.marks import rules


@pytest.fixture
def game():
    return engine.load("stalingrad42/drills/mid-campaign", chance=Seeded(3))


@rules("stalingrad42", "18.1", "9.3.9")
def test_numbers_by_side_and_from_a_turn_on(game):
    g, s = game.rules, game.state
    assert (resource_points(g, s, "german"), resource_points(g, s, "soviet")) == (1, 2)
    assert g.resources["german"].at(29) == 0
    assert [g.air.at(turn) for turn in (1, 26, 27, 30)] == [3, 3, 1, 1]
    plain = Schedule(((0, 2),))
    assert (plain.at(1), plain.at(36)) == (2, 2)


@rules("stalingrad42", "10.4.1", "32.4", "11.6.2", "19.4", "5.5.3")
def test_what_happened_before_a_scenario_began(game):
    g, s = game.rules, game.state
    assert s.records.remnants == ("79",)
    assert not lacks_regiment(g, s, "Wiking")
    assert g.terrain_of(s, "0404") == "swamp"
    assert besieged(g, s, "0505")
    away = s.put("94", "0103").put("295", "0103")
    assert not besieged(g, away, "0505")
    assert volga_open(g, s, "soviet", "1003", "1103")
    assert s.records.baku
    assert s.records.elbrus
    until(game, "zb.move", "german")
    assert game.state.records.forts["0403"] == "german"
    assert game.state.records.special_debt == 0
    while game.state.turn == 30 or game.decision.kind != "zb.move":
        actions = game.choices()
        game.apply(next((a for a in actions if a.kind == "end"), actions[0]))
    assert game.query("place", unit="Shock HQ") == "soviet-A"


@rules("stalingrad42", "2.2.3", "9.5.6", "23.4")
def test_coasts_lakes_and_ground_out_of_play_are_drawn_as_what_they_are(game):
    g, s = game.rules, game.state
    assert g.parted(s, "0309", "0409")
    assert g.parted(s, "0908", "0907")
    assert g.ground.closed >= {"0106", "0906", "0110"}
    assert "0207" not in game.query("reach", unit="Desant", mode="tactical")


@rules("stalingrad42", "16.3.4")
def test_control_is_taken_from_the_set_up(game):
    assert game.query("control") == {"0505": "soviet", "0807": "soviet", "0306": "german"}


@rules("stalingrad42", "18.6.2", "18.6.8", "9.7.7", "23.4", "2.2.3")
def test_supply_points_works_and_water_as_they_are_at_the_start(game):
    g, s = game.rules, game.state
    assert [mode(s, unit) for unit in ("S1", "S2", "S3")] == ["moving", "dump", "dump"]
    assert records(s).double_dumps == ("S3",)
    assert not fortified(g, s, "0406", "soviet")
    assert fortified(g, noting(s, deactivated=()), "0406", "soviet")
    assert not frozen(g, s, "major-river", "0608", "0609")
    assert frozen(g, s, "major-river", "0808", "0809")
    assert g.parted(s, "0810", "0910")


@rules("stalingrad42", "21.1.1", "21.1.2")
def test_replacements_every_turn_and_by_the_turn_track(game):
    g, s = game.rules, game.state
    later = replace(s, turn=31)
    assert income(g, s, "soviet") == {"infantry": 1, "cavalry": 1}
    assert income(g, later, "soviet") == {"cavalry": 1, "special": 1}
    assert [income(g, at, "german").get("axis") for at in (s, later)] == [None, 1]
    assert set(income(g, later, "german")) - set(income(g, s, "german")) == {"axis", "tank"}


@rules("stalingrad42", "2.3.2", "9.8", "9.2.1", "5.3")
def test_a_side_of_a_counter_may_differ_from_the_one_before(game):
    g, s = game.rules, game.state
    worn = g.face(s, "79")
    assert (worn.morale, worn.bracketed, worn.black_box) == ("low", True, True)
    assert [face.dot for face in g.units["3 Pz"].faces] == ["red", "black", ""]
    assert [face.black_box for face in g.units["Coast"].faces] == [False, True]
    until(game, "zb.move", "german")
    assert "5.3" in forbidden(game, move("79", "0405", "0304", mode="extended"))
    assert "5.3" not in forbidden(game, move("295", "0504", "0503", mode="extended"))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"resources": {"germn": 1}}, "'germn'.*german"),
        ({"resources": {"german": {"soon": 1}}}, "'soon' is no turn"),
        ({"air": {"x": 1}}, "'x' is no turn"),
        ({"benchmarks": {"eight": 8}}, "'eight' is no turn"),
        ({"flotilla": "9999"}, "there is no hex '9999'"),
        ({"flotilla": "0505"}, "the flotilla cannot lie at 0505"),
        ({"besiegers": {"0505": ["gg"]}}, "there is no unit 'gg'"),
        ({"besiegers": {"9905": ["g"]}}, "there is no hex '9905'"),
        ({"building": {"0505": "allied"}}, "there is no side 'allied'"),
        ({"returns": {"g": 12}}, "unit 'g' is in play"),
        ({"returns": {"gg": 12}}, "there is no unit 'gg'"),
        ({"triangles": ["gg"]}, "there is no unit 'gg'"),
        ({"lost": {"g": 7}}, "'g' has only 2 steps"),
        ({"weather": "rian"}, "there is no weather 'rian'.*rain"),
        ({"points": {"9905": 3}}, "start.points.9905: there is no hex '9905'"),
        ({"control": {"0505": "germn"}}, "there is no side 'germn'.*german"),
        ({"control": {"9905": "german"}}, "there is no hex '9905'"),
        ({"forts": {"0505": "x"}}, "there is no side 'x'"),
        ({"contested": {"0505": "x"}}, "there is no side 'x'"),
        ({"city-battles": {"9905": 1}}, "there is no hex '9905'"),
        ({"converted": ["0101", "9905"]}, r"start.converted\[1\]: there is no hex '9905'"),
        ({"deactivated": ["9905"]}, "there is no hex '9905'"),
        ({"railheads": {"R1": "9905"}}, "there is no hex '9905'"),
        ({"asleep": ["gg"]}, "there is no unit 'gg'"),
        ({"mobile": ["gg"]}, "there is no unit 'gg'"),
        ({"transcaucasus": ["gg"]}, "there is no unit 'gg'"),
        ({"reserve-armies": {"5": ["gg"]}}, "there is no unit 'gg'"),
        ({"special": {"first-gates": ["9905"]}}, "there is no hex '9905'"),
        ({"special": {"rail-only": ["soviet-Q"]}}, "there is no area 'soviet-Q'"),
        ({"special": {"arrivals": ["soviet-Q"]}}, "there is no area 'soviet-Q'"),
        ({"special": {"fifth-area": "soviet-Q"}}, "there is no area 'soviet-Q'"),
        ({"special": {"fifth-army": ["gg"]}}, "there is no unit 'gg'"),
        ({"special": {"waits": {"gg": 2}}}, "there is no unit 'gg'"),
        ({"special": {"tactical": "allied"}}, "there is no side 'allied'"),
        ({"special": {"railhead": {"turn": 4, "hex": "9905"}}}, "there is no hex '9905'"),
        (
            {"areas": [{"id": "germn-W", "name": "W", "touches": ["0101"]}]},
            "there is no area 'germn-W'.*german",
        ),
        ({"areas": [{"id": "german-WX", "name": "W", "touches": []}]}, "no area 'german-WX'"),
    ],
)
def test_a_slip_in_a_scenario_is_one_clear_message(more, says):
    with pytest.raises(Problem, match=says):
        field("stalingrad42", [unit("g", "0101")], [unit("x", "1212")], **more)


@rules("stalingrad42", "22.1.1")
def test_every_reinforcement_has_an_area_to_come_to():
    """North of the Caspian A, B or C, south of it G to L, Germans W to Z."""
    for letter, mark, fits in (("B", "12", True), ("B", "12C", False), ("K", "12C", True)):
        area = {"id": f"soviet-{letter}", "name": letter, "touches": ["1201"]}
        due = {"arrivals": {"n": mark}, "areas": [area]}
        if fits:
            field("stalingrad42", [unit("g", "0101")], [boxed("n", "pool")], **due)
            continue
        with pytest.raises(Problem, match="there is no area where 'n' could come in"):
            field("stalingrad42", [unit("g", "0101")], [boxed("n", "pool")], **due)


@rules("stalingrad42", "19.4")
def test_what_stands_on_the_turn_track_comes_when_it_is_due():
    head = boxed("q", "pool", "soviet-hq", full=[0, 0, 5], steps=1)
    area = {"id": "soviet-A", "name": "A", "touches": ["1201"]}
    for due, place in ((9, "soviet-A"), (10, "pool")):
        start = {"phase": "initial", "side": "soviet", "returns": {"q": due}}
        played = field("stalingrad42", [unit("g", "0101")], [head], areas=[area], **start)
        assert played.query("place", unit="q") == place


@rules("stalingrad42", "9.7.2")
def test_works_that_were_begun_before_forbid_attacks_and_are_ready_next_turn():
    own, foes = [unit("g", "0504", full=[9, 4, 4])], [unit("x", "0505")]
    played = field("stalingrad42", own, foes, phase="combat", building={"0504": "german"})
    assert "9.7.2" in forbidden(played, Action("attack", hex="0505", units=("g",)))
    later = field("stalingrad42", own, foes, phase="initial", building={"0504": "german"})
    assert later.state.records.forts == {"0504": "german"}


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ({"links": {"rail-green": ["0101 0102"]}}, "there is no kind of link 'rail-green'"),
        ({"links": {"rial": ["0101 0102"]}}, "'rial'.*rail"),
        ({"sides": {"magor-river": ["0101 S"]}}, "'magor-river'.*major-river"),
        ({"tags": {"beyond-donn": ["0101"]}}, "'beyond-donn'.*beyond-don"),
        (
            {"areas": [{"id": "soviet-a", "name": "A", "touches": ["0101"]}]},
            "no area 'soviet-a'",
        ),
    ],
)
def test_a_name_of_a_board_that_nothing_reads_is_refused(board, says):
    with pytest.raises(Problem, match=says):
        field("stalingrad42", [unit("g", "0101")], [unit("x", "1212")], **board)


@rules("stalingrad42", "17.5")
def test_a_line_that_is_finished_later(game):
    assert "1005" not in game.query("rail-net", side="soviet")
    later = replace(game.state, turn=31)
    assert "1005" in game.rules.query(later, "rail-net", side="soviet")
