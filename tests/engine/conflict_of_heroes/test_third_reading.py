"""Clauses found by a third reading, chapter by chapter: chapters 2 to 7 and 10 to 18."""

from __future__ import annotations

import pytest

from engine.game import Game
from tests.engine.conflict_of_heroes.field import cost, do, fight, labels, of, plot, why
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"
FAR = "soviet-rifles S P12 N"


@rules("conflict-of-heroes", "2.3", "2.4")
def test_the_game_ends_when_one_side_has_done_all_it_was_asked() -> None:
    game = fight([G], [FAR], tasks={"german": ["G5", "G6"]}, points={"G6": 3})
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    assert game.ending is None
    do(game, "pass")
    keys = do(game, "move", unit="G", path=["G6"], facing="S", pay="cap")
    assert "coh.tasks" in keys
    assert game.ending is not None
    assert game.ending.winner is None, "points are for whoever has them: here nobody"


@rules("conflict-of-heroes", "8.1 objective", "8.1 score", "2.4")
def test_who_holds_the_hex_of_an_objective_is_kept_although_it_gives_no_points() -> None:
    objectives = {"high": {"hex": "G5", "points": 2}}
    game = fight([G], [FAR], objectives=objectives, score={"hexes": ["G6"]})
    for hex in ("G5", "G6"):
        do(game, "move", unit="G", path=[hex], facing="S", pay="cap")
        do(game, "stall", pay="cap")
    assert game.query("control") == {"G5": "german", "G6": "german"}


@rules("conflict-of-heroes", "3.01", "3.23")
def test_cap_change_the_dice_of_random_ap() -> None:
    game = fight([G], [S], [1, 2], on=["random-ap"])
    offered = {a.get("cap", 0) for a in game.choices() if a.kind == "activate"}
    assert offered == {0, 1, 2}
    do(game, "activate", unit="G", cap=2)
    assert game.query("side", side="german")["ap"] == 5
    assert game.query("side", side="german")["cap"] == 7
    plain = fight([G], [S])
    assert why(plain, "activate", unit="G", cap=1) == {("3.23", "coh.dice.none")}


@rules("conflict-of-heroes", "3.01", "3.0")
def test_no_ap_at_all_spend_the_unit_at_once() -> None:
    game = fight([G], [S], [1, 1], on=["random-ap"])
    do(game, "activate", unit="G", cap=-2)
    assert of(game, "G")["spent"]
    assert not of(game, "G")["active"]


@rules("conflict-of-heroes", "3.23")
def test_no_cap_are_declared_where_no_dice_fall() -> None:
    game = fight([G], [S])
    assert why(game, "turn", unit="G", facing="N", pay="cap", cap=2) == {("3.23", "coh.dice.none")}


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


@rules("conflict-of-heroes", "11.5 small", "14.0 road")
@pytest.mark.parametrize(
    ("roads", "faults"), [([], {("11.5 small", "coh.move.small-gully")}), (["A1 A2"], set())]
)
def test_a_road_leads_over_a_small_gully(roads: list[str], faults: set[object]) -> None:
    board = plot(links={"road": roads}, sides={"small-gully": ["A1 S"]})
    game = fight(["pz3h T A1 S"], ["soviet-rifles S C3 N"], board=board)
    assert why(game, "move", unit="T", path=["A2"], pay="cap") == faults


@rules("conflict-of-heroes", "11.1", "11.0")
def test_two_levels_at_once_are_steep_up_and_down() -> None:
    board = plot(tags={"level-2": ["A2"], "level-1": ["B1"]})
    game = fight(["german-rifles R A2 S", "pz3h T A2 S"], ["soviet-rifles S C3 N"], board=board)
    assert cost(game, "move", unit="R", path=["A3"], pay="cap") == 3
    assert cost(game, "move", unit="R", path=["B1"], pay="cap") == 2  # one level, and backwards
    assert why(game, "move", unit="T", path=["A3"], pay="cap") == {("11.1", "coh.move.steep")}


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


@rules("conflict-of-heroes", "7.51", "18.2 gun pit", "16.1", "15.6")
def test_what_is_cover_for_a_rally() -> None:
    pit = [{"kind": "gun-pit", "hex": "G4", "facing": "S"}]
    gun = fight(["pak40 K G4 S inside hit=pinned"], [FAR], work=pit)
    truck = fight(["opel O G4 S", "german-rifles R G4 S carried=O hit=pinned"], [FAR])
    apc = fight(["apc-251 O G4 S", "german-rifles R G4 S carried=O hit=pinned"], [FAR])
    assert game_need(gun, "K") == 6
    assert game_need(truck, "R") == 6, "the truck is a friend, and no cover for who is in it"
    assert game_need(apc, "R") == 5


