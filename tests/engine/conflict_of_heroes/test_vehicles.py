"""Chapters 14 to 17: tracks and wheels, swamps, towing, turrets, traffic, passengers."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    FAR,
    S,
    cost,
    do,
    drill,
    fight,
    of,
    offered,
    plot,
    why,
)
from tests.marks import rules


@rules("conflict-of-heroes", "14.0", "14.0 tracked", "14.0 backward", "14.1")
def test_vehicles_on_hard_ground() -> None:
    game = fight(["pz3h T L8 S", "opel O D6 N"], [S], [1, 2])
    assert ("14.0", "coh.move.terrain") in why(game, "move", unit="O", path=["D5"], pay="cap")
    assert cost(game, "move", unit="T", path=["L7"]) == 2
    assert ("14.0", "coh.move.too-far") in why(game, "move", unit="T", path=["L7", "L6"], pay="cap")
    assert "coh.bog.stuck" in do(game, "move", unit="T", path=["L9"], facing="S", pay="cap")
    do(game, "pass")
    assert why(game, "turn", unit="T", facing="N", pay="cap") == {("14.1", "coh.move.bogged")}


@rules("conflict-of-heroes", "14.0 wheeled", "14.0 road", "4.0 wheat", "4.0 corn", "4.0 river")
def test_wheels_on_and_off_the_road() -> None:
    game = fight(["opel O D11 SE", "opel P N4 N", "pz3h T N6 N"], [S])
    assert not why(game, "move", unit="O", path=["E11", "F11", "G11"], pay="cap")
    assert cost(game, "move", unit="P", path=["N3"]) == 2
    assert not why(game, "move", unit="T", path=["N5", "N4"], pay="cap")
    assert not game.judge("sees", a="N4", b="N6")
    assert game.judge("sees", a="N1", b="N4")


@rules("conflict-of-heroes", "14.1", "3.23")
def test_cap_for_the_dice_in_a_swamp_are_on_offer() -> None:
    game = fight(["pz3h T C9 S"], [S])
    caps = {a.get("cap", 0) for a in offered(game, "move", unit="T", path=("C10",))}
    assert caps == {0, 1, 2}
    assert {a.get("cap", 0) for a in offered(game, "move", unit="T", path=("D9",))} == {0}


@rules("conflict-of-heroes", "14.1", "14.1 towing")
def test_a_firefight_may_begin_with_a_tank_stuck() -> None:
    game = drill("14-tow")
    assert of(game, "P")["bogged"]
    assert ("14.1", "coh.move.bogged") in why(
        game, "move", unit="P", path=["B7"], facing="N", pay="cap"
    )
    do(game, "activate", unit="Q")
    assert not of(game, "Q")["bogged"]


@rules("conflict-of-heroes", "14.1", "3.23", "8.1 move 2 hexes")
@pytest.mark.parametrize(("extra", "at"), [(0, "C10"), (1, "C11")])
def test_cap_help_a_tank_that_runs_through_a_swamp(extra: int, at: str) -> None:
    held = {"german": ["move-2-hexes"]}
    game = fight(["pz3h T C9 S"], [FAR], [2, 3], cards=held)
    do(game, "play", card="move-2-hexes", unit="T", path=["C10", "C11"])
    assert game.decision
    assert game.decision.kind == "coh.bog-dice"
    do(game, "roll", target="T", cap=extra)
    assert of(game, "T")["hex"] == at


@rules("conflict-of-heroes", "14.1", "3.23", "10.1", "9.11")
def test_cap_are_listed_for_the_dice_of_hidden_tanks_and_nobody_hears_of_them() -> None:
    tanks = ["pz3h T C9 S hidden", "pz3h U C9 S hidden", "german-rifles G A1 S"]
    go = {"units": ["T", "U"], "to": ["C10", "C10"], "pay": "opportunity"}
    game = fight(tanks, [FAR], [2, 3, 2, 3])
    assert why(game, "move", **go, cap=1) == {("3.23", "coh.dice.each")}
    assert why(game, "move", **go, caps=[1]) == {("9.1", "coh.group.each")}
    assert why(game, "move", **go, caps=[3, 0]) == {("3.23", "coh.dice.limit")}
    assert why(game, "move", **{**go, "to": ["D9", "C10"]}, caps=[1, 0]) == {
        ("3.23", "coh.dice.none")
    }
    assert why(game, "move", **go, openly=True, caps=[1, 0]) == {("3.23", "coh.dice.each")}
    before, move = game.state, Action("move", **go, caps=[1, 0])
    heard = game.query("heard", action=move, side="soviet", viewer="soviet")
    assert "caps" not in heard
    do(game, "move", **go, caps=[1, 0])
    # 5 and 1 CAP: through; 5: stuck
    assert [of(game, u)["bogged"] for u in ("T", "U")] == [False, True]
    assert before.cap["german"] - game.state.cap["german"] == 1
    assert game.decision
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "14.1 towing", "14.1")
def test_a_stuck_vehicle_is_free_only_out_of_the_swamp() -> None:
    game = fight(["pz3h T C10 S", "pz3h U C10 S bogged=1"], [S])
    do(game, "load", unit="T", cargo="U", pay="opportunity")
    do(game, "pass")
    do(game, "unload", unit="T", cargo="U", joined=False, pay="cap")
    assert of(game, "U")["bogged"]


@rules("conflict-of-heroes", "14.1 towing", "17.0")
def test_two_stuck_trucks_do_not_tow_each_other() -> None:
    game = fight(["opel A G5 N bogged", "opel B G5 N bogged", "german-rifles R G5 N"], [FAR])
    do(game, "load", unit="A", cargo="B", pay="cap")
    do(game, "pass")
    for cargo in "AR":
        assert why(game, "load", unit="B", cargo=cargo, pay="cap") >= {
            ("14.1 towing", "coh.load.towed")
        }
    assert not [a for a in game.choices() if a.kind == "load"]


@rules("conflict-of-heroes", "14.1 towing", "17.1")
@pytest.mark.parametrize(("ground", "free"), [("open", True), ("swamp", False)])
def test_who_was_towed_out_of_the_swamp_is_free_when_its_tow_is_lost(
    ground: str, free: bool
) -> None:
    board = plot(terrain={".": ground})
    rows = ["pz2f P B2 N", "opel O B2 N bogged carried=P"]
    game = fight(rows, ["t34 S B1 S"], [6, 6, 1, 1], board=board, turn="soviet")
    do(game, "fire", unit="S", hex="B2", pay="cap")
    do(game, "roll", target="P", cap=0)
    assert of(game, "P")["hex"] == "lost"
    assert of(game, "O")["bogged"] is not free


@rules("conflict-of-heroes", "14.1 towing", "17.0")
def test_only_tracks_tow_tracks() -> None:
    game = fight(["pz3h T G4 S hit=immobilized", "opel O G4 S", "pz2f P G4 S"], [S])
    assert ("14.1 towing", "coh.load.tracks") in why(game, "load", unit="O", cargo="T", pay="cap")
    assert not why(game, "load", unit="P", cargo="T", pay="cap")
    assert ("14.1 towing", "coh.load.moves") in why(game, "load", unit="P", cargo="O", pay="cap")


@rules("conflict-of-heroes", "14.1 towing")
def test_who_tows_has_no_bonus() -> None:
    game = fight(["pz3h T G4 S hit=immobilized carried=P", "pz2f P G4 S"], [S])
    assert why(game, "move", unit="P", path=["G5", "G6"], pay="cap") == {
        ("14.0", "coh.move.too-far")
    }
    do(game, "move", unit="P", path=["G5"], facing="S", pay="cap")
    assert of(game, "T")["hex"] == "G5"


@rules("conflict-of-heroes", "15.5")
@pytest.mark.parametrize(("hex", "told"), [("G2", False), ("G8", True)])
def test_a_turret_swings_only_out_of_its_arc(hex: str, told: bool) -> None:
    game = fight(["pz3h T G5 N"], [f"soviet-rifles R {hex} S"])
    keys = [event.key for event in game.apply(Action("fire", unit="T", hex=hex, pay="cap"))]
    assert ("coh.turret" in keys) is told


@rules("conflict-of-heroes", "15.5", "13.1")
def test_a_turret_pays_to_lay_smoke_out_of_its_arc() -> None:
    tank = {"type": "pz3h", "id": "P", "hex": "G5", "facing": "N", "traits": ["turret", "smoke"]}
    foe = {"type": "soviet-rifles", "id": "S", "hex": "P12"}
    side = [
        {"id": "german", "name": "German", "units": [tank]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    game = fight([], [], side=side)
    for hex, pay, more in (("G9", "cap", 1), ("G9", "opportunity", 0), ("G2", "cap", 0)):
        usual = cost(game, "smoke", unit="P", hex="G2", pay="opportunity")
        assert cost(game, "smoke", unit="P", hex=hex, pay=pay) == usual + more
    assert Action("smoke", unit="P", hex="G9", pay="opportunity") in game.choices()


@rules("conflict-of-heroes", "15.5")
def test_a_turret_pays_one_more_out_of_its_arc() -> None:
    game = fight(["pz3h T G4 N"], [S])
    assert cost(game, "fire", unit="T", hex="G7", pay="cap") == 4
    assert cost(game, "fire", unit="T", hex="G7", pay="opportunity") == 3


@rules("conflict-of-heroes", "16.0")
def test_a_jammed_road_hex_costs_wheels_more_from_any_side() -> None:
    game = fight(["opel O C10 S", "pz3h T C11 S"], [S], board="practice")
    tally = game.tally(Action("move", unit="O", path=["C11"], pay="cap"))
    assert tally
    assert "16.0" in {line.rule for line in tally.lines}


@rules("conflict-of-heroes", "16.0")
def test_traffic_costs_wheels_one_a_vehicle() -> None:
    game = fight(["opel O H11 SE", "opel P I11 SE"], [S])
    assert cost(game, "move", unit="O", path=["I11"]) == 2


@rules("conflict-of-heroes", "16.1", "17.1", "17.0 passenger")
def test_passengers_of_a_carrier_are_hit_in_the_flank_and_sheltered() -> None:
    game = fight(["apc-251 A G4 S", "german-rifles G G4 S carried=A"], [S])
    assert game.judge("defence", target="G", unit="S").total == 13
    assert ("17.0 passenger", "coh.move.carried") in why(
        game, "move", unit="G", path=["G5"], pay="cap"
    )


@rules("conflict-of-heroes", "17.0")
@pytest.mark.parametrize("kind", ["load", "unload"])
def test_somebody_is_taken_aboard_or_let_off(kind: str) -> None:
    game = fight(["opel O G8 N", "german-rifles R G8 N"], [FAR])
    assert ("17.0", "coh.no-unit") in why(game, kind, unit="O", pay="cap")


@rules("conflict-of-heroes", "17.0", "9.11")
def test_nobody_is_taken_aboard_without_acting() -> None:
    game = fight(["opel O G8 N", "german-rifles R G8 N spent"], [FAR])
    up = {"unit": "O", "cargo": "R"}
    assert why(game, "load", **up, pay="opportunity") == {("3.1", "coh.pay.spent")}
    assert why(game, "load", **up, joined=False, pay="opportunity") == {("17.0", "coh.load.joined")}
    do(game, "load", **up, pay="cap")
    do(game, "pass")
    assert why(game, "unload", **up, joined=False, pay="opportunity") == set()


@rules("conflict-of-heroes", "17.0", "18.2")
def test_a_squad_comes_out_of_its_trench_before_it_mounts() -> None:
    trench = [{"kind": "trench", "hex": "G8"}]
    game = fight(["pz3h P G8 N", "german-rifles R G8 N inside"], [FAR], work=trench)
    assert why(game, "load", unit="P", cargo="R", pay="cap") == {("18.2", "coh.load.inside")}
    do(game, "leave", unit="R", pay="cap")
    do(game, "pass")
    assert why(game, "load", unit="P", cargo="R", pay="cap") == set()


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


@rules("conflict-of-heroes", "17.0 passenger", "8.1 lay land mine")
def test_a_passenger_lays_no_mines() -> None:
    rows = ["opel T G5 N", "german-rifles P G5 N"]
    game = fight(rows, [FAR], cards={"german": ["lay-land-mine"]})
    do(game, "load", unit="T", cargo="P", pay="cap")
    do(game, "stall", pay="cap")
    found = why(game, "play", card="lay-land-mine", unit="P", hex="G4")
    assert ("17.0 passenger", "coh.move.carried") in found


@rules("conflict-of-heroes", "15.6")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_every_vehicle_beside_men_on_foot_is_one_more_of_cover(count: int) -> None:
    tanks = [f"pz3h P{number} G7 N" for number in range(count)]
    game = fight(
        ["german-rifles R G7 N", "pak38 A G7 N", *tanks], ["soviet-rifles S G4 S"], turn="soviet"
    )
    assert game.judge("defence", target="R", unit="S").total == 12 + count
    assert game.judge("defence", target="A", unit="S").total == 12, "only men on foot"


FREE = {"t34": 2, "pz3h": 1, "pz2f": 1, "tiger": 1}


@rules("conflict-of-heroes", "14.0 tracked", "14.0 backward", "5.2")
@pytest.mark.parametrize("kind", FREE)
def test_every_track_is_a_hex_more_in_the_open_and_none_backwards(kind: str) -> None:
    side = kind == "t34"
    tank = [f"{kind} T A2 S"]
    rows = ([FAR], tank) if side else (tank, [FAR])
    game = fight(
        *(rows if not side else (["german-rifles G P12 N"], tank)),
        turn="soviet" if side else "german",
    )
    way = ["A3", "A4", "A5", "A6"]
    reach = [n for n in range(1, 5) if not why(game, "move", unit="T", path=way[:n], pay="cap")]
    assert reach == list(range(1, 2 + FREE[kind]))
    assert why(game, "move", unit="T", path=["A1"], pay="cap") == set()
    forward = cost(game, "move", unit="T", path=["A3"], pay="cap")
    assert cost(game, "move", unit="T", path=["A1"], pay="cap") == forward + 1


@rules("conflict-of-heroes", "14.0 wheeled", "14.0 road")
def test_wheels_have_their_free_hexes_on_a_road_alone() -> None:
    road = ["A10", "B11", "C11", "D11", "E11", "F11"]
    game = fight(["opel T A10 SE", "opel U A1 S"], [FAR])
    reach = [
        n for n in range(1, 6) if not why(game, "move", unit="T", path=road[1 : n + 1], pay="cap")
    ]
    assert reach == [1, 2, 3]
    assert why(game, "move", unit="U", path=["A2", "A3"], pay="cap") == {
        ("14.0", "coh.move.too-far")
    }


@rules("conflict-of-heroes", "14.0", "14.0 road", "5.0")
@pytest.mark.parametrize("row", ["german-rifles T A10 SE bonus=1", "pak38 T A10 SE bonus=1"])
def test_symbols_on_a_counter_that_is_no_vehicle_earn_nothing_on_a_road(row: str) -> None:
    game = fight([row], [FAR])
    assert why(game, "move", unit="T", path=["B11", "C11"], pay="cap") == {
        ("5.0", "coh.move.too-far")
    }
    assert why(game, "move", unit="T", path=["B11"], pay="cap") == set()


@rules("conflict-of-heroes", "15.1", "15.3", "7.1")
def test_against_each_colour_its_own_firepower() -> None:
    game = fight(["tiger T G4 S"], ["t34 P G7 N", "soviet-rifles S G7 N"])
    do(game, "fire", unit="T", hex="G7", pay="opportunity")
    powers = {}
    for target in "PS":
        tally = game.tally(Action("roll", target=target, cap=0))
        assert tally
        powers[target] = (tally.parts[0].total, tally.parts[0].result)
    assert powers == {"P": (12, "blue"), "S": (6, "red")}


@rules("conflict-of-heroes", "15.3", "7.61", "7.62")
@pytest.mark.parametrize(("hex", "more"), [("G5", 3), ("G7", 0), ("G10", 0), ("G11", -2)])
def test_range_counts_for_vehicles_as_for_men(hex: str, more: int) -> None:
    game = fight(["pz3h T G4 S"], [f"soviet-rifles S {hex} N"])
    assert game.judge("firepower", unit="T", hex=hex).total == 4 + more


@rules("conflict-of-heroes", "14.1")
@pytest.mark.parametrize(("dice", "stuck"), [([2, 3], True), ([3, 3], False)])
def test_six_gets_a_vehicle_through_the_swamp(dice: list[int], stuck: bool) -> None:
    game = fight(["pz3h T C9 S"], [FAR], dice)
    do(game, "move", unit="T", path=["C10"], pay="opportunity")
    assert of(game, "T")["bogged"] == stuck


@rules("conflict-of-heroes", "16.0")
def test_own_vehicles_jam_a_road_even_hidden_ones() -> None:
    foe = "soviet-rifles S P12 N"
    for jam, price in (("", 1), ("pz3h P B11 S", 2), ("pz3h P B11 S hidden", 2)):
        rows = ["opel T A10 SE", *([jam] if jam else [])]
        game = fight(rows, [foe])
        assert cost(game, "move", unit="T", path=["B11"], pay="cap") == price


@rules("conflict-of-heroes", "17.0", "9.11")
def test_getting_aboard_is_a_move_of_both() -> None:
    game = fight(["opel T G4 S", "german-rifles R G4 S"], [FAR])
    apart = {"unit": "T", "cargo": "R", "pay": "cap", "joined": False}
    assert why(game, "load", **apart) == {("17.0", "coh.load.joined")}
    do(game, "load", unit="T", cargo="R", pay="opportunity")
    assert [of(game, unit)["spent"] for unit in "TR"] == [True, True]
    do(game, "pass")
    do(game, "unload", unit="T", cargo="R", pay="cap", joined=False)
    assert of(game, "R")["carrier"] == ""


@rules("conflict-of-heroes", "15.4", "12.1", "7.63")
@pytest.mark.parametrize(
    ("seat", "shooter", "colour"),
    [
        ("G4", "soviet-mortar", "red"),
        ("G7", "soviet-smg", "red"),
        ("G7", "t34", "blue"),
        ("G10", "at57", "blue"),
    ],
)
def test_an_open_top_is_red_to_shells_and_to_men_hand_to_hand(
    seat: str, shooter: str, colour: str
) -> None:
    game = fight(["marder M G7 N"], [f"{shooter} X {seat} {'S' if seat == 'G4' else 'N'}"])
    shield = game.judge("defence", target="M", unit="X")
    assert shield.result == colour
    assert ("15.4" in {line.rule for line in shield.lines}) == (colour == "red")


@rules("conflict-of-heroes", "16.0")
def test_men_on_a_road_are_no_traffic() -> None:
    game = fight(["opel T A10 SE", "german-rifles R B11 S"], [FAR])
    assert cost(game, "move", unit="T", path=["B11"], pay="cap") == 1


@rules("conflict-of-heroes", "4.0 river", "14.0")
def test_guns_and_vehicles_cross_water_by_fords_and_men_anywhere() -> None:
    for water, allowed in (("river", {"R"}), ("ford", {"R", "A", "P", "T"})):
        rows, names = ["01 . .", "02 x x", "03 . ."], {".": "open", "x": water}
        board = {"title": "Water", "labels": "A1", "rows": rows, "terrain": names}
        own = ["german-rifles R A1 S", "pak38 A A1 S", "pz3h P A1 S", "opel T A1 S"]
        game = fight(own, ["soviet-rifles S B3 N"], board=board)
        assert {
            u for u in "RAPT" if not why(game, "move", unit=u, path=["A2"], pay="cap")
        } == allowed
