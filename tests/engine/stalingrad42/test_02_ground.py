"""Section 2.2.3: sea, lakes and other ground out of play, as ground and as hexsides."""

from __future__ import annotations

import itertools
import random

import pytest

import engine
from engine.chance import Seeded
from engine.hexes import direction_between, parse_label
from engine.stalingrad42.battle.modifiers import freezing
from engine.stalingrad42.supply import near_enemy
from engine.values import Action
from engine.zocbond.battle.checks import crowding, passed
from engine.zocbond.board.ground import bridged, road, water
from engine.zocbond.board.state import Passage
from engine.zocbond.supply.lines import endless, off_road
from tests.engine.stalingrad42.setting import gun
from tests.engine.zocbond.field import LETTERS, attack, field, forbidden, home, move, unit
from tests.marks import rules

MODES = ("normal", "extended", "tactical")


def _dealt(luck, sides, taken, rows):
    """Units on free hexes."""
    free = [hex for hex in rows if hex not in taken]
    found = []
    for i in range(6):
        hex = luck.choice(free)
        kind = luck.choice(["infantry", "tank", "motorized", "army-hq", "mountain"])
        found.append(unit(f"{sides}{i}", hex, kind, full=[4, 4, 5], range=4))
    return found


def _board(seed, letter):
    """A random coast: `~` is sea, `-` is no hex at all. No entry area lies on it."""
    luck = random.Random(seed)
    rows = [f"{c:02d}{r:02d}" for c in range(1, 10) for r in range(1, 10)]
    wet = set(luck.sample(rows, 24))
    coast = {
        a
        for a in rows
        for b in wet
        if direction_between(parse_label(a), parse_label(b)) is not None
    }
    inland = [hex for hex in rows if hex not in wet | coast]
    own = _dealt(luck, "g", wet, rows)
    foes = _dealt(luck, "s", wet | {row["hex"] for row in own}, rows)
    return field(
        "stalingrad42",
        own,
        foes,
        ground=dict.fromkeys(wet, letter),
        size=(9, 9),
        turn=luck.choice([9, 30]),
        areas=[home(side, *luck.sample(inland, 2)) for side in ("german", "soviet")],
    )


def _answers(played):
    """All that a position says of zones, bonds, ways, lines, ranges and retreats."""
    g, s = played.rules, played.state
    land = {hex for hex in g.board.hexes if g.board.terrain(hex) != "sea"}
    found = {}
    for side in g.sides:
        found[side, "zoc"] = sorted(land & played.query("zoc", side=side))
        standing = [b for b in played.query("bonds", side=side) if b.broken is None]
        found[side, "bonds"] = sorted(bond.ends for bond in standing)
    for name in g.units:
        for mode in MODES:
            ways = played.query("reach", unit=name, mode=mode)
            found[name, mode] = {hex: way["cost"] for hex, way in ways.items()}
        side, seat = g.units[name].side, s.place(name)
        found[name, "line"] = played.query("supply", unit=name).off_road
        found[name, "endless"] = endless(g, s, name)
        rings = off_road(g, s, side, seat, 4, True)
        found[name, "range"] = {hex: n for n, ring in enumerate(rings) for hex in ring}
        found[name, "goes"] = played.query("retreats", unit=name, length=2)["ends"]
        near = [
            u for u in g.units if g.units[u].side != side and g.board.adjacent(seat, s.place(u))
        ]
        found[name, "foes"] = [
            (u, near_enemy(g, s, u), g.beside(s, seat, s.place(u))) for u in near
        ]
    return found


@rules("stalingrad42", "2.2.3", "6.1", "7.6", "16.3.2", "18.4", "12.2")
@pytest.mark.parametrize("seed", range(40))
def test_the_sea_is_as_if_there_were_no_hex(seed):
    """The oracle is the same map with every hex of sea cut out of it."""
    sea, cut = _answers(_board(seed, "~")), _answers(_board(seed, "-"))
    assert sea == cut


