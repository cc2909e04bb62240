"""Chapter 7: range, arc, firepower, defence and the chance to hit."""

from __future__ import annotations

import pytest

from engine.conflict_of_heroes.counters.hits import hits_of
from engine.values import Action
from tests.engine.conflict_of_heroes.field import G, S, do, fight, why
from tests.marks import rules


@rules("conflict-of-heroes", "7.0", "6.0", "6.1", "7.61")
def test_fire_wants_range_arc_and_sight() -> None:
    game = fight(["german-rifles G D2 S"], ["soviet-rifles S D7 N"])
    assert why(game, "fire", unit="G", hex="D7", pay="cap") == {("6.0", "coh.fire.blocked")}
    game = fight(["german-rifles G A1 NW"], ["soviet-rifles S L1 N"], section=1)
    assert why(game, "fire", unit="G", hex="L1", pay="cap") == {
        ("7.61", "coh.fire.range"),
        ("6.1", "coh.fire.arc"),
    }
    assert ("7.0", "coh.fire.nobody") in why(game, "fire", unit="G", hex="A2", pay="cap")


@rules("conflict-of-heroes", "7.0", "7.3", "7.4")
@pytest.mark.parametrize(("margin", "hits"), [(-1, 0), (0, 1), (3, 1), (4, 2), (9, 2)])
def test_four_more_is_two_hits(margin: int, hits: int) -> None:
    assert hits_of(margin) == hits


@rules("conflict-of-heroes", "7.1", "7.2")
def test_the_chance_to_hit_is_exact() -> None:
    game = fight([G], [S])
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    action = Action("roll", target="S", cap=0)
    hit = sum(
        p.probability
        for p in game.outlook(action)
        if any(e.key in ("coh.shot.hit", "coh.shot.two") for e in p.events)
    )
    tally = game.tally(action)
    assert tally
    assert tally.total == 8
    assert hit * 36 == 15


@rules("conflict-of-heroes", "7.6", "3.01", "2.2 action card", "12.0 spotter")
def test_odds_and_ends() -> None:
    two = [G, "german-rifles H H4 S"]
    game = fight(two, [S], [2, 3], on=["random-ap"], cards={"german": ["command-action"]})
    do(game, "activate", unit="G")
    assert game.judge("side", side="german")["ap"] == 5
    assert any(a.kind == "play" for a in game.choices(unit="H"))
    mortar = ["german-mortar M G2 S", "german-rifles G G3 S"]
    game = fight(mortar, ["soviet-rifles S H8 N"])
    assert game.judge("spotters", unit="M", hex="H8") == ["G"]
    assert ("12.0", "coh.fire.no-indirect") in why(
        game, "fire", unit="G", hex="H8", spotter="M", pay="cap"
    )


@rules("conflict-of-heroes", "7.6", "7.61", "7.62")
@pytest.mark.parametrize(
    ("hex", "more"), [("G5", 3), ("G6", 0), ("G9", 0), ("G10", -2), ("G12", -2)]
)
def test_range_is_what_a_shot_is_worth(hex: str, more: int) -> None:
    game = fight(["german-rifles G G4 S"], [f"soviet-rifles S {hex} N"])
    assert game.judge("firepower", unit="G", hex=hex).total == 4 + more
    assert why(game, "fire", unit="G", hex=hex, pay="cap") == set()


@rules("conflict-of-heroes", "7.6", "7.61")
def test_nobody_fires_over_twice_its_range() -> None:
    game = fight(["german-rifles G G1 S"], ["soviet-rifles S G11 N", "soviet-rifles T G12 N"])
    assert why(game, "fire", unit="G", hex="G11", pay="cap") == set()
    assert why(game, "fire", unit="G", hex="G12", pay="cap") == {("7.61", "coh.fire.range")}


@rules("conflict-of-heroes", "7.0", "7.2")
@pytest.mark.parametrize(("facing", "need"), [("N", 8), ("NE", 8), ("SE", 7), ("S", 7), ("SW", 7)])
def test_out_of_its_arc_a_unit_is_met_at_the_flank(facing: str, need: int) -> None:
    game = fight(["german-rifles G G4 S"], [f"soviet-rifles S G7 {facing}"])
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally
    assert tally.total == need


@rules("conflict-of-heroes", "20.0 anti-aircraft", "15.2 gun damaged")
def test_why_a_shot_hits_nobody() -> None:
    game = fight(["german-rifles G G4 S"], ["shturmovik P G6 N altitude=1"])
    high = ("20.0 anti-aircraft", "coh.fire.too-high")
    assert why(game, "fire", unit="G", hex="G6", pay="cap") == {high}
    hurt = fight(["pz3h T G4 S hit=gun-damaged-red"], ["soviet-rifles S G6 N"])
    lost = ("15.2 gun damaged", "coh.fire.gun-damaged")
    assert why(hurt, "fire", unit="T", hex="G6", pay="cap") == {lost}
    bare = fight(["german-rifles G G4 S"], ["soviet-rifles S P12 N"], section=1)
    nobody = ("7.0", "coh.fire.nobody")
    assert why(bare, "fire", unit="G", hex="G6", pay="cap") == {nobody}


@rules("conflict-of-heroes", "6.1")
def test_the_arc_is_a_third_of_all_hexes_and_not_ones_own() -> None:
    game = fight(["german-rifles G G6 S"], ["soviet-rifles S P12 N"])
    arc = game.judge("arc", unit="G")
    assert "G6" not in arc
    assert {"G7", "F7", "H8"} <= set(arc)
    assert not {"G5", "F4", "H4"} & set(arc)
