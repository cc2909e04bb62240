"""Clauses found by reading the rulebook line by line: cards, works, vehicles and planes."""

from __future__ import annotations

from engine.action import Action
from tests.engine.conflict_of_heroes.field import do, fight, of, why
from tests.engine.conflict_of_heroes.test_close_reading import offered
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"


@rules("conflict-of-heroes", "8.1 rally attempt", "7.51")
def test_cap_on_the_dice_of_a_rally_by_card() -> None:
    game = fight([G + " hit=pinned"], [S], [3, 2], cards={"german": ["rally-attempt"]})
    assert {a.get("cap") for a in offered(game, "play", unit="G")} == {0, 1, 2}
    do(game, "play", card="rally-attempt", unit="G", cap=2)
    assert (of(game, "G")["hit"], game.query("side", side="german")["cap"]) == ("", 7)


@rules("conflict-of-heroes", "3.23", "8.1 sniper", "8.1 bonus ap")
def test_cap_on_the_die_of_a_card() -> None:
    game = fight([G], [S], [4], cards={"german": ["sniper"]})
    do(game, "play", card="sniper", cap=2)
    assert game.query("side", side="soviet")["cap"] == 6
    assert game.query("side", side="german")["cap"] == 7


@rules("conflict-of-heroes", "8.1 move 2 hexes", "9.2", "5.2")
def test_a_group_runs_two_hexes_and_each_faces_as_it_likes() -> None:
    pair = ["soviet-rifles A G7 N", "soviet-rifles B H7 N"]
    game = fight([G], pair, turn="soviet", cards={"soviet": ["move-2-hexes"]})
    go = {"card": "move-2-hexes", "units": ["A", "B"]}
    assert why(game, "play", **go, paths=["G6 G5"]) == {
        ("8.1 move 2 hexes", "coh.card.two-hexes"),
        ("9.11", "coh.move.ways"),
    }
    do(game, "play", **go, paths=["G8 G9", "H8 H9"], facings=["S", "NE"])
    assert (of(game, "A")["hex"], of(game, "A")["facing"]) == ("G9", "S")
    assert (of(game, "B")["hex"], of(game, "B")["facing"]) == ("H9", "NE")


@rules("conflict-of-heroes", "8.1 move 2 hexes", "7.4 pinned", "7.4 suppressed")
def test_pinned_and_suppressed_units_do_not_run() -> None:
    for hit in ("pinned", "suppressed", "stunned"):
        game = fight([f"{G} hit={hit}"], [S], cards={"german": ["move-2-hexes"]})
        assert why(game, "play", card="move-2-hexes", unit="G", path=["G3", "G2"])


@rules("conflict-of-heroes", "8.1 firepower", "8.2 flamethrower")
def test_two_firepower_for_a_weapon_card_and_only_for_the_next_action() -> None:
    held = {"german": ["firepower", "flamethrower"]}
    near = "soviet-rifles S G5 N"
    game = fight([G], [near], cards=held)
    do(game, "play", card="firepower")
    do(game, "play", card="flamethrower", unit="G", hex="G5")
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally
    assert tally.parts[0].total == 10
    game = fight([G], [near], cards=held)
    do(game, "play", card="firepower")
    do(game, "turn", unit="G", facing="N", pay="cap")
    do(game, "pass")
    assert not game.state.extra.get("firepower-german")


@rules("conflict-of-heroes", "8.1 hasty defense", "10.0 acting", "18.5", "17.0 passenger")
def test_digging_by_a_card_shows_the_unit_and_sets_off_mines() -> None:
    held = {"german": ["hasty-defense"]}
    game = fight(["german-rifles G A1 S hidden"], [S], cards=held)
    do(game, "play", card="hasty-defense", unit="G")
    assert not of(game, "G")["hidden"]
    mine = [{"kind": "mine", "hex": "G4", "colour": "black", "strength": 8}]
    game = fight([G], [S], [6, 4], cards=held, work=mine)
    do(game, "play", card="hasty-defense", unit="G")
    assert game.decision
    assert game.decision.kind == "coh.mine"
    game = fight(["opel O A1 S", "german-rifles G A1 S carried=O"], [S], cards=held)
    assert ("17.0 passenger", "coh.move.carried") in why(
        game, "play", card="hasty-defense", unit="G"
    )