@rules("stalingrad42", "2.2.3")
@pytest.mark.parametrize("terrain", ["sea", "lake", "prohibited"])
def test_ground_out_of_play_parts_its_neighbours(terrain, monkeypatch):
    monkeypatch.setitem(LETTERS["stalingrad42"], "o", terrain)
    own, foes = [unit("a", "0504", full=[9, 9, 6])], [unit("x", "1212")]
    played = field("stalingrad42", own, foes, ground={"0505": "o", "0506": "o"})
    assert played.rules.parted(played.state, "0504", "0505")
    assert "0505" not in played.query("zoc", side="german")
    assert "2.2.3" in forbidden(played, move("a", "0504", "0505"))
    assert "0505" not in played.query("reach", unit="a")


@rules("stalingrad42", "2.2.3", "8.1", "6.1")
def test_a_side_that_the_sea_covers_parts_two_land_hexes():
    own, foes = [unit("a", "0504", full=[30, 9, 6])], [unit("x", "0505")]
    shape = {"sides": {"sea": ["0504 S"]}}
    played = field("stalingrad42", own, foes, phase="combat", **shape)
    assert "8.1" in forbidden(played, attack("0505", "a"))
    assert "0505" not in played.query("zoc", side="german")
    walk = field("stalingrad42", own, [unit("x", "1212")], **shape)
    assert forbidden(walk, move("a", "0504", "0505"))
    assert walk.query("deaths", unit="a", path=["0504", "0505"]) == ["zb.retreat.impassable"]


@rules("stalingrad42", "16.3.2", "16.5.1")
def test_no_line_runs_over_the_sea_and_an_island_is_isolated():
    game = engine.load("stalingrad42/to-the-passes", chance=Seeded(1))
    way = ["0510", "0509", "0508", "0507", "0506", "0505"]
    assert game.query("line", unit="Wiking", path=way) == ["0508-0507", "0507-0506", "0506-0505"]
    plain = field("stalingrad42", [unit("a", "0506")], [], areas=[home("german", "0101")])
    assert not plain.query("isolated", unit="a")
    strait = dict.fromkeys(plain.rules.board.neighbours("0506"), "~")
    played = field(
        "stalingrad42",
        [unit("a", "0506")],
        [],
        ground=strait,
        areas=[home("german", "0101")],
    )
    assert played.query("isolated", unit="a")


@rules("stalingrad42", "18.4", "18.3.1")
def test_guns_do_not_reach_over_the_sea():
    own = [unit("a", "0504", full=[9, 4, 4]), gun("h", "0204", range=3)]
    strait = {f"{c}{r:02d}": "~" for c, r in itertools.product(("03", "04"), range(1, 13))}
    for ground, reaches in (({}, True), (strait, False)):
        foes = [unit("x", "0505")]
        played = field("stalingrad42", own, foes, phase="combat", ground=ground)
        assert ("18.4" not in forbidden(played, attack("0505", "a", guns=("h",)))) is reaches


@rules("stalingrad42", "7.6")
def test_bonds_do_not_form_with_the_coast_or_over_it():
    own = [unit("a", "0504"), unit("b", "0506")]
    dry = field("stalingrad42", own, [])
    assert dry.query("bond", side="german", ends=["0504", "0506"])["stands"]
    wet = field("stalingrad42", own, [], ground={"0505": "~"})
    assert wet.query("bond", side="german", ends=["0504", "0506"])["broken"] == "river"
    assert not any(bond.broken is None for bond in wet.query("bonds", side="german"))


@rules("stalingrad42", "23.4", "2.2.3")
def test_a_large_city_across_a_lake_shelters_nobody_from_the_winter():
    own, shape = [unit("a", "0504")], {"ground": {"0505": "C"}, "control": {"0505": "german"}}
    for sides, cold in (({}, False), ({"lake": ["0504 S"]}, True)):
        played = field("stalingrad42", own, [], turn=28, sides=sides, **shape)
        assert freezing(played.rules, played.state, "a") is cold


# ------------------------------------------------------------------ areas are not hexes
TERRAINS = sorted(set(LETTERS["stalingrad42"]) - {"~"})


