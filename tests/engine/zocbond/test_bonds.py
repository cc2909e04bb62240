"""Bonds against an independent reading of chapter 7, on random positions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.position import Position
from engine.zocbond.battle.losses import destroyed
from engine.zocbond.board.zones import net
from tests.engine.zocbond import oracle
from tests.engine.zocbond.field import SIDES, field, forbidden, move, unit
from tests.marks import rules

SIZE = 9
LABELS = [f"{c:02d}{r:02d}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
WATER = {
    "holland44": ("large-river", "large-river", "canal", "minor-river"),
    "stalingrad42": ("major-river", "major-river", "minor-river", "volga", "alpine", "impassable"),
}
SOFT = {"holland44": "CCpsw", "stalingrad42": "CcwrsC"}
KINDS = {
    "holland44": ("infantry", "infantry", "tank", "engineer", "artillery", "motorized"),
    "stalingrad42": ("infantry", "tank", "assault-gun", "artillery-division", "soviet-hq"),
}


class World:
    """A random board; positions on it are drawn one after another."""

    def __init__(self, game: str, dice: Any) -> None:
        self.game, self.dice = game, dice
        first, second = SIDES[game]
        land = {hex: dice.choice(SOFT[game]) for hex in LABELS if dice.random() < 0.2}
        sides: dict[frozenset[str], str] = {}
        for hex in LABELS:
            for way, (dx, dy) in oracle.AROUND.items():
                there = label(hex, dx, dy)
                if there is not None and dice.random() < 0.16 and way in ("N", "NE", "SE"):
                    sides[frozenset((hex, there))] = dice.choice(WATER[game])
        pairs = [sorted(pair) for pair in sides if dice.random() < 0.3]
        pairs += [[a, b] for a, b in itertools.combinations(LABELS, 2) if near(a, b)][::23]
        blown = [f"{a}-{b}" for a, b in pairs if game == "holland44" and dice.random() < 0.3]
        roads = {frozenset(pair) for pair in pairs if "-".join(pair) not in blown}
        edge = [f"{c:02d}01" for c in range(2, 7)]
        right = [f"{SIZE:02d}{r:02d}" for r in range(3, 8)]
        # letters that no side's area bears by rule
        self.areas = {first: tuple(edge), second: tuple(right)}
        self.units = {
            f"{side[0]}{n}": unit(
                f"{side[0]}{n}",
                LABELS[n],
                dice.choice(KINDS[game]),
                steps=dice.choice((1, 2, 2)),
            )
            for side in (first, second)
            for n in range(9)
        }
        turn = 30 if game == "stalingrad42" and dice.random() < 0.2 else 9
        self.rules = field(
            game,
            [u for name, u in self.units.items() if name[0] == first[0]],
            [u for name, u in self.units.items() if name[0] == second[0]],
            size=(SIZE, SIZE),
            turn=turn,
            ground=land,
            sides=named(sides),
            links={"road": [" ".join(pair) for pair in pairs]},
            areas=[
                {"id": f"{side}-X", "name": side, "touches": list(hexes)}
                for side, hexes in self.areas.items()
            ],
            **({"blown": blown} if blown else {}),
        )
        self.ground = oracle.Ground(
            frozenset(LABELS),
            {hex: self.rules.rules.board.terrain(hex) for hex in LABELS},
            sides,
            frozenset(roads),
            turn >= 28,
            self.areas,
        )

    def position(self, spots: Sequence[str] = ()) -> tuple[Any, list[oracle.Man]]:
        """A state with everybody somewhere, and the same in the oracle's words.

        Units for which no spot is given, or one that an enemy holds, are off the map.
        """
        g, dice = self.rules.rules, self.dice
        taken: dict[str, str] = {}
        heart = dice.choice(LABELS)
        close = [hex for hex in LABELS if far(hex, heart) <= 9]
        where, marks, lost, men = {}, {}, {}, []
        for n, (name, piece) in enumerate(g.units.items()):
            if spots:
                hex = spots[n] if n < len(spots) else ""
                if not hex or taken.get(hex, piece.side) != piece.side:
                    where[name] = destroyed(piece.side)
                    continue
            else:
                hex = dice.choice([h for h in close if taken.get(h, piece.side) == piece.side])
            taken[hex] = piece.side
            where[name] = hex
            mark = dice.choice((None, None, None, "disrupted", "routed"))
            marks[name] = frozenset([mark] if mark else [])
            lost[name] = 1 if piece.steps == 2 and dice.random() < 0.3 else 0
            men.append(
                oracle.Man(
                    piece.side,
                    hex,
                    piece.steps - lost[name],
                    mark is None,
                    piece.kind != "soviet-hq",
                    piece.kind in ("assault-gun", "artillery-division"),
                    piece.kind in ("tank", "artillery"),
                )
            )
        state = self.rules.state
        return replace(state, position=Position(where), marks=marks, lost=lost), men


def label(hex: str, dx: int, dy: int) -> str | None:
    """The hex of the board at some distance from another."""
    x, y = oracle.spot(hex)
    return SPOTS.get((x + dx, y + dy))


SPOTS = {oracle.spot(hex): hex for hex in LABELS}
STEPS = [
    (hex, there)
    for hex in LABELS
    for dx, dy in oracle.AROUND.values()
    if (there := label(hex, dx, dy)) is not None
]


def near(a: str, b: str) -> bool:
    """Whether two hexes touch."""
    return oracle.touch(oracle.spot(a), oracle.spot(b))


def far(a: str, b: str) -> int:
    """A rough distance, to draw units together."""
    dx, dy = oracle.apart(oracle.spot(a), oracle.spot(b))
    return dx + dy


def named(sides: dict[frozenset[str], str]) -> dict[str, list[str]]:
    """Hexsides as a board file writes them."""
    found: dict[str, list[str]] = {}
    for pair, kind in sides.items():
        a, b = sorted(pair)
        gap = tuple(n - m for m, n in zip(oracle.spot(a), oracle.spot(b), strict=True))
        way = next(name for name, step in oracle.AROUND.items() if step == gap)
        found.setdefault(kind, []).append(f"{a} {way}")
    return found


def of_engine(g: Any, state: Any, side: str) -> set[oracle.Found]:
    """The standing bonds of the engine in the oracle's words."""
    return {
        oracle.Found(
            frozenset(end if end in LABELS else "area" for end in bond.ends),
            frozenset(bond.between),
            bond.kind == "hex",
        )
        for bond in g.query(state, "bonds", side=side)
        if bond.broken is None
    }


