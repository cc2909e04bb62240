"""Chapter 13: smoke, who lays it and how it thins."""

from __future__ import annotations

import pytest

from tests.engine.conflict_of_heroes.field import S, cost, do, fight, offered, why
from tests.marks import rules


@rules("conflict-of-heroes", "13.0 second round", "13.0 adding", "13.1", "19.0")
def test_smoke_is_laid_and_thins() -> None:
    game = fight(["german-pioneers P G4 S"], [S])
    assert cost(game, "smoke", unit="P", hex="G5") == 3
    assert ("19.0", "coh.smoke.far") in why(game, "smoke", unit="P", hex="G6", pay="cap")
    do(game, "smoke", unit="P", hex="G5", pay="cap")
    assert not game.judge("sees", a="G4", b="G7")
    do(game, "pass")
    do(game, "pass")
    assert game.judge("smoke", hex="G5") == 1
    assert game.judge("sees", a="G4", b="G7")


@rules("conflict-of-heroes", "13.1", "12.0 spotter")
def test_smoke_shells_over_a_spotters_eyes() -> None:
    game = fight(["german-mortar M D3 S", "german-rifles G E4 S"], [S])
    blind = {"unit": "M", "hex": "D9", "pay": "opportunity"}
    assert ("6.0", "coh.fire.blocked") in why(game, "smoke", **blind)
    assert not why(game, "smoke", **blind, spotter="G")
    assert cost(game, "smoke", **blind, spotter="G") == 4
    assert offered(game, "smoke", unit="M", hex="D9", spotter="G")


@rules("conflict-of-heroes", "13.1", "7.4 panicked", "7.63 limits", "17.0 passenger")
def test_who_cannot_fire_makes_no_smoke() -> None:
    game = fight(["german-mortar M D3 S hit=panicked"], [S])
    assert ("7.4 panicked", "coh.fire.lost") in why(game, "smoke", unit="M", hex="E8", pay="cap")
    game = fight(["german-mortar M E4 S"], [S, "soviet-rifles T E4 N"])
    assert ("7.63 limits", "coh.fire.close-only") in why(
        game, "smoke", unit="M", hex="E8", pay="cap"
    )
    game = fight(["opel O E4 S", "german-mortar M E4 S carried=O"], [S])
    assert ("17.0 passenger", "coh.fire.carried") in why(
        game, "smoke", unit="M", hex="E8", pay="cap"
    )


@rules("conflict-of-heroes", "13.0", "12.0 spotter")
@pytest.mark.parametrize(
    ("smoke", "more"),
    [({}, 0), ({"C3": [2]}, 2), ({"C4": [2]}, 2), ({"C3": [1], "C4": [1]}, 2), ({"B3": [2]}, 0)],
)
def test_shells_come_out_of_the_smoke_of_the_mortar_and_of_its_spotter(
    smoke: dict[str, list[int]], more: int
) -> None:
    rows = ["german-mortar M C3 S", "german-rifles A C4 S"]
    game = fight(rows, ["soviet-rifles S C8 N"], smoke=smoke)
    plain = fight(rows, ["soviet-rifles S C8 N"])
    asked = {"target": "S", "unit": "M", "spotter": "A"}
    power = game.judge("defence", **asked).total, plain.judge("defence", **asked).total
    assert power[0] - power[1] == more


@rules("conflict-of-heroes", "13.1", "11.5 sight", "7.61", "12.0", "6.1")
def test_smoke_shells_are_laid_as_shells_are_fired() -> None:
    game = fight(["german-mortar M G4 S", "german-rifles R A1 S"], ["soviet-rifles S P12 N"])
    for hex, fault in (("G6", "coh.fire.minimum"), ("G1", "coh.fire.arc"), ("G8", "")):
        found = {key for _, key in why(game, "smoke", unit="M", hex=hex, pay="cap")}
        assert found == ({fault} if fault else set())
    assert why(game, "smoke", unit="R", hex="A2", pay="cap") == {("13.1", "coh.smoke.cannot")}
    tags = {"gully": ["A5"]}
    rows = [f"{row:02} ." for row in range(1, 6)]
    board = {"title": "t", "labels": "A1", "rows": rows, "terrain": {".": "open"}, "tags": tags}
    traits = ["smoke"]
    gun = {"type": "pak38", "id": "P", "facing": "S", "hex": "A4", "traits": traits}
    foe = {"type": "soviet-rifles", "id": "S", "facing": "N", "hex": "A1"}
    sides = [
        {"id": "german", "name": "German", "units": [gun]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    guns = fight([], [], board=board, side=sides)
    into = ("11.5 sight", "coh.fire.into-gully")
    assert into in why(guns, "smoke", unit="P", hex="A5", pay="cap")
