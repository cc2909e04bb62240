"""Sections 2 to 6: cards, groups, hiding, heights, smoke, vehicles, works, planes."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.bots import make_bot, play_out
from engine.catalogue import load, scenario_ids
from engine.chance import Seeded
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"


@rules("conflict-of-heroes", "8.0", "8.1", "8.1 command action")
def test_command_action_pays_for_one_action() -> None:
    game = fight(["german-rifles G G4 S spent"], [S], cards={"german": ["command-action"]})
    play = {"card": "command-action", "order": "move", "unit": "G", "path": ["G5"]}
    assert why(game, "play", card="auto-rally", unit="G") >= {("8.1", "coh.card.not-held")}
    do(game, "play", **play, facing="S")
    assert of(game, "G")["hex"] == "G5"
    assert game.query("side", side="german")["cap"] == 9
    assert game.decision
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "8.1 auto-rally", "9.2")
def test_auto_rally_for_two_cap() -> None:
    hurt = ["german-rifles G G4 S hit=pinned", "german-rifles H G3 S hit=stunned spent"]
    game = fight(hurt, [S], cards={"german": ["auto-rally"]})
    do(game, "play", card="auto-rally", units=["G", "H"])
    assert (of(game, "G")["hit"], of(game, "H")["hit"]) == ("", "")
    assert game.query("side", side="german")["cap"] == 7
    assert not of(game, "G")["spent"]


@rules("conflict-of-heroes", "8.1 double action")
def test_double_action_gives_two_turns_running() -> None:
    game = fight([G], [S], cards={"german": ["double-action"]})
    do(game, "play", card="double-action")
    sides = []
    for hex in ("G5", "G4"):
        do(game, "move", unit="G", path=[hex], facing="S", pay="cap")
        assert game.decision
        sides.append(game.decision.side)
    assert sides == ["german", "soviet"]


@rules("conflict-of-heroes", "8.1 firepower")
def test_two_firepower_for_one_attack() -> None:
    game = fight([G], [S], cards={"german": ["firepower"]})
    do(game, "play", card="firepower")
    assert game.decision
    assert game.decision.side == "german"
    do(game, "fire", unit="G", hex="G7", pay="cap")
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally
    assert tally.parts[0].total == 6


@rules("conflict-of-heroes", "8.1 mark as spent", "8.1 sniper", "8.1 bonus cap", "8.1 bonus ap")
def test_cards_against_the_other_side_and_for_ones_own() -> None:
    held = ["mark-as-spent", "sniper", "bonus-cap", "bonus-ap"]
    game = fight([G], [S], [6, 4, 3], cards={"german": held})
    do(game, "play", card="mark-as-spent", unit="S")
    assert of(game, "S")["spent"]
    do(game, "pass")
    do(game, "play", card="sniper")
    assert game.query("side", side="soviet")["cap"] == 6
    do(game, "pass")
    assert why(game, "play", card="bonus-cap") == {("8.1 bonus cap", "coh.pay.nobody-active")}
    do(game, "activate", unit="G")
    do(game, "play", card="bonus-cap")
    assert game.query("side", side="german")["cap"] == 13
    do(game, "pass")
    do(game, "play", card="bonus-ap")
    assert game.query("side", side="german")["ap"] == 10


@rules("conflict-of-heroes", "8.1 move 2 hexes", "8.1 hasty defense", "8.1 rally attempt")
def test_cards_for_a_unit() -> None:
    game = fight([G], [S], cards={"german": ["move-2-hexes", "hasty-defense"]})
    assert why(game, "play", card="move-2-hexes", unit="G", path=["G5"]) == {
        ("8.1 move 2 hexes", "coh.card.two-hexes")
    }
    do(game, "play", card="move-2-hexes", unit="G", path=["G5", "G6"])
    assert of(game, "G")["hex"] == "G6"
    do(game, "pass")
    do(game, "play", card="hasty-defense", unit="G")
    assert of(game, "G")["dug"]


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


@rules("conflict-of-heroes", "10.0 acting", "10.0 detection", "10.0 shared hex")
def test_what_gives_a_hidden_unit_away() -> None:
    game = fight([G], ["soviet-rifles S G7 N hidden"])
    assert "coh.revealed" in do(game, "move", unit="G", path=["G5"], facing="S", pay="cap")
    game = fight(["german-rifles G D2 S"], ["soviet-rifles S D4 N hidden"])
    assert "coh.revealed" not in do(game, "move", unit="G", path=["D3"], facing="S", pay="cap")
    assert of(game, "S")["hidden"]
    do(game, "pass")
    assert "coh.revealed" in do(game, "move", unit="G", path=["D4"], facing="S", pay="cap")
    game = fight(["german-rifles G D1 S"], ["soviet-rifles S D4 N hidden"], turn="soviet")
    assert "coh.revealed" in do(game, "fire", unit="S", hex="D1", pay="cap")


@rules("conflict-of-heroes", "10.0 fire")
def test_a_hit_on_a_suspected_hex_finds_who_is_there() -> None:
    game = fight(["german-hmg G D1 S"], ["soviet-rifles S D4 N hidden"], [5, 5, 4])
    do(game, "fire", unit="G", hex="D4", pay="cap")
    assert game.tally(Action("roll", target="suspected", cap=0)) is None
    assert "coh.revealed" in do(game, "roll", target="suspected", cap=0)
    assert of(game, "S")["hit"] == "unnerved"


@rules("conflict-of-heroes", "10.2")
def test_hiding_needs_to_be_unseen() -> None:
    game = fight([G], [S])
    assert why(game, "hide", unit="G", hex="G4", pay="cap") == {("10.2", "coh.hide.seen")}
    game = fight(["german-rifles G D2 S"], ["soviet-rifles S D8 N"])
    do(game, "hide", unit="G", hex="D2", pay="cap")
    assert of(game, "G")["hidden"]


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


@rules("conflict-of-heroes", "12.0", "12.1", "12.2")
def test_mortars_meet_the_flank_and_burst_in_the_trees() -> None:
    game = fight(["german-mortar M D8 N"], ["soviet-rifles S D5 N", "soviet-rifles T D7 N"])
    assert game.query("defence", target="S", unit="M").total == 11
    assert ("12.0", "coh.fire.minimum") in why(game, "fire", unit="M", hex="D7", pay="cap")


@rules("conflict-of-heroes", "13.0 second round", "13.0 adding", "13.1", "19.0")
def test_smoke_is_laid_and_thins() -> None:
    game = fight(["german-pioneers P G4 S"], [S])
    assert cost(game, "smoke", unit="P", hex="G5") == 3
    assert ("19.0", "coh.smoke.far") in why(game, "smoke", unit="P", hex="G6", pay="cap")
    do(game, "smoke", unit="P", hex="G5", pay="cap")
    assert not game.query("sees", a="G4", b="G7")
    do(game, "pass")
    do(game, "pass")
    assert game.query("smoke", hex="G5") == 1
    assert game.query("sees", a="G4", b="G7")


@rules("conflict-of-heroes", "14.0", "14.0 tracked", "14.0 backward", "14.1")
def test_vehicles_on_hard_ground() -> None:
    game = fight(["pz3h T L8 S", "opel O D6 N"], [S], [1, 2])
    assert ("14.0", "coh.move.terrain") in why(game, "move", unit="O", path=["D5"], pay="cap")
    assert cost(game, "move", unit="T", path=["L7"]) == 2
    assert ("14.0", "coh.move.too-far") in why(game, "move", unit="T", path=["L7", "L6"], pay="cap")
    assert "coh.bog.stuck" in do(game, "move", unit="T", path=["L9"], facing="S", pay="cap")
    do(game, "pass")
    assert why(game, "turn", unit="T", facing="N", pay="cap") == {("14.1", "coh.move.bogged")}


@rules("conflict-of-heroes", "14.1 towing", "17.0")
def test_only_tracks_tow_tracks() -> None:
    game = fight(["pz3h T G4 S hit=immobilized", "opel O G4 S", "pz2f P G4 S"], [S])
    assert ("14.1 towing", "coh.load.tracks") in why(game, "load", unit="O", cargo="T", pay="cap")
    assert not why(game, "load", unit="P", cargo="T", pay="cap")
    assert ("14.1 towing", "coh.load.moves") in why(game, "load", unit="P", cargo="O", pay="cap")


@rules("conflict-of-heroes", "15.5")
def test_a_turret_pays_one_more_out_of_its_arc() -> None:
    game = fight(["pz3h T G4 N"], [S])
    assert cost(game, "fire", unit="T", hex="G7", pay="cap") == 4
    assert cost(game, "fire", unit="T", hex="G7", pay="opportunity") == 3


@rules("conflict-of-heroes", "16.1", "17.1", "17.0 passenger")
def test_passengers_of_a_carrier_are_hit_in_the_flank_and_sheltered() -> None:
    game = fight(["apc-251 A G4 S", "german-rifles G G4 S carried=A"], [S])
    assert game.query("defence", target="G", unit="S").total == 13
    assert ("17.0 passenger", "coh.move.carried") in why(
        game, "move", unit="G", path=["G5"], pay="cap"
    )


@rules("conflict-of-heroes", "16.0")
def test_traffic_costs_wheels_one_a_vehicle() -> None:
    game = fight(["opel O H11 SE", "opel P I11 SE"], [S])
    assert cost(game, "move", unit="O", path=["I11"]) == 2


WORKS = [{"kind": "trench", "hex": "G4"}, {"kind": "gun-pit", "hex": "H4"}]


@rules("conflict-of-heroes", "18.0", "18.2", "18.2 trench", "18.1")
def test_going_in_is_an_action_of_its_own() -> None:
    game = fight([G, "pak38 K G4 S"], [S], work=WORKS)
    assert cost(game, "occupy", unit="G") == 1
    assert ("18.2 trench", "coh.door.kind") in why(game, "occupy", unit="K", pay="cap")
    do(game, "occupy", unit="G", pay="cap")
    assert game.query("defence", target="G", unit="S").total == 14
    do(game, "pass")
    do(game, "dig", unit="G", pay="cap")
    assert game.query("defence", target="G", unit="S").total == 15
    do(game, "pass")
    do(game, "turn", unit="G", facing="N", pay="cap")
    assert not of(game, "G")["dug"]


@rules("conflict-of-heroes", "18.4 vehicles", "3.1")
def test_tracks_crush_wire_and_opportunity_actions_ignore_it() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    game = fight(["pz3h T G4 S"], [S], work=wire)
    assert cost(game, "move", unit="T", path=["G5"]) == 3
    assert "coh.wire.crushed" in do(game, "move", unit="T", path=["G5"], facing="S", pay="cap")
    assert game.query("works", hex="G5") == []
    game = fight([G], [S], work=wire)
    do(game, "move", unit="G", path=["G5"], facing="S", pay="opportunity")
    assert of(game, "G")["hex"] == "G5"


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


SHORT = ["crossroads", "granary", "armour"]


@rules("conflict-of-heroes", "2.3", "2.4", "7.4", "9.0")
@pytest.mark.parametrize("name", SHORT)
def test_a_random_game_ends_and_breaks_nothing(name: str) -> None:
    game = load(f"conflict-of-heroes/{name}", chance=Seeded(3))
    bots = {side.id: make_bot("random", f"3/{side.id}") for side in game.scenario.sides}
    assert play_out(game, bots) == []
    assert game.ending is not None


@pytest.mark.parametrize("name", scenario_ids("conflict-of-heroes"))
def test_every_firefight_opens_and_offers_legal_actions(name: str) -> None:
    game = load(name)
    actions = game.choices()
    assert actions
    assert all(game.explain(action) for action in actions[:200])


@rules("conflict-of-heroes", "8.3", "8.3 experience", "8.3 high morale", "8.3 good leadership")
def test_veterans() -> None:
    game = fight([G, "german-rifles H G3 S hit=pinned"], [S], cards={"german": ["good-leadership"]})
    do(game, "play", card="good-leadership", unit="H")
    assert of(game, "H")["hit"] == ""
    row = {"id": "V", "type": "german-rifles", "hex": "G4", "facing": "S"}
    sides = [
        {"id": "german", "name": "German", "units": [{**row, "traits": ["experienced"]}]},
        {
            "id": "soviet",
            "name": "Soviet",
            "units": [
                {**row, "id": "S", "hex": "G7", "facing": "N", "traits": ["high-morale"]},
            ],
        },
    ]
    game = fight([], [], [4, 4, 7], side=sides)
    do(game, "activate", unit="V")
    assert game.query("side", side="german")["ap"] == 11
    do(game, "fire", unit="V", hex="G7", pay="ap")
    assert "coh.hit.shrugged" in do(game, "roll", target="S", cap=0)
    assert of(game, "S")["hit"] == ""


@rules("conflict-of-heroes", "8.1 game ends", "8.3 extra initiative")
def test_the_card_that_ends_the_game() -> None:
    cards = {"german": ["extra-initiative"], "deck": ["game-ends"]}
    game = fight([G], [S], cards=cards)
    assert "coh.card.ends" in do(game, "play", card="extra-initiative")
    assert game.ending is not None


@rules("conflict-of-heroes", "7.4", "10.0")
def test_a_side_is_shown_only_what_it_may_see() -> None:
    game = fight([G], ["soviet-rifles S D4 N hidden", "soviet-rifles T G9 N hit=pinned"])
    german, soviet = game.query("view", side="german"), game.query("view", side="soviet")
    assert sorted(german) == ["G", "T"]
    assert german["T"]["hit"] == "?"
    assert sorted(soviet) == ["G", "S", "T"]
    assert soviet["T"]["hit"] == "pinned"


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


@rules("conflict-of-heroes", "18.2 bunker", "18.2 gun pit")
def test_a_bunker_sees_in_its_arc_only() -> None:
    work = [{"kind": "bunker", "hex": "G4", "facing": "N"}]
    game = fight(["german-rifles G G4 S inside"], [S], work=work)
    assert why(game, "fire", unit="G", hex="G7", pay="cap") == {("18.2 bunker", "coh.fire.bunker")}


@rules("conflict-of-heroes", "14.1 towing")
def test_who_tows_has_no_bonus() -> None:
    game = fight(["pz3h T G4 S hit=immobilized carried=P", "pz2f P G4 S"], [S])
    assert why(game, "move", unit="P", path=["G5", "G6"], pay="cap") == {
        ("14.0", "coh.move.too-far")
    }
    do(game, "move", unit="P", path=["G5"], facing="S", pay="cap")
    assert of(game, "T")["hex"] == "G5"


HILLS = {
    "title": "Hills",
    "labels": "A1",
    "rows": [f"{row:02d}  . . . . . . . ." for row in range(1, 10)],
    "terrain": {".": "open"},
    "tags": {
        "level-1": ["D4"],
        "level-2": ["D3", "G4"],
        "gully": ["B6"],
        "gully-end": ["B7"],
        "ditch": ["F8"],
    },
}


@rules("conflict-of-heroes", "11.1", "11.2", "11.5 entry", "11.5", "18.3")
def test_heights_gullies_and_ditches() -> None:
    german = ["german-rifles G D3 S", "pz3h T G5 N", "german-rifles H B5 S", "pz3h U E8 SE"]
    game = fight(german, ["soviet-rifles S D6 N"], board=HILLS)
    assert game.query("firepower", unit="G", hex="D6").total == 5
    assert game.query("defence", target="G", unit="S").total == 13
    assert ("11.1", "coh.move.steep") in why(game, "move", unit="T", path=["G4"], pay="cap")
    assert cost(game, "move", unit="H", path=["B6"]) == 4
    assert ("18.3", "coh.move.ditch") in why(game, "move", unit="U", path=["F8"], pay="cap")
