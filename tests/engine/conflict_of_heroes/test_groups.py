"""Sections 9.1 to 9.14: what a group does as one, each unit its own way."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    cost,
    do,
    fight,
    of,
    why,
)
from tests.marks import rules


def places(game: Game, *units: str) -> list[tuple[str, str]]:
    """Where units stand and which way they face."""
    return [(of(game, u)["hex"], of(game, u)["facing"]) for u in units]


def cap(game: Game) -> int:
    """The CAP that the Germans have left."""
    return int(game.judge("side", side="german")["cap"])


@rules("conflict-of-heroes", "9.11", "14.0 tracked", "5.2")
def test_tanks_of_a_group_use_their_bonus_each_its_own_way() -> None:
    game = fight(["pz3h T G4 S", "pz3h U H4 S"], [FAR])
    go = {"units": ["T", "U"], "pay": "cap", "paths": ["G5 G6", "H4"]}
    assert why(game, "move", **go) == {("5.0", "coh.move.apart")}
    go["paths"] = ["G5 G6", "H5 H6"]
    assert cost(game, "move", **go) == 1
    assert why(game, "move", **{**go, "paths": ["G5 G6 G7", "H5"]}) == {
        ("14.0", "coh.move.too-far")
    }
    assert why(game, "move", **{**go, "paths": ["G5 G6"]}) >= {("9.11", "coh.move.ways")}
    assert why(game, "move", **go, facings=["N"]) == {("9.1", "coh.group.each")}
    do(game, "move", **go, facings=["NE", ""])
    assert places(game, "T", "U") == [("G6", "NE"), ("H6", "S")]


@rules("conflict-of-heroes", "9.11", "5.0")
def test_men_of_a_group_go_one_hex_each() -> None:
    game = fight(["german-rifles T G4 S", "german-rifles U H4 S"], [FAR])
    assert why(game, "move", units=["T", "U"], pay="cap", paths=["G5 G6", "H5"]) == {
        ("5.0", "coh.move.too-far")
    }


@rules("conflict-of-heroes", "9.11", "8.1 move 2 hexes")
def test_a_running_group_says_where_everybody_faces() -> None:
    cards = {"german": ["move-2-hexes"]}
    game = fight(["german-rifles T G4 S", "german-rifles U H4 S"], [FAR], cards=cards)
    run = {"card": "move-2-hexes", "units": ["T", "U"], "paths": ["G5 G6", "H5 H6"]}
    assert why(game, "play", **run, facings=["N"]) == {("9.1", "coh.group.each")}
    assert why(game, "play", **run, facings=["N", "up"]) == {("5.2", "coh.move.facing")}
    do(game, "play", **run, facing="NW")
    assert places(game, "T", "U") == [("G6", "NW"), ("H6", "NW")]


@rules("conflict-of-heroes", "9.14", "5.3")
def test_a_group_turns_each_its_own_way() -> None:
    game = fight(["german-rifles T G4 S", "german-rifles U H4 S"], [FAR])
    both = {"units": ["T", "U"], "pay": "cap"}
    assert why(game, "turn", **both, facings=["N", ""]) == {("5.3", "coh.move.facing")}
    do(game, "turn", **both, facings=["N", "SE"])
    assert (places(game, "T", "U"), cap(game)) == ([("G4", "N"), ("H4", "SE")], 8)


@rules("conflict-of-heroes", "9.14", "13.1", "12.0")
def test_a_group_lays_smoke_for_its_dearest_shell() -> None:
    pair = ["german-mortar M G4 S", "german-mortar N H4 S", "german-pioneers P G5 S"]
    game = fight(pair, [FAR])
    smoke = {"units": ["M", "N"], "pay": "cap", "to": ["G8", "H8"]}
    assert cost(game, "smoke", **smoke) == 3
    assert cost(game, "smoke", **smoke, spotters=["", "P"]) == 4
    assert why(game, "smoke", **smoke, spotters=["P"]) == {("9.1", "coh.group.each")}
    assert cost(game, "smoke", units=["M", "P"], to=["G8", "G6"], pay="cap") == 3
    assert why(game, "smoke", units=["M", "P"], hex="G8", pay="cap") == {("19.0", "coh.smoke.far")}
    do(game, "smoke", **smoke)
    assert [game.judge("smoke", hex=hex) for hex in ("G8", "H8")] == [2, 2]
    assert cap(game) == 6


@rules("conflict-of-heroes", "9.14", "13.0 adding")
def test_two_shells_of_a_group_thicken_the_smoke_of_one_hex() -> None:
    game = fight(["german-mortar M G4 S", "german-mortar N H4 S"], [FAR])
    do(game, "smoke", units=["M", "N"], hex="G8", pay="cap")
    assert game.judge("smoke", hex="G8") == 4


@rules("conflict-of-heroes", "9.11", "5.1")
def test_a_group_leaves_the_map_for_its_dearest_unit() -> None:
    pair = ["german-rifles R G1 N", "german-hmg H H1 N"]
    game = fight([*pair, "german-rifles Z A1 N"], [FAR], exit={"german": ["G1", "H1"]})
    assert cost(game, "exit", units=["R", "H"]) == 2
    assert ("9.11", "coh.group.apart") in why(game, "exit", units=["R", "Z"], pay="cap")
    do(game, "exit", units=["R", "H"], pay="cap")
    assert {of(game, "R")["hex"], of(game, "H")["hex"]} == {"away"}
    assert cap(game) == 7


@rules("conflict-of-heroes", "9.11", "17.0")
def test_a_group_of_trucks_unloads_for_the_dearest_cargo() -> None:
    rows = [
        *("opel O G4 S", "opel Q H4 S", "pak38 K G4 S carried=O"),
        "german-rifles R H4 S carried=Q",
    ]
    game = fight(rows, [FAR])
    both = {"units": ["O", "Q"], "pay": "cap"}
    assert why(game, "unload", **both, cargos=["K", "K"], joined=False) >= {
        ("9.1", "coh.twice-named"),
        ("17.0", "coh.load.apart"),
    }
    assert why(game, "unload", **both, cargos=["K"]) >= {("9.1", "coh.group.each")}
    off = {**both, "cargos": ["K", "R"], "facings": ["N", "SE"]}
    assert cost(game, "unload", **off) == 4
    do(game, "unload", **off)
    assert places(game, "K", "R") == [("G4", "N"), ("H4", "SE")]
    assert cap(game) == 5


@rules("conflict-of-heroes", "9.14", "18.2")
def test_a_group_comes_out_of_its_trenches_each_facing_its_own_way() -> None:
    work = [{"kind": "trench", "hex": hex} for hex in ("G4", "H4")]
    rows = ["german-rifles T G4 S inside", "german-rifles U H4 S inside"]
    game = fight(rows, [FAR], work=work)
    do(game, "leave", units=["T", "U"], facings=["N", ""], pay="cap")
    assert places(game, "T", "U") == [("G4", "N"), ("H4", "S")]
    assert (of(game, "T")["inside"], of(game, "U")["inside"], cap(game)) == (False, False, 8)


@rules("conflict-of-heroes", "18.4", "9.11", "3.23")
def test_each_unit_of_a_group_throws_for_the_wire() -> None:
    wire = [{"kind": "wire", "hex": hex} for hex in ("G5", "H5")]
    game = fight(["german-rifles T G4 S", "german-hmg U H4 S"], [FAR], [4, 2], work=wire)
    go = {"units": ["T", "U"], "to": ["G5", "H5"], "pay": "cap"}
    assert why(game, "move", **go, cap=-1) == {("3.23", "coh.dice.each")}
    do(game, "move", **go)
    assert game.decision
    assert game.decision.kind == "coh.wire-dice"
    assert why(game, "roll", target="S", cap=0) == {("18.4", "coh.aim.target")}
    do(game, "roll", target="T", cap=-1)
    do(game, "roll", target="U", cap=0)
    # rifles 1 + 3, the machine gun 2 + 2
    assert cost(game, "cross") == 4
    do(game, "cross")
    assert (places(game, "T", "U"), cap(game)) == ([("G5", "S"), ("H5", "S")], 4)


@rules("conflict-of-heroes", "18.4", "9.11")
def test_who_goes_round_the_wire_does_not_pay_for_it() -> None:
    wire = [{"kind": "wire", "hex": "D3"}]
    game = fight(["german-rifles T C3 N", "german-rifles U C4 SE"], [FAR], [2], work=wire)
    do(game, "move", units=["T", "U"], to=["D3", "D5"], pay="cap", cap=-2)
    # wire: 1 + 0; woods: 1 + 1
    assert cost(game, "cross") == 2


@rules("conflict-of-heroes", "14.1", "9.11", "3.23")
def test_cap_change_the_dice_of_one_tank_of_a_group_in_a_swamp() -> None:
    tanks = ["pz3h T C9 S", "pz3h U C9 S"]
    game = fight(tanks, [FAR], [2, 3, 2, 3])
    go = {"units": ["T", "U"], "to": ["C10", "C10"], "pay": "opportunity"}
    assert why(game, "move", **go, cap=1) == {("3.23", "coh.dice.each")}
    do(game, "move", **go)
    bogged = {}
    for extra in (1, 0):
        assert game.decision
        assert game.decision.kind == "coh.bog-dice"
        target = next(a["target"] for a in game.choices())
        tally = game.tally(Action("roll", target=target, cap=extra))
        assert tally
        assert tally.total == 6 - extra
        do(game, "roll", target=target, cap=extra)
        bogged[of(game, target)["bogged"]] = target
    assert set(bogged) == {True, False}
    assert cap(game) == 8


@rules("conflict-of-heroes", "9.12", "7.61")
def test_nobody_of_a_fire_group_fires_at_long_range() -> None:
    # rifles reach 5 hexes, the machine gun 8: G4 is 6 from G10, H4 is 6 as well
    rows = ["german-rifles R G4 S", "german-hmg H G4 S"]
    game = fight(rows, ["soviet-rifles S G10 N"])
    far = {"hex": "G10", "pay": "cap"}
    assert why(game, "fire", unit="R", **far) == set()
    assert why(game, "fire", unit="R", support=["H"], **far) == {("9.12", "coh.fire.lead-far")}
    assert why(game, "fire", unit="H", support=["R"], **far) == {("9.12", "coh.fire.support-far")}


@rules("conflict-of-heroes", "9.12")
def test_support_stands_beside_the_leader() -> None:
    row = ["german-rifles A G4 S", "german-rifles B G5 S", "german-rifles C G6 S"]
    game = fight(row, ["soviet-rifles S G8 N"])
    fire = {"hex": "G8", "pay": "cap"}
    assert why(game, "fire", unit="B", support=["A", "C"], **fire) == set()
    assert why(game, "fire", unit="A", support=["B", "C"], **fire) == {("9.12", "coh.group.apart")}


@rules("conflict-of-heroes", "9.12", "12.0 spotter")
def test_support_of_a_spotted_shell_sees_the_target_itself() -> None:
    # the woods of H3 stand before the mortar and the rifles, not before the spotter
    rows = ["german-mortar M H2 S", "german-rifles R H2 S", "german-rifles E G3 S"]
    game = fight(rows, ["soviet-rifles S H6 N"])
    shell = {"unit": "M", "hex": "H6", "spotter": "E", "pay": "cap"}
    assert why(game, "fire", **shell) == set()
    assert ("6.0", "coh.fire.blocked") in why(game, "fire", **shell, support=["R"])


@pytest.mark.parametrize(("hit", "bad"), [("gun-damaged-red", True), ("immobilized", False)])
@rules("conflict-of-heroes", "9.12", "15.2 gun damaged")
def test_a_damaged_gun_supports_nobody(hit: str, bad: bool) -> None:
    rows = ["german-rifles A G4 S", f"pz3h T G4 S hit={hit}"]
    game = fight(rows, ["soviet-rifles S G7 N"])
    reasons = why(game, "fire", unit="A", support=["T"], hex="G7", pay="cap")
    assert (("9.12", "coh.fire.support-hurt") in reasons) == bad


@rules("conflict-of-heroes", "9.0")
def test_section_one_knows_no_shared_activation() -> None:
    two = [G, "german-rifles H H4 S"]
    game = fight(two, [S], section=1)
    do(game, "activate", unit="G")
    assert why(game, "move", unit="H", path=["H5"], pay="ap") == {("9.0", "coh.pay.not-active")}
    assert ("9.1", "coh.group.not-yet") in why(
        game, "move", units=["G", "H"], to=["G5", "H5"], pay="cap"
    )
    assert not why(fight(two, [S], section=2), "activate", unit="H")


@rules("conflict-of-heroes", "9.1", "9.12", "20.0")
@pytest.mark.parametrize("kind", ["fly", "fire"])
def test_planes_fly_alone_and_fire_has_a_leader(kind: str) -> None:
    pair = ["german-mortar G G4 S", "german-mortar H G4 S"]
    game = fight(pair, [S])
    assert why(game, kind, units=["G", "H"], hex="G7", pay="cap")


@rules("conflict-of-heroes", "9.12", "7.1")
def test_support_adds_only_in_a_colour_in_which_it_has_firepower() -> None:
    game = fight(
        ["german-hmg-42 G G4 S", "german-rifles H F4 S"],
        ["soviet-rifles S G7 N", "t34 T G7 N"],
    )
    do(game, "fire", unit="G", hex="G7", support=["H"], pay="cap")
    red = game.tally(Action("roll", target="S", cap=0))
    blue = game.tally(Action("roll", target="T", cap=0))
    assert red
    assert blue
    assert "9.12" in {line.rule for line in red.parts[0].lines}
    assert "9.12" not in {line.rule for line in blue.parts[0].lines}


@rules("conflict-of-heroes", "9.12", "15.5")
def test_a_turret_swings_for_its_own_shot_only() -> None:
    game = fight([G, "pz3h T H4 NW"], [S])
    assert why(game, "fire", unit="G", hex="G7", support=["T"], pay="cap") == {
        ("9.12", "coh.fire.support-arc")
    }
    assert why(game, "fire", unit="T", hex="G7", support=["G"], pay="cap") == set()


@rules("conflict-of-heroes", "9.13", "3.23")
def test_a_group_rallies_one_by_one_with_cap_for_each_roll() -> None:
    hurt = ["german-rifles G G4 S hit=unnerved", "german-rifles H G3 S hit=unnerved"]
    game = fight(hurt, [S], [3, 3, 2, 3], cap=(9, 9))
    both = {"units": ["G", "H"], "pay": "cap"}
    assert why(game, "rally", **both, cap=1) == {("9.13", "coh.rally.one-by-one")}
    do(game, "rally", **both)
    assert game.judge("side", side="german")["cap"] == 4
    assert game.decision
    assert game.decision.kind == "coh.rallying"
    do(game, "roll", target="H", cap=1)
    assert of(game, "H")["hit"] == ""
    assert why(game, "roll", target="H", cap=0) == {("9.13", "coh.aim.target")}
    do(game, "roll", target="G", cap=2)
    assert (of(game, "G")["hit"], game.judge("side", side="german")["cap"]) == ("", 1)
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "9.13", "9.14")
def test_a_group_rallies_for_one_price() -> None:
    hurt = ["german-rifles G G4 S hit=pinned", "german-rifles H G3 S hit=stunned"]
    game = fight(hurt, [S], [6, 6, 1, 1])
    assert cost(game, "rally", units=["G", "H"]) == 5
    do(game, "rally", units=["G", "H"], pay="cap")
    told = [*do(game, "roll", target="G", cap=0), *do(game, "roll", target="H", cap=0)]
    assert told.count("coh.rally.done") == 1
    apart = ["german-rifles G G4 S hit=pinned", "german-rifles H P3 S hit=stunned"]
    assert ("9.13", "coh.group.apart") in why(
        fight(apart, [S]), "rally", units=["G", "H"], pay="cap"
    )


@rules("conflict-of-heroes", "9.12", "7.6")
@pytest.mark.parametrize(("hex", "far"), [("G9", False), ("G10", True)])
def test_support_reaches_as_far_as_its_range(hex: str, far: bool) -> None:
    rows = ["german-hmg L G4 S", "german-rifles R G4 S"]
    game = fight(rows, [f"soviet-rifles S {hex} N"])
    found = why(game, "fire", unit="L", hex=hex, support=["R"], pay="cap")
    assert (("9.12", "coh.fire.support-far") in found) == far
    assert found == ({("9.12", "coh.fire.support-far")} if far else set())


@rules("conflict-of-heroes", "9.11", "14.0")
def test_no_way_on_offer_leads_through_a_hex_twice() -> None:
    game = fight(["pz3h T G6 S", "opel O C11 SE"], [FAR])
    ways = [a["path"] for a in game.choices() if a.kind == "move" and "path" in a]
    assert len(ways) > 20
    assert all(len(set(way)) == len(way) for way in ways)


@rules("conflict-of-heroes", "9.13")
def test_of_a_group_that_rallies_each_is_offered_its_own_dice() -> None:
    rows = ["german-rifles G G4 S hit=pinned", "german-rifles H G4 S hit=pinned"]
    game = fight(rows, [FAR])
    do(game, "rally", units=["G", "H"], pay="opportunity")
    assert {a["target"] for a in game.choices()} == {"G", "H"}
    assert {a["target"] for a in game.choices(unit="G")} == {"G"}
    assert game.choices(hex="G5") == []
    assert {a["cap"] for a in game.choices()} == {0, 1, 2}


@rules("conflict-of-heroes", "9.1", "10.2")
def test_a_group_that_hides_says_where_everybody_goes() -> None:
    rows = ["german-rifles G A1 S", "german-rifles H A1 S"]
    game = fight(rows, [FAR])
    hide = {"units": ["G", "H"], "pay": "cap"}
    assert ("10.2", "coh.move.ways") in why(game, "hide", **hide, to=["A1"])
    assert why(game, "hide", **hide, to=["A1", "A2"]) == set()


@rules("conflict-of-heroes", "9.1", "7.4 stunned")
def test_nobody_who_cannot_act_is_offered_in_a_group() -> None:
    rows = ["german-rifles G G4 S", "german-rifles H G4 S hit=stunned", "german-rifles I H4 S"]
    game = fight(rows, ["soviet-rifles S G7 N"])
    together = [set(a["units"]) for a in game.choices() if "units" in a]
    shots = [{a["unit"], *a["support"]} for a in game.choices() if "support" in a]
    assert together
    assert shots
    assert not any("H" in units for units in together + shots)


@rules("conflict-of-heroes", "9.1", "5.1")
def test_who_waits_at_the_edge_is_in_no_group_on_the_map() -> None:
    entry = [{"units": ["E"], "hexes": ["G3"], "round": 1}]
    game = fight(["german-rifles G G4 S", "german-rifles E away S"], [FAR], entry=entry)
    found = why(game, "rally", units=["G", "E"], pay="cap")
    assert {("9.13", "coh.group.apart"), ("2.2", "coh.not-on-map")} <= found
