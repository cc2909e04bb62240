"""Section 8.2: weapons that are thrown, charges and mines by card."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.conflict_of_heroes.field import G, S, do, fight, offered, why
from tests.marks import rules


@rules("conflict-of-heroes", "8.2", "7.63 outside fire", "8.2 extra grenades")
def test_a_weapon_in_ones_own_hex_hits_enemies_only() -> None:
    game = fight(
        [G, "german-rifles H G4 S"],
        ["soviet-rifles S G4 N"],
        cards={"german": ["extra-grenades"]},
    )
    do(game, "play", card="extra-grenades", unit="G", hex="G4")
    assert {a["target"] for a in game.choices()} == {"S"}


@rules("conflict-of-heroes", "8.2", "7.4 suppressed", "7.4 panicked")
def test_hit_markers_count_for_weapon_cards() -> None:
    near = "soviet-rifles S G5 N"
    held = {"german": ["molotov-cocktail"]}
    game = fight([G + " hit=suppressed"], [near], cards=held)
    do(game, "play", card="molotov-cocktail", unit="G", hex="G5")
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally
    assert tally.parts[0].total == 5 - 2 - 2
    game = fight([G + " hit=panicked"], [near], cards=held)
    throw = {"card": "molotov-cocktail", "unit": "G", "hex": "G5"}
    assert ("7.4 panicked", "coh.fire.lost") in why(game, "play", **throw)


@rules("conflict-of-heroes", "8.2", "6.1", "7.63 limits", "17.0 passenger")
def test_a_weapon_card_is_an_attack_like_any_other() -> None:
    held = {"german": ["flamethrower"]}
    burn = {"card": "flamethrower", "unit": "G", "hex": "G5"}
    near = "soviet-rifles S G5 N"
    game = fight(["german-rifles G G4 N"], [near], cards=held)
    assert why(game, "play", **burn) == {("6.1", "coh.fire.arc")}
    game = fight([G], [near, "soviet-rifles T G4 N"], cards=held)
    assert why(game, "play", **burn) == {("7.63 limits", "coh.fire.close-only")}
    game = fight(["opel O G4 S", G + " carried=O"], [near], cards=held)
    assert ("17.0 passenger", "coh.fire.carried") in why(game, "play", **burn)


@rules("conflict-of-heroes", "8.2", "8.2 molotov cocktail", "8.2 magnetic mine")
def test_weapon_cards() -> None:
    game = fight(["pz3h T G6 S"], [S], turn="soviet", cards={"soviet": ["molotov-cocktail"]})
    do(game, "play", card="molotov-cocktail", unit="S", hex="G6")
    tally = game.tally(Action("roll", target="T", cap=0))
    assert tally
    assert tally.parts[0].total == 4
    game = fight(
        [G, "german-rifles H G6 S"], [S], turn="soviet", cards={"soviet": ["magnetic-mine"]}
    )
    assert why(game, "play", card="magnetic-mine", unit="S", hex="G6") == {
        ("8.2 magnetic mine", "coh.card.metal")
    }


@rules("conflict-of-heroes", "8.2 demolition charge", "18.6")
def test_a_charge_breaks_an_empty_bunker() -> None:
    bunker = [{"kind": "bunker", "hex": "G4"}]
    game = fight([G], [S], [6, 6], cards={"german": ["demolition-charge"]}, work=bunker)
    do(game, "play", card="demolition-charge", unit="G", hex="G4")
    do(game, "roll", target="work:bunker", cap=0)
    assert game.judge("works", hex="G4") == []


@rules(
    "conflict-of-heroes",
    "8.2 flamethrower",
    "8.2 extra grenades",
    "8.2 demolition charge",
    "8.2 tellermine",
)
def test_thrown_weapons() -> None:
    cards = {"german": ["flamethrower", "extra-grenades", "demolition-charge", "tellermine"]}
    game = fight(["german-rifles G D3 S"], ["soviet-rifles S D4 N"], cards=cards)
    assert ("8.2 demolition charge", "coh.card.range") in why(
        game, "play", card="demolition-charge", unit="G", hex="D4"
    )
    assert ("8.2 tellermine", "coh.card.metal") in why(
        game, "play", card="tellermine", unit="G", hex="D4"
    )
    wood: dict[str, int] = {}
    power: dict[str, int] = {}
    for card in ("flamethrower", "extra-grenades"):
        do(game, "play", card=card, unit="G", hex="D4")
        tally = game.tally(Action("roll", target="S", cap=0))
        assert tally
        power[card], wood[card] = (int(part.total) for part in tally.parts)
        game.undo()
    assert wood == {"flamethrower": 12, "extra-grenades": 14}
    assert power == {"flamethrower": 8, "extra-grenades": 4}  # a throw of one hex is a long one


@rules("conflict-of-heroes", "8.2 magnetic mine", "8.2 tellermine", "7.7")
@pytest.mark.parametrize("card", ["magnetic-mine", "tellermine"])
def test_a_magnetic_mine_hurts_metal_only(card: str) -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    foes = ["t34 T G5 N", "soviet-rifles R G5 N"]
    game = fight([G], foes, cards={"german": [card]}, work=wire)
    do(game, "play", card=card, unit="G", hex="G5")
    assert {a["target"] for a in game.choices()} == {"T"}


@rules("conflict-of-heroes", "8.2 tellermine")
def test_a_tellermine_is_offered_as_a_mine() -> None:
    game = fight([G], [S], cards={"german": ["tellermine"]})
    assert offered(game, "play", card="tellermine", lay=True, hex="G5")


BLUE = {
    "flamethrower": 6,
    "magnetic-mine": 9,
    "tellermine": 9,
    "molotov-cocktail": 6,
    "extra-grenades": 4,
    "demolition-charge": 10,
}
"""Firepower against armour, as our table has it."""


@rules(
    "conflict-of-heroes",
    "8.2",
    "8.2 magnetic mine",
    "8.2 tellermine",
    "8.2 flamethrower",
    "8.2 demolition charge",
    "8.2 molotov cocktail",
    "8.2 extra grenades",
    "7.63",
)
@pytest.mark.parametrize("card", BLUE)
def test_what_the_ground_is_worth_against_a_weapon(card: str) -> None:
    game = fight(["german-rifles G D4 S"], ["t34 T D4 N"], cards={"german": [card]})
    do(game, "play", card=card, unit="G", hex="D4")
    tally = game.tally(Action("roll", target="T", cap=0))
    assert tally
    power, shield = tally.parts
    cover = [line.value for line in shield.lines if line.rule == "4.0"]
    bare = card in ("flamethrower", "magnetic-mine", "tellermine")
    assert cover == ([] if bare else [2])
    assert power.total == BLUE[card], "neither close nor short range adds anything"


@rules("conflict-of-heroes", "8.2 flamethrower", "8.2 molotov cocktail", "13.0")
@pytest.mark.parametrize(("card", "smoke"), [("flamethrower", 0), ("molotov-cocktail", 2)])
def test_what_smoke_is_worth_against_a_weapon(card: str, smoke: int) -> None:
    plain, thick = (
        fight(
            ["german-rifles G G4 S"],
            ["soviet-rifles S G5 N"],
            cards={"german": [card]},
            smoke=smoke_there,
        )
        for smoke_there in ({}, {"G5": [2]})
    )
    found = []
    for game in (plain, thick):
        do(game, "play", card=card, unit="G", hex="G5")
        tally = game.tally(Action("roll", target="S", cap=0))
        assert tally
        found.append(int(tally.parts[1].total))
    assert found[1] - found[0] == smoke


RED = {
    "flamethrower": 8,
    "magnetic-mine": 8,
    "tellermine": 8,
    "molotov-cocktail": 5,
    "extra-grenades": 6,
    "demolition-charge": 10,
}
"""Firepower against men and guns, as our table has it."""


@rules("conflict-of-heroes", "8.2")
@pytest.mark.parametrize("card", RED)
def test_what_a_weapon_is_worth_against_a_gun(card: str) -> None:
    game = fight(["german-rifles G G4 S"], ["at57 A G4 N"], cards={"german": [card]})
    do(game, "play", card=card, unit="G", hex="G4")
    tally = game.tally(Action("roll", target="A", cap=0))
    assert tally
    assert (tally.parts[0].total, tally.parts[0].result) == (RED[card], "red")
