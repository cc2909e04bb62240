"""Chapter 6: lines of sight through woods and smoke at once, by an oracle too."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from itertools import combinations

import pytest

from engine.conflict_of_heroes.ground.sight import Ground
from engine.game import Game
from tests.engine.conflict_of_heroes.exact import Hills
from tests.engine.conflict_of_heroes.field import fight, labels, why
from tests.engine.test_sight import clipped
from tests.marks import SOAK, rules

COLUMNS = "ABCDEFG"


def ground(woods: Collection[str] = (), size: int = 5) -> dict[str, object]:
    """Open ground, as wide as it is high, with some woods."""
    lines = [
        f"{row:02} " + " ".join("w" if f"{c}{row}" in woods else "." for c in COLUMNS[:size])
        for row in range(1, size + 1)
    ]
    terrain = {".": "open", "w": "woods"}
    return {"title": "Ground", "labels": "A1", "rows": lines, "terrain": terrain}


def between(
    woods: tuple[str, ...], smoke: Mapping[str, list[int]], ends: tuple[str, str] = ("B3", "D3")
) -> Game:
    """A German at one end and a Soviet at the other."""
    rows = [f"german-rifles G {ends[0]} SE"], [f"soviet-rifles S {ends[1]} NW"]
    return fight(*rows, board=ground(woods), smoke=smoke)


def along_the_edge(ends: tuple[str, str]) -> bool:
    """Whether a line has the map on one hand only."""
    return any("" in group for group in between((), {}).rules.ground.way(*ends))


def plain(game: Game, woods: Collection[str], a: str, b: str) -> tuple[bool, int]:
    """Sight and the smoke that counts, said in other words: hex after hex by plain fractions."""
    board, s = game.rules.board, game.state
    (q, r), (x, y) = board.cell(a), board.cell(b)
    clear, screens = True, []
    for group in clipped(x - q, y - r):
        names = [str(board.label_of((q + u, r + v)) or "") for u, v in group]
        smoke = [s.smoke_in(name) for name in names if name not in woods]
        clear = clear and bool(smoke)
        screens += [min(smoke)] if smoke and min(smoke) else []
    return clear and len(screens) < 2 and 2 not in screens, sum(screens)


@rules("conflict-of-heroes", "6.0", "13.0", "13.0 second round")
@pytest.mark.parametrize(
    ("woods", "smoke", "seen", "more"),
    [
        ((), {}, True, 0),
        (("C2",), {}, True, 0),
        (("C2", "C3"), {}, False, 0),
        ((), {"C2": [2]}, True, 0),
        ((), {"C2": [2], "C3": [2]}, False, 0),
        ((), {"C2": [1], "C3": [2]}, True, 1),
        (("C3",), {"C2": [2]}, False, 0),
        (("C2",), {"C3": [1]}, True, 1),
        (("C2",), {"C2": [2]}, True, 0),
    ],
)
def test_along_a_side_the_hex_that_does_not_block_counts(
    woods: tuple[str, ...], smoke: dict[str, list[int]], seen: bool, more: int
) -> None:
    game = between(woods, smoke)
    shot = why(game, "fire", unit="G", hex="D3", pay="cap")
    assert (game.judge("sees", a="B3", b="D3"), ("6.0", "coh.fire.blocked") not in shot) == (
        (seen, seen)
    )
    assert game.judge("sees", a="D3", b="B3") is seen
    if seen:
        found = labels(game, "defence", target="S", unit="G")
        assert found.get("13.0 second round", 0) == more


@rules("conflict-of-heroes", "6.0", "13.0")
def test_beyond_the_edge_of_the_map_there_is_neither_wood_nor_smoke() -> None:
    for hex, ends in (("B1", ("A1", "C1")), ("B5", ("A5", "C5"))):
        woods, smoke = between((hex,), {}, ends), between((), {hex: [2]}, ends)
        assert woods.judge("sees", a=ends[0], b=ends[1]) is smoke.judge(
            "sees", a=ends[0], b=ends[1]
        )


@rules("conflict-of-heroes", "6.0", "13.0", "13.0 second round")
def test_random_ground_and_smoke_hide_what_the_oracle_says() -> None:
    dice = random.Random(13)
    seen = 0
    for _ in range(60):
        hexes = [f"{c}{row}" for c in COLUMNS for row in range(1, 8)]
        woods = [h for h in hexes if dice.random() < 0.25]
        smoke = {h: [dice.choice((1, 1, 2))] for h in hexes if dice.random() < 0.3}
        game = fight(
            ["german-rifles G A1 SE"],
            ["soviet-rifles S G7 NW"],
            board=ground(woods, 7),
            smoke=smoke,
        )
        for _ in range(60):
            a, b = dice.sample(hexes, 2)
            clear, amount = plain(game, woods, a, b)
            assert game.judge("sees", a=a, b=b) is game.judge("sees", a=b, b=a) is clear
            if clear:
                groups = game.rules.ground.gaps(a, b)
                assert sum(min(map(game.state.smoke_in, group)) for group in groups) == amount
                seen += amount > 0
    assert seen > 100


@rules("conflict-of-heroes", "20.3", "6.0")
def test_along_the_edge_of_the_map_woods_blind_no_plane() -> None:
    ends = next(e for e in (("A1", "C1"), ("A5", "C5")) if along_the_edge(e))
    wood = f"B{ends[0][1]}"
    game = between((wood,), {}, ends)
    assert game.rules.ground.blind_from_air(*ends) == ()
    inside = between(("C2", "C3"), {})
    assert inside.rules.ground.blind_from_air("B3", "D3") == ("C2", "C3")


HILLS = SOAK // 40 or 4
"""How many boards are compared, 19,900 pairs of hexes each."""


def hills(seed: int) -> tuple[Ground, Hills]:
    """Hills, gullies and woods at random on 200 hexes, as the engine and as fractions see them."""
    dice, columns, rows = random.Random(seed), "ABCDEFGHIJKLMNOPQRST", range(1, 11)
    tags: dict[str, list[str]] = {"level-1": [], "level-2": [], "gully": []}
    for column in columns:
        for row in rows:
            name = dice.choice((*[""] * 5, *["level-1"] * 3, *["level-2"] * 2, "gully"))
            if name:
                tags[name].append(f"{column}{row}")
    lines = [f"{r:02} " + " ".join(dice.choice(".....w") for _ in columns) for r in rows]
    names = {".": "open", "w": "woods"}
    board = {"title": "Hills", "labels": "A1", "rows": lines, "terrain": names, "tags": tags}
    ground = fight([], [], board=board).rules.ground  # type: ignore[attr-defined]
    cells = {ground.board.cell(hex): hex for hex in ground.board.hexes}
    level = {"level-1": 1, "level-2": 2, "gully": -1}
    of = {hex: level[tag] for tag, members in tags.items() for hex in members}
    return ground, Hills(
        {cell: of.get(hex, 0) for cell, hex in cells.items()},
        {cell: int(ground.board.terrain(hex) == "woods") for cell, hex in cells.items()},
    )


@rules("conflict-of-heroes", "6.0", "11.3", "11.4")
@pytest.mark.parametrize("seed", range(HILLS))
def test_over_random_hills_one_sees_what_exact_fractions_say(seed: int) -> None:
    ground, exact = hills(seed)
    differ = [
        (a, b)
        for a, b in combinations(ground.board.hexes, 2)
        if (not ground.blockers(a, b)) != exact.sees(ground.board.cell(a), ground.board.cell(b))
    ]
    assert differ == []
