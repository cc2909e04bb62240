"""Bonds against an independent reading of chapter 7, on random positions."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import hexes
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

LABELS = [f"{c:02d}{r:02d}" for c in range(1, 8) for r in range(1, 8)]
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


@st.composite
def positions(draw):
    spots = draw(st.lists(st.sampled_from(LABELS), min_size=2, max_size=14, unique=True))
    cut = draw(st.integers(1, len(spots)))
    water = draw(st.lists(st.sampled_from(LABELS), max_size=10, unique=True))
    ways = draw(st.lists(st.sampled_from(DIRECTIONS), min_size=10, max_size=10))
    city = draw(st.lists(st.sampled_from(LABELS), max_size=8, unique=True))
    return spots[:cut], spots[cut:], [f"{h} {d}" for h, d in zip(water, ways, strict=False)], city


def _play(game, kind, position):
    own, foes, water, city = position
    return field(
        game,
        [unit(f"a{i}", hex) for i, hex in enumerate(own)],
        [unit(f"b{i}", hex) for i, hex in enumerate(foes)],
        size=(7, 7),
        sides={kind: water},
        ground=dict.fromkeys(city, "C"),
    )


def _brute(game, kind, board, own, foes, city):
    """Every standing bond, worked out pair by pair from the text."""
    found = set()
    for a, b in itertools.combinations(sorted(own), 2):
        ca, cb = board.cell(a), board.cell(b)
        if hexes.distance(ca, cb) != 2:
            continue
        common = [c for c in hexes.neighbours(ca) if hexes.distance(c, cb) == 1]
        labels = [board.label_of(c) for c in common]

        def passes(middle, a=a, b=b):
            if middle is None or middle in foes:
                return False
            wide = sum(kind in board.side(end, middle) for end in (a, b))
            if game == "holland44":
                return middle not in city and not wide
            return wide < 2

        if len(common) == 1:
            stands = passes(labels[0])
        else:
            both = all(label in foes for label in labels)
            stands = not both and any(passes(label) for label in labels)
        if stands:
            found.add(frozenset((a, b)))
    return found


@pytest.mark.parametrize(
    ("game", "kind"), [("holland44", "large-river"), ("stalingrad42", "major-river")]
)
@settings(max_examples=150, deadline=None)
@given(position=positions())
def test_bonds_are_what_a_plain_reading_says(game, kind, position):
    own, foes, _, city = position
    played = _play(game, kind, position)
    side = played.rules.sides[0]
    bonds = played.query("bonds", side=side)
    standing = {frozenset(bond.ends) for bond in bonds if bond.broken is None}
    assert standing == _brute(game, kind, played.rules.board, own, set(foes), set(city))


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
@settings(max_examples=40, deadline=None)
@given(position=positions())
def test_no_unit_ends_a_move_in_or_across_a_bond(game, position):
    played = _play(game, "minor-river", position)
    found = played.rules
    other = found.sides[1]
    barred = found.board
    nets = [bond for bond in played.query("bonds", side=other) if bond.broken is None]
    for action in played.choices():
        if action.kind != "move":
            continue
        for a, b in itertools.pairwise(action["path"]):
            for bond in nets:
                if bond.kind == "hex":
                    assert b not in bond.between
                else:
                    assert {a, b} != set(bond.between), (action, bond, barred.title)


@rules("holland44", "7.4.1")
def test_holland_needs_two_steps_and_good_order():
    own = [unit("a", "0404", steps=1), unit("b", "0604")]
    assert not field("holland44", own).query("bond", side="allied", ends=["0404", "0604"])["stands"]
    own = [unit("a", "0404"), unit("b", "0604")]
    assert field("holland44", own).query("bond", side="allied", ends=["0404", "0604"])["stands"]
    broken = field("holland44", own, marks={"a": ["disrupted"]})
    assert not broken.query("bond", side="allied", ends=["0404", "0604"])["stands"]


@rules("stalingrad42", "7.1")
def test_stalingrad_needs_one_unit_that_counts_or_two_that_stack_free():
    gun = {"kind": "assault-gun", "steps": 1}
    one = [unit("a", "0404", **gun), unit("b", "0604")]
    assert not field("stalingrad42", one).query("bond", side="german", ends=["0404", "0604"])[
        "stands"
    ]
    two = [*one, unit("c", "0404", **gun)]
    assert field("stalingrad42", two).query("bond", side="german", ends=["0404", "0604"])["stands"]


@rules("holland44", "7.4.2", "7.4.3", "7.4.4")
@rules("stalingrad42", "7.2", "7.3", "7.4")
@pytest.mark.parametrize(("game", "rule"), [("holland44", "7.4.2"), ("stalingrad42", "7.2")])
def test_a_bond_is_neither_entered_nor_crossed(game, rule):
    foes = [unit("x", "0404"), unit("y", "0604"), unit("z", "0406")]
    own = [unit("a", "0503"), unit("b", "0505"), unit("c", "0304")]
    played = field(game, own, foes)
    assert rule in forbidden(played, move("a", "0503", "0504", mode="tactical"))
    assert rule in forbidden(played, move("c", "0304", "0405", mode="tactical"))


@rules("holland44", "7.4.5")
@rules("stalingrad42", "7.5")
@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_bonds_reach_only_ones_own_edge(game):
    own, foe = field(game).rules.sides
    areas = [{"id": f"{own}-x", "name": "x", "touches": ["0301", "0401", "0501"]}]
    played = field(game, [unit("a", "0402")], [unit("b", "1002")], areas=areas)
    assert played.query("bond", side=own, ends=["0402", f"{own}-x"])["stands"]
    assert not played.query("bonds", side=foe)


@rules("holland44", "7.1")
def test_zones_of_control_stop_at_an_unbridged_large_river():
    river = {"large-river": ["0404 N"]}
    played = field("holland44", [unit("a", "0404")], sides=river)
    assert "0403" not in played.query("zoc", side="allied")
    bridge = field("holland44", [unit("a", "0404")], sides=river, links={"road": ["0404 0403"]})
    assert "0403" in bridge.query("zoc", side="allied")


@rules("stalingrad42", "6.1", "2.2.3")
def test_zones_of_control_stop_at_the_volga_and_at_impassable_sides():
    sides = {"volga": ["0404 N"], "impassable": ["0404 S"], "major-river": ["0404 SE"]}
    zoc = field("stalingrad42", [unit("a", "0404")], sides=sides).query("zoc", side="german")
    assert zoc == {"0503", "0504", "0304", "0303"}
