"""Chapter 20: aircraft, and what is aimed at in a hex below one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalogue import load
from engine.chance import Chance, Seeded
from engine.conflict_of_heroes.air import Flight
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    cost,
    do,
    drill,
    fight,
    labels,
    of,
    offered,
    plot,
    why,
)
from tests.marks import rules
from tutor.desk import Desk

FLAK = "apc-251-17 F G4 S"


OVERHEAD = ["shturmovik P G7 N altitude=1", "soviet-rifles S G7 N"]


def rolled_for(game: Game) -> set[str]:
    """What the attack under way rolls for."""
    return {a["target"] for a in game.choices() if a.kind == "roll"}


def flights(game: Game, pay: str) -> set[tuple[str, ...]]:
    """The sets of impulses that are offered for plane P."""
    return {
        action["steps"]
        for action in game.choices()
        if action.kind == "fly" and action["unit"] == "P" and action["pay"] == pay
    }


FLYING = {"ap": {"german": 7}, "active": {"german": ["P"]}}


def coming(pay: str, *foes: str) -> tuple[Game, dict[str, str]]:
    """A plane that waits over the northern edge, and what is the same of all its entries."""
    entry = [{"units": ["P"], "hexes": ["G1"], "round": 1}]
    start = FLYING if pay == "ap" else None
    game = fight(["stuka P away S", "german-rifles R A1 N"], [*foes, FAR], entry=entry, start=start)
    return game, {"unit": "P", "hex": "G1", "pay": pay}


NO = ("20.0", "coh.card.plane")


def cluster() -> list[dict[str, object]]:
    """A plane with cluster bombs, and a man on the ground."""
    plane = {"type": "shturmovik", "id": "P", "hex": "G12", "bombs": 2, "traits": ["cluster"]}
    man = {"type": "german-rifles", "id": "G", "hex": "G8"}
    return [
        {"id": "german", "name": "German", "units": [man]},
        {"id": "soviet", "name": "Soviet", "units": [plane]},
    ]


@rules("conflict-of-heroes", "10.0 fire", "20.0")
@pytest.mark.parametrize("shooter", [FLAK, "german-rifles F G4 S"])
def test_below_a_plane_somebody_may_hide(shooter: str) -> None:
    rows = [OVERHEAD[0], "soviet-rifles H G7 N hidden"]
    game = fight([shooter], rows, [6, 6])
    do(game, "fire", unit="F", hex="G7", pay="cap", aim="ground")
    assert rolled_for(game) == {"suspected"}
    do(game, "roll", target="suspected", cap=0)
    assert not game.state.of("H").hidden
    early = fight([shooter], OVERHEAD[:1], section=1)
    found = why(early, "fire", unit="F", hex="G7", pay="cap", aim="ground")
    assert found == {("20.0", "coh.fire.nobody")}


@rules("conflict-of-heroes", "20.0", "20.0 anti-aircraft", "7.7")
def test_the_owner_of_an_anti_aircraft_gun_says_what_it_fires_at() -> None:
    for aim, target in (("planes", {"P"}), ("ground", {"S"})):
        game = fight([FLAK], OVERHEAD)
        shot = {"unit": "F", "hex": "G7", "pay": "cap"}
        assert why(game, "fire", **shot) == {("20.0", "coh.fire.aim")}
        assert why(game, "fire", **shot, aim="both") == {("20.0", "coh.fire.aim-what")}
        offered = {a.get("aim") for a in game.choices(unit="F") if a.kind == "fire"}
        assert offered == {"planes", "ground"}
        do(game, "fire", **shot, aim=aim)
        assert rolled_for(game) == target


@rules("conflict-of-heroes", "20.0", "20.0 anti-aircraft")
def test_where_there_is_one_kind_of_target_nothing_need_be_said() -> None:
    game = fight([FLAK], OVERHEAD[:1])
    nobody = {("20.0", "coh.fire.nobody")}
    do(game, "fire", unit="F", hex="G7", pay="cap")
    assert rolled_for(game) == {"P"}
    game = fight([FLAK], OVERHEAD[1:])
    assert why(game, "fire", unit="F", hex="G7", pay="cap", aim="planes") == nobody
    do(game, "fire", unit="F", hex="G7", pay="cap")
    assert rolled_for(game) == {"S"}
    # rifles cannot fire at planes, so they are not asked
    game = fight(["german-rifles F G4 S"], OVERHEAD)
    assert why(game, "fire", unit="F", hex="G7", pay="cap", aim="planes") == {
        ("20.0 anti-aircraft", "coh.fire.too-high")
    }
    do(game, "fire", unit="F", hex="G7", pay="cap")
    assert rolled_for(game) == {"S"}


@rules("conflict-of-heroes", "20.0", "18.6")
def test_a_bunker_below_a_plane_is_a_target_on_the_ground() -> None:
    work = [{"kind": "bunker", "hex": "G7"}]
    game = fight([FLAK], OVERHEAD[:1], work=work)
    assert why(game, "fire", unit="F", hex="G7", pay="cap") == {("20.0", "coh.fire.aim")}
    do(game, "fire", unit="F", hex="G7", pay="cap", aim="planes")
    assert rolled_for(game) == {"P"}


@rules("conflict-of-heroes", "20.0", "9.12")
def test_only_anti_aircraft_units_support_fire_at_planes() -> None:
    rows = [FLAK, "apc-251-17 G G4 S", "german-rifles R G4 S"]
    game = fight(rows, OVERHEAD)
    shot = {"unit": "F", "hex": "G7", "pay": "cap", "aim": "planes"}
    assert why(game, "fire", **shot, support=["G"]) == set()
    assert ("20.0 anti-aircraft", "coh.fire.too-high") in why(game, "fire", **shot, support=["R"])


@rules("conflict-of-heroes", "20.0", "20.2", "20.4")
def test_a_plane_says_what_it_attacks_and_bombs_fall_on_the_ground() -> None:
    for step, target in (
        ("attack G7 planes", {"P"}),
        ("attack G7 ground", {"S"}),
        ("bomb G7 1", {"S"}),
    ):
        game = fight(["stuka F G3 S altitude=1 bombs=1"], OVERHEAD)
        fly = {"unit": "F", "pay": "cap"}
        assert why(game, "fly", **fly, steps=["go G4", "attack G7"]) == {("20.0", "coh.fire.aim")}
        offered = {s for a in game.choices() if a.kind == "fly" for s in a["steps"]}
        assert {"attack G7 planes", "attack G7 ground", "bomb G7 1"} <= offered
        assert "attack G7" not in offered
        do(game, "fly", **fly, steps=["go G4", step])
        assert rolled_for(game) == target


@rules("conflict-of-heroes", "20.0", "20.1", "5.1")
def test_a_plane_comes_in_at_the_height_that_its_player_picks() -> None:
    entry = [{"units": ["A"], "hexes": ["G1"], "round": 1}]
    game = fight([G, "stuka A away S"], [S], entry=entry)
    assert {a.get("altitude", 0) for a in offered(game, "enter", unit="A")} == {0, 1, 2, 3, 4}


@rules("conflict-of-heroes", "20.0", "3.0")
def test_a_plane_over_the_map_is_not_activated_there() -> None:
    game = fight(["stuka P D3 S", "german-rifles G F3 S"], [FAR])
    assert why(game, "activate", unit="P") == {("20.0", "coh.activate.plane")}
    assert {a["unit"] for a in game.choices() if a.kind == "activate"} == {"G"}


@rules("conflict-of-heroes", "20.0", "20.0 impulses", "20.1")
def test_the_hex_a_plane_comes_in_by_is_the_first_impulse_of_a_set() -> None:
    game, by = coming("ap", "soviet-rifles T G4 N")
    assert cost(game, "enter", **by) == 1
    assert cost(game, "enter", **by, steps=["attack G4", "go G2", "up"]) == 3
    for steps, key in (
        (["go G2", "go G3", "go G4", "go G5"], "coh.fly.count"),
        (["attack G4", "turn SE"], "coh.fly.one-after-go"),
        (["go G3"], "coh.fly.ahead"),
        (["climb"], "coh.fly.words"),
    ):
        assert ("20.0 impulses", key) in why(game, "enter", **by, steps=steps)
    do(game, "enter", **by, altitude=1, steps=["attack G4", "go G2", "down"])
    while game.decision and game.decision.kind == "coh.aim":
        do(game, "roll", target="T", cap=0)
    plane = of(game, "P")
    assert (plane["hex"], plane["facing"], plane["altitude"]) == ("G2", "S", 0)
    assert game.judge("side", side="german")["ap"] == 5


@rules("conflict-of-heroes", "20.0", "20.0 impulses")
def test_a_plane_may_face_aside_as_it_comes_in_and_flies_on_that_way() -> None:
    game, by = coming("cap")
    assert ("20.0 impulses", "coh.fly.ahead") in why(
        game, "enter", **by, facing="SW", steps=["go H2"]
    )
    do(game, "enter", **by, facing="SE", steps=["go H2", "go I2", "go J3"])
    assert of(game, "P")["hex"] == "J3"


@rules("conflict-of-heroes", "20.0")
def test_a_bot_is_offered_a_whole_set_of_impulses_to_come_in_with() -> None:
    game, _ = coming("ap", "soviet-rifles T G4 N")
    offered = {a.get("steps") for a in game.choices() if a.kind == "enter"}
    assert {None, ("go G2", "go G3", "go G4"), ("attack G4", "go G2", "go G3")} <= offered
    best = max(game.choices(), key=lambda a: game.rules.appeal(game.state, a, "german"))
    assert best.get("steps", ()) == ("attack G4", "go G2", "go G3")


@rules("conflict-of-heroes", "20.0", "20.0 anti-aircraft", "20.0 spent", "20.1")
def test_planes() -> None:
    game = fight(["stuka P G4 S", G.replace(" G ", " R ")], [S])
    assert why(game, "move", unit="P", path=["G5"], pay="cap") >= {("20.0", "coh.move.plane")}
    assert cost(game, "fly", unit="P", steps=["go G5", "up"]) == 2
    assert ("20.0 impulses", "coh.fly.count") in why(
        game, "fly", unit="P", steps=["go G5", "go G6", "go G7", "go G8", "go G9"], pay="cap"
    )
    game = fight(["stuka P G4 S spent", "german-rifles R A1 S"], [S])
    assert why(game, "pass") == {("20.0 spent", "coh.fly.first")}
    home = ["go G5", "go G6", "go G7", "go G8"]
    assert cost(game, "fly", unit="P", steps=home) == 0


@rules(
    "conflict-of-heroes", "20.0", "8.1 command action", "8.1 mark as spent", "8.2 molotov cocktail"
)
def test_no_card_is_played_on_a_plane_or_thrown_at_one() -> None:
    held = ["command-action", "mark-as-spent", "molotov-cocktail", "bonus-ap", "bonus-cap"]
    game = fight(
        ["stuka P G4 S", "german-rifles R G8 S"],
        ["shturmovik Q G9 N", FAR],
        cards={"german": held},
        start={"ap": {"german": 7}, "active": {"german": ["P"]}},
    )
    flight = {"order": "fly", "unit": "P", "steps": ["go G5"]}
    assert NO in why(game, "play", card="command-action", **flight)
    assert why(game, "play", card="mark-as-spent", unit="Q") == {NO}
    assert NO in why(game, "play", card="molotov-cocktail", unit="P", hex="G4")
    assert why(game, "play", card="bonus-ap") == {NO}
    assert why(game, "play", card="bonus-cap") == {NO}
    # what is thrown below a plane is meant for whoever may hide there (10.0 fire)
    do(game, "play", card="molotov-cocktail", unit="R", hex="G9")
    assert {a["target"] for a in game.choices()} == {"suspected"}


@rules("conflict-of-heroes", "20.0", "20.4")
def test_a_plane_comes_back_as_hurt_and_as_loaded_as_it_left() -> None:
    plane = "shturmovik P G1 N bombs=2"
    start = {"active": {"soviet": ["P"]}, "ap": {"soviet": 7}}
    game = fight(["apc-251-17 A G4 N"], [plane, FAR], [6, 5], start=start)
    do(game, "fire", unit="A", hex="G1", pay="cap")
    do(game, "roll", target="P", cap=0)
    assert of(game, "P")["damaged"]
    do(game, "fly", unit="P", steps=["go off"], pay="ap")
    assert of(game, "P")["hex"] == "away"
    assert (of(game, "P")["damaged"], of(game, "P")["bombs"]) == (True, 2)


@rules("conflict-of-heroes", "20.0", "18.5", "7.63 retreat", "20.1")
def test_a_plane_comes_in_over_mines_and_men_and_at_any_height() -> None:
    entry = [{"units": ["P"], "hexes": ["G1"], "round": 1}]
    mine = [{"kind": "mine", "hex": "G1", "colour": "black"}]
    rows = ["shturmovik P away S", FAR]
    game = fight(["german-rifles G G1 N"], rows, turn="soviet", entry=entry, work=mine)
    assert why(game, "enter", unit="P", hex="G1", altitude=-1, pay="cap") == {
        ("20.1", "coh.fly.ground-level")
    }
    do(game, "enter", unit="P", hex="G1", facing="S", altitude=6, pay="cap")
    assert of(game, "P")["altitude"] == 6
    assert game.decision is not None
    assert game.decision.side == "german", "no mine goes off"
    assert why(game, "move", unit="G", path=["G2"], pay="cap") == set()


@rules("conflict-of-heroes", "20.0 impulses", "20.1", "20.2")
def test_a_plane_is_offered_turns_heights_and_attacks_on_its_way() -> None:
    offered = flights(drill("20-flight"), "ap")
    assert ("go D2", "go D3", "go D4", "attack D6") in offered
    assert ("go D2", "turn SE", "go E2", "go F3") in offered
    assert ("go D2", "go D3", "go D4", "up") in offered
    assert ("go D2", "go D3", "go D4", "down") not in offered
    assert all(steps[0].startswith("go ") and len(steps) == 4 for steps in offered)


@rules("conflict-of-heroes", "20.0 impulses")
def test_the_buttons_of_a_plane_read_as_words() -> None:
    desk = Desk(drill("20-flight"))
    names = {desk.hands.action_name(action) for action in desk.hands.ways("P")}
    assert {"Fly D2, D3, D4, attack D6 (2 AP)", "Fly D2, turn SE, E2, F3 (1 AP)"} <= names
    bomber = Desk(load("conflict-of-heroes/examples/COH-20.4", Seeded(1)))
    names = {bomber.hands.action_name(action) for action in bomber.hands.ways("P")}
    assert {f"Fly G4, {bombs} on G7, G5, G6 (2 AP)" for bombs in ("1 bomb", "2 bombs")} <= names
    home = Desk(drill("20-leaving"))
    home.set_mode("cap")
    names = {home.hands.action_name(action) for action in home.hands.ways("P")}
    assert {"Fly D4, D5, off the map (free)", "Fly D4, D5, turn SE (1 CAP)"} <= names


@rules("conflict-of-heroes", "20.0 impulses", "20.0 spent")
@pytest.mark.parametrize(
    ("seat", "leaves"), [("G6 N", False), ("G1 N", True), ("G1 S", False), ("A6 N", True)]
)
def test_a_plane_leaves_over_an_edge_in_front_of_it_only(seat: str, leaves: bool) -> None:
    game = fight([f"stuka P {seat}"], [FAR], start=FLYING)
    off = {"unit": "P", "steps": ["go off"], "pay": "ap"}
    assert why(game, "fly", **off) == (set() if leaves else {("20.0 impulses", "coh.fly.edge")})
    offered = {a["steps"][0] for a in game.choices() if a.kind == "fly"}
    assert ("go off" in offered) is (seat == "G1 N"), "straight on it is offered"


@rules("conflict-of-heroes", "20.0 impulses")
def test_impulses_follow_the_nose_of_the_plane() -> None:
    game = fight(["stuka P G4 S"], [S])
    assert ("20.0 impulses", "coh.fly.ahead") in why(
        game, "fly", unit="P", steps=["go G3"], pay="cap"
    )
    assert ("20.0 impulses", "coh.fly.sixth") in why(
        game, "fly", unit="P", steps=["go G5", "turn N"], pay="cap"
    )
    assert cost(game, "fly", unit="P", steps=["go G5"]) >= 1


@rules("conflict-of-heroes", "20.0 spent")
def test_a_spent_plane_is_offered_the_way_home_and_what_cap_pay_for() -> None:
    game = drill("20-leaving")
    home = ("go D4", "go D5", "go off")
    offered = flights(game, "cap")
    assert {home, ("go D4", "go D5", "turn SE"), ("go D4", "go D5", "up")} <= offered
    assert {steps for steps in offered if cost(game, "fly", unit="P", steps=steps) == 0} == {home}
    poor = fight(["stuka P D3 S spent"], ["soviet-rifles S P12 N"], cap=(0, 9))
    assert flights(poor, "cap") == {("go D4", "go D5", "go D6", "go D7")}


@rules("conflict-of-heroes", "20.0 spent")
def test_a_spent_plane_vanishes_nowhere_and_flies_home_with_every_impulse() -> None:
    game = fight(["stuka P G6 N spent", "german-rifles R A1 N"], [FAR], cap=(0, 9))
    assert ("20.0 impulses", "coh.fly.edge") in why(
        game, "fly", unit="P", steps=["go off"], pay="cap"
    )
    # too short for the free flight, it is an action that nobody can pay for
    assert why(game, "fly", unit="P", steps=["go G5"], pay="cap") == {("3.22", "coh.pay.cap")}
    assert why(game, "fly", unit="P", steps=["go G5"], pay="ap") >= {
        ("20.0 spent", "coh.fly.straight")
    }
    do(game, "fly", unit="P", steps=["go G5", "go G4", "go G3", "go G2"], pay="cap")
    do(game, "pass")
    assert ("20.0 spent", "coh.fly.homing") in why(
        game, "fly", unit="P", steps=["go G1"], pay="cap"
    )
    do(game, "fly", unit="P", steps=["go G1", "go off"], pay="cap")
    assert of(game, "P")["hex"] == "away"


@rules("conflict-of-heroes", "20.0 spent")
def test_beside_an_edge_the_way_home_is_still_straight() -> None:
    # the edge lies ahead to the left of A6, but the way home goes north
    game = fight(["stuka P A6 N spent"], [FAR], cap=(0, 9))
    assert ("3.22", "coh.pay.cap") in why(game, "fly", unit="P", steps=["go off"], pay="cap")


@rules("conflict-of-heroes", "20.0 spent", "3.22")
def test_straight_flight_that_cap_pay_for_leaves_the_right_to_later_ones() -> None:
    game = fight(["stuka P D3 S spent", "german-rifles G F3 S"], [FAR], cap=(2, 2))
    on = {"unit": "P", "steps": ["go D4", "go D5", "go D6", "go D7"]}
    assert (cost(game, "fly", **on), cost(game, "fly", **on, paid=True)) == (0, 1)
    assert any(a.get("paid") for a in game.choices())
    assert ("20.0 spent", "coh.fly.straight") in why(
        game, "fly", **on, paid=True, pay="opportunity"
    )
    do(game, "fly", **on, paid=True, pay="cap")
    do(game, "pass")
    do(game, "fly", unit="P", steps=["go D8", "turn SE"], pay="cap")
    assert (of(game, "P")["facing"], game.state.cap["german"]) == ("SE", 0)
    assert not any(a.get("paid") for a in game.choices())


@rules("conflict-of-heroes", "20.0 spent", "3.22")
def test_cap_pay_for_a_spent_plane_until_its_free_flight_begins() -> None:
    rows = ["stuka P D3 S spent", "german-rifles G F3 S"]
    game = fight(rows, [FAR], cap=(3, 2))
    turn = {"unit": "P", "steps": ["go D4", "turn SE"]}
    assert why(game, "fly", **turn, pay="opportunity") >= {("20.0 spent", "coh.fly.straight")}
    assert cost(game, "fly", **turn) == 1
    assert turn["steps"][1] in {s for a in game.choices() for s in a["steps"]}
    do(game, "fly", **turn, pay="cap")
    assert (of(game, "P")["facing"], game.judge("side", side="german")["cap"]) == ("SE", 2)
    do(game, "pass")
    do(game, "fly", unit="P", steps=["go E4", "go F5", "go G5", "go H6"], pay="cap")
    assert game.judge("side", side="german")["cap"] == 2
    do(game, "pass")
    assert why(game, "fly", unit="P", steps=["go I6", "turn S"], pay="cap") == {
        ("20.0 spent", "coh.fly.homing")
    }
    assert {a["steps"] for a in game.choices()} == {("go I6", "go J7", "go K7", "go L8")}


@rules("conflict-of-heroes", "20.2", "20.1")
def test_planes_in_the_air_count_who_is_higher_and_no_markers() -> None:
    game = fight(["stuka A G4 S altitude=2"], ["shturmovik B G6 N altitude=1"])
    power = game.judge("firepower", unit="A", hex="G6", colour="blue", target="B")
    keys = {line.key: line.value for line in power.lines}
    assert "coh.line.altitude" not in keys
    assert keys["coh.line.higher-plane"] == 1


@rules("conflict-of-heroes", "20.3", "10.0 detection")
def test_a_plane_finds_hidden_units_over_smoke() -> None:
    game = fight(
        ["german-rifles G G4 N hidden"],
        ["shturmovik P G8 N", "soviet-rifles S P12 N"],
        turn="soviet",
        smoke={"G5": [2]},
        start={"ap": {"soviet": 7}, "active": {"soviet": ["P"]}},
    )
    do(game, "fly", unit="P", steps=["go G7", "go G6"], pay="ap")
    assert not of(game, "G")["hidden"]


@rules("conflict-of-heroes", "20.3", "6.0", "20.0 anti-aircraft")
def test_who_is_seen_from_a_plane_sees_the_plane() -> None:
    flak = "apc-251-17 A E6 S"
    start = {"active": {"soviet": ["P"]}, "ap": {"soviet": 3}}
    over = fight([flak], ["shturmovik P E10 N", FAR], start=start)  # E8 is woods
    blind = fight(["apc-251-17 A E7 S"], ["shturmovik P E10 N", FAR], start=start)
    assert why(over, "fire", unit="A", hex="E10", pay="cap") == set()
    assert why(blind, "fire", unit="A", hex="E10", pay="cap") == {("6.0", "coh.fire.blocked")}


@rules("conflict-of-heroes", "20.3", "13.0", "11.2")
def test_smoke_shields_a_plane_and_the_ground_below_does_not_matter() -> None:
    start = {"active": {"soviet": ["P"]}, "ap": {"soviet": 3}}
    planes = ["shturmovik P G8 N", FAR]
    game = fight(["apc-251-17 A G5 S"], planes, start=start, smoke={"G8": [2]})
    assert labels(game, "defence", target="P", unit="A")["13.0"] == 2
    hill = plot(tags={"level-1": ["A1"]})
    high = fight(["apc-251-17 A A1 S"], ["shturmovik P A3 N", "soviet-rifles S C3 N"], board=hill)
    assert "11.2" not in labels(high, "firepower", unit="A", hex="A3", colour="blue", target="P")


@rules("conflict-of-heroes", "20.3", "10.0 shared hex")
@pytest.mark.parametrize(("plane", "found"), [("stuka", False), ("shturmovik", True)])
def test_only_an_enemy_plane_overhead_finds_who_hides_in_a_wood(plane: str, found: bool) -> None:
    side = "german" if plane == "stuka" else "soviet"
    rows = {"german": ["german-rifles G E8 S hidden"], "soviet": [FAR]}
    rows[side] = [*rows[side], f"{plane} P E10 N"]
    start = {"ap": {side: 7}, "active": {side: ["P"]}}
    game = fight(rows["german"], rows["soviet"], turn=side, start=start)
    do(game, "fly", unit="P", steps=["go E9", "go E8", "go E7"], pay="ap")
    assert of(game, "G")["hidden"] is not found


@rules("conflict-of-heroes", "20.4")
def test_bombs_are_offered_by_number() -> None:
    offered = flights(load("conflict-of-heroes/examples/COH-20.4", Seeded(1)), "ap")
    drops = {steps[1] for steps in offered if steps[1].startswith("bomb")}
    assert drops == {f"bomb G7 {count}" for count in (1, 2, 3, 4)}


@rules("conflict-of-heroes", "20.4", "18.6")
def test_the_second_bomb_meets_what_stood_there_before_the_first() -> None:
    bunker = [{"kind": "bunker", "hex": "G7", "facing": "N"}]
    start = {"ap": {"german": 7}, "active": {"german": ["P"]}}
    rows = ["hs129 P G3 S bombs=2"]
    game = fight(
        rows,
        ["soviet-rifles S G7 N inside", FAR.replace("S ", "R ", 1)],
        [6, 6],
        work=bunker,
        start=start,
    )
    do(game, "fly", unit="P", steps=["go G4", "bomb G7 2"], pay="ap")
    first = game.tally(Action("roll", target="S", cap=0))
    do(game, "roll", target="work:bunker", cap=0)
    do(game, "roll", target="S", cap=0)
    second = game.tally(Action("roll", target="S", cap=0))
    assert first
    assert second
    assert second.total == first.total


@rules("conflict-of-heroes", "20.4")
def test_cluster_bombs_leave_a_mine() -> None:
    plane = {"id": "P", "type": "stuka", "hex": "G2", "facing": "S", "bombs": 1}
    foe = {"id": "S", "type": "soviet-rifles", "hex": "G7", "facing": "N"}
    sides = [
        {"id": "german", "name": "German", "units": [{**plane, "traits": ["cluster"]}]},
        {"id": "soviet", "name": "Soviet", "units": [foe]},
    ]
    game = fight([], [], side=sides)
    rules_: Any = game.rules
    course = Course(Chance(game.source))
    state = rules_.settle(game.state.push(Flight("P", ("go G3", "bomb G7"))), course)
    works = state.works_in("G7")
    assert [(w.kind, w.colour) for w in works] == [("mine", "red")]
    assert "coh.placed-mine" in [event.key for event in course.events]


@rules("conflict-of-heroes", "20.4", "18.0")
def test_two_cluster_bombs_leave_one_mine() -> None:
    game = fight(
        ["german-rifles G G8 N"],
        ["shturmovik P G12 N bombs=2"],
        turn="soviet",
        start={"active": {"soviet": ["P"]}, "ap": {"soviet": 7}},
        side=cluster(),
    )
    do(game, "fly", unit="P", steps=["go G11", "bomb G8 2"], pay="ap")
    assert game.judge("works", hex="G8") == ["mine"]


@rules("conflict-of-heroes", "20.0", "2.2 stall")
@pytest.mark.parametrize("pay", ["ap", "cap"])
def test_nobody_stalls_with_a_plane_activated(pay: str) -> None:
    start = {"ap": {"soviet": 5}, "active": {"soviet": ["P"]}}
    rows = ["german-rifles G A1 S"], ["shturmovik P G7 N altitude=1", "soviet-rifles S P12 N"]
    game = fight(*rows, turn="soviet", start=start)
    assert why(game, "stall", pay=pay) == {("20.0", "coh.stall.plane")}
    start["active"] = {"soviet": ["S"]}
    assert why(fight(*rows, turn="soviet", start=start), "stall", pay=pay) == set()


@rules("conflict-of-heroes", "20.0 anti-aircraft", "15.5")
def test_one_crew_of_heavy_machine_guns_fires_at_planes_and_any_way() -> None:
    rows = ["soviet-dshk D G4 S", "soviet-hmg M G4 S", "soviet-rifles S P12 N"]
    game = fight(["stuka P G1 S altitude=1", "german-rifles G G2 N"], rows, turn="soviet")
    for unit, free in (("D", True), ("M", False)):
        shot = {"unit": unit, "hex": "G1", "pay": "cap"}
        assert (not why(game, "fire", **shot)) == free
        told = ("6.1", "coh.fire.arc") in why(game, "fire", **{**shot, "hex": "G2"})
        assert told != free
    plain = fight(["german-rifles G G6 N"], ["soviet-dshk D G4 S"], turn="soviet")
    there = cost(plain, "fire", unit="D", hex="G6", pay="cap")
    assert cost(game, "fire", unit="D", hex="G2", pay="cap") == there + 1


@rules("conflict-of-heroes", "20.2", "20.0")
@pytest.mark.parametrize(
    ("hex", "faults"), [("G5", {"20.2"}), ("G6", set()), ("G10", set()), ("G11", {"20.2"})]
)
def test_a_plane_attacks_from_two_hexes_to_six(hex: str, faults: set[str]) -> None:
    game = fight(["stuka P G4 S altitude=1"], [FAR])
    assert set(game.judge("air_attack", unit="P", hex=hex)) == faults


@rules("conflict-of-heroes", "20.2")
@pytest.mark.parametrize(("hex", "less"), [("G7", 0), ("G8", 1), ("G10", 3)])
def test_beyond_three_hexes_a_plane_loses_firepower(hex: str, less: int) -> None:
    game = fight(["stuka P G4 S"], [f"soviet-rifles S {hex} N"])
    assert game.judge("firepower", unit="P", hex=hex).total == 6 - less


@rules("conflict-of-heroes", "20.0", "2.3")
def test_a_plane_that_is_shot_down_stays_down() -> None:
    game = fight(["apc-251-17 F G4 S"], ["shturmovik P G5 N", "soviet-rifles S A1 N"], [6, 6])
    do(game, "fire", unit="F", hex="G5", pay="opportunity")
    do(game, "roll", target="P", cap=2)
    assert of(game, "P")["hex"] == "lost"
    do(game, "pass")
    do(game, "pass")
    assert of(game, "P")["hex"] == "lost"


@rules("conflict-of-heroes", "20.0", "5.1")
def test_a_plane_does_not_leave_as_men_do() -> None:
    start = {"ap": {"german": 5}, "active": {"german": ["P"]}}
    rows = ["stuka P G4 S altitude=1", "german-rifles R G4 S"]
    game = fight(rows, [FAR], exit={"german": ["G4"]}, start=start)
    assert ("20.0", "coh.move.plane") in why(game, "exit", unit="P", pay="ap")
    assert why(game, "exit", unit="R", pay="cap") == set()


@rules("conflict-of-heroes", "20.4", "7.3", "2.4")
def test_a_second_bomb_on_the_dead_gives_nothing_more() -> None:
    start = {"ap": {"german": 5}, "active": {"german": ["P"]}}
    game = fight(
        ["hs129 P G2 S bombs=2"],
        ["soviet-rifles S G5 N", FAR.replace(" S ", " T ")],
        [6, 6, 6, 6],
        start=start,
    )
    do(game, "fly", unit="P", steps=["go G3", "bomb G5 2"], pay="ap")
    do(game, "roll", target="S", cap=0)
    do(game, "roll", target="S", cap=0)
    assert of(game, "S")["hex"] == "lost"
    side = {one: game.judge("side", side=one) for one in ("german", "soviet")}
    assert (side["german"]["points"], side["soviet"]["losses"]) == (1, 1)


@rules("conflict-of-heroes", "20.0 spent", "3.0")
def test_while_a_spent_plane_is_over_the_map_nobody_is_activated() -> None:
    game = fight(["stuka P G4 S spent", "german-rifles R A1 S"], [FAR])
    assert ("20.0 spent", "coh.fly.first") in why(game, "activate", unit="R")
    assert not [a for a in game.choices() if a.kind == "activate"]


@rules("conflict-of-heroes", "20.0", "9.1")
def test_planes_named_together_have_no_price() -> None:
    start = {"ap": {"german": 5}, "active": {"german": ["P"]}}
    game = fight(["stuka P G4 S", "stuka Q H4 S"], [FAR], start=start)
    assert game.tally(Action("fly", units=["P", "Q"], steps=["go G5"], pay="ap")) is None
