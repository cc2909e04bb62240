"""Chapters 4 and 5: ground, steps, facing, and men caught in the open."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Game
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    cost,
    do,
    fight,
    four,
    labels,
    of,
    plot,
    why,
)
from tests.marks import rules


def wet(*units: str) -> Game:
    board = plot([". . .", ". r .", ". . ."], links={"road": ["B1 B2 B3"]})
    return fight(units, ["soviet-rifles S A1 N"], board=board)


@rules("conflict-of-heroes", "4.0 river", "14.0 road")
def test_a_bridge_is_left_by_the_road() -> None:
    game = wet("pz3h T B2 S", "pak38 K B2 S", "german-rifles R B2 S")
    for unit in ("T", "K"):
        assert ("4.0 river", "coh.move.bridge") in why(
            game, "move", unit=unit, path=["C2"], pay="cap"
        )
        assert why(game, "move", unit=unit, path=["B3"], pay="cap") == set()
    assert why(game, "move", unit="R", path=["C2"], pay="cap") == set()


@rules("conflict-of-heroes", "5.0", "4.0")
def test_roads_take_the_place_of_the_terrain() -> None:
    game = fight(["german-rifles G D11 SE", "german-rifles H E12 N"], [S])
    assert cost(game, "move", unit="G", path=["E11"]) == 1
    assert cost(game, "move", unit="H", path=["E11"]) == 2
    assert why(game, "move", unit="G", path=["F11"], pay="cap") == {("5.0", "coh.move.apart")}
    assert why(game, "move", unit="G", path=[], pay="cap") == {("5.0", "coh.move.nowhere")}
    assert why(game, "move", unit="G", path=["Z9"], pay="cap") == {("2.2", "argument.unknown-hex")}


@rules("conflict-of-heroes", "5.01", "21.0")
def test_only_the_very_next_turn_catches_men_in_the_open() -> None:
    game = four(
        ("german", "german-rifles P G5 N"),
        ("soviet", "soviet-rifles R G2 S"),
        ("german-2", "german-rifles P2 P5 N"),
        ("soviet-2", "soviet-rifles R2 G2 S"),
    )
    do(game, "move", unit="P", path=["G4"], facing="N", pay="cap")
    assert labels(game, "defence", target="P", unit="R").get("5.01") == -1
    do(game, "stall", pay="cap")
    do(game, "stall", pay="cap")
    assert "5.01" not in labels(game, "defence", target="P", unit="R2")


@rules("conflict-of-heroes", "5.01")
def test_cautious_movement_is_optional() -> None:
    plan = {"unit": "G", "path": ["G5"], "facing": "S", "pay": "cap"}
    assert ("5.01", "coh.move.careful-off") in why(fight([G], [S]), "move", **plan, careful=True)
    game = fight([G], [S], on=["cautious-movement"])
    assert cost(game, "move", **plan, careful=True) == 2
    do(game, "move", **plan)
    assert game.judge("defence", target="G", unit="S").total == 11


@rules("conflict-of-heroes", "5.01", "13.0", "15.6")
def test_nobody_is_caught_in_the_open_in_smoke_or_beside_a_tank() -> None:
    lone = fight([G], [S], on=["cautious-movement"])
    smoke = fight([G], [S], on=["cautious-movement"], smoke={"G5": [2]})
    tank = fight([G, "pz3h T G5 S"], [S], on=["cautious-movement"])
    found = []
    for game in (lone, smoke, tank):
        do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
        found.append(labels(game, "defence", target="G", unit="S"))
    assert [lines.get("5.01", 0) for lines in found] == [-1, 0, 0]
    assert found[2]["15.6"] == 1


@rules("conflict-of-heroes", "5.01", "7.63", "15.6")
def test_no_tank_of_the_enemy_is_cover_for_who_walks_up_to_it() -> None:
    foes = [S, "t34 T G5 N"]
    game = fight([G], foes, on=["cautious-movement"])
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    found = labels(game, "defence", target="G", unit="S")
    assert (found["5.01"], "15.6" in found) == (-1, False)


@rules("conflict-of-heroes", "5.2", "5.3")
def test_backwards_costs_one_more_and_turning_one() -> None:
    game = fight([G], [S])
    assert cost(game, "move", unit="G", path=["G5"]) == 1
    assert cost(game, "move", unit="G", path=["G3"]) == 2
    assert cost(game, "turn", unit="G", facing="N") == 1
    assert why(game, "turn", unit="G", facing="X", pay="cap") == {("5.3", "coh.move.facing")}


NO = None
GROUND = {
    # men on foot, tracks, wheels: AP of a unit that moves for 1; cover; whether it hides
    "open": (1, 1, 1, 0, False),
    "wheat": (1, 1, 2, 0, False),
    "corn": (1, 1, 2, 1, True),
    "brush": (2, 2, NO, 1, True),
    "woods": (2, 3, NO, 2, True),
    "wooden-building": (2, 3, NO, 1, True),
    "stone-building": (2, 3, NO, 3, True),
    "swamp": (2, 3, NO, 0, False),
    "ford": (2, 2, 2, 0, False),
    "river": (3, NO, NO, 0, False),
}


def ground_of(terrain: str, **keys: Any) -> Game:
    """Men, a tank and a truck in A1, one kind of ground in A2, the enemy behind it in A3."""
    rows = ["01 . .", "02 x .", "03 . .", "04 . ."]
    names = {".": "open", "x": terrain}
    board = {"title": "Ground", "labels": "A1", "rows": rows, "terrain": names}
    own = ["german-rifles R A1 S", "pz3h P A1 S", "opel T A1 S"]
    return fight(own, ["soviet-rifles S A3 N", "soviet-rifles F A2 N"], board=board, **keys)


@rules("conflict-of-heroes", "4.0", "4.0 wheat", "4.0 corn", "4.0 river", "5.0", "14.0", "7.2")
@pytest.mark.parametrize("terrain", GROUND)
def test_what_every_kind_of_ground_does(terrain: str) -> None:
    game = ground_of(terrain)
    *prices, cover, hides = GROUND[terrain]
    for unit, price in zip("RPT", prices, strict=True):
        step = {"unit": unit, "path": ["A2"], "pay": "cap"}
        if price is NO:
            assert {key for _, key in why(game, "move", **step)} == {"coh.move.terrain"}
        else:
            assert why(game, "move", **step) == set()
            assert cost(game, "move", **step) == price
    shield = game.judge("defence", target="F", unit="R")
    assert shield.total == 12 + int(cover or 0)
    assert game.judge("sees", a="A1", b="A3") != hides


@rules("conflict-of-heroes", "14.0 tracked", "14.1")
@pytest.mark.parametrize("terrain", [name for name in GROUND if name not in ("river",)])
def test_on_which_ground_tracks_roll_on_and_where_they_may_stick(terrain: str) -> None:
    game = ground_of(terrain, dice=[1, 1])
    rolls_on = terrain in ("open", "wheat", "corn")
    further = why(game, "move", unit="P", path=["A2", "B3"], pay="cap")
    assert (("14.0", "coh.move.too-far") not in further) == rolls_on
    do(game, "move", unit="P", path=["A2"], pay="cap")
    assert of(game, "P")["bogged"] == (terrain in ("swamp", "stone-building"))


@rules("conflict-of-heroes", "5.2", "5.0")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_three_hexes_are_in_front_and_three_behind(facing: str) -> None:
    game = fight([f"german-rifles G G5 {facing}"], [FAR])
    board = game.scenario.board
    order = ("N", "NE", "SE", "S", "SW", "NW")
    prices = {}
    for hex in board.neighbours("G5"):
        way = board.direction("G5", hex)
        assert way is not None
        prices[(way - order.index(facing)) % 6] = cost(game, "move", unit="G", path=[hex])
    assert prices == {0: 1, 1: 1, 5: 1, 2: 2, 3: 2, 4: 2}


@rules("conflict-of-heroes", "5.3")
def test_who_turns_says_where_to() -> None:
    game = fight([G], [FAR])
    assert why(game, "turn", unit="G", pay="cap") == {("5.3", "coh.move.facing")}
    assert why(game, "turn", unit="G", facing="up", pay="cap") == {("5.3", "coh.move.facing")}
    assert cost(game, "turn", unit="G", facing="N", pay="cap") == 1


LANE = {
    "title": "A lane through the woods",
    "labels": "A1",
    "rows": ["01 . .", "02 w w", "03 . ."],
    "terrain": {".": "open", "w": "woods"},
    "links": {"road": ["A1 A2 A3"]},
}


@rules("conflict-of-heroes", "5.0", "4.0", "14.0 road")
def test_a_road_takes_the_price_and_the_bar_of_the_ground() -> None:
    rows = ["german-rifles R A1 S", "pz3h P A1 S", "opel T A1 S"]
    game = fight(rows, ["soviet-rifles S B3 N"], board=LANE)
    assert [cost(game, "move", unit=u, path=["A2"], pay="cap") for u in "RPT"] == [1, 1, 1]
    assert why(game, "move", unit="T", path=["A2"], pay="cap") == set()
    aside = fight(["german-rifles R B1 S", "opel T B1 S"], ["soviet-rifles S B3 N"], board=LANE)
    assert cost(aside, "move", unit="R", path=["B2"], pay="cap") == 2
    assert why(aside, "move", unit="T", path=["B2"], pay="cap")


@rules("conflict-of-heroes", "7.4 cowering", "5.0")
def test_fear_makes_every_step_dearer() -> None:
    game = fight(["german-rifles G G4 S hit=cowering"], [FAR])
    assert cost(game, "move", unit="G", path=["G5"], pay="cap") == 2


@rules("conflict-of-heroes", "5.01")
def test_to_go_cautiously_is_one_more_for_men_on_foot() -> None:
    game = fight(["german-rifles G G4 S", "pz3h P C4 S"], [FAR], on=["cautious-movement"])
    assert cost(game, "move", unit="G", path=["G5"], careful=True, pay="cap") == 2
    assert cost(game, "move", unit="P", path=["C5"], careful=True, pay="cap") == 1