def game_need(game: Game, unit: str) -> int:
    """What a unit must roll to rally."""
    return int(game.query("rally", unit=unit).total)


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


@rules("conflict-of-heroes", "7.63", "18.6")
def test_hand_to_hand_a_bunker_is_struck_with_those_in_it() -> None:
    bunker = [{"kind": "bunker", "hex": "G4", "facing": "S"}]
    outside = fight(["german-rifles G G4 S inside"], ["soviet-rifles S G4 N"], work=bunker)
    inside = fight([G], ["soviet-rifles S G4 N inside"], work=bunker)
    empty = fight([G], [FAR], work=bunker)
    found = [game.query("targets", unit="G", hex="G4") for game in (outside, inside, empty)]
    assert found == [("S",), ("S", "work:bunker"), ("work:bunker",)]


@rules("conflict-of-heroes", "12.0", "13.1")
def test_a_spotter_brings_no_shell_nearer_than_the_minimum() -> None:
    game = fight(["german-mortar M G4 S", "german-rifles R H4 S"], ["soviet-rifles S G4 N"])
    too_near = ("12.0", "coh.fire.minimum")
    assert too_near in why(game, "fire", unit="M", hex="G4", spotter="R", pay="cap")
    alone = fight(["german-mortar M G4 S"], [FAR])
    assert why(alone, "smoke", unit="M", hex="G4", pay="cap") == {too_near}


@rules("conflict-of-heroes", "9.12", "15.5")
def test_a_turret_swings_for_its_own_shot_only() -> None:
    game = fight([G, "pz3h T H4 NW"], [S])
    assert why(game, "fire", unit="G", hex="G7", support=["T"], pay="cap") == {
        ("9.12", "coh.fire.support-arc")
    }
    assert why(game, "fire", unit="T", hex="G7", support=["G"], pay="cap") == set()


@rules("conflict-of-heroes", "10.0 shared hex", "13.1", "10.2", "10.3")
def test_whoever_is_found_gives_his_company_away() -> None:
    mortars = ["german-mortar M G4 S hidden", "german-rifles R G4 S hidden"]
    smoker = fight(mortars, [FAR])
    do(smoker, "smoke", unit="M", hex="G8", pay="cap")
    assert not of(smoker, "R")["hidden"]
    beside = fight([G, "german-rifles H G4 S"], [FAR])
    do(beside, "hide", unit="H", hex="G4", pay="cap")
    assert not of(beside, "H")["hidden"]
    pair = ["soviet-sniper X H3 S hidden", "soviet-rifles Y H3 S hidden"]
    shot = fight(["german-rifles G H7 N"], [*pair, FAR], [1, 1, 6], turn="soviet")
    do(shot, "fire", unit="X", hex="H7", pay="cap")
    do(shot, "roll", target="G", cap=0)
    do(shot, "roll", cap=0)
    assert not of(shot, "Y")["hidden"]


@rules("conflict-of-heroes", "10.3")
@pytest.mark.parametrize(("facing", "key"), [("N", "coh.sniper.ahead"), ("S", "coh.sniper.behind")])
def test_a_hidden_sniper_says_from_which_side_he_fired(facing: str, key: str) -> None:
    sniper = ["soviet-sniper X H3 S hidden", FAR]
    game = fight([f"german-rifles G H7 {facing}"], sniper, turn="soviet")
    assert key in do(game, "fire", unit="X", hex="H7", pay="cap")


@rules("conflict-of-heroes", "10.0 detection", "18.1")
def test_a_foxhole_hides_who_is_in_it() -> None:
    game = fight(
        [f"{G} hidden dug", "german-rifles H A1 S hidden"], ["soviet-rifles S G7 N"], turn="soviet"
    )
    do(game, "move", unit="S", path=["G6"], facing="N", pay="cap")
    assert of(game, "G")["hidden"]


@rules("conflict-of-heroes", "12.2", "18.6")
def test_shells_in_the_trees_spare_a_bunker() -> None:
    bunker = [{"kind": "bunker", "hex": "D4", "facing": "S"}]
    game = fight(["german-rifles G D4 S inside"], [FAR], work=bunker)
    assert game.query("work", hex="D4", kind="bunker").total == 17
    assert labels(game, "shelled", target="G", red=6)["12.2"] == 0


@rules("conflict-of-heroes", "17.0", "14.1 towing")
def test_who_is_aboard_a_vehicle_in_tow_comes_along() -> None:
    rows = ["opel O G4 S bogged", "german-rifles R G4 S carried=O", "pz3h T G4 S"]
    game = fight(rows, [FAR])
    do(game, "load", unit="T", cargo="O", pay="cap")
    do(game, "pass")
    do(game, "move", unit="T", path=["G5"], facing="SE", pay="cap")
    assert [(of(game, u)["hex"], of(game, u)["facing"]) for u in "TOR"] == [("G5", "SE")] * 3


