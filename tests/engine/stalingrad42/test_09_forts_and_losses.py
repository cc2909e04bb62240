"""Sections 9.5, 9.7 and 10.4: lakes, fortifications, remnants."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.chance import Chance, Scripted
from engine.game import Course
from engine.stalingrad42.forts import lapse
from engine.zocbond.losses import destroy
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}
EAST = {"id": "soviet-A", "name": "A", "touches": ["1201", "1202", "1203"]}


def run(played, *until: str):
    """Take the first choice until one of some phases is under way."""
    for _ in range(200):
        if played.query("phase") in until or played.ending:
            return
        played.apply(Action("end") if played.query("phase") == "Advance" else played.choices()[0])
    raise AssertionError(played.query("phase"))


@rules("stalingrad42", "9.5.5", "2.2.2")
def test_a_river_inside_a_hex_does_nothing_its_sides_do():
    own = [unit("a", "0504", full=[9, 9, 4]), unit("b", "0405", full=[9, 9, 4])]
    foes = [unit("x", "0505")]
    shape = {"sides": {"major-river": ["0505 N"]}, "tags": {"river-inside": ["0505"]}}
    played = field("stalingrad42", own, foes, phase="combat", **shape)
    over = played.query("battle", side="german", hex="0505", units=["a"])
    round_it = played.query("battle", side="german", hex="0505", units=["b"])
    assert (over["attack"], over["defence"]) == (5, 8)
    assert (round_it["attack"], round_it["defence"]) == (9, 4)


@rules("stalingrad42", "9.5.6", "23.4")
@pytest.mark.parametrize(("turn", "barred"), [(20, True), (28, False)])
def test_lakes_of_the_steppe_freeze(turn, barred):
    own = [unit("a", "0504", full=[9, 9, 4])]
    shape = {"ground": {"0505": "d"}, "sides": {"steppe-lake": ["0505 N"]}, "turn": turn}
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", **shape)
    assert ("9.5.6" in forbidden(played, attack("0505", "a"))) is barred
    walk = field("stalingrad42", own, [unit("x", "1212")], **shape)
    assert bool(forbidden(walk, move("a", "0504", "0505"))) is barred
    if not barred:
        found = played.query("battle", side="german", hex="0505", units=["a"])
        assert found["defence"] == 8


@rules("stalingrad42", "9.5.6")
def test_other_lakes_never_freeze():
    own = [unit("a", "0504", full=[9, 9, 4])]
    shape = {"sides": {"lake": ["0505 N"]}, "turn": 30}
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", **shape)
    assert forbidden(played, attack("0505", "a"))


@rules("stalingrad42", "9.7.2", "9.7.3", "18.1")
def test_a_fortification_needs_supply_and_no_garrison_out_of_zocs():
    played = field(
        "stalingrad42",
        [unit("a", "0104")],
        [unit("x", "0506")],
        phase="initial",
        areas=[WEST],
        resources=2,
        ground={"0203": "C"},
    )
    assert forbidden(played, Action("fortify", hex="0105")) == ()
    assert "9.7.3" in forbidden(played, Action("fortify", hex="0505"))
    assert "9.7.3" in forbidden(played, Action("fortify", hex="0203"))
    assert "9.7.2" in forbidden(played, Action("fortify", hex="1212"))
    played.apply(Action("fortify", hex="0105"))
    assert played.query("track", of="building") == {"0105": "german"}


@rules("stalingrad42", "9.7.4", "9.7.5")
def test_an_empty_fortification_is_nothing_and_falls_to_whoever_enters():
    forts = {"0505": "soviet", "0104": "german"}
    played = field("stalingrad42", [unit("a", "0504")], [unit("x", "1212")], forts=forts)
    assert forbidden(played, move("a", "0504", "0505")) == ()
    played.apply(move("a", "0504", "0505"))
    assert played.query("track", of="forts") == {"0104": "german"}
    fight = field(
        "stalingrad42", [unit("a", "0504")], [unit("x", "1212")], forts=forts, phase="combat"
    )
    assert "8.1" in forbidden(fight, attack("0505", "a"))
    assert "9.7.5" in forbidden(fight, Action("clear-fort", hex="0505"))
    fight.apply(Action("clear-fort", hex="0104"))
    assert fight.query("track", of="forts") == {"0505": "soviet"}


@rules("stalingrad42", "9.7.6", "9.7.7")
def test_printed_fortifications_lapse_by_groups_after_the_soviet_turn():
    tags = {
        "printed-fort": ["0505", "0605", "0705"],
        "fort-north": ["0505"],
        "fort-south": ["0605"],
        "fort-rostov": ["0705"],
        "rostov": ["0805"],
    }

    def close(control: str, *foes):
        played = field(
            "stalingrad42",
            [unit("g", "0101")],
            foes or [unit("x", "0605")],
            side="soviet",
            phase="supply",
            areas=[WEST, EAST],
            tags=tags,
            control={"0805": control},
            ground={"0805": "C"},
        )
        return set(played.query("track", of="deactivated"))

    assert close("soviet") == {"0505"}
    assert close("german") == {"0505", "0705"}
    assert close("german", unit("x", "0505"), unit("y", "0605"), unit("z", "0705")) == set()


@rules("stalingrad42", "10.4.1", "10.3", "2.3.5")
def test_the_owner_forms_a_remnant():
    foes = [unit("x", "0505", full=[2, 3, 3], steps=3, reduced=[2, 3, 3], remnant=[1, 1, 3])]
    own = [unit("a", "0504", full=[15, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat", lost={"x": 1}, dice=[2])
    played.apply(attack("0505", "a"))
    assert played.decision.kind == "s42.remnant"
    assert played.decision.side == "soviet"
    played.apply(Action("form", unit="x"))
    assert played.query("track", of="remnants") == ("x",)
    assert played.query("left", unit="x") == 1
    assert played.rules.face(played.state, "x").defence == 1


@rules("stalingrad42", "10.4.2")
def test_or_sets_the_unit_aside():
    foes = [unit("x", "0505", full=[2, 3, 3], steps=3, reduced=[2, 3, 3], remnant=[1, 1, 3])]
    own = [unit("a", "0504", full=[15, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat", lost={"x": 1}, dice=[2])
    played.apply(attack("0505", "a"))
    played.apply(Action("disband", unit="x"))
    assert played.query("place", unit="x") == "destroyed-soviet"
    assert not played.query("track", of="gone")


def second_loss(**more):
    """A Soviet unit of three steps, one lost, loses another in the recovery of an attack."""
    from engine.stalingrad42.remnants import SecondLoss

    played = field(
        "stalingrad42",
        [unit("a", "0504")],
        [
            unit("x", "0505", steps=3, reduced=[2, 3, 3]),
            unit("y", "0506", steps=3, reduced=[2, 3, 3]),
        ],
        lost={"x": 2, "y": 2},
        **more,
    )
    return played, SecondLoss("x")


@rules("stalingrad42", "10.4.2")
def test_without_a_counter_or_by_choice_the_unit_goes_to_the_box():
    played, phase = second_loss(remnants={"soviet": 0})
    assert phase.decision(played.rules, played.state) is None
    played, phase = second_loss(remnants={"soviet-infantry": 1})
    assert phase.decision(played.rules, played.state).kind == "s42.remnant"
    taken = played.state.track(remnants=("y",))
    assert phase.decision(played.rules, taken) is None
    open_to_all, phase = second_loss()
    assert phase.explain(open_to_all.rules, open_to_all.state, Action("disband", unit="x"))
    assert (
        "10.4.1"
        in phase.explain(open_to_all.rules, open_to_all.state, Action("form", unit="y")).rules
    )


@rules("stalingrad42", "10.4.3")
def test_a_destroyed_remnant_is_out_for_good():
    played = field(
        "stalingrad42",
        [unit("a", "0505", steps=3, reduced=[2, 3, 3])],
        [unit("x", "1212")],
        phase="initial",
        areas=[WEST],
        replacements={"german": 1},
        lost={"a": 2},
    )
    state = played.state.track(remnants=("a",))
    state = destroy(played.rules, state, "a", Mute())
    assert state.tracks["gone"] == ("a",)
    assert state.tracks["remnants"] == ()
    back = Action("rebuild", unit="a", to="german-W")
    assert "10.4.3" in state.top.explain(played.rules, state, back).rules


class Mute:
    """A course that hears nothing."""

    def tell(self, *_, **__):
        """Nothing is told."""


@rules("stalingrad42", "9.7.7")
def test_any_soviet_unit_keeps_a_line_of_fortifications():
    head = unit("q", "0505", "soviet-hq", full=[0, 0, 5], steps=1)
    tags = {"fort-north": ["0505", "0605"], "printed-fort": ["0505", "0605"]}
    for foes, lapsed in (([head], ()), ([], ("0505", "0605"))):
        played = field("stalingrad42", [unit("g", "0101")], [*foes, unit("x", "1212")], tags=tags)
        after = lapse(played.rules, played.state, Course(Chance(Scripted.dice([]))))
        assert tuple(after.tracks["deactivated"]) == lapsed
