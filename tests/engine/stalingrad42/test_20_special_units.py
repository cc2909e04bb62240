"""Chapter 20: special units."""

from __future__ import annotations

import pytest

from engine.stalingrad42.moving.areas import PassArea
from engine.values import Action
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import Passage
from tests.engine.stalingrad42.setting import (
    FAR,
    RAIL,
    WEST,
    area,
    aside_reasons,
    boxed,
    course,
    dead,
)
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


@rules("stalingrad42", "20.1.3", "14.1", "14.2.2")
@pytest.mark.parametrize(("speed", "reach"), [(3, 2), (5, 4)])
def test_a_headquarters_advances_at_its_own_pace(speed, reach):
    own = [
        unit("x", "0504", "tank", full=[60, 9, 5]),
        unit("q", "0504", "soviet-hq", full=[0, 0, speed], steps=1),
    ]
    played = field("stalingrad42", [unit("g", "0505", steps=1)], own, side="soviet", phase="combat")
    played.apply(attack("0505", "x"))
    assert played.query("phase") == "Advance"
    assert played.query("advance-most", unit="q") == reach
    assert Action("advance", units=("q",), path=("0504", "0505")) in played.choices()


@rules("stalingrad42", "20.2", "9.6.1", "9.6.2")
def test_mountain_troops():
    own = [unit("m", "0504", "mountain", full=[4, 4, 4]), unit("i", "0604")]
    ground = {"0505": "m", "0605": "m"}
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", ground=ground)
    found = played.query("battle", side="german", hex="0505", units=["m"])
    assert (found["attack"], found["defence"]) == (8, 8)
    shape = {"sides": {"alpine": ["0504 S", "0604 S"]}, "ground": ground, "phase": "combat"}
    high = field("stalingrad42", own, [unit("x", "0505"), unit("y", "0605")], **shape)
    assert high.query("battle", side="german", hex="0505", units=["m"])["attack"] == 4
    assert "9.6.2" not in forbidden(high, attack("0505", "m"))
    assert "9.6.2" in forbidden(high, attack("0605", "i"))


@rules("stalingrad42", "20.3", "11.1.2")
def test_before_turn_eight_only_the_nkvd_stands_in_the_open():
    def stands(kind: str, turn: int) -> bool:
        played = field(
            "stalingrad42",
            [unit("g", "0504", full=[20, 9, 4])],
            [unit("x", "0505", kind)],
            phase="combat",
            turn=turn,
            dice=[4],
        )
        played.apply(attack("0505", "g"))
        return played.query("phase") == "Stand"

    assert not stands("infantry", 7)
    assert stands("nkvd", 7)
    assert stands("infantry", 8)


@rules("stalingrad42", "20.4", "5.1")
def test_a_garrison_waits_for_germans_within_five_hexes():
    garrison = unit("x", "0505", size="garrison")
    far = field("stalingrad42", [unit("g", "1111")], [garrison], side="soviet")
    assert "20.4" in forbidden(far, move("x", "0505", "0504"))
    near = field("stalingrad42", [unit("g", "0510")], [garrison], side="soviet")
    assert forbidden(near, move("x", "0505", "0504")) == ()


@rules("stalingrad42", "20.5.1", "20.5.2")
def test_allies_attack_apart_and_germans_bleed_first():
    own = [
        unit("r", "0504", nation="romanian", full=[9, 4, 4]),
        unit("h", "0504", nation="hungarian", full=[9, 4, 4]),
        unit("g", "0504", full=[9, 4, 4]),
    ]
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", lost={"r": 1})
    assert "20.5.1" in forbidden(played, attack("0505", "r", "h"))
    assert "20.5.1" not in forbidden(played, attack("0505", "r", "g"))
    pool = field("stalingrad42", own, [unit("x", "0505")], side="soviet", lost={"r": 1})
    assert "r" not in pool.query("losses", side="soviet", hex="0504", units=["x"])


@rules("stalingrad42", "20.6")
def test_the_north_caucasus_sleeps_until_the_don_is_crossed():
    shape = {
        "tags": {"beyond-don": ["0404"], "stalingrad": ["1212"]},
        "asleep": ["x"],
    }
    own = [unit("g", "0403"), unit("h", "1204")]
    played = field("stalingrad42", own, [unit("x", "0909")], **shape)
    played.apply(move("h", "1204", "1205"))
    assert played.query("track", of="asleep") == ("x",)
    played.apply(move("g", "0403", "0404"))
    assert played.query("track", of="asleep") == ()
    near = field("stalingrad42", [unit("g", "1206")], [unit("x", "0909")], **shape)
    near.apply(move("g", "1206", "1207"))
    assert near.query("track", of="asleep") == ()
    still = field("stalingrad42", own, [unit("x", "0909")], side="soviet", **shape)
    assert "20.6" in forbidden(still, move("x", "0909", "0908"))