@rules("conflict-of-heroes", "8.1 bogged down", "2.2 action card")
def test_an_enemy_is_bogged_down_activated_or_not() -> None:
    start = {"ap": {"soviet": 4}, "active": {"soviet": ["S"]}}
    held = {"german": ["bogged-down"]}
    game = fight([G], [S, "soviet-rifles T D9 N"], cards=held, start=start)
    assert {a["unit"] for a in offered(game, "play", card="bogged-down")} == {"G", "S", "T"}
    do(game, "play", card="bogged-down", unit="S")
    assert of(game, "S")["bogged"]
    assert game.query("side", side="soviet")["ap"] == 4
    assert why(game, "move", unit="S", path=["G6"], pay="ap") == {("14.1", "coh.move.bogged")}


@rules("conflict-of-heroes", "8.1 lay land mine", "18.5", "18.0")
def test_mines_are_offered_hidden_and_of_every_colour_one_to_a_hex() -> None:
    game = fight(
        ["german-rifles G A1 S"],
        ["soviet-rifles S P12 N hidden"],
        cards={"german": ["lay-land-mine", "lay-land-mine"]},
    )
    found = offered(game, "play", card="lay-land-mine", unit="G", hex="A2")
    assert {(a["colour"], bool(a.get("hidden"))) for a in found} == {
        (colour, hidden) for colour in ("black", "red", "blue") for hidden in (False, True)
    }
    do(game, "play", card="lay-land-mine", unit="G", hex="A2", colour="red", hidden=True)
    do(game, "pass")
    assert why(game, "play", card="lay-land-mine", unit="G", hex="A2") == {
        ("18.0", "coh.card.mine-there")
    }


@rules("conflict-of-heroes", "8.2 tellermine")
def test_a_tellermine_is_offered_as_a_mine() -> None:
    game = fight([G], [S], cards={"german": ["tellermine"]})
    assert offered(game, "play", card="tellermine", lay=True, hex="G5")


@rules("conflict-of-heroes", "8.1 defuse land mine")
def test_any_unit_defuses_a_mine() -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "black", "strength": 8}]
    game = fight(["pz3h T G4 S"], [S], cards={"german": ["defuse-land-mine"]}, work=mine)
    do(game, "play", card="defuse-land-mine", unit="T", hex="G5")
    assert game.query("works", hex="G5") == []


@rules("conflict-of-heroes", "18.5")
def test_loading_and_unloading_set_off_mines() -> None:
    mine = [{"kind": "mine", "hex": "G4", "colour": "red", "strength": 8}]
    game = fight(["opel O G4 S", "german-rifles R G4 S carried=O"], [S], work=mine)
    do(game, "unload", unit="O", cargo="R", pay="opportunity")
    assert game.decision
    assert game.decision.kind == "coh.mine"


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


@rules("conflict-of-heroes", "8.2 demolition charge", "18.6")
def test_a_charge_breaks_an_empty_bunker() -> None:
    bunker = [{"kind": "bunker", "hex": "G4"}]
    game = fight([G], [S], [6, 6], cards={"german": ["demolition-charge"]}, work=bunker)
    do(game, "play", card="demolition-charge", unit="G", hex="G4")
    do(game, "roll", target="work:bunker", cap=0)
    assert game.query("works", hex="G4") == []


@rules("conflict-of-heroes", "12.3", "13.1")
def test_smoke_of_guns_off_the_board_covers_the_whole_area() -> None:
    guns = {"german": ["howitzer-105"]}
    game = fight([G], [S], cards=guns, rounds={"last": 3})
    do(game, "pass")
    do(game, "pass")
    assert game.decision
    assert game.decision.kind == "coh.call"
    assert offered(game, "call", smoke=True, hex="G7")
    do(game, "call", card="howitzer-105", hex="G7", smoke=True)
    while game.query("round") == 2:
        kind = game.decision.kind
        do(game, "add-cap", cap=0) if kind == "coh.initiative" else do(game, "pass")
    area = ["G7", *game.scenario.board.neighbours("G7")]
    assert {game.query("smoke", hex=hex) for hex in area} == {2}


