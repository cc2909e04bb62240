"""Section 8.1: hands, the deck and what each card does."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.conflict_of_heroes.cards.deck import draw_objectives, reveal_objectives
from engine.values import Action
from engine.verdict import Course
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    do,
    fight,
    of,
    offered,
    why,
)
from tests.marks import rules

SHOT = {"unit": "G", "hex": "G7", "pay": "opportunity"}


@rules("conflict-of-heroes", "7.4 stunned", "8.1 hasty defense", "8.1 lay land mine")
@pytest.mark.parametrize("card", ["hasty-defense", "lay-land-mine", "defuse-land-mine"])
def test_the_stunned_neither_dig_nor_handle_mines(card: str) -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "blue"}]
    where = {"defuse-land-mine": {"hex": "G5"}, "lay-land-mine": {"hex": "G4"}}.get(card, {})
    game = fight([f"{G} hit=stunned"], [FAR], cards={"german": [card]}, work=mine)
    assert why(game, "play", card=card, unit="G", **where) == {("7.4 stunned", "coh.stunned")}


@rules("conflict-of-heroes", "8.0", "8.1", "8.1 command action")
def test_command_action_pays_for_one_action() -> None:
    game = fight(["german-rifles G G4 S spent"], [S], cards={"german": ["command-action"]})
    play = {"card": "command-action", "order": "move", "unit": "G", "path": ["G5"]}
    assert why(game, "play", card="auto-rally", unit="G") >= {("8.1", "coh.card.not-held")}
    do(game, "play", **play, facing="S")
    assert of(game, "G")["hex"] == "G5"
    assert game.judge("side", side="german")["cap"] == 9
    assert game.decision
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "8.1 command action", "3.0", "2.2 action card")
def test_an_activated_unit_acts_by_card_and_keeps_its_ap() -> None:
    cards = {"german": ["command-action"]}
    game = fight(["german-rifles G G4 S"], [FAR], cards=cards)
    do(game, "activate", unit="G")
    do(game, "play", card="command-action", order="move", unit="G", path=["G5"], facing="S")
    assert of(game, "G")["hex"] == "G5"
    assert not of(game, "G")["spent"]
    assert game.judge("side", side="german")["ap"] == 7


@rules("conflict-of-heroes", "8.1 auto-rally", "8.1 bonus ap")
@pytest.mark.parametrize("card", ["auto-rally", "bonus-ap"])
def test_a_card_paid_for_with_ap_is_among_the_choices(card: str) -> None:
    active = {"ap": {"german": 7}, "active": {"german": ["P"]}}
    row = "german-rifles P G5 N hit=pinned"
    game = fight([row], [FAR], cap=(0, 9), cards={"german": [card]}, start=active)
    assert {a.get("pay") for a in game.choices() if a.kind == "play"} == {"ap"}


@rules("conflict-of-heroes", "8.1 auto-rally", "9.2")
def test_auto_rally_for_two_cap() -> None:
    hurt = ["german-rifles G G4 S hit=pinned", "german-rifles H G3 S hit=stunned spent"]
    game = fight(hurt, [S], cards={"german": ["auto-rally"]})
    do(game, "play", card="auto-rally", units=["G", "H"])
    assert (of(game, "G")["hit"], of(game, "H")["hit"]) == ("", "")
    assert game.judge("side", side="german")["cap"] == 7
    assert not of(game, "G")["spent"]


@rules("conflict-of-heroes", "8.1 rally attempt", "7.51")
def test_cap_on_the_dice_of_a_rally_by_card() -> None:
    game = fight([G + " hit=pinned"], [S], [3, 2], cards={"german": ["rally-attempt"]})
    assert {a.get("cap") for a in offered(game, "play", unit="G")} == {0, 1, 2}
    do(game, "play", card="rally-attempt", unit="G", cap=2)
    assert (of(game, "G")["hit"], game.judge("side", side="german")["cap"]) == ("", 7)


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


@rules("conflict-of-heroes", "8.1 move 2 hexes", "3.23", "14.1", "10.1")
@pytest.mark.parametrize(("caps", "at"), [([2, 0], "C11"), ([0, 0], "C10")])
def test_cap_help_a_hidden_tank_that_runs_through_a_swamp(caps: list[int], at: str) -> None:
    game = fight(["pz3h T C9 S hidden"], [FAR], [1, 3], cards={"german": ["move-2-hexes"]})
    run = {"card": "move-2-hexes", "unit": "T", "path": ["C10", "C11"]}
    do(game, "play", **run, caps=caps)
    assert (of(game, "T")["hex"], of(game, "T")["hidden"]) == (at, True)
    assert game.judge("side", side="german")["cap"] == 9 - sum(caps)
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


@rules("conflict-of-heroes", "8.1 mark as spent", "8.1 sniper", "8.1 bonus cap", "8.1 bonus ap")
def test_cards_against_the_other_side_and_for_ones_own() -> None:
    held = ["mark-as-spent", "sniper", "bonus-cap", "bonus-ap"]
    game = fight([G], [S], [6, 4, 3], cards={"german": held})
    do(game, "play", card="mark-as-spent", unit="S")
    assert of(game, "S")["spent"]
    do(game, "pass")
    do(game, "play", card="sniper")
    assert game.judge("side", side="soviet")["cap"] == 6
    do(game, "pass")
    assert why(game, "play", card="bonus-cap") == {("8.1 bonus cap", "coh.pay.nobody-active")}
    do(game, "activate", unit="G")
    do(game, "play", card="bonus-cap")
    assert game.judge("side", side="german")["cap"] == 13
    do(game, "pass")
    do(game, "play", card="bonus-ap")
    assert game.judge("side", side="german")["ap"] == 10


@rules("conflict-of-heroes", "8.1 bonus ap", "3.0")
def test_the_last_ap_may_buy_more() -> None:
    active = {"ap": {"german": 1}, "active": {"german": ["P"]}}
    cards = {"german": ["bonus-ap"]}
    game = fight(["german-rifles P G5 S"], [FAR], [6], cards=cards, start=active)
    do(game, "play", card="bonus-ap", pay="ap")
    assert (game.judge("side", side="german")["ap"], of(game, "P")["spent"]) == (6, False)


@rules("conflict-of-heroes", "8.1 bonus ap", "8.1 bonus cap", "10.0 acting")
@pytest.mark.parametrize("card", ["bonus-ap", "bonus-cap"])
def test_who_plays_for_more_points_comes_out_of_hiding(card: str) -> None:
    active = {"ap": {"german": 3}, "active": {"german": ["P"]}}
    game = fight(
        ["german-rifles P D4 S hidden"], [FAR], [6], cards={"german": [card]}, start=active
    )
    do(game, "play", card=card)
    assert not of(game, "P")["hidden"]


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
    assert not game.state.firepower


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


@rules("conflict-of-heroes", "8.1 luck")
def test_luck_throws_again_and_keeps_the_better_throw() -> None:
    game = fight([G], [S], [1, 2, 6, 5], cards={"german": ["luck"]})
    assert why(game, "play", card="luck") == {("8.1 luck", "coh.card.moment")}
    do(game, "fire", **SHOT)
    do(game, "roll", target="S", cap=0)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.rule) == ("coh.rolled", "8.1 luck")
    assert ("8.1", "coh.card.not-held") in why(game, "play", card="combat-hardened")
    assert "coh.shot.hit" in do(game, "play", card="luck")
    assert game.judge("hand", side="german") == []
    game = fight([G], [S], [1, 2], cards={"german": ["luck"]})
    do(game, "fire", **SHOT)
    do(game, "roll", target="S", cap=0)
    assert "coh.shot.miss" in do(game, "keep")
    assert game.judge("hand", side="german") == ["luck"]


@rules("conflict-of-heroes", "8.1 luck", "7.5")
def test_luck_helps_to_rally() -> None:
    hurt = "german-rifles G G4 S hit=pinned"
    game = fight([hurt], [S], [1, 1, 6, 6], cards={"german": ["luck"]})
    do(game, "rally", unit="G", pay="cap", cap=0)
    assert "coh.rally.done" in do(game, "play", card="luck")
    assert of(game, "G")["hit"] == ""


@rules("conflict-of-heroes", "8.1 sniper", "21.0")
def test_the_sniper_card_names_an_enemy_player() -> None:
    game = fight([G], [S], [6], cards={"german": ["sniper"]})
    assert why(game, "play", card="sniper", side="german") == {("8.1 sniper", "coh.card.player")}
    do(game, "play", card="sniper", side="soviet")
    assert game.judge("side", side="soviet")["cap"] == 6


@rules("conflict-of-heroes", "8.1 bogged down", "2.2 action card")
def test_an_enemy_is_bogged_down_activated_or_not() -> None:
    start = {"ap": {"soviet": 4}, "active": {"soviet": ["S"]}}
    held = {"german": ["bogged-down"]}
    game = fight([G], [S, "soviet-rifles T D9 N"], cards=held, start=start)
    assert {a["unit"] for a in offered(game, "play", card="bogged-down")} == {"G", "S", "T"}
    do(game, "play", card="bogged-down", unit="S")
    assert of(game, "S")["bogged"]
    assert game.judge("side", side="soviet")["ap"] == 4
    assert why(game, "move", unit="S", path=["G6"], pay="ap") == {("14.1", "coh.move.bogged")}


@rules("conflict-of-heroes", "8.1 bogged down", "2.0")
def test_the_mud_of_a_card_lasts_a_round() -> None:
    game = fight([G], [S], cards={"german": ["bogged-down"]}, cap=(0, 0))
    do(game, "play", card="bogged-down", unit="S")
    do(game, "pass")
    do(game, "pass")
    assert not of(game, "S")["bogged"]


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


@rules("conflict-of-heroes", "8.1 reveal hidden")
def test_a_card_finds_hidden_units_near_by() -> None:
    game = fight(
        ["german-rifles G D3 S"],
        ["soviet-rifles S D4 N hidden", "soviet-rifles T H3 N hidden"],
        cards={"german": ["reveal-hidden"]},
    )
    do(game, "play", card="reveal-hidden", unit="G")
    assert (of(game, "S")["hidden"], of(game, "T")["hidden"]) == (False, True)


@rules("conflict-of-heroes", "8.1 lay land mine", "8.2 tellermine", "18.5")
def test_mines_are_laid_unseen_where_nobody_looks() -> None:
    cards = {"german": ["lay-land-mine", "tellermine"]}
    game = fight([G], [S], cards=cards)
    lay = {"card": "lay-land-mine", "unit": "G", "hex": "G5"}
    assert ("8.1 lay land mine", "coh.card.watched") in why(game, "play", **lay, hidden=True)
    assert not why(game, "play", **lay)
    assert ("18.5", "coh.place.mine") in why(game, "play", **lay, colour="pink")
    alone = {"id": "G", "type": "german-rifles", "hex": "A1", "facing": "S"}
    sides = [
        {"id": "german", "name": "German", "units": [alone]},
        {"id": "soviet", "name": "Soviet", "units": []},
    ]
    game = fight([], [], cards=cards, side=sides)
    do(game, "play", card="lay-land-mine", unit="G", hex="A2", hidden=True, colour="blue")
    assert game.query("works", hex="A2", viewer="german") == ["mine"]
    assert game.query("works", hex="A2", viewer="soviet") == []
    do(game, "pass")
    do(game, "play", card="tellermine", unit="G", hex="A1", lay=True)
    assert game.query("works", hex="A1", viewer="soviet") == ["mine"]


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


@rules("conflict-of-heroes", "8.1 lay land mine", "8.1 defuse land mine", "8.1 bogged down")
def test_cards_with_mines_and_mud() -> None:
    held = ["lay-land-mine", "defuse-land-mine", "bogged-down"]
    game = fight([G], [S], cards={"german": held})
    assert ("8.1 lay land mine", "coh.card.far") in why(
        game, "play", card="lay-land-mine", unit="G", hex="G6"
    )
    do(game, "play", card="lay-land-mine", unit="G", hex="G5")
    assert game.judge("works", hex="G5") == ["mine"]
    do(game, "pass")
    do(game, "play", card="defuse-land-mine", unit="G", hex="G5")
    assert game.judge("works", hex="G5") == []
    do(game, "pass")
    do(game, "play", card="bogged-down", unit="S")
    assert of(game, "S")["bogged"]


@rules(
    "conflict-of-heroes", "8.1 lay land mine", "8.1 defuse land mine", "8.1 reveal hidden", "9.1"
)
@pytest.mark.parametrize("card", ["lay-land-mine", "defuse-land-mine", "reveal-hidden"])
def test_cards_for_one_unit_are_for_no_group(card: str) -> None:
    game = fight([G, "german-rifles H G4 S"], [FAR], cards={"german": [card]})
    where = {} if card == "reveal-hidden" else {"hex": "G4"}
    found = why(game, "play", card=card, units=["G", "H"], **where)
    assert {key for _, key in found} == {"coh.group.single"}


@rules("conflict-of-heroes", "8.1 defuse land mine")
def test_any_unit_defuses_a_mine() -> None:
    mine = [{"kind": "mine", "hex": "G5", "colour": "black", "strength": 8}]
    game = fight(["pz3h T G4 S"], [S], cards={"german": ["defuse-land-mine"]}, work=mine)
    do(game, "play", card="defuse-land-mine", unit="T", hex="G5")
    assert game.judge("works", hex="G5") == []


@rules("conflict-of-heroes", "8.1 score", "8.1 firefight event")
def test_yellow_cards_are_carried_out_and_another_is_drawn() -> None:
    cards = {"german": ["extra-initiative"], "deck": ["score", "command-action"]}
    game = fight([G], [S], [1, 1], cards=cards, points={"G4": 2})
    events = do(game, "play", card="extra-initiative")
    assert "coh.card.score" in events or game.judge("hand", side="german") == ["command-action"]
    cards = {"german": ["extra-initiative"], "deck": ["score"]}
    game = fight([G], [S], cards=cards, points={"G4": 2})
    assert "coh.card.score" in do(game, "play", card="extra-initiative")
    assert game.judge("side", side="german")["points"] == 2
    cards = {"german": ["extra-initiative"], "deck": ["firefight-event"]}
    away = [{"id": "R", "type": "soviet-rifles", "box": "away", "facing": "N"}]
    row = {"id": "G", "type": "german-rifles", "hex": "G4", "facing": "S"}
    sides = [
        {"id": "german", "name": "German", "units": [row]},
        {"id": "soviet", "name": "Soviet", "units": away},
    ]
    game = fight(
        [],
        [],
        cards=cards,
        event={"cap": {"soviet": 2}, "smoke": ["D4"], "units": ["R"]},
        entry=[{"units": ["R"], "hexes": ["A1"], "round": 4}],
        side=sides,
    )
    assert game.query("view", side="soviet")["R"]["hex"] == "away"
    assert "coh.card.event" in do(game, "play", card="extra-initiative")
    assert game.judge("side", side="soviet")["cap"] == 11
    assert game.judge("smoke", hex="D4") == 2
    assert not why(game, "enter", unit="R", hex="A1", pay="cap")


@rules("conflict-of-heroes", "8.1 objective")
def test_an_objective_is_secret_and_scores_at_the_end() -> None:
    aims = {"objective-1": {"hex": "G4", "points": 3}, "objective-2": {"hex": "G7", "points": 3}}
    game = fight([G], [S], objectives=aims, control={"german": ["G4"]})
    assert game.judge("goals", side="german") == []
    course = Course(Chance(game.source))
    state = draw_objectives(game.rules, game.state, course)  # type: ignore[arg-type]
    assert {len(goal) for goal in state.goals.values()} == {1}
    assert state.goals["german"] != state.goals["soviet"]
    state = reveal_objectives(game.rules, state, course)  # type: ignore[arg-type]
    won = state.goals["german"] == ("objective-1",)
    assert state.points["german"] == (3 if won else 0)
    hidden = game.rules.seen(state, "soviet")  # type: ignore[attr-defined]
    assert hidden.goals["german"] == ("?",)


@rules("conflict-of-heroes", "8.1 objective", "2.3")
def test_who_reckons_with_the_last_pass_does_not_know_the_other_objective() -> None:
    aims = {"objective-1": {"hex": "G4", "points": 3}, "objective-2": {"hex": "G7", "points": 3}}
    keys = {"objectives": aims, "rounds": {"first": 1, "last": 1}}
    game = fight([G], [S], turn="", **keys)
    while game.decision and game.decision.kind != "coh.turn":
        game.apply(game.choices()[0])
    do(game, "pass")
    ways = game.outlook(Action("pass"))
    assert [event.key[:13] for event in ways[0].events].count("coh.objective") == 1
    told = do(game, "pass")
    assert [key[:13] for key in told].count("coh.objective") == 2


@rules("conflict-of-heroes", "8.1 objective", "8.1 score", "2.4")
def test_who_holds_the_hex_of_an_objective_is_kept_although_it_gives_no_points() -> None:
    objectives = {"objective-1": {"hex": "G5", "points": 2}}
    game = fight([G], [FAR], objectives=objectives, score={"hexes": ["G6"]})
    for hex in ("G5", "G6"):
        do(game, "move", unit="G", path=[hex], facing="S", pay="cap")
        do(game, "stall", pay="cap")
    assert game.judge("control") == {"G5": "german", "G6": "german"}


@rules("conflict-of-heroes", "8.1 game ends", "8.3 extra initiative")
def test_the_card_that_ends_the_game() -> None:
    cards = {"german": ["extra-initiative"], "deck": ["game-ends"]}
    game = fight([G], [S], cards=cards)
    assert "coh.card.ends" in do(game, "play", card="extra-initiative")
    assert game.ending is not None


@rules("conflict-of-heroes", "8.1 double action", "8.1 firepower")
@pytest.mark.parametrize("card", ["double-action", "firepower"])
def test_a_second_such_card_waits_for_another_action(card: str) -> None:
    game = fight([G], [FAR], cards={"german": [card, card]})
    do(game, "play", card=card)
    assert why(game, "play", card=card) == {(f"8.1 {card.replace('-', ' ')}", "coh.card.in-force")}
    do(game, "turn", unit="G", facing="N", pay="cap")
    if game.decision and game.decision.side == "soviet":
        do(game, "pass")
    assert why(game, "play", card=card) == set()


@rules("conflict-of-heroes", "8.1 double action")
def test_two_actions_are_all_that_a_double_action_gives() -> None:
    game = fight([G], [FAR], cards={"german": ["double-action"]})
    do(game, "play", card="double-action")
    do(game, "turn", unit="G", facing="N", pay="cap")
    do(game, "turn", unit="G", facing="S", pay="cap")
    assert game.decision
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "8.1 firepower", "12.3")
@pytest.mark.parametrize(("answer", "power"), [("play", 7), ("keep", 5)])
def test_more_firepower_for_shells_is_played_as_they_fall(answer: str, power: int) -> None:
    game = fight(
        [G],
        ["soviet-rifles S G5 N"],
        start={"turn": "german", "cap": {"german": 0, "soviet": 0}},
        cards={"german": ["firepower", "howitzer-105"]},
        targets={"german": ["G5"]},
    )
    do(game, "pass")
    do(game, "pass")
    do(game, "call", card="howitzer-105", hex="G5")
    while game.decision and game.decision.kind != "coh.turn":
        game.apply(game.choices()[0])
    do(game, "pass")
    do(game, "pass")
    assert game.decision
    assert (game.decision.side, game.decision.kind) == ("german", "coh.firepower")
    do(game, answer, **({"card": "firepower"} if answer == "play" else {}))
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally
    assert tally.parts[0].total == power


@rules("conflict-of-heroes", "8.1 rally attempt", "8.1 auto-rally", "7.5")
@pytest.mark.parametrize(("dice", "hit"), [([3, 3], "pinned"), ([3, 4], "")])
def test_a_rally_attempt_by_card_needs_its_dice(dice: list[int], hit: str) -> None:
    game = fight(
        ["german-rifles G G4 S hit=pinned"], [FAR], dice, cards={"german": ["rally-attempt"]}
    )
    do(game, "play", card="rally-attempt", unit="G")
    assert of(game, "G")["hit"] == hit
    assert game.judge("side", side="german")["cap"] == 9, "the card is free"


PACK = {
    "command-action": (12, 0),
    "auto-rally": (2, 2),
    "rally-attempt": (2, 0),
    "move-2-hexes": (2, 0),
    "mark-as-spent": (2, 0),
    "bonus-ap": (2, 1),
    "bonus-cap": (2, 0),
    "firepower": (2, 0),
    "double-action": (2, 0),
    "hasty-defense": (2, 0),
    "luck": (2, 0),
    "sniper": (2, 0),
    "bogged-down": (1, 0),
    "reveal-hidden": (2, 0),
    "lay-land-mine": (2, 0),
    "defuse-land-mine": (1, 0),
}
"""How many there are in the box, and what they cost, as far as the text says."""


@rules("conflict-of-heroes", "8.0", "8.1")
def test_the_pack_is_as_the_text_counts_it() -> None:
    rows = fight([G], [S]).rules.charts["cards"].rows  # type: ignore[attr-defined]
    assert {card: (rows[card]["count"], rows[card]["cap"]) for card in PACK} == PACK


@rules("conflict-of-heroes", "8.1 command action")
def test_a_command_names_an_action_that_there_is() -> None:
    game = fight([G], [S], cards={"german": ["command-action"]})
    for order in ("dance", "stall", "pass"):
        assert why(game, "play", card="command-action", order=order) == {
            ("8.1 command action", "coh.card.order")
        }


@rules("conflict-of-heroes", "8.1 mark as spent")
def test_only_an_enemy_on_the_map_is_marked_as_spent() -> None:
    rows = ["soviet-rifles S G7 N", "soviet-rifles H D4 N hidden", "soviet-rifles A away N"]
    game = fight([G], rows, cards={"german": ["mark-as-spent"]})
    no = ("8.1 mark as spent", "coh.card.enemy")
    for unit in ("G", "A"):
        assert no in why(game, "play", card="mark-as-spent", unit=unit)
    assert why(game, "play", card="mark-as-spent", unit="H")
    assert [a["unit"] for a in offered(game, "play", card="mark-as-spent")] == ["S"]
    do(game, "play", card="mark-as-spent", unit="S")
    assert of(game, "S")["spent"]


@rules("conflict-of-heroes", "8.1 bogged down", "8.1 hasty defense")
def test_cards_for_units_want_units_on_the_map() -> None:
    rows = ["german-rifles G G4 S", "german-rifles A away S"]
    foes = [S, "soviet-rifles Z away N"]
    game = fight(rows, foes, cards={"german": ["bogged-down", "hasty-defense"]})
    assert ("8.1 bogged down", "coh.no-unit") in why(game, "play", card="bogged-down", unit="A")
    off_map = ("2.2", "coh.not-on-map")
    assert why(game, "play", card="hasty-defense", unit="A") == {off_map}


@rules("conflict-of-heroes", "8.1 lay land mine", "18.5")
@pytest.mark.parametrize("hidden", [True, None])
def test_a_mine_in_the_open_is_told_and_a_hidden_one_is_not(hidden: bool | None) -> None:
    game = fight(["german-rifles G G4 S"], [FAR], cards={"german": ["lay-land-mine"]})
    mine = {"card": "lay-land-mine", "unit": "G", "hex": "G5", "colour": "red", "hidden": hidden}
    keys = do(game, "play", **mine)
    assert ("coh.placed-mine" in keys) == (not hidden)
    assert game.query("works", hex="G5", viewer="soviet") == ([] if hidden else ["mine"])
    assert game.query("works", hex="G5", viewer="german") == ["mine"]


@rules("conflict-of-heroes", "8.1 luck", "8.3 combat hardened")
def test_dice_are_answered_by_cards_that_one_holds() -> None:
    game = fight([G], [S], [1, 2], cards={"german": ["combat-hardened"]})
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    do(game, "roll", target="S", cap=0)
    assert why(game, "play", card="luck") == {("8.1", "coh.card.not-held")}
    assert why(game, "play", card="combat-hardened", die=3) == {
        ("8.3 combat hardened", "coh.card.die")
    }
    assert {str(action) for action in game.choices()} == {
        "keep",
        "play card=combat-hardened die=1",
        "play card=combat-hardened die=2",
    }


@rules("conflict-of-heroes", "8.1 sniper")
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_what_the_sniper_card_costs(die: int, lost: int) -> None:
    game = fight([G], [S], [die], cards={"german": ["sniper"]})
    do(game, "play", card="sniper")
    assert game.judge("side", side="soviet")["cap"] == 9 - lost


@rules("conflict-of-heroes", "8.1 bonus ap", "8.1 bonus cap")
@pytest.mark.parametrize("die", [1, 6])
def test_one_die_of_points(die: int) -> None:
    for card, ap, cap in (("bonus-ap", 7 + die, 8), ("bonus-cap", 7, 9 + die)):
        game = fight([G], [S], [die], cards={"german": [card]})
        do(game, "activate", unit="G")
        do(game, "play", card=card)
        side = game.judge("side", side="german")
        assert (side["ap"], side["cap"]) == (ap, cap)


@rules("conflict-of-heroes", "8.1 lay land mine", "18.5 colours")
@pytest.mark.parametrize("colour", ["black", "red", "blue"])
def test_a_mine_of_the_colour_that_was_asked_for(colour: str) -> None:
    game = fight(["german-rifles G G4 S"], [FAR], cards={"german": ["lay-land-mine"]})
    do(game, "play", card="lay-land-mine", unit="G", hex="G5", colour=colour)
    assert [work.colour for work in game.state.works] == [colour]


@rules("conflict-of-heroes", "8.1 luck", "8.3 blood and honor")
def test_answers_are_offered_where_they_belong() -> None:
    game = fight([G], [S], [1, 2], cards={"german": ["luck"]})
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    do(game, "roll", target="S", cap=0)
    assert {a.kind for a in game.choices()} == {"keep", "play"}
    assert game.choices(unit="G") == game.choices(hex="G7") == []


@rules("conflict-of-heroes", "8.1 command action", "10.3")
@pytest.mark.parametrize(("die", "hidden"), [(5, True), (6, False)])
def test_who_looks_for_a_sniper_rolls_though_a_card_has_paid_for_its_shot(
    die: int, hidden: bool
) -> None:
    rows, cards = ["soviet-sniper N G7 N hidden"], {"soviet": ["command-action"]}
    game = fight([G], rows, [1, 1, die], turn="soviet", cards=cards)
    told = do(game, "play", card="command-action", order="fire", unit="N", hex="G4")
    assert {"coh.fired-unseen", "coh.sniper.ahead"} <= set(told)
    assert "coh.revealed" not in told
    do(game, "roll", target="G", cap=0)
    assert game.decision
    assert (game.decision.kind, game.decision.side) == ("coh.detect", "german")
    do(game, "roll", cap=0)
    assert of(game, "N")["hidden"] is hidden


@rules("conflict-of-heroes", "8.1 command action", "7.0", "15.5", "9.12")
def test_a_shot_that_a_card_pays_for_is_told_as_any_other() -> None:
    tank, cards = "pz3h T G4 N", {"german": ["command-action"]}
    game = fight([tank], [S], cards=cards)
    told = do(game, "play", card="command-action", order="fire", unit="T", hex="G7")
    assert {"coh.fired", "coh.turret"} <= set(told)
    men = ["german-rifles G G4 S hidden", "german-rifles H G4 S hidden"]
    game = fight(men, [S], cards=cards)
    order = {"card": "command-action", "order": "fire", "unit": "G", "hex": "G7"}
    do(game, "play", **order, support=["H"])
    assert not of(game, "G")["hidden"]
    assert not of(game, "H")["hidden"], "support acts as well (10.0)"


@rules("conflict-of-heroes", "8.1 command action", "6.1")
def test_a_command_lifts_no_bar_but_the_price() -> None:
    rows = ["german-rifles G G4 N spent", "german-rifles H A1 S hit=stunned"]
    game = fight(rows, [S], cards={"german": ["command-action"]}, cap=(0, 0))
    command = {"card": "command-action", "order": "fire", "hex": "G7"}
    assert why(game, "play", **command, unit="G") == {("6.1", "coh.fire.arc")}
    assert ("7.4 stunned", "coh.stunned") in why(game, "play", **command, unit="H")
    turn = {"card": "command-action", "order": "turn", "unit": "G", "facing": "S"}
    assert why(game, "play", **turn) == set()