def compare(world: World, spots: Sequence[str] = ()) -> None:
    """One position: the same bonds, and the same single steps forbidden by them."""
    g = world.rules.rules
    state, men = world.position(spots)
    for side in g.sides:
        theirs = oracle.standing(world.game, world.ground, men, side)
        mine = of_engine(g, state, side)
        assert mine == theirs, (mine ^ theirs, state.position.to_json())
        found = net(g, state, side)
        into = {hex for bond in theirs if bond.through_hex for hex in bond.between}
        over = {bond.between for bond in theirs if not bond.through_hex and len(bond.between) == 2}
        for a, b in STEPS:
            stops = b in into or frozenset((a, b)) in over
            assert found.stops(g.board.cell(a), g.board.cell(b)) == stops, (a, b)


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_bonds_are_what_a_plain_reading_says_a_thousand_times(game):
    dice = random.Random(f"bonds/{game}")
    count = 0
    for _ in range(60):
        world = World(game, dice)
        for _ in range(50):
            compare(world)
            count += 1
    assert count == 3000


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
@settings(max_examples=120, deadline=None)
@given(
    seed=st.integers(0, 40),
    spots=st.lists(st.sampled_from(LABELS), min_size=2, max_size=18, unique=True),
)
def test_bonds_are_what_a_plain_reading_says(game, seed, spots):
    world = World(game, random.Random(seed))
    compare(world, spots)
    assert len(world.units) == 18


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_no_unit_ends_a_move_in_or_across_a_bond(game):
    dice = random.Random(f"moves/{game}")
    moves = 0
    for _ in range(12):
        world = World(game, dice)
        state, men = world.position()
        g = world.rules.rules
        other = oracle.standing(game, world.ground, men, g.sides[1])
        for action in g.choices(state, None, None):
            if action.kind != "move":
                continue
            moves += 1
            for a, b in itertools.pairwise(action["path"]):
                assert not any(bond.through_hex and b in bond.between for bond in other)
                assert not any(not bond.through_hex and {a, b} == bond.between for bond in other)
    assert moves > 300


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
    areas = [{"id": f"{own}-X", "name": "x", "touches": ["0301", "0401", "0501"]}]
    played = field(game, [unit("a", "0402")], [unit("b", "1002")], areas=areas)
    assert played.query("bond", side=own, ends=["0402", f"{own}-X"])["stands"]
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