@rules("conflict-of-heroes", "14.1 towing", "14.1")
def test_a_stuck_vehicle_is_free_only_out_of_the_swamp() -> None:
    game = fight(["pz3h T C10 S", "pz3h U C10 S bogged=1"], [S])
    do(game, "load", unit="T", cargo="U", pay="opportunity")
    do(game, "pass")
    do(game, "unload", unit="T", cargo="U", joined=False, pay="cap")
    assert of(game, "U")["bogged"]


@rules("conflict-of-heroes", "16.0")
def test_a_jammed_road_hex_costs_wheels_more_from_any_side() -> None:
    game = fight(["opel O C10 S", "pz3h T C11 S"], [S], board="practice")
    tally = game.tally(Action("move", unit="O", path=["C11"], pay="cap"))
    assert tally
    assert "16.0" in {line.rule for line in tally.lines}


@rules("conflict-of-heroes", "18.2 bunker", "18.6")
def test_fire_at_the_rear_of_a_bunker_meets_the_flank() -> None:
    bunker = [{"kind": "bunker", "hex": "G7", "facing": "S"}]
    game = fight([G], ["soviet-rifles S G7 N inside"], work=bunker)
    assert game.query("defence", target="S", unit="G").total == 13


@rules("conflict-of-heroes", "18.4 cutting", "18.6", "18.5 clearing")
def test_works_without_anybody_in_them_are_offered_as_targets() -> None:
    works = [{"kind": "wire", "hex": "G6"}, {"kind": "mine", "hex": "G4", "colour": "blue"}]
    game = fight([G, "pz3h T F5 S"], [S], work=works)
    assert offered(game, "fire", unit="G", hex="G6")
    assert offered(game, "fire", unit="G", hex="G4")
    assert not offered(game, "fire", unit="T", hex="G4")
    assert why(game, "fire", unit="T", hex="G4", pay="cap") == {("7.0", "coh.fire.nobody")}


@rules("conflict-of-heroes", "18.5 clearing", "7.63")
def test_vehicles_do_not_clear_mines_at_close_quarters() -> None:
    works = [{"kind": "mine", "hex": "G4", "colour": "red"}]
    game = fight(["pz3h T G4 S"], [S], work=works)
    assert why(game, "fire", unit="T", hex="G4", pay="cap")


@rules("conflict-of-heroes", "20.2", "20.1")
def test_planes_in_the_air_count_who_is_higher_and_no_markers() -> None:
    game = fight(["stuka A G4 S altitude=2"], ["shturmovik B G6 N altitude=1"])
    power = game.query("firepower", unit="A", hex="G6", colour="blue", target="B")
    keys = {line.key: line.value for line in power.lines}
    assert "coh.line.altitude" not in keys
    assert keys["coh.line.higher-plane"] == 1


@rules("conflict-of-heroes", "20.0", "20.1", "5.1")
def test_a_plane_comes_in_at_the_height_that_its_player_picks() -> None:
    entry = [{"units": ["A"], "hexes": ["G1"], "round": 1}]
    game = fight([G, "stuka A away S"], [S], entry=entry)
    assert {a.get("altitude", 0) for a in offered(game, "enter", unit="A")} == {0, 1, 2, 3, 4}


@rules("conflict-of-heroes", "7.4 pinned", "18.2")
def test_the_pinned_do_not_turn_on_their_way_out_of_a_trench() -> None:
    trench = [{"kind": "trench", "hex": "G4"}]
    game = fight([G + " inside hit=pinned"], [S], work=trench)
    assert ("7.4 pinned", "coh.move.lost") in why(
        game, "leave", unit="G", facing="N", pay="opportunity"
    )
