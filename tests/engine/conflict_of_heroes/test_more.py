"""Single rules of all sections that no other file pins."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"
VEHICLE = {
    "crew-suppressed": (4, 1, 0, 16, 14),
    "immobilized": (3, 4, 5, 15, 15),
    "light-damage": (3, 4, 5, 16, 14),
    "crew-panicked": (3, 4, 5, 12, 14),
}


@rules(
    "conflict-of-heroes",
    "15.2 suppressed",
    "15.2 immobilized",
    "15.2 light damage",
    "15.2 panicked",
)
@pytest.mark.parametrize("hit", VEHICLE)
def test_vehicles_under_markers(hit: str) -> None:
    game = fight([f"pz3h T G4 S hit={hit}"], [S])
    found = game.query("figures", unit="T")
    named = tuple(found[key] for key in ("fire", "red", "blue", "front", "flank"))
    assert named == VEHICLE[hit]


@rules(
    "conflict-of-heroes", "15.2 stunned", "15.2 panicked", "15.2 immobilized", "15.2 gun damaged"
)
def test_what_crews_cannot_do() -> None:
    game = fight(["pz3h T G4 S hit=crew-stunned", "pz3h U H4 S hit=crew-panicked"], [S])
    assert ("15.2 stunned", "coh.stunned") in why(game, "fire", unit="T", hex="G7", pay="cap")
    assert ("15.2 panicked", "coh.fire.lost") in why(game, "fire", unit="U", hex="G7", pay="cap")
    assert game.query("rally", unit="U").total == 9
    game = fight(["pz3h T G4 S hit=immobilized", "pz3h U H4 S hit=gun-damaged-blue"], [S])
    assert ("15.2 immobilized", "coh.move.lost") in why(
        game, "move", unit="T", path=["G5"], pay="cap"
    )
    assert why(game, "rally", unit="T", pay="cap") == {("15.2 immobilized", "coh.rally.never")}
    assert not why(game, "fire", unit="U", hex="G7", pay="cap")


@rules("conflict-of-heroes", "15.2 destroyed", "15.3")
def test_a_tank_may_burn_at_the_first_hit() -> None:
    game = fight(["tiger T G2 S"], ["t34 V G7 N"], [3, 4, 1])
    do(game, "fire", unit="T", hex="G7", pay="opportunity")
    assert "coh.destroyed" in do(game, "roll", target="V", cap=0)
    game = fight(["pz2f T P1 SW"], ["soviet-rifles S J4 NE"])
    power = game.query("firepower", unit="T", hex="J4")
    assert [line.value for line in power.lines] == [3, -2]


@rules("conflict-of-heroes", "12.3", "12.3 spotter", "8.2 off-board artillery")
def test_artillery_is_called_by_who_sees_and_falls_a_round_later() -> None:
    game = fight(
        ["german-rifles G D2 S"],
        ["soviet-rifles S D7 N", "soviet-rifles T D3 N"],
        cap=(0, 0),
        start={"passes": 1},
        cards={"german": ["howitzer-105"]},
    )
    do(game, "pass")
    assert game.decision
    assert game.decision.kind == "coh.call"
    assert why(game, "call", card="howitzer-105", hex="D7") == {("12.3 spotter", "coh.call.unseen")}
    assert why(game, "call", card="katyusha", hex="D4") == {("12.3", "coh.call.card")}
    do(game, "call", card="howitzer-105", hex="D4")
    assert game.query("hand", side="german") == []
    do(game, "pass")
    assert "coh.barrage" in do(game, "pass")
    assert {a["target"] for a in game.choices()} == {"T"}
    tally = game.tally(Action("roll", target="T", cap=0))
    assert tally
    assert tally.parts[1].total == 11


@rules("conflict-of-heroes", "12.3", "13.1")
def test_artillery_may_lay_smoke() -> None:
    game = fight(
        ["german-rifles G D2 S"],
        ["soviet-rifles T D3 N"],
        cap=(0, 0),
        start={"passes": 1},
        cards={"german": ["howitzer-105"]},
    )
    do(game, "pass")
    do(game, "call", card="howitzer-105", hex="D4", smoke=True)
    do(game, "pass")
    do(game, "pass")
    assert game.query("smoke", hex="D4") == 2


@rules("conflict-of-heroes", "8.1 lay land mine", "8.1 defuse land mine", "8.1 bogged down")
def test_cards_with_mines_and_mud() -> None:
    held = ["lay-land-mine", "defuse-land-mine", "bogged-down"]
    game = fight([G], [S], cards={"german": held})
    assert ("8.1 lay land mine", "coh.card.far") in why(
        game, "play", card="lay-land-mine", unit="G", hex="G6"
    )
    do(game, "play", card="lay-land-mine", unit="G", hex="G5")
    assert game.query("works", hex="G5") == ["mine"]
    do(game, "pass")
    do(game, "play", card="defuse-land-mine", unit="G", hex="G5")
    assert game.query("works", hex="G5") == []
    do(game, "pass")
    do(game, "play", card="bogged-down", unit="S")
    assert of(game, "S")["bogged"]


@rules("conflict-of-heroes", "8.1 bogged down", "2.0")
def test_the_mud_of_a_card_lasts_a_round() -> None:
    game = fight([G], [S], cards={"german": ["bogged-down"]}, cap=(0, 0))
    do(game, "play", card="bogged-down", unit="S")
    do(game, "pass")
    do(game, "pass")
    assert not of(game, "S")["bogged"]


@rules("conflict-of-heroes", "8.1 reveal hidden")
def test_a_card_finds_hidden_units_near_by() -> None:
    game = fight(
        ["german-rifles G D3 S"],
        ["soviet-rifles S D4 N hidden", "soviet-rifles T H3 N hidden"],
        cards={"german": ["reveal-hidden"]},
    )
    do(game, "play", card="reveal-hidden", unit="G")
    assert (of(game, "S")["hidden"], of(game, "T")["hidden"]) == (False, True)


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


@rules("conflict-of-heroes", "14.0 wheeled", "14.0 road", "4.0 wheat", "4.0 corn", "4.0 river")
def test_wheels_on_and_off_the_road() -> None:
    game = fight(["opel O D11 SE", "opel P N4 N", "pz3h T N6 N"], [S])
    assert not why(game, "move", unit="O", path=["E11", "F11", "G11"], pay="cap")
    assert cost(game, "move", unit="P", path=["N3"]) == 2
    assert not why(game, "move", unit="T", path=["N5", "N4"], pay="cap")
    assert not game.query("sees", a="N4", b="N6")
    assert game.query("sees", a="N1", b="N4")


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


@rules("conflict-of-heroes", "18.4 cutting", "18.6")
def test_wire_can_be_shot_away() -> None:
    game = fight([G], [S], [6, 6], work=[{"kind": "wire", "hex": "G6"}])
    do(game, "fire", unit="G", hex="G6", pay="cap")
    assert "coh.work.gone" in do(game, "roll", target="work:wire", cap=0)


@rules("conflict-of-heroes", "7.6", "3.01", "2.2 action card", "12.0 spotter")
def test_odds_and_ends() -> None:
    two = [G, "german-rifles H H4 S"]
    game = fight(two, [S], [2, 3], on=["random-ap"], cards={"german": ["command-action"]})
    do(game, "activate", unit="G")
    assert game.query("side", side="german")["ap"] == 5
    assert any(a.kind == "play" for a in game.choices(unit="H"))
    mortar = ["german-mortar M G2 S", "german-rifles G G3 S"]
    game = fight(mortar, ["soviet-rifles S H8 N"])
    assert game.query("spotters", unit="M", hex="H8") == ["G"]
    assert ("12.0", "coh.fire.no-indirect") in why(
        game, "fire", unit="G", hex="H8", spotter="M", pay="cap"
    )


@rules("conflict-of-heroes", "12.3", "8.2")
def test_artillery_is_not_played_in_a_turn() -> None:
    game = fight([G], [S], cards={"german": ["howitzer-105"]})
    assert why(game, "play", card="howitzer-105", unit="G") == {("12.3", "coh.card.artillery")}
    assert not any(a.kind == "play" for a in game.choices())
