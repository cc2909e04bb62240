"""Chapter 34: reserve armies, their boxes, and what the German may know of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import engine
from engine import bots, catalogue
from engine.chance import Chance, Scripted, Seeded
from engine.errors import Problem
from engine.game import Game
from engine.stalingrad42.sequence import close_turn
from engine.values import Action
from engine.verdict import Course
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import (
    ALL,
    MASKS,
    ROAD,
    WHITE_STEPPE,
    army,
    boxed,
    masked,
    until,
)
from tests.engine.zocbond.field import field, forbidden, move, noting, unit
from tests.marks import rules
from tutor.games.zocbond.hands import ZocBondHands


@rules("stalingrad42", "34.1.1")
def test_armies_arrive_in_turn_21_with_secret_markers():
    rows = [{**army(n, ""), "box": "pool"} for n in ("R", "Q")]
    for row in rows:
        del row["hex"]
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [*rows, unit("x", "1010")],
        phase="turn",
        turn=20,
        last=21,
        areas=ALL,
        rules=MASKS,
    )
    until(played, "s42.mask-arrival")
    assert played.state.turn == 21
    bad = Action("mask", unit="R", hex="german-W", box="mask-1")
    assert "34.1.1" in forbidden(played, bad)
    played.apply(Action("mask", unit="R", hex="soviet-A", box="mask-4"))
    again = Action("mask", unit="Q", hex="soviet-A", box="mask-4")
    assert "34.1.1" in forbidden(played, again)
    done = Action("mask", unit="Q", hex="soviet-A", box="mask-2")
    played.apply(done)
    assert played.state.records.masks == {"R": "mask-4", "Q": "mask-2"}
    assert "mask-2" not in str(played.query("heard", side="german", action=done))
    assert "mask-2" in str(played.query("heard", side="soviet", action=done))


@rules("stalingrad42", "34.1.2")
def test_armies_that_begin_together_swap_markers_or_pretend():
    rows = [{**army(n, ""), "box": "soviet-A"} for n in ("R", "Q")]
    for row in rows:
        del row["hex"]
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [*rows, army("P", "0909")],
        phase="initial",
        side="soviet",
        turn=22,
        areas=ALL,
        rules=MASKS,
        masks={"R": "mask-1", "Q": "mask-2", "P": "mask-3"},
    )
    until(played, "zb.move")
    swap = Action("swap-masks", units=("R", "Q"), truly="yes")
    assert "34.1.2" in forbidden(played, Action("swap-masks", units=("R", "P"), truly="yes"))
    played.apply(swap)
    assert played.state.records.masks["R"] == "mask-2"
    assert "34.1.2" in forbidden(played, swap)
    feint = played.query("heard", side="german", action=swap)
    assert feint == Action("swap-masks", units=("R", "Q"))


@rules("stalingrad42", "34.1.1", "34.1.2")
def test_the_german_sees_neither_boxes_nor_markers():
    foes = [boxed("x", "mask-1"), boxed("y", "mask-2"), unit("z", "1010")]
    played = masked(foes=foes)
    assert played.query("view", side="soviet")["x"] == "mask-1"
    seen = played.query("view", side="german")
    assert (seen["x"], seen["y"], seen["z"]) == ("unseen", "unseen", "1010")
    assert played.query("boxes") == {"R": ["x"], "Q": ["y"]}
    assert played.query("boxes", viewer="german") == {}
    assert played.rules.seen(played.state, "german").records.masks == {"R": "", "Q": ""}
    with pytest.raises(Problem):
        played.query("boxes", viewer="nobody")


@rules("stalingrad42", "34.1.2")
def test_what_the_german_may_do_is_the_same_whatever_is_in_the_boxes():
    own = [unit("g", "0603"), unit("h", "0604", "tank", full=[9, 9, 6])]
    full = masked(own, [boxed("x", "mask-1"), boxed("y", "mask-1")], side="german")
    empty = masked(own, [boxed("x", "mask-2"), boxed("y", "mask-2")], side="german")
    assert set(full.choices()) == set(empty.choices())
    for action in full.choices():
        assert str(full.tally(action)) == str(empty.tally(action))


@rules("stalingrad42", "34.2")
def test_an_army_has_a_zone_only_while_a_unit_is_shown():
    played = masked(foes=[boxed("x", "mask-1")])
    near = next(iter(played.scenario.board.neighbours("0703")))
    assert near not in played.query("zoc", side="soviet")
    played.apply(Action("show", unit="x"))
    assert near in played.query("zoc", side="soviet")
    assert "34.2" in forbidden(played, Action("hide", unit="x"))
    assert "34.2" in forbidden(played, move("x", "0703", near))
    assert "34.2" in forbidden(played, Action("show", unit="x"))


@rules("stalingrad42", "34.2")
def test_a_shown_unit_goes_along_and_is_hidden_again():
    played = masked([unit("g", "0101")], [unit("x", "0703")], masks={"R": "mask-1", "Q": "mask-2"})
    state = noting(played.state, shown={"x": "R"})
    g = played.rules
    assert g.explain(state, Action("hide", unit="x"))
    course = Course(Chance(Scripted.dice([])))
    after = g.apply(state, move("R", "0703", "0702"), course)
    assert after.place("x") == "0702"
    hidden = g.apply(state, Action("hide", unit="x"), course)
    assert hidden.place("x") == "mask-1"
    assert "34.6.1" in {
        r.rule for r in g.all_of(Chapter.cannot_attack, state, lone_attack("0603"), "x")
    }


def lone_attack(hex):

    return Battle("soviet", hex, ("x",))


@rules("stalingrad42", "34.2")
def test_a_box_holds_eight():
    foes = [boxed(f"x{i}", "mask-1") for i in range(8)] + [boxed("y", "soviet-A")]
    played = masked(foes=foes)
    assert "34.2" in forbidden(played, Action("army-in", unit="y", army="R"))
    assert played.explain(Action("army-in", unit="y", army="Q"))


@rules("stalingrad42", "34.2", "19.4")
def test_an_empty_army_is_run_over_and_returns_in_two_turns():
    played = masked([unit("g", "0603")], side="german")
    played.apply(move("g", "0603", "0703"))
    assert played.state.place("g") == "0703"
    assert played.state.place("R") == "pool"
    assert played.state.records.returns == {"R": 24}
    assert played.state.records.masks["R"] == "mask-1"


@rules("stalingrad42", "34.2")
def test_a_german_who_walks_into_a_manned_army_stops_before_it():
    played = masked([unit("g", "0503"), unit("h", "0604")], [boxed("x", "mask-1")], side="german")
    played.apply(move("g", "0503", "0603", "0703"))
    assert played.state.place("g") == "0603"
    assert played.state.place("R") == "0703"
    assert "34.2" in forbidden(played, move("h", "0604", "0703"))
    assert played.query("view", side="german")["x"] == "unseen"


@rules("stalingrad42", "34.2", "19.3")
def test_an_entry_from_an_area_meets_an_army_as_a_move_does():
    empty = masked([boxed("g", "german-W")], side="german", seat="0102")
    empty.apply(Action("enter", unit="g", path=("0102",)))
    assert (empty.state.place("g"), empty.state.place("R")) == ("0102", "pool")
    foes = [boxed("x", "mask-1")]
    own = [boxed("g", "german-W"), boxed("h", "german-W")]
    manned = masked(own, foes, side="german", seat="0102")
    assert not [e for e in manned.told("german") if e.key == "s42.mask.felt"]
    manned.apply(Action("enter", unit="g", path=("0102",)))
    assert (manned.state.place("g"), manned.state.place("R")) == ("german-W", "0102")
    assert "5.1" in forbidden(manned, Action("enter", unit="g", path=("0101",)))
    assert "34.2" in forbidden(manned, Action("enter", unit="h", path=("0102",)))
    manned.apply(Action("enter", unit="h", path=("0101",)))


@rules("stalingrad42", "34.2")
def test_an_entry_that_goes_on_stops_in_the_hex_before_an_army():
    links = {"road": ["0102 0202 0302"]}
    played = masked(
        [boxed("g", "german-W")], [boxed("x", "mask-1")], side="german", seat="0302", links=links
    )
    played.apply(Action("enter", unit="g", path=("0102", "0202", "0302")))
    assert played.state.place("g") == "0202"


@rules("stalingrad42", "34.3.1")
def test_an_army_moves_as_fast_as_the_slowest_inside():
    slow = boxed("x", "mask-1", full=[4, 4, 2])
    played = masked(foes=[slow, boxed("t", "mask-2", "tank", full=[5, 5, 6])])
    assert played.rules.allowance(played.state, "R") == 2
    assert played.rules.allowance(played.state, "Q") == 6
    assert played.rules.allowance(masked().state, "R") == 3
    assert not played.scenario.pieces["R"].mechanized
    far = ("0703", "0704", "0705")
    assert played.explain(move("R", *far, mode="tactical"))
    assert played.explain(move("R", *far, "0706", mode="extended"))


@rules("stalingrad42", "34.3.1", "34.5")
def test_a_replacement_inside_slows_it_to_a_hex():
    played = masked(foes=[boxed("x", "mask-1")], marks={"x": ["replaced"]})
    assert "34.3.1" in forbidden(played, move("R", "0703", "0704"))
    assert played.explain(move("R", "0703", "0704", mode="tactical"))
    assert not played.explain(move("R", "0703", "0704", "0705", mode="tactical"))


@rules("stalingrad42", "34.3.1")
def test_it_moves_before_it_takes_units_in_not_after():
    played = masked(foes=[boxed("y", "soviet-A")])
    played.apply(move("Q", "1003", "0903"))
    played.apply(Action("army-in", unit="y", army="Q"))
    other = masked(foes=[boxed("y", "soviet-A")])
    other.apply(Action("army-in", unit="y", army="Q"))
    assert "5.1" in forbidden(other, move("Q", "1003", "0903"))


@rules("stalingrad42", "34.3.2")
def test_only_an_empty_army_goes_by_rail():
    links = {"rail": ["1003 0903 0803 0703 0603"], "road": ["1203 1103 1003"]}
    played = masked(foes=[boxed("x", "mask-1")], links=links)
    assert "34.3.2" in forbidden(played, Action("rail", unit="R", hex="0803"))
    events = played.apply(Action("rail", unit="Q", hex="0803"))
    assert "s42.mask.empty" in {event.key for event in events}


@rules("stalingrad42", "34.3.3")
def test_between_areas_unless_somebody_inside_is_in_disorder():
    rows = [{**army(n, ""), "box": "soviet-A"} for n in ("R", "Q")]
    for row in rows:
        del row["hex"]
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [*rows, boxed("x", "mask-1"), boxed("y", "mask-2")],
        side="soviet",
        turn=22,
        areas=ALL,
        rules=MASKS,
        masks={"R": "mask-1", "Q": "mask-2"},
        marks={"x": ["disrupted"]},
    )
    assert "34.3.3" in forbidden(played, Action("pass-area", unit="R", to="soviet-C"))
    assert played.explain(Action("pass-area", unit="Q", to="soviet-C"))


@rules("stalingrad42", "34.4.1")
def test_four_ways_into_a_box():
    links = {**ROAD, "rail": ["1203 1103 1003 0903 0803"]}
    foes = [
        boxed("new", "soviet-H"),
        boxed("old", "soviet-A"),
        boxed("south", "soviet-H"),
        boxed("in", "mask-2"),
        boxed("also", "mask-2"),
        unit("rail", "0803"),
        unit("rail2", "0903"),
        unit("field", "0808"),
    ]
    played = masked(foes=foes, links=links, arrivals={"new": "22C"})
    assert "34.4.1" in forbidden(played, Action("army-in", unit="south", army="R"))
    assert "34.4.1" in forbidden(played, Action("army-in", unit="field", army="R"))
    for name in ("new", "old", "in", "rail"):
        action = Action("army-in", unit=name, army="R")
        assert played.explain(action), name
        events = played.apply(action)
        assert all("R" not in event.units for event in events)
        assert "army" not in played.query("heard", side="german", action=action)
    assert "34.4.1" in forbidden(played, Action("army-in", unit="also", army="R"))
    assert "34.4.1" in forbidden(played, Action("army-in", unit="rail2", army="R"))
    assert set(played.state.position.at("mask-1")) == {"new", "old", "in", "rail"}


@rules("stalingrad42", "34.1.2", "34.4.1")
def test_the_german_hears_who_goes_into_a_box_but_nothing_of_a_change_of_boxes():
    foes = [boxed("old", "soviet-A"), boxed("in", "mask-2")]
    played = masked(foes=foes)
    enter, change = (Action("army-in", unit=name, army="R") for name in ("old", "in"))
    assert played.query("heard", side="german", action=enter) == Action("army-in", unit="old")
    assert played.query("heard", side="german", action=change) == Action("army-in")
    played.apply(enter)
    played.apply(change)
    assert [e.units for e in played.told("german") if e.key == "s42.mask.in"] == [("old",)]
    assert len([e for e in played.told("soviet") if e.key == "s42.mask.in"]) == 2


@rules("stalingrad42", "34.4.1")
def test_an_army_cut_off_from_the_north_takes_nobody_in():
    played = masked(foes=[boxed("y", "soviet-A")], seat="0310")
    assert "34.4.1" in forbidden(played, Action("army-in", unit="y", army="R"))


@rules("stalingrad42", "34.4.2")
def test_one_unit_a_turn_leaves_for_an_area():
    played = masked(foes=[boxed("x", "mask-1"), boxed("y", "mask-1")])
    assert "34.4.2" in forbidden(played, Action("army-out", unit="x", to="soviet-H"))
    played.apply(Action("army-out", unit="x", to="soviet-A"))
    assert played.state.place("x") == "soviet-A"
    assert "34.4.2" in forbidden(played, Action("army-out", unit="y", to="soviet-A"))
    assert "34.4.1" in forbidden(played, Action("army-in", unit="y", army="Q"))


@rules("stalingrad42", "34.4.2", "34.7")
def test_units_that_come_out_unmask_their_army_which_leaves():
    played = masked(foes=[boxed("x", "mask-1"), boxed("y", "mask-1"), boxed("z", "mask-1")])
    played.apply(move("R", "0703", "0704"))
    played.apply(Action("come-out", unit="x"))
    assert played.state.place("x") == "0704"
    assert "34.4.2" in forbidden(played, move("R", "0704", "0705"))
    assert played.explain(move("x", "0704", "0604"))
    g, s = played.rules, played.state
    after = close_turn(g, s, "soviet", Course(Chance(Scripted.dice([]))))
    assert {after.place(u) for u in "xyz"} == {"0704"}
    assert after.place("R") == "pool"
    assert after.records.returns == {"R": 24}
    assert g.excess(after, "soviet", "0704") == 1
    assert close_turn(g, s, "german", Course(Chance(Scripted.dice([])))) is s


@rules("stalingrad42", "34.5")
def test_replacements_go_straight_into_a_box():
    played = masked(
        foes=[boxed("x", "mask-1"), boxed("d", "destroyed-soviet")],
        phase="initial",
        lost={"x": 1, "d": 2},
        replacements={"soviet": {"infantry": 2}},
    )
    until(played, "s42.resources")
    played.apply(Action("replace", unit="x"))
    quietly = Action("replace", unit="x", of="infantry")
    assert played.query("heard", side="german", action=quietly) == Action("replace")
    assert played.query("heard", side="soviet", action=quietly) == quietly
    back = Action("rebuild", unit="d", to="mask-2")
    assert "to" not in played.query("heard", side="german", action=back)
    played.apply(back)
    assert played.query("boxes") == {"R": ["x"], "Q": ["d"]}
    until(played, "zb.move")
    assert "34.3.1" in forbidden(played, move("Q", "1003", "0903"))


@rules("stalingrad42", "34.1.2")
def test_no_choice_of_the_german_betrays_a_box():
    game = Game(catalogue.rules_of(WHITE_STEPPE), Seeded(5))
    german, soviet = bots.make_bot("random", 1), bots.make_bot("random", 2)
    looks = 0
    for _ in range(90):
        owed = game.decision
        if owed is None:
            break
        if owed.side == "german" and any(game.state.records.masks.values()):
            known = game.rules.seen(game.state)
            assert not any(known.position.at(f"mask-{n}") for n in range(1, 7))
            assert set(known.records.masks.values()) == {""}
            looks += 1
        game.apply((german if owed.side == "german" else soviet).choose(game))
    assert looks


@rules("stalingrad42", "34.1.2")
def test_nothing_that_the_german_is_told_names_a_unit_in_a_box():
    game = Game(catalogue.rules_of(WHITE_STEPPE), Seeded(3))
    luck, boxes, silent = random.Random(3), {f"mask-{n}" for n in range(1, 7)}, 0
    while game.decision is not None:
        before, actions = game.state, game.choices()
        secret = [action for action in actions if action.kind in ("army-in", "replace")]
        events = game.apply(luck.choice(secret or actions))
        after = game.state
        kept = {u for box in boxes for u in before.position.at(box) if after.place(u) in boxes}
        told = list(game.rules.told(before, after, events, "german"))
        silent += len(events) - len(told)
        for event in told:
            said = [word for _, value in event.params for word in _words(value)]
            assert kept.isdisjoint(event.units)
            assert kept.isdisjoint(said)
            assert boxes.isdisjoint(said)
        assert list(game.rules.told(before, after, events, "soviet")) == list(events)
    assert silent
    assert len(game.told("german")) == len(game.log) - silent
    assert game.told("soviet") == game.log


def _words(value):
    return value if isinstance(value, tuple) else (value,)


@rules("stalingrad42", "34.1.1", "34.1.2")
def test_a_german_screen_shows_no_box():
    game = engine.load("stalingrad42/drills/masks-german")
    hands = ZocBondHands(game)
    assert hands.secret()
    everything = {view.id for _, view in hands.counters()}
    assert {"5 TC", "119", "124", "First"} <= everything
    hands.viewer = "soviet"
    assert "5 TC" in {view.id for _, view in hands.counters()}
    for eyes in ("german", ""):
        hands.viewer = eyes
        shown = {view.id: place for place, view in hands.counters()}
        assert "5 TC" not in shown
        assert shown["First"] == "0604"
        assert not any(place.startswith("mask") for place in shown.values())


@rules("stalingrad42", "34.1.2")
def test_only_armies_that_began_the_phase_together_and_have_not_moved_swap():
    rows = [army("R", "0703"), army("Q", "0703"), army("P", "1003")]
    markers = {"R": "mask-1", "Q": "mask-2", "P": "mask-3"}
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        rows,
        phase="initial",
        side="soviet",
        turn=22,
        areas=ALL,
        rules=MASKS,
        masks=markers,
        links=ROAD,
    )
    until(played, "zb.move", "soviet")

    def swap(*pair):
        return Action("swap-masks", units=pair, truly="yes")

    assert played.explain(swap("R", "Q"))
    assert forbidden(played, swap("R", "P")) == ("34.1.2",)
    met = played.state.put("P", "0703")
    assert [r.rule for r in played.rules.explain(met, swap("R", "P")).reasons] == ["34.1.2"]
    apart = played.state.put("Q", "0704")
    assert not played.rules.explain(apart, swap("R", "Q"))
    played.apply(move("P", "1003", "1004"))
    assert played.explain(swap("R", "Q"))
    played.apply(move("Q", "0703", "0704"))
    assert forbidden(played, swap("R", "Q"))


@rules("stalingrad42", "34.1.2", "34.4.2")
def test_the_german_does_not_see_who_of_a_box_has_moved():
    played = masked(foes=[boxed("x", "mask-1"), unit("z", "0909")])
    top = replace(played.state.top, moved=frozenset({"x", "R", "z"}))
    s = played.state.instead(top)
    seen = played.rules.known_to(s, "german")
    assert seen.top.moved == {"z"}
    assert played.rules.known_to(s, "soviet").top.moved == {"x", "R", "z"}
    assert seen.place("x") == "unseen"
    assert seen.records.masks == {"R": "", "Q": ""}
