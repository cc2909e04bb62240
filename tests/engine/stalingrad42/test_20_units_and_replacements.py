"""Chapters 4, 20 and 21: special units, replacements."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.chance import Chance, Scripted
from engine.game import Course
from engine.stalingrad42.replacements import types_for
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}
EAST = {"id": "soviet-A", "name": "A", "touches": ["1201", "1202", "1203"]}
FAR = {"id": "soviet-D", "name": "D", "touches": ["1205"]}


def dead(id: str, kind: str = "infantry", side: str = "german", **more):
    """A unit in the box of the destroyed."""
    row = unit(id, "", kind, **more)
    row["box"] = f"destroyed-{side}"
    del row["hex"]
    return row


@rules("stalingrad42", "4.1", "4.3", "20.1.1")
@pytest.mark.parametrize(("speed", "left"), [(3, 1), (5, 0)])
def test_an_army_headquarters_lets_three_stack(speed, left):
    tanks = [unit(n, "0505", "tank", dot="black") for n in "abc"]
    head = unit("q", "0505", "soviet-hq", full=[0, 0, speed], steps=1)
    played = field("stalingrad42", [], [*tanks, head], side="soviet")
    assert played.query("over", side="soviet", hex="0505") == 0
    assert played.rules.excess(played.state, "soviet", "0505") == left
    alone = field("stalingrad42", [], tanks, side="soviet")
    assert alone.query("over", side="soviet", hex="0505") == 1


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


def rebuilding(*own, foes=(), steps=None, **more):
    """An initial phase with replacements."""
    return field(
        "stalingrad42",
        [unit("z", "0104", steps=2), *own],
        [unit("x", "1212"), *foes],
        phase="initial",
        areas=[WEST, EAST, FAR],
        replacements={"german": steps or {"infantry": 3}},
        lost={"z": 1, **more.pop("lost", {})},
        **more,
    )


KINDS = {
    ("tank", "", False): ("tank",),
    ("infantry", "", False): ("infantry", "cavalry", "special"),
    ("cavalry", "", False): ("cavalry",),
    ("motorized", "", False): ("special",),
    ("mountain", "", False): ("special",),
    ("marine", "", False): ("special",),
    ("nkvd", "", False): ("special",),
    ("anti-tank", "", False): ("special",),
    ("army-hq", "", True): ("special",),
    ("panzergrenadier", "", False): ("special", "tank"),
    ("assault-gun", "", True): ("special", "tank"),
    ("tank", "", True): ("special", "tank"),
    ("infantry", "romanian", False): ("romanian", "axis"),
    ("army-hq", "italian", True): ("italian", "axis"),
    ("infantry", "slovak", False): ("axis",),
}


@rules("stalingrad42", "21.1.2", "21.5.1", "21.5.2")
@pytest.mark.parametrize("case", KINDS, ids=str)
def test_which_replacements_a_unit_takes(case):
    kind, nation, free = case
    played = field("stalingrad42", [unit("u", "0101", kind, nation=nation, free=free)])
    assert types_for(played.rules.units["u"]) == KINDS[case]


@rules("stalingrad42", "21.1.1", "21.1.2", "21.2")
def test_a_replacement_must_suit_and_be_named():
    played = rebuilding(steps={"infantry": 1, "special": 1, "tank": 1})
    assert "21.1.2" in forbidden(played, Action("replace", unit="z"))
    assert "21.1.2" in forbidden(played, Action("replace", unit="z", of="tank"))
    played.apply(Action("replace", unit="z", of="special"))
    assert played.query("left", unit="z") == 2
    cut = rebuilding(unit("c", "0909"), lost={"c": 1})
    assert "21.2" in forbidden(cut, Action("replace", unit="c"))
    shaken = rebuilding(unit("c", "0105"), lost={"c": 1}, marks={"z": ["disrupted"]})
    assert "21.2" in forbidden(shaken, Action("replace", unit="z"))
    wrong = rebuilding(unit("t", "0105", "tank"), lost={"t": 1}, steps={"tank": 1})
    assert "21.1.2" in forbidden(wrong, Action("replace", unit="z"))


@rules("stalingrad42", "21.3.1", "21.3.2", "21.4")
def test_where_a_destroyed_unit_returns():
    city = {
        "ground": {"0103": "C", "0105": "C"},
        "links": {"rail": ["0101 0102 0103 0104"]},
        "control": {"0103": "german", "0105": "german"},
    }
    own = [dead("a"), dead("b"), dead("c")]
    lost = dict.fromkeys("abc", 2)
    played = rebuilding(*own, lost=lost, **city)
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="a", to="0404"))
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="a", to="0105"))
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="z", to="german-W"))
    played.apply(Action("rebuild", unit="a", to="0103"))
    assert played.query("left", unit="a") == 1
    assert played.query("marks", unit="a") == ["replaced"]
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="b", to="0103"))
    played.apply(Action("rebuild", unit="b", to="german-W"))
    assert played.query("place", unit="b") == "german-W"
    watched = rebuilding(*own, foes=[unit("y", "0203")], lost=lost, **city)
    assert "21.3.1" in forbidden(watched, Action("rebuild", unit="a", to="0103"))


@rules("stalingrad42", "21.3.1", "21.3.2")
def test_a_headquarters_near_the_rail_net_takes_one_of_its_nation_back():
    head = unit("h", "0302", "army-hq", full=[0, 1, 4], steps=1, range=5)
    full = [unit(n, "0302") for n in "pqr"]
    shape = {"links": {"rail": ["0101 0102 0103"], "road": ["0101 0202 0302"]}}
    own = [head, *full, dead("a"), dead("r2", nation="romanian")]
    lost = {"a": 2, "r2": 2}
    played = rebuilding(*own, lost=lost, steps={"infantry": 1, "axis": 1}, **shape)
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="r2", to="0302"))
    played.apply(Action("rebuild", unit="a", to="0302"))
    assert played.query("place", unit="a") == "0302"
    assert played.query("over", side="german", hex="0302") == 1
    shape["links"] = {"rail": ["0101 0102 0103"], "road": ["0101 0202 0302"]}
    own[0] = unit("h", "0602", "army-hq", full=[0, 1, 4], steps=1, range=5)
    far = rebuilding(*own, lost=lost, **shape)
    assert "21.3.1" in forbidden(far, Action("rebuild", unit="a", to="0602"))


@rules("stalingrad42", "21.3.1")
def test_soviet_tank_corps_return_in_the_north():
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [dead("t", "tank", "soviet"), dead("i", "infantry", "soviet"), unit("x", "1212")],
        side="soviet",
        phase="initial",
        areas=[EAST, FAR],
        lost={"t": 2, "i": 2},
        replacements={"soviet": {"tank": 1, "infantry": 1}},
    )
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="t", to="soviet-D"))
    assert forbidden(played, Action("rebuild", unit="t", to="soviet-A")) == ()
    assert forbidden(played, Action("rebuild", unit="i", to="soviet-D")) == ()


@rules("stalingrad42", "21.3.3", "20.4", "18.2.3")
def test_guns_return_used_and_garrisons_never():
    own = [dead("h", "army-hq", steps=1), dead("w", size="garrison")]
    played = rebuilding(*own, lost={"h": 1, "w": 2}, steps={"special": 1, "infantry": 1})
    assert "20.4" in forbidden(played, Action("rebuild", unit="w", to="german-W"))
    played.apply(Action("rebuild", unit="h", to="german-W"))
    assert played.query("marks", unit="h") == ["fired", "replaced"]


@rules("stalingrad42", "21.3.4", "10.4.1", "10.4.2", "10.4.3")
def test_a_remnant_gives_way_to_its_unit():
    rows = [unit("a", "0103", steps=3, reduced=[3, 3, 3], remnant=[1, 1, 3])]
    played = rebuilding(*rows, lost={"a": 2})
    state = played.state.track(remnants=("a",))
    phase = state.top
    after = phase.apply(played.rules, state, Action("replace", unit="a", of=None), _Silent())
    assert after.lost["a"] == 1
    assert after.tracks["remnants"] == ()
    whole = rebuilding(dead("b", steps=3, reduced=[3, 3, 3]), lost={"b": 3})
    whole.apply(Action("rebuild", unit="b", to="german-W"))
    assert whole.query("left", unit="b") == 2


class _Silent:
    """A course that hears nothing."""

    def tell(self, *_, **__):
        """Nothing is told."""


@rules("stalingrad42", "20.4")
def test_a_garrison_once_roused_stays_free():
    foes = [unit("q", "0909", size="garrison")]
    played = field("stalingrad42", [unit("g", "0302", full=[4, 4, 9])], foes)
    g, s = played.rules, played.state
    assert not g.woken(s, "q")
    near = g.arrived(s, "german", ("g",), ("0404", "0707", "0404"), quiet())
    assert g.woken(near, "q")
    assert not g.woken(g.arrived(s, "german", ("g",), ("0302",), quiet()), "q")


@rules("stalingrad42", "20.6")
def test_the_north_caucasus_wakes_by_any_hex_of_a_way():
    tags = {"stalingrad": ["1010"]}
    played = field(
        "stalingrad42", [unit("g", "0101")], [unit("x", "1212")], tags=tags, asleep=["x"]
    )
    way = ("0303", "0707", "0303")
    s = played.rules.arrived(played.state, "german", ("g",), way, quiet())
    assert s.tracks["asleep"] == ()


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


def quiet():
    """Somewhere to tell."""
    return Course(Chance(Scripted.dice([])))
