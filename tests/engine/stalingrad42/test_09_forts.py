"""Section 9.7: fortifications."""

from __future__ import annotations

import pytest

from engine.chance import Chance, Scripted
from engine.stalingrad42.board.fortifications import lapse
from engine.values import Action
from engine.verdict import Course
from tests.engine.stalingrad42.setting import FAR, NORTH, WEST, german_initial
from tests.engine.zocbond.field import LETTERS, attack, field, forbidden, home, move, unit
from tests.marks import rules


@rules("stalingrad42", "9.7.5", "9.7.3", "3.0 initial phase")
def test_a_side_clears_its_own_fortifications_in_its_initial_phase():
    hexes = [f"{column:02d}0{row}" for column in range(1, 5) for row in (1, 2, 3)]
    forts = {**dict.fromkeys(hexes, "german"), "0909": "soviet"}
    played = german_initial(5, unit("a", "0501"), resources=1, forts=forts)
    assert "9.7.3" in forbidden(played, Action("fortify", hex="0501"))
    assert "9.7.5" in forbidden(played, Action("clear-fort", hex="0909"))
    played.apply(Action("clear-fort", hex="0101"))
    played.apply(Action("fortify", hex="0501"))
    assert "0101" not in played.state.records.forts
    assert played.state.records.building == {"0501": "german"}
    poor = german_initial(5, unit("a", "0501"), forts=forts)
    assert poor.decision.kind == "zb.move"
    assert Action("clear-fort", hex="0101") in poor.choices()


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
            areas=[WEST, NORTH],
            tags=tags,
            control={"0805": control},
            ground={"0805": "C"},
        )
        return set(played.query("track", of="deactivated"))

    assert close("soviet") == {"0505"}
    assert close("german") == {"0505", "0705"}
    assert close("german", unit("x", "0505"), unit("y", "0605"), unit("z", "0705")) == set()


@rules("stalingrad42", "9.7.7")
def test_any_soviet_unit_keeps_a_line_of_fortifications():
    head = unit("q", "0505", "soviet-hq", full=[0, 0, 5], steps=1)
    tags = {"fort-north": ["0505", "0605"], "printed-fort": ["0505", "0605"]}
    for foes, lapsed in (([head], ()), ([], ("0505", "0605"))):
        played = field("stalingrad42", [unit("g", "0101")], [*foes, unit("x", "1212")], tags=tags)
        after = lapse(played.rules, played.state, Course(Chance(Scripted.dice([]))))
        assert tuple(after.records.deactivated) == lapsed


@rules("stalingrad42", "9.7.5", "9.7.2", "15.2.9")
def test_a_group_clears_its_own_building_site_and_attacks_from_it():
    played = field(
        "stalingrad42",
        [unit("t", "0504", "tank", full=[30, 9, 6]), unit("s", "0506")],
        [unit("x", "0505", full=[1, 3, 3], steps=1), unit("y", "0507", full=[1, 1, 3])],
        phase="initial",
        resources=1,
        areas=[WEST],
        links={"road": ["0101 0102 0103 0104 0105 0106"]},
    )
    played.apply(Action("fortify", hex="0506"))
    played.apply(Action("end"))
    assert "9.7.2" in forbidden(played, attack("0507", "s"))
    played.apply(attack("0505", "t"))
    played.apply(Action("advance", units=("t",), path=("0504", "0505", "0506")))
    fight = Action("breakthrough", units=("t",), hex="0507")
    assert "9.7.2" in forbidden(played, fight)
    assert "9.7.5" in forbidden(played, Action("clear-fort", hex="0101"))
    played.apply(Action("clear-fort", hex="0506"))
    assert played.state.records.building == {}
    assert forbidden(played, fight) == ()


@rules("stalingrad42", "9.7.3")
@pytest.mark.parametrize(("side", "most"), [("german", 12), ("soviet", 24)])
def test_a_side_has_so_many_fortifications_and_no_more(side, most):
    spots = [f"{c:02d}{r:02d}" for c in range(6, 12) for r in range(6, 12)]
    built = dict.fromkeys(spots[:most], side)
    own = [unit("a", "0304")]
    sides = (own, [FAR]) if side == "german" else ([FAR], own)
    shape = {"areas": [home(side, "0303")], "links": {"road": ["0303 0304"]}}
    start = {"phase": "initial", "side": side, "resources": 1, **shape}
    for count, why in ((most - 1, ()), (most, ("9.7.3",))):
        forts = dict(list(built.items())[:count])
        played = field("stalingrad42", *sides, forts=forts, **start)
        assert forbidden(played, Action("fortify", hex="0304")) == why
        works = dict(list(forts.items())[:1])
        rest = {hex: side for hex in forts if hex not in works}
        played = field("stalingrad42", *sides, forts=rest, building=works, **start)
        built_now = len(played.state.records.forts) + len(played.state.records.building)
        assert built_now == count


@rules("stalingrad42", "9.7.3", "9.7.2")
def test_where_no_fortification_is_begun(monkeypatch):
    monkeypatch.setitem(LETTERS["stalingrad42"], "R", "rough-woods")
    shape = {"areas": [home("german", "0303")], "links": {"road": ["0303 0304"]}}
    start = {"phase": "initial", "resources": 1, **shape}
    order = Action("fortify", hex="0304")
    for letter in "CcmsR":
        played = field(
            "stalingrad42",
            [unit("a", "0304"), unit("b", "0302")],
            [FAR],
            ground={"0304": letter},
            **start,
        )
        assert forbidden(played, order) == ("9.7.3",)
    for letter in ".wrd":
        played = field(
            "stalingrad42",
            [unit("a", "0304"), unit("b", "0302")],
            [FAR],
            ground={"0304": letter},
            **start,
        )
        assert forbidden(played, order) == ()
    twice = field(
        "stalingrad42",
        [unit("a", "0304"), unit("b", "0302")],
        [FAR],
        forts={"0304": "german"},
        **start,
    )
    assert forbidden(twice, order) == ("9.7.3",)
    near = [unit("x", "0305")]
    manned = field("stalingrad42", [unit("a", "0304")], near, **start)
    assert forbidden(manned, order) == ()
    empty = field("stalingrad42", [unit("b", "0302")], near, **start)
    assert "9.7.3" in forbidden(empty, order)


@rules("stalingrad42", "9.7.7")
@pytest.mark.parametrize(
    ("control", "lapses"),
    [
        ({}, False),
        ({"0505": "german"}, False),
        ({"0505": "german", "0506": "german"}, True),
        ({"0505": "german", "0506": "soviet"}, False),
    ],
)
def test_the_forts_of_rostov_lapse_when_the_german_has_all_of_the_city(control, lapses):
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [FAR],
        tags={"rostov": ["0505", "0506"], "fort-rostov": ["0707"], "printed-fort": ["0707"]},
        control=control,
    )
    s = lapse(played.rules, played.state, Course(Chance(Scripted.dice([]))))
    assert ("0707" in s.records.deactivated) is lapses


@rules("stalingrad42", "9.7.5")
def test_of_a_hex_only_its_own_marker_is_offered():
    forts = {"0303": "german", "0404": "german", "0909": "soviet"}
    played = field("stalingrad42", [unit("g", "0101")], [FAR], forts=forts)
    for hex, found in (("0303", ["0303"]), ("0404", ["0404"]), ("0909", []), ("0505", [])):
        cleared = [a["hex"] for a in played.choices(hex=hex) if a.kind == "clear-fort"]
        assert cleared == found
