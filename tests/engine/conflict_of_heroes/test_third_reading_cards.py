"""Clauses found by a third reading: the cards of chapter 8, and what they are played on."""

from __future__ import annotations

from typing import Any

import pytest

from engine.action import Action
from engine.chance import Chance
from engine.conflict_of_heroes.veterans import CloseCall
from engine.game import Course
from tests.engine.conflict_of_heroes.field import do, fight, of, why
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"
FAR = "soviet-rifles S P12 N"
SUNKEN = {
    "title": "A plot",
    "labels": "A1",
    "rows": ["01 . . .", "02 . . .", "03 . . ."],
    "terrain": {".": "open"},
    "tags": {"gully": ["A2", "B2"]},
}


@rules("conflict-of-heroes", "11.5 sight", "8.2 molotov cocktail")
@pytest.mark.parametrize(
    ("thrower", "faults"),
    [
        ("pz3h", {("11.5 sight", "coh.fire.into-gully")}),
        ("pak38", {("11.5 sight", "coh.fire.into-gully")}),
        ("german-rifles", set()),
    ],
)
def test_vehicles_and_guns_throw_nothing_into_a_gully(thrower: str, faults: set[object]) -> None:
    card = "molotov-cocktail"
    game = fight(
        [f"{thrower} T A1 S"], ["soviet-rifles S A2 N"], board=SUNKEN, cards={"german": [card]}
    )
    assert why(game, "play", card=card, unit="T", hex="A2") == faults
    below = fight([f"{thrower} T A2 S"], [FAR_IN], board=SUNKEN, cards={"german": [card]})
    assert why(below, "play", card=card, unit="T", hex="A3") == set(), "out of it they do"


FAR_IN = "soviet-rifles S A3 N"


@rules("conflict-of-heroes", "11.2", "8.2 flamethrower")
def test_a_weapon_thrown_down_has_its_height_and_thrown_up_no_ground_helps() -> None:
    board = {**SUNKEN, "tags": {"level-1": ["A1"]}}
    cards = {"german": ["flamethrower"], "soviet": ["flamethrower"]}
    game = fight(
        ["german-rifles G A1 S"], ["soviet-rifles S A2 N"], [1, 1], board=board, cards=cards
    )
    do(game, "play", card="flamethrower", unit="G", hex="A2")
    roll = game.tally(Action("roll", target="S", cap=0))
    assert roll is not None
    assert "11.2" in {line.rule for line in roll.parts[0].lines}
    do(game, "roll", target="S", cap=0)
    do(game, "play", card="flamethrower", unit="S", hex="A1")
    roll = game.tally(Action("roll", target="G", cap=0))
    assert roll is not None
    assert "11.2" not in {line.rule for part in roll.parts for line in part.lines}


@rules("conflict-of-heroes", "10.0 fire", "8.2 extra grenades")
def test_grenades_may_be_thrown_where_somebody_may_hide() -> None:
    cards = {"german": ["extra-grenades"]}
    game = fight(["german-rifles G D3 S"], ["soviet-rifles S D4 N hidden"], [6, 6], cards=cards)
    grenade = {"card": "extra-grenades", "unit": "G"}
    assert why(game, "play", **grenade, hex="D4") == set()
    assert why(game, "play", **grenade, hex="D3") == {("7.0", "coh.fire.nobody")}
    assert not [a for a in game.choices() if a.kind == "play"], "nobody guesses by chance"
    do(game, "play", **grenade, hex="D4")
    do(game, "roll", target="suspected", cap=0)
    assert not of(game, "S")["hidden"]


@rules("conflict-of-heroes", "10.0 shared hex", "8.2 extra grenades", "8.1 hasty defense")
@pytest.mark.parametrize(
    ("card", "more"), [("extra-grenades", {"hex": "G5"}), ("hasty-defense", {})]
)
def test_who_shows_himself_by_a_card_gives_his_company_away(
    card: str, more: dict[str, str]
) -> None:
    rows = [f"{G} hidden", "german-rifles H G4 S hidden"]
    game = fight(rows, ["soviet-rifles S G5 N"], cards={"german": [card]})
    do(game, "play", card=card, unit="G", **more)
    assert [of(game, u)["hidden"] for u in "GH"] == [False, False]


@rules(
    "conflict-of-heroes", "8.1 lay land mine", "8.1 defuse land mine", "8.1 reveal hidden", "9.1"
)
@pytest.mark.parametrize("card", ["lay-land-mine", "defuse-land-mine", "reveal-hidden"])
def test_cards_for_one_unit_are_for_no_group(card: str) -> None:
    game = fight([G, "german-rifles H G4 S"], [FAR], cards={"german": [card]})
    found = why(game, "play", card=card, units=["G", "H"], hex="G4")
    assert {key for _, key in found} == {"coh.group.single"}


@rules("conflict-of-heroes", "7.4 stunned", "8.1 hasty defense", "8.1 lay land mine")
@pytest.mark.parametrize("card", ["hasty-defense", "lay-land-mine", "defuse-land-mine"])
def test_the_stunned_neither_dig_nor_handle_mines(card: str) -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "blue"}]
    hex = "G5" if card == "defuse-land-mine" else "G4"
    game = fight([f"{G} hit=stunned"], [FAR], cards={"german": [card]}, work=mine)
    assert why(game, "play", card=card, unit="G", hex=hex) == {("7.4 stunned", "coh.stunned")}


@rules("conflict-of-heroes", "8.1 bogged down", "14.1")
def test_a_card_frees_nobody_from_a_swamp() -> None:
    rows = ["pz3h T C10 S bogged", "pz3h U G4 S"]
    cards = {"german": ["bogged-down"], "soviet": ["bogged-down"]}
    game = fight(rows, [FAR], cards=cards)
    do(game, "play", card="bogged-down", unit="T")
    do(game, "play", card="bogged-down", unit="U")
    do(game, "pass")
    do(game, "pass")
    assert [of(game, u)["bogged"] for u in "TU"] == [True, False]