def _attacked_from_the_edge(letter, dice, **more):
    """Germans in W attack a weak unit in a hex of some terrain at the edge."""
    own = [unit(n, "", kind, full=[40, 9, 6]) for n, kind in (("i", "infantry"), ("t", "tank"))]
    for row in own:
        del row["hex"]
        row["box"] = "german-W"
    foes = [unit("x", "0102", full=[1, 1, 3], steps=1), unit("y", "0104", full=[1, 1, 3])]
    areas = [{"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}]
    ground = {"0102": letter, "0103": letter, "0203": letter}
    return field(
        "stalingrad42", own, foes, phase="combat", areas=areas, ground=ground, dice=dice, **more
    )


@rules("stalingrad42", "22.7", "14.5", "14.1")
@pytest.mark.parametrize("letter", TERRAINS)
@pytest.mark.parametrize("paved", [False, True])
def test_an_advance_out_of_an_area_ends_on_any_ground(letter, paved):
    links = {"road": ["0102 0103 0203 0303"]} if paved else {}
    played = _attacked_from_the_edge(letter, [6], links=links)
    played.apply(attack("0102", "i", "t"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    seen = {a["units"]: a["path"] for a in played.choices() if a.kind == "advance"}
    assert (("t",) in seen) is (letter != "m" or paved)
    for _ in range(30):
        actions = [a for a in played.choices() if a.kind != "end"]
        if not actions or played.query("phase") != "Advance":
            break
        played.apply(actions[-1])
    assert played.rules.violations(played.state) == []


@rules("stalingrad42", "22.7", "14.5")
def test_swamps_and_mountains_at_the_edge_stop_an_advance_off_the_road():
    for letter, links, stops in (
        ("s", {}, True),
        ("m", {}, True),
        (".", {}, False),
        ("s", {"road": ["0102 0202"]}, False),
    ):
        played = _attacked_from_the_edge(letter, [6], links=links)
        played.apply(attack("0102", "i"))
        while played.query("phase") != "Advance":
            played.apply(played.choices()[0])
        far = Action("advance", units=("i",), path=("german-W", "0102", "0202"))
        assert ("14.5" in forbidden(played, far)) is stops
        played.apply(Action("advance", units=("i",), path=("german-W", "0102")))
        on = Action("advance", units=("i",), path=("0102", "0202"))
        asked = played.query("phase") == "Advance" and not forbidden(played, on)
        assert asked is not stops


@rules("stalingrad42", "22.2", "5.5.4")
def test_no_bridge_and_no_river_lies_between_an_area_and_its_edge():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    links, sides = {"rail": ["0102 0103"]}, {"major-river": ["0102 N S"]}
    played = field("stalingrad42", [unit("a", "0102")], [], areas=[area], links=links, sides=sides)
    g, s = played.rules, played.state
    for here, there in (("german-W", "0102"), ("0102", "german-W")):
        assert not bridged(g, s, here, there)
        assert water(g, here, there) is None
        assert road(g, s, here, there) is None
        assert not g.parted(s, here, there)
    assert bridged(g, s, "0102", "0103")
    paved = field("stalingrad42", [], [], areas=[area], links={"minor-road": ["0102 0103"]})
    assert road(paved.rules, paved.state, "german-W", "0102") == "minor-road"


@rules("stalingrad42", "7.2", "4.4")
def test_a_bond_crossed_or_a_hex_left_too_full_is_noted_as_a_mistake_of_the_program():
    own = [unit("a", "0504"), unit("b", "0506"), *(unit(n, "0909") for n in "pqrs")]
    played = field("stalingrad42", own, [unit("x", "0405")])
    g, s = played.rules, played.state

    def broken(*path, free=()):
        return g.violations(passed(g, s, s, Passage("soviet", ("x",), path), free))

    assert [r.rule for r in broken("0405", "0505", "0605")] == ["7.2"]
    assert broken("0405", "0505", free=("0505",)) == []
    assert broken("0405", "0404") == []
    assert broken("soviet-A", "0405") == []
    assert [r.rule for r in g.violations(crowding(g, s, "german"))] == ["4.4"]
    fewer = s.put("s", "destroyed-german")
    assert "4.4" not in [r.rule for r in g.violations(crowding(g, fewer, "german"))]