@rules("stalingrad42", "20.8", "21.4")
def test_one_volunteer_a_turn_comes_to_a_city():
    rows = [unit(n, "", division="volunteers", nation="caucasian") for n in "ab"]
    for row in rows:
        row["box"] = "pool"
        del row["hex"]
    shape = {
        "phase": "initial",
        "tags": {"volunteers": ["0505", "0808"]},
        "ground": {"0505": "c", "0808": "c"},
        "areas": [WEST],
    }
    owned = {"0505": "german", "0808": "german"}
    played = field("stalingrad42", rows, [unit("x", "1212")], control=owned, **shape)
    assert played.decision.kind == "s42.arrivals"
    assert "22.1.1" in forbidden(played, Action("arrive", unit="a", hex="0606"))
    played.apply(Action("arrive", unit="a", hex="0808"))
    assert played.query("place", unit="b") == "pool"
    assert played.query("phase") == "Movement"
    assert "21.4" in forbidden(played, move("a", "0808", "0809", "0810"))
    wait = field("stalingrad42", rows, [unit("x", "1212")], control={"0505": "german"}, **shape)
    assert wait.query("place", unit="a") == "pool"


@rules("stalingrad42", "20.9", "9.6.3")
def test_lindens_engineers_are_doubled_against_cities_and_not_rebuilt():
    own = [unit("l", "0504", "engineer", full=[3, 3, 4])]
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", ground={"0505": "C"})
    found = played.query("battle", side="german", hex="0505", units=["l"])
    assert (found["attack"], found["defence"]) == (6, 8)
    box = field(
        "stalingrad42",
        [dead("l", "engineer")],
        [unit("x", "1212")],
        phase="initial",
        areas=[WEST],
        lost={"l": 2},
        replacements={"german": {"special": 1, "infantry": 1}},
        resources=1,
    )
    assert box.query("phase") in ("Resources", "Movement")
    assert not [a for a in box.choices() if a.kind == "rebuild"]


@rules("stalingrad42", "20.4")
def test_a_garrison_once_roused_stays_free():
    foes = [unit("q", "0909", size="garrison")]
    played = field("stalingrad42", [unit("g", "0302", full=[4, 4, 9])], foes)
    g, s = played.rules, played.state
    assert not g.woken(s, "q")
    way = Passage("german", ("g",), ("0302", "0404", "0707", "0404"))
    assert g.woken(g.in_turn(Chapter.arrived, s, way, course()), "q")
    way = Passage("german", ("g",), ("0402", "0302"))
    assert not g.woken(g.in_turn(Chapter.arrived, s, way, course()), "q")


@rules("stalingrad42", "20.6")
def test_the_north_caucasus_wakes_by_any_hex_of_a_way():
    tags = {"stalingrad": ["1010"]}
    played = field(
        "stalingrad42", [unit("g", "0101")], [unit("x", "1212")], tags=tags, asleep=["x"]
    )
    way = Passage("german", ("g",), ("0101", "0303", "0707", "0303"))
    s = played.rules.in_turn(Chapter.arrived, played.state, way, course())
    assert s.records.asleep == ()


@rules("stalingrad42", "20.8")
def test_the_german_says_which_volunteer_comes():
    rows = [unit(n, "", division="volunteers") for n in "vw"]
    for row in rows:
        row["box"] = "pool"
        del row["hex"]
    played = field(
        "stalingrad42",
        [unit("g", "0101"), *rows],
        [unit("x", "1212")],
        phase="initial",
        tags={"volunteers": ["0505"]},
        control={"0505": "german"},
    )
    assert {a["unit"] for a in played.choices()} == {"v", "w"}
    played.apply(Action("arrive", unit="w", hex="0505"))
    assert (played.state.place("v"), played.state.place("w")) == ("pool", "0505")


@rules("stalingrad42", "20.7")
def test_bluechers_units_are_free_once_they_are_over_the_strait():
    game = field(
        "stalingrad42",
        [unit("b", "0502", division="bluecher"), boxed("w", "german-W", division="bluecher")],
        [FAR],
        areas=[WEST, area("german-X", "0112")],
        links=RAIL,
    )
    assert game.explain(Action("rail", unit="b", hex="0507"))
    assert forbidden(game, Action("rail", unit="w", hex="0507")) == ("20.7",)
    to_x = Action("pass-area", unit="w", to="german-X")
    assert forbidden(game, to_x) == ("20.7",)
    moved = aside_reasons(
        PassArea(), game, "german", Action("pass-area", unit="w", to="german-W"), w="german-X"
    )
    assert moved == set()