@rules("conflict-of-heroes", "3.23", "14.1", "7.51", "8.1 command action")
def test_cap_on_the_dice_of_what_a_command_card_pays_for() -> None:
    cards = {"german": ["command-action", "command-action"]}
    game = fight(["pz3h T C9 S", f"{G} hit=pinned"], [FAR], [1, 3, 2, 3], cards=cards)
    card = {"card": "command-action", "order": "move", "unit": "T"}
    offered = {
        a.get("cap", 0) for a in game.choices() if a.get("path") == ("C10",) and "order" in a
    }
    assert offered == {0, 1, 2}
    do(game, "play", **card, path=["C10"], cap=2)
    assert (of(game, "T")["bogged"], game.query("side", side="german")["cap"]) == (False, 7)
    do(game, "stall", pay="cap")
    do(game, "play", card="command-action", order="rally", unit="G", cap=2)
    assert (of(game, "G")["hit"], game.query("side", side="german")["cap"]) == ("", 5)
    assert not game.query("hand", side="german")


@rules("conflict-of-heroes", "3.23", "10.1", "8.1 command action")
def test_listed_cap_of_a_group_are_paid_when_a_card_moves_it() -> None:
    rows = ["pz3h T C9 S hidden", "pz3h U C9 S hidden"]
    game = fight(rows, [FAR], [1, 3, 1, 3], cards={"german": ["command-action"]})
    march = {"order": "move", "units": ["T", "U"], "to": ["C10", "C10"], "caps": [2, 2]}
    do(game, "play", card="command-action", **march)
    assert [of(game, u)["bogged"] for u in "TU"] == [False, False]
    assert game.query("side", side="german")["cap"] == 5


@rules("conflict-of-heroes", "8.1 move 2 hexes", "3.23", "14.1", "10.1")
@pytest.mark.parametrize(("caps", "at"), [([2, 0], "C11"), ([0, 0], "C10")])
def test_cap_help_a_hidden_tank_that_runs_through_a_swamp(caps: list[int], at: str) -> None:
    game = fight(["pz3h T C9 S hidden"], [FAR], [1, 3], cards={"german": ["move-2-hexes"]})
    run = {"card": "move-2-hexes", "unit": "T", "path": ["C10", "C11"]}
    do(game, "play", **run, caps=caps)
    assert (of(game, "T")["hex"], of(game, "T")["hidden"]) == (at, True)
    assert game.query("side", side="german")["cap"] == 9 - sum(caps)
    assert game.decision is not None
    assert game.decision.side == "soviet", "nobody is asked, for that would be heard"


@rules("conflict-of-heroes", "8.1 move 2 hexes", "3.23", "14.1")
def test_cap_for_a_run_are_said_where_dice_fall_and_out_of_hiding_when_they_do() -> None:
    rows = ["pz3h T C9 S hidden", "pz3h U C11 N"]
    game = fight(rows, [FAR], cards={"german": ["move-2-hexes"]})
    run = {"card": "move-2-hexes", "unit": "T"}
    there = ["C10", "C11"]
    assert why(game, "play", **run, path=there, caps=[1]) == {("8.1 move 2 hexes", "coh.card.caps")}
    assert why(game, "play", **run, path=there, caps=[0, 1]) == {("3.23", "coh.dice.none")}
    assert ("3.23", "coh.dice.limit") in why(game, "play", **run, path=there, caps=[3, 0])
    seen = {**run, "unit": "U", "path": ["C10", "C9"], "caps": [1, 0]}
    assert why(game, "play", **seen) == {("3.23", "coh.dice.each")}
    offered = {a.get("caps") for a in game.choices() if a.get("path") == ("C10", "C11")}
    assert {None, (1, 0), (2, 0)} <= offered


@rules("conflict-of-heroes", "8.3 close call", "3.23", "14.1")
def test_a_tank_that_gets_away_from_shells_into_a_swamp_may_have_cap_on_its_dice() -> None:
    game = fight([G], ["t34 T C9 S", FAR], cards={"soviet": ["close-call"]})
    rules_: Any = game.rules
    course = Course(Chance(game.source))
    state = game.state.push(CloseCall("soviet", area=("C9",)))
    state = rules_.apply(state, Action("play", card="close-call", unit="T", hex="C10"), course)
    owed = rules_.decision(state)
    assert (owed.side, owed.kind) == ("soviet", "coh.bog-dice")


@rules("conflict-of-heroes", "8.2 magnetic mine", "8.2 tellermine", "7.7")
@pytest.mark.parametrize("card", ["magnetic-mine", "tellermine"])
def test_a_magnetic_mine_hurts_metal_only(card: str) -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    foes = ["t34 T G5 N", "soviet-rifles R G5 N"]
    game = fight([G], foes, cards={"german": [card]}, work=wire)
    do(game, "play", card=card, unit="G", hex="G5")
    assert {a["target"] for a in game.choices()} == {"T"}


@rules("conflict-of-heroes", "18.5", "8.2 extra grenades")
def test_grenades_hand_to_hand_in_a_minefield_come_before_the_mine() -> None:
    mine = [{"kind": "mine", "hex": "G4", "colour": "red"}]
    cards = {"german": ["extra-grenades"]}
    game = fight([G], ["soviet-rifles S G4 N"], [1, 1], cards=cards, work=mine)
    do(game, "play", card="extra-grenades", unit="G", hex="G4")
    do(game, "roll", target="S", cap=0)
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("german", "coh.mine")
