"""Clauses found by a fourth reading: close combat and its retreats, cards, sneaking, mines."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.action import Action
from engine.chance import Scripted, Seeded
from engine.conflict_of_heroes import read
from engine.files import Table
from engine.game import Game
from tests.engine.conflict_of_heroes.field import do, fight, labels, of, unit, why
from tests.marks import rules

FAR = "soviet-rifles S P12 N"
RETREAT = ("7.63 retreat", "coh.move.retreat")
WOODS, OPEN = "D4", "G5"


@rules("conflict-of-heroes", "7.63 limits", "9.12")
@pytest.mark.parametrize(("lead", "other"), [("L", "C"), ("C", "L")])
def test_who_fights_hand_to_hand_fires_with_nobody_outside(lead: str, other: str) -> None:
    rows = ["german-rifles L G4 S", "german-rifles C G5 S", "german-rifles D G5 S"]
    game = fight(rows, ["soviet-rifles R G5 S"])
    limits = {("7.63 limits", "coh.fire.support-close")}
    assert limits <= why(game, "fire", unit=lead, hex="G5", support=[other], pay="cap")
    assert why(game, "fire", unit="C", hex="G5", support=["D"], pay="cap") == set()


def met(defender: str, **keys: object) -> Game:
    """An enemy has come from G4 into G5, where somebody stands."""
    game = fight([f"{defender} P G5 S"], ["soviet-rifles R G4 S"], turn="soviet", **keys)  # type: ignore[arg-type]
    do(game, "move", unit="R", path=["G5"], pay="opportunity")
    return game


@rules("conflict-of-heroes", "7.63 retreat", "14.0")
def test_no_hex_of_a_retreat_lies_beside_where_the_enemy_came_from() -> None:
    game = met("pz3h")
    assert why(game, "move", unit="P", path=["H6"], pay="cap") == set()
    assert why(game, "move", unit="P", path=["H6", "H5"], pay="cap") == {RETREAT}


@rules("conflict-of-heroes", "7.63 retreat", "8.1 move 2 hexes")
def test_a_card_helps_nobody_round_the_enemy() -> None:
    card = "move-2-hexes"
    game = met("german-rifles", cards={"german": [card]})
    assert why(game, "play", card=card, unit="P", path=["H6", "H7"]) == set()
    assert RETREAT in why(game, "play", card=card, unit="P", path=["H6", "H5"])


@rules("conflict-of-heroes", "7.63 retreat", "10.0 shared hex")
def test_who_is_found_by_an_enemy_walking_in_has_been_met() -> None:
    game = fight(["german-rifles P G5 S hidden"], ["soviet-rifles R G4 S"], turn="soviet")
    do(game, "move", unit="R", path=["G5"], pay="opportunity")
    do(game, "face", unit="P", facing="N")
    assert why(game, "move", unit="P", path=["G4"], pay="cap") == {RETREAT}
    assert why(game, "move", unit="P", path=["H6"], pay="cap") == set()


HOMES = (("german", "A1"), ("soviet", "P12"), ("german-2", "B1"), ("soviet-2", "P10"))


def four(*units: tuple[str, str], dice: Sequence[int] = (), cap: int = 9, **keys: object) -> Game:
    """Four armies one after another: German, Soviet, and their allies."""
    keys = {"start": {"turn": "german"}, **keys}
    data = {
        "title": "t",
        "game": "conflict-of-heroes",
        "board": "practice",
        "cap": {side: cap for side, _ in units},
        **{key: value for key, value in keys.items() if value is not None},
        "side": [{"id": side, "name": side, "units": [unit(row)]} for side, row in units],
    }
    rules_ = read(Table(data, "test.toml"), "test", {"cautious-movement": True})
    return Game(rules_, Scripted.dice(dice, then=Seeded(1)))


@rules("conflict-of-heroes", "7.63 retreat", "21.0")
def test_an_allys_turn_is_no_answer() -> None:
    game = four(
        ("german", "german-rifles P G4 S"),
        ("soviet", FAR),
        ("german-2", "german-rifles P2 P5 N"),
        ("soviet-2", "soviet-rifles R2 G5 N"),
    )
    do(game, "move", unit="P", path=["G5"], pay="cap")
    do(game, "stall", pay="cap")
    do(game, "stall", pay="cap")
    assert why(game, "move", unit="R2", path=["G4"], pay="cap") == {RETREAT}


@rules("conflict-of-heroes", "5.01", "21.0")
def test_only_the_very_next_turn_catches_men_in_the_open() -> None:
    game = four(
        ("german", "german-rifles P G5 N"),
        ("soviet", "soviet-rifles R G2 S"),
        ("german-2", "german-rifles P2 P5 N"),
        ("soviet-2", "soviet-rifles R2 G2 S"),
    )
    do(game, "move", unit="P", path=["G4"], facing="N", pay="cap")
    assert labels(game, "defence", target="P", unit="R").get("5.01") == -1
    do(game, "stall", pay="cap")
    do(game, "stall", pay="cap")
    assert "5.01" not in labels(game, "defence", target="P", unit="R2")


@rules("conflict-of-heroes", "8.1 bonus ap", "3.0")
def test_the_last_ap_may_buy_more() -> None:
    active = {"ap": {"german": 1}, "active": {"german": ["P"]}}
    cards = {"german": ["bonus-ap"]}
    game = fight(["german-rifles P G5 S"], [FAR], [6], cards=cards, start=active)
    do(game, "play", card="bonus-ap", pay="ap")
    assert (game.query("side", side="german")["ap"], of(game, "P")["spent"]) == (6, False)


@rules("conflict-of-heroes", "8.1 bonus ap", "8.1 bonus cap", "10.0 acting")
@pytest.mark.parametrize("card", ["bonus-ap", "bonus-cap"])
def test_who_plays_for_more_points_comes_out_of_hiding(card: str) -> None:
    active = {"ap": {"german": 3}, "active": {"german": ["P"]}}
    game = fight(
        ["german-rifles P D4 S hidden"], [FAR], [6], cards={"german": [card]}, start=active
    )
    do(game, "play", card=card)
    assert not of(game, "P")["hidden"]


@rules("conflict-of-heroes", "8.1 auto-rally", "8.1 bonus ap")
@pytest.mark.parametrize("card", ["auto-rally", "bonus-ap"])
def test_a_card_paid_for_with_ap_is_among_the_choices(card: str) -> None:
    active = {"ap": {"german": 7}, "active": {"german": ["P"]}}
    row = "german-rifles P G5 N hit=pinned"
    game = fight([row], [FAR], cap=(0, 9), cards={"german": [card]}, start=active)
    assert {a.get("pay") for a in game.choices() if a.kind == "play"} == {"ap"}


@rules("conflict-of-heroes", "10.1")
def test_who_has_sneaked_is_spent_and_leaves_the_rest_to_others() -> None:
    rows = ["german-rifles P D5 S hidden", "german-rifles Q G5 S"]
    game = fight(rows, [FAR], start={"ap": {"german": 7}, "active": {"german": ["P", "Q"]}})
    do(game, "move", unit="P", path=["D4"], pay="ap")
    assert of(game, "P")["spent"]
    assert (game.query("side", side="german")["ap"], game.state.active["german"]) == (3, ("Q",))
    alone = fight(rows[:1], [FAR], start={"ap": {"german": 7}, "active": {"german": ["P"]}})
    do(alone, "move", unit="P", path=["D4"], pay="ap")
    assert (alone.query("side", side="german")["ap"], of(alone, "P")["spent"]) == (0, True)
    paid = fight(rows[:1], [FAR])
    do(paid, "move", unit="P", path=["D4"], pay="cap")
    assert not of(paid, "P")["spent"], "CAP spend nobody"


@rules("conflict-of-heroes", "7.4", "18.4", "17.0")
def test_a_marker_that_changes_the_price_of_a_step_is_shown() -> None:
    wire = [{"kind": "wire", "hex": "G4"}]
    game = fight(["german-rifles P G5 N hit=cowering"], [FAR], [1], work=wire)
    do(game, "move", unit="P", path=["G4"], pay="cap")
    assert game.state.of("P").shown
    rows = ["german-rifles P G5 N hit=cowering", "opel T G5 N"]
    lift = fight(rows, [FAR])
    do(lift, "load", unit="T", cargo="P", pay="cap")
    assert lift.state.of("P").shown


@rules("conflict-of-heroes", "10.0", "12.1")
def test_a_hidden_spotter_of_a_mortar_stays_hidden() -> None:
    rows = ["german-mortar M G3 S", "german-rifles R H5 S hidden"]
    game = fight(rows, ["soviet-rifles S G8 N"], smoke={"G5": [2]})
    shot = Action("fire", unit="M", hex="G8", spotter="R", pay="cap")
    assert "spotter" not in game.query("heard", side="soviet", action=shot)
    game.apply(shot)
    known = game.rules.known_to(game.state, "soviet")
    assert (known.top.attack.seat, known.top.attack.shooter) == ("G8", "M")
    assert of(game, "R")["hidden"]


@rules("conflict-of-heroes", "21.0", "2.1")
def test_sides_that_do_not_alternate_begin_with_their_first_army() -> None:
    rows = [(side, f"{side.partition('-')[0]}-rifles {side} {hex} S") for side, hex in HOMES]
    # the Soviets roll first; German two wins with 12
    dice = [1, 1, 1, 2, 2, 2, 6, 6]
    game = four(*rows, dice=dice, cap=0, start=None, players={"alternate": False})
    assert game.decision is not None
    assert game.decision.side == "german"


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


@rules("conflict-of-heroes", "15.5")
@pytest.mark.parametrize(("hex", "told"), [("G2", False), ("G8", True)])
def test_a_turret_swings_only_out_of_its_arc(hex: str, told: bool) -> None:
    game = fight(["pz3h T G5 N"], [f"soviet-rifles R {hex} S"])
    keys = [event.key for event in game.apply(Action("fire", unit="T", hex=hex, pay="cap"))]
    assert ("coh.turret" in keys) is told


@rules("conflict-of-heroes", "3.21")
def test_cap_may_pay_for_part_of_an_action_while_there_are_ap_left() -> None:
    active = {"ap": {"german": 7}, "active": {"german": ["P"]}}
    game = fight(["german-rifles P G5 N"], ["soviet-rifles R G3 S"], cap=(4, 9), start=active)
    shot = {"unit": "P", "hex": "G3", "pay": "ap"}
    mixed = {("3.21", "coh.pay.from-cap")}
    assert why(game, "fire", **shot, from_cap=5) >= mixed
    assert why(game, "fire", **{**shot, "pay": "opportunity"}, from_cap=1) >= mixed
    assert why(game, "fire", **shot, from_cap=2) == set()
    do(game, "fire", **shot, from_cap=2)
    side = game.query("side", side="german")
    assert (side["ap"], side["cap"]) == (6, 2), "a shot for 3: 1 AP and 2 CAP"
    poor = fight(["german-rifles P G5 N"], ["soviet-rifles R G3 S"], cap=(1, 9), start=active)
    assert why(poor, "fire", **shot, from_cap=2) == {("3.21", "coh.pay.ap")}


@rules("conflict-of-heroes", "20.0", "3.0")
def test_a_plane_over_the_map_is_not_activated_there() -> None:
    game = fight(["stuka P D3 S", "german-rifles G F3 S"], [FAR])
    assert why(game, "activate", unit="P") == {("20.0", "coh.activate.plane")}
    assert {a["unit"] for a in game.choices() if a.kind == "activate"} == {"G"}


@rules("conflict-of-heroes", "17.0 passenger", "8.1 lay land mine")
def test_a_passenger_lays_no_mines() -> None:
    rows = ["opel T G5 N", "german-rifles P G5 N"]
    game = fight(rows, [FAR], cards={"german": ["lay-land-mine"]})
    do(game, "load", unit="T", cargo="P", pay="cap")
    do(game, "stall", pay="cap")
    found = why(game, "play", card="lay-land-mine", unit="P", hex="G4")
    assert ("17.0 passenger", "coh.move.carried") in found
