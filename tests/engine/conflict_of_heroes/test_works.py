"""Chapter 18: foxholes, trenches, bunkers, wire, ditches and mines."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    cost,
    do,
    fight,
    labels,
    of,
    offered,
    why,
)
from tests.marks import rules

BUNKER = [{"kind": "bunker", "hex": "G4", "facing": "N"}]


WORKS = [{"kind": "trench", "hex": "G4"}, {"kind": "gun-pit", "hex": "H4"}]


MINE = [{"kind": "mine", "hex": "C4", "colour": "black"}]


@rules("conflict-of-heroes", "18.0", "18.2", "18.2 trench", "18.1")
def test_going_in_is_an_action_of_its_own() -> None:
    game = fight([G, "pak38 K G4 S"], [S], work=WORKS)
    assert cost(game, "occupy", unit="G") == 1
    assert ("18.2 trench", "coh.door.kind") in why(game, "occupy", unit="K", pay="cap")
    do(game, "occupy", unit="G", pay="cap")
    assert game.judge("defence", target="G", unit="S").total == 14
    do(game, "pass")
    do(game, "dig", unit="G", pay="cap")
    assert game.judge("defence", target="G", unit="S").total == 15
    do(game, "pass")
    do(game, "turn", unit="G", facing="N", pay="cap")
    assert not of(game, "G")["dug"]


@rules("conflict-of-heroes", "18.0", "18.2 trench", "18.2 bunker")
def test_a_unit_is_under_one_work_only() -> None:
    works = [{"kind": kind, "hex": "G4", "facing": "S"} for kind in ("trench", "bunker")]
    game = fight([f"{G} inside"], [S], work=works)
    lines = labels(game, "defence", target="G", unit="S")
    assert ("18.2 trench" in lines, lines["18.2 bunker"]) == (False, 5)


@rules("conflict-of-heroes", "18.1", "18.2")
def test_who_turns_on_the_way_out_of_a_work_gives_up_its_foxhole() -> None:
    trench = [{"kind": "trench", "hex": "G4"}]
    for facing, left in (("N", False), (None, True)):
        game = fight([f"{G} inside dug"], [FAR], work=trench)
        do(game, "leave", unit="G", facing=facing, pay="cap")
        assert of(game, "G")["dug"] is left


@rules("conflict-of-heroes", "18.2 bunker", "10.0 detection", "8.1 reveal hidden")
def test_out_of_a_bunker_nobody_behind_it_is_found() -> None:
    # G6 is two hexes behind a bunker that looks north, G2 two before it
    for place, found in (("G6", False), ("G2", True)):
        game = fight(
            ["german-rifles G G4 S inside", "german-rifles Z P1 S"],
            [f"soviet-rifles S {place} N hidden dug"],
            work=BUNKER,
            cards={"german": ["reveal-hidden"]},
        )
        do(game, "play", card="reveal-hidden", unit="G")
        assert of(game, "S")["hidden"] != found


@rules("conflict-of-heroes", "18.2 bunker", "10.2")
def test_behind_a_bunker_one_may_hide() -> None:
    for inside, seen in (("", True), (" inside", False)):
        game = fight(
            ["german-rifles G G4 N" + inside],
            ["soviet-rifles S G8 N"],
            turn="soviet",
            work=BUNKER,
        )
        barred = ("10.2", "coh.hide.seen") in why(game, "hide", unit="S", hex="G8", pay="cap")
        assert barred == seen


@rules("conflict-of-heroes", "18.2 bunker", "12.0 spotter", "13.1")
def test_who_is_in_a_bunker_spots_ahead_only() -> None:
    rows = ["german-mortar M G5 S", "german-rifles G G4 N inside"]
    game = fight(rows, ["soviet-rifles S G9 N"], work=BUNKER)
    shell = {"unit": "M", "hex": "G9", "spotter": "G", "pay": "cap"}
    assert why(game, "fire", **shell) == {("18.2 bunker", "coh.fire.bunker")}
    assert why(game, "smoke", **shell) == {("18.2 bunker", "coh.fire.bunker")}
    assert game.judge("spotters", unit="M", hex="G9") == []


@rules("conflict-of-heroes", "18.2 bunker", "8.2 extra grenades")
def test_nothing_is_thrown_out_of_the_back_of_a_bunker() -> None:
    cards = {"german": ["extra-grenades"]}
    rows = ["german-rifles G G4 S inside"]
    game = fight(rows, ["soviet-rifles S G5 N"], work=BUNKER, cards=cards)
    assert why(game, "play", card="extra-grenades", unit="G", hex="G5") == {
        ("18.2 bunker", "coh.fire.bunker")
    }


@rules("conflict-of-heroes", "18.2 bunker", "6.0")
def test_a_bunker_is_fired_at_from_behind_all_the_same() -> None:
    game = fight(
        ["german-rifles G G7 N"],
        ["soviet-rifles S G4 N inside"],
        work=BUNKER,
    )
    assert why(game, "fire", unit="G", hex="G4", pay="cap") == set()


@rules("conflict-of-heroes", "18.2 bunker", "18.6")
def test_fire_at_the_rear_of_a_bunker_meets_the_flank() -> None:
    bunker = [{"kind": "bunker", "hex": "G7", "facing": "S"}]
    game = fight([G], ["soviet-rifles S G7 N inside"], work=bunker)
    assert game.judge("defence", target="S", unit="G").total == 13


@rules("conflict-of-heroes", "18.2 bunker", "18.2 gun pit")
def test_a_bunker_sees_in_its_arc_only() -> None:
    work = [{"kind": "bunker", "hex": "G4", "facing": "N"}]
    game = fight(["german-rifles G G4 S inside"], [S], work=work)
    assert why(game, "fire", unit="G", hex="G7", pay="cap") == {("18.2 bunker", "coh.fire.bunker")}


@rules("conflict-of-heroes", "18.4", "9.0")
def test_who_gives_up_the_wire_is_spent_with_the_activation_it_joined() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    game = fight([G, "german-rifles H A1 S"], [FAR], [6], work=wire)
    do(game, "activate", unit="H")
    do(game, "move", unit="G", path=["G5"], facing="S", pay="ap")
    do(game, "stay")
    assert [of(game, u)["spent"] for u in "GH"] == [True, True]


@rules("conflict-of-heroes", "18.4 vehicles", "3.1")
def test_tracks_crush_wire_and_opportunity_actions_ignore_it() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    game = fight(["pz3h T G4 S"], [S], work=wire)
    assert cost(game, "move", unit="T", path=["G5"]) == 3
    assert "coh.wire.crushed" in do(game, "move", unit="T", path=["G5"], facing="S", pay="cap")
    assert game.judge("works", hex="G5") == []
    game = fight([G], [S], work=wire)
    do(game, "move", unit="G", path=["G5"], facing="S", pay="opportunity")
    assert of(game, "G")["hex"] == "G5"


@rules("conflict-of-heroes", "18.4 cutting", "18.6", "18.5 clearing")
def test_works_without_anybody_in_them_are_offered_as_targets() -> None:
    works = [{"kind": "wire", "hex": "G6"}, {"kind": "mine", "hex": "G4", "colour": "blue"}]
    game = fight([G, "pz3h T F5 S"], [S], work=works)
    assert offered(game, "fire", unit="G", hex="G6")
    assert offered(game, "fire", unit="G", hex="G4")
    assert not offered(game, "fire", unit="T", hex="G4")
    assert why(game, "fire", unit="T", hex="G4", pay="cap") == {("7.0", "coh.fire.nobody")}


@rules("conflict-of-heroes", "18.4 cutting", "18.6")
def test_wire_can_be_shot_away() -> None:
    game = fight([G], [S], [6, 6], work=[{"kind": "wire", "hex": "G6"}])
    do(game, "fire", unit="G", hex="G6", pay="cap")
    assert "coh.work.gone" in do(game, "roll", target="work:wire", cap=0)


@rules("conflict-of-heroes", "18.5")
def test_loading_and_unloading_set_off_mines() -> None:
    mine = [{"kind": "mine", "hex": "G4", "colour": "red", "strength": 8}]
    game = fight(["opel O G4 S", "german-rifles R G4 S carried=O"], [S], work=mine)
    do(game, "unload", unit="O", cargo="R", pay="opportunity")
    assert game.decision
    assert game.decision.kind == "coh.mine"


@rules("conflict-of-heroes", "18.5", "9.12")
@pytest.mark.parametrize("hidden", ["", " hidden"])
def test_everybody_who_fights_among_mines_sets_them_off(hidden: str) -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "red"}]
    rows = [f"german-rifles P G5 N{hidden}", f"german-rifles Q G5 N{hidden}"]
    game = fight(rows, [], [1, 1], work=mine, cap=(0, 0))
    keys = do(game, "fire", unit="P", hex="G5", support=["Q"], pay="opportunity")
    while (first := next(iter(game.choices()))).kind in ("face", "roll"):
        keys += do(game, first.kind, **dict(first.args))
    assert keys.count("coh.mine.blast") == 2


@rules("conflict-of-heroes", "18.5", "18.5 colours", "19.0")
def test_mines_choose_by_colour_and_spare_engineers() -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "red", "strength": 7}]
    game = fight([G, "german-pioneers P G4 S", "pz3h T G4 S"], [S], [6, 6], work=mine)
    for name in ("P", "T"):
        events = do(game, "move", unit=name, path=["G5"], facing="S", pay="opportunity")
        assert "coh.mine.blast" not in events
        do(game, "pass")
    do(game, "move", unit="G", path=["G5"], facing="S", pay="opportunity")
    assert game.decision
    assert game.decision.kind == "coh.mine"
    assert "coh.destroyed" in do(game, "roll", cap=0)


@rules("conflict-of-heroes", "18.5", "18.5 clearing")
def test_mines_are_cleared_at_close_quarters_or_go_off() -> None:
    mine = [{"kind": "mine", "hex": "G4", "colour": "red", "strength": 7}]
    game = fight([G], [S], [6, 5], work=mine, cap=(9, 0))
    do(game, "fire", unit="G", hex="G4", pay="opportunity")
    events = do(game, "roll", target="work:mine", cap=0)
    assert "coh.work.gone" in events
    assert "coh.mine.blast" not in events
    game = fight([G], [S], [1, 1, 1, 1], work=mine, cap=(9, 0))
    do(game, "fire", unit="G", hex="G4", pay="opportunity")
    do(game, "roll", target="work:mine", cap=0)
    assert game.decision
    assert game.decision.kind == "coh.mine"


@rules("conflict-of-heroes", "18.5", "14.0")
@pytest.mark.parametrize(("dice", "at"), [([3, 4], "C5"), ([6, 6], "lost")])
def test_a_mine_goes_off_under_a_tank_on_its_way(dice: list[int], at: str) -> None:
    # 7 is less than 8: on it rolls; 12 is 4 more: destroyed
    game = fight(["pz3h T C3 S"], [FAR], dice, work=MINE)
    do(game, "move", unit="T", path=["C4", "C5"], facing="S", pay="cap")
    assert game.decision
    assert (game.decision.kind, of(game, "T")["hex"]) == ("coh.mine", "C4")
    do(game, "roll", cap=0)
    assert game.state.position.place("T") == at
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "18.5", "8.1 move 2 hexes")
def test_a_mine_goes_off_under_men_who_run_over_it() -> None:
    held = {"german": ["move-2-hexes"]}
    game = fight(["german-rifles G C3 S"], [FAR], [1, 2], work=MINE, cards=held)
    do(game, "play", card="move-2-hexes", unit="G", path=["C4", "C5"])
    assert game.decision
    assert game.decision.kind == "coh.mine"
    do(game, "roll", cap=0)
    assert of(game, "G")["hex"] == "C5"


@rules("conflict-of-heroes", "18.5", "10.1", "18.5 colours")
@pytest.mark.parametrize(("sneaks", "known"), [("", ["mine"]), (" hidden", [])])
def test_whoever_walks_in_finds_a_mine_that_is_not_for_him(sneaks: str, known: list[str]) -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "blue", "hidden": "soviet"}]
    game = fight([f"{G}{sneaks}"], [FAR], work=mine)
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    assert game.query("works", hex="G5", viewer="german") == known
    assert of(game, "G")["hit"] == ""


@rules("conflict-of-heroes", "18.5", "8.2 extra grenades")
def test_grenades_hand_to_hand_in_a_minefield_come_before_the_mine() -> None:
    mine = [{"kind": "mine", "hex": "G4", "colour": "red"}]
    cards = {"german": ["extra-grenades"]}
    game = fight([G], ["soviet-rifles S G4 N"], [1, 1], cards=cards, work=mine)
    do(game, "play", card="extra-grenades", unit="G", hex="G4")
    do(game, "roll", target="S", cap=0)
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("german", "coh.mine")


@rules("conflict-of-heroes", "18.5 clearing", "7.63")
def test_vehicles_do_not_clear_mines_at_close_quarters() -> None:
    works = [{"kind": "mine", "hex": "G4", "colour": "red"}]
    game = fight(["pz3h T G4 S"], [S], work=works)
    assert why(game, "fire", unit="T", hex="G4", pay="cap")


@rules("conflict-of-heroes", "18.2 trench")
def test_only_trenches_that_are_marked_keep_wheels_out() -> None:
    for marked, faults in ((True, {("18.2 trench", "coh.move.trench")}), (False, set())):
        work = [{"kind": "trench", "hex": "G5", "bars-wheels": marked}]
        game = fight(["opel T G4 S", "pz3h P G4 S"], [FAR], work=work)
        assert why(game, "move", unit="T", path=["G5"], pay="cap") == faults
        assert why(game, "move", unit="P", path=["G5"], pay="cap") == set()
    with pytest.raises(Problem, match="bars-wheels"):
        fight([], [FAR], work=[{"kind": "wire", "hex": "G5", "bars-wheels": True}])


SHELTER = {
    # against the front and the flank of a gun, and of men; then from behind the counter
    "trench": ("soviet-rifles", 2, 2),
    "gun-pit": ("at57", 3, 0),
    "bunker": ("soviet-rifles", 5, 2),
}


@rules("conflict-of-heroes", "18.2", "18.2 trench", "18.2 gun pit", "18.2 bunker")
@pytest.mark.parametrize("kind", SHELTER)
def test_what_every_work_adds(kind: str) -> None:
    unit, front, rear = SHELTER[kind]
    for seat, more in (("G4", front), ("G10", rear)):
        there = [f"{unit} S G7 {'N' if seat == 'G4' else 'S'} inside"]
        bare = [there[0].removesuffix(" inside")]
        work = [{"kind": kind, "hex": "G7", "facing": "N"}]
        shields = [
            int(
                fight([f"pz3h P {seat} N"], rows, work=work)
                .judge("defence", target="S", unit="P")
                .total
            )
            for rows in (there, bare)
        ]
        bunker_rear = kind == "bunker" and seat == "G10"
        assert shields[0] - shields[1] == more - bunker_rear, "at its rear one meets the flank"


@rules("conflict-of-heroes", "18.2 gun pit")
def test_a_gun_pit_is_no_help_to_the_flank_of_a_gun() -> None:
    work = [{"kind": "gun-pit", "hex": "G7", "facing": "N"}]
    rows = ["at57 S G7 S inside"]
    game = fight(["pz3h P G4 S"], rows, work=work)
    assert "18.2 gun pit" not in labels(game, "defence", target="S", unit="P")


@rules("conflict-of-heroes", "18.2 trench", "18.2 gun pit", "18.2 bunker")
@pytest.mark.parametrize(
    ("kind", "allowed"),
    [("trench", {"R"}), ("gun-pit", {"A"}), ("bunker", {"R", "A"})],
)
def test_who_may_be_in_which_work(kind: str, allowed: set[str]) -> None:
    work = [{"kind": kind, "hex": "G4"}]
    game = fight(["german-rifles R G4 S", "pak38 A G4 S", "pz3h P G4 S"], [FAR], work=work)
    assert {u for u in "RAP" if not why(game, "occupy", unit=u, pay="cap")} == allowed


@rules("conflict-of-heroes", "18.4 cutting", "18.5 clearing", "18.6")
@pytest.mark.parametrize(("kind", "falls"), [("bunker", True), ("wire", True), ("trench", False)])
def test_what_it_takes_to_break_a_work(kind: str, falls: bool) -> None:
    work = [{"kind": kind, "hex": "G7"}]
    for dice, gone in (([5, 5], False), ([5, 6], falls)):
        game = fight(["german-rifles G G4 S"], ["soviet-rifles S G7 N"], [*dice, 1, 1], work=work)
        do(game, "fire", unit="G", hex="G7", pay="opportunity")
        if falls:
            do(game, "roll", target=f"work:{kind}", cap=0)
        assert (game.judge("works", hex="G7") == []) == gone


MINES = {
    # who sets it off: men, a gun, a tank
    "black": {"R", "A", "P"},
    "red": {"R", "A"},
    "blue": {"P"},
}


@rules("conflict-of-heroes", "18.5", "18.5 colours", "19.0")
@pytest.mark.parametrize("colour", MINES)
def test_whom_a_mine_is_for(colour: str) -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": colour}]
    hurt = set()
    for unit, kind in (
        ("R", "german-rifles"),
        ("A", "pak38"),
        ("P", "pz3h"),
        ("E", "german-pioneers"),
    ):
        game = fight([f"{kind} {unit} G4 S"], [FAR], [4, 4], work=mine, cap=(0, 0))
        keys = do(game, "move", unit=unit, path=["G5"], pay="opportunity")
        hurt |= {unit} if "coh.mine.blast" in keys else set()
    assert hurt == MINES[colour]


@rules("conflict-of-heroes", "18.5")
@pytest.mark.parametrize(("dice", "left"), [([3, 4], 0), ([4, 4], 1), ([5, 6], 1), ([6, 6], 2)])
def test_a_mine_hits_by_its_number_and_destroys_by_4_more(dice: list[int], left: int) -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "black"}]
    game = fight(["german-rifles R G4 S"], [FAR], dice, work=mine, cap=(0, 0))
    do(game, "move", unit="R", path=["G5"], pay="opportunity")
    unit = of(game, "R")
    assert (2 if unit["hex"] == "lost" else bool(unit["hit"])) == left


@rules("conflict-of-heroes", "18.4 vehicles")
def test_wire_costs_tracks_two_and_stops_wheels() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    game = fight(["pz3h P G4 S", "opel T G4 S"], [FAR], work=wire)
    assert cost(game, "move", unit="P", path=["G5"], pay="cap") == 3
    assert why(game, "move", unit="T", path=["G5"], pay="cap") == {
        ("18.4 vehicles", "coh.move.wire")
    }
    do(game, "move", unit="P", path=["G5"], pay="cap")
    assert game.judge("works", hex="G5") == []


@rules("conflict-of-heroes", "18.4")
@pytest.mark.parametrize(("die", "cap", "price"), [(4, 0, 5), (4, 2, 3), (1, 2, 1)])
def test_the_die_of_the_wire_is_what_it_costs_more(die: int, cap: int, price: int) -> None:
    game = fight(["german-rifles R G4 S"], [FAR], [die], work=[{"kind": "wire", "hex": "G5"}])
    do(game, "move", unit="R", path=["G5"], pay="cap", cap=-cap or None)
    tally = game.tally(Action("cross"))
    assert tally
    assert tally.total == price


@rules("conflict-of-heroes", "18.5 clearing", "18.6")
def test_works_to_break_are_offered_to_who_can() -> None:
    mine = [{"kind": "mine", "hex": "G7", "colour": "black"}]
    rows = ["german-rifles R G4 S", "german-mortar M G3 S"]
    far = fight(rows, [FAR], work=mine)
    assert {a["unit"] for a in offered(far, "fire", hex="G7")} == {"M"}
    there = fight(["german-rifles R G7 S", "pz3h P G7 S"], [FAR], work=mine)
    assert {a["unit"] for a in offered(there, "fire", hex="G7")} == {"R"}


@rules("conflict-of-heroes", "19.0", "13.1")
def test_smoke_pots_cost_three_and_reach_next_door() -> None:
    game = fight(["german-pioneers E G4 S"], [FAR])
    assert cost(game, "smoke", unit="E", hex="G5", pay="cap") == 3
    assert why(game, "smoke", unit="E", hex="G6", pay="cap") == {("19.0", "coh.smoke.far")}


@rules("conflict-of-heroes", "18.4", "9.11")
def test_each_of_a_group_is_offered_its_own_die_of_the_wire() -> None:
    rows = ["german-rifles G G4 S", "german-rifles H G4 S"]
    game = fight(rows, [FAR], work=[{"kind": "wire", "hex": "G5"}])
    do(game, "move", units=["G", "H"], to=["G5", "G5"], pay="cap")
    assert {a["target"] for a in game.choices()} == {"G", "H"}
    assert {a["target"] for a in game.choices(unit="H")} == {"H"}
    assert {a["target"] for a in game.choices(hex="G4")} == {"G", "H"}
    assert game.choices(hex="G5") == []


@rules("conflict-of-heroes", "18.4", "18.4 vehicles", "3.1")
def test_only_tracks_crush_wire() -> None:
    for unit, left in (("german-rifles", ["wire"]), ("pz3h", [])):
        game = fight([f"{unit} U G4 S"], [FAR], work=[{"kind": "wire", "hex": "G5"}])
        do(game, "move", unit="U", path=["G5"], pay="opportunity")
        assert game.judge("works", hex="G5") == left
