"""Section 7.63: hand to hand, and how one gets out of it."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    do,
    fight,
    four,
    of,
    why,
)
from tests.marks import rules

RETREAT = ("7.63 retreat", "coh.move.retreat")


def met(defender: str, **keys: object) -> Game:
    """An enemy has come from G4 into G5, where somebody stands."""
    game = fight([f"{defender} P G5 S"], ["soviet-rifles R G4 S"], turn="soviet", **keys)  # type: ignore[arg-type]
    do(game, "move", unit="R", path=["G5"], pay="opportunity")
    return game


@rules("conflict-of-heroes", "7.63", "7.63 limits")
def test_close_combat_binds_its_units() -> None:
    game = fight(["german-rifles G G7 N"], [S, "soviet-rifles T G5 S"])
    assert ("7.63 limits", "coh.fire.close-only") in why(
        game, "fire", unit="G", hex="G5", pay="cap"
    )
    do(game, "fire", unit="G", hex="G7", pay="cap")
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally
    assert [part.total for part in tally.parts] == [8, 11]


@rules("conflict-of-heroes", "7.63", "18.6")
def test_hand_to_hand_a_bunker_is_struck_with_those_in_it() -> None:
    bunker = [{"kind": "bunker", "hex": "G4", "facing": "S"}]
    outside = fight(["german-rifles G G4 S inside"], ["soviet-rifles S G4 N"], work=bunker)
    inside = fight([G], ["soviet-rifles S G4 N inside"], work=bunker)
    empty = fight([G], [FAR], work=bunker)
    found = [game.judge("targets", unit="G", hex="G4") for game in (outside, inside, empty)]
    assert found == [("S",), ("S", "work:bunker"), ("work:bunker",)]


@rules("conflict-of-heroes", "7.63 limits", "10.0 detection")
def test_close_combat_finds_nobody_in_other_hexes() -> None:
    game = fight(
        ["german-rifles G G5 S", "german-rifles H A1 S"],
        ["soviet-rifles S G5 N", "soviet-rifles T G6 N hidden"],
    )
    do(game, "move", unit="H", path=["A2"], facing="S", pay="cap")
    assert of(game, "T")["hidden"]


@rules("conflict-of-heroes", "7.63 limits", "9.12")
@pytest.mark.parametrize(("lead", "other"), [("L", "C"), ("C", "L")])
def test_who_fights_hand_to_hand_fires_with_nobody_outside(lead: str, other: str) -> None:
    rows = ["german-rifles L G4 S", "german-rifles C G5 S", "german-rifles D G5 S"]
    game = fight(rows, ["soviet-rifles R G5 S"])
    limits = {("7.63 limits", "coh.fire.support-close")}
    assert limits <= why(game, "fire", unit=lead, hex="G5", support=[other], pay="cap")
    assert why(game, "fire", unit="C", hex="G5", support=["D"], pay="cap") == set()


@rules("conflict-of-heroes", "7.63 retreat", "9.11")
def test_nobody_backs_out_to_where_any_of_a_group_came_from() -> None:
    game = fight(["german-rifles G G5 S", "german-rifles H F6 SE"], ["soviet-rifles S G6 N"])
    do(game, "move", units=["H", "G"], to=["G6", "G6"], facings=["S", "S"], pay="cap")
    for hex in ("F7", "H6"):  # the one touches F6, the other G5
        assert why(game, "move", unit="S", path=[hex], pay="cap") == {
            ("7.63 retreat", "coh.move.retreat")
        }
    assert not why(game, "move", unit="S", path=["G7"], pay="cap")


@rules("conflict-of-heroes", "7.63 retreat", "14.0")
def test_no_hex_of_a_retreat_lies_beside_where_the_enemy_came_from() -> None:
    game = met("pz3h")
    assert why(game, "move", unit="P", path=["H6"], pay="cap") == set()
    assert why(game, "move", unit="P", path=["H6", "H5"], pay="cap") == {RETREAT}


@rules("conflict-of-heroes", "7.63 retreat", "8.1 move 2 hexes")
def test_a_card_helps_nobody_round_the_enemy() -> None:
    card = "move-2-hexes"
    game = met("german-rifles", cards={"german": [card]})
    assert why(game, "play", card=card, unit="P", path=["H6", "H7"]) == set()
    assert RETREAT in why(game, "play", card=card, unit="P", path=["H6", "H5"])


@rules("conflict-of-heroes", "7.63 retreat", "10.0 shared hex")
def test_who_is_found_by_an_enemy_walking_in_has_been_met() -> None:
    game = fight(["german-rifles P D4 S hidden"], ["soviet-rifles R D3 S"], turn="soviet")
    do(game, "move", unit="R", path=["D4"], pay="opportunity")
    do(game, "face", unit="P", facing="N")
    assert why(game, "move", unit="P", path=["D3"], pay="cap") == {RETREAT}
    assert why(game, "move", unit="P", path=["D5"], pay="cap") == set()


@rules("conflict-of-heroes", "7.63 retreat", "21.0")
def test_an_allys_turn_is_no_answer() -> None:
    game = four(
        ("german", "german-rifles P G4 S"),
        ("soviet", FAR),
        ("german-2", "german-rifles P2 P5 N"),
        ("soviet-2", "soviet-rifles R2 G5 N"),
    )
    do(game, "move", unit="P", path=["G5"], pay="cap")
    do(game, "stall", pay="cap")
    do(game, "stall", pay="cap")
    assert why(game, "move", unit="R2", path=["G4"], pay="cap") == {RETREAT}


@rules("conflict-of-heroes", "7.63 retreat", "7.63")
def test_the_bar_on_backing_out_lasts_one_turn() -> None:
    game = fight([G], ["soviet-rifles S G5 N"])
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    assert ("7.63 retreat", "coh.move.retreat") in why(
        game, "move", unit="S", path=["G4"], pay="cap"
    )
    do(game, "pass")
    do(game, "stall", pay="cap")
    assert not why(game, "move", unit="S", path=["G4"], pay="cap")


@rules("conflict-of-heroes", "7.63 retreat", "8.1 double action")
def test_who_comes_after_the_defender_is_lost_may_back_out_any_way() -> None:
    game = fight(
        ["german-rifles P G5 S hit=pinned", "german-rifles Q H6 N"],
        ["soviet-rifles R G4 S"],
        [6, 6],
        turn="soviet",
        cards={"soviet": ["double-action"]},
    )
    do(game, "play", card="double-action")
    do(game, "move", unit="R", path=["G5"], pay="cap")
    do(game, "fire", unit="R", hex="G5", pay="cap")
    do(game, "roll", target="P", cap=0)
    assert of(game, "P")["hex"] == "lost"
    do(game, "move", unit="Q", path=["G5"], pay="cap")
    do(game, "stall", pay="cap")
    assert why(game, "move", unit="Q", path=["G4"], pay="cap") == set()


@rules("conflict-of-heroes", "7.63 retreat")
def test_nobody_backs_out_of_who_has_driven_through() -> None:
    game = fight([G], ["t34 T G2 S"], turn="soviet")
    do(game, "move", unit="T", path=["G3", "G4", "G5"], facing="S", pay="cap")
    assert why(game, "move", unit="G", path=["G3"], pay="cap") == set()


@rules("conflict-of-heroes", "7.63 retreat", "8.1 double action", "8.1 firepower")
def test_a_retreat_answers_the_second_of_two_actions_and_no_card_ends_the_bar() -> None:
    cards = {"german": ["double-action"], "soviet": ["firepower"]}
    game = fight(
        ["german-rifles G G5 S", "german-rifles H A1 S"], ["soviet-rifles S G6 N"], cards=cards
    )
    do(game, "play", card="double-action")
    do(game, "move", unit="G", path=["G6"], facing="S", pay="cap")
    do(game, "move", unit="H", path=["A2"], facing="S", pay="cap")
    barred = {("7.63 retreat", "coh.move.retreat")}
    assert why(game, "move", unit="S", path=["G5"], pay="cap") == barred
    do(game, "play", card="firepower")
    assert why(game, "move", unit="S", path=["G5"], pay="cap") == barred
    do(game, "stall", pay="cap")
    do(game, "stall", pay="cap")
    assert why(game, "move", unit="S", path=["G5"], pay="cap") == set()


@rules("conflict-of-heroes", "7.63 outside fire", "7.7")
def test_fire_from_outside_rolls_for_friends_too() -> None:
    game = fight(["german-rifles G G7 N", "german-rifles H G4 S"], [S])
    do(game, "fire", unit="H", hex="G7", pay="cap")
    assert {a["target"] for a in game.choices()} == {"G", "S"}


@rules("conflict-of-heroes", "15.5", "7.63")
def test_no_turret_is_swung_in_ones_own_hex() -> None:
    game = fight(["pz3h T G4 S"], ["soviet-rifles S G4 N"])
    assert "coh.turret" not in do(game, "fire", unit="T", hex="G4", pay="opportunity")
    aside = fight(["pz3h T G4 S"], ["soviet-rifles S G2 N"])
    assert "coh.turret" in do(aside, "fire", unit="T", hex="G2", pay="opportunity")