@rules("conflict-of-heroes", "17.0", "10.0")
def test_a_passenger_faces_as_its_vehicle_does_when_that_is_found() -> None:
    rows = ["opel O G4 S hidden", "german-rifles R G4 S hidden carried=O"]
    game = fight(rows, [S], turn="soviet")
    do(game, "move", unit="S", path=["G6"], facing="N", pay="cap")
    do(game, "face", unit="O", facing="NE")
    assert of(game, "R")["facing"] == "NE"


@rules("conflict-of-heroes", "17.0", "7.4 stunned")
def test_the_stunned_neither_mount_nor_dismount() -> None:
    game = fight(["opel O G4 S", "german-rifles R G4 S hit=stunned"], [FAR])
    assert why(game, "load", unit="O", cargo="R", pay="cap") == {
        ("7.4 stunned", "coh.load.stunned"),
        ("7.4 stunned", "coh.stunned"),
    }


@rules("conflict-of-heroes", "18.1", "18.2")
def test_who_turns_on_the_way_out_of_a_work_gives_up_its_foxhole() -> None:
    trench = [{"kind": "trench", "hex": "G4"}]
    for facing, left in (("N", False), (None, True)):
        game = fight([f"{G} inside dug"], [FAR], work=trench)
        do(game, "leave", unit="G", facing=facing, pay="cap")
        assert of(game, "G")["dug"] is left


@rules("conflict-of-heroes", "18.4", "9.0")
def test_who_gives_up_the_wire_is_spent_with_the_activation_it_joined() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    game = fight([G, "german-rifles H A1 S"], [FAR], [6], work=wire)
    do(game, "activate", unit="H")
    do(game, "move", unit="G", path=["G5"], facing="S", pay="ap")
    do(game, "stay")
    assert [of(game, u)["spent"] for u in "GH"] == [True, True]


@rules("conflict-of-heroes", "10.0 fire", "7.2", "12.1")
def test_a_hidden_unit_is_met_at_its_front_from_wherever_one_fires() -> None:
    game = fight(["german-rifles G D1 S"], ["soviet-rifles S D4 S hidden"])
    assert labels(game, "defence", target="S", unit="G")["7.2"] == 12
    assert labels(game, "shelled", target="S", red=6)["12.1"] == 11


@rules("conflict-of-heroes", "18.5", "10.1", "18.5 colours")
@pytest.mark.parametrize(("sneaks", "known"), [("", ["mine"]), (" hidden", [])])
def test_whoever_walks_in_finds_a_mine_that_is_not_for_him(sneaks: str, known: list[str]) -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "blue", "hidden": "soviet"}]
    game = fight([f"{G}{sneaks}"], [FAR], work=mine)
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    assert game.query("works", hex="G5", viewer="german") == known
    assert of(game, "G")["hit"] == ""


@rules("conflict-of-heroes", "12.0 spotter", "21.0", "13.1")
def test_an_ally_spots_for_a_mortar() -> None:
    sides = [
        {"id": "german", "name": "G", "units": [row("german-mortar", "M", "D2")]},
        {"id": "soviet", "name": "S", "units": [row("soviet-rifles", "S", "D8")]},
        {"id": "german-2", "name": "H", "units": [row("german-rifles", "R", "C3")]},
        {"id": "soviet-2", "name": "T", "units": [row("soviet-rifles", "T", "P1")]},
    ]
    game = fight([], [], side=sides)
    shot = {"unit": "M", "hex": "D8", "pay": "cap"}
    assert ("6.0", "coh.fire.blocked") in why(game, "fire", **shot)
    assert why(game, "fire", **shot, spotter="R") == set()
    assert {a.get("spotter") for a in game.choices() if a.kind == "fire"} == {"R"}
    assert game.query("spotters", unit="M", hex="D8") == ["R"]


def row(type: str, id: str, hex: str) -> dict[str, str]:
    """A unit that faces south."""
    return {"type": type, "id": id, "hex": hex, "facing": "S"}


@rules("conflict-of-heroes", "18.0", "18.2 trench", "18.2 bunker")
def test_a_unit_is_under_one_work_only() -> None:
    works = [{"kind": kind, "hex": "G4", "facing": "S"} for kind in ("trench", "bunker")]
    game = fight([f"{G} inside"], [S], work=works)
    lines = labels(game, "defence", target="G", unit="S")
    assert ("18.2 trench" in lines, lines["18.2 bunker"]) == (False, 5)
